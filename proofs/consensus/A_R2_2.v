(* A-R2.2: spheres are the ellipsoids of W = c I; the derivative of the normalisation is that of A-2.1. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude Inferences.
From Theorems Require A_2_1.
Import A_2_1.A_2_1.
Open Scope R_scope.

Section Spheres.
Context {S : inner_product_space} (c : R) (x z : S).
Hypotheses (C : 0 < c) (X : 0 < inner x x) (Z : 0 < inner z z).
Lemma on_sphere : (forall z : S, c * inner z z - 1 = (sqrt c * sqrt (inner z z) - 1) * (sqrt c * sqrt (inner z z) + 1)) ->
  c * inner z z = 1 <-> sqrt (inner z z) = 1 / sqrt c.
Proof.
  intro Misses. specialize (Misses z). assert (P := sqrt_lt_R0 c C). assert (N := Rmult_lt_0_compat _ _ P (sqrt_lt_R0 _ Z)).
  assert (F : sqrt c * (1 / sqrt c) = 1) by (field; lra). split; intro H; rewrite H in Misses; [|rewrite F in Misses; lra].
  apply Rmult_eq_reg_l with (sqrt c); [rewrite F; apply Rmult_eq_reg_r with (sqrt c * sqrt (inner z z) + 1) |]; lra.
Qed.
Let apart (z V : S) := vsub V (vscale (c * inner z V) z).
Lemma projects : (forall V z : S, vsub (apart z (apart z V)) (apart z V) = vscale ((c * inner z z - 1) * c * inner z V) z) ->
  (forall V, apart z (apart z V) = apart z V) <-> c * inner z z = 1.
Proof.
  intro Twice. split; intro H.
  - assert (E := f_equal (inner z) (Twice z z)). rewrite H, inner_scale_r in E. unfold vsub in E. rewrite vadd_opposite, inner_sym, inner_zero_l in E.
    apply Rmult_eq_reg_r with (c * inner z z * inner z z); [lra | apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; auto].
  - intro V. apply (equal_by_gap _ _ _ (Twice V z)). rewrite H, Rminus_diag_eq, !Rmult_0_l by reflexivity. apply vscale_zero.
Qed.
Lemma unit : inner (normal x) (normal x) = 1 -> sqrt (inner x x) <> 0 /\ sqrt (inner (normal x) (normal x)) = 1.
Proof. intros ->. split; [apply Rgt_not_eq, sqrt_lt_R0, X | apply sqrt_1]. Qed.
Lemma change e : (forall V, tangent_of x V = vscale (/ sqrt (inner x x)) (vsub V (vscale (inner (normal x) V) (normal x)))) ->
  sqrt (inner e e) <= sqrt (inner x x) / 2 ->
  sqrt (inner (vadd x e) (vadd x e)) <> 0 /\ sqrt (inner x x) <> 0 /\
  vnorm (vsub (vsub (normal (vadd x e)) (normal x)) (vscale (/ sqrt (inner x x)) (vsub e (vscale (inner (normal x) e) (normal x)))))
    <= 4 * (sqrt (inner e e) / sqrt (inner x x)) ^ 2.
Proof.
  intros Map Short. destruct (normal_change x e X Short) as [K1 K2]. rewrite Map in K2. repeat split; [exact K1 | apply Rgt_not_eq, sqrt_lt_R0, X | exact K2].
Qed.
End Spheres.
