"""Parts of docstrings that several functions share, written once: `documented` puts them in.

A line ``{metric}`` in a docstring stands for the block of that name, at the same indentation. More lines may follow.
"""

import inspect
import re
import textwrap
from typing import Any, TypeVar

Thing = TypeVar("Thing")
_MARKER = re.compile(r"^( *)\{(\w+)\}$", re.MULTILINE)


def documented(thing: Thing) -> Thing:
    """Put the shared blocks into the docstring of a function, or of a class and its methods."""
    each: Any
    for each in (thing, *(vars(thing).values() if isinstance(thing, type) else ())):
        while inspect.isroutine(each) or each is thing:  # a method that scikit-learn wraps has two docstrings
            each.__doc__ = filled(each.__doc__ or "") or None
            each = getattr(each, "__wrapped__", None)
    return thing


def filled(text: str) -> str:
    """Return a docstring with the blocks in the places of their names."""
    return _MARKER.sub(lambda marker: textwrap.indent(filled(BLOCKS[marker[2]]).strip("\n"), marker[1]), text)


BLOCKS = {
    # parameters
    "queries": "X : array-like or sparse matrix of shape (n_queries, n_features)",
    "labels": """
labels : array-like of int, shape (n_rows,)
    Class of each row, in 0, ..., n_classes - 1.""",
    "n_classes": """
n_classes : int, default=None
    None: the highest label plus one.""",
    "metric": """
metric : str or callable, default="euclidean"
    A metric of `sklearn.metrics.pairwise_distances`.""",
    "metric_params": """
metric_params : dict, default=None
    Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".""",
    "n_jobs": """
n_jobs : int, default=None
    Threads for the search among up to seven features, and by other metrics; the result does not depend on them.""",
    "n_jobs_of_models": """
n_jobs : int, default=None
    Number of models fitted in parallel; None: 1, -1: all processors.""",
    "label_classifier": """
estimator : "logistic", "svm" or classifier, default=None
    Copied for each label. Start with "logistic". None and "svm" are a linear SVM with Platt's probabilities, which is
    much slower: see `BinaryRelevance`.""",
    "pairs_and_losses": """
Dx, Dy : array-like of shape (n_pairs,)
losses : array-like of int, shape (n_pairs,)
n_labels : int""",
    "answers": "texts : iterable of str, length n_answers",
    "random_state": "random_state : int, RandomState instance, Generator or None, default=None",
    "seed_and_result": """
random_state : int, numpy.random.Generator or None

Returns
-------""",
    "document": """
document : array-like of shape (n_categories, n_words)
    Counts, in rows of data.""",
    "part": """
part : ndarray of shape (n_categories, n_words)
    Counts, in rows of data.""",
    "rows_of": """
rows_of : sequence of int, optional
    Positions of the requested rows; by default all.""",
    "blocks": """
blocks : sequence of int, optional
    Number of words of each other feature; read from the columns of a frame made by `document_matrix`.""",
    "category_codes": """
codes : ndarray of int64, shape (n_rows,)
    In [0, n_categories); -1 marks a missing value, which is not counted.""",
    "row_weights": """
weights : ndarray of float, shape (n_rows,), optional
    A weight of 2 counts a row twice.""",
    # attributes
    "classes_": """
classes_ : ndarray of shape (n_classes,)
    In sorted order.""",
    "class_sizes_": """
class_sizes_ : ndarray of int, shape (n_classes,)
    Rows of each class.""",
    "features_in_": """
n_features_in_ : int
feature_names_in_ : ndarray of str
    Only if the columns of X have names.""",
    "labels_": """
labels_ : ndarray of shape (n_labels,)
    Names of the labels: columns of the frame, labels of the sets, or 0, 1, ...""",
    "codes_": "classes_ : ndarray of str, shape (n_codes,)",
    "answers_": """
answers_ : DistinctAnswers
    The distinct training answers and the counts of their codes.""",
    # whole sections
    "selection": """
Pass training rows only: the search uses y, and rows that it has seen can no longer test its result. Constant columns,
folds whose training rows have one class, and scores that are not finite are refused.

Parameters
----------
estimator : classifier or regressor
    Cloned for each fit; may be a pipeline.
X : DataFrame or array-like of shape (n_rows, n_features)
    Missing values and categories if the estimator handles them.
y : array-like of shape (n_rows,)
n_features : int or None, default=None
    Number of columns to select. None goes on to all columns (backward: to one) and selects the number with the highest
    score, the smaller one if two are tied.
cv : int or splitter, default=5
    As in `sklearn.model_selection.cross_val_score`; all sets of columns are judged on the same folds.
scoring : str or callable or None, default=None
    A scorer of scikit-learn; None uses the estimator's own score.

Returns
-------
SelectionPath
    `selected` (in order; backward: in the order of X), `path`, `n_fits`; prints, draws and exports itself.""",
    "document_to_z_scores": """
Parameters
----------
{document}

Returns
-------
ndarray or DataFrame of shape (n_categories, n_words), in standard deviations.""",
    "queries_to_classes": """
Parameters
----------
{queries}

Returns
-------
ndarray of shape (n_queries,)""",
    "queries_to_labels": """
Parameters
----------
{queries}

Returns
-------
ndarray of int, shape (n_queries, n_labels)""",
    "queries_to_label_shares": """
Parameters
----------
{queries}

Returns
-------
ndarray of shape (n_queries, n_labels)""",
    "labeled_rows": """
Parameters
----------
X : array-like or sparse matrix of shape (n_rows, n_features)
    Numbers.
Y : array-like or sparse matrix of shape (n_rows, n_labels), or list of sets
    0 or 1 for each label, or the labels of each row.

Returns
-------
self""",
    "label_measure": """
Parameters
----------
Y_true, Y_pred : array-like of shape (n_rows, n_labels)
    0 or 1, dense, sparse or a frame.
per_row : bool, default=False
    Return the value of each row instead of the mean.

Returns
-------
float or ndarray of shape (n_rows,)

Raises
------
ValueError
    If the two differ in shape or contain anything but 0 and 1.""",
    "coded_answers": """
Parameters
----------
{answers}
codes : iterable of str, length n_answers

Returns
-------
self""",
    "of_answers": """
Parameters
----------
{answers}

Returns
-------""",
    "answers_to_code_shares": """
{of_answers}
ndarray of shape (n_answers, n_codes)""",
    "of_rows": """
Parameters
----------
X : DataFrame or array-like of shape (n_rows, n_features)

Returns
-------""",
    "of_feature": """
Parameters
----------
feature : int
    Position of the feature.

Returns
-------""",
    "of_features": """
Parameters
----------
X : array-like of shape (n_rows, n_features)

Returns
-------""",
    "queries_to_posteriors": """
Parameters
----------
{queries}

Returns
-------
ndarray of shape (n_queries, n_classes)
    In the order of `classes_`.""",
    "of_classes": """
Parameters
----------
y_true, y_pred : array-like of shape (n_rows,)
    Classes.
pos_label : class, optional
    The class to score; by default each class.
labels : sequence, optional
    As in `confusion_table`.
zero_division : float, default=0.0
    The value for 0 / 0; NaN makes it missing.

Returns
-------
float, or Series of shape (n_classes,) if `pos_label` is None
    In [0, 1].""",
    "scored_rows": """
Parameters
----------
y_true : array-like of shape (n_rows,)
    Two classes, or one if `pos_label` names the positive class.
scores : array-like of shape (n_rows,)
    Higher for rows that are more likely positive; in any unit.
pos_label : class, optional
    The positive class; by default the larger of two numbers, or True. Required for strings.""",
    "resampled_rows": """
Parameters
----------
X : DataFrame, ndarray, sparse array or list of rows, of shape (n_rows, n_features)
    Numbers or categories; missing values are allowed.
y : array-like of shape (n_rows,)
    Classes, at least two.
sampling_strategy : float, str, dict or callable, default="auto"
    float, for two classes: the resulting ratio smaller / larger class, rounded down to whole rows. str: the classes to
    change, "minority", "majority", "not minority", "not majority" or "all"; "auto" is all but the class whose size the
    others get. dict: the resulting number of rows of a class. callable: a function of y that returns such a dict.
{random_state}""",
    "class_fit": """
Parameters
----------
X : array-like or sparse matrix of shape (n_rows, n_features)
    Numbers.
y : array-like of shape (n_rows,)
    Classes, all strings or all numbers; a series must have the index of the frame X.

Returns
-------
self""",
    "conditional_neighbors": """
epsilon : float, default=1e-7
    eps, > 0, in feature units: added to each distance.
metric : str or callable, default="euclidean"
    A metric of `sklearn.metrics.pairwise_distances`. "precomputed": X holds distances, in `fit` those between
    the training rows and in `predict` those from each query to the training rows.
dimension : float, default=None
    p in the equations, > 0. None: the number of features. Required with precomputed distances, whose number of
    features is unknown, unless `smoothing` is None, because p and r then cancel.
{metric_params}
{n_jobs}

Attributes
----------
{classes_}
{class_sizes_}
dimension_ : float
    p.
{features_in_}""",
    "points_and_k": """
Parameters
----------
X : array-like of shape (n_rows, n_features)
    In feature units; standardise features of different units first.
k : int
    In [1, n_rows - 1], or in [1, n_rows] for new points.""",
    "new_points": """
queries : array-like of shape (n_points, n_features) or None, default=None
    New points, whose neighbours are rows of X. None: the points are the rows themselves, and no row is its own
    neighbour.""",
    "ties": """
ties : {"all", "first"}, default="all"
    "all": every row as far away as the k-th is a neighbour too, as in the paper. "first": exactly k, as in
    scikit-learn; ties go to the lower row number.""",
    "neighbor_starts": """
starts : array-like of int, shape (n_points + 1,)
    The neighbours of point i are at [starts[i]:starts[i + 1]], at least one.
weights : array-like of int, shape (n_neighbors_in_all,), default=None
    w, >= 1; None: all 1.""",
    "ranked_scores": """
Parameters
----------
scores : DataFrame or array-like of shape (n_data_sets, n_methods)
higher_is_better : bool, default=False""",
    "labeled_documents": """
Parameters
----------
raw_documents : iterable of str, or of the type in `input`
y : array-like of shape (n_documents,)
    Labels; required unless `vocabulary` is given.""",
    "unlabeled_rows": """
Parameters
----------
X : array-like or sparse matrix of shape (n_rows, n_features)
    Numbers; distances of shape (n_rows, n_rows) if ``metric="precomputed"``.
y : None
    Ignored.""",
    "terms_in_order": """
Parameters
----------
input_features : None
    Ignored.

Returns
-------
ndarray of str objects""",
    "axes": """
Parameters
----------
ax : matplotlib Axes or None, default=None
    None draws on a new figure.

Returns
-------
matplotlib Axes""",
    "similarities": """
Parameters
----------
S : ndarray of shape (n, n)
    Similarities.

Returns
-------
ndarray of shape (n, n)
    Distances, >= 0.""",
    "dimensions": """
d : int or array-like of int
    Numbers of dimensions.

Returns
-------
float or ndarray of the shape of d""",
    "separated": """
separation : float, default=1.0
    s above, >= 0.

Returns
-------
float or ndarray of the shape of d""",
    "squared_parts": """
Returns
-------
DataFrame of shape (n_points, 4)
    Columns squared_bias, variance, noise and error, in squared units of y.""",
    "queries_to_distances": """
Parameters
----------
{queries}

Returns
-------
ndarray of shape (n_queries, n_classes)
    In the order of `classes_`, in feature units.""",
}
