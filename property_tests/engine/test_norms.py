"""Norms of maps, radii of ellipsoids, and what is known of exponentials and of the first token."""

import pytest

import verify
from verify.language.mistakes import Mistake
from verify.methods import certificate, symbolic
from verify.numerics.exact import GrowingDraw
from verify.numerics.holding import growing_instances
from verify.numerics.matrices import apply, dot
from verify.vocabulary import *

PAPER = Paper("X", "a test", "nobody", 2026, "none")
W, x, p = positive_definite("W"), any_vectors("x"), positive_scalar("p")


def others(seed: int, dimension: int) -> list[list[Fraction]]:
    """Vectors that no assumption knows of."""
    draw = GrowingDraw(seed, 40)
    return [draw.rationals(dimension) for _ in range(6)]


def test_a_bounded_operator_is_bounded_at_every_vector_and_reaches_its_bound():
    bounded = bounded_operator("P", by=p.introduces, on=[x.introduces])
    kinds = set()
    for seed, instance in enumerate(growing_instances([x, p, bounded], tries=200)):
        P, most = instance[bounded.introduces], instance[p.introduces]
        found = [*others(seed, instance.dimension), *instance[x.introduces]]
        slack = [most**2 * dot(v, v) - dot(apply(P, v), apply(P, v)) for v in found if any(v)]
        assert all(gap >= 0 for gap in slack)
        kinds.add((0 in slack, any(gap > 0 for gap in slack), any(map(any, P))))
    assert {(True, False, True), (True, True, True), (False, True, True)} <= kinds
    assert any(not nonzero for *_, nonzero in kinds)


def test_no_point_of_an_ellipsoid_is_further_out_than_its_radius():
    radius = ellipsoid_radius("R", metric=W.introduces, of=[x.introduces])
    reached = set()
    for seed, instance in enumerate(growing_instances([W, x, radius], tries=200)):
        metric, most = instance[W.introduces], instance[radius.introduces]
        axes = [[Fraction(int(a == b)) for a in range(instance.dimension)]
                for b in range(instance.dimension)]  # fmt: skip
        for v in [*others(seed, instance.dimension), *axes]:
            assert dot(v, v) <= most**2 * dot(v, apply(metric, v))
        reached.add((most, any(most**2 * dot(v, apply(metric, v)) == 1 for v in axes)))
    assert {(Fraction(1), True), (Fraction(2), True)} <= reached  # the least radius, and not only 1


def test_what_is_wrong_with_them_is_told_in_one_line():
    with pytest.raises(Mistake, match="ellipsoid_radius needs a metric"):
        ellipsoid_radius("R", metric=None, of=[x.introduces])
    with pytest.raises(Mistake, match="bounded_operator needs a scalar formula"):
        bounded_operator("P", by=1, on=[x.introduces])
    with pytest.raises(Mistake, match="bounded_operator needs a family of vectors"):
        bounded_operator("P", by=p.introduces, on=[nonnegative_weights("A").introduces])


@statement("X-1", PAPER.label("exponentials"), title="What is known of e^x")
def exponentials(given: Given) -> Proof:
    s, t = given(any_scalar("s")), given(any_scalar("t"))
    yield "above its tangent", Inequality(exp(s) >= 1 + s, because=exp(s) - 1 - s, name="tangent")
    yield "also in a sum", Inequality(exp(s + t) >= 1 + s + t, because=exp(s + t) - (1 + s + t),
                                      name="sum")  # fmt: skip
    yield "not above all lines", Inequality(exp(s) >= 1 + 2 * s, because=exp(s) - 1 - 2 * s,
                                            name="steep")  # fmt: skip
    yield "nor above a higher one", Inequality(exp(s) >= 2 + s, because=exp(s) - 2 - s,
                                               name="high")  # fmt: skip
    yield "nor below it", Inequality(exp(s) <= 1 + s, because=1 + s - exp(s), name="below")
    yield "nor above another's", Inequality(exp(s) >= 1 + t, because=exp(s) - 1 - t, name="other")


@pytest.mark.parametrize("name", ["tangent", "sum", "steep", "high", "below", "other"])
def test_an_exponential_is_above_its_tangent_at_zero_and_no_other_line(name: str) -> None:
    outcome = certificate.decide(exponentials.said(name)).outcome
    assert outcome == ("proved" if name in ("tangent", "sum") else "inconclusive")


@statement("X-2", PAPER.label("order"), title="The first token")
def first_token(given: Given) -> Proof:
    A = given(nonnegative_weights("A"))
    i = tokens.any("i")
    yield "up to", Identity(total(A[i, j] for j in tokens.up_to(i)), A[i, 1] + total(
        A[i, j] for j in tokens.up_to(i).but(1)), name="up to")  # fmt: skip
    yield "before", Identity(total(A[i, j] for j in tokens.before(i)), A[i, 1] + total(
        A[i, j] for j in tokens.before(i).but(1)), name="before")  # fmt: skip


@pytest.mark.parametrize(("name", "outcome"), [("up to", "proved"), ("before", "inconclusive")])
def test_the_first_token_is_before_every_other_one_but_not_before_itself(name, outcome):
    said = first_token.said(name)
    assert symbolic.decide(said).outcome == certificate.decide(said).outcome == outcome


@statement("X-3", PAPER.label("zero"), title="A number between 0 and 0")
def between_zero_and_zero(given: Given) -> Proof:
    A, s = given(nonnegative_weights("A")), given(any_scalar("s"))
    i, j = tokens.any("i", "j")
    given(that(s <= 1))
    one = [s >= 1]
    yield "not negative", Inequality(A[i, j] * s >= A[i, j], where=one, because=A[i, j] * (s - 1),
                                     name="not negative")  # fmt: skip
    yield "not positive", Inequality(A[i, j] * s <= A[i, j], where=one, because=A[i, j] * (1 - s),
                                     name="not positive")  # fmt: skip
    yield "not less", Inequality(A[i, j] * s < A[i, j], where=one, because=A[i, j] * (1 - s),
                                 name="less")  # fmt: skip
    yield "not 2 s", Inequality(2 * A[i, j] * s <= A[i, j], where=one,
                                because=A[i, j] * (1 - 2 * s), name="twice")  # fmt: skip


@pytest.mark.parametrize("name", ["not negative", "not positive", "less", "twice"])
def test_what_is_zero_has_both_signs_and_is_not_apart_from_zero(name: str) -> None:
    outcome = certificate.decide(between_zero_and_zero.said(name)).outcome
    assert outcome == ("proved" if name.startswith("not") else "inconclusive")


@statement("X-4", PAPER.label("constant"), title="A side that does not depend on anything")
def constant(given: Given) -> Proof:
    s = given(any_scalar("s"))
    yield "pi", Identity((s + pi()) - s, pi(), name="pi")


def test_a_constant_side_has_the_precision_it_is_asked_for():
    import mpmath

    for digits in (20, 60):
        with mpmath.workdps(digits):
            left, _ = verify.step(constant, "pi").lower(backend="mpmath")(s=mpmath.mpf(1))
        with mpmath.workdps(100):
            assert abs(left - mpmath.pi) < mpmath.mpf(10) ** (1 - digits)
            assert type(left) is mpmath.mpf
