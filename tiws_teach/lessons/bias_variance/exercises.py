"""Exercises of notebook 08: parts by hand, training and test error, remedies, bagging, 0/1 loss, leakage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tiws_teach.bias_variance import (
    neighbor_weights,
    optimism,
    squared_loss_parts,
    variance_of_average,
    zero_one_parts,
)
from tiws_teach.course.exercises import choice, exercise, function, match_number, names, number, pair, whole
from tiws_teach.lessons.bias_variance.experiments.models import NOISE, choose_k, polynomial_degrees
from tiws_teach.lessons.bias_variance.experiments.tides import LINE, learning_curves

PREDICTIONS, TRUTH, SD = (7.0, 9.0, 13.0, 15.0), 10.0, 2.0
GAUGE = {"n": 40, "k": 4, "sd": 6.0}
ERRORS = {"A": (0, 198), "B": (88, 116), "C": (194, 201)}  # on the training readings, on new ones
CURES = MORE, BAG, CUBE = ("2,000 readings", "the average of 25 straight lines", "a cubic curve")
FOREST = {"variance": 90.0, "correlation": 0.6, "limit": 60.0}
VOTES, ABOVE = (7, 3), 0.9  # training sets that predict not above, above; probability of above
TWINS = ("Ada", "Bo")
RULES = ("judge on untouched rows", "more rows to judge on", "scale first")


@exercise(
    "bias_variance.1",
    expects=number(0),
    hints=[
        "How far is each prediction from the truth? Square these distances and average them.",
        "That average is bias² plus variance. A new reading has noise too: add its variance.",
    ],
    misconceptions={
        "no noise": "That is bias² plus variance. A new reading scatters around the truth: add the variance of "
        "the noise.",
        "standard deviation": "You added the standard deviation of the noise. Square it first: variances add up.",
        "no variance": "That is bias² plus noise. The four predictions also differ from one another: add their "
        "variance.",
        "no bias": "That is variance plus noise. The mean of the four predictions is not the truth: add bias².",
        "half a correction": "You divided the variance by 3 but did not correct bias². Correct both or neither: the "
        "sum is the same.",
    },
    praise="Bias² is 1, the variance 10 and the noise 4. (With the correction of section 3 the split differs, "
    "the sum does not.)",
)
def expected_error_by_hand(answer: float) -> bool | str:
    """Judge the expected squared error from four predictions."""
    g = np.array(PREDICTIONS)
    squared_bias, variance, noise = (g.mean() - TRUTH) ** 2, g.var(), SD**2
    right = float(squared_loss_parts(g[:, np.newaxis], [TRUTH], noise)["error"].iloc[0])
    wrong = {
        "no noise": squared_bias + variance,
        "standard deviation": squared_bias + variance + SD,
        "no variance": squared_bias + noise,
        "no bias": variance + noise,
        "half a correction": squared_bias + g.var(ddof=1) + noise,
    }
    return match_number(answer, right, wrong)


@exercise(
    "bias_variance.2",
    expects=number(0),
    hints=[
        "Each reading is one of its own k neighbours. What is its weight?",
        "Equation 8.3 for k neighbours: twice the variance of the noise, divided by k.",
    ],
    misconceptions={
        "variance only": "That is the variance of a prediction. The gap is twice as large, because each reading also "
        "takes part in its own prediction.",
        "standard deviation": "You used the standard deviation of the noise. Square it first.",
        "without k": "That is the gap for one neighbour. With k neighbours a reading has the weight 1/k in its "
        "own prediction.",
        "by n": "You divided by the number of readings. That is the gap for the mean of all readings.",
        "noise": "That is the variance of the noise. The gap depends on k too.",
    },
    praise="Neither the bias nor the number of readings affects the gap.",
)
def gap_of_neighbours(answer: float) -> bool | str:
    """Judge the optimism of k neighbours."""
    n, k, sd = int(GAUGE["n"]), int(GAUGE["k"]), GAUGE["sd"]
    rows = np.arange(n, dtype=float)[:, np.newaxis]
    wrong = {
        "variance only": sd**2 / k,
        "standard deviation": 2 * sd / k,
        "without k": 2 * sd**2,
        "by n": 2 * sd**2 / n,
        "noise": sd**2,
    }
    return match_number(answer, optimism(neighbor_weights(rows, rows, k), sd**2), wrong)


@exercise(
    "bias_variance.3",
    expects=function("predictions", "truth"),
    hints=[
        "The mean of the predictions minus the truth, squared; and the mean squared distance from that mean.",
        "You need only predictions.mean() and predictions.var(). Return a pair.",
    ],
    misconceptions={
        "nothing returned": "Your function returns ... or None. Return two numbers.",
        "no pair": "The result is not a pair of numbers. Return bias² first and the variance second.",
        "corrected": "That is the corrected split of section 3. Here the given predictions are all there are.",
        "standard deviation": "Your second number is the standard deviation. The variance is its square.",
        "around the truth": "Your second number is the mean squared distance from the truth. The variance is the mean "
        "squared distance from the mean of the predictions.",
        "swapped": "You return the variance first. Return bias² first.",
        "not squared": "Your bias is not squared.",
        "divided by n - 1": "Your variance divides by one less than the number of predictions, but bias² is not "
        "corrected. So the two do not sum to the mean squared distance from the truth.",
    },
    praise="Their sum is the mean squared distance from the truth, whatever the predictions are.",
)
def two_parts(answer: Callable[..., Any]) -> bool | str:
    """Judge a function that splits predictions at one point into bias² and variance."""
    fits: set[str] | None = None
    for predictions, truth in (([7.0, 9.0, 13.0, 15.0], 10.0), ([3.0, 1.0, 2.0], -4.0)):
        g = np.array(predictions)
        made = answer(g.copy(), truth)
        if made is None or made is ...:
            return "nothing returned"
        made = np.asarray(made, dtype=float)
        if made.shape != (2,):
            return "no pair"
        bias, variance = g.mean() - truth, g.var()
        told = {"right": (bias**2, variance), "swapped": (variance, bias**2)}
        told |= {"not squared": (bias, variance), "divided by n - 1": (bias**2, g.var(ddof=1))}
        told |= {"corrected": (bias**2 - g.var(ddof=1) / len(g), g.var(ddof=1))}
        told |= {"standard deviation": (bias**2, g.std()), "around the truth": (bias**2, bias**2 + variance)}
        found = {name for name, values in told.items() if np.allclose(made, values)}
        fits = found if fits is None else fits & found
    return "right" in (fits or ()) or next(iter(sorted(fits or ())), False)


@exercise(
    "bias_variance.5",
    expects=choice(*CURES),
    hints=[
        "Which part is large here? Would another model lower it?",
        "Section 7: which part of the error of a straight line do more readings lower? Section 8: which part "
        "does averaging lower?",
    ],
    misconceptions={
        MORE: "More readings lower the variance of a straight line, which is only 4. Its bias stays.",
        BAG: "Averaging lowers the variance, which is only 4. An average of straight lines is a straight line.",
    },
    praise="Only another model can lower bias², which is 38. With the cubic curve the error is about 110.",
)
def which_cure(answer: str) -> bool | str:
    """Judge which remedy lowers the error of a straight line most."""
    line = learning_curves("squared_bias").loc[50, LINE] + NOISE**2  # without variance: averaging cannot do better
    errors = {MORE: learning_curves().loc[2000, LINE], BAG: line, CUBE: polynomial_degrees((3,)).loc[3, "error"]}
    return True if answer == min(errors, key=lambda name: errors[name]) else answer


@exercise(
    "bias_variance.7",
    expects=whole(1),
    hints=[
        "Equation 8.4: which term stays for any number of trees? How large may the other one be?",
        "0.6 * 90 = 54 stays. The other 0.4 * 90 = 36 are divided by the number of trees.",
    ],
    misconceptions={
        "independent": "That would be enough for independent trees. Here the first term of equation 8.4 stays.",
        "one short": "Nearly: the variance is still above 60. Take the next whole number.",
        "too many": "The variance is then below 60, but fewer trees are enough.",
        "too few": "The variance is then above 60. Insert your number into equation 8.4.",
    },
    praise="54 stays, and 36 divided by 6 is 6. Even a hundred trees would have a variance above 54.",
)
def trees_for_a_variance(answer: int) -> bool | str:
    """Judge the smallest number of trees whose average has a variance of at most 60."""
    variance, correlation, limit = FOREST["variance"], FOREST["correlation"], FOREST["limit"]
    right = next(n for n in range(1, 1000) if variance_of_average(variance, correlation, n) <= limit + 1e-9)
    if answer == right:
        return True
    if answer == next(n for n in range(1, 1000) if variance_of_average(variance, 0.0, n) <= limit):
        return "independent"
    return "too many" if answer > right else "one short" if answer == right - 1 else "too few"


@exercise(
    "bias_variance.6",
    expects=number(0, 3),
    hints=[
        "Which prediction is the best one, and which is the main one? What is the bias, then?",
        "The bias is 1, so the variance is subtracted. Or directly: 0.7 of the training sets are wrong with "
        "probability "
        "0.9, the others with probability 0.1.",
    ],
    misconceptions={
        "plain sum": "You added bias, variance and noise. With 0/1 loss variance and noise have factors "
        "(equation 8.5), "
        "and no error rate exceeds 1.",
        "noise unsigned": "The sign of the variance is right. The noise has a factor too: c1 = 2 * 0.3 - 1.",
        "noise forgotten": "That is bias minus variance. Add the noise with its factor c1 = 2 * 0.3 - 1.",
        "noise turned round": "Bias and variance are right. The factor c1 of the noise is negative here.",
        "main prediction": "That is the error of the main prediction. Three of ten training sets predict the "
        "other class.",
        "best prediction": "That is the noise, the error of the best prediction. Seven of ten training sets "
        "predict the other class.",
        "complement": "That is the probability of a right prediction. Subtract it from 1.",
    },
    praise="If all ten agreed on the main prediction, it would be 0.9: variance helps where the bias is 1.",
)
def error_of_votes(answer: float) -> bool | str:
    """Judge the expected 0/1 loss at a point with bias 1."""
    codes = np.repeat([0, 1], VOTES)[:, np.newaxis]
    parts = zero_one_parts(codes, [[1 - ABOVE, ABOVE]]).iloc[0]
    wrong = {
        "plain sum": parts["bias"] + parts["variance"] + parts["noise"],
        "noise unsigned": parts["bias"] - parts["variance"] + parts["noise"],
        "noise forgotten": parts["bias"] - parts["variance"],
        "noise turned round": parts["bias"] - parts["variance"] - parts["net_noise"],
        "main prediction": ABOVE,
        "best prediction": 1 - ABOVE,
        "complement": 1 - parts["error"],
    }
    return match_number(answer, float(parts["error"]), wrong)


@exercise(
    "bias_variance.4",
    expects=pair(TWINS, RULES, ("Bo", "scale first")),
    hints=[
        "Which line of the cell uses the test rows to choose k?",
        "Follow X_test and y_test: who uses them once, and who thirty times?",
    ],
    misconceptions={
        "the honest one": "This person's reported error is about right on average: it is too low for about half "
        "of the splits, "
        "as it should be. Look at the other person.",
        "wrong rule": "The person is right, the rule is not. Both judge on twelve readings, and there is only one "
        "feature. What were the twelve readings used for before they judged?",
    },
    praise="The smallest of thirty errors is small partly by luck, and new readings do not share that luck. The "
    "test set "
    "leaked into the choice of k.",
)
def chosen_on_the_test_rows(answer: tuple[str, str]) -> bool | str:
    """Judge who chose k on the test rows, and which rule was broken."""
    table = choose_k()
    gaps = [
        (table[way]["true"] - table[way]["reported"]).mean() for way in ("on the test rows", "by folds")
    ]  # of Ada and Bo
    person, rule = answer
    if person != TWINS[int(np.argmax(gaps))]:
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


@exercise(
    "bias_variance.8",
    expects=names(*ERRORS, ordered=True),
    hints=[
        "Overfitting: a low training error and a much higher test error.",
        "Underfitting: both errors are high. Why is it not the noise? Look at the best of the three models.",
    ],
    misconceptions={
        "not two": "Give two names: first the model that overfits, then the one that underfits.",
        "turned round": "You exchanged the two. Overfitting shows as a LOW training error and a high test error.",
        "the best one": "B has the lowest test error, and its gap is smaller than that of A. So it is neither "
        "of the two.",
        "one of two": "One of your two answers is right. Compare both errors of each model.",
    },
    praise="B has an error of 116, so the noise is at most about that. Most of the error of C is therefore bias.",
)
def which_over_and_which_under(answer: list[str]) -> bool | str:
    """Judge which model overfits and which one underfits."""
    over = max(ERRORS, key=lambda name: ERRORS[name][1] - ERRORS[name][0])
    under = max(ERRORS, key=lambda name: ERRORS[name][0])
    if len(answer) != 2:
        return "not two"
    if answer == [over, under]:
        return True
    if answer == [under, over]:
        return "turned round"
    return "the best one" if "B" in answer else "one of two"
