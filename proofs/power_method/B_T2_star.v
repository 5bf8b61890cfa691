(* B-T2*: which equilibria of the Oja map attract, class by class. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words OjaEnergy OjaMap OjaConsensus OjaPatterns OjaPolygons OjaLines
  OjaPair.
Open Scope R_scope.

Section Oja.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa lam nu : R) (v : U).
Hypotheses (Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a) (Kpos : 0 <= kappa) (Small : tau * kappa < 1)
  (ET : enumerates tokens) (Sym : adjoint V V) (Tpos : 0 < tau) (Ev : V v = vscale lam v) (Vv : inner v v = 1) (Lpos : 0 < lam).
Local Notation unstable := (layers_unstable printed_kind (printed_step tokens V tau)).
Let Climb := climbs_away tokens V tau kappa ET Sym Tpos Kpos Norm Small.
Let leave p := printed_unstable tokens V tau kappa ET Sym Tpos Kpos Norm Small p.
Hypothesis Gains : forall f, inner (V (vscale f v)) (vscale f v) = f ^ 2 * lam.
Lemma polygonal g : (forall i, inner (g i) (g i) = 1) -> vtotal tokens g = vzero /\ (exists i j, inner (g i) (g j) ^ 2 < 1) -> unstable g.
Proof. intros G [Zero [i [j Off]]]. apply leave. apply (polygon_leaves tokens V tau ET Sym Climb g i j v lam); auto. lra. Qed.
Let new (u : U) f := vadd (vscale 2 u) (vscale f v).
Let moved u f r k := vadd (vscale (/ 2) (new u f)) (vscale r k).
Hypotheses
  (Summed : forall u f k, inner u u = 1 -> vsub (vadd (vadd (vscale (/ 2) (new u f)) k) (vsub (vscale (/ 2) (new u f)) k)) (vscale 2 u) = vscale f v)
  (Shorter : forall u f, inner u u = 1 -> inner (new u f) (new u f) = 4 + 4 * f * inner u v + f ^ 2)
  (Lengths : forall u f r k, inner u u = 1 ->
    inner (moved u f r k) (moved u f r k) = inner (new u f) (new u f) / 4 + r * inner (new u f) k + r ^ 2 * inner k k)
  (Nearby : forall u f r k, inner u u = 1 -> vsub (moved u f r k) u = vadd (vscale (f / 2) v) (vscale r k)).
Section Signs.
Variables (u : U) (eps : Token -> R) (p q : R).
Hypotheses (Uu : inner u u = 1) (Signs : forall i, eps i ^ 2 = 1) (Sum : total tokens eps = p - q) (Count : size tokens = p + q).
Let state i := vscale (eps i) u.
Lemma equal_groups : p = q ->
  ((exists z, inner z u = 0 /\ 0 < inner (V z) z) -> unstable state) /\
  (size tokens = 2 /\ (exists c, 0 < c /\ forall z, inner z u = 0 -> inner (V z) z <= -1 * c * inner z z) ->
    layers_stable printed_kind (printed_step tokens V tau) state) /\
  (size tokens = 2 /\ (exists e, inner e e = 1 /\ inner e u = 0) ->
    ~ layers_exponentially_stable printed_kind (printed_step tokens V tau) state) /\
  (4 <= size tokens /\ (exists e, inner e e = 1 /\ inner e u = 0) -> unstable state).
Proof.
  intro Equal. assert (Balanced : total tokens eps = 0) by (rewrite <- (Rminus_diag_eq p q Equal); exact Sum).
  split; [|split; [|split]].
  - intros [z [Z Pos]]. apply leave. apply (line_leaves tokens V tau ET Sym Climb u eps Uu Signs Balanced z Z Pos).
  - intros [Two [c [C Neg]]]. apply (printed_stable tokens V tau kappa ET Sym Tpos Kpos Norm Small). split.
    + apply (balanced_rests tokens V tau Sym); [apply line_unit | apply line_sum]; auto.
    + apply (pair_stays tokens V tau kappa ET Sym Tpos Kpos Norm Small u eps c); auto.
      intros z Z. specialize (Neg z Z). lra.
  - intros [_ [e [Ee Eu]]]. apply (printed_not_attracting tokens V tau kappa ET Sym Tpos Kpos Norm Small).
    apply (line_attracts_nothing tokens V tau ET Sym u e); auto.
  - intros [Four [e [Ee Eu]]]. apply leave. exact (four_leave tokens V tau ET Sym Climb u eps Uu Signs Balanced v e lam (fun f k => Summed u f k Uu) (fun f => Shorter u f Uu)
      (fun f r k => Lengths u f r k Uu) (fun f r k => Nearby u f r k Uu) Gains Vv Lpos Ee Eu Four).
Qed.
Hypotheses (P : 0 <= p) (Q : 0 <= q).
Lemma below mu : V u = vscale mu u /\ mu < lam -> unstable state.
Proof.
  intros [Eu Less]. apply leave.
  apply (pattern_below_leaves tokens V tau kappa ET Sym Tpos Kpos Norm Small u v mu lam eps p q); auto.
Qed.
End Signs.
Hypotheses (Across : forall z, inner z v = 0 -> inner (V z) z <= nu * inner z z) (Gap : nu < lam).
Lemma consensus : layers_exponentially_stable printed_kind (printed_step tokens V tau) (fun _ => v).
Proof.
  apply (printed_exponentially_stable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
  apply (consensus_attracts tokens V tau kappa ET Sym Tpos Kpos Norm Small v lam nu); auto.
Qed.
Lemma unequal eps p q : (forall i, eps i ^ 2 = 1) -> total tokens eps = p - q -> size tokens = p + q -> 1 <= p -> 1 <= q ->
  0 < (p - q) ^ 2 /\ (exists e, inner e e = 1 /\ exists mu, inner e v = 0 /\ V e = vscale mu e) -> unstable (fun i => vscale (eps i) v).
Proof.
  intros Signs Sum Count P Q [Differ [e [Ee [mu [Across' Ee']]]]]. apply leave.
  apply (unequal_pattern_leaves tokens V tau kappa ET Sym Tpos Kpos Norm Small v e lam mu eps p q); auto; try lra.
  intro E. rewrite E in Differ. lra.
Qed.
End Oja.
