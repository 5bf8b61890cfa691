"""Layers in two halves and with several heads: the tree, the raw path and the chain rule agree."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from verify.attention.layers import attention_layer, attention_pull, normalisation
from verify.language.index_sets import tokens
from verify.language.mistakes import Mistake
from verify.language.motion import jacobian
from verify.language.words import total
from verify.numerics import matrices, raw
from verify.numerics.balls import ball
from verify.numerics.evaluate import raw_layer, value
from verify.numerics.exact import Instance, Sizes
from verify.numerics.holding import converted, equal
from verify.numerics.number import Truth, balls
from verify.numerics.strategies import instances
from verify.vocabulary import (
    any_operator,
    any_vectors,
    attention_mask,
    positive_definite,
    positive_scalar,
    rows_not_empty,
    unit_tokens,
)

tau, y, delta = positive_scalar("tau"), unit_tokens("y"), any_vectors("delta")
F, G, P, Q = (any_operator(name) for name in "FGPQ")
W, N = positive_definite("W"), attention_mask("N")
GIVEN = [tau, y, delta, F, G, P, Q, W, N, rows_not_empty(N.introduces)]
ONE = {"value": F.introduces, "scores": P.introduces}
TWO = {"value": [F.introduces, G.introduces], "scores": [P.introduces, Q.introduces]}
MASKS = {"full": {}, "causal": {"reach": "up_to"}, "masked": {"mask": N.introduces}}
HALVES = {f"{name} pull": attention_pull(**ONE, **mask) for name, mask in MASKS.items()}
LAYERS = {
    **HALVES,
    "two pulls": attention_pull(**TWO),
    "two masked pulls": attention_pull(**TWO, mask=N.introduces),
    "two heads": attention_layer(**TWO, step=tau.introduces),
    "two causal heads": attention_layer(**TWO, step=tau.introduces, reach="up_to"),
    "normalisation": normalisation(),
    "normalisation on an ellipsoid": normalisation(W.introduces),
}
FEW, plus = settings(max_examples=10), matrices.plus
SMALL = Sizes(tokens=(1, 2), dimension=(2, 2))


def finite_and_equal(left, right):
    flat = [x for row in left for x in row]
    assume(all(x.is_finite() for x in flat))  # else a token was moved to 0
    assert equal(left, right) is not Truth.FALSE
    assert max(x.rad() for x in flat) < 1e-30  # so that overlapping says something


@pytest.mark.parametrize("name", LAYERS)
@given(instances(GIVEN))
@pytest.mark.long
def test_the_raw_map_is_that_of_the_tree(name, instance):
    layer, numbers = LAYERS[name], balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        here[layer.of] = here[y.introduces]
        after = raw_layer(layer, here)(here[y.introduces])
        formula = [value(layer.formula(i + 1), here) for i in range(here.tokens)]
        finite_and_equal(after, formula)


@pytest.mark.parametrize("name", LAYERS)
@FEW
@given(instances(GIVEN, sizes=SMALL))
def test_a_differential_of_the_tree_is_the_raw_one(name, instance):
    layer, numbers, i = LAYERS[name], balls(200), tokens.any("i")
    formula = jacobian(layer, at=y.introduces)(delta.introduces)(i)
    with numbers.working():
        here = converted(instance, numbers)
        step = raw_layer(layer, here)
        wanted = raw.raw_differential(step, here[y.introduces], here[delta.introduces])
        finite_and_equal(wanted, [value(formula, here, {i: t}) for t in range(here.tokens)])


@pytest.mark.parametrize("reach", ["all", "up_to"])
@FEW
@given(instances(GIVEN, sizes=SMALL))
def test_a_layer_is_the_pull_and_then_the_normalisation(reach, instance):
    """The chain rule, for two heads: J delta = N'(y) (delta + tau pull'(x) delta)."""
    numbers = balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        x, moved, step = (here[part.introduces] for part in (y, delta, tau))
        pull = raw_layer(attention_pull(**TWO, reach=reach), here)
        layer = raw_layer(attention_layer(**TWO, step=tau.introduces, reach=reach), here)
        before = [plus(row, matrices.times(step, p)) for row, p in zip(x, pull(x), strict=True)]
        slopes = raw.raw_differential(pull, x, moved)
        change = [plus(row, matrices.times(step, s)) for row, s in zip(moved, slopes, strict=True)]

        def halves(points):
            return raw.normalisation(tokens=points)

        finite_and_equal(layer(x), halves(before))
        wanted = raw.raw_differential(halves, before, change)
        finite_and_equal(raw.raw_differential(layer, x, moved), wanted)


@FEW
@given(instances(GIVEN, sizes=SMALL))
def test_heads_add_up(instance):
    numbers = balls(200)
    with numbers.working():
        here = converted(instance, numbers)
        x = here[y.introduces]
        single = [
            raw_layer(attention_pull(value=matrix.introduces, scores=table.introduces), here)(x)
            for matrix, table in ((F, P), (G, Q))
        ]
        both = raw_layer(attention_pull(**TWO), here)(x)
        finite_and_equal(both, [plus(a, b) for a, b in zip(*single, strict=True)])
        assert raw.normalisation(tokens=[[ball(3), ball(4)]])[0][0].overlaps(ball("3/5"))


@pytest.mark.parametrize("make", [attention_pull, attention_layer])
def test_heads_without_partners_are_a_mistake(make):
    step = {"step": tau.introduces} if make is attention_layer else {}
    with pytest.raises(Mistake, match="2 value matrices and 1 score matrices; give one of each"):
        make(value=[F.introduces, G.introduces], scores=P.introduces, **step)
    with pytest.raises(Mistake, match="0 value matrices"):
        make(value=[], scores=[], **step)


# ------------------------------------------------------------------ how many are in a range


def test_a_range_counts_its_members():
    i, mask = tokens.any("i"), N.introduces
    ranges = [tokens.up_to(i), tokens.before(i), tokens.but(i), tokens.seen_by(i, mask), tokens]
    seen = [[1, 0, 1], [0, 0, 0], [1, 1, 1]]
    instance = Instance(3, 2)
    instance[mask] = seen
    for place, expected in enumerate([(1, 0, 2, 2, 3), (2, 1, 2, 0, 3), (3, 2, 2, 3, 3)]):
        found = tuple(value(part.count, instance, {i: place}) for part in ranges)
        assert found == expected
    # It can stand under a sum, and is the sum of ones by which it is defined.
    assert value(total(tokens.up_to(j).count for j in tokens), instance) == 6
