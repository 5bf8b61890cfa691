"""The command line of `verify`: the table of its commands, with their arguments as data.

Nothing heavy is imported here: the module of a command is imported once its arguments are valid.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify import __version__
from verify.arguments import (
    SEED,
    Argument,
    Parser,
    among,
    argument,
    executor,
    flag,
    jobs,
    json,
    methods,
    module_file,
    output,
    papers_folder,
    positive,
    profile,
    seed,
    unknown_argument,
)
from verify.checkpoint_arguments import DEPTH, SPECTRUM, STEER
from verify.language.mistakes import unknown
from verify.methods.table import GOALS, METHODS, PROFILES
from verify.render.errors import Usage


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a command line. Raises Usage, with the nearest option."""
    reading = parser()
    asked, spare = reading.parse_known_args(words)
    if len(asked.papers or ()) > 1:
        raise Usage("--papers: takes one folder; make each paper a subfolder of it")
    asked.papers = asked.papers and asked.papers[0]
    files = [name for name in getattr(asked, "ids", ()) if name.endswith(".py")]
    if files:  # as tools for tests have it
        try:
            asked.modules = [*asked.modules, *map(module_file, files)]
        except argparse.ArgumentTypeError as error:
            raise Usage(f"ID: {error}") from None
        asked.ids = [name for name in asked.ids if name not in files]
    if spare:
        raise Usage(unknown_argument(reading.commands.get(asked.command or "", reading), spare[0]))
    return asked


class _Top(Parser):
    """The parser of `verify` itself, whose help lists the commands by what they are for."""

    def format_help(self) -> str:
        lines = ["usage: verify [--papers DIR] COMMAND ...", ""]
        for group in dict.fromkeys(each.group for each in COMMANDS.values()):
            lines.append(f"{group}:")
            own = {name: each for name, each in COMMANDS.items() if each.group == group}
            lines += [f"  {name:<10} {each.says}" for name, each in own.items()]
            lines.append("")
        return "\n".join([*lines, AFTER])


AFTER = """\
Statements are named by id (A-T4.1), label ('Theorem 4.1') or module.
--papers DIR reads your own papers; it runs the code of their modules.
`verify COMMAND --help` lists the options of a command.
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    top = _Top(prog="verify", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"verify {__version__}")
    _papers(top, None)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, made in COMMANDS.items():
        adding = commands.add_parser(name, description=_sentence(made.says), allow_abbrev=False)
        for names, options in made.takes:
            adding.add_argument(*names, **options)
        adding.set_defaults(**made.defaults)
        top.commands[name] = adding
        if made.reads:
            _papers(adding, argparse.SUPPRESS)  # given before the command, it stays
    return top


def _papers(parser: Parser, default: str | None) -> None:
    parser.add_argument(
        "--papers", metavar="DIR", type=papers_folder, default=default, action="append",
        help="read your own papers in this folder; this runs the code of its modules",
    )  # fmt: skip


def help_of(topic: str | None) -> str:
    """Return the list of commands, or the help of one. Raises Usage with the nearest command."""
    top = parser()
    if topic is not None and topic not in top.commands:
        otherwise = "see verify help, or verify words for the vocabulary"
        raise Usage(f"COMMAND: {unknown('command', topic, top.commands, otherwise)}")
    return (top if topic is None else top.commands[topic]).format_help()


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# ------------------------------------------------------------------ arguments

ID = argument("id", metavar="ID", help="a statement")
IDS = argument("ids", metavar="ID", nargs="*", help="statements, or files of statements (all)")
MODULE = argument(
    "--module", metavar="FILE.py", dest="modules", type=module_file, action="append", default=[],
    help="read your own statements in this file; this runs its code",
)  # fmt: skip
PAPER = argument("--paper", metavar="KEY", help="only the statements of this paper")
METHOD_LIST = argument(
    "--methods", metavar="LIST", type=methods, help=f"with commas: {','.join(METHODS)} (all)"
)
FRESH = flag("--fresh", says="ignore cached results")
NO_RUN = flag("--no-run", says="print the text only; decide nothing")
FORCE = flag("--force", says="write even into a folder that verify did not create")
TRYING = (
    argument("--profile", metavar="NAME", type=profile, default="quick",
             help=f"effort: {', '.join(PROFILES)} (quick)"),
    argument("--goals", metavar="WHICH", type=among("choice", *GOALS), default="needed",
             help="ask Coq what grades rest on (needed), every step (all), or nothing (recorded)"),
    jobs(),
    SEED,
    FRESH,
)  # fmt: skip
CHOOSING, DECIDING = (PAPER, MODULE), (METHOD_LIST, *TRYING)


@dataclass(frozen=True)
class Command:
    """A command: the group it is listed in, its purpose, and the arguments that it takes.

    A command that `reads` statements has --papers. The output of one that `keeps` is cached, and
    the output of one that `pages` goes through a pager on a terminal.
    """

    group: str
    says: str
    takes: tuple[Argument, ...]
    reads: bool = True
    keeps: bool = False
    pages: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)  # of what others take


READ, DECIDE, WRITE = "Read", "Decide", "Write"
OWN, CHECKPOINTS, HERE = "Your own paper", "Checkpoints", "This machine"

COMMANDS = {  # each but help is performed by the module of its name in verify.commands
    "list": Command(READ, "list all statements with their verdicts", (
        *CHOOSING,
        json("print the list as JSON"),
        flag("--stops", says="show each claim, and why Coq has not proved it"),
        argument("--markdown", metavar="FILE", type=Path,
                 help="write a page with links (- for stdout)"),
    ), keeps=True, pages=True),
    "show": Command(READ, "show one statement: verdict, errors, correct version, proof", (
        *DECIDING,
        ID,
        flag("--goal", says="print its Coq goals instead"),
        flag("-v", "--verbose", says="also every outcome and every false variant"),
        NO_RUN,
        MODULE,
    ), keeps=True, pages=True),
    "theorem": Command(READ, "show the Coq theorem of a statement and its axioms", (
        ID,
        flag("--unused", says="also list hypotheses that its proof does not use"),
        flag("--checked", says="also check the compiled proof with coqchk"),
        NO_RUN,
        jobs(),
        FRESH,
        MODULE,
    ), pages=True),
    "axioms": Command(READ, "list the theorems from the literature that claims assume", (
        *CHOOSING, IDS, json("print them as JSON"),
    )),
    "words": Command(READ, "list the vocabulary of statements, or explain one word", (
        argument("word", metavar="WORD", nargs="?", help="a word (all words)"),
        argument("--markdown", metavar="FILE", type=Path,
                 help="write all words as a page (- for stdout)"),
    ), pages=True),
    "help": Command(READ, "list the commands, or explain one", (
        argument("topic", metavar="COMMAND", nargs="?", help="a command (all commands)"),
    ), reads=False, pages=True),
    "run": Command(DECIDE, "decide statements and report which are false", (
        *CHOOSING, *DECIDING,
        IDS,
        json("write the results as JSON (verify.run/2)", bare=False),
        flag("-v", "--verbose",
             says="also print a line for each, and why Coq did not accept some"),
        executor("decide on a cluster (except with Coq)"),
    ), keeps=True),
    "falsify": Command(DECIDE, "attack a statement with many random instances", (
        ID,
        argument("--samples", metavar="N", type=positive, default=1000,
                 help="instances per step (1000)"),
        jobs(),
        executor("run on a cluster"),
        FRESH,
        json("write the outcomes as JSON", bare=False),
        SEED,
        MODULE,
    )),
    "suggest": Command(DECIDE, "search for proofs of inequalities and for missing assumptions", (
        ID, json("write the suggestions as JSON (verify.suggest/1)", bare=False), MODULE,
    )),
    "record": Command(DECIDE, "decide statements and record their verdicts", (
        IDS,
        *TRYING,
        flag("--unused", says="also record unused hypotheses of the Coq proofs"),
    ), defaults={"methods": None, "modules": [], "paper": None}),
    "report": Command(WRITE, "write a web site that works offline", (
        *CHOOSING, *DECIDING,
        IDS,
        output("DIR", "output folder (./report)", "report"),
        flag("--no-figures", says="omit the figures of the papers"),
        FORCE,
        NO_RUN,
    )),
    "latex": Command(WRITE, "write an article in LaTeX, or the list of errors", (
        *CHOOSING, *DECIDING,
        IDS,
        flag("--plain",
             says="only theorems and proofs, for a paper of your own; printed without -o"),
        flag("--pdf", says="compile with pdflatex"),
        flag("--errata", says="write only the errors"),
        flag("--no-figures", says="omit the figures"),
        output("DIR", "output folder (./latex, ./errata)"),
        FORCE,
        NO_RUN,
    )),
    "figures": Command(WRITE, "draw the figures of the papers, and our own", (
        argument("names", metavar="NAME", nargs="*", help="figures (all; takes minutes)"),
        output("DIR", "output folder (./figures)", "figures"),
        flag("--small", says="smaller sizes; takes seconds"),
        flag("--list", says="print the names instead"),
        jobs(),
        argument("--seed", metavar="S", type=seed, help="random seed (one per figure)"),
        FORCE,
    )),
    "init": Command(OWN, "create a project, from the LaTeX of a paper if there is one", (
        argument("folder", metavar="DIR", type=Path, help="a new or empty folder"),
        argument("--from", dest="source", metavar="FILE.tex", type=Path,
                 help="a statement for each theorem of this paper; adds new ones to a project "
                 "that is there"),
        argument("--key", metavar="KEY",
                 help="prefix of the ids (that of the paper there, or the file name)"),
    ), reads=False),
    "depth": Command(CHECKPOINTS, "run tokens through a checkpoint: do they collapse?", DEPTH,
                     reads=False),
    "spectrum": Command(CHECKPOINTS, "compute eigenvalues of layers and the theorems that apply",
                        SPECTRUM, reads=False),
    "steer": Command(CHECKPOINTS, "steer a layer by the steering law and by one added bias", STEER,
                     reads=False),
    "doctor": Command(HERE, "check the installation; say how to install what is missing", (
        flag("--install", says="install Coq first if it is missing"), json("print as JSON"),
    ), reads=False),
    "cache": Command(HERE, "show the size of the cache, or clear it", (
        flag("--clear", says="delete all cached results"),
    ), reads=False),
}  # fmt: skip
