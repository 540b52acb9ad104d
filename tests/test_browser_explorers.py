"""Explorers that the browser draws, live and on a page: the same words, by keyboard, pointer and touch."""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from every_page import EVERY_PAGE
from matplotlib.image import imread
from playwright.sync_api import Browser, Locator, Page, expect
from test_browser import Lab, lab, output, page, press, run_all, watched  # noqa: F401  (lab and page are fixtures)

from tiws_teach.course import explorers
from tiws_teach.course.charts import ChartExplorer
from tools.site.explorers import copy_scripts, embedded, named, scripts
from tools.site.slides import slides

pytestmark = [pytest.mark.browser, pytest.mark.slow]
KINDS = list(explorers().values())
MOST_BUTTONS = 6
LAST = list({kind.__module__: kind for kind in KINDS}.values())
ON_PAGES = KINDS if EVERY_PAGE else LAST
LIVE = KINDS if EVERY_PAGE else [kind for kind in KINDS if kind not in LAST[2:]]
"""Before a release all are tried in both; else the last of each lesson on a page, and the others in JupyterLab."""
DRAGGED = [kind for kind in ON_PAGES if kind.drag]


def sampled(explorer: ChartExplorer) -> list[dict]:
    """Return the first, the last and two middle states of an explorer's page."""
    limits = explorer.page()
    grid = {name: list(limits.get(name, control.options)) for name, control in explorer.inputs.items()}
    every = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return [every[0], every[len(every) // 3], every[2 * len(every) // 3], every[-1]]


def lead(face: Locator, explorer: ChartExplorer, now: dict, state: dict, options: dict[str, list]) -> None:
    """Take an explorer from one state to another through its controls, by keyboard."""
    places = {explorer.drag.get("x"): ("ArrowLeft", "ArrowRight"), explorer.drag.get("y"): ("ArrowDown", "ArrowUp")}
    for name, control in explorer.inputs.items():
        to = options[name].index(state[name])
        steps = to - options[name].index(now[name])
        if len(options[name]) == 1:
            continue  # it is not shown
        if control.look == "buttons" and len(options[name]) > MOST_BUTTONS:
            face.get_by_role("combobox", name=control.label).select_option(index=to)
        elif control.look == "buttons":
            face.get_by_role("group", name=control.label).get_by_role("button").nth(to).press("Enter")
        elif control.look == "again":
            for _ in range(steps % len(options[name])):
                face.get_by_role("button", name=control.label).press("Enter")
        elif steps:
            is_place = control.look == "place"
            handle = face.locator(".tiws-handle") if is_place else face.get_by_role("slider", name=control.label)
            back, on = places[name] if is_place else ("ArrowLeft", "ArrowRight")
            for _ in range(abs(steps)):
                handle.press(on if steps > 0 else back)


def describes(face: Locator, explorer: ChartExplorer, state: dict, last: dict | None = None) -> None:
    """Wait until an explorer shows a state, by its alt text and by the words below it: all, if the last is named."""
    alt = explorer.describe(result := explorer.compute(state))
    expect(face.locator(".tiws-chart")).to_have_attribute("aria-label", alt, timeout=30_000)
    words = explorer.words(result, explorer.compute(last)) if last else re.compile("^" + re.escape(alt))
    expect(face.locator(".tiws-words")).to_have_text(words)
    expect(face).not_to_have_attribute("aria-busy", "true", timeout=30_000)


def aim(explorer: ChartExplorer) -> int:
    """Return 1 to drag to the right, or -1 if what can be dragged starts at the right end."""
    name = explorer.drag["x"]
    return -1 if explorer._start[name] == list(explorer.inputs[name].options)[-1] else 1


def follows_the_pointer(page: Page, face: Locator, explorer: ChartExplorer) -> None:  # noqa: F811
    """Drag what can be dragged, from the explorer's first state, and see picture and words follow."""
    face.locator(".tiws-handle").scroll_into_view_if_needed()
    box = face.locator(".tiws-handle").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90 * aim(explorer), y - 40, steps=8)
    page.mouse.up()
    chart = face.locator(".tiws-chart")
    expect(chart).not_to_have_attribute("aria-label", explorer.describe(explorer.compute(explorer._start)))
    moved = face.locator(".tiws-handle").bounding_box()
    assert abs(moved["x"] - box["x"] - 90 * aim(explorer)) < 40


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    """Return a folder with a page for each explorer, which needs neither a kernel nor a network."""
    folder = tmp_path_factory.mktemp("pages")
    copy_scripts(folder / "scripts", [kind.__name__ for kind in ON_PAGES])
    for kind in ON_PAGES:
        body = f"<main><h1>An explorer</h1>{kind().strip()}</main>{scripts([kind.__name__], 'scripts/')}"
        (folder / f"{kind.__name__}.html").write_text(
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An explorer</title>'
            '<meta name="viewport" content="width=device-width"></head>'
            f"<body>{body}</body></html>",
            encoding="utf-8",
        )
    return folder


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Give a page as wide as a phone, with touch; an error in its scripts or a request to the network fails."""
    faults: list[str] = []
    with browser.new_context(
        viewport={"width": 375, "height": 760}, has_touch=True, reduced_motion="reduce"
    ) as context:
        opened = context.new_page()
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.on("request", lambda request: request.url.startswith("file:") or faults.append(request.url))
        yield opened
    assert not [fault for fault in faults if not fault.startswith("data:")], faults


@pytest.fixture(scope="module")
def notebook(browser: Browser, lab: Lab) -> Iterator[Page]:  # noqa: F811
    """Give a notebook with explorers, each in a cell of its own after the first."""
    for opened in watched(browser):
        opened.set_viewport_size({"width": 1280, "height": 720})
        cells = [f"explorers()[{kind.__name__!r}]()" for kind in LIVE]
        lab.write("explorers.ipynb", ("from tiws_teach.course import explorers", *cells))
        run_all(opened, lab, "explorers.ipynb")
        yield opened


def started(page: Page, pages: Path, kind: type[ChartExplorer]) -> Locator:  # noqa: F811
    """Open an explorer's page and return it when it is drawn."""
    page.goto((pages / f"{kind.__name__}.html").as_uri())
    face = page.locator(".tiws-face[data-shown]")
    face.wait_for()
    return face


@pytest.mark.parametrize("kind", ON_PAGES)
def test_a_page_says_what_the_kernel_computes(kind, page, pages):  # noqa: F811
    explorer = kind()
    limits = explorer.page()
    options = {name: list(limits.get(name, control.options)) for name, control in explorer.inputs.items()}
    page.set_viewport_size({"width": 1280, "height": 720})
    face = started(page, pages, kind)
    describes(face, explorer, explorer._start)
    now = explorer._start
    for state in sampled(explorer):
        lead(face, explorer, now, state, options)
        now = state
        describes(face, explorer, state)
    face.get_by_role("button", name="Reset").press("Enter")
    describes(face, explorer, explorer._start, last=now)
    assert face.locator(".tiws-error").inner_text() == ""
    if EVERY_PAGE or kind in ON_PAGES[:3]:  # their pages are of one template
        results = Axe().run(page, options={"resultTypes": ["violations"]})
        assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("kind", ON_PAGES)
def test_a_page_fits_a_phone_and_its_words_do_not_move_the_page(kind, phone, pages):
    face = started(phone, pages, kind)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    canvas = face.locator("canvas").bounding_box()
    assert canvas["x"] >= 0
    assert canvas["x"] + canvas["width"] <= 375
    heights = {face.bounding_box()["height"]}
    for slider in face.get_by_role("slider").all():
        slider.press("End")
        expect(face).not_to_have_attribute("aria-busy", "true")
        heights.add(face.bounding_box()["height"])
    assert len(heights) == 1, heights
    words = face.locator(".tiws-words")
    assert words.evaluate("node => node.scrollHeight <= node.clientHeight"), "the words need more room: raise `letters`"


@pytest.mark.parametrize("kind", ON_PAGES[:2])  # one rule turns all of them dark
def test_the_card_is_dark_on_a_dark_page(kind, page, pages):  # noqa: F811
    face = started(page, pages, kind)
    light = brightness(face)
    page.evaluate("document.documentElement.dataset.theme = 'dark'; document.body.style.background = '#121212'")
    assert light > 0.8
    assert brightness(face) < 0.25
    results = Axe().run(page, context=".tiws-face", options={"resultTypes": ["violations"]})
    assert results.violations_count == 0, results.generate_report()


def brightness(face: Locator) -> float:
    """Return the median brightness of what is painted, from 0 to 1."""
    return float(np.median(imread(BytesIO(face.screenshot()))[..., :3]))


@pytest.mark.parametrize("kind", DRAGGED if EVERY_PAGE else DRAGGED[:4])
def test_what_is_dragged_follows_a_finger_on_a_page(kind, phone, pages):
    face = started(phone, pages, kind)
    alt = face.locator(".tiws-chart").get_attribute("aria-label")
    face.locator(".tiws-handle").scroll_into_view_if_needed()
    box = face.locator(".tiws-handle").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = phone.context.new_cdp_session(phone)
    scrolled = phone.evaluate("scrollY")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 7):
        moved = [{"x": x + 10 * aim(kind()) * step, "y": y + 8 * step}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(face.locator(".tiws-chart")).not_to_have_attribute("aria-label", alt)
    assert phone.evaluate("scrollY") == scrolled


@pytest.mark.parametrize("kind", LIVE)
def test_live_it_follows_keyboard_and_pointer_and_says_the_same_words(kind, notebook):
    explorer, number = kind(), 1 + LIVE.index(kind)
    notebook.evaluate(
        "n => window.jupyterapp.shell.currentWidget.content.scrollToItem(n, 'start').then(() => 1)", number
    )
    face = output(notebook, number).locator(".tiws-face[data-shown]")
    face.wait_for()
    describes(face, explorer, explorer._start)
    box = face.bounding_box()
    assert box["width"] <= 1024
    assert box["height"] <= 640
    options = {key: list(control.options) for key, control in explorer.inputs.items()}
    now = explorer._start
    moved = [state for state in sampled(explorer)[1:3] if state != now]
    for state in moved if EVERY_PAGE else moved[:1]:
        lead(face, explorer, now, state, options)
        now = state
        describes(face, explorer, state)
    press(notebook, face.get_by_role("button", name="Reset"), "Enter")
    describes(face, explorer, explorer._start, last=now)
    cells = notebook.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length")
    assert cells == 1 + len(LIVE)  # no key slipped through to the notebook
    if kind.drag:
        follows_the_pointer(notebook, face, explorer)
    assert face.locator(".tiws-error").inner_text() == ""


def test_it_works_in_notebook_7(lab, browser):  # noqa: F811
    kind = DRAGGED[0]
    lab.write("seven.ipynb", ("from tiws_teach.course import explorers", f"explorers()[{kind.__name__!r}]()"))
    opened = browser.new_page()  # not `page`: Notebook 7 reports an error of its own about settings
    run_all(opened, lab, "seven.ipynb", view="notebooks")
    face = opened.locator(".tiws-face[data-shown]")
    describes(face, kind(), kind()._start)
    follows_the_pointer(opened, face, kind())
    assert face.locator(".tiws-error").inner_text() == ""
    opened.close()


def test_slides_have_the_live_explorer_and_its_keys_do_not_turn_them(page, tmp_path):  # noqa: F811
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(slides("08", tmp_path / "slides").as_uri())
    face = page.locator(".tiws-face[data-shown]").first
    face.wait_for(state="attached")
    page.wait_for_selector("body[data-ready]")
    here = "() => JSON.stringify(Reveal.getIndices())"
    page.evaluate("() => { const { h, v } = Reveal.getIndices(document.querySelector('.tiws-face').closest('section'));"
                  " Reveal.slide(h, v); }")  # fmt: skip
    place = page.evaluate(here)
    slider = face.get_by_role("slider", name="neighbours k")
    slider.press("ArrowRight")
    expect(face.locator(".tiws-words")).to_have_text(re.compile("^k = 2 of 50 readings"))
    assert page.evaluate(here) == place
    box = face.locator(".tiws-handle").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 400, box["y"], steps=6)
    page.mouse.up()
    expect(face.locator(".tiws-words")).to_have_text(re.compile("^k = (20|30|40|50) of 50 readings"))
    bottom = face.bounding_box()["y"] + face.bounding_box()["height"]
    assert bottom <= 720


def test_the_place_of_an_explorer_replaces_its_stills():
    html = f"<p>before</p>{KINDS[0]().strip()}<p>after</p>"
    name = KINDS[0].__name__
    assert named(html) == [name]
    assert embedded(name).startswith(f'<figure data-tiws-explorer="{name}"')
    loaded = scripts([name], "../_static/explorers/")
    assert re.findall(r'src="../_static/explorers/([\w.]+)"', loaded) == ["vega.js", "explorer.js", f"{name}.js"]
