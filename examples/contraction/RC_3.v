(* RC-3: differences of two means of tokens are means of differences, weighed by what is not in common. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves.
From Claimed Require Import RC_3.
Open Scope R_scope.

Section Rows.
Context {S : inner_product_space} {Token : Type} (T : list Token) (a b : Token -> R) (y : Token -> S) (D : R).
Hypothesis every : forall k, In k T.
Hypothesis rows : total T a = total T b.
Hypothesis near : forall k l, vnorm (vsub (y k) (y l)) <= D.

Definition more k := (Rabs (a k - b k) + (a k - b k)) / 2.
Definition less k := (Rabs (a k - b k) - (a k - b k)) / 2.
Definition apart := total T (fun k => Rabs (a k - b k)) / 2.
Definition difference := vsub (vtotal T (fun k => vscale (a k) (y k))) (vtotal T (fun k => vscale (b k) (y k))).

Lemma more_nonneg k : 0 <= more k.
Proof. unfold more. assert (H := Rle_abs (- (a k - b k))). rewrite Rabs_Ropp in H. lra. Qed.
Lemma less_nonneg k : 0 <= less k.
Proof. unfold less. assert (H := Rle_abs (a k - b k)). lra. Qed.
Lemma halves c : total T (fun k => Rabs (a k - b k) + c * (a k - b k)) = 2 * apart.
Proof.
  rewrite total_add, total_scale. unfold apart.
  rewrite (total_ext T (fun k => a k - b k) (fun k => a k + -1 * b k)) by (intro; ring).
  rewrite total_add, total_scale, rows. field.
Qed.
Lemma total_more : total T more = apart.
Proof.
  rewrite (total_ext T more (fun k => / 2 * (Rabs (a k - b k) + 1 * (a k - b k)))) by (intro; unfold more; field).
  rewrite total_scale, halves. field.
Qed.
Lemma total_less : total T less = apart.
Proof.
  rewrite (total_ext T less (fun k => / 2 * (Rabs (a k - b k) + -1 * (a k - b k)))) by (intro; unfold less; field).
  rewrite total_scale, halves. field.
Qed.

Lemma read z : inner difference z = total T (fun k => (more k - less k) * inner (y k) z).
Proof.
  unfold difference, vsub. rewrite inner_add_l, inner_scale_l, !inner_vtotal_l, <- total_scale, <- total_add.
  apply total_ext. intro k. rewrite !inner_scale_l. unfold more, less. field.
Qed.
Lemma read_one k z : total T (fun l => more k * less l * inner (vsub (y k) (y l)) z) =
  apart * (more k * inner (y k) z) + -1 * (more k * total T (fun l => less l * inner (y l) z)).
Proof.
  rewrite (total_ext T _ (fun l => less l * (more k * inner (y k) z) + -1 * (more k * (less l * inner (y l) z)))).
  - rewrite total_add, total_scale_r, total_less, !total_scale. reflexivity.
  - intro l. unfold vsub. rewrite inner_add_l, inner_scale_l. ring.
Qed.
Lemma read_pairs z : apart * inner difference z =
  total T (fun k => total T (fun l => more k * less l * inner (vsub (y k) (y l)) z)).
Proof.
  rewrite (total_ext T _ _ (fun k => read_one k z)), total_add, !total_scale, total_scale_r, total_more, read.
  rewrite (total_ext T _ (fun k => more k * inner (y k) z + -1 * (less k * inner (y k) z))) by (intro; ring).
  rewrite total_add, total_scale. ring.
Qed.

Theorem difference_shrinks : vnorm difference <= apart * D.
Proof.
  assert (P : 0 <= apart) by (rewrite <- total_more; apply total_nonneg; exact more_nonneg).
  set (n := vnorm difference). assert (N : 0 <= n) by apply vnorm_nonneg.
  assert (Q : apart * (n * n) <= apart * (apart * (D * n))).
  { unfold n at 1 2. rewrite vnorm_square, read_pairs.
    apply Rle_trans with (total T (fun k => total T (fun l => more k * less l * (D * n)))).
    - apply total_le. intro k. apply total_le. intro l. apply Rmult_le_compat_l.
      + apply Rmult_le_pos; [apply more_nonneg | apply less_nonneg].
      + eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
        apply Rmult_le_compat_r; auto.
    - rewrite (total_ext T _ (fun k => more k * (apart * (D * n)))).
      + rewrite total_scale_r, total_more. lra.
      + intro k. rewrite total_scale_r, total_scale, total_less. ring. }
  destruct (Req_dec apart 0) as [Z|Z].
  - assert (n = 0); [|rewrite Z; lra]. unfold n, vnorm. replace (inner difference difference) with 0; [apply sqrt_0|].
    rewrite read. rewrite <- (total_zero T). apply total_ext. intro k.
    assert (A := total_at_least T more k (every k) more_nonneg). rewrite total_more, Z in A.
    assert (B := total_at_least T less k (every k) less_nonneg). rewrite total_less, Z in B.
    assert (A' := more_nonneg k). assert (B' := less_nonneg k).
    replace (more k) with 0 by lra. replace (less k) with 0 by lra. ring.
  - assert (0 < apart) by lra. apply Rmult_le_reg_l in Q; auto.
    destruct (Req_dec n 0) as [Zn|Zn].
    + rewrite Zn. apply Rmult_le_pos; auto. assert (K : T <> nil) by (intro K; apply Z; unfold apart; rewrite K; simpl; field).
      destruct (exists_last K) as [_ [k _]].
      apply Rle_trans with (vnorm (vsub (y k) (y k))); [apply vnorm_nonneg | apply near].
    + apply Rmult_le_reg_r with n; lra.
Qed.
End Rows.

Theorem proof : RC_3.
Proof.
  intros S Token T A eps x _ [_ [_ I]] E0 E1 A0 A1 L omega r D D0 [Overlap [Rate Start]] k.
  induction k as [|k IH]; intros i j.
  - simpl INR. rewrite Rmult_0_r, exp_0, Rmult_1_r. apply Start.
  - assert (Dk : 0 <= D * exp (-1 * r * INR k)) by (apply Rmult_le_pos; [auto | left; apply exp_pos]).
    set (d := D * exp (-1 * r * INR k)) in *.
    change (vnorm (vsub (x (Datatypes.S k) i) (x (Datatypes.S k) j)) <= D * exp (-1 * r * INR (Datatypes.S k))).
    replace (D * exp (-1 * r * INR (Datatypes.S k))) with (d * exp (-1 * r)).
    2:{ unfold d. rewrite S_INR, Rmult_assoc, <- exp_plus. do 2 f_equal. ring. }
    assert (H := difference_shrinks T (A k i) (A k j) (x k) d I ltac:(rewrite !A1; reflexivity) IH).
    assert (W : apart T (A k i) (A k j) <= 1 - omega).
    { unfold apart. specialize (Overlap k i j). rewrite (total_ext T _ (fun l => sqrt ((A k i l - A k j l) ^ 2))); [lra|].
      intro l. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. }
    rewrite !L.
    replace (vsub (vadd (vscale (1 - eps) (x k i)) _) _) with (vadd (vscale (1 - eps) (vsub (x k i) (x k j)))
      (vscale eps (difference T (A k i) (A k j) (x k)))).
    2:{ apply inner_ext. intro z. unfold difference, vsub.
        rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
    eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, !Rabs_right by lra.
    apply Rle_trans with ((1 - eps) * d + eps * ((1 - omega) * d)).
    + apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; [apply IH|].
      eapply Rle_trans; [exact H|]. apply Rmult_le_compat_r; auto.
    + replace ((1 - eps) * d + eps * ((1 - omega) * d)) with (d * (1 - eps * omega)) by ring.
      apply Rmult_le_compat_l; auto.
Qed.
