"""Predictions of lesson 11."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

CHANGES = ("lower by more than 0.05", "within 0.05", "higher by more than 0.05")

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
    "categories.3": Choice(
        "One-hot without its first column, fitted to first and third class. Whose survival does it predict for a "
        "passenger in second class, which it has never seen?",
        options=("that of third class", "a value between both", "that of first class"),
        cuts=(0.3, 0.6),
        typical="a value between both",
        why="A row of zeros is how this encoding writes the dropped category, First. The model cannot tell them apart.",
    ),
    "categories.4": Number(
        "300 random codes say nothing about survival. Replace each by the mean target of its rows, then "
        "cross-validate. What is the AUC? (Knowing nothing gives 0.5.)",
        low=0,
        high=1,
        typical=0.55,
        why="Each row's own target, test rows included, makes up about a third of its code.",
    ),
    "categories.5": Choice(
        "Now the means are learned from the training rows of each fold alone. Compared with leaving the random code "
        "out, the accuracy on the test rows is ...",
        options=CHANGES,
        cuts=(-0.05, 0.05),
        typical="within 0.05",
        why="The change is {result:.2f}. On training rows the code contains the row's own target, so the model "
        "trusts it. On test rows it is noise. Learning inside the fold is not enough.",
    ),
    "categories.6": Choice(
        "One age in five is missing. We fill in the mean. What happens to the standard deviation of the ages?",
        options=("it falls", "it stays", "it rises"),
        cuts=(-0.05, 0.05),
        typical="it falls",
        why="It changes by {result:.1f} years: the filled values have no spread of their own.",
    ),
    "categories.7": Choice(
        "Large values of bmi go missing because they are large. Which part of the error in the mean does the "
        "regression remove?",
        options=("less than a quarter", "about half", "more than three quarters"),
        cuts=(0.25, 0.75),
        typical="about half",
        why="It removes {result:.2f} of it. Among rows with equal bp and s5, the large values of bmi are "
        "missing, so the rows that are left teach the regression values that are too small. No method can repair this "
        "from these data alone: it needs an assumption or new data.",
    ),
    "categories.8": Choice(
        "Look at third class alone. Compared with passengers of known age, the share of survivors among those of "
        "unknown age is ...",
        options=CHANGES,
        cuts=(-0.05, 0.05),
        typical="lower by more than 0.05",
        why="The difference is {result:.2f}. Ages are unknown mostly in third class, where more people died. So the "
        "gap is partly the class. Within classes and sexes the difference varies; some groups have few rows.",
    ),
    "categories.9": Choice(
        "Values are missing at random. Compared with the mean, how large is the error of 15 neighbours?",
        options=("smaller by more than a quarter", "smaller by up to a quarter", "larger"),
        cuts=(-0.25, 0),
        typical="smaller by up to a quarter",
        why="It changes by {result:.2f} of the mean's error. Two columns that are correlated with bmi by about .4 "
        "cannot say more.",
    ),
    "categories.10": Number(
        "A column of pure noise, half of it missing. We fill each gap with the mean of its class and cross-validate a "
        "decision tree. What accuracy does it reach? (Half of the rows are in either class.)",
        low=0,
        high=1,
        typical=0.52,
        why="Every filled value is one of two numbers, and the number is the class. The tree reads it off in half of "
        "the rows, and guesses in the others.",
    ),
}
