"""Text that users read is in plain words: no pattern below occurs in messages or documents.

A new kind of text is one more generator in `SOURCES`. To keep a phrase, reword it, or add it to
`ALLOWED` with the reason.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "verify"

PATTERNS = {  # pattern: (what is wrong with it, the better form)
    r"\b(is|are) none\b": ("nothing is named", "unknown NAME"),
    r"\bis no (?!longer|more|matter|surprise|second|smaller|larger)\w+": (
        "'is no X' is literal German", "is not a X"),
    r"\bhas none\b(?! of)": ("nothing is named", "has no X"),
    r"\btold\b": ("tell is not what a program does", "shown, printed, stated"),
    r"\btells?\b": ("tell is not what a program does", "shows, prints, states"),
    r"\bcomes? out as\b": ("not an operation", "equals"),
    r"\bwhat (is|are|was) (kept|said|asked|told|assumed|claimed|left|there|known)\b": (
        "a clause in place of a noun", "the cache, the statement, the assumptions"),
    r"\b(is|was|are|were) kept\b": ("what is kept is not said", "cached, recorded, preserved"),
    r"\bbecame of\b": ("a riddle", "the verdict, the outcome"),
    r"\b(stands?|stood) (beside|behind|below|above|in (its|the) place)\b": (
        "texts do not stand", "is next to, is below, replaces"),
    r"\bbeside\b": ("in English only for places", "next to, compared with, in addition to"),
    r"\bon record\b": ("a clerk's word", "recorded"),
    r"\b(is|are|was) another(?: one)?(?=[;,.]|$)": ("unclear", "has changed, differs"),
    r"\btwins?\b": ("private word", "variant"),
    r"\b[Ss]entences? (that|which) (hold|are false|is false)": ("papers make statements",
                                                               "statements that hold"),
    r"\bat rest\b": ("mechanics", "at an equilibrium"),
    r"\bborne out\b|\bbears? out\b": ("old-fashioned", "supported"),
    r", too\b(?! (many|few|much|large|small|long|deep|slow|close))": (
        "trailing 'too'", "also, as well"),
    r", and no more\b": ("trailing remark", "only, exactly"),
    r"\bas that does\b": ("points outside the sentence", "name the thing"),
    r"\banew\b": ("archaic", "again"),
    r"\bin the place of\b": ("literal German", "instead of"),
    r"\bdoes? without\b": ("literal German", "does not use"),
    r"\ba (one|core|line|prompt|layer|token|step|weight) (a|an) \w+\b|\bone a core\b": (
        "'a' for 'per'", "per"),
    r"\b(it|that|which) needs? not\b|\bneed not be\b": ("stiff", "may not be, is not assumed"),
    r"\bmend\b": ("for clothes", "correct, fix"),
    r"\bin a circle\b": ("for geometry", "in a cycle"),
    r"\bno plain file\b|\bplain file\b": ("not the term", "regular file"),
    r"\b[Ww]hoever\b|\b[Ww]hosoever\b": ("no actor is named", "name who"),
    r"\bthereof\b|\bthereby\b|\bwherein\b": ("legalese", "of it, so, in which"),
    r"\bgoes? wrong\b": ("vague", "fails, errs"),
    r"\bput (in|to) (Coq|the (kernel|checker|method))\b": ("not an operation", "check with"),
    r"\bin words of (your|our) own\b": ("literal German", "paraphrase"),
    r"\bfrom outside\b": ("outside what?", "from the literature"),
    r"\bif (that|this) is (so|why)\b": ("points outside the sentence", "state the condition"),
}  # fmt: skip

ALLOWED = {  # text that contains the hit: reason
    "leave out twins=": "the name of an argument of Undecided",
    "drawn anew": "names of experiments in statements, which are matched by name",
}

# The audited checker's reasons, statements, and modules whose texts are Coq's and TeX's code.
NOT_PROSE = ("checker/", "methods/kernel/", "vocabulary_examples.py")


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every text in a module but docstrings; an interpolated value is written as {}."""
    nodes = list(ast.walk(tree))
    parts = {id(v) for n in nodes if isinstance(n, ast.JoinedStr) for v in n.values}
    plain = {id(n.value) for n in nodes if isinstance(n, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            texts = [v.value if isinstance(v, ast.Constant) else "{}" for v in node.values]
            yield node.lineno, "".join(map(str, texts))
        elif isinstance(node, ast.Constant) and id(node) not in parts | plain:
            yield from [(node.lineno, node.value)] if isinstance(node.value, str) else ()


def messages() -> Iterator[tuple[str, str]]:
    """Yield the texts of the engine's modules: those of three words or more are for people."""
    for path in sorted(ENGINE.rglob("*.py")):
        name = path.relative_to(ENGINE).as_posix()
        if name.startswith(NOT_PROSE):
            continue
        for line, text in strings(ast.parse(path.read_text(encoding="utf-8"))):
            shown = re.sub(r"<[^<>]*>", " ", text)
            if " " in shown.strip() and len(re.findall(r"[A-Za-z]{2,}", shown)) >= 3:
                yield f"verify/{name}:{line}", shown


def documents() -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of the documents, without their code."""
    names = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "verify/project/README.md")
    built = [ROOT / "docs" / folder for folder in ("reference", "notebooks", "examples")]
    pages = sorted((ROOT / "docs").rglob("*.md"))  # without those that building the site writes
    pages = [page for page in pages if not any(page.is_relative_to(folder) for folder in built)]
    for path in (*(ROOT / name for name in names), *pages):
        yield from paragraphs(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))


def notebooks() -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of the notebooks' text cells."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            if cell["cell_type"] == "markdown":
                yield from paragraphs(f"{path.name}, cell {number}", "".join(cell["source"]))


def paragraphs(place: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of Markdown, without code and formulas."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$|\$[^$\n]*\$|`[^`]*`", " ", text, flags=re.DOTALL)
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text)):
        yield f"{place}, paragraph {number}", " ".join(paragraph.split())


SOURCES = {"messages": messages, "documents": documents, "notebooks": notebooks}


def hits(text: str) -> list[str]:
    """Return what is not plain in a text, with the better form."""
    if any(allowed in text for allowed in ALLOWED):
        return []
    found = ((re.search(pattern, text), why) for pattern, why in PATTERNS.items())
    return [f"{hit[0]!r}: {why[0]}; write: {why[1]}" for hit, why in found if hit]


@pytest.mark.parametrize("source", SOURCES)
def test_words_are_plain(source):
    found = [(place, hit, text[:80]) for place, text in SOURCES[source]() for hit in hits(text)]
    assert not found, "\n".join(map(" | ".join, found))


@pytest.mark.parametrize("text", [
    "'foo' is none; use bar", "the twin is refuted", "what is kept between runs",
    "the two sides come out as 1 and 2", "M-1: it is on record", "worker processes (one a core)",
])  # fmt: skip
def test_a_text_that_is_not_plain_is_found(text):
    assert hits(text)


@pytest.mark.long
def test_texts_are_collected_and_docstrings_are_not():
    tree = ast.parse(
        '"""A twin."""\ndef f(n):\n    """A twin."""\n    raise E(f"{n} is no {n}" "!")'
    )
    assert list(strings(tree)) == [(4, "{} is no {}!")]
    assert sum(1 for _ in messages()) > 1500


@pytest.mark.long
def test_the_allowlist_is_short_and_used():
    every = [text for source in SOURCES.values() for _, text in source()]
    assert len(ALLOWED) < 20
    unused = [allowed for allowed in ALLOWED if not any(allowed in text for text in every)]
    assert unused == []
