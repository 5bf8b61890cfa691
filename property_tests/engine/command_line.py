"""The command in a process of its own, and what is told in one line."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def verify(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "verify", *arguments],
        cwd=folder or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def assert_one_line(error: str, *words: str) -> None:
    """Assert that an error is one line of ours that says these words."""
    assert re.fullmatch(r"verify: [^\n]+\n", error), error
    for word in words:
        assert word in error
