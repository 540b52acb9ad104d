"""The papers' results, recomputed: one file for each table, its protocol first, then what a notebook calls.

Each file has `jobs()` and `job(key)`, the protocol, pure and in small pieces; a `REPLICATION`, which runs them and
reads the tidy file of raw results; and functions that put claim and measurement side by side.
"""

from importlib import import_module

from tiws_teach._extras import require

require("lab", "matplotlib")

NAMES = (
    "poster_table1",
    "titanic_choice",
    "titanic_table2",
    "leave_one_category_out",
    "unseen_options",
    "unseen_intervals",
    "hidden_at_work",
    "noise_features",
    "code_clusters",
    "imbalanced_messages",
    "imbalanced_text",
    "imbalanced_words",
    "kcnn_table32",
    "kcnn_votes",
    "kcnn_sonar",
    "kcnn_posteriors",
    "kcnn_boundaries",
    "nldd_tables",
    "nldd_fraction",
    "nldd_weights",
    "occupation_curves",
    "occupation_practice",
    "occupation_promises",
    "occupation_rules",
    "course_notes",
)
REPLICATIONS = {name: import_module(f"{__name__}.{name}").REPLICATION for name in NAMES}

__all__ = ["REPLICATIONS"]
