(* B-D43: if F stretches nothing beside v by more than lam, and nothing by lam itself, I + tau F is slower
   beside v for every step. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Cones.
From Theorems Require B_C1.
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

Section Beside.
Context {S : inner_product_space} (v : S) (V : S -> S) (lam tau : R).
Definition length_in (W : S -> S) z := sqrt (inner z (W z)).
Definition no_faster W gamma := forall z, inner z v = 0 -> length_in W (beside v (V z)) <= lam * length_in W z /\
  gamma * length_in W z <= length_in W (vsub (beside v (V z)) (vscale lam z)).
Definition slower W kappa := forall z, inner z v = 0 ->
  length_in W (beside v (vadd z (vscale tau (V z)))) <= kappa * length_in W z.
Hypotheses (Tau : 0 < tau) (Lam : 0 < lam).
Lemma some_factor W : adjoint W W -> positive W /\ coercive W -> forall gamma, 0 < gamma -> no_faster W gamma ->
  exists kappa, kappa < 1 + tau * lam /\ slower W kappa.
Proof.
  intros _ [HW _] gamma Gamma Slow.
  destruct (@strictly_slower (weighted S W HW) tau lam gamma Tau Lam Gamma) as [kappa [Kap Slower]].
  exists kappa. split; [exact Kap|]. intros z Z. destruct (Slow z Z) as [A B]. rewrite beside_add, beside_scale.
  replace (beside v z) with z; [apply (Slower z (beside v (V z)) A B)|].
  unfold beside, vsub. rewrite (inner_sym _ v z), Z, vscale_zero, <- (vscale_zero z), vscale_vscale, Rmult_0_r,
    vscale_zero, vadd_zero. reflexivity.
Qed.
Lemma attracts {Token} (tokens : list Token) V_T P P_T up_to : enumerates tokens -> adjoint V V_T -> adjoint P P_T ->
  indicator up_to -> (forall i, up_to i i = 1) -> ordered up_to -> bounded_operator V -> bounded_operator P -> inner v v = 1 ->
  (forall W, adjoint W W -> positive W /\ coercive W -> forall gamma, 0 < gamma -> no_faster W gamma ->
    exists kappa, kappa < 1 + tau * lam /\ slower W kappa) ->
  (forall W, adjoint W W -> positive W /\ coercive W -> forall gamma, 0 < gamma -> V v = vscale lam v /\ no_faster W gamma ->
    layers_exponentially_stable B_C1.B_C1.unit_tokens (B_C1.B_C1.full_layer tokens V P tau) (fun _ => v)) /\
  forall W, adjoint W W -> positive W /\ coercive W -> forall gamma, 0 < gamma -> V v = vscale lam v /\ no_faster W gamma ->
    layers_exponentially_stable B_C1.B_C1.unit_tokens (B_C1.B_C1.causal_layer tokens V P tau up_to) (fun _ => v).
Proof.
  intros ET HV HP Ind Self Order BV BP Unit Factor; split; intros W AW HW gamma Gamma [E Slow];
  destruct (Factor W AW HW gamma Gamma Slow) as [kappa [Kap Slower]];
  apply (B_C1.B_C1.attracts tokens v V V_T P P_T lam tau up_to) with (W := W) (kappa := kappa); auto.
Qed.
End Beside.
