"""make_job_answers: the code list, and switches that each move one effect."""

import numpy as np
import pytest

from tiws_teach import AnswerVectorizer, count_duplicates
from tiws_teach.datasets import make_job_answers
from tiws_teach.datasets.job_answers import unit_groups

PLAIN = {"variants": 0, "noise": 0, "spelling": 0, "ambiguity": 0}
NGRAMS = AnswerVectorizer(stop_words="english")


def twins(simulated, vectorizer=NGRAMS):
    return np.mean(count_duplicates(simulated.data["text"], vectorizer) > 0)


def test_columns_codes_and_truth():
    simulated = make_job_answers(500, random_state=0)
    assert simulated.data.columns.tolist() == ["text", "person"]
    assert simulated.target.str.fullmatch(r"\d{4}").all()
    assert set(simulated.target) <= set(unit_groups())
    assert simulated.truth["title"].isin(simulated.titles.index).all()
    assert simulated.titles.index.is_unique
    assert simulated.titles["popularity"].sum() == pytest.approx(1)
    own = simulated.titles["code"].reindex(simulated.truth["title"]).to_numpy()
    assert (simulated.truth["code"] == own).all()


def test_about_three_in_five_answers_have_a_twin():
    shares = [twins(make_job_answers(3000, random_state=seed)) for seed in range(3)]
    assert np.mean(shares) == pytest.approx(0.6, abs=0.08)


def test_zipf_moves_the_share_of_twins_alone():
    found = [twins(make_job_answers(1500, zipf=zipf, **PLAIN, random_state=0)) for zipf in (0, 0.7, 1.4)]
    assert found[0] < found[1] < found[2]


def test_without_switches_an_answer_is_its_title():
    simulated = make_job_answers(300, **PLAIN, random_state=0)
    assert (simulated.data["text"] == simulated.truth["title"]).all()
    assert (simulated.target == simulated.truth["code"]).all()


def test_variants_move_the_strings_and_leave_the_words():
    options = {**PLAIN, "variants": 1}
    simulated = make_job_answers(1500, **options, random_state=0)
    assert twins(simulated, AnswerVectorizer("string")) < twins(simulated) - 0.1
    titles = NGRAMS.terms(simulated.truth["title"])
    assert NGRAMS.terms(simulated.data["text"]) == titles


def test_noise_adds_words_and_spelling_changes_them():
    noisy = make_job_answers(400, **{**PLAIN, "noise": 1}, random_state=0)
    assert all(title in text for title, text in zip(noisy.truth["title"], noisy.data["text"], strict=True))
    assert (noisy.data["text"].str.len() > noisy.truth["title"].str.len()).all()
    wrong = make_job_answers(400, **{**PLAIN, "spelling": 1}, random_state=0)
    pairs = list(zip(wrong.truth["title"], wrong.data["text"], strict=True))
    assert np.mean([title != text for title, text in pairs]) > 0.9
    assert all(abs(len(title) - len(text)) <= 2 for title, text in pairs)
    assert all(title[0] == text[0] for title, text in pairs)


def test_ambiguity_gives_a_sibling_of_the_minor_group():
    simulated = make_job_answers(3000, **{**PLAIN, "ambiguity": 1}, random_state=0)
    moved = simulated.truth["relabelled"]
    assert moved.mean() == pytest.approx(0.4, abs=0.04)
    assert (simulated.target[moved] != simulated.truth["code"][moved]).all()
    assert (simulated.target.str[:3] == simulated.truth["code"].str[:3]).all()


def test_a_person_who_answers_again_says_the_same():
    simulated = make_job_answers(1000, repeats=0.5, random_state=0)
    by_person = simulated.data.assign(code=simulated.target).groupby("person")
    assert by_person.ngroups == pytest.approx(500, abs=60)
    assert not by_person["text"].agg(set).map(len).gt(1).any()
    assert not by_person["code"].agg(set).map(len).gt(1).any()
    assert make_job_answers(100, random_state=0).data["person"].is_unique
