"""MLkNN by loops, in exact fractions.

Source: Zhang and Zhou (2007), as described in Gweon (2017), section 2.2.
"""

from fractions import Fraction

from tiws_teach.literal.neighbors import nearest


def mlknn(X, Y, query, k, s):
    """Return the posterior of each label for one query."""
    neighbours = [nearest(x, X, k, left_out=i) for i, x in enumerate(X)]  # a row is never its own neighbour
    asked = nearest(query, X, k)
    return [posterior(Y, label, neighbours, asked, k, s) for label in range(len(Y[0]))]


def posterior(Y, label, neighbours, asked, k, s):
    """Return P(label | j of the k neighbours have it), with s added to every count."""
    prior = Fraction(s + sum(y[label] for y in Y), 2 * s + len(Y))
    with_label, without = [0] * (k + 1), [0] * (k + 1)  # training rows by the number of their neighbours that have it
    for i, y in enumerate(Y):
        j = sum(Y[a][label] for a in neighbours[i])
        if y[label]:
            with_label[j] += 1
        else:
            without[j] += 1
    j = sum(Y[a][label] for a in asked)
    yes = prior * Fraction(s + with_label[j], s * (k + 1) + sum(with_label))
    no = (1 - prior) * Fraction(s + without[j], s * (k + 1) + sum(without))
    return yes / (yes + no)
