"""Words that our papers leave out, each in a lemma that holds: `verify help WORD` shows them."""

from verify.vocabulary import *

PAPER = Paper("words", "Words at work", "-", 2026, "-")


@statement("words-2", PAPER.label("between"), title="A mean is between two numbers", origin="ours")
def between(given: Given) -> Proof:
    a, b = given(nonnegative_scalar("a")), given(nonnegative_scalar("b"))
    yield claim("A mean is not above the larger number.", "mean", "two")
    yield "A mean of a and a + b is at most a + b.", \
        Inequality(a + b / 2 <= a + b, because=b / 2, name="mean") \
        .but_not("a smaller bound", claim=a + b / 2 <= a)
    yield "The larger and the smaller of two numbers are the two.", \
        Identity(larger(a, b) + smaller(a, b), a + b, name="two") \
        .but_not("twice the larger", left=2 * larger(a, b))


@statement("words-3", PAPER.label("turned"), title="A turn keeps lengths", origin="ours")
def turned(given: Given) -> Proof:
    Q, x = given(orthogonal_operator("Q")), given(any_vector("x"))
    N, c = given(attention_mask("N")), given(nonnegative_weights("c"))
    given(sees_itself(N))
    i = tokens.any("i")
    yield claim("A turn keeps lengths, and a sum over all that a token sees has its own part.",
                "length", "own part")
    yield "A turn keeps lengths.", Identity((Q @ x) @ (Q @ x), x @ x, name="length") \
        .but_not("it doubles them", right=4 * (x @ x))
    yield "What a token sees has its own weight in it.", \
        Inequality(total(c[i, j] for j in tokens.seen_by(i, N)) >= c[i, i],
                   because=total(c[i, j] for j in tokens.seen_by(i, N).but(i)), name="own part") \
        .but_not("twice that", claim=total(c[i, j] for j in tokens.seen_by(i, N)) >= 2 * c[i, i])


@statement("words-4", PAPER.label("sums"), title="What sums keep", origin="ours")
def sums(given: Given) -> Proof:
    A, u = given(doubly_stochastic("A")), given(coefficients("u"))
    w = symmetric_part("w", given(nonnegative_weights("V")))
    yield claim("Doubly stochastic weights keep a sum, and symmetric ones pull nothing.",
                "sum", "pull")
    yield "Doubly stochastic weights keep the sum.", \
        Identity(total(total(A[i, j] * u[j] for j in tokens) for i in tokens),
                 total(u[j] for j in tokens), name="sum") \
        .but_not("twice", right=2 * total(u[j] for j in tokens))
    yield "What edges with two ends of one weight pull adds up to 0.", \
        Identity(total(w[i, j] * (u[j] - u[i]) for i in tokens for j in tokens), 0, name="pull") \
        .but_not("without its sign", left=total(w[i, j] * u[j] for i in tokens for j in tokens))


@statement("words-6", PAPER.label("extremes"), title="The largest, the least and a matrix",
           origin="ours")
def extremes(given: Given) -> Proof:
    u, w = given(coefficients("u")), given(nonnegative_weights("w"))
    i, j = tokens.any("i", "j")
    given(before(i, j))
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    rows = [[a, b], [b, a]]
    yield claim("Numbers are between the extremes; a matrix has two invariants.",
                "between", "earlier", "trace", "determinant")
    yield "The least is at most the largest.", \
        Inequality(least(u[j] for j in tokens) <= largest(u[j] for j in tokens), name="between") \
        .but_not("it is as large",
                 claim=least(u[j] for j in tokens) >= largest(u[j] for j in tokens))
    yield "What comes before j has i among it.", \
        Inequality(total(w[j, k] for k in tokens.before(j)) >= w[j, i],
                   because=total(w[j, k] for k in tokens.before(j).but(i)), name="earlier") \
        .but_not("twice", claim=total(w[j, k] for k in tokens.before(j)) >= 2 * w[j, i])
    yield "The trace is the sum of the eigenvalues a + b and a - b,", \
        Identity(trace(rows), (a + b) + (a - b), name="trace") \
        .but_not("one of them", right=a + b)
    yield "and the determinant is their product.", \
        Identity(determinant(rows), (a + b) * (a - b), name="determinant") \
        .but_not("with a plus", right=a * a + b * b)


@statement("words-7", PAPER.label("over time"), title="What steps conclude over time",
           origin="ours")
def over_time(given: Given) -> Proof:
    x, r, k = given(any_scalar("x")), given(positive_scalar("r")), given(positive_scalar("k"))
    flow = motion({x: -k * x, r: k * r**2 / (1 + r**2)})
    yield claim("One number decays, the other never falls.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(both(x >= 0, x <= E)), both(
                        always(both(x >= 0, x <= E * exp(-k * elapsed))), nondecreasing(r)))),
                along=solution(flow, start=[r]))
    yield "At 0 x is at rest,", Identity(rate(x, flow), -k * x, name="rest")
    yield "so it does not cross 0.", NotCrossed(x >= 0, -k, by="rest", name="above 0")
    yield "It decays.", Comparison(x, exponent=-k * elapsed, by="rest", name="decay") \
        .but_not("twice as fast", exponent=-2 * k * elapsed)
    yield "The other number grows,", \
        Inequality(rate(r, flow) > 0, because=k * r**2 / (1 + r**2), name="grows")
    yield "so it stays positive,", Stays(r > 0, by="grows", name="positive")
    yield "and never falls.", Rises(r, by="grows", name="rises")


@statement("words-8", PAPER.label("slowly"), title="Slow decay, slow growth", origin="ours")
def slowly(given: Given) -> Proof:
    x = given(any_scalar("x"))
    flow = motion({x: -2 * x**2})
    yield claim("A number decays like one over time, and grows slower than time.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(both(x >= 0, x <= E)), both(always(x * (1 + 2 * E * elapsed) <= E),
                                           always(x <= E + 1 * elapsed)))),
                along=solution(flow))
    yield "It falls,", Identity(rate(x, flow), -2 * x**2, name="falls")
    yield "so algebraically.", AlgebraicDecay(x, 2, by="falls", name="decay")
    yield "Its rate is at most 1,", \
        Inequality(rate(x, flow) <= 1, because=2 * x**2 + 1, name="slow")
    yield "so it grows at most so fast.", GrowsAtMost(x, 1, by="slow", name="growth") \
        .but_not("it falls as fast", rate=-3)


@statement("words-9", PAPER.label("layers"), title="Over layers", origin="ours")
def over_layers(given: Given) -> Proof:
    x, r = given(any_scalar("x")), given(nonnegative_scalar("r"))
    layer = iteration({x: exp(-r) * x - x**2})
    yield claim("A number decays over layers.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(x <= E), always(x <= E * exp(-r * elapsed)))), along=orbit(layer))
    yield "A layer brings it down,", \
        Inequality(exp(-r) * x - x**2 <= exp(-r) * x, because=x**2, name="layer")
    yield "so it decays.", OverLayers(x, exponent=-r * elapsed, by="layer", name="decay") \
        .but_not("it grows by nothing", exponent=-2 * r * elapsed - elapsed)


@statement("words-20", PAPER.label("squares"), title="Convergence of order two", origin="ours")
def newton(given: Given) -> Proof:
    a, x = given(positive_scalar("a")), given(any_scalar("x"))
    error = 1 - a * x
    yield claim("Newton's iteration for 1/a squares its relative error.",
                for_every(any_scalar("M"), lambda M: implies(
                    at_start(both(error >= 0, error <= exp(M))),
                    always(error <= exp(M * exp(log(2) * elapsed))))),
                along=orbit(iteration({x: x * (2 - a * x)})))
    after = 1 - a * (x * (2 - a * x))
    yield "A layer squares it,", Identity(after, error**2, name="square")
    yield "which is not negative,", Inequality(after >= 0, because=error**2, name="sign")
    yield "nor has it been.", Stays(error >= 0, by="sign", name="above")
    yield "So it falls below any exponential.", \
        PowerDecay(error, order=2, by="square", name="decay") \
        .but_not("of order three", order=3)


@statement("words-12", PAPER.label("a first integral"), title="What does not change", origin="ours")
def oscillator(given: Given) -> Proof:
    x, v = given(any_scalar("x")), given(any_scalar("v"))
    flow = motion({x: v, v: -x})
    yield claim("The energy of an oscillator is conserved.",
                for_every(any_scalar("E"), lambda E: implies(
                    at_start(equals(v**2 + x**2, E)), always(equals(v**2 + x**2, E)))),
                along=solution(flow))
    yield "Its rate is 0,", Identity(rate(v**2 + x**2, flow), 0, name="rate")
    yield "so it does not change.", Conserved(v**2 + x**2, by="rate", name="energy") \
        .but_not("nor does the place", of=x)


@statement("words-13", PAPER.label("a limit"), title="A number that rises has a limit",
           origin="ours")
def of_a_limit(given: Given) -> Proof:
    x = given(any_scalar("x"))
    flow = motion({x: 1 - x})
    yield claim("It has a limit.", implies(at_start(x <= 1), converges(x)), along=solution(flow))
    yield "At 1 it is at rest,", Identity(rate(1 - x, flow), -(1 - x), name="rest")
    yield "so it stays below 1,", NotCrossed(x <= 1, -1, by="rest", name="below")
    yield "where it rises.", Inequality(rate(x, flow) >= 0, where=[x <= 1], because=1 - x,
                                        name="rises")
    yield "So it has a limit.", MonotoneLimit(x, below=1, by="rises", name="limit")


@statement("words-15", PAPER.label("what vanishes"), title="A damped oscillation comes to rest",
           origin="ours")
def of_what_vanishes(given: Given) -> Proof:
    x, v = given(any_scalar("x")), given(any_scalar("v"))
    flow = motion({x: v, v: -x - v})
    energy = x**2 + v**2
    yield claim("It comes to rest.", tends_to(v, 0), along=solution(flow))
    yield "Friction takes energy,", Identity(rate(energy, flow), -2 * v**2, name="friction")
    yield "so it never rises.", Rises(-energy, by="friction", name="falls")
    yield "It is not negative,", Inequality(energy >= 0, because=energy, name="energy")
    yield "nor is friction,", Inequality(v**2 >= 0, because=v**2, name="square")
    yield "which cannot rise fast.", Inequality(
        rate(2 * v**2, flow) <= 2 * energy, because=2 * (x + v) ** 2 + 4 * v**2, name="slope")
    yield "So friction ends.", Vanishes(
        2 * v**2, energy=energy, above=0, slope=2 * energy, name="rest",
        by=["friction", "energy", "square", "slope"])


@statement("words-16", PAPER.label("too fast"), title="No decay at twice the rate", origin="ours")
def too_fast(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield claim("It decays twice as fast.", for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(x <= E), always(x <= E * exp(-2 * elapsed)))),
                along=solution(motion({x: -x})), refuted=True)
    yield "One number is the smaller,", Inequality(exp(-2) < exp(-1), name="smaller")
    yield "so one solution is too slow.", Instance({x: exp(-elapsed), "E": 1}, by="smaller")


@statement("words-17", PAPER.label("near an equilibrium"), title="Near 0 the linear part decides",
           origin="ours")
def near_an_equilibrium(given: Given) -> Proof:
    x = given(any_scalar("x"))
    flow = motion({x: -x + x**2})
    yield claim("What starts near 0 decays.", for_every(nonnegative_scalar("E"), lambda E: implies(
                    both(at_start(x**2 <= E), 4 * E <= 1),
                    always(x**2 <= E * exp(-elapsed)))), along=solution(flow))
    yield "The square falls but for a remainder of second order,", Inequality(
        rate(x**2, flow) <= -Fraction(3, 2) * x**2 + 2 * (x**2) ** 2, name="near",
        because=(x - 2 * x**2) ** 2 / 2)
    yield "so it decays near 0.", Linearised(x**2, exponent=-elapsed, rate=Fraction(3, 2),
                                             remainder=2, by="near", name="decay") \
        .but_not("from anywhere", remainder=0, at={x: Fraction(9, 10)})


@statement("words-18", PAPER.label("one after another"), title="A chain of followers comes to rest",
           origin="ours")
def one_after_another(given: Given) -> Proof:
    x, i = given(coefficients("x")), tokens.any("i")
    flow = motion({x: lambda i: total(x[j] - x[i] for j in tokens.before(i)) - x[i]})
    yield claim("All tend to 0.", tends_to(x[i], 0), along=solution(flow))
    yield "The square of a number falls but for those before it,", Inequality(
        rate(x[i] ** 2, flow) <= -2 * x[i] ** 2 + total(x[j] ** 2 for j in tokens.before(i)),
        because=total((x[j] - x[i]) ** 2 + x[i] ** 2 for j in tokens.before(i)), name="falls")
    yield "so each tends to 0, as these do.", \
        AlongEdges(x[i] ** 2, rate=2, gain=1, by="falls", name="in turn") \
        .but_not("it grows", of=1 + x[i] ** 2)


@statement("words-19", PAPER.label("existence"), title="A logistic flow has solutions",
           origin="ours")
def existence(given: Given) -> Proof:
    a = given(scalar_between("a", 0, 1, closed=True))
    made = there_is_solution(any_scalar("z"), lambda z: motion({z: z * (1 - z)}), lambda z: both(
        at_start(equals(z, a)), always(both(z >= 0, z <= 1))))
    yield claim("From every start in between a solution exists, and stays there.", made)
    yield "The speed is 0 at both ends.", Exists(made, start=a, between=(0, 1), name="exists")
