"""How often 95 % intervals of an unseen category's estimate cover the category's own mean.

Categories are hidden as in `unseen_options`. Each gets the intervals of `tiws_intervals` by hellinger similarity with
sharpness 4: conformal, and bootstrap with few resamples.

Source: Bang and Lin (poster), Case Studies; Lei et al. (2018); the protocol is this project's own.
"""

from functools import partial

import numpy as np
import pandas as pd
from scipy.stats import beta

from tiws_teach.replications._hidden import keys_of_hidden
from tiws_teach.replications._runner import Key, Replication, Row
from tiws_teach.replications.unseen_options import hidden_categories, rows_of, seed_of
from tiws_teach.tiws import TIWSEncoder, tiws_intervals

SETS = ("titanic", "mushroom", "diabetes130_chapters")
N_RESAMPLES = {"conformal": 60, "bootstrap": 20}
LEVEL = 0.95


def job(key: Key) -> list[Row]:
    """Hide one category; return its own mean, its estimate, and the bounds of each interval."""
    data, y = rows_of(key["data"])
    hidden = (data[key["feature"]] == key["category"]).to_numpy()
    row: Row = {"rows": int(hidden.sum()), "truth": y[hidden].mean()}
    encoder, seed = TIWSEncoder.of_paper(similarity="hellinger", sharpness=4), seed_of(*key.values()) % 2**31
    for method, n_resamples in N_RESAMPLES.items():
        options = {"encoder": encoder, "method": method, "n_resamples": n_resamples, "random_state": seed}
        interval = tiws_intervals(
            data[~hidden], y[~hidden], data[hidden], key["feature"], key["category"], level=LEVEL, **options
        )
        row |= {"estimate": interval.estimate, f"low_{method}": interval.low, f"high_{method}": interval.high}
        row |= {f"used_{method}": interval.n_used}
    return [row]


REPLICATION = Replication(
    "Count how often two kinds of intervals cover the mean of a hidden category (5 minutes).",
    partial(keys_of_hidden, SETS, hidden_categories),
    job,
    seeds="crc32 of data draws rows and categories; crc32 of data/feature/category draws resamples",
    unit="category",
    text=("data", "feature", "category"),
)
results = REPLICATION.results


def coverage(results: pd.DataFrame) -> pd.DataFrame:
    """Return by data set and method the share of own means inside, its 95 % interval, and the median half width."""
    lines = []
    for data, part in results.groupby("data", sort=False):
        for method in N_RESAMPLES:
            low, high = part[f"low_{method}"], part[f"high_{method}"]
            inside = int(((low <= part["truth"] + 1e-9) & (part["truth"] - 1e-9 <= high)).sum())
            n = len(part)
            bounds = [beta.ppf(0.025, inside, n - inside + 1), beta.ppf(0.975, inside + 1, n - inside)]  # exact
            cells = {"data": data, "method": method, "coverage": inside / n}
            cells |= dict(zip(("low", "high"), np.nan_to_num(bounds, nan=[0.0, 1.0][inside == n]), strict=True))
            lines.append(cells | {"half_width": ((high - low) / 2).median(), "categories": n})
    return pd.DataFrame(lines)
