"""The arguments of the command `verify`: one function per command, and the table of commands.

Nothing heavy is imported here: the module of a command is imported once its arguments are valid.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from verify import __version__
from verify import checkpoint_arguments as checkpoints
from verify.arguments import (
    Parser,
    add_executor,
    add_jobs,
    add_json,
    add_output,
    add_seed,
    among,
    methods,
    module_file,
    papers_folder,
    positive,
    profile,
    seed,
    unknown_argument,
)
from verify.language.mistakes import unknown
from verify.methods.table import GOALS, METHODS, PROFILES
from verify.render.errors import Usage

Arguments = argparse.ArgumentParser


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
    shared = {"choosing": _choosing(), "deciding": _deciding()}
    for name, made in COMMANDS.items():
        parents = [shared[which] for which in made.shares]
        adding = commands.add_parser(
            name, description=_sentence(made.says), parents=parents, allow_abbrev=False
        )
        made.add(adding)
        top.commands[name] = adding
        if made.reads:
            _papers(adding, argparse.SUPPRESS)  # given before the command, it stays
    return top


def help_of(topic: str | None) -> str:
    """Return the list of commands, or the help of one. Raises Usage with the nearest command."""
    top = parser()
    if topic is not None and topic not in top.commands:
        otherwise = "see verify help, or verify words for the vocabulary"
        raise Usage(f"COMMAND: {unknown('command', topic, top.commands, otherwise)}")
    return (top if topic is None else top.commands[topic]).format_help()


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# ------------------------------------------------------------------ commands


def _list(listing: Arguments) -> None:
    add_json(listing, "print the list as JSON")
    listing.add_argument(
        "--stops", action="store_true", help="show each claim, and why Coq has not proved it"
    )
    listing.add_argument(
        "--markdown", metavar="FILE", type=Path, help="write a page with links (- for stdout)"
    )


def _show(show: Arguments) -> None:
    show.add_argument("id", metavar="ID", help="a statement")
    show.add_argument("--goal", action="store_true", help="print its Coq goals instead")
    show.add_argument(
        "-v", "--verbose", action="store_true", help="also every outcome and every false variant"
    )
    _no_run(show)
    _module(show)


def _theorem(theorem: Arguments) -> None:
    theorem.add_argument("id", metavar="ID", help="a statement")
    theorem.add_argument(
        "--unused", action="store_true", help="also list hypotheses that its proof does not use"
    )
    theorem.add_argument(
        "--checked", action="store_true", help="also check the compiled proof with coqchk"
    )
    _no_run(theorem)
    add_jobs(theorem)
    theorem.add_argument("--fresh", action="store_true", help="ignore cached results")
    _module(theorem)


def _run(run: Arguments) -> None:
    _ids(run)
    add_json(run, "write the results as JSON (verify.run/2)", bare=False)
    run.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="also print a line for each, and why Coq did not accept some",
    )
    add_executor(run, "decide on a cluster (except with Coq)")


def _record(record: Arguments) -> None:
    _ids(record)
    _trying(record)
    record.add_argument(
        "--unused", action="store_true", help="also record unused hypotheses of the Coq proofs"
    )
    record.set_defaults(methods=None, modules=[], paper=None)


def _init(init: Arguments) -> None:
    init.add_argument("folder", metavar="DIR", type=Path, help="a new or empty folder")
    init.add_argument(
        "--from", dest="source", metavar="FILE.tex", type=Path,
        help="a statement for each theorem of this paper; adds new ones to a project that is there",
    )  # fmt: skip
    init.add_argument(
        "--key", metavar="KEY", help="prefix of the ids (that of the paper there, or the file name)"
    )


def _help(helping: Arguments) -> None:
    helping.add_argument("topic", metavar="COMMAND", nargs="?", help="a command (all commands)")


def _words(words: Arguments) -> None:
    words.add_argument("word", metavar="WORD", nargs="?", help="a word (all words)")
    words.add_argument(
        "--markdown", metavar="FILE", type=Path, help="write all words as a page (- for stdout)"
    )


def _axioms(axioms: Arguments) -> None:
    _ids(axioms)
    add_json(axioms, "print them as JSON")


def _latex(latex: Arguments) -> None:
    _ids(latex)
    latex.add_argument(
        "--plain", action="store_true",
        help="only theorems and proofs, for a paper of your own; printed without -o",
    )  # fmt: skip
    latex.add_argument("--pdf", action="store_true", help="compile with pdflatex")
    latex.add_argument("--errata", action="store_true", help="write only the errors")
    latex.add_argument("--no-figures", action="store_true", help="omit the figures")
    add_output(latex, "DIR", "output folder (./latex, ./errata)")
    _force(latex)
    _no_run(latex)


def _report(report: Arguments) -> None:
    _ids(report)
    add_output(report, "DIR", "output folder (./report)", "report")
    report.add_argument("--no-figures", action="store_true", help="omit the figures of the papers")
    _force(report)
    _no_run(report)


def _suggest(suggest: Arguments) -> None:
    suggest.add_argument("id", metavar="ID", help="a statement")
    add_json(suggest, "write the suggestions as JSON (verify.suggest/1)", bare=False)
    _module(suggest)


def _falsify(falsify: Arguments) -> None:
    falsify.add_argument("id", metavar="ID", help="a statement")
    falsify.add_argument(
        "--samples", metavar="N", type=positive, default=1000, help="instances per step (1000)"
    )
    add_jobs(falsify)
    add_executor(falsify, "run on a cluster")
    falsify.add_argument("--fresh", action="store_true", help="ignore cached results")
    add_json(falsify, "write the outcomes as JSON", bare=False)
    add_seed(falsify)
    _module(falsify)


def _doctor(doctor: Arguments) -> None:
    doctor.add_argument("--install", action="store_true", help="install Coq first if it is missing")
    add_json(doctor, "print as JSON")


def _cache(cache: Arguments) -> None:
    cache.add_argument("--clear", action="store_true", help="delete all cached results")


def _figures(figures: Arguments) -> None:
    figures.add_argument("names", metavar="NAME", nargs="*", help="figures (all; takes minutes)")
    add_output(figures, "DIR", "output folder (./figures)", "figures")
    figures.add_argument("--small", action="store_true", help="smaller sizes; takes seconds")
    figures.add_argument("--list", action="store_true", help="print the names instead")
    add_jobs(figures)
    figures.add_argument("--seed", metavar="S", type=seed, help="random seed (one per figure)")
    _force(figures)


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
        help=f"effort: {', '.join(PROFILES)} (quick)",
    )  # fmt: skip
    parser.add_argument(
        "--goals", metavar="WHICH", type=among("choice", *GOALS), default="needed",
        help="ask Coq what grades rest on (needed), every step (all), or nothing (recorded)",
    )  # fmt: skip
    add_jobs(parser)
    add_seed(parser)
    parser.add_argument("--fresh", action="store_true", help="ignore cached results")


def _ids(parser: Arguments) -> None:
    parser.add_argument(
        "ids", metavar="ID", nargs="*", help="statements, or files of statements (all)"
    )


def _force(parser: Arguments) -> None:
    parser.add_argument(
        "--force", action="store_true", help="write even into a folder that verify did not create"
    )


def _papers(parser: Arguments, default: str | None) -> None:
    parser.add_argument(
        "--papers", metavar="DIR", type=papers_folder, default=default, action="append",
        help="read your own papers in this folder; this runs the code of its modules",
    )  # fmt: skip


def _module(parser: Arguments) -> None:
    parser.add_argument(
        "--module", metavar="FILE.py", dest="modules", type=module_file, action="append",
        default=[], help="read your own statements in this file; this runs its code",
    )  # fmt: skip


def _no_run(parser: Arguments) -> None:
    parser.add_argument("--no-run", action="store_true", help="print the text only; decide nothing")


@dataclass(frozen=True)
class Command:
    """A command: the group it is listed in, its purpose, its arguments, and those it shares.

    A command that `reads` statements has --papers. The output of one that `keeps` is cached, and
    the output of one that `pages` goes through a pager on a terminal.
    """

    group: str
    says: str
    add: Callable[[Arguments], None]
    shares: tuple[Literal["choosing", "deciding"], ...] = ()
    reads: bool = True
    keeps: bool = False
    pages: bool = False


READ, DECIDE, WRITE = "Read", "Decide", "Write"
OWN, CHECKPOINTS, HERE = "Your own paper", "Checkpoints", "This machine"
BOTH: tuple[Literal["choosing", "deciding"], ...] = ("choosing", "deciding")

COMMANDS = {  # each but help is performed by the module of its name in verify.commands
    "list": Command(READ, "list all statements with their verdicts", _list, ("choosing",),
                    keeps=True, pages=True),
    "show": Command(READ, "show one statement: verdict, errors, correct version, proof", _show,
                    ("deciding",), keeps=True, pages=True),
    "theorem": Command(READ, "show the Coq theorem of a statement and its axioms", _theorem,
                       pages=True),
    "axioms": Command(READ, "list the theorems from the literature that claims assume", _axioms,
                      ("choosing",)),
    "words": Command(READ, "list the vocabulary of statements, or explain one word", _words,
                     pages=True),
    "help": Command(READ, "list the commands, or explain one", _help, reads=False, pages=True),
    "run": Command(DECIDE, "decide statements and report which are false", _run, BOTH, keeps=True),
    "falsify": Command(DECIDE, "attack a statement with many random instances", _falsify),
    "suggest": Command(DECIDE, "search for proofs of inequalities and for missing assumptions",
                       _suggest),
    "record": Command(DECIDE, "decide statements and record their verdicts", _record),
    "report": Command(WRITE, "write a web site that works offline", _report, BOTH),
    "latex": Command(WRITE, "write an article in LaTeX, or the list of errors", _latex, BOTH),
    "figures": Command(WRITE, "draw the figures of the papers, and our own", _figures),
    "init": Command(OWN, "create a project, from the LaTeX of a paper if there is one", _init,
                    reads=False),
    "depth": Command(CHECKPOINTS, "run tokens through a checkpoint: do they collapse?",
                     checkpoints.depth, reads=False),
    "spectrum": Command(CHECKPOINTS, "compute eigenvalues of layers and the theorems that apply",
                        checkpoints.spectrum, reads=False),
    "steer": Command(CHECKPOINTS, "steer a layer by the steering law and by one added bias",
                     checkpoints.steer, reads=False),
    "doctor": Command(HERE, "check the installation; say how to install what is missing", _doctor,
                      reads=False),
    "cache": Command(HERE, "show the size of the cache, or clear it", _cache, reads=False),
}  # fmt: skip
