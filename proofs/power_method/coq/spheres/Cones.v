(* Layers that pull tokens towards a vector v: what head h adds to a token has lambda_h times the component
   along v of a mean of the tokens, and at most mu_h times its component beside v. *)
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
(* A mean of tokens has no less along v than each. *)
Lemma mean_along a (x : Token -> U) c : (forall j, 0 <= a j) -> total tokens a = 1 ->
  (forall j, c <= inner v (x j)) -> c <= inner v (vtotal tokens (fun j => vscale (a j) (x j))).
Proof.
  intros Pos Sum H. rewrite inner_vtotal_r, <- (Rmult_1_l c), <- Sum, <- total_scale_r.
  apply total_le. intro j. rewrite inner_scale_r. apply Rmult_le_compat_l; auto.
Qed.
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
