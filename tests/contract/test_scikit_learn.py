"""scikit-learn's own checks of every public estimator; each exception has its reason."""

import warnings

import pytest
from every_page import EVERY_PAGE
from sklearn.base import clone
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import estimator_checks_generator, parametrize_with_checks

import tiws_teach as t
from contract.cases import CASES, LIST, LOGISTIC, rows, zero_one

CROSS_FITS = "fit_transform cross-fits, so that it differs from fit(...).transform(...); TargetEncoder has the same"
EXCEPTIONS = {"check_transformer_general": CROSS_FITS, "check_transformer_data_not_an_array": CROSS_FITS}
VARIANTS = [t.LocalOutlierFactor(3), t.TIWSEncoder.of_paper(target_type="continuous")]
"""Estimators whose options give them other methods or another target."""
if EVERY_PAGE:
    VARIANTS += [
        t.ClassWeightedKNNClassifier(reading="mass"),
        t.ClassWeightedKNNClassifier(n_neighbors=7, class_weight=None, metric="manhattan"),
        t.EKCNNClassifier(),
        t.JitterTreeClassifier(similarity=None),
        t.JitterTreeClassifier(method="sample", random_state=0),
        t.KCNNClassifier(2, smoothing=3, metric="manhattan"),
        t.LMKNNClassifier(1),
        t.MLMKHNNClassifier(12),
        t.PriorCorrectedClassifier(LOGISTIC, priors="balanced"),
        t.TIWSEncoder.of_paper(similarity="conditional", baseline="regression"),
        t.TIWSEncoder(encode=[0]),
        t.TIWSImputer("hellinger"),
        t.LocalOutlierFactor(3, contamination=0.1),
        t.LocalOutlierFactor(3, "first", contamination=0.1, novelty=True),
        t.LocalOutlierFactor(3, "first"),
    ]
OF_TABLES = [case.estimator for case in LIST if case.kind in ("numbers", "categories")]
OF_TEXTS = {name: case.estimator for name, case in CASES.items() if case.kind == "texts"}
OF_LABELS = [case.estimator for case in LIST if case.kind == "labels"]
if EVERY_PAGE:
    OF_LABELS += [
        t.BinaryRelevance(LOGISTIC, prediction="probability"),
        t.NLDDClassifier(LOGISTIC, random_state=0, combination="product"),
    ]


def test_every_estimator_is_checked():
    assert {type(model) for model in (*OF_TABLES, *OF_TEXTS.values(), *OF_LABELS)} == {type(c.estimator) for c in LIST}


@pytest.mark.filterwarnings("ignore:(column .* (is numeric|has new categories) with|the corrected probability of)")
@parametrize_with_checks(
    [*OF_TABLES, *VARIANTS],
    expected_failed_checks=lambda model: EXCEPTIONS if isinstance(model, t.TIWSEncoder | t.TIWSEncoderCV) else {},
)
def test_tables(estimator, check):
    check(estimator)


# --- texts: scikit-learn leaves its own vectorisers out (their tag _skip_test); these checks ask for no data

WITHOUT_DATA = [
    estimator_checks.check_estimator_cloneable,
    estimator_checks.check_estimator_repr,
    estimator_checks.check_estimator_tags_renamed,
    estimator_checks.check_get_params_invariance,
    estimator_checks.check_mixin_order,
    estimator_checks.check_no_attributes_set_in_init,
    estimator_checks.check_parameters_default_constructible,
    estimator_checks.check_set_params,
    estimator_checks.check_valid_tag_types,
]


@pytest.mark.parametrize("name", OF_TEXTS)
@pytest.mark.parametrize("check", WITHOUT_DATA, ids=lambda check: check.__name__)
def test_texts(name, check):
    check(name, clone(OF_TEXTS[name]))


# --- tables of labels: the checks give one label as the numbers that occur, 2 and 3 say, which the methods refuse


ONE_COLUMN = "wants predict to give one column of classes back; a multi-label method gives a table of 0 and 1"
MESSAGE = "wants one column of numbers to be refused in certain words; above it is made a table of 0 and 1"
NOT_PASSED = {
    "check_classifiers_one_label": ONE_COLUMN,
    "check_classifiers_classes": ONE_COLUMN,
    "check_classifiers_train": ONE_COLUMN,
    "check_estimator_sparse_array": "wants a column of probabilities for each class; the tests above have sparse X",
    "check_estimator_sparse_matrix": "wants a column of probabilities for each class; the tests above have sparse X",
    "check_decision_proba_consistency": "wants a column of probabilities for each class of one label",
    "check_classifiers_regression_target": MESSAGE,
    "check_classifier_not_supporting_multiclass": MESSAGE,
}
"""Checks that a multi-label method cannot pass, and why."""


SHARES = "wants probabilities above 0 and below 1; here they are shares of votes, and all models may agree"
OF_VOTES = {"check_classifiers_multilabel_output_format_predict_proba": SHARES}
JOINT = "wants the labels of probability 1/2 or more; the chosen labelset need not be made up of them"
OF_LABELSETS = {"check_classifier_multioutput": JOINT}  # on its rows NLDD with the sum chooses just these labels


NEEDS = {
    "check_classifiers_multilabel_output_format_predict_proba": ("predict_proba",),
    "check_classifiers_multilabel_output_format_decision_function": ("decision_function",),
    "check_decision_proba_consistency": ("decision_function", "predict_proba"),
    "check_estimator_sparse_array": ("predict_proba",),
    "check_estimator_sparse_matrix": ("predict_proba",),
}
"""Methods without which a check says nothing, or passes all the same."""


def not_passed(model):
    votes = isinstance(model, t.EnsembleClassifierChain | t.RAkELClassifier | t.RandomForestPCT)
    joint = isinstance(model, t.ConditionalBernoulliMixture) or getattr(model, "combination", "") == "product"
    return NOT_PASSED | (OF_VOTES if votes else OF_LABELSETS if joint else {})


def checks(model):
    """Return scikit-learn's checks of a method, without those that ask for what it does not have."""
    X, Y, _ = rows("labels")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="NLDD drops D", category=UserWarning)
        fitted_, listed, found = clone(model).fit(X, Y), not_passed(model), []
    for estimator, check in estimator_checks_generator(model, mark=None):
        name = check.func.__name__
        there = all(hasattr(fitted_, each) for each in NEEDS.get(name, ()))
        if there or "output_format" not in name:
            why = listed.get(name) if there else None
            found.append(pytest.param(estimator, check, why, id=f"{type(estimator).__name__}-{name}"))
    return found


CHECKS = [check for model in OF_LABELS for check in checks(zero_one(model))]


@pytest.mark.filterwarnings("ignore:NLDD (drops|cannot weigh) D:UserWarning")  # small, random rows
@pytest.mark.parametrize(("estimator", "check", "why"), CHECKS)
def test_tables_of_labels(estimator, check, why):
    """What a method cannot pass has to fail, for the reason listed above."""
    try:
        check(clone(estimator))
    except Exception:
        if not why:
            raise
    else:
        assert not why, "the check is passed: remove its reason"
