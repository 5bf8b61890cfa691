"""A claim as it is told: the author's sentence, then the proposition in words and formulas.

What stands there is made of the very data that Coq is given, so that a page cannot say more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Before, Distinct, Equation
from verify.language.indices import Index, Range
from verify.language.motion import DiscreteLaw, Flow, Iteration, Layer
from verify.language.walk import ordered
from verify.render.claim_atoms import (
    ANY,
    Atoms,
    atoms_of,
    joined_atoms,
    quantifiers,
    told_before,
    told_behind,
)
from verify.statements.assumption import handle_matches, introduced
from verify.statements.claims import Claim, When, given_indices, when
from verify.statements.outcomes import ClaimResult
from verify.statements.propositions import (
    Joined,
    Limiting,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Stability,
    Throughout,
    elapsed,
    speaks_of,
)
from verify.writing.formulas import FormulaPrinter
from verify.writing.trees import moved_members
from verify.writing.words import listed

Phrase = Callable[..., str]  # of an assumption, with a template of more than one
LAYERS = "k"  # how many were passed, where layers move what is claimed
TIMES: dict[When, str] = {"start": "at the start", "always": "at all times"}


@dataclass(frozen=True)
class ClaimInWords:
    """A claim in words: the author's sentence, what moves, and what is said, part by part.

    `runs` tell of experiments that are claimed, `steps` which others are, `laws` what was told of
    as "the same layer" or "the first flow" may be.
    """

    says: str
    motion: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    steps: str = ""
    refuted: bool = False
    whatever: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return all of it but the author's sentence, as sentences."""
        return (*self.motion, *self.concluded)

    @property
    def concluded(self) -> tuple[str, ...]:
        """Return what is claimed of what moves, as sentences."""
        any_of = f", whatever {listed(self.whatever)}," if self.whatever else ""
        false = (f"It is false{any_of} that, in general, the following holds.",) * self.refuted
        verb = "hold" if self.steps.startswith("steps") else "holds"
        steps = (f"{self.steps.capitalize()} {verb}.",) if self.steps else ()
        return (*self.runs, *steps, *false, *(f"{capitalised(part)}." for part in self.parts))


def claim_in_words(
    claimed: Claim,
    printer: FormulaPrinter,
    phrase: Phrase,
    says: str,
    runs: Sequence[str],
    steps: str,
    laws: Sequence[str] = (),
) -> ClaimInWords:
    """Return a claim in words; `phrase` writes assumptions, `runs` and `steps` are those it has.

    `laws` were told of before.
    """
    writer, given = _Writer(printer, phrase, [*laws]), ordered(given_indices(claimed))
    motion = tuple(writer.motion(claimed))
    with printer.calling(clock_of(claimed)), printer.moving(flow_of(claimed)):
        parts = tuple(writer.says(part, given) for part in claimed.propositions)
    return ClaimInWords(
        says, motion, parts, tuple(runs), steps, claimed.refuted, tuple(writer.numbers(claimed)),
        tuple(writer.laws),
    )  # fmt: skip


def condition_apart(
    said: Proposition,
    claimed: Claim,
    printer: FormulaPrinter,
    phrase: Phrase,
    laws: Sequence[str] = (),
) -> tuple[str, str, str]:
    """Return what a proposition is about, "for all ...", its condition, and what it says then.

    The first two are "" if it has none. `laws` were told of before.
    """
    writer, given = _Writer(printer, phrase, [*laws]), ordered(given_indices(claimed))
    with printer.calling(clock_of(claimed)), printer.moving(flow_of(claimed)):
        if isinstance(said, Quantified) and not said.every:
            return "", "", writer.says(said, given)
        return writer.under(said, given)


def claim_known(claim: ClaimResult) -> str:
    """Return how a claim is known, in a sentence."""
    if claim.theorem:
        under = f", assuming {', '.join(claim.premises)}" if claim.premises else ""
        return f"[{claim.grade}] the Coq theorem {claim.theorem}{under}."
    why = f": {claim.missing}" if claim.missing else ""
    if claim.kind == "steps":
        return f"[{claim.grade}] from the grades of its steps."
    return f"[{claim.grade}] not checked by machine as a whole{why}."


OPENINGS = ("at", "every", "for", "if", "it", "some", "the")  # words that a proposition begins with
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")  # of the laws told of


def clock_of(claimed: Claim | None) -> dict[Any, str]:
    """Return what time is called where a claim goes from layer to layer: their number."""
    return clock_by(claimed.along.law) if claimed is not None and claimed.along is not None else {}


def flow_of(claimed: Claim) -> Flow | None:
    """Return the flow along which a claim is."""
    law = None if claimed.along is None else claimed.along.law
    return law if isinstance(law, Flow) else None


def clock_by(law: Flow | DiscreteLaw) -> dict[Any, str]:
    return {elapsed.args[0]: LAYERS} if isinstance(law, DiscreteLaw) else {}


class _Writer:
    """Writes propositions in one notation."""

    def __init__(self, printer: FormulaPrinter, phrase: Phrase, laws: list[str]) -> None:
        self.printer, self.notation, self.phrase, self.laws = (
            printer,
            printer.notation,
            phrase,
            laws,
        )

    def numbers(self, claimed: Claim) -> list[str]:
        """Return the names of the numbers for all of which a claim is false."""
        given = [e.assumption for e in claimed.assumed]
        outer = [a for a in given if any(handle_matches(a, mark) for mark in claimed.whatever)]
        return [self._name(thing) for thing in introduced(outer)]

    # ------------------------------------------------------------ what moves

    def motion(self, claimed: Claim) -> list[str]:
        """Return what moves, by which law, and what is assumed of it when."""
        along = claimed.along
        if along is None:
            return []
        law = along.law
        names = listed([self._name(thing) for thing in law.moves])
        if isinstance(law, Layer):
            out = [f"Let {names} go through layers: {self._images(law)}."]
        elif isinstance(law, Iteration):
            out = [f"Let {names} move step by step: {self._images(law)}."]
        else:
            times = self._compared(">=", ("t", "0"))
            out = [f"Let {names} be a solution, for {times}, of {', '.join(self._rates(law))}."]
        if isinstance(law, DiscreteLaw) and any(
            speaks_of(part, elapsed.args) for part in claimed.propositions
        ):
            out.append(f"Let {self.notation.inline(LAYERS)} be the number of layers.")
        if along.varying:
            varying = listed([self._name(thing) for thing in along.varying])
            out.append(f"{varying} may vary in time.")
        for mark, words in TIMES.items():
            assumed = [self.phrase(e.assumption) for e in claimed.assumed
                       if when(claimed, e.assumption) == mark]  # fmt: skip
            told = [text.removeprefix("weights ") for text in assumed if text]
            out += [f"{words[:1].upper()}{words[1:]}, {listed(told)}."] if told else []
        return out

    def _name(self, thing: Any) -> str:
        return self.notation.inline(self.printer.name(thing).text)

    def _rates(self, law: Flow) -> list[str]:
        return [
            self._compared(
                "=", (self.printer.derivative(moved).text, self.printer.formula(velocity))
            )
            for moved, velocity in moved_members(law)
        ]

    def _images(self, law: DiscreteLaw) -> str:
        """Return what moves, a member of a family, each with its image."""
        pairs = (map(self.printer.formula, pair) for pair in moved_members(law))
        return listed([" becomes ".join(map(self.notation.inline, pair)) for pair in pairs])

    # ------------------------------------------------------------ what is said

    def says(self, said: Proposition, bound: Sequence[Index] = ()) -> str:
        """Return a proposition; `bound` are the indices that a word outside has told of."""
        atoms = atoms_of(said, bound, self.printer.index)
        if atoms is not None:
            return self._together(atoms, last=True)
        if isinstance(said, Quantified) or (isinstance(said, Joined) and said.word == "if"):
            over, condition, then = self.under(said, bound, together=True)
            then = f"if {condition}, then {then}" if condition else then
            return f"{over}: {then}" if over else then
        if isinstance(said, Joined):
            return self._joined(said, bound)
        if isinstance(said, Throughout):
            moment = "at the start" if said.at_start else "at all times"
            return f"{moment}, {self.says(said.body, bound)}"
        if isinstance(said, Solving):
            return self._solving(said, bound)
        if isinstance(said, Nearing):
            return self._nearing(said, bound)
        if isinstance(said, Stability):
            return self._stability(said)
        assert isinstance(said, Potential)
        return self._potential(said)

    def under(
        self, said: Proposition, bound: Sequence[Index], *, together: bool = False
    ) -> tuple[str, str, str]:
        """Return what a proposition is about, its outermost condition, and what it says then.

        Conditions that follow each other are one where they are told `together`.
        """
        over = ""
        if isinstance(said, Quantified):
            over, said, bound = self._quantifiers(said, bound)
        with self.printer.showing({k: self.printer.index(k) for k in bound}):
            if not isinstance(said, Joined) or said.word != "if":
                return over, "", self.says(said, bound)
            condition, conclusion = said.parts
            while together and isinstance(conclusion, Joined) and conclusion.word == "if":
                also, conclusion = conclusion.parts
                condition = Joined("and", (condition, also))
            return over, self._condition(condition, bound), self.says(conclusion, bound)

    def _together(self, atoms: Atoms, *, last: bool) -> str:
        """Return atoms; several that nothing follows (`last`) have their quantifier first."""
        texts = [self._atom(part) for part in atoms.parts]
        over = self.notation.inline(", ".join(atoms.over)) if atoms.over else ""
        tell = told_before if last and len(texts) > 1 else told_behind
        return tell(texts, over, atoms.moment)

    def _atom(self, said: Proposition) -> str:
        if isinstance(said, Joined):
            return self._denied(said)
        if isinstance(said, Limiting):
            return self._limiting(said)
        if isinstance(said, Relation):
            return self.notation.inline(self.printer.relation(said))
        if isinstance(said, Distinct | Before):
            sign = "<" if isinstance(said, Before) else "!="
            return self._compared(sign, map(self.printer.index, (said.first, said.second)))
        assert isinstance(said, Equation)
        return self._compared("=", map(self.printer.formula, (said.left, said.right)))

    def _compared(self, sign: str, sides: Iterable[str]) -> str:
        return self.notation.inline(f" {self.notation.relations[sign]} ".join(sides))

    def _denied(self, said: Joined) -> str:
        """Return what is not so as a comparison turned over."""
        (denied,) = said.parts
        if isinstance(denied, Before):
            return self._compared("<=", map(self.printer.index, (denied.second, denied.first)))
        assert isinstance(denied, Equation)
        return self._compared("!=", map(self.printer.formula, (denied.left, denied.right)))

    def _limiting(self, said: Limiting) -> str:
        of = self.notation.inline(self.printer.formula(said.of))
        limit = ""
        if said.limit is not None:
            limit = self.notation.inline(self.printer.formula(said.limit))
        words = {
            "tends": f"{of} tends to {limit}", "converges": f"{of} converges",
            "has_limit": f"{of} has a limit", "nondecreasing": f"{of} never decreases",
            "limsup": f"the limit superior of {of} is at most {limit}",
            "uniform": f"{of} is uniformly continuous in time",
        }  # fmt: skip
        return words[said.word]

    def _solving(self, said: Solving, bound: Sequence[Index]) -> str:
        kind = "orbit" if isinstance(said.law, DiscreteLaw) else "solution"
        with self.printer.calling(clock_by(said.law)):
            body = self.says(said.body, bound)
        if said.almost:
            one = "an orbit" if kind == "orbit" else "a solution"
            every = "" if kind == "orbit" else "for every one, "
            return (
                f"for almost every start where {self.phrase(said.over)}, there is {one} of "
                f"{self._law(said.law)}, and {every}{body}"
            )
        which = "every" if said.every else "some"
        start = f"at the start, {self.phrase(said.over)}"
        laws = self._law(said.law)
        return f"for {which} {kind} of {laws} where, {start}: {body}"

    def _stability(self, said: Stability) -> str:
        holder = Index("i", Range("tokens"))
        (tokens,) = said.moved
        sides = (tokens.item(holder), said.at(holder))
        place = self._compared("=", map(self.printer.formula, sides))
        how = "exponentially stable" if said.word == "exponentially" else said.word
        return (
            f"{place} is an equilibrium of {self._law(said.law)}, {how} among the states where "
            f"{self.phrase(said.over)}"
        )

    def _law(self, law: Flow | DiscreteLaw) -> str:
        """Return a law in words: its formula once, and then which of those it is."""
        if isinstance(law, DiscreteLaw):
            text = f"the {_kind(law)} in which {self._images(law)}"
        else:
            text = f"the flow {listed(self._rates(law))}"
        if text not in self.laws[: len(ORDINALS)]:
            self.laws.append(text)
            return text
        which = ORDINALS[self.laws.index(text)] if len(self.laws) > 1 else "same"
        return f"the {which} {_kind(law)}"

    def _potential(self, said: Potential) -> str:
        form = self.notation.inline(self.printer.formula(said.form))
        of = "some function of the state"
        if said.value is not None:
            of = self.notation.inline(self.printer.formula(said.value))
        (velocity,) = introduced([said.velocity])
        return (
            f"{of} changes by {form} along every curve on which {self.phrase(said.state)}, if its "
            f"velocities are {self._name(velocity)}"
        )

    def _nearing(self, said: Nearing, bound: Sequence[Index]) -> str:
        of, body = self._name(said.of), self.says(said.body, bound)
        names = listed([self._name(thing) for thing in introduced([said.over])])
        phrase = self.phrase(said.over)
        such = "" if ANY.fullmatch(phrase) else f", where {phrase}"
        if said.word == "points":
            return f"for every limit point {names} of {of}{such}: {body}"
        states = f"the states {names}{such} of which the following holds"
        return f"the distance of {of} to {states} tends to 0: {body}"

    def _joined(self, said: Joined, bound: Sequence[Index]) -> str:
        if said.word == "not":
            return f"it is false that {self._part(said.parts[0], bound)}"
        if said.word == "iff":
            return " if and only if ".join(self._part(part, bound) for part in said.parts)
        flat = _flat(said)
        if said.word == "or":
            return " or ".join(self._part(part, bound) for part in flat)
        parts = [
            self._together(part, last=False) if isinstance(part, Atoms) else self._part(part, bound)
            for part in joined_atoms(flat, bound, self.printer.index)
        ]
        between = (
            ", and " if any(" for all " in part or " at " in part for part in parts) else " and "
        )
        return between.join(parts)

    def _condition(self, said: Proposition, bound: Sequence[Index]) -> str:
        """Return what stands between "if" and "then", which need no brackets around it."""
        atoms = atoms_of(said, bound, self.printer.index)
        if atoms is not None:
            return self._together(atoms, last=False)
        lists = isinstance(said, Joined) and said.word in ("and", "or")
        return self.says(said, bound) if lists else self._part(said, bound)

    def _part(self, said: Proposition, bound: Sequence[Index]) -> str:
        """Return a part of a longer proposition, in brackets where it could be misread."""
        atoms = atoms_of(said, bound, self.printer.index)
        if atoms is not None:
            text = self._together(atoms, last=False)
            return f"[{text}]" if len(atoms.parts) > 1 or atoms.over else text
        inner = said.body if isinstance(said, Throughout) else said
        several = Joined | Quantified | Solving | Nearing | Stability | Potential
        text = self.says(said, bound)
        return f"[{text}]" if isinstance(inner, several) else text

    def _quantifiers(
        self, said: Quantified, bound: Sequence[Index]
    ) -> tuple[str, Proposition, list[Index]]:
        """Return quantifiers of one kind that follow each other as one, what they are over, and
        the indices that are bound there."""
        over, body, held = [said.over], said.body, [*bound, *said.indices]
        while isinstance(body, Quantified) and body.every == said.every:
            over.append(body.over)
            held += body.indices
            body = body.body
        told = quantifiers(over, said.every, self._index_list, self.phrase, self._name)
        return told, body, held

    def _index_list(self, indices: Sequence[Index]) -> str:
        return self.notation.inline(", ".join(map(self.printer.index, indices)))


def capitalised(sentence: str) -> str:
    """Return a sentence with a capital, unless a formula opens it."""
    word = re.match(r"[a-z]+(?=[ ,])", sentence)
    opens = word is not None and word[0] in OPENINGS
    return f"{sentence[:1].upper()}{sentence[1:]}" if opens else sentence


def _flat(said: Joined) -> Sequence[Proposition]:
    """Return the parts of a proposition; "a and (b and c)" has three."""
    if said.word not in ("and", "or"):
        return said.parts
    alike = (
        _flat(p) if isinstance(p, Joined) and p.word == said.word else (p,) for p in said.parts
    )
    return [part for parts in alike for part in parts]


def _kind(law: Flow | DiscreteLaw) -> str:
    return {Flow: "flow", Layer: "layer", Iteration: "iteration"}[type(law)]
