"""Arrays with a bound of what rounding can do to them: |computed - exact| <= error, entry by entry.

The bounds are those of a running error analysis. Each operation keeps what errors of its operands
become and adds its own: a sum of k terms, in any order, is off by gamma_k = k u / (1 - k u) times
the sum of their sizes, and elementary functions are taken to be right to four units. So they
follow from sizes, weights and the unit roundoff u, and from nothing that was measured.

Eigenvectors, singular values and factors are the exact ones of a matrix nearby. How near, LAPACK's
own tests say (its files TESTING/*.in): a residual is right up to THRESH n ulp |A|, where THRESH is
50 at most.
"""

from dataclasses import dataclass
from math import pi, sqrt

import numpy as np

DOUBLE = 2.0**-53
FUNCTION = 4
THRESH = 50


@dataclass(frozen=True, eq=False)
class Rounded:
    value: np.ndarray
    error: np.ndarray
    u: float

    @property
    def size(self):
        return np.abs(self.value) + self.error

    def of(self, value, error):
        return Rounded(np.asarray(value), np.asarray(error), self.u)

    def exact(self, value):
        return self.of(value, np.zeros_like(value))

    def gamma(self, terms):
        return terms * self.u / (1 - terms * self.u)

    def __matmul__(self, other):
        own, others = np.abs(self.value), np.abs(other.value)
        handed = own @ other.error + self.error @ others + self.error @ other.error
        error = handed + self.gamma(self.value.shape[-1]) * (self.size @ other.size)
        return self.of(self.value @ other.value, error)

    def __add__(self, other):
        error = self.error + other.error
        return self.of(self.value + other.value, error + self.u * (self.size + other.size))

    def __neg__(self):
        return self.of(-self.value, self.error)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        own, others = np.abs(self.value), np.abs(other.value)
        handed = own * other.error + self.error * others + self.error * other.error
        return self.of(self.value * other.value, handed + self.u * self.size * other.size)

    def times(self, number):
        return self * self.exact(np.full_like(self.value, number))

    def __truediv__(self, other):
        least = np.abs(other.value) - other.error
        assert (least > 0).all()
        quotient = self.value / other.value
        error = (self.error + np.abs(quotient) * other.error) / least
        return self.of(quotient, error + self.u * (np.abs(quotient) + error))

    def applied(self, function, slope, at_most):
        """Return function(self): `slope` bounds its derivative, `at_most` its size."""
        value = function(self.value)
        return self.of(value, slope * self.error + FUNCTION * self.u * at_most(self.size))

    def mean(self):
        """Means over the last axis: by any summation, or by updating (hence twice the terms)."""
        count = self.value.shape[-1]
        sizes = self.size.mean(axis=-1, keepdims=True)
        error = self.error.mean(axis=-1, keepdims=True) + self.gamma(2 * count + 1) * sizes
        return self.of(self.value.mean(axis=-1, keepdims=True), error)

    def root(self):
        value = np.sqrt(self.value)
        off = np.maximum(
            np.sqrt(self.value + self.error) - value,
            value - np.sqrt(np.maximum(self.value - self.error, 0)),
        )
        return self.of(value, off + FUNCTION * self.u * (value + off))

    def length(self):
        """Lengths of rows, as the root of the sum of their squares; (..., 1)."""
        ones = self.exact(np.ones((self.value.shape[-1], 1)))
        return ((self * self) @ ones).root()

    def softmax(self):
        top = np.max(self.value, axis=-1, keepdims=True, where=self.value > -np.inf, initial=-1e300)
        shifted = np.where(self.value > -np.inf, self.value - top, -np.inf)
        seen = np.isfinite(shifted)
        off = np.where(seen, self.error + self.u * (self.size + np.abs(top) + self.error.max()), 0)
        weights = np.exp(shifted)
        error = weights * np.expm1(off) + FUNCTION * self.u * weights * np.exp(off)
        total = weights.sum(axis=-1, keepdims=True)
        sums = error.sum(axis=-1, keepdims=True)
        sums = sums + self.gamma(self.value.shape[-1]) * (total + sums)
        return self.of(weights, error) / self.of(total, sums)

    @property
    def T(self):
        return self.of(self.value.T, self.error.T)

    def __getitem__(self, index):
        return self.of(self.value[index], self.error[index])


def exact(value, u=DOUBLE):
    """An array as it is stored."""
    value = np.asarray(value, dtype=float)
    return Rounded(value, np.zeros_like(value), u)


def agree(found, wanted, *ways):
    """Whether two arrays differ by no more than rounding does on the ways that they were computed.

    Each of `ways` is the same number with the bound of one way; where one is given, both were
    computed so, but for the order of sums.
    """
    allowed = sum(way.error for way in (ways * 2 if len(ways) == 1 else ways))
    return bool(np.all(np.abs(np.asarray(found) - wanted) <= allowed))


def near(matrix):
    """How far a computed factorisation of a matrix is from one of it: THRESH n ulp |A|."""
    return THRESH * max(matrix.shape) * 2 * DOUBLE * np.linalg.norm(matrix)


def beside(parts):
    """The parts side by side, along the last axis."""
    return parts[0].of(
        np.concatenate([p.value for p in parts], -1), np.concatenate([p.error for p in parts], -1)
    )


def gelu_by_tanh(x):
    cube = x * x * x
    inner = (x + cube.times(0.044715)).times(sqrt(2 / pi))
    turned = inner.applied(np.tanh, 1, lambda size: np.minimum(size, 1))
    return (x * (turned + x.exact(np.ones_like(x.value)))).times(0.5)
