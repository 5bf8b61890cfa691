(* A-L5.1: Attracted.v with products in the other order. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Attracted.
Open Scope R_scope.

Section Drawn.
Context {S : inner_product_space} (v : S) (y : R -> S) (w A : R -> R) (m M : R).
Hypothesis Flow : forall t, 0 <= t -> is_vderive y t (vscale (w t) (vsub v (vscale (inner (y t) v) (y t)))).
Hypothesis Low : forall t, 0 <= t -> m <= w t.
Hypothesis High : forall t, 0 <= t -> w t <= M.
Hypotheses (Mpos : 0 < m) (Pole : inner v v = 1) (Start : inner (y 0) (y 0) = 1).
Let Weight t (T : 0 <= t) : m <= w t <= M := conj (Low t T) (High t T).
Lemma rises : nondecreasing (fun t => inner (y t) v).
Proof. intros s t T. rewrite !(inner_sym _ _ v). apply (drawn_rises v y w m M); auto. Qed.
Lemma rests : y 0 = vscale (-1) v -> forall t, 0 <= t -> y t = vscale (-1) v.
Proof. apply (antipode_rests v y w m M); auto. Qed.
Lemma exactly c : (forall t, 0 <= t -> is_derive A t (w t)) -> -1 < c /\ inner (y 0) v = c -> A 0 = 0 -> forall t, 0 <= t ->
  (1 + c) * exp (2 * A t) + (1 - c) <> 0 /\
  inner (y t) v = ((1 + c) * exp (2 * A t) - (1 - c)) / ((1 + c) * exp (2 * A t) + (1 - c)).
Proof.
  intros Integral [Off <-] A0 t T. rewrite (inner_sym _ (y 0)) in *. rewrite (inner_sym _ (y t)). split; [|apply (drawn_exactly v y w m M); auto].
  assert (B := drawn_below_one v y w m M Mpos Weight Pole Flow Start 0 ltac:(lra)).
  assert (0 < (1 + inner v (y 0)) * exp (2 * A t)) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]). lra.
Qed.
Lemma fast c : -1 < c /\ inner (y 0) v = c -> forall t, 0 <= t ->
  1 + c <> 0 /\ 1 - inner (y t) v <= 2 * (1 - c) / (1 + c) * exp (-2 * m * t).
Proof.
  intros [Off <-] t T. rewrite (inner_sym _ (y 0)) in *. rewrite (inner_sym _ (y t)). split; [lra|].
  replace (-2 * m * t) with (- (2 * m) * t) by ring. replace (2 * (1 - inner v (y 0)) / (1 + inner v (y 0)))
    with (2 * ((1 - inner v (y 0)) / (1 + inner v (y 0)))) by (unfold Rdiv; ring).
  apply (drawn_fast v y w m M); auto.
Qed.
Lemma attracted : vtends y v <-> ~ y 0 = vscale (-1) v.
Proof. apply (drawn_to_the_pole S v y w m M); auto. Qed.
End Drawn.
