"""Claims without denominators: a gap times what is positive, and in lower terms."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from verify.checker.polynomials import gathered, power, thawed
from verify.checker.trees import Poly, Q, Tree
from verify.language.expressions import Scalar
from verify.methods.searching import candidates
from verify.methods.searching.ring import Form, Reading, divided, ray
from verify.methods.searching.writing import multiple, product


def cleared(
    reading: Reading, tree: Scalar, form: Form, *, fractions: bool = True
) -> tuple[list[Scalar], Form]:
    """Return positive factors, and a form times them, without the denominators that they are.

    With `fractions` a denominator may have denominators of its own.
    """
    ring, poly = reading.ring, reading.ring.poly(form)
    under: list[Scalar] = []
    if not below(poly):
        return under, form
    own = _read(reading, tree)
    bases = _bases(own)
    while True:
        used = {}
        for atom, times in below(poly).items():
            of = thawed(atom.parts) if atom.head == "whole" else power(atom)
            for sign in (1, -1):
                base = bases.get(ray(ring.numbered({m: c * sign for m, c in of.items()})))
                if base is not None and reading.sign(base) == (True, True):
                    used[atom] = times
                    under += [base] * times
                    ratio = _ratio(ring.poly(reading.form(base)), of)
                    poly = {m: c * ratio**times for m, c in poly.items()}
                    break
        if not used and fractions and below(poly):
            fractions = False
            inside = ((base, *cleared(reading, base, p, fractions=False)) for base, p in own)
            bases = _bases((product([base, *times]), p) for base, times, p in inside if times)
            continue
        if not used:
            return lowered(reading, under, ring.numbered(poly))
        poly = gathered(
            (t, a * c)
            for m, c in poly.items()
            for t, a in reading.ring.reader.reduced(
                [*m, *(atom._replace(number=times) for atom, times in used.items())]
            ).items()
        )


def _read(reading: Reading, tree: Scalar) -> list[tuple[Scalar, Form]]:
    """Return what a tree is made of, with the normal forms."""
    parts = candidates.subterms([tree], frozenset(reading.names))
    bases = [base for e in parts for base in ((e, e.args[0]) if e.op == "power" else (e,))]
    return [(base, form) for base in bases if (form := reading.form(base))]


def _bases(parts: Iterable[tuple[Scalar, Form]]) -> dict[frozenset[tuple[int, Q]], Scalar]:
    """Return parts of either sign by the rays of their forms."""
    bases: dict[frozenset[tuple[int, Q]], Scalar] = {}
    for base, own in parts:
        bases.setdefault(ray(own), base)
        bases.setdefault(ray({m: -c for m, c in own.items()}), multiple(-1, base))
    return bases


def lowered(reading: Reading, under: list[Scalar], form: Form) -> tuple[list[Scalar], Form]:
    """Return a fraction in lower terms."""
    left = list[Scalar]()
    for tree in under:
        rest = divided(reading.ring, form, reading.form(tree))
        if rest is None:
            left.append(tree)
        else:
            form = rest
    return left, form


def below(poly: Poly) -> dict[Tree, int]:
    """Return the atoms that stand in denominators, with the exponents that clear them."""
    out: dict[Tree, int] = {}
    for m in poly:
        for atom in m:
            if atom.number < 0 and atom.head not in ("unit", "exp", "tangent"):
                base = atom._replace(number=1)
                out[base] = max(out.get(base, 0), ceil(-atom.number))
    return out


def _ratio(p: Poly, q: Poly) -> Fraction:
    m = next(iter(q))
    return Fraction(p[m]) / Fraction(q[m])
