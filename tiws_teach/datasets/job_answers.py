"""Simulate open answers to "What is your job?" with hierarchical codes: few titles are common, most are rare.

A code such as "7131" is a unit group of the minor group "713". A title is a job and a thing, in two words or in one,
as in German: "roof fitter", "rooffitter". Each switch moves one effect: `zipf` the share of answers with a twin,
`variants` other ways of writing the same words, `noise` words that carry no occupation, `spelling` errors, `ambiguity`
codes of a sibling, `repeats` persons who answer again.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tiws_teach._docs import documented
from tiws_teach._validation import check_count, check_number
from tiws_teach.datasets._simulated import Simulated, generator, zipf_weights
from tiws_teach.datasets._toml import read_toml

_WORDS = read_toml("job_answers")
SHARED_WITH = 7
"""How many lines further down the minor group is with which a unit group shares a thing."""
RELABELLED = 0.4
"""Share of the answers with an ambiguous title that have the code of a sibling."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class JobAnswers(Simulated):
    """Simulated answers with their codes and the truth behind them.

    Parameters
    ----------
    data : DataFrame of shape (n_samples, 2)
        `text`, the answer, and `person`, the number of the person who gave it.
    target : Series of shape (n_samples,)
        `code`, four digits.
    truth : DataFrame of shape (n_samples, 3)
        `title`, the job title before words were added and letters changed; `code`, its own code; `relabelled`, whether
        the answer has the code of a sibling instead.
    titles : DataFrame of shape (n_titles, 3), indexed by title
        `code`, `popularity` (probability of the title) and `ambiguous` (whether a sibling's code is given to some of
        its answers).
    """

    data: pd.DataFrame
    target: pd.Series
    truth: pd.DataFrame
    titles: pd.DataFrame


@documented
def make_job_answers(
    n_samples: int = 3000,
    *,
    zipf: float = 0.7,
    compounds: float = 0.5,
    variants: float = 0.2,
    noise: float = 0.3,
    spelling: float = 0.02,
    ambiguity: float = 0.15,
    repeats: float = 0.0,
    random_state: int | np.random.Generator | None = None,
) -> JobAnswers:
    """Simulate answers to the question for a job, with four-digit codes.

    Parameters
    ----------
    n_samples : int, default=3000
        Number of answers.
    zipf : float, default=0.7
        The title of rank r has a popularity proportional to r ** -zipf. With 3,000 answers, 0.7 gives about 60 % of
        them a twin; 0 makes all titles equally popular.
    compounds : float, default=0.5
        In [0, 1]: share of the titles that are one word.
    variants : float, default=0.2
        In [0, 1]: probability that a title is written in another way, with the same words besides stop words.
    noise : float, default=0.3
        In [0, 1]: probability that an answer has words that carry no occupation, such as "retired".
    spelling : float, default=0.02
        In [0, 1]: probability that a word has one wrong, missing, doubled or swapped letter.
    ambiguity : float, default=0.15
        In [0, 1]: share of ambiguous titles. Two in five of the answers with such a title have the code of a sibling.
    repeats : float, default=0.0
        In [0, 1): probability that an answer is one more answer of the person before: the same words and code.
    {seed_and_result}
    JobAnswers

    Examples
    --------
    >>> simulated = make_job_answers(1000, random_state=0)
    >>> simulated.data.columns.to_list(), simulated.target.name
    (['text', 'person'], 'code')
    >>> simulated.target.str.len().unique().tolist()
    [4]

    Source: tiws_teach, its own; it replaces the ALLBUS answers of Gweon (2017), which are not public.
    """
    check_count("n_samples", n_samples, 1)
    check_number("zipf", zipf, 0)
    names = ("compounds", "variants", "noise", "spelling", "ambiguity")
    for name, value in zip(names, (compounds, variants, noise, spelling, ambiguity), strict=True):
        check_number(name, value, 0, 1)
    check_number("repeats", repeats, 0, 0.99)
    streams = generator(random_state).spawn(7)
    titles = _titles(streams[0], zipf, compounds, ambiguity)
    person = np.cumsum(np.append(True, streams[1].random(n_samples - 1) >= repeats)) - 1
    row = streams[2].choice(len(titles), size=int(person[-1]) + 1, p=titles["popularity"].to_numpy())
    truth, code = _truth(streams[3], titles, row)
    texts = _with_fillers(streams[5], _written(streams[4], truth["title"], variants), noise)
    answers = np.array(_with_errors(streams[6], texts, spelling), dtype=object)[person]
    data = pd.DataFrame({"text": pd.Series(answers, dtype="str"), "person": person})
    target = pd.Series(code[person], name="code", dtype="str")
    return JobAnswers(data, target, truth.iloc[person].reset_index(drop=True), titles)


def unit_groups() -> dict[str, tuple[list[str], list[str]]]:
    """Return for each code its jobs and its things: two of its own, and one that it shares with another minor group."""
    groups = [(group, jobs.split(), [unit.split() for unit in units]) for group, jobs, *units in _WORDS["groups"]]
    return {
        f"{group}{unit + 1}": (jobs, [*things, groups[(place + SHARED_WITH) % len(groups)][2][unit][0]])
        for place, (group, jobs, units) in enumerate(groups)
        for unit, things in enumerate(units)
    }


def _titles(rng: np.random.Generator, zipf: float, compounds: float, ambiguity: float) -> pd.DataFrame:
    """Return all titles with code, popularity and ambiguity; a title that two codes share belongs to the first."""
    units = unit_groups().items()
    rows = [(f"{thing} {job}", code) for code, (jobs, things) in units for thing in things for job in jobs]
    titles = pd.DataFrame(rows, columns=["title", "code"]).drop_duplicates("title")
    one_word = rng.permutation(len(titles)) < round(compounds * len(titles))
    titles["title"] = titles["title"].where(~one_word, titles["title"].str.replace(" ", ""))
    titles = titles.set_index("title")
    titles["popularity"] = zipf_weights(rng.permutation(np.arange(1, len(titles) + 1)), zipf)
    titles["ambiguous"] = rng.permutation(len(titles)) < round(ambiguity * len(titles))
    return titles


def _truth(rng: np.random.Generator, titles: pd.DataFrame, row: np.ndarray) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the title and code of each person, and the code after relabelling."""
    truth = titles["code"].iloc[row].reset_index()
    truth["relabelled"] = titles["ambiguous"].to_numpy()[row] & (rng.random(len(row)) < RELABELLED)
    siblings = titles["code"].str[:3] + (titles["code"].str[3].astype(int) % 3 + 1).astype(str)
    return truth, np.where(truth["relabelled"], siblings.to_numpy()[row], truth["code"])


def _written(rng: np.random.Generator, titles: pd.Series, variants: float) -> list[str]:
    """Return the titles, some of them written in another way."""
    other, ways = rng.random(len(titles)) < variants, rng.integers(len(_WORDS["written"]), size=len(titles))
    drawn = zip(titles, other, ways, strict=True)
    return [_in_words(title, way) if new else title for title, new, way in drawn]


def _in_words(title: str, way: int) -> str:
    thing, _, job = title.rpartition(" ")
    forms = {"thing": thing, "Thing": thing.capitalize(), "THING": thing.upper()}
    pattern = _WORDS["written" if thing else "written_as_one"][way]
    return pattern.format(**forms, job=job, Job=job.capitalize(), JOB=job.upper())


def _with_fillers(rng: np.random.Generator, texts: list[str], noise: float) -> list[str]:
    """Return the texts, some of them with words that carry no occupation before or after."""
    fillers = _WORDS["fillers"]
    added, which = rng.random(len(texts)) < noise, rng.integers(len(fillers), size=len(texts))
    after = rng.random(len(texts)) < 0.5
    return [
        (f"{text} {fillers[n]}" if last else f"{fillers[n]} {text}") if add else text
        for text, add, n, last in zip(texts, added, which, after, strict=True)
    ]


def _with_errors(rng: np.random.Generator, texts: list[str], spelling: float) -> list[str]:
    """Return the texts, with an error in some of the words of at least three letters."""
    return [
        " ".join(_error(rng, word) if len(word) > 2 and rng.random() < spelling else word for word in text.split(" "))
        for text in texts
    ]


def _error(rng: np.random.Generator, word: str) -> str:
    """Return a word with one letter wrong, missing or doubled, or two swapped; the first letter stays."""
    kind, at = rng.integers(4), int(rng.integers(1, len(word)))
    letter = LETTERS[rng.integers(len(LETTERS))]
    if kind == 3:
        at = max(at, 2)
        return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
    return word[:at] + (letter, "", 2 * word[at])[kind] + word[at + 1 :]
