"""The explorers of notebook 02, swept over their controls without a browser."""

from __future__ import annotations

from itertools import product

import pytest

from tiws_teach.lessons.tiws.explorer import HideCategoryExplorer, SizeExplorer


@pytest.fixture(scope="module")
def hide():
    return HideCategoryExplorer()


@pytest.fixture(scope="module")
def size():
    return SizeExplorer()


def grid(explorer, *held):
    """Return every state of the controls, with those in `held` at their first value."""
    options = {name: control.options for name, control in explorer.inputs.items() if name not in held}
    return [explorer.state | dict(zip(options, values, strict=True)) for values in product(*options.values())]


@pytest.mark.parametrize("explorer", ["hide", "size"])
def test_every_state_has_a_result_and_words(explorer, request):
    explorer = request.getfixturevalue(explorer)
    explorer.reset()
    said = {explorer.words(explorer.compute(state), None) for state in grid(explorer)}
    assert len(said) == len(grid(explorer))


def test_every_category_is_drawn(hide):
    hide.reset()
    pictures = set()
    for state in grid(hide, "similarity", "sharpness"):
        hide.set_state(**state)
        assert hide.error is None, (state, hide.error)
        assert state["hide"].split("= ")[1] in hide.picture.alt
        pictures.add(bytes(hide.picture.png))
    assert len(pictures) == len(hide.inputs["hide"].options)


def test_sharpness_moves_the_weight_to_the_nearest(hide):
    hide.reset()
    weights = []
    for sharpness in hide.inputs["sharpness"].options:
        hide.set_state(sharpness=sharpness)
        weights.append(hide.result.table["weight"].max())
    assert weights == sorted(weights)
    assert weights[-1] > 0.999


def test_hide_starts_with_queenstown_and_says_what_changed(hide):
    hide.reset()
    assert "weights C 0.851, S 0.149" in hide.text
    hide.set_state(hide="by port: class = First")
    assert hide.text.endswith("The estimate before: 0.520.")


def test_every_port_and_similarity_is_drawn(size):
    size.reset()
    for state in grid(size, "size"):
        size.set_state(**state)
        assert size.error is None
        assert f"{state['similarity']} similarity" in size.picture.alt


def test_a_large_cherbourg_loses_queenstown(size):
    size.reset()
    assert "nearest C" in size.text
    size.set_state(port="C", size="x 10")
    assert "nearest S" in size.text
    size.set_state(similarity="conditional")
    assert "nearest C" in size.text


@pytest.mark.parametrize("explorer", [HideCategoryExplorer, SizeExplorer])
def test_the_strip_has_three_pictures_with_words(explorer):
    page = explorer()._repr_mimebundle_()["text/html"]
    assert page.count("<img alt=") == 3
