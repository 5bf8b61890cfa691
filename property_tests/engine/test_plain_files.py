"""Files that are read are plain ones: a pipe is told in one line, and never waited for."""

import os
import signal

import pytest

from verify.cli import main
from verify.drafting.theorems import read_draft
from verify.language.mistakes import Mistake
from verify.methods.kernel import spared
from verify.processes.plain_files import NotPlain, opened_plain
from verify.render.errors import BAD_INPUT
from verify.running import records
from verify.statements.folder import configured


@pytest.fixture(autouse=True)
def nothing_waits():
    """End a test that waits for a pipe, which would be for ever."""

    def waits(*_):
        raise AssertionError("a pipe was waited for")

    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_what_is_no_plain_file_is_an_error_of_its_own(tmp_path, pipe):
    (tmp_path / "link").symlink_to(pipe)
    for path in (pipe, tmp_path / "link", "/dev/zero"):
        with pytest.raises(NotPlain, match="not a regular file"):
            opened_plain(path)
    with pytest.raises(IsADirectoryError):
        opened_plain(tmp_path)
    with pytest.raises(FileNotFoundError):
        opened_plain(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "read",
    [records.read, lambda path: spared.read(path), configured, read_draft],
    ids=["recorded.toml", "unused.toml", "pyproject.toml", "paper.tex"],
)
def test_a_pipe_in_the_place_of_a_file_is_one_line(read, pipe):
    with pytest.raises(Mistake) as told:
        read(pipe)
    line = str(told.value)
    assert str(pipe) in line and "not a regular file" in line and "; " in line
    assert "\n" not in line


@pytest.mark.parametrize("command", ["list", "run", "record"])
def test_records_that_are_a_pipe_are_told_before_any_work(command, tmp_path, capsys, monkeypatch):
    assert main(["init", str(tmp_path / "own")]) == 0
    capsys.readouterr()
    place = tmp_path / "own" / "statements" / "recorded.toml"
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    monkeypatch.chdir(tmp_path)
    assert main([command, "--papers", str(place.parent)]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert f"{place}: cannot be read (not a regular file); " in err
