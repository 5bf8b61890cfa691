"""The store: what is kept under a key with its hash, and what goes when there is no room."""

import os
import time
from pathlib import Path

import pytest

from verify.processes import store as storing
from verify.processes.store import Store


def test_what_json_has_no_word_for_is_kept_as_text(tmp_path):
    from fractions import Fraction

    kept = Store(tmp_path)
    kept.write("key", {"a": Fraction(1, 2), "b": {1: 2.5}})
    assert kept.read("key") == {"a": "1/2", "b": {"1": 2.5}}
    assert kept.read("other") is None
    kept.write("none", {(1, 2): "no key of JSON"})
    assert not kept.place("none").exists()


def test_bytes_are_kept_as_they_are_with_their_key_and_hash(tmp_path):
    kept, says = Store(tmp_path), bytes(range(256)) + b"\n\n"
    kept.write_bytes("key", says)
    assert kept.read_bytes("key") == says
    kept.place("other").parent.mkdir(parents=True, exist_ok=True)
    kept.place("key").rename(kept.place("other"))
    assert kept.read_bytes("key") is None and kept.read_bytes("other") is None


def test_what_was_not_used_for_longest_goes_first(tmp_path):
    kept = Store(tmp_path)
    for at, key in enumerate(("old", "middle", "new")):
        kept.write_bytes(key, b"x" * 1000)
        os.utime(kept.place(key), (at, at))
    number, size = kept.size()
    assert number == 3
    kept.trim(size)
    assert kept.size() == (3, size)
    kept.trim(size - 1)
    assert [kept.read_bytes(key) is not None for key in ("old", "middle", "new")] == [
        False,
        True,
        True,
    ]
    kept.trim(0)
    assert kept.size() == (0, 0)


def test_a_store_makes_room_before_it_keeps_more(tmp_path, monkeypatch):
    Store(tmp_path).write_bytes("old", b"x" * 1000)
    monkeypatch.setattr(storing, "MOST", 500)
    storing._bounded.cache_clear()  # as in a new process
    Store(tmp_path).write_bytes("new", b"x" * 100)
    assert Store(tmp_path).place("old").exists() and Store(tmp_path).read_bytes("new")
    ago = time.time() - storing.EVERY - 1  # when it was last looked at
    os.utime(tmp_path / storing.LOOKED, (ago, ago))
    storing._bounded.cache_clear()
    Store(tmp_path).write_bytes("newer", b"x" * 10)
    assert not Store(tmp_path).place("old").exists() and Store(tmp_path).read_bytes("newer")
    assert Store(tmp_path).size()[0] == 2  # what was written when all was looked at is no entry


def larger_than_all(place):
    place.touch()
    os.truncate(place, storing.MOST + 1)  # of which the disk has nothing


def without_end(place):
    place.symlink_to("/dev/zero")


def in_a_circle(place):
    place.symlink_to(place)


@pytest.mark.parametrize(
    "put_there", [os.mkfifo, Path.mkdir, larger_than_all, without_end, in_a_circle]
)
def test_what_is_no_file_of_ours_is_no_entry_and_holds_nobody_up(tmp_path, put_there):
    kept = Store(tmp_path)
    kept.write_bytes("key", b"says")
    kept.place("key").unlink()
    put_there(kept.place("key"))
    assert kept.read_bytes("key") is None and kept.read("key") is None
    kept.write_bytes("key", b"again")
    assert kept.read_bytes("key") == (None if kept.place("key").is_dir() else b"again")
