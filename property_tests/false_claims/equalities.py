"""Claims under equations, orders of indices and conditions on every pair: false ones, by hand.

Each is wrong in one way: a condition on one index is taken for one on all, an order of indices for
one of values, an empty sum for a full one, an equation of squares for one of numbers.
"""

from typing import Any

from property_tests.false_claims.known import of
from verify.vocabulary import *


def conditions_of_one(given: Given) -> Proof:
    """What is a condition on one index, or on two numbers, and no more."""
    a, b, c, e = (given(any_scalar(name)) for name in "abce")
    u, w = given(coefficients("u")), given(any_weights("w"))
    i, j, k = tokens.any("i", "j", "k")
    yield (
        "Others are equal.",
        Inequality(a * c <= b * e, because=0, where=[equals(a, b)], name="other"),
    )
    yield (
        "A square has one root.",
        Inequality(a <= b, because=0, where=[equals(a**2, b**2)], name="squares"),
    )
    yield (
        "A root of a square is the number.",
        Inequality(a >= b, because=0, where=[equals(square_root(a**2), b)], name="root"),
    )
    yield (
        "So has a square that is 1.",
        Inequality(a >= 1, because=a - 1, where=[equals(a**2, 1)], name="square of a number"),
    )
    yield (
        "All members are 0.",
        Inequality(
            total(u[j] for j in tokens) <= 0, because=0, where=[equals(u[i], 0)], name="all"
        ),
    )
    yield "Another is 0.", Inequality(u[k] <= 0, because=0, where=[equals(u[i], 0)], name="another")
    yield (
        "Rows are equal.",
        Inequality(w[i, k] <= w[j, k], because=0, where=[equals(u[i], u[j])], name="rows"),
    )
    yield (
        "Different indices have different values.",
        Inequality(
            differs(u[i], u[j]), because=u[i] - u[j], where=[equals(same(i, j), 0)], name="apart"
        ),
    )
    yield (
        "What is left is that of another.",
        Inequality(
            total(u[j] for j in tokens) <= u[k],
            because=0,
            where=[equals(total(u[j] for j in tokens.but(i)), 0)],
            name="left out",
        ),
    )
    yield "Equal is less.", Inequality(a < b, because=b - a, where=[equals(a, b)], name="less")
    yield (
        "All equal ones are 0.",
        Inequality(u[i] <= 0, because=0, where=[every(lambda j: equals(u[j], u[i]))], name="every"),
    )
    yield (
        "One sum is another.",
        Inequality(
            total(w[i, k] for k in tokens) <= total(w[k, i] for k in tokens),
            because=0,
            where=[equals(total(w[j, k] for k in tokens), total(w[k, j] for k in tokens))],
            name="sums",
        ),
    )
    yield (
        "An equation with a factor is one without.",
        Inequality(a <= b, because=0, where=[equals(a * c, b * c)], name="factor"),
    )


def pairs(given: Given) -> Proof:
    """Conditions on every pair, pairs of an index with itself included."""
    u, w = given(coefficients("u")), given(nonnegative_weights("w"))
    i, j = tokens.any("i", "j")
    yield (
        "Nothing is on the diagonal.",
        Inequality(
            w[i, i] <= 0,
            because=0,
            where=[every(lambda p, q: equals(w[p, q], same(p, q)))],
            name="diagonal",
        ),
    )
    yield (
        "A symmetric one vanishes.",
        Inequality(
            w[i, j] <= 0,
            because=0,
            where=[every(lambda p, q: equals(w[p, q], w[q, p]))],
            name="symmetric",
        ),
    )
    yield (
        "What is at most all is less.",
        Inequality(
            u[i] < u[j],
            because=u[j] - u[i],
            where=[every(lambda p, q: u[p] <= u[q])],
            name="strict",
        ),
    )
    yield (
        "What is at most all is 0.",
        Inequality(u[i] <= 0, because=0, where=[every(lambda p, q: u[p] <= u[q])], name="constant"),
    )
    yield (
        "Every product is one of a pair.",
        Inequality(
            w[i, j] <= u[i],
            because=0,
            where=[every(lambda p, q: equals(w[p, q], u[p] * u[q]))],
            name="product",
        ),
    )
    yield (
        "Rows for columns.",
        Inequality(
            w[i, j] <= u[j],
            because=0,
            where=[every(lambda p, q: equals(w[p, q], u[p]))],
            name="columns",
        ),
    )
    yield (
        "The sum over pairs is that of one row.",
        Inequality(
            total(total(w[p, q] for p in tokens) for q in tokens) <= total(u[p] for p in tokens),
            because=0,
            where=[every(lambda p, q: equals(w[p, q], u[p]))],
            name="one row",
        ),
    )


def orders(given: Given) -> Proof:
    """Orders of indices, which say nothing of values, and of few tokens only that there are two."""
    u, z = given(coefficients("u")), given(positive_weights("z"))
    i, j, k = tokens.any("i", "j", "k")
    one = total(same(k, k) for k in tokens.before(j))
    yield (
        "Values are in the order of indices.",
        Inequality(u[i] <= u[j], because=u[j] - u[i], where=[precedes(i, j)], name="values"),
    )
    yield (
        "Somebody is before the first.",
        Inequality(
            total(z[k] for k in tokens.before(i)) > 0,
            because=total(z[k] for k in tokens.before(i)),
            where=[precedes(i, j)],
            name="first",
        ),
    )
    yield (
        "Somebody is between.",
        Inequality(
            total(z[k] for k in tokens.before(j).but(i)) > 0,
            because=total(z[k] for k in tokens.before(j).but(i)),
            where=[precedes(i, j)],
            name="between",
        ),
    )
    yield (
        "Two are before the second.",
        Inequality(one >= 2, because=one - 2, where=[precedes(i, j)], name="two"),
    )
    yield (
        "A third is not the second.",
        Inequality(same(j, k) <= 0, because=0, where=[precedes(i, j)], name="third"),
    )
    yield (
        "Nor before the first.",
        Inequality(
            total(same(j, i) for j in tokens.before(k)) <= 0,
            because=0,
            where=[precedes(i, k)],
            name="turned",
        ),
    )
    yield (
        "Three make four.",
        Inequality(
            tokens.count >= 4,
            because=tokens.count - 4,
            where=[precedes(i, j), precedes(j, k)],
            name="four",
        ),
    )
    yield (
        "The last is before itself.",
        Inequality(
            total(z[k] for k in tokens.before(j)) >= z[j],
            because=total(z[k] for k in tokens.before(j)) - z[j],
            where=[precedes(i, j)],
            name="last",
        ),
    )
    yield (
        "Both before a third are one.",
        Inequality(same(i, j) >= 1, because=0, where=[precedes(i, k), precedes(j, k)], name="both"),
    )
    yield (
        "All before one are before another.",
        Inequality(
            total(z[k] for k in tokens.before(j)) <= total(z[k] for k in tokens.before(i)),
            because=total(z[k] for k in tokens.before(i)) - total(z[k] for k in tokens.before(j)),
            where=[precedes(i, j)],
            name="wrong way",
        ),
    )


def assumed(given: Given) -> Proof:
    """What follows of assumed equations only where they are said of other things."""
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    u, w = given(coefficients("u")), given(nonnegative_weights("w"))
    x, y, A = given(any_vector("x")), given(any_vector("y")), given(any_operator("A"))
    z = given(any_vectors("z"))
    i, j = tokens.any("i", "j")
    given(that(equals(a**2, b**2)))
    given(that(equals(total(u[j] for j in tokens), 0)))
    given(that(equals(total(w[i, j] for i in tokens), 1)))
    given(that(equals(x @ y, 0)))
    given(that(equals(total(z[i] for i in tokens), zero_vector())))
    yield "One root.", Inequality(a <= b, because=0, name="one root")
    yield "Each is 0.", Inequality(u[i] <= 0, because=0, name="each")
    yield (
        "All but one add up to 0.",
        Inequality(total(u[j] for j in tokens.but(i)) <= 0, because=0, name="but one"),
    )
    yield "Rows add up to 1, too.", Identity(total(w[i, j] for j in tokens), 1, name="rows")
    yield (
        "Two columns are one.",
        Identity(total(total(w[i, j] for i in tokens) for j in tokens), 1, name="all columns"),
    )
    yield "Orthogonal under every operator.", Inequality(x @ A @ y <= 0, because=0, name="operator")
    yield (
        "A sum of squares, too.",
        Inequality(total(z[i] @ z[i] for i in tokens) <= 0, because=0, name="squares"),
    )


def left_out(given: Given) -> Proof:
    """Without any one the sum is 0: of a single number that says nothing."""
    u, i = given(coefficients("u")), tokens.any("i")
    given(that(equals(total(u[j] for j in tokens.but(i)), 0)))
    yield "Each is 0.", Inequality(u[i] <= 0, because=0, name="single")


def said_of_all(given: Given) -> Proof:
    """An index that an assumption and a condition share: one speaks of all, the other of one."""
    u, i = given(coefficients("u")), tokens.any("i")
    given(that(u[i] >= 0))
    yield (
        "If one is 0, all are.",
        Inequality(
            total(u[j] for j in tokens) <= 0, because=0, where=[equals(u[i], 0)], name="shared"
        ),
    )


def powers(given: Given) -> Proof:
    """What an equation of a power says of another power."""
    x, y = given(any_vector("x")), given(any_vector("y"))
    a, b = given(nonnegative_scalar("a")), given(any_scalar("b"))
    yield (
        "An inner product with the square 1 is 1.",
        Inequality(
            x @ y >= 1, because=x @ y - 1, where=[equals((x @ y) ** 2, 1)], name="inner product"
        ),
    )
    yield (
        "A number times its root is the number.",
        Inequality(a >= b, because=a - b, where=[equals(a * square_root(a), b)], name="root times"),
    )
    yield (
        "A fifth power of a root is not below the number.",
        Inequality(
            a * b >= b, because=a * b - b, where=[equals(square_root(a) ** 5, b)], name="fifth"
        ),
    )


FALSE = [conditions_of_one, pairs, orders, assumed, left_out, said_of_all, powers]


def statements(bodies: list[Any]) -> list[Any]:
    """Return bodies as statements."""
    return [of(body.__name__, body) for body in bodies]
