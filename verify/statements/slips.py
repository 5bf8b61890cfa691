"""A slip that only the source of a statement shows: `i is j` of indices."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from typing import Any

from verify.language.decisions import identity_tests
from verify.language.mistakes import Mistake, place


def refuse_slips(identifier: str, body: Any) -> None:
    """Raise a Mistake for `i is j` in a statement's file.

    No class can refuse it: of two indices Python would decide it.
    """
    linecache.checkcache(body.__code__.co_filename)  # it may have been edited since
    for line, text in _tests("".join(linecache.getlines(body.__code__.co_filename))):
        raise Mistake(
            f"{place(body.__code__, line)}: {identifier}: Python would evaluate {text} at "
            "once; write same(i, j), which is 1 if two indices are equal and 0 otherwise, "
            "exclude one with tokens.but(i), and compare other things with =="
        )


@lru_cache(maxsize=4)
def _tests(source: str) -> tuple[tuple[int, str], ...]:
    """Return the tests of a source; one that cannot be read, as if typed at a prompt, has none."""
    try:
        return tuple(identity_tests(ast.parse(source)))
    except SyntaxError:
        return ()
