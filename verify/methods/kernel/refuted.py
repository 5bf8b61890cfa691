"""The proof that a claim is false: an instance of what it assumes, at which it does not hold.

A lemma gives the instance: things that meet every premise of the claim, of which the module's words
hold. What the claim says of them contradicts this by logic, which nothing here is trusted to know:
Coq checks the text against the negation, which `claims` prints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from verify.methods.kernel.cases import Case
from verify.methods.kernel.claims import CoqTheorem
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.taken_steps import or_say
from verify.statements.inference import Inference
from verify.statements.step import Said

ONE = "a refuted claim has one inference, ByLemma or By; leave the others out"
REFUTED = """
Theorem proof : {name}.
Proof.
  unfold {name}. intros {outer} Claimed'.
  assert (At' : {instance}).
  {{ {said} }}
  unfold {instance} in At'. destruct (At' {of}) as {things}.
  specialize (Claimed' {names}). unfold layers_stable, layers_unstable in *; known_there.
  {contradicts}
Qed.
"""


def refuted(theorem: CoqTheorem, chosen: Sequence[Said], cases: Mapping[str, Case]) -> str:
    """Return the proof of a negation, by the case of a theorem or by the instance of a lemma."""
    (said, *others) = chosen
    assert isinstance(said.step, Inference)
    if others or not (said.step.case_of or said.step.coq_lemma):
        raise Unprintable(ONE)
    if (instance := theorem.instance) is None:
        return cases[said.step.case_of].refutes(theorem.name, said.step.at)
    outer = re.findall(r"\(([\w']+) :", theorem.whatever)
    facts = theorem.whatever.count(" ->\n")
    lemma = f"exact {said.step.coq_lemma}"
    return REFUTED.format(
        name=theorem.name, outer=" ".join([*outer, *["?"] * facts]), instance=instance.name,
        said=or_say(lemma, f"{said.step.coq_lemma} is not {instance.name}"),
        of=" ".join([*outer, *["ltac:(assumption)"] * facts]),
        things=f"[{' ['.join(instance.names)} so'{']' * len(instance.names)}",
        names=" ".join(theorem.names),
        contradicts=or_say("fails_there Claimed'", f"{said.name!r} does not contradict the claim"),
    )  # fmt: skip
