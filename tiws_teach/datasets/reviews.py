"""Simulate short film reviews with a known truth: the words of each class and how often each class uses them.

The reviews are generated, not collected from people. A review consists of a few sentences from a list of frames. Each
opinion slot is filled with a word of the review's own class, of the other class, or of both classes equally, and each
filler slot with a name, a role, or a part of a film. The use of words within a list follows Zipf's law.
"""

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number, fail
from tiws_teach.datasets._simulated import Simulated, generator, zipf_weights
from tiws_teach.datasets._toml import phrases, read_toml

CLASSES = ("negative", "positive")
_WORDS = read_toml("reviews")
SENTENCES = _WORDS["sentences"]
FILLERS = {slot: phrases(text) for slot, text in _WORDS["fillers"].items()}
"""For each filler slot: its words or phrases."""
OPINIONS = {slot: {name: phrases(text) for name, text in lists.items()} for slot, lists in _WORDS["opinions"].items()}
"""For each opinion slot: the words of each class, and the words that both classes use equally."""
_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiou])")


@dataclass(frozen=True)
class Reviews(Simulated):
    """Simulated film reviews and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_reviews, 1)
        `text`: the reviews, in random order.
    target : Series of shape (n_reviews,)
        `positive`, 0 or 1.
    target_names : tuple of str
        "negative" and "positive": the words for 0 and 1.
    words : DataFrame indexed by word
        Every opinion word: `belongs` ("negative", "positive" or "shared"), `slot`, and its probabilities `negative`
        and `positive` in an opinion slot of that kind in a review of that class.
    mixture : DataFrame of shape (2, 3), indexed by class
        Probabilities that an opinion slot is filled from the list `negative`, `positive` or `shared`.
    """

    data: pd.DataFrame
    target: pd.Series
    target_names: tuple[str, str]
    words: pd.DataFrame
    mixture: pd.DataFrame

    @property
    def class_words(self) -> dict[str, list[str]]:
        """The words that belong to each class, in alphabetical order."""
        return {name: sorted(self.words.index[self.words["belongs"] == name]) for name in self.target_names}


@documented
def make_reviews(
    n_reviews: int = 2000,
    *,
    positive_share: float = 0.08,
    purity: float = 0.9,
    shared: float = 0.3,
    sentences: int = 6,
    zipf: float = 1.0,
    random_state: int | np.random.Generator | None = None,
) -> Reviews:
    """Simulate short negative and positive film reviews with a chosen class imbalance.

    Parameters
    ----------
    n_reviews : int
        At least 2.
    positive_share : float
        In (0, 1): the share of positive reviews, rounded to a whole number; each class has at least one review.
    purity : float
        In [0, 1]: among the opinion words of one class, the share from the review's own class. At 0.5 the words carry
        no information about the class.
    shared : float
        In [0, 1]: the share of opinion slots with a word that both classes use equally.
    sentences : int
        Mean number of sentences; each number from 1 to 2 `sentences` - 1 is equally likely.
    zipf : float
        The opinion word of rank r in its list has a probability proportional to r ** -zipf, a filler to
        r ** -(zipf / 2); 0 makes all equal.
    {seed_and_result}
    Reviews

    Examples
    --------
    >>> reviews = make_reviews(100, positive_share=0.2, random_state=0)
    >>> reviews.target.sum()
    np.int64(20)

    Source: tiws_teach, its own; a stand-in for the film reviews of Maas et al. (2011).
    """
    check_count("n_reviews", n_reviews, 2)
    if not 0 < check_number("positive_share", positive_share, 0) < 1:
        fail("positive_share", "be in (0, 1)", positive_share, "Each class needs a review.")
    check_number("purity", purity, 0, 1)
    check_number("shared", shared, 0, 1)
    check_count("sentences", sentences, 1)
    check_number("zipf", zipf, 0)
    rng = generator(random_state)
    n_positive = min(max(round(n_reviews * positive_share), 1), n_reviews - 1)
    positive = rng.permutation(np.arange(n_reviews) < n_positive).astype(np.int64)
    mixture = _mixture(purity, shared)
    texts = _texts(rng, positive, mixture.to_numpy(), sentences, zipf)
    target = pd.Series(positive, name="positive")
    return Reviews(pd.DataFrame({"text": texts}), target, CLASSES, _words(mixture, zipf), mixture)


def _mixture(purity: float, shared: float) -> pd.DataFrame:
    """Return for each class the probabilities of the three lists."""
    own, other = (1 - shared) * purity, (1 - shared) * (1 - purity)
    lists = {"negative": [own, other], "positive": [other, own], "shared": [shared, shared]}
    return pd.DataFrame(lists, index=pd.Index(CLASSES, name="class"))


def _words(mixture: pd.DataFrame, zipf: float) -> pd.DataFrame:
    """Return every opinion word with its class and its probability in each class."""
    parts = []
    for slot, lists in OPINIONS.items():
        for belongs, own in lists.items():
            table = pd.DataFrame({"belongs": belongs, "slot": slot}, index=pd.Index(own, name="word"))
            for name in CLASSES:
                table[name] = mixture.loc[name, belongs] * zipf_weights(np.arange(1, len(table) + 1), zipf)
            parts.append(table)
    return pd.concat(parts)


def _texts(rng: np.random.Generator, positive: np.ndarray, mixture: np.ndarray, sentences: int, zipf: float):
    """Return the reviews: draw the frames first, then all words for each kind of slot."""
    lengths = rng.integers(1, 2 * sentences, size=len(positive))
    frames = rng.integers(len(SENTENCES), size=lengths.sum())
    sides = np.repeat(positive, lengths)
    supply = {slot: iter(_fill(rng, slot, frames, sides, mixture, zipf)) for slot in (*OPINIONS, *FILLERS)}
    spoken = [_sentence(SENTENCES[frame], supply) for frame in frames]
    ends = np.cumsum(lengths)
    return [" ".join(spoken[end - length : end]) for end, length in zip(ends, lengths, strict=True)]


def _fill(rng: np.random.Generator, slot: str, frames: np.ndarray, sides: np.ndarray, mixture: np.ndarray, zipf: float):
    """Return the words of all slots of one kind, in sentence order."""
    times = np.array([SENTENCES[frame].count(f"{{{slot}}}") for frame in range(len(SENTENCES))])[frames]
    sides = np.repeat(sides, times)
    uniform = rng.random((2, len(sides)))
    if slot in FILLERS:
        words, zipf = [FILLERS[slot]], zipf / 2
        chosen = np.zeros(len(sides), dtype=np.int64)
    else:
        words = [OPINIONS[slot][name] for name in (*CLASSES, "shared")]
        chosen = (uniform[0][:, None] >= mixture[sides].cumsum(axis=1)[:, :-1]).sum(axis=1)
    filled = np.empty(len(sides), dtype=object)
    for part, own in enumerate(words):  # one search per list: several times as fast as one per slot
        here = chosen == part
        place = np.searchsorted(
            zipf_weights(np.arange(1, len(own) + 1), zipf).cumsum()[:-1], uniform[1][here], side="right"
        )
        filled[here] = np.array(own, dtype=object)[place]
    return filled


def _sentence(frame: str, supply: dict) -> str:
    """Return a frame with its slots filled, "an" before vowels, and an initial capital."""
    text = _ARTICLE.sub(r"\1n ", _SLOT.sub(lambda slot: next(supply[slot[1]]), frame))
    return text[0].upper() + text[1:]
