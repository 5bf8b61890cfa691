"""Fixtures of several modules of tests of the engine."""

from __future__ import annotations

import pytest

from property_tests.engine.claim_examples import stated_in


@pytest.fixture
def stated(tmp_path):
    """Return what makes a statement of a body and, beside it, of the proof of its claim."""
    return stated_in(tmp_path)
