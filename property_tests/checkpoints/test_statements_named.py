"""What is told of a checkpoint names statements: all of them are in the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import verify.checkpoints
from verify.statements.discovery import discover

NAMED = r"\b[AB]-[A-Z]*\d+(?:\.\d+)*(?:''|'|\+\+|\+|\*\*|\*)?(?=[\s\",;:.)])"


def test_every_statement_that_is_named_is_one():
    known = {statement.id for statement in discover().statements}
    sources = Path(verify.checkpoints.__file__).parent.glob("*.py")
    text = "\n".join(source.read_text("utf-8") for source in sources)
    named = set(re.findall(NAMED, text))
    assert len(named) > 10
    assert named - known == set()
