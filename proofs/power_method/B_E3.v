(* B-E3: a layer with a step, where all tokens agree and to first order in the step. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn RowHeads FirstOrder.
From Claimed Require Import B_E3.
Open Scope R_scope.

Theorem proof : B_E3.
Proof.
  intros S Token tokens Head heads Mode modes y tau r f g w _ T _ _ Unit _ Step. split.
  - intros z Same.
    assert (Moved : forall i, vadd (y i) (vscale tau (row_pull tokens heads modes f g r w y i)) =
      vadd z (vscale tau (row_matrix heads modes r w z))).
    { intro i. rewrite (row_pull_on_equal tokens heads modes f g r w y z i T Same), Same. reflexivity. }
    split; [exact Moved|]. intros lam Eigen i.
    transitivity (vadd z (vscale tau (row_matrix heads modes r w z))); [exact (Moved i)|].
    change (row_matrix heads modes r w z = vscale lam z) in Eigen. rewrite Eigen.
    apply inner_ext. intro v. rewrite inner_add_l, !inner_scale_l. ring.
  - intros i Small. set (u := row_pull tokens heads modes f g r w y i).
    change (tau * vnorm u <= 1 / 2) in Small. rewrite Rmult_comm in Small.
    assert (Step0 : 0 <= tau) by lra.
    assert (Defined := layer_defined (y i) u tau (vnorm u) (Unit i) Step0 (Rle_refl _) Small).
    assert (Near := layer_near_euler (y i) u tau (vnorm u) (Unit i) Step0 (Rle_refl _) Small).
    split; [change (vnorm (vadd (y i) (vscale tau u)) <> 0); lra|].
    replace (3 * (vnorm u * tau * (vnorm u * tau))) with (3 * (tau * vnorm u) ^ 2) in Near by ring.
    exact Near.
Qed.
