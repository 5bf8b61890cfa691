"""The command `record`: what a run finds, written as the verdicts on record."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify.commands.runs import decide, judged
from verify.commands.shared import check_file, chosen, exit_code, read_catalogue, write
from verify.running.records import entry_of, read, records_text
from verify.statements.folder import current
from verify.telling.errors import INTERRUPTED


def perform(asked: Namespace) -> int:
    """Decide statements and put their verdicts on record; those of others stay as they are."""
    catalogue = read_catalogue(asked)
    if catalogue.broken:
        print("verify: nothing was written; mend what is told above first", file=sys.stderr)
        return exit_code(catalogue)
    folder = current()
    check_file("recorded.toml", folder.records)
    before = read(folder.records)
    run = decide(chosen(catalogue, asked), asked)
    if not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    found = {result.id: entry_of(result, before.get(result.id, {})) for result in run.statements}
    order = [s.id for s in catalogue.statements if folder.holds(s.module)]
    write("recorded.toml", folder.records, records_text({**before, **found}, order))
    for name in (name for name in order if name in found):
        change = "as before" if found[name] == before.get(name) else "changed"
        told = "new" if name not in before else change
        print(f"{name}: {found[name]['verdict']}, {found[name]['grade']} ({told})")
    print(folder.records)
    return judged(run, ())
