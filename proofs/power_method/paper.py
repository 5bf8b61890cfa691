"""Paper B: self-attention in discrete time."""

from verify.vocabulary import Paper

# Table 1: the sizes, and the architecture of each model, as its checkpoint has it.
MODELS = (
    ("ALBERT base", "albert", 12, 768, 12), ("ALBERT large", "albert", 24, 1024, 16),
    ("ALBERT xlarge", "albert", 24, 2048, 16), ("ALBERT xxlarge", "albert", 12, 4096, 64),
    ("BERT base", "bert", 12, 768, 12), ("BERT large", "bert", 24, 1024, 16),
    ("GPT2 small", "gpt2", 12, 768, 12), ("GPT2 medium", "gpt2", 24, 1024, 16),
    ("GPT2 large", "gpt2", 36, 1280, 20), ("GPT2 xl", "gpt2", 48, 1600, 25),
    ("GPTNeo 125M", "gpt_neo", 12, 768, 12), ("GPTNeo 1.3B", "gpt_neo", 24, 2048, 16),
    ("GPTNeo 2.7B", "gpt_neo", 32, 2560, 20),
)

PAPER = Paper(
    key="B",
    title="Analogies between Transformer Layers and Power Method",
    authors="the authors of arXiv:2605.25619",
    year=2026,
    version="arXiv",
    reference="arXiv:2605.25619",
    sections=(
        "Layers as a power method",
        "Alignment: three cases, layer-varying weights, steering",
        "Experiments",
        "Supplement: formulations, equilibria and their spectra",
    ),
    models=MODELS,
    models_at="Table-1",
)
