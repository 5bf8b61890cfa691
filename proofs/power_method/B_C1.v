(* B-C1: consensus at an eigenvector attracts if I + tau F is slower beside it, and repels if it is faster. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words TotalLayers Directions Cones NearAgreement NearConsensus ConsensusAttracts ConsensusLeft.
Open Scope R_scope.

Section Consensus.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (v : S) (F F_T P P_T : S -> S) (lam tau : R)
  (up_to : Token -> Token -> R).
Hypotheses (ET : enumerates tokens) (HF : adjoint F F_T) (Ind : indicator up_to) (Self : forall i, up_to i i = 1)
  (BF : bounded_operator F) (Tau : 0 < tau) (Unit : inner v v = 1) (Lam : 0 < lam).
Definition score (x : Token -> S) i j := exp (inner (x i) (P (x j))).
Definition full x i := vtotal tokens (fun j => vscale (score x i j / total tokens (fun k => score x i k)) (x j)).
Definition causal x i := vtotal tokens (fun j => vscale (up_to i j)
  (vscale (score x i j / total tokens (fun k => up_to i k * score x i k)) (x j))).
Definition pushed (mean : (Token -> S) -> Token -> S) x i := vadd (x i) (vscale tau (F (mean x i))).
Definition moves mean x := forall i : Token, sqrt (inner (pushed mean x i) (pushed mean x i)) <> 0.
Definition goes mean (x after : Token -> S) :=
  forall i, after i = vscale (/ sqrt (inner (pushed mean x i) (pushed mean x i))) (pushed mean x i).
Definition unit_tokens (x : Token -> S) := (forall i, inner (x i) (x i) = 1) /\ forall i j, inner (x i) (x j) <= 1.
Definition full_layer x after := moves full x /\ goes full x after.
Definition causal_layer x after := (moves causal x /\ forall i j : Token, total tokens (fun k => up_to i k * score x i k) <> 0)
  /\ goes causal x after.
Local Notation one := (fun _ _ : Token => 1).
Let Ones (i j : Token) : 0 <= one i j. Proof. lra. Qed.
Let All (i : Token) : 0 < total tokens (one i). Proof. apply size_positive, ET. Qed.
Let Up i j : 0 <= up_to i j. Proof. apply indicator_nonneg, Ind. Qed.
Let Some i : 0 < total tokens (up_to i).
Proof. apply (total_one_positive tokens (up_to i) i ET (Up i)). rewrite Self. lra. Qed.
Let Rows x (i j : Token) : total tokens (fun k => up_to i k * score x i k) <> 0.
Proof. apply Rgt_not_eq, (rows_positive tokens up_to P Up Some x). Qed.
Let At : unit_tokens (fun _ => v). Proof. split; intros; lra. Qed.
Let MovesFull (E : F v = vscale lam v) : moves full (fun _ => v).
Proof.
  intro i. unfold pushed, full, score. rewrite (full_pull tokens P (fun _ => v) i).
  exact (moves_in_consensus tokens one F P tau lam v Ones All Tau Lam Unit E i).
Qed.
Let MovesCausal (E : F v = vscale lam v) : moves causal (fun _ => v).
Proof.
  intro i. unfold pushed, causal, score. rewrite (masked_pull tokens P (fun _ => v) i up_to).
  exact (moves_in_consensus tokens up_to F P tau lam v Up Some Tau Lam Unit E i).
Qed.
Lemma attracts : adjoint P P_T -> bounded_operator P -> ordered up_to -> forall W, adjoint W W -> positive W /\ coercive W ->
  forall kappa, F v = vscale lam v /\ kappa < 1 + tau * lam /\ (forall z, inner z v = 0 ->
    let q := beside v (vadd z (vscale tau (F z))) in sqrt (inner q (W q)) <= kappa * sqrt (inner z (W z))) ->
  layers_exponentially_stable unit_tokens full_layer (fun _ => v) /\
  layers_exponentially_stable unit_tokens causal_layer (fun _ => v).
Proof.
  intros HP BP Order W _ [HW Coe] kappa [E [Kap Slower]]. split; apply said_exponentially_stable.
  - apply (consensus_attracts tokens one F F_T P P_T W tau lam kappa v); try assumption.
    + apply full_attention.
    + intros x [[U _] _]. exact U.
    + split; [exact At | exact (MovesFull E)].
    + intros x i. unfold pushed, full, score. rewrite full_pull. reflexivity.
  - apply (consensus_attracts tokens up_to F F_T P P_T W tau lam kappa v); try assumption.
    + apply (causal_attention tokens up_to ET Order).
    + intros x [[U _] _]. exact U.
    + split; [exact At | split; [exact (MovesCausal E) | apply Rows]].
    + intros x i. unfold pushed, causal, score. rewrite masked_pull. reflexivity.
Qed.
Lemma repels mu nu : (forall rho omega, 2 * (lam - rho) < tau * (rho ^ 2 + omega ^ 2 - lam ^ 2) ->
    (1 + tau * lam) ^ 2 - (1 + tau * rho) ^ 2 - (tau * omega) ^ 2 < 0) -> (exists p q, 0 < inner p p + inner q q /\
    (F p = vsub (vscale mu p) (vscale nu q) /\ F q = vadd (vscale nu p) (vscale mu q))) /\
  F v = vscale lam v /\ 2 * (lam - mu) < tau * (mu ^ 2 + nu ^ 2 - lam ^ 2) ->
  layers_unstable unit_tokens full_layer (fun _ => v) /\ layers_unstable unit_tokens causal_layer (fun _ => v).
Proof.
  intros Large [[p [q [Pos [Hp Hq]]]] [E Faster]]. apply Large in Faster.
  assert (Grows : (1 + tau * lam) ^ 2 < (1 + tau * mu) ^ 2 + (tau * nu) ^ 2) by lra.
  split; apply said_unstable.
  - destruct (values_near tokens one F F_T P tau lam v) as [r [R H]]; auto.
    exists r. split; [exact R|]. intros x Near i. unfold pushed, full, score. rewrite full_pull. apply (H x Near i).
  - apply (consensus_is_left tokens one F F_T P tau lam mu nu v p q); try assumption.
    + intros x U N. split; [split; auto; intros i j; apply Directions.below_one; apply U|].
      intro i. unfold pushed, full, score. rewrite full_pull. apply N.
    + split; [exact At | exact (MovesFull E)].
    + intros x i. unfold pushed, full, score. rewrite full_pull. reflexivity.
  - destruct (values_near tokens up_to F F_T P tau lam v) as [r [R H]]; auto.
    exists r. split; [exact R|]. intros x Near. split; [|apply Rows].
    intro i. unfold pushed, causal, score. rewrite masked_pull. apply (H x Near i).
  - apply (consensus_is_left tokens up_to F F_T P tau lam mu nu v p q); try assumption.
    + intros x U N. split; [split; auto; intros i j; apply Directions.below_one; apply U|]. split; [|apply Rows].
      intro i. unfold pushed, causal, score. rewrite masked_pull. apply N.
    + split; [exact At | split; [exact (MovesCausal E) | apply Rows]].
    + intros x i. unfold pushed, causal, score. rewrite masked_pull. reflexivity.
Qed.
End Consensus.
