(* A-2.3: of the tokens 0 and e_1 of the plane, the first reads 1/2 of the second, and not 1/(1 + e). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Bounded Complete Worlds.
From Claimed Require Import A_2_3.
Open Scope R_scope.

Theorem proof : A_2_3.
Proof.
  intro All. set (x := fun b : bool => (if b then 1 else 0, 0) : euclidean 1). set (I := fun v : euclidean 1 => v).
  assert (AI : adjoint I I) by (intros v w; reflexivity).
  assert (BI : bounded_operator I) by (exists 1; split; [lra|]; intro v; unfold I; lra).
  assert (Two : 2 <= size (true :: false :: nil)) by (unfold size; simpl; lra).
  assert (E := All (euclidean 1) bool (true :: false :: nil) 2 x I I I I I I (complete_euclidean 1) bool_enumerated
    ltac:(lra) Two dimension_plane (Rle_refl 2) AI AI AI BI BI BI BI BI BI false).
  apply (f_equal fst) in E. unfold x, I in E. simpl in E.
  repeat rewrite Rmult_0_l in E. repeat rewrite Rmult_0_r in E. repeat rewrite Rmult_1_l in E.
  repeat rewrite Rplus_0_r in E. rewrite exp_0 in E. assert (P := exp_tangent 1).
  assert (Q := sqrt_lt_R0 2 ltac:(lra)). set (e := exp 1) in *. set (s := sqrt 2) in *. clearbody e s.
  assert (F : 2 * (s * (e + 1)) * (1 / (s * (e + 1))) = 2) by (field; lra).
  assert (G : 2 * (s * (e + 1)) * (1 / s * (1 / (1 + 1))) = e + 1) by (field; lra).
  assert (H : 1 / (s * (e + 1)) = 1 / s * (1 / (1 + 1))) by lra. rewrite H in F. lra.
Qed.
