"""Draw what columns add to a distance; say what the explorers of people show; the decision chart."""

import pandas as pd
from matplotlib.figure import Figure

from tiws_teach.course import show
from tiws_teach.lessons.knn_in_practice.experiments import Neighborhood
from tiws_teach.plots import describe_samples, plot_samples

ANSWERS = ["at most 50,000", "more than 50,000"]
DECISIONS = {
    "Must each prediction show comparable cases?": {
        "no": "Compare neighbours with rivals in the same folds. 31 neighbours 0.838, a regression 0.846.",
        "yes": "Is one of the columns an identifier or a survey weight?",
    },
    "Is one of the columns an identifier or a survey weight?": {
        "yes": "Compare with and without it, then go on below. Raw numbers 0.769 and 0.783, z-scores 0.784 and 0.778.",
        "no": "Do words stand next to numbers?",
    },
    "Do words stand next to numbers?": {
        "no": "Compare several scales in the same folds. Dollars 0.783, thousands of dollars 0.775, z-scores 0.778.",
        "yes": "Search the weights of columns inside the folds. 31 neighbours: 0.852, unsearched 0.838.",
    },
}


def show_accuracies(title: str, table: pd.DataFrame) -> None:
    """Show a dot for each row of a table, a line for each column."""
    figure = Figure(figsize=(8.2, 0.8 + 0.4 * table.shape[1]), layout="constrained")
    show(plot_samples({title: table}, figure), describe_samples({title: table}, "shuffles"))


def words_of_people(found: Neighborhood) -> str:
    """Return who is near, what they answered, and which column decides, in words."""
    people, k = found.people.iloc[found.rows], len(found.rows)
    more, (low, high) = int(people["higher"].sum()), (people["age"].min(), people["age"].max())
    ages = f"{low} to {high} years old" if low < high else f"{low} years old"
    votes = f"a share of {found.vote:.2f}{' by weight' if found.weighted else ''}"
    share = found.shares.max()
    top = list(found.shares.index[share - found.shares < 0.001])
    who = "Each column" if len(top) == len(found.shares) else f"{'Each of ' * (len(top) > 1)}{', '.join(top)}"
    return (
        f"A person of {found.person['age']} years and {found.person['hours']} hours, k = {k}, {found.reading}: "
        f"{more} of the {k} nearest, {ages}, earn{'s' * (more == 1)} more than 50,000, {votes}. "
        f"{who} makes {share:.1%} of the squared distance."
    )
