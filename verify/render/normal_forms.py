r"""Normal forms as a notebook sets them: SymPy expressions in inner products and sums, in LaTeX.

    Gram(x, A, y)           \langle x, A y \rangle
    Total(e, k)             \sum_k e, where a mask or an order in e is a range of the sum
    Vec(A, x)               A x
    alpha(i:tokens, ...)    \alpha_{i ...}

SymPy asks an expression's own atoms how they are set, and theirs say it here, as this is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from verify.algebra.atoms import (
    OWN,
    Binomial,
    Exponential,
    FamilyMember,
    Gram,
    Member,
    Total,
    UpTo,
    Vec,
    is_index,
    sort_of,
)
from verify.methods.derived import Derived, Sides, as_expression
from verify.methods.written import LayerDerivative, Rate
from verify.render.latex_formulas import LatexNotation
from verify.statements.displayed import as_latex, as_text

NOTATION = LatexNotation()
LETTERS = {"heads": "abc", "modes": "klmpq"}  # for indices that are summed over, by their sort
OTHERS = "jklmpqrst"  # for those of any other sort


def letters(expressions: Iterable[sp.Basic]) -> dict[sp.Symbol, str]:
    """Return how each index is written: a given one by its name, the others by spare letters."""
    found = {k for e in expressions for k in e.free_symbols | e.atoms(sp.Symbol) if is_index(k)}
    names = {k: str(k.name).split(":")[0] for k in sorted(found, key=lambda k: str(k.name))}
    shown = {k: name for k, name in names.items() if len(name) == 1}
    taken = set(shown.values())
    for k, name in names.items():
        if k not in shown:
            spare = [
                c for c in ("" if name.endswith(OWN) else "i") + LETTERS.get(sort_of(k), OTHERS)
            ]
            shown[k] = next((c for c in spare if c not in taken), f"k_{{{len(taken)}}}")
            taken.add(shown[k])
    return shown


class NormalFormPrinter(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer, with indices, names, inner products and sums as the papers write them."""

    def __init__(self, shown: dict[sp.Symbol, str]) -> None:
        super().__init__()
        self.shown = shown

    def _print_Symbol(self, symbol: sp.Symbol, style: str = "plain") -> str:
        return self.shown.get(symbol) or self._name(str(symbol.name), ())

    def _name(self, name: str, indices: Sequence[sp.Basic]) -> str:
        adjoint = name.endswith("^T")
        places = [self._print(k) for k in indices]
        text = NOTATION.name(name.removesuffix("^T"), places).text
        return rf"{text}^{{\top}}" if adjoint else text

    def _print_AppliedUndef(self, atom: Any, exp: str | None = None) -> str:
        if isinstance(atom, Exponential):
            text = f"e^{{{self._print(atom.args[0])}}}"
            return rf"\left({text}\right)^{{{exp}}}" if exp else text
        if atom.func == Gram:
            first, *rest = atom.args
            parts = [self._print(rest[0])] if len(rest) == 1 else map(self._factor, rest)
            inner = f"{self._print(first)}, {' '.join(parts)}"
            return _raised(rf"\left\langle {inner} \right\rangle", exp)
        if atom.func == Total:
            return rf"\left({self._total(*atom.args)}\right)" + (f"^{{{exp}}}" if exp else "")
        if atom.func == Vec:
            return " ".join(map(self._factor, atom.args))
        if atom.func == Rate:
            return self._rate(atom.args[0])
        if atom.func == LayerDerivative:
            return rf"{{(J {self._factor(atom.args[0])})}}_{{{self._print(atom.args[1])}}}"
        if atom.func in (Member, UpTo):
            return _raised(rf"\mathbf{{1}}_{{{self._range(atom)}}}", exp)
        if atom.func == Binomial:
            upper, lower = map(self._print, atom.args)
            return _raised(rf"{{\binom{{{upper}}}{{{lower}}}}}", exp)
        text = self._name(str(atom.func.__name__), atom.args)
        return rf"{{{text}}}^{{{exp}}}" if exp else text

    def _factor(self, part: sp.Basic) -> str:
        """Return what stands beside something that acts on it: a sum in brackets."""
        return str(self.parenthesize(part, PRECEDENCE["Mul"]))

    def _rate(self, of: Any) -> str:
        """Return a derivative along the flow, as a dot where a name carries it."""
        inner = of.args[0] if of.func == Vec and len(of.args) == 1 else of
        if inner.is_Symbol or FamilyMember in inner.func.__mro__:
            name = str(inner.name if inner.is_Symbol else inner.func.__name__)
            places = [] if inner.is_Symbol else [self._print(k) for k in inner.args]
            return NOTATION.name(name, places, dotted=True).text
        return rf"\frac{{d}}{{dt}} {self._factor(of)}"

    def _total(self, body: Any, *bound: sp.Symbol) -> str:
        """Return a sum; a factor that says which tokens are seen or come before is its range."""
        sums, factors = "", list(sp.Mul.make_args(body))
        for place, k in enumerate(bound):
            later = set(bound[place + 1 :])  # nothing is known of these yet
            ranges = [f for f in factors if f.func in (Member, UpTo) and f.args[-1] == k]
            within = [f for f in ranges if later.isdisjoint(f.args)]
            factors = [f for f in factors if f not in within]
            below = ",\\,".join(map(self._range, within)) or self._print(k)
            sums += rf"\sum_{{{below}}} "
        return sums + str(self._print(sp.Mul(*factors, evaluate=False) if factors else sp.S.One))

    def _range(self, atom: Any) -> str:
        if atom.func == UpTo:
            limit, k = map(self._print, atom.args)
            return rf"{k} \le {limit}"
        mask, limit, k = map(self._print, atom.args)
        return rf"{k} \in {mask}({limit})"


def _raised(text: str, exp: str | None) -> str:
    return f"{text}^{{{exp}}}" if exp else text


def normal_form_latex(expression: Any, shown: dict[sp.Symbol, str] | None = None) -> str:
    """Return a normal form in LaTeX, by the letters for its indices; a lone sum has no fence."""
    printer = NormalFormPrinter(letters([expression]) if shown is None else shown)
    if expression.func == Total:
        return printer._total(*expression.args)
    return str(printer.doprint(expression))


def _by_itself(atom: Any, printer: LatexPrinter, exp: str | None = None) -> str:
    """Return an atom for a printer of SymPy's own, which knows no index."""
    ours = printer if isinstance(printer, NormalFormPrinter) else NormalFormPrinter(letters([atom]))
    return ours._print_AppliedUndef(atom, exp)


ATOMS: tuple[Any, ...] = (
    Gram, Total, Vec, Member, UpTo, Binomial, Exponential, FamilyMember, Rate, LayerDerivative,
)  # fmt: skip
for _atom in ATOMS:
    _atom._latex = _by_itself


def _compared(sides: Sequence[sp.Expr], sign: str) -> str:
    """Return what is said of two sides, by the same letters for their indices."""
    shown = letters(sides)
    return rf"$\displaystyle {f' {sign} '.join(normal_form_latex(side, shown) for side in sides)}$"


def _sides(claim: Derived) -> list[sp.Expr]:
    return [as_expression(side) for side in (claim.left, claim.right)]


as_latex.register(Sides, lambda sides: _compared(sides, "="))
as_latex.register(Derived, lambda d: _compared(_sides(d), NOTATION.relations[d.relation]))
as_text.register(Derived, lambda d: f" {d.relation} ".join(map(str, _sides(d))))
