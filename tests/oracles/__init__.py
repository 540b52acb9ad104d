"""Slow versions of whole methods, from their sources alone; the equations that lessons show are in `literal`."""
