"""Decisions that Python would take while a formula is written, and a reader would not see.

A comprehension is looked at once, with one index that stands for all: a filter in it, or a
condition in what it sums, would be decided for that one and be gone from the formula.
"""

from __future__ import annotations

import ast
import dis
from functools import lru_cache
from types import CodeType

from verify.language.mistakes import Mistake

FIX = (
    "write same(i, j), which is 1 if two indices are equal and 0 otherwise, exclude one with "
    "tokens.but(i), or move the condition out of the sum"
)
COMPARING = ("COMPARE_OP", "IS_OP", "CONTAINS_OP")
BRANCHING = ("POP_JUMP", "JUMP_IF")  # what these names begin with, in every Python from 3.11 on


@lru_cache(maxsize=1 << 14)
def refuse_decisions(word: str, code: CodeType, *, comparing: bool = True) -> None:
    """Raise a Mistake if a comprehension filters, branches or, where that is meant, compares.

    Code never changes: what passed once is not read again each time that its sum is written.
    """
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        if (comparing and name in COMPARING) or name.startswith(BRANCHING):
            raise Mistake(
                f"{word}(...): Python would evaluate an `if` or a comparison in it at once; {FIX}"
            )


def identity_tests(tree: ast.AST) -> list[tuple[int, str]]:
    """Return (line, text) of every `a is b` or `a is not b` of two names in a source.

    Of two indices it asks how they are written, which no formula can say; unlike `==`, a class
    cannot refuse it.
    """
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for sign, left, right in zip(node.ops, sides, sides[1:], strict=False):
                names = isinstance(left, ast.Name) and isinstance(right, ast.Name)
                if names and isinstance(sign, ast.Is | ast.IsNot):
                    found.append((node.lineno, ast.unparse(node)))
    return found
