(* B-D43: if F stretches nothing beside v by more than lam, and nothing by lam itself, I + tau F is slower
   beside v for every step. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words TotalLayers Curves Cones NearAgreement NearConsensus ConsensusAttracts.
From Claimed Require Import B_D43.
Open Scope R_scope.

(* A vector of at most lam |z|, not near lam z, adds to z less than lam |z|. *)
Lemma strictly_slower {S : inner_product_space} tau lam gamma : 0 < tau -> 0 < lam -> 0 < gamma ->
  exists kappa, kappa < 1 + tau * lam /\ forall z b : S, vnorm b <= lam * vnorm z ->
  gamma * vnorm z <= vnorm (vsub b (vscale lam z)) -> vnorm (vadd z (vscale tau b)) <= kappa * vnorm z.
Proof.
  intros T L G. assert (TL : 0 < tau * lam) by (apply Rmult_lt_0_compat; auto).
  set (d := tau / lam * (gamma * gamma)).
  assert (D : 0 < d) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat | apply Rmult_lt_0_compat]; auto).
  set (K := Rmax 0 ((1 + tau * lam) * (1 + tau * lam) - d)).
  assert (K0 : 0 <= K) by apply Rmax_l.
  assert (Q : 0 < (1 + tau * lam) * (1 + tau * lam)) by (apply Rmult_lt_0_compat; lra).
  exists (sqrt K). split.
  - rewrite <- (sqrt_square (1 + tau * lam)) by lra. apply sqrt_lt_1_alt. split; [auto|].
    apply Rmax_lub_lt; lra.
  - intros z b Short Off. assert (Nz := vnorm_nonneg z). assert (Nb := vnorm_nonneg b).
    assert (B2 : inner b b <= lam * lam * inner z z).
    { rewrite <- !vnorm_square. replace (lam * lam * (vnorm z * vnorm z)) with (lam * vnorm z * (lam * vnorm z)) by ring.
      apply Rmult_le_compat; auto. }
    assert (O2 : gamma * gamma * inner z z <= inner b b - 2 * lam * inner z b + lam * lam * inner z z).
    { replace (inner b b - 2 * lam * inner z b + lam * lam * inner z z) with
        (inner (vsub b (vscale lam z)) (vsub b (vscale lam z))).
      - rewrite <- !vnorm_square. replace (gamma * gamma * (vnorm z * vnorm z)) with
          (gamma * vnorm z * (gamma * vnorm z)) by ring.
        assert (0 <= gamma * vnorm z) by (apply Rmult_le_pos; lra). apply Rmult_le_compat; auto.
      - unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ b z). ring. }
    rewrite <- (sqrt_square (vnorm z)) by auto. rewrite <- sqrt_mult_alt by auto.
    apply sqrt_le_1_alt. rewrite vnorm_square.
    apply Rle_trans with (((1 + tau * lam) * (1 + tau * lam) - d) * inner z z).
    2:{ apply Rmult_le_compat_r; [apply inner_nonneg | apply Rmax_r]. }
    rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ b z).
    assert (R1 : tau / lam * (2 * lam * inner z b) <= tau / lam * (inner b b + lam * lam * inner z z - gamma * gamma * inner z z)).
    { apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; auto | lra]. }
    assert (R2 : (tau / lam + tau * tau) * inner b b <= (tau / lam + tau * tau) * (lam * lam * inner z z)).
    { apply Rmult_le_compat_l; [|exact B2]. apply Rplus_le_le_0_compat; [left; apply Rdiv_lt_0_compat; auto|].
      apply Rmult_le_pos; lra. }
    replace (tau / lam * (2 * lam * inner z b)) with (2 * (tau * inner z b)) in R1 by (field; lra).
    replace ((tau / lam + tau * tau) * (lam * lam * inner z z)) with
      (tau * lam * inner z z + tau * lam * (tau * lam) * inner z z) in R2 by (field; lra).
    replace (tau / lam * (inner b b + lam * lam * inner z z - gamma * gamma * inner z z)) with
      (tau / lam * inner b b + tau * lam * inner z z - d * inner z z) in R1 by (unfold d; field; lra).
    lra.
Qed.

Theorem proof : B_D43.
Proof.
  intros Space Token tokens v V V_T lam tau P P_T up_to Comp ET HV HP Ind Self Order BV BV' BP BP' Tau Unit Lam
    W HWs [HW Coe] gamma Gamma [E Slow].
  assert (Up : forall i j, 0 <= up_to i j) by (intros; apply indicator_nonneg, Ind).
  assert (Some : forall i, 0 < total tokens (up_to i)).
  { intro i. apply (total_one_positive tokens (up_to i) i ET (Up i)). rewrite Self. lra. }
  assert (Moves := fun seen N T => moves_in_consensus tokens seen V P tau lam v N T Tau Lam Unit E).
  assert (Ones : forall i j : Token, 0 <= (fun _ _ => 1) i j) by (intros; lra).
  assert (All : forall i : Token, 0 < total tokens ((fun _ _ => 1) i)) by (intro; apply size_positive, ET).
  assert (MovesFull := fun i => Moves (fun _ _ => 1) Ones All i).
  assert (MovesCausal := fun i => Moves up_to Up Some i).
  unfold before_norm in MovesFull, MovesCausal.
  assert (Qf := fun i => full_pull tokens P (fun _ : Token => v) i).
  assert (Qc := fun i => masked_pull tokens P (fun _ : Token => v) i up_to). cbv beta in *.
  setoid_rewrite <- Qf in MovesFull. setoid_rewrite <- Qc in MovesCausal.
  destruct (@strictly_slower (weighted Space W HW) tau lam gamma Tau Lam Gamma) as [kappa [Kap Slower]].
  assert (Beside : forall z, inner z v = 0 -> let q := beside v (vadd z (vscale tau (V z))) in
    sqrt (inner q (W q)) <= kappa * sqrt (inner z (W z))).
  { intros z Z. destruct (Slow z Z) as [A B]. cbv zeta. rewrite beside_add, beside_scale.
    replace (beside v z) with z.
    - apply (Slower z (beside v (V z)) A B).
    - unfold beside, vsub. rewrite (inner_sym _ v z), Z, vscale_zero, <- (vscale_zero z), vscale_vscale, Rmult_0_r,
        vscale_zero, vadd_zero. reflexivity. }
  split; apply said_exponentially_stable.
  - apply (consensus_attracts tokens (fun _ _ => 1) V V_T P P_T W tau lam kappa v); auto using full_attention.
    + intros x [[U _] _]. exact U.
    + split; [split; [auto | intros; lra] | exact MovesFull].
    + intros x i. rewrite full_pull. reflexivity.
  - apply (consensus_attracts tokens up_to V V_T P P_T W tau lam kappa v); auto.
    + apply (causal_attention tokens up_to ET Order).
    + intros x [[U _] _]. exact U.
    + split; [split; [auto | intros; lra]|]. split; [exact MovesCausal|].
      intros i _. apply Rgt_not_eq, (rows_positive tokens up_to P Up Some (fun _ => v)).
    + intros x i. rewrite masked_pull. reflexivity.
Qed.
