"""Lesson 13: its experiments, its drawings, and what its text says of them."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import pytest
from replications.needed import or_skip

from tiws_teach.datasets import load, make_job_answers
from tiws_teach.lessons.occupation import experiments, plots
from tiws_teach.lessons.occupation.explorer import WritersExplorer
from tiws_teach.occupation import AnswerVectorizer, NearestNeighborCoder, production_curve, threshold_for
from tools.claims import tables

SAME, APART, OTHERS = experiments.NEW


def test_samples_split_rows_or_writers_into_a_third_and_the_rest():
    jobs = experiments.job_titles()
    for new, n_rows in {SAME: len(jobs), OTHERS: len(jobs), APART: jobs["both"].nunique()}.items():
        hand, rest = experiments.splits(new)[3]
        assert len(set(hand) | set(rest)) == len(hand) + len(rest) == n_rows
        assert bool(set(jobs["writer"].iloc[hand]) & set(jobs["writer"].iloc[rest])) == (new != OTHERS)


def test_titles_are_coded_once_and_the_curve_is_that_of_the_table():
    coded = experiments.coded_titles("nearest titles")
    assert experiments.coded_titles("nearest titles") is coded
    assert (coded.table["right"] == (coded.table["suggested"] == coded.table["code"])).all()
    assert coded.table["confidence"].is_monotonic_decreasing
    assert coded.curve.accuracy_at(1) == coded.table["right"].mean()


def test_titles_of_other_writers_are_harder_for_every_coder_and_those_without_copies_most():
    for coder in experiments.CODERS:
        same, apart, others = (experiments.coded_titles(coder, new).curve.rate_at(0.95) for new in experiments.NEW)
        assert apart < others - 0.2 < same - 0.25


def test_the_bound_is_kept_in_the_same_file_and_an_audit_keeps_it_elsewhere():
    kept = {}
    for new in (SAME, OTHERS):
        tried = experiments.promises("nearest titles", new, n_splits=12, audit=400).set_index("rule")
        kept[new] = (tried[["accuracy", "new"]].fillna(1) >= 0.95).groupby("rule").sum()
    assert kept[SAME]["accuracy"]["bound"] > kept[SAME]["accuracy"]["estimate"] > kept[SAME]["new"]["bound"]
    assert kept[OTHERS]["accuracy"]["audit"] > kept[OTHERS]["accuracy"]["bound"] == kept[OTHERS]["new"]["bound"]


def test_an_audit_judges_without_the_titles_that_it_took():
    tried = experiments.promises("nearest titles", SAME, n_splits=1, audit=400).set_index("rule")
    assert 0 < tried["coded"]["audit"] < 1 - 400 / len(experiments.splits()[0][1])


def test_writers_on_both_sides_flatter_the_estimate():
    assert experiments.crossed_accuracy(by_writer=False) > experiments.crossed_accuracy() + 0.02


def tables_of(name, first):
    """Return the rows of the table of a further question whose first column has this name."""
    path = Path(__file__).parents[2] / "notebooks" / "more" / f"{name}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    (rows,) = [rows for cell in cells for header, *rows in tables(cell.source) if header[0] == first]
    return rows


def test_each_example_is_a_duplicate_from_its_definition_on():
    rows = tables_of("13_simulated", "definition")
    ways = [AnswerVectorizer(name.strip("`"), stop_words="english") for name, _, _ in rows]
    assert len(rows) == 4
    for place, (_, _, quoted) in enumerate(rows):
        example = quoted.strip('"')
        equal = [len(set(way.terms(["roof fitter", example]))) == 1 for way in ways]
        assert equal == [False] * place + [True] * (4 - place)


@pytest.mark.data
def test_the_certificates_of_the_lesson_are_in_the_set():
    rows = tables_of("13_certificates", "certificate")
    found = or_skip(load, "hisco_marriage")
    assert len(rows) == 4
    for text, codes, meaning in rows:
        given = re.findall(r"\d{5}", codes)
        assert set(given) == set(found.target[found.data["text"] == text])
        shown = meaning.replace(", ...", "").split("; ")
        assert all(found.code_titles[code].startswith(part) for code, part in zip(given, shown, strict=True))


def test_each_stricter_rule_codes_fewer_answers_more_accurately():
    surveys = experiments.promises_kept(6, accuracy=0.9)
    coded = surveys.pivot_table(index="survey", columns="rule", values="coded")
    assert (coded["bound, counts halved"] <= coded["bound"]).all()
    assert (coded["bound"] <= coded["estimate"]).all()
    accuracy = surveys.groupby("rule")["accuracy"].mean()
    assert 0.9 < accuracy["bound"] < accuracy["bound, counts halved"]


def test_the_bound_is_the_rule_of_threshold_for():
    simulated = make_job_answers(400, zipf=1.0, random_state=3)
    texts, codes, coder = simulated.data["text"], simulated.target, NearestNeighborCoder(vectorizer=experiments.WORDS)
    limit = threshold_for(coder, texts, codes, 0.9, cv=5, random_state=3)
    assert 0 < limit.threshold < 1
    assert experiments.thresholds_by_rule(limit.curve, 0.9)["bound"] == limit.threshold


def test_the_bound_of_a_high_accuracy_holds():
    """With whole counts, and a threshold chosen freely, it fails in every sixth such survey."""
    surveys = experiments.promises_kept(8, accuracy=0.95, n_train=1000, n_new=1000, zipf=0.7)
    by_rule = surveys.pivot_table(index="survey", columns="rule", values="accuracy", dropna=False)
    halved = by_rule["bound, counts halved"]
    assert (halved.fillna(1) >= 0.95).sum() >= 7
    assert (by_rule["estimate"] >= 0.95).sum() <= 6
    assert halved.notna().sum() >= 6  # and it is not idle


def test_curves_are_drawn_with_their_values(monkeypatch):
    shown = []
    monkeypatch.setattr(plots, "show", lambda *given: shown.extend(given))
    plots.show_curves({"NN-3": production_curve([0.9, 0.1], np.array([True, False]))})
    (line,) = shown[0].axes[0].lines
    assert (line.get_ydata()[-1], plots.to_hex(line.get_color())) == (0.5, plots.LOOKS["nearest titles"][0])
    assert "NN-3 1.000, 0.833 and 0.500" in shown[1]


def test_the_titles_on_either_side_are_listed_with_their_codes():
    explorer = WritersExplorer()
    tables = explorer.tables(explorer.compute(explorer._start | {"rate": 0.75}))
    listed = pd.DataFrame(tables["titles"])
    assert (listed["fate"] == "for a person").tolist() == [False] * 5 + [True] * 5
    assert listed["confidence"].is_monotonic_decreasing
    assert (listed["line"].str.contains("✓") == (listed["suggested"] == listed["code"])).all()
    assert sum(tables["fates"]["titles"]) == len(experiments.job_titles())
