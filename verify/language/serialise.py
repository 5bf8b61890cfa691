"""The raw claim as plain lists: what the checker, the cache and the digest read.

Abbreviations are expanded, and rationals are strings "p/q". An index is named by what it is, not by
what its author calls it: those of a claim have their names from `free_names`, bound ones are `j1'`,
`j2'`, ... in the order they appear (a prime cannot occur in a given name, so nothing is captured).

    scalar  ["number", "1/2"]  ["symbol", s]  ["item", y, i, ...]  ["member", N, i, j]
            ["size", sort]  ["add", a, b]  ["multiply", a, b]  ["power", a, "-1/2"]
            ["power_of", a, b]  ["inner", u, v]  ["delta", i, j]  ["function", "exp", a]  ["pi"]
            ["place", k]  ["binomial", a, b]  ["at", a, [[s, b], ...]]
            ["total", a, [[j, range], ...]]  ["largest", ...]  ["least", ...]
            ["rate", a, flow]
    vector  ["zero"]  ["vector_symbol", x]  ["vector_item", y, i]  ["vector_add", u, v]
            ["scale", a, u]  ["apply", operator, u]  ["vector_total", u, [[j, range], ...]]
            ["vector_rate", u, flow]
            ["differential", token, family, [placeholder, direction], [placeholder, point]]
    operator ["operator", A, symmetric]  ["transpose", O]  ["operator_add", O, O]
            ["operator_scale", a, O]  ["product", O, O]  ["identity"]
    index   a name ("i", "j1'", "@1") or a counted token, 1, 2, ...
    range   ["all", sort]  ["before", sort, i]  ["up_to", sort, i]  ["seen", sort, i, N]
            ["integers", a, b]; ["but", range, i] leaves one more index out of the others
    flow    [[family or symbol, [placeholders], velocity], ...]
    differential: `token` is the layer's formula of one token, in the tokens of `family`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from verify.language.expressions import Operator, Relation, Scalar, Vector, as_scalar
from verify.language.indices import Index, IndexLike, Range
from verify.language.mistakes import Mistake
from verify.language.motion import Flow
from verify.language.symbols import Family
from verify.language.tree import BINDERS

Term = list[Any]
Names = Mapping[Index, str]
VECTOR_NAMES = {"symbol": "vector_symbol", "item": "vector_item", "add": "vector_add"}


def free_names(indices: Iterable[Index]) -> dict[Index, str]:
    """Return the names of the free indices of a claim. Raises Mistake if two are called alike."""
    names: dict[Index, str] = {}
    for index in indices:
        if index not in names and index.name in names.values():
            raise Mistake(f"two indices have the name {index.name}; give them different names")
        names[index] = index.name
    return names


class Serialiser:
    """Turns formulas into plain lists; one serialiser numbers the bound indices of one claim.

    `names` are those of the indices that are free there.
    """

    def __init__(self) -> None:
        self._bound = 0
        self._placeholders = 0

    def relation(self, relation: Relation, names: Names | None = None) -> Term:
        """Return [sign, left, right]."""
        at = names or {}
        return [relation.sign, self.term(relation.left, at), self.term(relation.right, at)]

    def term(self, formula: Scalar | Vector | Operator, names: Names) -> Term:
        """Return a formula as nested lists."""
        if isinstance(formula, Operator):
            return self._operator(formula, names)
        op, args = formula.op, formula.args
        prefix = "vector_" if isinstance(formula, Vector) else ""
        if op == "number":
            return ["number", _rational(args[0])]
        if op in ("symbol", "item", "member"):
            kind = VECTOR_NAMES[op] if prefix else op
            return [kind, args[0].name, *(_index(k, names) for k in args[1:])]
        if op in ("size", "pi", "zero"):
            return [op, *args]
        if op == "power":
            return ["power", self.term(args[0], names), _rational(args[1])]
        if op == "place":
            return ["place", _index(args[0], names)]
        if op == "delta":
            return ["delta", *(_index(k, names) for k in args)]
        if op == "function":
            return ["function", args[0], self.term(args[1], names)]
        if op == "abbreviation":
            return self.term(args[1], names)
        if op == "at":
            pairs = [[x.args[0].name, self.term(value, names)] for x, value in args[1]]
            return ["at", self.term(args[0], names), pairs]
        if op in BINDERS:
            return self._total(prefix + op, args[0], args[1:], names)
        if op == "rate":
            return [prefix + "rate", self.term(args[0], names), self.flow(args[1], names)]
        if op == "differential":
            return self._differential(args, names)
        if op in ("add", "multiply", "power_of", "inner", "binomial", "scale", "apply"):
            name = VECTOR_NAMES.get(op, op) if prefix else op
            return [name, *(self.term(a, names) for a in args)]
        raise Mistake(f"the formula {formula!r} has the unknown operation {op!r}")

    def flow(self, flow: Flow, names: Names) -> Term:
        """Return the velocities of a flow, each at placeholder indices."""
        moves = []
        for thing, velocity in flow.moves.items():
            sorts = thing.sorts if isinstance(thing, Family) else ()
            holders = [self._placeholder(Range(sort)) for sort in sorts]
            inner = {**names, **{k: k.name for k in holders}}
            moves.append(
                [thing.name, [k.name for k in holders], self.term(velocity(*holders), inner)]
            )
        return moves

    def _placeholder(self, over: Range) -> Index:
        self._placeholders += 1
        return Index(f"@{self._placeholders}", over)

    def _differential(self, args: tuple[Any, ...], names: Names) -> Term:
        layer, index, direction, point = args
        parts: list[Term] = []
        for function in (direction, point):
            holder = self._placeholder(Range("tokens"))
            inner = {**names, holder: holder.name}
            parts.append([holder.name, self.term(function(holder), inner)])
        return ["differential", self.term(layer.formula(index), names), layer.of.name, *parts]

    def _total(
        self, op: str, body: Scalar | Vector, bound: tuple[Index, ...], names: Names
    ) -> Term:
        inner = dict(names)
        binders: list[Term] = []
        for index in bound:
            over = self._range(index.over, inner)
            self._bound += 1
            inner[index] = f"j{self._bound}'"
            binders.append([inner[index], over])
        return [op, self.term(body, inner), binders]

    def _range(self, over: Range, names: Names) -> Term:
        if over.kind == "integers":
            assert over.lower is not None and over.upper is not None
            lower, upper = as_scalar(over.lower), as_scalar(over.upper)
            return ["integers", self.term(lower, names), self.term(upper, names)]
        out: Term = [over.kind, over.sort]
        if over.limit is not None:
            out.append(_index(over.limit, names))
        if over.mask is not None:
            out.append(over.mask.name)
        for left_out in over.without:
            out = ["but", out, _index(left_out, names)]
        return out

    def _operator(self, operator: Operator, names: Names) -> Term:
        op, args = operator.op, operator.args
        if op == "symbol":
            return ["operator", args[0].name, args[0].symmetric]
        if op == "transpose":
            return ["transpose", self._operator(args[0], names)]
        if op == "add":
            return ["operator_add", *(self._operator(a, names) for a in args)]
        if op == "scale":
            return ["operator_scale", self.term(args[0], names), self._operator(args[1], names)]
        if op == "product":
            return ["product", *(self._operator(a, names) for a in args)]
        return ["identity"]


def _index(index: IndexLike, names: Names) -> str | int:
    if isinstance(index, int):
        return index
    if index in names:
        return names[index]
    if index.bound:
        raise Mistake(
            f"the index {index.name} of a comprehension escapes its sum; "
            "write total(...), not sum(...), and largest or least, not max or min, and use "
            "the index only inside"
        )
    raise Mistake(f"the index {index.name} is used in a velocity, but in no formula of its claim")


def _rational(value: Fraction) -> str:
    return str(value)
