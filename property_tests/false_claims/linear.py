"""First-order claims of linear arithmetic about numbers and tokens, decided exactly.

A claim is a tree; `holds` decides it for a given number of tokens by Fourier-Motzkin elimination,
which knows nothing of the engine. Sums and quantifiers over tokens are written out.

    ("atom", sign, expression)       expression <= 0, < 0 or = 0
    ("precedes", index, index)
    ("and" | "or", parts), ("not", part), ("if" | "iff", first, second)
    ("all" | "some", variable, part)           of real numbers
    ("all tokens" | "some token", index, part)

An expression is a tuple of (coefficient, symbol): ("number", variable), ("item", index),
("sum", "all" | "before" | "up_to", index), ("count",), ("one",). An index is a bound one's name or
an integer k >= 1 for the k-th token.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

Tree = tuple[Any, ...]
Expression = tuple[tuple[Fraction, Tree], ...]
Row = tuple[str, tuple[tuple[str, Fraction], ...]]  # a sign, and coefficients of variables; "" is 1
Conjunction = frozenset[Row]
LARGEST = 400  # conjunctions of a disjunctive normal form
NEGATED = {"<=": "<", "<": "<="}


class TooLarge(Exception):
    """Elimination has too many cases."""


@dataclass(frozen=True)
class LinearClaim:
    """A claim about given numbers x and z and a number a_i a token, under assumptions on x and z.

    `names` are what bound variables and indices are called; `clash` tells that two of them, one in
    the scope of the other, would look the same. `denied` is a claim that the author calls false.
    """

    says: Tree
    assumed: tuple[Tree, ...] = ()
    names: tuple[tuple[str, str, str | None], ...] = ()  # identity, name, its LaTeX
    clash: bool = False
    denied: bool = False


# ------------------------------------------------------------------ what is true


def sizes(claim: LinearClaim) -> range:
    """Return the numbers of tokens for which a claim is decided: all counted tokens exist."""
    return range(max(counted(claim.says), default=1), 5)


def holds(claim: LinearClaim) -> bool:
    """Return whether a claim holds for every number of tokens that is tried."""
    return not any(_satisfiable(("not", _closed(claim)), n) for n in sizes(claim))


def is_vacuous(claim: LinearClaim) -> bool:
    """Return whether no values meet the assumptions and the premises of any of its conclusions."""
    paths = [("and", (*claim.assumed, *path)) for path in _premises(claim.says)]
    return not any(_satisfiable(path, n) for n in sizes(claim) for path in paths)


def _closed(claim: LinearClaim) -> Tree:
    return ("if", ("and", claim.assumed), claim.says)


def _premises(tree: Tree) -> Iterator[tuple[Tree, ...]]:
    """Yield the premises of each conclusion; variables that are bound on the way are free there."""
    word = tree[0]
    if word == "if":
        yield from ((tree[1], *path) for path in _premises(tree[2]))
    elif word in ("all", "some"):
        yield from _premises(tree[2])
    elif word in ("all tokens", "some token"):
        for path in _premises(tree[2]):
            yield (("some token", tree[1], ("and", path)),)
    elif word in ("and", "or"):
        for part in tree[1]:
            yield from _premises(part)
    else:
        yield ()


def counted(tree: Any) -> Iterator[int]:
    """Yield the places of the tokens that a claim counts."""
    if isinstance(tree, tuple):
        if tree and tree[0] in ("item", "sum") and isinstance(tree[-1], int):
            yield tree[-1]
        for part in tree:
            yield from counted(part)


def mentioned(tree: Any) -> Iterator[str]:
    """Yield the variables and indices that the formulas of a claim mention."""
    if isinstance(tree, tuple):
        if tree and tree[0] in ("number", "item", "sum", "precedes"):
            yield from (part for part in tree[1:] if isinstance(part, str))
        for part in tree:
            yield from mentioned(part)


def _satisfiable(tree: Tree, n: int) -> bool:
    """Return whether some values of the free variables make a tree true, for n tokens."""
    found = _eliminated(_written_out(tree, n, {}), True)
    names = sorted({name for each in found for _, row in each for name, _ in row if name})
    for name in names:
        found = _projected(found, name)
    return bool(found)


def _written_out(tree: Tree, n: int, at: Mapping[str, int]) -> Tree:
    word = tree[0]
    if word == "atom":
        row: dict[str, Fraction] = {}
        for factor, symbol in tree[2]:
            for name in _variables(symbol, n, at):
                row[name] = row.get(name, Fraction(0)) + factor
        return ("atom", tree[1], tuple(sorted((k, v) for k, v in row.items() if v)))
    if word == "precedes":
        first, second = (_place(k, at) for k in tree[1:])
        return ("and", ()) if first < second else ("or", ())
    if word in ("and", "or"):
        return (word, tuple(_written_out(part, n, at) for part in tree[1]))
    if word in ("all tokens", "some token"):
        parts = tuple(_written_out(tree[2], n, {**at, tree[1]: k}) for k in range(1, n + 1))
        return ("and" if word == "all tokens" else "or", parts)
    if word in ("all", "some"):
        return (word, tree[1], _written_out(tree[2], n, at))
    return (word, *(_written_out(part, n, at) for part in tree[1:]))


def _variables(symbol: Tree, n: int, at: Mapping[str, int]) -> Iterable[str]:
    word = symbol[0]
    if word == "number":
        return [symbol[1]]
    if word == "item":
        return [f"a{_place(symbol[1], at)}"]
    if word == "sum":
        _, kind, index = symbol
        last = n if kind == "all" else _place(index, at) - (kind == "before")
        return [f"a{k}" for k in range(1, last + 1)]
    return [""] * (n if word == "count" else 1)


def _place(index: int | str, at: Mapping[str, int]) -> int:
    return index if isinstance(index, int) else at[index]


# ------------------------------------------------------------------ elimination


def _eliminated(tree: Tree, positive: bool) -> set[Conjunction]:
    """Return a tree, or its negation, without quantifiers: a disjunction of conjunctions."""
    word = tree[0]
    if word == "atom":
        return _tidy(frozenset([row]) for row in _rows(tree[1], dict(tree[2]), positive))
    if word == "not":
        return _eliminated(tree[1], not positive)
    if word in ("and", "or"):
        parts = [_eliminated(part, positive) for part in tree[1]]
        return _all_of(parts) if (word == "and") == positive else _tidy(c for p in parts for c in p)
    if word == "if":
        return _eliminated(("or", (("not", tree[1]), tree[2])), positive)
    if word == "iff":
        _, first, second = tree
        return _eliminated(("and", (("if", first, second), ("if", second, first))), positive)
    if (word == "some") == positive:
        return _projected(_eliminated(tree[2], positive), tree[1])
    # "For all" is "not for some not"; the inner elimination ends in a formula that is negated.
    inner = _projected(_eliminated(tree[2], not positive), tree[1])
    return _all_of([_tidy(frozenset([row]) for atom in each for row in _rows(*_read(atom), False))
                    for each in inner])  # fmt: skip


def _read(row: Row) -> tuple[str, dict[str, Fraction]]:
    return row[0], dict(row[1])


def _rows(sign: str, row: Mapping[str, Fraction], positive: bool) -> Iterator[Row]:
    minus = {name: -factor for name, factor in row.items()}
    if positive:
        yield _row(sign, row)
    elif sign == "=":
        yield _row("<", row)
        yield _row("<", minus)
    else:
        yield _row(NEGATED[sign], minus)


def _row(sign: str, row: Mapping[str, Fraction]) -> Row:
    return (sign, tuple(sorted((name, factor) for name, factor in row.items() if factor)))


def _tidy(found: Iterable[Conjunction]) -> set[Conjunction]:
    """Return conjunctions without what is true, and none that holds what is false."""
    out: set[Conjunction] = set()
    for each in found:
        left = []
        for sign, row in each:
            if any(name for name, _ in row):
                left.append((sign, row))
                continue
            value = sum((factor for _, factor in row), Fraction(0))
            if not (value == 0 if sign == "=" else value < 0 or (value == 0 and sign == "<=")):
                break
        else:
            out.add(frozenset(left))
        if len(out) > LARGEST:
            raise TooLarge
    return {frozenset()} if frozenset() in out else out


def _all_of(parts: Iterable[set[Conjunction]]) -> set[Conjunction]:
    found: set[Conjunction] = {frozenset()}
    for part in parts:
        if len(found) * len(part) > LARGEST**2:
            raise TooLarge
        found = _tidy(a | b for a in found for b in part)
    return found


def _projected(found: Iterable[Conjunction], name: str) -> set[Conjunction]:
    return _tidy(_without(each, name) for each in found)


def _without(rows: Conjunction, name: str) -> Conjunction:
    """Return what a conjunction says of the other variables, if one takes some value."""
    own = [_read(row) for row in rows if any(n == name for n, _ in row[1])]
    rest = [row for row in rows if all(n != name for n, _ in row[1])]
    equation = next((row for sign, row in own if sign == "="), None)
    if equation is not None:
        for sign, row in own:
            if row is not equation:
                rest.append(_row(sign, _plus(row, equation, -row[name] / equation[name])))
        return frozenset(rest)
    above = [(sign, row) for sign, row in own if row[name] > 0]  # they bound it from above
    below = [(sign, row) for sign, row in own if row[name] < 0]
    for (s, one), (r, other) in product(above, below):
        strict = "<" if "<" in (s, r) else "<="
        rest.append(_row(strict, _plus(one, other, -one[name] / other[name])))
    return frozenset(rest)


def _plus(
    one: Mapping[str, Fraction], other: Mapping[str, Fraction], times: Fraction
) -> dict[str, Fraction]:
    return {n: one.get(n, Fraction(0)) + times * other.get(n, Fraction(0))
            for n in {**one, **other}}  # fmt: skip
