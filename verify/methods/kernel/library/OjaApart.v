(* A step of the Oja map does not bring near states together by more than a factor, if tau |V| < 1/sqrt 2: what
   the push turns a token by is less than what is left of the difference of two of them across their direction.
   And it does not part states by more than a factor. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet Drawn OjaEnergy OjaMap OjaConsensus OjaChords LeavingStarts.
Open Scope R_scope.

(* z is a unit vector, c the direction of z + a; what of the difference of z to another unit vector is along c. *)
Lemma along_direction {U : inner_product_space} (z c a d : U) q s r : inner z z = 1 -> inner c c = 1 ->
  vscale s c = vadd z a -> vnorm a <= q -> inner (vadd z d) (vadd z d) = 1 -> vnorm d <= r ->
  Rabs (inner c d) <= (q + r) * vnorm d.
Proof.
  intros Z C S A D R. assert (Q0 : 0 <= vnorm a) by apply vnorm_nonneg. assert (N := vnorm_nonneg d).
  assert (Zd : inner z d = - / 2 * (vnorm d * vnorm d)).
  { rewrite vnorm_square. rewrite !inner_add_l, !inner_add_r, Z, (inner_sym _ d z) in D. lra. }
  set (b := off z c). assert (Bs : inner b b = 1 - inner z c * inner z c).
  { unfold b. rewrite off_square by exact Z. rewrite C. reflexivity. }
  assert (Bn : vnorm b <= q).
  { apply vnorm_le; [lra|]. rewrite Bs.
    (* The sine of the angle is at most the length of a. *)
    assert (E : 1 - inner z c * inner z c = inner (off c a) (off c a)).
    { assert (H : off c a = vscale (-1) (off c z)).
      { replace a with (vsub (vscale s c) z) by (rewrite S; vector_sums). unfold off. apply inner_ext. intro w. unfold vsub.
        repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
        rewrite C. ring. }
      rewrite H, inner_scale_l, inner_scale_r, off_square by exact C. rewrite Z, (inner_sym _ c z). ring. }
    rewrite E, off_square by exact C. assert (G := Rle_0_sqr (inner c a)). unfold Rsqr in G.
    rewrite <- vnorm_square. assert (vnorm a * vnorm a <= q * q) by (apply Rmult_le_compat; auto). lra. }
  replace (inner c d) with (inner z c * inner z d + inner b d).
  2: { unfold b, off, vsub. rewrite inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply Rabs_triang|]. assert (I := inner_le_vnorm b d).
  assert (I2 : vnorm b * vnorm d <= q * vnorm d) by (apply Rmult_le_compat_r; auto).
  assert (I3 : Rabs (inner z c * inner z d) <= 1 * (r * vnorm d)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
    - assert (J := inner_le_vnorm z c). rewrite (unit_norm z Z), (unit_norm c C) in J. lra.
    - rewrite Zd, Rabs_mult, Rabs_Ropp, !Rabs_right by (try apply Rle_ge, Rle_0_sqr; lra).
      assert (vnorm d * vnorm d <= r * vnorm d) by (apply Rmult_le_compat_r; auto).
      assert (0 <= vnorm d * vnorm d) by (apply Rmult_le_pos; auto). lra. }
  lra.
Qed.

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
Lemma mean_total (z : Token -> U) : n * vnorm (mean z) <= total tokens (fun i => vnorm (z i)).
Proof.
  assert (G : forall T, vnorm (vtotal T (fun j => z j)) <= total T (fun j => vnorm (z j))).
  { induction T as [|i T IH]; simpl; [unfold vnorm; rewrite inner_zero_l, sqrt_0; lra|].
    eapply Rle_trans; [apply vnorm_add | lra]. }
  unfold OjaEnergy.mean. rewrite vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. apply G.
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
  assert (IA : 0 < / vnorm a) by (apply Rinv_0_lt_compat; lra). assert (IB : 0 < / vnorm b) by (apply Rinv_0_lt_compat; lra).
  assert (IL : / vnorm a <= / low) by (apply Rinv_le_contravar; lra).
  rewrite !Rabs_mult, (Rabs_right (/ vnorm a)), (Rabs_right (/ vnorm b)) by lra.
  replace (Rabs (vnorm a - vnorm b) * / vnorm a * / vnorm b * vnorm b) with (/ vnorm a * Rabs (vnorm a - vnorm b))
    by (field; lra).
  assert (G1 := vnorm_gap a b). assert (G2 := vnorm_gap b a). rewrite (vnorm_opposite a b) in G1.
  assert (Rabs (vnorm a - vnorm b) <= vnorm (vsub b a)) by (apply Rabs_le; lra).
  replace (4 / low * d) with (/ low * (2 * d) + / low * (2 * d)) by (field; lra).
  apply Rplus_le_compat; apply Rmult_le_compat; try lra; auto using vnorm_nonneg, Rabs_pos.
Qed.
Hypothesis Half : 2 * (q * q) < 1.
Theorem oja_keeps_apart x : keeps_apart on_spheres oja x.
Proof.
  assert (Q := q_bounds). set (r := (1 - 2 * (q * q)) / 8).
  assert (QQ : 0 <= q * q) by apply Rle_0_sqr. assert (R0 : 0 < r <= 1 / 8) by (unfold r; lra).
  set (k := q + 2 * r). assert (Kk : k * k + q * q < 1).
  { unfold k. assert (q * r <= 1 * r) by (apply Rmult_le_compat_r; lra).
    assert (r * r <= r * (1 / 8)) by (apply Rmult_le_compat_l; lra). unfold r in *. lra. }
  set (s := sqrt (1 - k * k)). assert (Ss : s * s = 1 - k * k) by (apply sqrt_sqrt; lra).
  assert (S0 : 0 < s) by (apply sqrt_lt_R0; lra).
  assert (Sq : q < s).
  { apply Rnot_le_lt. intro L. assert (s * s <= q * q) by (apply Rmult_le_compat; lra). lra. }
  exists r, (2 * n / (s - q)). split; [lra|]. split; [left; apply Rdiv_lt_0_compat; lra|].
  intros y z d Y Z Wy Wz D W. set (dl := fun i => vsub (y i) (z i)). set (T := total tokens (fun i => vnorm (dl i))).
  assert (T0 : 0 <= T) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (Mean : vnorm (mean dl) <= T / n).
  { apply Rmult_le_reg_l with n; [lra|]. replace (n * (T / n)) with T by (field; lra). apply mean_total. }
  assert (Each : forall i, s * vnorm (dl i) <= 2 * d + q * (T / n)).
  { intro i. set (a := pushed y i). set (b := pushed z i). set (c := oja z i).
    assert (A := pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small y i Y).
    assert (B := pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small z i Z). fold a in A. fold b in B. fold q in A, B.
    assert (C : inner c c = 1) by exact (oja_unit tokens V tau kappa ET Tpos Kpos Norm Small z Z i).
    assert (Small_d : vnorm (dl i) <= 2 * r).
    { replace (dl i) with (vsub (vsub (y i) (x i)) (vsub (z i) (x i))) by (unfold dl; vector_sums).
      eapply Rle_trans; [apply vnorm_sub|]. specialize (Wy i). specialize (Wz i). lra. }
    assert (Al : Rabs (inner c (dl i)) <= k * vnorm (dl i)).
    { apply (along_direction (z i) c (vscale tau (V (mean z))) (dl i) q (vnorm b) (2 * r)); auto.
      - unfold c, OjaMap.oja. fold b. rewrite vscale_vscale, Rinv_r, vscale_one by lra. reflexivity.
      - rewrite <- (Rmult_1_r q). apply push_short, mean_norm; auto.
      - replace (vadd (z i) (dl i)) with (y i) by (unfold dl; vector_sums). apply Y. }
    assert (Off : vnorm (off c (dl i)) <= 2 * d + q * (T / n)).
    { set (o := vscale tau (V (mean dl))).
      assert (E : off c (dl i) = vsub (vscale (vnorm a) (off c (vsub (oja y i) (oja z i)))) (off c o)).
      { assert (G : dl i = vsub (vadd (vscale (vnorm a) (vsub (oja y i) (oja z i))) (vscale (vnorm a - vnorm b) c)) o).
        { assert (Ea : a = vscale (vnorm a) (oja y i)).
          { unfold OjaMap.oja. fold a. rewrite vscale_vscale, Rinv_r, vscale_one by lra. reflexivity. }
          assert (Eb : b = vscale (vnorm b) c).
          { unfold c, OjaMap.oja. fold b. rewrite vscale_vscale, Rinv_r, vscale_one by lra. reflexivity. }
          assert (Ab : vsub a b = vadd (dl i) o).
          { unfold a, b. rewrite (pushed_difference tokens V tau ET Sym y z i). reflexivity. }
          apply inner_ext. intro u. assert (H := f_equal (fun v => inner v u) Ab). cbv beta in H.
          rewrite Ea, Eb in H. fold c. unfold vsub in *.
          repeat (rewrite inner_add_l in H || rewrite inner_scale_l in H).
          repeat (rewrite inner_add_l || rewrite inner_scale_l). fold c. lra. }
        rewrite G at 1. unfold off. apply inner_ext. intro u. unfold vsub.
        repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
        rewrite C. ring. }
      rewrite E. eapply Rle_trans; [apply vnorm_sub|]. rewrite vnorm_scale, Rabs_right by lra.
      assert (Sh : forall e : U, vnorm (off c e) <= vnorm e).
      { intro e. apply sqrt_le_1_alt. rewrite off_square by exact C. assert (G := Rle_0_sqr (inner c e)).
        unfold Rsqr in G. lra. }
      assert (vnorm a * vnorm (off c (vsub (oja y i) (oja z i))) <= 2 * d).
      { apply Rmult_le_compat; auto using vnorm_nonneg; try lra. eapply Rle_trans; [apply Sh|].
        rewrite vnorm_opposite. apply W. }
      assert (vnorm (off c o) <= q * (T / n)) by (eapply Rle_trans; [apply Sh | apply push_short, Mean]).
      lra. }
    assert (P := off_square c (dl i) C). rewrite <- !vnorm_square in P.
    assert (N := vnorm_nonneg (dl i)). set (m := vnorm (dl i)) in *. set (f := vnorm (off c (dl i))) in *.
    assert (F0 : 0 <= f) by apply vnorm_nonneg.
    assert (Al2 : inner c (dl i) * inner c (dl i) <= k * m * (k * m)).
    { apply Rabs_le_between in Al. set (g := inner c (dl i)) in *.
      assert (0 <= (k * m - g) * (k * m + g)) by (apply Rmult_le_pos; lra). lra. }
    assert (Sm : s * m <= f).
    { apply Rnot_lt_le. intro L. assert (f * f < s * m * (s * m)) by (apply Rmult_le_0_lt_compat; auto).
      assert (s * m * (s * m) = (1 - k * k) * (m * m)) by (rewrite <- Ss; ring).
      assert (k * m * (k * m) = k * k * (m * m)) by ring. lra. }
    lra. }
  assert (Sum : s * T <= n * (2 * d + q * (T / n))).
  { unfold T at 1, size. rewrite <- total_scale, <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l. apply Each. }
  replace (n * (2 * d + q * (T / n))) with (2 * n * d + q * T) in Sum by (field; lra).
  assert (Td : T <= 2 * n / (s - q) * d).
  { apply Rmult_le_reg_l with (s - q); [lra|]. replace ((s - q) * (2 * n / (s - q) * d)) with (2 * n * d) by (field; lra). lra. }
  intro i. rewrite vnorm_opposite. eapply Rle_trans; [|exact Td].
  apply (total_at_least tokens (fun i => vnorm (dl i))); [apply ET | intro; apply vnorm_nonneg].
Qed.
End Apart.
