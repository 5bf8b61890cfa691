"""What is behind a statement, a file each: evidence, certificates and Coq goals, packed.

All of it is as much as the rest of a site, and seldom read; so it is packed (gzip, base 85) and
loaded when a reader asks for it. A page opened as a file may load scripts, and nothing else.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Mapping
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.kernel.authored import proof_of
from verify.methods.kernel.deciding import goals_of
from verify.render.latex_paper import theorem_latex
from verify.render.run_json import plain_data
from verify.render.site.layout import file_name, page_folder
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement


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
    """Return the script that hands data to the page that asked for it, under a name."""
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False, default=plain_data)
    # Without the time of writing: the same results make the same bytes.
    data = base64.b85encode(gzip.compress(text.encode(), mtime=0)).decode()
    return f'(window.verifyData = window.verifyData || {{}})[{json.dumps(name)}] = "{data}";\n'
