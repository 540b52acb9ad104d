"""Select columns by what they add to a model: forward and backward, with the whole path on record."""

from tiws_teach.selection.result import SelectionPath
from tiws_teach.selection.stepwise import backward_selection, forward_selection, number_of_fits
from tiws_teach.selection.stopping import one_standard_error

__all__ = ["SelectionPath", "backward_selection", "forward_selection", "number_of_fits", "one_standard_error"]
