"""The command `help`: the words of a statement module, or all that is known of one."""

from __future__ import annotations

import difflib
import sys
from argparse import Namespace

from verify import vocabulary
from verify.commands.shared import show_lines, write
from verify.statements.folder import current, ours
from verify.telling.errors import AGREES, Usage
from verify.telling.screen import cells, screen_of, wrapped
from verify.telling.vocabulary import (
    Word,
    first_sentence,
    grouped,
    vocabulary_markdown,
    word_lines,
    words,
)


def perform(asked: Namespace) -> int:
    """Print the words by what they are for; or one of them, with its meaning and a line of use."""
    folders = [folder.path for folder in (ours(), current())]  # what a test reads comes first
    if asked.word is not None:
        if asked.markdown is not None:
            raise Usage("--markdown: it writes a page of all words; leave out the word")
        (word,) = words(folders, [_known(asked.word)])
        show_lines(word_lines(word, screen_of(sys.stdout)))
    elif asked.markdown is not None:
        write("--markdown", asked.markdown, vocabulary_markdown(words(folders)))
    else:
        show_lines(_listed(words([])))
    return AGREES


def _known(name: str) -> str:
    if name in vocabulary.__all__:
        return name
    near = difflib.get_close_matches(name, vocabulary.__all__, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "verify help lists them"
    raise Usage(f"WORD: {name!r} is no word of a statement, and no command; {hint}")


def _listed(every: list[Word]) -> list[str]:
    screen = screen_of(sys.stdout)
    width = max(cells(word.name) for word in every)
    lines = []
    for group, own in grouped(every).items():
        lines += [screen.paint(group, "bold"), ""]
        for word in own:
            start = f"  {word.name:{width}}  "
            lines += wrapped(first_sentence(word), screen.row_width, start, " " * len(start))
        lines.append("")
    return [*lines, "verify help WORD tells what one takes, and a line that uses it."]
