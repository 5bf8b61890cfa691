"""Raw documents with any names of bound indices, decided by brute force on small exact worlds.

A world has one to three tokens and small whole numbers in the place of everything that is given;
e^k is 2^k there, of which the checker knows no more than of e^k. A document that is accepted holds
in every world that satisfies its facts.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.checker import check

NAMES = ("i", "j", "k")
FAMILIES = {"b": 1, "c": 1, "w": 2, "g": 2}
ZERO, ONE = ["number", "0"], ["number", "1"]
ALL = ["all", "tokens"]


class World:
    """Small numbers for all that terms are about."""

    def __init__(self, random: Random) -> None:
        self.tokens = random.choice((1, 2, 2, 2, 3))
        spread = random.choice(((0,), (0, 0, 1), (0, 1, -1), (0, 0, 0, 1, -1, 2)))
        self.symbol = random.choice(spread)
        self.items = {
            (name, *at): random.choice(spread)
            for name, count in FAMILIES.items()
            for at in itertools.product(range(self.tokens), repeat=count)
        }
        if random.random() < 0.4:  # opposite numbers, equal rows: sums that vanish for a reason
            for name in "bc":
                signs = [random.choice((1, -1)) for _ in range(self.tokens)]
                self.items |= {(name, k): signs[k] for k in range(self.tokens)}
            for name, k, m in itertools.product("wg", range(self.tokens), range(self.tokens)):
                if random.random() < 0.7:
                    self.items[name, k, m] = self.items[name, 0, m]

    def value(self, t: Any, at: dict[str, int]) -> Fraction:
        match t:
            case ["number", q]:
                return Fraction(q)
            case ["symbol", _]:
                return Fraction(self.symbol)
            case ["size", _]:
                return Fraction(self.tokens)
            case ["item", name, *ks]:
                return Fraction(self.items[(name, *(self.place(k, at) for k in ks))])
            case ["delta", i, j]:
                return Fraction(self.place(i, at) == self.place(j, at))
            case ["add", a, b]:
                return self.value(a, at) + self.value(b, at)
            case ["multiply", a, b]:
                return self.value(a, at) * self.value(b, at)
            case ["power", a, k]:
                return self.value(a, at) ** int(k)
            case ["function", "exp", a]:
                return Fraction(2) ** self.value(a, at).numerator
            case ["total" | "largest" | "least" as op, a, over]:
                values = list(self.values(a, over, at))
                return sum(values, Fraction(0)) if op == "total" else pick(op, values)
        raise AssertionError(t)

    def place(self, k: Any, at: dict[str, int]) -> int:
        return k - 1 if isinstance(k, int) else at[k]

    def values(self, a: Any, over: Any, at: dict[str, int]) -> Iterator[Fraction]:
        if not over:
            yield self.value(a, at)
            return
        (name, span), *rest = over
        for k in range(self.tokens):
            if self.sees(span, k, at):
                yield from self.values(a, rest, {**at, name: k})

    def sees(self, span: Any, k: int, at: dict[str, int]) -> bool:
        match span:
            case ["all", _]:
                return True
            case ["before", _, i]:
                return k < self.place(i, at)
            case ["up_to", _, i]:
                return k <= self.place(i, at)
            case ["but", inside, i]:
                return self.sees(inside, k, at) and k != self.place(i, at)
        raise AssertionError(span)

    def holds(self, sign: str, a: Any, b: Any, free: Any) -> bool:
        """Return whether a relation holds for all values of its free indices."""
        for places in itertools.product(range(self.tokens), repeat=len(free)):
            at = dict(zip(free, places, strict=True))
            x, y = self.value(a, at), self.value(b, at)
            if not {"equation": x == y, ">": x > y, ">=": x >= y, "!=": x != y}[sign]:
                return False
        return True


def pick(op: str, values: list[Fraction]) -> Fraction:
    return max(values) if op == "largest" else min(values)


def random_term(random: Random, scope: list[Any], depth: int) -> Any:
    """Return a scalar; any name may be bound again, inside or beside another."""
    chance = random.random()
    if depth == 0 or chance < 0.1:
        name, count = random.choice(list(FAMILIES.items()))
        leaf = ["item", name, *(random.choice(scope) for _ in range(count))]
        two = [random.choice(scope), random.choice(scope)]
        return random.choice([leaf, leaf, leaf, leaf, ["delta", *two], ONE, ["symbol", "s"]])
    if chance < 0.35:
        parts = (random_term(random, scope, depth - 1) for _ in range(2))
        return [random.choice(["multiply", "multiply", "add"]), *parts]
    if chance < 0.55:
        return ["function", "exp", random_term(random, scope, depth - 1)]
    name = random.choice(NAMES)
    outer = random.choice(scope)
    spans = [ALL, ALL, ALL, ["before", "tokens", outer], ["up_to", "tokens", outer],
             ["but", ALL, outer]]  # fmt: skip
    op = "total" if chance < 0.95 else random.choice(["largest", "least"])
    span = random.choice(spans) if op == "total" else ALL
    return [op, random_term(random, [*scope, name], depth - 1), [[name, span]]]


def put(t: Any, old: Any, new: Any) -> Any:
    """Return a term with one name written in the place of another, wherever it occurs: captures
    and all."""
    if isinstance(t, list):
        return [put(part, old, new) for part in t]
    return new if t == old and type(t) is type(old) else t


def renamed(t: Any, random: Random) -> Any:
    """Return a term that is the same but for the names of its bound indices and its order."""
    match t:
        case ["total" | "largest" | "least" as op, a, [[name, span], *_]]:
            new = f"x{random.randrange(10**6)}"
            return [op, renamed(free_put(a, name, new), random), [[new, span]]]
        case ["add" | "multiply" as op, a, b]:
            sides = [renamed(a, random), renamed(b, random)]
            random.shuffle(sides)
            return [op, *sides]
        case ["function", name, a]:
            return ["function", name, renamed(a, random)]
    return t


def free_put(t: Any, old: str, new: Any) -> Any:
    """Return a term with an index in the place of another one where that is free."""
    match t:
        case ["total" | "largest" | "least" as op, a, [[name, span], *_]]:
            inside = a if name == old else free_put(a, old, new)
            return [op, inside, [[name, put(span, old, new)]]]
        case [op, *parts] if op in ("add", "multiply", "function", "power"):
            return [op, *(free_put(p, old, new) if isinstance(p, list) else p for p in parts)]
        case ["item" | "delta" as op, *ks]:
            return [op, *(new if k == old else k for k in ks)]
    return t


def document(left: Any, right: Any, facts: Any, free: Any, **more: Any) -> dict[str, Any]:
    base = {"schema": "verify.claim/2", "kind": "identity", "facts": facts}
    return {**base, "indices": dict.fromkeys(free, "tokens"), "left": left, "right": right, **more}


def random_document(random: Random) -> tuple[dict[str, Any], Any]:
    """Return a claim that a fact is used for, rightly or wrongly, and that fact."""
    quantified = random.choice((["i"], ["i", "j"], ["q"], []))
    scope = [*quantified, *(() if quantified else (1,))]
    said = random_term(random, scope, random.choice((2, 3, 3, 4)))
    if random.random() < 0.8:
        said = ["total", said, [[random.choice(NAMES), ALL]]]
    image = random.choice([ZERO, ZERO, ONE, random_term(random, scope, 1)])
    fact = ["equation", said, image, dict.fromkeys(quantified, "tokens")]
    free = random.choice((["i"], ["i", "k"], ["m"]))
    left, right = said, image
    for name in quantified:
        new = random.choice([*free, *free, *NAMES])
        how = random.choice((put, free_put, free_put))
        left, right = (how(side, name, new) for side in (left, right))
    left = renamed(left, random) if random.random() < 0.5 else left
    chance = random.random()
    if chance < 0.3:
        factor = random_term(random, free, 2)
        left, right = (["multiply", factor, side] for side in (left, right))
    elif chance < 0.6:
        over = random.choice([*free, *NAMES])
        left, right = (["total", side, [[over, ALL]]] for side in (left, right))
    if random.random() < 0.15:
        left = put(left, *random.sample([*NAMES, "w", "g"], 2))
    return document(left, right, [fact], free), fact


def around(span: Any) -> list[Any]:
    """Return the indices that a range is before, up to or without."""
    return [*(around(span[1]) if span[0] == "but" else []), *span[2:]]


def is_sensible(t: Any, scope: frozenset[Any]) -> bool:
    """Return whether all names of indices are bound, and families have their indices."""
    match t:
        case ["item", name, *ks]:
            return FAMILIES.get(name) == len(ks) and all(k in scope or k == 1 for k in ks)
        case ["delta", *ks]:
            return all(k in scope or k == 1 for k in ks)
        case ["total" | "largest" | "least", a, [[name, span]]]:
            return {*around(span)} <= {*scope, 1} and is_sensible(a, scope | {name})
        case ["add" | "multiply", a, b]:
            return is_sensible(a, scope) and is_sensible(b, scope)
        case ["function", "exp", a]:
            return is_sensible(a, scope)
    return t[0] in ("number", "symbol", "size")


def is_true(claim: dict[str, Any], worlds: list[World]) -> tuple[bool, int]:
    """Return whether a claim holds in all worlds where its facts do, and in how many they do."""
    fitting = [
        world
        for world in worlds
        if all(world.holds(kind, a, b, free) for kind, a, b, free in claim["facts"])
    ]
    free = claim["indices"]
    if claim["kind"] == "identity":
        said = [("equation", claim["left"], claim["right"])]
    else:
        said = [tuple(claim["relation"])]
    return all(w.holds(*each, free) for w in fitting for each in said), len(fitting)


@pytest.mark.parametrize("seed", range(4))
def test_an_identity_that_is_accepted_holds_in_every_world_of_its_facts(seed):
    random = Random(seed)
    worlds = [World(random) for _ in range(60)]
    decided = {"true": 0, "false": 0}
    for _ in range(20_000):
        if min(decided.values()) >= 10:
            return
        claim, fact = random_document(random)
        sides = [(claim[side], claim["indices"]) for side in ("left", "right")]
        if not all(is_sensible(t, frozenset(free)) for t, free in [(fact[1], fact[3]), *sides]):
            continue
        true, fitting = is_true(claim, worlds)
        if fitting < 3:
            continue
        verdict = check(json.loads(json.dumps(claim)))
        assert "malformed" not in verdict.reason, claim
        assert true or not verdict.accepted, json.dumps(claim)
        decided["true"] += verdict.accepted
        decided["false"] += not true
    pytest.fail(f"of each kind ten are wanted, and there are {decided}")


# ------------------------------------------------------------------ known traps, one by one

b, w, g = (lambda *ks, name=name: ["item", name, *ks] for name in "bwg")


def exp(a: Any) -> Any:
    return ["function", "exp", a]


def mul(a: Any, c: Any) -> Any:
    return ["multiply", a, c]


def total(a: Any, name: str, span: Any = ALL) -> Any:
    return ["total", a, [[name, span]]]


def nested(of: Any, inner: str = "k", outer: str = "j") -> Any:
    """Return Σ_j b_j exp(Σ_k w(of, k) g(j, k))."""
    return total(mul(b(outer), exp(total(mul(w(of, inner), g(outer, inner)), inner))), outer)


NESTED = ["equation", nested("q"), ZERO, {"q": "tokens"}]
HIDDEN = ["equation", b("q"), total(mul(w("q", "j"), b("j")), "j"), {"q": "tokens"}]


@pytest.mark.parametrize("names", list(itertools.permutations(("i", "j", "k", "q1'", "#0"), 2)))
def test_a_fact_of_nested_sums_is_used_under_any_names_and_never_inside_them(names):
    inner, outer = names
    free = "m"
    true = nested(free, inner, outer)
    assert check(document(true, ZERO, [NESTED], [free])).accepted
    for captured in (inner, outer):
        claim = document(nested(captured, inner, outer), ZERO, [NESTED], [free])
        assert not check(claim).accepted


def test_an_index_that_is_bound_again_is_another():
    shadow = total(mul(b("j"), exp(total(mul(w("i", "j"), g("j", "j")), "j"))), "j")
    claim = document(shadow, ZERO, [NESTED], ["i"])
    assert not check(claim).accepted
    again = total(mul(b("i"), total(w("i", "i"), "i")), "i")
    apart = mul(total(b("i"), "i"), total(w("k", "k"), "k"))
    assert check(document(again, apart, [], [])).accepted


def test_the_image_of_a_rule_does_not_capture_the_index_it_is_put_at():
    """b_q = Σ_j w_qj b_j within a sum over j is Σ_j exp(Σ_k w_jk b_k): no j is mixed up."""
    claim = total(exp(b("j")), "j")
    image = total(exp(total(mul(w("j", "k"), b("k")), "k")), "j")
    wrong = total(exp(total(mul(w("j", "j"), b("j")), "j")), "j")
    rule = ["equation", b("q"), total(mul(w("q", "j"), ["item", "c", "j"]), "j"), {"q": "tokens"}]
    image = total(exp(total(mul(w("j", "k"), ["item", "c", "k"]), "k")), "j")
    wrong = total(exp(total(mul(w("j", "j"), ["item", "c", "j"]), "j")), "j")
    assert check(document(claim, image, [rule], [])).accepted
    assert not check(document(claim, wrong, [rule], [])).accepted


def test_a_symmetry_holds_under_sums_and_gives_no_other():
    symmetric = ["equation", g("q1", "q2"), g("q2", "q1"), {"q1": "tokens", "q2": "tokens"}]
    left = total(total(mul(g("i", "j"), exp(b("i"))), "i"), "j")
    right = total(total(mul(g("j", "i"), exp(b("i"))), "i"), "j")
    assert check(document(left, right, [symmetric], [])).accepted
    assert not check(document(left, right, [], [])).accepted
    assert not check(document(g("i", "j"), g("i", "i"), [symmetric], ["i", "j"])).accepted


def test_a_variable_of_a_fact_stands_for_one_index():
    """What is said of w_qq is said of no other entry."""
    diagonal = ["equation", w("q", "q"), ONE, {"q": "tokens"}]
    assert check(document(w("i", "i"), ONE, [diagonal], ["i", "j"])).accepted
    assert not check(document(w("i", "j"), ONE, [diagonal], ["i", "j"])).accepted


def test_a_rule_that_meets_itself_is_no_proof():
    around = ["equation", b("q"), ["add", b("q"), ["symbol", "s"]], {"q": "tokens"}]
    verdict = check(document(b("i"), ZERO, [around], ["i"]))
    assert not verdict.accepted
    assert "malformed" not in verdict.reason


# ------------------------------------------------------------------ documents that are none

words = st.sampled_from(
    ["total", "item", "symbol", "number", "add", "multiply", "power", "rate", "at", "inner", "all",
     "tokens", "integers", "equation", "1", "0", "-1/2", "i", "j", "x", "largest", "binomial",
     "vector_item", "function", "exp", "log", "operator", "differential", "absolute", "1/0", ""]
)  # fmt: skip
leaves = st.one_of(words, st.integers(-2, 3), st.booleans(), st.none(), st.floats(), st.text())
json_like = st.recursive(
    leaves,
    lambda parts: st.one_of(
        st.lists(parts, max_size=4),
        st.dictionaries(words, parts, max_size=3),
        st.tuples(words, parts, parts).map(list),
    ),
    max_leaves=12,
)
FIELDS = ("indices", "facts", "where", "left", "right", "relation", "because", "parts", "total",
          "terms", "over", "start", "values", "facts_hold", "fails", "order", "variables", "boxes",
          "sign", "term", "precision")  # fmt: skip
KINDS = ("identity", "inequality", "counts", "defined", "induction", "cover", "witness")


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(FIELDS), json_like, max_size=8))
def test_a_document_of_anything_is_refused_with_a_reason(kind, fields):
    base = {"schema": "verify.claim/2", "kind": kind, "facts": [], "indices": {}}
    claim = {**base, "left": ["number", "1"], "right": ["number", "2"], **fields}
    verdict = check(claim)
    assert "malformed" not in verdict.reason, verdict.reason
    if verdict.accepted:  # not a contradiction, then
        assert kind in ("defined", "identity", "counts", "witness", "inequality")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_spoilt_document_is_never_accepted_for_what_is_false(data):
    """0 = 1 and 0 > 0 stay false whatever is written elsewhere than in their facts."""
    fact = ["equation", nested("q"), ZERO, {"q": "tokens"}]
    false = document(["add", nested("i"), ONE], ZERO, [fact], ["i"])
    place = data.draw(st.lists(st.integers(0, 3), max_size=5))
    junk = data.draw(json_like)
    spoilt = {**false, "left": ["add", spoil(nested("i"), place, junk), ["symbol", "never"]]}
    verdict = check(spoilt)
    assert not verdict.accepted
    assert "malformed" not in verdict.reason, verdict.reason


def spoil(t: Any, place: list[int], junk: Any) -> Any:
    if not place or not isinstance(t, list) or not t:
        return junk
    k = place[0] % len(t)
    return [*t[:k], spoil(t[k], place[1:], junk), *t[k + 1 :]]


def test_deep_nesting_and_unknown_kinds_of_facts_are_refused():
    deep: Any = ["symbol", "x"]
    for _ in range(5000):
        deep = ["add", deep, ONE]
    for claim in (
        document(deep, deep, [], []),
        document(ONE, ONE, [["equation", deep, ZERO, {}]], []),
        document(ONE, ONE, [["prime", ["symbol", "x"], ZERO, {}]], []),
        document(ONE, ONE, [["equation", ONE, ZERO]], []),
        document(ONE, ONE, "no facts", []),
        document(ONE, ONE, [], [], where=[["lemma", ONE, ZERO, {}]]),
    ):
        verdict = check(claim)
        assert not verdict.accepted
        assert "malformed" not in verdict.reason
