"""The command `theorem`: a claim as Coq has it, the definitions it stands on, its assumptions."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from verify.commands.shared import exit_code, found, read_catalogue, show_lines
from verify.methods.kernel import analysis, installed
from verify.methods.kernel.authored import proof_of
from verify.methods.kernel.claims import CoqTheorem
from verify.methods.kernel.deciding import goals_of
from verify.methods.kernel.rechecking import recheck
from verify.methods.kernel.sparing import unused_by
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder, library_folder
from verify.render.errors import CHANGED, ToolMissing
from verify.render.plain_latex import plain_text
from verify.render.screen import code_lines, screen_of
from verify.statements.proof_files import proof_file
from verify.statements.statement import Statement

AROUND = ("Implicit Types ", "Section ", "Context ", "Local Notation ", "End ")
SENTENCE = re.compile(
    rf"^(?:Definition |Fixpoint |Record |Inductive |{'|'.join(AROUND)}).*?\.(?=\n)", re.M | re.S
)


def perform(asked: Namespace) -> int:
    """Print the Coq statement of a claim, then what it is made of, then what its proof assumes."""
    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    if asked.checked and not installed.available():
        raise ToolMissing("coqc", "verify doctor shows how to install it")
    lines, is_proved = _told(statement, asked)
    _show(lines)
    if asked.unused and installed.available():
        spare = unused_by(statement, asked.jobs, cache_folder(), fresh=asked.fresh)
        _show(["", "(* unused: none *)"] if not spare else ["", *map(_unused, spare)])
    return exit_code(catalogue) if is_proved or not asked.checked else CHANGED


def _show(texts: Sequence[str]) -> None:
    """Print what is Coq's: broken for a terminal, and as Coq reads it for a file."""
    screen = screen_of(sys.stdout)
    for text in texts:
        show_lines(code_lines(text, screen))


def _told(statement: Statement, asked: Namespace) -> tuple[list[str], bool]:
    """Return the lines, and whether there is nothing to prove, or a proof that is accepted."""
    claimed = statement.declared.claim
    if claimed is None or not claimed.propositions:
        return _of_steps(statement), True
    proof = proof_of(statement)
    if proof.theorem is None:
        return [f"(* {statement.id}: no theorem: {proof.missing} *)"], False
    lines = [f"(* {statement.id}: {statement.title} *)", proof.theorem.text(), ""]
    lines += ["(* Definitions it uses, from Prelude.v, Words.v, Integers.v and Schemas.v: *)"]
    lines += [*_definitions(proof.theorem), *_taken(proof.taken)]
    if asked.no_run or not installed.available():
        return [*lines, "", f"(* proof: {proof.missing or _where(statement)} *)"], True
    assumed, is_proved = _assumed(statement, asked)
    return [*lines, "", assumed], is_proved


def _taken(taken: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return the steps that inferences take, along the motion: what a lemma may assume."""
    lines = [line for step, (along, says) in taken.items()
             for line in (f"(* {step} *)", f"Hypothesis {along} : {says}.")]  # fmt: skip
    return ["", "(* Steps that inferences take: *)", *lines] if taken else []


def _of_steps(statement: Statement) -> list[str]:
    """Return the lemmas of the steps that a claim consists of."""
    claimed = statement.declared.claim
    names = None if claimed is None else set(claimed.steps)
    lines = [f"(* {statement.id}: its claim is the conjunction of these lemmas *)"]
    for step in goals_of(statement):
        if names is None or step.step in names:
            lines.append(f"(* {step.step}{': ' + step.reason if step.reason else ''} *)")
            lines += [goal.stated for goal in step.goals]
    return lines


def _assumed(statement: Statement, asked: Namespace) -> tuple[str, bool]:
    """Return what Coq says of a proof, or its own checker, and whether the proof is accepted."""
    outcome = decide_claims(
        [statement], asked.jobs, cache_folder(), fresh=asked.fresh, exact=True,
        compiled_in=library_folder(asked.fresh),
    )[statement.id]  # fmt: skip
    if outcome.outcome != "kernel":
        return f"(* not proved: {outcome.reason} *)", False
    assumptions, who = outcome.evidence["assumptions"], ""
    if asked.checked:
        refused, assumptions = recheck([statement], asked.jobs)
        if refused:
            return f"(* not proved: coqchk: {refused} *)", False
        who = ", and checked by coqchk with its dependencies"
    axioms = ", ".join(assumptions) or "nothing"
    return f"(* proved in {_where(statement)}{who}; assumes: {axioms} *)", True


def _where(statement: Statement) -> str:
    """Return where the proof of a claim is: in its steps, in a family of theorems, or a file."""
    proof, own = proof_of(statement), proof_file(statement.id, statement.body).name
    in_steps = f"its steps ({', '.join(proof.inferences)})" if proof.inferences else own
    return "ByFamilies.v" if proof.generated else in_steps


def _unused(hypothesis: str) -> str:
    return f"(* unused: {plain_text(hypothesis)} *)"


def _definitions(theorem: CoqTheorem) -> list[str]:
    """Return the definitions that a theorem mentions, and those that these mention, in order.

    Beside them stands what they leave out: the type of a letter, and what a section is about.
    """
    texts = analysis.sources()
    told = [
        sentence
        for name in ("Prelude", "Words", "Integers", "Schemas")
        for sentence in SENTENCE.findall(texts[name].text)
    ]
    known = {_named(s): s for s in told if not s.startswith(AROUND)}
    wanted: list[str] = []

    def visit(text: str) -> None:
        for word in re.findall(r"[A-Za-z_]\w*", text):
            if word in known and word not in wanted:
                wanted.append(word)
                visit(known[word])

    visit(theorem.text())
    out: list[str] = []
    for sentence in told:
        if sentence.startswith("End ") and (empty := _empty_section(out)):
            del out[-empty:]
        elif sentence.startswith(AROUND[0]):
            out += [] if sentence in out else [sentence]
        elif sentence.startswith(AROUND) or _named(sentence) in wanted:
            out.append(sentence)
    return out


def _named(sentence: str) -> str:
    return re.split(r"\W+", sentence)[1]


def _empty_section(out: Sequence[str]) -> int:
    """Return how many sentences at the end are a section that has nothing yet, 0 if it has."""
    for back, sentence in enumerate(reversed(out), 1):
        if sentence.startswith("Section "):
            return back
        if not sentence.startswith(AROUND):
            return 0
    return 0
