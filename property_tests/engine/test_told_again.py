"""What is told of a statement is told again only while all of it is as it was; attacks change it.

A site is made, then something is changed, and it is made with what was kept: it has to be what is
made with nothing kept, byte by byte, and of what did not change nothing is told anew.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from property_tests.engine.render_examples import STATEMENTS, result_of, run_of
from verify.methods.kernel import goal_texts
from verify.methods.kernel.deciding import goals_of
from verify.processes.store import Store
from verify.render import kept
from verify.render.kept import NOTHING, Keeping, result_digest
from verify.render.latex_document import Options, article_files
from verify.render.site import build
from verify.render.site.build import site_files
from verify.render.site.illustrated import SiteFigure
from verify.statements import sources
from verify.statements.outcomes import MutantResult

SECOND = STATEMENTS[1]
THIRD = replace(STATEMENTS[1], id="T-3", title="The third", rests_on=())
FIRST = replace(STATEMENTS[0], repaired_by=(SECOND.id,), rests_on=("T-3",))
EXAMPLES = (FIRST, SECOND, THIRD)
RESULTS = {one.id: result_of(one) for one in EXAMPLES}
FIGURE = SiteFigure("F-1", (FIRST.id,), "A title", "A title", "A caption", b"<svg/>", (10, 10))


def changed(number, **fields):
    """The statements, one of them with other fields."""
    return tuple(replace(s, **fields) if k == number else s for k, s in enumerate(EXAMPLES))


def with_result(number, **fields):
    one = EXAMPLES[number].id
    return {**RESULTS, one: replace(RESULTS[one], **fields)}


def other_twins():
    step = RESULTS[FIRST.id].steps[0]
    twin = MutantResult("another", True, {"x": "7/11"}, step.name)
    return (replace(step, mutants=(twin,)), *RESULTS[FIRST.id].steps[1:])


def other_paper():
    paper = replace(FIRST.paper, title="Another paper", year=1999)
    return tuple(replace(s, label=replace(s.label, paper=paper)) for s in EXAMPLES)


ATTACKS = {
    "its own title": (changed(0, title="Another title"), RESULTS, ()),
    "the title of the next": (changed(1, title="Another title"), RESULTS, ()),
    "the title of what it rests on": (changed(2, title="Another title"), RESULTS, ()),
    "what rests on it": (changed(1, rests_on=("T-3",)), RESULTS, ()),
    "its origin": (changed(0, origin="ours"), RESULTS, ()),
    "the paper": (other_paper(), RESULTS, ()),
    "its verdict": (EXAMPLES, with_result(0, verdict="open"), ()),
    "its grade": (EXAMPLES, with_result(0, grade="sampled"), ()),
    "the verdict of its repair": (EXAMPLES, with_result(1, verdict="open"), ()),
    "a twin's witness": (EXAMPLES, with_result(0, steps=other_twins()), ()),
    "a figure": (EXAMPLES, RESULTS, (FIGURE,)),
    "no results": (EXAMPLES, {}, ()),
    "the order": (EXAMPLES[::-1], RESULTS, ()),
    "one less": (EXAMPLES[:-1], RESULTS, ()),
}


def site(statements, results, figures=(), keeping=NOTHING):
    decided = [results[s.id] for s in statements if s.id in results]
    run = run_of(*decided) if decided else None
    return site_files(statements, run, figures=figures, keeping=keeping)


def article(statements, results, keeping=NOTHING):
    return article_files(statements, results, Options(keeping=keeping))


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """All that is kept once the examples were told."""
    keeping = Keeping(Store(tmp_path_factory.mktemp("kept")))
    assert site(EXAMPLES, RESULTS, keeping=keeping) == site(EXAMPLES, RESULTS)
    assert article(EXAMPLES, RESULTS, keeping) == article(EXAMPLES, RESULTS)
    return keeping


def test_an_attack_says_something_else():
    """An attack that changes nothing would prove nothing."""
    first = site(EXAMPLES, RESULTS)
    for name, (statements, results, figures) in ATTACKS.items():
        assert site(statements, results, figures) != first, name


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_older_is_told(before, attack):
    statements, results, figures = ATTACKS[attack]
    assert site(statements, results, figures, before) == site(statements, results, figures)
    assert article(statements, results, before) == article(statements, results)


def test_what_did_not_change_is_not_told_anew(before, monkeypatch):
    told = []
    own = build._of_one
    monkeypatch.setattr(build, "_of_one", lambda c, s: (told.append(s.id), own(c, s))[1])
    site(EXAMPLES, RESULTS, keeping=before)
    assert told == []
    site(EXAMPLES, with_result(-1, grade="enclosed"), keeping=before)
    assert told == [EXAMPLES[-1].id]


def test_code_that_changed_tells_anew(before, monkeypatch):
    """So does code that was edited while it ran: then nothing is found and nothing kept."""
    told = []
    monkeypatch.setattr(build, "_of_one", lambda _contents, one: (told.append(one.id), {})[1])
    for name in ("engine_digest", "telling_digest"):
        for digest in ("another", ""):
            with monkeypatch.context() as attack:
                attack.setattr(kept, name, lambda digest=digest: digest)
                attack.setattr(kept, "engine_hash", lambda digest=digest: digest)
                told.clear()
                site(EXAMPLES, RESULTS, keeping=Keeping(before.records))
                assert len(told) == len(EXAMPLES) or (name, digest) == ("engine_digest", "another")
    assert sources.telling_digest() != sources.engine_digest()


def test_garbage_is_told_anew(tmp_path):
    keeping = Keeping(Store(tmp_path))
    first = site(EXAMPLES, RESULTS, keeping=keeping)
    places = [path for path in tmp_path.rglob("*") if path.is_file() and "kept" in path.parts]
    assert places
    for number, path in enumerate(places):
        data = path.read_bytes()
        path.write_bytes([b"", data[:-9], data.replace(b"holds", b"false"), b"{}"][number % 4])
    assert site(EXAMPLES, RESULTS, keeping=keeping) == first
    for wrong in ([], {"a": 1}, "text", None):
        assert not kept._are_texts(wrong)


def test_a_reason_that_was_found_meanwhile_is_told(tmp_path, monkeypatch):
    """The reasons that runs keep are among what a page depends on; asked again, they differ."""
    keeping, asked = Keeping(Store(tmp_path)), []

    def depends():
        asked.append(1)
        return [str(len(asked))]

    assert keeping.files("x", depends, lambda: {"a": "b"}) == {"a": "b"}
    assert len(asked) == 2 and keeping.files("x", lambda: ["1"], dict) == {}
    monkeypatch.setattr(kept, "kept_reasons", lambda _said: ["one"])
    one = kept.statement_digest(FIRST)
    monkeypatch.setattr(kept, "kept_reasons", lambda _said: ["another"])
    assert kept.statement_digest(FIRST) != one


def test_every_field_of_a_result_counts():
    result = RESULTS[FIRST.id]
    others = {"grade": "sampled", "axioms": ("an axiom",), "error": "an error", "label": "another"}
    digests = {result_digest(replace(result, **{k: v})) for k, v in others.items()}
    assert len({*digests, result_digest(result), result_digest(None)}) == len(others) + 2


def test_goals_are_kept_as_they_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr(goal_texts, "store", lambda: Store(tmp_path))
    made = goals_of(FIRST)
    again = goals_of(FIRST)
    assert made and [(g.step, g.goals, g.reason) for g in again] == [
        (g.step, g.goals, g.reason) for g in made
    ]
    assert goal_texts.kept_goals(FIRST).keys() <= set(range(len(FIRST.declared.said)))
    key = goal_texts._key(FIRST)
    for wrong in ([{"place": 99}], [{"place": 0, "reason": 1, "goals": []}], {}, [1], [{}]):
        Store(tmp_path).write(key, wrong)
        assert goal_texts.kept_goals(FIRST) == {}
