(* B-T2*: which equilibria of the Oja map attract, class by class. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words OjaEnergy OjaMap OjaConsensus OjaPatterns OjaPolygons OjaLines
  OjaPair.
From Claimed Require Import B_T2_star.
Open Scope R_scope.

Theorem proof : B_T2_star.
Proof.
  intros Space Token tokens lam v V tau _ ET Sym _ Tpos Vv Ev kappa Kpos nu [Lpos [Gap [Across [Norm
    Small]]]]. assert (Climb := climbs_away tokens V tau kappa ET Sym Tpos Kpos Norm Small).
  split; [|split; [|split; [|split]]].
  - apply (printed_exponentially_stable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
    apply (consensus_attracts tokens V tau kappa ET Sym Tpos Kpos Norm Small v lam nu); auto.
  - intros u Uu mu [Eu Less] eps p q Signs Sum Count P Q _.
    apply (printed_unstable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
    apply (pattern_below_leaves tokens V tau kappa ET Sym Tpos Kpos Norm Small u v mu lam eps p q); auto.
  - intros eps p q Signs Sum Count P Q [Differ [e [Ee [mu [Across' Ee']]]]].
    apply (printed_unstable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
    apply (unequal_pattern_leaves tokens V tau kappa ET Sym Tpos Kpos Norm Small v e lam mu eps p q); auto;
      try lra.
    intro E. rewrite E in Differ. lra.
  - intros g G _ [Zero [i [j Off]]]. apply (printed_unstable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
    apply (polygon_leaves tokens V tau ET Sym Climb g i j v lam); auto. lra.
  - intros u Uu eps p q Signs Sum _ _ _ _ Equal. assert (Balanced : total tokens eps = 0) by (rewrite <-
    (Rminus_diag_eq p q Equal); exact Sum).
    split; [|split; [|split]].
    + intros [z [Z Pos]]. apply (printed_unstable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
      apply (line_leaves tokens V tau ET Sym Climb u eps Uu Signs Balanced z Z Pos).
    + intros [Two [c [C Neg]]]. apply (printed_stable tokens V tau kappa ET Sym Tpos Kpos Norm Small). split.
      * apply (balanced_rests tokens V tau Sym); [apply line_unit | apply line_sum]; auto.
      * apply (pair_stays tokens V tau kappa ET Sym Tpos Kpos Norm Small u eps c); auto.
        intros z Z. specialize (Neg z Z). lra.
    + intros [_ [e [Ee Eu]]]. apply (printed_not_attracting tokens V tau kappa ET Sym Tpos Kpos Norm Small).
      apply (line_attracts_nothing tokens V tau ET Sym u e); auto.
    + intros [Four [e [Ee Eu]]]. apply (printed_unstable tokens V tau kappa ET Sym Tpos Kpos Norm Small).
      apply (four_leave tokens V tau ET Sym Climb u eps Uu Signs Balanced v e lam); auto.
Qed.
