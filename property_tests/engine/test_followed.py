"""What trajectories say of a claim: the whole outcome, from starts that are few and small."""

from dataclasses import replace

from verify.methods.following import LAYERS, follow, is_rigorous, refute_twins, starts
from verify.methods.free_things import for_all_of_them
from verify.statements.assumption import introduced
from verify.statements.claims import placed
from verify.statements.outcomes import AS_TRIED
from verify.vocabulary import *


def still(says, *conditions, kind=any_scalar):
    """Return a claim about a number, in which nothing moves."""
    given = Given()
    x = given(kind("x"))
    for condition in conditions:
        given(that(condition(x)))
    return placed(claim("Still.", says(x)), given.assumed, "here")


def halving(says):
    """Return a claim about vectors of which a layer takes half."""
    given = Given()
    y = given(any_vectors("y"))
    layer = iteration({y: lambda i: y[i] / 2})
    return placed(claim("Half.", says(y), along=orbit(layer, start=[y])), given.assumed, "here")


def test_what_no_start_contradicts_is_sampled_and_says_how_often():
    found = follow(still(lambda x: x**2 >= 0), count=3, seed=5)
    assert (found.method, found.outcome, found.reason) == ("sampling", "sampled", "")
    assert found.evidence == {
        "trajectories": 3, "lasting": 3, "compared": 3, "longest time": "0", "seed": 5,
        "rigorous": True, "premises met": True,
    }  # fmt: skip
    assert found.seconds > 0


def test_what_fails_at_a_start_is_refuted_with_it():
    found = follow(still(lambda x: x**2 >= 1), count=9)
    assert (found.method, found.outcome, found.reason) == ("sampling", "refuted", "")
    witness = found.evidence["witness"]
    x = Fraction(witness["x"])
    assert x**2 < 1 and Fraction(witness["where the gap is"]) == x**2 - 1
    assert found.evidence["rigorous"] and witness["where"] == {}


def test_a_claim_that_is_declared_false_is_borne_out_by_the_start_that_shows_it():
    false = replace(still(lambda x: x**2 >= 1), refuted=True)
    found = follow(false, count=9)
    assert found.outcome == "sampled" and "witness" in found.evidence
    found = follow(replace(still(lambda x: x**2 >= 0), refuted=True), count=2)
    assert (found.outcome, found.reason) == ("inconclusive", "no trajectory contradicts it")


def test_where_nothing_is_looked_at_it_says_why():
    found = follow(still(lambda x: x >= 0, lambda x: x >= 5, lambda x: x <= -5), count=2)
    assert (found.outcome, found.evidence["trajectories"]) == ("inconclusive", 0)
    assert found.reason == f"{AS_TRIED}: no start was found that satisfies the assumptions"
    found = follow(still(lambda x: implies(x * x >= 10**30, x >= 5)), count=2)
    assert (found.outcome, found.evidence["compared"]) == ("inconclusive", 0)
    assert found.reason.startswith(f"{AS_TRIED}: no instance was found for the premise")
    far = still(lambda x: implies(x * x >= 10**12, x * x >= 5))
    assert follow(far, count=2).evidence["premises met"] is False
    (x,) = introduced(one.assumption for one in far.assumed)
    found = follow(far.for_example({x: -(10**6)}), count=2)
    assert found.evidence["premises met"] is True


def test_a_number_that_a_premise_gives_need_not_be_rational():
    def first_value(sign):
        return still(lambda x: for_every(any_scalar("s"), lambda s: implies(
            both(x >= 2, sign * x >= 0, equals(log(x * x), s)), s >= 1)))  # fmt: skip

    assert follow(first_value(1), count=4).evidence["premises met"] is True
    assert follow(first_value(-1), count=4).outcome == "inconclusive"


def test_an_orbit_is_followed_through_so_many_layers():
    claimed = halving(lambda y: always(norm(y[1]) <= 100))
    found = follow(claimed, count=2)
    assert (found.outcome, found.evidence["lasting"]) == ("sampled", 2)
    assert found.evidence["longest time"] == str(LAYERS["quick"])
    assert found.evidence["compared"] == 2 * (LAYERS["quick"] + 1)
    assert found.evidence["rigorous"] and is_rigorous(claimed)
    shrinks = halving(lambda y: for_every(nonnegative_scalar("r"), lambda r: implies(
        at_start(y[1] @ y[1] >= r), always(y[1] @ y[1] >= r))))  # fmt: skip
    found = follow(shrinks, count=4)
    assert found.outcome == "refuted" and Fraction(found.evidence["witness"]["time"]) >= 1


def test_a_trajectory_ends_where_what_is_assumed_for_all_time_ends():
    given = Given()
    y = given(any_vectors("y"))
    long = given(that(y[1] @ y[1] >= Fraction(1, 16)))
    layer = iteration({y: lambda i: y[i] / 2})
    along = orbit(layer, start=[y], always=[long])
    claimed = placed(claim("Long.", always(norm(y[1]) <= 100), along=along), given.assumed, "here")
    found = list(starts(claimed, 6, 9))
    assert found and not any(start.lasts or start.refutes for start in found)
    for start in found:
        (family,) = start.instance.values
        squares = [sum(x * x for x in moment.instance.values[family][0])
                   for moment in start.followed.moments]  # fmt: skip
        assert squares[-1] >= Fraction(1, 16) > squares[-1] / 4
        assert [4 * after for after in squares[1:]] == squares[:-1]
    outcome = follow(claimed, count=3)
    assert (outcome.outcome, outcome.evidence["lasting"]) == ("inconclusive", 0)
    assert outcome.reason.startswith(f"{AS_TRIED}: no trajectory exists")


def twins():
    given = Given()
    x = given(positive_scalar("x"))
    low = given(that(x >= 2))
    made = (
        claim("Large.", x >= 2)
        .but_not("larger", x >= 3)
        .but_not("in no way", x >= 1)
        .but_not("without a bound", drop=low)
        .but_not("with a lower one", drop=low, assume=that(x >= 1))
        .but_not("at a place", x >= 5, at={x: 4})
    )
    return placed(made, given.assumed, "here")


def test_twins_are_refuted_in_their_order():
    found = refute_twins(twins())
    assert [(one.name, one.refuted, one.step) for one in found] == [
        ("larger", True, "claim"), ("in no way", False, "claim"),
        ("without a bound", True, "claim"), ("with a lower one", True, "claim"),
        ("at a place", True, "claim"),
    ]  # fmt: skip
    larger, none, bare, lower, there = found
    assert 2 <= Fraction(larger.witness["x"]) < 3 and none.witness == {} and none.survives
    assert 0 < Fraction(bare.witness["x"]) < 2 and 1 <= Fraction(lower.witness["x"]) < 2
    assert (there.witness["x"], there.witness["where the gap is"]) == ("4", "-1")


def test_what_is_free_is_said_of_all_values_and_what_varies_is_not():
    given = Given()
    a, b, x = (given(any_scalar(name)) for name in ("a", "b", "x"))
    along = solution(motion({x: a * x}), varying=[b])
    made = placed(claim("Alike.", always(b <= b + x - x), along=along), given.assumed, "here")
    (said,) = made.propositions
    assert for_all_of_them(made, said) is said  # b varies, x moves, and a is of the law
    still_ = placed(claim("Alike.", b <= b), given.assumed, "here")
    assert for_all_of_them(still_, still_.propositions[0]) is not still_.propositions[0]
