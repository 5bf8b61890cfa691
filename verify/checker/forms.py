"""Normal forms of scalars and vectors, for any number of tokens and any dimension.

A scalar is {monomial: coefficient}; a monomial is a set of (atom, exponent). A vector u is the
scalar <u, ?>, linear in a vector "?" that nothing else mentions, so that what is done to scalars
(sums, rules, derivatives) is done to vectors. The atoms:

    ("symbol", s)  ("item", y, i, ...)  ("size", sort)  ("pi",)  ("log", q)  ("call", f, p)
    ("member", N, i, j)  ("delta", i, j)  ("before", j, i)   0 or 1; ("unit",) has the square -1
    ("gram", x, word, y)     <x, A ... y>: the lesser of its two readings
    ("sum", monomial, names) over bound indices with canonical names "#0:tokens", ...
    ("exp", m)  ("turn", m)  e^m and e^(i m) of one monomial; exponents are rationals
    ("root", p)              its square is p; ("whole", p) only has negative exponents

Indices are "name:sort" or counted tokens 1, 2, ...; names beginning with "!" are fresh, with "$"
the variables of facts. Nothing in here asks whether a denominator is 0: the reader does.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from math import isqrt, lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

Poly = dict[Any, Fraction]
Leaf = Callable[[Any], Poly]
FREE = ("?",)
ONE: Poly = {frozenset(): Fraction(1)}
UNIT: Poly = {frozenset({(("unit",), 1)}): Fraction(1)}
PI = frozenset({(("pi",), 1)})
INDICATORS = ("member", "delta", "before")
SPECIAL = (*INDICATORS, "root", "unit", "turn", "exp")
TURNED = {"symmetric": "symmetric", "plain": "transposed", "transposed": "plain"}


class Refused(Exception):
    """The claim is not accepted; the message says why."""


class Unknown(Refused):
    """Nothing given says that something is not zero, or not negative."""


def constant(value: Any) -> Poly:
    return {frozenset(): Fraction(value)} if value else {}


def single(atom: Any) -> Poly:
    return {frozenset({(atom, 1)}): Fraction(1)}


def plus(p: Poly, q: Poly, c: Any = 1) -> Poly:
    """Return p + c q."""
    out = dict(p)
    for m, a in q.items():
        out[m] = out.get(m, Fraction(0)) + c * a
        if not out[m]:
            del out[m]
    return out


def flipped(word: Any) -> Any:
    return tuple((name, TURNED[kind]) for name, kind in reversed(word))


def swapped(atom: Any, names: dict[Any, Any]) -> Any:
    if isinstance(atom, tuple):
        return tuple(swapped(part, names) for part in atom)
    return names.get(atom, atom)


def sort_of(index: Any) -> str:
    return str(index).rpartition(":")[2]


def same_sort(i: Any, j: Any) -> bool:
    return isinstance(i, int) or isinstance(j, int) or sort_of(i) == sort_of(j)


def matches(pattern: Any, thing: Any, bound: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    """Yield the values of the variables "$..." for which the pattern is the thing."""
    if isinstance(pattern, str) and pattern[:1] == "$":
        if bound.get(pattern, thing) == thing and same_sort(pattern, thing):
            yield {**bound, pattern: thing}
    elif isinstance(pattern, tuple | frozenset) and type(pattern) is type(thing):
        if len(pattern) == len(thing) == 0:
            yield bound
        elif len(pattern) == len(thing) and isinstance(pattern, tuple):
            for first in matches(pattern[0], thing[0], bound):
                yield from matches(pattern[1:], thing[1:], first)
        elif len(pattern) == len(thing):
            one = next(iter(pattern))
            for other in thing:
                for first in matches(one, other, bound):
                    yield from matches(pattern - {one}, thing - {other}, first)
    elif pattern == thing:
        yield bound


class Forms:
    """Normal forms under rules; without rules, the free algebra in which derivatives are taken."""

    def __init__(self, counter: Iterator[int]) -> None:
        self.counter = counter
        self.apart: set[frozenset[Any]] = set()
        self.word_rules: list[Any] = []  # (word, [(word, coefficient)])
        self.vector_rules: list[Any] = []  # (word, vector atom, image)
        self.sum_rules: list[Any] = []  # (summed index, monomial, image)
        self.atom_rules: list[Any] = []  # (atom, exponent, image)
        self.facts: list[Any] = []  # (variables, gap, 2 if > 0, 1 if >= 0, 0 if != 0)
        self.memo: dict[Any, Any] = {}

    # ------------------------------------------------------------------ what atoms mention

    def indices(self, x: Any) -> frozenset[Any]:
        """Return the indices in an atom, "?" too; exponents and coefficients are not looked at."""
        if isinstance(x, tuple | frozenset):
            known = self.memo.get(("indices", x))
            if known is None:
                parts = (pair[0] for pair in x) if isinstance(x, frozenset) else x
                known = frozenset().union(*map(self.indices, parts))
                self.memo["indices", x] = known
            return known  # type: ignore[no-any-return]
        indexed = isinstance(x, int) or (isinstance(x, str) and (":" in x or x == "?"))
        return frozenset({x}) if indexed else frozenset()

    def key(self, x: Any) -> str:
        """Return a text by which things are put in order."""
        if isinstance(x, frozenset):
            return "{" + " ".join(sorted(map(self.key, x))) + "}"
        if isinstance(x, tuple):
            return "(" + " ".join(map(self.key, x)) + ")"
        return str(x)

    def fresh(self, sort: str) -> str:
        return f"!{next(self.counter)}:{sort}"

    # ------------------------------------------------------------------ products and powers

    def times(self, p: Poly, q: Poly) -> Poly:
        out: Poly = {}
        for (m, a), (k, b) in itertools.product(p.items(), q.items()):
            powers = dict(m)
            for atom, e in k:
                powers[atom] = powers.get(atom, 0) + e
            for t, c in self.reduced(powers).items():
                out[t] = out.get(t, Fraction(0)) + a * b * c
        return {m: c for m, c in out.items() if c}

    def reduced(self, powers: dict[Any, Any]) -> Poly:
        """Return a product of powers of atoms in normal form."""
        left, factor, more = {}, Fraction(1), []
        for atom, e in powers.items():
            if e and atom[0] in SPECIAL:
                e, c, image = self._special(atom, e)
                factor, more = factor * c, more + image
            for pattern, k, image in self.atom_rules:
                fits = k > 1 and (e >= k or (e < 0 and set(image) == set(ONE)))
                if fits and (found := next(matches(pattern, atom, {}), None)) is not None:
                    whole, e = divmod(e, k)
                    more.append(self.raised(self.rebuilt(image, found), whole))
            if e:
                left[atom] = e
        for delta in [atom for atom in left if atom[0] == "delta"]:
            moved = {a: e for a, e in left.items() if a != delta and delta[2] in self.indices(a)}
            if moved:
                left = {a: e for a, e in left.items() if a not in moved}
                more.append(self.renamed({frozenset(moved.items()): Fraction(1)}, {delta[2]: delta[1]}))
                break
        out: Poly = {frozenset(left.items()): factor}
        for p in more:
            out = self.times(out, p)
        return out

    def _special(self, atom: Any, e: Any) -> tuple[Any, Any, list[Poly]]:
        """Return what is left of an exponent, a number and factors in the place of the rest."""
        kind, whole = atom[0], e // 1
        if kind in INDICATORS:
            if e < 0:
                raise Refused("an indicator cannot be a denominator")
            return 1, 1, []
        if kind == "root":
            return e % 2, 1, [self.raised(dict(atom[1]), e // 2)] if e // 2 else []
        if kind == "unit":
            return e % 2, -1 if e % 4 >= 2 else 1, []
        if kind == "turn" and atom[1] == PI:
            half, sign = e - whole == Fraction(1, 2), -1 if whole % 2 else 1
            return 0 if half else e - whole, sign, [UNIT] if half else []
        if kind == "exp" and [a[0] for a, _ in atom[1]] == ["log"] and abs(whole) < 1000:
            ((log, k),) = atom[1]
            return (e - whole, log[1] ** whole, []) if k == 1 else (e, 1, [])
        return e, 1, []

    def raised(self, p: Poly, e: Any) -> Poly:
        """Return p to an integer power."""
        if len(p) == 1:
            ((m, c),) = p.items()
            if e > 0 or all(atom[0] != "whole" for atom, _ in m):
                return plus({}, self.reduced({atom: k * e for atom, k in m}), c**e)
        if e < 0:
            return self.raised(self.inverse(p), -e)
        out = ONE
        for _ in range(e):
            out = self.times(out, p)
        return out

    def cleared(self, p: Poly) -> tuple[Poly, list[tuple[Poly, int]]]:
        """Return p times powers of polynomials, such that none is in a denominator, and these."""
        under: list[tuple[Poly, int]] = []
        for _ in range(50):
            tops: dict[Any, Any] = {}
            for atom, e in itertools.chain.from_iterable(p):
                if atom[0] == "whole":
                    tops[atom] = max(tops.get(atom, 0), -e)
            if not tops:
                return p, under
            out: Poly = {}
            for m, c in p.items():
                term: Poly = {frozenset(pair for pair in m if pair[0] not in tops): c}
                for atom, k in tops.items():
                    term = self.times(term, self.raised(dict(atom[1]), k + dict(m).get(atom, 0)))
                out = plus(out, term)
            p, under = out, under + [(dict(atom[1]), k) for atom, k in tops.items()]
        raise Refused("denominators are nested too deeply")

    def inverse(self, p: Poly) -> Poly:
        top, under = self.cleared(p)
        if not top:
            raise Refused("a denominator is zero")
        atoms = {atom for m in top for atom, _ in m}
        common = {atom: min(dict(m).get(atom, 0) for m in top) for atom in atoms}
        rest = {
            frozenset((a, e) for a, k in {**dict.fromkeys(atoms, 0), **dict(m)}.items() if (e := k - common[a])): c
            for m, c in top.items()
        }
        lead = rest[min(rest, key=self.key)]
        out = self.reduced({atom: -e for atom, e in common.items() if e})
        if len(rest) > 1:
            whole = ("whole", frozenset((m, c / lead) for m, c in rest.items()))
            out = self.times(out, {frozenset({(whole, -1)}): Fraction(1)})
        for q, k in under:
            out = self.times(out, self.raised(q, k))
        return plus({}, out, 1 / lead)

    def is_zero(self, p: Poly) -> bool:
        return not self.cleared(p)[0]

    def powers(self, kind: str, p: Poly) -> Poly:
        """Return e^p for the kind "exp", e^(i p) for the kind "turn"."""
        out = ONE
        for m, c in p.items():
            out = self.times(out, self.reduced({(kind, m): c}))
        return out

    def wave(self, name: str, p: Poly) -> Poly:
        """Return the sine or cosine."""
        ahead, back = self.powers("turn", p), self.powers("turn", plus({}, p, -1))
        if name == "cos":
            return plus(plus({}, ahead, Fraction(1, 2)), back, Fraction(1, 2))
        return plus({}, self.times(UNIT, plus(back, ahead, -1)), Fraction(1, 2))

    # ------------------------------------------------------------------ inner products

    def gram(self, x: Any, word: Any, y: Any) -> Poly:
        """Return <x, word y> for two vector atoms; "?" is one."""
        for old, images in self.word_rules:
            for k in range(len(word) - len(old) + 1):
                if word[k : k + len(old)] == old:
                    out: Poly = {}
                    for new, c in images:
                        inner = self.gram(x, word[:k] + new + word[k + len(old) :], y)
                        out = plus(out, self.times(c, inner))
                    return out
        readings = ((x, word, y), (y, flipped(word), x))
        for a, letters, b in readings:
            for ending, pattern, image in self.vector_rules:
                cut = len(letters) - len(ending)
                if b != FREE and cut >= 0 and letters[cut:] == ending:
                    for found in matches(pattern, b, {}):
                        return self.plugged(self.rebuilt(image, found), a, letters[:cut])
        for reading in readings:
            if (value := self._atom_rule(("gram", *reading))) is not None:
                return value
        return single(("gram", *min(readings, key=self.key)))

    def plugged(self, u: Poly, x: Any, word: Any) -> Poly:
        """Return <x, word u> for a vector atom x and a vector u; with x = "?", the vector word u."""

        def leaf(atom: Any) -> Poly:
            _, a, letters, b = atom if atom[3] == FREE else ("", atom[3], flipped(atom[2]), FREE)
            return self.gram(a, letters + flipped(word), x)

        return self.rebuilt(u, {}, leaf, frozenset({"?"}))

    def inner(self, u: Poly, v: Poly) -> Poly:
        def leaf(atom: Any) -> Poly:
            _, a, letters, b = atom if atom[3] == FREE else ("", atom[3], flipped(atom[2]), FREE)
            return self.plugged(v, a, letters)

        return self.rebuilt(u, {}, leaf, frozenset({"?"}))

    def leaf(self, atom: Any) -> Poly:
        """Return an atom without parts in normal form."""
        if atom[0] == "gram":
            return self.gram(*atom[1:])
        if atom[0] in ("delta", "before"):
            i, j = atom[1:]
            if not same_sort(i, j):
                raise Refused(f"the indices {i} and {j} are of different sorts")
            if atom[0] == "before" and (i == j or j == 1):
                return {}
            if isinstance(i, int) and isinstance(j, int):
                return ONE if (i == j if atom[0] == "delta" else i < j) else {}
            if atom[0] == "delta" and (i == j or frozenset((i, j)) in self.apart):
                return ONE if i == j else {}
            if atom[0] == "delta":
                atom = ("delta", *sorted((i, j), key=lambda k: (isinstance(k, str), str(k))))
        value = self._atom_rule(atom)
        return single(atom) if value is None else value

    def _atom_rule(self, atom: Any) -> Poly | None:
        for pattern, k, image in self.atom_rules:
            if k == 1:
                for found in matches(pattern, atom, {}):
                    return self.rebuilt(image, found)
        return None

    # ------------------------------------------------------------------ sums

    def total(self, p: Poly, bound: Collection[Any]) -> Poly:
        """Return the sum over fresh indices."""
        out: Poly = {}
        for m, c in p.items():
            out = plus(out, self._closed(m, tuple(bound)), c)
        return out

    def opened(self, atom: Any) -> tuple[Poly, list[str]]:
        fresh = {name: self.fresh(sort_of(name)) for name in atom[2]}
        return self.renamed({atom[1]: Fraction(1)}, fresh), list(fresh.values())

    def _closed(self, m: Any, bound: tuple[Any, ...]) -> Poly:
        inside = set(bound)
        for atom, e in m if inside else ():
            p: Poly = {m - {(atom, e)}: Fraction(1)}
            if atom[0] == "sum" and e > 0 and self.indices(atom) & inside:
                for _ in range(e):
                    body, names = self.opened(atom)
                    p, bound = self.times(p, body), (*bound, *names)
                return self.total(p, bound)
            if atom[0] == "delta" and inside & set(atom[1:]):
                old, new = atom[1:] if atom[1] in inside else (atom[2], atom[1])
                return self.total(self.renamed(p, {old: new}), inside - {old})
        for k in bound:
            hit = frozenset(pair for pair in m if k in self.indices(pair[0]))
            if (value := self._summed(hit, k, m - hit)) is not None:
                return self.total(self.times({m - hit: Fraction(1)}, value), inside - {k})
        out: Poly = {frozenset(pair for pair in m if not self.indices(pair[0]) & inside): Fraction(1)}
        while inside:
            part, wider = set(), {min(inside)}
            while part != wider:
                part = wider
                pairs = frozenset(pair for pair in m if self.indices(pair[0]) & part)
                wider = part | (inside & frozenset().union(*(self.indices(a) for a, _ in pairs)))
            out, inside = self.times(out, self._canonical(pairs, sorted(part))), inside - part
        return out

    def _summed(self, hit: Any, k: Any, rest: Any) -> Poly | None:
        """Return a sum of one monomial that is known, or stands in a denominator beside it."""
        if not hit:
            return self.leaf(("size", sort_of(k)))
        for name, pattern, image in self.sum_rules:
            for found in matches(pattern, hit, {name: k}) if same_sort(name, k) else ():
                if list(found.values()).count(k) == 1:
                    return self.rebuilt(image, found)
        if any(atom[0] == "sum" and e < 0 for atom, e in rest):
            value = self._canonical(hit, [k])
            if any(e < 0 and single(atom) == value for atom, e in rest):
                return value
        return None

    def _canonical(self, pairs: Any, bound: list[Any]) -> Poly:
        """Return a connected sum, its bound indices named such that it reads least."""
        depth = 1 + max((self._depth(atom) for atom, _ in pairs), default=-1)
        if len(bound) > 5:
            raise Refused("more than five sums depend on one another")
        found = []
        for order in itertools.permutations(bound):
            names = {k: f"#{depth + place}:{sort_of(k)}" for place, k in enumerate(order)}
            body = self.renamed({pairs: Fraction(1)}, names)
            if set(body.values()) != {Fraction(1)} or len(body) > 1 or set(names.values()) & self.indices(pairs):
                raise Refused("the indices of a sum cannot be renamed")
            found.append(("sum", next(iter(body)), tuple(names.values())))
        return single(min(found, key=self.key))

    def _depth(self, x: Any) -> int:
        """Return the greatest number in a canonical name that is bound in x."""
        if isinstance(x, tuple) and x[:1] == ("sum",):
            return max(int(name[1:].partition(":")[0]) for name in x[2])
        parts = x if isinstance(x, tuple | frozenset) else ()
        return max(map(self._depth, parts), default=-1)

    # ------------------------------------------------------------------ replacing and deriving

    def renamed(self, p: Poly, names: dict[Any, Any]) -> Poly:
        return self.rebuilt(p, names, None, frozenset(names))

    def rebuilt(
        self, p: Poly, names: dict[Any, Any], leaf: Leaf | None = None, about: Any = None
    ) -> Poly:
        """Return p with indices renamed, then atoms without parts replaced by leaf(atom).

        With `about` given, atoms that mention none of these indices are left as they are.
        """
        out: Poly = {}
        for m, c in p.items():
            kept = frozenset(
                pair for pair in m if about is not None and not self.indices(pair[0]) & about
            )
            term: Poly = {kept: c}
            for atom, e in m - kept:
                term = self.times(term, self._remade(atom, e, names, leaf, about))
            out = plus(out, term)
        return out

    def _remade(self, atom: Any, e: Any, names: dict[Any, Any], leaf: Leaf | None, about: Any) -> Poly:
        def again(p: Any) -> Poly:
            return self.rebuilt(dict(p), names, leaf, about)

        kind = atom[0]
        if kind == "sum":
            fresh = {name: self.fresh(sort_of(name)) for name in atom[2]}
            wider = None if about is None else about | set(fresh)
            body = self.rebuilt({atom[1]: Fraction(1)}, {**names, **fresh}, leaf, wider)
            return self.raised(self.total(body, fresh.values()), e)
        if kind in ("exp", "turn"):
            return self.powers(kind, plus({}, again({atom[1]: Fraction(1)}), e))
        if kind in ("root", "whole"):
            p = again(atom[1])
            return self.raised(self.root(p) if kind == "root" else p, e)
        if kind in ("binomial", "call"):
            parts = (frozenset(again(x).items()) if isinstance(x, frozenset) else x for x in atom)
            return self.raised(single(tuple(parts)), e)
        return self.raised((leaf or self.leaf)(swapped(atom, names)), e)

    def derivative(self, p: Poly, velocity: Leaf) -> Poly:
        """Return the derivative along velocities of symbols, items and vector atoms."""
        out: Poly = {}
        for m, c in p.items():
            for atom, e in m:
                rest = self.reduced({**dict(m), atom: e - 1})
                out = plus(out, self.times(rest, self._derivative(atom, velocity)), c * e)
        return out

    def _derivative(self, atom: Any, velocity: Leaf) -> Poly:
        kind = atom[0]
        if kind in ("symbol", "item"):
            return velocity(atom)
        if kind == "gram":
            _, x, word, y = atom
            out: Poly = {}
            for a, letters, b in ((x, word, y), (y, flipped(word), x)):
                if b != FREE:
                    out = plus(out, self.plugged(velocity(b), a, letters))
            return out
        if kind == "sum":
            body, names = self.opened(atom)
            return self.total(self.derivative(body, velocity), names)
        if kind in ("exp", "turn"):
            slope = self.times(self.derivative({atom[1]: Fraction(1)}, velocity), single(atom))
            return slope if kind == "exp" else self.times(UNIT, slope)
        if kind in ("root", "whole", "call"):
            inside = dict(atom[-1])
            slope = self.derivative(inside, velocity)
            if kind == "root":
                return self.times(slope, plus({}, self.inverse(single(atom)), Fraction(1, 2)))
            if kind == "call":
                under = inside if atom[1] == "log" else plus(ONE, self.times(inside, inside))
                return self.times(slope, self.inverse(under))
            return slope
        if kind == "binomial" and any(self.derivative(dict(q), velocity) for q in atom[1:]):
            raise Refused("a binomial coefficient has no derivative")
        return {}
