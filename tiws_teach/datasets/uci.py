"""Downloadable tables of numbers with one class, from the UCI Machine Learning Repository."""

from __future__ import annotations

from typing import Any

from tiws_teach._validation import check_choice
from tiws_teach.datasets._tables import load_table


def load_wine() -> Any:
    """Load 178 Italian wines by 13 chemical measurements, from three cultivars.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (178 x 14), `data` (13 floats), `target`
        (cultivar: 0, 1, 2), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Aeberhard and Forina (1991), UCI Machine Learning Repository.
    """
    return load_table("wine")


def load_parkinsons() -> Any:
    """Load 195 voice recordings by 22 measurements, with and without Parkinson's disease.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (195 x 23), `data` (22 floats), `target`
        (status: 0 healthy, 1 Parkinson's disease), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Little et al. (2007), BioMedical Engineering OnLine 6:23.
    """
    return load_table("parkinsons")


def load_wpbc() -> Any:
    """Load 198 breast cancer patients by 33 measurements, with and without recurrence.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (198 x 34), `data` (33 floats, 4 missing in lymph_nodes), `target`
        (outcome: 0 no recurrence, 1 recurrence), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Wolberg, Street and Mangasarian (1995), UCI Machine Learning Repository.
    """
    return load_table("wpbc")


def load_sonar() -> Any:
    """Load 208 sonar echoes by 60 frequency bands, from mines and rocks.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (208 x 61), `data` (60 floats), `target`
        (material: 0 rock, 1 mine), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Gorman and Sejnowski (1988), Neural Networks 1.
    """
    return load_table("sonar")


def load_seeds() -> Any:
    """Load 210 wheat kernels by 7 measurements, of three varieties.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (210 x 8), `data` (7 floats), `target`
        (variety: 0 Kama, 1 Rosa, 2 Canadian), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Charytanowicz et al. (2010), Information Technologies in Biomedicine.
    """
    return load_table("seeds")


def load_haberman() -> Any:
    """Load 306 patients after breast cancer surgery by 3 measurements.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (306 x 4), `data` (3 floats), `target`
        (outcome: 0 survived five years or longer, 1 died within five years), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Haberman (1976), Proceedings of the 9th International Biometrics Conference.
    """
    return load_table("haberman")


def load_ecoli() -> Any:
    """Load 336 proteins of E. coli by 7 measurements, from eight sites in the cell.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (336 x 8), `data` (7 floats), `target`
        (site: 0 to 7), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Horton and Nakai (1996), ISMB.
    """
    return load_table("ecoli")


def load_transfusion() -> Any:
    """Load 748 blood donors by 4 measurements, with and without a donation in March 2007.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (748 x 5), `data` (4 floats), `target`
        (donated: 0 no, 1 yes), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Yeh, Yang and Ting (2009), Expert Systems with Applications 36.
    """
    return load_table("transfusion")


def load_pima() -> Any:
    """Load 768 women of Pima heritage by 8 measurements, with and without diabetes.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (768 x 9), `data` (8 floats; zeros stand for missing values, see the card), `target`
        (diabetes: 0 no, 1 yes), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Smith et al. (1988), SCAMC.
    """
    return load_table("pima")


def load_vehicle() -> Any:
    """Load 846 vehicle silhouettes by 18 measurements of shape, four vehicles.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (846 x 19), `data` (18 floats), `target`
        (vehicle: 0 bus, 1 opel, 2 saab, 3 van), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Siebert (1987), Turing Institute.
    """
    return load_table("vehicle")


def load_german_numeric() -> Any:
    """Load 1,000 credit applicants by 24 numbers, good and bad risks.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (1000 x 25), `data` (24 floats), `target`
        (risk: 0 good, 1 bad), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Hofmann (1994), UCI Machine Learning Repository.
    """
    return load_table("german_numeric")


def load_yeast_uci() -> Any:
    """Load 1,484 yeast proteins by 8 measurements, from ten sites in the cell.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (1484 x 9), `data` (8 floats), `target`
        (site: 0 to 9), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Horton and Nakai (1996), ISMB.
    """
    return load_table("yeast_uci")


def load_segmentation(subset: str = "all") -> Any:
    """Load 2,310 image regions by 19 measurements, of seven outdoor surfaces.

    Parameters
    ----------
    subset : {"all", "train", "test"}
        Both files, the first (210 rows) or the second (2,100 rows).

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (2310 x 20), `data` (19 floats), `target` (surface: 0 to 6), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    ValueError
        If `subset` is unknown.
    DatasetError
        If a file is not to be had; the message says how to mend it.

    Source: Vision Group, University of Massachusetts (1990), UCI Machine Learning Repository.
    """
    check_choice("subset", subset, ("all", "train", "test"))
    return load_table("segmentation", {"all": slice(None), "train": slice(0, 1), "test": slice(1, 2)}[subset])


def load_waveform() -> Any:
    """Load 5,000 noisy waveforms by 21 values, of three kinds.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (5000 x 22), `data` (21 floats), `target`
        (wave: 0, 1, 2), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Breiman et al. (1984), Classification and Regression Trees, pp. 49-55.
    """
    return load_table("waveform")


def load_magic() -> Any:
    """Load 19,020 simulated telescope images by 10 measurements, of gamma and hadron showers.

    Returns
    -------
    sklearn.utils.Bunch
        `frame` (19020 x 11), `data` (10 floats), `target`
        (particle: 0 hadron, 1 gamma), `feature_names`, `target_names`,
        `DESCR` (also `description`), `licence`, `citation`.

    Raises
    ------
    DatasetError
        If the file is not to be had; the message says how to mend it.

    Source: Bock et al. (2004), Nuclear Instruments and Methods A 516.
    """
    return load_table("magic")
