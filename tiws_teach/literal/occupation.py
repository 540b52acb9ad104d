"""Occupation coding by loops, equation by equation: an answer is a set of terms, the training set a list of pairs.

Source: Gweon (2017), chapter 4.
"""

from itertools import permutations
from math import comb, sqrt


def duplicate_probability(x, training, code):
    """Equation 13.1: p_d(code | x): its share among the duplicates of x, or one over the number of codes."""
    duplicates, with_code = 0, 0
    for terms, own in training:
        if terms == x and x:
            duplicates += 1
            if own == code:
                with_code += 1
    return with_code / duplicates if duplicates else 1 / len({code for _, code in training})


def levels_averaged(code, probability_of_code, probability_of_group, length):
    """Equation 13.5: the mean of a code's probability and that of the group of its first characters."""
    return (probability_of_group[code[:length]] + probability_of_code[code]) / 2


def hybrid_score(x, training, code, statistical):
    """Equation 13.6: theta(code | x), in which the statistical learner counts as one more duplicate."""
    duplicates = 0
    for terms, _ in training:
        if terms == x and x:
            duplicates += 1
    by_duplicates = duplicate_probability(x, training, code)
    return duplicates / (duplicates + 1) * by_duplicates + 1 / (duplicates + 1) * statistical


def cosine(x, other):
    """Equation 13.3: the cosine similarity of the indicator vectors of two sets of terms."""
    product = squares_x = squares_other = 0
    for term in x | other:
        product += (term in x) * (term in other)
        squares_x += (term in x) ** 2
        squares_other += (term in other) ** 2
    return product / sqrt(squares_x * squares_other) if squares_x and squares_other else 0.0


def nearest(x, training):
    """Return the similarity of the nearest training answers and their codes; equal up to rounding counts as equal."""
    similarities = [cosine(x, terms) for terms, _ in training]
    most = max(similarities)
    near = []
    for similarity, (_, code) in zip(similarities, training, strict=True):
        if abs(similarity - most) < 1e-12:
            near.append(code)
    return most, near


def neighbor_score(x, training, code, scoring="nn3", constant=0.1):
    """Equation 13.4: gamma(code | x) with one, two or three of its factors."""
    similarity, codes = nearest(x, training)
    probability, k = codes.count(code) / len(codes), len(codes)
    if scoring == "nn1":
        return probability
    if scoring == "nn2":
        return probability * similarity
    return probability * similarity * k / (k + constant)


def accuracy_over_all_orders(confidence, correct, n_coded):
    """Equation 13.2: the accuracy of the n most confident answers, averaged over all orders by confidence."""
    total, orders = 0.0, 0
    for order in permutations(range(len(confidence))):
        values = [confidence[i] for i in order]
        if values == sorted(values, reverse=True):
            total += sum(correct[i] for i in order[:n_coded]) / n_coded
            orders += 1
    return total / orders


def at_least(correct, coded, accuracy):
    """Return the probability of this many correct codes or more if each is correct with this accuracy."""
    total = 0.0
    for number in range(correct, coded + 1):
        total += comb(coded, number) * accuracy**number * (1 - accuracy) ** (coded - number)
    return total


def lower_bound(correct, coded, level):
    """Equation 13.7: the accuracy at which this many correct codes or more have probability 1 - level, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if at_least(correct, coded, middle) < 1 - level:
            low = middle
        else:
            high = middle
    return low if correct else 0.0
