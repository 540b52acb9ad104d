"""Downloadable sets of texts: messages, reviews, and free-text answers with occupation codes."""

from __future__ import annotations

import csv
import re
import tarfile
from typing import Any

import pandas as pd

from tiws_teach._validation import fail
from tiws_teach.datasets._bunch import class_codes, make_bunch
from tiws_teach.datasets._cache import fetch

_REVIEW = re.compile(r"txt_sentoken/(neg|pos)/(cv(\d)\d\d_\d+\.txt)$")


def load_sms_spam() -> Any:
    """Load 5,574 SMS messages, 747 of them spam.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (5574 x 2), `data` (the column text), `target` (spam, 0 or 1), `feature_names`, `target_names`, `DESCR`
        (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Almeida, Gomez Hidalgo and Yamakami (2011), DocEng.
    """
    rows = _read_tabs(fetch("sms_spam")["SMSSpamCollection"], ["label", "text"])
    target = class_codes(rows["label"], (("ham", "ham"), ("spam", "spam")), "spam")
    return make_bunch("sms_spam", rows[["text"]], target, ["ham", "spam"])


def load_polarity_v2() -> Any:
    """Load 2,000 film reviews, half of them positive.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (2000 x 2), `data` (the column text: one sentence a line, lower case), `target` (positive, 0 or 1),
        `feature_names`, `target_names`, `fold` (the authors' cross-validation fold, 0 to 9), `file` (name in the
        archive), `DESCR` (also `description`), `licence`, `citation`. Rows go by class, then by file name.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Pang and Lee (2004), ACL.
    """
    rows = []
    with tarfile.open(fetch("polarity_v2")["review_polarity.tar.gz"], "r:gz") as archive:
        for member in archive:
            match = _REVIEW.search(member.name)
            stream = archive.extractfile(member) if match else None
            if match and stream is not None:
                rows.append((match[1], match[2], int(match[3]), stream.read().decode("utf-8")))
    table = pd.DataFrame(sorted(rows), columns=["label", "file", "fold", "text"])
    target = class_codes(table["label"], (("neg", "negative"), ("pos", "positive")), "positive")
    extra = {"fold": table["fold"], "file": table["file"]}
    return make_bunch("polarity_v2", table[["text"]], target, ["negative", "positive"], **extra)


def load_hisco_marriage(*, special: bool = True) -> Any:
    """Load 10,000 occupations as written in English marriage certificates, with five-digit HISCO codes.

    Parameters
    ----------
    special : bool
        Whether to keep the five rows with the code -1 (no title given).

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (10000 x 2), `data` (the column text), `target` (code: strings of five digits, leading zeros restored,
        or "-1"), `feature_names`, `target_names` (the codes that occur, sorted), `code_titles` (Series from every code
        of the classification to its title), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Dahl, Johansen and Vedel (2024), Breaking the HISCO Barrier.
    """
    if not isinstance(special, bool):
        fail("special", "be True or False", repr(special), "Pass one of the two.", TypeError)
    paths = fetch("hisco_marriage")
    rows = pd.read_csv(paths["TOYDATA.csv"], dtype=str, keep_default_na=False, encoding="utf-8")
    titles = pd.read_csv(paths["hisco_key.csv"], dtype=str, keep_default_na=False, encoding="utf-8")
    titles = titles.assign(code=_five_digits(titles["hisco"].str.strip())).query("code != ''")
    code = _five_digits(rows["hisco_1"]).rename("code")
    keep = code.ne("-1") | special
    code, data = code[keep].reset_index(drop=True), rows.loc[keep, ["occ1"]].reset_index(drop=True)
    data.columns = pd.Index(["text"])
    names = titles.set_index("code")["en_hisco_text"].rename("title")
    return make_bunch("hisco_marriage", data, code, sorted(code.unique()), code_titles=names)


def load_onet27_titles() -> Any:
    """Load 52,754 job titles with the O*NET-SOC codes that they stand under.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (52754 x 2), `data` (the column text), `target` (code: strings such as "11-1011.00"), `feature_names`,
        `target_names` (the codes that occur, sorted), `code_titles` and `code_descriptions` (Series from every code to
        its title and its description), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: National Center for O*NET Development (2022), O*NET 27.0 Database.
    """
    paths = fetch("onet27_titles")
    rows = _read_tabs(paths["Alternate Titles.txt"], ["code", "text", "short_title", "sources"], header=True)
    codes = _read_tabs(paths["Occupation Data.txt"], ["code", "title", "description"], header=True).set_index("code")
    extra = {"code_titles": codes["title"], "code_descriptions": codes["description"]}
    return make_bunch("onet27_titles", rows[["text"]], rows["code"], sorted(rows["code"].unique()), **extra)


def _read_tabs(path: Any, columns: list[str], header: bool = False) -> pd.DataFrame:
    """Read strings separated by tabs; a quotation mark is a character like any other."""
    return pd.read_csv(
        path,
        sep="\t",
        names=columns,
        header=0 if header else None,
        dtype=str,
        quoting=csv.QUOTE_NONE,
        keep_default_na=False,
        encoding="utf-8",
    )


def _five_digits(codes: pd.Series) -> pd.Series:
    """Restore leading zeros; negative codes (no title, no work) and empty ones stay as they are."""
    return codes.where(~codes.str.fullmatch(r"\d+"), codes.str.zfill(5))
