"""What the figures of section 6, and three of our own, are computed from.

What needs NumPy is imported by the run that needs it, so that reading the figures does not.
"""

from __future__ import annotations

from fractions import Fraction
from math import acos, cos, exp, inf, isnan, log, pi, sin
from typing import Any

from verify.attention import graphs
from verify.numerics.figures import Figure, power_of_ten
from verify.numerics.time_varying import Modulated, TimeVarying, steady
from verify.statements.illustrations import Arrays, Measured

from . import exact_domain, exceptional, mask_rates
from .protocols import CAUSAL_HEAD, TWO_HEADS, VALUE, least_weight, rectified

FIRST_AXIS = [1, 0, 0]


def evenly(until: float, samples: int) -> list[float]:
    """Return times from 0 to `until`, equally far apart."""
    return [until * k / samples for k in range(samples)] + [until]


def below(size: float) -> str:
    """Return a bound of an error as a power of ten."""
    return power_of_ten(size) if size > 0 else "0"


# ------------------------------------------------------------------ 6.1.1 and 6.1.3, on the sphere


def on_the_sphere(*, seed: int, part: range, tokens: int, until: int, tolerance: float,
                  samples: int, causal: bool) -> Arrays:
    """Follow tokens of S^2 from the half of a point v: full attention with U = I, or causal with U.

    v is (1, 0, 0) in the first case, and U's top eigenvector in the second.
    """
    from verify.numerics.draws import Draws, turned_along
    from verify.numerics.fields import Field
    from verify.numerics.measures import gnomonic_spread, least_margin, top_eigenvector
    from verify.numerics.trajectories import Watched, floats, follow

    v = top_eigenvector(VALUE) if causal else floats(FIRST_AXIS)
    places = turned_along(Draws(seed).on_sphere((tokens, 3)), v)
    system = TimeVarying(CAUSAL_HEAD, value=VALUE, causal=True) if causal else TimeVarying(TWO_HEADS)
    watch = {"paths": Watched(lambda y: y, 1.0), "margins": Watched(lambda y: y @ v, 1.0)}
    if not causal:
        watch["spread 1"] = Watched(lambda y: gnomonic_spread(y, v, 1), inf)
        watch["spread 2"] = Watched(lambda y: gnomonic_spread(y, v, 2), inf)
    path = follow(system, places, Fraction(until), tolerance=tolerance, watch=watch, at=evenly(until, samples))
    found = {"times": path.times, "paths": path.values["paths"], "point": v,
             "distances": 1 - path.values["margins"].T, "error": path.error}
    if causal:
        return found | {"first": found["distances"][0], "second": found["distances"][1]}
    spread = path.values["spread 1"].clip(path.values["spread 2"])
    sigma = float(least_margin(places, v))
    rate = sum(tokens * sigma * least_weight(tokens, p) for p in Field(system).score_norms)
    envelope = floats([spread[0] * exp(-rate * time) for time in path.times])
    return found | {"largest": found["distances"].max(axis=0), "spread": spread,
                    "guaranteed": envelope, "rate": rate,
                    "steepness": steepness(path.values["margins"].min(axis=1), path.error)}


def steepness(margins: Any, error: Any) -> Any:
    """Return by how much a spread of images y/s may be off, over the error of a token.

    Each of the two extreme images is off by (1/s + 1/s^2) times that at most, where s is the least
    margin that the solution may have.
    """
    least = margins - error
    return 2 * (1 / least + 1 / least**2)


def gathering(arrays: Arrays) -> Measured:
    """Measure full attention: V, whether it ever rises, and the decay of the spread."""
    error, largest = arrays["error"], arrays["largest"]
    rises = max(0.0, float((largest[1:] - largest[:-1] + error[1:] + error[:-1]).max()))
    last, off = float(arrays["times"][-1]), arrays["steepness"] * error
    least, most = arrays["spread"] - off, arrays["spread"] + off
    decay = Figure(log(least[0] / most[-1]) / last, log(most[0] / max(least[-1], 1e-300)) / last)
    return {
        "V at the start": Figure.of(largest[0]),
        "V at the end": Figure.of(largest[-1], error[-1]),
        "rise of V between samples below": below(rises),
        "decay of the spread": decay,
        "guaranteed rate": Figure.of(arrays["rate"], 1e-12),
        "error of a token below": below(float(error.max())),
    }


def turning_to(arrays: Arrays) -> Measured:
    """Measure causal attention with the matrix U: who rises, and how far."""
    error = float(arrays["error"].max())
    distances = arrays["distances"]

    def rise(k: int) -> tuple[float, float]:
        values, lowest, found = distances[k].tolist(), inf, 0.0
        for value in values:
            lowest = min(lowest, value)
            found = max(found, value - lowest)
        return max(0.0, found - 2 * error), found + 2 * error

    return {
        "rise of V_1 below": below(rise(0)[1]),
        "largest rise of V_2": Figure(*rise(1)),
        "largest of all V_i": Figure.of(distances.max(), error),
        "largest of all V_i at the end": Figure.of(distances[:, -1].max(), error),
        "error of a token below": below(error),
    }


# ------------------------------------------------------------------ 6.1.2, in 500 dimensions


def many_runs(*, seed: int, part: range, runs: int, tokens: int, dimension: int, until: int,
              tolerance: float, samples: int) -> Arrays:
    """Follow some of many runs in high dimension under causal attention, as the protocol has them.

    Starts are those of the protocol, drawn in its order. Velocities are combinations of tokens: each
    run is followed in the space that its tokens span, several at once.
    """
    from verify.numerics.draws import Draws, directions
    from verify.numerics.measures import cosine_distances, in_their_span, mean_cosine_distance
    from verify.numerics.trajectories import Watched, floats, follow

    random = Draws(seed)
    heads = [
        (random.uniform(-0.5, 0.5, (dimension, dimension)), rectified(random)) for _ in range(2)
    ]
    drawn = [random.uniform(-0.5, 0.5, (tokens, dimension)) for _ in range(part.stop)]
    systems, places = [], []
    for k in part:
        inside, basis = in_their_span(directions(drawn[k]))
        scores = tuple((Modulated(basis.T @ matrix @ basis, (wave,)),) for matrix, wave in heads)
        systems.append(TimeVarying(scores, causal=True, ambient=dimension))
        places.append(inside.tolist())
    watch = {
        "mean": Watched(mean_cosine_distance, 2.5),  # twice the error, for tokens no shorter than 9/10
        "each": Watched(cosine_distances, 2.5),
    }
    path = follow(systems, places, Fraction(until), tolerance=tolerance, watch=watch, at=evenly(until, samples))
    mean, off = path.values["mean"].T, 2.5 * path.error.T
    return {"times": path.times, "mean": mean, "error": path.error.T,
            "known": floats([known(*row) for row in zip(mean.tolist(), off.tolist(), strict=True)]),
            "each": path.values["each"][:, 0].T}


def known(values: list[float], errors: list[float]) -> list[float]:
    """Return values up to the first that its own error may be all of, then no numbers."""
    found: list[float] = []
    for value, error in zip(values, errors, strict=True):
        lost = value <= error or (found and isnan(found[-1]))
        found.append(float("nan") if lost else value)
    return found


def to_consensus(arrays: Arrays) -> Measured:
    """Measure the mean distance (25): its largest value at the end, and whether it rises."""
    mean, error = arrays["mean"], 2.5 * arrays["error"]
    rise = float((mean[:, 1:] - mean[:, :-1] + error[:, 1:] + error[:, :-1]).max())
    middle = sorted(mean[:, -1].tolist())[len(mean) // 2]
    half = int((mean.max(axis=0) > 0.5).sum())
    return {
        "runs": len(mean),
        "(25) at the start, at least": Figure.of(mean[:, 0].min(), error[:, 0].max()),
        "(25) at the start, at most": Figure.of(mean[:, 0].max(), error[:, 0].max()),
        "largest (25) at the end": Figure.of(mean[:, -1].max(), error[:, -1].max()),
        "median of (25) at the end": Figure.of(middle, error[:, -1].max()),
        "time by which all are below 1/2": f"{float(arrays['times'][min(half, mean.shape[1] - 1)]):.3g}",
        "rise of (25) between samples below": below(max(0.0, rise)),
        "error of a token below": below(float(arrays["error"].max())),
    }


# ------------------------------------------------------------------ the token that is lost


SCORES: dict[str, exceptional.Scores] = {
    "no scores": exact_domain.no_scores,
    "P = I": exact_domain.unit_scores,
}


def lost_token(*, seed: int, part: range, angles: int, since: int, digits: int) -> Arrays:
    """Enclose, for second angles evenly between 0 and pi, the third angle that ends opposite."""
    from verify.numerics.trajectories import floats

    second = [Fraction(pi * (k + 1) / (angles + 1)).limit_denominator(10**6) for k in part]
    found: dict[str, Any] = {"second": floats([float(angle) for angle in second])}
    for name, scores in SCORES.items():
        balls = [exceptional.by_going_back([angle], scores, since, digits) for angle in second]
        key = name.replace(" ", "_").replace("=", "is")
        found[f"{key}_low"] = floats([float(low.lower()) for low, _ in balls])
        found[f"{key}_high"] = floats([float(high.upper()) for _, high in balls])
        found[key] = (found[f"{key}_low"] + found[f"{key}_high"]) / 2
    found["antipode"] = 0 * found["second"] + pi
    found["edge"] = found["second"] + pi
    return found


def enclosed(arrays: Arrays) -> Measured:
    """Measure the arc, and how closely each of its angles is enclosed."""
    gaps = [arrays[f"{key}_high"] - arrays[f"{key}_low"] for key in ("no_scores", "P_is_I")]
    lower = arrays["no_scores_low"] - arrays["P_is_I_high"]
    higher = arrays["P_is_I_low"] - arrays["no_scores_high"]
    return {
        "angles": len(arrays["second"]),
        "widest enclosure below": below(float(max(gap.max() for gap in gaps))),
        "largest angle, no scores": f"{float(arrays['no_scores'][-1]):.6g}",
        "largest angle, P = I": f"{float(arrays['P_is_I'][-1]):.6g}",
        "angles at which that of P = I is certainly lower": int((lower > 0).sum()),
        "angles at which it is certainly higher": int((higher > 0).sum()),
    }


# ------------------------------------------------------------------ masks


def masks(tokens: int) -> dict[str, graphs.Rows]:
    """Return the masks that are compared, by name."""
    star = [[int(j in (0, i)) for j in range(tokens)] for i in range(tokens)]
    return {
        "full": graphs.full(tokens),
        "causal": graphs.causal(tokens),
        "first and itself": star,
        "window of 3, both sides": graphs.window(tokens, 3),
        "causal window of 2": graphs.causal_window(tokens, 2),
    }


def gathering_by_mask(*, seed: int, part: range, tokens: int, until: int, tolerance: float,
                      samples: int, height: float) -> Arrays:
    """Follow tokens of the half circle without scores, U = I, under one mask after the other.

    They start at random angles with a margin of at least `height` to the direction of the half.
    """
    from verify.numerics.draws import Draws
    from verify.numerics.measures import gnomonic_spread, least_margin
    from verify.numerics.trajectories import Watched, floats, follow

    widest = acos(height)
    angles = Draws(seed).uniform(-widest, widest, (tokens,)).tolist()
    places, along = [[cos(a), sin(a)] for a in angles], floats([1, 0])
    sigma = float(least_margin(floats(places), along))
    watch = {"spread": Watched(lambda y: gnomonic_spread(y, along, 1), inf),
             "margin": Watched(lambda y: least_margin(y, along), 1.0)}
    spreads, errors, rates, proved = [], [], [], []
    zero = [[0, 0], [0, 0]]
    for mask in masks(tokens).values():
        system = TimeVarying((steady(zero),), mask=mask)
        path = follow(system, places, Fraction(until), tolerance=tolerance, watch=watch, at=evenly(until, samples))
        off = (steepness(path.values["margin"], path.error) * path.error).tolist()
        spreads.append(known(path.values["spread"].tolist(), off))
        errors.append(off)
        rates.append(late_rate(path.times.tolist(), spreads[-1], off))
        proved.append(proved_rate(mask, Fraction(sigma)))
    found = {f"spread_{k}": floats(row) for k, row in enumerate(spreads)}
    return found | {
        "times": path.times, "errors": floats(errors), "rows": floats(list(range(len(rates)))),
        "measured": floats([rate for rate, _ in rates]), "proved": floats(proved),
        "measured_error": floats([off for _, off in rates]),
    }


def late_rate(times: list[float], values: list[float], errors: list[float]) -> tuple[float, float]:
    """Return the rate at which values fall in the later half of what is known, and its error."""
    # As long as an error is a tenth of its value at most.
    end = max(k for k, value in enumerate(values) if value > 10 * errors[k])
    late = end // 2
    lasts = times[end] - times[late]
    off = sum(-log(1 - errors[k] / values[k]) for k in (late, end))
    return log(values[late] / values[end]) / lasts, off / lasts


def proved_rate(mask: graphs.Rows, sigma: Fraction) -> float:
    """Return a lower bound of the exponential rate of a mask, without scores, on the circle."""
    edge = mask_rates.edge_pull([mask], margin=sigma, dimension=2)
    row = mask_rates.row_pull([mask], margin=sigma, dimension=2)
    common = mask_rates.common_rate(mask, edge=edge)
    slow = mask_rates.contraction(mask, edge=edge, row=row)
    general = -slow.factor.log() / slow.period
    return max(float(common.lower()), float(general.lower()))


def by_mask(arrays: Arrays) -> Measured:
    """Measure the rate of each mask beside the one that is proved."""
    found: dict[str, object] = {}
    names = list(masks(2))
    for k, name in enumerate(names):
        found[f"rate, {name}"] = Figure.of(arrays["measured"][k], arrays["measured_error"][k])
        found[f"proved rate, {name}"] = f"{float(arrays['proved'][k]):.2g}"
    least = arrays["measured"] - arrays["measured_error"]
    slack = [m / p for m, p in zip(least, arrays["proved"], strict=True)]
    return found | {
        "least measured rate over the proved one": f"{min(slack):.3g}",
        "largest error of a spread below": below(float(arrays["errors"].max())),
    }


# ------------------------------------------------------------------ pre-norm


def two_norms(*, seed: int, part: range, tokens: int, until: int, samples: int,
              tolerance: float, ratio: float) -> Arrays:
    """Follow directions that are normalised before a layer, and after it: without scores, U = I.

    First the two tokens (1, r) and (1, -r) of the plane, for which both are known in closed form;
    then random tokens of the half of S^2 that (1, 0, 0) points to. Times increase geometrically.
    """
    from verify.numerics import pre_norm
    from verify.numerics.draws import Draws, directions, turned_along
    from verify.numerics.trajectories import floats

    times = [0.0] + [0.01 * (until / 0.01) ** (k / samples) for k in range(samples)] + [float(until)]
    two = floats([[1, ratio], [1, -ratio]])
    many = turned_along(Draws(seed).on_sphere((tokens, 3)), floats(FIRST_AXIS))
    exact = pre_norm.half_angle_free(ratio, floats(times))
    free = pre_norm.half_angle(pre_norm.free_path(two, times, tolerance))
    fast = [k for k, time in enumerate(times) if time <= 40]  # later rounding is all there is
    early = [times[k] for k in fast]
    on_sphere = pre_norm.half_angle(pre_norm.sphere_path(directions(two), early, tolerance))
    gathered = pre_norm.half_angle(pre_norm.free_path(many, times, tolerance))
    closer = pre_norm.half_angle(pre_norm.free_path(many, times, tolerance / 100))
    round_many = pre_norm.half_angle(pre_norm.sphere_path(many, early, tolerance))
    return {
        "times": floats(times[1:]), "early": floats(early[1:]), "pre_two": free[1:],
        "pre_two_exact": exact[1:], "post_two": on_sphere[1:],
        "post_two_exact": pre_norm.half_angle_on_sphere(ratio, floats(early))[1:],
        "pre_many": gathered[1:], "pre_many_finer": closer[1:], "post_many": round_many[1:],
        "slope": floats([1.41421356 * ratio / time if time > 5 else float("nan")
                         for time in times[1:]]),
    }


def polynomially(arrays: Arrays) -> Measured:
    """Measure the exponents of both, and how far the runs are from the closed forms."""
    times, free = arrays["times"], arrays["pre_two"]
    tenth = int((times <= times[-1] / 10).sum()) - 1

    def exponent(values: Any) -> float:
        return log(values[tenth] / values[-1]) / log(times[tenth] / times[-1])

    early, post = arrays["early"], arrays["post_two"]
    late, soon = int((early <= 20).sum()) - 1, int((early <= 10).sum()) - 1
    off_free = abs(free / arrays["pre_two_exact"] - 1).max()
    off_round = abs(post / arrays["post_two_exact"] - 1)[: late + 1].max()
    finer = abs(arrays["pre_many"] / arrays["pre_many_finer"] - 1).max()
    return {
        "exponent of t before a layer, two tokens": Figure.of(exponent(free), 2 * off_free),
        "exponent of t before a layer, many tokens": Figure.of(exponent(arrays["pre_many"]), 2 * finer),
        "rate after a layer, two tokens":
            Figure.of(log(post[soon] / post[late]) / (early[late] - early[soon]), 2 * off_round / 10),
        "largest relative error before a layer, by the closed form": below(float(off_free)),
        "largest relative error after a layer to time 20, by the closed form": below(float(off_round)),
        "relative difference from a hundredth of the tolerance, many tokens": below(float(finer)),
    }
