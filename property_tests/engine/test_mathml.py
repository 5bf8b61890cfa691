"""MathML means what the formula says: read back, it has the value of the tree."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given

from property_tests.engine.test_formulas import VALUES, scalars, value
from verify.language.expressions import Relation
from verify.language.mistakes import Mistake
from verify.render.site.mathml import MathmlNotation, math, words_of_latex
from verify.vocabulary import *
from verify.writing.formulas import FormulaPrinter

ROWS = ("math", "mrow", "mstyle")
Element = ElementTree.Element


def mathml(formula):
    """A formula as a page has it."""
    printer = FormulaPrinter(MathmlNotation())
    return math((printer.relation if isinstance(formula, Relation) else printer.formula)(formula))


class Reader:
    """Reads MathML of arithmetic by its own rules: what stands side by side is multiplied."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.elements, self.at = list(elements), 0
        self.raised: list[Element] = []
        for place, element in reversed(list(enumerate(elements))):
            if element.tag == "msup" and element[0].text in (")", "|"):
                self.elements[place : place + 1] = element  # what closes, and the exponent
                self.raised.append(element[0])

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
            inside, last = self.sum(), self.elements[self.at]
            assert self.sign() == closing
            self.at += 1
            inside = inside if closing == ")" else abs(inside)
            if last not in self.raised:
                return inside
            self.at += 1
            return inside ** int(read(self.elements[self.at - 1]))
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
    (y[i] @ (W @ y[j]), "<msubsup><mi>y</mi><mrow><mi>i</mi></mrow><mrow><mo>⊤</mo></mrow>"),
    (norm(v, W), "<mi>‖</mi><mi>v</mi><msub><mi>‖</mi>"),
    (SUM, "<munder><mo>∑</mo><mrow><mi>i</mi></mrow></munder>"),
    (r * 2, "<mn>2</mn><msub><mi>λ</mi>"),
    (sin(r), '<mi>sin</mi><mspace width="0.167em" /><msub><mi>λ</mi>'),
    (1 - exp(-r), "<mi>e</mi><mrow><mo>−</mo><msub>"),
    (binomial(r, 2), '<mfrac linethickness="0">'),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "part"), SHOWN, ids=[part for _, part in SHOWN])
def test_formulas_are_set_as_they_are_in_print(formula: Scalar, part: str) -> None:
    written = mathml(formula)
    ElementTree.fromstring(written)
    assert part in written


@pytest.mark.parametrize(
    ("latex", "part"),
    [
        ("$x$ < 3 & more", "</math> &lt; 3 &amp; more"),
        ("$x < 3$", "<mo>&lt;</mo>"),
        (r"$\mathbb S \subset \mathcal E_{W}$", "<mi>𝕊</mi><mo>⊂</mo><msub><mi>ℰ</mi>"),
        (r"$(\begin{smallmatrix}1 \\ -4\end{smallmatrix})$", "<mtd><mo>−</mo><mn>4</mn></mtd>"),
        (r"$\cos^2 x$", '</msup><mspace width="0.167em" /><mi>x</mi>'),
        (r"$(x, \dots, y)$", "<mi>…</mi>"),
        ("$(-x)$", '(</mo><mo form="prefix">−</mo>'),
        ("$x > -1$", '&gt;</mo><mo form="prefix">−</mo>'),
    ],
)
def test_an_authors_latex_is_read(latex: str, part: str) -> None:
    written = words_of_latex(latex)
    ElementTree.fromstring(f"<p>{written}</p>")
    assert part in written


def test_a_term_goes_on_with_its_sign_between_two_terms() -> None:
    assert math("+ b", continued=True).startswith("<math><mrow /><mo>+</mo>")


@pytest.mark.parametrize("latex", ["x^", "}{"])
def test_latex_that_cannot_be_read_is_a_mistake(latex: str) -> None:
    with pytest.raises(Mistake, match="cannot be read"):
        math(latex)
