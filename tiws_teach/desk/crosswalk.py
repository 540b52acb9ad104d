"""From one version of a classification to the next: what can be carried over, and what a person must decide."""

from tiws_teach._validation import fail


def carried_over(codes, table):
    """Return what a crosswalk makes of codes.

    Parameters
    ----------
    codes : array-like of str
        Codes of the old version.
    table : pandas.DataFrame
        Columns `old` and `new`: one row for each pair, so that a code that was split has several.

    Returns
    -------
    list of list of str
        The new codes of each old one, in the order of the table: one if it can be carried over, several if it was
        split, none if it was dropped or the table lacks it.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"old": ["7131", "8251", "8251"], "new": ["7121", "7322", "7323"]})
    >>> carried_over(["8251", "7131", "9999"], table)
    [['7322', '7323'], ['7121'], []]

    Source: ours.
    """
    for name in ("old", "new"):
        if name not in table:
            fail("table", "have the columns old and new", f"{list(table)}", "Rename its columns.")
    pairs = table[["old", "new"]].apply(lambda column: column.str.strip())
    pairs = pairs[(pairs != "").all(axis=1)].drop_duplicates()
    known = pairs.groupby("old")["new"].agg(list).to_dict()
    return [list(known.get(str(code), [])) for code in codes]
