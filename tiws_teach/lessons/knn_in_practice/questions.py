"""Predictions of lesson 09."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "knn_in_practice.1": Number(
        "A decision tree names the right cultivar for about 93 wines in a hundred. What accuracy do five neighbours "
        "reach on the same columns?",
        low=0,
        high=1,
        typical=0.9,
        why="Proline is counted in hundreds, most others in ones. It decides nearly alone who is near.",
    ),
    "knn_in_practice.2": Choice(
        "The same five neighbours on standardised columns: what accuracy?",
        options=("below 0.8", "from 0.8 to 0.9", "above 0.9"),
        cuts=(0.8, 0.9),
        typical="above 0.9",
        why="It is {result:.3f}: now all columns have a say. The tree had 0.927. Only the neighbours are right on 8 "
        "wines, only the tree on 2: too few to name a winner.",
    ),
    "knn_in_practice.3": Choice(
        "Digits have 64 pixels, each from 0 to 16. What does standardising do to the accuracy of one neighbour?",
        options=("it falls by more than 0.005", "it changes less", "it rises by more than 0.005"),
        cuts=(-0.005, 0.005),
        typical="it rises by more than 0.005",
        why="The change is {result:.3f}. The pixels had a common unit already. Standardising makes an edge pixel that "
        "is hardly ever inked as important as the middle. So: different units, standardise; one unit, try both.",
    ),
    "knn_in_practice.4": Choice(
        "20 training wines. How much accuracy does it add, on average over 30 splits, if the scaler sees the test "
        "wines, too?",
        options=("less than 0.01", "from 0.01 to 0.05", "more than 0.05"),
        cuts=(0.01, 0.05),
        typical="from 0.01 to 0.05",
        why="The mean gain is {result:.3f}. A scaler never sees labels, so here the leak adds almost nothing on "
        "average; it changes the score of the single split in both directions.",
    ),
    "knn_in_practice.5": Number(
        "One-vs-rest and the direct vote, five neighbours each: for how many of the 597 test digits do they differ?",
        low=0,
        high=597,
        unit="digits",
        typical=20,
        why="Each binary problem counts the votes for its class among the same five neighbours. The ten counts are the "
        "direct vote.",
    ),
    "knn_in_practice.6": Choice(
        "Each training label is wrong with probability 0.1. By how much does the accuracy of one neighbour fall on "
        "correctly labelled test rows?",
        options=("by less than 0.05", "by 0.05 to 0.15", "by more than 0.15"),
        cuts=(0.05, 0.15),
        typical="by 0.05 to 0.15",
        why="It falls by {result:.3f}, close to the share of wrong labels: each wrong label decides for all rows whose "
        "nearest neighbour it is.",
    ),
    "knn_in_practice.7": Choice(
        "Several k have the same best score in cross-validation. Compared with the smallest of them, the largest is, "
        "on average, on new rows ...",
        options=("worse or less than 0.01 better", "0.01 to 0.03 better", "more than 0.03 better"),
        cuts=(0.01, 0.03),
        typical="0.01 to 0.03 better",
        why="The mean difference is {result:.3f}: no gain. In 7 of 20 seeds there was no tie; in the others the "
        "smallest of the equals was already 5 or more. Ties that include k = 1, as in the notes' table, did not occur "
        "with one label in ten wrong.",
    ),
    "knn_in_practice.8": Number(
        "All we know of a drug is its name. For how many of the 49 drugs does the most similar name belong to the "
        "same class?",
        low=0,
        high=49,
        unit="drugs",
        typical=25,
        why="The World Health Organization gives related drugs a common stem, mostly the ending, such as "
        "-azepam. The errors have no stem in common with the others of their class here. Two hits are luck: "
        "diclofenac and naproxen do not end in -profen, and ibuprofen is their most similar name.",
    ),
    "knn_in_practice.9": Number(
        "We move each test digit by one pixel to the right. What accuracy does one neighbour reach?",
        low=0,
        high=1,
        typical=0.9,
        why="A stroke that moves leaves one pixel and enters the next, and the distance counts both as changes.",
    ),
    "knn_in_practice.10": Choice(
        "10,000 points in 20 columns of random numbers. How many distances does the tree compute for one query?",
        options=("below 1,000", "from 1,000 to 5,000", "above 5,000"),
        cuts=(1000, 5000),
        typical="above 5,000",
        why="It computes {result:,.0f} on average, so it skips about one point in a hundred: the box of nearly every "
        "branch comes closer to the query than the nearest point found so far.",
    ),
    "knn_in_practice.11": Choice(
        "50,000 training rows of 20 columns. How much longer do 200 predictions take than those of a logistic "
        "regression?",
        options=("up to 3 times as long", "3 to 20 times", "more than 20 times"),
        cuts=(3, 20),
        typical="more than 20 times",
        why="Each prediction computes the distances to all 50,000 training rows; the regression needs one product of "
        "two vectors of 20 numbers.",
    ),
    "knn_in_practice.12": Number(
        "The folds are shuffled ten times. How many of the ten values of k are best, alone or tied, in at least one "
        "shuffle?",
        low=1,
        high=10,
        typical=2,
        why="Neighbouring values of k differ by less than the luck of the folds. The search gives you a range of good "
        "values, and one of them happens to be in front.",
    ),
}
