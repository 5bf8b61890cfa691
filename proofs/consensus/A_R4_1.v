(* A-R4.1: the images of tokens that are near are near, and their hull shrinks (Gathering.v). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Gathering.
From Claimed Require Import A_R4_1.
Open Scope R_scope.

Theorem proof : A_R4_1.
Proof.
  intros Space Token tokens Head heads p W y alpha R' S' _ ET EH _ _ _ _ _ _ [P _]
    _ _ _ _ _ _ _ Pole Unit _ _ Nonneg Flow sigma Sig m Mpos M MM D HD [Start [Apart Weights]].
  set (w := fun t i j => total heads (fun a => alpha t a i j)).
  assert (F : weighted_flow tokens w W y) by (intros t i T; apply Flow, T).
  assert (Short := short_from_pole Space W P p Pole).
  set (phi := fun a : Space => inner (W p) a).
  assert (Bounds : forall t i j, 0 <= t -> size heads * m <= w t i j <= size heads * M).
  { intros t i j T. destruct (Weights t T) as [Low High].
    split; [apply heads_at_least | apply heads_at_most]; intro; auto. }
  assert (HM : 0 < size heads * m) by (apply Rmult_lt_0_compat; [apply size_positive|]; auto).
  assert (Near := tokens_stay_near Space Token tokens w W phi y (size heads * m) (size heads * M) sigma
    ET P F Unit HM Bounds Short Sig Start 0 D ltac:(lra) Apart).
  assert (Factor : sqrt 2 * D / (sigma ^ 2) = sqrt 2 / (sigma * sigma) * D) by (field; lra).
  split.
  - intros t T i j. rewrite Factor.
    replace (((((-1 * size tokens) * size heads) * m) * sigma) * t)
      with (- (size tokens * (size heads * m * sigma)) * (t - 0)) by ring.
    apply Near. lra.
  - intros j u <- t T i. rewrite Factor. eapply Rle_trans; [apply (Near i j t 0); lra|].
    right. rewrite Rminus_0_r, Rmult_0_r, exp_0, Rmult_1_r. reflexivity.
Qed.
