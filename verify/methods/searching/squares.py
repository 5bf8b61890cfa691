"""What is never negative: squares, lengths, and the gaps of well-known inequalities."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.facts import Equation, Fact
from verify.language.indices import Index
from verify.language.walk import nodes, unabbreviated
from verify.language.words import norm
from verify.methods.searching.candidates import (
    ATOMIC,
    Candidate,
    Question,
    is_log,
    is_norm,
    subterms,
    vectors,
)
from verify.methods.searching.writing import added, difference, multiple, product


def squares(
    asked: Question, trees: Sequence[Scalar | Vector], sight: frozenset[Index], most: int
) -> Iterator[Candidate]:
    """Yield squares, squared lengths, gaps of Cauchy and Schwarz, and of tangents."""
    scalars = [e for e in subterms(trees, sight) if unabbreviated(e).op in ATOMIC]
    small = sorted(scalars, key=lambda e: sum(1 for _ in nodes(e)))[:most]
    for x in small:
        yield from (Candidate(of**2, False, 2) for of in (x, difference(x, 1), x + 1))
    means = [e for e in subterms(trees, sight) if unabbreviated(e).op == "total"][:2]
    for x, y in (*itertools.combinations(small, 2), *itertools.product(small[:6], means)):
        yield from (Candidate(of**2, False, 2) for of in (difference(x, y), x + y))
    for x, y in _pairs_in(subterms(trees, sight)):
        yield from (Candidate(of**2, False, 3) for of in (difference(x, y), x + y))
    for x, y in itertools.combinations(_halves(subterms(trees, sight)), 2):
        yield from (Candidate(of**2, False, 3) for of in (difference(x, y), x + y))
    single = [v for v in vectors(trees, sight) if v.op in ("symbol", "item")][:3]
    inner = [u @ v for u, v in itertools.combinations_with_replacement(single, 2)]
    inner += [e for e in small if unabbreviated(e).op == "inner"]
    products = list({repr(e): e for e in inner}.values())[:6]
    factors = [*products, *(e for e in small if e.op == "symbol")][:8]
    for x, y in itertools.permutations(products, 2):
        crossed = [c * y for c in factors if c is not x and c is not y]
        yield from (Candidate(of**2, False, 3) for z in crossed for of in (difference(x, z), x + z))
    norms = [e for e in subterms(trees, sight) if is_norm(e)][:4]
    for x, y in itertools.combinations(norms, 2):
        u, v = (e.args[0].args[0] for e in (x, y))
        yield from (Candidate(difference(x + y, norm(z)), False, 2) for z in (u + v, u - v))
    yield from _lengths(asked, vectors(trees, sight)[:10], small)
    for e in [e for e in scalars if unabbreviated(e).op == "inner"][:6]:
        u, v = unabbreviated(e).args
        yield Candidate(difference((u @ u) * (v @ v), e**2), False, 2)
        both = norm(u) * norm(v)
        yield from (Candidate(gap, False, 2) for gap in (difference(both, e), both + e))
    yield from _tangents(subterms(trees, sight), subterms(asked.trees, sight))


def _pairs_in(scalars: Sequence[Scalar]) -> Iterator[tuple[Scalar, Scalar]]:
    """Yield what is added, such as x and a / x, and products of two things, with 1."""
    sums = [e.args for e in scalars if e.op == "add" and not any(x.op == "add" for x in e.args)]
    yield from [(x, y) for x, y in sums if "number" not in (x.op, y.op)][:3]
    pairs = [e for e in scalars if e.op == "multiply" and all(x.op in ATOMIC for x in e.args)]
    yield from [(e, as_scalar(1)) for e in pairs][:3]


def _tangents(here: Sequence[Scalar], everywhere: Sequence[Scalar]) -> Iterator[Candidate]:
    """Yield e^x - 1 - x, x - 1 - log x and log x - 1 + 1/x.

    Each x of an exponential is also taken from that of another one of the claim, where the tangent
    is then; what is of exponentials alone is one, with the sum of theirs.
    """
    exponents = _exponents(here)
    others = {repr(x): x for x in (*exponents, *_exponents(everywhere))}.values()
    mine = [(x, y) for x in exponents for y in others if x is not y]
    sums = [z for x, y in mine for z in (difference(x, y), added((x, y)))]
    if exponents and len(others) == 4:  # those of a quotient's two sides, multiplied crosswise
        both = [added(pair) for pair in itertools.combinations(others, 2)]
        sums += [difference(x, y) for x, y in itertools.combinations(both, 2)]
    for x in (*exponents, *sums):
        for z in (x, multiple(-1, x)):
            yield Candidate(Scalar("function", "exp", z) - 1 - z, False, 2)
    for x in [e.args[1] for e in here if is_log(e)][:4]:
        log = Scalar("function", "log", x)
        yield from (Candidate(gap, False, 2) for gap in (x - 1 - log, log - 1 + x**-1))


def _exponents(of: Iterable[Scalar]) -> list[Scalar]:
    """Return of what some scalars are exponentials; of a product of these, the sum."""
    found = {repr(x): x for e in of if (x := e if is_log(e) else _exponent(e)) is not None}
    return sorted(found.values(), key=lambda x: sum(1 for _ in nodes(x)))[:6]


def _exponent(e: Scalar) -> Scalar | None:
    match unabbreviated(e):
        case Scalar(op="function", args=("exp", Scalar() as x)):
            return x
        case Scalar(op="power", args=(a, k)):
            raised = _exponent(a)
            return None if raised is None else multiple(k, raised)
        case Scalar(op="multiply", args=(a, b)):
            left, right = _exponent(a), _exponent(b)
            return None if left is None or right is None else added((left, right))
    return None


def _lengths(
    asked: Question, some: Sequence[Vector], scalars: Sequence[Scalar]
) -> Iterator[Candidate]:
    """Yield squared lengths and gaps of Cauchy and Schwarz, in each metric that has a root."""
    symbols = [x for x in scalars if x.op == "symbol"][:5]
    for root in (None, *roots(asked.facts)):

        def image(x: Vector, root: Operator | None = root) -> Vector:
            return x if root is None else root @ x

        for x, p in itertools.permutations(some[:6], 2):
            if x.op in ("symbol", "item") and p.op in ("symbol", "item"):
                z = x - (x @ p) * p
                yield Candidate(z @ z, False, 3)
        for x, y in itertools.permutations(some[:5], 2):
            for c in symbols:
                for z in (image(x + c * y), image(x - c * y)):
                    yield Candidate(z @ z, False, 3)
        for x in some:
            yield Candidate(image(x) @ image(x), False, 2)
        for x, y in itertools.combinations(some, 2):
            u, v = image(x), image(y)
            yield from (Candidate(z @ z, False, 2) for z in (image(x - y), image(x + y)))
            yield Candidate(difference((u @ u) * (v @ v), (u @ v) ** 2), False, 2)


def _halves(scalars: Sequence[Scalar]) -> list[Scalar]:
    """Return the products whose squares are terms of the claim: the ends of (x - y)^2."""
    found = {repr(x): x for e in scalars if (x := _half(e)) is not None and x.op not in ATOMIC}
    return sorted(found.values(), key=lambda x: -sum(1 for _ in nodes(x)))[:4]


def _half(e: Scalar) -> Scalar | None:
    match unabbreviated(e):
        case Scalar(op="power", args=(x, k)) if k == 2:
            return x if unabbreviated(x).op != "add" else None
        case Scalar(op="multiply", args=(a, b)):
            x, y = _half(a), _half(b)
            return None if x is None or y is None else product((x, y))
    return None


def roots(facts: Iterable[Fact]) -> list[Operator]:
    """Return the operators whose square is said to be another, a metric perhaps."""
    out = []
    for fact in facts:
        left, right = (fact.left, fact.right) if isinstance(fact, Equation) else (None, None)
        if isinstance(left, Operator) and left.op == "product" and isinstance(right, Operator):
            first, last = left.args
            root = first.args[0] if first.op == "transpose" else first
            if root.op == last.op == right.op == "symbol" and root.args[0] is last.args[0]:
                out.append(last)
    return out
