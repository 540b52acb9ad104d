"""Take the concept test: twenty questions, once before the course and once after it.

Each question has four answers and is about an idea, not about a lesson's numbers. The first time shows only how many
were right, so that the second time asks the same; from then on each wrong answer comes with the right one and its
lesson. Enter stops, and nothing of an unfinished test is kept. The answers are in your own user folder; the exported
file has for each question whether it was right at first and last, and nothing about you.
"""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--export", type=Path, metavar="FILE", help="write a new CSV file: right at first, right last")


def run(options: argparse.Namespace) -> int:
    """Ask the questions, or export what was right."""
    from tiws_teach._cli._asking import choose
    from tiws_teach._cli._tables import check_new
    from tiws_teach.course._concepts import concepts, record, results

    if options.export:
        check_new("--export", options.export)
        results().to_csv(options.export, index=False, lineterminator="\n")
        print(f"The anonymous results are in {options.export}.")
        return 0
    answers: list[str] = []
    for number, concept in enumerate(concepts(), 1):
        answer = choose(f"\n{number}. {concept.text}", concept.shown(number))
        if answer is None:
            print(f"Stopped at question {number}; nothing is kept. Start again when you have ten minutes.")
            return 0
        answers.append(answer)
    record(answers)
    table = results()
    print(f"\nRight: {table['last'].sum()} of {len(table)}.")
    if table["times"].iloc[0] > 1:
        print(f"The first time: {table['first'].sum()}.")
        for number, (concept, answer) in enumerate(zip(concepts(), answers, strict=True), 1):
            if answer != concept.right:
                print(f"Question {number}, right would be: (lesson {concept.lesson:02d}) {concept.right}")
    return 0
