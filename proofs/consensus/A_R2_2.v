(* A-R2.2: spheres are the ellipsoids of W = c I; the derivative of the normalisation is that of A-2.1. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude.
From Theorems Require A_2_1.
Import A_2_1.A_2_1.
Open Scope R_scope.

Section Spheres.
Context {S : inner_product_space} (c : R) (x z : S).
Hypotheses (C : 0 < c) (X : 0 < inner x x) (Z : 0 < inner z z).
Definition apart V := vsub V (vscale (c * inner z V) z).
Lemma on_sphere : c * inner z z = 1 <-> sqrt (inner z z) = 1 / sqrt c.
Proof.
  assert (P := sqrt_lt_R0 c C). split; intro H.
  - apply Rmult_eq_reg_l with (sqrt c); [|lra]. rewrite <- sqrt_mult, H, sqrt_1 by lra. field. lra.
  - rewrite <- (sqrt_sqrt c), <- (sqrt_sqrt (inner z z)), H by lra. field. lra.
Qed.
Lemma projects : (forall V, apart (apart V) = apart V) <-> c * inner z z = 1.
Proof.
  unfold apart, vsub. split; intro H.
  - specialize (H z). apply (f_equal (inner z)) in H. repeat (rewrite inner_add_r in H || rewrite inner_scale_r in H).
    assert (N : 0 < c * inner z z) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_eq_reg_l with (c * inner z z * inner z z); [lra | apply Rgt_not_eq, Rmult_lt_0_compat; lra].
  - intro V. apply inner_ext. intro w.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    replace (inner z V + -1 * (c * inner z V * inner z z)) with (inner z V * (1 - c * inner z z)) by ring. rewrite H. ring.
Qed.
Lemma unit : sqrt (inner x x) <> 0 /\ sqrt (inner (vscale (/ sqrt (inner x x)) x) (vscale (/ sqrt (inner x x)) x)) = 1.
Proof. split; [apply Rgt_not_eq, sqrt_lt_R0, X | exact (normal_unit x X)]. Qed.
Lemma change e : sqrt (inner e e) <= sqrt (inner x x) / 2 ->
  sqrt (inner (vadd x e) (vadd x e)) <> 0 /\ sqrt (inner x x) <> 0 /\
  vnorm (vsub (vsub (normal (vadd x e)) (normal x)) (vscale (/ sqrt (inner x x)) (vsub e (vscale (inner (normal x) e) (normal x)))))
    <= 4 * (sqrt (inner e e) / sqrt (inner x x)) ^ 2.
Proof.
  assert (N : sqrt (inner x x) <> 0) by apply unit. intros Short. destruct (normal_change x e X Short) as [K1 K2].
  split; [exact K1|]. split; [exact N|]. replace (vsub e _) with (vsub e (vscale (inner x e / inner x x) x)); [exact K2|].
  apply inner_ext. intro w. unfold vsub, normal, vnorm. rewrite !inner_add_l, !inner_scale_l.
  rewrite <- (sqrt_sqrt (inner x x)) at 1 by lra. field. exact N.
Qed.
End Spheres.
