"""The formulas loop by loop over plain numbers, one file per method, as the sources print them.

Each file is written from its source alone. It uses no array and nothing of the package, so that you can read it beside
the formula, and so that the tests can hold the package to it. It is slow: compute with the package.
"""
