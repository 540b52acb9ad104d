"""The exact p-value, from the AUC under every relabelling."""

from itertools import combinations

from tiws_teach.literal.shift import auc


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
