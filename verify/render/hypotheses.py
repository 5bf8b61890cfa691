"""Assumptions as a mathematician tells them: in the statement, or where the proof first needs them.

What the first step or a necessary hypothesis is about stands in the statement; what only serves a
later step ("let m be an integer") is introduced there. Each is still told exactly once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.indices import Index
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol
from verify.language.walk import free_indices, things
from verify.statements.assumption import Assumption, Condition, handle_matches, introduced
from verify.statements.environments import Declared, printed_order
from verify.statements.propositions import formulas
from verify.statements.step import Said

SHORT = 4  # a proof of so few steps needs no introductions of its own
NOT_NAMES = frozenset({"a", "A", "I"})  # in a sentence these are words as often as not
CLAUSES = 3  # in one sentence
PLURALS = {
    "a square matrix": "square matrices", "a real number": "real numbers", "a vector": "vectors",
    "a covector": "covectors", "an angle": "angles", "vectors": "vectors", "numbers": "numbers",
    "symmetric": "symmetric",
}  # fmt: skip
IS_TOLD, SIGN_TOLD = "${it}$ is ", re.compile(r"\$\{it\} (?:>|\\ge|\\ne) 0\$")
FAMILY = re.compile(r"(the tokens )?(\$\{it\}(?:_\w|_\{\{[^$]*\}\})\$) ((?:are|be|lie) .*)")
STEPS = re.compile(r"\b[Ss]teps? ((?:\(\d+\)|, | and | to |--)+)")
RANGE = re.compile(r"\((\d+)\)(?:(?: to |--)\((\d+)\))?")
VERBS = {"is": "be", "are": "be", "has": "have"}


# ------------------------------------------------------------------ where


def placed(declared: Declared) -> tuple[int, ...]:
    """Return, for each assumption, the number of the step it is told before; 0 is the statement.

    What is a lemma's own is never the statement's.
    """
    in_print = dict(enumerate(printed_order(declared), start=1))
    known = {a: k for k in reversed(in_print) for a in in_print[k].assumed if a.local}
    if len(in_print) <= SHORT:
        return tuple(known.get(assumed, 0) for assumed in declared.assumed)
    mentions = {k: _mentioned(said) for k, said in in_print.items()}
    # What the claim's formulas speak of is to be known where it stands.
    said = () if declared.claim is None else declared.claim.propositions
    claimed = {x for part in said for formula in formulas(part) for x in things(formula)}

    def first_need(own: set[Any]) -> int:
        """Return the first step that mentions something; 0 if it is the first one, or none."""
        first = next((number for number, seen in mentions.items() if own & seen), 0)
        return 0 if first <= 1 else first

    places = [
        known.get(assumed, 0) if _is_needed_in_statement(declared, at) else
        0 if claimed.intersection(_own(assumed.assumption)) and not assumed.local else
        first_need(set(_own(assumed.assumption))) or known.get(assumed, 0)
        for at, assumed in enumerate(declared.assumed)
    ]  # fmt: skip
    told: dict[Any, int] = {}
    for assumed, place in zip(declared.assumed, places, strict=True):
        told |= dict.fromkeys(_own(assumed.assumption), place)
    return tuple(_settled(declared, places, told))


def _settled(declared: Declared, places: list[int], told: dict[Any, int]) -> list[int]:
    """Tell nothing later than what depends on it, and a condition with the last thing it names."""
    for at in reversed(range(len(places))):
        assumption = declared.assumed[at].assumption
        own = _own(assumption)
        if own:
            places[at] = min(told[thing] for thing in own)
        for thing in _about(assumption) if own else ():
            told[thing] = min(told.get(thing, 0), places[at])
        if not own and places[at] == 0 and _is_needed_in_statement(declared, at):
            for thing in _about(assumption):
                told[thing] = 0
    for at, assumed in enumerate(declared.assumed):
        own = _own(assumed.assumption)
        about = _about(assumed.assumption)
        if own:
            places[at] = min(told[thing] for thing in own)
        else:
            places[at] = max((told.get(thing, 0) for thing in about), default=0)
    return places


def _is_needed_in_statement(declared: Declared, at: int) -> bool:
    """Tell whether the statement is false without an assumption, as a mutant shows."""
    assumed = declared.assumed[at]
    return assumed.added or any(
        handle_matches(assumed.assumption, mutant.drop) for mutant in declared.mutants
    )


def _own(assumption: Assumption[Any]) -> tuple[Any, ...]:
    return tuple(introduced(iter([assumption])))


def _about(assumption: Assumption[Any]) -> set[Any]:
    """Return what an assumption is about that was given before."""
    found: set[Any] = set()
    for value in assumption.about.values():
        found |= _things_of(value)
    for fact in assumption.facts if isinstance(assumption.introduces, Condition) else ():
        for end in ("left", "right"):
            found |= _things_of(getattr(fact, end, None))
    return found.difference(_own(assumption))


def _things_of(value: Any) -> set[Any]:
    if isinstance(value, Relation):
        return _things_of(value.left) | _things_of(value.right)
    if isinstance(value, Operator):
        return set(things(value))
    if isinstance(value, Expression):
        assert isinstance(value, Scalar | Vector)
        return {*things(value), *free_indices(value)}
    if isinstance(value, Symbol | OperatorSymbol | Family | Mask | Index):
        return {value}
    return set()


def _mentioned(said: Said) -> set[Any]:
    """Return what a step speaks of, in its formulas or, by name, in its sentence."""
    found: set[Any] = set()
    for formula in (*said.step.formulas(), *said.step.subjects()):
        found |= _things_of(formula)
    names = {thing.name: thing for a in said.assumed for thing in _own(a.assumption)}
    words = set(re.findall(r"[^\W\d_]+\d*(?:_\w+)?", said.sentence)) - NOT_NAMES
    return found | {thing for name, thing in names.items() if name in words}


# ------------------------------------------------------------------ how


def clauses(assumptions: Sequence[Assumption[Any]]) -> Iterator[tuple[str, list[Assumption[Any]]]]:
    """Yield phrases that can follow "let", to be filled in, each with all that it is told of."""
    alike: dict[Any, list[Assumption[Any]]] = {}
    for assumption in filter(lambda a: a.phrase, assumptions):
        template = _plain(assumption.phrase)
        together = SIGN_TOLD.fullmatch(template) or template.removeprefix(IS_TOLD) in PLURALS
        about = tuple(assumption.about.items())
        family = FAMILY.fullmatch(template) is not None
        key = template if together else (template, about) if family else assumption
        alike.setdefault(key, []).append(assumption)
    for several in alike.values():
        template = _plain(several[0].phrase)
        plural = PLURALS.get(template.removeprefix(IS_TOLD)) if len(several) > 1 else None
        yield f"${{it}}$ be {plural}" if plural else _clause(template), several


def in_let_sentences(told: Sequence[str]) -> list[str]:
    """Return clauses as sentences: "Let x be a vector, and let c > 0."."""
    out = []
    for at in range(0, len(told), CLAUSES):
        *first, last = told[at : at + CLAUSES]
        out.append(f"Let {', let '.join(first)}, and let {last}." if first else f"Let {last}.")
    return out


def _clause(phrase: str) -> str:
    """Return a phrase with the verb of its first clause in the form that follows "let"."""
    taken = re.match(r"weights (\$[^$]*\$)(.*)", phrase, re.S)
    if taken:
        return f"{taken[1]} be weights{taken[2]}"
    taken = re.match(r"(signs|numbers) (\$[^$]*\$)(.*)", phrase, re.S)
    if taken:
        return f"{taken[2]} be {taken[1]}{taken[3]}"
    parts = re.split(r"(\$[^$]*\$)", phrase)
    for at, part in enumerate(parts):
        found = None if part.startswith("$") else re.search(r"\b(is|are|has)\b", part)
        if found:
            parts[at] = f"{part[: found.start()]}{VERBS[found[1]]}{part[found.end() :]}"
            break
    return "".join(parts)


def _plain(phrase: str) -> str:
    """Return a phrase with the article in the place of "any": "let $x$ be a vector"."""
    phrase = re.sub(r"^(\$[^$]*\$ is) any ", r"\1 a ", phrase)
    return re.sub(r"^(\$[^$]*\$ are) any ", r"\1 ", phrase)


# ------------------------------------------------------------------ conclusions


def conclusions(declared: Declared) -> list[Said]:
    """Return the equivalences that no other step uses: what a proof is for."""
    used = {name for said in declared.said for name in said.step.references()}
    ends = [s for s in declared.said if s.step.role == "concludes"]
    return [said for said in ends if said.name not in used]


def is_run(declared: Declared) -> bool:
    """Tell whether a statement is about experiments that are run."""
    return any(said.step.word == "experiment" for said in declared.said)


def steps_mentioned(words: str) -> set[int]:
    """Return the numbers of the steps that words name: "steps (2) to (4) and (7)"."""
    told = "".join(found[1] for found in STEPS.finditer(words))
    ends = [(int(first), int(last or first)) for first, last in RANGE.findall(told)]
    return {number for first, last in ends for number in range(first, last + 1)}
