(* Equal groups at u and -u under the Oja map: they leave if the operator is positive somewhere across u,
   and with four tokens or more they leave whatever it is. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves States OjaEnergy OjaMap OjaGroups OjaPolygons.
Open Scope R_scope.

Lemma one_of {I} (T : list I) (f : I -> R) : (forall i, f i = 0 \/ f i = 1) -> 0 < total T f ->
  exists i, In i T /\ f i = 1.
Proof.
  intro F. induction T as [|i T IH]; simpl; intro H; [lra|]. destruct (F i) as [E|E].
  - destruct IH as [j [J Fj]]; [lra|]. exists j. auto.
  - exists i. auto.
Qed.
Lemma two_of {I} (T : list I) (f : I -> R) : NoDup T -> (forall i, f i = 0 \/ f i = 1) -> 2 <= total T f ->
  exists i j, i <> j /\ f i = 1 /\ f j = 1.
Proof.
  intros ND F. induction T as [|i T IH]; simpl; intro H; [lra|]. inversion ND as [|? ? N ND']. subst.
  destruct (F i) as [E|E]; [apply IH; auto; lra|].
  destruct (one_of T f F ltac:(lra)) as [j [J Fj]]. exists i, j. repeat split; auto.
  intro Q. apply N. rewrite Q. exact J.
Qed.

Section Lines.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Climb : left_by_climbing tokens V tau.
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation slope := (slope tokens V).
Context (u : U) (eps : Token -> R).
Hypothesis Uu : inner u u = 1.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Balanced : total tokens eps = 0.
Let state i := vscale (eps i) u.
Lemma line_unit : on_spheres state.
Proof. intro i. unfold state. rewrite inner_scale_l, inner_scale_r, Uu. assert (S := Signs i). lra. Qed.
Lemma line_sum : vtotal tokens (fun k => state k) = vzero.
Proof.
  apply inner_ext. intro z. rewrite inner_vtotal_l, inner_zero_l.
  rewrite (total_ext tokens _ (fun k => eps k * inner u z)) by (intro; apply inner_scale_l).
  rewrite total_scale_r, Balanced. ring.
Qed.
(* Near the state either no push is along all tokens, or the tokens' signs along it add up to 0. *)
Lemma line_slope x e : 0 < e -> on_spheres x -> within state (1 / 4) x -> e <= energy tokens V x ->
  e / size tokens * (e / size tokens) <= slope x.
Proof.
  intros E X W H. assert (N1 := size_at_least_one tokens ET). set (w := V (mean x)).
  assert (P := energy_push tokens V ET x e X E H). fold w in P.
  assert (En : 0 < e / size tokens) by (apply Rdiv_lt_0_compat; lra).
  assert (Wn : 2 * (e / size tokens) <= vnorm w).
  { apply Rmult_le_reg_r with (size tokens); [lra|].
    replace (2 * (e / size tokens) * size tokens) with (2 * e) by (field; lra). lra. }
  set (l := vnorm w) in *. assert (L2 : l * l = inner w w) by apply vnorm_square.
  assert (LL : 2 * (e / size tokens) * (2 * (e / size tokens)) <= l * l) by (apply Rmult_le_compat; lra).
  destruct (Rle_lt_dec (l * l / 4) (slope x)) as [S|S]; [lra|].
  assert (Far : forall i, 16 / 25 * (l * l) < inner (x i) w * inner (x i) w).
  { intro i. assert (F := token_slope tokens V ET x i X). cbv zeta in F. fold w in F. rewrite <- L2 in F.
    assert (0 < l * l) by (apply Rmult_lt_0_compat; lra). lra. }
  set (a := inner u w).
  assert (Near : forall i, Rabs (inner (x i) w - eps i * a) <= l / 4).
  { intro i. replace (inner (x i) w - eps i * a) with (inner (vsub (x i) (state i)) w).
    - eapply Rle_trans; [apply inner_le_vnorm|]. fold l. assert (G := W i).
      apply Rle_trans with (1 / 4 * l); [apply Rmult_le_compat_r; lra | lra].
    - unfold state, vsub, a. rewrite inner_add_l, !inner_scale_l. ring. }
  assert (Cases : forall i, eps i = 1 \/ eps i = -1).
  { intro i. assert (Q := Signs i). assert ((eps i - 1) * (eps i + 1) = 0) by lra.
    destruct (Rmult_integral _ _ H0); [left | right]; lra. }
  assert (Big : forall i, 4 / 5 * l < Rabs (inner (x i) w)).
  { intro i. apply Rnot_le_lt. intro L. specialize (Far i). assert (A := Rabs_pos (inner (x i) w)).
    assert (Rabs (inner (x i) w) * Rabs (inner (x i) w) <= 4 / 5 * l * (4 / 5 * l)) by (apply
      Rmult_le_compat; lra).
    rewrite <- Rabs_mult, Rabs_right in H0 by (apply Rle_ge, Rle_0_sqr). lra. }
  assert (Sg : exists s, (s = 1 \/ s = -1) /\ forall i, 0 < s * (eps i * inner (x i) w)).
  { destruct (Rle_lt_dec 0 a) as [Z|Z]; [exists 1 | exists (-1)]; (split; [lra|]); intro i;
      specialize (Near i); specialize (Big i); apply Rabs_le_between in Near;
      assert (B := Rle_lt_dec 0 (inner (x i) w)); destruct B as [B|B];
      (rewrite Rabs_right in Big by lra) || (rewrite Rabs_left in Big by lra);
      destruct (Cases i) as [Q|Q]; rewrite Q in *; lra. }
  destruct Sg as [s [Sv Sp]].
  assert (E2 : 2 * energy tokens V x = total tokens (fun i => inner (x i) w)).
  { unfold energy. rewrite <- (sum_of_mean tokens ET), (inner_sym _ (mean x) w). unfold w. field. }
  assert (T : 2 * energy tokens V x <= total tokens (fun i => s * l * eps i
    + / l * (inner w w - inner (x i) w * inner (x i) w))).
  { rewrite E2. apply total_le. intro i. specialize (Sp i). set (y := inner (x i) w) in *.
    assert (Yl : Rabs y <= l).
    { unfold y. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm _ (X i)). fold l. lra. }
    apply Rabs_le_between in Yl. rewrite <- L2.
    apply Rmult_le_reg_l with l; [lra|]. rewrite Rmult_plus_distr_l, <- (Rmult_assoc l (/ l)), Rinv_r by lra.
    assert (Q1 : 0 <= (l - y) * (l + y)) by (apply Rmult_le_pos; lra).
    assert (Q2 : 0 <= (l - y) * (l - y)) by apply Rle_0_sqr. assert (Q3 : 0 <= (l + y) * (l + y)) by apply
      Rle_0_sqr.
    destruct Sv as [Es|Es], (Cases i) as [Ee|Ee]; rewrite Es, Ee in *.
    - assert (0 <= (l - y) * y) by (apply Rmult_le_pos; lra). lra.
    - assert (0 <= (l + y) * (- y)) by (apply Rmult_le_pos; lra). lra.
    - assert (0 <= (l + y) * (- y)) by (apply Rmult_le_pos; lra). lra.
    - assert (0 <= (l - y) * y) by (apply Rmult_le_pos; lra). lra. }
  rewrite total_add, !total_scale, Balanced, Rmult_0_r, Rplus_0_l in T. fold (slope x) in T.
  change (total tokens (fun k => inner w w - inner (x k) w * inner (x k) w)) with (slope x) in T.
  assert (T2 : l * (2 * energy tokens V x) <= slope x).
  { apply Rle_trans with (l * (/ l * slope x)); [apply Rmult_le_compat_l; lra|]. right. field. lra. }
  assert (e / size tokens <= e).
  { apply Rmult_le_reg_r with (size tokens); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (e * 1 <= e * size tokens) by (apply Rmult_le_compat_l; lra). lra. }
  assert (e / size tokens * (e / size tokens) <= l * (2 * energy tokens V x)) by (apply Rmult_le_compat; lra).
  lra.
Qed.
Lemma line_climbs : (forall d, 0 < d -> exists x, on_spheres x /\ within state d x /\ 0 < energy tokens V x)
  ->
  total_unstable on_spheres oja state.
Proof.
  intro Start. apply (Climb state (1 / 4)
    (fun e => e / size tokens * (e / size tokens))); auto.
  - apply (balanced_rests tokens V tau Sym state line_unit line_sum).
  - lra.
  - intros e E. assert (0 < e / size tokens) by (apply Rdiv_lt_0_compat; lra).
    apply Rmult_lt_0_compat; assumption.
  - intros x e E X W H. apply line_slope; auto.
Qed.
(* Both groups turned towards z. *)
Theorem line_leaves z : inner z u = 0 -> 0 < inner (V z) z -> total_unstable on_spheres oja state.
Proof.
  intros Z Pos. apply line_climbs. intros d D.
  assert (Zn : 0 < inner z z).
  { assert (N := inner_nonneg _ z). destruct (Req_dec (inner z z) 0) as [Q|Q]; [|lra].
    apply inner_definite in Q. rewrite Q, (adjoint_zero _ _ Sym), inner_zero_l in Pos. lra. }
  assert (Nz : 0 < vnorm z) by (apply sqrt_lt_R0, Zn). assert (Sq := vnorm_square z).
  set (e := vscale (/ vnorm z) z).
  assert (Ee : inner e e = 1) by (unfold e; rewrite inner_scale_l, inner_scale_r, <- Sq; field; lra).
  assert (Eu : inner e u = 0) by (unfold e; rewrite inner_scale_l, Z; ring).
  set (h := Rmin (d / 2) (1 / 2)). assert (H0 : 0 < h) by (apply Rmin_glb_lt; lra).
  assert (Hd : h <= d / 2) by apply Rmin_l. assert (Hh : h <= 1 / 2) by apply Rmin_r.
  set (c := sqrt (1 - h * h)). set (x := fun i => vadd (vscale c (vscale (eps i) u)) (vscale h e)).
  assert (Cases : forall i, inner (state i) (state i) = 1 /\ inner e (state i) = 0).
  { intro i. split; [apply line_unit|]. unfold state. rewrite inner_scale_r, Eu. ring. }
  assert (All : forall i, inner (x i) (x i) = 1 /\ vnorm (vsub (x i) (state i)) <= 2 * h).
  { intro i. destruct (Cases i) as [C1 C2]. destruct (turned (state i) e h C1 Ee C2 ltac:(lra)) as [T1 [_
    T3]].
    split; [exact T1 | exact T3]. }
  exists x. split; [intro i; apply All|]. split; [intro i; destruct (All i); lra|].
  assert (M : mean x = vscale (h / vnorm z) z).
  { apply inner_ext. intro y. apply Rmult_eq_reg_l with (size tokens); [|lra]. rewrite (sum_of_mean tokens
    ET).
    rewrite (total_ext tokens _ (fun i => eps i * (c * inner u y) + h / vnorm z * inner z y * 1)).
    - rewrite total_add, total_scale, total_scale_r, Balanced, inner_scale_l. fold (size tokens). ring.
    - intro i. unfold x, e. rewrite inner_add_l, !inner_scale_l. field. lra. }
  unfold energy. rewrite M, (adjoint_scale _ _ Sym), inner_scale_l, inner_scale_r.
  assert (0 < h / vnorm z) by (apply Rdiv_lt_0_compat; auto).
  apply Rdiv_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [lra|].
  apply Rmult_lt_0_compat; [assumption | apply Rmult_lt_0_compat; assumption].
Qed.
(* Two tokens at u moved so that their sum is 2 u and a multiple of v, which shortens it. *)
Theorem four_leave v e lam (new := fun f => vadd (vscale 2 u) (vscale f v)) (moved := fun f r k => vadd (vscale (/ 2) (new f)) (vscale r k)) :
  (forall f k, vsub (vadd (vadd (vscale (/ 2) (new f)) k) (vsub (vscale (/ 2) (new f)) k)) (vscale 2 u) = vscale f v) ->
  (forall f, inner (new f) (new f) = 4 + 4 * f * inner u v + f ^ 2) ->
  (forall f r k, inner (moved f r k) (moved f r k) = inner (new f) (new f) / 4 + r * inner (new f) k + r ^ 2 * inner k k) ->
  (forall f r k, vsub (moved f r k) u = vadd (vscale (f / 2) v) (vscale r k)) ->
  (forall f, inner (V (vscale f v)) (vscale f v) = f ^ 2 * lam) -> inner v v = 1 -> 0 < lam ->
  inner e e = 1 -> inner e u = 0 -> 4 <= size tokens -> total_unstable on_spheres oja state.
Proof.
  intros Summed Shorter Lengths Nearby Gains Vv Lp Ee Eu Four. set (m := inner u v).
  destruct (Req_dec m 0) as [Z|Z].
  { apply (line_leaves v); [rewrite inner_sym; exact Z|]. rewrite <- (vscale_one U v), Gains. lra. }
  assert (Cases : forall i, eps i = 1 \/ eps i = -1).
  { intro i. assert (Q := Signs i). assert ((eps i - 1) * (eps i + 1) = 0) by lra.
    destruct (Rmult_integral _ _ H); [left | right]; lra. }
  destruct (two_of tokens (fun i => (1 + eps i) / 2)) as [i [j [Ne [Ei Ej]]]].
  { apply ET. }
  { intro i. destruct (Cases i) as [Q|Q]; rewrite Q; [right | left]; field. }
  { rewrite (total_ext tokens _ (fun i => / 2 * 1 + / 2 * eps i)) by (intro; field).
    rewrite total_add, !total_scale, Balanced. fold (size tokens). lra. }
  assert (Si : state i = u) by (unfold state; replace (eps i) with 1 by lra; apply vscale_one).
  assert (Sj : state j = u) by (unfold state; replace (eps j) with 1 by lra; apply vscale_one).
  apply line_climbs. intros d D.
  assert (M2 : 0 < m * m <= 1).
  { split.
    - destruct (Rdichotomy _ _ Z); [replace (m * m) with (- m * - m) by ring |]; apply Rmult_lt_0_compat; lra.
    - assert (Q := cauchy_schwarz u v). rewrite Uu, Vv in Q. fold m in Q. lra. }
  set (t := Rmin (1 / 2) (d * d / 8)).
  assert (DD : 0 < d * d) by (apply Rmult_lt_0_compat; auto).
  assert (T0 : 0 < t) by (apply Rmin_glb_lt; lra). assert (T1 : t <= 1 / 2) by apply Rmin_l.
  assert (T2 : t <= d * d / 8) by apply Rmin_r.
  set (f := -2 * t * m). set (s := vadd (vscale 2 u) (vscale f v)).
  set (S := inner s s). assert (ES : S = 4 - 4 * (m * m) * (2 * t - t * t)).
  { change (inner (new f) (new f) = 4 - 4 * (m * m) * (2 * t - t * t)). rewrite Shorter. fold m. unfold f. ring. }
  assert (tt : 0 < t * t) by (apply Rmult_lt_0_compat; auto).
  assert (tt1 : t * t <= t * (1 / 2)) by (apply Rmult_le_compat_l; lra).
  assert (mt : 0 < m * m * (2 * t - t * t) <= 2 * t - t * t).
  { split; [apply Rmult_lt_0_compat; lra|]. rewrite <- (Rmult_1_l (2 * t - t * t)) at 2.
    apply Rmult_le_compat_r; lra. }
  assert (us : 0 < inner s u).
  { unfold s. rewrite inner_add_l, !inner_scale_l, Uu, (inner_sym _ v u). fold m. unfold f.
    assert (t * (m * m) <= t * 1) by (apply Rmult_le_compat_l; lra). lra. }
  (* a unit vector orthogonal to the new sum *)
  set (g := vadd (vscale (inner s u) e) (vscale (- inner s e) u)).
  assert (Gs : inner s g = 0) by (unfold g; rewrite inner_add_r, !inner_scale_r; ring).
  assert (Gg : 0 < inner g g).
  { unfold g. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Uu, Ee, (inner_sym _ u e),
    Eu.
    assert (0 < inner s u * inner s u) by (apply Rmult_lt_0_compat; auto).
    assert (0 <= inner s e * inner s e) by apply Rle_0_sqr. lra. }
  set (kap := 1 - S / 4). assert (K0 : 0 <= kap <= 2 * t) by (unfold kap; rewrite ES; lra).
  set (k := vscale (sqrt (kap / inner g g)) g).
  assert (Kk : inner k k = kap).
  { unfold k. rewrite inner_scale_l, inner_scale_r, <- Rmult_assoc, sqrt_sqrt.
    - field. lra.
    - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]. }
  assert (Ks : inner s k = 0) by (unfold k; rewrite inner_scale_r, Gs; ring).
  assert (One : forall r, r * r = 1 -> inner (vadd (vscale (/ 2) s) (vscale r k)) (vadd (vscale (/ 2) s)
    (vscale r k)) = 1).
  { intros r R. change (inner (moved f r k) (moved f r k) = 1). rewrite (Lengths f r k), Kk. change (new f) with s. rewrite Ks. fold S.
    replace (r ^ 2) with (r * r) by ring. rewrite R. unfold kap. field. }
  assert (Close : forall r, r * r = 1 -> vnorm (vsub (vadd (vscale (/ 2) s) (vscale r k)) u) <= d).
  { intros r R. rewrite <- (sqrt_square d) by lra. apply sqrt_le_1_alt.
    replace (vsub (vadd (vscale (/ 2) s) (vscale r k)) u) with (vadd (vscale (- (t * m)) v) (vscale r k)).
    2: { change (vadd (vscale (- (t * m)) v) (vscale r k) = vsub (moved f r k) u). rewrite (Nearby f r k). do 2 f_equal. unfold f. field. }
    assert (Q := inner_nonneg _ (vadd (vscale (- (t * m)) v) (vscale (- r) k))).
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ k v), Vv, Kk in *.
    replace (r * (r * kap)) with (r * r * kap) in * by ring.
    replace (- r * (- r * kap)) with (r * r * kap) in Q by ring. rewrite R in *.
    assert (t * m * (t * m) <= t * t).
    { replace (t * m * (t * m)) with (t * t * (m * m)) by ring. rewrite <- (Rmult_1_r (t * t)) at 2.
      apply Rmult_le_compat_l; lra. }
    lra. }
  destruct (pair_moved tokens ET state i j (vadd (vscale (/ 2) s) (vscale 1 k)) (vadd (vscale (/ 2) s)
    (vscale (-1) k))
    d Ne line_unit) as [x [X [W Sum]]]; try (apply One; ring); try (rewrite ?Si, ?Sj; apply Close; ring).
  exists x. split; [exact X|]. split; [exact W|].
  rewrite (sum_energy tokens V ET x v lam f Gains).
  - apply Rdiv_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [exact Lp|].
    replace (f * f) with (4 * (t * t) * (m * m)) by (unfold f; ring).
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
  - intro z. rewrite Sum, line_sum, inner_zero_l, Si, Sj, <- (inner_scale_l _ f), <- (Summed f k). change (new f) with s. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
End Lines.
