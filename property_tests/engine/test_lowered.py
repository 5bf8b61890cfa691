"""Sides in normal form, in coordinates, and as functions of arrays, at sizes that fit on a line."""

import numpy as np
import pytest
import sympy as sp

import verify
from property_tests.engine.small_lemmas import lemma_of
from verify.algebra.realise import FixedSizes
from verify.language.mistakes import Mistake
from verify.methods.derived import as_expression, derived_claims, written_out
from verify.methods.lowered import flatten
from verify.vocabulary import *


def small(given):
    x, c = given(any_scalar("x")), given(coefficients("c"))
    y, w = given(any_vectors("y")), given(any_weights("w"))
    A, W = given(any_operator("A")), given(symmetric_operator("W"))
    g, N = given(any_head_weights("g")), given(attention_mask("N"))
    i, j = tokens.any("i", "j")
    yield "A.", Identity((x + 1) ** 2, x**2 + 2 * x + 1, name="square")
    yield "B.", Inequality(x * x >= 2 * x - 1, because=(x - 1) ** 2, name="comparison")
    yield (
        "C.",
        Identity(
            total(w[i, j] * y[j] for j in tokens),
            total(y[j] * w[i, j] for j in tokens),
            name="mean",
        ),
    )
    yield "D.", Identity(y[i] @ A @ y[j], (A.T @ y[i]) @ y[j], name="form")
    yield "E.", Identity(y[i] @ W @ y[j], y[j] @ W @ y[i], name="symmetric")
    yield (
        "F.",
        Identity(
            total(g[a, i, j] for a in heads) - c[i],
            total(g[a, i, j] for a in heads) - c[i],
            name="sum",
        ),
    )
    yield "G.", Identity(N[i, j] * x, x * N[i, j], name="seen")
    yield "I.", Identity(2 * (A @ y[i]), A @ (2 * y[i]), name="image")


LEMMA = lemma_of(small)


def sides(name, backend="numpy", **arrays):
    return verify.step(LEMMA, name).lower(backend=backend)(**arrays)


def test_a_claim_is_read_into_two_sides_with_their_indices_and_their_sign():
    (found,) = derived_claims(LEMMA.said("comparison"))
    x = sp.Symbol("x", real=True)
    left, right = as_expression(found.left), as_expression(found.right)
    assert str(left - right) == str(sp.expand((x - 1) ** 2))
    assert (found.label, found.relation, found.indices) == ("comparison", ">=", ())
    (found,) = derived_claims(LEMMA.said("form"))
    assert (found.label, found.relation) == ("form", "=")
    assert found.indices == ("i:tokens", "j:tokens")
    assert str(as_expression(found.left)) == "Gram(y(i:tokens), A, y(j:tokens))"
    (found,) = derived_claims(LEMMA.said("image"))
    assert str(as_expression(found.left)) == "2*Vec(A, y(i:tokens))"
    (found,) = derived_claims(LEMMA.said("mean"))
    assert str(as_expression(found.left)).startswith("Total(Vec(y(B'")


def test_a_side_is_written_out_at_every_place_of_its_indices():
    (claim,) = derived_claims(LEMMA.said("form"))
    written = written_out(LEMMA.said("form"), claim, claim.left, FixedSizes(2, 1, 1))
    assert {place: str(entry) for place, entry in written.items()} == {
        (1, 1): "A_1_1*y_1_1**2", (1, 2): "A_1_1*y_1_1*y_2_1",
        (2, 1): "A_1_1*y_1_1*y_2_1", (2, 2): "A_1_1*y_2_1**2",
    }  # fmt: skip
    (claim,) = derived_claims(LEMMA.said("square"))
    written = written_out(LEMMA.said("square"), claim, claim.left, FixedSizes(2, 1, 1))
    assert str(written) == "x**2 + 2*x + 1"
    entries = {}
    for name in ("symmetric", "form"):
        (claim,) = derived_claims(LEMMA.said(name))
        cell = written_out(LEMMA.said(name), claim, claim.left, FixedSizes(1, 2, 1))[(1, 1)]
        entries[name] = {str(s) for s in cell.free_symbols if str(s)[0] in "AW"}
    assert entries["form"] == {"A_1_1", "A_1_2", "A_2_1", "A_2_2"}
    assert entries["symmetric"] == {"W_1_1", "W_1_2", "W_2_2"}  # of a pair one entry


def test_arrays_go_in_whole_and_values_come_out_by_their_places():
    y, w = [[1, 2], [3, 4]], [[1, 10], [100, 1000]]
    left, right = sides("mean", y=np.array(y), w=np.array(w))
    wanted = {(1,): [31, 42], (2,): [3100, 4200]}
    assert {place: [float(x) for x in vector] for place, vector in left.items()} == wanted
    assert {place: [float(x) for x in vector] for place, vector in right.items()} == wanted
    left, _ = sides("form", y=[[1, 2], [3, 4]], A=[[0, 1], [0, 0]])
    assert {k: float(v) for k, v in left.items()} == {
        (1, 1): 2, (1, 2): 4, (2, 1): 6, (2, 2): 12
    }  # fmt: skip
    left, right = sides("square", x=3)
    assert float(left) == float(right) == 16


def test_sizes_are_read_off_the_arrays_heads_and_masks_included():
    g = [[[1, 2], [3, 4]], [[10, 20], [30, 40]], [[100, 200], [300, 400]]]
    left, _ = sides("sum", g=g, c=[1, 2])
    assert {k: float(v) for k, v in left.items()} == {
        (1, 1): 110, (1, 2): 221, (2, 1): 331, (2, 2): 442
    }  # fmt: skip
    left, _ = sides("seen", N=[[1, 0], [1, 1]], x=5)
    assert {k: float(v) for k, v in left.items()} == {
        (1, 1): 5, (1, 2): 0, (2, 1): 5, (2, 2): 5
    }  # fmt: skip


@pytest.mark.parametrize(("name", "arrays", "says"), [
    ("square", {"z": 1}, "unknown argument 'z'; use "),
    ("square", {"xx": 1}, "unknown argument 'xx'; did you mean 'x'"),
    ("square", {}, "x is missing; give x=... with the full shape"),
    ("mean", {"y": [[1, 2]]}, "w_1_1 is missing; give w=... with the full shape"),
    ("square", {"x": [1]}, "x has the shape (1,); give one of a number"),
    ("form", {"A": [1, 2]}, "A has the shape (2,); give one (dimension, dimension)"),
    ("mean", {"y": [1, 2]}, "y has the shape (2,); give one (tokens, dimension)"),
    ("mean", {"w": 3}, "w has the shape (); give one (tokens, tokens)"),
    ("seen", {"N": [1]}, "N has the shape (1,); give one (tokens, tokens)"),
    ("sum", {"g": [[1]]}, "g has the shape (1, 1); give one (heads, tokens, tokens)"),
    ("mean", {"y": [[1, 2]], "w": [[1, 2], [3, 4]]},
     "w has the shape (2, 2), but y implies tokens = 1; give w the shape (tokens, tokens)"),
    ("form", {"A": [[1, 2]]},
     "A has the shape (1, 2), but A implies dimension = 1; "
     "give A the shape (dimension, dimension)"),
], ids=["another", "near", "nothing", "part", "a number", "an operator", "vectors", "weights",
        "a mask", "heads", "two sizes", "not square"])  # fmt: skip
def test_arrays_of_another_shape_are_one_line(name, arrays, says):
    with pytest.raises(Mistake) as told:
        sides(name, **arrays)
    assert str(told.value).startswith(says)


def test_values_along_modes_have_the_dimension_of_the_space():
    def body(given):
        k = modes.any("k")
        a = given(coefficients("a", over="modes"))
        yield "A.", Identity(2 * a[k], a[k] + a[k], name="twice")

    left, _ = verify.step(lemma_of(body), "twice").lower()(a=[1, 2, 3])
    assert {place: float(found) for place, found in left.items()} == {(1,): 2, (2,): 4, (3,): 6}


def test_entries_are_named_by_their_places_counted_from_one():
    assert flatten({"y": [[5, 6]], "x": 7, "g": [[[Fraction(1, 2)]]]}) == {
        "y_1_1": 5, "y_1_2": 6, "x": 7, "g_1_1_1": Fraction(1, 2)
    }  # fmt: skip
    assert flatten({"v": np.array([1, 2])}) == {"v_1": 1, "v_2": 2}
    assert flatten({"empty": []}) == {}
