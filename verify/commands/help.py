"""The command `help`: the list of commands, or the options of one."""

from __future__ import annotations

from argparse import Namespace

from verify import vocabulary
from verify.arguments import Parser
from verify.language.mistakes import unknown
from verify.telling.errors import AGREES, Usage


def perform(asked: Namespace) -> int:
    """Print what `verify --help` or `verify COMMAND --help` prints."""
    top: Parser = asked.top
    if asked.topic is not None and asked.topic not in top.commands:
        is_word = asked.topic in vocabulary.__all__
        fix = f"see verify words {asked.topic}" if is_word else "see verify help"
        known = () if is_word else top.commands
        raise Usage(f"COMMAND: {unknown('command', asked.topic, known, fix)}")
    print(top.commands.get(asked.topic, top).format_help(), end="")
    return AGREES
