(* B-L11: at consensus self-attention has the derivative of the Oja map. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SoftmaxHeads Jacobians.
From Claimed Require Import B_L11.
Open Scope R_scope.

Theorem proof : B_L11.
Proof.
  intros Space Token tokens v P P_T tau V V_T lam _ ET AP AV BP _ BV _ Unit Eigen Tau Rho.
  assert (LV := adjoint_linear V V_T AV). assert (LP := adjoint_linear P P_T AP).
  assert (N := size_positive tokens ET). set (heads := fun _ : unit => P).
  split; [|split].
  - intros i j. assert (Q := softmax_weights_equal tokens heads ET v tt i j).
    unfold softmax_weights, softmax_of, heads, consensus in Q. rewrite Q. field. lra.
  - intros eta Eta.
    exact (agreement_told tokens V (softmax_weights tokens heads tt) tau lam v ET LV BV Unit Eigen Rho
      (fun i j => softmax_weights_smooth tokens heads ET v tt i j LP BP)
      (softmax_weights_total tokens heads ET tt) (softmax_weights_equal tokens heads ET v tt)
      _ _ (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta Eta).
  - intros eta Eta.
    exact (agreement_told tokens V (fun _ _ _ => 1 / size tokens) tau lam v ET LV BV Unit Eigen Rho
      (fun _ _ => mean_weights_smooth tokens ET _) (fun _ _ => mean_weights_total tokens ET)
      (fun _ _ => Rmult_1_l _) _ _ (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta Eta).
Qed.
