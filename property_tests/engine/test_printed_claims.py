"""What a claim says in Coq, and what is no claim."""

from __future__ import annotations

import pytest

from verify.language.mistakes import Mistake
from verify.methods.kernel.authored import claim_head
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.parts import Unprintable
from verify.statements.proof_files import coq_name


def test_names_of_theorems_differ_where_ids_do():
    ids = ("A-T4.1", "A-T4.1+", "A-T4.1++", "A-T5.3'", "B-T2*", "B-T2**")
    assert len({coq_name(one) for one in ids}) == len(ids)
    assert coq_name("A-T4.1+") == "A_T4_1_plus"


def test_a_formula_that_may_have_no_value_is_said_to_have_one(stated):
    body = """
    x, y = given(any_scalar('x')), given(any_vector('y'))
    yield claim('Nonsense.', 1 / x <= 1 / x)
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    assert "x <> 0 /\\" in theorem_of(stated(body)).text()


def test_what_is_evidently_positive_needs_no_saying(stated):
    body = """
    x, y, r = given(any_scalar('x')), given(any_vectors('y')), given(positive_scalar('r'))
    i, j = tokens.any('i', 'j')
    yield claim('Norms.', norm(y[i]) / (r + exp(x)) <= norm(y[i]) / total(exp(x) for j in tokens))
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    conclusion = theorem_of(stated(body)).conclusion
    assert "<> 0" not in conclusion and "/\\" not in conclusion


def test_a_sum_over_integers_is_one_over_their_list(stated):
    body = """
    m, i = given(integer_scalar('m', at_least=0)), tokens.any('i')
    y = given(any_vectors('y'))
    yield claim('Sums.', total(binomial(m, k) * k for k in integers(0, m)) >= 0,
                equals(total(k * y[i] for k in integers(1, 0)), zero_vector()))
    yield 'It is.', Inequality(m >= 0, because=m, name='least')
"""
    theorem = theorem_of(stated(body))
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
    body = f"""
    s = given(any_scalar('s'))
    yield claim('Somewhere.', {said})
    yield 'It is.', Inequality(s * s >= 0, because=s**2, name='square')
"""
    with pytest.raises(Unprintable, match="may not be an integer"):
        theorem_of(stated(body))


def test_a_claim_without_integers_does_not_read_of_them(stated):
    body = """
    y = given(any_scalar('y'))
    yield claim('A square.', y * y >= 0)
    yield 'It is.', Inequality(y * y >= 0, because=y**2, name='square')
"""
    assert "Integers" not in claim_head(theorem_of(stated(body)))


def test_an_index_that_is_compared_is_one_index(stated):
    body = """
    a = given(coefficients('a'))
    i, k = tokens.any('i', 'k')
    given(distinct(i, k))
    given(that(a[k] < a[i]))
    yield claim('One token.', a[i] > a[k])
    yield 'It is.', Inequality(a[i] * a[i] >= 0, because=a[i]**2, name='square')
"""
    theorem = theorem_of(stated(body))
    assert any(premise.endswith("(a k) < (a i)") for premise in theorem.premises)
    assert "forall" not in theorem.conclusion


def test_a_whole_number_is_one_before_anything_follows(stated):
    body = """
    m = given(integer_scalar('m', at_least=1))
    yield claim('There is none.', m >= 2)
    yield 'It is.', Inequality(m >= 1, because=m - 1, name='least')
"""
    text = " ".join(theorem_of(stated(body)).text().split())
    assert "(exists z'' : Z, m = IZR z'') -> " in text


def test_what_a_refuted_claim_assumes_has_values_where_it_fails(stated):
    body = """
    c = given(any_scalar('c'))
    given(that(1 / c <= 1))
    yield claim('It has a sign.', either(c > 0, c < 0){false})
    yield 'It is.', Inequality(c * c >= 0, because=c**2, name='square')
"""
    for false, premise in ((", refuted=True", "c <> 0 /\\ (1 / c) <= 1"), ("", "(1 / c) <= 1")):
        assert theorem_of(stated(body.format(false=false))).premises[-1] == premise


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


@pytest.mark.parametrize(("says", "printed"), [
    ("for_every(any_scalar('k'), lambda k: for_every_orbit(any_vectors('z'), lambda z: "
     "iteration({z: lambda i: k * z[i]}), lambda z: nondecreasing(z[i] @ z[i])))",
     "(vscale k' (z' k'' i'))"),
    ("there_is(any_operator('T'), equals(u, u))", "(exists T'' : Space -> Space, adjoint T' T'')"),
])  # fmt: skip
def test_no_name_that_a_claim_binds_is_caught(stated, says, printed):
    assert printed in theorem_of(stated(BOUND.format(says=says), before=BEFORE)).conclusion


@pytest.mark.parametrize(("says", "printed"), [
    ("there_is(scalar_between('r', 1 / a - 1, 1 / a + 1), lambda r: equals(r, r))", "a <> 0"),
    ("is_stable(any_vectors('x'), still, at=(1 / a) * u)", "a <> 0"),
])  # fmt: skip
def test_what_is_quantified_over_and_where_a_state_is_has_values(stated, says, printed):
    assert printed in theorem_of(stated(BOUND.format(says=says), before=BEFORE)).conclusion


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
    body = """
    c = given(coefficients('c'))
    i, k = tokens.any('i', 'k')
    given(distinct(i, k))
    given(that(c[i] > 0))
    yield claim('A test.', implies(equals(c[k], 0), equals(1 / c[k], 0)))
    yield 'It is.', Identity(c[i] * c[k], c[k] * c[i], name='same')
"""
    assert "(c k) <> 0 /\\" in theorem_of(stated(body)).conclusion


def test_quantifiers_are_over_all_of_a_set(stated):
    says = "for_every(next(iter(tokens.but(i))), lambda k: c[k] >= 0)"
    with pytest.raises(Mistake, match="ranges over a part of its set"):
        _ = stated(BOUND.format(says=says), before=BEFORE).declared


# ------------------------------------------------------------------ mistakes


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
