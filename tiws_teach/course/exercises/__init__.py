"""The rules of the exercises, one file per topic, found by the first part of an exercise's key.

A file is imported when a lesson first asks for one of its exercises. See `tiws_teach.course._exercises.exercise`.
"""

from tiws_teach.course._answers import array, choice, function, mapping, match_number, names, number, pair, whole
from tiws_teach.course._exercises import exercise

__all__ = ["array", "choice", "exercise", "function", "mapping", "match_number", "names", "number", "pair", "whole"]
