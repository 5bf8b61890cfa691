(* B-L6: not every polygonal equilibrium of the Oja map is unstable; two opposite tokens need not be. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_L6.
Open Scope R_scope.

Theorem opposite_tokens : B_L6__instance.
Proof.
  exists plane, bool, two. split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|].
  split; [exact (Req_le _ _ (eq_sym two_size))|]. split; [exact no_degenerate_plane|].
  exists mirror. split; [exact mirror_symmetric|]. split; [exact mirror_symmetric|].
  exists (/ 4). split; [lra|]. exists 1. split; [lra|]. exists along. split; [exact along_unit|].
  split; [exact two_size|]. split; [lra|]. split; [rewrite along_eigen; apply vscale_one|].
  split; [intros z Z; apply inner_ext; intro y;
    rewrite inner_plane, px_along, py_along in Z; rewrite inner_scale_l, !inner_plane, px_mirror, py_mirror;
    replace (px z) with 0 by lra; ring|].
  split; [exact mirror_assumed|]. exists opposite. split; [apply OjaLines.line_unit; auto using along_unit, side_square|].
  split; [intros i j; unfold opposite; rewrite inner_scale_l, inner_scale_r, along_unit; destruct i, j; simpl; lra|].
  split; [apply OjaLines.line_sum, side_sum|].
  split; [|exact opposite_stable].
  intro i. unfold opposite. rewrite inner_scale_r, along_unit, Rmult_1_r. apply side_square.
Qed.
