"""The article on many statements: what was found, then the papers, part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from verify.render.cards import Others, verdict_card
from verify.render.errata import row_lines
from verify.render.figures.small import DrawnFigure
from verify.render.hypotheses import is_run
from verify.render.latex_introduction import abstract, bibliography, introduction, paper_key, title
from verify.render.latex_names import KINDS, PREAMBLE, PaperNotation, heading, names, plain_id
from verify.render.latex_paper import proof, theorem
from verify.render.latex_proof import ProofWriter
from verify.render.site.layout import file_name
from verify.statements.essays import Essay
from verify.statements.folder import current
from verify.statements.outcomes import StatementResult
from verify.statements.paper import Paper
from verify.statements.statement import Statement

NOTATION = PaperNotation()
MAIN, KIND = "article", "latex"
STATEMENTS, FIGURES = "statements", "figures"


@dataclass(frozen=True)
class Options:
    """What an article holds beside its statements.

    `made` says when, and with which versions; `progress` is told how many fragments are written.
    """

    made: tuple[str, ...] = ()
    essays: tuple[Essay, ...] = ()
    figures: tuple[DrawnFigure, ...] = ()
    progress: Callable[[int, int, str], None] = lambda _done, _total, _what: None


PLAIN = Options()


def article_files(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    options: Options = PLAIN,
) -> dict[str, str | bytes]:
    """Return every file of the article by its name, the main one first."""
    called = names(statements)
    files: dict[str, str | bytes] = {
        f"{FIGURES}/{drawn.name}.pdf": drawn.picture for drawn in options.figures
    }
    others = {s.id: (s, results.get(s.id)) for s in statements}
    for number, statement in enumerate(statements, start=1):
        options.progress(number, len(statements), statement.id)
        text = statement_latex(statement, results.get(statement.id), called, others)
        files[f"{STATEMENTS}/{file_name(statement.id)}.tex"] = text
    return {f"{MAIN}.tex": _article(statements, results, options), **files}


def statement_latex(
    statement: Statement,
    result: StatementResult | None,
    called: dict[str, str],
    others: Others = MappingProxyType({}),
) -> str:
    """Return a statement for the article: under its own number, with its card, and its proof.

    Raises Mistake where an assumption's phrase cannot be filled in.
    """
    writer, head, own = ProofWriter(statement, called), heading(statement), plain_id(statement.id)
    note = [head.note, *([own] if head.number != own else [])]
    lines = [rf"\renewcommand{{\the{head.kind.lower()}}}{{{head.number}}}"]
    lines += theorem(statement, writer, "".join(f"; {part}" for part in note if part))
    card = verdict_card(statement, result, PaperNotation(called), others)
    rows = card.every if result is not None else (card.printed, card.says)
    told = ["\n".join(row_lines(row)) for row in rows if row.parts]
    lines += [r"{\small", "\\par\n".join(told), r"\par}"]
    lines += [] if is_run(statement.declared) else proof(writer, result)
    return "\n".join(line for line in lines if line) + "\n"


def _article(
    statements: Sequence[Statement], results: Mapping[str, StatementResult], options: Options
) -> str:
    papers = list(dict.fromkeys(s.paper for s in statements))
    parts = [
        PREAMBLE,
        *(rf"\newtheorem{{{kind.lower()}}}{{{kind}}}" for kind in KINDS),
        r"\begin{document}",
        title(papers, options.made),
        abstract(statements, results),
        r"\maketitle",
        introduction(statements, results),
    ]
    for paper in papers:
        of_paper = [s for s in statements if s.paper == paper]
        parts += _part(paper, of_paper, options)
        parts += _essays(paper, statements, options)
    parts.append(bibliography(statements))
    return "\n".join(part for part in [*parts, r"\end{document}"] if part) + "\n"


def _part(paper: Paper, statements: Sequence[Statement], options: Options) -> list[str]:
    """Return a paper's part, its sections under the paper's own numbers."""
    lines = [rf"\part{{{NOTATION.literal(paper.title)}~\cite{{{paper_key(paper)}}}}}"]
    before = ""
    for statement in statements:
        section = paper.section(statement.position)
        if section and section != before:
            number, _, words = section.partition(". ")
            lines.append(rf"\setcounter{{section}}{{{int(number) - 1}}}")
            lines.append(rf"\section{{{NOTATION.literal(words)}}}")
            before = section
        lines.append(rf"\input{{{STATEMENTS}/{file_name(statement.id)}}}")
        lines += [figure_latex(f) for f in options.figures if f.illustrates[0] == statement.id]
    return lines


def _essays(paper: Paper, statements: Sequence[Statement], options: Options) -> list[str]:
    """Return the sections that a paper's folder adds, as far as their statements are here."""
    notation, known = PaperNotation(names(statements)), {s.id for s in statements}
    lines: list[str] = []
    for essay in options.essays:
        if essay.paper == paper and known.issuperset(essay.about):
            lines.append(rf"\section*{{{notation.prose(essay.title)}}}")
            lines += [f"{notation.prose(paragraph)}\n" for paragraph in essay.paragraphs]
    return lines


def figure_latex(one: DrawnFigure) -> str:
    """Return a float with a figure; of one panel it is as wide as half a page."""
    width, shown = ".55" if one.columns == 1 else "1", ", ".join(one.illustrates)
    caption = NOTATION.literal(f"{one.title}. {one.says} (For {shown}; small size.)")
    return "\n".join([
        r"\begin{figure}[tbp]\centering",
        rf"\includegraphics[width={width}\textwidth]{{{FIGURES}/{one.name}.pdf}}",
        rf"\caption{{\footnotesize {caption}}}",
        r"\end{figure}",
    ])  # fmt: skip


def essays() -> tuple[Essay, ...]:
    """Return the sections that the folder of papers adds: those of its modules called `essays`."""
    return tuple(current().declared(Essay, "essays"))
