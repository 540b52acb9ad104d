"""What large tables need: counts by engines and in batches, sparse documents; methods find it by an entry point."""

from tiws_teach.scale.counts import CategoryCounts, count_categories

__all__ = ["CategoryCounts", "count_categories"]
