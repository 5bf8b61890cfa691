"""Known factors of a claim, and a solution of a program as the formula that it stands for."""

from __future__ import annotations

from collections.abc import Iterable

from verify.checker.trees import Q
from verify.language.expressions import Scalar
from verify.language.indices import Index
from verify.methods.searching.atoms import Atom, Place, Product, linear_atoms
from verify.methods.searching.candidates import Question
from verify.methods.searching.clearing import below
from verify.methods.searching.programs import Column
from verify.methods.searching.ring import Form, divided
from verify.methods.searching.writing import added, multiple, product, quotient


def stripped(
    asked: Question, here: Place, gap: Form, *, strict: bool = False
) -> tuple[list[Scalar], Form]:
    """Return factors of a gap that are known, only positive ones if `strict`, and the rest."""
    strict = strict or asked.relation.strict
    over: list[Scalar] = []
    ring, one = here.reading.ring, here.weight
    for atom in linear_atoms(asked, here):
        poly = ring.poly(atom.form)
        fits = not below(poly) and (atom.strict or not strict)
        fits = fits and any(x.head != "exp" for m in poly for x in m)  # that divides without end
        while fits:
            rest = divided(ring, gap, atom.form)
            if rest is None or len(rest) > len(gap) or rest.keys() <= one.keys():
                break
            gap, over = rest, [*over, atom.tree]
    return over, gap


def written(solution: Iterable[tuple[Q, Column]]) -> Scalar:
    """Return a reason as a formula."""
    plain, below = list[Scalar](), list[Scalar]()
    groups: dict[tuple[Index | Atom, ...], tuple[Product, list[Scalar]]] = {}
    for c, column in solution:
        made = column.made
        if not isinstance(made, Product):
            below.append(multiple(c, product(atom.tree for atom in made)))
        elif made.over:  # one sum over a range
            _, inside = groups.setdefault((*made.over, *made.outside), (made, []))
            inside.append(made.times(c))
        else:
            plain.append(made.times(c))
    for made, inside in groups.values():
        summed = Scalar("total", added(inside), *made.over)
        plain.append(product([*(atom.tree for atom in made.outside), summed]))
    return quotient(added(plain), [added(below)])
