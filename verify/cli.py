"""The command `verify`: arguments in, exit codes out.

0 every verdict agrees with the recorded one, 1 one changed or a mutant survived, 2 bad input, 3 a
required tool is missing, 4 a limit on time, memory or disk was hit, 130 interrupted.

What the user did wrong is one line on stderr, `verify: argument: what was wrong; fix`. Nothing
heavy is imported before the arguments are understood.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Iterator, Sequence

from verify.installers import EXTRAS, extra_line
from verify.language.mistakes import LimitHit, Mistake, ToolFailed
from verify.parser import COMMANDS, help_of, parsed
from verify.processes import places
from verify.processes.system_limits import cut_off_by, limit_fix
from verify.render.errors import (
    AGREES,
    BAD_INPUT,
    INTERRUPTED,
    LIMIT,
    TOOL_MISSING,
    LimitReached,
    Told,
    ToolMissing,
    Usage,
)
from verify.render.pager import paged
from verify.render.screen import screen_of, wrapped
from verify.render.streams import OutputLost, drop_what_waits, shown, shown_streams

# Processes of ours take a core each, and small matrices are up to twenty times slower on several
# threads. NumPy's library reads this as it is loaded: in a process that is forked, too late.
ONE_THREAD = "OPENBLAS_NUM_THREADS"

# Objects made before Python looks for circles among them: formulas are many, and are in none.
COLLECTED = (100_000, 20, 20)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    if sys.stdout is None:
        return _told("standard output: closed; redirect it to a file or to /dev/null", BAD_INPUT)
    with shown_streams(), _rarely_collected():
        return _main(arguments)


@contextlib.contextmanager
def _rarely_collected() -> Iterator[None]:
    """Let the garbage collector look less often, here and in the processes that this one forks."""
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _main(arguments: Sequence[str] | None) -> int:
    try:
        try:
            asked = parsed(sys.argv[1:] if arguments is None else list(arguments))
            return _performed(asked)
        finally:
            sys.stdout.flush()
    except Usage as error:
        return _told(error, LIMIT if isinstance(error, LimitReached) else BAD_INPUT)
    except KeyboardInterrupt:
        return _told("interrupted", INTERRUPTED)
    except BrokenPipeError:
        drop_what_waits(sys.stdout)  # whoever read our output has enough
        return 0
    except OutputLost as lost:
        drop_what_waits(sys.stdout)
        code = LIMIT if limit_fix(lost.error) else BAD_INPUT
        return _told(
            f"standard output: cannot be written ({lost}); free some space, or redirect it", code
        )


def _performed(asked: argparse.Namespace) -> int:
    os.environ.setdefault(ONE_THREAD, "1")
    pages = asked.command is not None and COMMANDS[asked.command].pages
    with _papers(asked), paged() if pages else contextlib.nullcontext():
        return _done(asked)


@contextlib.contextmanager
def _papers(asked: argparse.Namespace) -> Iterator[None]:
    """Let a command, and the processes it begins, read the folder of papers that is named.

    What reads no statements for a reader (of a checkpoint, say) asks the theorems of our papers.
    """
    reads = asked.command is None or COMMANDS[asked.command].reads
    if not reads and asked.papers is not None:
        told = f"verify {asked.command} reads no papers; leave it out"
        raise Usage(f"--papers: {told}")
    named = asked.papers if reads else ""
    before = os.environ.get(places.PAPERS)
    if named is not None:
        os.environ[places.PAPERS] = named
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(places.PAPERS, None)
        else:
            os.environ[places.PAPERS] = before


def _done(asked: argparse.Namespace) -> int:
    try:
        return _answered(asked)
    except LimitHit as error:
        return _told(error, LIMIT)
    except ToolFailed as error:
        return _told(error, TOOL_MISSING)
    except Mistake as error:
        return _told(error, BAD_INPUT)
    except MemoryError:
        return _told("memory: not enough; free some, or decide fewer statements", LIMIT)
    except RuntimeError as error:
        told = cut_off_by(error)
        if told is None and not isinstance(error, RecursionError):
            raise
        if told is not None:
            return _told(told, LIMIT)
        return _told(
            "formula: too long or too deep; write sums with total(...), and name parts with "
            "let(...)", LIMIT,
        )  # fmt: skip
    except BrokenPipeError:
        raise
    except OSError as error:
        fix = limit_fix(error)
        code = BAD_INPUT if fix is None else LIMIT
        return _told(_of_system(error, fix or "choose another place"), code)
    except ToolMissing as error:
        return _told(error, TOOL_MISSING)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        return _told(ToolMissing(package, extra_line(package)), TOOL_MISSING)
    except Told as stop:
        return stop.code


def _answered(asked: argparse.Namespace) -> int:
    """Perform a command, unless what it answered before is so still, and is told again."""
    module = f"verify.commands.{asked.command or 'list'}"
    if asked.command == "help":
        print(help_of(asked.topic), end="")
        return AGREES
    if asked.command is not None and not COMMANDS[asked.command].keeps:
        return int(importlib.import_module(module).perform(asked))
    answer = importlib.import_module("verify.commands.answers").begun(asked)
    if answer.is_told():
        return AGREES
    name = "here" if asked.command is None else "perform"
    return int(getattr(importlib.import_module(module), name)(asked, answer))


def _of_system(error: OSError, fix: str) -> str:
    where = "a file" if error.filename is None else str(error.filename)
    reason = (error.strerror or str(error)).lower()
    return f"{where}: refused by the system ({reason}); {fix}"


def _told(error: object, code: int) -> int:
    """Say in one line what was wrong, if anybody can be told; a terminal breaks it at words."""
    with contextlib.suppress(OSError, OutputLost):
        if sys.stderr is not None:
            told = f"verify: {shown(' '.join(str(error).split()))}"
            lines = wrapped(told, screen_of(sys.stderr).row_width, more="  ")
            print("\n".join(lines), file=sys.stderr, flush=True)
    return code
