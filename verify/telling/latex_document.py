"""The article on many statements: what was found, then the papers, part by part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from verify.statements.outcomes import StatementResult
from verify.statements.paper import Paper
from verify.statements.statement import Statement
from verify.telling.errata import errata
from verify.telling.errata_text import errata_body
from verify.telling.latex import NOTATION, statement_latex
from verify.telling.latex_bibliography import (
    FILE,
    bbl_file,
    bib_file,
    bibliography,
    cited_theorems,
    paper_key,
    theorem_key,
)
from verify.telling.latex_compiling import LatexError, log_troubles, pdflatex, write_compiled
from verify.telling.latex_introduction import abstract, introduction, title
from verify.telling.latex_macros import PREAMBLE, STYLE, style_file
from verify.telling.latex_names import ArticleNotation, heading, names
from verify.telling.latex_variants import variants_latex
from verify.telling.narration import narrate

__all__ = ["LatexError", "article_files", "fragment_names", "log_troubles", "pdflatex", "write"]
MAIN, FRAGMENTS, VARIANTS, ERRATA, KIND = "article", "statements", "variants", "errata", "latex"


def write(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    directory: Path,
    pdf: bool,
    force: bool = False,
) -> list[Path]:
    """Write the article, its style, bibliography and fragments; with `pdf`, compile it."""
    texts = article_files(statements, results)
    return write_compiled(texts, MAIN, directory, KIND, pdf=pdf, force=force)


def article_files(
    statements: Sequence[Statement], results: Mapping[str, StatementResult]
) -> dict[str, str]:
    """Return every file of the article by its name, the main one first."""
    entries, called = bibliography(statements), names(statements)
    files = {f"{STYLE}.sty": style_file(), f"{FILE}.bib": bib_file(entries),
             f"{MAIN}.bbl": bbl_file(entries)}  # fmt: skip
    varied, file_names, notation = [], fragment_names(statements), ArticleNotation(called)
    for statement in statements:
        name, result = file_names[statement.id], results.get(statement.id)
        told = narrate(statement, notation)
        body = statement_latex(statement, result, called, told)
        files[f"{FRAGMENTS}/{name}.tex"] = f"{_head(statement.id)}{body}\n"
        variants = variants_latex(statement, result, called, told)
        if variants:
            varied.append(statement)
            files[f"{VARIANTS}/{name}.tex"] = f"{_head(statement.id)}{variants}\n"
    errata = _errata(statements, results)
    if errata:
        files[f"{ERRATA}.tex"] = errata
    return {f"{MAIN}.tex": _article(statements, results, varied, bool(errata)), **files}


def _head(identifier: str) -> str:
    return (
        f"% {identifier}: \\usepackage{{{STYLE}}}, cite from {FILE}.bib, and \\input this file.\n"
    )


def fragment_names(statements: Sequence[Statement]) -> dict[str, str]:
    """Return a file name for each id: letters, digits, points and hyphens only, none twice."""
    found: dict[str, str] = {}
    for statement in statements:
        name = statement.id
        for sign, word in (("+", "-plus"), ("'", "-prime"), ("*", "-star"), ("/", "-")):
            name = name.replace(sign, word)
        name = re.sub(r"[^A-Za-z0-9.-]", "-", name)
        while name.lower() in map(str.lower, found.values()):  # some file systems ignore case
            name += "-"
        found[statement.id] = name
    return found


# ------------------------------------------------------------------ the document


def _article(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    varied: Sequence[Statement],
    has_errata: bool,
) -> str:
    papers = list(dict.fromkeys(s.paper for s in statements))
    called = fragment_names(statements)
    parts = [
        PREAMBLE,
        r"\begin{document}",
        title(papers),
        abstract(statements, results),
        r"\maketitle",
        r"\tableofcontents" if len(statements) > 1 else "",
        introduction(statements, results),
    ]
    for paper in papers:
        parts += [r"\clearpage"] if len(statements) > 1 else []
        parts += _part(paper, [s for s in statements if s.paper == paper], called)
    parts.append(r"\appendix")
    if has_errata:
        parts += [r"\section{Errata}", rf"\input{{{ERRATA}}}"]
    if varied:
        parts += _variants(varied, called)
    parts += [_theorems(statements), r"\bibliographystyle{amsplain}", rf"\bibliography{{{FILE}}}"]
    return "\n".join(part for part in [*parts, r"\end{document}"] if part) + "\n"


def _part(paper: Paper, statements: Sequence[Statement], called: Mapping[str, str]) -> list[str]:
    """Return a paper's part, its sections under the paper's own numbers."""
    lines = [rf"\part{{{NOTATION.literal(paper.title)}}}"]
    lines.append(rf"This part follows~\cite{{{paper_key(paper)}}}.")
    before = ""
    for statement in statements:
        section = paper.section(statement.position)
        if section and section != before:
            number, _, words = section.partition(". ")
            lines.append(rf"\setcounter{{section}}{{{int(number) - 1}}}")
            lines.append(rf"\section{{{NOTATION.literal(words)}}}")
            before = section
        lines.append(rf"\input{{{FRAGMENTS}/{called[statement.id]}}}")
    return lines


def _variants(statements: Sequence[Statement], called: Mapping[str, str]) -> list[str]:
    lines = [
        r"\section{Variants that are false}",
        "Each statement and step above was also tried with an assumption dropped, a sign turned or "
        "a constant changed. All of these variants are to be false; listed is the instance at "
        "which each fails. Numbers in brackets are those of the steps.",
    ]
    for statement in statements:
        head = heading(statement)
        shown = rf"\statementref{{{statement.id}}}{{{head.kind}~{head.number}}}"
        lines.append(rf"\par\addvspace{{\medskipamount}}\noindent\textbf{{{shown}}} "
                     rf"({NOTATION.prose(statement.title)})\nopagebreak")  # fmt: skip
        lines.append(rf"\input{{{VARIANTS}/{called[statement.id]}}}")
    return lines


def _errata(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> str:
    found = errata(statements, results)
    return errata_body(found) if found else ""


def _theorems(statements: Sequence[Statement]) -> str:
    """Return the external theorems that are cited, never proved here."""
    theorems = cited_theorems(statements)
    if not theorems:
        return ""
    items = [
        rf"\item \textbf{{{NOTATION.literal(t.name)}}} \cite{{{theorem_key(t.key)}}}. "
        + NOTATION.prose(t.says)
        for t in theorems
    ]
    return "\n".join([
        r"\section{Theorems that are cited and not proved here}",
        r"\begin{itemize}", *items, r"\end{itemize}",
    ])  # fmt: skip
