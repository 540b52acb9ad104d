"""make_unseen_category: its truth, its sizes, and the poster's finding by a literal computation."""

from __future__ import annotations

import dataclasses
import statistics
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from tiws_teach.datasets import make_unseen_category


def z_scores(values):
    if max(values) == min(values):
        return [0.0] * len(values)
    mean, deviation = statistics.mean(values), statistics.stdev(values)
    return [(value - mean) / deviation for value in values]


def similarity_to_seen(data, feature, unseen):
    """The poster's s(unseen, A) and s(unseen, B), cell by cell."""
    categories = sorted(set(data[feature]))
    words = [(other, word) for other in data if other != feature for word in sorted(set(data[other]))]
    counts = Counter(
        (category, other, word)
        for other in data
        if other != feature
        for category, word in zip(data[feature], data[other], strict=True)
    )
    documents = [[float(counts[category, *word]) for word in words] for category in categories]
    term = [z_scores(row) for row in documents]
    inverse = list(zip(*(z_scores(column) for column in zip(*documents, strict=True)), strict=True))
    h = {
        category: [t * i for t, i in zip(term[row], inverse[row], strict=True)]
        for row, category in enumerate(categories)
    }

    def similarity(first, second):
        dot = sum(a * b for a, b in zip(h[first], h[second], strict=True))
        lengths = [sum(a * a for a in h[category]) ** 0.5 for category in (first, second)]
        return 0.5 if 0 in lengths else 0.5 + 0.5 * dot / lengths[0] / lengths[1]

    return similarity(unseen, "A"), similarity(unseen, "B")


def run(n_runs, **options):
    """Return how often A is the more similar one, and A's mean weight."""
    rng = np.random.default_rng(7)
    pairs = [
        similarity_to_seen(make_unseen_category(random_state=rng, **options).data, "group", "C") for _ in range(n_runs)
    ]
    return sum(a >= b for a, b in pairs), statistics.mean(a / (a + b) for a, b in pairs)


def test_strong_case_of_the_poster():
    picked, weight = run(100, profiles=make_unseen_category("strong", random_state=4).profiles["group"])
    assert picked == 100
    assert weight == pytest.approx(0.641, abs=0.03)


def test_strong_case_over_fresh_profiles():
    picked, weight = run(100)
    assert picked >= 92
    assert weight == pytest.approx(0.641, abs=0.03)


def test_no_relation_is_a_coin_toss():
    picked, weight = run(100, case="random")
    assert 35 <= picked <= 65
    assert weight == pytest.approx(0.5, abs=0.06)


def test_size_decides():
    picked, _ = run(30, sizes=(600, 300, 100))
    assert picked <= 3


def test_default_sizes_and_columns():
    simulated = make_unseen_category(random_state=0)
    assert simulated.data.columns.to_list() == ["group", *(f"x_{j}" for j in range(1, 8))]
    assert simulated.data["group"].value_counts().to_dict() == {"A": 334, "B": 333, "C": 333}
    assert [simulated.data[f"x_{j}"].nunique() for j in range(1, 8)] == [2, 2, 2, 3, 3, 3, 3]
    assert simulated.is_train.equals(simulated.data["group"].ne("C").rename("is_train"))
    assert simulated.copies == {"group": {"C": "A"}}
    assert simulated.frame.columns.to_list() == [*simulated.data.columns, "y"]
    assert set(simulated.target) == {0, 1}
    with pytest.raises(dataclasses.FrozenInstanceError):
        simulated.target = None


@pytest.mark.parametrize(
    ("case", "kinds"),
    [
        ("strong", ("strong",) * 7),
        ("slight", ("slight",) * 7),
        ("mix", ("strong", "slight", "none", "strong", "slight", "none", "strong")),
        ("random", ("none",) * 7),
    ],
)
def test_profiles_follow_the_case(case, kinds):
    simulated = make_unseen_category(case, deviation=0.25, random_state=3)
    strong = make_unseen_category("strong", random_state=3).profiles["group"]
    profiles = simulated.profiles["group"]
    assert simulated.differences == kinds
    weight = {"strong": 1.0, "slight": 0.25, "none": 0.0}
    for j, kind in enumerate(kinds):
        np.testing.assert_allclose(profiles["A"][j], strong["A"][j])
        np.testing.assert_allclose(
            profiles["B"][j], weight[kind] * strong["B"][j] + (1 - weight[kind]) * strong["A"][j]
        )
        np.testing.assert_array_equal(profiles["C"][j], profiles["A"][j])


def test_random_case_copies_nothing():
    simulated = make_unseen_category("random", n_unseen=2, expectations=(0.9, 0.3), random_state=0)
    assert simulated.copies == {"group": {"C": None, "D": None}}
    assert simulated.expectations["group"].to_dict() == pytest.approx({"A": 0.9, "B": 0.3, "C": 0.6, "D": 0.6})


def test_several_unseen_categories_copy_in_turn():
    simulated = make_unseen_category(n_unseen=3, sizes=(10, 20, 30, 40, 50), random_state=0)
    assert simulated.copies == {"group": {"C": "A", "D": "B", "E": "A"}}
    assert simulated.data["group"].value_counts().sort_index().tolist() == [10, 20, 30, 40, 50]
    assert simulated.expectations["group"].to_dict() == pytest.approx(
        {"A": 0.7, "B": 0.3, "C": 0.7, "D": 0.3, "E": 0.7}
    )
    assert simulated.is_train.sum() == 30
    profiles = simulated.profiles["group"]
    assert all(np.array_equal(d, b) for d, b in zip(profiles["D"], profiles["B"], strict=True))


def test_default_sizes_of_several_unseen_categories():
    simulated = make_unseen_category(n_unseen=5, random_state=0)
    assert simulated.data["group"].value_counts().sort_index().tolist() == [143] * 6 + [142]


def frequencies(values, categories):
    return values.value_counts(normalize=True).reindex(categories, fill_value=0).to_numpy()


def test_rows_follow_the_profiles():
    simulated = make_unseen_category(sizes=(30_000, 30_000, 30_000), random_state=1)
    for label in "ABC":
        rows = simulated.data["group"] == label
        for j, profile in enumerate(simulated.profiles["group"][label], start=1):
            found = frequencies(simulated.data.loc[rows, f"x_{j}"], list("abc"[: len(profile)]))
            np.testing.assert_allclose(found, profile, atol=0.012)  # four standard errors of a share of .5
        assert simulated.target[rows].mean() == pytest.approx(simulated.expectations["group"][label], abs=0.012)


def test_copies_stay_exact_with_several_features():
    simulated = make_unseen_category(
        n_unseen_features=2, n_unseen=2, sizes=(60_000, 20_000, 40_000, 30_000), random_state=2
    )
    assert simulated.data.columns[:2].to_list() == ["group", "group_2"]
    assert simulated.is_train.equals(
        (simulated.data[["group", "group_2"]].isin(["A", "B"])).all(axis=1).rename("is_train")
    )
    for feature in ("group", "group_2"):
        expected = simulated.expectations[feature]
        for label in "ABCD":
            rows = simulated.data[feature] == label
            assert simulated.target[rows].mean() == pytest.approx(expected[label], abs=0.015)
        for unseen, seen in simulated.copies[feature].items():
            assert expected[unseen] == expected[seen]
            for j in range(1, 8):
                pair = [
                    frequencies(simulated.data.loc[simulated.data[feature] == label, f"x_{j}"], list("abc"))
                    for label in (unseen, seen)
                ]
                np.testing.assert_allclose(*pair, atol=0.018)


def test_features_have_profiles_of_their_own():
    simulated = make_unseen_category(n_unseen_features=2, random_state=0)
    assert not np.allclose(simulated.profiles["group"]["A"][3], simulated.profiles["group_2"]["A"][3])


def test_numeric_outcome():
    simulated = make_unseen_category(outcome="numeric", expectations=(-5, 20), sizes=(4000,) * 3, random_state=0)
    means = simulated.target.groupby(simulated.data["group"]).agg(["mean", "std"])
    np.testing.assert_allclose(means["mean"], [-5, 20, -5], atol=0.08)
    np.testing.assert_allclose(means["std"], 1, atol=0.06)
    assert simulated.expectations["group"].tolist() == [-5, 20, -5]


def test_random_state():
    first, second = (make_unseen_category(random_state=5) for _ in range(2))
    pd.testing.assert_frame_equal(first.frame, second.frame)
    rng = np.random.default_rng(5)
    third, fourth = (make_unseen_category(random_state=rng) for _ in range(2))
    pd.testing.assert_frame_equal(first.frame, third.frame)
    assert not third.frame.equals(fourth.frame)
    assert not make_unseen_category().frame.equals(make_unseen_category().frame)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"case": "weak"}, ValueError, "case must be one of 'strong', 'slight', 'mix', 'random'; got 'weak'"),
        ({"sizes": (10, 10)}, ValueError, r"sizes must have 2 \+ n_unseen = 3 entries; got \(10, 10\)"),
        ({"sizes": 1000}, ValueError, r"sizes must have 2 \+ n_unseen = 3 entries; got 1000"),
        ({"n_categories": 3}, ValueError, "n_categories must name at least one companion feature; got 3"),
        ({"sizes": (10, 10, 0)}, ValueError, r"each of sizes must be in \[1, inf\]; got 0"),
        ({"n_categories": ()}, ValueError, "n_categories must name at least one companion"),
        ({"n_categories": (2, 1)}, ValueError, r"each of n_categories must be in \[2, 26\]; got 1"),
        ({"n_unseen": 0}, ValueError, r"n_unseen must be in \[1, 24\]; got 0"),
        ({"n_unseen_features": 1.5}, TypeError, "n_unseen_features must be a whole number"),
        ({"concentration": 0}, ValueError, "concentration must be in"),
        ({"deviation": 2}, ValueError, r"deviation must be in \[0, 1\]; got 2"),
        ({"outcome": "text"}, ValueError, "outcome must be one of 'binary', 'numeric'"),
        ({"expectations": (0.5, 1.5)}, ValueError, r"each of expectations must be in \[0, 1\]; got 1.5"),
        ({"expectations": (0.5,)}, ValueError, "expectations must have two entries"),
        ({"profiles": {"A": []}}, ValueError, "profiles must have the keys 'A' and 'B'"),
        ({"profiles": {"A": [[1.0]], "B": [[1.0]]}}, ValueError, "profiles must be two lists of vectors of lengths"),
        (
            {"n_categories": (2,), "profiles": {"A": [[0.5, 0.6]], "B": [[0.5, 0.5]]}},
            ValueError,
            r"profiles must hold probabilities that sum to 1; got \[0\.5 0\.6\]",
        ),
        ({"profiles": {}, "case": "random"}, ValueError, 'profiles must be None in the case "random"'),
        (
            {"random_state": "seed"},
            TypeError,
            "random_state must be a whole number >= 0, a numpy.random.Gen",
        ),
        ({"random_state": np.random.RandomState(0)}, TypeError, "random_state must be"),
    ],
)
def test_bad_input(options, error, message):
    with pytest.raises(error, match=message):
        make_unseen_category(**options)
