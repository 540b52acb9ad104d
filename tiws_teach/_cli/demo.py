"""``demo``: hide a category, estimate it, and lay the truth beside the estimate."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser(
        "demo", help="hide a category of the Titanic table and estimate it", description=__doc__
    )
    parser.add_argument("--feature", default="embarked", help="the feature whose category is hidden (embarked)")
    parser.add_argument("--category", default="Q", help="the category that the model never sees (Q: Queenstown)")
    parser.add_argument("--similarity", default="tfidf", choices=("tfidf", "conditional", "hellinger"),
                        help="how alike two categories are (tfidf, the paper's)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the estimate, its weights, the truth and the mean of all others."""
    from tiws_teach._validation import check_choice
    from tiws_teach.datasets import load_titanic_ports
    from tiws_teach.tiws import TIWSEncoder

    titanic = load_titanic_ports()
    frame, target = titanic.data, titanic.target
    feature = check_choice("--feature", options.feature, list(frame.columns))
    hidden = frame[feature].astype(str) == options.category
    check_choice("--category", options.category, sorted(frame[feature].astype(str).unique()))
    seen = frame[~hidden]
    encoder = TIWSEncoder(similarity=options.similarity).fit(seen, target[~hidden], X_unlabeled=frame[hidden])
    table = encoder.explain(feature, options.category)
    estimate = float((table["weight"] * table["estimate"]).sum())
    print(f"{titanic_line(len(frame), feature, options.category, int(hidden.sum()))}\n")
    print(table.round(3).to_string(index=False))
    print(f"\nestimated survival of {options.category:<12} {estimate:.3f}   (the weighted sum of the column)")
    print(f"true survival of {options.category:<17} {target[hidden].mean():.3f}")
    print(f"mean of all others {'':<15} {target[~hidden].mean():.3f}")
    return 0


def titanic_line(rows: int, feature: str, category: str, hidden: int) -> str:
    """Return the sentence that says what is hidden."""
    return f"Titanic, {rows} passengers: the {hidden} with {feature} = {category} are hidden from the model."
