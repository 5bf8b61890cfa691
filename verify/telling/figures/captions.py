"""A figure's caption, as Markdown: what was measured, with which error, and how to get it again."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from verify.statements.illustrations import Illustration, Size
from verify.steps.shows import decimal as in_powers
from verify.telling.figures.computing import Data


def caption(figure: Illustration, data: Data) -> str:
    """Return the caption of a figure that was computed."""
    title = f"# {escaped(figure.name)}: {escaped(figure.title)}"
    says = decimal(figure.caption(data.measured))
    lines = [title, "", escaped(says), ""]
    source = f"{figure.label.paper.title}, {figure.label.text}"
    lines.append(f"It illustrates {', '.join(figure.illustrates)} ({escaped(source)}).")
    if data.size == "small":
        lines += ["", "This is the small version of the figure, for a quick look."]
    lines += ["", "## Measured", "", "| what | value |", "|---|---|"]
    lines += [f"| {escaped(name)} | {escaped(decimal(str(value)))} |"
              for name, value in data.measured.items()]  # fmt: skip
    lines += ["", "## How", "", *_how(figure, data)]
    lines += [
        "",
        f"## Data in `{figure.name}.npz`",
        "",
        "| array | shape | holds |",
        "|---|---|---|",
    ]
    lines += [f"| `{name}` | {_shape(data.arrays[name])} | {escaped(figure.arrays[name])} |"
              for name in sorted(data.arrays)]  # fmt: skip
    return "\n".join(lines) + "\n"


def _how(figure: Illustration, data: Data) -> list[str]:
    parameters = figure.parameters(data.size)
    told = [f"{name.replace('_', ' ')} {decimal(str(value))}" for name, value in parameters.items()]
    lines = [f"- parameters: {escaped(', '.join(told))}"] if told else []
    again = [command_again(figure, data.size)]
    if data.seed != figure.seed:
        again += ["--seed", str(data.seed)]
    if figure.integrates:
        lines.append(f"- integrator: {data.integrator}")
        if data.integrator != "scipy":
            again += ["--integrator", data.integrator]
    return [*lines, f"- seed: {data.seed}", f"- again: `{' '.join(again)}`"]


def command_again(figure: Illustration, size: Size) -> str:
    """Return the command that draws a figure again, in one of its sizes."""
    return f"verify figures {figure.name}{' --small' if size == 'small' else ''}"


def _shape(array: Any) -> str:
    return " x ".join(map(str, np.shape(array))) or "a number"


def decimal(text: str) -> str:
    """Return a text with numbers such as 3.68e-05 written as 3.68 · 10^-5."""
    return in_powers(text).replace(" * 10^", " · 10^")


def escaped(text: str) -> str:
    """Return a text in which Markdown finds nothing of its own."""
    return re.sub(r"([\\`*_|<>\[\]])", r"\\\1", text)
