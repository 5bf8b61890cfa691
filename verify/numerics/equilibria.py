"""What a law does next to an equilibrium, exactly, by the eigenvalues of its linearisation.

By Lyapunov's first method, for laws that have a continuous derivative there: the state is stable,
and attracts exponentially fast, where all eigenvalues are inside the unit circle (left of the
imaginary axis, for a flow); it is unstable where one is outside; and where one is on it nothing
attracts exponentially fast. Of tokens on the sphere only tangent directions count, which the law
has to keep.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import acb, fmpq_mat, fmpq_poly

from verify.language.motion import DiscreteLaw, Flow
from verify.language.symbols import Family
from verify.numerics.evaluate import velocities
from verify.numerics.exact import Instance
from verify.numerics.matrices import Matrix
from verify.numerics.nested import entries_of
from verify.numerics.number import EXACT, Irrational, Undefined, dual, in_flint, slope_of
from verify.numerics.polynomial_flows import NOT_POLYNOMIAL, in_variables, slope
from verify.numerics.positions import Indices
from verify.numerics.solutions import through
from verify.numerics.tangents import written_out

MOST = 12  # the numbers of a state, at most


@dataclass(frozen=True)
class Spectrum:
    """What is certain of the eigenvalues: one grows, one stays as large as it is, or all fall."""

    grows: bool = False
    stays: bool = False
    falls: bool = False


def spectrum_at(
    law: Flow | DiscreteLaw, family: Family[Any], here: Instance, at: Indices, on_sphere: bool
) -> Spectrum:
    """Return what is certain at the equilibrium that `here` has as the values of a family.

    `on_sphere`: the tokens are unit vectors and remain it, by `stays_on_sphere` or for the form of
    a layer. Nothing is certain where a number is not rational.
    """
    state = here[family]
    if len(entries_of(state)) > MOST or not all(isinstance(x, EXACT) for x in entries_of(state)):
        return Spectrum()
    level = here.level + 1

    def image(direction: Matrix) -> Matrix:
        moved = here.replaced({family: dual(state, direction, level)}, level)
        after = velocities(law, moved, at) if isinstance(law, Flow) else through(law, moved, at)
        slopes: Matrix = slope_of(after[family], level, here.number(0))
        return slopes

    try:
        matrix = written_out(image, state if on_sphere else [None] * len(state), here)
    except (Irrational, Undefined):
        return Spectrum()
    if not matrix:
        return Spectrum(falls=True)
    exactly = fmpq_mat([[in_flint(x) for x in row] for row in matrix])
    return _spectrum(exactly.charpoly(), isinstance(law, Flow))


def stays_on_sphere(flow: Flow, family: Family[Any], here: Instance) -> bool:
    """Return whether a flow certainly keeps each token's length at 1.

    It does where the derivative of |y|^2 - 1 is a multiple of it, as polynomials.
    """
    try:
        exact, _, law = in_variables(flow, here)
        kept = [sum((x * x for x in token), start=0 * law[0]) - 1 for token in exact[family]]
        return all((slope(each, law) % each).is_zero() for each in kept)
    except NOT_POLYNOMIAL:
        return False


def _spectrum(p: fmpq_poly, is_flow: bool) -> Spectrum:
    """Return what is certain of the roots of a characteristic polynomial."""
    if is_flow:
        return _beside_the_axis(p)
    # The circle becomes the axis by z = (1 + s) / (1 - s); of z = -1 the degree tells.
    order = p.degree()
    above, below = fmpq_poly([1, 1]), fmpq_poly([1, -1])
    moved = sum(
        (c * above**k * below ** (order - k) for k, c in enumerate(p.coeffs())),
        start=fmpq_poly([0]),
    )
    found = _beside_the_axis(moved)
    if moved.degree() == order:
        return found
    return Spectrum(found.grows, stays=True)


def _beside_the_axis(p: fmpq_poly) -> Spectrum:
    roots = _roots(p)
    return Spectrum(
        grows=any(bool(z.real > 0) for z in roots),
        stays=_has_root_on_axis(p),
        falls=all(bool(z.real < 0) for z in roots),
    )


def _has_root_on_axis(p: fmpq_poly) -> bool:
    """Return whether a polynomial certainly has a root with the real part 0.

    Such roots are roots of p(-z), too; what both share is even, and z^2 is negative there.
    """
    if p.degree() < 1:
        return False
    if p[0] == 0:
        return True
    shared = p.gcd(fmpq_poly([(-1) ** k * c for k, c in enumerate(p.coeffs())]))
    squares = fmpq_poly([c for k, c in enumerate(shared.coeffs()) if k % 2 == 0])
    return any(bool(w.imag == 0) and bool(w.real < 0) for w in _roots(squares))


def _roots(p: fmpq_poly) -> list[acb]:
    """Return balls around all roots, the real ones on the real line."""
    found: list[Any] = p.complex_roots() if p.degree() > 0 else []
    return [root for root, _ in found]
