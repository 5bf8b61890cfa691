"""What a run is said to show: comparisons of measured figures with bounds, and their words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from verify.language.mistakes import Mistake
from verify.numerics.figures import Figure
from verify.numerics.number import Truth
from verify.statements.outcomes import Outcome

SIDES = {"<=": "at most", ">=": "at least"}
ADJECTIVES = ("causal", "redrawn", "whole")  # parameters that are so or not
BORNE_OUT = {True: "supported", False: "not supported", None: "not decided"}
_SCIENTIFIC = re.compile(r"(-?\d+(?:\.\d+)?)e([-+]\d+)")


@dataclass(frozen=True)
class Record:
    """What one run measured, by name, and a bound of the integrator's error in any token."""

    figures: Mapping[str, Figure]
    error: float = 0.0


@dataclass(frozen=True)
class Shows:
    """A claim about a figure; `supported` says whether the run is to bear it out."""

    says: str
    figure: str
    sign: Literal["<=", ">="]
    bound: Fraction
    supported: bool = True

    def truth(self, record: Record) -> Truth:
        """Return whether a record bears the claim out, as far as the figure's error allows."""
        if self.figure not in record.figures:
            known = ", ".join(map(repr, record.figures))
            raise Mistake(f"the run does not measure {self.figure!r}; it measures {known}")
        figure = record.figures[self.figure]
        return figure.at_most(self.bound) if self.sign == "<=" else figure.at_least(self.bound)

    def contradicted(self, found: str) -> dict[str, Any]:
        """Return the witness that a run contradicts the claim, where the figure is as found."""
        side = "most" if self.sign == "<=" else "least"
        return {
            f"“{self.says}”: {self.figure} should be at {side}": str(self.bound), "and is": found
        }  # fmt: skip

    def words(self) -> str:
        """Return what the run must do."""
        must = "It must support" if self.supported else "It must contradict"
        return f"{must} that {self.says}: {self.threshold()}."

    def threshold(self) -> str:
        """Return what is measured, and the bound that it is compared with."""
        return f"{self.figure} {SIDES[self.sign]} {bound_told(self.bound)}"


def claimed(
    says: str,
    figure: str,
    at_most: Fraction | int | None,
    at_least: Fraction | int | None,
    supported: bool,
) -> Shows:
    """Return a claim about a figure. Raises Mistake unless it has one exact bound."""
    if (at_most is None) == (at_least is None):
        raise Mistake(f"the claim {says!r} needs one bound: at_most=... or at_least=...")
    if at_most is not None:
        return Shows(says, figure, "<=", _exact(says, at_most), supported)
    return Shows(says, figure, ">=", _exact(says, at_least), supported)


def _exact(says: str, bound: object) -> Fraction:
    if isinstance(bound, bool) or not isinstance(bound, int | Fraction):
        raise Mistake(f"the claim {says!r} has the bound {bound!r}; write Fraction(1, 1000)")
    return Fraction(bound)


def as_expected(claim: Shows, record: Record) -> bool:
    """Return whether a record bears out what it is to, or contradicts it."""
    return claim.truth(record) is (Truth.TRUE if claim.supported else Truth.FALSE)


def told_of(claim: Shows, record: Record) -> dict[str, Any]:
    """Return a claim with what was measured, as plain data."""
    truth = claim.truth(record)
    return {
        "says": claim.says,
        "figure": claim.figure,
        "measured": str(record.figures[claim.figure]),
        "shown": record.figures[claim.figure].shown,
        "sign": claim.sign,
        "bound": str(claim.bound),
        "wanted": claim.supported,
        "supported": {Truth.TRUE: True, Truth.FALSE: False, Truth.UNKNOWN: None}[truth],
    }


def why(claim: Shows, record: Record) -> str:
    """Return in what a record is not as expected."""
    measured = f"{claim.figure} is {record.figures[claim.figure]}"
    wanted = f"at {'most' if claim.sign == '<=' else 'least'} {claim.bound}"
    if claim.truth(record) is Truth.UNKNOWN:
        return f"“{claim.says}” is not decided: {measured}, claimed {wanted}"
    verb = "contradicts" if claim.supported else "supports"
    return f"the run {verb} “{claim.says}”: {measured}, claimed {wanted}"


def parameters_told(parameters: Mapping[str, Any]) -> str:
    """Return parameters of a run as words."""
    return ", ".join(_parameter(name.replace("_", " "), v) for name, v in parameters.items())


def _parameter(name: str, value: Any) -> str:
    if isinstance(value, bool):
        no = "not" if name in ADJECTIVES else "no"
        return name if value else f"{no} {name}"
    if isinstance(value, int) and name.endswith("s"):  # "10 tokens", "1 head"
        return f"{value} {name if value != 1 else name.removesuffix('s')}"
    return f"{name} {decimal(str(value))}"


def measured_words(outcome: Outcome) -> list[str]:
    """Return one line for each claim of a run; nothing for an outcome of another kind."""
    claims = outcome.evidence.get("claims")
    if not isinstance(claims, list | tuple):
        return []
    return [
        f"{claim['says'][:1].upper()}{claim['says'][1:]}: {BORNE_OUT[claim['supported']]} "
        f"({claim['figure']}: {decimal(claim['measured'])}; claimed: {SIDES[claim['sign']]} "
        f"{bound_told(Fraction(claim['bound']))})"
        for claim in claims
    ]


def size_words(outcome: Outcome) -> str:
    """Return how large a run was, and with what it was run."""
    values = {"True": True, "False": False}
    given = {
        name: int(value) if value.isdigit() else values.get(value, value)
        for name, value in outcome.evidence["parameters"].items()
    }
    size = "quick" if outcome.evidence["size"] == "small" else "full"
    return f"the {size} run with {parameters_told(given)}"


def decimal(text: str) -> str:
    r"""Return a text with numbers such as 3.68e-05 written as $3.68 \cdot 10^{-5}$."""

    def written(found: re.Match[str]) -> str:
        power = f"10^{{{int(found[2])}}}"
        return f"${power}$" if found[1] == "1" else rf"${found[1]} \cdot {power}$"

    return _SCIENTIFIC.sub(written, text)


def bound_told(bound: Fraction) -> str:
    """Return a bound as a power of ten where it is one, else as a fraction."""
    for exponent in range(4, 16):
        if bound == Fraction(1, 10**exponent):
            return f"$10^{{-{exponent}}}$"
    return str(bound)
