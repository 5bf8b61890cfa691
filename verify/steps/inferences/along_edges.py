"""One token after another, along the edges of the causal mask."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Number, Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.language.walk import free_indices
from verify.statements.claim_words import tends_to
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition


@dataclass(frozen=True, eq=False)
class AlongEdges(Inference):
    """A number u_i >= 0 of every token tends to 0, for those of the tokens before it do.

    `AlongEdges(x[i] @ x[i], rate=k, gain=m, by="falls")`: steps say that the rate of u_i is at
    most -k u_i + m times the sum of the u_j of all tokens j before i, that k > 0 and m >= 0, and
    u_i >= 0 where that is not evident. (A cascade of input-to-state stable systems.)
    """

    of: Scalar
    rate: Scalar | Number
    gain: Scalar | Number
    asks = (
        "steps have to say that the rate of u is at most -k u + m times the sum over the tokens "
        "before, that u is at least 0, and k more than 0"
    )
    tactic, theorem = "along_edges", "induction along the order of the tokens"

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(free_indices(self.of)) != 1:
            raise Mistake("AlongEdges takes a number of any token, such as x[i] @ x[i]")

    def families(self) -> tuple[Scalar, ...]:
        return (self.of,)

    def functions(self) -> tuple[Scalar, ...]:
        return (as_scalar(self.rate), as_scalar(self.gain))

    def concludes(self) -> Proposition:
        return tends_to(self.of, 0)
