"""A formula or a comparison in each notation, abbreviations by their names."""

from verify.render.latex_formulas import LatexNotation
from verify.render.unicode_formulas import UnicodeNotation
from verify.writing.formulas import FormulaPrinter


def latex(formula):
    return FormulaPrinter(LatexNotation()).thing(formula)


def text(formula):
    return FormulaPrinter(UnicodeNotation()).thing(formula)
