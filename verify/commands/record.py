"""The command `record`: what a run finds, written as the verdicts on record."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from verify.commands.runs import check_tools, contradicted, decide, judged
from verify.commands.shared import check_file, chosen, exit_code, read_catalogue, write
from verify.methods.kernel import installed, spared
from verify.methods.kernel.authored import with_needed
from verify.methods.kernel.sparing import unused_by
from verify.processes.asides import locked
from verify.processes.places import cache_folder
from verify.render.errors import CHANGED, INTERRUPTED
from verify.render.plain_latex import plain_text
from verify.running.records import accepted_entries, asks_coq, entry_of, read, records_text
from verify.statements.folder import current
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement


def perform(asked: Namespace) -> int:
    """Decide statements and put their verdicts on record; those of others stay as they are.

    What a limit has cut off is one of the others.
    """
    catalogue = read_catalogue(asked)
    if catalogue.broken:
        print("verify: nothing was written; correct the errors above first", file=sys.stderr)
        return exit_code(catalogue)
    folder = current()
    check_file("recorded.toml", folder.records)
    if asked.unused:
        check_tools("kernel")
        check_file("unused.toml", folder.unused)
    before = read(folder.records)
    run = decide(chosen(catalogue, asked), asked)
    if not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    if contradicted(run):
        print("verify: nothing was written; methods contradict each other", file=sys.stderr)
        return CHANGED
    order = [s.id for s in catalogue.statements if folder.holds(s.module)]
    with locked(folder.path):
        latest = read(folder.records)  # another process may have written while this one ran
        decided = [result for result in run.statements if not result.cut_off]
        accepted = accepted_entries(run, catalogue.statements, latest)
        by_kernel = asks_coq(run) and installed.available()
        found = {
            r.id: entry_of(r, latest.get(r.id, {}), accepted.get(r.id, {}), by_kernel=by_kernel)
            for r in decided
        }
        others = [name for name in latest if name not in before and name not in order]
        written = records_text({**latest, **found}, [*order, *others])
        write("recorded.toml", folder.records, written)
    for name in (name for name in order if name in found):
        change = "as before" if found[name] == latest.get(name) else "changed"
        told = "new" if name not in latest else change
        print(f"{name}: {found[name]['verdict']}, {found[name]['grade']} ({told})")
    print(folder.records)
    if asked.unused:
        # A theorem of the grade "refuted" says that a claim fails.
        by_coq = [r for r in run.statements if r.claim is not None and r.claim.theorem]
        proved = {result.id for result in by_coq if result.grade == "kernel"}
        _record_unused([s for s in catalogue.statements if s.id in proved], order, asked)
    return judged(run, ())


def _record_unused(statements: Sequence[Statement], order: Sequence[str], asked: Namespace) -> None:
    """Put on record which hypotheses the proofs of claims do without, or that each is needed."""
    found: spared.Records = {}
    for statement in statements:
        name, spare = coq_name(statement.id), unused_by(statement, asked.jobs, cache_folder())
        of = spared.hash_of(name, with_needed(statement))
        found = {**found, name: {"of": of, "hypotheses": spare}}
        if spare:
            print(f"{statement.id}: unused: {plain_text('; '.join(spare))}")
    path = current().unused
    with locked(path.parent):
        records = {**spared.read(path), **found}
        write("unused.toml", path, spared.text(records, [coq_name(one) for one in order]))
    print(path)
