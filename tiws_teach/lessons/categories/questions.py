"""Predictions of lesson 11."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

CHANGES = ("lower by more than 0.05", "within 0.05", "higher by more than 0.05")
PARTS = ("less than a quarter", "about half", "more than three quarters")

QUESTIONS: dict[str, Question] = {
    "categories.1": Number(
        "There are 720 ways to number the six groups. By how much does the accuracy of a logistic regression differ "
        "between the best and the worst numbering?",
        low=0,
        high=1,
        typical=0.05,
        why="One slope must serve all six groups. If the numbers do not rise or fall with survival, it can be worse "
        "than saying that everybody died.",
    ),
    "categories.2": Choice(
        "And how much does the accuracy of a full-grown decision tree differ?",
        options=("not at all", "by up to 0.1", "by more than 0.1"),
        cuts=(0.001, 0.1),
        typical="not at all",
        why="It differs by {result:.3f}. A tree can cut between any two numbers, so it reaches every group in the end. "
        "A shallow tree cannot, and neither can one that may not make small leaves.",
    ),
    "categories.3": Number(
        "300 random codes say nothing about survival. Replace each by the mean target of its rows, then "
        "cross-validate. What is the AUC? (Knowing nothing gives 0.5.)",
        low=0,
        high=1,
        typical=0.55,
        why="Each row's own target, test rows included, makes up about a third of its code.",
    ),
    "categories.4": Choice(
        "Now the means are learned from the training rows of each fold alone. Compared with leaving the random code "
        "out, the accuracy on the test rows is ...",
        options=CHANGES,
        cuts=(-0.05, 0.05),
        typical="within 0.05",
        why="The change is {result:.2f}. On training rows the code contains the row's own target, so the model "
        "trusts it. On test rows it is noise. Learning inside the fold is not enough.",
    ),
    "categories.5": Choice(
        "Now the training rows are coded by fit_transform. Compared with leaving the random code out, the accuracy on "
        "the test rows is ...",
        options=CHANGES,
        cuts=(-0.05, 0.05),
        typical="within 0.05",
        why="The change is {result:.3f}. Now the code is noise in the training rows, too, so the model gives it little "
        "weight.",
    ),
    "categories.6": Number(
        "A colleague fills in the mean and then computes the usual 95 % confidence interval of the mean age. How wide "
        "is it, as a share of the interval from the known ages alone?",
        low=0,
        high=2,
        typical=1,
        why="It is the share of known ages. The filled values have no spread of their own, which shrinks the standard "
        "deviation, and they are counted as rows. The interval promises more, although nobody learned anything.",
    ),
    "categories.7": Choice(
        "Where bp is high, bmi goes missing, and the mean of the rest is too small. Which part of this error does the "
        "regression remove?",
        options=PARTS,
        cuts=(0.25, 0.75),
        typical="more than three quarters",
        why="It removes {result:.2f} of it. Among rows with equal bp, chance decides who lost the bmi. So the line "
        "that the other rows teach holds for those with a gap as well, even if it says little about a single patient.",
    ),
    "categories.8": Choice(
        "Large values of bmi go missing because they are large. Which part of the error in the mean does the "
        "regression remove?",
        options=PARTS,
        cuts=(0.25, 0.75),
        typical="about half",
        why="It removes {result:.2f} of it. Among rows with equal bp and s5, the large values of bmi are "
        "missing, so the rows that are left teach the regression values that are too small. No method can repair this "
        "from these data alone: it needs an assumption or new data.",
    ),
    "categories.9": Choice(
        "Look at third class alone. Compared with passengers of known age, the share of survivors among those of "
        "unknown age is ...",
        options=CHANGES,
        cuts=(-0.05, 0.05),
        typical="lower by more than 0.05",
        why="The difference is {result:.2f}. Ages are unknown mostly in third class, where more people died. So the "
        "gap is partly the class. Within classes and sexes the difference varies; some groups have few rows.",
    ),
    "categories.10": Choice(
        "Values are missing at random. We fill each gap with the value of the nearest patient (k = 1). Compared with "
        "filling in the mean, the error is ...",
        options=("smaller by more than 5 %", "within 5 %", "larger by more than 5 %"),
        cuts=(-0.05, 0.05),
        typical="smaller by more than 5 %",
        why="It changes by {result:.2f} of the mean's error. The neighbour's value has a random part of its own, which "
        "comes on top of that of the deleted value. The mean of several neighbours has less of it.",
    ),
    "categories.11": Number(
        "A column of pure noise, half of it missing. We fill each gap with the mean of its class and cross-validate a "
        "decision tree. What accuracy does it reach? (Half of the rows are in either class.)",
        low=0,
        high=1,
        typical=0.52,
        why="Every filled value is one of two numbers, and the number is the class. The tree reads it off in half of "
        "the rows, and guesses in the others.",
    ),
}
