"""A statement: one definition, lemma, theorem or remark, and how a reader gets at its steps."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from verify.language.mistakes import Mistake
from verify.statements.declaring import Declared, Given, Proof, Said, declare
from verify.statements.paper import Label, Paper

Origin = Literal["printed", "reconstructed", "ours"]
Basis = Literal["printed", "every_reconstruction", "this_reconstruction"]


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of a paper: printed, reconstructed (its formula was lost), or ours.

    `rests_on` are statements its proof uses, `repaired_by` those that state what is true instead;
    `argued` says whether the paper gives an argument of its own, `position` orders statements.
    """

    id: str
    label: Label
    title: str
    body: Callable[[Given], Proof]
    origin: Origin = "printed"
    basis: Basis = "printed"
    rests_on: tuple[str, ...] = ()
    repaired_by: tuple[str, ...] = ()
    argued: bool = True
    position: tuple[int, ...] = ()

    @property
    def paper(self) -> Paper:
        return self.label.paper

    @property
    def module(self) -> str:
        return str(self.body.__module__)

    @cached_property
    def declared(self) -> Declared:
        """Return the proof, read on first use. Raises Mistake with one line."""
        return declare(self.id, self.body)

    def said(self, name: str) -> Said:
        """Return a sentence with its step, by the step's name ("margin rate" or "margin_rate")."""
        wanted = name.replace("_", " ")
        names = {said.name: said for said in self.declared.said}
        if wanted not in names:
            near = difflib.get_close_matches(wanted, names, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(names)}"
            raise Mistake(f"{self.id} has no step {name!r}{hint}")
        return names[wanted]

    def step(self, name: str) -> Any:
        """Return a step with its SymPy sides: `.sympy()`, `.realise(tokens=3, n=2)`, `.lower()`."""
        from verify.readings import StepReading

        return StepReading(self, self.said(name))

    def realise(
        self, *, tokens: int = 3, n: int | None = None, dimension: int | None = None
    ) -> Any:
        """Return every step's sides as explicit SymPy matrices, {step name: (left, right)}."""
        from verify.readings import realise_statement

        return realise_statement(self, tokens=tokens, n=n, dimension=dimension)

    def lower(self, name: str, *, backend: str = "numpy") -> Any:
        """Return a step's derived sides as a function of arrays: numpy, mpmath or arb."""
        return self.step(name).lower(backend=backend)

    def _repr_markdown_(self) -> str:
        from verify.telling.markdown import statement_markdown

        return statement_markdown(self)


def statement(
    identifier: str,
    label: Label,
    *,
    title: str,
    origin: Origin = "printed",
    basis: Basis = "printed",
    rests_on: tuple[str, ...] = (),
    repaired_by: tuple[str, ...] = (),
    argued: bool = True,
    position: tuple[int, ...] = (),
) -> Callable[[Callable[[Given], Proof]], Statement]:
    """Make a statement of a function that yields sentences with their steps."""

    def wrap(body: Callable[[Given], Proof]) -> Statement:
        return Statement(
            identifier, label, title, body, origin, basis, rests_on, repaired_by, argued, position
        )

    return wrap
