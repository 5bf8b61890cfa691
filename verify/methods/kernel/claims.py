"""Claims as Coq propositions: a definition of one `Prop`, which a proof is then to inhabit.

What is given is quantified, what moves is a function of time (of the number of layers), and every
assumption is a premise at the time at which the claim says that it holds. With `printing` and
`propositions` this is all that decides what a theorem says, beside the words of `library/Words.v`
and `library/Integers.v`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from verify.language.expressions import Expression, Vector, as_scalar
from verify.language.facts import Fact, Quality
from verify.language.indices import Index
from verify.language.mistakes import unknown
from verify.language.motion import DiscreteLaw
from verify.language.symbols import Mask
from verify.language.tree import Node
from verify.methods.kernel.exporting import order_premises
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.printing import TYPES, Scope
from verify.methods.kernel.propositions import Propositions
from verify.statements.assumption import Assumption, handle_matches, introduced, phrased
from verify.statements.claims import Claim, when
from verify.statements.proof_files import coq_name
from verify.statements.propositions import Proposition
from verify.statements.schemas import schemas
from verify.statements.statement import Statement

LAWS = ("the layer", "the flow")  # premises that are the law itself, and no hypotheses
FINITE = {"analytic_descent"}  # the schemas that are about spaces of finite dimension alone


@dataclass(frozen=True)
class CoqTheorem:
    """A claim as Coq has it: the quantifiers, the premises and the conclusion of one proposition.

    `hypotheses` tells for each premise what it is in the author's terms, "" for those that only
    say what a thing is. `whatever` binds and bounds the numbers for all of which it is refuted.
    `counts` says whether it has words of `Integers.v`. `instance` is what a lemma is to say of one
    that is refuted: that something of which all premises hold is a counterexample.
    """

    name: str
    binders: tuple[str, ...]
    premises: tuple[str, ...]
    hypotheses: tuple[str, ...]
    conclusion: str
    refuted: bool = False
    whatever: str = ""
    counts: bool = False
    instance: CoqTheorem | None = None

    @property
    def names(self) -> list[str]:
        """Return the names that the quantifiers bind."""
        return re.findall(r"\(([\w']+) :", " ".join(self.binders))

    def text(self, without: str = "") -> str:
        """Return the definition; `without` puts True in the place of what one hypothesis says.

        So the other premises keep their places, by which a proof knows them.
        """
        told = zip(self.premises, self.hypotheses, strict=True)
        kept = ["True" if without and of == without else premise for premise, of in told]
        lines = [*kept, self.conclusion]
        body = f"forall {' '.join(self.binders)},\n  " + " ->\n  ".join(lines)
        body = f"{self.whatever}~ ({body})" if self.refuted else body
        own = "" if self.instance is None else f"{self.instance.somewhere}\n"
        return f"{own}Definition {self.name} : Prop := {body}."

    @property
    def somewhere(self) -> str:
        """Return the definition that the premises and the conclusion hold somewhere."""
        parts = " /\\\n  ".join(f"({part})" for part in (*self.premises, self.conclusion))
        binders = " ".join(self.binders)
        return f"Definition {self.name} : Prop := {self.whatever}exists {binders},\n  {parts}."


def theorem_of(statement: Statement, says: Proposition | None = None, name: str = "") -> CoqTheorem:
    """Return the theorem of a statement's claim, or that it says something else under this name.

    Raises Unprintable with the reason.
    """
    claimed = statement.declared.claim
    if claimed is None or not claimed.propositions:
        raise Unprintable("the claim is not a proposition")
    name = name or coq_name(statement.id)
    if says is not None:
        return ClaimPrinter(replace(claimed, parts=(says,))).theorem(name)
    theorem, step = ClaimPrinter(claimed).theorem(name), statement.counterexample
    if step is None:
        return theorem
    instance = ClaimPrinter(claimed).theorem(f"{name}__instance", step.concludes())
    return replace(theorem, instance=instance)


class ClaimPrinter(Propositions):
    """Prints one claim with its premises."""

    def __init__(self, claimed: Claim) -> None:
        super().__init__(claimed)
        self._counts = False

    def theorem(self, name: str, instead: Proposition | None = None) -> CoqTheorem:
        """Return the claim as one theorem, or what is said `instead` of the same things."""
        conclusion = " /\\\n    ".join(
            f"({self.says(part, {})})" for part in self.claimed.propositions
        )
        if instead is not None:
            with self._set(claimed=replace(self.claimed, refuted=False), _valued=True):
                conclusion = self.says(instead, {})
        laws = self._laws()
        facts = self._facts()
        structure = self._known_of_things()
        premises = [*((s, "") for s in structure), *facts, *laws]
        for schema in self.claimed.cites:
            if schema not in schemas():
                raise Unprintable(unknown("theorem", schema, sorted(schemas())))
        for schema in reversed(self.claimed.cites):
            premises.insert(0, (schema, schema))
        binders = ["(Space : inner_product_space)"]
        for sort, kind in TYPES.items():
            if sort in self.sorts:
                binders.append(f"({kind} : Type) ({sort} : list {kind})")
        typed = [*self.things.values()]
        typed += [(free, TYPES[index.sort]) for index, free in self.free.items()]
        binders += [f"({thing} : {kind})" for thing, kind in typed]
        binders, whatever = self._whatever(binders)
        return CoqTheorem(
            name,
            tuple(binders),
            tuple(text for text, _ in premises),
            tuple(told for _, told in premises),
            conclusion,
            self.claimed.refuted,
            whatever,
            self._counts,
        )

    def _scalar(self, e: Expression, scope: Scope) -> str:
        """Return a number; binomial coefficients and integers are words of claims alone."""
        if e.op == "place":
            return scope[e.args[0]]
        if e.op == "binomial":
            self._counts = True
            self._check_whole(*e.args)
            upper, lower = (self.term(part, scope) for part in e.args)
            return f"(binomial {upper} {lower})"
        return super()._scalar(e, scope)

    def _sum(self, scope: Scope, body: Expression, bound: Sequence[Index]) -> str:
        """Return a sum, perhaps over integers."""
        if not bound or bound[0].sort != "integers":
            return super()._sum(scope, body, bound)
        self._counts = True
        index, over = bound[0], bound[0].over
        name = self.bound(index.name or "k", scope)
        assert over.lower is not None and over.upper is not None
        self._check_whole(over.lower, over.upper)
        first, last = (self.term(as_scalar(end), scope) for end in (over.lower, over.upper))
        term = self._sum({**scope, index: name}, body, bound[1:])
        word = "vtotal" if isinstance(body, Vector) else "total"
        return f"({word} (integers {first} {last}) (fun {name} : R => {term}))"

    def _check_whole(self, *numbers: Node) -> None:
        """Raise Unprintable for what is not known to be an integer: the words have no value there.

        Coq's definitions give them one for any number.
        """
        if not all(map(self._is_whole, numbers)):
            raise Unprintable(
                "binomial(...) or integers(...) of a number that may not be an integer"
            )

    def _is_whole(self, number: Node) -> bool:
        if number.op == "number":
            return bool(number.args[0].denominator == 1)
        if number.op in ("add", "multiply"):
            return all(map(self._is_whole, number.args))
        if number.op == "symbol":
            facts = (fact for entry in self.claimed.assumed for fact in entry.assumption.facts)
            whole = (f.of for f in facts if isinstance(f, Quality) and f.kind == "integer")
            return any(one.op == "symbol" and one.args == number.args for one in whole)
        return number.op in ("size", "place")

    def _whatever(self, binders: list[str]) -> tuple[list[str], str]:
        """Return the binders that are left, and the text in front of a negation."""
        outer = [e.assumption for e in self.claimed.assumed if self._is_outer(e.assumption)]
        if not outer:
            return binders, ""
        known = [self.everywhere(fact, {}) for assumption in outer for fact in assumption.facts]
        used = [self.things[thing] for thing in introduced(outer) if thing in self.things]
        if any(kind != "R" for _, kind in used):
            raise Unprintable("claim(..., whatever=...) is about numbers")
        bound = [f"({name} : {kind})" for name, kind in used]
        text = f"forall {' '.join(bound)},\n  " + "".join(f"{fact} ->\n  " for fact in known)
        return [binder for binder in binders if binder not in bound], text

    def _is_outer(self, assumption: Assumption[Any]) -> bool:
        return any(handle_matches(assumption, mark) for mark in self.claimed.whatever)

    def _facts(self) -> list[tuple[str, str]]:
        """Return the assumptions as premises, each at the time at which it holds."""
        out = []
        for entry in self.claimed.assumed:
            holds = when(self.claimed, entry.assumption)
            if self._is_outer(entry.assumption):
                continue
            any_mask = isinstance(entry.assumption.introduces, Mask)
            told = "" if any_mask else phrased(entry.assumption)
            facts = [f for f in entry.assumption.facts if not _is_of_kind(f)]
            out += [(self._timed(fact, holds), told) for fact in facts]
        return out

    def _timed(self, fact: Fact, holds: str) -> str:
        """Return a premise; one that a refuted claim fails under has values there."""

        def says() -> str:
            return self.everywhere(fact, {}, defined=self.claimed.refuted)

        if holds == "start":
            return self.during(self.first, says)
        if holds != "always":
            return says()
        return self.forever(lambda t: self.during(t, says))

    def _laws(self) -> list[tuple[str, str]]:
        """Return the law of motion as premises; what refutes a claim has values all the while."""
        along = self.claimed.along
        if along is None:
            return []
        told = LAWS[0] if isinstance(along.law, DiscreteLaw) else LAWS[1]
        laws = self.motion(along.law, {}, defined=self.claimed.refuted)
        return [(law, told) for law in laws]

    def _known_of_things(self) -> list[str]:
        """Return what is known of the space, index sets, orders and operators; true in R^n."""
        finite = self.finite or FINITE & set(self.claimed.cites)
        texts = ["finite_dimensional Space"] if finite else []
        texts.append("limits Space" if self.builds else "complete Space")
        texts += [f"enumerates {s}" for s in TYPES if s in self.sorts]
        if "dimension" in self.things:
            dimension = self.things["dimension"][0]
            texts.append(f"1 <= {dimension}")
            texts += [f"{dimension} = size modes"] if "modes" in self.sorts else []
        texts += self._no_degenerate_world() if self.claimed.refuted else []
        for sort, kind in TYPES.items():
            if ("before", sort) in self.things:
                before, up_to = (self._order(word, sort) for word in ("before", "up_to"))
                same = f"{before} i' j' = 1 <-> {up_to} i' j' = 1 /\\ i' <> j'"
                texts.append(f"(forall i' j' : {kind}, {same})")
        texts += [*self.structure.values(), *order_premises(self), *self._places()]
        texts += [f"ordered {n}" for (k, (n, _)) in self.things.items() if _is_order(k)]
        for name, kind in list(self.things.values()):
            if kind == "Space -> Space":
                texts.append(f"bounded_operator {name}")
            elif kind.endswith("-> Space -> Space"):
                texts.append(self.forever(partial(_bounded, name)))
        return list(dict.fromkeys(texts))

    def _places(self) -> list[str]:
        """Return that counted indices have their places in a list, which the order follows.

        The first alone needs no place: a list is read by sums, so any member may come first. In a
        refuted claim given indices are different ones.
        """
        texts = []
        for sort, kind in TYPES.items():
            given = [name for index, name in self.free.items() if index.sort == sort]
            counted = {k[1]: name for k, (name, _) in self.things.items()
                       if isinstance(k, tuple) and k[0] == sort}  # fmt: skip
            if self.claimed.refuted:
                pairs = combinations([*given, *counted.values()], 2)
                texts += [f"{a} <> {b}" for a, b in pairs if a in given]
            if counted.keys() <= {1}:
                continue
            texts += [
                f"nth_error {sort} {k - 1} = Some {name}" for k, name in sorted(counted.items())
            ]
            if ("up_to", sort) in self.things:
                up_to = self._order("up_to", sort)
                texts.append(f"ForallOrdPairs (fun j' i' : {kind} => {up_to} i' j' = 1) {sort}")
        return texts

    def _no_degenerate_world(self) -> list[str]:
        """Return what the world is like at which a claim fails: a plane at least, and two tokens.

        The modes number a basis of it. Of R and of one token more is so than papers speak of.
        """
        texts = ["2 <= size tokens"] if "tokens" in self.sorts else []
        if "dimension" in self.things or "modes" in self.sorts:
            dimension = self.things.get("dimension", ("(size modes)", ""))[0]
            return [*texts, f"has_dimension Space {dimension}", f"2 <= {dimension}"]
        return [*texts, "(exists n'' : R, has_dimension Space n'' /\\ 2 <= n'')"]


def _is_order(key: Any) -> bool:
    return isinstance(key, tuple) and key[0] == "up_to"


def _is_of_kind(fact: Fact) -> bool:
    """Return whether a fact says what its thing is anyway: a symmetric operator."""
    return isinstance(fact, Quality) and fact.kind == "symmetric" and fact.of.op == "symbol"


def _bounded(name: str, moment: str) -> str:
    return f"bounded_operator ({name} {moment})"
