(* B-C3: the plane of two eigenvectors, the projection of a token onto it, and how slowly its two components separate. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet.
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
Lemma projected z : inner z z = 1 -> (exists a b, projects z a b) /\ forall a b, projects z a b ->
  let p := in_plane a b in (0 < inner p p -> sqrt (inner z z) * sqrt (inner p p) <> 0 /\
    inner z p / (sqrt (inner z z) * sqrt (inner p p)) = sqrt (inner p p)) /\
  0 <= sqrt (inner p p) /\ sqrt (inner p p) <= 1 /\ (sqrt (inner p p) = 1 <-> exists c f, z = in_plane c f).
Proof.
  intro Unit. split; [exact (some_projection z)|]. intros a b H p.
  assert (C := correlation z a b H). assert (Q := pythagoras z a b H). assert (I := inside_exactly z a b Unit H). fold p in C, Q, I.
  assert (R0 := inner_nonneg U (vsub z p)). assert (P0 := inner_nonneg U p).
  split; [|split; [apply sqrt_pos | split; [|exact I]]].
  - intro P. rewrite Unit, sqrt_1, C, Rmult_1_l. assert (S := sqrt_lt_R0 _ P). split; [lra|].
    rewrite <- (sqrt_sqrt (inner p p)) at 1 by lra. field. lra.
  - rewrite <- sqrt_1. apply sqrt_le_1; lra.
Qed.
End Plane.

Lemma equal {U : inner_product_space} (v1 v2 : U) (F : U -> U) l1 l2 tau :
  (forall a b, vadd (in_plane v1 v2 a b) (vscale tau (F (in_plane v1 v2 a b))) =
    vadd (vscale (1 + tau * l1) (in_plane v1 v2 a b)) (vscale (tau * (l2 - l1) * b) v2)) -> l1 = l2 -> forall a b,
  vadd (in_plane v1 v2 a b) (vscale tau (F (in_plane v1 v2 a b))) = vscale (1 + tau * l1) (in_plane v1 v2 a b).
Proof. intros Step <- a b. rewrite Step. unfold in_plane. vector_sums. Qed.
(* Bernoulli's inequality. *)
Lemma shares_add_up s k : 0 <= s -> 1 - INR k * (1 - s) <= s ^ k.
Proof.
  intro S0. induction k as [|k IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (K := pos_INR k). assert (A := Rmult_le_compat_l s _ _ S0 IH).
  assert (B : 0 <= INR k * ((1 - s) * (1 - s))) by (apply Rmult_le_pos; [exact K | apply Rle_0_sqr]). lra.
Qed.

Lemma slow {U : inner_product_space} {Token} (v1 v2 : U) (F : U -> U) l1 l2 tau :
  (forall a b, F (in_plane v1 v2 a b) = in_plane v1 v2 (l1 * a) (l2 * b)) -> let g1 := 1 + tau * l1 in let g2 := 1 + tau * l2 in
  g1 <> 0 -> (forall a b, vadd (in_plane v1 v2 a b) (vscale tau (F (in_plane v1 v2 a b))) = in_plane v1 v2 (g1 * a) (g2 * b) /\
    (a <> 0 -> g1 * a <> 0 /\ g1 ^ 2 <> 0 /\ a <> 0 /\ (g2 * b / (g1 * a)) ^ 2 = (1 - (g1 ^ 2 - g2 ^ 2) / g1 ^ 2) * (b / a) ^ 2)) /\
  forall x : nat -> Token -> U, (forall i, inner (x 0%nat i) (x 0%nat i) = 1) -> (forall i j, inner (x 0%nat i) (x 0%nat j) <= 1) ->
  (forall k i, let y := vadd (x k i) (vscale tau (F (x k i))) in sqrt (inner y y) <> 0 /\ x (S k) i = vscale (/ sqrt (inner y y)) y) ->
  forall a b, (forall i, x 0%nat i = in_plane v1 v2 a b) -> forall k, exists c f, (forall i, x k i = in_plane v1 v2 c f) /\
    (g1 ^ 2 <> 0 /\ (1 - INR k * ((g1 ^ 2 - g2 ^ 2) / g1 ^ 2)) * (b * c) ^ 2 <= (f * a) ^ 2).
Proof.
  intros Kept g1 g2 Nz. assert (Sq : g1 ^ 2 <> 0) by (apply pow_nonzero, Nz).
  assert (Step : forall a b, vadd (in_plane v1 v2 a b) (vscale tau (F (in_plane v1 v2 a b))) = in_plane v1 v2 (g1 * a) (g2 * b)).
  { intros a b. rewrite Kept. unfold in_plane, g1, g2. vector_sums. }
  split.
  - intros a b. split; [apply Step|]. intro A. split; [apply Rmult_integral_contrapositive; auto|].
    split; [exact Sq|]. split; [exact A|]. field. split; auto.
  - intros x _ _ Law a b Start k.
    set (s := 1 - (g1 ^ 2 - g2 ^ 2) / g1 ^ 2).
    assert (Es : s * g1 ^ 2 = g2 ^ 2) by (unfold s; field; exact Nz).
    assert (S0 : 0 <= s).
    { replace s with ((g2 / g1) ^ 2) by (unfold s; field; exact Nz). apply pow2_ge_0. }
    assert (Parts : exists c f, (forall i, x k i = in_plane v1 v2 c f) /\
      (f * a) ^ 2 = s ^ k * (b * c) ^ 2).
    { induction k as [|k [c [f [Is Ratio]]]].
      - exists a, b. split; [exact Start|]. simpl. ring.
      - set (m := in_plane v1 v2 (g1 * c) (g2 * f)). set (r := / sqrt (inner m m)).
        exists (r * (g1 * c)), (r * (g2 * f)). split.
        + intro i. destruct (Law k i) as [_ L]. cbv zeta in L. rewrite L, (Is i), Step. fold m r. unfold m, in_plane. vector_sums.
        + replace ((r * (g2 * f) * a) ^ 2) with (r ^ 2 * g2 ^ 2 * (f * a) ^ 2) by ring. rewrite Ratio, <- Es. simpl. ring. }
    destruct Parts as [c [f [Is Ratio]]]. exists c, f. split; [exact Is|]. split; [exact Sq|].
    rewrite Ratio. apply Rmult_le_compat_r; [apply pow2_ge_0|].
    replace ((g1 ^ 2 - g2 ^ 2) / g1 ^ 2) with (1 - s) by (unfold s; ring). apply shares_add_up, S0.
Qed.
