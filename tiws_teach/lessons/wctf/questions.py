"""Predictions of lesson 03 and of its replication."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

QUESTIONS: dict[str, Question] = {
    "wctf.1": Number(
        "The generator has 90 positive words. How many of them are among the 50 words in the dictionary?",
        low=0,
        high=50,
        unit="words",
        typical=4,
        why="The most frequent words are kept, and the few positive reviews contribute hardly any of them. "
        "The negative words: {negative}.",
    ),
    "wctf.2": Choice(
        "Three places, shares 2.1 and 0.9, rounded to one decimal and then cut to whole numbers: "
        "how many of the three places are given to a class?",
        options=("1", "2", "3"),
        typical="3",
        why="The class that loses its place is the small one: .9 is cut to 0.",
    ),
    "wctf.3": Number(
        "A word stands in all ten reviews. What is its idf, as scikit-learn computes it?",
        low=0,
        high=5,
        typical=0,
        why="The fraction is 11/11, its logarithm 0, and 1 is added: the word keeps its count.",
    ),
    "wctf.4": Choice(
        "With class quotas: is the F1 of the positive reviews higher with 400 words than with 50?",
        options=("higher", "about the same", "lower"),
        typical="higher",
        why="Fewer positive reviews reach a probability of one half, although the order of the reviews is better.",
    ),
    "wctf.5": Choice(
        "Which of these has the highest mean F1 of the positive reviews with 100 words?",
        options=("class quotas", "equal quotas", "chi2", "twice the words", "class weights"),
        typical="class quotas",
        why="chi2 asks whether a word tells the classes apart; the quotas ask how often a class uses it.",
    ),
    "wctf.6": Choice(
        "Now the average precision, with 100 words: which recipe is within 0.02 of the most frequent words?",
        options=("class quotas", "twice the words", "class weights", "none of them"),
        typical="none of them",
        why="Class weights leave the dictionary as it is and hardly change the order: they change the average "
        "precision by {weights:.3f}, class quotas by {quotas:.3f}.",
    ),
    "wctf.7": Choice(
        "With as many positive as negative reviews, and 50 words: do class quotas still gain in F1?",
        options=("no", "yes, in most corpora"),
        cuts=(4,),  # of eight corpora
        typical="no",
        why="They gain in {result} of 8 corpora: quotas look at the labels, and a dictionary chosen with the labels "
        "in view fits the task a little better.",
    ),
    # replication 03a
    "wctf.8": Number(
        "Messages, 300 features. TF-IDF has 81 clear words of spam. How many has WCTF-IDF, which gives spam 24 places?",
        low=0,
        high=300,
        unit="words",
        typical=105,
        why="The honest messages fill 276 places, and spam had more than its 24 by plain frequency.",
    ),
}
