"""Normal forms of scalars and vectors, for any number of tokens and any dimension.

A scalar is {monomial: coefficient}, a monomial a set of (atom, exponent). A vector u is the scalar
<u, ?>, linear in a vector "?" that occurs nowhere else: what serves scalars serves vectors. A
derivative is what multiplies an infinitesimal, whose square is 0. The atoms:

    ("symbol", s)  ("item", y, i, ...)  ("size", sort)  ("pi",)  ("unit",), whose square is -1
    ("member", N, i, j)  ("delta", i, j)  ("before", j, i): 0 or 1
    ("gram", x, word, y)      <x, A ... y>, the lesser of its two readings, or <x, A ... ?>
    ("sum", monomial, names)  over bound indices with canonical names "#0:tokens", ...
    ("exp", m)  ("turn", m)  ("base", q, m)  e^m, e^(i m), q^m for a monomial, to rational powers
    ("whole", p)              a polynomial, to the power 1/2 or below 0
    ("tangent", t)            an infinitesimal

Indices are counted tokens 1, 2, ... or "name:sort"; "@" begins a name that is given, "!" one that
is fresh, "$" that of a variable of a fact. Whether a denominator is 0 is asked in `reading`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from math import ceil
from typing import Any

from flint import fmpq

from verify.checker.matching import (
    fits,
    flipped,
    indices,
    key,
    matches,
    same_sort,
    sort_of,
    swapped,
)

Poly = dict[Any, Any]
FREE, HALF, PI = ("?",), Fraction(1, 2), frozenset({(("pi",), 1)})
ONE: Poly = {frozenset(): fmpq(1)}
INDICATORS = ("member", "delta", "before")


class Refused(Exception):
    """The claim is not accepted; the message says why."""


class Unknown(Refused):
    """Nothing given says that something is not zero, or not negative."""


def number(q: Any) -> Poly:
    return {frozenset(): fmpq(Fraction(q).numerator, Fraction(q).denominator)} if q else {}


def power(atom: Any, e: Any = 1) -> Poly:
    return {frozenset({(atom, e)}): fmpq(1)}


def gathered(terms: Iterable[tuple[Any, Any]]) -> Poly:
    """Return the sum of terms (monomial, coefficient)."""
    out: Poly = {}
    for m, c in terms:
        out[m] = out[m] + c if m in out else c
    return {m: c for m, c in out.items() if c}


def plus(p: Poly, q: Poly, c: Any = 1) -> Poly:
    """Return p + c q."""
    return gathered([*p.items(), *((m, c * a) for m, a in q.items())])


def proportion(p: Poly, q: Poly) -> tuple[Any, Any]:
    """Return numbers c and r with p = c q + r; c = 0 if there are none."""
    rest = set(p) - set(ONE)
    ratios = {p[m] / q[m] for m in rest} if rest == set(q) - set(ONE) else set()
    c = ratios.pop() if len(ratios) == 1 else 0
    return c, p.get(frozenset(), 0) - c * q.get(frozenset(), 0)


def shape(p: Poly) -> list[list[str]]:
    """Return the kinds of atoms in each term: they differ for things that cannot be equal."""
    return sorted(sorted(atom[0] for atom, _ in m) for m in p if m)


def still(p: Poly) -> Poly:
    """Return a polynomial without its derivative."""
    return {m: c for m, c in p.items() if all(atom[0] != "tangent" for atom, _ in m)}


class Forms:
    """Normal forms under the rules that facts are read as, and what facts say of signs."""

    def __init__(self) -> None:
        self.counter = itertools.count()
        self.apart: set[frozenset[Any]] = set()  # pairs of distinct indices
        self.word_rules: list[Any] = []  # (word, {word: coefficient})
        self.rules: list[Any] = []  # (atom, exponent or 0 for another atom, image)

    def root(self, p: Poly) -> Poly:
        """Return the square root of what is not negative."""
        return self.reduced({("whole", frozenset(p.items())): HALF}) if p else {}

    def times(self, p: Poly, q: Poly) -> Poly:
        terms = []
        for (m, a), (k, b) in itertools.product(p.items(), q.items()):
            powers = dict(m)
            for atom, e in k:
                powers[atom] = powers.get(atom, 0) + e
            terms += [(t, a * b * c) for t, c in self.reduced(powers).items()]
        return gathered(terms)

    def reduced(self, powers: dict[Any, Any]) -> Poly:
        """Return a product of powers of atoms in normal form."""
        left: dict[Any, Any] = {}
        more: list[Poly] = []
        for atom, e in powers.items():
            kind = atom[0]
            if kind in INDICATORS and e:
                e = 1 if e > 0 else self.inverse({})
            elif kind == "tangent" and e > 1:
                return {}
            elif kind == "whole" and e >= 1:
                e, more = e % 1, [*more, self.raised(dict(atom[1]), e // 1)]
            elif kind == "unit" and e not in (0, 1):
                e, more = e % 2, [*more, number(-1 if e % 4 >= 2 else 1)]
            elif kind == "turn" and atom[1] == PI and not 0 <= e < HALF:  # e^(i pi/2) is the unit
                e, more = e % HALF, [*more, self.reduced({("unit",): e // HALF})]
            for pattern, k, image in self.rules:
                if k > 1 and (e >= k or (e < 0 and set(image) == set(ONE))):
                    for found in itertools.islice(matches(pattern, atom, {}), 1):
                        more.append(self.raised(self.rebuilt(image, found), e // k))
                        e %= k
            if e:
                left[atom] = e
        for delta in [atom for atom in left if atom[0] == "delta"]:
            moved = {a: e for a, e in left.items() if a != delta and delta[2] in indices(a)}
            if moved:
                left = {a: e for a, e in left.items() if a not in moved}
                same = {frozenset(moved.items()): fmpq(1)}
                more.append(self.renamed(same, {delta[2]: delta[1]}))
                break
        out: Poly = {frozenset(left.items()): fmpq(1)}
        for p in more:
            out = self.times(out, p)
        return out

    def raised(self, p: Poly, e: Any) -> Poly:
        """Return p to an integer or half-integer power."""
        moving = [pair for pair in itertools.chain.from_iterable(p) if pair[0][0] == "tangent"]
        if moving and (e < 0 or e % 1):
            still = {m: c for m, c in p.items() if moving[0] not in m}
            slope = self.times(plus(p, still, -1), self.raised(still, e - 1))
            return plus(self.raised(still, e), self.times(number(e), slope))
        if e % 1:
            return self.raised(self.root(p), 2 * e)
        if len(p) == 1:
            ((m, c),) = p.items()
            return plus({}, self.reduced({atom: k * e for atom, k in m}), c ** int(e))
        out, p = ONE, self.inverse(p) if e < 0 else p
        for _ in range(abs(int(e))):
            out = self.times(out, p)
        return out

    def cleared(self, p: Poly) -> tuple[Poly, Poly]:
        """Return q and r with q = p r, and no polynomial denominators in q."""
        under = ONE
        while True:
            tops: dict[Any, int] = {}
            for atom, e in itertools.chain.from_iterable(p):
                if atom[0] == "whole" and e < 0:
                    tops[atom] = max(tops.get(atom, 0), ceil(-e))
            if not tops:
                return p, under
            under, terms = self.times(under, self.reduced(tops)), []
            for m, c in p.items():
                powers = {**tops, **{atom: e + tops.get(atom, 0) for atom, e in m}}
                terms += [(t, a * c) for t, a in self.reduced(powers).items()]
            p = gathered(terms)

    def inverse(self, p: Poly) -> Poly:
        top, under = self.cleared(p)
        if not top:
            raise Refused("a denominator is zero, or an indicator")
        if len(top) == 1:
            return self.times(self.raised(top, -1), under)
        lead = top[min(top, key=key)]
        whole = ("whole", frozenset(plus({}, top, 1 / lead).items()))
        return self.times(plus({}, power(whole, -1), 1 / lead), under)

    def powers(self, head: tuple[str, ...], p: Poly) -> Poly:
        """Return e^p for the head ("exp",), e^(i p) for ("turn",), q^p for ("base", q)."""
        out = ONE
        for m, c in p.items():
            if any(atom[0] == "tangent" for atom, _ in m):
                slope = {"exp": ONE, "turn": power(("unit",))}[head[0]]
                factor = plus(ONE, self.times(slope, {m: c}))
            elif head[0] == "base" and not m and c.q == 1:
                factor = self.raised(number(head[1]), int(c))
            else:
                factor = self.reduced({(*head, m): Fraction(int(c.p), int(c.q))})
            out = self.times(out, factor)
        return out

    def wave(self, name: str, p: Poly) -> Poly:
        """Return the sine or cosine."""
        ahead, back = self.powers(("turn",), p), self.powers(("turn",), plus({}, p, -1))
        both = plus(ahead, back) if name == "cos" else plus(back, ahead, -1)
        return self.times(plus({}, both, fmpq(1, 2)), power(("unit",)) if name == "sin" else ONE)

    def gram(self, x: Any, word: Any, y: Any) -> Poly:
        """Return <x, word y> for two vector atoms; "?" is one."""
        for old, images in self.word_rules:
            for k in range(len(word) - len(old) + 1):
                if word[k : k + len(old)] == old:
                    out: Poly = {}
                    for new, c in images.items():
                        one = self.gram(x, word[:k] + new + word[k + len(old) :], y)
                        out = plus(out, self.times(c, one))
                    return out
        readings = ((x, word, y), (y, flipped(word), x))
        rules = [rule for rule in self.rules if rule[0][0] == "gram"]
        for (a, letters, b), (pattern, _, image) in itertools.product(readings, rules):
            if pattern[3] == FREE and b != FREE:  # the vector image
                last = flipped(pattern[2])
                cut = len(letters) - len(last)
                for found in matches((pattern[1], last), (b, letters[max(cut, 0) :]), {}):
                    return self.plugged(self.rebuilt(image, found), a, letters[:cut])
            if fits(pattern, whole := ("gram", a, letters, b)):
                for found in matches(pattern, whole, {}):
                    return self.rebuilt(image, found)
        return power(("gram", *min(readings, key=lambda r: (r[0] == FREE, key(r)))))

    def plugged(self, u: Poly, x: Any, word: Any) -> Poly:
        """Return <x, word u> for a vector atom x and a vector u; for x = "?" the vector word u."""
        return self.paired(u, lambda y, letters: self.gram(y, letters + flipped(word), x))

    def inner(self, u: Poly, v: Poly) -> Poly:
        return self.paired(u, lambda y, letters: self.plugged(v, y, letters))

    def paired(self, u: Poly, image: Callable[[Any, Any], Poly]) -> Poly:
        """Return a vector's normal form with image(y, word) in the place of each <y, word ?>."""

        def leaf(atom: Any) -> Poly:
            return image(*atom[1:3]) if FREE in atom else self.leaf(atom)

        return self.rebuilt(u, {}, leaf, frozenset("?"))

    def leaf(self, atom: Any) -> Poly:
        """Return an atom without parts, or a sum, in normal form."""
        if atom[0] == "gram":
            return self.gram(*atom[1:])
        if atom[0] in ("delta", "before"):
            i, j = atom[1:]
            if not same_sort(i, j):
                raise Refused(f"the indices {i} and {j} are of different sorts")
            if i == j or (isinstance(i, int) and isinstance(j, int)):
                return ONE if (i == j if atom[0] == "delta" else i < j) else {}
            if j == 1 if atom[0] == "before" else frozenset((i, j)) in self.apart:
                return {}
            if atom[0] == "before" and i == 1:  # token 1 comes before all others
                return plus(ONE, self.leaf(("delta", i, j)), -1)
            if atom[0] == "delta":
                atom = ("delta", *sorted((i, j), key=lambda k: (isinstance(k, str), str(k))))
        for pattern, k, image in self.rules:
            for found in matches(pattern, atom, {}) if k < 2 and fits(pattern, atom) else ():
                if k == 0 and key(other := swapped(image, found)) < key(atom):
                    return self.leaf(other)  # a symmetry: the lesser of the two
                if k == 1 and (atom[0] != "sum" or not {*found.values()} & {*atom[2]}):
                    return self.rebuilt(image, found)
        return power(atom)

    def fresh(self, sort: str) -> str:
        return f"!{next(self.counter)}:{sort}"

    def opened(self, atom: Any) -> tuple[Poly, set[str]]:
        """Return the body of a sum and its indices, freshly named."""
        fresh = {name: self.fresh(sort_of(name)) for name in atom[2]}
        return self.renamed({atom[1]: fmpq(1)}, fresh), set(fresh.values())

    def total(self, p: Poly, bound: Collection[Any]) -> Poly:
        """Return the sum of p over fresh indices."""
        sums = ((self._total(m, set(bound)), c) for m, c in p.items())
        return gathered((m, a * c) for q, c in sums for m, a in q.items())

    def _total(self, m: Any, bound: set[Any]) -> Poly:
        for atom, e in m if bound else ():
            rest, inside = {m - {(atom, e)}: fmpq(1)}, indices(atom) & bound
            if inside and atom[0] == "delta":
                old = max(inside)
                rest = self.renamed(rest, {old: atom[1] if old == atom[2] else atom[2]})
                return self.total(rest, bound - {old})
            if inside and atom[0] == "sum" and e >= 1:
                body, names = self.opened(atom)
                rest = self.times(rest, self.reduced({atom: e - 1}))
                return self.total(self.times(rest, body), bound | names)
        for k in bound:  # a sum that is known, or that stands in a denominator
            hit = frozenset(pair for pair in m if k in indices(pair[0]))
            atom = self._sum(hit, [k]) if hit else ("size", sort_of(k))
            value = self.leaf(atom)
            if not hit or value != power(atom) or any(e < 0 for a, e in m if a == atom):
                return self.total(self.times({m - hit: fmpq(1)}, value), bound - {k})
        out: Poly = {frozenset(pair for pair in m if not indices(pair[0]) & bound): fmpq(1)}
        while bound:  # what is connected is one sum
            part: set[Any] = set()
            wider = {min(bound)}
            while part != wider:
                part = wider
                pairs = frozenset(pair for pair in m if indices(pair[0]) & part)
                wider = part | (bound & frozenset().union(*(indices(atom) for atom, _ in pairs)))
            out, bound = self.times(out, self.leaf(self._sum(pairs, sorted(part)))), bound - part
        return out

    def _sum(self, pairs: Any, bound: list[Any]) -> Any:
        """Return a connected sum as an atom, its indices named such that it reads least."""
        depth = 1 + max(map(int, re.findall(r"#(\d+):", key(pairs))), default=-1)
        found = []
        for order in itertools.permutations(bound):
            names = {k: f"#{depth + n}:{sort_of(k)}" for n, k in enumerate(order)}
            body = self.renamed({pairs: fmpq(1)}, names)
            if list(body.values()) != [1] or len(bound) > 5:
                raise Refused("a sum over these indices cannot be brought into normal form")
            found.append(("sum", *body, tuple(names.values())))
        return min(found, key=key)

    def renamed(self, p: Poly, names: dict[Any, Any]) -> Poly:
        return self.rebuilt(p, names, self.leaf, frozenset(names))

    def rebuilt(self, p: Poly, names: dict[Any, Any], leaf: Any = None, about: Any = None) -> Poly:
        """Return p with indices renamed, then atoms without parts replaced by leaf(atom).

        With `about` given, atoms that mention none of these indices are left as they are.
        """
        terms: list[Any] = []
        for m, c in p.items():
            kept = frozenset(x for x in m if about is not None and not indices(x[0]) & about)
            term: Poly = {kept: c}
            for atom, e in m - kept:
                term = self.times(term, self._rebuilt(atom, e, names, leaf or self.leaf, about))
            terms += term.items()
        return gathered(terms)

    def _rebuilt(self, atom: Any, e: Any, names: dict[Any, Any], leaf: Any, about: Any) -> Poly:
        def again(p: Any) -> Poly:
            return self.rebuilt(dict(p), names, leaf, about)

        if atom[0] == "sum":
            fresh = {name: self.fresh(sort_of(name)) for name in atom[2]}
            names, about = {**names, **fresh}, None if about is None else about | set(atom[2])
            return self.raised(self.total(again({atom[1]: fmpq(1)}), fresh.values()), e)
        if atom[0] in ("exp", "turn", "base"):
            return self.powers(atom[:-1], self.times(number(e), again({atom[-1]: fmpq(1)})))
        if atom[0] == "whole":
            return self.raised(again(atom[1]), e)
        if atom[0] in ("binomial", "call"):
            parts = (frozenset(again(x).items()) if isinstance(x, frozenset) else x for x in atom)
            return self.raised(power(tuple(parts)), e)
        return self.raised(leaf(swapped(atom, names)), e)
