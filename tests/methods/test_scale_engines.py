"""TIWS on engines and batches: the same counts and estimates as in memory, also when a worker dies."""

import os
import signal
import subprocess
import sys
from itertools import cycle, product

import dask
import dask.dataframe as dd
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from distributed import Client, KilledWorker, LocalCluster
from every_page import EVERY_PAGE
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.model_selection import PredefinedSplit

from methods.checks import refused
from tiws_teach.scale import CategoryCounts, _combinations, _engines, _queries, count_categories
from tiws_teach.tiws import TIWSEncoder, _counts, _libraries

pytestmark = pytest.mark.filterwarnings("ignore:The inplace keyword in DataFrame.reset_index")  # of Dask
FEATURES = ["c0", "c1", "c2", "n"]
TARGETS = ("binary", "words", "number")
ENGINES = ("duckdb", "polars lazy", "dask")


def make_rows(n, labels, seed):
    """Rows with missing values, whose categories resemble each other; three targets, a fold and an identifier."""
    rng = np.random.default_rng(seed)
    group = rng.integers(3, size=n)
    data = {
        f"c{j}": np.array(list(labels))[(group * (j + 1) + rng.integers(3, size=n)) % len(labels)] for j in range(3)
    }
    frame = pd.DataFrame(data, dtype=object)
    frame = frame.mask(rng.random(frame.shape) < 0.05, None)
    frame["n"] = rng.integers(4, size=n)
    frame["binary"] = (rng.random(n) < (group + 1) / 4).astype(int)
    frame["words"] = rng.choice(["u", "v", "w"], n)
    frame["number"] = rng.normal(group, size=n)
    return frame.assign(fold=rng.integers(3, size=n), id=np.arange(n))


ROWS, NEW = make_rows(2000, "abcde", 0), make_rows(300, "abcdeXYZ", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The rows and the new rows, each as a folder of Parquet files."""
    place = tmp_path_factory.mktemp("tables")
    for name, frame in (("rows", ROWS), ("new", NEW)):
        (place / name).mkdir()
        for part, start in enumerate(range(0, len(frame), 250)):
            pl.DataFrame(frame[start : start + 250].to_dict("list")).write_parquet(place / name / f"{part}.parquet")
    return place


@pytest.fixture(params=ENGINES)
def scan(request, folder):
    """How an engine opens a table on disk: scan("rows"), scan("new")."""
    return {
        "duckdb": lambda name: duckdb.read_parquet(f"{folder}/{name}/*.parquet"),
        "polars lazy": lambda name: pl.scan_parquet(f"{folder}/{name}/*.parquet"),
        "dask": lambda name: dd.read_parquet(folder / name),
    }[request.param]


def collected(frame):
    """The rows of a lazy frame, as pandas, in the order of their identifiers."""
    if isinstance(frame, pl.LazyFrame):
        frame = pl_to_pandas(frame.collect())
    frame = frame.df() if isinstance(frame, duckdb.DuckDBPyRelation) else frame
    frame = frame.compute() if isinstance(frame, dd.DataFrame) else frame
    return frame.sort_values("id").reset_index(drop=True)


def pl_to_pandas(frame):
    return pd.DataFrame(frame.to_dict(as_series=False))


def dense(table):
    return table.toarray() if sparse.issparse(table) else table


def assert_same_counts(found, expected):
    assert [list(labels) for labels in found.labels] == [list(labels) for labels in expected.labels]
    assert (found.n_seen, list(found.names)) == (expected.n_seen, list(expected.names))
    assert set(found.tables) == set(expected.tables)
    for pair, table in expected.tables.items():
        assert np.array_equal(dense(found.tables[pair]), dense(table)), pair
    for size, other in zip(found.sizes, expected.sizes, strict=True):
        assert np.array_equal(size, other)
    assert (found.targets is None) == (expected.targets is None)
    if expected.targets is not None:
        assert_same_sums(found.targets, expected.targets)


def assert_same_sums(found, expected):
    for one, other in ((found.classes, expected.classes), (found.folds, expected.folds)):
        assert (one is None) == (other is None)
        assert one is None or list(one) == list(other)
    assert np.array_equal(found.all_rows, expected.all_rows)
    close(found.all_sums, expected.all_sums, 1e-10)
    for one, other in zip([*found.rows, *found.sums], [*expected.rows, *expected.sums], strict=True):
        close(one, other, 1e-10)


def close(found, expected, within=1e-12):
    np.testing.assert_allclose(found, expected, atol=within, rtol=0)


# --- counts


@pytest.mark.parametrize("target", [None, *TARGETS])
def test_every_engine_counts_as_numpy_does(scan, target):
    fold = None if target is None else "fold"
    expected = count_categories(ROWS, FEATURES, target, fold=fold)
    assert_same_counts(count_categories(scan("rows"), FEATURES, target, fold=fold), expected)


def test_whole_numbers_are_classes_and_halves_are_not():
    rows = pd.DataFrame({"color": list("uvuv"), "whole": [0.0, 1.0, 1.0, 0.0], "half": [0.5, 1.0, 1.0, 0.5]})
    for target, target_type, classes in [
        ("whole", "auto", [0, 1]),
        ("whole", "continuous", None),
        ("half", "auto", None),
        ("half", "binary", [0.5, 1]),
    ]:
        found = count_categories(rows, ["color"], target, target_type=target_type).targets.classes
        assert found is classes if classes is None else found.tolist() == classes


def test_counts_are_those_of_a_loop():
    counts = count_categories(ROWS, FEATURES, "binary")
    for j, name in enumerate(FEATURES):
        for k, label in enumerate(counts.labels[j]):
            rows = ROWS[ROWS[name] == label]
            assert counts.sizes[j][k] == len(rows)
            assert counts.targets.sums[j][0, k].tolist() == [(rows["binary"] == 0).sum(), (rows["binary"] == 1).sum()]
            for other, word in enumerate(counts.labels[2]):
                if j < 2:
                    assert dense(counts.tables[j, 2])[k, other] == (rows["c2"] == word).sum()


@pytest.mark.parametrize("limit", ["ONE_QUERY", "SMALL_TABLE"])
def test_large_tables_are_counted_pair_by_pair_and_stored_as_sparse_ones(folder, limit, monkeypatch):
    expected = count_categories(ROWS, FEATURES, "binary")
    monkeypatch.setattr(_queries, limit, -10_000)
    found = count_categories(pl.scan_parquet(f"{folder}/rows/*.parquet"), FEATURES, "binary")
    assert_same_counts(found, expected)
    assert all(sparse.issparse(table) for table in found.tables.values()) == (limit == "SMALL_TABLE")


labels = st.sampled_from(["a", "b", "c", "d", None])
cells = st.lists(st.tuples(labels, labels, st.sampled_from([0, 1, 2.5])), min_size=1, max_size=12)


@settings(max_examples=25)
@given(st.lists(cells, min_size=1, max_size=4), st.booleans())
def test_the_counts_of_parts_add_up_to_those_of_the_whole(parts, with_target):
    frames = [pd.DataFrame(part, columns=["x", "y", "t"]).astype({"x": object, "y": object}) for part in parts]
    target = "t" if with_target else None
    whole = count_categories(pd.concat(frames), ["x", "y"], target)
    assert_same_counts(CategoryCounts.of_batches(frames, ["x", "y"], target), whole)
    assert_same_counts(CategoryCounts.of_batches(frames[::-1], ["x", "y"], target), whole)


@settings(max_examples=25)
@given(cells, cells)
def test_labelled_and_unlabelled_rows_add_up_to_seen_and_unseen(train, new):
    X, U = (pd.DataFrame(part, columns=["x", "y", "t"]).astype({"x": object, "y": object}) for part in (train, new))
    both = count_categories(X, ["x", "y"], "t") + count_categories(U, ["x", "y"])
    for j, name in enumerate(("x", "y")):
        seen, new_labels = (sorted(set(frame[name].dropna())) for frame in (X, U))
        assert list(both.labels[j]) == [*seen, *[label for label in new_labels if label not in seen]]
        assert both.n_seen[j] == len(seen)
        assert both.targets.rows[j].sum() == X[name].notna().sum()


def test_sparse_tables_add_up_to_the_same(monkeypatch):
    parts = [ROWS[:700], ROWS[700:]]
    expected = count_categories(ROWS, FEATURES, "binary")
    found = [count_categories(parts[0], FEATURES, "binary")]
    monkeypatch.setattr(_counts, "SMALL_TABLE", -10_000)
    found += [count_categories(part, FEATURES, "binary") for part in parts]
    assert sparse.issparse(found[1].tables[0, 1])
    assert_same_counts(found[0] + found[2], expected)
    assert_same_counts(found[1] + found[2], expected)


def test_arrow_batches_are_joined_and_counted(monkeypatch):
    table = pl.DataFrame(ROWS.to_dict("list")).to_arrow()
    monkeypatch.setattr(_engines, "BATCH", 500)
    sizes = [part.num_rows for part in _engines.join_batches(table.to_batches(max_chunksize=300), 500)]
    assert sizes == [600, 600, 600, 200]
    found = CategoryCounts.of_batches(table.to_batches(max_chunksize=300), FEATURES, "words", fold="fold")
    assert_same_counts(found, count_categories(ROWS, FEATURES, "words", fold="fold"))


# --- the encoder

OPTIONS = [{}, {"similarity": "hellinger", "sharpness": 4, "handle_missing": "category"}, {"smooth": "auto"}]


def pairs(options):
    """Return targets with options: each of both once, and every pair before a release."""
    found = product(TARGETS, options) if EVERY_PAGE else zip(TARGETS, options[::-1], strict=True)
    return pytest.mark.parametrize(("target", "options"), list(found), ids=str)


@pairs(OPTIONS)
def test_an_engine_gives_the_estimates_of_memory(scan, options, target):
    options = {} if target == "number" and "smooth" in options else options
    memory = TIWSEncoder.of_paper(**options).fit(ROWS[FEATURES], ROWS[target], X_unlabeled=NEW)
    engine = TIWSEncoder.of_paper(**options).fit(scan("rows"), target, X_unlabeled=scan("new"), columns=FEATURES)
    for found, expected in zip(engine.estimates_, memory.estimates_, strict=True):
        close(found, expected)
    assert [list(c) for c in engine.categories_] == [list(c) for c in memory.categories_]
    close(engine.target_mean_, memory.target_mean_)
    assert engine.target_type_ == memory.target_type_
    close(engine.transform(NEW[FEATURES]), memory.transform(NEW[FEATURES]))
    assert engine.diagnose().round(9).equals(memory.diagnose().round(9))


@pytest.mark.parametrize("options", OPTIONS[:2], ids=str)
def test_a_lazy_frame_in_gives_a_lazy_frame_out(scan, options):
    """New categories of the table are estimated from its counts, as those of a batch in memory are."""
    encoder = TIWSEncoder.of_paper(**options).fit(ROWS[FEATURES], ROWS["words"])
    names = list(encoder.get_feature_names_out())
    for table, frame in (("new", NEW), ("rows", ROWS)):
        found = encoder.transform(scan(table))
        assert type(found) is type(scan(table))
        found = collected(found)
        close(found[names], encoder.transform(frame[FEATURES]))
        assert list(found.columns) == [*names, *TARGETS, "fold", "id"]
        assert found["words"].tolist() == frame["words"].tolist()


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_set_output_is_for_frames_in_memory(scan, kind):
    encoder = TIWSEncoder.of_paper().set_output(transform=kind).fit(scan("rows"), "binary", columns=FEATURES)
    assert type(encoder.transform(scan("new"))) is type(scan("new"))
    crossed = encoder.fit_transform(scan("rows"), "binary", columns=FEATURES, fold="fold")
    assert type(crossed) is type(scan("rows"))
    assert type(encoder.transform(NEW[FEATURES])) is {"pandas": pd.DataFrame, "polars": pl.DataFrame}[kind]


@pytest.mark.parametrize("target", TARGETS)
def test_a_fold_column_cross_fits_as_a_splitter_does(scan, target):
    encoder = TIWSEncoder.of_paper(cv=PredefinedSplit(ROWS["fold"]))
    expected = encoder.fit_transform(ROWS[FEATURES], ROWS[target], X_unlabeled=NEW)
    columns = {"X_unlabeled": scan("new"), "columns": FEATURES, "fold": "fold"}
    found = collected(TIWSEncoder.of_paper().fit_transform(scan("rows"), target, **columns))
    close(found[list(encoder.get_feature_names_out())], expected)


@pytest.mark.parametrize("kind", ["polars", "arrow", "duckdb fetched"])
def test_libraries_in_memory_of_any_library_are_all_one(kind):
    frames = [pl.DataFrame(frame.to_dict("list")) for frame in (ROWS, NEW)]
    if kind != "polars":
        frames = [frame.to_arrow() for frame in frames]
    rows, new = [duckdb.from_arrow(frame).pl() for frame in frames] if kind == "duckdb fetched" else frames
    expected = TIWSEncoder.of_paper().fit(ROWS[FEATURES], ROWS["binary"], X_unlabeled=NEW)
    encoder = TIWSEncoder.of_paper().fit(rows, "binary", X_unlabeled=new.select(FEATURES[::-1]), columns=FEATURES)
    close(encoder.transform(new.select(FEATURES)), expected.transform(NEW[FEATURES]))
    assert list(encoder.feature_names_in_) == FEATURES


def test_numbers_dates_and_booleans_of_polars_are_those_of_pandas():
    table = {
        "whole": [3, None, 1, 3],
        "number": [0.5, None, float("nan"), 0.5],
        "day": pd.to_datetime(["2020-01-02", None, "2020-01-01", "2020-01-02"]),
        "flag": [True, None, False, True],
        "word": ["b", None, "a", "b"],
    }
    frame = pl.DataFrame(table | {"kind": pl.Series(["b", None, "a", "b"], dtype=pl.Categorical)})
    found = count_categories(frame)
    expected = count_categories(pd.DataFrame(table | {"kind": table["word"]}).astype({"whole": "Int64"}))
    assert_same_counts(found, expected)
    assert [type(labels[0]) for labels in found.labels] == [int, float, pd.Timestamp, bool, str, str]
    assert_same_counts(count_categories(frame.lazy()), expected)


@pytest.mark.parametrize("holes", [False, True])
def test_labels_become_codes_without_pyarrow_too(holes, monkeypatch):
    words = pl.DataFrame({"word": ["b", "a", None if holes else "c", "b"]})
    with_arrow = _libraries.to_pandas(words)["word"]
    monkeypatch.setattr(_libraries, "find_spec", lambda name: None)
    without = _libraries.to_pandas(words)["word"]
    assert without.astype(object).equals(with_arrow.astype(object))


@pytest.mark.parametrize("target", TARGETS)
def test_batches_one_by_one_give_the_estimates_of_all(target):
    whole = TIWSEncoder.of_paper(similarity="hellinger").fit(ROWS[FEATURES], ROWS[target])
    starts = TIWSEncoder.of_paper(similarity="hellinger"), TIWSEncoder.of_paper(similarity="hellinger")
    starts[0].fit(ROWS[FEATURES][:600], ROWS[target][:600])
    starts[1].partial_fit(ROWS[:600], target, columns=FEATURES)
    for encoder in starts:
        for start in range(600, len(ROWS), 500):
            part = ROWS[start : start + 500]
            encoder.partial_fit(part[FEATURES], part[target])
        close(encoder.transform(NEW[FEATURES]), whole.transform(NEW[FEATURES]))


def test_counts_alone_are_enough_to_fit():
    batches = [ROWS[start : start + 300] for start in range(0, len(ROWS), 300)]
    counts = CategoryCounts.of_batches(batches, FEATURES, "binary")
    encoder = TIWSEncoder.of_paper().fit_counts(counts, count_categories(NEW, FEATURES))
    expected = TIWSEncoder.of_paper().fit(ROWS[FEATURES], ROWS["binary"], X_unlabeled=NEW)
    close(encoder.transform(NEW[FEATURES]), expected.transform(NEW[FEATURES]))
    # unlabelled rows bring no target, even if they were counted with one
    encoder.fit_counts(counts, count_categories(NEW, FEATURES, "binary"))
    close(encoder.transform(NEW[FEATURES]), expected.transform(NEW[FEATURES]))


def test_the_encoding_table_is_what_transform_looks_up():
    encoder = TIWSEncoder.of_paper().fit(ROWS[FEATURES], ROWS["binary"], X_unlabeled=NEW)
    table = encoder.encoding_table()
    assert list(table.columns) == ["feature", "category", "rows", "seen", "estimate"]
    assert table.groupby("feature")["seen"].sum().to_dict() == {"c0": 5, "c1": 5, "c2": 5, "n": 4}
    c0 = table[table["feature"] == "c0"].set_index("category")["estimate"]
    close(NEW["c0"].map(c0).fillna(encoder.target_mean_[0]), encoder.transform(NEW[FEATURES])[:, 0])
    assert list(TIWSEncoder.of_paper().fit(ROWS[FEATURES], ROWS["words"]).encoding_table())[4:] == [
        "estimate_u",
        "estimate_v",
        "estimate_w",
    ]


# --- a worker that dies


def with_a_deadly_part(folder, flag, *, always):
    """The rows, with one partition whose worker dies: once, or each time."""

    def killed(part):
        if always or not os.path.exists(flag):
            open(flag, "w").close()
            os.kill(os.getpid(), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        return part

    parts = [dask.delayed(pd.read_parquet)(folder / "rows" / f"{k}.parquet") for k in range(8)]
    parts[5] = dask.delayed(killed)(parts[5])
    return dd.from_delayed(parts, meta=pd.read_parquet(folder / "rows" / "0.parquet").iloc[:0], verify_meta=False)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_worker_that_dies_costs_time_and_no_row_and_a_part_that_kills_all_is_an_error(folder, tmp_path):
    flag = str(tmp_path / "dead")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1, "distributed.admin.tick.limit": "60s"}),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers,
        Client(workers),
    ):
        counts = count_categories(with_a_deadly_part(folder, flag, always=False), FEATURES, "binary")
        assert os.path.exists(flag)
        assert_same_counts(counts, count_categories(ROWS, FEATURES, "binary"))
        workers.scheduler.allowed_failures = 0
        with pytest.raises(KilledWorker):
            count_categories(with_a_deadly_part(folder, flag, always=True), FEATURES, "binary")


# --- bad input


def lazy(frame=ROWS):
    return pl.DataFrame(frame.to_dict("list")).lazy()


def counting(*arguments, **options):
    return lambda: count_categories(*arguments, **options)


def of_engine(target, frame=None, **options):
    return lambda: TIWSEncoder.of_paper().fit(lazy() if frame is None else frame, target, **options)


def of_counts(target="number", **options):
    return lambda: TIWSEncoder.of_paper(**options).fit_counts(count_categories(ROWS, FEATURES, target))


def fitted(rows=ROWS[FEATURES], **options):
    weights = options.pop("weights", None)
    return TIWSEncoder.of_paper(**options).fit(rows, ROWS["binary"], sample_weight=weights)


GAP, INFINITE = (ROWS.assign(t=[value, *ROWS["number"][1:]]) for value in (None, np.inf))
BAD = [
    (counting(lazy(), ["c0", "nope"], "binary"), r"must be among the columns .*; got \['nope'\]"),
    (counting(lazy(), ["c0"], "nope"), r"must be among the columns .*; got \['nope'\]"),
    (counting(lazy(), ["c0", "binary"], "binary"), r"columns must hold neither target nor fold; got \['binary'\]"),
    (counting(lazy(GAP), ["c0"], "t"), r"no missing value \(NaN\); got 1 of them"),
    (counting(GAP, ["c0"], "t"), r"no missing value \(NaN\); got 1 of them"),
    (counting(lazy(INFINITE), ["c0"], "t"), "y must be finite; got 1 infinite values"),
    (counting(INFINITE, ["c0"], "t"), "y must be finite; got 1 infinite values"),
    (counting(lazy(), ["c0"], "id"), r"y must have at most 1,000 classes; got .*target_type='continuous'"),
    (counting(ROWS, ["c0"], "id"), "y must have at most 1,000 classes; got 2,000"),
    (counting(ROWS.to_numpy(), ["c0"]), "must be names of a frame's columns; got"),
    *(
        (counting(rows, ["c0"], "words", target_type="continuous"), "y must be numeric if target_type='continuous';")
        for rows in (ROWS, lazy())
    ),
    *((counting(rows, ["c1"], "binary", fold="c0"), "fold must have no missing value; got") for rows in (ROWS, lazy())),
    (of_engine(ROWS["binary"].to_numpy()), r"target must be the name of a column; got ndarray\. The rows of an engine"),
    (of_engine(None), "y must be the name of the target's column for a frame of an engine; got"),
    (of_engine("binary", sample_weight=[1.0]), "sample_weight must be None for a frame of an engine; got list"),
    (lambda: TIWSEncoder.of_paper().fit_transform(lazy(), "binary", columns=FEATURES), "fold must be the name of a"),
    (
        lambda: TIWSEncoder.of_paper().fit_transform(
            lazy(ROWS.assign(fold=1)), "binary", columns=FEATURES, fold="fold"
        ),
        "fold must hold at least two folds; got",
    ),
    (of_counts(baseline="regression"), "baseline must be None for counts; got 'regression'"),
    (of_counts(encode=["c0"]), r"encode must be None for counts; got \['c0'\]"),
    (of_counts(by_column={"c0": {"baseline": "regression"}}), "by_column must have no baseline for counts; got"),
    (lambda: TIWSEncoder(encode="c0").fit(lazy(), "binary", columns=FEATURES), "encode must be None or a list of"),
    (lambda: TIWSEncoder(encode=["d"]).fit(lazy(), "binary", columns=FEATURES), r"encode must name columns.*\['d'\]"),
    (lambda: TIWSEncoder(encode=["c0"]).fit(lazy(), ROWS["binary"], columns=FEATURES), "target must be the name of a"),
    (
        lambda: TIWSEncoder(encode=["c0"]).fit(lazy(), "binary", columns=FEATURES).transform(lazy(ROWS.assign(n="x"))),
        "X must have numbers in column 'n', as at the fit; got another type",
    ),
    (lambda: TIWSEncoder(encode=5).fit(lazy(), "binary", columns=FEATURES), "encode must be None or a list of"),
    (of_counts(categories=[["a"]] * 4), "categories must be 'auto' for counts; got"),
    (of_counts(smooth="auto"), "counts must be counts of classes for smooth='auto'; got sums of numbers"),
    (of_counts(target_type="binary"), "counts must be counts of classes for target_type='binary'; got sums of numbers"),
    (of_counts(None), "counts must hold the sums of a target; got none"),
    (of_counts("words", target_type="binary"), "y must have two classes if target_type='binary'; got 3"),
    (lambda: count_categories(ROWS, ["c0"]) + count_categories(ROWS, ["c1"]), r"the counts must have the columns .*;"),
    (lambda: CategoryCounts.of_batches([], FEATURES, "binary"), "batches must hold at least one batch; got none"),
    (
        lambda: TIWSEncoder(min_rows=1).fit(ROWS[FEATURES], ROWS["binary"]).add_unlabeled(lazy(NEW)),
        "X must be a frame in memory for an encoder that was fitted on rows; got LazyFrame",
    ),
    (lambda: fitted(weights=np.ones(len(ROWS))).partial_fit(ROWS[FEATURES], ROWS["binary"]), "partial_fit must follow"),
    (lambda: fitted().transform(lazy(NEW.drop(columns="n"))), r"must be among the columns .*; got \['n'\]"),
    (lambda: fitted(ROWS[FEATURES].to_numpy()).transform(lazy(NEW)), "X must have the columns of fit; got an encoder"),
]
test_bad_input_is_refused = refused(BAD)


def test_batches_bring_no_rows_for_a_baseline():
    assert not hasattr(fitted(baseline="regression"), "partial_fit")


# --- a regression on the combinations of categories


@pytest.fixture(params=ENGINES)
def opened(request):
    """How an engine opens a table in this process."""
    return {
        "duckdb": lambda frame: duckdb.from_arrow(pl.DataFrame(frame.to_dict("list")).to_arrow()),
        "polars lazy": lambda frame: pl.DataFrame(frame.to_dict("list")).lazy(),
        "dask": lambda frame: dd.from_pandas(frame, npartitions=3),
    }[request.param]


REGRESSIONS = [{}, {"similarity": None, "min_rows": 1}, {"smooth": "auto", "handle_missing": "category"}]


@pairs(REGRESSIONS)
def test_a_regression_on_combinations_is_that_on_rows(opened, target, options):
    if target == "number" and options.get("smooth") == "auto":
        options = {"handle_missing": "category"}
    rows, new = opened(ROWS), opened(NEW)
    expected = TIWSEncoder(**options).fit(ROWS[FEATURES], ROWS[target], X_unlabeled=NEW)
    found = TIWSEncoder(**options).fit(rows, target, X_unlabeled=new, columns=FEATURES)
    for one, other in zip(found.estimates_, expected.estimates_, strict=True):
        close(one, other, 1e-9)
    by_fold = TIWSEncoder(**options, cv=PredefinedSplit(ROWS["fold"]))
    crossed = by_fold.fit_transform(ROWS[FEATURES], ROWS[target], X_unlabeled=NEW)
    names = {"X_unlabeled": new, "columns": FEATURES, "fold": "fold"}
    in_engine = collected(TIWSEncoder(**options).fit_transform(rows, target, **names))
    close(in_engine[list(expected.get_feature_names_out())], crossed, 1e-9)


def with_numbers(frame):
    """The rows with two numbers, one of them with gaps."""
    rng = np.random.default_rng(len(frame))
    x = frame["n"] + rng.normal(size=len(frame)).round(2)
    return frame.assign(x=x.where(rng.random(len(frame)) > 0.1), k=rng.integers(0, 9, len(frame)))


SOLD, FRESH = with_numbers(ROWS), with_numbers(NEW)
MIXED = ["c0", "x", "c1", "k", "c2", "n"]
OF_COLUMNS = [
    ("binary", {"encode": ["c1", "n"]}),
    ("number", {"encode": ["c2", "c0"], "by_column": {"c0": {"baseline": None}, "c2": {"similarity": "tfidf"}}}),
    ("words", {"encode": ["c0"], "handle_missing": "category"}),
    ("binary", {"baseline": None, "by_column": {"c0": {"baseline": "regression"}, "k": {"min_rows": 1, "smooth": 3}}}),
]
WITH_ENGINES = list(product(ENGINES, OF_COLUMNS) if EVERY_PAGE else zip(cycle(ENGINES), OF_COLUMNS, strict=False))


@pytest.mark.filterwarnings("ignore:column '.*' has (new categories with fewer|[0-9]+ different)")
@pytest.mark.parametrize(("opened", "how"), WITH_ENGINES, indirect=["opened"], ids=str)
def test_columns_that_help_and_options_by_column_are_those_of_memory(opened, how):
    target, options = how
    rows, new = opened(SOLD), opened(FRESH)
    whole = TIWSEncoder(**options).fit(SOLD[MIXED], SOLD[target], X_unlabeled=FRESH)
    first = TIWSEncoder(**options).fit(rows, target, X_unlabeled=opened(FRESH[:90]), columns=MIXED)
    for one, other in zip(
        first.add_unlabeled(opened(FRESH[90:200])).add_unlabeled(FRESH[200:]).estimates_, whole.estimates_, strict=True
    ):
        close(one, other, 1e-9)
    memory = TIWSEncoder(**options).fit(SOLD[MIXED], SOLD[target])
    names, expected = list(memory.get_feature_names_out()), memory.transform(FRESH[MIXED])
    engine = TIWSEncoder(**options).fit(rows, target, columns=MIXED)
    close(engine.transform(FRESH[MIXED]), expected, 1e-9)
    for encoder in (engine, memory):
        found = collected(encoder.transform(new))
        close(found[names], expected, 1e-9)
        assert {"id", "binary"} < set(found.columns)
    if "encode" in options:  # a column that helps stays as it is
        close(found["x"].astype(float), FRESH["x"], 0)
    crossed = TIWSEncoder(**options, cv=PredefinedSplit(SOLD["fold"])).fit_transform(SOLD[MIXED], SOLD[target])
    by_fold = collected(TIWSEncoder(**options).fit_transform(rows, target, columns=MIXED, fold="fold"))
    close(by_fold[names], crossed, 1e-9)


def test_numbers_of_a_large_table_are_sampled(opened, monkeypatch):
    expected = TIWSEncoder(encode=["c0"]).fit(SOLD[MIXED], SOLD["binary"], X_unlabeled=FRESH)
    monkeypatch.setattr(_combinations, "MOST", 400)
    found = TIWSEncoder(encode=["c0"]).fit(opened(SOLD), "binary", X_unlabeled=opened(FRESH), columns=MIXED)
    assert 200 < len(found._rows.targets) < 800
    close(found.estimates_[0], expected.estimates_[0], 0.15)


@pytest.mark.parametrize("sampled", [False, True])
def test_a_large_table_gives_weights_or_a_sample(opened, sampled, monkeypatch):
    """Claim: weighted combinations give the rows' estimates up to the regression's tolerance; a fifth is near."""
    monkeypatch.setattr(_combinations, "MOST", 400)
    columns = FEATURES if sampled else FEATURES[:2]
    expected = TIWSEncoder().fit(ROWS[columns], ROWS["binary"], X_unlabeled=NEW)
    found = TIWSEncoder().fit(opened(ROWS), "binary", X_unlabeled=opened(NEW), columns=columns)
    n = len(found._rows.targets) if found._rows.weights is None else found._rows.weights.sum()
    assert 200 < n < 800 if sampled else n == 2000
    for one, other, seen in zip(found.estimates_, expected.estimates_, found._counts.n_seen, strict=True):
        close(one[:seen], other[:seen], 1e-12)
        close(one, other, 0.15 if sampled else 1e-4)


# --- how the method finds this room


def test_rows_in_memory_need_no_entry_point_and_load_nothing(monkeypatch):
    program = (
        "import sys, pandas as pd; from tiws_teach import TIWSEncoder; "
        "X = pd.DataFrame({'a': list('uvuv'), 'b': list('xxyy')}); new = X.head(1).assign(a='w'); "
        "TIWSEncoder.of_paper().fit(X, [1, 0, 1, 1], new).transform(new.assign(b='z')); "
        "print([name for name in sys.modules if name.startswith('tiws_teach.scale')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    monkeypatch.setattr(_libraries, "entry_points", None)
    TIWSEncoder.of_paper().fit(ROWS[FEATURES], ROWS["binary"], X_unlabeled=NEW).transform(NEW[FEATURES])


def test_without_the_entry_point_the_command_that_helps_is_named(monkeypatch):
    monkeypatch.setattr(_libraries, "entry_points", lambda **_: ())
    monkeypatch.setattr(_libraries, "scale", _libraries.scale.__wrapped__)
    with pytest.raises(ValueError, match=r"'tiws_teach.engines' must name .*; got none\. .*: python3 bootstrap.py lab"):
        _libraries.scale()
