"""Assumptions in detail: signs of angles, mutants that stand in, mistakes told in one line."""

import pytest

from verify.language.mistakes import Mistake
from verify.methods.refuting import refute_twin
from verify.numerics.exact import GrowingDraw, Unlucky
from verify.numerics.holding import draw_instance, growing_instances, relation_truth
from verify.numerics.matrices import apply
from verify.numerics.number import Truth
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.statements.assumptions.conditions import in_place_of
from verify.statements.step import Assumed, Said
from verify.vocabulary import *

W, V, P = positive_definite("W"), symmetric_operator("V"), any_operator("P")
y, x, c = unit_tokens("y", W.introduces), unit_vector("x", W.introduces), covector("c")
alpha, N = nonnegative_weights("alpha"), attention_mask("N")
eigen = diagonalised("v", "lam", of=V.introduces)
v, lam = eigen.introduces
k, i = modes.any("k"), tokens.any("i")
tau, free = positive_scalar("tau"), any_vectors("X")


SIGNS = {
    "upper half": ((0, pi()), {"sin": ">"}),
    "lower half": ((-pi(), 0), {"sin": "<"}),
    "right half": ((-pi() / 2, pi() / 2), {"cos": ">"}),
    "first quarter": ((0, pi() / 2), {"sin": ">", "cos": ">"}),
    "second quarter": ((pi() / 2, pi()), {"sin": ">", "cos": "<"}),
    "two turns on": ((4 * pi(), Fraction(9, 2) * pi()), {"sin": ">", "cos": ">"}),
    "a whole turn": ((0, 2 * pi()), {}),
    "no multiple of pi": ((0, 3), {}),
}


@pytest.mark.parametrize("name", SIGNS)
def test_an_angle_knows_the_signs_of_its_sine_and_cosine(name):
    bounds, wanted = SIGNS[name]
    for closed in (False, True):
        given = angle_between("theta", *bounds, closed=closed)
        theta = given.introduces
        waves = given.facts[2:]
        assert len(waves) == len(wanted)
        for fact, (wave, sign) in zip(waves, wanted.items(), strict=True):
            assert fact.left.args[0] == wave
            assert fact.left.args[1] is theta
            assert fact.sign == (sign + "=" if closed else sign)


def test_an_angle_knows_the_signs_of_its_multiples():
    given = angle_between("u", 0, pi() / 4, multiples=(2, 3, Fraction(1, 2)))
    u = given.introduces
    known = [(fact.left.args[0], fact.left.args[1], fact.sign) for fact in given.facts[2:]]
    told = [(wave, "u" if angle is u else repr(angle), sign) for wave, angle, sign in known]
    assert told == [
        ("sin", "u", ">"), ("cos", "u", ">"), ("sin", "2*u", ">"), ("cos", "2*u", ">"),
        ("sin", "3*u", ">"),  # three quarters of pi: the cosine has both signs
        ("sin", "(1/2)*u", ">"), ("cos", "(1/2)*u", ">"),
    ]  # fmt: skip
    for instance in growing_instances([given], tries=30):
        for fact in given.facts:
            assert relation_truth(fact, instance) is Truth.TRUE


def test_a_weaker_assumption_draws_for_the_old_symbol():
    weaker = in_place_of(V, any_operator("V"))
    assert weaker.introduces is V.introduces
    found = [instance[V.introduces] for instance in growing_instances([W, weaker], tries=60)]
    assert any(matrix[0][1] != matrix[1][0] for matrix in found)


def test_a_weaker_metric_still_has_tokens_on_its_surface():
    weaker = in_place_of(W, symmetric_operator("W"))
    instances = list(growing_instances([weaker, y, c], tries=60))
    assert len(instances) > 15
    assert any(instance[W.introduces][0][0] <= 0 for instance in instances)


def test_no_instance_has_the_eigenbasis_of_another_operator():
    """Facts about eigenvectors of V would be false of P: nothing is ever concluded from them."""
    wrong = in_eigenbasis(free.introduces, vectors=v, values=lam, of=P.introduces)
    sound = 0
    for seed in range(40):
        try:
            instance = draw_instance(GrowingDraw(seed, 9), [V, P, eigen, free, wrong])
        except Unlucky:
            continue
        sound += 1
        for vector in instance[free.introduces]:  # P agrees with V on all that is spoken of
            images = [apply(instance[A.introduces], vector) for A in (V, P)]
            assert images[0] == images[1]
    assert sound < 20


MISTAKES = {
    "a name": (lambda: any_scalar("2x"), "cannot name"),
    "a reserved name": (lambda: positive_scalar("pi"), "reserved"),
    "a metric that is not symmetric": (lambda: unit_tokens("y", P.introduces), "not assumed"),
    "a symmetric solution": (
        lambda: product_is(W.introduces, V.introduces, is_=P.introduces), "may not be symmetric"
    ),
    "eigenvectors of any operator": (
        lambda: diagonalised("v", "lam", of=P.introduces), "orthonormal eigenvectors"
    ),
    "a token for tokens": (
        lambda: open_hemisphere(y.introduces[1], along=c.introduces),
        "family of vectors over tokens",
    ),
    "a scalar for a vector": (lambda: orthogonal_to("z", tau.introduces), "must be a vector"),
    "any token at the origin": (lambda: at_origin(free.introduces[i]), "one numbered token"),
    "an index with itself": (lambda: distinct(k, k), "two indices of one sort"),
    "rows that see nobody": (lambda: row_stochastic("A", reach="before"), "row empty"),
    "a reach and a mask": (
        lambda: row_stochastic("A", reach="up_to", mask=N.introduces), "not both"
    ),
    "weights for a mask": (lambda: sees_itself(alpha.introduces), "needs a mask"),
    "bounds the wrong way": (lambda: angle_between("theta", pi(), 0), "is not below"),
    "a negative multiple": (
        lambda: angle_between("theta", 0, pi(), multiples=(-1,)), "positive numbers"
    ),
    "no integer": (lambda: integer_scalar("l", at_least=2, at_most=1), "exchange the bounds"),
    "a plane of a symmetric map": (
        lambda: invariant_plane("p", "q", of=V.introduces, matrix=((1, 0), (0, 2))), "is symmetric"
    ),
    "a truth value": (lambda: that(True), "needs a comparison"),
    "a vector that is not 0": (lambda: nonzero(x.introduces), "needs a scalar formula"),
    "a matrix bounded below": (
        lambda: bounded_below(P.introduces, by=tau.introduces), "family of numbers"
    ),
    "a string as a metric": (lambda: nonzero_vector("x", "W"), "metric must be a given operator"),
    "one operator twice": (
        lambda: product_is(W.introduces, P.introduces, is_=P.introduces), "must differ"
    ),
    "a family for a vector": (lambda: orthogonal_to("z", v), "index a family first"),
    "a number for an index": (lambda: distinct(k, 1), "needs indices"),
    "a plane with three rows": (
        lambda: invariant_plane("p", "q", of=P.introduces, matrix=((1, 0), (0, 2), (0, 0))),
        "must be 2 by 2",
    ),
    "a product for an operator": (
        lambda: largest_first(lam, vectors=v, of=V.introduces @ V.introduces, gap=0),
        "must be a given operator",
    ),
    "a vector for a gap": (
        lambda: largest_first(lam, vectors=v, of=V.introduces, gap=x.introduces),
        "expected a scalar",
    ),
    "one number for eigenvalues": (
        lambda: spectral_bound("s", values=tau.introduces), "family of scalars over modes"
    ),
    "numbers of nothing": (lambda: coefficients("a", over="rows"), "unknown index set"),
    "an index out of its sum": (
        lambda: that(sum(alpha.introduces[i, j] for j in tokens) > 0), "escapes its sum"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name):
    wrong, told = MISTAKES[name]
    with pytest.raises(Mistake, match=told) as caught:
        wrong()
    assert "\n" not in str(caught.value)


def test_a_given_gap_is_told_beside_the_gap_of_a_claim():
    size = positive_scalar("gap")
    step = Inequality(size.introduces > 0, because=size.introduces)
    twisted = step.but_not("it is less than 0", claim=size.introduces < 0)
    said = Said("A gap is positive.", twisted, (Assumed(size),), "here", 1)
    found = refute_twin(said, twisted.twins[0])
    assert found.refuted
    given, claimed = found.witness["gap"], found.witness["where the gap is"]
    assert claimed == f"-{given}"
    assert f"where the gap is −{given}" in witness_parts(found.witness, UnicodeNotation())
