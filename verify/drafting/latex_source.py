"""A paper's LaTeX as one stream of nodes: files that it reads in their places, commands of its own.

pylatexenc reads it; nothing is executed. What it cannot read is passed over, as TeX would stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec
from pylatexenc.latex2text import get_default_latex_context_db as words_of_macros
from pylatexenc.latexwalker import LatexWalker, get_default_latex_context_db
from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

from verify.language.mathematics import check_formulas
from verify.language.mistakes import Mistake
from verify.processes.plain_files import text_of

LARGEST = 4_000_000  # characters of one file: more is no paper's text
INPUTS = ("input", "include", "subfile")
PASSED_OVER = ("comment", "verbatim", "lstlisting", "filecontents", "filecontents*")
DEEPEST = 5  # commands of one's own within each other that are written out
MATHEMATICS = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]|\$\$(.*?)\$\$", re.DOTALL)
ALPHABETS = ("operatorname", "boldsymbol", "mathscr", "mathop")
DISPLAYS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math")


@dataclass(frozen=True)
class SourcePlace:
    """A node of a file: pylatexenc's, which knows where it begins and its own text."""

    node: Any
    file: Path
    line: int

    @property
    def macro(self) -> str:
        """Return the name of a command, "" for what is none."""
        return str(getattr(self.node, "macroname", ""))

    @property
    def environment(self) -> str:
        """Return the name of an environment, "" for what is none."""
        return str(getattr(self.node, "environmentname", ""))

    def argument(self, number: int) -> str:
        """Return an argument's LaTeX without its braces, "" where it is not given."""
        given = getattr(self.node, "nodeargd", None)
        found = given.argnlist if given is not None and given.argnlist else ()
        return inside(found[number]) if number < len(found) and found[number] is not None else ""


def inside(node: Any) -> str:
    """Return the LaTeX of a node, of a group what it holds."""
    parts = getattr(node, "nodelist", None)
    if parts is None or getattr(node, "environmentname", None):
        return str(node.latex_verbatim())
    return "".join(part.latex_verbatim() for part in parts)


def places(path: Path, environments: Iterable[str] = ()) -> Iterator[SourcePlace]:
    """Yield what a file holds, of environments but the named ones what is in them.

    Raises Mistake for a file that cannot be read, and for one that is read within itself.
    """
    context = get_default_latex_context_db()
    context.add_context_category(
        "declared by the paper",
        macros=[
            MacroSpec("newtheorem", "*{[{["), MacroSpec("declaretheorem", "[{"),
            MacroSpec("thanks", "{"), MacroSpec("subfile", "{"), MacroSpec("title", "[{"),
            MacroSpec("author", "[{"), MacroSpec("DeclareMathOperator", "*{{"),
        ],
        environments=[
            EnvironmentSpec("restatable", "[{{"), EnvironmentSpec("proof", "["),
            *(EnvironmentSpec(name, "[") for name in environments),
        ],
        prepend=True,
    )  # fmt: skip
    kept = {*environments, "restatable", "proof"}
    yield from _of_file(path, path.parent, context, kept, ())


def _of_file(
    path: Path, root: Path, context: Any, kept: set[str], within: tuple[Path, ...]
) -> Iterator[SourcePlace]:
    if path.resolve() in within:
        raise Mistake(f"{path}: it is read within itself; take out one \\input")
    text = _text(path)
    walker = LatexWalker(text, latex_context=context, tolerant_parsing=True)
    try:
        nodes, _, _ = walker.get_latex_nodes()
    except RecursionError:
        raise Mistake(f"{path}: its braces are nested too deeply; flatten them") from None
    for node in _flat(nodes, kept):
        if getattr(node, "macroname", "") in INPUTS:
            named = SourcePlace(node, path, 0).argument(0).strip()
            found = next(
                (f for f in (root / named, root / f"{named}.tex") if named and f.is_file()), None
            )
            if found is None:
                line = text.count("\n", 0, node.pos) + 1
                raise Mistake(f"{path}, line {line}: there is no file {named!r}; put it there")
            yield from _of_file(found, root, context, kept, (*within, path.resolve()))
        else:
            yield SourcePlace(node, path, text.count("\n", 0, node.pos) + 1)


def _text(path: Path) -> str:
    try:
        text = text_of(path)
    except UnicodeDecodeError:
        raise Mistake(f"{path}: it is not in UTF-8; convert it (iconv -t utf-8)") from None
    except OSError as error:
        raise Mistake(f"{path}: {(error.strerror or 'it cannot be read').lower()}; give a paper's "
                      ".tex file") from None  # fmt: skip
    if len(text) > LARGEST:
        raise Mistake(f"{path}: it has {len(text)} characters, and {LARGEST} are read at most; "
                      "take out what is no text")  # fmt: skip
    return text


def _flat(nodes: Iterable[Any], kept: set[str]) -> Iterator[Any]:
    for node in nodes:
        name = getattr(node, "environmentname", None)
        if name in PASSED_OVER:
            continue
        inner = getattr(node, "nodelist", None)
        if inner is not None and name not in kept:
            yield from _flat(inner, kept)
        elif node is not None:
            yield node


# ------------------------------------------------------------------ in words


def own_commands(found: Iterable[SourcePlace]) -> dict[str, str]:
    """Return what a paper's own commands without arguments stand for, {name: LaTeX}."""
    out = {}
    for place in found:
        if place.macro in ("newcommand", "renewcommand", "providecommand"):
            name, takes = place.argument(1).strip().lstrip("\\"), place.argument(2)
            if name.isalpha() and not takes:
                out[name] = place.argument(4)
        elif place.macro == "DeclareMathOperator":
            name = place.argument(1).strip().lstrip("\\")
            if name.isalpha():
                out[name] = rf"\operatorname{{{place.argument(2)}}}"
    return out


def in_words(latex: str, own: Mapping[str, str]) -> str:
    """Return LaTeX as a sentence, its formulas between dollars if they may stand there.

    Where they may not, they are told in plain characters.
    """
    for _ in range(DEEPEST):
        latex = re.sub(
            r"\\([A-Za-z]+)", lambda m: f"{{{own[m[1]]}}}" if m[1] in own else m[0], latex
        )
    displays = "|".join(DISPLAYS)
    latex = re.sub(rf"\\(begin|end)\{{(?:{displays})\*?\}}", "$$", latex)
    latex = re.sub(r"\\(label|tag)\s*\{[^{}]*\}", "", latex)
    latex = MATHEMATICS.sub(lambda m: f"${next(filter(None, m.groups()), '').strip()}$", latex)
    kept = _plain(latex, "verbatim")
    if kept.count("$") % 2 == 0:
        try:
            check_formulas(kept, "a sentence")
            return kept
        except Mistake:
            pass
    return in_characters(latex)


def in_characters(latex: str) -> str:
    """Return LaTeX in plain characters, its formulas too."""
    return _plain(latex, "text").replace("$", "")


def _plain(latex: str, formulas: str) -> str:
    """Return LaTeX in characters; a command that is not known stays as it is."""
    known = words_of_macros()
    known.add_context_category(  # their arguments follow as what stands in braces
        "alphabets", macros=[MacroTextSpec(name, "") for name in ALPHABETS], prepend=True
    )
    known.set_unknown_macro_spec(
        MacroTextSpec("", simplify_repl=lambda node: node.latex_verbatim())
    )
    try:
        text = LatexNodes2Text(known, math_mode=formulas).latex_to_text(
            latex, tolerant_parsing=True
        )
    except RecursionError:
        return ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
