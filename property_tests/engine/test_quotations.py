"""A few words of a paper, quoted beside the claim with their place."""

from collections.abc import Sequence

import pytest

from verify.language.mistakes import Mistake
from verify.render.cards import verdict_card
from verify.render.latex_formulas import LatexNotation
from verify.statements.discovery import discover
from verify.vocabulary import claim

LIMIT = 12  # words of a paper that a statement may quote


def test_no_statement_quotes_more_than_a_dozen_words() -> None:
    quoted = {
        s.id: s.declared.claim.quoted for s in discover().statements if s.declared.claim is not None
    }
    found = {name: words for name, words in quoted.items() if words}
    assert len(found) >= 13
    assert all(len(words.split()) <= LIMIT and place for words, place in found.values())


def test_a_quotation_stands_in_the_card_with_its_place() -> None:
    printed = next(s for s in discover().statements if s.id == "B-L15")
    card = verdict_card(printed, None, LatexNotation(), {})
    assert "“The polygonal equilibria are all unstable” (Lemma 15)" in str(card.says.parts[0])


@pytest.mark.parametrize(
    ("quoted", "told"),
    [
        ("all are unstable", "words of the paper and their place"),
        (("all", "are", "unstable"), "words of the paper and their place"),
        ((" ".join(["word"] * (LIMIT + 1)), "Lemma 5"), "13 words"),
    ],
)
def test_what_is_no_short_quotation_is_told(quoted: Sequence[str], told: str) -> None:
    with pytest.raises(Mistake, match=told):
        claim("Tokens meet.", quoted=quoted)
