(* Quantities that are made of inner products of vectors that move: comparison theorems for them, and
   what is known of forms by the signs, the bounds and the adjoints of linear maps. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Comparison.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the families *)

Section Quantity.
Variable u : R -> R.

Lemma its_slope t d : is_derive u t d -> Derive u t = d.
Proof. exact (is_derive_unique u t d). Qed.
Lemma quantity_decays k M : u 0 <= M ->
  (forall t, 0 <= t -> exists d, is_derive u t d /\ d <= k * u t) -> forall t, 0 <= t -> u t <= M * exp (k * t).
Proof.
  intros Start Slope. apply (decays u (Derive u) k M).
  - intros t T. destruct (Slope t T) as [d [D _]]. rewrite (its_slope t d D). exact D.
  - exact Start.
  - intros t T. destruct (Slope t T) as [d [D L]]. rewrite (its_slope t d D). exact L.
Qed.
Lemma quantity_stays_below M : u 0 <= M ->
  (forall t, 0 <= t -> exists d, is_derive u t d /\ d <= 0) -> forall t, 0 <= t -> u t <= M.
Proof.
  intros Start Slope t T. rewrite <- (Rmult_1_r M), <- exp_0, <- (Rmult_0_l t). revert t T.
  apply quantity_decays; [exact Start|]. intros t T. destruct (Slope t T) as [d [D L]].
  exists d. split; [exact D | lra].
Qed.
Lemma quantity_rises : (forall t, 0 <= t -> exists d, is_derive u t d /\ 0 <= d) -> forall t, 0 <= t -> u 0 <= u t.
Proof.
  intros Slope t T. apply Ropp_le_cancel.
  assert (D : forall s, 0 <= s -> is_derive u s (Derive u s)).
  { intros s S. destruct (Slope s S) as [d [D _]]. rewrite (its_slope s d D). exact D. }
  apply (stays_below (fun t => - u t) (fun t => - Derive u t) (- u 0)); [| lra | | exact T].
  - intros s S. apply derive_opp, D, S.
  - intros s S _. destruct (Slope s S) as [d [Ds L]]. rewrite (its_slope s d Ds). lra.
Qed.
Lemma quantity_nondecreasing : (forall t, 0 <= t -> exists d, is_derive u t d /\ 0 <= d) -> nondecreasing u.
Proof.
  intros Slope s t S. apply (rises u (Derive u)); [| | exact S].
  - intros r R. destruct (Slope r R) as [d [D _]]. rewrite (its_slope r d D). exact D.
  - intros r R. destruct (Slope r R) as [d [D L]]. rewrite (its_slope r d D). exact L.
Qed.
End Quantity.

Lemma root_decays (u : R -> R) k M : (forall t, 0 <= u t) -> sqrt (u 0) <= M ->
  (forall t, 0 <= t -> exists d, is_derive u t d /\ d <= 2 * k * u t) ->
  forall t, 0 <= t -> sqrt (u t) <= M * exp (k * t).
Proof.
  intros P Start Slope t T. pose proof (sqrt_pos (u 0)). pose proof (exp_pos (k * t)).
  assert (Square : u 0 <= M * M) by (rewrite <- (sqrt_sqrt _ (P 0)); apply Rmult_le_compat; lra).
  pose proof (quantity_decays u (2 * k) (M * M) Square Slope t T) as Q.
  replace (2 * k * t) with (k * t + k * t) in Q by ring. rewrite exp_plus in Q.
  rewrite <- (sqrt_square (M * exp (k * t))) by (apply Rmult_le_pos; lra).
  apply sqrt_le_1_alt. lra.
Qed.
Lemma root_stays_below (u : R -> R) M : (forall t, 0 <= u t) -> sqrt (u 0) <= M ->
  (forall t, 0 <= t -> exists d, is_derive u t d /\ d <= 0) -> forall t, 0 <= t -> sqrt (u t) <= M.
Proof.
  intros P Start Slope t T. pose proof (sqrt_pos (u 0)).
  assert (Square : u 0 <= M * M) by (rewrite <- (sqrt_sqrt _ (P 0)); apply Rmult_le_compat; lra).
  rewrite <- (sqrt_square M) by lra. apply sqrt_le_1_alt.
  exact (quantity_stays_below u (M * M) Square Slope t T).
Qed.

(* ------------------------------------------------------------------ 2. what is known of maps *)

Lemma form_at_most (S : inner_product_space) (B : S -> S) s :
  (forall z, sqrt (inner (B z) (B z)) <= s * sqrt (inner z z)) -> forall z, inner z (B z) <= s * inner z z.
Proof.
  intros Bound z. pose proof (inner_le_vnorm z (B z)) as C. pose proof (Rle_abs (inner z (B z))).
  pose proof (vnorm_nonneg z). specialize (Bound z). fold (vnorm (B z)) (vnorm z) in Bound.
  rewrite <- (vnorm_square z). nra.
Qed.
Lemma positive_form (S : inner_product_space) (W : S -> S) : positive W -> forall z, 0 <= inner z (W z).
Proof.
  intros [A [_ P]] z. destruct (Req_dec (inner z z) 0) as [Z|N].
  - apply inner_definite in Z. subst z. rewrite inner_zero_l. lra.
  - apply Rlt_le, P. intros ->. apply N, inner_zero_l.
Qed.

Lemma turned_form (S : inner_product_space) (A B : S -> S) : adjoint A B ->
  forall x y, inner x (A y) = inner y (B x).
Proof. intros H x y. rewrite inner_sym. apply H. Qed.
Lemma swapped_form (S : inner_product_space) (A B : S -> S) : adjoint A B ->
  forall x y, inner (A x) y = inner (B y) x.
Proof. intros H x y. rewrite H. apply inner_sym. Qed.

(* What falls like e^(-c t) tends to 0. *)
Lemma fades (S : inner_product_space) (x : R -> S) c : 0 < c ->
  (forall t, 0 <= t -> exists d, is_derive (fun t => inner (x t) (x t)) t d /\ d <= 2 * - c * inner (x t) (x t)) ->
  vtends x vzero.
Proof.
  intros C Slope eps E. set (M := sqrt (inner (x 0) (x 0)) + 1).
  assert (P : 0 < M) by (pose proof (sqrt_pos (inner (x 0) (x 0))); unfold M; lra).
  set (T := M / (eps * c)). assert (TP : 0 < T) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  exists T. split; [lra|]. intros t Ht.
  assert (B : sqrt (inner (x t) (x t)) <= M * exp (- c * t)).
  { apply (root_decays (fun t => inner (x t) (x t)) (- c) M); auto;
      [intros; apply inner_nonneg | unfold M; lra | lra]. }
  replace (vnorm (vsub (x t) vzero)) with (sqrt (inner (x t) (x t))).
  2:{ unfold vnorm, vsub. f_equal. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
      !inner_zero_l, !inner_zero_r. ring. }
  rewrite Rminus_0_r, Rabs_pos_eq by apply sqrt_pos.
  apply Rle_lt_trans with (1 := B). replace (- c * t) with (- (c * t)) by ring. rewrite exp_Ropp.
  assert (CT : 0 < c * t) by (apply Rmult_lt_0_compat; lra).
  assert (L := exp_tangent (c * t)).
  assert (Far : M <= eps * (c * t)).
  { replace M with (eps * (c * T)) by (unfold T; field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  apply (Rmult_lt_reg_r (exp (c * t))); [apply exp_pos|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, exp_pos).
  apply Rle_lt_trans with (1 := Far). apply Rmult_lt_compat_l; lra.
Qed.
