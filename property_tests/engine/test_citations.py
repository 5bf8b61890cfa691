"""What claims assume is a proposition of Coq, told with its words; directions have steps."""

import pytest

from verify.language.mistakes import Mistake
from verify.render.axioms import axioms_json, axioms_text, cited_by
from verify.render.screen import Screen
from verify.statements.discovery import discover
from verify.statements.schemas import schemas
from verify.vocabulary import *

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
KNOWN = {s.id: s for s in discover().statements}


def stated(step, rests_on=(), **claimed):
    def body(given):
        x = given(any_scalar("x"))
        said = claim("It is so.", x * x >= 0, **claimed) if claimed else claim("It is so.")
        yield said
        yield "One.", Identity(x + x, 2 * x, name="first")
        yield "So,", step

    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma", rests_on=rests_on)(body)


BOTH = Equivalence("a", "b", ("first",), ("first",), name="iff")


@pytest.mark.parametrize("forward, backward", [((), ("first",)), (("first",), ()), ((), ())])
def test_neither_direction_of_an_equivalence_is_without_a_step(forward, backward):
    with pytest.raises(Mistake, match="both directions"):
        _ = stated(Equivalence("a", "b", forward, backward, name="iff")).declared


def test_a_theorem_from_outside_has_words_and_is_assumed_by_a_claim():
    assert schemas()
    for key, theorem in schemas().items():
        assert theorem.definition.startswith(f"Definition {key} : Prop :=")
        assert theorem.definition.endswith(".") and len(theorem.says) > 80
        assert any(key in one.theorems for one in KNOWN.values())


def test_a_claim_assumes_what_it_cites_and_words_what_they_rest_on():
    key = "analytic_descent"
    own = stated(BOTH, cites=[key])
    assert [(c.theorem.key, c.statement) for c in cited_by(own, KNOWN)] == [(key, "X-1")]
    in_words = stated(BOTH, rests_on=("A-C3.1",))
    assert [c.statement for c in cited_by(in_words, KNOWN)] == ["A-C3.1"]
    whole = stated(BOTH, rests_on=("A-C3.1",), cites=[key])
    assert [c.statement for c in cited_by(whole, KNOWN)] == ["X-1"]
    told = "\n".join(axioms_text(in_words, cited_by(in_words, KNOWN), Screen()))
    assert "(through A-C3.1)" in told and "    Definition analytic_descent : Prop :=" in told
    (entry,) = axioms_json(whole, cited_by(whole, KNOWN))["axioms"]
    assert (entry["key"], entry["cited_by"]) == (key, "X-1")


def test_one_claim_of_the_papers_assumes_a_theorem_from_outside():
    cited = {name: sorted(one.theorems) for name, one in KNOWN.items() if one.theorems}
    assert cited == {"A-C3.1": ["analytic_descent"]}
