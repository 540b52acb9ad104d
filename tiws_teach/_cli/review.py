"""Ask again what you are about to forget.

Predictions whose result you have seen and exercises that you have solved come back after days, then weeks, by FSRS
(Free Spaced Repetition Scheduler): the better you remember, the later. Enter stops. The records are in your own user
folder and go nowhere else.
"""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--most", type=int, default=10, metavar="N", help="ask at most N (default: 10)")


def run(options: argparse.Namespace) -> int:
    """Ask what is due, one after the other, and say when the next is due."""
    from tiws_teach._validation import check_count
    from tiws_teach.course._review import items, record
    from tiws_teach.course._store import now

    most, today = check_count("--most", options.most, 1), now()
    due = [item for item in items() if item.card.due <= today]
    done = 0
    for item in due[:most]:
        rating = _ask(item)
        if rating is None:
            break
        print(f"Again on {record(item, rating, today):%d %B %Y}.\n")
        done += 1
    upcoming = [max(item.card.due, today) for item in items()]
    if not upcoming:
        print("Nothing to review yet: commit to predictions, see their results, and solve exercises.")
    else:
        print(f"{done} reviewed, {len(due) - done} more due. The next is due on {upcoming[0]:%d %B %Y}.")
    return 0


def _ask(item):
    """Ask one item and return how well it was remembered; None to stop."""
    from tiws_teach._cli._asking import choose, reply
    from tiws_teach.course._review import rate
    from tiws_teach.course.questions import Choice, compared

    question, lesson = item.question, f"{item.lesson.number:02d} {item.lesson.name}"
    if question is None:
        print(f"{lesson}: solve exercise {item.key} once more, in a new cell of {item.lesson.notebook}.")
        return reply("Did you solve it without help? y/n", lambda text: {"y": True, "n": False}.get(text.lower()))
    asked = f"{lesson}: {question.text}"
    if isinstance(question, Choice):
        guess = choose(asked, question.options)
    else:
        print(asked)
        guess = reply(f"Your answer, {question.possible}", question.read)
    if guess is None:
        return None
    print(compared(question, guess, item.answer), item.why)
    return rate(question, guess, item.answer)
