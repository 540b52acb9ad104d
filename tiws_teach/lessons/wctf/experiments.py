"""Which words get into the dictionary, and what that does to each class: state -> result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn import config_context
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.feature_selection import chi2
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, precision_recall_fscore_support, roc_auc_score

from tiws_teach import datasets
from tiws_teach._validation import check_choice, check_count
from tiws_teach.wctf_idf import class_frequencies, class_quotas, class_vocabulary

TRAIN, TEST = 1250, 1250  # reviews
SHARE = 0.08  # the article's 2 in 25
SHARES = (0.04, 0.08, 0.16, 0.3, 0.5)
CLASSES = ("negative", "positive")  # the order of choice; equal ones by label
WAITING = 4  # words shown below the line
SIZES = (25, 50, 100, 200, 400)
RECIPES: dict[str, tuple[str, str | None, int]] = {  # how words are chosen, class_weight, times max_features
    "most frequent": ("frequent", None, 1),
    "class quotas": ("quotas", None, 1),
    "equal quotas": ("equal", None, 1),
    "document share per class": ("per class", None, 1),
    "chi2": ("chi2", None, 1),
    "twice the words": ("frequent", None, 2),
    "class weights": ("frequent", "balanced", 1),
    "class quotas + weights": ("quotas", "balanced", 1),
    "chi2 + weights": ("chi2", "balanced", 1),
}
METRICS = ["precision", "recall", "F1", "average precision"]
CHOICES = ("frequent", "quotas", "equal", "per class", "chi2")


@dataclass(frozen=True)
class CountedReviews:
    """Training and test reviews, counted once over all words of the training reviews.

    Attributes
    ----------
    terms : ndarray of str, shape (n_terms,)
        In alphabetical order.
    train, test : sparse array of shape (n_reviews, n_terms)
        Occurrences.
    y_train, y_test : ndarray of shape (n_reviews,)
        1 for positive reviews, the minority, 0 for negative ones.
    kind : ndarray of str, shape (n_terms,)
        "positive", "negative" or "neutral": the side that the generator gave to the word.
    """

    terms: np.ndarray
    train: sparse.csr_array
    test: sparse.csr_array
    y_train: np.ndarray
    y_test: np.ndarray
    kind: np.ndarray


@lru_cache(maxsize=16)
def _pool(seed: int) -> tuple[np.ndarray, sparse.csr_array, np.ndarray, np.ndarray]:
    """Return words, counts, labels and kinds of enough generated reviews for every share; counted once for a seed."""
    n_positive, n_negative = (round((TRAIN + TEST) * share) for share in (SHARES[-1], 1 - SHARES[0]))
    total = n_positive + n_negative
    made = datasets.make_reviews(total, positive_share=n_positive / total, random_state=seed)
    counter = CountVectorizer(stop_words="english")
    counts = sparse.csr_array(counter.fit_transform(made.data["text"]))
    terms = counter.get_feature_names_out()
    kinds = made.words["belongs"].replace("shared", "neutral").reindex(terms, fill_value="neutral")
    return terms, counts, made.target.to_numpy(), kinds.to_numpy(dtype=str)


@lru_cache(maxsize=64)
def counted_reviews(share: float = SHARE, seed: int = 0) -> CountedReviews:
    """Return generated training and test reviews, counted.

    Source: Pattnaik, Problem with Vanilla TF-IDF (positive reviews taken out); tiws_teach, `make_reviews`.
    """
    terms, counts, y, kind = _pool(seed)
    positive, negative = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
    sizes = [(round(n * share), n - round(n * share)) for n in (TRAIN, TEST)]
    train = np.r_[positive[: sizes[0][0]], negative[: sizes[0][1]]]
    test = np.r_[positive[sizes[0][0] : sum(n for n, _ in sizes)], negative[sizes[0][1] : sum(n for _, n in sizes)]]
    return CountedReviews(terms, counts[train], counts[test], y[train], y[test], kind)


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary by class quotas: who takes which words, who waits, and what the minority gets from it.

    Attributes
    ----------
    max_features : int
    share : float
        Share of positive reviews.
    lists : dict of str to list of str
        The words that each class has taken, in the order of choice; the class that chooses first above.
    waiting : dict of str to list of str
        The next words of each.
    frequent : list of str
        The `max_features` most frequent words of all reviews.
    kind : dict of str to str
        "positive", "negative" or "neutral" for each word that is named.
    scores : DataFrame of shape (2, 4)
        Precision, recall, F1 and average precision of the positive reviews, with the most frequent words and with
        class quotas.
    weights : str or None
        What the classifier was given as `class_weight`.
    """

    max_features: int
    share: float
    lists: dict[str, list[str]]
    waiting: dict[str, list[str]]
    frequent: list[str]
    kind: dict[str, str]
    scores: pd.DataFrame
    weights: str | None

    @property
    def gained(self) -> list[str]:
        """The words that only the quotas brought in."""
        return [word for words in self.lists.values() for word in words if word not in set(self.frequent)]

    @property
    def lost(self) -> list[str]:
        """The words that only the most frequent ones held."""
        kept = {word for words in self.lists.values() for word in words}
        return [word for word in self.frequent if word not in kept]


def ten_reviews() -> pd.DataFrame:
    """Return ten one-line reviews, three of them good (1), seven bad (0).

    Columns: `review` and `label`.
    """
    lines = {
        "good good film": 1,
        "dull plot bad acting": 0,
        "bad film dull dull": 0,
        "great acting great fun": 1,
        "bad bad plot film": 0,
        "awful boring plot": 0,
        "slow plot bad film": 0,
        "bad boring film plot": 0,
        "great fun film good": 1,
        "bad acting film": 0,
    }
    return pd.DataFrame({"review": list(lines), "label": list(lines.values())}, index=range(1, 11))


def count_words(texts: Sequence[str] | pd.Series) -> pd.DataFrame:
    """Return how often each word stands in each text.

    Int, shape (n_texts, n_words). Columns: words in alphabetical order.

    Source: Pattnaik, TF-IDF: An overview, tf(x, y).
    """
    counter = CountVectorizer()
    table = counter.fit_transform(texts).toarray()
    index = texts.index if isinstance(texts, pd.Series) else None
    return pd.DataFrame(table, index, counter.get_feature_names_out())


def word_table(counts: pd.DataFrame, y: Sequence[int]) -> pd.DataFrame:
    """Return for each word how often it occurs in each class and in all, and in how many documents it stands.

    The most frequent word first, equal ones in alphabetical order; `total` and `documents` last.

    Source: Pattnaik, Problem with Vanilla TF-IDF.
    """
    table = class_frequencies(counts, y).T.add_prefix("class ").rename_axis(None, axis=1)
    table = table.assign(total=counts.sum(), documents=(counts > 0).sum())
    return table.sort_values("total", ascending=False, kind="stable")


@lru_cache(maxsize=256)
def vocabulary(max_features: int = 100, share: float = SHARE, weights: str | None = None, seed: int = 0) -> Vocabulary:
    """Let the classes choose, and set what comes out beside the most frequent words.

    Source: Pattnaik, Solution and Ablation Study.
    """
    reviews = counted_reviews(share, seed)
    sizes = np.bincount(reviews.y_train)
    frequencies, quotas = class_frequencies(reviews.train, reviews.y_train), class_quotas(sizes, max_features)
    queue = class_vocabulary(frequencies, [quotas[0] + WAITING, 0])[0]
    lists = [queue[: quotas[0]], class_vocabulary(frequencies, quotas + np.array([0, WAITING]))[1]]
    waiting = [queue[quotas[0] :], lists[1][quotas[1] :]]
    lists[1] = lists[1][: quotas[1]]
    frequent = choose_words(reviews, "frequent", max_features)
    named = np.concatenate([*lists, *waiting, frequent])
    rows = {"most frequent": frequent, "class quotas": np.concatenate(lists)}
    scores = {name: score_words(reviews, columns, weights).loc["positive"] for name, columns in rows.items()}
    return Vocabulary(
        max_features,
        share,
        dict(zip(CLASSES, [reviews.terms[own].tolist() for own in lists], strict=True)),
        dict(zip(CLASSES, [reviews.terms[own].tolist() for own in waiting], strict=True)),
        reviews.terms[frequent].tolist(),
        dict(zip(reviews.terms[named], reviews.kind[named], strict=True)),
        pd.DataFrame(scores).T,
        weights,
    )


def compare_quotas(class_sizes: Sequence[int], sizes: Sequence[int]) -> pd.DataFrame:
    """Return the quotas of each class by largest remainder and as published, and the places left empty by the latter.

    Indexed by max_features.

    Source: Pattnaik, Solution, formula for f_c, and its program.
    """
    rows = {}
    for size in sizes:
        whole, cut = (class_quotas(class_sizes, size, quota=rule).tolist() for rule in ("largest_remainder", "rounded"))
        rows[size] = {"largest remainder": whole, "rounded, as published": cut, "left empty": size - sum(cut)}
    return pd.DataFrame(rows).T.rename_axis("max_features")


def compare_choices(frequencies: pd.DataFrame, class_sizes: Sequence[int], sizes: Sequence[int]) -> pd.DataFrame:
    """Return the most frequent words of all beside those by class quotas.

    Str, indexed by max_features. Columns: `most frequent`; and `by class`, the lists of the classes divided by a
    stroke.

    Source: Pattnaik, Solution.
    """
    rows = {}
    for size in sizes:
        alone = class_vocabulary(frequencies.sum().to_frame("all").T, [size])["all"]
        lists = class_vocabulary(frequencies, class_quotas(class_sizes, size))
        by_class = " / ".join(" ".join(sorted(words)) for words in lists.values())
        rows[size] = {"most frequent": " ".join(sorted(alone)), "by class": by_class}
    return pd.DataFrame(rows).T.rename_axis("max_features")


def choose_words(reviews: CountedReviews, how: str, max_features: int) -> np.ndarray:
    """Return the columns of the chosen words.

    Source: Pattnaik, Solution, for "quotas"; the others are its rivals.
    """
    check_choice("how", how, CHOICES)
    size = min(check_count("max_features", max_features, 1), len(reviews.terms))
    return _choose(reviews.train, reviews.y_train, how, size)


def _choose(counts: sparse.csr_array, y: np.ndarray, how: str, size: int) -> np.ndarray:
    """Return the columns of `size` words; the larger class has the smaller label."""
    if how == "frequent":
        return class_vocabulary(counts.sum(axis=0)[None, :], [size])[0]
    if how in ("quotas", "equal"):
        quotas = class_quotas(np.bincount(y) if how == "quotas" else [1, 1], size)
        return np.concatenate(class_vocabulary(class_frequencies(counts, y), quotas))
    worth = np.nan_to_num(chi2(counts, y)[0]) if how == "chi2" else document_shares(counts, y).max(axis=0)
    return np.argsort(-worth, kind="stable")[:size]


def document_shares(counts: sparse.csr_array, y: np.ndarray) -> np.ndarray:
    """Return which share of each class's documents holds each word."""
    return class_frequencies(counts > 0, y).toarray() / np.bincount(y)[:, None]


def score_words(reviews: CountedReviews, columns: np.ndarray, class_weight: str | None = None) -> pd.DataFrame:
    """Fit a logistic regression on the TF-IDF of some words, and score it on the test reviews.

    Columns: precision, recall and F1 of the negative and of the positive reviews; average precision of the positive
    ones.

    Source: Pattnaik, Results.
    """
    train, test = reviews.train[:, columns], reviews.test[:, columns]
    with config_context(assume_finite=True, skip_parameter_validation=True):  # hundreds of small fits: a third faster
        weigh = TfidfTransformer().fit(train)
        model = LogisticRegression(class_weight=class_weight, max_iter=300).fit(weigh.transform(train), reviews.y_train)
        evidence, truth = model.decision_function(weigh.transform(test)), reviews.y_test
        found = precision_recall_fscore_support(truth, evidence > 0, labels=[0, 1], zero_division=0)[:3]
        area = average_precision_score(truth, evidence)
    return pd.DataFrame(np.transpose([*found, [np.nan, area]]), list(CLASSES), METRICS)


def positive_words(reviews: CountedReviews, sizes: Sequence[int] = SIZES) -> pd.DataFrame:
    """Return how many known positive words are among the chosen, by max_features.

    Columns: `most frequent` and `class quotas`: known positive words among the chosen; `positive list`: the length of
    the list that the positive reviews have filled, with words of whatever kind.

    Source: Pattnaik, Fig. 1 and Fig. 2.
    """
    rows = {}
    for size in sizes:
        of_kind = [
            (reviews.kind[choose_words(reviews, how, size)] == "positive").sum() for how in ("frequent", "quotas")
        ]
        rows[size] = [*of_kind, class_quotas(np.bincount(reviews.y_train), size)[1]]
    columns = ["most frequent", "class quotas", "positive list"]
    return pd.DataFrame.from_dict(rows, "index", columns=columns).rename_axis("max_features")


def score_recipes(
    recipes: Sequence[str], sizes: Sequence[int], shares: Sequence[float] = (SHARE,), seeds: Sequence[int] = range(8)
) -> pd.DataFrame:
    """Return precision, recall and F1 of each class for every recipe, size and share, once for each seed.

    Columns: `positive share`, `max_features`, `seed`, `recipe`, `class`, `precision`, `recall`, `F1`, `average
    precision`.

    Source: Pattnaik, Results.
    """
    parts = []
    for share in shares:
        for seed in seeds:
            reviews = counted_reviews(share, seed)
            for size in sizes:
                for recipe in recipes:
                    how, weight, times = RECIPES[recipe]
                    scores = score_words(reviews, choose_words(reviews, how, size * times), weight)
                    names = {"positive share": share, "max_features": size, "seed": seed, "recipe": recipe}
                    parts.append(scores.rename_axis("class").reset_index().assign(**names))
    table = pd.concat(parts, ignore_index=True)
    return table[["positive share", "max_features", "seed", "recipe", "class", *METRICS]]


def paired_differences(
    scores: pd.DataFrame, recipe: str = "class quotas", against: str = "most frequent", metric: str = "F1"
) -> pd.DataFrame:
    """Return a recipe's score of the positive reviews minus another's on the same corpus, one row for each seed.

    Columns are the values of max_features, or the shares if there is one size only.
    """
    by = "positive share" if len(set(scores["max_features"])) == 1 else "max_features"
    rare = scores[scores["class"] == "positive"]
    wide = rare.pivot_table(index="seed", columns=["recipe", by], values=metric)
    return wide[recipe] - wide[against]


def compare_sizes(scores: pd.DataFrame, recipe: str, small: int, large: int, metric: str = "F1") -> str:
    """Return whether the mean score of the positive reviews is higher with many words than with few."""
    own = scores[(scores["class"] == "positive") & (scores["recipe"] == recipe)]
    means = own.groupby("max_features")[metric].mean()
    change = means[large] - means[small]
    return "about the same" if abs(change) <= 0.02 else "higher" if change > 0 else "lower"


def summarize_differences(differences: pd.DataFrame) -> pd.DataFrame:
    """Return mean, standard deviation over seeds, and the number of seeds with a gain.

    Columns: `mean`, `sd`, `gains` and `seeds`.
    """
    found = {"mean": differences.mean(), "sd": differences.std(), "gains": (differences > 0).sum()}
    return pd.DataFrame(found).assign(seeds=len(differences))


def areas_on_noise(seeds: Sequence[int] = range(8), n_words: int = 200) -> pd.DataFrame:
    """Return the area under the ROC curve where labels are dealt at random, for words chosen rightly and wrongly.

    Columns: by chi2 or by class quotas; on training rows or on all rows. Half of the 400 rows are for training.
    """
    rows = []
    for seed in seeds:
        made = datasets.make_reviews(400, positive_share=0.3, random_state=seed)
        counts = sparse.csr_array(CountVectorizer(ngram_range=(2, 2)).fit_transform(made.data["text"]))
        dealt, train = np.random.default_rng(seed).permutation(made.target), slice(200)
        row = {}
        for how in ("chi2", "quotas"):
            for name, chosen_on in (("training rows", train), ("all rows", slice(None))):
                halves = counts[chosen_on], dealt[chosen_on]
                columns = _choose(*halves, how, n_words)
                weighed = TfidfTransformer().fit(counts[train][:, columns]).transform(counts[:, columns])
                model = LogisticRegression().fit(weighed[:200], dealt[:200])
                row[how, name] = roc_auc_score(dealt[200:], model.decision_function(weighed[200:]))
        rows.append(row)
    return pd.DataFrame(rows, index=list(seeds))
