"""The values that premises single out of what is quantified: where they are edges and equations."""

from verify.methods.premises import DRAWS, Premises
from verify.numerics.exact import Instance as ExactInstance
from verify.vocabulary import *

GIVEN = Given()
u, a = GIVEN(any_scalar("u")), GIVEN(any_vector("a"))
c, y = GIVEN(coefficients("c")), GIVEN(any_vectors("y"))
V = GIVEN(any_operator("V"))
i = tokens.any("i")
UP, ACROSS = [Fraction(0), Fraction(2)], [Fraction(3), Fraction(0)]


def start(**changes):
    made = ExactInstance(tokens=2, dimension=2, heads=1)
    values = {"u": Fraction(5), "a": UP, "c": [Fraction(1), Fraction(4)], "y": [UP, ACROSS],
              "V": [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(4)]]}  # fmt: skip
    for thing in (u, a, c, y, V):
        key = thing.args[0] if hasattr(thing, "args") else thing
        made.values[key] = (values | changes)[key.name]
    return made


def singled_out(assumption, says, at=None, pieces=None, moves=lambda _: True):
    """Return the values that come before those that are drawn."""
    given = Given()
    thing = given(assumption)
    said = says(thing)
    here = start()
    premises = Premises(said, here, pieces or [here], moves)
    found = premises.values(assumption, at or {}, seed=1)
    assert all(len(one) == 1 for one in found)
    values = [value for one in found for value in one.values()]
    assert len(values) >= DRAWS
    return values[: len(values) - DRAWS], values[len(values) - DRAWS :]


def test_an_inequality_that_is_linear_singles_out_where_it_is_one():
    early, drawn = singled_out(any_scalar("r"), lambda r: implies(at_start(2 * r <= u), u <= r))
    assert early == [Fraction(5, 2), 5] and len(drawn) == DRAWS
    early, _ = singled_out(any_scalar("r"), lambda r: at_start(both(r >= u, r >= 7)))
    assert early == [5, 7]
    early, _ = singled_out(any_scalar("r"), lambda r: at_start(r * r >= u))
    assert early == []  # not linear
    early, _ = singled_out(any_scalar("r"), lambda r: at_start(square_root(u) <= r))
    assert early == []  # not rational


def test_only_what_the_assumption_allows_is_tried():
    early, _ = singled_out(positive_scalar("r"), lambda r: at_start(both(r >= -1, r >= 3)))
    assert early == [3]


def test_an_equation_singles_out_what_it_says_something_is():
    early, _ = singled_out(any_vector("z"), lambda z: at_start(equals(y[1], z)))
    assert early == [UP]
    early, _ = singled_out(any_vector("z"), lambda z: at_start(equals(z, V @ a)))
    assert early == [[Fraction(4), Fraction(8)]]
    early, _ = singled_out(any_vector("z"), lambda z: at_start(equals(z, y[i])))
    assert early == [UP, ACROSS]  # at every place of its indices
    early, _ = singled_out(any_vector("z"), lambda z: at_start(equals(z, y[i])), at={i: 1})
    assert early == [ACROSS]
    early, _ = singled_out(any_vector("z"), lambda z: at_start(equals(z, z + a)))
    assert early == []
    early, _ = singled_out(unit_vector("z"), lambda z: at_start(equals(z, a)))
    assert early == []  # a is no unit vector
    early, _ = singled_out(any_scalar("g"), lambda g: at_start(equals(2 * g, y[2] @ y[2])))
    assert early == [Fraction(9, 2)]
    early, _ = singled_out(any_scalar("g"), lambda g: at_start(equals(g * a, 3 * a)))
    assert early == [3]  # every coordinate says so, or nothing about it
    early, _ = singled_out(any_scalar("g"), lambda g: at_start(equals(g * a, y[2])))
    assert early == []


def test_an_equation_singles_out_a_family_for_all_indices_at_once():
    early, _ = singled_out(any_vectors("Z"), lambda Z: at_start(equals(Z[i], 2 * y[i])))
    assert early == [[[Fraction(0), Fraction(4)], [Fraction(6), Fraction(0)]]]
    early, _ = singled_out(any_vectors("Z"), lambda Z: at_start(equals(Z[1], y[1])))
    assert early == []  # the others may be anything
    early, _ = singled_out(coefficients("f"), lambda f: at_start(equals(c[i] + 1, f[i])))
    assert early == [[2, 5]]
    early, _ = singled_out(
        coefficients("f"), lambda f: at_start(equals(f[i], total(c[k] for k in tokens)))
    )
    assert early == [[5, 5]]


def test_what_does_not_move_is_known_in_all_its_values():
    later = start(u=Fraction(9))
    said = lambda r: always(r >= u)  # noqa: E731
    early, _ = singled_out(any_scalar("r"), said, pieces=[start(), later], moves=lambda _: False)
    assert early == [5, 9]
    early, _ = singled_out(any_scalar("r"), said, pieces=[start(), later])
    assert early == []


def test_what_another_quantifier_introduces_later_is_not_known():
    early, _ = singled_out(any_scalar("r"), lambda r: for_every(
        any_scalar("s"), lambda s: at_start(both(r >= s, r >= 2 * u))))  # fmt: skip
    assert early == [10]


def test_what_is_drawn_depends_on_the_seed_alone():
    def drawn(seed):
        assumption = any_scalar("r")
        said = at_start(assumption.introduces >= u)
        return [
            str(list(one.values()))
            for one in Premises(said, start(), [start()], bool).values(assumption, {}, seed)
        ]

    assert drawn(1) == drawn(1) and len({str(drawn(seed)) for seed in range(5)}) > 1


def test_a_vector_is_tried_that_is_as_long_as_an_equation_says():
    def tried(says, of=any_vector):
        return singled_out(of("v"), says)[0]

    long = [[Fraction(8), Fraction(0)]]
    assert tried(lambda v: equals(norm(v), 8)) == tried(lambda v: equals(8, norm(v))) == long
    assert tried(lambda v: equals(8**3, norm(v) ** 3)) == long
    assert tried(lambda v: equals(v @ v, a @ a)) == [UP[::-1]]
    assert tried(lambda v: equals(v @ v, -u)) == tried(lambda v: equals(v @ v, 2)) == []
    assert tried(lambda v: equals(norm(v), norm(2 * v))) == tried(lambda v: v @ v >= 4) == []
    assert tried(lambda v: equals(v @ a, 3)) == []  # it is along another axis
    assert tried(lambda v: equals(norm(v), 2), of=unit_vector) == []
