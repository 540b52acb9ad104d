"""A shift between training and test rows: pairs of scores counted, and odds.

Sources: Mann and Whitney (1947); Fisher (1935), section 21; Shimodaira (2000).
"""


def auc(train_scores, test_scores):
    """Equation 10.1: the share of pairs in which the test row scores higher; a tie counts one half."""
    won = 0.0
    for test in test_scores:
        for train in train_scores:
            if test > train:
                won += 1
            elif test == train:
                won += 0.5
    return won / (len(train_scores) * len(test_scores))


def permutation_p_value(found, permuted):
    """Equation 10.2: count the permutations that do at least as well, and the data themselves."""
    count = 1
    for other in permuted:
        if other >= found - 1e-12:
            count += 1
    return count / (len(permuted) + 1)


def importance_weights(probabilities, n_train, n_test):
    """Equation 10.3: the odds of being a test row, over the odds of any row."""
    weights = []
    for q in probabilities:
        weights.append((q / (1 - q)) / (n_test / n_train))
    return weights
