"""`python -m verify.checker FILE.json` prints the verdict on each claim of a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from verify.checker import check

if __name__ == "__main__":
    read = json.loads(Path(sys.argv[1]).read_text())
    verdicts = [check(document) for document in (read if isinstance(read, list) else [read])]
    for verdict in verdicts:
        print(f"{'accepted' if verdict.accepted else 'refused'}: {verdict.reason}")
    sys.exit(0 if verdicts and all(verdict.accepted for verdict in verdicts) else 1)
