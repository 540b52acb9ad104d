"""Downloadable multi-label sets: an ARFF file and an XML file that says which columns are labels."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tiws_teach.datasets._bunch import make_bunch
from tiws_teach.datasets._cache import fetch
from tiws_teach.datasets.arff import read_arff


def _label_names(path: Path) -> list[str]:
    """Return the label names of an XML file of the Mulan collection, in its order."""
    root = ElementTree.parse(path).getroot()
    return [element.attrib["name"] for element in root.iter() if element.tag.endswith("label")]


def _load(name: str) -> Any:
    paths = fetch(name)
    (labels,) = (_label_names(path) for file, path in paths.items() if file.endswith(".xml"))
    (table_path,) = (path for file, path in paths.items() if not file.endswith(".xml"))
    opener = gzip.open if table_path.suffix == ".gz" else open
    with opener(table_path, "rt", encoding="utf-8") as stream:
        table = read_arff(stream)
    return make_bunch(name, table.drop(columns=labels), table[labels].astype("int64"), labels)


def load_ml_emotions() -> Any:
    """Load 593 pieces of music: 72 features of rhythm and timbre, 6 emotions.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (593 x 78), `data` (floats), `target` (DataFrame of 6 labels, 0 or 1), `feature_names`,
        `target_names` (the labels), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Trohidis et al. (2008), ISMIR.
    """
    return _load("ml_emotions")


def load_ml_scene() -> Any:
    """Load 2,407 photographs: 294 colour features, 6 kinds of scene.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (2407 x 300), `data` (floats), `target` (DataFrame of 6 labels, 0 or 1), `feature_names`,
        `target_names` (the labels), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Boutell et al. (2004), Pattern Recognition 37.
    """
    return _load("ml_scene")


def load_ml_yeast() -> Any:
    """Load 2,417 yeast genes: 103 features, 14 functions.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (2417 x 117), `data` (floats), `target` (DataFrame of 14 labels, 0 or 1), `feature_names`,
        `target_names` (the labels), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Elisseeff and Weston (2001), NIPS.
    """
    return _load("ml_yeast")


def load_ml_medical() -> Any:
    """Load 978 radiology reports: 1,449 words, 45 disease codes.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (978 x 1494), `data` (0 or 1 for each word), `target` (DataFrame of 45 labels, 0 or 1), `feature_names`,
        `target_names` (the labels), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Pestian et al. (2007), BioNLP.
    """
    return _load("ml_medical")


def load_ml_enron() -> Any:
    """Load 1,702 e-mails: 1,001 words, 53 labels.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (1702 x 1054), `data` (0 or 1 for each word), `target` (DataFrame of 53 labels, 0 or 1),
        `feature_names`, `target_names` (the labels), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Klimt and Yang (2004), ECML; labels of the UC Berkeley Enron Email Analysis project.
    """
    return _load("ml_enron")


def load_ml_slashdot() -> Any:
    """Load 3,782 news texts: 1,079 words, 22 sections.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (3782 x 1101), `data` (0.0 or 1.0 for each word), `target` (DataFrame of 22 labels, 0 or 1),
        `feature_names`, `target_names` (the labels), `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Read (2010), Scalable Multi-label Classification, SLASHDOT-F.
    """
    return _load("ml_slashdot")
