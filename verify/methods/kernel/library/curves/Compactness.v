(* Compactness in finite dimension, without choice: decreasing conditions that bounded states meet
   have a state near which all of them are met. What is said not to be impossible needs no classical
   axiom, and is enough where the conclusion is an inequality or a contradiction. *)
From Coq Require Import Reals Lra List Lia.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Continuity.
Open Scope R_scope.

Section Numbers.
Context {A : Type}.
Definition falling (Q : nat -> A -> Prop) := forall n m x, (n <= m)%nat -> Q m x -> Q n x.
Lemma cluster_of_numbers (f : A -> R) (Q : nat -> A -> Prop) b : falling Q ->
  (forall n, ~ ~ exists x, Q n x) -> (forall x, Q O x -> Rabs (f x) <= b) ->
  exists a, forall n eps, 0 < eps -> ~ ~ exists x, Q n x /\ Rabs (f x - a) < eps.
Proof.
  intros Fall Some Bound. set (E := fun c => forall n, ~ ~ exists x, Q n x /\ c <= f x).
  assert (Low : E (- b)).
  { intros n N. apply (Some n). intros [x X]. apply N. exists x. split; [auto|].
    specialize (Bound x (Fall O n x ltac:(lia) X)). apply Rabs_le_between in Bound. lra. }
  destruct (completeness E) as [a [Up Least]].
  { exists b. intros c C. apply Rnot_lt_le. intro L. apply (C O). intros [x [X H]].
    specialize (Bound x X). apply Rabs_le_between in Bound. lra. }
  { exists (- b). exact Low. }
  exists a. intros n eps He N. apply (Rlt_irrefl a). apply Rlt_le_trans with (a + eps); [lra|].
  apply Up. intros m M. assert (a <= a - eps / 2); [|lra]. apply Least. intros c C.
  apply Rnot_lt_le. intro L. apply (C (Nat.max n m)). intros [x [X H]]. apply M.
  exists x. split; [apply (Fall m (Nat.max n m)); auto; lia|]. apply Rnot_lt_le. intro B.
  apply N. exists x. split; [apply (Fall n (Nat.max n m)); auto; lia | apply Rabs_def1; lra].
Qed.
Lemma cluster_of_many {I} (L : list I) (f : I -> A -> R) b : forall (Q : nat -> A -> Prop), falling Q ->
  (forall n, ~ ~ exists x, Q n x) -> (forall i x, Q O x -> Rabs (f i x) <= b) ->
  exists a : I -> R, forall n eps, 0 < eps ->
    ~ ~ exists x, Q n x /\ forall i, In i L -> Rabs (f i x - a i) < eps.
Proof.
  induction L as [|k L IH]; intros Q Fall Some Bound.
  - exists (fun _ => 0). intros n eps _ N. apply (Some n). intros [x X]. apply N. exists x.
    split; [auto|]. intros i [].
  - destruct (IH Q Fall Some Bound) as [a Ha].
    assert (Inv : forall n, 0 < / (INR n + 1)) by
      (intro n; apply Rinv_0_lt_compat; assert (H := pos_INR n); lra).
    set (Q' := fun n x => Q n x /\ forall i, In i L -> Rabs (f i x - a i) < / (INR n + 1)).
    destruct (cluster_of_numbers (f k) Q' b) as [c Hc].
    + intros n m x H [X Y]. split; [apply (Fall n m); auto|]. intros i J.
      eapply Rlt_le_trans; [apply Y; auto|]. apply Rinv_le_contravar.
      assert (P := pos_INR n). lra. apply le_INR in H. lra.
    + intro n. apply Ha. apply Inv.
    + intros x [X _]. auto.
    + exists (fun i => if ClassicalDedekindReals.sig_not_dec (i = k) then c else a i).
      intros n eps He N.
      assert (Big : exists m, (n <= m)%nat /\ / (INR m + 1) <= eps).
      { destruct (nfloor_ex (/ eps)) as [p [_ Hp]]; [left; apply Rinv_0_lt_compat; auto|].
        exists (Nat.max n p). split; [lia|]. rewrite <- (Rinv_inv eps).
        apply Rinv_le_contravar; [apply Rinv_0_lt_compat; auto|].
        assert (INR p <= INR (Nat.max n p)) by (apply le_INR; lia). lra. }
      destruct Big as [m [Hm Small]]. apply (Hc m eps He). intros [x [[X Y] Z]]. apply N. exists x.
      split; [apply (Fall n m); auto|]. intros i J. destruct (ClassicalDedekindReals.sig_not_dec (i = k)) as [NN|NE].
      * apply Rnot_le_lt. intro B. apply NN. intro E. subst. lra.
      * destruct J as [J|J]; [destruct NE; auto|]. specialize (Y i J). lra.
Qed.
End Numbers.

(* States of finitely many vectors. *)
Section States.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (T : list S).
Hypothesis All : lists tokens.
Hypothesis Frame : forall x, x = vtotal T (fun e => vscale (inner e x) e).
Lemma cluster_state (Q : nat -> (Token -> S) -> Prop) b : falling Q ->
  (forall n, ~ ~ exists x, Q n x) -> (forall x i, Q O x -> vnorm (x i) <= b) ->
  exists z, forall n d, 0 < d -> ~ ~ exists x, Q n x /\ near d z x.
Proof.
  intros Fall Some Bound.
  assert (Top : exists c, forall e, In e T -> vnorm e <= c).
  { clear. induction T as [|e U [c H]]; [exists 0; intros e []|]. exists (Rmax c (vnorm e)).
    intros d [<-|J]; [apply Rmax_r | eapply Rle_trans; [apply H; auto | apply Rmax_l]]. }
  destruct Top as [c Top].
  set (f := fun (k : Token * S) (x : Token -> S) => Rmax (- (c * b)) (Rmin (inner (snd k) (x (fst k))) (c * b))).
  assert (Id : forall x i e, Q O x -> In e T -> f (i, e) x = inner e (x i) /\ 0 <= c * b).
  { intros x i e X J. assert (B : Rabs (inner e (x i)) <= c * b).
    { eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; try apply vnorm_nonneg; auto. }
    assert (P := Rabs_pos (inner e (x i))). apply Rabs_le_between in B. unfold f. simpl.
    rewrite Rmin_left by lra. rewrite Rmax_right by lra. lra. }
  destruct (cluster_of_many (list_prod tokens T) f (Rabs (c * b)) Q Fall Some) as [a Ha].
  { intros k x X. unfold f. apply Rabs_le_between. assert (P := Rle_abs (c * b)).
    assert (P' := Rle_abs (- (c * b))). rewrite Rabs_Ropp in P'. split.
    - eapply Rle_trans; [|apply Rmax_l]. lra.
    - apply Rmax_lub; [lra|]. eapply Rle_trans; [apply Rmin_r | lra]. }
  exists (fun i => vtotal T (fun e => vscale (a (i, e)) e)). intros n d D N.
  set (m := total T (fun e => vnorm e)).
  assert (m0 : 0 <= m) by (apply total_nonneg; intro; apply vnorm_nonneg).
  apply (Ha n (d / (m + 1))). { apply Rdiv_lt_0_compat; lra. }
  intros [x [X H]]. apply N. exists x. split; [auto|]. intro i. rewrite (Frame (x i)).
  assert (G : forall U, incl U T -> vnorm (vsub (vtotal U (fun e => vscale (inner e (x i)) e))
    (vtotal U (fun e => vscale (a (i, e)) e))) <= d / (m + 1) * total U (fun e => vnorm e)).
  { induction U as [|e U IH]; intro I; simpl.
    - unfold vsub. rewrite vadd_opposite. unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
    - specialize (IH (fun e J => I e (or_intror J))).
      match type of IH with vnorm (vsub ?p ?q) <= _ =>
        replace (vsub (vadd (vscale (inner e (x i)) e) p) (vadd (vscale (a (i, e)) e) q))
          with (vadd (vscale (inner e (x i) - a (i, e)) e) (vsub p q)) end.
      2: { apply inner_ext. intro w. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rmult_plus_distr_l.
      apply Rplus_le_compat; [|exact IH]. apply Rmult_le_compat_r; [apply vnorm_nonneg|].
      assert (J : In e T) by (apply I; left; auto).
      specialize (H (i, e) ltac:(apply in_prod; auto)).
      rewrite (proj1 (Id x i e (Fall O n x ltac:(lia) X) J)) in H. lra. }
  eapply Rle_lt_trans; [apply G; intros e J; exact J|]. fold m.
  apply Rmult_lt_reg_r with (m + 1); [lra|]. replace (d / (m + 1) * m * (m + 1)) with (d * m) by (field; lra).
  assert (0 < d * 1) by lra. lra.
Qed.
End States.
