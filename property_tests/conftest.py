"""How hard the property tests try: VERIFY_PROFILE is quick (the default), ci or nightly."""

import os
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from verify.processes import patches
from verify.statements.statement import Statement

sys.path.insert(0, str(Path(__file__).parent))  # exact_strategies, which all folders share
# The tests run a process a core; on small matrices further threads only wait for each other.
# NumPy's libraries read this when they are loaded, which is later.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Where Python is told to keep no compiled files beside sources, as in many containers, each
# command that is tested would compile 330 modules: more than half of what `verify list` takes.
# One folder is kept for them all, by the first process for those that it starts.
if "PYTHONPYCACHEPREFIX" not in os.environ and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    COMPILED = tempfile.TemporaryDirectory(prefix="compiled-")
    os.environ["PYTHONPYCACHEPREFIX"] = COMPILED.name

# Where the variable CI is set, hypothesis loads a profile of its own, and profiles registered
# without a parent inherit from that one: its derandomize would silence the nightly search. So the
# parent is named here, and whatever a profile's meaning hangs on is said outright.
DEFAULT = settings.get_profile("default")
# A deadline or a limit on generation measures the machine, not the property.
UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile(
    "quick", parent=DEFAULT, max_examples=30, derandomize=True, database=None, **UNTIMED
)
settings.register_profile(
    "ci",
    parent=DEFAULT,
    max_examples=60,
    derandomize=True,
    database=None,
    print_blob=True,
    **UNTIMED,
)
settings.register_profile(
    "nightly", parent=DEFAULT, max_examples=5000, derandomize=False, print_blob=True, **UNTIMED
)
PROFILE = os.environ.get("VERIFY_PROFILE", "quick")
settings.load_profile(PROFILE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test that patches the engine on purpose store what the patched engine says."""
    looks = patches.patched
    if "monkeypatch" in getattr(item, "fixturenames", ()):
        patches.patched = lambda: ""
    try:
        return (yield)
    finally:
        patches.patched = looks


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let -k ID, and -m "theorem(id='ID')", choose all tests of a statement.

    A test is of the statements that it is marked with, and of one that is a parameter of it.
    """
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    for parameter in parameters:
        if isinstance(parameter, Statement):
            item.add_marker(pytest.mark.theorem(id=parameter.id))
    item.extra_keyword_matches |= {m.kwargs["id"] for m in item.iter_markers("theorem")}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out by default what repeats for many cases, as whole notebooks, what others hold."""
    if PROFILE == "quick" and item.get_closest_marker("long") is not None:
        pytest.skip("takes long: VERIFY_PROFILE=ci runs it, as CI does")
