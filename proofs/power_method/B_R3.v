(* B-R3: every orbit of the Oja map with tau |V| < 1 has one limit, which is at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Families OjaEnergy OjaMap OjaSlope OjaOrbits.
Open Scope R_scope.

Section Orbit.
Context {U : inner_product_space} {Token Mode : Type} (tokens : list Token) (V : U -> U) (tau kappa : R) (x : nat -> Token -> U).
Hypotheses (Kp : 0 <= kappa) (Short : (forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a) /\ tau * kappa < 1)
  (ET : enumerates tokens) (Sym : adjoint V V) (Tpos : 0 < tau) (Start : forall i, inner (x O i) (x O i) = 1)
  (Orbit : forall k i, x (S k) i = oja tokens V tau (x k) i).
Let Norm := proj1 Short.
Let Small := proj2 Short.
Let unit_now := all_unit tokens V tau kappa x ET Tpos Start Kp Norm Small Orbit.
Let pushed_now k i := pushed_norm tokens V tau kappa ET Tpos Kp Norm Small (x k) i (unit_now k).
Let square k := total tokens (fun i => inner (vsub (oja tokens V tau (x k) i) (x k i)) (vsub (oja tokens V tau (x k) i) (x k i))).
Lemma rises k : (forall i, vnorm (pushed tokens V tau (x k) i) <> 0) /\
  (1 / tau - kappa) / 2 * square k <= energy tokens V (oja tokens V tau (x k)) - energy tokens V (x k).
Proof.
  split; [intro i; assert (P := pushed_now k i); lra|].
  replace ((1 / tau - kappa) / 2) with ((1 - tau * kappa) / (2 * tau)) by (field; lra).
  apply (energy_rises tokens V tau ET Sym Tpos kappa); [| exact Kp | exact (unit_now k) |].
  - intro a. assert (F := form_bounds V kappa Kp Norm a). apply Rabs_le_between in F. lra.
  - intro i. split; [exact (pushed_positive tokens V tau kappa ET Tpos Kp Norm Small (x k) i (unit_now k)) | reflexivity].
Qed.
Let beside (z y : U) := vsub y (vscale (inner z y) z).
Let stepped (z y : U) := vsub (vscale (/ vnorm y) y) z.
Lemma steep : (forall (z y : U) (_ : nat), inner z z = 1 -> 0 < inner y y ->
    inner (beside z y) (beside z y) <= inner y y * inner (stepped z y) (stepped z y)) ->
  forall k, (forall i, vnorm (pushed tokens V tau (x k) i) <> 0) /\ total tokens (fun i => let w := push_of tokens V (x k) in
    inner (beside (x k i) w) (beside (x k i) w)) <= 4 / tau ^ 2 * square k.
Proof.
  intros Speed k. split; [intro i; assert (P := pushed_now k i); lra|]. unfold square. rewrite <- total_scale. apply total_le. intro i.
  set (w := push_of tokens V (x k)). set (y := pushed tokens V tau (x k) i). cbv zeta.
  assert (P := pushed_now k i). assert (One := unit_now k i). fold y in P.
  assert (E : beside (x k i) y = vscale tau (beside (x k i) w)).
  { apply inner_ext. intro q. change y with (vadd (x k i) (vscale tau w)). unfold beside, vsub. repeat (rewrite inner_add_l || rewrite inner_add_r ||
      rewrite inner_scale_l || rewrite inner_scale_r). rewrite One. ring. }
  assert (Y : 0 < inner y y <= 4) by (rewrite <- vnorm_square; split; [apply Rmult_lt_0_compat; lra | apply Rle_trans with (2 * 2); [apply Rmult_le_compat; lra | lra]]).
  assert (Q := Speed (x k i) y O One (proj1 Y)). rewrite E, inner_scale_l, inner_scale_r in Q.
  assert (R := Rmult_le_compat_r _ _ _ (inner_nonneg U (stepped (x k i) y)) (proj2 Y)). apply Rmult_le_reg_l with (tau ^ 2); [apply pow_lt, Tpos|].
  change (vsub (oja tokens V tau (x k) i) (x k i)) with (stepped (x k i) y). set (m := inner (stepped (x k i) y) _) in *.
  replace (tau ^ 2 * (4 / tau ^ 2 * m)) with (4 * m) by (field; lra). lra.
Qed.
Lemma has_limit (modes : list Mode) (e : Mode -> U) : (forall a, a = vtotal modes (fun m => vscale (inner (e m) a) (e m))) ->
  exists z, (forall i, inner (z i) (z i) = 1) /\ (forall i j, inner (z i) (z j) <= 1) /\ forall i,
    layers_vtend (fun k => x k i) (z i) /\ vnorm (pushed tokens V tau z i) <> 0 /\ oja tokens V tau z i = z i.
Proof.
  intro Frame.
  destruct (orbit_has_limit tokens V tau kappa x ET Sym Tpos Start Kp Norm Small Orbit (map e modes)) as [z [Z [Tends Rest]]].
  - intro a. apply inner_ext. intro u. rewrite inner_vtotal_l, total_map, (Frame a) at 1. rewrite inner_vtotal_l.
    apply total_ext. intro m. rewrite !inner_scale_l. reflexivity.
  - exists z. split; [exact Z|]. split; [|intro i; exact (conj (Tends i) (Rest i))]. intros i j.
    assert (C := inner_le_vnorm (z i) (z j)). rewrite !(unit_norm _ (Z _)), Rmult_1_l in C. apply Rabs_le_between in C. lra.
Qed.
End Orbit.
