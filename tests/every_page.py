"""Whether every page, slide and explorer is looked at in the browser, as `make release-check` does, or a sample."""

import os

EVERY_PAGE = os.environ.get("EVERY_PAGE", "0") not in ("", "0")
