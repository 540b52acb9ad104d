"""Prior correction and the sampler step: by hand, the loops, imbalanced-learn's samplers, weights, routing, limits."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st
from imblearn.ensemble import BalancedRandomForestClassifier
from imblearn.over_sampling import SMOTE, RandomOverSampler
from imblearn.pipeline import make_pipeline
from imblearn.under_sampling import RandomUnderSampler
from oracles import resampling as longhand
from scipy import sparse
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from methods.checks import refused
from methods.test_resampling import same
from tiws_teach import (
    PriorCorrectedClassifier,
    Resampler,
    class_weights,
    correct_priors,
    oversample,
    smote,
    undersample,
)
from tiws_teach.datasets import make_overlapping_classes

FREE = LogisticRegression(C=1e6, tol=1e-8, max_iter=1000)  # without a penalty an intercept can move freely
SAMPLERS = [RandomUnderSampler, RandomOverSampler, SMOTE]


def patients(n=2000, seed=0):
    """Return rows of two normal classes, one row in ten ill, for which a logistic regression is right."""
    sample = make_overlapping_classes(n, random_state=seed)
    return sample.data.to_numpy(), sample.target.to_numpy()


shares = st.lists(st.integers(1, 9), min_size=3, max_size=3).map(np.array)


# --- the function


def test_one_patient_by_hand():
    """Balanced, the odds are 3; one in ten is ill, so they become 3 / 9, a probability of one quarter."""
    np.testing.assert_allclose(correct_priors([[0.25, 0.75]], [1, 1], [9, 1]), [[0.75, 0.25]])
    np.testing.assert_allclose(correct_priors([[0.2, 0.3, 0.5]], [1, 1, 2], [1, 2, 1]), [[4 / 21, 12 / 21, 5 / 21]])
    assert correct_priors([[0, 1], [0.5, 0.5]], [1, 1], [0, 1]).tolist() == [[0, 1], [0, 1]]


@given(st.lists(shares, min_size=1, max_size=5), shares, shares)
def test_it_is_the_loops_and_goes_back(joint, fitted, priors):
    p = [[Fraction(int(a), int(sum(row))) for a in row] for row in joint]
    found = correct_priors(np.array(p, dtype=float), fitted, priors)
    np.testing.assert_allclose(found, np.array(longhand.corrected(p, fitted, priors), dtype=float), rtol=1e-12)
    np.testing.assert_allclose(correct_priors(found, priors, fitted), np.array(p, dtype=float), rtol=1e-9)
    np.testing.assert_allclose(correct_priors(found, priors, priors), found, rtol=1e-12)


def test_two_classes_follow_elkan_and_king_and_zeng():
    p, b, new = np.linspace(0.01, 0.99, 9), 0.4, 0.07
    found = correct_priors(np.column_stack([1 - p, p]), [1 - b, b], [1 - new, new])[:, 1]
    np.testing.assert_allclose(found, new * (p - p * b) / (b - p * b + new * p - b * new))  # Theorem 2
    shift = np.log((1 - new) / new * b / (1 - b))  # the correction of the intercept, with tau = new
    np.testing.assert_allclose(np.log(found / (1 - found)), np.log(p / (1 - p)) - shift)


# --- the classifier


def test_it_is_bayes_rule_where_the_densities_are_known():
    """Discriminant analysis keeps the densities and multiplies by the priors it is told."""
    X, y = patients()
    told = LinearDiscriminantAnalysis(priors=[0.5, 0.5])
    model = PriorCorrectedClassifier(LinearDiscriminantAnalysis(priors=[0.5, 0.5]), "balanced", {0: 0.99, 1: 0.01})
    wanted = told.set_params(priors=[0.99, 0.01]).fit(X, y).predict_proba(X)
    np.testing.assert_allclose(model.fit(X, y).predict_proba(X), wanted, atol=0.003)  # priors weigh the spread too
    assert (model.predict(X) == (model.predict_proba(X)[:, 1] > 0.5)).all()


@pytest.mark.parametrize("weighted", ["class_weight", "balanced", "sample_weight", "copies"])
def test_weights_and_copies_are_read_alike(weighted):
    """A class weight of 4, a row weight of 4 and four copies are one and the same to a logistic regression."""
    X, y = patients(500)
    by_row, model = np.where(y == 1, 4.0, 1.0), PriorCorrectedClassifier(FREE)
    if weighted == "class_weight":
        found = PriorCorrectedClassifier(clone(FREE).set_params(class_weight={1: 4})).fit(X, y)
    elif weighted == "sample_weight":
        found = model.fit(X, y, sample_weight=by_row)
    elif weighted == "copies":
        found = PriorCorrectedClassifier(FREE, priors=np.bincount(y)).fit(
            *(np.repeat(each, 3 * y + 1, axis=0) for each in (X, y))
        )
    else:
        found = PriorCorrectedClassifier(clone(FREE).set_params(class_weight="balanced")).fit(X, y)
        assert found.fitted_priors_.tolist() == pytest.approx([0.5, 0.5])
        assert class_weights(y)[1] / class_weights(y)[0] == pytest.approx(9)
    n = np.bincount(y)
    np.testing.assert_allclose(found.priors_, n / n.sum())
    if weighted != "balanced":
        np.testing.assert_allclose(found.fitted_priors_, n * [1, 4] / (n * [1, 4]).sum())
    np.testing.assert_allclose(found.predict_proba(X)[:, 1], FREE.fit(X, y).predict_proba(X)[:, 1], atol=0.1)
    assert found.predict_proba(X)[:, 1].mean() == pytest.approx(y.mean(), abs=0.005)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_after_imbalanced_learns_samplers_the_probabilities_are_those_of_the_population(sampler):
    """Mean and Brier score on new patients: right after the correction, far off before."""
    found = []
    for seed in range(10):
        (X, y), (new, truth) = patients(1000, seed), patients(2000, 10_000 + seed)
        pipeline = make_pipeline(StandardScaler(), sampler(random_state=seed), FREE)
        outside = PriorCorrectedClassifier(pipeline, "balanced").fit(X, y)
        p, raw = outside.predict_proba(new)[:, 1], outside.estimator_.predict_proba(new)[:, 1]
        plain = clone(FREE).fit(X, y).predict_proba(new)[:, 1]
        scores = [brier_score_loss(truth, each) for each in (p, raw, plain)]
        found.append([p.mean() - truth.mean(), raw.mean() - truth.mean(), *scores])
        inside = [*pipeline[:-1].steps, ("last", PriorCorrectedClassifier(FREE, priors={0: 9, 1: 1}))]
        assert type(pipeline)(inside).fit(X, y).predict_proba(new)[:, 1] == pytest.approx(p, abs=1e-9)
    bias, raw_bias, corrected, uncorrected, plain = np.mean(found, axis=0)
    assert abs(bias) < 0.01 < 0.1 < raw_bias
    assert plain - 0.001 < corrected < plain + 0.003 < 0.06 < uncorrected


def ring(n, seed):
    """Return rows of which those in a ring are ill with probability up to one half."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    chance = 0.5 / (1 + np.exp(9 - 3 * (X**2).sum(axis=1)))
    return X, (rng.random(n) < chance).astype(int)


def test_a_forest_on_copies_or_new_points_is_corrected_only_in_part():
    """Undersampling keeps the densities and independent rows; copies fill the leaves, and SMOTE makes new densities."""
    found = {sampler: [] for sampler in SAMPLERS}
    forest = RandomForestClassifier(30, min_samples_leaf=5, random_state=0)
    for seed in range(6):
        (X, y), (new, truth) = ring(1000, seed), ring(2000, 10_000 + seed)
        for sampler, rows in found.items():
            model = PriorCorrectedClassifier(make_pipeline(sampler(random_state=0), forest), "balanced").fit(X, y)
            p, raw = model.predict_proba(new)[:, 1], model.estimator_.predict_proba(new)[:, 1]
            rows.append([p.mean() - truth.mean(), brier_score_loss(truth, p) < brier_score_loss(truth, raw)])
    bias = {sampler: np.mean(rows, axis=0)[0] for sampler, rows in found.items()}
    assert np.all([better for rows in found.values() for _, better in rows])
    assert abs(bias[RandomUnderSampler]) < 0.008
    assert bias[RandomOverSampler] < -0.02
    assert bias[SMOTE] < -0.01


def test_of_deeper_trees_it_takes_back_more():
    means = {1: [], 20: []}
    for seed in range(5):
        (X, y), (new, _) = patients(1000, seed), patients(2000, 10_000 + seed)
        for rows, found in means.items():
            forest = RandomForestClassifier(30, class_weight="balanced", min_samples_leaf=rows, random_state=0)
            found.append(PriorCorrectedClassifier(forest).fit(X, y).predict_proba(new)[:, 1].mean())
    assert np.mean(means[1]) < np.mean(means[20]) - 0.01 < 0.09


def test_a_correction_that_is_made_twice_or_not_at_all_warns():
    for seed in range(10):
        X, y = patients(1000, seed)
        under = make_pipeline(RandomUnderSampler(random_state=0), LogisticRegression())
        calibrated, search = CalibratedClassifierCV(under), GridSearchCV(under, {"logisticregression__C": [1]}, cv=2)
        for twice_or_not in ((calibrated, "balanced"), (search, None)):
            with pytest.warns(UserWarning, match=r"class . has mean 0\..* but its prior is .* Check fitted_priors"):
                PriorCorrectedClassifier(*twice_or_not).fit(X, y)
        for right in ((calibrated, None), (search, "balanced"), (under, "balanced"), (BALANCED, None), (FREE, None)):
            PriorCorrectedClassifier(*right).fit(X, y)


def test_metadata_is_routed_to_the_estimator():
    X, y = patients(300)
    weights = np.where(y == 1, 9.0, 1.0)
    plain = PriorCorrectedClassifier(FREE).fit(X, y, sample_weight=weights)
    with sklearn.config_context(enable_metadata_routing=True):
        deep = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False), clone(FREE).set_fit_request(sample_weight=True)
        )
        routed = PriorCorrectedClassifier(deep).fit(X, y, sample_weight=weights)
        np.testing.assert_allclose(routed.predict_proba(X), plain.predict_proba(X), atol=1e-5)
        across = cross_val_predict(PriorCorrectedClassifier(clone(FREE).set_fit_request(sample_weight=True)), X, y,
                                   params={"sample_weight": weights}, method="predict_proba")  # fmt: skip
        assert across[:, 1].mean() == pytest.approx(y.mean(), abs=0.02)
        with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError):
            PriorCorrectedClassifier(FREE).fit(X, y, sample_weight=weights)


def test_names_kinds_and_searches():
    X, y = patients(300)
    frame, words = pd.DataFrame(X, columns=["a", "b"]), np.array(["healthy", "ill"])[y]
    model = PriorCorrectedClassifier(clone(FREE).set_params(class_weight="balanced"), priors={"ill": 1, "healthy": 9})
    model.fit(frame, pd.Series(words))
    assert model.classes_.tolist() == ["healthy", "ill"]
    assert model.priors_.tolist() == [0.9, 0.1]
    assert model.feature_names_in_.tolist() == ["a", "b"]
    dense = clone(model).fit(X, words).predict_proba(X)
    np.testing.assert_allclose(clone(model).fit(sparse.csr_array(X), words).predict_proba(X), dense, atol=1e-6)
    forest = RandomForestClassifier(5, class_weight="balanced_subsample", random_state=0)
    assert PriorCorrectedClassifier(forest).fit(X, y).fitted_priors_.tolist() == pytest.approx([0.5, 0.5])
    search = GridSearchCV(PriorCorrectedClassifier(FREE), {"estimator__class_weight": [{1: 9}, None]},
                          scoring="neg_brier_score").fit(X, y)  # fmt: skip
    assert np.ptp(search.cv_results_["mean_test_score"]) < 0.005  # with and without weights: much the same


# --- the sampler


FUNCTIONS = {"undersample": undersample, "oversample": oversample, "smote": smote}


@pytest.mark.parametrize("method", FUNCTIONS)
def test_the_step_is_the_function(method):
    X, y = patients(200)
    frame = pd.DataFrame(X, columns=["a", "b"])
    for table in (X, frame):
        same(Resampler(method, random_state=3).fit_resample(table, y), FUNCTIONS[method](table, y, random_state=3))
    assert isinstance((resampler := Resampler(method)).fit_resample(frame, y)[0], pd.DataFrame)
    assert resampler.feature_names_in_.tolist() == frame.columns.tolist()
    ours, theirs = (
        make_pipeline(StandardScaler(), step, LogisticRegression()).fit(X, y).predict_proba(X)
        for step in (Resampler(method, random_state=0),
                     dict(zip(FUNCTIONS, SAMPLERS, strict=True))[method](random_state=0))
    )  # fmt: skip
    np.testing.assert_array_equal(ours, theirs)


def test_the_step_takes_its_options_and_is_searched():
    X, y = patients(300)
    for strategy in (0.5, {1: 100}):
        assert (Resampler("smote", strategy, k_neighbors=1, random_state=0).fit_resample(X, y)[1] == 1).sum() >= 100
    one, five = (Resampler("smote", k_neighbors=k, random_state=0).fit_resample(X, y)[0] for k in (1, 5))
    assert not np.array_equal(one, five)
    pipeline = make_pipeline(Resampler(random_state=0), LogisticRegression())
    search = GridSearchCV(pipeline, {"resampler__method": list(FUNCTIONS)}, scoring="balanced_accuracy").fit(X, y)
    assert search.best_params_["resampler__method"] in FUNCTIONS
    assert clone(search.best_estimator_[0]).get_params()["sampling_strategy"] == "auto"


X, Y = patients(100)
SMOTED = make_pipeline(SMOTE(), LogisticRegression())
BALANCED = LogisticRegression(class_weight="balanced")
test_bad_input_is_refused = refused(
    [
        (lambda: correct_priors([[0.5, 0.5]], [1, 1, 1], [1, 1]), "fitted_priors must have one share for each of the"),
        (lambda: correct_priors([[0.5, 0.5]], [1, 1], [1]), "priors must have one share for each of the 2 classes; go"),
        (lambda: correct_priors([[0.5, 0.5]], [0, 1], [1, 1]), "fitted_priors must be above 0; got 0"),
        (lambda: correct_priors([[0.5, 0.5]], [1, 1], [-1, 2]), r"priors must be in \[0, inf\); got -1"),
        (lambda: correct_priors([[0.5, 0.5]], [1, 1], [0, 0]), "priors must be above 0 for a class of each row"),
        (lambda: correct_priors([[0, 0]], [1, 1], [1, 1]), "priors must be above 0 for a class of each row"),
        (lambda: correct_priors([0.5, 0.5], [1, 1], [1, 1]), "probabilities must have 2 axes"),
        (lambda: correct_priors([[0.5, 1.5]], [1, 1], [1, 1]), r"probabilities must be in \[0, 1\]; got 1.5"),
        (
            lambda: PriorCorrectedClassifier(GridSearchCV(BALANCED, {"C": [1]})).fit(X, Y),
            "if weights stand furth",
        ),
        (lambda: PriorCorrectedClassifier(SMOTED).fit(X, Y), "fitted_priors must be given if the estimator resamples"),
        (lambda: PriorCorrectedClassifier(FREE, "balanced").fit(X, Y), "fitted_priors must be None where nothing chan"),
        (lambda: PriorCorrectedClassifier(BalancedRandomForestClassifier()).fit(X, Y), "fitted_priors must be given"),
        (lambda: PriorCorrectedClassifier(LinearSVC()).fit(X, Y), "estimator must be a classifier with predict_proba"),
        (lambda: PriorCorrectedClassifier(FREE, "equal").fit(X, Y), "fitted_priors must be one of 'balanced'; got '"),
        (lambda: PriorCorrectedClassifier(FREE, priors=[1, 0]).fit(X, Y), "priors must have a share above 0 for each"),
        (lambda: PriorCorrectedClassifier(FREE, priors=[0.3, 0.3]).fit(X, Y), r"priors must sum to 1; got .*to 0\.6"),
        (lambda: PriorCorrectedClassifier(FREE, fitted_priors={0: 0.9, 1: 0.9}).fit(X, Y), "fitted_priors must sum to"),
        (lambda: PriorCorrectedClassifier(FREE, priors={1: 1}).fit(X, Y), r"priors must name the classes \[0, 1\]; g"),
        (lambda: PriorCorrectedClassifier(BALANCED).fit(X, Y, sample_weight=Y + 1), "fitted_priors must be given with"),
        (lambda: PriorCorrectedClassifier(FREE).fit(X, Y, speed=1), "fit must be given X, y and sample_weight only;"),
        (lambda: PriorCorrectedClassifier(FREE, priors=[1, 1]).fit(X, Y, sample_weight=Y), "sample_weight must leave"),
        (lambda: PriorCorrectedClassifier(FREE).predict_proba(X), "not fitted yet"),
        (lambda: Resampler("both").fit_resample(X, Y), "method must be one of 'undersample', 'oversample', 'smote'"),
        (lambda: Resampler(sampling_strategy=3).fit_resample(X, Y), r"sampling_strategy must be in \(0, 1\]; got 3"),
        (lambda: Resampler("smote", k_neighbors=0).fit_resample(X, Y), r"k_neighbors must be in \[1, inf\]; got 0"),
    ]
)
