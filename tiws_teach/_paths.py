"""Names of files and folders that the command line and the lessons have to agree on."""

from __future__ import annotations

MANIFEST = ".tiws_teach.json"
"""Lies in every working copy of the lessons and says what was laid there."""

LIBRARY = "library"
"""The folder of a working copy that holds the code to read."""
