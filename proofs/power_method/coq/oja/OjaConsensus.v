(* Consensus at the first eigenvector attracts under the Oja map: the squared parts across it shrink by a
   factor in every layer. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves OjaEnergy OjaMap.
Open Scope R_scope.

Definition off {U : inner_product_space} (v x : U) : U := vsub x (vscale (inner v x) v).
Lemma off_across {U : inner_product_space} (v x : U) : inner v v = 1 -> inner (off v x) v = 0.
Proof. intro O. unfold off, vsub. rewrite inner_add_l, !inner_scale_l, O, (inner_sym _ x v). ring. Qed.
Lemma inner_off {U : inner_product_space} (v x z : U) : inner z v = 0 -> inner (off v x) z = inner x z.
Proof. intro Z. unfold off, vsub. rewrite inner_add_l, !inner_scale_l, (inner_sym _ v z), Z. ring. Qed.
Lemma off_square {U : inner_product_space} (v x : U) : inner v v = 1 ->
  inner (off v x) (off v x) = inner x x - inner v x * inner v x.
Proof.
  intro O. rewrite inner_off by (apply off_across, O). unfold off, vsub.
  rewrite inner_add_r, !inner_scale_r, (inner_sym _ x v). ring.
Qed.

Section Consensus.
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

(* On what is orthogonal to u, 1 + tau V, with what it adds along u taken away, is no longer than its form. *)
Lemma compressed_short u c z : inner u u = 1 -> 0 < 1 + tau * c ->
  (forall z, inner z u = 0 -> inner (V z) z <= c * inner z z) -> inner z u = 0 ->
  let y := off u (vadd z (vscale tau (V z))) in
  inner y y <= (1 + tau * c) * (1 + tau * c) * inner z z.
Proof.
  intros One Gp Up Z y. set (g := 1 + tau * c) in *.
  assert (Yu : inner y u = 0) by (apply off_across, One).
  assert (B : forall a, 0 <= inner a a + tau * inner (V a) a).
  { intro a. assert (F := form_bounds V kappa Kpos Norm a). apply Rabs_le_between in F.
    assert (N := inner_nonneg U a).
    assert (tau * (- (kappa * inner a a)) <= tau * inner (V a) a) by (apply Rmult_le_compat_l; lra).
    assert (tau * kappa * inner a a <= 1 * inner a a) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Q := B (vadd z (vscale (- / g) y))).
  assert (YY : inner y y = inner z y + tau * inner (V z) y).
  { unfold y at 1. rewrite inner_off by exact Yu. rewrite inner_add_l, inner_scale_l. reflexivity. }
  rewrite (adjoint_add _ _ Sym), (adjoint_scale _ _ Sym) in Q.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r in Q.
  rewrite (inner_sym _ y z), (Sym y z), (inner_sym _ y (V z)) in Q.
  assert (Uy := Up y Yu). assert (Uz := Up z Z).
  assert (tau * inner (V y) y <= tau * (c * inner y y)) by (apply Rmult_le_compat_l; lra).
  assert (tau * inner (V z) z <= tau * (c * inner z z)) by (apply Rmult_le_compat_l; lra).
  assert (I : 0 < / g) by (apply Rinv_0_lt_compat, Gp).
  assert (K : / g * / g * (inner y y + tau * inner (V y) y) <= / g * inner y y).
  { apply Rle_trans with (/ g * / g * (g * inner y y)); [|right; field; lra].
    apply Rmult_le_compat_l; [left; apply Rmult_lt_0_compat; auto | unfold g; lra]. }
  assert (M : / g * inner y y <= inner z z + tau * inner (V z) z) by (rewrite YY in K |- *; rewrite YY in Q;
    lra).
  assert (M' : g * (/ g * inner y y) <= g * (g * inner z z)) by (apply Rmult_le_compat_l; unfold g in *; lra).
  rewrite <- Rmult_assoc, Rinv_r in M' by lra. lra.
Qed.

Context (v : U) (lam nu : R).
Hypothesis One : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Lpos : 0 < lam.
Hypothesis Gap : nu < lam.
Hypothesis Across : forall z, inner z v = 0 -> inner (V z) z <= nu * inner z z.
Let g := 1 + tau * Rmax nu 0.
Let h := 1 + tau * lam.
Let spread (x : Token -> U) := total tokens (fun i => inner (off v (x i)) (off v (x i))).
Lemma rates : 1 <= g < h.
Proof.
  assert (A := Rmax_l nu 0). assert (B := Rmax_r nu 0).
  assert (Rmax nu 0 < lam) by (apply Rmax_lub_lt; auto). unfold g, h.
  assert (0 <= tau * Rmax nu 0) by (apply Rmult_le_pos; lra).
  assert (tau * Rmax nu 0 < tau * lam) by (apply Rmult_lt_compat_l; auto). lra.
Qed.
Lemma pushed_spread x : spread (pushed tokens V tau x) <= g * g * spread x.
Proof.
  set (d := fun i => off v (x i)). set (m := mean d).
  assert (Sv : forall z, inner v (V z) = lam * inner v z).
  { intro z. rewrite <- (Sym v z), Eigen, inner_scale_l. reflexivity. }
  assert (Mm : m = off v (mean x)).
  { apply inner_ext. intro z. apply Rmult_eq_reg_l with (size tokens); [|lra].
    unfold m. rewrite (sum_of_mean tokens ET). unfold off, vsub.
    rewrite inner_add_l, !inner_scale_l, Rmult_plus_distr_l.
    replace (size tokens * (-1 * (inner v (mean x) * inner v z)))
      with (-1 * inner v z * (size tokens * inner (mean x) v)) by (rewrite (inner_sym _ v (mean x)); ring).
    rewrite !(sum_of_mean tokens ET), <- total_scale, <- total_add. apply total_ext. intro i.
    unfold d, off, vsub. rewrite inner_add_l, !inner_scale_l, (inner_sym _ (x i) v). ring. }
  assert (Mv : inner m v = 0) by (rewrite Mm; apply off_across, One).
  assert (Y : forall i, off v (pushed tokens V tau x i) = vadd (d i) (vscale tau (V m))).
  { intro i. apply inner_ext. intro z. rewrite Mm. unfold d, off, pushed, vsub.
    rewrite (adjoint_add _ _ Sym), !(adjoint_scale _ _ Sym), Eigen.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_add_l, !inner_scale_l, !inner_scale_r, Sv.
      ring. }
  unfold spread at 1. rewrite (total_ext tokens _ (fun i => (inner (d i) (d i) + 2 * tau * inner (d i) (V m))
    + tau * tau * inner (V m) (V m) * 1)).
  2: { intro i. rewrite Y. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
         (inner_sym _ (V m) (d i)). ring. }
  rewrite !total_add, !total_scale, <- (sum_of_mean tokens ET). fold m (size tokens). fold (spread x).
  assert (Sh := mean_square tokens ET d). fold m in Sh. change (total tokens (fun i => inner (d i) (d i)))
    with (spread x) in *.
  assert (G := rates). assert (C := compressed_short v (Rmax nu 0) m One ltac:(fold g; lra)).
  cbv zeta in C. fold g in C.
  assert (Off : off v (vadd m (vscale tau (V m))) = vadd m (vscale tau (V m))).
  { apply inner_ext. intro z. unfold off, vsub.
    rewrite !inner_add_l, !inner_scale_l, inner_add_r, inner_scale_r, Sv, (inner_sym _ v m), Mv. ring. }
  rewrite Off in C.
  assert (C' : inner m m + 2 * tau * inner m (V m) + tau * tau * inner (V m) (V m) <= g * g * inner m m).
  { eapply Rle_trans; [|apply C; [|exact Mv]].
    - right. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (V m) m). ring.
    - intros z Z. eapply Rle_trans; [apply Across, Z|]. apply Rmult_le_compat_r; [apply inner_nonneg | apply
      Rmax_l]. }
  assert (size tokens * (inner m m + 2 * tau * inner m (V m) + tau * tau * inner (V m) (V m)) <=
    size tokens * (g * g * inner m m)) by (apply Rmult_le_compat_l; [lra | exact C']).
  assert (G1 : 0 <= g * g - 1) by (assert (1 * 1 <= g * g) by (apply Rmult_le_compat; lra); lra).
  assert ((g * g - 1) * (size tokens * inner m m) <= (g * g - 1) * spread x) by (apply Rmult_le_compat_l;
    auto).
  lra.
Qed.
Lemma spread_shrinks x b : on_spheres x -> 0 < b -> (forall i, b <= inner v (x i)) ->
  (forall i, 0 < inner v (oja x i)) /\ spread (oja x) <= (g / (h * b)) * (g / (h * b)) * spread x.
Proof.
  intros X B0 B. assert (G := rates). set (y := pushed tokens V tau x).
  assert (M : b <= inner v (mean x)).
  { apply Rmult_le_reg_l with (size tokens); [lra|]. rewrite (inner_sym _ v), (sum_of_mean tokens ET).
    unfold size. rewrite <- total_scale_r. apply total_le. intro i. rewrite (inner_sym _ (x i)).
    specialize (B i). lra. }
  assert (Yv : forall i, h * b <= inner v (y i)).
  { intro i. unfold y, pushed. rewrite inner_add_r, inner_scale_r, <- (Sym v), Eigen, inner_scale_l.
    assert (tau * (lam * b) <= tau * (lam * inner v (mean x))).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
    specialize (B i). unfold h. lra. }
  assert (Hb : 0 < h * b) by (apply Rmult_lt_0_compat; lra).
  assert (R : forall i, h * b <= vnorm (y i)).
  { intro i. eapply Rle_trans; [apply Yv|]. eapply Rle_trans; [apply Rle_abs|].
    eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm v One), Rmult_1_l. apply Rle_refl. }
  split.
  - intro i. unfold OjaMap.oja. fold y. rewrite inner_scale_r. specialize (Yv i). specialize (R i).
    apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; lra | lra].
  - assert (P := pushed_spread x). fold y in P.
    apply Rle_trans with (/ (h * b) * / (h * b) * spread y).
    + unfold spread. rewrite <- total_scale. apply total_le. intro i. rewrite !off_square by exact One.
      unfold OjaMap.oja. fold y. rewrite !inner_scale_l, !inner_scale_r.
      replace (/ vnorm (y i) * (/ vnorm (y i) * inner (y i) (y i))
        - / vnorm (y i) * inner v (y i) * (/ vnorm (y i) * inner v (y i)))
        with (/ vnorm (y i) * / vnorm (y i) * (inner (y i) (y i) - inner v (y i) * inner v (y i))) by ring.
      assert (C := cauchy_schwarz v (y i)). rewrite One in C.
      apply Rmult_le_compat_r; [lra|]. specialize (R i).
      assert (0 < / vnorm (y i)) by (apply Rinv_0_lt_compat; lra).
      assert (/ vnorm (y i) <= / (h * b)) by (apply Rinv_le_contravar; auto).
      apply Rmult_le_compat; lra.
    + assert (I : 0 < / (h * b)) by (apply Rinv_0_lt_compat; lra).
      replace (g / (h * b) * (g / (h * b)) * spread x) with (/ (h * b) * / (h * b) * (g * g * spread x))
        by (field; split; lra).
      apply Rmult_le_compat_l; [left; apply Rmult_lt_0_compat; auto | exact P].
Qed.
Theorem consensus_attracts : total_exponentially_stable on_spheres oja (fun _ => v).
Proof.
  assert (G := rates). split.
  { apply (oja_rests tokens V tau (fun _ => v) (fun _ => lam)); [intro; exact One | | intro; unfold h in G;
    lra].
    intros _. replace (mean (fun _ => v)) with v; [exact Eigen|]. apply inner_ext. intro z.
    apply Rmult_eq_reg_l with (size tokens); [|lra]. rewrite (sum_of_mean tokens ET).
    unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring. }
  set (c := g / h). assert (H0 : 0 < h) by lra. assert (C0 : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  assert (C1 : c < 1) by (apply Rmult_lt_reg_r with h; [lra|]; unfold c, Rdiv; rewrite Rmult_assoc, Rinv_l;
    lra).
  set (b := (1 + c) / 2). set (q := g / (h * b)).
  assert (B : 0 < b < 1) by (unfold b; lra).
  assert (Qb : q * b = c) by (unfold q, c; field; lra).
  assert (Q0 : 0 < q) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  assert (Q1 : q < 1).
  { apply Rmult_lt_reg_r with b; [lra|]. rewrite Qb. unfold b. lra. }
  assert (BB : 0 < 1 - b * b) by (assert (0 < (1 - b) * (1 + b)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (N1 := size_at_least_one tokens ET).
  set (d := (1 - b * b) / size tokens). assert (D0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (Dn : size tokens * d = 1 - b * b) by (unfold d; field; lra).
  assert (D1 : d <= 1).
  { apply Rmult_le_reg_l with (size tokens); [lra|]. rewrite Dn. assert (0 < b * b) by (apply
    Rmult_lt_0_compat; lra). lra. }
  exists d, (sqrt (2 * size tokens)), q. split; [exact D0|]. split; [apply sqrt_pos|]. split; [lra|].
  intros x e O Ed W.
  assert (E0 : 0 <= e).
  { assert (i : Token) by (clear - ET; destruct tokens as [|i T]; [destruct ET; tauto | exact i]).
    exact (Rle_trans _ _ _ (vnorm_nonneg _) (W i)). }
  assert (X := orbit_unit tokens V tau kappa ET Tpos Kpos Norm Small x O).
  assert (Sq : forall (a : U), inner a a = 1 -> inner (vsub a v) (vsub a v) = 2 - 2 * inner v a).
  { intros a A. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, A, One,
      (inner_sym _ a v). ring. }
  assert (Far : forall i, inner (vsub (x 0%nat i) v) (vsub (x 0%nat i) v) <= e * e).
  { intro i. rewrite <- vnorm_square. apply Rmult_le_compat; try apply vnorm_nonneg; apply (W i). }
  assert (EE : e * e <= d * e) by (apply Rmult_le_compat_r; lra).
  assert (E1 : d * e <= d * d) by (apply Rmult_le_compat_l; lra).
  assert (DD : d * d <= d * 1) by (apply Rmult_le_compat_l; lra).
  assert (S0 : spread (x 0%nat) <= size tokens * (e * e)).
  { unfold spread. unfold size. rewrite <- total_scale_r. apply total_le. intro i.
    rewrite off_square, (X 0%nat i) by exact One. specialize (Far i). rewrite (Sq _ (X 0%nat i)) in Far.
    assert (Q := Rle_0_sqr (1 - inner v (x 0%nat i))). unfold Rsqr in Q. lra. }
  assert (Big : size tokens * (e * e) <= 1 - b * b).
  { rewrite <- Dn. apply Rmult_le_compat_l; lra. }
  assert (Part : forall y i, on_spheres y -> 1 - inner v (y i) * inner v (y i) <= spread y).
  { intros y i Y. rewrite <- (Y i), <- off_square by exact One.
    apply (total_at_least tokens (fun i => inner (off v (y i)) (off v (y i)))); [apply ET|].
    intro. apply inner_nonneg. }
  assert (High : forall y, on_spheres y -> (forall i, 0 < inner v (y i)) -> spread y <= 1 - b * b ->
    forall i, b <= inner v (y i)).
  { intros y Y P S i. specialize (Part y i Y). specialize (P i). apply Rnot_lt_le. intro L.
    assert (inner v (y i) * inner v (y i) < b * b) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (Keep : forall k, (forall i, 0 < inner v (x k i)) /\ spread (x k) <= (q ^ k) * (q ^ k) * spread (x
    0%nat)).
  { induction k as [|k [P S]].
    - split; [|simpl; lra]. intro i. specialize (Far i). rewrite (Sq _ (X 0%nat i)) in Far.
      assert (b * b < 1) by lra. assert (0 < b * b) by (apply Rmult_lt_0_compat; lra). lra.
    - assert (Pw := pow_le q k ltac:(lra)). assert (Pw1 : q ^ k <= 1).
      { rewrite <- (pow1 k). apply pow_incr. lra. }
      assert (Pq : q ^ k * q ^ k <= 1 * 1) by (apply Rmult_le_compat; lra).
      assert (S00 : 0 <= spread (x 0%nat)) by (apply total_nonneg; intro; apply inner_nonneg).
      assert (Top : spread (x k) <= 1 - b * b).
      { eapply Rle_trans; [exact S|].
        assert (q ^ k * q ^ k * spread (x 0%nat) <= 1 * 1 * spread (x 0%nat)) by (apply Rmult_le_compat_r;
          auto).
        lra. }
      destruct (spread_shrinks (x k) b (X k) ltac:(lra) (High _ (X k) P Top)) as [P' S'].
      split; [intro i; rewrite (proj2 O); apply P'|].
      replace (spread (x (Datatypes.S k))) with (spread (oja (x k))).
      2: { apply total_ext. intro i. rewrite (proj2 O). reflexivity. }
      eapply Rle_trans; [exact S'|]. fold q. simpl.
      apply Rle_trans with (q * q * (q ^ k * q ^ k * spread (x 0%nat))); [|right; ring].
      apply Rmult_le_compat_l; [apply Rle_0_sqr | exact S]. }
  intros k i. destruct (Keep k) as [P S]. assert (Pt := Part (x k) i (X k)). specialize (P i).
  assert (Pw := pow_le q k ltac:(lra)).
  assert (A : inner v (x k i) <= 1).
  { eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
    rewrite (unit_norm v One), (unit_norm _ (X k i)). lra. }
  assert (AA : inner v (x k i) * inner v (x k i) <= 1 * inner v (x k i)) by (apply Rmult_le_compat_r; lra).
  assert (SS : q ^ k * q ^ k * spread (x 0%nat) <= q ^ k * q ^ k * (size tokens * (e * e))).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | exact S0]. }
  unfold vnorm. rewrite (Sq _ (X k i)).
  rewrite <- (sqrt_square (sqrt (2 * size tokens) * q ^ k * e)).
  - apply sqrt_le_1_alt.
    replace (sqrt (2 * size tokens) * q ^ k * e * (sqrt (2 * size tokens) * q ^ k * e))
      with (sqrt (2 * size tokens) * sqrt (2 * size tokens) * (q ^ k * q ^ k * (e * e))) by ring.
    rewrite sqrt_sqrt by lra. lra.
  - apply Rmult_le_pos; [|exact E0]. apply Rmult_le_pos; [apply sqrt_pos | exact Pw].
Qed.
End Consensus.
