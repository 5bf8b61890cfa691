(* Layers that pull tokens towards a vector v: the tangent of the largest angle to v shrinks, in every
   layer, by (1 + tau sum mu_h)/(1 + tau sum lambda_h). What head h adds to a token has lambda_h times
   the component along v of a mean of the tokens, and at most mu_h times its component beside v;
   that is all that is used of the heads, and nothing of the means but that they are means. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. along v and beside it *)

Section Beside.
Context {U : inner_product_space} (v : U).
Definition beside (z : U) := vsub z (vscale (inner v z) v).
Lemma beside_add a b : beside (vadd a b) = vadd (beside a) (beside b).
Proof.
  apply inner_ext. intro q. unfold beside, vsub. rewrite inner_add_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma beside_scale c a : beside (vscale c a) = vscale c (beside a).
Proof.
  apply inner_ext. intro q. unfold beside, vsub. rewrite inner_scale_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma beside_zero : vnorm (beside vzero) = 0.
Proof.
  replace (beside vzero) with (@vzero U); [unfold vnorm; rewrite inner_zero_l; apply sqrt_0|].
  unfold beside, vsub. rewrite inner_zero_r. apply inner_ext. intro q.
  rewrite inner_add_l, !inner_scale_l, inner_zero_l. ring.
Qed.
Hypothesis Unit : inner v v = 1.
Lemma pythagoras a : inner a a = inner v a * inner v a + inner (beside a) (beside a).
Proof.
  unfold beside, vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Unit,
    (inner_sym _ a v). ring.
Qed.
(* A unit vector is no further from v than the tangent of its angle to v. *)
Lemma near_by_tangent x r : inner x x = 1 -> 0 < inner v x -> 0 <= r ->
  vnorm (beside x) <= r * inner v x -> vnorm (vsub x v) <= r.
Proof.
  intros X B R H. assert (Py := pythagoras x). rewrite X, <- vnorm_square in Py.
  assert (N := vnorm_nonneg (beside x)). set (z := vnorm (beside x)) in *. set (b := inner v x) in *.
  assert (B1 : b <= 1).
  { apply Rnot_lt_le. intro L. assert (0 <= z * z) by (apply Rmult_le_pos; auto).
    assert (0 < (b - 1) * (b + 1)) by (apply Rmult_lt_0_compat; lra). lra. }
  rewrite <- (sqrt_square r) by auto. unfold vnorm. apply sqrt_le_1_alt.
  replace (inner (vsub x v) (vsub x v)) with (2 - 2 * b).
  2:{ unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, X, Unit,
        (inner_sym _ x v). fold b. ring. }
  (* b^2 (2 - 2b) <= 1 - b^2 = z^2 <= r^2 b^2 *)
  assert (P : 0 < b * b) by (apply Rmult_lt_0_compat; auto).
  apply Rmult_le_reg_r with (b * b); [exact P|].
  assert (z * z <= (r * b) * (r * b)) by (apply Rmult_le_compat; auto).
  assert (0 <= (1 - b) * (1 - b) * (1 + 2 * b)).
  { apply Rmult_le_pos; [apply Rle_0_sqr | lra]. }
  lra.
Qed.
End Beside.

(* ------------------------------------------------------------------ 2. one layer *)

Definition stochastic {Token} (tokens : list Token) (A : Token -> Token -> R) :=
  (forall i j, 0 <= A i j) /\ forall i, total tokens (A i) = 1.
Definition mean {U : inner_product_space} {Token} (tokens : list Token) (A : Token -> Token -> R)
  (x : Token -> U) i := vtotal tokens (fun j => vscale (A i j) (x j)).

Section Layer.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (v : U) (lambda mu : Head -> R) (tau : R).
Hypothesis Unit : inner v v = 1.
Hypothesis Lambda : forall h, 0 <= lambda h.
Hypothesis Mu : forall h, 0 <= mu h.
Hypothesis Tau : 0 < tau.
(* What the heads may add to token i. *)
Definition pulls (A : Head -> Token -> Token -> R) (x : Token -> U) (f : Head -> Token -> U) :=
  forall h i, inner v (f h i) = lambda h * inner v (mean tokens (A h) x i) /\
    vnorm (beside v (f h i)) <= mu h * vnorm (beside v (mean tokens (A h) x i)).
Definition one_layer (f : Head -> Token -> U) (x next : Token -> U) := forall i,
  let y := vadd (x i) (vscale tau (vtotal heads (fun h => f h i))) in next i = vscale (/ vnorm y) y.
Definition cone t (x : Token -> U) := forall i, inner (x i) (x i) = 1 /\ 0 < inner v (x i) /\
  vnorm (beside v (x i)) <= t * inner v (x i).
Definition shrinks := (1 + tau * total heads mu) / (1 + tau * total heads lambda).

Lemma sums_nonneg : 0 <= tau * total heads mu /\ 0 <= tau * total heads lambda.
Proof. split; apply Rmult_le_pos; try lra; apply total_nonneg; auto. Qed.
Lemma shrinks_positive : 0 < shrinks.
Proof. assert (H := sums_nonneg). apply Rdiv_lt_0_compat; lra. Qed.
(* A mean of tokens has no less along v than each, and no more beside it. *)
Lemma mean_along a (x : Token -> U) c : (forall j, 0 <= a j) -> total tokens a = 1 ->
  (forall j, c <= inner v (x j)) -> c <= inner v (vtotal tokens (fun j => vscale (a j) (x j))).
Proof.
  intros Pos Sum H. rewrite inner_vtotal_r, <- (Rmult_1_l c), <- Sum, <- total_scale_r.
  apply total_le. intro j. rewrite inner_scale_r. apply Rmult_le_compat_l; auto.
Qed.
Lemma mean_beside a (x : Token -> U) c : (forall j, 0 <= a j) -> total tokens a = 1 ->
  (forall j, vnorm (beside v (x j)) <= c) ->
  vnorm (beside v (vtotal tokens (fun j => vscale (a j) (x j)))) <= c.
Proof.
  intros Pos Sum H. rewrite <- (Rmult_1_l c), <- Sum. generalize tokens. intro T.
  induction T as [|j T IH]; simpl.
  - rewrite beside_zero. lra.
  - rewrite beside_add, beside_scale, Rmult_plus_distr_r. eapply Rle_trans; [apply vnorm_add|].
    rewrite vnorm_scale, Rabs_right by (apply Rle_ge; auto).
    apply Rplus_le_compat; [apply Rmult_le_compat_l; auto | exact IH].
Qed.
(* In a cone of tangent t the cosines are at least c = 1/sqrt(1 + t^2), the sines at most t c. *)
Lemma in_cone t x : 0 <= t -> cone t x -> exists c, 0 < c /\
  (forall i, c <= inner v (x i)) /\ forall i, vnorm (beside v (x i)) <= t * c.
Proof.
  intros Ht C. set (c := / sqrt (1 + t * t)). exists c.
  assert (T2 : 0 <= t * t) by (apply Rmult_le_pos; auto).
  assert (Q : 0 < sqrt (1 + t * t)) by (apply sqrt_lt_R0; lra).
  assert (Cp : 0 < c) by (apply Rinv_0_lt_compat; auto).
  assert (C2 : c * c * (1 + t * t) = 1).
  { unfold c. rewrite <- (sqrt_sqrt (1 + t * t)) at 3 by lra. field. lra. }
  split; [exact Cp|]. split; intro j; destruct (C j) as [Uj [Bj Zj]]; apply Rnot_lt_le; intro N;
    assert (Py := pythagoras v Unit (x j)); rewrite Uj, <- vnorm_square in Py;
    assert (P0 := vnorm_nonneg (beside v (x j))).
  - assert (vnorm (beside v (x j)) * vnorm (beside v (x j)) <=
      (t * inner v (x j)) * (t * inner v (x j))) by (apply Rmult_le_compat; auto).
    assert (inner v (x j) * inner v (x j) < c * c) by (apply Rmult_le_0_lt_compat; lra).
    assert (inner v (x j) * inner v (x j) * (1 + t * t) < c * c * (1 + t * t)) by
      (apply Rmult_lt_compat_r; lra). lra.
  - assert (0 <= t * c) by (apply Rmult_le_pos; lra).
    assert ((t * c) * (t * c) < vnorm (beside v (x j)) * vnorm (beside v (x j))) by
      (apply Rmult_le_0_lt_compat; lra).
    assert (inner v (x j) < c).
    { apply Rnot_le_lt. intro L.
      assert (c * c <= inner v (x j) * inner v (x j)) by (apply Rmult_le_compat; lra). lra. }
    assert (t * inner v (x j) <= t * c) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Theorem cone_shrinks t A f x next : 0 <= t -> (forall h, stochastic tokens (A h)) -> pulls A x f ->
  one_layer f x next -> cone t x -> cone (t * shrinks) next.
Proof.
  intros Ht Rows P L C i. destruct (in_cone t x Ht C) as [c [Cp [Low Near]]].
  assert (S1 : forall h, c * lambda h <= inner v (f h i)).
  { intro h. destruct (P h i) as [-> _]. rewrite Rmult_comm. apply Rmult_le_compat_l; [auto|].
    apply mean_along; auto; apply Rows. }
  assert (S2 : forall h, vnorm (beside v (f h i)) <= mu h * (t * c)).
  { intro h. destruct (P h i) as [_ Q]. eapply Rle_trans; [exact Q|].
    apply Rmult_le_compat_l; [auto|]. apply mean_beside; auto; apply Rows. }
  specialize (L i). cbv zeta in L. set (s := vtotal heads (fun h => f h i)) in L.
  set (y := vadd (x i) (vscale tau s)) in L. destruct sums_nonneg as [Mn Ln].
  assert (A1 : c * total heads lambda <= inner v s).
  { unfold s. rewrite inner_vtotal_r, <- total_scale. apply total_le. exact S1. }
  assert (A2 : vnorm (beside v s) <= total heads mu * (t * c)).
  { unfold s. clear - S2. induction heads as [|h H IH]; simpl.
    - rewrite beside_zero. lra.
    - rewrite beside_add, Rmult_plus_distr_r. eapply Rle_trans; [apply vnorm_add|].
      apply Rplus_le_compat; [apply S2 | exact IH]. }
  assert (Y1 : c * (1 + tau * total heads lambda) <= inner v y).
  { unfold y. rewrite inner_add_r, inner_scale_r.
    assert (tau * (c * total heads lambda) <= tau * inner v s) by (apply Rmult_le_compat_l; lra).
    specialize (Low i). lra. }
  assert (Y2 : vnorm (beside v y) <= t * c * (1 + tau * total heads mu)).
  { unfold y. rewrite beside_add, beside_scale. eapply Rle_trans; [apply vnorm_add|].
    rewrite vnorm_scale, Rabs_right by lra.
    assert (tau * vnorm (beside v s) <= tau * (total heads mu * (t * c))) by
      (apply Rmult_le_compat_l; lra). specialize (Near i). lra. }
  assert (Yp : 0 < inner v y).
  { eapply Rlt_le_trans; [|exact Y1]. apply Rmult_lt_0_compat; lra. }
  assert (Yn : 0 < vnorm y).
  { apply sqrt_lt_R0. rewrite (pythagoras v Unit). assert (N := inner_nonneg U (beside v y)).
    assert (0 < inner v y * inner v y) by (apply Rmult_lt_0_compat; auto). lra. }
  assert (Inv : 0 < / vnorm y) by (apply Rinv_0_lt_compat; auto).
  rewrite L. split; [|rewrite !(inner_scale_r (S := U) (/ vnorm y) y v); split].
  - rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
  - apply Rmult_lt_0_compat; auto.
  - rewrite beside_scale, vnorm_scale, Rabs_right by lra.
    replace (t * shrinks * (/ vnorm y * inner v y)) with (/ vnorm y * (t * shrinks * inner v y)) by ring.
    apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact Y2|].
    assert (Sp := shrinks_positive).
    apply Rle_trans with (t * shrinks * (c * (1 + tau * total heads lambda))).
    + right. unfold shrinks. field. lra.
    + apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Y1].
Qed.

(* ------------------------------------------------------------------ 3. all layers *)

Section Orbit.
Context (A : nat -> Head -> Token -> Token -> R) (f : nat -> Head -> Token -> U) (x : nat -> Token -> U).
Hypothesis Rows : forall k h, stochastic tokens (A k h).
Hypothesis Pulls : forall k, pulls (A k) (x k) (f k).
Hypothesis Layers : forall k, one_layer (f k) (x k) (x (S k)).
Theorem tangents_shrink rho : 0 <= rho -> cone rho (x 0%nat) -> forall k, cone (rho * shrinks ^ k) (x k).
Proof.
  intros R C k. assert (Sp := shrinks_positive). induction k as [|k IH].
  - rewrite pow_O, Rmult_1_r. exact C.
  - replace (rho * shrinks ^ S k) with (rho * shrinks ^ k * shrinks) by (simpl; ring).
    apply (cone_shrinks _ (A k) (f k) (x k)); auto. apply Rmult_le_pos; [auto | apply pow_le; lra].
Qed.
End Orbit.
End Layer.

(* ------------------------------------------------------------------ 4. powers *)

Lemma below_exponential q r k : 0 < q -> q <= exp (- r) -> q ^ k <= exp (- r * INR k).
Proof.
  intros Q L. induction k as [|k IH]; [simpl; rewrite Rmult_0_r, exp_0; lra|].
  rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus. simpl. rewrite Rmult_comm.
  apply Rmult_le_compat; try lra. apply pow_le. lra.
Qed.
(* 1 - (1 - q) <= e^{-(1 - q)}. *)
Lemma some_rate q : 0 < q < 1 -> exists r, 0 < r /\ q <= exp (- r).
Proof. intros Q. exists (1 - q). split; [lra|]. assert (T := exp_tangent (- (1 - q))). lra. Qed.
Lemma powers_vanish {U : inner_product_space} (x : nat -> U) v rho q : 0 <= rho -> 0 < q < 1 ->
  (forall k, vnorm (vsub (x k) v) <= rho * q ^ k) -> layers_vtend x v.
Proof.
  intros R Q H e E. destruct (some_rate q Q) as [r [Rp L]].
  destruct (exp_small rho r (e / 2)) as [n N]; try lra. exists n. intros k K.
  rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  apply Rle_lt_trans with (e / 2); [|lra]. eapply Rle_trans; [apply H|].
  eapply Rle_trans; [|apply (N k K)]. apply Rmult_le_compat_l; [auto|].
  apply below_exponential; lra.
Qed.
