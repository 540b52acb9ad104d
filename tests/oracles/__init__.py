"""Slow versions of whole methods, from their sources alone; `tiws_teach.literal` has the equations that lessons show."""
