(* B-S4: what a push along u does to a token, and when a large one turns it to u. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn Cones Pushed.
Open Scope R_scope.

Section Push.
Context {U : inner_product_space} (u z : U) (beta : R).
Hypotheses (Unit : inner u u = 1) (Some : 0 < inner z z).
Let y c := vadd z (vscale (c * beta) u).
Definition turns := forall eps, 0 < eps -> exists C, 0 < C /\ forall c, C <= sqrt (c ^ 2) ->
  0 < inner (y c) (y c) /\ vnorm (beside u (y c)) <= eps * vnorm (y c).
Lemma effect c : beside u (y c) = beside u z /\
  vnorm (beside u (y c)) * sqrt ((c * beta) ^ 2) <= vnorm z * vnorm (y c) /\ (vnorm z < c * beta -> 0 < inner u (y c)).
Proof.
  split; [exact (beside_pushed u z Unit (c * beta))|]. split.
  - rewrite root_of_square. assert (A := pushed_sine u z Unit (c * beta)).
    rewrite <- (beside_pushed u z Unit (c * beta)) in A. exact A.
  - intro P. assert (A := component_short u z Unit). apply Rabs_le_between in A. unfold y. inners. rewrite Unit. lra.
Qed.
Lemma turned : beta <> 0 -> turns.
Proof.
  intros B eps E. destruct (turned_by_push u z Unit Some beta eps B E) as [C [C0 H]]. exists C. split; [exact C0|].
  intros c L. rewrite root_of_square in L. destruct (H c L) as [P Q]. split; [exact P|].
  rewrite <- (beside_pushed u z Unit (c * beta)) in Q. exact Q.
Qed.
Lemma exactly : turns <-> beta <> 0 \/ exists a, z = vscale a u.
Proof.
  destruct (Req_dec beta 0) as [B|B]; [|split; [left; exact B | intros _; exact (turned B)]].
  assert (Y : forall c, y c = z) by (intro c; unfold y; rewrite B, Rmult_0_r, vscale_zero; apply vadd_zero). split.
  - intro Small. right. exists (inner u z). apply vsub_zero. apply inner_definite. rewrite <- vnorm_square.
    assert (N := vnorm_nonneg (beside u z)). assert (Z : vnorm (beside u z) <= 0); [|change (vnorm (beside u z) * vnorm (beside u z) = 0);
      replace (vnorm (beside u z)) with 0 by lra; ring].
    apply le_epsilon. intros e E. assert (P := positive_length z Some).
    destruct (Small (e / vnorm z)) as [C [C0 H]]; [apply Rdiv_lt_0_compat; auto|].
    destruct (H C) as [_ A]; [rewrite root_of_square, Rabs_right; lra|]. rewrite Y in A.
    replace (e / vnorm z * vnorm z) with e in A by (field; lra). lra.
  - intros [Ne|[a A]] eps E; [contradiction|]. exists 1. split; [lra|]. intros c _. rewrite Y.
    split; [exact Some|]. replace (beside u z) with (@vzero U).
    + unfold vnorm at 1. rewrite inner_zero_l, sqrt_0. apply Rmult_le_pos; [lra | apply vnorm_nonneg].
    + symmetry. apply vsub_zero. rewrite A, inner_scale_r, Unit, Rmult_1_r. reflexivity.
Qed.
End Push.
