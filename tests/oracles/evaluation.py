"""Comparisons over data sets, one comparison at a time and over all sign patterns.

Sources: Demsar (2006), Friedman and Wilcoxon tests; Hochberg (1988).
"""

from fractions import Fraction
from itertools import product


def rank_row(row, higher_is_better=False):
    """Return the rank of each value: the number of better values plus the mean position among ties."""
    ranks = []
    for value in row:
        better = sum((other > value) if higher_is_better else (other < value) for other in row)
        equal = sum(other == value for other in row)
        ranks.append(Fraction(2 * better + equal + 1, 2))
    return ranks


def average_ranks(rows, higher_is_better=False):
    """Return the mean rank of each method over the data sets."""
    ranked = [rank_row(row, higher_is_better) for row in rows]
    return [sum(column) / len(rows) for column in zip(*ranked, strict=True)]


def friedman(rows):
    """Return chi-squared without the correction, as the paper prints it; correct if there are no ties."""
    n, k = len(rows), len(rows[0])
    total = sum(mean**2 for mean in average_ranks(rows)) - Fraction(k * (k + 1) ** 2, 4)
    chi2 = Fraction(12 * n, k * (k + 1)) * total
    rest = n * (k - 1) - chi2
    return chi2, (n - 1) * chi2 / rest if rest else None


def friedman_with_ties(rows):
    """Return chi-squared corrected for the variance lost through ties: Conover (1999), section 5.8."""
    n, k = len(rows), len(rows[0])
    groups = [row.count(value) for row in rows for value in set(row)]
    left = 1 - Fraction(sum(size**3 - size for size in groups), n * (k**3 - k))
    return friedman(rows)[0] / left if left else Fraction(0)


def signed_rank_sums(differences):
    """Return the rank sums for and against; zeros are shared, and one of an odd number of them is dropped."""
    zeros = [d for d in differences if d == 0]
    kept = [d for d in differences if d != 0] + zeros[: len(zeros) - len(zeros) % 2]
    sizes = rank_row([abs(d) for d in kept]) if kept else []
    for_, against = Fraction(0), Fraction(0)
    for d, rank in zip(kept, sizes, strict=True):
        if d > 0:
            for_ += rank
        elif d < 0:
            against += rank
        else:
            for_ += rank / 2
            against += rank / 2
    return for_, against


def signed_rank_p(differences):
    """Return the shares of all sign patterns with a sum against at most, and at least, as large as observed."""
    _, observed = signed_rank_sums(differences)
    sizes = [abs(d) for d in differences if d != 0]
    zeros = [0] * (len(differences) - len(sizes))
    small = large = 0
    for signs in product((1, -1), repeat=len(sizes)):
        _, against = signed_rank_sums([s * d for s, d in zip(signs, sizes, strict=True)] + zeros)
        small += against <= observed
        large += against >= observed
    return Fraction(small, 2 ** len(sizes)), Fraction(large, 2 ** len(sizes))


def hochberg_rejects(p_values, level):
    """Go down from the largest p-value to the first that is small enough; return it and all smaller ones."""
    order = sorted(range(len(p_values)), key=lambda i: -p_values[i])
    for step, i in enumerate(order, start=1):
        if p_values[i] <= level / step:
            return set(order[step - 1 :])
    return set()
