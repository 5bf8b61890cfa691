(* B-R6: consensus rests at eigenvectors alone. *)
From Coq Require Import Reals List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
From Claimed Require Import B_R6.
Open Scope R_scope.

Theorem proof : B_R6.
Proof.
  intros Space Token tokens x tau A V _ [Some _] _ _ _ Rows Unit Step.
  assert (Mean : forall i, vtotal tokens (fun j => vscale (A i j) x) = x).
  { intro i. apply inner_ext. intro z. rewrite inner_vtotal_l.
    rewrite (total_ext tokens _ (fun j => A i j * inner x z)) by (intro; apply inner_scale_l).
    rewrite total_scale_r, Rows. ring. }
  split.
  - intro H. destruct tokens as [|i rest]; [destruct Some; reflexivity|].
    specialize (H i). rewrite Mean in H. apply (layer_rests x (V x) tau Unit Step), H.
  - intros H i. rewrite Mean. apply (layer_rests x (V x) tau Unit Step), H.
Qed.
