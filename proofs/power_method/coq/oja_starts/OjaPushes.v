(* Along an orbit of the Oja map that ends where no push is left the squared lengths of the pushes have a finite sum:
   the energy times the push is at most the slope, and the fourth root of the energy falls by a multiple of it. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OjaEnergy OjaMap OjaSlope OjaRest OjaOrbits Lengths.
Open Scope R_scope.

Section Pushes.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R) (T : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Hypothesis Frame : forall a, a = vtotal T (fun e => vscale (inner e a) e).
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation n := (size tokens).
Let onorm := operator_norm V kappa Kpos Norm.
(* Where the mean is short, the energy times the length of the push is at most the slope. *)
Lemma energy_below_slope x : units x -> n * vnorm (mean x) <= 1 / 2 ->
  2 * Rabs (energy tokens V x) * vnorm (push_of tokens V x) <= OjaSlope.slope tokens V x.
Proof.
  intros X S. set (s := mean x) in *. set (w := push_of tokens V x).
  assert (En : 2 * Rabs (energy tokens V x) = Rabs (n * inner s w)).
  { rewrite energy_is. fold s w. replace (n * inner s w) with (2 * (n / 2 * inner s w)) by field.
    rewrite (Rabs_mult 2), (Rabs_right 2) by lra. reflexivity. }
  rewrite En. assert (W0 := vnorm_nonneg w).
  set (sigma := fun i => if Rle_dec 0 (inner (x i) w) then 1 else -1).
  assert (Sg : forall i, sigma i * sigma i = 1 /\ 0 <= sigma i * inner (x i) w).
  { intro i. unfold sigma. destruct (Rle_dec 0 (inner (x i) w)); lra. }
  assert (N := signs_near tokens V ET x X sigma Sg). fold s w in N.
  destruct (signs_total tokens sigma) as [k Hk].
  { intro i. unfold sigma. destruct (Rle_dec 0 (inner (x i) w)); auto. }
  rewrite Hk in N. destruct (whole_cases k) as [Z|B].
  - rewrite Z, Rmult_0_l in N. replace (0 - n * inner s w) with (- (n * inner s w)) in N by ring.
    rewrite Rabs_Ropp in N. exact N.
  - assert (C : Rabs (n * inner s w) <= 1 / 2 * vnorm w).
    { rewrite Rabs_mult, (Rabs_right n) by lra. assert (I := inner_le_vnorm s w).
      apply Rle_trans with (n * (vnorm s * vnorm w)); [apply Rmult_le_compat_l; lra|].
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto. }
    assert (L : 1 / 2 * vnorm w <= Rabs (IZR k * vnorm w - n * inner s w)).
    { assert (G := Rabs_triang_inv (IZR k * vnorm w) (n * inner s w)).
      rewrite Rabs_mult, (Rabs_right (vnorm w)) in G by lra.
      assert (1 * vnorm w <= Rabs (IZR k) * vnorm w) by (apply Rmult_le_compat_r; auto). lra. }
    eapply Rle_trans; [|exact N]. apply Rmult_le_compat_r; lra.
Qed.
Context (x0 z : Token -> U).
Let x k := Nat.iter k oja x0.
Hypothesis Start : on_spheres x0.
Hypothesis Z : on_spheres z.
Hypothesis Balanced : mean z = vzero.
Hypothesis Ends : forall eps, 0 < eps -> exists N, forall k, (N <= k)%nat -> apart tokens (x k) z <= eps.
Let E k := energy tokens V (x k).
Let h k := sqrt (sqrt (- E k)).
Let W k := vnorm (push_of tokens V (x k)).
Let q k := total tokens (fun i => inner (vsub (x (S k) i) (x k i)) (vsub (x (S k) i) (x k i))).
Lemma orbit_units k : units (x k).
Proof. exact (iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small x0 k Start). Qed.
Lemma no_push : push_of tokens V z = vzero.
Proof. unfold push_of. rewrite Balanced. apply (adjoint_zero V V Sym). Qed.
Lemma energy_at_end : energy tokens V z = 0.
Proof. rewrite energy_is, no_push, inner_zero_r. ring. Qed.
Let a := (1 - tau * kappa) / (2 * tau).
Lemma a_positive : 0 < a.
Proof. unfold a. apply Rdiv_lt_0_compat; lra. Qed.
Lemma rises k : a * q k <= E (S k) - E k.
Proof.
  apply (energy_rises tokens V tau ET Sym Tpos kappa); auto.
  - intro u. assert (F := form_bounds V kappa Kpos Norm u). apply Rabs_le_between in F. lra.
  - apply orbit_units.
  - exact (oja_is_layer tokens V tau kappa ET Tpos Kpos Norm Small (x k) (orbit_units k)).
Qed.
Lemma q_nonneg k : 0 <= q k.
Proof. apply total_nonneg. intro. apply inner_nonneg. Qed.
Lemma energy_near k : Rabs (E k) <= n * kappa * apart tokens (x k) z.
Proof.
  assert (C := energy_apart tokens V kappa ET Sym Kpos onorm (x k) z (orbit_units k) Z).
  rewrite energy_at_end, Rminus_0_r in C. exact C.
Qed.
Lemma rises_on k j : E k <= E (k + j)%nat.
Proof.
  induction j as [|j IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r. assert (R := rises (k + j)).
  assert (A := a_positive). assert (0 <= a * q (k + j)%nat) by (apply Rmult_le_pos; [lra | apply q_nonneg]). lra.
Qed.
Lemma not_above k : E k <= 0.
Proof.
  apply Rnot_lt_le. intro L. assert (NK : 0 <= n * kappa) by (apply Rmult_le_pos; lra).
  destruct (Ends (E k / (2 * (n * kappa + 1)))) as [N HN]; [apply Rdiv_lt_0_compat; lra|].
  specialize (HN (k + N)%nat ltac:(lia)). assert (C := energy_near (k + N)). assert (R := rises_on k N).
  assert (A := Rle_abs (E (k + N)%nat)).
  assert (n * kappa * apart tokens (x (k + N)%nat) z <= (n * kappa + 1) * (E k / (2 * (n * kappa + 1)))).
  { apply Rmult_le_compat; try lra; apply apart_nonneg. }
  replace ((n * kappa + 1) * (E k / (2 * (n * kappa + 1)))) with (E k / 2) in * by (field; lra). lra.
Qed.
Lemma slope_by_step k : OjaSlope.slope tokens V (x k) <= 4 / (tau * tau) * q k.
Proof. apply (slope_below_step tokens V tau kappa x); auto. Qed.
Lemma fourth e : 0 <= e -> sqrt (sqrt e) ^ 4 = e.
Proof.
  intro P. replace (sqrt (sqrt e) ^ 4) with ((sqrt (sqrt e) * sqrt (sqrt e)) * (sqrt (sqrt e) * sqrt (sqrt e)))
    by ring.
  rewrite !sqrt_sqrt by (try apply sqrt_pos; auto). reflexivity.
Qed.
Lemma h_nonneg k : 0 <= h k. Proof. apply sqrt_pos. Qed.
Lemma h_falls k : h (S k) <= h k.
Proof.
  apply sqrt_le_1_alt, sqrt_le_1_alt. assert (R := rises_on k 1). rewrite Nat.add_1_r in R. lra.
Qed.
(* Near the end the squared push is at most a multiple of what the fourth root of the energy falls by. *)
Lemma pushes_fall : exists M N, 0 < M /\ forall k, (N <= k)%nat -> W k * W k <= M * (h k - h (S k)).
Proof.
  destruct (slope_near_rest tokens V kappa ET Sym Kpos onorm z T Z Frame) as [rho [C [Rp [Cp Loj]]]].
  { intro i. rewrite no_push, !inner_zero_r. ring. }
  assert (A := a_positive). set (b := 4 / (tau * tau)). assert (B0 : 0 < b).
  { unfold b. apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; auto]. }
  set (C' := C * b ^ 2). assert (C'p : 0 < C') by (apply Rmult_lt_0_compat; [auto | apply pow_lt; auto]).
  set (f := a / (4 * sqrt (sqrt C'))).
  assert (fp : 0 < f).
  { apply Rdiv_lt_0_compat; auto. assert (0 < sqrt (sqrt C')) by (apply sqrt_lt_R0, sqrt_lt_R0; auto). lra. }
  destruct (Ends (Rmin rho (/ (2 * n)))) as [N HN].
  { apply Rmin_glb_lt; [exact Rp | apply Rinv_0_lt_compat; lra]. }
  assert (Falls : forall k, (N <= k)%nat -> f * sqrt (q k) <= h k - h (S k)).
  { intros k K. assert (B1 := not_above k). assert (B2 := not_above (S k)). assert (R := rises k).
    apply (fourth_root_falls (- E k) (- E (S k)) (q k) a C'); auto using q_nonneg; try lra.
    assert (L := Loj (x k) (orbit_units k) ltac:(eapply Rle_trans; [apply HN, K | apply Rmin_l])).
    rewrite energy_at_end, Rminus_0_r in L. fold (E k) in L. rewrite Rabs_left1 in L by lra.
    eapply Rle_trans; [exact L|]. unfold C'. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    rewrite <- Rpow_mult_distr. apply pow_incr. split; [apply slope_nonneg, orbit_units | apply slope_by_step]. }
  assert (Far : forall k, (N <= k)%nat -> apart tokens (x k) z <= n / f * h k).
  { intros k K. assert (Go : forall j, apart tokens (x k) z <= apart tokens (x (k + j)%nat)
    z + n / f * (h k - h (k + j)%nat)).
    { induction j as [|j IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r.
      assert (F := Falls (k + j)%nat ltac:(lia)).
      assert (Move : apart tokens (x (k + j)%nat) z <= apart tokens (x (S (k + j))) z + n * sqrt (q (k + j)%nat)).
      { unfold apart, size. rewrite <- total_scale_r, <- total_add. apply total_le. intro i. rewrite Rmult_1_l.
        replace (vsub (x (k + j)%nat i) (z i)) with
          (vadd (vsub (x (S (k + j)) i) (z i)) (vscale (-1) (vsub (x (S (k + j)) i) (x (k + j)%nat i)))).
        - eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
          assert (vnorm (vsub (x (S (k + j)) i) (x (k + j)%nat i)) <= sqrt (q (k + j)%nat)); [|lra].
          apply sqrt_le_1_alt. apply (total_at_least tokens (fun i => inner (vsub (x (S (k + j)) i) (x (k + j)%nat i))
            (vsub (x (S (k + j)) i) (x (k + j)%nat i)))); [apply ET | intro; apply inner_nonneg].
        - apply inner_ext. intro u. unfold vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
          !inner_scale_l. ring. }
      assert (n * sqrt (q (k + j)%nat) <= n / f * (h (k + j)%nat - h (S (k + j)))).
      { replace (n * sqrt (q (k + j)%nat)) with (n / f * (f * sqrt (q (k + j)%nat))) by (field; lra).
        apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | exact F]. }
      lra. }
    apply le_epsilon. intros eps He. destruct (Ends eps He) as [N' HN']. specialize (Go N').
    specialize (HN' (k + N')%nat ltac:(lia)). assert (H := h_nonneg (k + N')).
    assert (0 <= n / f * h (k + N')%nat) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | exact H]).
      lra. }
  set (c1 := kappa * (n / f) + 1). assert (NF : 0 < n / f) by (apply Rdiv_lt_0_compat; lra).
  assert (C1 : 0 < c1) by (assert (0 <= kappa * (n / f)) by (apply Rmult_le_pos; lra); unfold c1; lra).
  exists (c1 * (4 * b / a)), N. split; [apply Rmult_lt_0_compat; [exact C1 | apply Rdiv_lt_0_compat; lra]|].
  intros k K. assert (H0 := h_nonneg k). assert (H1 := h_nonneg (S k)). assert (H2 := h_falls k).
  assert (W0 : 0 <= W k) by apply vnorm_nonneg.
  assert (Wh : W k <= c1 * h k).
  { assert (P := push_apart tokens V kappa ET Sym Kpos onorm (x k) z). rewrite no_push, OjaOrbits.vsub_vzero in P.
    fold (W k) in P.
    specialize (Far k K). assert (kappa * apart tokens (x k) z <= kappa * (n / f * h k))
      by (apply Rmult_le_compat_l; auto).
    unfold c1. lra. }
  assert (Ew : h k ^ 4 * W k <= b * q k).
  { assert (B1 := not_above k). unfold h. rewrite fourth by lra.
    assert (L := energy_below_slope (x k) (orbit_units k)). fold (E k) (W k) in L. rewrite Rabs_left1 in L by lra.
    assert (Sl := slope_by_step k). fold b in Sl. assert (0 <= - E k * W k) by (apply Rmult_le_pos; lra).
    assert (M : n * vnorm (mean (x k)) <= 1 / 2); [|specialize (L M); lra].
    assert (Mm := mean_apart tokens ET (x k) z). rewrite Balanced, OjaOrbits.vsub_vzero in Mm.
    assert (Q := HN k K). assert (Q' := Rmin_r rho (/ (2 * n))).
    apply Rle_trans with (n * / (2 * n)); [apply Rmult_le_compat_l; lra | right; field; lra]. }
  assert (Fall : a * q k <= 4 * h k ^ 3 * (h k - h (S k))).
  { apply Rle_trans with (h k ^ 4 - h (S k) ^ 4).
    - unfold h. rewrite !fourth by (assert (B1 := not_above k); assert (B2 := not_above (S k)); lra).
      assert (R := rises k). lra.
    - set (u := h k) in *. set (v := h (S k)) in *.
      assert (0 <= (u - v) * ((u - v) * (3 * u ^ 2 + 2 * u * v + v ^ 2))); [|lra].
      apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|].
      assert (0 <= u * v) by (apply Rmult_le_pos; auto). assert (Q1 := pow2_ge_0 u). assert (Q2 := pow2_ge_0 v).
        lra. }
  set (u := h k) in *. set (v := h (S k)) in *.
  assert (Half : u * W k <= 4 * b / a * (u - v)).
  { destruct (Req_dec u 0) as [Zu|Nu]; [rewrite Zu in *; assert (v = 0) by lra; rewrite H; lra|].
    assert (Up : 0 < u ^ 3) by (apply pow_lt; lra). apply Rmult_le_reg_l with (u ^ 3); [exact Up|].
    replace (u ^ 3 * (u * W k)) with (u ^ 4 * W k) by ring. eapply Rle_trans; [exact Ew|].
    apply Rmult_le_reg_l with a; [exact A|].
    replace (a * (u ^ 3 * (4 * b / a * (u - v)))) with (b * (4 * u ^ 3 * (u - v))) by (field; lra).
    replace (a * (b * q k)) with (b * (a * q k)) by ring. apply Rmult_le_compat_l; lra. }
  apply Rle_trans with (c1 * (u * W k)).
  - replace (c1 * (u * W k)) with (c1 * u * W k) by ring. apply Rmult_le_compat_r; auto.
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
Qed.
(* The squared pushes have a small sum, from some step on. *)
Theorem pushes_summable eps : 0 < eps -> exists N, forall j, sum_f_R0 (fun i => W (N + i)%nat * W (N + i)%nat)
  j <= eps.
Proof.
  intro He. destruct pushes_fall as [M [N0 [M0 Fall]]]. set (g := eps / M).
    assert (G : 0 < g) by (apply Rdiv_lt_0_compat; auto).
  assert (NK : 0 <= n * kappa) by (apply Rmult_le_pos; lra). assert (G4 : 0 < g ^ 4) by (apply pow_lt, G).
  destruct (Ends (g ^ 4 / (n * kappa + 1))) as [N1 HN]; [apply Rdiv_lt_0_compat; lra|].
  exists (Nat.max N0 N1). set (N := Nat.max N0 N1).
  assert (Hs : h N <= g).
  { unfold h. replace g with (sqrt (sqrt (g ^ 4))).
    - apply sqrt_le_1_alt, sqrt_le_1_alt. assert (C := energy_near N). assert (B := not_above N).
      rewrite Rabs_left1 in C by exact B.
      specialize (HN N ltac:(unfold N; lia)). eapply Rle_trans; [exact C|].
      apply Rle_trans with ((n * kappa + 1) * (g ^ 4 / (n * kappa + 1))); [|right; field; lra].
      apply Rmult_le_compat; try lra; apply apart_nonneg.
    - replace (g ^ 4) with ((g * g) * (g * g)) by ring. rewrite sqrt_square by (apply Rle_0_sqr).
      apply sqrt_square. lra. }
  intro j. apply Rle_trans with (M * (h N - h (S (N + j)))).
  - induction j as [|j IH]; [simpl; rewrite Nat.add_0_r; apply Fall; unfold N; lia|].
    rewrite tech5. assert (F := Fall (N + S j)%nat ltac:(unfold N; lia)). rewrite <- plus_n_Sm in *. lra.
  - assert (P := h_nonneg (S (N + j))). apply Rle_trans with (M * g); [apply Rmult_le_compat_l; lra | right;
    unfold g; field; lra].
Qed.
End Pushes.
