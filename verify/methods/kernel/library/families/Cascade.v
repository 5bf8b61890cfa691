(* Along the causal order: what follows for a token from the tokens before it. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Inferences Vanishing.
Open Scope R_scope.

Section Order.
Context {Token : Type} (tokens : list Token) (seen : Token -> Token -> R).
Hypothesis ET : enumerates tokens.
Hypothesis Order : ordered seen.
Definition rank i := total tokens (seen i).
Lemma seen_unit i j : 0 <= seen i j <= 1.
Proof. destruct Order as [I _]. destruct (I i j) as [-> | ->]; lra. Qed.
Lemma rank_grows i j : seen i j = 1 -> j <> i -> rank j <= rank i - 1.
Proof.
  destruct Order as [Ind [Self [Anti [Trans _]]]]. intros H N. unfold rank.
  assert (L := total_at_least tokens (fun k => seen i k - seen j k) i (proj2 (proj2 ET) i)).
  assert (P : forall k, 0 <= seen i k - seen j k).
  { intro k. destruct (Ind j k) as [Z|O]; [rewrite Z; assert (Q := seen_unit i k); lra|].
    rewrite (Trans i j k H O), O. lra. }
  specialize (L P). cbv beta in L. rewrite Self in L.
  assert (Z : seen j i = 0) by (destruct (Ind j i) as [Z|O]; [exact Z | destruct N; apply Anti; auto]).
  rewrite Z in L. replace (total tokens (seen i)) with
    (total tokens (fun k => seen i k - seen j k) + total tokens (seen j)); [lra|].
  rewrite <- total_add. apply total_ext. intro k. ring.
Qed.
Lemma rank_positive i : 1 <= rank i.
Proof.
  assert (L := total_at_least tokens (seen i) i (proj2 (proj2 ET) i) (fun k => proj1 (seen_unit i k))).
  rewrite (proj1 (proj2 Order)) in L. exact L.
Qed.
Lemma rank_at_most i : rank i <= size tokens.
Proof. apply total_le. intro k. apply seen_unit. Qed.
(* What follows for a token from the same for those before it, is true of all. *)
Lemma by_rank (P : Token -> Prop) : (forall i, (forall j, seen i j = 1 -> j <> i -> P j) -> P i) ->
  forall i, P i.
Proof.
  intros Step. assert (H : forall n i, rank i < INR n -> P i).
  { induction n as [|n IH]; intros i Hi; [simpl in Hi; assert (Q := rank_positive i); lra|].
    apply Step. intros j S N. apply IH. rewrite S_INR in Hi. assert (Q := rank_grows i j S N). lra. }
  intro i. assert (Q := rank_positive i). destruct (nfloor_ex (rank i) ltac:(lra)) as [n [_ Hn]].
  apply (H (S n)). rewrite S_INR. exact Hn.
Qed.
End Order.

(* A number that decays but for an input tends to 0 with the input. *)
Lemma decays_with_input (u w : R -> R) k : 0 < k -> (forall t, 0 <= t -> 0 <= u t) ->
  (forall t, 0 <= t -> exists d, is_derive u t d /\ d <= - k * u t + w t) -> tends w 0 -> tends u 0.
Proof.
  intros K Some Falls Input eps E. set (h := eps / 2). assert (h0 : 0 < h) by (unfold h; lra).
  destruct (Input (k * h) (Rmult_lt_0_compat _ _ K h0)) as [T [T0 Small]].
  assert (B : forall s, 0 <= s -> u (T + s) - h <= Rabs (u T) * exp (- k * s)).
  { intros s S. apply (comparison_anywhere (fun s => u (T + s) - h) (fun s => - k * s) (Rabs (u T))); [| ring | | exact S].
    - rewrite Rplus_0_r. assert (Q := Rle_abs (u T)). lra.
    - intros r R0. destruct (Falls (T + r) ltac:(lra)) as [d [D Le]]. exists d, (- k). split; [|split].
      + eapply derive_eq; [apply (derive_minus (fun s => u (T + s)) (fun _ => h)); [|apply derive_const] | apply Rminus_0_r].
        apply derive_shift, (is_derive_ext (fun h => u (T + r + h))); [intro; f_equal; ring | exact (proj1 (derive_shift u (T + r) d) D)].
      + eapply derive_eq; [apply (derive_mult (fun _ => - k) (fun s => s)); [apply derive_const | apply derive_id] | ring].
      + specialize (Small (T + r) ltac:(lra)). rewrite Rminus_0_r in Small. apply Rabs_def2 in Small. lra. }
  destruct (decayed (fun s => - k * s) (Rabs (u T)) (Rabs_pos _) ltac:(intro; cbv beta; ring) ltac:(cbv beta; lra) h h0) as [N [N0 Far]].
  exists (T + N). split; [lra|]. intros t Ht. specialize (B (t - T) ltac:(lra)). specialize (Far (t - T) ltac:(lra)).
  replace (T + (t - T)) with t in B by ring. rewrite Rminus_0_r in *. specialize (Some t ltac:(lra)).
  apply Rabs_def2 in Far. rewrite Rabs_pos_eq by lra. unfold h in *. lra.
Qed.
Lemma tends_total {I} (T : list I) (u : R -> I -> R) : (forall i, tends (fun t => u t i) 0) -> tends (fun t => total T (u t)) 0.
Proof.
  intro H. induction T as [|i T IH]; simpl.
  - intros eps E. exists 0. split; [lra|]. intros. rewrite Rminus_0_r, Rabs_R0. exact E.
  - intros eps E. destruct (H i (eps / 2)) as [A [A0 HA]]; [lra|]. destruct (IH (eps / 2)) as [B [B0 HB]]; [lra|].
    exists (A + B). split; [lra|]. intros t Ht. specialize (HA t ltac:(lra)). specialize (HB t ltac:(lra)).
    rewrite Rminus_0_r in *. eapply Rle_lt_trans; [apply Rabs_triang | lra].
Qed.
(* One token after the other. *)
Lemma cascade {I} (T : list I) (before up_to : I -> I -> R) (u : R -> I -> R) k m : enumerates T -> ordered up_to -> indicator before ->
  (forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) -> 0 < k -> 0 <= m -> (forall t i, 0 <= t -> 0 <= u t i) ->
  (forall t i, 0 <= t -> exists d : R, is_derive (fun s : R => u s i) t d /\ d <= - k * u t i + m * total T (fun j => before i j * u t j)) ->
  forall i, tends (fun t => u t i) 0.
Proof.
  intros ET Order Ind Before K M Some Falls. apply (by_rank T up_to ET Order). intros i Earlier.
  apply (decays_with_input _ (fun t => m * total T (fun j => before i j * u t j)) k K); auto.
  destruct (Rle_lt_or_eq_dec 0 m M) as [P|<-].
  - apply (tends_multiple (/ m) _ (fun t => total T (fun j => before i j * u t j))); [apply Rinv_neq_0_compat; lra | intro; field; lra |].
    apply tends_total. intro j. destruct (Ind i j) as [Z|O].
    + intros eps E. exists 0. split; [lra|]. intros. rewrite Z, Rmult_0_l, Rminus_0_r, Rabs_R0. exact E.
    + destruct (proj1 (Before i j) O) as [Seen Other]. intros eps E. destruct (Earlier j Seen (fun e => Other (eq_sym e)) eps E) as [N HN].
      exists N. rewrite O. split; [apply HN|]. intros t Ht. rewrite Rmult_1_l. apply HN, Ht.
  - intros eps E. exists 0. split; [lra|]. intros. rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. exact E.
Qed.
