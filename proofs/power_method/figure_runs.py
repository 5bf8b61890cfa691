"""What the figures of paper B, and two of our own, are computed from.

What needs NumPy is imported by the run that needs it, so that reading the figures does not.
"""

from __future__ import annotations

from fractions import Fraction
from math import atanh, cos, exp, log, nan, pi, sin
from typing import Any

import flint

from verify.numerics.figures import Figure, power_of_ten
from verify.statements.illustrations import Arrays, Measured

from . import dipole_fraction
from .bipartite_verdicts import Bipartite, layer_verdict

SPECTRUM = (1.0, 0.3, -0.5)  # of the small examples

# ------------------------------------------------------------------ Figure 13


def small_examples(*, seed: int, part: range, starts: int, tokens: int, layers: int, shown: int,
                   pull: float, spread: float, near: float) -> Arrays:
    """Follow tokens of R^3 layer by layer: one head, five heads, and starts near a bipartite state.

    The layers are those of the experiment; a second run with the tokens in reverse order, which adds
    in another order, tells what rounding does.
    """
    from verify.numerics.draws import Draws, directions
    from verify.numerics.reduced_layers import heads_with_sum, trajectory
    from verify.numerics.trajectories import floats

    found: dict[str, Any] = {"layers": floats(list(range(layers + 1)))}
    off = 0.0
    for name, heads, moved in (("one", 1, 0.0), ("five", 5, spread), ("near", 1, 0.0)):
        random = Draws(seed)
        layer = heads_with_sum(random, SPECTRUM, heads=heads, pull=pull, spread=moved)
        places = random.on_sphere((starts, tokens, 3))
        if name == "near":
            first = 0 * places
            first[:, : tokens // 2, 0], first[:, tokens // 2 :, 0] = 1, -1
            places = directions(first + near * places)
        path = trajectory([layer] * layers, places, 0.5)
        backwards = trajectory([layer] * layers, places[:, ::-1], 0.5)
        off = max(off, float(abs(path[-1] - backwards[-1][:, ::-1]).max()))
        aligned = floats([abs(states[..., 0]).min(axis=-1) for states in path])
        ends = path[-1][..., 0] > 0
        split = ends.any(axis=-1) & (~ends).any(axis=-1)
        found[f"{name}_aligned"] = aligned.T[:shown]
        found[f"{name}_bipartite"] = split
        found[f"{name}_least"] = aligned[-1].min()
        example = [states[0] for states in path]
        found[f"{name}_paths"] = floats(example)
    return found | {"v": floats([1, 0, 0]), "rounding": off}


def consensus_or_bipartite(arrays: Arrays) -> Measured:
    """Measure how often starts end bipartite, and how well aligned they are."""
    found: dict[str, object] = {"starts": len(arrays["one_bipartite"])}
    for name, words in (("one", "one head"), ("five", "five heads"), ("near", "near a bipartite state")):
        share = float(arrays[f"{name}_bipartite"].mean())
        found[f"share that ends bipartite, {words}"] = f"{share:.3g}"
        least = float(arrays[f"{name}_least"])
        found[f"least |v_1^T x_i| at the end, {words}"] = f"{least:.3g}"
    return found | {"effect of rounding below": power_of_ten(float(arrays["rounding"]) or 1e-16)}


# ------------------------------------------------------------------ where bipartite states attract

VERDICTS = ("stable", "unstable", "neutral", "undefined")
REGIONS = ("not attracting", "attracting")
PLACES: dict[str, tuple[tuple[int, int], ...]] = {
    # Eigenvalues as fractions: those of the small examples, and with a last one beyond -lambda_1.
    "first": ((1, 1), (3, 10), (-1, 2)),
    "last": ((1, 1), (3, 10), (-2, 1)),
}


def stable_regions(*, seed: int, part: range, tokens: int, columns: int, widest: int) -> Arrays:
    """Decide exactly, over g and p/q, which bipartite states attract: at v_1, and at v_d.

    A cell's weight e^{2g} is the nearest fraction of a million-th; the decision is of that one.
    """
    from verify.numerics.trajectories import floats

    strengths = [widest * (2 * k + 1 - columns) / columns for k in range(columns)]
    weights = [flint.fmpq(*Fraction(exp(2 * g)).limit_denominator(10**6).as_integer_ratio()) for g in strengths]
    sizes = range(1, tokens)
    found: dict[str, Any] = {
        "g": floats([log(float(Fraction(int(w.p), int(w.q)))) / 2 for w in weights]),
        "ratio": floats([p / (tokens - p) for p in sizes]),
    }
    for place, spectrum in PLACES.items():
        eigenvalues = [flint.fmpq(*value) for value in spectrum]
        at = 0 if place == "first" else len(eigenvalues) - 1
        step = flint.fmpq(1, 5)
        cells = [[VERDICTS.index(layer_verdict(Bipartite(p, tokens - p, w, eigenvalues, at), step))
                  for w in weights] for p in sizes]
        found[place] = [[int(cell == 0) for cell in row] for row in cells]
        found[f"{place}_verdicts"] = cells
    equal = atanh(0.3)
    return found | {
        # Where the mean of the smaller group changes its sign: e^{2g} = max(p/q, q/p).
        "mean_g": floats([abs(log(r)) / 2 for r in found["ratio"]]),
        "mean_g_below": floats([-abs(log(r)) / 2 for r in found["ratio"]]),
        "threshold": equal,
        "witness_g": floats([-log(3)]), "witness_ratio": floats([1]),  # of B-R10, whatever the step
    }


LOWEST = -20  # entry that is drawn


def polygon_steps(*, seed: int, part: range, columns: int) -> Arrays:
    """Return, for steps below 1/|V|, between which entries of P a pair of opposite tokens attracts.

    With V = (3, 1; 1, 3) and P = (0, k; k, 0) the multipliers at e_1 and -e_1 are 1 + t (3 + k),
    1 + 2 t k and, of more tokens than two, 1 + t k.
    """
    from verify.numerics.trajectories import floats

    steps = [Fraction(k, 4 * columns) for k in range(1, columns)]
    least = [max(-1 / t, -3 - 2 / t, -2 / t) for t in steps]
    found: dict[str, Any] = {
        "step": steps, "most": [-3] * len(steps), "middle": [-12] * len(steps),
        "least": [low if low >= LOWEST else nan for low in least],
        "floor": [max(low, LOWEST) for low in least],
        "witness_step": [Fraction(1, 20)], "witness_entry": [-5],
    }
    return {name: floats([float(value) for value in values]) for name, values in found.items()}


def attracting(arrays: Arrays) -> Measured:
    """Measure the multipliers at the witness."""
    t, k = Fraction(1, 20), -5
    multipliers = [1 + t * (3 + k), 1 + 2 * t * k, 1 + t * k]
    assert all(abs(one) < 1 for one in multipliers)
    return {"multipliers": ", ".join(map(str, multipliers))}


def counted(arrays: Arrays) -> Measured:
    """Measure how much of the map attracts, and where the boundary for equal groups is."""
    g, ratio = arrays["g"], arrays["ratio"]
    middle = min(range(len(ratio)), key=lambda k: abs(log(ratio[k])))
    here = [float(x) for x, cell in zip(g, arrays["first"][middle], strict=True) if cell]
    last = [float(x) for x, cell in zip(g, arrays["last"][middle], strict=True) if cell]
    decided = int(arrays["first"].size)
    return {
        "states decided at each place": decided,
        "attracting at v_1": int(arrays["first"].sum()),
        "attracting at v_d": int(arrays["last"].sum()),
        "attracting at v_1 with g <= 0": int(arrays["first"][:, g <= 0].sum()),
        "attracting at v_d with g >= 0": int(arrays["last"][:, g >= 0].sum()),
        "least g that attracts at v_1, equal groups": f"{min(here):.3g}",
        "artanh(3/10)": f"{float(arrays['threshold']):.3g}",
        "largest g that attracts at v_d, equal groups": f"{max(last):.3g}" if last else "none",
        "width of a cell in g": f"{float(g[1] - g[0]):.2g}",
    }


# ------------------------------------------------------------------ basins of the dipole

CONFIDENCE = 0.95
LONGEST = 60  # the time after which a start is left undecided


def basin_fractions(*, seed: int, part: range, grid: int, draws: int, inverse_steps: tuple[int, ...]) -> Arrays:
    """Find which starts of two tokens on the circle end opposite: V = diag(1, -1), no scores.

    On a grid and at random starts, by layers with small steps; and at as many random starts by the
    exact criterion for the flow, decided in balls.
    """
    from random import Random

    from verify.numerics.draws import Draws, directions
    from verify.numerics.frequencies import confidence_interval
    from verify.numerics.reduced_layers import WideHeads, through
    from verify.numerics.trajectories import floats

    layer = WideHeads(floats([[[1, 0], [0, -1]]]), floats([[[0, 0], [0, 0]]]))

    def opposite(places: Any, inverse: int) -> Any:
        """Return which starts end opposite, and which were not decided."""
        states = places
        for _ in range(LONGEST * inverse):
            states = through(layer, states, 1 / inverse)
            cosine = (states[:, 0] * states[:, 1]).sum(axis=-1)
            # Next to each other, or opposite, tokens draw closer where |x_1| > |x_2|, and only there.
            settled = (abs(cosine) > 1 - 1e-6) & ((states[..., 0] ** 2).min(axis=-1) > 0.5)
            if settled.all():
                break
        return cosine < 0, ~settled

    angles = [2 * pi * (k + 0.5) / grid for k in range(grid)]
    shifted = [angle + 1e-3 for angle in angles]  # off the diagonals, which are invariant
    starts = floats([[[cos(a), sin(a)], [cos(b), sin(b)]] for b in angles for a in shifted])
    ends, lost = opposite(starts, max(inverse_steps))
    cells = (ends * 1).reshape(grid, grid)
    random = Draws(seed)
    found_share, low, high, undecided = [], [], [], []
    for inverse in inverse_steps:
        places = directions(random.normal((draws, 2, 2)))
        happens, open_ = opposite(places, inverse)
        ends_of = confidence_interval(int((happens & ~open_).sum()), draws, CONFIDENCE)
        found_share.append(float((happens & ~open_).mean()))
        low.append(ends_of[0])
        high.append(ends_of[1])
        undecided.append(int(open_.sum()))
    exact = Random(seed)
    hits = sum(dipole_fraction.tends_to_a_dipole(exact) for _ in range(draws))
    interval = confidence_interval(hits, draws, CONFIDENCE)
    chance = dipole_fraction.by_series()
    return {
        "first_angle": floats(shifted), "second_angle": floats(angles), "cells": cells,
        "undecided": floats([*undecided, int(lost.sum())]),
        "steps": floats([1 / inverse for inverse in inverse_steps]),
        "share": floats(found_share), "low": floats(low), "high": floats(high),
        "chance": floats([float(chance.mid())] * len(inverse_steps)),
        "flow_step": floats([0]), "flow": floats([hits / draws]), "flow_low": floats(interval[:1]),
        "flow_high": floats(interval[1:]), "draws": draws,
        "radius": float(chance.rad()),
    }


def shares(arrays: Arrays) -> Measured:
    """Measure the shares with their confidence intervals, beside the closed form."""
    chance = float(arrays["chance"][0])
    least = arrays["steps"].argmin()
    share, low, high = (float(arrays[name][0]) for name in ("flow", "flow_low", "flow_high"))
    inside = int(((arrays["low"] <= chance) & (chance <= arrays["high"])).sum())
    return {
        "chance by the closed form": Figure.of(chance, 1e-15 + float(arrays["radius"])),
        "starts for each share": int(arrays["draws"]),
        "share of the flow": f"{share:.4f} ({low:.4f} to {high:.4f})",
        "smallest step": f"{float(arrays['steps'][least]):.3g}",
        "share at the smallest step":
            f"{float(arrays['share'][least]):.4f} ({float(arrays['low'][least]):.4f} to "
            f"{float(arrays['high'][least]):.4f})",
        "steps whose interval holds the closed form": f"{inside} of {len(arrays['steps'])}",
        "the flow's interval holds it": "yes" if low <= chance <= high else "no",
        "share of the grid": f"{float(arrays['cells'].mean()):.4f}",
        "starts that were not decided": int(arrays["undecided"].sum()),
    }
