"""How many of the papers' inequalities have a reason that is found when theirs is taken away.

    python benchmarks/reasons_found.py [--ids A- B-T3] [--every 1] [--missing]

Nothing is kept: each is searched for anew, and what is found is put to the symbolic method and to
the checker. The goals are 93 % and a median of 0.1 s of processor time. `--missing` prints those
for which nothing is found.
"""

from __future__ import annotations

import argparse
import statistics
import time
from contextlib import suppress
from dataclasses import replace

from verify.language.expressions import as_scalar
from verify.methods import certificate, symbolic
from verify.methods.searching.reasons import question_of, searched
from verify.methods.searching.ring import OutOfTime
from verify.statements.discovery import discover
from verify.statements.obligations import Comparison
from verify.statements.step import Said, obligations
from verify.steps.inequality import Inequality


def looked_for(said: Said) -> tuple[bool, bool, float]:
    """Return whether a reason is found, whether it is accepted, and the time of the search."""
    (claim,) = obligations(said)
    assert isinstance(claim, Comparison)
    bare = replace(claim, because=as_scalar(0))
    begin = time.process_time()
    because = None
    with suppress(OutOfTime):
        because = searched(said, bare, question_of(said, bare))
    seconds = time.process_time() - begin
    if because is None:
        return False, True, seconds
    proposed = (replace(claim, because=because),)
    outcomes = {method.decide(said, proposed).outcome for method in (symbolic, certificate)}
    return True, outcomes == {"proved"}, seconds


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--ids", nargs="*", default=[""], help="beginnings of ids (all)")
    asked.add_argument("--every", type=int, default=1, help="only every so many (1)")
    asked.add_argument("--missing", action="store_true")
    given = asked.parse_args()
    steps = [
        (statement.id, said)
        for statement in discover().statements
        for said in statement.declared.said
        if isinstance(said.step, Inequality) and statement.id.startswith(tuple(given.ids))
    ]
    times, wrong, count = list[float](), 0, len(steps[:: given.every])
    for name, said in steps[:: given.every]:
        found, accepted, seconds = looked_for(said)
        if found:
            times.append(seconds)
        wrong += not accepted
        if (given.missing and not found) or not accepted:
            print(f"{name}, {said.name}: {'not accepted' if found else 'none'}  ({seconds:.2f} s)")
    share, slow = len(times) / count, sorted(times)[int(0.95 * len(times))]
    print(f"{len(times)} of {count} found ({share:.0%}), {wrong} of them not accepted")
    print(f"median {statistics.median(times):.3f} s, 95 % within {slow:.2f} s")


if __name__ == "__main__":
    main()
