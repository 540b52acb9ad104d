"""What every simulated data set has: features, target, and both in one frame."""

from __future__ import annotations

import pandas as pd


class Simulated:
    """Base of the results of the generators."""

    data: pd.DataFrame
    target: pd.Series | pd.DataFrame

    @property
    def frame(self) -> pd.DataFrame:
        """Features and target in one frame."""
        return pd.concat([self.data, self.target], axis=1)
