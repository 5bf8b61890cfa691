(* B-T2: two opposite tokens at v_1 and -v_1 are an equilibrium that is no consensus, and is stable. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_T2.
Open Scope R_scope.

Lemma opposite_unit b : inner (opposite b) (opposite b) = 1.
Proof. apply OjaLines.line_unit; auto using along_unit, side_square. Qed.

Theorem proof : B_T2.
Proof.
  intro Printed. assert (Small : 2 * / 4 * 1 < 1) by lra.
  destruct (Printed plane bool two (complete_euclidean 1) bool_enumerated
    (Req_le _ _ (eq_sym two_size)) no_degenerate_plane mirror mirror_symmetric mirror_symmetric
    (/ 4) ltac:(lra) 1 ltac:(lra) along along_unit (conj mirror_norm Small)) as [_ Others].
  { split.
    - exists 1, (- (1)). split; [exact along_eigen|]. split; [lra|]. split; [lra|]. exact across_mirror.
    - exists (0, 1). rewrite !inner_plane, px_along, py_along. unfold px, py. simpl. split; ring. }
  destruct (Others opposite opposite_unit) as [_ Leaves].
  - intros i j. unfold opposite. rewrite inner_scale_l, inner_scale_r, along_unit. destruct i, j; simpl; lra.
  - split; [|split].
    + intro i. assert (E : vadd (opposite i) (vscale (/ 4 / size two)
        (mirror (vtotal two (fun j => opposite j)))) = opposite i).
      { change (fun j => opposite j) with opposite. unfold opposite at 2.
        rewrite (OjaLines.line_sum two along side side_sum), (adjoint_zero _ _ mirror_symmetric).
        apply inner_ext. intro z. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. }
      rewrite E, opposite_unit, sqrt_1. split; [lra|]. rewrite Rinv_1. apply vscale_one.
    + intro All. assert (H := f_equal px (All false)). unfold px, opposite, along, side in H. simpl in H. lra.
    + intro All. assert (H := f_equal px (All true)). unfold px, opposite, along, side in H. simpl in H. lra.
  - exact (proj1 opposite_stable).
  - exact (Leaves (proj2 opposite_stable)).
Qed.
