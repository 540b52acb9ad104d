"""tiws_intervals: the bootstrap and the jackknife, literally, and what they are not."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from oracles import tiws_encoding as oracle
from scipy.stats import norm

from methods.checks import refused
from methods.test_tiws_encoder import titanic
from methods.test_tiws_equations import T1, TRAIN, Y
from tiws_teach import tiws
from tiws_teach.tiws import TIWSEncoder, TIWSInterval

tiws_intervals = partial(tiws.tiws_intervals, encoder=TIWSEncoder.of_paper())


@pytest.fixture(scope="module")
def ports():
    """Titanic rows, Queenstown hidden: training rows, their target, the hidden rows."""
    people = titanic()
    hidden = people["embarked"] == "Q"
    X = people.drop(columns="survived")
    return X[~hidden], people.loc[~hidden, "survived"], X[hidden]


def rows_of(X):
    return [tuple(row) for row in X.to_numpy()]


def oracle_estimate(train, y, new, category="pink"):
    return oracle.estimates(rows_of(train), list(y), rows_of(new), 0)[category]


def test_the_estimate_is_the_encoders(ports):
    X, y, new = ports
    for method in ("bootstrap", "jackknife"):
        found = tiws_intervals(X, y, new, "embarked", "Q", method=method, n_resamples=10, random_state=0)
        assert isinstance(found, TIWSInterval)
        assert found.estimate == pytest.approx(0.520488, abs=1e-6)
        assert found.low < found.estimate < found.high
        assert (found.method, found.level, found.n_used) == (method, 0.95, 10)


def test_jackknife_by_loops():
    """With one group for each row, in whatever order, the jackknife has no randomness left."""
    n_train, n_rows = len(TRAIN), len(TRAIN) + len(T1)
    draws = []
    for out in range(n_rows):
        train = [i for i in range(n_train) if i != out]
        new = [i - n_train for i in range(n_train, n_rows) if i != out]
        draws.append(oracle_estimate(TRAIN.iloc[train], Y[train], T1.iloc[new]))
    error = np.sqrt((n_rows - 1) / n_rows * sum((draw - np.mean(draws)) ** 2 for draw in draws))
    for seed in (0, 1):
        found = tiws_intervals(TRAIN, Y, T1, "color", "pink", method="jackknife", level=0.9, random_state=seed)
        assert found.standard_error == pytest.approx(error, abs=1e-12)
        assert found.n_used == n_rows
        assert found.high - found.estimate == pytest.approx(norm.ppf(0.95) * error, abs=1e-12)
        assert found.estimate - found.low == pytest.approx(norm.ppf(0.95) * error, abs=1e-12)


def test_the_jackknife_divides_by_the_groups_that_give_an_estimate():
    """The group with the only row of the category gives none, so n - 1 groups are left: (m - 1) / m, with their m."""
    only = T1[T1["color"] == "pink"].iloc[:1]
    draws = [oracle_estimate(TRAIN.drop(TRAIN.index[out]), np.delete(Y, out), only) for out in range(len(TRAIN))]
    found = tiws_intervals(TRAIN, Y, only, "color", "pink", method="jackknife", random_state=0)
    m = found.n_used
    assert m == len(TRAIN) == len(draws)
    spread = sum((draw - np.mean(draws)) ** 2 for draw in draws)
    assert found.standard_error == pytest.approx(np.sqrt((m - 1) / m * spread), abs=1e-12)
    assert spread > 1e-6


def test_bootstrap_by_loops():
    rng = np.random.RandomState(7)
    draws = []
    for _ in range(30):
        train, new = rng.randint(len(TRAIN), size=len(TRAIN)), rng.randint(len(T1), size=len(T1))
        draws.append(oracle_estimate(TRAIN.iloc[train], Y[train], T1.iloc[new]))
    found = tiws_intervals(TRAIN, Y, T1, "color", "pink", n_resamples=30, level=0.8, random_state=7)
    assert found.standard_error == pytest.approx(np.std(draws, ddof=1), abs=1e-12)
    assert [found.low, found.high] == pytest.approx(np.quantile(draws, [0.1, 0.9]), abs=1e-12)
    assert found.n_used == 30


def test_same_seed_same_interval_and_a_higher_level_is_wider(ports):
    X, y, new = ports

    def interval(**options):
        return tiws_intervals(X, y, new, "embarked", "Q", n_resamples=30, **options)

    assert interval(random_state=0) == interval(random_state=0) != interval(random_state=1)
    narrow, wide = interval(random_state=0, level=0.5), interval(random_state=0, level=0.95)
    assert wide.low < narrow.low < narrow.high < wide.high
    assert wide.standard_error == narrow.standard_error


def test_the_encoder_carries_the_options_and_is_left_alone(ports):
    X, y, new = ports
    encoder = TIWSEncoder.of_paper(similarity="hellinger", sharpness=4)
    before = dict(vars(encoder))
    found = tiws_intervals(X, y, new, "embarked", "Q", encoder=encoder, n_resamples=5, random_state=0)
    fitted = TIWSEncoder.of_paper(similarity="hellinger", sharpness=4).fit(X, y, X_unlabeled=new)
    assert found.estimate == pytest.approx(fitted.transform(new)[0, 0], abs=1e-12)
    assert vars(encoder) == before


def test_a_number_that_only_helps_is_not_told_of(ports):
    (X, y, new), encoder = ports, TIWSEncoder(encode=["embarked"])
    X, new = (table.assign(fare=np.sqrt(np.arange(len(table)))) for table in (X, new))
    found = tiws_intervals(X, y, new, "embarked", "Q", encoder=encoder, n_resamples=2, random_state=0)
    assert found.estimate == encoder.fit(X, y, X_unlabeled=new).transform(new)[0, 0]


def test_classes_are_told_apart_once_for_all_resamples():
    """A resample of one class only must not take that class for the last one."""
    X = pd.DataFrame({"c": list("aabb"), "d": list("uvuv")})
    new = pd.DataFrame({"c": ["z"] * 4, "d": list("uuvv")})
    words = ["died", "died", "died", "survived"]
    as_words = tiws_intervals(X, words, new, "c", "z", random_state=0)
    as_numbers = tiws_intervals(X, [0, 0, 0, 1], new, "c", "z", random_state=0)
    assert as_words == as_numbers
    assert as_words.low == 0  # some resamples have nobody who survived


def test_a_continuous_target_stays_one_in_every_resample():
    y = [1.0, 2.0, 3.0, 2.0, 1.0, 3.0, 1.5, 2.0]  # many resamples miss the 1.5
    found = tiws_intervals(TRAIN, y, T1, "color", "pink", n_resamples=40, random_state=0)
    assert found.n_used == 40
    assert 1 <= found.low <= found.high <= 3


def test_resamples_without_the_category_are_left_out_and_told():
    new = pd.concat([T1.iloc[:1], T1.assign(color="red")])
    found = tiws_intervals(TRAIN, Y, new, "color", "pink", n_resamples=60, random_state=0)
    assert 20 < found.n_used < 60
    assert np.isfinite(found.standard_error)


def with_(**arguments):
    given = {"X": TRAIN, "y": Y, "X_unlabeled": T1, "feature": "color", "category": "pink", "n_resamples": 3}
    return lambda: tiws_intervals(**(given | arguments))


RARE = pd.concat([T1.iloc[:1], pd.concat([T1.assign(color="red")] * 100)])
BAD = [
    (with_(method="bayes"), "method must be one of 'bootstrap', 'jackknife', 'conformal'; got 'bayes'"),
    (with_(n_resamples=1), r"n_resamples must be in \[2, inf\]; got 1"),
    (with_(n_resamples=2.0), r"n_resamples must be a whole number in \[2, inf\]; got 2\.0"),
    (with_(level=1), r"level must be in \(0, 1\); got 1"),
    (with_(level=95), r"level must be in \(0, 1\); got 95"),
    (with_(encoder="tiws"), "encoder must be a TIWSEncoder or None; got 'tiws'"),
    (with_(feature="colour"), "feature must be one of 'color', 'size', 'shape'; got 'colour'"),
    (with_(category="red"), "category must be unseen in training .column 'color' has 3 rows of it."),
    (with_(category="teal"), "category must occur in column 'color'; got 'teal'"),
    (with_(y=list("abcabcab")), r"y must be binary or numeric; got 3 classes\. Pass \(y == class\)"),
    (with_(X_unlabeled=T1.drop(columns="size")), r"X_unlabeled must have the columns of X; got missing"),
    (with_(y=Y[:3]), r"inconsistent numbers of samples: \[8, 3\]"),
    (
        with_(X_unlabeled=RARE, n_resamples=2, random_state=1),
        r"X_unlabeled must have 'pink' in at least two resamples; got .\. Pass more",
    ),
]
test_bad_input_is_refused = refused(BAD)
