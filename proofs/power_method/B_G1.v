(* Global consensus at v: Cones.v has the layers, here they are held against the claim. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Cones.
From Claimed Require Import B_G1.
Open Scope R_scope.

(* The largest tangent, or more. *)
Lemma some_cone {U : inner_product_space} {Token} (tokens : list Token) (v : U) (x : Token -> U) :
  lists tokens -> (forall i, inner (x i) (x i) = 1) -> (forall i, 0 < inner v (x i)) ->
  exists rho, 0 <= rho /\ cone v rho x.
Proof.
  intros All Unit Inside. set (t i := vnorm (beside v (x i)) / inner v (x i)).
  assert (Pos : forall i, 0 <= t i).
  { intro i. apply Rmult_le_pos; [apply vnorm_nonneg | left; apply Rinv_0_lt_compat; auto]. }
  exists (total tokens t). split; [apply total_nonneg; auto|]. intro i. split; [auto|]. split; [auto|].
  replace (vnorm (beside v (x i))) with (t i * inner v (x i)) by
    (unfold t; specialize (Inside i); field; lra).
  apply Rmult_le_compat_r; [left; auto | apply total_at_least; auto].
Qed.
Theorem proof : B_G1.
Proof.
  intros Space Token tokens Head heads v f A x tau Comp ET EH Unit Tau Start Near Inside Pos Sum Layers.
  assert (Rows : forall k h, stochastic tokens (A k h)).
  { intros k h. split; [intros i j; apply Pos | intro i; apply Sum]. }
  assert (Go : forall k, one_layer heads tau (f k) (x k) (x (S k))) by (intros k i; exact (Layers k i)).
  split.
  - intros lambda mu rho R r [[Signs Pull] [Below Tangents]] k i.
    assert (La : forall h, 0 <= lambda h) by apply Signs. assert (Mu : forall h, 0 <= mu h) by apply Signs.
    eapply Rle_trans; [apply (consensus_at_v tokens heads v lambda mu tau Unit La Mu Tau A f x Rows) with
      (rho := rho); auto|].
    + intro j. split; [auto|]. split; [auto | apply Tangents].
    + apply Rmult_le_compat_l; [exact R|]. replace (-1 * r * INR k) with (- r * INR k) by ring.
      apply below_exponential; [apply shrinks_positive; auto|].
      replace (- r) with (-1 * r) by ring. apply Below.
  - intros lambda mu [[Signs Pull] Less] i.
    assert (La : forall h, 0 <= lambda h) by apply Signs. assert (Mu : forall h, 0 <= mu h) by apply Signs.
    assert (P := shrinks_positive heads lambda mu tau La Mu Tau).
    assert (S := sums_nonneg heads lambda mu tau La Mu Tau).
    destruct (some_cone tokens v (x 0%nat) (proj2 (proj2 ET)) Start Inside) as [rho [R C]].
    apply (powers_vanish (fun k => x k i) v rho (shrinks heads lambda mu tau) R).
    + split; [exact P|]. unfold shrinks.
      assert (tau * total heads mu < tau * total heads lambda) by (apply Rmult_lt_compat_l; assumption).
      apply Rmult_lt_reg_r with (1 + tau * total heads lambda); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    + intro k. apply (consensus_at_v tokens heads v lambda mu tau Unit La Mu Tau A f x Rows); auto.
Qed.
