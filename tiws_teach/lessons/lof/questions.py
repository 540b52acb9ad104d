"""Predictions of lesson 06."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

TINY = 1e-9  # means that agree but for rounding count as equal

QUESTIONS: dict[str, Question] = {
    "lof.1": Number(
        "Sorted by the mean distance to the five nearest, the highest first: which rank does the lodge have, from 1 to "
        "52?",
        low=1,
        high=52,
        typical=2,
        why="The tower and all 25 farms come before it.",
    ),
    "lof.2": Choice(
        "k = 2. How many neighbours has g = (4, 4)?",
        options=("1", "2", "3", "6"),
        typical="2",
        why="d is nearest; e and f are equally far away, and both belong.",
    ),
    "lof.3": Choice(
        "And with three neighbours instead of two: what happens to the factor of g?",
        options=("it falls", "it stays", "it rises"),
        cuts=(-TINY, TINY),
        typical="it rises",
        why="It changes by {result:.3f}: its neighbours look further too, and their densities fall more than its own.",
    ),
    "lof.4": Number(
        "50 samples, k = 10. How many of the six odd points does the mean distance find, on average?",
        low=0,
        high=6,
        unit="of six",
        typical=2,
        why="The edge of the wide cloud takes all six places.",
    ),
    "lof.5": Choice(
        "k = 10. Which score finds more of the nine wrong labels, on average?",
        options=("LOF", "equal", "mean distance"),
        cuts=(-TINY, TINY),
        typical="LOF",
        why="The mean distance finds {result:.2f} more on average. A likely reason, not tested: within one class of "
        "digits the density differs little, so a comparison of densities gains nothing.",
    ),
    "lof.6": Number(
        "Of the ten wines with the highest factors (k = 10, numbers as recorded), how many stay among the ten "
        "when proline is written in grams per litre?",
        low=0,
        high=10,
        unit="of ten",
        typical=8,
        why="Nothing about the wines has changed.",
    ),
    "lof.7": Choice(
        "k = 10, mean distance. How many of the 18 malignant tumours does it find on standardised columns, "
        "compared with the numbers as recorded?",
        options=("fewer", "as many", "more"),
        cuts=(-TINY, TINY),
        typical="more",
        why="As recorded the two areas decide nearly alone, and they tell the tumours apart well; standardised, "
        "all 30 measurements count alike.",
    ),
    "lof.8": Number(
        "k = 5. What is the median factor of the ten points of the group? (Mean over 20 samples.)",
        low=0,
        high=20,
        typical=4,
        why="Its five neighbours are of the group, and as dense as itself.",
    ),
    "lof.9": Choice(
        "Five malignant tumours, k = 10, standardised: which score finds more of them, on average?",
        options=("LOF", "equal", "mean distance"),
        cuts=(-TINY, TINY),
        typical="mean distance",
        why="The mean distance less LOF is {result:+.2f} on average: which score is ahead depends on how many odd rows "
        "there are.",
    ),
}
