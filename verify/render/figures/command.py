"""The command `verify figures`."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify.processes.store import Store
from verify.render.errors import AGREES, INTERRUPTED
from verify.render.figures.captions import caption
from verify.render.figures.computing import Kept, computed, sources_of, to_bytes
from verify.render.figures.drawing import drawn, png, svg
from verify.render.figures.finding import chosen
from verify.render.files import claimed_folder, write_folder
from verify.render.screen import progress_bar, screen_of, table
from verify.statements.illustrations import Illustration, Size

KIND = "figures"


def command_figures(asked: Namespace, kept: Store, sources: str) -> int:
    """Compute, draw and write figures; parts computed before are found in the store `kept`.

    `sources` is the hash of the code that computes. On a terminal it says how far it is.
    """
    found = chosen(asked.names)
    if asked.list:
        _list(found)
        return AGREES
    claimed_folder(asked.output, KIND, asked.force)
    size: Size = "small" if asked.small else "full"
    for number, figure in enumerate(found, start=1):
        try:
            _written(figure, size, asked, kept, sources, f"{number}/{len(found)}")
        except KeyboardInterrupt:
            told = (
                f"interrupted in {figure.name}; finished parts are cached: the same command "
                "continues"
            )
            print(f"verify: {told}", file=sys.stderr)
            return INTERRUPTED
    return AGREES


def _written(
    figure: Illustration, size: Size, asked: Namespace, kept: Store, sources: str, place: str
) -> None:
    with progress_bar() as show:
        data = computed(
            figure, size, seed=asked.seed, jobs=asked.jobs,
            kept=Kept(kept, f"{sources}\n{sources_of(figure)}"),
            progress=lambda done, total: show(done, total, f"parts, {figure.name} ({place})"),
        )  # fmt: skip
    picture = drawn(figure, data.arrays)
    files: dict[str, str | bytes] = {
        f"{figure.name}.svg": svg(picture),
        f"{figure.name}.png": png(picture),
        f"{figure.name}.md": caption(figure, data),
        f"{figure.name}.npz": to_bytes(data.arrays),
    }
    for path in write_folder(asked.output, KIND, files, asked.force, keep=True):
        print(path, flush=True)


def _list(found: list[Illustration]) -> None:
    rows = [
        (f.name, ", ".join(f.illustrates), f"{f.label.paper.key}, {f.label.text}: {f.title}")
        for f in found
    ]
    header = ("name", "illustrates", "figure")
    for line in table(header, rows, screen_of(sys.stdout), elastic=2):
        print(line)
