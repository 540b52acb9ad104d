"""WCTF-IDF: TF-IDF on a vocabulary in which each class has its share of the terms."""

from tiws_teach.wctf_idf.equations import (
    class_frequencies,
    class_quotas,
    class_vocabulary,
    smoothed_idf,
    textbook_tf_idf,
    tf_idf,
)
from tiws_teach.wctf_idf.vectorizer import WCTFIDFVectorizer

__all__ = [
    "WCTFIDFVectorizer",
    "class_frequencies",
    "class_quotas",
    "class_vocabulary",
    "smoothed_idf",
    "textbook_tf_idf",
    "tf_idf",
]
