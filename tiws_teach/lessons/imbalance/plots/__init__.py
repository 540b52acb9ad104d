"""Drawings: result -> Axes. Nothing is fitted and nothing is loaded here."""
