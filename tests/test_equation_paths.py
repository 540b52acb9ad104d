"""The code that a lesson shows is the code that runs: each numbered equation lies on the path of its estimator."""

import functools
import importlib
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier

import tiws_teach as tt
from tiws_teach.course._equations import equations, explained
from tools import size

ROWS = pd.DataFrame({"color": list("rrggbbrgb"), "size": list("SMSMSMLLL"), "shape": list("oxxoxoxox")})
MANY = pd.concat([ROWS] * 4, ignore_index=True)
NEW = pd.DataFrame({"color": ["p", "p"], "size": ["S", "M"], "shape": ["o", "x"]})
Y = np.array([1, 0, 0, 1, 1, 0, 1, 0, 1])
POINTS = np.random.default_rng(0).normal(size=(24, 3))
CLASSES = np.arange(24) % 2
LABELS = (POINTS + np.random.default_rng(1).normal(size=(24, 3)) > 0).astype(int)
TEXTS = ["good film", "bad plot", "bad film", "good fun", "bad bad plot", "film"] * 4
CODES = ["1110", "1210", "1210", "1110", "1210", "1310"] * 4


def tiws(**options):
    """Fit and transform with an unseen category."""
    encoder = tt.TIWSEncoder.of_paper(**options).fit(ROWS, Y, X_unlabeled=NEW)
    return encoder.transform(NEW)


CALLS = {
    "TIWSEncoder": lambda: tiws(smooth="auto"),
    "TIWSEncoder, conditional": lambda: tiws(similarity="conditional"),
    "TIWSEncoder, hellinger": lambda: tiws(similarity="hellinger"),
    "TIWSEncoder, regression": lambda: tiws(baseline="regression"),
    "TIWSEncoder, by default": lambda: tt.TIWSEncoder(min_rows=1).fit(ROWS, Y, X_unlabeled=NEW),
    "tiws_intervals, conformal": lambda: tt.tiws_intervals(MANY, np.tile(Y, 4), NEW, "color", "p", method="conformal"),
    "JitterTreeClassifier": lambda: tt.JitterTreeClassifier().fit(ROWS, Y).predict_proba(NEW),
    "WCTFIDFVectorizer": lambda: tt.WCTFIDFVectorizer(max_features=4).fit_transform(TEXTS, CODES),
    "KCNNClassifier": lambda: tt.KCNNClassifier(2).fit(POINTS, CLASSES).predict_proba(POINTS),
    "EKCNNClassifier": lambda: tt.EKCNNClassifier(2).fit(POINTS, CLASSES).predict_proba(POINTS),
    "LMKNNClassifier": lambda: tt.LMKNNClassifier(2).fit(POINTS, CLASSES).predict(POINTS),
    "MLMKHNNClassifier": lambda: tt.MLMKHNNClassifier(2).fit(POINTS, CLASSES).predict(POINTS),
    "NLDDClassifier": lambda: tt.NLDDClassifier(BernoulliNB()).fit(POINTS, LABELS).score(POINTS, LABELS),
    "LocalOutlierFactor": lambda: tt.LocalOutlierFactor(3).fit(POINTS),
    "LocalOutlierFactor, equal rows": lambda: tt.LocalOutlierFactor(3).fit(np.repeat(POINTS, 3, axis=0)),
    "smote": lambda: tt.smote(POINTS[:20], (np.arange(20) % 4 == 0).astype(int), k_neighbors=2),
    "distribution_shift": lambda: (
        tt.distribution_shift(
            POINTS[:12], POINTS[12:], estimators={"kNN": KNeighborsClassifier(3)}, n_permutations=19, random_state=0
        ).weights
    ),
    "forward_selection": lambda: tt.forward_selection(BernoulliNB(), POINTS, CLASSES),
    "backward_selection": lambda: tt.backward_selection(BernoulliNB(), POINTS, CLASSES),
    "NearestNeighborCoder": lambda: tt.NearestNeighborCoder().fit(TEXTS, CODES).confidence(TEXTS),
    "HybridCoder": lambda: tt.HybridCoder().fit(TEXTS, CODES).predict(TEXTS),
    "threshold_for": lambda: tt.threshold_for(tt.NearestNeighborCoder(), TEXTS, CODES, accuracy=0.5, cv=2),
    "production_curve": lambda: tt.production_curve([0.9, 0.5], np.array([True, False])).accuracy_at(1),
}
OF = {  # chapter and what computes with its equations
    "2": "TIWSEncoder|tiws_intervals|Jitter",
    "3": "WCTFIDF",
    "4": "NNClassifier",
    "5": "NLDD",
    "6": "LocalOutlierFactor",
    "10": "distribution_shift",
    "12": "selection",
    "13": "Coder|threshold_for|production_curve",
}
ALONE = {  # functions that people call, which no method takes part in: measures, counts, and a textbook's weight
    *("hamming_loss", "multilabel_accuracy", "f_measure"),
    *("textbook_tf_idf", "number_of_fits", "one_standard_error"),
}


@pytest.fixture(scope="module")
def reached():
    """Return the equations that the calls enter."""
    numbers = {}
    for each in equations():
        file = str(Path(each.path).relative_to(size.ROOT / "tiws_teach"))
        numbers[file, each.function] = each.number
    found = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # tables as small as these are warned of
        for call in CALLS.values():
            found |= {numbers.get(entered) for entered in size.passed_through(call)}
    return found - {None}


def test_every_equation_lies_on_the_path_of_its_estimator_or_says_what_runs_instead(reached):
    found = [each for each in equations() if each.number.partition(".")[0] in OF and each.function not in ALONE]
    assert {each.number for each in found} - reached == {each.number for each in found if each.instead}


@pytest.mark.parametrize("equation", [each for each in equations() if each.instead], ids=lambda each: each.number)
def test_what_runs_instead_exists_and_has_a_reason(equation):
    name, _, reason = equation.instead.partition("`, because ")
    module, *path = name.removeprefix("`").split(".")
    assert functools.reduce(getattr, path, importlib.import_module(f"tiws_teach.{module}")) is not None
    assert len(reason.split()) > 4
    assert f"runs as: {equation.instead}" in explained(equation.number)


def test_a_function_that_stands_alone_is_public_and_an_equation():
    assert {each.function for each in equations()} >= ALONE
    assert set(dir(tt)) >= ALONE
