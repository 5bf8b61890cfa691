(* Euler's polygons: for a field that is bounded, Lipschitz in the state and uniformly continuous in
   time they converge, and their limit has the field as its derivative on both sides. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Intervals Drawn.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. polygons *)

Definition floor (x : R) : nat :=
  match Rle_lt_dec 0 x with left H => proj1_sig (nfloor_ex x H) | right _ => O end.
Lemma floor_spec x : 0 <= x -> INR (floor x) <= x < INR (floor x) + 1.
Proof.
  intros H. unfold floor. destruct (Rle_lt_dec 0 x) as [P|N]; [|lra].
  destruct (nfloor_ex x P) as [n Hn]. exact Hn.
Qed.
Definition fine (n : nat) := / 2 ^ n.
Lemma fine_positive n : 0 < fine n.
Proof. apply Rinv_0_lt_compat, pow_lt. lra. Qed.
Lemma fine_small d : 0 < d -> exists N, forall n, (N <= n)%nat -> fine n <= d.
Proof.
  intros D. destruct (nfloor_ex (/ d)) as [N [_ HN]]; [left; apply Rinv_0_lt_compat; auto|].
  exists N. intros n Hn. assert (P : forall k, INR k + 1 <= 2 ^ k).
  { induction k as [|k IH]; [simpl; lra|]. rewrite S_INR. simpl. assert (Q := pos_INR k). lra. }
  assert (Q := le_INR _ _ Hn). specialize (P n). unfold fine. rewrite <- (Rinv_inv d).
  apply Rinv_le_contravar; [apply Rinv_0_lt_compat; auto | lra].
Qed.
Lemma fine_refined n m : (n <= m)%nat -> fine n = INR (2 ^ (m - n)) * fine m.
Proof.
  intros H. unfold fine. rewrite pow_INR. replace (INR 2) with 2 by (simpl; ring).
  replace m with (n + (m - n))%nat at 2 by lia. rewrite pow_add.
  assert (0 < 2 ^ n) by (apply pow_lt; lra). assert (0 < 2 ^ (m - n)) by (apply pow_lt; lra).
  field. lra.
Qed.

Section Polygons.
Context {S : inner_product_space} (G : R -> S -> S) (x0 : S) (L M : R).
Hypothesis HL : 0 <= L.
Hypothesis Bound : forall t x, 0 <= t -> vnorm (G t x) <= M.
Hypothesis Lip : forall t x z, 0 <= t -> vnorm (vsub (G t x) (G t z)) <= L * vnorm (vsub x z).
Hypothesis Cont : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t x, 0 <= s -> 0 <= t ->
  Rabs (t - s) <= d -> vnorm (vsub (G t x) (G s x)) <= eps.
Let M0 : 0 <= M.
Proof. eapply Rle_trans; [apply (vnorm_nonneg (G 0 x0)) | apply (Bound 0 x0); lra]. Qed.

Fixpoint node (h : R) (k : nat) : S :=
  match k with
  | O => x0
  | Datatypes.S k => vadd (node h k) (vscale h (G (INR k * h) (node h k)))
  end.
Lemma node_speed h k j : 0 <= h -> vnorm (vsub (node h (j + k)) (node h k)) <= INR j * h * M.
Proof.
  intros H. induction j as [|j IH].
  - simpl. replace (vsub (node h k) (node h k)) with (@vzero S) by (symmetry; apply vadd_opposite).
    unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - change (Datatypes.S j + k)%nat with (Datatypes.S (j + k)). rewrite S_INR. simpl node.
    set (f := G _ _). replace (vsub (vadd (node h (j + k)) (vscale h f)) (node h k))
      with (vadd (vsub (node h (j + k)) (node h k)) (vscale h f)) by (apply inner_ext; intro; inners; ring).
    eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right h) by lra.
    assert (h * vnorm f <= h * M).
    { apply Rmult_le_compat_l; [auto|]. apply Bound, Rmult_le_pos; [apply pos_INR | auto]. } lra.
Qed.
Lemma field_near s t x z eps d : 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
  (forall s t x, 0 <= s -> 0 <= t -> Rabs (t - s) <= d -> vnorm (vsub (G t x) (G s x)) <= eps) ->
  vnorm (vsub (G t z) (G s x)) <= eps + L * vnorm (vsub z x).
Proof.
  intros Hs Ht Hd C. replace (vsub (G t z) (G s x))
    with (vadd (vsub (G t x) (G s x)) (vsub (G t z) (G t x))) by (apply inner_ext; intro; inners; ring).
  eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat; auto.
Qed.
(* Over j steps a polygon moves about as the field at the first of them says. *)
Lemma node_straight h k j eps d : 0 <= h -> INR j * h <= d -> 0 <= eps ->
  (forall s t x, 0 <= s -> 0 <= t -> Rabs (t - s) <= d -> vnorm (vsub (G t x) (G s x)) <= eps) ->
  vnorm (vsub (node h (j + k)) (vadd (node h k) (vscale (INR j * h) (G (INR k * h) (node h k)))))
  <= INR j * h * (eps + L * (INR j * h * M)).
Proof.
  intros H D E C. induction j as [|j IH].
  - simpl. replace (vsub _ _) with (@vzero S) by (apply inner_ext; intro; inners; rewrite inner_zero_l; ring).
    unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - rewrite S_INR in *. assert (Pj := pos_INR j). assert (Pk := pos_INR k).
    assert (J0 : 0 <= INR j * h) by (apply Rmult_le_pos; lra).
    specialize (IH ltac:(lra)). change (Datatypes.S j + k)%nat with (Datatypes.S (j + k)). simpl node.
    set (f := G (INR k * h) (node h k)) in *. set (g := G (INR (j + k) * h) _).
    replace (vsub _ _) with (vadd (vsub (node h (j + k)) (vadd (node h k) (vscale (INR j * h) f)))
      (vscale h (vsub g f))) by (apply inner_ext; intro; inners; ring).
    eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right h) by lra.
    assert (Q : vnorm (vsub g f) <= eps + L * (INR j * h * M)).
    { eapply Rle_trans; [apply (field_near (INR k * h) (INR (j + k) * h) _ _ eps d)|].
      - apply Rmult_le_pos; lra.
      - apply Rmult_le_pos; [apply pos_INR | lra].
      - rewrite plus_INR. replace ((INR j + INR k) * h - INR k * h) with (INR j * h) by ring.
        rewrite Rabs_right; lra.
      - exact C.
      - apply Rplus_le_compat_l, Rmult_le_compat_l; [auto|]. apply node_speed; auto. }
    assert (Q2 : L * (INR j * h * M) <= L * ((INR j + 1) * h * M)).
    { apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat_r; lra. }
    assert (INR j * h * (eps + L * (INR j * h * M)) <= INR j * h * (eps + L * ((INR j + 1) * h * M)))
      by (apply Rmult_le_compat_l; lra).
    assert (h * vnorm (vsub g f) <= h * (eps + L * ((INR j + 1) * h * M))) by
      (apply Rmult_le_compat_l; lra). lra.
Qed.
(* Polygons of fine steps stay near those of coarse ones. *)
Lemma node_refined g N k eps d : 0 <= g -> INR N * g <= d -> 0 <= eps ->
  (forall s t x, 0 <= s -> 0 <= t -> Rabs (t - s) <= d -> vnorm (vsub (G t x) (G s x)) <= eps) ->
  vnorm (vsub (node g (N * k)) (node (INR N * g) k))
  <= INR k * (INR N * g) * exp (L * (INR k * (INR N * g))) * (eps + L * (INR N * g * M)).
Proof.
  intros Hg D E C. set (h := INR N * g). assert (H0 : 0 <= h) by (apply Rmult_le_pos; [apply pos_INR | auto]).
  set (c := eps + L * (h * M)). assert (C0 : 0 <= c).
  { assert (0 <= L * (h * M)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]). unfold c. lra. }
  induction k as [|k IH].
  - rewrite Nat.mul_0_r. simpl. replace (vsub x0 x0) with (@vzero S) by (symmetry; apply vadd_opposite).
    unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - rewrite S_INR. rewrite Nat.mul_succ_r, Nat.add_comm. simpl (node h (Datatypes.S k)).
    assert (Pk := pos_INR k). set (w := node g (N * k)) in *. set (x := node h k) in *.
    assert (St := node_straight g (N * k) N eps d Hg D E C). fold h w c in St.
    replace (INR (N * k) * g) with (INR k * h) in St by (rewrite mult_INR; unfold h; ring).
    replace (vsub (node g (N + N * k)) _) with
      (vadd (vsub (node g (N + N * k)) (vadd w (vscale h (G (INR k * h) w))))
            (vadd (vsub w x) (vscale h (vsub (G (INR k * h) w) (G (INR k * h) x)))))
      by (apply inner_ext; intro; inners; ring).
    eapply Rle_trans; [apply vnorm_add|]. eapply Rle_trans; [apply Rplus_le_compat;
      [exact St | apply vnorm_add]|].
    rewrite vnorm_scale, (Rabs_right h) by lra. set (q := vnorm (vsub w x)) in *.
    assert (Lq : h * vnorm (vsub (G (INR k * h) w) (G (INR k * h) x)) <= h * (L * q)).
    { apply Rmult_le_compat_l; [auto|]. apply Lip, Rmult_le_pos; auto. }
    set (u := exp (L * (INR k * h))) in *. assert (U1 : 1 <= u).
    { assert (T := exp_tangent (L * (INR k * h))). assert (0 <= L * (INR k * h)) by
        (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]). unfold u. lra. }
    replace (exp (L * ((INR k + 1) * h))) with (u * exp (L * h)) by
      (unfold u; rewrite <- exp_plus; f_equal; ring).
    assert (T := exp_tangent (L * h)). assert (LH : 0 <= L * h) by (apply Rmult_le_pos; auto).
    assert (Q1 : (1 + L * h) * q <= exp (L * h) * (INR k * h * u * c)).
    { apply Rmult_le_compat; try lra. apply vnorm_nonneg. }
    assert (Q2 : h * c * 1 <= h * c * (u * exp (L * h))).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; auto|].
      apply Rle_trans with (1 * 1); [lra | apply Rmult_le_compat; lra]. }
    lra.
Qed.

(* ------------------------------------------------------------------ 2. their limit *)

Let steps n s := floor (s * 2 ^ n).
Let polygon n s := node (fine n) (steps n s).
Lemma steps_spec n s : 0 <= s -> INR (steps n s) * fine n <= s < INR (steps n s) * fine n + fine n.
Proof.
  intros H. assert (P : 0 < 2 ^ n) by (apply pow_lt; lra).
  destruct (floor_spec (s * 2 ^ n)) as [A B]; [apply Rmult_le_pos; lra|]. fold (steps n s) in A, B.
  assert (F := fine_positive n). assert (E : s = s * 2 ^ n * fine n) by (unfold fine; field; lra).
  split.
  - rewrite E at 2. apply Rmult_le_compat_r; lra.
  - apply (Rmult_lt_compat_r (fine n)) in B; [|auto]. rewrite <- E in B. lra.
Qed.
Lemma polygon_cauchy s : 0 <= s -> forall eps, 0 < eps -> exists N, forall n k, (N <= n <= k)%nat ->
  vnorm (vsub (polygon k s) (polygon n s)) <= eps.
Proof.
  intros Hs eps E. set (B := s * exp (L * s)).
  assert (B0 : 0 <= B) by (apply Rmult_le_pos; [auto | left; apply exp_pos]).
  set (e := eps / (2 * (B + 1))). assert (Ep : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (Be : B * e <= eps / 2).
  { apply Rle_trans with ((B + 1) * e); [apply Rmult_le_compat_r; lra|]. right. unfold e. field. lra. }
  destruct (Cont e Ep) as [d [D C]]. set (Q := M + B * (L * M)).
  assert (Q0 : 0 <= Q).
  { assert (0 <= B * (L * M)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]). unfold Q. lra. }
  set (q := eps / (2 * (Q + 1))). assert (qp : 0 < q) by (apply Rdiv_lt_0_compat; lra).
  assert (Qq : (Q + 1) * q = eps / 2) by (unfold q; field; lra).
  destruct (fine_small (Rmin d q)) as [N HN]; [apply Rmin_glb_lt; auto|].
  exists N. intros n m [Hn Hm]. specialize (HN n Hn).
  assert (H1 := Rmin_l d q). assert (H2 := Rmin_r d q).
  assert (Fn := fine_positive n). assert (Fm := fine_positive m).
  set (k := steps n s). set (r := (2 ^ (m - n))%nat).
  destruct (steps_spec n s Hs) as [A1 A2]. destruct (steps_spec m s Hs) as [A3 A4]. fold k in A1, A2.
  assert (R : fine n = INR r * fine m) by (apply fine_refined; auto).
  assert (Le : (r * k <= steps m s)%nat).
  { apply Nat.lt_succ_r, INR_lt. rewrite S_INR. apply Rmult_lt_reg_r with (fine m); [auto|].
    rewrite mult_INR. replace (INR r * INR k * fine m) with (INR k * fine n) by (rewrite R; ring). lra. }
  assert (T1 : vnorm (vsub (polygon m s) (node (fine m) (r * k))) <= fine n * M).
  { unfold polygon. set (j := (steps m s - r * k)%nat).
    replace (steps m s) with (j + r * k)%nat by (unfold j; lia).
    eapply Rle_trans; [apply node_speed; lra|]. apply Rmult_le_compat_r; [auto|].
    unfold j. rewrite minus_INR by auto. rewrite mult_INR.
    replace ((INR (steps m s) - INR r * INR k) * fine m)
      with (INR (steps m s) * fine m - INR k * fine n) by (rewrite R; ring). lra. }
  assert (T2 : vnorm (vsub (node (fine m) (r * k)) (polygon n s)) <= B * (e + L * (fine n * M))).
  { unfold polygon. fold k. rewrite R.
    eapply Rle_trans; [apply (node_refined (fine m) r k e d); try rewrite <- R; auto; lra|].
    rewrite <- R. assert (0 <= L * (fine n * M)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; lra]).
    apply Rmult_le_compat_r; [lra|].
    assert (0 <= INR k * fine n) by (apply Rmult_le_pos; [apply pos_INR | lra]).
    apply Rmult_le_compat; try lra. left; apply exp_pos. apply exp_le, Rmult_le_compat_l; lra. }
  replace (vsub (polygon m s) (polygon n s)) with (vadd (vsub (polygon m s) (node (fine m) (r * k)))
    (vsub (node (fine m) (r * k)) (polygon n s))) by (apply inner_ext; intro; inners; ring).
  eapply Rle_trans; [apply vnorm_add|].
  assert (fine n * Q <= q * Q) by (apply Rmult_le_compat_r; lra).
  assert (E2 : fine n * M + B * (e + L * (fine n * M)) = fine n * Q + B * e) by (unfold Q; ring). lra.
Qed.
Variable lim : (nat -> S) -> S.
Hypothesis Lim : forall y : nat -> S,
  (forall eps, 0 < eps -> exists N, forall n k, (N <= n <= k)%nat -> vnorm (vsub (y k) (y n)) <= eps) ->
  forall eps, 0 < eps -> exists N, forall n, (N <= n)%nat -> vnorm (vsub (y n) (lim y)) <= eps.
Definition curve (s : R) : S := lim (fun n => node (fine n) (floor (s * 2 ^ n))).
Lemma curve_limit s : 0 <= s -> forall eps, 0 < eps -> exists N, forall n, (N <= n)%nat ->
  vnorm (vsub (polygon n s) (curve s)) <= eps.
Proof. intros Hs. apply (Lim (fun n => polygon n s)), polygon_cauchy, Hs. Qed.
Lemma curve_begins : curve 0 = x0.
Proof.
  assert (Z : vsub x0 (curve 0) = vzero).
  { assert (N : vnorm (vsub x0 (curve 0)) <= 0).
    { apply le_epsilon. intros eps E. destruct (curve_limit 0 ltac:(lra) eps E) as [N H].
      specialize (H N (le_n N)). unfold polygon in H. replace (steps N 0) with O in H; [simpl in H; lra|].
      destruct (steps_spec N 0 ltac:(lra)) as [A _]. assert (F := fine_positive N).
      destruct (steps N 0) as [|k]; [auto|]. rewrite S_INR in A. assert (P := pos_INR k).
      assert (0 < (INR k + 1) * fine N) by (apply Rmult_lt_0_compat; lra). lra. }
    apply inner_definite. rewrite <- vnorm_square.
    assert (P := vnorm_nonneg (vsub x0 (curve 0))). replace (vnorm _) with 0 by lra. ring. }
  symmetry. apply inner_ext. intro q. assert (E : inner (vsub x0 (curve 0)) q = 0) by
    (rewrite Z; apply inner_zero_l). revert E. inners. lra.
Qed.
Lemma curve_straight eps : 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s <= t -> t - s <= d ->
  vnorm (vsub (curve t) (vadd (curve s) (vscale (t - s) (G s (curve s))))) <= 3 * eps * (t - s).
Proof.
  intros E. destruct (Cont eps E) as [d0 [D0 C]].
  assert (LM : 0 <= L * M) by (apply Rmult_le_pos; auto).
  set (d := Rmin (d0 / 2) (eps / (2 * (L * M + 1)))).
  assert (P1 : 0 < eps / (2 * (L * M + 1))) by (apply Rdiv_lt_0_compat; lra).
  assert (D : 0 < d) by (apply Rmin_glb_lt; lra).
  assert (D1 : d <= d0 / 2) by apply Rmin_l.
  assert (D2 : L * (2 * d * M) <= eps).
  { apply Rle_trans with (2 * (L * M + 1) * d);
      [|apply Rle_trans with (2 * (L * M + 1) * (eps / (2 * (L * M + 1))))].
    - assert (0 <= d * 2) by lra. lra.
    - apply Rmult_le_compat_l; [lra | apply Rmin_r].
    - right. field. lra. }
  exists d. split; [auto|]. intros s t [Hs Hst] Hd. set (r := t - s) in *.
  apply le_epsilon. intros eta Eta.
  set (c := 2 + d * L).
  assert (C0 : 2 <= c) by (assert (0 <= d * L) by (apply Rmult_le_pos; lra); unfold c; lra).
  set (w := eta / (2 * c)). assert (W : 0 < w) by (apply Rdiv_lt_0_compat; lra).
  assert (Wc : w * c = eta / 2) by (unfold w; field; lra).
  set (g := eta / (2 * (2 * eps + M + 1))). assert (Gp : 0 < g) by (apply Rdiv_lt_0_compat; lra).
  assert (Gc : g * (2 * eps + M + 1) = eta / 2) by (unfold g; field; lra).
  destruct (curve_limit s Hs w W) as [N1 H1]. destruct (curve_limit t ltac:(lra) w W) as [N2 H2].
  destruct (fine_small (Rmin d g)) as [N3 H3]; [apply Rmin_glb_lt; auto|].
  set (n := (N1 + N2 + N3)%nat). specialize (H1 n ltac:(unfold n; lia)).
  specialize (H2 n ltac:(unfold n; lia)). specialize (H3 n ltac:(unfold n; lia)).
  assert (M1 := Rmin_l d g). assert (M2 := Rmin_r d g).
  set (h := fine n) in *. assert (Hp : 0 < h) by apply fine_positive.
  set (k := steps n s). set (j := (steps n t - k)%nat).
  destruct (steps_spec n s Hs) as [A1 A2]. destruct (steps_spec n t ltac:(lra)) as [A3 A4].
  fold h k in A1, A2, A3, A4.
  assert (Le : (k <= steps n t)%nat).
  { apply Nat.lt_succ_r, INR_lt. rewrite S_INR. apply Rmult_lt_reg_r with h; lra. }
  assert (J : INR j * h = INR (steps n t) * h - INR k * h) by (unfold j; rewrite minus_INR by auto; ring).
  assert (J0 : 0 <= INR j * h) by (apply Rmult_le_pos; [apply pos_INR | lra]).
  set (xs := polygon n s) in *. set (xt := polygon n t) in *.
  set (f := G (INR k * h) xs). set (f' := G s (curve s)).
  assert (K0 : 0 <= INR k * h) by (apply Rmult_le_pos; [apply pos_INR | lra]).
  assert (T1 : vnorm (vsub xt (vadd xs (vscale (INR j * h) f))) <= (r + h) * (2 * eps)).
  { assert (Q := node_straight h k j eps d0 ltac:(lra) ltac:(unfold r in *; lra) ltac:(lra) C).
    fold xs f in Q. replace (node h (j + k)) with xt in Q
      by (unfold xt, polygon, j; fold h; f_equal; lia).
    eapply Rle_trans; [exact Q|].
    assert (L * (INR j * h * M) <= L * (2 * d * M)).
    { apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat_r; [auto|]. unfold r in *. lra. }
    assert (0 <= L * (INR j * h * M)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]).
    apply Rmult_le_compat; unfold r; lra. }
  assert (T2 : vnorm (vscale (INR j * h - r) f) <= h * M).
  { rewrite vnorm_scale. apply Rmult_le_compat; [apply Rabs_pos | apply vnorm_nonneg | |].
    apply Rabs_le. unfold r. lra. apply Bound; auto. }
  assert (T3 : vnorm (vscale r (vsub f f')) <= r * (eps + L * w)).
  { rewrite vnorm_scale, (Rabs_right r) by (unfold r; lra). apply Rmult_le_compat_l; [unfold r; lra|].
    eapply Rle_trans; [apply (field_near s (INR k * h) (curve s) xs eps d0); auto|].
    rewrite Rabs_left1; lra. apply Rplus_le_compat_l, Rmult_le_compat_l; auto. }
  assert (r * (L * w) <= d * (L * w)) by
    (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | auto]).
  assert (h * (2 * eps + M + 1) <= g * (2 * eps + M + 1)) by (apply Rmult_le_compat_r; lra).
  assert (Wc' : w * 2 + d * (L * w) = eta / 2) by (rewrite <- Wc; unfold c; ring).
  replace (vsub (curve t) (vadd (curve s) (vscale r f'))) with
    (vadd (vadd (vscale (-1) (vsub xt (curve t))) (vsub xs (curve s)))
      (vadd (vsub xt (vadd xs (vscale (INR j * h) f)))
        (vadd (vscale (INR j * h - r) f) (vscale r (vsub f f')))))
    by (apply inner_ext; intro; inners; ring).
  eapply Rle_trans; [apply vnorm_add|].
  assert (V1 := vnorm_add (vscale (-1) (vsub xt (curve t))) (vsub xs (curve s))).
  rewrite vnorm_scale, (Rabs_left (-1)) in V1 by lra.
  assert (V2 := vnorm_add (vsub xt (vadd xs (vscale (INR j * h) f)))
    (vadd (vscale (INR j * h - r) f) (vscale r (vsub f f')))).
  assert (V3 := vnorm_add (vscale (INR j * h - r) f) (vscale r (vsub f f'))). lra.
Qed.
(* The limit solves the equation, on the right of every time and on the left of every later one. *)
Lemma curve_right s eps : 0 <= s -> 0 < eps -> exists d, 0 < d /\ forall h, 0 <= h <= d ->
  vnorm (vsub (curve (s + h)) (vadd (curve s) (vscale h (G s (curve s))))) <= eps * h.
Proof.
  intros Hs E. destruct (curve_straight (eps / 3) ltac:(lra)) as [d [D H]]. exists d. split; [auto|].
  intros h Hh. specialize (H s (s + h) ltac:(lra)). replace (s + h - s) with h in H by ring.
  specialize (H ltac:(lra)). lra.
Qed.
Lemma curve_left s eps : 0 < eps -> exists d, 0 < d /\ forall h, 0 <= h <= d -> h <= s ->
  vnorm (vsub (curve (s - h)) (vadd (curve s) (vscale (- h) (G s (curve s))))) <= eps * h.
Proof.
  intros E. set (e := eps / 6). assert (Ep : 0 < e) by (unfold e; lra).
  destruct (curve_straight e Ep) as [d [D H]]. destruct (Cont e Ep) as [d1 [D1 C]].
  set (q := e / (L * (M + 3 * e) + 1)).
  assert (P : 0 <= L * (M + 3 * e)) by (apply Rmult_le_pos; [auto | lra]).
  assert (Q : 0 < q) by (apply Rdiv_lt_0_compat; lra).
  assert (Lq : L * (M + 3 * e) * q <= e).
  { apply Rle_trans with ((L * (M + 3 * e) + 1) * q); [apply Rmult_le_compat_r; lra|].
    right. unfold q. field. lra. }
  exists (Rmin d (Rmin d1 q)). split; [repeat apply Rmin_glb_lt; auto|]. intros h [H0 Hh] Hs.
  assert (M1 := Rmin_l d (Rmin d1 q)). assert (M2 := Rmin_r d (Rmin d1 q)).
  assert (M3 := Rmin_l d1 q). assert (M4 := Rmin_r d1 q).
  specialize (H (s - h) s ltac:(lra)). replace (s - (s - h)) with h in H by ring.
  specialize (H ltac:(lra)). set (x := curve s) in *. set (z := curve (s - h)) in *.
  set (f := G (s - h) z) in *. set (f' := G s x).
  assert (Go : vnorm (vsub x z) <= h * (M + 3 * e)).
  { replace (vsub x z) with (vadd (vsub x (vadd z (vscale h f))) (vscale h f))
      by (apply inner_ext; intro; inners; ring).
    eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right h) by lra.
    assert (h * vnorm f <= h * M) by (apply Rmult_le_compat_l; [auto | apply Bound; lra]). lra. }
  assert (F : vnorm (vsub f' f) <= 2 * e).
  { eapply Rle_trans; [apply (field_near (s - h) s z x e d1); auto; try lra|].
    - rewrite Rabs_right; lra.
    - assert (L * vnorm (vsub x z) <= L * (q * (M + 3 * e))).
      { apply Rmult_le_compat_l; [auto|]. eapply Rle_trans; [exact Go|].
        apply Rmult_le_compat_r; lra. } lra. }
  replace (vsub z (vadd x (vscale (- h) f'))) with
    (vadd (vscale (-1) (vsub x (vadd z (vscale h f)))) (vscale h (vsub f' f)))
    by (apply inner_ext; intro; inners; ring).
  eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, (Rabs_left (-1)), (Rabs_right h) by lra.
  assert (h * vnorm (vsub f' f) <= h * (2 * e)) by (apply Rmult_le_compat_l; auto).
  assert (eps = 6 * e) by (unfold e; field).
  assert (eps * h = 6 * e * h) by (f_equal; auto).
  assert (0 <= e * h) by (apply Rmult_le_pos; lra). lra.
Qed.
End Polygons.

