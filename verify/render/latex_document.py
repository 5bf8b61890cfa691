"""The article on many statements: what was found, then the papers, part by part."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.render.latex_bibliography import bibliography, paper_key
from verify.render.latex_brief import Surroundings, brief_latex
from verify.render.latex_compiling import LatexError, log_troubles, pdflatex, write_compiled
from verify.render.latex_figures import FOLDER as FIGURES
from verify.render.latex_figures import DrawnFigure, figure_latex
from verify.render.latex_introduction import abstract, introduction, title
from verify.render.latex_macros import PREAMBLE, STYLE, STYLE_FILE
from verify.render.latex_names import ArticleNotation, file_names, names
from verify.statements.essays import Essay, essays_in
from verify.statements.folder import current
from verify.statements.outcomes import StatementResult
from verify.statements.paper import Paper
from verify.statements.statement import Statement

__all__ = ["LatexError", "article_files", "log_troubles", "pdflatex", "write"]
NOTATION = ArticleNotation()
MAIN, KIND = "article", "latex"
BRIEF = "brief"


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


def write(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    directory: Path,
    pdf: bool,
    force: bool = False,
    options: Options = PLAIN,
) -> list[Path]:
    """Write the article, its style, bibliography and fragments; with `pdf`, compile it."""
    texts = article_files(statements, results, options)
    files: dict[str, str | bytes] = {**texts}
    files |= {f"{FIGURES}/{drawn.name}.pdf": drawn.pdf for drawn in options.figures}
    return write_compiled(files, MAIN, directory, KIND, pdf=pdf, force=force)


def article_files(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    options: Options = PLAIN,
) -> dict[str, str]:
    """Return every text of the article by its name, the main one first."""
    called, files = names(statements), {f"{STYLE}.sty": STYLE_FILE}
    called_files = file_names([s.id for s in statements])
    others = {s.id: (s, results.get(s.id)) for s in statements}
    around = Surroundings(called, others)
    for number, statement in enumerate(statements, start=1):
        options.progress(number, len(statements), statement.id)
        name, result = called_files[statement.id], results.get(statement.id)
        head = f"% {statement.id}: \\usepackage{{{STYLE}}} and \\input this file.\n"
        text = brief_latex(statement, result, around.about(statement))
        files[f"{BRIEF}/{name}.tex"] = f"{head}{text}\n"
    return {f"{MAIN}.tex": _article(statements, results, options), **files}


def _article(
    statements: Sequence[Statement], results: Mapping[str, StatementResult], options: Options
) -> str:
    papers = list(dict.fromkeys(s.paper for s in statements))
    called_files = file_names([s.id for s in statements])
    parts = [
        PREAMBLE,
        r"\begin{document}",
        title(papers, options.made),
        abstract(statements, results),
        r"\maketitle",
        introduction(statements, results),
    ]
    for paper in papers:
        of_paper = [s for s in statements if s.paper == paper]
        parts += _part(paper, of_paper, called_files, options)
        parts += _essays(paper, statements, options)
    parts.append(bibliography(statements))
    return "\n".join(part for part in [*parts, r"\end{document}"] if part) + "\n"


def _part(
    paper: Paper, statements: Sequence[Statement], called: Mapping[str, str], options: Options
) -> list[str]:
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
        lines.append(rf"\input{{{BRIEF}/{called[statement.id]}}}")
        lines += [figure_latex(f) for f in options.figures if f.illustrates[0] == statement.id]
    return lines


def _essays(paper: Paper, statements: Sequence[Statement], options: Options) -> list[str]:
    """Return the sections that a paper's folder adds, as far as their statements are here."""
    notation, known = ArticleNotation(names(statements)), {s.id for s in statements}
    lines: list[str] = []
    for essay in options.essays:
        if essay.paper == paper and known.issuperset(essay.about):
            lines.append(rf"\section*{{{notation.prose(essay.title)}}}")
            lines += [f"{notation.prose(paragraph)}\n" for paragraph in essay.paragraphs]
    return lines


def essays() -> tuple[Essay, ...]:
    """Return the sections that the folder of papers adds: those of its modules called `essays`."""
    own = sorted(name for name in current().modules() if name.rpartition(".")[2] == "essays")
    return tuple(essays_in([importlib.import_module(name) for name in own]))
