(* A-2.1: the normalisation of an inner product space and its derivative, then the same in the metric. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

Lemma radial_part k m : 0 <= k <= 1 / 2 -> - k <= m - 1 <= k ->
  Rabs (/ m - 1 + (m * m - 1 - k * k) / 2) <= 2 * (k * k).
Proof.
  intros [K0 K1] [L H]. assert (M : 1 / 2 <= m) by lra. assert (Q : 0 < / m <= 2).
  { split; [apply Rinv_0_lt_compat; lra|]. apply Rmult_le_reg_r with m; [lra|]. rewrite Rinv_l; lra. }
  replace (/ m - 1 + (m * m - 1 - k * k) / 2) with (((m - 1) * (m - 1) * (1 + 2 * / m) - k * k) / 2) by (field; lra).
  assert (S : 0 <= (m - 1) * (m - 1) <= k * k).
  { assert (0 <= (k - (m - 1)) * (k + (m - 1))) by (apply Rmult_le_pos; lra). split; [apply Rle_0_sqr | lra]. }
  assert (A : 0 <= (m - 1) * (m - 1) * (1 + 2 * / m) <= k * k * 5).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra]. }
  apply Rabs_le. lra.
Qed.

Section Plain.
Context {U : inner_product_space}.
Implicit Types x z : U.
Lemma vnorm_positive x : 0 < inner x x -> 0 < vnorm x.
Proof. apply sqrt_lt_R0. Qed.
Definition normal x : U := vscale (/ vnorm x) x.
Lemma normal_unit x : 0 < inner x x -> vnorm (normal x) = 1.
Proof.
  intro P. apply vnorm_positive in P. unfold normal. rewrite vnorm_scale, Rabs_right; [field; lra|].
  left. apply Rinv_0_lt_compat, P.
Qed.
Lemma normal_same x z : 0 < inner x x -> 0 < inner z z ->
  normal z = normal x <-> exists r, 0 < r /\ z = vscale r x.
Proof.
  intros X Z. apply vnorm_positive in X. apply vnorm_positive in Z. split.
  - intro E. exists (vnorm z / vnorm x). split; [apply Rdiv_lt_0_compat; auto|].
    replace z with (vscale (vnorm z) (normal z)) at 1.
    + rewrite E. unfold normal. rewrite vscale_vscale. reflexivity.
    + unfold normal. rewrite vscale_vscale, Rinv_r by lra. apply vscale_one.
  - intros [r [R ->]]. unfold normal. rewrite vnorm_scale, (Rabs_right r), vscale_vscale by lra. f_equal. field. lra.
Qed.
Definition tangent_of x z : U := vscale (/ vnorm x) (vsub z (vscale (inner x z / inner x x) x)).
(* The tangent map is the derivative, with a bound for what it misses. *)
Lemma normal_change x z : 0 < inner x x -> vnorm z <= vnorm x / 2 ->
  vnorm (vadd x z) <> 0 /\
  vnorm (vsub (vsub (normal (vadd x z)) (normal x)) (tangent_of x z)) <= 4 * (vnorm z / vnorm x) ^ 2.
Proof.
  intros X Short. assert (R := vnorm_positive x X). assert (H := vnorm_nonneg z).
  set (r := vnorm x) in *. set (h := vnorm z) in *. set (M := vnorm (vadd x z)). assert (Up : M <= r + h) by apply vnorm_add.
  assert (Low : r <= M + h).
  { assert (Q := vnorm_add (vadd x z) (vscale (-1) z)). rewrite vnorm_scale, (Rabs_left (-1)) in Q by lra. fold M h in Q.
    replace (vadd (vadd x z) (vscale (-1) z)) with x in Q; [fold r in Q; lra|].
    apply inner_ext. intro q. rewrite !inner_add_l, inner_scale_l. ring. }
  assert (Mp : 0 < M) by lra. split; [lra|].
  set (a := inner x z). assert (Xr : inner x x = r * r) by (symmetry; apply vnorm_square).
  assert (Sq : M * M = r * r + 2 * a + h * h).
  { unfold M, h. rewrite !vnorm_square, !inner_add_l, !inner_add_r, (inner_sym _ z x), Xr. unfold a. ring. }
  assert (E : vsub (vsub (normal (vadd x z)) (normal x)) (tangent_of x z) =
    vadd (vscale (/ M - / r) z) (vscale (/ M - / r + a / (r * r) * / r) x)).
  { unfold normal, tangent_of. fold M r a. rewrite Xr. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  rewrite E. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale. fold h r. set (k := h / r). set (m := M / r).
  assert (Kr : h = k * r) by (unfold k; field; lra). assert (Mr : M = m * r) by (unfold m; field; lra).
  assert (Hk : 0 <= k <= 1 / 2).
  { unfold k. split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with r; [lra|].
    unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hm : - k <= m - 1 <= k).
  { split; apply Rmult_le_reg_r with r; try lra. }
  assert (B : a / (r * r) = (m * m - 1 - k * k) / 2).
  { replace a with ((M * M - r * r - h * h) / 2) by lra. rewrite Kr, Mr. field. lra. }
  assert (First : Rabs (/ M - / r) * h <= 2 * (k * k)).
  { rewrite Mr, Kr. replace (/ (m * r) - / r) with ((1 - m) * / m * / r) by (field; lra).
    rewrite !Rabs_mult, (Rabs_right (/ m)), (Rabs_right (/ r)) by (left; apply Rinv_0_lt_compat; lra). assert (Q : 0 < / m <= 2).
    { split; [apply Rinv_0_lt_compat; lra|]. apply Rmult_le_reg_r with m; [lra|]. rewrite Rinv_l; lra. }
    replace (Rabs (1 - m) * / m * / r * (k * r)) with (Rabs (1 - m) * / m * k) by (field; lra).
    assert (A : 0 <= Rabs (1 - m) <= k) by (split; [apply Rabs_pos | apply Rabs_le; lra]).
    replace (2 * (k * k)) with (k * 2 * k) by ring. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat; lra. }
  assert (Second : Rabs (/ M - / r + a / (r * r) * / r) * r <= 2 * (k * k)).
  { rewrite B, Mr. replace (/ (m * r) - / r + (m * m - 1 - k * k) / 2 * / r) with
      ((/ m - 1 + (m * m - 1 - k * k) / 2) * / r) by (field; lra).
    rewrite Rabs_mult, (Rabs_right (/ r)) by (left; apply Rinv_0_lt_compat; lra).
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply radial_part; auto. }
  replace (4 * k ^ 2) with (2 * (k * k) + 2 * (k * k)) by ring. lra.
Qed.
End Plain.

Section Metric.
Context {S : inner_product_space} (W : S -> S) (x : S).
Hypotheses (HW : positive W) (AW : adjoint W W) (Px : 0 < inner x (W x)).
Let U := weighted S W HW.
Let length_not_zero : sqrt (inner x (W x)) <> 0. Proof. apply Rgt_not_eq, sqrt_lt_R0, Px. Qed.
Let product : inner (W x) x = inner x (W x). Proof. apply inner_sym. Qed.
Lemma on_rays : (sqrt (inner x (W x)) <> 0 /\
    sqrt (inner (vscale (/ sqrt (inner x (W x))) x) (W (vscale (/ sqrt (inner x (W x))) x))) = 1) /\
  forall z, 0 < inner z (W z) -> 0 < inner z z ->
  (sqrt (inner z (W z)) <> 0 /\ sqrt (inner x (W x)) <> 0 /\
    vscale (/ sqrt (inner z (W z))) z = vscale (/ sqrt (inner x (W x))) x) <-> exists r, 0 < r /\ z = vscale r x.
Proof.
  split; [split; [exact length_not_zero | exact (normal_unit (U := U) x Px)]|]. intros z Pz _.
  assert (Qz : sqrt (inner z (W z)) <> 0) by (apply Rgt_not_eq, sqrt_lt_R0, Pz).
  assert (K := normal_same (U := U) x z Px Pz). split; [intros [_ [_ H]]; apply K, H|].
  intro H. split; [exact Qz|]. split; [exact length_not_zero | apply K, H].
Qed.
Let tangent Z := vscale (/ sqrt (inner x (W x))) (vsub Z (vscale (inner (W x) Z / inner (W x) x) x)).
Lemma derivative Z : (sqrt (inner x (W x)) <> 0 /\ inner (W x) x <> 0 /\ inner (W (vscale (/ sqrt (inner x (W x))) x)) (tangent Z) = 0) /\
  (sqrt (inner Z (W Z)) <= sqrt (inner x (W x)) / 2 -> sqrt (inner (vadd x Z) (W (vadd x Z))) <> 0 /\ sqrt (inner x (W x)) <> 0 /\
  inner (W x) x <> 0 /\ let miss := vsub (vsub (vscale (/ sqrt (inner (vadd x Z) (W (vadd x Z)))) (vadd x Z))
    (vscale (/ sqrt (inner x (W x))) x)) (tangent Z) in
  sqrt (inner miss (W miss)) <= 4 * (sqrt (inner Z (W Z)) / sqrt (inner x (W x))) ^ 2).
Proof.
  assert (Q : inner (W x) x <> 0) by lra. split.
  - split; [exact length_not_zero|]. split; [exact Q|]. unfold tangent. set (r := sqrt (inner x (W x))) in *. clearbody r.
    rewrite (AW (vscale _ x)), inner_scale_l, (adjoint_scale _ _ AW), inner_scale_r, <- (AW x).
    unfold vsub. rewrite inner_add_r, !inner_scale_r. field. auto.
  - intro Short. destruct (normal_change (U := U) x Z Px Short) as [K1 K2]. split; [exact K1|]. split; [exact length_not_zero|].
    split; [exact Q|]. unfold tangent. rewrite product, (AW x Z). exact K2.
Qed.
Lemma idempotent : (forall Z, vsub (vsub Z (vscale (inner (W x) Z) x)) (vscale (inner (W x) (vsub Z (vscale (inner (W x) Z) x))) x)
  = vsub Z (vscale (inner (W x) Z) x)) <-> inner (W x) x = 1.
Proof.
  split.
  - intro H. assert (E := f_equal (inner (W x)) (H x)). unfold vsub in E.
    repeat (rewrite inner_add_r in E || rewrite inner_scale_r in E). set (q := inner (W x) x) in *.
    assert (Z : q * q * (1 - q) = 0) by lra. assert (Pq : 0 < q * q) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_integral in Z. lra.
  - intros H z. apply inner_ext. intro w. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r). rewrite H. ring.
Qed.
Lemma trace {Mode} (modes : list Mode) (e : Mode -> S) same dimension : (forall a b, inner (e a) (e b) = same a b) ->
  total modes (fun m => inner (e m) x * inner (e m) (W x)) = inner x (W x) -> dimension = size modes -> kronecker same ->
  vsub x (vscale (inner (W x) x) x) = vscale (1 - inner (W x) x) x /\
  total modes (fun m => inner (e m) (vsub (e m) (vscale (inner (W x) (e m)) x))) = dimension - inner (W x) x.
Proof.
  intros On Both -> [One _]. split; [apply inner_ext; intro w; unfold vsub; rewrite inner_add_l, !inner_scale_l; ring|].
  rewrite product, <- Both. unfold size.
  replace (total modes (fun _ => 1) - total modes (fun m => inner (e m) x * inner (e m) (W x))) with
    (total modes (fun _ => 1) + -1 * total modes (fun m => inner (e m) x * inner (e m) (W x))) by ring.
  rewrite <- total_scale, <- total_add. apply total_ext. intro m. unfold vsub.
  rewrite inner_add_r, !inner_scale_r, On, (inner_sym _ (W x)), One. ring.
Qed.
End Metric.
