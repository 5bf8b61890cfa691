"""Weights of 8 or 4 bits: told by name, with what to do; none is read.

What they hold is not the matrix that is used, but codes and scales from which a kernel makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from verify.language.mistakes import Mistake

# How a tensor ends that only one layout has.
LAYOUTS = {
    ".qweight": "GPTQ or AWQ (4 bits)",
    ".qzeros": "GPTQ or AWQ (4 bits)",
    ".weight.absmax": "bitsandbytes (4 bits)",
    ".weight.quant_map": "bitsandbytes (4 bits)",
    ".SCB": "bitsandbytes (8 bits)",
    ".weight_packed": "compressed-tensors (4 bits)",
    ".weight_scale_inv": "FP8 in blocks",
    ".weight_scale": "compressed-tensors (8 bits)",
    "_blocks": "MXFP4",
    ".W_q": "HQQ",
    "._data": "quanto",
    "._scale": "quanto",
    ".codebooks": "AQLM",
    ".scales": "MLX",  # after GPTQ and AWQ, which have such, too
}
# Which methods the library turns back, and how.
BACK = {
    "bitsandbytes": "AutoModel.from_pretrained(...).dequantize().save_pretrained(FOLDER)",
    "fp8": "from_pretrained(..., quantization_config=FineGrainedFP8Config(dequantize=True))",
    "mxfp4": "from_pretrained(..., quantization_config=Mxfp4Config(dequantize=True))",
}


def refuse_quantised(path: Path, content: Mapping[str, Any]) -> None:
    """Raise Mistake where a configuration says that weights are quantised, and by what."""
    said = content.get("quantization_config", content.get("quantization"))  # MLX has the latter
    if said is None:
        return
    method = said.get("quant_method") if isinstance(said, Mapping) else None
    bits = said.get("bits") if isinstance(said, Mapping) else None
    if isinstance(said, Mapping) and type(bits) is not int:
        bits = 8 if said.get("load_in_8bit") is True else None
        bits = 4 if said.get("load_in_4bit") is True else bits
    how = f" by {method!r:.40}" if isinstance(method, str) else ""
    how += f" to {bits} bits" if type(bits) is int else ""
    raise Mistake(f"{path}: the weights are quantised{how}, which is not supported; {_fix(method)}")


def layout_of(names: Iterable[str]) -> str | None:
    """Return the quantised layout that tensors have by their names, or None."""
    every = list(names)
    return next((LAYOUTS[end] for end in LAYOUTS if any(n.endswith(end) for n in every)), None)


def told_by_tensors(folder: Path, names: Iterable[str]) -> None:
    """Raise Mistake where tensors have the names of a quantised layout."""
    layout = layout_of(names)
    if layout is not None:
        raise Mistake(
            f"{folder}: quantised weights ({layout}) are not supported; "
            f"{_fix('bitsandbytes' if 'bitsandbytes' in layout else None)}"
        )


def _fix(method: object) -> str:
    back = BACK.get(method) if isinstance(method, str) else None
    also = "" if back is None else f", or reverse them: {back}"
    return f"use the original checkpoint{also}"
