"""Lesson 02."""
