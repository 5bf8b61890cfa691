"""The proof that a claim is false: an instance of what it assumes, at which it does not hold.

A lemma gives the instance: things that meet every premise of the claim, of which the module's words
hold. What the claim says of them contradicts this by logic. Or the author gives values, of which
arithmetic shows both. Nothing here is trusted: Coq checks the text against the negation, which
`claims` prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from verify.language.expressions import as_scalar
from verify.methods.kernel.cases import OF_KIND, Case
from verify.methods.kernel.claims import LAWS, ClaimPrinter, CoqTheorem
from verify.methods.kernel.names import bound
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.taken_steps import lacks, or_say
from verify.methods.kernel.values import Values
from verify.statements.inference import Inference
from verify.statements.step import Said

ONE = "a refuted claim has one inference, Instance, By or ByLemma; leave the others out"
FAILS = "at these values the claim does not fail, as far as arithmetic and its steps show"
REFUTED = """
Theorem proof : {name}.
Proof.
  unfold {name}. intros {outer} Claimed'.
  {there}
  specialize (Claimed' {names}).
  {fails}
Qed.
"""
BY_LEMMA = """assert (At' : {instance}).
  {{ {said} }}
  unfold {instance} in At'. destruct (At' {of}) as {things}."""
KNOWN_THERE = "unfold layers_stable, layers_unstable in *; known_there.\n  "


def refuted(
    theorem: CoqTheorem, chosen: Sequence[Said], cases: Mapping[str, Case],
    own: ClaimPrinter, lifts: Sequence[str],
) -> str:  # fmt: skip
    """Return the proof of a negation, by a theorem's case, a lemma's instance or given values."""
    (said, *others) = chosen
    step, instance = said.step, theorem.instance
    assert isinstance(step, Inference)
    if others or not (step.case_of or step.coq_lemma or step.fails_at):
        raise Unprintable(ONE)
    outer = re.findall(r"\(([\w']+) :", theorem.whatever)
    facts = theorem.whatever.count(" ->\n")
    if step.case_of:
        return cases[step.case_of].refutes(theorem.name, step.at)
    if instance is None:
        there = "\n  ".join([*_given(said, own, outer), *lifts])
        shown = or_say("fails_at_values Claimed'", f"{said.name!r}: {FAILS}")
        fails = "\n  ".join([*_met(said, theorem), shown])
    else:
        there = BY_LEMMA.format(
            instance=instance.name, of=" ".join([*outer, *["ltac:(assumption)"] * facts]),
            said=or_say(f"exact {step.coq_lemma}", f"{step.coq_lemma} is not {instance.name}"),
            things=f"[{' ['.join(instance.names)} so'{']' * len(instance.names)}",
        )  # fmt: skip
        why = f"{said.name!r} does not contradict the claim"
        fails = KNOWN_THERE + or_say("fails_there Claimed'", why)
    return REFUTED.format(
        name=theorem.name, outer=" ".join([*outer, *["?"] * facts]), there=there,
        names=" ".join(theorem.names), fails=fails,
    )  # fmt: skip


def _given(said: Said, own: ClaimPrinter, outer: Sequence[str]) -> list[str]:
    """Return tactics that give all that a claim is about its value, what it introduces last."""
    step = said.step
    assert isinstance(step, Inference)
    values = Values(said.name, step.at, own)
    given = dict(values.things(outer))
    kind = "nat" if own.in_layers else "R"
    when = bound("k" if own.in_layers else "t", given)
    given |= {  # the start beside it
        name: f"({own.term(as_scalar(number), {})}{'%nat' * own.in_layers} : {kind})"
        for name, number in ((when, step.after), ("?", 0))
    }
    world = [f"pose ({name} := {text})." for name, text in values.world()]
    return [
        *world,
        *(f"destruct (with_value {text}) as [{name} ?]." for name, text in given.items()),
    ]


def _met(said: Said, theorem: CoqTheorem) -> Iterator[str]:
    """Yield what meets each premise of a claim at values, and says which one is not met."""
    for told in theorem.hypotheses:
        why = f"does not move by {told}" if told in LAWS else f"does not meet {told or OF_KIND}"
        met = f"first [ solve [ holds_there ] | {lacks(f'{said.name!r} {why}')} ]"
        yield f"met_by ltac:({met}) Claimed'."
