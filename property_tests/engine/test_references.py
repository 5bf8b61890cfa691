"""What a statement names has to be there; else one line says what is not, where, and the fix."""

import pytest

from verify.cli import main
from verify.language.mistakes import Mistake
from verify.running import engine, records
from verify.session import catalogue
from verify.statements.discovery import discover
from verify.vocabulary import *

HEAD = """
from verify.vocabulary import *

PAPER = Paper({key!r}, {title!r}, "its authors", 2026, "nowhere")
"""
BODY = """

@statement({id!r}, PAPER.label("Lemma"), title="Doubled", origin="ours", {options})
def {function}(given):
    a = given(any_scalar("a"))
    yield "Twice a is the sum.", Identity(a + a, 2 * a, name="sum")
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def module(name, *statements, key="R", title="A paper of ours"):
        path = tmp_path / f"{name}.py"
        text = [
            BODY.format(id=id, options=options, function=f"lemma{k}")
            for k, (id, options) in enumerate(statements)
        ]
        path.write_text(HEAD.format(key=key, title=title) + "".join(text))
        return path

    return module


def broken(*paths):
    return [entry for entry in discover(paths).broken]


@pytest.mark.parametrize("option, words", [("rests_on", "rests on"),
                                           ("repaired_by", "is repaired by")])  # fmt: skip
def test_a_statement_that_is_nowhere_is_told_with_the_nearest(written, option, words):
    path = written("own", ("R-1", ""), ("R-2", f'{option}=("R-l",)'))
    told = f"R-2 {words} an unknown statement 'R-l'; did you mean 'R-"
    ((where, why),) = broken(path)
    assert where == str(path) and why.startswith(told)
    known = {s.id for s in discover([path]).statements}
    assert "R-1" in known and "R-2" not in known


def test_what_rests_on_it_is_told_too(written):
    path = written("own", ("R-1", 'rests_on=("R-2",)'), ("R-2", 'rests_on=("nothing like it",)'))
    told = broken(path)
    assert [why.split(";")[0] for _, why in told] == [
        "R-2 rests on an unknown statement 'nothing like it'",
        "R-1 rests on an unknown statement 'R-2'",
    ]  # fmt: skip


def test_it_is_one_line_and_exit_code_2(written, capsys):
    path = written("own", ("R-1", ""), ("R-2", 'rests_on=("A-T99",)'))
    assert main(["run", "R-1", "--module", str(path), "--methods", "symbolic"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"verify: {path}: R-2 rests on an unknown statement 'A-T99'")
    assert main(["run", "R-2", "--module", str(path)]) == 2
    with pytest.raises(Mistake, match="rests on an unknown statement 'A-T99'"):
        catalogue(path)


def test_what_rests_on_statements_of_the_papers_is_found(written):
    path = written("own", ("R-1", 'rests_on=("A-2.1",)'))
    assert not broken(path)


def test_statements_that_are_run_by_themselves_are_checked_too():
    paper = Paper("X", "A paper", "its authors", 2026, "none")

    @statement("X-1", paper.label("1"), title="One", rests_on=("X-0",))
    def one(given):
        x = given(any_scalar("x"))
        yield "One.", Identity(x + x, 2 * x, name="sum")

    with pytest.raises(Mistake, match=r"X-1 depends on 'X-0', which is not run .*; run that"):
        engine.run([one], methods=("symbolic",))


def test_two_papers_with_one_key_are_told(written):
    first = written("first", ("R-1", ""), ("R-2", ""))
    second = written("second", ("R-3", ""), ("R-4", ""), title="Another paper")
    ((where, why),) = broken(first, second)
    assert where == str(second)
    assert why == (
        f"the papers 'Another paper' and 'A paper of ours' (in {first}) have the same key 'R'; "
        "give one of them another key"
    )
    assert {"R-1", "R-2"} <= {s.id for s in discover([first, second]).statements}
    assert main(["list", "--module", str(first), "--module", str(second)]) == 2


def test_a_paper_of_the_package_keeps_its_key(written):
    path = written("own", ("R-1", ""), key="A")
    ((where, why),) = broken(path)
    assert where == str(path) and "have the same key 'A'" in why


def test_one_paper_in_two_files_is_one_paper(written):
    assert not broken(written("first", ("R-1", "")), written("second", ("R-2", "")))


def test_an_id_that_is_taken_is_told_with_both_places(written):
    first, second = written("first", ("R-1", "")), written("second", ("R-1", ""))
    assert broken(first, second) == [
        (str(second), f"R-1 already exists in {first}; give it another id")
    ]


PAPER = Paper("X", "A paper", "its authors", 2026, "none")


@statement("X-1", PAPER.label("1"), title="Two claims", origin="ours")
def two_claims(given):
    x, s = given(any_scalar("x")), given(positive_scalar("s"))
    positive, negative = Printed(x > 0, name="positive"), Printed(s >= 0, name="not negative")
    yield "Printed:", positive
    yield "Printed, too:", negative
    yield "No.", Witness(positive, {x: 1, s: 1}, name="no witness")
    yield "But here.", Witness(positive, {x: -1, s: 1}, name="witness")
    yield "And this one holds.", Witness(negative, {x: 1, s: 1}, name="none either")


def test_a_printed_claim_is_refuted_by_its_own_witness_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    result = engine.run([two_claims], methods=("certificate",))["X-1"]
    steps = {step.name: step for step in result.steps}
    assert (steps["positive"].grade, steps["positive"].rests_on) == ("refuted", ("witness",))
    assert (steps["not negative"].grade, steps["not negative"].rests_on) == ("inconclusive", ())
    assert [steps[n].grade for n in ("no witness", "none either")] == ["inconclusive"] * 2
    assert [o.outcome for o in steps["positive"].outcomes] == ["refuted"]


@pytest.mark.parametrize("methods, told", [
    (("certificate", "sampling"), False),
    (("symbolic", "certificate", "enclosure", "sampling"), True),
    (("symbolic", "certificate", "enclosure", "sampling", "kernel"), True),
])  # fmt: skip
@pytest.mark.long
def test_what_is_open_contradicts_a_record_once_all_methods_were_asked(
    tmp_path, monkeypatch, methods, told
):
    from verify.methods.kernel import deciding, installed

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(installed, "available", lambda: True)
    monkeypatch.setattr(deciding, "decide_all", lambda *_, **__: {})

    @statement("X-2", PAPER.label("2"), title="Open", origin="ours")
    def undecided(given):
        x = given(any_scalar("x"))
        yield "No.", Witness((claim := Printed(x > 0, name="claim")), {x: 1}, name="witness")
        yield "Printed.", claim

    run = engine.run([undecided], methods=methods)
    assert run["X-2"].verdict == "open"
    line = ["X-2: verdict is open (recorded: holds)"] if told else []
    assert records.changes(run, {"X-2": {"verdict": "holds"}}) == line
    false = engine.run([two_claims], methods=("certificate",))
    assert records.changes(false, {"X-1": {"verdict": "holds"}}) == [
        "X-1: verdict is false (recorded: holds)"
    ]
    assert records.changes(false, {}) == []
