"""Predictions of lesson 10."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "train_test_shift.1": Number(
        "Random splits cost the nearest neighbour about seven errors among 600 test digits. How many errors are there "
        "if the test digits are the last 600 of the file?",
        low=0,
        high=600,
        unit="errors",
        typical=8,
        why="The same classifier, as many rows, three times the errors. Digits near one another in the file are alike, "
        "and now none of them is in the training set.",
    ),
    "train_test_shift.2": Choice(
        "A random split of the digits: what AUC does a classifier reach that must say which side a row is from?",
        options=("below 0.4", "from 0.4 to 0.6", "above 0.6"),
        cuts=(0.4, 0.6),
        typical="from 0.4 to 0.6",
        why="It is {result:.2f}: every row had the same chance to be on either side, so there is nothing to learn.",
    ),
    "train_test_shift.3": Number(
        "And for the split by the order of the file?",
        low=0,
        high=1,
        typical=0.55,
        why="In about seven pairs of ten, the digit from the end of the file has the higher score. But what does the "
        "adversary recognise?",
    ),
    "train_test_shift.4": Choice(
        "20 rows a side and no shift. In 95 % of the assignments the AUC lies in a band around one half. Where does "
        "the band end?",
        options=("up to 0.55", "from 0.55 to 0.65", "above 0.65"),
        cuts=(0.55, 0.65),
        typical="from 0.55 to 0.65",
        why="It ends at {result:.2f}: with few rows, a large AUC is no evidence.",
    ),
    "train_test_shift.5": Choice(
        "A long cloud is turned by 90 degrees; its middle stays. What AUC does a linear classifier reach?",
        options=("below 0.6", "from 0.6 to 0.8", "above 0.8"),
        cuts=(0.6, 0.8),
        typical="below 0.6",
        why="It is {result:.2f}: a line separates means, and both means are the same.",
    ),
    "train_test_shift.6": Choice(
        "Train on the passengers who boarded at Southampton, test on those who boarded later. Compared with random "
        "splits, the accuracy is ...",
        options=("lower by more than 0.05", "within 0.05", "higher by more than 0.05"),
        cuts=(-0.05, 0.05),
        typical="lower by more than 0.05",
        why="The difference is {result:.2f}. A shift in the columns need not hurt: women survived more often than men "
        "at every port.",
    ),
    "train_test_shift.7": Choice(
        "What do the weights do to the linear model's accuracy on the test rows?",
        options=("lower or less than 0.05 higher", "0.05 to 0.15 higher", "more than 0.15 higher"),
        cuts=(0.05, 0.15),
        typical="0.05 to 0.15 higher",
        why="The change is {result:.2f}. One line cannot follow the whole wave. The weights move it to the part of the "
        "wave where the test rows lie.",
    ),
    "train_test_shift.8": Choice(
        "And what do the same weights do to the accuracy of boosted trees?",
        options=("lower or less than 0.05 higher", "0.05 to 0.15 higher", "more than 0.15 higher"),
        cuts=(0.05, 0.15),
        typical="lower or less than 0.05 higher",
        why="The change is {result:.3f}. Trees follow the wave wherever there are rows; weights only make the few rows "
        "that count fewer.",
    ),
    "train_test_shift.9": Number(
        "The picture in the middle: a test cloud that is moved by one standard deviation. What AUC does a linear "
        "classifier reach?",
        low=0,
        high=1,
        typical=0.6,
        why="The clouds overlap widely. Still, in about three pairs of four the test row lies farther to the right.",
    ),
    "train_test_shift.10": Choice(
        "The passengers who boarded first, weighted like those who boarded later. Compared with the model without "
        "weights, the accuracy at the later ports is ...",
        options=("lower by more than 0.05", "within 0.05", "higher by more than 0.05"),
        cuts=(-0.05, 0.05),
        typical="within 0.05",
        why="The difference is {result:.2f}. It comes from one group: the predicted probability of women of the "
        "third class falls below one half. Most of them died if they boarded at Southampton, and most survived if they "
        "boarded later.",
    ),
}
