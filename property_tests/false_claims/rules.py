"""Rules of algebra and some that are none, each told by what it makes of a term."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from property_tests.false_claims.terms import Term, indices, is_vector, renamed

Scope = tuple[str, ...]
Fresh = Callable[[], str]
Rule = Callable[[Term, Scope, Fresh], list[Term]]
ONE: Term = ("number", Fraction(1))
ZERO: Term = ("number", Fraction(0))
HALF = Fraction(1, 2)


def of_sums(term: Term, scope: Scope, fresh: Fresh) -> list[Term]:
    """Exchange, split, rename and pull out of sums; ranges are changed as if it did not matter."""
    if term[0] not in ("sum", "vector_sum"):
        return []
    op, j, over, body = term
    out = [(op, j, changed, body) for changed in _ranges(over, scope)]
    if body[0] == op:
        _, k, inner, deep = body
        out.append((op, k, inner, (op, j, over, deep)))
        out.append((op, j, inner, (op, k, over, deep)))
        out.append((op, j, over, renamed(deep, {k: j})))
    if op == "sum" and body[0] == "times":
        first, second = body[1], body[2]
        out += [("times", first, (op, j, over, second)), ("times", (op, j, over, first), second)]
    if op == "vector_sum" and body[0] == "scale":
        out.append(("scale", ("sum", j, over, body[1]), body[2]))
        out.append(("scale", body[1], (op, j, over, body[2])))
    if body[0] == "apply":
        out.append(("apply", body[1], (op, j, over, body[2])))
    if body[0] in ("add", "plus"):
        out.append((body[0], (op, j, over, body[1]), (op, j, over, body[2])))
    out += [renamed(body, {j: k}) for k in scope]
    if op == "sum" and j not in indices(body):
        out.append(("times", ("size",), body))
        out.append(("times", ("sum", fresh(), over, ONE), body))
    if body[0] == "times" and body[1][0] == "delta":
        out += [renamed(body[2], {j: k}) for k in body[1][1:]]
    # A sum that has no index free of its own is not to take one from around it.
    return [made for made in out if _in_scope(made, scope)]


def _ranges(over: tuple[Any, ...], scope: Scope) -> Iterator[tuple[Any, ...]]:
    kind, limit, without = over
    yield (kind, limit, without[1:])
    yield (kind, limit, without[:1])
    yield (kind, limit, tuple(reversed(without)))
    for other in scope:
        yield (kind, limit, (*without, other))
        if kind == "before":
            yield ("up_to", limit, (*without, other))
    if kind != "all":
        yield ("all", None, without)
        yield ({"before": "up_to", "up_to": "before", "seen": "seen"}[kind], limit, without)


def _in_scope(term: Term, scope: Scope) -> bool:
    from property_tests.false_claims.terms import free

    return free(term) <= set(scope)


def of_products(term: Term, scope: Scope, fresh: Fresh) -> list[Term]:
    """Multiply out, cancel, and multiply sums as if they had one index."""
    if term[0] != "times":
        return []
    a, b = term[1], term[2]
    out: list[Term] = [("times", b, a)]
    for first, second in ((a, b), (b, a)):
        if second[0] == "add":
            out.append(("add", ("times", first, second[1]), ("times", first, second[2])))
        if second[0] == "power" and second[1] == first:
            out += [("power", first, second[2] + 1), ONE]
        if second[0] == "sum":
            _, j, over, body = second
            out.append(("sum", j, over, ("times", first, body)))
            if first[0] == "sum":
                out.append(("sum", j, over, ("times", renamed(first[3], {first[1]: j}), body)))
        if second[0] == "delta":
            i, k = second[1:]
            out += [("times", renamed(first, {i: k}), second), renamed(first, {i: k})]
            out.append(("times", renamed(first, {k: i}), second))
    if a[0] == b[0] == "exp":
        out.append(("exp", ("add", a[1], b[1])))
    if a[0] == b[0] == "power" and a[2] == b[2]:
        out.append(("power", ("times", a[1], b[1]), a[2]))
    if a == b:
        out += [("power", a, Fraction(2)), a]
    return out


def of_powers(term: Term, _scope: Scope, _fresh: Fresh) -> list[Term]:
    """Roots of squares, of products and of sums; powers of powers."""
    if term[0] != "power":
        return []
    x, q = term[1], term[2]
    out: list[Term] = []
    if x[0] == "power":
        out += [("power", x[1], x[2] * q), ("power", x[1], x[2] + q)]
        if x[2] * q == 1:
            out += [x[1], ("absolute", x[1])]
    if x[0] == "times":
        out.append(("times", ("power", x[1], q), ("power", x[2], q)))
    if x[0] == "add":
        out.append(("add", ("power", x[1], q), ("power", x[2], q)))
    if x[0] == "exp":
        out.append(("exp", ("times", ("number", q), x[1])))
    if x[0] == "sum":
        out.append(("sum", x[1], x[2], ("power", x[3], q)))
    if x[0] in ("delta", "member"):
        out.append(x)
    if x[0] == "absolute":
        out.append(("power", x[1], q))
    if q == 2:
        out.append(("times", x, x))
    if x[0] == "inner" and q == HALF:
        out.append(x)
    return out


def of_functions(term: Term, _scope: Scope, _fresh: Fresh) -> list[Term]:
    """Exponentials of sums, absolute values of products and of sums."""
    out: list[Term] = []
    if term[0] == "exp":
        x = term[1]
        if x[0] == "add":
            out.append(("times", ("exp", x[1]), ("exp", x[2])))
            out.append(("add", ("exp", x[1]), ("exp", x[2])))
        if x[0] == "times":
            out.append(("times", ("exp", x[1]), ("exp", x[2])))
        if x[0] == "sum":
            out.append(("sum", x[1], x[2], ("exp", x[3])))
        out.append(("power", ("exp", ("times", ("number", Fraction(-1)), x)), Fraction(-1)))
    if term[0] == "absolute":
        x = term[1]
        if x[0] in ("times", "add"):
            out.append((x[0], ("absolute", x[1]), ("absolute", x[2])))
        if x[0] == "sum":
            out.append(("sum", x[1], x[2], ("absolute", x[3])))
        out += [x, ("power", ("power", x, Fraction(2)), HALF)]
    return out


def of_inner_products(term: Term, _scope: Scope, _fresh: Fresh) -> list[Term]:
    """Linearity, symmetry, adjoints; operators exchanged as if all commuted."""
    if term[0] == "apply":
        name, x = term[1], term[2]
        out: list[Term] = []
        if x[0] == "apply":
            out.append(("apply", x[1], ("apply", name, x[2])))
        if x[0] == "plus":
            out.append(("plus", ("apply", name, x[1]), ("apply", name, x[2])))
        if x[0] == "scale":
            out.append(("scale", x[1], ("apply", name, x[2])))
        return [*out, ("apply", _transposed(name), x)]
    if term[0] != "inner":
        return []
    a, b = term[1], term[2]
    out = [("inner", b, a)]
    if a[0] == "apply":
        out += [
            ("inner", a[2], ("apply", _transposed(a[1]), b)),
            ("inner", a[2], ("apply", a[1], b)),
        ]
    if a[0] == "plus":
        out.append(("add", ("inner", a[1], b), ("inner", a[2], b)))
    if a[0] == "scale":
        out.append(("times", a[1], ("inner", a[2], b)))
    if a[0] == "vector_sum":
        _, j, over, body = a
        out.append(("sum", j, over, ("inner", body, b)))
        if b[0] == "vector_sum":
            out.append(("sum", j, over, ("inner", body, renamed(b[3], {b[1]: j}))))
    return out


def _transposed(name: str) -> str:
    if name == "S":
        return "S"
    return name.removesuffix("^T") if name.endswith("^T") else f"{name}^T"


def of_rates(term: Term, _scope: Scope, _fresh: Fresh) -> list[Term]:
    """The rules of derivatives, and the product of derivatives."""
    if term[0] != "rate":
        return []
    x = term[1]
    out: list[Term] = []
    if x[0] == "add":
        out.append(("add", ("rate", x[1]), ("rate", x[2])))
    if x[0] == "times":
        first = ("times", ("rate", x[1]), x[2])
        out.append(("add", first, ("times", x[1], ("rate", x[2]))))
        out.append(("times", ("rate", x[1]), ("rate", x[2])))
    if x[0] == "power":
        inner = ("times", ("power", x[1], x[2] - 1), ("rate", x[1]))
        out += [("times", ("number", x[2]), inner), inner]
    if x[0] == "exp":
        out += [("times", x, ("rate", x[1])), x]
    if x[0] == "sum":
        out.append(("sum", x[1], x[2], ("rate", x[3])))
    if x[0] == "absolute":
        out.append(("absolute", ("rate", x[1])))
        out.append(("times", ("times", x[1], ("power", x, Fraction(-1))), ("rate", x[1])))
    known = {"a": ("symbol", "p"), "b": ("times", ("symbol", "a"), ("symbol", "q"))}
    if x[0] == "symbol":
        out.append(known.get(x[1], ZERO))
    if x[0] == "item":
        out.append(("times", ("symbol", "p"), x) if x[1] == "u" else ZERO)
    return [*out, ZERO] if x[0] in ("number", "size", "delta", "member") else out


def of_substitutions(term: Term, _scope: Scope, _fresh: Fresh) -> list[Term]:
    """Values put in one after the other, or in another order."""
    if term[0] != "at":
        return []
    x, pairs = term[1], term[2]
    out: list[Term] = [("at", x, tuple(reversed(pairs)))]
    if len(pairs) == 2:
        out.append(("at", ("at", x, pairs[:1]), pairs[1:]))
    put = x
    for name, value in pairs:
        put = _put(put, name, value)
    return [*out, put]


def _put(term: Term, name: str, value: Term) -> Term:
    if term == ("symbol", name):
        return value
    if term[0] == "at":
        return term
    return (term[0], *(_put(p, name, value) if _is_term(p) else p for p in term[1:]))


def _is_term(part: Any) -> bool:
    return (
        isinstance(part, tuple)
        and bool(part)
        and part[0] not in ("all", "before", "up_to", "seen")
        and isinstance(part[0], str)
    )


def of_indices(term: Term, scope: Scope, _fresh: Fresh) -> list[Term]:
    """Exchange indices, and take what is true of two tokens for what is true of all."""
    if term[0] == "item" and term[1] == "w":
        return [("item", "w", term[3], term[2])]
    if term[0] == "delta":
        return [("delta", term[2], term[1]), ZERO, ONE]
    if term[0] == "member":
        return [("power", term, Fraction(2)), ("member", term[2], term[1])]
    if term[0] == "item":
        return [("item", "u", k) for k in scope]
    return []


def of_everything(term: Term, _scope: Scope, _fresh: Fresh) -> list[Term]:
    """Add and subtract, multiply and divide."""
    if is_vector(term):
        return [("plus", term, ("scale", ZERO, term))]
    return [
        ("add", term, ("times", ZERO, term)), ("times", ONE, term),
        ("power", ("power", term, Fraction(2)), HALF),
    ]  # fmt: skip


RULES: tuple[Rule, ...] = (
    of_sums, of_products, of_powers, of_functions, of_inner_products, of_rates, of_substitutions,
    of_indices, of_everything,
)  # fmt: skip
