(* Every solution of the Oja flow with a symmetric matrix tends to one state at rest: at whole times it
   climbs, and between them the slope changes by at most a factor. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Systems Drawn OjaEnergy OjaSlope OjaClimb OjaFlow.
Open Scope R_scope.

Section Limit.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R)
  (x : R -> Token -> U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Let w t := push_of tokens V (x t).
Let c t i := inner (x t i) (w t).
Let v t i := vsub (w t) (vscale (c t i) (x t i)).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => x s i) t (v t i).
Hypothesis Start : forall i, inner (x 0 i) (x 0 i) = 1.
Local Notation n := (size tokens).
Let n1 : 1 <= n. Proof. assert (H := size_at_least_one tokens ET). lra. Qed.
Let Units t (H : 0 <= t) : units (x t) := flow_units tokens V kappa x ET Kpos Norm Flow Start t H.
Let mean_speed t := mean tokens (v t).
Lemma mean_moves t : 0 <= t -> is_vderive (fun s => mean tokens (x s)) t (mean_speed t).
Proof.
  intro H. eapply vderive_eq.
  - apply (vderive_scale (fun _ => / n) (fun s => vtotal tokens (fun j => x s j))); [apply derive_const|].
    apply (vderive_vtotal tokens (fun s j => x s j) t (v t)). intro j. apply Flow, H.
  - apply inner_ext. intro u. unfold mean_speed, mean. change (fun j => v t j) with (v t).
    rewrite inner_add_l, !inner_scale_l. ring.
Qed.
Lemma push_moves t : 0 <= t -> is_vderive w t (V (mean_speed t)).
Proof.
  intro H. apply (vderive_operator V V (fun s => mean tokens (x s))); [exact Sym | | exact (mean_moves t H)].
  exists kappa. split; [exact Kpos | exact Norm].
Qed.
Lemma speed_along t i : inner (v t i) (w t) = inner (w t) (w t) - c t i * c t i.
Proof. unfold v, vsub. rewrite inner_add_l, !inner_scale_l. unfold c. ring. Qed.
Lemma speed_square t i : 0 <= t -> inner (v t i) (v t i) = inner (w t) (w t) - c t i * c t i.
Proof.
  intro H. assert (X := Units t H i). unfold v, vsub.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, X, (inner_sym _ (w t) (x t i)).
  unfold c. ring.
Qed.
Let slope_at t := slope tokens V (x t).
Lemma slope_is t : slope_at t = total tokens (fun i => inner (w t) (w t) - c t i * c t i).
Proof. reflexivity. Qed.
Lemma slope_pos t : 0 <= t -> 0 <= slope_at t.
Proof. intro H. apply slope_nonneg. exact (Units t H). Qed.
Lemma energy_rate t : 0 <= t -> is_derive (fun s => energy tokens V (x s)) t (slope_at t).
Proof.
  intro H. assert (M := mean_moves t H). eapply derive_eq.
  - apply (derive_mult (fun s => n * inner (V (mean tokens (x s))) (mean tokens (x s))) (fun _ => / 2));
      [|apply derive_const]. apply derive_mult; [apply derive_const|].
    exact (derive_inner _ _ t _ _ (push_moves t H) M).
  - rewrite slope_is, (total_ext tokens _ (fun i => inner (v t i) (w t))) by (intro; symmetry; apply speed_along).
    rewrite <- (sum_of_mean tokens ET (v t) (w t)). fold (mean_speed t).
    rewrite (Sym (mean_speed t) (mean tokens (x t))). change (V (mean tokens (x t))) with (w t).
    change (push_of tokens V (x t)) with (w t). rewrite (inner_sym _ (w t) (mean_speed t)). field.
Qed.
Let slope_rate t := total tokens (fun i => 2 * inner (V (mean_speed t)) (v t i) - 2 * c t i * inner (v t i) (v t i)).
Lemma slope_moves t : 0 <= t -> is_derive slope_at t (slope_rate t).
Proof.
  intro H. assert (W := push_moves t H).
  assert (D : forall i, is_derive (fun s => inner (w s) (w s) - c s i * c s i) t
    (2 * inner (V (mean_speed t)) (v t i) - 2 * c t i * inner (v t i) (v t i))).
  { intro i. assert (Dc : is_derive (fun s => c s i) t (inner (v t i) (w t) + inner (x t i) (V (mean_speed t)))).
    { exact (derive_inner (fun s => x s i) w t _ _ (Flow t i H) W). }
    eapply derive_eq.
    - apply derive_minus; [exact (derive_inner w w t _ _ W W) | exact (derive_mult _ _ t _ _ Dc Dc)].
    - rewrite (speed_square t i H), <- (speed_along t i), (inner_sym _ (w t) (V (mean_speed t))).
      assert (E : inner (V (mean_speed t)) (v t i) =
        inner (V (mean_speed t)) (w t) - c t i * inner (x t i) (V (mean_speed t))).
      { unfold v, vsub. rewrite inner_add_r, !inner_scale_r, (inner_sym _ (V (mean_speed t)) (x t i)). ring. }
      rewrite E. ring. }
  exact (derive_total tokens (fun s i => inner (w s) (w s) - c s i * c s i) t _ D).
Qed.
Lemma slope_rate_bound t : 0 <= t -> Rabs (slope_rate t) <= 4 * kappa * slope_at t.
Proof.
  intro H. assert (S0 := slope_pos t H).
  assert (Sq : slope_at t = total tokens (fun i => inner (v t i) (v t i))).
  { rewrite slope_is. apply total_ext. intro i. symmetry. apply speed_square, H. }
  set (m := mean_speed t). unfold slope_rate. fold m.
  rewrite (total_ext tokens _ (fun i => 2 * inner (v t i) (V m) + -2 * (c t i * inner (v t i) (v t i))))
    by (intro; rewrite (inner_sym _ (V m)); ring).
  rewrite total_add, !total_scale, <- (sum_of_mean tokens ET (v t) (V m)).
  change (mean tokens (v t)) with m.
  assert (A : Rabs (n * inner m (V m)) <= kappa * slope_at t).
  { rewrite Rabs_mult, (Rabs_right n) by lra. assert (Q := mean_square tokens ET (v t)).
    change (mean tokens (v t)) with m in Q. rewrite <- Sq in Q.
    apply Rle_trans with (n * (kappa * inner m m)).
    - apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply inner_le_vnorm|].
      rewrite <- vnorm_square. assert (P := vnorm_nonneg m).
      assert (vnorm m * vnorm (V m) <= vnorm m * (kappa * vnorm m)) by (apply Rmult_le_compat_l; auto). lra.
    - replace (n * (kappa * inner m m)) with (kappa * (n * inner m m)) by ring.
      apply Rmult_le_compat_l; auto. }
  assert (B : Rabs (total tokens (fun i => c t i * inner (v t i) (v t i))) <= kappa * slope_at t).
  { rewrite Sq, <- total_scale.
    assert (P : forall i, Rabs (c t i * inner (v t i) (v t i)) <= kappa * inner (v t i) (v t i)).
    { intro i. assert (Q := inner_nonneg U (v t i)).
      rewrite Rabs_mult, (Rabs_right (inner (v t i) (v t i))) by lra. apply Rmult_le_compat_r; [exact Q|].
      apply Rabs_le. exact (cosine_bounded tokens V kappa x ET Kpos Norm Flow Start t i H). }
    apply total_abs_le, P. }
  apply Rabs_le_between in A. apply Rabs_le_between in B. apply Rabs_le. lra.
Qed.
Lemma slope_between s h : 0 <= s -> 0 <= h <= 1 ->
  exp (- (4 * kappa)) * slope_at s <= slope_at (s + h) <= exp (4 * kappa) * slope_at s.
Proof.
  intros Hs [H0 H1]. assert (S0 := slope_pos s Hs).
  assert (Kh : 4 * kappa * h <= 4 * kappa * 1) by (apply Rmult_le_compat_l; lra).
  assert (D : differentiable (fun h => slope_at (s + h)) (fun h => slope_rate (s + h))).
  { intros t Ht. apply derive_later, slope_moves. lra. }
  split.
  - assert (G := gronwall (fun h => - slope_at (s + h)) (fun h => - slope_rate (s + h)) (4 * kappa)).
    cbv beta in G. assert (R : - slope_at (s + h) <= - slope_at (s + 0) * exp (- (4 * kappa) * h)).
    { apply G; auto.
      - intros t Ht. apply (derive_opp (fun h => slope_at (s + h))), D, Ht.
      - intros t Ht. assert (B := slope_rate_bound (s + t) ltac:(lra)). apply Rabs_le_between in B. lra. }
    rewrite Rplus_0_r in R.
    assert (exp (- (4 * kappa)) <= exp (- (4 * kappa) * h)) by (apply exp_le; lra).
    assert (exp (- (4 * kappa)) * slope_at s <= exp (- (4 * kappa) * h) * slope_at s)
      by (apply Rmult_le_compat_r; auto). lra.
  - assert (G := gronwall (fun h => slope_at (s + h)) (fun h => slope_rate (s + h)) (- (4 * kappa)) D).
    cbv beta in G. assert (R : slope_at (s + h) <= slope_at (s + 0) * exp (- - (4 * kappa) * h)).
    { apply G; auto. intros t Ht. assert (B := slope_rate_bound (s + t) ltac:(lra)).
      apply Rabs_le_between in B. lra. }
    rewrite Rplus_0_r in R.
    assert (exp (- - (4 * kappa) * h) <= exp (4 * kappa)) by (apply exp_le; lra).
    assert (exp (- - (4 * kappa) * h) * slope_at s <= exp (4 * kappa) * slope_at s)
      by (apply Rmult_le_compat_r; auto). lra.
Qed.
Lemma token_moves s h i : 0 <= s -> 0 <= h <= 1 ->
  vnorm (vsub (x (s + h) i) (x s i)) <= exp (4 * kappa) * sqrt (slope_at s).
Proof.
  intros Hs H. assert (S0 := slope_pos s Hs). assert (R0 := sqrt_pos (slope_at s)).
  assert (E1 : 1 <= exp (4 * kappa)) by (rewrite <- exp_0; apply exp_le; lra).
  set (K := exp (4 * kappa) * sqrt (slope_at s)).
  assert (K0 : 0 <= K) by (apply Rmult_le_pos; lra).
  apply Rle_trans with (K * (s + h - s)).
  - apply (travel_between (fun t => x t i) (fun t => v t i)); [lra | exact K0 | intros; apply Flow; lra |].
    intros u Hu. assert (B := slope_between s (u - s) Hs ltac:(lra)).
    replace (s + (u - s)) with u in B by ring.
    apply Rle_trans with (sqrt (slope_at u)).
    + apply sqrt_le_1_alt. rewrite (speed_square u i) by lra. rewrite slope_is.
      apply (total_at_least tokens (fun i => inner (w u) (w u) - c u i * c u i)); [apply ET|].
      intro j. exact (slope_part tokens V (x u) (Units u ltac:(lra)) j).
    + apply Rle_trans with (sqrt ((exp (4 * kappa) * exp (4 * kappa)) * slope_at s)).
      * apply sqrt_le_1_alt. eapply Rle_trans; [exact (proj2 B)|]. apply Rmult_le_compat_r; [exact S0|].
        assert (1 * exp (4 * kappa) <= exp (4 * kappa) * exp (4 * kappa)) by (apply Rmult_le_compat_r; lra). lra.
      * rewrite sqrt_mult_alt by (apply Rmult_le_pos; lra). rewrite sqrt_square by lra. apply Rle_refl.
  - assert (K * (s + h - s) <= K * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Theorem solution_has_limit (T : list U) : (forall a, a = vtotal T (fun e => vscale (inner e a) e)) ->
  exists z, units z /\ (forall i, vtends (fun t => x t i) (z i)) /\ at_rest tokens V z.
Proof.
  intro Frame. set (y := fun k => x (INR k)). set (q := fun k => slope_at (INR k)).
  assert (Y : forall k, units (y k)) by (intro k; apply Units, pos_INR).
  assert (Q : forall k, 0 <= q k) by (intro k; apply slope_pos, pos_INR).
  assert (A : 0 < exp (- (4 * kappa))) by apply exp_pos.
  assert (Rise : forall k, exp (- (4 * kappa)) * q k <= energy tokens V (y (S k)) - energy tokens V (y k)).
  { intro k. unfold y. rewrite S_INR. assert (P := pos_INR k).
    replace (exp (- (4 * kappa)) * q k) with (exp (- (4 * kappa)) * q k * (INR k + 1 - INR k)) by ring.
    apply (growth (fun t => energy tokens V (x t)) slope_at); [lra | intros; apply energy_rate; lra |].
    intros t Ht. assert (B := slope_between (INR k) (t - INR k) P ltac:(lra)).
    replace (INR k + (t - INR k)) with t in B by ring. exact (proj1 B). }
  assert (Short : forall k i, vnorm (vsub (y (S k) i) (y k i)) <= exp (4 * kappa) * sqrt (q k)).
  { intros k i. unfold y. rewrite S_INR. apply token_moves; [apply pos_INR | lra]. }
  destruct (climbs_to_rest tokens V kappa T y q (exp (- (4 * kappa))) 1 (exp (4 * kappa)))
    as [z [Z [Rest Settle]]]; auto using exp_pos, Rlt_0_1.
  { intro k. rewrite Rmult_1_l. apply Rle_refl. }
  exists z. split; [exact Z|]. split; [|exact Rest]. intros i eps He.
  assert (C := exp_pos (4 * kappa)). set (d := eps / (4 * exp (4 * kappa))).
  assert (d0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  destruct (slope_vanishes tokens V kappa y q (exp (- (4 * kappa))) ET Kpos Norm Y A Q Rise (d * d)) as [N HN];
    [apply Rmult_lt_0_compat; auto|].
  destruct (Settle (eps / 4)) as [M HM]; [lra|].
  exists (INR (N + M)). split; [apply pos_INR|]. intros t Ht.
  assert (t0 : 0 <= t) by (assert (P := pos_INR (N + M)); lra).
  destruct (nfloor_ex t t0) as [k [K1 K2]].
  assert (Kb : (N + M <= k)%nat).
  { apply Nat.lt_succ_r, INR_lt. rewrite S_INR. lra. }
  specialize (HN k ltac:(lia)). specialize (HM k ltac:(lia)).
  rewrite Rminus_0_r, Rabs_right in HN by (apply Rle_ge, Q).
  rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  assert (Mv := token_moves (INR k) (t - INR k) i (pos_INR k) ltac:(lra)).
  replace (INR k + (t - INR k)) with t in Mv by ring. fold (q k) in Mv.
  assert (Sq : sqrt (q k) <= d).
  { rewrite <- (sqrt_square d) by lra. apply sqrt_le_1_alt. lra. }
  assert (exp (4 * kappa) * sqrt (q k) <= eps / 4).
  { apply Rle_trans with (exp (4 * kappa) * d); [apply Rmult_le_compat_l; lra|]. right. unfold d. field. lra. }
  replace (vsub (x t i) (z i)) with (vadd (vsub (x t i) (x (INR k) i)) (vsub (x (INR k) i) (z i))).
  - eapply Rle_lt_trans; [apply vnorm_add|]. assert (P := token_apart tokens ET (y k) z i).
    unfold y in P at 1. fold (y k) in HM. lra.
  - apply inner_ext. intro u. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring.
Qed.
End Limit.
