r"""Statements for a paper of the reader's own: standard environments, amsmath, \label and \ref."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from verify.render.endings import Ending, ending
from verify.render.latex_layout import COLUMN
from verify.render.latex_names import KINDS, NOTE, PaperNotation, heading, label_of, names, plain_id
from verify.render.latex_proof import Part, ProofWriter, apart, where
from verify.render.site.layout import file_name
from verify.render.words import has_label, standing
from verify.statements.discovery import known_to
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement

ID = re.compile(re.escape(NOTE).replace(r"\{\}", "(?P<id>.+?)"))
# A paper's equations that are mentioned, and statements; formulas and commands are passed over.
MENTIONED = re.compile(
    r"\$[^$]*\$|\\\[.*?\\\]|\\begin\{equation\}.*?\\end\{equation\}|^%[^\n]*|\\\w+\{[^{}]*\}"
    rf"|{ID.pattern}|(?<![Pp]art )(?<![Pp]arts )(?P<equation>\(\d+\))",
    re.S | re.M,
)
MAIN, KIND, PREAMBLE_FILE = "paper", "latex-plain", "preamble"
PREAMBLE = "\n".join([
    "% amsmath, a proof, and those kinds of statements that the class does not have.",
    r"\usepackage{amsmath}",
    r"\makeatletter",
    r"\@ifundefined{mathbb}{\usepackage{amssymb}}{}",
    r"\@ifundefined{proof}{\usepackage{amsthm}}{}",
    r"\providecommand{\qedhere}{\qed}% llncs",
    r"\AtBeginDocument{%",
    *(rf"  \@ifundefined{{{name.lower()}}}{{\newtheorem{{{name.lower()}}}{{{name}}}}}{{}}%"
      for name in KINDS),
    r"}",
    r"\makeatother",
    "",
])  # fmt: skip


def paper_files(
    statements: Sequence[Statement], results: Mapping[str, StatementResult]
) -> dict[str, str | bytes]:
    """Return a short paper that compiles, its preamble and each statement, by their file names."""
    called, inputs = names(statements), []
    files: dict[str, str | bytes] = {f"{PREAMBLE_FILE}.tex": PREAMBLE}
    for statement in statements:
        name = file_name(statement.id)
        files[f"{name}.tex"] = plain_latex(statement, results.get(statement.id), called)
        inputs.append(rf"\input{{{name}}}")
    main = [
        r"\documentclass{amsart}", rf"\input{{{PREAMBLE_FILE}}}", r"\begin{document}", *inputs,
        r"\end{document}", "",
    ]  # fmt: skip
    return {f"{MAIN}.tex": "\n".join(main), **files}


def printed(statements: Sequence[Statement], results: Mapping[str, StatementResult]) -> list[str]:
    """Return the lines of the statements, with their preamble first, as comments."""
    called, lines = names(statements), [f"% {line}" for line in PREAMBLE.splitlines()]
    for statement in statements:
        text = plain_latex(statement, results.get(statement.id), called)
        lines += ["", *text.splitlines()]
    return lines


def plain_latex(
    statement: Statement, result: StatementResult | None, called: Mapping[str, str]
) -> str:
    """Return a statement with its proof; `called` are the statements of the same paper.

    Raises Mistake where an assumption's phrase cannot be filled in.
    """
    writer = ProofWriter(statement, dict(called), COLUMN, f"eq:{statement.id}")
    lines = [_comment(statement, result), *theorem(statement, writer), *proof(writer, result)]
    return _with_mentions("\n".join(line for line in lines if line), statement)


def theorem_latex(statement: Statement, called: Mapping[str, str]) -> str:
    """Return a statement without its proof."""
    writer = ProofWriter(statement, dict(called), COLUMN, f"eq:{statement.id}")
    return _with_mentions("\n".join(theorem(statement, writer)), statement)


def _with_mentions(text: str, statement: Statement) -> str:
    """Return a text with what it mentions and has not: equations of its paper, other statements."""
    paper, words = statement.paper, PaperNotation()
    found, told, terms = list(MENTIONED.finditer(text)), list[str](), dict(paper.terms)
    equations = sorted({one["equation"] or "" for one in found} - {""}, key=lambda n: (len(n), n))
    if equations:
        means = [words.prose(", ".join(filter(None, (n, terms.get(n))))) for n in equations]
        source = rf"\emph{{{words.prose(paper.title)}}} ({paper.year})"
        told.append(f"Equations of {source}: {'; '.join(means)}.")
    for identifier in dict.fromkeys(one["id"] for one in found if one["id"]):
        other = known_to(statement)[identifier]
        called = f" ({words.literal(other.label.text)})" if has_label(other) else ""
        command = rf"\texttt{{verify latex {words.literal(identifier)} -{{}}-plain}}"
        told.append(f"{plain_id(identifier)}{called}: {words.prose(other.title)}; {command}.")
    behind = [r"\paragraph*{\textit{Mentioned above.}}", *told] if told else []
    return "\n".join([ID.sub("", text), *behind]) + "\n"


def _comment(statement: Statement, result: StatementResult | None) -> str:
    known = "not checked when this was written"
    if result is not None:
        known = f"{standing(result).mark.word} ({result.known})"
    return f"% {statement.id}: {known}. Written by verify latex --plain."


def theorem(statement: Statement, writer: ProofWriter, note: str = "") -> list[str]:
    """Return a statement's environment: its title, with a note, and its claim in formulas."""
    narrator, kind = writer.narrator, heading(statement).kind.lower()
    title = narrator.prose(statement.title) + note
    claimed = statement.declared.claim
    told = narrator.claim()
    formal = told.sentences if told is not None and claimed and claimed.propositions else ()
    lets = writer.lets(in_motion=not formal)
    says = () if formal or told is None else (told.says,)
    text = "\n".join([*lets, *formal, *says, where(writer.introduced()).strip()])
    return [
        rf"\begin{{{kind}}}[{{{title}}}]\label{{{label_of(statement.id)}}}",
        apart(writer.numbers.referred(text.strip()), writer.line),
        rf"\end{{{kind}}}",
    ]


def proof(writer: ProofWriter, result: StatementResult | None) -> list[str]:
    """Return the proof, which ends with the claim, and what is printed behind it."""
    ends = ending(writer.statement, result, writer.narrator)
    lines: list[str] = []
    for part in writer.parts(result):
        behind = ["", rf"\paragraph*{{\textit{{{part.heading}.}}}}", part.text]
        lines += _proof(part, ends, writer) if part.kind == "proof" else behind
    return lines


def _proof(part: Part, ends: Ending | None, writer: ProofWriter) -> list[str]:
    name = "" if part.heading == "Proof" else f"[{part.heading}]"
    told = "\n".join(ends.sentences) if ends is not None else ""
    last = apart(writer.numbers.referred(told), writer.line)
    box = r"\qedhere" if ends is not None and ends.closed else r"\let\qedsymbol\relax % no box"
    return [rf"\begin{{proof}}{name}", part.text, f"\n{last}" * bool(last), box, r"\end{proof}"]
