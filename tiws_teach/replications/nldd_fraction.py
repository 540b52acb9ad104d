"""NLDD on a part of the training rows: time and mismatched labels against the share that is used, as in Figure 2.3.

The thesis shows tmc2007 (28,596 rows), which this project does not load; these are the two numeric sets of some
2,400 rows. Seconds are those of the processor, fit and prediction together.

Source: Gweon (2017), section 2.4.6 and Figure 2.3.
"""

import time
import warnings

import pandas as pd
from sklearn.model_selection import KFold

from tiws_teach import multilabel as ml
from tiws_teach.replications._runner import Key, Replication, Row, in_words
from tiws_teach.replications.nldd_tables import load

SETS = ("scene", "yeast")
FRACTIONS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
FOLDS = 4


def jobs() -> list[Key]:
    """Return the keys: data set, fold, share of the training rows."""
    return [
        {"data": name, "fold": fold, "fraction": share} for name in SETS for fold in range(FOLDS) for share in FRACTIONS
    ]


def job(key: Key) -> list[Row]:
    """Fit NLDD on a share of three quarters of the rows, and count mismatched labels on the last quarter."""
    X, Y = load(key["data"])
    train, test = list(KFold(FOLDS, shuffle=True, random_state=0).split(Y))[key["fold"]]
    began = time.process_time()
    with warnings.catch_warnings():  # on a small share of scene the slope of Dx can be just below 0: part of the result
        warnings.filterwarnings("ignore", message="NLDD drops D", category=UserWarning)
        model = ml.NLDDClassifier(train_fraction=key["fraction"], random_state=key["fold"]).fit(X[train], Y[train])
    predicted = model.predict(X[test])
    seconds = time.process_time() - began
    return [{"mismatched": float((predicted != Y[test]).sum(axis=1).mean()), "seconds": round(seconds, 2)}]


REPLICATION = Replication(
    "NLDD on a tenth to all of the training rows: seconds and mismatched labels (5 minutes).",
    jobs,
    job,
    seeds="KFold(4, shuffle=True, random_state=0); NLDD's random_state is the number of the fold",
    unit="fit",
    text=("data",),
)
results = REPLICATION.results


def curves(results: pd.DataFrame) -> pd.DataFrame:
    """Return mean mismatched labels and seconds by data set and share, and each relative to all rows."""
    means = results.groupby(["data", "fraction"], sort=False)[["mismatched", "seconds"]].mean()
    whole = means.xs(1.0, level="fraction")
    return means.join((means / whole).add_suffix(" / with all rows"))


def relative(curves: pd.DataFrame) -> pd.DataFrame:
    """Return the curves relative to all rows as tidy rows, for a plot: figure, data, fraction, value."""
    names = {"mismatched / with all rows": "mismatched labels", "seconds / with all rows": "processor time"}
    tidy = curves.reset_index().rename(columns=names)
    return tidy.melt(["data", "fraction"], list(names.values()), var_name="figure")


def words(curves: pd.DataFrame) -> str:
    """Return what a plot of `relative` shows, in words."""
    row = (
        "with {fraction:.0%} of the rows {mismatched / with all rows:.2f} times the mismatched labels "
        "and {seconds / with all rows:.2f} times the time"
    )
    chosen = curves.reset_index().query("fraction in (0.1, 0.3, 0.6)")
    return f"NLDD against the share of training rows, relative to all rows. {in_words(chosen, 'data', row)}."
