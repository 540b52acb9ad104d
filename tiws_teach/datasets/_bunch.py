"""The one place where a loader's result is put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from tiws_teach.datasets._cards import read_card


def make_bunch(
    name: str, data: pd.DataFrame, target: pd.Series | pd.DataFrame, target_names: Sequence[str], **extra: Any
) -> Any:
    """Return the scikit-learn Bunch of the data set `name`.

    Parameters
    ----------
    name : str
        The card's name.
    data : DataFrame of shape (n_rows, n_features)
    target : Series of shape (n_rows,) or DataFrame of shape (n_rows, n_labels)
    target_names : sequence of str
        Names of the classes in the order of their codes, or of the labels.
    **extra
        Further entries of the Bunch.

    Returns
    -------
    sklearn.utils.Bunch
    """
    from sklearn.utils import Bunch  # scikit-learn takes a second to import; a look at the cards should not

    card = read_card(name)
    frame = pd.concat([data, target], axis=1)
    return Bunch(
        frame=frame,
        data=data,
        target=target,
        feature_names=list(data.columns),
        target_names=list(target_names),
        DESCR=card.text,
        description=card.text,
        licence=card.licence,
        citation=card.citation,
        **extra,
    )


def class_codes(labels: pd.Series, classes: Sequence[tuple[str, str]], name: str) -> pd.Series:
    """Return the labels as integers 0, 1, ... in the order of `classes`, pairs of (label in the file, name)."""
    codes = {label: code for code, (label, _) in enumerate(classes)}
    unknown = sorted(set(labels) - set(codes))
    if unknown:
        raise ValueError(
            f"the column {labels.name!r} must hold {', '.join(codes)}; got {unknown}. Get the original file again."
        )
    return labels.map(codes).astype("int64").rename(name)
