"""The site, the slides and the handouts: built once, then read in a browser."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from every_page import EVERY_PAGE
from nbformat.v4 import new_markdown_cell, new_notebook, writes
from playwright.sync_api import Browser, Page, expect

from tiws_teach.course import explorers
from tiws_teach.course._equations import lesson_notebooks
from tiws_teach.course._series import series
from tiws_teach.course.questions import compared, find
from tiws_teach.plots import describe_decisions
from tools.claims import all_claims, in_words
from tools.site import front, notebooks
from tools.site import pages as pages_module
from tools.site.__main__ import finish, site
from tools.site.deck import ROOM, grouped, height, labelled, slide_type
from tools.site.explorers import STILLS
from tools.site.handout import handout, held_back, lecture_page, paper, printed
from tools.site.lecture import begins, explorer_states, lectures, results
from tools.site.notebooks import DOCS, NOTEBOOKS, ROOT, cells_of, core_of, lesson
from tools.site.pages import (
    figures_as_files,
    folded_solutions,
    markdown_cell,
    occurrences,
    section_link,
    terms,
    with_code_links,
    without_columns,
)
from tools.site.predictions import stored_result, with_forms
from tools.site.render import plain_text, split_answers
from tools.site.slides import decisions, notes, section, slides

NUMBERS = [f"{entry.number:02d}" for entry in series() if entry.is_there]
MEGABYTE = 2**20
CLAIMS = (ROOT / "notebooks" / "CLAIMS.md").read_text(encoding="utf-8")


class Addresses(HTMLParser):
    """Collect where a page points to, and the names that others can point to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.names |= {found[key] for key in ("id", "name") if found.get(key)}
        self.targets += [found[key] for key in ("href", "src") if found.get(key)]
        if tag in ("script", "img") or found.get("rel") in ("stylesheet", "preload", "icon"):
            if found.get("loading") == "lazy":
                return
            self.loaded += [found[key] for key in ("href", "src") if found.get(key)]


# Parts


def test_a_link_to_code_becomes_a_link_to_its_page(tmp_path):
    text = with_code_links("[`f`](../tiws_teach/tiws/equations.py#L3) and [the file](tiws_teach/lof/equations.py)")
    assert text == "[`f`](code:tiws_teach/tiws/equations#f) and [the file](code:tiws_teach/lof/equations)"
    (tmp_path / "_modules" / "tiws_teach").mkdir(parents=True)
    (tmp_path / "_modules" / "tiws_teach" / "there.html").write_text('<div id="f"></div>', encoding="utf-8")
    (tmp_path / "a").mkdir()
    page = tmp_path / "a" / "page.html"
    page.write_text('<a href="code:tiws_teach/there#f">f</a> <a href="code:tiws_teach/absent">g</a>', encoding="utf-8")
    finish(tmp_path)
    told = '<a href="../_modules/tiws_teach/there.html#f">f</a> <a title="tiws_teach/absent.py">g</a>'
    assert page.read_text(encoding="utf-8") == told


def test_an_embedded_picture_becomes_a_file_that_loads_late(tmp_path):
    cells = [cell for cell in cells_of(lesson("04")) if cell["cell_type"] == "code"]
    outputs = [
        output
        for cell in cells
        for output in cell["outputs"]
        if output.get("data", {}).get("text/html", "").count("<img") == 1
    ]
    html = outputs[0]["data"]["text/html"]
    told = figures_as_files(html, tmp_path, "figures/")
    (written,) = tmp_path.iterdir()
    assert written.read_bytes().startswith(b"\x89PNG")
    assert f'src="figures/{written.name}" loading="lazy"' in told
    assert re.search('alt="[^"]{20,}"', told)


def test_a_site_without_solutions_links_to_none_of_them(monkeypatch):
    assert "Solutions" in notebooks.related(NOTEBOOKS / "04_kcnn.ipynb")
    for module in (pages_module, notebooks):
        monkeypatch.setattr(module, "SOLUTIONS", False)
    assert "Solutions" not in notebooks.related(NOTEBOOKS / "04_kcnn.ipynb")
    assert with_code_links("[a](solutions/04.ipynb), [b](../solutions/c.ipynb), [d](e.md)") == "a, b, [d](e.md)"
    shown = re.sub(front.LEFT_OUT, "", (DOCS / "index.md").read_text(encoding="utf-8"))
    assert not re.search("solutions|instructor", shown)
    assert "glossary" in shown


def test_solutions_fold():
    cells = [markdown_cell("a", "# Title"), markdown_cell("b", "## Exercise 1\n\nText"), markdown_cell("c", "more")]
    told = [cell["source"] for cell in folded_solutions([*cells, markdown_cell("d", "## Exercise 2")])]
    assert told[0] == "# Title"
    assert told[1].startswith("## Exercise 1\n\n<details")
    assert told[-3:] == ["</details>", told[-2], "</details>"]
    assert told[-2].startswith("## Exercise 2\n\n<details")


def test_a_glossary_term_is_found_by_its_forms():
    assert occurrences(["leave one", "leave-one-out"], "we leave one category out, and leave one in") == 2
    assert not occurrences(["AUC"], "a sauce")
    assert all(set(entry) <= {"means", "as", "taught"} and entry["means"].endswith(".") for entry in terms().values())


def test_a_term_is_taught_in_sections_that_exist():
    lessons = [lesson for lesson in series() if lesson.is_there]
    assert "01, section 4: Fewer rows, heavier rows, invented rows" in section_link(lessons, "01 4")
    with pytest.raises(ValueError, match="must name sections that exist; got 01 77"):
        section_link(lessons, "01 77")


def test_a_table_without_some_columns_and_the_text_around_it():
    table = "Text.\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n\nMore | text.\n"
    assert without_columns(table, ("b",)) == "Text.\n\n| a | c |\n| --- | --- |\n| 1 | 3 |\n\nMore | text.\n"
    assert without_columns(table, ("d",)) == table


def test_an_unknown_lesson_is_refused_with_the_known_ones():
    with pytest.raises(SystemExit, match=r"There is no lesson '99'. Choose one of 00, 01"):
        lesson("99")
    with pytest.raises(SystemExit, match="There is no lesson 'two'"):
        lesson("two")


def test_a_further_question_belongs_to_its_lesson(tmp_path, monkeypatch):
    folder = tmp_path / "notebooks"
    monkeypatch.setattr(notebooks, "NOTEBOOKS", folder)
    titles = {"05_core": "Core", "more/05_why": "Why?", "more/06_how": "How?", "solutions/05_why": "S"}
    for name, title in titles.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.ipynb").write_text(writes(new_notebook(cells=[new_markdown_cell(f"# {title}\n\nSo.")])))
    core, further, solved = (folder / f"{name}.ipynb" for name in ("05_core", "more/05_why", "solutions/05_why"))
    assert (lesson("05"), lesson("05_why")) == (core, further)
    assert notebooks.related(core) == {"Why?": further}
    assert notebooks.related(further) == {"Core": core, "Solutions": solved}
    assert notebooks.related(solved) == {}


def test_a_slide_has_one_thought_and_notes_with_the_right_answer_and_the_clock():
    cells = cells_of(lesson("02"))
    groups = [group for _, group in labelled(cells)]
    tagged = [cell["id"] for cell in cells if slide_type(cell) in ("slide", "subslide")]
    assert set(tagged) <= {group[0]["id"] for group in groups} | {cells[-1]["id"]}
    lengths = [sum(len(cell["source"].split()) for cell in group if "spoken" in cell) for group in groups]
    assert sorted(lengths)[len(lengths) * 9 // 10] <= 75, "one thought a slide"
    told = "".join(line for group in groups for line in notes(group, results(cells)))
    assert told.count(" Right: ") == told.count("Ask: ")
    assert begins(series()[2], "1.1") == ["Begin at 0:00 of 45 or 0:00 of 90 minutes."]
    assert told.count("Ask: ") == sum(cell["source"].count('predict("') for group in groups for cell in group)
    assert re.fullmatch(r"[^`]*Goes wrong \([^`]*", told.replace("**", "`")), "notes have no marks of Markdown"
    assert "<p>(1)/(n) √2 &lt; D_y of 5</p>" in section([], spoken_lines=[r"$\frac{1}{n} \sqrt{2} < D_y$ of 5"])


def marked(number: str) -> tuple[list[dict], list[str]]:
    """Return a lesson's title and its cells with an answer, with a mark in all that they show, and the marks."""
    title, *cells = cells_of(lesson(number))
    cells = [cell for cell in cells if cell["cell_type"] == "code" and "reveal(" in cell["source"]]
    marks = []
    for output in (output for cell in cells for output in cell["outputs"]):
        marks.append(f"mark-{len(marks)}-")
        if "text" in output:
            output["text"] = marks[-1]
        for mime, data in output.get("data", {}).items():
            output["data"][mime] = f"{'[reveal]' if data.startswith('[reveal') else ''}{marks[-1]}"
    return [title, *cells], marks


@pytest.mark.parametrize("number", NUMBERS)
def test_all_that_a_cell_with_an_answer_shows_waits_for_a_click_on_slides(number):
    cells, marks = marked(number)
    blocks = "".join(map(section, grouped(cells))).split('<div class="block ')
    kinds = [block.partition('"')[0] for block in blocks]
    found = {mark: {kind for kind, block in zip(kinds, blocks, strict=True) if mark in block} for mark in marks}
    assert marks
    assert set(map(frozenset, found.values())) <= {frozenset({"answer fragment"}), frozenset({"code fragment"})}
    assert kinds.count("answer fragment") == len(cells) - 1


@pytest.mark.parametrize("number", NUMBERS)
def test_all_that_a_cell_with_an_answer_shows_is_printed_with_the_answers(number, tmp_path, monkeypatch):
    cells, marks = marked(number)
    monkeypatch.setattr("tools.site.handout.core_of", lambda path: cells)
    monkeypatch.setattr("tools.site.handout.copy_mathjax", lambda folder: folder.mkdir())
    sheet, answers = (page.read_text(encoding="utf-8") for page in paper(lesson(number), tmp_path / "paper"))
    assert marks
    assert not [mark for mark in marks if mark in sheet]
    assert [answers.count(mark) for mark in marks] == [1] * len(marks)
    assert sheet.count("<em>What this cell shows: answer ") == answers.count("<h2>Answer ") == len(cells) - 1


@pytest.mark.parametrize("number", NUMBERS)
def test_a_slide_is_full_and_paper_holds_back_what_follows_an_answer(number):
    cells = core_of(lesson(number))
    groups = list(grouped(cells))
    assert all(any(cell["cell_type"] == "markdown" or cell["outputs"] for cell in group) for group in groups)
    assert sum(sum(map(height, group)) < ROOM / 4 for group in groups) <= len(groups) / 4
    sources = ([cell["source"] for cell in group] for group in groups)
    charts = [each for each in sources if "decision_chart(" in "".join(each)]
    assert all("decision_chart(" in each[-1] and re.fullmatch("(#+ .*)?", "".join(each[:-1])) for each in charts)
    assert not re.search(r"(?m)^#.* min\)$", "\n".join(cell["source"] for group in groups for cell in group))
    assert "[Solutions](" not in "".join(cell["source"] for group in groups for cell in group)
    for text in (plain_text(cell["outputs"][0]) for cell in cells if "decision_chart(" in cell["source"]):
        assert describe_decisions(dict(decisions(text))).removesuffix(".") in text, "nothing is lost"
    held = "".join(cell["source"] for cell, is_held in held_back(cells) if is_held)
    for cell, told, after in zip(cells, cells[1:], cells[2:], strict=False):
        if "reveal(" in cell["source"] and told["cell_type"] == "markdown" and "predict(" not in after["source"]:
            assert told["source"].startswith(("#", "**Exercise")) or told["source"][:50] in held
    sheet = "".join(printed(cell) for cell, is_held in held_back(cells) if not is_held)
    assert not re.search("<details>|picture in words|No answer yet", sheet)
    for cell in cells:
        for state in explorer_states(cell):
            html = "".join("".join(output["data"].get("text/html", "")) for output in cell["outputs"])
            assert html.count("<img") == 1, "a set explorer shows its own still: let strip_states have this state"
            page = explorers()[STILLS.search(section([cell], ""))["name"]]().page()
            assert all(value in page.get(name, [value]) for name, value in state.items()), "and page() have its values"


def test_paper_holds_back_what_answers_a_vote_of_an_earlier_section(tmp_path):
    sheet, answers = (page.read_text(encoding="utf-8") for page in paper(lesson("06"), tmp_path / "paper"))
    for told in ("In these samples both", "This ratio does not say", "Lodge with three companions"):
        assert told not in sheet
        assert told in answers
    assert all(told in sheet for told in ("Lodge at (1.75, 5.00), k = 3", "Exercise 3"))


@pytest.mark.parametrize("number", NUMBERS)
def test_paper_shows_one_still_of_a_strip_and_no_decision_chart(number, tmp_path):
    sheet, answers = (page.read_text(encoding="utf-8") for page in paper(lesson(number), tmp_path / "paper"))
    assert all(strip[0].count("<img") == 1 for strip in STILLS.finditer(sheet))
    assert "Decision chart" not in sheet
    assert ("Decision chart" in answers) == (number != "00")
    topic = next(each.topic for each in series() if each.notebook == lesson(number).stem)
    assert sheet.count("This is on the page of answers") == len(lectures()[topic].get("withheld", []))


# The whole

MILD = ("region", "heading-order", "landmark-unique", "identical-links-same-purpose", "presentation-role-conflict")
"""Rules of axe that look at each element, and whose findings are never serious."""


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """Build the site once."""
    folder = tmp_path_factory.mktemp("site")
    assert site(folder / "out", folder / "work") == 0
    return folder / "out"


@pytest.fixture(scope="module")
def pages(built) -> dict[Path, Addresses]:
    """Return what each page of the site points to."""
    found = [path for path in sorted(built.rglob("*.html")) if "_static" not in path.parts]
    return {path: Addresses(path.read_text(encoding="utf-8")) for path in found}


def opened(browser: Browser, page: Path, asked: list[str], **options) -> Page:
    """Open a page and note what it asks of the network."""
    tab = browser.new_page(**options)
    tab.on("request", lambda request: asked.append(request.url) if request.url.startswith("http") else None)
    tab.on("pageerror", lambda error: asked.append(str(error)))
    tab.goto(page.as_uri())
    return tab


@pytest.mark.slow
def test_every_link_of_the_site_leads_somewhere(built, pages):
    lost = []
    for page, found in pages.items():
        for target in found.targets:
            parts = urlsplit(target)
            if parts.scheme in ("http", "https", "mailto", "data"):
                continue
            to = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            named = not parts.fragment or to not in pages or unquote(parts.fragment) in pages[to].names
            if parts.scheme or not to.exists() or not named:
                lost.append(f"{page.relative_to(built)}: {target}")
    assert not lost, lost[:20]


@pytest.mark.slow
def test_all_that_a_cell_with_an_answer_shows_is_folded_on_the_site(built):
    shown, is_folded = 0, []
    for notebook in lesson_notebooks(NOTEBOOKS) if EVERY_PAGE else sorted(NOTEBOOKS.glob("[01]*.ipynb")):
        page = (built / notebook.relative_to(ROOT)).with_suffix(".html").read_text(encoding="utf-8")
        for cell in BeautifulSoup(page, "html.parser").select("div.cell:has(.cell_input)"):
            if "reveal(" in cell.select_one(".cell_input").get_text():
                folds = [output.find_parent("details", class_="hide") for output in cell.select(".cell_output")]
                is_folded += [fold is not None and "open" not in fold.attrs for fold in folds]
                shown += 1
    assert len(is_folded) == shown > (60 if EVERY_PAGE else 50)
    assert all(is_folded)


@pytest.mark.slow
def test_a_downloaded_notebook_has_no_outputs(built):
    found = list((built / "_static" / "download").iterdir())
    assert len(found) == len(lesson_notebooks(NOTEBOOKS))
    assert not [path for path in found for cell in cells_of(path) if cell.get("outputs")]


@pytest.mark.slow
def test_every_equation_leads_to_its_code(built, pages):
    rows = re.findall(
        r'href="\.\./_modules/[\w/]+\.html#\w+"', (built / "notebooks/EQUATIONS.html").read_text(encoding="utf-8")
    )
    assert len(rows) > 100
    assert 'title="tiws_teach/' not in (built / "notebooks/EQUATIONS.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_pages_are_light(built, pages):
    heavy = {}
    for page, found in pages.items():
        loaded = {(page.parent / unquote(urlsplit(name).path)).resolve() for name in found.loaded if "://" not in name}
        size = page.stat().st_size + sum(path.stat().st_size for path in loaded if path.is_file())
        if size > 2.5e6:
            heavy[str(page.relative_to(built))] = size
    assert not heavy
    assert sum(path.stat().st_size for path in built.rglob("*") if path.is_file()) < 40 * MEGABYTE


PLAIN = """Promise.resolve(window.MathJax?.startup?.promise).then(() => {
    document.querySelectorAll('.highlight pre, mjx-container').forEach(old => { old.textContent = old.textContent; });
    dispatchEvent(new Event('resize')); })"""
"""Code and formulas as text: thousands of coloured words and signs, on which axe would spend most of its time."""


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (400, "light")])
def test_no_page_keeps_anyone_out(built, pages, browser, width, scheme):
    asked: list[str] = []
    serious = {}
    tab = opened(browser, built / "index.html", asked, viewport={"width": width, "height": 900}, color_scheme=scheme)
    code = [page for page in pages if "_modules" in page.parts]
    read = [page for page in pages if "_modules" not in page.parts] + code[:2]
    by_size = sorted(read, key=lambda page: -page.stat().st_size)
    kinds = {page.parent: page for page in by_size}.values()  # the smallest of each kind: colours take axe longest
    half = read[scheme == "dark" :: 2] if EVERY_PAGE else []  # every page in one of the two themes
    for page in dict.fromkeys([*half, *kinds]):
        tab.goto(page.as_uri())
        if page not in kinds:
            tab.evaluate(PLAIN)
        rules = {"color-contrast": {"enabled": page in kinds}} | {key: {"enabled": False} for key in MILD}
        options = {"resultTypes": ["violations"], "rules": rules}
        found = Axe().run(tab, options=options).response["violations"]
        found = [violation for violation in found if violation["impact"] in ("serious", "critical")]
        if found:
            serious[page.name] = [(v["id"], v["nodes"][0]["html"][:200]) for v in found]
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, page.name
    assert not serious
    assert not asked


@pytest.mark.slow
@pytest.mark.browser
def test_search_and_formulas_work_without_a_server(built, browser):
    asked: list[str] = []
    tab = opened(browser, built / "index.html", asked)
    tab.goto((built / "search.html").as_uri() + "?q=leakage")
    tab.wait_for_selector("ul.search li a")
    assert tab.locator(".bd-search-container p a").all_inner_texts() == ["equations", "glossary"]
    asked = [told for told in asked if told != "Failed to fetch"]  # the excerpts, which need a server
    tab.goto((built / "notebooks" / f"{lesson('02').stem}.html").as_uri())
    tab.wait_for_selector("mjx-container mjx-math")
    assert not asked


@pytest.mark.slow
@pytest.mark.browser
def test_a_result_opens_when_a_guess_is_committed_and_the_browser_keeps_the_guess(built, browser, tmp_path):
    asked: list[str] = []
    page = built / "notebooks" / "more" / "02_queenstown.html"
    tab = opened(browser, page, asked, viewport={"width": 375, "height": 720}, has_touch=True)
    choice, number = tab.locator("form[data-key='tiws.3']"), tab.locator("form[data-key='tiws.4']")
    told = tab.locator(".tiws-reveal[data-key='tiws.3'] strong")
    fold = tab.locator("details.hide", has=told)
    fold.locator("summary").click()  # too early
    expect(told).to_be_hidden()
    expect(choice.locator("output")).to_contain_text("the result waits for your guess")
    choice.locator("label").filter(has_text="Southampton").tap()
    choice.get_by_role("button").tap()
    expect(told).to_have_text('Your guess was "Southampton (S)"; the result is "Cherbourg (C)".')
    tab.screenshot(path=str(tmp_path / "choice.png"))

    told = tab.locator(".tiws-reveal[data-key='tiws.4'] strong")
    number.get_by_role("textbox").press_sequentially("7")
    tab.keyboard.press("Enter")
    expect(number.locator("output")).to_have_text("Type a number from 0 to 1 first.")
    expect(told).to_be_hidden()
    result, question = 0.39, find("tiws.4")
    for typed in ("0,4", "39 %", ".386", "0", "1", "0.123456", "0.39"):
        number.get_by_role("textbox").fill(typed)
        tab.keyboard.press("Enter")
        expect(told).to_have_text(compared(question, question.read(typed), result))
    tab.reload()
    expect(told).to_be_visible()
    expect(number.locator("output")).to_contain_text("Noted in this browser earlier.")
    tab.get_by_role("button", name="Forget my guesses").click()
    expect(told).to_be_hidden()
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.get_by_role("button", name="Show all results").click()
    assert tab.evaluate("document.querySelectorAll('details.hide:not([open])').length") == 0
    tab.goto((built / "notebooks" / f"{lesson('02').stem}.html").as_uri())
    tab.get_by_role("button", name="Show all results").click()
    figure = tab.locator("button.tiws-enlarge:visible").first
    figure.focus()
    tab.keyboard.press("Enter")
    large = tab.locator("dialog[open] img")
    expect(large).to_have_attribute("alt", figure.locator("img").get_attribute("alt"))
    assert large.bounding_box()["width"] > figure.bounding_box()["width"]
    tab.keyboard.press("Escape")
    expect(large).to_be_hidden()
    assert not asked


@pytest.mark.slow
@pytest.mark.browser
def test_the_front_page_has_an_explorer_a_question_a_card_for_each_lesson_and_the_claims(built, browser, tmp_path):
    asked: list[str] = []
    tab = opened(browser, built / "index.html", asked, viewport={"width": 1280, "height": 720})
    tab.locator("figure[data-tiws-explorer] canvas").first.wait_for()
    told = tab.locator(".tiws-reveal strong")
    expect(told).to_be_hidden()
    tab.locator("form.tiws-predict label").first.click()
    tab.get_by_role("button", name="Commit").click()
    expect(told).to_contain_text("the result")
    assert tab.locator(".tiws-cards a").count() == len(NUMBERS)
    assert tab.locator(".tiws-cards a:not(:has(img))").count() == 0
    words = in_words(all_claims(NOTEBOOKS))
    assert f"\n{words}.\n" in CLAIMS
    assert words in tab.locator("article").inner_text()
    tab.screenshot(path=str(tmp_path / "front.png"))
    assert not asked


@pytest.mark.parametrize("path", lesson_notebooks(NOTEBOOKS), ids=lambda path: path.stem)
def test_each_question_of_a_notebook_has_its_form_and_each_answer_its_result(path):
    cells = [cell for cell in cells_of(path) if cell["cell_type"] == "code"]
    source = "\n".join(cell["source"] for cell in cells)
    for cell in cells:
        with_forms(cell)
    html = "".join("".join(out.get("data", {}).get("text/html", "")) for cell in cells for out in cell["outputs"])
    for kind, call in (("tiws-predict", "predict"), ("tiws-reveal", "reveal")):
        keys = re.findall(rf'class="{kind}" data-key="([\w.]+)"', html)
        assert sorted(keys) == sorted(re.findall(rf'\b{call}\(\s*"([\w.]+)"', source))


def test_a_result_is_read_from_what_a_stored_answer_says():
    for key, words, result in (
        ("tiws.3", 'is "Southampton (S)"; the result is "Cherbourg (C)". Because.', "Cherbourg (C)"),
        ("tiws.4", "is 0.52; the result is 0.39 (0.13 lower). Because.", 0.39),
        ("tiws.1", "is 0.382, and that is the result. Because.", 0.382),
    ):
        assert stored_result(key, f"[reveal {key}] Which?\nA plausible guess {words}") == result
    with pytest.raises(ValueError, match=r"the answer to tiws\.4 must name its result"):
        stored_result("tiws.4", "[reveal tiws.4]\nA plausible guess is 0.5; the result is 0.39 (0.11 lower).")


@pytest.mark.slow
@pytest.mark.browser
def test_every_slide_fits_the_projector(browser, tmp_path):
    too_large = []
    for number in NUMBERS if EVERY_PAGE else ["06"]:
        asked: list[str] = []
        tab = opened(browser, slides(number, tmp_path / number), asked, viewport={"width": 1280, "height": 720})
        tab.wait_for_selector("body[data-ready]")
        assert tab.evaluate(
            "Reveal.getSlides().every(slide => slide.querySelector('h1, h2, h3, h4')?.textContent.trim())"
        )
        presses = tab.evaluate("Reveal.getSlides().length + document.querySelectorAll('.fragment').length")
        for _ in range(presses):  # to the end, and to every slide on the way
            tab.keyboard.press("ArrowRight")
        assert tab.evaluate("[Reveal.isLastSlide(), Reveal.getSlidePastCount()]") == [
            True,
            tab.evaluate("Reveal.getTotalSlides() - 1"),
        ]
        assert "The end of the lesson" in tab.locator(".slides > section.present").inner_text()
        too_large += [f"{number}: {told}" for told in tab.evaluate(OVERFLOW)]
        zooms = "[...document.querySelectorAll('.block:has(.decisions)')].map(each => Number(each.style.zoom || 1))"
        assert all(zoom > 0.8 for zoom in tab.evaluate(zooms)), "the last row reads the chart"
        assert tab.locator(".answer.fragment").count() > 0
        for label in ("2.1", "4.2", "1.2"):  # as the page for tomorrow names slides
            tab.wait_for_timeout(100)  # reveal.js takes the field away a moment after Enter
            tab.keyboard.press("g")
            tab.keyboard.type(label)
            tab.keyboard.press("Enter")
            assert tab.evaluate("Reveal.getCurrentSlide().id") == label
        assert number != "06" or tab.locator("button[aria-pressed=true]:has-text('four lodges')").count() == 1
        assert not asked
        tab.close()
    assert not too_large


OVERFLOW = """() => {
    const style = document.createElement('style');
    style.textContent = '.slides section { display: block !important; }';  // all at once, each in its place
    document.head.append(style);
    return Reveal.getSlides().map((slide) => {
        const {h, v} = Reveal.getIndices(slide);
        let right = 0, bottom = 0;
        for (const part of slide.querySelectorAll('.block *:not(mjx-container *)')) {
            if (!part.checkVisibility()) continue;  // what a closed fold hides
            const box = part.getBoundingClientRect();
            if (box.width) { right = Math.max(right, box.right); bottom = Math.max(bottom, box.bottom); }
        }
        return right > 1281 || bottom > 721 ? `${h}.${v} ${Math.round(right)} x ${Math.round(bottom)}` : '';
    }).filter(Boolean);
}"""


@pytest.mark.slow
@pytest.mark.browser
def test_a_handout_is_printed_without_answers(browser, tmp_path):
    for number in NUMBERS if EVERY_PAGE else ["00"]:
        pdf = handout(number, tmp_path / f"{number}.pdf", browser).read_bytes()
        assert pdf.startswith(b"%PDF")
        assert 4 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 15
        assert b"/StructTreeRoot" in pdf
        answers = (tmp_path / f"{number}_answers.pdf").read_bytes()
        assert 2 <= len(re.findall(rb"/Type\s*/Page\b", answers)) <= 8
    sheet = lecture_page("06", tmp_path / "06.pdf", browser).read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    answers = [split_answers(cell)[1] for cell in cells_of(lesson("00"))]
    page = (ROOT / "build" / "handout" / lesson("00").stem / "index.html").read_text(encoding="utf-8")
    assert {answer in page for answer in answers if answer} == {False}
    assert page.count('class="lines"') >= 4
