(* B-L11: at consensus self-attention has the derivative of the Oja map. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SoftmaxHeads Jacobians.
Open Scope R_scope.

Section AtConsensus.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (v : U) (V V_T : U -> U) (tau lam : R).
Definition moved (w : (Token -> U) -> Token -> Token -> R) (y : Token -> U) i :=
  vadd (y i) (vscale tau (V (vtotal tokens (fun j => vscale (w y i j) (y j))))).
Definition has_derivative_12 w := forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) v) <= d) -> exists z : Token -> U,
    (forall i, vnorm (moved w y i) <> 0 /\ z i = vscale (/ vnorm (moved w y i)) (moved w y i)) /\
    forall i, sqrt ((1 + tau * lam) ^ 2) <> 0 /\
      vnorm (vsub (z i) (vadd (vscale ((1 + tau * lam) / sqrt ((1 + tau * lam) ^ 2)) v)
        (agreed_jacobian tokens V tau lam v (fun j => vsub (y j) v) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) v)).
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Unit : inner v v = 1.
Hypothesis ET : enumerates tokens.
Hypothesis AV : adjoint V V_T.
Hypothesis BV : bounded_operator V.
Hypothesis Rho : 1 + tau * lam <> 0.
Let LV := adjoint_linear V V_T AV.
Lemma mean_moves : has_derivative_12 (fun _ _ _ => 1 / size tokens).
Proof.
  intros eta Eta. exact (agreement_told tokens V (fun _ _ _ => 1 / size tokens) tau lam v ET LV BV Unit Eigen Rho
    (fun _ _ => mean_weights_smooth tokens ET _) (fun _ _ => mean_weights_total tokens ET)
    (fun _ _ => Rmult_1_l _) _ _ (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta Eta).
Qed.
Lemma softmax_moves P P_T : adjoint P P_T -> bounded_operator P -> has_derivative_12 (fun y i j =>
  exp (inner (y i) (P (y j))) / total tokens (fun k => exp (inner (y i) (P (y k))))).
Proof.
  intros AP BP eta Eta. assert (LP := adjoint_linear P P_T AP). set (heads := fun _ : unit => P).
  exact (agreement_told tokens V (softmax_weights tokens heads tt) tau lam v ET LV BV Unit Eigen Rho
    (fun i j => softmax_weights_smooth tokens heads ET v tt i j LP BP)
    (softmax_weights_total tokens heads ET tt) (softmax_weights_equal tokens heads ET v tt)
    _ _ (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta Eta).
Qed.
End AtConsensus.
