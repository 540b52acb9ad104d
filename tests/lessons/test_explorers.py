"""Every explorer of every lesson: its controls are swept, drawn and reset, its strip has three states, all in words."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from every_page import EVERY_PAGE

from tiws_teach.course import explorers
from tiws_teach.course._built import charts, compact, room, still_paths
from tiws_teach.course._figures import check_alt
from tiws_teach.course._rooms import rooms
from tools.explorers import made
from tools.site.explorers import states as states_of_page

EXPLORERS = explorers()
CHARTS = list(EXPLORERS.values())
ALL = None
MOST_STATES = 500 if EVERY_PAGE else 8
"""Of up to 70,000 states; the pages below compute and describe hundreds."""


def states(explorer, grids):
    """Return every state of the grids: a control -> its values, or ALL of them; others stand at their first value."""
    for grid in grids:
        free = {name: explorer.inputs[name].options if found is ALL else found for name, found in grid.items()}
        yield from (explorer._start | dict(zip(free, state, strict=True)) for state in product(*free.values()))


def some(states):
    """Return all states if they are few, or some of them, drawn at random."""
    every = list(states)
    return every if len(every) <= MOST_STATES else random.Random(0).sample(every, MOST_STATES)


@dataclass(frozen=True)
class Sweep:
    """The states that are computed, how many different words they get, and the states that are drawn."""

    computed: list[dict]
    said: int  # 0: not counted
    drawn: list[dict]
    pictures: tuple[int, int]  # least and most
    alt: Callable = lambda state: ""
    check: Callable = lambda state, result, words: True


def of_tides(state, result, words):
    n, now = state.get("readings", 50), result.now
    assert now.k == (n if state["k"] == "all" else int(state["k"]))
    return f"k = {now.k} of {n} readings, noise sd {state.get('noise', 10)} dm" in words


def of_plants(state, result, words):
    assert ((result.stated >= 0) & (result.stated <= 1)).all()
    return f"The plant at ({state['x']:.2f}, {state['y']:.2f}): stated {result.now:.2f}" in words


def of_places(state, result, words):
    placed, _ = result
    assert (placed.factors > 0).all()
    assert len(placed.neighbors) >= state["k"]
    return f"at ({state['x']:.2f}, {state['y']:.2f}), k = {state['k']}:" in words


def of_columns(state, result, words):
    assert result.is_near.sum() == 5
    assert np.median(result.distance) == pytest.approx(1)
    added, columns = state["added"], state.get("columns", "useless")
    return words.startswith("The 13 columns" if added == "0" else f"13 columns and {added} more ({columns})")


def of_titles(state, result, words):
    right = round(result.accuracy * result.coded)
    assert 0 <= right <= result.coded == round(state["rate"] * len(result.own.table))
    return f"Titles: {state['new']}; coder: {state['coder']}." in words


def of_gaps(state, result, words):
    assert np.isnan(result.bmi).any() == (state["filling"] == "rows left out")
    return result.gaps.sum() == round(state["percent"] / 100 * len(result.bmi))


def shown(explorer):
    """Return the tables that an explorer draws."""
    return compact(explorer.view.frame["tables"])


SWEEPS = {
    "NeighborExplorer": Sweep(
        [{"k": ALL, "x": [0.0, 3.8, 8.0], "y": [0.6, 3.0, 6.4]}],
        16 * 3 * 3,
        [{"k": [1, 2, 5, 11, 16], "x": [0.0, 3.8, 8.0]}],
        (15, 15),
        lambda state: f"A pump with {state['x']:.1f} hours a day and {state['y']:.1f} mm/s, k = {state['k']}",
    ),
    "UnitsExplorer": Sweep(
        [{"unit": ALL, "k": [1, 3, 16], "x": [0.0, 3.8, 8.0], "y": [0.6, 3.0, 6.4]}],
        3 * 3 * 3 * 3,
        [{"unit": ALL, "k": [1, 2, 5, 11, 16]}],
        (15, 15),
        lambda state: f"Vibration in {state['unit']}. A pump with {state['x']:.1f} hours",
    ),
    "BiasVarianceExplorer": Sweep(
        [{"step": ALL, "k": ALL, "tides": [0, 3]}],
        12 * (2 + 1 + 2 + 1 + 1) - 2,  # two tides are said alike twice: with k = 1, and where two spreads round alike
        [{"step": ALL, "k": ["1", "10", "all"]}, {"step": ["5 every k"], "tides": ALL}],
        (18, 18),
        check=of_tides,
    ),
    "ReadingsExplorer": Sweep(
        [{"k": ALL, "readings": ALL, "noise": ALL}],
        12 * 4 * 3,
        [{"k": ALL}, {"noise": [7, 14], "k": ["10", "all"]}, {"readings": [200], "noise": [7]}],
        (17, 17),
        check=of_tides,
    ),
    "CodingExplorer": Sweep(
        [{"new": ALL, "rate": ALL}], 2 * 20, [{"new": ALL, "rate": [0.05, 0.5, 1.0]}], (6, 6), check=of_titles
    ),
    "WritersExplorer": Sweep(
        [{"coder": ALL, "new": ALL, "rate": ALL}],
        2 * 3 * 20,
        [{"coder": ALL, "new": ALL, "rate": [0.75]}],
        (6, 6),
        check=of_titles,
    ),
    "FirstColumns": Sweep([{"added": ALL}], 7, [{"added": ALL}], (7, 7), check=of_columns),
    "ColumnExplorer": Sweep(
        [{"added": ALL, "columns": ALL, "way": ALL}],
        4 * 3 * 4 + 4,  # without added columns, their kind says nothing
        [{"added": ["1,000"], "columns": ALL}, {"added": ["1,000"], "way": ALL}],
        (6, 6),
        check=of_columns,
    ),
    "ThresholdExplorer": Sweep(
        [{"fit": ALL, "model": ALL, "share": ALL, "threshold": [0.05, 0.5, 0.8]}],
        0,
        [{"fit": ALL, "model": ALL}, {"share": ALL, "threshold": [0.2]}],
        (17, 17),
        lambda state: f"{state['fit']}, threshold {state['threshold']:g}",
    ),
    "StatedExplorer": Sweep(
        [{"k": ALL, "x": [-2.5, 1.0, 4.0], "y": [-2.5, 0.5, 2.5]}],
        10 * 3 * 3,
        [{"k": ALL, "x": [-2.5, 1.0]}],
        (20, 20),
        check=of_plants,
    ),
    "KCNNExplorer": Sweep([{"rule": ALL, "k": ALL}], 2 * 10, [{"rule": ALL, "k": ALL}], (20, 20), check=of_plants),
    "RuleExplorer": Sweep(
        [{"rule": ALL, "k": ALL, "r": ALL}],
        10 + 3 * (10 + 10) + 1,  # a vote has no r, and logistic regression no k either
        [{"rule": ALL, "k": [1, 7, 41]}, {"rule": ["kCNN"], "r": ALL}],
        (12, 12),  # the ensemble with k = 1 is kCNN
        check=of_plants,
    ),
    "LOFExplorer": Sweep(
        [{"x": np.arange(0, 10.25, 0.5).tolist(), "y": np.arange(0, 6.25, 0.5).tolist(), "k": [1, 3, 12], "show": ALL}],
        21 * 13 * 3 * 3,
        [{"x": [x], "y": [y], "k": [1, 4], "show": ALL} for x, y in ((0, 0), (1, 2), (6, 4), (10, 6))],
        (24, 24),
        check=of_places,
    ),
    "WeightExplorer": Sweep(
        [{"data": ALL, "row": ALL, "weight": [0, 25, 50, 75, 100]}],
        0,
        [{"data": ALL, "weight": [0, 50, 100]}, {"row": ALL}],
        (17, 17),
        lambda state: f"With {state['weight']}% of the weight on Dy",
    ),
    "TwoJobs": Sweep(
        [{"filling": ALL, "percent": ALL}],
        5 * 5,
        [{"filling": ALL, "percent": [20, 40]}],
        (10, 10),
        lambda state: f"{state['percent']}% of bmi missing completely at random; {state['filling']}.",
        of_gaps,
    ),
    "WhyMissing": Sweep(
        [{"reason": ALL, "filling": ALL, "percent": ALL}],
        3 * 5 * 5,
        [{"reason": ALL, "filling": ALL}],
        (15, 15),
        lambda state: f"missing {state['reason']}; {state['filling']}.",
        of_gaps,
    ),
    "HideCategoryExplorer": Sweep(
        [{"hide": ALL, "answer": ALL}],
        13 * 6,
        [{"hide": ["clerical", "managerial", "private household"], "answer": ALL}],
        (18, 18),
        lambda state: f"Hidden: {state['hide']}",
        lambda state, result, words: f"({state['answer']})" in words,
    ),
    "FallbackExplorer": Sweep([{"hide": ALL}], 3, [{"hide": ALL}], (3, 3), lambda state: f"Hidden: {state['hide']}"),
    "DissectExplorer": Sweep(
        [{"size": ALL, "b": ALL, "entries": ALL}],
        6 * 2 * 2,
        [{"size": ALL, "b": ALL, "entries": ALL}],
        (24, 24),
        lambda state: f"D holds {state['entries']}; A is {state['size']:g} times U, B is {state['b']}",
    ),
}


@pytest.fixture(scope="module", params=EXPLORERS)
def explorer(request):
    """Return the explorer, made once for all tests of this file, as it is at first."""
    return EXPLORERS[request.param]()


@pytest.fixture
def sweep(explorer):
    """Return the explorer's line of the table; without one, all states are computed and each control is drawn."""
    every = Sweep([dict.fromkeys(explorer.inputs, ALL)], 0, [{name: ALL} for name in explorer.inputs], (2, 1000))
    return SWEEPS.get(type(explorer).__name__, every)


def test_every_state_has_a_result_and_words(explorer, sweep):
    every = list(states(explorer, sweep.computed))
    chosen = some(every)
    said = set()
    for state in chosen:
        result = explorer.compute(state)
        words = check_alt(explorer.words(result, None))
        assert sweep.check(state, result, words), (state, words)
        said.add(words)
    assert sweep.said in (0, len(said)) or (0 < len(said) <= sweep.said and len(chosen) < len(every))


def test_states_are_drawn_with_their_words_and_reset_takes_all_back(explorer, sweep):
    first = shown(explorer)
    every = list(states(explorer, sweep.drawn))
    chosen = some(every)
    pictures = set()
    for state in chosen:
        explorer.set_state(**state)
        assert explorer.error is None, (state, explorer.error)
        assert sweep.alt(state) in explorer.describe(explorer.result)
        pictures.add(shown(explorer))
    least, most = sweep.pictures
    assert min(2, least) <= len(pictures) <= most
    assert least <= len(pictures) or len(chosen) < len(every)
    explorer.reset()
    assert explorer.state == explorer._start
    assert shown(explorer) == first


def test_a_change_of_state_says_what_was_before_if_that_was_different(explorer):
    first = explorer.result
    for state in explorer.strip_states:
        result = explorer.compute(explorer._start | state)
        told = f" {explorer.before(first)}" * (explorer.before(first) != explorer.before(result))
        assert explorer.words(result, first) == explorer.describe(result) + told, state


def test_the_strip_has_three_pictures_with_words_of_their_own(explorer):
    page = explorer._repr_mimebundle_()["text/html"]
    alts = re.findall(r'<img alt="([^"]+)"', page)
    assert page.count("<img alt=") == len(set(alts)) == 3
    assert [check_alt(alt) for alt in alts] == alts


def test_every_lesson_has_an_explorer_and_every_explorer_is_found():
    assert set(SWEEPS) <= set(EXPLORERS)
    assert "ChartExplorer" not in EXPLORERS
    assert {kind.__module__.split(".")[2] for kind in EXPLORERS.values()} == set(rooms())


@pytest.mark.parametrize("kind", CHARTS)
def test_the_stored_charts_are_of_the_code_as_it_is(kind):
    assert charts(kind).keys() == {"wide", "narrow"}
    names = {f"{kind.__name__}.json", *(path.name for path in still_paths(kind))}
    assert names == {path.name for path in room(kind).glob(f"{kind.__name__}[.-]*")}


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHARTS if EVERY_PAGE else {room(kind): kind for kind in CHARTS}.values())  # one a room
def test_the_stored_charts_and_stills_are_those_that_the_command_makes(kind, monkeypatch):
    if not EVERY_PAGE:
        monkeypatch.setattr(kind, "strip_states", kind.strip_states[:1])
    files = made(kind)
    assert [path.name for path, content in files.items() if path.read_bytes() != content] == []


@pytest.mark.parametrize("kind", CHARTS)
def test_a_page_has_few_light_states_that_start_as_the_live_explorer_does(kind):
    explorer = kind()
    script = states_of_page(kind.__name__)
    stored = json.loads(script.split(" = ", 1)[1].rstrip(";\n"))
    assert 1 < len(stored["states"]) <= 300
    assert len(script) < 1_500_000
    sliders = [control for control in explorer.inputs.values() if control.look != "place"]
    assert len(sliders) <= 3
    assert explorer.describe(explorer.compute(explorer._start)) in [alt for _, alt, _ in stored["states"]]
    assert max(len(" ".join(words)) for _, *words in stored["states"]) <= explorer.letters


@pytest.mark.parametrize("kind", CHARTS)
def test_a_chart_names_every_table_of_every_state_and_no_other(kind):
    explorer = kind()
    drawn = [compact(explorer.view.face["charts"][width]) for width in ("wide", "narrow")]
    for state in kind.strip_states:
        names = set(explorer.tables(explorer.compute(explorer._start | state)))
        assert [set(re.findall(r'"data":{"name":"(\w+)"}', chart)) for chart in drawn] == [names, names], state
