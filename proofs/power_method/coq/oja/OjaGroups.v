(* Two groups of tokens at an eigenvector and its opposite: they leave under the Oja map along another
   eigenvector, by a weighted sum of their parts along it that grows by a factor in every layer. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves OjaEnergy OjaMap.
Open Scope R_scope.

Lemma positive_term {I} (T : list I) (f : I -> R) : 0 < total T f -> exists i, 0 < f i.
Proof.
  induction T as [|i T IH]; simpl; intro H; [lra|].
  destruct (Rlt_le_dec 0 (f i)) as [P|N]; [exists i; exact P | apply IH; lra].
Qed.
Lemma some_growth z w : 0 <= z -> z < w \/ z = 0 /\ 0 <= w -> exists t, 0 < t /\ forall s, s <= t -> (1 + s)
  * z <= w.
Proof.
  intros Z [L|[E W]].
  - exists ((w - z) / (z + 1)). assert (P : 0 < (w - z) / (z + 1)) by (apply Rdiv_lt_0_compat; lra).
    split; [exact P|]. intros s S. assert (s * z <= (w - z) / (z + 1) * z) by (apply Rmult_le_compat_r; auto).
    assert ((w - z) / (z + 1) * z <= (w - z) / (z + 1) * (z + 1)) by (apply Rmult_le_compat_l; lra).
    assert ((w - z) / (z + 1) * (z + 1) = w - z) by (field; lra). lra.
  - exists 1. split; [lra|]. intros s _. rewrite E. lra.
Qed.
(* Unit vectors near a unit vector, turned by a small angle. *)
Lemma turned {U : inner_product_space} (u e : U) h : inner u u = 1 -> inner e e = 1 -> inner e u = 0 ->
  0 <= h <= 1 -> let a := vadd (vscale (sqrt (1 - h * h)) u) (vscale h e) in
  inner a a = 1 /\ inner a e = h /\ vnorm (vsub a u) <= 2 * h.
Proof.
  intros Uu Ee Eu H a. assert (HH : h * h <= 1 * 1) by (apply Rmult_le_compat; lra).
  assert (Q := sqrt_sqrt (1 - h * h) ltac:(lra)). assert (Qp := sqrt_pos (1 - h * h)).
  set (c := sqrt (1 - h * h)) in *. assert (Ue : inner u e = 0) by (rewrite inner_sym; exact Eu).
  assert (C1 : c <= 1).
  { apply Rnot_lt_le. intro L. assert (1 * 1 < c * c) by (apply Rmult_le_0_lt_compat; lra).
    assert (0 <= h * h) by apply Rle_0_sqr. lra. }
  unfold a. repeat split.
  - rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Uu, Ee, Eu, Ue. lra.
  - rewrite inner_add_l, !inner_scale_l, Ee, Ue. lra.
  - rewrite <- (sqrt_square (2 * h)) by lra. apply sqrt_le_1_alt. unfold vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Uu, Ee, Eu, Ue.
    assert (c * c <= 1 * c) by (apply Rmult_le_compat_r; lra). assert (0 <= h * h) by apply Rle_0_sqr. lra.
Qed.

Section Groups.
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
Local Notation pushed := (OjaEnergy.pushed tokens V tau).

Context (u e : U) (mu nu : R) (eps : Token -> R) (p q : R).
Hypothesis Uu : inner u u = 1.
Hypothesis Ee : inner e e = 1.
Hypothesis Eu : inner e u = 0.
Hypothesis Vu : V u = vscale mu u.
Hypothesis Ve : V e = vscale nu e.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Sum : total tokens eps = p - q.
Hypothesis Count : size tokens = p + q.
Hypothesis P0 : 0 <= p.
Hypothesis Q0 : 0 <= q.
Definition grouped (a b : U) i : U := vadd (vscale ((1 + eps i) / 2) a) (vscale ((1 - eps i) / 2) b).
Let c := tau * nu.
Let L := tau * mu * (p - q) / size tokens.
Lemma sign i : eps i = 1 \/ eps i = -1.
Proof.
  assert (H := Signs i). assert ((eps i - 1) * (eps i + 1) = 0) by (replace (eps i ^ 2) with (eps i * eps i)
    in H by ring; lra).
  destruct (Rmult_integral _ _ H0); [left | right]; lra.
Qed.
Lemma grouped_plus a b i : eps i = 1 -> grouped a b i = a.
Proof. intro E. unfold grouped. rewrite E. apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l.
  lra. Qed.
Lemma grouped_minus a b i : eps i = -1 -> grouped a b i = b.
Proof. intro E. unfold grouped. rewrite E. apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l.
  lra. Qed.
Lemma grouped_unit a b : inner a a = 1 -> inner b b = 1 -> on_spheres (grouped a b).
Proof.
  intros A B i. destruct (sign i) as [E|E]; [rewrite grouped_plus | rewrite grouped_minus]; auto.
Qed.
Lemma mean_grouped x a b : (forall i, x i = grouped a b i) -> forall z,
  inner (mean x) z = (p * inner a z + q * inner b z) / size tokens.
Proof.
  intros X z. apply Rmult_eq_reg_l with (size tokens); [|lra]. rewrite (sum_of_mean tokens ET).
  rewrite (total_ext tokens _ (fun i => (inner a z + inner b z) / 2 * 1
    + (inner a z - inner b z) / 2 * eps i)).
  - rewrite total_add, !total_scale. fold (size tokens). rewrite Sum.
    replace (size tokens * ((p * inner a z + q * inner b z) / size tokens))
      with (p * inner a z + q * inner b z) by (field; lra). rewrite Count. field.
  - intro i. rewrite X. unfold grouped. rewrite inner_add_l, !inner_scale_l. field.
Qed.
Lemma member_plus : 0 < p -> exists i, eps i = 1.
Proof.
  intro P. destruct (positive_term tokens (fun i => 1 + eps i)) as [i H].
  - rewrite total_add. fold (size tokens). rewrite Sum, Count. lra.
  - exists i. destruct (sign i) as [E|E]; lra.
Qed.
Lemma member_minus : 0 < q -> exists i, eps i = -1.
Proof.
  intro P. destruct (positive_term tokens (fun i => 1 + -1 * eps i)) as [i H].
  - rewrite total_add, total_scale. fold (size tokens). rewrite Sum, Count. lra.
  - exists i. destruct (sign i) as [E|E]; lra.
Qed.
Lemma lengths : -1 < L < 1.
Proof.
  assert (B := eigenvalue_bound V tau kappa Tpos Kpos Norm Small u mu Uu Vu). unfold L. set (m := (p - q) / size tokens).
  replace (tau * mu * (p - q) / size tokens) with (tau * mu * m) by (unfold m; field; lra).
  assert (M : -1 <= m <= 1).
  { unfold m. split; apply Rmult_le_reg_r with (size tokens); try lra; unfold Rdiv;
      rewrite Rmult_assoc, Rinv_l by lra; lra. }
  assert (A : Rabs (tau * mu * m) < 1).
  { rewrite Rabs_mult. assert (Rabs m <= 1) by (apply Rabs_le; lra).
    assert (Rabs (tau * mu) < 1) by (apply Rabs_def1; lra).
    apply Rle_lt_trans with (Rabs (tau * mu) * 1); [|lra]. apply Rmult_le_compat_l; [apply Rabs_pos | auto]. }
  apply Rabs_def2 in A. lra.
Qed.
Let state i := vscale (eps i) u.
Lemma state_grouped i : state i = grouped u (vscale (-1) u) i.
Proof.
  unfold state, grouped. apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l. field.
Qed.
Lemma state_unit : on_spheres state.
Proof. intro i. rewrite state_grouped. apply grouped_unit; auto. rewrite inner_scale_l, inner_scale_r, Uu.
  ring. Qed.
Lemma state_push : V (mean state) = vscale (mu * (p - q) / size tokens) u.
Proof.
  replace (mean state) with (vscale ((p - q) / size tokens) u).
  - rewrite (adjoint_scale _ _ Sym), Vu. apply inner_ext. intro z. rewrite !inner_scale_l. field. lra.
  - apply inner_ext. intro z. rewrite (mean_grouped state u (vscale (-1) u) state_grouped), !inner_scale_l.
    field. lra.
Qed.
Lemma groups_rest : total_rest on_spheres oja state.
Proof.
  apply (oja_rests tokens V tau state (fun i => mu * (p - q) / size tokens * eps i)); [apply state_unit | |].
  - intro i. rewrite state_push. unfold state. rewrite vscale_vscale. f_equal.
    assert (S := Signs i). replace (eps i ^ 2) with (eps i * eps i) in S by ring.
    rewrite Rmult_assoc, S. ring.
  - intro i. assert (B := lengths). unfold L in B.
    replace (tau * (mu * (p - q) / size tokens * eps i)) with (tau * mu * (p - q) / size tokens * eps i)
      by (field; lra).
    destruct (sign i) as [E|E]; rewrite E; lra.
Qed.
Lemma state_pushed i : pushed state i = vscale ((1 + L * eps i) * eps i) u.
Proof.
  unfold OjaEnergy.pushed. rewrite state_push. unfold state, L. apply inner_ext. intro z.
  rewrite inner_add_l, !inner_scale_l. assert (S := Signs i). replace (eps i ^ 2) with (eps i * eps i) in S
    by ring.
  replace ((1 + tau * mu * (p - q) / size tokens * eps i) * eps i)
    with (eps i + tau * mu * (p - q) / size tokens * (eps i * eps i)) by ring. rewrite S. field. lra.
Qed.

(* Weights A, B of the groups and the side s on which the second group leaves. *)
Context (A B s : R).
Let T := (p * A + s * q * B) / size tokens.
Hypothesis A0 : 0 <= A.
Hypothesis B0 : 0 <= B.
Hypothesis Some : 0 < p * A + q * B.
Hypothesis Side : s * s = 1.
Hypothesis Cone : 0 <= s * c.
Hypothesis Plus : p = 0 \/ A * (1 + L) < A + c * T \/ A * (1 + L) = 0 /\ 0 <= A + c * T.
Hypothesis Minus : q = 0 \/ B * (1 - L) < B + s * (c * T) \/ B * (1 - L) = 0 /\ 0 <= B + s * (c * T).
Let weigh (a b : U) := p * A * (1 + L) * inner a e + q * B * (1 - L) * (s * inner b e).
Let cone (a b : U) := inner a a = 1 /\ inner b b = 1 /\ 0 <= inner a e /\ 0 <= s * inner b e.
Let y (x : Token -> U) (a : U) := vadd a (vscale tau (V (mean x))).
Lemma one_part (M a r rho t : R) : 0 <= a -> 0 < rho -> 0 < r -> 0 <= t -> r <= (1 + t) * rho -> 0 <= M ->
  a * M <= (1 + t) * (a * rho * (/ r * M)).
Proof.
  intros A1 R1 R2 T1 R3 M1.
  assert (K : 1 <= (1 + t) * rho * / r).
  { apply Rmult_le_reg_r with r; [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  replace ((1 + t) * (a * rho * (/ r * M))) with (a * M * ((1 + t) * rho * / r)) by ring.
  rewrite <- (Rmult_1_r (a * M)) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | exact K].
Qed.
Lemma weigh_grows : exists r g, 0 < r /\ 1 < g /\ forall x a b, cone a b -> (forall i, x i = grouped a b i) ->
  within state r x -> exists a' b', cone a' b' /\ (forall i, oja x i = grouped a' b' i) /\
  g * weigh a b <= weigh a' b'.
Proof.
  assert (Le := lengths).
  assert (Th : exists th, 0 < th /\ (p = 0 \/ (1 + th) * (A * (1 + L)) <= A + c * T) /\
    (q = 0 \/ (1 + th) * (B * (1 - L)) <= B + s * (c * T))).
  { assert (E1 : exists t, 0 < t /\ forall s, s <= t -> p = 0 \/ (1 + s) * (A * (1 + L)) <= A + c * T).
    { destruct Plus as [Z|H]; [exists 1; split; [lra | auto]|].
      destruct (some_growth (A * (1 + L)) (A + c * T)) as [t [Ht K]]; [apply Rmult_le_pos; lra | exact H|].
      exists t. split; [exact Ht|]. intros s0 Hs. right. apply K, Hs. }
    assert (E2 : exists t, 0 < t /\ forall r, r <= t -> q = 0 \/ (1 + r) * (B * (1 - L)) <= B + s * (c * T)).
    { destruct Minus as [Z|H]; [exists 1; split; [lra | auto]|].
      destruct (some_growth (B * (1 - L)) (B + s * (c * T))) as [t [Ht K]]; [apply Rmult_le_pos; lra | exact
        H|].
      exists t. split; [exact Ht|]. intros s0 Hs. right. apply K, Hs. }
    destruct E1 as [t1 [T1 K1]]. destruct E2 as [t2 [T2 K2]]. exists (Rmin t1 t2).
    split; [apply Rmin_glb_lt; auto|]. split; [apply K1, Rmin_l | apply K2, Rmin_r]. }
  destruct Th as [th [Th0 [H1 H2]]]. set (t := th / 2). assert (T0 : 0 < t) by (unfold t; lra).
  set (low := Rmin (1 + L) (1 - L)). assert (Low : 0 < low) by (apply Rmin_glb_lt; lra).
  exists (t * low / 2), ((1 + th) / (1 + t)).
  assert (R0 : 0 < t * low / 2) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; auto | lra]).
  split; [exact R0|]. split.
  { apply Rmult_lt_reg_r with (1 + t); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold t.
    lra. }
  intros x a b [Ua [Ub [Ca Cb]]] X W.
  assert (Xs : on_spheres x) by (intro i; rewrite X; apply grouped_unit; auto).
  set (ya := y x a). set (yb := y x b).
  assert (Py : forall w i, x i = w -> pushed x i = y x w) by (intros w i E; unfold OjaEnergy.pushed, y;
    rewrite E; auto).
  assert (Pos : forall w, inner w w = 1 -> 0 < vnorm (y x w)).
  { intros w Uw. assert (Mn := mean_norm tokens ET x Xs).
    assert (F : vnorm (vscale tau (V (mean x))) <= tau * kappa).
    { rewrite vnorm_scale, Rabs_right by lra. apply Rmult_le_compat_l; [lra|].
      eapply Rle_trans; [apply (operator_norm V kappa Kpos Norm)|]. rewrite <- (Rmult_1_r kappa) at 2.
      apply Rmult_le_compat_l; auto. }
    assert (G := vnorm_add (y x w) (vscale (-1) (vscale tau (V (mean x))))).
    rewrite (vnorm_scale (-1)), (Rabs_left (-1)) in G by lra.
    replace (vadd (y x w) (vscale (-1) (vscale tau (V (mean x))))) with w in G.
    - rewrite (unit_norm w Uw) in G. lra.
    - apply inner_ext. intro z. unfold y. rewrite !inner_add_l, !inner_scale_l. ring. }
  assert (Na := Pos a Ua). assert (Nb := Pos b Ub). fold ya in Na. fold yb in Nb.
  set (a' := vscale (/ vnorm ya) ya). set (b' := vscale (/ vnorm yb) yb).
  assert (One : forall w : U, 0 < vnorm w -> inner (vscale (/ vnorm w) w) (vscale (/ vnorm w) w) = 1).
  { intros w Pw. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra. }
  set (M := (p * inner a e + q * inner b e) / size tokens).
  assert (Ye : forall w, inner (y x w) e = inner w e + c * M).
  { intro w. unfold y. rewrite inner_add_l, inner_scale_l, Sym, Ve, inner_scale_r.
    rewrite (mean_grouped x a b X). unfold c, M. ring. }
  assert (Cb1 : -1 < c < 1) by (apply (eigenvalue_bound V tau kappa Tpos Kpos Norm Small e nu Ee Ve)).
  assert (ps : 0 <= p / size tokens <= 1).
  { split; [apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (size tokens); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (qs : 0 <= q / size tokens <= 1).
  { split; [apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (size tokens); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (part : forall f, 0 <= f <= 1 -> 0 <= 1 + c * f).
  { intros f F. destruct (Rle_lt_dec 0 c) as [C|C].
    - assert (0 <= c * f) by (apply Rmult_le_pos; lra). lra.
    - assert (0 <= - c * (1 - f)) by (apply Rmult_le_pos; lra). lra. }
  assert (Ba : 0 <= inner a e + c * M).
  { replace (inner a e + c * M) with (inner a e * (1 + c * (p / size tokens))
      + s * c * (q / size tokens) * (s * inner b e)).
    - apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [lra | apply part; lra]
        | apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]].
    - replace (s * c * (q / size tokens) * (s * inner b e)) with (s * s * (c * (q / size tokens) * inner b
      e)) by ring.
      rewrite Side. unfold M. field. lra. }
  assert (Bb : 0 <= s * (inner b e + c * M)).
  { replace (s * (inner b e + c * M)) with (s * inner b e * (1 + c * (q / size tokens))
      + s * c * (p / size tokens) * inner a e).
    - apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [lra | apply part; lra]
        | apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]].
    - unfold M. field. lra. }
  exists a', b'. split; [|split].
  - split; [apply One, Na|]. split; [apply One, Nb|]. unfold a', b'. rewrite !inner_scale_l. unfold ya at 2,
    yb at 2.
    rewrite !Ye. assert (0 < / vnorm ya) by (apply Rinv_0_lt_compat; auto).
    assert (0 < / vnorm yb) by (apply Rinv_0_lt_compat; auto). split.
    + apply Rmult_le_pos; lra.
    + replace (s * (/ vnorm yb * (inner b e + c * M))) with (/ vnorm yb * (s * (inner b e + c * M))) by ring.
      apply Rmult_le_pos; lra.
  - intro i. unfold OjaMap.oja. destruct (sign i) as [E|E].
    + rewrite grouped_plus, (Py a i) by (auto; rewrite X, grouped_plus; auto). reflexivity.
    + rewrite grouped_minus, (Py b i) by (auto; rewrite X, grouped_minus; auto). reflexivity.
  - assert (Len : forall i rho w, x i = w -> 0 < rho -> low <= rho -> rho = 1 + L * eps i ->
      vnorm (y x w) <= (1 + t) * rho).
    { intros i rho w E Rp Rl Re. rewrite <- (Py w i E).
      assert (D := near_pushed tokens V tau kappa ET Sym Tpos Kpos Norm Small state x _ i Xs W).
      assert (N := vnorm_add (vsub (pushed x i) (pushed state i)) (pushed state i)).
      replace (vadd (vsub (pushed x i) (pushed state i)) (pushed state i)) with (pushed x i) in N.
      2: { apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, inner_scale_l. ring. }
      rewrite state_pushed in N at 2. rewrite vnorm_scale, (unit_norm u Uu), <- Re in N.
      replace (Rabs (rho * eps i)) with rho in N.
      2: { rewrite Rabs_mult, (Rabs_right rho) by lra.
           destruct (sign i) as [G|G]; rewrite G; [rewrite Rabs_R1 | rewrite Rabs_left by lra]; lra. }
      assert (t * low <= t * rho) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Ga : p * A * (inner a e + c * M) <= (1 + t) * (p * A * (1 + L) * inner a' e)).
    { unfold a'. rewrite inner_scale_l. unfold ya at 2. rewrite Ye.
      destruct (Req_dec p 0) as [Z|Z]; [rewrite Z; right; ring|].
      destruct (member_plus ltac:(lra)) as [i E].
      apply one_part; try lra; [apply Rmult_le_pos; lra|].
      apply (Len i (1 + L) a); try lra; [rewrite X; apply grouped_plus, E | apply Rmin_l | rewrite E; ring]. }
    assert (Gb : q * B * (s * (inner b e + c * M)) <= (1 + t) * (q * B * (1 - L) * (s * inner b' e))).
    { unfold b'. rewrite inner_scale_l. unfold yb at 2. rewrite Ye.
      destruct (Req_dec q 0) as [Z|Z]; [rewrite Z; right; ring|].
      destruct (member_minus ltac:(lra)) as [i E].
      replace (s * (/ vnorm yb * (inner b e + c * M))) with (/ vnorm yb * (s * (inner b e + c * M))) by ring.
      apply one_part; try lra; [apply Rmult_le_pos; lra|].
      apply (Len i (1 - L) b); try lra; [rewrite X; apply grouped_minus, E | apply Rmin_r | rewrite E; ring].
        }
    assert (Sum' : p * A * (inner a e + c * M) + q * B * (s * (inner b e + c * M))
      = p * inner a e * (A + c * T) + q * (s * inner b e) * (B + s * (c * T))).
    { replace (q * (s * inner b e) * (B + s * (c * T)))
        with (q * (s * inner b e) * B + s * s * (q * inner b e * (c * T))) by ring.
      rewrite Side. unfold T, M. field. lra. }
    assert (K1 : (1 + th) * (p * A * (1 + L) * inner a e) <= p * inner a e * (A + c * T)).
    { replace ((1 + th) * (p * A * (1 + L) * inner a e)) with (p * inner a e * ((1 + th) * (A * (1 + L)))) by
      ring.
      destruct H1 as [Z|H]; [rewrite Z; lra|]. apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | exact H].
        }
    assert (K2 : (1 + th) * (q * B * (1 - L) * (s * inner b e)) <= q * (s * inner b e) * (B + s * (c * T))).
    { replace ((1 + th) * (q * B * (1 - L) * (s * inner b e)))
        with (q * (s * inner b e) * ((1 + th) * (B * (1 - L)))) by ring.
      destruct H2 as [Z|H]; [rewrite Z; lra|]. apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | exact H].
        }
    apply Rmult_le_reg_l with (1 + t); [lra|].
    replace ((1 + t) * ((1 + th) / (1 + t) * weigh a b)) with ((1 + th) * weigh a b) by (field; lra).
    unfold weigh. lra.
Qed.
Theorem groups_leave : total_unstable on_spheres oja state.
Proof.
  split; [apply groups_rest|]. intro Near. destruct weigh_grows as [r [g [R0 [G1 Step]]]].
  destruct (Near r R0) as [d [D0 St]]. assert (Le := lengths).
  set (h := Rmin (d / 2) (1 / 2)). assert (H0 : 0 < h) by (apply Rmin_glb_lt; lra).
  assert (Hd : h <= d / 2) by apply Rmin_l. assert (Hh : h <= 1 / 2) by apply Rmin_r.
  destruct (turned u e h Uu Ee Eu ltac:(lra)) as [Aa [Ae Ad]]. set (a := vadd _ _) in *.
  assert (Sv : s = 1 \/ s = -1).
  { assert (Q : (s - 1) * (s + 1) = 0) by lra. destruct (Rmult_integral _ _ Q); [left | right]; lra. }
  assert (Tb : exists b : U, inner b b = 1 /\ inner b e = s * h /\ vnorm (vsub b (vscale (-1) u)) <= 2 * h).
  { destruct (turned u (vscale (-1 * s) e) h Uu) as [B1 [B2 B3]]; try lra.
    - rewrite inner_scale_l, inner_scale_r, Ee. replace (-1 * s * (-1 * s * 1)) with (s * s) by ring. exact
      Side.
    - rewrite inner_scale_l, Eu. ring.
    - set (b := vadd (vscale (sqrt (1 - h * h)) u) (vscale h (vscale (-1 * s) e))) in *. exists (vscale (-1)
      b). repeat split.
      + rewrite inner_scale_l, inner_scale_r, B1. ring.
      + rewrite inner_scale_r in B2. rewrite inner_scale_l.
        replace (-1 * inner b e) with (s * (-1 * s * inner b e) + (s * s - 1) * inner b e) by ring.
        rewrite B2, Side. ring.
      + replace (vsub (vscale (-1) b) (vscale (-1) u)) with (vscale (-1) (vsub b u)).
        * rewrite vnorm_scale, Rabs_left by lra. lra.
        * apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
          !inner_scale_l. ring. }
  destruct Tb as [b [Bb [Be Bd]]]. set (x := grouped a b).
  assert (Xs : on_spheres x) by (apply grouped_unit; auto).
  assert (Wx : within state d x).
  { intro i. rewrite state_grouped. unfold x. destruct (sign i) as [E|E].
    - rewrite !grouped_plus by exact E. lra.
    - rewrite !grouped_minus by exact E. lra. }
  assert (O := iterates_orbit tokens V tau x Xs). specialize (St _ O Wx). cbv beta in St.
  set (w0 := weigh a b).
  assert (W0 : 0 < w0).
  { unfold w0, weigh. rewrite Ae, Be. replace (s * (s * h)) with (s * s * h) by ring. rewrite Side.
    assert (P1 : 0 <= p * A) by (apply Rmult_le_pos; auto). assert (P2 : 0 <= q * B) by (apply Rmult_le_pos;
      auto).
    assert (0 <= p * A * (1 + L)) by (apply Rmult_le_pos; lra).
    assert (0 <= q * B * (1 - L)) by (apply Rmult_le_pos; lra).
    replace (p * A * (1 + L) * h + q * B * (1 - L) * (1 * h)) with ((p * A * (1 + L) + q * B * (1 - L)) * h)
      by ring.
    apply Rmult_lt_0_compat; [|exact H0].
    destruct (Req_dec (p * A) 0) as [Z|Z].
    - assert (0 < q * B * (1 - L)) by (apply Rmult_lt_0_compat; lra). lra.
    - assert (0 < p * A * (1 + L)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Go : forall k, exists a b, cone a b /\ (forall i, Nat.iter k oja x i = grouped a b i) /\ g ^ k * w0
    <= weigh a b).
  { induction k as [|k [ak [bk [Ck [Xk Wk]]]]].
    - exists a, b. split; [|split; [reflexivity | unfold w0; simpl; lra]].
      repeat split; auto; rewrite ?Ae, ?Be; [lra|]. replace (s * (s * h)) with (s * s * h) by ring. rewrite
        Side. lra.
    - destruct (Step _ ak bk Ck Xk (St k)) as [a' [b' [C' [X' W']]]]. exists a', b'. split; [exact C'|].
      split; [exact X'|]. simpl. assert (g * (g ^ k * w0) <= g * weigh ak bk) by (apply Rmult_le_compat_l;
        lra). lra. }
  set (top := p * A * (1 + L) + q * B * (1 - L)).
  assert (Top : forall a b, cone a b -> weigh a b <= top).
  { intros a1 b1 [U1 [U2 [C1 C2]]]. unfold weigh, top.
    assert (I : forall w : U, inner w w = 1 -> Rabs (inner w e) <= 1).
    { intros w Uw. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm w Uw), (unit_norm e Ee).
      lra. }
    assert (I1 := I a1 U1). assert (I2 := I b1 U2). apply Rabs_le_between in I1. apply Rabs_le_between in I2.
    assert (p * A * (1 + L) * inner a1 e <= p * A * (1 + L) * 1).
    { apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra | lra]. }
    assert (q * B * (1 - L) * (s * inner b1 e) <= q * B * (1 - L) * 1).
    { apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|]. destruct Sv as [E|E]; rewrite E; lra. }
    lra. }
  assert (Gw : 0 < (g - 1) * w0) by (apply Rmult_lt_0_compat; lra).
  assert (T0 : 0 <= top).
  { unfold top. apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra. }
  destruct (nfloor_ex (top / ((g - 1) * w0))) as [k [_ K]].
  { apply Rmult_le_pos; [exact T0 | left; apply Rinv_0_lt_compat; exact Gw]. }
  destruct (Go (Datatypes.S k)) as [ak [bk [Ck [_ Wk]]]]. assert (Tk := Top ak bk Ck).
  assert (Pl := poly (Datatypes.S k) (g - 1) ltac:(lra)). replace (1 + (g - 1)) with g in Pl by ring.
  rewrite S_INR in Pl.
  assert (top < (INR k + 1) * ((g - 1) * w0)).
  { replace top with (top / ((g - 1) * w0) * ((g - 1) * w0)) by (field; lra).
    apply Rmult_lt_compat_r; [exact Gw | exact K]. }
  assert ((1 + (INR k + 1) * (g - 1)) * w0 <= g ^ Datatypes.S k * w0) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.
End Groups.
