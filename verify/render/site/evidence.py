"""The evidence for a statement: what each method found, what it counted, and the false twins.

A page has folds, each with a line that tells what is in it; the rest is in a file of data.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.kernel.authored import proof_of
from verify.methods.kernel.deciding import goals_of
from verify.render.claims import claim_known
from verify.render.latex_paper import theorem_latex
from verify.render.narration import StepText, VariantText
from verify.render.run_json import plain_data
from verify.render.site.contents import Contents, known
from verify.render.site.formula_blocks import (
    TAG,
    definitions,
    display,
    folded_reasons,
    held,
    in_line,
    linked,
    step_anchor,
    witness,
)
from verify.render.site.layout import escaped, file_name, page_folder
from verify.render.site.mathml import MathmlNotation
from verify.render.terminal import evidence_parts
from verify.render.words import counted, fate, fates
from verify.statements.outcomes import MutantResult, Outcome, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.steps.shows import measured_words

WORDS = MathmlNotation()
OPEN = 160  # characters of a claim in formulas, and of what it uses, that is not folded


def fold(title: str, tells: str, has: str, *, at: str = "") -> str:
    """Return a fold whose line tells what it holds, which a script puts there when it is opened.

    `has` is "e" for a part of `evidence_of`, "c" for a certificate, "g" for a Coq goal; `at` is
    the fold's own anchor, where it is not its section's.
    """
    own = f' class="fold" id="{at}"' if at else ""
    named = f"{title} <span>· {tells}</span>" if title else tells
    return f'<details{own} data-has="{has}"><summary>{named}</summary></details>'


def evidence(step: StepText, result: StepResult | None, goal: str | None) -> str:
    """Return the fold of what stands behind a step; nothing if nothing does.

    `goal` says why Coq has no goal, or is empty if it has.
    """
    reason = "with its reason" if folded_reasons(step.claim) else ""
    if result is None:
        tells = [reason, counted(len(step.twins), "mutant") if step.twins else ""]
        return fold("", ", ".join(filter(None, tells)), "e") if any(tells) else ""
    if not result.outcomes and not step.twins and not reason:
        return known(result)
    tells = [known(result), reason, fates(result.mutants) if step.twins else ""]
    certified = any(outcome.evidence.get("certificate") for outcome in result.outcomes)
    has = ("c" if certified else "") + ("g" if goal == "" and result.outcomes else "")
    return fold("", " · ".join(filter(None, tells)), f"e{has}")


def evidence_of(
    contents: Contents, statement: Statement, goals: Mapping[str, tuple[str, str]]
) -> dict[str, str]:
    """Return what the folds of a statement's page hold, {anchor: HTML}.

    It would be a third of a site, and is seldom read: a page loads it when a fold is opened.
    """
    told, result = contents.told(statement.id), contents.results.get(statement.id)
    found = {step.name: step for step in result.steps} if result is not None else {}
    every = {} if result is None else {m.name: m for m in result.every_mutant}
    dropped = zip(told.mutants, statement.declared.mutants, strict=True)
    parts = {
        step_anchor(step.name): _behind(
            step, found.get(step.name), goals.get(step.name, ("", ""))[1]
        )
        for step in told.steps
    }
    parts["mutants"] = _twins(_twin(why, every.get(mutant.why)) for why, mutant in dropped)
    parts["claim"] = _claim(result)
    parts["formulas"] = in_formulas(contents, statement) if is_long(contents, statement) else ""
    return {at: held(html) for at, html in parts.items() if html}


def in_formulas(contents: Contents, statement: Statement) -> str:
    """Return a statement's claim in formulas, with what they use; nothing if it has none."""
    names = {step.number: step.name for step in contents.told(statement.id).steps}
    said = contents.card(statement.id).formal
    text = "".join(f"<p>{held(linked(sentence, names))}</p>" for sentence in said)
    return text + definitions(contents.told(statement.id).definitions)


def is_long(contents: Contents, statement: Statement) -> bool:
    """Tell whether a claim in formulas is too long to stand open in a card."""
    return len(TAG.sub("", in_formulas(contents, statement))) > OPEN


def _behind(step: StepText, result: StepResult | None, goal: str) -> str:
    outcomes = result.outcomes if result is not None else ()
    lines = "".join(f"<li>{_line(outcome)}</li>" for outcome in outcomes)
    lines += f"<li>no Coq goal: {escaped(goal)}</li>" if goal and outcomes else ""
    found = {WORDS.prose(m.name): m for m in result.mutants} if result is not None else {}
    twins = _twins(_twin(twin.why, found.get(twin.why), twin) for twin in step.twins)
    reasons = "".join(map(display, folded_reasons(step.claim)))
    return reasons + (f"<ul>{lines}</ul>" if lines else "") + twins


def _claim(result: StatementResult | None) -> str:
    claim = result.claim if result is not None else None
    if claim is None:
        return ""
    along = claim.followed
    why = f" ({escaped(along.reason)})" if along is not None and along.reason else ""
    followed = f"<p>Along simulated trajectories: {along.outcome}{why}.</p>" if along else ""
    twins = _twins(_twin(WORDS.prose(mutant.name), mutant) for mutant in claim.mutants)
    return f"<p>{escaped(claim_known(claim))}</p>{followed}{twins}"


def _twins(every: Iterable[str]) -> str:
    lines = "".join(every)
    return f'<ul class="mutants">{lines}</ul>' if lines else ""


def _twin(why: str, result: MutantResult | None, twin: VariantText | None = None) -> str:
    formula = " or ".join(map(in_line, twin.claim.displays)) if twin is not None else ""
    where = definitions(twin.definitions) if twin is not None and formula else ""
    said = f": {formula}" if formula else ""
    told = "" if result is None else f" {fate(result, witness(result.witness))}"
    if result is not None and result.survives:
        told = f' <strong class="trouble">{told.strip()}</strong>'
    return f"<li>Mutant “{why}”{said}{told}{where}</li>"


def _line(outcome: Outcome) -> str:
    """Return what one method found, as a terminal has it, with formulas."""
    found = [WORDS.prose(words) for words in measured_words(outcome)]
    for part in evidence_parts(outcome, witness):
        found.append(part if part.startswith("witness: ") else escaped(part))
    told = "; ".join(filter(None, [*found, escaped(outcome.reason)]))
    return f"{outcome.method}: {outcome.outcome}{f': {told}' if told else ''}"


# ------------------------------------------------------------------ data


def data_path(identifier: str) -> str:
    """Return where a statement's data is, from the site's root."""
    return f"data/{file_name(identifier)}.js"


def bibtex(statement: Statement) -> str:
    """Return a BibTeX entry of a statement of this site, as of the paper that it is in."""
    key = re.sub("[^A-Za-z0-9]+", "", statement.id)
    title = statement.title.replace("$", "")
    return (
        f"@misc{{{key},\n  title = {{{statement.id}: {title}}},\n"
        f"  author = {{{{attention-proofs}}}},\n"
        f"  note = {{On {statement.label.text} of {statement.paper.title}, "
        f"{statement.paper.reference}}},\n"
        f"  howpublished = {{{page_folder(statement.id)}/}},\n}}"
    )


def copies(statement: Statement, called: Mapping[str, str]) -> dict[str, str]:
    """Return what a reader may copy: the statement in LaTeX, and its theorem as Coq has it."""
    found = {"LaTeX": theorem_latex(statement, called), "Coq": coq_text(statement)}
    return {kind: text for kind, text in found.items() if text}


def coq_text(statement: Statement) -> str:
    """Return a statement's theorem as Coq has it, or nothing where it has none of its own."""
    theorem = proof_of(statement).theorem if statement.declared.claim is not None else None
    return "" if theorem is None else theorem.text()


def goals(statement: Statement) -> dict[str, tuple[str, str]]:
    """Return the Coq goals of steps with their scripts, {step: (text, why there is none)}."""
    out = {}
    try:
        steps = goals_of(statement)
    except Mistake:  # a step that cannot be cut into obligations: its result says so
        return {}
    for step in steps:
        texts = [goal.proved for goal in step.goals]
        out[step.step] = ("" if step.reason else "\n\n".join(texts), step.reason)
    return out


def certificates(result: StatementResult | None) -> dict[str, Any]:
    """Return the claims that the checker accepted, {step: claim documents}."""
    out: dict[str, Any] = {}
    for step in result.steps if result is not None else ():
        for outcome in step.outcomes:
            if outcome.evidence.get("certificate"):
                out.setdefault(step.name, []).extend(outcome.evidence["certificate"])
    return out


def packed(name: str, found: Any) -> str:
    """Return the script that hands data to the page that asked for it, under a name.

    What is behind a statement is as much as the rest of a site, and seldom read: it is packed, and
    loaded when a reader asks. A page opened as a file may load scripts, and nothing else.
    """
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False, default=plain_data)
    # Without the time of writing: the same results make the same bytes.
    data = base64.b85encode(gzip.compress(text.encode(), mtime=0)).decode()
    return f'(window.verifyData = window.verifyData || {{}})[{json.dumps(name)}] = "{data}";\n'
