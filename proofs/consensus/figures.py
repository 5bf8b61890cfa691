"""The figures of section 6, and three that show what our own statements add."""

from verify.statements.illustrations import Chart, Illustration, Series, Sphere

from .figure_runs import (
    by_mask,
    enclosed,
    gathering,
    gathering_by_mask,
    lost_token,
    many_runs,
    masks,
    on_the_sphere,
    polynomially,
    to_consensus,
    turning_to,
    two_norms,
)
from .paper import PAPER
from .phase_portrait import portrait, separated
from .what_is_needed import ROOTED, ROOTLESS, apart, bent, edge_of_hemisphere, masks_as_graphs

TIME = "time t"
FULL = {"tokens": 10, "until": 8, "tolerance": 1e-10, "samples": 400, "causal": False}
CAUSAL = {"tokens": 10, "until": 30, "tolerance": 1e-10, "samples": 600, "causal": True}
ON_SPHERE = {
    "times": "times",
    "paths": "every token at every time, (times, tokens, 3)",
    "point": "the point v whose half of the sphere the tokens begin in",
    "distances": "V_i = 1 - v^T y_i, (tokens, times)",
    "error": "estimate of every token's distance from the solution, at every time",
}
PAIR = {"first": "V_1", "second": "V_2"}
SPREAD = {
    "largest": "V, the largest of the V_i",
    "spread": "largest difference of a coordinate of y_i / v^T y_i, over tokens and coordinates",
    "guaranteed": "the spread at the start times e^(-rate t), with the guaranteed rate",
    "rate": "the guaranteed rate: l h m sigma of the exponential bound",
    "steepness": "by how much an error of a token may change the spread, at most, at every time",
}

tokens_under_full_attention = Illustration(
    name="A-1", label=PAPER.label("Figure 1"), illustrates=("A-6.1.1", "A-T4.1"), seed=1,
    title="Ten tokens of the sphere under full attention",
    run=on_the_sphere, measure=gathering, full=FULL, small={"tolerance": 1e-8, "samples": 160},
    says="Ten tokens of S^2 that begin (circles) in the half to which v = (1, 0, 0) points, whose "
         "edge is outlined, follow full attention with two heads, P_1(t) and P_2(t) as printed and "
         "U = I, and meet (discs). No token is farther from its solution than {error of a token "
         "below}, as a finer run tells.",
    panels=(Sphere("paths", "point", "v"),), arrays=ON_SPHERE | SPREAD,
)

lyapunov_under_full_attention = Illustration(
    name="A-2", label=PAPER.label("Figure 2"), illustrates=("A-6.1.1", "A-T4.1", "A-T4.1+"), seed=1,
    title="The Lyapunov function under full attention, and the guaranteed rate",
    run=on_the_sphere, measure=gathering, full=FULL, small={"tolerance": 1e-8, "samples": 160},
    says="V = max (1 - v^T y_i) for the tokens of A-1. It falls from {V at the start}; from one sample to the next it "
         "rises by less than {rise of V between samples below}. Its limit need not be 0, for tokens meet elsewhere "
         "than at v. What tends to 0 is the spread of their gnomonic images y_i / v^T y_i: at the rate {decay of the "
         "spread} over the whole run, where the exponential bound guarantees {guaranteed rate} (dashed). Tokens are "
         "within {error of a token below} of the solution.",
    panels=(Chart((Series("line", "times", "largest", "V", "blue"),), TIME, "V = max (1 − vᵀyᵢ)",
                  least=0.0),
            Chart((Series("line", "times", "spread", "spread", "blue"),
                   Series("dashed", "times", "guaranteed", "guaranteed", "orange")),
                  TIME, "largest spread of the images", logarithmic="y")),
    arrays=ON_SPHERE | SPREAD,
)

MANY = {"runs": 100, "tokens": 50, "dimension": 500, "until": 150, "tolerance": 1e-10, "samples": 300}
FEW = {"runs": 6, "tokens": 8, "dimension": 40, "until": 100, "tolerance": 1e-9, "samples": 120}
IN_MANY_DIMENSIONS = {
    "times": "times",
    "mean": "the mean distance (25), (runs, times)",
    "each": "1 - cos(y_1, y_i) for every token of the first run of each part, (tokens, times)",
    "known": "the same until its error reaches it, then not a number",
    "error": "estimate of any token's distance from the solution, (runs, times)",
}

one_run_in_many_dimensions = Illustration(
    name="A-3", label=PAPER.label("Figure 3"), illustrates=("A-6.1.2", "A-6.0"), seed=1,
    title="Fifty tokens in 500 dimensions under causal attention, token by token",
    run=many_runs, measure=to_consensus, full=MANY | {"runs": 1}, small=FEW | {"runs": 1},
    says="The first of the runs of A-4: $1 - \\cos(y_1, y_i)$ for every token (thin), and their mean, "
         "(25). Tokens begin nearly orthogonal, as random ones in so many dimensions are, and under "
         "the causal mask all are drawn to the first. The mean ends at {largest (25) at the end}; "
         "tokens are within {error of a token below} of the solution.",
    panels=(Chart((Series("thin", "times", "each", "", "grey"),
                   Series("line", "times", "mean", "mean (25)", "blue")),
                  TIME, "1 − cos(y₁, yᵢ)", least=0.0),),
    arrays=IN_MANY_DIMENSIONS,
)

many_runs_in_many_dimensions = Illustration(
    name="A-4", label=PAPER.label("Figure 4"), illustrates=("A-6.1.2", "A-6.0", "A-T5.1+"), seed=1,
    title="The mean distance to the first token, in a hundred runs",
    run=many_runs, measure=to_consensus, full=MANY, small=FEW, counts="runs", at_once=10,
    stacked=("mean", "known", "error"),
    says="The mean distance (25) in {runs} runs of tokens under causal attention with two heads, the "
         "same for all, with $|2 \\sin(\\omega t + \\varphi)|$ as factors. It falls from between {(25) at the "
         "start, at least} and {(25) at the start, at most} to {largest (25) at the end} at most, its "
         "median to {median of (25) at the end}. The starts are linearly independent, hence in one "
         "hemisphere: the runs say nothing of starts that are not. Of all runs no token is farther "
         "from its solution than {error of a token below}, as a finer run tells, run by run.",
    panels=(Chart((Series("thin", "times", "mean", "", "sky"),
                   Series("median", "times", "mean", "", "black")), TIME,
                  "E, the mean distance (25)", least=0.0),
            Chart((Series("thin", "times", "known", "", "sky"),
                   Series("median", "times", "known", "median", "black")), TIME,
                  "E, the mean distance (25)", logarithmic="y")),
    arrays=IN_MANY_DIMENSIONS,
)

tokens_with_a_symmetric_value = Illustration(
    name="A-5", label=PAPER.label("Figure 5"), illustrates=("A-6.1.3", "A-T5.2"), seed=8,
    title="Ten tokens of the sphere under causal attention with a symmetric value matrix",
    run=on_the_sphere, measure=turning_to, full=CAUSAL, small={"tolerance": 1e-8, "samples": 200},
    says="Ten tokens of S^2 that begin (circles) in the half to which v points, the eigenvector of "
         "U's largest eigenvalue, follow causal attention with one head, P(t) as printed, and end "
         "(discs) next to v (star): the largest of 1 - v^T y_i is {largest of all V_i at the end} at "
         "the end. No token is farther from its solution than {error of a token below}.",
    panels=(Sphere("paths", "point", "v"),), arrays=ON_SPHERE | PAIR,
)

lyapunov_with_a_symmetric_value = Illustration(
    name="A-6", label=PAPER.label("Figure 6"), illustrates=("A-6.1.3", "A-T5.2"), seed=8,
    title="How far tokens are from the eigenvector",
    run=on_the_sphere, measure=turning_to, full=CAUSAL, small={"tolerance": 1e-8, "samples": 200},
    says="V_i = 1 - v^T y_i for the tokens of A-5. That of the first token falls: what it may "
         "rise is below {rise of V_1 below}. That of the second may rise, as the text says, and here it "
         "does, by {largest rise of V_2}. Tokens are within {error of a token below} of the solution.",
    panels=(Chart((Series("thin", "times", "distances", "", "grey"),
                   Series("line", "times", "first", "V₁", "blue", at=0.2),
                   Series("dashed", "times", "second", "V₂", "orange", at=0.08)),
                  TIME, "Vᵢ = 1 − vᵀyᵢ", least=0.0),),
    arrays=ON_SPHERE | PAIR,
)

phase_portrait = Illustration(
    name="phase-portrait", label=PAPER.label("refutes Theorem 5.1"), illustrates=("A-T5.1", "A-T5.1+"),
    title="Where the third of three tokens goes", run=portrait, measure=separated,
    full={"starts": 24, "edge": 0.01, "near": 1e-4}, small={"starts": 12},
    says="Three tokens on a circle, causal attention, P = 0 and U = I; the first is at the angle 0. All motion (thin) "
         "is towards the middle, where the second token has reached the first. Below the line of lost starts the "
         "third token turns back to the first, above it goes on to it around the circle. On the line it goes to the "
         "antipode (circle), which is the saddle of this portrait: from (1, {angle that is lost at 1}) along the bold "
         "orbit. Printed is that only the starts at the antipode are lost.",
    panels=(Chart((Series("band", "second", "back", "turns back", "sky", "floor", "lost", at=0.03),
                   Series("band", "second", "on", "goes around", "yellow", "lost", "top", at=0.03),
                   Series("thin", "right", "right_third", "", "grey"),
                   Series("thin", "left", "left_third", "", "grey"),
                   Series("line", "second", "lost", "lost", "orange"),
                   Series("median", "trapped", "trapped_third", "", "black"),
                   Series("points", "start", "start_third", "", "black"),
                   Series("points", "consensus", "consensus_third", "", "blue"),
                   Series("hollow", "saddle", "saddle_third", "", "orange")),
                  "angle of the second token", "angle of the third token"),),
    arrays={
        "second": "angle of the second token along the line of lost starts", "lost": "angle of the third there",
        "floor": "-1", "top": "2 pi + 1", "back": "pi/2, for a label", "on": "3 pi/2, for a label",
        **{f"{side}{end}": f"{which} token along orbits from the {side}" for side in ("right", "left")
           for end, which in (("", "second"), ("_third", "third"))},
        **{f"{name}{end}": f"{which} token {words}" for name, words in
           (("trapped", "of the trapped orbit"), ("start", "at its start"), ("saddle", "at the saddle"),
            ("consensus", "at consensus")) for end, which in (("", "second"), ("_third", "third"))},
    },
)

exceptional_arc = Illustration(
    name="exceptional-arc", label=PAPER.label("extends Theorem 5.1"), illustrates=("A-T5.1", "A-T5.1+"),
    title="The third token that is lost, against the second", run=lost_token, measure=enclosed,
    full={"angles": 40, "since": 20, "digits": 6}, small={"angles": 7, "since": 16, "digits": 4},
    counts="angles", at_once=5,
    stacked=("second", "no_scores", "no_scores_low", "no_scores_high", "P_is_I", "P_is_I_low",
             "P_is_I_high", "antipode", "edge"),
    says="Three tokens on a circle, causal attention, one head, U = I. With the first at the angle 0 and "
         r"the second at $\theta_2$ there is just one place from which the third ends opposite to the "
         r"first and not with it. It is never the antipode $\pi$ itself but on the arc between $\pi$ and "
         r"$\pi + \theta_2$ (shaded), at {largest angle, no scores} for the largest $\theta_2$ without scores. "
         "With P = I it is lower at {angles at which that of P = I is certainly lower} of {angles} angles "
         "and higher at {angles at which it is certainly higher}. Each is enclosed in balls, rigorously, in an interval shorter than "
         "{widest enclosure below}.",
    panels=(Chart((Series("band", "second", "antipode", "", "sky", "antipode", "edge"),
                   Series("dotted", "second", "edge", "π + θ₂", "grey"),
                   Series("line", "second", "no_scores", "P = 0", "blue"),
                   Series("dashed", "second", "P_is_I", "P = I", "orange"),
                   Series("dotted", "second", "antipode", "antipode π", "grey")),
                  "angle θ₂ of the second token", "angle θ₃ of the third token that is lost"),),
    arrays={
        "second": "angles of the second token", "antipode": "pi", "edge": "pi + theta_2",
        **{key: f"the third token's angle, {words}" for key, words in
           (("no_scores", "without scores"), ("P_is_I", "with P = I"))},
        **{f"{key}_{end}": f"{side} bound of it, {words}"
           for key, words in (("no_scores", "without scores"), ("P_is_I", "with P = I"))
           for end, side in (("low", "lower"), ("high", "upper"))},
    },
)

MASKS = tuple(masks(2))
LINES = (Series("line", "times", "spread_0", MASKS[0], "blue"),
         Series("dashed", "times", "spread_1", MASKS[1], "orange"),
         Series("line", "times", "spread_2", MASKS[2], "green"),
         Series("dotted", "times", "spread_3", MASKS[3], "purple"),
         Series("dashed", "times", "spread_4", MASKS[4], "black"))

rates_by_mask = Illustration(
    name="mask-rates", label=PAPER.label("extends Theorem 4.1"), illustrates=("A-T4.1++",), seed=3,
    title="How fast tokens gather under a mask, and how fast they must",
    run=gathering_by_mask, measure=by_mask,
    full={"tokens": 8, "until": 60, "tolerance": 1e-11, "samples": 400, "height": 0.3},
    small={"until": 40, "tolerance": 1e-11, "samples": 120},
    says="Eight tokens of a half circle, no scores, U = I, one head, the same start under five masks. "
         "Left, the spread of their gnomonic images. Right, the rate at which it falls in the later "
         "half of what is known of it (discs) and the rate that is proved for every start with the same "
         "margin (circles): never more than what is measured, which is at least {least measured rate over "
         "the proved one} times as much. A mask with a token that all see has a rate of its own; for "
         "the others a bound has to hold for every graph of that kind, and is far off. Errors of the "
         "spread are below {largest error of a spread below}; a line ends where they would drown it.",
    panels=(Chart(LINES, TIME, "spread of the images", logarithmic="y"),
            Chart((Series("points", "measured", "rows", "", "blue"),
                   Series("hollow", "proved", "rows", "", "orange")),
                  "rate: measured ●, proved ○", "", logarithmic="x",
                  ticks=MASKS)),
    arrays={"times": "times", "rows": "the masks, counted from 0", "measured": "measured rates",
            "measured_error": "how far these may be off",
            "proved": "proved rates", "errors": "errors of the spreads, (masks, times)",
            **{f"spread_{k}": f"spread of the images: {name}" for k, name in enumerate(MASKS)}},
)

pre_norm = Illustration(
    name="pre-norm", label=PAPER.label("extends Remark 2.3"), illustrates=("A-R2.3+",), seed=4,
    title="Normalised before a layer, tokens gather polynomially; after it, exponentially",
    run=two_norms, measure=polynomially,
    full={"tokens": 10, "until": 10000, "samples": 240, "tolerance": 1e-10, "ratio": 2.0},
    small={"until": 1000, "samples": 60, "tolerance": 1e-8},
    says="The tangent of half the largest angle between two tokens, no scores, U = I. Normalised after a layer, on "
         "the sphere, two tokens meet at the rate {rate after a layer, two tokens}. Normalised before it they run "
         "away from 0, attention moves their directions less and less, and the angle falls like a power of t: the "
         "exponent is {exponent of t before a layer, two tokens} in the last decade of time for two tokens, and "
         "{exponent of t before a layer, many tokens} for random ones of S^2. For two tokens both are known in closed "
         "form, from which the runs differ by {largest relative error before a layer, by the closed form} and "
         "{largest relative error after a layer to time 20, by the closed form}, relatively; for more they differ by "
         "{relative difference from a hundredth of the tolerance, many tokens} from a run at a hundredth of the "
         "tolerance.",
    panels=(Chart((Series("line", "times", "pre_two", "two tokens,\nbefore", "blue"),
                   Series("dashed", "times", "pre_many", "ten tokens,\nbefore", "sky"),
                   Series("line", "early", "post_two", "two tokens, after", "orange", at=0.95),
                   Series("dashed", "early", "post_many", "", "yellow"),
                   Series("dotted", "times", "slope", "√2 r/t", "grey", at=0.3)),
                  TIME, "tangent of half the largest angle", logarithmic="xy"),),
    arrays={
        "times": "times", "early": "times up to 40", "slope": "sqrt(2) r / t, for t > 5",
        "pre_two": "two tokens, normalised before a layer", "pre_two_exact": "the same in closed form",
        "post_two": "two tokens, on the sphere", "post_two_exact": "the same in closed form",
        "pre_many": "random tokens, normalised before a layer",
        "pre_many_finer": "the same at a hundredth of the tolerance",
        "post_many": "random tokens, on the sphere",
    },
)

open_hemisphere = Illustration(
    name="open-hemisphere", label=PAPER.label("Theorem 4.1"), illustrates=("A-T4.1",),
    title="Inside an open hemisphere, and on its edge",
    run=edge_of_hemisphere, measure=bent, full={"until": 16, "tolerance": 1e-10, "samples": 60},
    small={"samples": 24},
    says="Left: three pairs of tokens in the open half of v, whose edge is outlined; each token sees its partner, and "
         "a pair meets along its great circle. Middle: the gnomonic images y / v^T y of the same paths. Great circles "
         "become straight lines (within {distance from the lines below}), and so attention draws images together as "
         "it does in a plane. Right: where the hypothesis ends. Three tokens on the edge itself, all of which see "
         "each other, are at an equilibrium: they move by less than {motion on the edge below}, and never meet.",
    panels=(Sphere("inside", "point", "v", title="inside: pairs meet"),
            Chart(tuple(Series("line", f"x_{i}", f"y_{i}", "", "blue") for i in range(6)),
                  "second coordinate / first", "third coordinate / first", title="images: straight lines"),
            Sphere("edge", "point", "v", title="on the edge: no motion")),
    arrays={"inside": "pairs inside, (times, tokens, 3)", "edge": "tokens of the edge, (times, tokens, 3)",
            "point": "v", **{f"{axis}_{i}": f"image of token {i + 1}, {axis}" for axis in "xy" for i in range(6)}},
)

root_of_a_mask = Illustration(
    name="mask-roots", label=PAPER.label("extends Theorem 4.1"), illustrates=("A-T4.1++",),
    title="Who sees whom: a mask that gathers, and one that does not",
    run=masks_as_graphs, measure=apart, full={"until": 60, "tolerance": 1e-10},
    says="An arrow leads from a token to one that it sees. Left, every token reaches token 1 along arrows: it is the "
         "root (orange), and all tokens of a half circle gather, here to within {largest distance at the end, with a "
         "root}. Right, two groups (orange, {tokens in closed groups} tokens) see nobody else: no token is a root, "
         "each group keeps its own limit, and the same start ends {largest distance at the end, without} apart.",
    panels=tuple(Chart((Series("arrows", f"{name}_x", f"{name}_y", "", "grey"), Series("nodes", "x", "y", "", "blue"),
                        Series("nodes", "x", f"{name}_closed", "", "orange")), "", "", title=title)
                 for name, title in (("rooted", ROOTED), ("rootless", ROOTLESS))),
    arrays={"x": "places of the tokens", "y": "their heights",
            **{f"{name}_{key}": f"{name} mask: {words}" for name in ("rooted", "rootless") for key, words in
               (("x", "ends of arrows"), ("y", "their heights"), ("closed", "heights of closed groups"),
                ("apart", "largest distance of two tokens at the end"))}},
)
