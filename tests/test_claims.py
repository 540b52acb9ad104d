"""The table of claims: what it takes from a notebook's verdict tables, and what it refuses."""

import re
from xml.etree import ElementTree

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook, writes

from tiws_teach._validation import project_folder
from tools import claims, notes

TABLE = """## 2 · More values (4 min)

| claim | source | reproduced | beyond | section |
|---|---|---|---|---|
| it [shrinks](a.md) | notes, 1 | yes: 2 \\| 3 | holds: 3 | 2, A, [02a](replications/02a.ipynb) |
| it vanishes | notes, 2 | yes: 1 | does not hold: 0 of 3 | appendix, 9 |

| symbol | words |
|---|---|
| $n$ | rows |
"""
VERDICT = """# One set

## Verdict

| claim | source | reproduced | beyond |
|---|---|---|---|
| best | paper, 1 | not testable here: one set | holds in part: on 2 sets |
| first | paper, 2 | no: 3 of 4 | not tested |
"""
PARTS = """| claim | source | reproduced | beyond |
|---|---|---|---|
| "small" | notes, 3 | yes: 0.71 for 0.7 | not tested |
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with a lesson, its solution, and a replication."""

    def put(name, *sources):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(writes(new_notebook(cells=[new_markdown_cell(each) for each in sources])), encoding="utf-8")
        return path

    put("02_means.ipynb", "# 02 · Means", TABLE, "## Appendix (optional, 3 min)\n\n### A · More")
    put("solutions/02_means.ipynb", TABLE)
    put("replications/02a_sets.ipynb", VERDICT)
    put("more/02_why.ipynb", "# Why do means shrink?", f"## By hand\n\n{PARTS}")
    return put


def test_a_row_becomes_a_claim(folder, tmp_path):
    first, second = claims.claims(tmp_path / "02_means.ipynb")
    assert (first.claim, first.measured["reproduced"]) == ("it [shrinks](a.md)", r"yes: 2 \| 3")
    assert first.verdicts == {"reproduced": "yes", "beyond": "holds"}
    assert second.place == "appendix, 9"
    best, _ = claims.claims(tmp_path / "replications" / "02a_sets.ipynb")
    assert (best.verdicts["beyond"], best.place) == ("holds in part", "Verdict")
    (small,) = claims.claims(tmp_path / "more" / "02_why.ipynb")
    assert small.measured == {"source": "notes, 3", "reproduced": "yes: 0.71 for 0.7", "beyond": "not tested"}


def test_the_page_counts_the_verdicts_and_links_each_section_that_there_is(folder, tmp_path):
    page = claims.claim_table(tmp_path)
    counts = claims.in_words(claims.all_claims(tmp_path))
    assert [int(number) for number in re.findall(r"\d+", counts)] == [5, 3, 1, 1, 1, 1, 1, 2]
    assert f"verdicts: {counts}](claims.svg)\n\n{counts}.\n" in page
    row = '| "small" | notes, 3 | yes: 0.71 for 0.7 | not tested | [02_why, By hand](<more/02_why.ipynb#By-hand>) |'
    assert f"| claim | source | reproduced | beyond | where |\n|---|---|---|---|---|\n{row}" in page
    assert page.count("it shrinks") == 1, "a solution holds no claims, and a link in a claim becomes words"
    links = "[02, 2](<02_means.ipynb#2-·-More-values-(4-min)>), [02, A](<02_means.ipynb#A-·-More>)"
    assert f"| holds: 3 | {links}, [02a](replications/02a.ipynb) |" in page
    assert "[02, appendix](<02_means.ipynb#Appendix-(optional,-3-min)>), [02, 9](<02_means.ipynb>)" in page
    assert "| not tested | [02a, Verdict](<replications/02a_sets.ipynb#Verdict>) |" in page
    assert page.index("| first |") < page.index("| it vanishes") < page.index("| best |") < page.index("| it shrinks")


ROW = "# Why?\n\n| claim | source | reproduced | beyond |\n|---|---|---|---|\n| {} | {} | {} | {} |"


def test_the_surprising_claims_come_first_and_within_them_the_lessons_in_order(folder, tmp_path):
    verdicts = {"e": ("yes: 1", "holds: 1"), "b": ("yes: 1", "does not hold: 1"), "a": ("no: 1", "not tested")}
    verdicts |= {"c": ("not testable here: private", "does not hold: 1"), "d": ("yes: 1", "holds in part: 1")}
    verdicts |= {"g": ("not testable here: 6 sets", "not tested"), "f": ("yes: 1", "not tested")}
    for name, parts in verdicts.items():
        folder(f"more/05_{name}.ipynb", ROW.format(name, "s", *parts))
        folder(f"more/04_{name}.ipynb", ROW.format(f"{name}{name}", "s", *parts))
    found = [each.claim for each in claims.all_claims(tmp_path) if each.notebook.name[:2] in ("04", "05")]
    assert found == ["aa", "a", "bb", "b", "cc", "c", "dd", "d", "ee", "e", "ff", "f", "gg", "g"]


def test_a_claim_that_two_notebooks_judge_is_one_claim(folder, tmp_path):
    folder("more/02_how.ipynb", ROW.format('"small"', "notes, 3", "not testable here: 6 sets", "holds: 0.2"))
    (small,) = (each for each in claims.all_claims(tmp_path) if each.claim == '"small"')
    assert small.verdicts == {"reproduced": "yes", "beyond": "holds"}
    assert (small.measured["reproduced"], small.measured["beyond"]) == ("yes: 0.71 for 0.7", "holds: 0.2")
    links = "[02_how, Why?](<more/02_how.ipynb#Why?>), [02_why, By hand](<more/02_why.ipynb#By-hand>)"
    assert f"holds: 0.2 | {links} |" in claims.claim_table(tmp_path)
    folder("more/02_or.ipynb", ROW.format('"small"', "notes, 3", "no: 0.1", "not tested"))
    with pytest.raises(ValueError, match=r"be the same in all notebooks; got 'yes' in 02_why.ipynb, and 'no' before"):
        claims.all_claims(tmp_path)


def test_the_picture_has_a_part_for_each_verdict(folder, tmp_path):
    folder("more/05_other.ipynb", ROW.format("a", "s", "no: 1", "does not hold: 1"))
    picture = claims.claims_picture(tmp_path)
    assert re.findall(r">([^<>]+)</text>", picture)[:2] == ["02 means", "05"]
    fields = re.findall(r'<path fill="#\w+" d="([^"]*)"', picture)
    assert [field.count("M") - 1 for field in fields] == [4, 1, 4, 3], (
        "what holds, holds in part, does not hold and is open, without the legend"
    )
    assert len(ElementTree.fromstring(picture).findall(".//{*}path")) == 8


@pytest.mark.parametrize(
    ("row", "match"),
    [
        ("| a |  | yes: 2 | holds: 3 |", "the claim must have its place in a column 'source'; got none for 'a' in"),
        ("| a | s | right: 2 | holds: 3 |", "the verdict 'reproduced' must begin with one of: yes, no, not testable"),
        ("| a | s | yes: 2 | cannot be tested |", "the verdict 'beyond' must begin with one of: holds, holds in part"),
        ("| a | s | yes: clearly | holds: 3 |", "'reproduced: yes' must have a figure or a formula; got 'clearly'"),
        ("| a | s | not testable here | holds: 3 |", "'reproduced: not testable here' must have a reason; got ''"),
        ("| a | s | no: 2 | does not hold |", "'beyond: does not hold' must have a figure or a formula; got ''"),
        ("| a | s | not testable here: private | not tested |", "a claim must have a figure in one of its verdicts"),
    ],
)
def test_a_row_of_two_parts_without_a_source_a_word_or_a_figure_is_refused(row, match, folder):
    path = folder(
        "more/03_other.ipynb", f"# Why?\n\n| claim | source | reproduced | beyond |\n|---|---|---|---|\n{row}"
    )
    with pytest.raises(ValueError, match=match):
        claims.claims(path)


NOTES = '\nheadings = [["Means", "02: 2, A; 02/why: By hand"], ["Sets", "02: More"]]\n'


@pytest.fixture
def noted(folder, tmp_path):
    """Write a table of the notes' headings into the folder, with one text changed."""

    def put(old="02: More", new="02: appendix"):
        (tmp_path / notes.NOTES).write_text(NOTES.replace(old, new), encoding="utf-8")
        return tmp_path

    return put


def test_each_heading_of_the_notes_leads_to_its_sections(noted):
    page = claims.claim_table(noted())
    first = "[02, 2](<02_means.ipynb#2-·-More-values-(4-min)>), [02, A](<02_means.ipynb#A-·-More>)"
    first += ", [02_why, By hand](<more/02_why.ipynb#By-hand>)"
    assert f"| Means | {first} |\n| Sets | [02, appendix](<02_means.ipynb#Appendix-(optional,-3-min)>) |\n" in page


@pytest.mark.parametrize(
    ("new", "match"),
    [("02: 9", "name sections of 02_means.ipynb; got 9"), ("03: 1", "got 03"), ("02/how: 1", "got 02/how")],
)
def test_a_section_of_the_notes_that_is_not_there_is_refused(noted, new, match):
    with pytest.raises(ValueError, match=match):
        claims.claim_table(noted(new=new))


def test_every_part_of_the_notes_is_taught():
    listed = dict(notes.listed(project_folder("notebooks")))
    assert len(listed) == 39
    taught = {part[:2] for places in listed.values() for part in places.split("; ")}
    assert taught >= {"01", "06", "07", "08", "09", "10", "11", "12"}
