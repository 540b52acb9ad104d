"""Packages that only some uses need: the extras of pyproject.toml. What is missing is named with its command."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

USES = {
    "app": "The explorers as a page without code need",
    "data": "Downloads and progress bars need",
    "desk": "The coding desk needs",
    "lab": "Lessons, plots and widgets need",
    "occupation": "Stemming needs",
}
"""What each extra is for, as the start of a sentence."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The variables of a process whose numerical libraries compute with one thread."""


def require(extra: str, *packages: str) -> None:
    """Raise an ImportError that names the extra to install if one of its packages is missing."""
    for package in packages:
        if find_spec(package) is None:
            advice = f'Install it with: pip install "tiws_teach[{extra}]"'
            raise ImportError(f"{USES[extra]} the package {package}, which is not installed. {advice}", name=package)


def progress_bar(items: Iterable[Any], shown: bool, **options: Any) -> Iterable[Any]:
    """Return `items`, in a progress bar with the options of tqdm if it is to be shown."""
    if not shown:
        return items
    require("data", "tqdm")
    from tqdm.auto import tqdm

    return tqdm(items, **options)
