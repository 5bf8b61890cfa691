"""The theorems of a paper in LaTeX: environments that it declares, numbered as TeX would."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from verify.drafting.declarations import LIKELY, PROOFS, USUAL, Declarations, Kind
from verify.drafting.macros import TOKEN, expanded
from verify.drafting.sentences import in_characters, in_words
from verify.drafting.sources import IGNORED, Source, source_of
from verify.language.mistakes import Mistake
from verify.processes.plain_files import text_of

LEVELS = {"part": 0, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3}
REFERENCE = re.compile(r"\\(?:[cCvV]?ref|autoref)\*?\s*\{([^{}]*)\}")
UNREAD = re.compile(
    r"(re)?new\w+theorem(env)?|mdtheorem|counterwithout|(ref)?stepcounter|frontmatter|"
    r"(New|Renew)DocumentEnvironment"
)
AUTHORS = re.compile(r"(\s|,|\\(?:and|And|AND)\b|\\\\)*(\\(?:and|And|AND)\b|\\\\)\s*")


@dataclass
class Opened:
    """An environment that has begun; of a theorem, with what is known of it so far."""

    name: str
    begun: int
    kind: Kind | None = None
    serial: int = 0
    number: str = ""
    title: str = ""
    label: str = ""
    restated: str = ""
    body: int = 0


class PaperReader(Declarations):
    """Reads a paper: its theorems, sections, proofs, title and authors."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unread: list[str] = []
        self.stack: list[Opened] = []
        self.written: dict[Path, list[str]] = {}  # the lines of files
        self.serial = 0
        self.theorems: dict[int, TheoremEnvironment] = {}
        self.restated: dict[str, int] = {}
        self.labels: dict[str, int] = {}
        self.numbers: dict[str, str] = {}
        self.titles: dict[str, list[str]] = {"title": [], "author": []}
        self.sections: list[str] = []
        self.proofs: list[tuple[list[str], int | None]] = []  # what one names, or whose it is
        self.current = ""  # the number of the section
        self.recent: int | None = None  # the theorem that a proof is of
        self.lettered = self.begun = False

    def read(self) -> None:
        """Read the paper to its end."""
        while (found := TOKEN.search(self.text, self.at)) is not None:
            self.at, name, start = found.end(), found[1] or "", found.start()
            handler = getattr(self, f"on_{name.replace('@', '')}", None)
            if handler is not None:
                handler(start)
            elif name in LEVELS:
                self._level(name)
            elif name in ("newcommand", "renewcommand", "providecommand", "def", "gdef"):
                self._prints()
            elif name in ("title", "author"):
                self._titled(name)
            elif name in self.restated:
                self.follows("*")
                self.recent = self.restated[name]
            elif UNREAD.fullmatch(name):
                self._note(start, f"\\{name} is not read, so theorems and numbers may differ")
            elif name == "newif":
                self.word()
            elif name[:2] == "if" and self.begun:
                note = f"the condition \\{name} is not evaluated: both of its branches are read"
                self._note(start, note)
        for opened in self.stack:
            if opened.kind is not None or LIKELY.fullmatch(opened.name):
                self._is_unread(opened.begun, opened.name, "it has no \\end")

    def _is_unread(self, at: int, name: str, why: str) -> None:
        self.unread.append(f"{self.source.place(at)}: {{{name}}} is not read: {why}")

    # -------------------------------------------------------------- sections and titles

    def _level(self, level: str) -> None:
        star = self.follows("*")
        self.optional()
        title = self.group()
        if title is None:
            return
        if level == "chapter":
            self._as_book()
        if not star and LEVELS[level] <= (2 if self.book else 3):
            self.counters.step(level)
            self.current = in_characters(in_words(self.counters.shown(level)))
        if level == "section" and not star and not self.lettered:
            self.sections.append(in_characters(self._words(title)))

    def on_appendix(self, _: int) -> None:
        if self.begun or not re.search(r"\\begin\s*\{document\}", self.text):
            level = "chapter" if self.book else "section"
            self.lettered, self.counters.values[level] = True, 0
            self.counters.prints[level] = rf"\Alph{{{level}}}"

    def _titled(self, which: str) -> None:
        self.optional()
        words = self._words(AUTHORS.sub(", ", self.argument())).strip(" ,")
        self.titles[which] += [words] if words else []

    def on_label(self, _: int) -> None:
        label = self.word()
        theorem = next((o for o in reversed(self.stack) if o.kind is not None), None)
        if theorem is not None:
            if self.stack[-1] is theorem:
                theorem.label = theorem.label or label
        elif all(opened.name == "document" for opened in self.stack):
            self.numbers[label] = self.current

    # -------------------------------------------------------------- environments

    def on_begin(self, start: int) -> None:
        name = self.word()
        if name in ("restatable", "restatable*"):
            title, inner, restated = self.optional(), self.word(), self.word()
            self._theorem(start, name, inner, title, restated)
        elif name in self.kinds or name.rstrip("*") in USUAL:
            self._open(start, name)
        else:
            self.begun |= name == "document"
            if name in PROOFS:
                named = REFERENCE.findall(self.optional() or "")
                self.proofs.append((named, self.recent))
            elif name in ("appendix", "appendices"):
                self.on_appendix(start)
            elif LIKELY.fullmatch(name):
                self._is_unread(start, name, "it is not declared")
                return
            self.stack.append(Opened(name, start))

    def _open(self, start: int, name: str) -> None:
        self._theorem(start, name, name, self.optional())

    def _theorem(
        self, start: int, name: str, inner: str, title: str | None, restated: str = ""
    ) -> None:
        if inner in PROOFS or not inner:
            return
        if inner not in self.kinds:
            self.declare(inner, inner.rstrip("*").capitalize(), numbered=inner[-1:] != "*")
            if inner[-1:] != "*":
                self._note(start, f"{inner} is not declared, so its numbers are a guess")
        kind = self.kinds[inner]
        opened = Opened(name, start, kind, restated=restated)
        options = self._options(title)
        if options.keys() & {"name", "label", "restate", "title"}:  # thmtools'
            opened.title = in_words(options.get("name") or options.get("title", ""))
            opened.label = options.get("label", "")
            opened.restated = options.get("restate", restated)
        else:
            opened.title = self._words(title)
        if kind.counter is not None:
            self.counters.step(kind.counter)
            own = inner in self.counters.prints
            opened.number = self.counters.shown(inner if own else kind.counter)
        opened.serial = self.serial = self.serial + 1
        opened.body = self.at
        self.stack.append(opened)

    def on_end(self, start: int) -> None:
        self._close(start, self.word())

    def _close(self, ended: int, name: str) -> None:
        at = next((k for k in reversed(range(len(self.stack))) if self.stack[k].name == name), None)
        if at is None:
            return
        opened, self.stack[at:] = self.stack[at], []
        if opened.kind is None:
            return
        body = IGNORED.sub("", self.text[opened.body : ended])
        file, line = self.source.line(opened.begun)
        theorem = TheoremEnvironment(
            opened.kind.printed, opened.number, opened.title, opened.label,
            self._written(opened.begun, ended, body), body, file, line, len(self.sections), False,
        )  # fmt: skip
        self.theorems[opened.serial] = theorem
        self.recent = opened.serial
        if opened.label:
            self.labels[opened.label] = opened.serial
        if opened.restated:
            self.restated[opened.restated] = opened.serial

    def _written(self, begun: int, ended: int, body: str) -> str:
        """Return the lines of a theorem as its author has them."""
        (file, first), (other, last) = self.source.line(begun), self.source.line(ended)
        if file != other or last < first:
            return body
        if file not in self.written:
            self.written[file] = text_of(file).split("\n")
        return "\n".join(self.written[file][first - 1 : last]).strip()

    # -------------------------------------------------------------- the draft

    def draft(self, known: Mapping[str, str]) -> Draft:
        """Return what was read; `known` are the numbers that TeX itself gave to labels."""
        proved = {at for names, at in self.proofs if at is not None and not names}
        proved |= {self.labels[name] for names, _ in self.proofs for name in names
                   if name in self.labels}  # fmt: skip
        numbers, told = {**self.numbers, **known}, []
        for theorem in self.theorems.values():
            if theorem.label and not REFERENCE.search(theorem.number):
                numbers.setdefault(theorem.label, in_characters(in_words(theorem.number)))
        for at, theorem in sorted(self.theorems.items()):
            number = in_characters(in_words(theorem.number, numbers))
            told.append(replace(
                theorem, number=number and known.get(theorem.label, number), argued=at in proved,
                sentence=in_words(theorem.sentence, numbers),
            ))  # fmt: skip
        return Draft(
            " ".join(self.titles["title"][:1]), ", ".join(self.titles["author"]),
            tuple(self.sections), tuple(told), tuple(self.unread),
            tuple(dict.fromkeys(self.notes)),
        )  # fmt: skip


def read_draft(path: Path) -> Draft:
    """Return a paper with its theorems in their order, from its main file.

    Numbers are those of the .aux file beside it, where it has the label, and else counted. Raises
    Mistake, in one line.
    """
    reader = PaperReader(expanded(source_of(path)))
    reader.read()
    draft = reader.draft(_numbers(path.with_suffix(".aux")))
    if draft.theorems:
        return draft
    if draft.unread:
        more = f" and {len(draft.unread) - 1} more" if draft.unread[1:] else ""
        raise Mistake(f"{draft.unread[0]}{more}; declare it with \\newtheorem")
    raise Mistake(f"{path}: it has no theorem environment; declare one with \\newtheorem, or "
                  "give the file that has them")  # fmt: skip


def _numbers(aux: Path) -> dict[str, str]:
    """Return the numbers that TeX gave to labels, {label: number}; none without its file."""
    try:
        text = text_of(aux, errors="replace")
    except OSError:
        return {}
    return dict(re.findall(r"\\newlabel\{([^{}]*)\}\{\{([\w.]+)\}", text))


TITLE = 70  # characters of a title that is made of a sentence


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
        words = textwrap.shorten(in_characters(self.sentence[:500]), TITLE, placeholder=" …")
        return words.rstrip(".,;: ") or self.called

    @property
    def called(self) -> str:
        """Return how it is cited: "Theorem 2.1"."""
        return f"{self.kind} {self.number}" if self.number else f"{self.kind}, line {self.line}"


@dataclass(frozen=True)
class Draft:
    """A paper in LaTeX: its title, its authors, the titles of its sections, its theorems.

    `unread` tells of each theorem environment that is not read, in a line; `notes` of what else
    may be another than in print.
    """

    title: str
    authors: str
    sections: tuple[str, ...]
    theorems: tuple[TheoremEnvironment, ...]
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
