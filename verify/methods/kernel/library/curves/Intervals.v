(* Comparison on an interval of time, forwards and back: a level that is not crossed, and
   exponential bounds. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

(* What does not fall just below a level stays above it; back in time, what does not fall just above
   a level was below it. *)
Lemma keeps (u du : R -> R) m delta a b : a <= b -> 0 < delta ->
  (forall t, a <= t <= b -> is_derive u t (du t)) -> m <= u a ->
  (forall t, a <= t <= b -> m - delta < u t < m -> 0 <= du t) -> m <= u b.
Proof.
  intros AB Hd D Start Slope. apply le_epsilon. intros e0 E0.
  set (L := b - a + 1). set (e := Rmin e0 (delta / 2) / L).
  assert (P0 : 0 < Rmin e0 (delta / 2)) by (apply Rmin_glb_lt; lra).
  assert (LP : 0 < L) by (unfold L; lra).
  assert (EP : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (EL : e * L = Rmin e0 (delta / 2)) by (unfold e; field; lra).
  assert (E1 := Rmin_l e0 (delta / 2)). assert (E2 := Rmin_r e0 (delta / 2)).
  set (g := fun h => u (a + h) - m + e * (1 + h)).
  assert (Dg : forall h, 0 <= h <= b - a -> is_derive g h (du (a + h) + e)).
  { intros h H. unfold g. eapply derive_eq.
    apply (derive_plus (fun h => u (a + h) - m) (fun h => e * (1 + h))).
    - apply (derive_minus (fun h => u (a + h)) (fun _ => m)); [|apply derive_const].
      apply (derive_chain u (fun _ => du (a + h)) (fun h => a + h) h 1).
      apply is_derive_Reals, D; lra.
      eapply derive_eq; [apply (derive_plus (fun _ => a) (fun h => h));
        [apply derive_const | apply derive_id] | ring].
    - apply (derive_mult (fun _ => e) (fun h => 1 + h)); [apply derive_const|].
      apply (derive_plus (fun _ => 1) (fun h => h)); [apply derive_const | apply derive_id].
    - ring. }
  assert (Claim : 0 < g (b - a)).
  { apply (real_induction (fun h => 0 < g h) (b - a)); [| | | |lra].
    - intros h N. apply Rnot_le_lt. intro Q. apply N. lra.
    - unfold g. rewrite Rplus_0_r. lra.
    - intros h H G. destruct (stays_negative (fun h => - g h) h (- (du (a + h) + e))) as [d [Dp N]].
      { apply (derive_opp g), Dg. lra. } { lra. }
      exists d. split; [auto|]. intros s Hs. specialize (N s ltac:(rewrite Rabs_right; lra)). lra.
    - intros h H G.
      assert (Before : forall d, 0 < d -> exists s, 0 <= s < h /\ h - d < s < h).
      { intros d Dp. exists (Rmax 0 (h - d / 2)). assert (Q := Rmax_l 0 (h - d / 2)).
        assert (Q2 := Rmax_r 0 (h - d / 2)). assert (Rmax 0 (h - d / 2) < h) by
          (apply Rmax_lub_lt; lra). lra. }
      destruct (Rtotal_order (g h) 0) as [N|[Z|]]; [| |lra].
      + destruct (stays_negative g h _ (Dg h ltac:(lra)) N) as [d [Dp Q]].
        destruct (Before d Dp) as [s [S1 S2]]. specialize (G s S1).
        specialize (Q s ltac:(rewrite Rabs_left; lra)). lra.
      + assert (U : u (a + h) = m - e * (1 + h)) by (unfold g in Z; lra).
        assert (e * (1 + h) <= e * L) by (apply Rmult_le_compat_l; unfold L; lra).
        assert (0 < e * (1 + h)) by (apply Rmult_lt_0_compat; lra).
        assert (Sl := Slope (a + h) ltac:(lra) ltac:(lra)).
        destruct (was_larger (fun h => - g h) h (- (du (a + h) + e))) as [d [Dp Q]].
        { apply (derive_opp g), Dg. lra. } { lra. }
        destruct (Before d Dp) as [s [S1 S2]]. specialize (G s S1). specialize (Q s S2).
        cbv beta in Q. lra. }
  unfold g in Claim. replace (a + (b - a)) with b in Claim by ring.
  assert (e * (1 + (b - a)) = e * L) by (unfold L; ring). lra.
Qed.
Lemma derive_mirror (u du : R -> R) t : is_derive u (- t) (du (- t)) ->
  is_derive (fun s => - u (- s)) t (du (- t)).
Proof.
  intros D. eapply derive_eq. apply (derive_opp (fun s => u (- s))).
  apply (derive_chain u (fun _ => du (- t)) (fun s => - s) t (-1)).
  apply is_derive_Reals, D. eapply derive_eq; [apply (derive_opp (fun s => s)), derive_id | ring].
  ring.
Qed.
Lemma keeps_back (u du : R -> R) m delta a b : a <= b -> 0 < delta ->
  (forall t, a <= t <= b -> is_derive u t (du t)) -> u b <= m ->
  (forall t, a <= t <= b -> m < u t < m + delta -> 0 <= du t) -> u a <= m.
Proof.
  intros AB Hd D Last Slope.
  assert (K := keeps (fun s => - u (- s)) (fun s => du (- s)) (- m) delta (- b) (- a)).
  cbv beta in K. rewrite !Ropp_involutive in K. cut (- m <= - u a); [lra|]. apply K; try lra.
  - intros t Ht. apply derive_mirror, D. lra.
  - intros t Ht B. apply Slope; lra.
Qed.

(* Exponential bounds on an interval, for a rate k of any sign. *)
Lemma at_least_exponential (u du : R -> R) k a b : a <= b ->
  (forall t, a <= t <= b -> is_derive u t (du t)) ->
  (forall t, a <= t <= b -> k * u t <= du t) -> u a * exp (k * (b - a)) <= u b.
Proof.
  intros AB D B.
  assert (G := growth (fun t => u t * exp (- k * t))
    (fun t => du t * exp (- k * t) + u t * (- k * exp (- k * t))) 0 a b AB).
  assert (Q : u a * exp (- k * a) <= u b * exp (- k * b)).
  { cut (0 * (b - a) <= u b * exp (- k * b) - u a * exp (- k * a)); [lra|]. apply G; intros t Ht.
    - apply (derive_mult u (fun t => exp (- k * t))); [apply D; auto | apply derive_exp_rate].
    - replace (du t * exp (- k * t) + u t * (- k * exp (- k * t)))
        with ((du t - k * u t) * exp (- k * t)) by ring.
      specialize (B t Ht). apply Rmult_le_pos; [lra | left; apply exp_pos]. }
  apply Rmult_le_reg_r with (exp (- k * b)); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus.
  replace (k * (b - a) + - k * b) with (- k * a) by ring. exact Q.
Qed.
Lemma at_most_exponential (u du : R -> R) k a b : a <= b ->
  (forall t, a <= t <= b -> is_derive u t (du t)) ->
  (forall t, a <= t <= b -> du t <= k * u t) -> u b <= u a * exp (k * (b - a)).
Proof.
  intros AB D B.
  assert (Q := at_least_exponential (fun t => - u t) (fun t => - du t) k a b AB).
  cbv beta in Q. cut (- u a * exp (k * (b - a)) <= - u b); [lra|]. apply Q; intros t Ht.
  - apply (derive_opp u), D. auto.
  - specialize (B t Ht). lra.
Qed.
