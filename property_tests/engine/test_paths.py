"""What is taken once for all states of a flow is what is taken at each of them."""

import pytest
from flint import arb

from verify.numerics import solutions
from verify.numerics.evaluate import velocities
from verify.numerics.exact import GrowingDraw, Sizes
from verify.numerics.holding import converted, draw_instance
from verify.numerics.nested import entries_of, refilled
from verify.numerics.solutions import NUMBERS
from verify.vocabulary import *
from verify.vocabulary import together as moving_together


def flows():
    """Yield flows with what they assume, and the names of what is the same along each."""
    given = Given()
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    yield "given weights", given, attention_flow(y, weights=alpha), {"weights", "range"}
    given = Given()
    y, P = given(unit_tokens("y")), given(symmetric_operator("P"))
    yield "scores of what moves", given, softmax_flow(y, scores=P), {"scores"}
    given = Given()
    W = given(positive_definite("W"))
    y, alpha = given(unit_tokens("y", metric=W)), given(nonnegative_weights("alpha"))
    v, w = given(any_vector("v")), given(any_vector("w"))
    flow = moving_together(attention_flow(y, weights=alpha, metric=W), straight_line(v, w))
    yield "two at once", given, flow, {"weights", "metric", "v"}
    given = Given()
    s, u, k = given(any_scalar("s")), given(any_scalar("u")), given(positive_scalar("k"))
    yield "one drives the other", given, motion({s: k, u: -k * u + exp(-s)}), {"s"}
    given = Given()
    x, a = given(coefficients("x")), given(nonnegative_weights("a"))
    mean = lambda i: total(a[i, j] * (x[j] - x[i]) for j in tokens)  # noqa: E731
    yield "averages", given, motion({x: mean}), set()
    given = Given()
    z, q = given(any_vectors("z")), given(any_vector("q"))
    yield "towards a point", given, motion({z: lambda i: q - z[i]}), set()


EVERY = pytest.mark.parametrize(
    ("given", "flow", "still"), [pytest.param(*rest, id=name) for name, *rest in flows()]
)


def start(given, seed=3):
    assumptions = tuple(one.assumption for one in given.assumed)
    sizes = Sizes(tokens=(3, 3), dimension=(2, 2))
    return draw_instance(GrowingDraw(seed, 9), assumptions, sizes)


def exactly(found):
    """Return balls as what they are, for balls that overlap are never simply equal."""
    if isinstance(found, dict):
        return {thing: exactly(part) for thing, part in found.items()}
    if isinstance(found, list):
        return [exactly(part) for part in found]
    return (found.mid().man_exp(), found.rad().man_exp())


def moved(found, slopes):
    """Return an Euler step of an eighth."""
    steps = zip(entries_of(found), entries_of(slopes), strict=True)
    return refilled(found, iter([x + arb(0.125) * v for x, v in steps]))


def plain(flow, here):
    """Return the law without anything that is taken before."""
    return lambda state: velocities(flow, here.replaced(state))


@EVERY
def test_what_is_taken_at_rest_is_what_is_taken_at_every_state(given, flow, still):
    with NUMBERS.working():
        here = converted(start(given), NUMBERS)
        known = solutions._taken_at_rest(flow, here)
        assert still <= {name for part in known.values() for name in part}
        law, anew = solutions.law_of(flow, here), plain(flow, here)
        state = {thing: here[thing] for thing in flow.moves}
        for _ in range(4):
            slopes = law(state)
            assert exactly(slopes) == exactly(anew(state))
            state = {thing: moved(found, slopes[thing]) for thing, found in state.items()}


def test_what_moves_is_not_taken_at_rest():
    given = Given()
    s, u = given(any_scalar("s")), given(any_scalar("u"))
    flow = motion({s: u, u: 0 * u})
    with NUMBERS.working():
        known = solutions._taken_at_rest(flow, converted(start(given), NUMBERS))
    assert known == {flow: {}}  # 0 times what moves is asked for its value, too
