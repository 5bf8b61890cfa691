"""Folders that are no sound checkpoint: each command tells one line, and writes nothing."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from broken_folders import BROKEN, OPTIONS, PRESENT, no_weights, refused

from verify.checkpoints.generated import write_random
from verify.checkpoints.weights import SINGLE
from verify.cli import main
from verify.telling.errors import BAD_INPUT

NOT_READ = {
    ("spectrum", name)  # what is not in a layer has no part in a spectrum; what is: test_not_finite
    for name in ("NaN in words", "weights that are NaN", "a NaN that signals",
                 "weights that are infinite")
}  # fmt: skip


@pytest.mark.parametrize(
    "command, name",
    [
        (command, name)
        for command in PRESENT
        for name in BROKEN
        if name != "an index that is none" and (command, name) not in NOT_READ
    ],
)
def test_a_broken_checkpoint_is_one_line(command, name, tmp_path, capsys):
    folder = write_random(tmp_path / "broken", "gpt2", seed=1)
    breaks, says = BROKEN[name]
    breaks(folder)
    assert says in refused(command, folder, tmp_path, capsys)


@pytest.mark.parametrize("command", PRESENT)
def test_an_index_without_a_map_is_one_line(command, tmp_path, capsys):
    folder = write_random(tmp_path / "broken", "gpt2", seed=1)
    no_weights(folder)
    BROKEN["an index that is none"][0](folder)
    assert "has no weight_map" in refused(command, folder, tmp_path, capsys)


@pytest.mark.parametrize("command", PRESENT)
@pytest.mark.parametrize("name, says", [("missing", "does not exist"), ("file", "is a file")])
def test_what_is_no_folder_is_one_line(command, name, says, tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert says in refused(command, tmp_path / name, tmp_path, capsys)


@pytest.fixture
def nobody():
    """A folder everybody may enter, and no more rights than to read what is meant for all."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        root = os.geteuid() == 0
        yield folder, (lambda: os.setresuid(65534, 65534, 0)) if root else (lambda: None)
        if root:
            os.setresuid(0, 0, 0)
        for path in [folder, *folder.rglob("*")]:  # so that it can be removed again
            path.chmod(0o755)


@pytest.mark.parametrize("command", PRESENT)
@pytest.mark.parametrize("locked", [SINGLE, "config.json", "."])
def test_what_may_not_be_read_is_one_line(command, locked, tmp_path, capsys, nobody):
    folder, drop = nobody
    write_random(folder / "locked", "gpt2", seed=1)
    refused(command, tmp_path / "missing", tmp_path, capsys)  # so that all modules are read
    (folder / "locked" / locked).chmod(0)
    options = [option.format(folder) for option in OPTIONS[command]]
    drop()
    code = main([command, str(folder / "locked"), *options])
    out, err = capsys.readouterr()
    assert (code, out) == (BAD_INPUT, "") and err.count("\n") == 1
    assert "permission denied" in err and os.listdir(folder) == ["locked"]


def test_where_nothing_may_be_written_nothing_is_steered(tmp_path, capsys, nobody):
    folder, drop = nobody
    write_random(folder / "old", "gpt2", seed=1)
    (folder / "kept").mkdir()
    refused("steer", tmp_path / "missing", tmp_path, capsys)
    for path in (folder, folder / "kept"):
        path.chmod(0o555)
    drop()
    for target in (folder / "new", folder / "kept" / "new"):
        options = ["--direction", "token:1", "--strength", "30", "-o", str(target)]
        assert main(["steer", str(folder / "old"), *options]) == BAD_INPUT
        out, err = capsys.readouterr()
        assert out == "" and "nothing can be written in" in err and err.count("\n") == 1
    assert sorted(os.listdir(folder)) == ["kept", "old"] and not os.listdir(folder / "kept")
