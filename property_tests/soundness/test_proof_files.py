"""A proof file has a small part of Coq's language, in which no check can be turned off."""

from pathlib import Path

import pytest

from property_tests.engine.claim_examples import SQUARE, needs_coq, proof, stated_in
from verify.methods.kernel.theorems import decide_claims
from verify.methods.kernel.vernacular import refused
from verify.processes.places import cache_folder

FOLDERS = [Path(__file__).parents[2] / name for name in ("proofs", "examples")]
FUNCTOR = """
Module Type Bad. Parameter Inline bad : nat -> False. End Bad.
Module Proves (B : Bad). Lemma no : False. Proof. exact (B.bad O). Qed. End Proves.
"""
REFUSED = [
    FUNCTOR,
    "Axiom bad : False.",
    "Local Axiom bad : False.",
    "Hypothesis bad : False.",
    "Context (bad : False).",
    "Section S. End S. Variable bad : False.",
    "Lemma bad : False. Proof. Admitted.",
    "Lemma bad : True. Proof. - exact I. - Unset Guard Checking. exact I. Qed.",
    "Lemma bad : True. Proof. { Set Universe Checking. exact I. } Qed.",
    "Lemma bad : True. Proof. 1: { Axiom no : False. exact I. } Qed.",
    "Lemma bad : True. Proof. [goal]: { Axiom no : False. exact I. } Qed.",
    "Unset Guard Checking.",
    "#[bypass_check(guard)] Fixpoint bad (n : nat) : False := bad n.",
    "#[local] Unset Positivity Checking.",
    "Local Unset Universe Checking.",
    "Global Set Printing Width 5.",
    'Declare ML Module "ring_plugin".',
    "Declare Module Bad.",
    "Load other.",
    'Add LoadPath "/tmp" as Kernel.',
    'Cd "/tmp".',
    "Require Import Reals.",
    "From Other Require Import Reals.",
    "From Coq Require Export Reals.",
    "From Coq Require Import ssreflect(ssreflect).",
    "Include Bad.",
    "Time Axiom bad : False.",
    "Fail Lemma x : False.",
    "Polymorphic Definition x := Type.",
    "Program Definition x := 1.",
    "Primitive bad := #int63_add.",
    'Notation "x <= y" := True (at level 70, no associativity) : R_scope.',
    'Local Notation "x $( * y" := x (at level 40).',
    "Ltac2 Set bad := fun _ => ().",
    "End T_1. Definition T_1 := True.",
    "(* a comment (* in a comment *) Axiom here : True. *) Axiom bad : False.",
    '(* "*)" *) Axiom bad : False.',
    '(* " *) Axiom here : True. " *) Axiom bad : False.',
    'Lemma bad : True. Proof. idtac ". Qed."" (*". Axiom no : False. Qed.',
    "Definition x := 1$(* 2. Axiom bad : False. (* *) *).",
    "Lemma x : True.(**)Proof. exact I. Qed.",
    "(* never ends",
    'Definition x := ".',
]  # fmt: skip
ALLOWED = [
    "",
    "(* Axiom bad : False. *)",
    '(* "Axiom bad : False." (* and *) so on *) Lemma good : True. Proof. exact I. Qed.',
    'Lemma good : True. Proof. idtac "Axiom bad : False.". exact I. Qed.',
    "Section S. Context (x : nat). Hypothesis good : x = 1. Let y := x. End S.",
    "Section S. Section T. Variables x y : nat. End T. Variable z : nat. End S.",
    "From Coq Require Import\n  Reals Lra.\nFrom Kernel Require Words.\nOpen Scope R_scope.",
    "Local Notation b := (cosine y v).",
    "Lemma good : True /\\ True. Proof. split. - exact I. - { exact I. } Qed.",
    "Ltac easy_one := exact I.\nFixpoint f (n : nat) := n.\nInductive two := a | b.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_turn_a_check_off_or_assume_something_is_refused(text):
    assert refused(text)


@pytest.mark.parametrize("text", ALLOWED)
def test_what_proofs_consist_of_is_allowed(text):
    assert refused(text) == ""


def test_the_proofs_here_keep_to_it():
    files = [path for folder in FOLDERS for path in folder.rglob("*.v")]
    assert len(files) > 150
    assert {path.name: refused(path.read_text("utf-8")) for path in files} == {
        path.name: "" for path in files
    }


def test_the_line_is_named():
    assert refused("Lemma x : True.\nProof. exact I. Qed.\n\n  Axiom\n bad : False.") == (
        "line 4: Axiom bad : False is not allowed; a proof file has Arguments, Context, Corollary, "
        "Defined, Definition, End, Fact, Fixpoint, From, Hypotheses, Hypothesis, Implicit, Import, "
        "Inductive, Lemma, Let, Local, Ltac, Opaque, Open, Proof, Proposition, Qed, Remark, "
        "Section, Theorem, Transparent, Variable, Variables"
    )


@pytest.fixture
def stated(tmp_path):
    return stated_in(tmp_path)


def test_a_functor_proves_nothing(stated):
    wrong = SQUARE.replace("x * x >= 0)", "x * x >= 1)")
    made = stated(wrong, proof("exact I.", before=FUNCTOR))
    outcome = decide_claims([made], 1, cache_folder(), fresh=True)["T-1"]
    assert outcome.outcome == "inconclusive"
    assert outcome.reason.startswith("T_1.v, line 6: Module Type Bad is not allowed; ")


@needs_coq
@pytest.mark.long
def test_a_file_that_coq_reads_at_its_start_proves_nothing(stated, tmp_path, monkeypatch):
    """Without -q `coqc` reads a user's coqrc before each file."""
    cache = cache_folder()
    (tmp_path / ".coqrc").write_text("Unset Guard Checking.\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.parent))  # where Coq may be
    loop = "Fixpoint bad (n : nat) : False := bad n."
    made = stated(SQUARE, proof("destruct (bad O).", before=loop))
    outcome = decide_claims([made], 1, cache, fresh=True)["T-1"]
    assert outcome.outcome == "inconclusive"
    assert "Cannot guess decreasing argument" in outcome.reason or "ill-formed" in outcome.reason
