(* A-R2.2: spheres are the ellipsoids of W = c I; the derivative of the normalisation is that of A-2.1. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude.
From Claimed Require Import A_R2_2.
From Theorems Require Import A_2_1.
Open Scope R_scope.

Lemma on_sphere c q : 0 < c -> 0 <= q -> c * q = 1 <-> sqrt q = 1 / sqrt c.
Proof.
  intros C Q. assert (P := sqrt_lt_R0 c C). split; intro H.
  - apply Rmult_eq_reg_l with (sqrt c); [|lra]. rewrite <- sqrt_mult, H, sqrt_1 by lra. field. lra.
  - rewrite <- (sqrt_sqrt c), <- (sqrt_sqrt q), H by lra. field. lra.
Qed.

Theorem proof : A_R2_2.
Proof.
  intros S c x _ C X. split.
  - intros z Z. split; [apply on_sphere; lra|]. set (q := inner z z) in *. split.
    + intro H. assert (E := f_equal (inner z) (H z)). unfold vsub in E.
      repeat (rewrite inner_add_r in E || rewrite inner_scale_r in E). fold q in E.
      assert (F : (c * q) * q * (1 - c * q) = 0) by lra.
      assert (N : c * q <> 0) by (apply Rmult_integral_contrapositive_currified; lra).
      apply Rmult_integral in F. destruct F as [F|F]; [|lra].
      apply Rmult_integral in F. destruct F; lra.
    + intros H V. apply inner_ext. intro w. unfold vsub.
      repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
      fold q. replace (inner z V + -1 * (c * inner z V * q)) with (inner z V * (1 - c * q)) by ring.
      rewrite H. ring.
  - assert (N : sqrt (inner x x) <> 0) by (apply Rgt_not_eq, sqrt_lt_R0, X). split.
    + split; [exact N | exact (normal_unit x X)].
    + intros Z Short. destruct (normal_change x Z X Short) as [K1 K2]. split; [exact K1|]. split; [exact N|].
      replace (vsub Z (vscale (inner (vscale (/ sqrt (inner x x)) x) Z) (vscale (/ sqrt (inner x x)) x)))
        with (vsub Z (vscale (inner x Z / inner x x) x)); [exact K2|].
      apply inner_ext. intro w. unfold vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l).
      assert (Sq : inner x x = sqrt (inner x x) * sqrt (inner x x)) by (symmetry; apply sqrt_sqrt; lra).
      rewrite Sq at 1. field. exact N.
Qed.
