(* A gradient flow of attention tends to the set of its equilibria: limit points are at rest on the
   ellipsoid, and in finite dimension no time is left at which all equilibria are far away. *)
From Coq Require Import Reals Lra List Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Deciding Tactics Words Curves Bounded Attention.
From Kernel Require Import Gradient Continuity Compactness Cascade.
Open Scope R_scope.
Transparent size.

Section Equilibria.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r : R) (W P U U_T : S -> S)
  (y : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Rpos : 0 < r.
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis Sym : adjoint P P.
Hypothesis Bnd : bounded_operator P.
Hypothesis AU : adjoint U U_T.
Hypothesis BU : bounded_operator U.
Hypothesis WU : forall x, W (U x) = P x.
Hypothesis Flow : gradient_flow tokens r W P U y.
Hypothesis Start : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Let X := weighted S W HW.
Let v z i := velocity tokens r W P U z i.
Let BX : bounded_operator (S := X) U. Proof. exact (value_bounded W P U HW Coe Bnd WU). Qed.
Let SX : adjoint (S := X) U U. Proof. exact (value_symmetric W P U HW Sym WU). Qed.
Let FX : gradient_flow (S := X) tokens r (fun x => x) U U y.
Proof. exact (flow_weighted tokens r W P U HW WU y Flow). Qed.

Theorem tokens_stay t i : 0 <= t -> inner (y t i) (W (y t i)) = 1.
Proof. intro T. exact (unit_tokens (S := X) tokens r U y ET Rpos BX FX Start t i T). Qed.
Let Same : (fun t => @potential X Token tokens U (y t)) = fun t => potential tokens P (y t).
Proof. apply functional_extensionality. intro t. exact (potential_weighted tokens W P U HW WU (y t)). Qed.
Theorem potential_has_limit : nondecreasing (fun t => potential tokens P (y t)) -> has_limit (fun t => potential tokens P (y t)).
Proof. rewrite <- Same. exact (potential_converges (S := X) tokens r U y ET Rpos BX FX Start). Qed.
Definition climbs := differentiable (fun t => potential tokens P (y t))
  (fun t => total tokens (fun i => partition tokens P (y t) i / r * inner (v (y t) i) (W (v (y t) i)))).
Theorem speeds_tend_to_zero i : climbs -> has_limit (fun t => potential tokens P (y t)) -> tends (fun t => sqrt (inner (v (y t) i) (W (v (y t) i)))) 0.
Proof.
  unfold climbs. rewrite <- Same. intros Climbs Limit eps E.
  destruct (speeds_vanish (S := X) tokens r U y ET Rpos SX BX FX Start i) with (eps := eps) as [T [T0 H]]; [|exact Limit | exact E|].
  - intros t T. eapply derive_eq; [apply (Climbs t T)|]. unfold climb. apply total_ext. intro j.
    unfold v. rewrite <- (velocity_weighted tokens r W P U HW WU (y t) j), (scores_of_values W P U WU). reflexivity.
  - exists T. split; [auto|]. intros t Ht. specialize (H t Ht).
    unfold v. rewrite <- !(velocity_weighted tokens r W P U HW WU (y t) i). exact H.
Qed.
Hypothesis Slow : forall i, tends (fun t => sqrt (inner (v (y t) i) (W (v (y t) i)))) 0.

(* Velocities are continuous. *)
Let BW : bounded_operator W := proj1 (proj2 HW).
Let AW : adjoint W W := proj1 HW.
Lemma velocity_continuous z i : vcontinuous (fun z => v z i) z.
Proof.
  clear BX SX FX.
  assert (CZ : continuous_at (fun z => / partition tokens P z i) z).
  { apply continuous_inv; [apply Rgt_not_eq, partition_above; auto|].
    unfold partition, score. repeat continuous_step. }
  assert (CA : vcontinuous (fun z => attended tokens r P U z i) z).
  { unfold attended, score. repeat first [exact CZ | continuous_step]. }
  unfold v, velocity. repeat continuous_step.
Qed.
Definition speed z := total tokens (fun i => inner (v z i) (W (v z i))).
Lemma speed_continuous z : continuous_at speed z.
Proof.
  assert (C := velocity_continuous z). unfold speed. repeat continuous_step.
Qed.
Lemma speed_nonneg z : 0 <= speed z.
Proof. apply total_nonneg. intro. apply positive_nonneg. auto. Qed.
Lemma at_rest z : speed z = 0 -> forall i, v z i = vzero.
Proof.
  intros Z i. assert (H : inner (v z i) (W (v z i)) <= 0).
  { rewrite <- Z. apply (total_at_least tokens (fun i => inner (v z i) (W (v z i)))); [apply ET|].
    intro. apply positive_nonneg. auto. }
  destruct Coe as [c [C Low]]. specialize (Low (v z i)). apply inner_definite.
  assert (Q := inner_nonneg S (v z i)). assert (0 <= c * inner (v z i) (v z i)) by (apply Rmult_le_pos; lra).
  apply Rmult_eq_reg_l with c; lra.
Qed.
Lemma speed_vanishes : tends (fun t => speed (y t)) 0.
Proof.
  assert (Each : forall i, tends (fun t => inner (v (y t) i) (W (v (y t) i))) 0).
  { intros i eps E. destruct (Slow i (sqrt eps)) as [T [T0 H]]; [apply sqrt_lt_R0; auto|].
    exists T. split; [auto|]. intros t Ht. specialize (H t Ht). rewrite Rminus_0_r in *.
    assert (N := positive_nonneg W HW (v (y t) i)).
    rewrite Rabs_right in * by (apply Rle_ge; auto; apply sqrt_pos).
    apply sqrt_lt_0_alt. exact H. }
  exact (tends_total tokens (fun t i => inner (v (y t) i) (W (v (y t) i))) Each).
Qed.

(* The limit points. *)
Theorem limit_points_rest z : limit_point y z -> forall i, inner (z i) (W (z i)) = 1 /\ v z i = vzero.
Proof.
  intros L i. split.
  - apply (at_limit_point z y (fun z => inner (z i) (W (z i))) 1 L).
    + repeat continuous_step.
    + intros eps E. exists 0. split; [lra|]. intros t Ht. rewrite tokens_stay by auto.
      rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. exact E.
  - apply at_rest. apply (at_limit_point z y speed 0 L); [apply speed_continuous | apply speed_vanishes].
Qed.

(* In finite dimension the trajectory comes near the set of equilibria, and stays near. *)
Definition equilibrium z := forall i, inner (z i) (W (z i)) = 1 /\ v z i = vzero.
Definition far eps z := forall w, equilibrium w -> exists i, eps <= vnorm (vsub (z i) (w i)).
Lemma slow_states_are_near (T : list S) eps : (forall x, x = vtotal T (fun e => vscale (inner e x) e)) ->
  0 < eps -> exists m, 0 < m /\ forall z, (forall i, inner (z i) (W (z i)) = 1) -> far eps z -> m <= speed z.
Proof.
  intros Frame E.
  set (D := fun d => d <= 1 /\ forall z, (forall i, inner (z i) (W (z i)) = 1) -> far eps z -> d <= speed z).
  destruct (completeness D) as [m [Up Least]].
  { exists 1. intros d [H _]. exact H. }
  { exists 0. split; [lra|]. intros z _ _. apply speed_nonneg. }
  assert (m0 : 0 <= m) by (apply Up; split; [lra|]; intros z _ _; apply speed_nonneg).
  destruct m0 as [Pos|Z].
  - exists (m / 2). split; [lra|]. intros z Hz F. apply Rnot_lt_le. intro L.
    assert (m <= m / 2); [|lra]. apply Least. intros d [_ H]. specialize (H z Hz F). lra.
  - exfalso.
    set (Q := fun (n : nat) z => (forall i, inner (z i) (W (z i)) = 1) /\ far eps z /\ speed z < / (INR n + 1)).
    assert (Inv : forall n, 0 < / (INR n + 1)) by
      (intro n; apply Rinv_0_lt_compat; assert (H := pos_INR n); lra).
    destruct Coe as [c [C Low]].
    destruct (cluster_state tokens T (proj2 (proj2 ET)) Frame Q (sqrt (/ c))) as [z Hz].
    + intros n k z H [A [B L]]. split; [auto|]. split; [auto|]. eapply Rlt_le_trans; [exact L|].
      apply Rinv_le_contravar. assert (Pn := pos_INR n). lra. apply le_INR in H. lra.
    + intros n N. assert (/ (INR n + 1) <= m); [|specialize (Inv n); lra]. apply Up. split.
      * rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|]. assert (Pn := pos_INR n). lra.
      * intros z Hz F. apply Rnot_lt_le. intro L. apply N. exists z. split; [auto|]. split; auto.
    + intros z i [Hz _]. apply sqrt_le_1_alt. specialize (Low (z i)). rewrite Hz in Low.
      apply Rmult_le_reg_l with c; [auto|]. rewrite Rinv_r by lra. exact Low.
    + assert (Unit : forall i, inner (z i) (W (z i)) = 1).
      { intro i. apply Rminus_diag_uniq. destruct (Req_dec (inner (z i) (W (z i)) - 1) 0) as [|N]; [auto|exfalso].
        assert (CU : continuous_at (fun z => inner (z i) (W (z i))) z) by repeat continuous_step.
        destruct (CU (Rabs (inner (z i) (W (z i)) - 1))) as [d [Dp H]]; [apply Rabs_pos_lt; auto|].
        apply (Hz O d Dp). intros [x [[Hx _] Nx]]. specialize (H x Nx). cbv beta in H.
        rewrite real_distance, Hx, Rabs_minus_sym in H. lra. }
      assert (Rest : speed z = 0).
      { assert (N := speed_nonneg z). destruct N as [N|]; [exfalso|auto].
        destruct (speed_continuous z (speed z / 2)) as [d [Dp H]]; [lra|].
        destruct (nfloor_ex (2 / speed z)) as [n [_ Hn]].
        { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]. }
        apply (Hz n d Dp). intros [x [[_ [_ L]] Nx]]. specialize (H x Nx). rewrite real_distance in H.
        apply Rabs_def2 in H. assert (/ (INR n + 1) <= speed z / 2); [|lra].
        replace (speed z / 2) with (/ (2 / speed z)) by (field; lra). apply Rinv_le_contravar; [|lra].
        apply Rdiv_lt_0_compat; lra. }
      apply (Hz O eps E). intros [x [[_ [F _]] Nx]].
      destruct (F z) as [i Hi]; [intro i; split; [auto | apply at_rest; auto]|].
      specialize (Nx i). lra.
Qed.
Theorem comes_near_equilibria : finite_dimensional S -> tends_to_set y equilibrium.
Proof.
  intros [B Frame] eps E. destruct (slow_states_are_near B eps Frame E) as [m [M H]].
  destruct (speed_vanishes m M) as [T [T0 HT]]. exists T. split; [auto|]. intros t Ht F.
  specialize (HT t Ht). rewrite Rminus_0_r in HT. assert (A := Rle_abs (speed (y t))).
  assert (m <= speed (y t)); [|lra]. apply H; [intro; apply tokens_stay; lra | exact F].
Qed.
End Equilibria.
