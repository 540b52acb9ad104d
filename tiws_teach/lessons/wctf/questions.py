"""Predictions of lesson 03 and of its replication."""

from __future__ import annotations

from tiws_teach.course.questions import Choice, Number, Question

_CHANGE = ("lower", "about the same", "higher")
_CUTS = (-0.02, 0.02)

QUESTIONS: dict[str, Question] = {
    "wctf.1": Number(
        "The generator has 90 positive words. How many of them are among the 50 words in the vocabulary?",
        low=0,
        high=50,
        unit="words",
        typical=4,
        why="The most frequent words are kept, and the few positive reviews contribute hardly any of them. "
        "A review that calls a film great reaches the model as one that says nothing. The negative words: {negative}.",
    ),
    "wctf.2": Choice(
        "Ten places for eleven words: do quotas choose other words than plain counting?",
        options=("yes", "no"),
        typical="no",
        why="With seven places or more both vocabularies are the same: where there is room for nearly all words, "
        "quotas have nothing left to decide.",
    ),
    "wctf.3": Choice(
        "How large is the weight of film in this review, compared with that of good?",
        options=("0", "less than half", "half or more"),
        cuts=(0, 0.5),
        typical="less than half",
        why="It is {result:.2f} times that of good. By the counts it would be one half, but film is in seven reviews "
        "and good in only two, so film has the smaller idf. No idf is 0: a word in all ten has ln(11/11) + 1, so 1.",
    ),
    "wctf.4": Choice(
        "With class quotas: is the F1 of the positive reviews higher or lower with 400 words than with 50?",
        options=_CHANGE,
        cuts=_CUTS,
        typical="higher",
        why="The difference is {result:.3f}: with more words the ranking improves (right), and yet fewer positive "
        "reviews reach a probability of one half (left).",
    ),
    "wctf.5": Choice(
        "With quotas and C=100: is F1 higher or lower with 400 words than with 50?",
        options=_CHANGE,
        cuts=_CUTS,
        typical="higher",
        why="With a weak penalty the model can use the additional words, and F1 rises by {result:.3f}. Its fall was an "
        "effect of the default penalty, not of the words.",
    ),
    "wctf.6": Choice(
        "100 words. Which has the higher mean F1 of the positive reviews: class quotas with the threshold at one half, "
        "or the most frequent words with a tuned threshold?",
        options=("class quotas", "they differ by less than 0.02", "the tuned threshold"),
        cuts=_CUTS,
        typical="class quotas",
        why="The most frequent words have {tuned:.3f} with a tuned threshold, class quotas {quotas:.3f} at one half. "
        "The tuned threshold is ahead in {ahead} of 8 corpora: at one half a model that ranks well may call nobody "
        "positive.",
    ),
    "wctf.7": Choice(
        "Which of these changes moves the average precision least?",
        options=("class quotas", "chi2", "class weights"),
        typical="class weights",
        why="Class weights leave the vocabulary as it is and hardly change the ranking: they move the average "
        "precision by {weights:.3f}, class quotas by {quotas:.3f}.",
    ),
    "wctf.8": Choice(
        "Does the vocabulary by quotas hold more or fewer clear spam words than the 300 most frequent words?",
        options=("fewer", "as many", "more"),
        cuts=(-0.5, 0.5),
        typical="more",
        why="It holds {quota} of them, the most frequent words {frequent}. A message of spam has {spam:.1f} kept words "
        "on average, one of ham {ham:.1f}. So spam is 8 % of the messages and {share:.0f} % of the words, and plain "
        "counting counts words. Is length the whole reason? You test it in exercise 3.",
    ),
    "wctf.9": Choice(
        "With as many positive as negative reviews, and 50 words: do class quotas still gain in F1?",
        options=("no", "yes, in most corpora"),
        cuts=(4,),  # of eight corpora
        typical="no",
        why="They gain in {result} of 8 corpora. There is no minority, so imbalance cannot be the reason. But "
        "quotas read the labels: of the 50 words, {quota} belong to a class; of the most frequent, {frequent}.",
    ),
    # replication 03a
    "wctf.10": Choice(
        "Reviews, 300 features. TF-IDF has 30 clear words of the positive class. WCTF-IDF gives that class 24 places. "
        "Does it hold more or fewer of these words?",
        options=("fewer", "as many", "more"),
        cuts=(-0.5, 0.5),
        typical="more",
        why="The difference is {result} words: fewer than the 24 places, because some of the class's frequent words "
        "were in the vocabulary already or are no clear words.",
    ),
}
