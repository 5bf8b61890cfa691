"""Single hypotheses of theorems, each measured on a layer, and what holds a theorem's together."""

from __future__ import annotations

from dataclasses import dataclass

from verify.checkpoints.layer_facts import LayerFacts


@dataclass(frozen=True)
class Hypothesis:
    """Something a theorem asks for: whether these weights have it, and the quantity behind it.

    `holds` is None where the quantity is within its error of the threshold.
    """

    says: str
    holds: bool | None
    measured: str


@dataclass(frozen=True)
class Theorem:
    """A statement by its id, what it asks for, and what it then concludes."""

    id: str
    hypotheses: tuple[Hypothesis, ...]
    concludes: str

    @property
    def applies(self) -> bool:
        """Whether every hypothesis holds."""
        return all(each.holds is True for each in self.hypotheses)

    @property
    def missing(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that do not hold, or that cannot be told."""
        return tuple(each for each in self.hypotheses if each.holds is not True)


def number_words(value: complex) -> str:
    """Return a number, a complex one with its conjugate."""
    if value.imag == 0:
        return f"{value.real:.4g}"
    return f"{value.real:.4g} +- {abs(value.imag):.4g}i"


def real_first(facts: LayerFacts) -> Hypothesis:
    value = facts.spectrum.principal.value
    pair = facts.spectrum.is_pair
    told = number_words(value)
    if pair is None:
        told += f", up to {facts.spectrum.principal.error:.1g}"
    return Hypothesis("lambda_1 is real", None if pair is None else not pair, told)


def positive_first(facts: LayerFacts) -> Hypothesis:
    first = facts.spectrum.principal
    real, error = first.value.real, first.error
    return Hypothesis(
        "lambda_1 is positive", above(real, error), f"Re lambda_1 = {real:.4g} +- {error:.1g}"
    )


def simple_first(facts: LayerFacts) -> Hypothesis:
    gap, error = facts.spectrum.gap, facts.spectrum.gap_error
    return Hypothesis(
        "a gap in real part to the next eigenvalue",
        True if gap > error else None,
        f"gap {gap:.4g} +- {error:.1g}",
    )


def outgrows(facts: LayerFacts, wanted: bool = True) -> Hypothesis:
    spectrum = facts.spectrum
    fastest = spectrum.fastest
    at = "" if fastest is None else f", least at lambda_k = {number_words(fastest.value)}"
    told = f"|1 + lambda_1|^2 - |1 + lambda_k|^2 = {spectrum.margin:.4g}"
    says = "|1 + lambda_k| < |1 + lambda_1| for every other k"
    holds = spectrum.outgrows
    if not wanted:
        says = "|1 + lambda_k| > |1 + lambda_1| for some k"
        holds = None if holds is None else not holds
    return Hypothesis(says, holds, f"{told} +- {spectrum.margin_error:.1g}{at}")


def above(value: float, error: float) -> bool | None:
    """Tell whether a number known up to an error is above 0, or None."""
    return None if abs(value) <= error else value > 0


def masked(facts: LayerFacts, *, causal: bool | None = None) -> Hypothesis:
    is_causal = facts.layer.config.causal
    kind = "causal" if is_causal else "full"
    told = kind if facts.window is None else f"{kind}, a window of {facts.window} tokens"
    if causal is None:
        return Hypothesis("attention is full or causal", facts.window is None, told)
    says = "attention is causal" if causal else "attention is full"
    return Hypothesis(says, facts.window is None and is_causal == causal, told)


def rooted(facts: LayerFacts) -> Hypothesis:
    seen = facts.window
    told = "all tokens" if seen is None else f"a window of {seen}"
    return Hypothesis("some token is reached by all others", seen is None or seen > 1, told)


def no_positions(facts: LayerFacts) -> Hypothesis:
    """Where positions turn them, equal tokens have unequal weights, other ones in every head."""
    turned = facts.layer.config.rotary is not None
    told = "rotary" if turned else "they do not"
    return Hypothesis("positions do not turn queries and keys", not turned, told)


def one_head(facts: LayerFacts) -> Hypothesis:
    return Hypothesis("there is one head", len(facts.heads) == 1, f"{len(facts.heads)} heads")


def multiple_of_identity(
    facts: LayerFacts, says: str, multiple: float, off: float, error: float
) -> Hypothesis:
    """Tell whether a value matrix is c I, c > 0, from how far it is from the best such."""
    config = facts.layer.config
    told = f"off by {off:.3g}, rounding {error:.1g}"
    if config.head_width < config.width:
        return Hypothesis(says, False, f"{told}; rank at most {config.head_width} a head")
    if len(facts.heads) > 1:
        return Hypothesis(says, None, "several heads of full width, not told apart")
    return Hypothesis(says, off <= error and multiple > 0, told)


def place(facts: LayerFacts) -> str:
    return "before" if facts.norm.first else "after"
