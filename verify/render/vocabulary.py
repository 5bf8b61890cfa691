"""The words of a statement module for a reader: what each takes, what it means, and a use of it.

Signatures and meanings are those of the words themselves; the use is the shortest in the papers
that are read, in ours, or in `vocabulary_examples`, so that it runs whenever these are run.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from verify import vocabulary
from verify.render.screen import Screen, code_lines, wrapped

GROUPS = {  # the first that a word's module begins with
    "verify.statements.assumptions": "Assumptions",
    "verify.statements.claim": "Claims",
    "verify.statements.propositions": "Claims",
    "verify.steps": "Steps",
    "verify.language.words": "Formulas",
    "verify.language.motion": "Motion and layers",
    "verify.attention": "Motion and layers",
    "verify.language": "Quantities and indices",
    "verify.statements.scenes": "Pictures",
    "": "Statements and papers",
}
LONGEST = 480  # characters of a use
LINE = 100


@dataclass(frozen=True)
class Use:
    """A line, or a call, with a word in it, and the statement or the file that it is from."""

    source: str
    where: str


@dataclass(frozen=True)
class Word:
    """A word, the group that it is told in, what it takes and what it means."""

    name: str
    group: str
    signature: str
    meaning: str
    use: Use | None = None


def words(folders: Sequence[Path], names: Sequence[str] | None = None) -> list[Word]:
    """Return the words that are asked for, or all, in groups; uses are looked for in folders."""
    homes = _homes()
    wanted = homes if names is None else {name: homes[name] for name in names}
    uses = _uses([*folders, Path(vocabulary.__file__).with_name("vocabulary_examples.py")], wanted)
    made = [_word(name, home, uses.get(name)) for name, home in wanted.items()]
    order = list(dict.fromkeys(GROUPS.values()))
    return sorted(made, key=lambda word: (order.index(word.group), word.name.lower()))


def _homes() -> dict[str, str]:
    """Return the module that each word comes from."""
    tree = ast.parse(Path(vocabulary.__file__).read_text(encoding="utf-8"))
    found = {
        alias.asname or alias.name: str(node.module)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return {name: found[name] for name in vocabulary.__all__}


def _word(name: str, home: str, use: Use | None) -> Word:
    thing = getattr(vocabulary, name)
    group = next(group for prefix, group in GROUPS.items() if home.startswith(prefix))
    called = inspect.isfunction(thing) or inspect.isclass(thing)
    meaning = inspect.getdoc(thing) if called else _meaning(name, home)
    return Word(name, group, _signature(name, thing) if called else name, meaning or "", use)


def _signature(name: str, thing: Any) -> str:
    """Return what a word takes; twins of a step are given by `.but_not`, and are left out."""
    signature = inspect.signature(thing)
    kept = [p for p in signature.parameters.values() if p.name != "twins"]
    returned = inspect.Signature.empty if inspect.isclass(thing) else signature.return_annotation
    told = str(signature.replace(parameters=kept, return_annotation=returned))
    return name + re.sub(r"((?:: |-> ))(['\"])(.*?)\2(?=[,) ]|$)", r"\1\3", told)


def _meaning(name: str, home: str) -> str:
    """Return the text under the definition of a word that is neither called nor a class."""
    file = inspect.getsourcefile(sys.modules[home])
    body = ast.parse(Path(str(file)).read_text(encoding="utf-8")).body
    for pair in pairwise(body):
        match pair:
            case ast.Assign([ast.Name(id)]), ast.Expr(ast.Constant(str(text))) if id == name:
                return inspect.cleandoc(text)
    return ""


# ------------------------------------------------------------------ uses


def _uses(folders: Sequence[Path], wanted: Iterable[str]) -> dict[str, Use]:
    """Return the shortest use of each word, from the first folder that has one."""
    found: dict[str, Use] = {}
    for folder in folders:
        left, here = frozenset(wanted).difference(found), dict[str, Use]()
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            place = path.name if path == folder else path.relative_to(folder).as_posix()
            text = path.read_text(encoding="utf-8", errors="replace") if left else ""
            for name, use in _uses_of(text, left, place):
                if name not in here or _cost(use, name) < _cost(here[name], name):
                    here[name] = use
        found |= here
    return found


def _cost(use: Use, name: str) -> tuple[bool, int]:
    """Return how much there is to read; a line tells more than a call in it, if it is short."""
    alone = use.source.startswith(name)
    return alone and len(use.source) > LINE, len(use.source) + (LINE if alone else 0)


def _uses_of(text: str, wanted: frozenset[str], file: str) -> Iterator[tuple[str, Use]]:
    """Yield the words that lines use, and calls in them."""
    if wanted.isdisjoint(re.findall(r"\w+", text)):
        return
    try:
        tree = ast.parse(text)
    except SyntaxError:  # whoever reads the folder is told
        return
    wanted &= _words_known(tree)
    lines = text.encode().splitlines(keepends=True)
    for top in tree.body if wanted else ():
        where = _identifier(top) or file
        for node in ast.walk(top):
            names = _names_in(node) & wanted
            source = _source(lines, node) if names else ""
            if source and len(source) <= LONGEST:
                yield from ((name, Use(source, where)) for name in names)


def _words_known(tree: ast.Module) -> frozenset[str]:
    """Return the names that are words in a file: imported as such, and no names of its own."""
    known, own = set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] == "verify":
                starred = module == "verify.vocabulary" and node.names[0].name == "*"
                known |= set(vocabulary.__all__) if starred else {n.name for n in node.names}
            case ast.Name(name, ast.Store()) | ast.arg(name):
                own.add(name)
    return frozenset(known - own)


def _source(lines: Sequence[bytes], node: ast.AST) -> str:
    """Return the text of a line or a call, or of the head of a function."""
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *(made.lineno for made in node.decorator_list)])
        part = lines[first - 1 : node.body[0].lineno - 1]
    else:
        assert isinstance(node, ast.stmt | ast.expr) and node.end_lineno is not None
        part = [*lines[node.lineno - 1 : node.end_lineno]]
        part[-1] = part[-1][: node.end_col_offset]
        part[0] = b" " * node.col_offset + part[0][node.col_offset :]
    return textwrap.dedent(b"".join(part).decode()).strip()


def _names_in(node: ast.AST) -> set[str]:
    """Return the names in a line, that of what a call calls, or those in the head of a function."""
    match node:
        case ast.Call(ast.Name(name)):
            return {name}
        case ast.Expr() | ast.Assign() | ast.Return():
            within: list[ast.AST | None] = [node]
        case ast.FunctionDef():
            plain = (d for d in node.decorator_list if isinstance(d, ast.Name))
            within = [node.args, node.returns, *plain]
        case _:
            return set()
    return {n.id for part in within if part for n in ast.walk(part) if isinstance(n, ast.Name)}


def _identifier(node: ast.stmt) -> str:
    """Return the id of the statement that a function makes, "" for anything else."""
    for made in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
        match made:
            case ast.Call(ast.Name("statement"), [ast.Constant(str(identifier)), *_]):
                return identifier
    return ""


# ------------------------------------------------------------------ told


def word_lines(word: Word, screen: Screen) -> list[str]:
    """Return all that is known of a word."""
    lines = wrapped(word.signature, screen.row_width, more="    ")
    for paragraph in word.meaning.split("\n\n"):
        lines += ["", *wrapped(" ".join(paragraph.split()), screen.width)]
    if word.use is not None:
        lines += ["", f"For example, in {word.use.where}:", ""]
        lines += code_lines(word.use.source, screen, "    ")
    return lines


def first_sentence(word: Word) -> str:
    """Return the first line of what a word means."""
    return word.meaning.partition("\n")[0]


def vocabulary_markdown(every: Sequence[Word]) -> str:
    """Return the page of all words: a section a group, each word with its signature and a use."""
    parts = ["# The vocabulary of statements", "Written by `verify words --markdown FILE`."]
    for group, own in grouped(every).items():
        parts.append(f"## {group}")
        for word in own:
            parts += [f"### `{word.name}`", f"```python\n{word.signature}\n```", word.meaning]
            if word.use is not None:
                parts.append(f"In {word.use.where}:\n\n```python\n{word.use.source}\n```")
    return "\n\n".join(filter(None, parts)) + "\n"


def grouped(every: Sequence[Word]) -> Mapping[str, list[Word]]:
    """Return words, which are in the order of their groups, by these."""
    return {group: list(own) for group, own in groupby(every, lambda word: word.group)}
