"""Occupation coding: open answers to hierarchical codes, with a confidence that decides what a person must see."""

from tiws_teach.occupation.classifiers import character_classifier, svm_classifier, word_classifier
from tiws_teach.occupation.duplicates import DuplicateCoder, count_duplicates, duplicate_probabilities
from tiws_teach.occupation.hierarchy import HierarchicalCoder, average_levels, code_groups, code_margins
from tiws_teach.occupation.hybrid import HybridCoder, hybrid_scores
from tiws_teach.occupation.neighbors import NearestNeighborCoder, binary_cosine, neighbor_scores
from tiws_teach.occupation.preprocessing import AnswerVectorizer
from tiws_teach.occupation.production import ProductionCurve, accuracy_at_rates, production_curve
from tiws_teach.occupation.promise import CodingThreshold, accuracy_bound
from tiws_teach.occupation.sources import source_difference
from tiws_teach.occupation.splitting import CodedAnswers, join_texts, split_for_coding
from tiws_teach.occupation.threshold import threshold_for
from tiws_teach.occupation.words import fold_letters, split_words, word_ngrams

__all__ = [
    "AnswerVectorizer",
    "CodedAnswers",
    "CodingThreshold",
    "DuplicateCoder",
    "HierarchicalCoder",
    "HybridCoder",
    "NearestNeighborCoder",
    "ProductionCurve",
    "accuracy_at_rates",
    "accuracy_bound",
    "average_levels",
    "binary_cosine",
    "character_classifier",
    "code_groups",
    "code_margins",
    "count_duplicates",
    "duplicate_probabilities",
    "fold_letters",
    "hybrid_scores",
    "join_texts",
    "neighbor_scores",
    "production_curve",
    "source_difference",
    "split_for_coding",
    "split_words",
    "svm_classifier",
    "threshold_for",
    "word_classifier",
    "word_ngrams",
]
