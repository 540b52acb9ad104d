"""The metrics by counting row after row, in exact fractions."""

from fractions import Fraction


def confusion(y_true, y_pred, labels):
    """table[i][j]: rows of class i that were predicted as class j."""
    table = [[0] * len(labels) for _ in labels]
    for true, predicted in zip(y_true, y_pred, strict=True):
        table[labels.index(true)][labels.index(predicted)] += 1
    return table


def quotient(part, whole, otherwise):
    """Return part / whole, or the other value where the whole is 0."""
    return Fraction(part, whole) if whole else otherwise


def of_class(y_true, y_pred, c, otherwise=Fraction(0)):
    """Precision, recall and F1 of class c."""
    tp = fp = fn = 0
    for true, predicted in zip(y_true, y_pred, strict=True):
        tp += true == c and predicted == c
        fp += true != c and predicted == c
        fn += true == c and predicted != c
    return (
        quotient(tp, tp + fp, otherwise),
        quotient(tp, tp + fn, otherwise),
        quotient(2 * tp, 2 * tp + fp + fn, otherwise),
    )


def balanced_accuracy(y_true, y_pred):
    """Return the mean recall of the classes."""
    recalls = [of_class(y_true, y_pred, c)[1] for c in sorted(set(y_true))]
    return sum(recalls) / len(recalls)


def average_precision(positive, scores):
    """Sum over the thresholds of the step in recall times the precision there."""
    total, before = Fraction(0), Fraction(0)
    for threshold in sorted(set(scores), reverse=True):
        chosen = [p for p, s in zip(positive, scores, strict=True) if s >= threshold]
        recall, precision = Fraction(sum(chosen), sum(positive)), Fraction(sum(chosen), len(chosen))
        total += (recall - before) * precision
        before = recall
    return total


def majority_accuracy(y_true, y_train):
    """Return the share of the rows that the most frequent class is right about."""
    largest = max(sorted(set(y_train)), key=list(y_train).count)
    return Fraction(sum(true == largest for true in y_true), len(y_true))


def expected_cost(y_true, y_pred, costs):
    """Mean of costs[true][predicted]."""
    total = Fraction(0)
    for true, predicted in zip(y_true, y_pred, strict=True):
        total += Fraction(costs[true][predicted])
    return total / len(y_true)
