(* B-L7: the energy of the Oja map does not fall, steps tend to 0, and limit points are at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Directions.
From Kernel Require Import Prelude Words OjaEnergy OjaMap OjaOrbits.
Open Scope R_scope.

Section Orbit.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R) (x : nat -> Token -> U).
Hypotheses (ET : enumerates tokens) (Sym : adjoint V V) (Tpos : 0 < tau) (Start : forall i, inner (x O i) (x O i) = 1)
  (Orbit : forall k i, x (S k) i = oja tokens V tau (x k) i).
Let stepped (z y : U) := vsub (vscale (/ vnorm y) y) z.
Lemma rises : (forall (z y : U) (_ : nat), inner z z = 1 -> 0 < inner y y ->
    inner (vscale (/ tau) (vsub y z)) (stepped z y) = (1 + vnorm y) * inner (stepped z y) (stepped z y) / (2 * tau)) ->
  (forall u k, (forall i, inner (x k i) (x k i) = 1) -> (forall i j, inner (x k i) (x k j) <= 1) ->
    let moved := vsub (mean tokens u) (mean tokens (x k)) in energy tokens V u - energy tokens V (x k) =
    total tokens (fun j => inner (V (mean tokens (x k))) (vsub (u j) (x k j))) + size tokens * inner (V moved) moved / 2) ->
  (forall (d : Token -> U) (_ : nat), size tokens * inner (mean tokens d) (mean tokens d) <= total tokens (fun j => inner (d j) (d j))) ->
  (forall ell t r (_ : nat), 0 <= ell -> 0 < t -> 0 <= r -> t * ell <= 1 -> 0 <= (1 + r) / (2 * t) - ell / 2) ->
  forall ell, 0 <= ell -> (forall a, -1 * ell * inner a a <= inner (V a) a) /\ tau * ell <= 1 /\
  (forall k i, 0 < inner (pushed tokens V tau (x k) i) (pushed tokens V tau (x k) i)) ->
  layers_nondecrease (fun k => energy tokens V (x k)).
Proof.
  intros Increment Quadratic Average Monotone ell Lp [Low [Small Defined]] k.
  assert (L : forall k, layer tokens V tau (x k) (x (S k))) by (intros m i; split; [apply Defined | apply Orbit]).
  assert (One := orbit_unit tokens V tau x Start L k).
  assert (Q := Quadratic (x (S k)) k One (fun i j => Directions.below_one _ _ (One i) (One j))). cbv zeta in Q.
  rewrite <- (mean_step tokens ET) in Q. set (d := fun i => vsub (x (S k) i) (x k i)) in *.
  assert (F : 0 <= total tokens (fun j => inner (V (mean tokens (x k))) (d j) + - (ell / 2) * inner (d j) (d j))).
  { apply total_nonneg. intro j. set (y := pushed tokens V tau (x k) j). assert (E : d j = stepped (x k j) y) by (unfold d; rewrite Orbit; reflexivity).
    replace (V (mean tokens (x k))) with (vscale (/ tau) (vsub y (x k j))) by (apply inner_ext; intro q; unfold y, pushed, vsub;
      repeat (rewrite inner_scale_l || rewrite inner_add_l); field; lra).
    rewrite E, (Increment (x k j) y O (One j) (Defined k j)).
    replace (_ + _) with (((1 + vnorm y) / (2 * tau) - ell / 2) * inner (stepped (x k j) y) (stepped (x k j) y)) by (field; lra).
    apply Rmult_le_pos; [apply Monotone; auto; apply vnorm_nonneg | apply inner_nonneg]. }
  rewrite total_add, total_scale in F. assert (A := Rmult_le_compat_l ell _ _ Lp (Average d O)).
  assert (B := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (size_positive tokens ET)) (Low (mean tokens d))).
  change (fun j => inner (V (mean tokens (x k))) (vsub (x (S k) j) (x k j))) with (fun j => inner (V (mean tokens (x k))) (d j)) in Q. lra.
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
