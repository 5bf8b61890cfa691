(* Attention flows with any weights w_ij(t) >= 0 whose rows have bounded sums, such as masked ones:
   tokens of an open hemisphere stay in it, and their images in the gnomonic plane form a consensus system. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Attention Graphs Systems.
Open Scope R_scope.

Definition weighted_pull {S : inner_product_space} {Token} (tokens : list Token)
  (w : Token -> Token -> R) (y : Token -> S) (i : Token) : S :=
  vtotal tokens (fun j => vscale (w i j) (y j)).
Definition weighted_flow {S : inner_product_space} {Token} (tokens : list Token)
  (w : R -> Token -> Token -> R) (W : S -> S) (y : R -> Token -> S) :=
  forall t i, 0 <= t -> is_vderive (fun t => y t i) t
    (vsub (weighted_pull tokens (w t) (y t) i)
          (vscale (inner (y t i) (W (weighted_pull tokens (w t) (y t) i))) (y t i))).
Definition rows_below {Token} (tokens : list Token) (w : R -> Token -> Token -> R) (H : R) :=
  (forall t i j, 0 <= t -> 0 <= w t i j) /\ forall t i, 0 <= t -> total tokens (w t i) <= H.

(* ------------------------------------------------------------------ 1. unit vectors *)

Section Units.
Context {U : inner_product_space}.
Implicit Types a b : U.
Lemma product_of_units a b : inner a a = 1 -> inner b b = 1 -> -1 <= inner a b <= 1.
Proof.
  intros A B. assert (P := inner_nonneg U (vadd a b)). assert (Q := inner_nonneg U (vsub a b)).
  unfold vsub in Q. rewrite inner_add_l, !inner_add_r, (inner_sym _ b a) in P.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ b a) in Q. lra.
Qed.
(* Vectors are no further apart than their images, which are longer: normalising is a retraction. *)
Lemma retraction a b s q : inner a a = 1 -> inner b b = 1 -> 0 < s <= 1 -> 0 < q <= 1 ->
  vnorm (vsub a b) <= vnorm (vsub (vscale (/ s) a) (vscale (/ q) b)).
Proof.
  intros A B S Q. apply sqrt_le_1_alt. assert (G := product_of_units a b A B).
  assert (S1 : 1 <= / s) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (Q1 : 1 <= / q) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  set (c := / s) in *. set (d := / q) in *. unfold vsub.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, A, B, (inner_sym _ b a).
  assert (0 <= (c - d) * (c - d)) by apply Rle_0_sqr.
  assert (1 * 1 <= c * d) by (apply Rmult_le_compat; lra).
  assert (0 <= (c * d - 1) * (1 - inner a b)) by (apply Rmult_le_pos; lra). lra.
Qed.
End Units.

(* ------------------------------------------------------------------ 2. on the round sphere *)

Section Round.
Context (U : inner_product_space) {Token : Type} (tokens : list Token)
  (w : R -> Token -> Token -> R) (y : R -> Token -> U) (H : R).
Hypothesis All : lists tokens.
Hypothesis Flow : weighted_flow tokens w (fun x => x) y.
Hypothesis Rows : rows_below tokens w H.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let q t i := inner (y t i) (y t i) - 1.
Let f t i := inner (y t i) (weighted_pull tokens (w t) (y t) i).

Lemma length_moves i : differentiable (fun t => q t i * q t i) (fun t => -4 * f t i * (q t i * q t i)).
Proof.
  intros t T. assert (D : is_derive (fun t => q t i) t (-2 * f t i * q t i)).
  { eapply derive_eq. apply (derive_minus (fun t => inner (y t i) (y t i)) (fun _ => 1));
      [apply (derive_inner (fun t => y t i) (fun t => y t i)); apply Flow; auto | apply derive_const].
    unfold f, q. set (v := weighted_pull tokens (w t) (y t) i). unfold vsub.
    rewrite inner_add_l, inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ v). ring. }
  eapply derive_eq. apply (derive_mult (fun t => q t i) (fun t => q t i) t _ _ D D). ring.
Qed.
Lemma products_below t i j : Rabs (q t i) <= 1 -> Rabs (q t j) <= 1 -> Rabs (inner (y t i) (y t j)) <= 2.
Proof.
  intros A B. apply Rabs_le_between in A. apply Rabs_le_between in B. unfold q in *.
  assert (H1 := inner_nonneg U (vadd (y t i) (y t j))).
  assert (H2 := inner_nonneg U (vsub (y t i) (y t j))).
  unfold vsub in H2. rewrite inner_add_l, !inner_add_r, (inner_sym _ (y t j) (y t i)) in H1.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (y t j) (y t i))
    in H2. apply Rabs_le_between. lra.
Qed.
Lemma unit_tokens t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros T. destruct Rows as [Pos Row].
  assert (H0 : 0 <= H).
  { eapply Rle_trans; [|apply (Row t i T)]. apply total_nonneg. intro. auto. }
  assert (L : q t i * q t i <= 0).
  { apply (barrier tokens (fun i t => q t i * q t i) (fun i t => -4 * f t i * (q t i * q t i))
      (8 * H) 0 1); auto; try lra.
    - exact length_moves.
    - intro j. unfold q. rewrite Start. lra.
    - clear t i T. intros i t T [Above Low] Largest. rewrite Rminus_0_r.
      apply Rmult_le_compat_r; [lra|].
      assert (Q : forall j, Rabs (q t j) <= 1).
      { intro j. specialize (Largest j). apply Rabs_le_between. split; apply Rnot_lt_le; intro N.
        assert (0 < (- q t j - 1) * (- q t j + 1)) by (apply Rmult_lt_0_compat; lra). lra.
        assert (0 < (q t j - 1) * (q t j + 1)) by (apply Rmult_lt_0_compat; lra). lra. }
      assert (F : - f t i <= H * 2).
      { apply Rle_trans with (total tokens (w t i) * 2); [|apply Rmult_le_compat_r; [lra | auto]].
        unfold f, weighted_pull. rewrite inner_vtotal_r, <- total_scale_r.
        replace (- total tokens (fun j => inner (y t i) (vscale (w t i j) (y t j))))
          with (-1 * total tokens (fun j => inner (y t i) (vscale (w t i j) (y t j)))) by ring.
        rewrite <- total_scale. apply total_le. intro j. rewrite inner_scale_r.
        assert (P := products_below t i j (Q i) (Q j)). apply Rabs_le_between in P.
        assert (0 <= w t i j * (2 + inner (y t i) (y t j))) by (apply Rmult_le_pos; [auto | lra]). lra. }
      lra. }
  assert (0 <= q t i * q t i) by apply Rle_0_sqr. assert (Z : q t i * q t i = 0) by lra.
  unfold q in Z. destruct (Rmult_integral _ _ Z); lra.
Qed.

(* Margins, along p: the least of them does not decrease. *)
Section Hemisphere.
Context (p : U) (sigma : R).
Hypothesis Pole : inner p p = 1.
Hypothesis Spos : 0 < sigma.
Hypothesis Inside : forall i, sigma <= inner p (y 0 i).
Let s t i := inner p (y t i).
Lemma margin_moves i : differentiable (fun t => s t i)
  (fun t => total tokens (fun j => w t i j * (s t j - inner (y t i) (y t j) * s t i))).
Proof.
  intros t T. eapply derive_eq.
  - apply (derive_inner (fun _ => p) (fun t => y t i)); [apply vderive_const | apply Flow; auto].
  - cbv beta. rewrite inner_zero_l. unfold vsub. rewrite inner_add_r, !inner_scale_r.
    unfold weighted_pull. rewrite !inner_vtotal_r. fold (s t i).
    replace (-1 * (total tokens (fun j => inner (y t i) (vscale (w t i j) (y t j))) * s t i))
      with (-1 * s t i * total tokens (fun j => inner (y t i) (vscale (w t i j) (y t j)))) by ring.
    rewrite <- total_scale, <- total_add, Rplus_0_l.
    apply total_ext. intro j. rewrite !inner_scale_r. unfold s. ring.
Qed.
Lemma margins_stay t i : 0 <= t -> sigma <= s t i.
Proof.
  apply (least_stays tokens (fun i t => s t i) (fun i t =>
    total tokens (fun j => w t i j * (s t j - inner (y t i) (y t j) * s t i))) sigma sigma); auto.
  - exact margin_moves.
  - clear t i. intros i t T Low Least. apply total_nonneg. intro j.
    apply Rmult_le_pos; [apply Rows; auto|].
    assert (G := product_of_units _ _ (unit_tokens t i T) (unit_tokens t j T)). specialize (Least j).
    assert (0 <= s t i * (1 - inner (y t i) (y t j))) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma margin_below_one t i : 0 <= t -> s t i <= 1.
Proof. intros T. apply (product_of_units p (y t i) Pole (unit_tokens t i T)). Qed.

(* The images in the gnomonic plane, coordinate by coordinate. *)
Definition image t i : U := vscale (/ inner p (y t i)) (y t i).
Definition image_weight t i j := w t i j * inner p (y t j) / inner p (y t i).
Lemma images_move (xi : U) : consensus_system tokens image_weight (fun i t => inner xi (image t i)).
Proof.
  intros i t T. assert (S := margins_stay t i T).
  assert (D1 : is_derive (fun t => inner xi (y t i)) t
    (total tokens (fun j => w t i j * (inner xi (y t j) - inner (y t i) (y t j) * inner xi (y t i))))).
  { eapply derive_eq.
    - apply (derive_inner (fun _ => xi) (fun t => y t i)); [apply vderive_const | apply Flow; auto].
    - cbv beta. rewrite inner_zero_l. unfold vsub. rewrite inner_add_r, !inner_scale_r.
      unfold weighted_pull. rewrite !inner_vtotal_r.
      replace (-1 * (total tokens (fun j => inner (y t i) (vscale (w t i j) (y t j))) * inner xi (y t i)))
        with (-1 * inner xi (y t i) * total tokens (fun j => inner (y t i) (vscale (w t i j) (y t j)))) by ring.
      rewrite <- total_scale, <- total_add, Rplus_0_l.
      apply total_ext. intro j. rewrite !inner_scale_r. ring. }
  assert (N : s t i <> 0) by lra.
  eapply is_derive_ext with (f := fun t => inner xi (y t i) / s t i).
  { intro x. unfold image. rewrite inner_scale_r. apply Rmult_comm. }
  eapply derive_eq.
  - apply (derive_div (fun t => inner xi (y t i)) (fun t => s t i) t _ _ N D1 (margin_moves i t T)).
  - cbv beta. unfold s. unfold image, image_weight.
    set (si := inner p (y t i)) in *. set (a := inner xi (y t i)).
    rewrite (total_ext tokens (fun j => w t i j * inner p (y t j) / si *
      (inner xi (vscale (/ inner p (y t j)) (y t j)) - inner xi (vscale (/ si) (y t i))))
      (fun j => / si * (w t i j * (inner xi (y t j) - inner (y t i) (y t j) * a))
        + - a / (si * si) * (w t i j * (inner p (y t j) - inner (y t i) (y t j) * si)))).
    + rewrite total_add, !total_scale. field. exact N.
    + intro j. assert (Sj := margins_stay t j T). unfold s in Sj. rewrite !inner_scale_r. unfold a. field.
      split; [exact N | lra].
Qed.
Lemma image_weight_nonneg t i j : 0 <= t -> 0 <= image_weight t i j.
Proof.
  intros T. assert (Si := margins_stay t i T). assert (Sj := margins_stay t j T).
  unfold image_weight, s in *. apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rows; auto | lra]|].
  left. apply Rinv_0_lt_compat. lra.
Qed.
Lemma image_weight_above t i j m : 0 <= t -> 0 <= m -> m <= w t i j -> m * sigma <= image_weight t i j.
Proof.
  intros T M A. assert (Si := margins_stay t i T). assert (Sj := margins_stay t j T).
  assert (Li := margin_below_one t i T). unfold image_weight, s in *.
  assert (1 <= / inner p (y t i)) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  rewrite <- (Rmult_1_r (m * sigma)). apply Rmult_le_compat; try lra.
  - apply Rmult_le_pos; lra.
  - apply Rmult_le_compat; lra.
Qed.
Lemma image_rows t i : 0 <= t -> total tokens (image_weight t i) <= H / sigma.
Proof.
  intros T. assert (Si := margins_stay t i T). unfold s in Si. destruct Rows as [Pos Row].
  apply Rle_trans with (total tokens (fun j => w t i j * / sigma)).
  - apply total_le. intro j. assert (Lj := margin_below_one t j T). assert (Sj := margins_stay t j T).
    unfold image_weight, s, Rdiv in *. rewrite Rmult_assoc. apply Rmult_le_compat_l; [auto|].
    apply Rle_trans with (1 * / inner p (y t i)).
    + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
    + rewrite Rmult_1_l. apply Rinv_le_contravar; lra.
  - rewrite total_scale_r. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | auto].
Qed.
Lemma image_starts i : vnorm (image 0 i) <= / sigma.
Proof.
  unfold image. rewrite vnorm_scale. assert (I := Inside i).
  replace (vnorm (y 0 i)) with 1 by (unfold vnorm; rewrite Start; symmetry; apply sqrt_1).
  rewrite Rmult_1_r, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  apply Rinv_le_contravar; lra.
Qed.
(* A bound on the spread of every coordinate is one on the distance of tokens. *)
Lemma tokens_meet t c : 0 <= t ->
  (forall xi M, (forall i, - M <= inner xi (image 0 i) <= M) -> forall i j,
    inner xi (image t i) - inner xi (image t j) <= c * (2 * M)) ->
  forall i j, vnorm (vsub (y t i) (y t j)) <= 2 / sigma * c.
Proof.
  intros T Spread i j. eapply Rle_trans; [apply (retraction (y t i) (y t j) (s t i) (s t j))|].
  1-2: apply unit_tokens; auto.
  1-2: split; [eapply Rlt_le_trans; [exact Spos | apply margins_stay; auto] | apply margin_below_one; auto].
  unfold s. fold (image t i) (image t j). set (xi := vsub (image t i) (image t j)).
  assert (N := vnorm_nonneg xi). assert (Si : 0 < / sigma) by (apply Rinv_0_lt_compat; lra).
  assert (Q : inner xi (image t i) - inner xi (image t j) <= c * (2 * (vnorm xi * / sigma))).
  { apply Spread. intro k. apply Rabs_le_between. eapply Rle_trans; [apply inner_le_vnorm|].
    apply Rmult_le_compat_l; [auto | apply image_starts]. }
  replace (inner xi (image t i) - inner xi (image t j)) with (vnorm xi * vnorm xi) in Q.
  2:{ rewrite vnorm_square. unfold xi at 2. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
  destruct N as [N|N].
  - apply Rmult_le_reg_l with (vnorm xi); [exact N|]. eapply Rle_trans; [exact Q|]. right. unfold Rdiv. ring.
  - rewrite <- N. assert (C : 0 <= c); [|unfold Rdiv; apply Rmult_le_pos; lra].
    assert (P := Spread p 1). assert (P1 : forall i, -1 <= inner p (image 0 i) <= 1).
    { intro k. unfold image. rewrite inner_scale_r, Rinv_l; [lra|]. specialize (Inside k). lra. }
    specialize (P P1 i j). unfold image in P. rewrite !inner_scale_r, !Rinv_l in P; [lra| |];
      assert (A := margins_stay t i T); assert (B := margins_stay t j T); unfold s in *; lra.
Qed.
End Hemisphere.
End Round.
