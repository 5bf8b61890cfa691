(* Softmax attention is 0 for every token if and only if the tokens sum to 0 and the scores between them
   are 0. The symmetrised divergence of two rows of weights is a product of differences, which vanishes. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Bounded.
Open Scope R_scope.

(* The theorem of the standard library would need the axiom `classic`. *)
Lemma exp_less a b : a < b -> exp a < exp b.
Proof.
  intro L. replace b with (a + (b - a)) by ring. rewrite exp_plus. assert (P := exp_pos a).
  assert (T := exp_tangent (b - a)). assert (exp a * 1 < exp a * exp (b - a)) by (apply Rmult_lt_compat_l; lra). lra.
Qed.
Lemma divergence_nonneg a b : 0 <= (exp a - exp b) * (a - b).
Proof.
  destruct (Rtotal_order a b) as [L|[->|L]]; [|lra|]; assert (M := exp_less _ _ L).
  - replace ((exp a - exp b) * (a - b)) with ((exp b - exp a) * (b - a)) by ring.
    left. apply Rmult_lt_0_compat; lra.
  - left. apply Rmult_lt_0_compat; lra.
Qed.
Lemma divergence_zero a b : (exp a - exp b) * (a - b) = 0 -> a = b.
Proof.
  intro Z. destruct (Rtotal_order a b) as [L|[E|L]]; [|exact E|]; assert (M := exp_less _ _ L); exfalso.
  - assert (0 < (exp b - exp a) * (b - a)) by (apply Rmult_lt_0_compat; lra).
    replace ((exp b - exp a) * (b - a)) with ((exp a - exp b) * (a - b)) in * by ring. lra.
  - assert (0 < (exp a - exp b) * (a - b)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section Polygons.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P T : S -> S) (g : Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Adj : adjoint P T.
Let eta i j := inner (g i) (P (g j)).
Let Z i := total tokens (fun k => exp (eta i k)).
Let w i j := exp (eta i j) / Z i.
Let s i := vtotal tokens (fun j => vscale (w i j) (g j)).
Lemma Z_positive i : 0 < Z i.
Proof. apply total_positive; [exact ET | intro; apply exp_pos]. Qed.
Lemma weights_sum i : total tokens (fun j => w i j) = 1.
Proof.
  unfold w. transitivity (total tokens (fun j => / Z i * exp (eta i j))).
  - apply total_ext. intro j. unfold Rdiv. ring.
  - rewrite total_scale. fold (Z i). apply Rinv_l. assert (Q := Z_positive i). lra.
Qed.
Lemma weight_exp i j : w i j = exp (eta i j - ln (Z i)).
Proof.
  assert (Q := Z_positive i). unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln by exact Q. reflexivity.
Qed.
(* A mean of scores along a row, and along a column, is the score of what is attended to. *)
Lemma row_mean i k : total tokens (fun j => w k j * eta i j) = inner (T (g i)) (s k).
Proof.
  unfold s. rewrite inner_vtotal_r. apply total_ext. intro j. unfold eta.
  rewrite inner_scale_r, (inner_sym _ (g i) (P (g j))), (Adj (g j) (g i)), (inner_sym _ (g j)). reflexivity.
Qed.
Lemma column_mean j k : total tokens (fun i => w k i * eta i j) = inner (P (g j)) (s k).
Proof.
  unfold s. rewrite inner_vtotal_r. apply total_ext. intro i. unfold eta.
  rewrite inner_scale_r, (inner_sym _ (g i) (P (g j))). reflexivity.
Qed.
Lemma rows_agree : (forall i, s i = vzero) ->
  forall i k j, eta i j - ln (Z i) = eta k j - ln (Z k).
Proof.
  intros Still i k j. apply divergence_zero.
  set (f j := (exp (eta i j - ln (Z i)) - exp (eta k j - ln (Z k))) * ((eta i j - ln (Z i)) - (eta k j - ln (Z k)))).
  assert (N : forall m, 0 <= f m) by (intro m; apply divergence_nonneg).
  assert (E : total tokens f = 0).
  { transitivity (total tokens (fun j => w i j * eta i j + (-1) * (w k j * eta i j)
      + ((-1) * (w i j * eta k j) + w k j * eta k j)
      + (- (ln (Z i) - ln (Z k)) * w i j + (ln (Z i) - ln (Z k)) * w k j))).
    - apply total_ext. intro m. unfold f. rewrite <- !weight_exp. ring.
    - rewrite !total_add, !total_scale, !row_mean, !weights_sum, !Still, !inner_zero_r. ring. }
  apply Rle_antisym; [|apply N]. rewrite <- E. destruct ET as [_ [_ I]].
  apply (total_at_least tokens f j); [apply I | exact N].
Qed.
Theorem polygonal_scores : (forall i, s i = vzero) <->
  vtotal tokens g = vzero /\ forall i j, eta i j = 0.
Proof.
  split.
  - intro Still. assert (Rows := rows_agree Still).
    assert (Const : forall i j, eta i j = 0).
    { intros i j.
      (* Along row k the scores have the mean 0: so ln Z_k is the same for all k. *)
      assert (Level : forall k, total tokens (fun m => w i m * (eta k m)) = 0)
        by (intro k; rewrite row_mean, Still; apply inner_zero_r).
      assert (Same : forall k, ln (Z k) = ln (Z i)).
      { intro k. assert (A := Level k). assert (B := Level i).
        assert (C : total tokens (fun m => w i m * eta k m) =
          total tokens (fun m => w i m * eta i m + (ln (Z k) - ln (Z i)) * w i m)).
        { apply total_ext. intro m. assert (Q := Rows k i m).
          replace (eta k m) with (eta i m + (ln (Z k) - ln (Z i))) by lra. ring. }
        rewrite total_add, total_scale, weights_sum, B, A in C. lra. }
      assert (D : total tokens (fun k => w i k * eta k j) = total tokens (fun k => eta i j * w i k)).
      { apply total_ext. intro k. assert (Q := Rows k i j). rewrite (Same k) in Q.
        replace (eta k j) with (eta i j) by lra. ring. }
      rewrite column_mean, Still, inner_zero_r, total_scale, weights_sum in D. lra. }
    split; [|exact Const].
    assert (One : exists i : Token, s i = vzero).
    { destruct ET as [Ne _]. destruct tokens as [|i U]; [tauto|]. exists i. apply Still. }
    destruct One as [i _].
    assert (W : forall j, w i j = / size tokens).
    { intro j. unfold w, Z. rewrite (Const i j), exp_0.
      replace (total tokens (fun k => exp (eta i k))) with (size tokens).
      - unfold Rdiv. ring.
      - unfold size. apply total_ext. intro k. rewrite (Const i k), exp_0. reflexivity. }
    assert (N := size_positive tokens ET). apply inner_ext. intro z. rewrite inner_zero_l.
    assert (Q := f_equal (fun v => inner v z) (Still i)). cbv beta in Q. unfold s in Q.
    rewrite inner_zero_l, inner_vtotal_l in Q. rewrite inner_vtotal_l.
    apply Rmult_eq_reg_l with (/ size tokens); [|apply Rinv_neq_0_compat; lra].
    rewrite Rmult_0_r, <- total_scale, <- Q. apply total_ext. intro j. rewrite inner_scale_l, W. reflexivity.
  - intros [Sum Const] i. apply inner_ext. intro z. rewrite inner_zero_l. unfold s. rewrite inner_vtotal_l.
    transitivity (total tokens (fun j => / Z i * inner (g j) z)).
    + apply total_ext. intro j. rewrite inner_scale_l. unfold w. rewrite (Const i j), exp_0. unfold Rdiv. ring.
    + rewrite total_scale, <- inner_vtotal_l, Sum, inner_zero_l. ring.
Qed.
End Polygons.
