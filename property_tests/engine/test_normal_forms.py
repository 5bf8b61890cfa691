"""Normal forms as a notebook sets them: names are the papers', and no sum is misread."""

import pytest
import sympy as sp

import verify
from verify.algebra.atoms import Exponential, Gram, Member, Total, UpTo, Vec, index_symbol
from verify.render.normal_forms import letters, normal_form_latex

x, y, A, N, t = sp.symbols("x y A N t")
i, j, k = (index_symbol(name, "tokens") for name in ("i", "b0'", "b1'"))
f = sp.Function("lam", real=True)


@pytest.mark.parametrize(
    ("form", "latex"),
    [
        (Gram(x, A, y) ** 2, r"\left\langle x, A y \right\rangle^{2}"),
        (sp.Symbol("U^T") * Vec(A, x), r"U^{\top} A x"),
        (Exponential(t), "e^{t}"),
        (Exponential(t) ** 2, r"\left(e^{t}\right)^{2}"),
        (f(j) * f(i), r"\lambda_{j} \lambda_{i}"),
        (Total(f(j), j), r"\sum_{j} \lambda_{j}"),
        (Total(f(j), j) * f(i), r"\left(\sum_{j} \lambda_{j}\right) \lambda_{i}"),
        (Total(UpTo(i, j) * f(j), j), r"\sum_{j \le i} \lambda_{j}"),
        (Total(Member(N, i, j), j), r"\sum_{j \in N(i)} 1"),
        (UpTo(i, j), r"\mathbf{1}_{j \le i}"),
        (Total(UpTo(j, k) * f(k), j, k), r"\sum_{j} \sum_{k \le j} \lambda_{k}"),
        (
            Total(UpTo(k, j) * f(k), j, k),  # where the sum over j is written, no k is known
            r"\sum_{j} \sum_{k} \mathbf{1}_{j \le k} \lambda_{k}",
        ),
    ],
)
def test_a_form_is_set(form, latex):
    assert normal_form_latex(form) == latex


def test_indices_that_are_summed_over_get_letters_that_nothing_has():
    given = index_symbol("j", "tokens")
    shown = letters([Total(f(j) * f(k) * f(given), j, k)])
    assert shown[given] == "j" and len(set(shown.values())) == 3


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("A-T4.1", "margin rate"), ("A-T4.1++", "consensus system"), ("A-T5.2", "eq 18"),
        ("A-0", "velocity"), ("B-L3", "jacobian"), ("A-T3.1", "exponentials"),
        ("A-T5.2'", "one head"), ("B-L14", "spectrum"),
    ],
)  # fmt: skip
@pytest.mark.long
def test_what_a_step_derives_is_set_without_a_name_of_ours(statement, name):
    step = verify.step(statement, name)
    shown = [step.sympy()._repr_latex_(), step.claims()[0]._repr_latex_()]
    shown += [side._repr_latex_() for side in step.sympy()]  # each alone, as SymPy displays it
    for text in shown:
        assert text.startswith(r"$\displaystyle ") and text.count("{") == text.count("}")
        assert not [raw for raw in ("Gram", "Total", "Vec", "tokens", "b0'", "B'") if raw in text]


def test_both_sides_stay_sympys_own():
    (claim,) = verify.step("A-T4.1", "margin rate").claims()
    assert isinstance(claim.left, sp.Expr) and claim.left == claim.right
    (claim,) = verify.step("A-L5.1", "Lyapunov").claims()
    assert repr(claim) == "alpha_tilde*Gram(v, y)**2 - alpha_tilde <= m*Gram(v, y)**2 - m"
