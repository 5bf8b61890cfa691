"""The arguments of the commands about checkpoints."""

from __future__ import annotations

import argparse
import re
from math import isfinite
from pathlib import Path
from typing import Literal

from verify.arguments import SEED, Argument, among, argument, flag, jobs, json, positive


def _seed(text: str) -> int:
    if not re.fullmatch("[0-9]{1,1000}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an integer >= 0; use one, such as 0")
    return int(text)


def _layer(text: str) -> str:
    if text != "last" and not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r:.80} is not a layer; use last, or a number from 0"
        )
    return text


def _strength(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if value == 0 or not isfinite(value):
        raise argparse.ArgumentTypeError(
            f"{text!r:.80} is not a finite number other than 0; use one, such as 40 or -40"
        )
    return value


def _checkpoint(nargs: Literal["?"] | None = None) -> Argument:
    return argument(
        "checkpoint", metavar="CHECKPOINT", type=Path, nargs=nargs,
        help="a folder, or a name in the hub's cache such as gpt2@main; never changed",
    )  # fmt: skip


def _text(what: str) -> Argument:
    return argument(
        "--text", metavar="FILE", type=Path,
        help=f"one prompt per line, token ids or words ({what}); - is standard input",
    )  # fmt: skip


STEER = (
    _checkpoint(),
    argument("--direction", metavar="U", required=True,
             help="where to: token:ID, eigen:K (of the layer matrix, from 1) or random"),
    argument("--strength", metavar="C", type=_strength, required=True,
             help="how far: F becomes F + C u w^T"),
    argument("--layer", metavar="N", type=_layer, default="last", help="from 0, or last (last)"),
    _text("also measures the loss of the next token"),
    json("write it as JSON (verify.steer/1)", bare=False),
    SEED,
)  # fmt: skip
DEPTH = (
    _checkpoint(nargs="?"),
    argument("--prompts", metavar="N", type=positive, help="random ones (16; a protocol: 10)"),
    argument("--tokens", metavar="L", type=positive, help="of each prompt (10)"),
    _text("all cut to the shortest"),
    argument("--depth", metavar="L", type=positive,
             help="layers that the reduced dynamics pass (as many as there are)"),
    argument("--dtype", type=among("type", "float64", "float32"), default="float64",
             metavar="TYPE",
             help="of the whole model: float64, or float32 for half of the memory (float64)"),
    argument("--protocol", metavar="NAME",
             help="an experiment of the papers instead; list shows them"),
    json("write it as JSON (verify.depth/1, verify.protocol/1)", bare=False),
    SEED,
)  # fmt: skip
SPECTRUM = (
    _checkpoint(),
    argument("--layers", metavar="LIST", help="from 0, with commas, such as 0,3-5 (all)"),
    flag("--histograms", says="all eigenvalues of every layer, not the leading ones alone"),
    flag("--theorems", says="every theorem, and what each layer lacks for it"),
    jobs("layers at a time (one per core)"),
    json("write it as JSON (verify.spectrum/1)", bare=False),
    argument("--seed", metavar="S", type=_seed, default=0,
             help="of the vectors that iterations begin with (0)"),
)  # fmt: skip
