"""Assumptions that a step is not tied to: together they have to be possible, or nothing holds."""

import pytest

from property_tests.engine.claim_examples import needs_coq, stated_in
from verify import run
from verify.statements.outcomes import EXCLUDED

SQUARE = "yield 'No.', Inequality((x**2 - 2)**2 > 0, because=(x**2 - 2)**2, name='step')"
NINE = "yield 'Nine.', Inequality(modes.count <= 9, because=9 - modes.count, name='step')"
BOUNDS = "z = given(any_scalar('z')); given(that(z > 1)); given(that(z < 0))"
SUM = (
    "p, q = given(positive_scalar('p')), given(positive_scalar('q')); given(that(p + q <= 1)); "
    "given(that(p >= Fraction(2, 3))); given(that(q >= Fraction(1, 2)))"
)
ALONE = (  # possible for one token, and for no more
    "b = given(coefficients('b')); p, q = tokens.any('p', 'q'); "
    "given(that(b[p] + 1 <= b[q] + 2 * same(p, q)))"
)
ORDERED = (
    "i, j = tokens.any('i', 'j'); yield 'Rising.', "
    "Inequality(a[i] <= a[j], because=a[j] - a[i], where=[precedes(i, j)], name='step')"
)
SPARE = "y = given(any_vectors('y')); given(that(y[3] @ y[3] > 1))"
ROOT = "w = given(any_scalar('w'))"
CONDITION = "yield 'Root.', Inequality(x >= 0, because=w**2, where=[equals(x, w**2)], name='step')"


@pytest.fixture
def grade_of(tmp_path):
    stated = stated_in(tmp_path)

    def found(*lines, methods):
        given = ["x, a = given(any_scalar('x')), given(coefficients('a'))", *lines]
        made = stated("".join(f"\n    {line}" for line in given) + "\n")
        return run([made], methods=methods)["T-1"].step("step")

    return found


@needs_coq
@pytest.mark.parametrize("methods", [["kernel"], ["kernel", "sampling"]])
@pytest.mark.parametrize(
    ("assumed", "step"), [(BOUNDS, SQUARE), (BOUNDS, NINE), (SUM, SQUARE), (ALONE, ORDERED)]
)
def test_nothing_follows_from_assumptions_that_exclude_each_other(grade_of, assumed, step, methods):
    found = grade_of(assumed, step, methods=methods)
    assert {o.method: o.outcome for o in found.outcomes}["kernel"] == "kernel"
    assert (found.grade, found.contradiction) == ("inconclusive", "")
    assert EXCLUDED in found.reasons


@pytest.mark.long
def test_an_instance_that_no_other_assumption_allows_refutes_nothing(grade_of):
    assert grade_of(ORDERED, methods=["sampling"]).grade == "refuted"
    assert grade_of(ALONE, ORDERED, methods=["sampling"]).grade == "inconclusive"


@needs_coq
@pytest.mark.parametrize("assumed", [BOUNDS.replace("< 0", "< 2"), SPARE])
@pytest.mark.long
def test_assumptions_that_are_possible_lower_nothing(grade_of, assumed):
    found = grade_of(assumed, ROOT, CONDITION, methods=["kernel"])
    assert (found.grade, found.reasons) == ("kernel", ())
