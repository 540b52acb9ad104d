"""Whether every page, slide, explorer and state is looked at, as `make release-check` does, or a sample."""

import os

EVERY_PAGE = os.environ.get("EVERY_PAGE", "0") not in ("", "0")
