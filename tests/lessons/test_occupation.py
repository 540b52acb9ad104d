"""Lesson 13: its experiments, its drawings, and what its text says of them."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from replications.needed import or_skip

from tiws_teach.course._series import series
from tiws_teach.datasets import load, make_job_answers
from tiws_teach.lessons.occupation import experiments, plots
from tiws_teach.lessons.occupation.experiments import AtThreshold
from tiws_teach.occupation import AnswerVectorizer, NearestNeighborCoder, production_curve, threshold_for
from tools.claims import tables
from tools.site.notebooks import prose


@pytest.fixture(scope="module")
def survey():
    return experiments.coded_survey(0.3, 0.7)


def test_a_survey_is_coded_once_and_its_curve_is_that_of_its_table(survey):
    assert experiments.coded_survey(0.3, 0.7) is survey
    assert len(survey.table) == 300
    curve = production_curve(survey.table["confidence"], (survey.table["suggested"] == survey.table["code"]).to_numpy())
    assert curve.accuracy_at(1) == survey.curve.accuracy_at(1) == survey.table["correct"].mean()


def table_of_lesson(first):
    """Return the rows of the lesson's table whose first column has this name."""
    lesson = next(lesson for lesson in series() if lesson.topic == "occupation")
    (rows,) = [rows for header, *rows in tables(prose(lesson)) if header[0] == first]
    return rows


def test_each_example_is_a_duplicate_from_its_definition_on():
    rows = table_of_lesson("definition")
    ways = [AnswerVectorizer(name.strip("`"), stop_words="english") for name, _, _ in rows]
    assert len(rows) == 4
    for place, (_, _, quoted) in enumerate(rows):
        example = quoted.strip('"')
        equal = [len(set(way.terms(["roof fitter", example]))) == 1 for way in ways]
        assert equal == [False] * place + [True] * (4 - place)


@pytest.mark.data
def test_the_certificates_of_the_lesson_are_in_the_set():
    rows = table_of_lesson("certificate")
    found = or_skip(load, "hisco_marriage")
    assert len(rows) == 4
    for text, codes, meaning in rows:
        given = re.findall(r"\d{5}", codes)
        assert set(given) == set(found.target[found.data["text"] == text])
        shown = meaning.replace(", ...", "").split("; ")
        assert all(found.code_titles[code].startswith(part) for code, part in zip(given, shown, strict=True))


def test_duplicates_are_counted_and_shown_in_another_form():
    train = pd.DataFrame({"answer": ["a type printer", "type printer", "roofer"], "code": ["7343", "7341", "7131"]})
    new = pd.DataFrame({"answer": ["Printer (type)", "the", "baker"], "code": ["7343", "7131", "7412"]})
    assert experiments.in_another_form(train, new).to_numpy().tolist() == [
        ["Printer (type)", "7343", "a type printer", "7343"]
    ]


def test_the_table_counts_the_duplicates(survey):
    assert (survey.table["duplicates"] > 0).mean() == survey.with_twin
    single = survey.table[survey.table["duplicates"] == 1]
    np.testing.assert_allclose(single["confidence"], 1 / 1.1)


def test_noise_and_equal_popularity_cost_duplicates(survey):
    assert experiments.coded_survey(0.8, 0.7).with_twin < survey.with_twin - 0.1
    assert (
        experiments.coded_survey(0.3, 0.0).with_twin < survey.with_twin < experiments.coded_survey(0.3, 1.3).with_twin
    )


def test_a_higher_threshold_codes_fewer_answers(survey):
    rates = [AtThreshold(survey, threshold).rate for threshold in (0.0, 0.5, 0.9, 1.0)]
    assert rates[0] == 1
    assert sorted(rates, reverse=True) == rates
    assert rates[-1] == 0


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


def test_copies_of_a_person_flatter_the_estimate():
    survey = experiments.survey_of_persons(n=300)
    apart = experiments.cross_validated_accuracy(survey, survey["person"])
    assert experiments.cross_validated_accuracy(survey, None) > apart + 0.1


def test_curves_are_drawn_with_their_values():
    curves = {"a": production_curve([0.9, 0.1], np.array([True, False])), "b": production_curve([1], np.array([True]))}
    ax = plots.plot_curves(curves, Figure().add_subplot())
    assert [line.get_label() for line in ax.lines] == ["a", "b"]
    np.testing.assert_allclose([line.get_ydata()[-1] for line in ax.lines], [0.5, 1])
    assert "a 1.000, 0.833 and 0.500; b 1.000, 1.000 and 1.000" in plots.describe_curves(curves)


@pytest.mark.parametrize("threshold", [0.0, 0.8, 1.0])
def test_a_split_is_drawn_with_the_answers_next_to_the_threshold(survey, threshold):
    result = AtThreshold(survey, threshold)
    figure = Figure()
    plots.plot_split(result, figure)
    listed = figure.axes[1].texts[0].get_text()
    coded, others = plots._sides(result)
    assert all(row.confidence >= threshold for row in coded)
    assert all(row.confidence < threshold for row in others)
    assert all(f"{row.answer[:24]:<24} {row.duplicates:>10} " in listed for row in [*coded, *others])
    words = plots.describe_split(result)
    assert f"{result.rate:.0%} are coded" in words
    assert ("accuracy" in words) == ("Last coded" in words) == (result.rate > 0)
