(* A-T5.3 is false as printed, however slowly v moves: v turns at a constant speed in the plane, away from
   a token that starts beyond the threshold; the token ends behind v. In the frame of v the direction of
   the token follows a linear system, of which this is a solution. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Following Planes Weights Worlds.
From Claimed Require Import A_T5_3.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. a solution *)

Section Orbit.
Variables g p : R.                                            (* the gap, and tan theta *)
Hypothesis G : 0 < g.
Hypothesis Tangent : 0 < p <= 1 / 2.
Definition speed := g * p / (1 + p * p).
Definition omega := g / 2 * ((1 - p * p) / (1 + p * p)).
Definition v t : plane := (cos (speed * t), - sin (speed * t)).
Definition q t : plane := (sin (speed * t), cos (speed * t)).
Definition U t (x : plane) : plane := vscale (g * inner (v t) x) (v t).
Definition along t := 2 * exp (- omega * t) - exp (omega * t).
Definition across t := 2 / p * exp (- omega * t) - p * exp (omega * t).
Definition square t := along t * along t + across t * across t.
Definition y t : plane := vscale (/ sqrt (square t)) (vadd (vscale (along t) (v t)) (vscale (across t)
  (q t))).
Lemma waves t : cos (speed * t) * cos (speed * t) + sin (speed * t) * sin (speed * t) = 1.
Proof. assert (H := sin2_cos2 (speed * t)). unfold Rsqr in H. lra. Qed.
Lemma v_unit t : inner (v t) (v t) = 1.
Proof. assert (H := waves t). simpl. lra. Qed.
Lemma q_unit t : inner (q t) (q t) = 1.
Proof. assert (H := waves t). simpl. lra. Qed.
Lemma v_q t : inner (v t) (q t) = 0.
Proof. simpl. ring. Qed.
Lemma turn t : is_derive (fun t => speed * t) t speed.
Proof.
  eapply derive_eq. apply (derive_mult (fun _ => speed) (fun t => t));
    [apply derive_const | apply derive_id]. ring.
Qed.
Lemma v_moves t : is_vderive v t (vscale (- speed) (q t)).
Proof.
  eapply vderive_eq. apply vderive_pair; [apply (derive_cos (fun t => speed * t)), turn|].
  apply (derive_opp (fun t => sin (speed * t))), (derive_sin (fun t => speed * t)), turn.
  simpl. f_equal; ring.
Qed.
Lemma q_moves t : is_vderive q t (vscale speed (v t)).
Proof.
  eapply vderive_eq. apply vderive_pair; [apply (derive_sin (fun t => speed * t)), turn|].
  apply (derive_cos (fun t => speed * t)), turn. simpl. f_equal; ring.
Qed.
Lemma speed_is : g / 2 - omega = speed * p /\ (g / 2 + omega) * p = speed.
Proof.
  assert (P : 0 < 1 + p * p) by (assert (0 < p * p) by (apply Rmult_lt_0_compat; lra); lra).
  unfold omega, speed. split; field; lra.
Qed.
Lemma along_moves t : is_derive along t (g / 2 * along t - speed * across t).
Proof.
  destruct speed_is as [E1 E2]. eapply derive_eq.
  apply (derive_minus (fun t => 2 * exp (- omega * t)) (fun t => exp (omega * t))); [|apply derive_exp_rate].
  apply (derive_mult (fun _ => 2) (fun t => exp (- omega * t))); [apply derive_const | apply derive_exp_rate].
  unfold along, across. rewrite <- E2. set (e := exp (- omega * t)). set (f := exp (omega * t)).
  replace (g / 2 * (2 * e - f) - (g / 2 + omega) * p * (2 / p * e - p * f))
    with (g * e - g / 2 * f - (g + 2 * omega) * e + (g / 2 + omega) * p * p * f) by (field; lra).
  rewrite E2. replace (speed * p) with (g / 2 - omega) by lra. field.
Qed.
Lemma across_moves t : is_derive across t (speed * along t - g / 2 * across t).
Proof.
  destruct speed_is as [E1 E2]. eapply derive_eq.
  apply (derive_minus (fun t => 2 / p * exp (- omega * t)) (fun t => p * exp (omega * t))).
  - apply (derive_mult (fun _ => 2 / p) (fun t => exp (- omega * t)));
    [apply derive_const | apply derive_exp_rate].
  - apply (derive_mult (fun _ => p) (fun t => exp (omega * t))); [apply derive_const | apply derive_exp_rate].
  - unfold along, across. set (e := exp (- omega * t)). set (f := exp (omega * t)).
    replace (speed * (2 * e - f) - g / 2 * (2 / p * e - p * f))
      with (2 / p * (speed * p) * e - speed * f - g / p * e + g / 2 * p * f) by (field; lra).
    rewrite <- E1, <- E2. field. lra.
Qed.
Lemma square_positive t : 0 < square t.
Proof.
  assert (Q1 := Rle_0_sqr (along t)). assert (Q2 := Rle_0_sqr (across t)). unfold Rsqr in *.
  assert (PP : p * p <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra).
  unfold square. destruct (Req_dec (along t) 0) as [Z|N].
  - assert (E : across t = (2 / p - 2 * p) * exp (- omega * t) + p * along t) by (unfold across, along; ring).
    rewrite Z in E. assert (P := exp_pos (- omega * t)).
    assert (F : 0 < 2 / p - 2 * p).
    { replace (2 / p - 2 * p) with (2 * (1 - p * p) / p) by (field; lra). apply Rdiv_lt_0_compat; lra. }
    assert (0 < (2 / p - 2 * p) * exp (- omega * t)) by (apply Rmult_lt_0_compat; auto).
    assert (0 < across t) by lra. assert (0 < across t * across t) by (apply Rmult_lt_0_compat; auto). lra.
  - assert (0 < along t * along t) by (apply Rsqr_pos_lt in N; exact N). lra.
Qed.
Lemma root t : 0 < sqrt (square t) /\ sqrt (square t) * sqrt (square t) = square t.
Proof.
  split; [apply sqrt_lt_R0, square_positive | apply sqrt_sqrt; left; apply square_positive].
Qed.
Lemma v_y t : inner (v t) (y t) = along t / sqrt (square t).
Proof.
  unfold y. rewrite inner_scale_r, inner_add_r, !inner_scale_r, v_unit, v_q. unfold Rdiv. ring.
Qed.
Lemma y_unit t : inner (y t) (y t) = 1.
Proof.
  destruct (root t) as [P E]. unfold y.
  repeat rewrite ?inner_scale_l, ?inner_scale_r, ?inner_add_l, ?inner_add_r.
  rewrite v_unit, q_unit, (inner_sym _ (q t)), v_q. set (r := sqrt (square t)) in *.
  transitivity (square t / (r * r)); [unfold square; field; lra|].
  rewrite E. field. assert (H := square_positive t). lra.
Qed.
Lemma y_moves t : is_vderive y t (vsub (U t (y t)) (vscale (inner (y t) (U t (y t))) (y t))).
Proof.
  destruct (root t) as [P E]. assert (SP := square_positive t).
  assert (Ds : is_derive square t (g * (along t * along t - across t * across t))).
  { eapply derive_eq. apply (derive_plus (fun t => along t * along t) (fun t => across t * across t));
      [apply (derive_mult along along); apply along_moves | apply
        (derive_mult across across); apply across_moves].
    field. }
  eapply vderive_eq.
  - apply (vderive_scale (fun t => / sqrt (square t))).
    + apply (derive_inv_sqrt square); [exact SP | exact Ds].
    + apply vderive_add; apply vderive_scale;
      [apply along_moves | apply v_moves | apply across_moves | apply q_moves].
  - unfold U. rewrite inner_scale_r, (inner_sym _ (y t)), v_y. apply inner_ext. intro z. unfold y, vsub.
    repeat rewrite ?inner_add_l, ?inner_scale_l. set (r := sqrt (square t)) in *.
    set (a := along t) in *. set (b := across t) in *. set (vz := inner (v t) z). set (qz := inner (q t) z).
    assert (B : b * b = r * r - a * a) by (rewrite E; unfold square; fold a b; ring).
    replace (- (g * (a * a - b * b) * / (2 * r)) * (/ r * / r)) with (- (g * (2 * (a * a) - r * r)) /
      (2 * (r * r * r)))
      by (replace (a * a - b * b) with (2 * (a * a) - r * r) by lra; field; lra).
    field. lra.
Qed.

(* ------------------------------------------------------------------ 2. where it starts and ends *)

Lemma start_inside : 0 < inner (v 0) (y 0).
Proof.
  rewrite v_y. destruct (root 0) as [P _]. apply Rdiv_lt_0_compat; [|exact P].
  unfold along. rewrite !Rmult_0_r, exp_0. lra.
Qed.
Lemma omega_positive : 0 < omega.
Proof.
  assert (PP : p * p <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra).
  assert (Q := Rle_0_sqr p). unfold Rsqr in Q.
  apply Rmult_lt_0_compat; [lra | apply Rdiv_lt_0_compat; lra].
Qed.
Lemma ends_behind : exists T, 0 <= T /\ forall t, T <= t -> inner (v t) (y t) <= - (1 / 2).
Proof.
  assert (O := omega_positive).
  destruct (exp_vanishes omega (p / 8) O ltac:(lra)) as [T [T0 Small]]. exists T. split; [exact T0|].
  intros t Ht. specialize (Small t Ht). rewrite v_y. destruct (root t) as [P E].
  set (e := exp (- omega * t)) in *. set (f := exp (omega * t)).
  assert (Pe : 0 < e) by apply exp_pos. assert (Pf : 0 < f) by apply exp_pos.
  assert (EF : e * f = 1).
  { unfold e, f. rewrite <- exp_plus. replace (- omega * t + omega * t) with 0 by ring. apply exp_0. }
  assert (F8 : 8 / p <= f).
  { apply Rmult_le_reg_l with e; [exact Pe|]. rewrite EF. apply Rle_trans with (p / 8 * (8 / p));
      [apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; lra | exact Small] | right; field; lra]. }
  assert (F16 : 16 <= f).
  { apply Rle_trans with (8 / p); [|exact F8]. apply Rmult_le_reg_r with p; [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (E1 : e <= 1 / 16) by lra.
  assert (Ep : 2 / p * e <= 1 / 4).
  { apply Rle_trans with (2 / p * (p / 8)); [|right; field; lra].
    apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | exact Small]. }
  assert (Ep0 : 0 < 2 / p * e) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | exact Pe]).
  assert (A1 : along t <= - (f - 1 / 8)) by (unfold along; fold e f; lra).
  assert (A2 : - f <= along t) by (unfold along; fold e f; lra).
  assert (C1 : - (1 / 2 * f) <= across t).
  { unfold across. fold e f. assert (p * f <= 1 / 2 * f) by (apply Rmult_le_compat_r; lra). lra. }
  assert (C2 : across t <= 1 / 2 * f).
  { unfold across. fold e f. assert (0 < p * f) by (apply Rmult_lt_0_compat; lra). lra. }
  set (r := sqrt (square t)) in *.
  assert (Rf : r <= 5 / 4 * f).
  { apply Rnot_lt_le. intro N. assert (5 / 4 * f * (5 / 4 * f) < r * r) by (apply Rmult_le_0_lt_compat; lra).
    rewrite E in *. unfold square in *.
    assert (along t * along t <= f * f).
    { replace (along t * along t) with (- along t * - along t) by ring. apply Rmult_le_compat; lra. }
    assert (Q : Rabs (across t) * Rabs (across t) <= 1 / 2 * f * (1 / 2 * f)).
    { apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra. }
    rewrite <- Rabs_mult, Rabs_right in Q by (apply Rle_ge, Rle_0_sqr).
    assert (0 < f * f) by (apply Rmult_lt_0_compat; auto). lra. }
  apply Rmult_le_reg_r with r; [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma slow : vnorm (vscale (- speed) (q 0)) <= g * p.
Proof.
  rewrite vnorm_scale. unfold vnorm. rewrite q_unit, sqrt_1, Rmult_1_r, Rabs_Ropp.
  assert (Q : 0 < p * p) by (apply Rmult_lt_0_compat; lra).
  assert (GP : 0 < g * p) by (apply Rmult_lt_0_compat; lra).
  unfold speed. rewrite Rabs_right by (left; apply Rdiv_lt_0_compat; lra).
  apply Rmult_le_reg_r with (1 + p * p); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  assert (0 < g * p * (p * p)) by (apply Rmult_lt_0_compat; auto). lra.
Qed.
End Orbit.

(* ------------------------------------------------------------------ 3. the claim *)

Definition rest (t : R) (x : plane) : plane := vzero.
(* Two tokens in one place, of which the second sees both. *)
Definition pair := false :: true :: nil.
Definition seen (i j : bool) : R := if i then 1 else if j then 0 else 1.
Lemma pair_enumerated : enumerates pair.
Proof.
  split; [discriminate|]. split; [|intros []; simpl; auto].
  repeat constructor; simpl; intuition discriminate.
Qed.
Lemma pair_ordered : ordered seen.
Proof.
  split; [intros [] []; simpl; auto|]. split; [intros []; reflexivity|].
  split; [intros [] []; simpl; intros; auto; lra|].
  split; [intros [] [] []; simpl; intros; auto; lra | intros [] []; simpl; auto].
Qed.
Lemma form_symmetric g p t : adjoint (U g p t) (U g p t).
Proof. intros x z. unfold U. rewrite inner_scale_l, inner_scale_r, (inner_sym _ x). ring. Qed.
Lemma form_bounded g p t x : 0 < g -> 0 <= inner (U g p t x) x <= g * inner x x.
Proof.
  intro G. unfold U. rewrite inner_scale_l.
  assert (C := cauchy_schwarz (v g p t) x). rewrite v_unit, Rmult_1_l in C.
  assert (Q := Rle_0_sqr (inner (v g p t) x)). unfold Rsqr in Q. split.
  - rewrite Rmult_assoc. apply Rmult_le_pos; lra.
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
Qed.

Theorem left_behind : A_T5_3__instance.
Proof.
  intros g delta u p0 G Dl _ Pp Gu.
  set (p := Rmin (1 / 2) (delta / g)).
  assert (P1 : p <= 1 / 2) by apply Rmin_l. assert (P2 : p <= delta / g) by apply Rmin_r.
  assert (P0 : 0 < p) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; auto]).
  assert (GP : g * p <= delta).
  { apply Rle_trans with (g * (delta / g)); [apply Rmult_le_compat_l; lra | right; field; lra]. }
  assert (Zero : forall x : plane, @vnorm plane vzero <= 0 * vnorm x).
  { intro x. unfold vnorm. rewrite inner_zero_l, sqrt_0. lra. }
  assert (Still : forall t, 0 <= t -> bounded_operator (rest t)).
  { intros t _. exists 0. split; [lra | exact Zero]. }
  assert (Rests : forall t, 0 <= t -> adjoint (rest t) (rest t)).
  { intros t _ x z. unfold rest. rewrite inner_zero_l, inner_zero_r. reflexivity. }
  assert (Bounded : forall t, 0 <= t -> bounded_operator (U g p t)).
  { intros t _. exists g. split; [lra|]. intro x. unfold U. rewrite vnorm_scale.
    assert (V1 : vnorm (v g p t) = 1) by (unfold vnorm; rewrite v_unit; apply sqrt_1).
    assert (C := inner_le_vnorm (v g p t) x). rewrite V1 in *. rewrite Rmult_1_l in C. rewrite Rmult_1_r.
    rewrite Rabs_mult, Rabs_right by lra. apply Rmult_le_compat_l; lra. }
  assert (Flow : forall t (i : bool), 0 <= t -> is_vderive (fun s => y g p s) t
    (let pull := vtotal pair (fun j => vscale (seen i j) (vscale
       (exp (inner (y g p t) (rest t (y g p t)))
        / total pair (fun k => seen i k * exp (inner (y g p t) (rest t (y g p t)))))
       (U g p t (y g p t)))) in vsub pull (vscale (inner (y g p t) pull) (y g p t)))).
  { intros t i _. set (e := exp _). assert (Pe : 0 < e) by apply exp_pos. set (z := U g p t (y g p t)).
    assert (One : vtotal pair (fun j => vscale (seen i j) (vscale (e / total pair (fun k => seen i k * e)) z)) = z).
    { apply inner_ext. intro w. rewrite inner_vtotal_l. clearbody e z. unfold pair, seen.
      destruct i; cbn [total]; rewrite !inner_scale_l; field; lra. }
    cbv zeta. rewrite One. apply y_moves; lra. }
  assert (Inner : inner (y g p 0) (y g p 0) = 1) by (apply y_unit; lra).
  assert (weighed : forall t i, total pair
    (fun k => seen i k * exp (inner (y g p t) (rest t (y g p t)))) <> 0).
  { intros t i. apply (attended pair seen _ i pair_enumerated); apply pair_ordered. }
  assert (Two : size pair = 2) by (unfold size; simpl; lra).
  destruct (ends_behind g p G (conj P0 P1)) as [T2 [T20 Behind]].
  exists plane, bool, pair, (v g p), (U g p), (fun _ => g),
    (fun t => vscale (- speed g p) (q g p t)), rest, rest, (fun t _ => y g p t), seen.
  split; [exact (complete_euclidean 1)|]. split; [exact pair_enumerated|]. split; [lra|].
  split; [exact no_degenerate_plane|]. split; [exact (fun t _ => form_symmetric g p t)|]. split; [exact Rests|].
  split; [exact (proj1 pair_ordered)|]. split; [exact (proj1 (proj2 pair_ordered))|]. split; [exact pair_ordered|].
  split; [exact Bounded|]. split; [exact Still|]. split; [exact Still|]. split; [exact (fun _ => Inner)|].
  split; [exact (fun _ _ => Req_le _ _ Inner)|]. split; [exact (fun t i T => conj (fun _ => weighed t i) (Flow t i T))|].
  split; [exact (fun t _ => v_moves g p t)|]. split; [exact Two|].
  split; [|split; [|exists true; split]].
  - split.
    + intros t _. split; [apply v_unit|]. split.
      { unfold U. rewrite v_unit, Rmult_1_r. reflexivity. }
      split; [lra|]. split.
      { assert (S := slow g p G (conj P0 P1)). apply Rle_trans with (g * p); [|exact GP].
        rewrite vnorm_scale in S. change (vnorm (vscale (- speed g p) (q g p t)) <= g * p).
        rewrite vnorm_scale. unfold vnorm in *. rewrite q_unit in *. exact S. }
      intro x. assert (F := form_bounded g p t x G). assert (N := inner_nonneg _ x).
      assert (g * inner x x <= u * inner x x) by (apply Rmult_le_compat_r; lra).
      assert (0 <= u * inner x x) by (apply Rmult_le_pos; lra).
      split; [lra|]. split; [lra|]. split.
      { apply Rle_trans with (0 * vnorm x); [apply Zero|]. apply Rmult_le_compat_r;
        [apply vnorm_nonneg | lra]. }
      intro O. unfold U. rewrite O, Rmult_0_r, vscale_zero, inner_zero_l. lra.
    + intros _. apply (start_inside g p (conj P0 P1)).
  - intros t _ x. split; reflexivity.
  - intros eps E. exists T2. split; [exact T20|]. intros t Ht. specialize (Behind t Ht). lra.
  - intro Ends. destruct (Ends (1 / 10) ltac:(lra)) as [T1 [T10 Near]].
    specialize (Near (Rmax T1 T2) (Rmax_l _ _)). specialize (Behind (Rmax T1 T2) (Rmax_r _ _)).
    set (t := Rmax T1 T2) in *.
    assert (D2 : inner (vsub (y g p t) (v g p t)) (vsub (y g p t) (v g p t))
      = 2 - 2 * inner (v g p t) (y g p t)).
    { unfold vsub. repeat rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r.
      rewrite y_unit, v_unit, (inner_sym _ (y g p t)) by lra. ring. }
    assert (S2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). assert (Q := sqrt_pos 2).
    assert (S3 : sqrt 2 <= 3 / 2).
    { apply Rnot_lt_le. intro N. assert (3 / 2 * (3 / 2) < sqrt 2 * sqrt 2)
      by (apply Rmult_le_0_lt_compat; lra). lra. }
    assert (Dp := sqrt_pos (inner (vsub (y g p t) (v g p t)) (vsub (y g p t) (v g p t)))).
    assert (Dd : sqrt (inner (vsub (y g p t) (v g p t)) (vsub (y g p t) (v g p t)))
      * sqrt (inner (vsub (y g p t) (v g p t)) (vsub (y g p t) (v g p t)))
      = inner (vsub (y g p t) (v g p t)) (vsub (y g p t) (v g p t))) by (apply sqrt_sqrt, inner_nonneg).
    set (d := sqrt (inner (vsub (y g p t) (v g p t)) (vsub (y g p t) (v g p t)))) in *.
    assert (d * d <= (sqrt 2 + 1 / 10) * (sqrt 2 + 1 / 10)) by (apply Rmult_le_compat; lra). lra.
Qed.
