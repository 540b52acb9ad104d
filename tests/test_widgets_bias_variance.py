"""The explorer of notebook 08, swept over its controls without a browser."""

from __future__ import annotations

from itertools import product

import pytest

from tiws_teach.lessons.bias_variance.explorer import BiasVarianceExplorer


@pytest.fixture(scope="module")
def explorer():
    return BiasVarianceExplorer()


def test_every_state_has_a_result_and_words(explorer):
    explorer.reset()
    grid = {name: control.options for name, control in explorer.inputs.items()}
    states = [dict(zip(grid, chosen, strict=True)) for chosen in product(*grid.values())]
    assert len(states) == 12 * 4 * 5
    for state in states:
        result = explorer.compute(state)
        n = state["readings"]
        assert result.k == (n if state["k"] == "all" else min(int(state["k"]), n))
        assert f"k = {result.k} of {n} readings with noise sd {state['noise']:g} dm" in explorer.words(result, None)


def test_every_k_is_drawn(explorer):
    explorer.reset()
    pictures = set()
    for k in explorer.inputs["k"].options:
        explorer.set_state(k=k)
        assert explorer.error is None, (k, explorer.error)
        pictures.add(bytes(explorer.picture.png))
    assert len(pictures) == 11  # 50 are all


@pytest.mark.parametrize("state", [{"noise": 0}, {"noise": 0, "k": "all"}, {"readings": 200, "noise": 20}])
def test_the_ends_of_noise_and_readings_are_drawn(explorer, state):
    explorer.reset()
    explorer.set_state(**state)
    assert explorer.error is None


def test_the_words_say_what_it_was_before(explorer):
    explorer.reset()
    explorer.set_state(k="10")
    assert explorer.text.endswith("Before, the expected error was 120.7.")
    assert "Expected squared error 114.0" in explorer.text


def test_the_best_k_moves_with_the_noise(explorer):
    explorer.reset()
    best = {}
    for noise in (2, 10, 20):
        found = {k: explorer.compute({"k": k, "readings": 50, "noise": noise}) for k in explorer.inputs["k"].options}
        best[noise] = min(found, key=lambda k: found[k].parts["error"])
    assert int(best[2]) < int(best[10]) < int(best[20])


def test_the_strip_has_three_pictures_with_words():
    page = BiasVarianceExplorer()._repr_mimebundle_()["text/html"]
    assert page.count("<img alt=") == 3
