"""`python -m verify` is the command `verify`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from verify.cli import main

    sys.exit(main())
