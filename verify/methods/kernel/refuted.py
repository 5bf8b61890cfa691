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
Ltac known' := repeat match goal with
  | H : exists _, _ |- _ => let C := fresh in pose proof (H : step_says _) as C; destruct H
  | H : _ /\\ _ |- _ => destruct H
  end.
Ltac shown' := cbv beta; first [ assumption | lazymatch goal with
  | |- _ /\\ _ => split; shown'
  | |- exists _, _ => match goal with H : step_says _ |- _ => exact H end
  | |- _ -> _ => intro; shown'
  | |- forall _, _ => intro; shown'
  | |- _ <> _ => congruence
  | |- (_ < _)%R => lra | |- (_ <= _)%R => lra | |- @eq R _ _ => lra
  end ].
Ltac fails' C := let D := fresh in pose proof C as D; cbv beta in D; first
  [ match goal with N : ~ _ |- _ => exact (N D) end | lazymatch type of D with
  | _ /\\ _ => let E := fresh in let F := fresh in destruct D as [E F];
    first [ fails' E | fails' F ]
  | _ \\/ _ => destruct D as [D|D]; fails' D
  | exists _, _ => destruct D as [? D]; fails' D
  | ~ _ => apply D; first [ shown' | solve [ eauto 6 ] ]
  | forall _ : ?A, _ => lazymatch type of A with
    | Prop => let H := fresh in assert (H : A) by shown'; fails' (D H)
    | _ => match reverse goal with y : A |- _ => fails' (D y) end
    end
  | (_ < _)%R => lra | (_ <= _)%R => lra | @eq R _ _ => lra
  end ].
Theorem proof : {name}.
Proof.
  unfold {name}. intros {outer} Claimed'.
  assert (At' : {instance}).
  {{ {said} }}
  unfold {instance} in At'. destruct (At' {of}) as {things}.
  specialize (Claimed' {names}). unfold layers_stable, layers_unstable in *; known'.
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
        contradicts=or_say("fails' Claimed'", f"{said.name!r} does not contradict the claim"),
    )  # fmt: skip
