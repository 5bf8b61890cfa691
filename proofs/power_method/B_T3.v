(* B-T3: not every polygon of self-attention is unstable; scores can turn two opposite tokens back. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words TotalLayers Complete AttendingPair OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_T3.
Open Scope R_scope.

Definition V (x : plane) : plane := (3 * px x + 1 * py x, 1 * px x + 3 * py x).
Definition P (x : plane) : plane := (-5 * py x, -5 * px x).
Definition pull (x : bool -> plane) i : plane := vtotal two (fun j =>
  vscale (exp (inner (x i) (P (x j))) / total two (fun k => exp (inner (x i) (P (x k))))) (x j)).
Lemma pull_two x i : pull x i =
  let e j := exp (inner (x i) (P (x j))) in
  vadd (vscale (e true / (e true + (e false + 0))) (x true))
    (vadd (vscale (e false / (e true + (e false + 0))) (x false)) vzero).
Proof. reflexivity. Qed.
Definition pushed (x : bool -> plane) i : plane := vadd (x i) (vscale (/ 20) (V (pull x i))).
Definition attention (x : bool -> plane) i : plane :=
  vscale (/ sqrt (inner (pushed x i) (pushed x i))) (pushed x i).
Definition kind (x : bool -> plane) := (forall i, inner (x i) (x i) = 1) /\ forall i j, inner (x i) (x j) <= 1.
Definition valued (x : bool -> plane) := forall i, sqrt (inner (pushed x i) (pushed x i)) <> 0.

Lemma px_add x y : px (vadd x y) = px x + px y. Proof. reflexivity. Qed.
Lemma py_add x y : py (vadd x y) = py x + py y. Proof. reflexivity. Qed.
Lemma px_scale c x : px (vscale c x) = c * px x. Proof. reflexivity. Qed.
Lemma py_scale c x : py (vscale c x) = c * py x. Proof. reflexivity. Qed.
Lemma px_V x : px (V x) = 3 * px x + 1 * py x. Proof. reflexivity. Qed.
Lemma py_V x : py (V x) = 1 * px x + 3 * py x. Proof. reflexivity. Qed.
Lemma px_P x : px (P x) = -5 * py x. Proof. reflexivity. Qed.
Lemma py_P x : py (P x) = -5 * px x. Proof. reflexivity. Qed.
Lemma px_zero : px vzero = 0. Proof. reflexivity. Qed.
Lemma py_zero : py vzero = 0. Proof. reflexivity. Qed.
Lemma score x y : inner x (P y) = -5 * (px x * py y + py x * px y).
Proof. rewrite inner_plane, px_P, py_P. ring. Qed.
Lemma plane_equal (x y : plane) : px x = px y -> py x = py y -> x = y.
Proof. intros A B. apply inner_ext. intro z. rewrite !inner_plane, A, B. reflexivity. Qed.
Lemma V_symmetric : adjoint V V.
Proof. intros x y. rewrite !inner_plane, !px_V, !py_V. ring. Qed.
Lemma P_symmetric : adjoint P P.
Proof. intros x y. rewrite !inner_plane, !px_P, !py_P. ring. Qed.

(* Tokens near e_1 and -e_1, by their heights. *)
Definition near m (x : bool -> plane) := forall i, inner (x i) (x i) = 1 /\ 0 < side i * px (x i) /\
  - m <= py (x i) <= m.
Lemma near_step m x : 0 <= m <= 1 / 2000 -> near m x -> near m (attention x).
Proof.
  intros M N i. destruct (N i) as [U1 [A1 T1]]. destruct (N (negb i)) as [U2 [A2 T2]].
  rewrite inner_plane in U1, U2. set (a := side i * px (x i)). set (t := side i * py (x i)).
  set (b := side i * px (x (negb i))). set (u := side i * py (x (negb i))).
  assert (Ss : side i * side i = 1) by (destruct i; simpl; ring).
  assert (Sn : side (negb i) = - side i) by (destruct i; simpl; ring).
  assert (Aa : a * a + t * t = 1).
  { unfold a, t. replace (side i * px (x i) * (side i * px (x i)) + side i * py (x i) * (side i * py (x i)))
      with (side i * side i * (px (x i) * px (x i) + py (x i) * py (x i))) by ring. rewrite Ss, U1. ring. }
  assert (Bb : b * b + u * u = 1).
  { unfold b, u. replace (side i * px (x (negb i)) * (side i * px (x (negb i)))
      + side i * py (x (negb i)) * (side i * py (x (negb i))))
      with (side i * side i * (px (x (negb i)) * px (x (negb i)) + py (x (negb i)) * py (x (negb i)))) by
        ring.
    rewrite Ss, U2. ring. }
  assert (Sv : side i = 1 \/ side i = -1) by (destruct i; simpl; auto).
  assert (Tm : - m <= t <= m) by (unfold t; destruct Sv as [E|E]; rewrite E; lra).
  assert (Um : - m <= u <= m) by (unfold u; destruct Sv as [E|E]; rewrite E; lra).
  assert (B0 : 0 < - b) by (unfold b; rewrite Sn in A2; lra).
  assert (Sq : forall y, - m <= y <= m -> y * y <= m * m).
  { intros y Y. assert (0 <= (m - y) * (m + y)) by (apply Rmult_le_pos; lra). lra. }
  assert (Tt := Sq t Tm). assert (Uu := Sq u Um). assert (T0 := Rle_0_sqr t). assert (U0 := Rle_0_sqr u).
  unfold Rsqr in T0, U0. assert (A0 : 0 < a) by exact A1.
  assert (Up : forall y, 0 < y -> y * y <= 1 -> y <= 1 /\ y * y <= y).
  { intros y Y H. assert (y <= 1).
    { apply Rnot_lt_le. intro L. assert (1 * 1 < y * y) by (apply Rmult_le_0_lt_compat; lra). lra. }
    split; [lra|]. assert (y * y <= 1 * y) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (Up a A0 ltac:(lra)) as [Ac Ad]. destruct (Up (- b) B0 ltac:(lra)) as [Bc Bd].
  destruct (tug_shrinks a t b u m M Tm Um ltac:(lra) ltac:(lra)) as [Yp Yt]. cbv zeta in Yp, Yt.
  set (own := -5 * (a * t + t * a)) in *. set (other := -5 * (a * u + t * b)) in *.
  assert (So : inner (x i) (P (x i)) = own).
  { rewrite score. unfold own, a, t. replace (side i * px (x i) * (side i * py (x i))) with
      (side i * side i * (px (x i) * py (x i))) by ring.
    replace (side i * py (x i) * (side i * px (x i))) with (side i * side i * (py (x i) * px (x i))) by ring.
    rewrite Ss. ring. }
  assert (St : inner (x i) (P (x (negb i))) = other).
  { rewrite score. unfold other, a, t, b, u. replace (side i * px (x i) * (side i * py (x (negb i)))) with
      (side i * side i * (px (x i) * py (x (negb i)))) by ring.
    replace (side i * py (x i) * (side i * px (x (negb i)))) with
      (side i * side i * (py (x i) * px (x (negb i)))) by ring. rewrite Ss. ring. }
  assert (Po := exp_pos own). assert (Pt := exp_pos other).
  assert (Pull : pull x i = vadd (vscale (exp own / (exp own + exp other)) (x i))
    (vscale (exp other / (exp own + exp other)) (x (negb i)))).
  { apply inner_ext. intro z. rewrite pull_two. cbv beta zeta. rewrite !inner_add_l, inner_zero_l,
    !inner_scale_l.
    destruct i; cbn [negb] in *; rewrite So, St; field; lra. }
  assert (X : side i * px (pushed x i) = a + / 20 * (3 * (exp own / (exp own + exp other) * a
    + exp other / (exp own + exp other) * b) + 1 * (exp own / (exp own + exp other) * t
    + exp other / (exp own + exp other) * u))).
  { unfold pushed. rewrite px_add, px_scale, px_V, Pull, !px_add, !py_add, !px_scale, !py_scale.
    unfold a, b, t, u. ring. }
  assert (Y : side i * py (pushed x i) = t + / 20 * (1 * (exp own / (exp own + exp other) * a
    + exp other / (exp own + exp other) * b) + 3 * (exp own / (exp own + exp other) * t
    + exp other / (exp own + exp other) * u))).
  { unfold pushed. rewrite py_add, py_scale, py_V, Pull, !px_add, !py_add, !px_scale, !py_scale.
    unfold a, b, t, u. ring. }
  rewrite <- X in Yp, Yt. rewrite <- Y in Yt. set (y := pushed x i) in *.
  assert (Len : inner y y = side i * px y * (side i * px y) + side i * py y * (side i * py y)).
  { rewrite inner_plane. replace (side i * px y * (side i * px y) + side i * py y * (side i * py y))
      with (side i * side i * (px y * px y + py y * py y)) by ring. rewrite Ss. ring. }
  rewrite <- Len in Yt.
  assert (Lp : 0 < inner y y).
  { rewrite Len. assert (0 < side i * px y * (side i * px y)) by (apply Rmult_lt_0_compat; auto).
    assert (0 <= side i * py y * (side i * py y)) by apply Rle_0_sqr. lra. }
  assert (Rp := sqrt_lt_R0 _ Lp). assert (Rs := sqrt_sqrt _ (Rlt_le _ _ Lp)). set (r := sqrt (inner y y)) in
    *.
  assert (Ip : 0 < / r) by (apply Rinv_0_lt_compat, Rp).
  unfold attention. fold y r. split; [|split].
  - rewrite inner_scale_l, inner_scale_r, <- Rs. field. lra.
  - rewrite px_scale. replace (side i * (/ r * px y)) with (/ r * (side i * px y)) by ring.
    apply Rmult_lt_0_compat; auto.
  - rewrite py_scale. replace (/ r * (side i * py y)) with (side i * (/ r * py y)) in Yt by ring.
    apply Rabs_le_between in Yt. destruct Sv as [E|E]; rewrite E in Yt; lra.
Qed.
Lemma opposite_pulled i : pull opposite i = vzero.
Proof.
  assert (Z : forall k l, inner (opposite k) (P (opposite l)) = 0).
  { intros k l. rewrite score. unfold opposite. rewrite !px_scale, !py_scale, px_along, py_along. ring. }
  rewrite pull_two. cbv beta zeta. rewrite !Z, exp_0. unfold opposite, side. apply inner_ext. intro z.
  rewrite !inner_add_l, !inner_scale_l, inner_zero_l. field.
Qed.
Theorem opposed_stay : total_stay_near (fun x => kind x /\ valued x) attention opposite.
Proof.
  intros eps E. set (m := Rmin (1 / 2000) (eps / 2)). assert (M0 : 0 < m) by (apply Rmin_glb_lt; lra).
  assert (M1 : m <= 1 / 2000) by apply Rmin_l. assert (M2 : m <= eps / 2) by apply Rmin_r.
  exists m. split; [exact M0|]. intros x [[[U _] _] O] W.
  assert (Dist : forall y i, inner (y i) (y i) = 1 ->
    inner (vsub (y i) (opposite i)) (vsub (y i) (opposite i)) = 2 - 2 * (side i * px (y i)) /\
    py (y i) * py (y i) <= inner (vsub (y i) (opposite i)) (vsub (y i) (opposite i))).
  { intros y i Y. rewrite inner_plane in Y. unfold vsub, opposite.
    rewrite inner_plane, !px_add, !py_add, !px_scale, !py_scale, px_along, py_along.
    assert (Ss : side i * side i = 1) by (destruct i; simpl; ring).
    set (p := px (y i)) in *. set (q := py (y i)) in *. split; [lra|].
    assert (0 <= (p - side i) * (p - side i)) by apply Rle_0_sqr. lra. }
  assert (Start : near m (x 0%nat)).
  { intro i. destruct (Dist (x 0%nat) i (U i)) as [D1 D2]. specialize (W i).
    assert (Wm : inner (vsub (x 0%nat i) (opposite i)) (vsub (x 0%nat i) (opposite i)) <= m * m).
    { rewrite <- vnorm_square. apply Rmult_le_compat; auto using vnorm_nonneg. }
    assert (m * m <= m * 1) by (apply Rmult_le_compat_l; lra).
    split; [apply U|]. split; [lra|]. set (q := py (x 0%nat i)) in *.
    split; apply Rnot_lt_le; intro L.
    - assert (m * m < - q * - q) by (apply Rmult_le_0_lt_compat; lra). lra.
    - assert (m * m < q * q) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (Keep : forall k, near m (x k)).
  { induction k as [|k IH]; [exact Start|].
    assert (S := near_step m (x k) ltac:(lra) IH). intro i. rewrite (O k i). apply S. }
  intros k i. destruct (Keep k i) as [Uk [Ak Tk]]. destruct (Dist (x k) i Uk) as [D1 _].
  apply Rle_trans with (2 * m); [|lra]. rewrite <- (sqrt_square (2 * m)) by lra. apply sqrt_le_1_alt.
  rewrite D1. rewrite inner_plane in Uk. set (p := side i * px (x k i)) in *. set (q := py (x k i)) in *.
  assert (Pp : p * p = px (x k i) * px (x k i)).
  { unfold p. replace (side i * px (x k i) * (side i * px (x k i))) with (side i * side i * (px (x k i) * px
    (x k i))) by ring.
    replace (side i * side i) with 1 by (destruct i; simpl; ring). ring. }
  assert (Qm : 0 <= (m - q) * (m + q)) by (apply Rmult_le_pos; lra).
  assert (Q0 : 0 <= q * q) by apply Rle_0_sqr.
  assert (P1 : p <= 1).
  { apply Rnot_lt_le. intro L. assert (1 * 1 < p * p) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (p * p <= 1 * p) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma opposite_rests : layers_rest kind (fun x y => valued x /\ forall i, y i = attention x i) opposite.
Proof.
  assert (U : forall i, inner (opposite i) (opposite i) = 1).
  { apply OjaLines.line_unit; auto using along_unit, side_square. }
  assert (E : forall i, pushed opposite i = opposite i).
  { intro i. change (vadd (opposite i) (vscale (/ 20) (V (pull opposite i))) = opposite i).
    rewrite opposite_pulled, (adjoint_zero _ _ V_symmetric). apply inner_ext. intro z.
    rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. }
  split; [split; [exact U|]|split].
  - intros i j. unfold opposite. rewrite inner_scale_l, inner_scale_r, along_unit. destruct i, j; simpl; lra.
  - intro i. rewrite E, U, sqrt_1. lra.
  - intro i. unfold attention. rewrite E, U, sqrt_1, Rinv_1, vscale_one. reflexivity.
Qed.
Definition diagonal : plane := (/ sqrt 2, / sqrt 2).
Theorem pair_attracts : B_T3__instance.
Proof.
  assert (R2 := sqrt_lt_R0 2 ltac:(lra)). assert (S2 := sqrt_sqrt 2 ltac:(lra)).
  assert (I2 : / sqrt 2 * / sqrt 2 = / 2).
  { rewrite <- Rinv_mult, S2. reflexivity. }
  assert (I0 : 0 < / sqrt 2) by (apply Rinv_0_lt_compat; exact R2).
  assert (Dx : px diagonal = / sqrt 2) by reflexivity. assert (Dy : py diagonal = / sqrt 2) by reflexivity.
  exists plane, bool, two. split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|].
  split; [exact (Req_le _ _ (eq_sym two_size))|]. split; [exact no_degenerate_plane|].
  exists V. split; [exact V_symmetric|]. split; [exact V_symmetric|]. exists (/ 20). split; [lra|]. exists 4. split; [lra|].
  exists along. split; [exact along_unit|]. exists ((0, 1) : plane). split; [simpl; ring|].
  split; [exact two_size|]. split; [lra|]. split; [simpl; ring|].
  do 2 (split; [unfold V, along, px, py; simpl; f_equal; ring|]).
  split.
  { split; [|split; [|split; [|lra]]].
  - exists diagonal. split; [rewrite inner_plane, Dx, Dy; lra|]. exists 4, 2.
    split; [apply plane_equal; rewrite ?px_V, ?py_V, ?px_scale, ?py_scale, Dx, Dy; ring|].
    split; [lra|]. split; [lra|]. intros z Z. rewrite inner_plane, Dx, Dy in Z.
    rewrite !inner_plane, px_V, py_V. set (p := px z) in *. set (q := py z) in *.
    assert (E : (p + q) * / sqrt 2 = 0) by lra. destruct (Rmult_integral _ _ E) as [F|F]; [|lra].
    replace q with (- p) by lra. right. ring.
  - intros z Z. assert (A := f_equal px Z). assert (B := f_equal py Z). rewrite px_V, px_zero in A.
    rewrite py_V, py_zero in B. apply plane_equal; [rewrite px_zero | rewrite py_zero]; lra.
  - intro a. rewrite !inner_plane, px_V, py_V. set (p := px a). set (q := py a).
    assert (0 <= (p - q) * (p - q)) by apply Rle_0_sqr. lra. }
  exists P. split; [exact (ex_intro _ P P_symmetric)|]. exists opposite.
  split; [exact opposite_unit|]. split; [exact opposite_bounded|].
  do 2 (split; [unfold P, along, px, py; simpl; f_equal; ring|]).
  split; [exact opposite_along|].
  split; [split; [apply OjaLines.line_sum, side_sum | exact opposite_pulled]|].
  split; [exact opposite_rests|].
  exact (steps_stay_near kind valued attention opposite (fun x => kind x /\ valued x) (fun x K N => conj K N) opposed_stay).
Qed.
