"""Find a Chromium on this machine, and how to start it without the network."""

import os
import shutil
from pathlib import Path

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
ELSEWHERE = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "${ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "${ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_or_reason() -> tuple[str | None, str]:
    """Return the program of a Chromium and an empty reason, or None and the reason why there is none.

    It is the one that CHROMIUM names, else the first on the PATH, else one where systems put it.
    """
    if named := os.environ.get("CHROMIUM"):
        return (named, "") if Path(named).is_file() else (None, f"CHROMIUM={named} is no file")
    paths = [shutil.which(name) for name in ON_PATH]
    paths += [place for place in map(os.path.expandvars, ELSEWHERE) if Path(place).is_file()]
    path = next(filter(None, paths), None)
    return path, "" if path else "no Chromium found; install one or name it in CHROMIUM"
