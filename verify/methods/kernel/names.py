"""Names of a goal, each given to one thing only."""

from __future__ import annotations

import re
from collections.abc import Collection

MEANING = """
    Space Token Head Mode tokens heads modes R IZR list nil T
    inner vadd vsub vscale vzero total vtotal size enumerates indicator kronecker adjoint
    bounded_operator is_vderive is_derive exp sqrt sin cos tan atan ln PI
    complete finite_dimensional has_dimension positive coercive ordered tends vtends has_limit
    converges analytic_descent exponential_polynomial is_gradient
    limit_point tends_to_set has_potential is_potential nondecreasing limsup_at_most
    uniformly_continuous layers_tend layers_vtend layers_have_limit layers_converge
    layers_nondecrease layers_limsup_at_most INR S
    within orbit layers_rest layers_stay_near layers_come_near layers_stable layers_unstable
    layers_exponentially_stable
    limits operators_uniformly_continuous reaches root Z Datatypes
    integers binomial choose
    decomposes made_of made_of_two cons True nat real_line for_almost_every
    nth_error Some ForallOrdPairs
"""
KEYWORDS = """
    fun forall exists exists2 let in match with end if then else as at by for fix cofix return
    where using IF Prop Set Type SProp mod rem
"""
RESERVED = frozenset((MEANING + KEYWORDS).split())


class Identifiers:
    """Hands out names, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set(RESERVED)

    def take(self, wanted: str, ours: str = "") -> str:
        """Return `wanted` made fit for Coq, numbered if taken.

        A name of our own ends in a prime and the letter `ours`; a bound name (see `bound`) ends in
        a prime and perhaps a number; a given name has no prime.
        """
        base, number = _identifier(wanted) + (f"'{ours}" if ours else ""), 1
        name = base
        while name in self._taken:
            number += 1
            name = f"{base}{number}" if ours else f"{base}_{number}"
        self._taken.add(name)
        return name


def bound(wanted: str, inside: Collection[str]) -> str:
    """Return a name for a bound variable that differs from those bound outside it."""
    base, number = _identifier(wanted) + "'", 1
    name = base
    while name in inside:
        number += 1
        name = f"{base}{number}"
    return name


def _identifier(wanted: str) -> str:
    base = re.sub(r"[^A-Za-z0-9_]", lambda hit: f"_u{ord(hit[0]):x}", wanted) or "x"
    return base if base[0].isalpha() else "x" + base


def operator_of(name: str) -> str:
    """Return the name of an operator of whose adjoint a name is, and any other as it is."""
    return name.partition("'T")[0]
