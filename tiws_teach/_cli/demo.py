"""Hide a category of the Titanic table and estimate its survival rate.

The estimate by each similarity is compared with the truth.
"""

import argparse

SIMILARITIES = ("tfidf", "conditional", "hellinger")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--feature", default="embarked", help="feature whose category is hidden (default: embarked)")
    parser.add_argument("--category", default="Q", help="hidden category (default: Q, Queenstown)")
    parser.add_argument("--similarity", default="tfidf", choices=SIMILARITIES,
                        help="similarity of two categories (default: tfidf, as in the paper)")  # fmt: skip
    parser.add_argument("--sharpness", type=float, default=1.0,
                        help="larger values give similar categories more weight (default: 1)")  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Print the weights, the estimate by each similarity, the truth, and the mean of all other passengers."""
    from tiws_teach._validation import check_choice
    from tiws_teach.datasets import load
    from tiws_teach.tiws import TIWSEncoder

    titanic = load("titanic_ports")
    frame, target = titanic.data, titanic.target
    feature = check_choice("--feature", options.feature, list(frame.columns))
    hidden = frame[feature].astype(str) == options.category
    check_choice("--category", options.category, sorted(frame[feature].astype(str).unique()))
    tables = {}
    for name in (options.similarity, *(name for name in SIMILARITIES if name != options.similarity)):
        encoder = TIWSEncoder.of_paper(similarity=name, sharpness=options.sharpness)
        encoder.fit(frame[~hidden], target[~hidden], X_unlabeled=frame[hidden])
        tables[name] = encoder.explain(feature, options.category)
    default = TIWSEncoder().fit(frame[~hidden], target[~hidden], X_unlabeled=frame[hidden])
    where = f"{int(hidden.sum())} with {feature} = {options.category}"
    print(f"Titanic, {len(frame)} passengers: the {where} are hidden from the model.\n")
    print(tables[options.similarity].round(3).to_string(index=False))
    print()
    for name, table in tables.items():
        print(f"estimated survival, {name:<12} {(table['weight'] * table['estimate']).sum():.3f}")
    print(f"with a regression {'':<14} {default.encoding_table().query('~seen')['estimate'].iloc[0]:.3f}")
    print(f"true survival {'':<18} {target[hidden].mean():.3f}")
    print(f"mean of all others {'':<13} {target[~hidden].mean():.3f}")
    print("\nAn estimate is a weighted mean of the column 'estimate', so it cannot leave the range of that column.")
    print("The default of TIWSEncoder adds to a regression on the other columns what similar categories add to it.")
    print("Sometimes the mean of all others is nearer to the truth. Lesson 02 shows when, and what works better.")
    return 0
