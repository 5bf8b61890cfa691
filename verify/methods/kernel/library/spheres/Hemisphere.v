(* Back from gnomonic images: where these have one limit, tokens of an open hemisphere do. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Complete Gnomonic.
Open Scope R_scope.

Lemma vanishing K r c : 0 <= K -> 0 < r -> (forall t, 0 <= t -> c <= K * exp (- r * t)) -> c <= 0.
Proof.
  intros HK Hr H. apply Rnot_lt_le. intro P.
  destruct (exp_small K r (c / 2) HK Hr ltac:(lra)) as [N Small].
  specialize (Small N (le_n N)). specialize (H (INR N) (pos_INR N)). lra.
Qed.
Lemma vsub_swap {S : inner_product_space} (a b : S) : vnorm (vsub a b) = vnorm (vsub b a).
Proof. unfold vnorm. rewrite !vsub_square, (inner_sym _ b a). f_equal. ring. Qed.
Lemma vsub_triangle {S : inner_product_space} (a b c : S) :
  vnorm (vsub a c) <= vnorm (vsub a b) + vnorm (vsub b c).
Proof.
  replace (vsub a c) with (vadd (vsub a b) (vsub b c)); [apply vnorm_add|].
  apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.

Lemma someone {A} (T : list A) : enumerates T -> exists i : A, True.
Proof. intros [N _]. destruct T as [|i T]; [destruct N; reflexivity | exists i; exact I]. Qed.

(* Where images have one limit, tokens of a hemisphere come to one point of it. *)
Lemma point_of_images {U : inner_product_space} {Token} (phi : U -> R) (y : R -> Token -> U) (sigma D r : R) (l : U) (o : Token) :
  short_functional phi -> 0 < sigma -> 0 < r -> (forall t i, 0 <= t -> inner (y t i) (y t i) = 1) ->
  (forall t i, 0 <= t -> sigma <= phi (y t i)) ->
  (forall t i, 0 <= t -> vnorm (vsub (image phi y t i) l) <= D * exp (- r * t)) ->
  exists z, inner z z = 1 /\ sigma <= phi z /\ forall t i, 0 <= t -> vnorm (vsub (y t i) z) <= D * exp (- r * t).
Proof.
  intros F Spos Rpos Unit Margin Limit.
  assert (D0 : 0 <= D).
  { assert (A := Limit 0 o (Rle_refl 0)). rewrite Rmult_0_r, exp_0 in A. assert (B := vnorm_nonneg (vsub (image phi y 0 o) l)). lra. }
  assert (Margins : forall i t, 0 <= t -> sigma <= phi (y t i) <= 1).
  { intros i t T. split; [auto|]. apply (functional_unit phi F); auto. }
  assert (OnPlane : forall i t, 0 <= t -> phi (image phi y t i) = 1).
  { intros i t T. unfold image. rewrite (functional_scale phi F). specialize (Margins i t T). field. lra. }
  assert (Plane : phi l = 1).
  { cut (Rabs (phi l - 1) <= 0).
    { intro Q. apply Rabs_le_between in Q. lra. }
    apply (vanishing D r); auto. intros t T. eapply Rle_trans; [|apply (Limit t o T)].
    rewrite <- (OnPlane o t T), Rabs_minus_sym, <- (functional_vsub phi F). apply (functional_short phi F). }
  assert (Far : 1 <= vnorm l).
  { assert (Q := functional_short phi F l). rewrite Plane, Rabs_R1 in Q. exact Q. }
  assert (Close : vnorm l <= / sigma).
  { cut (vnorm l - / sigma <= 0); [lra|]. apply (vanishing D r); auto. intros t T.
    assert (Q := Limit t o T). rewrite vsub_swap in Q. specialize (Margins o t T).
    assert (X : vnorm (image phi y t o) <= / sigma).
    { unfold image. rewrite vnorm_scale, (vnorm_unit (y t o)), Rmult_1_r by auto.
      rewrite Rabs_right; [apply Rinv_le_contravar; lra|]. left. apply Rinv_0_lt_compat. lra. }
    assert (C := vnorm_add (vsub l (image phi y t o)) (image phi y t o)).
    replace (vadd (vsub l (image phi y t o)) (image phi y t o)) with l in C; [lra|].
    apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  set (z := vscale (/ vnorm l) l).
  assert (Zunit : inner z z = 1).
  { unfold z. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra. }
  assert (Back : l = vscale (vnorm l) z).
  { unfold z. rewrite vscale_vscale, Rinv_r, vscale_one by lra. reflexivity. }
  exists z. split; [auto|]. split.
  - unfold z. rewrite (functional_scale phi F), Plane, Rmult_1_r.
    rewrite <- (Rinv_inv sigma). apply Rinv_le_contravar; lra.
  - intros t i T. eapply Rle_trans; [|apply (Limit t i T)].
    rewrite Back. apply retraction; auto. rewrite <- Rinv_1.
    specialize (Margins i t T). apply Rinv_le_contravar; lra.
Qed.
