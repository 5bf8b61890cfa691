"""How often `verify depth` contradicts its own predictions on random networks: false alarms.

    python property_tests/benchmarks/depth_predictions.py [--networks 100] [--seed 0] [--jobs 2]

Networks of one random layer, of four families, widths 8 to 32, one to four heads and scales 1/2 to
4, repeated 12 to 96 times under eleven changes. Each prediction is judged as the command judges it;
those that are contradicted are printed. What is told apart: predictions at the principal
eigenvector, and at another one that outgrows it. Take a seed that nothing was chosen on. The exit
code is 1 if there is a contradiction: by chance one prediction in ten thousand has one.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import changed, run_depth
from verify.checkpoints.generated import write_random
from verify.checkpoints.interventions import read
from verify.checkpoints.predictions import judged
from verify.checkpoints.starts import random_start

CHANGES = (
    "loop=0", "loop=0+mask=full", "loop=0+mask=causal", "loop=0+mask=sink:2",
    "loop=0+mask=prefix:3", "loop=0+mask=packed:2", "loop=0+residual=0.5", "loop=0+residual=3",
    "loop=0+temperature=0.5", "loop=0+norm=before", "loop=0+noise=0.1",
)  # fmt: skip
EVERY = 50  # networks, after which a line tells how far it is; Ctrl-C tells what is known


def network(seed: int) -> tuple[Counter[tuple[str, bool]], list[str]]:
    """Return how often what was judged of one network, and what was contradicted."""
    rng = np.random.default_rng(seed)
    sizes: dict[str, Any] = {
        "width": int(rng.choice([8, 12, 16, 32])), "heads": int(rng.choice([1, 2, 4])),
        "scale": float(rng.choice([0.5, 1, 2, 4])),
    }  # fmt: skip
    model = str(rng.choice(["gpt2", "bert", "albert", "gpt_neo"]))
    found, against = Counter[tuple[str, bool]](), []
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = load(write_random(folder, model, seed=seed, layers=1, positions=64, **sizes))
        start = random_start(
            checkpoint, int(rng.choice([10, 20])), int(rng.choice([5, 10])), seed
        )  # fmt: skip
        run = run_depth(
            checkpoint, changed({name: read(name, checkpoint.config) for name in CHANGES}), start,
            depth=int(rng.choice([12, 24, 48, 96])), seed=seed, eigenvectors="none",
        )  # fmt: skip
        for trace in run.traces:
            said = judged(run, trace)
            found[said.agreement, "B-C1" in said.prediction.statements] += 1
            if said.agreement == "disagrees":
                against.append(
                    f"seed {seed}, {model}, {sizes}, {trace.variant.name}: predicted "
                    f"{said.prediction.number}, measured {said.measured}"
                )
    return found, against


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--networks", type=int, default=100)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    total, done = Counter[tuple[str, bool]](), 0
    seeds = range(given.seed, given.seed + given.networks)
    with ProcessPoolExecutor(given.jobs) as pool, contextlib.suppress(KeyboardInterrupt):
        for done, (found, against) in enumerate(pool.map(network, seeds), 1):
            total += found
            for line in against:
                print(line, flush=True)
            if done % EVERY == 0 and done < given.networks:
                print(f"{done} networks: {told(total)}", flush=True)
    print(f"{done} of {given.networks} networks")
    for (agreement, elsewhere), count in sorted(total.items()):
        where = "where another eigenvector outgrows the principal one" if elsewhere else ""
        print(f"{agreement:12} {count:6} {where}".rstrip())
    false = sum(count for (agreement, _), count in total.items() if agreement == "disagrees")
    raise SystemExit(bool(false))


def told(total: Counter[tuple[str, bool]]) -> str:
    """Return in a line how many predictions have come to what."""
    kinds = Counter[str]()
    for (agreement, _), count in total.items():
        kinds[agreement] += count
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


if __name__ == "__main__":
    main()
