"""Derivations as a notebook and a prompt show them: each line a formula, and the rule it is by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from verify.language.facts import Equation
from verify.language.indices import Index
from verify.language.walk import free_indices
from verify.methods.derivations import Checked, Derivation, Line, ProofDerivation, Rule
from verify.render.endings import ending
from verify.render.latex_formulas import LatexNotation
from verify.render.markdown import claim_lines, definition_lines, step_lines
from verify.render.narration import Narrator, narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.statements.displayed import as_latex, as_markdown, as_text
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
def derivation_markdown(derivation: Derivation, definitions: Definitions | None = None) -> str:
    """Return a derivation in Markdown: a displayed formula a line, its rule in front of it.

    `definitions` writes those that a reader does not know yet.
    """
    told = _Told(derivation, definitions or Definitions(FormulaPrinter(LatexNotation())))
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
    told = _Told(derivation, Definitions(FormulaPrinter(UnicodeNotation())))
    with told.letters():
        lines = [told.printer.formula(derivation.lines[0].formula)]
        lines += [f"  {told.equal(x).formula}  [{told.rule(x)}]" for x in told.lines()]
        lines += [f"  {told.end(derivation.comparison)}"] if derivation.comparison else []
    return "\n".join(lines)


@as_latex.register
def line_latex(line: Line) -> str:
    """Return a line's formula in LaTeX."""
    printer = FormulaPrinter(LatexNotation())
    with printer.showing(_letters(free_indices(line.formula))):
        return f"${printer.formula(line.formula)}$"


@as_text.register
def line_text(line: Line) -> str:
    """Return a line in the notation that `Derivation.check` reads."""
    return repr(line.formula)


def _verdict(checked: Checked, notation: Notation) -> str:
    """Return in a line what became of a reader's own line."""
    if checked.accepted:
        used = [notation.inline(_equation(FormulaPrinter(notation), fact)) for fact in checked.uses]
        return f"✓ The line is equal to the others{f', by {listed(used)}' if used else ''}."
    if not checked.witness:
        return f"? Undecided: {checked.why}."
    place = ", ".join(witness_parts(checked.witness, notation))
    return f"✗ {'It has no value' if 'undefined' in checked.witness else 'False'}: {place}."


as_text.register(Checked, partial(_verdict, notation=UnicodeNotation()))
as_markdown.register(Checked, partial(_verdict, notation=LatexNotation()))


@as_markdown.register
def proof_markdown(proof: ProofDerivation) -> str:
    """Return the proof of a statement in Markdown: each step, and how its formula is derived."""
    told = narrate(proof.statement, LatexNotation())
    lines = [f"**{told.title}** (`{proof.statement.id}`)", *told.lets]
    definitions = Definitions(FormulaPrinter(LatexNotation()))
    for step in (step for step in told.steps if step.name in proof.steps):
        lines += step_lines(step, "")
        lines += [derivation_markdown(one, definitions) for one in proof.steps[step.name]]
    ends = ending(proof.statement, None, Narrator(proof.statement, LatexNotation()))
    return "\n\n".join([*lines, *(ends.sentences if ends is not None else ())]) + "\n"


@as_text.register
def proof_text(proof: ProofDerivation) -> str:
    """Return the same as text: a step's sentence, and under it its lines."""
    lines = [f"{proof.statement.id}"]
    for step in narrate(proof.statement, UnicodeNotation()).steps:
        if step.name in proof.steps:
            lines += ["", f"({step.number}) {step.sentence}"]
            lines += [as_text(one) for one in proof.steps[step.name]]
    return "\n".join(lines)


def _letters(free: frozenset[Index]) -> dict[Index, str]:
    """Return letters that are free for indices whose names are words ("each token")."""
    taken = {index.name for index in free}
    spare = iter([letter for letter in LETTERS if letter not in taken])
    words = sorted((k for k in free if len(k.name) > 1), key=lambda k: k.name)
    return dict(zip(words, spare, strict=False))


def _equation(printer: FormulaPrinter, fact: Equation) -> str:
    left, right = printer.formula(fact.left), printer.formula(fact.right)
    return f"{left} {printer.notation.relations['=']} {right}"


class _Told:
    """Writes one derivation in one notation."""

    def __init__(self, derivation: Derivation, definitions: Definitions) -> None:
        self.derivation, self.definitions = derivation, definitions
        self.printer, self.notation = definitions.printer, definitions.printer.notation

    @contextmanager
    def letters(self) -> Iterator[None]:
        """Print indices whose names are words ("each token") as letters that are free."""
        free = frozenset().union(*(free_indices(line.formula) for line in self.derivation.lines))
        with self.printer.showing(_letters(free)):
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
        used = [self.notation.inline(_equation(self.printer, fact)) for fact in line.uses]
        if line.rule == "collected" and self.derivation.found:
            words = "By a certificate found automatically"
        return f"{words}, by {listed(used)}" if used else words

    def end(self, claim: Comparison) -> str:
        """Return what follows of a comparison whose reason the checker has found not negative."""
        shown = self.notation.inline(self.printer.relation(claim.relation))
        tell = Teller(self.printer, frozenset(), {}, lambda _: 0, lambda _: [], str)
        free = {self.printer.index(k) for k in claim_indices(claim)}
        where = [tell.condition(condition, free) for condition in claim.where]
        return f"No summand is negative{f' where {listed(where)}' if where else ''}, so {shown}."
