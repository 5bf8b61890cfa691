"""What a proof assumes: what is given, to the statement or to a lemma inside its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from verify.language.mistakes import Mistake
from verify.statements.assumption import Assumption, handle_matches, in_plain_words, question_of
from verify.statements.claims import Claim
from verify.statements.measuring import Ask, LayerPart
from verify.statements.mutants import Mutant
from verify.statements.naming import Names
from verify.statements.step import Assumed, Behind, Step

T = TypeVar("T")
P = ParamSpec("P")
Proof = Iterator[tuple[str, Step] | Mutant | Claim]
"""What a statement's function yields: its claim, sentences with their steps, and mutants."""


class Given:
    """Collects the assumptions of one statement; `given(a)` returns what `a` introduces.

    `assumed` is what is known where the proof stands, `everything` also what was a lemma's own.
    """

    def __init__(self) -> None:
        self.everything: list[Assumed] = []
        self.assumed: list[Assumed] = []
        self.asks: list[Ask] = []
        self.names = Names()
        self.environment: Behind | Literal[""] = ""
        self._depth = 0

    def __call__(self, assumption: Assumption[T], *, added: bool = False) -> T:
        """Assume something; `added=True` marks a hypothesis the paper does not have."""
        taken: Any = assumption
        if not isinstance(taken, Assumption):
            near = getattr(assumption, "__name__", None)
            fix = f"; call it, as in {near}('name')" if near else ""
            raise Mistake(f"given(...) takes an assumption, such as positive_definite('W'){fix}")
        self.names.add_given(taken)
        assumed = Assumed(assumption, added, local=self._depth > 0)
        self.everything.append(assumed)
        self.assumed.append(assumed)
        return assumption.introduces

    def layer(self, *parts: tuple[Any, LayerPart] | Ask) -> None:
        """Say which part of a layer a given thing stands for, (U, "F"), and what else is asked."""
        for part in parts:
            if isinstance(part, Ask):
                self.asks.append(part)
                continue
            found = [e.assumption for e in self.everything if handle_matches(e.assumption, part[0])]
            if not found:
                raise Mistake("given.layer(...): pass the result of given(...), and its part")
            self.asks.append(Ask(part[1], question_of(found[0]), in_plain_words(found[0])))

    @contextmanager
    def behind(self, environment: Behind) -> Iterator[None]:
        """Print the steps that are yielded inside behind the proof, in this environment."""
        outside, self.environment = self.environment, environment
        yield
        self.environment = outside

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget, at the end, what is given inside; another scope may take its names."""
        outside = self.assumed, self.names
        self.assumed, self.names = own = list(self.assumed), self.names.within()
        self._depth += 1
        try:
            yield
        finally:
            if self.assumed is not own[0]:  # its end would leave another's assumptions behind
                raise Mistake(
                    "two lemmas are interleaved; finish one before the next: yield from it"
                )
            outside[1].close(self.names)
            self.assumed, self.names = outside
            self._depth -= 1


def lemma(body: Callable[Concatenate[Given, P], Proof]) -> Callable[Concatenate[Given, P], Proof]:
    """Make a part of a proof own what it introduces: `yield from margins(given, y)`.

    It knows what the proof assumed before; the names that it takes, other lemmas may take, too.
    """

    @wraps(body)
    def within(given: Given, /, *args: P.args, **kwargs: P.kwargs) -> Proof:
        with given.scope():
            yield from body(given, *args, **kwargs)

    return within
