(* A-R4.1: the images of tokens that are near are near, and their hull shrinks (Gathering.v). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Gathering.
Open Scope R_scope.

Section Stable.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (p : S) (W : S -> S)
  (y : R -> Token -> S) (alpha : R -> Head -> Token -> Token -> R).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))))
      (y t i))).
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis P : positive W.
Hypothesis Pole : inner p (W p) = 1.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Lemma near sigma m M D : (forall i, sigma <= inner (W p) (y 0 i)) /\ (forall i j, distance W (y 0 i) (y 0 j) <= D) /\
    (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) -> 0 < sigma -> 0 < m -> forall i j t s, 0 <= t <= s ->
  distance W (y s i) (y t j) <= sqrt 2 * D / (sigma ^ 2) * exp (-1 * size tokens * size heads * m * sigma * t).
Proof.
  intros [Start [Apart Weights]] Sig Mpos i j t s H.
  assert (HM : 0 < size heads * m) by (apply Rmult_lt_0_compat; [apply size_positive|]; auto).
  replace (sqrt 2 * D / (sigma ^ 2)) with (sqrt 2 / (sigma * sigma) * D) by (field; lra).
  replace (-1 * size tokens * size heads * m * sigma * t)
    with (- (size tokens * (size heads * m * sigma)) * (t - 0)) by ring.
  assert (Bounds : forall t i j, 0 <= t -> size heads * m <= total heads (fun a => alpha t a i j) <= size heads * M).
  { intros q k l Q. split; [apply heads_at_least | apply heads_at_most]; intro; apply Weights, Q. }
  apply (tokens_stay_near S Token tokens _ W (fun a : S => inner (W p) a) y (size heads * m) (size heads * M) sigma
    ET P Flow Unit HM Bounds (short_from_pole S W P p Pole) Sig Start 0 D ltac:(lra) Apart). lra.
Qed.
Lemma tokens_meet_again sigma m M D : (forall i, sigma <= inner (W p) (y 0 i)) /\ (forall i j, distance W (y 0 i) (y 0 j) <= D) /\
    (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) -> 0 < sigma -> 0 < m -> forall t, 0 <= t -> forall i j,
  distance W (y t i) (y t j) <= sqrt 2 * D / (sigma ^ 2) * exp (-1 * size tokens * size heads * m * sigma * t).
Proof. intros A Sig Mpos t T i j. apply (near sigma m M D); auto. lra. Qed.
Lemma near_the_start sigma m M D j u : (forall i, sigma <= inner (W p) (y 0 i)) /\ (forall i j, distance W (y 0 i) (y 0 j) <= D) /\
    (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) -> y 0 j = u -> 0 < sigma -> 0 < m -> forall t, 0 <= t -> forall i,
  distance W (y t i) u <= sqrt 2 * D / (sigma ^ 2).
Proof.
  intros A <- Sig Mpos t T i. eapply Rle_trans; [apply (near sigma m M D A Sig Mpos i j 0 t); lra|].
  right. rewrite Rmult_0_r, exp_0, Rmult_1_r. reflexivity.
Qed.
End Stable.
