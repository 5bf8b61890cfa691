"""A statement read by SymPy: its steps' sides, written out, and as numeric functions.

step = hemisphere.step("margin rate")
step.sympy()                        # dimension-free: Gram scalars and sums over tokens
step.realise(tokens=3, n=2)         # explicit matrices, on the sphere of dimension n
step.lower(backend="arb")           # a function of arrays
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import sympy as sp

from verify.algebra.atoms import Total, is_index, sort_of
from verify.algebra.fractions_of import has_denominator
from verify.algebra.reading import Reader
from verify.algebra.realise import Realiser, Sizes
from verify.algebra.rules import learn
from verify.algebra.theory import Combination, Theory
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.facts import constants
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.symbols import Mask, OperatorSymbol
from verify.language.walk import free_indices, ordered
from verify.statements.assumption import Assumption
from verify.statements.declaring import Said, introduced
from verify.statements.obligations import (
    Comparison,
    Equality,
    also_given,
    claim_indices,
    facts_of,
    obligations,
)
from verify.statements.outcomes import Method, MutantResult, Outcome
from verify.statements.statement import Statement

Side: TypeAlias = Any
"""A side in normal form: a SymPy expression, or a `Combination` (a vector)."""


@lru_cache(maxsize=8)
def reader_for(said: Said) -> Reader:
    """Return the reader whose theory knows what was assumed before a sentence; made once."""
    reader = Reader(Theory())
    for operator in _operators(said):
        reader.operator(Operator("symbol", operator))
    claims = obligations(said)
    for index in ordered(frozenset().union(*map(claim_indices, claims))):
        reader.index(index)  # the claim's own indices have their names first
    copies = {a: None for claim in claims for a in also_given(claim)}
    facts = [*facts_of(said), *(fact for assumption in copies for fact in assumption.facts)]
    learn(reader, facts, constants(facts, given_indices(said)))
    return reader


def given_indices(said: Said) -> list[Index]:
    """Return the indices that are given ("one of the modes"), not quantified."""
    things = introduced(a.assumption for a in said.assumed)
    return [thing for thing in things if isinstance(thing, Index)]


def _operators(said: Said) -> list[OperatorSymbol]:
    things = introduced(a.assumption for a in said.assumed)
    return [thing for thing in things if isinstance(thing, OperatorSymbol)]


@dataclass(frozen=True, eq=False)
class Claim:
    """One obligation as derived: its two sides in normal form, and its free indices."""

    label: str
    left: Side
    right: Side
    indices: tuple[str, ...]
    relation: str = "="


@dataclass(frozen=True, eq=False, repr=False)
class StepReading:
    """A step with its sides derived by SymPy."""

    statement: Statement
    said: Said

    @property
    def step(self) -> Any:
        return self.said.step

    @property
    def assumptions(self) -> tuple[Assumption[Any], ...]:
        """Return what was assumed before the step; `numerics.strategies.instances` draws it."""
        return tuple(entry.assumption for entry in self.said.assumed)

    def decide(self, method: Method) -> Outcome:
        """Return what one method says of the step: symbolic, certificate, sampling, kernel, ...

        Raises Mistake for a kind of step that the method does not decide, ToolMissing without Coq.
        """
        from verify.interactive import decide

        return decide(self, method)

    def mutants(self) -> list[MutantResult]:
        """Attack the step's false twins; each result has its witness, or none was found."""
        from verify.interactive import refuted_mutants

        return refuted_mutants(self)

    def documents(self) -> list[dict[str, Any]]:
        """Return the step's raw claims as plain data, which `verify.check` decides anew."""
        from verify.interactive import documents

        return documents(self)

    def goals(self) -> list[str]:
        """Return the lemmas that Coq is asked, with their scripts; Mistake where there is none."""
        from verify.interactive import goals

        return goals(self)

    def claims(self, reader: Reader | None = None) -> list[Claim]:
        """Return the step's obligations with both sides derived, in normal form."""
        reader = reader or reader_for(self.said)
        out = []
        for obligation in obligations(self.said):
            if also_given(obligation):
                continue
            if isinstance(obligation, Equality):
                left, right, sign = obligation.left, obligation.right, "="
            elif isinstance(obligation, Comparison):
                relation = obligation.relation
                left, right, sign = relation.left, relation.right, relation.sign
            else:
                continue
            free = ordered(free_indices(left) | free_indices(right))
            names = tuple(str(reader.index(k)) for k in free)
            out.append(
                Claim(obligation.label, _read(reader, left), _read(reader, right), names, sign)
            )
        if not out:
            raise Mistake(
                f"{self.statement.id}, {self.said.name}: this kind of step has no two sides; "
                f"see verify show {self.statement.id}"
            )
        return out

    def sympy(self) -> tuple[sp.Expr, sp.Expr]:
        """Return (left, right) as SymPy expressions in Gram scalars and sums over tokens.

        Derivatives are carried out: `Gram(x, A, y)` is <x, A y>, `Total(e, k)` the sum of e over
        k; a vector is a combination of `Vec(A, ..., x)`. A step of several claims (a spectrum)
        gives its first; all are in `.claims()`.
        """
        claim = self.claims()[0]
        return as_expression(claim.left), as_expression(claim.right)

    def realise(
        self, *, tokens: int = 3, n: int | None = None, dimension: int | None = None, heads: int = 1
    ) -> tuple[Any, Any]:
        """Return (left, right) in coordinates for `tokens` tokens on the n-sphere in R^(n+1).

        Without free indices a scalar is an expression and a vector a column; otherwise dicts
        {(1-based indices): value}. Give n (of the sphere) or dimension (= n + 1). Default n = 2.
        """
        sizes = checked_sizes(tokens, n, dimension, heads)
        claim = self.claims()[0]
        return self._write(claim, claim.left, sizes), self._write(claim, claim.right, sizes)

    def _write(self, claim: Claim, side: Side, sizes: Sizes) -> Any:
        symmetric = frozenset(o.name for o in _operators(self.said) if o.symmetric)
        realiser = Realiser(sizes, symmetric)
        write: Any = realiser.vector if isinstance(side, Combination) else realiser.scalar
        indices = [sp.Symbol(name, integer=True) for name in claim.indices]
        ranges = [range(1, sizes.of(sort_of(k)) + 1) for k in indices]
        cells = {
            values: write(side, dict(zip(indices, values, strict=True)))
            for values in itertools.product(*ranges)
        }
        return cells if indices else cells[()]

    def lower(self, *, backend: str = "numpy") -> LoweredStep:
        """Return the derived sides as a function of arrays (backend numpy, mpmath or arb)."""
        from verify.numerics.lowering import BACKENDS

        if backend not in BACKENDS:
            raise Mistake(f"backend={backend!r} is not known; use {', '.join(BACKENDS)}")
        return LoweredStep(self, backend, self.claims()[0])

    def __repr__(self) -> str:
        return f"<step {self.said.name!r} of {self.statement.id}>"

    def _repr_markdown_(self) -> str:
        from verify.telling.markdown import step_markdown

        return step_markdown(self.statement, self.said.number)


@dataclass(frozen=True, eq=False)
class LoweredStep:
    """A step's two derived sides as numeric functions of arrays.

    Call it with the given things by name: a scalar is a number, a vector has shape (d,), a family
    of vectors (tokens, d), an operator (d, d), weights (tokens, tokens), weights of heads
    (heads, tokens, tokens). Sizes are read off the arrays. Returns (left, right): numbers, vectors
    of shape (d,), or dicts {(1-based free indices): such}.
    """

    reading: StepReading
    backend: str
    claim: Claim

    def __call__(self, **arrays: Any) -> tuple[Any, Any]:
        sizes = self._sizes(arrays)
        return self.at(sizes, flatten(arrays))

    def at(self, sizes: Sizes, entries: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return (left, right) for entries already named `y_1_2`, at the given sizes."""
        left, right = self._sides_at(("left", "right"), sizes, entries)
        return left, right

    def left_at(self, sizes: Sizes, entries: Mapping[str, Any]) -> Any:
        """Return the left side alone: half the work, where the right one is evaluated elsewhere."""
        return self._sides_at(("left",), sizes, entries)[0]

    def _sides_at(
        self, sides: tuple[str, ...], sizes: Sizes, entries: Mapping[str, Any]
    ) -> list[Any]:
        names, function, layouts = _compiled(self, sides, sizes)
        missing = [name for name in names if name not in entries]
        if missing:
            given = missing[0].split("_")[0]
            raise Mistake(
                f"the lowered step needs {missing[0]}; give {given}=... of the full shape"
            )
        # Where a side is a constant, mpmath has one of no precision of its own: + gives it today's.
        values = [+value for value in function(*[entries[name] for name in names])]
        return [_gather(layout, values) for layout in layouts]

    def _sizes(self, arrays: Mapping[str, Any]) -> Sizes:
        assumed = self.reading.statement.declared.assumed
        given = {thing.name: thing for thing in introduced(a.assumption for a in assumed)}
        found: dict[str, tuple[int, str]] = {}
        for name, array in arrays.items():
            if name not in given:
                near = ", ".join(difflib.get_close_matches(name, given, 1) or given)
                raise Mistake(f"{name}=... is not given in this statement; give {near}")
            axes, shape = _axes(given[name]), _shape(array)
            if len(axes) != len(shape):
                wanted = f"({', '.join(axes)})" if axes else "of a number"
                raise Mistake(f"{name} has the shape {shape}; give one {wanted}")
            for axis, size in zip(axes, shape, strict=True):
                known, by = found.setdefault(axis, (size, name))
                if known != size:
                    raise Mistake(
                        f"{name} has the shape {shape}, and {by} says that {axis} is {known}; "
                        f"give {name} the shape ({', '.join(axes)})"
                    )
        sizes = {axis: size for axis, (size, _) in found.items()}
        return Sizes(sizes.get("tokens", 1), sizes.get("dimension", 2), sizes.get("heads", 1))


def _axes(thing: Any) -> tuple[str, ...]:
    """Return what the axes of a given thing's array count."""
    if isinstance(thing, OperatorSymbol):
        return ("dimension", "dimension")
    if isinstance(thing, Mask):
        return ("tokens", "tokens")
    sorts = tuple("dimension" if sort == "modes" else sort for sort in getattr(thing, "sorts", ()))
    return (*sorts, "dimension") if getattr(thing, "kind", "") == "vector" else sorts


@lru_cache(maxsize=256)
def _compiled(
    lowered: LoweredStep, sides: tuple[str, ...], sizes: Sizes
) -> tuple[list[str], Any, list[Any]]:
    from verify.numerics.lowering import lower_expression

    reading, claim = lowered.reading, lowered.claim
    expressions: list[sp.Expr] = []
    layouts = []
    for side in sides:
        written = reading._write(claim, getattr(claim, side), sizes)
        layouts.append(_layout(written, expressions))
    symbols = sorted(set().union(*[e.free_symbols for e in expressions]), key=str)
    function = lower_expression(symbols, expressions, lowered.backend)
    return [str(s) for s in symbols], function, layouts


def _layout(written: Any, into: list[sp.Expr]) -> Any:
    if isinstance(written, dict):
        return {key: _layout(value, into) for key, value in written.items()}
    if isinstance(written, sp.MatrixBase):
        return [_layout(entry, into) for entry in written]
    into.append(written)
    return len(into) - 1


def _gather(layout: Any, values: list[Any]) -> Any:
    if isinstance(layout, dict):
        return {key: _gather(inner, values) for key, inner in layout.items()}
    if isinstance(layout, list):
        return [_gather(inner, values) for inner in layout]
    return values[layout]


def _shape(array: Any) -> tuple[int, ...]:
    if hasattr(array, "shape"):
        return tuple(int(s) for s in array.shape)
    return (len(array), *_shape(array[0])) if isinstance(array, list | tuple) else ()


def flatten(arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested arrays as single entries: {"y": [[a, b]]} gives {"y_1_1": a, "y_1_2": b}."""
    out: dict[str, Any] = {}

    def walk(name: str, value: Any) -> None:
        if isinstance(value, list | tuple) or len(_shape(value)) > 0:
            for place, inner in enumerate(value, 1):
                walk(f"{name}_{place}", inner)
        else:
            out[name] = value

    for name, value in arrays.items():
        walk(name, value)
    return out


def _read(reader: Reader, side: Scalar | Vector) -> Side:
    if isinstance(side, Vector):
        return reader.vector(side)
    value = reader.scalar(side)
    # Expanding nested fractions would multiply them out term by term.
    return value if has_denominator(value) else reader.theory.normal_form(value)


def as_expression(side: Side) -> sp.Expr:
    """Return a side as one SymPy expression (a vector as a sum of `Vec(A, ..., x)`)."""
    if not isinstance(side, Combination):
        return side
    vec = sp.Function("Vec")
    out = sp.S.Zero
    for (letters, atom), coefficient in side.terms.items():
        bound = [k for k in atom.free_symbols if is_index(k) and k.name.startswith("_B:")]
        term = coefficient * vec(*letters, atom)
        out += Total(term, *bound) if bound else term
    return out


def checked_sizes(tokens: int, n: int | None, dimension: int | None, heads: int = 1) -> Sizes:
    """Return sizes, or a Mistake that says which argument is wrong."""
    sphere: Any = n
    if n is not None and (isinstance(sphere, bool) or not isinstance(sphere, int) or n < 0):
        raise Mistake(f"n={n!r} must be an integer, the dimension of the sphere, and at least 0")
    if n is not None and dimension is not None and dimension != n + 1:
        raise Mistake(
            f"n={n} is the sphere in dimension {n + 1}, not {dimension}; give one of them"
        )
    d = dimension if dimension is not None else (n if n is not None else 2) + 1
    for name, value in (("tokens", tokens), ("dimension", d), ("heads", heads)):
        given: Any = value
        if isinstance(given, bool) or not isinstance(given, int) or given < 1:
            raise Mistake(f"{name}={value!r} must be a positive integer")
    return Sizes(tokens, d, heads)


def realise_statement(
    statement: Statement, *, tokens: int, n: int | None, dimension: int | None
) -> dict[str, tuple[Any, Any]]:
    """Return every two-sided step in coordinates, {step name: (left, right)}."""
    out = {}
    for said in statement.declared.said:
        if obligations(said):
            reading = StepReading(statement, said)
            out[said.name] = reading.realise(tokens=tokens, n=n, dimension=dimension)
    return out
