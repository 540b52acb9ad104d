"""The explorers of notebook 09: whom a distance calls near, and which columns decide it.

What to see: with raw numbers the neighbours lie all over the map, and dragging the person changes none of them; with
z-scores they are close on the map, but have other jobs; with words they are comparable.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from tiws_teach.course.charts import ChartExplorer, Control, State, Tables, buttons, place, steps
from tiws_teach.lessons.knn_in_practice.experiments import READINGS, Neighborhood, nearest_people
from tiws_teach.lessons.knn_in_practice.plots import ANSWERS, words_of_people

VOTES = ["one each", "1 / distance"]


class PersonExplorer(ChartExplorer):
    """Drag a person over age and hours; see whom a distance of numbers calls near, and which column decides."""

    title = "Who is like this person?"
    readings: ClassVar[list[str]] = READINGS[:3]
    ks: ClassVar[tuple[int, ...]] = (1, 3, 5, 15)
    strip_states = ({}, {"age": 25, "hours": 60}, {"reading": READINGS[1]})
    drag = {"label": "the person", "view": "map", "table": "person", "x": "age", "y": "hours"}  # noqa: RUF012
    letters = 330

    def controls(self) -> dict[str, Control]:
        return {
            "age": place("age", range(20, 81), 45),
            "hours": place("hours", range(10, 81), 45),
            "reading": buttons("distance from", self.readings, self.readings[0]),
            "k": steps("neighbours k", self.ks, 5),
        }

    def page(self) -> dict[str, Iterable[Any]]:
        return {"age": (25, 35, 45, 55, 65), "hours": (20, 35, 45, 60), "k": (5, self.ks[-1])}

    def compute(self, state: State) -> Neighborhood:
        return nearest_people(**state)

    def tables(self, result: Neighborhood) -> Tables:
        people, person = result.people, result.person
        rank = np.zeros(len(people), dtype=int)
        rank[result.rows] = np.arange(1, len(result.rows) + 1)
        near = people.iloc[result.rows]
        listed = near.head(5)
        lines = [f"{each.age} y, {each.hours} h, {each.job}, {each.marital}" for each in listed.itertuples()]
        answers = [ANSWERS[each] for each in listed["higher"]]
        shares = result.shares * 100
        return {
            "people": people.drop(columns="higher").to_dict("list")
            | {"near": np.minimum(rank, 1), "rank": rank, "answer": [ANSWERS[each] for each in people["higher"]]},
            "person": {"x": [person["age"]], "y": [person["hours"]]},
            "links": {
                "x": [person["age"]] * len(near),
                "y": [person["hours"]] * len(near),
                "x2": near["age"].to_numpy(),
                "y2": near["hours"].to_numpy(),
            },
            "shares": {"column": list(shares.index), "share": shares, "label": [f"{each:.1f} %" for each in shares]},
            "list": {"line": np.arange(len(listed)), "text": lines, "answer": answers},
        }

    def describe(self, result: Neighborhood) -> str:
        return words_of_people(result)

    def before(self, previous: Neighborhood) -> str:
        return f"Before, the share was {previous.vote:.2f}."


class WordsExplorer(PersonExplorer):
    """The same map, and a distance that asks for education, job and marriage, too."""

    title = "The same person, and words in the distance"
    readings = READINGS[2:]
    strip_states = ({"reading": READINGS[3]}, {"reading": READINGS[5]}, {"reading": READINGS[4]})


class VoteExplorer(PersonExplorer):
    """The same map with words; each neighbour has one vote, or the nearer ones have more."""

    title = "The same person, and votes by distance"
    ks = (1, 3, 5, 15, 31, 61)
    strip_states = ({}, {"votes": VOTES[1]}, {"votes": VOTES[1], "k": 61})

    def controls(self) -> dict[str, Control]:
        inputs = super().controls()
        del inputs["reading"]
        return inputs | {"votes": buttons("votes", VOTES, VOTES[0])}

    def compute(self, state: State) -> Neighborhood:
        asked = {name: value for name, value in state.items() if name != "votes"}
        return nearest_people(**asked, reading=READINGS[4], weighted=state["votes"] == VOTES[1])
