"""Lesson 04."""
