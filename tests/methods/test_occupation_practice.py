"""What coding real files needs: margins, parts of codes, official titles, second texts, other sources, short prints."""

import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from methods.checks import refused
from tiws_teach import (
    AnswerVectorizer,
    NearestNeighborCoder,
    code_groups,
    code_margins,
    join_texts,
    production_curve,
    source_difference,
    split_for_coding,
    svm_classifier,
    threshold_for,
)
from tiws_teach.datasets import make_job_answers
from tiws_teach.occupation.crossing import codes_with_confidence, cross_coded, part_confidence
from tiws_teach.occupation.promise import least_answers, lowest_threshold

JOBS = {"roofer": "slate roofer", "plumber": "pipe plumber", "printer": "book printer", "stitcher": "book stitcher"}
TEXTS = [job for pair in JOBS.items() for job in pair] * 3
CODES = ["7131", "7131", "7136", "7136", "8251", "8251", "8252", "8252"] * 3
CODERS = [NearestNeighborCoder(), svm_classifier()]


@pytest.fixture(scope="module")
def survey():
    """Return the texts and codes of 1,500 simulated answers."""
    simulated = make_job_answers(1_500, zipf=1.0, random_state=0)
    return simulated.data["text"].to_numpy(dtype=object), simulated.target.to_numpy(dtype=str)


# ------------------------------------------------------------------------------------------------------------ margins


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=5))
def test_a_margin_is_the_lead_of_the_best_score(rows):
    wanted = [sorted(row)[-1] - sorted(row)[-2] for row in rows]
    assert code_margins(rows).tolist() == wanted


def test_letters_code_words_that_are_new():
    coder = svm_classifier().fit(TEXTS, CODES)
    assert coder.predict(["masterroofer", "Bookprinters"]).tolist() == ["7131", "8251"]
    codes, confidence = codes_with_confidence(coder, ["roofer", "xyz"])
    assert codes[0] == "7131"
    assert confidence[0] > confidence[1] >= 0
    np.testing.assert_allclose(confidence, code_margins(coder.decision_function(["roofer", "xyz"])))


def test_two_codes_have_margins_too():
    coder = svm_classifier().fit(["roofer", "printer"] * 5, ["7131", "8251"] * 5)
    confidence = codes_with_confidence(coder, ["roofer", "book"])[1]
    np.testing.assert_allclose(confidence, 2 * np.abs(coder.decision_function(["roofer", "book"])))


def test_anything_with_a_decision_function_chooses_a_threshold(survey):
    texts, codes = survey[0][:600], survey[1][:600]
    machine = make_pipeline(AnswerVectorizer(), LinearSVC(random_state=0))
    limit = threshold_for(machine, texts, codes, 0.8, cv=3, random_state=0)
    assert 0.2 < limit.coded_share < 1
    parts = split_for_coding(machine.fit(texts, codes), survey[0][600:], limit, (texts, codes))
    right = parts.coded["code"] == survey[1][600:][parts.coded.index]
    assert right.mean() >= 0.8
    assert (parts.todo["score_1"] >= parts.todo["score_2"]).all()
    assert (parts.todo["suggestion_1"] != "").all()


def test_answers_from_another_source_are_warned_of(survey):
    known = survey[0][:700], survey[1][:700]
    coder = NearestNeighborCoder().fit(*known)
    limit = threshold_for(coder, *known, 0.9, cv=3, random_state=0)
    with pytest.warns(UserWarning, match=r"differ from the training answers \(AUC 1.00"):
        split_for_coding(coder, ["works as " + text for text in survey[0][700:]], limit, known)
    assert not split_for_coding(coder, survey[0][700:], limit, known).coded.empty


# -------------------------------------------------------------------------------------------------------------- parts


def test_the_confidence_of_a_part_by_hand():
    known = {"classes_": np.array(["7131", "7136", "8251"])}
    scores, best = np.array([[0.4, 0.35, 0.25], [0.1, 0.2, 0.7]]), np.array(["7131", "8251"])
    coder = type("Coder", (), known | {"code_scores": lambda self, texts: scores})()
    np.testing.assert_allclose(part_confidence(coder, ["a", "b"], best, 2), [0.75, 0.7])
    machine = type("Machine", (), known | {"decision_function": lambda self, texts: scores})()
    np.testing.assert_allclose(part_confidence(machine, ["a", "b"], best, 2), [0.15, 0.5])
    np.testing.assert_allclose(part_confidence(machine, ["a", "b"], best, 4), code_margins(scores))


@pytest.mark.parametrize("coder", CODERS, ids=["neighbours", "svm"])
def test_parts_code_more_and_keep_the_promise(coder, survey):
    texts, codes = survey[0][:700], survey[1][:700]
    limit = threshold_for(coder, texts, codes, 0.9, cv=3, random_state=0, parts=(3, 1))
    whole = threshold_for(coder, texts, codes, 0.9, cv=3, random_state=0)
    assert (limit.threshold, limit.coded_share) == (whole.threshold, whole.coded_share)
    assert list(limit.parts) == [3, 1]
    fitted = clone(coder).fit(texts, codes)
    parts = split_for_coding(fitted, survey[0][700:], limit, (texts, codes))
    lengths = parts.coded["code"].str.len()
    assert set(lengths) <= {4, 3, 1}
    assert (lengths < 4).sum() > 20
    alone = split_for_coding(fitted, survey[0][700:], whole, (texts, codes)).coded
    pd.testing.assert_frame_equal(parts.coded[lengths == 4].drop(columns="part"), alone)
    assert parts.coded["part"].tolist() == [str(length) if length < 4 else "whole" for length in lengths]
    truth = survey[1][700:][parts.coded.index]
    assert np.mean([true.startswith(code) for code, true in zip(parts.coded["code"], truth, strict=True)]) >= 0.88


def test_copied_rows_are_warned_of_unless_their_persons_are_known(survey):
    texts, codes = list(survey[0][:200]) * 3, list(survey[1][:200]) * 3
    with pytest.warns(UserWarning, match="each answer with its code stands there 3 times or a multiple of it"):
        copied = threshold_for(CODERS[0], texts, codes, 0.9, cv=3, random_state=0)
    known = threshold_for(CODERS[0], texts, codes, 0.9, cv=3, random_state=0, groups=list(range(200)) * 3)
    assert copied.coded_share > known.coded_share


def test_each_part_has_its_own_column(survey):
    texts, codes = survey[0][:300], survey[1][:300]
    predicted, confidence = cross_coded(CODERS[0], texts, codes, 3, random_state=0, parts=(3, 1))
    assert confidence.shape == (300, 3)
    assert (np.diff(confidence, axis=1) >= -1e-12).all()  # a sum over more codes
    alone = cross_coded(CODERS[0], texts, codes, 3, random_state=0)
    assert predicted.tolist() == alone[0].tolist()
    np.testing.assert_array_equal(confidence[:, 0], alone[1])


# ---------------------------------------------------------------------------------------------------------- reference


def test_official_titles_train_and_never_judge(survey):
    texts, codes = survey[0][:400], survey[1][:400]
    titles = survey[0][400:], survey[1][400:]
    alone = threshold_for(CODERS[0], texts, codes, 0.9, cv=5, random_state=0)
    helped = threshold_for(CODERS[0], texts, codes, 0.9, cv=5, random_state=0, reference=titles)
    assert helped.curve.coded[-1] == alone.curve.coded[-1] == 400
    assert helped.curve.correct[-1] > alone.curve.correct[-1] + 40
    wrong = (["no such title"] * 50, ["9999"] * 25 + ["9998"] * 25)
    assert threshold_for(CODERS[0], texts, codes, cv=5, random_state=0, reference=wrong).curve.coded[-1] == 400


# --------------------------------------------------------------------------------------- second texts, other columns


def test_tables_keep_the_columns_of_a_frame():
    frame = pd.DataFrame({"id": [7, 8], "job": ["roofer", "astronaut"], "trade": ["", "space"]}, index=["a", "b"])
    coder = NearestNeighborCoder().fit(TEXTS, CODES)
    parts = split_for_coding(coder, frame, 0.9, (TEXTS, CODES), columns=["job", "trade"])
    assert parts.coded.columns.tolist() == ["id", "job", "trade", "code", "confidence"]
    assert parts.todo.columns[:4].tolist() == ["id", "job", "trade", "confidence"]
    assert (parts.coded.index.tolist(), parts.todo.index.tolist()) == (["a"], ["b"])
    one = split_for_coding(coder, frame, 0.9, (TEXTS, CODES), columns="job")
    assert one.coded["code"].tolist() == ["7131"]
    listed = split_for_coding(coder, frame["job"], 0.9, (TEXTS, CODES))
    assert listed.coded["confidence"].tolist() == one.coded["confidence"].tolist()


def test_a_slash_joins_texts_and_is_no_word():
    frame = pd.DataFrame({"job": ["driver", " "], "trade": ["bus company", "hospital"]})
    assert join_texts(frame, ["job", "trade"]).tolist() == ["driver / bus company", "hospital"]
    assert AnswerVectorizer().terms(join_texts(frame, ["job", "trade"])) == [
        ("bus", "company", "driver"),
        ("hospital",),
    ]


# ------------------------------------------------------------------------------------------------------------- source


def test_halves_of_one_survey_are_alike_and_another_source_is_not(survey):
    texts = survey[0]
    alike = [source_difference(texts[:750], texts[750:], seed) for seed in range(3)]
    assert max(abs(auc - 0.5) for auc in alike) < 0.06
    assert source_difference(texts[:750], [f"{text} at work" for text in texts[750:]], 0) > 0.95
    assert alike[0] == source_difference(texts[:750], texts[750:], 0)


def test_persons_stay_in_one_half():
    """Claim: who repeats an answer is recognised without groups, and not with them."""
    texts = make_job_answers(400, random_state=1).data["text"].tolist()
    old, persons = texts[:200] * 3, list(range(200)) * 3
    assert source_difference(old, texts[200:], 0) > 0.6
    assert abs(source_difference(old, texts[200:], 0, groups=persons) - 0.5) < 0.1
    same = source_difference(old, texts[:200], 0, groups=persons, new_groups=persons[:200])
    assert same == pytest.approx(0.5, abs=0.1)


# ------------------------------------------------------------------------------------------------------------- prints


def test_a_threshold_prints_in_a_few_lines(survey):
    limit = threshold_for(CODERS[0], *(each[:600] for each in survey), 0.9, cv=3, random_state=0, parts=(3,))
    first, second = str(limit).splitlines()
    assert first.startswith(f"{limit.coded_share:.1%} coded, from a confidence of {limit.threshold:.4f} on")
    assert second.startswith("first 3 of each code: ")
    added, accuracy = re.search(r", for all together; ([0-9.]+)% are added, with ([0-9.]+)$", second).groups()
    before, part = limit.coded_share, limit.parts[3]
    assert float(added) / 100 == pytest.approx(part.coded_share - before, abs=1e-3)
    together = (before * limit.accuracy + (part.coded_share - before) * float(accuracy)) / part.coded_share
    assert together == pytest.approx(part.accuracy, abs=1e-3)
    assert len(repr(limit)) < 500
    assert len(repr(limit.curve)) < 100


@pytest.mark.parametrize(("accuracy", "n"), [(0.95, 85), (0.9, 42), (0.8, 20)])
def test_a_promise_takes_this_many_answers(accuracy, n):
    """Claim: with one answer less and one error, no threshold is found; with this many, one is."""
    assert least_answers(accuracy) == n
    for size, is_coded in ((n - 1, False), (n, True)):
        limit = lowest_threshold(production_curve(np.ones(size), np.arange(size) > 0), accuracy)
        assert np.isfinite(limit.threshold) == is_coded
        assert ("are too few" in str(limit)) != is_coded


def test_a_part_that_adds_nothing_says_so():
    limit = threshold_for(
        CODERS[0], ["roofer", "printer"] * 60, ["7131", "8251"] * 60, 0.9, cv=2, parts=(2, 1), random_state=0
    )
    assert str(limit).splitlines()[1:] == [f"first {n} of each code: no other answer is sure enough" for n in (2, 1)]
    assert [part.coded_share for part in limit.parts.values()] == [1, 1]


def test_a_single_bound_that_reaches_the_accuracy_is_no_choice():
    """78 answers of 300, one of them wrong, are fewer than the 85 that the choice takes."""
    confidence = np.repeat([2.0, 1.0], [78, 222])
    limit = lowest_threshold(production_curve(confidence, np.r_[np.ones(78, bool), np.zeros(222, bool)]), 0.95)
    assert limit.to_frame()["lower_bound"].max() > 0.95
    assert "0.95 (a bound below does, alone, but the choice among all asks for more: at least 85 sure" in str(limit)


def test_a_refusal_shows_the_curve(survey):
    limit = threshold_for(CODERS[0], *(each[:300] for each in survey), 0.999, cv=3, random_state=0)
    lines = str(limit).splitlines()
    assert lines[0].startswith("no threshold reaches an accuracy of 0.999: 300 training answers are too few, since ")
    assert lines[1].split() == ["production_rate", "threshold", "accuracy", "lower_bound"]
    table = limit.to_frame()
    assert len(lines) == 2 + len(table)
    assert (table["lower_bound"] < table["accuracy"]).all()
    np.testing.assert_allclose(limit.curve.accuracy_at(table["production_rate"]), table["accuracy"])


# ---------------------------------------------------------------------------------------------------------- bad input


def test_codes_of_several_lengths_are_told():
    codes = ["131" if code == "7131" else code for code in CODES]
    with pytest.warns(UserWarning, match="codes have different lengths: 6 of 24 shorter than 4 characters, such as '"):
        threshold_for(NearestNeighborCoder(), TEXTS, codes, cv=2, random_state=0)
    threshold_for(NearestNeighborCoder(), TEXTS, codes, cv=2, random_state=0, lengths="any")


def limit(coder=CODERS[0], **options):
    return lambda: threshold_for(coder, TEXTS, CODES, **{"cv": 2, "random_state": 0} | options)


def split(frame, **options):
    return lambda: split_for_coding(NearestNeighborCoder().fit(TEXTS, CODES), frame, 0.9, (TEXTS, CODES), **options)


FRAME = pd.DataFrame({"job": ["roofer"]})
BAD = [
    (lambda: code_margins([[1.0]]), "scores must have at least two columns; got 1"),
    (lambda: code_margins([[np.nan, 1.0]]), "scores must"),
    (limit(AnswerVectorizer()), "coder must have fit and predict_proba or decision_function; got AnswerVectorizer"),
    (limit(parts=(4,)), r"each of parts must be in \[1, 3\]; got 4"),
    (limit(parts=(1, 3)), r"parts must become smaller each time; got \(1, 3\)"),
    (limit(lengths="some"), "lengths must be one of 'equal', 'any'; got 'some'"),
    (limit(reference=["roofer"]), "reference must be a pair of texts and codes; got list"),
    (limit(reference=(["roofer"], ["7131", "8251"])), "codes must have 1 codes, one for each answer; got 2"),
    (limit(reference=([None, "a"], ["7131", "8251"])), "reference texts must hold strings; got None at position 0"),
    (split(FRAME), "columns must name the column of the answers; got None. It is one of 'job'"),
    (split(FRAME, columns="beruf"), "columns must name columns of the frame; got 'beruf'. It has 'job'"),
    (split(FRAME.assign(code=""), columns="job"), "texts must have no column 'code'; got one"),
    (lambda: join_texts(FRAME, []), "columns must name columns of the frame; got None"),
    (lambda: join_texts(FRAME.assign(job=None), "job"), "job must hold strings; got None at position 0"),
    (lambda: source_difference(["a"] * 19, ["a"] * 20), "texts must hold at least 20 answers; got 19"),
    (lambda: source_difference(["a"] * 20, ["a"] * 20, 0, [1]), "groups must have one value for each of 20 texts; got"),
    (lambda: CODERS[0].fit(["a", "b"], ["7.0", "110.0"]), "codes must be text as it was written, .* got '7.0' .2 of 2"),
    (lambda: CODERS[0].fit(["a", "b"], np.array(["110", "7.0"])), r"got '7.0' \(1 of 2 codes\). Read"),
    (lambda: CODERS[0].fit(["a", "b"], np.array(["110", "110"])), r"two different codes .* got \['110'\]"),
    (lambda: svm_classifier().fit(["a", "b"], [7131, 110]), "codes must hold strings, because .*; got 7131 at pos"),
    (lambda: svm_classifier().fit(FRAME, ["7131", "8251"]), "codes must have 1 codes.*; got 2. Pass whole columns, no"),
    (limit(accuracy=1.0), "accuracy must be less than 1; got 1.0"),
    (lambda: source_difference(["a"] * 20, [1] * 20), "new_texts must hold strings; got 1 at position 0"),
]
test_bad_input_is_refused = refused(BAD)


def test_groups_of_codes_stand_side_by_side():
    """The sums over groups rely on it."""
    codes = np.unique(["7", "71", "7131", "713", "72", "8", "A-1", "A-12", "a"])
    for length in (1, 2, 3):
        groups = code_groups(codes, length).tolist()
        assert sum(one != other for one, other in pairwise(groups)) == len(set(groups)) - 1
