"""What a witness names has the name that formulas show, and none that only our modules use."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from verify.language.symbols import Symbol
from verify.render.latex_formulas import LatexNotation
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.statements.assumption import introduced
from verify.statements.discovery import discover
from verify.statements.statement import Statement
from verify.vocabulary import *

STATEMENTS = discover().statements
NAMED = re.compile(r"(?<!\w)[A-Za-z]{2,}[^\s,]* = ")  # a word that is given a value
UPRIGHT = re.compile(r"\\(?:mathrm|mathit|operatorname|text)\{\w{2,}\}\S* = ")
RAW = re.compile(r"\w{2,}\(|_\{|\w{2,}_\w{2,}|__")


def witnesses(statement: Statement) -> Iterator[dict[str, Any]]:
    """Yield what the witnesses of a statement are made of: all that is given, one thing each, the
    cases of steps and of their twins, and what is measured."""
    for thing in introduced(entry.assumption for entry in statement.declared.assumed):
        own = getattr(thing, "latex", None)
        yield {thing.name: "1", **({"displayed": {thing.name: own}} if own else {})}
    for said in statement.declared.said:
        for step in (said.step, *(twin.step for twin in said.step.twins)):
            if isinstance(step, Counted):
                yield {symbol.args[0].name: "1" for symbol in step.over}
            elif isinstance(step, Cases):
                names = {thing: thing for thing in step.over if isinstance(thing, Symbol)}
                shown = {t.name: t.latex for t in names if getattr(t, "latex", None)}
                yield from (
                    {"case": claim.label, "displayed": shown} for claim in step.obligations(said)
                )
            elif isinstance(step, Experiment):
                yield from (claim.contradicted("at most 0.5") for claim in step.claims)
            elif isinstance(step, Value):
                beside = Fraction(step.decimal) + 1
                yield from filter(None, (step.excluded(r, beside, beside) for r in step.routes))


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_no_witness_has_a_raw_name(statement: Statement) -> None:
    found = list(witnesses(statement))
    assert found
    for witness in found:
        plain = ", ".join(witness_parts(witness, UnicodeNotation()))
        tex = ", ".join(witness_parts(witness, LatexNotation()))
        assert not NAMED.search(plain), plain
        assert not RAW.search(re.sub(r"\b(?:log|sin|cos|tan|exp)\(", "", plain)), plain
        assert not UPRIGHT.search(tex), tex


@pytest.mark.parametrize(
    ("witness", "told"),
    [
        (
            {"route": "integral", "from": "0.19356435529994", "to": "0.19356435529998",
             "told": "0.2"},
            "it is 0.193564355299… (integral), and not 0.2",
        ),
        (
            {"instances": 2000, "happened": 404, "from": "0.160", "to": "0.248", "exact": "0.25"},
            "it is 0.160 to 0.248 (404 of 2000 instances), and not 0.25",
        ),
        (
            {"route": "integral", "from": "1.234567e-9", "to": "1.234569e-9"},
            "it is 1.234567e−9 to 1.234569e−9 (integral)",
        ),
        ({"case": "corners: v = (1, 2)"}, "v = (1, 2)"),
        ({"case": "corners: all even"}, "in the case all even"),
        ({"p, q": "2, 4"}, "(p, q) = (2, 4)"),
        ({"and is": "at most -0.1"}, "and is at most −0.1"),
        ({"eigenvalues": ["3/4 + -8/3 i", "1"]}, "eigenvalues 3/4 − 8/3 i, 1"),
        ({"undefined": "a division by zero"}, "where a formula is undefined: a division by zero"),
    ],
)  # fmt: skip
def test_what_was_measured_is_told_in_words(witness: dict[str, Any], told: str) -> None:
    assert witness_parts(witness, UnicodeNotation()) == [told]
