"""Experiments: a protocol that is run, and what its record is said to show.

A run proves nothing: an experiment is at best sampled. What it is said to show is a comparison of
a measured figure with a bound, decided only where the figure's error leaves no doubt. A claim that
somebody makes and the run contradicts is declared as such (`does_not_show`), and must fail.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from verify.language.mistakes import Mistake
from verify.numerics.figures import Figure
from verify.numerics.number import Truth

if TYPE_CHECKING:
    from verify.statements.steps import Twin

Size = Literal["small", "full"]


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
            raise Mistake(f"the run measures no {self.figure!r}; it measures {known}")
        figure = record.figures[self.figure]
        return figure.at_most(self.bound) if self.sign == "<=" else figure.at_least(self.bound)


@dataclass(frozen=True, eq=False)
class Experiment:
    """A named protocol: `run(seed=..., **parameters)` returns the `Record` of one run.

    `full` has the parameters as the paper has them, `small` what is changed for a quick run. The
    seed belongs to the protocol: it is repeated, not drawn anew.
    """

    run: Callable[..., Record]
    full: Mapping[str, Any]
    small: Mapping[str, Any]
    seed: int
    claims: tuple[Shows, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()

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
    ) -> None:
        changed = dict(small or {})
        for parameter in (*full, *changed):
            _check(run, parameter)
        _check_complete(run, full)
        fields = {"run": run, "full": dict(full), "small": changed, "seed": seed, "name": name}
        for field, value in (fields | {"claims": claims, "twins": twins}).items():
            object.__setattr__(self, field, value)

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
        return replace(self, claims=(*self.claims, _claim(says, figure, at_most, at_least, True)))

    def does_not_show(
        self,
        says: str,
        figure: str,
        *,
        at_most: Fraction | int | None = None,
        at_least: Fraction | int | None = None,
    ) -> Experiment:
        """Return this experiment with a claim that its run must contradict."""
        return replace(self, claims=(*self.claims, _claim(says, figure, at_most, at_least, False)))

    def but_not(self, why: str, **changes: Any) -> Experiment:
        """Return this experiment with a false twin: other parameters, so that a claim fails."""
        from verify.statements.steps import Twin  # which lists experiments among the steps

        if not changes:
            raise Mistake(f"the twin {why!r} changes nothing; name a parameter, as in tokens=2")
        for parameter in changes:
            _check(self.run, parameter)
        wrong = replace(
            self, full={**self.full, **changes}, small={**self.small, **changes}, twins=()
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong)))


def _claim(
    says: str,
    figure: str,
    at_most: Fraction | int | None,
    at_least: Fraction | int | None,
    supported: bool,
) -> Shows:
    if (at_most is None) == (at_least is None):
        raise Mistake(f"the claim {says!r} wants one bound: at_most=... or at_least=...")
    if at_most is not None:
        return Shows(says, figure, "<=", _exact(says, at_most), supported)
    return Shows(says, figure, ">=", _exact(says, at_least), supported)


def _exact(says: str, bound: object) -> Fraction:
    if isinstance(bound, bool) or not isinstance(bound, int | Fraction):
        raise Mistake(f"the claim {says!r} has the bound {bound!r}; write Fraction(1, 1000)")
    return Fraction(bound)


def _check(run: Callable[..., Record], parameter: str) -> None:
    taken = inspect.signature(run).parameters
    if parameter not in taken or parameter == "seed":
        known = ", ".join(name for name in taken if name != "seed")
        raise Mistake(f"{run.__name__} has no parameter {parameter!r}; it has {known}")


def _check_complete(run: Callable[..., Record], full: Mapping[str, Any]) -> None:
    for name, parameter in inspect.signature(run).parameters.items():
        if name not in full and name != "seed" and parameter.default is parameter.empty:
            raise Mistake(f"{run.__name__} needs the parameter {name!r}; give it in full={{...}}")
