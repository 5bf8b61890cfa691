(* B-L5: not every bipartite equilibrium of the Oja map is unstable; two opposite tokens need not be. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaPlane Worlds.
From Claimed Require Import B_L5.
Open Scope R_scope.

Theorem opposite_tokens : B_L5__instance.
Proof.
  exists plane, bool, two. split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|].
  split; [exact (Req_le _ _ (eq_sym two_size))|]. split; [exact no_degenerate_plane|].
  exists mirror. split; [exact mirror_symmetric|]. split; [exact mirror_symmetric|].
  exists (/ 4). split; [lra|]. exists 1. split; [lra|]. exists along. split; [exact along_unit|].
  split; [exact two_size|]. split; [lra|]. split; [rewrite along_eigen; apply vscale_one|]. split; [intros z Z; apply inner_ext; intro y;
    rewrite inner_plane, px_along, py_along in Z; rewrite inner_scale_l, !inner_plane, px_mirror, py_mirror;
    replace (px z) with 0 by lra; ring|].
  split; [exact mirror_assumed|]. exists 1, side, 1, 1. split; [exact side_square|].
  split; [rewrite Rminus_diag_eq by reflexivity; exact side_sum|]. split; [rewrite two_size; ring|].
  split; [lra|]. split; [lra|]. split; [exact along_eigen | exact opposite_stable].
Qed.
