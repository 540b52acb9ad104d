"""Correct probabilities for the class shares that resampling or weights have changed.

p_c      probability of class c for a row, from a classifier fitted to changed class shares
q_c      share of class c among the rows that it was fitted to, by number or weight: the fitted priors
pi_c     share of class c in the population: the priors
"""

import warnings
from collections.abc import Mapping

import numpy as np
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_floats, check_one_type, check_same_index, fail

FACTOR = 2.0  # odds of the mean corrected probability that differ by more from those of the prior are warned of


def correct_priors(probabilities, fitted_priors, priors):
    """Return p_c pi_c / q_c, normalised over the classes.

    In a logistic regression this moves the intercept. It is exact if p(x | c) stays, and only the shares differ.

    Parameters
    ----------
    probabilities : array-like of shape (n_rows, n_classes)
        p_c, in [0, 1], not all 0 in a row.
    fitted_priors : array-like of shape (n_classes,)
        q_c, > 0; normalised.
    priors : array-like of shape (n_classes,)
        pi_c, >= 0, not all 0; normalised.

    Returns
    -------
    ndarray of shape (n_rows, n_classes)
        Each row sums to 1.

    Examples
    --------
    >>> correct_priors([[0.5, 0.5], [0.1, 0.9]], [0.5, 0.5], [0.9, 0.1]).round(3)
    array([[0.9, 0.1],
           [0.5, 0.5]])

    Source: Elkan (2001), Theorem 2 (new base rates), and King and Zeng (2001), prior correction, for two classes;
    Saerens et al. (2002), outputs adjusted to known priors, for more.
    """
    p = check_floats("probabilities", probabilities, 2, 0, 1)
    q, pi = check_floats("fitted_priors", fitted_priors, 1, 0), check_floats("priors", priors, 1, 0)
    for name, shares in (("fitted_priors", q), ("priors", pi)):
        if len(shares) != p.shape[1]:
            fail(name, f"have one share for each of the {p.shape[1]} classes", len(shares), "Pass all shares in order.")
    if not q.all():
        fail("fitted_priors", "be above 0", "0", "Leave out a class that no fitted row has.")
    joint = p * pi / q
    if not joint.any(axis=1).all():
        fail("priors", "be above 0 for a class of each row", pi.tolist(), "Give a share to each class that can occur.")
    return joint / joint.sum(axis=1, keepdims=True)


@documented
class PriorCorrectedClassifier(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """Correct a classifier's probabilities for class shares that weights or a sampler have changed: `correct_priors`.

    Around the whole: ``PriorCorrectedClassifier(make_pipeline(scaler, SMOTE(), classifier), "balanced")`` knows the
    priors from y; where a sampler changes the rows, say to what. Weights it reads itself: ``class_weight`` of the
    classifier, or ``sample_weight``; weights further inside, as in a grid search, need `fitted_priors`. As the last
    step of imbalanced-learn's pipeline it is the other way round: it sees the changed rows, and needs the `priors`.

    It is exact where the class-conditional densities stay and the classifier is calibrated on the changed rows, as
    logistic regression is. Forests and boosting are not: it takes back too much, the more the deeper the trees. There
    take scikit-learn's `CalibratedClassifierCV`. Where one row in ten is positive, a logistic regression after SMOTE
    has a Brier score of .101, corrected .051 as without SMOTE. Samplers that remove rows at the border cannot be
    corrected: the mean is .03 to .06 too high after SMOTEENN. `fit` refuses "balanced" around a model whose
    ``class_weight`` is None if no sampler or weight balances it. It warns if the mean on the training rows is so far
    from the priors that the odds differ by more than a factor of 2 and two standard errors.

    Set its threshold by cost, with `cost_threshold` and scikit-learn's ``FixedThresholdClassifier``.

    Parameters
    ----------
    estimator : classifier
        With `predict_proba`; may be a pipeline. Cloned.
    fitted_priors : None, "balanced", dict of class -> share, or array-like of shape (n_classes,), default=None
        Class shares to which the estimator is fitted. None: those of y, by ``sample_weight`` or ``class_weight``;
        refused if the estimator resamples. "balanced": all equal, the default of most samplers. They sum to 1, or are
        numbers of rows.
    priors : None, "balanced", dict of class -> share, or array-like of shape (n_classes,), default=None
        Class shares or numbers of rows in the population. None: those of y, without weights.

    Attributes
    ----------
    {classes_}
    estimator_ : classifier
        Fitted.
    fitted_priors_, priors_ : ndarray of shape (n_classes,)
        They sum to 1.
    {features_in_}

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0], [1], [2], [2]] * 4 + [[3]], [0, 0, 0, 1] * 4 + [1]
    >>> balanced = LogisticRegression(class_weight="balanced")
    >>> balanced.fit(X, y).predict_proba([[2]]).round(2)
    array([[0.38, 0.62]])
    >>> PriorCorrectedClassifier(balanced).fit(X, y).predict_proba([[2]]).round(2)
    array([[0.59, 0.41]])

    Source: Elkan (2001), Theorem 2; King and Zeng (2001), prior correction; Saerens et al. (2002).
    """

    def __init__(self, estimator, fitted_priors=None, priors=None):
        self.estimator = estimator
        self.fitted_priors = fitted_priors
        self.priors = priors

    def fit(self, X, y, **params):
        """Fit the estimator, and note to which class shares.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            What the estimator takes.
        y : array-like of shape (n_rows,)
            Classes, all strings or all numbers; a series must have the index of the frame X.
        **params : dict
            ``sample_weight``, passed on: the fitted priors are then the weighted class shares. With scikit-learn's
            ``enable_metadata_routing``, all metadata that the estimator requests.

        Returns
        -------
        self
        """
        check_same_index(X, y)
        check_one_type("y", y)
        self._check_estimator(y, params)
        routed = self._routed(params)
        self.estimator_ = clone(self.estimator).fit(X, y, **routed)
        check_classification_targets(y)
        y = column_or_1d(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        weights = self._weights(y, routed.get("sample_weight"))
        shares, fitted = (np.bincount(codes, weights=each) for each in (None, weights))
        self.fitted_priors_ = _shares("fitted_priors", self.fitted_priors, self.classes_, fitted)
        self.priors_ = _shares("priors", self.priors, self.classes_, shares)
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        self._warn_if_far(X, codes)
        return self

    def predict_proba(self, X):
        """Return the corrected probability of each class.

        {queries_to_posteriors}
        """
        check_is_fitted(self)
        return correct_priors(self.estimator_.predict_proba(X), self.fitted_priors_, self.priors_)

    def predict(self, X):
        """Return the class with the highest corrected probability; ties go to the first class in sorted order.

        {queries_to_classes}
        """
        probabilities = self.predict_proba(X)
        return self.classes_[probabilities.argmax(axis=1)]

    def get_metadata_routing(self):
        """Return where metadata goes, as scikit-learn asks for it.

        Returns
        -------
        MetadataRouter
        """
        to_fit = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=type(self).__name__).add(estimator=self.estimator, method_mapping=to_fit)

    def __sklearn_tags__(self):
        """Declare what the estimator takes."""
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.estimator).input_tags
        return tags

    def _check_estimator(self, y, params):
        """Refuse what gives no probabilities, a sampler whose shares are not given, and "balanced" where nothing is."""
        steps = [step for _, step in getattr(self.estimator, "steps", [])] or [self.estimator]
        if not (hasattr(self.estimator, "fit") and hasattr(self.estimator, "predict_proba")):
            fail("estimator", "be a classifier with predict_proba", repr(self.estimator), "Calibrate it first.")
        resamples = any(hasattr(step, "fit_resample") or hasattr(step, "sampling_strategy") for step in steps)
        if resamples and self.fitted_priors is None:
            advice = "Pass 'balanced' if the sampler makes all classes equal, or else the shares that it makes."
            fail("fitted_priors", "be given if the estimator resamples", None, advice)
        is_plain = getattr(steps[-1], "class_weight", "unknown") is None and not (resamples or params)
        if is_plain and str(self.fitted_priors) == "balanced" and np.ptp(np.unique(y, return_counts=True)[1]):
            advice = "Pass class_weight='balanced' to the classifier, or leave fitted_priors out."
            fail("fitted_priors", "be None where nothing changes the class shares", "'balanced'", advice)

    def _warn_if_far(self, X, codes):
        """Warn if the odds of the mean corrected probability differ from those of the prior by more than chance."""
        n = np.bincount(codes)
        if len(n) == 1:
            return
        mean = np.average(self.predict_proba(X), axis=0, weights=(self.priors_ / n)[codes]).clip(0, 1)
        with np.errstate(divide="ignore"):
            shift = np.abs(np.log(mean / (1 - mean)) - np.log(self.priors_ / (1 - self.priors_)))
        far = shift - np.log(FACTOR) - 2 * np.sqrt(1 / n + 1 / (len(codes) - n))  # twice the standard error
        if (far > 0).any():
            at = far.argmax()
            warnings.warn(
                f"the corrected probability of class {self.classes_.tolist()[at]!r} has mean {mean[at]:.3f} on the "
                f"training rows, but its prior is {self.priors_[at]:.3f}. Check fitted_priors: has a step inside "
                f"changed the class shares, or already corrected for them? Probabilities of 0 and 1 do not change.",
                stacklevel=3,
            )

    def _routed(self, params):
        """Return the metadata for the estimator's fit."""
        if sklearn.get_config()["enable_metadata_routing"]:
            return process_routing(self, "fit", **params).estimator.fit
        if set(params) - {"sample_weight"}:
            advice = "Set sklearn.set_config(enable_metadata_routing=True), and request it where it is used."
            fail("fit", "be given X, y and sample_weight only", ", ".join(params), advice, TypeError)
        return params

    def _weights(self, y, sample_weight):
        """Return the weight of each row in the fit, by its own or by that of its class; None if they are equal."""
        last = self.estimator.steps[-1][1] if hasattr(self.estimator, "steps") else self.estimator
        by_class = getattr(last, "class_weight", None)
        params = last.get_params() if hasattr(last, "get_params") else {}
        inside = [name for name, each in params.items() if name.endswith("__class_weight") and each is not None]
        if inside and self.fitted_priors is None:
            advice = "Pass 'balanced' for class_weight='balanced', or else the shares that the weights make."
            fail("fitted_priors", "be given if weights stand further inside the estimator", inside[0], advice)
        if by_class is None or self.fitted_priors is not None:
            return sample_weight
        if sample_weight is not None:
            advice = "Pass fitted_priors, or only one kind of weights."
            fail("fitted_priors", "be given with both class_weight and sample_weight", None, advice)
        return compute_sample_weight("balanced" if by_class == "balanced_subsample" else by_class, y)


def _shares(argument, given, classes, shares):
    """Return the given class shares, or else those counted, with the sum 1."""
    if isinstance(given, str):
        check_choice(argument, given, ("balanced",))
        shares = np.ones(len(classes))
    elif isinstance(given, Mapping):
        if set(given) != set(classes.tolist()):
            fail(argument, f"name the classes {classes.tolist()}", list(given), "Give each class its share.")
        shares = [given[c] for c in classes.tolist()]
    elif given is not None:
        shares = given
    elif not shares.all():
        fail("sample_weight", "leave weight to each class", shares.tolist(), "Leave out the rows of such a class.")
    shares = check_floats(argument, shares, 1, 0)
    advice = "Pass None, 'balanced', a dict or an array in the order of classes_."
    if len(shares) != len(classes) or not shares.all():
        fail(argument, f"have a share above 0 for each of the {len(classes)} classes", shares.tolist(), advice)
    total, whole = shares.sum(), (shares % 1 == 0).all()  # counts of rows are taken, too
    if given is not None and not whole and not np.isclose(total, 1, atol=1e-3):
        fail(argument, "sum to 1", f"{shares.tolist()}, which sum to {total:g}", "Divide them by their sum.")
    return shares / total
