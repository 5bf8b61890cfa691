(* Each trajectory of a gradient flow has one limit, an equilibrium; the proof is in OneLimit.v. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Gradient Schemas OneLimit.
From Claimed Require Import A_C3_1.
Open Scope R_scope.

Theorem proof : A_C3_1.
Proof.
  intros S Token tokens P P_T U U_T W y d Cited Fin _ ET D HP HU _ BP _ BU _ _ [HW Coe] Start _ Flow [Sym WU].
  assert (E : P_T = P) by (apply functional_extensionality; intro; symmetry; apply Sym). subst P_T.
  assert (Q : 0 < 1 / sqrt d) by (apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0; lra]).
  assert (G : gradient_flow tokens (1 / sqrt d) W P U y) by (intros t i T; exact (Flow t i T)).
  destruct (one_limit tokens (1 / sqrt d) W P U U_T y ET Q HW Coe HP BP HU BU WU G Start Fin Cited)
    as [z [L H]].
  exists z. intro i. split; [apply L|]. rewrite inner_sym. exact (H i).
Qed.
