"""Every benchmark that compares, in some ten minutes, and what it found as JSON.

    python -m benchmarks [NAME ...] [-o benchmarks.json]

Each runs in a process of its own, one after the other. Figures are the processor's seconds or
instances a second, and say something on a machine that is otherwise quiet; ratios are of figures
of one run.
"""

import argparse
import json
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from benchmarks.rows import SCHEMA, Row, machine, ratios, rows_of

NAMES = ("dimension_free", "arb_against_mpmath", "many_statements")
# What is asked, like for like: of what, beside whom, at which size, how many times as good.
ASKED = (
    *(
        (identity, other, 32, asked)
        for identity in ("margin", "heads", "tangency", "dissipation")
        for other, asked in (("SymPy ring, in coordinates", 20), ("FLINT, in coordinates", 3))
    ),
    ("velocity at 50 digits", "mpmath by lambdify, on gmpy", 128, 20),
)


def told(row: Row) -> str:
    """Return a row as a line."""
    value = f"over {row.limit:g}" if row.value is None else f"{row.value:,.4g}"
    return f"{row.compared:40}{row.who:36}{row.size:>8} {row.grows:34}{value:>12} {row.unit}"


def main() -> None:
    """Run them, print a line for each figure, then the ratios; write the JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)} (all)")
    parser.add_argument("-o", "--output", type=Path, default=Path("benchmarks.json"))
    asked = parser.parse_args()
    if unknown := [name for name in asked.names if name not in NAMES]:
        parser.error(f"NAME: {unknown[0]} is none of {', '.join(NAMES)}")
    begun, rows = time.perf_counter(), []
    for name in asked.names or NAMES:
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as alone:
            found = alone.submit(rows_of, name).result()  # a daemon could begin no workers
        print(*map(told, found), sep="\n", flush=True)
        rows += found
    print()
    for compared, other, size, least in ASKED:
        for ratio in ratios(rows, compared, other, size, least):
            times = "no ratio" if ratio.found is None else f"{ratio.found:.3g} times"
            print(f"{compared}, beside {other}, at {size}: {times} (asked: {least})")
    document = {"schema": SCHEMA, "machine": machine(), "rows": [asdict(row) for row in rows]}
    asked.output.write_text(json.dumps(document, indent=1) + "\n")
    print(f"{asked.output}, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
