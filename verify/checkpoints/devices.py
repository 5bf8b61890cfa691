"""Where the layers of `depth` are computed: by NumPy, or by torch on a device of its own.

The forward pass is written once, in the functions of the array API standard: it runs where the
arrays are that it is given. Only weights and states go to the device; what is measured of them is
computed by NumPy.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import array_api_compat as api
import numpy as np
from numpy.typing import DTypeLike

from verify.checkpoints.factors import Array
from verify.language.mistakes import Mistake

NUMPY = "numpy"


@dataclass(frozen=True)
class Device:
    """NumPy, or a device by torch's name for it: cpu, cuda, cuda:1, ..."""

    name: str = NUMPY

    def put(self, array: Array) -> Array:
        """Return an array of NumPy's on the device."""
        if self.name == NUMPY:
            return array
        placed: Array = import_module("torch").asarray(array, device=self.name)
        return placed

    def get(self, array: Array) -> Array:
        """Return an array of the device as one of NumPy's."""
        host: Any = array
        return array if self.name == NUMPY else np.asarray(host.cpu().numpy())

    def memory(self) -> int:
        """Return the bytes of its memory: of the machine, or of the card."""
        if self.name.startswith("cuda"):
            return int(import_module("torch").cuda.get_device_properties(self.name).total_memory)
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


HERE = Device()


def device(name: str, dtype: DTypeLike) -> Device:
    """Return the device of that name, tried with numbers of that type; raises Mistake."""
    found = Device(name)
    try:
        found.get(found.put(np.ones((2, 2), dtype)) @ found.put(np.ones((2, 2), dtype)))
    except ImportError:
        raise Mistake(
            f"--device: {name:.80} needs torch, which is not installed; pip install torch, or "
            "leave it out"
        ) from None
    except Exception as error:  # whatever torch says of a device that is not there
        reason = " ".join(str(error).split())[:160]
        raise Mistake(
            f"--device: torch cannot use {name:.80} here ({reason}); use cpu or cuda, or "
            "leave it out"
        ) from None
    return found


def beside(rows: Array, array: Any) -> Array:
    """Return an array of NumPy's where other arrays are, of its own type."""
    placed: Array = api.array_namespace(rows).asarray(array, device=api.device(rows))
    return placed
