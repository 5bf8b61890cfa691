"""The words of a statement module, in one place; see CONTRIBUTING.md for how they read."""

from fractions import Fraction

from verify.attention.flows import attention_flow, softmax_flow, tangent
from verify.attention.layers import (
    attention_layer,
    attention_pull,
    normalisation,
    oja_layer,
)
from verify.attention.weights import softmax
from verify.language.conditions import every
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.index_sets import heads, integers, modes, tokens
from verify.language.indices import Index
from verify.language.motion import jacobian, motion, rate, straight_line, straight_lines, together
from verify.language.symbols import HeadWeights, Mask, Scalars, Vectors, Weights, let
from verify.language.words import (
    absolute,
    at,
    binomial,
    cos,
    determinant,
    differs,
    exp,
    identity_operator,
    larger,
    largest,
    least,
    log,
    norm,
    pi,
    power,
    same,
    sin,
    smaller,
    square_root,
    tan,
    total,
    trace,
    zero_vector,
)
from verify.statements.assumptions import (
    angle,
    angle_between,
    any_operator,
    any_scalar,
    any_vector,
    any_vectors,
    at_origin,
    attention_mask,
    before,
    bounded_below,
    closed_hemisphere,
    coefficients,
    covector,
    diagonalised,
    distinct,
    eigenvector,
    integer_scalar,
    inverse_pair,
    mode,
    negative_scalar,
    nonnegative_head_weights,
    nonnegative_scalar,
    nonnegative_weights,
    nonzero,
    nonzero_scalar,
    nonzero_vector,
    open_hemisphere,
    orthogonal_operator,
    orthogonal_to,
    positive_definite,
    positive_definite_square,
    positive_scalar,
    positive_weights,
    product_is,
    row_stochastic,
    row_stochastic_heads,
    rows_not_empty,
    scalar_between,
    sees_itself,
    signs,
    symmetric_operator,
    tangent_vector,
    tangent_vectors,
    that,
    unit_tokens,
    unit_vector,
    zero_sum,
)
from verify.statements.assumptions.bounded import bounded_vector, bounded_vectors
from verify.statements.assumptions.commuting import diagonalised_by
from verify.statements.assumptions.coordinates import circle_points, orthonormal_basis
from verify.statements.assumptions.directions import (
    nonzero_vectors,
    orthogonal_to_both,
    vector_of_square,
)
from verify.statements.assumptions.gaps import in_eigenbasis, largest_first, spectral_bound
from verify.statements.assumptions.groups import (
    any_head_weights,
    any_weights,
    is_symmetric,
    zero_sum_within,
)
from verify.statements.assumptions.norms import bounded_operator, ellipsoid_radius
from verify.statements.assumptions.operators import projection_operator
from verify.statements.assumptions.pairs import orthonormal_pair
from verify.statements.assumptions.planes import invariant_plane
from verify.statements.assumptions.polygons import balanced_signs, balanced_tokens, vanishing_on
from verify.statements.given import Given, Proof, lemma
from verify.statements.measuring import OfLayers, asked
from verify.statements.mutants import mutant
from verify.statements.paper import Paper, Theorem
from verify.statements.scenes import Mark, Scene, Tell, Watch, Wave, on_circle, turning
from verify.statements.statement import statement
from verify.steps.blocks import Case
from verify.steps.campaign import Campaign
from verify.steps.cases import Cases
from verify.steps.cited import Cited
from verify.steps.counted import Counted
from verify.steps.eigenspaces import Block, Eigenspace
from verify.steps.eigenvalues import Eigenvalues
from verify.steps.equivalence import Equivalence
from verify.steps.experiment import Experiment
from verify.steps.frequency import Frequency
from verify.steps.identity import Identity
from verify.steps.induction import Induction
from verify.steps.inequality import Inequality
from verify.steps.printed import Printed
from verify.steps.reasons import Diagonal, Similar, SpectrumOf, Triangular
from verify.steps.refuted import Refuted
from verify.steps.region import Region
from verify.steps.sandwich import Sandwich
from verify.steps.spectrum import Spectrum
from verify.steps.undecided import Undecided
from verify.steps.value import Value
from verify.steps.witness import Witness

__all__ = [
    "Block",
    "Campaign",
    "Case",
    "Cases",
    "Cited",
    "Counted",
    "Diagonal",
    "Eigenspace",
    "Eigenvalues",
    "Equivalence",
    "Experiment",
    "Fraction",
    "Frequency",
    "Given",
    "HeadWeights",
    "Identity",
    "Index",
    "Induction",
    "Inequality",
    "Mark",
    "Mask",
    "OfLayers",
    "Operator",
    "Paper",
    "Printed",
    "Proof",
    "Refuted",
    "Region",
    "Sandwich",
    "Scalar",
    "Scalars",
    "Scene",
    "Similar",
    "Spectrum",
    "SpectrumOf",
    "Tell",
    "Theorem",
    "Triangular",
    "Undecided",
    "Value",
    "Vector",
    "Vectors",
    "Watch",
    "Wave",
    "Weights",
    "Witness",
    "absolute",
    "angle",
    "angle_between",
    "any_head_weights",
    "any_operator",
    "any_scalar",
    "any_vector",
    "any_vectors",
    "any_weights",
    "asked",
    "at",
    "at_origin",
    "attention_flow",
    "attention_layer",
    "attention_mask",
    "attention_pull",
    "balanced_signs",
    "balanced_tokens",
    "before",
    "binomial",
    "bounded_below",
    "bounded_operator",
    "bounded_vector",
    "bounded_vectors",
    "circle_points",
    "closed_hemisphere",
    "coefficients",
    "cos",
    "covector",
    "determinant",
    "diagonalised",
    "diagonalised_by",
    "differs",
    "distinct",
    "eigenvector",
    "ellipsoid_radius",
    "every",
    "exp",
    "heads",
    "identity_operator",
    "in_eigenbasis",
    "integer_scalar",
    "integers",
    "invariant_plane",
    "inverse_pair",
    "is_symmetric",
    "jacobian",
    "larger",
    "largest",
    "largest_first",
    "least",
    "lemma",
    "let",
    "log",
    "mode",
    "modes",
    "motion",
    "mutant",
    "negative_scalar",
    "nonnegative_head_weights",
    "nonnegative_scalar",
    "nonnegative_weights",
    "nonzero",
    "nonzero_scalar",
    "nonzero_vector",
    "nonzero_vectors",
    "norm",
    "normalisation",
    "oja_layer",
    "on_circle",
    "open_hemisphere",
    "orthogonal_operator",
    "orthogonal_to",
    "orthogonal_to_both",
    "orthonormal_basis",
    "orthonormal_pair",
    "pi",
    "positive_definite",
    "positive_definite_square",
    "positive_scalar",
    "positive_weights",
    "power",
    "product_is",
    "projection_operator",
    "rate",
    "row_stochastic",
    "row_stochastic_heads",
    "rows_not_empty",
    "same",
    "scalar_between",
    "sees_itself",
    "signs",
    "sin",
    "smaller",
    "softmax",
    "softmax_flow",
    "spectral_bound",
    "square_root",
    "statement",
    "straight_line",
    "straight_lines",
    "symmetric_operator",
    "tan",
    "tangent",
    "tangent_vector",
    "tangent_vectors",
    "that",
    "together",
    "tokens",
    "total",
    "trace",
    "turning",
    "unit_tokens",
    "unit_vector",
    "vanishing_on",
    "vector_of_square",
    "zero_sum",
    "zero_sum_within",
    "zero_vector",
]
