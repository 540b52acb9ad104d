"""What a search for a shift found: prints, draws and exports itself."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice, check_count
from tiws_teach.shift.equations import importance_weights


@documented
@dataclass(frozen=True)
class DistributionShift:
    """How well classifiers tell training from test rows, and by which columns.

    Attributes
    ----------
    table : DataFrame indexed by estimator
        "auc" on rows that took no part in the fit; "low" and "high", the band in which 95 % of the AUCs lie if the
        sides are assigned at random; "p", the permutation p-value, one-sided.
    p_value : float
        Of all estimators together: their smallest p times their number, at most 1 (Bonferroni).
    columns : DataFrame indexed by column
        How much the AUC of each estimator falls if the column's values are shuffled among the held-out rows, with the
        largest fall first.
    train_scores, test_scores : Series
        For each row the probability of being a test row, by the estimator with the highest AUC, from a fit to the other
        half of the rows; with the index of X_train and X_test.

    Source: course notes, Train and test set differences.
    """

    table: pd.DataFrame
    p_value: float
    columns: pd.DataFrame
    train_scores: pd.Series
    test_scores: pd.Series

    @property
    def auc(self) -> pd.Series:
        """The AUC of each estimator, a Series."""
        return self.table["auc"]

    @property
    def weights(self) -> pd.Series:
        """The estimated density of test rows over that of training rows at each training row, a Series."""
        q = self.train_scores.clip(upper=1 - 1e-6)
        weights = importance_weights(q, len(self.train_scores), len(self.test_scores))
        return pd.Series(weights, self.train_scores.index, name="weight")

    def unlike(self, side: str = "test", n: int = 5) -> pd.Series:
        """Return the rows of one side that look least like the other side.

        Parameters
        ----------
        side : {"test", "train"}, default="test"
        n : int, default=5
            At least 1.

        Returns
        -------
        Series
            Probability of being a test row, the least alike first.
        """
        check_choice("side", side, ("test", "train"))
        check_count("n", n, 1)
        return self.test_scores.nlargest(n) if side == "test" else self.train_scores.nsmallest(n)

    def to_frame(self) -> pd.DataFrame:
        """Return the result as one tidy table for a file.

        Returns
        -------
        DataFrame
            estimator, quantity ("auc", "low", "high", "p", or "fall if shuffled: " and a column's name), value.
        """
        tests = self.table.rename_axis("estimator").reset_index().melt("estimator", var_name="quantity")
        falls = self.columns.T.rename_axis("estimator").reset_index().melt("estimator", var_name="quantity")
        falls["quantity"] = "fall if shuffled: " + falls["quantity"].astype(str)
        return pd.concat([tests, falls], ignore_index=True)

    def plot(self, ax: Any = None) -> Any:
        """Draw each estimator's AUC and the band of random sides.

        {axes}
        """
        places = pd.RangeIndex(len(self.table))
        auc = self.auc.set_axis(places).to_frame("held-out AUC")  # a Series would draw on the current figure
        axes = auc.plot(style="D", color="black", ax=ax, xlim=(-0.5, len(places) - 0.5), ylim=(0, 1), rot=0)
        axes.bar(places, self.table["high"] - self.table["low"], 0.5, self.table["low"], color="lightgrey", zorder=0,
                 label="95 % of random sides")  # fmt: skip
        axes.set_xticks(places, self.table.index)
        axes.set(ylabel="AUC of training against test", title=f"p = {self.p_value:.3g}")
        axes.legend(loc="lower right")
        return axes

    def __str__(self) -> str:
        verdict = "a shift" if self.p_value < 0.05 else "no shift found"
        counts = f"{len(self.train_scores)} training and {len(self.test_scores)} test rows"
        head = f"{counts}: {verdict}, p = {self.p_value:.3g}\n\n{self.table.round(3).to_string()}"
        return f"{head}\n\nfall of the AUC if the column is shuffled\n{self.columns.head(5).round(3).to_string()}"
