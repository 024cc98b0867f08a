"""``python -m chouma`` is the command ``chouma``."""

import sys

from chouma.cli import main

if __name__ == "__main__":
    sys.exit(main())
