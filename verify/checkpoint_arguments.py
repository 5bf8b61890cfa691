"""The arguments of the commands about checkpoints."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Literal

from verify.arguments import add_jobs, add_json, add_output, add_seed, among, positive, seed

Arguments = argparse.ArgumentParser

FIGURE = "write a figure: out.svg, .png or .pdf"


def steer(steer: Arguments) -> None:
    """Add the arguments of `steer`."""
    _checkpoint(steer)
    steer.add_argument(
        "--direction", metavar="U", action="append",
        help="target u: token:ID, eigen:K (of the layer matrix, from 1), random or FILE.npy; "
             "may be repeated",
    )  # fmt: skip
    steer.add_argument(
        "--strength", metavar="C", action="append",
        help="strength of the change F + C u w^T; one for each direction, or one for all",
    )  # fmt: skip
    steer.add_argument(
        "--covector", metavar="W", action="append",
        help="w, given as a direction (u, projected to the row space of the values); one for "
             "each, or none",
    )  # fmt: skip
    which = steer.add_mutually_exclusive_group()
    which.add_argument(
        "--layer", metavar="N", default="last", help="a layer, from 0, or last (last)"
    )
    which.add_argument("--layers", metavar="LIST", help="several layers, from 0, such as 3,5-7")
    steer.add_argument(
        "--text",
        metavar="FILE",
        type=Path,
        help="prompts, one per line: token ids or words; reports the effect on the whole "
        "model and on the next-token loss (random tokens); - for stdin",
    )
    steer.add_argument(
        "--undo", action="store_true",
        help="restore the checkpoint before steering, bit for bit, in -o DIR",
    )  # fmt: skip
    add_output(steer, "DIR", "folder of the new checkpoint")
    steer.add_argument("--predict-only", action="store_true", help="write nothing")
    steer.add_argument("--force", action="store_true", help="replace an existing checkpoint")
    steer.add_argument("--figure", metavar="FILE", type=Path, help=FIGURE)
    _rows(steer, "a row a token")
    steer.add_argument("--html", metavar="FILE", type=Path, help="write a page with all results")
    add_json(steer, "write it as JSON (verify.steer/1)", bare=False)
    add_seed(steer)


def depth(depth: Arguments) -> None:
    """Add those of `depth`."""
    _checkpoint(depth, nargs="?")
    depth.add_argument(
        "--prompts",
        metavar="N",
        type=positive,
        help="number of random prompts (16; with a protocol 10)",
    )
    depth.add_argument("--tokens", metavar="L", type=positive, help="tokens per prompt (10)")
    depth.add_argument(
        "--text",
        metavar="FILE",
        type=Path,
        help="one prompt per line: token ids, or words (cut to the shortest); - for stdin",
    )
    depth.add_argument("--depth", metavar="L", type=positive, help="number of layers (all, once)")
    depth.add_argument(
        "--interventions", metavar="LIST", nargs="?", const="standard,whole",
        help="changes such as mask=full,loop=0+noise=0.1,whole+temperature=2; none; or the "
             "lists standard (reduced dynamics) and whole (whole model) (standard; without "
             "LIST both)",
    )  # fmt: skip
    depth.add_argument(
        "--controls",
        action="store_true",
        help="also run norms alone, and shuffled and matched random weights",
    )
    depth.add_argument(
        "--alignment", type=among("choice", "auto", "always", "never"), default="auto",
        metavar="WHEN",
        help="use all eigenvectors of the layers: always, never, or auto (if quick; otherwise "
             "principal ones only) (auto)",
    )  # fmt: skip
    depth.add_argument(
        "--dtype", type=among("type", "float64", "float32"), default="float64", metavar="TYPE",
        help="float64, or float32 for half the time and memory (float64)",
    )  # fmt: skip
    depth.add_argument(
        "--device", metavar="NAME", default="numpy",
        help="numpy, or a torch device: cpu, cuda (numpy)",
    )  # fmt: skip
    depth.add_argument("--fresh", action="store_true", help="ignore cached prompts")
    depth.add_argument(
        "--protocol",
        metavar="NAME",
        help="run an experiment of the papers instead; list prints them",
    )
    _out(depth, "write a page with the curves", "a row a number")
    add_json(depth, "write it as JSON (verify.depth/1, verify.protocol/1)", bare=False)
    add_seed(depth)


def spectrum(spectrum: Arguments) -> None:
    """Add those of `spectrum`."""
    _checkpoint(spectrum)
    spectrum.add_argument("--layers", metavar="LIST", help="layers, from 0, such as 0,3-5 (all)")
    spectrum.add_argument(
        "--histograms", action="store_true",
        help="all eigenvalues of every layer, not only the leading ones",
    )  # fmt: skip
    spectrum.add_argument(
        "--unfolded", action="store_true",
        help="only the stored weights, not also with the norm's gain and centring folded in",
    )  # fmt: skip
    spectrum.add_argument(
        "--theorems", action="store_true",
        help="every theorem, the hypotheses that fail in each layer, and all products of layers",
    )  # fmt: skip
    add_jobs(spectrum, "layers at a time (one per core)")
    _out(spectrum, "write a page with pictures", "a row a layer")
    add_json(spectrum, "write it as JSON (verify.spectrum/1)", bare=False)
    spectrum.add_argument(
        "--seed", metavar="S", type=seed, default=0,
        help="random seed of the starting vectors (0)",
    )  # fmt: skip


def compare(compare: Arguments) -> None:
    """Add those of `compare`."""
    compare.add_argument(
        "checkpoints", metavar="CHECKPOINT", type=Path, nargs="+",
        help="folders, or names in the Hugging Face cache such as pythia@step1000, in order",
    )  # fmt: skip
    compare.add_argument(
        "--rates", action="store_true",
        help="also repeat each layer and compare the predicted rate with the measured one",
    )  # fmt: skip
    add_jobs(compare, "layers at a time (one per core)")
    add_output(compare, "FILE", FIGURE)
    _rows(compare, "a row a layer")
    compare.add_argument("--html", metavar="FILE", type=Path, help="write a page with all results")
    add_json(compare, "write it as JSON (verify.compare/1)", bare=False)
    add_seed(compare)


def _checkpoint(parser: Arguments, nargs: Literal["?"] | None = None) -> None:
    parser.add_argument(
        "checkpoint",
        metavar="CHECKPOINT",
        type=Path,
        nargs=nargs,
        help="a folder, or a name in the Hugging Face cache such as gpt2@main; never changed",
    )


def _out(parser: Arguments, page: str, rows: str) -> None:
    add_output(parser, "FILE", FIGURE)
    _rows(parser, rows)
    parser.add_argument("--html", metavar="FILE", type=Path, help=page)


def _rows(parser: Arguments, rows: str) -> None:
    parser.add_argument("--csv", metavar="FILE", type=Path, help=f"write tidy CSV, {rows}")
    parser.add_argument(
        "--parquet", metavar="FILE", type=Path, help="write the same as Parquet (needs pyarrow)"
    )
