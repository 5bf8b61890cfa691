"""What a measured layer answers to the questions of assumptions, each with the number behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from verify.checkpoints.layer_facts import LayerFacts
from verify.statements.measuring import Ask, Hypothesis, LayerPart, Question

Answer = tuple[bool | None, str]  # whether it holds, None where errors leave it open; what was seen


def answer(facts: LayerFacts, ask: Ask) -> Hypothesis:
    """Return what a layer answers; it holds as far as is known only what can be measured on it."""
    found = LAYER.get((ask.part, ask.question)) if ask.question is not None else None
    if found is None:
        return Hypothesis(ask.phrase, None, "not measurable on a layer")
    says, measured = found
    return Hypothesis(says, *measured(facts))


def above(value: float, error: float) -> bool | None:
    """Tell whether a number known up to an error is above 0, or None."""
    return None if abs(value) <= error else value > 0


def _at_least_zero(value: complex, error: float) -> bool | None:
    """Tell whether a real part is at least 0; a 0 that is exact, as of low rank, is."""
    return True if value == 0 else above(value.real, error)


def number_words(value: complex) -> str:
    """Return a number, a complex one with its conjugate."""
    if value.imag == 0:
        return f"{value.real:.4g}"
    return f"{value.real:.4g} +- {abs(value.imag):.4g}i"


# ------------------------------------------------------------------ eigenvalues of F


def _real(facts: LayerFacts) -> Answer:
    first, pair = facts.spectrum.principal, facts.spectrum.is_pair
    unsure = f", up to {first.error:.1g}" if pair is None else ""
    return None if pair is None else not pair, number_words(first.value) + unsure


def _pair(facts: LayerFacts) -> Answer:
    return facts.spectrum.is_pair, number_words(facts.spectrum.principal.value)


def _positive(facts: LayerFacts) -> Answer:
    first = facts.spectrum.principal
    told = f"Re lambda_1 = {first.value.real:.4g} +- {first.error:.1g}"
    return above(first.value.real, first.error), told


def _not_negative(facts: LayerFacts) -> Answer:
    first = facts.spectrum.principal
    return _at_least_zero(first.value, first.error), _positive(facts)[1]


def _simple(facts: LayerFacts) -> Answer:
    gap, error = facts.spectrum.gap, facts.spectrum.gap_error
    return True if gap > error else None, f"gap {gap:.4g} +- {error:.1g}"


def _outgrows(facts: LayerFacts) -> Answer:
    spectrum, fastest = facts.spectrum, facts.spectrum.fastest
    at = "" if fastest is None else f", least at lambda_k = {number_words(fastest.value)}"
    told = f"|1 + lambda_1|^2 - |1 + lambda_k|^2 = {spectrum.margin:.4g}"
    return spectrum.outgrows, f"{told} +- {spectrum.margin_error:.1g}{at}"


def _outgrown(facts: LayerFacts) -> Answer:
    holds, told = _outgrows(facts)
    return None if holds is None else not holds, told


def _grows(facts: LayerFacts) -> Answer:
    first = facts.spectrum.principal
    growth = abs(1 + first.value) - 1
    return above(growth, first.error), f"|1 + lambda_1| = {1 + growth:.4g}"


def _norm_below_one(facts: LayerFacts) -> Answer:
    """For symmetric F the norm is the largest |lambda|: known if all eigenvalues are."""
    spectrum, first, holds = facts.spectrum, facts.spectrum.principal, None
    if spectrum.norm < 1:
        holds = True
    elif abs(first.value) - first.error >= 1:  # no norm is less than an eigenvalue
        holds = False
    elif spectrum.every is not None and facts.symmetry.holds:
        largest = float(np.abs(spectrum.every).max())
        holds = above(1 - largest, float(spectrum.errors.max()))
    return holds, f"Frobenius {spectrum.norm:.3g}"


def _nonsingular(facts: LayerFacts) -> Answer:
    config, every = facts.layer.config, facts.spectrum.every
    rank = facts.layer.groups * config.head_width  # heads of one group have the same values
    if rank < config.width:
        return False, f"rank at most {rank}"
    if every is None:
        return None, "not all eigenvalues were computed"
    least = float(np.abs(every).min())
    holds = True if least > facts.error * facts.spectrum.norm else None
    return holds, f"least |lambda| = {least:.3g}"


# ------------------------------------------------------------------ matrices


def _symmetric(facts: LayerFacts) -> Answer:
    found = facts.symmetry
    return found.holds, f"|F - F^T|/|F| = {found.asymmetry:.3g}, rounding {found.error:.1g}"


def _symmetric_heads(facts: LayerFacts) -> Answer:
    worst = max(facts.heads, key=lambda head: head.symmetry.asymmetry)
    told = f"|F_h - F_h^T|/|F_h| up to {worst.symmetry.asymmetry:.3g} (head {worst.number})"
    return all(head.symmetry.holds for head in facts.heads), told


def _common_eigenvector(facts: LayerFacts) -> Answer:
    if facts.apart_from_top is None:
        return None, "not measured: they are not symmetric, or v_1 is not determined"
    apart, error = facts.apart_from_top
    return apart <= error, f"off by up to {apart:.3g}, rounding {error:.1g}"


def _multiple_of_scores(facts: LayerFacts) -> Answer:
    off = facts.from_scores
    return (None, "not measured") if off is None else (off <= facts.error, f"off by {off:.3g}")


def _first_of_heads(facts: LayerFacts) -> Answer:
    least = min(facts.heads, key=lambda head: head.leading.real)
    told = f"least {least.leading.real:.3g} (head {least.number})"
    return _at_least_zero(least.leading, least.error), told


def _dominant(facts: LayerFacts) -> Answer:
    """The first eigenvalue of each head less the largest other modulus, 0 for a low rank."""
    total = 0.0
    for head in facts.heads:
        others = np.abs(head.values[1:])
        total += float(head.values[0].real - (others.max() if len(others) else 0.0))
    return above(total, sum(head.error for head in facts.heads)), f"sum {total:.3g}"


def _multiple(facts: LayerFacts) -> Answer:
    return _is_multiple(facts, facts.multiple, facts.from_identity, facts.error)


def _folded_multiple(facts: LayerFacts) -> Answer:
    return _is_multiple(facts, *facts.folded, facts.folded_error)


def _is_multiple(facts: LayerFacts, multiple: float, off: float, error: float) -> Answer:
    """Tell whether a value matrix is c I, c > 0, from how far it is from the best such."""
    config, told = facts.layer.config, f"off by {off:.3g}, rounding {error:.1g}"
    if config.head_width < config.width:
        return False, f"{told}; rank at most {config.head_width} a head"
    if len(facts.heads) > 1:
        return None, "several heads of full width, not distinguished"
    return off <= error and multiple > 0, told


def _symmetric_scores(facts: LayerFacts) -> Answer:
    found = [head.scores.symmetry for head in facts.heads]
    told = f"|P_h - P_h^T|/|P_h| up to {max(each.asymmetry for each in found):.3g}"
    return all(each.holds for each in found), told


def _definite_scores(facts: LayerFacts) -> Answer:
    scores = [head.scores for head in facts.heads]
    kinds = sorted({each.definiteness for each in scores})
    span = f"[{min(s.least for s in scores):.3g}, {max(s.largest for s in scores):.3g}]"
    holds = set(kinds) <= {"positive definite", "negative definite"}
    return holds, f"{', '.join(kinds)}, eigenvalues in {span}"


# ------------------------------------------------------------------ heads, masks, norms and biases


def _masked(kind: str) -> tuple[str, Callable[[LayerFacts], Answer]]:
    def told(facts: LayerFacts) -> Answer:
        own, seen = "causal" if facts.layer.config.causal else "full", facts.window
        window = "" if seen is None else f", a window of {seen} tokens"
        return seen is None and own in kind, own + window

    return f"attention is {kind}", told


def _rooted(facts: LayerFacts) -> Answer:
    seen = facts.window
    return seen is None or seen > 1, "all tokens" if seen is None else f"a window of {seen}"


def _no_positions(facts: LayerFacts) -> Answer:
    """Where positions turn them, equal tokens have unequal weights, other ones in every head."""
    turned = facts.layer.config.family.rotary
    return not turned, "rotary" if turned else "they do not"


def _norm(place: str) -> tuple[str, Callable[[LayerFacts], Answer]]:
    def told(facts: LayerFacts) -> Answer:
        own = "before" if facts.norm.first else "after"
        return own == place, own

    return f"the norm comes {place} attention", told


def _gains(facts: LayerFacts) -> Answer:
    low, high = facts.norm.gains
    return low == high > 0, f"from {low:.3g} to {high:.3g}"


def _shifts(facts: LayerFacts) -> Answer:
    low, high = facts.norm.shifts
    return low == high, f"from {low:.3g} to {high:.3g}"


def _no_biases_of_scores(facts: LayerFacts) -> Answer:
    largest = max(facts.biases.get(role, 0.0) for role in ("query", "key"))
    return largest == 0, f"up to {largest:.3g}"


Measured = Callable[[LayerFacts], Answer]
LAYER: Mapping[tuple[LayerPart, Question], tuple[str, Measured]] = {
    ("lambda_1", "real"): ("lambda_1 is real", _real),
    ("lambda_1", "one of a pair"): ("lambda_1 is one of a complex pair", _pair),
    ("lambda_1", "positive"): ("lambda_1 is positive", _positive),
    ("lambda_1", "at least 0"): ("lambda_1 is at least 0", _not_negative),
    ("lambda_1", "simple"): ("a gap in real part to the next eigenvalue", _simple),
    ("growth of I + F", "positive"):
        ("|1 + lambda_k| < |1 + lambda_1| for every other k", _outgrows),
    ("growth of I + F", "not positive"): ("|1 + lambda_k| > |1 + lambda_1| for some k", _outgrown),
    ("growth along v_1", "positive"): ("|1 + lambda_1| > 1", _grows),
    ("norm of F", "below 1"): ("the norm of F is below 1", _norm_below_one),
    ("F", "nonsingular"): ("F is nonsingular", _nonsingular),
    ("F", "symmetric"): ("F is symmetric", _symmetric),
    ("F", "multiple of the identity"):
        ("the value matrix is a positive multiple of the identity", _multiple),
    ("F", "multiple of the scores"):
        ("the value matrix is a positive multiple of P", _multiple_of_scores),
    ("every F_h", "with eigenvectors"):
        ("v_1 is the first eigenvector of every F_h", _common_eigenvector),
    ("F with gains", "multiple of the identity"):
        ("the value matrix with the gains is a positive multiple of the identity",
         _folded_multiple),
    ("every F_h", "symmetric"): ("every F_h is symmetric", _symmetric_heads),
    ("every F_h", "above the other moduli"):
        ("the first eigenvalues exceed the moduli of the others, summed over heads", _dominant),
    ("every F_h", "multiple of the identity"):
        ("every F_h is a positive multiple of the identity", _multiple),
    ("first eigenvalues of F_h", "at least 0"):
        ("no F_h has a negative first eigenvalue", _first_of_heads),
    ("P", "symmetric"): ("P_h is symmetric", _symmetric_scores),
    ("P", "definite"): ("the symmetric part of P_h is definite", _definite_scores),
    ("P", "bounded"):
        ("every P_h is bounded", lambda facts: (True, f"|P_h| up to {facts.score_norm:.3g}")),
    ("layer", "one head"):
        ("there is one head", lambda facts: (len(facts.heads) == 1, f"{len(facts.heads)} heads")),
    ("layer", "full"): _masked("full"),
    ("layer", "causal"): _masked("causal"),
    ("layer", "full or causal"): _masked("full or causal"),
    ("layer", "rooted"): ("some token is reached by all others", _rooted),
    ("layer", "no positions"): ("positions do not turn queries and keys", _no_positions),
    ("layer", "no biases"):
        ("attention has no biases", lambda facts: (facts.bias == 0, f"up to {facts.bias:.3g}")),
    ("layer", "no biases of scores"): ("queries and keys have no biases", _no_biases_of_scores),
    ("layer", "norm before"): _norm("before"),
    ("layer", "norm after"): _norm("after"),
    ("gains", "equal"): ("its gains are equal and positive", _gains),
    ("shifts", "equal"): ("its shifts are equal", _shifts),
}  # fmt: skip
