"""Mutation testing of the rooms that soundness rests on: python .ci/mutation.py [ROOM ...]

mutmut changes one thing at a time and runs the tests that reach it. A change that no test notices
is a survivor; those that change nothing that matters are named in `equivalents.toml`, each with
its reason, and what only puts a message in other words is none. In the checker none may survive,
elsewhere at most one in twenty. All changes of a room take hours: `--sample N` makes N of them,
drawn by `--seed`, and tells the interval that the share of all then lies in. A change that uses up
its memory or its time is noticed. Works in a copy of the checkout, so that nothing here is touched;
ends with 1 where a room falls short.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENTS = Path(__file__).with_name("equivalents.toml")
ENGINE = "property_tests/engine"


@dataclass(frozen=True)
class Room:
    """Files to change, the tests beside them, and the share of changes that must be noticed."""

    changed: tuple[str, ...]
    tests: tuple[str, ...]
    wanted: float = 0.95


@dataclass(frozen=True)
class Survivor:
    """A change that no test noticed: where, what stood there and what stands there now."""

    function: str
    was: str
    now: str


UNNOTICED = ("survived", "no tests", "not checked")
MEMORY = 2 << 30  # bytes that a change may use; the tests as they stand use a fifth of that

ROOMS = {
    "checker": Room(
        ("verify/checker/*.py",),
        (f"{ENGINE}/test_checker*.py", f"{ENGINE}/test_together.py"),
        wanted=1.0,
    ),
    "algebra": Room(
        ("verify/algebra/*.py",),
        (
            f"{ENGINE}/test_algebra*.py", f"{ENGINE}/test_together.py",
            f"{ENGINE}/test_vector_sums.py", f"{ENGINE}/test_motion.py",
            f"{ENGINE}/test_soundness.py",
            "property_tests/false_claims/test_known.py",
        ),
    ),
    "methods": Room(
        ("verify/methods/*.py",),
        (
            *(
                f"{ENGINE}/test_{about}.py"
                for about in (
                    "almost_every", "along", "attained", "conditions",
                    "contradictions", "covers", "decided", "derivations", "descent",
                    "draws", "experiment_steps",
                    "followed", "following", "given_indices", "lowered", "missing",
                    "norms", "premises", "refuting", "region_declarations", "regions",
                    "relevance", "sampled", "soundness", "witness_sizes",
                )
            ),
            "property_tests/false_claims/test_known.py",
        ),
    ),
    "verdicts": Room(
        ("verify/statements/verdicts.py",),
        (
            *(f"{ENGINE}/test_{about}.py" for about in ("verdict*", "undecided", "examples")),
            f"{ENGINE}/test_added_assumptions.py",
        ),
    ),
    "balls": Room(
        ("verify/numerics/balls.py",),
        (f"{ENGINE}/test_balls.py", f"{ENGINE}/test_number.py"),
    ),
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Test rooms, all of them unless some are named; return 1 if one falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time (default: 2)")
    parser.add_argument("--sample", type=int, metavar="N", help="make N changes a room, not all")
    parser.add_argument("--seed", type=int, default=0, help="which ones are drawn (default: 0)")
    parser.add_argument("--json", type=Path, help="write the scores and the survivors here")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.rooms if name not in ROOMS]
    if unknown:
        parser.error(f"there is no room {unknown[0]!r}; the rooms are {', '.join(ROOMS)}")
    if asked.sample is not None and asked.sample < 1:
        parser.error(f"--sample: {asked.sample} changes are none; give a number of 1 or more")
    if importlib.util.find_spec("mutmut") is None:
        parser.error(
            "mutmut is not installed here; .ci/nightly makes an environment for it, "
            "as pip install '.[mutation]' does"
        )
    found = {
        name: tested(ROOMS[name], asked.jobs, asked.sample, random.Random(asked.seed))
        for name in asked.rooms or ROOMS
    }
    if asked.json is not None:
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0 if all([told(name, scores) for name, scores in found.items()]) else 1


def tested(room: Room, jobs: int, sample: int | None, draws: random.Random) -> dict[str, object]:
    """Return how many changes were made and noticed, and those that were not."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder, "checkout")
        copied(checkout)
        configured(checkout, room)
        mutmut = [sys.executable, "-m", "mutmut"]
        run = [*mutmut, "run", "--max-children", str(jobs)]
        if sample is None:
            limited(run, checkout)
            status = statuses(mutmut, checkout)
            possible = len(status)
        else:
            # No change has this name: all are written down, none is tried, and mutmut ends with 1.
            subprocess.run([*run, "none"], cwd=checkout, check=False, capture_output=True)
            names = sorted(statuses(mutmut, checkout))
            if not names:
                raise SystemExit("mutation.py: mutmut made no change: do the room's tests pass?")
            possible = len(names)
            drawn = draws.sample(names, min(sample, possible))
            limited([*run, *drawn], checkout)
            found = statuses(mutmut, checkout)
            status = {name: found[name] for name in drawn}
        alive = [name for name, what in status.items() if what in UNNOTICED]
        worded = {name for name in alive if is_of_words(checkout, name)}
        survivors = [survivor(mutmut, checkout, name) for name in alive if name not in worded]
    equal = set(equivalents())
    return {
        "possible": possible,
        "made": len(status),
        "timed out": sum(what == "timeout" for what in status.values()),
        "equivalent": len(worded) + sum(s in equal for s in survivors),
        "survivors": [vars(s) for s in survivors if s not in equal],
        "wanted": room.wanted,
    }


def limited(command: list[str], checkout: Path) -> None:
    """Run mutmut, which limits the processor time of each change, with a limit on its memory."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    subprocess.run(
        command, cwd=checkout, check=True, stdout=subprocess.DEVNULL, preexec_fn=limit
    )  # fmt: skip


def statuses(mutmut: list[str], checkout: Path) -> dict[str, str]:
    """Return what became of each change, by its name."""
    listed = subprocess.run(
        [*mutmut, "results", "--all", "true"],
        cwd=checkout, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    return dict(line.strip().rsplit(": ", 1) for line in listed.splitlines() if ": " in line)


def copied(checkout: Path) -> None:
    """Copy what git knows of this checkout, as it stands."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = checkout / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)


def configured(checkout: Path, room: Room) -> None:
    """Tell mutmut which files to change and which tests to run; it reads pyproject.toml alone."""

    def found(patterns: tuple[str, ...]) -> list[str]:
        named = {pattern: list(checkout.glob(pattern)) for pattern in patterns}
        for pattern, paths in named.items():
            if not paths:
                raise SystemExit(f"mutation.py: git knows no file {pattern}; mend ROOMS")
        return sorted(str(p.relative_to(checkout)) for paths in named.values() for p in paths)

    others = sorted(p.name for p in checkout.iterdir() if p.name not in ("verify", "mutants"))
    settings = {
        "source_paths": ["verify"],
        "only_mutate": found(room.changed),  # names: a "*" of mutmut's goes into folders
        "also_copy": others,
        "pytest_add_cli_args_test_selection": found(room.tests),
        "pytest_add_cli_args": ["-n", "0"],
        # A change that makes a loop endless is noticed; as it stands mutmut gives it thirty times
        # the time of all its tests, hours in the checker.
        "timeout_multiplier": 1.5,
        "timeout_constant": 5.0,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    with (checkout / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n".join(["", "[tool.mutmut]", *lines, ""]))


class Unworded(ast.NodeTransformer):
    """Leaves out what sentences say: texts with a space in them, and None in the place of one."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        said = node.value is None or (isinstance(node.value, str) and " " in node.value)
        return ast.Constant("a sentence") if said else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        return ast.Constant("a sentence") if " " in "".join(map(str, parts)) else node


def is_of_words(checkout: Path, name: str) -> bool:
    """Return whether a mutant says something in other words, and does nothing else."""
    module, _, mutant = name.rpartition(".")
    path = checkout / "mutants" / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    original = mutant.rsplit("__mutmut_", 1)[0] + "__mutmut_orig"
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name in (mutant, original):
            node.name = "f"
            found.add(ast.dump(Unworded().visit(node)))
    return len(found) == 1


def survivor(mutmut: list[str], checkout: Path, name: str) -> Survivor:
    """Return a surviving mutant as the function it is in and the lines that differ."""
    shown = subprocess.run(
        [*mutmut, "show", name], cwd=checkout, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    function = name.rsplit("__mutmut_", 1)[0].replace("x_", "", 1)
    return Survivor(function, "\n".join(lines(shown, "-")), "\n".join(lines(shown, "+")))


def lines(shown: list[str], sign: str) -> Iterator[str]:
    return (x[1:].strip() for x in shown if x.startswith(sign) and not x.startswith(3 * sign))


def equivalents() -> Iterator[Survivor]:
    """Return the changes that are known to change nothing that matters."""
    listed = tomllib.loads(EQUIVALENTS.read_text("utf-8")).get("equivalent", [])
    return (Survivor(e["function"], e["was"], e["now"]) for e in listed if e["why"])


def interval(noticed: int, tried: int) -> tuple[float, float]:
    """Return the share of all changes that is noticed, by Wilson's 95 % interval."""
    z2 = 1.96**2
    share, scale = noticed / tried if tried else 0.0, 1 + z2 / max(tried, 1)
    middle = (share + z2 / (2 * max(tried, 1))) / scale
    spread = (share * (1 - share) / max(tried, 1) + z2 / (4 * max(tried, 1) ** 2)) ** 0.5
    return middle - 1.96 * spread / scale, min(1.0, middle + 1.96 * spread / scale)


def told(name: str, scores: dict[str, object]) -> bool:
    """Print a room's score and its survivors; return whether it is good enough."""
    survivors = scores["survivors"]
    assert isinstance(survivors, list) and isinstance(scores["made"], int)
    assert isinstance(scores["equivalent"], int) and isinstance(scores["wanted"], float)
    counted = scores["made"] - scores["equivalent"]
    share = 1 - len(survivors) / counted if counted else 0.0
    print(
        f"{name}: {counted - len(survivors)} of {counted} changes noticed ({share:.1%}, wanted "
        f"{scores['wanted']:.0%}), {scores['equivalent']} equivalent"
    )
    if scores["possible"] != scores["made"]:
        low, high = interval(counted - len(survivors), counted)
        print(f"  {scores['made']} drawn of {scores['possible']}: of all, {low:.1%} to {high:.1%}")
    if scores["timed out"]:
        print(f"  {scores['timed out']} of those noticed ran out of time")
    for entry in survivors:
        print(f"  survives in {entry['function']}:\n    - {entry['was']}\n    + {entry['now']}")
    return share >= scores["wanted"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
