"""What a claim says in Coq, and what is no claim."""

import pytest

from verify.language.mistakes import Mistake
from verify.methods.kernel.authored import claim_head
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.parts import Unprintable
from verify.statements.proof_files import coq_name


def printed(stated, given, says):
    """Return the theorem of a claim about what is given."""
    step = "yield 'Here.', Identity(tokens.count + 0, tokens.count)"
    body = f"\n    {given}\n    yield claim('It is so.', {says})\n    {step}\n"
    return theorem_of(stated(body, "(* a proof, so that the claim is one theorem *)"))


def test_names_of_theorems_differ_where_ids_do():
    ids = ("A-T4.1", "A-T4.1+", "A-T4.1++", "A-T5.3'", "B-T2*", "B-T2**")
    assert len({coq_name(one) for one in ids}) == len(ids)
    assert coq_name("A-T4.1+") == "A_T4_1_plus"


def test_a_formula_that_may_have_no_value_is_said_to_have_one(stated):
    assert "x <> 0 /\\" in printed(stated, "x = given(any_scalar('x'))", "1 / x <= 1 / x").text()


def test_what_is_evidently_positive_needs_no_saying(stated):
    given = "x, y = given(any_scalar('x')), given(any_vectors('y')); i = tokens.any('i')"
    given += "; r = given(positive_scalar('r'))"
    says = "norm(y[i]) / (r + exp(x)) <= norm(y[i]) / total(exp(x) for j in tokens)"
    conclusion = printed(stated, given, says).conclusion
    assert "<> 0" not in conclusion and "/\\" not in conclusion


def test_a_sum_over_integers_is_one_over_their_list(stated):
    given = "m, y = given(integer_scalar('m', at_least=0)), given(any_vectors('y'))"
    says = "total(binomial(m, k) * k for k in integers(0, m)) >= 0, " \
        "equals(total(k * y[i] for k in integers(1, 0)), zero_vector())"  # fmt: skip
    theorem = printed(stated, f"{given}; i = tokens.any('i')", says)
    assert "(total (integers 0 m) (fun k' : R => ((binomial m k') * k')))" in theorem.conclusion
    assert "(vtotal (integers 1 0) (fun k' : R => (vscale k' (y i'))))" in theorem.conclusion
    assert "Integers" in claim_head(theorem)


@pytest.mark.parametrize(
    "said",
    ["equals(binomial(s, 2), 1)", "equals(binomial(2, s), 1)", "binomial(Fraction(5, 2), 2) >= 1",
     "total(k * s for k in integers(0, s)) >= 0", "total(k * s for k in integers(s, 2)) >= 0",
     "equals(binomial(tokens.count / 2, 1), 1)"],
)  # fmt: skip
def test_binomials_and_sums_of_what_may_be_no_integer_are_not_printed(stated, said):
    with pytest.raises(Unprintable, match="may not be an integer"):
        printed(stated, "s = given(any_scalar('s'))", said)


def test_a_claim_without_integers_does_not_read_of_them(stated):
    theorem = printed(stated, "y = given(any_scalar('y'))", "y * y >= 0")
    assert "Integers" not in claim_head(theorem)


def test_an_index_that_is_compared_is_one_index(stated):
    given = "a = given(coefficients('a')); i, k = tokens.any('i', 'k'); given(distinct(i, k))"
    theorem = printed(stated, f"{given}; given(that(a[k] < a[i]))", "a[i] > a[k]")
    assert any(premise.endswith("(a k) < (a i)") for premise in theorem.premises)
    assert "forall" not in theorem.conclusion


def test_a_whole_number_is_one_before_anything_follows(stated):
    theorem = printed(stated, "m = given(integer_scalar('m', at_least=1))", "m >= 2")
    assert "(exists z'' : Z, m = IZR z'') -> " in " ".join(theorem.text().split())


def test_what_a_refuted_claim_assumes_has_values_where_it_fails(stated):
    given, says = "c = given(any_scalar('c')); given(that(1 / c <= 1))", "either(c > 0, c < 0)"
    refuted = printed(stated, given, f"{says}, refuted=True")
    assert refuted.premises[-1] == "c <> 0 /\\ (1 / c) <= 1"
    assert printed(stated, given, says).premises[-1] == "(1 / c) <= 1"


BOUND = """
    u, q, a = given(any_vector('u')), given(any_scalar('q')), given(any_scalar('a'))
    c, i = given(coefficients('c')), tokens.any('i')
    flow = lambda z: motion({{z: -1 * z}})
    still = lambda x: Layer(thing_of(x), lambda i: x[i], RawDynamics('given', {{}}))
    yield claim('A test.', {says})
    yield 'It is.', Identity(q * a * c[i], a * q * c[i], name='same')
"""
BEFORE = (
    "from verify.language.motion import Layer, RawDynamics\n"
    "from verify.language.symbols import thing_of\n"
)


@pytest.mark.parametrize(("says", "shown"), [
    ("for_every(any_scalar('k'), lambda k: for_every_orbit(any_vectors('z'), lambda z: "
     "iteration({z: lambda i: k * z[i]}), lambda z: nondecreasing(z[i] @ z[i])))",
     "(vscale k' (z' k'' i'))"),
    ("there_is(any_operator('T'), equals(u, u))", "(exists T'' : Space -> Space, adjoint T' T'')"),
])  # fmt: skip
def test_no_name_that_a_claim_binds_is_caught(stated, says, shown):
    assert shown in theorem_of(stated(BOUND.format(says=says), before=BEFORE)).conclusion


@pytest.mark.parametrize(("says", "shown"), [
    ("there_is(scalar_between('r', 1 / a - 1, 1 / a + 1), lambda r: equals(r, r))", "a <> 0"),
    ("is_stable(any_vectors('x'), still, at=(1 / a) * u)", "a <> 0"),
])  # fmt: skip
def test_what_is_quantified_over_and_where_a_state_is_has_values(stated, says, shown):
    assert shown in theorem_of(stated(BOUND.format(says=says), before=BEFORE)).conclusion


@pytest.mark.parametrize("says", [
    "there_is(any_scalar('r'), lambda r: both(equals(r, 3), equals(at(r, {r: 2}), 3)))",
    "there_is(any_vector('w'), lambda w: is_stable(any_vectors('x'), still, at=c[i] * w))",
    "(lambda over: for_every(over, lambda q: for_every(over, lambda r: equals(q, r))))"
    "(any_scalar('r'))",
    "(lambda over: (given(over), there_is(over, lambda r: equals(r, 1)))[1])(any_scalar('r'))",
    "is_stable(any_vectors('x'), lambda x: motion({x: lambda i: -1 * x[i]}), at=0 * u)",
    "is_stable(any_vectors('x'), lambda x: Layer(thing_of(x), lambda i: "
    "square_root(x[i] @ u) * x[i], RawDynamics('given', {})), at=0 * u)",
])  # fmt: skip
def test_what_cannot_be_printed_faithfully_is_not_printed(stated, says):
    with pytest.raises(Unprintable):
        theorem_of(stated(BOUND.format(says=says), before=BEFORE))


def test_what_is_known_of_one_member_is_known_of_no_other(stated):
    given = "c = given(coefficients('c')); i, k = tokens.any('i', 'k'); given(distinct(i, k))"
    says = "implies(equals(c[k], 0), equals(1 / c[k], 0))"
    theorem = printed(stated, f"{given}; given(that(c[i] > 0))", says)
    assert "(c k) <> 0 /\\" in theorem.conclusion


def test_quantifiers_are_over_all_of_a_set(stated):
    says = "for_every(next(iter(tokens.but(i))), lambda k: c[k] >= 0)"
    with pytest.raises(Mistake, match="ranges over a part of its set"):
        _ = stated(BOUND.format(says=says), before=BEFORE).declared


@pytest.mark.parametrize("word", ["for_every", "there_is"])
def test_several_things_are_quantified_over_in_their_order(stated, word):
    inside = "lambda z: {0}(positive_scalar('r'), lambda r: equals(norm(z), r)))"
    nested = f"{word}(any_vector('z'), {inside.format(word)}"
    together = f"{word}((any_vector('z'), positive_scalar('r')), lambda z, r: equals(norm(z), r))"
    reversed_ = f"{word}((positive_scalar('r'), any_vector('z')), lambda r, z: equals(norm(z), r))"
    nested, together, reversed_ = (
        theorem_of(stated(BOUND.format(says=says), before=BEFORE)).conclusion
        for says in (nested, together, reversed_)
    )
    assert nested == together != reversed_


@pytest.mark.parametrize(("claims", "words"), [
    ("yield claim('a', x >= 0)\n    yield claim('b', x >= 0)", "this is the second"),
    ("yield claim('a', 'no such step')", "no such step"),
    ("yield claim('a', 3)", "takes names of steps and propositions"),
    ("yield claim('', x >= 0)", "is empty"),
    ("yield claim('a', 'square', refuted=True)", "whose negation is proved"),
    ("yield claim('a', x >= 0, whatever=[x])", "is only for a refuted claim"),
    ("yield claim('a', x >= 0, refuted=True, whatever=[3])", "takes results of given"),
    ("yield claim('a', y >= 0)", "unknown name 'y'|y is not given"),
])  # fmt: skip
def test_what_is_no_claim_is_told_in_one_line(stated, claims, words):
    body = f"""
    x = given(any_scalar('x'))
    {claims}
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    with pytest.raises(Mistake, match=words):
        _ = stated(body).declared
