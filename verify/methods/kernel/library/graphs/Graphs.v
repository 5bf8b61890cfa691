(* Graphs of finitely many tokens: a graph without a root has two disjoint closed sets.

   An edge i -> j says that i sees j, and a set is closed if no edge leaves it. What a token sees from
   afar is decided by `sig_not_dec`, one of the three axioms of the real numbers: nothing is said of
   the tokens but that finitely many are all. *)
From Coq Require Import Reals Lra List.
From Kernel Require Import Prelude Words Curves.

Definition closed {Token} (edge : Token -> Token -> Prop) (S : Token -> Prop) :=
  forall i j, S i -> edge i j -> S j.

Section Graph.
Context {Token : Type} (edge : Token -> Token -> Prop).

Lemma walk_then_walk m n i j k : reaches edge j m i -> reaches edge k n j -> exists l, reaches edge k l i.
Proof.
  intros F G. induction F as [|m i _ IH|m i a E _ IH].
  - exists n. exact G.
  - exact IH.
  - destruct IH as [l H]. exists (S l). apply (step edge k l i a E H).
Qed.
Lemma edge_walk i j : edge i j -> exists n, reaches edge j n i.
Proof. intros E. exists 1%nat. apply (step edge j 0 i j E). apply here. Qed.
(* A longer walk is allowed: it may wait. *)
Lemma waits r m n i : (m <= n)%nat -> reaches edge r m i -> reaches edge r n i.
Proof. intros L H. induction L as [|n _ IH]; [exact H | apply stay, IH]. Qed.

(* i sees j from afar, up to a double negation, which the real numbers decide. *)
Definition sees i j := ~ ~ exists n, reaches edge j n i.
Lemma sees_dec i j : {sees i j} + {~ sees i j}.
Proof.
  destruct (ClassicalDedekindReals.sig_not_dec (exists n, reaches edge j n i)) as [H|H].
  - left. exact H.
  - right. intro N. exact (N H).
Qed.
Lemma sees_itself i : sees i i.
Proof. intro N. apply N. exists 0%nat. apply here. Qed.
Lemma sees_through i j k : sees i j -> sees j k -> sees i k.
Proof.
  intros F G N. apply F. intros [m Hm]. apply G. intros [n Hn]. apply N.
  exact (walk_then_walk m n i j k Hm Hn).
Qed.
Lemma sees_closed i : closed edge (sees i).
Proof.
  intros j k H E. apply (sees_through i j k H). intro N. exact (N (edge_walk j k E)).
Qed.
(* A finite order has a least element: somebody who is seen by all whom it sees. *)
Lemma seen_back (T : list Token) : T <> nil ->
  exists v, In v T /\ forall u, In u T -> sees v u -> sees u v.
Proof.
  induction T as [|a T IH]; [congruence|]. intros _. destruct T as [|b T].
  - exists a. split; [left; auto|]. intros u [<-|[]] _. apply sees_itself.
  - destruct IH as [v [V H]]; [discriminate|]. destruct (sees_dec v a) as [Y|N].
    + exists a. split; [left; auto|]. intros u [<-|U] A; [apply sees_itself|].
      apply (sees_through u v a); [apply H; [exact U | apply (sees_through v a u); auto] | exact Y].
    + exists v. split; [right; auto|]. intros u [<-|U] A; [contradiction | apply H; auto].
Qed.
Lemma found_or_all (T : list Token) (Q : Token -> Prop) : (forall i, {Q i} + {~ Q i}) ->
  (exists i, In i T /\ ~ Q i) \/ forall i, In i T -> Q i.
Proof.
  intros D. induction T as [|a T [[i [I H]]|H]].
  - right. intros i [].
  - left. exists i. split; [right; auto | auto].
  - destruct (D a) as [A|A]; [right; intros i [<-|I]; auto | left; exists a; split; [left|]; auto].
Qed.
(* The set of what v sees, and the set of what w sees. *)
Theorem rootless (T : list Token) : enumerates T -> ~ (exists r, forall i, sees i r) ->
  exists v w, forall u, sees v u -> ~ sees w u.
Proof.
  intros [Some [_ All]] None. destruct (seen_back T Some) as [v [_ Back]].
  destruct (found_or_all T (fun i => sees i v) (fun i => sees_dec i v)) as [[w [_ N]]|H].
  - exists v, w. intros u V W. apply N. apply (sees_through w u v W). apply Back; auto.
  - exfalso. apply None. exists v. intro i. apply H, All.
Qed.
(* All that a root sees are roots. *)
Lemma roots_closed : closed edge (fun r => forall i, sees i r).
Proof.
  intros i j H E a. apply (sees_through a i j (H a)). intro N. exact (N (edge_walk i j E)).
Qed.
(* The walks to a root have a common length; it is found, although each was only not impossible. *)
Lemma walk_found r i : sees i r -> exists n, ~ ~ reaches edge r n i.
Proof.
  intros H. assert (Dec : forall n, {~ ~ ~ reaches edge r n i} + {~ ~ ~ ~ reaches edge r n i}).
  { intro n. destruct (ClassicalDedekindReals.sig_not_dec (reaches edge r n i)); [right | left]; tauto. }
  destruct (ClassicalDedekindReals.sig_forall_dec (fun n => ~ ~ ~ reaches edge r n i) Dec) as [[n N]|N].
  - exists n. tauto.
  - exfalso. apply H. intros [n W]. exact (N n (fun F => F W)).
Qed.
Lemma root_depth (T : list Token) r : lists T -> (forall i, sees i r) ->
  exists D, forall i, ~ ~ reaches edge r D i.
Proof.
  intros All H. assert (Q : exists D, forall i, In i T -> ~ ~ reaches edge r D i).
  { clear All. induction T as [|a T [D IH]]; [exists 0%nat; intros i []|].
    destruct (walk_found r a (H a)) as [n N]. exists (Nat.max D n). intros i [<-|I] F.
    - apply N. intro W. apply F. apply (waits r n); [apply PeanoNat.Nat.le_max_r | exact W].
    - apply (IH i I). intro W. apply F. apply (waits r D); [apply PeanoNat.Nat.le_max_l | exact W]. }
  destruct Q as [D F]. exists D. intro i. apply F, All.
Qed.
(* All functions that do not increase along edges are least at r: then everybody sees r. *)
Lemma least_at_root r : (forall f : Token -> R, (forall i j, edge i j -> (f j <= f i)%R) ->
  forall i, (f r <= f i)%R) -> forall i, sees i r.
Proof.
  intros H i. set (f j := if sees_dec i j then 0%R else 1%R).
  assert (Q : (f r <= f i)%R).
  { apply H. intros a b E. unfold f. destruct (sees_dec i a) as [A|A]; destruct (sees_dec i b) as [B|B];
      try lra. destruct (B (sees_closed i a b A E)). }
  unfold f in Q. destruct (sees_dec i i) as [|N]; [|destruct (N (sees_itself i))].
  destruct (sees_dec i r); [auto | lra].
Qed.
Lemma sees_decreases (f : Token -> R) : (forall i j, edge i j -> (f j <= f i)%R) ->
  forall i r, sees i r -> (f r <= f i)%R.
Proof.
  intros H i r S. apply Rnot_lt_le. intro L. apply S. intros [n W]. revert L. apply Rle_not_lt.
  induction W as [|n i W IH|n i j E W IH]; [lra | exact (IH S)|].
  assert (Sj : sees j r) by (intro N; apply N; exists n; exact W).
  specialize (IH Sj). specialize (H i j E). lra.
Qed.
End Graph.

(* Finitely many tokens are told apart, and a Kronecker delta tells which are the same. *)
Lemma same_or_not {Token} (T : list Token) : enumerates T -> forall a b : Token, a = b \/ a <> b.
Proof.
  intros [_ [D All]] a b. assert (A := All a). assert (B := All b). clear All.
  induction D as [|c T N D IH]; [destruct A|].
  destruct A as [<-|A]; destruct B as [<-|B]; auto.
  - right. intros ->. exact (N B).
  - right. intros <-. exact (N A).
Qed.
Lemma same_is {Token} (T : list Token) same : enumerates T -> kronecker same ->
  forall a b : Token, same a b = 1%R -> a = b.
Proof.
  intros E [_ Zero] a b S. destruct (same_or_not T E a b) as [|N]; [auto|].
  rewrite (Zero a b N) in S. lra.
Qed.
