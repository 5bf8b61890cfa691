"""Every sentence of the papers is words, and formulas in LaTeX that all notations can tell."""

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest

from verify.language.mathematics import check_formulas
from verify.language.mistakes import Mistake
from verify.render.site.mathml import MathmlNotation
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.discovery import discover
from verify.statements.naming import check_text
from verify.statements.scenes import Scene
from verify.statements.statement import Statement
from verify.writing.sentences import stretches

ID = re.compile(r"\b[AB]-[A-Z0-9][\w.]*[*+']*")
FORMULA = re.compile(
    r"(?<![\w'’.(-])[b-zB-HJ-Z](?![\w'’.])"  # a letter alone, but for a, A and I
    r"|\S*[_^<>=|{}*+\\−≤≥≠√]\S*|\d/\d|\w\["
    r"|\b(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|lam|mu|nu|xi|rho|sigma|tau"
    r"|phi|chi|psi|omega|sqrt|cos|sin|tan|tanh|exp|det|diag)\b"
)
FIELDS = ("says", "needs", "left", "right")  # of steps in words


@cache
def sentences(statement: Statement) -> tuple[str, ...]:
    """Return what an author wrote for readers, wherever it stands."""
    declared = statement.declared
    found = [statement.title, *(mutant.why for mutant in declared.mutants)]
    for said in declared.said:
        step = said.step
        written = [getattr(step, field, None) for field in FIELDS]
        found += [said.sentence, *(text for text in written if isinstance(text, str))]
        found += [twin.why for twin in getattr(step, "twins", ())]
        found += [text for c in getattr(step, "claims", ()) for text in (c.says, c.figure)]
        found += getattr(step, "routes", ())
    return (*found, *(text for scene in statement.scenes for text in of_scene(scene)))


def of_scene(scene: Scene) -> Iterator[str]:
    yield from (scene.title, scene.says)
    for watch in scene.watch:
        yield from (watch.says, *(tell.says for tell in watch.tells))


@pytest.mark.parametrize("statement", discover().statements, ids=lambda statement: statement.id)
def test_every_formula_of_a_sentence_is_told_in_every_notation(statement: Statement) -> None:
    for sentence in sentences(statement):
        told_everywhere(sentence)


def told_everywhere(sentence: str) -> None:
    check_text("a sentence", sentence)
    check_formulas(sentence, "a sentence")
    words = " ".join(part for kind, part in stretches(sentence) if kind == "words")
    assert not FORMULA.findall(ID.sub("", words)), sentence
    plain = UnicodeNotation().prose(sentence)
    assert not re.search(r"[\\$]", plain), plain
    markup = MathmlNotation().prose(sentence)
    ElementTree.fromstring(f"<p>{markup}</p>")
    assert "\\" not in markup, markup


def test_an_id_is_one_of_those_that_are_known() -> None:
    known = ("Z-1", "Z-1+", "Z-1*")
    told = list(stretches("$x$ by Z-1, Z-1+ and Z-1*; not by AZ-1, Z-1** or $Z-1$.", known))
    assert [part for kind, part in told if kind == "id"] == ["Z-1", "Z-1+", "Z-1*"]
    assert [part for kind, part in told if kind == "formula"] == ["x", "Z-1"]


def test_a_site_links_the_statements_it_has() -> None:
    told = MathmlNotation(linked=("Z-1",)).prose("by Z-1 and Z-2")
    assert told == 'by <a href="../Z-1/index.html" class="id">Z-1</a> and Z-2'


def test_a_dollar_sign_alone_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="unpaired"):
        check_text("the sentence", "a token $x moves")
