"""RAkEL and HOMER by loops: votes of small labelsets, and a tree of labels.

Sources: Tsoumakas, Katakis and Vlahavas (2011) and (2008), as described in Gweon (2017), section 2.2.
"""

from fractions import Fraction


def rakel_shares(votes, labelsets, shares):
    """Return each label's share of the votes of its models; votes[m] is a row of 0 and 1 for the labels of model m."""
    result = []
    for label, share in enumerate(shares):
        given = [vote[s.index(label)] for vote, s in zip(votes, labelsets, strict=True) if label in s]
        result.append(Fraction(sum(given), len(given)) if given else share)
    return result


def assign_balanced(distances, capacity):
    """Assign each label to its nearest group; an overfull group passes on its farthest label."""
    k = len(distances[0])
    groups, closed = [[] for _ in range(k)], set()
    waiting = list(range(len(distances)))
    while waiting:
        label = waiting.pop(0)
        choice = None
        for group in range(k):
            if (label, group) in closed:
                continue
            if choice is None or distances[label][group] < distances[label][choice]:
                choice = group
        groups[choice].append(label)
        if len(groups[choice]) > capacity:
            farthest = max(groups[choice], key=lambda each: (distances[each][choice], each))
            groups[choice].remove(farthest)
            closed.add((farthest, choice))
            waiting.insert(0, farthest)
    return groups


def walk(node, ask, n_labels):
    """Return the labels of one row: those below each child for which ask(model) is true."""
    found = [0] * n_labels
    for child, model in zip(node.children, node.models, strict=True):
        if ask(model):
            if child.children:
                found = [max(a, b) for a, b in zip(found, walk(child, ask, n_labels), strict=True)]
            else:
                for label in child.labels:
                    found[label] = 1
    return found
