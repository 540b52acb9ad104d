"""Pure functions from settings to results; data and method brought together."""
