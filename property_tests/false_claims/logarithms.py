"""Claims about logarithms: false ones, some that have no value everywhere, and true ones."""

from property_tests.false_claims.known import of
from verify.vocabulary import *


def false_ones(given: Given) -> Proof:
    x, y = given(positive_scalar("x")), given(positive_scalar("y"))
    z, i, j = given(positive_weights("z")), *tokens.any("i", "j")
    gap = exp(log(x)) - 1 - log(x)
    yield "Off by one.", Inequality(log(x) <= x - 2, because=gap - 1, name="off by one")
    yield "Strict at 1.", Inequality(log(x) < x - 1, because=gap, name="strict")
    yield "The wrong way.", Inequality(log(x) >= x - 1, because=gap, name="wrong way")
    yield (
        "Half the slope.",
        Inequality(log(x) <= (x - 1) / 2, because=gap - (x - 1) / 2, name="half"),
    )
    yield "Not negative.", Inequality(log(x) >= 0, because=log(x), name="sign")
    yield (
        "Turned round.",
        Inequality(log(x) <= log(y), because=log(y) - log(x), where=[y <= x], name="turned"),
    )
    yield "A sum for a product.", Identity(log(x + y), log(x) + log(y), name="sum")
    yield "A product for a sum.", Identity(log(x * y), log(x) * log(y), name="product")
    yield (
        "Below a tangent of another.",
        Inequality(
            log(x) <= log(y) + (x - y) / x,
            because=exp(log(x) - log(y)) - 1 - (log(x) - log(y)),
            name="other tangent",
        ),
    )
    yield (
        "Sums of logarithms.",
        Inequality(
            total(log(z[j]) for j in tokens) <= log(total(z[j] for j in tokens)),
            because=0,
            name="sums",
        ),
    )
    yield (
        "Equal ones alone.",
        Inequality(log(z[i]) <= log(x), because=0, where=[equals(z[j], x)], name="another"),
    )
    yield "A power taken out twice.", Identity(log(x**2), 4 * log(x), name="power")


def without_a_value(given: Given) -> Proof:
    a, b = given(any_scalar("a")), given(nonnegative_scalar("b"))
    yield "Of any number.", Identity(exp(log(a)), a, name="any")
    yield "Of 0.", Identity(exp(log(b)), b, name="zero")
    yield (
        "Its tangent.",
        Inequality(log(b) <= b - 1, because=exp(log(b)) - 1 - log(b), name="tangent"),
    )
    yield "Of a negative one.", Identity(exp(log(-1 - b)), -1 - b, name="negative")


def true_ones(given: Given) -> Proof:
    x, y = given(positive_scalar("x")), given(positive_scalar("y"))
    rise = log(x) - log(y)
    yield (
        "Below its tangent at 1.",
        Inequality(log(x) <= x - 1, because=exp(log(x)) - 1 - log(x), name="at 1"),
    )
    yield (
        "Below any tangent.",
        Inequality(log(x) <= log(y) + (x - y) / y, because=exp(rise) - 1 - rise, name="anywhere"),
    )
    yield (
        "Above 1 - 1/x.",
        Inequality(log(x) >= 1 - 1 / x, because=exp(-log(x)) - 1 + log(x), name="from below"),
    )
    yield (
        "It grows.",
        Inequality(
            log(x) <= log(y),
            because=(exp(rise) - 1 - rise) + (y - x) / y,
            where=[x <= y],
            name="grows",
        ),
    )
    yield "It is undone.", Identity(exp(log(x) + 2 * log(y)), x * y**2, name="undone")


FALSE, UNDEFINED, TRUE = (
    [of(f"log-{body.__name__}", body)] for body in (false_ones, without_a_value, true_ones)
)
