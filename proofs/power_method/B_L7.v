(* B-L7: the energy of the Oja map does not fall, steps tend to 0, and limit points are at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words OjaEnergy OjaMap OjaOrbits.
From Claimed Require Import B_L7.
Open Scope R_scope.

Theorem proof : B_L7.
Proof.
  intros Space Token tokens V tau x _ ET Sym _ Start _ Step Orbit. split.
  - intros ell Lp [Low [Small Defined]] k.
    assert (L : forall k, layer tokens V tau (x k) (x (S k))).
    { intros m i. split; [apply Defined | apply Orbit]. }
    assert (R := energy_rises tokens V tau ET Sym Step ell (x k) (x (S k))).
    set (Q := total tokens _) in R.
    assert (Pos : 0 <= (1 - tau * ell) / (2 * tau) * Q).
    { apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply total_nonneg. intro. apply inner_nonneg. }
    assert (H : energy tokens V (x k) <= energy tokens V (x (S k))); [|exact H].
    assert (R' : (1 - tau * ell) / (2 * tau) * Q <= energy tokens V (x (S k)) - energy tokens V (x k)).
    { apply R; [| exact Lp | exact (orbit_unit tokens V tau x Start L k) | exact (L k)].
      intro a. specialize (Low a). lra. }
    lra.
  - intros kappa Kp [Norm Small]. split.
    + intro i. split.
      * intro k. assert (P := pushed_norm tokens V tau kappa ET Step Kp Norm Small (x k) i
          (all_unit tokens V tau kappa x ET Step Start Kp Norm Small Orbit k)).
        apply Rgt_not_eq. apply Rlt_gt. eapply Rlt_le_trans; [| exact (proj1 P)]. lra.
      * intros eps He. destruct (token_steps tokens V tau kappa x ET Sym Step Start Kp Norm Small Orbit
          i eps He) as [N HN].
        exists N. intros k Hk. specialize (HN k Hk). rewrite Rminus_0_r, Rabs_right
          by (apply Rle_ge, vnorm_nonneg).
        rewrite vsub_vzero. rewrite Orbit in HN. exact HN.
    + intros z Z _ Near i.
      exact (limit_rests tokens V tau kappa x ET Sym Step Start Kp Norm Small Orbit z i Z Near).
Qed.
