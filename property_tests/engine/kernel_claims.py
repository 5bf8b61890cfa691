"""True claims in the tree, with false twins, for the tests of the kernel method."""

from collections.abc import Iterator
from typing import Any

from verify.language.conditions import Every
from verify.language.expressions import as_scalar
from verify.language.facts import Distinct, Equation, Fact
from verify.language.symbols import (
    Family1,
    Family2,
    operator_symbol,
    scalar_symbol,
    vector_symbol,
)
from verify.methods.kernel.goals import Goal, goal
from verify.statements.obligations import Comparison as ComparisonObligation
from verify.statements.obligations import Equality
from verify.vocabulary import *

ONE, ZERO = as_scalar(1), as_scalar(0)
i, j, k = tokens.any("i", "j", "k")
a, b = tokens.any("a", "b")
n = tokens.count
x, y, D = (Family1(name, Vector, ("tokens",)) for name in ("x", "y", "D"))
eps, weight, mass = (Family1(name, Scalar, ("tokens",)) for name in ("eps", "weight", "mass"))
alpha = Family2("alpha", Scalar, ("tokens", "tokens"))
c, u, v, w, z = (vector_symbol(name) for name in ("c", "u", "v", "w", "z"))
t, chi, tau = (scalar_symbol(name) for name in ("t", "chi", "tau"))
W, V = operator_symbol("W", symmetric=True), operator_symbol("V", symmetric=True)
Q = operator_symbol("Q")
N = Mask("N")
UNIT = [Equation(y[a] @ y[a], ONE)]
ROUND = Equation(c @ c, ONE)
UNIT_W = [Equation(y[a] @ (W @ y[a]), ONE), y[a] @ (W @ y[b]) <= 1]

Made = tuple[str, Goal]
Case = tuple[str, list[Fact], Any, Any, Any]  # a name, facts, a side, what it equals, and not


def equal(name, facts, left, right, **options) -> Made:
    """A claim that two sides are equal; a name that begins with "twin" marks a false one."""
    sides = [as_scalar(s) if isinstance(s, int | Fraction) else s for s in (left, right)]
    return name, goal(name, facts, Equality("", *sides), **options)


def compared(name, facts, relation, because, where=(), **options) -> Made:
    claim = ComparisonObligation("", relation, as_scalar(because), tuple(where))
    return name, goal(name, facts, claim, **options)


def margin(i):
    return c @ y[i]


def algebra() -> Iterator[Made]:
    def projected(q, metric=W):
        return q - (v @ (metric @ q)) * v

    yield equal("projection is self-adjoint", [], projected(w) @ (W @ z), w @ (W @ projected(z)))
    on = [Equation(v @ (W @ v), ONE)]
    yield equal("projection twice", on, projected(projected(w)), projected(w))
    twice = projected(projected(w))
    yield equal("twin: projection twice off the ellipsoid", [], twice, projected(w))

    e = Family2("e", Scalar, ("tokens", "tokens"))
    symmetric = [Equation(e[a, b], e[b, a])]

    def spread(of):
        return total(total(e[i, j] * of(i, j) for j in tokens) for i in tokens)

    half = Fraction(1, 2) * spread(lambda i, j: (y[i] - y[j]) @ (y[i] - y[j]))
    yield equal("spread", symmetric, spread(lambda i, j: y[i] @ (y[i] - y[j])), half)
    yield equal("twin: spread, not symmetric", [], spread(lambda i, j: y[i] @ (y[i] - y[j])), half)

    row = Equation(total(alpha[a, k] for k in tokens.seen_by(a, N)), ONE)
    mean = total(alpha[i, j] * (margin(j) - margin(i)) for j in tokens.seen_by(i, N))
    pulled = total(alpha[i, j] * margin(j) for j in tokens.seen_by(i, N)) - margin(i)
    yield equal("masked rows add up to 1", [row], mean, pulled)
    yield equal("twin: masked rows add up to anything", [], mean, pulled)
    picked = total(same(i, j) * margin(j) for j in tokens)
    yield equal("indicator of equality", [], picked, margin(i))


def comparisons() -> Iterator[Made]:
    l1, lk = scalar_symbol("l1"), scalar_symbol("lk")
    order = [tau > 0, lk < l1, l1 + lk >= 0]
    reason = tau * (l1 - lk) * (2 + tau * (l1 + lk))
    gap = (1 + tau * l1) ** 2 - (1 + tau * lk) ** 2
    yield compared("consensus gap", order, gap > 0, reason)
    twice = (1 + tau * l1) ** 2 - (1 + 2 * tau * lk) ** 2
    yield compared("twin: consensus gap, twice", order, twice > 0, reason)
    q = w - (v @ w) * v
    schwarz = (z @ z) * (q @ q) - (z @ q) ** 2
    units = [Equation(v @ v, ONE), Equation(w @ w, ONE)]
    claim = (z @ w) ** 2 <= (z @ z) * (1 - (v @ w) ** 2)
    yield compared("Cauchy-Schwarz", [*units, Equation(z @ v, ZERO)], claim, schwarz)
    yield compared("twin: Cauchy-Schwarz, not tangent", units, claim, schwarz)
    flow = attention_flow(y, weights=alpha, metric=W)
    because = total(
        alpha[i, j] * ((margin(j) - margin(i)) + margin(i) * (1 - y[i] @ (W @ y[j])))
        for j in tokens
    )
    facts, least = [*UNIT_W, alpha[a, b] >= 0], Every((a,), margin(i) <= margin(a))
    grows = rate(margin(i), flow) >= 0
    yield compared("least margin grows", facts, grows, because, [margin(i) >= 0, least])
    yield compared("twin: least margin of any sign", facts, grows, because, [least])


def rates() -> Iterator[Made]:
    def moved(g, weight, over):
        return total(weight(i, j) * (margin(j) - margin(i) * g(i, j)) for j in over)

    def gram(i, j):
        return y[i] @ (W @ y[j])

    masked = attention_flow(y, weights=alpha, metric=W, mask=N)
    over, weight = tokens.seen_by(i, N), lambda i, j: alpha[i, j]
    yield equal("masked margin", [], rate(margin(i), masked), moved(gram, weight, over))
    turned = moved(gram, lambda i, j: alpha[j, i], over)
    yield equal("twin: masked margin, transposed", [], rate(margin(i), masked), turned)
    causal = softmax_flow(y, scores=Q, reach="up_to")
    kept = rate(y[i] @ y[i], causal)
    yield equal("length is kept", UNIT, kept, 0)
    yield equal("twin: length is kept off the sphere", [], kept, 0)
    positive = [*UNIT_W, margin(a) > 0]

    def gnomonic(i):
        return y[i] / margin(i)

    consensus = total(
        alpha[i, j] * margin(j) / margin(i) * (gnomonic(j) - gnomonic(i))
        for j in tokens.seen_by(i, N)
    )
    yield equal("gnomonic coordinates", positive, rate(gnomonic(i), masked), consensus)
    yield equal("twin: gnomonic, any margins", UNIT_W, rate(gnomonic(i), masked), consensus)
    first = y[i] @ y[1]
    past = attention_flow(y, weights=alpha, reach="before")
    mass = total(alpha[i, j] for j in tokens.before(i))
    drift = total(alpha[i, j] * ((y[j] - y[1]) @ (y[1] - first * y[i])) for j in tokens.before(i))
    yield equal("causal pull", UNIT, rate(first, past), mass * (1 - first**2) + drift)


def spectrum() -> Iterator[Made]:
    ma, mb = modes.any("a", "b")
    r, q = modes.any("r", "q")
    vm, lam = Family1("v", Vector, ("modes",)), Family1("lam", Scalar, ("modes",))
    rho = 1 + tau * lam[r]
    facts = [
        Equation(vm[ma] @ vm[mb], same(ma, mb)),
        Equation(V @ vm[ma], lam[ma] * vm[ma]),
        Distinct(q, r),
        differs(rho, 0),
    ]
    J = jacobian(oja_layer(value=V, step=tau), at=lambda i: vm[r])
    image = J(lambda i: vm[q])(i)
    bare = ((1 + tau * lam[q]) / rho) * vm[q]
    yield equal("twin: consensus without the bars", facts, image, bare, fixed=[r, q])
    scalars = Family1("s", Scalar, ("tokens",))
    apart = [Equation(total(scalars[j] for j in tokens), ZERO), Equation(z @ vm[r], ZERO)]
    image = J(lambda i: scalars[i] * z)(i)
    right = (1 / absolute(rho)) * (scalars[i] * z)
    yield equal("consensus, disagreement", [*facts, *apart], image, right, fixed=[r, q])
    yield equal("twin: perpendicular to one is to all", apart, z @ vm[q], 0, fixed=[r])


def angles() -> Iterator[Made]:
    theta, phi, u = (scalar_symbol(name) for name in ("theta", "phi", "u"))
    flow = motion({theta: -sin(theta) / 2, phi: (sin(phi) + sin(phi - theta)) / 3})
    edge = at(rate(phi - theta, flow), {phi: theta})
    yield equal("upper edge", [], edge, Fraction(5, 6) * sin(theta))
    yield equal("halfway", [], at(sin(phi) + sin(phi - theta), {phi: theta / 2}), 0)
    below = at(rate(phi - theta / 4, flow), {phi: u, theta: 4 * u}) <= 0
    reason = cos(2 * u) * sin(u) * (Fraction(1, 6) + Fraction(1, 2) * (1 - cos(u)))
    facts = [sin(u) >= 0, cos(u) <= 1, cos(2 * u) >= 0]
    yield compared("ray", facts, below, reason)
    yield compared("twin: ray, any angle", facts[:2], below, reason)


def bounds() -> Iterator[Made]:
    s = scalar_symbol("s")
    yield compared("exponential above its tangent", [], exp(s) >= 1 + s, exp(s) - 1 - s)
    yield compared("exponential above its tangent, summed", [], exp(s) >= 1 + s, exp(s) - (1 + s))
    twin = exp(s) >= 1 + 2 * s
    yield compared("twin: exponential above a steeper line", [], twin, exp(s) - 1 - 2 * s)
    parts, convex = (1 - s) * norm(u) + s * norm(v), norm((1 - s) * u - s * v)
    gap, between = parts - convex, [s >= 0, s <= 1]
    yield compared("multiples add up to at most their lengths", between, convex <= parts, gap)
    yield compared("twin: multiples of any sign", [s >= 0], convex <= parts, gap)
    mean, most = norm(total(weight[j] * x[j] for j in tokens)), total(
        weight[j] * norm(x[j]) for j in tokens)  # fmt: skip
    yield compared("a mean is not longer", [weight[a] >= 0], mean <= most, most - mean)
    yield compared("twin: weights of any sign", [], mean <= most, most - mean)
    yield compared("two lengths", [], -(u @ v) <= norm(u) * norm(v), norm(u) * norm(v) + u @ v)
    half = norm(u) * norm(v) / 2 - u @ v
    yield compared("twin: half of two lengths", [], u @ v <= norm(u) * norm(v) / 2, half)
    yield compared("there is a token", [], n >= 1, n - 1)
    yield compared("twin: there are two tokens", [], n >= 2, n - 2)
    yield equal("symbolic power", [], power(2, s + 1) * power(3, -s), 2 * power(2, s) / power(3, s))
    yield equal("twin: symbolic power of another base", [], power(2, s + 1), power(3, s) * 2)
    yield equal("half a turn", [], sin(s + pi()), -sin(s))
    yield equal("twin: a whole turn", [], sin(s + 2 * pi()), -sin(s))
    vm, r = Family1("v", Vector, ("modes",)), modes.any("r")
    basis = [Equation(vm[a] @ vm[b], same(a, b)) for a, b in [modes.any("a", "b")]]
    whole = total(vm[m] for m in modes)
    yield equal("one part of a sum over a basis", basis, whole @ vm[r], 1, fixed=[r])
    others = total(alpha[i, j] for j in tokens.up_to(i).but(1))
    yield equal("the first token comes first", [], total(alpha[i, j] for j in tokens.up_to(i)),
                alpha[i, 1] + others)  # fmt: skip
    before = total(alpha[i, j] for j in tokens.before(i))
    yield equal("twin: the first token comes before itself", [], before,
                alpha[i, 1] + total(alpha[i, j] for j in tokens.before(i).but(1)))  # fmt: skip


def bases() -> Iterator[Made]:
    """Inner products summed over a basis, whichever side they are read from."""
    e = Family1("e", Vector, ("modes",))
    r, s = modes.any("r", "s")
    size = modes.count

    def product(u: Vector, v: Vector) -> Scalar:
        return total((e[m] @ u) * (e[m] @ v) for m in modes)

    orthonormal = [Equation(e[r] @ e[s], same(r, s))]
    known = [*orthonormal, Equation(product(y[a], y[b]), y[a] @ y[b]), *UNIT]
    known.append(Equation(product(y[a], y[a]), y[a] @ y[a]))
    yield equal("a basis has d members", orthonormal, total(e[m] @ e[m] for m in modes), size)
    one_more = size + 1
    yield equal("twin: d + 1", orthonormal, total(e[m] @ e[m] for m in modes), one_more)
    turned = total((y[i] @ e[m]) * (e[m] @ y[j]) for m in modes)
    yield equal("a product over a basis", known, turned, y[i] @ y[j])
    yield equal("twin: a product over any vectors", orthonormal, turned, y[i] @ y[j])
    rest = total((e[m] - (y[i] @ e[m]) * y[i]) @ (e[m] - (e[m] @ y[j]) * y[j]) for m in modes)
    yield equal("tangent parts of a basis", known, rest, size - 2 + (y[i] @ y[j]) ** 2)
    yield equal("twin: tangent parts of a basis", known, rest, size - 1 + (y[i] @ y[j]) ** 2)


def closing() -> Iterator[Case]:
    """What closes a goal beyond algebra: waves and lengths that divide, zero sums, named sums."""
    turning, wave = rate(sin(2 * chi) / cos(2 * chi), motion({chi: t})), cos(2 * chi)
    yield "a wave divides", [wave > 0], turning, 2 * t / wave**2, t / wave**2
    length = norm(c)
    yield "a length and 1 divide", [c @ c > 0], (c @ c - 1) / (length + 1), length - 1, length + 1
    balanced = [Equation(total(x[j] for j in tokens), zero_vector()), ROUND]
    moved = c + tau * (V @ total(x[j] for j in tokens))
    yield "sums of zero have no length", balanced, norm(moved), ONE, as_scalar(2)
    images = total(u @ (V @ (V @ x[j])) for j in tokens)
    yield "images of images of a zero sum", balanced, images, ZERO, ONE
    scores = total(exp(eps[j] * (eps[i] * (u @ (Q @ v)))) for j in tokens)
    yield "no score has weight 1", [Equation(u @ (Q @ v), ZERO)], scores, n, 2 * n
    known = [Equation(total(eps[j] * weight[j] for j in tokens), as_scalar(5))]
    shown, plain = (total(weight[j] * f(j) for j in tokens) for f in (lambda j: 1 + eps[j], _one))
    yield "known sums read from behind", known, shown, plain + 5, plain + 6
    seen = total(mass[j] * x[j] for j in tokens.seen_by(i, N))
    flow = motion({x: lambda j: total(same(k, j) * D[k] for k in tokens.seen_by(i, N))})
    pulled = total(mass[j] * D[j] for j in tokens.seen_by(i, N))
    yield "masks are their own squares", [], rate(seen, flow), pulled, 2 * pulled
    named = _of_unit(1 + tau * total(weight[j] * exp(u @ (Q @ x[j])) for j in tokens))
    yield named


def _one(_: object) -> Scalar:
    return ONE


def _of_unit(factor: Scalar) -> Case:
    """Return what is said of the direction of a vector that a positive sum multiplies."""
    unit = rate((factor * c) / norm(factor * c), straight_line(c, factor * v))
    facts = [ROUND, factor > 0]
    return "a positive sum has a name", facts, unit, factor * (v - (c @ v) * c), factor * v


def said(name: str, facts: list[Fact], left: Any, right: Any, false: Any) -> Iterator[Made]:
    yield equal(name, facts, left, right, fixed=[i])
    yield equal(f"twin: {name}", facts, left, false, fixed=[i])


def every_claim() -> list[Made]:
    made = [*algebra(), *comparisons(), *rates(), *spectrum(), *angles(), *bounds(), *bases()]
    return [*made, *(claim for case in closing() for claim in said(*case))]
