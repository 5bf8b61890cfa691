"""The derivative of an attention layer as one exact matrix, and what certifies its whole spectrum.

At a state where the softmax weights and the lengths are rational (`verify.numerics.equilibria`) the
derivative of a layer on R^(n d) is a rational matrix, but for logarithms in the scores: those are
kept apart, as one more matrix each. Derivatives are taken by dual numbers whose values are FLINT's
matrices, operation by operation, in every direction of the space; no formula for them is used.
Tokens stand one below the other: component a of token t has the place t d + a.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verify.numerics.equilibria import Scores, State
from verify.numerics.matrices import Matrix
from verify.numerics.number import Irrational, square_root

PRIMES = (2**61 - 1, 2**31 - 1, 4_294_967_291)


@dataclass(frozen=True)
class Head:
    """One head of a layer: its value matrix F and its scores."""

    value: Matrix
    scores: Scores


@dataclass(frozen=True)
class _Dual:
    """A matrix and how it moves: the rational part of its slope, and that of every logarithm."""

    value: Any
    slopes: tuple[Any, ...]

    def __add__(self, other: _Dual) -> _Dual:
        slopes = (a + b for a, b in zip(self.slopes, other.slopes, strict=True))
        return _Dual(self.value + other.value, tuple(slopes))

    def __matmul__(self, other: _Dual) -> _Dual:
        pairs = zip(self.slopes, other.slopes, strict=True)
        return _Dual(
            self.value * other.value, tuple(self.value * b + a * other.value for a, b in pairs)
        )

    def apply(self, linear: Callable[[Any], Any]) -> _Dual:
        """Return the image under a map that is linear in the matrix."""
        return _Dual(linear(self.value), tuple(linear(slope) for slope in self.slopes))


# ------------------------------------------------------------------ the derivative of a layer


def layer_jacobian(
    tokens: Matrix,
    heads: Sequence[Head],
    step: Fraction,
    *,
    mask: Sequence[Sequence[int]] | None = None,
    directions: Sequence[Matrix] | None = None,
) -> Any:
    """Return the derivative of x_i^+ = N(x_i + tau sum_h F_h sum_j A^h_ij x_j), an fmpq_mat.

    `tokens` are n vectors of R^d, `mask` says who is seen (all if None). A column is the derivative
    in one of `directions`, n vectors each; in all n d unit directions if None. Raises Irrational
    where a weight, a length or an entry is no rational number (logarithms of different numbers are
    held to be independent), ValueError for sizes that do not fit.
    """
    n, d = len(tokens), len(tokens[0])
    sizes = {len(rows) for head in heads for rows in (head.value, head.scores.rational)}
    if sizes - {d} or not heads or (mask is not None and len(mask) != n):
        raise ValueError(f"heads or a mask do not fit {n} tokens in dimension {d}; give one size")
    logarithms = tuple({base: None for head in heads for base, _ in head.scores.logarithms})
    prepared = [_Prepared.of(tokens, head, logarithms, mask) for head in heads]
    x, still = _rational(tokens), [flint.fmpq_mat(n, d) for _ in logarithms]
    if directions is None:
        moves = (_unit(n, d, place) for place in range(n * d))
    else:
        moves = (_rational(direction) for direction in directions)
    columns = [_moved(_Dual(x, (move, *still)), prepared, step).slopes for move in moves]
    whole, *rest = (_stacked([slopes[c] for slopes in columns]) for c in range(1 + len(logarithms)))
    for base, part in zip(logarithms, rest, strict=True):
        if any(part.entries()):
            raise Irrational(f"the derivative contains log {base}")
    return whole


def state_jacobian(state: State, mask: Sequence[Sequence[int]] | None = None) -> Any:
    """Return the derivative of a layer with one head at its state; see `layer_jacobian`."""
    head = Head(state.value, state.scores)
    return layer_jacobian(state.tokens, [head], state.step, mask=mask)


@dataclass(frozen=True)
class _Prepared:
    """A head at a state: its weights, and the score matrices by the logarithm they stand beside."""

    weights: Any
    value: Any  # transposed: tokens are rows
    scores: tuple[Any, ...]

    @classmethod
    def of(
        cls,
        tokens: Matrix,
        head: Head,
        logarithms: Sequence[Fraction],
        mask: Sequence[Sequence[int]] | None,
    ) -> _Prepared:
        d = len(tokens[0])
        parts = [_rational(head.scores.rational)]
        for base in logarithms:
            total = flint.fmpq_mat(d, d)
            for other, coefficient in head.scores.logarithms:
                total = total + _rational(coefficient) if other == base else total
            parts.append(total)
        weights = _weights(tokens, head.scores, mask)
        return cls(weights, _rational(head.value).transpose(), tuple(parts))


def _moved(x: _Dual, heads: Sequence[_Prepared], step: Fraction) -> _Dual:
    """Return the tokens after a layer, with their slopes."""
    pulled = x
    turned = x.apply(lambda rows: rows.transpose())
    for head in heads:
        scores = tuple(
            _slope_of_scores(x, turned, head.scores, component)
            for component in range(len(x.slopes))
        )
        pull = _softmax(head.weights, scores) @ x
        pulled = pulled + pull.apply(lambda rows, F=head.value: _fmpq(step) * (rows * F))  # type: ignore[misc]
    return _normalised(pulled)


def _slope_of_scores(x: _Dual, turned: _Dual, scores: Sequence[Any], component: int) -> Any:
    """Return the slope of X P X^T beside one logarithm (beside 1, if it is component 0).

    P is a sum of matrices times logarithms; the tokens are rational numbers and move along them.
    """
    matrix = scores[component]
    return x.slopes[0] * (matrix * turned.value) + (x.value * matrix) * turned.slopes[0]


def _softmax(weights: Any, slopes: Sequence[Any]) -> _Dual:
    """Return softmax rows with the slopes that those of the scores give them."""
    n = weights.nrows()
    rows = weights.table()
    out = []
    for slope in slopes:
        moving = flint.fmpq_mat(n, n)
        for i, (row, changes) in enumerate(zip(rows, slope.table(), strict=True)):
            seen = [(j, w, c) for j, (w, c) in enumerate(zip(row, changes, strict=True)) if w != 0]
            mean = sum((w * c for _, w, c in seen), start=flint.fmpq(0))
            for j, w, c in seen:
                moving[i, j] = w * (c - mean)
        out.append(moving)
    return _Dual(weights, tuple(out))


def _normalised(y: _Dual) -> _Dual:
    """Return rows divided by their lengths, which have to be rational and not 0."""
    value = y.value.table()
    lengths = [_length(row) for row in value]
    after = [[a / r for a in row] for row, r in zip(value, lengths, strict=True)]
    slopes = []
    for slope in y.slopes:
        moved = []
        for row, r, change in zip(after, lengths, slope.table(), strict=True):
            along = sum((a * c for a, c in zip(row, change, strict=True)), start=flint.fmpq(0))
            moved.append([(c - along * a) / r for a, c in zip(row, change, strict=True)])
        slopes.append(flint.fmpq_mat(moved))
    return _Dual(flint.fmpq_mat(after), tuple(slopes))


def _length(row: Sequence[Any]) -> Any:
    square = sum((a * a for a in row), start=flint.fmpq(0))
    length = square_root(Fraction(int(square.p), int(square.q)))
    if length == 0:
        raise Irrational("a token is moved to 0, which has no direction")
    return _fmpq(length)


def _weights(tokens: Matrix, scores: Scores, mask: Sequence[Sequence[int]] | None) -> Any:
    """Return the softmax rows at a state, over the tokens that are seen."""
    if mask is None:
        return _rational(scores.weights(tokens))
    rows = []
    for i, bits in enumerate(mask):
        seen = [j for j, bit in enumerate(bits) if bit]
        if not seen:
            raise ValueError(f"token {i + 1} sees nobody; give every row of the mask a 1")
        # Only differences of scores within a row matter.
        first = tokens[seen[0]]
        table = {
            j: scores.exponential(tokens[i], [a - b for a, b in zip(tokens[j], first, strict=True)])
            for j in seen
        }
        whole = sum(table.values())
        rows.append([table[j] / whole if j in table else Fraction(0) for j in range(len(tokens))])
    return _rational(rows)


# ------------------------------------------------------------------ its restriction to tangents


def on_tangents(jacobian: Any, bases: Sequence[Matrix]) -> Any:
    """Return a derivative in orthonormal bases of the tangent spaces, one a token.

    `bases[t]` has the basis of token t as rows. Raises ArithmeticError if a basis is not
    orthonormal, or if a tangent perturbation does not stay tangent.
    """
    frames = [_rational(basis) for basis in bases]
    d, m = frames[0].ncols(), frames[0].nrows()
    one = _rational([[Fraction(int(a == b)) for b in range(m)] for a in range(m)])
    if any(frame * frame.transpose() != one for frame in frames):
        raise ArithmeticError("a basis of tangents is not orthonormal")
    count = len(frames)
    if jacobian.nrows() != count * d:
        raise ValueError(f"{count} bases of vectors of R^{d} for {jacobian.nrows()} rows")
    table = jacobian.table()
    out = flint.fmpq_mat(count * m, count * m)
    for s, left in enumerate(frames):
        for t, right in enumerate(frames):
            block = flint.fmpq_mat([row[t * d : (t + 1) * d] for row in table[s * d : (s + 1) * d]])
            image = block * right.transpose()
            inside = left * image
            if left.transpose() * inside != image:
                raise ArithmeticError("a tangent perturbation does not stay tangent")
            for a in range(m):
                for b in range(m):
                    out[s * m + a, t * m + b] = inside[a, b]
    return out


# ------------------------------------------------------------------ the whole spectrum


@dataclass(frozen=True)
class Invariant:
    """Vectors t_1, ..., t_k that a matrix J is said to keep: J t_b = sum_a matrix[a][b] t_a."""

    vectors: Sequence[Sequence[Fraction]]
    matrix: Matrix


def certify_spectrum(jacobian: Any, parts: Sequence[Invariant]) -> None:
    """Certify that the parts give all of a matrix: J T = T B with T invertible.

    T has the vectors of all parts as columns and B their matrices as blocks; so the spectrum of J
    is that of the blocks, each with its multiplicity. Raises ArithmeticError with the part that is
    not kept, or if the vectors are dependent or too few.
    """
    size = jacobian.nrows()
    columns = []
    for number, part in enumerate(parts, 1):
        T = _rational(part.vectors).transpose()
        if jacobian * T != T * _rational(part.matrix):
            raise ArithmeticError(f"part {number} is not kept by the matrix as it is said to be")
        columns += [list(vector) for vector in part.vectors]
    if len(columns) != size:
        raise ArithmeticError(f"the parts have {len(columns)} vectors, and {size} are needed")
    if not is_invertible(_rational(columns)):
        raise ArithmeticError("the vectors of the parts are dependent")


def is_invertible(matrix: Any) -> bool:
    """Return whether a rational square matrix is invertible.

    Rows are multiplied by their denominators; a determinant that is not 0 modulo some prime is not
    0, and only if all of a few primes fail is it computed.
    """
    rows = []
    for row in matrix.table():
        common = 1
        for entry in row:
            common = common * int(entry.q) // int(flint.fmpz(common).gcd(entry.q))
        rows.append([int(entry.p) * (common // int(entry.q)) for entry in row])
    size = len(rows)
    for prime in PRIMES:
        reduced = flint.nmod_mat([[x % prime for x in row] for row in rows], prime)
        if reduced.rank() == size:
            return True
    return bool(matrix.det() != 0)


def all_inside(polynomial: Any) -> bool:
    """Return whether every complex root of a rational polynomial has modulus below 1 (Schur, Jury).

    Decided exactly: f of degree n has all roots inside exactly if |f(0)| < |f_n| and the quotient
    of f_n f - f_0 f* by z, of degree n - 1, has, where f* has the coefficients in reverse order.
    """
    coefficients = list(polynomial.coeffs())
    if not coefficients:
        raise ValueError("the zero polynomial has every number as a root")
    while len(coefficients) > 1:
        first, last = coefficients[0], coefficients[-1]
        if first * first >= last * last:
            return False
        turned = coefficients[::-1]
        lower = [last * a - first * b for a, b in zip(coefficients, turned, strict=True)][1:]
        scale = lower[-1]  # last^2 - first^2, so not 0; without it the numbers would grow
        coefficients = [a / scale for a in lower]
    return True


# ------------------------------------------------------------------ parts


def _fmpq(x: Any) -> Any:
    q = Fraction(x)
    return flint.fmpq(q.numerator, q.denominator)


def _rational(rows: Sequence[Sequence[Any]]) -> Any:
    return flint.fmpq_mat([[_fmpq(x) for x in row] for row in rows])


def _unit(n: int, d: int, place: int) -> Any:
    matrix = flint.fmpq_mat(n, d)
    matrix[place // d, place % d] = 1
    return matrix


def _stacked(columns: Sequence[Any]) -> Any:
    """Return the matrix whose columns are matrices, their rows one after the other."""
    return flint.fmpq_mat([column.entries() for column in columns]).transpose()
