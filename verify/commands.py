"""What each command does, once its arguments are understood."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from verify.statements.discovery import Catalogue, Unknown
from verify.statements.outcomes import Outcome, Run, StatementResult
from verify.statements.statement import Statement
from verify.telling.errors import (
    AGREES,
    BAD_INPUT,
    CHANGED,
    INTERRUPTED,
    LIMIT,
    TOOL_MISSING,
    ToolMissing,
    Usage,
    nearest,
)
from verify.telling.files import trouble_with_file, write_whole
from verify.telling.run_json import plain_data, run_to_json, run_to_junit, to_text
from verify.telling.screen import screen_of, table, wrapped

STANDARD_OUTPUT = Path("-")


# ------------------------------------------------------------------ reading


def command_list(asked: Namespace) -> int:
    """List the statements, in the papers' order."""
    catalogue = _catalogue(asked)
    _check_file("--json", asked.json, catalogue)
    statements = _of_paper(catalogue, asked.paper)
    if asked.json is not None:
        _write_json(asked.json, [_entry(statement) for statement in statements])
    else:
        _print(_listed(statements))
    return _broken(catalogue)


def _listed(statements: Sequence[Statement]) -> list[str]:
    """Return one line a statement, under the headings of their papers' sections."""
    header, screen = ("id", "paper", "label", "title", "origin"), screen_of(sys.stdout)
    rows = [(s.id, s.paper.key, s.label.text, s.title, s.origin) for s in statements]
    first, *lines = table(header, rows, screen, elastic=3)
    shown, before = [first], ""
    for statement, line in zip(statements, lines, strict=True):
        section = statement.paper.section(statement.position)
        if section != before:
            heading = f"{statement.paper.key}, {section}" if section else statement.paper.key
            shown += ["", screen.paint(heading, "bold")]
        shown.append(line)
        before = section
    return shown


def _entry(statement: Statement) -> dict[str, Any]:
    return {
        "id": statement.id,
        "title": statement.title,
        "paper": statement.paper.key,
        "label": statement.label.text,
        "section": statement.paper.section(statement.position),
        "origin": statement.origin,
        "basis": statement.basis,
        "module": statement.module,
        "rests_on": list(statement.rests_on),
        "repaired_by": list(statement.repaired_by),
        "steps": [said.name for said in statement.declared.said],
    }


def command_show(asked: Namespace) -> int:
    """Print one statement: assumptions, sentences, formulas, outcomes, mutants; or Coq goals."""
    from verify.telling.terminal import statement_text

    catalogue = _catalogue(asked)
    statement = _found(catalogue, asked.id)
    if asked.goal:
        _print(_goals(statement))
        return _broken(catalogue)
    run = None if asked.no_run else _run([statement], asked)
    result = None if run is None else _result(run, statement)
    _print(statement_text(statement, result, screen_of(sys.stdout)))
    return INTERRUPTED if run is not None and not run.complete else _broken(catalogue)


def _goals(statement: Statement) -> list[str]:
    """Return the Coq goals of a statement's steps, and why others have none."""
    from verify.methods.kernel.deciding import goals_of

    lines: list[str] = []
    for step in goals_of(statement):
        lines.append(f"(* {statement.id}, {step.step} *)")
        if step.reason:
            lines.append(f"(* no goal: {step.reason} *)")
        for goal in () if step.reason else step.goals:
            script = goal.script.strip().rstrip(".")
            lines += [goal.text.rstrip(), "Proof.", f"  {script}.", "Qed."]
        lines.append("")
    return lines


def command_axioms(asked: Namespace) -> int:
    """List external theorems, with their references and what discharges their premises."""
    from verify.telling.axioms import axioms_json, axioms_of, axioms_text

    catalogue = _catalogue(asked)
    _check_file("--json", asked.json, catalogue)
    known = {statement.id: statement for statement in catalogue.statements}
    every = [axioms_of(statement, known) for statement in _chosen(catalogue, asked)]
    if asked.json is not None:
        _write_json(asked.json, axioms_json(every))
    else:
        told = every if asked.ids else [a for a in every if a.own or a.through]
        _print(axioms_text(told, screen_of(sys.stdout)))
    return _broken(catalogue)


def command_doctor(asked: Namespace) -> int:
    """Say which tools are here; a missing Python package is a required one."""
    from verify.doctor import PACKAGES, diagnose

    _check_file("--json", asked.json)
    findings = diagnose()
    if asked.json is not None:
        _write_json(asked.json, [asdict(finding) for finding in findings])
    else:
        rows = [(f.tool, "found" if f.found else "missing", f.version, f.adds) for f in findings]
        _print(table(("tool", "here", "version", "adds"), rows, screen_of(sys.stdout), elastic=3))
        for finding in findings:
            if not finding.found:
                print(f"{finding.tool}: {finding.install}")
    required = any(not finding.found and finding.tool in PACKAGES for finding in findings)
    return TOOL_MISSING if required else AGREES


# ------------------------------------------------------------------ deciding


def command_run(asked: Namespace) -> int:
    """Decide statements, print the table and a summary, write JSON and JUnit XML."""
    from verify import running
    from verify.telling.terminal import run_table, summary

    catalogue = _catalogue(asked)
    _check_file("--json", asked.json, catalogue)
    _check_file("--junit", asked.junit, catalogue)
    _check_apart(asked.json, asked.junit)
    statements = _chosen(catalogue, asked)
    run = _run(statements, asked)
    changes = running.changes(run, running.recorded(catalogue))
    stream = sys.stderr if STANDARD_OUTPUT in (asked.json, asked.junit) else sys.stdout
    screen = screen_of(stream)
    for line in (*run_table(run, screen), "", *summary(run, changes, screen)):
        print(line, file=stream)
    if asked.json is not None:
        _write("--json", asked.json, to_text(run_to_json(run)))
    if asked.junit is not None:
        _write("--junit", asked.junit, run_to_junit(run, changes))
    broken = _broken(catalogue)
    return INTERRUPTED if not run.complete else broken or _judged(run, changes)


def _judged(run: Run, changes: Sequence[str]) -> int:
    if changes or any(result.surviving or result.failing for result in run.statements):
        return CHANGED
    return LIMIT if any(map(_was_cut_off, run.statements)) else AGREES


def _was_cut_off(result: StatementResult) -> bool:
    reasons = [outcome.reason for step in result.steps for outcome in step.outcomes]
    return any(reason.startswith("cut off") for reason in reasons)


def _run(statements: Sequence[Statement], asked: Namespace) -> Run:
    """Decide statements; on a terminal, say how far it is."""
    from verify import running

    _check_tools(asked)
    shows = sys.stderr.isatty()
    run = running.run(
        statements,
        methods=asked.methods,
        profile=asked.profile,
        jobs=asked.jobs,
        seed=asked.seed,
        progress=_progress if shows else None,
        modules=tuple(str(path) for path in asked.modules),
        fresh=asked.fresh,
    )
    if shows:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return run


def _progress(result: StatementResult, done: int, total: int) -> None:
    _bar(done, total, result.id)


def _bar(done: int, total: int, what: str) -> None:
    """Say on a terminal how far something is, in the line it was said in before."""
    filled = 20 * done // max(total, 1)
    bar = "█" * filled + "·" * (20 - filled)
    print(f"\r\033[K{bar} {done}/{total} {what}", end="", file=sys.stderr, flush=True)


def _check_tools(asked: Namespace) -> None:
    """Find out before a run that the kernel was asked for and is not here."""
    if "kernel" in (asked.methods or ()):
        from verify.doctor import install_line, locate

        if locate("coqc") is None:
            raise ToolMissing("coqc", f"install it: {install_line('coqc')}")


def command_latex(asked: Namespace) -> int:
    """Write the article on statements, or the errata, and compile it."""
    from verify.telling import errata_text, latex_document
    from verify.telling.files import claimed_folder
    from verify.telling.latex_compiling import LatexError, pdflatex

    if asked.errata and asked.no_run:
        raise Usage("--errata: it tells what a run has found; leave out --no-run")
    catalogue = _catalogue(asked)
    document = errata_text if asked.errata else latex_document
    claimed_folder(asked.output, document.KIND, asked.force)
    statements = _chosen(catalogue, asked)
    if asked.pdf:
        pdflatex()  # missing TeX is told before anything is decided
    run = None if asked.no_run else _run(statements, asked)
    if run is not None and not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    results = {} if run is None else {result.id: result for result in run.statements}
    try:
        written = document.write(statements, results, asked.output, asked.pdf, asked.force)
    except LatexError as error:
        print(f"verify: {error}", file=sys.stderr)
        return CHANGED
    _print(_written(asked.output, written))
    return _broken(catalogue)


def _written(folder: Path, paths: Sequence[Path]) -> list[str]:
    """Return the paths of a folder's files, and of its subfolders how many files they hold."""
    below = Counter(path.parent for path in paths if path.parent != folder)
    lines = [str(path) for path in paths if path.parent == folder]
    return lines + [f"{parent}{os.sep} ({number} files)" for parent, number in below.items()]


def command_report(asked: Namespace) -> int:
    """Write the site of statements, whole or not at all."""
    from verify.telling.files import claimed_folder
    from verify.telling.site import build

    catalogue = _catalogue(asked)
    claimed_folder(asked.output, build.KIND, asked.force)
    statements = _chosen(catalogue, asked)
    run = None if asked.no_run else _run(statements, asked)
    if run is not None and not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    shows = sys.stderr.isatty()
    progress = _bar if shows else None
    try:
        build.write_site(statements, run, asked.output, force=asked.force, progress=progress)
    finally:
        if shows:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    print(asked.output / "index.html")
    return _broken(catalogue)


def command_figures(asked: Namespace) -> int:
    """Draw figures, with their captions and data; parts computed before are kept."""
    from verify.running.cache import cache_folder, engine_hash
    from verify.telling.figures import command

    return command.command_figures(asked, cache_folder() / "figures", engine_hash())


def command_falsify(asked: Namespace) -> int:
    """Attack every step of a statement by sampling; 1 if an instance contradicts one."""
    from verify import running
    from verify.telling.terminal import outcome_text

    catalogue = _catalogue(asked)
    statement = _found(catalogue, asked.id)
    _check_file("--json", asked.json, catalogue)
    outcomes = running.falsify(statement, samples=asked.samples, seed=asked.seed)
    outcomes |= _campaigns(statement, asked)
    if asked.json is not None:
        _write_json(asked.json, {name: _attack(outcome) for name, outcome in outcomes.items()})
    width = screen_of(sys.stdout).width
    for name, outcome in outcomes.items():
        _print(wrapped(f"{name}: {outcome_text(outcome)}", width, more="  "))
    if not outcomes:
        print(f"{statement.id} has no step that can be sampled")
    refuted = any(outcome.outcome == "refuted" for outcome in outcomes.values())
    return CHANGED if refuted else _broken(catalogue)


def _attack(outcome: Outcome) -> dict[str, Any]:
    """Return what an attack found, without the time it took."""
    told = {"outcome": outcome.outcome, "evidence": dict(outcome.evidence)}
    return told | ({"reason": outcome.reason} if outcome.reason else {})


def _campaigns(statement: Statement, asked: Namespace) -> dict[str, Outcome]:
    """Run the campaigns of a statement; on a terminal, say how far they are."""
    from verify.running.campaigns import campaign_steps, run_campaign

    shows, out = sys.stderr.isatty(), {}
    for step in campaign_steps(statement):

        def progress(done: int, total: int, step: str = step) -> None:
            _bar(done, total, step)

        out[step] = run_campaign(
            statement,
            step,
            samples=asked.samples,
            seed=asked.seed,
            jobs=asked.jobs,
            executor=asked.executor,
            modules=tuple(str(path) for path in asked.modules),
            fresh=asked.fresh,
            progress=progress if shows else None,
        )
    if shows and out:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return out


# ------------------------------------------------------------------ choosing


def _catalogue(asked: Namespace) -> Catalogue:
    """Return the statements, and say which modules could not be read."""
    from verify.statements.discovery import discover

    catalogue = discover(tuple(asked.modules))
    for module, mistake in catalogue.broken:
        print(f"verify: {module}: {' '.join(mistake.split())}", file=sys.stderr)
    return catalogue


def _broken(catalogue: Catalogue) -> int:
    return BAD_INPUT if catalogue.broken else AGREES


def _chosen(catalogue: Catalogue, asked: Namespace) -> list[Statement]:
    """Return the statements named, in the papers' order, or all of them."""
    available = _of_paper(catalogue, asked.paper)
    if not asked.ids:
        return available
    named = {_found(catalogue, name).id for name in asked.ids}
    chosen = [statement for statement in available if statement.id in named]
    for name in asked.ids:
        if _found(catalogue, name) not in chosen:
            raise Usage(f"ID: {name!r} is not in paper {asked.paper}; leave out --paper")
    return chosen


def _found(catalogue: Catalogue, name: str) -> Statement:
    try:
        return catalogue.find(name)
    except Unknown as error:
        raise Usage(f"ID: {error}") from None


def _of_paper(catalogue: Catalogue, key: str | None) -> list[Statement]:
    if key is None:
        return list(catalogue.statements)
    keys = [paper.key for paper in catalogue.papers]
    if key not in keys:
        raise Usage(f"--paper: {key!r} is no paper; {nearest(key, keys)}")
    return [statement for statement in catalogue.statements if statement.paper.key == key]


def _result(run: Run, statement: Statement) -> StatementResult | None:
    return next((result for result in run.statements if result.id == statement.id), None)


# ------------------------------------------------------------------ writing


def _check_file(argument: str, path: Path | None, catalogue: Catalogue | None = None) -> None:
    """Find out before any work that a file cannot be written."""
    if path is None or path == STANDARD_OUTPUT:
        return
    if catalogue is not None and str(path) in {s.id for s in catalogue.statements}:
        raise Usage(f"{argument}: {path} is a statement; put the ids before {argument}")
    trouble = trouble_with_file(path)
    if trouble is not None:
        raise Usage(f"{argument}: {trouble}")


def _check_apart(json: Path | None, junit: Path | None) -> None:
    if json is not None and junit is not None and os.path.realpath(json) == os.path.realpath(junit):
        raise Usage("--junit: it is the file of --json; give another")


def _write(argument: str, path: Path | None, text: str) -> None:
    if path == STANDARD_OUTPUT:
        sys.stdout.write(text)
    elif path is not None:
        try:
            write_whole(path, text)
        except OSError as error:
            raise Usage(f"{argument}: {path} was not written: {error.strerror or error}") from None


def _write_json(path: Path, data: Any) -> None:
    _write("--json", path, to_text(plain_data(data)))


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        print(line)
