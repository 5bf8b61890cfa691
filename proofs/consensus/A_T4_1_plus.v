(* A-T4.1+: the weights of all heads add up to one weight of each pair, and Gathering.v applies. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Gathering.
Open Scope R_scope.

Section Meeting.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (p : S) (W : S -> S)
  (y : R -> Token -> S) (alpha : R -> Head -> Token -> Token -> R) (sigma m M : R).
Let w := fun t i j => total heads (fun a => alpha t a i j).
Let phi := fun a : S => inner (W p) a.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))))
      (y t i))).
Hypothesis Start : (forall i, sigma <= inner (W p) (y 0 i)) /\ forall t, 0 <= t -> forall a i j, alpha t a i j <= M.
Hypothesis Sig : 0 < sigma.
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis P : positive W.
Hypothesis Pole : inner p (W p) = 1.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Lemma tokens_meet_in_one_point : (forall t, 0 <= t -> forall a i j, m <= alpha t a i j) -> 0 < m ->
  coercive W -> complete S ->
  (forall t, 0 <= t -> forall i j, distance W (y t i) (y t j) <=
    2 / sigma * exp (-1 * size tokens * size heads * m * sigma * t)) /\
  exists z, inner z (W z) = 1 /\ (sigma <= inner (W p) z /\ forall t, 0 <= t -> forall i,
    distance W (y t i) z <= 2 / sigma * exp (-1 * size tokens * size heads * m * sigma * t)).
Proof.
  intros Low Mpos Coe Comp. destruct Start as [From Above]. assert (Short := short_from_pole S W P p Pole).
  assert (Rate : forall t, -1 * size tokens * size heads * m * sigma * t
    = - (size tokens * (size heads * m * sigma)) * t) by (intro; ring).
  assert (Weights : forall t i j, 0 <= t -> size heads * m <= w t i j <= size heads * M).
  { intros t i j T. split; [apply heads_at_least | apply heads_at_most]; intro; auto. }
  assert (HM : 0 < size heads * m) by (apply Rmult_lt_0_compat; [apply size_positive|]; auto).
  split.
  - intros t T i j. rewrite Rate.
    apply (tokens_meet S Token tokens w W phi y (size heads * m) (size heads * M) sigma ET P); auto.
  - destruct (tokens_gather S Token tokens w W phi y (size heads * m) (size heads * M) sigma ET P Flow
      Unit HM Weights Short Sig From Coe Comp) as [z [Z [Inside Near]]].
    exists z. split; [exact Z|]. split; [exact Inside|]. intros t T i. rewrite Rate. apply Near, T.
Qed.
Lemma tokens_follow_the_first first same z :
  (forall t, 0 <= t -> forall a, total tokens (fun j => (1 - same first j) * alpha t a first j) = 0) /\
    (forall t, 0 <= t -> forall a i, m <= alpha t a i first) -> y 0 first = z -> 0 < m -> kronecker same ->
  (forall t, 0 <= t -> forall a i j, 0 <= alpha t a i j) ->
  forall t, 0 <= t -> forall i, distance W (y t i) z <= 2 / sigma * exp (-1 * size heads * m * sigma * t).
Proof.
  intros [Alone Seen] <- Mpos K Nonneg t T i. destruct Start as [From Above].
  replace (-1 * size heads * m * sigma * t) with (- (size heads * m * sigma) * t) by ring.
  apply (tokens_follow S Token tokens w W phi y (size heads * m) (size heads * M) sigma first ET P); auto.
  - apply Rmult_lt_0_compat; [apply size_positive|]; auto.
  - intros s k l Hs. split; [apply total_nonneg; auto | apply heads_at_most; intro; auto].
  - intros s k Hs. apply heads_at_least. intro; auto.
  - intros s j Hs N. unfold w. rewrite <- (total_zero heads). apply total_ext. intro a.
    apply (alone tokens same (fun j => alpha s a first j) first); auto.
  - apply short_from_pole, Pole.
Qed.
End Meeting.
