"""Proof scripts for exported goals, picked by the shape of the claim.

Nothing here is trusted: a wrong script fails. A script introduces the premises, turns equations
into rewriting rules (in every form the normal form may show their left sides in), and calls one
closing tactic of `Tactics.v`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector, as_scalar
from verify.language.facts import Equation
from verify.language.indices import Index, Sort
from verify.language.solved import eliminated, factor_of
from verify.language.symbols import OperatorSymbol
from verify.language.walk import nodes, unabbreviated
from verify.methods.kernel.closing import closing, rewriting
from verify.methods.kernel.exporting import Exported, ascending, sign
from verify.methods.kernel.hints import idempotent, parts_of_angles, relevant, resized
from verify.methods.kernel.names import bound
from verify.methods.kernel.parts import Premise
from verify.methods.kernel.printing import Printer, Scope

Letter = tuple[OperatorSymbol, bool]  # an operator, or its adjoint


class Rules:
    """The rewriting rules of one script, with the tactics that prove the derived ones."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.names: list[str] = []
        self.proofs: list[str] = []
        self.endings: list[str] = []
        self.merged: dict[str, str] = {}  # names of operators that `one_operator` replaces

    def know(self, name: str) -> None:
        """Use a premise, or something proved from it, as a rule from left to right."""
        self.names.append(name)

    def derive(self, binders: Sequence[str], text: str, proof: str, rule: bool = True) -> None:
        """Prove `forall binders, text` and use it."""
        name = self.printer.names.take("h", ours="p")
        names = " ".join(b[1:].split(" :")[0] for b in binders)
        statement = f"forall {' '.join(binders)}, {text}" if binders else text
        start = f"intros {names}; " if binders else ""
        self.proofs.append(f"assert ({name} : {statement}) by ({start}{proof})")
        if rule:
            self.know(name)

    def after_merging(self, text: str) -> str:
        """Return a text with the names that are left once two operators are one."""
        for gone, left in self.merged.items():
            text = re.sub(rf"(?<![\w']){re.escape(gone)}(?![\w'])", left, text)
        return text


def script(exported: Exported) -> str:
    """Return one tactic that should prove an exported goal."""
    rules = Rules(exported.printer)
    premises = relevant(exported)
    facts = [premise.source[0] if premise.source else None for premise in premises]
    for premise, (_, turned) in zip(premises, eliminated(facts), strict=True):
        if turned is not None and premise.role == "fact":
            _learn_solved(rules, premise, turned)
        else:
            _learn(rules, premise)
    for equation in dict.fromkeys(_met(rules.printer, facts)):
        rules.derive((), equation, "lra")
    for text, proof in resized(exported):
        rules.derive((), text, proof, rule=False)
    for mask, token in idempotent(exported):
        sort = exported.printer.type_of("tokens")
        text = f"is_square ({mask} {token} j') ({mask} {token} j')"
        rules.derive((f"(j' : {sort})",), text, "apply indicator_square; assumption", rule=False)
    place = rewriting([p.name for p in exported.premises if p.role == "place"])
    names = " ".join(p.name for p in exported.premises)
    steps = [f"intros {names}", "know_adjoints"] if names else []
    steps += [f"know_part {name} {part}" for name, part in parts_of_angles(exported)]
    last = rules.after_merging(closing(exported, rules.names, place))
    steps += [*rules.proofs, *rules.endings, last]
    return ";\n  ".join(steps)


def _met(printer: Printer, facts: Sequence[Any]) -> Iterator[str]:
    """Yield the equations of bounds that are met, x <= M and x >= M, for the side of one letter."""
    bounds = [ascending(f) for f in facts if isinstance(f, Relation) and f.sign in ("<=", ">=")]
    texts = [[printer.term(as_scalar(side), {}) for side in both] for both in bounds]
    for (low, high), text in zip(bounds, texts, strict=True):
        if text[::-1] in texts and low.op in ("symbol", "item") and text[0] != text[1]:
            yield " = ".join(text if high.op not in ("symbol", "item") else sorted(text))


def _learn(rules: Rules, premise: Premise) -> None:
    if premise.role == "distinct":
        fact = premise.source[0]
        pair = [rules.printer.index(k, {}) for k in (fact.first, fact.second)]
        _learn_distinct(rules, fact.first.sort, pair)
    if premise.role == "apart":
        pair = premise.text.split(" <> ")
        named = {name: key for key, (name, _) in rules.printer.things.items()}
        _learn_distinct(rules, named[pair[0]][0], pair)
    if premise.role == "rule":
        rules.know(premise.name)
    if premise.source and isinstance(premise.source[0], Relation):
        _learn_relation(rules, premise)
    if premise.role != "fact" or not isinstance(premise.source[0], Equation):
        return
    fact, scope = premise.source
    binders = [f"({name} : {rules.printer.type_of(k.sort)})" for k, name in scope.items()]
    here = " ".join([premise.name, *scope.values()])
    if _meets_itself(rules.printer, fact, scope):
        _learn_of_places(rules, premise)
    elif isinstance(fact.left, Operator):
        _learn_operator(rules, premise, fact, scope, binders)
    elif isinstance(fact.left, Vector):
        rules.know(premise.name)
        _learn_vector(rules, fact, scope, binders, here)
    elif _exchanges(fact, scope):
        family = rules.printer.things[unabbreviated(fact.left).args[0]][0]
        rules.derive((), f"symmetric_family {family}", f"exact {premise.name}", rule=False)
    else:
        rules.know(premise.name)
        _learn_scalar(rules, fact, scope, binders, here)


def _learn_of_places(rules: Rules, premise: Premise) -> None:
    """Use an equation that meets itself, such as that of a fixed point, at the places of a claim.

    There it ends: what it says of one place has others under sums alone.
    """
    (fact, scope), printer = premise.source, rules.printer
    places = ([name for k, name in printer.free.items() if k.sort == of.sort] for of in scope)
    for names in itertools.product(*places):
        here = dict(zip(scope, names, strict=True))
        if not _meets_itself(printer, fact, here):
            left, right = (printer.term(side, here) for side in (fact.left, fact.right))
            rules.derive((), f"{left} = {right}", f"exact ({' '.join([premise.name, *names])})")


def _learn_solved(rules: Rules, premise: Premise, turned: Equation) -> None:
    """Prove what an equation is solved for, and use that."""
    (fact, scope), printer = premise.source, rules.printer
    binders = [f"({name} : {printer.type_of(k.sort)})" for k, name in scope.items()]
    here = " ".join([premise.name, *scope.values()])
    left, right = printer.term(turned.left, scope), printer.term(turned.right, scope)
    proof = f"by_equation ({here})"
    if isinstance(turned.left, Vector):  # left = left + c (R - L), for R = L
        one, other = (printer.term(side, scope) for side in (fact.left, fact.right))
        c = printer.term(as_scalar(1 / factor_of(fact, turned.left)), scope)
        proof = (
            f"transitivity (vadd {left} (vscale {c} (vsub {other} {one}))); "
            f"[ rewrite ({here}); vectors no_roots no_equation | vectors no_roots no_equation ]"
        )
    rules.derive(binders, f"{left} = {right}", proof)
    name = " ".join([rules.names[-1], *scope.values()])
    learn = _learn_vector if isinstance(turned.left, Vector) else _learn_scalar
    learn(rules, turned, scope, binders, name)


def _learn_relation(rules: Rules, premise: Premise) -> None:
    """State a comparison also with operators on the right, as the normal form has them."""
    fact, scope = premise.source
    right = _RightPrinter.like(rules.printer)
    first, last = (fact.right, fact.left) if fact.sign in (">=", ">") else (fact.left, fact.right)
    shown, turned = (
        f"{p.term(first, scope)} {sign(fact)} {p.term(last, scope)}" for p in (rules.printer, right)
    )
    if shown != turned:
        binders = [f"({name} : {rules.printer.type_of(k.sort)})" for k, name in scope.items()]
        here = " ".join([premise.name, *scope.values()])
        proof = f"right_sided ({here})"
        rules.derive(binders, turned, proof, rule=False)


class _RightPrinter(Printer):
    """Prints <A u, v> as <u, A^T v>, except under sums."""

    @classmethod
    def like(cls, printer: Printer) -> _RightPrinter:
        made = cls()
        made.__dict__.update(printer.__dict__)
        return made

    def term(self, e: Expression, scope: Scope) -> str:
        if e.op == "total" and isinstance(e, Scalar):
            plain = Printer()
            plain.__dict__.update(self.__dict__)
            return plain.term(e, scope)
        if e.op == "inner" and (u := unabbreviated(e.args[0])).op == "apply":
            turned = Vector("apply", u.args[0].T, e.args[1])
            return self.term(Scalar("inner", u.args[1], turned), scope)
        return super().term(e, scope)


def _learn_distinct(rules: Rules, sort: Sort, pair: Sequence[str]) -> None:
    if ("same", sort) in rules.printer.structure:
        same = rules.printer.same(sort)
        for one, other in (pair, pair[::-1]):
            rules.derive((), f"{same} {one} {other} = 0", "distinct_indices")


def _learn_operator(
    rules: Rules, premise: Premise, fact: Any, scope: Scope, binders: list[str]
) -> None:
    printer = rules.printer
    x = printer.bound("x", scope)
    left, right = (printer.apply(side.T, x, scope) for side in (fact.left, fact.right))
    proof = f"vectors no_roots {rewriting([premise.name])}"
    raw = [printer.apply(side, x, scope) for side in (fact.left, fact.right)]
    if fact.left.op != fact.right.op and [left, right] == raw[::-1]:  # A^T = A
        rules.endings.append(f"one_operator {premise.name}")
        gone, kept = (side[1:].removesuffix(f" {x})") for side in raw)
        rules.merged[gone] = kept
        return
    rules.know(premise.name)
    if [left, right] != raw:
        rules.derive([*binders, f"({x} : Space)"], f"{left} = {right}", proof)


def _learn_vector(rules: Rules, fact: Any, scope: Scope, binders: list[str], here: str) -> None:
    """From L = R: <L, z> = <R, z>, with L as the normal form shows it."""
    printer = rules.printer
    z = printer.bound("z", scope)
    raw, right = printer.term(fact.left, scope), printer.term(fact.right, scope)
    value, end = ("0", "apply inner_zero_l") if right == "vzero" else (
        f"inner {right} {z}", "reflexivity"
    )  # fmt: skip
    proof = f"transitivity (inner {raw} {z}); [ turned | rewrite ({here}); {end} ]"
    for text in _products(printer, fact.left, z, scope):
        rules.derive([*binders, f"({z} : Space)"], f"{text} = {value}", proof)


def _products(printer: Printer, u: Vector, z: str, scope: Scope) -> Iterator[str]:
    """Yield the forms in which the normal form shows <u, z> for a word or a sum of words."""
    u = unabbreviated(u)
    found = _word(u)
    if found is not None and found[0]:
        letters, atom = found
        base = printer.term(atom, scope)
        yield f"(inner {base} {_apply(printer, _turned(letters), z)})"
    if u.op == "total" and len(u.args) == 2:
        index: Index = u.args[1]
        name = bound(index.name or "j", [*scope.values(), z])
        inside = {**scope, index: name}
        factors, body = [], unabbreviated(u.args[0])
        mask = printer.range_factor(name, index.over, scope)
        while body.op == "scale":
            factors += _factors(body.args[0])
            body = unabbreviated(body.args[1])
        found = _word(body)
        if found is None:
            return
        letters, atom = found
        shown = [printer.term(f, inside) for f in factors]
        base = printer.term(atom, inside)
        for product in (
            f"(inner {base} {_apply(printer, _turned(letters), z)})",
            f"(inner {z} {_apply(printer, letters, base)})",
        ):
            terms = " * ".join([*([mask] if mask else []), *shown, product])
            kind = printer.type_of(index.sort)
            yield f"(total {index.sort} (fun {name} : {kind} => {terms}))"


def _learn_scalar(rules: Rules, fact: Any, scope: Scope, binders: list[str], here: str) -> None:
    printer, left = rules.printer, unabbreviated(fact.left)
    raw, right = printer.term(left, scope), printer.term(fact.right, scope)
    if left.op == "inner":
        first, second = _word(left.args[0]), _word(left.args[1])
        if first is None or second is None:
            return
        letters = [*_turned(first[0]), *second[0]]
        a, b = printer.term(first[1], scope), printer.term(second[1], scope)
        shown = {raw}
        for x, word, y in ((a, letters, b), (b, _turned(letters), a)):
            text = f"(inner {x} {_apply(printer, word, y)})"
            if text not in shown:
                shown.add(text)
                proof = f"transitivity {raw}; [ turned | exact ({here}) ]"
                rules.derive(binders, f"{text} = {right}", proof)
    elif left.op == "power" and left.args[1] == 2:
        base = printer.term(left.args[0], scope)
        proof = f"unfold rule; rewrite <- ({here}); ring"
        rules.derive(binders, f"is_square {base} {right}", proof, rule=False)
    elif left.op == "total" and len(left.args) == 2:
        _learn_sum(rules, fact, scope, binders, here)


def _learn_sum(rules: Rules, fact: Any, scope: Scope, binders: list[str], here: str) -> None:
    """From a sum of products = R: the same with the factors in the order of the normal form.

    Inner products under the sum also read from the other side, for `inner_sym` is no rule there.
    """
    printer, left = rules.printer, unabbreviated(fact.left)
    index: Index = left.args[1]
    name = printer.bound(index.name or "j", scope)
    inside = {**scope, index: name}
    mask = printer.range_factor(name, index.over, scope)
    factors = _factors(left.args[0])
    shown = [printer.term(f, inside) for f in factors]
    start = f"total {index.sort} (fun {name} : {printer.type_of(index.sort)} => "
    right = printer.term(fact.right, scope)
    proof = f"rewrite <- ({here}); apply total_ext; intro {name}; "
    if len(factors) + bool(mask) > 2:
        terms = " * ".join([*([mask] if mask else []), *shown])
        rules.derive(binders, f"{start}{terms}) = {right}", f"{proof}ring")
    if mask or len(factors) != 2:
        return
    if all(f.op != "inner" for f in factors):
        rules.derive(binders, f"{start}{' * '.join(shown[::-1])}) = {right}", f"{proof}ring")
    if any(f.op != "inner" for f in factors):
        return
    turns = [_mirrored(printer, f, inside) for f in factors]
    known = {tuple(shown)}
    for flips in itertools.product((False, True), repeat=2):
        chosen = [t[0] if flip else x for t, x, flip in zip(turns, shown, flips, strict=True)]
        rewritten = [f"rewrite ?{t[1]}" for t, flip in zip(turns, flips, strict=True) if flip]
        for pair in (tuple(chosen), tuple(reversed(chosen))):
            if pair not in known:
                known.add(pair)
                text = f"{start}{' * '.join(pair)}) = {right}"
                rules.derive(binders, text, proof + "; ".join([*rewritten, "ring"]))


def _mirrored(printer: Printer, e: Scalar, scope: Scope) -> tuple[str, str]:
    """Return an inner product read from the other side, and the equation that turns it round."""
    u, v = (printer.term(x, scope) for x in e.args)
    return f"(inner {v} {u})", f"(inner_sym _ {v} {u})"


def _meets_itself(printer: Printer, fact: Equation, scope: Scope) -> bool:
    """Return whether the left side of an equation is in its right one: a rule would not end."""
    if isinstance(fact.left, Operator) or isinstance(fact.right, Operator):
        return False
    of, bound = unabbreviated(fact.left), set(scope.values()) - set(printer.free.values())
    if of.op == "item" and bound and not _exchanges(fact, scope):
        return any(n.op == "item" and n.args[0] is of.args[0] for n in nodes(fact.right))
    left, right = (printer.term(side, scope) for side in (fact.left, fact.right))
    return re.search(rf"(?<![\w']){re.escape(left)}(?![\w'])", right) is not None


def _exchanges(fact: Any, scope: Scope) -> bool:
    """Return whether an equation says that a family is symmetric: as a rule it would not end."""
    left, right = unabbreviated(fact.left), unabbreviated(fact.right)
    if not (left.op == right.op == "item" and left.args[0] is right.args[0]):
        return False
    pairs = list(zip(left.args[1:], right.args[:0:-1], strict=True))
    return all(one is other and one in scope for one, other in pairs)


def _factors(e: Scalar) -> list[Scalar]:
    e = unabbreviated(e)
    return [*_factors(e.args[0]), *_factors(e.args[1])] if e.op == "multiply" else [e]


def _word(u: Vector) -> tuple[list[Letter], Vector] | None:
    """Return the operators applied to a given vector, outermost first, and that vector."""
    u = unabbreviated(u)
    if u.op in ("symbol", "item"):
        return [], u
    if u.op != "apply":
        return None
    letters, inner = _letters(u.args[0], False), _word(u.args[1])
    return None if letters is None or inner is None else ([*letters, *inner[0]], inner[1])


def _letters(operator: Operator, turned: bool) -> list[Letter] | None:
    if operator.op == "symbol":
        return [(operator.args[0], turned and not operator.args[0].symmetric)]
    if operator.op == "transpose":
        return _letters(operator.args[0], not turned)
    if operator.op == "product":
        parts = [_letters(part, turned) for part in operator.args]
        if parts[0] is None or parts[1] is None:
            return None
        return [*parts[1], *parts[0]] if turned else [*parts[0], *parts[1]]
    return [] if operator.op == "identity" else None


def _turned(letters: Sequence[Letter]) -> list[Letter]:
    return [(symbol, not turned and not symbol.symmetric) for symbol, turned in reversed(letters)]


def _apply(printer: Printer, letters: Sequence[Letter], text: str) -> str:
    for symbol, turned in reversed(letters):
        text = printer.apply(Operator("symbol", symbol), text, {}, turned)
    return text
