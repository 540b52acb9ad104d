"""Answers to the exercises of notebook 02: right ones, misconceptions by name, neither, and of the wrong kind."""

import numpy as np
import pandas as pd

from tiws_teach import TIWSEncoder


def estimate(table, sharpness):
    seen = table.dropna()
    return np.average(seen["mean"], weights=seen["similarity"] ** sharpness)


def by_seen(formula):
    """Return an answer from a formula of similarities, means and rows of the seen, and the sharpness."""

    def answer(table, sharpness):
        seen = table.dropna()
        return formula(*(seen[name].to_numpy() for name in ("similarity", "mean", "rows")), sharpness)

    return answer


def others_count(table, sharpness):
    power = table["similarity"] ** sharpness
    return (power * table["mean"]).sum() / power.sum()


def shared_out(table, sharpness):
    power, is_seen = table["similarity"] ** sharpness, table["mean"].notna()
    weights = power / power.sum()
    weights = weights[is_seen] + (1 - weights[is_seen].sum()) / is_seen.sum()
    return (weights * table["mean"][is_seen]).sum()


def hidden(data, target, column, formula=lambda e, t, m, M: abs(e - t) / abs(m - t), leaks=False, **changed):
    """Hide each category, and judge its estimate e by the truth t, the mean m of the others or M of all rows."""
    found = {}
    for c in data[column].unique():
        hide = data[column] == c
        rest = slice(None) if leaks else ~hide
        encoder = changed.get("encoder", TIWSEncoder.of_paper())
        encoder.fit(data[rest], target[rest], X_unlabeled=None if leaks else data[hide])
        code = encoder.transform(data[hide])[0, changed.get("place", list(data).index(column))]
        found[c] = formula(code, target[hide].mean(), target[~hide].mean(), target.mean())
    return found


def judge(**changes):
    return lambda data, target, column: hidden(data, target, column, **changes)


def shares(document):
    return document.div(document.sum(axis=1), axis=0)


def in_place(document):
    document.iloc[:, :] = shares(document)
    return document


RIGHT = {
    4: [estimate, lambda table, sharpness: round(estimate(table, sharpness), 3)],
    2: [hidden, lambda data, target, column: pd.Series(hidden(data, target, column)).round(3)],
    7: [("Bo", "own target")],
    5: [-2 / (10 / 3) ** 0.5, -1.1],
    1: [shares, lambda document: 100 * shares(document), lambda document: shares(document).to_numpy()],
    6: [0.75],
    3: [("Ada", "not hidden")],
}
WRONG = {
    4: [
        (lambda table, sharpness: np.average(table["mean"], weights=table["similarity"] ** sharpness), "missing"),
        (by_seen(lambda s, y, rows, g: s**g @ y), "not divided"),
        (others_count, "others count"),
        (shared_out, "shared out"),
        (by_seen(lambda s, y, rows, g: s @ y / s.sum()), "no sharpness"),
        (by_seen(lambda s, y, rows, g: ((s * y) ** g).sum() / (s**g).sum()), "power of the product"),
        (by_seen(lambda s, y, rows, g: (s / s.sum()) ** g @ y), "power last"),
        (by_seen(lambda s, y, rows, g: rows @ y / rows.sum()), "rows"),
        (by_seen(lambda s, y, rows, g: np.average(y, weights=rows * s**g)), "rows too"),
        (lambda table, sharpness: table["mean"].mean(), "mean"),
        (by_seen(lambda s, y, rows, g: y[s.argmax()]), "nearest"),
    ],
    2: [
        (judge(formula=lambda e, t, m, M: abs(e - t)), "not divided"),
        (judge(formula=lambda e, t, m, M: abs(m - t) / abs(e - t)), "upside down"),
        (judge(formula=lambda e, t, m, M: (e - t) / (m - t)), "signed"),
        (judge(formula=lambda e, t, m, M: abs(e - t) / abs(M - t)), "hidden rows in the mean"),
        (judge(leaks=True), "not hidden"),
        (judge(place=0), "first column"),
        (judge(encoder=TIWSEncoder()), "default"),
        (judge(formula=lambda e, t, m, M: e), "estimates"),
    ],
    7: [(("Ada", "own target"), "the honest one"), (("Bo", "no scaling"), "wrong rule")],
    5: [(-1.265, "divided by n"), (-2, "not divided"), (-0.199, "column"), (1.095, "wrong sign")],
    1: [
        (lambda document: document.T, "other shape"),
        (lambda document: document.div(document.sum(axis=1), axis=1), "misaligned"),
        (lambda document: document / document.sum(axis=1), "misaligned"),
        (lambda document: document / document.sum(), "columns"),
        (lambda document: document.to_numpy() / document.to_numpy().sum(axis=0), "columns"),
        (in_place, "document changed"),
        (lambda document: document * 2, "size still counts"),
        (lambda document: document * 0 + 1, "constant"),
    ],
    6: [
        (2.0 / 2.4, "absent category"),
        (1.2 / 2.4, "absent category in the sum"),
        (0.25, "right instead of left"),
        (2 / 3, "training share"),
        (1.2, "not divided"),
    ],
    3: [(("Bo", "not hidden"), "the honest one"), (("Ada", "few rows"), "wrong rule")],
}
NOT_YET = {
    4: [lambda table, sharpness: 0.5],
    2: [judge(formula=lambda e, t, m, M: (e - t) ** 2 / (m - t) ** 2)],
    5: [-1.0],
}
KIND = {
    4: [
        (0.56, "Expected a function of table, sharpness"),
        (lambda table, sharpness: table["mean"], "Your function has to return one number"),
    ],
    2: [
        (judge, "could not be judged"),
        (lambda data, target, column: 0.7, "Expected a dict or Series with a number for each of Crew, First"),
        (lambda data, target, column: {"Crew": 1.4}, "Expected a dict or Series with a number for each of Crew"),
        (lambda data, target, column: dict.fromkeys(data[column], ...), "got the ... that is still to be replaced"),
    ],
    7: [
        (["Bo"], "Expected a pair of a name and a rule"),
        (("Eve", "own target"), "Expected one of Ada, Bo; got 'Eve'"),
    ],
    3: [("Ada", "Expected a pair of a name and a rule")],
    5: [("minus one", "Expected one number")],
    1: [(pd.DataFrame(), "Expected a function of document"), (lambda: 1, "could not be judged")],
}
