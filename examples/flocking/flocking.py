"""Birds that see far flock exponentially fast, by two inequalities that bound each other."""

from verify.vocabulary import *

from .paper import PAPER


@statement("FL-1", PAPER.label("the theorem for long-range weights, with rates"), origin="ours", position=(1,),
           title="Birds that see far flock, exponentially fast")
def flocking(given: Given) -> Proof:
    K, X, V = given(positive_scalar("K")), given(nonnegative_scalar("X")), given(nonnegative_scalar("V"))
    beta = given(nonnegative_scalar("beta"))
    long_range = given(that(beta <= Fraction(1, 2)))
    x, v = given(any_vectors("x")), given(any_vectors("v"))
    i, j, n = *tokens.any("i", "j"), tokens.count

    def square(z: Vector) -> Scalar:
        return z @ z

    def mean(z: Vectors) -> Vector:
        return total(z[k] for k in tokens) / n

    def spread(z: Vectors) -> Scalar:
        return total(square(z[k] - mean(z)) for k in tokens)

    def psi(i: Index | int, j: Index | int) -> Scalar:
        return K * exp(-beta * log(1 + square(x[i] - x[j])))

    flow = motion({x: lambda i: v[i], v: lambda i: total(psi(i, j) * (v[j] - v[i]) for j in tokens) / n})
    growth = (1 + 2 * X) * exp(2 * V / K)
    flocks = implies(
        at_start(both(spread(x) <= X**2, spread(v) <= V**2)),
        always(both(1 + 2 * square_root(spread(x)) <= growth,
                    spread(v) <= V**2 * exp(-2 * elapsed * K / growth))))

    yield claim(
        r"Every bird steers towards the velocities of all, with the weight $K (1 + r^2)^{-\beta}$ at the "
        r"distance $r$, and $\beta \le 1/2$. Let $X$ and $V$ bound the roots of the summed squares of positions "
        r"and velocities about their means, at the start. Then for ever positions stay within "
        r"$1 + 2 X(t) \le (1 + 2 X) e^{2 V/K}$, and velocities become one, at least as fast as "
        r"$e^{-\lambda t}$ with $\lambda = K/((1 + 2 X) e^{2 V/K})$.",
        flocks, along=solution(flow)) \
        .but_not(r"of short range, with $\beta > 1/2$", flocks, drop=long_range,
                 at={K: 1, beta: 4, X: 0, V: Fraction(3, 4), x: [[0], [0]], v: [[Fraction(-1, 2)], [Fraction(1, 2)]]}) \
        .but_not("twice as fast as full weights would have it", implies(at_start(both(spread(x) <= X**2, spread(v) <= V**2)),
                                          always(spread(v) <= V**2 * exp(-4 * elapsed * K))),
                 at={K: 1, beta: 0, X: 0, V: 1, x: [[0], [0]], v: [[Fraction(-1, 2)], [Fraction(1, 2)]]})

    c = given(positive_scalar("c"))
    yield "Since weights are symmetric, velocities come together by their weighted differences,", \
        Identity(rate(spread(v), flow),
                 -total(total(psi(i, j) * square(v[i] - v[j]) for j in tokens) for i in tokens) / n, name="brake") \
        .but_not("by twice as much",
                 right=-2 * total(total(psi(i, j) * square(v[i] - v[j]) for j in tokens) for i in tokens) / n)
    yield r"and positions spread by no more than velocities differ: with $c = V/X$, $X' \le V$.", \
        Inequality(rate(spread(x), flow) <= c * spread(x) + spread(v) / c, name="drift",
                   because=total(square(c * (x[k] - mean(x)) - (v[k] - mean(v))) for k in tokens) / c) \
        .but_not("by half of that", claim=rate(spread(x), flow) <= (c * spread(x) + spread(v) / c) / 2)
    yield r"No two birds are farther apart than $2 X(t)$, so that no weight is less than $\psi(2 X)$: so " \
        r"$V' \le -\psi(2 X)\,V$. As $\psi(2 X) \ge K/(1 + 2 X)$, the sum of $V$ and $(K/2) \log(1 + 2 X)$ never grows.", \
        Inequality(square(x[i] - x[j]) <= 2 * square(x[i] - mean(x)) + 2 * square(x[j] - mean(x)), name="apart",
                   because=square((x[i] - mean(x)) + (x[j] - mean(x)))) \
        .but_not("half as far", claim=square(x[i] - x[j]) <= square(x[i] - mean(x)) + square(x[j] - mean(x)))
