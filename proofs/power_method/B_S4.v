(* B-S4: what a push along u does to a token, and when a large one turns it to u. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn.
From Claimed Require Import B_S4.
Open Scope R_scope.

Lemma absolute t : sqrt (t ^ 2) = Rabs t.
Proof. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.

Section Pushed.
Context {S : inner_product_space} (u z : S).
Hypothesis Unit : inner u u = 1.
Hypothesis Some : 0 < inner z z.
Definition beside (y : S) := vsub y (vscale (inner u y) u).
Let pushed p := vadd z (vscale p u).
Lemma beside_pushed p : beside (pushed p) = beside z.
Proof.
  unfold beside, pushed. apply inner_ext. intro v. inners. rewrite Unit. ring.
Qed.
Lemma length p : inner (pushed p) (pushed p) = inner (beside z) (beside z) + (inner u z + p) ^ 2.
Proof. unfold pushed, beside. inners. rewrite (inner_sym _ z u), Unit. ring. Qed.
Lemma whole : inner z z = inner (beside z) (beside z) + inner u z ^ 2.
Proof. unfold beside. inners. rewrite (inner_sym _ z u), Unit. ring. Qed.
Lemma positive_length : 0 < vnorm z.
Proof. apply sqrt_lt_R0, Some. Qed.
Lemma component : Rabs (inner u z) <= vnorm z.
Proof.
  eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite Unit, sqrt_1. lra.
Qed.
Lemma sine p : vnorm (beside z) * Rabs p <= vnorm z * vnorm (pushed p).
Proof.
  unfold vnorm. rewrite <- absolute, <- !sqrt_mult_alt by apply inner_nonneg. apply sqrt_le_1_alt.
  rewrite length, whole. set (t := inner (beside z) (beside z)). set (a := inner u z).
  assert (Q := pow2_ge_0 (t + a * (a + p))). lra.
Qed.
Lemma turned b eps : b <> 0 -> 0 < eps -> exists C, 0 < C /\ forall c, C <= Rabs c ->
  0 < inner (pushed (c * b)) (pushed (c * b)) /\ vnorm (beside z) <= eps * vnorm (pushed (c * b)).
Proof.
  intros B E. assert (Z := positive_length). assert (AB : 0 < Rabs b) by (apply Rabs_pos_lt; auto).
  assert (ZE : 0 < vnorm z / eps) by (apply Rdiv_lt_0_compat; auto).
  exists ((vnorm z + vnorm z / eps) / Rabs b). split; [apply Rdiv_lt_0_compat; lra|]. intros c C.
  assert (P : vnorm z + vnorm z / eps <= Rabs (c * b)).
  { rewrite Rabs_mult. apply Rle_trans with ((vnorm z + vnorm z / eps) / Rabs b * Rabs b); [right; field; lra|].
    apply Rmult_le_compat_r; lra. }
  split.
  - rewrite length. assert (Q := inner_nonneg S (beside z)). assert (N : inner u z + c * b <> 0).
    { intro N. assert (A := component). replace (c * b) with (- inner u z) in P by lra.
      rewrite Rabs_Ropp in P. lra. }
    assert (0 < (inner u z + c * b) * (inner u z + c * b)) by (apply Rsqr_pos_lt; exact N). lra.
  - assert (A := sine (c * b)). apply Rmult_le_reg_l with (vnorm z / eps); auto.
    apply Rle_trans with (vnorm (beside z) * Rabs (c * b)).
    + rewrite Rmult_comm. apply Rmult_le_compat_l; [apply vnorm_nonneg | lra].
    + eapply Rle_trans; [exact A|]. right. field. lra.
Qed.
End Pushed.

Theorem proof : B_S4.
Proof.
  intros Space u _ Unit z Some beta. split.
  - intro c. split; [exact (beside_pushed u z Unit (c * beta))|]. split.
    + rewrite absolute. assert (A := sine u z Unit (c * beta)).
      rewrite <- (beside_pushed u z Unit (c * beta)) in A. exact A.
    + intro P. assert (A := component u z Unit). apply Rabs_le_between in A. inners. rewrite Unit.
      change (vnorm z < c * beta) in P. lra.
  - split.
    + intro Small. destruct (Req_dec beta 0) as [B|B]; [right | left; exact B].
      exists (inner u z). apply vsub_zero. change (beside u z = vzero).
      assert (Z : vnorm (beside u z) <= 0).
      { apply le_epsilon. intros e E. assert (N := positive_length z Some).
        destruct (Small (e / vnorm z)) as [C [C0 H]]; [apply Rdiv_lt_0_compat; auto|].
        destruct (H C) as [_ A]; [rewrite absolute, Rabs_right; lra|].
        change (vnorm (beside u (vadd z (vscale (C * beta) u))) <= e / vnorm z * vnorm (vadd z (vscale (C * beta) u))) in A.
        rewrite (beside_pushed u z Unit), B, Rmult_0_r, vscale_zero, vadd_zero in A.
        replace (e / vnorm z * vnorm z) with e in A by (field; lra). lra. }
      apply inner_definite. rewrite <- vnorm_square. assert (N := vnorm_nonneg (beside u z)).
      replace (vnorm (beside u z)) with 0 by lra. ring.
    + intros Either eps E. destruct (Req_dec beta 0) as [B|B].
      * destruct Either as [Ne|[a A]]; [contradiction|]. exists 1. split; [lra|]. intros c _.
        rewrite B, Rmult_0_r, vscale_zero, vadd_zero. split; [exact Some|].
        replace (vsub z (vscale (inner u z) u)) with (@vzero Space).
        2: { symmetry. apply vsub_zero. rewrite A, inner_scale_r, Unit, Rmult_1_r. reflexivity. }
        rewrite inner_zero_l, sqrt_0. apply Rmult_le_pos; [lra | apply sqrt_pos].
      * destruct (turned u z Unit Some beta eps B E) as [C [C0 H]]. exists C. split; [exact C0|].
        intros c L. rewrite absolute in L. destruct (H c L) as [P Q]. split; [exact P|].
        rewrite <- (beside_pushed u z Unit (c * beta)) in Q. exact Q.
Qed.
