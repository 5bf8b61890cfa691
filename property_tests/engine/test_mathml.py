"""MathML means what the formula says: read back, it has the value of the tree."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given

from property_tests.engine.test_formulas import VALUES, scalars, value
from verify.language.expressions import Relation, as_scalar
from verify.render.site.mathml import MathmlNotation, math, words_of_latex
from verify.vocabulary import *
from verify.writing.formulas import FormulaPrinter

ROWS = ("math", "mrow")
Element = ElementTree.Element


def mathml(formula):
    """A formula as a page has it."""
    printer = FormulaPrinter(MathmlNotation())
    return math((printer.relation if isinstance(formula, Relation) else printer.formula)(formula))


class Reader:
    """Reads MathML of arithmetic by its own rules: what stands side by side is multiplied."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.elements, self.at = list(elements), 0

    def sign(self) -> str:
        """The operator or the bracket that stands here, or nothing."""
        here = self.elements[self.at] if self.at < len(self.elements) else None
        text = "" if here is None else here.text or ""
        return text if here is not None and (here.tag == "mo" or text in tuple("()|/")) else ""

    def whole(self) -> Fraction:
        out = self.sum()
        assert self.at == len(self.elements)
        return out

    def sum(self) -> Fraction:
        out = Fraction(0)
        first = True
        while first or self.sign() in ("+", "−"):
            negative = self.sign() == "−"
            self.at += self.sign() in ("+", "−")
            out += -self.product() if negative else self.product()
            first = False
        return out

    def product(self) -> Fraction:
        out = self.factor()
        while self.at < len(self.elements) and self.sign() not in ("+", "−", ")", "|"):
            if self.sign() in ("·",) or self.elements[self.at].tag == "mspace":
                self.at += 1
            else:
                out *= self.factor()
        return out

    def factor(self) -> Fraction:
        if self.sign() in ("(", "|"):
            closing = {"(": ")", "|": "|"}[self.sign()]
            self.at += 1
            inside = self.sum()
            assert self.sign() == closing
            self.at += 1
            return inside if closing == ")" else abs(inside)
        self.at += 1
        return read(self.elements[self.at - 1])


def read(element: Element) -> Fraction:
    """The value of one element."""
    if element.tag in ROWS:
        return Reader(list(element)).whole()
    if element.tag == "mn":
        return Fraction(element.text or "")
    if element.tag == "mi":
        return VALUES[element.text or ""]
    if element.tag == "mfrac":
        return read(element[0]) / read(element[1])
    assert element.tag == "msup", element.tag
    return read(element[0]) ** int(read(element[1]))


@given(scalars)
def test_mathml_has_the_value_of_its_tree(node: Scalar) -> None:
    try:
        wanted = value(node)
    except ZeroDivisionError:
        assume(False)
    assert read(ElementTree.fromstring(mathml(node))) == wanted


W = positive_definite("W").introduces
P = any_operator("P").introduces
y, v = any_vectors("y").introduces, any_vector("v").introduces
r = any_scalar("lam_r", latex=r"\lambda_r").introduces
i, j = tokens.any("i", "j")
SUM = total(y[i] @ y[j] for i in tokens)
SHOWN = [
    (y[i] @ (W @ y[j]), "<msubsup><mi>y</mi><mi>i</mi><mo>⊤</mo></msubsup><mi>W</mi>"),
    (norm(v, W), "<msub><mrow><mo>‖</mo><mi>v</mi><mo>‖</mo></mrow><mi>W</mi></msub>"),
    (SUM, "<munder><mo>∑</mo><mi>i</mi></munder>"),
    (P.T @ v, "<msup><mi>P</mi><mo>⊤</mo></msup><mi>v</mi>"),
    (r * 2, "<mn>2</mn><msub><mi>λ</mi><mi>r</mi></msub>"),
    (square_root(r), "<msqrt><msub><mi>λ</mi><mi>r</mi></msub></msqrt>"),
    (sin(r), '<mi>sin</mi><mspace width=".17em"/><msub><mi>λ</mi><mi>r</mi></msub>'),
    (exp(-r), "<msup><mi>e</mi><mrow><mo>−</mo><msub>"),
    (binomial(r, 2), '<mfrac linethickness="0">'),
    (pi() / 2, "<mfrac><mi>π</mi><mn>2</mn></mfrac>"),
    (as_scalar(Fraction(1, 2)), '<mfrac displaystyle="false"><mn>1</mn><mn>2</mn></mfrac>'),
]


@pytest.mark.parametrize(("formula", "part"), SHOWN, ids=[part for _, part in SHOWN])
def test_formulas_are_set_as_they_are_in_print(formula: Scalar, part: str) -> None:
    written = mathml(formula)
    ElementTree.fromstring(written)
    assert part in written


@pytest.mark.parametrize(
    ("latex", "part"),
    [
        ("$x$ < 3 & more", "</math> &lt; 3 &amp; more"),
        (r"$\tilde\alpha$", '<mover accent="true"><mi>α</mi>'),
        (r"$x_1^2$", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        (r"$\mathbb S \subset \mathcal E_{W}$", "<mi>𝕊</mi><mo>⊂</mo><msub><mi>ℰ</mi><mi>W</mi>"),
        (r"$\sum_{j \in N(i)} a$", "<munder><mo>∑</mo><mrow><mi>j</mi><mo>∈</mo>"),
        (r"$[0, \infty)$", '<mi>[</mi><mn>0</mn><mo>,</mo><mi>∞</mi>'),
        (r"$\frac12\,x'$", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (r"$(\begin{smallmatrix}1 \\ -4\end{smallmatrix})$", "<mtd><mo>−</mo><mn>4</mn></mtd>"),
        (r"$\mathrm{tr}\,A \ne \text{nothing}$", "<mi>tr</mi>"),
        (r"$a}b{c$", "<mi>a</mi><mi>b</mi><mi>c</mi>"),
        (r"$x^$ and $\frac{1}$", "<msup><mi>x</mi><mrow></mrow></msup>"),
    ],
)  # fmt: skip
def test_an_authors_latex_is_read(latex: str, part: str) -> None:
    written = words_of_latex(latex)
    ElementTree.fromstring(f"<p>{written}</p>")
    assert part in written
