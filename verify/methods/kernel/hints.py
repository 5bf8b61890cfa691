"""What a script can use of a goal: the premises that matter, angles, and scalars of known sign."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from verify.language.expressions import Relation, Scalar, as_scalar
from verify.language.facts import Equation
from verify.language.indices import Index
from verify.methods.kernel.exporting import Exported, ascending, sign
from verify.methods.kernel.names import operator_of
from verify.methods.kernel.parts import Premise

WORD = re.compile(r"[A-Za-z][\w']*")
LARGEST_CHOICE = 4  # of indices at which a known positive scalar is tried as a root


def relevant(exported: Exported) -> list[Premise]:
    """Return the premises that can act on the claim: all names of their left side occur in it."""
    printer = exported.printer
    given = {name for name, _ in [*printer.things.values(), *printer.curves.values()]}
    texts = [exported.left, exported.right, exported.reason]
    texts += [rate.body for rate in exported.derivatives]
    texts += [p.text for p in exported.premises if p.role in ("place", "velocity")]

    def named(text: str) -> set[str]:
        """Return the given things of a text; by its adjoint an operator is named, too."""
        return {operator_of(name) for name in given.intersection(WORD.findall(text))}

    seen = named(" ".join(texts))
    waiting, out = list(exported.premises), []
    while True:
        ready = [p for p in waiting if named(_pattern(p)) <= seen]
        if not ready:
            return [p for p in exported.premises if p in out]
        out += ready
        waiting = [p for p in waiting if p not in ready]
        seen |= named(" ".join(p.text for p in ready))


def resized(exported: Exported) -> list[tuple[str, str]]:
    """Return comparisons that divide, with what a size is in its place, and their proofs.

    A rule replaces the size in what is claimed, and what is known of its denominators is then of
    another form. The indices are those of the claim.
    """
    printer, premises = exported.printer, relevant(exported)
    sizes = [
        (p.name, printer.term(p.source[0].left, {}), printer.term(p.source[0].right, {}))
        for p in premises
        if p.source and isinstance(p.source[0], Equation) and p.source[0].left.op == "size"
    ]
    out = []
    for premise in premises:
        fact = premise.source[0] if premise.source else None
        for name, size, other in sizes:
            if not isinstance(fact, Relation) or f"/ {size}" not in premise.text:
                continue
            for scope in _chosen(exported, premise):
                left, right = (printer.term(side, scope) for side in ascending(fact))
                text = f"{left} {sign(fact)} {right}".replace(size, other)
                here = " ".join([premise.name, *scope.values()])
                out.append((text, f"generalize ({here}); rewrite {name}; exact (fun h' => h')"))
    return out


def idempotent(exported: Exported) -> list[tuple[str, str]]:
    """Return the rows of masks that a velocity and what moves both mention: (mask, token).

    A rate then has squares of indicators in its sums, and nothing else cancels these.
    """
    velocities = " ".join(p.text for p in exported.premises if p.role == "velocity")
    moving = " ".join(rate.body for rate in exported.derivatives)
    masks = [p.text.split()[1] for p in exported.premises if p.text.startswith("indicator ")]
    return [
        (mask, token)
        for mask in masks
        for token in exported.printer.free.values()
        if f"({mask} {token} " in velocities and f"({mask} {token} " in moving
    ]


def sums_as_they_stand(exported: Exported) -> list[tuple[str, str]]:
    """Return sums known to be positive that a claimed rate has as they stand: (text, proof).

    With a name in its place such a sum is not taken apart, which often is all that it takes.
    """
    said = f"{exported.left} {exported.right}"
    out = []
    for premise in relevant(exported):
        fact = premise.source[0] if premise.source else None
        if not isinstance(fact, Relation) or sign(fact) != "<" or "(total " not in premise.text:
            continue
        left, right = ascending(fact)
        for scope in _chosen(exported, premise):
            text = exported.printer.term(right, scope)
            if exported.printer.term(left, scope) == "0" and text in said:
                out.append((text, " ".join([premise.name, *scope.values()])))
    return out


def _chosen(exported: Exported, premise: Premise) -> Iterator[dict[Index, str]]:
    """Yield choices of the claim's indices for those that a premise holds of."""
    free, universal = exported.printer.free, list(premise.source[1])
    choices = [[i for i in free if i.sort == k.sort] for k in universal]
    for chosen in itertools.islice(itertools.product(*choices), LARGEST_CHOICE):
        yield {k: free[i] for k, i in zip(universal, chosen, strict=True)}


def parts_of_angles(exported: Exported) -> list[tuple[str, str]]:
    """Return the scalars whose n-th parts are angles: (x, n)."""
    texts = [exported.left, exported.right, exported.reason]
    texts += [rate.body for rate in exported.derivatives]
    texts += [p.text for p in exported.premises if p.role in ("place", "velocity")]
    text = " ".join(texts)
    if "(sin " not in text and "(cos " not in text:
        return []
    scalars = {name for name, kind in exported.printer.things.values() if kind == "R"}
    found = dict(re.findall(r"\((\w+) / (\d+)\)", text))
    return [(name, part) for name, part in found.items() if name in scalars]


def _pattern(premise: Premise) -> str:
    return premise.text.partition(" = ")[0]


def roots(exported: Exported, rules: str) -> tuple[str, str]:
    """Return the tactics for square roots, and for positive radicands under derivatives.

    Both try the scalars with a known sign, whose squares the radicands may be.
    """
    bodies = [exported.left, exported.right, exported.reason]
    bodies += [rate.body for rate in exported.derivatives]
    if not any("(sqrt " in body for body in bodies):
        return "no_roots", "no_rule"
    said = " ".join([*bodies, *(p.text for p in relevant(exported) if " = " in p.text)])
    known = [(strict, text) for strict, text in _known(exported) if _is_of(text, said)]
    words = {True: "known_root", False: "known_absolute"}
    tries = [f"{words[strict]} q {text} {rules}" for strict, text in known]
    tries += [f"scaled_root q {text} {rules}" for strict, text in known if strict]
    roots = _first(tries)
    sides = _first([f"known_radicand {text} {rules}" for _, text in known])
    return (
        f"ltac:(fun _ => take_roots ltac:(fun q => {roots}) {rules})",
        f"ltac:(fun _ => radicand ltac:(fun _ => {sides}) {rules})",
    )


def _is_of(text: str, said: str) -> bool:
    """Return whether all names of a scalar are said somewhere: or no radicand is its square."""
    return {*WORD.findall(text)} <= {*WORD.findall(said)}


def _first(tactics: Sequence[str]) -> str:
    return f"first [ {' | '.join(tactics)} ]" if tactics else "fail"


def _known(exported: Exported) -> list[tuple[bool, str]]:
    """Return the scalars known to be positive (True) or not zero, at the indices of the claim."""
    printer, out = exported.printer, []
    for premise in relevant(exported):
        fact = premise.source[0] if premise.source else None
        if not isinstance(fact, Relation) or sign(fact) == "<=":
            continue
        for scope in _chosen(exported, premise):
            text = printer.term(_gap(fact), scope)
            if "(sqrt " not in text and not text.startswith("(inner "):  # these are radicands
                out.append((sign(fact) == "<", text))
    return sorted(out, key=lambda known: -len(known[1]))  # a bare symbol is the least likely


def _gap(relation: Relation) -> Scalar:
    for side, other in ((relation.left, relation.right), (relation.right, relation.left)):
        if (
            other.op == "number"
            and other.args[0] == 0
            and (relation.sign == "!=" or relation.sign == (">" if side is relation.left else "<"))
        ):
            return side
    return as_scalar(relation.gap)
