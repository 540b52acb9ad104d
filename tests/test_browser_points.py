"""Points are dragged and added with the mouse on the picture, and moved by keyboard, in a real browser."""

from __future__ import annotations

import pytest
from test_browser import lab, output, page, press, run_all  # noqa: F401  (lab and page are fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SOURCE = ("from tiws_teach.lessons.kcnn.explorer import KCNNExplorer\nexplorer = KCNNExplorer()\nexplorer",)


def test_points_follow_the_mouse_and_the_keyboard(lab, page, tmp_path):  # noqa: F811
    lab.write("points.ipynb", SOURCE)
    run_all(page, lab, "points.ipynb")
    shown = output(page, 0)
    picture, sheet, words = (shown.locator(f".{name}") for name in ("tiws-picture", "tiws-sheet", "tiws-words"))
    picture.wait_for()
    words.get_by_text("Ringed: point 1, of class 0, at (1.0, 1.4)").wait_for()
    sheet.wait_for()  # it has a size once its script has run
    picture.scroll_into_view_if_needed()
    edge, over = picture.bounding_box(), sheet.bounding_box()
    assert [over[side] for side in ("x", "y", "width", "height")] == pytest.approx(
        [edge[side] for side in ("x", "y", "width", "height")], abs=1
    )

    def at(x, y):
        """Return the place of two features on the page: the axes cover these shares of the picture."""
        left, bottom, across, up = 0.095, 0.125, 0.7, 0.845
        return (
            edge["x"] + edge["width"] * (left + across * x / 8),
            edge["y"] + edge["height"] * (1 - bottom - up * y / 6.4),
        )

    # point 2 is taken hold of and dragged into the other class
    page.mouse.move(*at(1.8, 3.6))
    page.mouse.down()
    page.mouse.move(*at(4.0, 3.8), steps=5)
    page.mouse.move(*at(6.0, 4.0), steps=5)
    page.mouse.up()
    words.get_by_text("Ringed: point 2, of class 0, at (6.0, 4.0)").wait_for()

    # a double click on an empty place adds a point of the same class
    page.mouse.dblclick(*at(2.0, 2.8))
    words.get_by_text("Ringed: point 15, of class 0, at (2.0, 2.8)").wait_for()
    words.get_by_text("8 points of class 0 and 7 of class 1").wait_for()

    # the same by keyboard: the chosen point moves by a tenth
    press(page, shown.get_by_role("slider", name="its feature 1"), "ArrowRight")
    words.get_by_text("Ringed: point 15, of class 0, at (2.1, 2.8)").wait_for()
    press(page, shown.get_by_role("button", name="Remove it"), "Enter")
    words.get_by_text("7 points of class 0 and 7 of class 1").wait_for()
    page.screenshot(path=str(tmp_path / "points.png"))
    press(page, shown.get_by_role("button", name="Reset"), "Enter")
    words.get_by_text("Ringed: point 1, of class 0, at (1.0, 1.4)").wait_for()
