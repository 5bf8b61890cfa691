"""What each mechanism decides that no other does: one is switched off, and all is decided anew.

    python -m benchmarks.ablation [--ids A- B-T3] [--jobs 1] [--only NAME ...]

Of the methods: what sampling says of steps and claims of the papers, and which false variants are
refuted. Of the search for reasons: the papers' comparisons for which one is found. One without
which nothing changes can go.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from benchmarks.reasons_found import looked_for
from verify.language.mistakes import Mistake
from verify.methods.isolated import Met
from verify.methods.searching import search
from verify.numerics.number import Truth
from verify.running.deciding import perform
from verify.running.tasks import Task, tasks_for
from verify.statements.discovery import Catalogue, discover
from verify.statements.statement import Statement
from verify.steps.inequality import Inequality


def nothing(*_: Any, **__: Any) -> None: ...


def none_of_them(*_: Any, **__: Any) -> Iterator[Any]:
    return iter(())


METHODS: dict[str, tuple[str, Callable[..., Any]]] = {
    "growing instances": ("sampling.attack", nothing),
    "random instances": ("sampling.attack_at_random", nothing),
    "two paths": ("sampling.compare_paths", lambda *_: 0),
    "descent": ("descent.descend", nothing),
    "repair": ("repair.repaired", none_of_them),
    "where a value lacks": ("repair.instances_without_values", none_of_them),
    "premises at the start": ("premised.premises_of", lambda _: ()),
    "affine equations": ("affine.deciding_values", nothing),
    "free things": ("free_things.for_all_of_them", lambda _, said: said),
    "isolated solutions": ("isolated.between_numbers", lambda _: Met({})),
    "linearisation": ("stability.linearly", lambda *_: Truth.UNKNOWN),
}
SQUARES = ("_tangents", "_lengths")
SEARCH: dict[str, tuple[str, Callable[..., Any]]] = {
    "factors in sight": ("stripping.stripped", lambda asked, here, gap, strict=False: ([], gap)),
    "heavy atoms": ("atoms.heavy_atoms", lambda *_: []),
    "sums": ("sums.sums", lambda *_, **__: []),
    "squared sums": ("sums.squared_sums", none_of_them),
    "multipliers": ("search.multiplied", none_of_them),
    **{name: (f"squares.{name}", none_of_them) for name in SQUARES},
}  # fmt: skip
PLANS = {f"plan {number}": number for number in range(len(search.PLANS))}


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return discover()


def switch_off(name: str) -> None:
    """Replace a mechanism, in every module that has it."""
    if name in PLANS:
        plans = tuple(plan for at, plan in enumerate(search.PLANS) if at != PLANS[name])
        setattr(search, "PLANS", plans)  # noqa: B010
    for table, room in ((METHODS, "methods"), (SEARCH, "methods.searching")):
        if name in table:
            path, instead = table[name]
            module, _, attribute = path.rpartition(".")
            old = getattr(import_module(f"verify.{room}.{module}"), attribute)
            for loaded in list(sys.modules.values()):
                if vars(loaded).get(attribute) is old:
                    setattr(loaded, attribute, instead)


def said_of(statement: Statement, task: Task) -> list[str]:
    """Return what is decided of a step, a claim or a mutant, in short."""
    with suppress(Mistake):
        answer = perform(statement, task)
        found = [f"{one['outcome']} {one['reason'][:40]}" for one in answer["outcomes"]]
        refuted = [f"{one['name']}: {one['refuted']}" for one in answer["mutants"]]
        footing = answer.get("footing") or {"reason": ""}
        return [*found, *refuted, footing["reason"]]
    return ["a mistake"]


def decided(asked: tuple[str, str]) -> dict[str, list[str]]:
    """Return what is said of a statement with a mechanism switched off, by name of its parts."""
    name, identifier = asked
    statement = catalogue().find(identifier)
    if name in METHODS or name == "nothing":
        tasks = tasks_for(statement, ("sampling",), "quick", 0)
        found = {f"{t.kind} {t.number}": said_of(statement, t) for t in tasks}
        if name != "nothing":
            return found
    else:
        found = {}
    steps = (said for said in statement.declared.said if isinstance(said.step, Inequality))
    return found | {f"reason {said.name}": [str(looked_for(said))] for said in steps}


def table(name: str, ids: Sequence[str], jobs: int) -> dict[tuple[str, str], list[str]]:
    """Return what is decided without a mechanism, each statement in a process of its own."""
    catalogue()  # read before anything is replaced: the engine would refuse to read it later
    context = get_context("fork")
    with ProcessPoolExecutor(jobs, context, switch_off, (name,)) as pool:
        found = pool.map(decided, [(name, one) for one in ids])
        parts = zip(ids, found, strict=True)
        return {(one, part): result for one, of in parts for part, result in of.items()}


def main() -> None:
    """Print, for each mechanism, what is decided otherwise without it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation")
    parser.add_argument("--ids", nargs="*", default=[""], help="beginnings of ids (all)")
    parser.add_argument("--jobs", type=int, default=1)
    names = [*METHODS, *SEARCH, *PLANS]
    parser.add_argument("--only", nargs="*", default=names, help=f"of {', '.join(names)}")
    asked = parser.parse_args()
    ids = [s.id for s in catalogue().statements if s.id.startswith(tuple(asked.ids))]
    whole = table("nothing", ids, asked.jobs)
    for name in asked.only:
        begin = time.perf_counter()
        without = table(name, ids, asked.jobs)
        changed = [where for where, result in without.items() if result != whole[where]]
        print(f"{name}: {len(changed)} of {len(without)}, {time.perf_counter() - begin:.0f} s")
        for where in changed[:10]:
            print(f"    {' '.join(where)}: {whole[where]} -> {without[where]}", flush=True)


if __name__ == "__main__":
    main()
