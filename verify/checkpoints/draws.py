"""Random numbers of their own for each use of one seed."""

from __future__ import annotations

import hashlib

from verify.numerics.draws import Draws


def draws_for(seed: int, *what: object) -> Draws:
    """Return draws that other uses of the seed do not share."""
    text = "/".join(map(str, (seed, *what)))
    return Draws(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))
