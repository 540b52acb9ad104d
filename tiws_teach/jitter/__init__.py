"""Jitter trees: classification trees in which a category without training rows goes both ways, by similarity."""

from tiws_teach.jitter.classifier import JitterTreeClassifier
from tiws_teach.jitter.tree import branch_probability

__all__ = ["JitterTreeClassifier", "branch_probability"]
