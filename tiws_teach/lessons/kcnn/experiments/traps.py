"""Where nearest neighbours of each class go wrong: data leakage."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.preprocessing import StandardScaler

from tiws_teach._validation import check_choice
from tiws_teach.kcnn import EKCNNClassifier, choose_n_neighbors

CANDIDATES = (1, 3, 5, 7, 9, 11, 13, 15)


WORKERS = ("Cleo", "Dan", "Eva")


def report(worker: str, X_fit: Any, y_fit: Any, X_judge: Any, y_judge: Any) -> tuple[float, dict]:
    """Return a colleague's error and rule: Cleo scales on all rows, Dan chooses k on the test set, Eva does neither."""
    check_choice("worker", worker, WORKERS)
    X_fit, X_judge = np.asarray(X_fit, dtype=float), np.asarray(X_judge, dtype=float)
    scaler = StandardScaler().fit(np.concatenate([X_fit, X_judge]) if worker == "Cleo" else X_fit)
    near, far = scaler.transform(X_fit), scaler.transform(X_judge)
    if worker == "Dan":
        scores = [EKCNNClassifier(k).fit(near, y_fit).score(far, y_judge) for k in CANDIDATES]
        k, score = CANDIDATES[int(np.argmax(scores))], max(scores)
    else:
        chosen = choose_n_neighbors(EKCNNClassifier(), near, y_fit, CANDIDATES, random_state=0)
        k, score = chosen.best_params_["n_neighbors"], chosen.score(far, y_judge)
    return 1 - score, {"mean": scaler.mean_, "scale": scaler.scale_, "k": k}
