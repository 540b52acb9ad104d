"""The explorer of notebook 03, swept over its controls without a browser."""

from __future__ import annotations

from itertools import product

import pytest

from tiws_teach.lessons.wctf.explorer import VocabularyExplorer


@pytest.fixture(scope="module")
def explorer():
    return VocabularyExplorer()


def values(control):
    """Return the values of a control whose options may be (label, value)."""
    return [option[1] if isinstance(option, tuple) else option for option in control.options]


def grid(explorer, **held):
    options = {name: [held[name]] if name in held else values(control) for name, control in explorer.inputs.items()}
    return [dict(zip(options, state, strict=True)) for state in product(*options.values())]


def test_every_state_has_a_result_and_words(explorer):
    explorer.reset()
    said = {(explorer.words(explorer.compute(state), None), state["weights"]) for state in grid(explorer)}
    assert len(said) == len(grid(explorer))


def test_every_size_and_every_share_is_drawn(explorer):
    explorer.reset()
    states = grid(explorer, share=0.08, weights="none") + grid(explorer, max_features=75, weights="none")
    pictures = set()
    for state in states:
        explorer.set_state(**state)
        assert explorer.error is None, (state, explorer.error)
        assert f"{state['max_features']} words, {state['share']:.0%}" in explorer.picture.alt
        pictures.add(bytes(explorer.picture.png))
    assert len(pictures) == len(states) - 1  # 75 words at 8 % are in both


def test_words_enter_and_leave_a_list(explorer):
    """Great leaves the positive list when the negative one grows: it is frequent enough to be taken there."""
    explorer.reset()
    lists = [explorer.result.lists["positive"]]
    explorer.set_state(max_features=150)
    lists.append(explorer.result.lists["positive"])
    entered, left = ([word for word in one if word not in other] for one, other in (lists[::-1], lists))
    assert left == ["great"]
    assert "great" in explorer.result.lists["negative"]
    assert explorer.text.endswith(f"The positive list: {', '.join(entered)} entered, great left.")
    explorer.set_state(max_features=100)
    assert explorer.text.endswith(f"The positive list: great entered, {', '.join(entered)} left.")


def test_a_change_of_more_than_six_words_is_counted(explorer):
    explorer.reset()
    explorer.set_state(max_features=200)
    assert "and 86 more entered" in explorer.text  # 184 places of the negative list instead of 92


def test_class_weights_move_the_line_and_not_the_lists(explorer):
    explorer.reset()
    before = explorer.result
    explorer.set_state(weights="balanced")
    assert explorer.result.lists == before.lists
    assert (explorer.result.scores["recall"] > before.scores["recall"] + 0.3).all()
    assert (explorer.result.scores["average precision"] - before.scores["average precision"]).abs().max() < 0.05
    assert "The negative list: no word entered, no word left." in explorer.text


def test_the_rarest_class_gets_no_place_in_a_small_dictionary(explorer):
    explorer.reset()
    explorer.set_state(max_features=10, share=0.04)
    assert explorer.result.lists["positive"] == []
    assert "0 for the positive" in explorer.text


def test_the_strip_has_three_pictures_with_words():
    assert VocabularyExplorer()._repr_mimebundle_()["text/html"].count("<img alt=") == 3
