(* Two opposite tokens under the Oja map, with an operator that is negative across them: the pair is stable,
   for its sum shrinks by a factor in every layer, but it attracts nothing, for other opposite pairs rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves States OjaEnergy OjaMap OjaConsensus OjaGroups
  OjaPolygons OjaLines.
Open Scope R_scope.

Lemma normalised_moves {U : inner_product_space} (a y : U) : inner a a = 1 -> 0 < vnorm y ->
  vnorm (vsub (vscale (/ vnorm y) y) a) <= 2 * vnorm (vsub y a).
Proof.
  intros A Y. assert (A1 := unit_norm a A).
  assert (G : Rabs (1 - vnorm y) <= vnorm (vsub y a)).
  { assert (N1 := vnorm_add (vsub y a) a). assert (N2 := vnorm_add (vscale (-1) (vsub y a)) y).
    replace (vadd (vsub y a) a) with y in N1
      by (apply inner_ext; intro z; unfold vsub; rewrite !inner_add_l, inner_scale_l; ring).
    replace (vadd (vscale (-1) (vsub y a)) y) with a in N2
      by (apply inner_ext; intro z; unfold vsub; rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
          !inner_scale_l; ring).
    rewrite vnorm_scale, (Rabs_left (-1)) in N2 by lra. apply Rabs_le. lra. }
  replace (vsub (vscale (/ vnorm y) y) a) with (vadd (vscale (1 - vnorm y) (vscale (/ vnorm y) y)) (vsub y
    a)).
  2: { apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, !inner_scale_l. field. lra. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, (Rabs_right (/ vnorm y)), Rinv_l, Rmult_1_r;
    [lra | lra |].
  apply Rle_ge. left. apply Rinv_0_lt_compat, Y.
Qed.
(* Half the sum of the directions of m + D and m - D: it is short, if D is long and m is nearly along D. *)
Lemma half_sum_short {U : inner_product_space} (m D : U) l G : inner m m < inner D D -> inner D D <= 1 ->
  0 <= G -> inner (vsub m (vscale l D)) (vsub m (vscale l D)) <= G * G ->
  let y := vadd m D in let z := vsub m D in
  0 < vnorm y -> 0 < vnorm z ->
  (inner D D - inner m m) * vnorm (vscale (/ 2) (vadd (vscale (/ vnorm y) y) (vscale (/ vnorm z) z))) <= G.
Proof.
  intros Short One G0 Along y z Py Pz. set (X := inner m m) in *. set (Y := inner D D) in *.
  set (c := inner m D). set (ry := vnorm y) in *. set (rz := vnorm z) in *.
  assert (X0 : 0 <= X) by apply inner_nonneg.
  assert (Ey : ry * ry = X + 2 * c + Y).
  { unfold ry. rewrite vnorm_square. unfold y. rewrite !inner_add_l, !inner_add_r, (inner_sym _ D m). fold X
    Y c. ring. }
  assert (Ez : rz * rz = X - 2 * c + Y).
  { unfold rz. rewrite vnorm_square. unfold z, vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l,
      !inner_scale_r, (inner_sym _ D m). fold X Y c. ring. }
  assert (Yz : inner y z = X - Y).
  { unfold y, z, vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_r, (inner_sym _ D m). fold X Y c.
    ring. }
  set (r := ry * rz). assert (R0 : 0 < r) by (apply Rmult_lt_0_compat; auto).
  assert (RR : r * r = (Y - X) * (Y - X) + 4 * (X * Y - c * c)).
  { replace (r * r) with ((ry * ry) * (rz * rz)) by (unfold r; ring). rewrite Ey, Ez. ring. }
  assert (CS : 0 <= X * Y - c * c) by (assert (Q := cauchy_schwarz m D); fold X Y c in Q; lra).
  assert (Rb : Y - X <= r).
  { apply Rnot_lt_le. intro L. assert (r * r < (Y - X) * (Y - X)) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (GG : X * Y - c * c <= G * G).
  { unfold vsub in Along. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ D
    m) in Along.
    fold X Y c in Along.
    assert (Q : 0 <= (c - l * Y) * (c - l * Y)) by apply Rle_0_sqr.
    assert (Y * (X + l * (-1) * c + (l * -1 * c + l * -1 * (l * -1 * Y))) <= 1 * (G * G)).
    { apply Rmult_le_compat; try lra.
      replace (X + l * -1 * c + (l * -1 * c + l * -1 * (l * -1 * Y))) with
        (inner (vadd m (vscale (- l) D)) (vadd m (vscale (- l) D))); [apply inner_nonneg|].
      rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ D m). fold X Y c.
        ring. }
    lra. }
  set (v := vscale (/ 2) (vadd (vscale (/ ry) y) (vscale (/ rz) z))).
  assert (Vv : inner v v = (r - (Y - X)) / (2 * r)).
  { unfold v. rewrite !inner_scale_l, !inner_scale_r, !inner_add_l, !inner_add_r, !inner_scale_l,
    !inner_scale_r,
      (inner_sym _ z y), Yz. rewrite <- (vnorm_square y), <- (vnorm_square z). fold ry rz. unfold r. field.
        lra. }
  assert (B : (Y - X) * (Y - X) * inner v v <= G * G).
  { rewrite Vv. assert (E : (r - (Y - X)) * (r + (Y - X)) = 4 * (X * Y - c * c)) by lra.
    assert (D0 : 0 <= r - (Y - X)) by lra.
    apply Rmult_le_reg_r with (2 * r); [lra|].
    replace ((Y - X) * (Y - X) * ((r - (Y - X)) / (2 * r)) * (2 * r)) with ((Y - X) * ((Y - X) * (r - (Y -
      X))))
      by (field; lra).
    assert (2 * ((Y - X) * (r - (Y - X))) <= (r - (Y - X)) * (r + (Y - X))).
    { replace (2 * ((Y - X) * (r - (Y - X)))) with ((r - (Y - X)) * (2 * (Y - X))) by ring.
      apply Rmult_le_compat_l; lra. }
    assert ((Y - X) * ((Y - X) * (r - (Y - X))) <= r * (2 * (G * G))).
    { apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra. }
    lra. }
  assert (N := vnorm_nonneg v).
  apply Rsqr_incr_0_var; [|exact G0]. unfold Rsqr.
  replace ((Y - X) * vnorm v * ((Y - X) * vnorm v)) with ((Y - X) * (Y - X) * (vnorm v * vnorm v)) by ring.
  rewrite vnorm_square. exact B.
Qed.

Section Pair.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).

Lemma pull_short s : vnorm (vscale tau (V s)) <= vnorm s.
Proof.
  rewrite vnorm_scale, Rabs_right by lra. assert (O := operator_norm V kappa Kpos Norm s). assert (N :=
    vnorm_nonneg s).
  assert (tau * vnorm (V s) <= tau * (kappa * vnorm s)) by (apply Rmult_le_compat_l; lra).
  assert (tau * kappa * vnorm s <= 1 * vnorm s) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Section Near.
Context (u a b : U) (c r : R).
Let s := vscale (/ 2) (vadd a b).
Let D := vscale (/ 2) (vsub a b).
Let m := vadd s (vscale tau (V s)).
Let g := 1 + tau * c.
Hypothesis Uu : inner u u = 1.
Hypothesis Gpos : 0 < g < 1.
Hypothesis Across : forall z, inner z u = 0 -> inner (V z) z <= c * inner z z.
Hypothesis Ua : inner a a = 1.
Hypothesis Ub : inner b b = 1.
Hypothesis Rr : 0 <= r <= (1 - g) / 18.
Hypothesis Na : vnorm (vsub a u) <= r.
Hypothesis Nb : vnorm (vsub b (vscale (-1) u)) <= r.
Lemma sum_shrinks : let y := vadd a (vscale tau (V s)) in let z := vadd b (vscale tau (V s)) in
  0 < vnorm y -> 0 < vnorm z ->
  vnorm (vscale (/ 2) (vadd (vscale (/ vnorm y) y) (vscale (/ vnorm z) z))) <= (1 + g) / 2 * vnorm s.
Proof.
  intros y z Py Pz. set (l := vnorm s). assert (L0 : 0 <= l) by apply vnorm_nonneg.
  assert (Ds : inner s D = 0).
  { unfold s, D, vsub. rewrite !inner_scale_l, !inner_scale_r, !inner_add_l, !inner_add_r, !inner_scale_r,
    Ua, Ub,
      (inner_sym _ b a). ring. }
  assert (DD : inner D D = 1 - l * l).
  { unfold l. rewrite vnorm_square. unfold s, D, vsub. rewrite !inner_scale_l, !inner_scale_r, !inner_add_l,
      !inner_add_r, !inner_scale_l, !inner_scale_r, Ua, Ub, (inner_sym _ b a). field. }
  assert (Ls : l <= r).
  { unfold l. replace s with (vscale (/ 2) (vadd (vsub a u) (vsub b (vscale (-1) u)))).
    - rewrite vnorm_scale, Rabs_right by lra. assert (T := vnorm_add (vsub a u) (vsub b (vscale (-1) u))).
      lra.
    - unfold s. f_equal. apply inner_ext. intro x. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring. }
  assert (Du : vnorm (vsub D u) <= r).
  { replace (vsub D u) with (vscale (/ 2) (vadd (vsub a u) (vscale (-1) (vsub b (vscale (-1) u))))).
    - rewrite vnorm_scale, Rabs_right by lra.
      assert (T := vnorm_add (vsub a u) (vscale (-1) (vsub b (vscale (-1) u)))).
      rewrite (vnorm_scale (-1)), (Rabs_left (-1)) in T by lra. lra.
    - apply inner_ext. intro x. unfold D, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). field.
      }
  assert (Mm : vnorm m <= 2 * l).
  { unfold m. eapply Rle_trans; [apply vnorm_add|]. assert (P := pull_short s). fold l in P |- *. lra. }
  assert (Su : Rabs (inner u s) <= r * l).
  { replace (inner u s) with (inner (vscale (-1) (vsub D u)) s).
    - eapply Rle_trans; [apply inner_le_vnorm|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra. fold l.
      apply Rmult_le_compat_r; lra.
    - unfold vsub. rewrite inner_scale_l, inner_add_l, inner_scale_l, (inner_sym _ D s), Ds. ring. }
  set (s0 := off u s). assert (S0u : inner s0 u = 0) by (apply off_across, Uu).
  assert (S0l : inner s0 s0 <= l * l).
  { unfold s0. rewrite off_square by exact Uu. unfold l. rewrite vnorm_square.
    assert (Q := Rle_0_sqr (inner u s)). unfold Rsqr in Q. lra. }
  set (m0 := vadd s0 (vscale tau (V s0))).
  assert (S0n : vnorm s0 <= l) by (rewrite <- (sqrt_square l L0); apply sqrt_le_1_alt, S0l).
  assert (M0 : vnorm m0 <= 2 * l).
  { unfold m0. eapply Rle_trans; [apply vnorm_add|]. assert (P := pull_short s0). lra. }
  assert (C := compressed_short V tau kappa Sym Tpos Kpos Norm Small u c s0 Uu ltac:(fold g; lra) Across S0u).
  cbv zeta in C. fold g m0 in C.
  assert (Cn : vnorm (off u m0) <= g * l).
  { rewrite <- (sqrt_square (g * l)) by (apply Rmult_le_pos; lra). apply sqrt_le_1_alt.
    eapply Rle_trans; [exact C|]. replace (g * l * (g * l)) with (g * g * (l * l)) by ring.
    apply Rmult_le_compat_l; [apply Rle_0_sqr | exact S0l]. }
  set (h := inner u m0).
  assert (Hl : Rabs h <= 2 * l).
  { unfold h. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm u Uu). lra. }
  assert (Along : vnorm (vsub m (vscale h D)) <= (g + 4 * r) * l).
  { set (d := vsub s s0).
    assert (Dn : vnorm d <= r * l).
    { replace d with (vscale (inner u s) u).
      - rewrite vnorm_scale, (unit_norm u Uu). lra.
      - apply inner_ext. intro x. unfold d, s0, off, vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
          !inner_scale_l. ring. }
    replace (vsub m (vscale h D)) with (vadd (off u m0) (vadd (vadd d (vscale tau (V d))) (vscale (- h) (vsub
      D u)))).
    - eapply Rle_trans; [apply vnorm_add|]. assert (T1 := vnorm_add (vadd d (vscale tau (V d))) (vscale (- h)
      (vsub D u))).
      assert (T2 := vnorm_add d (vscale tau (V d))). assert (T3 := pull_short d).
      rewrite (vnorm_scale (- h)), Rabs_Ropp in T1.
      assert (Rabs h * vnorm (vsub D u) <= 2 * l * r)
        by (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg). lra.
    - unfold d, m, off. fold h. unfold m0, vsub. apply inner_ext. intro x.
      rewrite (adjoint_add _ _ Sym), (adjoint_scale _ _ Sym).
      repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (G0 : 0 <= (g + 4 * r) * l) by (apply Rmult_le_pos; lra).
  assert (ll : l * l <= r * (1 / 18)) by (apply Rmult_le_compat; lra).
  assert (X4 : inner m m <= 4 * (l * l)).
  { rewrite <- vnorm_square. assert (vnorm m * vnorm m <= 2 * l * (2 * l)) by
      (apply Rmult_le_compat; auto using vnorm_nonneg). lra. }
  assert (Ey : y = vadd m D).
  { apply inner_ext. intro x. unfold y, m, s, D, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l).
    field. }
  assert (Ez : z = vsub m D).
  { apply inner_ext. intro x. unfold z, m, s, D, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l).
    field. }
  assert (H := half_sum_short m D h ((g + 4 * r) * l) ltac:(lra) ltac:(assert (0 <= l * l) by apply
    Rle_0_sqr; lra) G0).
  rewrite Ey, Ez in *. cbv zeta in H.
  set (v := vscale (/ 2) (vadd (vscale (/ vnorm (vadd m D)) (vadd m D)) (vscale (/ vnorm (vsub m D)) (vsub m
    D)))) in *.
  assert (H2 : (inner D D - inner m m) * vnorm v <= (g + 4 * r) * l).
  { apply H; auto. rewrite <- vnorm_square. apply Rmult_le_compat; auto using vnorm_nonneg. }
  assert (N := vnorm_nonneg v).
  assert (H3 : (1 - 5 * r) * vnorm v <= (inner D D - inner m m) * vnorm v).
  { apply Rmult_le_compat_r; [exact N | lra]. }
  apply Rmult_le_reg_l with (1 - 5 * r); [lra|].
  assert (H4 : (g + 4 * r) * l <= (1 - 5 * r) * ((1 + g) / 2) * l).
  { apply Rmult_le_compat_r; [exact L0|]. assert (r * ((1 + g) / 2) <= r * 1) by (apply Rmult_le_compat_l;
    lra). lra. }
  lra.
Qed.
End Near.

(* The state of two tokens that are at u and -u. *)
Theorem pair_stays (u : U) (eps : Token -> R) c0 : inner u u = 1 -> (forall i, eps i ^ 2 = 1) ->
  total tokens eps = 0 -> size tokens = 2 -> 0 < c0 -> (forall z, inner z u = 0 -> inner (V z) z <= - c0 *
    inner z z) ->
  total_stay_near on_spheres oja (fun i => vscale (eps i) u).
Proof.
  intros Uu Signs Sum Two C0 Across.
  assert (Form : exists i j, tokens = i :: j :: nil).
  { unfold size in Two. destruct tokens as [|i [|j [|k T]]]; simpl in Two; try lra; [exists i, j; auto|].
    assert (0 <= total T (fun _ => 1)) by (apply total_nonneg; intro; lra). lra. }
  destruct Form as [i [j Tij]].
  assert (All : forall k, k = i \/ k = j).
  { intro k. assert (I := proj2 (proj2 ET) k). rewrite Tij in I. simpl in I. intuition. }
  assert (Mean : forall x : Token -> U, mean x = vscale (/ 2) (vadd (x i) (x j))).
  { intro x. apply inner_ext. intro z. unfold OjaEnergy.mean. rewrite Two, Tij. simpl.
    rewrite !inner_scale_l, !inner_add_l, inner_zero_l. ring. }
  assert (Ej : eps j = - eps i) by (rewrite Tij in Sum; simpl in Sum; lra).
  set (w := vscale (eps i) u). assert (Ww : inner w w = 1).
  { unfold w. rewrite inner_scale_l, inner_scale_r, Uu. assert (S := Signs i). lra. }
  assert (Wj : vscale (eps j) u = vscale (-1) w) by (unfold w; rewrite Ej, vscale_vscale; f_equal; ring).
  set (c := - Rmin c0 (/ (2 * tau))). set (g := 1 + tau * c).
  assert (It : 0 < / (2 * tau)) by (apply Rinv_0_lt_compat; lra).
  assert (Ct : tau * / (2 * tau) = / 2) by (field; lra).
  assert (G : 0 < g < 1).
  { assert (0 < Rmin c0 (/ (2 * tau))) by (apply Rmin_glb_lt; auto). assert (A := Rmin_r c0 (/ (2 * tau))).
    assert (tau * Rmin c0 (/ (2 * tau)) <= tau * / (2 * tau)) by (apply Rmult_le_compat_l; lra).
    assert (0 < tau * Rmin c0 (/ (2 * tau))) by (apply Rmult_lt_0_compat; auto). unfold g, c. lra. }
  assert (Acr : forall z, inner z w = 0 -> inner (V z) z <= c * inner z z).
  { intros z Z. assert (Zu : inner z u = 0).
    { unfold w in Z. rewrite inner_scale_r in Z. assert (S := Signs i).
      replace (inner z u) with (eps i * (eps i * inner z u)); [rewrite Z; ring|].
      replace (eps i * (eps i * inner z u)) with (eps i ^ 2 * inner z u) by ring. rewrite S. ring. }
    eapply Rle_trans; [apply Across, Zu|]. apply Rmult_le_compat_r; [apply inner_nonneg|]. unfold c.
    assert (A := Rmin_l c0 (/ (2 * tau))). lra. }
  set (th := (1 + g) / 2). assert (Th : 0 < th < 1) by (unfold th; lra).
  intros e E. set (r := Rmin e ((1 - g) / 18)). assert (R0 : 0 < r) by (apply Rmin_glb_lt; lra).
  assert (Re : r <= e) by apply Rmin_l. assert (Rg : r <= (1 - g) / 18) by apply Rmin_r.
  set (d := r / (1 + 2 / (1 - th))). assert (K0 : 0 < 2 / (1 - th)) by (apply Rdiv_lt_0_compat; lra).
  assert (D0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (Dr : d * (1 + 2 / (1 - th)) = r) by (unfold d; field; split; lra).
  exists d. split; [exact D0|]. intros x O W.
  assert (X := orbit_unit tokens V tau kappa ET Tpos Kpos Norm Small x O).
  set (s := fun k => vscale (/ 2) (vadd (x k i) (x k j))).
  set (far := fun k => d + 2 * d * ((1 - th ^ k) / (1 - th))).
  assert (Far : forall k, far k <= r).
  { intro k. unfold far. rewrite <- Dr. assert (P := pow_le th k ltac:(lra)).
    assert (2 * d * ((1 - th ^ k) / (1 - th)) <= d * (2 / (1 - th))); [|lra].
    replace (d * (2 / (1 - th))) with (2 * d * (1 / (1 - th))) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
  assert (Next : forall k l, x (Datatypes.S k) l = vscale (/ vnorm (vadd (x k l) (vscale tau (V (s k)))))
    (vadd (x k l) (vscale tau (V (s k))))).
  { intros k l. rewrite (proj2 O). unfold OjaMap.oja, pushed. rewrite Mean. reflexivity. }
  assert (Pos : forall k l, 0 < vnorm (vadd (x k l) (vscale tau (V (s k))))).
  { intros k l. assert (P := pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small (x k) l (X k)).
    unfold pushed in P. rewrite Mean in P. fold (s k) in P. lra. }
  assert (Keep : forall k, vnorm (s k) <= th ^ k * d /\ vnorm (vsub (x k i) w) <= far k /\
    vnorm (vsub (x k j) (vscale (-1) w)) <= far k).
  { induction k as [|k [S [A B]]].
    - assert (A := W i). assert (B := W j). cbv beta in A, B. rewrite Wj in B. fold w in A.
      assert (F0 : far 0%nat = d) by (unfold far; simpl; field; lra). rewrite F0. simpl. split; [|auto].
      unfold s. replace (vadd (x 0%nat i) (x 0%nat j)) with (vadd (vsub (x 0%nat i) w) (vsub (x 0%nat j)
        (vscale (-1) w))).
      + rewrite vnorm_scale, Rabs_right by lra.
        assert (T := vnorm_add (vsub (x 0%nat i) w) (vsub (x 0%nat j) (vscale (-1) w))). lra.
      + apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring.
    - assert (Fk := Far k).
      assert (H := sum_shrinks w (x k i) (x k j) c r Ww G Acr (X k i) (X k j) ltac:(fold g; lra) ltac:(lra)
        ltac:(lra)).
      cbv zeta in H. fold (s k) g th in H. specialize (H (Pos k i) (Pos k j)).
      assert (Step : far (Datatypes.S k) = far k + 2 * (th ^ k * d)) by (unfold far; simpl; field; lra).
      assert (Move : forall l, vnorm (vsub (x (Datatypes.S k) l) (x k l)) <= 2 * (th ^ k * d)).
      { intro l. rewrite Next. eapply Rle_trans; [apply normalised_moves; [apply X | apply Pos]|].
        apply Rmult_le_compat_l; [lra|].
        replace (vsub (vadd (x k l) (vscale tau (V (s k)))) (x k l)) with (vscale tau (V (s k))).
        - eapply Rle_trans; [apply pull_short | exact S].
        - apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring. }
      assert (Tri : forall l p, vnorm (vsub (x k l) p) <= far k -> vnorm (vsub (x (Datatypes.S k) l) p) <=
        far (Datatypes.S k)).
      { intros l p F. rewrite Step. specialize (Move l).
        replace (vsub (x (Datatypes.S k) l) p) with (vadd (vsub (x (Datatypes.S k) l) (x k l)) (vsub (x k l)
          p)).
        - eapply Rle_trans; [apply vnorm_add|]. lra.
        - apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring. }
      split; [|split; apply Tri; assumption].
      unfold s. rewrite !Next. eapply Rle_trans; [exact H|]. simpl. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; lra. }
  intros k l. destruct (Keep k) as [_ [A B]]. specialize (Far k).
  destruct (All l) as [-> | ->]; [fold w | rewrite Wj]; lra.
Qed.
(* The same groups at a vector near u rest, too. *)
Theorem line_attracts_nothing (u e : U) (eps : Token -> R) : inner u u = 1 -> inner e e = 1 -> inner e u = 0
  ->
  (forall i, eps i ^ 2 = 1) -> total tokens eps = 0 ->
  ~ total_come_near on_spheres oja (fun i => vscale (eps i) u).
Proof.
  intros Uu Ee Eu Signs Sum [d [C [th [D [C0 [Th H]]]]]].
  set (h := Rmin (d / 2) (1 / 2)). assert (H0 : 0 < h) by (apply Rmin_glb_lt; lra).
  assert (Hd : h <= d / 2) by apply Rmin_l. assert (Hh : h <= 1 / 2) by apply Rmin_r.
  destruct (turned u e h Uu Ee Eu ltac:(lra)) as [T1 [T2 T3]].
  set (a := vadd (vscale (sqrt (1 - h * h)) u) (vscale h e)) in *.
  set (x := fun i => vscale (eps i) a).
  assert (R := balanced_rests tokens V tau Sym x (line_unit a eps T1 Signs) (line_sum tokens a eps Sum)).
  assert (O : total_orbit on_spheres oja (fun _ => x)) by (split; [apply R | intros _ i; symmetry; apply R]).
  assert (i : Token) by (clear - ET; destruct tokens as [|i T]; [destruct ET; tauto | exact i]).
  assert (Sg : Rabs (eps i) = 1).
  { assert (S := Signs i). assert (Q : (eps i - 1) * (eps i + 1) = 0) by lra.
    destruct (Rmult_integral _ _ Q); [rewrite Rabs_right | rewrite Rabs_left]; lra. }
  assert (Dist : forall k, vnorm (vsub (x k) (vscale (eps k) u)) <= 2 * h).
  { intro k. replace (vsub (x k) (vscale (eps k) u)) with (vscale (eps k) (vsub a u)).
    - rewrite vnorm_scale. assert (Sk : Rabs (eps k) = 1).
      { assert (S := Signs k). assert (Q : (eps k - 1) * (eps k + 1) = 0) by lra.
        destruct (Rmult_integral _ _ Q); [rewrite Rabs_right | rewrite Rabs_left]; lra. }
      rewrite Sk. lra.
    - apply inner_ext. intro z. unfold x, vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
      !inner_scale_l. ring. }
  assert (Low : h <= vnorm (vsub (x i) (vscale (eps i) u))).
  { replace (vsub (x i) (vscale (eps i) u)) with (vscale (eps i) (vsub a u)).
    - rewrite vnorm_scale, Sg. assert (I := inner_le_vnorm (vsub a u) e). rewrite (unit_norm e Ee) in I.
      replace (inner (vsub a u) e) with h in I.
      + rewrite Rabs_right in I by lra. lra.
      + unfold vsub. rewrite inner_add_l, inner_scale_l, T2, (inner_sym _ u e), Eu. ring.
    - apply inner_ext. intro z. unfold x, vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
      !inner_scale_l. ring. }
  assert (P0 : 0 < / (2 * C + 2)) by (apply Rinv_0_lt_compat; lra).
  destruct (pow_lt_1_zero th ltac:(rewrite Rabs_right; lra) (/ (2 * C + 2)) P0) as [N HN].
  specialize (HN N (le_n N)). rewrite Rabs_right in HN by (apply Rle_ge, pow_le; lra).
  assert (B := H (fun _ => x) (2 * h) O ltac:(lra) Dist N i). cbv beta in B.
  assert (C * th ^ N * (2 * h) <= C * / (2 * C + 2) * (2 * h)).
  { apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra. }
  assert (C * / (2 * C + 2) * (2 * h) < h).
  { apply Rmult_lt_reg_r with (2 * C + 2); [lra|].
    replace (C * / (2 * C + 2) * (2 * h) * (2 * C + 2)) with (2 * C * h) by (field; lra). lra. }
  lra.
Qed.
End Pair.
