"""Multiplicities as a Coq goal: the parts of a spectrum fill the space, each with its dimension.

The goal says nothing of the map: that it multiplies the vectors of a part, others of the step say.
Its script proves anew what these say of inner products, and counts with `Multiplicities.v`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from functools import reduce
from typing import Any

from verify.language.expressions import Scalar, as_scalar
from verify.language.facts import Before, Distinct, Fact, fact_indices, speaks_of
from verify.language.index_sets import modes
from verify.language.indices import Index
from verify.language.symbols import Thing
from verify.language.walk import free_indices, things
from verify.methods.kernel.exporting import (
    Claimed,
    Exported,
    assumed,
    binders,
    conclusion,
    export,
    from_,
    lemma_over,
    structure,
)
from verify.methods.kernel.goals import Goal
from verify.methods.kernel.parts import Premise, Unprintable
from verify.methods.kernel.printing import TYPES, Printer
from verify.methods.kernel.scripts import script
from verify.statements.obligations import (
    Counts,
    Decomposition,
    Equality,
    Runs,
    Span,
    also_given,
)

FILES = ("Words", "Multiplicities")


def counting_goal(
    name: str, facts: Sequence[Fact], claim: Counts, fixed: Collection[Index]
) -> Goal:
    """Return the goal of the multiplicities of a spectrum. Raises Unprintable."""
    of = claim.of
    spanned = {run.of for span in of.spans for run in span.runs}
    given = {*fixed}
    for fact in facts:
        given |= fact_indices(fact) if isinstance(fact, Distinct | Before) else set()
    printer = Printer()
    says = _says(printer, claim, of, given)
    premises = [
        premise
        for fact in facts
        if not any(speaks_of(fact, thing) for thing in spanned)
        if (premise := assumed(printer, fact, given - spanned))
    ]
    dimension = printer.term(modes.count, {})
    text = f"has_dimension Space {dimension}"
    space = Premise(printer.names.take("h", ours="p"), text, "structure")
    premises = [*structure(printer), space, *premises]
    known = [_known(facts, one, spanned, given) for one in _claims(claim, of)]
    proof = _script(printer, premises, known)
    return Goal(name, lemma_over(name, printer, premises, says), proof, FILES)


def _says(printer: Printer, claim: Counts, of: Decomposition, given: Collection[Index]) -> str:
    """Return that the parts fill the whole, each with its multiplicity, and these the total."""
    token = printer.type_of("tokens")
    parts = [
        f"({_kind(printer, span, of.at, given)}, {printer.term(multiplicity, {})})"
        for span, (multiplicity, _) in zip(of.spans, claim.parts, strict=True)
    ]
    inside = "True"
    if of.normal is not None:
        at = printer.bound("i", {})
        normal = printer.term(of.normal, {of.at: at})
        inside = f"forall {at} : {token}, (inner {normal} (f' {at})) = 0"
    whole = f"(fun f' : {token} -> Space => {inside})"
    listed = " ::\n     ".join([*parts, "nil"])
    return f"decomposes tokens {whole}\n    ({listed})\n    {printer.term(claim.total, {})}"


def _kind(printer: Printer, span: Span, at: Index, given: Collection[Index]) -> str:
    """Return the perturbations that are vectors of a part, as a predicate."""
    if len(span.runs) not in (1, 2):
        raise Unprintable("a part of a spectrum runs through one thing or two")
    word = "made_of" if len(span.runs) == 1 else "made_of_two"
    with ExitStack() as bound:
        names = [bound.enter_context(printer.binding(run.of)) for run in span.runs]
        spaces = [
            _space(printer, run, name, given) for run, name in zip(span.runs, names, strict=True)
        ]
        token = printer.bound("i", {})
        heads = " ".join(f"({name})" for name in [*names, f"{token} : Token"])
        fields = [f"(fun {heads} => {printer.term(f(at), {at: token})})" for f in span.fields]
    made = [f"{word} {' '.join(spaces)} {field}" for field in fields]
    if len(made) == 1:
        return f"({made[0]})"
    each = " \\/ ".join(f"{one} f'" for one in made)
    return f"(fun f' : Token -> Space => {each})"


def _space(printer: Printer, run: Runs, name: str, given: Collection[Index]) -> str:
    """Return what is assumed of that which a part runs through, as a predicate."""
    texts = []
    for fact in run.facts:
        premise = assumed(printer, fact, given)
        if premise is None:
            raise Unprintable(f"the assumption on {run.of.name} cannot be expressed in Coq")
        texts.append(premise.text)
    inside = " /\\ ".join(f"({text})" for text in texts) if len(texts) > 1 else "".join(texts)
    return f"(fun {name} => {inside or 'True'})"


def _claims(claim: Counts, of: Decomposition) -> Iterator[Claimed]:
    """Yield what the count rests on."""
    yield from of.known
    counts = [multiplicity for multiplicity, _ in claim.parts]
    for span, multiplicity in zip(of.spans, counts, strict=True):
        product = reduce(lambda a, b: a * b, [run.dimension for run in span.runs])
        yield Equality("", multiplicity, _summed([product] * len(span.fields)))
    yield Equality("", _summed([*counts, as_scalar(0)]), claim.total)


def _summed(terms: Sequence[Scalar]) -> Scalar:
    """Return a sum as Coq adds up a list."""
    return terms[0] if len(terms) == 1 else terms[0] + _summed(terms[1:])


def _known(
    facts: Sequence[Fact],
    claim: Claimed,
    spanned: Collection[Thing],
    given: Collection[Index],
) -> Exported:
    """Return a claim under what is assumed of no other thing that a part runs through."""
    sides: Any = claim if isinstance(claim, Equality) else claim.relation
    about: set[Thing] = {
        x for s in (sides.left, sides.right) for x in (*things(s), *free_indices(s))
    }
    others = set(spanned) - about
    known = [fact for fact in facts if not any(speaks_of(fact, thing) for thing in others)]
    indices = {x for x in about if isinstance(x, Index)}
    own = [fact for a in also_given(claim) for fact in a.facts]
    return export([*known, *own], claim, {*given, *indices})


def _script(printer: Printer, premises: Sequence[Premise], known: Sequence[Exported]) -> str:
    """Return the tactic: first what is known, each by its own script, then the count."""
    steps, uses = [], []
    for exported in known:
        name = printer.names.take("h", ours="s")
        heads = binders(exported.printer)
        own = " ".join(head[1:].split(" :")[0] for head in heads)
        says = f"forall {' '.join(heads)},\n  {from_(exported.premises, conclusion(exported))}"
        steps.append(f"assert ({name} : {says})\n  by (clear; intros {own};\n  {script(exported)})")
        uses.append(f"solve [ eapply ({name} {' '.join(_here(printer, exported))}); eassumption ]")
    steps.append(f"intros {' '.join(premise.name for premise in premises)}")
    return ";\n  ".join([*steps, f"decompose ltac:(fun _ => first [ {' | '.join(uses)} ])"])


def _here(printer: Printer, exported: Exported) -> list[str]:
    """Return what a known claim is about, by the names of the goal; _ is for Coq to find."""
    other = exported.printer
    out = ["Space"]
    for sort, kind in TYPES.items():
        out += [kind, sort] if sort in other.sorts else []
    out += [printer.things[key][0] if key in printer.things else "_" for key in other.things]
    return out + [printer.free.get(index, "_") for index in other.free]
