"""One assumption: facts for the algebra, a generator, a phrase, and what decides it on a layer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Fact
from verify.language.indices import Index
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol
from verify.numerics.exact import Draw, Instance
from verify.numerics.nested import filled
from verify.statements.measuring import Question

T = TypeVar("T")


def nothing_to_draw(_draw: Draw, _instance: Instance) -> None:
    """Draw nothing: the assumption only restricts, or only names, what others draw."""


def writes(thing: Any, drawn: Callable[[Draw, Instance], Any]) -> Callable[[Draw, Instance], None]:
    """Return a generator that writes what is drawn as the value of one thing."""

    def generate(draw: Draw, instance: Instance) -> None:
        instance[thing] = drawn(draw, instance)

    return generate


def writes_each(
    thing: Any, drawn: Callable[[Draw, Instance], Any]
) -> Callable[[Draw, Instance], None]:
    """Return a generator that draws each member of a family by itself, or the one that there is."""

    def generate(draw: Draw, instance: Instance) -> None:
        sizes = [instance.size(sort) for sort in getattr(thing, "sorts", ())]
        instance[thing] = filled(sizes, iter(partial(drawn, draw, instance), None))

    return generate


@dataclass(frozen=True, eq=False)
class LinearSpace:
    """The linear space that a given thing, or an index, runs through.

    `inner` is the inner product of two members, positive definite where the scalars in `positive`
    are and the pairs in `equal` agree; then there are `dimension` independent ones.
    """

    of: Any
    dimension: Scalar
    inner: Callable[[Any, Any], Scalar]
    positive: tuple[Scalar, ...] = ()
    equal: tuple[tuple[Scalar, Scalar], ...] = ()


@dataclass(frozen=True, eq=False)
class Assumption(Generic[T]):
    """A hypothesis with its four faces.

    `introduces` is what `given(...)` returns to the author: a symbol, a family, an operator, a
    mask, an index, a tuple of such, or a `Condition` on earlier ones. `phrase` is LaTeX with
    fields `{it}` (the introduced thing) and the names in `about`. `generate` writes exact values
    for the introduced things into an instance, or raises `Unlucky` when a filter says no.
    `space` is the linear space that the thing runs through, if it does (eigenspaces are spanned by
    such things). `redraws` are earlier things whose values `generate` replaces, unless it is a
    condition that mentions them; it `restricts` none of them where, whatever they are, there is
    such a thing (every symmetric operator has eigenvectors). `asks` is what decides it on a layer
    that is measured, where that is no comparison of `facts` with 0 (see `question_of`).
    """

    introduces: T
    phrase: str
    facts: tuple[Fact, ...] = ()
    generate: Callable[[Draw, Instance], None] = nothing_to_draw
    about: Mapping[str, Any] = field(default_factory=dict)
    space: LinearSpace | None = None
    redraws: tuple[Any, ...] = ()
    restricts: bool = True
    asks: Question | None = None


@dataclass(frozen=True, eq=False)
class Condition:
    """What `given` returns for an assumption that introduces nothing: a handle for mutants."""

    phrase: str


def question_of(assumption: Assumption[Any]) -> Question | None:
    """Return what decides an assumption on a measured layer, None if nothing there does."""
    if assumption.asks is not None or len(assumption.facts) != 1:
        return assumption.asks
    (fact,) = assumption.facts
    signs: dict[str, Question] = {">": "positive", "<": "positive", ">=": "at least 0",
                                  "<=": "at least 0", "!=": "nonsingular"}  # fmt: skip
    return signs.get(fact.sign) if isinstance(fact, Relation) else None


TEX_WORDS = {
    "ge": ">=", "le": "<=", "ne": "!=", "pm": "+-", "top": "T", "perp": "is orthogonal to",
    "dots": "...", "quad": " ",
}  # fmt: skip


def phrased(assumption: Assumption[Any]) -> str:
    """Return an assumption's phrase with plain names in its formulas."""
    about = {k: getattr(v, "name", None) or repr(v) for k, v in assumption.about.items()}
    made = assumption.introduces
    it = getattr(made, "name", None) or repr(made)
    return str(assumption.phrase.format(it=it, **about))


def in_plain_words(assumption: Assumption[Any]) -> str:
    """Return an assumption's phrase in plain characters, for one line on a terminal."""
    told = phrased(assumption).replace("\\,", " ").replace("$", "")
    words = re.sub(r"\\([A-Za-z]+)", lambda word: TEX_WORDS.get(word[1], word[1]), told)
    return " ".join(words.replace("{", "").replace("}", "").split())


def introduced(assumptions: Iterable[Assumption[Any]]) -> Iterator[Any]:
    """Yield the named things that assumptions introduce."""
    for assumption in assumptions:
        made = assumption.introduces
        for part in made if isinstance(made, tuple) else (made,):
            thing = _thing(part)
            if thing is not None:
                yield thing


def handle_matches(assumption: Assumption[Any], handle: Any) -> bool:
    """Return whether `handle` is what given(...) returned for this assumption."""
    made = assumption.introduces
    parts = made if isinstance(made, tuple) else (made,)
    if made is handle or any(part is handle for part in parts):
        return True
    wanted = _thing(handle)
    return wanted is not None and any(_thing(part) is wanted for part in parts)


def _thing(part: Any) -> Any:
    if isinstance(part, Scalar | Vector | Operator) and part.op == "symbol":
        return part.args[0]
    return part if isinstance(part, Symbol | OperatorSymbol | Family | Mask | Index) else None
