"""False twins and mutants of single steps: the whole result, and where they fail."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.language.mistakes import Mistake
from verify.methods import refuting
from verify.methods.refuting import refute_mutant, refute_twin, weakened
from verify.methods.witnesses import completed
from verify.statements.mutants import Mutant
from verify.vocabulary import *


def lemma(*mutants):
    """Return x y > 0, y/y = 1 and x + y > 1 for x > 0 and y >= 1, with twins and mutants."""

    def body(given):
        x, y = given(positive_scalar("x")), given(any_scalar("y"))
        low = given(that(y >= 1))
        yield (
            "A.",
            Inequality(x * y > 0, because=x * y, name="product")
            .but_not("it is large", claim=x * y > 10)
            .but_not("at a place", claim=x * y > 10, at={x: 5, y: 2})
            .but_not("it is true", claim=x * y >= 0),
        )
        yield "B.", Identity(1 / y * y, 1, name="quotient")
        yield "C.", Inequality(x + y > 1, because=x + (y - 1), name="sum")
        for why, changes in mutants:
            yield mutant(why, **changes(x, low))

    return lemma_of(body)


def twin(why):
    said = lemma().said("product")
    (found,) = (t for t in said.step.twins if t.why == why)
    return refute_twin(said, found)


def refuted(changes):
    declared = lemma(("why", changes)).declared
    (one,) = declared.mutants
    return refute_mutant(declared.said, one)


def test_a_twin_is_refuted_by_an_instance_of_what_the_step_assumes():
    found = twin("it is large")
    assert (found.name, found.step) == ("it is large", "product")
    assert (found.refuted, found.undefined, found.survives) == (True, False, False)
    x, y, gap = (Fraction(found.witness[k]) for k in ("x", "y", "where the gap is"))
    assert x > 0 and y >= 1 and gap == x * y - 10 <= 0
    assert found.witness["where"] == {} and found.seconds > 0


def test_a_twin_is_tried_where_its_author_says():
    found = twin("at a place")  # where it is equal
    assert (found.name, found.step, found.refuted) == ("at a place", "product", True)
    assert {k: found.witness[k] for k in ("x", "y", "where the gap is")} == {
        "x": "5", "y": "2", "where the gap is": "0"
    }  # fmt: skip


def test_a_twin_that_is_true_survives(monkeypatch):
    monkeypatch.setattr(refuting, "TRIES", 5)
    monkeypatch.setattr(refuting, "DOWNHILL", 50)
    found = twin("it is true")
    assert (found.name, found.refuted, found.undefined) == ("it is true", False, False)
    assert (found.witness, found.step, found.survives) == ({}, "product", True)


def test_a_mutant_is_refuted_at_the_first_step_that_fails_without_what_it_drops():
    found = refuted(lambda x, low: {"drop": x, "assume": any_scalar("x")})
    assert (found.name, found.refuted, found.undefined) == ("why", True, False)
    x, y = Fraction(found.witness["x"]), Fraction(found.witness["y"])
    assert y >= 1 and (x <= 0 if found.step == "product" else x + y <= 1)
    found = refuted(lambda x, low: {"drop": low})
    assert found.refuted and found.step in ("product", "sum")
    assert Fraction(found.witness["x"]) > 0 and Fraction(found.witness["y"]) < 1


def test_a_mutant_is_tried_where_its_author_says():
    def body(given):
        x, y = given(positive_scalar("x")), given(any_scalar("y"))
        low = given(that(y >= 1))
        yield "A.", Inequality(x * y > 0, because=x * y, name="product")
        yield "B.", Inequality(x + y > 1, because=x + (y - 1), name="sum")
        yield mutant("the second", drop=low, at={x: Fraction(1, 2), y: Fraction(1, 4)})
        yield mutant("neither", drop=low, at={x: 1, y: 1})

    declared = lemma_of(body).declared
    second, neither = (refute_mutant(declared.said, one) for one in declared.mutants)
    assert (second.name, second.refuted, second.step) == ("the second", True, "sum")
    assert second.witness["where the gap is"] == "-1/4"
    assert (neither.name, neither.refuted, neither.undefined) == ("neither", False, False)
    assert (neither.step, neither.witness, neither.survives) == ("", {}, True)


def test_a_mutant_without_which_a_formula_has_no_value_is_undefined():
    def body(given):
        y = given(any_scalar("y"))
        low = given(that(y >= 1))
        yield "A.", Identity(y - y, 0, name="nothing")
        yield "B.", Identity(1 / y * y, 1, name="quotient")
        yield mutant("y may be 0", drop=low)
        yield mutant("at 0", drop=low, at={y: 0})

    declared = lemma_of(body).declared
    anywhere, there = (refute_mutant(declared.said, one) for one in declared.mutants)
    assert (anywhere.name, anywhere.refuted, anywhere.undefined) == ("y may be 0", False, True)
    assert (anywhere.step, anywhere.witness["y"]) == ("quotient", "0")
    assert "undefined" in anywhere.witness and not anywhere.survives
    assert (there.refuted, there.undefined, there.step) == (False, False, "")


def test_steps_that_do_not_need_what_is_dropped_are_left_alone():
    def body(given):
        x, y = given(any_scalar("x")), given(any_scalar("y"))
        yield "A.", Inequality(x**2 + 1 > 0, because=x**2 + 1, name="before")
        low = given(that(y >= 1))
        yield "B.", Inequality(y > 0, because=y - 1 + 1, name="after")
        yield mutant("no bound", drop=low)

    declared = lemma_of(body).declared
    (one,) = declared.mutants
    found = refute_mutant(declared.said, one)
    assert found.refuted and found.step == "after"
    assert refute_mutant(declared.said[:1], one).survives


def test_what_is_needed_is_not_dropped_without_another_in_its_place():
    declared = lemma().declared
    x, y, low = (entry.assumption for entry in declared.assumed)
    rest = weakened(declared.assumed, Mutant("no y", low.introduces))
    assert [entry.assumption for entry in rest] == [x, y]
    other = any_scalar("x")
    (first, *others) = weakened(declared.assumed, Mutant("any x", x.introduces, other))
    assert first.assumption.introduces is x.introduces  # drawn for the old one's things
    assert first.assumption.facts == () and [e.assumption for e in others] == [y, low]
    with pytest.raises(Mistake, match="drops an assumption that introduces a quantity"):
        weakened(declared.assumed, Mutant("no x", x.introduces, place="here"))


def test_a_witness_is_completed_by_draws_until_what_is_assumed_holds():
    x, y = positive_scalar("x"), any_scalar("y")
    low = that(y.introduces >= 1)
    found = completed([x, y, low], {x.introduces: 2, y.introduces: 3})
    assert [found[a.introduces] for a in (x, y)] == [2, 3]
    found = completed([x, y, low], {y.introduces: 3})
    assert found[x.introduces] > 0 and found[y.introduces] == 3
    assert completed([x, y, low], {x.introduces: 2, y.introduces: 0}) == (
        "it violates the assumption that y >= 1"
    )
    assert completed([x, y], {x.introduces: -2, y.introduces: 0}) == (
        "it violates the assumption that x > 0"
    )
    undefined = completed([y, that(1 / y.introduces >= 1)], {y.introduces: 0})
    assert undefined.endswith(">= 1: a division by zero")


def test_what_has_no_value_that_fits_is_told():
    u, v = unit_vector("u"), any_vector("v")
    never = that(u.introduces @ u.introduces >= 2)
    assert completed([u, never], {v.introduces: [1, 0]}).startswith(
        "it violates the assumption that"
    )
    W, A = symmetric_operator("W"), any_operator("A")
    found = completed([W, A], {W.introduces: [[1, 2], [2, 1]]})
    assert len(found[A.introduces]) == 2  # of the witness's dimension
    assert found[W.introduces] == [[1, 2], [2, 1]]
    broken = completed([W], {W.introduces: [[1, 2], [0, 1]]})
    assert broken.startswith("it violates the assumption that W")


def test_a_step_that_is_not_drawn_looks_for_a_counterexample_of_its_own():
    def body(given):
        s, x = given(any_scalar("s")), given(any_scalar("x"))
        cases = Identity(s * s * x, x)
        yield "A.", Cases(cases.but_not("no square", left=s * x), {s: (1, -1)}, name="signs")
        sides = {x: (1, 2)}
        more, less = x >= Fraction(3, 2), x >= 0
        yield "B.", Region(x >= 1, sides, name="box").but_not("more", claim=more)
        yield "C.", Region(x >= 1, sides, name="again").but_not("less", claim=less)

    declared = lemma_of(body).declared
    signs, more, less = (refute_twin(said, said.step.twins[0]) for said in declared.said)
    assert (signs.name, signs.refuted, signs.step) == ("no square", True, "signs")
    assert Fraction(signs.witness["left"]) == -Fraction(signs.witness["right"]) != 0
    assert (more.refuted, more.step, more.witness["x"]) == (True, "box", "1")
    assert less.survives and less.witness == {}
