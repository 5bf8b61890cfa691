"""What is not handed to SymPy's expand would come back from it as it is."""

import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.algebra.atoms import Delta, Exponential, Gram, Member, Total, UpTo, index_symbol
from verify.algebra.deciding import _with_square
from verify.algebra.expanded import expanded, is_expanded

x, y, N = sp.symbols("x y N", real=True)
i, j = (index_symbol(name, "tokens") for name in "ij")
f = sp.Function("lam", real=True)
ATOMS = [
    x, y, f(i), Gram(x, y), Gram(x, sp.Symbol("A"), y), Delta(i, j), UpTo(i, j), Member(N, i, j),
    sp.Integer(2), sp.Rational(-1, 3), sp.pi, sp.sqrt(x + 1), 1 / (x + y),
]  # fmt: skip


def grown(parts: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    """Return expressions one operation larger, expanded or not."""
    return st.one_of(
        st.builds(sp.Add, parts, parts),
        st.builds(sp.Mul, parts, parts),
        st.builds(lambda a, k: a**k, parts, st.sampled_from([2, 3, -1, sp.S.Half])),
        st.builds(lambda a: Total(a * f(j), j), parts),
        st.builds(Exponential, parts),
        st.builds(sp.log, parts),
        st.builds(sp.expand, parts),
    )


expressions = st.recursive(st.sampled_from(ATOMS), grown, max_leaves=7)


@given(expressions)
def test_it_is_what_sympy_expands_to(expression):
    assert expanded(expression) == sp.expand(expression)


def test_sums_of_monomials_are_seen_and_nothing_else():
    assert is_expanded(x * f(i) ** 2 / y + 3 * Total(f(j) * Gram(x, y), j) - sp.pi)
    for left in (x * (y + 1), (x + y) ** 2, Total(f(j) * (x + y), j), sp.log(x * y), 1 / (x + y)):
        assert not is_expanded(left)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from([x, y, x * y, sp.Integer(3)]))))
def test_a_square_is_put_in_its_place(terms):
    generator, square = sp.Dummy(), 1 - y**2
    polynomial = sp.Add(*(rest * generator**power for power, rest in terms))
    left = sp.expand(_with_square(polynomial, generator, square))
    assert left == sp.expand(sp.rem(polynomial, generator**2 - square, generator))
