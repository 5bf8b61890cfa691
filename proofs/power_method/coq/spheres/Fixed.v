(* Contractions of a ball have fixed points, where Cauchy sequences converge. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Hemisphere.
Open Scope R_scope.

Lemma vsub_norm_sym {S : inner_product_space} (a b : S) : vnorm (vsub a b) = vnorm (vsub b a).
Proof. unfold vnorm. f_equal. inners. ring. Qed.
Lemma operator_sub {S : inner_product_space} (A B : S -> S) : adjoint A B -> forall x y,
  A (vsub x y) = vsub (A x) (A y).
Proof.
  intros H x y. unfold vsub. rewrite (adjoint_add _ _ H), (adjoint_scale _ _ H). reflexivity.
Qed.
(* A fixed point in the ball of radius r about 0, of a map that keeps it and halves distances there. *)
Lemma fixed_point {S : inner_product_space} (T : S -> S) r : complete S -> 0 <= r ->
  (forall x, vnorm x <= r -> vnorm (T x) <= r) ->
  (forall x y, vnorm x <= r -> vnorm y <= r -> vnorm (vsub (T x) (T y)) <= vnorm (vsub x y) / 2) ->
  exists x, vnorm x <= r /\ T x = x.
Proof.
  intros Comp R Keeps Halves. set (y := fix y n := match n with O => vzero | Datatypes.S k => T (y k) end).
  assert (In : forall n, vnorm (y n) <= r).
  { induction n as [|n IH]; [|apply Keeps, IH]. unfold vnorm. simpl. rewrite inner_zero_l, sqrt_0. exact R. }
  assert (Near : forall m n, vnorm (vsub (y (n + m)%nat) (y n)) <= (/ 2) ^ n * r).
  { intros m. induction n as [|n IH].
    - simpl. rewrite Rmult_1_l. replace (vsub (y m) vzero) with (y m); [apply In|].
      apply inner_ext. intro z. inners. rewrite inner_zero_l. ring.
    - simpl. eapply Rle_trans; [apply Halves; apply In|]. lra. }
  assert (Small : forall eps, 0 < eps -> exists N, forall n, (N <= n)%nat -> (/ 2) ^ n * r <= eps).
  { intros eps E. destruct (pow_lt_1_zero (/ 2)) with (y := eps / (r + 1)) as [N H].
    - rewrite Rabs_right; lra.
    - apply Rdiv_lt_0_compat; lra.
    - exists N. intros n Hn. specialize (H n Hn). rewrite Rabs_right in H.
      2: { apply Rle_ge, pow_le. lra. }
      apply Rle_trans with (eps / (r + 1) * (r + 1)); [|right; field; lra].
      assert (0 <= (/ 2) ^ n) by (apply pow_le; lra). apply Rmult_le_compat; lra. }
  destruct (Comp y) as [l L].
  { intros eps E. destruct (Small eps E) as [N H]. exists N. intros n k Hk.
    replace k with (n + (k - n))%nat by lia. eapply Rle_trans; [apply Near | apply H; lia]. }
  assert (Ball : vnorm l <= r).
  { apply le_epsilon. intros eps E. destruct (L eps E) as [N H]. specialize (H N (le_n N)).
    rewrite vsub_norm_sym in H. assert (A := vnorm_add (vsub l (y N)) (y N)).
    replace (vadd (vsub l (y N)) (y N)) with l in A by (apply inner_ext; intro z; inners; ring).
    specialize (In N). lra. }
  exists l. split; [exact Ball|].
  assert (Z : vnorm (vsub (T l) l) <= 0).
  { apply le_epsilon. intros eps E. destruct (L (eps / 2)) as [N H]; [lra|].
    assert (H1 := H N (le_n N)). specialize (H (Datatypes.S N) (le_S _ _ (le_n N))).
    assert (A := vnorm_add (vsub (T l) (T (y N))) (vsub (y (Datatypes.S N)) l)).
    replace (vadd (vsub (T l) (T (y N))) (vsub (y (Datatypes.S N)) l)) with (vsub (T l) l) in A
      by (apply inner_ext; intro z; simpl; inners; ring).
    assert (B := Halves l (y N) Ball (In N)). rewrite (vsub_norm_sym l) in B. lra. }
  assert (N := vnorm_nonneg (vsub (T l) l)).
  assert (E : vsub (T l) l = vzero) by (apply inner_definite; rewrite <- vnorm_square; replace (vnorm (vsub (T l) l)) with 0 by lra; ring).
  apply inner_ext. intro z. assert (A := f_equal (fun v => inner v z) E). cbv beta in A.
  rewrite inner_zero_l in A. revert A. inners. lra.
Qed.
