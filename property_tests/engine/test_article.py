"""The article: theorems as the papers number them, proofs that flow, lines that fit."""

import re
from dataclasses import replace

import pytest

from property_tests.engine.render_examples import STATEMENTS, margins, paper, result_of
from verify.render.hypotheses import placed
from verify.render.latex_document import Options, article_files, statement_latex
from verify.render.latex_introduction import bibliography
from verify.render.latex_names import PaperNotation, heading, names
from verify.render.narration import Narrator, narrate
from verify.statements.essays import Essay
from verify.statements.statement import statement as stated
from verify.vocabulary import *

RESULTS = {statement.id: result_of(statement) for statement in STATEMENTS}


def some_assumptions(given):
    given(positive_definite("W"))
    a, t = given(any_scalar("a")), given(positive_scalar("t"))
    given(any_scalar("b"))
    given(positive_scalar("c"))
    given(any_vector("x"))
    yield claim("A number is itself.", "itself")
    yield "It is itself.", Identity(a * t, a * t, name="itself")


def test_assumptions_are_told_as_a_mathematician_tells_them():
    made = stated("X-8", paper.label("8"), title="t", origin="ours")(some_assumptions)
    given = [entry.assumption for entry in made.declared.assumed]
    assert Narrator(made, PaperNotation()).lets(given) == [
        "Let $W$ be symmetric positive definite, let $a, b$ be real numbers, and let $t, c > 0$.",
        "Let $x$ be a vector.",
    ]
    narrator = Narrator(made, PaperNotation())
    assert narrator.lets(given[1:2]) and not narrator.lets(given[1:2])  # it is said once


def test_every_assumption_is_told_once_and_before_it_is_needed():
    for statement in STATEMENTS:
        told = narrate(statement, PaperNotation())
        phrases = [phrase for phrase, _ in told.assumptions]
        phrases += [phrase for step in told.steps for phrase in step.assumes]
        phrase = Narrator(statement, PaperNotation()).phrase
        at_once = filter(None, (phrase(a.assumption) for a in statement.declared.assumed))
        assert sorted(phrases) == sorted(at_once)
    first_step = dict(zip((a.assumption.phrase for a in margins.declared.assumed),
                          placed(margins.declared), strict=True))  # fmt: skip
    assert first_step["${it}$ is any vector"] == 3  # the derivative is the first to mention x
    assert first_step["${it}$ is symmetric positive definite"] == 0


def test_what_the_paper_does_not_assume_is_told_in_the_statement():
    for assumed, place in zip(margins.declared.assumed, placed(margins.declared), strict=True):
        assert place == 0 or not assumed.added
    shown = statement_latex(margins, None, {})
    assert "Assume in addition (not in the paper) that $c^\\top" in shown


@pytest.mark.parametrize(
    ("label", "kind", "number", "note"),
    [
        ("Theorem 4.1, eq. (10)", "Theorem", "4.1", "eq. (10)"),
        ("Lemma 12", "Lemma", "12", ""),
        ("Remark 2.1", "Remark", "2.1", ""),
        ("Hypothesis 3.1", "Hypothesis", "3.1", ""),
        ("repairs Theorem 5.1", "Theorem", "Z-1", "repairs Theorem 5.1"),
        ("used by Lemmas 12, 14", "Lemma", "Z-1", "used by Lemmas 12, 14"),
        ("eq. (9)", "Proposition", "Z-1", "eq. (9)"),
        ("-", "Proposition", "Z-1", ""),
    ],
)
def test_a_statement_is_headed_as_its_paper_has_it(label, kind, number, note):
    head = heading(replace(margins, label=paper.label(label)))
    assert (head.kind, head.number, head.note) == (kind, number, note)


def test_every_citation_has_an_entry_in_the_bibliography():
    files = article_files(STATEMENTS, RESULTS)
    cited = set(re.findall(r"\\cite\{([^}]*)\}", "".join(files.values())))
    entries = re.findall(r"\\bibitem\{([^}]*)\}", bibliography(STATEMENTS))
    assert cited <= set(entries) and len(set(entries)) == len(entries)
    assert {"paper-Z", "paper-Y"} <= cited


def test_the_findings_begin_with_what_is_false():
    main = article_files(STATEMENTS, RESULTS)["article.tex"]
    assert "In all, 1 holds with one more assumption and 1 is false." in main
    false, more = (
        main.index("False as printed (1)"),
        main.index("True with one more assumption (1)"),
    )
    assert false < more < main.index(r"\part{")
    assert "Findings" in main and "Findings" not in article_files(STATEMENTS, {})["article.tex"]


def test_the_verdict_stands_behind_the_claim():
    shown = statement_latex(margins, RESULTS["Z-1"], names(STATEMENTS))
    number, head = shown.splitlines()[:2]
    assert number == r"\renewcommand{\thelemma}{1}"
    assert head == (r"\begin{lemma}[{Margins \& 50\% of $W U = P$; Z-1}]\label{verify:Z-1}")
    behind = shown.partition(r"\end{lemma}")[2]
    assert behind.index(r"\textbf{Does it hold?} Only if $c^\top") < behind.index(r"\begin{proof}")
    assert "It rests on 1 external theorem." in behind
    assert "hold?" not in statement_latex(margins, None, {})


def long_proof(given):
    y, c = given(any_vectors("y")), given(any_operator("V"))
    i, j = tokens.any("i", "j")
    yield claim("Two squares.", "first")
    yield (
        "The square of one token is nonnegative.",
        Inequality(y[i] @ y[i] >= 0, because=y[i] @ y[i], name="first"),
    )
    yield (
        "The square of a sum is",
        Identity(
            (y[i] + y[j]) @ (y[i] + y[j]), y[i] @ y[i] + 2 * (y[i] @ y[j]) + y[j] @ y[j], name="sum"
        ),
    )
    yield (
        "and that of an image is not negative.",
        Inequality((c @ y[i]) @ (c @ y[i]) >= 0, because=(c @ y[i]) @ (c @ y[i]), name="image"),
    )


def test_every_proof_is_told_with_its_formulas_and_ends_with_its_claim():
    made = stated("X-9", paper.label("Lemma 9"), title="t")(long_proof)
    shown = statement_latex(made, None, {})
    assert r"\begin{proof}" in shown and "site" not in shown
    numbers = re.findall(r"\\(?:textup\{\(|tag\{)(\d+)", shown)
    assert numbers == ["1", "2", "3"]
    # A sentence that is none without its formula keeps it, and goes on after it.
    assert re.search(
        r"a sum is\n.*,\}? \\tag\{2\} \\\]\n\\textup\{\(3\)\}~and that of an image", shown
    )
    assert shown.rstrip().endswith(
        "Step (1) holds.\n\\let\\qedsymbol\\relax % no box\n\\end{proof}"
    )


def test_a_section_of_the_papers_folder_is_told_where_its_statements_are():
    essay = Essay(paper, "Beyond & above", ("Z-1",), ("By Z-1, $x > 0$.",))
    main = article_files(STATEMENTS, RESULTS, Options(essays=(essay,)))["article.tex"]
    assert r"\section*{Beyond \& above}" in main
    assert r"By Lemma~\ref{verify:Z-1}, $x > 0$." in main
    others = [s for s in STATEMENTS if s.id != "Z-1"]
    assert "Beyond" not in article_files(others, {}, Options(essays=(essay,)))["article.tex"]


def only_sampled(step):
    return replace(step, outcomes=tuple(o for o in step.outcomes if o.method == "sampling"))


def test_methods_that_were_left_out_and_what_is_open_are_told():
    main = article_files(STATEMENTS, RESULTS)["article.tex"]
    used = {o.method for r in RESULTS.values() for step in r.steps for o in step.outcomes}
    assert ("Not used in this run:" in main) == (len(used) < 5)
    few = {
        name: replace(result, verdict="open", steps=tuple(map(only_sampled, result.steps)))
        for name, result in RESULTS.items()
    }
    files = article_files(STATEMENTS, few)
    left_out = "the methods symbolic, certificate, enclosure and kernel. With all methods"
    assert left_out in files["article.tex"]
