(* B-R4: one step of the Oja map does not lower the energy, and raises it unless nothing moves. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Resting OjaEnergy OjaMap OjaOrbits.
From Claimed Require Import B_R4.
Open Scope R_scope.

Theorem proof : B_R4.
Proof.
  intros Space Token tokens V tau x _ ET Sym _ Unit _ Step.
  set (next := fun i => vscale (/ vnorm (pushed tokens V tau x i)) (pushed tokens V tau x i)).
  assert (Rises : forall ell, 0 <= ell -> (forall a, - ell * inner a a <= inner (V a) a) ->
    (forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i)) ->
    (1 - tau * ell) / (2 * tau) * total tokens (fun i => inner (vsub (next i) (x i)) (vsub (next i) (x i)))
      <= energy tokens V next - energy tokens V x).
  { intros ell L Low Defined. apply (energy_rises tokens V tau ET Sym Step ell); auto.
    intro i. split; [apply Defined | reflexivity]. }
  assert (Long : forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i) ->
    vnorm (pushed tokens V tau x i) <> 0) by (intros i P; apply Rgt_not_eq, sqrt_lt_R0, P).
  set (Q := total tokens _) in Rises.
  assert (Q0 : 0 <= Q) by (apply total_nonneg; intro; apply inner_nonneg). split.
  - intros kappa K [Norm Small].
    assert (Defined : forall i, 0 < inner (pushed tokens V tau x i) (pushed tokens V tau x i)).
    { intro i. exact (pushed_positive tokens V tau kappa ET Step K Norm Small x i Unit). }
    destruct (Req_dec Q 0) as [Z|Z]; [left|right].
    + intro i. split; [exact (Long i (Defined i))|]. apply vsub_zero. apply inner_definite.
      assert (A := total_at_least tokens (fun i => inner (vsub (next i) (x i)) (vsub (next i) (x i))) i
        (proj2 (proj2 ET) i) (fun _ => inner_nonneg _ _)). fold Q in A.
      assert (B := inner_nonneg Space (vsub (next i) (x i))). unfold next, pushed, mean, vnorm in A, B. cbv beta in A. lra.
    + split; [intro j; exact (Long j (Defined j))|].
      assert (Low : forall a, - kappa * inner a a <= inner (V a) a).
      { intro a. assert (F := form_bounds V kappa K Norm a). apply Rabs_le_between in F. lra. }
      assert (R := Rises kappa K Low Defined).
      assert (0 < (1 - tau * kappa) / (2 * tau) * Q).
      { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | lra]. }
      apply Rlt_le_trans with (1 := H). exact R.
  - intros ell L [Low [Small Defined]]. split; [intro j; exact (Long j (Defined j))|].
    assert (Low' : forall a, - ell * inner a a <= inner (V a) a) by (intro a; specialize (Low a); lra).
    assert (R := Rises ell L Low' Defined).
    assert (0 <= (1 - tau * ell) / (2 * tau) * Q).
    { apply Rmult_le_pos; [|exact Q0]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
    apply Rle_trans with (1 := H). exact R.
Qed.
