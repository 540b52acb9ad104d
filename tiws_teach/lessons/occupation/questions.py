"""Predictions of lesson 13."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

ALIKE = 0.03  # accuracies that are closer are called equal: two standard errors of 240 answers at .95

QUESTIONS: dict[str, Question] = {
    "occupation.1": Number(
        "What share of the new answers is letter by letter the same as some answer of the training set?",
        low=0,
        high=1,
        typical=0.3,
        why="Titles repeat, but people write them in many ways.",
    ),
    "occupation.2": Choice(
        "From equal strings to equal n-grams: what happens to the accuracy of the answers that have a duplicate?",
        options=("it falls", "it stays within 0.03", "it rises"),
        cuts=(-ALIKE, ALIKE),
        typical="it falls",
        why="It changes by {result:+.3f}. The 60 answers that only n-grams find are right in 51 cases, 0.85 with a "
        "standard error of 0.05: one survey cannot tell this from 0.925. The thesis finds no difference: 91.9 % with "
        "strings, 92.0 % with n-grams.",
    ),
    "occupation.3": Choice(
        "All new answers are coded automatically. Which score codes more of them correctly?",
        options=("NN-1", "equal", "NN-3"),
        cuts=(-1e-9, 1e-9),
        typical="NN-3",
        why="s and K are the same for all codes of one answer, so they cannot change which code is best. They change "
        "the order of the answers.",
    ),
    "occupation.4": Choice(
        "Averaging with the three-digit groups: what happens to the accuracy when all answers are coded?",
        options=("it falls", "it rises by up to 0.03", "it rises by more than 0.03"),
        cuts=(0, ALIKE),
        typical="it rises by up to 0.03",
        why="It changes by {result:+.3f}. A logistic regression uses all answers for each code. In the appendix, "
        "machines that each see the answers of two codes only gain more.",
    ),
    "occupation.5": Choice(
        "Hybrid or characters: which codes more answers correctly when all are coded?",
        options=("hybrid", "characters"),
        typical="characters",
        why="Only character n-grams can read a part of a word that is new as a whole, such as a compound.",
    ),
    "occupation.6": Number(
        "The estimated accuracy is at least 0.90 in each of 20 surveys. In how many is the accuracy of the new "
        "answers at least 0.90?",
        low=0,
        high=20,
        unit="of 20",
        typical=18,
        why="Without a bound, a promise is kept about every second time: the estimate is too high about as often as "
        "too low, and the lowest threshold that passes leaves it no margin.",
    ),
    "occupation.7": Choice(
        "Titles are equally popular instead of following Zipf's law, so fewer answers have a duplicate. What happens "
        "to the lead of NN-3 over the duplicates when all answers are coded?",
        options=("it shrinks by more than 0.03", "it stays within 0.03", "it grows by more than 0.03"),
        cuts=(-ALIKE, ALIKE),
        typical="it grows by more than 0.03",
        why="It changes by {result:+.3f}, with a standard error of {error:.3f}. Both methods lose: rarer titles have "
        "fewer duplicates, and fewer similar answers too.",
    ),
    "occupation.8": Choice(
        "NN-3 codes real titles. How does the accuracy of its most confident 5 % compare with that of all titles?",
        options=("lower by more than 0.03", "within 0.03", "higher by more than 0.03"),
        cuts=(-ALIKE, ALIKE),
        typical="higher by more than 0.03",
        why="It differs by {result:+.3f}. The most confident titles are those with a duplicate, and O*NET lists a "
        "title once for each occupation that it belongs to. So its duplicates nearly always have another code.",
    ),
    "occupation.9": Choice(
        "The same coders, but the bound chooses the thresholds for 0.95, from 1,000 certificates. Which hybrid codes "
        "more, the one on words or the one on characters?",
        options=("words, by more than 0.02", "they are within 0.02", "characters, by more than 0.02"),
        cuts=(-0.02, 0.02),
        typical="characters, by more than 0.02",
        why="The difference is {result:+.3f} (standard error {error:.3f}), and {rest:+.3f} ({error_of_rest:.3f}) "
        "without the split on which the hybrid on words codes nothing. In the table above, rule and "
        "training size were others.",
    ),
}
