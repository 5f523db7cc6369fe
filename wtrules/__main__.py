"""`python -m wtrules` is the command line."""

import sys

from wtrules.cli import main

if __name__ == "__main__":
    sys.exit(main())
