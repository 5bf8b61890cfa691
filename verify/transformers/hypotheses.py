"""Which theorems about attention speak about a layer with these weights, and what they say.

Each hypothesis is measured, and what a theorem concludes is told only if all of them hold. The
theorems are about the reduced layer: unit tokens x_i go to (x_i + sum_h F_h sum_j A^h_ij x_j),
normalised, or to its continuous limit, with the weights of this layer in every step, and scores
that know no positions. `beyond` says what the layer of the checkpoint does besides, which no
theorem here covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from verify.transformers.layer_facts import LayerFacts

BOUNDS = "A-L4.1"


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


def theorems(facts: LayerFacts) -> tuple[Theorem, ...]:
    """Return the theorems that a layer is held against, those about its spectrum first."""
    return (
        *_consensus(facts), _plane(facts), _bipartite(facts), *_identity(facts),
        *_symmetric(facts), *_scores(facts), _normed(facts), _bounds(facts),
    )  # fmt: skip


def outcome(facts: LayerFacts, judged: Sequence[Theorem]) -> str:
    """Return what is predicted of the reduced layer, repeated: no more than the theorems say."""
    # Bounds of attention hold for all weights and predict no outcome.
    telling = [each for each in judged if each.applies and each.id != BOUNDS]
    if telling:
        return "; ".join(f"{each.id}: {each.concludes}" for each in telling)
    spectrum = facts.spectrum
    spectral = {1: "B-T1", 2: "B-C2"}.get(spectrum.case)
    if spectral is None:
        told = (
            f"no gap, Re lambda_1 - Re of the next = {spectrum.gap:.2g} +- {spectrum.gap_error:.1g}"
        )
        if spectrum.gap > spectrum.gap_error:
            told = f"lambda_1 = {number_words(spectrum.principal.value)} may be real, by its error"
        return f"no theorem applies: {told} (B-C3)"
    near = next(each for each in judged if each.id == spectral)
    why = ", ".join(f"{each.says} fails ({each.measured})" for each in near.missing)
    return f"no theorem applies: {spectral} asks for more; {why}"


def beyond(facts: LayerFacts) -> tuple[str, ...]:
    """Return what the layer of the checkpoint does that the reduced one does not."""
    config, norm = facts.layer.config, facts.norm
    told = ["a feed-forward part after attention"]
    kind = "LayerNorm" if norm.kind == "layer" else "RMSNorm"
    gains = f"gains from {norm.gains[0]:.3g} to {norm.gains[1]:.3g}"
    where = "before attention, so that tokens are not kept at length 1" if norm.first else (
        "after attention in the place of the normalisation"
    )  # fmt: skip
    told.append(f"a {kind} {where}: {gains}")
    if norm.shifts != (0.0, 0.0):
        told.append(f"shifts of that norm: from {norm.shifts[0]:.3g} to {norm.shifts[1]:.3g}")
    if facts.bias:
        sizes = ", ".join(f"{role} {size:.3g}" for role, size in facts.biases.items() if size)
        told.append(f"biases of attention: entries up to {facts.bias:.3g} ({sizes})")
    if config.rotary is not None:
        told.append("positions that turn queries and keys")
    if len(facts.layer.same_weights) == 1 and config.layers > 1:
        told.append("no repetition: other layers have other weights")
    return tuple(told)


def number_words(value: complex) -> str:
    """Return a number, a complex one with its conjugate."""
    if value.imag == 0:
        return f"{value.real:.4g}"
    return f"{value.real:.4g} +- {abs(value.imag):.4g}i"


# ------------------------------------------------------------------ the spectrum of F


def _real(facts: LayerFacts) -> Hypothesis:
    value = facts.spectrum.principal.value
    pair = facts.spectrum.is_pair
    told = number_words(value)
    if pair is None:
        told += f", up to {facts.spectrum.principal.error:.1g}"
    return Hypothesis("lambda_1 is real", None if pair is None else not pair, told)


def _positive(facts: LayerFacts) -> Hypothesis:
    first = facts.spectrum.principal
    real, error = first.value.real, first.error
    return Hypothesis(
        "lambda_1 is positive", above(real, error), f"Re lambda_1 = {real:.4g} +- {error:.1g}"
    )


def _simple(facts: LayerFacts) -> Hypothesis:
    gap, error = facts.spectrum.gap, facts.spectrum.gap_error
    return Hypothesis(
        "a gap in real part to the next eigenvalue",
        True if gap > error else None,
        f"gap {gap:.4g} +- {error:.1g}",
    )


def _outgrows(facts: LayerFacts, wanted: bool = True) -> Hypothesis:
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


def _mask(facts: LayerFacts, *, causal: bool | None = None) -> Hypothesis:
    is_causal = facts.layer.config.causal
    kind = "causal" if is_causal else "full"
    told = kind if facts.window is None else f"{kind}, a window of {facts.window} tokens"
    if causal is None:
        return Hypothesis("attention is full or causal", facts.window is None, told)
    says = "attention is causal" if causal else "attention is full"
    return Hypothesis(says, facts.window is None and is_causal == causal, told)


def _rooted(facts: LayerFacts) -> Hypothesis:
    seen = facts.window
    told = "all tokens" if seen is None else f"a window of {seen}"
    return Hypothesis("some token is reached by all others", seen is None or seen > 1, told)


def _positions(facts: LayerFacts) -> Hypothesis:
    """Where positions turn them, equal tokens have unequal weights, other ones in every head."""
    turned = facts.layer.config.rotary is not None
    told = "rotary" if turned else "they do not"
    return Hypothesis("positions do not turn queries and keys", not turned, told)


def _consensus(facts: LayerFacts) -> tuple[Theorem, Theorem]:
    shared = (_real(facts), _positive(facts), _simple(facts))
    return (
        Theorem(
            "B-T1", (*shared, _outgrows(facts), _mask(facts)),
            "tokens near a consensus at v_1, or -v_1, converge to consensus there",
        ),
        Theorem(
            "B-C1", (*shared, _outgrows(facts, wanted=False), _mask(facts)),
            "consensus at v_1 repels, though lambda_1 is first in real part",
        ),
    )  # fmt: skip


def _plane(facts: LayerFacts) -> Theorem:
    first = facts.spectrum.principal
    growth = abs(1 + first.value) - 1
    pair = Hypothesis(
        "lambda_1 is one of a complex pair", facts.spectrum.is_pair, number_words(first.value)
    )
    grows = Hypothesis(
        "|1 + lambda_1| > 1", above(growth, first.error), f"|1 + lambda_1| = {1 + growth:.4g}"
    )
    # Under other masks differences may grow in part of a turn, and for ever if a turn repeats it.
    agree = "; nearly equal ones come to agree" if not facts.layer.config.causal else ""
    return Theorem(
        "B-C2",
        (pair, _simple(facts), _outgrows(facts), grows, _mask(facts)),
        f"equal tokens approach the plane of the pair and turn in it, without a limit{agree}",
    )


# ------------------------------------------------------------------ one head, symmetric, I


def _one_head(facts: LayerFacts) -> Hypothesis:
    return Hypothesis("there is one head", len(facts.heads) == 1, f"{len(facts.heads)} heads")


def _symmetric_F(facts: LayerFacts) -> Hypothesis:
    found = facts.symmetry
    return Hypothesis(
        "F is symmetric", found.holds,
        f"|F - F^T|/|F| = {found.asymmetry:.3g}, rounding {found.error:.1g}",
    )  # fmt: skip


def _bipartite(facts: LayerFacts) -> Theorem:
    bound = facts.spectrum.norm
    small = Hypothesis(
        "the norm of F is below 1", True if bound < 1 else _norm_below_one(facts),
        f"Frobenius {bound:.3g}",
    )  # fmt: skip
    return Theorem(
        "B-T3*",
        (_one_head(facts), _symmetric_F(facts), _positive(facts), _simple(facts), small,
         _mask(facts, causal=False), _nonsingular(facts)),
        "bipartite states +-v are stable at most for the first and the last eigenvector, by a "
        "criterion in v^T P v",
    )  # fmt: skip


def _norm_below_one(facts: LayerFacts) -> bool | None:
    """For symmetric F the norm is the largest |lambda|: known if all eigenvalues are."""
    every, first = facts.spectrum.every, facts.spectrum.principal
    if abs(first.value) - first.error >= 1:  # no norm is less than an eigenvalue
        return False
    if every is None or not facts.symmetry.holds:
        return None
    return above(1 - float(np.abs(every).max()), float(facts.spectrum.errors.max()))


def _nonsingular(facts: LayerFacts) -> Hypothesis:
    layer = facts.layer
    # Heads of one group have the same values.
    rank = min(layer.config.width, layer.config.key_value_heads * layer.config.head_width)
    every = facts.spectrum.every
    if rank < layer.config.width:
        return Hypothesis("F is nonsingular", False, f"rank at most {rank}")
    if every is None:
        return Hypothesis("F is nonsingular", None, "not all eigenvalues were computed")
    least = float(np.abs(every).min())
    error = facts.error * facts.spectrum.norm
    return Hypothesis(
        "F is nonsingular", True if least > error else None, f"least |lambda| = {least:.3g}"
    )


def _identity(facts: LayerFacts) -> tuple[Theorem, ...]:
    value = _multiple(facts, "every F_h is a positive multiple of the identity", facts.multiple,
                      facts.from_identity, facts.error)  # fmt: skip
    agree = "tokens of an open hemisphere converge to consensus"
    return (
        Theorem("A-T4.1", (value, _mask(facts, causal=False)), agree),
        Theorem("A-T4.1++", (value,), f"{agree}, under any mask with a root"),
        Theorem(
            "A-T5.1+", (value, _mask(facts, causal=True)),
            "almost all states converge to consensus at the first token (in continuous time)",
        ),
    )  # fmt: skip


def _symmetric(facts: LayerFacts) -> tuple[Theorem, Theorem]:
    heads = facts.heads
    worst = max(heads, key=lambda head: head.symmetry.asymmetry)
    each = Hypothesis(
        "every F_h is symmetric", all(head.symmetry.holds for head in heads),
        f"|F_h - F_h^T|/|F_h| up to {worst.symmetry.asymmetry:.3g} (head {worst.number})",
    )  # fmt: skip
    apart = facts.apart_from_top
    common = Hypothesis(
        "v_1 is the first eigenvector of every F_h",
        None if apart is None else apart <= facts.top_error,
        "not measured: they are not symmetric, or v_1 is not determined" if apart is None else
        f"off by up to {apart:.3g}, rounding {facts.top_error:.1g}",
    )  # fmt: skip
    dominance = [_dominance(head.values, head.full_rank_possible) for head in heads]
    total = float(sum(dominance))
    gap = Hypothesis(
        "the first eigenvalues exceed the moduli of the others, summed over heads",
        above(total, sum(head.error for head in heads)), f"sum {total:.3g}",
    )  # fmt: skip
    first = _positive(facts)
    least = min(heads, key=lambda head: head.leading.real)
    signs = Hypothesis(
        "no F_h has a negative first eigenvalue", _at_least_zero(least.leading, least.error),
        f"least {least.leading.real:.3g} (head {least.number})",
    )  # fmt: skip
    return (
        Theorem(
            "A-T5.2",
            (_one_head(facts), _symmetric_F(facts), first, _simple(facts),
             _mask(facts, causal=True)),
            "tokens with positive parts along v_1 converge to v_1 (in continuous time)",
        ),
        Theorem(
            "A-T5.2'", (each, common, first, _simple(facts), signs, gap),
            "tokens with positive parts along v_1 converge to v_1, under any mask",
        ),
    )  # fmt: skip


def _at_least_zero(value: complex, error: float) -> bool | None:
    """Tell whether a real part is at least 0; a 0 that is exact, as of low rank, is."""
    return True if value == 0 else above(value.real, error)


def _dominance(values: np.ndarray, full: bool) -> float:
    """Return lambda - Lambda of a head: its first eigenvalue less the largest other modulus."""
    others = np.abs(values[1:]) if full or len(values) > 1 else np.zeros(1)
    return float(values[0].real - (others.max() if len(others) else 0.0))


# ------------------------------------------------------------------ scores, norms and bounds


def _scores(facts: LayerFacts) -> tuple[Theorem, Theorem]:
    scores = [head.scores for head in facts.heads]
    worst = max(each.symmetry.asymmetry for each in scores)
    symmetric = Hypothesis(
        "P_h is symmetric", all(each.symmetry.holds for each in scores),
        f"|P_h - P_h^T|/|P_h| up to {worst:.3g}",
    )  # fmt: skip
    kinds = sorted({each.definiteness for each in scores})
    span = f"[{min(s.least for s in scores):.3g}, {max(s.largest for s in scores):.3g}]"
    definite = Hypothesis(
        "the symmetric part of P_h is definite",
        all(each.definiteness in ("positive definite", "negative definite") for each in scores),
        f"{', '.join(kinds)}, eigenvalues in {span}",
    )
    off = facts.from_scores
    same = Hypothesis(
        "the value matrix is a positive multiple of P", None if off is None else off <= facts.error,
        "not measured" if off is None else f"off by {off:.3g}",
    )  # fmt: skip
    one, full = _one_head(facts), _mask(facts, causal=False)
    return (
        Theorem(
            "A-C3.1",
            (one, full, symmetric, same),
            "every state converges to an equilibrium (in continuous time)",
        ),
        Theorem("B-L15", (one, full, definite), "no polygonal equilibria exist"),
    )


def _normed(facts: LayerFacts) -> Theorem:
    norm = facts.norm
    no_bias = Hypothesis("attention has no biases", facts.bias == 0, f"up to {facts.bias:.3g}")
    if norm.kind == "layer":
        gains = f"from {norm.gains[0]:.3g} to {norm.gains[1]:.3g}"
        shifts = f"from {norm.shifts[0]:.3g} to {norm.shifts[1]:.3g}"
        return Theorem(
            "A-R2.3",
            (Hypothesis("the norm comes after attention", not norm.first, _place(facts)),
             Hypothesis("its gains are equal and positive",
                        norm.constant_gain and norm.gains[0] > 0, gains),
             Hypothesis("its shifts are equal", norm.constant_shift, shifts),
             no_bias, _rooted(facts),
             _multiple(facts, "the value matrix is a positive multiple of the identity",
                       facts.multiple, facts.from_identity, facts.error)),
            "the sphere of centred vectors takes the place of the unit sphere; tokens of an open "
            "hemisphere of it converge to consensus",
        )  # fmt: skip
    value = _multiple(
        facts, "the value matrix with the gains is a positive multiple of the identity",
        *facts.folded, facts.folded_error,
    )  # fmt: skip
    return Theorem(
        "A-R2.3+", (Hypothesis("the norm comes before attention", norm.first, _place(facts)),
                    no_bias, _rooted(facts), value),
        "directions in an open hemisphere converge to consensus, at a polynomial rate",
    )  # fmt: skip


def _multiple(
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


def _place(facts: LayerFacts) -> str:
    return "before" if facts.norm.first else "after"


def _bounds(facts: LayerFacts) -> Theorem:
    kappa = facts.score_norm
    biases = {role: facts.biases.get(role, 0.0) for role in ("query", "key")}
    return Theorem(
        BOUNDS,
        (Hypothesis("every P_h is bounded", True, f"|P_h| up to {kappa:.3g}"),
         Hypothesis("queries and keys have no biases", max(biases.values()) == 0,
                    f"up to {max(biases.values()):.3g}"),
         _positions(facts)),
        f"a token that sees n unit tokens gives each a weight of 1/(1 + (n - 1) e^(2 kappa)) or "
        f"more, kappa = {kappa:.3g}",
    )  # fmt: skip
