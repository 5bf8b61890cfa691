"""Names that look alike are refused, and LaTeX of authors is formulas and no programming."""

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.cli import main
from verify.language.mathematics import COMMANDS, SIGNS, checked_latex
from verify.language.mistakes import Mistake
from verify.language.symbols import (
    Family1,
    Mask,
    let,
    operator_symbol,
    scalar_symbol,
    vector_symbol,
)
from verify.render import latex_tree
from verify.render.site import mathml
from verify.render.symbols import CHARACTER_OF_COMMAND
from verify.statements import discovery
from verify.statements.naming import looks
from verify.vocabulary import Scalar

REFUSED = (
    r"\input{/etc/passwd}", r"\openin5=/etc/passwd", r"\read5 to\x", r"\write18{id}",
    r"\catcode`\|=0", r"\csname input\endcsname{a}", "^^5cinput{a}", "x^^M", r"\def\x{1}",
    r"\immediate", r"\special{a}", r"\include{a}", r"\includegraphics{a}", r"\href{a}{b}",
    r"\lstinputlisting{a}", r"\verb|a|", r"\begin{document}", r"\begin{filecontents}",
    r"\end{pmatrix}", r"\begin{pmatrix}1", r"\begin", r"x}$\alpha{", "}", "{", "$x$", "a % b",
    "#1", "\\", "a\x1bb", "a\x00", r"\@ifnextchar", r"\x", r"\makeatletter", r"\expandafter",
    r"\newcommand{a}{b}", r"\let\a=b", r"\loop", r"\'e",
)  # fmt: skip
TAKEN = (
    r"\mu", "p_0", "A_{21}", "s'", r"\tilde\alpha", r"\varphi'", r"\omega(t')", "Z^N",
    r"\mathbf{1}", r"\frac{1}{2}", r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}", r"\|x\|",
    r"a\,b", r"\text{all}", r"\left\{ x \right\}", "β_0", r"{\dot x}",
)  # fmt: skip


@pytest.mark.parametrize("latex", REFUSED)
def test_programming_in_latex_is_refused_wherever_it_is_given(latex):
    makers = (
        lambda: vector_symbol("y", latex), lambda: scalar_symbol("y", latex),
        lambda: operator_symbol("Y", latex=latex), lambda: Mask("N", latex),
        lambda: Family1("y", Scalar, ("tokens",), latex), lambda: let("s", lambda i: i, latex),
    )  # fmt: skip
    for make in makers:
        with pytest.raises(Mistake, match=r"latex= (has|is|ends|closes|leaves) ?") as told:
            make()
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("latex", TAKEN)
def test_formulas_are_taken(latex):
    assert checked_latex(latex, "y: latex=") == latex


@pytest.mark.parametrize("latex", [5, b"x", ("a",)])
def test_what_is_no_text_is_no_formula(latex):
    with pytest.raises(Mistake, match="is not text"):
        checked_latex(latex, "y: latex=")


@given(st.text(st.sampled_from("\\^{}ab$%#&~ input_18`|"), max_size=12))
def test_what_is_taken_has_no_command_but_those_listed(text):
    try:
        checked_latex(text, "y")
    except Mistake:
        return
    assert "^^" not in text and "$" not in re.sub(r"\\.", "", text)
    for found in re.finditer(r"\\([A-Za-z]+|.)", text, re.DOTALL):
        assert found[1] in COMMANDS or found[1] in SIGNS


def test_every_command_that_the_site_reads_is_taken():
    known = {
        *latex_tree.PARTS, *latex_tree.TEXTS, *latex_tree.FUNCTIONS, *latex_tree.UNDER,
        *latex_tree.SILENT, *mathml.BIG, *mathml.SPACES, *mathml.SIGNS,
        *CHARACTER_OF_COMMAND,
    }  # fmt: skip
    commands = {name[1:].partition("{")[0] or "{" for name in known if name.startswith("\\")}
    assert commands - {"emph", "texttt"} <= COMMANDS | SIGNS  # these stand among words


MODULE = r"""
from verify.vocabulary import *

PAPER = Paper("M", {paper!r}, {paper!r}, 2026, {paper!r}, sections=({paper!r},))

@statement({id!r}, PAPER.label({label!r}), title={title!r}, position=(1,))
def half(given):
    t = given(any_scalar("t"))
    yield {sentence!r}, Identity(t / 2 + t / 2, t, name={step!r}).but_not({twin!r}, right=2 * t)
    yield mutant({twin!r}, drop=t, assume=positive_scalar("t"))
"""
PLAIN = {
    "paper": "Mine", "id": "M-1", "label": "Lemma 1", "title": "Half", "sentence": "A.",
    "step": "h", "twin": "t",
}  # fmt: skip


@pytest.mark.parametrize("part", sorted(PLAIN))
@pytest.mark.long
def test_no_text_reaches_tex_as_a_command(tmp_path, part, monkeypatch):
    monkeypatch.setattr(discovery, "_module_names", lambda: iter(()))
    for text in (r"\input{secret} ^^5cinput{secret}", r"$\input{secret}$"):
        path = tmp_path / "mine.py"
        path.write_text(MODULE.format(**{**PLAIN, part: text}))
        if discovery.discover([path]).broken:
            continue  # it is refused
        assert main(["latex", "--no-run", "--module", str(path), "-o", str(tmp_path / "tex")]) == 0
        for file in (tmp_path / "tex").rglob("*.tex"):
            assert "\\input{secret}" not in file.read_text() and "^^" not in file.read_text()


def broken(tmp_path, monkeypatch, *parts):
    monkeypatch.setattr(discovery, "_module_names", lambda: iter(()))
    paths = []
    for number, part in enumerate(parts):
        path = tmp_path / f"mine{number}.py"
        path.write_text(MODULE.format(**{**PLAIN, **part}))
        paths.append(path)
    return discovery.discover(paths)


@pytest.mark.parametrize("name", [
    "М-1", "M-\u0301", "M−1", "M-１", "M 1\u00a0", "M\u200b-1", "../../x", "a b", "-rf", "CON",
    "nul.1", ".x", "M/1", "a\x1bb", "a\n",
])  # fmt: skip
@pytest.mark.long
def test_ids_that_could_be_taken_for_others_are_refused(tmp_path, monkeypatch, name):
    ((_, told),) = broken(tmp_path, monkeypatch, {"id": name}).broken
    assert "an id cannot contain" in told and "\n" not in told


@pytest.mark.long
def test_lengths_have_limits(tmp_path, monkeypatch):
    for part, longest in (("id", 40), ("title", 200), ("label", 200), ("step", 200)):
        for length, fits in ((longest, True), (longest + 1, False)):
            found = broken(tmp_path, monkeypatch, {part: "a" * length}).broken
            assert (found == ()) == fits
            assert fits or f"has {length} characters" in found[0][1]


def test_ids_that_differ_in_case_are_two_statements(tmp_path, monkeypatch):
    found = broken(tmp_path, monkeypatch, {"id": "M-1a"}, {"id": "M-1A"})
    assert found.broken == () and {s.id for s in found.statements} == {"M-1a", "M-1A"}


def test_titles_and_names_of_steps_are_compared_as_an_eye_does():
    assert looks("а") == looks("a")  # Cyrillic
    assert looks("Α") == looks("A")  # Greek
    assert looks("e\u0301") == looks("é")


def test_tex_itself_compiles_all_that_is_taken(tmp_path):
    from verify.doctor import locate

    program = locate("pdflatex")
    if program is None:
        pytest.skip("TeX is not installed")
    body = "\n\n".join(f"${latex}$" for latex in TAKEN if latex.isascii())
    head = r"\documentclass{article}\usepackage{amsmath,amssymb}\begin{document}"
    text = rf"{head}{body}\end{{document}}"
    Path(tmp_path / "all.tex").write_text(text)
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-500:]
