(* The flow of the Oja dynamics: every token is pushed by w = F s and kept on the sphere. Cross ratios of
   distances are constant, whatever F; and for symmetric F every solution tends to one state at rest. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Spheres Systems Drawn OjaEnergy OjaSlope OjaClimb.
Open Scope R_scope.

Lemma travel_between {S : inner_product_space} (y dy : R -> S) K s t : s <= t -> 0 <= K ->
  (forall u, s <= u <= t -> is_vderive y u (dy u)) -> (forall u, s <= u <= t -> vnorm (dy u) <= K) ->
  vnorm (vsub (y t) (y s)) <= K * (t - s).
Proof.
  intros L K0 Moves Speed. set (xi := vsub (y t) (y s)).
  destruct (vnorm_nonneg xi) as [N|Z].
  2: { rewrite <- Z. apply Rmult_le_pos; lra. }
  assert (G := growth (fun x => - inner xi (y x)) (fun x => - inner xi (dy x)) (- (vnorm xi * K)) s t L).
  match type of G with ?a -> ?b -> ?c => assert (Q : c) end.
  { apply G; intros x X.
    - apply (derive_opp (fun x => inner xi (y x))). eapply derive_eq.
      apply (derive_inner (fun _ => xi) y); [apply vderive_const | apply Moves; lra].
      rewrite inner_zero_l. ring.
    - specialize (Speed x X). assert (C := inner_le_vnorm xi (dy x)). apply Rabs_le_between in C.
      assert (vnorm xi * vnorm (dy x) <= vnorm xi * K) by (apply Rmult_le_compat_l; lra). lra. }
  cbv beta in Q. apply Rmult_le_reg_l with (vnorm xi); [auto|]. rewrite vnorm_square.
  replace (inner xi xi) with (inner xi (vsub (y t) (y s))) by reflexivity.
  unfold vsub. rewrite inner_add_r, inner_scale_r. lra.
Qed.

Section Flow.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (F : U -> U) (kappa : R)
  (x : R -> Token -> U).
Hypothesis ET : enumerates tokens.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (F a) <= kappa * vnorm a.
Let w t := push_of tokens F (x t).
Let c t i := inner (x t i) (w t).
Let v t i := vsub (w t) (vscale (c t i) (x t i)).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => x s i) t (v t i).
Hypothesis Start : forall i, inner (x 0 i) (x 0 i) = 1.
Local Notation n := (size tokens).
Let n1 : 1 <= n. Proof. assert (H := size_at_least_one tokens ET). lra. Qed.

Lemma flow_units t : 0 <= t -> units (x t).
Proof.
  intros H i. apply (stays_unit tokens x (fun t _ => w t) (sqrt 2 * (kappa * sqrt 2))); auto.
  - exact (proj2 (proj2 ET)).
  - intros u j Hu Near. eapply Rle_trans; [apply inner_le_vnorm|].
    apply Rmult_le_compat; try apply vnorm_nonneg; [apply sqrt_le_1_alt, Near|].
    eapply Rle_trans; [apply Norm|]. apply Rmult_le_compat_l; [exact Kpos|]. apply sqrt_le_1_alt.
    assert (M := mean_square tokens ET (x u)).
    assert (B : total tokens (fun i => inner (x u i) (x u i)) <= total tokens (fun _ => 2 * 1)).
    { apply total_le. intro k. specialize (Near k). lra. }
    rewrite total_scale in B. fold n in B. apply Rmult_le_reg_l with n; lra.
Qed.
Lemma push_bounded t : 0 <= t -> vnorm (w t) <= kappa.
Proof. intro H. exact (push_norm tokens F kappa ET Kpos Norm (x t) (flow_units t H)). Qed.
Lemma cosine_bounded t i : 0 <= t -> - kappa <= c t i <= kappa.
Proof.
  intro H. assert (P := push_bounded t H).
  assert (C : Rabs (c t i) <= vnorm (w t)) by exact (cosine tokens F (x t) (flow_units t H) i).
  apply Rabs_le_between in C. lra.
Qed.

(* ------------------------------------------------------------------ distances *)
Let gap t i j := inner (vsub (x t i) (x t j)) (vsub (x t i) (x t j)).
Lemma gap_rate i j t : 0 <= t -> is_derive (fun s => gap s i j) t (- (c t i + c t j) * gap t i j).
Proof.
  intro H. assert (D : is_vderive (fun s => vsub (x s i) (x s j)) t (vsub (v t i) (v t j))).
  { eapply vderive_eq.
    - apply (vderive_add (fun s => x s i) (fun s => vscale (-1) (x s j))); [apply Flow; exact H|].
      apply (vderive_scale (fun _ => -1) (fun s => x s j)); [apply derive_const | apply Flow; exact H].
    - apply inner_ext. intro a. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring. }
  eapply derive_eq; [exact (derive_inner _ _ t _ _ D D)|].
  assert (X := flow_units t H). unfold gap, v, c, vsub.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, !inner_add_l, !inner_add_r,
    !inner_scale_l, !inner_scale_r, (X i), (X j), (inner_sym _ (x t j) (x t i)),
    (inner_sym _ (w t) (x t i)), (inner_sym _ (w t) (x t j)). ring.
Qed.
Theorem cross_ratio_constant i j k l a b : a * (gap 0 i j * gap 0 k l) = b * (gap 0 i k * gap 0 j l) ->
  forall t, 0 <= t -> a * (gap t i j * gap t k l) = b * (gap t i k * gap t j l).
Proof.
  intros E t H. set (u := fun s => a * (gap s i j * gap s k l) - b * (gap s i k * gap s j l)).
  set (g := fun s => c s i + c s j + c s k + c s l).
  assert (Du : forall s, 0 <= s -> is_derive u s (- g s * u s)).
  { intros s Hs. eapply derive_eq.
    - apply (derive_minus (fun s => a * (gap s i j * gap s k l)) (fun s => b * (gap s i k * gap s j l)));
        (apply derive_mult; [apply derive_const | apply derive_mult; apply gap_rate; exact Hs]).
    - unfold u, g. ring. }
  assert (G := gronwall (fun s => u s * u s) (fun s => - g s * u s * u s + u s * (- g s * u s)) (- (8 * kappa))).
  cbv beta in G. assert (Z : u t * u t <= 0).
  { eapply Rle_trans; [apply G; auto|].
    - intros s Hs. apply (derive_mult u u); apply Du; exact Hs.
    - intros s Hs. assert (Q := Rle_0_sqr (u s)). unfold Rsqr in Q.
      assert (B : - (4 * kappa) <= g s).
      { unfold g. assert (A1 := cosine_bounded s i Hs). assert (A2 := cosine_bounded s j Hs).
        assert (A3 := cosine_bounded s k Hs). assert (A4 := cosine_bounded s l Hs). lra. }
      assert (0 <= (g s + 4 * kappa) * (u s * u s)) by (apply Rmult_le_pos; lra). lra.
    - unfold u. rewrite E. lra. }
  assert (Q := Rle_0_sqr (u t)). unfold Rsqr in Q. assert (Z0 : u t * u t = 0) by lra.
  apply Rmult_integral in Z0. unfold u in Z0. destruct Z0; lra.
Qed.
Lemma gap_nonneg t i j : 0 <= gap t i j. Proof. apply inner_nonneg. Qed.
Lemma gap_small t i j p d : 0 <= d -> vnorm (vsub (x t i) p) <= d -> vnorm (vsub (x t j) p) <= d ->
  gap t i j <= 4 * (d * d).
Proof.
  intros D A B. unfold gap. rewrite <- vnorm_square.
  assert (N : vnorm (vsub (x t i) (x t j)) <= 2 * d).
  { replace (vsub (x t i) (x t j)) with (vadd (vsub (x t i) p) (vscale (-1) (vsub (x t j) p))).
    - eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra. lra.
    - apply inner_ext. intro u. unfold vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  assert (P := vnorm_nonneg (vsub (x t i) (x t j))).
  replace (4 * (d * d)) with (2 * d * (2 * d)) by ring. apply Rmult_le_compat; auto.
Qed.
Lemma gap_large t i k p q d : 0 <= d -> 4 * d <= vnorm (vsub p q) -> vnorm (vsub (x t i) p) <= d ->
  vnorm (vsub (x t k) q) <= d -> vnorm (vsub p q) * vnorm (vsub p q) / 4 <= gap t i k.
Proof.
  intros D R A B. unfold gap. rewrite <- vnorm_square.
  assert (N : vnorm (vsub p q) <= vnorm (vsub (x t i) (x t k)) + 2 * d).
  { replace (vsub p q) with (vadd (vsub (x t i) (x t k)) (vadd (vscale (-1) (vsub (x t i) p)) (vsub (x t k) q))).
    - eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat_l. eapply Rle_trans; [apply vnorm_add|].
      rewrite vnorm_scale, (Rabs_left (-1)) by lra. lra.
    - apply inner_ext. intro u. unfold vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  set (r := vnorm (vsub p q)) in *. set (m := vnorm (vsub (x t i) (x t k))) in *.
  replace (r * r / 4) with (r / 2 * (r / 2)) by field. apply Rmult_le_compat; lra.
Qed.
Theorem no_two_clusters i j k l p q : 0 < gap 0 i j -> 0 < gap 0 k l ->
  vtends (fun t => x t i) p -> vtends (fun t => x t j) p -> vtends (fun t => x t k) q ->
  vtends (fun t => x t l) q -> p = q.
Proof.
  intros Gij Gkl Ti Tj Tk Tl. set (r := vnorm (vsub p q)).
  destruct (vnorm_nonneg (vsub p q)) as [R|R]; fold r in R.
  2: { assert (E : vsub p q = vzero) by (apply inner_definite; rewrite <- vnorm_square; fold r; rewrite <- R; ring).
       apply inner_ext. intro u. assert (H := f_equal (fun a => inner a u) E). cbv beta in H. unfold vsub in H.
       rewrite inner_add_l, inner_scale_l, inner_zero_l in H. lra. }
  exfalso. set (D := gap 0 i j * gap 0 k l). set (G := gap 0 i k * gap 0 j l).
  assert (D0 : 0 < D) by (apply Rmult_lt_0_compat; auto).
  assert (G0 : 0 <= G) by (apply Rmult_le_pos; apply gap_nonneg).
  set (f := r * r / 4). assert (rr : 0 < r * r) by (apply Rmult_lt_0_compat; auto).
  assert (f0 : 0 < f) by (unfold f; lra). assert (ff : 0 < f * f) by (apply Rmult_lt_0_compat; auto).
  assert (Df : 0 < D * (f * f)) by (apply Rmult_lt_0_compat; auto).
  set (d := Rmin (Rmin 1 (r / 4)) (D * (f * f) / (32 * (G + 1)))).
  assert (dp : 0 < d) by (unfold d; repeat apply Rmin_glb_lt; try lra; apply Rdiv_lt_0_compat; lra).
  assert (d1 : d <= 1) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (d2 : d <= r / 4) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_r]).
  assert (d3 : d <= D * (f * f) / (32 * (G + 1))) by apply Rmin_r.
  destruct (Ti d dp) as [t1 [P1 H1]]. destruct (Tj d dp) as [t2 [P2 H2]].
  destruct (Tk d dp) as [t3 [P3 H3]]. destruct (Tl d dp) as [t4 [P4 H4]].
  set (t := t1 + t2 + t3 + t4). assert (Ht : 0 <= t) by (unfold t; lra).
  assert (Near : forall s a m, Rabs (vnorm (vsub (x s m) a) - 0) < d -> vnorm (vsub (x s m) a) <= d).
  { intros s a m. rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg). lra. }
  specialize (H1 t ltac:(unfold t; lra)). specialize (H2 t ltac:(unfold t; lra)).
  specialize (H3 t ltac:(unfold t; lra)). specialize (H4 t ltac:(unfold t; lra)).
  apply Near in H1. apply Near in H2. apply Near in H3. apply Near in H4.
  assert (E := cross_ratio_constant i j k l G D ltac:(fold D G; ring) t Ht).
  assert (d0 : 0 <= d) by lra.
  assert (A1 := gap_small t i j p d d0 H1 H2). assert (A2 := gap_small t k l q d d0 H3 H4).
  assert (B1 := gap_large t i k p q d d0 ltac:(fold r; lra) H1 H3).
  assert (B2 := gap_large t j l p q d d0 ltac:(fold r; lra) H2 H4). fold r f in B1, B2.
  assert (Low : f * f <= gap t i k * gap t j l) by (apply Rmult_le_compat; lra).
  assert (Up : gap t i j * gap t k l <= 16 * d).
  { apply Rle_trans with (4 * (d * d) * (4 * (d * d))).
    - apply Rmult_le_compat; auto; apply gap_nonneg.
    - assert (dd : d * d <= 1 * d) by (apply Rmult_le_compat_r; lra).
      assert (d * d * (d * d) <= 1 * d * 1); [|lra].
      assert (Q := Rle_0_sqr d). unfold Rsqr in Q. apply Rmult_le_compat; lra. }
  assert (L1 : D * (f * f) <= D * (gap t i k * gap t j l)) by (apply Rmult_le_compat_l; lra).
  assert (L2 : G * (gap t i j * gap t k l) <= G * (16 * d)) by (apply Rmult_le_compat_l; auto).
  assert (L3 : (G + 1) * (32 * d) <= D * (f * f)).
  { apply Rmult_le_reg_r with (/ (32 * (G + 1))); [apply Rinv_0_lt_compat; lra|].
    replace ((G + 1) * (32 * d) * / (32 * (G + 1))) with d by (field; lra). exact d3. }
  assert (0 <= G * d) by (apply Rmult_le_pos; auto). lra.
Qed.

(* ------------------------------------------------------------------ a symmetric matrix *)

(* At whole times a solution climbs, and between them the slope changes by at most a factor. *)
Hypothesis Sym : adjoint F F.
Let mean_speed t := mean tokens (v t).
Lemma mean_moves t : 0 <= t -> is_vderive (fun s => mean tokens (x s)) t (mean_speed t).
Proof.
  intro H. eapply vderive_eq.
  - apply (vderive_scale (fun _ => / n) (fun s => vtotal tokens (fun j => x s j))); [apply derive_const|].
    apply (vderive_vtotal tokens (fun s j => x s j) t (v t)). intro j. apply Flow, H.
  - apply inner_ext. intro u. unfold mean_speed, mean. change (fun j => v t j) with (v t).
    rewrite inner_add_l, !inner_scale_l. ring.
Qed.
Lemma push_moves t : 0 <= t -> is_vderive w t (F (mean_speed t)).
Proof.
  intro H. apply (vderive_operator F F (fun s => mean tokens (x s))); [exact Sym | | exact (mean_moves t H)].
  exists kappa. split; [exact Kpos | exact Norm].
Qed.
Lemma speed_along t i : inner (v t i) (w t) = inner (w t) (w t) - c t i * c t i.
Proof. unfold v, vsub. rewrite inner_add_l, !inner_scale_l. unfold c. ring. Qed.
Lemma speed_square t i : 0 <= t -> inner (v t i) (v t i) = inner (w t) (w t) - c t i * c t i.
Proof.
  intro H. assert (X := flow_units t H i). unfold v, vsub.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, X, (inner_sym _ (w t) (x t i)).
  unfold c. ring.
Qed.
Let slope_at t := slope tokens F (x t).
Lemma slope_is t : slope_at t = total tokens (fun i => inner (w t) (w t) - c t i * c t i).
Proof. reflexivity. Qed.
Lemma slope_pos t : 0 <= t -> 0 <= slope_at t.
Proof. intro H. apply slope_nonneg. exact (flow_units t H). Qed.
Lemma energy_rate t : 0 <= t -> is_derive (fun s => energy tokens F (x s)) t (slope_at t).
Proof.
  intro H. assert (M := mean_moves t H). eapply derive_eq.
  - apply (derive_mult (fun s => n * inner (F (mean tokens (x s))) (mean tokens (x s))) (fun _ => / 2));
      [|apply derive_const]. apply derive_mult; [apply derive_const|].
    exact (derive_inner _ _ t _ _ (push_moves t H) M).
  - rewrite slope_is, (total_ext tokens _ (fun i => inner (v t i) (w t))) by (intro; symmetry; apply speed_along).
    rewrite <- (sum_of_mean tokens ET (v t) (w t)). fold (mean_speed t).
    rewrite (Sym (mean_speed t) (mean tokens (x t))). change (F (mean tokens (x t))) with (w t).
    change (push_of tokens F (x t)) with (w t). rewrite (inner_sym _ (w t) (mean_speed t)). field.
Qed.
Let slope_rate t := total tokens (fun i => 2 * inner (F (mean_speed t)) (v t i) - 2 * c t i * inner (v t i) (v t i)).
Lemma slope_moves t : 0 <= t -> is_derive slope_at t (slope_rate t).
Proof.
  intro H. assert (W := push_moves t H).
  assert (D : forall i, is_derive (fun s => inner (w s) (w s) - c s i * c s i) t
    (2 * inner (F (mean_speed t)) (v t i) - 2 * c t i * inner (v t i) (v t i))).
  { intro i. assert (Dc : is_derive (fun s => c s i) t (inner (v t i) (w t) + inner (x t i) (F (mean_speed t)))).
    { exact (derive_inner (fun s => x s i) w t _ _ (Flow t i H) W). }
    eapply derive_eq.
    - apply derive_minus; [exact (derive_inner w w t _ _ W W) | exact (derive_mult _ _ t _ _ Dc Dc)].
    - rewrite (speed_square t i H), <- (speed_along t i), (inner_sym _ (w t) (F (mean_speed t))).
      assert (E : inner (F (mean_speed t)) (v t i) =
        inner (F (mean_speed t)) (w t) - c t i * inner (x t i) (F (mean_speed t))).
      { unfold v, vsub. rewrite inner_add_r, !inner_scale_r, (inner_sym _ (F (mean_speed t)) (x t i)). ring. }
      rewrite E. ring. }
  exact (derive_total tokens (fun s i => inner (w s) (w s) - c s i * c s i) t _ D).
Qed.
Lemma slope_rate_bound t : 0 <= t -> Rabs (slope_rate t) <= 4 * kappa * slope_at t.
Proof.
  intro H. assert (S0 := slope_pos t H).
  assert (Sq : slope_at t = total tokens (fun i => inner (v t i) (v t i))).
  { rewrite slope_is. apply total_ext. intro i. symmetry. apply speed_square, H. }
  set (m := mean_speed t). unfold slope_rate. fold m.
  rewrite (total_ext tokens _ (fun i => 2 * inner (v t i) (F m) + -2 * (c t i * inner (v t i) (v t i))))
    by (intro; rewrite (inner_sym _ (F m)); ring).
  rewrite total_add, !total_scale, <- (sum_of_mean tokens ET (v t) (F m)).
  change (mean tokens (v t)) with m.
  assert (A : Rabs (n * inner m (F m)) <= kappa * slope_at t).
  { rewrite Rabs_mult, (Rabs_right n) by lra. assert (Q := mean_square tokens ET (v t)).
    change (mean tokens (v t)) with m in Q. rewrite <- Sq in Q.
    apply Rle_trans with (n * (kappa * inner m m)).
    - apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply inner_le_vnorm|].
      rewrite <- vnorm_square. assert (P := vnorm_nonneg m).
      assert (vnorm m * vnorm (F m) <= vnorm m * (kappa * vnorm m)) by (apply Rmult_le_compat_l; auto). lra.
    - replace (n * (kappa * inner m m)) with (kappa * (n * inner m m)) by ring.
      apply Rmult_le_compat_l; auto. }
  assert (B : Rabs (total tokens (fun i => c t i * inner (v t i) (v t i))) <= kappa * slope_at t).
  { rewrite Sq, <- total_scale.
    assert (P : forall i, Rabs (c t i * inner (v t i) (v t i)) <= kappa * inner (v t i) (v t i)).
    { intro i. assert (Q := inner_nonneg U (v t i)).
      rewrite Rabs_mult, (Rabs_right (inner (v t i) (v t i))) by lra. apply Rmult_le_compat_r; [exact Q|].
      apply Rabs_le. exact (cosine_bounded t i H). }
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
      intro j. exact (slope_part tokens F (x u) (flow_units u ltac:(lra)) j).
    + apply Rle_trans with (sqrt ((exp (4 * kappa) * exp (4 * kappa)) * slope_at s)).
      * apply sqrt_le_1_alt. eapply Rle_trans; [exact (proj2 B)|]. apply Rmult_le_compat_r; [exact S0|].
        assert (1 * exp (4 * kappa) <= exp (4 * kappa) * exp (4 * kappa)) by (apply Rmult_le_compat_r; lra). lra.
      * rewrite sqrt_mult_alt by (apply Rmult_le_pos; lra). rewrite sqrt_square by lra. apply Rle_refl.
  - assert (K * (s + h - s) <= K * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Theorem solution_has_limit (T : list U) : (forall a, a = vtotal T (fun e => vscale (inner e a) e)) ->
  exists z, units z /\ (forall i, vtends (fun t => x t i) (z i)) /\ at_rest tokens F z.
Proof.
  intro Frame. set (y := fun k => x (INR k)). set (q := fun k => slope_at (INR k)).
  assert (Y : forall k, units (y k)) by (intro k; apply flow_units, pos_INR).
  assert (Q : forall k, 0 <= q k) by (intro k; apply slope_pos, pos_INR).
  assert (A : 0 < exp (- (4 * kappa))) by apply exp_pos.
  assert (Rise : forall k, exp (- (4 * kappa)) * q k <= energy tokens F (y (S k)) - energy tokens F (y k)).
  { intro k. unfold y. rewrite S_INR. assert (P := pos_INR k).
    replace (exp (- (4 * kappa)) * q k) with (exp (- (4 * kappa)) * q k * (INR k + 1 - INR k)) by ring.
    apply (growth (fun t => energy tokens F (x t)) slope_at); [lra | intros; apply energy_rate; lra |].
    intros t Ht. assert (B := slope_between (INR k) (t - INR k) P ltac:(lra)).
    replace (INR k + (t - INR k)) with t in B by ring. exact (proj1 B). }
  assert (Short : forall k i, vnorm (vsub (y (S k) i) (y k i)) <= exp (4 * kappa) * sqrt (q k)).
  { intros k i. unfold y. rewrite S_INR. apply token_moves; [apply pos_INR | lra]. }
  destruct (climbs_to_rest tokens F kappa T y q (exp (- (4 * kappa))) 1 (exp (4 * kappa)))
    as [z [Z [Rest Settle]]]; auto using exp_pos, Rlt_0_1.
  { intro k. rewrite Rmult_1_l. apply Rle_refl. }
  exists z. split; [exact Z|]. split; [|exact Rest]. intros i eps He.
  assert (C := exp_pos (4 * kappa)). set (d := eps / (4 * exp (4 * kappa))).
  assert (d0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  destruct (slope_vanishes tokens F kappa y q (exp (- (4 * kappa))) ET Kpos Norm Y A Q Rise (d * d)) as [N HN];
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
End Flow.
