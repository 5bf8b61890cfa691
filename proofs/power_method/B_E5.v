(* B-E5: the share of tokens whose alignment rises. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Drawn OjaMap Alignments.
From Claimed Require Import B_E5.
Open Scope R_scope.

Theorem proof : B_E5.
Proof.
  intros S Token tokens x v y eps p q _ T Signs Excess Count P Q Some Ux _ Uy _ Uv Told.
  split; [split; [lra|]|split; [|split]].
  - exact (share_is tokens T eps p q Excess Count).
  - apply (share_between tokens T eps p q Excess Count P Q).
  - apply (share_between tokens T eps p q Excess Count P Q).
  - apply (mean_below_share tokens T eps _ Signs).
    + intro j. rewrite !root_of_square. assert (A := Rabs_pos (inner (x j) v)).
      assert (B := inner_le_vnorm (y j) v). rewrite (unit_norm _ (Uy j)), (unit_norm v Uv) in B. lra.
    + intros j R. apply (proj1 (Told j)). lra.
Qed.
