(* B-T2: two opposite tokens at v_1 and -v_1 are an equilibrium that is no consensus, and is stable. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete OjaMap OjaLines OjaPlane Worlds.
From Claimed Require Import B_T2.
Open Scope R_scope.

Theorem opposite_tokens : B_T2__instance.
Proof.
  apply mirror_instance. split; [split; [exact mirror_norm | lra]|]. split.
  { split.
    - exists 1, (- (1)). split; [exact along_eigen|]. split; [lra|]. split; [lra|]. exact across_mirror.
    - exists (0, 1). rewrite !inner_plane, px_along, py_along. unfold px, py. simpl. split; ring. }
  exists opposite. split; [exact opposite_unit|]. split; [exact opposite_bounded|]. split; [exact opposite_along|].
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
