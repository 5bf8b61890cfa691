"""The profiles mean the same on a laptop and where the variable CI is set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parent.parent / "conftest.py"
REPORT = """
import json, runpy, sys
runpy.run_path(sys.argv[1])
from hypothesis import settings
now = settings()
print(json.dumps([now.max_examples, now.derandomize, now.deadline, now.database is not None]))
"""


@pytest.mark.parametrize("ci", [True, False])
@pytest.mark.parametrize(
    ("profile", "meaning"),
    [
        ("quick", [30, True, None, False]),
        ("ci", [60, True, None, False]),
        ("nightly", [5000, False, None, True]),
    ],
)
@pytest.mark.long
def test_a_profile_does_not_depend_on_where_it_runs(profile, meaning, ci, tmp_path):
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    environment |= {"VERIFY_PROFILE": profile, **({"CI": "true"} if ci else {})}
    printed = subprocess.run(
        [sys.executable, "-c", REPORT, str(CONFTEST)],
        env=environment,
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert json.loads(printed) == meaning
