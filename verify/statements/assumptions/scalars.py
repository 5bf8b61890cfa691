"""Assumptions on numbers: signs, bounds, integers, angles, and families of coefficients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.facts import Equation, Fact, Quality
from verify.language.index_sets import tokens
from verify.language.indices import LETTERS, SIZE_NAMES, Sort
from verify.language.mistakes import Mistake
from verify.language.symbols import Family1, Scalars, Symbol, scalar_symbol
from verify.language.words import cos, differs, pi, sin, total
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky, wholes_between
from verify.numerics.holding import relation_truth
from verify.numerics.number import Irrational, Truth
from verify.statements.assumption import Assumption, writes
from verify.statements.assumptions import spaces

INSIDE = tuple(
    Fraction(p, q) for p, q in ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 100), (99, 100))
)
WITH_ENDS = (Fraction(1, 2), Fraction(0), Fraction(1), *INSIDE[1:])
FAR = (5, 7, 12, 40)  # from the least integer to those that are drawn beside the first five
TWELFTHS = tuple(Fraction(k, 6) for k in (0, 6, 3, -3, 2, -2, 4, 1, -1, 12, 9))


# ------------------------------------------------------------------ one number


def _scalar(
    name: str,
    latex: str | None,
    phrase: str,
    facts: Callable[[Scalar], tuple[Fact, ...]],
    drawn: Callable[[Draw], Fraction],
) -> Assumption[Scalar]:
    x = scalar_symbol(name, latex)
    generate = writes(x, lambda draw, here: drawn(draw))
    return Assumption(x, phrase, facts(x), generate)


def any_scalar(name: str, latex: str | None = None) -> Assumption[Scalar]:
    """Assume a real number."""
    made = _scalar(
        name, latex, "${it}$ is any real number", lambda _: (), lambda draw: draw.rational()
    )
    return replace(made, space=spaces.line(made.introduces))


def positive_scalar(name: str, latex: str | None = None) -> Assumption[Scalar]:
    """Assume a positive number; very large and very small ones are drawn, too."""
    return _scalar(name, latex, "${it} > 0$", lambda x: (x > 0,), lambda draw: draw.magnitude())


def negative_scalar(name: str, latex: str | None = None) -> Assumption[Scalar]:
    """Assume a negative number."""
    return _scalar(name, latex, "${it} < 0$", lambda x: (x < 0,), lambda draw: -draw.magnitude())


def nonnegative_scalar(name: str, latex: str | None = None) -> Assumption[Scalar]:
    """Assume a number that is not negative."""
    return _scalar(
        name, latex, r"${it} \ge 0$", lambda x: (x >= 0,), lambda draw: draw.nonnegative()
    )


def nonzero_scalar(name: str, latex: str | None = None) -> Assumption[Scalar]:
    """Assume a number that is not 0."""
    return _scalar(
        name,
        latex,
        r"${it} \ne 0$",
        lambda x: (differs(x, 0),),
        lambda draw: draw.magnitude() * draw.choose((1, -1)),
    )


def integer_scalar(
    name: str, *, at_least: int = 0, at_most: int | None = None, latex: str | None = None
) -> Assumption[Scalar]:
    """Assume an integer with a least, and perhaps a largest, value."""
    if at_most is not None and at_most < at_least:
        raise Mistake(
            f"integer_scalar({name!r}): no integer is at least {at_least} and at most {at_most}; "
            "exchange the bounds"
        )
    x = scalar_symbol(name, latex)
    facts: tuple[Fact, ...] = (Quality("integer", x), x >= at_least)
    if at_most is not None:
        facts = (*facts, x <= at_most)
    near, far = wholes_between(at_least, at_least + 4), [at_least + k for k in FAR]
    pool = (*near, *far) if at_most is None else wholes_between(at_least, at_most)
    generate = writes(x, lambda draw, here: Fraction(draw.choose(pool)))
    upper = "" if at_most is None else rf" \le {at_most}"
    phrase = rf"${{it}}$ is an integer, ${at_least} \le {{it}}{upper}$"
    return Assumption(x, phrase, facts, generate)


def scalar_between(
    name: str,
    lower: Scalar | Number,
    upper: Scalar | Number,
    *,
    closed: bool = False,
    latex: str | None = None,
) -> Assumption[Scalar]:
    """Assume a number between two bounds, which it reaches only if `closed`."""
    x = scalar_symbol(name, latex)
    least, most = _bounds("scalar_between", name, lower, upper)
    return _between(x, least, most, closed, ())


# ------------------------------------------------------------------ angles


def angle(name: str, latex: str | None = None) -> Assumption[Scalar]:
    """Assume a real angle; multiples of pi/6 are drawn beside rational angles."""
    x = scalar_symbol(name, latex)

    def generate(draw: Draw, instance: Instance) -> None:
        if draw.choose(("rational", "part of a turn")) == "rational":
            instance[x] = draw.rational()
        else:
            turns = draw.choose(TWELFTHS)
            instance[x] = turns if turns == 0 else as_scalar(turns) * pi()

    return Assumption(x, "${it}$ is an angle", (), generate)


def angle_between(
    name: str,
    lower: Scalar | Number,
    upper: Scalar | Number,
    *,
    closed: bool = False,
    multiples: Sequence[Number] = (),
    latex: str | None = None,
) -> Assumption[Scalar]:
    """Assume an angle between two bounds, with the signs of its sine and cosine as facts.

    The signs are known where both bounds are rational multiples of pi and none changes between;
    with `multiples=(2, Fraction(1, 3))` those of twice the angle and of its third part, too.
    """
    x = scalar_symbol(name, latex)
    least, most = _bounds("angle_between", name, lower, upper)
    ends = (_half_turns(least), _half_turns(most))
    signs: list[Fact] = []
    for factor in (Fraction(1), *map(Fraction, multiples)):
        if factor <= 0:
            raise Mistake(f"angle_between({name!r}): multiples={factor}; give positive numbers")
        if ends[0] is not None and ends[1] is not None:
            part = x if factor == 1 else factor * x
            from_, to = factor * ends[0], factor * ends[1]
            signs += _sign_fact(sin(part), from_, to, closed)
            signs += _sign_fact(cos(part), from_ + Fraction(1, 2), to + Fraction(1, 2), closed)
    return _between(x, least, most, closed, tuple(signs))


def _sign_fact(wave: Scalar, lower: Fraction, upper: Fraction, closed: bool) -> list[Relation]:
    """Return the sign of a wave that is positive between 0 and 1 half turns, if it has one."""
    start = lower.numerator // lower.denominator
    if upper > start + 1:
        return []
    if start % 2 == 0:
        return [wave >= 0 if closed else wave > 0]
    return [wave <= 0 if closed else wave < 0]


def _half_turns(bound: Scalar) -> Fraction | None:
    """Return q if the bound is q pi, and None otherwise."""
    parts = _linear_in_pi(bound)
    return parts[1] if parts is not None and parts[0] == 0 else None


def _linear_in_pi(formula: Scalar) -> tuple[Fraction, Fraction] | None:
    if formula.op == "number":
        return formula.args[0], Fraction(0)
    if formula.op == "pi":
        return Fraction(0), Fraction(1)
    if formula.op == "power":
        inner = _linear_in_pi(formula.args[0])
        if inner is None or inner[1] != 0 or inner[0] == 0 or formula.args[1] != -1:
            return None
        return 1 / inner[0], Fraction(0)
    if formula.op not in ("add", "multiply"):
        return None
    first, second = _linear_in_pi(formula.args[0]), _linear_in_pi(formula.args[1])
    if first is None or second is None:
        return None
    if formula.op == "add":
        return first[0] + second[0], first[1] + second[1]
    if first[1] != 0 and second[1] != 0:
        return None
    return first[0] * second[0], first[0] * second[1] + first[1] * second[0]


def _bounds(
    word: str, name: str, lower: Scalar | Number, upper: Scalar | Number
) -> tuple[Scalar, Scalar]:
    least, most = as_scalar(lower), as_scalar(upper)
    ends = _linear_in_pi(least), _linear_in_pi(most)
    if ends[0] is not None and ends[1] is not None:
        rational, half_turns = (b - a for a, b in zip(ends[0], ends[1], strict=True))
        if rational + half_turns * (4 if half_turns > 0 else 3) <= 0:  # since 3 < pi < 4
            raise Mistake(
                f"{word}({name!r}): the lower bound {least!r} is not below the upper bound "
                f"{most!r}; exchange them"
            )
    return least, most


def _between(
    x: Scalar, lower: Scalar, upper: Scalar, closed: bool, more: tuple[Fact, ...]
) -> Assumption[Scalar]:
    facts = (x >= lower, x <= upper) if closed else (x > lower, x < upper)

    def generate(draw: Draw, instance: Instance) -> None:
        if relation_truth(lower < upper, instance) is not Truth.TRUE:
            raise Unlucky(f"nothing was drawn between {lower!r} and {upper!r}")
        share = draw.choose(WITH_ENDS if closed else INSIDE)
        instance[x] = _value_or_formula(_mixture(lower, upper, share), instance)

    sign = r"\le" if closed else "<"
    phrase = f"${{lower}} {sign} {{it}} {sign} {{upper}}$"
    about = {"lower": lower, "upper": upper}
    return Assumption(x, phrase, (*facts, *more), generate, about)


def _mixture(lower: Scalar, upper: Scalar, share: Fraction) -> Scalar:
    if lower.op == "number" and lower.args[0] == 0:
        return as_scalar(share) * upper
    return as_scalar(1 - share) * lower + as_scalar(share) * upper


def _value_or_formula(formula: Scalar, instance: Instance) -> Fraction | Scalar:
    """Return a rational value, or else a formula that mentions nothing but numbers."""
    try:
        found: Fraction = value(formula, instance)
    except Irrational:
        return _closed(formula, instance)
    return found


def _closed(formula: Scalar, instance: Instance) -> Scalar:
    if formula.op == "symbol":
        found = instance[formula]
        return found if isinstance(found, Scalar) else as_scalar(found)
    parts = [_closed(a, instance) if isinstance(a, Scalar) else a for a in formula.args]
    if any(isinstance(a, Symbol) or not isinstance(a, Scalar | Fraction | str) for a in parts):
        raise Mistake(
            f"the bound {formula!r} is not rational here; "
            "write bounds of angles with numbers, pi() and given scalars"
        )
    return Scalar(formula.op, *parts)


# ------------------------------------------------------------------ families of numbers


def coefficients(
    name: str, latex: str | None = None, *, over: Sort = "tokens"
) -> Assumption[Scalars]:
    """Assume one real number a token, or one a head or mode."""
    if over not in SIZE_NAMES:
        raise Mistake(f"coefficients: unknown index set over={over!r}; use {', '.join(SIZE_NAMES)}")
    a: Scalars = Family1(name, Scalar, (over,), latex)
    generate = writes(a, lambda draw, here: draw.rationals(here.size(over)))
    phrase = f"${{it}}_{LETTERS[over]}$ are any numbers"
    return Assumption(a, phrase, (), generate, {}, spaces.numbers(a, over))


def zero_sum(name: str, latex: str | None = None) -> Assumption[Scalars]:
    """Assume one real number a token, with sum 0."""
    c: Scalars = Family1(name, Scalar, ("tokens",), latex)
    fact = Equation(total(c[i] for i in tokens), as_scalar(0))

    def generate(draw: Draw, instance: Instance) -> None:
        free = draw.rationals(instance.tokens - 1)
        instance[c] = [*free, -sum(free, start=Fraction(0))]

    return Assumption(c, r"$\sum_i {it}_i = 0$", (fact,), generate, {}, spaces.zero_sums(c))


def signs(
    name: str, *, positive: str, negative: str, both: bool = False, latex: str | None = None
) -> Assumption[tuple[Scalars, Scalar, Scalar]]:
    """Assume one sign a token, p of them positive and q negative; `both` says p, q >= 1.

    Returns (eps, p, q). Facts: eps_i^2 = 1, the signs sum to p - q, and n = p + q >= 1.
    """
    eps: Scalars = Family1(name, Scalar, ("tokens",), latex)
    p, q = scalar_symbol(positive), scalar_symbol(negative)
    i = tokens.any("i")
    least = 1 if both else 0
    facts = (
        Equation(eps[i] ** 2, as_scalar(1)),
        Equation(total(eps[j] for j in tokens), p - q),
        Equation(tokens.count, p + q),
        p >= least,
        q >= least,
        *(() if both else (p + q >= 1,)),  # there is a token: what a division by n needs
    )

    def generate(draw: Draw, instance: Instance) -> None:
        if both and instance.tokens < 2:
            raise Unlucky("both signs need two tokens")
        drawn = [draw.choose((1, -1)) for _ in range(instance.tokens)]
        if both and abs(sum(drawn)) == instance.tokens:
            drawn[draw.whole(0, instance.tokens - 1)] *= -1
        instance[eps] = [Fraction(sign) for sign in drawn]
        instance[p], instance[q] = Fraction(drawn.count(1)), Fraction(drawn.count(-1))

    phrase = r"signs ${eps}_i = \pm 1$, ${p}$ of them positive and ${q}$ negative"
    if both:
        phrase += r", ${p}, {q} \ge 1$"
    return Assumption((eps, p, q), phrase, facts, generate, {"eps": eps, "p": p, "q": q})
