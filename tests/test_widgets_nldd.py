"""The explorer of notebook 05, swept over its controls without a browser."""

from __future__ import annotations

import pytest

from tiws_teach.lessons.nldd.explorer import LabelsetExplorer


@pytest.fixture(scope="module")
def explorer():
    return LabelsetExplorer()


def test_every_digit_and_weight_has_a_result_and_words(explorer):
    for digit in range(1, 13):
        for weight in range(0, 101, 2):
            result = explorer.compute({"digit": digit, "weight": weight, "weights": "slider"})
            assert f"With {weight}% of the weight on Dy" in explorer.words(result, None)
        fitted = explorer.compute({"digit": digit, "weight": 50, "weights": "fitted"})
        assert fitted.share == fitted.fitted_share


def test_states_are_drawn_and_differ(explorer):
    explorer.reset()
    pictures = set()
    for digit in (1, 5, 12):
        for weight in (0, 50, 100):
            for weights in ("slider", "fitted"):
                explorer.set_state(digit=digit, weight=weight, weights=weights)
                assert explorer.error is None, explorer.error
                pictures.add(bytes(explorer.picture.png))
    assert len(pictures) == 12  # the slider does nothing to fitted weights


def test_the_words_say_what_was_chosen_before(explorer):
    explorer.reset()
    explorer.set_state(weight=0)
    before = explorer.result
    explorer.set_state(weight=100)
    assert before.chosen != explorer.result.chosen
    assert f"Before, the chosen row showed the digit {before.chosen_digit}:" in explorer.text
    explorer.set_state(weight=98)
    assert explorer.text.endswith("The chosen row is the same as before.")
    explorer.set_state(digit=2)
    assert "before" not in explorer.text.lower()


def test_the_strip_has_three_pictures_with_words():
    assert LabelsetExplorer()._repr_mimebundle_()["text/html"].count("<img alt=") == 3
