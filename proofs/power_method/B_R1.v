(* B-R1: signs along an eigenvector, and that there is nothing else along a simple one. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn.
From Claimed Require Import B_R1.
Open Scope R_scope.

Theorem proof : B_R1.
Proof.
  intros Space Token tokens V _ ET Sym _ u Unit mu Eigen. split.
  - intros eps p q Signs _ _ _ _ _ i. apply inner_ext. intro z.
    assert (Push : forall y, inner (V (vscale (/ size tokens) (vtotal tokens (fun j => vscale (eps j) u)))) y =
      / size tokens * total tokens eps * mu * inner u y).
    { intro y. rewrite Sym, inner_scale_l, inner_vtotal_l.
      rewrite (total_ext tokens _ (fun j => eps j * inner u (V y))) by (intro; apply inner_scale_l).
      rewrite total_scale_r, <- Sym, Eigen, inner_scale_l. ring. }
    inners. rewrite (inner_sym _ u (V _)), !Push, Unit, inner_zero_l. assert (S := Signs i).
    set (t := / size tokens * total tokens eps * mu).
    replace (t * inner u z + -1 * (eps i * (t * 1) * (eps i * inner u z))) with
      (t * inner u z * (1 - eps i ^ 2)) by ring. rewrite S. ring.
  - intros Simple g One _ Along i. destruct (Simple (g i) (Along i)) as [a E].
    assert (S := One i). rewrite E, inner_scale_l, inner_scale_r, Unit in S.
    assert (H : (a - 1) * (a + 1) = 0) by lra. rewrite E. destruct (Rmult_integral _ _ H); [left | right].
    + replace a with 1 by lra. apply vscale_one.
    + replace a with (-1) by lra. reflexivity.
Qed.
