"""The command `figures`: the papers' figures, and ours."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial

from verify.commands.shared import show_lines
from verify.processes.store import Store, store
from verify.render.errors import AGREES, INTERRUPTED
from verify.render.figures.captions import caption
from verify.render.figures.computing import Data, Kept, computed, sources_of, to_bytes
from verify.render.figures.drawing import drawn, png, svg
from verify.render.figures.small import chosen
from verify.render.files import claimed_folder, write_folder
from verify.render.screen import progress_bar, screen_of, table
from verify.statements import fingerprint
from verify.statements.illustrations import Illustration, Size

KIND = "figures"


def perform(asked: Namespace) -> int:
    """Draw figures, with their captions and data; parts computed before are kept."""
    return command_figures(asked, store(), fingerprint.engine())


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
        show_lines(table(header, rows, screen_of(sys.stdout), elastic=2))
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
        show_lines(map(str, write_folder(asked.output, KIND, files, asked.force, keep=True)))
        sys.stdout.flush()
    return AGREES


def _files(figure: Illustration, data: Data) -> dict[str, str | bytes]:
    picture = drawn(figure, data.arrays)
    return {
        f"{figure.name}.svg": svg(picture),
        f"{figure.name}.png": png(picture),
        f"{figure.name}.md": caption(figure, data),
        f"{figure.name}.npz": to_bytes(data.arrays),
    }
