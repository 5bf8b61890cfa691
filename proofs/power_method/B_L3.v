(* B-L3: the derivative of the Oja map at consensus, and what it does to three classes. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer ConsensusParts Jacobians.
Open Scope R_scope.

Section Consensus.
Context {U : inner_product_space} {Token Mode : Type} (tokens : list Token).
Variables (v : Mode -> U) (same : Mode -> Mode -> R) (tau : R) (V : U -> U) (lam : Mode -> R) (r : Mode).
Hypotheses (ET : enumerates tokens) (Same : kronecker same) (Orth : forall a b, inner (v a) (v b) = same a b)
  (AV : adjoint V V) (BV : bounded_operator V) (Eigen : forall k, V (v k) = vscale (lam k) (v k)) (Rho : 1 + tau * lam r <> 0).
Let LV := adjoint_linear V V AV.
Let l := sqrt ((1 + tau * lam r) ^ 2).
Let push (x : Token -> U) i := vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (1 / size tokens) (x j))))).
Let J := agreed_jacobian tokens V tau (lam r) (v r).
Let One : inner (v r) (v r) = 1.
Proof. rewrite Orth. apply Same. Qed.
Let Pos : 0 < l := length_positive tau (lam r) Rho.
Lemma moves eta : 0 < eta -> exists near, 0 < near /\ forall y : Token -> U,
  (forall i, vnorm (vsub (y i) (v r)) <= near) -> exists z : Token -> U,
  (forall i, vnorm (push y i) <> 0 /\ z i = vscale (/ vnorm (push y i)) (push y i)) /\
  forall i, l <> 0 /\ vnorm (vsub (z i) (vadd (vscale ((1 + tau * lam r) / l) (v r)) (J (fun j => vsub (y j) (v r)) i))) <=
    eta * total tokens (fun j => vnorm (vsub (y j) (v r))).
Proof.
  exact (agreement_told tokens V (fun _ _ _ => 1 / size tokens) tau (lam r) (v r) ET LV BV One (Eigen r) Rho
    (fun _ _ => mean_weights_smooth tokens ET _) (fun _ _ => mean_weights_total tokens ET)
    (fun _ _ => Rmult_1_l _) push J (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta).
Qed.
Lemma stretched : (forall a i, J (fun j => vscale (a j) (v r)) i = vscale (0 * (1 + tau * lam r)) (vscale (a i) (v r))) ->
  (forall k, k <> r -> let pushed := vadd (v k) (vscale tau (V (vscale (/ size tokens) (vtotal tokens (fun _ => v k))))) in
    vscale (/ l) (vsub pushed (vscale (inner (v r) pushed) (v r))) = vscale ((1 + tau * lam k) / l) (v k)) ->
  (forall u, vtotal tokens (fun j => u j) = vzero -> (forall i, inner (v r) (u i) = 0) -> forall i, J (fun j => u j) i = vscale (1 / l) (u i)) ->
  forall u : Token -> U, (forall a i, l <> 0 /\ J (fun j => vscale (a j) (v r)) i = vscale (0 * (1 + tau * lam r)) (vscale (a i) (v r))) /\
  (forall k, same k r <> 1 -> forall i, l <> 0 /\ J (fun _ => v k) i = vscale ((1 + tau * lam k) / l) (v k)) /\
  (vtotal tokens (fun j => u j) = vzero /\ (forall i, inner (v r) (u i) = 0) -> forall i, l <> 0 /\ J (fun j => u j) i = vscale (1 / l) (u i)).
Proof.
  intros Radial Common Apart u. assert (L : l <> 0) by (apply Rgt_not_eq; exact Pos). repeat split; try exact L; auto.
  - apply (Common k). intro E. subst k. apply H, Same.
  - apply Apart; apply H.
Qed.
Lemma exhausted (modes : list Mode) n d : enumerates modes -> (forall z, z = vtotal modes (fun k => vscale (inner (v k) z) (v k))) ->
  (forall delta : Token -> U, exists a b u, b r = 0 /\ zero_mean tokens v r u /\
    (forall i, delta i = vadd (vadd (vscale (a i) (v r)) (vtotal modes (fun m => vscale (b m) (v m)))) (u i)) /\
    ((forall i, inner (v r) (delta i) = 0) <-> forall i, a i = 0)) /\
  (forall a b u, b r = 0 /\ zero_mean tokens v r u /\
      (forall i : Token, vadd (vadd (vscale (a i) (v r)) (vtotal modes (fun m => vscale (b m) (v m)))) (u i) = vzero) ->
    (forall i, a i = 0) /\ (forall k, b k = 0) /\ forall i, u i = vzero) /\
  n + (d - 1) + (n - 1) * (d - 1) = n * d /\ d - 1 + (n - 1) * (d - 1) = n * (d - 1).
Proof.
  intros EM Span. split; [intro delta; exact (parts_exist tokens modes v same r ET EM Same Orth delta Span)|].
  split; [|split; ring]. intros a b u [B [Z E]]. exact (parts_are_unique tokens modes v same r ET EM Same Orth a b u B Z E).
Qed.
End Consensus.
