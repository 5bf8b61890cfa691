(* A step of the Oja map with tau |V| < 1 neither parts states nor brings near states together by more than a factor:
   its derivative is one to one at every state. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet Drawn OjaEnergy OjaMap OjaConsensus OjaChords
  LeavingStarts.
Open Scope R_scope.

Section Apart.
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
Local Notation n := (size tokens).
Let q := tau * kappa.
Lemma q_bounds : 0 <= q < 1.
Proof. unfold q. split; [apply Rmult_le_pos; lra | exact Small]. Qed.
Lemma push_short (d : Token -> U) m : vnorm (mean d) <= m -> vnorm (vscale tau (V (mean d))) <= q * m.
Proof.
  intro M. rewrite vnorm_scale, Rabs_right by lra. unfold q. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans; [apply (operator_norm V kappa Kpos Norm)|]. apply Rmult_le_compat_l; auto.
Qed.
Theorem oja_lipschitz : exists L, 0 <= L /\ forall x y d, on_spheres x -> on_spheres y -> 0 <= d ->
  within x d y -> within (oja x) (L * d) (oja y).
Proof.
  assert (Q := q_bounds). set (low := 1 - q). assert (L0 : 0 < low) by (unfold low; lra).
  exists (4 / low). split; [left; apply Rdiv_lt_0_compat; lra|]. intros x y d X Y D W i. unfold OjaMap.oja.
  assert (Near := near_pushed tokens V tau kappa ET Sym Tpos Kpos Norm Small x y d i Y W).
  assert (A := pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small x i X).
  assert (B := pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small y i Y).
  fold q in A, B. fold low in A, B. set (a := pushed x i) in *. set (b := pushed y i) in *.
  replace (vsub (vscale (/ vnorm b) b) (vscale (/ vnorm a) a)) with
    (vadd (vscale (/ vnorm a) (vsub b a)) (vscale ((vnorm a - vnorm b) * / vnorm a * / vnorm b) b)).
  2: { apply inner_ext. intro u. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale.
  assert (IA : 0 < / vnorm a) by (apply Rinv_0_lt_compat; lra).
    assert (IB : 0 < / vnorm b) by (apply Rinv_0_lt_compat; lra).
  assert (IL : / vnorm a <= / low) by (apply Rinv_le_contravar; lra).
  rewrite !Rabs_mult, (Rabs_right (/ vnorm a)), (Rabs_right (/ vnorm b)) by lra.
  replace (Rabs (vnorm a - vnorm b) * / vnorm a * / vnorm b * vnorm b) with (/ vnorm a * Rabs (vnorm a - vnorm b))
    by (field; lra).
  assert (G1 := vnorm_gap a b). assert (G2 := vnorm_gap b a). rewrite (vnorm_opposite a b) in G1.
  assert (Rabs (vnorm a - vnorm b) <= vnorm (vsub b a)) by (apply Rabs_le; lra).
  replace (4 / low * d) with (/ low * (2 * d) + / low * (2 * d)) by (field; lra).
  apply Rplus_le_compat; apply Rmult_le_compat; try lra; auto using vnorm_nonneg, Rabs_pos.
Qed.
(* The derivative is one to one, with a bound: z is what the push changes by, each token by delta i, and a direction
   only by eps i, with the normal part sigma i. *)
Section Immersed.
Context (x delta eps : Token -> U) (beta : Token -> R) (S : R).
Hypothesis X : on_spheres x.
Let w := vscale tau (V (mean x)).
Let z := vscale tau (V (mean delta)).
Hypothesis Moved : forall i, vadd (delta i) z = vadd (vscale (beta i) (vadd (x i) w)) (eps i).
Hypothesis Eps : forall i, vnorm (eps i) <= S.
Hypothesis Tau : forall i, Rabs (inner (x i) (eps i) - inner (x i) (delta i)) <= S.
Let m := 1 - q.
Let k := 3 / (m * m).
Let G := 2 * n / m * (k * k + 2 / m) + 1.
Lemma one_to_one i : vnorm (delta i) <= (4 * k + 8 * G + 4) * S.
Proof.
  assert (Q := q_bounds). assert (M : 0 < m <= 1) by (unfold m; lra).
  assert (S0 : 0 <= S) by exact (Rle_trans _ _ _ (vnorm_nonneg _) (Eps i)).
  assert (Wn : vnorm w <= q) by (rewrite <- (Rmult_1_r q); apply push_short, mean_norm; auto).
  assert (W0 := vnorm_nonneg w). assert (Wq := vnorm_square w).
  assert (WW : inner w w <= q) by (rewrite <- Wq; assert (vnorm w * vnorm w <= q * 1) by (apply Rmult_le_compat;
    lra); lra).
  assert (Yn : forall j, inner (vadd (x j) w) (vadd (x j) w) = 1 + 2 * inner (x j) w + inner w w).
  { intro j. rewrite !inner_add_l, !inner_add_r, (X j), (inner_sym _ w (x j)). ring. }
  assert (Xw : forall j, Rabs (inner (x j) w) <= q).
  { intro j. assert (I := inner_le_vnorm (x j) w). rewrite (unit_norm _ (X j)) in I. lra. }
  set (b := total tokens beta / n). set (c := vsub z (vscale b w)).
  set (e := vsub (vscale b (mean x)) (mean delta)). set (gam := fun j => beta j - b).
  assert (Sg : total tokens gam = 0).
  { unfold gam. rewrite (total_ext tokens _ (fun j => beta j + -1 * b * 1)) by (intro; ring).
    rewrite total_add, total_scale. change (total tokens (fun _ => 1)) with n. unfold b. field. lra. }
  set (gy := fun j => vscale (gam j) (vadd (x j) w)). set (r := mean gy). set (eb := mean eps).
  assert (Ce : c = vscale (- tau) (V e)).
  { unfold c, e, z, w, vsub. rewrite (adjoint_add V V Sym), !(adjoint_scale V V Sym). vector_sums. }
  assert (Cq : vnorm c <= q * vnorm e).
  { rewrite Ce, vnorm_scale, Rabs_Ropp, Rabs_right by lra. unfold q. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra | apply (operator_norm V kappa Kpos Norm)]. }
  assert (Ee : e = vsub (vsub c r) eb).
  { apply inner_ext. intro t. apply Rmult_eq_reg_l with n; [|lra]. unfold e, vsub.
    rewrite !inner_add_l, !inner_scale_l.
    replace (n * (b * inner (mean x) t + -1 * inner (mean delta) t)) with
      (b * (n * inner (mean x) t) + -1 * (n * inner (mean delta) t)) by ring.
    replace (n * (inner c t + -1 * inner r t + -1 * inner eb t)) with
      (n * inner c t + -1 * (n * inner r t) + -1 * (n * inner eb t)) by ring.
    unfold r, eb. rewrite !(sum_of_mean tokens ET).
    replace (n * inner c t) with (total tokens (fun _ => inner c t * 1))
      by (rewrite total_scale; change (total tokens (fun _ => 1)) with n; ring).
    rewrite <- !total_scale, <- !total_add. apply total_ext. intro j.
    assert (H := f_equal (fun a => inner a t) (Moved j)). cbv beta in H.
      rewrite !inner_add_l, inner_scale_l, inner_add_l in H.
    unfold gy, gam, c, vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l.
    replace (inner (delta j) t) with (beta j * (inner (x j) t + inner w t) + inner (eps j) t - inner z t) by lra.
      ring. }
  set (ta := fun j => inner (x j) (eps j) - inner (x j) (delta j)).
  assert (Gx : forall j, gam j * (1 + inner (x j) w) = inner (x j) c - b - ta j).
  { intro j. assert (H := f_equal (fun a => inner (x j) a) (Moved j)). cbv beta in H.
    rewrite !inner_add_r, inner_scale_r, inner_add_r, (X j) in H. unfold gam, c, ta, vsub.
      rewrite inner_add_r, !inner_scale_r. lra. }
  assert (Cr : n * inner c r = total tokens (fun j => gam j * gam j * (1 + inner (x j) w) + gam j * ta j)).
  { rewrite (inner_sym _ c r). unfold r. rewrite (sum_of_mean tokens ET).
    rewrite (total_ext tokens _ (fun j => gam j * inner (x j) c + gam j * inner w c))
      by (intro j; unfold gy; rewrite inner_scale_l, inner_add_l; ring).
    rewrite total_add, total_scale_r, Sg, Rmult_0_l, Rplus_0_r.
    rewrite (total_ext tokens (fun j => gam j * gam j * (1 + inner (x j) w) + gam j * ta j)
      (fun j => gam j * inner (x j) c + - b * gam j)).
    - rewrite total_add, total_scale, Sg. ring.
    - intro j. rewrite Rmult_assoc, Gx. ring. }
  assert (Rr := mean_square tokens ET gy). fold r in Rr.
  assert (Step : n * inner (vsub c r) (vsub c r) <= n * inner c c - m / 2 * total tokens (fun j => gam j * gam j)
    + 2 / m * (S * S) * n).
  { replace (inner (vsub c r) (vsub c r)) with (inner c c - 2 * inner c r + inner r r).
    2: { unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ r c). ring. }
    assert (Each : total tokens (fun j => inner (gy j) (gy j) + -2 * (gam j * gam j * (1 + inner (x j) w)
      + gam j * ta j)) <=
      total tokens (fun j => - (m / 2) * (gam j * gam j) + 2 / m * (S * S) * 1)).
    { apply total_le. intro j. unfold gy. rewrite inner_scale_l, inner_scale_r, Yn. set (g := gam j). set (t := ta j).
      assert (T2 : t * t <= S * S).
      { assert (T := Tau j). fold (ta j) in T. fold t in T. apply Rabs_le_between in T.
        assert (0 <= (S - t) * (S + t)) by (apply Rmult_le_pos; lra). lra. }
      assert (Gw : g * g * inner w w <= g * g * q) by (apply Rmult_le_compat_l; [apply Rle_0_sqr | exact WW]).
      assert (Young : - (2 * g * t) <= m / 2 * (g * g) + 2 / m * (t * t)).
      { assert (Sq := Rle_0_sqr (m * g + 2 * t)). unfold Rsqr in Sq. apply Rmult_le_reg_l with (2 * m); [lra|].
        replace (2 * m * (m / 2 * (g * g) + 2 / m * (t * t))) with (m * m * (g * g) + 4 * (t * t)) by (field; lra).
          lra. }
      assert (2 / m * (t * t) <= 2 / m * (S * S)) by (apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat;
        lra | exact T2]).
      unfold m in *. lra. }
    rewrite !total_add, !total_scale, <- Cr in Each. change (total tokens (fun _ => 1)) with n in Each. lra. }
  assert (G0 : 0 <= total tokens (fun j => gam j * gam j)) by (apply total_nonneg; intro; apply Rle_0_sqr).
  assert (Mg : 0 <= m / 2 * total tokens (fun j => gam j * gam j)) by (apply Rmult_le_pos; lra).
  assert (C0 := vnorm_nonneg c). assert (E0 := vnorm_nonneg e).
  assert (I2 : 2 / m <= 2 / m * (2 / m)).
  { assert (1 <= 2 / m) by (apply Rmult_le_reg_r with m; [lra|]; replace (2 / m * m) with 2 by (field; lra); lra).
    rewrite <- (Rmult_1_r (2 / m)) at 1. apply Rmult_le_compat_l; lra. }
  assert (P2 : 0 < 2 / m) by (apply Rdiv_lt_0_compat; lra).
  assert (Near : vnorm (vsub c r) <= vnorm c + 2 / m * S).
  { assert (0 <= 2 / m * S) by (apply Rmult_le_pos; lra). apply vnorm_le; [lra|].
    assert (H1 : inner (vsub c r) (vsub c r) <= inner c c + 2 / m * (S * S)) by (apply Rmult_le_reg_l with n; lra).
    assert (H2 : 2 / m * (S * S) <= 2 / m * (2 / m) * (S * S)) by (apply Rmult_le_compat_r;
      [apply Rle_0_sqr | exact I2]).
    rewrite <- (vnorm_square c) in H1. assert (0 <= vnorm c * (2 / m * S)) by (apply Rmult_le_pos; lra). lra. }
  assert (Ebn : vnorm eb <= S).
  { apply Rmult_le_reg_l with n; [lra|]. eapply Rle_trans; [apply (mean_total tokens ET)|]. unfold size.
    rewrite <- total_scale_r.
    apply total_le. intro j. rewrite Rmult_1_l. apply Eps. }
  assert (En : vnorm e <= k * S).
  { assert (H : vnorm e <= vnorm (vsub c r) + vnorm eb) by (rewrite Ee at 1; apply vnorm_sub).
    assert (H' : m * vnorm e <= (2 / m + 1) * S) by (unfold m in *; lra).
    apply Rmult_le_reg_l with m; [lra|]. eapply Rle_trans; [exact H'|].
    replace (m * (k * S)) with (3 / m * S) by (unfold k; field; lra). apply Rmult_le_compat_r; [exact S0|].
    apply Rmult_le_reg_r with m; [lra|]. replace ((2 / m + 1) * m) with (2 + m) by (field; lra).
    replace (3 / m * m) with 3 by (field; lra). lra. }
  assert (Cn : vnorm c <= k * S).
  { assert (q * vnorm e <= 1 * vnorm e) by (apply Rmult_le_compat_r; lra). lra. }
  assert (K0 : 0 < k) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  assert (KK : 0 <= k * k) by apply Rle_0_sqr. set (A := 2 * n / m * (k * k + 2 / m)).
  assert (A0 : 0 <= A) by (unfold A; apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | lra]).
  assert (Ga : forall j, Rabs (gam j) <= G * S).
  { intro j. assert (H : gam j * gam j <= A * (S * S)).
    { assert (T := total_at_least tokens (fun j => gam j * gam j) j (proj2 (proj2 ET) j)
      (fun j => Rle_0_sqr (gam j))).
      cbv beta in T. eapply Rle_trans; [exact T|]. apply Rmult_le_reg_l with (m / 2); [lra|].
      assert (C2 : inner c c <= k * S * (k * S)) by (rewrite <- vnorm_square; apply Rmult_le_compat; auto).
      assert (N0 : 0 <= n * inner (vsub c r) (vsub c r)) by (apply Rmult_le_pos; [lra | apply inner_nonneg]).
      assert (n * inner c c <= n * (k * S * (k * S))) by (apply Rmult_le_compat_l; lra).
      replace (m / 2 * (A * (S * S))) with (n * (k * S * (k * S)) + 2 / m * (S * S) * n) by (unfold A; field; lra).
        lra. }
    assert (GS : 0 <= G * S) by (apply Rmult_le_pos; [unfold G; fold A; lra | exact S0]).
    assert (H' : gam j * gam j <= G * S * (G * S)).
    { eapply Rle_trans; [exact H|]. replace (G * S * (G * S)) with (G * G * (S * S)) by ring.
      apply Rmult_le_compat_r; [apply Rle_0_sqr|]. unfold G. fold A. assert (0 <= A * A) by apply Rle_0_sqr. lra. }
    apply Rnot_lt_le. intro L. assert (G * S * (G * S) < Rabs (gam j) * Rabs (gam j))
      by (apply Rmult_le_0_lt_compat; auto).
    rewrite <- Rabs_mult, Rabs_right in H0 by (apply Rle_ge, Rle_0_sqr). lra. }
  assert (Bn : Rabs b <= (k + 1 + 2 * G) * S).
  { replace b with (inner (x i) c - ta i - gam i * (1 + inner (x i) w)) by (rewrite Gx; ring).
    assert (I := inner_le_vnorm (x i) c). rewrite (unit_norm _ (X i)) in I. assert (T := Tau i). fold (ta i) in T.
    assert (H : Rabs (gam i * (1 + inner (x i) w)) <= G * S * 2).
    { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. specialize (Xw i). apply Rabs_le_between in Xw.
      apply Rabs_le. lra. }
    apply Rabs_le_between in I. apply Rabs_le_between in T. apply Rabs_le_between in H. apply Rabs_le. lra. }
  assert (GSp : 0 <= G * S) by (eapply Rle_trans; [apply Rabs_pos | apply (Ga i)]).
  assert (KSp : 0 <= k * S) by (apply Rmult_le_pos; lra).
  assert (Zn : vnorm z <= (2 * k + 1 + 2 * G) * S).
  { replace z with (vadd c (vscale b w)) by (unfold c; vector_sums). eapply Rle_trans; [apply vnorm_add|].
    rewrite vnorm_scale. assert (Rabs b * vnorm w <= (k + 1 + 2 * G) * S * 1) by (apply Rmult_le_compat;
      auto using Rabs_pos; lra).
    lra. }
  replace (delta i) with (vsub (vadd (vscale (beta i) (vadd (x i) w)) (eps i)) z) by (rewrite <- Moved; vector_sums).
  eapply Rle_trans; [apply vnorm_sub|]. assert (H := vnorm_add (vscale (beta i) (vadd (x i) w)) (eps i)).
  rewrite vnorm_scale in H. assert (Bi : Rabs (beta i) <= (k + 1 + 3 * G) * S).
  { replace (beta i) with (gam i + b) by (unfold gam; ring). eapply Rle_trans; [apply Rabs_triang|].
    specialize (Ga i). lra. }
  assert (Y2 : vnorm (vadd (x i) w) <= 2) by (eapply Rle_trans; [apply vnorm_add|]; rewrite (unit_norm _ (X i)); lra).
  assert (Rabs (beta i) * vnorm (vadd (x i) w) <= (k + 1 + 3 * G) * S * 2)
    by (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg).
  specialize (Eps i). lra.
Qed.
End Immersed.
Theorem oja_keeps_apart x : on_spheres x -> keeps_apart on_spheres oja x.
Proof.
  intro X. assert (Q := q_bounds). set (low := 1 - q). assert (L0 : 0 < low <= 1) by (unfold low; lra).
  set (k := 3 / (low * low)). set (G := 2 * n / low * (k * k + 2 / low) + 1). set (K := 4 * k + 8 * G + 4).
  assert (LL : 0 < low * low) by (apply Rmult_lt_0_compat; lra).
  assert (K0 : 0 < K).
  { assert (0 < k) by (apply Rdiv_lt_0_compat; lra). assert (0 <= k * k) by apply Rle_0_sqr.
    assert (0 < 2 / low) by (apply Rdiv_lt_0_compat; lra).
    assert (0 <= 2 * n / low * (k * k + 2 / low)) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | lra]).
    unfold K, G. lra. }
  set (H := 96 / (low * low) + 1). assert (H0 : 0 < H) by (assert (0 < 96 / (low * low))
    by (apply Rdiv_lt_0_compat; lra); unfold H; lra).
  assert (NK : 0 < n * K * H) by (repeat apply Rmult_lt_0_compat; lra).
  set (r := Rmin (low / 4) (/ (2 * (n * K * H)))).
  assert (R0 : 0 < r) by (apply Rmin_glb_lt; [lra | apply Rinv_0_lt_compat; lra]).
  assert (R1 : r <= low / 4) by apply Rmin_l.
  assert (R2 : n * K * H * r <= 1 / 2).
  { apply Rle_trans with (n * K * H * / (2 * (n * K * H))); [apply Rmult_le_compat_l; [lra | apply Rmin_r] | right;
    field; lra]. }
  exists r, (4 * n * K). split; [exact R0|]. split; [repeat apply Rmult_le_pos; lra|].
  intros y z d Y Z Wy Wz D W. set (dl := fun i => vsub (y i) (z i)). set (T := total tokens (fun i => vnorm (dl i))).
  assert (T0 : 0 <= T) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (Tk : forall i, vnorm (dl i) <= T).
  { intro i. apply (total_at_least tokens (fun i => vnorm (dl i))); [apply ET | intro; apply vnorm_nonneg]. }
  set (rho := fun i => vnorm (pushed x i)).
  assert (Rho : forall i, low <= rho i <= 2) by (intro i; apply (pushed_norm tokens V tau kappa ET Tpos Kpos Norm
    Small x i X)).
  set (g := fun i => moved_by tokens V tau dl i).
  assert (Gp : forall i, g i = vsub (pushed y i) (pushed z i)) by (intro i; symmetry;
    apply (pushed_difference tokens V tau ET Sym y z i)).
  assert (Gn : forall i, vnorm (g i) <= 2 * T) by (intro i; apply (moved_short tokens V tau kappa ET Tpos Kpos Norm
    Small dl i)).
  assert (Un := oja_unit tokens V tau kappa ET Tpos Kpos Norm Small x X).
  assert (Px : forall i, pushed x i = vscale (rho i) (oja x i)).
  { intro i. specialize (Rho i). unfold OjaMap.oja. fold (rho i). rewrite vscale_vscale, Rinv_r, vscale_one by lra.
    reflexivity. }
  set (eps := fun i => off (oja x i) (g i)). set (beta := fun i => inner (oja x i) (g i) / rho i).
  set (S := 2 * d + H * (r * T)). assert (RT : 0 <= r * T) by (apply Rmult_le_pos; lra).
  assert (Hs : 96 / (low * low) * (r * T) + r * T = H * (r * T)) by (unfold H; ring).
  assert (Ep : forall i, vnorm (eps i) <= 2 * d + 96 / (low * low) * (r * T)).
  { intro i. specialize (Rho i).
    assert (Near := near_pushed tokens V tau kappa ET Sym Tpos Kpos Norm Small x).
    assert (Na := Near y r i Y Wy). assert (Nb := Near z r i Z Wz). rewrite Px in Na, Nb.
    assert (R3 : 2 * r <= rho i / 2) by lra. assert (R4 : 0 < rho i) by lra.
    assert (Ch := normalised_chord (pushed y i) (pushed z i) (oja x i) (rho i) (2 * r) (Un i) R4 R3 Na Nb).
    rewrite <- Gp in Ch. fold (eps i) in Ch. set (f := vsub _ (vscale (/ vnorm (pushed z i)) _)) in Ch.
    assert (Fd : vnorm f <= d) by (unfold f; rewrite vnorm_opposite; apply W).
    assert (Tri : vnorm (vscale (/ rho i) (eps i)) <= vnorm f + vnorm (vsub f (vscale (/ rho i) (eps i)))).
    { rewrite (vnorm_opposite f). apply vnorm_gap. }
    rewrite vnorm_scale, Rabs_right in Tri by (apply Rle_ge; left; apply Rinv_0_lt_compat, R4).
    assert (Sq : 12 * (2 * r) / (rho i * rho i) <= 24 * r / (low * low)).
    { unfold Rdiv. replace (12 * (2 * r)) with (24 * r) by ring. apply Rmult_le_compat_l; [lra|].
      apply Rinv_le_contravar; [exact LL | apply Rmult_le_compat; lra]. }
    assert (B : 12 * (2 * r) / (rho i * rho i) * vnorm (g i) <= 24 * r / (low * low) * (2 * T)).
    { apply Rmult_le_compat; auto using vnorm_nonneg. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat.
      apply Rmult_lt_0_compat; exact R4. }
    assert (F : / rho i * vnorm (eps i) <= d + 48 / (low * low) * (r * T)).
    { replace (48 / (low * low) * (r * T)) with (24 * r / (low * low) * (2 * T)) by (field; lra). lra. }
    assert (P48 : 0 <= 48 / (low * low) * (r * T)) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat;
      lra | exact RT]).
    replace (vnorm (eps i)) with (rho i * (/ rho i * vnorm (eps i))) by (field; lra).
    replace (2 * d + 96 / (low * low) * (r * T)) with (2 * (d + 48 / (low * low) * (r * T))) by (field; lra).
    apply Rmult_le_compat; try lra. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, R4 | apply vnorm_nonneg]. }
  assert (Sn : forall i, Rabs (inner (x i) (dl i)) <= r * T).
  { intro i. set (w := vadd (vscale (/ 2) (vsub (y i) (x i))) (vscale (/ 2) (vsub (z i) (x i)))).
    assert (E : inner (x i) (dl i) = - inner w (dl i)).
    { unfold w, dl, vsub.
      repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
      rewrite (inner_sym _ (z i) (y i)), (Y i), (Z i). field. }
    rewrite E, Rabs_Ropp. eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; auto using vnorm_nonneg.
    unfold w. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, Rabs_right by lra.
    assert (A := Wy i). assert (B := Wz i). lra. }
  assert (All : forall i, vnorm (dl i) <= K * S).
  { apply (one_to_one x dl eps beta S X).
    - intro i. specialize (Rho i). change (g i = vadd (vscale (beta i) (pushed x i)) (eps i)).
      rewrite Px, vscale_vscale. replace (beta i * rho i) with (inner (oja x i) (g i)) by (unfold beta; field; lra).
      unfold eps, off. vector_sums.
    - intro i. eapply Rle_trans; [apply Ep|]. unfold S. lra.
    - intro i. assert (I := inner_le_vnorm (x i) (eps i)). rewrite (unit_norm _ (X i)) in I. specialize (Ep i).
      specialize (Sn i).
      apply Rabs_le_between in I. apply Rabs_le_between in Sn. apply Rabs_le. unfold S. lra. }
  assert (Sum : T <= n * (K * S)).
  { unfold T, size. rewrite <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l. apply All. }
  assert (n * K * H * r * T <= 1 / 2 * T) by (apply Rmult_le_compat_r; auto).
  assert (Td : T <= 4 * n * K * d) by (unfold S in Sum; lra).
  intro i. rewrite vnorm_opposite. exact (Rle_trans _ _ _ (Tk i) Td).
Qed.
End Apart.
