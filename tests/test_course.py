"""What a lesson needs: show, check, hint. See test_predictions for predict and reveal."""

import base64
import io
import re
import sys
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from PIL import Image

from tiws_teach.course import _faded, _figures, check, exercises, expect, hint, paired_wins, questions, series, show
from tiws_teach.course._progress import keys_of
from tiws_teach.course._words import Told
from tiws_teach.course.exercises import Exercise, Right, Slip
from tiws_teach.course.expect import array, choice, function, mapping, names, number, whole
from tiws_teach.lessons.start import judges as start

Shown = namedtuple("Shown", "html text")
ALT = "Line from (0, 1) to (1, 3), rising by 2."


@pytest.fixture(autouse=True)
def _agg():
    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture
def shown(monkeypatch):
    """Collect what is displayed."""
    seen: list[Shown] = []

    def collect(bundle, raw):
        assert raw
        seen.append(Shown(bundle["text/html"], bundle["text/plain"]))

    for module in (_figures, exercises):
        monkeypatch.setattr(module, "display", collect)
    monkeypatch.setattr(exercises, "_hints_given", {})
    return seen


def line() -> plt.Axes:
    figure, ax = plt.subplots(figsize=(3, 2))
    ax.plot([0, 1], [1, 3])
    return figure.axes[0]


def png_in(page: str) -> bytes:
    return base64.b64decode(re.search(r"base64,([^\"]+)", page)[1])


# show ---------------------------------------------------------------------------------------------------------------


def test_show_gives_alt_caption_and_text_and_closes_the_figure(shown):
    before = plt.get_fignums()  # another test may have left some open
    show(line(), ALT)
    (out,) = shown
    assert f'alt="{ALT}"' in out.html
    assert f">{ALT}</p>" in out.html
    assert out.text == f"[figure] {ALT}"
    assert plt.get_fignums() == before


def test_show_gives_the_same_bytes_each_time(shown):
    show(line(), ALT)
    show(line(), ALT)
    first, second = (png_in(out.html) for out in shown)
    assert first == second
    assert first.startswith(b"\x89PNG")
    assert b"Software" not in first
    assert b"matplotlib" not in first


def test_a_picture_has_twice_the_pixels_of_its_place_on_the_page(shown):
    show(line(), ALT)
    show(line(), ALT, dpi=120)
    for out, width in zip(shown, (3 * 96, 3 * 120), strict=True):
        assert f'style="width: {width}px; max-width: 100%; height: auto"' in out.html
        assert int.from_bytes(png_in(out.html)[16:20], "big") == 2 * width


def test_long_words_fold_and_are_still_the_alt_text(shown):
    long = "Bars: " + "7, " * 80
    show(line(), long)
    assert "<details" in shown[0].html
    assert f"<summary>The picture in words</summary><p>{long.strip()}</p></details>" in shown[0].html
    assert f'alt="{long.strip()}"' in shown[0].html
    assert shown[0].text == f"[figure] {long.strip()}"


def test_flat_colours_are_stored_as_few_and_a_gradient_keeps_all(shown):
    """Few colours make small files; a heat map would show bands."""
    show(line(), ALT)
    figure, ax = plt.subplots(figsize=(3, 2))
    ax.imshow(np.random.default_rng(0).random((30, 30, 3)))
    show(figure, ALT)
    modes = [Image.open(io.BytesIO(png_in(out.html))).mode for out in shown]
    assert modes == ["P", "RGB"]
    colors = np.asarray(Image.open(io.BytesIO(png_in(shown[0].html))).convert("RGB")).reshape(-1, 3)
    assert (colors[0] == 255).all()  # white stays white


@pytest.mark.parametrize(
    ("size", "points", "told"),
    [
        ((3, 2), 8, "8.0 points in JupyterLab; a class needs 10"),
        ((15, 2), 12, "9.2 points in JupyterLab; a class needs 10"),
        ((11, 2), 10, "7.4 points on the site; a class needs 8.25"),
    ],
)
def test_text_too_small_for_a_class_is_warned_about(size, points, told, shown):
    figure, ax = plt.subplots(figsize=size)
    ax.tick_params(labelsize=20)
    ax.text(0, 0, "tiny", fontsize=points)
    ax.text(0, 0, "hidden", fontsize=2, visible=False)
    with pytest.warns(UserWarning, match=f"The text 'tiny' is shown with {told}"):
        show(figure, ALT)
    assert len(shown) == 1


def test_show_takes_figures_subfigures_and_seaborn_grids(shown):
    import seaborn as sns

    frame = pd.DataFrame({"x": [1.0, 2.0, 4.0], "y": [2.0, 1.0, 5.0]})
    figure = plt.figure()
    part = figure.subfigures(1, 2)[1]
    grid = sns.clustermap(frame, figsize=(3, 3))
    for thing in (line().figure, part, part.subplots(), sns.FacetGrid(frame, height=2), grid, Figure()):
        show(thing, ALT)
    assert len(shown) == 6


def test_words_are_escaped_and_on_one_line(shown):
    show(line(), 'Share < 1 & "more"\n  than a half of the rows.')
    assert 'alt="Share &lt; 1 &amp; &quot;more&quot; than a half of the rows."' in shown[0].html
    assert shown[0].text == '[figure] Share < 1 & "more" than a half of the rows.'


@pytest.mark.parametrize(
    ("figure", "alt", "error", "message"),
    [
        *(
            (line, alt, ValueError, r"alt must have at least 25 characters.*Say what the picture shows")
            for alt in ("", "  ", "A plot of x and y.")
        ),
        (line, None, TypeError, "alt must be a text; got NoneType"),
        (lambda: [1, 2], ALT, TypeError, r"figure must be a matplotlib Figure or Axes.*got list"),
    ],
)
def test_no_words_and_no_figure_are_told(figure, alt, error, message, shown):
    with pytest.raises(error, match=message):
        show(figure(), alt)
    assert not shown


# exercises ------------------------------------------------------------------------------------------------------------


def test_the_right_answer_is_right_and_dots_are_no_answer_yet(shown):
    check("start.1", "C")
    check("start.1", ...)
    assert shown[0].text.startswith("[check start.1] Right. ")
    assert ">Right. " in shown[0].html
    assert shown[1].text == "[check start.1] No answer yet: replace the ... in this cell and run it again."


SOLUTIONS = {key: _faded._solution(key) for lesson in series() if lesson.is_there for key in keys_of(lesson)[1]}
CODED = {key: code for key, code in SOLUTIONS.items() if code}


def test_most_lessons_have_a_solution_that_fades():
    assert len({key.partition(".")[0] for key in CODED}) >= 11


@pytest.mark.parametrize("key", CODED)
def test_a_solution_loses_a_line_at_a_time(key, capsys):
    code, most = CODED[key], len(_faded._statements(CODED[key]))
    for gaps in range(1, most + 1):
        _faded.faded(key, gaps)
        told = capsys.readouterr().out
        compile(told, key, "exec")
        assert told.count("...") == code.count("...") + gaps
        assert told.splitlines()[0] == code.splitlines()[0] or gaps == most
    _faded.faded(key, 0)
    _, *lines, blank, asked = capsys.readouterr().out.splitlines()
    assert (blank, asked) == ("", code.splitlines()[-1])
    assert sorted(lines) == sorted(f"# {line.strip()}" for line in code.splitlines()[:-1] if line.strip())
    with pytest.raises(ValueError, match="gaps must be in"):
        _faded.faded(key, most + 1)


def test_a_new_cell_gets_the_code_and_the_filled_gaps_are_right(shown, monkeypatch):
    written = []
    shell = SimpleNamespace(set_next_input=written.append)
    monkeypatch.setattr(_faded, "get_ipython", lambda: shell)
    _faded.faded("lof.1", 1)
    assert "    return ...\n" in written[0]
    exec(
        written[0].replace("return ...", "return is_near @ lrd / is_near.sum(axis=1) / lrd"), {"np": np, "check": check}
    )
    assert "Right." in shown[-1].text
    with pytest.raises(ValueError, match="must be an exercise that asks for a function"):
        _faded.faded("start.1")


def test_hints_come_one_by_one_and_the_last_stays(shown):
    for _ in range(4):
        hint("start.2")
    assert [out.text.partition("] ")[2][:11] for out in shown] == [f"Hint {number} of 3" for number in (1, 2, 3, 3)]


def test_unknown_exercises_are_told():
    with pytest.raises(ValueError, match=r"key must name one of the topics .*start.*; got 'nothing.1'"):
        check("nothing.1", 1)
    with pytest.raises(ValueError, match=r"key must be one of start.1, start.2, start.3; got 'start.99'"):
        hint("start.99")
    with pytest.raises(ValueError, match="key must name one of the topics"):
        check(3, 1)


def test_the_answers_do_not_stand_in_the_rules():
    """A rule computes its answer: no literal of it stands in the file."""
    source = Path(start.__file__).read_text(encoding="utf-8")
    for literal in ("1.26", "0.33", "1 / 3"):
        assert literal not in source


def test_a_slip_without_words_is_told():
    judge = Exercise("demo.1", lambda answer: exercises.Slip("forgotten"), number(), Told()).judge
    message = r"the slip 'forgotten' of the exercise demo\.1 must have words in words\.toml; got none\. Write there"
    with pytest.raises(ValueError, match=message):
        judge(3)


def test_a_judge_that_raises_is_told_not_shown():
    def is_square(answer):
        return Right() if answer(3) == 9 else Slip()

    judge = Exercise("demo.1", is_square, function("x"), Told(returns="a number")).judge
    assert judge(lambda x: x * x).words == "Right."
    assert judge(lambda x: x + 1).words == "Not yet."
    told = judge(lambda x: x / 0).words
    assert told == "Your answer could not be judged: ZeroDivisionError: division by zero. Expected a function of x."
    assert "TypeError" in judge(lambda: 1).words
    assert judge(print).words == "Your function returns ... or None. It has to return a number."


QUESTION = """
[questions.1]
text = "How many?"
answer = { range = [0, 9], typical = 3 }
why = "So many."
"""
EXERCISE = """
[exercises.1]
hints = "Half\\nTwo"
doubled = "That is twice the number."
"""
JUDGE = """
from tiws_teach.course import expect
from tiws_teach.course.exercises import exercise, match

@exercise("demo.1", expect.number())
def two(answer):
    'Give two.'
    return match(answer, {"right": 1 + 1, "doubled": 4})
"""


@pytest.fixture
def room(tmp_path, monkeypatch):
    """Return a function that writes the room of a lesson and loads it."""
    monkeypatch.setattr(exercises, "_registered", {})
    monkeypatch.syspath_prepend(tmp_path)

    def load(words=QUESTION + EXERCISE, judges=JUDGE):
        for name in ("demo", "demo.judges"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        folder = tmp_path / "demo"
        folder.mkdir()
        for name, text in {"__init__.py": "", "words.toml": words, "judges.py": judges}.items():
            (folder / name).write_text(text, encoding="utf-8")
        exercises.load.__wrapped__("demo")  # past the cache
        return questions.table.__wrapped__("demo"), exercises._registered

    return load


def test_words_are_read_from_the_room(room):
    asked, registered = room()
    assert asked["demo.1"] == questions.Number("How many?", 0, 9, 3, "So many.")
    assert registered["demo.1"].texts.hints == ("Half", "Two")
    verdicts = [registered["demo.1"].judge(answer) for answer in (2, 4.001, 3)]
    words = ["Right.", "That is twice the number.", 'Not yet. hint("demo.1") helps.']
    assert [each.words for each in verdicts] == words


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (("range", "rang"), "the answer of demo.1 must have the keys range, typical, unit; got no key 'range'"),
        (("typical", "unti = 1, typical"), "the answer of demo.1 .*; got an unknown key 'unti'. Correct it in words.t"),
        (("why", "how"), "question demo.1 must have the keys answer, text, why; got no key 'why'"),
        (("hints", "hint"), "exercise demo.1 must have the keys hints.*; got no key 'hints'"),
        (("[exercises.1]", "[exercise.1]"), "demo/words.toml must have the keys exercises, questions, renamed"),
        (("doubled", "halved"), "each slip in demo/words.toml must have words; got none for 'doubled'"),
        (("doubled", 'other = "?"\ndoubled'), "the words in demo/words.toml must belong to a slip; got 'other'"),
        (("exercises.1", "exercises.2"), "the exercises in demo/words.toml must be demo.1; got demo.2. Add or remove"),
    ],
)
def test_words_that_do_not_fit_are_told(change, match, room):
    with pytest.raises(ValueError, match=match):
        room((QUESTION + EXERCISE).replace(*change))


def test_one_key_for_one_exercise(room):
    with pytest.raises(ValueError, match=r"key must be used once; got 'demo\.1'"):
        room(judges=JUDGE + JUDGE.replace("two", "three"))


# kinds of answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "answer", "read"),
    [
        (number(), np.int64(3), 3.0),
        (number(), pd.Series([2.5]), 2.5),
        (whole(0, 5), 3.0, 3),
        (whole(), np.int8(7), 7),
        (choice("S", "C"), "c", "C"),
        (names("a", "b"), ("b", "a"), ["a", "b"]),
        (names("a", "b"), {"b"}, ["b"]),
        (names(ordered=True), pd.Index(["z", "a"]), ["z", "a"]),
        (mapping("a"), {"a": np.float32(1)}, {"a": 1.0}),
        (array(2, 2), pd.DataFrame([[1, 2], [3, 4]]), np.array([[1.0, 2.0], [3.0, 4.0]])),
        (array(), [1, 2], np.array([1.0, 2.0])),
    ],
)
def test_kinds_read(kind, answer, read):
    np.testing.assert_equal(kind.read(answer), read)


@pytest.mark.parametrize(
    ("kind", "answer", "words"),
    [
        (number(0, 1), 2, "Expected one number from 0 to 1; got 2."),
        (number(), "2,5", "Expected one number; got '2,5'. Write it without quotes and with a point, as 2.5."),
        (number(), np.zeros(3), "Expected one number; got a ndarray of shape 3."),
        (whole(), 2.5, "Expected one whole number; got 2.5."),
        (whole(1, 3), 4, "Expected one whole number from 1 to 3; got 4."),
        (whole(), "4", "Expected one whole number; got '4'. Write it without quotes, as 2."),
        (choice("S", "C"), "Q", "Expected one of 'S', 'C'; got 'Q'."),
        (choice("S", "C"), object(), "Expected one of 'S', 'C'; got a object."),
        (names("a", "b"), "ab", "Expected a list of names out of a, b; got 'ab'."),
        (names("a", "b"), ["a", "c"], "Expected a list of names out of a, b; 'c' is none of them."),
        (array(2, 3), np.zeros((3, 2)), "Expected 2 x 3 numbers; got 3 x 2."),
        (array(3), 1.0, "Expected 3 numbers; got a single number."),
        (array(), ["x"], "Expected an array of numbers; got a list."),
        (mapping("a", "b"), {"a": 1}, "Expected a dict or Series with a number for each of a, b; got the keys a."),
        (function("x"), 3, "Expected a function of x; got 3."),
    ],
)
def test_kinds_tell_what_they_expect(kind, answer, words):
    with pytest.raises(expect.WrongKindError) as told:
        kind.read(answer)
    assert str(told.value) == words


# paired comparisons ---------------------------------------------------------------------------------------------------


def test_paired_wins_count_by_group_and_forgive_rounding():
    index = pd.MultiIndex.from_product([["b", "a"], range(4)], names=["way", "seed"])
    found = paired_wins(pd.Series([1, 2, 1e-13, -1, -1, -2, -3, -2], index=index), "way", "A ahead", "B ahead")
    assert found.index.tolist() == ["b", "a"]
    assert found.loc["b"].tolist() == pytest.approx([2, 1, 1, 0.5])
    assert found.loc["a"].tolist() == pytest.approx([0, 0, 4, -2])
    assert found.columns.tolist() == ["A ahead", "equal", "B ahead", "mean difference"]
