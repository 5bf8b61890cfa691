"""What a statement's page explains in place: words, letters, a counterexample, an address."""

import re
from dataclasses import replace

import pytest

import verify
from property_tests.engine.render_examples import STATEMENTS
from verify.language.expressions import Relation
from verify.language.mistakes import Mistake
from verify.language.symbols import thing_of
from verify.language.walk import free_indices, ordered
from verify.methods.relevance import connected
from verify.methods.witnesses import completed
from verify.numerics.holding import placings, relation_truth
from verify.numerics.number import Truth
from verify.render.errors import Usage
from verify.render.site.build import site_files
from verify.render.site.explained import letters
from verify.render.site.layout import scene_path, statement_path
from verify.render.site.mathml import math
from verify.steps.inequality import Inequality


def text_of(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


def test_letters_that_are_shown_say_what_they_stand_for() -> None:
    found = verify.find("A-T5.1")
    told = letters(found, math("P = 0"), math(r"\ell"), math("p_c = (1, 0)"))
    assert 'data-letter="P"' in told and "is any square matrix" in text_of(told)
    assert "the number of tokens" in text_of(told)
    assert 'data-letter="pc qc"' in told or 'data-letter="pc"' in told
    assert 'data-letter="W"' not in told  # it is not shown
    assert 'data-letter="p"' not in told  # p with a subscript is another letter


def test_a_false_statement_begins_with_its_counterexample() -> None:
    found = verify.find("A-R4.3")
    run = verify.run(found, goals="recorded")
    page = site_files([found], run)[statement_path(found.id)]
    assert isinstance(page, str)
    rows = re.findall(r"<dt>(.*?)</dt>", page)
    assert rows[:3] == ["Does the printed statement hold?", "What is wrong", "Counterexample"]
    card = text_of(page[page.index("Counterexample") : page.index("<dt>Printed")])
    assert "step (1)" in card and "step (2)" in card
    assert "where the sides are 1/2 and 1" in card
    assert found.gist and found.gist in text_of(page)
    assert "Why" not in rows and "howpublished = {A-R4.3/}" in page


@pytest.mark.parametrize("identifier", ["B-L5", "B-R6"])
def test_what_is_denied_for_all_values_has_an_instance_with_numbers(identifier: str) -> None:
    declared = verify.find(identifier).declared
    (said,) = [one for one in declared.said if one.step.in_numbers(one)]
    step = said.step
    assert isinstance(step, Inequality) and step.at is not None
    instance = completed(connected([step.claim, *step.at], said.assumptions, drawn=False), step.at)
    assert not isinstance(instance, str)
    for condition in (step.claim, *step.where):  # and it is one of what the step speaks of
        assert isinstance(condition, Relation)
        for at in placings(ordered(free_indices(condition)), instance):
            assert relation_truth(condition, instance, at) is Truth.TRUE
    numbers = step.in_numbers(said)
    assert numbers["left"] != numbers["right"]


def test_an_instance_that_violates_an_assumption_shows_nothing() -> None:
    declared = verify.find("B-R6").declared
    (said,) = [one for one in declared.said if one.step.in_numbers(one)]
    assert isinstance(said.step, Inequality) and said.step.at is not None
    x = next(thing for thing in said.step.at if thing_of(thing).name == "x")
    wrong = replace(said.step, at={**said.step.at, x: [1, 1]})
    with pytest.raises(Mistake, match=r"never\(at=...\) of 'never': .*; give other values"):
        wrong.in_numbers(said)


@pytest.mark.long
def test_a_page_lists_what_its_statement_rests_on_and_what_rests_on_it() -> None:
    found = [verify.find(name) for name in ("B-L10", "B-L15", "B-CT4")]
    page = site_files(found, None)[statement_path("B-L15")]
    assert isinstance(page, str)
    around = page[page.index('<nav class="around"') :]
    before, after = around[: around.index("</nav>")].split("<b>B-L15</b>")
    assert "rests on" in before and "B-L10/index.html" in before
    assert "used by" in after and "repaired by" in after and "B-CT4/index.html" in after
    assert 'id="coq" data-has="q"' in page  # and beside the claim in formulas stands its theorem


@pytest.mark.parametrize(
    ("identifier", "path"),
    [("A-T5.1+", "A-T5.1+/"), ("B-T2*", "B-T2_star/"), ("A-T5.2'", "A-T5.2'/"), ("data", "data_/")],
)
def test_addresses_can_be_typed(identifier: str, path: str) -> None:
    assert statement_path(identifier) == f"{path}index.html"
    assert scene_path(identifier, "Pre-norm, Slower!") == f"{path}pre-norm-slower.html"


def test_two_pages_never_share_an_address() -> None:
    first, second = STATEMENTS[:2]
    twice = replace(second, id=first.id.lower())
    with pytest.raises(Usage, match="another page has the address"):
        site_files([first, twice], None)
