"""Build the result of `load`."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from tiws_teach.datasets._cards import read_card


class Parts(NamedTuple):
    """What a reader returns for the files of a set; `extra` has further entries of the Bunch."""

    data: pd.DataFrame
    target: pd.Series | pd.DataFrame
    target_names: Sequence[str]  # of the classes in the order of their codes, or of the labels
    extra: Mapping[str, Any] = {}


def make_bunch(name: str, parts: Parts) -> Any:
    """Return the scikit-learn Bunch of the data set `name`, with the facts of its card."""
    from sklearn.utils import Bunch  # scikit-learn takes a second to import; reading the cards should not

    card = read_card(name)
    return Bunch(
        frame=pd.concat([parts.data, parts.target], axis=1),
        data=parts.data,
        target=parts.target,
        feature_names=list(parts.data.columns),
        target_names=list(parts.target_names),
        DESCR=card.text,
        description=card.text,
        licence=card.licence,
        citation=card.citation,
        **parts.extra,
    )


def class_codes(labels: pd.Series, classes: Mapping[str, str], name: str) -> pd.Series:
    """Return the labels as integers 0, 1, ... in the order of `classes`, label in the file -> name."""
    codes = {label: code for code, label in enumerate(classes)}
    unknown = sorted(set(labels) - set(codes))
    if unknown:
        raise ValueError(
            f"the column {labels.name!r} must hold {', '.join(codes)}; got {unknown}. Download the original file again."
        )
    return labels.map(codes).astype("int64").rename(name)
