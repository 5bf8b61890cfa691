(* B-R10: two tokens at e_1 and -e_1, V = diag(-2, 1), P = -(ln 3) I and the step 1/4: a bipartite state at a
   negative eigenvalue that is exponentially stable. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet Stability Complete.
From Kernel Require Import ConsensusLayer ConsensusStability SoftmaxHeads SignPatterns OppositeGroups OjaMap OjaPlane Worlds.
From Claimed Require Import B_R10.
Open Scope R_scope.

Definition V (z : plane) : plane := (-2 * fst z, 1 * snd z).
Definition P (z : plane) : plane := vscale (- ln 3) z.
Lemma V_inner x y : inner (V x) y = -2 * px x * px y + py x * py y.
Proof. rewrite inner_plane. unfold V, px, py. simpl. ring. Qed.
Lemma V_symmetric : adjoint V V.
Proof. intros x y. rewrite V_inner, (inner_sym _ x (V y)), V_inner. ring. Qed.
Lemma P_symmetric : adjoint P P.
Proof. intros x y. unfold P. rewrite inner_scale_l, inner_scale_r. reflexivity. Qed.
Lemma V_short z : vnorm (V z) <= 2 * vnorm z.
Proof.
  apply vnorm_le; [apply Rmult_le_pos; [lra | apply vnorm_nonneg]|].
  replace (2 * vnorm z * (2 * vnorm z)) with (4 * (vnorm z * vnorm z)) by ring. rewrite vnorm_square, !inner_plane.
  change (px (V z)) with (-2 * px z). change (py (V z)) with (1 * py z). assert (Q := Rle_0_sqr (py z)). unfold Rsqr in Q. lra.
Qed.
Lemma V_bounded : bounded V.
Proof. exists 2. split; [lra | exact V_short]. Qed.
Lemma P_bounded : bounded P.
Proof.
  exists (Rabs (- ln 3)). split; [apply Rabs_pos|]. intro z. unfold P. rewrite vnorm_scale. lra.
Qed.
Lemma V_along : V along = vscale (-2) along.
Proof. apply inner_ext. intro z. rewrite V_inner, inner_scale_l, inner_plane, px_along, py_along. ring. Qed.
Lemma V_across z : inner along z = 0 -> V z = z.
Proof.
  intro Z. rewrite inner_plane, px_along, py_along in Z. apply inner_ext. intro y. rewrite V_inner, inner_plane.
  replace (px z) with 0 by lra. ring.
Qed.
Lemma side_there : OppositeGroups.side (fun _ : unit => P) along tt = -4 / 5.
Proof.
  unfold OppositeGroups.side, P. rewrite inner_scale_r, along_unit. replace (-1 * (- ln 3 * 1)) with (ln 3) by ring.
  replace (- ln 3 * 1) with (- ln 3) by ring. rewrite exp_Ropp, exp_ln by lra. field.
Qed.
Lemma drawn_there z : drawn (tt :: nil) (fun _ => V) (fun _ => P) along z = vscale (-4 / 5) (V z).
Proof.
  transitivity (vadd (vscale (OppositeGroups.side (fun _ : unit => P) along tt) (V z)) vzero); [reflexivity|].
  rewrite side_there. apply vadd_zero.
Qed.

Definition moved_there (x : bool -> plane) i := vadd (x i) (vscale (/ 4) (V (vtotal two (fun j =>
  vscale (exp (inner (x i) (P (x j))) / total two (fun k => exp (inner (x i) (P (x k))))) (x j))))).
Lemma is_moved x i : moved_there x i = ConsensusLayer.moved two (tt :: nil) (fun _ => V) (softmax_weights two (fun _ => P)) (/ 4) x i.
Proof.
  unfold ConsensusLayer.moved, moved_there. f_equal. f_equal. symmetry.
  exact (vadd_zero plane (V (pooled two (softmax_weights two (fun _ : unit => P)) tt x i))).
Qed.
Theorem stable : layers_stable (fun x : bool -> plane => (forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1))
  (fun x y => (forall i, sqrt (inner (moved_there x i) (moved_there x i)) <> 0) /\
    forall i, y i = vscale (/ sqrt (inner (moved_there x i) (moved_there x i))) (moved_there x i))
  (fun i => vscale (OjaPlane.side i) along).
Proof.
  set (kind := fun x : bool -> plane => (forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1)).
  set (value := fun x : bool -> plane => forall i, sqrt (inner (moved_there x i) (moved_there x i)) <> 0).
  apply (steps_stable kind value (fun x i => vscale (/ sqrt (inner (moved_there x i) (moved_there x i))) (moved_there x i)) _
    (fun x => kind x /\ value x)); [auto | auto |].
  apply total_exponentially_stable_is_stable.
  assert (LV := adjoint_linear V V V_symmetric). assert (LP := adjoint_linear P P P_symmetric).
  apply (groups_attract two (tt :: nil) (fun _ => V) (fun _ => P) (/ 4) along OjaPlane.side bool_enumerated (fun _ => LV)
    (fun _ => V_bounded) (fun _ => LP) (fun _ => P_bounded) along_unit side_square side_sum)
    with (rho := 7 / 5) (kappa := 5 / 4); try lra.
  - intro h. left. rewrite V_along, inner_scale_r, along_unit. f_equal. ring.
  - rewrite drawn_there, V_along. vector_sums.
  - apply (kind_ext _ moved_there _ is_moved). apply kind_as_said.
  - intros x i. unfold several_heads. rewrite <- is_moved. reflexivity.
  - intros z Z. change (summed (tt :: nil) (fun _ : unit => V) z) with (vadd (V z) vzero). rewrite vadd_zero, (V_across z Z).
    replace (vadd z (vscale (/ 4) z)) with (vscale (5 / 4) z) by vector_sums.
    rewrite tangent_part_tangent by (rewrite inner_scale_r, Z; ring). rewrite vnorm_scale, Rabs_right; lra.
  - intros z Z. rewrite drawn_there, (V_across z Z).
    replace (vadd z (vscale (/ 4) (vscale (-4 / 5) z))) with (vscale (4 / 5) z) by vector_sums.
    rewrite tangent_part_tangent by (rewrite inner_scale_r, Z; ring). rewrite vnorm_scale, Rabs_right by lra.
    assert (N := vnorm_nonneg z). lra.
Qed.

Theorem pair_attracts : B_R10__instance.
Proof.
  assert (BV : bounded_operator V) by exact V_bounded. assert (BP : bounded_operator P) by exact P_bounded.
  exists plane, bool, two, (-2), (/ 4), 2, V, P, P, OjaPlane.side, along, 1, 1.
  split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|]. split; [exact (Req_le _ _ (eq_sym two_size))|].
  split; [exact no_degenerate_plane|]. split; [exact V_symmetric|]. split; [exact P_symmetric|]. split; [exact BV|].
  split; [exact BP|]. split; [exact BP|]. split; [lra|]. split; [exact along_unit|]. split; [exact V_along|].
  split; [exact side_square|]. split; [change (total two OjaPlane.side = 1 - 1); rewrite side_sum; ring|].
  split; [rewrite two_size; ring|]. split; [lra|]. split; [lra|]. split; [lra|].
  split; [exact two_size|]. split; [lra|]. split; [reflexivity|].
  split; [intro z; split; [unfold P; f_equal; ring | exact (V_across z)]|]. split; [lra|].
  split; [split; [lra | exact V_short] | exact stable].
Qed.
