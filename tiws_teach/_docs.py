"""Parts of docstrings that several functions share, written once: `documented` puts them in.

A line ``{metric}`` in a docstring stands for the block of that name, at the same indentation. More lines may follow.
"""

from __future__ import annotations

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
    Threads for the neighbour search, as in scikit-learn; the result does not depend on them.""",
    "random_state": "random_state : int, RandomState instance, Generator or None, default=None",
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
    # whole sections
    "queries_to_classes": """
Parameters
----------
{queries}

Returns
-------
ndarray of shape (n_queries,)""",
    "queries_to_posteriors": """
Parameters
----------
{queries}

Returns
-------
ndarray of shape (n_queries, n_classes)
    In the order of `classes_`.""",
}
