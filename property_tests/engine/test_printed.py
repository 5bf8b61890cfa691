"""What a paper says, in our words, with how the claim relates to it: never against the verdict."""

import tomllib

import pytest

from verify.language.mistakes import Mistake
from verify.render.cards import verdict_card
from verify.render.latex_formulas import LatexNotation
from verify.render.narration import Narrator
from verify.render.printed import related_words
from verify.statements.discovery import Catalogue, UnknownStatement, discover
from verify.statements.folder import current
from verify.vocabulary import *

PAPER = Paper("Z", "A paper", "an author", 2026, "nowhere", version="arXiv")
# Verdicts, and the relations that do not contradict them. What is measured proves less.
AGREE = {
    "holds": {"the same", "stronger", "weaker", "corrected"},
    "holds_with": {"corrected"},
    "false": {"refuted"},
    "open": {"weaker"},
}


@pytest.fixture(scope="module")
def papers() -> Catalogue:
    return discover()


def test_every_printed_statement_has_what_is_printed_and_ours_have_nothing(papers):
    without = [s.id for s in papers.statements if not s.printed]
    assert without == [s.id for s in papers.statements if s.origin == "ours"]
    assert len(papers.statements) - len(without) == 95


def test_no_relation_contradicts_the_verdict_on_record(papers):
    records = tomllib.loads(current().records.read_text(encoding="utf-8"))
    found = {s.id: (records[s.id], s.relation) for s in papers.statements if s.printed}
    wrong = {i: f for i, f in found.items() if f[1] not in AGREE[f[0]["verdict"]]}
    assert wrong == {}
    # Nothing is called proved that is measured.
    sampled = {i for i, (r, _) in found.items() if r["grade"] in ("sampled", "inconclusive")}
    assert sampled == {i for i in sampled if found[i][1] == "weaker"} != set()


def test_an_assumption_that_is_added_is_named_as_a_difference(papers):
    named = 0
    for found in papers.statements:
        narrator = Narrator(found, LatexNotation())
        added = [narrator.phrase(a.assumption) for a in found.declared.assumed if a.added]
        if found.printed and added:
            words = related_words(found, added, narrator.prose)
            assert f"It assumes in addition that {added[0]}" in words, found.id
            named += 1
    assert named >= 12


def test_the_card_has_what_is_printed_with_the_places_in_both_versions(papers):
    card = verdict_card(papers.find("A-T4.1"), None, LatexNotation(), {})
    assert [row.heading for row in card.rows[:2]] == ["Printed", "Claim"]
    assert card.holds.heading == "Does the printed statement hold?"
    text = str(card.printed.parts[0])
    assert "attractive for (6)" in text and "exponentially" not in text
    assert text.endswith("(arXiv Theorem 4.1, eq. (10); ICML Theorem 3.2, eq. (7).)")
    ours = verdict_card(papers.find("A-T4.1+"), None, LatexNotation(), {})
    assert (ours.printed.parts, ours.holds.heading) == ((), "Does it hold?")


def test_a_lost_formula_is_told_where_it_is_printed_and_a_refuted_claim_is_called_false(papers):
    lost = verdict_card(papers.find("B-L15"), None, LatexNotation(), {})
    assert "Our copy of the paper lacks the formula" in str(lost.printed.parts[0])
    assert "The polygonal equilibria are all unstable" in str(lost.printed.parts[0])
    assert str(lost.says.parts[0]).startswith("The following is false.")


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("ICML Theorem 3.2", "A-T4.1"),
        ("arXiv Theorem 3.2", "A-T3.2"),
        ("icml theorem 3.2, eq. (7)", "A-T4.1"),
        ("Theorem 4.1", "A-T4.1"),
        ("Theorem 4.2", "A-T5.1"),  # of the ICML version alone
    ],
)
def test_a_label_of_either_version_finds_a_statement(papers, name, identifier):
    assert papers.find(name).id == identifier


def test_a_label_of_several_statements_lists_them(papers):
    with pytest.raises(UnknownStatement) as told:
        papers.find("Theorem 3.2")
    assert "A-T3.2 (arXiv Theorem 3.2)" in str(told.value)
    assert "A-T4.1 (ICML Theorem 3.2, eq. (7))" in str(told.value)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"printed": "Squares are not negative."}, "printed= and relation= go together"),
        ({"relation": "stronger"}, "printed= and relation= go together"),
        ({"differs": "More."}, "printed= and relation= go together"),
        ({"printed": "So it is.", "relation": "better"}, "choose from"),
        ({"printed": "So it is.", "relation": "stronger", "origin": "ours"}, "in no paper"),
        (
            {"printed": "So it is.", "relation": "the same", "differs": "More."},
            "differs in nothing",
        ),
        ({"printed": f"It is “{'word ' * 8}”.", "relation": "stronger"}, "has 8 words"),
    ],
)
def test_what_does_not_go_together_is_told(given, told):
    with pytest.raises(Mistake, match=told):
        statement("P-1", PAPER.label("Lemma 1"), title="squares", **given)


def test_a_refuted_claim_is_not_the_same_as_what_is_printed():
    @statement("P-2", PAPER.label("Lemma 2"), title="a", printed="All are 0.", relation="the same")
    def zero(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield claim("All numbers are 0.", x <= 0, refuted=True)

    with pytest.raises(Mistake, match="relation='the same' does not fit"):
        zero.declared  # noqa: B018
