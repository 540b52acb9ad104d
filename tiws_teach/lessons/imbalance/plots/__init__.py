"""Drawings: result -> Axes. Nothing is fitted and nothing is loaded here."""

from tiws_teach.plots import _palette as _palette  # so that its style has its name before a notebook asks for it
