(* A-D4.1: Danskin's theorem for finitely many functions (Danskin.v), at time 0. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Danskin.
Open Scope R_scope.

Section Largest.
Context {Token : Type} (tokens : list Token) (f r : R -> Token -> R) (top : R -> R) (slope : R) (k : Token).
Hypothesis Moves : forall t i, 0 <= t -> is_derive (fun s => f s i) t (r t i).
Hypothesis ET : enumerates tokens.
Hypothesis Largest : forall t, 0 <= t -> (forall j, f t j <= top t) /\ exists i, f t i = top t.
Let All : lists tokens := proj2 (proj2 ET).
Lemma steepest : exists i, f 0 i = top 0 /\ forall j, f 0 j = top 0 -> r 0 j <= r 0 i.
Proof. apply (steepest_active tokens (fun i s => f s i) (r 0) top 0 All). intros s S. apply Largest, S. Qed.
Lemma right_slope : f 0 k = top 0 /\ (forall j, f 0 j = top 0 -> r 0 j <= r 0 k) ->
  forall top_now slope, top 0 = top_now /\ r 0 k = slope -> forall eps, 0 < eps -> exists d, 0 < d /\ forall t, 0 <= t ->
  0 < t /\ t < d -> sqrt ((top t - top_now - slope * t) ^ 2) <= eps * t.
Proof.
  intros [Active Steepest] now q [<- <-] eps E.
  destruct (largest_slope tokens (fun i s => f s i) (r 0) top 0 All (fun i => Moves 0 i (Rle_refl 0))
    (fun s i S => proj1 (Largest s S) i) (fun s S => proj2 (Largest s S)) k Active Steepest eps E) as [d [Dpos H]].
  exists d. split; [exact Dpos|]. intros t _ T. specialize (H t T). rewrite Rplus_0_l in H.
  rewrite <- Rsqr_pow2, sqrt_Rsqr_abs, (Rmult_comm (r 0 k)). exact H.
Qed.
End Largest.
Lemma so_there_is {A} (L : Prop) (P Q : A -> Prop) : (L -> exists k, P k) -> (forall k, L /\ P k -> Q k) -> L -> exists k, P k /\ Q k.
Proof. intros E F H. destruct (E H) as [k K]. eauto. Qed.
