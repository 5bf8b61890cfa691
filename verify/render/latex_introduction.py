"""The first pages of an article, from the run: abstract, what was found, the table of results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from verify.render.latex_formulas import escaped_latex
from verify.render.latex_names import PaperNotation, names, pdf_title
from verify.render.plain_latex import plain_text
from verify.render.words import GRADE_MEANINGS, counted, methods_left_out, standing, standing_counts
from verify.statements.outcomes import StatementResult
from verify.statements.paper import Paper
from verify.statements.statement import Statement
from verify.writing.words import listed

NOTATION = PaperNotation()


def title(papers: Sequence[Paper], made: Sequence[str] = ()) -> str:
    """Return the title, what it was `made` with, and which papers it is about."""
    named = listed([rf"\emph{{{NOTATION.literal(paper.title)}}}" for paper in papers])
    sources = [f"{paper.key}: {paper.reference}" for paper in papers if paper.reference]
    line = ". ".join(part for part in (", ".join(made), "; ".join(sources)) if part)
    return "\n".join([
        rf"\title[Statements, decided]{{The statements of {named}, decided}}",
        r"\author{attention-proofs}",
        pdf_title(
            f"The statements of {listed([NOTATION.literal(p.title) for p in papers])}, decided"
        ),
        r"\date{}",
        rf"\dedicatory{{\footnotesize\upshape {NOTATION.literal(line)}}}" if line else "",
    ])  # fmt: skip


def abstract(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> str:
    """Return the abstract: how many statements there are, and what became of them."""
    decided = [results[s.id] for s in statements if s.id in results]
    steps = sum(len(statement.declared.said) for statement in statements)
    what = (
        f"We restate {_statements(statements)} as formulas. Independent methods decide each "
        f"of the {counted(steps, 'step')} of their proofs."
    )
    if not decided:
        what = f"We restate {_statements(statements)} as formulas, with {counted(steps, 'step')}."
        return "\n".join([r"\begin{abstract}", what, r"\end{abstract}"])
    lines = [what, f"In all, {listed(standing_counts(map(standing, decided)))}."]
    broken = sum(result.paper_argument == "broken" for result in decided)
    if broken:
        lines.append(f"In {counted(broken, 'case')} the proof in the paper has an error.")
    ours = sum(statement.origin == "ours" for statement in statements)
    if ours:
        lines.append(f"Corrections and extensions of ours: {counted(ours, 'statement')}.")
    theorems = sum(bool(result.claim and result.claim.theorem) for result in decided)
    if theorems:
        known = counted(theorems, "claim")
        lines.append(f"The Coq kernel accepts {known} as a whole, each as one theorem.")
    lines += filter(None, [methods_left_out(decided)])
    return "\n".join([r"\begin{abstract}", *lines, r"\end{abstract}"])


def _statements(statements: Sequence[Statement]) -> str:
    papers = Counter(s.paper for s in statements)
    told = [
        rf"{counted(number, 'statement')} of~\cite{{{paper_key(paper)}}}"
        for paper, number in papers.items()
    ]
    return listed(told)


FINDINGS: dict[str, Callable[[StatementResult], bool]] = {
    "False as printed": lambda r: r.verdict == "false",
    "True with one more assumption": lambda r: r.verdict == "holds_with",
    "True, but not by the paper's argument":
        lambda r: r.paper_argument == "broken" and r.verdict != "false",
    "Open": lambda r: r.verdict == "open",
}  # fmt: skip


def introduction(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> str:
    """Return how to read the article and, of a run, what it has found, with references."""
    decided = [s for s in statements if s.id in results]
    lines = [r"\section*{How to read this}", _reading(bool(decided))]
    lines += [_grades()] if decided else []
    lines += [r"\tableofcontents"] if len(statements) > 1 else []
    notation = PaperNotation(names(statements))
    found = {head: [s for s in decided if test(results[s.id])] for head, test in FINDINGS.items()}
    lines += [r"\section*{Findings}"] if any(found.values()) else []
    for head, some in found.items():
        if some:
            those = listed([notation.reference(one.id) for one in some])
            lines.append(rf"\par\noindent\textbf{{{head} ({len(some)}).}} {those}.\par\smallskip")
    return "\n".join(lines)


def _reading(graded: bool) -> str:
    card = " Behind it stand the verdict, its grade and what is wrong." if graded else ""
    return (
        "Every statement has its number in the paper and, in brackets, our id; sections are "
        f"numbered as in the papers. Each claim is stated with every quantifier.{card} The "
        "printed text is paraphrased. A free index ranges over all tokens (heads, modes). Proof "
        "steps have the same numbers as on the site. Certificates of inequalities, false variants "
        "with their witnesses, Coq goals, and the record of every step are on the site "
        r"(\texttt{verify report})."
    )


def _grades() -> str:
    told = [f"\\emph{{{grade}}}: {words}" for grade, words in GRADE_MEANINGS.items()]
    lead = (
        "A statement has the weakest grade of its claim and of the statements it uses. The "
        "grades are"
    )
    return f"\n{lead} {'; '.join(told)}."


# ------------------------------------------------------------------ bibliography


ASSUMED = "assumed, not proved here"


def bibliography(statements: Sequence[Statement]) -> str:
    """Return the entries that an article on statements needs, as BibTeX would set them."""
    papers = list(dict.fromkeys(s.paper for s in statements))
    assumed = {k: theorem for s in statements for k, theorem in s.theorems.items()}
    entries = [
        *(_entry(paper_key(p), p.authors, p.title, str(p.year), escaped_latex(p.reference))
          for p in papers),
        *(_entry(_key(t.key), "", t.name, "", f"{ASSUMED}: {escaped_latex(plain_text(t.says))}")
          for _, t in sorted(assumed.items())),
    ]  # fmt: skip
    return "\n".join([r"\begin{thebibliography}{99}", *entries, r"\end{thebibliography}"])


def paper_key(paper: Paper) -> str:
    """Return the key that a paper is cited by."""
    return _key(f"paper-{paper.key}")


def _key(key: str) -> str:
    """Return the key that the external theorem of a key is cited by."""
    return re.sub(r"[^A-Za-z0-9.:-]+", "-", key)


def _entry(key: str, authors: str, title: str, year: str, note: str) -> str:
    """Return an entry; `note` is LaTeX."""
    shown = [escaped_latex(authors), rf"\emph{{{escaped_latex(title)}}}", year, note.rstrip(".")]
    return rf"\bibitem{{{key}}} {', '.join(filter(None, shown))}."
