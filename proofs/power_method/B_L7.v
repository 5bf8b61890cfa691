(* B-L7: the energy of the Oja map does not fall, steps tend to 0, and limit points are at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words OjaEnergy OjaMap OjaOrbits.
Open Scope R_scope.

Section Orbit.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R) (x : nat -> Token -> U).
Hypotheses (ET : enumerates tokens) (Sym : adjoint V V) (Tpos : 0 < tau) (Start : forall i, inner (x O i) (x O i) = 1)
  (Orbit : forall k i, x (S k) i = oja tokens V tau (x k) i).
Lemma rises ell : 0 <= ell -> (forall a, -1 * ell * inner a a <= inner (V a) a) /\ tau * ell <= 1 /\
  (forall k i, 0 < inner (pushed tokens V tau (x k) i) (pushed tokens V tau (x k) i)) ->
  layers_nondecrease (fun k => energy tokens V (x k)).
Proof.
  intros Lp [Low [Small Defined]] k.
  assert (L : forall k, layer tokens V tau (x k) (x (S k))) by (intros m i; split; [apply Defined | apply Orbit]).
  assert (Low' : forall a, - ell * inner a a <= inner (V a) a) by (intro a; specialize (Low a); lra).
  assert (R := energy_rises tokens V tau ET Sym Tpos ell (x k) (x (S k)) Low' Lp (orbit_unit tokens V tau x Start L k) (L k)).
  set (Q := total tokens _) in R. assert (0 <= (1 - tau * ell) / (2 * tau) * Q); [|lra].
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
  apply total_nonneg. intro. apply inner_nonneg.
Qed.
Section Short.
Variable kappa : R.
Hypotheses (Kp : 0 <= kappa) (Short : (forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a) /\ tau * kappa < 1).
Lemma vanish i : (forall k, vnorm (pushed tokens V tau (x k) i) <> 0) /\
  layers_vtend (fun k => vsub (oja tokens V tau (x k) i) (x k i)) vzero.
Proof.
  destruct Short as [Norm Small]. split.
  - intro k. assert (P := pushed_norm tokens V tau kappa ET Tpos Kp Norm Small (x k) i
      (all_unit tokens V tau kappa x ET Tpos Start Kp Norm Small Orbit k)). lra.
  - intros eps He. destruct (token_steps tokens V tau kappa x ET Sym Tpos Start Kp Norm Small Orbit i eps He) as [N HN].
    exists N. intros k Hk. specialize (HN k Hk). rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
    rewrite vsub_vzero. rewrite Orbit in HN. exact HN.
Qed.
Lemma rest z : (forall i, inner (z i) (z i) = 1) ->
  (forall eps, 0 < eps -> ~ layers_limsup_at_most (fun k => -1 * total tokens (fun j => vnorm (vsub (x k j) (z j)))) (-1 * eps)) ->
  forall i, vnorm (pushed tokens V tau z i) <> 0 /\ oja tokens V tau z i = z i.
Proof. intros Z Near i. destruct Short. apply (limit_rests tokens V tau kappa x); assumption. Qed.
End Short.
End Orbit.
