"""Jitter trees: classification trees that send a category without training rows both ways, weighted by similarity."""

from tiws_teach.jitter.classifier import JitterTreeClassifier
from tiws_teach.jitter.tree import branch_probability

__all__ = ["JitterTreeClassifier", "branch_probability"]
