"""Predictions of lesson 02 and of its replications."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "tiws.1": Number(
        "scikit-learn's TargetEncoder never saw Q. What number does it give to all 77 passengers from Q?",
        low=0,
        high=1,
        typical=0.382,
        why="It is the mean of all 812 training rows: the encoder has no other information about Q.",
    ),
    "tiws.2": Choice(
        "U has exactly A's shares at half A's size. Which port will TIWS call more similar to U?",
        options=("A", "B", "equally similar"),
        typical="A",
        why="The document matrix holds counts, and I compares each with the mean of its column. All four counts of U "
        "are below that mean, and none of A is: only the size separates them.",
    ),
    "tiws.3": Choice(
        "Which port does TIWS call more similar to Queenstown?",
        options=("Cherbourg (C)", "Southampton (S)"),
        typical="Southampton (S)",
        why="The rows of H of Southampton and Queenstown point away from each other, because I compares counts: S is "
        "above the mean of every column and Q below.",
    ),
    "tiws.4": Number(
        "What share of the Queenstown passengers survived?",
        low=0,
        high=1,
        typical=0.52,
        why="TIWS said {estimate:.2f}; the mean of all other passengers, {overall:.2f}, is nearer.",
    ),
    "tiws.5": Choice(
        "Cherbourg grows to ten times its size, with the same shares of classes and sexes. What happens to "
        "Queenstown's similarity to Southampton, whose passengers do not change?",
        options=("falls", "stays", "rises"),
        typical="stays",
        why="It goes from {was_s:.3f} to {to_s:.3f}, and that to Cherbourg from {was_c:.3f} to {to_c:.3f}. So "
        "Southampton is the most similar port now. The large Cherbourg raises the mean of every column: in four of "
        "five columns Southampton now lies below it, as Queenstown does.",
    ),
    "tiws.6": Choice(
        "Cherbourg grows to ten times its size again. With which of the two similarities do those of Queenstown stay "
        "exactly as they were?",
        options=("both", "only conditional", "only hellinger", "neither"),
        typical="both",
        why="conditional sees only shares, and the shares of Cherbourg stay the same. hellinger adds an average "
        "passenger, and the average follows Cherbourg. But it moves by at most {hellinger:.3f}; tfidf moves by "
        "{tfidf:.3f}.",
    ),
    "tiws.7": Choice(
        "Three ports and three classes are hidden in turn. Which of the four options has the smallest error in all?",
        options=("equal weights", "tfidf", "hellinger, sharpness 4", "regression on the other columns"),
        typical="hellinger, sharpness 4",
        why="It has {least:.2f} of the overall mean's error. The paper's weights do no better than equal weights: "
        "{tfidf:.2f} against {equal:.2f}.",
    ),
    "tiws.8": Number(
        "With what probability does a pink fruit join blue and green at the root?",
        low=0,
        high=1,
        typical=0.8,
        why="It is the part of pink's similarity on that side. Without similarities it would be 0.667, the share "
        "of the training rows.",
    ),
    # replications 02a, 02b and 02c
    "tiws.9": Number(
        "A has 500 rows, B has 250 and C, which copies A, has 250. In how many of 100 runs (strong) does tfidf choose "
        "A?",
        low=0,
        high=100,
        unit="runs",
        typical=0,
        why="B is the category of C's own size, and tfidf chooses B.",
    ),
    "tiws.10": Number(
        "In how many of the 255 feature sets does the paper's similarity choose C for Q?",
        low=0,
        high=255,
        unit="sets",
        typical=150,
        why="The choice hardly depends on the features.",
    ),
    "tiws.11": Number(
        "What ratio does TIWS with the paper's similarity reach on the mushrooms?",
        low=0,
        high=2,
        typical=0.5,
        why="It is hardly better than the overall mean.",
    ),
}
