"""What every generator keeps to: its frame, its card, its seeds, and what it says of bad input."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from tiws_teach import datasets
from tiws_teach.datasets import describe
from tiws_teach.datasets._cards import card_names, read_card

GENERATED = [name for name in card_names() if read_card(name).kind == "generated"]


def make(name, **options):
    return getattr(datasets, f"make_{name}")(**options)


@pytest.mark.parametrize("name", GENERATED)
def test_the_frame_is_the_data_beside_the_target_and_nothing_can_be_replaced(name):
    simulated = make(name, random_state=0)
    pd.testing.assert_frame_equal(simulated.frame, pd.concat([simulated.data, simulated.target], axis=1))
    assert simulated.frame.index.equals(pd.RangeIndex(len(simulated.data)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        simulated.target = None


@pytest.mark.parametrize("name", GENERATED)
def test_the_card_names_the_generator_and_every_target(name):
    assert f"`make_{name}`" in describe(name)
    assert read_card(name).counts == {}
    target = make(name, random_state=0).target
    first = target.name if isinstance(target, pd.Series) else target.columns[0]
    assert f"`{first}`" in describe(name)
    assert name != "tide" or "decimetres" in describe(name)


@pytest.mark.parametrize("name", GENERATED)
@pytest.mark.parametrize("seed", [0, 5])
def test_random_state(name, seed):
    first, second = (make(name, random_state=seed).frame for _ in range(2))
    pd.testing.assert_frame_equal(first, second)
    rng = np.random.default_rng(seed)
    third, fourth = (make(name, random_state=rng).frame for _ in range(2))
    pd.testing.assert_frame_equal(first, third)
    assert not third.equals(fourth)
    assert not make(name).frame.equals(make(name).frame)
    for wrong in ("seed", -1, True, 0.5, np.random.RandomState(0)):
        with pytest.raises(TypeError, match=r"random_state must be a whole number >= 0, a numpy\.random\.Generator or"):
            make(name, random_state=wrong)


OUT_OF_BOUNDS = {
    "codes": "n_samples=0 n_chapters=27 n_groups=101 n_codes=11 n_companions=0 n_categories=1 zipf=-1 base_rate=0 "
    "concentration=0 fidelity=0",
    "gaussian_classes": "n_samples=0 spread=0",
    "job_answers": "n_samples=0 zipf=-1 noise=1.5 repeats=1",
    "labelsets": "n_labels=13 correlation=-0.1 share=1.5 signal=-1 n_noise=-1 n_samples=0",
    "overlapping_classes": "n_samples=1 ratio=0.5 overlap=0 overlap=1.1 n_features=0 label_noise=0.6",
    "reviews": "n_reviews=1 positive_share=0 positive_share=1 purity=1.1 shared=-0.1 sentences=0 zipf=-1",
    "tide": "n_samples=0 amplitude=-1 noise=-1",
    "unseen_category": "n_unseen=0 concentration=0 deviation=2",
}


@pytest.mark.parametrize(
    ("name", "argument", "value"),
    [(name, *pair.split("=")) for name, pairs in OUT_OF_BOUNDS.items() for pair in pairs.split()],
)
def test_a_number_out_of_bounds_is_told(name, argument, value):
    with pytest.raises(ValueError, match=rf"^{argument} must be in [\[(].*[\])]; got {value}\."):
        make(name, **{argument: float(value) if "." in value else int(value)})


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("codes", {"spread": (1, 2)}, r"spread must have three entries, for chapters, groups and codes; got \(1, 2\)"),
        ("codes", {"spread": (1, 2, -1)}, "each of spread must be in"),
        ("gaussian_classes", {"centers": [[[0, 0]]]}, "centers must have an entry for each of at least 2 .*; got 1"),
        ("gaussian_classes", {"centers": [[[0, 0]], [[1]]]}, "centers must have the same number of features"),
        ("gaussian_classes", {"centers": [[0, 0], [1, 1]]}, "centers must hold a table of finite numbers"),
        ("gaussian_classes", {"centers": [[[0, np.nan]], [[1, 1]]]}, "centers must hold a table of finite numbers"),
        ("gaussian_classes", {"priors": [0.5, 0.6]}, "priors must be 2 positive numbers that sum to 1"),
        ("gaussian_classes", {"priors": [1.0, 0.0]}, "priors must be 2 positive numbers"),
        ("gaussian_classes", {"priors": [1 / 3] * 3}, "priors must be 2 positive numbers"),
        ("overlapping_classes", {"n_samples": 10, "ratio": 99}, "ratio must leave a row of class 1 among 10; got 99."),
        ("tide", {"design": "odd"}, "design must be one of 'even', 'random'; got 'odd'"),
        ("unseen_category", {"case": "weak"}, "case must be one of 'strong', 'slight', 'mix', 'random'; got 'weak'"),
        ("unseen_category", {"sizes": (10, 10)}, r"sizes must have 2 \+ n_unseen = 3 entries; got \(10, 10\)"),
        ("unseen_category", {"sizes": 1000}, r"sizes must have 2 \+ n_unseen = 3 entries; got 1000"),
        ("unseen_category", {"n_categories": 3}, "n_categories must name at least one companion feature; got 3"),
        ("unseen_category", {"sizes": (10, 10, 0)}, r"each of sizes must be in \[1, inf\]; got 0"),
        ("unseen_category", {"n_categories": ()}, "n_categories must name at least one companion"),
        ("unseen_category", {"n_categories": (2, 1)}, r"each of n_categories must be in \[2, 26\]; got 1"),
        ("unseen_category", {"outcome": "text"}, "outcome must be one of 'binary', 'numeric'"),
        ("unseen_category", {"expectations": (0.5, 1.5)}, r"each of expectations must be in \[0, 1\]; got 1.5"),
        ("unseen_category", {"expectations": (0.5,)}, "expectations must have two entries"),
        ("unseen_category", {"profiles": {"A": []}}, "profiles must have the keys 'A' and 'B'"),
        ("unseen_category", {"profiles": {"A": [[1.0]], "B": [[1.0]]}}, "profiles must be two lists of vectors of len"),
        (
            "unseen_category",
            {"n_categories": (2,), "profiles": {"A": [[0.5, 0.6]], "B": [[0.5, 0.5]]}},
            r"profiles must hold probabilities that sum to 1; got \[0\.5 0\.6\]",
        ),
        ("unseen_category", {"profiles": {}, "case": "random"}, 'profiles must be None in the case "random"'),
    ],
)
def test_bad_input(name, options, message):
    with pytest.raises(ValueError, match=message):
        make(name, **options)


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("codes", "n_samples"),
        ("labelsets", "n_labels"),
        ("reviews", "sentences"),
        ("unseen_category", "n_unseen_features"),
    ],
)
def test_a_count_that_is_no_whole_number(name, argument):
    with pytest.raises(TypeError, match=f"{argument} must be a whole number"):
        make(name, **{argument: 1.5})
