"""Whatever prints alike in one statement is refused in one line, whatever binds it."""

import re

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from printed_formulas import latex

from verify.language.indices import Index, Range
from verify.language.mistakes import Mistake
from verify.language.names import look, printed_name
from verify.render.latex_formulas import LatexNotation
from verify.render.narration import narrate
from verify.statements.printed_names import Page, free_in, name_of
from verify.statements.statement import Statement
from verify.vocabulary import *
from verify.writing.formulas import FormulaPrinter

PAPER = Paper(key="N", title="Names", authors="-", year=2026, reference="-")


def stated(body) -> Statement:
    """A statement whose proof is what `body` yields, in one list."""

    def proof(given: Given) -> Proof:
        yield from body(given)

    return statement("N-1", PAPER.label("N"), title="names", origin="ours")(proof)


def refused(body) -> str:
    with pytest.raises(Mistake) as told:
        stated(body).declared  # noqa: B018
    assert "\n" not in str(told.value)
    return str(told.value)


def claims(*parts, **more):
    return [claim("It is so.", *parts, **more)]


def successor(name, latex=None):
    """For some number of this name: it is x + 1."""

    def body(given):
        x = given(any_scalar("x"))
        return claims(there_is(any_scalar(name, latex=latex), lambda w: equals(w, x + 1)))

    return body


def below_time(name):
    """A number of this name beside the time."""

    def body(given):
        x, t = given(any_scalar("x")), given(any_scalar(name))
        along = solution(motion({x: 1 + 0 * t}))
        return claims(implies(at_start(x <= 0), always(x <= elapsed)), along=along)

    return body


def quantified_time(given):
    x = given(any_scalar("x"))
    said = for_every(any_scalar("t"), lambda t: implies(at_start(x <= 0), always(x <= elapsed)))
    return claims(said, along=solution(motion({x: 1})))


def layers_and_index(given):
    x, k = given(coefficients("x")), tokens.any("k")
    said = for_every(k, always(x[k] <= elapsed))
    return claims(said, along=orbit(iteration({x: lambda i: x[i] + 1})))


def limit_of_itself(given):
    y, i = given(unit_tokens("y")), tokens.any("i")
    said = limit_points(y, any_vectors("y"), lambda z: equals(z[i], z[i]))
    return claims(said, along=solution(motion({y: lambda i: 0 * y[i]}), start=[y]))


def another_solution(given):
    x = given(any_scalar("x"))
    said = there_is_solution(
        any_scalar("x"), lambda z: motion({z: 0 * z}), lambda z: always(equals(z, z))
    )
    return claims(said, along=solution(motion({x: 0})))


def nested_indices(given):
    i, k = tokens.any("i"), tokens.any("i")
    return claims(for_every(i, there_is(k, equals(same(i, k), 0))))


def two_in_an_atom(given):
    a, i, k, j = given(any_weights("a")), tokens.any("i"), tokens.any("i"), tokens.any("j")
    return claims(for_every(j, a[i, j] <= a[k, j]))


def one_index_twice(given):
    u, i = given(coefficients("u")), tokens.any("i")
    return claims(for_every(i, implies(u[i] >= 0, for_every(i, u[i] >= 0))))


def inner_and_outer(given):
    return claims(
        for_every(any_scalar("z"), lambda z: there_is(any_scalar("z"), lambda w: equals(w, z + 1)))
    )


def abbreviated(given):
    x = given(any_scalar("x"))
    s = let("s", lambda: x + 1)
    return claims(there_is(any_scalar("s"), lambda w: equals(w, s + 1)))


def abbreviated_beside(given):
    x = given(any_scalar("x"))
    s = let("s", lambda: x + 1)
    return claims(both(there_is(any_scalar("s"), lambda w: equals(w, 1)), equals(s, x + 1)))


def number_of_tokens(given):
    return claims(there_is(any_scalar("m", latex="n"), lambda w: equals(w, tokens.count + 1)))


def assumed(given):
    a, i, k = given(coefficients("a")), tokens.any("i"), tokens.any("i")
    given(that(a[i] <= a[k]))
    return claims(a[i] <= a[i])


def assumed_of_a_fixed(given):
    a, r, k = given(coefficients("a")), tokens.any("r"), tokens.any("k")
    given(that(a[tokens.any("k")] >= 0))
    given(distinct(k, r))
    return claims(a[k] >= 0)


def assumed_of_a_fixed_before(given):
    a, r, k = given(coefficients("a")), tokens.any("r"), tokens.any("k")
    given(distinct(k, r))
    given(that(a[tokens.any("k")] >= 0))
    return claims(a[k] >= 0)


def assumed_in_a_quantifier(given):
    b, i, k = given(coefficients("b")), tokens.any("i"), tokens.any("i")
    less = coefficients("a")
    a = less.introduces
    return claims(for_every(less, lambda a: implies(a[i] <= b[k], a[i] <= b[i])) if a else None)


def of_two_sorts(given):
    a, b = given(coefficients("a")), given(coefficients("b", over="modes"))
    given(that(a[tokens.any("i")] <= b[modes.any("i")]))
    return claims(equals(a[tokens.any("j")], a[tokens.any("j")]))


def two_heads(given):
    w = given(any_head_weights("w"))
    i, j = tokens.any("i", "j")
    return claims(w[heads.any("a"), i, j] <= w[heads.any("h"), i, j])


def letter_of_greek(given):
    lam, other = given(any_scalar("lam")), given(any_scalar("λ"))
    return claims(lam - other <= lam - other)


def dotted(given):
    x, x_dot = given(any_scalar("x")), given(any_scalar("x_dot"))
    return [("It is.", Inequality(rate(x, motion({x: x**2})) >= x_dot, because=0))]


def dotted_members(given):
    x, x_dot, i = given(coefficients("x")), given(coefficients("x_dot")), tokens.any("i")
    return [("It is.", Inequality(rate(x[i], motion({x: lambda i: x[i]})) >= x_dot[i], because=0))]


def kroneckers(given):
    d, i, j = given(any_weights("delta")), *tokens.any("i", "j")
    return [("It is.", Inequality(d[i, j] >= same(i, j), because=0))]


def exponential(given):
    e, x = given(positive_scalar("e")), given(any_scalar("x"))
    return [("It is.", Inequality(power(e, x) >= exp(x), because=0))]


def member_and_name(given):
    x, x_i, i = given(coefficients("x")), given(any_scalar("x_i")), tokens.any("i")
    return [("It is.", Inequality(x[i] >= x_i, because=0))]


def law_at_another(given):
    x, k, r = given(coefficients("x")), tokens.any("i"), tokens.any("r")
    given(distinct(k, r))
    return claims(tends_to(x[r], 0), along=solution(motion({x: lambda j: x[j] - x[k]})))


def two_motions(given):
    x, y = given(any_scalar("x")), given(any_scalar("y"))
    one, two = motion({x: y}), motion({x: -y})
    return [("It is.", Inequality(rate(x, one) >= rate(x, two), because=0))]


def time_in_a_rate(given):
    x, t = given(any_scalar("x")), given(any_scalar("t"))
    return [("It is.", Inequality(rate(x**2, motion({x: t})) >= t, because=0))]


def function_and_name(given):
    x, y = given(any_scalar("x")), given(any_scalar("sin"))
    return [("It is.", Inequality(sin(x) >= y, because=0))]


def identity_and_name(given):
    A, other = given(any_operator("A")), given(any_operator("I"))
    x = given(any_vector("x"))
    return [("It is.", Identity(A @ x, (A + identity_operator() - other) @ x))]


CLASHES = [
    successor("x"), successor("y", latex="x"), successor("y", latex=r"\mathrm{x}"), below_time("t"),
    quantified_time, layers_and_index, limit_of_itself, another_solution, nested_indices,
    one_index_twice, two_in_an_atom, inner_and_outer, abbreviated, abbreviated_beside,
    number_of_tokens, assumed,
    assumed_of_a_fixed, assumed_of_a_fixed_before, assumed_in_a_quantifier, of_two_sorts,
    two_heads, letter_of_greek, dotted, dotted_members, kroneckers, exponential, member_and_name,
    law_at_another, two_motions, time_in_a_rate, function_and_name, identity_and_name,
]  # fmt: skip


@pytest.mark.parametrize("body", CLASHES, ids=range(len(CLASHES)))
def test_two_things_that_print_alike_are_refused(body):
    told = refused(body)
    assert re.search(r"(.+) and (.+) would look the same in print", told) or "motions" in told


@pytest.mark.parametrize("name", ["\u0430", "Α", "ｘ", "x\u0301", "ﬁ", "ı", "a\ufe0f", "x" * 61])
def test_names_with_letters_that_pass_for_others_are_refused(name):
    for make in (any_scalar, tokens.any, lambda n: let(n, lambda: pi())):
        with pytest.raises(Mistake, match=r"looks like another|characters"):
            make(name)
    with pytest.raises(Mistake):
        any_scalar("y", latex=name)


@pytest.mark.parametrize("latex", [
    "a^2", "x^{n}", "a + b", "-a", "ab", r"\frac{a}{b}", "", r"\,", "|x|", r"x^\top", r"\sin",
    "x = x + 1", "2", "a b", r"\pi",
])  # fmt: skip
def test_a_name_that_is_set_as_a_formula_is_refused(latex):
    with pytest.raises(Mistake, match=r"latex= is") as told:
        any_scalar("y", latex=latex)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("latex", [
    r"\ell", "x^+", r"u_{\max}", r"\omega(t')", r"\mathbf 1", r"\hat y", r"\Delta E", "y^0", "N'",
    r"\tilde{P}", "β_0", r"\lambda_r",
])  # fmt: skip
def test_a_symbol_with_marks_is_taken(latex):
    assert any_scalar("y", latex=latex).introduces.args[0].latex == latex


def siblings(given):
    return claims(
        both(
            for_every(any_scalar("z"), lambda z: z**2 >= 0),
            there_is(any_scalar("z"), lambda z: z >= 1),
        )
    )


def successor_of_the_number(given):
    return claims(there_is(any_scalar("N"), lambda w: equals(w, tokens.count + 1)))


def an_unused_one(given):
    given(any_scalar("mu"))
    return claims(for_every(any_scalar("mu"), lambda m: m**2 >= 0))


def clock(given):
    t, x = given(any_scalar("t")), given(any_scalar("x"))
    return [("It is.", Identity(rate(x * t, motion({t: 1, x: 0})), x))]


def by_subscripts(given):
    w, _, i, j = given(any_weights("A")), given(any_head_weights("B")), *tokens.any("i", "j")
    return claims(
        for_every(any_head_weights("A"), lambda v: equals(v[heads.any("a"), i, j], w[i, j]))
    )


@pytest.mark.parametrize("body", [siblings, successor_of_the_number, an_unused_one, clock,
                                  by_subscripts])  # fmt: skip
def test_what_cannot_mislead_is_taken(body):
    assert stated(body).declared


def test_layers_are_counted_by_k_and_times_by_t():
    def layers(given):
        x = given(any_scalar("x"))
        return claims(
            implies(at_start(x <= 0), always(x <= elapsed)), along=orbit(iteration({x: x + 1}))
        )

    told = narrate(stated(layers), LatexNotation()).claim
    assert told is not None and r"x \le k" in told.parts[0] and "layers" in " ".join(told.motion)


def test_a_sum_takes_no_letter_that_is_printed_inside_of_it():
    def summed(given):
        x, y = given(coefficients("x")), given(any_scalar("y", latex="j"))
        z = let("m", lambda: y + 1)
        return [
            (
                "It is.",
                Identity(total(y * z * x[j] for j in tokens), y * z * total(x[j] for j in tokens)),
            )
        ]

    told = narrate(stated(summed), LatexNotation())
    assert r"\sum_{k}" in told.steps[0].claim.displays[0].left


def notations():
    """A formula for each operation that has a letter or a word of its own."""
    q, r = any_scalar("q").introduces, any_scalar("r").introduces
    v, y = any_vector("v").introduces, unit_tokens("y").introduces
    i, k = tokens.any("i", "k")
    layer = oja_layer(value=any_operator("V").introduces, step=r)
    yield from (tokens.count, heads.count, pi(), same(i, k), exp(q), power(q, r), sin(q), tan(q))
    yield from (largest(y[j] @ v for j in tokens), least(y[j] @ v for j in tokens), log(q))
    yield from (rate(q, motion({q: q**2})), rate(q * r, motion({q: q**2})), absolute(q), norm(v))
    yield v @ ((identity_operator() + any_operator("V").introduces) @ v)
    yield jacobian(layer, at=y)(any_vectors("X").introduces)(i) @ v


SET = re.compile(r"\\(frac|tfrac|sqrt|sum|left|right|top|le|cdot|mathrm|binom|big|in|ne)\b|\bj\b")


@pytest.mark.parametrize("formula", [*notations()], ids=repr)
def test_every_letter_of_the_notation_is_taken(formula):
    page = Page()
    page.use([formula])
    for index in free_in([formula]):
        page.bind(index, "the index")
    known = {shown.rstrip("_^") for shown in page._things}
    printed = re.findall(
        r"\\dot\{?\w|\\[A-Za-z]+|[A-Za-z]", SET.sub(" ", latex(formula).replace("{d}{dt}", " t "))
    )
    assert printed and {look(part) for part in printed} <= known


PARTS = ("a", "x", "lam", "rho", "A21", "eta", "plus", "bar", "star", "prime", "r", "1")
NAMES = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3)


@drawn(NAMES.map("_".join).filter(str.isidentifier))
def test_an_eye_sees_of_a_name_what_is_printed(name):
    assert printed_name(name) == look(LatexNotation().name(name, ()).text)


@pytest.mark.parametrize("index", [Index(n, Range("heads")) for n in ("", "a", "h", "b")])
def test_indices_of_heads_have_the_letter_of_print(index):
    assert name_of(index) == look(FormulaPrinter(LatexNotation()).index(index))
