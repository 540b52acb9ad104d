"""Tables of counts, and costs, row by row in exact fractions."""

from fractions import Fraction

from tiws_teach.literal.metrics import f1, precision, recall


def confusion(y_true, y_pred, labels):
    """Return a table whose entry [i][j] counts the rows of class i predicted as class j."""
    table = [[0] * len(labels) for _ in labels]
    for true, predicted in zip(y_true, y_pred, strict=True):
        table[labels.index(true)][labels.index(predicted)] += 1
    return table


def of_class(y_true, y_pred, c, otherwise=Fraction(0)):
    """Return precision, recall and F1 of class c."""
    return (
        precision(y_true, y_pred, c, otherwise),
        recall(y_true, y_pred, c, otherwise),
        f1(y_true, y_pred, c, otherwise),
    )


def majority_accuracy(y_true, y_train):
    """Return the share of the rows in the class with the most training rows."""
    largest = max(sorted(set(y_train)), key=list(y_train).count)
    return Fraction(sum(true == largest for true in y_true), len(y_true))


def expected_cost(y_true, y_pred, costs):
    """Return the mean of costs[true][predicted]."""
    total = Fraction(0)
    for true, predicted in zip(y_true, y_pred, strict=True):
        total += Fraction(costs[true][predicted])
    return total / len(y_true)
