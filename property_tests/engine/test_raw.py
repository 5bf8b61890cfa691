"""The raw dynamics: invariants, two derivatives of every layer, and the tree's own formulas."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from property_tests.engine.differences import central_differences
from verify.attention.flows import attention_flow, softmax_flow
from verify.attention.layers import attention_layer, oja_layer
from verify.language.index_sets import tokens
from verify.language.motion import iteration, jacobian
from verify.language.words import norm
from verify.methods.sampling import decimals
from verify.numerics import matrices, raw, shapes
from verify.numerics.evaluate import raw_layer, tabulated, value, velocities
from verify.numerics.exact import Sizes
from verify.numerics.holding import converted
from verify.numerics.number import Irrational, Truth, Undefined, balls, equal
from verify.numerics.strategies import HypothesisDraw, instances
from verify.vocabulary import (
    any_operator,
    any_vectors,
    attention_mask,
    nonnegative_head_weights,
    nonnegative_weights,
    positive_definite,
    positive_scalar,
    unit_tokens,
)

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
        "weights": shapes.weights(chooser, heads, count, count),
        "value": [shapes.operator(chooser, dimension, False) for _ in range(heads)],
        "metric": matrices.product(factor, matrices.transpose(factor)),
    }


def permuted(rows, order):
    return [rows[k] for k in order]


# ------------------------------------------------------------------ flows


@given(attending(heads=2), st.sampled_from(raw.RANGES))
@pytest.mark.long
def test_tokens_stay_on_their_ellipsoid(state, reach):
    moved = raw.attention(**state, range=reach)
    for y, velocity in zip(state["tokens"], moved, strict=True):
        assert matrices.dot(matrices.apply(state["metric"], y), velocity) == 0


@given(attending(heads=2))
def test_heads_add_up(state):
    whole = raw.attention(**state)
    parts = [
        raw.attention(**{**state, "weights": table, "value": matrix})
        for table, matrix in zip(state["weights"], state["value"], strict=True)
    ]
    assert whole == [matrices.plus(u, v) for u, v in zip(*parts, strict=True)]


@given(attending(), st.randoms(use_true_random=False))
def test_full_attention_does_not_know_the_order_of_tokens(state, random):
    order = list(range(len(state["tokens"])))
    random.shuffle(order)
    table = permuted([permuted(row, order) for row in state["weights"][0]], order)
    changed = {**state, "tokens": permuted(state["tokens"], order), "weights": [table]}
    assert raw.attention(**changed) == permuted(raw.attention(**state), order)


@given(attending(), st.sampled_from(raw.RANGES))
def test_a_range_is_the_mask_it_says(state, reach):
    count = len(state["tokens"])
    allowed = {"all": lambda i, j: True, "before": lambda i, j: j < i, "up_to": lambda i, j: j <= i}
    mask = [[int(allowed[reach](i, j)) for j in range(count)] for i in range(count)]
    assert raw.attention(**state, range=reach) == raw.attention(**state, mask=mask)


@given(attending())
def test_causal_attention_does_not_see_later_tokens(state):
    first = {**state, "tokens": state["tokens"][:1]}
    assert raw.attention(**state, range="up_to")[0] == raw.attention(**first)[0]
    assert not any(raw.attention(**state, range="before")[0])


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


@given(attending())
def test_zero_scores_give_the_mean(state):
    count = len(state["tokens"])
    uniform = [[Fraction(1, count)] * count for _ in range(count)]
    nothing = matrices.times(0, [Fraction(0)] * 2)
    shared = {k: state[k] for k in ("tokens", "value", "metric")}
    expected = raw.attention(**shared, weights=[uniform])
    assert raw.softmax_attention(**shared, scores=[nothing, nothing]) == expected
    assert raw.softmax_attention(**shared, scores=None) == expected


@pytest.mark.parametrize("wrong", ["later", "", "seen"])
def test_an_unknown_range_is_an_error(wrong):
    with pytest.raises(ValueError, match="range="):
        raw.attention(tokens=[[1, 0]], weights=[[1]], range=wrong)


def test_one_entry_a_head_or_one_for_all():
    with pytest.raises(ValueError, match="weights has 2 heads, and there are 3"):
        raw.attention(tokens=[[1]], weights=[[[1]]] * 2, value=[[[1]]] * 3)


# ------------------------------------------------------------------ layers

tau = positive_scalar("tau")
V, P = any_operator("V"), any_operator("P")
W = positive_definite("W")
y, alpha = unit_tokens("y", W.introduces), nonnegative_weights("alpha")
beta, N, delta = nonnegative_head_weights("beta"), attention_mask("N"), any_vectors("delta")
GIVEN = [tau, V, P, W, y, alpha, beta, N, delta]
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
            exact = raw.raw_jacobian(step, point)
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


def test_a_weighted_layer_ends_on_its_ellipsoid_exactly():
    factor = [[Fraction(2), Fraction(0)], [Fraction(1), Fraction(1)]]
    metric = matrices.product(factor, matrices.transpose(factor))
    points = [shapes.onto_ellipsoid(factor, z) for z in ([Fraction(0), Fraction(1)],) * 2]
    after = raw.weighted_layer(
        tokens=points, weights=[[Fraction(1), Fraction(2)]] * 2, step=Fraction(1, 3), metric=metric
    )
    assert after == points  # consensus is where the identity value keeps the tokens
    with pytest.raises(Irrational):
        raw.weighted_layer(tokens=points, weights=[[1, 2]] * 2, step=Fraction(1), metric=None)


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


@pytest.mark.parametrize("name", LAYERS)
@given(instances([*GIVEN]))
def test_a_raw_layer_is_that_of_the_tree(name, instance):
    layer, numbers = LAYERS[name], balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        here[layer.of] = here[Y]
        after = raw_layer(layer, here)(here[Y])
        if name == "masked":  # a token that sees nobody has no softmax
            seen = [any(row) for row in here[N.introduces]]
            kept = [i for i, sees in enumerate(seen) if sees]
        else:
            kept = list(range(here.tokens))
        for i in kept:
            assert_overlap(after[i], value(layer.formula(i + 1), here))


@pytest.mark.parametrize("name", LAYERS)
@FEW
@given(instances(GIVEN, sizes=Sizes(tokens=(1, 2), dimension=(2, 2))))
def test_a_differential_of_the_tree_is_the_jacobian_applied(name, instance):
    layer, numbers = LAYERS[name], balls(200)
    i = tokens.any("i")
    formula = jacobian(layer, at=Y)(delta.introduces)(i)
    with numbers.working():
        here = converted(instance, numbers)
        columns = raw.raw_jacobian(raw_layer(layer, here), here[Y])
        flat = [x for row in here[delta.introduces] for x in row]
        wanted = matrices.apply(columns, flat)
        found = [x for t in range(here.tokens) for x in value(formula, here, {i: t})]
        assert_overlap(found, wanted)


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
