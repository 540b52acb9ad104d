"""Pure functions from the state of an explorer to its result; data and method brought together."""
