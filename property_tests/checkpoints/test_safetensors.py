"""The reader of safetensors: every type bit for bit, and every wrong header refused in one line."""

from __future__ import annotations

import json
import os
import pickle
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from headers import file_of, layout, written

from verify.checkpoints.safetensors import decoded, open_tensors
from verify.language.mistakes import Mistake

NAME = "model.safetensors"
GOOD, SIZE = layout(
    [("a", "F32", (2, 3)), ("b", "F16", (4,)), ("c", "BF16", ()), ("d", "I64", (1,))]
)
DATA = bytes(range(SIZE))


def changed(**entries):
    """The good header with some entries changed, or taken away if None."""
    header = {**GOOD, **entries}
    return {name: entry for name, entry in header.items() if entry is not None}


def entry(of, **changes):
    return {**GOOD[of], **changes}


# ------------------------------------------------------------------ what is right


@given(st.permutations(list(GOOD)), st.sampled_from([b"", b" ", b"\n\t "]), st.integers(0, 7))
def test_views_are_the_bytes_in_any_order_at_any_offset(tmp_path_factory, order, space, pad):
    folder = tmp_path_factory.mktemp("good")
    header = {name: GOOD[name] for name in order} | {"__metadata__": {"k": 'v"\\{', "l": ""}}
    text = space + json.dumps(header, indent=1).encode() + b" " * pad
    file = open_tensors(written(folder, file_of(text, DATA)), NAME)
    assert set(file.tensors) == set(GOOD)
    assert np.array_equal(file.stored("a"), np.frombuffer(DATA[:24], "<f4").reshape(2, 3))
    assert np.array_equal(file.stored("b"), np.frombuffer(DATA[24:32], "<f2"))
    assert file.stored("c") == np.frombuffer(DATA[32:34], "<u2")[0]
    assert file.stored("c").shape == ()
    with pytest.raises(ValueError, match="read-only"):
        file.stored("a")[0, 0] = 1


@given(st.integers(0, 2**16 - 1))
def test_bfloat_is_sign_exponent_and_seven_bits(bits):
    sign, exponent, fraction = bits >> 15, bits >> 7 & 0xFF, bits & 0x7F
    value = decoded(np.array([bits], dtype="<u2"), "BF16")[0]
    if exponent == 0xFF:
        assert np.isnan(value) if fraction else np.isinf(value)
        return
    size = (fraction / 128 + (exponent > 0)) * 2.0 ** (max(exponent, 1) - 127)
    assert value == (-size if sign else size)


@given(st.integers(0, 2**16 - 1))
def test_half_is_sign_exponent_and_ten_bits(tmp_path_factory, bits):
    sign, exponent, fraction = bits >> 15, bits >> 10 & 0x1F, bits & 0x3FF
    header, _ = layout([("x", "F16", (1,))])
    folder = written(tmp_path_factory.mktemp("f16"), file_of(header, bits.to_bytes(2, "little")))
    file = open_tensors(folder, NAME)
    if exponent == 0x1F:
        with pytest.raises(Mistake, match="tensor x has an entry that is"):
            file.read("x")
        return
    size = (fraction / 1024 + (exponent > 0)) * 2.0 ** (max(exponent, 1) - 15)
    assert file.read("x")[0] == (-size if sign else size)


def test_nothing_but_floats_is_read_as_weights(tmp_path):
    file = open_tensors(written(tmp_path, file_of(GOOD, DATA)), NAME)
    with pytest.raises(Mistake, match="holds I64"):
        file.read("d")


# ------------------------------------------------------------------ what is wrong

FAR = [2**62, 2**62 + 8]
TWICE = b'{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},' + (
    b'"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}'
)
WRONG = {
    "empty": (b"", "has 0 bytes"),
    "seven bytes": (b"1234567", "has 7 bytes"),
    "huge header": (file_of(GOOD, DATA, length=2**62), f"a header of {2**62} bytes"),
    "header to the end and on": (file_of(b"{}", b"", length=3), "a header of 3 bytes"),
    "truncated": (file_of(GOOD, DATA)[:-1], "is truncated"),
    "truncated in the header": (file_of(GOOD, DATA)[:40], "a header of"),
    "trailing bytes": (file_of(GOOD, DATA + b"x"), "1 bytes after its last"),
    "overlap": (
        file_of(changed(b=entry("b", data_offsets=[23, 31])), DATA),
        "overlap: 'a' and 'b'",
    ),
    "the same bytes": (file_of(changed(e=GOOD["a"]), DATA), "overlap"),
    "hole": (file_of(changed(b=None), DATA), "a hole of 8 bytes before 'c'"),
    "out of range": (file_of(changed(d=entry("d", data_offsets=FAR)), DATA), "misplaced"),
    "backwards": (file_of(changed(b=entry("b", data_offsets=[32, 24])), DATA), "invalid data"),
    "negative": (file_of(changed(a=entry("a", data_offsets=[-24, 0])), DATA), "invalid data"),
    "floats": (file_of(changed(a=entry("a", data_offsets=[0.0, 24.0])), DATA), "invalid data"),
    "booleans": (file_of(changed(a=entry("a", data_offsets=[False, True])), DATA), "invalid data"),
    "wrong dtype": (file_of(changed(a=entry("a", dtype="F33")), DATA), "dtype 'F33'"),
    "another dtype": (file_of(changed(a=entry("a", dtype="F64")), DATA), "does not match"),
    "wrong shape": (file_of(changed(a=entry("a", shape=[2, 4])), DATA), "does not match"),
    "huge shape": (file_of(changed(a=entry("a", shape=[2**62, 2**62])), DATA), "does not match"),
    "huge shape of nothing": (
        file_of(changed(a=entry("a", shape=[2**62, 0], data_offsets=[0, 0])), DATA[24:]),
        "does not match its shape|hole",
    ),
    "many dimensions": (file_of(changed(a=entry("a", shape=[1] * 99)), DATA), "not a short list"),
    "shape of words": (file_of(changed(a=entry("a", shape="23")), DATA), "not a short list"),
    "a key too many": (file_of(changed(a=entry("a", extra=1)), DATA), "other keys"),
    "a key missing": (file_of(changed(a={"dtype": "F32"}), DATA), "other keys"),
    "a key twice": (
        file_of(b'{"a":{"dtype":"U8","dtype":"I8","shape":[1],"data_offsets":[0,1]}}', b"1"),
        "'dtype' occurs twice",
    ),
    "a tensor twice": (file_of(TWICE, b"12"), "two tensors 'a'"),
    "a list": (file_of(b"[]", b""), "without the '{'"),
    "no object": (file_of(b"null", b""), "without the '{'"),
    "no end": (file_of(b'{"a":', b""), "no entry"),
    "two objects": (file_of(b"{}{}", b""), "after the object"),
    "a comma too many": (file_of(b'{"__metadata__":{},}', b""), "no name"),
    "not UTF-8": (file_of(b'{"\xff":1}', b""), "not UTF-8"),
    "control characters": (file_of(b'{"\x00":1}', b""), "control characters"),
    "metadata of numbers": (file_of(b'{"__metadata__":{"a":1}}', b""), "not a string"),
    "metadata twice": (file_of(b'{"__metadata__":{},"__metadata__":{}}', b""), "two entries"),
    "metadata's key twice": (file_of(b'{"__metadata__":{"a":"","a":""}}', b""), "twice the key"),
    "metadata without end": (file_of(b'{"__metadata__":{"a":"b"', b""), "without"),
    "a pickle": (pickle.dumps({"a": [1.5] * 9}), "is a pickle under another name"),
    "an archive": (b"PK\x03\x04" + bytes(60), "is a pickle under another name"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused_in_one_line(tmp_path, case):
    content, says = WRONG[case]
    with pytest.raises(Mistake, match=says) as told:
        open_tensors(written(tmp_path, content), NAME)
    line = str(told.value)
    assert line.startswith(f"{tmp_path / NAME}: ") and "\n" not in line and len(line) < 400
    assert "; " in line, "the fix is missing"
    assert (tmp_path / NAME).read_bytes() == content


LARGE = 3_000_000
HOSTILE = {
    "deep lists": b"[" * LARGE,
    "deep objects": b'{"a":' * (LARGE // 5),
    "deep shapes": b'{"a":{"shape":' + b"[" * LARGE,
    "a list of numbers": b'{"a":[' + b"0," * (LARGE // 2),
    "a shape of numbers": b'{"a":{"shape":[' + b"0," * (LARGE // 2),
    "a number": b'{"a":{"shape":[' + b"9" * LARGE,
    "a name": b'{"' + b"a" * LARGE + b'":{}}',
    "escapes": b'{"' + b"\\\\" * (LARGE // 2) + b'":{}}',
    "metadata": b'{"__metadata__":{"a":"' + b"\\n" * (LARGE // 2) + b'"}}',
    "metadata of backslashes": b'{"__metadata__":{"a":"' + b"\\" * LARGE + b'"}}',
    "many keys": b'{"__metadata__":{'
    + b",".join(b'"%d":""' % k for k in range(LARGE // 9))
    + b"}}",
    "spaces": b"{" + b" " * LARGE,
    "wide characters": ('{"' + "\U0001f600" * (LARGE // 4) + '":{}}').encode(),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_header_costs_less_memory_than_its_file(tmp_path, case):
    folder = written(tmp_path, file_of(HOSTILE[case], b""))
    accepted = case.startswith("metadata")
    tracemalloc.start()
    try:
        open_tensors(folder, NAME)
        assert accepted
    except Mistake as told:
        assert not accepted and len(str(told)) < 400
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak <= os.path.getsize(folder / NAME)
