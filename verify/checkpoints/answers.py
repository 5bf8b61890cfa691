"""What a measured layer answers to the questions of assumptions, each with the number behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from verify.checkpoints.layer_facts import LayerFacts
from verify.statements.measuring import Ask, Hypothesis, LayerPart, Question

Answer = tuple[str, bool | None, str]  # what is asked in words, whether it holds, what was measured


def answer(facts: LayerFacts, ask: Ask) -> Hypothesis:
    """Return what a layer answers; it holds as far as is known only what can be measured on it."""
    found = LAYER.get((ask.part, ask.question)) if ask.question is not None else None
    if found is None:
        return Hypothesis(ask.phrase, None, "not measurable on a layer")
    return Hypothesis(*found(facts))


def above(value: float, error: float) -> bool | None:
    """Tell whether a number known up to an error is above 0, or None."""
    return None if abs(value) <= error else value > 0


def number_words(value: complex) -> str:
    """Return a number, a complex one with its conjugate."""
    if value.imag == 0:
        return f"{value.real:.4g}"
    return f"{value.real:.4g} +- {abs(value.imag):.4g}i"


# ------------------------------------------------------------------ eigenvalues of F


def _real(facts: LayerFacts) -> Answer:
    first, pair = facts.spectrum.principal, facts.spectrum.is_pair
    unsure = f", up to {first.error:.1g}" if pair is None else ""
    says = "lambda_1 is real"
    return says, None if pair is None else not pair, number_words(first.value) + unsure


def _pair(facts: LayerFacts) -> Answer:
    spectrum = facts.spectrum
    told = number_words(spectrum.principal.value)
    return "lambda_1 is one of a complex pair", spectrum.is_pair, told


def _positive(facts: LayerFacts) -> Answer:
    first = facts.spectrum.principal
    told = f"Re lambda_1 = {first.value.real:.4g} +- {first.error:.1g}"
    return "lambda_1 is positive", above(first.value.real, first.error), told


def _not_negative(facts: LayerFacts) -> Answer:
    first, told = facts.spectrum.principal, _positive(facts)[2]
    return "lambda_1 is at least 0", _at_least_zero(first.value, first.error), told


def _simple(facts: LayerFacts) -> Answer:
    gap, error = facts.spectrum.gap, facts.spectrum.gap_error
    says = "a gap in real part to the next eigenvalue"
    return says, True if gap > error else None, f"gap {gap:.4g} +- {error:.1g}"


def _outgrows(facts: LayerFacts) -> Answer:
    spectrum, fastest = facts.spectrum, facts.spectrum.fastest
    at = "" if fastest is None else f", least at lambda_k = {number_words(fastest.value)}"
    told = f"|1 + lambda_1|^2 - |1 + lambda_k|^2 = {spectrum.margin:.4g}"
    says = "|1 + lambda_k| < |1 + lambda_1| for every other k"
    return says, spectrum.outgrows, f"{told} +- {spectrum.margin_error:.1g}{at}"


def _outgrown(facts: LayerFacts) -> Answer:
    _, holds, told = _outgrows(facts)
    says = "|1 + lambda_k| > |1 + lambda_1| for some k"
    return says, None if holds is None else not holds, told


def _grows(facts: LayerFacts) -> Answer:
    first = facts.spectrum.principal
    growth = abs(1 + first.value) - 1
    return "|1 + lambda_1| > 1", above(growth, first.error), f"|1 + lambda_1| = {1 + growth:.4g}"


def _norm_below_one(facts: LayerFacts) -> Answer:
    """For symmetric F the norm is the largest |lambda|: known if all eigenvalues are."""
    spectrum = facts.spectrum
    every, first, holds = spectrum.every, spectrum.principal, None
    if spectrum.norm < 1:
        holds = True
    elif abs(first.value) - first.error >= 1:  # no norm is less than an eigenvalue
        holds = False
    elif every is not None and facts.symmetry.holds:
        holds = above(1 - float(np.abs(every).max()), float(spectrum.errors.max()))
    return "the norm of F is below 1", holds, f"Frobenius {spectrum.norm:.3g}"


def _nonsingular(facts: LayerFacts) -> Answer:
    config, every, says = facts.layer.config, facts.spectrum.every, "F is nonsingular"
    # Heads of one group have the same values.
    rank = min(config.width, config.key_value_heads * config.head_width)
    if rank < config.width:
        return says, False, f"rank at most {rank}"
    if every is None:
        return says, None, "not all eigenvalues were computed"
    least = float(np.abs(every).min())
    holds = True if least > facts.error * facts.spectrum.norm else None
    return says, holds, f"least |lambda| = {least:.3g}"


# ------------------------------------------------------------------ matrices


def _symmetric(facts: LayerFacts) -> Answer:
    found = facts.symmetry
    told = f"|F - F^T|/|F| = {found.asymmetry:.3g}, rounding {found.error:.1g}"
    return "F is symmetric", found.holds, told


def _symmetric_heads(facts: LayerFacts) -> Answer:
    worst = max(facts.heads, key=lambda head: head.symmetry.asymmetry)
    told = f"|F_h - F_h^T|/|F_h| up to {worst.symmetry.asymmetry:.3g} (head {worst.number})"
    holds = all(head.symmetry.holds for head in facts.heads)
    return "every F_h is symmetric", holds, told


def _common_eigenvector(facts: LayerFacts) -> Answer:
    apart, says = facts.apart_from_top, "v_1 is the first eigenvector of every F_h"
    if apart is None:
        return says, None, "not measured: they are not symmetric, or v_1 is not determined"
    told = f"off by up to {apart:.3g}, rounding {facts.top_error:.1g}"
    return says, apart <= facts.top_error, told


def _first_of_heads(facts: LayerFacts) -> Answer:
    least = min(facts.heads, key=lambda head: head.leading.real)
    told = f"least {least.leading.real:.3g} (head {least.number})"
    holds = _at_least_zero(least.leading, least.error)
    return "no F_h has a negative first eigenvalue", holds, told


def _at_least_zero(value: complex, error: float) -> bool | None:
    """Tell whether a real part is at least 0; a 0 that is exact, as of low rank, is."""
    return True if value == 0 else above(value.real, error)


def _dominant(facts: LayerFacts) -> Answer:
    total = float(sum(_dominance(head.values, head.full_rank_possible) for head in facts.heads))
    says = "the first eigenvalues exceed the moduli of the others, summed over heads"
    return says, above(total, sum(head.error for head in facts.heads)), f"sum {total:.3g}"


def _dominance(values: np.ndarray, full: bool) -> float:
    """Return lambda - Lambda of a head: its first eigenvalue less the largest other modulus."""
    others = np.abs(values[1:]) if full or len(values) > 1 else np.zeros(1)
    return float(values[0].real - (others.max() if len(others) else 0.0))


def _multiples(facts: LayerFacts) -> Answer:
    found = facts.multiple, facts.from_identity, facts.error
    return _multiple(facts, "every F_h is a positive multiple of the identity", *found)


def _value_multiple(facts: LayerFacts) -> Answer:
    found = facts.multiple, facts.from_identity, facts.error
    return _multiple(facts, "the value matrix is a positive multiple of the identity", *found)


def _folded_multiple(facts: LayerFacts) -> Answer:
    says = "the value matrix with the gains is a positive multiple of the identity"
    return _multiple(facts, says, *facts.folded, facts.folded_error)


def _multiple(facts: LayerFacts, says: str, multiple: float, off: float, error: float) -> Answer:
    """Tell whether a value matrix is c I, c > 0, from how far it is from the best such."""
    config = facts.layer.config
    told = f"off by {off:.3g}, rounding {error:.1g}"
    if config.head_width < config.width:
        return says, False, f"{told}; rank at most {config.head_width} a head"
    if len(facts.heads) > 1:
        return says, None, "several heads of full width, not separated"
    return says, off <= error and multiple > 0, told


def _multiple_of_scores(facts: LayerFacts) -> Answer:
    off, says = facts.from_scores, "the value matrix is a positive multiple of P"
    if off is None:
        return says, None, "not measured"
    return says, off <= facts.error, f"off by {off:.3g}"


def _symmetric_scores(facts: LayerFacts) -> Answer:
    found = [head.scores.symmetry for head in facts.heads]
    told = f"|P_h - P_h^T|/|P_h| up to {max(each.asymmetry for each in found):.3g}"
    return "P_h is symmetric", all(each.holds for each in found), told


def _definite_scores(facts: LayerFacts) -> Answer:
    scores = [head.scores for head in facts.heads]
    kinds = sorted({each.definiteness for each in scores})
    span = f"[{min(s.least for s in scores):.3g}, {max(s.largest for s in scores):.3g}]"
    holds = set(kinds) <= {"positive definite", "negative definite"}
    says = "the symmetric part of P_h is definite"
    return says, holds, f"{', '.join(kinds)}, eigenvalues in {span}"


# ------------------------------------------------------------------ heads, masks, norms and biases


def _one_head(facts: LayerFacts) -> Answer:
    return "there is one head", len(facts.heads) == 1, f"{len(facts.heads)} heads"


def _masked(kind: str) -> Callable[[LayerFacts], Answer]:
    def told(facts: LayerFacts) -> Answer:
        own, seen = "causal" if facts.layer.config.causal else "full", facts.window
        window = "" if seen is None else f", a window of {seen} tokens"
        return f"attention is {kind}", seen is None and own in kind, own + window

    return told


def _rooted(facts: LayerFacts) -> Answer:
    seen = facts.window
    told = "all tokens" if seen is None else f"a window of {seen}"
    return "all tokens can reach a common token", seen is None or seen > 1, told


def _no_positions(facts: LayerFacts) -> Answer:
    """Where positions turn them, equal tokens have unequal weights, other ones in every head."""
    turned = facts.layer.config.rotary is not None
    told = "rotary" if turned else "they do not"
    return "positions do not rotate queries and keys", not turned, told


def _norm(place: str) -> Callable[[LayerFacts], Answer]:
    def told(facts: LayerFacts) -> Answer:
        own = "before" if facts.norm.first else "after"
        return f"the norm comes {place} attention", own == place, own

    return told


def _gains(facts: LayerFacts) -> Answer:
    norm = facts.norm
    told = f"from {norm.gains[0]:.3g} to {norm.gains[1]:.3g}"
    return "its gains are equal and positive", norm.constant_gain and norm.gains[0] > 0, told


def _shifts(facts: LayerFacts) -> Answer:
    norm = facts.norm
    told = f"from {norm.shifts[0]:.3g} to {norm.shifts[1]:.3g}"
    return "its shifts are equal", norm.constant_shift, told


def _no_biases(facts: LayerFacts) -> Answer:
    return "attention has no biases", facts.bias == 0, f"up to {facts.bias:.3g}"


def _no_biases_of_scores(facts: LayerFacts) -> Answer:
    largest = max(facts.biases.get(role, 0.0) for role in ("query", "key"))
    return "queries and keys have no biases", largest == 0, f"up to {largest:.3g}"


def _bounded(facts: LayerFacts) -> Answer:
    return "every P_h is bounded", True, f"|P_h| up to {facts.score_norm:.3g}"


LAYER: Mapping[tuple[LayerPart, Question], Callable[[LayerFacts], Answer]] = {
    ("lambda_1", "real"): _real,
    ("lambda_1", "one of a pair"): _pair,
    ("lambda_1", "positive"): _positive,
    ("lambda_1", "at least 0"): _not_negative,
    ("lambda_1", "simple"): _simple,
    ("growth of I + F", "positive"): _outgrows,
    ("growth of I + F", "not positive"): _outgrown,
    ("growth along v_1", "positive"): _grows,
    ("norm of F", "below 1"): _norm_below_one,
    ("F", "nonsingular"): _nonsingular,
    ("F", "symmetric"): _symmetric,
    ("F", "multiple of the identity"): _value_multiple,
    ("F", "multiple of the scores"): _multiple_of_scores,
    ("F with gains", "multiple of the identity"): _folded_multiple,
    ("every F_h", "symmetric"): _symmetric_heads,
    ("every F_h", "with eigenvectors"): _common_eigenvector,
    ("every F_h", "above the other moduli"): _dominant,
    ("every F_h", "multiple of the identity"): _multiples,
    ("first eigenvalues of F_h", "at least 0"): _first_of_heads,
    ("P", "symmetric"): _symmetric_scores,
    ("P", "definite"): _definite_scores,
    ("P", "bounded"): _bounded,
    ("layer", "one head"): _one_head,
    ("layer", "full"): _masked("full"),
    ("layer", "causal"): _masked("causal"),
    ("layer", "full or causal"): _masked("full or causal"),
    ("layer", "rooted"): _rooted,
    ("layer", "no positions"): _no_positions,
    ("layer", "no biases"): _no_biases,
    ("layer", "no biases of scores"): _no_biases_of_scores,
    ("layer", "norm before"): _norm("before"),
    ("layer", "norm after"): _norm("after"),
    ("gains", "equal"): _gains,
    ("shifts", "equal"): _shifts,
}
