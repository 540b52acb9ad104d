"""The path of a stepwise selection: prints, draws and exports itself."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from tiws_teach._docs import documented


@documented
@dataclass(frozen=True)
class SelectionPath:
    """Which columns a stepwise selection takes, in order, and what each step was worth.

    Attributes
    ----------
    selected : list
        Names of the columns (positions, if X was an array). Forward: in the order in which they were added; backward:
        in the order of X.
    path : DataFrame indexed by the number of columns in the model
        "column", the one added or removed in this step (None for the start of a backward selection); "score", the mean
        over the folds; "sd", their standard deviation (divided by n_folds - 1); "tied", a tuple of the other columns
        with the same score up to rounding, which was only just as good; "fits", the number of fits so far.
    fold_scores : DataFrame of shape (n_steps, n_folds)
        With the index of `path`.
    direction : {"forward", "backward"}
    n_fits : int
        Number of times a model was fitted.

    Source: course notes, Feature importance and forward feature selection.
    """

    selected: list
    path: pd.DataFrame
    fold_scores: pd.DataFrame
    direction: str
    n_fits: int

    def to_frame(self) -> pd.DataFrame:
        """Return the path with a column for each fold's score.

        Returns
        -------
        DataFrame
            n_columns, the columns of `path`, then "fold 0", "fold 1", ...
        """
        return self.path.join(self.fold_scores.add_prefix("fold ")).reset_index()

    def plot(self, ax: Any = None) -> Any:
        """Draw the score against the number of columns, with one standard deviation over the folds.

        {axes}
        """
        axes = self.path[["score"]].plot(yerr=self.path["sd"], marker="o", capsize=3, color="black", ax=ax)
        axes.axvline(len(self.selected), color="grey", linestyle="--", label=f"{len(self.selected)} selected")
        axes.set(xlabel="columns in the model", ylabel="score inside the training rows")
        axes.set_title(f"{self.direction} selection, {self.n_fits} fits")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.legend()
        return axes

    def __str__(self) -> str:
        shown = self.path.assign(tied=self.path["tied"].map(len)).round({"score": 4, "sd": 4})
        return f"{self.direction} selection of {self.selected}, {self.n_fits} fits\n{shown.to_string()}"
