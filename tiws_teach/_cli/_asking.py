"""Ask in a terminal: a question with numbered options, a reply that is read, and an end whenever nothing is typed."""

from collections.abc import Callable, Sequence
from typing import Any


def choose(text: str, options: Sequence[str]) -> str | None:
    """Ask a question and return the chosen option, by number or by its words; None to stop."""
    print(text)
    for number, option in enumerate(options, 1):
        print(f"  {number}  {option}")
    numbered = dict(zip(map(str, range(1, len(options) + 1)), options, strict=True))
    return reply(f"Your answer, 1 to {len(options)}", lambda text: text if text in options else numbered.get(text))


def reply(prompt: str, read: Callable[[str], Any]) -> Any:
    """Return what is typed, read; ask again if it is no answer; None if nothing is typed."""
    while text := _typed(f"{prompt} (Enter stops): "):
        try:
            if (answer := read(text)) is not None:
                return answer
        except (TypeError, ValueError) as error:
            print(error)
    return None


def _typed(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        return ""
