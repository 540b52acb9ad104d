"""The formulas as loops over plain numbers, one file per method, as the sources print them.

Each file is written from its source alone. It uses no array and nothing of the package, so that you can read it next to
the formula and the tests can check the package against it. It is slow: compute with the package.
"""
