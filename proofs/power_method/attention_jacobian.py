"""Appendix D: the derivative of self-attention, exactly, at any state and at consensus."""

from dataclasses import dataclass
from typing import Any

from verify.statements.propositions import Proposition
from verify.vocabulary import *

from . import agreement
from .paper import PAPER
from .pattern_claims import Direction, Moved, Weighing, is_derivative, is_tangent, layer_of

n = tokens.count


@dataclass(frozen=True, eq=False)
class Attending:
    """Tokens x under a mask, which attend by the weights A to the means m."""

    V: Operator
    P: Operator
    N: Mask
    tau: Scalar
    x: Vectors
    A: Weights
    m: Vectors
    moved: Moved

    def seen(self, i: Any) -> Any:
        """Return whom a token may attend to."""
        return tokens.seen_by(i, self.N)

    def at(self, i: Any) -> Vector:
        """Return where a token is."""
        return self.x[i]

    def weights_at(self, y: Direction) -> Weighing:
        """Return the weights at any state."""
        return softmax(y, self.P, mask=self.N)

    def change(self, delta: Direction, i: Any) -> Vector:
        """Return what delta does to a mean, with the covariance C_i of the tokens that are seen."""
        A, x, m, u = self.A, self.x, self.m, self.P.T @ delta(i)
        return total(A[i, j] * (delta(j) + (x[i] @ self.P @ delta(j)) * (x[j] - m[i])) for j in self.seen(i)) \
            + (total((A[i, j] * (x[j] @ u)) * x[j] for j in self.seen(i)) - (m[i] @ u) * m[i])

    def pushed(self, delta: Direction) -> Direction:
        """Return what delta does to the tokens before they are normalised."""
        return lambda i: delta(i) + self.tau * (self.V @ self.change(delta, i))

    def derivative(self, delta: Direction) -> Direction:
        """Return what it does to them after that."""
        return self.moved.derivative(self.pushed(delta))

    def where_defined(self, says: Proposition) -> Proposition:
        """Return that something holds where A, m, length and after are those of the layer."""
        i, j = tokens.any("i", "j")
        return implies(both(both(
            for_every((i, j), equals(self.A[i, j], self.weights_at(self.at)(i, j))),
            for_every(i, equals(self.m[i], total(self.A[i, j] * self.x[j] for j in self.seen(i))))),
            self.moved.is_from(lambda i: self.x[i] + self.tau * (self.V @ self.m[i]))), says)

    def is_it(self) -> Proposition:
        """Return that it is the derivative."""
        return self.where_defined(is_derivative(
            layer_of(self.V, self.tau, self.weights_at, self.seen), self.at, self.derivative, self.moved.image))

    def tangent(self) -> Proposition:
        """Return that its values are tangent at the new tokens."""
        return self.where_defined(is_tangent(self.derivative, self.moved.image))


@statement("B-L10", PAPER.label("Lemma 10, eqs. (15)-(17)"), title="Jacobian of self-attention",
           origin="reconstructed", basis="this_reconstruction", argued=False, position=(4, 10),
           printed="The Jacobian of (8) is given by (15)-(17), from the derivatives of the weights and a series of "
                   r"$\|y_i\|$ that is cut off after the second order in $\tau$.",
           relation="stronger", differs="The formula is exact, and holds with any mask.")
def any_state(given: Given) -> Proof:
    V, P = given(any_operator("V")), given(any_operator("P"))
    N = given(attention_mask("N"))
    seen = given(rows_not_empty(N))
    x, delta = given(any_vectors("x")), given(any_vectors("delta"))
    layer = Attending(
        V, P, N, given(positive_scalar("tau")), x, given(any_weights("A")), given(any_vectors("m")),
        Moved(given(positive_weights("length", latex=r"\ell")), given(unit_tokens("after", latex="x^+"))))
    turned = {layer.x: [[1, 0]], layer.V: [[0, 1], [1, 0]], layer.P: [[0, 0], [0, 0]], layer.N: [[1]], layer.A: [[1]],
              layer.tau: Fraction(3, 4), layer.m: [[1, 0]], layer.moved.length: [Fraction(5, 4)],
              layer.moved.after: [[Fraction(4, 5), Fraction(3, 5)]]}
    yield claim(
        r"At any state where it is defined, with any mask, the derivative of self-attention is $\|y_i\|^{-1} (I - "
        r"x_i^+ x_i^{+\top}) (\delta_i + \tau V \delta s_i)$ with $\delta s_i = \sum_j A_{ij} (I + (x_j - "
        r"s_i) x_i^\top P) \delta_j + C_i P^\top \delta_i$, where $C_i$ is the covariance of the "
        "tokens under the weights of row $i$. Its values are tangent at the new tokens.",
        layer.is_it(), layer.tangent()) \
        .but_not("with values that are tangent at the old tokens", layer.where_defined(is_tangent(layer.derivative, layer.at)), at=turned) \
        .but_not("the values are tangent at the new tokens without the projection, too",
                 layer.where_defined(is_tangent(layer.pushed, layer.moved.image)), at=turned)
    i, j = tokens.any("i", "j")
    weight = softmax(lambda i: x[i], P, mask=N)
    s = let("s", lambda i: total(weight(i, j) * x[j] for j in tokens.seen_by(i, N)))

    def change(i: Index, j: Index) -> Scalar:
        return delta[i] @ P @ x[j] + x[i] @ P @ delta[j]

    yield "The idea: differentiate the weights, then the pull, then the normalisation. Full and causal attention " \
        "are two masks." "\n\n" \
        r"If the tokens move along $\delta$, a weight changes by what its score does, less the mean of that over " \
        "the row:", \
        Identity(rate(weight(i, j), straight_lines(x, delta)),
                 weight(i, j) * (change(i, j) - total(weight(i, k) * change(i, k) for k in tokens.seen_by(i, N))),
                 name="weights") \
        .but_not("the row is not normalised", right=weight(i, j) * change(i, j)) \
        .but_not("the other token alone moves", right=weight(i, j) * (
            x[i] @ P @ delta[j] - total(weight(i, k) * (x[i] @ P @ delta[k]) for k in tokens.seen_by(i, N))))

    def spread(i: Index, u: Vector) -> Vector:
        return total((weight(i, l) * (x[l] @ u)) * x[l] for l in tokens.seen_by(i, N)) \
            - (s[i] @ u) * s[i]

    u = given(any_vectors("u"))
    yield "Let $C_i$ be the covariance of the tokens under the weights of row $i$.", \
        Identity(total((weight(i, l) * (x[l] @ u[i])) * (x[l] - s[i])
                       for l in tokens.seen_by(i, N)), spread(i, u[i]), name="covariance") \
        .but_not("the mean is not taken off", right=spread(i, u[i]) + (s[i] @ u[i]) * s[i])

    def moved(i: Index) -> Vector:
        """What delta does to s_i: the sum over j of A_ij (I + (x_j - s_i) x_i^T P) delta_j, and C_i."""
        return total(weight(i, j) * (delta[j] + (x[i] @ P @ delta[j]) * (x[j] - s[i]))
                     for j in tokens.seen_by(i, N)) + spread(i, P.T @ delta[i])

    pull = jacobian(attention_pull(value=V, scores=P, mask=N), at=x)
    yield "What a token attends to, $V s_i$, has the derivative (16) to (17): " \
        r"$A_{ij} (I + (x_j - s_i) x_i^\top P)$ by each token it sees, and $C_i P^\top$ by itself.", \
        Identity(pull(delta)(i), V @ moved(i), name="pull") \
        .but_not("the weights do not move", right=V @ total(weight(i, j) * delta[j] for j in tokens.seen_by(i, N))) \
        .but_not("$P$ in the place of its transpose",
                 right=V @ (moved(i) - spread(i, P.T @ delta[i]) + spread(i, P @ delta[i]))) \
        .but_not("$x_j$ in the place of $x_j - s_i$", right=V @ (moved(i) + total(
            (weight(i, j) * (x[i] @ P @ delta[j])) * s[i] for j in tokens.seen_by(i, N)))) \
        .but_not("the mask is forgotten", right=V @ moved(i) - V @ total(
            weight(i, j) * delta[j] for j in tokens.seen_by(i, N)) + V @ total(
            weight(i, j) * delta[j] for j in tokens))

    with given.scope():  # To divide a token by its length projects what changes it.
        y = given(nonzero_vectors("y"))
        x_plus = let("x_plus", lambda i: y[i] / norm(y[i]), latex=r"\hat y")
        normalised = jacobian(normalisation(), at=y)(u)
        yield "To divide a token $y$ by its length projects its change, and divides it by that length.", \
            Identity(normalised(i), (u[i] - (x_plus[i] @ u[i]) * x_plus[i]) / norm(y[i]), name="normalised") \
            .but_not("the length is missing", right=u[i] - (x_plus[i] @ u[i]) * x_plus[i]) \
            .but_not("nothing is projected", right=u[i] / norm(y[i])) \
            .but_not("the projector is not normalised", right=(u[i] - (y[i] @ u[i]) * y[i]) / norm(y[i]))
    yield r"The layer does both, with $y_i = x_i + \tau V s_i$. So (15) is the one after the other, by the chain rule: " \
        r"$\|y_i\|^{-1} (I - x_i^+ x_i^{+\top}) (\delta_i + \tau V \delta s_i)$. Both are smooth where no $y_i$ is 0, so the layer differs from this " \
        "by any small share of the change of the tokens, if that is small.", \
        ByLemma("attention_moves", says=layer.is_it(), name="derivative")
    yield r"What comes out is tangent at the new token. With $m_i$ for $s_i$, and $\ell_i x_i^+$ for $y_i$,", \
        Identity(layer.moved.image(i) @ layer.derivative(lambda i: u[i])(i), 0, name="tangent") \
        .but_not("without the projection", left=layer.moved.image(i) @ layer.pushed(lambda i: u[i])(i))
    yield "So it is, wherever the layer is defined.", Thus(layer.tangent(), by="tangent", name="tangent values")
    yield mutant("a token may see nobody", drop=seen)


@statement("B-L11", PAPER.label("Lemma 11"), title="At consensus it is the derivative of the Oja map",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-L3", "B-L10"),
           position=(4, 11),
           printed="At a consensus $x_i = v_r$ the Jacobian of (8) is (12), that of (9).",
           relation="the same")
def at_consensus(given: Given) -> Proof:
    V, P = given(any_operator("V")), given(any_operator("P"))
    v, lam = given(eigenvector("v", of=V, value="lam", latex=(None, r"\lambda")))
    tau = given(positive_scalar("tau"))
    rho = let("rho", lambda: 1 + tau * lam)
    defined = given(nonzero(rho))
    agreed = agreement.Agreement(V, v, tau, rho)
    equal, attention, oja = agreement.of_attention(agreed, P)
    yield agreement.claim_of_attention(agreed, P)
    delta = given(any_vectors("delta"))
    i, j = tokens.any("i", "j")
    weight = softmax(lambda _: v, P)
    mean = total(delta[j] for j in tokens) / n
    yield "Where all tokens agree all scores of a row do, whatever $P$: every weight is $1/n$,", \
        Identity(weight(i, j), 1 / n, name="equal weights") \
        .but_not("the weight of a score of 1", right=exp(v @ P @ v) / n)
    yield "for any two tokens;", Thus(equal, by="equal weights", name="all weights")
    yield "and though the weights may move, nobody attends to anything else: what a token attends to moves with the mean.", \
        Identity(jacobian(attention_pull(value=V, scores=P), at=lambda _: v)(delta)(i), V @ mean, name="pull") \
        .but_not("scores count", right=V @ mean + (v @ P @ (delta[i] - mean)) * (V @ v)) \
        .but_not("each token moves its own", right=V @ delta[i])
    J = jacobian(attention_layer(value=V, scores=P, step=tau), at=lambda _: v)
    yield "Normalisation projects, so at an eigenvector the layer has the derivative (12).", \
        Identity(J(delta)(i), tangent(delta[i] + tau * (V @ mean), v) / absolute(rho), name="jacobian") \
        .but_not("$1/n$ is missing", right=tangent(delta[i] + (tau * n) * (V @ mean), v) / absolute(rho)) \
        .but_not("no absolute value", right=tangent(delta[i] + tau * (V @ mean), v) / rho)
    yield "The layer is smooth near this state, so this is its total derivative: the layer is within any small share of the " \
        "distance of the linear map.", ByLemma("softmax_moves", says=attention, name="attention")
    yield "Lemma 3 finds the same for the Oja map, whose weights are $1/n$ everywhere.", \
        ByLemma("mean_moves", says=oja, name="Oja map")
    yield mutant("the layer is defined for every step", drop=defined)
