"""Find a registered file on this machine or download it, and check it.

The folder in the environment variable TIWS_TEACH_DATA is searched first, with the layout <set>/<file>; then the user
cache; then the file is downloaded into the cache. A path is returned only if the file has the registered SHA-256.
"""

import errno
import hashlib
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tiws_teach._extras import require
from tiws_teach.datasets._errors import CutFileError, UnreachableError, UnwritableCacheError, WrongHashError
from tiws_teach.datasets._registry import RegisteredFile, registry

VARIABLE = "TIWS_TEACH_DATA"


def cache_folder() -> Path:
    """Return the folder for downloads in the user's cache; it may not exist yet."""
    require("data", "platformdirs")
    import platformdirs

    return Path(platformdirs.user_cache_dir("tiws_teach"))


def own_folder() -> Path | None:
    """Return the folder in TIWS_TEACH_DATA, or None if the variable is not set."""
    value = os.environ.get(VARIABLE, "")
    if not value:
        return None
    folder = Path(value).expanduser()
    if not folder.is_dir():
        raise FileNotFoundError(f"{VARIABLE} must name a folder; got {value}. Create the folder or unset the variable.")
    return folder


def candidates(entry: RegisteredFile) -> list[Path]:
    """Return the possible paths of the file in search order."""
    cache = cache_folder() if find_spec("platformdirs") else None  # without the extra data there are no downloads
    folders = [folder for folder in (own_folder(), cache) if folder is not None]
    return [folder / entry.name / entry.file for folder in folders]


def is_present(name: str) -> bool:
    """Return whether every file of the set is on this machine with its registered length (without hashing)."""
    return all(
        any(path.is_file() and path.stat().st_size == entry.bytes for path in candidates(entry))
        for entry in registry()[name]
    )


def _by_hand(entry: RegisteredFile) -> str:
    place = Path(entry.name) / entry.file
    return f"Or put the file into a folder of your own as {place} and set {VARIABLE} to that folder."


def check_file(path: Path, entry: RegisteredFile, advice: str) -> None:
    """Raise CutFileError or WrongHashError unless `path` is the registered file."""
    size = path.stat().st_size
    if size < entry.bytes:
        raise CutFileError(f"{path.name} must have {entry.bytes} bytes; got {size}: the file is truncated. {advice}")
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if digest != entry.sha256:
        raise WrongHashError(f"{path.name} must have the SHA-256 {entry.sha256}; got {digest}. {advice}")


class _CheckedDownloader:
    """Download over HTTP into pooch's temporary file, and check the file before pooch moves it into place."""

    def __init__(self, entry: RegisteredFile, progress: bool):
        self.entry = entry
        self.progress = progress

    def __call__(self, url: str, output_file: str, pooch_object: Any) -> None:
        import pooch
        import requests

        # without compression on the way the bar's total is the file's length, and a cut transfer is seen as one
        headers = {"Accept-Encoding": "identity"}
        with self._bar() as bar:
            download = pooch.HTTPDownloader(
                progressbar=False if bar is None else bar, chunk_size=2**16, headers=headers
            )
            try:
                download(url, output_file, pooch_object)
            except requests.exceptions.RequestException as error:
                self._explain(error, Path(output_file))
        again = f"Try again; if it stays so, the source has changed. {_by_hand(self.entry)}"
        check_file(Path(output_file), self.entry, again)

    def _bar(self) -> Any:
        """Return a progress bar that names the file, or an empty context."""
        if not self.progress:
            return nullcontext()
        require("data", "tqdm")
        from tqdm import tqdm

        return tqdm(total=self.entry.bytes, desc=self.entry.file, unit="B", unit_scale=True, ascii=os.name == "nt")

    def _explain(self, error: Any, temporary: Path) -> None:
        entry, size = self.entry, temporary.stat().st_size
        if size:
            raise CutFileError(
                f"{entry.file} must have {entry.bytes} bytes; the connection broke after {size}. "
                f"Try again. {_by_hand(entry)}"
            ) from error
        if error.response is not None:
            raise UnreachableError(
                f"{entry.url} must answer with the file; got HTTP status {error.response.status_code}. "
                f"The source may have moved. {_by_hand(entry)}"
            ) from error
        raise UnreachableError(
            f"{entry.url} must be reachable; got {type(error).__name__}. "
            f"Check the network or the proxy and try again. {_by_hand(entry)}"
        ) from error


@contextmanager
def _quiet_pooch() -> Iterator[None]:
    """Suppress pooch's log lines, which would show local folder names in notebooks; our errors are complete."""
    import pooch

    logger = pooch.get_logger()
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)


def _download(entry: RegisteredFile, progress: bool) -> Path:
    require("data", "pooch", "requests")
    import pooch

    folder, key = cache_folder(), f"{entry.name}/{entry.file}"
    store = pooch.create(path=folder, base_url="", registry={key: entry.sha256}, urls={key: entry.url})
    try:
        with _quiet_pooch():
            return Path(store.fetch(key, downloader=_CheckedDownloader(entry, progress)))
    except OSError as error:
        reason = "the disk is full" if error.errno == errno.ENOSPC else (error.strerror or type(error).__name__)
        raise UnwritableCacheError(
            f"the cache folder {folder} must be writable; got: {reason}. "
            f"Free space, fix its permissions, or set the system's cache variable to another folder. {_by_hand(entry)}"
        ) from error


def fetch_file(entry: RegisteredFile, progress: bool | None = None) -> Path:
    """Return a path to the registered file; download it if it is not on this machine."""
    folder = own_folder()
    if folder is not None and (path := folder / entry.name / entry.file).is_file():
        check_file(path, entry, f"Delete it from the folder in {VARIABLE}; it will then be downloaded again.")
        return path
    return _download(entry, sys.stderr.isatty() if progress is None else progress)


def fetch(name: str) -> dict[str, Path]:
    """Return the checked paths of all files of the set `name`, by file name."""
    return {entry.file: fetch_file(entry) for entry in registry()[name]}
