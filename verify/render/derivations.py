"""Derivations as a notebook and a prompt show them: each line a formula, and the rule it is by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from verify.language.facts import Equation
from verify.language.walk import free_indices
from verify.methods.derivations import Derivation, Line, Rule
from verify.render.latex_formulas import LatexNotation
from verify.render.markdown import claim_lines, definition_lines
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.displayed import as_markdown, as_text
from verify.statements.obligations import Comparison, claim_indices
from verify.writing.claims import ClaimText
from verify.writing.definitions import Definitions, Display
from verify.writing.formulas import FormulaPrinter
from verify.writing.notation import Notation
from verify.writing.teller import Teller
from verify.writing.words import listed

RULES: dict[Rule, str] = {
    "chain": "By the chain rule",
    "along": "By the chain rule, along the direction",
    "layer": "By the chain rule, at the state",
    "velocity": "Substituting the velocities",
    "at": "Substituting the numbers",
    "linear": "Multiplied out",
    "collected": "Collected",
}
LETTERS = "ijklm"  # for indices whose names are words


@as_markdown.register
def derivation_markdown(derivation: Derivation) -> str:
    """Return a derivation in Markdown: a displayed formula a line, its rule in front of it."""
    told = _Told(derivation, LatexNotation())
    with told.letters():
        lines: list[str] = []
        for place, line in enumerate(told.lines()):
            lines.append(f"{told.rule(line)},")
            lines += claim_lines(ClaimText((told.equal(line, first=place == 0),)))
            lines += definition_lines(told.definitions.due())
        lines += [told.end(derivation.comparison)] if derivation.comparison else []
    return "\n\n".join(lines) + "\n"


@as_text.register
def derivation_text(derivation: Derivation) -> str:
    """Return a derivation as text: a formula a line, its rule behind it in brackets."""
    told = _Told(derivation, UnicodeNotation())
    with told.letters():
        lines = [told.printer.formula(derivation.lines[0].formula)]
        lines += [f"  {told.equal(x).formula}  [{told.rule(x)}]" for x in told.lines()]
        lines += [f"  {told.end(derivation.comparison)}"] if derivation.comparison else []
    return "\n".join(lines)


class _Told:
    """Writes one derivation in one notation."""

    def __init__(self, derivation: Derivation, notation: Notation) -> None:
        self.derivation, self.notation = derivation, notation
        self.printer = FormulaPrinter(notation)
        self.definitions = Definitions(self.printer)

    @contextmanager
    def letters(self) -> Iterator[None]:
        """Print indices whose names are words ("each token") as letters that are free."""
        free = frozenset().union(*(free_indices(line.formula) for line in self.derivation.lines))
        taken = {index.name for index in free}
        spare = iter([letter for letter in LETTERS if letter not in taken])
        words = sorted((k for k in free if len(k.name) > 1), key=lambda k: k.name)
        with self.printer.showing(dict(zip(words, spare, strict=False))):
            yield

    def lines(self) -> Iterator[Line]:
        """Yield the lines after the first, but for those that are written as the one before."""
        before = ""
        for line in self.derivation.lines[1:]:
            written = self.printer.formula(line.formula)
            if written != before or line.uses:
                yield line
            before = written

    def equal(self, line: Line, first: bool = False) -> Display:
        """Return a line; the first one begins with what is derived."""
        start = self.printer.formula(self.derivation.lines[0].formula) if first else ""
        terms = self.printer.terms(line.formula)
        return Display(start, self.notation.relations["="], terms)

    def rule(self, line: Line) -> str:
        """Return a line's rule in words, with the equations that it uses."""
        words = RULES[line.rule]
        used = [self.notation.inline(self._equation(fact)) for fact in line.uses]
        if line.rule == "collected" and self.derivation.found:
            words = "By a certificate found automatically"
        return f"{words}, by {listed(used)}" if used else words

    def _equation(self, fact: Equation) -> str:
        left, right = self.printer.formula(fact.left), self.printer.formula(fact.right)
        return f"{left} {self.notation.relations['=']} {right}"

    def end(self, claim: Comparison) -> str:
        """Return what follows of a comparison whose reason the checker has found not negative."""
        shown = self.notation.inline(self.printer.relation(claim.relation))
        tell = Teller(self.printer, frozenset(), {}, lambda _: 0, lambda _: [])
        free = {self.printer.index(k) for k in claim_indices(claim)}
        where = [tell.condition(condition, free) for condition in claim.where]
        return f"No summand is negative{f' where {listed(where)}' if where else ''}, so {shown}."
