(* B-L3: the derivative of the Oja map at consensus, what it does to three classes, and that these are all. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer ConsensusParts Jacobians.
From Claimed Require Import B_L3.
Open Scope R_scope.

Theorem proof : B_L3.
Proof.
  intros Space Token tokens Mode modes v tau V lam same dimension r _ ET EM _ _ AV Same BV Orth Eigen Tau Rho Span.
  assert (LV := adjoint_linear V V AV). assert (N := size_positive tokens ET).
  assert (Unit : inner (v r) (v r) = 1) by (rewrite Orth; apply Same).
  assert (Pos := length_positive tau (lam r) Rho). set (rho := 1 + tau * lam r) in *. set (l := sqrt (rho ^ 2)) in *.
  split; [|split].
  - intros eta Eta.
    exact (agreement_told tokens V (fun _ _ _ => 1 / size tokens) tau (lam r) (v r) ET LV BV Unit (Eigen r) Rho
      (fun _ _ => mean_weights_smooth tokens ET _) (fun _ _ => mean_weights_total tokens ET)
      (fun _ _ => Rmult_1_l _) _ _ (fun _ _ => eq_refl) (fun _ _ => eq_refl) eta Eta).
  - intro u. split; [|split].
    + intros a i. split; [lra|].
      replace (vscale (0 * rho) (vscale (a i) (v r))) with (@vzero Space) by vector_sums.
      exact (radial_is_lost tokens V tau (lam r) (v r) LV Unit (Eigen r) a i).
    + intros k K i. split; [lra|].
      assert (Z : inner (v r) (v k) = 0).
      { rewrite Orth. apply (proj2 Same). intro E. subst k. apply K, Same. }
      replace (vscale (/ size tokens) (vtotal tokens (fun _ => v k))) with (v k).
      * rewrite Eigen. apply inner_ext. intro q. unfold vsub.
        repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
        rewrite Z. field. lra.
      * apply inner_ext. intro q. rewrite inner_scale_l, inner_vtotal_l.
        rewrite (total_ext tokens _ (fun j => inner (v k) q * 1)) by (intro; ring).
        rewrite total_scale. change (total tokens (fun _ => 1)) with (size tokens). field. lra.
    + intros [Sum Off] i. split; [lra|]. rewrite Sum.
      replace (vscale (/ size tokens) (@vzero Space)) with (@vzero Space) by vector_sums.
      rewrite (linear_zero V LV). apply inner_ext. intro q. unfold vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r ||
        rewrite inner_zero_l || rewrite inner_zero_r).
      rewrite Off. field. lra.
  - split; [|split; [|split]].
    + intro delta. destruct (parts_exist tokens modes v same r ET EM Same Orth delta Span) as [a [b [u H]]].
      exists a, b, u. exact H.
    + intros a b u [B [Off Zero]]. exact (parts_are_unique tokens modes v same r ET EM Same Orth a b u B Off Zero).
    + ring.
    + ring.
Qed.
