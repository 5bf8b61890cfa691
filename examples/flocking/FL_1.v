(* FL-1: the spread of velocities, pulled by weights of long range, and that of positions, which it moves,
   bound each other: V' <= - psi(2 X) V and X' <= V. Roots are smoothed by e, and e goes to 0. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Spreads.
From Claimed Require Import FL_1.
Open Scope R_scope.

Section Rates.
Context {S : inner_product_space} {Token : Type} (T : list Token) (finite : enumerates T).
Lemma derive_spread (y : R -> Token -> S) t u : (forall i, is_vderive (fun s => y s i) t (u i)) ->
  is_derive (fun s => spread T (y s)) t (pairs_product T (y t) u / size T).
Proof.
  intros D. assert (N := size_positive T finite).
  apply (is_derive_ext (fun s => / (2 * size T) * pairs_product T (y s) (y s))).
  { intro s. change (/ (2 * size T) * pairs_product T (y s) (y s) = spread T (y s)). rewrite spread_pairs by exact finite. field. lra. }
  eapply derive_eq.
  - apply derive_mult; [apply derive_const|]. apply derive_total. intro i. apply derive_total. intro j.
    apply derive_inner; (apply vderive_add; [apply D | apply vderive_scale; [apply derive_const | apply D]]).
  - rewrite Rmult_0_l, Rplus_0_l. unfold pairs_product, Rdiv. rewrite (Rmult_comm _ (/ size T)), <- !total_scale.
    apply total_ext. intro i. rewrite <- !total_scale. apply total_ext. intro j. unfold vsub.
    rewrite vscale_zero. rewrite (vadd_comm _ vzero), vadd_zero, (inner_sym _ (vadd (u i) _)). field. lra.
Qed.
Lemma pairs_product_le (y u : Token -> S) c : 0 < c -> pairs_product T y u <= size T * (c * spread T y + / c * spread T u).
Proof.
  intros C. apply Rmult_le_reg_l with 2; [lra|].
  replace (2 * (size T * (c * spread T y + / c * spread T u))) with (c * pairs_product T y y + / c * pairs_product T u u)
    by (rewrite !spread_pairs by exact finite; ring).
  unfold pairs_product. rewrite <- !total_scale, <- total_add. apply total_le. intro i.
  rewrite <- !total_scale, <- total_add. apply total_le. intro j. cbv beta. set (a := vsub (y i) (y j)). set (b := vsub (u i) (u j)).
  assert (G := inner_nonneg _ (vadd a (vscale (- / c) b))).
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ b a) in G.
  apply (Rmult_le_compat_l c) in G; [|lra]. rewrite Rmult_0_r in G.
  match type of G with _ <= ?long => replace long with (c * inner a a + / c * inner b b - 2 * inner a b) in G by (field; lra) end.
  lra.
Qed.
End Rates.

Section Pull.
Context {S : inner_product_space} {Token : Type} (T : list Token) (finite : enumerates T).
Variables (w : Token -> Token -> R) (v : Token -> S) (psi : R).
Hypothesis symmetric : forall i j, w i j = w j i.
Hypothesis strong : forall i j, psi <= w i j.
Definition pull i := vscale (/ size T) (vtotal T (fun j => vscale (w i j) (vsub (v j) (v i)))).

Lemma pulls_add_up : vtotal T pull = vzero.
Proof.
  apply inner_ext. intro z. rewrite inner_vtotal_l, inner_zero_l.
  set (f := fun i j => w i j * (inner (v j) z - inner (v i) z)).
  rewrite (total_ext T _ (fun i => / size T * total T (f i))).
  2:{ intro i. unfold pull. rewrite inner_scale_l, inner_vtotal_l. f_equal. apply total_ext. intro j.
      unfold f, vsub. rewrite inner_scale_l, inner_add_l, inner_scale_l. ring. }
  rewrite total_scale. assert (E : total T (fun i => total T (f i)) = -1 * total T (fun i => total T (f i))).
  { rewrite total_swap at 1. rewrite <- total_scale. apply total_ext. intro i. rewrite <- total_scale.
    apply total_ext. intro j. unfold f. rewrite symmetric. ring. }
  replace (total T (fun i => total T (f i))) with 0 by lra. ring.
Qed.
Lemma pulls_against : pairs_product T v pull <= -2 * psi * (size T * spread T v).
Proof.
  assert (N := size_positive T finite). rewrite pairs_product_of, pulls_add_up, inner_zero_r by auto.
  set (f := fun i j => w i j * inner (v i) (vsub (v j) (v i))).
  replace (products T v pull) with (/ size T * total T (fun i => total T (f i))).
  2:{ unfold products. rewrite <- total_scale. apply total_ext. intro i. unfold pull.
      rewrite inner_scale_r, inner_vtotal_r. f_equal. apply total_ext. intro j. unfold f. rewrite inner_scale_r. reflexivity. }
  assert (E : 2 * total T (fun i => total T (f i)) =
    -1 * total T (fun i => total T (fun j => w i j * inner (vsub (v i) (v j)) (vsub (v i) (v j))))).
  { assert (W : total T (fun i => total T (fun j => f j i)) = total T (fun i => total T (f i)))
      by exact (total_swap T T (fun i j => f j i)).
    transitivity (total T (fun i => total T (f i)) + total T (fun i => total T (fun j => f j i))); [rewrite W; lra|].
    rewrite <- (total_scale T (-1)), <- total_add. apply total_ext. intro i. rewrite <- (total_scale T (-1)), <- total_add.
    apply total_ext. intro j. unfold f, vsub. rewrite (symmetric j i), !inner_add_r, !inner_scale_r, !inner_add_l, !inner_scale_l.
    rewrite (inner_sym _ (v j) (v i)). ring. }
  assert (L : psi * pairs_product T v v <=
    total T (fun i => total T (fun j => w i j * inner (vsub (v i) (v j)) (vsub (v i) (v j))))).
  { unfold pairs_product. rewrite <- total_scale. apply total_le. intro i. rewrite <- total_scale. apply total_le. intro j.
    apply Rmult_le_compat_r; [apply inner_nonneg | apply strong]. }
  rewrite spread_pairs in L by auto.
  replace (2 * size T * (/ size T * total T (fun i => total T (f i)))) with (2 * total T (fun i => total T (f i))) by (field; lra).
  lra.
Qed.
End Pull.

(* A weight of long range is no less than K / (1 + 2 X) at twice the root of a spread. *)
Lemma long_range K beta r X : 0 < K -> 0 <= beta -> beta <= 1 / 2 -> 0 <= r -> 0 <= X -> r <= 2 * (X * X) ->
  K / (1 + 2 * X) <= K * exp (-1 * beta * ln (1 + r)).
Proof.
  intros HK B0 B1 R HX H. unfold Rdiv. apply Rmult_le_compat_l; [lra|].
  assert (P : 0 < 1 + 2 * X) by lra. rewrite <- (exp_ln (1 + 2 * X)) by auto. rewrite <- exp_Ropp. apply exp_le.
  assert (L0 : 0 <= ln (1 + r)). { rewrite <- ln_1. apply ln_le; lra. }
  assert (L1 : ln (1 + r) <= ln (1 + 2 * X) + ln (1 + 2 * X)).
  { rewrite <- ln_mult by auto. apply ln_le; [lra|]. assert (0 <= X * X) by (apply Rmult_le_pos; auto). lra. }
  assert (beta * ln (1 + r) <= 1 / 2 * ln (1 + r)) by (apply Rmult_le_compat_r; auto). lra.
Qed.

Section Flock.
Variables (p q dp dq : R -> R) (K X V : R).
Hypothesis (K0 : 0 < K) (X0 : 0 <= X) (V0 : 0 <= V).
Hypothesis p_moves : differentiable p dp.
Hypothesis q_moves : differentiable q dq.
Hypothesis p_nonneg : forall t, 0 <= p t.
Hypothesis q_nonneg : forall t, 0 <= q t.
Hypothesis drifts : forall t c, 0 <= t -> 0 < c -> dp t <= c * p t + / c * q t.
Hypothesis brakes : forall t Y, 0 <= t -> 0 <= Y -> p t <= Y * Y -> dq t <= -2 * (K / (1 + 2 * Y)) * q t.
Hypothesis p_start : p 0 <= X * X.
Hypothesis q_start : q 0 <= V * V.

Section Smoothed.
Variable e : R.
Hypothesis e0 : 0 < e.
Definition root (u : R -> R) t := sqrt (u t + e * e).
Lemma root_square u t : 0 <= u t -> root u t * root u t = u t + e * e.
Proof. intro U. apply sqrt_sqrt. assert (0 < e * e) by (apply Rmult_lt_0_compat; auto). lra. Qed.
Lemma root_least u t : 0 <= u t -> e <= root u t.
Proof.
  intro U. unfold root. rewrite <- (sqrt_square e) at 1 by lra. apply sqrt_le_1_alt. lra.
Qed.
Lemma root_at_most u t Y : 0 <= Y -> u t <= Y * Y -> root u t <= Y + e.
Proof.
  intros HY U. unfold root. rewrite <- (sqrt_square (Y + e)) by lra. apply sqrt_le_1_alt.
  assert (0 <= Y * e) by (apply Rmult_le_pos; lra). lra.
Qed.
Definition level t := root q t + K / 2 * ln (1 + 2 * root p t).
Definition dlevel t := dq t * / (2 * root q t) + K / 2 * (2 * (dp t * / (2 * root p t)) * / (1 + 2 * root p t)).
Lemma level_moves : differentiable level dlevel.
Proof.
  intros t Ht. assert (E : 0 < e * e) by (apply Rmult_lt_0_compat; auto).
  assert (Q := q_nonneg t). assert (P := p_nonneg t). assert (R := root_least p t P). unfold level, dlevel, root.
  apply derive_plus.
  - apply (derive_sqrt (fun s => q s + e * e)); [lra|]. eapply derive_eq; [apply derive_plus; [apply q_moves, Ht | apply derive_const]|]. ring.
  - eapply derive_eq.
    + apply derive_mult; [apply derive_const|]. apply (derive_ln (fun s => 1 + 2 * sqrt (p s + e * e))).
      * fold (root p t). lra.
      * apply derive_plus; [apply derive_const|]. apply derive_mult; [apply derive_const|].
        apply (derive_sqrt (fun s => p s + e * e)); [lra|]. apply derive_plus; [apply p_moves, Ht | apply derive_const].
    + unfold Rdiv. ring.
Qed.
Lemma level_slope t : 0 <= t -> dlevel t <= K * e.
Proof.
  intro Ht. unfold dlevel. assert (A := root_least q t (q_nonneg t)). assert (B := root_least p t (p_nonneg t)).
  assert (A2 := root_square q t (q_nonneg t)). assert (B2 := root_square p t (p_nonneg t)).
  set (v := root q t) in *. set (x := root p t) in *. assert (P := p_nonneg t). assert (Q := q_nonneg t).
  assert (E : 0 < e * e) by (apply Rmult_lt_0_compat; auto).
  assert (D : dp t <= 2 * (x * v)).
  { eapply Rle_trans; [apply (drifts t (v / x)); [auto | apply Rdiv_lt_0_compat; lra]|].
    apply Rle_trans with (v / x * (x * x) + / (v / x) * (v * v)).
    - apply Rplus_le_compat; apply Rmult_le_compat_l; try lra.
      + left. apply Rdiv_lt_0_compat; lra.
      + left. apply Rinv_0_lt_compat, Rdiv_lt_0_compat; lra.
    - right. field. lra. }
  assert (F := brakes t x Ht ltac:(lra) ltac:(lra)). set (k := K / (1 + 2 * x)) in *.
  assert (k0 : 0 < k) by (apply Rdiv_lt_0_compat; lra).
  assert (k1 : k <= K). { unfold k. apply Rmult_le_reg_r with (1 + 2 * x); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (0 <= K * x) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_trans with (-2 * k * (v * v - e * e) * / (2 * v) + K / 2 * (2 * (2 * (x * v) * / (2 * x)) * / (1 + 2 * x))).
  - apply Rplus_le_compat.
    + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. replace (v * v - e * e) with (q t) by lra. exact F.
    + apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | exact D].
  - replace (K / 2 * (2 * (2 * (x * v) * / (2 * x)) * / (1 + 2 * x))) with (k * v) by (unfold k; field; lra).
    replace (-2 * k * (v * v - e * e) * / (2 * v) + k * v) with (k * (e * (e / v))) by (field; lra).
    assert (e / v <= 1). { apply Rmult_le_reg_r with v; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (0 <= e / v) by (left; apply Rdiv_lt_0_compat; lra).
    apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra.
    apply Rle_trans with (e * 1); [apply Rmult_le_compat_l; lra | lra].
Qed.
Lemma level_bound t : 0 <= t -> level t <= level 0 + K * e * t.
Proof.
  intro Ht. assert (H := growth (fun s => - level s) (fun s => - dlevel s) (- (K * e)) 0 t Ht).
  assert (G : - (K * e) * (t - 0) <= - level t - - level 0).
  { apply H.
    - intros s Hs. apply derive_opp, level_moves. lra.
    - intros s Hs. assert (Q := level_slope s ltac:(lra)). lra. }
  lra.
Qed.
End Smoothed.

Lemma ln_step a d : 0 < a -> 1 <= a -> 0 <= d -> ln (a + d) <= ln a + d.
Proof.
  intros A A1 D. rewrite <- (exp_ln (a + d)) at 1 by lra. rewrite exp_ln by lra.
  apply Rle_trans with (ln (a * exp d)).
  - apply ln_le; [lra|]. assert (H := exp_ineq1_le d). apply Rle_trans with (a * (1 + d)); [|apply Rmult_le_compat_l; lra].
    assert (1 * d <= a * d) by (apply Rmult_le_compat_r; auto). lra.
  - rewrite ln_mult, ln_exp by (auto; apply exp_pos). lra.
Qed.
Theorem stays_together t : 0 <= t -> 1 + 2 * sqrt (p t) <= (1 + 2 * X) * exp (2 * V / K).
Proof.
  intro Ht. assert (S0 := sqrt_pos (p t)).
  assert (H : K / 2 * ln (1 + 2 * sqrt (p t)) <= V + K / 2 * ln (1 + 2 * X)).
  { apply le_epsilon. intros d Hd. set (e := d / (1 + K + K * t)).
    assert (N : 0 <= K * t) by (apply Rmult_le_pos; lra). assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
    assert (B := level_bound e e0 t Ht). unfold level in B.
    assert (Q := root_least e e0 q t (q_nonneg t)).
    assert (V1 := root_at_most e e0 q 0 V V0 q_start). assert (X1 := root_at_most e e0 p 0 X X0 p_start).
    assert (X2 := root_least e e0 p 0 (p_nonneg 0)).
    assert (L0 : ln (1 + 2 * root e p 0) <= ln (1 + 2 * X) + 2 * e).
    { apply Rle_trans with (ln (1 + 2 * X + 2 * e)); [apply ln_le; lra | apply ln_step; lra]. }
    assert (L1 : ln (1 + 2 * sqrt (p t)) <= ln (1 + 2 * root e p t)).
    { apply ln_le; [lra|]. assert (sqrt (p t) <= root e p t); [|lra]. unfold root. apply sqrt_le_1_alt.
      assert (0 < e * e) by (apply Rmult_lt_0_compat; auto). lra. }
    assert (K2 : 0 <= K / 2) by lra. apply (Rmult_le_compat_l _ _ _ K2) in L0. apply (Rmult_le_compat_l _ _ _ K2) in L1.
    assert (D : d = e * (1 + K + K * t)) by (unfold e; field; lra). lra. }
  rewrite <- (exp_ln (1 + 2 * sqrt (p t))) by lra. rewrite <- (exp_ln (1 + 2 * X)) at 1 by lra.
  rewrite <- exp_plus. apply exp_le. apply Rmult_le_reg_l with (K / 2); [lra|].
  replace (K / 2 * (ln (1 + 2 * X) + 2 * V / K)) with (V + K / 2 * ln (1 + 2 * X)) by (field; lra). exact H.
Qed.
Theorem brakes_for_good t : 0 <= t -> q t <= V ^ 2 * exp (-2 * t * K / ((1 + 2 * X) * exp (2 * V / K))).
Proof.
  set (M := (1 + 2 * X) * exp (2 * V / K)). assert (E : 0 < M) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]).
  intro Ht. replace (-2 * t * K / M) with (-2 * (K / M) * t) by (field; lra).
  apply (decays q dq (-2 * (K / M)) (V ^ 2)); auto; [simpl; lra|].
  intros s Hs. assert (H := stays_together s Hs). fold M in H. assert (S0 := sqrt_pos (p s)).
  assert (Q := sqrt_sqrt (p s) (p_nonneg s)). set (Y := (M - 1) / 2).
  replace M with (1 + 2 * Y) by (unfold Y; field).
  apply brakes; auto; [unfold Y; lra|]. rewrite <- Q. apply Rmult_le_compat; auto; unfold Y; lra.
Qed.
End Flock.

Theorem proof : FL_1.
Proof.
  intros S Token T x X v V K beta _ Fin K0 X0 V0 B0 B1 Dx Dv [Px Pv].
  assert (N := size_positive T Fin).
  set (w := fun t i j => K * exp (-1 * beta * ln (1 + inner (vsub (x t i) (x t j)) (vsub (x t i) (x t j))))).
  set (p := fun t => spread T (x t)). set (q := fun t => spread T (v t)).
  set (dp := fun t => pairs_product T (x t) (v t) / size T).
  set (dq := fun t => pairs_product T (v t) (pull T (w t) (v t)) / size T).
  assert (Mp : differentiable p dp) by (intros t Ht; apply derive_spread; auto).
  assert (Mq : differentiable q dq) by (intros t Ht; apply derive_spread; [auto | intro i; apply Dv; auto]).
  assert (Drift : forall t c, 0 <= t -> 0 < c -> dp t <= c * p t + / c * q t).
  { intros t c _ C. unfold dp. apply Rmult_le_reg_l with (size T); auto.
    replace (size T * (pairs_product T (x t) (v t) / size T)) with (pairs_product T (x t) (v t)) by (field; lra).
    apply pairs_product_le; auto. }
  assert (Brake : forall t Y, 0 <= t -> 0 <= Y -> p t <= Y * Y -> dq t <= -2 * (K / (1 + 2 * Y)) * q t).
  { intros t Y Ht HY P. unfold dq. apply Rmult_le_reg_l with (size T); auto.
    replace (size T * (pairs_product T (v t) (pull T (w t) (v t)) / size T)) with (pairs_product T (v t) (pull T (w t) (v t)))
      by (field; lra).
    eapply Rle_trans; [apply (pulls_against T Fin (w t) (v t) (K / (1 + 2 * Y)))|].
    - intros i j. unfold w. do 5 f_equal. unfold vsub.
      rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (x t j) (x t i)). ring.
    - intros i j. unfold w. apply long_range; auto; [apply inner_nonneg|].
      eapply Rle_trans; [apply (distance_small T Fin)|]. fold (p t). lra.
    - right. fold (q t). ring. }
  assert (Sx : p 0 <= X * X) by (change (p 0 <= X ^ 2) in Px; lra).
  assert (Sv : q 0 <= V * V) by (change (q 0 <= V ^ 2) in Pv; lra).
  intros t Ht. split.
  - exact (stays_together p q dp dq K X V K0 X0 V0 Mp Mq (fun s => spread_nonneg T _) (fun s => spread_nonneg T _)
      Drift Brake Sx Sv t Ht).
  - exact (brakes_for_good p q dp dq K X V K0 X0 V0 Mp Mq (fun s => spread_nonneg T _) (fun s => spread_nonneg T _)
      Drift Brake Sx Sv t Ht).
Qed.
