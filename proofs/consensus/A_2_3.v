(* A-2.3: of the tokens 0 and 1 of a line, the first reads 1/2 of the second, and not 1/(1 + e). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete.
From Claimed Require Import A_2_3.
Open Scope R_scope.

Theorem proof : A_2_3.
Proof.
  intro All. set (x := fun b : bool => if b then 1 else 0 : real_line). set (I := fun v : real_line => v).
  assert (AI : adjoint I I) by (intros v w; reflexivity).
  assert (BI : bounded_operator I) by (exists 1; split; [lra|]; intro v; unfold I; lra).
  assert (C : complete real_line) by exact (complete_euclidean 0).
  assert (E := All real_line bool (true :: false :: nil) 1 x I I I I I I C bool_enumerated (Rle_refl 1)
    AI AI AI BI BI BI BI BI BI false).
  unfold x, I in E. simpl in E. rewrite sqrt_1 in E.
  repeat rewrite Rmult_0_l in E. repeat rewrite Rmult_0_r in E. repeat rewrite Rmult_1_l in E.
  rewrite exp_0 in E. assert (P := exp_ineq1 1 ltac:(lra)). set (e := exp 1) in *. clearbody e.
  assert (F : 1 / (e + (1 + 0)) = 1 / 2).
  { transitivity (1 / (e + (1 + 0)) * 1 * 1 + (0 + 0)); [ring | rewrite E; field]. }
  assert (G : 1 / (e + (1 + 0)) * (e + 1) = 1) by (field; lra). rewrite F in G. lra.
Qed.
