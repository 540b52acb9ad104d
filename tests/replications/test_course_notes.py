"""The course notes on four tables: what is compared, and that a row's own class is what helps."""

import numpy as np
import pandas as pd
import pytest

from tiws_teach.replications import course_notes


def test_a_class_that_test_rows_give_away_beats_every_honest_filling():
    rng = np.random.default_rng(0)
    y = pd.Series(rng.integers(0, 2, 400))
    x = pd.DataFrame({"x": rng.normal(size=400) + 6 * y, "z": rng.normal(size=400)})
    x["x"] = x["x"].mask(rng.random(400) < 0.5)
    found = dict(course_notes.missing((x[:200], x[200:], y[:200], y[200:])))
    cheated = found.pop("by class, test rows with their class")
    assert cheated > 0.99
    assert max(found.values()) < 0.85  # half of the rows keep the column, and the other half is a toss
    assert found["mean"] == pytest.approx(0.75, abs=0.06)


def test_differences_are_those_of_the_same_splits():
    rows = [
        {"topic": "scale", "data": "a", "seed": seed, "way": way, "score": score}
        for seed, scores in enumerate([(0.5, 0.7), (0.6, 0.5), (0.4, 0.8)])
        for way, score in zip(("raw", "scaled"), scores, strict=True)
    ]
    found = course_notes.compared(pd.DataFrame(rows), "scale", "raw", ["scaled"]).loc[("a", "scaled")]
    gap = np.array([0.2, -0.1, 0.4])
    assert found.to_dict() == pytest.approx({"raw": 0.5, "difference": gap.mean(), "sd": gap.std(ddof=1), "ahead": 2})
