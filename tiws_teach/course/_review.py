"""Spaced review: predictions and solved exercises come back when a learner is about to forget them, by FSRS."""

from datetime import datetime
from typing import Any, NamedTuple

from fsrs import Card, Rating, Scheduler

from tiws_teach.course import _store
from tiws_teach.course._progress import keys_of
from tiws_teach.course._series import Lesson, series
from tiws_teach.course.questions import Choice, Question, find

SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)  # whole days, the same for all
EARLIER = "2020-01-01T00:00:00+00:00"  # for an exercise whose time an older version did not record
CLOSE = 0.05  # of the range of a number: a guess that misses by at most this much is close


class Item(NamedTuple):
    """A prediction with its answer, or a solved exercise (without), and when it is due."""

    lesson: Lesson
    key: str
    answer: Any
    why: str
    card: Card

    @property
    def question(self) -> Question | None:
        """The question to ask again; None for an exercise."""
        return None if self.answer is None else find(self.key)

    @property
    def name(self) -> str:
        """The name under which reviews are recorded."""
        return f"{'exercise' if self.answer is None else 'prediction'} {self.key}"


def items() -> list[Item]:
    """Return revealed predictions and solved exercises, the one that is due first at the start."""
    records, found = _store.read_records(), []
    for lesson in (each for each in series() if each.is_there):
        asked, given = keys_of(lesson)
        for key in asked:
            record = records["predictions"].get(key)
            if isinstance(record, dict) and record.get("question") == find(key).text and "answer" in record:
                found.append(Item(lesson, key, record["answer"], record["why"], _first(record["hit"], record["when"])))
        found += [Item(lesson, key, None, "", _first(True, EARLIER)) for key in given if key in records["solved"]]
    cards = [records["reviews"].get(item.name, {}) for item in found]
    return sorted(map(_latest, found, cards), key=lambda item: item.card.due)


def _first(hit: bool, when: str) -> Card:
    """Return the card of what was first answered at this time."""
    return rated(Card(card_id=0), hit, datetime.fromisoformat(when))


def _latest(item: Item, card: Any) -> Item:
    """Return an item with its recorded card, or with the one of the time when it was solved."""
    if "due" in card:
        return item._replace(card=Card.from_dict(card))
    return item._replace(card=_first(True, card["when"])) if card else item


def rated(card: Card, rating: Rating | bool, now: datetime) -> Card:
    """Return a card after a review; a right answer is good, a wrong one is asked again soon."""
    rating = rating if isinstance(rating, Rating) else Rating.Good if rating else Rating.Again
    return SCHEDULER.review_card(card, rating, now)[0]


def rate(question: Question, guess: Any, answer: Any) -> Rating:
    """Return how well a question was answered: right, close (a number only) or wrong."""
    if question.is_met(guess, answer):
        return Rating.Good
    near = not isinstance(question, Choice) and abs(guess - answer) <= CLOSE * (question.high - question.low)
    return Rating.Hard if near else Rating.Again


def record(item: Item, rating: Rating | bool, now: datetime) -> datetime:
    """Record a review and return when the item is due again."""
    card = rated(item.card, rating, now)
    _store.write_review(item.name, dict(card.to_dict()))
    return card.due
