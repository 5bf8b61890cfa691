"""Protocols decide their statement's claims on a checkpoint, prompt by prompt, with intervals."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import with_spectrum
from tiny_models import made

from proofs.power_method.protocols import SPECTRA
from verify.checkpoints import verdicts
from verify.checkpoints.checkpoint import load
from verify.checkpoints.measured import Interval
from verify.checkpoints.protocols import Setting, protocol, protocols
from verify.checkpoints.starts import random_start
from verify.checkpoints.theory import read_theory
from verify.checkpoints.verdicts import Decided, decide
from verify.cli import main
from verify.commands.depth import claims_of, printed_of
from verify.steps.shows import Shows
from verify.telling.errors import AGREES

THEORY = read_theory()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def decided(name, checkpoint, *, depth=None, prompts=6, tokens=5):
    start = random_start(checkpoint, prompts, tokens, 1)
    setting = Setting(checkpoint, start, depth or checkpoint.config.layers, 1)
    return decide(protocol(name, THEORY), setting, claims_of(name))


@pytest.mark.parametrize(
    ("sign", "low", "high", "says"),
    [
        ("<=", 0.1, 0.4, "holds"), ("<=", 0.6, 0.9, "fails"), ("<=", 0.4, 0.6, "open"),
        (">=", 0.6, 0.9, "holds"), (">=", 0.1, 0.4, "fails"), (">=", 0.4, 0.6, "open"),
        ("<=", 0.5, 0.5, "holds"), ("<=", 0.1, float("inf"), "open"),
    ],
)  # fmt: skip
def test_a_claim_is_decided_where_the_whole_interval_is(sign, low, high, says):
    found = Interval((low + high) / 2, low, high, 0.97)
    for supported in (True, False):
        claim = Shows("it is so", "figure", sign, Fraction(1, 2), supported)
        each = Decided("part", claim, found)
        assert each.decision == says
        assert each.as_said is (None if says == "open" else (says == "holds") == supported)


def test_a_spectrum_as_the_statement_has_it_is_decided_as_it_says(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRA["two close ones"], layers=24)
    found = [each for each in decided("B-X1", checkpoint) if each.part == "two close ones"]
    assert found and all(each.as_said for each in found)
    assert all(each.found.coverage > 0.95 for each in found)
    other = with_spectrum(
        tmp_path / "other", SPECTRA["a negative one that is too large"], layers=24
    )
    told = [each for each in decided("B-X1", other) if each.part == "a larger negative one"]
    assert any(each.as_said is False for each in told)


def test_what_is_kept_of_a_prompt_is_found_again(tmp_path, monkeypatch):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    first = decided("B-X0", checkpoint)
    monkeypatch.setattr(verdicts, "run_protocol", None)
    assert decided("B-X0", checkpoint) == first and len(first) == 4
    with pytest.raises(TypeError):
        decided("B-X0", checkpoint, tokens=4)


@pytest.mark.parametrize("name", [each.name for each in protocols(THEORY)])
def test_every_protocol_writes_its_verdict(tmp_path, name, capsys):
    checkpoint = with_spectrum(tmp_path, (1.0, 0.3, -0.5, 0.1), layers=2)
    folder = made(tmp_path / "model", "gpt2") if name == "A-6.2" else checkpoint.folder
    said = tmp_path / "said.json"
    asked = ["depth", str(folder), "--protocol", name, "--prompts", "6", "--tokens", "4"]
    assert main([*asked, "--json", str(said)]) == AGREES
    out, read = capsys.readouterr().out, json.loads(said.read_text())
    assert [each["needs"] for each in read["printed"]] == [n for _, n in printed_of(name)]
    if not any(claims_of(name).values()):
        assert read["verdict"] == [] and "Verdict" not in out
        return
    assert read["verdict"] and f"Verdict on {folder.name}, prompt by prompt" in out
    for each in read["verdict"]:
        low, high = each["interval"]["low"], each["interval"]["high"]
        bound = float(Fraction(each["bound"]))
        inside = (high <= bound) if each["sign"] == "<=" else (low >= bound)
        assert (each["decision"] == "holds") == inside
        assert f"{each['decision']}: {each['figure']}" in out
    assert all(words in out for words in (["Printed: "] if read["printed"] else []))


def test_sentences_of_named_models_are_told_with_what_they_need():
    says, needs = printed_of("A-6.2")[0]
    assert "trained weights" in says and "GPT2 XL" in needs
    assert printed_of("B-X2") and not printed_of("B-X0")
