"""Whether an equilibrium of a law is stable: by its linearisation there, exactly (Lyapunov)."""

from __future__ import annotations

from verify.language.facts import Equation
from verify.language.index_sets import tokens
from verify.language.motion import Flow, Layer
from verify.language.words import norm, zero_vector
from verify.numerics.equilibria import Spectrum, spectrum_at, stays_on_sphere
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.number import Truth
from verify.numerics.positions import Indices
from verify.statements.claim_words import are_unit_tokens
from verify.statements.propositions import Stability


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


def linearly(said: Stability, here: Instance, at: Indices) -> Truth:
    """Return whether an equilibrium, the values of the law's tokens in `here`, is as is said."""
    return _by_eigenvalues(said.word, _spectrum(said, here, at))


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
