"""All data sets of the series: embedded, generated with a known truth, or downloaded and checked."""

from tiws_teach.datasets._errors import (
    CutFileError,
    DatasetError,
    UnreachableError,
    UnwritableCacheError,
    WrongHashError,
)
from tiws_teach.datasets.arff import load_arff
from tiws_teach.datasets.catalogue import available, describe, download, load
from tiws_teach.datasets.codes import HierarchicalCodes, make_codes
from tiws_teach.datasets.gaussian_classes import GaussianClasses, make_gaussian_classes
from tiws_teach.datasets.job_answers import JobAnswers, make_job_answers
from tiws_teach.datasets.labelsets import Labelsets, make_labelsets
from tiws_teach.datasets.reviews import Reviews, make_reviews
from tiws_teach.datasets.tide import TideReadings, make_tide
from tiws_teach.datasets.two_classes import OverlappingClasses, make_overlapping_classes
from tiws_teach.datasets.unseen import UnseenCategories, make_unseen_category

__all__ = [
    "CutFileError",
    "DatasetError",
    "GaussianClasses",
    "HierarchicalCodes",
    "JobAnswers",
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
    "make_codes",
    "make_gaussian_classes",
    "make_job_answers",
    "make_labelsets",
    "make_overlapping_classes",
    "make_reviews",
    "make_tide",
    "make_unseen_category",
]
