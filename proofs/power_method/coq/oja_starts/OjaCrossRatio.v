(* Distinct tokens of an orbit of the Oja map never come to two opposite pairs at which no push is left: the product
   of the distances within the pairs, beside that of two distances across, falls by no more than the squared
     pushes. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet NullSets OjaEnergy OjaMap OjaSlope OjaPushes.
Open Scope R_scope.

Definition square_distance {U : inner_product_space} (a b : U) := inner (vsub a b) (vsub a b).

(* Two unit tokens that a common push w moves and that are then normalised. *)
Section Pair.
Context {U : inner_product_space} (x y w : U) (low W : R).
Hypothesis X : inner x x = 1.
Hypothesis Y : inner y y = 1.
Let a := vadd x w.
Let b := vadd y w.
Hypothesis Lpos : 0 < low.
Hypothesis La : low <= vnorm a.
Hypothesis Lb : low <= vnorm b.
Hypothesis Push : vnorm w <= W.
Hypothesis Lengths : inner a a - inner b b = 2 * inner w (vsub x y).
Hypothesis Distance : forall a b : U, 0 < inner a a -> 0 < inner b b ->
  square_distance (vscale (/ vnorm a) a) (vscale (/ vnorm b) b) = (square_distance a b - (vnorm a - vnorm b) ^ 2) / (vnorm a * vnorm b).
Let D := square_distance x y.
Let D' := square_distance (vscale (/ vnorm a) a) (vscale (/ vnorm b) b).
Lemma lengths_differ : (vnorm a - vnorm b) * (vnorm a + vnorm b) = 2 * inner w (vsub x y).
Proof. rewrite <- Lengths, <- !vnorm_square. ring. Qed.
Lemma next_distance : D' * (vnorm a * vnorm b) = D - (vnorm a - vnorm b) * (vnorm a - vnorm b).
Proof.
  unfold D'. rewrite Distance by (rewrite <- vnorm_square; apply Rmult_lt_0_compat; lra).
  unfold D, square_distance. replace (vsub a b) with (vsub x y) by (unfold a, b; vector_sums). field. lra.
Qed.
Lemma distance_nonneg : 0 <= D. Proof. apply inner_nonneg. Qed.
Lemma not_farther : D' * (vnorm a * vnorm b) <= D.
Proof. rewrite next_distance. assert (Q := Rle_0_sqr (vnorm a - vnorm b)). unfold Rsqr in Q. lra. Qed.
Lemma little_nearer : (1 - W * W / (low * low)) * D <= D' * (vnorm a * vnorm b).
Proof.
  rewrite next_distance. set (e := vnorm a - vnorm b). assert (L := lengths_differ). fold e in L.
  assert (C := cauchy_schwarz w (vsub x y)). fold (square_distance x y) in C. fold D in C.
  assert (D0 := distance_nonneg). assert (W0 := vnorm_nonneg w). assert (Wq := vnorm_square w).
  assert (WW : inner w w <= W * W) by (rewrite <- Wq; apply Rmult_le_compat; auto).
  assert (LL : 0 < low * low) by (apply Rmult_lt_0_compat; auto).
  assert (H : e * e * (low * low) <= W * W * D).
  { assert (E1 : 4 * (e * e * (low * low)) <= (e * (vnorm a + vnorm b)) * (e * (vnorm a + vnorm b))).
    { replace ((e * (vnorm a + vnorm b)) * (e * (vnorm a + vnorm b))) with (e * e * ((vnorm a + vnorm b)
      * (vnorm a + vnorm b))) by ring.
      replace (4 * (e * e * (low * low))) with (e * e * (2 * low * (2 * low))) by ring.
      apply Rmult_le_compat_l; [apply Rle_0_sqr | apply Rmult_le_compat; lra]. }
    rewrite L in E1. assert (inner w w * D <= W * W * D) by (apply Rmult_le_compat_r; auto). lra. }
  assert (e * e <= W * W / (low * low) * D); [|lra].
  apply Rmult_le_reg_r with (low * low); [exact LL|].
  replace (W * W / (low * low) * D * (low * low)) with (W * W * D) by (field; lra). exact H.
Qed.
(* Distinct tokens stay distinct, as the push is shorter than a token. *)
Lemma stay_distinct : vnorm w < 1 -> 0 < D -> 0 < D'.
Proof.
  intros Short Dp. destruct (inner_nonneg U (vsub (vscale (/ vnorm a) a) (vscale (/ vnorm b) b))) as [P|Zero];
    [exact P|].
  exfalso. symmetry in Zero. assert (N := next_distance). unfold D', square_distance in N.
    rewrite Zero, Rmult_0_l in N.
  apply inner_definite in Zero. set (c := vscale (/ vnorm a) a) in *.
  assert (Ca : a = vscale (vnorm a) c) by (unfold c; rewrite vscale_vscale, Rinv_r, vscale_one; [reflexivity | lra]).
  assert (Cb : b = vscale (vnorm b) c).
  { transitivity (vscale (vnorm b) (vscale (/ vnorm b) b)); [rewrite vscale_vscale, Rinv_r, vscale_one;
    [reflexivity | lra]|].
    f_equal. apply inner_ext. intro q. assert (H := f_equal (fun v => inner v q) Zero). cbv beta in H.
    unfold vsub in H. rewrite inner_add_l, inner_scale_l, inner_zero_l in H. lra. }
  assert (Cc : inner c c = 1).
  { unfold c. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra. }
  set (ra := vnorm a) in *. set (rb := vnorm b) in *. set (t := inner c w).
  assert (Wq := vnorm_square w). assert (W1 : inner w w < 1).
  { rewrite <- Wq. assert (W0 := vnorm_nonneg w). assert (vnorm w * vnorm w <= vnorm w * 1)
    by (apply Rmult_le_compat_l; lra). lra. }
  assert (Qa : ra * ra - 2 * ra * t + inner w w = 1).
  { rewrite <- X. replace x with (vsub (vscale ra c) w) by (rewrite <- Ca; unfold a; vector_sums).
    unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Cc, (inner_sym _ w c). fold t.
      ring. }
  assert (Qb : rb * rb - 2 * rb * t + inner w w = 1).
  { rewrite <- Y. replace y with (vsub (vscale rb c) w) by (rewrite <- Cb; unfold b; vector_sums).
    unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Cc, (inner_sym _ w c). fold t.
      ring. }
  assert (F : (ra - rb) * (ra + rb - 2 * t) = 0) by lra.
  destruct (Rmult_integral _ _ F) as [E|E].
  - rewrite E in N. lra.
  - assert (ra * rb = inner w w - 1) by (replace rb with (2 * t - ra) by lra; lra).
    assert (0 < ra * rb) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
End Pair.

Section Orbit.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R) (T : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Hypothesis Frame : forall a, a = vtotal T (fun e => vscale (inner e a) e).
Hypothesis Lengths : forall x y w : U, inner x x = 1 -> inner y y = 1 ->
  inner (vadd x (vscale tau w)) (vadd x (vscale tau w)) - inner (vadd y (vscale tau w)) (vadd y (vscale tau w)) = 2 * tau * inner w (vsub x y).
Hypothesis Distance : forall a b : U, 0 < inner a a -> 0 < inner b b ->
  square_distance (vscale (/ vnorm a) a) (vscale (/ vnorm b) b) = (square_distance a b - (vnorm a - vnorm b) ^ 2) / (vnorm a * vnorm b).
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).
Context (x0 z : Token -> U).
Let x k := Nat.iter k oja x0.
Hypothesis Start : on_spheres x0.
Hypothesis Z : on_spheres z.
Hypothesis Balanced : mean z = vzero.
Hypothesis Ends : forall eps, 0 < eps -> exists N, forall k, (N <= k)%nat -> apart tokens (x k) z <= eps.
Context (i j k l : Token).
Hypothesis Distinct : forall a b, a <> b -> 0 < square_distance (x0 a) (x0 b).
Hypothesis Ij : i <> j.
Hypothesis Kl : k <> l.
Let low := 1 - tau * kappa.
Let w t := vscale tau (V (mean (x t))).
Let W t := vnorm (push_of tokens V (x t)).
Let D t a b := square_distance (x t a) (x t b).
Let eta t := tau * W t * (tau * W t) / (low * low).
Let Unit t : on_spheres (x t) := iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small x0 t Start.
Lemma low_above : 0 < low. Proof. unfold low. lra. Qed.
Lemma w_length t : vnorm (w t) = tau * W t.
Proof. unfold w. rewrite vnorm_scale, Rabs_right by lra. reflexivity. Qed.
Lemma w_short t : vnorm (w t) < 1.
Proof.
  rewrite w_length. assert (M := mean_norm tokens ET (x t) (Unit t)).
  assert (O := operator_norm V kappa Kpos Norm (mean (x t))). fold (push_of tokens V (x t)) in O. fold (W t) in O.
  assert (kappa * vnorm (mean (x t)) <= kappa * 1) by (apply Rmult_le_compat_l; auto).
  assert (tau * W t <= tau * kappa) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma long t a : low <= vnorm (vadd (x t a) (w t)).
Proof. apply (pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small (x t) a (Unit t)). Qed.
Lemma longer t a b : inner (vadd (x t a) (w t)) (vadd (x t a) (w t)) - inner (vadd (x t b) (w t)) (vadd (x t b) (w t)) =
  2 * inner (w t) (vsub (x t a) (x t b)).
Proof. unfold w. rewrite (Lengths (x t a) (x t b) _ (Unit t a) (Unit t b)), inner_scale_l. ring. Qed.
Lemma always_distinct a b : a <> b -> forall t, 0 < D t a b.
Proof.
  intros Ne t. induction t as [|t IH]; [exact (Distinct a b Ne)|].
  exact (stay_distinct (x t a) (x t b) (w t) low (Unit t a) (Unit t b) low_above (long t a) (long t b) Distance (w_short t)
    IH).
Qed.
Let A t := D t i j * D t k l.
Let B t := D t i k * D t j l.
(* The ratio of A to B falls by a factor of (1 - eta)^2 at most. *)
Lemma ratio_step t c : 0 <= c -> 0 <= eta t <= 1 -> c * B t <= A t -> c * (1 - 2 * eta t) * B (S t) <= A (S t).
Proof.
  intros C0 E H. assert (L := low_above). set (r := fun a => vnorm (vadd (x t a) (w t))).
  assert (R0 : forall a, 0 < r a) by (intro a; assert (Q := long t a); unfold r; lra).
  assert (D0 : forall s a b, 0 <= D s a b) by (intros; apply inner_nonneg).
  assert (Up : forall a b, D (S t) a b * (r a * r b) <= D t a b).
  { intros a b. exact (not_farther (x t a) (x t b) (w t) low L (long t a) (long t b) Distance). }
  assert (Lo : forall a b, (1 - eta t) * D t a b <= D (S t) a b * (r a * r b)).
  { intros a b. exact (little_nearer (x t a) (x t b) (w t) low (tau * W t) L (long t a) (long t b) (Req_le _ _ (w_length t))
    (longer t a b) Distance). }
  set (R := r i * r j * (r k * r l)). assert (Rp : 0 < R) by (unfold R; repeat apply Rmult_lt_0_compat; apply R0).
  assert (P2 : forall a b, 0 <= r a * r b) by (intros a b; left; apply Rmult_lt_0_compat; apply R0).
  assert (Ub : B (S t) * R <= B t).
  { unfold B, R. replace (D (S t) i k * D (S t) j l * (r i * r j * (r k * r l))) with
      (D (S t) i k * (r i * r k) * (D (S t) j l * (r j * r l))) by ring.
    apply Rmult_le_compat; try apply Rmult_le_pos; auto. }
  assert (La : (1 - eta t) * (1 - eta t) * A t <= A (S t) * R).
  { unfold A, R. replace (D (S t) i j * D (S t) k l * (r i * r j * (r k * r l))) with
      (D (S t) i j * (r i * r j) * (D (S t) k l * (r k * r l))) by ring.
    replace ((1 - eta t) * (1 - eta t) * (D t i j * D t k l)) with ((1 - eta t) * D t i j * ((1 - eta t)
      * D t k l)) by ring.
    apply Rmult_le_compat; auto; apply Rmult_le_pos; auto; lra. }
  assert (B0 : 0 <= B (S t)) by (unfold B; apply Rmult_le_pos; auto).
  assert (A0 : 0 <= A t) by (unfold A; apply Rmult_le_pos; auto).
  apply Rmult_le_reg_r with R; [exact Rp|].
  assert (Sq : 1 - 2 * eta t <= (1 - eta t) * (1 - eta t)) by (assert (Q := Rle_0_sqr (eta t)); unfold Rsqr in Q;
    lra).
  destruct (Rle_lt_dec (1 - 2 * eta t) 0) as [Neg|Pos].
  - apply Rle_trans with 0.
    + assert (0 <= c * B (S t) * R) by (apply Rmult_le_pos; [apply Rmult_le_pos; auto | lra]).
      assert (0 <= - (1 - 2 * eta t) * (c * B (S t) * R)) by (apply Rmult_le_pos; lra). lra.
    + apply Rmult_le_pos; [|lra]. unfold A. apply Rmult_le_pos; auto.
  - apply Rle_trans with ((1 - 2 * eta t) * A t).
    + replace (c * (1 - 2 * eta t) * B (S t) * R) with ((1 - 2 * eta t) * (c * (B (S t) * R))) by ring.
      apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [|exact H]. apply Rmult_le_compat_l; auto.
    + eapply Rle_trans; [|exact La]. apply Rmult_le_compat_r; auto.
Qed.
Theorem pairs_not_reached : ~ (z i = z j /\ z k = z l /\ 0 < square_distance (z i) (z k) * square_distance (z j)
  (z l)).
Proof.
  intros [Zij [Zkl Far]]. assert (L := low_above). assert (LL : 0 < low * low) by (apply Rmult_lt_0_compat; auto).
  assert (TT : 0 < tau * tau) by (apply Rmult_lt_0_compat; auto).
  destruct (pushes_summable tokens V tau kappa T ET Sym Tpos Kpos Norm Small Frame x0 z Start Z Balanced Ends
    (low * low / (tau * tau) / 4)) as [N Sum].
  { apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat; auto | lra]. }
  fold x in Sum. assert (E0 : forall t, 0 <= eta t).
  { intro t. unfold eta. apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat, LL]. }
  assert (Etas : forall m, sum_f_R0 (fun s => eta (N + s)%nat) m <= 1 / 4).
  { intro m. specialize (Sum m).
    rewrite (sum_eq _ (fun s => tau * tau / (low * low) * (W (N + s)%nat * W (N + s)%nat))) by (intros; unfold eta;
      field; lra).
    rewrite scaled_sum.
    apply Rle_trans with (tau * tau / (low * low) * (low * low / (tau * tau) / 4)); [|right; field; lra].
    apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; auto | exact Sum]. }
  assert (D4 : forall t a b, D t a b <= 4).
  { intros t a b. unfold D, square_distance, vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
      (Unit t a), (Unit t b), (inner_sym _ (x t b) (x t a)). assert (I := inner_le_vnorm (x t a) (x t b)).
    rewrite (unit_norm _ (Unit t a)), (unit_norm _ (Unit t b)) in I. apply Rabs_le_between in I. lra. }
  assert (D0 : forall t a b, 0 <= D t a b) by (intros; apply inner_nonneg).
  assert (A0 : 0 < A N) by (apply Rmult_lt_0_compat; apply always_distinct; auto).
  set (c := A N / 16). assert (C0 : 0 < c) by (unfold c; lra).
  (* From N on the ratio is at least c (1 - 2 the sum of the eta). *)
  assert (Ratio : forall m, c * (1 - 2 * sum_f_R0 (fun s => eta (N + s)%nat) m) * B (S (N + m)) <= A (S (N + m))).
  { assert (First : c * B N <= A N).
    { assert (B N <= 4 * 4) by (apply Rmult_le_compat; auto). unfold c.
      assert (A N / 16 * B N <= A N / 16 * (4 * 4)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (B0 : forall t, 0 <= B t) by (intro; apply Rmult_le_pos; auto).
    assert (Each : forall m, eta (N + m)%nat <= 1 / 4).
    { intro m. eapply Rle_trans; [|apply (Etas m)]. destruct m as [|m]; [simpl; lra|]. rewrite tech5.
      assert (0 <= sum_f_R0 (fun s => eta (N + s)%nat) m) by (apply cond_pos_sum; intro; apply E0). lra. }
    induction m as [|m IH].
    - simpl. rewrite Nat.add_0_r. apply ratio_step; auto; [lra|]. split; [apply E0|]. specialize (Each O).
      rewrite Nat.add_0_r in Each. lra.
    - rewrite tech5. set (s := sum_f_R0 (fun s => eta (N + s)%nat) m) in *. assert (Sm := Etas m). fold s in Sm.
      assert (S0 : 0 <= s) by (apply cond_pos_sum; intro; apply E0).
      assert (G := ratio_step (S (N + m)) (c * (1 - 2 * s))). assert (Em := Each (S m)).
        assert (Ep := E0 (N + S m)%nat).
      rewrite <- plus_n_Sm in *. specialize (G ltac:(apply Rmult_le_pos; lra) ltac:(lra) IH).
      eapply Rle_trans; [|exact G]. apply Rmult_le_compat_r; [apply B0|]. rewrite Rmult_assoc.
        apply Rmult_le_compat_l; [lra|].
      assert (0 <= s * eta (S (N + m))) by (apply Rmult_le_pos; auto). lra. }
  (* In the end A is small, and B is not. *)
  set (f := square_distance (z i) (z k) * square_distance (z j) (z l)) in *.
  assert (Lip : forall t a b, Rabs (D t a b - square_distance (z a) (z b)) <= 4 * (2 * apart tokens (x t) z)).
  { intros t a b. set (p := vsub (x t a) (x t b)). set (q := vsub (z a) (z b)).
    assert (E : D t a b - square_distance (z a) (z b) = inner (vadd p q) (vsub p q)).
    { unfold D, square_distance. fold p q. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_r,
      (inner_sym _ q p). ring. }
    rewrite E. eapply Rle_trans; [apply inner_le_vnorm|].
    assert (P2 : vnorm p <= 2) by (unfold p; eapply Rle_trans; [apply vnorm_sub|];
      rewrite !(unit_norm _ (Unit t _)); lra).
    assert (Q2 : vnorm q <= 2) by (unfold q; eapply Rle_trans; [apply vnorm_sub|]; rewrite !(unit_norm _ (Z _)); lra).
    apply Rmult_le_compat; try apply vnorm_nonneg; [eapply Rle_trans; [apply vnorm_add | lra]|].
    replace (vsub p q) with (vsub (vsub (x t a) (z a)) (vsub (x t b) (z b))) by (unfold p, q; vector_sums).
    eapply Rle_trans; [apply vnorm_sub|]. assert (Ga := token_apart tokens ET (x t) z a).
    assert (Gb := token_apart tokens ET (x t) z b). lra. }
  set (g := Rmin 1 (c * f / 1000)).
  assert (G0 : 0 < g) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; auto | lra]]).
  assert (Fd : forall a b, 0 <= square_distance (z a) (z b) <= 4).
  { intros a b. split; [apply inner_nonneg|]. unfold square_distance, vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (Z a), (Z b), (inner_sym _ (z b) (z a)).
    assert (I := inner_le_vnorm (z a) (z b)). rewrite (unit_norm _ (Z a)), (unit_norm _ (Z b)) in I.
    apply Rabs_le_between in I. lra. }
  set (e := Rmin g (f / 1000)). assert (Ep : 0 < e) by (apply Rmin_glb_lt; [exact G0 | lra]).
  destruct (Ends e Ep) as [N' HN]. set (t := S (N + N')). specialize (HN t ltac:(unfold t; lia)).
  assert (Rt := Ratio N'). fold t in Rt. assert (Et := Etas N').
  assert (Near : forall a b, Rabs (D t a b - square_distance (z a) (z b)) <= 8 * e).
  { intros a b. eapply Rle_trans; [apply Lip|]. lra. }
  assert (Same : forall a b, z a = z b -> square_distance (z a) (z b) = 0).
  { intros a b Eq. unfold square_distance. rewrite Eq. unfold vsub. rewrite vadd_opposite. apply inner_zero_l. }
  assert (At : A t <= 8 * e * 4).
  { unfold A. apply Rmult_le_compat; auto. assert (Q := Near i j). rewrite (Same i j Zij), Rminus_0_r in Q.
    eapply Rle_trans; [apply Rle_abs | exact Q]. }
  assert (Bt : f / 2 <= B t).
  { assert (Q1 := Near i k). assert (Q2 := Near j l). apply Rabs_le_between in Q1. apply Rabs_le_between in Q2.
    assert (F1 := Fd i k). assert (F2 := Fd j l). assert (e <= f / 1000) by apply Rmin_r.
    unfold B, f in *. set (u := square_distance (z i) (z k)) in *. set (v := square_distance (z j) (z l)) in *.
    set (u' := D t i k) in *. set (v' := D t j l) in *. assert (U0 : 0 <= u') by apply D0.
      assert (V4 : v' <= 4) by apply D4.
    assert (0 <= (u' - u + 8 * e) * v') by (apply Rmult_le_pos; [lra | apply D0]).
    assert (0 <= u * (v' - v + 8 * e)) by (apply Rmult_le_pos; lra).
    assert (0 <= e * (4 - v')) by (apply Rmult_le_pos; lra). assert (0 <= e * (4 - u)) by (apply Rmult_le_pos;
      lra). lra. }
  assert (Half : c * (1 / 2) * (f / 2) <= c * (1 - 2 * sum_f_R0 (fun s => eta (N + s)%nat) N') * B t).
  { apply Rmult_le_compat; try lra. apply Rmult_le_compat_l; lra. }
  assert (e <= c * f / 1000) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_r]).
  assert (0 < c * f) by (apply Rmult_lt_0_compat; auto). lra.
Qed.
End Orbit.
