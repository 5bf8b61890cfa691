"""Plans for a reason, the cheapest first: products of what is known, squares, sums, multipliers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verify.checker.polynomials import ONE
from verify.checker.trees import Refused, all_indices, walk
from verify.language.expressions import Relation, Scalar, as_scalar
from verify.language.walk import nodes, unabbreviated
from verify.methods.searching import candidates
from verify.methods.searching.atoms import Atom, Place, anywhere, linear_atoms, products
from verify.methods.searching.candidates import Question
from verify.methods.searching.clearing import cleared
from verify.methods.searching.programs import Column, solved
from verify.methods.searching.ring import Form, Reading, ray
from verify.methods.searching.stripping import stripped, written
from verify.methods.searching.sums import places, squared_sums, sums
from verify.methods.searching.writing import (
    added,
    multiple,
    product,
    quotient,
    split,
    terms,
    tidied,
)


@dataclass(frozen=True)
class Plan:
    """Products of at most `degree` factors, with squares if `heavy`, `most` of them at a place.

    The gap times up to `multiples` positive factors will do, too; `alone`, nothing is summed, and
    all is of what the gap is made of; so it is with `near`, in sums, too.
    """

    degree: int
    heavy: bool = False
    multiples: int = 0
    most: int = 1500
    alone: bool = False
    near: bool = False


PLANS = (
    Plan(1), Plan(3, most=1000, alone=True), Plan(2, near=True), Plan(1, multiples=2), Plan(2),
    Plan(2, True, most=2500, near=True), Plan(2, True, most=2500), Plan(2, True, 1, 3000),
    Plan(3, False, 1, 3000), Plan(3, True, 2, 5000),
)  # fmt: skip


def found(asked: Question, reading: Reading) -> Scalar | None:
    """Return a reason for a claim, None if no plan finds one. Raises Exhausted."""
    alone = tidied(asked.relation.gap)
    # A derivative is no reason that Coq can read: the plans below write out its value.
    if alone.op != "add" and not any(node.op in ("rate", "differential") for node in nodes(alone)):
        nonnegative, apart = reading.sign(alone)
        if nonnegative and (apart or not asked.relation.strict):
            return alone
    reason = of_logarithms(asked, reading)
    if reason is not None:
        return reason
    under, gap = cleared(reading, asked.relation.gap, reading.form(asked.relation.gap))
    if not gap:
        return None
    poly = reading.ring.poly(gap)
    seen = frozenset(anywhere(tree) for m in poly for atom in m for tree in walk(atom))
    one = reading.ring.numbered(ONE)
    here = Place(reading, asked.trees, asked.sight, weight=one, seen=seen)
    # Without a factor that may be 0, a condition that is about their product is of no use.
    tries = [stripped(asked, here, gap), stripped(asked, here, gap, strict=True)]
    for over, rest in tries if len(tries[1][0]) < len(tries[0][0]) else tries[:1]:
        try:
            reason = planned(asked, here, rest)
        except OverflowError:  # a coefficient is no float: linear programs are solved in floats
            return None
        if reason is not None:
            return quotient(product([*without(over, under), reason]), without(under, over))
    return None


def of_logarithms(asked: Question, reading: Reading) -> Scalar | None:
    """Return a reason for log u - log v >= 0, which is at least 1 - v / u, from one for u >= v."""
    gap = tidied(asked.relation.gap)
    divisors = map(_under_a_logarithm, terms(gap))
    under = next((divisor for divisor in divisors if divisor is not None), None)
    if under is not None and reading.sign(under) == (True, True):
        times = added(_times(term, under) for term in terms(gap))
        claim = Relation(times, ">" if asked.relation.strict else ">=", as_scalar(0))
        reason = of_logarithms(replace(asked, relation=claim, derived=()), reading)
        return None if reason is None else quotient(reason, [under])
    sides, logs = (list[Scalar](), list[Scalar]()), 0
    for term in terms(gap):
        c, e = split(term)
        x = as_scalar(1) if e is None else unabbreviated(e)
        log = candidates.is_log(x)
        logs += log
        if not log and any(map(candidates.is_log, nodes(x))):
            return None
        exponential = Scalar("function", "exp", multiple(abs(c), x))
        sides[c < 0].append(x.args[1] ** abs(c) if log else exponential)
    if not logs:
        return None
    u, v = map(product, sides)
    claim = Relation(u, ">" if asked.relation.strict else ">=", v)
    reason = found(replace(asked, relation=claim, derived=()), reading)
    x = multiple(-1, gap)
    return None if reason is None else Scalar("function", "exp", x) - 1 - x + quotient(reason, [u])


def _under_a_logarithm(term: Scalar) -> Scalar | None:
    """Return by what a logarithm is divided, None if the term is none or is not divided."""
    _, e = split(term)
    if e is None or e.op != "multiply" or not any(candidates.is_log(x) for x in e.args):
        return None
    return next((x.args[0] for x in e.args if _is_inverse(x)), None)


def _times(term: Scalar, under: Scalar) -> Scalar:
    """Return a term times what it may be divided by."""
    c, e = split(term)
    parts = e.args if e is not None and e.op == "multiply" else ()
    rest = [x for x in parts if not (_is_inverse(x) and x.args[0] is under)]
    return multiple(c, product(rest)) if len(rest) < len(parts) else product([under, term])


def _is_inverse(e: Scalar) -> bool:
    return e.op == "power" and bool(e.args[1] == -1)


def without(factors: Sequence[Scalar], others: Sequence[Scalar]) -> list[Scalar]:
    """Return factors but for those that others have, too, as often as they do."""
    left, out = [repr(other) for other in others], list[Scalar]()
    for factor in factors:
        if repr(factor) in left:
            left.remove(repr(factor))
        else:
            out.append(factor)
    return out


def planned(asked: Question, here: Place, gap: Form) -> Scalar | None:
    """Return a reason for a gap without denominators and known factors, by the first plan."""
    inside = places(asked, here, gap)
    for plan in PLANS:
        try:
            reason = searched(asked, here, inside, gap, plan)
        except Refused:  # some product is too large for the checker: others may do
            continue
        if reason is not None:
            return reason
    return None


def searched(
    asked: Question, here: Place, inside: Sequence[Place], gap: Form, plan: Plan
) -> Scalar | None:
    """Return a polynomial reason for a gap without denominators, by one plan."""
    degree, heavy, most = plan.degree, plan.heavy, plan.most
    known = plan.alone or plan.near
    columns = list(products(asked, here, degree, heavy, most, known=known))
    for place in () if plan.alone else inside:
        columns += sums(asked, place, here, degree, heavy, most, known=plan.near)
    if degree == 2 and not plan.near:
        columns += squared_sums(asked, here, inside)
    targets = [Column(gap, True, 0.01, ()), *multiplied(gap, here, plan.multiples)]
    here.reading.ring.spend(sum(len(column.form) for column in columns))
    seconds = here.reading.ring.seconds_left()
    solution = solved(targets, columns, asked.relation.strict, seconds)
    return None if solution is None else written(solution)


def lacking(asked: Question, reading: Reading) -> Scalar | None:
    """Return what would give a reason if it were not negative, or positive; None if nothing."""
    gap = asked.relation.gap
    _, target = cleared(reading, gap, reading.form(gap))
    here = Place(reading, asked.trees, asked.sight, weight=reading.ring.numbered(ONE))
    known = linear_atoms(asked, here)
    taken = {ray(form) for form in (target, *(atom.form for atom in known)) if form}
    parts = candidates.parts(asked.trees, here.indices, near_one=False)
    for candidate in sorted(parts, key=lambda part: len(repr(part.tree))):
        form = reading.form(candidate.tree)
        if form and form.keys() - here.weight.keys() and ray(form) not in taken:
            taken.add(ray(form))
            about = all_indices(atom for m in reading.ring.poly(form) for atom in m)
            atom = Atom(candidate.tree, form, True, 1, about)
            wider = replace(here, linear=[*known, atom])
            if searched(asked, wider, (), target, Plan(2)) is not None:
                return candidate.tree
    return None


def multiplied(gap: Form, here: Place, factors: int) -> Iterator[Column]:
    """Yield the gap times what is positive: the reason is then divided by that."""
    strict = [here.both] if here.both else []
    strict += [atom for atom in here.linear or () if atom.strict and atom is not here.both]
    chosen = [(atom,) for atom in strict[:12]] if factors else []
    if factors > 1:
        chosen += itertools.combinations_with_replacement(strict[:6], 2)  # type: ignore[arg-type]
    for some in chosen:
        form = gap
        for atom in some:
            form = here.reading.ring.times(form, atom.form)
        yield Column(form, True, 0.01 * (1 + 3 * sum(atom.cost for atom in some)), some)
