"""A statement read by SymPy: dimension-free sides, explicit coordinates, functions of arrays."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import arb, ctx, fmpq

import verify
from proofs.consensus.hemisphere import hemisphere
from proofs.consensus.wendel import wendel
from proofs.power_method.jacobian import consensus_spectrum
from verify.algebra.atoms import Gram, Total
from verify.language.mistakes import Mistake
from verify.methods.lowered import flatten
from verify.methods.written import Rate

# The margin rate of A-T4.1: two heads, three tokens, on the ellipsoid of W = diag(4, 1).
ARRAYS = {
    "W": [[4, 0], [0, 1]],
    "c": [1, 2],
    "y": [[Fraction(1, 2), 0], [0, 1], [Fraction(3, 10), Fraction(4, 5)]],
    "alpha": [[[1, 2, 0], [0, 1, 1], [2, 0, 1]], [[0, 1, 0], [1, 0, 0], [0, 0, 3]]],
}


def by_hand():
    """c^T (I - y_i y_i^T W) sum_h sum_j alpha_hij y_j, in rationals."""
    W, c, y = (np.array(ARRAYS[name], dtype=object) for name in ("W", "c", "y"))
    weights = sum(np.array(table, dtype=object) for table in ARRAYS["alpha"])
    pulls = weights @ y
    return [c @ (pull - (token @ W @ pull) * token) for pull, token in zip(pulls, y, strict=True)]


def by_hand_rounded():
    """What rounding does at most to the margin rate, however it is written out.

    Every term is a product of c, W, alpha and three tokens at most, each rounded once as it is
    stored: 6 factors and 5 products, off by gamma_11 of itself. There are 2 heads x 3 tokens x 2^3
    coordinates of them in each of two parts, or fewer: any sum of 96 is off by gamma_96 of the sum
    of their sizes.
    """
    W, c, y = (abs(np.array(ARRAYS[name], dtype=object)) for name in ("W", "c", "y"))
    weights = sum(abs(np.array(table, dtype=object)) for table in ARRAYS["alpha"])
    pulls = weights @ y
    sizes = [c @ (pull + (token @ W @ pull) * token) for pull, token in zip(pulls, y, strict=True)]
    count = 96 + 11
    return [Fraction(count, 2**53 - count) * size for size in sizes]


def as_kind(convert, nested):
    if isinstance(nested, list):
        return [as_kind(convert, x) for x in nested]
    return convert(Fraction(nested))


def test_the_sides_of_a_step_are_sympy_expressions_in_gram_scalars():
    step = verify.step(hemisphere, "margin rate")
    left, right = step.sympy()
    # As they are written: a derivative on the one side, a sum over tokens on the other.
    assert isinstance(left, sp.Expr) and left.func == Rate and right.has(Total) and left != right
    (claim,) = step.claims()
    assert claim.left == claim.right and claim.left.has(Gram)
    assert not any(str(symbol).startswith("y_") for symbol in claim.left.free_symbols)


def test_a_step_is_found_by_its_name_with_spaces_or_underscores():
    step = verify.step(hemisphere, "margin_rate")
    assert step.said is hemisphere.said("margin rate")
    with pytest.raises(Mistake, match="did you mean 'margin rate'"):
        verify.step(hemisphere, "margin rte")


def test_a_spectrum_has_claims_for_every_eigenspace_its_independence_and_the_count():
    claims = verify.step(consensus_spectrum, "spectrum").claims()
    assert [claim.label for claim in claims] == [
        *(f"spectrum: part {k}" for k in (1, 2, 3)),
        *(f"spectrum: part {k}, scale" for k in (1, 2, 3)),
        "spectrum: part 3, z",
        "spectrum: dimension of the space",
    ]


def test_a_step_without_two_sides_says_so():
    with pytest.raises(Mistake, match="enumeration: this kind of step has no two sides"):
        verify.step(wendel, "enumeration").sympy()


def test_realised_sides_have_the_value_by_hand():
    left, right = verify.step(hemisphere, "margin rate").realise(tokens=3, n=1, heads=2)
    put = {sp.Symbol(k, real=True): sp.Rational(Fraction(v)) for k, v in flatten(ARRAYS).items()}
    for k, wanted in enumerate(by_hand(), 1):
        assert Fraction(str(left[k,].xreplace(put))) == wanted
        assert Fraction(str(right[k,].xreplace(put))) == wanted


def test_lowered_sides_agree_on_every_backend_with_the_value_by_hand():
    wanted = by_hand()
    step = verify.step(hemisphere, "margin rate")
    numbers = {k: np.array(as_kind(float, v)) for k, v in ARRAYS.items()}
    left, right = step.lower(backend="numpy")(**numbers)
    off = by_hand_rounded()
    for side in (left, right):
        for k, (value, bound) in enumerate(zip(wanted, off, strict=True), 1):
            assert abs(Fraction(float(side[k,])) - value) <= bound

    with mpmath.workdps(50):
        rational = as_kind(lambda q: mpmath.mpf(q.numerator) / q.denominator, list(ARRAYS["y"]))
        left, _ = step.lower(backend="mpmath")(**{**ARRAYS, "y": rational})
        for k, exact in enumerate(wanted, 1):
            difference = left[k,] - mpmath.mpf(exact.numerator) / exact.denominator
            assert abs(difference) <= mpmath.mpf(10) ** -48

    with ctx.workprec(200):
        balls = as_kind(lambda q: arb(fmpq(q.numerator, q.denominator)), ARRAYS["y"])
        left, right = step.lower(backend="arb")(**{**ARRAYS, "y": balls})
        for k, exact in enumerate(wanted, 1):
            for side in (left, right):
                assert side[k,].contains(fmpq(exact.numerator, exact.denominator))
                assert side[k,].rad() < 1e-50


@pytest.mark.parametrize(
    "request_, told",
    [
        (dict(tokens=0, n=1), "tokens=0 must be a positive integer"),
        (dict(tokens=True, n=1), "tokens=True must be a positive integer"),
        (dict(tokens=2.0, n=1), "tokens=2.0 must be a positive integer"),
        (dict(tokens=2, dimension=-1), "dimension=-1 must be a positive integer"),
        (dict(tokens=2, n=-1), "n=-1 must be an integer"),
        (dict(tokens=2, n="2"), "n='2' must be an integer"),
        (dict(tokens=2, n=1, heads=0), "heads=0 must be a positive integer"),
        (dict(tokens=2, n=2, dimension=2), "n=2 means dimension=3, not 2"),
    ],
)
def test_wrong_sizes_are_told_in_one_line(request_, told):
    with pytest.raises(Mistake) as caught:
        verify.step(hemisphere, "margin rate").realise(**request_)
    assert told in str(caught.value) and "\n" not in str(caught.value)
