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
Lemma steep k : (forall i, vnorm (pushed tokens V tau (x k) i) <> 0) /\
  total tokens (fun i => let w := push_of tokens V (x k) in
    inner (vsub w (vscale (inner (x k i) w) (x k i))) (vsub w (vscale (inner (x k i) w) (x k i)))) <= 4 / tau ^ 2 * square k.
Proof.
  split; [intro i; assert (P := pushed_now k i); lra|].
  assert (S := slope_below_step tokens V tau kappa x ET Tpos Start Kp Norm Small Orbit k).
  replace (tau ^ 2) with (tau * tau) by ring. eapply Rle_trans; [| eapply Rle_trans; [exact S|]]; apply Req_le.
  - apply total_ext. intro i. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (unit_now k i),
      (inner_sym _ (push_of tokens V (x k)) (x k i)). ring.
  - f_equal. apply total_ext. intro i. rewrite Orbit. reflexivity.
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
