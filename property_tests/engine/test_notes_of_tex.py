"""What TeX noted the last time spares passes, and never changes what is set."""

from __future__ import annotations

import pytest

from verify.processes.store import Store
from verify.telling import latex_compiling
from verify.telling.errors import ToolMissing
from verify.telling.latex_compiling import compiled, pdflatex

DOCUMENT = r"""\documentclass{article}
\begin{document}\tableofcontents
%s\section{First}\label{first}See \ref{last} on page \pageref{last}.
\clearpage\section{Last}\label{last}See \ref{first}.
\end{document}
"""
TWO_MORE = r"\section{New}\clearpage\section{Newer}\clearpage "
WRONG = (
    {},
    {"main.aux": "\\undefinedcommand\n"},
    {"main.aux": "\\relax\n\\newlabel{last}{{77}{78}}\n", "main.toc": "garbage & % $\n"},
    {"../main.aux": "outside"},
    {"main.tex": "not a note"},
    ["main.aux"],
)


@pytest.fixture
def passes(monkeypatch):
    """How often TeX is run."""
    try:
        pdflatex()
    except ToolMissing:
        pytest.skip("pdflatex is not here")
    run, own = [], latex_compiling._typeset
    monkeypatch.setattr(latex_compiling, "_typeset", lambda *g: (run.append(g), own(*g))[1])
    return run


def made(text, records=None):
    return compiled(pdflatex(), {"main.tex": DOCUMENT % text}, "main", records)


def test_notes_spare_passes_and_change_nothing(tmp_path, passes):
    records = Store(tmp_path)
    first = made("", records)
    several = len(passes)
    assert several > 1 and first == made("")
    passes.clear()
    assert made("", records) == first and len(passes) == 1


def test_a_document_that_changed_is_set_as_with_no_notes(tmp_path, passes):
    records = Store(tmp_path)
    made("", records)
    assert made(TWO_MORE, records) == made(TWO_MORE)
    assert made("", records) == made("")


@pytest.mark.parametrize("wrong", WRONG)
def test_notes_that_are_none_do_no_harm(tmp_path, passes, wrong):
    records = Store(tmp_path / "kept")
    records.write(latex_compiling._notes_key("main"), wrong)
    assert made("", records) == made("")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
