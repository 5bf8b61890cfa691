"""Each statement that holds has a test whose body is the statement, or a reason why it has none."""

import importlib
import inspect
from pathlib import Path

from property_tests.theorems import marks
from verify.running.records import recorded
from verify.statements.discovery import discover

TESTS = Path(__file__).resolve().parents[1]
MEASURED = "it tells what was measured: test_every_statement runs the experiment again"
WITHOUT = dict.fromkeys(("A-6.1.1", "A-6.1.2", "A-6.1.3", "B-X7"), MEASURED)


def marked() -> set[str]:
    """Return the statements that have a test by hand."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        if marks.__name__ in path.read_text("utf-8"):
            name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
            for _, test in inspect.getmembers(importlib.import_module(name), inspect.isfunction):
                found |= {
                    m.kwargs["id"] for m in getattr(test, "pytestmark", []) if "id" in m.kwargs
                }
    return found


def test_what_holds_has_a_test_by_hand_or_a_reason():
    catalogue, tested = discover(), marked()
    of = recorded(catalogue)
    holding = {s.id for s in catalogue.statements if of[s.id]["verdict"].startswith("holds")}
    assert holding - tested == set(WITHOUT)
    assert tested <= {s.id for s in catalogue.statements}
