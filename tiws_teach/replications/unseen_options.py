"""What to do with an unseen category: the options of TIWSEncoder, its peers, and leaving the column out.

Categories are hidden as in `leave_one_category_out`, at most `MOST_HIDDEN` of each set. First, each option estimates
the mean target of the hidden category. Second, a logistic regression gets the code of the column and the other columns
one-hot, is fitted on the other rows and predicts the hidden ones. The model without the column is the baseline.

Source: Micci-Barreca (2001), Prokhorenkova et al. (2018), Bang et al. (2020); the protocol is this project's own.
"""

import warnings
import zlib
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import OneHotEncoder, StandardScaler, TargetEncoder

from tiws_teach.replications._hidden import MIN_SEEN, keys_of_hidden, load_set
from tiws_teach.replications._runner import Key, Replication, Row, in_words
from tiws_teach.tiws import TIWSEncoder
from tiws_teach.tiws._estimates import cross_fitted_feature
from tiws_teach.tiws._hidden import estimate_hidden
from tiws_teach.tiws.comparison import CANDIDATES, FEWEST
from tiws_teach.tiws.ratios import ratio_interval

MIN_ROWS = {"titanic": 30, "mushroom": 30, "diabetes130": 60, "diabetes130_chapters": 60, "hisco_titles": 20}
"""Minimum rows of a category that is hidden, among those that are used."""
MOST_ROWS = {
    "titanic": 891,
    "mushroom": 8_124,
    "diabetes130": 6_000,
    "diabetes130_chapters": 6_000,
    "hisco_titles": 5_000,
}
"""Rows of a set that are used, drawn at random."""
MOST_TRAINING, MOST_HIDDEN, FEWEST_ROWS = 3_000, 24, 5
"""Rows that the second part learns from, hidden categories of a set, and rows of a title that is used."""
WORDS = ("hisco_titles",)
"""Sets whose labels are words, in which an encoder of spelling takes part."""
WITHOUT_MIXED_MODEL = ("hisco_titles", "mushroom")
"""A minute for 300 titles; on separable classes it ends elsewhere in each run, whatever its random_state."""
CODES = {
    "drop": "column left out",
    "onehot": "one-hot, zeros if unseen",
    "target": "TargetEncoder",
    "catboost": "CatBoostEncoder",
    "glmm": "GLMMEncoder",
    "string": "StringEncoder",
} | {name: name for name in CANDIDATES}


def seed_of(*parts: str) -> int:
    """Return the seed of a set or of a hidden category."""
    return zlib.crc32("/".join(parts).encode("utf-8"))


def rows_of(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Return at most `MOST_ROWS` rows of a set, with missing values as the category "missing"."""
    data, y = load_set(name)
    if name == "hisco_titles":  # thousands of titles occur once or twice
        common = data.groupby("title")["title"].transform("size").to_numpy() >= FEWEST_ROWS
        data, y = data[common], y[common]
    kept = np.sort(np.random.default_rng(seed_of(name)).permutation(len(data))[: MOST_ROWS[name]])
    return data.iloc[kept].fillna("missing").reset_index(drop=True), y[kept]


def hidden_categories(name: str) -> list[tuple[str, str]]:
    """Return (feature, category) of at most `MOST_HIDDEN` categories of a set, in the order of the columns."""
    data, _ = rows_of(name)
    pairs = []
    for feature in data.columns:
        rows = data[feature].value_counts().sort_index()
        large = rows.index[(rows >= MIN_ROWS[name]) & (rows.index != "missing")]
        pairs += [(str(feature), str(category)) for category in large if len(rows) > MIN_SEEN]
    chosen = np.random.default_rng(seed_of(name)).permutation(len(pairs))[:MOST_HIDDEN]
    return [pairs[i] for i in np.sort(chosen)]


def job(key: Key) -> list[Row]:
    """Hide one category; return its own mean, the mean of the others, each estimate, and each model's predictions."""
    data, y = rows_of(key["data"])
    hidden = (data[key["feature"]] == key["category"]).to_numpy()
    row: Row = {"rows": int(hidden.sum()), "truth": y[hidden].mean(), "overall": y[~hidden].mean()}
    cache: dict[Any, Any] = {}
    for name, options in CANDIDATES.items():
        estimate = estimate_hidden(
            TIWSEncoder.of_paper(**options), data, y[:, np.newaxis], "binary", hidden, key["feature"], cache
        )
        row[name] = estimate[0]
    return [row | _predictions(key, data, y, hidden)]


def _predictions(key: Key, data: pd.DataFrame, y: np.ndarray, hidden: np.ndarray) -> Row:
    """Return the mean prediction and the Brier score in the hidden rows, for each code of the column."""
    seed = seed_of(*key.values())
    learn = np.sort(np.random.default_rng(seed).permutation(np.flatnonzero(~hidden))[:MOST_TRAINING])
    train, new, column = data.iloc[learn], data[hidden], key["feature"]
    one_hot = OneHotEncoder(handle_unknown="ignore").fit(train.drop(columns=column))
    others = one_hot.transform(train.drop(columns=column)), one_hot.transform(new.drop(columns=column))
    row: Row = {}
    for name in CODES:
        if (name == "string" and key["data"] not in WORDS) or (name == "glmm" and key["data"] in WITHOUT_MIXED_MODEL):
            continue
        codes = codes_of(name, train, y[learn], new, column, seed)
        parts = [sparse.hstack([rows, code]) for rows, code in zip(others, codes, strict=True)]
        model = LogisticRegression(max_iter=1000).fit(parts[0], y[learn])
        predicted = model.predict_proba(parts[1])[:, 1]
        row |= {f"pred_{name}": predicted.mean(), f"brier_{name}": np.mean((predicted - y[hidden]) ** 2)}
    return row


def codes_of(name, train, y, new, column, seed):
    """Return the standardised code of one column for the training rows, cross-fitted if it can be, and the new rows."""
    if name == "drop":
        return np.zeros((len(train), 0)), np.zeros((len(new), 0))
    if name == "onehot":
        one_hot = OneHotEncoder(handle_unknown="ignore").fit(train[[column]])
        return one_hot.transform(train[[column]]), one_hot.transform(new[[column]])
    if name in CANDIDATES:
        encoder = TIWSEncoder.of_paper(random_state=seed % 2**31, target_type="binary", **CANDIDATES[name])
        codes = cross_fitted_feature(encoder, train, y, new, column)
    else:
        codes = _peer_codes(name, train, y, new, column, seed % 2**31)
    scale = StandardScaler().fit(codes[0])
    return scale.transform(codes[0]), scale.transform(codes[1])


def _peer_codes(name, train, y, new, column, seed):
    """Return the codes by another project's encoder."""
    if name == "target":
        peer = TargetEncoder(cv=StratifiedKFold(5, shuffle=True, random_state=seed))
        return peer.fit_transform(train[[column]], y), peer.transform(new[[column]])
    if name == "string":
        from skrub import StringEncoder

        peer = StringEncoder(n_components=30, random_state=seed)
        return np.asarray(peer.fit_transform(train[column])), np.asarray(peer.transform(new[column]))
    import category_encoders

    with warnings.catch_warnings():  # of pandas and statsmodels, about their own code
        warnings.simplefilter("ignore")
        kind = category_encoders.CatBoostEncoder if name == "catboost" else category_encoders.GLMMEncoder
        peer = kind(random_state=seed, **({} if name == "catboost" else {"binomial_target": True}))
        return peer.fit_transform(train[[column]], y).to_numpy(), peer.transform(new[[column]]).to_numpy()


REPLICATION = Replication(
    "Compare options and peers on hidden categories of five sets, as estimates and inside a model (20 minutes).",
    partial(keys_of_hidden, MIN_ROWS, hidden_categories),
    job,
    seeds="crc32 of data draws rows and categories; crc32 of data/feature/category draws training rows and folds",
    unit="category",
    text=("data", "feature", "category"),
)
results = REPLICATION.results


def estimate_ratios(results: pd.DataFrame) -> pd.DataFrame:
    """Return each option's summed error of the estimates, divided by the overall mean's, with an interval."""
    errors = {name: (results[name] - results["truth"]).abs() for name in CANDIDATES}
    base = (results["overall"] - results["truth"]).abs()
    return _ratios(results, errors, base)


def model_ratios(results: pd.DataFrame) -> pd.DataFrame:
    """Return each code's summed Brier score in the hidden rows, divided by that of the model without the column."""
    briers = {name: results[f"brier_{name}"] for name in CODES if name != "drop"}
    return _ratios(results, briers, results["brier_drop"])


def _ratios(results, errors, base):
    """Return the ratio of sums by data set and option, with intervals that hold for all options of a set at once."""
    lines = []
    for data, part in results.groupby("data", sort=False):
        below = base.loc[part.index]
        taking_part = {name: e.loc[part.index] for name, e in errors.items() if e.loc[part.index].notna().all()}
        for name, above in taking_part.items():
            low, high = ratio_interval(above, below, 1 - 0.05 / len(taking_part))
            cells = {"data": data, "option": CODES[name], "ratio": above.sum() / below.sum(), "low": low, "high": high}
            lines.append(cells | {"categories": len(part)})
    return pd.DataFrame(lines)


def recommended(ratios: pd.DataFrame) -> pd.Series:
    """Return for each set the option with the lowest ratio whose interval is below 1; "none" if there is no such."""
    good = ratios[(ratios["high"] < 1) & (ratios["categories"] >= FEWEST)].sort_values("ratio")
    best = good.groupby("data", sort=False)["option"].first()
    return best.reindex(ratios["data"].unique()).fillna("none")


def ratio_words(ratios: pd.DataFrame, what: str) -> str:
    """Return what a plot of the ratios shows, in words."""
    listed = in_words(ratios, "data", "{option} {ratio:.2f}")
    return f"{what}, with joint 95 % intervals over categories. {listed}."
