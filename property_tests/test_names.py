"""In a proof a thing has the same name in Python and where it is declared, and so in print."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FEWEST = 1500  # so many names are compared, at least


def texts(call: ast.Call) -> list[str]:
    """The names that a call of given, let or any declares: its texts, and those of roots."""
    given = isinstance(call.func, ast.Name) and call.func.id == "given"
    inner = call.args[0] if given and call.args else call
    if not isinstance(inner, ast.Call):
        return []
    named = [k.value for k in inner.keywords if k.arg in ("root", "inverse")]
    values = [*inner.args, *named]
    return [v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)]


def is_declaration(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Attribute):
        return called.attr == "any"
    return isinstance(called, ast.Name) and called.id in ("given", "let")


def pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets and values, one by one where both are written so."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        if len(target.elts) == len(value.elts):
            yield from zip(target.elts, value.elts, strict=True)
    else:
        yield target, value


def names(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, name in Python and declared name, wherever the two can be told to belong together."""
    for node in ast.walk(tree):
        for target, value in pairs(node) if isinstance(node, ast.Assign) else ():
            if not is_declaration(value):
                continue
            assert isinstance(value, ast.Call)
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            called = [t.id if isinstance(t, ast.Name) else "_" for t in targets]
            declared = texts(value)
            if len(called) == len(declared):
                yield from zip([node.lineno] * len(called), called, declared, strict=True)


@pytest.mark.long
def test_names_in_python_are_the_declared_ones():
    found = []
    for path in sorted((ROOT / "proofs").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        found += [(path.name, *entry) for entry in names(tree)]
    wrong = [
        entry
        for entry in found
        if entry[2] not in ("_", entry[3]) and f"{entry[2]}_" != entry[3]  # n is taken, n_ not
    ]
    assert wrong == []
    assert len(found) >= FEWEST
