"""The explorers of notebook 01, swept over their controls without a browser."""

from __future__ import annotations

from itertools import product

import pytest

from tiws_teach.lessons.imbalance.explorer import ImbalanceExplorer, SmoteExplorer


@pytest.fixture(scope="module")
def one_in_ten():
    return ImbalanceExplorer()


@pytest.fixture(scope="module")
def smote():
    return SmoteExplorer()


def values(control):
    """Return every value of a control."""
    if hasattr(control, "options"):
        return list(control.options)
    count = round((control.max - control.min) / control.step) + 1
    return [round(control.min + i * control.step, 6) for i in range(count)]


def grid(explorer, *held):
    """Return every state of the controls, with those in `held` at their first value."""
    free = {name: values(control) for name, control in explorer.inputs.items() if name not in held}
    return [explorer.state | dict(zip(free, chosen, strict=True)) for chosen in product(*free.values())]


def test_every_state_of_the_patients_has_a_result_and_words(one_in_ten):
    one_in_ten.reset()
    states = grid(one_in_ten)
    assert len(states) == 6 * 6 * 6 * 2
    assert len({one_in_ten.words(one_in_ten.compute(state), None) for state in states}) == len(states)


def test_every_remedy_and_classifier_is_drawn(one_in_ten):
    one_in_ten.reset()
    pictures = set()
    for state in grid(one_in_ten, "ratio", "overlap"):
        one_in_ten.set_state(**state)
        assert one_in_ten.error is None, (state, one_in_ten.error)
        assert f"{state['model']}, {state['remedy']}" in one_in_ten.picture.alt
        pictures.add(bytes(one_in_ten.picture.png))
    assert len(pictures) >= 11  # of nearest neighbours, class weights and the threshold give one picture


def test_a_remedy_finds_more_and_the_words_say_what_it_was_before(one_in_ten):
    one_in_ten.reset()
    before = one_in_ten.result.measures
    one_in_ten.set_state(remedy="threshold")
    assert one_in_ten.result.measures["recall"] > before["recall"] + 0.2
    assert one_in_ten.result.measures["accuracy"] < before["accuracy"]
    assert one_in_ten.text.endswith(f"Before: recall {before['recall']:.3f}, precision {before['precision']:.3f}.")


def test_every_step_of_smote_has_words_and_stays_in_the_picture(smote):
    smote.reset()
    for state in grid(smote):
        result = smote.compute(state)
        assert ((result.point >= 0) & (result.point <= [8, 6.6])).all()
        assert f"u = {state['u']:.1f}" in smote.words(result, None)


def test_every_start_and_neighbour_is_drawn(smote):
    smote.reset()
    pictures = set()
    for state in grid(smote, "u"):
        smote.set_state(**state)
        assert smote.error is None, (state, smote.error)
        pictures.add(bytes(smote.picture.png))
    assert len(pictures) == (6 + 7) * 3  # without the stray row, 7 stands for 6


def test_the_stray_row_sends_points_astray(smote):
    smote.reset()
    assert ", 0 lie nearest to a healthy row" in smote.text
    smote.set_state(stray="there", start=7, rank=2)
    assert "From ill row 7" in smote.text
    assert "nearest to it is healthy" in smote.text
    assert "Before, the new point was (5.30, 4.05)." in smote.text


@pytest.mark.parametrize("explorer", [ImbalanceExplorer, SmoteExplorer])
def test_the_strip_has_three_pictures_with_words(explorer):
    page = explorer()._repr_mimebundle_()["text/html"]
    assert page.count("<img alt=") == 3
