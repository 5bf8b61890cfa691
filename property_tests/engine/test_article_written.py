"""The article on disk: it compiles, is whole or not there, and leaves other files alone."""

import shutil

import pytest

from property_tests.engine.render_examples import STATEMENTS, margins, result_of
from verify.render import latex_compiling, latex_document
from verify.render.files import write_folder
from verify.render.latex_names import PREAMBLE

HAS_TEX = shutil.which("pdflatex") is not None
with_tex = pytest.mark.skipif(not HAS_TEX, reason="pdflatex is not installed")
RESULTS = {statement.id: result_of(statement) for statement in STATEMENTS}


def write(statements, results, folder):
    files = latex_document.article_files(statements, results)
    files |= latex_compiling.compiled(latex_compiling.pdflatex(), files, latex_document.MAIN)
    return write_folder(folder, latex_document.KIND, files)


@with_tex
@pytest.mark.long
def test_the_article_compiles_without_complaint(tmp_path):
    written = write(STATEMENTS, RESULTS, tmp_path / "out")
    shown = [str(path.relative_to(tmp_path / "out")) for path in written]
    assert sorted(shown) == [
        "article.pdf", "article.tex", "statements/Z-1.tex", "statements/Z-2_plus.tex",
    ]  # fmt: skip
    pdf = (tmp_path / "out" / "article.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    write(STATEMENTS, RESULTS, tmp_path / "again")
    assert (tmp_path / "again" / "article.pdf").read_bytes() == pdf
    assert sorted(p.name for p in tmp_path.iterdir()) == ["again", "out"]


@with_tex
def test_an_article_that_does_not_compile_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(latex_document, "PREAMBLE", rf"{PREAMBLE}\undefinedmacro")
    with pytest.raises(latex_compiling.LatexError, match="Undefined control sequence"):
        write([margins], {}, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_log_is_searched_for_what_a_reader_would_see():
    log = (
        "Overfull \\hbox (0.7pt too wide) in paragraph\n"
        "Overfull \\hbox (1.5pt too wide) in paragraph\n"
        "LaTeX Warning: Reference `x' on page 1 undefined on input line 3.\n"
        "Missing character: There is no Ł in font cmr10!\n"
    )
    assert len(latex_compiling.log_troubles(log)) == 3
