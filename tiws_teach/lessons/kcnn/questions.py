"""Predictions of lesson 04 and of its replications."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "kcnn.1": Number(
        "Three neighbours vote. How many different probabilities of species 1 can come out?",
        low=1,
        high=1000,
        typical=3,
        why="They are 0, 1/3, 2/3 and 1. Nothing lies between them.",
    ),
    "kcnn.2": Choice(
        "The nearest point of class 0 is at distance 1, that of class 1 at distance 2; there are 5 points of "
        "class 0 and 4 of class 1, and two features. What is the ratio of the two posteriors?",
        options=("5 : 4, as the sizes of the classes", "4 : 1, by the distances alone", "20 : 4, both together"),
        cuts=(2.5, 4.5),
        typical="20 : 4, both together",
        why="The ratio is {result:.3f}: the size of a class multiplies its prior and divides its density, so it "
        "cancels.",
    ),
    "kcnn.3": Number(
        "kCNN with k = 5 calls a species for each of the thousand fresh plants. For how many of them does the "
        "call change if r goes from 1 to 10?",
        low=0,
        high=1000,
        unit="plants",
        typical=100,
        why="The nearer of two distances stays the nearer one, whatever the power.",
    ),
    "kcnn.4": Number(
        "Two features and r = 2. The true probability of species 1 is 0.9, odds of 9 to 1. Which probability "
        "does kCNN go to as more and more rows become known, and k grows too, but more slowly?",
        low=0,
        high=1,
        typical=0.9,
        why="The square root of the odds 9 : 1 is 3 : 1, however many rows there are.",
    ),
    "kcnn.5": Number(
        "Two classes. For how many of 1,000 fresh rows does kCNN with k = 3 call another class than a vote of 5?",
        low=0,
        high=1000,
        unit="rows",
        typical=80,
        why="Among five rows one class must have three, and the other cannot.",
    ),
    "kcnn.6": Choice(
        "10,000 known plants, and each rule with the k that suits it best. Whose posteriors are the closest to the "
        "truth?",
        options=("vote", "kCNN, r = 1", "kCNN, r = 2"),
        typical="kCNN, r = 1",
        why="A guess at the cause, not tested: kCNN measures two balls, and that of the rarer class is large and "
        "reaches into places where the mixture is another.",
    ),
    "kcnn.7": Number(
        "kNN on the raw wines, k chosen on the inner third: of 100 wines more than 25 are called "
        "wrongly. How many of 100, if the measurements are standardised by the training rows?",
        low=0,
        high=100,
        unit="wines",
        typical=20,
        why="Raw, the largest numbers decide nearly alone who is near; standardised, all 13 measurements count.",
    ),
    "kcnn.8": Number(
        "Nine rows of class 0 and one row of class 1 lie exactly on the query. What posterior does kCNN "
        "with k = 1 give to class 0?",
        low=0,
        high=1,
        typical=0.9,
        why="Both classes have a row at distance 0, and kCNN counts no copies.",
    ),
    # replications 04a and 04b
    "kcnn.9": Number(
        "Raw features, each partition alone: in how many of the five has EkCNN the lowest mean rank?",
        low=0,
        high=5,
        typical=5,
        why="kCNN is first in {kcnn}, MLM-kHNN in {mlm}: one partition can put any of the three on top.",
    ),
    "kcnn.10": Choice(
        "Table 3.4, p = 50, k = 1. kCNN with r = p has an error of .0018. What has the method that always says one "
        "half?",
        options=("less", "twice as much", "ten times as much", "a hundred times as much"),
        cuts=(1, 5, 50),  # times the error of kCNN
        typical="a hundred times as much",
        why="At s = 0.1 the true posterior is never far from one half.",
    ),
}
