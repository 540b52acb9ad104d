"""Balanced k-means of Tsoumakas, Katakis and Vlahavas (2008), section 3: groups of nearly equal size, for HOMER."""

from bisect import insort

import numpy as np


def assign_balanced(distances, capacity) -> list[list[int]]:
    """Assign each label to its nearest group with room; in a full group, a nearer label replaces the farthest one.

    >>> assign_balanced(np.array([[0.0, 5.0], [2.0, 5.0], [1.0, 5.0]]), capacity=2)
    [[0, 2], [1]]

    Source: Tsoumakas, Katakis and Vlahavas (2008), section 3, balanced k-means.
    """
    left = np.array(distances, dtype=float)  # infinite if a group has rejected the label
    groups: list[list[tuple[float, int]]] = [[] for _ in range(left.shape[1])]
    for label in range(len(left)):
        moving, settled = label, False
        while not settled:
            group = int(left[moving].argmin())
            insort(groups[group], (float(distances[moving, group]), moving))
            settled = len(groups[group]) <= capacity
            if not settled:
                _, moving = groups[group].pop()
                left[moving, group] = np.inf
    return [[label for _, label in group] for group in groups]


def balanced_k_means(points, k, rng, n_iter=10) -> list[list[int]]:
    """Return k groups of points of nearly equal size, each point near its group's centre."""
    points = np.asarray(points, dtype=float)
    capacity = -(-len(points) // k)
    centres = points[rng.permutation(len(points))[:k]]
    groups: list[list[int]] = []
    for _ in range(n_iter):
        distances = np.sqrt(np.sum((points[:, np.newaxis] - centres) ** 2, axis=2))
        before, groups = groups, assign_balanced(distances, capacity)
        if groups == before:
            break
        centres = np.array([points[g].mean(axis=0) if g else c for g, c in zip(groups, centres, strict=True)])
    return [sorted(group) for group in groups if group]
