"""Which theorems about attention speak about a layer with these weights, and what they say.

Each hypothesis is measured, and what a theorem concludes is told only if all of them hold. The
theorems are about the reduced layer: unit tokens x_i go to (x_i + sum_h F_h sum_j A^h_ij x_j),
normalised, or to its continuous limit, with the weights of this layer in every step, and scores
that know no positions. `beyond` says what the layer of the checkpoint does besides, which no
theorem here covers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verify.checkpoints.hypothesis import (
    Hypothesis,
    Theorem,
    above,
    masked,
    multiple_of_identity,
    no_positions,
    number_words,
    one_head,
    outgrows,
    place,
    positive_first,
    real_first,
    rooted,
    simple_first,
)
from verify.checkpoints.layer_facts import LayerFacts

BOUNDS = "A-L4.1"


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


# ------------------------------------------------------------------ the spectrum of F


def _consensus(facts: LayerFacts) -> tuple[Theorem, Theorem]:
    shared = (real_first(facts), positive_first(facts), simple_first(facts))
    return (
        Theorem(
            "B-T1", (*shared, outgrows(facts), masked(facts)),
            "tokens near a consensus at v_1, or -v_1, converge to consensus there",
        ),
        Theorem(
            "B-C1", (*shared, outgrows(facts, wanted=False), masked(facts)),
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
        (pair, simple_first(facts), outgrows(facts), grows, masked(facts)),
        f"equal tokens approach the plane of the pair and turn in it, without a limit{agree}",
    )


# ------------------------------------------------------------------ one head, symmetric, I


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
        (one_head(facts), _symmetric_F(facts), positive_first(facts), simple_first(facts), small,
         masked(facts, causal=False), _nonsingular(facts)),
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
    value = multiple_of_identity(
        facts, "every F_h is a positive multiple of the identity", facts.multiple,
        facts.from_identity, facts.error,
    )  # fmt: skip
    agree = "tokens of an open hemisphere converge to consensus"
    return (
        Theorem("A-T4.1", (value, masked(facts, causal=False)), agree),
        Theorem("A-T4.1++", (value,), f"{agree}, under any mask with a root"),
        Theorem(
            "A-T5.1+", (value, masked(facts, causal=True)),
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
    first = positive_first(facts)
    least = min(heads, key=lambda head: head.leading.real)
    signs = Hypothesis(
        "no F_h has a negative first eigenvalue", _at_least_zero(least.leading, least.error),
        f"least {least.leading.real:.3g} (head {least.number})",
    )  # fmt: skip
    return (
        Theorem(
            "A-T5.2",
            (one_head(facts), _symmetric_F(facts), first, simple_first(facts),
             masked(facts, causal=True)),
            "tokens with positive parts along v_1 converge to v_1 (in continuous time)",
        ),
        Theorem(
            "A-T5.2'", (each, common, first, simple_first(facts), signs, gap),
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
    one, full = one_head(facts), masked(facts, causal=False)
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
            (Hypothesis("the norm comes after attention", not norm.first, place(facts)),
             Hypothesis("its gains are equal and positive",
                        norm.constant_gain and norm.gains[0] > 0, gains),
             Hypothesis("its shifts are equal", norm.constant_shift, shifts),
             no_bias, rooted(facts),
             multiple_of_identity(facts, "the value matrix is a positive multiple of the identity",
                       facts.multiple, facts.from_identity, facts.error)),
            "the sphere of centred vectors takes the place of the unit sphere; tokens of an open "
            "hemisphere of it converge to consensus",
        )  # fmt: skip
    value = multiple_of_identity(
        facts, "the value matrix with the gains is a positive multiple of the identity",
        *facts.folded, facts.folded_error,
    )  # fmt: skip
    return Theorem(
        "A-R2.3+", (Hypothesis("the norm comes before attention", norm.first, place(facts)),
                    no_bias, rooted(facts), value),
        "directions in an open hemisphere converge to consensus, at a polynomial rate",
    )  # fmt: skip


def _bounds(facts: LayerFacts) -> Theorem:
    kappa = facts.score_norm
    biases = {role: facts.biases.get(role, 0.0) for role in ("query", "key")}
    return Theorem(
        BOUNDS,
        (Hypothesis("every P_h is bounded", True, f"|P_h| up to {kappa:.3g}"),
         Hypothesis("queries and keys have no biases", max(biases.values()) == 0,
                    f"up to {max(biases.values()):.3g}"),
         no_positions(facts)),
        f"a token that sees n unit tokens gives each a weight of 1/(1 + (n - 1) e^(2 kappa)) or "
        f"more, kappa = {kappa:.3g}",
    )  # fmt: skip
