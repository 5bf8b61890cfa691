"""Whether a state of a law is stable: by its linearisation, exactly, else by orbits next to it."""

from __future__ import annotations

from typing import NamedTuple

from verify.language.facts import Equation
from verify.language.index_sets import tokens
from verify.language.motion import Flow, Layer
from verify.language.words import norm, zero_vector
from verify.methods.nearby import seen
from verify.numerics.equilibria import Spectrum, spectrum_at, stays_on_sphere
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.number import Truth
from verify.numerics.positions import Indices
from verify.statements.claim_words import are_unit_tokens
from verify.statements.propositions import Stability


class Kind(NamedTuple):
    """Whether what is said of an equilibrium is so, why, and whether that is an estimate."""

    truth: Truth
    why: str = ""
    estimated: bool = False


def placed_at(
    said: Stability, base: Instance, at: Indices
) -> tuple[Instance, list[Indices], Equation]:
    """Return the state as the tokens' values, where each token is, and that a token rests there."""
    (family,) = said.moved
    holder = tokens.any("i")
    places: list[Indices] = [{**at, holder: number} for number in range(base.tokens)]
    here = base.replaced({family: [value(said.at(holder), base, place) for place in places]})
    if isinstance(said.law, Layer):
        return here, places, Equation(said.law.formula(holder), family.item(holder))
    return here, places, Equation(said.law.moves[family](holder), zero_vector())


def kind_of(said: Stability, here: Instance, at: Indices, seed: int, *, rests: bool) -> Kind:
    """Return whether a state, the values of the law's tokens in `here`, is as is said.

    `rests`: it is certainly an equilibrium; else only orbits are asked.
    """
    spectrum = _spectrum(said, here, at) if rests else Spectrum()
    exactly = _by_eigenvalues(said.word, spectrum)
    if exactly is not Truth.UNKNOWN:
        return Kind(exactly, "the eigenvalues of the linearisation there say otherwise")
    found = seen(said, here, at, seed)
    return Kind(found, "an orbit from next to the state says otherwise", found is Truth.FALSE)


def _spectrum(said: Stability, here: Instance, at: Indices) -> Spectrum:
    (family,) = said.moved
    if not said.over.facts:
        return spectrum_at(said.law, family, here, at, on_sphere=False)
    if not are_unit_tokens(said.over, family):
        return Spectrum()
    law = said.law
    kept = stays_on_sphere(law, family, here) if isinstance(law, Flow) else _is_normalised(law)
    return spectrum_at(law, family, here, at, on_sphere=True) if kept else Spectrum()


def _is_normalised(law: object) -> bool:
    """Return whether a layer's tokens are vectors divided by their own lengths."""
    if not isinstance(law, Layer):
        return False
    made = law.formula(tokens.any("i"))
    return made.op == "scale" and repr(made) == repr(made.args[1] / norm(made.args[1]))


def _by_eigenvalues(word: str, spectrum: Spectrum) -> Truth:
    """Return what eigenvalues say: "stable", "unstable" or "exponentially"."""
    if spectrum.falls:
        return Truth.FALSE if word == "unstable" else Truth.TRUE
    if spectrum.grows:
        return Truth.TRUE if word == "unstable" else Truth.FALSE
    return Truth.FALSE if spectrum.stays and word == "exponentially" else Truth.UNKNOWN
