"""SMOTE, one synthetic row at a time: state -> result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from tiws_teach._neighbors import nearest_rows
from tiws_teach.resampling import interpolate, smote

# Six ill rows close together, and a stray one among the healthy, which can be left out.
ILL = np.array([[5.0, 4.6], [6.1, 5.3], [5.6, 3.5], [6.9, 4.4], [7.3, 5.7], [6.3, 2.9], [1.6, 2.0]])
HEALTHY = np.array(
    [
        [0.7, 1.1], [1.2, 2.9], [2.3, 1.3], [2.6, 2.5], [0.8, 4.1], [2.1, 3.8], [3.4, 1.8], [3.2, 3.3],
        [1.7, 5.2], [3.0, 4.7], [4.2, 2.4], [3.9, 0.9], [4.3, 5.4], [2.9, 5.9], [1.1, 0.3], [4.6, 3.6],
    ]
)  # fmt: skip
STRAY = len(ILL) - 1
N_POINTS = 200


@dataclass(frozen=True)
class SmoteStep:
    """One synthetic row and its parents."""

    ill: np.ndarray  # (n_ill, 2)
    healthy: np.ndarray  # (16, 2)
    start: int  # the ill row that it starts from
    neighbors: np.ndarray  # (k,), its nearest ill rows, nearest first
    rank: int  # which of them it goes towards, from 1
    u: float  # the step, in [0, 1]
    point: np.ndarray  # (2,), the synthetic row
    nearest_is_ill: bool  # whether the nearest recorded row is ill
    distance: float  # distance of that row
    all_points: np.ndarray  # (200, 2), the synthetic rows of one call of SMOTE, with one seed
    share_astray: float  # share of those whose nearest recorded row is healthy
    asked: int = -1  # the row that the explorer asks for, which may be left out; -1: the start


def smote_step(start: int = 0, rank: int = 1, u: float = 0.5, *, stray: bool = False, k: int = 3) -> SmoteStep:
    """Make one synthetic row from an ill row and one of its k nearest ill rows.

    Source: Chawla et al. (2002), SMOTE, section 4.2.
    """
    ill = ILL if stray else ILL[:STRAY]
    neighbors = nearest_rows(ill, ill, k, leave_out_self=True)[1][start]
    point = interpolate(ill[start], ill[neighbors[rank - 1]], u)
    distances, rows = nearest_rows(point[np.newaxis], np.vstack([ill, HEALTHY]), 1)
    made, share = _all_points(stray, k)
    return SmoteStep(
        ill=ill,
        healthy=HEALTHY,
        start=start,
        neighbors=neighbors,
        rank=rank,
        u=u,
        point=point,
        nearest_is_ill=bool(rows[0, 0] < len(ill)),
        distance=float(distances[0, 0]),
        all_points=made,
        share_astray=share,
    )


@cache
def _all_points(stray: bool, k: int) -> tuple[np.ndarray, float]:
    """Return 200 synthetic rows, and the share of them whose nearest recorded row is healthy."""
    ill = ILL if stray else ILL[:STRAY]
    rows = np.vstack([ill, HEALTHY])
    y = np.repeat([1, 0], [len(ill), len(HEALTHY)])
    wanted = {1: len(ill) + N_POINTS}
    made = smote(rows, y, sampling_strategy=wanted, k_neighbors=k, random_state=0)[0][len(rows) :]
    nearest = nearest_rows(made, rows, 1)[1][:, 0]
    return made, float((nearest >= len(ill)).mean())
