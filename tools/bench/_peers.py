"""The ways to turn unseen categories into numbers that TIWSEncoder is measured against."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from sklearn.experimental import enable_iterative_imputer  # noqa: F401  (opens the import of IterativeImputer)
from sklearn.impute import IterativeImputer, KNNImputer
from sklearn.linear_model import BayesianRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder, TargetEncoder

from tiws_teach import TIWSEncoder
from tools.bench._measure import seconds

TIWS, TARGET = "TIWSEncoder", "TargetEncoder"


@dataclass(frozen=True)
class Peer:
    """A way to encode, and the most rows that it is given: more would take it minutes."""

    make: Callable[[], Any]
    most_rows: float = math.inf

    def job(self, X, y, X_new):
        """Return a job for `race`: fit on the training rows, then transform the new ones."""

        def run():
            encoder = self.make()
            return seconds(lambda: encoder.fit(X, y)), seconds(lambda: encoder.transform(X_new))

        return run


def on_ordinal_codes(imputer):
    """Return an imputer that takes a category for its number, and an unseen one for a missing value."""
    return make_pipeline(OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan), imputer)


PEERS = {
    TIWS: Peer(TIWSEncoder),
    TARGET: Peer(TargetEncoder),
    "category_encoders' TargetEncoder": Peer(lambda: import_module("category_encoders").TargetEncoder()),
    "KNNImputer": Peer(lambda: on_ordinal_codes(KNNImputer()), most_rows=30_000),
    "IterativeImputer": Peer(lambda: on_ordinal_codes(IterativeImputer(BayesianRidge()))),
}
