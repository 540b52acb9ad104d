"""Every data set of the series: embedded as counts, generated with a known truth, or downloaded and checked."""

from tiws_teach.datasets._errors import (
    CutFileError,
    DatasetError,
    UnreachableError,
    UnwritableCacheError,
    WrongHashError,
)
from tiws_teach.datasets.arff import load_arff
from tiws_teach.datasets.catalogue import available, describe, download, load
from tiws_teach.datasets.categorical import load_diabetes130, load_mushroom, load_titanic
from tiws_teach.datasets.codes import HierarchicalCodes, make_codes
from tiws_teach.datasets.embedded import load_titanic_ports, load_titanic_voyage
from tiws_teach.datasets.gaussian_classes import GaussianClasses, make_gaussian_classes
from tiws_teach.datasets.labelsets import Labelsets, load_digit_labels, make_labelsets
from tiws_teach.datasets.multilabel import (
    load_ml_emotions,
    load_ml_enron,
    load_ml_medical,
    load_ml_scene,
    load_ml_slashdot,
    load_ml_yeast,
)
from tiws_teach.datasets.reviews import Reviews, make_reviews
from tiws_teach.datasets.texts import load_hisco_marriage, load_onet27_titles, load_polarity_v2, load_sms_spam
from tiws_teach.datasets.tide import TideReadings, make_tide
from tiws_teach.datasets.two_classes import OverlappingClasses, make_overlapping_classes
from tiws_teach.datasets.uci import (
    load_ecoli,
    load_german_numeric,
    load_haberman,
    load_magic,
    load_parkinsons,
    load_pima,
    load_seeds,
    load_segmentation,
    load_sonar,
    load_transfusion,
    load_vehicle,
    load_waveform,
    load_wine,
    load_wpbc,
    load_yeast_uci,
)
from tiws_teach.datasets.unseen import UnseenCategories, make_unseen_category

__all__ = [
    "CutFileError",
    "DatasetError",
    "GaussianClasses",
    "HierarchicalCodes",
    "Labelsets",
    "OverlappingClasses",
    "Reviews",
    "TideReadings",
    "UnreachableError",
    "UnseenCategories",
    "UnwritableCacheError",
    "WrongHashError",
    "available",
    "describe",
    "download",
    "load",
    "load_arff",
    "load_diabetes130",
    "load_digit_labels",
    "load_ecoli",
    "load_german_numeric",
    "load_haberman",
    "load_hisco_marriage",
    "load_magic",
    "load_ml_emotions",
    "load_ml_enron",
    "load_ml_medical",
    "load_ml_scene",
    "load_ml_slashdot",
    "load_ml_yeast",
    "load_mushroom",
    "load_onet27_titles",
    "load_parkinsons",
    "load_pima",
    "load_polarity_v2",
    "load_seeds",
    "load_segmentation",
    "load_sms_spam",
    "load_sonar",
    "load_titanic",
    "load_titanic_ports",
    "load_titanic_voyage",
    "load_transfusion",
    "load_vehicle",
    "load_waveform",
    "load_wine",
    "load_wpbc",
    "load_yeast_uci",
    "make_codes",
    "make_gaussian_classes",
    "make_labelsets",
    "make_overlapping_classes",
    "make_reviews",
    "make_tide",
    "make_unseen_category",
]
