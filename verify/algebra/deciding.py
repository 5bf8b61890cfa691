"""Deciding whether a scalar or a vector is zero: equality of normal forms, no heuristics.

Rational functions are decided by clearing denominators, radicals by one power 1/2 for each factor
under a root, sines and cosines by one pair (c, s) per base angle with c^2 + s^2 = 1, and binomial
coefficients by their ratio to one base coefficient.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator

import sympy as sp

from verify.algebra.atoms import Exponential, Total, is_index, sort_of
from verify.algebra.binomials import binomials
from verify.algebra.expanded import expanded
from verify.algebra.fractions_of import has_denominator, numerator_of
from verify.algebra.theory import Combination, Theory
from verify.language.mistakes import Mistake

ROUNDS = 4


def is_zero(theory: Theory, expression: sp.Expr | Combination) -> bool:
    """Return whether a scalar or vector is zero by its normal form."""
    if isinstance(expression, Combination):
        return all(is_zero(theory, c) for c in expression.terms.values())
    numerator = numerator_of(theory.normalise(_circular(binomials(theory, expression))))
    for _ in range(ROUNDS):  # rules may bring in new fractions and roots
        numerator = theory.normal_form(numerator)
        if numerator == 0:
            return True
        if not has_denominator(numerator):
            break
        numerator = numerator_of(numerator)
    return bool(_reduce_circle(numerator) == 0)


def residue(theory: Theory, expression: sp.Expr | Combination) -> str:
    """Return a short form of what is left of a difference that is not zero."""
    if isinstance(expression, Combination):
        expression = next(
            (c for c in expression.terms.values() if not is_zero(theory, c)), sp.S.Zero
        )
    text = str(theory.normal_form(expression)).replace(":tokens", "")
    return text if len(text) < 160 else text[:157] + "..."


# ------------------------------------------------------------------ radicals


def root(theory: Theory, radicand: sp.Expr) -> sp.Expr:
    """Return the nonnegative square root, squares of known positive factors taken out.

    Raises Mistake where what is under it is negative: formulas have real values or none.
    """
    if radicand.has(sp.nan, sp.zoo, sp.oo):
        raise Mistake("the argument of a root has denominator 0 and is undefined")
    if radicand.is_Add:
        for known in _instances(theory, radicand):
            # Rules such as eps_i^2 = 1 hide squares: compare with the known ones first.
            if known.is_Add and is_zero(theory, radicand - known**2):
                return known
    numerator, denominator = sp.fraction(sp.together(expanded(radicand)))
    out = _root_of(theory, numerator) / _root_of(theory, denominator)
    if out.has(sp.I):
        raise Mistake(f"the root of {residue(theory, radicand)} has no real value")
    return out


def _root_of(theory: Theory, polynomial: sp.Expr) -> sp.Expr:
    try:
        constant, factors = sp.factor_list(polynomial)
    except sp.PolynomialError:  # a root in it: there are no polynomial factors
        return sp.sqrt(polynomial)
    if any(multiplicity % 1 for _, multiplicity in factors):
        return sp.sqrt(polynomial)  # the factor of a root is what is under it, one half times
    outside, inside = sp.S.One, sp.S.One
    for factor, multiplicity in factors:
        if multiplicity % 2:
            inside *= factor
        if multiplicity >= 2:
            outside *= _magnitude(theory, factor) ** (multiplicity // 2)
    if constant < 0:
        inside, constant = -inside, -constant
    return outside * sp.sqrt(constant) * (sp.sqrt(expanded(inside)) if inside != 1 else sp.S.One)


def logarithm(theory: Theory, of: sp.Expr) -> sp.Expr:
    """Return the logarithm, by those of its squares and of factors known not to be negative.

    Where there is a logarithm they are positive: of 0 there is none.
    """
    numerator, denominator = sp.fraction(sp.together(of))
    out, sign, left = sp.S.Zero, sp.S.One, list[tuple[sp.Expr, int]]()
    for side, way in ((numerator, 1), (denominator, -1)):
        try:
            constant, factors = sp.factor_list(side)
        except sp.PolynomialError:
            return sp.log(of)
        sign *= sp.sign(constant)
        out += way * sp.expand_log(sp.log(abs(constant)), force=True, factor=True)
        for factor, multiplicity in factors:
            size = _magnitude(theory, factor)
            if factor.func == Exponential:
                out += way * multiplicity * factor.args[0]
            elif size == factor or multiplicity % 2 == 0:
                out += way * multiplicity * sp.log(size)
            else:
                left.append((factor, way * multiplicity))
    if len(left) == 1:  # an odd power of it is positive: so is it
        ((factor, power),) = left
        return out + power * sp.log(expanded(sign * factor))
    whole = sp.Mul(sign, *(factor**power for factor, power in left))
    return out + (sp.log(whole) if whole != 1 else 0)


def _magnitude(theory: Theory, factor: sp.Expr) -> sp.Expr:
    """Return |factor|, without the bars when a fact says that it is positive or negative."""
    if positive(factor):
        return factor
    for known in _instances(theory, factor):
        ratio = sp.cancel(sp.together(factor / known))
        if positive(ratio):
            return factor
        if positive(-ratio):
            return -factor
    if factor.func == Total and _magnitude(theory, factor.args[0]) == factor.args[0]:
        return factor  # there is at least one token
    return sp.Abs(factor)


def positive(e: sp.Expr) -> bool:
    """Return whether an expression is positive by its structure alone."""
    if e.is_positive or e.func == Exponential:
        return True
    if e.is_Add or e.is_Mul:
        return all(positive(part) for part in e.args)
    if e.is_Pow:
        return positive(e.base)
    return bool(e.func == Total and positive(e.args[0]))  # there is at least one token


def _instances(theory: Theory, factor: sp.Expr) -> Iterator[sp.Expr]:
    """Yield the known positive expressions at every choice of the indices in sight."""
    sight = sorted((k for k in factor.free_symbols if is_index(k)), key=str)
    for known in theory.positive:
        own = [k for k in known.free_symbols if is_index(k) and k not in theory.fixed]
        own.sort(key=str)
        choices = [[k for k in sight if sort_of(k) == sort_of(mine)] for mine in own]
        for chosen in itertools.product(*choices):
            yield theory.normalise(known.xreplace(dict(zip(own, chosen, strict=True))))


# ------------------------------------------------------------------ sines and cosines


def _circular(expression: sp.Expr) -> sp.Expr:
    """Write sines and cosines of rational combinations of symbols in one pair per base angle."""
    found = expression.atoms(sp.sin, sp.cos, sp.tan)
    if not found:
        return expression
    expression = expression.replace(sp.tan, lambda x: sp.sin(x) / sp.cos(x))
    found = expression.atoms(sp.sin, sp.cos)
    parts = {f: _linear(f.args[0]) for f in found}
    common: dict[sp.Expr, int] = defaultdict(lambda: 1)
    for combination in parts.values():
        for angle, factor in combination.items():
            common[angle] = int(sp.ilcm(common[angle], factor.q))
    replaced = {}
    for f, combination in parts.items():
        rotation = sp.S.One
        for angle, factor in combination.items():
            base = angle / common[angle]
            turn = sp.cos(base, evaluate=False) + sp.I * sp.sin(base, evaluate=False)
            times = int(factor * common[angle])
            rotation *= (turn if times >= 0 else sp.conjugate(turn)) ** abs(times)
        replaced[f] = expanded(rotation).coeff(sp.I, 1 if f.func == sp.sin else 0)
    return _reduce_circle(expanded(expression.xreplace(replaced)))


def _linear(angle: sp.Expr) -> dict[sp.Expr, sp.Rational]:
    out: dict[sp.Expr, sp.Rational] = {}
    for term in sp.Add.make_args(expanded(angle)):
        factor, rest = term.as_coeff_Mul()
        out[rest] = sp.Rational(factor)
    return out


def _reduce_circle(expression: sp.Expr) -> sp.Expr:
    """Replace s^2 by 1 - c^2 in every pair."""
    for sine in expression.atoms(sp.sin):
        generator = sp.Dummy()
        inside = expression.xreplace({sine: generator})
        if inside.is_polynomial(generator):
            square = 1 - sp.cos(sine.args[0]) ** 2
            if has_denominator(inside):  # division in a field of functions cancels some of them
                left = sp.rem(inside, generator**2 - square, generator)
            else:
                left = _with_square(inside, generator, square)
            expression = expanded(left.xreplace({generator: sine}))
    return expression


def _with_square(polynomial: sp.Expr, generator: sp.Symbol, square: sp.Expr) -> sp.Expr:
    """Return a polynomial with an expression in the place of the generator's square."""
    out = []
    for term in sp.Add.make_args(expanded(polynomial)):
        power, rest = 0, []
        for factor in sp.Mul.make_args(term):
            base, exponent = factor.as_base_exp()
            if base == generator:
                power += int(exponent)
            else:
                rest.append(factor)
        out.append(sp.Mul(*rest, generator ** (power % 2), square ** (power // 2)))
    return sp.Add(*out)
