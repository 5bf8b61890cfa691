"""Section 3 and Appendix B: the paper's experiments as protocols, run on generated weights.

What is run is of random weights of the same layout, and of layer matrices with the spectra that the
text finds. What the text says of trained models stands beside it, undecided: a run on other weights
neither bears it out nor contradicts it.
"""


from verify.vocabulary import *

from .paper import PAPER
from .protocols import autonomous, cumulative, layer_varying, reduction, small_example, steering

NETWORK = {"prompts": 100, "tokens": 10, "width": 64, "heads": 8}
SMALL = {"prompts": 10, "width": 32, "heads": 4}
ALIGNED, FEW = "mean alignment at the end", Fraction(1, 100)
# The trained models but for ALBERT, as table 1 has them; and what "nearly all" is taken for.
NINE = ("BERT base", "BERT large", "GPT2 small", "GPT2 medium", "GPT2 large", "GPT2 xl", "GPTNeo 125M",
        "GPTNeo 1.3B", "GPTNeo 2.7B")
NEARLY_ALL = Fraction(9, 10)


@statement("B-X0", PAPER.label("Appendix B"), title="The reduced dynamics", rests_on=("B-A",),
           position=(4, 0, 1), argued=False,
           of_layers=OfLayers(protocol="the reduction", answers=("odd layers",)),
           printed="The experiments keep the attention of each layer, with its own matrices, the skip connection and a "
                   r"normalisation to length 1, with $\tau = 1$. Embedding and feed-forward parts are removed. Tokens "
                   "start from a normal distribution.",
           relation="weaker", differs="Printed as a protocol; that two forms of it agree is computed, not proved.")
def reduced(given: Given) -> Proof:
    yield claim(
        "The reduced layer is attention with its own matrices, the residual connection and a normalisation to length "
        "1. Computed with rows and heads side by side, as libraries do, it agrees with the sum over heads of the text "
        "for columns, for full and for causal attention.",
        "number of tokens", "full attention", "causal attention")
    prompts, tokens = (given(integer_scalar(name, at_least=1)) for name in ("p", "t"))
    yield "A layer keeps its attention, with its own queries, keys, values and output matrix, the residual " \
        "connection and a normalisation to length 1; the step is 1. Embedding, feed-forward part, biases and the " \
        "gains of norms are removed. Tokens are normal and normalised, a hundred prompts of ten, say: the text, as " \
        "far as it can be read, has more than 1000.", \
        Counted(prompts * tokens, lambda p, t: sum(1 for _ in range(p) for _ in range(t)),
                over={prompts: [1, 10, 100], tokens: [1, 10]}, name="number of tokens") \
        .but_not("a token a prompt", formula=prompts)
    for word, causal in (("full", False), ("causal", True)):
        step = Experiment(reduction, seed=1, name=f"{word} attention",
                          full={**NETWORK, "causal": causal}, small=SMALL) \
            .shows("it is the same layer", "largest difference from the stored layer",
                   at_most=Fraction(1, 10**12)) \
            .shows("tokens are on the sphere", "largest difference of a length from 1",
                   at_most=Fraction(1, 10**10)) \
            .shows("it is odd", "largest difference between a layer of the opposite tokens and the opposite of a layer",
                   at_most=Fraction(1, 10**12))
        if causal:
            step = step.shows("the first token sees itself alone",
                              "largest difference of the first token from its own step",
                              at_most=Fraction(1, 10**10))
        yield f"Computed as libraries do, with rows and heads side by side, {word} attention gives the sum " \
            "over heads of the text, for columns.", \
            step.but_not("rows and columns of $F$ exchanged", transposed=True) \
                .but_not("without the normalisation", normalise=False)


@statement("B-X1", PAPER.label("Section 3"), title="ALBERT, autonomous", rests_on=("B-X0", "B-C1"),
           position=(3, 1), argued=False,
           of_layers=OfLayers(protocol="one layer again and again"),
           printed=r"All four ALBERT models quickly reach consensus. In the base and large models $\lambda_1$ is real, "
                   "$v_1$ and $v_2$ are nearly collinear, and tokens align with the span of the two. In the xlarge and "
                   r"xxlarge models $\lambda_1$ is complex, and tokens align with its plane, for xxlarge only with "
                   "additional layers.",
           relation="weaker", differs="Nothing is proved of the trained models.")
def one_layer_repeated(given: Given) -> Proof:
    yield claim(
        "ALBERT itself was not run; this is measured on random layers whose spectra are of the kinds that the text "
        "reports of it. Tokens reach the principal eigenvector, or the plane of two close eigenvalues or of a complex "
        "pair, within the layers of the model (with a small pair in more). They end elsewhere where another "
        r"$|1 + \lambda_k|$ exceeds $|1 + \lambda_1|$.",
        "two close ones", "a larger negative one", "a negative one that is too large",
        "a wide pair", "a complex pair", "a small pair", "a small pair, prolonged", "ALBERT")
    common = {"prompts": 100, "tokens": 10, "heads": 1}
    few = {"prompts": 10}

    def run(name: str, spectrum: str, layers: int) -> Experiment:
        return Experiment(autonomous, seed=2, name=name, small=few,
                          full={**common, "spectrum": spectrum, "layers": layers})

    yield "In ALBERT all layers are one. The text sorts its four variants by their spectra, measures the " \
        "alignment with the principal eigenvector or plane, and finds consensus. The layers here have " \
        "such spectra and are otherwise random. Two real eigenvalues that are close (the base variant): " \
        "tokens gather on the plane of both, in 12 layers.", \
        run("two close ones", "two close ones", 12) \
        .shows("the principal eigenvalue is real", "case", at_most=1) \
        .shows("tokens reach the plane", ALIGNED, at_least=Fraction(99, 100)) \
        .shows("they reach consensus", "mean distance of tokens at the end", at_most=FEW) \
        .but_not("one layer", layers=1)
    yield "A real one, with a negative one that is larger in size (the large variant): 24 layers do.", \
        run("a larger negative one", "a larger negative one", 24) \
        .shows("tokens reach the eigenvector", ALIGNED, at_least=Fraction(99, 100)) \
        .shows("they reach consensus", "mean distance of tokens at the end", at_most=FEW) \
        .but_not("a larger one still", spectrum="a negative one that is too large")
    yield r"That the real part of $\lambda_1$ is the largest would not be enough, as the text " \
        r"omits: $|1 + \lambda_1|$ has to be largest, so the negative one is to be above " \
        r"$-\lambda_1 - 2$. Below that tokens still meet, but elsewhere.", \
        run("a negative one that is too large", "a negative one that is too large", 24) \
        .shows("the gap of the real parts is there", "gap of the real parts", at_least=1) \
        .shows(r"$|1 + \lambda_1|$ is "
               "not the largest", "squared modulus of the first multiplier less the largest other", at_most=0) \
        .does_not_show("tokens reach the eigenvector", ALIGNED, at_least=Fraction(9, 10)) \
        .but_not("no gap of this size", spectrum="a complex pair", layers=12)
    yield "A wide complex pair behind a real eigenvalue misleads in the same way.", \
        run("a wide pair", "a wide pair behind a real one", 24) \
        .shows("the gap of the real parts is there", "gap of the real parts", at_least=Fraction(1, 4)) \
        .does_not_show("tokens reach the eigenvector", ALIGNED, at_least=Fraction(9, 10)) \
        .but_not("two close ones", spectrum="two close ones")

    with given.scope():  # The variants with a complex pair, and what is said of ALBERT itself.
        yield "A complex pair (the xlarge variant): tokens reach its plane, where they go on turning.", \
            run("a complex pair", "a complex pair", 24) \
            .shows("the principal eigenvalues are a pair", "case", at_least=2) \
            .shows("tokens reach the plane", ALIGNED, at_least=Fraction(99, 100)) \
            .shows("they reach consensus", "mean distance of tokens at the end", at_most=FEW) \
            .but_not("a real principal one", spectrum="a larger negative one")
        yield "With a small pair (the xxlarge variant) the 12 layers are too few,", \
            run("a small pair", "a small complex pair", 12) \
            .does_not_show("tokens reach consensus", "mean distance of tokens at the end", at_most=FEW) \
            .shows("they have come closer", "mean distance, the end over the start", at_most=Fraction(1, 2)) \
            .but_not("one layer", layers=1)
        yield "and more of the same layer bring the tokens together.", \
            run("a small pair, prolonged", "a small complex pair", 60) \
            .shows("tokens reach consensus", "mean distance of tokens at the end", at_most=FEW) \
            .shows("they reach the plane", ALIGNED, at_least=Fraction(99, 100)) \
            .but_not("four layers", layers=4)
        yield "Printed, of ALBERT itself:", \
            Undecided("base and large have a real principal eigenvalue, xlarge and xxlarge a complex pair; random "
                      "tokens end next to its eigenvector or its plane and meet, in xxlarge after more layers, and "
                      "none ends bipartite",
                      needs="the spectra of the layer matrices and the runs on the checkpoints of the four ALBERT, "
                      "each named by the hash of its revision", name="ALBERT") \
            .of("ALBERT base", "ALBERT large", says="the principal eigenvalue is real", figure="case", at_most=1) \
            .of("ALBERT xlarge", "ALBERT xxlarge", says="the principal eigenvalues are a pair",
                figure="case", at_least=2) \
            .of("ALBERT xlarge", "ALBERT xxlarge", says="and they have a gap", figure="case", at_most=2) \
            .of("ALBERT base", "ALBERT large", "ALBERT xlarge", says="random tokens meet",
                figure="mean distance of tokens at the end", at_most=FEW)
        lambda_1, l = given(positive_scalar("lambda_1")), given(positive_scalar("l"))
        yield "The condition that is omitted, for a negative eigenvalue $-l$:", \
            Inequality((1 - l) ** 2 < (1 + lambda_1) ** 2, where=[l < lambda_1 + 2], name="condition") \
            .but_not("for every $l$", where=[])


@statement("B-X2", PAPER.label("Section 3"), title="Layer-varying models", rests_on=("B-X0", "B-E4"),
           position=(3, 2), argued=False,
           of_layers=OfLayers(protocol="alignment by layer", answers=("layers that vary",)),
           printed="In BERT, GPT2 and GPTNeo the increment (4) is nearly always positive and above its average over all "
                   "eigenvectors of $F^l$, so that the probability (5) exceeds $1/2$ at almost all layers. The "
                   "alignment itself stays low.",
           relation="weaker", differs="Nothing is proved of the trained models.")
def varying(given: Given) -> Proof:
    yield claim(
        "The trained models were not run; this is measured on random layers that differ. At most layers the mean "
        "increment of the alignment with the layer's own principal eigenvector or plane is positive and above the "
        "average over all of them, and more than half of the tokens rise, for full and for causal attention.",
        "full attention", "causal attention", "trained models")
    for word, causal in (("full", False), ("causal", True)):
        yield f"Layers that differ, {word} attention: at each layer (4) and (5) for its own principal " \
            "eigenvector, or plane, are compared with their averages over all. The text finds (4) positive " \
            "and above the average, and (5) above $1/2$, at nearly all layers; of random layers most do so.", \
            Experiment(layer_varying, seed=1, name=f"{word} attention",
                       full={**NETWORK, "layers": 24, "scale": 3.0, "causal": causal}, small=SMALL) \
            .shows("(4) is positive at most layers", "share of layers where (4) is positive",
                   at_least=Fraction(4, 5)) \
            .shows("(4) is above its average at most layers",
                   "share of layers where (4) is above its average", at_least=Fraction(2, 3)) \
            .shows("(5) is above $1/2$ at most layers", "share of layers where (5) is above one half",
                   at_least=Fraction(4, 5)) \
            .does_not_show("all layers align tokens", "share of layers where (4) is above its average",
                           at_least=1) \
            .but_not("the seventeenth eigenvector", eigenvector=16)
    c = given(positive_scalar("c"))
    yield "A statistic of (4) says nothing of (5): with the changes $c$, $-c/9$ and $-c/9$ the mean is positive", \
        Inequality((c - c / 9 - c / 9) / 3 > 0, because=7 * c / 27, name="mean") \
        .but_not("and as large as $c$", claim=(c - c / 9 - c / 9) / 3 >= c)
    yield "Printed, of the trained models:", \
        Undecided("at nearly all layers of the two BERT, four GPT2 and three GPTNeo, (4) is "
                  "positive and above its average over all eigenvectors, and (5) is above $1/2$",
                  needs="(4) and (5) at every layer of the nine checkpoints, each named by the hash of its "
                  "revision", name="trained models") \
        .of(*NINE, says="(4) is positive at nearly all layers",
            figure="share of layers where (4) is positive", at_least=NEARLY_ALL) \
        .of(*NINE, says="(4) is above its average at nearly all layers",
            figure="share of layers where (4) is above its average", at_least=NEARLY_ALL) \
        .of(*NINE, says="(5) is above $1/2$ at nearly all layers",
            figure="share of layers where (5) is above one half", at_least=NEARLY_ALL)
    yield "and two of three tokens turn away.", \
        Inequality(-c / 9 < 0, because=c / 9, name="two of three") \
        .but_not("they turn towards", claim=-c / 9 >= 0)


@statement("B-X3", PAPER.label("Section 3"), title="Spectral gaps by layer", rests_on=("B-X0",),
           position=(3, 3), argued=False,
           of_layers=OfLayers(protocol="gaps by layer"),
           printed=r"In most layers of BERT, GPT2 and GPTNeo the spectral gap $\operatorname{Re} \lambda_1 - "
                   r"\operatorname{Re} \lambda_2$ (or $\operatorname{Re} \lambda_1 - \operatorname{Re} \lambda_3$ for a "
                   r"complex $\lambda_1$) is small.",
           relation="weaker", differs="Nothing is proved of the trained models.")
def gaps(given: Given) -> Proof:
    yield claim(
        "The trained models were not run; this is measured on random layers. Every layer has a gap between the real "
        "parts of its first eigenvalue, or pair, and of the next, and these gaps differ widely in size.",
        "gaps", "trained models")
    yield "Of each layer matrix the real parts of the first eigenvalues are taken; the gap is the first " \
        "less the second, or less the third if the first two are a pair. Random layers always have one, " \
        "of very different sizes. Whether the wider half of them aligns tokens more differs from one " \
        "random network to the next, so nothing is claimed of it.", \
        Experiment(layer_varying, seed=1, name="gaps",
                   full={**NETWORK, "layers": 24, "scale": 3.0, "causal": True}, small=SMALL) \
        .shows("there is a gap at every layer", "least gap", at_least=Fraction(1, 10**6)) \
        .shows("gaps differ much", "largest gap", at_least=Fraction(1, 2)) \
        .but_not("weights a tenth as large", scale=0.3)
    a, b, omega = given(any_scalar("a")), given(any_scalar("b")), given(any_scalar("omega"))
    yield "What a gap $a - b$ is worth at the step 1 depends on imaginary parts, too: for $a$ " \
        r"against $b + i \omega$", \
        Identity((1 + a) ** 2 - (1 + b) ** 2 - omega**2, (a - b) * (2 + a + b) - omega**2, name="worth") \
        .but_not("without them", right=(a - b) * (2 + a + b))
    yield "For real eigenvalues whose sum is above $-2$ the gap decides.", \
        Inequality((1 + b) ** 2 < (1 + a) ** 2, where=[b < a, a + b > -2], name="real eigenvalues") \
        .but_not("for any real ones", where=[b < a])
    yield "Printed, of the trained models:", \
        Undecided("the gap of the real parts is small at most layers of BERT, GPT2 and GPTNeo",
                  needs="the first five eigenvalues of every layer matrix of the nine checkpoints, each named "
                  "by the hash of its revision, and a number for what is small", name="trained models")


@statement("B-X4", PAPER.label("Section 3"), title="Cumulative products", rests_on=("B-X0",),
           position=(3, 4), argued=False,
           of_layers=OfLayers(protocol="products of layers"),
           printed=r"The correlation of tokens with the principal eigenvector of the product $F^l \dots F^1$ shows no "
                   "clear trend in most models, and does not grow with $l$.",
           relation="weaker", differs="Nothing is proved of the trained models.")
def products(given: Given) -> Proof:
    yield claim(
        "The trained models were not run; this is measured on random layers. The alignment of "
        "tokens with the principal eigenvector of the product of all layers so far shows no "
        "trend from the earlier half of the layers to the later one.",
        "products", "trained models")
    yield "The product of the layer matrices up to a layer has a principal eigenvector, too, and the text " \
        "sees no trend in the alignment with it. Of random layers the later half is aligned with it about " \
        "as well as the earlier, compared with the average over all its eigenvectors; both are aligned " \
        "somewhat better than that average.", \
        Experiment(cumulative, seed=1, name="products", full={**NETWORK, "layers": 24, "scale": 3.0}, small=SMALL) \
        .shows("later layers are aligned no better",
               "mean ratio in the later half over that in the earlier", at_most=Fraction(3, 2)) \
        .shows("tokens are aligned better than with other eigenvectors",
               "mean ratio to the average, over layers", at_least=Fraction(5, 4)) \
        .does_not_show("the alignment doubles", "mean ratio in the later half over that in the earlier",
                       at_least=2) \
        .but_not("one layer, repeated", repeated=True) \
        .but_not("weights a hundredth as large", scale=0.03) \
        .but_not("two layers", layers=2)
    yield "Printed, of the trained models:", \
        Undecided("for most of BERT, GPT2 and GPTNeo the alignment with the principal eigenvector of the product "
                  "shows no trend against its average over all eigenvectors, and for none it grows with depth",
                  needs="the same products of the layer matrices of the nine checkpoints, each named by the "
                  "hash of its revision, and a number for what is a trend", name="trained models")


@statement("B-X5", PAPER.label("Section 3"), title="Steering the last layer",
           rests_on=("B-X0", "B-S1"), position=(3, 5), argued=False,
           of_layers=OfLayers(protocol="steering"),
           printed="With the output matrix of the last layer changed as in Section 2.3, tokens of BERT, GPT2 and GPTNeo "
                   "reach a near-perfect alignment with $u$.",
           relation="weaker", differs="Nothing is proved of the trained models.")
def steered_layer(given: Given) -> Proof:
    yield claim(
        "The trained models were not run; this is measured on random layers. With the output matrix $W$ of the last "
        r"layer changed to $W + c u u^\top V^{-1}$, for its value matrix $V$, tokens end next to $\pm u$ for a large "
        "$c$, and not yet for one about ten times the spectral gap.",
        "steered", "ten times the gap", "trained models")
    yield r"The output matrix $W$ of the last layer alone becomes $W + c u u^\top V^{-1}$, for its value matrix $V$ " \
        "and a random unit vector $u$. The text finds the alignment with $u$ next to 1, which takes a large $c$:", \
        Experiment(steering, seed=1, name="steered", small=SMALL,
                   full={**NETWORK, "layers": 6, "scale": 3.0, "gain": 1000.0}) \
        .shows("tokens are aligned with $u$", "mean alignment with the written direction after the last layer",
               at_least=Fraction(9, 10)) \
        .shows("they were not", "mean alignment with the written direction before it", at_most=Fraction(1, 4)) \
        .shows("(5) is next to 1", "(5) for the written direction", at_least=Fraction(9, 10)) \
        .but_not("$c = 1$", gain=1.0) \
        .but_not("$c = 10$", gain=10.0)
    yield "a gap about ten times as wide as before is not enough.", \
        Experiment(steering, seed=1, name="ten times the gap", small=SMALL,
                   full={**NETWORK, "layers": 6, "scale": 3.0, "gain": 6.0}) \
        .shows("the gap is several times as wide", "gap of the steered layer", at_least=1) \
        .does_not_show("tokens are aligned with $u$", "mean alignment with the written direction after the last layer",
                       at_least=Fraction(9, 10)) \
        .but_not("no steering", gain=0.0)
    yield "Printed, of the trained models:", \
        Undecided("with the last layer steered all of the nine align their tokens with $u$ next to perfectly",
                  needs="the steered last layer on the nine checkpoints, each named by the hash of "
                        "its revision, with the $u$ and $c$ that were used", name="trained models")


@statement("B-X6", PAPER.label("Section 3"), title="Steering with the full block", rests_on=("B-X5",),
           position=(3, 6), argued=False,
           of_layers=OfLayers(protocol="steering the whole model"),
           printed="With embedding, feed-forward parts and the original affine normalisation all measures of alignment "
                   "are degraded. Tokens still reach consensus, in another direction.",
           relation="weaker", differs="Nothing is proved of the trained models.")
def steered_block(given: Given) -> Proof:
    yield claim(
        "The trained models were not run; this is measured on random layers with embedding, feed-forward parts and "
        "affine norms. Steering the last layer turns tokens towards $u$, but less than without these parts.",
        "whole blocks", "trained models")
    yield "The same with what was removed put back: an embedding with a common shift, " \
        "feed-forward parts, and norms with gains and shifts. The text finds the effect weaker, " \
        "as it is here: tokens turn towards $u$, and do not reach it.", \
        Experiment(steering, seed=1, name="whole blocks", small=SMALL,
                   full={**NETWORK, "layers": 6, "scale": 3.0, "gain": 1000.0, "whole": True}) \
        .shows("tokens turn towards $u$", "(4) for the written direction", at_least=Fraction(1, 10)) \
        .shows("they do not reach it", "mean alignment with the written direction after the last layer",
               at_most=Fraction(4, 5)) \
        .does_not_show("they are as close as without the other parts",
                       "mean alignment with the written direction after the last layer", at_least=Fraction(9, 10)) \
        .but_not("without the other parts", whole=False) \
        .but_not("$c = 1$", gain=1.0) \
        .but_not("no steering", gain=0.0)
    yield "Printed, of the trained models with all their parts:", \
        Undecided("every alignment is weaker, in ALBERT and in the nine others; tokens still meet, in another "
                  "direction",
                  needs="whole runs of the checkpoints of ALBERT, BERT, GPT2 and GPTNeo, each named by the "
                  "hash of its revision, with (4) and (5) at every layer", name="trained models")


@statement("B-X7", PAPER.label("Figure 13"), title="Small examples", rests_on=("B-X0", "B-L14"),
           position=(3, 7), argued=False,
           of_layers=OfLayers(protocol="small starts"),
           printed=r"Ten tokens of $\mathbb{R}^3$ converge to consensus at the principal eigenvector, with one head and "
                   "with five. For one head a bipartite consensus is locally asymptotically stable, with a very small "
                   "basin of attraction.",
           relation="weaker", differs="The layers are iterated numerically, and nothing is proved.")
def small(given: Given) -> Proof:
    yield claim(
        r"The numbers of the figure are lost; this is measured on ten tokens of $\mathbb{R}^3$ "
        r"with others. With one head and with five nearly all starts end in consensus at $\pm "
        "v_1$, and starts near five tokens at $v_1$ and five at $-v_1$ stay there.",
        "one head", "five heads", "bipartite")
    full = {"starts": 1000, "tokens": 10, "layers": 300, "pull": 0.35}
    few = {"starts": 200}
    yield r"Ten tokens of $\mathbb{R}^3$, $F = \operatorname{diag}(1, 3/10, -1/2)$, $P = 7/20 I$ and the step $1/2$. One " \
        r"head: nearly all starts end in consensus at $\pm v_1$,", \
        Experiment(small_example, seed=3, name="one head", full={**full, "heads": 1}, small=few) \
        .shows("tokens end at $v_1$ or $-v_1$", "least alignment with the leading eigenvector at the end",
               at_least=Fraction(9, 10)) \
        .shows("hardly any start ends bipartite", "share of starts that end bipartite", at_most=Fraction(1, 20)) \
        .but_not("scores ten times as large", pull=3.5) \
        .but_not("ten layers", layers=10)
    yield "and so it is with five heads whose matrices add up to $F$.", \
        Experiment(small_example, seed=3, name="five heads", small=few, full={**full, "heads": 5, "spread": 0.05}) \
        .shows("tokens end at $v_1$ or $-v_1$", "least alignment with the leading eigenvector at the end",
               at_least=Fraction(9, 10)) \
        .shows("hardly any start ends bipartite", "share of starts that end bipartite", at_most=Fraction(1, 20)) \
        .but_not("scores ten times as large", pull=3.5)
    yield r"But five tokens at $v_1$ and five at $-v_1$ are attracting, for $\tanh(7/20) > 3/10$: what starts near " \
        "them stays. So the domain of attraction exists, and is small.", \
        Experiment(small_example, seed=3, name="bipartite", small=few, full={**full, "heads": 1, "near": 0.05}) \
        .shows("starts nearby end bipartite", "share of starts that end bipartite", at_least=Fraction(99, 100)) \
        .shows("they do so at $v_1$ and $-v_1$", "least alignment with the leading eigenvector at the end", at_least=Fraction(99, 100)) \
        .but_not(r"$P = I/4$, as $\tanh(1/4) < 3/10$", pull=0.25)
