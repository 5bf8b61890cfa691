"""What fails along an enclosed solution is false, where that solution is known to last."""

from typing import Any

import pytest
from flint import arb, fmpq

from property_tests.false_claims import known
from verify.methods.following import follow
from verify.methods.starts import solution_of
from verify.numerics.balls import working_precision
from verify.numerics.enclosed_flows import enclosed
from verify.numerics.exact import Instance as ExactInstance
from verify.numerics.polynomial_flows import lasts_forever
from verify.vocabulary import *


def followed(law: Any, said: Any) -> Any:
    """Return what comes of a claim about one number that moves, and starts at 1."""

    def body(given: Given) -> Proof:
        x, b = given(any_scalar("x")), given(any_scalar("beside"))
        along = solution(motion({x: law(x)}))
        yield claim("So.", implies(at_start(equals(x, 1)), said(x)), along=along)
        yield "A step.", Identity(b + b, 2 * b, name="a step")

    return follow(known.of("at-once", body).declared.claim)


FALSE = {
    "a bound": (lambda x: x, lambda x: always(x <= 1)),
    "a bound from below": (lambda x: -x, lambda x: always(x >= 1)),
    "a bound that falls too fast": (lambda x: -x, lambda x: always(x <= exp(-2 * elapsed))),
    "a value": (lambda x: -(x**3), lambda x: always(equals(x, 1))),
    "a value that moves": (lambda x: -x, lambda x: always(equals(x, 1 - 2 * elapsed))),
    "a part": (lambda x: -x, lambda x: always(both(x <= 1, x >= 1))),
    "a rise": (lambda x: -x, lambda x: nondecreasing(x**2)),
    "a strict bound": (lambda x: -x, lambda x: always(x > Fraction(9, 10))),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.long
def test_what_fails_soon_is_false(name: str) -> None:
    found = followed(*FALSE[name])
    assert found.outcome == "refuted" and found.evidence["rigorous"]
    assert found.evidence["witness"]["time"] == "1/8"


TRUE = {
    "a bound": (lambda x: -x, lambda x: always(x <= 1)),
    "the same slope": (lambda x: -x, lambda x: always(x <= exp(-elapsed))),
    "a slope of 0": (lambda x: x * (1 - x), lambda x: always(x <= 1)),
    "a premise that ends": (lambda x: -x, lambda x: always(implies(x >= 1, x <= 1))),
    "the start alone": (lambda x: x, lambda x: at_start(x <= 1)),
    "a rise": (lambda x: x, lambda x: nondecreasing(x)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.long
def test_what_is_true_is_never_refuted(name: str) -> None:
    assert followed(*TRUE[name]).outcome != "refuted"


@pytest.mark.long
def test_where_no_solution_lasts_nothing_is_false() -> None:
    found = followed(lambda x: x**2, lambda x: always(x <= 1))  # at the time 1 it is infinite
    assert not found.evidence.get("rigorous")


@pytest.mark.long
def test_along_what_is_no_polynomial_it_stays_an_estimate() -> None:
    found = followed(lambda x: -exp(x), lambda x: always(x >= 1))
    assert found.outcome == "refuted" and not found.evidence["rigorous"]


SOLUTIONS = {
    "linear": (lambda x: -x, lambda t: (-t).exp()),
    "cubic": (lambda x: -(x**3), lambda t: 1 / (1 + 2 * t).sqrt()),
    "logistic": (lambda x: x * (2 - x), lambda t: 2 / (1 + (-2 * t).exp())),
}  # fmt: skip


@pytest.mark.parametrize("name", SOLUTIONS)
def test_states_hold_the_solution_and_little_else(name: str) -> None:
    law, exactly = SOLUTIONS[name]
    x, start = any_scalar("x").introduces, ExactInstance(1, 1)
    start[x] = Fraction(1)
    known = enclosed(solution_of(motion({x: law(x)}), start))
    assert not known.estimated and len(known.moments) >= 3
    for moment in known.moments[1:]:
        state = moment.instance[x]
        with working_precision(300):
            assert state.overlaps(exactly(arb(fmpq(*moment.time.as_integer_ratio()))))
        assert state.rad() < arb(2) ** -80


def test_the_start_alone_is_left_where_no_solution_is_known_to_last() -> None:
    x, start = any_scalar("x").introduces, ExactInstance(1, 1)
    start[x] = Fraction(1, 100)
    followed = solution_of(motion({x: x**2}), start)
    assert len(followed.moments) > 1 and len(enclosed(followed).moments) == 1


LAWS = {
    "affine": (lambda x, y: (x + y, -x), True),
    "a cube": (lambda x, y: (-(x**3), -y), True),
    "odd powers": (lambda x, y: (x - x**3, 2 * y - y**5), True),
    "a square": (lambda x, y: (x**2, -y), False),
    "away from 0": (lambda x, y: (x**3, -y), False),
    "towards a root": (lambda x, y: (-(x**2), x**3 * y), True),
    "past the last root": (lambda x, y: (x**2 - 8, -y), False),
    "at a root": (lambda x, y: (x**2 - 3 * x, x * y), True),
    "a root away from it": (lambda x, y: (x - y, -(y**2)), False),
    "it does, but that is not known": (lambda x, y: (-(y**3), x), False),
    "beside a clock": (lambda x, y: (2, x**2 * y + x), True),
    "not linear beside a clock": (lambda x, y: (1, x * y**2), False),
    "no clock": (lambda x, y: (y, x**2 * y), False),
    "no polynomial": (lambda x, y: (exp(-x), -y), False),
}  # fmt: skip


@pytest.mark.parametrize("name", LAWS)
def test_whether_a_solution_lasts(name: str) -> None:
    law, lasts = LAWS[name]
    x, y = any_scalar("x").introduces, any_scalar("y").introduces
    flow = motion(dict(zip((x, y), law(x, y), strict=True)))
    start = ExactInstance(1, 1)
    start[x], start[y] = Fraction(3), Fraction(-2)
    assert lasts_forever(flow, start) is lasts


def test_tokens_that_keep_their_length_last() -> None:
    y, alpha = unit_tokens("y").introduces, nonnegative_weights("alpha").introduces
    flow = attention_flow(y, weights=alpha)
    weights = [[Fraction(1), Fraction(2)], [Fraction(0), Fraction(1)]]
    on_circle = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(0), Fraction(-1)]]
    off_it = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(0), Fraction(-2)]]
    for tokens, lasts in ((on_circle, True), (off_it, False)):
        assert lasts_forever(flow, ExactInstance(2, 2, values={y: tokens, alpha: weights})) is lasts
