"""Skeletons of statements: one module a theorem, open until its author says it in formulas."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Collection
from datetime import date
from pathlib import Path

from verify.drafting.theorems import Draft, TheoremEnvironment
from verify.language.mistakes import Mistake

PAPER = "paper.py"
TAKEN = frozenset({"paper", "figures", "__init__"})
WIDE = 96  # characters of a line of a sentence
KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*")


def skeletons(draft: Draft, key: str) -> dict[str, str]:
    """Return the files of a paper's folder, {name: text}; ids begin with its key."""
    files = {"__init__.py": '"""The statements of the paper."""\n', PAPER: _paper(draft, key)}
    names = set(TAKEN)
    for number, identifier in enumerate(identifiers(draft, key)):
        theorem = draft.theorems[number]
        name = _free(_slug(theorem.label or theorem.called), names)
        names.add(name)
        files[f"{name}.py"] = _module(theorem, name, identifier, number + 1)
    return files


def identifiers(draft: Draft, key: str) -> list[str]:
    """Return the ids of a paper's theorems."""
    ids: list[str] = []
    for theorem in draft.theorems:
        ids.append(_free(f"{key}-{_short(theorem)}", ids))
    return ids


def key_of(folder: Path, source: Path) -> str:
    """Return the key that ids begin with: that of the paper there, or of the file's name.

    Raises Mistake if there is a paper whose key cannot be read.
    """
    written = folder / PAPER
    if not written.is_file():
        letters = re.sub(r"[^A-Za-z0-9]", "", source.stem).upper()
        return letters if KEY.fullmatch(letters) else "PAPER"
    try:
        tree = ast.parse(written.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        tree = ast.Module([], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Paper":
            said = [k.value for k in node.keywords if k.arg == "key"] + node.args[:1]
            if said and isinstance(said[0], ast.Constant) and isinstance(said[0].value, str):
                return said[0].value
    raise Mistake(f'{written}: it has no Paper(key="..."); give --key')


def _short(theorem: TheoremEnvironment) -> str:
    """Return the end of an id: T2.1 of Theorem 2.1."""
    letter = _ascii(theorem.kind)[:1].upper() or "S"
    return f"{letter}{_ascii(theorem.number)}" if theorem.number else f"line{theorem.line}"


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9.]", "", plain)


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60].strip("_")
    is_free = name.isidentifier() and not keyword.iskeyword(name)
    return name if is_free else f"theorem_{name}".rstrip("_")


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name, or one that begins with it and is not taken."""
    number, found = 2, name
    while found in taken:
        number, found = number + 1, f"{name}_{number}"
    return found


def _paper(draft: Draft, key: str) -> str:
    sections = "".join(f"\n        {_quoted(title)}," for title in draft.sections)
    return f'''"""The paper: every statement has a label in it."""

from verify.vocabulary import Paper

PAPER = Paper(
    key={_quoted(key)},
    title={_quoted(draft.title or "A paper")},
    authors={_quoted(draft.authors or "its authors")},
    year={date.today().year},
    reference="unpublished",
    sections=({sections}
    ),
)
'''


def _module(theorem: TheoremEnvironment, name: str, identifier: str, number: int) -> str:
    argued = "" if theorem.argued else "\n    argued=False,"
    says = theorem.sentence or f"{theorem.called} is not formalised yet."
    return f'''"""A skeleton: write the claim in formulas, prove it in steps, remove Undecided."""

from verify.vocabulary import *

from .paper import PAPER

# {_one_line(theorem.file.name)}, line {theorem.line}:
{_comment(theorem.latex)}


@statement(
    {_quoted(identifier)},
    PAPER.label({_quoted(theorem.called)}),
    title={_quoted(theorem.named)},
    position=({theorem.section}, {number}),{argued}
)
def {name}(given: Given) -> Proof:
    yield claim(
{_wrapped(says)},
    )
    yield "Not formalised yet.", Undecided(
        "The claim of the theorem, in formulas.",
        needs="its claim in formulas; see verify words claim",
    )
'''


def _quoted(text: str) -> str:
    """Return text as Python's literal, in ASCII where it would not be printed."""
    plain = "".join(c for c in text if not "\ud800" <= c <= "\udfff")
    if "\\" in plain and '"' not in plain and not plain.endswith("\\") and plain.isprintable():
        return f'r"{plain}"'
    written = repr(plain)
    return f'"{written[1:-1]}"' if written[0] == "'" and '"' not in written else written


def _wrapped(text: str) -> str:
    """Return text as literals of Python below each other, which it reads as one."""
    lines, line = [], ""
    for word in re.findall(r"\S+\s*", text):
        if line and len(line) + len(word) > WIDE - 14:
            lines.append(line)
            line = ""
        line += word
    return "\n".join(f"        {_quoted(part)}" for part in [*lines, line])


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _comment(text: str) -> str:
    """Return text as comments: no line of it ends its comment early."""
    lines = re.split(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+", text.strip())
    shown = ("".join(c if c.isprintable() or c == "\t" else " " for c in line) for line in lines)
    return "\n".join(f"# {line}".rstrip() for line in shown)
