"""Hide a category of the Titanic's passengers, estimate it, and lay the truth beside the estimate."""

from __future__ import annotations

import argparse
from typing import Any

SIMILARITIES = ("tfidf", "conditional", "hellinger")


def add(commands: Any) -> None:
    """Add the subcommand to the parser."""
    parser = commands.add_parser(
        "demo", help="hide a category of the Titanic table and estimate it", description=__doc__
    )
    parser.add_argument("--feature", default="embarked", help="the feature whose category is hidden (embarked)")
    parser.add_argument("--category", default="Q", help="the category that the model never sees (Q: Queenstown)")
    parser.add_argument("--similarity", default="tfidf", choices=SIMILARITIES,
                        help="how alike two categories are (tfidf, the paper's)")  # fmt: skip
    parser.add_argument("--sharpness", type=float, default=1.0, help="the larger, the more the nearest decides (1)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the weights, the estimate by each similarity, the truth, and the mean of all others."""
    from tiws_teach._validation import check_choice
    from tiws_teach.datasets import load

    titanic = load("titanic_ports")
    frame, target = titanic.data, titanic.target
    feature = check_choice("--feature", options.feature, list(frame.columns))
    hidden = frame[feature].astype(str) == options.category
    check_choice("--category", options.category, sorted(frame[feature].astype(str).unique()))
    tables = {
        name: explained(frame, target, hidden, feature, options.category, name, options.sharpness)
        for name in (options.similarity, *(name for name in SIMILARITIES if name != options.similarity))
    }
    print(f"{titanic_line(len(frame), feature, options.category, int(hidden.sum()))}\n")
    print(tables[options.similarity].round(3).to_string(index=False))
    print()
    for name, table in tables.items():
        print(f"estimated survival, {name:<12} {(table['weight'] * table['estimate']).sum():.3f}")
    print(f"true survival {'':<18} {target[hidden].mean():.3f}")
    print(f"mean of all others {'':<13} {target[~hidden].mean():.3f}")
    print(
        "\nAn estimate is a weighted mean of the column 'estimate', and no weights lead out of its range. Sometimes the"
    )
    print(
        "mean of all others is nearer to the truth: lesson 02 (sections 6, 7 and 9) shows when, and what does better."
    )
    return 0


def explained(
    frame: Any, target: Any, hidden: Any, feature: str, category: str, similarity: str, sharpness: float
) -> Any:
    """Return what each seen category adds to the estimate of the hidden one."""
    from tiws_teach.tiws import TIWSEncoder

    encoder = TIWSEncoder(similarity=similarity, sharpness=sharpness)
    return encoder.fit(frame[~hidden], target[~hidden], X_unlabeled=frame[hidden]).explain(feature, category)


def titanic_line(rows: int, feature: str, category: str, hidden: int) -> str:
    """Return the sentence that says what is hidden."""
    return f"Titanic, {rows} passengers: the {hidden} with {feature} = {category} are hidden from the model."
