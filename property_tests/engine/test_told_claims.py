"""What a claim says in formulas: quantifiers, brackets, letters; nothing but the data it has."""

from printed_formulas import text

from verify.render.narration import Narrator, narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.vocabulary import *

PAPER = Paper(key="X", title="Examples", authors="", year=2026, reference="none")
i, j = tokens.any("i", "j")


def sentences(*said, given_things=(), **more):
    """The sentences of a claim, its author's own one apart."""

    def body(given: Given) -> Proof:
        for assumption in given_things:
            given(assumption)
        yield claim("Something is so.", *said, **more)
        x = given(any_vector("held"))
        yield "This is so.", Identity(x @ x, x @ x, name="nothing")

    made = statement("X-1", PAPER.label("1"), title="t")(body)
    return Narrator(made, UnicodeNotation()).claim().sentences


def test_comparisons_of_the_same_indices_have_one_quantifier():
    (said,) = sentences(for_every(coefficients("a"), lambda a: both(a[i] >= 0, a[i] <= 1)))
    assert said == "For all numbers aᵢ: for all i: aᵢ ≥ 0 and aᵢ ≤ 1."


def test_those_of_other_indices_have_their_own():
    near = lambda a: both(a[i] >= 0, a[i] <= 1, a[i] <= a[j])  # noqa: E731
    (said,) = sentences(for_every(coefficients("a"), lambda a: implies(near(a), equals(a[i], 0))))
    premise = "aᵢ ≥ 0 and aᵢ ≤ 1 for all i, and aᵢ ≤ aⱼ for all i, j"
    assert said == f"For all numbers aᵢ: if {premise}, then aᵢ = 0 for all i."


def test_an_alternative_keeps_its_brackets():
    """All are 0 or all are 1, and each is 0 or 1, are two things."""
    zero, one = (lambda a: equals(a[i], 0)), (lambda a: equals(a[i], 1))
    (all_or_all,) = sentences(for_every(
        coefficients("a"), lambda a: either(for_every(i, zero(a)), for_every(i, one(a)))
    ))  # fmt: skip
    (each,) = sentences(for_every(
        coefficients("a"), lambda a: for_every(i, either(zero(a), one(a)))
    ))  # fmt: skip
    assert all_or_all.endswith(": [aᵢ = 0 for all i] or [aᵢ = 1 for all i].")
    assert each == "For all numbers aᵢ and all i: aᵢ = 0 or aᵢ = 1."


def test_what_is_alike_is_quantified_together_and_the_rest_by_its_noun():
    (said,) = sentences(
        for_every(any_scalar("a"), lambda a: for_every(any_scalar("b"), lambda b: for_every(
            positive_scalar("s"), lambda s: for_every(positive_scalar("t"), lambda t: for_every(
                unit_vector("x"), lambda x: a * (x @ x) <= b + s + t)))))
    )  # fmt: skip
    quantified = "For all real numbers a, b, all s, t > 0 and every x with xᵀ x = 1"
    assert said == f"{quantified}: a xᵀ x ≤ b + s + t."


def test_equivalences_and_potentials_are_bracketed():
    v, V = unit_tokens("v"), any_vectors("V")
    slope = has_potential(v, V, lambda v, V: total(v[i] @ V[i] for i in tokens))
    (said,) = sentences(iff(slope, tokens.count >= 2))
    assert said.endswith(", if its velocities are V] if and only if n ≥ 2.")
    assert said.startswith("[some function of the state changes by ")


def test_no_index_is_bound_anew_inside_its_own_scope():
    e = any_weights("e").introduces
    share = total(e[i, k] / total(e[i, j] for j in tokens) for k in tokens)
    nested = total(e[i, j] / total(e[i, j] for j in tokens) for j in tokens)
    assert text(share) == "Σₖ eᵢₖ/(Σⱼ eᵢⱼ)"
    assert text(nested) == "Σⱼ eᵢⱼ/(Σₖ eᵢₖ)"
    beside = e[i, j] - total(e[i, j] for j in tokens)
    assert text(beside) == "eᵢⱼ − Σₖ eᵢₖ"


def test_heads_have_one_letter_in_phrases_and_in_formulas():
    weights, values = nonnegative_head_weights("A"), any_head_vectors("V", over="modes")
    A, V = weights.introduces, values.introduces
    m, head = modes.any("k"), heads.any("a")
    assert text(total(A[a, i, j] for a in heads)) == "Σ_η A_{ηij}"
    assert text(total(V[a, m] for a in heads)) == "Σ_η V_{ηk}"
    (said,) = sentences(for_every(coefficients("u", over="heads"), lambda u: u[head] >= 0))
    assert said == "For all numbers u_η: u_η ≥ 0 for all η."


def test_a_plane_is_told_without_zeros():
    F = any_operator("F")

    def body(given: Given) -> Proof:
        given(F)
        lam, mu = given(any_scalar("lam")), given(any_scalar("mu"))
        p, _ = given(invariant_plane("p", "q", of=F.introduces, matrix=((lam, 0), (0, mu))))
        yield "Both are eigenvectors.", Identity(F.introduces @ p, lam * p, name="first")

    told = narrate(statement("X-2", PAPER.label("2"), title="t")(body), UnicodeNotation())
    assert "F p = λ p and F q = μ q for independent p and q" in " ".join(told.lets)


def test_witnesses_have_the_names_that_are_displayed():
    shown = witness_parts({"far": "1", "displayed": {"far": "D_t"}}, UnicodeNotation())
    assert shown == ["Dₜ = 1"]


def test_a_run_is_told_with_its_size_and_its_thresholds():
    def run(seed: int, tokens: int, causal: bool = False) -> None: ...

    made = (
        Experiment(run, full={"tokens": 10, "causal": False}, seed=1)
        .shows("they meet", "largest distance", at_most=Fraction(1, 1000))
        .does_not_show("they part", "least distance", at_least=1)
    )
    assert made.in_brief() == (
        "a run with 10 tokens, not causal shows that they meet (largest distance at most 1/1000), "
        "and contradicts that they part (least distance at least 1)"
    )


def test_steps_that_are_claimed_are_told_in_ranges():
    def body(given: Given) -> Proof:
        x = given(any_vector("x"))
        yield claim("All three.", "first", "second", "third")
        for name in ("first", "second", "third"):
            yield f"The {name}.", Identity(x @ x, x @ x, name=name)

    made = statement("X-3", PAPER.label("3"), title="t")(body)
    assert Narrator(made, UnicodeNotation()).claim().sentences == ("Steps (1) to (3) hold.",)
