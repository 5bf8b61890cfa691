"""A reason as plain data and back, in terms of the things that its claim and facts mention."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.language.conditions import formulas_in
from verify.language.expressions import Expression, Operator, Scalar, Vector
from verify.language.facts import sides
from verify.language.indices import Index, Range
from verify.language.serialise import Serialiser
from verify.language.tree import BINDERS
from verify.language.walk import nodes, things
from verify.methods.searching.candidates import Question

KINDS = {"s": Scalar, "v": Vector, "o": Operator}
OPAQUE = ("rate", "differential", "at")  # what is kept by how it reads in the claim


def reason_data(asked: Question, because: Scalar | None) -> list[Any] | None:
    """Return a reason as plain data, [] for none; None where it cannot be kept."""
    if because is None:
        return []
    names, _ = _tables(asked)
    known = {id(thing): name for name, thing in names.items()}
    try:
        return [_plain(because, known)]
    except (KeyError, TypeError):
        return None


def recalled(asked: Question, says: Any) -> Scalar | None:
    """Return the reason that plain data tells of, None where it tells of none."""
    names, opaque = _tables(asked)
    try:
        made = _made(says, names, opaque)
        Serialiser().term(made, {k: k.name for k in names.values() if isinstance(k, Index)})
    except Exception:  # whatever is wrong with it, it is searched for anew
        return None
    return made if isinstance(made, Scalar) else None


def _tables(asked: Question) -> tuple[dict[str, Any], dict[str, Expression]]:
    """Return the things, abbreviations and indices by name, and what is kept by its looks."""
    trees = [*asked.trees, *itertools.chain.from_iterable(map(formulas_in, asked.where))]
    trees += [side for fact in asked.facts for side in sides(fact)]
    every = list(itertools.chain(*map(nodes, trees)))
    names: dict[str, Any] = {thing.name: thing for tree in trees for thing in things(tree)}
    names |= {f"let {e.args[0].name}": e.args[0] for e in every if e.op == "abbreviation"}
    names |= {f"index {k.name}": k for k, _ in asked.sight if isinstance(k, Index)}
    return names, {repr(e): e for e in every if e.op in OPAQUE}


def _plain(x: Any, known: Mapping[int, str]) -> Any:
    if isinstance(x, Expression):
        if x.op in OPAQUE:
            return ["opaque", repr(x)]
        if x.op == "abbreviation":
            return ["let", known[id(x.args[0])], *(_plain(k, known) for k in x.args[2:])]
        kind = next(name for name, of in KINDS.items() if type(x) is of)
        if x.op not in BINDERS:
            return [kind, x.op, *(_plain(a, known) for a in x.args)]
        spans = []
        for number, k in enumerate(x.args[1:]):
            over = k.over
            limits = [_plain(each, known) for each in (over.limit, over.mask, *over.without)]
            spans.append([k.name, over.sort, over.kind, *limits])
            known = {**known, id(k): f"bound {len(known)} {number}"}
        inside = [known[id(k)] for k in x.args[1:]]
        return ["binder", kind, x.op, inside, spans, _plain(x.args[0], known)]
    if isinstance(x, Fraction):
        return ["number", str(x)]
    return x if x is None or isinstance(x, int | str) else ["named", known[id(x)]]


def _made(x: Any, names: Mapping[str, Any], opaque: Mapping[str, Expression]) -> Any:
    match x:
        case ["opaque", looks]:
            return opaque[looks]
        case ["number", text]:
            return Fraction(text)
        case ["named", name]:
            return names[name]
        case ["let", name, *indices]:
            at = tuple(_made(k, names, opaque) for k in indices)
            return names[name][at[0] if len(at) == 1 else at]
        case ["binder", kind, op, inside, spans, body]:
            bound = []
            for own, (name, sort, how, limit, mask, *without) in zip(inside, spans, strict=True):
                ends = [_made(each, names, opaque) for each in (limit, mask, *without)]
                over = Range(sort, how, *ends[:2])
                bound.append(Index(name, replace(over, without=tuple(ends[2:])), bound=True))
                names = {**names, own: bound[-1]}
            return KINDS[kind](op, _made(body, names, opaque), *bound)
        case [kind, op, *args]:
            return KINDS[kind](op, *(_made(a, names, opaque) for a in args))
    return x
