(* A-T4.1+: the weights of all heads add up to one weight of each pair, and Gathering.v applies. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Gathering.
From Claimed Require Import A_T4_1_plus.
Open Scope R_scope.

Theorem proof : A_T4_1_plus.
Proof.
  intros Space Token tokens Head heads p W y alpha first same R' S' Comp ET EH _ K _ _ _ _ _ [P Coe]
    _ _ _ _ _ _ _ Pole Unit _ _ Nonneg Flow.
  set (w := fun t i j => total heads (fun a => alpha t a i j)).
  assert (F : weighted_flow tokens w W y) by (intros t i T; apply Flow, T).
  assert (Short := short_from_pole Space W P p Pole).
  assert (HP := size_positive heads EH).
  split; intros sigma Sig m Mpos M MM [Start Above].
  - intros Low. set (phi := fun a : Space => inner (W p) a).
    assert (Rate : forall t, ((((-1) * (size tokens)) * (size heads)) * m) * sigma * t
      = - (size tokens * (size heads * m * sigma)) * t) by (intro; ring).
    assert (Weights : forall t i j, 0 <= t -> size heads * m <= w t i j <= size heads * M).
    { intros t i j T. split; [apply heads_at_least | apply heads_at_most]; intro; auto. }
    assert (HM : 0 < size heads * m) by (apply Rmult_lt_0_compat; auto).
    split.
    + intros t T i j. rewrite Rate.
      apply (tokens_meet Space Token tokens w W phi y (size heads * m) (size heads * M) sigma ET P); auto.
    + destruct (tokens_gather Space Token tokens w W phi y (size heads * m) (size heads * M) sigma ET P F
        Unit HM Weights Short Sig Start Coe Comp) as [z [Z [Inside Near]]].
      exists z. split; [exact Z|]. split; [exact Inside|].
      intros t T i. rewrite Rate. apply Near, T.
  - intros [Alone Seen] z <- t T i.
    replace (((((-1) * (size heads)) * m) * sigma) * t) with (- (size heads * m * sigma) * t) by ring.
    apply (tokens_follow Space Token tokens w W (fun a : Space => inner (W p) a) y (size heads * m)
      (size heads * M) sigma first ET P); auto.
    + apply Rmult_lt_0_compat; auto.
    + intros s k l Hs. split; [apply total_nonneg; auto | apply heads_at_most; intro; auto].
    + intros s k Hs. apply heads_at_least. intro; auto.
    + intros s j Hs N. unfold w. rewrite <- (total_zero heads). apply total_ext. intro a.
      apply (alone tokens same (fun j => alpha s a first j) first); auto.
Qed.
