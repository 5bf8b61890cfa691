(* Tokens that sum to 0 under the Oja map: the slope of the energy near them, and the states near them of
   positive energy, from which tokens climb away. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves States OjaEnergy OjaMap.
Open Scope R_scope.

Section Moved.
Context {U : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
(* Two tokens of a state moved, the others left. *)
Lemma pair_moved (p : Token -> U) i j a b d : i <> j -> on_spheres p -> inner a a = 1 -> inner b b = 1 ->
  vnorm (vsub a (p i)) <= d -> vnorm (vsub b (p j)) <= d ->
  exists x, on_spheres x /\ within p d x /\
  forall z, inner (vtotal tokens (fun k => x k)) z = inner (vtotal tokens (fun k => p k)) z
    + (inner a z + inner b z - inner (p i) z - inner (p j) z).
Proof.
  intros Ne P A B Da Db. destruct (@equal_kronecker Token) as [One Zero].
  set (x := fun k => vadd (p k) (vadd (vscale (equal i k) (vsub a (p i))) (vscale (equal j k) (vsub b (p
    j))))).
  assert (At : forall k z, inner (x k) z = inner (p k) z + (equal i k * (inner a z - inner (p i) z)
    + equal j k * (inner b z - inner (p j) z))).
  { intros k z. unfold x, vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  assert (Xi : x i = a).
  { apply inner_ext. intro z. rewrite At, One, (Zero j i) by auto. ring. }
  assert (Xj : x j = b).
  { apply inner_ext. intro z. rewrite At, One, (Zero i j) by auto. ring. }
  assert (Xk : forall k, equal i k = 0 -> equal j k = 0 -> x k = p k).
  { intros k E1 E2. apply inner_ext. intro z. rewrite At, E1, E2. ring. }
  assert (D0 : 0 <= d) by exact (Rle_trans _ _ _ (vnorm_nonneg _) Da).
  assert (Hit : forall k l, equal l k = 1 -> ~ l <> k) by (intros k l E N; rewrite (Zero l k N) in E; lra).
  assert (Say : forall (F : Token -> R) c, F i <= c -> F j <= c ->
    (forall k, equal i k = 0 -> equal j k = 0 -> F k <= c) -> forall k, F k <= c).
  { intros F c Fi Fj Fk k. apply Rnot_lt_le. intro L.
    destruct (equal_cases i k) as [E1|E1]; [destruct (equal_cases j k) as [E2|E2]|].
    - specialize (Fk k E1 E2). lra.
    - apply (Hit _ _ E2). intro E. rewrite <- E in L. lra.
    - apply (Hit _ _ E1). intro E. rewrite <- E in L. lra. }
  exists x. split; [|split].
  - intro k. apply Rle_antisym.
    + apply (Say (fun k => inner (x k) (x k))); [rewrite Xi; lra | rewrite Xj; lra |].
      intros l E1 E2. rewrite (Xk l E1 E2), P. lra.
    + apply Ropp_le_cancel. apply (Say (fun k => - inner (x k) (x k))); [rewrite Xi; lra | rewrite Xj; lra |].
      intros l E1 E2. rewrite (Xk l E1 E2), P. lra.
  - intro k. apply (Say (fun k => vnorm (vsub (x k) (p k)))); [rewrite Xi; exact Da | rewrite Xj; exact Db |].
    intros l E1 E2. rewrite (Xk l E1 E2). replace (vnorm (vsub (p l) (p l))) with 0; [exact D0|].
    unfold vnorm, vsub. rewrite vadd_opposite, inner_zero_l, sqrt_0. reflexivity.
  - intro z. rewrite !inner_vtotal_l.
    rewrite (total_ext tokens _ (fun k => inner (p k) z + (equal i k * (inner a z - inner (p i) z)
      + equal j k * (inner b z - inner (p j) z)))) by (intro; apply At).
    rewrite !total_add, (kronecker_total tokens equal i (fun _ => inner a z - inner (p i) z)),
      (kronecker_total tokens equal j (fun _ => inner b z - inner (p j) z)); auto using equal_kronecker. ring.
Qed.
End Moved.

(* Two unit vectors on no line, moved a little so that their sum moves along v. *)
Lemma pair_with_sum {U : inner_product_space} (p1 p2 v : U) d : inner p1 p1 = 1 -> inner p2 p2 = 1 ->
  inner v v = 1 -> inner p1 p2 * inner p1 p2 < 1 -> 0 < d ->
  exists h a b, 0 < h /\ inner a a = 1 /\ inner b b = 1 /\ vnorm (vsub a p1) <= d /\ vnorm (vsub b p2) <= d /\
  forall z, inner a z + inner b z - inner p1 z - inner p2 z = h * inner v z.
Proof.
  intros P1 P2 Vv C D. set (c := inner p1 p2) in *.
  assert (C1 : -1 < c < 1).
  { split; apply Rnot_le_lt; intro L; assert (0 <= (c - 1) * (c + 1)); try lra.
    - replace ((c - 1) * (c + 1)) with ((1 - c) * (- 1 - c)) by ring. apply Rmult_le_pos; lra.
    - apply Rmult_le_pos; lra. }
  set (s0 := vadd p1 p2). set (k0 := vscale (/ 2) (vsub p1 p2)).
  set (S0 := 2 + 2 * c). set (K0 := (1 - c) / 2).
  assert (HS0 : inner s0 s0 = S0).
  { unfold s0, S0, c. rewrite !inner_add_l, !inner_add_r, P1, P2, (inner_sym _ p2 p1). ring. }
  assert (HK0 : inner k0 k0 = K0).
  { unfold k0, K0, c, vsub. rewrite !inner_scale_l, !inner_scale_r, !inner_add_l, !inner_add_r,
      !inner_scale_l, !inner_scale_r, P1, P2, (inner_sym _ p2 p1). field. }
  assert (HSK : inner s0 k0 = 0).
  { unfold s0, k0, vsub. rewrite !inner_add_l, !inner_scale_r, !inner_add_r, !inner_scale_r, P1, P2,
      (inner_sym _ p2 p1). ring. }
  assert (S0p : 0 < S0 < 4) by (unfold S0; lra). assert (K0p : 0 < K0 < 1) by (unfold K0; lra).
  assert (SK : S0 / 4 + K0 = 1) by (unfold S0, K0; field).
  set (M := 2 + 4 / S0). assert (I0 : 0 < 4 / S0) by (apply Rdiv_lt_0_compat; lra).
  set (h := Rmin (Rmin (S0 / 8) (K0 * S0 / 8)) (Rmin d (d * d / (4 * M)))).
  assert (KS : 0 < K0 * S0) by (apply Rmult_lt_0_compat; lra).
  assert (DM : 0 < d * d / (4 * M)) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; auto | unfold M;
    lra]).
  assert (H0 : 0 < h) by (unfold h; repeat apply Rmin_glb_lt; lra).
  assert (h1 : h <= S0 / 8) by (unfold h; eapply Rle_trans; apply Rmin_l).
  assert (h2 : h <= K0 * S0 / 8) by (unfold h; eapply Rle_trans; [apply Rmin_l | apply Rmin_r]).
  assert (h3 : h <= d) by (unfold h; eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (h4 : h * M <= d * d / 4).
  { apply Rle_trans with (d * d / (4 * M) * M); [|right; field; unfold M; lra].
    apply Rmult_le_compat_r; [unfold M; lra|]. unfold h. eapply Rle_trans; [apply Rmin_r | apply Rmin_r]. }
  assert (KS4 : K0 * S0 <= K0 * 4) by (apply Rmult_le_compat_l; lra).
  set (s := vadd s0 (vscale h v)). set (S := inner s s). set (kap := inner k0 s).
  assert (cs0 : Rabs (inner s0 v) <= 2).
  { eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm v Vv), Rmult_1_r.
    unfold s0. eapply Rle_trans; [apply vnorm_add|]. rewrite !unit_norm by auto. lra. }
  apply Rabs_le_between in cs0.
  assert (ck : kap * kap <= h * h).
  { assert (Ek : kap = h * inner k0 v).
    { unfold kap, s. rewrite inner_add_r, inner_scale_r, (inner_sym _ k0 s0), HSK. ring. }
    assert (Q := cauchy_schwarz k0 v). rewrite HK0, Vv in Q. rewrite Ek.
    replace (h * inner k0 v * (h * inner k0 v)) with (h * h * (inner k0 v * inner k0 v)) by ring.
    rewrite <- (Rmult_1_r (h * h)) at 2. apply Rmult_le_compat_l; [apply Rle_0_sqr | lra]. }
  assert (hh : h * h <= h * (S0 / 8)) by (apply Rmult_le_compat_l; lra).
  assert (ES : S = S0 + 2 * (h * inner s0 v) + h * h).
  { unfold S, s. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, HS0, Vv, (inner_sym _ v
    s0). ring. }
  assert (hv : - (2 * h) <= h * inner s0 v <= 2 * h).
  { split; [replace (- (2 * h)) with (h * -2) by ring | replace (2 * h) with (h * 2) by ring];
      apply Rmult_le_compat_l; lra. }
  assert (hq : 0 <= h * h) by apply Rle_0_sqr.
  assert (Sp : S0 / 2 <= S) by lra.
  set (A := 1 - S / 4). set (t := kap * kap / S). set (K := K0 - t).
  assert (T0 : 0 <= t) by (apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra]).
  assert (T1 : t <= h / 4).
  { unfold t. apply Rmult_le_reg_r with S; [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r
    by lra.
    apply Rle_trans with (h / 4 * (S0 / 2)); [lra|]. apply Rmult_le_compat_l; lra. }
  assert (Kp : 0 < K) by (unfold K; lra).
  assert (hS : h * (S0 / 8) <= h * (1 / 2)) by (apply Rmult_le_compat_l; lra).
  assert (Ap : 0 <= A) by (unfold A; lra).
  set (sA := sqrt A). set (sK := sqrt K). assert (QA := sqrt_sqrt A Ap). assert (QK := sqrt_sqrt K (Rlt_le _
    _ Kp)).
  assert (PA := sqrt_pos A). assert (PK := sqrt_lt_R0 K Kp). fold sA in QA, PA. fold sK in QK, PK.
  set (k := vsub k0 (vscale (kap / S) s)).
  assert (Ksk : inner s k = 0).
  { unfold k, vsub. rewrite inner_add_r, !inner_scale_r, (inner_sym _ s k0). fold kap S. field. lra. }
  assert (Kk0 : inner k k0 = K).
  { unfold k, vsub. rewrite inner_add_l, !inner_scale_l, HK0, (inner_sym _ s k0). fold kap.
    unfold K, t. field. lra. }
  assert (Kkk : inner k k = K).
  { unfold k at 2. unfold vsub. rewrite inner_add_r, !inner_scale_r, (inner_sym _ k s), Ksk, Kk0. ring. }
  set (rho := sA / sK).
  assert (RK : rho * K = sA * sK) by (unfold rho; rewrite <- QK; field; lra).
  assert (RRK : rho * rho * K = A) by (unfold rho; rewrite <- QA, <- QK; field; lra).
  assert (Near : vnorm (vsub (vscale rho k) k0) <= d / 2).
  { rewrite <- (sqrt_square (d / 2)) by lra. apply sqrt_le_1_alt. unfold vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, HK0, (inner_sym _ k0 k), Kk0, Kkk.
    replace (rho * (rho * K) + rho * (-1 * K) + (-1 * (rho * K) + -1 * (-1 * K0)))
      with (rho * rho * K - 2 * (rho * K) + K0) by ring. rewrite RRK, RK.
    assert (Gap : (sA - sK) * (sA - sK) <= Rabs (A - K)).
    { rewrite <- QA, <- QK. replace (sA * sA - sK * sK) with ((sA - sK) * (sA + sK)) by ring.
      rewrite Rabs_mult, (Rabs_right (sA + sK)) by lra.
      replace ((sA - sK) * (sA - sK)) with (Rabs (sA - sK) * Rabs (sA - sK)).
      - apply Rmult_le_compat_l; [apply Rabs_pos|]. apply Rabs_le. lra.
      - rewrite <- Rabs_mult. apply Rabs_right, Rle_ge, Rle_0_sqr. }
    assert (AK : Rabs (A - K) <= 5 / 4 * h + h / 4).
    { apply Rabs_le. unfold A, K. lra. }
    assert (hM : h * M = 2 * h + h * (4 / S0)) by (unfold M; ring).
    assert (0 < h * (4 / S0)) by (apply Rmult_lt_0_compat; lra). unfold K in *. lra. }
  exists h, (vadd (vscale (/ 2) s) (vscale rho k)), (vadd (vscale (/ 2) s) (vscale (- rho) k)).
  assert (Half : vnorm (vscale (/ 2) (vscale h v)) <= d / 2).
  { rewrite !vnorm_scale, (unit_norm v Vv), !Rabs_right by lra. lra. }
  split; [exact H0|]. repeat split.
  - rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ k s), Ksk, Kkk. fold S.
    replace (rho * (rho * K)) with (rho * rho * K) by ring. rewrite RRK. unfold A. field.
  - rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ k s), Ksk, Kkk. fold S.
    replace (- rho * (- rho * K)) with (rho * rho * K) by ring. rewrite RRK. unfold A. field.
  - replace (vsub (vadd (vscale (/ 2) s) (vscale rho k)) p1)
      with (vadd (vscale (/ 2) (vscale h v)) (vsub (vscale rho k) k0)).
    + eapply Rle_trans; [apply vnorm_add|]. lra.
    + apply inner_ext. intro z. unfold s, s0, k0, vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). field.
  - replace (vsub (vadd (vscale (/ 2) s) (vscale (- rho) k)) p2)
      with (vadd (vscale (/ 2) (vscale h v)) (vscale (-1) (vsub (vscale rho k) k0))).
    + eapply Rle_trans; [apply vnorm_add|]. rewrite (vnorm_scale (-1)), (Rabs_left (-1)) by lra. lra.
    + apply inner_ext. intro z. unfold s, s0, k0, vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). field.
  - intro z. unfold s, s0. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. field.
Qed.

Section Polygons.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Climb : left_by_climbing tokens V tau.
Let n0 := size_positive tokens ET.
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation slope := (slope tokens V).

(* The energy is at most n/2 times the length of the push. *)
Lemma energy_push x e : on_spheres x -> 0 < e -> e <= energy tokens V x ->
  2 * e <= size tokens * vnorm (V (mean x)).
Proof.
  intros X E H. unfold energy in H. assert (I := inner_le_vnorm (V (mean x)) (mean x)).
  apply Rabs_le_between in I. assert (M := mean_norm tokens ET x X).
  assert (vnorm (V (mean x)) * vnorm (mean x) <= vnorm (V (mean x)) * 1)
    by (apply Rmult_le_compat_l; [apply vnorm_nonneg | exact M]).
  assert (size tokens * inner (V (mean x)) (mean x) <= size tokens * vnorm (V (mean x)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma sum_energy x v lam h : (forall f, inner (V (vscale f v)) (vscale f v) = f ^ 2 * lam) ->
  (forall z, inner (vtotal tokens (fun k => x k)) z = h * inner v z) ->
  energy tokens V x = lam * (h * h) / (2 * size tokens).
Proof.
  intros Gains H. assert (M : mean x = vscale (h / size tokens) v).
  { apply inner_ext. intro z. unfold OjaEnergy.mean. rewrite !inner_scale_l, H. field. lra. }
  unfold energy. rewrite M, Gains. field. lra.
Qed.
Lemma off_line_slope x i j g : on_spheres x -> inner (x i) (x j) * inner (x i) (x j) <= g ->
  (1 - g) / 5 * (vnorm (V (mean x)) * vnorm (V (mean x))) <= slope x.
Proof.
  intros X G. set (w := V (mean x)). rewrite vnorm_square.
  assert (Fi := token_slope tokens V ET x i X). assert (Fj := token_slope tokens V ET x j X).
  cbv zeta in Fi, Fj. fold w in Fi, Fj.
  set (a := inner (x i) w) in *. set (b := inner (x j) w) in *. set (c := inner (x i) (x j)) in *.
  assert (Q1 := inner_nonneg _ (vadd (vscale 2 w) (vadd (vscale (- a) (x i)) (vscale (- b) (x j))))).
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (X i), (X j),
    (inner_sym _ w (x i)), (inner_sym _ w (x j)), (inner_sym _ (x j) (x i)) in Q1. fold a b c in Q1.
  assert (Q2 := Rle_0_sqr (b - c * a)). unfold Rsqr in Q2.
  assert (T := tangent_square (x i) w (X i)). fold a in T.
  assert (Q3 : 0 <= c * c * (inner w w - a * a)) by (apply Rmult_le_pos; [apply Rle_0_sqr | exact T]).
  assert (W := inner_nonneg _ w).
  assert ((1 - g) * inner w w <= (1 - c * c) * inner w w) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Theorem polygon_leaves p i j v lam : on_spheres p -> vtotal tokens (fun k => p k) = vzero ->
  inner (p i) (p j) * inner (p i) (p j) < 1 -> inner v v = 1 ->
  (forall f, inner (V (vscale f v)) (vscale f v) = f ^ 2 * lam) -> 0 < lam -> total_unstable on_spheres (oja tokens V tau) p.
Proof.
  intros P Z C Vv Gains Lp. assert (Ne : i <> j) by (intro E; rewrite E, (P j) in C; lra).
  set (c := inner (p i) (p j)) in *.
  set (r := (1 - c * c) / 8). assert (C0 : 0 <= c * c) by apply Rle_0_sqr.
  assert (R0 : 0 < r <= 1 / 8) by (unfold r; lra).
  apply (Climb p r
    (fun e => (1 - c * c) / 10 * (2 * e / size tokens * (2 * e / size tokens)))).
  - apply (balanced_rests tokens V tau Sym p P Z).
  - lra.
  - intros e E. assert (0 < 2 * e / size tokens) by (apply Rdiv_lt_0_compat; lra).
    apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; assumption].
  - intros x e E X W H. assert (En := energy_push x e X E H).
    assert (Close : Rabs (inner (x i) (x j) - c) <= 2 * r).
    { replace (inner (x i) (x j) - c) with (inner (vsub (x i) (p i)) (x j) + inner (p i) (vsub (x j) (p j))).
      2: { unfold c, vsub. rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r. ring. }
      eapply Rle_trans; [apply Rabs_triang|].
      assert (I1 := inner_le_vnorm (vsub (x i) (p i)) (x j)). assert (I2 := inner_le_vnorm (p i) (vsub (x j)
        (p j))).
      rewrite (unit_norm _ (X j)) in I1. rewrite (unit_norm _ (P i)) in I2.
      assert (Wi := W i). assert (Wj := W j). lra. }
    apply Rabs_le_between in Close.
    assert (Cb : -1 <= c <= 1).
    { split; apply Rnot_lt_le; intro L; assert (0 < (c - 1) * (c + 1)); try lra.
      - replace ((c - 1) * (c + 1)) with ((1 - c) * (- 1 - c)) by ring. apply Rmult_lt_0_compat; lra.
      - apply Rmult_lt_0_compat; lra. }
    assert (G : inner (x i) (x j) * inner (x i) (x j) <= (1 + c * c) / 2).
    { set (y := inner (x i) (x j)) in *. assert (y * y - c * c = (y - c) * (y + c)) by ring.
      assert (Rabs ((y - c) * (y + c)) <= 2 * r * 2).
      { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; [lra|].
        assert (Yb := inner_le_vnorm (x i) (x j)). rewrite (unit_norm _ (X i)), (unit_norm _ (X j)) in Yb.
        fold y in Yb. apply Rabs_le_between in Yb. lra. }
      assert (A := Rle_abs ((y - c) * (y + c))). unfold r in *. lra. }
    assert (S := off_line_slope x i j _ X G).
    assert (Wn : 2 * e / size tokens <= vnorm (V (mean x))).
    { apply Rmult_le_reg_r with (size tokens); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (E2 : 0 < 2 * e / size tokens) by (apply Rdiv_lt_0_compat; lra).
    eapply Rle_trans; [|exact S]. replace ((1 - (1 + c * c) / 2) / 5) with ((1 - c * c) / 10) by field.
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra.
  - intros d D. destruct (pair_with_sum (p i) (p j) v d (P i) (P j) Vv C D)
      as [h [a [b [H0 [A [B [Da [Db Sum]]]]]]]].
    destruct (pair_moved tokens ET p i j a b d Ne P A B Da Db) as [x [X [W T]]].
    exists x. split; [exact X|]. split; [exact W|].
    rewrite (sum_energy x v lam h Gains).
    + apply Rdiv_lt_0_compat; [|lra]. repeat apply Rmult_lt_0_compat; auto.
    + intro z. rewrite T, Z, inner_zero_l, Sum. ring.
Qed.
End Polygons.
