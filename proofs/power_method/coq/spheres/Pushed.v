(* What a push along a unit vector does to a token: its length, and how large a part of it stays beside. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn Cones.
Open Scope R_scope.

Lemma root_of_square t : sqrt (t ^ 2) = Rabs t.
Proof. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.

Section Pushed.
Context {S : inner_product_space} (u z : S).
Hypothesis Unit : inner u u = 1.
Hypothesis Some : 0 < inner z z.
Let pushed p := vadd z (vscale p u).
Lemma beside_pushed p : beside u (pushed p) = beside u z.
Proof.
  unfold beside, pushed. apply inner_ext. intro v. inners. rewrite Unit. ring.
Qed.
Lemma pushed_square p : inner (pushed p) (pushed p) = inner (beside u z) (beside u z) + (inner u z + p) ^ 2.
Proof. unfold pushed, beside. inners. rewrite (inner_sym _ z u), Unit. ring. Qed.
Lemma positive_length : 0 < vnorm z.
Proof. apply sqrt_lt_R0, Some. Qed.
Lemma component_short : Rabs (inner u z) <= vnorm z.
Proof.
  eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite Unit, sqrt_1. lra.
Qed.
Lemma pushed_sine p : vnorm (beside u z) * Rabs p <= vnorm z * vnorm (pushed p).
Proof.
  unfold vnorm. rewrite <- root_of_square, <- !sqrt_mult_alt by apply inner_nonneg. apply sqrt_le_1_alt.
  rewrite pushed_square, (pythagoras u Unit z). set (t := inner (beside u z) (beside u z)). set (a := inner u z).
  assert (Q := pow2_ge_0 (t + a * (a + p))). lra.
Qed.
Lemma turned_by_push b eps : b <> 0 -> 0 < eps -> exists C, 0 < C /\ forall c, C <= Rabs c ->
  0 < inner (pushed (c * b)) (pushed (c * b)) /\ vnorm (beside u z) <= eps * vnorm (pushed (c * b)).
Proof.
  intros B E. assert (Z := positive_length). assert (AB : 0 < Rabs b) by (apply Rabs_pos_lt; auto).
  assert (ZE : 0 < vnorm z / eps) by (apply Rdiv_lt_0_compat; auto).
  exists ((vnorm z + vnorm z / eps) / Rabs b). split; [apply Rdiv_lt_0_compat; lra|]. intros c C.
  assert (P : vnorm z + vnorm z / eps <= Rabs (c * b)).
  { rewrite Rabs_mult. apply Rle_trans with ((vnorm z + vnorm z / eps) / Rabs b * Rabs b); [right; field; lra|].
    apply Rmult_le_compat_r; lra. }
  split.
  - rewrite pushed_square. assert (Q := inner_nonneg S (beside u z)). assert (N : inner u z + c * b <> 0).
    { intro N. assert (A := component_short). replace (c * b) with (- inner u z) in P by lra.
      rewrite Rabs_Ropp in P. lra. }
    assert (0 < (inner u z + c * b) * (inner u z + c * b)) by (apply Rsqr_pos_lt; exact N). lra.
  - assert (A := pushed_sine (c * b)). apply Rmult_le_reg_l with (vnorm z / eps); auto.
    apply Rle_trans with (vnorm (beside u z) * Rabs (c * b)).
    + rewrite Rmult_comm. apply Rmult_le_compat_l; [apply vnorm_nonneg | lra].
    + eapply Rle_trans; [exact A|]. right. field. lra.
Qed.
End Pushed.
