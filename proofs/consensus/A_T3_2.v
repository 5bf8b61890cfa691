(* The trajectories of a gradient flow tend to its equilibria; the proof is in Gradient.v and Equilibria.v. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Continuity Gradient Equilibria.
From Claimed Require Import A_T3_2.
Open Scope R_scope.

Theorem proof : A_T3_2.
Proof.
  intros S Token tokens P P_T U U_T W y dimension R_2 S_2 Fin _ ET D HP HU _ _ _ BP _ BU _ _ _ _ [HW Coe]
    _ _ _ _ _ _ _ Start _ Flow [Sym WU].
  assert (E : P_T = P) by (apply functional_extensionality; intro; symmetry; apply Sym). subst P_T.
  assert (Q : 0 < 1 / sqrt dimension) by (apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0; lra]).
  set (r := 1 / sqrt dimension) in *.
  assert (V : forall t, total tokens (fun i => total tokens (fun j => exp (inner (P (y t i)) (y t j)))) / 2
    = potential tokens P (y t)).
  { intro t. unfold potential, score. f_equal. apply total_ext. intro i. apply total_ext. intro j.
    f_equal. apply HP. }
  assert (G : gradient_flow tokens r W P U y) by (intros t i T; exact (Flow t i T)).
  assert (On : forall z : Token -> S, forall i, inner (W (z i)) (z i) = inner (z i) (W (z i)))
    by (intros; apply inner_sym).
  split; [|split; [|split; [|split]]].
  - intros s t H. rewrite !V. exact (potential_nondecreasing tokens r W P U y ET Q HW Coe HP BP WU G Start
    s t H).
  - destruct (potential_has_limit tokens r W P U y ET Q HW Coe HP BP WU G Start) as [l L].
    exists l. intros eps E. destruct (L eps E) as [T [T0 H]]. exists T. split; [auto|]. intros t Ht.
    rewrite V. apply H, Ht.
  - intro i. exact (speeds_tend_to_zero tokens r W P U y ET Q HW Coe HP BP WU G Start i).
  - intros z L i. rewrite On.
    exact (limit_points_rest tokens r W P U U_T y ET Q HW Coe HP BP HU BU WU G Start z L i).
  - intros eps E.
    destruct (comes_near_equilibria tokens r W P U U_T y ET Q HW Coe HP BP HU BU WU G Start Fin eps E)
      as [T [T0 H]].
    exists T. split; [auto|]. intros t Ht F. apply (H t Ht). intros z Hz. apply F. intro i. rewrite On.
    apply Hz.
Qed.
