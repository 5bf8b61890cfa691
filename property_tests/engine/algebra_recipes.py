"""Drawn formulas for tests of the algebra: recipes, what they build, and what its value is.

The values are by brute force, without the algebra.
"""

import sympy as sp
from hypothesis import settings
from hypothesis import strategies as st

from verify.algebra.reading import TreeReader
from verify.algebra.realise import FixedSizes, Realiser
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.language.expressions import as_scalar
from verify.language.symbols import OperatorSymbol
from verify.methods.sampling import entries
from verify.numerics.evaluate import value
from verify.numerics.exact import Sizes
from verify.numerics.holding import assignments, converted
from verify.numerics.lowering import lower_expression
from verify.numerics.number import Irrational, balls
from verify.statements.assumption import introduced
from verify.vocabulary import *

BITS = 300
# Reading and writing out a drawn formula costs a hundred times what drawing it does.
FEWER = settings(max_examples=settings().max_examples // 2)
SMALL = Sizes(tokens=(1, 3), dimension=(2, 2), heads=(1, 1))

FREE = [
    any_vectors("x"), any_vectors("u"), any_operator("A"), symmetric_operator("B"),
    coefficients("a"), nonnegative_weights("alpha"), attention_mask("N"), any_scalar("s"),
    positive_scalar("t"),
]  # fmt: skip
x, u, A, B, a, alpha, N, s, t = (part.introduces for part in FREE)

RULED = [positive_definite("W")]
W = RULED[0].introduces
RULED.append(unit_tokens("y", metric=W))
y = RULED[1].introduces
RULED += [
    tangent_vectors("X", at=y, metric=W), zero_sum("c"), row_stochastic("S"),
    signs("eps", positive="p", negative="q"), any_operator("U"),
]  # fmt: skip
X, c, S, (eps, p, q), U = (part.introduces for part in RULED[2:])

i, j = tokens.any("i", "j")

LOOSE = {
    "gram": lambda k, m: x[k] @ u[m],
    "operator": lambda k, m: x[k] @ A @ u[m],
    "word": lambda k, m: u[k] @ ((A.T @ B) @ x[m]),
    "sum of operators": lambda k, m: x[k] @ ((A - 2 * B) @ x[m]),
    "quadratic": lambda k, _: x[k] @ B @ x[k],
    "weight": lambda k, m: alpha[k, m],
    "number": lambda k, _: a[k],
    "square": lambda k, _: a[k] ** 2,
    "delta": same,
    "mask": lambda k, m: N[k, m],
    "scalar": lambda *_: s,
    "size": lambda *_: tokens.count,
}
QUOTIENTS = {"quotient": lambda k, _: 1 / (1 + a[k] ** 2), "of a scalar": lambda *_: s / t}
EXPONENTIALS = {
    "exponential": lambda k, m: exp(x[k] @ B @ x[m]),
    "exponential of a number": lambda k, _: exp(s * a[k]),
}
WITH_RULES = {
    "gram": lambda k, m: y[k] @ W @ y[m],
    "euclidean": lambda k, m: y[k] @ y[m],
    "operator": lambda k, m: y[k] @ (W @ (U @ y[m])),
    "tangent": lambda k, m: X[k] @ W @ y[m],
    "both tangent": lambda k, m: X[k] @ W @ X[m],
    "zero sum": lambda k, _: c[k],
    "row": lambda k, m: S[k, m],
    "sign": lambda k, _: eps[k],
    "delta": same,
    "counts": lambda *_: p - 2 * q,
    "size": lambda *_: tokens.count,
}
RANGES = {
    "all": lambda _: tokens,
    "before": tokens.before,
    "up to": tokens.up_to,
    "seen": lambda k: tokens.seen_by(k, N),
    "others": lambda k: tokens.but(k),
}
COEFFICIENTS = [Fraction(n, m) for n, m in ((1, 1), (-1, 1), (2, 1), (1, 2), (-2, 3))]


@st.composite
def terms(draw, factors, sight=("i", "j"), depth=0, ranges=tuple(RANGES)):
    """Draw ("times", q, [factor or sum, ...]); a sum is ("total", name, range, of, term)."""
    parts = []
    for _ in range(draw(st.integers(1, 3 - min(depth, 1)))):
        kind = draw(st.sampled_from(sorted(factors)))
        parts.append(("factor", kind, draw(st.sampled_from(sight)), draw(st.sampled_from(sight))))
    sums = draw(st.integers(0, 2 if depth == 0 else 1)) if depth < 3 else 0
    for number in range(sums):
        name = f"k{depth}{number}"
        over, of = draw(st.sampled_from(ranges)), draw(st.sampled_from(sight))
        body = draw(terms(factors, (*sight, name), depth + 1, ranges))
        parts.append(("total", name, over, of, body))
    return ("times", draw(st.sampled_from(COEFFICIENTS)), parts)


def built(recipe, factors, at=None):
    """Return the formula of a recipe, as an author's comprehensions would make it."""
    at = at or {"i": i, "j": j}
    if recipe[0] == "times":
        out = as_scalar(recipe[1])
        for part in recipe[2]:
            out = out * built(part, factors, at)
        return out
    if recipe[0] == "factor":
        _, kind, first, second = recipe
        return factors[kind](at[first], at[second])
    _, name, over, of, body = recipe
    index = Index(name, RANGES[over](at[of]), bound=True)
    return Scalar("total", built(body, factors, {**at, name: index}), index)


def rearranged(recipe, draw):
    """Return an equal recipe: factors in another order, independent sums exchanged, one split."""
    if recipe[0] == "factor":
        return recipe
    if recipe[0] == "times":
        parts = [rearranged(part, draw) for part in draw(st.permutations(recipe[2]))]
        return ("times", recipe[1], parts)
    _, name, over, of, body = recipe
    body = rearranged(body, draw)
    for place, part in enumerate(body[2]):
        if part[0] == "total" and part[3] != name and draw(st.booleans()):
            # sum_k f sum_l g = sum_l sum_k f g, as long as the range of l does not depend on k
            _, other, its_over, its_of, inner = part
            rest = [*body[2][:place], *body[2][place + 1 :]]
            joined = ("times", body[1] * inner[1], [*rest, *inner[2]])
            exchanged = ("total", name, over, of, joined)
            return ("total", other, its_over, its_of, ("times", Fraction(1), [exchanged]))
    return ("total", name, over, of, body)


def reader_of(assumptions):
    """Return a reader that knows the symmetric operators and the facts of assumptions."""
    reader = TreeReader(Theory())
    for thing in introduced(iter(assumptions)):
        if isinstance(thing, OperatorSymbol):
            reader.operator(Operator("symbol", thing))
    for index in (i, j):
        reader.index(index)  # as the claims' own they are called just that
    learn(reader, [fact for part in assumptions for fact in part.facts])
    return reader


def written_out(normal, instance, at):
    """Return a normal form in coordinates at an instance: exact, or a ball if it must be one."""
    realiser = Realiser(FixedSizes(instance.tokens, instance.dimension), frozenset({"B", "W"}))
    sites = {sp.Symbol(f"{k.name}:tokens", integer=True): n + 1 for k, n in at.items()}
    put = {
        sp.Symbol(name, real=True): sp.Rational(number.numerator, number.denominator)
        for name, number in entries(instance).items()
    }
    found = realiser.scalar(normal, sites).xreplace(put)
    if found.is_Rational:
        return Fraction(int(found.p), int(found.q))
    return lower_expression([], found, "arb")()


def brute_force(formula, instance, at):
    try:
        return value(formula, instance, at)
    except Irrational:
        return value(formula, converted(instance, balls(BITS)), at)


def same_number(first, second):
    if isinstance(first, Fraction | int) and isinstance(second, Fraction | int):
        return first == second
    difference = ball(first) - ball(second)
    assert difference.rad() < 1e-30  # else the comparison would say nothing
    return difference.contains(0)


def ball(number):
    return balls(BITS).of(Fraction(number)) if isinstance(number, Fraction | int) else number


def agrees_everywhere(formula, normal, instance):
    """Compare a normal form with brute force at all tokens i and j of an instance."""
    with balls(BITS).working():
        return all(
            same_number(brute_force(formula, instance, at), written_out(normal, instance, at))
            for at in assignments([i, j], instance)
        )
