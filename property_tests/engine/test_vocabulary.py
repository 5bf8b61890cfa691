"""Every word of a statement is told: what it takes, what it means, and a use that runs."""

from functools import cache
from pathlib import Path

import pytest

from property_tests.engine.claim_examples import needs_coq
from verify import vocabulary
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.methods.kernel.theorems import decide_claims
from verify.parser import COMMANDS
from verify.processes.places import cache_folder
from verify.render.vocabulary import words
from verify.running.engine import run
from verify.statements.discovery import discover
from verify.statements.folder import ours

EXAMPLES = Path(vocabulary.__file__).with_name("vocabulary_examples.py")


@cache
def every_word():
    """Return the words with their uses, by name; where none is tested, they are not looked for."""
    return {word.name: word for word in words([ours().path])}


@cache
def examples():
    """Return the statements of the examples."""
    return discover((EXAMPLES,)).statements


def test_every_word_has_a_meaning_and_a_use():
    assert set(every_word()) == set(vocabulary.__all__)
    assert [name for name, word in every_word().items() if not word.meaning] == []
    assert [name for name, word in every_word().items() if word.use is None] == []


@pytest.mark.parametrize("name", sorted(vocabulary.__all__))
def test_a_use_is_of_the_word_and_stands_where_it_is_said_to(name):
    use = every_word()[name].use
    assert name in use.source
    known = {s.id: Path(s.body.__code__.co_filename) for s in examples()}
    folders = (ours().path, ours().path.parent / "verify")  # the papers, or the words' examples
    path = known.get(use.where) or next(
        folder / use.where for folder in folders if (folder / use.where).is_file()
    )
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    first = use.source.splitlines()[0].strip()
    assert any(first in line for line in lines)


@pytest.mark.long
def test_the_examples_hold_and_their_twins_are_refuted():
    made = [s for s in examples() if s.id.startswith("words-")]
    found = run(made, methods=["symbolic", "certificate", "sampling"])
    over_time = {r.id for r in found.statements if any(s.kind == "inference" for s in r.steps)}
    assert {(r.verdict, r.grade) for r in found.statements if r.id not in over_time} == {
        ("holds", "proved")
    }
    denied = {s.id for s in made if s.declared.claim.refuted}
    for over, known in ((over_time - denied, ("holds", "argued")), (denied, ("false", "refuted"))):
        assert {(r.verdict, r.grade) for r in found.statements if r.id in over} == {known}
    assert all(m.refuted for r in found.statements for step in r.steps for m in step.mutants)


@needs_coq
@pytest.mark.long
def test_coq_proves_what_the_examples_conclude_over_time():
    made = [s for s in examples() if any(said.step.word == "inference" for said in s.declared.said)]
    found = decide_claims(made, 2, cache_folder(), fresh=True)
    assert {outcome.outcome for outcome in found.values()} == {"kernel"} and len(found) > 3


def test_a_word_is_told(capsys):
    assert main(["words", "open_hemisphere"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("open_hemisphere(family: Vectors, *, along: Vector) -> ")
    assert "Assume c^T y_i > 0" in told
    assert f"in {every_word()['open_hemisphere'].use.where}:" in told


def test_all_words_are_listed_by_what_they_are_for(capsys):
    assert main(["words"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Assumptions"
    listed = {line.split()[0] for line in lines if line.startswith("  ")}
    assert set(vocabulary.__all__) <= listed


def test_a_use_that_a_test_reads_comes_before_one_in_ones_own_papers(tmp_path, capsys):
    (tmp_path / "own.py").write_text(
        '@statement("OWN-1")\ndef own(given):\n    far = given(open_hemisphere(y, along=far))\n'
    )
    assert main(["words", "open_hemisphere", "--papers", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "in OWN-1:" not in told and "given(open_hemisphere(" in told


def test_help_of_a_command_is_its_own_help(capsys):
    assert main(["help", "record"]) == 0
    shown = capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        main(["record", "--help"])
    assert stop.value.code == 0 and shown == capsys.readouterr().out
    assert shown.startswith("usage: verify record")


def test_help_lists_every_command_once_with_a_line(capsys):
    assert main(["help"]) == 0
    shown = capsys.readouterr().out
    listed = [line.split()[0] for line in shown.splitlines() if line.startswith("  ")]
    assert sorted(listed) == sorted(COMMANDS)
    assert max(map(len, shown.splitlines())) <= 80 and len(shown.splitlines()) <= 45


@pytest.mark.parametrize(("topic", "fix"), [
    ("shwo", "unknown command 'shwo'; did you mean 'show'?"), ("zzzz", "see verify help"),
])  # fmt: skip
def test_help_of_an_unknown_command_names_the_nearest(topic, fix, capsys):
    assert main(["help", topic]) == 2
    assert fix in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "told"), [
    (["opn_hemisphere"], "did you mean 'open_hemisphere'"),
    (["zzzz"], "see verify words"),
    (["open_hemisphere", "--markdown", "-"], "leave out WORD"),
])  # fmt: skip
def test_what_is_no_word_is_told_in_one_line(arguments, told, capsys):
    assert main(["words", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


@pytest.mark.long
def test_the_page_has_every_word_with_its_signature(tmp_path):
    page = tmp_path / "WORDS.md"
    assert main(["words", "--markdown", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    for word in every_word().values():
        assert f"### `{word.name}`\n\n```python\n{word.signature}\n```" in text


@pytest.mark.long
def test_a_name_of_the_file_s_own_is_no_use_of_a_word(tmp_path, capsys):
    word = "from verify.vocabulary import *\n"
    (tmp_path / "a.py").write_text(f"{word}def f(symmetric_part):\n    s = symmetric_part(0)\n")
    (tmp_path / "b.py").write_text("def f(w):\n    s = symmetric_part(0)\n")
    own = words([tmp_path], ["symmetric_part"])[0].use
    (tmp_path / "c.py").write_text(f"{word}def f(w):\n    s = symmetric_part(0)\n")
    assert (own.where, words([tmp_path], ["symmetric_part"])[0].use.where) == ("words-4", "c.py")
    assert main(["words", "largest"]) == 0 and "in words-6:" in capsys.readouterr().out


@pytest.mark.parametrize("of", ["y", "u", "N"])
def test_only_weights_have_a_symmetric_part(of):
    things = {"y": vocabulary.any_vectors("y"), "u": vocabulary.coefficients("u"),
              "N": vocabulary.attention_mask("N")}  # fmt: skip
    with pytest.raises(Mistake, match="takes given weights"):
        vocabulary.symmetric_part("w", things[of].introduces)
