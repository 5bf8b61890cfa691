(* The plane, where counterexamples move on a circle: a curve is differentiated by its coordinates. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives.
Open Scope R_scope.

Definition plane := euclidean 1.
Lemma vderive_pair (u w : R -> R) (t du dw : R) : is_derive u t du -> is_derive w t dw ->
  is_vderive (S := plane) (fun t => (u t, w t)) t (du, dw).
Proof.
  intros U W. pose (e1 := ((1, 0) : plane)). pose (e2 := ((0, 1) : plane)).
  assert (E1 := vderive_scale u (fun _ => e1) t du vzero U (vderive_const e1 t)).
  assert (E2 := vderive_scale w (fun _ => e2) t dw vzero W (vderive_const e2 t)).
  assert (V := vderive_add _ _ _ _ _ E1 E2). intros eps E. destruct (V eps E) as [d H]. exists d.
  intros h L. specialize (H h L). cbv beta in H.
  assert (P : forall a b : R, (a, b) = vadd (vscale a e1) (vscale b e2)) by (intros; simpl; f_equal; ring).
  rewrite !P.
  replace (vadd (vscale du e1) (vscale dw e2))
    with (vadd (vadd (vscale du e1) (vscale (u t) vzero)) (vadd (vscale dw e2) (vscale (w t) vzero)));
      [exact H|].
  simpl. f_equal; ring.
Qed.
