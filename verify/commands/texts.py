"""The prompts of `--text`: token ids, or words that the checkpoint's tokenizer turns into ids."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

from numpy.typing import NDArray

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.hub import unfinished
from verify.checkpoints.starts import TOKENIZER, Text, check_ids, id_rows, word_rows
from verify.installers import extra_line
from verify.language.mistakes import Mistake
from verify.telling.errors import ToolMissing


def holds_words(text: Text, checkpoint: Checkpoint) -> bool:
    """Tell whether a text holds words, for which there then is a tokenizer.

    Raises Mistake for words where the checkpoint has no tokenizer; ToolMissing where the package
    is not installed.
    """
    if text.holds_ids:
        return False
    folder = checkpoint.folder
    if not os.path.lexists(folder / TOKENIZER):
        raise Mistake(
            f"--text: {text.name} contains words, but {checkpoint.name} has no "
            f"{TOKENIZER}{unfinished(folder)}; give token ids (integers, one prompt per "
            f"line), or copy the model's {TOKENIZER} to {folder}"
        )
    if find_spec("tokenizers") is None:
        raise ToolMissing("tokenizers", f"{extra_line('tokenizers')}, or give --text token ids")
    return True


def prompts_of(text: Text, checkpoint: Checkpoint) -> list[NDArray[Any]]:
    """Return the ids of each line, of its own length; raises as `holds_words` does."""
    rows = word_rows(text, checkpoint) if holds_words(text, checkpoint) else id_rows(text)
    for row in rows:
        check_ids(row, checkpoint)
    return rows
