"""A column of estimates as an expression of SQL."""

import numbers

import numpy as np

from tiws_teach._validation import fail
from tiws_teach.tiws._input import MISSING_CATEGORY


def query_of(encoder, table):
    """Return the query that encodes the rows of a table as a fitted encoder does."""
    names, outputs, cases = encoder._counts.names, iter(encoder.get_feature_names_out()), []
    for name, labels, estimates in zip(names, encoder._counts.labels, encoder.estimates_, strict=False):
        missing = encoder.target_mean_
        if encoder.handle_missing == "category" and MISSING_CATEGORY in labels:
            missing = estimates[list(labels).index(MISSING_CATEGORY)]
        every = zip(estimates.T, missing, strict=True)
        cases += [case_of(name, labels, values, left, next(outputs)) for values, left in every]
    return "SELECT " + ",\n  ".join(cases) + f"\nFROM {quoted(table)}"


def quoted(name):
    """Return the name of a table or a column between double quotes."""
    return '"' + str(name).replace('"', '""') + '"'


def case_of(name, labels, values, missing, output):
    """Return the CASE expression that replaces the labels of a column by values."""
    pairs = [f"WHEN {_literal(label, name)} THEN {float(value)!r}" for label, value in zip(labels, values, strict=True)]
    if not pairs:
        return f"{float(missing)!r} AS {quoted(output)}"
    return f"CASE {quoted(name)} {' '.join(pairs)} ELSE {float(missing)!r} END AS {quoted(output)}"


def _literal(label, name):
    """Return a label as SQL writes it."""
    if isinstance(label, str):
        return "'" + label.replace("'", "''") + "'"
    if isinstance(label, bool | np.bool_):
        return str(bool(label)).upper()
    plain = label.item() if isinstance(label, np.generic) else label
    if isinstance(plain, numbers.Real) and np.isfinite(float(plain)):
        return repr(plain)
    return fail("labels", f"be strings, numbers or booleans in column {name!r}", repr(label), "Convert the column.")
