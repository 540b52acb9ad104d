"""The colours, markers and lines that all pictures share; colour is never the only sign."""

import matplotlib as mpl

COLORS = mpl.color_sequences["petroff6"]
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")
LINES = ("-", "--", "-.", ":", (0, (4, 1, 1, 1, 1, 1)), (0, (8, 2)))
