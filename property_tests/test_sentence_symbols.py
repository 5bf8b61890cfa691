"""A symbol in a sentence of a proof stands in a formula of its page, or a sentence introduces it.

Sentences are written by hand and formulas are printed: a symbol that is renamed in the formulas
and not in the words would send a reader looking for what is nowhere.
"""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import pytest

from verify.language.names import GREEK
from verify.render import narration
from verify.render.latex_formulas import LatexNotation
from verify.render.narration import narrate
from verify.session import catalogue
from verify.statements.statement import Statement
from verify.writing.sentences import FORMULA

WORDS = re.compile(r"\\(?:text|textit|mathrm|operatorname|begin|end)\s*\{[^{}]*\}|D\^\+")  # or D^+
LETTERS = {latex for latex, _ in GREEK.values()} | {r"\ell"}
MARKS = {rf"\{mark}" for mark in ("bar", "hat", "tilde", "dot", "mathbb", "mathcal", "mathbf")}
TOKEN = re.compile(r"\\[A-Za-z]+|[^\s{}]")
# what may follow a symbol that stands alone
DECORATED = re.compile(r"(_\{[^{}]*\}|_\\?\w+|\^\*|'|\([a-z]\)|\s)*")
UNCHECKED = ("sentence", "title", "says", "why", "printed", "wrong")
EVERYWHERE = {r"\mathbb R", r"\mathbb S", "I", "O", "e", "d", "n", r"\pi"}
FEWEST = 3000  # so many formulas of sentences are read, at least


def symbols(latex: str) -> list[str]:
    """The symbols of a formula from left to right, each with its mark."""
    found, mark = [], ""
    for token in TOKEN.findall(WORDS.sub(" ", latex)):
        if token in MARKS:
            mark = f"{token} "
        elif token in LETTERS or (len(token) == 1 and token.isalpha()):
            found.append(mark + token)
            mark = ""
    return found


def introduced(sentence: str) -> Iterator[str]:
    """What a sentence gives a meaning to: stands alone between words, or left of an equality."""
    for formula in FORMULA.findall(sentence):
        for part in re.split(r",|;|\\quad", formula):
            left, equal, _ = part.partition("=")
            named = symbols(left)
            bare = left.strip().removeprefix(r"\bar").strip("{} ")
            rest = bare.removeprefix(named[0].split()[-1]) if named else "?"
            if named and (equal or DECORATED.fullmatch(rest)):
                yield named[0]


def printed(told: Any) -> Iterator[str]:
    """Every formula and phrase of a told statement that a machine has set, none of its prose."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, tuple | list):
        for part in told:
            yield from printed(part)
    elif dataclasses.is_dataclass(told):
        for field in dataclasses.fields(told):
            if field.name not in UNCHECKED:
                yield from printed(getattr(told, field.name))


def unknown(statement: Statement) -> Iterator[tuple[str, int, str]]:
    """Statement, step and symbol, wherever neither formulas nor sentences so far know it."""
    told = narrate(statement, LatexNotation())
    known = EVERYWHERE.union(*map(symbols, printed(told)))
    for number, sentence in sentences(statement):
        known.update(introduced(sentence))
        for formula in FORMULA.findall(sentence):
            for symbol in symbols(formula):
                if symbol not in known:
                    yield statement.id, number, symbol


def sentences(statement: Statement) -> Iterator[tuple[int, str]]:
    """The sentences of a statement by the numbers of their steps; its claim's are at 0."""
    declared = statement.declared
    if declared.claim is not None:
        claim = declared.claim
        yield from ((0, text) for text in (claim.says, claim.wrong))
    yield from ((said.number, said.sentence) for said in declared.said)
    yield from ((said.number, twin.why) for said in declared.said for twin in said.step.twins)


def test_symbols_in_sentences_are_those_of_the_page(monkeypatch):
    # A reason that is searched for, which takes half of the time, has the letters of its step.
    monkeypatch.setattr(narration, "_with_reason", lambda said: said.step)
    statements = catalogue().statements
    assert [entry for statement in statements for entry in unknown(statement)] == []
    read = [FORMULA.findall(said.sentence) for s in statements for said in s.declared.said]
    assert sum(map(len, read)) >= FEWEST


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (r"with $y = x + \tau w$", ["y"]),
        (r"the quarter turn $J$ of the plane", ["J"]),
        (r"two heads with $P_1(t)$", ["P"]),
        (r"the mean $\bar\delta$ of them", [r"\bar \delta"]),
        (r"so $P w$ vanishes", []),
        (r"below $2 \sigma$", []),
    ],
)
def test_what_a_sentence_introduces(sentence, found):
    assert list(introduced(sentence)) == found
