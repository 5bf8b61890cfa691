(* A-D4.1: Danskin's theorem for finitely many functions (Danskin.v), at time 0. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Danskin.
From Claimed Require Import A_D4_1.
Open Scope R_scope.

Theorem proof : A_D4_1.
Proof.
  intros Space Token tokens f top r _ [N [D All]] Moves Largest.
  assert (Upper : forall s i, 0 <= s -> f s i <= top s) by (intros s i S; apply Largest, S).
  assert (Attained : forall s, 0 <= s -> exists i, f s i = top s) by (intros s S; apply Largest, S).
  assert (M : forall i, is_derive (fun s => f s i) 0 (r 0 i)) by (intro i; apply Moves, Rle_refl).
  destruct (steepest_active tokens (fun i s => f s i) (r 0) top 0 All Attained) as [k [Active Steepest]].
  exists k. split; [split; [exact Active | exact Steepest]|].
  intros top_now slope [<- <-] eps E.
  destruct (largest_slope tokens (fun i s => f s i) (r 0) top 0 All M Upper Attained k Active Steepest eps E)
    as [d [Dpos H]].
  exists d. split; [exact Dpos|]. intros t _ T. specialize (H t T). rewrite Rplus_0_l in H.
  replace ((top t - top 0 - r 0 k * t) ^ 2) with (Rsqr (top t - top 0 - t * r 0 k)) by (unfold Rsqr; ring).
  rewrite sqrt_Rsqr_abs. exact H.
Qed.
