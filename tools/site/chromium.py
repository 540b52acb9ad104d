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


def find_chromium() -> str | None:
    """Return the program of a Chromium: the one that CHROMIUM names, else on the PATH, else where systems put it."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    paths = [shutil.which(name) for name in ON_PATH]
    paths += [place for place in map(os.path.expandvars, ELSEWHERE) if Path(place).is_file()]
    return next(filter(None, paths), None)


def chromium_or_reason() -> tuple[str | None, str]:
    """Return the program and an empty reason, or None and the reason why there is none."""
    path = find_chromium()
    named = os.environ.get("CHROMIUM")
    missing = f"CHROMIUM={named} is no file" if named else "no Chromium found; install one or name it in CHROMIUM"
    return path, "" if path else missing
