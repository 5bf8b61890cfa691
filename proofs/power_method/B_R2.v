(* B-R2: perturbations along the spheres and off them, at consensus under the Oja map. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer ConsensusParts Jacobians.
Open Scope R_scope.

Section Consensus.
Context {U : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode).
Lemma splits (x : Token -> U) : (forall i, inner (x i) (x i) = 1) ->
  (forall delta : Token -> U, exists a X, (forall i, inner (x i) (X i) = 0) /\ forall i, delta i = vadd (vscale (a i) (x i)) (X i)) /\
  forall (a : Token -> R) X, (forall i, inner (x i) (X i) = 0) -> total tokens (fun j => inner (vscale (a j) (x j)) (X j)) = 0 /\
    ((forall i, vadd (vscale (a i) (x i)) (X i) = vzero) -> (forall i, a i = 0) /\ forall i, X i = vzero).
Proof.
  intro Unit. split.
  - intro delta. exists (fun i => inner (x i) (delta i)), (fun i => vsub (delta i) (vscale (inner (x i) (delta i)) (x i))).
    split; intro i; [unfold vsub; rewrite inner_add_r, !inner_scale_r, Unit; ring | vector_sums].
  - intros a X Tangent. split.
    + rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|]. intro j. rewrite inner_scale_l, Tangent. ring.
    + intro Zero. assert (A : forall i, a i = 0).
      { intro i. assert (Q := f_equal (inner (x i)) (Zero i)).
        rewrite inner_add_r, inner_scale_r, Unit, Tangent, inner_zero_r in Q. lra. }
      split; [exact A|]. intro i. rewrite <- (Zero i), A. vector_sums.
Qed.
Variables (v : Mode -> U) (same : Mode -> Mode -> R) (tau : R) (V : U -> U) (lam : Mode -> R) (r : Mode).
Hypotheses (ET : enumerates tokens) (EM : enumerates modes) (Same : kronecker same) (Orth : forall a b, inner (v a) (v b) = same a b).
Lemma classes : (forall z, z = vtotal modes (fun k => vscale (inner (v k) z) (v k))) ->
  (forall k, same k r <> 1 -> Token -> inner (v r) (v k) = 0) /\ forall delta : Token -> U,
  (forall i, inner (v r) (delta i) = 0) <-> exists b u, b r = 0 /\ vtotal tokens u = vzero /\
    (forall i, inner (v r) (u i) = 0) /\ forall i, delta i = vadd (vtotal modes (fun m => vscale (b m) (v m))) (u i).
Proof.
  intro Span. split.
  - intros k K _. rewrite Orth. apply (proj2 Same). intro E. subst k. apply K, Same.
  - intro delta. exact (tangent_parts tokens modes v same r ET EM Same Orth delta Span).
Qed.
Hypotheses (AV : adjoint V V) (BV : bounded_operator V) (Eigen : forall k, V (v k) = vscale (lam k) (v k)) (Rho : 1 + tau * lam r <> 0).
Let l := sqrt ((1 + tau * lam r) ^ 2).
Let image := vscale ((1 + tau * lam r) / l) (v r).
Let push (x : Token -> U) i := vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (1 / size tokens) (x j))))).
Let J := agreed_jacobian tokens V tau (lam r) (v r).
Let other kappa (z : Token -> U) i := vadd (J z i) (vscale (2 * kappa * inner (v r) (z i)) image).
Lemma continued kappa : (forall eta, 0 < eta -> exists near, 0 < near /\ forall y : Token -> U,
    (forall i, vnorm (vsub (y i) (v r)) <= near) -> exists z : Token -> U,
    (forall i, 0 < inner (y i) (y i) /\ vnorm (push y i) <> 0 /\
      z i = vscale (exp (kappa * ln (inner (y i) (y i)))) (vscale (/ vnorm (push y i)) (push y i))) /\
    forall i, l <> 0 /\ vnorm (vsub (z i) (vadd image (other kappa (fun j => vsub (y j) (v r)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (v r)))) /\
  (forall a i, (l <> 0 /\ J (fun j => vscale (a j) (v r)) i = vzero) /\
    (l <> 0 /\ other kappa (fun j => vscale (a j) (v r)) i = vscale (2 * kappa * a i) image)) /\
  forall X, (forall i, inner (v r) (X i) = 0) -> forall i, l <> 0 /\ other kappa X i = J X i.
Proof.
  assert (LV := adjoint_linear V V AV). assert (One : inner (v r) (v r) = 1) by (rewrite Orth; apply Same).
  assert (Pos := length_positive tau (lam r) Rho). fold l in Pos. split; [|split].
  - exact (agreement_continued tokens V (fun _ _ _ => 1 / size tokens) tau (lam r) (v r) ET LV BV One (Eigen r) Rho
      (fun _ _ => mean_weights_smooth tokens ET _) (fun _ _ => mean_weights_total tokens ET)
      (fun _ _ => Rmult_1_l _) kappa push (other kappa) (fun _ _ => eq_refl) (fun _ _ => eq_refl)).
  - intros a i. assert (Radial := radial_is_lost tokens V tau (lam r) (v r) LV One (Eigen r) a i). fold J in Radial.
    unfold other. rewrite Radial. split; (split; [lra|]); [reflexivity|]. rewrite inner_scale_r, One. vector_sums.
  - intros X Tangent i. split; [lra|]. unfold other. rewrite Tangent. vector_sums.
Qed.
End Consensus.
