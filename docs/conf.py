"""Sphinx: `python -m sphinx docs OUT` builds the whole site, with the statements' pages in OUT/papers.

`-D profile=ci` decides the statements with that profile; `-t pages_only` leaves their pages out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generated  # noqa: E402  # Sphinx does not put this folder on the path
from latex2mathml.converter import convert  # noqa: E402

import verify  # noqa: E402

project, author, version = "attention-proofs", "The attention-proofs authors", verify.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["README.md", "examples/literature/INDEX.md"]
html_title = f"{project} {version}"
html_theme_options = {"description": "Decided statements about attention", "page_width": "1100px"}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
html_copy_source = False
html_math_renderer = "mathml"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 2
nb_render_markdown_format = "myst"
nb_execution_mode = "off"  # a test runs the notebooks; their outputs are checked in
default_role = "code"
autodoc_typehints = "none"


def links_within(app: Any, name: str, source: list[str]) -> None:
    """Let links to notebooks, examples and an index lead to their pages of the site."""
    source[0] = re.sub(r"\]\((\.\./)?\.\./(notebooks|examples)/", r"](\1\2/", source[0])
    source[0] = source[0].replace("](INDEX.md)", "](../../reference/literature.md)")


def copied(app: Any) -> None:
    """Write the reference; copy the notebooks and the examples, which are pages of the site."""
    generated.write(HERE / "reference")
    for folder, pattern in (
        ("notebooks", "*.ipynb"),
        ("examples", "**/*.md"),
        ("examples", "**/*.py"),
    ):
        for path in (HERE.parent / folder).glob(pattern):
            target = HERE / path.relative_to(HERE.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def statements(app: Any, error: Exception | None) -> None:
    """Put the pages of all statements into the site, by the command that every user has."""
    if error is None and not app.tags.has("pages_only"):
        report = [sys.executable, "-m", "verify", "report", "--goals", "needed"]
        report += ["--profile", app.config.profile]
        for folder, read in (("papers", []), ("literature", ["--papers", generated.LITERATURE])):
            subprocess.run([*report, *read, "-o", Path(app.outdir) / folder], check=True)


def formula(display: str) -> Callable[[Any, Any], None]:
    """Return a visitor that writes a formula as MathML, which browsers set without a script."""

    def visit(translator: Any, node: Any) -> None:
        latex = node.astext()
        written = convert(re.sub(r"\$(.*?)\$", r"} \1 \\text{", latex), display=display)
        if "\\" in written:
            generated.warn(f"a command of LaTeX that is not known: {latex}")
        translator.body.append(f"<div>{written}</div>" if display == "block" else written)
        raise generated.SkipNode

    return visit


def setup(app: Any) -> None:
    """Connect what is above."""
    app.add_config_value("profile", "quick", "")
    app.add_html_math_renderer("mathml", (formula("inline"), None), (formula("block"), None))
    app.connect("builder-inited", copied)
    app.connect("source-read", links_within)
    app.connect("build-finished", statements)
