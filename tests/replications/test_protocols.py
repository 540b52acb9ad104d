"""Every replication alike: its stored file has all jobs and a head, fixed slices come out again; and the runner."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from every_page import EVERY_PAGE

from replications.needed import or_skip
from tiws_teach import replications
from tiws_teach.datasets import DatasetError
from tiws_teach.replications import REPLICATIONS, _runner, titanic_choice

SLICES = {  # of each protocol some jobs, by the values of their keys; chosen for time
    "poster_table1": [
        ("strong", "single", "334/333/333", 17),
        ("slight", "single", "500/250/250", 3),
        ("mix", "several", "200/200/200/200/200", 42),
        ("strong", "features", "334/333/333", 99),
        ("mix", "random", "334/333/333", 0),
        ("mix", "single", "200/600/200", 61),
    ],
    "titanic_choice": [("adult_male", 644, 0), ("pclass+sex+deck", 644, 0), (titanic_choice.ALL, 77, 7)],
    "titanic_table2": [
        ("pclass+sex+sibsp+parch", "none", "random forest", 0),
        ("pclass+sex+sibsp+parch", "age+fare", "random forest", 4),
        ("sex+who+deck", "age+fare", "gradient boosting", 0),
    ],
    "leave_one_category_out": [
        ("titanic", "embarked", "Q"),
        ("titanic", "deck", "C"),
        ("mushroom", "odor", "n"),
        ("mushroom", "veil-color", "w"),
    ],
    "unseen_options": [("titanic", "embarked", "Q"), ("mushroom", "odor", "y"), ("hisco_titles", "title", "carpenter")],
    "unseen_intervals": [("titanic", "embarked", "Q"), ("mushroom", "odor", "y")],
    "noise_features": [("titanic", "embarked", 20, 2, 1), ("mushroom", "habitat", 5, 20, 2)],
    "code_clusters": [("ICD-9, first diagnosis", 0, "tfidf"), ("simulated", 3, "hellinger")],
    "imbalanced_messages": [("sms_spam",)],
    "imbalanced_text": [("sms_spam", 100, 3)],
    "imbalanced_words": [("polarity_v2", "largest_remainder"), ("sms_spam", "min_df")],
    "kcnn_table32": [
        ("Wine", "raw", 0),
        ("Cancer", "standardised", 3),
        ("Ecoli", "raw", 4),
        ("Vehicle", "standardised", 2),
    ],
    "kcnn_votes": [("Wine", "raw", 1), ("Sonar", "standardised", 4)],
    "kcnn_sonar": [(5,)],
    "kcnn_posteriors": [("3.3", 1.0, 2)],
    "kcnn_boundaries": [(7,)],
    "hidden_at_work": [("contraception", "wife_education", "2"), ("taxis", "pickup_borough", "Queens")],
    "nldd_tables": [
        ("scene", "NLDD", 1),
        ("scene", "HOMER", 0),
        ("scene", "HOMER, utiml", 1),
        ("medical", "BR", 2),
        ("medical", "RAkEL", 3),
        ("yeast", "SMBR", 0),
        ("yeast", "MLkNN", 4),
        ("emotions", "CBM", 0),
        ("medical", "CC", 1),
        ("scene", "LP", 2),
    ],
    "nldd_fraction": [("scene", 0, 0.3)],
    "nldd_weights": [("flags", 3), ("flags by continent", 2), ("digits by writer", 5), ("simulated 0.8", 4)],
    "occupation_curves": [
        ("hisco_marriage", "all", "none", 3),
        ("onet27_titles", "all", "none", 2),
        ("hisco_marriage", "all", "svm", 1),
    ],
    "occupation_rules": [
        ("job_answers", 400, "NN-3", 1),
        ("hisco_marriage", 400, "svm", 2),
        ("hisco_marriage", 400, "hybrid", 14),
    ],
    "occupation_practice": [("titles", 2), ("parts", 1), ("other source", 0)],
    "occupation_promises": [
        ("job_answers", 1000, "NN-3", 1),
        ("hisco_marriage", 400, "NN-3", 5),
        ("onet27_titles, major groups", 1000, "NN-3", 7),
    ],
    "course_notes": [
        ("scale", "titanic", 3),
        ("missing", "pima", 0),
        ("categories", "diabetes130", 1),
        ("selection", "pima", 5),
    ],
}
if EVERY_PAGE:  # slower ones of the same kinds
    SLICES["leave_one_category_out"] += [("diabetes130_chapters", "diag_2", "mental"), ("diabetes130", "diag_1", "428")]
    SLICES["imbalanced_text"] += [("polarity_v2_reversed", 50, 7), ("sms_spam", 3000, 9)]
    SLICES["nldd_tables"] += [("medical", "NLDD, libsvm", 0)]
    SLICES["nldd_weights"] += [("songs", 7)]
    SLICES["occupation_curves"] += [("hisco_marriage", "few duplicates", "one-vs-rest", 1)]
# lbfgs and the mixed model stop when a step gains little; where they stop depends on the processor
LOOSE = dict.fromkeys(("regression", "regression + TIWS"), 1e-4) | {
    f"{kind}_{name}": 1e-2 if name == "glmm" else 1e-3
    for kind in ("pred", "brier")
    for name in replications.unseen_options.CODES
}


def slices():
    """Return the slices as parameters."""
    return [
        pytest.param(name, values, id=f"{name}-{'-'.join(map(str, values))}", marks=marks)
        for name, found in SLICES.items()
        for marks in ([pytest.mark.slow] if name.startswith("nldd") else [],)
        for values in found
    ]


# The stored results ---------------------------------------------------------------------------------------------------


@pytest.mark.data
@pytest.mark.parametrize(("name", "values"), slices())
def test_stored_rows_are_what_comes_out_now(name, values):
    replication = REPLICATIONS[name]
    stored = replication.results()
    key = dict(zip(stored.columns, values, strict=False))  # the columns of the key come first
    stored = stored[(stored[list(key)] == pd.Series(key)).all(axis=1)].reset_index(drop=True)
    now = pd.DataFrame([{**key, **row} for row in or_skip(replication.job, key)])
    if "seconds" in stored:
        assert (stored["seconds"] > 0).all()  # measured, and so never the same
        stored, now = stored.drop(columns="seconds"), now.drop(columns="seconds")
    assert stored[stored.columns.difference(now.columns)].isna().all(axis=None)
    for column in now:
        rtol = LOOSE.get(column, 1e-6)
        pd.testing.assert_series_equal(stored[column], now[column], check_dtype=False, rtol=rtol, atol=1e-9)


@pytest.mark.parametrize("name", REPLICATIONS)
def test_every_job_is_stored_and_nothing_else_below_a_head(name):
    jobs, stored = or_skip(REPLICATIONS[name].jobs), REPLICATIONS[name].results()
    keys = stored[list(jobs[0])].drop_duplicates().to_dict("records")
    assert [json.dumps(key) for key in keys] == [json.dumps(key) for key in jobs]
    assert len(stored) < 6000  # a small file
    head = stored.attrs["head"]
    assert head[0] == f"computed by: python -m tiws_teach replicate {name}"
    assert head[1].startswith("versions: tiws_teach ")
    assert all(package in head[1] for package in _runner.PACKAGES)
    assert head[2] == f"seeds: {REPLICATIONS[name].seeds}"
    assert "minute" in REPLICATIONS[name].about


def test_every_replication_has_slices():
    assert set(SLICES) == set(REPLICATIONS)


# The runner -----------------------------------------------------------------------------------------------------------


def replication_of(job):
    def jobs():
        return [{"number": number, "label": f"0{number}"} for number in (3, 2, 1, 0)]

    job.__module__ = "squares"  # the name of a replication is that of its module
    return _runner.Replication("Squares.", jobs, job, seeds="none", unit="square", text=("label",))


def squares(key):
    return [{"power": power, "value": np.float64(key["number"] ** power) / 3} for power in (2, 3)]


def run(replication, folder, resume=True):
    return replication.run(folder, progress=False, resume=resume)


def test_run_writes_all_rows_in_the_order_of_the_jobs(tmp_path):
    path = run(replication_of(squares), tmp_path)
    rows = replication_of(squares).results(tmp_path)
    assert rows["number"].tolist() == [3, 3, 2, 2, 1, 1, 0, 0]
    assert rows["label"].tolist()[:2] == ["03", "03"]  # stays text
    assert rows["value"].tolist()[:2] == pytest.approx([3.0, 9.0])
    assert b"\r" not in path.read_bytes()
    assert "numpy " + np.__version__ in rows.attrs["head"][1]
    assert [found.name for found in tmp_path.iterdir()] == ["squares.csv"]  # the part file is gone
    before = path.read_bytes()
    assert run(replication_of(squares), tmp_path).read_bytes() == before


def interrupted(folder, after):
    """Run the squares, and break off before job number `after`."""
    done = []

    def breaking(key):
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(key["number"])
        return squares(key)

    with pytest.raises(KeyboardInterrupt):
        run(replication_of(breaking), folder)
    return done


def counted(folder, resume=True):
    """Run the squares and return which jobs were computed."""
    done = []
    run(replication_of(lambda key: done.append(key["number"]) or squares(key)), folder, resume=resume)
    return done


@pytest.mark.parametrize(
    ("left", "computed"),
    [
        (lambda part: part, [1, 0]),
        (lambda part: part[:-9], [2, 1, 0]),  # the last line is cut
        (lambda part: part[:-9] + b"\n", [2, 1, 0]),  # the last line is garbled
        (lambda part: part.replace(b"{", b"", 1), [3, 1, 0]),  # the first job is garbled, the second stays
        (lambda part: part.replace(part.split()[1], b"0" * 64, 1), [3, 2, 1, 0]),  # of another version of the protocol
    ],
)
def test_an_interrupted_run_goes_on_after_the_last_whole_line_of_its_version(tmp_path, left, computed):
    assert interrupted(tmp_path, after=2) == [3, 2]
    part = tmp_path / ".squares.part"
    part.write_bytes(left(part.read_bytes()))
    assert counted(tmp_path) == computed
    assert (tmp_path / "squares.csv").read_bytes() == run(replication_of(squares), tmp_path / "whole").read_bytes()


def test_restart_forgets_what_was_done(tmp_path):
    interrupted(tmp_path, after=2)
    assert counted(tmp_path, resume=False) == [3, 2, 1, 0]


def test_two_at_once_are_refused_and_a_killed_one_blocks_nobody(tmp_path):
    program = f"""import time
from pathlib import Path
from tiws_teach.replications._runner import _alone
with _alone(Path({str(tmp_path)!r}, ".squares.lock"), "squares"):
    print("holds it", flush=True)
    time.sleep(60)"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "holds it\n"
        with pytest.raises(RuntimeError, match=r"another process is computing squares in .*\. Wait for it\."):
            run(replication_of(squares), tmp_path)
        other.kill()
    assert counted(tmp_path) == [3, 2, 1, 0]
    assert [found.name for found in tmp_path.iterdir()] == ["squares.csv"]


def test_a_missing_data_file_is_told_with_its_mend(tmp_path):
    def job(key):
        raise DatasetError("mushroom is not on this machine. Download it.")

    with pytest.raises(FileNotFoundError, match=r"squares cannot run without its data\. mushroom .* Download it"):
        run(replication_of(job), tmp_path)
    assert not (tmp_path / "squares.csv").exists()


def test_results_that_were_never_computed_name_the_command(tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m tiws_teach replicate squares"):
        replication_of(squares).results(tmp_path)
