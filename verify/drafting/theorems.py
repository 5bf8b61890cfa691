"""The theorems of a paper in LaTeX: environments that it declares, numbered as TeX would."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verify.drafting.latex_source import SourcePlace, in_characters, in_words, own_commands, places
from verify.language.mistakes import Mistake
from verify.processes.plain_files import text_of

# What classes and packages declare; a paper that declares one of them means its own.
USUAL = (
    "theorem",
    "lemma",
    "proposition",
    "corollary",
    "definition",
    "remark",
    "conjecture",
    "claim",
)
LEVELS = ("part", "chapter", "section", "subsection", "subsubsection")
TITLE = 70  # characters of a title that is made of a sentence
LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
REFERENCE = re.compile(r"\\(?:[cCvV]?ref|autoref)\*?\s*\{([^{}]*)\}")
OPTION = re.compile(r"(\w+)\s*=\s*(\{[^{}]*\}|[^,]*)")


@dataclass(frozen=True)
class TheoremEnvironment:
    """One environment: what it is called, its number as printed ("" without), what it says.

    `latex` is its text as it stands; `sentence` is that in words, `argued` whether a proof of it
    is in the paper.
    """

    kind: str
    number: str
    title: str
    label: str
    latex: str
    sentence: str
    file: Path
    line: int
    section: int
    argued: bool

    @property
    def named(self) -> str:
        """Return its title, or the first words of what it says."""
        if self.title or not self.sentence:
            return self.title or self.called
        words = textwrap.shorten(in_characters(self.sentence), TITLE, placeholder=" …")
        return words.rstrip(".,;: ")

    @property
    def called(self) -> str:
        """Return how it is cited: "Theorem 2.1"."""
        return f"{self.kind} {self.number}" if self.number else f"{self.kind}, line {self.line}"


@dataclass(frozen=True)
class Draft:
    """A paper in LaTeX: its title, its authors, the titles of its sections, its theorems."""

    title: str
    authors: str
    sections: tuple[str, ...]
    theorems: tuple[TheoremEnvironment, ...]


@dataclass(frozen=True)
class _Kind:
    """A declared environment: its counter, None if it has no number, and what resets that."""

    printed: str
    counter: str | None
    within: str = ""


@dataclass
class _Counters:
    """TeX's counters, as far as sections and theorems are numbered."""

    within: dict[str, str]
    values: Counter[str] = field(default_factory=Counter)
    letters: set[str] = field(default_factory=set)  # those of an appendix

    def step(self, name: str) -> None:
        self.values[name] += 1
        for inner in self._inside(name):
            self.values[inner] = 0

    def _inside(self, name: str) -> set[str]:
        direct = {inner for inner, outer in self.within.items() if outer == name}
        return direct.union(*(self._inside(inner) for inner in direct))

    def shown(self, name: str) -> str:
        value = self.values[name]
        own = chr(ord("A") + value - 1) if name in self.letters and 0 < value < 27 else str(value)
        outer = self.within.get(name)
        return f"{self.shown(outer)}.{own}" if outer else own


def read_draft(path: Path) -> Draft:
    """Return a paper with its theorems in their order, from its main file.

    Numbers are those of the .aux file beside it, where it has the label, and else counted. Raises
    Mistake, in one line.
    """
    first = list(places(path))
    kinds = _kinds(first)
    own = own_commands(first)
    found = list(places(path, kinds))
    proofs = _proved(found, kinds)
    known = _numbers(path.with_suffix(".aux"))
    counters = _Counters(_nesting(first, kinds))
    sections: list[str] = []
    theorems: list[TheoremEnvironment] = []
    for number, place in enumerate(found):
        if place.macro == "appendix":
            counters.letters.add("section")
            counters.values["section"] = 0
        elif place.macro in LEVELS and not place.argument(0):
            counters.step(place.macro)
            if place.macro == "section" and "section" not in counters.letters:
                sections.append(in_characters(place.argument(2)))
        elif (kind := _kind(place, kinds)) is not None:
            theorems.append(
                _theorem(place, kind, counters, known, own, proofs, len(sections), number)
            )
    if not theorems:
        raise Mistake(f"{path}: it has no theorem environment; declare one with \\newtheorem, or "
                      "give the file that has them")  # fmt: skip
    return Draft(_said(first, "title", own), _said(first, "author", own), tuple(sections),
                 tuple(theorems))  # fmt: skip


def _theorem(
    place: SourcePlace, kind: _Kind, counters: _Counters, known: dict[str, str],
    own: dict[str, str], proofs: set[int], section: int, at: int,
) -> TheoremEnvironment:  # fmt: skip
    if kind.counter is not None:
        counters.step(kind.counter)
    inner = "".join(node.latex_verbatim() for node in place.node.nodelist)
    label = next(iter(LABEL.findall(inner)), "")
    counted = counters.shown(kind.counter) if kind.counter is not None else ""
    latex = str(place.node.latex_verbatim())
    return TheoremEnvironment(
        kind.printed, known.get(label, counted) if counted else "",
        in_words(place.argument(0), own), label, latex, in_words(inner, own),
        place.file, place.line, section, at in proofs,
    )  # fmt: skip


def _kind(place: SourcePlace, kinds: dict[str, _Kind]) -> _Kind | None:
    name = place.environment
    return kinds.get(place.argument(1) if name == "restatable" else name)


# ------------------------------------------------------------------ what is declared


def _kinds(found: Iterable[SourcePlace]) -> dict[str, _Kind]:
    """Return the environments that a paper declares, and the usual ones, {name: kind}."""
    out = {name: _Kind(name.capitalize(), name) for name in USUAL}
    out |= {f"{name}*": _Kind(name.capitalize(), None) for name in USUAL}
    for place in found:
        if place.macro == "newtheorem":
            star, name, shared, printed, within = (place.argument(k) for k in range(5))
            counter = _counter(out, shared) if shared else name
            out[name] = _Kind(in_words(printed, {}) or name, None if star else counter,
                              "" if shared else within)  # fmt: skip
        elif place.macro == "declaretheorem":
            options = {key: value.strip("{} ") for key, value in OPTION.findall(place.argument(0))}
            shared = options.get("sibling") or options.get("numberlike") or ""
            within = options.get("numberwithin") or options.get("parent") or ""
            for name in filter(None, (part.strip() for part in place.argument(1).split(","))):
                counter = _counter(out, shared) if shared else name
                printed = in_words(options.get("name", name.capitalize()), {})
                numbered = counter if options.get("numbered") != "no" else None
                out[name] = _Kind(printed, numbered, "" if shared else within)
    return {name: kind for name, kind in out.items() if name}


def _counter(kinds: dict[str, _Kind], shared: str) -> str:
    return (kinds[shared].counter or shared) if shared in kinds else shared


def _nesting(found: Iterable[SourcePlace], kinds: dict[str, _Kind]) -> dict[str, str]:
    """Return which counter begins anew with which, {inner: outer}."""
    nesting = {"subsection": "section", "subsubsection": "subsection"}
    nesting |= {k.counter: k.within for k in kinds.values() if k.counter and k.within}
    chapters = any(place.macro == "chapter" for place in found)
    return nesting | ({"section": "chapter"} if chapters else {})


def _numbers(aux: Path) -> dict[str, str]:
    """Return the numbers that TeX gave to labels, {label: number}; none without its file."""
    try:
        text = text_of(aux, errors="replace")
    except OSError:
        return {}
    return dict(re.findall(r"\\newlabel\{([^{}]*)\}\{\{([\w.]+)\}", text))


def _proved(found: Sequence[SourcePlace], kinds: dict[str, _Kind]) -> set[int]:
    """Return which theorems have a proof: after them, or one that says whose it is."""
    labels: dict[str, int] = {}
    last: int | None = None
    out: set[int] = set()
    for at, place in enumerate(found):
        if _kind(place, kinds) is not None:
            last = at
            for label in LABEL.findall(place.node.latex_verbatim()):
                labels[label] = at
        elif place.environment == "proof":
            named = REFERENCE.findall(place.argument(0))
            out.update(labels[name] for name in named if name in labels)
            if not named and last is not None:
                out.add(last)
    return out


def _said(found: Iterable[SourcePlace], macro: str, own: dict[str, str]) -> str:
    """Return what a title or an author command says, without thanks; "" without one."""
    text = next((place.argument(1) for place in found if place.macro == macro), "")
    text = re.sub(r"\\thanks\s*\{[^{}]*\}", "", text)
    return in_words(re.sub(r"\s*(\\and\b|\\\\)\s*", ", ", text), own).strip(" ,")
