"""RAkEL: label powersets of a few random labels each, which vote label by label."""

from math import comb
from typing import Self

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.parallel import Parallel, delayed

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_number, fail
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training
from tiws_teach.multilabel.label_powerset import LabelPowerset


def overlapping_labelsets(n_labels, k, n_models, rng) -> list[list[int]]:
    """Return distinct random sets of k labels; a label may be in several sets or in none."""
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < n_models:
        drawn[tuple(sorted(rng.permutation(n_labels)[:k].tolist()))] = None
    return [list(labels) for labels in drawn]


def disjoint_labelsets(n_labels, k, rng) -> list[list[int]]:
    """Return a random partition of all labels into sets of k; the last set may be smaller."""
    order = rng.permutation(n_labels).tolist()
    return [sorted(order[i : i + k]) for i in range(0, n_labels, k)]


def label_votes(predictions, labelsets, shares) -> np.ndarray:
    """Return, for each label, the share of its models that vote for it."""
    votes, asked = np.zeros((len(predictions[0]), len(shares))), np.zeros(len(shares))
    for predicted, labels in zip(predictions, labelsets, strict=True):
        votes[:, labels] += predicted
        asked[labels] += 1
    return np.where(asked > 0, votes / np.maximum(asked, 1), shares)


@documented
class RAkELClassifier(_MultilabelBase):
    """Fit a label powerset to each of many small random sets of labels (RAkEL), and let them vote for each label.

    Parameters
    ----------
    estimator : "logistic", "svm" or classifier, default=None
        As in `LabelPowerset`, copied for each model.
    k : int, default=3
        Number of labels of a model. With k labels or fewer, a single model has all of them: label powerset.
    n_models : int, default=None
        None: twice the number of labels, or the number of sets of k labels if that is smaller. Ignored if `labelsets`
        is "disjoint".
    labelsets : {"overlapping", "disjoint"}, default="overlapping"
        Whether a label may be in several models. For a label in no model (many labels, few models), its share of the
        training rows is used as its share of votes.
    threshold : float, default=0.5
        A label is predicted if at least this share of its models votes for it; in (0, 1].
    random_state : int, RandomState or None, default=None
        Draws the sets of labels.
    {n_jobs_of_models}

    Attributes
    ----------
    {labels_}
    labelsets_ : list of list of int
        The labels' columns of each model.
    estimators_ : list of LabelPowerset
    shares_ : ndarray of shape (n_labels,)
        Share of the training rows with each label.
    {features_in_}

    Examples
    --------
    >>> X, Y = [[0], [1], [2], [3]], [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}]
    >>> model = RAkELClassifier(k=2, random_state=0).fit(X, Y)
    >>> sorted(model.labelsets_), model.predict([[0], [3]]).tolist()
    ([[0, 1], [0, 2], [1, 2]], [[0, 1, 0], [1, 0, 1]])

    Source: Tsoumakas and Vlahavas (2007); Tsoumakas et al. (2011); Gweon (2017), sections 2.2 and 2.4.3.
    """

    def __init__(
        self, estimator=None, k=3, n_models=None, labelsets="overlapping", threshold=0.5, random_state=None, n_jobs=None
    ):
        self.estimator = estimator
        self.k = k
        self.n_models = n_models
        self.labelsets = labelsets
        self.threshold = threshold
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X, Y) -> Self:
        """Draw the sets of labels and fit a label powerset to each.

        {labeled_rows}
        """
        check_choice("labelsets", self.labelsets, ("overlapping", "disjoint"))
        check_number("threshold", self.threshold, 0, 1, open_low=True)
        X, Y = check_training(self, X, Y)
        self.labelsets_ = self._draw(Y.shape[1], check_random_state(self.random_state))
        jobs = (delayed(LabelPowerset(self.estimator).fit)(X, Y[:, labels]) for labels in self.labelsets_)
        self.estimators_ = list(Parallel(n_jobs=self.n_jobs)(jobs))
        self.shares_ = Y.mean(axis=0)
        return self

    def _draw(self, n_labels, rng):
        """Return the sets of labels."""
        k = min(check_count("k", self.k, 1), n_labels)
        if self.labelsets == "disjoint":
            return disjoint_labelsets(n_labels, k, rng)
        n_sets = comb(n_labels, k)
        n_models = min(2 * n_labels, n_sets) if self.n_models is None else check_count("n_models", self.n_models, 1)
        if n_models > n_sets:
            rule = f"be at most the number of sets of {k} of {n_labels} labels, {n_sets}"
            fail("n_models", rule, n_models, "Lower n_models.")
        return overlapping_labelsets(n_labels, k, n_models, rng)

    def predict_proba(self, X) -> np.ndarray:
        """Return, for each label, the share of its models that vote for it.

        {queries_to_label_shares}
        """
        X = check_queries(self, X)
        predictions = [model.labelsets_[model.estimator_.predict(X)] for model in self.estimators_]
        return label_votes(predictions, self.labelsets_, self.shares_)
