"""What the tests of checkpoints share: a slow machine tells nothing that a quick one does not."""

import threading

import pytest

from verify.render import screen


@pytest.fixture(autouse=True)
def no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a run that takes longer than usual from adding a line to what a test compares."""
    monkeypatch.setattr(screen, "EVERY", threading.TIMEOUT_MAX)
