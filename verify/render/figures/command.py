"""The command `verify figures`, and a figure's caption, as Markdown."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from functools import partial
from typing import Any

import numpy as np

from verify.processes.store import Store
from verify.render.errors import AGREES, INTERRUPTED
from verify.render.figures.computing import Data, Kept, computed, sources_of, to_bytes
from verify.render.figures.drawing import drawn, png, svg
from verify.render.figures.small import chosen
from verify.render.files import claimed_folder, write_folder
from verify.render.markdown import markdown_table
from verify.render.plain_latex import plain_text
from verify.render.screen import progress_bar, screen_of, table
from verify.statements.illustrations import Illustration, Size
from verify.steps.shows import decimal

KIND = "figures"


def command_figures(asked: Namespace, kept: Store, sources: str) -> int:
    """Compute, draw and write figures; parts computed before are found in the store `kept`.

    `sources` is the hash of the code that computes. On a terminal it says how far it is.
    """
    found = chosen(asked.names)
    if asked.list:
        rows = [
            (f.name, ", ".join(f.illustrates), f"{f.label.paper.key}, {f.label.text}: {f.title}")
            for f in found
        ]
        header = ("name", "illustrates", "figure")
        print("\n".join(table(header, rows, screen_of(sys.stdout), elastic=2)))
        return AGREES
    claimed_folder(asked.output, KIND, asked.force)
    size: Size = "small" if asked.small else "full"
    for number, figure in enumerate(found, start=1):
        parts = Kept(kept, f"{sources}\n{sources_of(figure)}")
        what = f"parts, {figure.name} ({number}/{len(found)})"
        try:
            with progress_bar() as show:
                data = computed(
                    figure, size, seed=asked.seed, jobs=asked.jobs, kept=parts,
                    progress=partial(show, what=what),
                )  # fmt: skip
            files = _files(figure, data)
        except KeyboardInterrupt:
            told = f"interrupted in {figure.name}; finished parts are cached: the same command"
            print(f"verify: {told} continues", file=sys.stderr)
            return INTERRUPTED
        for path in write_folder(asked.output, KIND, files, asked.force, keep=True):
            print(path, flush=True)
    return AGREES


def _files(figure: Illustration, data: Data) -> dict[str, str | bytes]:
    picture = drawn(figure, data.arrays)
    return {
        f"{figure.name}.svg": svg(picture),
        f"{figure.name}.png": png(picture),
        f"{figure.name}.md": caption(figure, data),
        f"{figure.name}.npz": to_bytes(data.arrays),
    }


# ------------------------------------------------------------------ captions


def caption(figure: Illustration, data: Data) -> str:
    """Return the caption of a figure that was computed."""
    title = f"# {escaped_markdown(figure.name)}: {escaped_markdown(figure.title)}"
    lines = [title, "", _written(figure.caption(data.measured)), ""]
    source = f"{figure.label.paper.title}, {figure.label.text}"
    lines.append(f"It illustrates {', '.join(figure.illustrates)} ({escaped_markdown(source)}).")
    if data.size == "small":
        lines += ["", "This is the small version of the figure."]
    measured = [
        (escaped_markdown(name), _written(str(value))) for name, value in data.measured.items()
    ]
    lines += ["", "## Measured", "", markdown_table(("what", "value"), measured)]
    lines += ["", "## How", "", *_how(figure, data)]
    arrays = [
        (f"`{name}`", _shape(array), escaped_markdown(figure.arrays[name]))
        for name, array in sorted(data.arrays.items())
    ]
    table = markdown_table(("array", "shape", "holds"), arrays)
    return "\n".join([*lines, "", f"## Data in `{figure.name}.npz`", "", table]) + "\n"


def _how(figure: Illustration, data: Data) -> list[str]:
    parameters = figure.parameters(data.size)
    told = [f"{name.replace('_', ' ')} {value}" for name, value in parameters.items()]
    lines = [f"- parameters: {_written(', '.join(told))}"] if told else []
    again = f"verify figures {figure.name}{' --small' if data.size == 'small' else ''}"
    again += f" --seed {data.seed}" if data.seed != figure.seed else ""
    return [*lines, f"- seed: {data.seed}", f"- again: `{again}`"]


def _shape(array: Any) -> str:
    return " x ".join(map(str, np.shape(array))) or "a number"


def _written(text: str) -> str:
    """Return a text for Markdown, in which 3.68e-05 is written as 3.68 · 10⁻⁵."""
    return escaped_markdown(plain_text(decimal(text)))


def escaped_markdown(text: str) -> str:
    """Return a text in which Markdown finds nothing of its own."""
    return re.sub(r"([\\`*_<>\[\]])", r"\\\1", text)
