"""Files and folders are written whole or not at all, and never over what somebody else wrote."""

import json
import os
import stat
from pathlib import Path

import pytest

from verify.render.errors import Usage
from verify.render.files import MARKER, write_folder, write_whole


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    target = tmp_path / "run.json"
    target.write_text("old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_whole(target, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["run.json"]
    assert target.read_text() == "old"


def test_writing_keeps_permissions_follows_links_and_spares_devices(tmp_path):
    target, link = tmp_path / "run.json", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("new", 0o640)
    write_whole(Path(os.devnull), "nothing")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def names(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_a_new_folder_appears_with_all_its_files(tmp_path):
    written = write_folder(tmp_path / "a" / "b", "latex", {"x.tex": "1", "sub/y.tex": b"2"})
    assert [path.read_text() for path in written] == ["1", "2"]
    assert names(tmp_path) == [f"a/b/{MARKER}", "a/b/sub/y.tex", "a/b/x.tex"]


def test_writing_again_replaces_our_files_and_leaves_those_of_others(tmp_path):
    write_folder(tmp_path, "latex", {"x.tex": "1", "sub/y.tex": "2"})
    (tmp_path / "notes.txt").write_text("mine")
    write_folder(tmp_path, "latex", {"x.tex": "3"})
    assert names(tmp_path) == [MARKER, "notes.txt", "x.tex"]
    assert (tmp_path / "x.tex").read_text() == "3"
    assert not (tmp_path / "sub").exists()


def test_a_file_of_somebody_else_is_overwritten_only_by_force(tmp_path):
    write_folder(tmp_path, "latex", {"x.tex": "1"})
    (tmp_path / "y.tex").write_text("mine")
    with pytest.raises(Usage, match=r"y\.tex; move it, or add --force"):
        write_folder(tmp_path, "latex", {"x.tex": "2", "y.tex": "2"})
    assert (tmp_path / "x.tex").read_text() == "1"
    write_folder(tmp_path, "latex", {"x.tex": "2", "y.tex": "2"}, force=True)
    assert (tmp_path / "y.tex").read_text() == "2"


@pytest.mark.parametrize("marker", [None, "", "{", "[]", '{"written_by": "me"}', '{"files": 3}'])
def test_a_folder_with_something_in_it_is_not_ours(tmp_path, marker):
    (tmp_path / "thesis.tex").write_text("mine")
    if marker is not None:
        (tmp_path / MARKER).write_text(marker)
    with pytest.raises(Usage, match=r"--output: .*; use a new folder, or add --force") as caught:
        write_folder(tmp_path, "latex", {"x.tex": "1"})
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "x.tex").exists()


def test_a_marker_cannot_make_us_remove_what_is_elsewhere(tmp_path):
    outside, folder = tmp_path / "outside.txt", tmp_path / "out"
    outside.write_text("mine")
    write_folder(folder, "latex", {"x.tex": "1"})
    marker = {"written_by": "verify latex", "files": ["../outside.txt", str(outside), "x.tex"]}
    (folder / MARKER).write_text(json.dumps(marker))
    write_folder(folder, "latex", {"y.tex": "1"})
    assert outside.read_text() == "mine"
    assert names(folder) == [MARKER, "y.tex"]


def test_a_folder_that_cannot_be_written_stays_as_it_was(tmp_path, monkeypatch):
    write_folder(tmp_path / "out", "latex", {"x.tex": "1"})
    before = names(tmp_path)

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(os, "rename", fail)
    for folder in (tmp_path / "out", tmp_path / "new"):
        with pytest.raises(Usage, match="no space left on device"):
            write_folder(folder, "latex", {"x.tex": "2", "z.tex": "3"})
    assert names(tmp_path) == before
    assert (tmp_path / "out" / "x.tex").read_text() == "1"
