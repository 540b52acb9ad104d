"""Judges of notebook 08: parts by hand, training and test error, remedies, bagging, 0/1 loss, leakage."""

import numpy as np

from tiws_teach.bias_variance import neighbor_weights, optimism, squared_loss_parts, variance_of_average, zero_one_parts
from tiws_teach.course import expect
from tiws_teach.course.exercises import Judged, Slip, Ways, Written, compare, exercise, match, matched, twin
from tiws_teach.lessons.bias_variance.experiments.models import NOISE, choose_k, error_of_a_cubic_curve
from tiws_teach.lessons.bias_variance.experiments.tides import parts_of_a_line

PREDICTIONS, TRUTH, SD = np.array([7.0, 9.0, 13.0, 15.0]), 10.0, 2.0
N, K, GAUGE_SD = 40, 4, 6.0  # of the gauge: readings, neighbours, noise
ERRORS = {"A": (0, 198), "B": (88, 116), "C": (194, 201)}  # on the training readings, on new ones
CURES = MORE, BAG, CUBE = ("2,000 readings", "the average of 25 straight lines", "a cubic curve")
VARIANCE, CORRELATION, LIMIT = 90.0, 0.6, 60.0  # of the trees of a forest, and of their average
VOTES, ABOVE = (7, 3), 0.9  # training sets that predict not above, above; probability of above


@matched("bias_variance.1", expect.number(0))
def expected_error_by_hand() -> Ways:
    """Judge the expected squared error from four predictions."""
    g = PREDICTIONS
    squared_bias, variance, noise = (g.mean() - TRUTH) ** 2, g.var(), SD**2
    return {
        "right": squared_loss_parts(g[:, np.newaxis], [TRUTH], noise)["error"].iloc[0],
        "no noise": squared_bias + variance,
        "standard deviation": squared_bias + variance + SD,
        "no variance": squared_bias + noise,
        "no bias": variance + noise,
        "half a correction": squared_bias + g.var(ddof=1) + noise,
    }


@matched("bias_variance.4", expect.number(0))
def gap_of_neighbours() -> Ways:
    """Judge the optimism of k neighbours."""
    rows, noise = np.arange(float(N))[:, np.newaxis], GAUGE_SD**2
    return {
        "right": optimism(neighbor_weights(rows, rows, K), noise),
        "variance only": noise / K,
        "standard deviation": 2 * GAUGE_SD / K,
        "without k": 2 * noise,
        "by n": 2 * noise / N,
        "noise": noise,
    }


@exercise("bias_variance.5", expect.function("predictions", "truth"))
def two_parts(answer: Written) -> Judged:
    """Judge a function that splits predictions at one point into bias² and variance."""
    return compare(answer, [(PREDICTIONS, TRUTH), (np.array([3.0, 1.0, 2.0]), -4.0)], _splits)


def _splits(g: np.ndarray, truth: float) -> Ways:
    """Return bias² and variance, and what each slip gives in their place."""
    bias, variance, corrected = g.mean() - truth, g.var(), g.var(ddof=1)
    return {
        "right": (bias**2, variance),
        "swapped": (variance, bias**2),
        "not squared": (bias, variance),
        "divided by n - 1": (bias**2, corrected),
        "corrected": (bias**2 - corrected / len(g), corrected),
        "standard deviation": (bias**2, g.std()),
        "around the truth": (bias**2, bias**2 + variance),
    }


@twin("bias_variance.3")
def chosen_on_the_test_rows() -> str:
    """Return who chose k on the test rows: the larger gap between the true and the reported error."""
    table = choose_k()
    ways = {"Ada": table["on the test rows"], "Bo": table["by folds"]}
    return max(ways, key=lambda person: (ways[person]["true"] - ways[person]["reported"]).mean())


@matched("bias_variance.2", expect.choice(*CURES))
def which_cure() -> Ways:
    """Judge which remedy lowers the error of a straight line most."""
    line = parts_of_a_line(50)["squared_bias"] + NOISE**2  # without variance: averaging cannot do better
    errors = {MORE: parts_of_a_line(2000)["error"], BAG: line, CUBE: error_of_a_cubic_curve()}
    return {"right": min(errors, key=errors.__getitem__), MORE: MORE, BAG: BAG}


@matched("bias_variance.6", expect.number(0, 3))
def error_of_votes() -> Ways:
    """Judge the expected 0/1 loss at a point with bias 1."""
    codes = np.repeat([0, 1], VOTES)[:, np.newaxis]
    parts = zero_one_parts(codes, [[1 - ABOVE, ABOVE]]).iloc[0]
    bias, variance, noise = parts[["bias", "variance", "noise"]]
    return {
        "right": parts["error"],
        "plain sum": bias + variance + noise,
        "noise unsigned": bias - variance + noise,
        "noise forgotten": bias - variance,
        "noise turned round": bias - variance - parts["net_noise"],
        "main prediction": ABOVE,
        "best prediction": 1 - ABOVE,
        "complement": 1 - parts["error"],
    }


@exercise("bias_variance.7", expect.whole(1))
def trees_for_a_variance(answer: int) -> Judged:
    """Judge the smallest number of trees whose average has a variance of at most 60."""
    right, independent = (
        next(n for n in range(1, 1000) if variance_of_average(VARIANCE, correlation, n) <= LIMIT + 1e-9)
        for correlation in (CORRELATION, 0.0)
    )
    ways = {"right": right, "independent": independent, "one short": right - 1}
    return match(answer, ways, otherwise="too many" if answer > right else "too few")


@exercise("bias_variance.8", expect.names(*ERRORS, ordered=True))
def which_over_and_which_under(answer: list[str]) -> Judged:
    """Judge which model overfits and which one underfits."""
    over = max(ERRORS, key=lambda name: ERRORS[name][1] - ERRORS[name][0])
    under = max(ERRORS, key=lambda name: ERRORS[name][0])
    if len(answer) != 2:
        return Slip("not two")
    other = "the best one" if "B" in answer else "one of two"
    return match(answer, {"right": [over, under], "turned round": [under, over]}, otherwise=other)
