(* B-C2: tokens of full attention approach a plane that outgrows what is beside it, agree and turn in it. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Spheres NearAgreement NearPlane TurningTokens PlaneCoordinates.
From Claimed Require Import B_C2.
Open Scope R_scope.

Theorem proof : B_C2.
Proof.
  intros Space Token tokens tau rho omega p q F F_T P P_T Comp ET HF HP BF BF' BP BP' Tau Omega Fp Fq G _ _
    W _ [HW Coe] kappa Kap [Big [Less Slower]].
  destruct BF as [phi [Phi BF]]. destruct BP as [psi [Psi BP]].
  destruct (norm_in_space Space W HW Coe) as [c1 [C1 Above]]. destruct (norm_in_metric Space W HW) as [c2 [C2 Below]].
  set (n := fun z : Space => @vnorm (weighted Space W HW) z).
  assert (N : seminorm n).
  { split; [intro; apply vnorm_nonneg|]. split; [intros a b; apply (@vnorm_add (weighted Space W HW))|].
    intros c a. apply (@vnorm_scale (weighted Space W HW)). }
  set (A := moved F tau). set (A_T := fun z => vadd z (vscale tau (F_T z))).
  assert (HA : adjoint A A_T).
  { intros x y. unfold A, A_T, moved. rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r, HF. reflexivity. }
  assert (TP : 0 <= tau * phi) by (apply Rmult_le_pos; lra).
  assert (BA : forall z, vnorm (A z) <= (1 + tau * phi) * vnorm z).
  { intro z. unfold A, moved. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right tau) by lra.
    assert (tau * vnorm (F z) <= tau * (phi * vnorm z)) by (apply Rmult_le_compat_l; [lra | apply BF]). lra. }
  assert (Ap : A p = vadd (vscale (1 + tau * rho) p) (vscale (- (tau * omega)) q)).
  { unfold A, moved. rewrite Fp. apply inner_ext. intro w. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (Aq : A q = vadd (vscale (tau * omega) p) (vscale (1 + tau * rho) q)).
  { unfold A, moved. rewrite Fq. apply inner_ext. intro w. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  set (m := sqrt ((1 + tau * rho) ^ 2 + (tau * omega) ^ 2)).
  assert (M1 : 1 < m) by (rewrite <- sqrt_1; apply sqrt_lt_1_alt; lra).
  assert (M2 : 0 <= kappa < m).
  { split; [auto|]. rewrite <- (sqrt_square kappa) by auto. apply sqrt_lt_1_alt. split; [apply Rmult_le_pos; auto|].
    replace (kappa * kappa) with (kappa ^ 2) by ring. exact Less. }
  assert (Cg : 0 <= height_bound p q * (1 + tau * phi)).
  { apply Rmult_le_pos; [left; apply height_bound_positive | lra]. }
  assert (Slow : forall z, n (beside_plane p q (A z)) <= kappa * n (beside_plane p q z)).
  { intro z. rewrite (beside_moved p q G A A_T (1 + tau * rho) (tau * omega) HA Ap Aq).
    destruct (beside_plane_orthogonal p q G z) as [O1 O2].
    exact (proj2 (Slower (beside_plane p q z) O1 O2)). }
  assert (Beta : 0 < Rabs (tau * omega)).
  { apply Rabs_pos_lt. apply Rmult_integral_contrapositive. split; [lra | exact Omega]. }
  assert (Len : 0 < vnorm p + vnorm q + 1).
  { assert (X := vnorm_nonneg p). assert (Y := vnorm_nonneg q). lra. }
  assert (Nearer := near_plane_step tokens F F_T P P_T (beside_plane p q) (beside_plane p q) tau phi psi m kappa c1 c2
    (height_bound p q) (height_bound p q * (1 + tau * phi)) n (height p q) ET HF HP Phi Psi BF BP Tau
    (beside_plane_adjoint p q G) (beside_plane_short p q G) N C1 C2 Above Below (height_seminorm p q G)
    (height_bound_positive p q) (height_bounded p q) M1 Cg
    (height_grows p q G A A_T (1 + tau * rho) (tau * omega) (1 + tau * phi) HA BA Ap Aq) M2 Slow).
  destruct (tokens_turn tokens _ A (beside_plane p q) (beside_plane p q) (1 + tau * phi) c1 c2
    (height_bound p q) (height_bound p q * (1 + tau * phi)) n (height p q) ET Nearer ltac:(lra) BA
    (beside_plane_adjoint p q G) (beside_plane_short p q G) C1 Above C2 Below (height_seminorm p q G)
    (height_bound_positive p q) (height_bounded p q) Cg
    (vnorm p + vnorm q + 1) (Rabs (tau * omega)) Len (plane_length p q) Beta
    (map_turns p q G A A_T (1 + tau * rho) (tau * omega) (1 + tau * phi) HA BA Ap Aq)) as [d [D H]].
  exists d. split; [exact D|]. intros x U _ Next Near i j.
  destruct (H x U) with (i := i) (j := j) as [R1 [R2 R3]].
  - intros k l. destruct (Next k l) as [_ E]. rewrite E, full_pull. reflexivity.
  - intros k l. apply (Near k l).
  - intro k. apply (Near k k).
  - split; [exact R1|]. split; [split; [intros _; lra | exact R2] | exact R3].
Qed.
