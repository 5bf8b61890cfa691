"""The referee's page: what is false, what is repaired, what is new, what rests on citations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from verify.render.latex_bibliography import cited_theorems, theorem_key
from verify.render.latex_names import ArticleNotation, names, plain_id
from verify.render.narration import Narrator
from verify.render.words import has_label
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement
from verify.writing.words import listed


def referees_page(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> str:
    """Return a page of findings, from the results of all statements that are given."""
    page = _Page(statements, results)
    sections = (
        ("False as printed", page.false()),
        ("True with one more assumption", page.needing()),
        ("True, but not by the paper's argument", page.broken()),
        ("New", page.new()),
        ("Assuming a theorem from the literature", page.citing()),
        ("Open", page.open()),
    )
    lines = [r"\enlargethispage{4\baselineskip}"]  # it is to be one page
    lines += [r"\section*{For the referee}", r"{\footnotesize\setlength{\parindent}{0pt}"]
    for head, told in sections:
        items = list(told)
        if items:
            listing = re.sub(";$", ".", " ".join(items))
            lines.append(rf"\textbf{{{head} ({len(items)}).}} {listing}\par\smallskip")
    return "\n".join([*lines, "}"])


class _Page:
    """Makes the entries, each an item with its end."""

    def __init__(
        self, statements: Sequence[Statement], results: Mapping[str, StatementResult]
    ) -> None:
        self.statements, self.results = statements, results
        self.notation = ArticleNotation(names(statements))

    def _name(self, statement: Statement) -> str:
        label = f"{statement.paper.key}, {self.notation.literal(statement.label.text)}"
        shown = label if has_label(statement) else plain_id(statement.id)
        return rf"\statementref{{{statement.id}}}{{{shown}}}"

    def _own(self, identifier: str) -> str:
        return rf"\statementref{{{identifier}}}{{{plain_id(identifier)}}}"

    def _those(self, verdict: str) -> list[Statement]:
        return [s for s in self.statements if self.results[s.id].verdict == verdict]

    def false(self) -> Iterable[str]:
        """Yield what is false: what is wrong, in a sentence, and where what is true stands."""
        for statement in self._those("false"):
            claimed = statement.declared.claim
            wrong = claimed.wrong if claimed is not None and claimed.wrong else ""
            told = Narrator(statement, self.notation).prose(wrong or f"{statement.title}.")
            instead = list(map(self._own, statement.repaired_by))
            true = f" True instead: {listed(instead)}." if instead else ""
            title = self.notation.prose(statement.title)
            yield rf"\par\hangindent1em {self._name(statement)} (\emph{{{title}}}): {told}{true}"

    def needing(self) -> Iterable[str]:
        """Yield what holds with an assumption that the paper does not make."""
        for statement in self._those("holds_with"):
            narrator = Narrator(statement, self.notation)
            added = [narrator.phrase(a.assumption) for a in statement.declared.assumed if a.added]
            yield f"{self._name(statement)}: {listed(added)};"

    def broken(self) -> Iterable[str]:
        """Yield what holds, though the paper's own argument for it does not."""
        for statement in self.statements:
            result = self.results[statement.id]
            if result.paper_argument == "broken" and result.verdict != "false":
                yield f"{self._name(statement)};"

    def new(self) -> Iterable[str]:
        """Yield what no paper says."""
        for statement in (s for s in self.statements if s.origin == "ours"):
            result, title = self.results[statement.id], self.notation.prose(statement.title)
            yield f"{self._own(statement.id)} ({title}; {result.grade});"

    def citing(self) -> Iterable[str]:
        """Yield each external theorem with the statements that use it."""
        for theorem in cited_theorems(self.statements):
            using = [s.id for s in self.statements if theorem.key in s.theorems]
            told = listed(list(map(self._own, using)))
            name = self.notation.literal(theorem.name)
            yield rf"{name}~\cite{{{theorem_key(theorem.key)}}}: {told};"

    def open(self) -> Iterable[str]:
        """Yield what is undecided."""
        for statement in self._those("open"):
            yield f"{self._name(statement)}, {self.notation.prose(statement.title)};"
