(* B-C1: consensus at an eigenvector attracts if I + tau F is slower beside it, and repels if it is faster. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words TotalLayers Directions Cones NearAgreement NearConsensus ConsensusAttracts ConsensusLeft.
From Claimed Require Import B_C1.
Open Scope R_scope.

Theorem proof : B_C1.
Proof.
  intros Space Token tokens v F F_T lam tau P P_T up_to Comp ET HF HP Ind Self Order BF BF' BP BP' Tau Unit Lam.
  assert (Ones : forall i j : Token, 0 <= (fun _ _ => 1) i j) by (intros; lra).
  assert (All : forall i : Token, 0 < total tokens ((fun _ _ => 1) i)) by (intro; apply size_positive, ET).
  assert (Up : forall i j, 0 <= up_to i j) by (intros; apply indicator_nonneg, Ind).
  assert (Some : forall i, 0 < total tokens (up_to i)).
  { intro i. apply (total_one_positive tokens (up_to i) i ET (Up i)). rewrite Self. lra. }
  assert (Le : forall x : Token -> Space, (forall i, inner (x i) (x i) = 1) -> forall i j, inner (x i) (x j) <= 1) by
    (intros x U i j; apply Directions.below_one; apply U).
  assert (Moves := fun E seen N T => moves_in_consensus tokens seen F P tau lam v N T Tau Lam Unit E).
  assert (MovesFull := fun E i => Moves E (fun _ _ => 1) Ones All i).
  assert (MovesCausal := fun E i => Moves E up_to Up Some i).
  unfold before_norm in MovesFull, MovesCausal.
  assert (Qf := fun i => full_pull tokens P (fun _ : Token => v) i).
  assert (Qc := fun i => masked_pull tokens P (fun _ : Token => v) i up_to). cbv beta in *.
  setoid_rewrite <- Qf in MovesFull. setoid_rewrite <- Qc in MovesCausal.
  split.
  - intros W HWs [HW Coe] kappa [E [Kap Slower]]. split; apply said_exponentially_stable.
    + apply (consensus_attracts tokens (fun _ _ => 1) F F_T P P_T W tau lam kappa v); auto using full_attention.
      * intros x [[U _] _]. exact U.
      * split; [split; [auto | intros; lra]|]. intro i. apply (MovesFull E i).
      * intros x i. rewrite full_pull. reflexivity.
    + apply (consensus_attracts tokens up_to F F_T P P_T W tau lam kappa v); auto.
      * apply (causal_attention tokens up_to ET Order).
      * intros x [[U _] _]. exact U.
      * split; [split; [auto | intros; lra]|]. split.
        { intro i. apply (MovesCausal E i). }
        { intros i _. apply Rgt_not_eq, (rows_positive tokens up_to P Up Some (fun _ => v)). }
      * intros x i. rewrite masked_pull. reflexivity.
  - intros mu nu [[p [q [Pos [Hp Hq]]]] [E Faster]].
    assert (Grows : (1 + tau * lam) ^ 2 < (1 + tau * mu) ^ 2 + (tau * nu) ^ 2).
    { assert (0 < tau * (tau * (mu ^ 2 + nu ^ 2 - lam ^ 2) - 2 * (lam - mu))) by (apply Rmult_lt_0_compat; lra). lra. }
    split; apply said_unstable.
    + destruct (values_near tokens (fun _ _ => 1) F F_T P tau lam v) as [r [R H]]; auto.
      exists r. split; [exact R|]. intros x Near i. rewrite full_pull. apply (H x Near i).
    + apply (consensus_is_left tokens (fun _ _ => 1) F F_T P tau lam mu nu v p q); auto.
      * intros x U N. split; [split; auto|]. intro i. rewrite full_pull. apply N.
      * split; [split; [auto | intros; lra]|]. intro i. apply (MovesFull E i).
      * intros x i. rewrite full_pull. reflexivity.
    + destruct (values_near tokens up_to F F_T P tau lam v) as [r [R H]]; auto.
      exists r. split; [exact R|]. intros x Near. split.
      { intro i. rewrite masked_pull. apply (H x Near i). }
      { intros i _. apply Rgt_not_eq, (rows_positive tokens up_to P Up Some). }
    + apply (consensus_is_left tokens up_to F F_T P tau lam mu nu v p q); auto.
      * intros x U N. split; [split; auto|]. split.
        { intro i. rewrite masked_pull. apply N. }
        { intros i _. apply Rgt_not_eq, (rows_positive tokens up_to P Up Some). }
      * split; [split; [auto | intros; lra]|]. split.
        { intro i. apply (MovesCausal E i). }
        { intros i _. apply Rgt_not_eq, (rows_positive tokens up_to P Up Some (fun _ => v)). }
      * intros x i. rewrite masked_pull. reflexivity.
Qed.
