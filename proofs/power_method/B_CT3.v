(* B-CT3: where bipartite states of the flow have a positive exponent. *)
From Coq Require Import Reals Lra Psatz.
From Kernel Require Import Prelude Bipartite.
Open Scope R_scope.

Section Groups.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Definition exponent lk lr z :=
  (lk * ((1 + mp p q E) / 2) - lr * mp p q E - z) * (lk * ((1 + mm p q E) / 2) - lr * mm p q E - z)
  = lk ^ 2 * (1 - (1 + mp p q E) / 2) * (1 - (1 + mm p q E) / 2).
Lemma exponent_is lk lr z : exponent lk lr z <-> chi p q E lk lr z = 0.
Proof.
  unfold exponent, chi. rewrite (up_is p q E P Q HE), (um_is p q E P Q HE).
  split; intro H; [rewrite H; ring|]. apply Rminus_diag_uniq. rewrite <- H. ring.
Qed.
Lemma positive_exponent lk lr : grows p q E lk lr -> exists z, 0 < z /\ exponent lk lr z.
Proof. intros [z [Z C]]. exists z. split; [exact Z | apply exponent_is, C]. Qed.
(* At equal scores the blocks of equal groups have the exponents 0 and lam_k. *)
Lemma equal_groups lk l : E = 1 -> p = q -> (exists z, 0 < z /\ exponent lk l z) -> 0 < lk.
Proof.
  intros E1 Same [z [Z C]]. apply exponent_is in C. rewrite (chi_is p q E P Q HE) in C.
  destruct (neutral p q E P Q E1) as [S M]. unfold tr, det in C. rewrite S, M, Same in C.
  apply Rnot_le_lt. intro N. assert (0 < z * (z - lk)) by (apply Rmult_lt_0_compat; lra).
  replace ((q - q) * / (q + q)) with 0 in C by ring. lra.
Qed.
Section First.
Variable l1 : R.
Hypothesis L1 : 0 < l1.
Lemma elsewhere lr : lr <> 0 -> lr < l1 ->
  (1 <= E \/ (0 < lr \/ -1 * lr <= l1) -> exists z, 0 < z /\ exponent l1 lr z) /\
  forall lk, E < 1 /\ (lr < 0 /\ lk < lr) ->
    (exists z, 0 < z /\ exponent l1 lr z) \/ exists z, 0 < z /\ exponent lk lr z.
Proof.
  intros Nz Lr. split.
  - intros H. apply positive_exponent; auto. destruct (Rle_or_lt 1 E) as [G|G].
    { apply flow_not_first; auto. }
    destruct (Rlt_or_le 0 lr) as [Z|Z]; [apply flow_not_first; auto|].
    assert (B : - lr <= l1) by (destruct H as [H|[H|H]]; lra).
    destruct (flow_negative p q E P Q HE l1 lr l1 L1) as [R|R]; auto; lra.
  - intros lk [G [Z K]]. destruct (flow_negative p q E P Q HE l1 lr lk L1 Z G (or_intror K)) as [R|R];
      [left | right]; apply positive_exponent; auto.
Qed.
Lemma repelled lk : E < 1 /\ lk < l1 -> exists z, 0 < z /\ exponent lk l1 z.
Proof. intros [G K]. apply positive_exponent; auto. apply flow_first_repelled; auto. Qed.
Lemma without_scores lk : E = 1 /\ lk < l1 ->
  (exists z, 0 < z /\ exponent lk l1 z) <-> (p < q \/ q < p) \/ 0 < lk.
Proof.
  intros [E1 K]. split.
  - intros H. destruct (Rtotal_order p q) as [N|[N|N]]; [left; left; exact N | right | left; right; exact N].
    exact (equal_groups lk l1 E1 N H).
  - intros H. apply positive_exponent; auto. apply flow_first_neutral; auto.
    destruct H as [[H|H]|H]; [left; lra | left; lra | right; exact H].
Qed.
End First.
End Groups.
