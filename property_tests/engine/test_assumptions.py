"""Every assumption: its instances satisfy its facts, its facts can fail, its phrase can be told."""

from __future__ import annotations

import inspect
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from verify import vocabulary
from verify.algebra.reading import Reader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.language.expressions import Operator, Relation, Scalar
from verify.language.facts import Equation, constants, serialised
from verify.language.index_sets import modes, tokens
from verify.language.indices import Index
from verify.language.serialise import free_names
from verify.language.symbols import thing_of
from verify.language.walk import ordered
from verify.language.words import pi, total
from verify.numerics.evaluate import value
from verify.numerics.exact import GrowingDraw, Instance, Unlucky
from verify.numerics.holding import fact_truth, growing_instances, kept_apart
from verify.numerics.matrices import transpose
from verify.numerics.number import Truth, Undefined
from verify.numerics.rational_matrices import rank
from verify.statements import assumptions
from verify.statements.assumption import Assumption, Condition
from verify.statements.assumptions import (
    angle,
    angle_between,
    any_head_vectors,
    any_operator,
    any_scalar,
    any_vector,
    any_vectors,
    at_origin,
    attention_mask,
    before,
    bounded_below,
    closed_hemisphere,
    coefficients,
    covector,
    diagonalised,
    distinct,
    eigenvector,
    integer_scalar,
    inverse_pair,
    mode,
    negative_scalar,
    nonnegative_head_weights,
    nonnegative_scalar,
    nonnegative_weights,
    nonzero,
    nonzero_scalar,
    nonzero_vector,
    open_hemisphere,
    orthogonal_operator,
    orthogonal_to,
    positive_definite,
    positive_definite_square,
    positive_scalar,
    positive_weights,
    product_is,
    row_stochastic,
    row_stochastic_heads,
    rows_not_empty,
    scalar_between,
    sees_itself,
    signs,
    symmetric_operator,
    tangent_vector,
    tangent_vectors,
    that,
    unit_tokens,
    unit_vector,
    zero_sum,
)
from verify.statements.assumptions.bounded import bounded_vector, bounded_vectors
from verify.statements.assumptions.commuting import diagonalised_by
from verify.statements.assumptions.coordinates import circle_points, orthonormal_basis
from verify.statements.assumptions.directions import (
    nonzero_vectors,
    orthogonal_to_both,
    vector_of_square,
)
from verify.statements.assumptions.gaps import in_eigenbasis, largest_first, spectral_bound
from verify.statements.assumptions.groups import (
    any_head_weights,
    any_weights,
    is_symmetric,
    zero_sum_within,
)
from verify.statements.assumptions.norms import bounded_operator, ellipsoid_radius
from verify.statements.assumptions.operators import projection_operator
from verify.statements.assumptions.pairs import orthonormal_pair
from verify.statements.assumptions.planes import invariant_plane
from verify.statements.assumptions.polygons import balanced_signs, balanced_tokens, vanishing_on

TRIES = 60
NOISE = tuple(Fraction(k, 2) for k in (0, 2, -2, 10, -5))


# ------------------------------------------------------------------ one case a constructor

W, R, S = positive_definite("W"), *(any_operator(name) for name in "RS")
V, U, P, A = symmetric_operator("V"), any_operator("U"), any_operator("P"), any_operator("A")
y, x, c = unit_tokens("y", W.introduces), unit_vector("x", W.introduces), covector("c")
z = unit_tokens("z")
alpha, beta, N = nonnegative_weights("alpha"), nonnegative_head_weights("beta"), attention_mask("N")
Z, eigen = symmetric_operator("Z"), diagonalised("v", "lam", of=V.introduces)
v, lam = eigen.introduces
r, s, k = mode("r"), mode("s"), modes.any("k")
tau, mu, free = positive_scalar("tau"), any_scalar("mu"), any_vectors("X")
size = nonnegative_scalar("size")
filled = rows_not_empty(N.introduces)
eps = signs("eps", positive="p", negative="q", both=True)
u, spectrum = any_vector("u"), {"vectors": v, "values": lam, "of": V.introduces}
i = tokens.any("i")

CASES: dict[str, tuple[Assumption, ...]] = {
    # the assumption under test comes last, after what it is about
    "any_weights": (any_weights("alpha"),),
    "any_head_weights": (any_head_weights("alpha"),),
    "is_symmetric": (P, is_symmetric(P.introduces)),
    "zero_sum_within": (
        eps,
        zero_sum_within("c", group=eps.introduces[0], sign=1, count=eps.introduces[1]),
    ),
    "angle": (angle("theta"),),
    "angle_between": (angle_between("theta", 0, pi()),),
    "angle_between, closed": (angle_between("theta", -pi() / 2, pi() / 2, closed=True),),
    "any_operator": (any_operator("P"),),
    "any_scalar": (mu,),
    "any_vector": (any_vector("u"),),
    "any_head_vectors": (any_head_vectors("f"),),
    "any_vectors": (free,),
    "at_origin": (free, at_origin(free.introduces[1])),
    "attention_mask": (N,),
    "bounded_vector": (W, tau, bounded_vector("f", by=tau.introduces, metric=W.introduces)),
    "bounded_vectors": (tau, bounded_vectors("f", by=tau.introduces)),
    "before": (r, s, before(r.introduces, s.introduces)),
    "bounded_operator": (
        W,
        free,
        x,
        size,
        bounded_operator("A", by=size.introduces, on=[free.introduces, x.introduces]),
    ),
    "bounded_below": (beta, tau, bounded_below(beta.introduces, by=tau.introduces)),
    "circle_points": (circle_points("q", "t"),),
    "closed_hemisphere": (W, y, c, closed_hemisphere(y.introduces, along=c.introduces)),
    "coefficients": (coefficients("a"),),
    "coefficients, of heads": (coefficients("a", over="heads"),),
    "covector": (c,),
    "diagonalised": (V, eigen),
    "diagonalised_by": (V, eigen, Z, diagonalised_by("mu", of=Z.introduces, vectors=v)),
    "distinct": (r, s, distinct(r.introduces, s.introduces)),
    "ellipsoid_radius": (
        W,
        y,
        free,
        ellipsoid_radius("R", metric=W.introduces, of=[y.introduces, free.introduces]),
    ),
    "eigenvector": (A, eigenvector("v", of=A.introduces, value="lam")),
    "eigenvector, symmetric": (V, eigenvector("v", of=V.introduces, value="lam")),
    "in_eigenbasis": (V, eigen, z, in_eigenbasis(z.introduces, **spectrum)),
    "in_eigenbasis, one vector": (V, eigen, u, in_eigenbasis(u.introduces, **spectrum)),
    "integer_scalar": (integer_scalar("l", at_least=1),),
    "integer_scalar, bounded": (integer_scalar("l", at_least=-1, at_most=1),),
    "invariant_plane": (
        mu,
        tau,
        A,
        invariant_plane(
            "p",
            "q",
            of=A.introduces,
            matrix=((mu.introduces, tau.introduces), (-tau.introduces, mu.introduces)),
        ),
    ),
    "inverse_pair": (inverse_pair("R", "S"),),
    "largest_first": (
        V,
        eigen,
        tau,
        largest_first(lam, vectors=v, of=V.introduces, gap=tau.introduces),
    ),
    "largest_first, not simple": (
        V,
        eigen,
        largest_first(lam, vectors=v, of=V.introduces, gap=0),
    ),
    "mode": (r,),
    "negative_scalar": (negative_scalar("mu"),),
    "nonnegative_head_weights": (beta,),
    "nonnegative_scalar": (nonnegative_scalar("mu"),),
    "nonnegative_weights": (alpha,),
    "nonzero": (mu, tau, nonzero(mu.introduces - tau.introduces)),
    "nonzero_scalar": (nonzero_scalar("mu"),),
    "nonzero_vector": (W, nonzero_vector("x", W.introduces)),
    "nonzero_vectors": (nonzero_vectors("x"),),
    "open_hemisphere": (W, y, c, open_hemisphere(y.introduces, along=c.introduces)),
    "orthogonal_operator": (orthogonal_operator("Q"),),
    "orthogonal_to": (V, eigen, r, orthogonal_to("z", v[r.introduces])),
    "orthogonal_to_both": (c, u, orthogonal_to_both("z", c.introduces, u.introduces)),
    "orthonormal_basis": (z, orthonormal_basis("e", expands=[z.introduces])),
    "orthonormal_basis, of several": (
        free,
        u,
        orthonormal_basis("e", expands=[free.introduces, u.introduces]),
    ),
    "orthonormal_pair": (orthonormal_pair("e", "q"),),
    "balanced_signs": (balanced_signs("eps"),),
    "balanced_tokens": (balanced_tokens("b"),),
    "vanishing_on": (P, z, vanishing_on(P.introduces, z.introduces)),
    "vanishing_on, one vector": (P, u, vanishing_on(P.introduces, u.introduces)),
    "positive_definite": (W,),
    "positive_definite_square": (positive_definite_square("W", root="R", inverse="S"),),
    "positive_scalar": (tau,),
    "positive_weights": (positive_weights("Z"),),
    "product_is": (W, P, U, product_is(W.introduces, U.introduces, is_=P.introduces)),
    "projection_operator": (projection_operator("S"),),
    "row_stochastic": (row_stochastic("A"),),
    "row_stochastic, causal": (row_stochastic("A", reach="up_to"),),
    "row_stochastic, masked": (N, filled, row_stochastic("A", mask=N.introduces)),
    "row_stochastic_heads": (row_stochastic_heads("A", reach="up_to"),),
    "rows_not_empty": (N, filled),
    "scalar_between": (tau, scalar_between("mu", -tau.introduces, 3)),
    "sees_itself": (N, sees_itself(N.introduces)),
    "signs": (signs("eps", positive="p", negative="q"),),
    "signs, both": (eps,),
    "spectral_bound": (V, eigen, spectral_bound("s", values=lam)),
    "spectral_bound, of the others": (
        V,
        eigen,
        spectral_bound("s", values=lam, but_first=True),
    ),
    "symmetric_operator": (V,),
    "tangent_vector": (W, x, tangent_vector("X", x.introduces, W.introduces)),
    "tangent_vectors": (W, y, tangent_vectors("X", y.introduces, W.introduces)),
    "that": (mu, tau, that(mu.introduces < tau.introduces)),
    "that, for all": (alpha, that(total(alpha.introduces[i, j] for j in tokens) > 0)),
    "unit_tokens": (W, y),
    "unit_tokens, on the sphere": (z,),
    "unit_vector": (W, x),
    "vector_of_square": (vector_of_square("one", modes.count),),
    "vector_of_square, any": (tau, vector_of_square("x", tau.introduces)),
    "zero_sum": (zero_sum("c"),),
}


@cache
def drawn(name):
    """Instances of a case, without the check that a statement's instances go through."""
    found = []
    for number in range(TRIES):
        draw = GrowingDraw(number, 2 + number // 4)
        instance = Instance(draw.whole(1, 3), draw.whole(2, 3), draw.whole(1, 2))
        instance.apart = kept_apart(facts(name)[0])
        try:
            for assumption in CASES[name]:
                assumption.generate(draw, instance)
        except Unlucky:
            continue
        found.append(instance)
    return found


def facts(name):
    found = [fact for assumption in CASES[name] for fact in assumption.facts]
    return found, kept_apart(found)


def test_every_constructor_has_a_case():
    """Every word of the vocabulary that makes an assumption, whatever module it is in."""
    words = {name.partition(",")[0] for name in CASES}
    assert words == {name for name, made in vars(vocabulary).items() if is_constructor(made)}


def is_constructor(made):
    return inspect.isfunction(made) and made.__module__.startswith(assumptions.__name__)


@pytest.mark.parametrize("name", CASES)
def test_every_instance_satisfies_every_fact(name):
    instances = drawn(name)
    assert len(instances) >= TRIES // 6
    everything, _ = facts(name)
    for instance in instances:
        for fact in everything:
            truth = fact_truth(fact, instance)
            assert truth is Truth.TRUE or (truth is Truth.UNKNOWN and has_parts_of_pi(instance)), (
                fact,
                instance,
            )


def has_parts_of_pi(instance):
    """Whether angles are multiples of pi here: balls cannot decide that one is at its bound."""
    return any(isinstance(found, Scalar) for found in instance.values.values())


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name][-1].facts])
def test_every_fact_can_fail(name):
    _, apart = facts(name)
    others = [fact for fact in apart if fact not in CASES[name][-1].facts]
    failed = set()
    for number, instance in enumerate(drawn(name)):
        for seed in range(6):
            noisy = with_noise(instance, Random(100 * number + seed))
            noisy = replace(noisy, apart=kept_apart(others))
            for place, fact in enumerate(CASES[name][-1].facts):
                try:
                    if fact_truth(fact, noisy) is Truth.FALSE:
                        failed.add(place)
                except Undefined:
                    continue
    assert failed == set(range(len(CASES[name][-1].facts)))


@pytest.mark.parametrize("name", CASES)
def test_a_bound_that_is_never_reached_is_strict(name):
    for fact in CASES[name][-1].facts:
        if isinstance(fact, Relation) and not fact.strict and fact.sign != "!=":
            strict = Relation(fact.left, "<" if fact.sign == "<=" else ">", fact.right)
            found = (fact_truth(strict, instance) for instance in drawn(name))
            assert any(truth is not Truth.TRUE for truth in found), fact


def with_noise(instance, random):
    """The same things with any values: what an assumption excludes is among them."""

    def noise(found):
        return [noise(part) for part in found] if isinstance(found, list) else random.choice(NOISE)

    changed = {
        thing: random.randrange(instance.dimension) if isinstance(thing, Index) else noise(found)
        for thing, found in instance.values.items()
    }
    return instance.replaced(changed)


@pytest.mark.parametrize("name", CASES)
def test_every_phrase_can_be_told(name):
    assumption = CASES[name][-1]
    shown = assumption.phrase.format(it="<it>", **{part: f"<{part}>" for part in assumption.about})
    assert shown.count("$") % 2 == 0
    single = not isinstance(assumption.introduces, tuple | Condition)
    assert ("<it>" in shown) == single
    assert all(f"<{part}>" in shown for part in assumption.about)
    assert shown.count("{") == shown.count("}")


@pytest.mark.parametrize("name", CASES)
def test_every_fact_can_be_written_into_a_claim(name):
    everything, _ = facts(name)
    for fact in everything:
        kind, *_, sorts = serialised(fact, free_names(ordered(constants(everything))))
        assert isinstance(kind, str)
        assert set(sorts.values()) <= {"tokens", "heads", "modes"}


@pytest.mark.parametrize("name", CASES)
def test_every_fact_is_one_that_the_algebra_can_read(name):
    theory = Theory()
    before = rule_count(theory)
    learn(Reader(theory), facts(name)[0])
    assert (rule_count(theory) > before) == any(isinstance(f, Equation) for f in facts(name)[0])


def rule_count(theory):
    rules = (theory.gram_rules, theory.vector_rules, theory.word_rules, theory.scalar_rules)
    return sum(map(len, (*rules, theory.sums.rules, theory.sums.sizes)))


@pytest.mark.parametrize("name", CASES)
def test_an_instance_gives_a_value_of_the_right_shape_to_all_it_introduces(name):
    for instance in drawn(name):
        for assumption in CASES[name]:
            made = assumption.introduces
            for part in made if isinstance(made, tuple) else (made,):
                if not isinstance(part, Condition) and part is not None:
                    assert shape_of(instance[part]) == wanted_shape(part, instance)
                if isinstance(part, Operator) and part.args[0].symmetric:
                    assert instance[part] == transpose(instance[part])


def shape_of(found):
    return [len(found), *shape_of(found[0])] if isinstance(found, list) else []


def wanted_shape(part, instance):
    if isinstance(part, Operator):
        return [instance.dimension, instance.dimension]
    thing = thing_of(part)
    sorts = getattr(thing, "sorts", ("tokens", "tokens") if type(thing).__name__ == "Mask" else ())
    vector = getattr(thing, "kind", "scalar") == "vector"
    return [instance.size(sort) for sort in sorts] + [instance.dimension] * vector


# ------------------------------------------------------------------ dimensions

LINEAR = ("any_scalar", "any_vector", "any_vectors", "coefficients", "covector", "orthogonal_to",
          "tangent_vector", "tangent_vectors", "zero_sum")  # fmt: skip


@pytest.mark.parametrize("name", LINEAR)
def test_a_linear_space_is_spanned_by_as_many_as_its_dimension(name):
    *about, last = CASES[name]
    for seed in range(8):
        draw = GrowingDraw(seed, 40)
        instance = Instance(draw.whole(1, 3), draw.whole(2, 3))
        for assumption in about:
            assumption.generate(draw, instance)
        rows = []
        for _ in range(12):
            last.generate(draw, instance)
            rows.append(flat(instance[last.introduces]))
        assert rank(rows) == value(last.space.dimension, instance)


def flat(found):
    return [entry for part in found for entry in flat(part)] if isinstance(found, list) else [found]


def test_distinct_indices_count_one_less():
    (instance,) = growing_instances([r], tries=1)
    others = distinct(k, r.introduces)
    assert value(others.space.dimension, instance) == instance.dimension - 1
