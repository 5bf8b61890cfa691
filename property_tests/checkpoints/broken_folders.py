"""Folders that are no sound checkpoint, by what is broken, and how a command refuses one."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from verify.checkpoints.weights import INDEX, SINGLE
from verify.cli import COMMANDS, main
from verify.telling.errors import BAD_INPUT, LIMIT

OPTIONS = {
    "steer": ["--direction", "token:1", "--strength", "30", "-o", "{}/new"],
    "depth": ["--json", "{}/depth.json"],
    "spectrum": ["--json", "{}/spectrum.json"],
}
PRESENT = [name for name in OPTIONS if name in COMMANDS]


def parts(folder: Path) -> tuple[dict[str, Any], bytes]:
    """The header of the weights, and the bytes after it."""
    data = (folder / SINGLE).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def put(folder: Path, header: Any, data: bytes, length: int | None = None) -> None:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    claimed = struct.pack("<Q", len(text) if length is None else length)
    (folder / SINGLE).write_bytes(claimed + text + data)


def with_header(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def broken(folder: Path) -> None:
        header, data = parts(folder)
        change(header)
        put(folder, header, data)

    return broken


def with_config(**changes: Any) -> Callable[[Path], None]:
    """config.json with other entries; None takes one away."""

    def broken(folder: Path) -> None:
        content = json.loads((folder / "config.json").read_text("utf-8")) | changes
        kept = {key: value for key, value in content.items() if value is not None}
        (folder / "config.json").write_text(json.dumps(kept), encoding="utf-8")

    return broken


def with_text(name: str, text: str | bytes) -> Callable[[Path], None]:
    def broken(folder: Path) -> None:
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)

    return broken


def with_entry(value: float | bytes, name: str = "h.0.ln_1.weight") -> Callable[[Path], None]:
    """One number of one tensor, or its four bytes."""
    raw = value if isinstance(value, bytes) else np.float32(value).tobytes()

    def broken(folder: Path) -> None:
        header, data = parts(folder)
        begin = header[name]["data_offsets"][0]
        put(folder, header, data[:begin] + raw + data[begin + 4 :])

    return broken


def truncated(folder: Path) -> None:
    data = (folder / SINGLE).read_bytes()
    (folder / SINGLE).write_bytes(data[:-5])


def cut_in_the_header(folder: Path) -> None:
    (folder / SINGLE).write_bytes((folder / SINGLE).read_bytes()[:100])


def longer(folder: Path) -> None:
    (folder / SINGLE).write_bytes((folder / SINGLE).read_bytes() + b"more")


def huge_header(folder: Path) -> None:
    put(folder, *parts(folder), length=2**62)


def huge_tensor(header: dict[str, Any]) -> None:
    header["wte.weight"] |= {"shape": [2**31, 2**31], "data_offsets": [0, 2**64]}


def overlapping(header: dict[str, Any]) -> None:
    header["h.1.ln_1.weight"]["data_offsets"] = header["h.0.ln_1.weight"]["data_offsets"]


def duplicate_tensor(folder: Path) -> None:
    header, data = parts(folder)
    name, entry = "h.0.ln_1.weight", json.dumps(header["h.0.ln_1.weight"])
    text = json.dumps(header)[:-1] + f', "{name}": {entry}}}'
    put(folder, text.encode(), data)


def pickled(folder: Path) -> None:
    (folder / SINGLE).unlink()
    (folder / "pytorch_model.bin").write_bytes(b"PK\x03\x04")


def pickle_renamed(folder: Path) -> None:
    (folder / SINGLE).write_bytes(b"\x80\x02}q\x00." * 10)


def no_weights(folder: Path) -> None:
    (folder / SINGLE).unlink()


def linked_outside(folder: Path) -> None:
    os.rename(folder / SINGLE, folder.parent / "elsewhere")
    (folder / SINGLE).symlink_to(folder.parent / "elsewhere")


def linked_nowhere(folder: Path) -> None:
    (folder / SINGLE).unlink()
    (folder / SINGLE).symlink_to(folder / "nowhere")


def linked_to_itself(folder: Path) -> None:
    (folder / "config.json").unlink()
    (folder / "config.json").symlink_to(folder / "config.json")


def a_pipe(folder: Path) -> None:
    (folder / SINGLE).unlink()
    os.mkfifo(folder / SINGLE)


def a_folder(folder: Path) -> None:
    (folder / SINGLE).unlink()
    (folder / SINGLE).mkdir()


def indexed(**held: str) -> Callable[[Path], None]:
    def broken(folder: Path) -> None:
        os.rename(folder / SINGLE, folder / "model-1.safetensors")
        text = json.dumps({"weight_map": held})
        (folder / INDEX).write_text(text, encoding="utf-8")

    return broken


Entry = tuple[Callable[[Path], None], str]
BROKEN: dict[str, Entry] = {
    "truncated": (truncated, "is truncated"),
    "cut in the header": (cut_in_the_header, "claims a header of"),
    "empty": (with_text(SINGLE, b""), "has 0 bytes"),
    "bytes after the end": (longer, "bytes after its last tensor"),
    "header of 2^62 bytes": (huge_header, "claims a header of 4611686018427387904 bytes"),
    "header of 2^64 - 1 bytes": (with_text(SINGLE, b"\xff" * 64), "claims a header of"),
    "header that is no JSON": (with_text(SINGLE, b"\x08" + b"\0" * 7 + b"not JSON"), "header"),
    "header that is a list": (with_text(SINGLE, b"\x02" + b"\0" * 7 + b"[]"), "header"),
    "tensor of 2^62 numbers": (with_header(huge_tensor), "wte.weight"),
    "places out of range": (
        with_header(lambda h: h["wte.weight"].update(data_offsets=[0, 10**9])),
        "'wte.weight' is misplaced",
    ),
    "places before 0": (
        with_header(lambda h: h["wte.weight"].update(data_offsets=[-4, 412])),
        "invalid data_offsets",
    ),
    "places in the wrong order": (
        with_header(lambda h: h["wte.weight"]["data_offsets"].reverse()),
        "wte.weight",
    ),
    "tensors that overlap": (with_header(overlapping), "overlap"),
    "two tensors of one name": (duplicate_tensor, "two tensors 'h.0.ln_1.weight'"),
    "a type that is none": (with_header(lambda h: h["wte.weight"].update(dtype="F31")), "F31"),
    "integers": (
        with_header(lambda h: h["h.1.attn.c_proj.weight"].update(dtype="I32")),
        "holds I32",
    ),
    "a shape that does not fit": (
        with_header(lambda h: h["wte.weight"].update(shape=[8, 14])),
        "does not match its shape",
    ),
    "a shape of another model": (
        with_header(lambda h: h["wte.weight"].update(shape=[8, 13])),
        "config.json requires [13, 8]",
    ),
    "a tensor is missing": (
        with_header(lambda h: h.update(renamed=h.pop("h.1.attn.c_proj.weight"))),
        "h.1.attn.c_proj.weight is missing",
    ),
    "weights that are NaN": (with_entry(float("nan")), "h.0.ln_1.weight has an entry that is nan"),
    "a NaN that signals": (with_entry(b"\x01\0\x80\x7f"), "an entry that is nan"),
    "weights that are infinite": (with_entry(float("-inf")), "an entry that is -inf"),
    "NaN in words": (with_entry(float("nan"), "wte.weight"), "wte.weight has an entry that is nan"),
    "heads that do not divide d": (with_config(n_head=3), "a divisor of n_embd, 8"),
    "no heads": (with_config(n_head=0), "n_head"),
    "more layers than there are": (with_config(n_layer=3), "is missing"),
    "very many layers": (with_config(n_layer=10**9), "n_layer"),
    "a width that is no number": (with_config(n_embd="8"), "n_embd"),
    "a width that is missing": (with_config(n_embd=None), "n_embd is missing"),
    "an architecture that is none": (
        with_config(model_type="mamba"),
        "use a checkpoint of gpt2, gpt_neo, bert, albert, llama, mistral, qwen2",
    ),
    "no architecture": (with_config(model_type=None), "model_type is missing"),
    "an activation that is none": (with_config(activation_function="sine"), "sine"),
    "a configuration that is no JSON": (with_text("config.json", "{"), "valid JSON"),
    "a configuration that is no object": (with_text("config.json", "[]"), "not a JSON object"),
    "a key that occurs twice": (with_text("config.json", '{"a": 1, "a": 2}'), "occurs twice"),
    "a deep configuration": (with_text("config.json", "[" * 10**5), "nested too deeply"),
    "bytes that are no text": (with_text("config.json", b'{"a": "\xff"}'), "valid JSON"),
    "no configuration": (lambda folder: (folder / "config.json").unlink(), "does not exist"),
    "pickles only": (pickled, "refused because reading it would run"),
    "a pickle by another name": (pickle_renamed, "refused because reading it would run"),
    "no weights": (no_weights, "has neither"),
    "a link outside the folder": (linked_outside, "outside the folder"),
    "a link to nowhere": (linked_nowhere, "does not exist"),
    "a link to itself": (linked_to_itself, "config.json"),
    "a pipe": (a_pipe, "not a regular file"),
    "a folder for a file": (a_folder, "not a regular file"),
    "an index to a file outside": (indexed(a="../x.safetensors"), "leads out of it"),
    "an index to a file that is not there": (indexed(a="x.safetensors"), "does not exist"),
    "an index to a pickle": (indexed(a="pytorch_model.bin"), "not a safetensors file"),
    "an index of what is not there": (indexed(a="model-1.safetensors"), "which does not have it"),
    "an index that is none": (with_text(INDEX, "{}"), ""),
}


def everything(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """All that is in a folder: the kinds, sizes and times of files, and their bytes."""
    return {
        path.relative_to(folder).as_posix(): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


def refused(command: str, checkpoint: Path, tmp_path: Path, capsys: Any) -> str:
    """The line a command tells, having written nothing."""
    before = everything(tmp_path)
    options = [option.format(tmp_path) for option in OPTIONS[command]]
    code = main([command, str(checkpoint), *options])
    out, err = capsys.readouterr()
    assert code in (BAD_INPUT, LIMIT)
    assert out == "" and err.startswith("verify: ") and err.count("\n") == 1
    assert everything(tmp_path) == before
    return str(err)
