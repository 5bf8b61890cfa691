"""Experiments: a protocol that is run, and what its record is said to show.

A run proves nothing: an experiment is at best sampled. What it is said to show is a comparison of
a measured figure with a bound, decided only where the figure's error leaves no doubt. A claim that
somebody makes and the run contradicts is declared as such (`does_not_show`), and must fail.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.language.mistakes import Mistake
from verify.numerics.figures import power_of_ten
from verify.numerics.number import Truth
from verify.statements.illustrations import Size
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Said, Step, Twin, fill
from verify.steps.shows import Record, Shows, as_expected, claimed, parameters_told, told_of, why
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller
from verify.writing.words import listed

SIZES: dict[str, Size] = {"quick": "small", "ci": "small", "nightly": "full"}


@dataclass(frozen=True, eq=False)
class Experiment(Step):
    """A named protocol: `run(seed=..., **parameters)` returns the `Record` of one run.

    `full` has the parameters as the paper has them, `small` what is changed for a quick run. The
    seed belongs to the protocol: it is repeated, not drawn anew. With `example` the statement does
    not rest on the run.
    """

    run: Callable[..., Record]
    full: Mapping[str, Any]
    small: Mapping[str, Any]
    seed: int
    claims: tuple[Shows, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False
    word, is_drawn, takes_long = "experiment", False, True

    def __init__(
        self,
        run: Callable[..., Record],
        *,
        full: Mapping[str, Any],
        small: Mapping[str, Any] | None = None,
        seed: int,
        name: str = "",
        claims: tuple[Shows, ...] = (),
        twins: tuple[Twin, ...] = (),
        example: bool = False,
    ) -> None:
        changed = dict(small or {})
        for parameter in (*full, *changed):
            _check(run, parameter)
        _check_complete(run, full)
        fill(self, run=run, full=dict(full), small=changed, seed=seed, name=name)
        fill(self, claims=claims, twins=twins, example=example)

    def parameters(self, size: Size) -> dict[str, Any]:
        """Return the parameters of a run of one size."""
        return {**self.full, **(self.small if size == "small" else {})}

    def record(self, size: Size) -> Record:
        """Run the protocol."""
        return self.run(seed=self.seed, **self.parameters(size))

    def shows(
        self,
        says: str,
        figure: str,
        *,
        at_most: Fraction | int | None = None,
        at_least: Fraction | int | None = None,
    ) -> Experiment:
        """Return this experiment with a claim that its run must bear out."""
        return replace(self, claims=(*self.claims, claimed(says, figure, at_most, at_least, True)))

    def does_not_show(
        self,
        says: str,
        figure: str,
        *,
        at_most: Fraction | int | None = None,
        at_least: Fraction | int | None = None,
    ) -> Experiment:
        """Return this experiment with a claim that its run must contradict."""
        return replace(self, claims=(*self.claims, claimed(says, figure, at_most, at_least, False)))

    def but_not(self, why: str, **changes: Any) -> Experiment:
        """Return this experiment with a false twin: other parameters, so that a claim fails."""
        if not changes:
            raise Mistake(f"the variant {why!r} changes nothing; name a parameter, as in tokens=2")
        for parameter in changes:
            _check(self.run, parameter)
        wrong = replace(
            self, full={**self.full, **changes}, small={**self.small, **changes}, twins=()
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        """Return "sampled" if a run bears out all it must and contradicts all it must.

        An experiment is never refuted: a run that fails its claim tells so, and the claim stays
        open.
        """
        return [self._run(asked.profile)] if "sampling" in asked.methods else []

    def _run(self, profile: str) -> Outcome:
        begin = time.perf_counter()
        size = SIZES[profile]
        record = self.record(size)
        seconds = time.perf_counter() - begin
        evidence: dict[str, Any] = {
            "size": size,
            "seed": self.seed,
            "parameters": {name: str(value) for name, value in self.parameters(size).items()},
            "figures": {name: str(figure) for name, figure in record.figures.items()},
            "claims": [told_of(claim, record) for claim in self.claims],
        }
        if record.error:
            evidence["integrator's error, estimated to be below"] = power_of_ten(record.error)
        wrong = [claim for claim in self.claims if not as_expected(claim, record)]
        if wrong or not self.claims:
            reasons = [why(claim, record) for claim in wrong] or ["the run makes no claim"]
            reason = "; ".join(reasons)
            return Outcome("sampling", "inconclusive", seconds, evidence, reason)
        return Outcome("sampling", "sampled", seconds, evidence)

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return the first claim that a run of a twin certainly contradicts, or None."""
        record = self.record("small")
        for claim in self.claims:
            if claim.supported and claim.truth(record) is Truth.FALSE:
                return claim.contradicted(str(record.figures[claim.figure]))
        return None

    def in_brief(self) -> str:
        """Return on what it is run, and what it must show there and must not, in a sentence."""
        shown = [f"that {c.says} ({c.threshold()})" for c in self.claims if c.supported]
        denied = [f"that {c.says} ({c.threshold()})" for c in self.claims if not c.supported]
        parts = [
            f"{verb} {listed(told)}"
            for verb, told in (("shows", shown), ("contradicts", denied))
            if told
        ]
        return f"a run with {parameters_told(self.full)} {', and '.join(parts)}"

    def told(self, tell: Teller) -> ClaimText:
        run = f"Run with {parameters_told({**self.full, 'seed': self.seed})}"
        small = f"; the quick run has {parameters_told(self.small)}" if self.small else ""
        words = [f"{run}{small}.", *(claim.words() for claim in self.claims)]
        return ClaimText((), tuple(map(tell.prose, words)))


def _check(run: Callable[..., Record], parameter: str) -> None:
    taken = inspect.signature(run).parameters
    if parameter not in taken or parameter == "seed":
        known = ", ".join(name for name in taken if name != "seed")
        raise Mistake(f"{run.__name__} has no parameter {parameter!r}; it has {known}")


def _check_complete(run: Callable[..., Record], full: Mapping[str, Any]) -> None:
    for name, parameter in inspect.signature(run).parameters.items():
        if name not in full and name != "seed" and parameter.default is parameter.empty:
            raise Mistake(f"{run.__name__} needs the parameter {name!r}; give it in full={{...}}")
