(* A-L4.1: scores lie between -kappa and kappa by Cauchy and Schwarz, so no exponential of a row is more
   than q^2 times another one; the row sum holds a weight's own exponential and the others. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Bounded Gnomonic.
From Claimed Require Import A_L4_1.
Open Scope R_scope.

Lemma total_split {A} (L M : list A) j f : total (L ++ j :: M) f = f j + total (L ++ M) f.
Proof. induction L as [|i L IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.
Lemma total_at_most {A} (T : list A) f c : (forall k, f k <= c) -> total T f <= size T * c.
Proof. intros H. unfold size. rewrite <- total_scale_r. apply total_le. intro k. rewrite Rmult_1_l. auto. Qed.
Lemma total_no_less {A} (T : list A) f c : (forall k, c <= f k) -> size T * c <= total T f.
Proof. intros H. unfold size. rewrite <- total_scale_r. apply total_le. intro k. rewrite Rmult_1_l. auto. Qed.
(* A sum whose terms are at most c times one of them, and at least. *)
Lemma row_from_above {A} (T : list A) f c j : In j T -> (forall k, f k <= c * f j) ->
  total T f <= (1 + (size T - 1) * c) * f j.
Proof.
  intros I H. destruct (in_split j T I) as [L [M ->]]. rewrite total_split. unfold size.
  rewrite total_split. fold (size (L ++ M)). assert (Q := total_at_most (L ++ M) f (c * f j) H). lra.
Qed.
Lemma row_from_below {A} (T : list A) f c j : In j T -> (forall k, c * f j <= f k) ->
  (1 + (size T - 1) * c) * f j <= total T f.
Proof.
  intros I H. destruct (in_split j T I) as [L [M ->]]. rewrite total_split. unfold size.
  rewrite total_split. fold (size (L ++ M)). assert (Q := total_no_less (L ++ M) f (c * f j) H). lra.
Qed.

Theorem proof : A_L4_1.
Proof.
  intros S Token tokens p0 r dimension y P P' W _ ET Dim _ _ _ _ _ _ Unit _ Rpos _ Radius Ppos _ _ Bound.
  set (kappa := p0 * r ^ 2). set (q := exp kappa).
  assert (R2 : 0 <= r ^ 2) by apply pow2_ge_0.
  assert (In_ball : forall i, vnorm (y i) <= r).
  { intro i. apply vnorm_at_most; [lra|]. specialize (Radius i).
    rewrite (inner_sym _ (W (y i))), Unit in Radius. lra. }
  assert (Score : forall i j, Rabs (inner (y i) (P (y j))) <= kappa).
  { intros i j. eapply Rle_trans; [apply inner_le_vnorm|].
    assert (Image : vnorm (P (y j)) <= p0 * vnorm (y j)).
    { apply vnorm_at_most; [apply Rmult_le_pos; [lra | apply vnorm_nonneg]|].
      replace (p0 * vnorm (y j) * (p0 * vnorm (y j))) with (p0 ^ 2 * (vnorm (y j) * vnorm (y j))) by ring.
      rewrite vnorm_square. apply Bound. }
    replace kappa with (r * (p0 * r)) by (unfold kappa; ring).
    apply Rmult_le_compat; auto using vnorm_nonneg. eapply Rle_trans; [exact Image|].
    apply Rmult_le_compat_l; [lra | auto]. }
  assert (Q0 : 0 < q) by apply exp_pos. assert (Q2 : 0 < q ^ 2) by (apply pow_lt; auto).
  assert (Q2' : 0 < / q ^ 2) by (apply Rinv_0_lt_compat; auto).
  assert (Pair : forall i j k, exp (inner (y i) (P (y k))) <= q ^ 2 * exp (inner (y i) (P (y j)))).
  { intros i j k. replace (q ^ 2) with (exp (kappa + kappa)) by (rewrite exp_plus; unfold q; ring).
    rewrite <- exp_plus. apply exp_le. assert (A := Score i j). assert (B := Score i k).
    apply Rabs_le_between in A, B. lra. }
  assert (L := size_at_least_one tokens ET). assert (H : 0 < sqrt dimension) by (apply sqrt_lt_R0; lra).
  assert (Weight : forall i j, sqrt dimension * (1 / sqrt dimension * (exp (inner (y i) (P (y j)))
      / total tokens (fun k => exp (inner (y i) (P (y k))))))
    = exp (inner (y i) (P (y j))) * / total tokens (fun k => exp (inner (y i) (P (y k))))).
  { intros i j. assert (0 < total tokens (fun k => exp (inner (y i) (P (y k))))).
    { apply total_positive; auto. intro. apply exp_pos. } field. lra. }
  assert (Share : forall e Z c, 0 < e -> 0 < Z -> 0 < c -> Z <= c * e -> 1 / c <= e * / Z).
  { intros e Z c He HZ Hc B. apply Rmult_le_reg_r with (c * Z); [apply Rmult_lt_0_compat; auto|].
    replace (1 / c * (c * Z)) with Z by (field; lra).
    replace (e * / Z * (c * Z)) with (c * e) by (field; lra).
    exact B. }
  assert (Share' : forall e Z c, 0 < e -> 0 < Z -> 0 < c -> c * e <= Z -> e * / Z <= 1 / c).
  { intros e Z c He HZ Hc B. apply Rmult_le_reg_r with (c * Z); [apply Rmult_lt_0_compat; auto|].
    replace (1 / c * (c * Z)) with Z by (field; lra).
    replace (e * / Z * (c * Z)) with (c * e) by (field; lra).
    exact B. }
  assert (Z0 : forall i, 0 < total tokens (fun k => exp (inner (y i) (P (y k))))).
  { intro i. apply total_positive; auto. intro. apply exp_pos. }
  split; intros i j; rewrite Weight.
  - assert (C : 0 < 1 + (size tokens - 1) * q ^ 2) by
      (assert (0 <= (size tokens - 1) * q ^ 2) by (apply Rmult_le_pos; lra); lra).
    split; [lra|]. apply Share; auto using exp_pos.
    apply (row_from_above tokens (fun k => exp (inner (y i) (P (y k))))); [apply ET | auto].
  - assert (C : 0 < 1 + (size tokens - 1) / q ^ 2) by
      (assert (0 <= (size tokens - 1) / q ^ 2) by (apply Rmult_le_pos; lra); lra).
    split; [lra|]. apply Share'; auto using exp_pos.
    apply (row_from_below tokens (fun k => exp (inner (y i) (P (y k))))); [apply ET|]. intro k.
    apply Rmult_le_reg_l with (q ^ 2); [auto|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. apply Pair.
Qed.
