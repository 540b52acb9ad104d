"""Distances from similarities, pair by pair.

Sources: course notes, KNN given a distance or similarity matrix, and Interpretability.
"""

import math


def similarity_to_distance(S, how):
    """Equations 9.1, 9.2, 9.3, 9.4: the distance of each pair of objects."""
    distances = []
    for i in range(len(S)):
        row = []
        for j in range(len(S)):
            if i == j:
                row.append(0.0)
            elif how == "reciprocal":
                row.append(1 / S[i][j] - 1)
            elif how == "complement":
                row.append(1 - S[i][j])
            elif how == "kernel":
                row.append(math.sqrt(max(S[i][i] + S[j][j] - 2 * S[i][j], 0.0)))
            elif how == "neglog":
                row.append(-math.log(S[i][j]))
        distances.append(row)
    return distances
