"""The command `suggest`: reasons of inequalities, as source to paste; what equations lack."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from verify.commands.shared import (
    answer,
    check_file,
    exit_code,
    found,
    read_catalogue,
)
from verify.language.expressions import Scalar
from verify.language.mistakes import Mistake
from verify.language.source import source
from verify.language.walk import free_indices
from verify.methods.attained import as_written, indices_of, posed
from verify.methods.derived import as_expression
from verify.methods.searching.missing import apart
from verify.methods.searching.reasons import SECONDS, reason_of
from verify.render.errors import CHANGED
from verify.render.normal_forms import normal_form_latex
from verify.render.plain_latex import plain_formula
from verify.render.screen import progress_bar, wrapped
from verify.statements.obligations import Comparison, Equality
from verify.statements.statement import Statement
from verify.statements.step import Said, obligations

TRIED = (
    "among products of three known quantities, squares, and sums of these over two indices, "
    f"within {SECONDS} s of processor time"
)


def perform(asked: Namespace) -> int:
    """Print a reason for each inequality of a statement, and how far apart sides of equations are.

    The exit code is 1 if an inequality has no reason that is found, or if sides differ.
    """
    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    check_file("--json", asked.json, catalogue)
    with progress_bar() as show:
        steps = list(_suggested(statement, show))
        equations = list(_apart(statement))
    lines = [*map(_line, steps), *map(_equation_line, equations)]
    lines = lines or [f"{statement.id} has no inequality, and all its equations hold"]
    data = {"schema": "verify.suggest/1", "id": statement.id, "steps": steps,
            "equations": equations}  # fmt: skip
    answer(
        asked,
        lambda screen: [x for one in lines for x in wrapped(one, screen.width, more="  ")],
        lambda: data,
    )
    open_ones = bool(equations) or any(not step["because"] for step in steps)
    return exit_code(catalogue) or (CHANGED if open_ones else 0)


def _apart(statement: Statement) -> Iterator[dict[str, Any]]:
    """Yield each equation whose sides differ: by what, and which assumption would close it."""
    for said in statement.declared.said:
        for claim in obligations(said):
            if not isinstance(claim, Equality) or said.step.role == "printed":
                continue
            try:
                found = apart(said, claim)
            except Mistake:
                continue  # nothing that the algebra reads
            if found.difference is not None:
                form = normal_form_latex(as_expression(found.difference))
                yield {
                    "step": claim.label,
                    "difference": plain_formula(form).replace(" ⟩", "⟩"),
                    "assume": [one.says for one in found.closing],
                }


def _equation_line(equation: dict[str, Any]) -> str:
    closing = " and ".join(equation["assume"])
    told = f"; they agree under {closing}" if closing else ""
    return f"{equation['step']}: the sides differ by {equation['difference']}{told}"


def _suggested(statement: Statement, show: Any) -> Iterator[dict[str, Any]]:
    claims = [
        (said, *claim)
        for said in statement.declared.said
        for claim in zip(obligations(said), posed(said), strict=True)
        if isinstance(claim[0], Comparison)
    ]
    for number, (said, own, claim) in enumerate(claims, 1):
        assert isinstance(own, Comparison) and isinstance(claim, Comparison)
        show(number, len(claims), claim.label)
        reason = reason_of(said, claim, hint=True)
        because, missing = (
            None if found is None else source(as_written(found, said, own))
            for found in (reason.because, reason.missing)
        )
        yield {
            "step": claim.label,
            "because": because,
            "where": _places(said, own, reason.because),
            "missing": None
            if missing is None
            else f"{missing} {'>' if claim.relation.strict else '>='} 0",
            "seconds": round(reason.seconds, 3),
        }


def _places(said: Said, claim: Comparison, because: Scalar | None) -> str:
    """Return at which index extreme values are attained that a reason speaks of, if it does."""
    if because is None:
        return ""
    left = {k.name for k in free_indices(as_written(because, said, claim))}
    places = indices_of(said, claim).items()
    told = [
        f"{name} where the extremum {source(value)} is attained"
        for name, value in places
        if name in left
    ]
    return " and ".join(told)


def _line(step: dict[str, Any]) -> str:
    if step["where"]:
        told = f"found automatically (because= is not needed): {step['because']}, {step['where']}"
    elif step["because"] is not None:
        told = f"because={step['because']}"
    elif step["missing"] is not None:
        told = f"none found; {step['missing']} would imply it"
    else:
        told = f"none found {TRIED}; split the step in two, or give because=..."
    return f"{step['step']}: {told}  ({step['seconds']:.2f} s)"
