"""Conditional Bernoulli mixture: labels are independent within each of K components and dependent overall."""

from itertools import chain
from typing import Self

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.preprocessing import StandardScaler
from sklearn.utils import check_random_state, gen_batches

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_number
from tiws_teach.multilabel import _mixture as equations
from tiws_teach.multilabel._base import _MultilabelBase
from tiws_teach.multilabel._input import check_queries, check_training

STEPS = 10
"""Steps of L-BFGS in each M step, starting at the last result: the loss must fall but need not reach its minimum."""

BLOCK = 700_000
"""Number of weights that one L-BFGS run changes together, unless one component has more.

The loss is a sum over the components, so they can be minimised one after the other. L-BFGS holds about 25 copies of
the weights that it changes, here at most 140 MB.
"""

HELD = 2_000_000
"""Number of scores of queries held at a time (16 MB)."""


def maximize_step(X, Y, gamma, gate, weights, penalty) -> tuple[np.ndarray, np.ndarray]:
    """Return gate and weights with a lower loss for the given responsibilities: the M step."""
    settings = {"jac": True, "method": "L-BFGS-B", "options": {"maxiter": STEPS}}
    better_gate = minimize(equations.gate_loss, gate.ravel(), (X, gamma, penalty), **settings).x
    better, step = np.empty_like(weights), max(1, BLOCK // weights[:, 0].size)
    for part in gen_batches(gamma.shape[1], step):
        given = (X, Y, gamma[:, part], penalty)
        flat = minimize(equations.component_loss, weights[:, part].ravel(), given, **settings).x
        better[:, part] = flat.reshape(better[:, part].shape)
    return better_gate.reshape(gate.shape), better


def expect_step(X, Y, gate, weights) -> tuple[np.ndarray, float]:
    """Return the responsibilities and the log-likelihood of all rows: the E step."""
    scores = (equations.label_scores(X, weights[:, [k]]) for k in range(gate.shape[1]))
    log_b = np.hstack([equations.log_components(of_one, Y) for of_one in scores])
    gamma, by_row = equations.responsibilities(equations.log_gate(X, gate), log_b)
    return gamma, float(by_row.sum())


@documented
class ConditionalBernoulliMixture(_MultilabelBase):
    """Mix K binary relevance models with weights from a gate that depends on the features; fit them by EM.

    Within a component the labels are independent logistic regressions. The gate, a multinomial logistic regression,
    gives the weight of each component for a row. The mixture can express any dependence between labels. `predict`
    returns the labelset with the highest probability, which need not occur in training. A label that all rows have, or
    none, is predicted accordingly, with probability 1 or 0.

    It is the slowest method here: 2,000 sparse rows of 1,836 features and 159 labels take half a minute of processor
    time and 210 MB. Time grows with the number of rows, components and labels, memory with features times labels (200
    bytes for each pair). With tens of thousands of rows or features, lower `n_components` and `max_iter`, or use
    `RAkELClassifier`.

    Parameters
    ----------
    n_components : int, default=10
    max_iter : int, default=10
        Rounds of EM.
    C : float, default=0.1
        Inverse of the ridge penalty on all weights except the intercepts, as in `LogisticRegression`; > 0. A component
        learns from only a part of the rows and needs a larger penalty than one regression on all rows.
    standardize : bool, default=True
        Scale features to mean 0 and standard deviation 1 before the fit. The ridge then treats all features alike, and
        the fit takes fewer steps.
    max_steps : int, default=1000
        Largest number of labelsets examined for each row. The search usually ends much earlier with a proven optimum.
    random_state : int, RandomState or None, default=None
        Draws the seed rows of the components.

    Attributes
    ----------
    {labels_}
    gate_ : ndarray of shape (n_features + 1, n_components)
        The intercepts first.
    weights_ : ndarray of shape (n_features + 1, n_components, n_varying_labels)
        Only for labels that some training rows have and others do not.
    always_ : ndarray of shape (n_labels,)
        1 for labels that all training rows have, 0 for labels that none has, nan for the others.
    objective_ : list of float
        Log-likelihood minus penalty after each round; it never falls. Empty if no label varies.
    n_iter_ : int
        Rounds of EM.
    {features_in_}

    Examples
    --------
    >>> X, Y = [[0], [1], [2], [3]] * 5, [{"low"}, {"low"}, {"high", "odd"}, {"high", "odd"}] * 5
    >>> model = ConditionalBernoulliMixture(n_components=2, random_state=0).fit(X, Y)
    >>> model.predict([[0], [3]]).tolist()
    [[0, 1, 0], [1, 0, 1]]

    Source: Li et al. (2016); Gweon (2017), sections 2.2 and 2.4.3.
    """

    def __init__(self, n_components=10, max_iter=10, C=0.1, standardize=True, max_steps=1000, random_state=None):
        self.n_components = n_components
        self.max_iter = max_iter
        self.C = C
        self.standardize = standardize
        self.max_steps = max_steps
        self.random_state = random_state

    def fit(self, X, Y) -> Self:
        """Fit gate and components by EM.

        {labeled_rows}
        """
        k = check_count("n_components", self.n_components, 1)
        for name in ("max_iter", "max_steps"):
            check_count(name, getattr(self, name), 1)
        check_choice("standardize", self.standardize, (True, False))
        penalty = 1 / check_number("C", self.C, 0, open_low=True)
        X, Y = check_training(self, X, Y)
        self._scaling = (np.zeros(X.shape[1]), np.ones(X.shape[1]))
        if self.standardize:
            scaler = StandardScaler(with_mean=not sparse.issparse(X)).fit(X)
            self._scaling = (scaler.mean_, scaler.scale_)
        varies = Y.min(axis=0) != Y.max(axis=0)
        self.always_ = np.where(varies, np.nan, Y[0])
        self._run(equations.prepared(X, *self._scaling), Y[:, varies].astype(float), k, penalty)
        return self

    def _run(self, X, Y, k, penalty):
        """Initialise, and run the rounds of EM."""
        gamma = equations.first_responsibilities(Y, k, check_random_state(self.random_state))
        self.gate_, self.weights_ = np.zeros((X.shape[1], k)), np.zeros((X.shape[1], k, Y.shape[1]))
        self.objective_ = []
        for _ in range(self.max_iter if Y.size else 0):
            self.gate_, self.weights_ = maximize_step(X, Y, gamma, self.gate_, self.weights_, penalty)
            gamma, log_likelihood = expect_step(X, Y, self.gate_, self.weights_)
            held = sum(equations.ridge(part, penalty)[0] for part in (self.gate_, self.weights_))
            self.objective_.append(float(log_likelihood - held))
        self.n_iter_ = max(len(self.objective_), 1)

    def _parts(self, X):
        """Yield log pi_k(x) and the scores of all labels in all components, a chunk of queries at a time."""
        X = check_queries(self, X)
        step = max(1, HELD // max(1, self.weights_[0].size))
        for rows in gen_batches(X.shape[0], step):
            part = equations.prepared(X[rows], *self._scaling)
            yield equations.log_gate(part, self.gate_), equations.label_scores(part, self.weights_)

    def _complete(self, varying):
        """Return a table of the varying labels with the constant labels inserted."""
        table = np.tile(self.always_, (len(varying), 1))
        table[:, np.isnan(self.always_)] = varying
        return table

    def predict_proba(self, X) -> np.ndarray:
        """Return the probability of each label: its mean over the components, weighted by the gate.

        {queries_to_label_shares}
        """
        means = [np.einsum("ik,ikl->il", np.exp(log_pi), expit(scores)) for log_pi, scores in self._parts(X)]
        return self._complete(np.clip(np.vstack(means), 0, 1))

    def predict(self, X) -> np.ndarray:
        """Return the most probable labelset of each row, which need not consist of the most probable labels.

        {queries_to_labels}
        """
        rows = chain.from_iterable(zip(*part, strict=True) for part in self._parts(X))
        labelsets = [equations.most_probable_labelset(pi, scores, self.max_steps) for pi, scores in rows]
        return self._complete(np.array(labelsets)).astype(np.int64)
