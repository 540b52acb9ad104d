"""Predictions of lesson 08."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "bias_variance.1": Number(
        "What is the mean squared error of the curve with one neighbour on a thousand new readings of the same tide?",
        low=0,
        high=1000,
        unit="dm²",
        typical=100,
        why="The noise of 100 counts twice: in the new reading, and in the old reading that the curve repeats.",
    ),
    "bias_variance.2": Choice(
        "What is the standard deviation of the twenty flat lines (k = 50)? A single reading has 10 dm.",
        options=("below 2.5 dm", "from 2.5 to 7.5 dm", "above 7.5 dm"),
        cuts=(2.5, 7.5),
        typical="below 2.5 dm",
        why="It is {result:.1f}; in theory 10 divided by the root of 50, {theory:.1f}: a mean of fifty readings hardly "
        "scatters.",
    ),
    "bias_variance.3": Choice(
        "At the k with the lowest error, which part is larger?",
        options=("the bias²", "about equal, within 1 dm²", "the variance"),
        cuts=(-1, 1),  # variance minus bias²
        typical="about equal, within 1 dm²",
        why="At k = {k}, the variance is {result:.1f} dm² above bias². The valley is not where the two lines "
        "cross, but where bias² begins to rise faster than the variance falls.",
    ),
    "bias_variance.4": Number(
        "With all fifty readings (k = 50) the test error is about 200. What is the training error?",
        low=0,
        high=300,
        unit="dm²",
        typical=132,
        why="A single reading hardly moves the mean of fifty, so the errors on old and on new readings hardly differ. "
        "(The training errors of section 1 were unusually low; one tide says little.)",
    ),
    "bias_variance.5": Choice(
        "Does degree 2 lower bias² below the 38 of degree 1?",
        options=("yes, to less than 20", "yes, to between 20 and 37", "no"),
        cuts=(20, 37),
        typical="yes, to less than 20",
        why="It is {result:.1f}: seen from its middle, this wave goes up on one side as far as down on the other, and "
        "a parabola cannot use that.",
    ),
    "bias_variance.6": Choice(
        "Which has the lower error with 2,000 readings: ten neighbours, or a fifth of the readings as neighbours?",
        options=("ten neighbours", "about equal", "a fifth of the readings"),
        cuts=(-1, 1),  # by how much the error of ten neighbours is higher
        typical="a fifth of the readings",
        why="Its error is {result:.1f} dm² lower. Ten neighbours keep the variance of ten readings; a fifth keeps its "
        "bias, and that is less on this tide.",
    ),
    "bias_variance.7": Number(
        "25 trees, each grown on a bootstrap sample of the same training set, are averaged. What is the variance of "
        "the average?",
        low=0,
        high=100,
        unit="dm²",
        typical=4,
        why="Independent trees would leave a 25th of the variance of one, but these share their training set: their "
        "correlation is {correlation:.2f}.",
    ),
    "bias_variance.8": Choice(
        "What does the error do from 35 to 41 neighbours?",
        options=("it falls", "it stays about the same", "it rises"),
        cuts=(-0.01, 0.01),
        typical="it falls",
        why="It changes by {result:+.3f}: where the main prediction is wrong, variance helps, and with more neighbours "
        "there is less of it.",
    ),
    "bias_variance.9": Choice(
        "Divide the test error of one neighbour by the lowest test error over all k. What is the ratio?",
        options=("up to 1.5 times", "from 1.5 to 3 times", "more than 3 times"),
        cuts=(1.5, 3),
        typical="from 1.5 to 3 times",
        why="It is {result:.1f} times, and the lowest is at k = {k}. If a single value is mostly noise, one neighbour "
        "counts the noise twice, as in section 1.",
    ),
}
