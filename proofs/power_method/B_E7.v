(* B-E7: lengths of projections onto a plane rise where their squares do, and with any orthonormal basis. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Alignments.
Open Scope R_scope.

Section Plane.
Context {S : inner_product_space} (e f : S).
Hypothesis E : inner e e = 1.
Hypothesis F : inner f f = 1.
Hypothesis O : inner e f = 0.
Lemma lengths_rise x y : vnorm (on_plane e f x) < vnorm (on_plane e f y) <->
  inner x e ^ 2 + inner x f ^ 2 < inner y e ^ 2 + inner y f ^ 2.
Proof.
  rewrite <- !(on_plane_square e f E F O). assert (X := inner_nonneg S (on_plane e f x)). assert (Y := inner_nonneg S (on_plane e f y)).
  split; intro H; [apply sqrt_lt_0_alt; exact H | apply sqrt_lt_1_alt; lra].
Qed.
(* So a length is that of the coordinates in any of them. *)
Lemma not_shorter u w x y : sqrt (inner x u ^ 2) <= sqrt (inner y u ^ 2) /\ sqrt (inner x w ^ 2) <= sqrt (inner y w ^ 2) ->
  inner u u = 1 -> inner w w = 1 -> inner u w = 0 -> on_plane e f u = u /\ on_plane e f w = w ->
  vnorm (on_plane e f x) <= vnorm (on_plane e f y).
Proof.
  intros [A B] U W UW [Pu Pw]. unfold vnorm. rewrite !(on_plane_square e f E F O), <- !(other_basis e f E F O u w) by auto.
  apply sqrt_le_0 in A, B; try apply pow2_ge_0. apply sqrt_le_1_alt. lra.
Qed.
Lemma longer u w x y : sqrt (inner x u ^ 2) < sqrt (inner y u ^ 2) /\ sqrt (inner x w ^ 2) <= sqrt (inner y w ^ 2) ->
  inner u u = 1 -> inner w w = 1 -> inner u w = 0 -> on_plane e f u = u /\ on_plane e f w = w ->
  vnorm (on_plane e f x) < vnorm (on_plane e f y).
Proof.
  intros [A B] U W UW [Pu Pw]. apply lengths_rise. rewrite <- !(other_basis e f E F O u w) by auto.
  apply sqrt_lt_0 in A; try apply pow2_ge_0. apply sqrt_le_0 in B; try apply pow2_ge_0. lra.
Qed.
End Plane.
