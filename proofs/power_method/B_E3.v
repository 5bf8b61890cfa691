(* B-E3: a layer with a step, where all tokens agree and to first order in the step. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn RowHeads FirstOrder.
Open Scope R_scope.

Section Layer.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (f g r w : Head -> Mode -> S) (y : Token -> S) (tau : R).
Let pull := row_pull tokens heads modes f g r w y.
Lemma power_step : enumerates tokens -> forall z, (forall i, y i = z) ->
  (forall i, vadd (y i) (vscale tau (pull i)) = vadd z (vscale tau (row_matrix heads modes r w z))) /\
  forall lam, row_matrix heads modes r w z = vscale lam z -> forall i, vadd (y i) (vscale tau (pull i)) = vscale (1 + tau * lam) z.
Proof.
  intros T z Same.
  assert (Moved : forall i, vadd (y i) (vscale tau (pull i)) = vadd z (vscale tau (row_matrix heads modes r w z))).
  { intro i. unfold pull. rewrite (row_pull_on_equal tokens heads modes f g r w y z i T Same), Same. reflexivity. }
  split; [exact Moved|]. intros lam Eigen i. rewrite Moved, Eigen.
  apply inner_ext. intro v. rewrite inner_add_l, !inner_scale_l. ring.
Qed.
Lemma near_tangent i : (forall j, inner (y j) (y j) = 1) -> 0 < tau -> tau * vnorm (pull i) <= 1 / 2 ->
  vnorm (vadd (y i) (vscale tau (pull i))) <> 0 /\
  vnorm (vsub (vscale (/ vnorm (vadd (y i) (vscale tau (pull i)))) (vadd (y i) (vscale tau (pull i))))
    (vadd (y i) (vscale tau (vsub (pull i) (vscale (inner (y i) (pull i)) (y i)))))) <= 3 * (tau * vnorm (pull i)) ^ 2.
Proof.
  intros Unit Step Small. rewrite Rmult_comm in Small. assert (Step0 : 0 <= tau) by lra.
  assert (Defined := layer_defined (y i) (pull i) tau (vnorm (pull i)) (Unit i) Step0 (Rle_refl _) Small).
  assert (Near := layer_near_euler (y i) (pull i) tau (vnorm (pull i)) (Unit i) Step0 (Rle_refl _) Small).
  split; [lra|]. replace (tau * vnorm (pull i)) with (vnorm (pull i) * tau) by ring. simpl pow. rewrite Rmult_1_r. exact Near.
Qed.
End Layer.
