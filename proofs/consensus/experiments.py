"""Section 6: the paper's simulations and its protocol for pre-trained models, as experiments."""

from functools import partial

from verify.vocabulary import *

from .paper import PAPER
from .protocols import (
    eigenvalue_by_inertia,
    eigenvalue_by_signs,
    looped_network,
    many_dimensions,
    placements,
    random_values,
    sign_patterns,
    symmetric_value,
    towards_consensus,
    trace_length,
)


@statement("A-6.1.1", PAPER.label("Section 6.1.1", ICML="Section 5.1.1"), title="Full attention, ten tokens on the sphere",
           rests_on=(("A-R4.3", "probability"), "A-T4.1+"), position=(6, 1, 1), argued=False,
           printed=r"Ten tokens at random places of $\mathbb{S}^2$ follow (6) with two heads, printed $P_\eta(t) = "
                   r"D_\eta(t) P'_\eta$ and all other matrices drawn entry by entry from $[-0.5, 0.5]$. They start and "
                   "stay in a hemisphere, and converge to consensus.",
           relation="weaker", differs="We integrate the flow numerically and prove nothing.")
def full_attention(given: Given) -> Proof:
    yield claim("Ten tokens in a half of $S^2$ gather at least at the guaranteed rate, with the "
                "value matrix $I$ and two heads. With value matrices drawn as the text says they "
                "leave their hemisphere. Random places lie in one with probability $23/256$.",
                "hemisphere", "random value matrices", "probability", "placements")
    yield "Ten tokens in the half of the sphere $S^2$ that $v = (1, 0, 0)$ points to, full attention, the value " \
        "matrix $I$, two heads with $P_1(t)$ and $P_2(t)$ as printed. The guaranteed rate is that of the " \
        r"exponential bound, $l h m \sigma$, for $l$ tokens, $h$ heads, the least weight $m$ that the largest score " \
        r"of a head allows, and the least margin $\sigma$ at the start.", \
        Experiment(towards_consensus, seed=1, name="hemisphere",
                   full={"tokens": 10, "until": 8, "tolerance": 1e-10}, small={"tolerance": 1e-8}) \
        .shows("the tokens stay in their hemisphere", "largest fall of the least margin",
               at_most=Fraction(1, 10**4)) \
        .shows("they meet", "largest distance at the end", at_most=Fraction(1, 1000)) \
        .shows("they do so exponentially", "decay beyond the guaranteed rate", at_least=0) \
        .but_not("value matrix $-I$", value=-1) \
        .but_not("tokens anywhere on the sphere", start="sphere") \
        .but_not("pairs of opposite tokens, which no hemisphere holds", start="opposite pairs")
    yield "Read literally, the text draws all matrices but $P_1$ and $P_2$, with entries in " \
        "$(-1/2, 1/2)$. None of these is $I$, which the theorem that is illustrated asks for, " \
        "and such value matrices do not keep tokens in their hemisphere.", \
        Experiment(random_values, seed=1, name="random value matrices",
                   full={"tokens": 10, "draws": 40, "until": 6, "tolerance": 1e-9},
                   small={"draws": 3, "until": 4, "tolerance": 1e-7}) \
        .does_not_show("all tokens remain in a hemisphere",
                       "share of draws in which no token leaves the hemisphere", at_least=1)
    l = given(integer_scalar("l", at_least=1, latex=r"\ell"))
    n = given(integer_scalar("n_", at_least=0))
    yield "Nor do random places put ten tokens of $S^2$ into one hemisphere: their probability " \
        "to be in one is $23/256$.", \
        Counted(total(binomial(l - 1, mu) for mu in integers(0, n)) / power(2, l - 1),
                lambda l, n_: Fraction(sign_patterns(l, n_), 2**l), over={l: [10], n: [2]}, name="probability") \
        .but_not("$10/512$, by the printed formula",
                 formula=total(binomial(l - 1, mu) for mu in integers(0, n - 1)) / power(2, l - 1))
    yield "So the start was selected, or an event of 9 percent did occur. In the half that $v = (1, 0, 0)$ points " \
        "to, ten tokens are with the probability $2^{-10}$, unless they are put there.", \
        Experiment(placements, seed=1, name="placements", full={"tokens": 10, "count": 20000},
                   small={"count": 4000}) \
        .shows("about 9 percent lie in a hemisphere", "share of placements in some hemisphere",
               at_least=Fraction(23, 256) - Fraction(1, 50)) \
        .shows("no more than that do", "share of placements in some hemisphere",
               at_most=Fraction(23, 256) + Fraction(1, 50)) \
        .shows("hardly any lie in a given one", "share of placements in the given hemisphere",
               at_most=Fraction(1, 100)) \
        .does_not_show("random places are in a hemisphere as a rule",
                       "share of placements in some hemisphere", at_least=Fraction(1, 2)) \
        .does_not_show("only $10/512$ of them are, by the printed formula",
                       "share of placements in some hemisphere", at_most=Fraction(20, 512)) \
        .but_not("three tokens", tokens=3)


@statement("A-6.1.2", PAPER.label("Section 6.1.2", ICML="Section 5.1.2"),
           title="Causal attention, fifty tokens in 500 dimensions",
           rests_on=("A-6.0", "A-T4.1+"), position=(6, 1, 2), argued=False,
           printed=r"Fifty tokens on $\mathbb{S}^{499}$ follow the auto-regressive model with two heads, random "
                   r"$P'_\eta$ and $P_\eta = D_\eta(t) P'_\eta$, where $D_\eta$ is diagonal with entries $|2 "
                   r"\sin(\omega t + \phi)|$. Along 100 trajectories from random starts $E$ converges to 0.",
           relation="weaker", differs="We integrate the flow numerically and prove nothing.")
def causal_attention(given: Given) -> Proof:
    yield claim("Under causal attention with the value matrix $I$, fifty random tokens on "
                "$S^{499}$ all start in one hemisphere, and (25) tends to 0 in every run.", "mean distance")
    yield "Fifty tokens on $S^{499}$, causal attention, the value matrix $I$, two heads each with a matrix $P'$ " \
        "drawn entry by entry (in the range of the previous experiment, since none is given) times " \
        r"$|2 \sin(\omega t + \varphi)|$, with its own $\omega$ and $\varphi$; a hundred runs. In so many " \
        r"dimensions tokens are linearly independent almost surely, and then some covector $c$ has $c^\top y_i = 1$ " \
        "for all tokens $y_i$. So they start in one hemisphere, and the runs show consensus only from there: they " \
        "say nothing of the larger domain that the theorem claims.", \
        Experiment(many_dimensions, seed=1, name="mean distance",
                   full={"tokens": 50, "dimension": 500, "runs": 100, "until": 150,
                         "tolerance": 1e-10}, small={"tokens": 8, "dimension": 40, "runs": 4, "until": 30}) \
        .shows("the mean distance (25) tends to 0", "largest value of (25) at the end", at_most=Fraction(1, 100)) \
        .shows("it does so without detours", "largest rise of (25)", at_most=Fraction(1, 1000)) \
        .shows("the tokens are independent, hence in one hemisphere",
               "least singular value of the tokens", at_least=Fraction(1, 100)) \
        .but_not("value matrix $-I$", value=-1) \
        .but_not("the second token opposite to the first", start="opposite") \
        .but_not("a tenth of the time", until=3)


@statement("A-6.1.3", PAPER.label("Section 6.1.3", ICML="Section 5.1.3"), title="Symmetric value matrix",
           rests_on=("A-T5.2",), position=(6, 1, 3), argued=False,
           printed=r"Ten tokens with random starts on $\mathbb{S}^2$ follow the auto-regressive model with the printed "
                   r"symmetric $U$ and $P(t) = D(t) P'$. They converge to a consensus point, and $V_2 = 1 - v^\top y_2$ "
                   "tends to 0, though it may increase on the way.",
           relation="weaker", differs="We integrate the flow numerically and prove nothing.")
def symmetric(given: Given) -> Proof:
    yield claim("The printed symmetric value matrix has one positive eigenvalue, the largest but "
                "not the largest in modulus. Ten tokens in the hemisphere of its eigenvector "
                "tend to it, the second one not without detours.",
                "eigenvalue 3", "eigenvalue 2", "eigenvalue 1", "to the eigenvector")
    for number, decimal, wrong, sentence in (
        (3, "0.44029952", "0.44129952",
         r"The value matrix $U$ has the largest eigenvalue $\lambda$, positive"),
        (2, "-0.01925570", "0.01925570", "and simple, for the next one is negative:"),
        (1, "-1.42104382", "-0.42104382", r"But the least one is larger in size than $\lambda$, so "
                                          "the theorem on a dominant eigenvalue, for any mask, "
                                          "does not apply: the causal mask is needed."),
    ):
        yield sentence, \
            Value(decimal, 8, {
                "signs of the characteristic polynomial": partial(eigenvalue_by_signs, number),
                "counts of negative pivots": partial(eigenvalue_by_inertia, number)},
                name=f"eigenvalue {number}") \
            .but_not("another value", decimal=wrong)
    yield r"Ten tokens of $S^2$ in the open hemisphere of a unit eigenvector $v$ for $\lambda$, " \
        "causal attention, one head with $P(t)$ as printed. Of random starts about one in six " \
        "lets $V_2$ rise for a while, as the text says it may; this is one of them.", \
        Experiment(symmetric_value, seed=8, name="to the eigenvector",
                   full={"tokens": 10, "until": 30, "tolerance": 1e-10}, small={"tolerance": 1e-8}) \
        .shows("the tokens stay in the hemisphere of $v$", r"least $v^\top y_i$ of all times",
               at_least=Fraction(1, 100)) \
        .shows("they tend to $v$", "largest distance from $v$ at the end", at_most=Fraction(1, 100)) \
        .shows(r"$V_1 = 1 - v^\top y_1$ decreases", r"largest fall of $v^\top y_1$", at_most=Fraction(1, 1000)) \
        .shows(r"$V_2 = 1 - v^\top y_2$ need not", r"largest fall of $v^\top y_2$", at_least=Fraction(1, 1000)) \
        .but_not("value matrix $-U$", sign=-1) \
        .but_not("one token outside of the hemisphere", start="one outside") \
        .but_not("a tenth of the time", until=3)


@statement("A-6.2", PAPER.label("Section 6.2", ICML="Section 5.2"), title="Pre-trained and random transformers, looped",
           rests_on=("A-6.0",), position=(6, 2), argued=False,
           of_layers=OfLayers(answers=("loops of a norm",), protocol="a loop"),
           printed="One hundred random prompts of 200 tokens pass again and again through GPT-2 XL and GPT-Neo 2.7B, "
                   "with and without feed-forward layers, with trained and with random matrices. In all experiments the "
                   "average of $E$ tends to 0, which suggests that consensus is a property of the architecture.",
           relation="weaker", differs="Smaller networks were run.")
def looped_transformers(given: Given) -> Proof:
    p = given(integer_scalar("p", at_least=1))
    m = given(integer_scalar("m", at_least=1))
    yield claim("Looped through the blocks of a network, tokens tend to consensus. They also do so through its final "
                r"norm alone if that has a shift: it decreases distances by the factor $c / \sqrt{\|b\|^2 + c^2}$ a "
                "pass. Nothing is decided of the named checkpoints.",
                "trace", "pre-trained", "random weights", "weights drawn anew", "control", "one pass",
                "longer", "side")
    yield "The protocol: a hundred prompts of 200 tokens, uniform over the vocabulary, are embedded once and pass " \
        "through all blocks of GPT2 XL (48 layers) or GPT-Neo with 2.7 billion parameters (32 layers), again and " \
        "again; the final norm's output is the next pass's input. The mean distance (25) is taken of the residual " \
        "stream after every block, before the final norm, and averaged over prompts; by the authors' published " \
        "code, positions are added in the first pass only, and numbers have half precision. With the start, $p$ " \
        "passes through $m$ layers give", \
        Counted(p * m + 1, lambda p, m: trace_length(p, m), over={p: [1, 2, 3], m: [1, 2, 5]}, name="trace") \
        .but_not("without the start", formula=p * m) \
        .but_not("a value for each pass", formula=p + 1)
    yield "Printed, of these models:", \
        Undecided("in both the average of (25) tends to 0, with the feed-forward parts and without, for the "
                  "trained weights and for random ones, fixed or drawn anew in every pass",
                  needs="the protocol above on the checkpoints of GPT2 XL and of GPT-Neo 2.7B, each named by the hash "
                        "of its revision, beside a loop of each one's final norm alone", name="pre-trained") \
        .of("GPT2 xl", "GPTNeo 2.7B", says="the average of (25) tends to 0",
            figure="mean of (25) at the end", at_most=Fraction(1, 50))
    common = {"prompts": 8, "tokens": 16, "width": 32, "heads": 4, "layers": 6, "passes": 20}
    yield "Weights are the trained ones, or random and fixed, or random and drawn anew in every pass; " \
        "with the feed-forward parts or without. What follows is run on a small random network of the " \
        "same layout, and says nothing of the named ones. With all norms at their defaults " \
        "the blocks do bring the tokens together, as the text says, and the final norm does not.", \
        Experiment(looped_network, seed=62, name="random weights",
                   full={**common, "scale": 0.1, "shift": 0.0, "feed_forward": True}) \
        .shows("the tokens tend to consensus", "mean of (25) at the end", at_most=Fraction(1, 50)) \
        .shows("the final norm alone leaves them apart", "mean of (25) at the end of the norm alone",
               at_least=Fraction(1, 2)) \
        .does_not_show("tokens are normalised after every layer, as in (4)",
                       "growth of tokens from the first block of a pass to the last", at_most=Fraction(101, 100)) \
        .shows("(25) is taken prompt by prompt",
               "largest difference between (25) on a batch and by its definition", at_most=Fraction(1, 10**12)) \
        .but_not("a network without blocks", blocks=False) \
        .but_not("a final norm with a shift", shift=0.5)

    # Weights that are drawn anew in every pass, and a shift in the final norm.
    yield "So do weights that are drawn anew in every pass, without the feed-forward parts.", \
        Experiment(looped_network, seed=62, name="weights drawn anew",
                   full={**common, "scale": 0.1, "shift": 0.0, "feed_forward": False, "redrawn": True}) \
        .shows("the tokens tend to consensus", "mean of (25) at the end", at_most=Fraction(1, 50)) \
        .but_not("a network without blocks", blocks=False)
    yield "A trained final norm has a shift. With one, and with weights of the size that GPT2 starts " \
        "from, its loop alone brings the tokens together, and no later than the whole network does: a " \
        "decreasing (25) is then no evidence about attention, unless this control is told beside it.", \
        Experiment(looped_network, seed=62, name="control",
                   full={**common, "scale": 0.02, "shift": 0.5, "feed_forward": False}) \
        .shows("the tokens tend to consensus", "mean of (25) at the end", at_most=Fraction(1, 100)) \
        .shows("they do so without any block", "mean of (25) at the end of the norm alone",
               at_most=Fraction(1, 100)) \
        .shows("without them they do so no later", "mean of (25), the norm alone over the network", at_most=1) \
        .does_not_show("attention is what brings them together",
                       "mean of (25) at the end of the norm alone", at_least=Fraction(1, 2)) \
        .but_not("a final norm without a shift", shift=0.0)
    with given.scope():  # With equal gains a final norm takes tokens closer in every pass.
        b, c = given(any_vector("b")), given(positive_scalar("c"))
        u, w = given(unit_vector("u")), given(unit_vector("w"))
        x, y = b + c * u, b + c * w
        given(that(x @ x > 0))
        given(that(y @ y > 0))
        apart = x / norm(x) - y / norm(y)
        yield "Here is why. With equal gains a pass of the final norm takes the centred direction $u$ of a token to " \
            "that of $b + c u$, where $b$ is the centred shift. Two tokens $u$ and $w$ are then apart by", \
            Identity(norm(x) * norm(y) * (apart @ apart),
                     c**2 * ((u - w) @ (u - w)) - (norm(x) - norm(y)) ** 2, name="one pass") \
            .but_not("as before", right=norm(x) * norm(y) * ((u - w) @ (u - w)))
        yield "no more than $c |u - w|$, divided by lengths that exceed $c$ on the side that $b$ points to,", \
            Inequality(x @ x >= b @ b + c**2, name="longer", where=[b @ u >= 0]) \
            .but_not("on the other side, too", where=[])
        yield r"which no token leaves: each pass takes them closer, by $c / \sqrt{|b|^2 + c^2}$ at least.", \
            Inequality(b @ x >= 0, because=b @ b + c * (b @ u), name="side", where=[b @ u >= 0]) \
            .but_not("not even from the other side", where=[])
