"""Literal, loop-by-loop versions of the methods, written from the formulas alone, without the package."""
