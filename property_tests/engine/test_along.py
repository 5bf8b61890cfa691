"""What a proposition comes to along states that are written down: true, false, or not known yet."""

from dataclasses import replace

import pytest

from verify.methods import levels
from verify.methods.affine import is_affine_in
from verify.methods.along import Along
from verify.methods.levels import level_of, negated, some
from verify.numerics.exact import Instance as ExactInstance
from verify.numerics.number import Truth
from verify.numerics.solutions import OF_LAYERS, Followed, Moment
from verify.vocabulary import *

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
GIVEN = Given()
u, c = GIVEN(any_scalar("u")), GIVEN(coefficients("c"))
U, x, y = GIVEN(any_operator("U")), GIVEN(any_vector("x")), GIVEN(any_vector("y"))
e = GIVEN(coefficients("e", over="modes"))
i, j = tokens.any("i", "j")


def followed(*numbers, rests=False, family=(1, 2)):
    """Return a trajectory along which u has these values, at the times 0, 1, ..."""
    moments = []
    for time, number in enumerate(numbers):
        made = ExactInstance(tokens=2, dimension=1, heads=1)
        made[u], made[c] = Fraction(number), [Fraction(k) for k in family]
        made[e] = [Fraction(2)]
        moments.append(Moment(Fraction(time), made))
    return Along(Followed(tuple(moments), rests, (moments[0].instance,)), frozenset({u.args[0]}))


def truth(said, *numbers, **how):
    return followed(*(numbers or (1,)), **how).level(said).truth


def test_the_logic_of_three_values():
    yes, no, unknown = map(level_of, (TRUE, FALSE, UNKNOWN))
    assert [negated(one) for one in (yes, no, unknown)] == [no, yes, unknown]
    assert some([yes, unknown, no]) == yes and some([unknown, no]) == unknown
    assert some([no, no]) == no and levels.every([yes, unknown]) == unknown


KNOWN = {TRUE: at_start(u <= 5), FALSE: at_start(u >= 5), UNKNOWN: always(u <= 5)}


@pytest.mark.parametrize("first", KNOWN, ids=str)
@pytest.mark.parametrize("second", KNOWN, ids=str)
def test_words_that_join_follow_the_logic(first, second):
    one, other = KNOWN[first], KNOWN[second]
    p, q = level_of(first), level_of(second)
    assert truth(both(one, other), 1, 2) is levels.every([p, q]).truth
    assert truth(either(one, other), 1, 2) is some([p, q]).truth
    assert truth(never(one), 1, 2) is negated(p).truth
    assert truth(implies(one, other), 1, 2) is some([negated(p), q]).truth
    both_ways = levels.every([some([negated(p), q]), some([p, negated(q)])])
    assert truth(iff(one, other), 1, 2) is both_ways.truth


def test_what_holds_always_is_seen_to_fail_and_never_to_hold():
    assert truth(always(u <= 2), 1, 2) is UNKNOWN
    assert truth(always(u <= 2), 1, 3, 1) is FALSE
    assert truth(at_start(u <= 2), 1, 3) is TRUE and truth(at_start(u <= 2), 3, 1) is FALSE
    assert truth(always(u <= 2), 1, rests=True) is TRUE  # nothing moves
    assert truth(always(elapsed >= u), 1, 1, rests=True) is FALSE  # time does
    assert truth(always(c[i] <= 2), 1, 2) is TRUE  # what does not move is known for all time
    assert truth(always(c[i] <= 1), 1, 2) is FALSE


def test_where_it_fails_is_told_with_time_place_and_gap():
    found = followed(1, 2, 7)
    assert found.level(always(u <= 5)).truth is FALSE
    assert found.failure == {"time": "2", "where": {}, "where the gap is": "-2"}
    assert (found.compared, found.looked) == (3, 3) and not found.estimated
    found = followed(1)
    assert found.level(always(equals(c[i], 1))).truth is FALSE
    assert found.failure == {"where": {"i": 2}, "left": "2", "right": "1"}
    found = followed(1, 2)
    assert found.level(at_start(equals(u, 3))).truth is FALSE
    assert found.failure == {"time": "0", "where": {}, "left": "1", "right": "3"}


def test_comparisons_at_the_start_and_in_premises_are_no_findings():
    found = followed(1, 2)
    assert found.level(at_start(u <= 5)).truth is TRUE and found.compared == 0
    found = followed(1, 2)
    assert found.level(implies(always(u <= 1), always(u <= 9))).truth is TRUE  # its premise fails
    assert found.compared == 0 and found.failure == {}
    found = followed(1, 2)
    assert found.level(implies(at_start(u <= 1), always(u <= 9))).truth is UNKNOWN
    assert found.compared == 2


def test_numbers_that_are_not_known_well_count_for_nothing():
    wide = followed(1, 2)
    with OF_LAYERS.working():
        ball = OF_LAYERS.of(Fraction(2)) + OF_LAYERS.of(Fraction(0)).union(
            OF_LAYERS.of(Fraction(1))
        )
    last = wide.followed.moments[1].instance
    last.values[u.args[0]] = ball
    last.numbers = OF_LAYERS
    assert wide.level(always(2 * u <= 5)).truth is UNKNOWN and wide.compared == 1
    assert wide.level(always(u <= 1)).truth is FALSE
    assert wide.failure["time"] == "1"


def test_indices_are_bound_over_all_of_their_set():
    assert truth(for_every(i, c[i] >= 1)) is TRUE and truth(for_every(i, c[i] >= 2)) is FALSE
    assert truth(there_is(i, c[i] >= 2)) is TRUE and truth(there_is(i, c[i] >= 3)) is FALSE
    assert truth(for_every(i, there_is(j, c[j] >= c[i] + 1))) is FALSE
    assert truth(there_is(j, for_every(i, c[j] >= c[i]))) is TRUE
    assert truth(c[i] >= 1) is TRUE and truth(c[i] >= c[j]) is FALSE  # one that nothing binds


def test_of_numbers_some_are_drawn_and_only_these_decide():
    small = for_every(positive_scalar("r"), lambda r: r >= 1000)
    found = followed(1)
    assert found.level(small).truth is FALSE and Fraction(found.failure["r"]) < 1000
    assert truth(for_every(positive_scalar("r"), lambda r: r > 0)) is UNKNOWN
    assert truth(there_is(positive_scalar("r"), lambda r: r > 0)) is TRUE
    assert truth(there_is(nonnegative_scalar("r"), lambda r: r < 0)) is UNKNOWN


def test_a_limit_is_decided_only_where_nothing_moves():
    for said in (tends_to(u, 1), limsup_at_most(u, 1), converges(u)):
        assert truth(said, 1, 1) is UNKNOWN
        assert truth(said, 1, rests=True) is TRUE
    assert truth(tends_to(u, 2), 1, rests=True) is FALSE
    assert truth(limsup_at_most(u, 2), 1, rests=True) is TRUE
    assert truth(limsup_at_most(u, 0), 1, rests=True) is FALSE
    assert truth(tends_to(u * exp(-elapsed), 1), 1, rests=True) is UNKNOWN  # time goes on


def test_a_quantity_that_falls_once_is_not_nondecreasing():
    assert truth(nondecreasing(u), 1, 2, 2) is UNKNOWN
    found = followed(1, 2, Fraction(3, 2))
    assert found.level(nondecreasing(u)).truth is FALSE
    assert found.failure == {"time": "2", "where": {}, "where it rises by": "-0.500000000000"}
    assert found.compared == 2
    assert truth(nondecreasing(u), 1, rests=True) is TRUE


def test_limit_points_are_the_state_where_nothing_moves():
    points = limit_points(c, coefficients("z"), lambda z: equals(z[1], 1))
    others = limit_points(c, coefficients("z"), lambda z: equals(z[1], 7))
    assert truth(points, 1, 1) is UNKNOWN and truth(points, 1, rests=True) is TRUE
    assert truth(others, 1, rests=True) is FALSE
    near = tends_to_set(c, coefficients("z"), lambda z: equals(z[1], 1))
    far = tends_to_set(c, coefficients("z"), lambda z: equals(z[1], 7))
    assert truth(near, 1, rests=True) is TRUE
    assert truth(far, 1, rests=True) is UNKNOWN  # others of the set may be as near


def test_an_index_that_is_drawn_is_not_left_out():
    made = ExactInstance(tokens=1, dimension=2, heads=1)
    made[e] = [Fraction(1), Fraction(2)]
    moment = Moment(Fraction(0), made)
    k = mode("k")
    both_places = for_every(k, lambda k: at_start(e[k] <= 1))
    found = Along(Followed((moment,), True, (made,)))
    levels = [
        found._truth(both_places.body, {k.introduces: place}, {}, None) for place in (0, 1, 0)
    ]
    assert [level.truth for level in levels] == [TRUE, FALSE, TRUE]


def test_what_has_no_value_is_not_known():
    assert truth(at_start(1 / u <= 1), 0) is UNKNOWN


def at_rest_while_c_varies(*numbers):
    """Return a trajectory on which u rests at 1, and both c take these values in turn."""
    there = [followed(1, family=(x, x)).start for x in numbers]
    moments = tuple(Moment(Fraction(time), one) for time, one in enumerate(there))
    moved, varying = frozenset({u.args[0]}), frozenset({c})
    return Along(Followed(moments, True, tuple(there)), moved, in_time=varying | moved)


@pytest.mark.parametrize(
    "said",
    [tends_to(u * c[1], 1), tends_to(u * c[1], 3), limsup_at_most(u * c[1], 1),
     limsup_at_most(u * c[1], 3), always(u * c[1] <= 3), converges(u * c[1]),
     limit_points(u, any_scalar("z"), lambda z: z >= c[1]),
     limit_points(u, any_scalar("z"), lambda z: z < c[1])],
)  # fmt: skip
def test_what_varies_beside_a_state_at_rest_decides_no_limit_by_its_first_value(said):
    assert at_rest_while_c_varies(1, 2, 3).level(said).truth is UNKNOWN
    assert at_rest_while_c_varies(2, 2, 2).level(said).truth is not UNKNOWN


def test_what_varies_beside_a_state_at_rest_is_seen_at_its_later_values():
    assert at_rest_while_c_varies(1, 2, 3).level(always(u * c[1] <= 1)).truth is FALSE
    assert at_rest_while_c_varies(1, 2, 3).level(tends_to(u, 1)).truth is TRUE


def test_what_comes_again_and_again_in_turn_has_no_limit():
    turning = followed(1, 2, 3, 2, 3)
    turning.followed = replace(turning.followed, again=2)
    assert turning.level(converges(u)).truth is FALSE
    assert turning.level(converges(u * 0)).truth is UNKNOWN  # equal balls are not known to be
    assert followed(1, 2, 3, 2, 3).level(converges(u)).truth is UNKNOWN


def test_equations_of_all_vectors_are_decided_along_the_axes():
    x, w = any_vectors("x"), any_vector("w")
    first = lambda x: equals(x[i] + c[j] * (x[j] - x[i]), x[i])  # noqa: E731
    assert truth(for_every(x, lambda x: for_every((i, j), first(x)))) is FALSE
    assert truth(for_every(x, lambda x: for_every((i, j), first(x))), family=(0, 0)) is TRUE
    assert truth(for_every(w, lambda w: equals(c[1] * w, w))) is TRUE
    assert truth(for_every(w, lambda w: equals(c[2] * w, w))) is FALSE
    assert truth(for_every(w, lambda w: equals((w @ w) * w, w))) is FALSE  # of what is drawn


def test_equations_that_are_not_affine_are_not_decided_along_the_axes():
    w = any_vector("w")  # in one dimension: w^3 = w at 0 and 1
    assert truth(for_every(w, lambda w: equals((w @ w) * w, (w @ w) * w))) is UNKNOWN
    assert truth(for_every(unit_vector("e"), lambda e: equals(e, e))) is UNKNOWN
    of_x = frozenset({x.args[0]})
    assert not is_affine_in((U @ x) @ x, of_x) and is_affine_in((U @ x) @ y, of_x)
    assert not is_affine_in(exp(x @ y), of_x)
    ends = total(k * c[1] for k in integers(1, 2 * (x @ y)))
    assert not is_affine_in(ends, of_x)
