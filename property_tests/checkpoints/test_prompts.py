"""Prompt by prompt: the same as all at once, kept through any end, and told layer by layer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import made

from verify.checkpoints import prompts as by_prompt
from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import ENTROPY, changed, controls, ladder, run_depth
from verify.checkpoints.forward import WHOLE, attention, started
from verify.checkpoints.interventions import read
from verify.checkpoints.measured import attention_entropy, cosine
from verify.checkpoints.prompts import Prompts
from verify.checkpoints.starts import random_start
from verify.cli import main
from verify.telling import screen
from verify.telling.errors import AGREES, BAD_INPUT, INTERRUPTED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def silent(*_):
    pass


def prompts_of(checkpoint, count=3):
    variants = [
        *ladder(checkpoint),
        *changed({"noise=0.1": read("noise=0.1", checkpoint.config)}),
        *controls(),
    ]
    return Prompts(checkpoint, variants, random_start(checkpoint, count, 4, 0), depth=2, seed=0)


def test_one_by_one_is_all_at_once(cache, tmp_path):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    given = prompts_of(checkpoint)
    given.run(silent)
    whole = run_depth(checkpoint, given.variants, given.start, depth=2, seed=0)
    for one, other in zip(given.result().traces, whole.traces, strict=True):
        assert one.variant == other.variant and one.layers == other.layers
        assert (one.mask_of_first == other.mask_of_first).all()
        np.testing.assert_allclose(one.end, other.end, atol=1e-12)
        for name in ("measures", "aligned", "inside"):
            ours, theirs = getattr(one, name), getattr(other, name)
            assert ours.keys() == theirs.keys()
            for key in ours:
                np.testing.assert_allclose(ours[key], theirs[key], atol=1e-7)


def test_what_is_kept_is_not_computed_again(cache, tmp_path, monkeypatch):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    first, calls = prompts_of(checkpoint), []
    own = by_prompt.run_depth

    def stopping(*given, **named):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return own(*given, **named)

    monkeypatch.setattr(by_prompt, "run_depth", stopping)
    with pytest.raises(KeyboardInterrupt):
        first.run(silent)
    assert len(first.done) == 2 and len(first.result().start.ids) == 2
    second = prompts_of(checkpoint)
    second.run(silent)
    assert len(calls) == 4  # the third prompt alone
    third = prompts_of(checkpoint)
    third.run(silent)
    assert len(calls) == 4
    for one, other in zip(second.result().traces, third.result().traces, strict=True):
        assert (one.end == other.end).all()
    third.done.clear()
    third.run(silent, fresh=True)
    assert len(calls) == 7


def test_other_weights_are_not_taken_for_these(cache, tmp_path):
    one = load(made(tmp_path / "model", "gpt2"))
    kept = prompts_of(one)
    kept.run(silent)
    made(tmp_path / "other", "gpt2", scale=2.0)
    os.replace(tmp_path / "other" / "model.safetensors", tmp_path / "model" / "model.safetensors")
    again = prompts_of(load(tmp_path / "model"))
    again.run(silent)
    assert not np.allclose(kept.result().traces[0].end, again.result().traces[0].end)


def test_garbage_in_the_cache_is_computed_again(cache, tmp_path):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    given = prompts_of(checkpoint)
    assert given._read(b"garbage") is None
    given.run(silent)
    data = by_prompt._written(given.done[0])
    assert given._read(data[: len(data) // 2]) is None
    assert given._read(by_prompt._written(given.done[0][:2])) is None


def begun(folder, cache):
    command = [sys.executable, "-m", "verify", "depth", str(folder), "--depth", "150",
               "--interventions", "none", "--alignment", "never", "--tokens", "4"]  # fmt: skip
    return subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "XDG_CACHE_HOME": str(cache)},
        start_new_session=True, preexec_fn=interruptible,
    )  # fmt: skip


def interruptible():
    """Take Ctrl-C as usual, whatever began the tests: a shell's background ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(cache, count):
    for _ in range(1200):
        found = [path for path in (cache / "attention-proofs/kept").rglob("*") if path.is_file()]
        if len(found) >= count:
            return
        time.sleep(0.05)
    raise AssertionError("no prompt was kept")


def test_a_killed_run_loses_one_prompt_and_an_interrupted_one_tells_what_it_knows(cache, tmp_path):
    folder = made(tmp_path / "model", "albert", layers=2)
    process = begun(folder, cache)
    wait_for(cache, 2)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    kept = sum(path.is_file() for path in (cache / "attention-proofs/kept").rglob("*"))
    process = begun(folder, cache)
    wait_for(cache, kept + 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    told = err.splitlines()[-2:]
    done = int(told[0].split()[1])
    assert done > kept and f"{done} of 16 prompts are finished and cached" in told[0]
    assert told[1] == "verify: interrupted" and f"{done} prompts of 4 random" in out


def test_progress_is_told_where_there_is_no_terminal(cache, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(screen, "EVERY", 0.001)
    folder = made(tmp_path / "model", "gpt2")
    asked = ["depth", str(folder), "--interventions", "none", "--prompts", "2"]
    assert main(asked) == AGREES
    out, err = capsys.readouterr()
    assert "verify: 0/2 prompts, " in err and "verify: 1/2 prompts, " in err and " left" in err
    for words in ("By layer, whole model", "mean cosine", "entropy"):
        assert words in out


def test_the_mean_cosine_is_that_of_pairs():
    units = np.linalg.qr(np.random.default_rng(0).normal(size=(2, 5, 5)))[0]
    assert cosine(units) == pytest.approx([0, 0], abs=1e-12)
    assert cosine(np.ones((1, 3, 2))) == pytest.approx([1])
    assert cosine(np.array([[[1.0, 0], [-3.0, 0]]])) == pytest.approx([-1])
    assert cosine(np.ones((1, 1, 2))) == [1]


def test_entropy_is_one_where_all_are_seen_alike_and_nought_where_one_is():
    mask = np.tril(np.ones((3, 3), dtype=bool))
    alike = (mask / mask.sum(axis=-1, keepdims=True))[None, None]
    assert attention_entropy(alike, mask) == pytest.approx([1])
    assert attention_entropy(np.eye(3)[None, None], mask) == [0]
    half = np.array([[1, 0, 0], [0.5, 0.5, 0], [0.5, 0.5, 0]])[None, None]
    assert attention_entropy(half, mask) == pytest.approx([(1 + np.log(2) / np.log(3)) / 2])
    assert attention_entropy(np.ones((2, 1, 1, 1)), np.ones((1, 1), dtype=bool)) == pytest.approx(0)


def test_the_entropy_of_a_layer_is_that_of_its_attention(cache, tmp_path):
    checkpoint = load(made(tmp_path / "model", "bert"))
    start = random_start(checkpoint, 2, 4, 0)
    run = run_depth(checkpoint, ladder(checkpoint), start, depth=2, seed=0)
    layer = checkpoint.layers[0]
    weights = attention(layer, started(checkpoint, start.ids, WHOLE))
    found = run.trace("whole model").inside[ENTROPY]
    assert found.shape == (2, 2)
    np.testing.assert_allclose(found[0], attention_entropy(weights, layer.mask(4)), atol=1e-12)


def test_texts_that_cannot_be_read_are_one_line(cache, tmp_path, capsys):
    folder, text = made(tmp_path / "model", "gpt2"), tmp_path / "text"
    for words, says in [
        ("", "is empty; give one prompt per line"),
        ("\n \n", "is empty; give one prompt per line"),
        (" ".join(["1"] * 13) + "\n", "a prompt has 13 tokens, but model only 12 positions"),
        ("1 99\n", "are from 0 to 12"),
    ]:
        text.write_text(words)
        assert main(["depth", str(folder), "--text", str(text)]) == BAD_INPUT
        out, err = capsys.readouterr()
        assert says in err and err.count("\n") == 1 and out == ""
