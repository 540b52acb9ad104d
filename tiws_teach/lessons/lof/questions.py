"""Predictions of lesson 06."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

TINY = 1e-9  # means that differ only by rounding count as equal

QUESTIONS: dict[str, Question] = {
    "lof.1": Number(
        "Sort the houses by the mean distance to the five nearest neighbours, highest first. Which rank does the lodge "
        "have, from 1 to 52?",
        low=1,
        high=52,
        typical=2,
        why="The tower and all 25 farms come before it. So no decision threshold on this score is right for both "
        "regions.",
    ),
    "lof.2": Choice(
        "k = 2. How many neighbours does g = (4, 4) have?",
        options=("1", "2", "3", "6"),
        typical="2",
        why="d is nearest; e and f are equally far away, and both count: k is a minimum, and ties are included.",
    ),
    "lof.3": Choice(
        "With three neighbours instead of two, what happens to the factor of g?",
        options=("it falls", "it stays", "it rises"),
        cuts=(-TINY, TINY),
        typical="it falls",
        why="It changes by {result:.3f}: g keeps its density, but its neighbours look farther and theirs fall.",
    ),
    "lof.4": Choice(
        "50 samples, k = 10. How many of the six odd points does LOF find, on average?",
        options=("fewer than 3", "from 3 to 5", "more than 5"),
        cuts=(3, 5),
        typical="from 3 to 5",
        why="It is {result:.2f}: a few points of the wide cloud lie apart from their neighbours too, and take the "
        "other places.",
    ),
    "lof.5": Choice(
        "k = 10. Which score finds more of the nine wrong labels, on average?",
        options=("LOF", "equal", "mean distance"),
        cuts=(-TINY, TINY),
        typical="LOF",
        why="The mean distance finds {result:.2f} more on average. The appendix tests two possible reasons.",
    ),
    "lof.6": Number(
        "Take the ten wines with the highest factors (k = 10, numbers as recorded). How many stay among the ten "
        "when proline is recorded in grams per litre?",
        low=0,
        high=10,
        unit="of ten",
        typical=8,
        why="In milligrams, proline dominates every distance; in grams it hardly counts. The wines have not changed.",
    ),
    "lof.7": Choice(
        "k = 10, mean distance. Does it find fewer or more of the 18 malignant tumours on standardised columns than on "
        "the numbers as recorded?",
        options=("fewer", "as many", "more"),
        cuts=(-TINY, TINY),
        typical="more",
        why="Malignant tumours are larger, and as recorded the two areas decide; standardised, all 30 measurements "
        "count alike.",
    ),
    "lof.8": Number(
        "k = 5. What is the median factor of the ten points of the group? (Mean over 20 samples.)",
        low=0,
        high=20,
        typical=4,
        why="The five nearest neighbours of each point belong to the group and lie in an equally dense place, so the "
        "point looks normal.",
    ),
    "lof.9": Choice(
        "Five malignant tumours, k = 10, standardised. Which score finds more of them, on average?",
        options=("LOF", "equal", "mean distance"),
        cuts=(-TINY, TINY),
        typical="LOF",
        why="The mean distance minus LOF is {result:+.2f} on average. With 18 malignant tumours it is far above 0 "
        "(appendix).",
    ),
}
