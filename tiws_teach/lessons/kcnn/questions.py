"""Predictions of lesson 04 and of its replications."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "kcnn.1": Number(
        "Three neighbours vote. How many different probabilities of species 1 are possible?",
        low=1,
        high=1000,
        typical=4,
        why="They are 0, 1/3, 2/3 and 1, and nothing lies between them.",
    ),
    "kcnn.2": Choice(
        "The nearest point of class 0 is at distance 1, that of class 1 at distance 2. Class 0 has 5 points, "
        "class 1 has 4, and there are two features. What is the ratio of the two posteriors?",
        options=("5 : 4, from the class sizes alone", "4 : 1, from the distances alone", "20 : 4, from both together"),
        cuts=(2.5, 4.5),
        typical="20 : 4, from both together",
        why="The ratio is {result:.3f}: the class size multiplies the prior and divides the density, so it cancels.",
    ),
    "kcnn.3": Number(
        "kCNN with k = 5 predicts a species for each of the thousand test plants. How many predictions change if r "
        "goes from 1 to 10?",
        low=0,
        high=1000,
        unit="plants",
        typical=100,
        why="The smaller of two distances has the larger weight, whatever the power. For a single k the smoothing "
        "changes the probabilities and not the predictions.",
    ),
    "kcnn.4": Number(
        "Two features and r = 2. The true probability of species 1 is 0.9. To which probability does kCNN converge "
        "with more and more rows, if k grows more slowly?",
        low=0,
        high=1,
        typical=0.9,
        why="The weights 0.1 and 0.9 become their square roots: odds of 9 : 1 become 3 : 1, and no number of rows "
        "changes that.",
    ),
    "kcnn.5": Number(
        "Two classes. For how many of the 1,000 test rows does kCNN with k = 3 predict another class than a vote of 5?",
        low=0,
        high=1000,
        unit="rows",
        typical=80,
        why="One class has three or more of the five nearest rows, so it wins the vote and the race; the other has at "
        "most two. In general kCNN with k predicts as the vote of 2k - 1.",
    ),
    "kcnn.6": Choice(
        "The grower pulls out every plant with an estimated probability above one fifth. Which rule decides wrongly "
        "least often (kCNN and EkCNN with r = 1)?",
        options=("vote of 3", "vote of 15", "kCNN, k = 3", "EkCNN, k = 8", "EkCNN, k = 30"),
        typical="EkCNN, k = 8",
        why="Its probabilities have steps, but are the closest to the truth of the five options. It decides wrongly "
        "for a share of {vote:.3f}, EkCNN with k = 8 for {ensemble:.3f}. Both pull too many plants, EkCNN more: "
        "near one fifth its probabilities are too high. This answers the opening question for these plants: the "
        "distances give a finer probability, and no better decision.",
    ),
    "kcnn.7": Choice(
        "The standardised wines, EkCNN with k = 9. With r = 1 the largest of a wine's three probabilities is 0.95 on "
        "average. How large is it with r = p = 13?",
        options=("below 0.6", "from 0.6 to 0.8", "above 0.8"),
        cuts=(0.6, 0.8),
        typical="below 0.6",
        why="It is {result:.3f}. With r = p the power p/r is 1: a class twice as far away keeps half the weight of the "
        "nearest one. With r = 1 it keeps one in 2 to the power of 13, that is 8,192.",
    ),
    "kcnn.8": Number(
        "Nine rows of class 0 and one row of class 1 lie exactly on the query. Which posterior does kCNN with k = 1 "
        "give class 0?",
        low=0,
        high=1,
        typical=0.9,
        why="Both classes have a row at distance 0, and kCNN does not count copies. With k = 2 it jumps to certainty.",
    ),
    # replications 04a and 04b
    "kcnn.9": Number(
        "Raw features, each partition by itself: in how many of the five does EkCNN have the lowest mean rank?",
        low=0,
        high=5,
        typical=5,
        why="kCNN is first in {kcnn}, MLM-kHNN in {mlm}: one partition can put any of the three first.",
    ),
    "kcnn.10": Choice(
        "Table 3.4, p = 50, k = 1: kCNN with r = p has an error of .0018. How large is its error with r = 1, the "
        "posterior of Bayes' rule?",
        options=("smaller", "about twice as large", "about ten times as large", "more than fifty times as large"),
        cuts=(1, 5, 50),  # times the error with r = p
        typical="about twice as large",
        why="It is {plain:.4f}: the power 50 turns a small difference of distance into near certainty, while the true "
        "posterior is close to one half.",
    ),
    "kcnn.11": Choice(
        "200 training rows of two classes. Which rule makes the most errors with k = 41?",
        options=("vote", "kCNN", "EkCNN"),
        typical="kCNN",
        why="It predicts as a vote of 81 of the 200 rows: the 41st row of each class is far away. The mean over k also "
        "listens to the near ones.",
    ),
    "kcnn.12": Choice(
        "With k up to 15 for both, kCNN beats kNN on raw features (p = .0034). Is the difference still significant "
        "at .05 if kNN may use k up to 29?",
        options=("yes", "no"),
        typical="no",
        why="The p-value is {p:.4f}: part of kCNN's lead was its larger range of neighbours.",
    ),
}
