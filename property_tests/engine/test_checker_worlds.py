"""Raw documents with any names of bound indices, decided by brute force on small exact worlds.

A world has one to three tokens and small whole numbers in the place of everything that is given;
e^k is 2^k there, of which the checker knows no more than of e^k. A document that is accepted holds
in every world that satisfies its facts.
"""

import itertools
import json
import os
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.engine.checker_worlds import *
from verify.checker import check

SEEDS = {"quick": 1, "ci": 2, "nightly": 20}[os.environ.get("VERIFY_PROFILE", "quick")]


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.long
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


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(FIELDS), json_like, max_size=8))
def test_a_document_of_anything_is_refused_with_a_reason(kind, fields):
    base = {"schema": "verify.claim/2", "kind": kind, "facts": [], "indices": {}}
    claim = {**base, "left": ["number", "1"], "right": ["number", "2"], **fields}
    verdict = check(claim)
    assert "malformed" not in verdict.reason, verdict.reason
    if verdict.accepted:  # not a contradiction, then
        assert kind in ("defined", "identity", "counts", "witness", "inequality")


@settings(max_examples=100, deadline=None)
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
