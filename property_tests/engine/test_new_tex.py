"""What TeX makes of a paper's source: numbers, macros, files, and limits."""

import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.command_line import assert_one_line
from verify.cli import main
from verify.drafting.sentences import in_words
from verify.drafting.theorems import read_draft
from verify.language.mistakes import LimitHit, Mistake

ARTICLE = "\\documentclass{article}\n"
THEOREM = "\\newtheorem{theorem}{Theorem}\n"
IN_SECTIONS = "\\newtheorem{theorem}{Theorem}[section]\n"


def written(tmp_path: Path, body: str, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / name.replace("_", ".")).write_text(text)
    (tmp_path / "p.tex").write_text(body)
    return tmp_path / "p.tex"


def thm(text: str = "X.", name: str = "theorem") -> str:
    return f"\\begin{{{name}}} {text} \\end{{{name}}}\n"


ONE, TWO = "\\section{One}\n", "\\section{Two}\n"
NUMBERS = {
    "numberwithin": (
        THEOREM + r"\numberwithin{theorem}{section}" + ONE + thm() + TWO + thm(),
        "Theorem 1.1, Theorem 2.1",
    ),
    "counterwithin, starred": (
        THEOREM + r"\counterwithin*{theorem}{section}" + ONE + thm() + TWO + thm(),
        "Theorem 1, Theorem 1",
    ),
    "aliascnt": (
        IN_SECTIONS + r"\newaliascnt{lemma}{theorem}\newtheorem{lemma}[lemma]{Lemma}"
        r"\aliascntresetthe{lemma}" + ONE + thm() + thm(name="lemma") + thm(),
        "Theorem 1.1, Lemma 1.2, Theorem 1.3",
    ),
    "thmtools": (
        r"\declaretheorem[numberwithin=section]{theorem}"
        r"\declaretheorem[sharenumber=theorem, name=Proposition]{proposition}"
        r"\declaretheorem[numberlike=theorem, title={Note, too}]{note}"
        r"\declaretheorem[within=section, heading=Axiom]{axiom}"
        r"\declaretheorem[numbered=no]{rem}"
        + ONE + thm() + thm(name="proposition") + thm(name="note") + thm(name="axiom")
        + thm(name="rem"),
        "Theorem 1.1, Proposition 1.2, Note, too 1.3, Axiom 1.1, Rem, line 7",
    ),
    "letters": (
        IN_SECTIONS + r"\newtheorem{main}{Theorem}\renewcommand{\themain}{\Alph{main}}" + ONE
        + thm(name="main") + thm(name="main") + r"\setcounter{theorem}{4}" + thm()
        + r"\addtocounter{theorem}{-2}" + thm(),
        "Theorem A, Theorem B, Theorem 1.5, Theorem 1.4",
    ),
    "numerals of sections": (
        IN_SECTIONS + r"\renewcommand\thesection{\Roman{section}}" + ONE + thm() + TWO + thm(),
        "Theorem I.1, Theorem II.1",
    ),
    "books": (
        "\\documentclass{book}" + IN_SECTIONS
        + r"\begin{document}\chapter{A}" + ONE + thm()
        + r"\chapter{B}\section*{None}" + ONE + thm() + r"\appendix\chapter{C}" + ONE + thm(),
        "Theorem 1.1.1, Theorem 2.1.1, Theorem A.1.1",
    ),
}  # fmt: skip
TYPESET = {
    "iffalse": (thm("A.") + "\\iffalse\n" + thm("B.") + "\\fi\n" + thm("C."), "A. C."),
    "comments": (
        "\\begin{comment}\n" + thm("A.") + "\\end{comment}\n% " + thm("B.")
        + "\\verb|\\begin{theorem}|" + thm("E."),
        "E.",
    ),
    "abbreviations": (
        r"\newcommand{\bt}{\begin{theorem}}\newcommand{\et}{\end{theorem}}\def\bthm{\bt}"
        r"\newcommand{\say}[2][X]{\begin{theorem}#1#2\end{theorem}}\bt A. \et\bthm B. \et"
        r"\say{C.}\say[Y]{D.}",
        "A. B. XC. YD.",
    ),
    "wrappers": (
        r"\newenvironment{mine}{\begin{theorem}\em}{\end{theorem}}\begin{mine} A. \end{mine}",
        "A.",
    ),
    "macros that look ahead stay": (
        r"\def\pair#1,#2;{(#2, #1)}\makeatletter\def\ab{\@ifnextchar[{\@ab}{\@ab[1]}}"
        r"\def\@ab[#1]{(#1)}\makeatother\def\own{\own\own}" + thm(r"\pair a;, \ab, \own."),
        r"\pair a;, \ab, \own\own.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_theorems_are_numbered_as_tex_numbers_them(name, tmp_path):
    body, told = NUMBERS[name]
    draft = read_draft(written(tmp_path, body if "class" in body[:16] else ARTICLE + body))
    assert ", ".join(theorem.called for theorem in draft.theorems) == told
    assert draft.unread == draft.notes == ()


@pytest.mark.parametrize("name", TYPESET)
def test_theorems_are_those_that_tex_typesets(name, tmp_path):
    body, told = TYPESET[name]
    draft = read_draft(written(tmp_path, ARTICLE + THEOREM + "\\begin{document}\n" + body))
    assert " ".join(theorem.sentence for theorem in draft.theorems) == told
    assert [t.number for t in draft.theorems] == [str(k + 1) for k in range(len(draft.theorems))]
    assert draft.unread == draft.notes == ()


def test_a_theorem_that_is_restated_is_one_and_has_the_proof_that_follows(tmp_path):
    body = (r"\begin{restatable}[T]{theorem}{main} A. \end{restatable}" + thm("B.")
            + r"\main* \begin{proof} Clear. \end{proof}" + thm("C.") + thm("D.")
            + r"\begin{theorem}[name=N, label=e, restate=again] E. \end{theorem}"
            r"\begin{proof}[Proof of \cref{e}] So. \end{proof}")  # fmt: skip
    draft = read_draft(written(tmp_path, THEOREM + body))
    assert [t.number for t in draft.theorems] == ["1", "2", "3", "4", "5"]
    assert [t.argued for t in draft.theorems] == [True, False, False, False, True]
    assert (draft.theorems[4].title, draft.theorems[4].label) == ("N", "e")


def test_declarations_come_from_files_beside_the_paper(tmp_path):
    body = (r"\documentclass{own}\usepackage[all]{xy}\usepackage{mine,amsmath}"
    r"\input glyphtounicode "
            r"\input more \input{xy.tex}\begin{document}" + ONE
            + thm(name="thm") + thm(name="lem") + thm(name="q") + thm(name="theorem")
            + r"\subfile{part}" + thm(name="q"))  # fmt: skip
    path = written(
        tmp_path, body, own_cls=r"\newtheorem{theorem}{Theorem}",
        mine_sty=r"\newcommand\@thm[2]{\newtheorem{#1}{#2}[section]}\@thm{thm}{Theorem}"
        r"\def\also#1#2{\newtheorem{#1}[thm]{#2}}"
        r"\also{lem}{Lemma}", more_tex=r"\newtheorem{q}{Question}",
        part_tex=r"\documentclass[p.tex]{subfiles}\begin{document}" + thm(name="q")
        + r"\end{document}" + thm(name="q"),
    )  # fmt: skip
    draft = read_draft(path)
    assert [theorem.called for theorem in draft.theorems] == [
        "Theorem 1.1", "Lemma 1.2", "Question 1", "Theorem 1", "Question 2", "Question 3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        ("\\begin{thm} A. \\end{thm}", 3, "not declared"),
        ("\\begin{theorem} A.", 3, "no \\end"),
        ("\\hypersetup{x}\n\\title{\n\\begin{theorem}", 5, "no \\end"),
    ],
)
def test_each_environment_that_is_not_read_is_told_in_a_line(body, line, why, tmp_path, capsys):
    path = written(tmp_path, THEOREM + thm() + body)
    assert main(["init", str(tmp_path / "new"), "--from", str(path)]) == 0
    out, err = capsys.readouterr()
    assert_one_line(err.splitlines()[0] + "\n")
    assert err.startswith(f"verify: --from: {path}:{line}: {{") and why in err
    assert "theorem environments: 1 read, 1 not read" in out
    path.write_text(body)
    with pytest.raises(Mistake, match=r"is not read|no theorem environment"):
        read_draft(path)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (r"\begin{document}\iflong " + thm("A.") + r"\fi", "\\iflong is not evaluated"),
        (r"\newmdtheorem{box}{Box}" + thm("A."), "\\newmdtheorem is not read"),
        ("\\setcounter{theorem}{\\x}" + thm("A."), "of theorem is not read, so numbers may differ"),
        ("\\newenvironment{lemma}{\\textbf{L}}{}" + thm("A.", "lemma"), "lemma is not declared"),
    ],
)  # fmt: skip
def test_what_is_not_sure_is_told(body, told, tmp_path):
    draft = read_draft(written(tmp_path, THEOREM + body))
    assert [theorem.sentence for theorem in draft.theorems] == ["A."]
    assert len(draft.notes) == 1 and told in draft.notes[0]


def test_a_number_that_is_a_guess_is_told(tmp_path):
    draft = read_draft(written(tmp_path, thm() + thm() + thm(name="lemma*")))
    assert [theorem.called for theorem in draft.theorems][:2] == ["Theorem 1", "Theorem 2"]
    assert len(draft.notes) == 1 and "p.tex:1: theorem is not declared" in draft.notes[0]


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"See \href{https://example.org}{there}, \cite[Th.~2]{key,other}.",
         "See there, [key, other, Th. 2]."),
        (r"\label{a}\lean{Lib.a}\uses{b, c}\leanok\index{x!y} If $X$ is, {\bf so} it \emph{is}.",
         "If $X$ is, so it is."),
        (r"The sum is \[ S = \sum_n c_n. \ \] and $x < 1$.",
        r"The sum is $S = \sum_n c_n.$ and $x < 1$."),
        (r"\begin{align*} a &= b \\ c &= d\label{e} \end{align*}", r"$a = b \quad c = d$"),
        (r"$a \text{ if $b$ or} c$ and $$d$$", r"$a \text{ if }b\text{ or} c$ and $d$"),
        (r"A \begin{pmatrix}\end{pmatrix} $\begin{pmatrix}\end{pmatrix}$",
        r"A $\begin{pmatrix}\end{pmatrix}$"),
        (r"\begin{enumerate}[(i)]\item Er\-d\H{o}s, \'Etale, na\"{\i}ve. \item B\end{enumerate}",
         "• Erdős, Étale, naïve. • B"),
        (r"``So'' it costs \$5 -- see~\S 2", "“So” it costs ＄5 – see § 2"),
        (r"By \cref{known} and \ref{other}", "By 2.1 and (other)"),
        (r"Open $x and \href{a \cite[b", r"Open x and a [b"),
    ],
)  # fmt: skip
def test_latex_as_a_sentence(latex, told):
    assert in_words(latex, {"known": "2.1"}) == told


@pytest.mark.parametrize(
    "body",
    [
        r"\newcommand\a{x}" + "".join(rf"\newcommand\{b}{{{chr(92) + a + ' '}}}".replace(
            f"\\{a} ", f"\\{a} " * 60) for a, b in zip("abcde", "bcdef", strict=True))
        + thm(r"\f"),
        r"\input{f0}",
    ],
    ids=["five macros of sixty", "files"],
)  # fmt: skip
def test_what_expands_without_end_ends_at_a_limit(body, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("verify.drafting.macros.EXPANDED", 20_000)
    monkeypatch.setattr("verify.drafting.sources.FILES", 100)
    files = {f"f{k}_tex": f"\\input{{f{k + 1}}}" * 2 for k in range(21)} | {"f21_tex": "x"}
    path = written(tmp_path, THEOREM + body, **files)
    with pytest.raises(LimitHit):
        read_draft(path)
    assert main(["init", str(tmp_path / "new"), "--from", str(path)]) == 4
    assert_one_line(capsys.readouterr().err)


@pytest.mark.parametrize(
    "body",
    ["{" * 5000, r"\title{" * 5000, r"\expandafter" * 5000, r"\csname" * 5000, r"\begin{x}" * 5000,
     r"\section{" * 500 + "}" * 500, r"\def\a#1{\a{#1#1}}\a x"],
)  # fmt: skip
def test_what_is_nested_deeply_is_read_over(body, tmp_path):
    assert read_draft(written(tmp_path, THEOREM + thm("A.") + body)).theorems[0].sentence == "A."


PIECES = (
    r"\begin{theorem}", r"\end{theorem}", r"\begin{proof}", r"\begin{", r"\end", "{", "}", "[", "]",
    "$", "%", "\n", r"\newcommand{\b}[2][x]{#1#2}", r"\b", r"\def\a#1{", r"\a", r"\iffalse",
    r"\iftrue", r"\else", r"\fi", r"\ifx\a\b", r"\label{", r"\setcounter{theorem}",
    r"\renewcommand{\thetheorem}", r"\newenvironment{w}[1]{\begin{theorem}#1}{\end{theorem}}",
    r"\begin{w}", r"\end{w}", r"\let\c=\a", r"\c", r"\begin{align}", r"\end{align}", r"\verb|",
    r"\iftoggle{t}", r"\input{x}", r"\title{", "A.", "#1",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_whatever_a_paper_is_made_of_its_reading_ends(body):
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(Mistake, LimitHit):
        read_draft(written(Path(folder), THEOREM + thm("A.") + body))
