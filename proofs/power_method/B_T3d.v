(* B-T3d: where bipartite states of the layer have a multiplier outside the unit circle. *)
From Coq Require Import Reals Lra Psatz.
From Kernel Require Import Prelude Bipartite.
Open Scope R_scope.

Section Groups.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
(* A multiplier of the block, with c = tau lam_k and l = tau lam_r. *)
Definition multiplier c l z :=
  1 + l * mp p q E <> 0 /\ 1 + l * mm p q E <> 0 /\ (1 + l * mp p q E) * (1 + l * mm p q E) <> 0 /\
  ((1 + c * ((1 + mp p q E) / 2)) / (1 + l * mp p q E) - z)
    * ((1 + c * ((1 + mm p q E) / 2)) / (1 + l * mm p q E) - z)
  = c ^ 2 * (1 - (1 + mp p q E) / 2) * (1 - (1 + mm p q E) / 2)
    / ((1 + l * mp p q E) * (1 + l * mm p q E)).
Lemma multiplier_is c l z : 0 < 1 + l * mp p q E -> 0 < 1 + l * mm p q E ->
  multiplier c l z <-> psi p q E c l z = 0.
Proof.
  intros Rp Rm. unfold multiplier, psi. rewrite (up_is p q E P Q HE), (um_is p q E P Q HE).
  replace (c ^ 2) with (c * c) by ring. split.
  - intros (_ & _ & _ & H). rewrite H. ring.
  - intro H. repeat split; try lra. apply Rgt_not_eq, Rmult_lt_0_compat; auto.
Qed.
Lemma far_multiplier c l : 0 < 1 + l * mp p q E -> 0 < 1 + l * mm p q E -> beyond p q E c l ->
  exists z, 1 < z ^ 2 /\ multiplier c l z.
Proof.
  intros Rp Rm H. destruct (outside_if p q E P Q HE c l Rp Rm H) as [z [Z C]]. exists z.
  split; [replace (z ^ 2) with (z * z) by ring; exact Z | apply multiplier_is; auto].
Qed.
(* At equal scores the blocks of equal groups have the multipliers 1 and 1 + c. *)
Lemma equal_groups c l z : E = 1 -> p = q -> psi p q E c l z = (z - 1) * (z - (1 + c)).
Proof.
  intros E1 Same. assert (A : mp p q E = 0) by (unfold mp; rewrite E1, Same; field; lra).
  assert (B : mm p q E = 0) by (unfold mm; rewrite E1, Same; field; lra).
  unfold psi. rewrite (up_is p q E P Q HE), (um_is p q E P Q HE), A, B. field.
Qed.
Definition leaves c l := exists z, 1 < z ^ 2 /\ multiplier c l z.
Section Steps.
Variables l1 tau : R.
Hypotheses (L1 : 0 < l1) (T : 0 < tau).
Lemma scaled a b : a < b -> tau * a < tau * b. Proof. apply Rmult_lt_compat_l, T. Qed.
Lemma first_positive : 0 < tau * l1. Proof. apply Rmult_lt_0_compat; auto. Qed.
Lemma elsewhere lr : lr <> 0 -> lr < l1 /\ (0 < 1 + tau * lr * mp p q E /\ 0 < 1 + tau * lr * mm p q E) ->
  (1 <= E \/ (0 < lr \/ -1 * lr <= l1) -> leaves (tau * l1) (tau * lr)) /\
  forall lk, E < 1 /\ (lr < 0 /\ lk < lr) -> leaves (tau * l1) (tau * lr) \/ leaves (tau * lk) (tau * lr).
Proof.
  intros Nz [Lr [Rp Rm]]. assert (C1 := first_positive). split.
  - intros H. apply far_multiplier; auto. destruct (Rle_or_lt 1 E) as [G|G].
    { apply map_attracting; auto. apply scaled; auto. }
    destruct (Rlt_or_le 0 lr) as [Z|Z].
    { apply map_repelled; auto; [apply Rmult_lt_0_compat | apply scaled]; auto. }
    assert (B : - (tau * lr) <= tau * l1).
    { replace (- (tau * lr)) with (tau * - lr) by ring. apply Rmult_le_compat_l; [lra|].
      destruct H as [H|[H|H]]; lra. }
    assert (N : tau * lr < 0) by (rewrite <- (Rmult_0_r tau); apply scaled; lra).
    destruct (map_negative p q E P Q HE (tau * l1) (tau * lr) (tau * l1) C1 N G (or_introl B)); auto.
  - intros lk [G [Z K]].
    assert (N : tau * lr < 0) by (rewrite <- (Rmult_0_r tau); apply scaled; lra).
    destruct (map_negative p q E P Q HE (tau * l1) (tau * lr) (tau * lk) C1 N G
      (or_intror (scaled _ _ K))) as [R|R]; [left | right]; apply far_multiplier; auto.
Qed.
Lemma repelled lk : E < 1 /\ (lk < l1 /\ (0 < 1 + tau * l1 * mp p q E /\ 0 < 1 + tau * l1 * mm p q E)) ->
  leaves (tau * lk) (tau * l1).
Proof.
  intros [G [K [Rp Rm]]]. assert (C1 := first_positive). apply far_multiplier; auto.
  apply map_first_repelled; auto. apply scaled, K.
Qed.
Hypothesis Second : forall a b t k, 1 <= a -> 1 <= b -> 0 < t -> k <> 0 -> 0 < k -> 1 < (1 + t * k) ^ 2.
Hypothesis First : forall a b t k, 1 <= a -> 1 <= b -> 0 < t -> k <> 0 -> k < 0 -> t * (-1 * k) <= 2 -> (1 + t * k) ^ 2 <= 1.
Lemma without_scores lk : E = 1 /\ (lk < l1 /\ (0 < 1 + tau * l1 * mp p q E /\ 0 < 1 + tau * l1 * mm p q E)) ->
  (p < q \/ q < p -> leaves (tau * lk) (tau * l1)) /\
  (p = q /\ -2 <= tau * lk -> leaves (tau * lk) (tau * l1) <-> 0 < lk).
Proof.
  intros [E1 [K [Rp Rm]]]. assert (C1 := first_positive). split.
  - intros H. apply far_multiplier; auto. apply map_first_neutral; auto; [apply scaled, K | destruct H; lra].
  - intros [Same Long]. split.
    + intros [z [Z C]]. apply multiplier_is in C; auto.
      rewrite equal_groups in C by auto. destruct (Rmult_integral _ _ C) as [D|D].
      { exfalso. replace z with 1 in Z by lra. lra. }
      replace z with (1 + tau * lk) in Z by lra. destruct (Rtotal_order lk 0) as [N|[N|N]]; [| rewrite N in Z; lra | exact N].
      assert (F := First 1 1 tau lk). lra.
    + intro Lk. exists (1 + tau * lk). split; [apply (Second 1 1); lra|]. apply multiplier_is; auto. rewrite equal_groups by auto. ring.
Qed.
End Steps.
End Groups.
