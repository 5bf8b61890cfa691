"""The mark of a test whose body is a statement of a paper, written by hand."""

from collections.abc import Callable
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])


def theorem(*ids: str) -> Callable[[Test], Test]:
    """Mark a test of statements, which `pytest -k ID` and `-m "theorem(id='ID')"` then choose."""

    def marked(test: Test) -> Test:
        for name in ids:
            test = pytest.mark.theorem(id=name)(test)
        return test

    return marked
