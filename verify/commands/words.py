"""The command `words`: the vocabulary of statements, or one word with an example."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify import vocabulary
from verify.commands.shared import show_lines, write
from verify.language.mistakes import unknown
from verify.render.errors import AGREES, Usage
from verify.render.screen import cells, screen_of, wrapped
from verify.render.vocabulary import (
    Word,
    first_sentence,
    grouped,
    vocabulary_markdown,
    word_lines,
    words,
)
from verify.statements.folder import current, ours


def perform(asked: Namespace) -> int:
    """Print the vocabulary in groups, or one word with its meaning and an example."""
    folders = [folder.path for folder in (ours(), current())]  # what a test reads comes first
    if asked.word is not None:
        if asked.markdown is not None:
            raise Usage("--markdown: the page has all words; leave out WORD")
        if asked.word not in vocabulary.__all__:
            told = unknown("word", asked.word, vocabulary.__all__, "see verify words")
            raise Usage(f"WORD: {told}")
        (word,) = words(folders, [asked.word])
        show_lines(word_lines(word, screen_of(sys.stdout)))
    elif asked.markdown is not None:
        write("--markdown", asked.markdown, vocabulary_markdown(words(folders)))
    else:
        show_lines(_listed(words([])))
    return AGREES


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
    return [*lines, "verify words WORD explains one word, with an example."]
