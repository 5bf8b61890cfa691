"""Running a statement's function: assumptions in, sentences with steps out, mistakes told."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

from verify.language.expressions import Relation
from verify.language.mistakes import Mistake, place, unknown
from verify.language.walk import free_indices, things
from verify.statements.assumption import handle_matches, introduced
from verify.statements.claims import Claim, formulas_of, introduces, placed
from verify.statements.environments import Declared, printed_order
from verify.statements.given import Given
from verify.statements.mutants import Mutant
from verify.statements.naming import SHORT, check_text, looks
from verify.statements.overstated import refuse_overstated, refuse_repeated
from verify.statements.printed_names import Page
from verify.statements.proof_files import proof_file
from verify.statements.propositions import elapsed
from verify.statements.slips import refuse_slips
from verify.statements.step import Said, Step

AUTHORS_ERRORS = (
    Mistake, TypeError, AttributeError, NameError, ValueError, ArithmeticError, LookupError,
)  # fmt: skip


def declare(identifier: str, body: Any) -> Declared:
    """Run a statement's function and return its proof, or raise a Mistake of one line."""
    start = place(body.__code__, body.__code__.co_firstlineno)
    refuse_slips(identifier, body)
    given = Given()
    if not inspect.isgeneratorfunction(body):
        raise Mistake(f"{start}: {identifier}: no step is yielded; yield a sentence and its step")
    proof = body(given)
    said: list[Said] = []
    mutants: list[Mutant] = []
    claims: list[Claim] = []
    while True:
        try:
            yielded = next(proof)
        except StopIteration:
            break
        except AUTHORS_ERRORS as error:
            raise Mistake(_told(identifier, body, error)) from None
        here = _standing(proof)
        try:
            if isinstance(yielded, Claim):
                _take_claim(yielded, here, given, claims)
            else:
                _take(yielded, here, given, said, mutants)
        except Mistake as error:
            raise Mistake(f"{here}: {identifier}: {error}") from None
    if not said and not proof_file(identifier, body).is_file():
        _say_alone(claims, said, mutants)
    if not said and not any(claim.propositions for claim in claims):
        raise Mistake(
            f"{start}: {identifier}: no step is yielded; yield a sentence and its step, or a claim "
            "of propositions"
        )
    declared = _numbered(
        Declared(tuple(given.everything), tuple(said), tuple(mutants), tuple(given.asks), *claims)
    )
    _check_names(identifier, start, declared)
    _check_claimed(identifier, declared)
    return declared


def _numbered(declared: Declared) -> Declared:
    """Return a proof with its steps numbered as they are printed, and the variants of its claim."""
    places = {said.name: place for place, said in enumerate(printed_order(declared), start=1)}
    said = tuple(replace(one, number=places[one.name]) for one in declared.said)
    claimed = declared.claim and _with_variants(declared.claim, said)
    return replace(declared, said=said, claim=claimed)


def _with_variants(claimed: Claim, said: Sequence[Said]) -> Claim:
    """Return a claim whose variants are also those of what its steps conclude over time."""
    for each in said:
        for why, wrong, at in each.step.false_conclusions():
            claimed = claimed.but_not(f"{each.name}: {why}", wrong, at=at)
        if each.step.fails_at is not None:
            claimed = claimed.for_example(each.step.fails_at)
    return claimed


def _standing(proof: Any) -> str:
    """Return where a proof stands: in the function that `yield from` hands its steps on from."""
    while inspect.isgenerator(proof.gi_yieldfrom):
        proof = proof.gi_yieldfrom
    return place(proof.gi_code, proof.gi_frame.f_lineno)


def _take_claim(claimed: Claim, here: str, given: Given, claims: list[Claim]) -> None:
    if claims:
        raise Mistake(
            "a statement has only one claim, and this is the second; combine them: claim(..., "
            "first, second)"
        )
    known = set(introduced(a.assumption for a in given.assumed)) | introduces(claimed)
    for formula in formulas_of(claimed):
        _check_formula(formula, {*known, elapsed.args[0]})
    _check_claimed_names(claimed)
    claims.append(placed(claimed, given.assumed, here))
    refuse_repeated(claims[0])


def _check_claimed_names(claimed: Claim) -> None:
    """Raise a Mistake for two things that look the same in one part of a claim."""
    for part in (*claimed.propositions, *(part for twin in claimed.twins for part in twin.parts)):
        page = Page()
        if claimed.along is not None:
            page.moves(claimed.along.law)
        page.says(part)


def _say_alone(claims: list[Claim], said: list[Said], mutants: list[Mutant]) -> None:
    """Say what is claimed, where a proof has no step and no file for Coq, as its steps."""
    (claimed,) = claims or (None,)
    alone = claimed.alone(claimed) if claimed is not None and claimed.alone is not None else None
    if claimed is None or alone is None:
        return
    for step in alone.steps:
        said.append(Said("", step, claimed.assumed, claimed.place, len(said) + 1))
    mutants.extend(alone.mutants)
    claims[:] = [replace(claimed, parts=tuple(s.name for s in said), twins=())]


def _take(yielded: Any, here: str, given: Given, said: list[Said], mutants: list[Mutant]) -> None:
    if isinstance(yielded, Mutant):
        if not any(handle_matches(a.assumption, yielded.drop) for a in given.assumed):
            raise Mistake(
                f"the mutant {yielded.why!r} drops something that was never given; use the "
                "result of given(...)"
            )
        check_text("a mutant's name", yielded.why, empty=True)
        mutants.append(replace(yielded, place=here))
        return
    pair = yielded if isinstance(yielded, tuple) and len(yielded) == 2 else (yielded, None)
    sentence: Any = pair[0]
    step: Any = pair[1]
    if not isinstance(sentence, str) or not isinstance(step, Step):
        raise Mistake(
            "yield a sentence and its step, or a mutant; "
            "a sentence without a formula proves nothing"
            + ("; write a comparison as Inequality(...)" if isinstance(step, Relation) else "")
        )
    check_text("the sentence", sentence, empty=True)
    check_text("name=", step.name, empty=True, longest=SHORT)
    for twin in step.twins:
        check_text("a twin's name", twin.why, empty=True)
    known = set(introduced(a for a in (x.assumption for x in given.assumed)))
    used = list(step.formulas())
    for formula in used:
        _check_formula(formula, known)
    given.names.add_used(used, step.binds())
    step.check(given.assumed)
    number, known_here = len(said) + 1, tuple(given.assumed)
    said.append(Said(sentence, step, known_here, here, number, given.environment))


def _check_formula(formula: Any, known: set[Any]) -> None:
    for index in free_indices(formula):
        if index.bound:
            raise Mistake(
                f"the index {index.name} of a comprehension escapes its sum; "
                "write total(...), not sum(...), and largest or least, not max or min, and use "
                "the index only inside"
            )
    for thing in things(formula):
        if thing is elapsed.args[0] and thing not in known:
            raise Mistake(
                "elapsed is the time of claims; give the step its own time, as in s = "
                "given(nonnegative_scalar('s'))"
            )
        if thing not in known:
            raise Mistake(
                f"{thing.name} is not given: introduce it with {thing.name} = given(...) before it "
                "is used"
            )


def _check_names(identifier: str, start: str, declared: Declared) -> None:
    steps = [s.name for s in declared.said]
    seen = [looks(name) for name in steps]
    for name in (s for s in steps if seen.count(looks(s)) > 1):
        raise Mistake(f"{start}: {identifier}: two steps have the name {name!r}")
    for said in declared.said:
        for name in _references_of(identifier, said):
            if name not in steps:
                raise Mistake(f"{said.place}: {identifier}: {unknown('step', name, steps)}")
        refuted = said.step.refuted()
        if refuted is not None and not any(refuted is other.step for other in declared.said):
            raise Mistake(f"{said.place}: {identifier}: the refuted claim is never yielded")
    claimed = declared.claim
    for name in () if claimed is None else (*claimed.steps, *claimed.instead):
        if name not in steps:
            where = "" if claimed is None else claimed.place
            raise Mistake(f"{where}: {identifier}: claim: {unknown('step', name, steps)}")
    if claimed is not None:
        try:
            refuse_overstated(claimed, declared.said)
        except Mistake as error:
            raise Mistake(f"{claimed.place}: {identifier}: {error}") from None
    for said in declared.said:
        _check_circle(identifier, said, said.name, declared)


def _check_claimed(identifier: str, declared: Declared) -> None:
    """Raise a Mistake where words conclude and nothing is claimed: all else claims its steps."""
    said = next((said for said in declared.said if said.step.role == "concludes"), None)
    if declared.claim is None and said is not None:
        raise Mistake(
            f"{said.place}: {identifier}: the conclusion has no claim; yield "
            'claim("the statement", ...) before its proof, with the names of the steps that '
            "prove it, or with propositions, such as tends_to(y[i], z)"
        )


def _check_circle(
    identifier: str, start: Said, name: str, declared: Declared, path: tuple[str, ...] = ()
) -> None:
    """Raise a Mistake if a step rests, through others, on itself."""
    if name in path:
        if name != start.name:
            return  # told at a step of the circle
        way = ", ".join(repr(step) for step in path[1:]) or "itself"
        raise Mistake(
            f"{start.place}: {identifier}: the step {name!r} depends on itself, through "
            f"{way}; use steps that are decided without it"
        )
    for below in next(said.step.references() for said in declared.said if said.name == name):
        _check_circle(identifier, start, below, declared, (*path, name))


def _references_of(identifier: str, said: Said) -> list[str]:
    try:
        return said.step.references()
    except Mistake as error:
        raise Mistake(f"{said.place}: {identifier}: {error}") from None


def _told(identifier: str, body: Any, error: Exception) -> str:
    """Return one line: the place in the statement, and the mistake in the author's words."""
    trace, frame, line = error.__traceback__, None, body.__code__.co_firstlineno
    filename = body.__code__.co_filename
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            frame, line = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    if frame is None:
        raise error
    return f"{place(body.__code__, line)}: {identifier}: {_in_words(error, frame)}"


# What other packages call what is a word here.
ELSEWHERE = {"sqrt": "square_root", "dot": "x @ y", "Abs": "absolute", "ln": "log"}
# What Python says of a formula, and what its author should write.
MEANT = {
    "'Operator' object is not callable": "write A @ x for an operator A at a vector x",
    "'Vector' object is not subscriptable": 'any_vectors("x") gives the members x[i]',
    "for @: 'Scalar'": "u @ v is a number; multiply numbers with *",
    "between instances of 'Vector'": "compare numbers, such as norm(x) or c @ x",
}


def _in_words(error: Exception, frame: FrameType) -> str:
    if isinstance(error, NameError) and error.name:
        names = [*frame.f_locals, *frame.f_globals]
        if error.name in ELSEWHERE:
            return f"unknown name {error.name!r}; did you mean {ELSEWHERE[error.name]!r}?"
        index = f"{error.name} = tokens.any({error.name!r}) declares an index"
        rest = index if len(error.name) == 1 else "verify words lists the vocabulary"
        return unknown("name", error.name, names, rest)
    if isinstance(error, Mistake):
        return str(error)
    word = (
        re.match(r"(\w+)(\.__init__)?\(\) ", str(error)) if isinstance(error, TypeError) else None
    )
    if word is not None and word[1] in frame.f_globals:
        return f"{error} (verify words {word[1]} shows its arguments)"
    fix = next((fix for words, fix in MEANT.items() if words in str(error)), "")
    return f"{error} ({fix or 'use the words of the vocabulary; verify words lists them'})"


__all__ = ["Declared", "declare"]
