(* B-L6: not every polygonal equilibrium of the Oja map is unstable; two opposite tokens need not be. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_L6.
Open Scope R_scope.

Theorem proof : B_L6.
Proof.
  intro H.
  specialize (H plane bool two (complete_euclidean 1) bool_enumerated
    (Req_le _ _ (eq_sym two_size)) no_degenerate_plane mirror mirror_symmetric mirror_symmetric
    (/ 4) ltac:(lra) 1 ltac:(lra)).
  destruct (H mirror_assumed opposite) as [_ N].
  - apply OjaLines.line_unit; auto using along_unit, side_square.
  - intros i j. unfold opposite. rewrite inner_scale_l, inner_scale_r, along_unit. destruct i, j; simpl; lra.
  - apply OjaLines.line_sum, side_sum.
  - exact (proj1 opposite_stable).
  - exact (N (proj2 opposite_stable)).
Qed.
