"""What the statements predict of each variant, and whether the measurement agrees.

Where one layer is repeated, reduced, with a mask, its layer matrix F has the eigenvalues lambda_k
and the mask with equal weights in each row the eigenvalues a_m, 1 first. Near consensus at the
principal eigenvector differences of tokens shrink in each layer by the factors

    |1 + tau a_m lambda_k| / |1 + tau lambda_1|    (all m but the first)

of which the largest is the rate, or where lambda_1 is one of a complex pair, and tokens turn in its
plane, a bound of it (with the eigenvalues 1 and 0 of full attention, and 1/i of
a causal mask; a real lambda_1 itself is left out, for it only moves tokens along). Where another
eigenvalue has a larger |1 + tau lambda| the principal one repels, and that one takes its
place. At consensus attention does not depend on scores, so the temperature is not in it. Where
tokens are normalised before attention only, they grow like lambda_1 t, and the same differences
fall like the powers t^(a_m lambda_k / lambda_1 - 1).

A rate is a limit, and a run is finite: the measured one comes with how much it still changes from
one window to the window before, and that is granted to it; so is what the linear layer itself is
still above its limit there, as it is for long under masks whose eigenvalues coincide. And tokens
may have met long before they come to the eigenvector: while their mean direction grows by less than
|1 + tau lambda_1|, differences are divided by less, and that is made up for, prompt by prompt.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt
from typing import Literal

import numpy as np

from verify.checkpoints.answers import number_words
from verify.checkpoints.controls import NORM_ALONE
from verify.checkpoints.depth import DepthRun, Trace
from verify.checkpoints.eigenvalue_errors import rounded
from verify.checkpoints.factors import Array
from verify.checkpoints.interventions import Changes, closed_parts
from verify.checkpoints.linearised import (
    Differences,
    first_in_real_part,
    leader,
    led_by,
    modulo,
    slowest_power,
)
from verify.checkpoints.measured import CONFIDENCE, Interval, interval
from verify.checkpoints.rates import ends_in_two, exponent, factor, floor, splits, window
from verify.checkpoints.theory import LayerTheory
from verify.numerics.frequencies import confidence_interval
from verify.numerics.layer_matrices import Eigensystem

Agreement = Literal["agrees", "disagrees", "undecided", "not covered"]
Expects = Literal["meet", "power", "apart", "sides", "none"]
# The topics of statements, as they name them themselves.
EXPONENTIAL, POLYNOMIAL = "rate of consensus", "powers before a norm"
MASKS, REPELS, PLANE = "parts of a mask", "which eigenvector repels", "plane of a pair"
# A prediction is contradicted if an interval of this confidence misses it: one run in ten thousand
# does so by chance. What is shown is the usual one.
SURE = 0.9999
IN_TWO = "some prompts end at both ends of a line, as {} allows"
TOO_FEW = "slower than predicted, but with so few prompts this may be chance; use 15 or more"


@dataclass(frozen=True)
class Prediction:
    """What statements say of a variant; `number` is a factor, exponent, distance or share.

    `differences`, with a factor, have what it is a limit of.
    """

    expects: Expects
    statements: tuple[str, ...]
    says: str
    number: float | None = None
    differences: Differences | None = None

    @property
    def is_bound(self) -> bool:
        """Whether the number is a bound only: from below of distances, or from above of rates."""
        turns = self.differences is not None and bool(self.differences.values[0].imag)
        return self.expects == "apart" or turns


@dataclass(frozen=True)
class Judged:
    """A prediction beside what was measured; `measured` is None where nothing is compared."""

    prediction: Prediction
    agreement: Agreement
    measured: Interval | None
    says: str


def judged(run: DepthRun, trace: Trace) -> Judged:
    """Return what is predicted of a variant, and whether it was seen."""
    said = predicted(run, trace)
    match said.expects:
        case "none":
            return Judged(said, "not covered", None, "")
        case "apart":
            return _apart(trace, said)
        case "sides":
            return _sides(trace, said, _in_two(run))
        case "meet":
            assert said.differences is not None
            found, sure = factor(trace), factor(trace, SURE, said.differences.growth)
        case "power":
            found, sure = exponent(trace), exponent(trace, SURE)
    if found is None or sure is None:
        return Judged(said, "undecided", None, "too few layers, or distances, for a rate")
    if found.coverage < CONFIDENCE:
        return Judged(said, "undecided", found, "fewer than six prompts are not enough; use more")
    if ends_in_two(trace):
        return Judged(said, "undecided", found, _in_two(run))
    assert said.number is not None
    fits = sure.low <= max(said.number, on_the_way(trace, said))
    if not fits and sure.coverage < SURE:
        return Judged(said, "undecided", found, TOO_FEW)
    if fits and found.high >= (1 if said.expects == "meet" else 0):
        return Judged(said, "undecided", found, "it still changes too much; use more layers")
    faster = "" if said.number <= found.high else "faster than that"
    return Judged(said, "agrees" if fits else "disagrees", found, faster)


def _in_two(run: DepthRun) -> str:
    return IN_TWO.format(", ".join(run.theory.on("ends on a line")))


# ------------------------------------------------------------------ predictions


def predicted(run: DepthRun, trace: Trace) -> Prediction:
    """Return what the statements say of a variant."""
    variant, config = trace.variant, run.checkpoint.config
    changes, tokens, on = variant.changes, len(trace.mask_of_first), run.theory.on
    if variant.control:
        topics, says = _of_control(variant.control, config.norm_first)
        return Prediction("none", on(*topics), says)
    if not variant.pieces.attention:
        return Prediction("none", (), "no statement covers tokens that do not attend to each other")
    if tokens == 1 or config.width == 1:
        one = "one token has no distance to another" if tokens == 1 else "no angles on a line"
        return Prediction("none", (), one)
    if changes.noise:
        return _of_noise(changes, config.width, tokens, run.theory)
    closed = closed_parts(trace.mask_of_first)
    missing = _missing(run, trace)
    if missing:
        return Prediction("none", (), missing + _of_mask(len(closed), run.theory))
    if changes.residual == 0:
        return Prediction("none", (), "attention adds nothing, so tokens do not move")
    own = variant.pieces.own_weights
    layer = run.checkpoint.layers[trace.layers[0] if own else variant.pieces.weights_of]
    system, matrix = run.systems[layer.same_weights[0]], layer.F()
    multiple = config.heads == 1 and is_multiple(matrix, system)
    if changes.norm == "before":
        return _growing(run, trace, matrix, system, closed, multiple)
    k = 0 if multiple else leader(matrix, system, changes.residual)
    if k is None:
        return Prediction(
            "none", on(REPELS), "within the error bounds |1 + tau lambda| may be equal for "
                                "two eigenvalues, or a pair may be real: the statement does "
                                "not apply"
        )  # fmt: skip
    values = system.values.real.astype(complex) if multiple else led_by(system, k)
    rates = [
        Differences(values, trace.mask_of_first[np.ix_(part, part)], changes.residual).factor()
        for part in (closed if len(closed) > 1 else [list(range(tokens))])
    ]
    if max(rates) >= 1:
        return Prediction(
            "none", on(EXPONENTIAL), "consensus where I + tau F grows fastest is not "
                                     f"attracting: differences change by {max(rates):.3g} per "
                                     "layer"
        )  # fmt: skip
    if len(closed) > 1:
        return _two_roots(run, trace, len(closed), bool(values[0].imag), multiple)
    differences = Differences(
        values, trace.mask_of_first, changes.residual, modulo(matrix, system, k)
    )
    return _meeting(differences, system.values[0], multiple, run.theory)


def _meeting(
    differences: Differences, first: complex, multiple: bool, theory: LayerTheory
) -> Prediction:
    """Return what is said of tokens that meet; `first` is the principal eigenvalue."""
    fastest, full = differences.values[0], bool(differences.mask.all())
    cited = (EXPONENTIAL, PLANE) if fastest.imag else (EXPONENTIAL,)
    cited = (MASKS, *cited) if multiple else cited
    says = "tokens near each other converge; each layer leaves this share of their distance"
    if fastest.imag:
        says += ", or less, over a turn"
        says += "" if full else ", for almost every rotation angle"
    if not multiple and fastest not in (first, np.conj(first)):
        says += (
            "; not at the principal eigenvector, which repels, but at the eigenvector of "
            f"{number_words(complex(fastest))}, because |1 + tau lambda| is largest there"
        )
        cited = (REPELS, *cited)
    return Prediction("meet", theory.on(*cited), says, differences.factor(), differences)


def _growing(
    run: DepthRun,
    trace: Trace,
    matrix: Array,
    system: Eigensystem,
    closed: list[list[int]],
    multiple: bool,
) -> Prediction:
    """Return what is said of tokens that are normalised for attention only.

    Steps of tokens that grow are small beside them: real parts decide, as they are sorted.
    """
    cited = run.theory.on(POLYNOMIAL)
    values = system.values.real.astype(complex) if multiple else system.values
    error = rounded(matrix, complex(system.values[0]), system.vectors[:, 0])
    alone = multiple or first_in_real_part(matrix, system)
    if not alone or values[0].imag or not (multiple or values[0].real > error):
        return Prediction("none", cited, "lambda_1 may not be positive with the largest real "
                                         "part: the statement does not apply")  # fmt: skip
    mask = trace.mask_of_first
    parts = closed if len(closed) > 1 else [list(range(len(mask)))]
    powers = [slowest_power(values, mask[np.ix_(part, part)]) for part in parts]
    if max(powers) >= 0:
        return Prediction("none", cited, "differences grow as fast as tokens do")
    if len(closed) > 1:
        return _two_roots(run, trace, len(closed), False, multiple)
    return Prediction(
        "power", cited,
        "growing tokens converge polynomially, not exponentially: distances follow a power of "
        "t, because lengths grow", powers[0],
    )  # fmt: skip


def _of_noise(changes: Changes, width: int, tokens: int, theory: LayerTheory) -> Prediction:
    if changes.norm and not changes.whole:
        return Prediction("none", (), "tokens grow, so noise matters less and less")
    return Prediction(
        "apart", theory.on(MASKS, EXPONENTIAL),
        "consensus is not a fixed point of a layer that ends with noise, so no theorem "
        "applies; by Anderson's inequality the last noise alone keeps tokens apart",
        noise_floor(changes.noise, width, tokens),
    )  # fmt: skip


def _of_control(control: str, norm_first: bool) -> tuple[tuple[str, ...], str]:
    if control != NORM_ALONE:
        return (), "other weights of this size: effects they share are not due to these weights"
    if norm_first:
        says = "pre-norms do not normalise tokens; the last norm acts between passes"
    else:
        says = "a shift brings tokens together without any attention"
    return ("loops of a norm",), says


def _missing(run: DepthRun, trace: Trace) -> str:
    """Return why no statement predicts what this variant tends to, or nothing."""
    pieces, config = trace.variant.pieces, run.checkpoint.config
    parts = [
        (pieces.feed_forward, "feed-forward parts"),
        (pieces.biases and (config.attention_biases or config.output_bias), "biases"),
        (pieces.norms, "norms with gains"),
    ]
    there = [name for present, name in parts if present]
    if there:
        return f"no statement covers {', '.join(there)}"
    if pieces.position and config.position == "rotary":
        return "positions rotate queries and keys; no statement gives a rate for that"
    holders = {
        run.checkpoint.layers[k].same_weights[0] if pieces.own_weights else 0 for k in trace.layers
    }
    if len(holders) > 1:
        measured = ", ".join(run.theory.on("layers that vary"))
        return (
            f"weights differ between layers: {measured} measures this case, and no statement "
            "gives a limit"
        )
    tokens = len(trace.mask_of_first)
    masks = {run.checkpoint.layers[k].mask(tokens).tobytes() for k in set(trace.layers)}
    scales = {config.scales[k] for k in trace.layers}
    if (len(masks) > 1 and not trace.variant.changes.mask) or len(scales) > 1:
        return "masks or scales differ between layers"
    return ""


def _of_mask(closed: int, theory: LayerTheory) -> str:
    if closed < 2:
        return ""
    cited = ", ".join(theory.on(MASKS))
    return f"; but the {closed} closed parts of the mask cannot interact ({cited})"


def _two_roots(run: DepthRun, trace: Trace, closed: int, turns: bool, multiple: bool) -> Prediction:
    parts, on = f"the mask has {closed} closed parts, and so no root", run.theory.on
    placed = trace.variant.pieces.position and run.checkpoint.config.position == "learned"
    if run.start.given or placed:  # tokens are not as likely to begin as they do as opposite
        return Prediction("none", on(MASKS), f"{parts}: each converges separately, and the "
                                             "start decides whether to one point")  # fmt: skip
    if multiple or turns:
        return Prediction("apart", on(MASKS), f"{parts}: each converges to its own point, so "
                                              "all together stay apart", 0.0)  # fmt: skip
    return Prediction(
        "sides", on(MASKS, "odd layers"),
        f"{parts}: each converges separately to v or -v, an eigenvector, each with "
        "probability 1/2 because a layer is odd, so a share of the prompts ends apart",
        1 - 0.5 ** (closed - 1),
    )  # fmt: skip


def is_multiple(matrix: Array, system: Eigensystem) -> bool:
    """Return whether F is a positive multiple of I, up to the rounding of stored weights."""
    size = float(system.values[0].real)
    off = np.abs(matrix - size * np.eye(len(matrix))).max()
    # Entries of F are sums of d products of numbers that were stored with 24 bits, or fewer.
    return size > 0 and bool(off <= len(matrix) * 2.0**-24 * size)


def noise_floor(spread: float, width: int, tokens: int) -> float:
    """Return a bound from below of the median distance that the last noise leaves tokens.

    Tokens are y_i + S z_i / sqrt(d) with normal z_i. The part of a difference across y is a normal
    vector of d - 1 coordinates, whose mean length is at least sqrt(2/d) S sqrt(d - 3/2). The mean
    over pairs has the Lipschitz constant L = 2 S/sqrt(n d), and a mean exceeds the median by no
    more than L sqrt(pi/8), as P(f > median + t) <= exp(-t^2/(2 L^2))/2. Division by lengths takes
    no more than the factor 1 + S E|z|/sqrt(d) <= 1 + S from it, to first order.
    """
    mean = sqrt(2 * max(width - 1.5, 0) / width)
    return spread * max(mean - 2 * sqrt(pi / (8 * tokens * width)), 0) / (1 + spread)


# ------------------------------------------------------------------ judgements


def on_the_way(trace: Trace, said: Prediction) -> float:
    """Return the factor of linear differences where the measured one is taken, if it is one."""
    places = window(trace)
    if said.differences is None or places is None:
        return -inf
    return said.differences.factor_between(places[1], places[2])


def _apart(trace: Trace, said: Prediction) -> Judged:
    ends = trace.measures["distance"][-1]
    found, sure = interval(ends), interval(ends, SURE)
    assert said.number is not None
    bound = max(said.number, floor(trace))
    if found.low > bound:
        return Judged(said, "agrees", found, "")
    contradicted = sure.high <= bound and sure.coverage >= SURE
    return Judged(said, "disagrees" if contradicted else "undecided", found, "")


def _sides(trace: Trace, said: Prediction, in_two: str) -> Judged:
    """Judge how many prompts end on both sides: their number is binomial."""
    apart = trace.measures["distance"][-1]
    lines = trace.measures["distance up to sign"][-1]
    if any(splits(trace, part) for part in closed_parts(trace.mask_of_first)):
        return Judged(said, "undecided", None, in_two)
    if np.any(np.minimum(lines, 1) > 0.5):
        return Judged(said, "undecided", None, "not all prompts have come to a line")
    split = int(np.sum(lines < apart / 2))
    found = Interval(
        split / len(apart), *confidence_interval(split, len(apart), CONFIDENCE), CONFIDENCE
    )
    assert said.number is not None
    low, high = confidence_interval(split, len(apart), SURE)
    fits = low <= said.number <= high
    return Judged(
        said, "agrees" if fits else "disagrees", found, f"{split} of {len(apart)} prompts"
    )
