(* B-L2: the derivative of the Oja map at any state. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights Jacobians.
From Claimed Require Import B_L2.
Open Scope R_scope.

Theorem proof : B_L2.
Proof.
  intros Space Token tokens x tau V length after _ ET AV BV _ Pos Unit _ There.
  assert (LV := adjoint_linear V V AV).
  assert (Mean : forall z : Token -> Space, vscale tau (V (vtotal tokens (fun j => vscale (1 / size tokens) (z j)))) =
    vscale (tau / size tokens) (V (vtotal tokens z))).
  { intro z. assert (N := size_positive tokens ET).
    replace (vtotal tokens (fun j => vscale (1 / size tokens) (z j))) with (vscale (1 / size tokens) (vtotal tokens z)).
    - rewrite (proj2 LV), vscale_vscale. f_equal. field. apply Rgt_not_eq, N.
    - apply inner_ext. intro q. rewrite inner_scale_l, !inner_vtotal_l, <- total_scale. apply total_ext. intro j.
      rewrite inner_scale_l. reflexivity. }
  set (push := fun (y : Token -> Space) i => vadd (y i) (vscale tau (V (vtotal tokens (fun j =>
    vscale (1 / size tokens) (y j)))))).
  assert (Goes : forall i, push x i = vscale (length i) (after i)).
  { intro i. unfold push. rewrite Mean. apply There. }
  assert (Moves : forall i, is_fderive_on (S := states Space tokens (proj2 (proj2 ET))) everywhere
    (fun y => push y i) x (fun z => push z i)).
  { intro i. apply (push_derivative tokens V tau x ET LV BV (fun y _ => vtotal tokens (fun j =>
      vscale (1 / size tokens) (y j))) (fun y _ => vtotal tokens (fun j => vscale (1 / size tokens) (y j))) i).
    apply (fixed_pull_derivative tokens x ET (fun _ => 1 / size tokens)). }
  assert (J : forall z i, vscale (/ length i) (vsub (vadd (z i) (vscale (tau / size tokens) (V (vtotal tokens
    (fun j => z j))))) (vscale (inner (after i) (vadd (z i) (vscale (tau / size tokens) (V (vtotal tokens
    (fun j => z j)))))) (after i))) = projected_push push after length z i).
  { intros z i. unfold projected_push, tangent_part, push. rewrite Mean. reflexivity. }
  split.
  - intros eta Eta.
    exact (normalised_told tokens push push x after length ET Moves Pos Unit Goes push _ (fun _ _ => eq_refl) J eta Eta).
  - intros u i. rewrite J. apply after_is_orthogonal. exact Unit.
Qed.
