"""Predictions of lesson 05 and of its replication."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "nldd.1": Number(
        "For how many of the 600 fresh images does binary relevance say a labelset that no digit has?",
        low=0,
        high=600,
        unit="images",
        typical=10,
        why="Each label is predicted without the others: {labelsets} different labelsets came out that no digit has.",
    ),
    "nldd.2": Number(
        "Five labels, each present in one row of ten. Somebody predicts no label at all, for every row. "
        "What is the Hamming loss?",
        low=0,
        high=1,
        typical=0.5,
        why="Nine entries of ten are 0, and that much is right.",
    ),
    "nldd.3": Choice(
        "Take weights of 0.5 for Dx and 4 for Dy. Whose labelset is chosen?",
        options=("song A", "song B", "song C"),
        typical="song A",
        why="It has the smallest weighted sum: the large weight lets its small Dy outweigh its larger Dx.",
    ),
    "nldd.4": Number(
        "Each of the three rows gives its nearest by Dx and its nearest by Dy; a pair that is both counts "
        "once. How many different pairs are there?",
        low=0,
        high=12,
        typical=6,
        why="For row 0 the nearest by Dx and the nearest by Dy are the same pair.",
    ),
    "nldd.5": Choice(
        "Which of the four has the smallest mean 0/1 loss on the digits?",
        options=("BR", "NLDD", "Dx alone", "Dy alone"),
        typical="NLDD",
        why="The nearest image mostly shows the same digit; neither classifiers nor weights are needed for it.",
    ),
    "nldd.6": Number(
        "With independent labels: in how many of the 20 samples is NLDD's 0/1 loss smaller than BR's?",
        low=0,
        high=20,
        typical=10,
        why="Independent labels leave nothing to gain from labelsets; most of the other samples are ties.",
    ),
    "nldd.7": Number(
        "What share of the new rows has a labelset that none of the 60 training rows has?",
        low=0,
        high=1,
        typical=0.1,
        why="There are 256 labelsets; 60 rows cannot have them all.",
    ),
    "nldd.8": Number(
        "The nearest text by Dx alone, with 0/1 features left alone: its labelset is wrong for 44 of 100 new "
        "texts. And if the 0/1 features are standardised, for how many of 100?",
        low=0,
        high=100,
        unit="texts",
        typical=50,
        why="Rare words now count more than words that tell the labels.",
    ),
    # replication 05a
    "nldd.9": Number(
        "Six data sets, nine methods: what is our average rank of NLDD in 0/1 loss? (1 is best, 5 the middle)",
        low=1,
        high=9,
        typical=4.0,
        why="It is first, before ECC with {ecc:.1f}.",
    ),
}
