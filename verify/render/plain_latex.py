"""LaTeX of modest size as one line of Unicode: formulas of sentences, phrases, names, labels.

Spaces are kept as the author has them, so that `\\tau w` is told as the printer tells a product.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from verify.language.names import MARKS
from verify.render import latex_tree as tree
from verify.render.latex_tree import Node, parsed_latex, styled
from verify.render.symbols import CHARACTER_OF_COMMAND, SUBSCRIPTS, SUPERSCRIPTS

WORDS = frozenset((*tree.FUNCTIONS, *tree.UNDER, r"\operatorname"))  # which a space keeps apart
RELATIONS = frozenset("≤≥≠≈∈∉⊂∪∩∓→↦⇒⇔≡∼≪≫×∘∖")
TIGHT = "⟨∇∂√"  # a space behind these only ends the command


def plain_text(latex: str) -> str:
    """Return words with formulas between dollar signs as one line of Unicode."""
    parts = enumerate(latex.split("$"))
    return _tidy("".join(_written(parsed_latex(part), k % 2 == 1) for k, part in parts))


def plain_formula(latex: str) -> str:
    """Return a formula, without its dollar signs, as one line of Unicode."""
    return _tidy(_written(parsed_latex(latex), True))


def _tidy(text: str) -> str:
    return re.sub(r" {2,}", " ", unicodedata.normalize("NFC", text)).strip()


def _written(row: Sequence[Node], formula: bool) -> str:
    """Return a row; outside a `formula` signs are as the author has them."""
    out, before = "", ""
    for node, after in pairwise((*row, Node(""))):
        if not (node.command.isspace() and before.startswith("\\") and _command(before) in TIGHT):
            out = _joined(out, node, after.first, formula)
        before = node.command
    return out


def _joined(out: str, node: Node, after: str, formula: bool) -> str:
    """Return the text before something with what it stands for."""
    if node.command in tree.SCRIPTS:
        (base,), *scripts = node.parts
        out = _joined(out, base, "", formula)
        for sign, script in zip(node.command, scripts, strict=True):
            inside = _written(script, formula).strip()
            tight = inside.replace(" ", "") if inside.replace(" ", "").isalpha() else inside
            out += superscript(inside) if sign == "^" else subscript([tight], [])
        return out
    shown = _one(node, formula)
    if node.command in WORDS:
        closed = out.endswith("|") and out.count("|") % 2 == 0
        before = " " if closed or re.search(r"[\w)\]²³]$", out) else ""
        return out + before + shown + (" " if re.match(r"\\[A-Za-z]|\w", after) else "")
    return f"{out.rstrip()} {shown} " if shown in RELATIONS and out else out + shown


def _one(node: Node, formula: bool) -> str:
    command, parts = node.command, [_written(part, formula).strip() for part in node.parts]
    if command == "{":
        return _written(node.parts[0], formula)
    if command in tree.TEXTS:
        return _written(parsed_latex(node.words), formula).strip()
    if command in tree.ALPHABETS:
        return styled(command, parts[0]) if command == r"\mathbb" else parts[0]
    if command[1:] in MARKS:
        return parts[0][:1] + MARKS[command[1:]] + parts[0][1:]
    if command in tree.FRACTIONS:
        return "/".join(map(_factor, parts))
    if command == r"\sqrt":
        return f"√{parts[0]}" if len(parts[0]) == 1 else f"√({parts[0]})"
    if command == r"\binom":
        return f"C({parts[0]}, {parts[1]})"
    if command == r"\begin":
        rows = (", ".join(_one(cell, formula).strip() for cell in row) for row in node.parts)
        told = "; ".join(rows)
        return {"pmatrix": f"({told})", "bmatrix": f"[{told}]"}.get(node.words, told)
    if command == r"\left":
        (opener,), inside, (closer,) = node.parts
        ends = ("" if end.command == "." else _one(end, formula) for end in (opener, closer))
        behind = " " * closer.command.startswith("\\")  # which ended the command
        return _written(inside, formula).strip().join(ends) + behind
    return _command(command) if command.startswith("\\") else _character(command, formula)


def _character(token: str, formula: bool) -> str:
    if token.isspace() or token == "~":
        return " "
    return {"-": "−", "'": "′"}.get(token, token) if formula else token


def _command(command: str) -> str:
    return "" if command in tree.SILENT else CHARACTER_OF_COMMAND.get(command, command[1:])


def _factor(text: str) -> str:
    return text if len(text) == 1 or text.isalnum() else f"({text})"


def subscript(own: Sequence[str], indices: Sequence[str]) -> str:
    """Return subscripts in small characters where Unicode has them all, else as _i or _{i, j}."""
    lists = [part for part in (list(own), list(indices)) if part]
    if not lists:
        return ""
    shown = ",".join(_beside(part) for part in lists)
    if all(character in SUBSCRIPTS for character in shown):
        return "".join(SUBSCRIPTS[character] for character in shown)
    return f"_{shown}" if len(shown) == 1 else f"_{{{shown}}}"


def _beside(letters: Sequence[str]) -> str:
    """Return indices of one letter each next to each other, others with commas."""
    tight = all(len(letter) == 1 for letter in letters)
    tight = tight and sum(letter.isdigit() for letter in letters) < 2
    return "".join(letters) if tight else ", ".join(letters)


def superscript(exponent: str) -> str:
    """Return an exponent in small characters where Unicode has them all, else as ^(...)."""
    exponent = exponent.replace("−", "-").replace("⊤", "T")
    if exponent in ("′", "*"):
        return exponent
    if all(character in SUPERSCRIPTS for character in exponent) and exponent[:1] not in "()":
        return "".join(SUPERSCRIPTS[character] for character in exponent)
    return f"^{exponent}" if len(exponent) == 1 or exponent.isalnum() else f"^({exponent})"
