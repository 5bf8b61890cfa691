"""The fourth face of an assumption: what decides it on a measured layer of a network.

An assumption asks a question (is it symmetric? is it positive?). A statement says which part of a
layer each of its things stands for: `given.layer((U, "F"), causal())`. Whoever measures layers
answers by part and question, and so finds out which statements speak about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Of a layer x_i -> x_i + sum_h F_h sum_j A^h_ij x_j with scores x_i^T P_h x_j: the matrices and the
# eigenvalues that a statement may be about, and the layer itself.
LayerPart = Literal[
    "layer", "F", "every F_h", "F with gains", "P", "lambda_1", "growth of I + F",
    "growth along v_1", "norm of F", "first eigenvalues of F_h", "gains", "shifts",
]  # fmt: skip
Question = Literal[
    "symmetric", "definite", "nonsingular", "bounded", "multiple of the scores",
    "multiple of the identity", "with eigenvectors", "simple", "above the other moduli",
    "real", "one of a pair", "positive", "not positive", "at least 0", "below 1", "equal",
    "one head", "full", "causal", "full or causal", "rooted", "no biases", "no biases of scores",
    "no positions", "norm before", "norm after", "shared weights", "all read",
]  # fmt: skip


@dataclass(frozen=True)
class Ask:
    """What a statement asks of a part of a layer; `question` is None where nothing decides it."""

    part: LayerPart
    question: Question | None
    phrase: str


def asked(question: Question, part: LayerPart = "layer") -> Ask:
    """Ask of a layer what the statement takes for granted, such as full attention."""
    return Ask(part, question, question)


@dataclass(frozen=True)
class Hypothesis:
    """Something a theorem asks for: whether a layer has it, and the quantity behind it.

    `holds` is None where the quantity is within its error of the threshold, or not measurable.
    """

    says: str
    holds: bool | None
    measured: str


@dataclass(frozen=True)
class OfLayers:
    """What a statement says of a layer, or of a whole `network`, that has all it asks for.

    `concludes` may hold `{kappa}`, a bound of |P_h|; `if_full` is added where attention is full.
    Not every conclusion is an `outcome` of repeating the layer. `norm` is the kind of norm that
    the statement is about, if it is about one. `answers` are topics on which it is cited, and
    `protocol` is the experiment of it that can be run on a checkpoint.
    """

    concludes: str = ""
    if_full: str = ""
    outcome: bool = True
    network: bool = False
    norm: Literal["layer", "rms"] | None = None
    answers: tuple[str, ...] = ()
    protocol: str = ""
