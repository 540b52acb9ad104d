"""The coding desk: pages for two coders and an adjudicator, and reports for the head of coding."""

from tiws_teach.desk.agreement import kappa, kappa_by_code
from tiws_teach.desk.crosswalk import carried_over
from tiws_teach.desk.promises import promise_kept, survey_differences

__all__ = ["carried_over", "kappa", "kappa_by_code", "promise_kept", "survey_differences"]
