"""Statements for a paper of one's own: plain LaTeX, which ends every proof with its claim."""

import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache

import pytest

from verify.render.endings import ending
from verify.render.hypotheses import is_run
from verify.render.latex_compiling import log_troubles
from verify.render.latex_names import PaperNotation, names
from verify.render.latex_paper import PREAMBLE, paper_files, plain_latex, printed
from verify.render.narration import Narrator
from verify.render.screen import Screen
from verify.render.terminal import statement_text
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.discovery import discover
from verify.statements.environments import environments, printed_order
from verify.statements.outcomes import ClaimResult, StatementResult

STATEMENTS = discover().statements
SAMPLE = ("A-T4.1", "B-T1", "A-T5.1+", "A-L3.1", "B-G1")
KNOWN = {
    "theorem", "lemma", "proposition", "corollary", "definition", "hypothesis", "example", "remark",
    "proof", "equation", "gather", "gather*", "aligned", "pmatrix", "smallmatrix", "array",
}  # fmt: skip
OURS = re.compile(
    r"\\(?:penalty|tag|color|textcolor|definecolor|fitted|grade|margin\w*|statement\w+|proof\w+"
    r"|llap|hbox|resizebox|newcommand|renewcommand|def)(?![A-Za-z])"
)
LAYOUT = re.compile(
    r"\\(?:begin|end)\{aligned\}|\\(?:qquad|quad|cdot|,)|\\\\|[&\s.\]]|\{-\}|-|\\b?ig[lr]|\\displaystyle"
)
MATH = re.compile(r"\$([^$]+)\$|\\\[(.*?)\\\]", re.DOTALL)


@cache
def plain(identifier):
    statement = next(s for s in STATEMENTS if s.id == identifier)
    return plain_latex(statement, None, names(STATEMENTS))


def last_formula(text):
    """Return the last formula of a text without what only lays it out."""
    found = [one or other for one, other in MATH.findall(text)]
    return LAYOUT.sub("", found[-1])


def with_claim():
    return [s for s in STATEMENTS if s.declared.claim is not None and not is_run(s.declared)]


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
@pytest.mark.long
def test_only_standard_environments_and_no_macro_of_ours(statement):
    text = plain(statement.id)
    assert set(re.findall(r"\\begin\{([^}]*)\}", text)) <= KNOWN
    assert OURS.search(text) is None
    labels = re.findall(r"\\label\{([^}]*)\}", text)
    assert set(re.findall(r"\\eqref\{([^}]*)\}", text)) <= set(labels)
    assert "site" not in text.split()


@pytest.mark.parametrize("statement", with_claim(), ids=lambda s: s.id)
@pytest.mark.long
def test_a_proof_ends_with_the_formula_of_its_claim(statement):
    claimed = Narrator(statement, PaperNotation()).claim().sentences[-1]
    proof = re.search(r"\\begin\{proof\}.*?\\end\{proof\}", plain(statement.id), re.DOTALL)[0]
    assert last_formula(proof) == last_formula(claimed)
    shown = " ".join(" ".join(statement_text(statement, None, Screen(width=None))).split())
    told = Narrator(statement, UnicodeNotation()).claim().concluded[-1]
    assert shown.count(" ".join(told.split())) >= 2  # in the claim, and at the end of its proof


@pytest.mark.parametrize("statement", with_claim(), ids=lambda s: s.id)
def test_a_proof_refutes_nothing_and_has_no_example(statement):
    found = environments(statement.declared)
    printed = printed_order(statement.declared)
    assert [said.number for said in printed] == [*range(1, len(statement.declared.said) + 1)]
    refuting = [s for s in found.get("proof", ()) if s.step.role in ("printed", "witness")]
    assert not refuting or statement.declared.claim.refuted
    assert not any(s.step.example or s.step.word == "experiment" for s in found.get("proof", ()))


def decided(theorem="", missing="", grade="kernel"):
    claim = ClaimResult("Says.", "theorem", grade, theorem=theorem, missing=missing)
    return StatementResult(
        "A-T4.1", "t", "A", "4.1", "printed", "printed", "holds", "none", grade, (), (), (), (), (),
        (), claim=claim,
    )  # fmt: skip


@pytest.mark.parametrize("statement", with_claim(), ids=lambda s: s.id)
def test_a_proof_names_the_steps_that_give_its_claim(statement):
    ends = ending(statement, decided("T"), Narrator(statement, PaperNotation()))
    assert ends.leads.startswith(("By step", "The instance of step")), ends.leads


def test_only_what_coq_has_accepted_has_a_box():
    statement = next(s for s in STATEMENTS if s.id == "A-T4.1")
    proved = plain_latex(statement, decided("A_T4_1"), {})
    assert r"\qedhere" in proved
    assert re.search(
        r"By steps \\eqref{.*} and \\eqref{.*} \(Coq; it proves .* above\), the following", proved
    )
    for result in (None, decided(missing="no proof: A_T4_1.v does not exist", grade="argued")):
        assert r"\qedhere" not in plain_latex(statement, result, {})
    ends = ending(
        statement, decided(missing="Coq has no time", grade="argued"),
        Narrator(statement, PaperNotation()),
    )  # fmt: skip
    assert ends.sentences == ("The claim is not concluded here: Coq has no time.",)
    assert not ends.closed


@pytest.mark.long
def test_a_condition_of_several_conclusions_is_told_once_in_a_proof():
    text = plain("A-L5.2+").replace("\n", " ")
    condition = r"$\alpha \ge m$ and $\alpha \le M$ at all times, and [for every vector $x$"
    assert text.count(condition) == 3  # in the theorem, where it is supposed, and at the end
    assert re.search(
        r"For all \$m, M > 0\$, suppose here and in steps \\eqref{eq:A-L5.2\+:7}, .* that \$", text
    )
    assert "If $b < 0$ at the start, then $-b$ never decreases." in text


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_an_equation_or_a_statement_that_it_mentions_and_has_not_is_explained(statement):
    text = plain_latex(statement, None, names([statement]))
    body, _, explained = text.partition(r"\paragraph*{\textit{Mentioned above.}}")
    prose = re.sub(
        r"\\begin\{equation\}.*?\\end\{equation\}|\\\w+\{[^}]*\}",
        "",
        MATH.sub("", body),
        flags=re.S,
    )
    mentioned = set(re.findall(r"(?<![Pp]art )\(\d+\)", prose))
    mentioned |= {f"verify latex {one}" for one in re.findall(r"\(([AB]-[A-Z]+[\d.]+)\)", prose)}
    assert {one for one in mentioned if one not in explained} == set()
    assert "\0" not in text and r"\mathcal E" not in text


def test_on_a_screen_the_preamble_comes_first_as_comments():
    lines = printed([next(s for s in STATEMENTS if s.id == "A-L3.1")], {})
    assert lines[0] == f"% {PREAMBLE.splitlines()[0]}"
    title = "The tangent map is the orthogonal projection"
    assert rf"\begin{{lemma}}[{{{title}}}]\label{{verify:A-L3.1}}" in lines


ACM = r"\title{T}\author{A}\affiliation{\institution{I}\country{C}}"
CLASSES = {
    "amsart": r"\documentclass{amsart}",
    "article, two columns": r"\documentclass[twocolumn]{article}",
    "article as neurips": r"\documentclass{article}\textwidth=5.5in\textheight=9in",
    "revtex4-2": r"\documentclass[aps,onecolumn]{revtex4-2}",
    "revtex4-2, two columns": r"\documentclass[aps,twocolumn]{revtex4-2}",
    "IEEEtran": r"\documentclass[onecolumn]{IEEEtran}",
    "IEEEtran, two columns": r"\documentclass{IEEEtran}",
    "acmart": rf"\documentclass[manuscript]{{acmart}}{ACM}",
    "acmart, two columns": rf"\documentclass[sigconf]{{acmart}}{ACM}",
    "llncs": r"\documentclass{llncs}",
    "elsarticle": r"\documentclass{elsarticle}",
    "elsarticle, two columns": r"\documentclass[5p,twocolumn]{elsarticle}",
}
NEEDS = {
    "revtex4-2": ("textcase.sty",),
    "IEEEtran": ("ptmr7t.tfm",),
    "acmart": ("xstring.sty", "libertine.sty", "newtxmath.sty"),
}


def is_installed(head):
    name = re.search(r"\{([\w-]+)\}", head)[1]
    files = (f"{name}.cls", *NEEDS.get(name, ()))
    return all(
        subprocess.run(["kpsewhich", file], capture_output=True, check=False).returncode == 0
        for file in files
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.long
def test_it_compiles_in_the_classes_of_journals(name, tmp_path):
    head = CLASSES[name]
    if not is_installed(head):
        pytest.skip(f"{name} is not installed")
    files = paper_files([s for s in STATEMENTS if s.id in SAMPLE], {})
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    body = files["paper.tex"].partition(r"\begin{document}")[2]
    title = r"\sloppy\maketitle" if "acmart" in head else r"\sloppy "
    begin = r"\input{preamble}\begin{document}"
    (tmp_path / "own.tex").write_text(head + begin + title + body)
    for _ in range(2):
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "own.tex"],
            cwd=tmp_path, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    found = log_troubles((tmp_path / "own.log").read_text(errors="replace"))
    assert [line for line in found if "Overfull \\vbox" not in line] == []


@pytest.mark.long
def test_a_name_for_every_file():
    files = paper_files(STATEMENTS, {})
    assert len(files) == len(STATEMENTS) + 2
    (statement,) = (s for s in STATEMENTS if s.id == "A-T4.1")
    renamed = replace(statement, id="A/T")
    assert "A_u002f_T.tex" in paper_files([renamed], {})
