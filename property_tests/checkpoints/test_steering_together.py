"""Several layers and directions at once, what that does to the whole model, and undoing it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from property_tests.checkpoints.steered_folders import STEER, digests
from verify.checkpoints.checkpoint import load
from verify.checkpoints.covectors import gamma
from verify.checkpoints.generated import write_random
from verify.checkpoints.steered_model import both_ends, whole_model
from verify.checkpoints.steering import Push, steer_all
from verify.checkpoints.steering_run import carry_out_all, prediction
from verify.checkpoints.unembedding import head_of
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.telling.errors import AGREES, BAD_INPUT

U = np.array([0.6, 0, 0, 0.8, 0, 0, 0, 0])
OTHER = np.eye(8)[2]


def told(capsys):
    """The one line that was told, of nothing on stdout."""
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert out == "" and len(lines) == 1 and lines[0].startswith("verify: ")
    return lines[0]


# ------------------------------------------------------------------ together


@pytest.mark.parametrize("dtype", ["F64", "F32", "BF16"])
@pytest.mark.parametrize("model", ["gpt2", "bert", "llama"])
def test_each_change_is_predicted_beside_all_others(tmp_path, model, dtype):
    old = load(write_random(tmp_path / "old", model, seed=5, layers=3, dtype=dtype))
    pushes = [Push(u, c, k) for k in (0, 2) for u, c in ((U, 60.0), (OTHER, -25.0))]
    predicted = [prediction(each) for each in steer_all(old, pushes)]
    measured = carry_out_all(predicted, tmp_path / "new")
    assert all(found.agrees(each) for found, each in zip(measured, predicted, strict=True))
    # The bounds are small: without the other changes, as predicted alone, none would be met.
    alone = [prediction(steer_all(old, [push])[0]) for push in pushes]
    assert not any(found.agrees(each) for found, each in zip(measured, alone, strict=True))


def test_layers_with_the_same_weights_are_named_once(tmp_path):
    old = load(write_random(tmp_path / "old", "albert", seed=5, layers=3))
    with pytest.raises(Mistake, match="0 and 2 share weights"):
        steer_all(old, [Push(U, 1.0, 0), Push(U, 1.0, 2)])


# ------------------------------------------------------------------ the whole model


@pytest.mark.parametrize("model", ["gpt2", "llama", "albert"])
def test_the_end_before_it_is_written_is_the_written_ones(tmp_path, model):
    from verify.checkpoints.forward import last

    old = load(write_random(tmp_path / "old", model, seed=5))
    steerings = steer_all(old, [Push(U, 60.0)])
    prompts = [np.array([1, 2, 3]), np.array([4, 5])]
    before, after = both_ends(old, steerings[0].outputs, prompts)
    carry_out_all([prediction(each) for each in steerings], tmp_path / "new")
    new = load(tmp_path / "new")
    for ids, one, other in zip(prompts, before, after, strict=True):
        assert (last(old, ids[None])[0] == one).all()
        assert (last(new, ids[None])[0] == other).all()
        assert (one != other).any()


@pytest.mark.parametrize("tied", [True, False])
def test_the_loss_is_that_of_plain_logarithms(tmp_path, tied, monkeypatch):
    monkeypatch.setattr("verify.checkpoints.unembedding.ROWS", 5)  # several parts
    from verify.checkpoints.writing import write_tensors

    folder = write_random(
        tmp_path / "old", "llama", seed=5, tie_word_embeddings=tied, prefixed=True, dtype="F64"
    )
    model = load(folder)
    arrays = {name: model.weights.read(name) for name in model.weights.holders}
    own = np.arange(13 * 8).reshape(13, 8) % 7 - 3.0
    head = {} if tied else {"lm_head.weight": own}
    write_tensors(folder / "model.safetensors", arrays | head, "F64")
    model, ids = load(folder), np.array([1, 12, 3, 0])
    matrix = arrays["model.embed_tokens.weight"] if tied else own
    (ends,), _ = both_ends(model, {}, [ids])
    scores = ends[:-1] @ matrix.T
    chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    plain = -np.log(chances[range(3), ids[1:]]).mean()
    # A score is a sum of 8 products; exp turns its error into a relative one, of sums of 13, with
    # a few ulps for each function, quotient and mean.
    sizes = (np.abs(ends[:-1]) @ np.abs(matrix).T).max()
    bound = 2 * (gamma(8) * 2 * sizes + gamma(64) * (1 + np.abs(scores).max()))
    assert abs(head_of(model).loss(ends, ids) - plain) <= bound


def test_a_model_without_a_head_is_told_by_name(tmp_path):
    untied = load(write_random(tmp_path / "untied", "llama", seed=5))
    assert (
        head_of(untied)
        == "untied has no language-model head (lm_head.weight), so it predicts no next token"
    )
    bert = load(write_random(tmp_path / "bert", "bert", seed=5))
    assert head_of(bert) == "bert is a bert, which predicts no next token"
    whole = whole_model(bert, {}, {"u": U}, [np.array([1, 2])], "notes.txt")
    assert whole.loss_before is None and "predicts no next token" in whole.no_loss
    assert whole.directions[0].alignment_before == whole.directions[0].alignment_after


def test_a_head_of_another_shape_is_refused(tmp_path):
    from verify.checkpoints.writing import write_tensors

    folder = write_random(tmp_path / "old", "llama", seed=5)
    model = load(folder)
    arrays = {name: model.weights.read(name) for name in model.weights.holders}
    write_tensors(folder / "model.safetensors", arrays | {"lm_head.weight": np.ones((12, 8))})
    with pytest.raises(Mistake, match=r"lm_head\.weight has the shape"):
        head_of(load(folder))


def test_text_comes_first_with_its_cost(tmp_path, capsys):
    folder, text = write_random(tmp_path / "old", "gpt2", seed=2), tmp_path / "notes.txt"
    text.write_text("1 2 3 4\n5 6 7\n8\n", encoding="utf-8")
    file = tmp_path / "steer.json"
    asked = ["steer", str(folder), *STEER, "--direction", "random", "--layers", "0-1"]
    asked += ["--text", str(text), "--predict-only", "--json", str(file)]
    assert main(asked) == AGREES
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("The whole model, before and after (medians of 3 prompts of notes.txt")
    said = json.loads(file.read_text("utf-8"))
    whole = said["whole_model"]
    assert whole["tokens"] == [4, 3, 1] and len(said["further"]) == 3
    assert [each["direction"] for each in whole["directions"]] == ["token:3", "random"]
    losses = whole["next_token_loss"]
    assert losses["after"][2] is None and losses["after"][0] != losses["before"][0]
    # Of one random word more, no loss is told.
    assert main(["steer", str(folder), *STEER, "--predict-only"]) == AGREES
    assert "No next-token loss: random tokens have no loss" in capsys.readouterr().out


# ------------------------------------------------------------------ undoing


@pytest.mark.parametrize("dtype", ["F32", "F16", "BF16"])
def test_steering_twice_is_undone_bit_for_bit_by_undoing_twice(tmp_path, dtype, capsys):
    folder = write_random(tmp_path / "old", "gpt2", seed=2, shards=2, dtype=dtype)
    (folder / "vocab.txt").write_text("a\nb\n", encoding="utf-8")
    before = digests(folder)
    one, two, back, first = (str(tmp_path / name) for name in ("one", "two", "back", "first"))
    assert main(["steer", str(folder), *STEER, "--layers", "0-1", "-o", one]) == AGREES
    assert main(["steer", one, *STEER, "-o", two]) == AGREES
    assert main(["steer", two, "--undo", "-o", back]) == AGREES
    assert digests(tmp_path / "back") == digests(tmp_path / "one")
    assert main(["steer", back, "--undo", "-o", first]) == AGREES
    assert digests(tmp_path / "first") == before
    assert "bit for bit" in " ".join(capsys.readouterr().out.split())


def test_what_was_changed_after_steering_is_not_undone(tmp_path, capsys):
    folder, new = write_random(tmp_path / "old", "gpt2", seed=2), tmp_path / "new"
    assert main(["steer", str(folder), *STEER, "-o", str(new)]) == AGREES
    weights = new / "model.safetensors"
    data = bytearray(weights.read_bytes())
    data[-1] ^= 1
    weights.write_bytes(data)
    capsys.readouterr()
    assert main(["steer", str(new), "--undo", "-o", str(tmp_path / "back")]) == BAD_INPUT
    assert "was changed after steering" in told(capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


@pytest.mark.parametrize("data", [b"", b"12345678", b"\x02\0\0\0\0\0\0\0{}"])
def test_a_file_that_undoes_nothing_is_one_line(tmp_path, capsys, data):
    folder = write_random(tmp_path / "old", "gpt2", seed=2)
    assert main(["steer", str(folder), "--undo", "-o", str(tmp_path / "back")]) == BAD_INPUT
    assert "has no steer.undo" in told(capsys)
    (folder / "steer.undo").write_bytes(data)
    assert main(["steer", str(folder), "--undo", "-o", str(tmp_path / "back")]) == BAD_INPUT
    assert "steer.undo" in told(capsys) and not (tmp_path / "back").exists()


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    "arguments, says",
    [
        ([], "--direction: missing"),
        (["--direction", "random"], "--strength: missing"),
        ([*STEER, "--strength", "1"], "--strength: 2 values for 1 directions"),
        ([*STEER, "--direction", "random", "--covector", "random"], "--covector: 1 values"),
        ([*STEER, "--layers", "1-0"], "--layers: "),
        ([*STEER, "--layers", "2"], "--layers: unknown layer 2"),
        ([*STEER, "--text", "{}/empty"], "--text: "),
        ([*STEER, "--text", "{}/long"], "--text: a prompt has 13 tokens"),
        ([*STEER, "--text", "{}/unknown"], "--text: token ids of this checkpoint are from 0 to 12"),
        (["--undo", *STEER], "--direction: not available with --undo"),
        (["--undo"], "--undo: "),
    ],
)
def test_what_cannot_be_steered_is_one_line(tmp_path, capsys, arguments, says):
    folder = write_random(tmp_path / "old", "gpt2", seed=2)
    for name, text in (("empty", "\n"), ("long", "1 " * 13), ("unknown", "1 13")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    given = [each.replace("{}", str(tmp_path)) for each in arguments]
    more = [] if "--undo" in given else ["--predict-only"]
    assert main(["steer", str(folder), *given, *more]) == BAD_INPUT
    assert says in told(capsys).replace("--output: missing", "--undo: ")
