"""Skeletons from a paper's LaTeX: found, numbered, loaded as they are, and all of them open."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.command_line import assert_one_line
from verify.cli import main
from verify.drafting.sentences import in_words
from verify.drafting.skeletons import key_of, skeletons
from verify.drafting.theorems import Draft, TheoremEnvironment, read_draft
from verify.language.mistakes import Mistake
from verify.statements.naming import check_text
from verify.vocabulary import claim

PAPER = r"""
\documentclass{article}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\newtheorem*{rem}{Remark}
\declaretheorem[name=Fact, numberwithin=section]{fact}
\newcommand{\R}{\mathbb{R}}
\DeclareMathOperator{\diam}{diam}
\title{Tokens that meet\thanks{By nobody.}}
\author{A. Author \and B. Author}
\begin{document}
\section{Introduction}
% \begin{thm} in a comment \end{thm}
\verb|\begin{thm}|
\begin{verbatim}
\begin{thm} not one \end{thm}
\end{verbatim}
\section{Results for $n$ tokens}
\begin{lem}[The flow]\label{flow} In $\R^d$,
\begin{equation} \dot x_i = x_j - x_i. \label{eq} \end{equation} \end{lem}
\begin{proof} Clear. \end{proof}
\input{more}
\begin{fact}\label{fact} It is so. \end{fact}
\appendix
\section{Proofs}
\begin{proof}[Proof of Theorem~\ref{main}] Done. \end{proof}
\begin{restatable}{thm}{again} With \myown{x}, $\notknown_1$. \end{restatable}
\end{document}
"""
NAMES = ["a" * k for k in range(1, 80)]
CHAIN = "".join(f"\\def\\{name}{{\\{name}a}}" for name in NAMES) + r"\a"
MORE = r"""
\begin{thm}[Consensus, $n \ge 2$]\label{main} Then $\diam(x) \to 0$. \end{thm}
\begin{rem} Sharp. \end{rem}
"""


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "paper.tex").write_text(PAPER)
    (tmp_path / "more.tex").write_text(MORE)
    return tmp_path / "paper.tex"


# ------------------------------------------------------------------ what is read


def test_environments_are_found_in_their_order_and_numbered_as_tex_does(paper):
    draft = read_draft(paper)
    assert [theorem.called for theorem in draft.theorems] == [
        "Lemma 2.1", "Theorem 2.2", "Remark, line 3", "Fact 2.1", "Theorem A.1",
    ]  # fmt: skip
    assert [theorem.argued for theorem in draft.theorems] == [True, True, False, False, False]
    assert (draft.title, draft.authors) == ("Tokens that meet", "A. Author, B. Author")
    assert draft.sections == ("Introduction", "Results for n tokens")
    first, main_theorem = draft.theorems[:2]
    assert (first.title, first.label, first.section) == ("The flow", "flow", 2)
    assert (main_theorem.file.name, main_theorem.line) == ("more.tex", 2)


def test_sentences_keep_formulas_that_may_stand_there_and_tell_others_without_dollars(paper):
    said = {theorem.called: theorem.sentence for theorem in read_draft(paper).theorems}
    assert said["Lemma 2.1"] == r"In ${\mathbb{R}}^d$, $\dot x_i = x_j - x_i.$"
    assert said["Theorem 2.2"] == r"Then ${\operatorname{diam}}(x) \to 0$."
    assert said["Theorem A.1"] == r"With \myown{x}, \notknown_1."


def test_the_numbers_of_tex_itself_come_first(paper):
    paper.with_suffix(".aux").write_text(r"\newlabel{main}{{7.3}{12}{Consensus}{thm.7.3}{}}")
    assert [theorem.called for theorem in read_draft(paper).theorems][1] == "Theorem 7.3"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (r"\input{paper}", "it includes itself"),
        ("No theorem.", "it has no theorem environment"),
        (CHAIN, "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(paper, text, told, capsys):
    paper.write_text(text)
    assert main(["init", str(paper.parent / "new"), "--from", str(paper)]) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    assert said.startswith("verify: --from: ") and told in said
    assert not (paper.parent / "new").exists()


def test_other_encodings_and_missing_files_are_told(paper, tmp_path):
    paper.write_text(r"\input{gone}\newtheorem{theorem}{Theorem}\begin{theorem} A \end{theorem}")
    (note,) = read_draft(paper).notes
    assert note.endswith("paper.tex:1: the file 'gone' does not exist, so it is not read; add it")
    paper.write_bytes(b"\\begin{theorem} \xe9 \\end{theorem}")
    with pytest.raises(Mistake, match="not UTF-8"):
        read_draft(paper)
    with pytest.raises(Mistake, match=r"gone\.tex: no such file"):
        read_draft(tmp_path / "gone.tex")


# ------------------------------------------------------------------ what is written


@pytest.mark.long
def test_the_skeletons_are_statements_that_are_open(paper, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "tokens_that_meet"
    assert main(["init", str(folder), "--from", str(paper), "--key", "MEET"]) == 0
    assert "theorem environments: 5 read, 0 not read" in capsys.readouterr().out
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {
        ".github/workflows/verify.yml", ".gitignore", "README.md", "pyproject.toml",
        *(f"statements/{name}" for name in (
            "__init__.py", "paper.py", "recorded.toml", "flow.py", "main.py", "remark_line_3.py",
            "fact.py", "theorem_a_1.py")),
    }  # fmt: skip
    assert "verify show MEET-L2.1 " in (folder / "README.md").read_text()
    assert main(["run", "--papers", str(folder), "--jobs", "1", "-v"]) == 0  # as recorded
    said = capsys.readouterr().out
    for identifier in ("MEET-L2.1", "MEET-T2.2", "MEET-line3", "MEET-F2.1", "MEET-TA.1"):
        assert f"? {identifier}" in said
    (folder / "statements" / "recorded.toml").write_text("")
    assert main(["run", "--papers", str(folder), "--jobs", "1"]) == 1
    assert "MEET-T2.2: it is not recorded" in capsys.readouterr().out


def test_what_is_there_stays_as_it_is(paper, tmp_path, capsys):
    project, folder = tmp_path / "project", tmp_path / "project" / "own"
    folder.mkdir(parents=True)
    (folder / "paper.py").write_text(
        'from verify.vocabulary import Paper\nPAPER = Paper(key="OWN")\n'
    )
    (folder / "main.py").write_text("# mine\n")
    making = ["init", str(project), "--from", str(paper)]
    assert main(making) == 2
    assert capsys.readouterr().err == f"verify: DIR: {project} is not empty; name a new folder\n"
    (project / "pyproject.toml").write_text('[tool.verify]\npapers = "own"\n')
    assert main(["init", str(project)]) == 2
    assert main(making) == 0
    assert f"{folder / 'main.py'} (exists; not changed)" in capsys.readouterr().out
    assert (folder / "main.py").read_text() == "# mine\n"
    assert '"OWN-L2.1"' in (folder / "flow.py").read_text()
    (project / "pyproject.toml").write_text('[tool.verify]\npapers = "../elsewhere"\n')
    assert main(making) == 2 and "are not inside it" in capsys.readouterr().err
    (folder / "paper.py").write_text("PAPER = make()\n")
    with pytest.raises(Mistake, match="give --key"):
        key_of(folder, paper)


def test_a_key_of_other_signs_is_refused(paper, capsys):
    assert main(["init", "own", "--from", str(paper), "--key", "a-b"]) == 2
    assert_one_line(capsys.readouterr().err)


PIECES = (
    *"a \n\r\u2028\x0c\"'\\${}#%\x00\ud800é_^&", '"""', "\\x", "\\begin{thm}", "\\end{thm}",
    "import os", "-*- coding: x",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@given(HOSTILE, HOSTILE, HOSTILE, st.sampled_from(["Theorem", "Théorème", "定理", ""]))
def test_no_text_of_a_paper_becomes_code(latex, title, label, kind):
    theorem = TheoremEnvironment(
        kind, "1", in_words(title), label, latex, in_words(latex), Path("a.tex"), 1, 1, True
    )
    draft = Draft(in_words(title), in_words(latex), (in_words(label),), (theorem, theorem))
    check_text("title", theorem.named)  # or the skeleton could not be read
    claim(theorem.sentence or "not read")
    for name, text in skeletons(draft, "K").items():
        tree = ast.parse(text.encode("utf-8"))
        assert Path(name).name == name and name.endswith(".py") and name.isascii()
        kinds = [type(node) for node in tree.body]
        if name == "paper.py":
            assert kinds == [ast.Expr, ast.ImportFrom, ast.Assign]
        elif name != "__init__.py":
            assert kinds == [ast.Expr, ast.ImportFrom, ast.ImportFrom, ast.FunctionDef]
            calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
            assert sorted(ast.unparse(call) for call in calls) == [
                "PAPER.label",
                "Undecided",
                "claim",
                "statement",
            ]
