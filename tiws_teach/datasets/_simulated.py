"""What every simulated data set has: features, target, and both in one frame."""

from __future__ import annotations

import numpy as np
import pandas as pd


def numbered(values: np.ndarray, stem: str = "x") -> pd.DataFrame:
    """Return a table with the columns `x_1`, `x_2`, ..."""
    return pd.DataFrame(values, columns=[f"{stem}_{number}" for number in range(1, values.shape[1] + 1)])


class Simulated:
    """Base of the results of the generators."""

    data: pd.DataFrame
    target: pd.Series | pd.DataFrame

    @property
    def frame(self) -> pd.DataFrame:
        """Features and target in one frame."""
        return pd.concat([self.data, self.target], axis=1)
