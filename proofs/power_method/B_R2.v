(* B-R2: perturbations along the spheres and off them, at consensus under the Oja map. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer ConsensusParts Jacobians.
From Claimed Require Import B_R2.
Open Scope R_scope.

Theorem proof : B_R2.
Proof.
  intros Space Token tokens Mode modes x dimension v same tau V lam r _ ET EM _ _ Same AV BV Orth Eigen Tau Rho Unit _.
  assert (LV := adjoint_linear V V AV). assert (N := size_positive tokens ET).
  assert (One : inner (v r) (v r) = 1) by (rewrite Orth; apply Same).
  assert (Pos := length_positive tau (lam r) Rho). set (rho := 1 + tau * lam r) in *. set (l := sqrt (rho ^ 2)) in *.
  assert (Radial : forall (a : Token -> R) i, vscale (/ l) (vsub (vadd (vscale (a i) (v r)) (vscale tau (V (vscale (/ size tokens)
      (vtotal tokens (fun j => vscale (a j) (v r))))))) (vscale (inner (v r) (vadd (vscale (a i) (v r)) (vscale tau (V
      (vscale (/ size tokens) (vtotal tokens (fun j => vscale (a j) (v r)))))))) (v r))) = vzero).
  { intros a i. exact (radial_is_lost tokens V tau (lam r) (v r) LV One (Eigen r) a i). }
  split; [split|split; [|split]].
  - intro delta. exists (fun i => inner (x i) (delta i)), (fun i => vsub (delta i) (vscale (inner (x i) (delta i)) (x i))).
    split; intro i.
    + unfold vsub. rewrite inner_add_r, !inner_scale_r, Unit. ring.
    + vector_sums.
  - intros a X Tangent. split.
    + rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|]. intro j. rewrite inner_scale_l, Tangent. ring.
    + intro Zero. assert (A : forall i, a i = 0).
      { intro i. assert (Q := f_equal (inner (x i)) (Zero i)).
        rewrite inner_add_r, inner_scale_r, Unit, Tangent, inner_zero_r in Q. lra. }
      split; [exact A|]. intro i. rewrite <- (Zero i), A. vector_sums.
  - ring.
  - intro Span. split.
    + intros k K _. rewrite Orth. apply (proj2 Same). intro E. subst k. apply K, Same.
    + intro delta. exact (tangent_parts tokens modes v same r ET EM Same Orth delta Span).
  - intro kappa. split; [|split].
    + intros eta Eta.
      exact (agreement_continued tokens V (fun _ _ _ => 1 / size tokens) tau (lam r) (v r) ET LV BV One (Eigen r) Rho
        (fun _ _ => mean_weights_smooth tokens ET _) (fun _ _ => mean_weights_total tokens ET)
        (fun _ _ => Rmult_1_l _) kappa _ _ (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta Eta).
    + intros a i. rewrite Radial. split; (split; [lra|]); [reflexivity|].
      rewrite inner_scale_r, One. vector_sums.
    + intros X Tangent i. split; [lra|]. rewrite Tangent. vector_sums.
Qed.
