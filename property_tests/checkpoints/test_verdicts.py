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
from verify.checkpoints import looping, verdicts
from verify.checkpoints.checkpoint import load
from verify.checkpoints.measured import Interval
from verify.checkpoints.protocols import Setting, protocol, protocols, run_protocol
from verify.checkpoints.starts import random_start
from verify.checkpoints.theory import LayerTheory, read_theory
from verify.checkpoints.verdicts import DecidedClaim, Sentence, decide, decide_printed
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
        each = DecidedClaim("part", claim, found)
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
    out, read = " ".join(capsys.readouterr().out.split()), json.loads(said.read_text())
    assert [each["needs"] for each in read["printed"]] == [s.needs for s in printed_of(name)]
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
    (sentence,) = printed_of("A-6.2")
    assert "trained weights" in sentence.says and "GPT2 XL" in sentence.needs
    assert printed_of("B-X2") and not printed_of("B-X0")


def test_every_model_that_is_named_is_one_of_the_table():
    named = {
        model for each in protocols(THEORY) for step in printed_of(each.name)
        for sought in step.sought for model in sought.models
    }  # fmt: skip
    assert named == set(THEORY.models())


def sentences(name, checkpoint, prompts=6):
    start = random_start(checkpoint, prompts, 4, 1)
    setting = Setting(checkpoint, start, checkpoint.config.layers, 1)
    return decide_printed(protocol(name, THEORY), setting, printed_of(name))


def test_prompts_that_pass_together_are_decided_as_each_alone(tmp_path, monkeypatch):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    wanted, claims = protocol("A-6.2", THEORY), claims_of("A-6.2")
    setting = Setting(checkpoint, random_start(checkpoint, 6, 4, 1), 2, 1)
    parts = run_protocol(wanted, setting, claims)
    alone = decide(wanted, setting, claims)
    monkeypatch.setattr(verdicts, "run_protocol", None)  # nothing more is run
    together = decide(wanted, setting, claims, parts)
    assert len(alone) == len(together) == 8
    for one, two in zip(alone, together, strict=True):
        assert (one.part, one.claim, one.decision) == (two.part, two.claim, two.decision)
        for end in ("median", "low", "high"):  # sums in another order
            assert getattr(one.found, end) == pytest.approx(getattr(two.found, end), rel=1e-9)


def test_a_loop_that_was_stopped_goes_on_with_the_variant_that_it_was_at(tmp_path, monkeypatch):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    wanted, own, names = protocol("A-6.2", THEORY), looping.loop, []
    setting = Setting(checkpoint, random_start(checkpoint, 2, 4, 1), 2, 1)

    def stopping(*given, **named):
        names.append(given[4:6])
        if len(names) == 3:
            raise KeyboardInterrupt
        return own(*given, **named)

    monkeypatch.setattr(looping, "loop", stopping)
    with pytest.raises(KeyboardInterrupt):
        run_protocol(wanted, setting, {})
    first = run_protocol(wanted, setting, {})
    assert len(names) == 7 and names[3] == names[2]
    again = run_protocol(wanted, setting, {})
    assert len(names) == 7
    assert [part.figures for part in again] == [part.figures for part in first]


def test_a_sentence_is_open_until_a_checkpoint_of_that_model_is_given(tmp_path, monkeypatch):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    (other,) = sentences("A-6.2", checkpoint)
    assert (other.of, other.decision, other.decided) == (None, "open", ())
    monkeypatch.setattr(LayerTheory, "models", lambda _: {"GPT2 xl": ("gpt2", 2, 8, 2)})
    (named,) = sentences("A-6.2", checkpoint)
    assert named.of == "GPT2 xl" and named.decision == "fails"
    assert (
        len(named.decided) == 6
    )  # trained, random, drawn anew, each with feed-forward parts and not
    assert {each.claim.figure for each in named.decided} == {"mean of (25) at the end"}
    monkeypatch.setattr(LayerTheory, "models", lambda _: {"GPT2 small": ("gpt2", 2, 8, 2)})
    assert sentences("A-6.2", checkpoint)[0].decided == ()
    assert len(sentences("B-X2", checkpoint)[0].decided) == 3
    (vague,) = sentences("B-X3", checkpoint)
    assert vague.models == () and vague.decision == "open"


@pytest.mark.parametrize(
    ("eigenvalues", "of", "says"),
    [
        ((2.0, 0.5, 0.3, -0.4), "ALBERT base", "holds"),
        ((2.0, 0.5, 0.3, -0.4), "ALBERT xxlarge", "fails"),
    ],
)
def test_what_is_sought_depends_on_the_model(tmp_path, monkeypatch, eigenvalues, of, says):
    checkpoint = with_spectrum(tmp_path, eigenvalues, layers=24)
    config = checkpoint.config
    sizes = (config.architecture, config.layers, config.width, config.heads)
    monkeypatch.setattr(LayerTheory, "models", lambda _: {of: sizes})
    (sentence,) = sentences("B-X1", checkpoint)
    assert sentence.decision == says and sentence.of == of


@pytest.mark.parametrize(
    ("decisions", "says"),
    [([], "open"), (["holds"], "holds"), (["holds", "open"], "open"), (["fails", "open"], "fails")],
)
def test_a_sentence_holds_where_all_of_it_does(decisions, says):
    ends = {"holds": (0.1, 0.2), "open": (0.4, 0.6), "fails": (0.7, 0.8)}
    claim = Shows("it is so", "figure", "<=", Fraction(1, 2))
    found = tuple(DecidedClaim("part", claim, Interval(0.5, *ends[d], 0.97)) for d in decisions)
    assert Sentence("says", "needs", ("model",), "model", found).decision == says


def test_the_page_and_the_text_tell_the_sentence_with_its_bound(tmp_path, monkeypatch, capsys):
    folder, page, said = made(tmp_path / "model", "gpt2"), tmp_path / "p.html", tmp_path / "p.json"
    asked = ["depth", str(folder), "--protocol", "A-6.2", "--prompts", "6", "--tokens", "4"]
    assert main([*asked, "--html", str(page)]) == AGREES
    for told in (" ".join(capsys.readouterr().out.split()), page.read_text()):
        assert "match none of the models it refers to (GPT2 xl, GPTNeo 2.7B). To decide it" in told
    monkeypatch.setattr(LayerTheory, "models", lambda _: {"GPT2 xl": ("gpt2", 2, 8, 2)})
    assert main([*asked, "--html", str(page), "--json", str(said)]) == AGREES
    for told in (" ".join(capsys.readouterr().out.split()), page.read_text()):
        assert "On this checkpoint, which has the sizes of GPT2 xl (without a commit" in told
        assert "fails: mean of (25) at the end at most 0.02: " in told and "it fails:" in told
        assert "its own weights, without feed-forward parts" in told
    (printed,) = json.loads(said.read_text())["printed"]
    assert printed["decision"] == "fails" and printed["sizes_of"] == "GPT2 xl"
    assert len(printed["decided"]) == 6
