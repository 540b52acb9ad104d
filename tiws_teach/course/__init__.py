"""What a lesson needs: figures with words, predictions before results, exercises that answer at once."""

from tiws_teach.course._exercises import check, hint
from tiws_teach.course._figures import show
from tiws_teach.course._predictions import predict, reveal
from tiws_teach.course._series import series

__all__ = ["check", "hint", "predict", "reveal", "series", "show"]
