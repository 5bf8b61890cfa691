(* B-L6: not every polygonal equilibrium of the Oja map is unstable; two opposite tokens need not be. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_L6.
Open Scope R_scope.

Theorem opposite_tokens : B_L6__instance.
Proof.
  apply mirror_instance. split; [exact mirror_assumed|]. exists opposite. split; [exact opposite_unit|].
  split; [exact opposite_bounded|]. split; [apply OjaLines.line_sum, side_sum|]. split; [exact opposite_along | exact opposite_stable].
Qed.
