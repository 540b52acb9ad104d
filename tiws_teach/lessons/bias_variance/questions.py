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
    "bias_variance.2": Number(
        "What is the standard deviation of the twenty flat lines (k = 50)? A single reading has 10 dm.",
        low=0,
        high=20,
        unit="dm",
        typical=5,
        why="In theory it is 10 divided by the root of 50, {theory:.1f}: a mean of fifty readings hardly scatters.",
    ),
    "bias_variance.3": Choice(
        "Which k from 1 to 50 has the smallest expected error on new readings?",
        options=("below 6", "6 to 15", "above 15"),
        cuts=(5.5, 15.5),
        typical="6 to 15",
        why="It is {result}, and the valley is flat: from {first} to {last} every error is within 1 dm² of the best.",
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
        "For which k is the cross-validated test error of the 442 patients smallest?",
        options=("k = 1 or 2", "k from 5 to 50", "k = 100 or more"),
        cuts=(3, 75),
        typical="k from 5 to 50",
        why="It is {result}: as for the tide, very small k overfit and very large k underfit.",
    ),
}
