"""What each term and fact of a document is read as, and how deep terms may be nested."""

from fractions import Fraction
from typing import Any

import pytest

from property_tests.engine.checker_words import ALL, ONE, num, raised, x
from verify.checker.parsing import fact, indices_of, kind_of, local, relation, term
from verify.checker.trees import Refused, Tree

HALF = Fraction(1, 2)


GIVEN = Tree("given", "tokens", (), 0)
J = Tree("given", "tokens", (), 1)
SCOPE = {"i": GIVEN, "j": J}
X, MINUS, UNITY = Tree("symbol", "", (Tree("x"),)), Tree("number", "", (), -1), Tree("number")
V = Tree("vector_symbol", "", (Tree("v"),))
ANY, VECTOR = ["vector_symbol", "v"], ["vector_item", "y", "i"]


def level(n: int, sort: str = "tokens") -> Tree:
    return Tree("local", sort, (), n)


def index_of(head: str, *parts: Tree) -> Tree:
    return Tree(head, "", parts)


def c(k: Tree) -> Tree:
    return index_of("item", Tree("c"), k)


def over(span: Any) -> Any:
    return ["total", ["item", "c", "k"], [["k", span]]]


K = level(0)
BARE = level(0, "")
READ = {
    "number": (num("-3/6"), Tree("number", "", (), Fraction(-1, 2))),
    "may not be an integer": (num("4/2"), Tree("number", "", (), 2)),
    "size": (["size", "heads"], index_of("size", Tree("heads"))),
    "item": (["item", "c", "i"], c(GIVEN)),
    "token": (["item", "c", 2], c(Tree("token", "", (), 2))),
    "member": (["member", "M", "i", "j"], index_of("member", Tree("M"), GIVEN, J)),
    "inner": (["inner", ANY, VECTOR],
              index_of("inner", V, index_of("vector_item", Tree("y"), GIVEN))),
    "power": (raised(x, "3/2"), Tree("power", "", (X,), Fraction(3, 2))),
    "absolute": (["absolute", x], Tree("power", "", (Tree("power", "", (X,), 2),), HALF)),
    "function": (["function", "log", x], Tree("function", "log", (X,))),
    "all": (over(ALL), index_of("total", K, UNITY, c(K))),
    "before": (over(["before", "tokens", "i"]),
               index_of("total", K, index_of("before", BARE, GIVEN), c(K))),
    "up to": (over(["up_to", "tokens", "i"]),
              index_of("total", K, index_of("add", index_of("before", BARE, GIVEN),
                                            index_of("delta", BARE, GIVEN)), c(K))),
    "seen": (over(["seen", "tokens", "i", "M"]),
             index_of("total", K, index_of("member", Tree("M"), GIVEN, BARE), c(K))),
    "but": (over(["but", ALL, "i"]),
            index_of("total", K, index_of("multiply", UNITY, index_of(
                "add", UNITY, index_of("multiply", MINUS, index_of("delta", BARE, GIVEN)))), c(K))),
    "integers": (["total", ["place", "k"], [["k", ["integers", num(-1), x]]]],
                 index_of("series", level(0, "integers"), MINUS, X,
                          index_of("place", level(0, "integers")))),
    "largest": (["largest", ["item", "c", "k"], [["k", ALL]]], index_of("largest", K, UNITY, c(K))),
    "at": (["at", x, [["x", ONE]]], index_of("at", X, Tree("put", "symbol", (Tree("x"), UNITY)))),
    "rate": (["rate", x, [["x", [], x]]],
             index_of("rate", X, Tree("move", "symbol", (Tree("x"), index_of("function_of", X),
                                                         index_of("function_of", X))))),
    "rate of items": (
        ["rate", x, [["c", ["@"], x]]],
        index_of("rate", X, Tree("move", "item", (
            Tree("c"), index_of("function_of", c(BARE), BARE), index_of("function_of", X, BARE))))),
    "rate of vectors": (
        ["rate", x, [["y", ["@"], ANY]]],
        index_of("rate", X, Tree("move", "vector_item", (
            Tree("y"), index_of("function_of", index_of("vector_item", Tree("y"), BARE), BARE),
            index_of("function_of", V, BARE))))),
}  # fmt: skip
READ_AS_VECTORS = {
    "sum": (["vector_add", ANY, ANY], index_of("add", V, V)),
    "scale": (["scale", x, ANY], index_of("multiply", X, V)),
    "total": (["vector_total", VECTOR, [["k", ALL]]],
              index_of("total", K, UNITY, index_of("vector_item", Tree("y"), GIVEN))),
    "rate": (["vector_rate", ANY, [["x", [], x]]],
             index_of("rate", V, Tree("move", "symbol", (
                 Tree("x"), index_of("function_of", X), index_of("function_of", X))))),
    "differential": (
        ["differential", ANY, "y",
         ["p", ["vector_item", "u", "p"]], ["q", ["vector_item", "w", "q"]]],
        index_of("rate", V, Tree("move", "vector_item", (
            Tree("y"), index_of("function_of", index_of("vector_item", Tree("w"), BARE), BARE),
            index_of("function_of", index_of("vector_item", Tree("u"), BARE), BARE))))),
    "apply": (["apply", ["product", ["operator", "P", True], ["operator", "A", False]], ANY],
              index_of("apply", index_of("product", Tree("operator", "P", (), 0),
                                         Tree("operator", "A", (), 1)), V)),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_scalar_is_read_as_this_tree(name):
    assert term(READ[name][0], "s", SCOPE) == READ[name][1]
    assert kind_of(READ[name][0]) == "s"


@pytest.mark.parametrize("name", READ_AS_VECTORS)
def test_a_vector_is_read_as_this_tree(name):
    assert term(READ_AS_VECTORS[name][0], "v", SCOPE) == READ_AS_VECTORS[name][1]
    assert kind_of(READ_AS_VECTORS[name][0]) == "v"


def test_facts_are_read_with_their_indices_as_variables():
    first, second = (Tree("variable", "tokens", (), n) for n in range(2))
    sorts = {"q": "tokens", "r": "tokens"}
    read = {
        "equation": (["equation", ["item", "c", "q"], x, sorts], (c(first), X)),
        "integer": (["integer", x, num(0), {}], (X,)),
        "vector_equation": (["vector_equation", ANY, ["zero"], {}], (V, Tree("zero"))),
        "operator_equation": (["operator_equation", ["identity"], ["identity"], {}],
                              (Tree("identity"), Tree("identity"))),
        "symmetric": (["symmetric", ["identity"], ["identity"], {}], (Tree("identity"),)),
        "distinct": (["distinct", "q", "r", sorts], (first, second)),
        "before": (["before", "i", "j", {}], (GIVEN, J)),
    }  # fmt: skip
    for kind, (document, parts) in read.items():
        assert fact(document, SCOPE) == Tree(kind, "", parts)
    zero = Tree("number", "", (), 0)
    for sign, swapped in ((">", False), (">=", False), ("!=", False), ("<", True), ("<=", True)):
        sides = (zero, X) if swapped else (X, zero)
        assert relation([sign, x, num(0)], {}) == Tree(sign.replace("<", ">"), "", sides)
        assert fact([sign, x, num(0), {}], {}) == Tree(sign.replace("<", ">"), "", sides)
    assert indices_of({"i": "tokens", "j": "tokens"}) == SCOPE
    assert local({}) == level(0, "")
    assert local({"i": GIVEN, "k": level(4)}) == level(5, "")


BAD: list[tuple[Any, str, Any]] = [
    (["number", "1.5"], "s", "1.5"), (["number", "1/0"], "s", "1/0"), (["number", 1], "s", 1),
    (["number", "1/00"], "s", "1/00"), (["number", "1" * 1000], "s", None),
    (["symbol", 1], "s", 1), (["size", "rooms"], "s", "rooms"), (["item", "c", "z"], "s", "z"),
    (["item", "c", 0], "s", 0), (["item", "c", True], "s", True), (["item", "c", -1], "s", -1),
    (["vowel", x], "s", ["vowel", x]), (ANY, "s", ANY), (x, "v", x), (x, "o", x), ([], "s", []),
    (["add", x], "s", ["add", x]), (["add", x, x, x], "s", None), (["power", x], "s", None),
    (["pi", x], "s", ["pi", x]), (["function", "erf", x], "s", "erf"),
    (["operator", "P", 1], "o", None),
    (["total", x, [["k"]]], "s", ["k"]), (["total", x, [["k", ALL, ALL]]], "s", None),
    (["total", x, [["k", ["each", "tokens"]]]], "s", ["each", "tokens"]),
    (["total", x, [["k", ["integers", x]]]], "s", ["integers", x]),
    (["largest", x, [["k", ["integers", x, x]]]], "s", ["integers", x, x]),
    (["at", x, [["x", x, x]]], "s", ["x", x, x]), (["rate", x, [["x", []]]], "s", ["x", []]),
    (["rate", x, [["c", ["@", "@"], x]]], "s", None), (["add", x, 7], "s", 7),
    (["item", "c", "k"], "s", "k"), (["total", ["item", "c", "l"], [["k", ALL]]], "s", "l"),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(BAD)))
def test_what_is_no_term_is_refused_and_told(place):
    document, wanted, told = BAD[place]
    with pytest.raises(Refused) as refused:
        term(document, wanted, SCOPE)
    if told is not None and len(repr(told)) < 25:
        assert str(refused.value).startswith(repr(told))


@pytest.mark.parametrize(
    "document",
    [
        ["equation", x, x], ["equation", x, x, {}, {}], [1, x, x, {}], ["equation", x, x, []],
        ["wise", x, x, {}], ["symmetric", x, x, {}], ["integer", ANY, x, {}], ["o", x, x, {}],
        ["equation", x, x, {"q": "rooms"}], ["distinct", "i", "z", {}], [[], x, x, {}],
    ],
)  # fmt: skip
def test_what_is_no_fact_is_refused(document):
    with pytest.raises(Refused):
        fact(document, SCOPE)


def nested(depth: int, inside: Any = x) -> Any:
    for _ in range(depth):
        inside = ["add", inside, x]
    return inside


DEEP = {  # a term around another one, and how many levels deeper it makes that
    "itself": (lambda a: a, 0),
    "power": (lambda a: raised(a, 2), 1),
    "function": (lambda a: ["function", "exp", a], 1),
    "total": (lambda a: ["total", a, [["k", ALL]]], 2),
    "two totals": (lambda a: ["total", a, [["k", ALL], ["l", ALL]]], 3),
    "end": (lambda a: ["total", x, [["k", ["integers", a, x]]]], 1),
    "put": (lambda a: ["at", x, [["x", a]]], 1),
    "rate": (lambda a: ["rate", a, []], 1),
    "velocity": (lambda a: ["rate", x, [["x", [], a]]], 1),
    "differential": (lambda a: ["inner", differential(["scale", a, ANY], ANY), ANY], 3),
    "along": (lambda a: ["inner", differential(ANY, ["scale", a, ANY]), ANY], 3),
}


def differential(of: Any, along: Any) -> Any:
    return ["differential", of, "y", ["p", along], ["q", ANY]]


@pytest.mark.parametrize("name", DEEP)
def test_every_kind_of_nesting_counts(name):
    """Terms may be 150 levels deep, however they are nested."""
    wrapped, own = DEEP[name]
    term(wrapped(nested(148 - own)), "s", SCOPE)
    with pytest.raises(Refused):
        term(wrapped(nested(149 - own)), "s", SCOPE)


def test_ranges_may_be_nested_as_deep():
    span: Any = ALL
    for _ in range(148):
        span = ["but", span, "i"]
    term(over(span), "s", SCOPE)
    with pytest.raises(Refused):
        term(over(["but", ["but", span, "i"], "i"]), "s", SCOPE)
