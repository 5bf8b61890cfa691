"""Inductions, definedness, logarithms, extremes, qualities, covers and witnesses as documents."""

import pytest

from property_tests.engine.checker_words import *

m = ["symbol", "m"]


# ------------------------------------------------------------------ inductions


def test_an_induction_is_accepted_by_its_start_and_its_step():
    assert accepted(induction(upto(PLACE, n), GAUSS))
    assert accepted(induction(upto(mul(a, PLACE), n), mul(a, GAUSS)))
    odd = add(mul(num(2), PLACE), ONE)
    assert accepted(induction(upto(odd, n), raised(add(n, ONE), 2)))
    assert accepted(induction(upto(odd, sub(n, ONE)), raised(n, 2)))
    geometric = upto(["power_of", num(2), PLACE], n)
    assert accepted(induction(geometric, sub(["power_of", num(2), add(n, ONE)], ONE)))
    from_three = [NATURAL[0], [">=", n, num(3), {}]]
    cut = upto(PLACE, n, num(3))
    assert accepted(induction(cut, sub(GAUSS, num(3)), *from_three, start=3))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (upto(PLACE, n), add(GAUSS, ONE)),  # the step holds, the start does not
        (upto(PLACE, n), mul(n, n)),  # the start holds, the step does not
        (upto(PLACE, n, num(3)), ZERO),  # empty until n = 3
        (upto(PLACE, n, num(2)), sub(GAUSS, ONE)),  # at the start: 0 = -1
        (upto(ONE, n, n), add(n, ONE)),  # does not begin at a number
        (upto(PLACE, mul(num(2), n)), GAUSS),  # by two at a time
        (upto(mul(n, PLACE), n), mul(n, n)),
    ],
)
def test_a_false_induction_is_refused(left, right):
    assert not accepted(induction(left, right))


def test_an_induction_is_over_integers_from_its_start():
    claim = (upto(PLACE, n), GAUSS)
    assert not accepted(induction(*claim, NATURAL[1]))  # a real
    assert not accepted(induction(*claim, NATURAL[0]))  # from no start
    below = [NATURAL[0], [">=", n, num(-1), {}]]
    assert not accepted(induction(*claim, *below))
    other = [["integer", m, ZERO, {}], NATURAL[1]]
    assert not accepted(induction(*claim, *other))
    for start in (1, -1, "0", None, True, 0.0):
        assert not accepted(induction(*claim, start=start))
    assert not accepted(induction(*claim, over="m"))


def test_what_is_known_of_the_number_is_no_part_of_an_induction():
    """n is at most 5: then a claim that fails at 6 may hold, and is not shown by steps."""
    few = [*NATURAL, ["<=", n, num(5), {}], ["equation", mul(n, n), n, {}]]
    assert not accepted(induction(mul(n, n), n, *few))
    assert accepted(induction(upto(PLACE, n), GAUSS, *few))


def test_a_sum_over_integers_is_written_out_between_numbers_only():
    assert accepted(identity(upto(PLACE, num(4)), num(10)))
    assert accepted(identity(upto(PLACE, num(-1)), ZERO))
    assert not accepted(identity(upto(PLACE, num("1/2")), ZERO))
    assert accepted(identity(upto(mul(a, PLACE), n), mul(a, upto(PLACE, n))))
    assert not accepted(identity(upto(PLACE, n), upto(PLACE, m)))
    assert not accepted(identity(upto(ONE, n), add(n, ONE)))  # unknown: n may be -7, or no integer
    assert not accepted(identity(upto(item("c", "k"), ONE), ZERO))
    assert not accepted(identity(total(["place", "j"], ("j", ALL)), ZERO))


def test_a_term_is_defined_under_facts_that_say_so():
    root, ratio = raised(a, "1/2"), mul(b, raised(a, -1))
    choose = ["binomial", n, ONE]
    largest = ["largest", item("c", "j"), [["j", ALL]]]
    assert accepted(defined(ratio, facts=[known("!=", a)]))
    assert accepted(defined(root, facts=[known(">=", a)]))
    assert accepted(defined(log(a), facts=[known(">", a)]))
    assert accepted(defined(choose, facts=[NATURAL[0], NATURAL[1]]))
    assert accepted(defined(largest))
    assert accepted(defined(yi, tokens="i"))
    for term in (ratio, root, log(a), choose, mul(ZERO, ratio), function("tan", a)):
        assert not accepted(defined(term))
    assert not accepted(defined(log(a), facts=[known(">=", a)]))
    assert not accepted(defined(choose, facts=[NATURAL[1]]))
    assert not accepted(defined(ratio, facts=[known(">=", a)]))
    empty = ["largest", item("c", "j"), [["j", ["before", "tokens", "i"]]]]
    assert not accepted(defined(empty, tokens="i"))
    full = ["largest", item("c", "j"), [["j", ["up_to", "tokens", "i"]]]]
    assert accepted(defined(full, tokens="i"))
    seen = ["largest", item("c", "j"), [["j", ["seen", "tokens", "i", "N"]]]]
    itself = ["equation", ["member", "N", "q", "q"], ONE, {"q": "tokens"}]
    other = ["equation", ["member", "N", "i", "k"], ONE, {}]
    assert accepted(defined(seen, facts=[itself], tokens="i"))
    assert not accepted(defined(seen, tokens="i"))
    assert not accepted(defined(seen, facts=[other], tokens="ik"))  # of k nothing is said here
    assert not accepted(defined())
    assert not accepted(defined(upto(PLACE, a)))
    assert accepted(defined(upto(PLACE, n), facts=[NATURAL[0]]))


# ------------------------------------------------------------------ logarithms and extremes

POSITIVES = (known(">", a), known(">", b))


def test_logarithms_of_products_of_what_is_positive():
    halves = mul(raised(a, 2), raised(b, "-1/2"))
    split = add(mul(num(2), log(a)), mul(num("-1/2"), log(b)))
    assert accepted(identity(log(mul(a, b)), add(log(a), log(b)), *POSITIVES))
    assert accepted(identity(log(halves), split, *POSITIVES))
    assert accepted(identity(log(exp(x)), x))
    assert accepted(identity(exp(log(a)), a, *POSITIVES))
    assert accepted(identity(exp(mul(num(-2), log(a))), raised(a, -2), *POSITIVES))
    assert accepted(identity(log(num(12)), add(mul(num(2), log(num(2))), log(num(3)))))
    assert accepted(identity(log(ONE), ZERO))
    assert accepted(identity(log(["power_of", num(8), x]), mul(num(3), x, log(num(2)))))
    both = mul(a, add(a, b))
    assert accepted(identity(log(both), add(log(a), log(add(a, b))), *POSITIVES))
    slope = ["rate", log(add(ONE, raised(x, 2))), STEP]
    assert accepted(identity(slope, mul(num(2), x, raised(add(ONE, raised(x, 2)), -1))))


@pytest.mark.parametrize(
    ("left", "right", "facts"),
    [
        (log(mul(a, b)), add(log(a), log(b)), [known("!=", a), known("!=", b)]),
        (log(mul(a, b)), add(log(a), log(b)), [known(">", mul(a, b))]),
        (log(raised(a, 2)), mul(num(2), log(a)), [known("!=", a)]),
        (log(add(a, b)), add(log(a), log(b)), POSITIVES),
        (log(a), log(b), POSITIVES),
        (log(a), log(a), [known(">=", a)]),
        (exp(log(a)), a, []),
        (log(num(4)), log(num(2)), []),
        (log(num("1/2")), log(num(2)), []),
        (["rate", log(x), STEP], raised(x, -1), [known("!=", x)]),
        (log(function("cos", x)), log(function("cos", x)), []),
    ],
)
def test_no_other_logarithm_is_taken_apart(left, right, facts):
    assert not accepted(identity(left, right, *facts))


def test_extremes_are_equal_under_other_names_only():
    def largest(body: Term, name: str, op: str = "largest") -> Term:
        return [op, body, [[name, ALL]]]

    one, other = largest(item("c", "j"), "j"), largest(item("c", "k"), "k")
    assert accepted(identity(one, other))
    assert accepted(identity(largest(a, "j"), a))
    doubled = largest(mul(num(2), item("c", "j")), "j")
    assert not accepted(identity(doubled, mul(num(3), one)))
    assert not accepted(identity(one, largest(item("d", "k"), "k")))
    assert not accepted(identity(one, largest(item("c", "k"), "k", "least")))
    assert not accepted(identity(one, item("c", "j"), tokens="j"))
    assert not accepted(identity(["rate", largest(mul(x, item("c", "j")), "j"), STEP], one))


def test_an_absolute_value_is_the_root_of_a_square():
    size = ["absolute", x]
    assert accepted(identity(raised(size, 2), raised(x, 2)))
    assert accepted(identity(size, x, known(">=", x)))
    assert not accepted(identity(size, x))
    assert not accepted(identity(["rate", size, STEP], ONE, known(">=", x)))


# ------------------------------------------------------------------ facts of other kinds


def test_qualities_say_what_they_say_and_no_more():
    P, Q = ["operator", "P", True], ["operator", "Q", True]
    form = inner(X, ["apply", P, X])

    assert accepted(positive(">=", form, quality("positive_definite", P)))
    assert accepted(positive(">=", form, quality("positive_semidefinite", P)))
    assert not accepted(positive(">", form, quality("positive_definite", P)))  # X may be 0
    assert not accepted(positive(">=", form, quality("symmetric", P)))
    assert not accepted(positive(">=", form, quality("positive_definite", Q)))
    both = ["operator_add", P, Q]
    assert not accepted(positive(">=", form, quality("positive_definite", both)))
    mixed = inner(X, ["apply", P, ["vector_symbol", "Y"]])
    assert not accepted(positive(">=", mixed, quality("positive_definite", P)))
    assert not accepted(positive(">=", form, quality("negative_definite", P)))
    assert not accepted(positive("!=", a, ["integer", a, ZERO, {}]))


def test_an_index_before_another_is_not_the_other():
    before = ["before", "i", "j", {}]
    earlier = total(["delta", "k", "i"], ("k", ["before", "tokens", "j"]))
    later = total(["delta", "k", "j"], ("k", ["before", "tokens", "i"]))
    assert accepted(identity(["delta", "i", "j"], ZERO, before, tokens="ij"))
    assert accepted(identity(earlier, ONE, before, tokens="ij"))
    assert accepted(identity(later, ZERO, before, tokens="ij"))
    assert not accepted(identity(earlier, ONE, ["distinct", "i", "j", {}], tokens="ij"))
    assert not accepted(identity(later, ONE, before, tokens="ij"))
    assert not accepted(identity(earlier, ONE, tokens="ij"))


def test_indices_of_two_sorts_are_never_one():
    """A rule about tokens is none about modes, whatever the names."""
    rule = ["equation", item("c", "q"), ONE, {"q": "tokens"}]
    sorts = {"i": "tokens", "k": "modes"}
    assert accepted(identity(item("c", "i"), ONE, rule, indices=sorts))
    assert not accepted(identity(item("c", "k"), ONE, rule, indices=sorts))
    assert not accepted(identity(["delta", "i", "k"], ["delta", "i", "k"], indices=sorts))
    over_modes = total(item("c", "j"), ("j", ["all", "modes"]))
    assert not accepted(identity(over_modes, ["size", "modes"], rule))
    over_tokens = total(item("c", "j"), ("j", ALL))
    assert accepted(identity(over_tokens, ["size", "tokens"], rule))
    assert not accepted(identity(over_tokens, ["size", "modes"], rule))


def test_a_variable_that_occurs_twice_is_one_index():
    unit = ["equation", inner(yi, yi), ONE, {"i": "tokens"}]
    assert accepted(identity(inner(yj, yj), ONE, unit, tokens="ij"))
    assert not accepted(identity(inner(yi, yj), ONE, unit, tokens="ij"))
    trace = ["equation", total(item("w", "q", "j"), ("j", ALL)), item("w", "q", "q"),
             {"q": "tokens"}]  # fmt: skip
    assert not accepted(identity(total(item("w", "i", "j"), ("j", ALL)), item("w", "k", "k"),
                                 trace, tokens="ik"))  # fmt: skip


def test_a_binomial_coefficient_has_no_derivative():
    choose = ["binomial", x, num(2)]
    integer = [["integer", x, ZERO, {}], [">=", x, num(2), {}]]
    assert not accepted(identity(["rate", choose, STEP], ZERO, *integer))
    assert not accepted(identity(["rate", ["binomial", x, a], STEP], ZERO, *integer))


def test_the_counts_of_all_parts_are_added():
    base = {**identity(ONE, ONE), "kind": "counts"}
    three = [[num(1), [num(1)]], [num(2), [num(2)]], [num(6), [num(2), num(3)]]]
    assert accepted({**base, "parts": three, "total": num(9)})
    for wrong in (6, 3, 1, 8, 0):
        assert not accepted({**base, "parts": three, "total": num(wrong)})
    assert not accepted({**base, "parts": [[num(5), [num(2), num(3)]]], "total": num(5)})


# ------------------------------------------------------------------ what is known of signs


def test_a_root_that_is_not_zero_says_so_of_what_it_is_the_root_of():
    root, ratio = raised(x, "1/2"), mul(x, raised(x, -1))
    least = known(">=", x)
    for sign in (">", "!="):
        assert accepted(identity(ratio, ONE, least, known(sign, root)))
    assert not accepted(identity(ratio, ONE, least, known(">=", root)))
    above = known(">", root, num("1/2"))
    assert not accepted(positive(">", sub(x, num("1/2")), least, above))
    assert accepted(positive(">", sub(root, num("1/2")), least, above))


def test_a_factor_that_all_terms_have_is_looked_at_by_itself():
    gap = sub(mul(a, b), mul(a, t))
    larger = known(">", b, t)
    assert accepted(positive(">", gap, known(">", a), larger))
    assert not accepted(positive(">", gap, known(">=", a), larger))
    assert accepted(positive(">=", gap, known(">=", a), larger))
    assert not accepted(positive(">=", gap, larger))
    assert not accepted(positive(">", gap, known("<", a), larger))
    assert accepted(positive("!=", gap, known("<", a), larger))


def test_a_sum_of_positive_numbers_is_positive_wherever_it_stands():
    weights = total(item("p", "j"), ("j", ALL))
    split = add(log(weights), log(a))
    each = known(">", item("p", "i"), i="tokens")
    assert accepted(identity(log(mul(weights, a)), split, known(">", a), each))
    least = known(">=", item("p", "i"), i="tokens")
    whole = known(">", mul(weights, a))
    assert not accepted(identity(log(mul(weights, a)), split, known(">", a), least, whole))
    assert accepted(identity(raised(raised(weights, 2), "1/2"), weights, each))


def test_imaginary_numbers_have_no_sign():
    from verify.checker.facts import prepared
    from verify.checker.normalising import Scope
    from verify.checker.polynomials import UNIT, power
    from verify.checker.trees import Tree

    reader = prepared([], {}, Scope())
    for atom in (UNIT, Tree("tangent", "h"), Tree("exp", "i", (Tree("pi"),))):
        assert reader.known(power(atom)) == (0, False)


def test_a_number_of_too_many_digits_is_refused():
    assert not accepted(identity(raised(num("9" * 900), 64), raised(num("9" * 900), 64)))
    assert accepted(identity(raised(num("9" * 90), 64), raised(num("9" * 90), 64)))


def test_the_sign_of_a_product_is_that_of_its_factors():
    twice = sub(sub(raised(add(a, b), 2), raised(a, 2)), raised(b, 2))  # 2 a b
    assert accepted(positive(">", twice, *POSITIVES))
    assert accepted(positive(">", twice, known("<", a), known("<", b)))
    assert not accepted(positive(">", twice, known(">", a), known("<", b)))
    assert not accepted(positive(">", twice, known(">", a), known(">=", b)))
    assert not accepted(positive(">=", twice, known(">", a)))


def test_what_does_not_move_has_no_slope():
    slope = ["rate", add(mul(PI, x), mul(t, PI)), STEP]
    assert accepted(witness([["<=", slope, num(3)], [">", slope, num(4)]]))
    assert not accepted(witness([["<=", slope, num(4)]]))
    assert not accepted(witness([["<", raised(sub(x, x), -1), ZERO]]))
    assert accepted(witness([["!=", raised(x, 0), ONE], ["!=", raised(sub(x, x), 0), ONE]]))
