"""A shift between training and test rows: pairs of scores counted, all assignments tried, and odds.

Sources: Mann and Whitney (1947); Fisher (1935), section 21; Shimodaira (2000).
"""

from itertools import combinations


def auc(train_scores, test_scores):
    """Return the share of pairs in which the test row scores higher; a tie counts one half.

    Equation: 10.1, literally.
    """
    won = 0.0
    for test in test_scores:
        for train in train_scores:
            if test > train:
                won += 1
            elif test == train:
                won += 0.5
    return won / (len(train_scores) * len(test_scores))


def all_aucs(scores, n_test):
    """Return the AUC of every possible choice of n_test rows as test rows."""
    found = []
    for chosen in combinations(range(len(scores)), n_test):
        test = [scores[i] for i in chosen]
        train = [scores[i] for i in range(len(scores)) if i not in chosen]
        found.append(auc(train, test))
    return found


def exact_p_value(train_scores, test_scores):
    """Return the share of all assignments whose AUC is at least as large as the one that was found."""
    found = auc(train_scores, test_scores)
    others = all_aucs([*train_scores, *test_scores], len(test_scores))
    return sum(other >= found - 1e-12 for other in others) / len(others)


def permutation_p_value(found, permuted):
    """Count the permutations that do at least as well, and the data themselves.

    Equation: 10.2, literally.
    """
    count = 1
    for other in permuted:
        if other >= found - 1e-12:
            count += 1
    return count / (len(permuted) + 1)


def importance_weights(probabilities, n_train, n_test):
    """Return the odds of being a test row, over the odds of any row.

    Equation: 10.3, literally.
    """
    weights = []
    for q in probabilities:
        weights.append((q / (1 - q)) / (n_test / n_train))
    return weights
