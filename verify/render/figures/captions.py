"""A figure's caption, as Markdown: what was measured, with which error, and how to get it again."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from verify.render.figures.computing import Data
from verify.render.markdown import markdown_table
from verify.render.plain_latex import plain_text
from verify.statements.illustrations import Illustration, Size
from verify.steps.shows import decimal


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
        (f"`{name}`", _shape(data.arrays[name]), escaped_markdown(figure.arrays[name]))
        for name in sorted(data.arrays)
    ]
    table = markdown_table(("array", "shape", "holds"), arrays)
    return "\n".join([*lines, "", f"## Data in `{figure.name}.npz`", "", table]) + "\n"


def _how(figure: Illustration, data: Data) -> list[str]:
    parameters = figure.parameters(data.size)
    told = [f"{name.replace('_', ' ')} {value}" for name, value in parameters.items()]
    lines = [f"- parameters: {_written(', '.join(told))}"] if told else []
    again = [command_again(figure, data.size)]
    if data.seed != figure.seed:
        again += ["--seed", str(data.seed)]
    return [*lines, f"- seed: {data.seed}", f"- again: `{' '.join(again)}`"]


def command_again(figure: Illustration, size: Size) -> str:
    """Return the command that draws a figure again, in one of its sizes."""
    return f"verify figures {figure.name}{' --small' if size == 'small' else ''}"


def _shape(array: Any) -> str:
    return " x ".join(map(str, np.shape(array))) or "a number"


def _written(text: str) -> str:
    """Return a text for Markdown, in which 3.68e-05 is written as 3.68 · 10⁻⁵."""
    return escaped_markdown(plain_text(decimal(text)))


def escaped_markdown(text: str) -> str:
    """Return a text in which Markdown finds nothing of its own."""
    return re.sub(r"([\\`*_<>\[\]])", r"\\\1", text)
