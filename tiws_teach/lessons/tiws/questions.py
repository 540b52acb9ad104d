"""Predictions of lesson 02 and of its replications."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "tiws.1": Number(
        "scikit-learn's TargetEncoder never saw Q. What number does it give to all 77 passengers from Q?",
        low=0,
        high=1,
        typical=0.337,
        why="It is the mean of all training rows: the encoder has nothing else to say.",
    ),
    "tiws.2": Choice(
        "U has exactly A's shares at half A's size. Which port will TIWS call more similar to U?",
        options=("A", "B", "equally similar"),
        typical="A",
        why="The document matrix holds counts: A has every count twice, so A lies at or above the columns' means "
        "where U lies below.",
    ),
    "tiws.3": Choice(
        "Which port does TIWS call more similar to Queenstown?",
        options=("Cherbourg (C)", "Southampton (S)"),
        typical="Southampton (S)",
        why="Size takes part: Southampton has 644 passengers and Queenstown 77, and their rows of the aggregated "
        "matrix are nearly opposite.",
    ),
    "tiws.4": Number(
        "What share of the Queenstown passengers survived?",
        low=0,
        high=1,
        typical=0.52,
        why="TIWS said {estimate:.2f}; the mean of all other passengers is {overall:.2f}.",
    ),
    "tiws.5": Choice(
        "Cherbourg grows to ten times its size, with the same shares of classes and sexes. "
        "Which port is now more similar to Queenstown?",
        options=("Cherbourg", "Southampton"),
        typical="Cherbourg",
        why="Its size alone has changed. The similarity is now {to_c:.3f} to Cherbourg and {to_s:.3f} to Southampton.",
    ),
    "tiws.6": Number(
        "For how many of the 18 groups is the paper's estimate nearer to the truth than the overall mean? "
        "(Tossing a coin would give 9.)",
        low=0,
        high=18,
        unit="groups",
        typical=18,
        why="The paper's similarity hardly tells the groups apart here: its mean error is about that of weighing "
        "all groups alike.",
    ),
    "tiws.7": Number(
        "With what probability does a pink fruit join blue and green at the root?",
        low=0,
        high=1,
        typical=0.667,
        why="It is the part of pink's similarities that lies on that side. Without similarities it would be the "
        "training share, eight of twelve rows.",
    ),
    # replications 02a, 02b and 02c
    "tiws.8": Number(
        "A has 500 rows, B has 250 and C, which copies A, has 250. In how many of 100 runs (strong) does tfidf find A?",
        low=0,
        high=100,
        unit="runs",
        typical=95,
        why="B is the category of C's own size, and B is chosen.",
    ),
    "tiws.9": Number(
        "In how many of the 255 feature sets does the paper's similarity choose C for Q?",
        low=0,
        high=255,
        unit="sets",
        typical=150,
        why="It hardly depends on the features.",
    ),
    "tiws.10": Number(
        "What ratio does TIWS with the paper's similarity reach on the mushrooms?",
        low=0,
        high=2,
        typical=0.5,
        why="It is hardly better than the overall mean.",
    ),
}
