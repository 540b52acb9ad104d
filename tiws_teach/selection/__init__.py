"""Select columns by what they add to a model: forward and backward, with the whole path on record."""

from tiws_teach.selection.result import SelectionPath
from tiws_teach.selection.stepwise import backward_selection, forward_selection, number_of_fits

__all__ = ["SelectionPath", "backward_selection", "forward_selection", "number_of_fits"]
