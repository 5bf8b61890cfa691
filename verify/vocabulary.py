"""The words of a statement module, in one place; docs/howto/statement.md says how they read."""

from fractions import Fraction

from verify.attention.flows import attention_flow, softmax_flow, tangent
from verify.attention.layers import attention_layer, attention_pull, normalisation, oja_layer
from verify.attention.weights import softmax
from verify.language.conditions import every
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.index_sets import heads, integers, modes, tokens
from verify.language.indices import Index
from verify.language.motion import (
    Flow,
    iteration,
    jacobian,
    motion,
    rate,
    straight_line,
    straight_lines,
    together,
)
from verify.language.symbols import (
    HeadWeights,
    Mask,
    Scalars,
    Vectors,
    Weights,
    let,
    symmetric_part,
)
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
from verify.statements.assumptions.bounded import bounded_vector, bounded_vectors
from verify.statements.assumptions.commuting import diagonalised_by
from verify.statements.assumptions.conditions import nonzero, that
from verify.statements.assumptions.coordinates import circle_points, orthonormal_basis
from verify.statements.assumptions.directions import (
    nonzero_vectors,
    orthogonal_to_both,
    vector_of_square,
)
from verify.statements.assumptions.gaps import in_eigenbasis, largest_first, spectral_bound
from verify.statements.assumptions.geometry import (
    any_head_vectors,
    any_vector,
    any_vectors,
    at_origin,
    closed_hemisphere,
    covector,
    nonzero_vector,
    open_hemisphere,
    orthogonal_to,
    tangent_vector,
    tangent_vectors,
    unit_tokens,
    unit_vector,
)
from verify.statements.assumptions.groups import (
    any_head_weights,
    any_weights,
    is_symmetric,
    zero_sum_within,
)
from verify.statements.assumptions.norms import bounded_operator, ellipsoid_radius
from verify.statements.assumptions.operators import (
    any_operator,
    inverse_pair,
    orthogonal_operator,
    positive_definite,
    positive_definite_square,
    product_is,
    projection_operator,
    symmetric_operator,
)
from verify.statements.assumptions.pairs import orthonormal_pair
from verify.statements.assumptions.planes import invariant_plane
from verify.statements.assumptions.polygons import balanced_signs, balanced_tokens, vanishing_on
from verify.statements.assumptions.scalars import (
    angle,
    angle_between,
    any_scalar,
    coefficients,
    integer_scalar,
    negative_scalar,
    nonnegative_scalar,
    nonzero_scalar,
    positive_scalar,
    scalar_between,
    signs,
    zero_sum,
)
from verify.statements.assumptions.spectral import before, diagonalised, distinct, eigenvector, mode
from verify.statements.assumptions.weights import (
    attention_mask,
    bounded_below,
    doubly_stochastic,
    nonnegative_head_weights,
    nonnegative_weights,
    positive_weights,
    row_stochastic,
    row_stochastic_heads,
    rows_not_empty,
    sees_itself,
)
from verify.statements.claim_words import (
    always,
    at_start,
    both,
    converges,
    either,
    equals,
    for_almost_every_start,
    for_every,
    for_every_orbit,
    for_every_solution,
    has_potential,
    iff,
    implies,
    is_exponentially_stable,
    is_stable,
    is_unstable,
    limit_points,
    limsup_at_most,
    never,
    nondecreasing,
    precedes,
    tends_to,
    tends_to_set,
    there_is,
    there_is_orbit,
    there_is_solution,
    uniformly_continuous,
)
from verify.statements.claims import orbit, solution
from verify.statements.given import Given, Proof, lemma
from verify.statements.measuring import OfLayers, asked
from verify.statements.mutants import mutant
from verify.statements.paper import Paper
from verify.statements.propositions import Proposition, elapsed
from verify.statements.scenes import Mark, Scene, Tell, Watch, Wave, on_circle, turning
from verify.statements.statement import statement
from verify.steps.cases import Cases
from verify.steps.claiming import claim
from verify.steps.counted import Counted
from verify.steps.eigenspaces import Block, Eigenspace
from verify.steps.equivalence import Equivalence
from verify.steps.experiment import Experiment
from verify.steps.identity import Identity
from verify.steps.induction import Induction
from verify.steps.inequality import Inequality
from verify.steps.inferences.along_edges import AlongEdges
from verify.steps.inferences.by import By
from verify.steps.inferences.by_coordinates import ByCoordinates, OnePoint
from verify.steps.inferences.by_lemma import ByLemma
from verify.steps.inferences.comparison import (
    AlgebraicDecay,
    Comparison,
    GrowsAtMost,
    OverLayers,
    PowerDecay,
)
from verify.steps.inferences.conserved import Conserved
from verify.steps.inferences.exists import Exists
from verify.steps.inferences.extremes import GreatestOf, LeastOf, SpreadOf
from verify.steps.inferences.instance import Instance
from verify.steps.inferences.limit_point import LimitPoint
from verify.steps.inferences.linearised import Linearised
from verify.steps.inferences.monotone_limit import MonotoneLimit
from verify.steps.inferences.not_crossed import NotCrossed
from verify.steps.inferences.rises import Rises
from verify.steps.inferences.stays import Stays
from verify.steps.inferences.thus import Thus
from verify.steps.inferences.vanishes import Vanishes
from verify.steps.printed import Printed
from verify.steps.refuted import Refuted
from verify.steps.region import Region
from verify.steps.spectrum import Spectrum
from verify.steps.undecided import Undecided
from verify.steps.value import Value
from verify.steps.witness import Witness

__all__ = [
    "AlgebraicDecay", "AlongEdges", "Block", "By", "ByCoordinates", "ByLemma", "Cases",
    "Comparison", "Conserved", "Counted", "Eigenspace", "Equivalence", "Exists", "Experiment",
    "Flow", "Fraction", "Given", "GreatestOf", "GrowsAtMost", "HeadWeights", "Identity", "Index",
    "Induction", "Inequality", "Instance", "LeastOf", "LimitPoint", "Linearised", "Mark", "Mask",
    "MonotoneLimit", "NotCrossed", "OfLayers", "OnePoint", "Operator", "OverLayers", "Paper",
    "PowerDecay", "Printed", "Proof", "Proposition", "Refuted", "Region", "Rises", "Scalar",
    "Scalars", "Scene", "Spectrum", "SpreadOf", "Stays", "Tell", "Thus", "Undecided", "Value",
    "Vanishes", "Vector",
    "Vectors", "Watch", "Wave", "Weights", "Witness", "absolute", "always", "angle",
    "angle_between", "any_head_vectors", "any_head_weights", "any_operator", "any_scalar",
    "any_vector", "any_vectors", "any_weights", "asked", "at", "at_origin", "at_start",
    "attention_flow", "attention_layer", "attention_mask", "attention_pull", "balanced_signs",
    "balanced_tokens", "before", "binomial", "both", "bounded_below", "bounded_operator",
    "bounded_vector", "bounded_vectors", "circle_points", "claim", "closed_hemisphere",
    "coefficients", "converges", "cos", "covector", "determinant", "diagonalised",
    "diagonalised_by", "differs", "distinct", "doubly_stochastic", "eigenvector", "either",
    "elapsed", "ellipsoid_radius", "equals", "every", "exp", "for_almost_every_start", "for_every",
    "for_every_orbit", "for_every_solution", "has_potential", "heads", "identity_operator", "iff",
    "implies", "in_eigenbasis", "integer_scalar", "integers", "invariant_plane", "inverse_pair",
    "is_exponentially_stable", "is_stable", "is_symmetric", "is_unstable", "iteration", "jacobian",
    "larger", "largest", "largest_first", "least", "lemma", "let", "limit_points", "limsup_at_most",
    "log", "mode", "modes", "motion", "mutant", "negative_scalar", "never", "nondecreasing",
    "nonnegative_head_weights", "nonnegative_scalar", "nonnegative_weights", "nonzero",
    "nonzero_scalar", "nonzero_vector", "nonzero_vectors", "norm", "normalisation", "oja_layer",
    "on_circle", "open_hemisphere", "orbit", "orthogonal_operator", "orthogonal_to",
    "orthogonal_to_both", "orthonormal_basis", "orthonormal_pair", "pi", "positive_definite",
    "positive_definite_square", "positive_scalar", "positive_weights", "power", "precedes",
    "product_is", "projection_operator", "rate", "row_stochastic", "row_stochastic_heads",
    "rows_not_empty", "same", "scalar_between", "sees_itself", "signs", "sin", "smaller", "softmax",
    "softmax_flow", "solution", "spectral_bound", "square_root", "statement", "straight_line",
    "straight_lines", "symmetric_operator", "symmetric_part", "tan", "tangent", "tangent_vector",
    "tangent_vectors", "tends_to", "tends_to_set", "that", "there_is", "there_is_orbit",
    "there_is_solution", "together", "tokens", "total", "trace", "turning", "uniformly_continuous",
    "unit_tokens", "unit_vector", "vanishing_on", "vector_of_square", "zero_sum", "zero_sum_within",
    "zero_vector",
]  # fmt: skip
