"""The theorems of a paper in LaTeX: environments that it declares, numbered as TeX would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from verify.drafting.declarations import PROOFS, Declarations, Kind
from verify.drafting.draft import Draft, TheoremEnvironment
from verify.drafting.prelude import PRELUDE
from verify.drafting.sentences import DISPLAYS, NUMBERED, ROWS, in_characters, in_words
from verify.drafting.tex import DEEPEST
from verify.drafting.tokens import Token, written
from verify.language.mistakes import Mistake
from verify.processes.plain_files import text_of

# Declared by classes and packages that are not read; a paper that declares one means its own.
_USUAL = "theorem lemma proposition corollary definition remark conjecture claim"
USUAL = frozenset(_USUAL.split())
LIKELY = re.compile(
    r"(?i)(?!.*(?:proof|list|enum))(main|my|un)?(thm|th[eé]o|lem|prop|cor|def|rem|rmk|conj|claim|"
    r"fact|axiom|assum|hypoth|obs|exam|exer|ques|prob|nota|constr|satz|teo)[a-zé]*\*?"
)
LEVELS = {"part": 0, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3}
_VERBATIM = "comment verbatim verbatim* Verbatim lstlisting minted filecontents filecontents*"
VERBATIM = frozenset(_VERBATIM.split())
AS_COMMANDS = PROOFS | VERBATIM | DISPLAYS  # environments that their names begin, too
REFERENCE = re.compile(r"\\(?:[cCvV]?ref|autoref)\*?\s*\{([^{}]*)\}")
VERB = re.compile(r"(?:\[[^\]\n]*\])?\*?(?:([^\w\s{])(.*?)\1|\{(.*?)\})")


@dataclass
class Opened:
    """An environment that has begun; of a theorem, with what is known of it so far."""

    name: str
    begun: Token
    kind: Kind | None = None
    number: str = ""
    title: str = ""
    label: str = ""
    at: int = 0
    restated: str = ""
    depth: int = 0
    scope: int = 0  # how many groups were open
    serial: int = 0  # of a theorem, in the order of their beginnings
    counted: bool = False  # the row of a display is numbered


class PaperReader(Declarations):
    """Reads a paper: its theorems, sections, proofs, title and authors."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.stack: list[Opened] = []
        self.out: list[Token] = []  # of the theorems that are open
        self.serial = 0
        self.theorems: dict[int, tuple[TheoremEnvironment, Kind]] = {}
        self.restated: dict[str, int] = {}
        self.labels: dict[str, int] = {}
        self.numbers: dict[str, str] = {}
        self.titles: dict[str, list[str]] = {r"\title": [], r"\author": []}
        self.sections: list[str] = []
        self.proofs: list[
            tuple[list[str], int | None]
        ] = []  # labels that one names, or whose it is
        self.current = ""  # the number of the section
        self.wrapper = ""  # the paper's own environment that began last
        self.recent: int | None = None  # the theorem that a proof is of
        self.lettered = self.front = False
        self.excluded = set(VERBATIM)
        self.handle("begin", self._begin)
        self.handle("end", self._end)
        self.handle(" ".join(LEVELS), self._section)
        self.handle("title author", self._title)
        self.handle("label", self._label)
        self.handle("proves", self._proves)
        self.handle("appendix", self._appendix)
        self.handle("frontmatter backmatter", lambda token: setattr(self, "front", True))
        self.handle("mainmatter", lambda token: setattr(self, "front", False))
        self.handle("excludecomment", lambda token: self.excluded.add(self.word()))
        self.handle("includecomment", lambda token: self.excluded.discard(self.word()))
        self.handle("verb lstinline", self._verb)
        self.handle("nonumber notag tag", self._unnumbered)
        self.execute(PRELUDE)
        self.open(path)

    def read(self) -> None:
        """Read the paper to its end."""
        try:
            while (token := self.next()) is not None:
                if self.within_theorem():
                    self.out.append(token)
        except RecursionError:
            raise Mistake(f"{self.place()}: commands are nested too deeply; flatten them") from None

    def next(self) -> Token | None:
        """Return the next token that stands for itself; see to commands named as environments."""
        while (token := super().next()) is not None and token.text[0] == "\\":
            name = token.text[1:]
            if name in self.restated:
                self.follows("*", spaces=False)
                self.recent = self.restated[name]
            elif name in self.kinds or name in AS_COMMANDS:
                self._open(token, name)
            elif name[:3] == "end" and (name[3:] in self.kinds or name[3:] in AS_COMMANDS):
                self._close(token, name[3:])
            else:
                if name == "\\":
                    self._row()
                return token
        return token

    def within_theorem(self) -> bool:
        """Tell whether a theorem is open."""
        return any(opened.kind is not None for opened in self.stack)

    # -------------------------------------------------------------- environments

    def _begin(self, token: Token) -> None:
        if self.comes("{"):
            self._open(token, self.word())

    def _open(self, begun: Token, name: str) -> None:
        if len(self.stack) > DEEPEST:
            raise Mistake(f"{begun.place}: its environments are nested too deeply; flatten them")
        if name in self.excluded:
            self._verbatim(begun, self.wrapper if begun.text == rf"\{name}" else name)
        elif name == "document":
            self.file().document, self.preamble, self.depth = True, False, 0
        elif name in ("restatable", "restatable*"):
            title, inner, restated = self.optional(), self.word(), self.word()
            self._theorem(begun, name, inner, title, restated)
        elif name in PROOFS:
            self._start(Opened(name, begun))
            named = REFERENCE.findall(written(self.expansion(self.optional() or [])))
            self.proofs.append((named, self.recent))
        elif name in self.environments and name not in DISPLAYS:
            self.wrapper = name
            self.scopes.append({})
            self.expand(begun, self.environments[name][0])
        elif name in self.kinds or name.rstrip("*") in USUAL:
            self._theorem(begun, name, name, self.optional())
        elif rf"\{name}" in self.macros:
            self.push([begun._replace(text=rf"\{name}")])
        else:
            opened = Opened(name, begun, depth=self.depth, counted=name in NUMBERED)
            self._start(opened)
            self.reasons.setdefault((begun.source, begun.start), "it is not declared")
            if name in ("appendix", "appendices"):
                self._appendix(begun)
            elif name in DISPLAYS:
                self.formula = self.depth
            elif name == "subequations":  # count as one, with letters
                self.step("equation")
                opened.at, self.values["equation"] = self.values["equation"], 0
            self.push([begun._replace(text=rf"\begin{{{name}}}")])

    def _theorem(
        self, begun: Token, name: str, inner: str, title: list[Token] | None, restated: str = ""
    ) -> None:
        if inner in PROOFS or not inner:
            return
        if inner not in self.kinds:
            self.declare(inner, inner.rstrip("*").capitalize(), numbered=inner[-1:] != "*")
            if inner[-1:] != "*":
                self.note(begun, f"{inner} is not declared, so its numbers are a guess")
        kind = self.kinds[inner]
        opened = Opened(name, begun, kind, at=len(self.out), restated=restated)
        if kind.box is not None:
            self.optional()
            title = self.argument()
            label = self.word()
            opened.label = f"{kind.box}:{label}" if kind.box and label else label
        options = self.options(title)
        if options.keys() & {"name", "label", "restate", "title"}:  # thmtools'
            opened.title = in_words(options.get("name") or options.get("title", ""))
            opened.label, opened.restated = options.get("label", ""), options.get("restate", "")
        else:
            opened.title = self.text(title)
        if kind.counter is not None:
            self.step(kind.counter)
            opened.number = written(self.expansion([self.control(f"the{inner}")]))
        opened.serial = self.serial = self.serial + 1
        self._start(opened)

    def _start(self, opened: Opened) -> None:
        opened.scope = len(self.scopes)
        self.scopes.append({})
        self.stack.append(opened)

    def _end(self, token: Token) -> None:
        if self.comes("{"):
            self._close(token, self.word())

    def _close(self, ended: Token, name: str) -> None:
        if name == "document":
            while len(self.inputs) > 1 and not self.inputs[-1].document:
                self.inputs.pop()
            self.finish(self.inputs[-1])
        elif name in self.environments and name not in PROOFS | DISPLAYS:
            self.push([*self.environments[name][1], self.control("endgroup")])
        else:
            at = next(
                (k for k in reversed(range(len(self.stack))) if self.stack[k].name == name), -1
            )
            if at >= 0:
                opened = self.stack[at]
                self.close_scope(opened.scope)
                del self.stack[at:]
                self._closed(opened, ended)
            elif rf"\end{name}" in self.macros:
                self.push([ended._replace(text=rf"\end{name}")])

    def _closed(self, opened: Opened, ended: Token) -> None:
        if opened.counted:
            self.step("equation")
        if opened.name == "subequations":
            self.values["equation"] = opened.at
        if opened.name in DISPLAYS:
            self.formula = -1
        if opened.kind is None:
            self.push(
                [] if opened.name in PROOFS else [ended._replace(text=rf"\end{{{opened.name}}}")]
            )
            return
        source, start = opened.begun.source, opened.begun.start
        self.begins.pop((source, start), None)
        end = self.last.end if self.last and self.last.source is ended.source else ended.end
        body, at = written(self.out[opened.at :]), opened.serial
        latex = source.text[start:end] if ended.source is source else body
        if not self.within_theorem():
            self.out.clear()
        read = TheoremEnvironment(
            opened.kind.printed, opened.number, opened.title, opened.label, latex, body,
            source.path, source.line(start), len(self.sections), False,
        )  # fmt: skip
        self.theorems[at] = (read, opened.kind)
        self.recent = at
        if opened.label:
            self.labels[opened.label] = at
        if opened.restated:
            self.restated[opened.restated] = at

    def _verbatim(self, begun: Token, name: str) -> None:
        """Pass over an environment whose text is no TeX."""
        top, end = self.inputs[-1], rf"\end{{{name}}}"
        if top.source is not None and not top.pending:
            at = top.source.text.find(end, top.at)
            top.at = at + len(end) if at >= 0 else len(top.source.text)
            if at < 0:
                self.note(begun, f"{name} has no \\end; the rest is not read")
            return
        while (token := self.raw()) is not None:
            self.account([token])
            if token.text == r"\end" and self.comes("{") and self.word() == name:
                return

    def _verb(self, token: Token) -> None:
        top = self.inputs[-1]
        if top.source is not None and not top.pending:
            found = VERB.match(top.source.text, top.at)
            if found:
                top.at = found.end()
                shown = re.sub(r"[\\{}$%#&~^_\s]+", " ", found[2] or found[3] or "")
                self.push([token._replace(text=shown)] if shown else [])

    # -------------------------------------------------------------- what else is counted or told

    def _row(self) -> None:
        """Count a row of a display that has several."""
        top = self.stack[-1] if self.stack else None
        if (
            top is not None
            and top.name in ROWS
            and top.name[:8] != "multline"
            and top.depth == self.depth
        ):
            if top.counted:
                self.step("equation")
            top.counted = top.name in NUMBERED

    def _unnumbered(self, token: Token) -> None:
        if token.text == r"\tag":
            self.follows("*")
            self.argument()
        for opened in reversed(self.stack):
            if opened.name in NUMBERED:
                opened.counted = False
                break

    def _section(self, token: Token) -> None:
        level, star = token.text[1:], self.follows("*", spaces=False)
        self.optional()
        if not self.comes("{"):
            return
        title = in_characters(self.text(self.argument()))
        if level == "chapter":
            self.as_book()
        numbered = not star and LEVELS[level] <= self.values["secnumdepth"]
        if numbered and not (self.front and level == "chapter"):
            self.step(level)
            self.current = in_characters(self.text([self.control(f"the{level}")]))
        if level == "section" and not star and not self.lettered:
            self.sections.append(title)

    def _appendix(self, token: Token) -> None:
        if not self.preamble:
            level = "chapter" if self.book else "section"
            self.lettered, self.values[level] = True, 0
            self.prints(level, rf"\Alph{{{level}}}")

    def _title(self, token: Token) -> None:
        self.optional()
        said = written(self.expansion(self.argument()))
        words = in_words(
            re.sub(
                r"(\s|,|\\and\b|\\And\b|\\AND\b|\\\\)*(\\and\b|\\And\b|\\AND\b|\\\\)\s*", ", ", said
            )
        ).strip(" ,")
        self.titles[token.text] += [words] if words else []

    def _label(self, token: Token) -> None:
        label = self.word()
        if self.stack and self.stack[-1].kind is not None:
            self.stack[-1].label = self.stack[-1].label or label
        elif not self.stack:
            self.numbers[label] = self.current

    def _proves(self, token: Token) -> None:
        self.proofs.append((self.word().split(","), None))

    # -------------------------------------------------------------- the draft

    def draft(self, known: Mapping[str, str]) -> Draft:
        """Return what was read; `known` are the numbers that TeX itself gave to labels."""
        proved = {at for names, at in self.proofs if at is not None and not names}
        proved |= {self.labels[name] for names, _ in self.proofs for name in names
                   if name in self.labels}  # fmt: skip
        uses = Counter(kind for _, kind in self.theorems.values())
        numbers, told = {**self.numbers, **known}, []
        for theorem, _ in self.theorems.values():
            if theorem.label and not REFERENCE.search(theorem.number):
                numbers.setdefault(theorem.label, in_characters(in_words(theorem.number)))
        for at, (theorem, kind) in sorted(self.theorems.items()):
            number = in_characters(in_words(theorem.number, numbers))
            if number and kind.unless_unique and uses[kind] == 1:
                number = ""
            told.append(replace(
                theorem, number=number and known.get(theorem.label, number), argued=at in proved,
                sentence=in_words(theorem.sentence, numbers),
            ))  # fmt: skip
        return Draft(
            " ".join(self.titles[r"\title"][:1]), ", ".join(self.titles[r"\author"]),
            tuple(self.sections), tuple(told), tuple(self._unread()),
            tuple(dict.fromkeys(self.notes)),
        )  # fmt: skip

    def _unread(self) -> list[str]:
        """Return a line for each theorem environment that TeX typesets and that is not read."""
        out = []
        for (source, start), name in self.begins.items():
            if name in self.kinds or name.startswith("restatable") or LIKELY.fullmatch(name):
                why = self.reasons.get((source, start), "it has no \\end, or is in an argument")
                out.append(f"{source.path}:{source.line(start)}: {{{name}}} is not read: {why}")
        return out


def read_draft(path: Path) -> Draft:
    """Return a paper with its theorems in their order, from its main file.

    Numbers are those of the .aux file beside it, where it has the label, and else counted. Raises
    Mistake, in one line.
    """
    reader = PaperReader(path)
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
