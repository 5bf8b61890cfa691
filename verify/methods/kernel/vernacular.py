"""The commands that a proof file may use: a small part of Coq's language.

Coq's checks can be turned off by flags and attributes, and functors hide that from what
`Print Assumptions` prints (rocq-prover/rocq#12155). No allowed command does either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

DECLARING = {"Context", "Hypotheses", "Hypothesis", "Let", "Variable", "Variables"}
PLAIN = {
    "Arguments", "Corollary", "Defined", "Definition", "Fact", "Fixpoint", "Inductive", "Lemma",
    "Ltac", "Opaque", "Proof", "Proposition", "Qed", "Remark", "Theorem", "Transparent",
}  # fmt: skip
FORMS = {  # the commands that have harmless forms only
    "End": r"End [\w']+",
    "From": r"From (Coq|Coquelicot|Kernel|Claimed|Theorems) Require( Import)?( (?!Export )\w+)+",
    "Implicit": r"Implicit Types? .*",
    "Import": r"Import( [\w.']+)+",
    # A notation makes no new token, or "(*" might be part of one.
    "Local": r"Local (Notation [\w']+( [\w']+)* ?:=|Arguments ).*",
    "Open": r"Open Scope \w+",
    "Section": r"Section [\w']+",
}
ALLOWED = ", ".join(sorted(DECLARING | PLAIN | FORMS.keys()))
END = re.compile(r"\.(?=\s|\Z)")
OUTSIDE, INSIDE = re.compile(r'"|\(\*'), re.compile(r'"|\(\*|\*\)')  # of comments
FOCUS = re.compile(r"(?:[-+*{}\s]|\d+\s*:|\[\s*[\w.']+\s*\]\s*:|(?:all|par|!)\s*:)*")  # and bullets


@lru_cache(maxsize=1024)  # the library is read for each lemma that is named
def refused(text: str) -> str:
    """Return the first line of a proof file that is not allowed, with the reason, or ""."""
    try:
        plain = _without_comments(text)
    except _Unreadable as problem:
        return str(problem)
    sections = 0
    for place, sentence in _sentences(plain):
        where = _line(text, place)
        word = re.split(r"\W", sentence, maxsplit=1)[0]
        if sentence[0] != "#" and not word[:1].isupper():
            continue  # a tactic
        form = FORMS.get(word)
        if form is not None and not re.fullmatch(form, sentence):
            return f"{where}: {_short(sentence)} is not an allowed form of {word}"
        if form is None and word not in DECLARING | PLAIN:
            return f"{where}: {_short(sentence)} is not allowed; a proof file has {ALLOWED}"
        sections += {"Section": 1, "End": -1}.get(word, 0)
        if sections < 0:
            return f"{where}: {_short(sentence)} does not end a section of this file"
        if word in DECLARING and not sections:
            return f"{where}: {_short(sentence)} outside a section assumes it; prove it"
    return ""


class _Unreadable(Exception):
    """A text that is not surely read as Coq reads it."""


def _without_comments(text: str) -> str:
    """Return a text with blanks for its comments and for what is in its strings."""
    out, place, depth = list(text), 0, 0
    while mark := (INSIDE if depth else OUTSIDE).search(text, place):
        begin, end = mark.span()
        if mark[0] == '"':  # in comments, too
            end = text.find('"', end) + 1
            if not end:
                raise _Unreadable(f"{_line(text, begin)}: a string does not end")
            if not depth:
                _blank(out, begin + 1, end - 1)
        elif mark[0] == "(*" and depth == 0 and begin and not text[begin - 1].isspace():
            raise _Unreadable(f"{_line(text, begin)}: put a space before the comment")
        if depth or mark[0] == "(*":
            _blank(out, place if depth else begin, end)
        depth += {"(*": 1, "*)": -1}.get(mark[0], 0)
        place = end
    if depth:
        raise _Unreadable("a comment does not end")
    return "".join(out)


def _blank(out: list[str], first: int, end: int) -> None:
    out[first:end] = (c if c == "\n" else " " for c in out[first:end])


def _sentences(plain: str) -> Iterator[tuple[int, str]]:
    """Yield sentences in one line each, from their first word, with its place."""
    begin = 0
    for stop in [*(found.start() for found in END.finditer(plain)), len(plain)]:
        found = FOCUS.match(plain, begin, stop)
        begin = begin if found is None else found.end()
        if begin < stop:
            yield begin, " ".join(plain[begin:stop].split())
        begin = stop + 1


def _line(text: str, place: int) -> str:
    return f"line {text.count(chr(10), 0, place) + 1}"


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= 40 else f"{sentence[:37]}..."
