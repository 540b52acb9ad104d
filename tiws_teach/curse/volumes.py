"""The volume of a cube and its location as the number of dimensions d grows.

Sources: course notes, Curse of dimensionality; Bellman (1961); Hastie, Tibshirani and Friedman (2009), section 2.5.
"""

from typing import Any

import numpy as np
from scipy.special import gammaln

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number
from tiws_teach.curse._input import check_dimensions


def points_to_cover(d: int, levels: int = 2) -> int:
    """Return the number of points that cover each combination of `levels` values in d features: levels ** d.

    Parameters
    ----------
    d : int
        Number of features, at least 1.
    levels : int, default=2
        Number of values of each feature, at least 1; 2 means binary features.

    Returns
    -------
    int
        Exact, however large.

    Examples
    --------
    >>> points_to_cover(3), points_to_cover(10), points_to_cover(3, levels=10)
    (8, 1024, 1000)

    Source: course notes, Curse of dimensionality.
    Equation: 7.1.
    """
    return check_count("levels", levels, 1) ** check_count("d", d, 1)


@documented
def side_for_share(share: float, d: Any) -> Any:
    """Return the side of a small cube that holds a share of the volume of the unit cube: share ** (1 / d).

    Parameters
    ----------
    share : float
        In [0, 1].
    {dimensions}
        In sides of the unit cube.

    Examples
    --------
    >>> float(side_for_share(0.01, 2))
    0.1

    Source: Hastie, Tibshirani and Friedman (2009), section 2.5.
    Equation: 7.2.
    """
    share = check_number("share", share, 0, 1)
    return (share ** (1 / check_dimensions(d)))[()]


@documented
def shell_share(depth: float, d: Any) -> Any:
    """Return the share of the unit cube that lies within `depth` of its surface: 1 - (1 - 2 depth) ** d.

    Parameters
    ----------
    depth : float
        In [0, 0.5], in sides of the cube.
    {dimensions}

    Examples
    --------
    >>> round(float(shell_share(0.05, 2)), 2)
    0.19

    Source: Koeppen (2000), The curse of dimensionality, volume near the surface.
    Equation: 7.3.
    """
    depth = check_number("depth", depth, 0, 0.5)
    return (1 - (1 - 2 * depth) ** check_dimensions(d))[()]


@documented
def ball_share(d: Any) -> Any:
    """Return the share of a cube that the largest ball inside it fills; the rest is in its corners.

    Parameters
    ----------
    {dimensions}
        pi ** (d / 2) / (2 ** d Gamma(d / 2 + 1)); 0 if that underflows.

    Examples
    --------
    >>> [round(float(share), 3) for share in ball_share([1, 2, 3])]
    [1.0, 0.785, 0.524]

    Source: Koeppen (2000), The curse of dimensionality, volumes of ball and cube.
    Equation: 7.4.
    """
    half = check_dimensions(d) / 2
    return np.exp(half * np.log(np.pi / 4) - gammaln(half + 1))[()]
