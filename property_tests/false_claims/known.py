"""False claims that were once graded, and true ones that were once refuted, each a statement.

A body that Python or the language must refuse is given as a function alone: it is declared in the
test.
"""

from fractions import Fraction
from typing import Any

from verify.vocabulary import *

PAPER = Paper("F", "False claims", "nobody", 2026, "none")


def of(name: str, body: Any, origin: str = "ours") -> Any:
    """Return a body as a statement of its own."""
    return statement(f"F-{name}", PAPER.label(name), title=name, origin=origin)(body)


# ------------------------------------------------------------------ refused while it is read


def a_cosine_by_induction(given: Given) -> Proof:
    k = given(any_scalar("k"))
    yield "One.", Induction(over=k, start=0, claim=Identity(cos(2 * pi() * k), 1), name="one")


def a_filter(given: Given) -> Proof:
    a, i = given(coefficients("a")), tokens.any("i")
    one_less = total(a[j] for j in tokens if j != i)
    yield "All.", Identity(one_less, total(a[j] for j in tokens), name="all")


def a_choice_by_python(given: Given) -> Proof:
    a = given(coefficients("a"))

    def delta(p: Index, q: Index) -> int:
        return 1 if p == q else 0

    squares = total(delta(p, q) * a[p] * a[q] for p in tokens for q in tokens)
    yield "No squares.", Identity(squares, 0, name="squares")


def no_metric(given: Given) -> Proof:
    w = given(symmetric_operator("W"))
    x = given(nonzero_vector("x", metric=w))
    yield "Positive.", Inequality(x @ w @ x > 0, because=x @ w @ x, name="positive")


def a_name_for_two(given: Given) -> Proof:
    x = given(any_scalar("x"))
    twice = let("x", lambda: 2 * x)
    yield "Twice.", Identity(twice, 2 * x, name="twice")


def a_letter_for_two(given: Given) -> Proof:
    x, z = given(any_scalar("x")), given(any_scalar("z", latex="x"))
    given(that(z > x))
    yield "Larger.", Inequality(z - x > 0, because=z - x, name="larger")


REFUSED = {
    "is not assumed to be an integer": a_cosine_by_induction,
    "write same(i, j)": a_filter,
    "Python would compare the indices": a_choice_by_python,
    "not assumed to be positive definite": no_metric,
    "the given x and let('x', ...) would look the same": a_name_for_two,
    "the given x and the given z would look the same": a_letter_for_two,
}


# ------------------------------------------------------------------ false, so refuted


def counted_from_five(given: Given) -> Proof:
    k, c = given(integer_scalar("k", at_least=0)), given(any_scalar("c"))
    counted = Identity(total(c for q in integers(5, k)), k * c)
    yield "Counted.", Induction(over=k, start=0, claim=counted, name="count")
    doubled = Identity(total(power(2, q) for q in integers(3, k)), power(2, k + 1) - 2)
    yield "Doubled.", Induction(over=k, start=0, claim=doubled, name="powers")


def all_but_two(given: Given) -> Proof:
    a = given(coefficients("a"))
    i, k = tokens.any("i", "k")
    left = total(a[j] for j in tokens.but(i).but(k))
    yield "All but two.", Identity(left, total(a[j] for j in tokens) - a[k], name="two")


def all_are_seventeen(given: Given) -> Proof:
    z, v = given(any_vectors("z")), given(any_vector("v"))
    size = tokens.count * modes.count

    def scaled(f: Any) -> Any:
        return lambda i: exp(1) * f(i)

    nothing = [Eigenspace(17, lambda i: 0 * z[i], [z], size)]
    yield "All are 17.", Spectrum(of=scaled, parts=nothing, total=size, name="zero field")
    one_vector = [Eigenspace(exp(1), lambda i: v, [v], modes.count)]
    yield "No others.", Spectrum(of=scaled, parts=one_vector, total=modes.count, name="too small")


def if_one_is_not_below(given: Given) -> Proof:
    u = given(coefficients("u"))
    e, i = tokens.any("each", "i")
    yield "None is.", Inequality(
        u[i] >= -(10**9), because=u[i] + 10**9, where=[every(lambda j: u[e] >= -(10**9))],
        name="each",
    )  # fmt: skip


def nothing_differs_from_itself(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield "Zero is not zero.", Region(differs(0 * x, 0), box={x: (0, 1)}, name="zero")
    half = differs(x, Fraction(1, 2))
    yield "Nowhere a half.", Region(half, box={x: (0, 1)}, name="half")


FALSE = [counted_from_five, all_but_two, all_are_seventeen, if_one_is_not_below]


def undefined_and_vacuous(given: Given) -> Proof:
    x, y = given(any_scalar("x")), given(any_scalar("y"))
    yield "Twice inverted.", Identity(1 / (1 / x), x, name="inverse")
    root = square_root(x)
    yield "A root.", Inequality(root >= 0, because=root, name="root")
    given(that(y > 1)), given(that(y < 0))
    none = x**2 * ((y - 1) + (-y))
    yield "Nothing is like this.", Inequality(-(x**2) >= 0, because=none, name="vacuous")


# ------------------------------------------------------------------ true, so not refuted


def at_least_two_tokens(given: Given) -> Proof:
    given(that(tokens.count >= 2))
    yield "Two.", Inequality(tokens.count >= 2, because=tokens.count - 2, name="two")


def two_that_differ(given: Given) -> Proof:
    i, j = tokens.any("i", "j")
    given(distinct(i, j))
    yield "Two.", Inequality(tokens.count >= 2, because=tokens.count - 2, name="two")
    yield "Three.", Inequality(tokens.count >= 3, because=tokens.count - 3, name="three (false)")


def one_that_is_not_the_last(given: Given) -> Proof:
    i, j = tokens.any("i", "j")
    c = given(positive_scalar("c"))
    given(before(i, j))
    earlier = total(c for _ in tokens.before(i))
    room = c * (tokens.count - 2) - earlier
    yield (
        "There is one after it.",
        Inequality(earlier <= c * (tokens.count - 2), because=room, name="two"),
    )
    less = Inequality(earlier <= c * (tokens.count - 3), because=room - c, name="three (false)")
    yield "There are two after it.", less


def five_is_far(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield "Five is far.", Region(differs(x, 5), box={x: (0, 1)}, name="five")


def a_true_twin(given: Given) -> Proof:
    a = given(coefficients("a"))
    i, j = tokens.any("i", "j")
    given(distinct(i, j))
    shared = Identity(same(i, j) * a[i], 0, name="shared")
    yield "Nothing is shared.", shared.but_not("true as well", right=7 * same(i, j))


def witnesses_of_nothing(given: Given) -> Proof:
    w, x = given(positive_definite("W")), given(any_vector("x"))
    m = given(integer_scalar("m"))
    a, z = given(symmetric_operator("A")), given(any_vector("z"))
    form = Printed(x @ w @ x >= 0, name="form")
    yield "Not negative.", form
    yield "Here it is.", Witness(form, at={w: [[-1]], x: [1]}, name="W")
    square = Printed(m**2 >= m, name="square")
    yield "No integer is above its square.", square
    yield "One half is.", Witness(square, at={m: Fraction(1, 2)}, name="m")
    turned = Printed(x @ a @ z <= z @ a @ x, name="turned")
    yield "It may be turned.", turned
    half_turn = {a: [[0, 1], [0, 0]], x: [1, 0], z: [0, 1]}
    yield "Not here.", Witness(turned, at=half_turn, name="A")


def conclusions_in_words(given: Given) -> Proof:
    yield claim("The tokens come to a consensus.", "consensus", "absurd", "by a name")
    yield from conclusions_of_nothing_claimed(given)


def conclusions_of_nothing_claimed(given: Given) -> Proof:
    y, x = given(unit_tokens("y")), given(any_vector("X"))
    i = tokens.any("i")
    yield "Tangent.", Identity(y[i] @ tangent(x, y[i]), 0, name="tangent")
    yield (
        "Hence consensus.",
        Equivalence("apart", "together", ("tangent",), ("tangent",), name="consensus"),
    )
    yield "So it is.", Equivalence("opposite", "equal", ("tangent",), ("tangent",), name="absurd")
    sure = Printed(y[i] @ y[i] >= 0, name="sure")
    yield "A square is not negative.", sure
    yield "It is.", Refuted(sure, by=["tangent"], name="by a name")
