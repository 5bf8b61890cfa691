"""Printed formulas mean what they say: read back, they have the value of the tree."""

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from printed_formulas import latex, text

from verify.language.expressions import as_scalar
from verify.render.latex_layout import display_rows
from verify.render.symbols import SUPERSCRIPTS
from verify.vocabulary import *
from verify.writing.definitions import Display

VALUES = {"a": Fraction(2, 3), "b": Fraction(5), "c": Fraction(-7, 2), "x": Fraction(11, 13)}
LETTERS = {name: any_scalar(name).introduces for name in VALUES}

numbers = st.fractions(-6, 6, max_denominator=6).map(as_scalar)
letters = st.sampled_from(sorted(LETTERS)).map(LETTERS.__getitem__)


def _above(inner: st.SearchStrategy[Scalar]) -> st.SearchStrategy[Scalar]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / p[1]),
        inner.map(lambda e: -e),
        st.tuples(inner, st.sampled_from([2, 3, -1, -2])).map(lambda p: p[0] ** p[1]),
    )


scalars = st.recursive(letters | numbers, _above, max_leaves=9)


def value(node: Scalar) -> Fraction:
    """The value of a tree, by its definition."""
    op, args = node.op, node.args
    if op == "number":
        return args[0]
    if op == "symbol":
        return VALUES[args[0].name]
    if op == "power":
        return value(args[0]) ** int(args[1])
    left, right = (value(part) for part in args)
    return left + right if op == "add" else left * right


def read(printed: str) -> Fraction:
    """Read a formula as products from left to right, quotients by / and small exponents."""
    printed = printed.replace("−", "-").replace("·", " ")
    for small, plain in SUPERSCRIPTS.items():
        printed = printed.replace(plain, f"^{{{small}}}")
    printed = printed.replace("}^{", "")  # of one exponent
    printed = re.sub(r"\\left|\\right|\\,|\\cdot", " ", printed.replace(r"\tfrac", r"\frac"))
    printed = re.sub(r"\^\{([^{}]*)\}", r"**(\1)", printed)
    while r"\frac" in printed:
        printed = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", printed)
    found = re.findall(r"\d+|[a-z]|\*\*|[-+/()]", printed)
    assert "".join(found) == printed.replace(" ", "")
    out = ""
    for token in found:
        joins = (token.isalnum() or token == "(") and (out[-1:].isalnum() or out[-1:] == ")")
        out += ("*" if joins else "") + (f"Q({token})" if token.isdigit() else token)
    return Fraction(eval(out, {"Q": Fraction}, VALUES))


@given(scalars)
def test_what_is_printed_reads_back_as_the_same_number(formula):
    try:
        expected = value(formula)
    except ZeroDivisionError:
        assume(False)
    for printed in (text(formula), latex(formula)):
        try:
            found = read(printed)
        except ZeroDivisionError:
            assume(False)
        assert found == expected, printed


W = positive_definite("W").introduces
A, U = any_operator("A").introduces, any_operator("U").introduces
x, y = any_vector("x").introduces, any_vector("y").introduces
z = any_vectors("z").introduces
alpha = nonnegative_weights("alpha").introduces
N = attention_mask("N").introduces
tau, theta = any_scalar("tau").introduces, any_scalar("theta").introduces
lam_r, mu_plus = any_scalar("lam_r").introduces, any_scalar("mu_plus").introduces
i, j = tokens.any("i", "j")
k = modes.any("k")
s = let("s", lambda i: x @ z[i])
n, d = tokens.count, modes.count
flow = attention_flow(z, weights=alpha)
turning = motion({theta: -sin(theta)})


@pytest.mark.parametrize(
    ("formula", "unicode", "tex"),
    [
        (x @ W @ y, "xᵀ W y", r"x^{\top} W y"),
        (x @ A.T @ (U @ y), "xᵀ Aᵀ U y", r"x^{\top} A^{\top} U y"),
        ((A @ x) @ y, "xᵀ Aᵀ y", r"x^{\top} A^{\top} y"),
        (x @ ((A @ U @ A) @ y), "xᵀ A U A y", r"x^{\top} A U A y"),
        ((x + y) @ (W @ (x - y)), "(x + y)ᵀ W (x − y)", r"(x + y)^{\top} W(x - y)"),
        (((A - 2 * U) @ x), "(A − 2 U) x", r"(A - 2 U)\,x"),
        ((x @ y) * x, "(xᵀ y) x", r"(x^{\top} y)\,x"),
        (x / norm(x, W), "x/‖x‖_W", r"\frac{x}{\|x\|_{W}}"),
        (tau / n * (W @ x), "(τ/n) W x", r"\frac{\tau}{n}\,W x"),
        (norm(x) ** 2, "‖x‖²", r"\|x\|^{2}"),
        (square_root(2), "√2", r"\sqrt{2}"),
        (absolute(lam_r), "|λᵣ|", r"|\lambda_{r}|"),
        (1 + tau * mu_plus, "1 + τ μ₊", r"1 + \tau \mu_{+}"),
        (total(alpha[i, j] * z[j] for j in tokens), "Σⱼ αᵢⱼ zⱼ", r"\sum_{j} \alpha_{ij} z_{j}"),
        (total(z[j] for j in tokens.before(i)), "Σ_{j<i} zⱼ", r"\sum_{j < i} z_{j}"),
        (total(z[j] for j in tokens.up_to(i)), "Σ_{j≤i} zⱼ", r"\sum_{j \le i} z_{j}"),
        (total(z[j] for j in tokens.but(i)), "Σ_{j≠i} zⱼ", r"\sum_{j \ne i} z_{j}"),
        (total(z[j] for j in tokens.seen_by(i, N)), "Σ_{j∈N(i)} zⱼ", r"\sum_{j \in N(i)} z_{j}"),
        (
            total(binomial(n, m) for m in integers(0, n)),
            "Σ_{m=0…n} C(n, m)",
            r"\sum_{m = 0}^{n} \binom{n}{m}",
        ),
        (total(tau * 2 for j in tokens) / 2, "(1/2) Σⱼ 2 τ", r"\frac{1}{2} \sum_{j} 2 \tau"),
        (total(tau for j in tokens) * tau, "(Σⱼ τ) τ", r"\left(\sum_{j} \tau\right)\,\tau"),
        (rate(z[i], flow), "żᵢ", r"\dot{z}_{i}"),
        (rate(s[i], flow), "ṡᵢ", r"\dot{s}_{i}"),
        (rate(s[i] ** 2, flow), "d/dt(sᵢ²)", r"\frac{d}{dt}\,s_{i}^{2}"),
        (rate(x @ x, straight_line(x, y)), "D_y (xᵀ x)", r"\mathrm{D}_{y}\,(x^{\top} x)"),
        (
            at(rate(theta, turning), {theta: 0}),
            "θ̇|_{θ = 0}",
            r"\left.\dot{\theta}\right|_{\theta = 0}",
        ),
        (same(i, j) * tau, "δᵢⱼ τ", r"\delta_{ij} \tau"),
        (exp(x @ y), "exp(xᵀ y)", r"e^{x^{\top} y}"),
        (cos(2 * theta) * sin(theta) ** 2, "cos(2 θ) sin²(θ)", r"\cos(2 \theta) \sin^{2} \theta"),
        (sin(theta) * (1 + tau), "sin(θ) (1 + τ)", r"\sin(\theta)\,(1 + \tau)"),
        (power(2, n), "2ⁿ", r"2^{n}"),
        (pi() / 4, "π/4", r"\frac{\pi}{4}"),
        (2 * tau / (3 * n), "2 τ/(3 n)", r"\frac{2 \tau}{3 n}"),
        (Fraction(1, 2) * (1 - tau), "(1/2)(1 − τ)", r"\tfrac{1}{2}(1 - \tau)"),
        (n * (d - 1), "n (d − 1)", r"n(d - 1)"),
        (-(tau - 1), "−(τ − 1)", r"-(\tau - 1)"),
        (0 * x, "0", "0"),
        (tau - 0, "τ", r"\tau"),
        (z[1] + z[2], "z₁ + z₂", r"z_{1} + z_{2}"),
        (alpha[2, 1] * tau, "α_{2, 1} τ", r"\alpha_{2,1} \tau"),
    ],
)
def test_formulas_look_as_a_mathematician_writes_them(formula, unicode, tex):
    assert (text(formula), latex(formula)) == (unicode, tex)


def test_a_bound_index_never_reads_as_another_one():
    inner = total(alpha[i, j] * total(alpha[j, i] for i in tokens) for j in tokens)
    assert text(inner) == "Σⱼ αᵢⱼ Σₖ αⱼₖ"  # the inner i is not the outer one, which is free ...
    captured = let("w", lambda j: total(alpha[i, k] * z[k] for k in tokens))
    outer = tokens.any("k")
    both = total((z[outer] @ captured.body(j)) * alpha[outer, m] for m in tokens)
    assert text(both) == "Σₘ (zₖᵀ Σⱼ αᵢⱼ zⱼ) αₖₘ"  # and k, which is free beside it, neither
    free = total(alpha[outer, k] for k in tokens)  # ... but k is free here
    assert text(free) == "Σⱼ αₖⱼ"


def test_an_authors_own_latex_wins_in_both_notations():
    own = any_scalar("Ptilde", latex=r"\tilde{P}").introduces
    assert latex(own * tau) == r"\tilde{P} \tau"
    assert text(own * tau) == "P̃ τ"


@given(st.lists(scalars, min_size=2, max_size=7))
@example([LETTERS["a"], 2 * power(3, LETTERS["b"]), -2 * (LETTERS["a"] + 1)])
def test_a_formula_broken_into_lines_loses_nothing(parts):
    formula = latex(sum(parts[1:], start=parts[0]))
    lines = display_rows(Display(formula), 12)
    whole = " ".join(line.removeprefix("&").removeprefix(r"\qquad ") for line in lines)
    assert whole.replace("{-}", "-") == formula
    for line in lines:
        assert line.count("{") == line.count("}")
        assert line.count(r"\left") == line.count(r"\right")
    assert "".join(lines).count("(") == "".join(lines).count(")")


def test_a_deep_formula_is_read_once_at_each_depth():
    s, t = any_scalar("s").introduces, any_scalar("t").introduces
    deep = s
    for _ in range(60):  # twice at each depth would not end
        deep = sin(deep) + t
    for shown in (text(deep), latex(deep)):
        assert shown.count("sin") == 60


def test_a_long_vector_divided_by_its_length_is_written_once_and_a_short_one_as_it_is():
    x, F, W = any_vectors("x").introduces, any_operator("F").introduces, positive_definite("W")
    i = tokens.any("i")
    a, tau = nonnegative_weights("a").introduces, any_scalar("tau").introduces
    metric = W.introduces
    moved = x[i] + tau * (F @ total(a[i, j] * x[j] for j in tokens)) + tau**2 * (F @ x[i])
    assert text(x[i] / norm(x[i])) == "xᵢ/‖xᵢ‖"
    assert text(moved / norm(moved)) == f"unit({text(moved)})"
    assert text(moved / norm(moved, metric=metric)) == f"unit_W({text(moved)})"
    other = moved + x[i]
    assert "unit" not in text(other / norm(moved)) + text(moved / norm(moved) ** 2)
