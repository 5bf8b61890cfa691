"""The LaTeX document of many statements, and its PDF."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from verify.statements.outcomes import StatementResult
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import Statement
from verify.statements.steps import Cited
from verify.telling.errors import ToolMissing
from verify.telling.files import write_whole
from verify.telling.latex import NOTATION, plain_id, statement_latex
from verify.telling.words import VERDICTS

MAIN, MACROS_FILE, PASSES, SECONDS = "statements", "verify-macros", 2, 300
ALLOWED_OVERFULL = 10.0  # points

MACROS = r"""% What the fragments need beside amsmath, amsthm, amssymb and graphicx.
\newtheoremstyle{verify}{\bigskipamount}{\smallskipamount}{\normalfont}{}{\bfseries}{}{\newline}%
  {\thmnote{#3}}
\theoremstyle{verify}
\newtheorem*{statement}{Statement}
% A label that other fragments may point at, or not: one fragment alone compiles, too.
\newcommand{\statementlabel}[1]{\phantomsection\label{statement:#1}}
\makeatletter
\newcommand{\statementref}[2]{\@ifundefined{r@statement:#1}{\texttt{#2}}%
  {\hyperref[statement:#1]{\texttt{#2}}}}
\makeatother
\providecommand{\phantomsection}{}
\newcommand{\grade}[1]{\textnormal{\footnotesize\textsf{#1}}}
% A formula as it is, or made smaller where a line cannot hold it.
\newsavebox{\fittedbox}
\newcommand{\fitted}[1]{\sbox{\fittedbox}{$\displaystyle #1$}%
  \ifdim\wd\fittedbox>\dimexpr\linewidth-5em\relax
    \resizebox{\dimexpr\linewidth-5em\relax}{!}{\usebox{\fittedbox}}\else #1\fi}
\newcounter{proofstep}
\newenvironment{proofsteps}{\begin{list}{(\theproofstep)}{\usecounter{proofstep}%
  \setlength{\leftmargin}{2.2em}\setlength{\labelwidth}{1.7em}\setlength{\labelsep}{.5em}%
  \setlength{\itemsep}{\smallskipamount}\setlength{\parsep}{0pt}%
  \abovedisplayshortskip=.7\abovedisplayskip}}{\end{list}}
\newenvironment{falsetwins}{\par\noindent\textit{False twins.}\begin{list}{--}{%
  \setlength{\leftmargin}{2.2em}\setlength{\labelsep}{.5em}\setlength{\itemsep}{0pt}%
  \setlength{\parsep}{0pt}\small\raggedright}}{\end{list}\medskip}
\providecommand{\toprule}{\hline}
\providecommand{\midrule}{\hline}
\providecommand{\bottomrule}{\hline}
"""

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb,amsthm}
\usepackage{graphicx,longtable}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{}
\usepackage[a4paper,margin=2.6cm]{geometry}
\usepackage[hidelinks]{hyperref}
\allowdisplaybreaks
\emergencystretch=3em
\setcounter{secnumdepth}{0}
"""


def write(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    directory: Path,
    pdf: bool,
) -> list[Path]:
    """Write the document, its macros and a fragment for each statement; with `pdf`, compile it."""
    program = pdflatex() if pdf else ""
    names = fragment_names(statements)
    files = {f"{MACROS_FILE}.tex": MACROS, f"{MAIN}.tex": document(statements, results)}
    for statement in statements:
        needs = f"amsmath, amsthm, amssymb, graphicx and {MACROS_FILE}"
        head = f"% {statement.id}: \\input this after {needs}\n"
        body = statement_latex(statement, results.get(statement.id))
        files[f"{names[statement.id]}.tex"] = f"{head}{body}\n"
    return put(files, directory, program, MAIN)


def put(files: Mapping[str, str], directory: Path, program: str, main: str) -> list[Path]:
    """Write files into a folder, all or none where TeX fails; with a program, the PDF of `main`."""
    made = compiled(program, files, main) if program else None
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_whole(directory / name, content)
    written = [directory / name for name in files]
    if made is not None:
        write_whole(directory / f"{main}.pdf", made)
        written.append(directory / f"{main}.pdf")
    return written


def fragment_names(statements: Sequence[Statement]) -> dict[str, str]:
    """Return a file name for each id: letters, digits, points and hyphens only, none twice."""
    names: dict[str, str] = {}
    for statement in statements:
        name = statement.id
        for sign, word in (("+", "-plus"), ("'", "-prime"), ("*", "-star"), ("/", "-")):
            name = name.replace(sign, word)
        name = re.sub(r"[^A-Za-z0-9.-]", "-", name)
        while name in names.values() or name in (MAIN, MACROS_FILE):
            name += "-"
        names[statement.id] = name
    return names


# ------------------------------------------------------------------ the document


def document(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> str:
    """Return the document that puts the fragments together."""
    papers = list(dict.fromkeys(s.paper for s in statements))
    names = fragment_names(statements)
    parts = [PREAMBLE, rf"\input{{{MACROS_FILE}}}", r"\begin{document}", _title(papers)]
    if any(s.id in results for s in statements):
        parts += [GRADES_EXPLAINED, _summary(statements, results)]
    for paper in papers:
        parts.append(rf"\section{{{NOTATION.literal(paper.title)}}}")
        parts.append(NOTATION.literal(paper.reference) + "\n")
        parts += [rf"\input{{{names[s.id]}}}" for s in statements if s.paper == paper]
    parts += [_theorems(statements), r"\end{document}", ""]
    return "\n".join(part for part in [*parts[:-1]] if part) + "\n"


def _title(papers: Sequence[Paper]) -> str:
    titles = " and ".join(rf"\emph{{{NOTATION.literal(paper.title)}}}" for paper in papers)
    return (
        r"\begin{center}\LARGE Statements, decided\end{center}" + "\n"
        rf"\noindent The statements of {titles}, each with its proof sentence by sentence. A free "
        r"index stands for every token (head, mode)."
    )


GRADES_EXPLAINED = (
    r"On the right stands how a step is known: \grade{kernel} and \grade{proved} hold for every "
    r"dimension and every number of tokens, \grade{enclosed} on the region named, \grade{sampled} "
    r"at the instances drawn and nowhere else; a \grade{refuted} claim has a witness."
)


def _summary(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> str:
    rows = []
    for statement in statements:
        result = results.get(statement.id)
        if result is None:
            continue
        cells = [
            rf"\statementref{{{statement.id}}}{{{plain_id(statement.id)}}}",
            NOTATION.prose(statement.title),
            VERDICTS[result.verdict].removesuffix(" with")
            + (r"$^{*}$" if result.verdict == "holds_with" else ""),
            result.paper_argument,
            rf"\grade{{{result.grade}}}",
            str(len(result.axioms)) if result.axioms else "",
        ]
        rows.append(" & ".join(cells) + r" \\")
    note = r"\par\noindent {\small $^{*}$ with an assumption that is named in the statement.}"
    starred = any("$^{*}$" in row for row in rows)
    head = r"id & statement & verdict & argument & grade & axioms \\"
    return "\n".join([
        r"{\small\begin{longtable}{@{}lp{.42\linewidth}llll@{}}",
        rf"\toprule {head} \midrule\endhead \bottomrule\endfoot",
        *rows,
        r"\end{longtable}}",
        note if starred else "",
    ])  # fmt: skip


def _theorems(statements: Sequence[Statement]) -> str:
    """Return the external theorems that are cited, never proved here."""
    cited: dict[str, Theorem] = {}
    for statement in statements:
        for said in statement.declared.said:
            if isinstance(said.step, Cited):
                cited[said.step.theorem.key] = said.step.theorem
    if not cited:
        return ""
    items = [
        rf"\item \textbf{{{NOTATION.literal(t.name)}}} [{NOTATION.literal(t.reference)}]. "
        + NOTATION.prose(t.says)
        for _, t in sorted(cited.items())
    ]
    return "\n".join([
        r"\section{External theorems, cited and not proved here}",
        r"\begin{itemize}", *items, r"\end{itemize}",
    ])  # fmt: skip


# ------------------------------------------------------------------ the PDF


def pdflatex() -> str:
    """Return the path of pdflatex. Raises ToolMissing with the line that installs it."""
    from verify.doctor import install_line, locate

    found = locate("pdflatex")
    if found is None:
        raise ToolMissing("pdflatex", f"install it: {install_line('pdflatex')}")
    return found


class LatexError(Exception):
    """The document did not compile; the message is TeX's own, on one line."""


def compiled(program: str, files: Mapping[str, str], main: str = MAIN) -> bytes:
    """Compile `main`.tex in a folder of its own and return the PDF. Raises LatexError."""
    folder = Path(tempfile.mkdtemp(prefix="verify-latex-"))
    try:
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
        for _ in range(PASSES):
            _typeset(program, folder, main)
        troubles = log_troubles((folder / f"{main}.log").read_text(errors="replace"))
        if troubles:
            raise LatexError(f"the document compiled badly: {'; '.join(troubles[:3])}")
        return (folder / f"{main}.pdf").read_bytes()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _typeset(program: str, folder: Path, main: str) -> None:
    options = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{main}.tex"]
    # The date is left out of the file, so that the same statements give the same PDF.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
    environment["max_print_line"] = "1000"  # no wrapped lines in the log
    done = subprocess.run(
        [program, *options],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    if done.returncode != 0:
        log = folder / f"{main}.log"
        text = (
            log.read_text(errors="replace")
            if log.exists()
            else done.stdout.decode(errors="replace")
        )
        raise LatexError(f"pdflatex stopped: {_first_error(text)}")


def _first_error(log: str) -> str:
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("!"):
            where = next((x for x in lines[number:] if x.startswith("l.")), "")
            return f"{line[1:].strip()} {where}".strip()
    return lines[-1].strip() if lines else "no log was written"


def log_troubles(log: str) -> list[str]:
    """Return what a log complains about: undefined references, lines too wide, lost glyphs."""
    out = []
    for line in log.splitlines():
        sticks = re.match(r"Overfull \\[hv]box \((\d+(?:\.\d+)?)pt too (?:wide|high)\)", line)
        if (sticks and float(sticks[1]) > ALLOWED_OVERFULL) or re.search(
            r"(Reference|Citation) .* undefined|Missing character|multiply defined", line
        ):
            out.append(line.strip())
    return out
