"""The arguments of the command `verify`: one function a command, and the table of all.

Nothing heavy is imported here: a command's module is, once its arguments are understood.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from verify import __version__
from verify import checkpoint_arguments as checkpoints
from verify.arguments import (
    INTEGRATORS,
    add_executor,
    add_jobs,
    add_json,
    add_seed,
    among,
    integrator,
    methods,
    module_file,
    papers_folder,
    positive,
    profile,
    seed,
)
from verify.methods.table import GOALS, METHODS, PROFILES
from verify.telling.errors import Usage, nearest

Arguments = argparse.ArgumentParser


class Parser(Arguments):
    """An argument parser that tells a mistake in one line, and those of its commands by name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: dict[str, Parser] = {}

    def error(self, message: str) -> NoReturn:
        raise Usage(_in_one_line(message, self.prog))


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Return what the words of a command line ask for. Raises Usage, with the nearest option."""
    reading = parser()
    asked, spare = reading.parse_known_args(words)
    if spare:
        program = f"verify {asked.command}" if asked.command else "verify"
        raise Usage(f"{spare[0]}: not an argument of {program}; {_near(reading, asked, spare[0])}")
    return asked


def _near(reading: Parser, asked: argparse.Namespace, option: str) -> str:
    """Return the fix for an option that a command has not: one that it has, or its help."""
    command = asked.command or ""
    shown = reading.commands.get(command, reading).format_usage()
    near = difflib.get_close_matches(option.partition("=")[0], re.findall(r"--[\w-]+", shown), 1)
    see = f"see verify {command} --help".replace("  ", " ")
    return f"did you mean {near[0]}?" if near else see


def parser() -> Parser:
    """Return the parser of the command line."""
    top = Parser(
        prog="verify",
        allow_abbrev=False,
        description="Statements about attention dynamics, and the methods that decide them.",
        epilog="A statement is named by its id (A-T4.1), by its label in the paper "
        "('Theorem 4.1') or by its module.",
    )
    top.add_argument("--version", action="version", version=f"verify {__version__}")
    _papers(top, None)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    shared = {"choosing": _choosing(), "deciding": _deciding()}
    for name, made in COMMANDS.items():
        parents = [shared[which] for which in made.shares]
        adding = commands.add_parser(
            name, help=made.says, description=made.says, parents=parents, allow_abbrev=False
        )
        made.add(adding)
        top.commands[name] = adding
        if made.reads:
            _papers(adding, argparse.SUPPRESS)  # given before the command, it stays
    return top


# ------------------------------------------------------------------ commands


def _list(listing: Arguments) -> None:
    add_json(listing, "print the list as JSON")
    listing.add_argument(
        "--stops",
        action="store_true",
        help="tell each claim in a sentence, and what keeps it from being a theorem of Coq",
    )
    listing.add_argument(
        "--markdown", metavar="FILE", type=Path, help="write it as a page with links (- is stdout)"
    )


def _show(show: Arguments) -> None:
    show.add_argument("id", metavar="ID", help="a statement")
    show.add_argument("--goal", action="store_true", help="print its Coq goals instead")
    show.add_argument(
        "-v", "--verbose", action="store_true", help="also every outcome, and every mutant"
    )
    _no_run(show)
    _module(show)


def _theorem(theorem: Arguments) -> None:
    theorem.add_argument("id", metavar="ID", help="a statement")
    theorem.add_argument(
        "--unused", action="store_true", help="also say which hypotheses its proof does without"
    )
    theorem.add_argument(
        "--checked", action="store_true", help="also put the compiled proof to Coq's own checker"
    )
    _no_run(theorem)
    add_jobs(theorem)
    theorem.add_argument("--fresh", action="store_true", help="ask Coq anew")
    _module(theorem)


def _run(run: Arguments) -> None:
    _ids(run)
    add_json(run, "write the results as JSON (verify.run/2)", bare=False)
    run.add_argument(
        "-v", "--verbose", action="store_true", help="also a line for each, and why some are open"
    )
    run.add_argument("--junit", metavar="FILE", type=Path, help="write them as JUnit XML")
    add_executor(run, "decide on a cluster, all but what Coq does")


def _record(record: Arguments) -> None:
    _ids(record)
    _trying(record)
    record.add_argument(
        "--unused", action="store_true", help="also which hypotheses the proofs in Coq do without"
    )
    record.set_defaults(methods=None, modules=[], paper=None)


def _init(init: Arguments) -> None:
    init.add_argument("folder", metavar="DIR", type=Path, help="a folder that is new, or empty")


def _new(new: Arguments) -> None:
    new.add_argument(
        "--from", dest="source", metavar="FILE.tex", type=Path, required=True,
        help="a paper's main file; what it inputs is read, and numbers from its .aux file",
    )  # fmt: skip
    new.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("statements"),
        help="the folder of the paper's statements (./statements)",
    )  # fmt: skip
    new.add_argument(
        "--key", metavar="KEY", help="what ids begin with (that of the paper there, or the file's)"
    )


def _help(helping: Arguments) -> None:
    helping.add_argument(
        "word", metavar="WORD", nargs="?", help="a word of a statement, or a command (all words)"
    )
    helping.add_argument(
        "--markdown", metavar="FILE", type=Path, help="write all of them as a page (- is stdout)"
    )


def _axioms(axioms: Arguments) -> None:
    _ids(axioms)
    add_json(axioms, "print them as JSON")


def _latex(latex: Arguments) -> None:
    _ids(latex)
    latex.add_argument("--pdf", action="store_true", help="compile it with pdflatex")
    latex.add_argument(
        "--errata", action="store_true", help="only what is false, as LaTeX and as Markdown"
    )
    latex.add_argument(
        "--appendix", action="store_true", help="also every step, and every false variant"
    )
    latex.add_argument("--no-figures", action="store_true", help="leave the figures out of the PDF")
    latex.add_argument(
        "-o", "--output", metavar="DIR", type=Path, help="where to write (./latex, ./errata)"
    )
    _force(latex)
    _no_run(latex)


def _report(report: Arguments) -> None:
    _ids(report)
    report.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("report"),
        help="where to write (./report)",
    )  # fmt: skip
    report.add_argument("--no-figures", action="store_true", help="leave the papers' figures out")
    report.add_argument("--benchmarks", metavar="FILE", type=Path, help="add a page of these")
    _force(report)
    _no_run(report)


def _suggest(suggest: Arguments) -> None:
    suggest.add_argument("id", metavar="ID", help="a statement")
    add_json(suggest, "write the reasons as JSON (verify.suggest/1)", bare=False)
    _module(suggest)


def _falsify(falsify: Arguments) -> None:
    falsify.add_argument("id", metavar="ID", help="a statement")
    falsify.add_argument(
        "--samples", metavar="N", type=positive, default=1000, help="instances a step (1000)"
    )
    add_jobs(falsify)
    add_executor(falsify, "attack it on a cluster")
    falsify.add_argument("--fresh", action="store_true", help="decide anew what was kept")
    add_json(falsify, "write the outcomes as JSON", bare=False)
    add_seed(falsify)
    _module(falsify)


def _doctor(doctor: Arguments) -> None:
    add_json(doctor, "print it as JSON")


def _cache(cache: Arguments) -> None:
    what = cache.add_mutually_exclusive_group()
    what.add_argument("--size", action="store_true", help="say how much is kept (what it does)")
    what.add_argument("--clear", action="store_true", help="forget it: the next run decides anew")


def _figures(figures: Arguments) -> None:
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
    add_jobs(figures)
    figures.add_argument("--seed", metavar="S", type=seed, help="of random starts (each its own)")
    figures.add_argument(
        "--force", action="store_true", help="write into a folder that others wrote, too"
    )


# ------------------------------------------------------------------ what several commands share


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
    _trying(shared)
    return shared


def _trying(parser: Arguments) -> None:
    parser.add_argument(
        "--profile", metavar="NAME", type=profile, default="quick",
        help=f"how hard to try: {', '.join(PROFILES)} (quick)",
    )  # fmt: skip
    parser.add_argument(
        "--goals", metavar="WHICH", type=among("choice", *GOALS), default="all",
        help=f"steps to ask Coq about: {', '.join(GOALS)} for a grade (all)",
    )  # fmt: skip
    add_jobs(parser)
    add_seed(parser)
    parser.add_argument("--fresh", action="store_true", help="decide anew what was kept")


def _ids(parser: Arguments) -> None:
    parser.add_argument("ids", metavar="ID", nargs="*", help="statements (all)")


def _force(parser: Arguments) -> None:
    parser.add_argument(
        "--force", action="store_true", help="write there even if the folder is not ours"
    )


def _papers(parser: Arguments, default: str | None) -> None:
    parser.add_argument(
        "--papers", metavar="DIR", type=papers_folder, default=default,
        help="a folder of your own papers instead of ours; this runs the code of its modules",
    )  # fmt: skip


def _module(parser: Arguments) -> None:
    parser.add_argument(
        "--module", metavar="FILE.py", dest="modules", type=module_file, action="append",
        default=[], help="your own statements; this runs the code of that file",
    )  # fmt: skip


def _no_run(parser: Arguments) -> None:
    parser.add_argument("--no-run", action="store_true", help="the text alone, undecided")


@dataclass(frozen=True)
class Command:
    """What a command does in words, and its arguments, some of which others share.

    One that `reads` statements reads those of a folder that is named; what one `keeps` is told
    again where nothing has changed.
    """

    says: str
    add: Callable[[Arguments], None]
    shares: tuple[Literal["choosing", "deciding"], ...] = ()
    reads: bool = True
    keeps: bool = False


COMMANDS = {  # each performed by the module of its name in verify.commands
    "list": Command("list the statements", _list, ("choosing",)),
    "show": Command(
        "print one statement: whether it holds, what is wrong, its steps",
        _show,
        ("deciding",),
        keeps=True,
    ),
    "theorem": Command("print a statement's claim as Coq has it, and what it assumes", _theorem),
    "run": Command(
        "decide statements, and print which are false or fail",
        _run,
        ("choosing", "deciding"),
        keeps=True,
    ),
    "record": Command("decide statements and put their verdicts on record", _record),
    "init": Command("make a project of your own, which passes at once", _init, reads=False),
    "new": Command("write a skeleton for each theorem of a paper in LaTeX", _new, reads=False),
    "help": Command("say what the words of a statement mean, or how a command is used", _help),
    "axioms": Command("list the theorems from outside that claims assume", _axioms, ("choosing",)),
    "latex": Command(
        "write statements as an article in LaTeX", _latex, ("choosing", "deciding"), keeps=True
    ),
    "report": Command(
        "write a site that needs no network", _report, ("choosing", "deciding"), keeps=True
    ),
    "figures": Command("draw the papers' figures, and those of ours", _figures),
    "suggest": Command("search reasons of inequalities, and what equations lack", _suggest),
    "falsify": Command("attack a statement with many sampled instances", _falsify),
    "steer": Command(
        "steer a checkpoint's layer, beside one added bias",
        checkpoints.steer,
        reads=False,
    ),
    "depth": Command(
        "say whether tokens collapse in a checkpoint, and why",
        checkpoints.depth,
        reads=False,
    ),
    "spectrum": Command(
        "say what layers' eigenvalues are, and which theorems apply",
        checkpoints.spectrum,
        reads=False,
    ),
    "doctor": Command("say what is missing here, and how to install it", _doctor, reads=False),
    "cache": Command("say how much is kept between runs; or forget it", _cache, reads=False),
}


def _in_one_line(message: str, program: str) -> str:
    """Return an argparse message as `argument: what was wrong; fix`."""
    unknown = re.match(r"argument COMMAND: invalid choice: '(.*?)'", message)
    if unknown:
        return f"command: {unknown[1]!r} is none; {nearest(unknown[1], tuple(COMMANDS))}"
    message = re.sub(r"^argument (?:-\w/)?", "", message)
    if message.endswith("expected one argument"):  # -1e3 looks like an option to some Pythons
        return f"{message}; see {program} --help, and give a negative one with ="
    missing = re.match(r"the following arguments are required: (.*)", message)
    if missing:
        return f"{missing[1]}: missing; see {program} --help"
    return message if ";" in message else f"{message}; see {program} --help"
