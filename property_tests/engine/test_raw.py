"""The raw dynamics: invariants, two derivatives of every layer, and the tree's own formulas."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from property_tests.engine.differences import central_differences
from property_tests.exact_vectors import raw_jacobian
from verify.language.mistakes import Mistake
from verify.methods.sampling import decimals
from verify.numerics import matrices, raw, shapes
from verify.numerics.evaluate import raw_layer, tabulated, value, velocities
from verify.numerics.exact import Instance as ExactInstance
from verify.numerics.exact import Sizes
from verify.numerics.holding import converted
from verify.numerics.number import Truth, Undefined, balls, equal
from verify.numerics.strategies import HypothesisDraw, instances
from verify.vocabulary import *

DIGITS = 50
FEW = settings(max_examples=20)


@st.composite
def attending(draw, dimension=2, heads=1):
    """Tokens on an ellipsoid with weights, one value matrix a head, and its metric."""
    chooser = HypothesisDraw(draw)
    count = draw(st.integers(1, 3))
    factor = shapes.metric_factor(chooser, dimension)
    points = shapes.tokens_on_sphere(chooser, count, dimension)
    return {
        "tokens": [shapes.onto_ellipsoid(factor, z) for z in points],
        "weights": [
            [[chooser.nonnegative() for _ in range(count)] for _ in range(count)]
            for _ in range(heads)
        ],
        "value": [shapes.operator(chooser, dimension, False) for _ in range(heads)],
        "metric": matrices.product(factor, matrices.transpose(factor)),
    }


# ------------------------------------------------------------------ flows


@given(attending(heads=2), st.sampled_from(raw.RANGES))
@pytest.mark.long
def test_tokens_stay_on_their_ellipsoid(state, reach):
    moved = raw.attention(**state, range=reach)
    for y, velocity in zip(state["tokens"], moved, strict=True):
        assert matrices.dot(matrices.apply(state["metric"], y), velocity) == 0


@given(attending(), st.sampled_from(raw.RANGES))
def test_softmax_rows_have_the_sum_that_was_asked_for(state, reach):
    numbers = balls(100)
    height = Fraction(2, 3)
    with numbers.working():
        points, scores = enter(state["tokens"], numbers), enter(state["value"][0], numbers)
        table = raw.softmax_weights(points, scores, numbers.of(height), reach, None)
        for i, row in enumerate(table):
            attended = i if reach == "before" else len(row)
            seen = [j for j in range(attended) if reach != "up_to" or j <= i]
            assert all(row[j] > 0 for j in seen)
            assert not seen or abs(sum(row[j] for j in seen) - numbers.of(height)) < 1e-20
            assert all(row[j] == 0 for j in range(len(row)) if j not in seen)
    flat = raw.softmax_weights(state["tokens"], None, Fraction(1), "all", None)
    assert all(w == Fraction(1, len(row)) for row in flat for w in row)


def enter(nested, numbers):
    if isinstance(nested, list):
        return [enter(part, numbers) for part in nested]
    return numbers.of(nested)


@pytest.mark.parametrize("wrong", ["later", "", "seen"])
def test_an_unknown_range_is_an_error(wrong):
    with pytest.raises(ValueError, match="range="):
        raw.attention(tokens=[[1, 0]], weights=[[1]], range=wrong)


def test_one_entry_a_head_or_one_for_all():
    with pytest.raises(ValueError, match="weights has 2 heads, and there are 3"):
        raw.attention(tokens=[[1]], weights=[[[1]]] * 2, value=[[[1]]] * 3)


tau = positive_scalar("tau")
V, P, G, Q = (any_operator(name) for name in "VPGQ")
W = positive_definite("W")
y, alpha = unit_tokens("y", W.introduces), nonnegative_weights("alpha")
beta, N, delta = nonnegative_head_weights("beta"), attention_mask("N"), any_vectors("delta")
GIVEN = [tau, V, P, W, y, alpha, beta, N, delta]
FOR_PARTS = [*GIVEN, G, Q, rows_not_empty(N.introduces)]  # who sees nobody has no softmax
STEP = {"value": V.introduces, "step": tau.introduces}


def stepped(k):
    """Return the direction of a token after a step of Oja's rule, as an author may write it."""
    moved = y.introduces[k] + tau.introduces * (V.introduces @ y.introduces[k])
    return moved / norm(moved)


LAYERS = {
    "iteration": iteration({y.introduces: stepped}),
    "oja": oja_layer(**STEP),
    "softmax": attention_layer(**STEP, scores=P.introduces),
    "causal": attention_layer(**STEP, scores=P.introduces, reach="up_to"),
    "masked": attention_layer(**STEP, scores=P.introduces, mask=N.introduces),
}
ONE = {"value": V.introduces, "scores": P.introduces}
TWO = {"value": [V.introduces, G.introduces], "scores": [P.introduces, Q.introduces]}
PARTS = LAYERS | {
    "pull": attention_pull(**ONE),
    "masked pull": attention_pull(**ONE, mask=N.introduces),
    "two causal pulls": attention_pull(**TWO, reach="up_to"),
    "two masked pulls": attention_pull(**TWO, mask=N.introduces),
    "two heads": attention_layer(**TWO, step=tau.introduces),
    "two causal heads": attention_layer(**TWO, step=tau.introduces, reach="up_to"),
    "normalisation": normalisation(),
    "normalisation on an ellipsoid": normalisation(W.introduces),
}


@pytest.mark.parametrize("name", LAYERS)
@FEW
@given(instances(GIVEN, sizes=Sizes(tokens=(1, 2), dimension=(2, 2))))
def test_dual_numbers_and_central_differences_agree(name, instance):
    numbers = decimals(DIGITS)
    with numbers.working():
        here = converted(instance, numbers)
        step, point = raw_layer(LAYERS[name], here), here[y.introduces]
        width = numbers.of(Fraction(1, 10 ** (DIGITS // 3)))
        try:
            exact = raw_jacobian(step, point)
            close = central_differences(step, point, width)
        except Undefined:
            assume(False)  # the layer divides by a zero length
        # The error is third derivatives times width^2, and rounding 10^-DIGITS / width: both far
        # below the width, which a wrong formula is far above.
        error = max(
            abs(a - b) for u, v in zip(exact, close, strict=True) for a, b in zip(u, v, strict=True)
        )
        assert error < width * (1 + max(abs(x) for row in exact for x in row))


@pytest.mark.parametrize("name", LAYERS)
@given(instances(GIVEN))
def test_a_layer_ends_on_the_sphere_and_moves_along_it(name, instance):
    numbers = balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        step, point = raw_layer(LAYERS[name], here), here[y.introduces]
        after = step(point)
        moved = raw.raw_differential(step, point, here[delta.introduces])
        for x, change in zip(after, moved, strict=True):
            assert equal(matrices.dot(x, x), numbers.of(Fraction(1))) is not Truth.FALSE
            assert equal(matrices.dot(x, change), numbers.of(Fraction(0))) is not Truth.FALSE


# ------------------------------------------------------------------ raw path and tree

Y = y.introduces
FLOWS = {
    "given weights": attention_flow(Y, weights=alpha.introduces, metric=W.introduces),
    "several heads": attention_flow(
        Y, weights=beta.introduces, value=V.introduces, reach="up_to", metric=W.introduces
    ),
    "before": attention_flow(Y, weights=alpha.introduces, reach="before"),
    "masked": attention_flow(Y, weights=alpha.introduces, mask=N.introduces, metric=W.introduces),
    "softmax": softmax_flow(Y, scores=P.introduces, value=V.introduces, row_sum=Fraction(1, 2)),
    "causal softmax": softmax_flow(Y, scores=P.introduces, reach="up_to", metric=W.introduces),
}


@pytest.mark.parametrize("name", FLOWS)
@given(instances(GIVEN))
def test_the_raw_velocities_are_those_of_the_tree(name, instance):
    numbers = balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        flow = FLOWS[name]
        (found,) = velocities(flow, here).values()
        assert_overlap(found, tabulated(flow.moves[Y], 1, here))
    if "softmax" not in name:
        (found,) = velocities(flow, instance).values()
        assert found == tabulated(flow.moves[Y], 1, instance)


@pytest.mark.parametrize("name", PARTS)
@FEW
@given(instances(FOR_PARTS))
def test_a_raw_layer_is_that_of_the_tree(name, instance):
    layer, numbers = PARTS[name], balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        here[layer.of] = here[Y]
        after = raw_layer(layer, here)(here[Y])
        for i in range(here.tokens):
            assert_overlap(after[i], value(layer.formula(i + 1), here))


@pytest.mark.parametrize("name", PARTS)
@FEW
@given(instances(FOR_PARTS, sizes=Sizes(tokens=(1, 2), dimension=(2, 2))))
def test_a_differential_of_the_tree_is_the_raw_one(name, instance):
    layer, numbers, i = PARTS[name], balls(200), tokens.any("i")
    formula = jacobian(layer, at=Y)(delta.introduces)(i)
    with numbers.working():
        here = converted(instance, numbers)
        wanted = raw.raw_differential(raw_layer(layer, here), here[Y], here[delta.introduces])
        for t in range(here.tokens):
            assert_overlap(wanted[t], value(formula, here, {i: t}))


@pytest.mark.parametrize("make", [attention_pull, attention_layer])
def test_heads_without_partners_are_a_mistake(make):
    step = {"step": tau.introduces} if make is attention_layer else {}
    with pytest.raises(Mistake, match="2 value matrices and 1 score matrices; give one of each"):
        make(value=[V.introduces, G.introduces], scores=P.introduces, **step)


def test_a_range_counts_its_members():
    i, mask = tokens.any("i"), N.introduces
    ranges = [tokens.up_to(i), tokens.before(i), tokens.but(i), tokens.seen_by(i, mask), tokens]
    instance = ExactInstance(3, 2)
    instance[mask] = [[1, 0, 1], [0, 0, 0], [1, 1, 1]]
    for place, expected in enumerate([(1, 0, 2, 2, 3), (2, 1, 2, 0, 3), (3, 2, 2, 3, 3)]):
        assert tuple(value(part.count, instance, {i: place}) for part in ranges) == expected
    # It can stand under a sum, and is the sum of ones by which it is defined.
    assert value(total(tokens.up_to(j).count for j in tokens), instance) == 6


@pytest.mark.parametrize("along", ["the perturbation", "what the index itself is in"])
@FEW
@given(instances(GIVEN, sizes=Sizes(tokens=(2, 3), dimension=(1, 2))))
def test_a_differential_that_is_kept_for_all_tokens_is_each_one_s_own(along, instance):
    layer, i, moved = LAYERS["softmax"], tokens.any("i"), delta.introduces
    direction = moved if along == "the perturbation" else (lambda k: moved[k] - 2 * moved[i])
    formula = jacobian(layer, at=Y)(direction)(i)
    numbers = balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        kept = here.keeping_sums()
        for t in (*range(here.tokens), 0):
            anew, again = value(formula, here, {i: t}), value(formula, kept, {i: t})
            assert [str(x) for x in anew] == [str(x) for x in again]


def assert_overlap(left, right):
    assert equal(left, right) is not Truth.FALSE
    assume(all(x.is_finite() for x in flattened(left)))  # else the layer divides by a zero length
    assert max(x.rad() for x in flattened(left)) < 1e-30  # so that overlapping says something


def flattened(nested):
    return [x for part in nested for x in flattened(part)] if isinstance(nested, list) else [nested]
