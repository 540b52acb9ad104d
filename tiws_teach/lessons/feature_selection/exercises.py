"""Exercises of lesson 12: count fits, take a step by hand, write the search, a broken twin, and a bad ranking."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

from tiws_teach.course.exercises import exercise, function, match_number, names, pair, whole
from tiws_teach.lessons.feature_selection.experiments import noise
from tiws_teach.literal import selection
from tiws_teach.selection import number_of_fits

D, M, K, OUTER = 10, 3, 5, 4
SCORES = {
    "a": 0.80, "b": 0.78, "c": 0.60, "d": 0.55,
    "ab": 0.81, "ac": 0.88, "ad": 0.83, "bc": 0.90, "bd": 0.80, "cd": 0.65,
}  # fmt: skip
TWINS = ("Ada", "Bo")
RULES = ("choose inside the folds", "shuffle the rows", "scale the columns")


@exercise(
    "feature_selection.1",
    expects=whole(1),
    hints=[
        "One search first: its steps try ten, nine and eight columns, each in five folds.",
        "The search is a step of the pipeline. How often is the pipeline fitted?",
    ],
    misconceptions={
        "one search": "That is one search. The pipeline searches again in each of the four outer folds.",
        "no inner folds": "You left out the five inner folds, in which the search judges each set of columns.",
        "not falling": "Columns that are in the model are not tried again: 10 + 9 + 8.",
        "all sets": "That is every set of three columns. The search tries one column more at a time.",
        "to the end": "That goes on until all ten columns are in. Stop after three.",
    },
)
def fits_of_a_search(answer: int) -> bool | str:
    """Give the number of fits of a forward selection of three of ten columns, five folds inside each of four."""
    one = number_of_fits(D, M, K)
    wrong = {"one search": one, "no inner folds": OUTER * one // K, "not falling": OUTER * D * M * K}
    wrong |= {"all sets": OUTER * 120 * K, "to the end": OUTER * number_of_fits(D, D, K)}
    return match_number(answer, OUTER * one, wrong)


@exercise(
    "feature_selection.2",
    expects=names(*"abcd", ordered=True),
    hints=["Which single column scores highest? It stays.", "Compare the three pairs that contain it."],
    misconceptions={
        "ranked": "Those are the two best single columns. The second must be the best partner of the first.",
        "best pair": "That is the best of all pairs. Forward selection keeps its first column and never sees it.",
        "order": "The right two. Give the one that was taken first, first.",
    },
)
def step_by_hand(answer: list[str]) -> bool | str:
    """Give the two columns that forward selection takes, in order."""
    right = selection.forward_selection(lambda chosen: SCORES["".join(sorted(chosen))], "abcd", 2)
    wrong = {"ranked": [["a", "b"], ["b", "a"]], "best pair": [["b", "c"], ["c", "b"]], "order": [right[::-1]]}
    return answer == right or next((name for name, pairs in wrong.items() if answer in pairs), False)


@exercise(
    "feature_selection.3",
    expects=function("score", "columns", "m"),
    hints=[
        "Start with chosen = []. In each of m rounds, try every column that is not in it.",
        "max(left, key=lambda column: score([*chosen, column])) is the winner of a round.",
    ],
    misconceptions={
        "ranked": "You score each column alone. Score it together with the columns that are chosen already.",
        "backward": "You remove columns. Start with none and add.",
        "lowest": "You take the column with the lowest score.",
        "again": "You take a column that is chosen already. Try only those that are left.",
    },
    praise="That is forward selection. The library adds folds, spread, ties and a record of the path.",
)
def search_of_your_own(answer) -> bool | str:
    """Return the columns that forward selection takes, in order."""
    rng = np.random.default_rng(0)
    others = {
        "ranked": selection.ranked_singly,
        "backward": selection.backward_selection,
        "lowest": lambda score, columns, m: selection.forward_selection(lambda chosen: -score(chosen), columns, m),
        "again": _with_repeats,
    }
    agreed = set(others)
    for _ in range(5):
        score = _random_scores(rng)
        found = list(answer(score, list(range(5)), 3))
        if found == selection.forward_selection(score, range(5), 3):
            continue
        agreed = {name for name in agreed if found == list(others[name](score, range(5), 3))}
        if not agreed:
            return False
    return True if agreed == set(others) else next(name for name in others if name in agreed)


def _with_repeats(score, columns, m):
    """Search forward without leaving out the columns that are chosen."""
    chosen: list = []
    for _ in range(m):
        chosen.append(max(columns, key=lambda column: score([*chosen, column])))
    return chosen


def _random_scores(rng: np.random.Generator):
    """Return a score that gives every set of columns its own number."""
    table: dict[frozenset, float] = {}

    def score(chosen):
        if not isinstance(chosen, Collection):
            raise TypeError(f"score takes a list of columns; got {chosen!r}. Write score([*chosen, column]).")
        return table.setdefault(frozenset(chosen), float(rng.random()))

    return score


@exercise(
    "feature_selection.4",
    expects=pair(TWINS, RULES, ("Bo", "shuffle the rows")),
    hints=["The labels were tossed. What accuracy is honest?", "Whose choice of columns used labels of test rows?"],
    misconceptions={
        "the honest one": "That colleague is near one half, as with tossed labels one should be.",
        "wrong rule": "The person is right, but neither twin scales or shuffles. What used all labels?",
    },
    praise="Selection is a part of the model: it belongs into the pipeline.",
)
def selecting_twin(answer: tuple[str, str]) -> bool | str:
    """Name the colleague who chose the columns on all rows, and the broken rule."""
    promised = _promises()
    person, rule = answer
    if person != max(promised, key=promised.__getitem__):
        return "the honest one"
    return True if rule == RULES[0] else "wrong rule"


def _promises() -> dict[str, float]:
    """Return the accuracy that each twin reports."""
    X, y = noise(80, 1000, 3)
    best, model = SelectKBest(k=10), GaussianNB()
    return {
        "Ada": float(cross_val_score(model, best.fit_transform(X, y), y, cv=5).mean()),
        "Bo": float(cross_val_score(make_pipeline(best, model), X, y, cv=5).mean()),
    }


@exercise(
    "feature_selection.5",
    expects=names("forward", "backward", "ranking", "PCA"),
    hints=[
        "Which of the four never sees the labels?",
        "Which one judges each column without the others?",
    ],
    misconceptions={
        "PCA": "PCA sees both columns, but not the labels: the pair has no larger variance than the others.",
        "forward": "Its first step sees single columns, and each of the two alone is worthless.",
        "ranking": "Ranking judges each column alone, and each of the two alone is worthless.",
        "nothing": "One of them starts with both columns in the model and looks at what is missed.",
    },
)
def finds_the_pair(answer: list[str]) -> bool | str:
    """Name the ways that can be expected to find two columns that help only together."""
    if answer == ["backward"]:
        return True
    return next((name for name in ("PCA", "ranking", "forward") if name in answer), "nothing")
