"""The branch probabilities of jitter trees, category by category."""


def left_probability(node, category, similarity):
    """Equation 2.11: the probability of going left; similarity(feature, category, seen category) is a number."""
    total = sum(node["present"].values())
    share = float(sum(w for c, w in node["present"].items() if c in node["left_set"]) / total)
    if category is None:
        return share
    if category in node["present"]:
        return 1.0 if category in node["left_set"] else 0.0
    left = right = 0.0
    for c in node["present"]:
        s = similarity(node["feature"], category, c)
        if c in node["left_set"]:
            left += s
        else:
            right += s
    return left / (left + right) if left + right > 0 else share
