"""Predictions of lesson 12."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "feature_selection.1": Choice(
        "Four columns from 20 by forward selection, five folds: how many times is a model fitted?",
        options=("up to 100", "from 100 to 1000", "more than 1000"),
        cuts=(100, 1000),
        typical="from 100 to 1000",
        why="It is {result}: 20 + 19 + 18 + 17 sets of columns, five fits each. There are 4,845 sets of four.",
    ),
    "feature_selection.2": Number(
        "Which rank, among the 20 columns alone, has the third column that forward selection takes?",
        low=1,
        high=20,
        typical=5,
        why="On its own it says little. Next to the first two columns it adds what they do not know.",
    ),
    "feature_selection.3": Choice(
        "The class depends on two of eight columns, and only on both together. Which search selects exactly these two?",
        options=("forward", "backward", "both"),
        typical="both",
        why="The first forward step sees single columns, and alone each of the two is worthless. Backward starts with "
        "both in the model, and misses whichever it would remove.",
    ),
    "feature_selection.4": Choice(
        "How accurate are five neighbours on the first component alone?",
        options=("below 0.6", "from 0.6 to 0.9", "above 0.9"),
        cuts=(0.6, 0.9),
        typical="above 0.9",
        why="It is {result:.2f}. The component with the largest variance is where the classes do not differ; PCA never "
        "looked at them.",
    ),
    "feature_selection.5": Number(
        "Four of 30 columns of noise, 60 rows, labels tossed: what is the cross-validated score at the fourth step?",
        low=0,
        high=1,
        typical=0.55,
        why="Each step takes the largest of some thirty scores that differ by chance. The maximum of many is high.",
    ),
    "feature_selection.6": Number(
        "The 20 best of 2,000 columns of noise, chosen on all 60 rows. What accuracy does cross-validation report?",
        low=0,
        high=1,
        typical=0.6,
        why="Among 2,000 columns, twenty fit the labels by chance, those of the test rows included.",
    ),
    "feature_selection.7": Choice(
        "And with the choice of the columns inside the folds?",
        options=("below 0.35", "from 0.35 to 0.65", "above 0.65"),
        cuts=(0.35, 0.65),
        typical="from 0.35 to 0.65",
        why="It is {result:.2f}, as by a coin: the test rows' labels took no part in the choice.",
    ),
    "feature_selection.8": Number(
        "In each of 50 tables, 3 of 20 columns are useful. How many columns does the maximum of the score keep "
        "on average?",
        low=1,
        high=20,
        typical=4,
        why="Among many sets of columns, some score a little higher by chance, and the maximum finds them.",
    ),
    "feature_selection.9": Choice(
        "And the one-standard-error rule: compared with the maximum, its accuracy on new rows is ...",
        options=("lower by more than 0.02", "within 0.02", "higher by more than 0.02"),
        cuts=(-0.02, 0.02),
        typical="higher by more than 0.02",
        why="The difference is {result:.3f}. The rule leaves out columns of noise, and now and then a useful one.",
    ),
    "feature_selection.10": Choice(
        "We add an exact copy of the most important column and fit again. What happens to its permutation importance?",
        options=("it falls by more than a third", "it stays within a third", "it grows by more than a third"),
        cuts=(-1 / 3, 1 / 3),
        typical="it falls by more than a third",
        why="It changes by {result:.2f} of its size: if one twin is shuffled, the other still has the information.",
    ),
}
