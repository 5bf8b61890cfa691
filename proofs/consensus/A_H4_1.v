(* A-H4.1: bounds of squares are bounds of absolute values and of lengths. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

Section Scores.
Context {S : inner_product_space} (P P_T : S -> S) (p : R) (X Y : S).
Hypotheses (AP : adjoint P P_T) (Pp : 0 < p).
Lemma roots c q r : 0 <= c -> 0 <= r -> q <= c ^ 2 * r -> sqrt q <= c * sqrt r.
Proof. intros C R H. rewrite <- (sqrt_pow2 c C), <- sqrt_mult; [apply sqrt_le_1_alt, H | apply pow2_ge_0 | exact R]. Qed.
Lemma absolute r : r ^ 2 <= p ^ 2 * inner X X * inner Y Y -> sqrt (r ^ 2) <= p * sqrt (inner X X) * sqrt (inner Y Y).
Proof.
  intro H. rewrite Rmult_assoc, <- sqrt_mult by apply inner_nonneg. apply roots; [lra | apply Rmult_le_pos; apply inner_nonneg | lra].
Qed.
Hypothesis Bounded : inner X (P Y) ^ 2 <= p ^ 2 * inner X X * inner Y Y.
Lemma score : sqrt (inner (P_T X) Y ^ 2) <= p * sqrt (inner X X) * sqrt (inner Y Y).
Proof. rewrite (adjoint_sym _ _ AP). exact (absolute _ Bounded). Qed.
Lemma scaled g : (forall g, inner X (P Y) ^ 2 <= p ^ 2 * inner X X * inner Y Y -> g ^ 2 <= 1 ->
    (g * inner X (P Y)) ^ 2 <= p ^ 2 * inner X X * inner Y Y) ->
  -1 < g -> g < 1 -> sqrt ((g * inner (P_T X) Y) ^ 2) <= p * sqrt (inner X X) * sqrt (inner Y Y).
Proof. intros Factor G0 G1. rewrite (adjoint_sym _ _ AP). apply absolute, Factor; [exact Bounded | nra]. Qed.
End Scores.

Section Fading.
Context {S : inner_product_space} (P P_T : S -> S) (p : R).
Hypotheses (AP : adjoint P P_T) (Pp : 0 < p).
Hypothesis Low : forall x, 0 <= inner x (vadd (vscale (p ^ 2) x) (vscale (-1) (P_T (P x)))).
Let fade t := 1 / (1 + t ^ 2).
Lemma shrunk c e x : 0 <= e -> c ^ 2 <= e ^ 2 -> sqrt (inner (vscale c (P x)) (vscale c (P x))) <= e * p * sqrt (inner x x).
Proof.
  intros E C. assert (Q := Low x). rewrite inner_add_r, !inner_scale_r, <- (AP x) in Q. apply roots; [nra | apply inner_nonneg|].
  rewrite inner_scale_l, inner_scale_r. assert (N := inner_nonneg _ (P x)). assert (0 <= e ^ 2) by apply pow2_ge_0. nra.
Qed.
Lemma fading t x : (forall t, fade t ^ 2 <= 1) -> sqrt (inner (vscale (fade t) (P x)) (vscale (fade t) (P x))) <= p * sqrt (inner x x).
Proof. intro Fades. specialize (Fades t). rewrite <- (Rmult_1_l p). apply shrunk; lra. Qed.
Lemma steady eps : (forall t s, (fade t - fade s) ^ 2 <= (t - s) ^ 2) ->
  0 < eps -> exists delta, 0 < delta /\ forall s t, sqrt ((t - s) ^ 2) < delta -> forall x,
  sqrt (inner (vsub (vscale (fade t) (P x)) (vscale (fade s) (P x))) (vsub (vscale (fade t) (P x)) (vscale (fade s) (P x)))) <= eps * sqrt (inner x x).
Proof.
  intros Slow E. assert (D : 0 < eps / p) by (apply Rdiv_lt_0_compat; auto). exists (eps / p). split; [exact D|]. intros s t Close x.
  replace (vsub _ _) with (vscale (fade t - fade s) (P x)) by (unfold vsub; rewrite vscale_vscale, <- vadd_vscale; f_equal; ring).
  replace eps with (eps / p * p) by (field; lra). apply shrunk; [lra|]. eapply Rle_trans; [apply Slow|].
  rewrite <- (pow2_sqrt ((t - s) ^ 2)) by apply pow2_ge_0. apply pow_incr. split; [apply sqrt_pos | lra].
Qed.
End Fading.
