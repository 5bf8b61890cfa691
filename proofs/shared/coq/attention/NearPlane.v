(* Full attention near states in which all tokens agree in a plane that F keeps and in which I + tau F
   multiplies some norm by m > 1, more than what is beside the plane: tokens approach the plane and each
   other, geometrically fast. The measure is relative to the norm of their mean in the plane. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Attention Gnomonic NearAgreement.
Open Scope R_scope.

Lemma ratio_step m top a c : 0 < m -> 0 <= top -> 0 <= a -> 0 <= c ->
  exists C r, 0 <= C /\ 0 < r /\ forall e, 0 <= e <= r ->
  0 < m - c * e /\ top * e + a * (e * e) <= (top / m * e + C * (e * e)) * (m - c * e).
Proof.
  intros M T A Hc. exists (2 * (a + top * c / m) / m), (m / (2 * (c + 1))).
  assert (Q : 0 <= a + top * c / m).
  { apply Rplus_le_le_0_compat; [auto|]. apply Rmult_le_pos; [apply Rmult_le_pos; auto | left; apply Rinv_0_lt_compat; auto]. }
  split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]|].
  split; [apply Rdiv_lt_0_compat; lra|]. intros e [E0 E].
  assert (Ec : c * e <= m / 2).
  { apply Rle_trans with ((c + 1) * (m / (2 * (c + 1)))); [apply Rmult_le_compat; lra | right; field; lra]. }
  split; [lra|]. set (q := a + top * c / m) in *.
  replace ((top / m * e + 2 * q / m * (e * e)) * (m - c * e)) with
    (top * e - top * c / m * (e * e) + 2 * q / m * (e * e) * (m - c * e)) by (field; lra).
  assert (2 * q / m * (e * e) * (m / 2) <= 2 * q / m * (e * e) * (m - c * e)).
  { apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; [|apply Rmult_le_pos; auto].
    apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]. }
  replace (2 * q / m * (e * e) * (m / 2)) with (q * (e * e)) in H by (field; lra).
  assert (q * (e * e) = a * (e * e) + top * c / m * (e * e)) by (unfold q; ring). lra.
Qed.
(* Directions of vectors are no further apart than these, over the least of their lengths. *)
Lemma directions_apart {S : inner_product_space} (y z : S) l : 0 < l -> l <= vnorm y -> l <= vnorm z ->
  l * vnorm (vsub (vscale (/ vnorm y) y) (vscale (/ vnorm z) z)) <= vnorm (vsub y z).
Proof.
  intros L Y Z. assert (One : forall w : S, l <= vnorm w -> inner (vscale (/ vnorm w) w) (vscale (/ vnorm w) w) = 1).
  { intros w W. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra. }
  assert (R := retraction (vscale (/ vnorm y) y) (vscale (/ vnorm z) z) (vnorm y / l) (vnorm z / l) (One y Y) (One z Z)).
  assert (Big : forall w : S, l <= vnorm w -> 1 <= vnorm w / l).
  { intros w W. apply Rmult_le_reg_r with l; [auto|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  specialize (R (Big y Y) (Big z Z)).
  replace (vsub (vscale (vnorm y / l) (vscale (/ vnorm y) y)) (vscale (vnorm z / l) (vscale (/ vnorm z) z)))
    with (vscale (/ l) (vsub y z)) in R.
  - rewrite vnorm_scale, Rabs_right in R by (left; apply Rinv_0_lt_compat; auto).
    apply Rmult_le_reg_l with (/ l); [apply Rinv_0_lt_compat; auto|]. rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact R.
  - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra.
Qed.

Section Plane.
Context {S : inner_product_space} {Token : Type} (tokens : list Token)
  (F F_T P P_T o o_T : S -> S) (tau phi psi m kappa c1 c2 ch cg : R) (n h : S -> R).
Hypothesis ET : enumerates tokens.
Hypothesis HF : adjoint F F_T.
Hypothesis HP : adjoint P P_T.
Hypothesis Phi : 0 <= phi.
Hypothesis Psi : 0 <= psi.
Hypothesis BF : forall x, vnorm (F x) <= phi * vnorm x.
Hypothesis BP : forall x, vnorm (P x) <= psi * vnorm x.
Hypothesis Tau : 0 < tau.
(* What is beside the plane, and a norm of it; a norm of what is in the plane. *)
Hypothesis HO : adjoint o o_T.
Hypothesis Shorter : forall z, vnorm (o z) <= vnorm z.
Hypothesis N : seminorm n.
Hypothesis C1 : 0 < c1.
Hypothesis C2 : 0 < c2.
Hypothesis Above : forall z, vnorm z <= c1 * n z.
Hypothesis Below : forall z, n z <= c2 * vnorm z.
Hypothesis HH : seminorm h.
Hypothesis Ch : 0 < ch.
Hypothesis Bh : forall z, h z <= ch * vnorm z.
Hypothesis Big : 1 < m.
Hypothesis Cg : 0 <= cg.
Definition moved (z : S) := vadd z (vscale tau (F z)).
Hypothesis Grows : forall z, m * h z - cg * vnorm (o z) <= h (moved z).
Hypothesis Kappa : 0 <= kappa < m.
Hypothesis Slower : forall z, n (o (moved z)) <= kappa * n (o z).
Let seen : Token -> Token -> R := fun _ _ => 1.
Definition weight_of (j : Token) := equally tokens (fun _ => 1) j.
Definition mean_of (x : Token -> S) := vtotal tokens (fun j => vscale (weight_of j) (x j)).
Definition near_plane e (x : Token -> S) := (forall i, inner (x i) (x i) = 1) /\ 0 < h (mean_of x) /\
  (forall i j, vnorm (vsub (x i) (x j)) <= e * h (mean_of x)) /\ n (o (mean_of x)) <= e * h (mean_of x).
(* A layer f brings tokens that are near the plane nearer, and takes each to the direction of M at their mean, nearly. *)
Definition comes_nearer (M : S -> S) (g : (Token -> S) -> Token -> S) := exists s C r l,
  0 <= s < 1 /\ 0 <= C /\ 0 < r /\ 0 <= l /\ forall e x, 0 <= e <= r ->
  near_plane e x -> near_plane (s * e + C * (e * e)) (g x) /\
  forall i, vnorm (vsub (vscale (vnorm (M (mean_of x))) (g x i)) (M (mean_of x))) <= l * (e * h (mean_of x)).
Let Weights : (forall j, 0 <= weight_of j) /\ total tokens weight_of = 1.
Proof. apply equally_row; [intro; lra | apply size_positive, ET]. Qed.
Lemma mean_within (nu : S -> R) (x : Token -> S) z c : seminorm nu -> (forall i, nu (vsub (x i) z) <= c) ->
  nu (vsub (mean_of x) z) <= c.
Proof.
  intros Nu H. replace (vsub (mean_of x) z) with (vtotal tokens (fun j => vscale (weight_of j) (vsub (x j) z))).
  - apply (norm_mean nu Nu tokens weight_of _ c (proj1 Weights) (proj2 Weights) H).
  - apply inner_ext. intro q. unfold mean_of, vsub. rewrite inner_add_l, inner_scale_l, !inner_vtotal_l.
    transitivity (total tokens (fun k => inner (vscale (weight_of k) (x k)) q) + (- inner z q) * total tokens weight_of).
    + rewrite <- total_scale, <- total_add. apply total_ext. intro k.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
    + rewrite (proj2 Weights). ring.
Qed.
Let top := Rmax 1 kappa.
Let c0 := tau * phi * (4 * psi).
Let L := 1 + c0 * ch.
Let ceta := L * (2 * ch).
Let c5 := cg * c1 + 2 * ch * L.
Let c8 := 2 * L * (2 * ch) * (c1 * kappa + L) + c0 * ch.
Let f := layer tokens (fun _ _ => 1) F P tau.
Lemma plane_step : exists C r, 0 <= C /\ 0 < r /\ forall e x, 0 <= e <= r -> near_plane e x ->
  near_plane (top / m * e + C * (e * e)) (f x) /\
  forall i, vnorm (vsub (vscale (vnorm (moved (mean_of x))) (f x i)) (moved (mean_of x))) <= 2 * L * (e * h (mean_of x)).
Proof.
  assert (T1 : 1 <= top) by apply Rmax_l. assert (T2 : kappa <= top) by apply Rmax_r.
  assert (C0 : 0 <= c0) by (unfold c0; apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
  assert (C0h : 0 <= c0 * ch) by (apply Rmult_le_pos; lra).
  assert (HL : 1 <= L) by (unfold L; lra).
  assert (Lc : 0 <= L * ch) by (apply Rmult_le_pos; lra).
  assert (Eta0 : 0 <= ceta) by (unfold ceta; lra).
  assert (CK : 0 <= c1 * kappa) by (apply Rmult_le_pos; lra).
  assert (Cgc : 0 <= cg * c1) by (apply Rmult_le_pos; lra).
  assert (C50 : 0 <= c5) by (unfold c5; lra).
  assert (C80 : 0 <= c8).
  { unfold c8. assert (0 <= L * ch * (c1 * kappa + L)) by (apply Rmult_le_pos; lra). lra. }
  assert (Em : 0 <= ceta * m) by (apply Rmult_le_pos; lra).
  destruct (ratio_step m top (2 * (c0 * ch) + c2 * c8) (c5 + ceta * m)) as [C [r [HC [Hr Ratio]]]];
    [lra | lra | assert (0 <= c2 * c8) by (apply Rmult_le_pos; lra); lra | lra |].
  set (r' := Rmin r (Rmin 1 (Rmin (/ (4 * (psi * ch + 1))) (Rmin (m / (2 * (cg * c1 + 1))) (/ (2 * (ceta + 1))))))).
  assert (PC : 0 <= psi * ch) by (apply Rmult_le_pos; lra).
  exists C, r'. split; [auto|]. split.
  { repeat apply Rmin_glb_lt; auto; try lra; try (apply Rinv_0_lt_compat; lra). apply Rdiv_lt_0_compat; lra. }
  intros e x [E0 E] [U [Hp [Agree Off]]].
  assert (R1 : e <= r) by (eapply Rle_trans; [exact E | apply Rmin_l]).
  assert (E1 : e <= Rmin 1 (Rmin (/ (4 * (psi * ch + 1))) (Rmin (m / (2 * (cg * c1 + 1))) (/ (2 * (ceta + 1)))))) by
    (eapply Rle_trans; [exact E | apply Rmin_r]).
  assert (R2 : e <= 1) by (eapply Rle_trans; [exact E1 | apply Rmin_l]).
  assert (E2 := Rle_trans _ _ _ E1 (Rmin_r _ _)). assert (R3 := Rle_trans _ _ _ E2 (Rmin_l _ _)).
  assert (E3 := Rle_trans _ _ _ E2 (Rmin_r _ _)). assert (R4 := Rle_trans _ _ _ E3 (Rmin_l _ _)).
  assert (R5 := Rle_trans _ _ _ E3 (Rmin_r _ _)). clear E1 E2 E3.
  destruct (Ratio e (conj E0 R1)) as [Rp Rat]. clear Ratio.
  set (X := mean_of x) in *. set (H := h X) in *. set (D := e * H) in *. set (Y := moved X) in *.
  set (lam := vnorm Y) in *.
  assert (NX : vnorm X <= 1).
  { apply (norm_mean vnorm (vnorm_seminorm S) tokens weight_of x 1 (proj1 Weights) (proj2 Weights)).
    intro i. unfold vnorm. rewrite U, sqrt_1. lra. }
  assert (Hc : H <= ch) by (eapply Rle_trans; [apply Bh|]; rewrite <- (Rmult_1_r ch) at 2; apply Rmult_le_compat_l; lra).
  assert (D0 : 0 <= D) by (apply Rmult_le_pos; lra).
  assert (Dch : D <= ch * e) by (unfold D; rewrite Rmult_comm; apply Rmult_le_compat_r; lra).
  assert (D2 : D * D <= ch * (e * D)).
  { replace (ch * (e * D)) with (ch * e * D) by ring. apply Rmult_le_compat_r; lra. }
  assert (D1 : c0 * (D * D) <= c0 * ch * (e * D)).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  assert (ED : e * D <= D) by (rewrite <- (Rmult_1_l D) at 2; apply Rmult_le_compat_r; lra).
  set (y := fun i => before_norm tokens seen F P tau x i).
  set (l := fun i => vadd (vsub (x i) X) Y).
  assert (Yl : forall i, vnorm (vsub (y i) (l i)) <= c0 * (D * D)).
  { intro i. replace (l i) with (linear tokens seen F tau x i).
    - apply (nearly_linear tokens seen F F_T P P_T tau phi psi (fun _ _ => Rle_0_1) (fun _ => size_positive tokens ET)
        HF HP Phi Psi BF BP Tau x (x i) i D (U i) (fun j => Agree j i)).
      apply Rle_trans with ((psi * ch + 1) * / (4 * (psi * ch + 1))); [|right; field; lra].
      apply Rle_trans with (psi * (ch * e)); [apply Rmult_le_compat_l; lra|].
      rewrite <- Rmult_assoc. apply Rmult_le_compat; lra.
    - unfold linear, l, Y, moved. replace (averaged tokens seen x i) with X by reflexivity.
      apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (Tri : forall a b c : S, vnorm (vsub a c) <= vnorm (vsub a b) + vnorm (vsub b c)) by apply (triangle S).
  assert (xX : forall i, vnorm (vsub (x i) X) <= D).
  { intro i. replace (vnorm (vsub (x i) X)) with (vnorm (vsub X (x i))).
    - apply (mean_within vnorm x (x i) D (vnorm_seminorm S)). intro j. apply Agree.
    - replace (vsub X (x i)) with (vscale (-1) (vsub (x i) X)).
      + rewrite vnorm_scale, Rabs_left by lra. ring.
      + apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (lY : forall i, vnorm (vsub (l i) Y) <= D).
  { intro i. replace (vsub (l i) Y) with (vsub (x i) X); [apply xX|].
    apply inner_ext. intro q. unfold l, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (yY : forall i, vnorm (vsub (y i) Y) <= L * D).
  { intro i. eapply Rle_trans; [apply (Tri _ (l i))|]. specialize (Yl i). specialize (lY i).
    assert (c0 * ch * (e * D) <= c0 * ch * D) by (apply Rmult_le_compat_l; lra). unfold L. lra. }
  assert (oX : vnorm (o X) <= c1 * D).
  { eapply Rle_trans; [apply Above|]. apply Rmult_le_compat_l; [lra | exact Off]. }
  assert (hY : (m - cg * c1 * e) * H <= h Y).
  { eapply Rle_trans; [|apply Grows]. fold X H. assert (cg * vnorm (o X) <= cg * (c1 * D)) by (apply Rmult_le_compat_l; lra).
    unfold D in *. lra. }
  assert (Half : cg * c1 * e <= m / 2).
  { apply Rle_trans with ((cg * c1 + 1) * (m / (2 * (cg * c1 + 1)))); [apply Rmult_le_compat; lra | right; field; lra]. }
  assert (Hl : H <= 2 * ch * lam).
  { assert (A := Bh Y). fold lam in A. assert (/ 2 * H <= (m - cg * c1 * e) * H) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Lp : 0 < lam).
  { apply Rnot_le_lt. intro Z. assert (2 * ch * lam <= 2 * ch * 0) by (apply Rmult_le_compat_l; lra). lra. }
  assert (LD : L * D <= ceta * e * lam).
  { unfold D, ceta. replace (L * (2 * ch) * e * lam) with (L * e * (2 * ch * lam)) by ring.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Hl]. }
  assert (Eh : ceta * e <= / 2).
  { apply Rle_trans with ((ceta + 1) * / (2 * (ceta + 1))); [apply Rmult_le_compat; lra | right; field; lra]. }
  assert (Ny : forall i, lam * (1 - ceta * e) <= vnorm (y i) /\ Rabs (lam - vnorm (y i)) <= L * D).
  { intro i. assert (A := norm_sub_le vnorm (vnorm_seminorm S) Y (y i)).
    assert (B := norm_sub_le vnorm (vnorm_seminorm S) (y i) Y).
    assert (Sy : vnorm (vsub Y (y i)) = vnorm (vsub (y i) Y)).
    { replace (vsub Y (y i)) with (vscale (-1) (vsub (y i) Y)).
      - rewrite vnorm_scale, Rabs_left by lra. ring.
      - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    specialize (yY i). fold lam in A, B. split; [lra | apply Rabs_le; lra]. }
  set (low := lam * (1 - ceta * e)).
  assert (Low : lam / 2 <= low).
  { unfold low. assert (lam * / 2 <= lam * (1 - ceta * e)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Fx : forall i, f x i = vscale (/ vnorm (y i)) (y i)) by reflexivity.
  assert (Close : forall i, vnorm (vsub (vscale lam (f x i)) Y) <= 2 * L * D).
  { intro i. rewrite Fx. assert (Q := directions_apart (y i) Y low ltac:(lra) (proj1 (Ny i))).
    assert (Yp : 0 < vnorm (y i)) by (destruct (Ny i) as [A _]; unfold low in Low; lra).
    fold lam in Q. assert (low <= lam).
    { unfold low. assert (0 <= lam * (ceta * e)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
    specialize (Q H0). set (g := vsub (vscale (/ vnorm (y i)) (y i)) (vscale (/ lam) Y)) in *.
    replace (vsub (vscale lam (vscale (/ vnorm (y i)) (y i))) Y) with (vscale lam g).
    - rewrite vnorm_scale, Rabs_right by lra. assert (G0 := vnorm_nonneg g).
      assert (lam / 2 * vnorm g <= low * vnorm g) by (apply Rmult_le_compat_r; lra). specialize (yY i). lra.
    - unfold g. apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra. }
  set (X' := mean_of (f x)). set (H' := h X').
  assert (Scaled : mean_of (fun i => vscale lam (f x i)) = vscale lam X').
  { apply inner_ext. intro q. unfold X', mean_of. rewrite inner_scale_l, !inner_vtotal_l, <- total_scale.
    apply total_ext. intro k. rewrite !inner_scale_l. ring. }
  assert (XY : vnorm (vsub (vscale lam X') Y) <= 2 * L * D).
  { rewrite <- Scaled. apply (mean_within vnorm _ Y _ (vnorm_seminorm S) Close). }
  assert (HX' : (m - c5 * e) * H <= lam * H').
  { assert (Q := norm_sub_le h HH Y (vscale lam X')). rewrite (proj2 (proj2 HH)), Rabs_right in Q by lra.
    fold H' in Q. assert (B := Bh (vsub Y (vscale lam X'))).
    replace (vnorm (vsub Y (vscale lam X'))) with (vnorm (vsub (vscale lam X') Y)) in B.
    2:{ replace (vsub Y (vscale lam X')) with (vscale (-1) (vsub (vscale lam X') Y)).
        - rewrite vnorm_scale, Rabs_left by lra. ring.
        - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    assert (ch * vnorm (vsub (vscale lam X') Y) <= ch * (2 * L * D)) by (apply Rmult_le_compat_l; lra).
    replace ((m - c5 * e) * H) with ((m - cg * c1 * e) * H - ch * (2 * L * D)) by (unfold c5, D; ring). lra. }
  set (s := top / m * e + C * (e * e)) in *.
  assert (S0 : 0 <= s).
  { unfold s. assert (0 <= top / m) by (left; apply Rdiv_lt_0_compat; lra).
    assert (0 <= top / m * e) by (apply Rmult_le_pos; lra).
    assert (0 <= C * (e * e)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  assert (Cm : (m - (c5 + ceta * m) * e) <= (1 - ceta * e) * (m - c5 * e)).
  { assert (0 <= ceta * e * (c5 * e)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra). lra. }
  assert (Cm' : (m - (c5 + ceta * m) * e) <= m - c5 * e).
  { assert (0 <= ceta * m * e) by (apply Rmult_le_pos; lra). lra. }
  assert (P1 : 0 < m - c5 * e) by lra.
  assert (Hp' : 0 < H').
  { apply Rmult_lt_reg_l with lam; [lra|]. rewrite Rmult_0_r.
    apply Rlt_le_trans with ((m - c5 * e) * H); [apply Rmult_lt_0_compat; lra | exact HX']. }
  split; [|exact Close]. split; [|split; [exact Hp'|split]].
  - intro i. rewrite Fx. destruct (Ny i) as [A _]. fold low in A. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
  - intros i j. fold X' H'. apply Rmult_le_reg_l with low; [lra|]. rewrite !Fx.
    eapply Rle_trans; [apply (directions_apart (y i) (y j) low); [lra | apply Ny | apply Ny]|].
    assert (Gap : vnorm (vsub (y i) (y j)) <= (e + 2 * (c0 * ch) * (e * e)) * H).
    { replace (vsub (y i) (y j)) with (vadd (vsub (y i) (l i)) (vadd (vsub (x i) (x j)) (vsub (l j) (y j)))).
      - eapply Rle_trans; [apply vnorm_add|]. eapply Rle_trans; [apply Rplus_le_compat_l, vnorm_add|].
        assert (Sy : vnorm (vsub (l j) (y j)) = vnorm (vsub (y j) (l j))).
        { replace (vsub (l j) (y j)) with (vscale (-1) (vsub (y j) (l j))).
          - rewrite vnorm_scale, Rabs_left by lra. ring.
          - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
        rewrite Sy. assert (A := Yl i). assert (B := Yl j). assert (G := Agree i j). unfold D in *. lra.
      - apply inner_ext. intro q. unfold l, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    eapply Rle_trans; [exact Gap|]. unfold low.
    apply Rle_trans with (s * ((1 - ceta * e) * ((m - c5 * e) * H))).
    + apply Rle_trans with (s * (m - (c5 + ceta * m) * e) * H).
      * apply Rmult_le_compat_r; [lra|]. eapply Rle_trans; [|exact Rat].
        assert (0 <= c2 * c8 * (e * e)) by (repeat apply Rmult_le_pos; lra).
        assert (1 * e <= top * e) by (apply Rmult_le_compat_r; lra). lra.
      * rewrite Rmult_assoc. apply Rmult_le_compat_l; [auto|]. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra.
    + replace (lam * (1 - ceta * e) * (s * H')) with (s * ((1 - ceta * e) * (lam * H'))) by ring.
      apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat_l; [lra | exact HX'].
  - fold X' H'. apply Rmult_le_reg_l with lam; [lra|].
    replace (lam * n (o X')) with (n (o (vscale lam X'))).
    2:{ rewrite (adjoint_scale _ _ HO), (proj2 (proj2 N)), Rabs_right; lra. }
    assert (OY : n (o Y) <= kappa * D).
    { eapply Rle_trans; [apply Slower|]. apply Rmult_le_compat_l; [lra | exact Off]. }
    assert (Err : forall i, vnorm (o (vsub (vscale lam (f x i)) (l i))) <= c8 * (e * D)).
    { intro i. rewrite Fx. destruct (Ny i) as [A B]. fold low in A. assert (Yp : 0 < vnorm (y i)) by lra.
      replace (vsub (vscale lam (vscale (/ vnorm (y i)) (y i))) (l i)) with
        (vadd (vscale (lam * / vnorm (y i) - 1) (y i)) (vsub (y i) (l i))).
      2:{ apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      rewrite (adjoint_add _ _ HO), (adjoint_scale _ _ HO). eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale.
      assert (Oy : vnorm (o (y i)) <= (c1 * kappa + L) * D).
      { replace (y i) with (vadd Y (vsub (y i) Y)).
        - rewrite (adjoint_add _ _ HO). eapply Rle_trans; [apply vnorm_add|].
          assert (Q1 := Shorter (vsub (y i) Y)). specialize (yY i).
          assert (Q2 := Above (o Y)). assert (c1 * n (o Y) <= c1 * (kappa * D)) by (apply Rmult_le_compat_l; lra). lra.
        - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      assert (Rr : Rabs (lam * / vnorm (y i) - 1) <= 2 * L * (2 * ch) * e).
      { replace (lam * / vnorm (y i) - 1) with ((lam - vnorm (y i)) * / vnorm (y i)) by (field; lra).
        rewrite Rabs_mult, (Rabs_right (/ vnorm (y i))) by (left; apply Rinv_0_lt_compat; lra).
        apply Rmult_le_reg_r with (vnorm (y i)); [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
        eapply Rle_trans; [exact B|]. eapply Rle_trans; [exact LD|]. unfold ceta.
        replace (2 * L * (2 * ch) * e * vnorm (y i)) with (L * (2 * ch) * e * (2 * vnorm (y i))) by ring.
        apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
      assert (Q := Shorter (vsub (y i) (l i))). specialize (Yl i).
      apply Rle_trans with (2 * L * (2 * ch) * e * ((c1 * kappa + L) * D) + c0 * ch * (e * D)).
      - apply Rplus_le_compat; [|lra]. apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg.
      - right. unfold c8. ring. }
    assert (Dev : vnorm (vsub (o (vscale lam X')) (o Y)) <= c8 * (e * D)).
    { replace (vsub (o (vscale lam X')) (o Y)) with
        (vsub (mean_of (fun i => o (vsub (vscale lam (f x i)) (l i)))) vzero).
      - apply (mean_within vnorm _ vzero _ (vnorm_seminorm S)). intro i.
        replace (vsub (o (vsub (vscale lam (f x i)) (l i))) vzero) with (o (vsub (vscale lam (f x i)) (l i))); [apply Err|].
        unfold vsub at 2. rewrite <- (vscale_zero vzero), vscale_vscale, Rmult_0_r, vscale_zero, vadd_zero. reflexivity.
      - apply inner_ext. intro q. unfold mean_of, vsub. rewrite !inner_add_l, !inner_scale_l, inner_zero_l, inner_vtotal_l, !HO.
        unfold X', mean_of. rewrite inner_scale_l, inner_vtotal_l.
        transitivity (lam * total tokens (fun k => inner (vscale (weight_of k) (f x k)) (o_T q))
          + -1 * (total tokens (fun k => inner (vscale (weight_of k) (x k)) (o_T q)) +
          (- inner X (o_T q) + inner Y (o_T q)) * total tokens weight_of)).
        + rewrite Rmult_0_r, Rplus_0_r, <- !total_scale, <- total_add, <- total_scale, <- total_add. apply total_ext. intro k.
          rewrite inner_scale_l, HO. unfold l, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
        + rewrite (proj2 Weights). unfold X at 1, mean_of. rewrite inner_vtotal_l. ring. }
    assert (Fin : n (o (vscale lam X')) <= (kappa * e + c2 * c8 * (e * e)) * H).
    { eapply Rle_trans; [apply (norm_sub_le n N _ (o Y))|]. assert (Q := Below (vsub (o (vscale lam X')) (o Y))).
      assert (c2 * vnorm (vsub (o (vscale lam X')) (o Y)) <= c2 * (c8 * (e * D))) by (apply Rmult_le_compat_l; lra).
      unfold D in *. lra. }
    eapply Rle_trans; [exact Fin|]. replace (lam * (s * H')) with (s * (lam * H')) by ring.
    apply Rle_trans with (s * ((m - c5 * e) * H)); [|apply Rmult_le_compat_l; auto].
    apply Rle_trans with (s * (m - (c5 + ceta * m) * e) * H).
    + apply Rmult_le_compat_r; [lra|]. eapply Rle_trans; [|exact Rat].
      assert (0 <= 2 * (c0 * ch) * (e * e)) by (repeat apply Rmult_le_pos; lra).
      assert (kappa * e <= top * e) by (apply Rmult_le_compat_r; lra). lra.
    + rewrite Rmult_assoc. apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat_r; lra.
Qed.
Theorem near_plane_step : comes_nearer moved f.
Proof.
  destruct plane_step as [C [r [HC [Hr Step]]]]. exists (top / m), C, r, (2 * L).
  assert (T1 : 1 <= top) by apply Rmax_l. assert (T2 : top < m) by (apply Rmax_lub_lt; lra).
  split; [|split; [exact HC|split; [exact Hr|split; [|exact Step]]]].
  - split; [left; apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with m; [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - unfold L, c0. assert (0 <= tau * phi * (4 * psi) * ch); [|lra]. repeat apply Rmult_le_pos; lra.
Qed.
End Plane.
