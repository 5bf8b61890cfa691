(* B-D43: if F stretches nothing beside v by more than lam, and nothing by lam itself, I + tau F is slower
   beside v for every step. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Cones.
From Theorems Require B_C1.
Open Scope R_scope.

Section Beside.
Context {S : inner_product_space} (v : S) (V : S -> S) (lam tau : R).
Definition length_in (W : S -> S) z := sqrt (inner z (W z)).
Definition no_faster W gamma := forall z, inner z v = 0 -> length_in W (beside v (V z)) <= lam * length_in W z /\
  gamma * length_in W z <= length_in W (vsub (beside v (V z)) (vscale lam z)).
Definition slower W kappa := forall z, inner z v = 0 ->
  length_in W (beside v (vadd z (vscale tau (V z)))) <= kappa * length_in W z.
Hypotheses (Tau : 0 < tau) (Lam : 0 < lam).
Lemma some_factor : (forall gamma (b : S) W z, adjoint W W -> 0 < gamma -> inner (W b) b <= lam ^ 2 * inner (W z) z ->
    gamma ^ 2 * inner (W z) z <= inner (W (vsub b (vscale lam z))) (vsub b (vscale lam z)) ->
    inner (W (vadd z (vscale tau b))) (vadd z (vscale tau b)) <= ((1 + tau * lam) ^ 2 - tau / lam * gamma ^ 2) * inner (W z) z) ->
  forall W, adjoint W W -> positive W /\ coercive W -> forall gamma, 0 < gamma -> no_faster W gamma ->
  exists kappa, kappa < 1 + tau * lam /\ slower W kappa.
Proof.
  intros Cosine W AW [P _] gamma Gamma Slow. set (K := Rmax 0 ((1 + tau * lam) ^ 2 - tau / lam * gamma ^ 2)).
  assert (K0 : 0 <= K) by apply Rmax_l. assert (TL : 0 < tau * lam) by (apply Rmult_lt_0_compat; auto).
  exists (sqrt K). split.
  - rewrite <- (sqrt_pow2 (1 + tau * lam)) by lra. apply sqrt_lt_1_alt. split; [exact K0|]. apply Rmax_lub_lt; [apply pow_lt; lra|].
    assert (0 < tau / lam * gamma ^ 2) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat | apply pow_lt]; auto). lra.
  - intros z Z. destruct (Slow z Z) as [A B]. rewrite beside_add, beside_scale.
    replace (beside v z) with z by (apply inner_ext; intro q; unfold beside, vsub; rewrite (inner_sym _ v z), Z, inner_add_l, !inner_scale_l; ring).
    set (b := beside v (V z)) in *. unfold length_in in *.
    assert (Root : forall c y, 0 <= c -> c * sqrt y = sqrt (c ^ 2 * y)) by
      (intros; rewrite sqrt_mult_alt, sqrt_pow2 by (try apply pow2_ge_0; assumption); reflexivity).
    assert (Pz := positive_nonneg W P). rewrite Root in A, B by lra. rewrite <- sqrt_mult_alt by exact K0.
    apply sqrt_le_0 in A; [|apply Pz | apply Rmult_le_pos; [apply pow2_ge_0 | apply Pz]].
    apply sqrt_le_0 in B; [|apply Rmult_le_pos; [apply pow2_ge_0 | apply Pz] | apply Pz].
    apply sqrt_le_1_alt. rewrite <- !AW in *. eapply Rle_trans; [apply (Cosine gamma b W z AW Gamma A B)|].
    apply Rmult_le_compat_r; [rewrite AW; apply Pz | apply Rmax_r].
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
