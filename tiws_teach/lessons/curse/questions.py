"""Predictions of lesson 07."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "curse.1": Number(
        "What is the accuracy of five nearest neighbours with 1,000 useless columns next to the 13 good ones?",
        low=0,
        high=1,
        typical=0.85,
        why="Nothing was taken away, but the useless columns dominate every distance. Ten of them do little harm.",
    ),
    "curse.2": Number(
        "Guess, do not calculate: in 10 dimensions, how long is the side of a cube with a hundredth of the rows?",
        low=0,
        high=1,
        unit="of the whole side",
        typical=0.2,
        why="The side is the tenth root of one hundredth.",
    ),
    "curse.3": Number(
        "In 1,000 dimensions: how many times as far as the nearest of the 1,000 rows is the farthest one?",
        low=1,
        high=1000,
        typical=3,
        why="That is one plus the contrast: the nearest row is hardly nearer than the farthest.",
    ),
    "curse.4": Choice(
        "Rows are drawn evenly from the cube. What happens to the contrast of the cosine distance in 1,000 dimensions?",
        options=("it falls below 1", "it falls to between 1 and 10", "it stays above 10"),
        cuts=(1, 10),
        typical="it falls below 1",
        why="It is {result:.2f}: between rows of nearly equal length, the cosine distance is nearly "
        "proportional to the squared Euclidean distance, so its contrast falls, too.",
    ),
    "curse.5": Number(
        "What is the Euclidean contrast of texts over 1,000 equally frequent words, with nine tenths zeros?",
        low=0,
        high=20,
        typical=1.0,
        why="That is about as low as in the dense cube: zeros alone do not help.",
    ),
    "curse.6": Choice(
        "1,000 columns are mixtures of five. What is the Euclidean contrast?",
        options=("below 0.5", "from 0.5 to 3", "above 3"),
        cuts=(0.5, 3),
        typical="above 3",
        why="It is {result:.2f}: it takes only five numbers to say where a row lies, and that counts, not the number "
        "of columns.",
    ),
    "curse.7": Choice(
        "With which number of features, up to 500, is the test accuracy of five nearest neighbours highest?",
        options=("up to 4", "from 5 to 70", "more than 70"),
        cuts=(4, 70),
        typical="from 5 to 70",
        why="It is {result}: the accuracy is level from about 10 to 50 features and then falls. Every feature is "
        "informative, but the later ones add more noise than information: the Hughes phenomenon.",
    ),
    "curse.8": Choice(
        "With 1,000 useless columns, which of the four has the lowest accuracy?",
        options=("neighbours", "cosine", "ten chosen", "ten projected"),
        typical="neighbours",
        why="PCA keeps directions of large variance. The good columns are correlated and share such a direction, but "
        "in so few rows a thousand useless columns have a stronger one by chance.",
    ),
    "curse.9": Choice(
        "What happens to the test accuracy of five neighbours, from 1 to 1,000 such columns?",
        options=(
            "it rises to the end",
            "it rises first and then falls a little",
            "it falls in the end to about one half",
        ),
        cuts=(0, 0.25),  # how far the last accuracy lies below the highest
        typical="it rises first and then falls a little",
        why="Every column is informative, so the nearest row is hardly nearer than the others but belongs to the right "
        "class.",
    ),
}
