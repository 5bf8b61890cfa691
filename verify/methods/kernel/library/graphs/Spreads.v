(* How far tokens are spread: their squared distances to the mean, and those of all pairs. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

Lemma two_of_total {I} (T : list I) (f : I -> R) i j : i <> j -> (forall k, 0 <= f k) -> In i T -> In j T ->
  f i + f j <= total T f.
Proof.
  intros Ne P. induction T as [|k U IH]; [intros []|]. intros [->|Hi] [->|Hj]; simpl.
  - destruct Ne. reflexivity.
  - assert (G := total_at_least U f j Hj P). lra.
  - assert (G := total_at_least U f i Hi P). lra.
  - specialize (IH Hi Hj). specialize (P k). lra.
Qed.

Section Spreads.
Context {S : inner_product_space} {Token : Type} (T : list Token).
Implicit Types x y z u : Token -> S.
Definition squares z := total T (fun i => inner (z i) (z i)).
Definition products z y := total T (fun i => inner (z i) (y i)).
Definition pairs_product y u := total T (fun i => total T (fun j => inner (vsub (y i) (y j)) (vsub (u i) (u j)))).
Definition mean x := vscale (/ size T) (vtotal T x).
Definition aside x i := vsub (x i) (mean x).
Definition spread x := squares (aside x).

Lemma squares_nonneg z : 0 <= squares z.
Proof. apply total_nonneg. intro. apply inner_nonneg. Qed.
Lemma squares_of a b z y : squares (fun i => vadd (vscale a (z i)) (vscale b (y i))) =
  a * a * squares z + 2 * a * b * products z y + b * b * squares y.
Proof.
  unfold squares, products. rewrite <- !total_scale, <- !total_add. apply total_ext. intro i.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (y i) (z i)). ring.
Qed.

Hypothesis finite : enumerates T.
Lemma aside_adds_up x : vtotal T (aside x) = vzero.
Proof.
  apply inner_ext. intro z. rewrite inner_vtotal_l, inner_zero_l. unfold aside, vsub.
  rewrite (total_ext T _ (fun i => inner (x i) z + (-1 * / size T * inner (vtotal T x) z) * 1)).
  2:{ intro i. unfold mean. rewrite inner_add_l, !inner_scale_l. ring. }
  rewrite total_add, total_scale, inner_vtotal_l. fold (size T). field. apply Rgt_not_eq, size_positive, finite.
Qed.
Lemma pairs_product_of y u :
  pairs_product y u = 2 * size T * products y u - 2 * inner (vtotal T y) (vtotal T u).
Proof.
  unfold pairs_product.
  rewrite (total_ext T _ (fun i => size T * inner (y i) (u i) + (products y u * 1
    + (-1 * inner (vtotal T u) (y i) + -1 * inner (vtotal T y) (u i))))).
  2:{ intro i. rewrite (total_ext T _ (fun j => inner (y i) (u i) * 1 + (inner (y j) (u j)
        + (-1 * inner (u j) (y i) + -1 * inner (y j) (u i))))).
      2:{ intro j. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (y i) (u j)). ring. }
      rewrite !total_add, !total_scale, <- !inner_vtotal_l. fold (size T). unfold products. ring. }
  rewrite !total_add, !total_scale, <- !inner_vtotal_r. fold (size T) (products y u).
  rewrite (inner_sym _ (vtotal T u)). ring.
Qed.
Lemma spread_of x : spread x = squares x - inner (vtotal T x) (vtotal T x) / size T.
Proof.
  assert (N := size_positive T finite). set (s := vtotal T x). unfold spread, squares.
  rewrite (total_ext T _ (fun i => inner (x i) (x i) + (-2 * / size T * inner s (x i) + / size T * / size T * inner s s * 1))).
  2:{ intro i. unfold aside, mean, vsub. fold s.
      rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (x i) s). ring. }
  rewrite !total_add, !total_scale, <- inner_vtotal_r. fold s (size T). field. lra.
Qed.
Lemma spread_pairs x : pairs_product x x = 2 * size T * spread x.
Proof.
  assert (N := size_positive T finite). rewrite pairs_product_of, spread_of. unfold products, squares. field. lra.
Qed.
Lemma spread_nonneg x : 0 <= spread x.
Proof. apply squares_nonneg. Qed.
Lemma distance_small x i j : inner (vsub (x i) (x j)) (vsub (x i) (x j)) <= 2 * spread x.
Proof.
  destruct (Req_dec (inner (vsub (x i) (x j)) (vsub (x i) (x j))) 0) as [Z|Z].
  - rewrite Z. assert (H := spread_nonneg x). lra.
  - assert (Ne : i <> j). { intros ->. apply Z. unfold vsub. rewrite vadd_opposite. apply inner_zero_l. }
    destruct finite as [_ [_ I]].
    assert (H := two_of_total T (fun k => inner (aside x k) (aside x k)) i j Ne (fun k => inner_nonneg _ _) (I i) (I j)).
    fold (squares (aside x)) in H. fold (spread x) in H. assert (G := inner_nonneg _ (vadd (aside x i) (aside x j))).
    replace (vsub (x i) (x j)) with (vsub (aside x i) (aside x j)).
    2:{ apply inner_ext. intro z. unfold aside, vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
    unfold vsub. rewrite !inner_add_l, !inner_add_r, ?inner_scale_l, ?inner_scale_r in *.
    rewrite (inner_sym _ (aside x j) (aside x i)) in *. simpl in H. lra.
Qed.
Lemma spread_small x D : 0 <= D -> (forall i j, vnorm (vsub (x i) (x j)) <= D) -> 2 * spread x <= size T * (D * D).
Proof.
  intros HD H. assert (N := size_positive T finite). apply Rmult_le_reg_l with (size T); auto.
  replace (size T * (2 * spread x)) with (2 * size T * spread x) by ring. rewrite <- spread_pairs.
  apply Rle_trans with (total T (fun i => total T (fun j => D * D * 1))).
  - apply total_le. intro i. apply total_le. intro j. rewrite <- vnorm_square, Rmult_1_r.
    apply Rmult_le_compat; auto; apply vnorm_nonneg.
  - rewrite (total_ext T _ (fun i => D * D * size T * 1)) by (intro; rewrite total_scale; fold (size T); ring).
    rewrite total_scale. fold (size T). right. ring.
Qed.
End Spreads.
