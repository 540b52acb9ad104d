"""Which benchmark belongs to which method; a method without one, or without the reason for none, fails a test."""

METHODS = {
    "tiws": "TIWS",
    "jitter": "Jitter trees",
    "resampling": "Resampling",
    "evaluation": "Evaluation",
    "metrics": "Metrics",
    "wctf_idf": "WCTF-IDF",
    "kcnn": "Conditional nearest neighbours",
    "local_mean": "Local means",
    "lof": "Local outlier factor",
    "shift": "Training and test rows",
    "selection": "Selection of columns",
    "multilabel": "Multi-label classification",
    "occupation": "Occupation coding",
}
"""The title of each method's section; the module of that name has ``measure(quick) -> blocks``."""

OTHERS = {"engines": "TIWS on engines", "explorers": "Explorers of the lessons"}
"""What is measured beside the methods."""

ALL = METHODS | OTHERS

TEACHING = {
    "bias_variance": "draws hundreds of training sets from a known truth, which real data do not have",
    "curse": "shows what distances do as columns are added; nobody runs it on a schedule",
    "distances": "changes or explains a few distances by hand, and the search is scikit-learn's",
    "scale": "is measured as a part of TIWSEncoder, which uses it, in tiws.py and engines.py",
}
"""Modules without a benchmark of their own, most of which only teach, each with its reason."""
