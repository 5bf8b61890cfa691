(* Coordinates in the plane of two vectors, along them and beside the plane; a map that keeps the plane
   like a complex number multiplies their length by its modulus, and turns them. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude NearAgreement.
Open Scope R_scope.

Section Coordinates.
Context {S : inner_product_space} (p q : S).
Let g := inner p p * inner q q - inner p q ^ 2.
Hypothesis Independent : 0 < g.
Definition along_first z := (inner q q * inner p z - inner p q * inner q z) / g.
Definition along_second z := (inner p p * inner q z - inner p q * inner p z) / g.
Definition beside_plane z := vsub (vsub z (vscale (along_first z) p)) (vscale (along_second z) q).
Definition in_plane z : pairs real_line real_line := (along_first z, along_second z).
Definition height z := vnorm (in_plane z).
Lemma along_first_linear c a b : along_first (vadd (vscale c a) b) = c * along_first a + along_first b.
Proof. unfold along_first. rewrite !inner_add_r, !inner_scale_r. field. lra. Qed.
Lemma along_second_linear c a b : along_second (vadd (vscale c a) b) = c * along_second a + along_second b.
Proof. unfold along_second. rewrite !inner_add_r, !inner_scale_r. field. lra. Qed.
Lemma in_plane_linear c a b : in_plane (vadd (vscale c a) b) = vadd (vscale c (in_plane a)) (in_plane b).
Proof. unfold in_plane. simpl. rewrite along_first_linear, along_second_linear. reflexivity. Qed.
Lemma in_plane_add a b : in_plane (vadd a b) = vadd (in_plane a) (in_plane b).
Proof. rewrite <- (vscale_one _ a) at 1. rewrite in_plane_linear, vscale_one. reflexivity. Qed.
Lemma in_plane_scale c a : in_plane (vscale c a) = vscale c (in_plane a).
Proof.
  rewrite <- (vadd_zero _ (vscale c a)), in_plane_linear. unfold in_plane at 2.
  replace (along_first vzero) with 0 by (unfold along_first; rewrite !inner_zero_r; field; lra).
  replace (along_second vzero) with 0 by (unfold along_second; rewrite !inner_zero_r; field; lra).
  apply (vadd_zero (pairs real_line real_line)).
Qed.
Lemma height_seminorm : seminorm height.
Proof.
  split; [intro; apply vnorm_nonneg|]. unfold height. split.
  - intros a b. rewrite in_plane_add. apply vnorm_add.
  - intros c a. rewrite in_plane_scale. apply vnorm_scale.
Qed.
Lemma height_square z : height z * height z = along_first z * along_first z + along_second z * along_second z.
Proof. unfold height. rewrite vnorm_square. reflexivity. Qed.
Lemma first_of_plane a b : along_first (vadd (vscale a p) (vscale b q)) = a.
Proof.
  unfold along_first. rewrite !inner_add_r, !inner_scale_r, (inner_sym _ q p). unfold g in *. field. lra.
Qed.
Lemma second_of_plane a b : along_second (vadd (vscale a p) (vscale b q)) = b.
Proof.
  unfold along_second. rewrite !inner_add_r, !inner_scale_r, (inner_sym _ q p). unfold g in *. field. lra.
Qed.
Lemma plane_split z : z = vadd (beside_plane z) (vadd (vscale (along_first z) p) (vscale (along_second z) q)).
Proof.
  apply inner_ext. intro w. unfold beside_plane, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma beside_plane_orthogonal z : inner (beside_plane z) p = 0 /\ inner (beside_plane z) q = 0.
Proof.
  unfold beside_plane, vsub, along_first, along_second. repeat (rewrite inner_add_l || rewrite inner_scale_l).
  rewrite (inner_sym _ z p), (inner_sym _ z q), (inner_sym _ q p). unfold g in *. split; field; lra.
Qed.
Lemma beside_plane_adjoint : adjoint beside_plane beside_plane.
Proof.
  intros x y. unfold beside_plane, vsub, along_first, along_second.
  repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
  rewrite (inner_sym _ x p), (inner_sym _ x q). unfold g in *. field. lra.
Qed.
Lemma beside_plane_of_plane a b : beside_plane (vadd (vscale a p) (vscale b q)) = vzero.
Proof.
  apply inner_ext. intro w. unfold beside_plane. rewrite first_of_plane, second_of_plane, inner_zero_l. unfold vsub.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma beside_plane_twice z : beside_plane (beside_plane z) = beside_plane z.
Proof.
  destruct (beside_plane_orthogonal z) as [A B]. set (o := beside_plane z) in *. unfold beside_plane, along_first, along_second.
  rewrite (inner_sym _ p o), (inner_sym _ q o), A, B. apply inner_ext. intro w. unfold vsub.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra.
Qed.
Lemma beside_plane_short z : vnorm (beside_plane z) <= vnorm z.
Proof.
  assert (E : vnorm (beside_plane z) * vnorm (beside_plane z) = inner z (beside_plane z)).
  { rewrite vnorm_square, beside_plane_adjoint, beside_plane_twice. reflexivity. }
  assert (Q := inner_le_vnorm z (beside_plane z)). assert (A := Rle_abs (inner z (beside_plane z))).
  destruct (vnorm_nonneg (beside_plane z)) as [P|Z]; [|rewrite <- Z; apply vnorm_nonneg].
  apply Rmult_le_reg_r with (vnorm (beside_plane z)); [auto|]. lra.
Qed.
Definition height_bound := vnorm (vscale (/ g) (vsub (vscale (inner q q) p) (vscale (inner p q) q)))
  + vnorm (vscale (/ g) (vsub (vscale (inner p p) q) (vscale (inner p q) p))) + 1.
Lemma height_bounded z : height z <= height_bound * vnorm z.
Proof.
  assert (A : Rabs (along_first z) <= vnorm (vscale (/ g) (vsub (vscale (inner q q) p) (vscale (inner p q) q))) * vnorm z).
  { replace (along_first z) with (inner (vscale (/ g) (vsub (vscale (inner q q) p) (vscale (inner p q) q))) z); [apply inner_le_vnorm|].
    unfold along_first, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold Rdiv. ring. }
  assert (B : Rabs (along_second z) <= vnorm (vscale (/ g) (vsub (vscale (inner p p) q) (vscale (inner p q) p))) * vnorm z).
  { replace (along_second z) with (inner (vscale (/ g) (vsub (vscale (inner p p) q) (vscale (inner p q) p))) z); [apply inner_le_vnorm|].
    unfold along_second, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold Rdiv. ring. }
  assert (H : height z <= Rabs (along_first z) + Rabs (along_second z)).
  { assert (A0 := Rabs_pos (along_first z)). assert (B0 := Rabs_pos (along_second z)).
    apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite height_square.
    assert (SA : Rabs (along_first z) * Rabs (along_first z) = along_first z * along_first z) by
      (rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
    assert (SB : Rabs (along_second z) * Rabs (along_second z) = along_second z * along_second z) by
      (rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
    assert (0 <= Rabs (along_first z) * Rabs (along_second z)) by (apply Rmult_le_pos; auto). lra. }
  unfold height_bound. rewrite !Rmult_plus_distr_r, Rmult_1_l. assert (V := vnorm_nonneg z). lra.
Qed.
Lemma height_bound_positive : 0 < height_bound.
Proof. unfold height_bound. assert (H := fun z : S => vnorm_nonneg z). assert (A := H (vscale (/ g) (vsub (vscale (inner q q) p) (vscale (inner p q) q)))). assert (B := H (vscale (/ g) (vsub (vscale (inner p p) q) (vscale (inner p q) p)))). lra. Qed.
Lemma along_below z : Rabs (along_first z) <= height z /\ Rabs (along_second z) <= height z.
Proof.
  assert (Q := height_square z). assert (H0 : 0 <= height z) by apply vnorm_nonneg.
  assert (A := Rle_0_sqr (along_first z)). assert (B := Rle_0_sqr (along_second z)). unfold Rsqr in *.
  split; apply Rsqr_incr_0_var; auto; unfold Rsqr; rewrite <- Rabs_mult, Rabs_right by (apply Rle_ge, Rle_0_sqr); lra.
Qed.
Lemma plane_length z : vnorm z <= (vnorm p + vnorm q + 1) * height z + vnorm (beside_plane z).
Proof.
  rewrite (plane_split z) at 1. eapply Rle_trans; [apply vnorm_add|].
  assert (T := vnorm_add (vscale (along_first z) p) (vscale (along_second z) q)). rewrite !vnorm_scale in T.
  destruct (along_below z) as [A B]. assert (H0 : 0 <= height z) by apply vnorm_nonneg.
  assert (Rabs (along_first z) * vnorm p <= height z * vnorm p) by (apply Rmult_le_compat_r; [apply vnorm_nonneg | auto]).
  assert (Rabs (along_second z) * vnorm q <= height z * vnorm q) by (apply Rmult_le_compat_r; [apply vnorm_nonneg | auto]).
  lra.
Qed.

(* ------------------------------------------------------------------ a map that keeps the plane *)

Definition area z w := along_first z * along_second w - along_second z * along_first w.
Lemma area_bound z w : Rabs (area z w) <= height z * height w.
Proof.
  assert (Q : area z w * area z w <= (height z * height w) * (height z * height w)).
  { replace (height z * height w * (height z * height w)) with ((height z * height z) * (height w * height w)) by ring.
    rewrite !height_square. unfold area. assert (P := Rle_0_sqr (along_first z * along_first w + along_second z * along_second w)).
    unfold Rsqr in P. lra. }
  assert (H0 : 0 <= height z * height w) by (apply Rmult_le_pos; apply vnorm_nonneg).
  apply Rsqr_incr_0_var; auto. unfold Rsqr. rewrite <- Rabs_mult, Rabs_right by (apply Rle_ge, Rle_0_sqr). exact Q.
Qed.
Lemma area_linear z c a b : area z (vadd (vscale c a) b) = c * area z a + area z b.
Proof. unfold area. rewrite along_first_linear, along_second_linear. ring. Qed.

Context (A A_T : S -> S) (alpha beta phi : R).
Hypothesis HA : adjoint A A_T.
Hypothesis Phi : 0 <= phi.
Hypothesis BA : forall z, vnorm (A z) <= phi * vnorm z.
Hypothesis Ap : A p = vadd (vscale alpha p) (vscale (- beta) q).
Hypothesis Aq : A q = vadd (vscale beta p) (vscale alpha q).
Definition turned z := vadd (vscale (alpha * along_first z + beta * along_second z) p)
  (vscale (alpha * along_second z - beta * along_first z) q).
Lemma moved_split z : A z = vadd (vscale 1 (A (beside_plane z))) (turned z).
Proof.
  rewrite (plane_split z) at 1. rewrite !(adjoint_add _ _ HA), !(adjoint_scale _ _ HA), Ap, Aq, vscale_one.
  apply inner_ext. intro w. unfold turned. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma beside_moved z : beside_plane (A z) = beside_plane (A (beside_plane z)).
Proof.
  rewrite moved_split, vscale_one, (adjoint_add _ _ beside_plane_adjoint). unfold turned.
  rewrite beside_plane_of_plane, vadd_zero. reflexivity.
Qed.
Lemma height_turned z : height (turned z) = sqrt (alpha ^ 2 + beta ^ 2) * height z.
Proof.
  unfold height, vnorm. rewrite <- sqrt_mult_alt by (apply Rplus_le_le_0_compat; apply pow2_ge_0). f_equal.
  unfold in_plane, turned. rewrite first_of_plane, second_of_plane. simpl. ring.
Qed.
Lemma height_beside z : height (A (beside_plane z)) <= height_bound * phi * vnorm (beside_plane z).
Proof.
  eapply Rle_trans; [apply height_bounded|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [left; apply height_bound_positive | apply BA].
Qed.
Lemma height_grows z :
  sqrt (alpha ^ 2 + beta ^ 2) * height z - height_bound * phi * vnorm (beside_plane z) <= height (A z).
Proof.
  assert (Q := norm_sub_le height height_seminorm (turned z) (A z)).
  replace (vsub (turned z) (A z)) with (vscale (-1) (A (beside_plane z))) in Q.
  - rewrite height_turned, (proj2 (proj2 height_seminorm)), Rabs_left in Q by lra. assert (B := height_beside z). lra.
  - rewrite (moved_split z). apply inner_ext. intro w. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma map_turns z w l : 0 <= l -> vnorm w <= 1 -> Rabs beta * (height z * height z) <=
  height_bound * phi * (height z * vnorm (beside_plane z)) + height z * height (vsub (vscale l w) (A z)) +
  l * (height_bound * height_bound) * vnorm (vsub z w).
Proof.
  intros L W. assert (Hz : 0 <= height z) by apply vnorm_nonneg.
  assert (E : area z (turned z) = - beta * (height z * height z)).
  { rewrite height_square. unfold area, turned. rewrite first_of_plane, second_of_plane. ring. }
  assert (S1 : area z (turned z) = area z (vscale l w) - area z (vsub (vscale l w) (A z)) - area z (A (beside_plane z))).
  { unfold vsub. rewrite (moved_split z) at 1.
    replace (vadd (vscale l w) (vscale (-1) (vadd (vscale 1 (A (beside_plane z))) (turned z)))) with
      (vadd (vscale l w) (vadd (vscale (-1) (A (beside_plane z))) (vadd (vscale (-1) (turned z)) (vscale 0 p)))).
    - assert (Z : area z (vscale 0 p) = 0).
      { unfold area. rewrite vscale_zero. unfold along_first at 2, along_second at 1. rewrite !inner_zero_r. field. lra. }
      assert (Lw : area z (vscale l w) = l * area z w).
      { rewrite <- (vadd_zero _ (vscale l w)), <- (vscale_zero p), area_linear, Z. ring. }
      rewrite !area_linear, Z, Lw. ring.
    - apply inner_ext. intro u. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (S2 : area z (vscale l w) = l * area (vsub z w) w).
  { unfold area, vsub. rewrite (vadd_comm _ z (vscale (-1) w)), along_first_linear, along_second_linear.
    rewrite <- (vadd_zero _ (vscale l w)), along_first_linear, along_second_linear.
    replace (along_first vzero) with 0 by (unfold along_first; rewrite !inner_zero_r; field; lra).
    replace (along_second vzero) with 0 by (unfold along_second; rewrite !inner_zero_r; field; lra). ring. }
  assert (Hw : height w <= height_bound).
  { eapply Rle_trans; [apply height_bounded|]. rewrite <- (Rmult_1_r height_bound) at 2.
    apply Rmult_le_compat_l; [left; apply height_bound_positive | exact W]. }
  assert (B1 := area_bound (vsub z w) w). assert (B2 := area_bound z (vsub (vscale l w) (A z))).
  assert (B3 := area_bound z (A (beside_plane z))). assert (B4 := height_beside z). assert (B5 := height_bounded (vsub z w)).
  assert (HB := height_bound_positive).
  assert (G1 : height (vsub z w) * height w <= height_bound * vnorm (vsub z w) * height_bound).
  { apply Rmult_le_compat; auto; apply vnorm_nonneg. }
  assert (G2 : l * Rabs (area (vsub z w) w) <= l * (height_bound * vnorm (vsub z w) * height_bound)).
  { apply Rmult_le_compat_l; lra. }
  assert (G3 : height z * height (A (beside_plane z)) <= height z * (height_bound * phi * vnorm (beside_plane z))).
  { apply Rmult_le_compat_l; auto. }
  replace (Rabs beta * (height z * height z)) with (Rabs (area z (turned z))).
  2:{ rewrite E, Rabs_mult, Rabs_Ropp, (Rabs_right (height z * height z)); [ring | apply Rle_ge, Rmult_le_pos; auto]. }
  rewrite S1, S2. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
  assert (T := Rabs_triang (l * area (vsub z w) w) (- area z (vsub (vscale l w) (A z)))).
  rewrite Rabs_Ropp, Rabs_mult, (Rabs_right l) in T by lra. lra.
Qed.
End Coordinates.
