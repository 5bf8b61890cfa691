"""Normal forms of scalars and vectors, for any number of tokens and any dimension.

A scalar is {monomial: coefficient}, a monomial the atoms in it, each with its exponent. A vector u
is the scalar <u, FREE>, linear in a vector that occurs nowhere else: what serves scalars serves
vectors. A derivative is what multiplies an infinitesimal, whose square is 0. The atoms:

    symbol  item  size  pi  tangent: an infinitesimal  unit: its square is -1
    member  delta  before: 0 or 1                      place: an index over integers, as a number
    gram       <x, A ... y>, the lesser of its two readings, or <x, A ... FREE>
    sum        a product, summed over indices that it binds
    series     a product, summed over integers from a polynomial to another
    largest, least  of a polynomial, where another one is 1
    exp        e^m, e^(i m) or q^m for a monomial m, as its name is "e", "i" or q
    log        of a polynomial that is positive
    whole      a polynomial, to the power 1/2 or below 0
    binomial   of two polynomials
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import ceil

from verify.checker import polynomials, trees
from verify.checker.polynomials import HALF, ONE, PI, TERMS, frozen, number, plus, power, thawed
from verify.checker.trees import FREE, Mono, Poly, Q, Tree, all_indices, indices, matches, require

Names = Mapping[Tree, Tree]
Leaf = Callable[[Tree], Poly]
About = frozenset[Tree] | None
FIRST = Tree("token", "", (), 1)


class Forms:
    """Normal forms under the rules that facts are read as."""

    def __init__(self) -> None:
        self.counter = itertools.count()
        self.apart: set[frozenset[Tree]] = set()  # pairs of distinct indices
        self.order: set[tuple[Tree, Tree]] = set()  # pairs of an index and a later one
        self.words: list[tuple[Mono, polynomials.Operator]] = []
        # The rules for atoms of each head: the atom, its exponent or 0 for a symmetry, the image.
        self.rules: defaultdict[str, list[trees.Rule]] = defaultdict(list)

    def log(self, p: Poly) -> Poly:
        """Return the logarithm of what is known to be positive (`signs`)."""
        raise trees.Unknown("nothing is known of signs here")

    def root(self, p: Poly) -> Poly:
        """Return the square root of what is not negative."""
        return power(Tree("whole", "", frozen(p)), HALF) if p else {}

    def times(self, p: Poly, q: Poly) -> Poly:
        require(len(p) * len(q) <= TERMS, "a product has too many terms")
        terms = []
        for (m, a), (k, b) in itertools.product(p.items(), q.items()):
            image = self.reduced([*m, *k]) if m and k else {m or k: 1}
            terms += [(t, a * b * c) for t, c in image.items()]
        return polynomials.gathered(terms)

    def reduced(self, atoms: Iterable[Tree]) -> Poly:
        """Return a product of atoms, each with its exponent, in normal form."""
        powers: dict[Tree, Q] = {}
        for atom in atoms:
            base = atom._replace(number=1)
            powers[base] = powers.get(base, 0) + atom.number
        left: dict[Tree, Q] = {}
        more: list[Poly] = []
        for atom, e in powers.items():
            kind = atom.head
            if kind in polynomials.INDICATORS and e:
                require(e > 0, "a denominator is an indicator")
                e = 1
            elif kind == "tangent" and e > 1:
                return {}
            elif kind == "whole" and e >= 1:
                e, more = e % 1, [*more, self.raised(thawed(atom.parts), e // 1)]
            elif kind == "unit" and e not in (0, 1):
                e, more = e % 2, [*more, number(-1 if e % 4 >= 2 else 1)]
            elif (kind, atom.name) == ("exp", "i") and atom.parts == (PI,) and not 0 <= e < HALF:
                e, more = e % HALF, [*more, self.reduced([Tree("unit", number=e // HALF)])]
            for pattern, k, image in self.rules[kind]:
                if k > 1 and (e >= k or (e < 0 and set(image) == set(ONE))):
                    found = next(matches(pattern, atom, {}), None)
                    if found is not None:
                        more.append(self.raised(self.rebuilt(image, found), e // k))
                        e %= k
            if e:
                left[atom] = e
        for delta in [atom for atom in left if atom.head == "delta"]:
            one, other = delta.parts
            moved = {a: e for a, e in left.items() if a != delta and other in indices(a)}
            if moved:
                left = {a: e for a, e in left.items() if a not in moved}
                more.append(self.renamed({polynomials.sorted_powers(moved): 1}, {other: one}))
                break
        out: Poly = {polynomials.sorted_powers(left): 1}
        for p in more:
            out = self.times(out, p)
        return out

    def raised(self, p: Poly, e: Q) -> Poly:
        """Return p to an integer or half-integer power."""
        if (e < 0 or e % 1) and any(map(polynomials.moves, p)):
            at, rate = polynomials.parted(p)
            slope = self.times(rate, self.raised(at, e - 1))
            return plus(self.raised(at, e), slope, e)
        if e % 1:
            return self.raised(self.root(p), 2 * e)
        if len(p) == 1:
            ((m, c),) = p.items()
            image = self.reduced(a._replace(number=a.number * e) for a in m)
            return plus({}, image, polynomials.lifted(c, int(e)))
        out, p = ONE, self.inverse(p) if e < 0 else p
        for _ in range(abs(int(e))):
            out = self.times(out, p)
        return out

    def cleared(self, p: Poly) -> tuple[Poly, Poly]:
        """Return q and r with q = p r, and no polynomial denominators in q."""
        under = ONE
        while True:
            tops: dict[Tree, Q] = {}
            for atom in itertools.chain.from_iterable(p):
                if atom.head == "whole" and atom.number < 0:
                    base = atom._replace(number=1)
                    tops[base] = max(tops.get(base, 0), ceil(-atom.number))
            if not tops:
                return p, under
            top = polynomials.sorted_powers(tops)
            under = self.times(under, self.reduced(top))
            p = polynomials.gathered((t, a * c) for m, c in p.items()
                         for t, a in self.reduced([*m, *top]).items())  # fmt: skip

    def inverse(self, p: Poly) -> Poly:
        top, under = self.cleared(p)
        require(bool(top), "a denominator is zero")
        if len(top) == 1:
            return self.times(self.raised(top, -1), under)
        lead = Fraction(1) / top[min(top)]
        whole = power(Tree("whole", "", frozen(plus({}, top, lead))), -1)
        return self.times(plus({}, whole, lead), under)

    def powers(self, name: str, p: Poly) -> Poly:
        """Return e^p for the name "e", e^(i p) for "i", q^p for the name of a number q > 0.

        Where an indicator z is a factor of the exponent, e^(z p) = 1 + z (e^p - 1).
        """
        out = ONE
        for m, c in p.items():
            flag = next((a for a in m if a.head in polynomials.INDICATORS), None)
            if flag is not None:
                raised = self.powers(name, {tuple(a for a in m if a != flag): c})
                factor = plus(ONE, self.times(power(flag), plus(raised, ONE, -1)))
            elif polynomials.moves(m):
                slope = {"e": ONE, "i": power(polynomials.UNIT)}.get(name)
                slope = self.log(number(Fraction(name))) if slope is None else slope
                factor = plus(ONE, self.times(slope, {m: c}))
            elif name not in "ei" and not m and c % 1 == 0:
                factor = number(polynomials.lifted(Fraction(name), int(c)))
            elif name == "e" and [(a.head, a.number) for a in m] == [("log", 1)] and 2 * c % 1 == 0:
                factor = self.raised(thawed(m[0].parts), c)
            else:
                factor = self.reduced([Tree("exp", name, m, c)])
            out = self.times(out, factor)
        return out

    def wave(self, name: str, p: Poly) -> Poly:
        """Return the sine or cosine."""
        ahead, back = self.powers("i", p), self.powers("i", plus({}, p, -1))
        both = plus(ahead, back) if name == "cos" else plus(back, ahead, -1)
        return self.times(plus({}, both, HALF), power(polynomials.UNIT) if name == "sin" else ONE)

    def gram(self, x: Tree, word: Mono, y: Tree) -> Poly:
        """Return <x, word y> for two vector atoms; FREE is one."""
        for old, images in self.words:
            for k in range(len(word) - len(old) + 1):
                if word[k : k + len(old)] == old:
                    ahead, behind = word[:k], word[k + len(old) :]
                    made = ((c, self.gram(x, ahead + w + behind, y)) for w, c in images.items())
                    return polynomials.summed(self.times(c, p) for c, p in made)
        readings = ((x, word, y), (y, polynomials.flipped(word), x))
        alone = [rule for rule in self.rules["gram"] if rule[1] == 1]  # not of a square of one
        for (a, letters, b), rule in itertools.product(readings, alone):
            pattern, image = rule[0].parts, rule[2]
            if pattern[1] == FREE and b != FREE:  # the vector image
                last = polynomials.flipped(pattern[2:])
                cut = len(letters) - len(last)
                for found in trees.all_match((pattern[0], *last), (b, *letters[max(cut, 0) :]), {}):
                    if trees.says_nothing(rule, found):
                        continue
                    return self.plugged(self.rebuilt(image, found), a, letters[:cut])
            for found in trees.all_match(pattern, (a, b, *letters), {}):
                if not trees.says_nothing(rule, found):
                    return self.rebuilt(image, found)
        a, letters, b = min(readings, key=lambda r: (r[0] == FREE, r))
        return power(Tree("gram", "", (a, b, *letters)))

    def plugged(self, u: Poly, x: Tree, word: Mono) -> Poly:
        """Return <x, word u> for a vector atom x and a vector u; for x = FREE the vector word u."""
        return self.paired(
            u, lambda y, letters: self.gram(y, letters + polynomials.flipped(word), x)
        )

    def inner(self, u: Poly, v: Poly) -> Poly:
        return self.paired(u, lambda y, letters: self.plugged(v, y, letters))

    def paired(self, u: Poly, image: Callable[[Tree, Mono], Poly]) -> Poly:
        """Return a vector's normal form with image(y, word) in the place of each <y, word FREE>."""

        def leaf(atom: Tree) -> Poly:
            return image(atom.parts[0], atom.parts[2:]) if FREE in atom.parts else self.leaf(atom)

        return self.rebuilt(u, {}, leaf, frozenset({FREE}))

    def leaf(self, atom: Tree) -> Poly:
        """Return an atom without parts, or a sum, in normal form."""
        if atom.head == "gram":
            return self.gram(atom.parts[0], atom.parts[2:], atom.parts[1])
        if atom.head in ("delta", "before"):
            i, j = atom.parts
            require(trees.same_sort(i, j), "two indices are of different sorts")
            if i == j or i.head == j.head == "token":
                return number(i == j if atom.head == "delta" else i.number < j.number)
            if atom.head == "before":
                if j == FIRST or (j, i) in self.order:
                    return {}
                if (i, j) in self.order:
                    return ONE
                if i == FIRST:  # token 1 comes before all others
                    return plus(ONE, self.leaf(Tree("delta", "", (i, j))), -1)
            elif frozenset((i, j)) in self.apart:
                return {}
            else:
                first = sorted((i, j), key=lambda k: (k.head != "token", k))
                atom = Tree("delta", "", tuple(first))
        for rule in self.rules[atom.head]:
            pattern, k, image = rule
            for found in matches(pattern, atom, {}) if k in (0, 1) else ():  # of the atom itself
                if k == 1 and trees.says_nothing(rule, found):
                    continue
                if k == 1:
                    return self.rebuilt(image, found)
                other = trees.swapped(next(iter(image))[0], found)
                if other < atom:
                    return self.leaf(other)  # a symmetry: the lesser of the two
        return power(atom)

    def fresh(self, sort: str) -> Tree:
        return Tree("fresh", sort, (), next(self.counter))

    def body(self, atom: Tree) -> tuple[Poly, frozenset[Tree]]:
        """Return what a sum is of, at fresh indices, and these."""
        fresh = [self.fresh(sort) for sort in atom.name.split()]
        new = frozenset(fresh)
        return self.rebuilt({trees.opened(atom, fresh): 1}, {}, None, new), new

    def total(self, p: Poly, over: Collection[Tree]) -> Poly:
        """Return the sum of p over fresh indices."""
        sums = (plus({}, self._total(m, frozenset(over)), c) for m, c in p.items())
        return polynomials.summed(sums)

    def _total(self, m: Mono, over: frozenset[Tree]) -> Poly:
        for n, atom in enumerate(m if over else ()):
            rest, inside = {m[:n] + m[n + 1 :]: 1}, indices(atom) & over
            if inside and atom.head == "delta":
                old = max(inside)
                new = atom.parts[1 if old == atom.parts[0] else 0]
                return self.total(self.renamed(rest, {old: new}), over - {old})
            if inside and atom.head == "sum" and atom.number >= 1:
                body, fresh = self.body(atom)
                less = self.reduced([atom._replace(number=atom.number - 1)])
                return self.total(self.times(self.times(rest, less), body), over | fresh)
        for k in sorted(over):  # a sum that is known, or that stands in a denominator
            hit = tuple(atom for atom in m if k in indices(atom))
            atom = self._sum(hit, [k]) if hit else Tree("size", k.name)
            value = self.leaf(atom)
            below = any(a.number < 0 for a in m if a[:3] == atom[:3])
            if not hit or value != power(atom) or below:
                rest = {tuple(atom for atom in m if atom not in hit): 1}
                return self.total(self.times(rest, value), over - {k})
        out: Poly = {tuple(atom for atom in m if not indices(atom) & over): 1}
        while over:  # what is connected is one sum
            part: frozenset[Tree] = frozenset()
            wider = frozenset({min(over)})
            while part != wider:
                part = wider
                hit = tuple(atom for atom in m if indices(atom) & part)
                wider = part | (over & all_indices(hit))
            out, over = self.times(out, self._connected(hit, sorted(part))), over - part
        return out

    def _connected(self, m: Mono, over: list[Tree]) -> Poly:
        """Return a connected sum; of i < j, i = j and j < i one is true, so the first may go."""
        atom = self._sum(m, over)
        for order in (a for a in m if a.head == "before" and {*a.parts} <= {*over}):
            (i, j), rest = order.parts, {tuple(a for a in m if a != order): 1}
            (turned,) = self.times(rest, power(trees.node("before", j, i)))
            other = self._sum(turned, over)
            if other <= atom:
                equal = self.times(rest, self.leaf(trees.node("delta", i, j)))
                apart = plus(self.total(rest, over), self.total(equal, over), -1)
                less = self._connected(turned, over) if other < atom else {}
                return plus({}, plus(apart, less, -1), 1 if other < atom else HALF)
        return self.leaf(atom)

    def _sum(self, m: Mono, over: list[Tree]) -> Tree:
        """Return a connected sum as an atom, its indices in the order in which it reads least."""
        require(len(over) <= 5, "a sum over so many indices cannot be brought into normal form")
        return min(self.bound("sum", [{m: 1}], list(order))
                   for order in itertools.permutations(over))  # fmt: skip

    def bound(self, head: str, parts: list[Poly], over: list[Tree]) -> Tree:
        """Return a binder, its parts in the normal form that they have under canonical names."""
        taken = all_indices(atom for p in parts for m in p for atom in m)
        start = 1 + max((int(k.number) for k in taken if k.head == "canonical"), default=-1)
        names = {k: Tree("canonical", k.name, (), start + n) for n, k in enumerate(over)}
        made, new = [self.renamed(p, names) for p in parts], [*names.values()]
        if head != "sum":
            return trees.closed(head, [Tree("poly", "", frozen(p)) for p in made], new)
        ((m, c), *more) = made[0].items() or [((), 0)]
        require(c == 1 and not more, "a sum cannot be brought into normal form")
        return trees.closed(head, m, new)

    def series(self, lower: Poly, upper: Poly, body: Poly, k: Tree) -> Poly:
        """Return the sum of a polynomial over the integers k between bounds."""
        out: Poly = {}
        for m, c in body.items():
            hit = {tuple(atom for atom in m if k in indices(atom)): 1}
            rest = {tuple(atom for atom in m if k not in indices(atom)): c}
            series = power(self.bound("series", [lower, upper, hit], [k]))
            out = plus(out, self.times(rest, series))
        return out

    def extreme(self, head: str, where: Poly, body: Poly, k: Tree) -> Poly:
        """Return the largest or least value of a polynomial where another one is 1."""
        if where == ONE and k not in all_indices(itertools.chain.from_iterable(body)):
            return body
        return power(self.bound(head, [where, body], [k]))

    def renamed(self, p: Poly, names: Names) -> Poly:
        """Return p with indices replaced; what does not mention them is left as it is."""
        return self.rebuilt(p, names, None, frozenset(names))

    def rebuilt(self, p: Poly, names: Names, leaf: Leaf | None = None, about: About = None) -> Poly:
        """Return p with indices replaced, then atoms without parts by leaf(atom).

        With `about` given, atoms that mention none of these indices are left as they are.
        """
        terms: list[tuple[Mono, Q]] = []
        for m, c in p.items():
            kept = tuple(a for a in m if about is not None and not indices(a) & about)
            term: Poly = {kept: c}
            for atom in m:
                if atom not in kept:
                    image = self._rebuilt(atom, names, leaf or self.leaf, about)
                    term = self.times(term, image)
            terms += term.items()
        return polynomials.gathered(terms)

    def _rebuilt(self, atom: Tree, names: Names, leaf: Leaf, about: About) -> Poly:
        head, name, parts, e = atom
        fresh = [self.fresh(sort) for sort in name.split()] if head in trees.BINDERS else []
        if fresh:
            parts = trees.opened(atom, fresh)
            about = None if about is None else about | frozenset(fresh)
        inside = [thawed(x.parts) for x in parts if x.head == "poly"]
        polys = [self.rebuilt(p, names, leaf, about) for p in inside]
        match head:
            case "exp":
                return self.powers(name, plus({}, self.rebuilt({parts: 1}, names, leaf, about), e))
            case "sum":
                image = self.total(self.rebuilt({parts: 1}, names, leaf, about), fresh)
            case "series":
                image = self.series(polys[0], polys[1], polys[2], fresh[0])
            case "largest" | "least":
                image = self.extreme(head, polys[0], polys[1], fresh[0])
            case "binomial":
                image = power(Tree(head, "", tuple(Tree("poly", "", frozen(p)) for p in polys)))
            case "whole" | "log":
                image = self.rebuilt(thawed(parts), names, leaf, about)
                image = self.log(image) if head == "log" else image
            case _:
                image = leaf(trees.swapped(Tree(head, name, parts), names))
        return self.raised(image, e)
