(* A-L5.2 (2) as printed is false: with U = diag(2, 1, 0) the solution from (0, 3/5, 4/5) tends to
   (0, 1, 0). It is (0, 1, k)/sqrt(1 + k^2) with k = 4/3 e^{-t}. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Spheres Tangent Worlds.
From Claimed Require Import A_L5_2.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the operator *)

Definition space := euclidean 2.
Definition point (a b c : R) : space := ((a, b), c).
Definition image (x : space) : space := point (2 * fst (fst x)) (snd (fst x)) 0.
Inductive axis := along | next | last.
Definition axes := along :: next :: last :: nil.
Definition unit_on (k : axis) : space :=
  match k with along => point 1 0 0 | next => point 0 1 0 | last => point 0 0 1 end.
Definition value (k : axis) : R := match k with along => 2 | next => 1 | last => 0 end.
Definition equal (j k : axis) : R :=
  match j, k with along, along | next, next | last, last => 1 | _, _ => 0 end.
Lemma axes_enumerated : enumerates axes.
Proof.
  split; [discriminate|]. split; [|intros []; simpl; auto].
  repeat constructor; simpl; intuition discriminate.
Qed.
Lemma image_symmetric : adjoint image image.
Proof. intros [[a b] c] [[a' b'] c']. simpl. ring. Qed.
Lemma image_bounded : bounded_operator image.
Proof.
  exists 2. split; [lra|]. intros x. apply square_le.
  - apply Rmult_le_pos; [lra | apply vnorm_nonneg].
  - replace (2 * vnorm x * (2 * vnorm x)) with (4 * inner x x) by (rewrite <- vnorm_square; ring).
    rewrite vnorm_square. destruct x as [[a b] c]. simpl in *.
    assert (B := Rle_0_sqr b). assert (C := Rle_0_sqr c). unfold Rsqr in *. lra.
Qed.

(* ------------------------------------------------------------------ 2. the solution *)

Definition slope (t : R) := 4 / 3 * exp (-1 * t).
Definition shrink (t : R) := / sqrt (1 + slope t * slope t).
Definition curve (t : R) : space := point 0 (shrink t) (slope t * shrink t).
Lemma slope_moves t : is_derive slope t (- slope t).
Proof.
  eapply derive_eq. apply (derive_mult (fun _ => 4 / 3) (fun t => exp (-1 * t)));
    [apply derive_const | apply derive_exp_rate]. unfold slope. ring.
Qed.
Lemma radicand_positive t : 0 < 1 + slope t * slope t.
Proof. assert (Q := Rle_0_sqr (slope t)). unfold Rsqr in Q. lra. Qed.
Lemma shrink_square t : shrink t * shrink t * (1 + slope t * slope t) = 1.
Proof.
  assert (P := radicand_positive t). unfold shrink. assert (S := sqrt_sqrt _ (Rlt_le _ _ P)).
  assert (N := sqrt_lt_R0 _ P). set (r := sqrt _) in *. rewrite <- S. field. lra.
Qed.
Lemma shrink_moves t : is_derive shrink t (shrink t * (slope t * shrink t) * (slope t * shrink t)).
Proof.
  assert (P := radicand_positive t). assert (N := sqrt_lt_R0 _ P).
  eapply derive_eq. apply (derive_inv_sqrt (fun t => 1 + slope t * slope t)); [exact P|].
  apply (derive_plus (fun _ => 1) (fun t => slope t * slope t));
    [apply derive_const | apply (derive_mult slope slope); apply slope_moves].
  unfold shrink. field. lra.
Qed.
Lemma vderive_pair (S T : inner_product_space) (f : R -> S) (g : R -> T) t (a : S) (b : T) :
  is_vderive f t a -> is_vderive g t b -> is_vderive (S := pairs S T) (fun t => (f t, g t)) t (a, b).
Proof.
  intros F G eps E. destruct (F (eps / 2)) as [d Hd]; [lra|]. destruct (G (eps / 2)) as [e He]; [lra|].
  assert (M : 0 < Rmin d e) by (apply Rmin_glb_lt; apply cond_pos).
  exists (mkposreal _ M). simpl. intros h Hh.
  specialize (Hd h (Rlt_le_trans _ _ _ Hh (Rmin_l _ _))).
  specialize (He h (Rlt_le_trans _ _ _ Hh (Rmin_r _ _))).
  apply Rle_trans with (vnorm (vsub (f (t + h)) (vadd (f t) (vscale h a)))
    + vnorm (vsub (g (t + h)) (vadd (g t) (vscale h b)))); [|lra].
  set (x := vsub (f (t + h)) _) in *. set (z := vsub (g (t + h)) _) in *.
  apply square_le; [assert (X := vnorm_nonneg x); assert (Z := vnorm_nonneg z); lra|].
  rewrite vnorm_square. change (inner x x + inner z z <= (vnorm x + vnorm z) * (vnorm x + vnorm z)).
  rewrite <- !vnorm_square. assert (0 <= vnorm x * vnorm z) by (apply Rmult_le_pos; apply vnorm_nonneg).
  lra.
Qed.
Lemma curve_moves t : is_vderive curve t
  (vscale 1 (vsub (image (curve t)) (vscale (inner (curve t) (image (curve t))) (curve t)))).
Proof.
  eapply vderive_eq.
  - apply vderive_pair; [apply vderive_pair|].
    + apply vderive_const.
    + apply vderive_real, shrink_moves.
    + apply vderive_real. apply (derive_mult slope shrink); [apply slope_moves | apply shrink_moves].
  - assert (Q := shrink_square t). unfold curve, image, point, vsub. simpl.
    set (k := slope t) in *. set (c := shrink t) in *. f_equal; [f_equal|].
    + ring.
    + apply Rminus_diag_uniq. replace (_ - _) with (c * (c * c * (1 + k * k) - 1)) by ring.
      rewrite Q. ring.
    + apply Rminus_diag_uniq. replace (_ - _) with (k * c * (c * c * (1 + k * k) - 1)) by ring.
      rewrite Q. ring.
Qed.
Lemma curve_near t : 0 <= t -> vnorm (vsub (curve t) (point 0 1 0)) <= 2 * exp (- 1 * t).
Proof.
  intros T. assert (Q := shrink_square t). assert (K : 0 < slope t).
  { unfold slope. apply Rmult_lt_0_compat; [lra | apply exp_pos]. }
  assert (C0 : 0 < shrink t) by (apply Rinv_0_lt_compat, sqrt_lt_R0, radicand_positive).
  assert (E := exp_pos (-1 * t)). apply square_le; [lra|]. rewrite vnorm_square. simpl.
  apply Rle_trans with (slope t * slope t).
  2: { unfold slope. assert (0 < exp (-1 * t) * exp (-1 * t)) by (apply Rmult_lt_0_compat; auto).
       replace (- 1 * t) with (-1 * t) by ring. lra. }
  set (k := slope t) in *. set (c := shrink t) in *.
  assert (C1 : c <= 1).
  { apply square_le; [lra|]. assert (0 <= c * c * (k * k)); [|lra].
    apply Rmult_le_pos; apply Rle_0_sqr. }
  assert (0 <= c * c * (k * k) * (c * c * (k * k))) by apply Rle_0_sqr.
  assert (F : 1 - c <= k * k).
  { assert (0 <= c * (k * k)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
    assert (c * c * (k * k) <= 1 * (k * k)).
    { apply Rmult_le_compat_r; [apply Rle_0_sqr|]. rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra. }
    assert (c * c <= c * 1) by (apply Rmult_le_compat_l; lra). lra. }
  replace ((0 + -1 * 0) * (0 + -1 * 0) + (c + -1 * 1) * (c + -1 * 1) + (k * c + -1 * 0) * (k * c + -1 * 0))
    with ((1 - c) * (1 - c) + c * c * (k * k)) by ring.
  replace (c * c * (k * k)) with (1 - c * c) by lra.
  apply Rle_trans with (2 * (1 - c)); [right; ring|].
  assert (c * c * (k * k) <= c * (k * k)).
  { apply Rmult_le_compat_r; [apply Rle_0_sqr|]. rewrite <- (Rmult_1_r c) at 3.
    apply Rmult_le_compat_l; lra. }
  assert (X : (1 - c) * (1 + c) <= k * k * (c * c)) by lra.
  assert (Y : 2 * (1 - c) * (c * c) <= k * k * (c * c)).
  { apply Rle_trans with ((1 - c) * (1 + c)); [|exact X]. rewrite (Rmult_comm 2), Rmult_assoc.
    apply Rmult_le_compat_l; [lra|]. assert (c * c <= 1 * c) by (apply Rmult_le_compat_r; lra). lra. }
  apply Rmult_le_reg_r with (c * c); [apply Rmult_lt_0_compat; auto | exact Y].
Qed.

Theorem tends_to_the_second : A_L5_2__instance.
Proof.
  assert (Three : 3 = size axes) by (unfold size; simpl; ring).
  exists space, axis, axes, (fun _ => 1), value, along, image, curve, unit_on, equal, 1.
  split; [apply complete_euclidean|]. split; [apply axes_enumerated|].
  split; [rewrite <- Three; exact dimension_space|]. split; [lra|]. split; [apply image_symmetric|].
  split; [split; [intros []; reflexivity | intros [] [] N; simpl; try reflexivity; destruct N; reflexivity]|].
  split; [apply image_bounded|]. split; [intros [] []; simpl; ring|].
  split; [intros k; apply inner_ext; intros [[a b] c]; destruct k; simpl; ring|]. split; [lra|].
  split; [intros []; simpl; lra|].
  split; [assert (Q := shrink_square 0); simpl; set (c := shrink 0) in *; set (k := slope 0) in *; lra|].
  split; [intros; lra|]. split; [intros t T; apply curve_moves|].
  exists 1. split; [lra|]. exists 1, (point 0 1 0). split; [simpl; lra|]. split; [reflexivity|]. split; [reflexivity|].
  split; [reflexivity|]. split; [intros; lra|]. split; [simpl; ring|]. split; [simpl; lra|].
  split; [apply inner_ext; intros [[a b] c]; simpl; ring|]. split.
  - intro E. apply (f_equal snd) in E. simpl in E.
    assert (K : 0 < slope 0) by (unfold slope; apply Rmult_lt_0_compat; [lra | apply exp_pos]).
    assert (C : 0 < shrink 0) by (apply Rinv_0_lt_compat, sqrt_lt_R0, radicand_positive).
    assert (0 < slope 0 * shrink 0) by (apply Rmult_lt_0_compat; auto). lra.
  - apply (vtends_exp curve (point 0 1 0) 2 1); [lra|]. apply curve_near.
Qed.
