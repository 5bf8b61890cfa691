"""Attacks in pieces: the same findings whoever makes them, nothing lost when one is killed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from verify.language.mistakes import Mistake
from verify.running import attacking
from verify.running.attacking import Piece, falsify, merged
from verify.running.workers import Workers
from verify.statements.discovery import discover
from verify.statements.outcomes import Outcome

MODULE = """
from verify.vocabulary import *

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")

@statement("Z-1", PAPER.label("Lemma 1"), title="Small", origin="ours")
def small(given):
    x, y = given(any_vector("x")), given(any_vector("y"))
    s, t = given(positive_scalar("s")), given(any_scalar("t"))
    yield "One.", Identity((x + y) @ (x + y), x @ x + 2 * (x @ y) + y @ y, name="square")
    yield "Two.", Inequality(s + 1 > 0, because=s + 1, name="positive")
    yield "Three.", Inequality(s < 4, name="below four")
    {more}yield "Four.", Inequality(t * t >= 0, where=[s < 0], name="never met")
    yield "Five.", Identity(1 / t, 1 / t, name="undefined")
"""


@pytest.fixture
def small(tmp_path, monkeypatch, what_is_no_result):
    what_is_no_result(tmp_path / "cache" / "attention-proofs")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(attacking, "BLOCK", 25)
    return written(tmp_path)


def written(folder, more="# "):
    path = folder / f"small{len(more)}.py"
    path.write_text(MODULE.format(more=more))
    return discover([path], alone=True).find("Z-1")


def told(outcomes):
    return {name: (o.outcome, o.evidence, o.reason) for name, o in outcomes.items()}


def kept_in(folder):
    return {file: file.stat().st_mtime_ns for file in folder.rglob("[0-9a-f]" * 64)}


def made(monkeypatch):
    """Return the list of the pieces that workers are asked from now on."""
    asked = []
    decided = attacking.decided

    def counted(pieces, *arguments, **options):
        for piece, answer in decided(pieces, *arguments, **options):
            asked.append(piece)
            yield piece, answer

    monkeypatch.setattr(attacking, "decided", counted)
    return asked


@pytest.mark.long
def test_what_is_found_does_not_depend_on_how_many_workers_there_are(small, tmp_path):
    small = written(tmp_path, more="")
    one = falsify(small, samples=60, fresh=True)
    assert {name: outcome.outcome for name, outcome in one.items()} == {
        "square": "sampled", "positive": "sampled", "below four": "refuted",
        "never met": "inconclusive", "undefined": "inconclusive",
    }  # fmt: skip
    assert one["never met"].reason.startswith("vacuous")
    assert one["undefined"].reason.startswith("undefined")
    for jobs in (2, 4):
        assert told(falsify(small, samples=60, workers=Workers(jobs), fresh=True)) == told(one)
    assert told(falsify(small, samples=60)) == told(one)  # what is kept


@pytest.mark.long
def test_more_samples_go_on_from_those_that_are_kept(small, monkeypatch):
    asked = made(monkeypatch)
    falsify(small, samples=50)
    before = list(asked)
    asked.clear()
    longer = falsify(small, samples=100)
    drawn = {(piece.number, piece.first) for piece in asked}
    assert {first for number, first in drawn if number == 0} == {50, 75}
    assert not {*before} & {*asked}
    assert told(longer) == told(falsify(small, samples=100, fresh=True))


@pytest.mark.long
def test_the_first_piece_that_refutes_has_the_witness_and_later_ones_are_not_made(
    small, monkeypatch
):
    asked = made(monkeypatch)
    outcome = falsify(small, samples=200)["below four"]
    (number,) = (at for at, said in enumerate(small.declared.said) if said.name == "below four")
    own = [piece for piece in asked if piece.number == number]
    assert own == [Piece("Z-1", number, 0, 0, 25)]
    assert outcome.evidence["witness"] == attacking.attack(small, own[0])["evidence"]["witness"]


def outcome(kind="sampled", reason="", **evidence):
    return Outcome("sampling", kind, 1.0, {"decided": 2, **evidence}, reason)


def test_what_weighs_most_is_concluded_with_the_counts_of_all():
    met, other = outcome(**{"met by": {"x": "1"}}), outcome(**{"met by": {"x": "2"}})
    vacuous = outcome("inconclusive", "vacuous")
    assert merged([vacuous, met, other], 7).evidence == {**met.evidence, "decided": 6, "seed": 7}
    nowhere = outcome("inconclusive", "undefined", undefined={"x": "0"})
    assert merged([met, nowhere, vacuous], 7).reason == "undefined"
    estimated = outcome("refuted", witness={"x": "3"}, rigorous=False)
    exact = outcome("refuted", witness={"x": "4"}, rigorous=True)
    assert merged([nowhere, estimated, met], 7).evidence["witness"] == {"x": "3"}
    assert merged([estimated, exact], 7).evidence["witness"] == {"x": "4"}


def test_no_samples_are_told(small):
    with pytest.raises(Mistake, match="samples=0; give at least 1"):
        falsify(small, samples=0)


@pytest.mark.long
def test_nothing_is_lost_or_doubled_when_an_attack_is_killed(small, tmp_path, monkeypatch):
    kept, json_file = tmp_path / "cache" / "attention-proofs" / "kept", tmp_path / "found.json"
    command = [
        sys.executable, "-m", "verify", "falsify", "Z-1", "--module", str(tmp_path / "small2.py"),
        "--samples", "1000", "--jobs", "2", "--json", str(json_file),
    ]  # fmt: skip
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    while len(kept_in(kept)) < 2 and process.poll() is None:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    begun = kept_in(kept)
    assert len(begun) >= 2 and not json_file.exists()
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 1
    assert begun.items() <= kept_in(kept).items()  # what was decided is not decided again
    monkeypatch.setattr(attacking, "BLOCK", 250)  # the command's own size
    expected = falsify(small, samples=1000, fresh=True)
    for name, found in json.loads(json_file.read_text()).items():
        assert found["evidence"] == expected[name].evidence
