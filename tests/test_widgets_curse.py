"""The explorer of notebook 07, swept over its controls without a browser."""

from __future__ import annotations

from itertools import product

import pytest

from tiws_teach.lessons.curse.explorer import DimensionExplorer


@pytest.fixture(scope="module")
def explorer():
    return DimensionExplorer()


def test_every_state_has_a_result_and_words_of_its_own(explorer):
    explorer.reset()
    names, values = list(explorer.inputs), [list(control.options) for control in explorer.inputs.values()]
    states = [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]
    assert len(states) == 9 * 4 * 3
    assert len({explorer.words(explorer.compute(state), None) for state in states}) == len(states)


def test_dimensions_and_kinds_are_drawn(explorer):
    explorer.reset()
    pictures = set()
    for d, kind in product((2, 10, 1000), explorer.inputs["kind"].options):
        explorer.set_state(d=d, kind=kind)
        assert explorer.error is None, (d, kind, explorer.error)
        assert f"{kind}, d = {d:,}, euclidean" in explorer.picture.alt
        pictures.add(bytes(explorer.picture.png))
    assert len(pictures) == 12


def test_the_contrast_falls_and_the_words_say_what_it_was_before(explorer):
    explorer.reset()
    before = explorer.result.contrast
    explorer.set_state(d=1000)
    assert explorer.result.contrast < 0.2 < 20 < before
    assert "all rows are about equally far" in explorer.text
    assert explorer.text.endswith(f"Before (uniform, d = 2, euclidean distance), the contrast was {before:.3g}.")
    explorer.set_state(kind="five latent")
    assert explorer.result.contrast > 5


def test_the_strip_has_three_pictures_with_words():
    page = DimensionExplorer()._repr_mimebundle_()["text/html"]
    assert page.count("<img alt=") == 3
