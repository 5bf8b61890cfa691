"""Claims that are formulas alone are decided as steps are, where their proofs have none."""

import pytest

from verify.running.engine import run
from verify.statements.outcomes import Grade

METHODS = ["symbolic", "certificate", "sampling"]
TRUE = {
    "an equation": """
    A, x = given(doubly_stochastic('A')), given(any_vectors('x'))
    yield claim('The mean stays.', equals(
        total(total(A[i, j] * x[j] for j in tokens) for i in tokens), total(x[i] for i in tokens)))
""",
    "extremes": """
    A, x = given(row_stochastic('A')), given(any_vectors('x'))
    y = lambda i: total(A[i, j] * x[j] for j in tokens)
    yield claim('The longest does not grow.', largest(y(i) @ y(i) for i in tokens)
                <= largest(x[i] @ x[i] for i in tokens))
""",
    "a condition of every pair": """
    x, c = given(unit_tokens('x')), given(any_scalar('c'))
    yield claim('Near ones have a long sum.', implies(every(lambda i, j: x[i] @ x[j] >= c),
        total(total(x[i] @ x[j] for j in tokens) for i in tokens) >= c * tokens.count**2))
""",
    "an index of the condition alone": """
    a, i = given(coefficients('a')), tokens.any('i')
    yield claim('So is the sum.', implies(a[i] >= 0, total(a[k] for k in tokens) >= 0))
""",
    "several, of every index": """
    a, i = given(coefficients('a')), tokens.any('i')
    yield claim('Both.', for_every(i, both(a[i]**2 >= 0, equals(a[i] + a[i], 2 * a[i]))))
""",
    "two populations": """
    x, y = given(any_vectors('x')), given(any_vectors('y', over='heads'))
    yield claim('Sums of products.', equals(
        total(total(x[i] @ y[h] for h in heads) for i in tokens),
        total(x[i] for i in tokens) @ total(y[h] for h in heads)))
""",
    "Gibbs' inequality": """
    p, q = given(positive_weights('p')), given(positive_weights('q'))
    given(that(equals(total(p[i] for i in tokens), 1)))
    given(that(equals(total(q[i] for i in tokens), 1)))
    yield claim('It is no distance.', total(p[i] * log(p[i] / q[i]) for i in tokens) >= 0)
""",
    "Jensen's inequality": """
    a, n = given(coefficients('a')), tokens.count
    yield claim('Means.', total(exp(a[i]) for i in tokens) / n
                >= exp(total(a[i] for i in tokens) / n))
""",
    "a variance under softmax": """
    a, z = given(coefficients('a')), given(coefficients('z'))
    p = lambda i: exp(a[i]) / total(exp(a[k]) for k in tokens)
    yield claim('Its Jacobian is positive semidefinite.', total(p(i) * z[i]**2 for i in tokens)
                - total(p(i) * z[i] for i in tokens)**2 >= 0)
""",
    "logarithms of products": """
    a, x, y = given(positive_scalar('a')), given(any_scalar('x')), given(nonzero_scalar('y'))
    yield claim('They add up.', equals(log(12 * exp(x) * y**2 / a),
        2 * log(2) + log(3) + x + 2 * log(absolute(y)) - log(a)))
""",
    "a bonus for oneself": """
    a, i = given(any_scalar('a')), tokens.any('i')
    yield claim('A row.', equals(total(exp(a * same(i, j)) for j in tokens),
                                 exp(a) + tokens.count - 1))
""",
    "waves of a mask": """
    a, N, (i, k) = given(any_scalar('a')), given(attention_mask('N')), tokens.any('i', 'k')
    yield claim('In or out.', equals(cos(a * N[i, k]) + sin(a * N[i, k]),
                                     1 + N[i, k] * (cos(a) + sin(a) - 1)))
""",
}  # fmt: skip
FALSE_TWINS = {
    "an equation": ("doubly_stochastic", "row_stochastic"),
    "extremes": ("row_stochastic", "nonnegative_weights"),
    "a condition of every pair": ("c * tokens.count**2", "(c + 1) * tokens.count**2"),
    "an index of the condition alone": (">= 0))", ">= 1))"),
    "several, of every index": ("2 * a[i]", "3 * a[i]"),
    "two populations": (" @ total(y", " @ total(2 * y"),
    "Gibbs' inequality": ("for i in tokens) >= 0", "for i in tokens) >= 1 / tokens.count"),
    "Jensen's inequality": (">= exp(total", ">= exp(2 * total"),
    "a variance under softmax": (
        "- total(p(i) * z[i] for i in tokens)**2",
        "- 2 * total(p(i) * z[i] for i in tokens)**2",
    ),
    "logarithms of products": ("2 * log(2)", "3 * log(2)"),
    "a bonus for oneself": ("exp(a) + tokens", "exp(a) + exp(a) * tokens"),
    "waves of a mask": ("cos(a) + sin(a) - 1", "cos(a) - 1"),
}


def known(made) -> tuple[str, Grade]:
    (found,) = run([made], methods=METHODS).statements
    return found.verdict, found.grade


def whole(body: str) -> str:
    """Return a body with the index that most of these are about."""
    return f"    i = tokens.any('i')\n{body}"


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.long
def test_what_is_claimed_of_all_instances_is_proved_without_a_step(stated, name):
    assert known(stated(whole(TRUE[name]))) == ("holds", "proved")
    was, now = FALSE_TWINS[name]
    assert was in TRUE[name]
    (found,) = run([stated(whole(TRUE[name].replace(was, now)))], methods=METHODS).statements
    assert (found.verdict, found.grade) == ("false", "refuted")
    everything = {o.outcome for s in found.steps for o in s.outcomes if o.method in METHODS[:2]}
    assert everything <= ({"inconclusive", "proved"} if len(found.steps) > 1 else {"inconclusive"})


CAUCHY = """
    x, y = given(unit_vector('x')), given(unit_vector('y'))
    short = given(scalar_between('c', 0, 1, closed=True))
    yield claim('Near.', equals(x @ x, 1), short * (x @ y) <= 1){twins}
"""


@pytest.mark.parametrize(
    ("twins", "refuted"),
    [
        (".but_not('shorter', equals(x @ x, 1), short * (x @ y) <= 0)", True),
        (".but_not('any numbers', drop=short, assume=any_scalar('c'))", True),
        (".but_not('as near', equals(x @ x, 1), short * (x @ y) <= 2)", False),
    ],
)
@pytest.mark.long
def test_false_twins_of_such_a_claim_are_those_of_its_steps(stated, twins, refuted):
    (found,) = run([stated(CAUCHY.format(twins=twins))], methods=METHODS).statements
    assert (found.verdict, found.grade) == ("holds", "proved")
    everything = [*found.mutants, *(m for step in found.steps for m in step.mutants)]
    assert [m.refuted for m in everything] == [refuted]


@pytest.mark.parametrize(
    "body",
    [
        "    V = given(symmetric_operator('V'))\n    yield claim('Turned.', equals(V, V))\n",
        "    x = given(any_scalar('x'))\n    yield claim('Any.', either(x >= 0, x < 0))\n",
        "    x = given(any_scalar('x'))\n    yield claim('Not so.', x < 0, refuted=True)\n",
    ],
)
def test_claims_that_no_step_says_stay_as_they_are(stated, body):
    made = stated(body)
    assert made.declared.said == () and made.declared.claim.kind == "theorem"


def test_a_file_with_the_proof_of_its_author_comes_first(stated):
    made = stated(
        "    x = given(any_scalar('x'))\n    yield claim('So it is.', x * x >= 0)\n", "(* *)"
    )
    assert made.declared.said == () and made.declared.claim.kind == "theorem"


@pytest.mark.parametrize(
    "said", ["equals(log(x * y), log(x) + log(y))", "equals(log(x**3), 3 * log(x))"]
)
def test_logarithms_of_what_has_any_sign_are_not_taken_apart(stated, said):
    """At x = y = -1 the left side of the first has a value."""
    body = "    x, y = given(nonzero_scalar('x')), given(nonzero_scalar('y'))\n"
    assert known(stated(f"{body}    yield claim('Apart.', {said})\n"))[1] != "proved"
