"""Answers to the exercises of notebook 04: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np
from scipy.special import softmax


def stable(d, p, r):
    return softmax(-(p / r) * np.log(d + 1e-7), axis=1)


def plain(d, p, r):
    weight = (d + 1e-7) ** (-p / r)
    return weight / weight.sum(axis=1, keepdims=True)


def by_the_least_of_all(d, p, r):
    near = d + 1e-7
    weight = (near / near.min()) ** (-p / r)
    return weight / weight.sum(axis=1, keepdims=True)


def by_the_least_of_each_line(d, p, r):
    near = d + 1e-7
    weight = (near / near.min(axis=1, keepdims=True)) ** (-p / r)
    return weight / weight.sum(axis=1, keepdims=True)


def in_place(d, p, r):
    d += 1e-7
    np.log(d, out=d)
    return softmax(-(p / r) * d, axis=1)


RIGHT = {
    1: [0.8],
    4: [2 / 3, 0.67],
    5: ["C", " c "],
    2: [("Ada", "leave yourself out")],
    6: [["Dan", "Cleo"], {"Cleo", "Dan"}],
    3: [stable, by_the_least_of_each_line, in_place],
    7: [81, 81.0],
}
WRONG = {
    1: [(0.5, "no power"), (2 / 3, "square"), (1 / 17, "turned round"), (1 / 3, "class sizes")],
    4: [
        (0.8, "the truth"),
        (4**0.25 / (1 + 4**0.25), "r = p"),
        (0.8**0.5, "root of the probability"),
        (16 / 17, "sharper"),
    ],
    5: [("A", "nearest"), ("B", "most")],
    2: [(("Bo", "leave yourself out"), "the honest one"), (("Ada", "same scale"), "wrong rule")],
    6: [
        (["Dan"], "only Dan"),
        (["Cleo"], "only Cleo"),
        (["Eva"], "Eva"),
        (["Cleo", "Dan", "Eva"], "Eva"),
        ([], "none"),
    ],
    3: [
        (lambda d, p, r: d[0], "other shape"),
        (lambda d, p, r: (d + 1e-7) ** (-p / r), "sum"),
        (lambda d, p, r: stable(d, p, 1.0), "no smoothing"),
        (lambda d, p, r: stable(d, -p, r), "turned round"),
        (plain, "overflow"),
        (by_the_least_of_all, "overflow"),
        (lambda d, p, r: softmax(-(p / r) * np.log(d), axis=1), "no epsilon"),
        (lambda d, p, r: plain(d - 1e-7, p, r), "no epsilon"),
    ],
    7: [(9, "as meant"), (18, "doubled"), (1 / 81, "one side"), (3, "no power of p")],
}
NOT_YET = {
    1: [0.99],
    3: [
        lambda d, p, r: stable(d, 2 * p, r),
        lambda d, p, r: stable(d, p * r, 1),  # r multiplies the power
        lambda d, p, r: stable(np.minimum(d, 10), p, r),  # a class without a k-th row is only far away
        lambda d, p, r: stable(d, min(p, 20), r),  # the power is capped
        lambda d, p, r: stable(d + 9e-7, p, r),  # epsilon is 1e-6
        lambda d, p, r: stable(np.maximum(d, 1e-7) - 1e-7, p, r),  # epsilon replaces 0 and is not added
    ],
}
KIND = {
    1: [("four fifths", "Expected one number")],
    4: [(2, "Expected one number from 0 to 1; got 2")],
    5: [("D", "Expected one of 'A', 'B', 'C'; got 'D'")],
    2: [
        (["Ada"], "Expected a pair of a name and a rule"),
        (("Ada", "be careful"), "Expected one of leave yourself out, same scale, k for each class"),
    ],
    6: [(["Fay"], "'Fay' is none of them")],
    3: [(0.5, "Expected a function of d, p, r"), (lambda d: d, "could not be judged")],
}
