"""Takes facts as known, or as rules from left to right; a fact holds for all its indices."""

from __future__ import annotations

from fractions import Fraction

from verify.checker.normalising import Bases, Reader, Scope
from verify.checker.polynomials import HALF, ONE, Operator, flipped, plus, power
from verify.checker.trees import Poly, Tree, Unknown, variables


def prepared(facts: list[Tree], bases: Bases, scope: Scope) -> Reader:
    """Return a reader that knows the facts, equations first.

    The denominators of a fact may need other facts; one where they stay unknown is not used.
    """
    return taught(Reader(bases), facts, scope)


def taught(reader: Reader, facts: list[Tree], scope: Scope) -> Reader:
    """Return a reader that has learnt the facts."""
    pending = sorted(facts, key=lambda fact: "equation" not in fact.head)
    while pending != (pending := [fact for fact in pending if waits(reader, fact, scope)]):
        continue
    return reader


def waits(reader: Reader, fact: Tree, s: Scope) -> bool:
    """Return whether a fact could not be learned yet."""
    try:
        learn(reader, fact, s)
    except Unknown:
        return True
    return False


def learn(reader: Reader, fact: Tree, s: Scope) -> None:
    """Take a fact as known, or as a rule."""
    match fact:
        case Tree("distinct" | "before", _, (i, j)):
            reader.apart.add(frozenset((i, j)))
            if fact.head == "before":
                reader.order.add((i, j))
        case Tree("equation" | "vector_equation" as kind, _, (left, right)):
            sides = reader.read(left, s), reader.read(right, s)
            if learn_rule(reader, *sides) or learn_solved(reader, plus(*sides, -1)):
                return
            for one, other in (sides, sides[::-1]) if kind == "equation" else ():
                reader.know(plus(one, other, -1), ">=", {})  # what is 0 is not negative
        case Tree("operator_equation", _, (left, right)):
            if not variables([left, right]):
                learn_words(reader, reader.operator(left, s), reader.operator(right, s))
        case Tree("integer", _, (a,)):
            p = reader.read(a, s)
            reader.integers += [m[0] for m in p if len(m) == 1 and p == power(m[0])]
        case Tree("positive_definite" | "positive_semidefinite", _, (a,)):
            words = reader.operator(a, s)
            reader.semidefinite |= {w for w in words if words == {w: ONE}}
        case Tree(">" | ">=" | "!=" as sign, _, (left, right)):
            learn_sign(reader, sign, left, right, s)


def learn_sign(reader: Reader, sign: str, left: Tree, right: Tree, s: Scope) -> None:
    """Keep what a comparison says of its gap, and of the square of the gap."""
    zero = right == Tree("number", "", (), 0)
    if sign != ">=" and left.head == "power" and left.number == HALF and zero:
        sign, left = ">", left.parts[0]  # a root that is not 0 says so of what it is the root of
    gap = plus(reader.read(left, s), reader.read(right, s), -1)
    reader.know(gap, sign, {})
    base = {} if sign == "!=" else gap
    reader.know(reader.raised(gap, 2), sign.replace("!=", ">"), base)


def learn_rule(reader: Reader, left: Poly, right: Poly) -> bool:
    """Solve for the one atom on the left, or for the one sum there; return whether that is done."""
    alone = [m for m in left if len(m) == 1 and (len(left) == 1 or m[0].head == "sum")]
    if len(alone) != 1:
        return False
    (m,) = alone
    image = plus({}, plus(plus(right, left, -1), {m: left[m]}), 1 / Fraction(left[m]))
    atom, e = m[0]._replace(number=1), m[0].number
    if e == HALF:
        image, e = reader.times(image, image), 1
    inside = [other for k in image for other in k]
    same = [x for x in inside if atom.head in ("item", "member") and x[:2] == atom[:2]]
    if e < 1 or e % 1 or not {*variables(inside)} <= {*variables([atom])}:
        return False
    about = variables([atom])
    if e == 1 and [image] == [*map(power, same)] and about and variables(inside) == about:
        reader.rules[atom.head].append((atom, 0, image))  # a symmetry of a family
    elif atom not in [x._replace(number=1) for x in inside]:
        reader.rules[atom.head].append((atom, e, image))
    else:
        return False
    return True


def learn_solved(reader: Reader, gap: Poly) -> bool:
    """Take "gap = 0" as a rule for one thing in it; return whether that is done."""
    for head in ("symbol", "item", "gram", "sum"):
        for m in sorted(gap):
            rest = {k: -c for k, c in gap.items() if k != m}
            alone = len(m) == 1 and m[0].head == head and m[0].number % 1 == 0
            if alone and learn_rule(reader, {m: gap[m]}, rest):
                return True
    return False


def learn_words(reader: Reader, left: Operator, right: Operator) -> None:
    """Replace a product of operators, and its transpose, wherever it occurs."""
    (word, c), *others = left.items()
    if others or c.keys() != ONE.keys():
        return
    if len(word) == 1 and right == {flipped(word): c}:  # A^T = A
        letter = (word[0]._replace(number=0),)
        reader.words += [(w, {letter: ONE}) for w in (word, flipped(word))]
        return
    for turn in (tuple, flipped):
        old = turn(word)
        if old and old not in [*right, *(known for known, _ in reader.words)]:
            images = {turn(w): reader.times(reader.inverse(c), d) for w, d in right.items()}
            reader.words.append((old, images))
