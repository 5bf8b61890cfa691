(* Two tokens of the plane near e_1 and -e_1 that attend to each other, with scores that turn them back:
   one layer of attention brings them nearer, by explicit bounds. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Bounded.
Open Scope R_scope.

Lemma exp_near z : Rabs z <= 1 / 2 -> 0 <= exp z - 1 - z <= 2 * (z * z).
Proof.
  intro H. apply Rabs_le_between in H.
  assert (A := exp_tangent z). assert (B := exp_tangent (- z)). rewrite exp_Ropp in B.
  assert (P := exp_pos z). split; [lra|].
  assert (E : (1 - z) * exp z <= 1).
  { apply Rle_trans with (/ exp z * exp z); [apply Rmult_le_compat_r; lra | rewrite Rinv_l; lra]. }
  assert (Q : 0 <= z * z) by apply Rle_0_sqr.
  apply Rmult_le_reg_l with (1 - z); [lra|].
  assert ((1 - z) * (z * z) >= / 2 * (z * z)) by (apply Rle_ge, Rmult_le_compat_r; lra). lra.
Qed.
(* The difference of two softmax weights. *)
Lemma weights_differ k l : Rabs (k - l) <= 1 / 2 ->
  Rabs ((exp k - exp l) / (exp k + exp l) - (k - l) / 2) <= 3 * ((k - l) * (k - l)).
Proof.
  intro H. set (z := k - l) in *. assert (N := exp_near z H). assert (P := exp_pos l). assert (Pz := exp_pos
    z).
  assert (E : exp k = exp z * exp l) by (rewrite <- exp_plus; f_equal; unfold z; ring). rewrite E.
  assert (Pzl : 0 < exp z * exp l) by (apply Rmult_lt_0_compat; auto).
  replace ((exp z * exp l - exp l) / (exp z * exp l + exp l)) with ((exp z - 1) / (exp z + 1)) by (field;
    repeat split; lra).
  set (r := exp z - 1 - z) in *. assert (Ez : exp z = 1 + z + r) by (unfold r; ring). rewrite Ez in *.
  assert (Zb := H). apply Rabs_le_between in Zb.
  assert (Q : 0 <= z * z) by apply Rle_0_sqr.
  assert (zr : - (1 / 2) * r <= z * r <= 1 / 2 * r).
  { split; apply Rmult_le_compat_r; lra. }
  replace ((1 + z + r - 1) / (1 + z + r + 1) - z / 2) with ((2 * r - z * z - z * r) * / (2 * (2 + z + r)))
    by (field; lra).
  rewrite Rabs_mult, (Rabs_right (/ _)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  assert (I : / (2 * (2 + z + r)) <= / 2) by (apply Rinv_le_contravar; lra).
  assert (I0 : 0 < / (2 * (2 + z + r))) by (apply Rinv_0_lt_compat; lra).
  apply Rle_trans with (6 * (z * z) * / 2); [|lra].
  apply Rmult_le_compat; [apply Rabs_pos | lra | apply Rabs_le; lra | exact I].
Qed.

Section Tug.
Context (a t b u m : R).
(* Tokens (a, t) near (1, 0) and (b, u) near (-1, 0). *)
Hypothesis M : 0 <= m <= 1 / 2000.
Hypothesis T : - m <= t <= m.
Hypothesis Un : - m <= u <= m.
Hypothesis A : 0 <= 1 - a <= m * m.
Hypothesis B : 0 <= 1 + b <= m * m.
Let own := -5 * (a * t + t * a).
Let other := -5 * (a * u + t * b).
Let w := exp own / (exp own + exp other).
Let v := exp other / (exp own + exp other).
Let sa := w * a + v * b.
Let st := w * t + v * u.
Let ya := a + / 20 * (3 * sa + 1 * st).
Let yt := t + / 20 * (1 * sa + 3 * st).
Lemma product x y c d : - c <= x <= c -> - d <= y <= d -> - (c * d) <= x * y <= c * d.
Proof.
  intros X Y. assert (H : Rabs (x * y) <= c * d).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra. }
  apply Rabs_le_between in H. exact H.
Qed.
Lemma tug : 1 - 3 * m <= ya /\ Rabs yt <= 9 / 10 * m + 70 * (m * m).
Proof.
  assert (mm : 0 <= m * m <= m * (1 / 2000)) by (split; [apply Rle_0_sqr | apply Rmult_le_compat_l; lra]).
  assert (P1 := product (1 - a) t (m * m) m ltac:(lra) T). assert (P2 := product (1 - a) u (m * m) m
    ltac:(lra) Un).
  assert (P3 := product (1 + b) t (m * m) m ltac:(lra) T).
  assert (m3 : m * m * m <= m * m * 1) by (apply Rmult_le_compat_l; lra).
  set (z := own - other).
  assert (Z : - (20 * (m * m)) <= z - (-15 * t + 5 * u) <= 20 * (m * m)).
  { unfold z, own, other. replace (-5 * (a * t + t * a) - -5 * (a * u + t * b) - (-15 * t + 5 * u))
      with (10 * ((1 - a) * t) - 5 * ((1 - a) * u) + 5 * ((1 + b) * t)) by ring. lra. }
  assert (Zm : - (21 * m) <= z <= 21 * m) by lra.
  assert (Zz := product z z (21 * m) (21 * m) Zm Zm).
  assert (D := weights_differ own other). fold z in D.
  specialize (D ltac:(apply Rabs_le; lra)). set (dl := (exp own - exp other) / (exp own + exp other)) in *.
  assert (Po := exp_pos own). assert (Pt := exp_pos other).
  apply Rabs_le_between in D.
  assert (W : w = (1 + dl) / 2) by (unfold w, dl; field; lra).
  assert (Vv : v = (1 - dl) / 2) by (unfold v, dl; field; lra).
  assert (Dm : - (12 * m) <= dl <= 12 * m) by lra.
  assert (Q1 := product dl (1 - a) (12 * m) (m * m) Dm ltac:(lra)).
  assert (Q2 := product dl (1 + b) (12 * m) (m * m) Dm ltac:(lra)).
  assert (Q3 := product dl t (12 * m) m Dm T). assert (Q4 := product dl u (12 * m) m Dm Un).
  assert (m4 : 12 * m * (m * m) <= 1 * (m * m)) by (apply Rmult_le_compat_r; lra).
  assert (Sa : sa = dl + ((1 + b) - (1 - a)) / 2 - (dl * (1 - a) + dl * (1 + b)) / 2)
    by (unfold sa; rewrite W, Vv; field).
  assert (St : st = (t + u) / 2 + (dl * t - dl * u) / 2) by (unfold st; rewrite W, Vv; field).
  split.
  - unfold ya. rewrite Sa, St. lra.
  - apply Rabs_le. unfold yt. rewrite Sa, St. lra.
Qed.
(* So the new token is nearer by a factor. *)
Lemma tug_shrinks : 0 < ya /\ Rabs (/ sqrt (ya * ya + yt * yt) * yt) <= 19 / 20 * m.
Proof.
  destruct tug as [Y1 Y2]. assert (Yp : 0 < ya) by lra. split; [exact Yp|].
  set (r := sqrt (ya * ya + yt * yt)).
  assert (R : ya <= r).
  { unfold r. rewrite <- (sqrt_square ya) at 1 by lra. apply sqrt_le_1_alt. assert (0 <= yt * yt) by apply
    Rle_0_sqr. lra. }
  rewrite Rabs_mult, (Rabs_right (/ r)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  apply Rmult_le_reg_l with r; [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  assert (mm : m * m <= m * (1 / 2000)) by (apply Rmult_le_compat_l; lra).
  assert ((1 - 3 * m) * (19 / 20 * m) <= r * (19 / 20 * m)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
End Tug.
