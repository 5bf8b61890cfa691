"""The command `verify`: arguments in, exit codes out.

0 every verdict agrees with the recorded one, 1 one changed or a mutant survived, 2 bad input, 3 a
required tool is missing, 4 a limit on time, memory or disk was hit, 130 interrupted.

What the user did wrong is one line on stderr, `verify: argument: what was wrong; fix`. Nothing
heavy is imported before the arguments are understood.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from verify import __version__
from verify.arguments import (
    INTEGRATORS,
    among,
    integrator,
    methods,
    module_file,
    positive,
    profile,
    seed,
)
from verify.language.mistakes import LimitHit, Mistake
from verify.methods.table import METHODS, PROFILES
from verify.telling.errors import (
    BAD_INPUT,
    INTERRUPTED,
    LIMIT,
    NO_ROOM,
    TOOL_MISSING,
    NoRoom,
    ToolMissing,
    Usage,
    nearest,
)
from verify.telling.streams import OutputLost, drop_what_waits, shown, shown_streams

COMMANDS = (  # each performed by the module of its name in verify.commands, loaded when it is asked
    "list", "show", "run", "axioms", "latex", "report", "figures", "falsify", "doctor", "cache",
    "steer", "depth", "spectrum",
)  # fmt: skip
# Threads of ours take a layer each; more below them would only wait for each other. Libraries
# read this as they are loaded.
SURROUNDINGS = {"spectrum": {"OPENBLAS_NUM_THREADS": "1"}}


class Parser(argparse.ArgumentParser):
    """An argument parser that tells a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        raise Usage(_in_one_line(message, self.prog))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    if sys.stdout is None:
        return _told("standard output: it is closed; send it to a file, or to /dev/null", BAD_INPUT)
    with shown_streams():
        return _main(arguments)


def _main(arguments: Sequence[str] | None) -> int:
    try:
        try:
            asked = parser().parse_args(sys.argv[1:] if arguments is None else list(arguments))
            if asked.command is None:
                raise Usage(f"command: none given; use {', '.join(COMMANDS)}, or see verify --help")
            return _performed(asked)
        finally:
            sys.stdout.flush()
    except Usage as error:
        return _told(error, LIMIT if isinstance(error, NoRoom) else BAD_INPUT)
    except KeyboardInterrupt:
        return _told("interrupted", INTERRUPTED)
    except BrokenPipeError:
        drop_what_waits(sys.stdout)  # whoever read our output has enough
        return 0
    except OutputLost as lost:
        drop_what_waits(sys.stdout)
        code = LIMIT if lost.error.errno in NO_ROOM else BAD_INPUT
        return _told(f"standard output: it takes no more ({lost}); make room, or send it on", code)


def _performed(asked: argparse.Namespace) -> int:
    for name, value in SURROUNDINGS.get(asked.command, {}).items():
        os.environ.setdefault(name, value)
    command = importlib.import_module(f"verify.commands.{asked.command}")
    try:
        return int(command.perform(asked))
    except Mistake as error:
        return _told(error, LIMIT if isinstance(error, LimitHit) else BAD_INPUT)
    except MemoryError:
        return _told("memory: there is not enough of it; free some, or ask for less", LIMIT)
    except RecursionError:
        return _told(
            "depth: a formula is too long or too deep; write sums with total(...), and name parts "
            "with let(...)", LIMIT,
        )  # fmt: skip
    except BrokenPipeError:
        raise
    except OSError as error:
        return _told(_of_system(error), LIMIT if error.errno in NO_ROOM else BAD_INPUT)
    except ToolMissing as error:
        return _told(error, TOOL_MISSING)


def _of_system(error: OSError) -> str:
    where = "a file" if error.filename is None else str(error.filename)
    reason = (error.strerror or str(error)).lower()
    return f"{where}: the system refuses it ({reason}); choose another place, or make room"


def _told(error: object, code: int) -> int:
    """Say in one line what was wrong, if anybody can be told."""
    with contextlib.suppress(OSError, OutputLost):
        if sys.stderr is not None:
            print(f"verify: {shown(' '.join(str(error).split()))}", file=sys.stderr, flush=True)
    return code


# ------------------------------------------------------------------ arguments


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = Parser(
        prog="verify",
        allow_abbrev=False,
        description="Statements about attention dynamics, and the methods that decide them.",
        epilog="A statement is named by its id (A-T4.1), by its label in the paper "
        "('Theorem 4.1') or by its module.",
    )
    top.add_argument("--version", action="version", version=f"verify {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    chosen, deciding = _choosing(), _deciding()

    def command(name: str, says: str, *parents: Parser) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=says, description=says, parents=parents, allow_abbrev=False
        )

    listing = command("list", "list the statements", chosen)
    _json(listing, "print the list as JSON")
    listing.add_argument(
        "--markdown", metavar="FILE", type=Path, help="write it as a page with links (- is stdout)"
    )

    show = command("show", "print one statement with its formulas and every outcome", deciding)
    show.add_argument("id", metavar="ID", help="a statement")
    show.add_argument("--goal", action="store_true", help="print its Coq goals instead")
    _no_run(show)
    _module(show)

    run = command("run", "decide statements and print the table", chosen, deciding)
    run.add_argument("ids", metavar="ID", nargs="*", help="statements (all)")
    _json(run, "write the results as JSON (verify.run/1)", bare=False)
    run.add_argument("--junit", metavar="FILE", type=Path, help="write them as JUnit XML")

    axioms = command("axioms", "list the external theorems statements cite", chosen)
    axioms.add_argument("ids", metavar="ID", nargs="*", help="statements (all)")
    _json(axioms, "print them as JSON")

    latex = command("latex", "write statements as an article in LaTeX", chosen, deciding)
    latex.add_argument("ids", metavar="ID", nargs="*", help="statements (all)")
    latex.add_argument("--pdf", action="store_true", help="compile it with pdflatex")
    latex.add_argument(
        "--errata", action="store_true", help="only what is false, as LaTeX and as Markdown"
    )
    latex.add_argument(
        "-o", "--output", metavar="DIR", type=Path, help="where to write (./latex, ./errata)",
    )  # fmt: skip
    latex.add_argument(
        "--force", action="store_true", help="write there even if the folder is not ours"
    )
    _no_run(latex)

    report = command("report", "write a site that needs no network", chosen, deciding)
    report.add_argument("ids", metavar="ID", nargs="*", help="statements (all)")
    report.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("report"),
        help="where to write (./report)",
    )  # fmt: skip
    report.add_argument(
        "--force", action="store_true", help="write there even if the folder is not ours"
    )
    _no_run(report)

    _figures(command("figures", "draw the papers' figures, and those of ours"))

    falsify = command("falsify", "attack a statement with many sampled instances")
    falsify.add_argument("id", metavar="ID", help="a statement")
    falsify.add_argument(
        "--samples", metavar="N", type=positive, default=1000, help="instances a step (1000)"
    )
    falsify.add_argument(
        "--jobs", metavar="N", type=positive, default=os.cpu_count() or 1,
        help="worker processes for campaigns (one a core)",
    )  # fmt: skip
    falsify.add_argument(
        "--executor", metavar="ADDRESS", help="run campaigns on a cluster: dask://HOST:PORT"
    )
    falsify.add_argument("--fresh", action="store_true", help="decide anew what was kept")
    _json(falsify, "write the outcomes as JSON", bare=False)
    _seed(falsify)
    _module(falsify)

    _steer(command("steer", "steer a checkpoint's layer, and compare with the laws"))

    _depth(command("depth", "take tokens through a checkpoint's layers, and see whether they meet"))

    _spectrum(command("spectrum", "say what layers' eigenvalues are, and which theorems apply"))

    doctor = command("doctor", "say what is missing here, and how to install it")
    _json(doctor, "print it as JSON")

    cache = command("cache", "say how much is kept between runs, and where; or forget it")
    what = cache.add_mutually_exclusive_group()
    what.add_argument("--size", action="store_true", help="say how much is kept (what it does)")
    what.add_argument("--clear", action="store_true", help="forget it: the next run decides anew")
    return top


def _choosing() -> Parser:
    shared = Parser(add_help=False)
    shared.add_argument("--paper", metavar="KEY", help="only the statements of this paper")
    _module(shared)
    return shared


def _deciding() -> Parser:
    shared = Parser(add_help=False)
    shared.add_argument(
        "--methods", metavar="LIST", type=methods, help=f"with commas: {','.join(METHODS)} (all)"
    )
    shared.add_argument(
        "--profile", metavar="NAME", type=profile, default="quick",
        help=f"how hard to try: {', '.join(PROFILES)} (quick)",
    )  # fmt: skip
    shared.add_argument(
        "--jobs", metavar="N", type=positive, default=os.cpu_count() or 1,
        help="worker processes (one a core)",
    )  # fmt: skip
    _seed(shared)
    shared.add_argument("--fresh", action="store_true", help="decide anew what was kept")
    return shared


def _figures(figures: argparse.ArgumentParser) -> None:
    figures.add_argument("names", metavar="NAME", nargs="*", help="figures (all, in many minutes)")
    figures.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("figures"),
        help="where to write (./figures)",
    )  # fmt: skip
    figures.add_argument("--small", action="store_true", help="smaller sizes, in seconds")
    figures.add_argument("--list", action="store_true", help="print their names instead")
    figures.add_argument(
        "--integrator", metavar="NAME", type=integrator, default=INTEGRATORS[0],
        help=f"who takes the steps: {', '.join(INTEGRATORS)} ({INTEGRATORS[0]})",
    )  # fmt: skip
    figures.add_argument(
        "--jobs", metavar="N", type=positive, default=os.cpu_count() or 1,
        help="worker processes (one a core)",
    )  # fmt: skip
    figures.add_argument("--seed", metavar="S", type=seed, help="of random starts (each its own)")
    figures.add_argument(
        "--force", action="store_true", help="write into a folder that others wrote, too"
    )


def _steer(steer: argparse.ArgumentParser) -> None:
    steer.add_argument(
        "checkpoint", metavar="CHECKPOINT", type=Path, help="a folder; never changed"
    )
    steer.add_argument(
        "--direction", metavar="U", required=True,
        help="where to: token:ID, eigen:K (of the layer matrix, from 1), random or FILE.npy",
    )  # fmt: skip
    steer.add_argument(
        "--strength", metavar="C", required=True, help="how far: F becomes F + C u w^T"
    )
    steer.add_argument(
        "--covector", metavar="W", help="w, said as a direction (u itself, as far as values see it)"
    )
    steer.add_argument("--layer", metavar="N", default="last", help="from 0, or last (last)")
    steer.add_argument("-o", "--output", metavar="DIR", type=Path, help="the new checkpoint")
    steer.add_argument("--predict-only", action="store_true", help="write nothing")
    steer.add_argument("--force", action="store_true", help="replace a checkpoint that is there")
    _json(steer, "write it as JSON (verify.steer/1)", bare=False)
    _seed(steer)


def _depth(depth: argparse.ArgumentParser) -> None:
    depth.add_argument(
        "checkpoint", metavar="CHECKPOINT", type=Path, nargs="?", help="a folder; never changed"
    )
    depth.add_argument(
        "--prompts", metavar="N", type=positive, help="random ones (16; a protocol: 10)"
    )
    depth.add_argument("--tokens", metavar="L", type=positive, help="of each prompt (10)")
    depth.add_argument(
        "--text",
        metavar="FILE",
        type=Path,
        help="a prompt a line: token ids, or words (cut to the shortest)",
    )
    depth.add_argument("--depth", metavar="L", type=positive, help="layers to pass (all, once)")
    depth.add_argument(
        "--interventions", metavar="LIST",
        help="such as mask=full,loop=0+noise=0.1, or none, or standard (standard)",
    )  # fmt: skip
    depth.add_argument(
        "--controls", action="store_true", help="also norms alone, and shuffled and matched weights"
    )
    depth.add_argument(
        "--alignment", type=among("choice", "auto", "always", "never"), default="auto",
        metavar="WHEN",
        help="with all eigenvectors of the layers: always, never, or auto: if quick, or else with "
        "principal ones (auto)",
    )  # fmt: skip
    depth.add_argument(
        "--dtype", type=among("type", "float64", "float32"), default="float64", metavar="TYPE",
        help="float64, or float32 for half of the time and memory (float64)",
    )  # fmt: skip
    depth.add_argument(
        "--protocol", metavar="NAME", help="an experiment of the papers instead; list tells which"
    )
    depth.add_argument("--html", metavar="FILE", type=Path, help="write a page with the curves")
    _json(depth, "write it as JSON (verify.depth/1, verify.protocol/1)", bare=False)
    _seed(depth)


def _spectrum(spectrum: argparse.ArgumentParser) -> None:
    spectrum.add_argument(
        "checkpoint", metavar="CHECKPOINT", type=Path, help="a folder; never changed"
    )
    spectrum.add_argument(
        "--layers", metavar="LIST", help="from 0, with commas, such as 0,3-5 (all)"
    )
    spectrum.add_argument(
        "--histograms", action="store_true",
        help="all eigenvalues of every layer, not the leading ones alone",
    )  # fmt: skip
    spectrum.add_argument(
        "--jobs", metavar="N", type=positive, default=os.cpu_count() or 1,
        help="layers at a time (one a core)",
    )  # fmt: skip
    spectrum.add_argument("--html", metavar="FILE", type=Path, help="write a page with pictures")
    _json(spectrum, "write it as JSON (verify.spectrum/1)", bare=False)
    spectrum.add_argument(
        "--seed", metavar="S", type=seed, default=0,
        help="of the vectors that iterations begin with (0)",
    )  # fmt: skip


def _seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="S", type=seed, default=0, help="of sampling (0)")


def _module(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--module", metavar="FILE.py", dest="modules", type=module_file, action="append",
        default=[], help="also read your own statements; this runs the code of that file",
    )  # fmt: skip


def _no_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-run", action="store_true", help="the text alone, undecided")


def _json(parser: argparse.ArgumentParser, says: str, *, bare: bool = True) -> None:
    """Add --json FILE; a bare --json, or -, means standard output."""
    extra = {"nargs": "?", "const": Path("-")} if bare else {}
    parser.add_argument("--json", metavar="FILE", type=Path, help=f"{says} (- is stdout)", **extra)  # type: ignore[arg-type]


def _in_one_line(message: str, program: str) -> str:
    """Return an argparse message as `argument: what was wrong; fix`."""
    unknown = re.match(r"argument COMMAND: invalid choice: '(.*?)'", message)
    if unknown:
        return f"command: {unknown[1]!r} is none; {nearest(unknown[1], COMMANDS)}"
    message = re.sub(r"^argument (?:-\w/)?", "", message)
    spare = re.match(r"unrecognized arguments: (\S+)", message)
    if spare:
        return f"{spare[1]}: not an argument of {program}; see {program} --help"
    if message.endswith("expected one argument"):  # -1e3 looks like an option to some Pythons
        return f"{message}; see {program} --help, and give a negative one with ="
    missing = re.match(r"the following arguments are required: (.*)", message)
    if missing:
        return f"{missing[1]}: missing; see {program} --help"
    return message if ";" in message else f"{message}; see {program} --help"
