"""Names of files and folders that the command line and the lessons share."""

MANIFEST = ".tiws_teach.json"
"""Manifest in every working copy of the lessons: the files that were copied there."""

LIBRARY = "library"
"""The folder of a working copy that holds the code to read."""
