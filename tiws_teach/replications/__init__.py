"""The papers' results, recomputed: one file for each table, its protocol first, then what a notebook calls.

Each replication has `jobs()` and `job(key)`, the protocol, pure and in small pieces; `run(out, progress, resume)`,
which writes a tidy file of raw results; and functions that read the file and put claim and measurement side by side.
"""

from collections.abc import Callable
from pathlib import Path

from tiws_teach.replications import (
    code_clusters,
    course_notes,
    imbalanced_messages,
    imbalanced_text,
    imbalanced_words,
    imdb_reviews,
    kcnn_boundaries,
    kcnn_posteriors,
    kcnn_sonar,
    kcnn_table32,
    kcnn_votes,
    leave_one_category_out,
    nldd_claims,
    nldd_fraction,
    nldd_results,
    nldd_tables,
    noise_features,
    occupation_curves,
    poster_table1,
    titanic_choice,
    titanic_table2,
    unseen_intervals,
    unseen_options,
)

REPLICATIONS: dict[str, Callable[..., Path]] = {
    "poster_table1": poster_table1.run,
    "titanic_choice": titanic_choice.run,
    "titanic_table2": titanic_table2.run,
    "leave_one_category_out": leave_one_category_out.run,
    "unseen_options": unseen_options.run,
    "unseen_intervals": unseen_intervals.run,
    "noise_features": noise_features.run,
    "code_clusters": code_clusters.run,
    "imbalanced_messages": imbalanced_messages.run,
    "imbalanced_text": imbalanced_text.run,
    "imbalanced_words": imbalanced_words.run,
    "kcnn_table32": kcnn_table32.run,
    "kcnn_votes": kcnn_votes.run,
    "kcnn_sonar": kcnn_sonar.run,
    "kcnn_posteriors": kcnn_posteriors.run,
    "kcnn_boundaries": kcnn_boundaries.run,
    "nldd_tables": nldd_tables.run,
    "nldd_fraction": nldd_fraction.run,
    "occupation_curves": occupation_curves.run,
    "course_notes": course_notes.run,
}

__all__ = [
    "REPLICATIONS",
    "code_clusters",
    "course_notes",
    "imbalanced_messages",
    "imbalanced_text",
    "imbalanced_words",
    "imdb_reviews",
    "kcnn_boundaries",
    "kcnn_posteriors",
    "kcnn_sonar",
    "kcnn_table32",
    "kcnn_votes",
    "leave_one_category_out",
    "nldd_claims",
    "nldd_fraction",
    "nldd_results",
    "nldd_tables",
    "noise_features",
    "occupation_curves",
    "poster_table1",
    "titanic_choice",
    "titanic_table2",
    "unseen_intervals",
    "unseen_options",
]
