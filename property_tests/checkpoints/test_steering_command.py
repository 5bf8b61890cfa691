"""`verify steer`: the source stays as it is, and the target is whole or not there."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from property_tests.checkpoints.steered_folders import STEER, digests
from verify.checkpoints.checkpoint import load
from verify.checkpoints.generated import write_random
from verify.checkpoints.steering_run import by_library
from verify.cli import main
from verify.telling.errors import AGREES, BAD_INPUT, INTERRUPTED, LIMIT

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def source(tmp_path):
    """A checkpoint with files beside its weights; it must be the same after each test."""
    folder = write_random(tmp_path / "old", "gpt2", seed=2, shards=2)
    (folder / "tokenizer").mkdir()
    (folder / "tokenizer" / "vocab.txt").write_text("a\nb\n", encoding="utf-8")
    before = digests(folder)
    yield folder
    assert digests(folder) == before


def steer(source, *more):
    return main(["steer", str(source), *STEER, *map(str, more)])


def told(capsys):
    """The one line that was told, of nothing on stdout."""
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert out == "" and len(lines) == 1 and lines[0].startswith("verify: ")
    return lines[0]


# ------------------------------------------------------------------ a new checkpoint


def test_the_new_checkpoint_differs_in_one_file_and_loads(source, tmp_path, capsys):
    assert steer(source, "-o", tmp_path / "new") == AGREES
    assert "Written to" in capsys.readouterr().out
    old, new = digests(source), digests(tmp_path / "new")
    assert new.keys() == old.keys() | {"steer.undo"}
    changed = [name for name in old if old[name] != new[name]]
    assert len(changed) == 1 and changed[0].endswith(".safetensors")
    load(tmp_path / "new").check_weights()
    assert sorted(os.listdir(tmp_path)) == ["new", "old"]


def test_predicting_writes_nothing(source, tmp_path, capsys):
    assert steer(source, "--predict-only", "-o", tmp_path / "new") == AGREES
    assert "Nothing was written" in capsys.readouterr().out
    assert os.listdir(tmp_path) == ["old"]


def test_the_json_says_what_was_predicted_and_measured(source, tmp_path, capsys):
    file = tmp_path / "steer.json"
    assert steer(source, "-o", tmp_path / "new", "--json", file, "--seed", "3") == AGREES
    said = json.loads(file.read_text("utf-8"))
    assert said["schema"] == "verify.steer/1" and said["written"]["agrees"]
    for setting in said["settings"]:
        apart = np.abs(np.array(setting["measured"]) - setting["predicted"])
        assert apart.shape == (10, 10) and (apart <= setting["bound"]).all()
    assert [setting["name"] for setting in said["settings"]] == ["attention only", "whole"]
    capsys.readouterr()
    assert steer(source, "--predict-only", "--json", "-", "--seed", "3") == AGREES
    out, err = capsys.readouterr()
    again = json.loads(out)
    assert again["written"] is None and again["eigenvalue"] == said["eigenvalue"]
    assert again["settings"][0]["predicted"] == said["settings"][0]["predicted"]
    assert "Nothing was written" in err


def test_a_covector_of_its_own(source, capsys):
    asked = ["--covector", "random", "--predict-only", "--json", "-"]
    assert steer(source, *asked) == AGREES
    said = json.loads(capsys.readouterr().out)
    assert (said["direction"], said["covector"]) == ("token:3", "random")
    assert said["change"]["w_norm"] == pytest.approx(1)
    assert abs(said["change"]["w_times_u"]) < 1
    assert steer(source, *asked[2:]) == AGREES
    assert json.loads(capsys.readouterr().out)["change"]["w_times_u"] == pytest.approx(1)


def test_a_beta_of_zero_is_warned_of(tmp_path, capsys):
    """In bfloat16 a strength of a millionth is lost in rounding."""
    folder = write_random(tmp_path / "old", "bert", seed=2, dtype="BF16")
    arguments = ["steer", str(folder), "--direction", "random", "--strength", "1e-6"]
    assert main([*arguments, "--predict-only"]) == AGREES
    err = capsys.readouterr().err
    assert (
        "verify: warning: attention only: beta is below rounding errors for 100 of 100 tokens"
        in err
    )


@pytest.mark.parametrize("model", ["gpt2", "gpt_neo", "bert", "albert", "llama", "qwen2"])
def test_the_library_agrees_about_the_steered_model(tmp_path, model, capsys):
    if importlib.util.find_spec("transformers") is None or not importlib.util.find_spec("torch"):
        pytest.skip("the library of the checkpoints' format is not installed")
    folder = write_random(tmp_path / "old", model, seed=2)
    file = tmp_path / "steer.json"
    assert steer(folder, "-o", tmp_path / "new", "--json", file) == AGREES
    end = json.loads(file.read_text("utf-8"))["written"]["end_of_model"]
    # The library takes some norms, scores and angles in single precision: some hundred roundings
    # in a row, of numbers that later layers enlarge by less than ten.
    assert end["library"] == pytest.approx(end["after"], abs=1000 * 2.0**-24)
    assert by_library(tmp_path / "new", np.array([[1, 2]])).shape == (1, 2, 8)


# ------------------------------------------------------------------ a target that is there


def test_a_checkpoint_that_is_there_is_replaced_only_by_force(source, tmp_path, capsys):
    goal = write_random(tmp_path / "new", "bert", seed=1)
    (goal / "notes.txt").write_text("of the older one", encoding="utf-8")
    before = digests(goal)
    assert steer(source, "-o", goal) == BAD_INPUT
    assert "is not empty" in told(capsys) and digests(goal) == before
    assert steer(source, "-o", goal, "--force") == BAD_INPUT  # which would be lost
    assert "notes.txt is not part of the checkpoint" in told(capsys) and digests(goal) == before
    (goal / "notes.txt").unlink()
    assert steer(source, "-o", goal, "--force") == AGREES
    assert load(goal).config.model_type == "gpt2"
    assert sorted(os.listdir(tmp_path)) == ["new", "old"]


def test_even_by_force_no_other_folder_is_replaced(source, tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work", encoding="utf-8")
    assert steer(source, "-o", tmp_path / "mine", "--force") == BAD_INPUT
    assert "has no checkpoint" in told(capsys)
    assert (tmp_path / "mine" / "thesis.tex").read_text("utf-8") == "years of work"


@pytest.mark.parametrize("where", [".", "inside", "tokenizer/inside", "..", "../link"])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_the_source_is_never_a_target(source, tmp_path, where, force, capsys):
    (tmp_path / "link").symlink_to(source)
    assert steer(source, "-o", source / where, *force) == BAD_INPUT
    told(capsys)


def test_no_file_is_put_into_the_source(source, capsys, monkeypatch):
    monkeypatch.setattr("tempfile.mkstemp", None)  # not even for a moment
    assert steer(source, "--predict-only", "--json", source / "steer.json") == BAD_INPUT
    assert "is never changed" in told(capsys)


# ------------------------------------------------------------------ trouble on the way


@pytest.mark.parametrize("code, exits", [(errno.ENOSPC, LIMIT), (errno.EIO, BAD_INPUT)])
@pytest.mark.parametrize("function", ["copyfileobj", "rename", "fsync", "chmod"])
@pytest.mark.parametrize("force", [False, True])
def test_trouble_while_writing_leaves_nothing_behind(
    source, tmp_path, monkeypatch, capsys, code, exits, function, force
):
    goal = tmp_path / "new"
    if force:
        write_random(goal, "bert", seed=1)
    before = digests(tmp_path)

    def failing(*_):
        raise OSError(code, os.strerror(code))

    where = "shutil" if function == "copyfileobj" else "os"
    with monkeypatch.context() as patched:
        patched.setattr(f"verify.checkpoints.writing.{where}.{function}", failing)
        assert steer(source, "-o", goal, *(["--force"] if force else [])) == exits
    assert told(capsys).startswith(f"verify: {goal}: was not ")
    assert digests(tmp_path) == before and goal.exists() == force
    assert sorted(os.listdir(tmp_path)) == (["new", "old"] if force else ["old"])


def test_the_older_checkpoint_comes_back_if_the_new_one_cannot_take_its_place(
    source, tmp_path, monkeypatch, capsys
):
    goal = write_random(tmp_path / "new", "bert", seed=1)
    before, rename, tried = digests(tmp_path), os.rename, []

    def failing(what, where):
        if Path(where) == goal and not tried:
            tried.append(what)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rename(what, where)

    with monkeypatch.context() as patched:
        patched.setattr("verify.checkpoints.steering_run.os.rename", failing)
        assert steer(source, "-o", goal, "--force") == BAD_INPUT
    assert tried and told(capsys).startswith(f"verify: {goal}: was not replaced")
    assert digests(tmp_path) == before and sorted(os.listdir(tmp_path)) == ["new", "old"]


def test_interrupted_it_leaves_nothing_behind(source, tmp_path, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("verify.checkpoints.writing.shutil.copyfileobj", interrupted)
        assert steer(source, "-o", tmp_path / "new") == INTERRUPTED
    assert "interrupted" in told(capsys) and os.listdir(tmp_path) == ["old"]


def test_a_disk_that_is_full_is_seen_before_writing(source, tmp_path, monkeypatch, capsys):
    full = type("usage", (), {"free": 100})
    monkeypatch.setattr("verify.checkpoints.writing.shutil.disk_usage", lambda _: full)
    assert steer(source, "-o", tmp_path / "new") == LIMIT
    assert "free some space" in told(capsys) and os.listdir(tmp_path) == ["old"]


def run(script, *arguments, **options):
    command = [sys.executable, "-c", script, *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=ROOT, **pipes, **options)


def test_a_limit_on_the_size_of_files_is_told(source, tmp_path):
    """The kernel refuses the write itself: nothing here is simulated."""
    script = (
        "import resource, sys; from verify.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)); sys.exit(main(sys.argv[1:]))"
    )
    # Python's own compiled files are cut by the limit, too, and found broken by what comes next.
    unwritten = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = run(script, "steer", source, *STEER, "-o", tmp_path / "new", env=unwritten)
    _, err = done.communicate(timeout=60)
    assert done.returncode == LIMIT and len(err.splitlines()) == 1
    assert os.listdir(tmp_path) == ["old"]


def test_killed_while_writing_there_is_no_target_and_the_next_run_writes_it(source, tmp_path):
    script = (
        "import shutil, sys, time; from verify.cli import main\n"
        "def stuck(source, copy, *_):\n"
        "    copy.write(source.read(50)); copy.flush()\n"
        "    print('writing', flush=True); time.sleep(60)\n"
        "shutil.copyfileobj = stuck; main(sys.argv[1:])"
    )
    goal = tmp_path / "new"
    process = run(script, "steer", source, *STEER, "-o", goal)
    assert process.stdout.readline() == "writing\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert not goal.exists()
    assert steer(source, "-o", goal) == AGREES
    load(goal).check_weights()


# ------------------------------------------------------------------ bad input


def vectors(folder):
    np.save(folder / "zero.npy", np.zeros(8))
    np.save(folder / "nan.npy", np.full(8, np.nan))
    np.save(folder / "short.npy", np.ones(7))
    np.save(folder / "square.npy", np.eye(8))
    np.save(folder / "words.npy", np.array(["a"] * 8))
    np.save(folder / "complex.npy", np.full(8, 1j))
    np.save(folder / "objects.npy", np.array([None] * 8), allow_pickle=True)
    (folder / "text.npy").write_text("1 2 3", encoding="utf-8")
    (folder / "empty.npy").write_bytes(b"")
    whole = (folder / "short.npy").read_bytes()
    (folder / "cut.npy").write_bytes(whole.replace(b"(7,)", b"(8,)"))
    (folder / "huge.npy").write_bytes(whole.replace(b"(7,), }     ", b"(%d,), }" % 2**20))
    (folder / "folder.npy").mkdir()


@pytest.mark.parametrize(
    "direction",
    [
        *("token:13", "token:-1", "token:x", "token:", "eigen:0", "eigen:9", "eigen:1.5", "up", ""),
        *("zero.npy", "nan.npy", "short.npy", "square.npy", "words.npy", "complex.npy"),
        *("objects.npy", "text.npy", "empty.npy", "cut.npy", "huge.npy", "folder.npy", "no.npy"),
    ],
)
def test_a_bad_direction_is_one_line(source, tmp_path, capsys, direction, monkeypatch):
    beside = tmp_path / "vectors"
    beside.mkdir()
    vectors(beside)
    monkeypatch.chdir(beside)
    command = ["steer", str(source), "--direction", direction, "--strength", "1"]
    assert main([*command, "-o", str(tmp_path / "new")]) == BAD_INPUT
    assert told(capsys).startswith("verify: --direction: ")
    assert not (tmp_path / "new").exists()
    other = ["steer", str(source), *STEER, "--covector", direction, "--predict-only"]
    assert main(other) == BAD_INPUT
    assert told(capsys).startswith("verify: --covector: ")


@pytest.mark.parametrize(
    "strength", ["nan", "inf", "-inf", "1e999", "0", "-0.0", "much", "", "1e308", "1e200"]
)
def test_a_bad_strength_is_one_line(source, tmp_path, capsys, strength):
    command = ["steer", str(source), "--direction", "token:3", f"--strength={strength}"]
    assert main([*command, "-o", str(tmp_path / "new")]) == BAD_INPUT
    assert told(capsys).startswith("verify: --strength: ")
    assert os.listdir(tmp_path) == ["old"]


@pytest.mark.parametrize("layer", ["2", "-1", "first", "1.0", "9" * 30])
def test_a_bad_layer_is_one_line(source, capsys, layer):
    assert steer(source, "--predict-only", f"--layer={layer}") == BAD_INPUT
    assert told(capsys).startswith("verify: --layer: ")


def test_without_a_folder_nothing_is_steered(source, capsys):
    assert steer(source) == BAD_INPUT
    assert "--predict-only" in told(capsys)


def test_a_value_matrix_that_takes_the_direction_to_zero_is_told(tmp_path, capsys):
    from verify.checkpoints.writing import write_checkpoint

    drawn = write_random(tmp_path / "drawn", "bert", seed=1)
    layer = load(drawn).layers[-1]
    values = layer.matrix("value")
    values[:, 0] = 0
    write_checkpoint(drawn, tmp_path / "old", layer.stored_as("value", values))
    np.save(tmp_path / "unseen.npy", np.eye(8)[0])
    command = ["steer", str(tmp_path / "old"), "--direction", str(tmp_path / "unseen.npy")]
    assert main([*command, "--strength", "3", "--predict-only"]) == BAD_INPUT
    assert "map it to 0" in told(capsys)
