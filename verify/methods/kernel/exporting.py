"""Claims as Coq goals, printed from the tree: what is assumed, what is claimed, for any sizes.

With `printing` this is all that decides what a goal says; `scripts` picks a proof, which can only
fail. A fact that has no Coq counterpart is left out: the goal then claims more.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from verify.language.conditions import Every, facts_in
from verify.language.differentiating import chain_rule, velocities
from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Equation, Fact, Quality, fact_indices
from verify.language.indices import Index
from verify.language.walk import free_indices, nodes, ordered, unabbreviated
from verify.methods.kernel.names import Identifiers
from verify.methods.kernel.parts import Derivative, Premise, Unprintable
from verify.methods.kernel.printing import TYPES, Printer
from verify.statements.obligations import NO_REASON, Comparison, Equality

Claimed = Equality | Comparison


@dataclass(frozen=True, eq=False)
class Exported:
    """A claim in parts: what `scripts` reads to pick a proof."""

    printer: Printer
    claim: Claimed
    premises: Sequence[Premise]
    derivatives: Sequence[Derivative]
    left: str
    right: str
    reason: str = ""  # why a comparison holds, for its script
    omitted: Sequence[Fact] = field(default=())

    @property
    def direct(self) -> bool:
        """Whether the claim is that one derivative has one value."""
        return (
            isinstance(self.claim, Equality)
            and len(self.derivatives) == 1
            and not self.derivatives[0].indices
            and self.left == self.derivatives[0].value
        )


def export(
    facts: Sequence[Fact], claim: Claimed, fixed: Collection[Index] | None = None
) -> Exported:
    """Return a claim under facts in parts. Raises Unprintable with the reason."""
    if isinstance(claim, Comparison) and claim.because is None:
        raise Unprintable(NO_REASON)
    printer = Printer()
    if isinstance(claim, Equality):
        left, right = _pair(printer, claim.left, claim.right)
    else:
        left, right = _pair(printer, *ascending(claim.relation))
    derivatives = tuple(printer.derivatives)
    reason = _reason(printer, claim)
    given = set(_claim_indices(claim) if fixed is None else fixed)
    for fact in facts:
        if isinstance(fact, Distinct | Before):
            given |= {fact.first, fact.second}
    premises, omitted = [], []
    for fact in facts:
        premise = _form(printer, fact, claim) or assumed(printer, fact, given)
        if premise is None:
            omitted.append(fact)
        else:
            premises.append(premise)
    premises += _conditions(printer, claim)
    return Exported(
        printer, claim, [*structure(printer), *premises], derivatives, left, right, reason, omitted
    )


def _pair(printer: Printer, left: Scalar | Vector, right: Scalar | Vector) -> tuple[str, str]:
    if isinstance(left, Vector) != isinstance(right, Vector):
        raise Unprintable("a scalar is compared with a vector")
    return printer.term(left, {}), printer.term(right, {})


def _reason(printer: Printer, claim: Claimed) -> str:
    if isinstance(claim, Equality) or claim.because is None:
        return ""
    before = len(printer.derivatives)
    try:
        reason = printer.term(velocities(chain_rule(claim.because)), {})
    except Unprintable as problem:
        raise Unprintable(f"the reason of the comparison: {problem}") from None
    if len(printer.derivatives) > before:
        raise Unprintable("the proof of the comparison contains a derivative; write out its value")
    return reason


def ascending(relation: Relation) -> tuple[Scalar, Scalar]:
    """Return the sides so that the relation reads left <= right, left < right or left <> right."""
    turned = relation.sign in (">=", ">")
    return (relation.right, relation.left) if turned else (relation.left, relation.right)


def sign(relation: Relation) -> str:
    """Return the Coq sign of a relation whose sides `ascending` has ordered."""
    return {"<=": "<=", ">=": "<=", "<": "<", ">": "<", "!=": "<>"}[relation.sign]


def own_conditions(claim: Claimed) -> list[Fact]:
    """Return the conditions of a claim on its own indices."""
    return [fact for c in claim.where if not isinstance(c, Every) for fact in facts_in(c)]


def of_every(claim: Claimed) -> list[Every]:
    """Return its conditions on every index."""
    return [condition for condition in claim.where if isinstance(condition, Every)]


def _claim_indices(claim: Claimed) -> frozenset[Index]:
    sides = claim if isinstance(claim, Equality) else claim.relation
    return free_indices(sides.left).union(
        free_indices(sides.right), *map(fact_indices, own_conditions(claim))
    )


# ------------------------------------------------------------------ premises


def assumed(printer: Printer, fact: Fact, fixed: Collection[Index]) -> Premise | None:
    """Return a fact as a premise, or None (and no trace of it) if it cannot be printed."""
    kept = {key: copy.copy(value) for key, value in printer.__dict__.items() if key != "names"}
    try:
        if isinstance(fact, Distinct | Before):
            return _compared_premise(printer, fact)
        if isinstance(fact, Quality):
            return None
        premise = _premise(printer, fact, ordered(fact_indices(fact) - frozenset(fixed)), "fact")
        if len(printer.derivatives) == len(kept["derivatives"]):
            return premise
    except Unprintable:
        pass
    printer.__dict__.update(kept)
    return None


def _form(printer: Printer, fact: Fact, claim: Claimed) -> Premise | None:
    """Return that x^T A x is not negative, where the reason of a comparison says it of an A."""
    if not isinstance(fact, Quality) or not isinstance(claim, Comparison) or claim.because is None:
        return None
    if not fact.kind.startswith("positive") or not isinstance(fact.of, Operator):
        return None
    if fact.of.op != "symbol" or not any(_is_form(e, fact.of) for e in nodes(claim.because)):
        return None
    x = printer.bound("x", {})
    text = f"(forall {x} : Space, 0 <= inner {x} {printer.apply(fact.of, x, {})})"
    return Premise(printer.names.take("h", ours="p"), text, "structure")


def _is_form(e: Expression, of: Operator) -> bool:
    if e.op != "inner":
        return False
    sides = [unabbreviated(side) for side in e.args]
    return any(
        image.op == "apply"
        and image.args[0].op == "symbol"
        and image.args[0].args[0] is of.args[0]
        and repr(unabbreviated(image.args[1])) == repr(x)
        for image, x in (sides, sides[::-1])
    )


def _conditions(printer: Printer, claim: Claimed) -> list[Premise]:
    """Return the conditions of a claim, those on the order of indices last."""
    out = []
    conditions = own_conditions(claim)
    own: list[tuple[Sequence[Index], Fact]] = [((), fact) for fact in conditions]
    for indices, fact in own + [(each.indices, each.says) for each in of_every(claim)]:
        if isinstance(fact, Relation | Equation):
            role = "fact" if isinstance(fact, Equation) else "order"
            out.append(_premise(printer, fact, indices, role))
    compared = [fact for fact in conditions if isinstance(fact, Distinct | Before)]
    return out + [p for fact in compared if (p := _compared_premise(printer, fact))]


def _compared_premise(printer: Printer, fact: Distinct | Before) -> Premise | None:
    """Return that indices differ, or their order, where the goal has an order at all."""
    if isinstance(fact, Distinct):
        text = f"{printer.index(fact.first, {})} <> {printer.index(fact.second, {})}"
        return Premise(printer.names.take("h", ours="p"), text, "distinct", (fact, {}))
    name = printer.things.get(("before", fact.first.sort))
    if name is None:
        return None
    at = f"{printer.index(fact.second, {})} {printer.index(fact.first, {})}"
    return Premise(printer.names.take("h", ours="p"), f"{name[0]} {at} = 1", "rule")


def _premise(
    printer: Printer, fact: Equation | Relation, universal: Sequence[Index], role: str
) -> Premise:
    scope, told = printer.under(universal, {})
    binders = [told] if told else []
    if isinstance(fact, Relation):
        left, right = (printer.term(side, scope) for side in ascending(fact))
        text = f"{left} {sign(fact)} {right}"
    elif isinstance(fact.left, Operator) and isinstance(fact.right, Operator):
        x = printer.bound("x", scope)
        binders.append(f"({x} : Space)")
        text = f"{printer.apply(fact.left, x, scope)} = {printer.apply(fact.right, x, scope)}"
    elif type(fact.left) is type(fact.right):
        text = f"{printer.term(fact.left, scope)} = {printer.term(fact.right, scope)}"
    else:
        raise Unprintable("an equation between things of different kinds")
    if binders:
        text = f"(forall {' '.join(binders)}, {text})"
    return Premise(printer.names.take("h", ours="p"), text, role, (fact, scope))


def structure(printer: Printer) -> list[Premise]:
    """Return the premises that say what index sets, operators, indicators and curves are."""
    texts = [f"enumerates {sort}" for sort in TYPES if sort in printer.sorts]
    if "dimension" in printer.things:
        dimension = printer.things["dimension"][0]
        texts.append(f"1 <= {dimension}")
        # The modes number the members of a basis, so there are as many as dimensions.
        texts += [f"{dimension} = size modes"] if "modes" in printer.sorts else []
    texts += [*printer.structure.values(), *order_premises(printer)]
    if printer.motions:
        operators = [name for name, kind in printer.things.values() if kind == "Space -> Space"]
        texts += [f"bounded_operator {name}" for name in operators]
    take = printer.names.take
    roles = [
        "rule" if " = " in text else "apart" if " <> " in text else "structure" for text in texts
    ]
    out = [Premise(take("h", ours="p"), t, r) for t, r in zip(texts, roles, strict=True)]
    return out + [Premise(take("h", ours="p"), m.text, m.role) for m in printer.motions]


def order_premises(printer: Printer) -> list[str]:
    """Return how "before", "up to", equality and the counted indices are related."""
    out: list[str] = []
    for sort, kind in TYPES.items():
        before, up_to = (printer.things.get((w, sort)) for w in ("before", "up_to"))
        counted = {k[1]: name for k, (name, _) in printer.things.items()
                   if isinstance(k, tuple) and k[0] == sort}  # fmt: skip
        if before and 1 in counted:
            out.append(f"(forall j' : {kind}, {before[0]} {counted[1]} j' = 0)")
        if up_to and not before and 1 in counted:
            known = ("same", sort) in printer.structure
            same = printer.same(sort)
            out += [] if known else [printer.structure["same", sort]]
            out.append(f"(forall j' : {kind}, {up_to[0]} {counted[1]} j' = {same} {counted[1]} j')")
        if up_to and 1 in counted:
            out.append(f"(forall i' : {kind}, {up_to[0]} i' {counted[1]} = 1)")
        if before and up_to:
            known = ("same", sort) in printer.structure
            same = printer.same(sort)
            out += [] if known else [printer.structure["same", sort]]
            both = f"{up_to[0]} i' j' = {before[0]} i' j' + {same} i' j'"
            out.append(f"(forall i' j' : {kind}, {both})")
        if ("same", sort) in printer.structure:
            names = [counted[k] for k in sorted(counted)]
            out += [f"{a} <> {b}" for n, a in enumerate(names) for b in names[n + 1 :]]
    return out


# ------------------------------------------------------------------ the lemma


def lemma_name(name: str) -> str:
    """Return a Coq identifier for the name of a claim."""
    return Identifiers().take(
        "claim_" + "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
    )


def stated_lemma(name: str, exported: Exported) -> str:
    """Return the lemma: index sets, given things, premises, and the claim."""
    return lemma_over(name, exported.printer, exported.premises, conclusion(exported))


def lemma_over(name: str, printer: Printer, premises: Sequence[Premise], says: str) -> str:
    """Return a lemma about all that a printer has met."""
    return f"Lemma {lemma_name(name)} {' '.join(binders(printer))} :\n  {from_(premises, says)}."


def binders(printer: Printer) -> list[str]:
    """Return what a goal is about, each with its type."""
    out = ["(Space : inner_product_space)"]
    for sort, kind in TYPES.items():
        if sort in printer.sorts:
            out += [f"({kind} : Type)", f"({sort} : list {kind})"]
    typed = [*printer.things.values(), *printer.curves.values()]
    typed += [(name, TYPES[index.sort]) for index, name in printer.free.items()]
    return [*out, *(f"({name} : {kind})" for name, kind in typed)]


def from_(premises: Sequence[Premise], says: str) -> str:
    """Return that something follows from premises."""
    return " ->\n  ".join([*(premise.text for premise in premises), says])


def conclusion(exported: Exported) -> str:
    """Return the claim; a derivative in it exists, and its value takes the derivative's place."""
    if exported.direct:
        return derivative(exported.derivatives[0], exported.right)
    claim = exported.claim
    symbol = "=" if isinstance(claim, Equality) else sign(claim.relation)
    return with_rates(f"{exported.left} {symbol} {exported.right}", exported.derivatives)


def with_rates(text: str, rates: Sequence[Derivative], time: str = "0") -> str:
    """Return what says something of derivatives: they exist, and it is so of their values."""
    for rate in reversed(rates):
        kind = " -> ".join([*(kind for _, kind in rate.indices), rate.kind])
        at = " ".join([rate.value, *(name for name, _ in rate.indices)])
        says = derivative(rate, f"({at})" if rate.indices else at, time)
        if rate.indices:
            binders = " ".join(f"({name} : {kind})" for name, kind in rate.indices)
            says = f"(forall {binders}, {says})"
        text = f"(exists {rate.value} : {kind}, {says} /\\ {text})"
    return text


def derivative(rate: Derivative, value: str, time: str = "0") -> str:
    """Return that a derivative has a value."""
    word = "is_vderive" if rate.kind == "Space" else "is_derive"
    return f"{word} {rate.body} {time} {value}"
