"""Predictions of lesson 01."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "imbalance.1": Number(
        "Among the fresh patients 100 are ill. How many of them do the 15 neighbours find?",
        low=0,
        high=100,
        unit="of the ill",
        typical=75,
        why="It misses {missed}. Accuracy hardly notices, because nine patients in ten are healthy.",
    ),
    "imbalance.2": Choice(
        "Fitted to the balanced rows, the neighbours find twice as many of the ill as before. "
        "What happens to their accuracy (it was 0.928)?",
        options=("it falls below the silent doctor's", "it falls, but not that far", "it rises"),
        cuts=(0.900, 0.928),  # the silent doctor's, and that of the rows as they are
        typical="it falls, but not that far",
        why="It is {result:.3f}: the false alarms among the many healthy outnumber the ill that are found in addition.",
    ),
    "imbalance.3": Number(
        "What is the average precision of random scores, if one patient in ten is ill?",
        low=0,
        high=1,
        typical=0.5,
        why="In any order about one in ten of those called ill is ill, so it is the share of the ill: always state "
        "that share with an average precision.",
    ),
    "imbalance.4": Number(
        "A miss costs nine times as much as a false alarm. From what probability of being ill on should "
        "a patient be called ill?",
        low=0,
        high=1,
        typical=0.5,
        why="The threshold is a false alarm's part of the two costs. No row was resampled for this.",
    ),
    "imbalance.5": Number(
        "In how many of the 50 samples has SMOTE a higher balanced accuracy than a moved threshold? "
        "(Tossing a coin would give 25.)",
        low=0,
        high=50,
        unit="samples",
        typical=40,
        why="In {worse} samples the moved threshold is ahead: inventing rows gains nothing here over moving the line.",
    ),
    "imbalance.6": Number(
        "With 100 measurements: what share of the healthy does the rule call ill after SMOTE?",
        low=0,
        high=1,
        typical=0.3,
        why="Synthetic rows lie closer to the middle than real ones, so in many dimensions they are the nearest "
        "neighbours of nearly everybody.",
    ),
    "imbalance.7": Number(
        "One neighbour, k = 1. An ill row gets the weight 9. For what share of the fresh patients do "
        "weighted votes say something else than no weights at all?",
        low=0,
        high=1,
        typical=0.15,
        why="A single neighbour wins its own vote, whatever it weighs.",
    ),
    "imbalance.8": Number(
        "The ill are repeated until the classes are equal, and then the rows are cut into folds. What "
        "balanced accuracy does the cross-validation report, on average over 20 samples?",
        low=0,
        high=1,
        typical=0.5,
        why="The features say nothing here: copies of one patient lie on both sides of the cut, and the rule "
        "is judged on patients that it knows.",
    ),
}
