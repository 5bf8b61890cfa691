"""The small examples of Figure 13, and two figures that show what our own statements add."""

from verify.statements.illustrations import Chart, Illustration, Regions, Series, Sphere

from .figure_runs import (
    REGIONS,
    attracting,
    basin_fractions,
    consensus_or_bipartite,
    counted,
    polygon_steps,
    shares,
    small_examples,
    stable_regions,
)
from .paper import PAPER
from .trained_model import of_the_model, recorded

LAYERS = "layer"
HEADS = (("one", "one head"), ("five", "five heads"), ("near", "near a bipartite state"))

small_figure = Illustration(
    name="B-13", label=PAPER.label("Figure 13"), illustrates=("B-X7", "B-L14", "B-T3"), seed=3,
    title="Consensus for one head and five, and a bipartite state with a small domain",
    run=small_examples, measure=consensus_or_bipartite,
    full={"starts": 1000, "tokens": 10, "layers": 300, "shown": 100, "pull": 0.35, "spread": 0.05,
          "near": 0.05},
    small={"starts": 60, "layers": 120, "shown": 30},
    says="Ten tokens of R^3, F = diag(1, 3/10, -1/2), P = 7/20 I and the step 1/2 (the numbers behind the printed "
         "figure are lost; these are others). Above all, one start each; below, the least |v_1^T x_i| of a start "
         "against the layer. Of {starts} random starts a share of {share that ends bipartite, one head} ends "
         "bipartite with one head, and {share that ends bipartite, five heads} with five whose matrices add up to F; "
         "at the end |v_1^T x_i| is at least {least |v_1^T x_i| at the end, one head} and {least |v_1^T x_i| at the "
         "end, five heads}. Of starts near five tokens at v_1 and five at -v_1 a share of {share that ends bipartite, "
         "near a bipartite state} stays there: the domain exists, and is small. Added up in another order, no "
         "coordinate at the end changes by more than {effect of rounding below}.",
    panels=(*(Sphere(f"{key}_paths", "v", "v₁", title) for key, title in HEADS),
            *(Chart((Series("thin", "layers", f"{key}_aligned", "", "sky"),
                     Series("median", "layers", f"{key}_aligned", "", "black")),
                    LAYERS, "least |v₁ᵀxᵢ|", least=None if key == "near" else 0.0) for key, _ in HEADS)),
    columns=3,
    arrays={"layers": "layers, 0 being the start", "v": "v_1",
            "rounding": "largest change of a coordinate at the end when tokens are reversed",
            **{f"{key}_{what}": f"{words}: {title}" for key, title in HEADS for what, words in
               (("paths", "tokens of one start, (layers, tokens, 3)"),
                ("aligned", "least |v_1^T x_i| of starts, (starts, layers)"),
                ("bipartite", "whether each start ends bipartite"),
                ("least", "least |v_1^T x_i| at the end, over all starts"))}},
)

stable_map = Illustration(
    name="stable-regions", label=PAPER.label("sharpens Theorem 3"), illustrates=("B-T3", "B-T3d", "B-R10"),
    title="Where two opposite groups attract", run=stable_regions, measure=counted,
    full={"tokens": 48, "columns": 240, "widest": 2}, small={"tokens": 16, "columns": 60},
    says="Bipartite states with p tokens at u and q at -u, g = u^T P u, for the step 1/5: left u = v_1 and the "
         "eigenvalues 1, 3/10, -1/2, right u = v_3 and 1, 3/10, -2. Each of the {states decided at each place} cells "
         "is decided exactly, in rationals, with e^{{2g}} a fraction. At v_1 {attracting at v_1} attract, {attracting "
         "at v_1 with g <= 0} of them with g <= 0; for equal groups from g = {least g that attracts at v_1, equal "
         "groups} on, where the theorem has artanh(3/10) = {artanh(3/10)} (a cell is {width of a cell in g} wide). At "
         "v_3 {attracting at v_d} attract, {attracting at v_d with g >= 0} of them with g >= 0. Dotted: where the "
         "mean of the smaller group changes its sign. The disc is the witness against Remark 10, which says that "
         "nothing attracts on the right.",
    panels=(Regions("g", "ratio", "first", REGIONS, "g", "p/q", "at v₁: eigenvalues 1, 3/10, −1/2",
                    "y", (Series("dotted", "mean_g", "ratio", "", "black"),)),
            Regions("g", "ratio", "last", REGIONS, "g", "p/q", "at v₃: eigenvalues 1, 3/10, −2",
                    "y", (Series("dotted", "mean_g_below", "ratio", "", "black"),
                          Series("points", "witness_g", "witness_ratio", "witness", "orange", at=0)))),
    arrays={"g": "u^T P u at the middle of a column", "ratio": "p/q of a row",
            "first": "at v_1: 1 attracting, 0 not", "last": "at v_3: 1 attracting, 0 not",
            "first_verdicts": "at v_1: 0 stable, 1 unstable, 2 neutral, 3 not at rest",
            "last_verdicts": "at v_3: 0 stable, 1 unstable, 2 neutral, 3 not at rest",
            "mean_g": "|log(p/q)|/2", "mean_g_below": "-|log(p/q)|/2", "threshold": "artanh(3/10)",
            "witness_g": "g of the witness, -log 3", "witness_ratio": "its p/q"},
)

polygon_chart = Illustration(
    name="polygon-chart", label=PAPER.label("refutes Lemma 15"), illustrates=("B-L15", "B-T3", "B-CT4"),
    title="Where two opposite tokens that see 0 attract", run=polygon_steps, measure=attracting,
    full={"columns": 400}, small={"columns": 100},
    says="Tokens at e_1 and -e_1, V = (3, 1; 1, 3) and P = (0, k; k, 0), so that every token sees 0. In "
         "the shaded region all multipliers, 1 + t (3 + k), 1 + 2 t k and 1 + t k for the step t, are inside the "
         "unit circle, and tokens nearby are attracted. At the disc, the witness, they are {multipliers}. Printed "
         "is that no such state attracts, for any step below 1/|V| = 1/4.",
    panels=(Chart((Series("band", "step", "middle", "attracting", "sky", "floor", "most", at=0.05),
                   Series("line", "step", "least", "k = −1/t", "blue"),
                   Series("dashed", "step", "most", "k = −3", "orange"),
                   Series("points", "witness_step", "witness_entry", "witness", "black", at=0)),
                  "step t of the layer", "entry k of the score matrix P"),),
    arrays={"step": "steps t below 1/4", "least": "entries k above which the pair attracts, where they are at least -20",
            "floor": "the same, at least -20", "most": "entries k below which it attracts",
            "middle": "-12, for a label", "witness_step": "the step of the witness",
            "witness_entry": "its entry k"},
)

basins = Illustration(
    name="basins", label=PAPER.label("extends Theorem 2"), illustrates=("B-T2",), seed=7,
    title="How often two tokens end opposite to each other", run=basin_fractions, measure=shares,
    full={"grid": 200, "draws": 20000, "inverse_steps": (2, 4, 8, 16, 32)},
    small={"grid": 40, "draws": 1000, "inverse_steps": (2, 4, 8)},
    says="Two tokens on the circle, V = diag(1, -1), no scores. Left, which starts end opposite to each other, by "
         "layers with the step {smallest step}. Right, the share of {starts for each share} random starts that do so, "
         "against the step, with Clopper-Pearson intervals of 95 percent; as the step becomes small it should tend to "
         "the chance of the flow, {chance by the closed form} in closed form (line). At the smallest step it is "
         "{share at the smallest step}; decided for the flow itself, in balls, {share of the flow}. Starts left "
         "undecided: {starts that were not decided}.",
    panels=(Regions("first_angle", "second_angle", "cells", ("same place", "opposite"),
                    "angle of the first token", "angle of the second token"),
            Chart((Series("line", "steps", "chance", "closed form", "orange"),
                   Series("points", "steps", "share", "layers", "blue", "low", "high"),
                   Series("hollow", "flow_step", "flow", "flow", "black", "flow_low", "flow_high", at=0)),
                  "step", "share that ends opposite")),
    arrays={"first_angle": "angles of the first token, columns",
            "second_angle": "angles of the second token, rows",
            "cells": "1 where both end opposite to each other", "steps": "steps of the layers",
            "share": "share of random starts that end opposite", "low": "lower ends of the intervals",
            "high": "upper ends of the intervals", "chance": "the chance in closed form",
            "flow_step": "0, the flow's step", "flow": "share for the flow, decided in balls",
            "flow_low": "lower end of its interval", "flow_high": "upper end of its interval",
            "undecided": "starts not decided, for each step and for the grid",
            "draws": "random starts for each share", "radius": "how far the closed form may be off"},
)

real_model = Illustration(
    name="real-model", label=PAPER.label("Section 3"), illustrates=("B-X3",),
    title="A trained model: spectra by layer, and distance by depth",
    run=recorded, measure=of_the_model, full={},
    says="all-MiniLM-L6-v2, a BERT of six layers that the paper does not use, measured once; these are the "
         "recorded numbers. Left, real parts of the layer matrix of each layer: the twelve largest and the twelve "
         "least of 384 eigenvalues, and the largest (bold), from {least largest real part} to {largest real part}. "
         "Right, attention alone, without feed-forward parts, biases and positions: the mean distance of two "
         "of ten random unit tokens, the median of 20 starts. After the six layers {distance left after the layers} "
         "of it is left; when the last layer is repeated 24 times, {distance left when the last is repeated}.",
    panels=(Chart((Series("points", "number", "real", "", "sky"), Series("median", "layers", "first", "", "black")),
                  LAYERS, "real part of eigenvalues"),
            Chart((Series("line", "passed", "once", "all six", "blue", at=0.9),
                   Series("dashed", "repeated", "last", "the last, repeated", "orange", at=0.6)),
                  "layers passed", "mean distance", logarithmic="y")),
    arrays={"number": "layer of each eigenvalue", "real": "their real parts", "layers": "layers",
            "first": "largest real part by layer", "passed": "layers passed", "repeated": "layers passed",
            "once": "distance after each of the six layers", "last": "distance when the last one is repeated"},
)
