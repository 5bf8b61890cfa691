"""Recorded measurements of a trained model: all-MiniLM-L6-v2, a BERT with six layers.

The weights (a package, see .ci/published.txt) are not needed to draw the figure: `minilm.json` has the
numbers, and property_tests/checkpoints/test_published_weights.py measures them again.
"""

from __future__ import annotations

import json
from pathlib import Path

from verify.statements.illustrations import Arrays, Measured

RECORDED = Path(__file__).with_name("minilm.json")
ENDS, DEPTH = 12, 24  # eigenvalues at either end of a spectrum; layers, where one is repeated


def recorded(*, seed: int, part: range) -> Arrays:
    """Return the recorded numbers."""
    from verify.numerics.trajectories import floats

    found = json.loads(RECORDED.read_text("utf-8"))
    layers = len(found["real"])
    return {
        "number": floats([k for k in range(layers) for _ in range(2 * ENDS)]),
        "real": floats([x for row in found["real"] for x in row]),
        "layers": floats(range(layers)), "first": floats([max(row) for row in found["real"]]),
        "passed": floats(range(layers + 1)), "once": floats(found["once"]),
        "repeated": floats(range(DEPTH + 1)), "last": floats(found["last"]),
    }


def of_the_model(arrays: Arrays) -> Measured:
    """Measure what is left of the distance, and the largest real parts."""
    once, last, first = (arrays[name].tolist() for name in ("once", "last", "first"))
    return {"distance left after the layers": f"{once[-1] / once[0]:.2f}",
            "distance left when the last is repeated": f"{last[-1] / last[0]:.2g}",
            "least largest real part": f"{min(first):.2f}", "largest real part": f"{max(first):.2f}"}
