"""Checkpoints are written whole or not at all, and what they are copied from stays as it is."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import MODELS, made

from verify.checkpoints import writing
from verify.checkpoints.checkpoint import load
from verify.checkpoints.safetensors import decoded
from verify.checkpoints.writing import encode, write_checkpoint, write_tensors
from verify.language.mistakes import LimitHit, Mistake

FILE = "model.safetensors"


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def furnished(folder, model="gpt2", **further):
    """A folder with more in it than weights."""
    made(folder, model, **further)
    (folder / "tokenizer.json").write_bytes(b'{"a": 1}\r\n')
    (folder / "onnx").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(b"old weights")
    (folder / "extra").mkdir()
    (folder / "extra" / "notes").write_bytes(bytes(range(256)))
    (folder / "pytorch_model.bin").write_bytes(b"old weights")
    return folder


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("further", [{}, {"shards": 3, "dtype": "BF16", "prefixed": True}])
def test_all_but_the_changed_tensor_is_copied_byte_for_byte(tmp_path, model, further):
    source = furnished(tmp_path / "source", model, **further)
    before = contents(source)
    layer = load(source).layers[-1]
    matrix = layer.matrix("output") + 0.125
    changed = layer.stored_as("output", matrix)
    result = write_checkpoint(source, tmp_path / "target", changed)
    assert contents(source) == before
    after = contents(tmp_path / "target")
    assert set(before) - set(after) == set(result.left_out)
    assert set(result.left_out) == {"onnx/model.onnx", "pytorch_model.bin"}
    ((name, _),) = changed.items()
    held = layer.weights.holders[name]
    place = held.tensors[name]
    for file, content in after.items():
        own = before[file]
        if file == held.path.name:
            assert own[: place.begin] == content[: place.begin]
            assert own[place.end :] == content[place.end :] and own != content
        else:
            assert own == content
    new = load(tmp_path / "target").layers[-1].matrix("output")
    assert np.abs(new - matrix).max() <= result.roundings[name]
    digits = 8 if further else 24
    assert 0 < result.roundings[name] <= np.abs(matrix).max() * 2.0**-digits
    assert sorted(p.name for p in tmp_path.iterdir()) == ["source", "target"]


def test_permissions_are_copied_and_a_source_that_may_only_be_read_is_enough(tmp_path):
    source = furnished(tmp_path / "source")
    for path in [*source.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    source.chmod(0o555)
    try:
        layer = load(source).layers[0]
        changed = layer.stored_as("output", layer.matrix("output") + 1)
        write_checkpoint(source, tmp_path / "target", changed)
    finally:
        for path in [source, *source.rglob("*")]:
            path.chmod(0o755)
    assert (tmp_path / "target" / FILE).stat().st_mode & 0o777 == 0o444
    assert (
        load(tmp_path / "target").layers[0].matrix("output")[0, 0] != (layer.matrix("output")[0, 0])
    )


# ------------------------------------------------------------------ what can go wrong


def refused(source, target, changed, says, kind=Mistake):
    """Nothing but one line comes of it: no target, no leftovers, and the source as it was."""
    places = sorted(p for p in source.parent.rglob("*"))
    before = contents(source)
    with pytest.raises(kind, match=says) as told:
        write_checkpoint(source, target, changed)
    assert "\n" not in str(told.value) and len(str(told.value)) < 500
    assert type(told.value) is kind
    assert sorted(p for p in source.parent.rglob("*")) == places
    assert contents(source) == before


def a_change(source):
    layer = load(source).layers[0]
    return layer.stored_as("output", layer.matrix("output") + 1)


@pytest.mark.parametrize("at", [0, 1, 5_000])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch, code, at):
    source = furnished(tmp_path / "source")
    changed = a_change(source)
    left = [at]

    def copy(reading, copying, length):
        for block in iter(lambda: reading.read(100), b""):
            left[0] -= len(block)
            if left[0] < 0:
                raise OSError(code, os.strerror(code))
            copying.write(block)

    monkeypatch.setattr(shutil, "copyfileobj", copy)
    kind = Mistake if code == errno.EIO else LimitHit
    refused(source, tmp_path / "target", changed, "was not written", kind)
    left[0] = 10**9
    write_checkpoint(source, tmp_path / "target", changed)


def test_the_room_there_is_is_asked_for_first(tmp_path, monkeypatch):
    source = furnished(tmp_path / "source")
    changed, usage = a_change(source), shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    refused(source, tmp_path / "target", changed, "1000 are free.*; free some space", LimitHit)


def test_files_that_may_not_grow_leave_nothing(tmp_path):
    """A real limit of the system's, in a process of its own."""
    source = furnished(tmp_path / "source")
    program = (
        "import resource, sys\n"
        "from verify.language.mistakes import LimitHit\n"
        "from verify.checkpoints.writing import write_checkpoint\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try:\n"
        "    write_checkpoint(sys.argv[1], sys.argv[2], {})\n"
        "except LimitHit as told:\n"
        "    print(told)\n"
    )
    assert (source / FILE).stat().st_size > 4096
    before = contents(source)
    done = subprocess.run(
        [sys.executable, "-c", program, str(source), str(tmp_path / "target")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "was not written (file too large); raise the limit" in done.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == ["source"]
    assert contents(source) == before


def test_an_interrupt_leaves_nothing(tmp_path, monkeypatch):
    source = furnished(tmp_path / "source")

    def interrupted(*_):
        raise KeyboardInterrupt

    changed = a_change(source)
    monkeypatch.setattr(writing, "_settle", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_checkpoint(source, tmp_path / "target", changed)
    assert [p.name for p in tmp_path.iterdir()] == ["source"]


def test_targets_that_are_none(tmp_path):
    source = furnished(tmp_path / "source")
    changed = a_change(source)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("source")
    for name, says in {
        "source": "is or touches the source",
        "source/inside": "is or touches the source",
        "link": "is or touches the source",
        ".": "is or touches the source",
        "full": "is not empty",
        "file": "is not a folder",
        "none/target": "does not exist; create it first",
    }.items():
        refused(source, tmp_path / name, changed, says)
    (tmp_path / "empty").mkdir()
    write_checkpoint(source, tmp_path / "empty", changed)
    assert load(tmp_path / "empty").layers


def test_changes_that_are_none(tmp_path):
    source = furnished(tmp_path / "source", dtype="F16")
    ((name, array),) = a_change(source).items()
    target = tmp_path / "target"
    refused(source, target, {"h.9.x": array}, "has no tensor h.9.x")
    refused(
        source, target, {name: array[1:]}, r"has the shape \[8, 8\], and its new value \[7, 8\]"
    )
    refused(source, target, {name: array * np.nan}, "is not finite")
    refused(source, target, {name: array * 1e6}, "too large for F16; use a smaller change")


def test_a_link_out_of_the_source_is_not_followed(tmp_path):
    source = furnished(tmp_path / "source")
    (tmp_path / "secret").write_text("secret")
    (source / "readme").symlink_to(tmp_path / "secret")
    refused(source, tmp_path / "target", {}, "outside the folder")
    (source / "readme").unlink()
    (source / "more").symlink_to(tmp_path)
    refused(source, tmp_path / "target", {}, "is a link to a folder")


def test_a_file_of_tensors_appears_whole_or_not_at_all(tmp_path):
    path = tmp_path / FILE
    write_tensors(path, {"a": np.ones(3)})
    before = path.read_bytes()
    with pytest.raises(Mistake, match="b: a new entry is not finite"):
        write_tensors(path, {"a": np.zeros(3), "b": np.array([np.inf])})
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


# ------------------------------------------------------------------ roundings

numbers = st.one_of(
    st.floats(-3e38, 3e38, width=64),
    st.floats(-2, 2, width=32),
    # Next to a tie of bfloat16, by less than a float32 can tell.
    st.builds(
        lambda k, e, off: float(np.ldexp(257 + 2 * k, e) * (1 + off * 2.0**-45)),
        st.integers(0, 100), st.integers(-100, 100), st.integers(-1, 1),
    ),
)  # fmt: skip


@given(numbers)
def test_bfloat_is_the_nearest_and_the_even_one_of_two(number):
    bits = int(encode(np.array([number]), "BF16", "x")[0])
    value = float(decoded(np.array([bits], "<u2"), "BF16")[0])
    exact = Fraction(number)
    for other in (bits - 1, bits + 1):
        if not 0 <= other < 2**16 or (other ^ bits) & 0x8000:
            continue
        beside = float(decoded(np.array([other], "<u2"), "BF16")[0])
        if np.isfinite(beside):
            own, others = abs(exact - Fraction(value)), abs(exact - Fraction(beside))
            assert own < others or (own == others and bits % 2 == 0)


@given(st.sampled_from(["F16", "BF16", "F32"]), st.integers(0, 2**16 - 1))
def test_what_is_read_is_written_the_same(dtype, bits):
    array = decoded(np.array([bits], "<u2"), "BF16")
    if dtype == "F16":
        array = np.array([bits], "<u2").view("<f2")
    if np.isfinite(array).all():
        again = decoded(encode(array.astype(float), dtype, "x"), dtype)
        assert np.array_equal(again.astype(float), array.astype(float))
