"""Paper B: self-attention in discrete time."""

from verify.vocabulary import Paper

# Table 1: the sizes, and the architecture of each model, as its checkpoint has it.
MODELS = (("ALBERT base", "albert", 12, 768, 12), ("ALBERT large", "albert", 24, 1024, 16),
          ("ALBERT xlarge", "albert", 24, 2048, 16), ("ALBERT xxlarge", "albert", 12, 4096, 64),
          ("BERT base", "bert", 12, 768, 12), ("BERT large", "bert", 24, 1024, 16),
          ("GPT2 small", "gpt2", 12, 768, 12), ("GPT2 medium", "gpt2", 24, 1024, 16),
          ("GPT2 large", "gpt2", 36, 1280, 20), ("GPT2 xl", "gpt2", 48, 1600, 25),
          ("GPTNeo 125M", "gpt_neo", 12, 768, 12), ("GPTNeo 1.3B", "gpt_neo", 24, 2048, 16),
          ("GPTNeo 2.7B", "gpt_neo", 32, 2560, 20))

PAPER = Paper(
    key="B",
    title="Analogies between Transformer Layers and Power Method",
    authors="the authors of arXiv:2605.25619",
    year=2026,
    version="arXiv",
    reference="arXiv:2605.25619",
    sections=("Layers as a power method", "Alignment: three cases, layer-varying weights, steering", "Experiments",
              "Supplement: formulations, equilibria and their spectra"),
    model="In a layer each token moves by a step towards the value of the weighted mean of all tokens, and "
    "is normalised to length 1: (8). With equal weights it is the Oja map (9).",
    terms=(("(1)", "a layer of several heads, without its feed-forward part"),
           ("(3)", r"the layer with the step $\tau$ and the same matrices in every layer"),
           ("(4)", "the mean increment of alignment with the first eigenvector, over tokens"),
           ("(5)", "the share of tokens whose alignment with the first eigenvector grows"),
           ("(7)", "the same share, for a plane in place of a line"),
           ("(8)", r"self-attention: $x_i^+ = N(x_i + \tau V \sum_j A_{ij} x_j)$"),
           ("(9)", r"the Oja map: $x_i^+ = N(x_i + (\tau/n) V \sum_j x_j)$"),
           ("(10)", r"the Oja map in two steps: $y_i = x_i + \tau V s$, $x_i^+ = y_i/\|y_i\|$"),
           ("(11)", "the Jacobian of the Oja map"), ("(12)", "the multipliers at consensus"),
           ("(13)", "the attention matrix at two groups of opposite tokens"),
           ("(14)", "the entries of the 2 by 2 matrices that decide stability at a bipartite point"),
           ("(15)", "the Jacobian of self-attention"),
           ("Oja map", r"the layer with equal weights: $x_i^+ = N(x_i + (\tau/n) V \sum_j x_j)$"),
           ("Assumption 1", r"$V$ is symmetric and nonsingular, and $\lambda_1 > 0$ is simple"),
           ("bipartite", "tokens in two groups, at $v$ and at $-v$"),
           ("polygonal", "an equilibrium at which each token attends to 0, so the pulls cancel"),
           ("clustering equilibrium", "an equilibrium at which tokens form groups at few points"),
           ("consensus", "all tokens at the same point"),
           ("multipliers", "the eigenvalues of the Jacobian of a layer: below 1 in modulus, tokens attract"),
           ("$n$", "the number of tokens"), ("$d$", "the dimension of the space"),
           (r"$\tau$", "the step"), ("$V$", "the value matrix"), ("$P$", "the score matrix"),
           ("$A$", "the attention weights"), (r"$\lambda$", "an eigenvalue of $V$"),
           ("$v$", "a unit eigenvector of $V$"), ("$x$", "the tokens"), ("$N$", "normalisation to length 1")),
    models=MODELS,
    models_at="Table-1",
)
