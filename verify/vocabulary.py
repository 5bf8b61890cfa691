"""The words of a statement module, in one place; see CONTRIBUTING.md for how they read."""

from fractions import Fraction

from verify.attention.flows import attention_flow, softmax_flow, tangent
from verify.attention.layers import attention_layer, oja_layer
from verify.attention.weights import softmax
from verify.language.expressions import (
    Operator,
    Scalar,
    Vector,
    absolute,
    at,
    binomial,
    cos,
    differs,
    exp,
    identity_operator,
    log,
    norm,
    pi,
    power,
    rate,
    same,
    sin,
    square_root,
    tan,
    total,
    zero_vector,
)
from verify.language.indices import Index, heads, integers, modes, tokens
from verify.language.motion import jacobian, motion, straight_line, straight_lines
from verify.language.symbols import HeadWeights, Mask, Scalars, Vectors, Weights, let
from verify.statements.assumptions import *  # noqa: F403 - every assumption is a word
from verify.statements.assumptions import __all__ as _assumptions
from verify.statements.assumptions.groups import (
    any_head_weights,
    any_weights,
    is_symmetric,
    zero_sum_within,
)
from verify.statements.declaring import Given, Proof
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import statement
from verify.statements.steps import (
    Block,
    Cases,
    Cited,
    Counted,
    Eigenspace,
    Equivalence,
    Identity,
    Induction,
    Inequality,
    Printed,
    Refuted,
    Region,
    Spectrum,
    Value,
    Witness,
    every,
    mutant,
)

__all__ = [
    *_assumptions,
    "Block", "Cases", "Cited", "Counted", "Eigenspace", "Equivalence", "Fraction", "Given",
    "HeadWeights", "Identity", "Index", "Induction", "Inequality", "Mask", "Operator", "Paper",
    "Printed", "Proof", "Refuted", "Region", "Scalar", "Scalars", "Spectrum", "Theorem", "Value",
    "Vector", "Vectors", "Weights", "Witness", "absolute", "any_head_weights", "any_weights",
    "at", "attention_flow", "attention_layer", "binomial", "cos", "differs", "every", "exp",
    "heads", "identity_operator", "integers", "is_symmetric", "jacobian", "let", "log", "modes",
    "motion", "mutant", "norm", "oja_layer", "pi", "power", "rate", "same", "sin", "softmax",
    "softmax_flow", "square_root", "statement", "straight_line", "straight_lines", "tan",
    "tangent", "tokens", "total", "zero_sum_within", "zero_vector",
]  # fmt: skip
