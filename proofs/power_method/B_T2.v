(* B-T2: two opposite tokens at v_1 and -v_1 are an equilibrium that is no consensus, and is stable. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_T2.
Open Scope R_scope.

Lemma opposite_unit b : inner (opposite b) (opposite b) = 1.
Proof. apply OjaLines.line_unit; auto using along_unit, side_square. Qed.

Theorem opposite_tokens : B_T2__instance.
Proof.
  exists plane, bool, two. split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|].
  split; [exact (Req_le _ _ (eq_sym two_size))|]. split; [exact no_degenerate_plane|].
  exists mirror. split; [exact mirror_symmetric|]. split; [exact mirror_symmetric|].
  exists (/ 4). split; [lra|]. exists 1. split; [lra|]. exists along. split; [exact along_unit|].
  split; [exact two_size|]. split; [lra|]. split; [rewrite along_eigen; apply vscale_one|].
  split; [intros z Z; apply inner_ext; intro y;
    rewrite inner_plane, px_along, py_along in Z; rewrite inner_scale_l, !inner_plane, px_mirror, py_mirror;
    replace (px z) with 0 by lra; ring|].
  split; [split; [exact mirror_norm | lra]|].
  split.
  { split.
    - exists 1, (- (1)). split; [exact along_eigen|]. split; [lra|]. split; [lra|]. exact across_mirror.
    - exists (0, 1). rewrite !inner_plane, px_along, py_along. unfold px, py. simpl. split; ring. }
  exists opposite. split; [exact opposite_unit|].
  split; [intros i j; unfold opposite; rewrite inner_scale_l, inner_scale_r, along_unit; destruct i, j; simpl; lra|].
  split; [intro i; unfold opposite; rewrite inner_scale_r, along_unit, Rmult_1_r; apply side_square|].
  split; [|exact opposite_stable]. split; [|split].
  - intro i. assert (E : vadd (opposite i) (vscale (/ 4 / size two)
      (mirror (vtotal two (fun j => opposite j)))) = opposite i).
    { change (fun j => opposite j) with opposite. unfold opposite at 2.
      rewrite (OjaLines.line_sum two along side side_sum), (adjoint_zero _ _ mirror_symmetric).
      apply inner_ext. intro z. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. }
    rewrite E, opposite_unit, sqrt_1. split; [lra|]. rewrite Rinv_1. apply vscale_one.
  - intro All. assert (H := f_equal px (All false)). unfold px, opposite, along, side in H. simpl in H. lra.
  - intro All. assert (H := f_equal px (All true)). unfold px, opposite, along, side in H. simpl in H. lra.
Qed.
