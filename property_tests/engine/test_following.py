"""Claims followed along trajectories: false ones are refuted, true ones are not."""

from typing import Any

import pytest

from verify.language.mistakes import Mistake
from verify.methods.following import follow, refute_twins
from verify.numerics.exact import Instance as ExactInstance
from verify.numerics.number import Truth, compared
from verify.numerics.solutions import NUMBERS, solution_from
from verify.statements.claims import placed
from verify.vocabulary import *


@pytest.mark.parametrize(("factor", "outcome"), [(1, "sampled"), (2, "refuted")])
def test_a_premise_about_weights_holds_always_where_it_holds_of_each(
    factor: int, outcome: str
) -> None:
    given = Given()
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    i, j = tokens.any("i", "j")
    said = for_every(
        positive_scalar("m"),
        lambda m: implies(always(alpha[i, j] >= m), always(alpha[i, j] * norm(y[i]) >= factor * m)),
    )
    moving = solution(attention_flow(y, weights=alpha), varying=[alpha], start=[y])
    assert follow(placed(claim("x", said, along=moving), given.assumed, "here")).outcome == outcome


def test_what_premises_single_out_is_tried_a_start_a_family_of_starts_or_a_number() -> None:
    given = Given()
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    i = tokens.any("i")
    stay = always(norm(y[1] - y[2]) <= 2)
    up, down = [Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]
    at = {y: [up, down], alpha: [[1, 1], [1, 1]]}
    every_token = for_every(any_vector("z"), lambda z: implies(
        at_start(equals(y[1], z)), always(norm(y[1] - z) <= 0)))  # fmt: skip
    all_tokens = for_every(any_vectors("Z"), lambda Z: implies(
        at_start(equals(y[i], Z[i])), always(norm(y[i] - Z[i]) <= 0)))  # fmt: skip
    product = for_every(any_scalar("g"), lambda g: implies(
        at_start(equals(g, y[1] @ y[2])), always(y[1] @ y[2] <= g)))  # fmt: skip
    made = claim("x", stay, along=solution(attention_flow(y, weights=alpha), start=[y]))
    for name, said in (("one", every_token), ("all", all_tokens), ("product", product)):
        made = made.but_not(name, said, at=at)
    found = refute_twins(placed(made, given.assumed, "here"))
    assert all(mutant.refuted for mutant in found)
    assert "'z': ['3/5', '4/5']" in str(found[0].witness)
    assert found[2].witness["g"] == "-7/25"


def test_a_twin_may_be_given_its_start() -> None:
    given = Given()
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    opposite = {y: [[1, 0], [-1, 0]], alpha: [[1, 1], [1, 1]]}
    true = claim("They stay.", always(norm(y[1]) <= 1), along=solution(flow, start=[y]))
    twin = true.but_not("they meet", tends_to(y[1], y[2]), at=opposite)
    assert refute_twins(placed(twin, given.assumed, "here"))[0].refuted
    survivor = true.but_not("nothing false", always(norm(y[1]) <= 2), at=opposite)
    assert refute_twins(placed(survivor, given.assumed, "here"))[0].survives
    none = true.but_not("no start", tends_to(y[1], y[2]), at={**opposite, y: [[1, 1], [1, 0]]})
    with pytest.raises(Mistake, match="is none"):
        refute_twins(placed(none, given.assumed, "here"))


def test_a_twin_says_or_drops_something_that_is_there() -> None:
    given = Given()
    x = given(any_scalar("x"))
    made = claim("A square.", x**2 >= 0)
    with pytest.raises(Mistake, match="changes nothing"):
        made.but_not("nothing")
    with pytest.raises(Mistake, match="not given"):
        placed(made.but_not("another", drop=any_vector("z").introduces), given.assumed, "here")
    with pytest.raises(Mistake, match="has variants"):
        claim("In words.").but_not("anything", always(norm(any_vector("z").introduces) <= 1))


def circle() -> tuple[Any, Any]:
    given = Given()
    u, v = given(any_scalar("u")), given(any_scalar("v"))
    return motion({u: -v, v: u}), (u, v)


def test_balls_around_a_solution_hold_it() -> None:
    flow, (u, v) = circle()
    start = ExactInstance(1, 1)
    start[u], start[v] = Fraction(1), Fraction(0)
    times = [Fraction(k, 2) for k in range(1, 9)]
    found = solution_from(flow, [(Fraction(0), start)], times)
    assert len(found.moments) == len(times) + 1
    assert not found.rests
    with NUMBERS.working():
        for moment in found.moments[1:]:
            angle = NUMBERS.of(moment.time)
            assert moment.instance[u].overlaps(angle.cos())
            assert moment.instance[v].overlaps(angle.sin())
            assert moment.instance[u].rad() < NUMBERS.of(Fraction(1, 10**9))


def test_what_varies_counts_from_its_time_on() -> None:
    given = Given()
    u, rate_of_u = given(any_scalar("u")), given(any_scalar("r"))
    flow = motion({u: rate_of_u})
    first, second = ExactInstance(1, 1), ExactInstance(1, 1)
    for one, slope in ((first, 1), (second, -2)):
        one[u], one[rate_of_u] = Fraction(0), Fraction(slope)
    pieces = [(Fraction(0), first), (Fraction(1), second)]
    found = solution_from(flow, pieces, [Fraction(1), Fraction(3)])
    with NUMBERS.working():
        ends = [moment.instance[u] for moment in found.moments[1:]]
        assert ends[0].overlaps(NUMBERS.of(Fraction(1)))
        assert ends[1].overlaps(NUMBERS.of(Fraction(-3)))
        assert compared(ends[1] + 2, "<") is Truth.FALSE
