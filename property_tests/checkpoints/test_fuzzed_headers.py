"""Safetensors files changed at random: each is read, or refused in one line, at no cost of memory.

2,000 files, and 10,000 with VERIFY_PROFILE=nightly; `python test_fuzzed_headers.py` tells what
they cost.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from headers import BYTES, file_of, layout, written

from verify.checkpoints.safetensors import FLOATS, open_tensors
from verify.language.mistakes import Mistake

NAME = "model.safetensors"
COUNT = 10_000 if os.environ.get("VERIFY_PROFILE") == "nightly" else 2_000
CALL = 32_768  # bytes: pieces of text, frames, and the message
ODD = [
    0, -1, 1, 7, 2**31, 2**62, 2**63, 2**64, 10**400, 1.5, -0.0, True, None, "", "F32", "F64", "é",
    "\U0001f600", [], {}, [[]], [0], [0, 0], [2**62, 2**62 + 4], {"a": 1}, float("nan"), "a" * 3000,
]  # fmt: skip


def model(random_):
    """A sound header, and data, of a few tensors."""
    tensors = []
    for k in range(random_.randint(0, 12)):
        shape = [random_.randint(0, 40) for _ in range(random_.randint(0, 2))]
        tensors.append((f"h.{k}.weight", random_.choice(sorted(BYTES)), shape))
    header, size = layout(tensors)
    if random_.random() < 0.3:
        header["__metadata__"] = {"format": "pt", "k": "\\ \"'{}"}
    # The file is larger than what reading it may cost, so that the comparison means something.
    header["padding"] = {"dtype": "U8", "shape": [40_000], "data_offsets": [size, size + 40_000]}
    return header, random_.randbytes(size + 40_000)


def twisted(random_, header):
    """Change an entry of the header: a value, a key, or the order."""
    name = random_.choice(list(header))
    entry = header[name]
    match random_.randrange(7):
        case 0:
            header[name] = random_.choice(ODD)
        case 1:
            entry[random_.choice(["dtype", "shape", "data_offsets", "k", ""])] = random_.choice(ODD)
        case 2:
            entry.pop(random_.choice(list(entry)))
        case 3:
            header[random_.choice(["", "a" * 3000, "__metadata__", "\U0001f600"])] = entry
        case 4:
            other = header[random_.choice(list(header))]
            entry["data_offsets"] = other.get("data_offsets", [0, 1])
        case 5:
            key = random_.choice(["shape", "data_offsets"])
            values = list(entry.get(key, []))
            if values:
                values[random_.randrange(len(values))] = random_.choice(ODD)
            entry[key] = values
        case _:
            shuffled = random_.sample(list(header), len(header))
            return {each: header[each] for each in shuffled}
    return header


def fuzzed(seed):
    """A file's bytes, sound or not."""
    random_ = random.Random(seed)
    header, data = model(random_)
    for _ in range(random_.choice([0, 1, 1, 1, 2, 5])):
        try:
            header = twisted(random_, header)
        except (AttributeError, KeyError, IndexError, TypeError):
            continue  # twisted already into something without entries
    text = json.dumps(header, ensure_ascii=random_.random() < 0.5).encode("utf-8", "surrogatepass")
    length = len(text)
    if random_.random() < 0.1:
        length = random_.choice([0, 1, length - 1, length + 1, 2**31, 2**62, 2**64 - 1])
    content = bytearray(file_of(text, data, length))
    for _ in range(random_.choice([0, 0, 0, 1, 1, 3, 20])):
        content[random_.randrange(min(len(content), length % 2**16 + 16))] = random_.choice(
            [random_.randrange(256), *b'{}[]",:\\0e- \n']
        )
    if random_.random() < 0.15:
        del content[random_.randrange(len(content)) :]
    return bytes(content)


def outcome(folder, seed):
    """Whether a file is read or refused, and what reading it costs beyond its own size."""
    content = fuzzed(seed)
    written(folder, content)
    file = None
    tracemalloc.start()
    try:
        file = open_tensors(folder, NAME)
    except Mistake as told:
        assert "\n" not in str(told) and len(str(told)) < 500
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    if file is not None:
        check(file, content)
    return file is not None, peak, len(content)


def check(file, content):
    """What is accepted fills the file without gaps, and nothing is read elsewhere."""
    reached = 8 + int.from_bytes(content[:8], "little")
    for name, tensor in sorted(file.tensors.items(), key=lambda t: (t[1].begin, t[1].end)):
        assert tensor.begin == reached
        reached = tensor.end
        if tensor.dtype in FLOATS:
            assert file.stored(name).tobytes() == content[tensor.begin : tensor.end]
    assert reached == len(content)


def test_fuzzed_files_are_read_or_refused(tmp_path):
    outcomes = [outcome(tmp_path, seed) for seed in range(COUNT)]
    accepted = sum(read for read, _, _ in outcomes)
    assert COUNT / 20 < accepted < COUNT * 19 / 20, "the fuzz no longer meets both"
    # Cut short, a file may be smaller than what a call of any size takes for itself.
    assert all(peak <= max(size, CALL) for _, peak, size in outcomes)


if __name__ == "__main__":
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as place:
        found = [outcome(Path(place), seed) for seed in range(COUNT)]
    took = time.perf_counter() - begun
    read = sum(accepted for accepted, _, _ in found)
    worst = max(peak for _, peak, _ in found)
    print(f"{COUNT} files, {read} read, {took:.1f} s, most memory for one {worst} bytes")
    print(f"smallest file {min(s for *_, s in found)}, largest {max(s for *_, s in found)} bytes")
