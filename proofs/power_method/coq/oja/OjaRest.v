(* Near a state at rest the energy of the Oja dynamics differs from its value there by at most a constant
   times the power 4/3 of the slope: Lojasiewicz's inequality, by hand. If there is no push the slope is
   compared with the push itself; otherwise V s - lam s is small, and the form of V - lam is at most a
   multiple of its squared image. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OjaEnergy Images OjaSlope.
Open Scope R_scope.

Lemma cube_bound D M m B : 0 <= D <= m -> D <= M * B -> 0 <= M -> 0 <= B -> D ^ 3 <= m * M ^ 2 * B ^ 2.
Proof.
  intros [D0 Dm] H M0 B0. replace (D ^ 3) with (D * (D * D)) by ring.
  replace (m * M ^ 2 * B ^ 2) with (m * ((M * B) * (M * B))) by ring.
  apply Rmult_le_compat; auto; [apply Rmult_le_pos; auto|]. apply Rmult_le_compat; auto.
Qed.

Section Rest.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Local Notation n := (size tokens).
Let n1 : 1 <= n. Proof. assert (H := size_at_least_one tokens ET). lra. Qed.
Context (z : Token -> U) (T : list U).
Hypothesis Z : units z.
Hypothesis Frame : forall a, a = vtotal T (fun e => vscale (inner e a) e).
Let m := n * kappa.
Let m0 : 0 <= m. Proof. unfold m. apply Rmult_le_pos; lra. Qed.
Lemma energy_differs x : units x -> 0 <= Rabs (energy tokens V x - energy tokens V z) <= m.
Proof.
  intro X. split; [apply Rabs_pos|]. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|].
  rewrite Rabs_Ropp. assert (A := energy_bounded tokens V kappa ET Kpos Norm x X). assert (B := energy_bounded tokens V kappa ET Kpos Norm z Z). unfold m. lra.
Qed.
Lemma slope_without_push : push_of tokens V z = vzero -> exists rho C, 0 < rho /\ 0 < C /\
  forall x, units x -> apart tokens x z <= rho ->
  Rabs (energy tokens V x - energy tokens V z) ^ 3 <= C * slope tokens V x ^ 2.
Proof.
  intro Rest. destruct (form_below_image V T Sym Frame) as [C0 [C0p Form]].
  set (M := n * C0). assert (Mp : 0 <= M) by (unfold M; apply Rmult_le_pos; lra).
  assert (MK : 0 <= M * kappa) by (apply Rmult_le_pos; auto).
  assert (mM : 0 <= m * M ^ 2) by (apply Rmult_le_pos; [exact m0 | apply pow2_ge_0]).
  exists (/ (2 * (M * kappa + 1))), (M + m * M ^ 2 + 1).
  split; [apply Rinv_0_lt_compat; lra|]. split; [lra|]. intros x X Near.
  set (w := push_of tokens V x). set (s := mean tokens x). set (B := slope tokens V x).
  assert (B0 : 0 <= B) by exact (slope_nonneg tokens V x X).
  set (o := vnorm w). assert (o0 : 0 <= o) by apply vnorm_nonneg.
  assert (Small : M * o <= 1 / 2).
  { assert (P := push_apart tokens V kappa ET Sym Kpos Norm x z). rewrite Rest in P. fold w in P.
    replace (vsub w vzero) with w in P
      by (apply inner_ext; intro; unfold vsub; rewrite inner_add_l, inner_scale_l, inner_zero_l; ring).
    fold o in P. apply Rle_trans with (M * (kappa * / (2 * (M * kappa + 1)))).
    - apply Rmult_le_compat_l; [auto|]. eapply Rle_trans; [exact P|]. apply Rmult_le_compat_l; auto.
    - apply Rmult_le_reg_r with (2 * (M * kappa + 1)); [lra|].
      replace (M * (kappa * / (2 * (M * kappa + 1))) * (2 * (M * kappa + 1))) with (M * kappa) by (field; lra). lra. }
  assert (Gz : energy tokens V z = 0) by (rewrite energy_is, Rest, inner_zero_r; ring).
  set (G := n * inner s w). set (D := Rabs (energy tokens V x - energy tokens V z)).
  assert (DG : D = Rabs G / 2).
  { unfold D, G. rewrite Gz, energy_is. fold s w. replace (n / 2 * inner s w - 0) with (n * inner s w * / 2) by field.
    rewrite Rabs_mult, (Rabs_right (/ 2)) by lra. reflexivity. }
  assert (GM : Rabs G <= M * (o * o)).
  { unfold G, M, o. rewrite vnorm_square, Rabs_mult, Rabs_right by lra. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra|]. exact (Form s). }
  assert (Dm := energy_differs x X). fold D in Dm.
  set (sigma := fun i => if Rle_dec 0 (inner (x i) w) then 1 else -1).
  assert (Sg : forall i, sigma i = 1 \/ sigma i = -1)
    by (intro i; unfold sigma; destruct Rle_dec; auto).
  assert (Near0 := signs_near tokens V ET x X sigma). fold w s o in Near0. fold G in Near0.
  assert (Hs : Rabs (total tokens sigma * o - G) * o <= B).
  { apply Near0. intro i. unfold sigma, w. fold w. destruct Rle_dec; lra. }
  destruct (signs_total tokens sigma Sg) as [k Hk]. rewrite Hk in Hs.
  assert (P0 := Rabs_pos G).
  destruct (whole_cases k) as [E|E].
  - rewrite E, Rmult_0_l, Rminus_0_l, Rabs_Ropp in Hs. rewrite DG.
    assert (G2 : (Rabs G * o) * (Rabs G * o) <= B * B)
      by (apply Rmult_le_compat; auto; apply Rmult_le_pos; auto).
    assert (G3 : (Rabs G) ^ 3 <= M * (B * B)).
    { replace (Rabs G ^ 3) with (Rabs G * (Rabs G * Rabs G)) by ring.
      apply Rle_trans with (M * (o * o) * (Rabs G * Rabs G)).
      - apply Rmult_le_compat_r; [apply Rmult_le_pos; auto | exact GM].
      - replace (M * (o * o) * (Rabs G * Rabs G)) with (M * ((Rabs G * o) * (Rabs G * o))) by ring.
        apply Rmult_le_compat_l; auto. }
    assert (0 <= M * (B * B)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]).
    assert (0 <= m * M ^ 2 * (B * B)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]).
    assert (0 <= B * B) by (apply Rmult_le_pos; auto).
    replace ((Rabs G / 2) ^ 3) with (Rabs G ^ 3 / 8) by field. lra.
  - assert (Far : o - Rabs G <= Rabs (IZR k * o - G)).
    { assert (A := Rabs_triang_inv (IZR k * o) G). rewrite Rabs_mult, (Rabs_right o) in A by lra.
      assert (1 * o <= Rabs (IZR k) * o) by (apply Rmult_le_compat_r; auto). lra. }
    assert (GS : Rabs G <= o / 2).
    { eapply Rle_trans; [exact GM|]. replace (M * (o * o)) with (M * o * o) by ring.
      assert (M * o * o <= 1 / 2 * o) by (apply Rmult_le_compat_r; auto). lra. }
    assert (OB : o * o / 2 <= B).
    { eapply Rle_trans; [|exact Hs]. replace (o * o / 2) with (o / 2 * o) by field.
      apply Rmult_le_compat_r; lra. }
    assert (DB : D <= M * B).
    { assert (M * (o * o / 2) <= M * B) by (apply Rmult_le_compat_l; auto). lra. }
    assert (Q := cube_bound D M m B Dm DB Mp B0).
    assert (0 <= M * B ^ 2) by (apply Rmult_le_pos; [auto | apply pow2_ge_0]).
    assert (0 <= B ^ 2) by apply pow2_ge_0. lra.
Qed.
(* With a push all tokens at rest are along it, and mu is the mean of their signs. *)
Hypothesis Rest : forall i, inner (z i) (push_of tokens V z) * inner (z i) (push_of tokens V z) = inner (push_of tokens V z) (push_of tokens V z).
Lemma slope_with_push : push_of tokens V z <> vzero -> exists rho C, 0 < rho /\ 0 < C /\
  forall x, units x -> apart tokens x z <= rho ->
  Rabs (energy tokens V x - energy tokens V z) ^ 3 <= C * slope tokens V x ^ 2.
Proof.
  intro Push. set (w0 := push_of tokens V z) in *. set (s0 := mean tokens z). set (o0 := vnorm w0).
  assert (W0 : 0 < inner w0 w0).
  { destruct (inner_nonneg U w0) as [L|E]; [exact L | exfalso; apply Push, inner_definite; auto]. }
  assert (O0 : 0 < o0) by (apply sqrt_lt_R0; exact W0).
  assert (OO : o0 * o0 = inner w0 w0) by apply vnorm_square.
  set (mu := inner s0 w0 / o0).
  assert (Smu : inner s0 w0 = mu * o0) by (unfold mu; field; lra).
  assert (Mu1 : Rabs mu <= 1).
  { assert (A := along_push tokens V ET z Z). fold w0 s0 o0 in A. rewrite Smu, Rabs_mult, (Rabs_right o0) in A by lra.
    apply Rmult_le_reg_r with o0; lra. }
  assert (B0 : slope tokens V z = 0).
  { unfold slope. fold w0. rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|].
    intro i. rewrite (Rest i). ring. }
  assert (Mu0 : mu <> 0).
  { intro E. rewrite E, Rmult_0_l in Smu. assert (A := mean_across tokens V ET z Z). rewrite B0 in A. fold w0 s0 in A.
    rewrite Smu in A. assert (S0 := inner_nonneg U s0).
    assert (S1 : inner s0 s0 = 0).
    { destruct S0 as [L|E0]; [|auto]. exfalso.
      assert (0 < inner s0 s0 * inner w0 w0) by (apply Rmult_lt_0_compat; auto).
      assert (1 * (inner s0 s0 * inner w0 w0) <= n * (inner s0 s0 * inner w0 w0))
        by (apply Rmult_le_compat_r; lra). lra. }
    apply inner_definite in S1. apply Push. unfold w0, push_of. fold s0. rewrite S1.
    exact (adjoint_zero V V Sym). }
  assert (Mup : 0 < Rabs mu) by (apply Rabs_pos_lt; exact Mu0).
  set (lam := o0 / mu). assert (Lm : lam * mu = o0) by (unfold lam; field; exact Mu0).
  set (l := Rabs lam). assert (l0 : 0 <= l) by apply Rabs_pos.
  set (A := fun a => vadd (V a) (vscale (- lam) a)).
  assert (SymA : adjoint A A).
  { intros a b. unfold A. rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r, (Sym a b). ring. }
  destruct (form_below_image A T SymA Frame) as [C0 [C0p Form]].
  set (sigma := fun i => inner (z i) w0 / o0).
  assert (Sg1 : forall i, sigma i * sigma i = 1).
  { intro i. unfold sigma. replace (inner (z i) w0 / o0 * (inner (z i) w0 / o0))
      with (inner (z i) w0 * inner (z i) w0 / (o0 * o0)) by (field; lra).
    rewrite (Rest i), OO. field. lra. }
  assert (St : total tokens sigma = n * mu).
  { unfold sigma, Rdiv. rewrite total_scale_r. unfold s0 in *.
    rewrite <- (sum_of_mean tokens ET z w0). fold s0. unfold mu, s0. field. lra. }
  (* How near: all these are shares of e. *)
  set (e := Rmin (o0 / 2) (Rmin (Rabs mu * o0 / 8) (Rabs mu / (4 * (C0 * (1 + 4 * l / o0) + 1))))).
  assert (LO : 0 <= 4 * l / o0).
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; exact O0]. }
  assert (CL : 0 <= C0 * (1 + 4 * l / o0)) by (apply Rmult_le_pos; lra).
  assert (MO : 0 < Rabs mu * o0) by (apply Rmult_lt_0_compat; auto).
  assert (E0 : 0 < e).
  { unfold e. repeat apply Rmin_glb_lt; try lra. apply Rdiv_lt_0_compat; lra. }
  assert (E1 : e <= o0 / 2) by apply Rmin_l.
  assert (E2 : e <= Rabs mu * o0 / 8) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (E3 : C0 * (e * (1 + 4 * l / o0)) <= Rabs mu / 4).
  { assert (H : e <= Rabs mu / (4 * (C0 * (1 + 4 * l / o0) + 1)))
      by (eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
    set (k := C0 * (1 + 4 * l / o0)) in *.
    replace (C0 * (e * (1 + 4 * l / o0))) with (e * k) by (unfold k; ring).
    apply Rle_trans with (Rabs mu / (4 * (k + 1)) * (k + 1)).
    - apply Rmult_le_compat; lra.
    - right. field. lra. }
  set (L := 4 / Rabs mu * (l + C0 * (l * l)) + 2 * l).
  assert (L0 : 0 <= L).
  { assert (0 <= / Rabs mu) by (left; apply Rinv_0_lt_compat; exact Mup).
    assert (0 <= 4 / Rabs mu * (l + C0 * (l * l))); [|unfold L; lra].
    apply Rmult_le_pos; [unfold Rdiv; lra|].
    assert (0 <= C0 * (l * l)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]). lra. }
  set (M := n / 2 * L * (4 / (o0 * o0))).
  assert (I4 : 0 <= 4 / (o0 * o0)).
  { left. apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; auto]. }
  assert (M0 : 0 <= M).
  { unfold M. apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact I4]. }
  exists (e / (2 * kappa + 1)), (m * M ^ 2 + 1).
  assert (mM : 0 <= m * M ^ 2) by (apply Rmult_le_pos; [exact m0 | apply pow2_ge_0]).
  split; [apply Rdiv_lt_0_compat; lra|]. split; [lra|]. intros x X Near.
  set (w := push_of tokens V x). set (s := mean tokens x). set (B := slope tokens V x). set (o := vnorm w).
  assert (Bp : 0 <= B) by exact (slope_nonneg tokens V x X).
  assert (Dm := energy_differs x X). set (D := Rabs (energy tokens V x - energy tokens V z)) in *.
  assert (NearE : 2 * kappa * apart tokens x z <= e).
  { assert (H := Rmult_le_compat_l (2 * kappa + 1) _ _ ltac:(lra) Near).
    replace ((2 * kappa + 1) * (e / (2 * kappa + 1))) with e in H by (field; lra).
    assert (P := apart_nonneg tokens x z). lra. }
  assert (KA : 0 <= kappa * apart tokens x z) by (apply Rmult_le_pos; [auto | apply apart_nonneg]).
  assert (Wn : vnorm (vsub w w0) <= kappa * apart tokens x z) by exact (push_apart tokens V kappa ET Sym Kpos Norm x z).
  assert (On : Rabs (o - o0) <= e) by (eapply Rle_trans; [apply vnorm_gap|]; lra).
  assert (On' := On). apply Rabs_le_between in On'.
  assert (Op : o0 / 2 <= o) by lra.
  assert (Signs : forall i, sigma i * sigma i = 1 /\ 0 <= sigma i * inner (x i) w).
  { intro i. split; [apply Sg1|].
    assert (Cn : Rabs (inner (x i) w - inner (z i) w0) <= e).
    { replace (inner (x i) w - inner (z i) w0) with (inner (vsub (x i) (z i)) w + inner (z i) (vsub w w0))
        by (unfold vsub; rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r; ring).
      eapply Rle_trans; [apply Rabs_triang|].
      assert (P := inner_le_vnorm (vsub (x i) (z i)) w). assert (Q := inner_le_vnorm (z i) (vsub w w0)).
      rewrite (unit_vnorm (z i) (Z i)) in Q. assert (F := push_norm tokens V kappa ET Kpos Norm x X). fold w in F.
      assert (vnorm (vsub (x i) (z i)) * vnorm w <= apart tokens x z * kappa)
        by (apply Rmult_le_compat; auto using vnorm_nonneg, token_apart). lra. }
    assert (Cz : inner (z i) w0 = sigma i * o0) by (unfold sigma; field; lra).
    rewrite Cz in Cn. apply Rabs_le_between in Cn. specialize (Sg1 i).
    assert (Cases : sigma i = 1 \/ sigma i = -1).
    { assert (H : (sigma i - 1) * (sigma i + 1) = 0) by lra.
      apply Rmult_integral in H. destruct H; [left | right]; lra. }
    destruct Cases as [E|E]; rewrite E in *; lra. }
  assert (Sn := signs_near tokens V ET x X sigma Signs). fold w s o B in Sn. rewrite St in Sn.
  set (g := inner s w / o). assert (Gs : inner s w = g * o) by (unfold g; field; lra).
  set (t := inner s s - g * g).
  assert (Wo : inner w w = o * o) by (symmetry; apply vnorm_square).
  set (q := B / (o * o)). assert (Opp : 0 < o * o) by (apply Rmult_lt_0_compat; lra).
  assert (Bq : B = q * (o * o)) by (unfold q; field; lra).
  assert (Tq : n * t <= q).
  { assert (H := mean_across tokens V ET x X). fold s w B in H. rewrite Gs, Wo, Bq in H.
    apply Rmult_le_reg_r with (o * o); [auto|].
    replace (n * t * (o * o)) with (n * (inner s s * (o * o) - g * o * (g * o))) by (unfold t; ring). exact H. }
  assert (T0 : 0 <= t).
  { assert (H := cauchy_schwarz s w). rewrite Gs, Wo in H.
    apply Rmult_le_reg_r with (o * o); [auto|]. unfold t. lra. }
  assert (T1 : t <= q) by (assert (1 * t <= n * t) by (apply Rmult_le_compat_r; lra); lra).
  assert (Gq : Rabs (g - mu) <= q).
  { apply Rmult_le_reg_r with (o * o); [auto|]. rewrite <- Bq.
    apply Rle_trans with (Rabs (n * mu * o - n * inner s w) * o); [|exact Sn]. rewrite Gs.
    replace (n * mu * o - n * (g * o)) with (n * o * (mu - g)) by ring.
    assert (no : 0 < n * o) by (apply Rmult_lt_0_compat; lra).
    rewrite Rabs_mult, (Rabs_right (n * o)), Rabs_minus_sym by lra. assert (P := Rabs_pos (mu - g)).
    assert (0 <= (n - 1) * (Rabs (mu - g) * (o * o)))
      by (repeat apply Rmult_le_pos; lra). lra. }
  assert (Ge : Rabs (g - mu) <= 4 * e / o0).
  { assert (H := product_apart tokens V kappa ET Sym Kpos Norm x z X Z). fold w w0 s s0 in H. rewrite Gs, Smu in H.
    replace (g * o - mu * o0) with ((g - mu) * o + mu * (o - o0)) in H by ring.
    assert (H1 := Rabs_triang_inv ((g - mu) * o) (- (mu * (o - o0)))).
    replace ((g - mu) * o - - (mu * (o - o0))) with ((g - mu) * o + mu * (o - o0)) in H1 by ring.
    rewrite Rabs_Ropp, !Rabs_mult, (Rabs_right o) in H1 by lra.
    assert (Rabs mu * Rabs (o - o0) <= 1 * e) by (apply Rmult_le_compat; auto using Rabs_pos).
    assert (P := Rabs_pos (g - mu)).
    assert (Rabs (g - mu) * (o0 / 2) <= Rabs (g - mu) * o) by (apply Rmult_le_compat_l; auto).
    apply Rmult_le_reg_r with (o0 / 2); [lra|].
    replace (4 * e / o0 * (o0 / 2)) with (2 * e) by (field; lra). lra. }
  assert (Gmu : Rabs mu / 2 <= Rabs g).
  { assert (H := Rabs_triang_inv mu g). rewrite Rabs_minus_sym in H.
    assert (4 * e / o0 <= Rabs mu / 2).
    { apply Rmult_le_reg_r with o0; [auto|]. replace (4 * e / o0 * o0) with (4 * e) by (field; lra). lra. }
    assert (Hm := Rabs_minus_sym mu g). lra. }
  assert (G1 : Rabs g <= 1).
  { assert (H := along_push tokens V ET x X). fold w s o in H. rewrite Gs, Rabs_mult, (Rabs_right o) in H by lra.
    apply Rmult_le_reg_r with o; lra. }
  set (d := o - lam * g).
  assert (De : Rabs d <= e * (1 + 4 * l / o0)).
  { unfold d. replace (o - lam * g) with ((o - o0) + - (lam * (g - mu))) by (rewrite <- Lm; ring).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, Rabs_mult. fold l.
    assert (l * Rabs (g - mu) <= l * (4 * e / o0)) by (apply Rmult_le_compat_l; auto).
    replace (e * (1 + 4 * l / o0)) with (e + l * (4 * e / o0)) by (field; lra). lra. }
  assert (Fs := Form s).
  assert (As : inner s (A s) = g * d - lam * t).
  { unfold A. rewrite inner_add_r, inner_scale_r. change (V s) with w. rewrite Gs. unfold t, d. ring. }
  assert (AA : inner (A s) (A s) = d * d + lam * lam * t).
  { unfold A. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r. change (V s) with w.
    rewrite (inner_sym _ w s), Gs, Wo. unfold t, d. ring. }
  rewrite As, AA in Fs.
  assert (Ll : lam * lam = l * l) by (unfold l; rewrite <- Rabs_mult; symmetry; apply Rabs_right, Rle_ge, Rle_0_sqr).
  assert (Dd : d * d = Rabs d * Rabs d) by (rewrite <- Rabs_mult; symmetry; apply Rabs_right, Rle_ge, Rle_0_sqr).
  assert (Dt : Rabs mu / 4 * Rabs d <= (l + C0 * (l * l)) * t).
  { assert (H := Rabs_triang_inv (g * d) (lam * t)).
    rewrite !Rabs_mult, (Rabs_right t) in H by lra. fold l in H.
    assert (P := Rabs_pos d).
    assert (Rabs mu / 2 * Rabs d <= Rabs g * Rabs d) by (apply Rmult_le_compat_r; auto).
    assert (C0 * Rabs d <= Rabs mu / 4).
    { eapply Rle_trans; [|exact E3]. apply Rmult_le_compat_l; auto. }
    assert (C0 * Rabs d * Rabs d <= Rabs mu / 4 * Rabs d) by (apply Rmult_le_compat_r; auto).
    rewrite Dd, Ll in Fs. lra. }
  assert (Lt : 0 <= l + C0 * (l * l)).
  { assert (0 <= C0 * (l * l)) by (apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]). lra. }
  assert (Dq : Rabs d <= 4 / Rabs mu * (l + C0 * (l * l)) * q).
  { apply Rmult_le_reg_l with (Rabs mu / 4); [lra|]. eapply Rle_trans; [exact Dt|].
    replace (Rabs mu / 4 * (4 / Rabs mu * (l + C0 * (l * l)) * q)) with ((l + C0 * (l * l)) * q)
      by (field; lra). apply Rmult_le_compat_l; auto. }
  assert (q0 : 0 <= q) by lra.
  assert (GL : Rabs (g * o - mu * o0) <= L * q).
  { replace (g * o - mu * o0) with (g * d + lam * ((g - mu) * (g + mu))).
    2: { unfold d. rewrite <- Lm. ring. }
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult. fold l.
    assert (Rabs (g + mu) <= 2) by (eapply Rle_trans; [apply Rabs_triang | lra]).
    assert (Rabs g * Rabs d <= 1 * Rabs d) by (apply Rmult_le_compat_r; [apply Rabs_pos | auto]).
    assert (Rabs (g - mu) * Rabs (g + mu) <= q * 2) by (apply Rmult_le_compat; auto using Rabs_pos).
    assert (l * (Rabs (g - mu) * Rabs (g + mu)) <= l * (q * 2)) by (apply Rmult_le_compat_l; auto).
    unfold L. lra. }
  assert (qB : q <= 4 / (o0 * o0) * B).
  { unfold q, Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_r; [auto|].
    replace (4 * / (o0 * o0)) with (/ (o0 / 2 * (o0 / 2))) by (field; lra).
    apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra|]. apply Rmult_le_compat; lra. }
  assert (DB : D <= M * B).
  { unfold D. rewrite !energy_is, <- Rmult_minus_distr_l, Rabs_mult, Rabs_right by lra.
    fold w w0 s s0. rewrite Gs, Smu. unfold M.
    replace (n / 2 * L * (4 / (o0 * o0)) * B) with (n / 2 * (L * (4 / (o0 * o0) * B))) by ring.
    apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact GL|]. apply Rmult_le_compat_l; auto. }
  assert (Q := cube_bound D M m B Dm DB M0 Bp). assert (0 <= B ^ 2) by apply pow2_ge_0. lra.
Qed.
Theorem slope_near_rest : exists rho C, 0 < rho /\ 0 < C /\
  forall x, units x -> apart tokens x z <= rho ->
  Rabs (energy tokens V x - energy tokens V z) ^ 3 <= C * slope tokens V x ^ 2.
Proof.
  destruct (Req_dec (inner (push_of tokens V z) (push_of tokens V z)) 0) as [E|E].
  - apply slope_without_push, inner_definite, E.
  - apply slope_with_push. intro P. apply E. rewrite P. apply inner_zero_l.
Qed.
End Rest.
