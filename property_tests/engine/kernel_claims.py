"""True claims in the tree, with false twins, for the tests of the kernel method."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verify.attention.flows import attention_flow, softmax_flow
from verify.attention.layers import attention_layer, oja_layer
from verify.attention.weights import softmax
from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.facts import Distinct, Equation
from verify.language.index_sets import heads, modes, tokens
from verify.language.motion import (
    Flow,
    RawDynamics,
    jacobian,
    motion,
    rate,
    straight_line,
    straight_lines,
)
from verify.language.symbols import (
    Family1,
    Family2,
    Family3,
    Mask,
    operator_symbol,
    scalar_symbol,
    vector_symbol,
)
from verify.language.words import (
    absolute,
    at,
    cos,
    differs,
    exp,
    norm,
    pi,
    power,
    same,
    sin,
    total,
    zero_vector,
)
from verify.methods.kernel.exporting import EqualityClaim, InequalityClaim
from verify.methods.kernel.goals import Goal, Unsupported, goal

ONE, ZERO = as_scalar(1), as_scalar(0)
i, j, k = tokens.any("i", "j", "k")
a, b = tokens.any("a", "b")
n = tokens.count
y, x, delta, X = (Family1(name, Vector, ("tokens",)) for name in ("y", "x", "delta", "X"))
alpha = Family2("alpha", Scalar, ("tokens", "tokens"))
c, v, w, z = (vector_symbol(name) for name in ("c", "v", "w", "z"))
tau = scalar_symbol("tau")
W, V = operator_symbol("W", symmetric=True), operator_symbol("V", symmetric=True)
P, Q, U = operator_symbol("P", symmetric=True), operator_symbol("Q"), operator_symbol("U")
N = Mask("N")
UNIT = [Equation(y[a] @ y[a], ONE)]
UNIT_W = [Equation(y[a] @ (W @ y[a]), ONE), y[a] @ (W @ y[b]) <= 1]

Made = tuple[str, Goal | Unsupported]


def equal(name, facts, left, right, **options) -> Made:
    """A claim that two sides are equal; a name that begins with "twin" marks a false one."""
    sides = [as_scalar(s) if isinstance(s, int | Fraction) else s for s in (left, right)]
    return name, goal(name, facts, EqualityClaim(*sides), **options)


def compared(name, facts, relation, because, where=(), every=(), **options) -> Made:
    claim = InequalityClaim(relation, as_scalar(because), where, every)
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
    facts, least = [*UNIT_W, alpha[a, b] >= 0], [((a,), margin(i) <= margin(a))]
    grows = rate(margin(i), flow) >= 0
    yield compared("least margin grows", facts, grows, because, [margin(i) >= 0], least)
    yield compared("twin: least margin of any sign", facts, grows, because, [], least)


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
    cube = margin(i) ** 3
    chained = 3 * margin(i) ** 2 * moved(gram, weight, over)
    yield equal("power of a margin", [], rate(cube, masked), chained)
    yield equal("twin: power of a margin, not lowered", [], rate(cube, masked), margin(i) * chained)
    many = Family3("beta", Scalar, ("heads", "tokens", "tokens"))
    summed = moved(gram, lambda i, j: total(many[h, i, j] for h in heads), tokens)
    flow = attention_flow(y, weights=many, metric=W)
    yield equal("margin with heads", [], rate(margin(i), flow), summed)
    causal = softmax_flow(y, scores=Q, reach="up_to")
    written = softmax(lambda i: y[i], Q, reach="up_to")
    right = moved(lambda i, j: y[i] @ y[j], written, tokens.up_to(i))
    yield equal("causal softmax margin", [], rate(margin(i), causal), right)
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
    swapped = rate(total(margin(j) for j in tokens), masked)
    yield equal("rates in a sum", [], total(rate(margin(j), masked) for j in tokens), swapped)
    first = y[i] @ y[1]
    past = attention_flow(y, weights=alpha, reach="before")
    mass = total(alpha[i, j] for j in tokens.before(i))
    drift = total(alpha[i, j] * ((y[j] - y[1]) @ (y[1] - first * y[i])) for j in tokens.before(i))
    yield equal("causal pull", UNIT, rate(first, past), mass * (1 - first**2) + drift)


def potentials() -> Iterator[Made]:
    def e(i, j):
        return exp(x[i] @ P @ x[j])

    def weight(i):
        return total(e(i, j) for j in tokens)

    def field(i):
        return total(e(i, j) * (U @ x[j]) for j in tokens) / weight(i)

    pot = total(total(e(i, j) for j in tokens) for i in tokens)
    along = straight_lines(x, X)
    product = total(weight(i) * (field(i) @ W @ X[i]) for i in tokens)
    fits = [Equation(W @ U, P)]
    yield equal("gradient", fits, rate(pot / 2, along), product)
    yield equal("twin: gradient without the half", fits, rate(pot, along), product)
    h = vector_symbol("h1")
    nudge = Flow({x: lambda i: same(i, 1) * h}, RawDynamics("given"))
    slope = total(h @ P @ x[j] for j in tokens)
    rest = [Equation(x[1], zero_vector())]
    yield equal("one token moves", rest, rate(pot / 2, nudge), slope)
    yield equal("twin: one token moves, from anywhere", [], rate(pot / 2, nudge), slope)


def layers() -> Iterator[Made]:
    value = operator_symbol("Vg")
    state = Family1("state", Vector, ("tokens",))

    def image(u):
        return lambda i: u[i] + (tau / n) * (value @ total(u[j] for j in tokens))

    m, moved = image(state)(i), image(delta)(i)
    after = m / norm(m)
    J = jacobian(oja_layer(value=value, step=tau), at=state)
    nonzero = [norm(image(state)(a)) > 0]
    right = (moved - (after @ moved) * after) / norm(m)
    yield equal("layer at any state", nonzero, J(delta)(i), right)
    yield from spectrum()
    yield from groups()
    length = norm(w, W)
    tangent = (z - ((w @ W @ z) / (w @ W @ w)) * w) / length
    along = straight_line(w, z)
    yield equal("tangent map", [length > 0], rate(w / length, along), tangent)
    mass = margin(i) + tau * total(alpha[i, j] * margin(j) for j in tokens)
    mean = y[i] + tau * total(alpha[i, j] * y[j] for j in tokens)
    step = mean / norm(mean, W)
    positive = [norm(mean, W) > 0, mass > 0]
    yield equal("discrete mean", positive, step / (c @ step), mean / mass)


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


def groups() -> Iterator[Made]:
    eps = Family1("eps", Scalar, ("tokens",))
    mu, lr, lk = (scalar_symbol(name) for name in ("mu", "lr", "lk"))
    facts = [
        Equation(eps[a] ** 2, ONE),
        Equation(total(eps[j] for j in tokens), n * mu),
        Equation(v @ v, ONE),
        Equation(V @ v, lr * v),
        Equation(V @ w, lk * w),
        Equation(w @ v, ZERO),
        1 + tau * lr * mu * eps[a] > 0,
    ]
    J = jacobian(oja_layer(value=V, step=tau), at=lambda i: eps[i] * v)
    rho = 1 + tau * lr * mu * eps[i]
    yield equal("block, first column", facts, J(lambda i: w)(i), ((1 + tau * lk) / rho) * w)
    p, q, E = (scalar_symbol(name) for name in ("p", "q", "E"))
    plus, minus = (p * E - q) / (p * E + q), (q * E - p) / (q * E + p)
    left = (plus + minus) / 2 - plus * minus

    def right(sign):
        return ((p * p + q * q) * E - sign * 2 * p * q) / ((p * E + q) * (q * E + p))

    sizes = [p >= 1, q >= 1, E > 0]
    yield equal("slope excess", sizes, left, right(1))
    yield equal("twin: slope excess, sign", sizes, left, right(-1))


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


def lengths() -> Iterator[Made]:
    theta, phi, eta = (scalar_symbol(name) for name in ("theta", "phi", "eta"))
    first, last = (cos(x) * v + sin(x) * w for x in (theta + phi, theta - phi))
    mean = (first + last) / 2
    push = eta * ((v @ mean) * v - (w @ mean) * w)
    p, q = first + push, last + push
    facts = [Equation(v @ v, ONE), Equation(w @ w, ONE), Equation(v @ w, ZERO)]
    facts += [sin(theta) > 0, sin(phi) > 0, eta > 0]
    reason = (norm(p) - norm(q)) ** 2 / 2
    yield compared("long lengths", facts, norm(p) * norm(q) <= (p @ p + q @ q) / 2, reason)
    yield compared("twin: long lengths, one of them", facts, norm(p) * norm(q) <= p @ p, reason)
    cosine = (y[i] @ y[j]) / (norm(y[i]) * norm(y[j]))
    gaps = total(1 - cosine for j in tokens) / n
    nonzero = [y[a] @ y[a] > 0]
    yield equal(
        "lengths that divide in a sum", nonzero, 1 - total(cosine for j in tokens) / n, gaps
    )
    yield equal(
        "twin: lengths that divide, no mean", nonzero, 1 - total(cosine for j in tokens), gaps
    )


def bounds() -> Iterator[Made]:
    s = scalar_symbol("s")
    yield compared("exponential above its tangent", [], exp(s) >= 1 + s, exp(s) - 1 - s)
    yield compared("exponential above its tangent, summed", [], exp(s) >= 1 + s, exp(s) - (1 + s))
    twin = exp(s) >= 1 + 2 * s
    yield compared("twin: exponential above a steeper line", [], twin, exp(s) - 1 - 2 * s)
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


def softmax_at_consensus() -> Made:
    """The derivative of a softmax layer where all tokens are equal: long, but one claim."""
    rho, lr = scalar_symbol("rho"), scalar_symbol("lr")
    facts = [Equation(v @ v, ONE), Equation(V @ v, lr * v), Equation(rho, 1 + tau * lr), rho > 0]
    J = jacobian(attention_layer(value=V, scores=Q, step=tau), at=lambda i: v)
    moved = delta[i] + (tau / n) * (V @ total(delta[j] for j in tokens))
    return equal("softmax layer at consensus", facts, J(delta)(i), (moved - (v @ moved) * v) / rho)


def every_claim() -> list[Made]:
    made = [*algebra(), *comparisons(), *rates(), *potentials(), *layers(), *angles(), *bounds()]
    return [*made, *lengths(), *bases(), softmax_at_consensus()]
