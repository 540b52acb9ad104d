"""Every method has a benchmark, the benchmark measures what it says, and RESULTS.md is what the command wrote."""

import platform
import re
import time
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

import tiws_teach
from tiws_teach.lessons.start.explorer import NeighborExplorer
from tools.bench import __main__ as command
from tools.bench import _frames, _measure, _report, engines, explorers, jitter, tiws
from tools.bench.registry import ALL, METHODS, TEACHING

TABLE = _report.Table(("rows", "a", "b"), (("10", "0.1", "-"), ("20", "0.3", "2.00")))


# ------------------------------------------------------------------------------------------------ the registry


def test_every_method_module_has_a_benchmark_or_a_reason_for_none():
    assert sorted(tiws_teach._METHODS) == sorted([*METHODS, *TEACHING]), "add the module to tools/bench/registry.py"
    assert all(len(reason) > 20 for reason in TEACHING.values())


@pytest.mark.parametrize("name", ALL)
def test_every_benchmark_can_be_run(name):
    assert callable(import_module(f"tools.bench.{name}").measure)


# ---------------------------------------------------------------------------------------------------- RESULTS.md


@pytest.fixture(scope="module")
def results() -> str:
    return _report.RESULTS.read_text(encoding="utf-8")


def test_results_are_what_the_command_wrote_and_name_no_host_path_or_time(results):
    sections = _report.parse(results)
    assert _report.render(sections) == results
    assert [section.title for section in sections] == list(ALL.values())
    for section in sections:
        assert re.match(r"Measured on .*\d+ cores, \d+ GiB .*; Python 3\.\d+\.\d+, numpy \d", section.blocks[0])
    assert not re.search(r"/(root|home|Users|tmp|work)\b|[A-Z]:\\|\d\d:\d\d:\d\d|\b20\d\d-\d\d-\d\d", results)


def test_results_have_full_tables_of_numbers(results):
    tables = [b for section in _report.parse(results) for b in section.blocks if isinstance(b, _report.Table)]
    assert len(tables) >= 9
    for table in tables:
        assert {len(row) for row in table.rows} == {len(table.header)}
        cells = [cell for row in table.rows for cell in row[1:]]
        assert all(re.fullmatch(r"-?[\d.,]+( %)?|-||logistic|svm", cell) for cell in cells)


def test_ratios_of_the_results_are_those_of_their_seconds(results):
    blocks = next(section for section in _report.parse(results) if section.title == "TIWS").blocks
    headline, cross_fitted = [block for block in blocks if isinstance(block, _report.Table)][:2]
    for row in headline.rows:
        fit, transform, both, peer_fit, peer_transform, peer_both, ratio = map(float, row[1:])
        assert [fit + transform, peer_fit + peer_transform] == pytest.approx([both, peer_both], rel=0.01)
        assert ratio == pytest.approx(both / peer_both, rel=0.02)
    for row in cross_fitted.rows:
        assert float(row[3]) == pytest.approx(float(row[1]) / float(row[2]), rel=0.02)


def test_tiws_takes_no_longer_than_target_encoder_at_a_million_rows(results):
    headline = next(b for section in _report.parse(results) for b in section.blocks if isinstance(b, _report.Table))
    assert "### 1,000,000 rows, 10 features of 50 categories" in results
    assert [row[0] for row in headline.rows] == list(_frames.KINDS)
    assert all(float(row[-1]) <= 1 for row in headline.rows)


@pytest.mark.parametrize("change", [("0", "1"), ("TIWS", "tiws"), ("| ---", "|---")])
def test_a_hand_that_edits_the_results_is_seen(results, change):
    with pytest.raises(ValueError, match=r"RESULTS\.md must be left as .* Run make bench"):
        _report.parse(results.replace(*change, 1))


def test_sections_survive_writing_and_reading():
    sections = [_report.Section("One", ("text", "### part", TABLE, "end")), _report.Section("Two", ("more",))]
    text = _report.render(sections)
    assert "| rows | a | b |\n| --- | ---: | ---: |\n| 10 | 0.1 | - |" in text
    assert _report.parse(text) == sections


def test_new_sections_take_the_place_of_old_ones():
    old = [_report.Section("B", ("old",)), _report.Section("A", ("old",)), _report.Section("gone", ("old",))]
    new = [_report.Section("A", ("new",)), _report.Section("C", ("new",))]
    merged = _report.merged(old, new, ["A", "B", "C"])
    assert [(section.title, section.blocks[0]) for section in merged] == [("A", "new"), ("B", "old"), ("C", "new")]


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (0.01234, "0.0123"), (0.00001234, "0.000012"), (1, "1.00"), (99.94, "99.9"), (99.96, "100")],
)
def test_figures_have_three_digits_and_no_exponent(value, text):
    assert _report.figure(value) == text


# --------------------------------------------------------------------------------------------------- the command


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """Two methods whose measurement is a sentence, and a RESULTS.md of their own."""
    found = {"tiws": "first", "jitter": "second"}
    monkeypatch.setattr(command, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(tiws, "measure", lambda quick: [f"{found['tiws']} {quick}"])
    monkeypatch.setattr(jitter, "measure", lambda quick: [f"{found['jitter']} {quick}"])
    monkeypatch.setattr(command, "ALL", {name: METHODS[name] for name in found})
    monkeypatch.setattr(command, "machine", lambda: "Measured here.")
    return found


def texts():
    return {section.title: section.blocks[1] for section in _report.parse(command.RESULTS.read_text(encoding="utf-8"))}


def test_the_command_writes_all_or_replaces_one(fake, capsys):
    assert command.main([]) == 0
    assert texts() == {"TIWS": "first False", "Jitter trees": "second False"}
    fake.update(tiws="third", jitter="fourth")
    assert command.main(["jitter"]) == 0
    assert texts() == {"TIWS": "first False", "Jitter trees": "fourth False"}
    assert "Wrote tools/bench/RESULTS.md." in capsys.readouterr().out


def test_quick_prints_and_writes_nothing(fake, capsys):
    assert command.main(["tiws", "--quick"]) == 0
    assert not command.RESULTS.exists()
    assert "first True" in capsys.readouterr().out


def test_the_command_names_the_methods_that_it_knows(fake, capsys):
    with pytest.raises(SystemExit):
        command.main(["tews"])
    assert "NAME must be one of tiws, jitter; got tews" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------- the measuring


def test_jobs_take_turns_and_the_best_round_counts():
    order = []

    def job(name, rounds):
        steps = iter(rounds)
        return lambda: order.append(name) or next(steps)

    found = _measure.race({"a": job("a", [(3, 1), (1, 2), (2, 2)]), "b": job("b", [(1,), (2,), (3,)])}, repeats=3)
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert found["a"] == _measure.Times((1, 2))
    assert [found["a"].total, found["b"].total] == [3, 1]


def test_a_job_over_budget_takes_part_once():
    rounds = {"slow": 0, "fast": 0}

    def job(name, taken):
        def run():
            rounds[name] += 1
            return [taken]

        return run

    _measure.race({"slow": job("slow", 50.0), "fast": job("fast", 1.0)}, repeats=4, budget=10)
    assert rounds == {"slow": 1, "fast": 4}


def test_a_comparison_has_times_ratios_dashes_and_exponents():
    sizes = [10, 100, 1000]

    def jobs(n):
        return {"a": lambda: (n, n)} | ({"b": lambda: (n, 3 * n)} if n < 1000 else {})

    found = _measure.compare("n", _measure.by_size(sizes), jobs, 1, steps=("x", "y"), exponent_of=sizes)
    assert found.table.header == ("n", "a x", "a y", "b x", "b y", "ratio")
    assert found.table.rows[0] == ("10", "10.0", "10.0", "10.0", "30.0", "0.500")
    assert found.table.rows[2] == ("1,000", "1000", "1000", "-", "-", "-")
    assert found.table.rows[3] == ("exponent", "1.00", "", "1.00", "", "")
    both = _measure.compare("n", _measure.by_size(sizes[:2]), jobs, 1, scale=1000, also=lambda n: {"twice": f"{2 * n}"})
    assert both.table.rows == (("10", "20000", "40000", "0.500", "20"), ("100", "200000", "400000", "0.500", "200"))
    assert (both.span(), both.power(sizes[:2])) == ("0.500 to 0.500", "1.00")


def test_growth_is_the_exponent_of_the_three_largest():
    sizes = np.array([1.0, 10.0, 100.0, 1000.0])
    times = 3e-6 * sizes**1.7
    times[0] = 1.0  # what a small size costs anyway
    assert _measure.growth(sizes, times) == pytest.approx(1.7)


def test_seconds_are_the_work_of_a_call_and_not_its_waiting(monkeypatch):
    monkeypatch.setattr(_measure, "CLOCK", time.process_time)
    assert _measure.seconds(lambda: sum(range(1_000_000))) > _measure.seconds(lambda: time.sleep(0.2))


def allocate(megabytes):
    """Return a job that fills an array and lets go of it; runs in the child."""
    return lambda: bool(np.ones(megabytes * 2**17).sum())


def test_peak_memory_sees_what_a_job_takes_for_a_while():
    assert 190 < _measure.peak_memory(allocate, 200) / 2**20 < 230


def test_the_machine_has_no_name(monkeypatch):
    monkeypatch.setattr(_measure, "version", lambda name: "1.0")  # category_encoders comes with the extra bench alone
    text = _measure.machine()
    assert re.match(r"Measured on \w+ \w+, \d+ cores, \d+ GiB of memory", text)
    assert platform.node() not in text.split()


# ---------------------------------------------------------------------------------------------- frames and peers


@pytest.mark.parametrize("kind", _frames.KINDS)
def test_each_feature_of_the_new_rows_has_one_unseen_category(kind):
    X, y, X_new = _frames.make_frames(200, 4, 30, kind)
    assert X.shape == X_new.shape == (200, 4)
    assert set(y) == {0, 1}
    assert {str(dtype) for dtype in X.dtypes} == {str(pd.Series(dtype=_frames.KINDS[kind]).dtype)}  # pandas 2: object
    for name in X:
        assert X[name].nunique() == 30
        assert len(set(X_new[name]) - set(X[name])) == 1


def test_frames_hold_the_same_labels_whatever_their_columns_are():
    frames = [_frames.make_frames(100, 3, 10, kind) for kind in _frames.KINDS]
    for X, y, X_new in frames[1:]:
        assert (X.astype(object) == frames[0][0].astype(object)).all(axis=None)
        assert (X_new.astype(object) == frames[0][2].astype(object)).all(axis=None)
        assert (y == frames[0][1]).all()


OURS_TO_RUN = [name for name in tiws.PEERS if not name.startswith("category_encoders")]


@pytest.mark.parametrize("name", OURS_TO_RUN)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore:column .* has new categories with fewer than 20 rows")
def test_peers_leave_no_unseen_category_without_a_number(name):
    X, y, X_new = _frames.make_frames(120, 3, 5)
    encoder = tiws.PEERS[name].make().fit(X, y)
    values = np.asarray(encoder.transform(X_new), dtype=float)
    assert values.shape == (120, 3)
    assert np.isfinite(values).all()


# --------------------------------------------------------------------------------------- the blocks of a section


@pytest.fixture
def few_peers(monkeypatch):
    """The quick ones, for one round; what the others compute is tested above."""
    race = _measure.race
    for module in (_measure, tiws):
        monkeypatch.setattr(module, "race", lambda jobs, repeats, budget=30.0: race(jobs, 1, budget))
    monkeypatch.setattr(tiws, "PEERS", {name: tiws.PEERS[name] for name in ("TIWSEncoder", "TargetEncoder")})


@pytest.mark.parametrize(
    ("blocks", "n_rows"),
    [
        (lambda: tiws.headline(100, 1), 3),
        (lambda: tiws.cross_fitted(100, 1), 3),
        (lambda: tiws.growth_in_rows([60, 80, 100]), 4),
        (lambda: tiws.growth_in_categories(100, [5, 10, 20]), 4),
        (lambda: tiws.growth_in_features(100, [2, 3, 4]), 4),
        (lambda: tiws.shares_of_the_time(100), 3),
        (lambda: tiws.many_categories([(300, 50), (300, 100)], 1), 2),
        (lambda: tiws.many_cross_fitted([(300, 50), (300, 100)], 1), 2),
        (lambda: tiws.small_requests([(300, 50)]), 1),
        (lambda: jitter.growth_in("rows n", {n: (n, 2, 5) for n in (50, 100, 200)}, 1), 4),
    ],
)
def test_blocks_are_tables_with_sentences(few_peers, blocks, n_rows):
    found = blocks()
    table = next(block for block in found if isinstance(block, _report.Table))
    assert len(table.rows) == n_rows
    assert {len(row) for row in table.rows} == {len(table.header)}
    assert all(
        isinstance(block, _report.Table) or block.startswith("### ") or block.endswith((".", ":")) for block in found
    )
    assert _report.parse(_report.render([_report.Section("T", tuple(found))]))[0].blocks == tuple(found)


def test_where_a_peer_is_faster_is_said(monkeypatch):
    monkeypatch.setattr(tiws, "PEERS", dict.fromkeys(("TIWSEncoder", "A", "B", "C")))
    totals = np.array([[1, 2, 2, np.nan], [1, 0.5, np.nan, 0.5]])
    assert tiws.where_faster(["10", "1,000"], totals) == "Faster than TIWSEncoder at 1,000: A, C."
    assert tiws.where_faster(["10"], totals[:1]) == "TIWSEncoder is the fastest at each of these sizes."


# ------------------------------------------------------------------------------------------------- the explorers


def test_states_are_drawn_from_the_whole_grid_and_only_once():
    n_states, times = explorers.changes(NeighborExplorer(), 7)
    assert (n_states, len(times)) == (16 * 41 * 30, 7)
    assert min(times) > 0
    grid = {"a": [1, 2], "b": ["x", "y", "z"]}
    assert list(explorers.states(grid, np.array([0, 4, 5]))) == [
        {"a": 1, "b": "x"},
        {"a": 2, "b": "y"},
        {"a": 2, "b": "z"},
    ]


def test_late_explorers_are_named(monkeypatch):
    times = {"A": [10.0] * 20, "B": [10.0] * 18 + [200.0] * 2}
    monkeypatch.setattr(explorers, "explorers", lambda: {name: lambda name=name: name for name in times})
    monkeypatch.setattr(explorers, "changes", lambda explorer, most: (40, times[explorer]))
    _, table, last = explorers.measure(quick=True)
    assert table.rows[0] == ("A", "40", "20", "10.0", "10.0", "10.0")
    assert last == "Above 100 ms at the 95th percentile: B."


# -------------------------------------------------------------------------------------------------- the engines


@pytest.fixture(scope="module")
def rows_on_disk(tmp_path_factory):
    path = tmp_path_factory.mktemp("engines") / "rows.parquet"
    engines.write_table(path, 2000)
    return path


def test_the_table_of_the_engines_has_every_category_and_both_classes(rows_on_disk):
    rows = pd.read_parquet(rows_on_disk)
    assert rows.shape == (2000, engines.FEATURES + 1)
    assert set(rows[engines.TARGET]) == {0, 1}
    assert rows["x0"].nunique() > engines.CATEGORIES // 2


def test_every_way_to_count_a_file_gives_one_encoder(rows_on_disk):
    ways = [engines._duckdb, engines._polars, engines._arrow, engines._pandas]
    found = [np.concatenate(way(rows_on_disk, 2)().estimates_) for way in ways]
    for estimates in found[1:]:
        np.testing.assert_allclose(estimates, found[0], atol=1e-12, rtol=0)


def test_a_job_costs_time_and_memory_of_its_own(rows_on_disk):
    found = engines.cost(engines._arrow, rows_on_disk)
    assert found.clock > 0
    assert 0 <= found.processors < 60
    assert found.memory < 2**30


def test_larger_tables_are_worked_out_from_constants(rows_on_disk):
    table = next(b for b in engines.on_paper(rows_on_disk, 2000, {"A": 1e-6}) if isinstance(b, _report.Table))
    assert [row[0] for row in table.rows] == ["1,000,000,000", "1,000,000,000,000"]
    assert float(table.rows[0][4]) == pytest.approx(1e9 * 1e-6 / 3600, rel=0.01)
    assert float(table.rows[1][2]) == 100_000
