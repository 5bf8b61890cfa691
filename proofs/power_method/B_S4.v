(* B-S4: what a push along u does to a token, and when a large one turns it to u. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn Cones Pushed.
From Claimed Require Import B_S4.
Open Scope R_scope.

Theorem proof : B_S4.
Proof.
  intros Space u _ Unit z Some beta. split.
  - intro c. split; [exact (beside_pushed u z Unit (c * beta))|]. split.
    + rewrite root_of_square. assert (A := pushed_sine u z Unit (c * beta)).
      rewrite <- (beside_pushed u z Unit (c * beta)) in A. exact A.
    + intro P. assert (A := component_short u z Unit). apply Rabs_le_between in A. inners. rewrite Unit.
      change (vnorm z < c * beta) in P. lra.
  - split.
    + intro Small. destruct (Req_dec beta 0) as [B|B]; [right | left; exact B].
      exists (inner u z). apply vsub_zero. change (beside u z = vzero).
      assert (Z : vnorm (beside u z) <= 0).
      { apply le_epsilon. intros e E. assert (N := positive_length z Some).
        destruct (Small (e / vnorm z)) as [C [C0 H]]; [apply Rdiv_lt_0_compat; auto|].
        destruct (H C) as [_ A]; [rewrite root_of_square, Rabs_right; lra|].
        change (vnorm (beside u (vadd z (vscale (C * beta) u))) <= e / vnorm z * vnorm (vadd z (vscale (C * beta) u))) in A.
        rewrite (beside_pushed u z Unit), B, Rmult_0_r, vscale_zero, vadd_zero in A.
        replace (e / vnorm z * vnorm z) with e in A by (field; lra). lra. }
      apply inner_definite. rewrite <- vnorm_square. assert (N := vnorm_nonneg (beside u z)).
      replace (vnorm (beside u z)) with 0 by lra. ring.
    + intros Either eps E. destruct (Req_dec beta 0) as [B|B].
      * destruct Either as [Ne|[a A]]; [contradiction|]. exists 1. split; [lra|]. intros c _.
        rewrite B, Rmult_0_r, vscale_zero, vadd_zero. split; [exact Some|].
        replace (vsub z (vscale (inner u z) u)) with (@vzero Space).
        2: { symmetry. apply vsub_zero. rewrite A, inner_scale_r, Unit, Rmult_1_r. reflexivity. }
        rewrite inner_zero_l, sqrt_0. apply Rmult_le_pos; [lra | apply sqrt_pos].
      * destruct (turned_by_push u z Unit Some beta eps B E) as [C [C0 H]]. exists C. split; [exact C0|].
        intros c L. rewrite root_of_square in L. destruct (H c L) as [P Q]. split; [exact P|].
        rewrite <- (beside_pushed u z Unit (c * beta)) in Q. exact Q.
Qed.
