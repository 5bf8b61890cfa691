"""What a site is about: statements, results, pictures, and who leads to whom."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from verify.render.cards import Card, verdict_card
from verify.render.figures.small import DrawnFigure
from verify.render.narration import StatementText, narrate
from verify.render.site.layout import escaped, file_name, statement_path
from verify.render.site.mathml import MathmlNotation
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.words import GRADES
from verify.statements.outcomes import Run, StatementResult, StepResult
from verify.statements.paper import Theorem
from verify.statements.scenes import Scene
from verify.statements.statement import Statement

UNDECIDED = "undecided"


@dataclass(frozen=True)
class Contents:
    """The statements of a site in their order, and the run that decided them, if one did.

    `beside` are others, without a page, that may say what is true instead.
    """

    statements: Sequence[Statement]
    run: Run | None = None
    figures: Sequence[DrawnFigure] = ()
    beside: Sequence[Statement] = ()
    _told: dict[str, StatementText] = field(default_factory=dict, init=False)
    _cards: dict[str, Card] = field(default_factory=dict, init=False)

    @cached_property
    def results(self) -> dict[str, StatementResult]:
        """Return what was decided, by ids."""
        return {result.id: result for result in (self.run.statements if self.run else ())}

    @cached_property
    def known(self) -> dict[str, Statement]:
        """Return the statements by their ids."""
        return {statement.id: statement for statement in self.statements}

    @cached_property
    def used_by(self) -> dict[str, list[str]]:
        """Return which statements rest on one, {id: ids}."""
        return self._turned("uses")

    @cached_property
    def repairs(self) -> dict[str, list[str]]:
        """Return which statements one is the repair of, {id: ids}."""
        return self._turned("repaired_by")

    @cached_property
    def uses(self) -> dict[str, list[str]]:
        """Return which statements' claims assume a theorem from outside, {key: ids}."""
        return self._turned("theorems")

    def _turned(self, relation: str) -> dict[str, list[str]]:
        out: dict[str, list[str]] = defaultdict(list)
        for statement in self.statements:
            for other in getattr(statement, relation):
                out[other].append(statement.id)
        return dict(out)

    @cached_property
    def every(self) -> dict[str, Statement]:
        """Return the statements, and those beside them, by their ids."""
        return {s.id: s for s in (*self.beside, *self.statements)}

    def told(self, identifier: str) -> StatementText:
        """Return the text of a statement in HTML and MathML."""
        if identifier not in self._told:
            notation = MathmlNotation(self.known)
            self._told[identifier] = narrate(self.known[identifier], notation)
        return self._told[identifier]

    def card(self, identifier: str) -> Card:
        """Return the verdict card of a statement, which is given no others but its repairs."""
        if identifier in self._cards:
            return self._cards[identifier]
        statement, notation = self.known[identifier], MathmlNotation(self.known)
        others = {
            name: (self.every[name], self.results.get(name))
            for name in statement.repaired_by
            if name in self.every
        }
        made = verdict_card(statement, self.results.get(identifier), notation, others)
        return self._cards.setdefault(identifier, made)

    def title(self, identifier: str) -> str:
        """Return a statement's title in HTML and MathML."""
        return self.told(identifier).title

    @cached_property
    def scenes(self) -> dict[str, tuple[Scene, ...]]:
        """Return the pictures of witnesses, {id: scenes}, of statements that have some."""
        return {s.id: tuple(s.scenes) for s in self.statements if s.scenes}

    def drawn(self, identifier: str) -> list[DrawnFigure]:
        """Return the papers' figures that illustrate a statement."""
        return [figure for figure in self.figures if identifier in figure.illustrates]

    @cached_property
    def theorems(self) -> dict[str, Theorem]:
        """Return every external theorem that is cited, {key: theorem}, by its name."""
        found = {k: theorem for s in self.statements for k, theorem in s.theorems.items()}
        return dict(sorted(found.items(), key=lambda pair: pair[1].name))

    def by_section(self) -> list[tuple[str, str, list[Statement]]]:
        """Return (paper's key, heading of the section, statements), in the papers' order."""
        out: list[tuple[str, str, list[Statement]]] = []
        for statement in self.statements:
            place = statement.paper.key, statement.paper.section(statement.position)
            if not out or out[-1][:2] != place:
                out.append((*place, []))
            out[-1][2].append(statement)
        return out

    def links(self, identifiers: Iterable[str], root: str = "..") -> str:
        """Return links to statements by their ids; without a page here, their ids alone."""
        return ", ".join(self.link(identifier, root) for identifier in identifiers)

    def link(self, identifier: str, root: str = "..") -> str:
        """Return a link to a statement's page that shows its id and tells its title."""
        shown = f'<span class="id">{escaped(identifier)}</span>'
        if identifier not in self.known:
            return shown
        title = escaped(UnicodeNotation().prose(self.known[identifier].title))
        path = escaped(f"{root}/{statement_path(identifier)}")
        return f'<a href="{path}" title="{title}">{shown}</a>'


def known(result: StatementResult | StepResult) -> str:
    """Return how something is known: its grade, or how its steps are, grades as coloured words."""
    return re.sub(rf"\b({'|'.join(GRADES)})\b", lambda found: badge(found[0]), result.known)


def badge(grade: str) -> str:
    """Return a grade as a coloured word."""
    return f'<b class="{escaped(grade)}">{escaped(grade)}</b>'


def place_of(statement: Statement) -> tuple[str, int]:
    """Return the file a statement is in, as the repository has it, and its line there."""
    code = statement.body.__code__
    folder = statement.module.split(".")
    parts = Path(code.co_filename).with_suffix("").parts
    inside = parts[-len(folder) :] == tuple(folder)
    path = "/".join(folder) + ".py" if inside else Path(code.co_filename).name
    return path, code.co_firstlineno


PIXELS = 96  # an inch of what browsers lay out


def figure_path(name: str) -> str:
    """Return where a figure's file is, from the site's root."""
    return f"figures/{file_name(name)}.svg"


def figures_html(figures: Sequence[DrawnFigure], *, root: str = "..") -> str:
    """Return figures with their captions; their titles say what an image shows."""
    return "".join(
        f'<figure class="drawn"><img src="{escaped(f"{root}/{figure_path(one.name)}")}" '
        f'alt="{escaped(one.title)}" width="{round(one.size[0] * PIXELS)}" '
        f'height="{round(one.size[1] * PIXELS)}" loading="lazy" />'
        f"<figcaption><b>{escaped(f'{one.name}: {one.title}')}.</b> {escaped(one.says)} Small "
        f"version; the full figure: <code>verify figures {escaped(one.name)}</code>.</figcaption>"
        "</figure>"
        for one in figures
    )
