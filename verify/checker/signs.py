"""What facts say of signs, of zeros and of integers among normal forms."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz

from verify.checker import polynomials, trees
from verify.checker.forms import Forms
from verify.checker.parsing import SORTS
from verify.checker.polynomials import HALF, ONE, PI, frozen, gathered, number, plus, power, thawed
from verify.checker.trees import FREE, Mono, Poly, Q, Tree, all_indices, matches

FACTORED = 10**12  # the largest number of which the prime factors are looked for
FEW = 6  # terms of what is compared with its square
WHOLE = ("size", "place", "binomial", *polynomials.INDICATORS)  # atoms that are integers
# The sign of an atom of such a kind (0: not a real number), and whether it is not 0.
KNOWN = {
    "unit": (0, False), "tangent": (0, False), "binomial": (1, False),
    **dict.fromkeys(polynomials.INDICATORS, (1, False)),
}  # fmt: skip


@dataclass(frozen=True)
class SignFact:
    """What a fact says of the sign of gap; base, if any, is not negative and has the square gap."""

    shape: list[list[tuple[str, Q]]]
    variables: list[Tree]
    gap: Poly
    sign: str
    base: Poly


def shape(p: Poly) -> list[list[tuple[str, Q]]]:
    """Return the kinds and exponents of atoms in each term: they differ for what is not equal."""
    return sorted(sorted((atom.head, atom.number) for atom in m) for m in p if m)


def proportion(p: Poly, q: Poly) -> tuple[Q, Q]:
    """Return numbers c and r with p = c q + r; c = 0 if there are none."""
    rest = p.keys() - ONE.keys()
    ratios = {p[m] / Fraction(q[m]) for m in rest} if rest == q.keys() - ONE.keys() else set()
    c = ratios.pop() if len(ratios) == 1 else Fraction(0)
    return c, p.get((), 0) - c * q.get((), 0)


def is_real(t: Tree) -> bool:
    """Return whether an atom is surely real; powers of e^i, of which waves are sums, are not.

    What is written of a real term as a whole (a denominator, what is the largest) is real.
    """
    if t.head in ("whole", "largest", "least"):
        return True
    return t.head != "unit" and (t.head, t.name) != ("exp", "i") and all(map(is_real, t.parts))


def rooted(p: Poly) -> set[Tree]:
    """Return the atoms of which p has odd powers of a square root."""
    return {a._replace(number=1) for m in p for a in m if a.number % 1 == HALF}


def log_of(p: Poly) -> Poly:
    return power(Tree("log", "", frozen(p)))


class Signs(Forms):
    """Normal forms with what is known of their signs."""

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[SignFact] = []
        self.integers: list[Tree] = []
        self.semidefinite: set[Mono] = set()
        self.know(plus(power(PI), ONE, -3), ">", {})
        for k in SORTS:
            self.know(plus(power(Tree("size", k)), ONE, -1), ">=", {})

    def know(self, gap: Poly, sign: str, base: Poly) -> None:
        """Keep what a fact says of gap (see `SignFact`)."""
        over = trees.variables(atom for m in gap for atom in m)
        self.facts.append(SignFact(shape(gap), over, gap, sign, base))

    def root(self, p: Poly) -> Poly:
        """Return the square root; what is known not to be negative comes out of it."""
        if len(p) == 1:
            ((m, c),) = p.items()
            if m and all(self.known(power(a))[0] == 1 for a in m):
                halves = self.reduced(a._replace(number=a.number * HALF) for a in m)
                return self.times(halves, self.root({(): c}))
            over, under = Fraction(c).as_integer_ratio()
            if not m and c > 0 and math.isqrt(over * under) ** 2 == over * under:
                return number(Fraction(math.isqrt(over * under), under))
        for c, rest, _, base in self.instances(p):
            if base and c > 0 and rest == 0:
                return self.times(base, self.root({(): c}))
        return super().root(p)

    def log(self, p: Poly) -> Poly:
        """Return the logarithm of what is positive; of its factors if they are."""
        if any(map(polynomials.moves, p)):
            at, rate = polynomials.parted(p)
            return plus(self.log(at), self.times(rate, self.raised(at, -1)))
        atoms = {a._replace(number=1) for m in p for a in m}
        least = {a: min(sum(x.number for x in m if x[:3] == a[:3]) for m in p) for a in atoms}
        factors = [a for a in sorted(atoms) if least[a] and self.known(power(a)) == (1, True)]
        rest = self.times(p, self.reduced(a._replace(number=-least[a]) for a in factors))
        lead = Fraction(max(rest[min(rest)], -rest[min(rest)]))
        out, rest = self.log_of_number(lead), plus({}, rest, 1 / lead)
        for a in factors:
            out = plus(out, self.log_of_atom(a), least[a])
        return plus(out, {} if rest == ONE else log_of(rest))

    def log_of_atom(self, a: Tree) -> Poly:
        if a.head == "exp":
            base = ONE if a.name == "e" else self.log_of_number(Fraction(a.name))
            return self.times(base, {a.parts: 1})
        return self.log(thawed(a.parts)) if a.head == "whole" else log_of(power(a))

    def log_of_number(self, c: Fraction) -> Poly:
        """Return the logarithm of a positive number, by those of its prime factors."""
        over, under = c.as_integer_ratio()
        if max(over, under) > FACTORED:
            return log_of(number(c))
        primes = [*fmpz(over).factor(), *((x, -k) for x, k in fmpz(under).factor())]
        return gathered((m, e) for x, e in primes for m in log_of(number(int(x))))

    def instances(self, p: Poly) -> Iterator[tuple[Q, Q, str, Poly]]:
        """Yield c, r, sign, g for each fact "p = c x + r, and x has this sign", at indices of p.

        Where x is the square of something that is not negative, that is g.
        """
        sight = sorted(all_indices(atom for m in p for atom in m) - {FREE})
        mine = shape(p)
        for fact in self.facts:
            fits = ([(q, k) for k in sight if trees.same_sort(q, k)] for q in fact.variables)
            for pairs in itertools.product(*fits) if fact.shape == mine else ():
                names = dict(pairs)
                c, rest = proportion(p, self.rebuilt(fact.gap, names))
                if c:
                    yield c, rest, fact.sign, self.rebuilt(fact.base, names)

    def known(self, p: Poly) -> tuple[int, bool]:
        """Return 1, -1 or 0 as p >= 0, p <= 0 or neither is known, and if p is not 0 for sure."""
        if not p:
            return 1, False
        sign, apart = 0, False
        for c, over, relation, _ in self.instances(p):
            if relation == "!=":
                apart = apart or over == 0
            elif c * over >= 0:
                sign = 1 if c > 0 or sign > 0 else -1  # of a zero, that it is not negative
                apart = apart or relation == ">" or over != 0
        common = tuple(atom for atom in min(p) if all(atom in m for m in p))
        if not (sign and apart) and common and len(p) > 1:
            rest = {tuple(atom for atom in m if atom not in common): c for m, c in p.items()}
            parts = [self.known({common: 1}), self.known(rest)]
            sign, apart = sign or parts[0][0] * parts[1][0], apart or all(z for _, z in parts)
        elif not (sign and apart) and len(p) > 1:
            parts = [self.known({m: c}) for m, c in p.items()]
            if {s for s, _ in parts} in ({1}, {-1}):  # all terms have this sign
                sign, apart = min(parts)[0], apart or any(z for _, z in parts)
        elif not (sign and apart):
            ((m, c),) = p.items()
            parts = [self._known(atom, len(m) > 1 or atom.number != 1) for atom in m]
            sign = sign or math.prod((s for s, _ in parts), start=1 if c > 0 else -1)
            apart = apart or all(z for _, z in parts)
        return sign or self._schwarz(p) or self._above(p), apart

    def _schwarz(self, p: Poly) -> int:
        """Return 1 where p is <x, x> <y, y> - <x, y>^2 times a number above 0, -1 if below."""
        for m, k in itertools.permutations(p) if len(p) == 2 else ():
            (x, y), z = m if len(m) == 2 else ((), ()), k[0] if len(k) == 1 else FREE
            if p[m] + p[k] or z.head != "gram" or z.number != 2 or not (x and y):
                continue
            word = z.parts[2:]
            squares = {(v, v, *word) for v in z.parts[:2]}
            fits = word in self.semidefinite | {()} and word == polynomials.flipped(word)
            fits = fits and FREE not in z.parts and is_real(z)
            if fits and {x, y} == {Tree("gram", "", parts) for parts in squares}:
                return 1 if p[m] > 0 else -1
        return 0

    def _above(self, p: Poly) -> int:
        """Return 1 where p = t + r, t >= 0 has roots and t^2 >= r^2, all of them real; -1 of -p.

        So |x| >= x, for |x| is the root of x^2. Each call has fewer roots to look at, and ends.
        """
        roots = rooted(p)
        if roots and 1 < len(p) <= FEW and all(is_real(atom) for m in p for atom in m):
            for sign in (1, -1):
                t = {m: c for m, c in p.items() if self.known({m: sign * c})[0] == 1}
                r = {m: c for m, c in p.items() if m not in t}
                if rooted(t) and r:
                    gap = plus(self.times(t, t), self.times(r, r), -1)
                    if len(rooted(gap)) < len(roots) and self.known(gap)[0] == 1:
                        return sign
        return 0

    def _known(self, atom: Tree, deep: bool) -> tuple[int, bool]:
        head, name, parts, e = atom
        if head == "exp":
            return (0, False) if name == "i" else (1, True)
        if head in KNOWN:
            return KNOWN[head]
        if not is_real(atom):  # its square may be negative
            return 0, e < 0
        sign, apart = 0, False
        if deep:
            sign, apart = self.known(power(atom))
        elif head == "whole":
            sign, apart = self.known({m.parts: m.number for m in parts})
        elif head == "sum":  # numbers that are not 0 may add up to 0, unless they have a sign
            body, over = self.body(atom)
            sign, apart = self.known(body)
            inside = [(power(a), self.known(power(a))[1]) for m in body for a in m]
            weighted = len(body) == 1 and any(z for _, z in inside)  # or it is its own weight
            apart = sign != 0 and (apart or (weighted and self.is_weighted(over, inside)))
        elif head == "gram" and parts[0] == parts[1] and parts[2:] in self.semidefinite | {()}:
            sign = 1  # <x, x>
        return (sign if e % 2 == 1 else 1), apart or e < 0

    def is_weighted(self, over: Collection[Tree], factors: Iterable[tuple[Poly, bool]]) -> bool:
        """Return whether a product is not 0 at some indices, given which factors never are.

        The others are 1 at some that are known, or their sum is not 0. So is the sum of the
        products, if none of these is negative.
        """
        weight = ONE
        for factor, apart in factors:
            weight = weight if apart else self.times(weight, factor)
        for x in all_indices(atom for m in weight for atom in m) | {*over}:
            fits = all(trees.same_sort(x, k) for k in over)
            if fits and self.renamed(weight, dict.fromkeys(over, x)) == ONE:
                return True
        return self.known(self.total(weight, over))[1]

    def is_integer(self, p: Poly) -> bool:
        """Return whether a polynomial is known to be an integer."""
        return all(c % 1 == 0 and all(map(self._is_integer, m)) for m, c in p.items())

    def _is_integer(self, atom: Tree) -> bool:
        base = atom._replace(number=1)
        given = any(True for pattern in self.integers for _ in matches(pattern, base, {}))
        return (given or atom.head in WHOLE) and atom.number >= 0 and atom.number % 1 == 0
