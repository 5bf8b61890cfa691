(* B-L5: not every bipartite equilibrium of the Oja map is unstable; two opposite tokens need not be. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaPlane Worlds.
From Claimed Require Import B_L5.
Open Scope R_scope.

Theorem opposite_tokens : B_L5__instance.
Proof.
  apply mirror_instance. split; [exact mirror_assumed|]. exists 1, side, 1, 1. split; [exact side_square|].
  split; [rewrite Rminus_diag_eq by reflexivity; exact side_sum|]. split; [rewrite two_size; ring|].
  split; [lra|]. split; [lra|]. split; [exact along_eigen | exact opposite_stable].
Qed.
