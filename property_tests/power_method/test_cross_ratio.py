"""Paper B, repair of Theorem 2: the flow keeps cross ratios."""

from exact_strategies import rationals, tokens_on_sphere
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import dot, plus, times

PLACES = ((0, 1), (2, 3), (0, 2), (1, 3))
vectors = st.lists(rationals(), min_size=3, max_size=3)


@theorem("B-CT5")
@given(tokens_on_sphere(4, 3), vectors)
def test_the_flow_keeps_cross_ratios(x, w):
    """d/dt |x_i - x_j|^2 = -w.(x_i + x_j) |x_i - x_j|^2 for x_i' = w - (x_i.w) x_i, exactly."""
    speed = [plus(w, times(-dot(token, w), token)) for token in x]
    relative = []
    for i, j in PLACES:
        difference = plus(x[i], times(-1, x[j]))
        change = 2 * dot(difference, plus(speed[i], times(-1, speed[j])))
        assert change == -dot(w, plus(x[i], x[j])) * dot(difference, difference)
        relative.append(-dot(w, plus(x[i], x[j])))
    assert relative[0] + relative[1] == relative[2] + relative[3]
