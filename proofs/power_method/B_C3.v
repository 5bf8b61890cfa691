(* B-C3: the plane of two eigenvectors, what a token has to do with it, and how slowly its two parts come apart. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet.
From Claimed Require Import B_C3.
Open Scope R_scope.

Ltac expand_inner := repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).

Section Plane.
Context {U : inner_product_space} (v w : U).
Hypothesis Gram : 0 < inner v v * inner w w - inner v w ^ 2.
Definition in_plane a b := vadd (vscale a v) (vscale b w).
Definition projects z a b := inner (vsub z (in_plane a b)) v = 0 /\ inner (vsub z (in_plane a b)) w = 0.
Lemma some_projection z : exists a b, projects z a b.
Proof.
  set (g := inner v v * inner w w - inner v w ^ 2) in *.
  exists ((inner w w * inner v z - inner v w * inner w z) / g), ((inner v v * inner w z - inner v w * inner v z) / g).
  unfold projects, in_plane, vsub. expand_inner. rewrite (inner_sym _ z v), (inner_sym _ z w), (inner_sym _ w v).
  split; unfold g; field; fold g; lra.
Qed.
Lemma off_the_plane z a b c f : projects z a b -> inner (vsub z (in_plane a b)) (in_plane c f) = 0.
Proof. intros [A B]. unfold in_plane at 2. rewrite inner_add_r, !inner_scale_r, A, B. ring. Qed.
Lemma correlation z a b : projects z a b -> inner z (in_plane a b) = inner (in_plane a b) (in_plane a b).
Proof.
  intro H. assert (Q := off_the_plane z a b a b H). unfold vsub in Q. rewrite inner_add_l, inner_scale_l in Q. lra.
Qed.
Lemma pythagoras z a b : projects z a b -> inner z z =
  inner (in_plane a b) (in_plane a b) + inner (vsub z (in_plane a b)) (vsub z (in_plane a b)).
Proof.
  intro H. assert (Q := correlation z a b H). unfold vsub. set (p := in_plane a b) in *.
  expand_inner. rewrite (inner_sym _ p z), Q. ring.
Qed.
Lemma length_one (x : U) : sqrt (inner x x) = 1 <-> inner x x = 1.
Proof.
  split; intro H; [|rewrite H; apply sqrt_1].
  rewrite <- (sqrt_sqrt (inner x x)) by apply inner_nonneg. rewrite H. ring.
Qed.
Lemma inside_exactly z a b : inner z z = 1 -> projects z a b ->
  sqrt (inner (in_plane a b) (in_plane a b)) = 1 <-> exists c f, z = in_plane c f.
Proof.
  intros Unit H. assert (Q := pythagoras z a b H). rewrite length_one. split.
  - intro One. exists a, b. assert (Z : vsub z (in_plane a b) = vzero) by (apply inner_definite; lra).
    rewrite <- (vadd_zero _ (in_plane a b)), <- Z. vector_sums.
  - intros [c [f E]]. assert (Z : vsub z (in_plane a b) = in_plane (c - a) (f - b)).
    { rewrite E. unfold in_plane. vector_sums. }
    rewrite Z in Q at 2. rewrite (off_the_plane z a b (c - a) (f - b) H) in Q. lra.
Qed.
End Plane.

(* Bernoulli's inequality. *)
Lemma shares_add_up s k : 0 <= s -> 1 - INR k * (1 - s) <= s ^ k.
Proof.
  intro S0. induction k as [|k IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (K := pos_INR k). assert (A := Rmult_le_compat_l s _ _ S0 IH).
  assert (B : 0 <= INR k * ((1 - s) * (1 - s))) by (apply Rmult_le_pos; [exact K | apply Rle_0_sqr]). lra.
Qed.

Theorem proof : B_C3.
Proof.
  intros Space Token tokens v1 v2 F F_T l1 l2 tau _ ET AF _ _ Tau E1 E2 Gram _ _.
  assert (LF := adjoint_linear F F_T AF).
  assert (Kept : forall a b, F (vadd (vscale a v1) (vscale b v2)) = vadd (vscale (l1 * a) v1) (vscale (l2 * b) v2)).
  { intros a b. rewrite (proj1 LF), !(proj2 LF), E1, E2. vector_sums. }
  assert (Step : forall a b, vadd (vadd (vscale a v1) (vscale b v2)) (vscale tau (F (vadd (vscale a v1) (vscale b v2)))) =
    vadd (vscale ((1 + tau * l1) * a) v1) (vscale ((1 + tau * l2) * b) v2)).
  { intros a b. rewrite Kept. vector_sums. }
  split; [exact Kept|]. split; [|split].
  - intros z Unit. split; [exact (some_projection v1 v2 Gram z)|]. intros a b H.
    assert (C := correlation v1 v2 z a b H). assert (Q := pythagoras v1 v2 z a b H).
    assert (I := inside_exactly v1 v2 z a b Unit H). unfold in_plane in *.
    set (p := vadd (vscale a v1) (vscale b v2)) in *.
    assert (R0 := inner_nonneg Space (vsub z p)). assert (P0 := inner_nonneg Space p).
    split; [|split; [apply sqrt_pos | split; [|exact I]]].
    + intro P. rewrite Unit, sqrt_1, C, Rmult_1_l. assert (S := sqrt_lt_R0 _ P). split; [lra|].
      rewrite <- (sqrt_sqrt (inner p p)) at 1 by lra. field. lra.
    + rewrite <- sqrt_1. apply sqrt_le_1; lra.
  - intros Same a b. rewrite Step, Same. vector_sums.
  - intro Nz. set (g1 := 1 + tau * l1) in *. set (g2 := 1 + tau * l2) in *.
    assert (Sq : g1 ^ 2 <> 0) by (apply pow_nonzero, Nz).
    split.
    + intros a b. split; [apply Step|]. intro A. split; [apply Rmult_integral_contrapositive; auto|].
      split; [exact Sq|]. split; [exact A|]. field. split; auto.
    + intros x _ _ Law a b Start k.
      set (s := 1 - (g1 ^ 2 - g2 ^ 2) / g1 ^ 2).
      assert (Es : s * g1 ^ 2 = g2 ^ 2) by (unfold s; field; exact Nz).
      assert (S0 : 0 <= s).
      { replace s with ((g2 / g1) ^ 2) by (unfold s; field; exact Nz). apply pow2_ge_0. }
      assert (Parts : exists c f, (forall i, x k i = vadd (vscale c v1) (vscale f v2)) /\
        (f * a) ^ 2 = s ^ k * (b * c) ^ 2).
      { induction k as [|k [c [f [Is Ratio]]]].
        - exists a, b. split; [exact Start|]. simpl. ring.
        - set (m := vadd (vscale (g1 * c) v1) (vscale (g2 * f) v2)). set (r := / sqrt (inner m m)).
          exists (r * (g1 * c)), (r * (g2 * f)). split.
          + intro i. destruct (Law k i) as [_ L]. rewrite L, (Is i), Step. fold g1 g2 m r. unfold m. vector_sums.
          + replace ((r * (g2 * f) * a) ^ 2) with (r ^ 2 * g2 ^ 2 * (f * a) ^ 2) by ring. rewrite Ratio, <- Es. simpl. ring. }
      destruct Parts as [c [f [Is Ratio]]]. exists c, f. split; [exact Is|]. split; [exact Sq|].
      rewrite Ratio. apply Rmult_le_compat_r; [apply pow2_ge_0|].
      replace ((g1 ^ 2 - g2 ^ 2) / g1 ^ 2) with (1 - s) by (unfold s; ring). apply shares_add_up, S0.
Qed.
