(* B-L2: the derivative of the Oja map at any state. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights Jacobians.
Open Scope R_scope.

Section Oja.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (tau : R) (V : U -> U).
Let push (y : Token -> U) i := vadd (y i) (vscale tau (V (vtotal tokens (fun j => vscale (1 / size tokens) (y j))))).
Let at_once (z : Token -> U) i := vadd (z i) (vscale (tau / size tokens) (V (vtotal tokens (fun j => z j)))).
Lemma moves (x : Token -> U) length after : enumerates tokens -> adjoint V V -> bounded_operator V -> (forall i, 0 < length i) ->
  (forall i, inner (after i) (after i) = 1) -> (forall i, at_once x i = vscale (length i) (after i)) ->
  forall eta, 0 < eta -> exists near, 0 < near /\ forall y, (forall i, vnorm (vsub (y i) (x i)) <= near) -> exists z,
    (forall i, vnorm (push y i) <> 0 /\ z i = vscale (/ vnorm (push y i)) (push y i)) /\
    forall i, vnorm (vsub (z i) (vadd (after i) (vscale (/ length i) (tangent_part (after i)
      (at_once (fun j => vsub (y j) (x j)) i))))) <= eta * total tokens (fun j => vnorm (vsub (y j) (x j))).
Proof.
  intros ET AV BV Pos Unit There. assert (LV := adjoint_linear V V AV).
  assert (Mean : forall z i, push z i = at_once z i).
  { intros z i. assert (N := size_positive tokens ET). unfold push, at_once. f_equal.
    replace (vtotal tokens (fun j => vscale (1 / size tokens) (z j))) with (vscale (1 / size tokens) (vtotal tokens z)).
    - rewrite (proj2 LV), vscale_vscale. f_equal. field. apply Rgt_not_eq, N.
    - apply inner_ext. intro q. rewrite inner_scale_l, !inner_vtotal_l, <- total_scale. apply total_ext. intro j.
      rewrite inner_scale_l. reflexivity. }
  assert (Moves : forall i, is_fderive_on (S := states U tokens (proj2 (proj2 ET))) everywhere
    (fun y => push y i) x (fun z => push z i)).
  { intro i. apply (push_derivative tokens V tau x ET LV BV (fun y _ => vtotal tokens (fun j =>
      vscale (1 / size tokens) (y j))) (fun y _ => vtotal tokens (fun j => vscale (1 / size tokens) (y j))) i).
    apply (fixed_pull_derivative tokens x ET (fun _ => 1 / size tokens)). }
  assert (Goes : forall i, push x i = vscale (length i) (after i)) by (intro i; rewrite Mean; apply There).
  assert (J : forall z i, vscale (/ length i) (tangent_part (after i) (at_once z i)) = projected_push push after length z i) by
    (intros z i; unfold projected_push; rewrite Mean; reflexivity).
  exact (normalised_told tokens push push x after length ET Moves Pos Unit Goes push _ (fun _ _ => eq_refl) J).
Qed.
End Oja.
