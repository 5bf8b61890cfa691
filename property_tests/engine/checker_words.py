"""The words of raw claim documents, for tests: terms, facts, and claims of each kind."""

from typing import Any

from verify.checker import check

Term = Any
ALL = ["all", "tokens"]
ZERO, ONE, PI = ["number", "0"], ["number", "1"], ["pi"]


def num(q: Any) -> Term:
    return ["number", str(q)]


def mul(*parts: Term) -> Term:
    out, *rest = parts
    for part in rest:
        out = ["multiply", out, part]
    return out


def add(a: Term, b: Term) -> Term:
    return ["add", a, b]


def sub(a: Term, b: Term) -> Term:
    return add(a, mul(num(-1), b))


def raised(a: Term, k: Any) -> Term:
    return ["power", a, str(k)]


def function(name: str, a: Term) -> Term:
    return ["function", name, a]


def log(term: Term) -> Term:
    return function("log", term)


def exp(term: Term) -> Term:
    return function("exp", term)


def inner(u: Term, v: Term) -> Term:
    return ["inner", u, v]


def item(name: str, *ks: Any) -> Term:
    return ["item", name, *ks]


def total(a: Term, *over: Any) -> Term:
    return ["total", a, [list(each) for each in over]]


Document = dict[str, Any]


def identity(left: Term, right: Term, *facts: Any, tokens: str = "", **more: Any) -> Document:
    indices = dict.fromkeys(tokens, "tokens")
    base = {"schema": "verify.claim/2", "facts": list(facts), "indices": indices}
    return {**base, "kind": "identity", "left": left, "right": right, **more}


def inequality(sign: str, a: Term, b: Term, because: Term, *facts: Any, **more: Any) -> Document:
    claim = identity(a, b, *facts, **more)
    return {**claim, "kind": "inequality", "relation": [sign, a, b], "because": because}


def known(sign: str, a: Term, b: Term = ZERO, **sorts: str) -> Term:
    return [sign, a, b, sorts]


def positive(sign: str, a: Term, *facts: Any, **more: Any) -> Document:
    return inequality(sign, a, ZERO, a, *facts, **more)


def cover(term: Term, boxes: Any, variables: Any = None, **more: Any) -> Document:
    sides = variables or {"x": ["0", "2"], "t": ["0", "1"]}
    base = {"schema": "verify.claim/2", "kind": "cover", "facts": [], "indices": {}, "term": term}
    region = {"variables": sides, "order": list(sides), "boxes": boxes, "precision": 64}
    return {**base, **region, "sign": ">", **more}


def witness(fails: Any, holds: Any = (), values: Any = None, facts: Any = ()) -> Document:
    base = {"schema": "verify.claim/2", "kind": "witness", "facts": list(facts), "indices": {}}
    values = values or {"x": "1/4", "t": "2"}
    return {**base, "values": values, "facts_hold": list(holds), "fails": fails}


a, b, x, u, t = (["symbol", name] for name in "abxut")
X, Y, P = ["vector_symbol", "X"], ["vector_symbol", "Y"], ["operator", "P", True]
yi, yj = ["vector_item", "y", "i"], ["vector_item", "y", "j"]
rho = add(ONE, mul(t, u))
DISTINCT = ["distinct", "i", "j", {}]
UNIT = ["equation", inner(yi, yi), ONE, {"i": "tokens"}]
ROWS = ["equation", total(item("A", "i", "j"), ("j", ALL)), ONE, {"i": "tokens"}]
POSITIVE = known(">", item("p", "i"), i="tokens")
STEP, GROWTH = [["x", [], ONE]], [["x", [], x]]
LINES = [["y", ["@1"], ["vector_item", "Z", "@1"]]]
root, norm = raised(raised(x, 2), "1/2"), raised(mul(raised(a, 2), b), "1/2")
weights = total(item("p", "j"), ("j", ALL))
before = total(item("p", "j"), ("j", ["before", "tokens", "i"]))
cauchy = sub(mul(inner(X, X), inner(Y, Y)), raised(inner(X, Y), 2))
quarter = known("<", u, mul(PI, num("1/4")))
next_k, next_n = add(b, ONE), add(a, ONE)
pascal = (["binomial", next_n, next_k], add(["binomial", a, b], ["binomial", a, next_k]))
LEFT, RIGHT = [["0", "1"], ["0", "1"]], [["1", "2"], ["0", "1"]]
LOW, HIGH = [["1", "2"], ["0", "1/2"]], [["1", "2"], ["1/2", "1"]]


n, PLACE = ["symbol", "n"], ["place", "k"]
NATURAL = [["integer", n, ZERO, {}], [">=", n, ZERO, {}]]
GAUSS = mul(n, add(n, ONE), num("1/2"))


def upto(body: Term, last: Term, first: Term = ZERO) -> Term:
    return ["total", body, [["k", ["integers", first, last]]]]


def induction(left: Term, right: Term, *facts: Any, start: Any = 0, over: Any = "n") -> Document:
    claim = identity(left, right, *(facts or NATURAL))
    return {**claim, "kind": "induction", "over": over, "start": start}


def defined(*terms: Term, facts: Any = (), **more: Any) -> Document:
    return {**identity(ONE, ONE, *facts, **more), "kind": "defined", "terms": list(terms)}


def quality(kind: str, of: Term) -> Term:
    return [kind, of, ["identity"], {}]


def accepted(document: Any) -> bool:
    verdict = check(document)
    assert "malformed" not in verdict.reason, verdict.reason
    return verdict.accepted
