"""Whether every page, slide, explorer and state is looked at, and more tables, as by `make release-check`."""

import os

EVERY_PAGE = os.environ.get("EVERY_PAGE", "0") not in ("", "0")
