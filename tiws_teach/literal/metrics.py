"""The metrics by counting row by row, in exact fractions.

Sources: van Rijsbergen (1979), chapter 7; Brodersen et al. (2010); Manning, Raghavan and Schütze (2008), section 8.4.
"""

from fractions import Fraction


def hits(y_true, y_pred, c):
    """Return TP, FP and FN of class c."""
    tp = fp = fn = 0
    for true, predicted in zip(y_true, y_pred, strict=True):
        if true == c and predicted == c:
            tp += 1
        elif predicted == c:
            fp += 1
        elif true == c:
            fn += 1
    return tp, fp, fn


def quotient(part, whole, otherwise):
    """Return part / whole, or the other value if the whole is 0."""
    return Fraction(part, whole) if whole else otherwise


def precision(y_true, y_pred, c, otherwise=Fraction(0)):
    """Equation 1.3: TP / (TP + FP)."""
    tp, fp, _ = hits(y_true, y_pred, c)
    return quotient(tp, tp + fp, otherwise)


def recall(y_true, y_pred, c, otherwise=Fraction(0)):
    """Equation 1.4: TP / (TP + FN)."""
    tp, _, fn = hits(y_true, y_pred, c)
    return quotient(tp, tp + fn, otherwise)


def f1(y_true, y_pred, c, otherwise=Fraction(0)):
    """Equation 1.5: 2 TP / (2 TP + FP + FN)."""
    tp, fp, fn = hits(y_true, y_pred, c)
    return quotient(2 * tp, 2 * tp + fp + fn, otherwise)


def balanced_accuracy(y_true, y_pred):
    """Equation 1.6: the mean recall of the classes."""
    classes = sorted(set(y_true))
    total = Fraction(0)
    for c in classes:
        total += recall(y_true, y_pred, c)
    return total / len(classes)


def average_precision(positive, scores):
    """Equation 1.7: the sum over the thresholds of the step in recall times the precision there."""
    total, before = Fraction(0), Fraction(0)
    for threshold in sorted(set(scores), reverse=True):
        chosen = [p for p, s in zip(positive, scores, strict=True) if s >= threshold]
        R, P = Fraction(sum(chosen), sum(positive)), Fraction(sum(chosen), len(chosen))
        total += (R - before) * P
        before = R
    return total


def cost_threshold(a, m):
    """Equation 1.8: t, the probability at which a false alarm, (1 - t) a, and a miss, t m, should cost the same."""
    return Fraction(a) / (Fraction(a) + Fraction(m))
