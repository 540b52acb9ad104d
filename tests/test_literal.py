"""The literal versions: short files of plain loops, and the equations that no method's own test holds to them."""

import ast
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import pairwise_distances
from test_floors import LONGEST_FUNCTION, code_lines, sources

from tiws_teach import (
    bayes_posteriors,
    f1,
    is_neighbor,
    k_distance,
    log_likelihood,
    misclassification_probability,
    neighborhood,
    optimism,
    precision,
    recall,
    smoother_parts,
    unseen_estimates,
    variance_of_average,
)
from tiws_teach.literal import bias_variance, kcnn, lof, metrics, multilabel_nldd, tiws, tiws_similarities
from tiws_teach.tiws.similarities import smoothed_shares, standard_shares

LONGEST = 150
SEEDS = range(20)
FILES = dict(sources("literal"))


def strange(text: str) -> list[str]:
    """Return what a literal file imports besides the standard library, numpy and its neighbours."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [node.module or "." if isinstance(node, ast.ImportFrom) else node.names[0].name for node in nodes]
    allowed = {*sys.stdlib_module_names, "numpy"}
    return [name for name in names if name.partition(".")[0] not in allowed and ".literal." not in name]


@pytest.mark.parametrize("path", FILES, ids=lambda path: Path(path).stem)
def test_a_literal_file_reads_in_one_sitting_and_stands_alone(path):
    text = FILES[path]
    assert len(text.splitlines()) <= LONGEST, f"{path}: split it at {LONGEST} lines, by method"
    assert strange(text) == []
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    assert {f.name: code_lines(f, text) for f in functions if code_lines(f, text) > LONGEST_FUNCTION} == {}


def test_a_strange_import_is_found():
    assert strange("import scipy.special\nfrom tiws_teach.tiws import aggregate\nimport math") == [
        "scipy.special",
        "tiws_teach.tiws",
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_equations_are_their_literal_versions(seed):
    rng = np.random.default_rng(seed)
    densities, sizes = rng.random(3), rng.integers(1, 9, 3)
    np.testing.assert_allclose(bayes_posteriors([densities], sizes)[0], kcnn.bayes(densities, sizes.tolist()))

    b, dx, dy = rng.normal(size=3), *rng.random(2)
    theta = multilabel_nldd.misclassification(b.tolist(), dx, dy)
    assert misclassification_probability(dx, dy, b) == pytest.approx(theta)

    dx, dy, losses = rng.random(6), rng.random(6), rng.integers(0, 4, 6)
    expected = multilabel_nldd.log_likelihood(b.tolist(), dx.tolist(), dy.tolist(), losses.tolist(), 3)
    assert log_likelihood(b[0] + b[1] * dx + b[2] * dy, losses, 3) == pytest.approx(expected)

    w, y = rng.random(4), rng.normal(size=4)
    assert unseen_estimates([w], y)[0] == pytest.approx(tiws.unseen_estimate(w.tolist(), y.tolist()))

    counts = rng.integers(0, 5, (3, 4))
    exact = [[Fraction(int(f)) for f in line] for line in counts]
    np.testing.assert_allclose(smoothed_shares(counts), np.array(tiws_similarities.smoothed_shares(exact), dtype=float))
    counts += 1  # no empty row
    shares = [[f / sum(line) for f in line] for line in counts.tolist()]
    np.testing.assert_allclose(standard_shares(counts.astype(float)), tiws.column_z_scores(shares), atol=1e-9)

    true, predicted = rng.integers(0, 2, 9).tolist(), rng.integers(0, 2, 9).tolist()
    for equation, literal in ((precision, metrics.precision), (recall, metrics.recall), (f1, metrics.f1)):
        found = equation(true, predicted, labels=[0, 1], pos_label=1)
        assert found == pytest.approx(float(literal(true, predicted, 1)))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_neighbourhood_that_is_searched_is_the_one_that_is_defined(seed):
    rng = np.random.default_rng(seed)
    X, k = rng.integers(0, 4, (12, 2)), int(rng.integers(1, 8))
    found = [sorted(neighborhood(X, k).of(i).tolist()) for i in range(12)]
    distances = pairwise_distances(X)
    np.fill_diagonal(distances, np.inf)  # a point is no neighbour of itself
    near = is_neighbor(distances, k_distance(X, k)[:, np.newaxis])
    assert found == [np.flatnonzero(line).tolist() for line in near]
    assert found == [sorted(lof.neighborhood(X.tolist(), i, k)) for i in range(12)]


@pytest.mark.parametrize("seed", SEEDS)
def test_bias_and_variance_in_closed_form_are_their_literal_versions(seed):
    rng = np.random.default_rng(seed)
    weights, row_truth, truth = rng.normal(size=(4, 4)), rng.normal(size=4), rng.normal(size=4)
    table = smoother_parts(weights, row_truth, truth, 0.7)
    expected = [bias_variance.smoother_parts(w, row_truth, f, 0.7) for w, f in zip(weights, truth, strict=True)]
    np.testing.assert_allclose(table[["squared_bias", "variance"]], expected)
    assert optimism(weights, 0.7) == pytest.approx(bias_variance.optimism(weights.tolist(), 0.7))

    v, rho, n = Fraction(int(rng.integers(1, 99))), float(rng.random()), int(rng.integers(1, 9))
    assert variance_of_average(float(v), rho, n) == pytest.approx(bias_variance.variance_of_average([v] * n, rho))
