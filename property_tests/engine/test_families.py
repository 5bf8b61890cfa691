"""Claims about flows and layers that Coq proves without an author's proof, and false twins."""

import pytest

from property_tests.engine.claim_examples import answered, needs_coq

GIVEN = """
    n, (i, j) = tokens.count, tokens.any('i', 'j')
    x, X = given(coefficients('x')), given(any_vectors('X'))
    M, E, m = given(nonnegative_scalar('M')), given(any_scalar('E')), given(positive_scalar('m'))
    K, tau = given(nonnegative_scalar('K')), given(nonnegative_scalar('tau'))
    def kept(what, bound): return implies(at_start(what <= bound), always(what <= bound))
    def bounded(what, by): return implies(at_start(what <= M), always(what <= by))
    def same_mean(z): return same_at_all_times(total(z[i] for i in tokens) / n, E)
    def same_at_all_times(what, value):
        return implies(at_start(equals(what, value)), always(equals(what, value)))
    def spread(z, square):
        mean = total(z[i] for i in tokens) / n
        return total(square(z[i] - mean) for i in tokens)
    def number(z): return z**2
    def vector(z): return z @ z
"""
AVERAGE = """
    a = given({weights}){more}
    flow = motion({{{of}: lambda i: total(a[i, j] * ({of}[j] - {of}[i]) for j in tokens)}})
    yield claim('-', {says}, along=solution(flow))
"""
LAYER = """
    W = given({weights}){more}
    layer = iteration({{{of}: lambda i: total(W[i, j] * {of}[j] for j in tokens)}})
    yield claim('-', {says}, along=orbit(layer))
"""
SYMMETRIC = "nonnegative_weights('V')"
HALVES = "; a = symmetric_part('a', a)"
LEAST = "; given(bounded_below({}, by=m))"
PHASES = """
    given(that(M < pi()))
    flow = motion({{x: lambda i: {rate} * total(sin(x[j] - x[i]) for j in tokens)}})
    yield claim('-', {says}, along=solution(flow))
"""
SHARES = """
    A = given(any_weights('A'))
    def fitness(i): return total(A[i, j] * x[j] for j in tokens)
    mean = total(x[i] * fitness(i) for i in tokens)
    flow = motion({{x: lambda i: {rate}}})
    yield claim('-', {says}, along=solution(flow))
"""


def averages(says, of="x", weights="nonnegative_weights('a')", more=""):
    return AVERAGE.format(says=says, of=of, weights=weights, more=more)


def layers(says, of="x", weights="row_stochastic('W')", more=""):
    return LAYER.format(says=says, of=of, weights=weights, more=more)


ANY = "any_weights('a')"
# what is claimed, and the false twin: what stands there instead of something
TRUE = {
    "differences stay": (averages("kept(x[i] - x[j], M)"), "nonnegative_weights('a')", ANY),
    "differences fall": (
        averages("bounded(x[i] - x[j], M * exp(-n * m * elapsed))", more=LEAST.format("a")),
        "exp(-n", "exp(-2 * n",
    ),
    "a bound stays": (averages("kept(x[i], E)"), "nonnegative_weights('a')", ANY),
    "the mean stays": (averages("same_mean(x)", weights=SYMMETRIC, more=HALVES), HALVES, ""),
    "disagreement falls": (
        averages("kept(spread(x, number), E)", weights=SYMMETRIC, more=HALVES), HALVES, "",
    ),
    "disagreement of vectors falls": (
        averages("kept(spread(X, vector) / n, E)", of="X", weights=SYMMETRIC, more=HALVES),
        HALVES, "",
    ),
    "weighted differences fall": (
        averages(
            "kept(total(total(a[i, j] * (x[i] - x[j])**2 for j in tokens) for i in tokens), E)",
            weights=SYMMETRIC, more=HALVES,
        ),
        HALVES, "",
    ),
    "distances fall": (
        averages(
            "bounded(norm(X[i] - X[j]), M * exp(-n * m * elapsed))", of="X", more=LEAST.format("a")
        ),
        "exp(-n", "exp(-2 * n",
    ),
    "a ball stays": (averages("kept(norm(X[i]), M)", of="X"), "nonnegative_weights('a')", ANY),
    "all meet": (
        averages("tends_to(x[i] - x[j], 0)", more=LEAST.format("a")), LEAST.format("a"), "",
    ),
    "layers bring differences down": (
        layers("bounded(x[i] - x[j], M * power(1 - n * m, elapsed))", more=LEAST.format("W")),
        "1 - n", "1 - 2 * n",
    ),
    "layers bring distances down": (
        layers(
            "bounded(norm(X[i] - X[j]), M * exp(-n * m * elapsed))", of="X", more=LEAST.format("W")
        ),
        "exp(-n", "exp(-2 * n",
    ),
    "layers keep the mean": (
        layers("same_mean(x)", weights="doubly_stochastic('W')"),
        "doubly", "row",
    ),
    "layers bring disagreement down": (
        layers("kept(spread(X, vector), E)", of="X", weights="doubly_stochastic('W')"),
        "doubly", "row",
    ),
    "steps towards the others": (
        """
    a = given(nonnegative_weights('a'))
    given(that(tau * total(a[i, j] for j in tokens) <= 1))
    layer = iteration({X: lambda i: X[i] + tau * total(a[i, j] * (X[j] - X[i]) for j in tokens)})
    yield claim('-', kept(norm(X[i] - X[j]), M), along=orbit(layer))
""",
        "<= 1", "<= 3",
    ),
    "weights of softmax": (
        """
    w = lambda i, j: exp(X[i] @ X[j]) / total(exp(X[i] @ X[k]) for k in tokens)
    flow = motion({X: lambda i: total(w(i, j) * (X[j] - X[i]) for j in tokens)})
    yield claim('-', kept(norm(X[i]), M), along=solution(flow))
""",
        "X[j] - X[i])", "X[j] + X[i])",
    ),
    "order grows": (
        PHASES.format(rate="(K / n)", says="""implies(
        at_start(total(total(cos(x[i] - x[j]) for j in tokens) for i in tokens) / n**2 >= E),
        always(total(total(cos(x[i] - x[j]) for j in tokens) for i in tokens) / n**2 >= E))"""),
        "(K / n)", "-(K / n)",
    ),
    "an arc stays": (
        PHASES.format(rate="(K / n)", says="kept(x[i] - x[j], M)"), "(K / n)", "-(K / n)",
    ),
    "an arc closes": (
        "    given(that(M > 0))" + PHASES.format(
            rate="(K / n)", says="bounded(x[i] - x[j], M * exp(-(K * sin(M) / M) * elapsed))"),
        "-(K * sin", "-(2 * K * sin",
    ),
    "shares stay shares": (
        SHARES.format(rate="x[i] * (fitness(i) - mean)",
                      says="same_at_all_times(total(x[i] for i in tokens), 1)"),
        "for i in tokens), 1)", "for i in tokens), 2)",
    ),
    "shares keep their signs": (
        SHARES.format(rate="x[i] * (fitness(i) - mean)",
                      says="implies(at_start(x[i] >= 0), always(x[i] >= 0))"),
        "x[i] * (fitness(i) - mean)", "fitness(i) - mean",
    ),
    "steps of a descent": (
        """
    y = given(any_vector('y'))
    given(that(tau * m <= 2))
    yield claim('-', kept(norm(y), M), along=orbit(iteration({y: y - tau * (m * y)})))
""",
        "<= 2", "<= 3",
    ),
    "a heavy ball": (
        """
    y, v, W = given(any_vector('y')), given(any_vector('v')), given(positive_definite('W'))
    flow = motion({y: v, v: -K * v - W @ y})
    yield claim('-', kept((v @ v + y @ (W @ y)) / 2, E), along=solution(flow))
""",
        "-K * v", "K * v",
    ),
    "predators and prey": (
        """
    p, q, c = given(positive_scalar('p')), given(positive_scalar('q')), given(positive_scalar('c'))
    flow = motion({p: c * p - p * q, q: p * q - m * q})
    yield claim('-', same_at_all_times(p - m * log(p) + q - c * log(q), E),
                along=solution(flow, always=[p, q]))
""",
        "m * log(p)", "c * log(p)",
    ),
}  # fmt: skip


def grades(stated, bodies):
    found = answered(stated, {name: GIVEN + body for name, body in bodies.items()})
    return {name: outcome.outcome for name, outcome in found.items()}


@pytest.mark.long
@needs_coq
def test_claims_of_a_family_need_no_proof_of_their_author(stated):
    found = grades(stated, {name: body for name, (body, _, _) in TRUE.items()})
    assert found == dict.fromkeys(TRUE, "kernel")


@pytest.mark.long
@needs_coq
def test_their_false_twins_have_none(stated):
    for body, was, _ in TRUE.values():
        assert was in body
    twins = {name: body.replace(was, now) for name, (body, was, now) in TRUE.items()}
    assert grades(stated, twins) == dict.fromkeys(TRUE, "inconclusive")
