(* A-2.3: of the tokens 0 and e_1 of the plane, the first reads 1/2 of the second, and not 1/(1 + e). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Bounded Complete Worlds.
From Claimed Require Import A_2_3.
Open Scope R_scope.

Theorem the_first_reads_half : A_2_3__instance.
Proof.
  set (x := fun b : bool => (if b then 1 else 0, 0) : euclidean 1). set (I := fun v : euclidean 1 => v).
  assert (AI : adjoint I I) by (intros v w; reflexivity).
  assert (BI : bounded_operator I) by (exists 1; split; [lra|]; intro v; unfold I; lra).
  assert (Two : size (true :: false :: nil) = 2) by (unfold size; simpl; lra).
  exists (euclidean 1), bool, (true :: false :: nil), 2, x, I, I, I, I, I, I.
  split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|]. split; [lra|]. split; [lra|].
  split; [exact dimension_plane|]. split; [lra|]. do 3 (split; [exact AI|]). do 6 (split; [exact BI|]).
  split; [exact Two|]. split; [reflexivity|]. split; [intro z; repeat split; reflexivity|].
  exists false, true. split; [reflexivity|]. split; [simpl; ring|]. intro E.
  apply (f_equal fst) in E. unfold x, I in E. simpl in E.
  repeat rewrite Rmult_0_l in E. repeat rewrite Rmult_0_r in E. repeat rewrite Rmult_1_l in E.
  repeat rewrite Rplus_0_r in E. rewrite exp_0 in E. assert (P := exp_tangent 1).
  assert (Q := sqrt_lt_R0 2 ltac:(lra)). set (e := exp 1) in *. set (s := sqrt 2) in *. clearbody e s.
  assert (F : 2 * (s * (e + 1)) * (1 / (s * (e + 1))) = 2) by (field; lra).
  assert (G : 2 * (s * (e + 1)) * (1 / s * (1 / (1 + 1))) = e + 1) by (field; lra).
  assert (H : 1 / (s * (e + 1)) = 1 / s * (1 / (1 + 1))) by lra. rewrite H in F. lra.
Qed.
