(* Sums over tokens that come no later: a triangular matrix, whose eigenvalues are on its diagonal. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Words.
From Kernel Require Causal.
Open Scope R_scope.

Section Triangular.
Context {Token : Type} (tokens : list Token) (up_to before same B : Token -> Token -> R) (f g a : Token -> R).
Hypothesis ET : enumerates tokens.
Hypothesis Order : ordered up_to.
Hypothesis Same : kronecker same.
Hypothesis Split : forall i j, up_to i j = before i j + same i j.
Let sum i := total tokens (fun j => up_to i j * (B i j * a j)).
Lemma last_term i : (forall j, before i j = 1 -> a j = 0) -> (forall j, before i j = 0 \/ before i j = 1) ->
  sum i = B i i * a i.
Proof.
  intros Zero Ind. unfold sum. rewrite <- (kronecker_total tokens same i (fun j => B i j * a j) Same ET).
  apply total_ext. intro j. rewrite Split. destruct (Ind j) as [E|E]; rewrite E; [ring|].
  rewrite (Zero j E). ring.
Qed.
(* Where a vanishes before k, so do the sums there, and that of k is its last term. *)
Lemma first_rows k : indicator before -> (forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) ->
  (forall i, before k i = 1 -> a i = 0) ->
  (forall i, before k i = 1 -> sum i = 0) /\ sum k = B k k * a k.
Proof.
  clear f g.
  intros Ind Means Zero. split; [|apply last_term; [exact Zero | apply Ind]].
  intros i I. rewrite (last_term i); [rewrite (Zero i I); ring | | apply Ind]. intros j J. apply Zero.
  apply Means. apply Means in I. apply Means in J. destruct Order as (_ & _ & Anti & Trans & _). split.
  - apply (Trans k i j); tauto.
  - intro X. subst j. apply (proj2 I). apply Anti; tauto.
Qed.
Lemma on_the_diagonal nu : indicator before ->
  (forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) ->
  (forall i, f i * a i + g i * sum i = nu * a i) -> (exists i, 0 < a i ^ 2) ->
  exists k, nu = f k + g k * B k k.
Proof.
  intros Ind Means Rows [i I].
  assert (Some : forall T : list Token, (exists k, nu = f k + g k * B k k) \/
    forall k, In k T -> nu <> f k + g k * B k k).
  { induction T as [|k T [IH|IH]]; [right; intros k [] | left; exact IH |].
    destruct (Req_EM_T nu (f k + g k * B k k)) as [E|E]; [left; exists k; exact E|].
    right. intros j [<-|J]; auto. }
  destruct (Some tokens) as [E|None]; [exact E|]. exfalso.
  assert (Z : forall k, a k = 0).
  { apply (Causal.by_rank tokens up_to ET Order). intros k Before.
    assert (L : sum k = B k k * a k).
    { apply last_term; [|apply Ind]. intros j J. apply Means in J. destruct J as [J N].
      apply Before; [exact J | intro Q; apply N; symmetry; exact Q]. }
    assert (Q := Rows k). rewrite L in Q.
    assert (M : (f k + g k * B k k - nu) * a k = 0) by lra.
    destruct (Rmult_integral _ _ M) as [D|D]; [|exact D]. exfalso.
    apply (None k (proj2 (proj2 ET) k)). lra. }
  rewrite (Z i) in I. lra.
Qed.
End Triangular.
