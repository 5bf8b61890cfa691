"""What is written aside: taken away by the next call after a kill, and never anybody else's."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from verify.processes import asides
from verify.processes.asides import sweep
from verify.render.files import write_folder, write_whole

ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import os, sys, time
from pathlib import Path
from verify.processes.asides import aside_file, aside_folder

target = Path(sys.argv[2])
if sys.argv[1] == "file":
    with aside_file(target) as (handle, name):
        os.write(handle, b"half")
        print("begun", flush=True)
        time.sleep(600)
with aside_folder(target) as folder:
    (folder / "half").write_text("half")
    if sys.argv[1] == "replacing":
        os.rename(target, folder / "old")
    print("begun", flush=True)
    time.sleep(600)
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks of files")


@pytest.fixture(autouse=True)
def nothing_is_too_new(monkeypatch):
    monkeypatch.setattr(asides, "NEW", -1.0)


def begun(kind, target):
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, kind, str(target)],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    return process


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_a_killed_writer_leaves_is_gone_after_the_next_call(tmp_path, kind):
    target = tmp_path / "out"
    process = begun(kind, target)
    (left,) = tmp_path.iterdir()
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [left]  # while it is written, nobody takes it away
    kill(process)
    assert list(tmp_path.iterdir()) == [left]
    write_whole(tmp_path / "other", "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_a_folder_that_was_being_replaced_is_put_back(tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    (target / "precious").write_text("mine")
    kill(begun("replacing", target))
    assert not target.exists()
    sweep(tmp_path)
    assert (target / "precious").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "name", [".out.swp", ".out.verify-short", "out.verify-abcdefgh", ".verify-abcdefgh", ".a.b"]
)
def test_what_others_have_written_is_never_taken_away(tmp_path, name):
    (tmp_path / name).write_text("mine")
    sweep(tmp_path)
    write_folder(tmp_path / "report", "report", {"a": "b"})
    assert (tmp_path / name).read_text() == "mine"


def test_links_are_not_followed(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("mine")
    (tmp_path / ".out.verify-abcdefgh").symlink_to(tmp_path / "mine")
    sweep(tmp_path)
    assert (tmp_path / "mine" / "file").read_text() == "mine"
