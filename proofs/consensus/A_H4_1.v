(* A-H4.1: bounded scores by Cauchy and Schwarz, and 1/(1 + t^2) is bounded and Lipschitz. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

Lemma sqrt_square r : sqrt (r ^ 2) = Rabs r.
Proof. replace (r ^ 2) with (Rsqr r) by (unfold Rsqr; ring). apply sqrt_Rsqr_abs. Qed.
Definition fade t := 1 / (1 + t ^ 2).
Lemma fade_unit t : 0 < fade t <= 1.
Proof.
  assert (Q := pow2_ge_0 t). unfold fade. split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_le_reg_r with (1 + t ^ 2); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma fade_lipschitz s t : Rabs (fade t - fade s) <= Rabs (t - s).
Proof.
  assert (A := fade_unit s). assert (B := fade_unit t).
  assert (Qs := pow2_ge_0 s). assert (Qt := pow2_ge_0 t).
  replace (fade t - fade s) with ((t - s) * (- (t + s) * fade t * fade s)).
  2:{ unfold fade. field. lra. }
  rewrite Rabs_mult. rewrite <- (Rmult_1_r (Rabs (t - s))) at 2.
  apply Rmult_le_compat_l; [apply Rabs_pos|].
  assert (E : (1 + t ^ 2) * (1 + s ^ 2) * (fade t * fade s) = 1) by (unfold fade; field; lra).
  assert (P : 0 < fade t * fade s) by (apply Rmult_lt_0_compat; lra).
  assert (U : (t + s) <= (1 + t ^ 2) * (1 + s ^ 2)).
  { assert (0 <= (t ^ 2) * (s ^ 2)) by (apply Rmult_le_pos; lra).
    assert (0 <= (t - 1 / 2) ^ 2) by apply pow2_ge_0. assert (0 <= (s - 1 / 2) ^ 2) by apply pow2_ge_0. lra. }
  assert (L : - (t + s) <= (1 + t ^ 2) * (1 + s ^ 2)).
  { assert (0 <= (t ^ 2) * (s ^ 2)) by (apply Rmult_le_pos; lra).
    assert (0 <= (t + 1 / 2) ^ 2) by apply pow2_ge_0. assert (0 <= (s + 1 / 2) ^ 2) by apply pow2_ge_0. lra. }
  apply Rabs_le. split.
  - assert (K := Rmult_le_compat_r (fade t * fade s) _ _ (Rlt_le _ _ P) U). rewrite E in K. lra.
  - assert (K := Rmult_le_compat_r (fade t * fade s) _ _ (Rlt_le _ _ P) L). rewrite E in K. lra.
Qed.

Section Scores.
Context {S : inner_product_space} (P P_T : S -> S) (p : R) (X Y : S).
Hypotheses (AP : adjoint P P_T) (Pp : 0 < p).
Hypothesis Low : forall x, 0 <= inner x (vadd (vscale (p ^ 2) x) (vscale (-1) (P_T (P x)))).
Lemma near x : sqrt (inner (P x) (P x)) <= p * sqrt (inner x x).
Proof.
  assert (Q := Low x). rewrite inner_add_r, !inner_scale_r, <- (AP x) in Q. fold (vnorm (P x)) (vnorm x).
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [lra | apply vnorm_nonneg]].
  unfold Rsqr. rewrite vnorm_square. replace (p * vnorm x * (p * vnorm x)) with (p ^ 2 * (vnorm x * vnorm x)) by ring.
  rewrite vnorm_square. lra.
Qed.
Lemma score : sqrt (inner (P_T X) Y ^ 2) <= p * sqrt (inner X X) * sqrt (inner Y Y).
Proof.
  rewrite sqrt_square, (adjoint_sym _ _ AP). eapply Rle_trans; [apply inner_le_vnorm|].
  rewrite (Rmult_comm p), Rmult_assoc. apply Rmult_le_compat_l; [apply vnorm_nonneg | apply near].
Qed.
Lemma scaled g : -1 < g -> g < 1 -> sqrt ((g * inner (P_T X) Y) ^ 2) <= p * sqrt (inner X X) * sqrt (inner Y Y).
Proof.
  intros G0 G1. eapply Rle_trans; [|exact score]. rewrite !sqrt_square, Rabs_mult. rewrite <- (Rmult_1_l (Rabs (inner _ _))) at 2.
  apply Rmult_le_compat_r; [apply Rabs_pos | apply Rabs_le; lra].
Qed.
Lemma fading t x : sqrt (inner (vscale (1 / (1 + t ^ 2)) (P x)) (vscale (1 / (1 + t ^ 2)) (P x))) <= p * sqrt (inner x x).
Proof.
  change (vnorm (vscale (fade t) (P x)) <= p * vnorm x). assert (F := fade_unit t).
  rewrite vnorm_scale, Rabs_right by lra. eapply Rle_trans; [|apply near].
  rewrite <- (Rmult_1_l (sqrt _)). apply Rmult_le_compat_r; [apply vnorm_nonneg | lra].
Qed.
Lemma steady eps : 0 < eps -> exists delta, 0 < delta /\ forall s t, sqrt ((t - s) ^ 2) < delta -> forall x,
  sqrt (inner (vsub (vscale (1 / (1 + t ^ 2)) (P x)) (vscale (1 / (1 + s ^ 2)) (P x)))
    (vsub (vscale (1 / (1 + t ^ 2)) (P x)) (vscale (1 / (1 + s ^ 2)) (P x)))) <= eps * sqrt (inner x x).
Proof.
  intros E. exists (eps / p). split; [apply Rdiv_lt_0_compat; auto|]. intros s t Close x. rewrite sqrt_square in Close.
  change (vnorm (vsub (vscale (fade t) (P x)) (vscale (fade s) (P x))) <= eps * vnorm x).
  replace (vsub (vscale (fade t) (P x)) (vscale (fade s) (P x))) with (vscale (fade t - fade s) (P x)).
  2:{ apply inner_ext. intro w. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  rewrite vnorm_scale. assert (L := fade_lipschitz s t).
  apply Rle_trans with (eps / p * (p * vnorm x)); [|right; field; lra].
  apply Rmult_le_compat; [apply Rabs_pos | apply vnorm_nonneg | lra | apply near].
Qed.
End Scores.
