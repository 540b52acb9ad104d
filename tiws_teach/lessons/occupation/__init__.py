"""Lesson 13."""
