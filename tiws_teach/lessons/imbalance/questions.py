"""Predictions of lesson 01."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "imbalance.1": Number(
        "100 of the test patients are ill. How many of them does the vote of 15 neighbours find?",
        low=0,
        high=100,
        unit="patients",
        typical=75,
        why="It misses {missed}, more than it finds. Accuracy hardly changes, because nine patients in ten "
        "are healthy.",
    ),
    "imbalance.2": Choice(
        "Fitted to the balanced rows, the 15 neighbours find twice as many of the ill as before. "
        "What happens to their accuracy (it was 0.928)?",
        options=("it falls below the baseline's", "it falls, but not that far", "it rises"),
        cuts=(0.900, 0.928),  # of the baseline, and of the rows as they are
        typical="it falls, but not that far",
        why="It is {result:.3f}; the baseline has 0.900. The additional false alarms outnumber the ill that "
        "are found in addition.",
    ),
    "imbalance.3": Number(
        "One patient in ten is ill. What is the average precision of random scores?",
        low=0,
        high=1,
        typical=0.5,
        why="In a random order about one in ten of those called ill is ill. The baseline of average precision is the "
        "share of the ill, so always state that share with it.",
    ),
    "imbalance.4": Number(
        "One patient in ten is ill. A miss costs four times as much as a false alarm. Above what probability of being "
        "ill should you call a patient ill?",
        low=0,
        high=1,
        typical=0.2,
        why="At this probability a false alarm (four chances in five, at the cost 1) and a miss (one in five, at the "
        "cost 4) are expected to cost the same. The share of the ill does not matter.",
    ),
    "imbalance.5": Number(
        "On the one sample above, SMOTE had a slightly lower balanced accuracy than the moved threshold. In "
        "how many of 50 new samples is it higher?",
        low=0,
        high=50,
        unit="samples",
        typical=25,
        why="The moved threshold is ahead in {worse} of the 50 samples, with 15 neighbours and without adding a row.",
    ),
    "imbalance.6": Number(
        "The ill rows are repeated until the classes are equal, and then all rows are split into folds. What "
        "balanced accuracy does cross-validation report, on average over 20 samples?",
        low=0,
        high=1,
        typical=0.5,
        why="A balanced accuracy of {result:.2f} out of nothing: the features carry no information. Copies of the same "
        "patient are in the training set and in the test set, so the rule is tested on patients that it knows.",
    ),
    "imbalance.7": Choice(
        "On the tumours, with logistic regression: how do the balanced accuracies of SMOTE and of "
        'class_weight="balanced" compare?',
        options=("SMOTE is lower by 0.02 or more", "they differ by less than 0.02", "SMOTE is higher by 0.02 or more"),
        cuts=(-0.02, 0.02),
        typical="they differ by less than 0.02",
        why="Fold by fold, SMOTE minus class weights is {result:.3f} on average, from {low:.3f} to {high:.3f}.",
    ),
    "imbalance.8": Number(
        "With 100 features: what share of the healthy does the rule call ill after SMOTE?",
        low=0,
        high=1,
        typical=0.3,
        why="In many dimensions the synthetic rows are the nearest neighbours of nearly everybody, and "
        "they are all ill.",
    ),
    "imbalance.9": Number(
        "One neighbour, k = 1. An ill row gets the weight 9. For what share of the test patients does the weight "
        "change the prediction?",
        low=0,
        high=1,
        typical=0,
        why="A single neighbour wins its own vote, whatever its weight.",
    ),
}
