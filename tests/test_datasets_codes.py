"""make_codes: the tree, the popularity, and rates and profiles that are inherited."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tiws_teach.datasets import make_codes


def test_tree_and_columns():
    simulated = make_codes(500, random_state=0)
    data, codes = simulated.data, simulated.codes
    assert data.columns.to_list() == ["chapter", "group", "code", "x_1", "x_2", "x_3"]
    assert simulated.frame.columns.to_list() == [*data.columns, "y"]
    assert len(data) == 500
    assert len(codes) == 18 * 4 * 3
    assert codes["chapter"].nunique() == 18
    assert codes["group"].nunique() == 72
    assert data["code"].str.fullmatch(r"[A-R]\d\d\.\d").all()
    assert (data["code"].str[:3] == data["group"]).all()
    assert (data["group"].str[0] == data["chapter"]).all()
    assert codes["count"].to_dict() == data["code"].value_counts().reindex(codes.index, fill_value=0).to_dict()
    assert set(simulated.target) == {0, 1}


def test_most_codes_are_rare():
    codes = make_codes(2000, random_state=1).codes
    expected = 1 / np.arange(1, len(codes) + 1)
    np.testing.assert_allclose(np.sort(codes["popularity"])[::-1], expected / expected.sum())
    assert codes["count"].median() <= 4
    assert codes["count"].max() >= 250


def test_zipf_zero_makes_all_alike():
    assert make_codes(10, zipf=0, random_state=0).codes["popularity"].to_numpy().std() < 1e-15


def test_rows_follow_the_truth():
    simulated = make_codes(120_000, n_chapters=2, n_groups=2, n_codes=2, zipf=0, random_state=2)
    found = simulated.target.groupby(simulated.data["code"]).mean()
    np.testing.assert_allclose(found, simulated.rates["code"], atol=0.02)
    for companion, profile in simulated.profiles.items():
        shares = pd.crosstab(simulated.data["code"], simulated.data[companion], normalize="index")
        np.testing.assert_allclose(shares.reindex(columns=profile.columns, fill_value=0), profile, atol=0.02)


def test_rates_of_groups_and_chapters_are_means_by_popularity():
    simulated = make_codes(50, random_state=3)
    codes = simulated.codes
    for level in ("chapter", "group"):
        for name, rows in codes.groupby(level):
            expected = np.average(rows["rate"], weights=rows["popularity"])
            assert simulated.rates[level][name] == pytest.approx(expected)
    pd.testing.assert_series_equal(simulated.rates["code"], codes["rate"])


def spread_within(simulated, level):
    logit = np.log(simulated.codes["rate"] / (1 - simulated.codes["rate"]))
    return (logit - logit.groupby(simulated.codes[level]).transform("mean")).std()


def test_codes_are_like_their_group_and_groups_like_their_chapter():
    simulated = make_codes(10, n_chapters=26, n_groups=20, n_codes=5, random_state=4)
    rates = simulated.codes["rate"]
    whole = np.log(rates / (1 - rates)).std()
    within_group, within_chapter = (spread_within(simulated, level) for level in ("group", "chapter"))
    # deviations .8, .4, .2: sqrt(.84) = .917 in all, sqrt(.2) = .447 within a chapter, .2 within a group
    assert within_group == pytest.approx(0.2 * np.sqrt(4 / 5), rel=0.06)
    assert within_chapter == pytest.approx(np.sqrt(0.2), rel=0.06)
    assert whole == pytest.approx(np.sqrt(0.84), rel=0.25)
    profile = simulated.profiles["x_1"]
    within = (profile - profile.groupby(simulated.codes["group"]).transform("mean")).to_numpy().std()
    assert within < 0.5 * profile.to_numpy().std()
    np.testing.assert_allclose(profile.sum(axis=1), 1)


def test_no_spread_and_high_fidelity_make_a_chapter_uniform():
    simulated = make_codes(10, spread=(1, 0, 0), fidelity=1e9, random_state=5)
    assert spread_within(simulated, "chapter") < 1e-9
    profile = simulated.profiles["x_2"]
    assert profile.groupby(simulated.codes["chapter"]).std().max(axis=None) < 1e-3


def test_extreme_parameters_stay_finite():
    simulated = make_codes(100, concentration=1e-3, fidelity=1e-3, base_rate=0.999, random_state=6)
    for profile in simulated.profiles.values():
        assert np.isfinite(profile.to_numpy()).all()
        np.testing.assert_allclose(profile.sum(axis=1), 1)


def test_random_state():
    first, second = (make_codes(200, random_state=np.random.default_rng(1)) for _ in range(2))
    pd.testing.assert_frame_equal(first.frame, second.frame)
    pd.testing.assert_frame_equal(first.frame, make_codes(200, random_state=1).frame)
    assert not make_codes(200).frame.equals(make_codes(200).frame)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_samples": 0}, r"n_samples must be in \[1, inf\]; got 0"),
        ({"n_chapters": 27}, r"n_chapters must be in \[1, 26\]; got 27"),
        ({"n_groups": 101}, r"n_groups must be in \[1, 100\]; got 101"),
        ({"n_codes": 11}, r"n_codes must be in \[1, 10\]; got 11"),
        ({"n_companions": 0}, "n_companions must be in"),
        ({"n_categories": 1}, r"n_categories must be in \[2, 26\]; got 1"),
        ({"zipf": -1}, "zipf must be in"),
        ({"base_rate": 0}, r"base_rate must be in \[0.001, 0.999\]; got 0"),
        ({"spread": (1, 2)}, r"spread must have three entries, for chapters, groups and codes; got \(1, 2\)"),
        ({"spread": (1, 2, -1)}, "each of spread must be in"),
        ({"concentration": 0}, "concentration must be in"),
        ({"fidelity": 0}, "fidelity must be in"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(ValueError, match=message):
        make_codes(**options)
