(* Rows with an entry on the diagonal and what comes before it: the eigenvalues are on the diagonal. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Words.
From Kernel Require Cascade.
Open Scope R_scope.

Section Triangular.
Context {Token : Type} (tokens : list Token) (up_to before B : Token -> Token -> R) (row d a : Token -> R) (c : R).
Hypotheses (ET : enumerates tokens) (Order : ordered up_to) (Ind : indicator before)
  (Means : forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j)
  (Row : forall i, row i = d i * a i + c * total tokens (fun j => before i j * (B i j * a j))).
Lemma last_term i : (forall j, before i j = 1 -> a j = 0) -> row i = d i * a i.
Proof.
  intro Zero. rewrite Row, (total_ext tokens _ (fun _ => 0 * 0)), total_scale; [ring|].
  intro j. destruct (Ind i j) as [E|E]; [rewrite E | rewrite (Zero j E)]; ring.
Qed.
(* Where a vanishes before k, so do the rows there, and that of k is its last term. *)
Lemma first_rows k : (forall i, before k i = 1 -> a i = 0) ->
  (forall i, before k i = 1 -> row i = 0) /\ row k = d k * a k.
Proof.
  intro Zero. split; [|apply last_term, Zero].
  intros i I. rewrite (last_term i); [rewrite (Zero i I); ring|]. intros j J. apply Zero.
  apply Means. apply Means in I. apply Means in J. destruct Order as (_ & _ & Anti & Trans & _). split.
  - apply (Trans k i j); tauto.
  - intro X. subst j. apply (proj2 I). apply Anti; tauto.
Qed.
Lemma on_the_diagonal n : (forall i, row i = n i * a i) -> (exists i, 0 < a i ^ 2) -> exists k, n k = d k.
Proof.
  intros Rows [i I].
  assert (Some : forall T : list Token, (exists k, n k = d k) \/ forall k, In k T -> n k <> d k).
  { induction T as [|k T [IH|IH]]; [right; intros k [] | left; exact IH |].
    destruct (Req_EM_T (n k) (d k)) as [E|E]; [left; exists k; exact E|].
    right. intros j [<-|J]; auto. }
  destruct (Some tokens) as [E|None]; [exact E|]. exfalso.
  assert (Z : forall k, a k = 0).
  { apply (Cascade.by_rank tokens up_to ET Order). intros k Before.
    assert (L : row k = d k * a k).
    { apply last_term. intros j J. apply Means in J. destruct J as [J N].
      apply Before; [exact J | intro Q; apply N; symmetry; exact Q]. }
    rewrite Rows in L. assert (M : (n k - d k) * a k = 0) by lra.
    destruct (Rmult_integral _ _ M) as [D|D]; [|exact D]. exfalso.
    apply (None k (proj2 (proj2 ET) k)). lra. }
  rewrite (Z i) in I. lra.
Qed.
End Triangular.
