"""States drawn at random, and whether a layer leaves them as they are, in exact arithmetic.

Each function returns a decision that draws one state and compares what a criterion says with what
the layer does. No root is taken for the second: only the direction of a token matters. Keywords
other than their defaults make a criterion false.
"""

from dataclasses import replace
from random import Random

from verify.numerics.exact import Draw, lucky
from verify.numerics.matrices import (
    Matrix,
    Vector,
    apply,
    diagonal,
    dot,
    outer,
    plus,
    product,
    times,
)
from verify.numerics.rational_matrices import exact_matrix, rank
from verify.numerics.shapes import (
    operator,
    orthogonal,
    stereographic,
    tokens_on_sphere,
    unit_vector,
)
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision
from .families.equilibria import (
    STEPS,
    Scores,
    SignPattern,
    State,
    polygonal_state,
    sign_pattern,
    value_matrix,
)
from .families.two_clusters import scores_of_table, two_cluster_equilibrium

COUNTS = ((1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 4))
BOTH = tuple(pair for pair in COUNTS if min(pair) > 0)


def at_rest(criterion: bool, state: State, kind: str) -> Case:
    """Compare a criterion with the layer; where a token is sent to 0 the layer says nothing."""
    if not state.is_defined():
        return Case("boundary")
    return compared(criterion, state.is_fixed(), state.describe(), kind)


def on_one_line(first: Vector, second: Vector) -> bool:
    """Return whether two vectors are linearly dependent."""
    return rank([first, second]) < 2


def no_scores(dimension: int) -> Scores:
    """Return the score matrix 0, for which attention is the average."""
    return Scores(diagonal([Fraction(0)] * dimension))


# ------------------------------------------------------------------ Lemma 1


@decision
def oja_equilibria(random: Random, *, turned_round: bool = True, polygons: bool = True,
                   singular: bool = False) -> Case:
    """Decide whether a state of the Oja map is at rest exactly if it is one of Lemma 1's.

    Without `turned_round` a token may be, without `polygons` states of sum 0 are not listed, and
    with `singular` V may be 0 on a line.
    """
    state = lucky(random, _with_kernel if singular else _oja_state)
    mean = [sum(column) / Fraction(len(state.tokens)) for column in zip(*state.tokens, strict=True)]
    if not any(mean):
        return at_rest(polygons, state, "polygonal")
    first = state.tokens[0]
    push = apply(state.value, first)
    signs = [dot(first, x) for x in state.tokens]
    if not all(abs(sign) == 1 for sign in signs) or not on_one_line(first, push):
        return at_rest(False, state, "elsewhere")
    share = sum(signs) / Fraction(len(signs))
    upright = all(1 + state.step * dot(first, push) * share * sign > 0 for sign in signs)
    kind = "consensus" if abs(share) == 1 else "bipartite"
    return at_rest(upright or not turned_round, state, kind if upright else "turned round")


def _oja_state(draw: Draw) -> State:
    dimension = draw.choose((2, 3))
    place = draw.choose(("pattern", "pattern", "polygon", "anywhere"))
    if place == "pattern":
        found = sign_pattern(draw, *draw.choose(COUNTS), dimension, ratio=Fraction(1)).state
    elif place == "polygon":
        found = polygonal_state(draw, draw.choose((2, 4)), dimension)[0]
    else:
        tokens = tokens_on_sphere(draw, draw.choose((1, 2, 3)), dimension)
        value = value_matrix(draw, dimension).matrix
        found = State(tokens, value, no_scores(dimension), draw.choose(STEPS))
    return replace(found, scores=no_scores(dimension))


def _with_kernel(draw: Draw) -> State:
    """Return two tokens whose mean V sends to 0."""
    value = value_matrix(draw, 2)
    along, kernel = value.eigenvectors
    cosine, sine = stereographic([draw.positive()])
    tokens = [plus(times(cosine, kernel), times(sign * sine, along)) for sign in (1, -1)]
    V = [times(value.eigenvalues[0], row) for row in outer(along, along)]
    return State(tokens, V, no_scores(2), draw.choose(STEPS))


# ------------------------------------------------------------------ Lemma 8, Remark 7


@decision
def attention_equilibria(random: Random, *, turned_round: bool = True, clusters: bool = True,
                         on_eigenvectors: bool = False) -> Case:
    """Decide whether a state of self-attention is at rest exactly if its lengths are positive.

    Without `turned_round` a token may be, without `clusters` none are at rest, and with
    `on_eigenvectors` only those whose centres are eigenvectors.
    """
    place = random.choice(("pattern", "pattern", "polygon", "clusters"))
    if place == "pattern":
        pattern = lucky(random, _pattern)
        met = [x for x, count in zip(pattern.lengths, pattern.counts, strict=True) if count]
        kind = "consensus" if 0 in pattern.counts else "bipartite"
        upright = min(met) > 0
        kind = kind if upright else "turned round"
        return at_rest(upright or not turned_round, pattern.state, kind)
    if place == "polygon":
        state = lucky(random, lambda draw: polygonal_state(draw, 4, draw.choose((2, 3)))[0])
        return at_rest(True, state, "polygonal")
    found = lucky(random, lambda draw: two_cluster_equilibrium(draw, draw.choose((2, 3))))
    far = replace(found.state, step=found.step * random.choice((1, 20)))
    upright = all(1 + far.step * alpha > 0 for alpha in found.factors)
    parallel = all(on_one_line(z, apply(found.value, z)) for z in found.centres)
    criterion = upright and clusters and (parallel or not on_eigenvectors)
    return at_rest(criterion, far, "clustering" if upright else "cluster turned round")


def _pattern(draw: Draw) -> SignPattern:
    return sign_pattern(draw, *draw.choose(COUNTS), draw.choose((2, 3)))


@decision
def opposite_states(random: Random, *, all_tokens: bool = True) -> Case:
    """Decide whether a state is at rest exactly if its negative is, or only one token's negative."""
    if random.choice((True, False)):
        state = lucky(random, _pattern).state
    else:
        state = lucky(random, lambda draw: two_cluster_equilibrium(draw, 2)).state
    one_turned = replace(state, tokens=[times(-1, state.tokens[0]), *state.tokens[1:]])
    other = state.negated() if all_tokens else one_turned
    if not (state.is_defined() and other.is_defined()):
        return Case("boundary")
    before, after = state.is_fixed(), one_turned.is_fixed()
    kind = "not at rest"
    if before:
        kind = f"at rest, with one token turned round {'too' if after else 'not any more'}"
    return compared(before, other.is_fixed(), state.describe(), kind)


# ------------------------------------------------------------------ Remark 6, Proposition 1


@decision
def consensus_at_rest(random: Random, *, anywhere: bool = False) -> Case:
    """Decide whether consensus is at rest exactly on eigenvectors that keep their direction.

    With `anywhere` the criterion asks for the direction only.
    """
    state, repeated = lucky(random, _consensus)
    x = state.tokens[0]
    push = apply(state.value, x)
    forwards = 1 + state.step * dot(x, push) > 0
    if not on_one_line(x, push):
        return at_rest(anywhere and forwards, state, "no eigenvector")
    kind = "inside a repeated eigenvalue" if repeated else "eigenvector"
    return at_rest(forwards, state, kind if forwards else "turned round")


def _consensus(draw: Draw) -> tuple[State, bool]:
    """Return a consensus, and whether it is a mixture of eigenvectors of one eigenvalue."""
    value = value_matrix(draw, 3)
    first, second, _ = value.eigenvalues
    place = draw.choose(("eigenvector", "anywhere", "mixture"))
    if place == "mixture":
        value = replace(value, eigenvalues=[first, second, second])
    cosine, sine = stereographic([draw.positive()])
    chosen = draw.choose(value.eigenvectors)
    mixed = plus(times(cosine, value.eigenvectors[1]), times(sine, value.eigenvectors[2]))
    x = {"eigenvector": chosen, "anywhere": unit_vector(draw, 3), "mixture": mixed}[place]
    scores = Scores(operator(draw, 3, symmetric=False))
    tokens = [x] * draw.choose((1, 2, 3))
    return State(tokens, value.matrix, scores, draw.choose(STEPS)), place == "mixture"


@decision
def singular_matrices(random: Random, *, decides_rest: bool = False) -> Case:
    """Decide whether A (x) V - lambda_1 I is singular at every state, at rest or not.

    With `decides_rest` the false criterion is asked: that it is singular only at rest.
    """
    dimension = random.choice((2, 3))
    value = lucky(random, lambda draw: value_matrix(draw, dimension))
    tokens = lucky(random, lambda draw: tokens_on_sphere(draw, draw.choose((1, 2, 3)), dimension))
    if random.choice((True, False)):
        tokens = [random.choice(value.eigenvectors)] * len(tokens)
    step = random.choice(STEPS)
    state = State(tokens, value.matrix, no_scores(dimension), step)
    if not state.is_defined():
        return Case("boundary")
    factors = [value.eigenvalues[0]] * len(tokens)
    matrix = coupled(state.scores.weights(tokens), value.matrix, factors)
    singular = exact_matrix(matrix).rank() < len(matrix)
    kind = "at rest" if state.is_fixed() else "not at rest"
    return compared(state.is_fixed() if decides_rest else True, singular, state.describe(), kind)


def coupled(weights: Matrix, value: Matrix, factors: Vector) -> Matrix:
    """Return the matrix A (x) V - D (x) I, where D has the factors on its diagonal."""
    size, d = len(weights) * len(value), len(value)
    return [
        [
            weights[row // d][column // d] * value[row % d][column % d]
            - factors[row // d] * (row == column)
            for column in range(size)
        ]
        for row in range(size)
    ]


@decision
def in_the_kernel(random: Random, *, lengths: bool = True, one_factor: bool = False) -> Case:
    """Decide whether a state is at rest exactly if A (x) V - D (x) I takes it to 0, 1 + tau D > 0.

    D has the numbers x_i^T V s_i. Without `lengths` their size does not matter, and with
    `one_factor` all of them have to be lambda_1.
    """
    state, first = lucky(random, _any_state)
    x, A, V = state.tokens, state.scores.weights(state.tokens), state.value
    factors = [dot(y, apply(V, s)) for y, s in zip(x, product(A, x), strict=True)]
    if one_factor:
        factors = [first] * len(x)
    image = apply(coupled(A, V, factors), [entry for y in x for entry in y])
    upright = all(1 + state.step * factor > 0 for factor in factors) or not lengths
    rest = state.is_defined() and state.is_fixed()
    kind = "at rest" if rest else "turned round" if not any(image) else "not at rest"
    return at_rest(upright and not any(image), state, kind)


def _any_state(draw: Draw) -> tuple[State, Fraction]:
    """Return a state at rest or not, with its first eigenvalue (0 where V has not been drawn so)."""
    place = draw.choose(("pattern", "pattern", "polygon", "clusters", "anywhere", "anywhere"))
    if place == "pattern":
        pattern = _pattern(draw)
        return pattern.state, Fraction(pattern.value.eigenvalues[0])
    if place == "polygon":
        state, value = polygonal_state(draw, draw.choose((2, 4)), draw.choose((2, 3)))
        return state, Fraction(value.eigenvalues[0])
    if place == "clusters":
        found = two_cluster_equilibrium(draw, draw.choose((2, 3)))
        return replace(found.state, step=found.step * draw.choose((1, 20))), Fraction(0)
    dimension = draw.choose((2, 3))
    value = value_matrix(draw, dimension)
    tokens = tokens_on_sphere(draw, draw.choose((1, 2, 3)), dimension)
    state = State(tokens, value.matrix, no_scores(dimension), draw.choose(STEPS))
    return state, Fraction(value.eigenvalues[0])


# ------------------------------------------------------------------ equilibria of the flow


@decision
def flow_equilibria(random: Random, *, upright: bool = False, patterns: bool = False) -> Case:
    """Decide whether every velocity is 0 exactly if each V s_i is a multiple of x_i, of any sign.

    With `upright` the multiples have to be those that a layer asks for, 1 + tau alpha > 0, and with
    `patterns` only tokens on one line can be at rest.
    """
    state, _ = lucky(random, _any_state)
    pulls = [apply(state.value, s) for s in state.means()]
    along = [dot(x, w) for x, w in zip(state.tokens, pulls, strict=True)]
    still = all(w == times(a, x) for x, w, a in zip(state.tokens, pulls, along, strict=True))
    criterion = all(on_one_line(x, w) for x, w in zip(state.tokens, pulls, strict=True))
    positive = all(1 + state.step * a > 0 for a in along)
    line = all(on_one_line(state.tokens[0], x) for x in state.tokens)
    kind = "moves" if not still else f"{'line' if line else 'no line'}, at rest"
    kind += "" if positive or not still else ", turned round by the layer"
    criterion = criterion and (positive or not upright) and (line or not patterns)
    return compared(criterion, still, state.describe(), kind)


# ------------------------------------------------------------------ Lemma 9


@decision
def bipartite_rank(random: Random, *, always_two: bool = False) -> Case:
    """Decide whether attention at a bipartite state has rank 2 exactly if v^T P v is not 0."""
    pattern = lucky(random, lambda draw: sign_pattern(draw, *draw.choose(BOTH), 2))
    state = pattern.state
    two = state.scores.weight_matrix(state.tokens).rank() == 2
    kind = "no score" if pattern.ratio == 1 else "some score"
    return compared(always_two or pattern.ratio != 1, two, state.describe(), kind)


@decision
def cluster_rank(random: Random, *, always_full: bool = False) -> Case:
    """Decide whether attention at clusters has the rank of the table e^(z_a^T P z_b).

    At equilibria that is their number if the centres are independent; `always_full` asks whether
    it is at any state.
    """
    if random.choice((True, False)):
        state = lucky(random, lambda draw: two_cluster_equilibrium(draw, 2)).state
        return compared(True, state.scores.weight_matrix(state.tokens).rank() == 2, state.describe(), "at rest")
    state, table = lucky(random, _clusters)
    full = len(table) if always_full else rank(table)
    found_rank = state.scores.weight_matrix(state.tokens).rank()
    kind = "full" if rank(table) == len(table) else "less"
    return compared(True, found_rank == full, state.describe(), kind)


def _clusters(draw: Draw) -> tuple[State, Matrix]:
    """Return tokens at two or three independent centres, with any positive table of exponentials."""
    frame = orthogonal(draw, 3)
    cosine, sine = stereographic([draw.positive()])
    centres = [frame[0], plus(times(cosine, frame[0]), times(sine, frame[1])), frame[2]]
    count = draw.choose((2, 3))
    table = [[draw.positive() for _ in range(count)] for _ in range(count)]
    if draw.choose((True, False)):  # the last row repeats the first up to a factor
        table[-1] = times(draw.positive(), table[0])
    scores = scores_of_table(centres[:count], table, operator(draw, 3, symmetric=False))
    tokens = [z for z in centres[:count] for _ in range(draw.choose((1, 2)))]
    return State(tokens, value_matrix(draw, 3).matrix, scores, draw.choose(STEPS)), table
