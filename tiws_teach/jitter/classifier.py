"""JitterTreeClassifier: a classification tree that also has a path for categories without any training row."""

from collections.abc import Mapping
from functools import cache

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, column_or_1d

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count, check_number, check_same_index, fail
from tiws_teach.jitter._growth import grow
from tiws_teach.jitter._rules import write_rules
from tiws_teach.jitter.tree import push_down
from tiws_teach.tiws._estimates import similarity_in_chunks
from tiws_teach.tiws._input import (
    CategoriesMixin,
    check_rows,
    check_targets,
    check_weights,
    column_names,
    count_rows,
    find_column,
)
from tiws_teach.tiws.similarities import SIMILARITIES

METHODS = ("expectation", "sample")


@documented
class JitterTreeClassifier(CategoriesMixin, ClassifierMixin, BaseEstimator):
    """Classify rows of categories; a category without rows in a node goes both ways, weighted by similarity.

    If you already have unlabelled rows, pass them to ``fit(X, y, X_unlabeled=frame)``. Their counts then enter the
    similarities, and prediction works row by row. A category that first occurs in ``predict(X_new)`` takes its counts
    from that batch, so its similarities depend on the whole batch.

    Splits are binary and use Gini impurity: some of the categories present in the node go left, the others right. The
    categories are ordered by the node's mean of the target and cut where the gain is largest. For two classes this is
    the best of all subsets; for more classes they are ordered by the first principal component of their class shares.
    Ties in gain, up to rounding, go to the first column, then to the first cut.

    In a node:

    - a category present among its training rows follows its branch;
    - any other category, unseen or seen elsewhere, goes left with probability `branch_probability`: its similarity to
      the present ones that go left, divided by its similarity to all that are present;
    - a missing value goes left with the share of the training rows that do, both in training and in prediction.

    Parameters
    ----------
    max_depth : int or None, default=None
        Largest number of splits on a path; None: until the leaves are pure or cannot be split.
    min_samples_leaf : int, default=1
        Smallest number of rows in a branch, counting rows with a value in the column of the split.
    min_samples_split : int, default=2
        Smallest number of rows in a node that is split.
    similarity : {"tfidf", "conditional", "hellinger"}, dict or None, default="tfidf"
        How categories are compared: see `category_similarity`; "tfidf", the paper's, mostly measures size. A dict gives
        the similarities: ``{"color": {"pink": {"red": .9, "blue": .3}}}``. Its keys are column names, or positions if
        the columns have no names; its values may also be frames with one row for each category. Missing entries are 0.
        With None, or if all similarities are 0, a category goes left with the share of the training rows.
    method : {"expectation", "sample"}, default="expectation"
        Follow both branches and weigh them, or draw one path for each row.
    sharpness : float, default=1.0
        Similarities are raised to this power; a larger power gives more weight to the most similar category.
    random_state : int, RandomState instance or None, default=None
        Draws the paths of "sample"; an int draws the same paths in each call.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    categories_ : list of ndarray
        The seen categories of each feature, sorted.
    tree_ : Tree
        The nodes as arrays.
    depth_, n_leaves_ : int
    {features_in_}

    Notes
    -----
    Fitting time grows as n_rows * n_features * depth; a row with a missing value counts once for each part into which
    it is divided. Prediction time grows with the nodes that a row reaches: one path if every category is present, many
    otherwise. Similarities are computed in each call, only for the columns that need them.

    See Also
    --------
    TIWSEncoder : the same similarities for target estimates; its `diagnose` shows whether size drives them.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"color": ["red", "red", "green", "green", "blue", "blue"]})
    >>> given = {"color": {"pink": {"red": 0.9, "green": 0.6, "blue": 0.3}}}
    >>> tree = JitterTreeClassifier(similarity=given).fit(X, ["ripe", "ripe", "raw", "raw", "raw", "raw"])
    >>> tree.predict_proba(pd.DataFrame({"color": ["pink", "mauve"]})).round(3).tolist()
    [[0.5, 0.5], [0.667, 0.333]]

    Source: Bang and Lin (poster), Case Studies: jitter trees.
    """

    def __init__(
        self,
        max_depth=None,
        min_samples_leaf=1,
        min_samples_split=2,
        similarity="tfidf",
        method="expectation",
        sharpness=1.0,
        random_state=None,
    ):
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_samples_split = min_samples_split
        self.similarity = similarity
        self.method = method
        self.sharpness = sharpness
        self.random_state = random_state

    def fit(self, X, y, X_unlabeled=None, sample_weight=None):
        """Grow the tree.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_rows, n_features)
            Categories; missing values allowed.
        y : array-like of shape (n_rows,)
            Classes, numbers or strings.
        X_unlabeled : DataFrame or array-like of shape (n_more_rows, n_features), optional
            Rows without a target. A frame is matched by column name.
        sample_weight : array-like of shape (n_rows,), optional
            >= 0; used for splits, shares and leaves. A row of weight 0 is ignored. Similarities and the minimum sizes
            of nodes and branches count rows without weights.

        Returns
        -------
        self
        """
        self._check_parameters()
        check_same_index(X, y)
        check_same_index(X, sample_weight, ("X", "sample_weight"))
        X = check_rows(self, X, reset=True)
        y = self._check_classes(X, y)
        weight = np.ones(len(y)) if sample_weight is None else check_weights(sample_weight, len(y))
        used = weight > 0
        codes, self._counts = count_rows(self, X[used], X_unlabeled)
        self._given = self._check_given()
        self.categories_ = [labels[:n] for labels, n in zip(self._counts.labels, self._counts.n_seen, strict=True)]
        limits = (self.max_depth, self.min_samples_leaf, self.min_samples_split)
        self.tree_ = grow(np.stack(codes), y[used], weight[used], len(self.classes_), *limits)
        self.depth_, self.n_leaves_ = int(self.tree_.depth.max()), int((self.tree_.feature < 0).sum())
        return self

    def predict_proba(self, X):
        """Return the probability of each class, or the class shares of the leaf drawn for each row.

        {of_rows}
        ndarray of shape (n_rows, n_classes)
            In the order of `classes_`; each row sums to 1.
        """
        check_is_fitted(self)
        codes, counts = self._counts.with_rows(check_rows(self, X, reset=False))
        similarity_of = cache(lambda feature: self._similarities(counts, feature, codes[feature]))
        draw = check_random_state(self.random_state).random_sample if self.method == "sample" else None
        return push_down(self.tree_, codes, similarity_of, draw)

    def predict(self, X):
        """Return the most probable class of each row; ties go to the first in `classes_`.

        {of_rows}
        ndarray of shape (n_rows,)
        """
        probabilities = np.round(self.predict_proba(X), 12)
        return self.classes_[probabilities.argmax(axis=1)]

    def rules(self, decimals=3, max_categories=12):
        """Return the tree as text: splits, share of the training rows in each branch, class shares of the leaves.

        Parameters
        ----------
        decimals : int, default=3
        max_categories : int, default=12
            Number of categories named in each branch; the rest are counted.

        Returns
        -------
        str
        """
        check_is_fitted(self)
        check_count("decimals", decimals, 0)
        check_count("max_categories", max_categories, 1)
        return write_rules(self.tree_, column_names(self), self.categories_, self.classes_, decimals, max_categories)

    def _check_parameters(self):
        if self.max_depth is not None:
            check_count("max_depth", self.max_depth, 1)
        check_count("min_samples_leaf", self.min_samples_leaf, 1)
        check_count("min_samples_split", self.min_samples_split, 2)
        if not isinstance(self.similarity, Mapping):
            check_choice("similarity", self.similarity, (*SIMILARITIES, None))
        check_choice("method", self.method, METHODS)
        check_number("sharpness", self.sharpness, 0, open_low=True)

    def _check_classes(self, X, y):
        """Set `classes_`; return the class of each row as its position there."""
        values = np.asarray(y)
        if values.dtype.kind == "f" and np.isinf(values).any():
            fail("y", "be class labels", "infinite values", "Drop those rows.")
        _, kind, classes = check_targets(X, y, "auto")
        if classes is None:
            fail("y", "be class labels", f"Unknown label type: {kind}", "Bin the numbers, or use TIWSEncoder.")
        self.classes_, y = np.unique(column_or_1d(y), return_inverse=True)
        return y

    def _check_given(self):
        """Return the given similarities by column position, or an empty dict if none are given."""
        if not isinstance(self.similarity, Mapping):
            return {}
        given = {}
        for name, table in self.similarity.items():
            j, _ = find_column(self, name)
            table = table.to_dict("index") if isinstance(table, pd.DataFrame) else table
            if not (isinstance(table, Mapping) and all(isinstance(row, Mapping) for row in table.values())):
                advice = "Pass {category: {seen category: similarity}} or a frame."
                fail(f"similarity[{name!r}]", "be a dict of dicts or a frame", type(table).__name__, advice, TypeError)
            for category, row in table.items():
                for seen, value in row.items():
                    check_number(f"similarity[{name!r}][{category!r}][{seen!r}]", value, 0)
            given[j] = table
        return given

    def _similarities(self, counts, feature, codes):
        """Return the similarities between the categories of a feature in the rows and its seen categories.

        A category known at fit uses the counts of fit, a new one those of the batch; other rows are 0.
        """
        out = np.zeros((len(counts.labels[feature]), counts.n_seen[feature]))
        asked, n_known = np.unique(codes[codes >= 0]), len(self._counts.labels[feature])
        for source, rows in ((self._counts, asked[asked < n_known]), (counts, asked[asked >= n_known])):
            if len(rows):
                out[rows] = self._similarity_rows(source, feature, rows) ** self.sharpness
        return out

    def _similarity_rows(self, counts, feature, rows):
        """Return the similarity of some categories to the seen ones; zeros if none is known."""
        labels, n_seen = counts.labels[feature], counts.n_seen[feature]
        if isinstance(self.similarity, str):
            chunks = similarity_in_chunks(counts, feature, rows, self.similarity)
            return np.vstack([s[:, :n_seen] for _, s in chunks])
        given = self._given.get(feature, {})
        table = [[given.get(labels[row], {}).get(seen, 0.0) for seen in labels[:n_seen]] for row in rows]
        return np.array(table, dtype=float)
