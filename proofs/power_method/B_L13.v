(* B-L13: every token attends to both groups, so that lengths are positive if tau |lam| < 1. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Bipartite.
From Claimed Require Import B_L13.
Open Scope R_scope.

Theorem proof : B_L13.
Proof.
  intros S p E q tau lam _ Tau HE P Q.
  destruct (pq p q E P Q HE) as [PE QE]. assert (A := mp_in p q E P Q HE). assert (B := mm_in p q E P Q HE).
  unfold mp in A. unfold mm in B. set (u := (p * E - q) / (p * E + q)) in *. set (v := (q * E - p) / (q * E + p)) in *.
  assert (Below : forall x, -1 < x < 1 -> sqrt (x ^ 2) < 1).
  { intros x X. rewrite <- Rsqr_pow2, sqrt_Rsqr_abs. apply Rabs_def1; lra. }
  assert (Long : forall l, Rabs (tau * l) < 1 -> 0 < 1 + tau * l * u /\ 0 < 1 + tau * l * v).
  { intros l H. apply Rabs_def2 in H.
    assert (H0 : forall x, -1 < x < 1 -> 0 < 1 + tau * l * x).
    { intros x X. assert (0 < (1 + tau * l) * (1 + x)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < (1 - tau * l) * (1 - x)) by (apply Rmult_lt_0_compat; lra). lra. }
    split; apply H0; assumption. }
  split; [|split].
  - repeat split; try lra; apply Below; assumption.
  - intro H. rewrite <- Rsqr_pow2, sqrt_Rsqr_abs in H. destruct (Long lam) as [X Y].
    + rewrite Rabs_mult, (Rabs_right tau) by lra. exact H.
    + repeat split; lra.
  - intros m M V _ [Small Norm] v0 Unit mu Eig. destruct (Long mu) as [X Y]; [|repeat split; lra].
    specialize (Norm v0). rewrite Eig, inner_scale_l, inner_scale_r, Unit in Norm.
    replace (mu * (mu * 1)) with (Rsqr mu) in Norm by (unfold Rsqr; ring). rewrite sqrt_Rsqr_abs, sqrt_1 in Norm.
    rewrite Rabs_mult, (Rabs_right tau) by lra.
    assert (tau * Rabs mu <= tau * (m * 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
