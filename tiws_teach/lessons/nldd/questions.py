"""Predictions of lesson 05 and of its replication."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "nldd.1": Number(
        "For how many of the 600 test images does binary relevance predict a labelset that no digit has?",
        low=0,
        high=600,
        unit="images",
        typical=10,
        why="Each label is predicted without the others; together they form {labelsets} labelsets that no digit has. "
        "For more than a fifth of the images BR describes a digit that does not exist.",
    ),
    "nldd.2": Number(
        "Five labels, each present in one row of ten. A baseline predicts no label for every row. "
        "What is its Hamming loss?",
        low=0,
        high=1,
        typical=0.1,
        why="Nine entries of ten are 0, and the baseline predicts those correctly. "
        "A small Hamming loss alone says little.",
    ),
    "nldd.3": Choice(
        "Take weights of 0.5 for Dx and 4 for Dy. Whose labelset is chosen?",
        options=("song A", "song B", "song C"),
        typical="song B",
        why="It has the smallest weighted sum: with the large weight, its smaller Dy makes up for its larger Dx.",
    ),
    "nldd.4": Number(
        "Each of the three rows is paired with its nearest row by Dx and its nearest row by Dy. A pair that is both "
        "counts once. How many different pairs are there?",
        low=0,
        high=12,
        typical=6,
        why="For row 0 both are the same row. The smallest Dx occurs in columns 0 and 1, the smallest Dy in columns "
        "1 and 2; the other distance decides for column 1 both times.",
    ),
    "nldd.5": Choice(
        "With logistic regressions: which of the five ways has the smallest mean 0/1 loss on the digits?",
        options=("BR", "NLDD", "Dx alone", "Dy alone", "label powerset"),
        typical="NLDD",
        why="The nearest image mostly shows the same digit, and the linear classifiers pull NLDD away from it. Label "
        "powerset is close behind, perhaps because eight of its nine classes are single digits, which a straight "
        "boundary separates better than a label such as above four, which joins five digits. NLDD is third, much "
        "better than BR.",
    ),
    "nldd.6": Choice(
        "With SVMs in place of the logistic regressions: which way has the smallest mean 0/1 loss now?",
        options=("BR", "NLDD", "Dx alone", "Dy alone", "label powerset"),
        typical="NLDD",
        why="It has {label powerset:.3f}. NLDD is second with {NLDD:.3f}, down from {before:.3f}: the better "
        "probabilities improve Dy, and both distances together are better than Dy alone, {Dy alone:.3f}, and Dx alone, "
        "{Dx alone:.3f}. BR has {BR:.3f}.",
    ),
    "nldd.7": Choice(
        "With independent labels: whose mean 0/1 loss is smaller by more than 0.01?",
        options=("NLDD", "neither", "BR"),
        cuts=(-0.01, 0.01),
        typical="neither",
        why="If the labels are independent and the classifiers have the right form, as here, a similar row adds "
        "nothing. In most samples NLDD then drops Dx (appendix F) and copies the labelset that is nearest to BR's "
        "probabilities.",
    ),
    "nldd.8": Number(
        "What share of the test rows has a labelset that none of the 60 training rows has?",
        low=0,
        high=1,
        typical=0.1,
        why="There are 256 labelsets; 60 rows cannot have them all. NLDD must be wrong on nearly half of these rows.",
    ),
    "nldd.9": Number(
        "The nearest text by Dx, with 0/1 features left unchanged, has the wrong labelset for 44 of 100 test texts. "
        "And if the 0/1 features are standardised, for how many of 100?",
        low=0,
        high=100,
        unit="texts",
        typical=50,
        why="A difference of 1 becomes one of about ten: rare words now count more than the words that depend on the "
        "labels.",
    ),
    # replication 05a
    "nldd.10": Number(
        "Six data sets, nine methods: what is our average rank of NLDD in 0/1 loss? (1 is best, 5 the middle)",
        low=1,
        high=9,
        typical=2.0,
        why="It is first, just ahead of ECC with {ecc:.1f}.",
    ),
    # lesson 05 again, section 9
    "nldd.11": Number(
        "In how many of ten splits of the flags into training and test rows has label powerset a smaller 0/1 loss than "
        "NLDD?",
        low=0,
        high=10,
        unit="splits",
        typical=2,
        why="In {worse} of the splits NLDD is ahead. 0/1 loss needs the most probable whole labelset (section 2), and "
        "label powerset asks for it, although many labelsets have a single flag.",
    ),
}
