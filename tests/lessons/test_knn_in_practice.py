"""Lesson 09: its experiments, and what its explorers show."""

import numpy as np
import pytest
from sklearn.compose import make_column_transformer
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

from tiws_teach.lessons.knn_in_practice import experiments, plots
from tiws_teach.lessons.knn_in_practice.experiments import NUMBERS, READINGS, WORDS, nearest_people
from tiws_teach.lessons.knn_in_practice.explorer import PersonExplorer, VoteExplorer

WRITTEN = make_column_transformer((StandardScaler(), NUMBERS[:3]), (OneHotEncoder(sparse_output=False), WORDS))
BY_SCIKIT_LEARN = dict(
    zip(
        READINGS,
        [
            make_column_transformer(("passthrough", NUMBERS)),
            make_column_transformer((StandardScaler(), NUMBERS)),
            make_column_transformer((StandardScaler(), NUMBERS[:3])),
            make_pipeline(
                make_column_transformer(("passthrough", NUMBERS[:3]), (OrdinalEncoder(), WORDS)), StandardScaler()
            ),
            WRITTEN,
            make_pipeline(WRITTEN, StandardScaler()),
        ],
        strict=True,
    )
)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("weighted", [False, True])
def test_the_explorer_asks_the_people_whom_scikit_learn_asks(reading, weighted):
    found = nearest_people(45, 45, 15, reading, weighted)
    space = BY_SCIKIT_LEARN[reading].fit(found.people)
    rows, person = space.transform(found.people), space.transform(found.person.to_frame().T)
    model = KNeighborsClassifier(15, weights="distance" if weighted else "uniform").fit(rows, found.people["higher"])
    np.testing.assert_allclose(found.distances, model.kneighbors(person)[0][0], atol=1e-9)
    assert found.vote == pytest.approx(model.predict_proba(person)[0, 1])
    spread = ((rows[:, np.newaxis] - rows) ** 2).sum(axis=2).mean()
    parts = ((rows[:, np.newaxis, 0] - rows[:, 0]) ** 2).mean()
    assert found.shares["age"] == pytest.approx(parts / spread)


def test_the_explorer_shows_what_the_lesson_reads_from_it():
    raw, words = (nearest_people(45, 45, 5, reading) for reading in (READINGS[0], READINGS[4]))
    assert (raw.vote, words.vote) == (0.2, 0.8)
    assert set(raw.people["job"].iloc[raw.rows]) > {"sales"}
    assert set(words.people["job"].iloc[words.rows]) == {"managerial"}
    moved = nearest_people(20, 80, 5, READINGS[0])
    assert set(moved.rows) == set(raw.rows)
    assert nearest_people(45, 45, 5, READINGS[5]).shares["job"] == pytest.approx(0.583, abs=0.001)


def test_twins_are_the_only_ones_who_vote_by_distance():
    people = experiments.people_shown()
    twin = people[(people[["education", "job", "marital"]] == list(experiments.PERSON.values())[2:]).all(axis=1)].iloc[
        0
    ]
    alone = nearest_people(int(twin["age"]), int(twin["hours"]), 15, READINGS[4], True)
    assert set(alone.weights) == {0.0, 1.0}


def test_words_name_the_people_and_the_column_that_decides():
    said = plots.words_of_people(nearest_people(45, 45, 5, READINGS[0]))
    assert "1 of the 5 nearest, 21 to 58 years old, earns" in said
    assert "stands_for makes 99.2%" in said
    explorer = VoteExplorer()
    explorer.set_state(votes="1 / distance", k=61)
    assert "by weight" in explorer.text
    assert len(PersonExplorer().tables(explorer.result)["list"]["text"]) == 5


def test_labels_are_flipped_at_the_share_asked():
    y = np.repeat([0, 1], 5000)
    assert (experiments.flipped(y, 0.1, 0) != y).mean() == pytest.approx(0.1, abs=0.01)
    assert np.array_equal(experiments.flipped(y, 0, 0), y)


def test_votes_by_counting_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(40, 3)), rng.normal(size=(15, 3))
    a, b = rng.integers(0, 2, 40), rng.integers(0, 2, 15)
    found = experiments.right_votes(A, a, B, b, range(1, 12)).mean(axis=0)
    model = [make_pipeline(StandardScaler(), KNeighborsClassifier(k)).fit(A, a).score(B, b) for k in range(1, 12)]
    np.testing.assert_allclose(found, model, atol=1e-12)


def test_each_drug_has_one_class_and_each_class_seven_drugs():
    kinds = experiments.drugs()
    assert kinds.index.is_unique
    assert set(kinds.value_counts()) == {7}
