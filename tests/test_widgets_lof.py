"""The explorer of notebook 06, swept over its controls without a browser."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tiws_teach.lessons.lof.explorer import LOFExplorer


@pytest.fixture(scope="module")
def explorer():
    return LOFExplorer()


def test_every_place_and_k_has_a_result_and_words(explorer):
    explorer.reset()
    places = product(np.arange(0, 10.25, 0.5), np.arange(0, 6.25, 0.5))
    for x, y in places:
        for k in (1, 3, 12):
            result = explorer.compute({"x": x, "y": y, "k": k, "ties": "all"})
            assert f"Star at ({x:.2f}, {y:.2f}), k = {k}:" in explorer.words(result, None)
            assert (result.factors > 0).all()
            assert len(result.neighbors) >= k


def test_states_are_drawn_and_differ(explorer):
    explorer.reset()
    pictures = set()
    states = [
        {"x": x, "y": y, "k": k, "ties": ties}
        for x, y in ((0.0, 0.0), (1.0, 2.0), (6.0, 4.0), (10.0, 6.0))
        for k in (1, 4, 12)
        for ties in ("all", "first")
    ]
    for state in states:
        explorer.set_state(**state)
        assert explorer.error is None, (state, explorer.error)
        pictures.add(bytes(explorer.picture.png))
    assert len(pictures) >= 20  # without ties, the rule for them changes nothing


def test_moving_the_star_away_makes_it_odd_and_the_words_say_what_it_was(explorer):
    explorer.reset()
    explorer.set_state(x=6.0, y=4.0)
    among_farms = explorer.result.factors[-1]
    explorer.set_state(x=1.75, y=5.0)
    assert explorer.result.factors[-1] > among_farms + 1
    assert explorer.text.endswith(f"Before, its LOF was {among_farms:.2f}.")
    assert explorer.result.mean_distances[-1] < 2


def test_an_infinite_factor_has_a_word(explorer):
    explorer.reset()
    explorer.set_state(x=1.0, y=2.0, k=1)
    explorer.set_state(x=1.0, y=2.25)
    assert "inf." not in explorer.text
    assert np.isfinite(explorer.result.factors[-1])
    assert "Its density is infinite" in explorer.words(explorer.compute(explorer.state | {"y": 2.0}), None)


def test_the_strip_has_three_pictures_with_words():
    assert LOFExplorer()._repr_mimebundle_()["text/html"].count("<img alt=") == 3
