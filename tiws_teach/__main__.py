"""Entry point of ``python -m tiws_teach``."""

import sys

from tiws_teach._cli import main

if __name__ == "__main__":
    sys.exit(main())
