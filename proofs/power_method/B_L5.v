(* B-L5: not every bipartite equilibrium of the Oja map is unstable; two opposite tokens need not be. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaPlane Worlds.
From Claimed Require Import B_L5.
Open Scope R_scope.

Theorem proof : B_L5.
Proof.
  intro H.
  specialize (H plane bool two (complete_euclidean 1) bool_enumerated
    (Req_le _ _ (eq_sym two_size)) no_degenerate_plane mirror mirror_symmetric mirror_symmetric
    (/ 4) ltac:(lra) 1 ltac:(lra)).
  destruct (H mirror_assumed along along_unit 1 along_eigen side 1 1 side_square) as [_ N]; try lra.
  - rewrite Rminus_diag_eq by reflexivity. exact side_sum.
  - rewrite two_size. ring.
  - exact (proj1 opposite_stable).
  - exact (N (proj2 opposite_stable)).
Qed.
