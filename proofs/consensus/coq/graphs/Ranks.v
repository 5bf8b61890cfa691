(* Ranks in an order of tokens: how many come before one. Who comes before whom, and who is who, are
   written as numbers, as sums over tokens need them. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

Section Order.
Context {Token : Type} (tokens : list Token) (up_to : Token -> Token -> R).
Hypothesis Tokens : enumerates tokens.
Hypothesis Order : ordered up_to.
Definition before i j := up_to i j * (1 - up_to j i).
Definition same i j := up_to i j * up_to j i.
Lemma up_to_splits i j : up_to i j = before i j + same i j.
Proof. unfold before, same. ring. Qed.
Lemma before_indicator : indicator before.
Proof.
  destruct Order as (Ind & _). intros i j. unfold before.
  destruct (Ind i j) as [-> | ->], (Ind j i) as [-> | ->]; (left; ring) || (right; ring).
Qed.
Lemma before_means i j : before i j = 1 -> up_to i j = 1 /\ up_to j i = 0.
Proof.
  destruct Order as (Ind & _). unfold before.
  destruct (Ind i j) as [-> | ->], (Ind j i) as [-> | ->]; intro; split; lra.
Qed.
Lemma same_kronecker : kronecker same.
Proof.
  destruct Order as (Ind & Refl & Anti & _). split; unfold same.
  - intro i. rewrite !Refl. ring.
  - intros i j N. destruct (Ind i j) as [E1 | E1], (Ind j i) as [E2 | E2]; rewrite E1, E2; try ring.
    destruct N. apply Anti; auto.
Qed.
Lemma nothing i : total tokens (before i) <= 0 -> forall j, before i j = 0.
Proof.
  intros Z j. destruct (before_indicator i j) as [E|E]; [exact E|exfalso].
  assert (H := total_at_least tokens (before i) j (proj2 (proj2 Tokens) j)
    (fun k => indicator_nonneg before i k before_indicator)). lra.
Qed.
Lemma something i : 0 < total tokens (before i) -> 1 <= total tokens (before i).
Proof.
  intros P. apply Rnot_lt_le. intro L. assert (Z : forall j, before i j = 0).
  { intro j. destruct (before_indicator i j) as [E|E]; [exact E|exfalso].
    assert (H := total_at_least tokens (before i) j (proj2 (proj2 Tokens) j)
      (fun k => indicator_nonneg before i k before_indicator)). lra. }
  rewrite (total_ext tokens _ (fun _ => 0)) in P by exact Z. rewrite total_zero in P. lra.
Qed.
(* Who is before token j is before token i, and j is, too. *)
Lemma ranks i j : before i j = 1 -> total tokens (before j) + 1 <= total tokens (before i).
Proof.
  intros E. assert (H := total_at_least tokens (fun k => before i k + -1 * before j k) j
    (proj2 (proj2 Tokens) j)). cbv beta in H.
  assert (Self : before j j = 0) by (destruct Order as (_ & Refl & _); unfold before; rewrite Refl; ring).
  rewrite total_add, total_scale, Self, E in H.
  match type of H with ?A -> _ => assert (P : A) end.
  { intro k. destruct (before_indicator j k) as [K|K].
    - rewrite K. assert (Q := indicator_nonneg before i k before_indicator). lra.
    - assert (Z : before i k = 1).
      { destruct Order as (Ind & _ & _ & Trans & _). apply before_means in E. apply before_means in K.
        unfold before. rewrite (Trans i j k) by tauto. destruct (Ind k i) as [-> | Back]; [ring|].
        assert (X : up_to j i = 1) by (apply (Trans j k i); tauto). lra. }
      rewrite K, Z. lra. }
  specialize (H P). lra.
Qed.
(* No rank exceeds the number of tokens. *)
Lemma rank_below i : total tokens (before i) <= INR (length tokens).
Proof.
  replace (INR (length tokens)) with (size tokens).
  - clear Tokens. unfold size. induction tokens as [|j T IH]; simpl; [lra|].
    destruct (before_indicator i j) as [E|E]; rewrite E; lra.
  - clear. unfold size. induction tokens as [|j T IH]; [simpl; ring|].
    cbn [total length]. rewrite IH, S_INR. ring.
Qed.
End Order.
