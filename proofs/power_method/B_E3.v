(* B-E3: a layer with a step, where all tokens agree and to first order in the step. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn Gnomonic RowHeads FirstOrder.
Open Scope R_scope.

Section Layer.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (f g r w : Head -> Mode -> S) (tau : R).
Let pull := row_pull tokens heads modes f g r w.
Let F := row_matrix heads modes r w.
Lemma power_step y : (forall A (x : S), (forall (a : Head) (i j : Token), 0 <= A a i j) -> (forall a i, total tokens (A a i) = 1) -> forall i,
    vadd x (vscale tau (vtotal heads (fun a => row_head modes r w a (vtotal tokens (fun j => vscale (A a i j) x))))) = vadd x (vscale tau (F x))) ->
  (forall (x : S) lam, vadd x (vscale tau (vscale lam x)) = vscale (1 + tau * lam) x) -> enumerates tokens -> forall z, (forall i, y i = z) ->
  (forall i, vadd (y i) (vscale tau (pull y i)) = vadd z (vscale tau (F z))) /\
  forall lam, F z = vscale lam z -> forall i, vadd (y i) (vscale tau (pull y i)) = vscale (1 + tau * lam) z.
Proof.
  intros Alike Multiplied T z Same. apply functional_extensionality in Same. subst y.
  assert (Moved := Alike (row_weight tokens modes f g (fun _ => z)) z (row_weight_nonneg tokens modes f g _ T) (fun a i => row_weight_total tokens modes f g _ a i T)).
  split; [exact Moved|]. intros lam Eigen i. rewrite <- Multiplied, <- Eigen. apply Moved.
Qed.
Let moved (z u : S) := vadd z (vscale tau u).
Let b z u := vnorm (moved z u).
Let e (u : S) := vscale tau u.
Lemma near_tangent y i : (forall z u, inner z z = 1 -> 0 < b z u ->
    vsub (vscale (/ b z u) (moved z u)) (vadd z (vscale tau (vsub u (vscale (inner z u) z))))
    = vsub (vscale ((1 - b z u + inner z (e u) * b z u) / b z u) (moved z u)) (vscale (inner z (e u)) (e u))) ->
  (forall z u, inner z z = 1 -> 0 < b z u -> (b z u - 1 - inner z (e u)) * (b z u + 1 + inner z (e u)) = inner (e u) (e u) - inner z (e u) ^ 2) ->
  (forall z u, inner z z = 1 -> 0 < b z u -> 1 - b z u + inner z (e u) * b z u = inner z (e u) * (b z u - 1) - (b z u - 1 - inner z (e u))) ->
  (forall j, inner (y j) (y j) = 1) -> 0 < tau -> tau * vnorm (pull y i) <= 1 / 2 -> b (y i) (pull y i) <> 0 /\
  vnorm (vsub (vscale (/ b (y i) (pull y i)) (moved (y i) (pull y i)))
    (vadd (y i) (vscale tau (vsub (pull y i) (vscale (inner (y i) (pull y i)) (y i)))))) <= 3 * (tau * vnorm (pull y i)) ^ 2.
Proof.
  intros Rest Length First Unit Step Small. specialize (Unit i). generalize dependent (y i). intros z Unit. set (u := pull y i) in *.
  assert (L := length z u tau (vnorm u) Unit (Rlt_le _ _ Step) (Rle_refl _)). fold (moved z u) (b z u) in L.
  assert (E : vnorm (e u) = tau * vnorm u) by (unfold e; rewrite vnorm_scale, Rabs_right; lra).
  assert (A := inner_le_vnorm z (e u)). rewrite (vnorm_unit z Unit), E in A. apply Rabs_le_between in A.
  rewrite (Rmult_comm (vnorm u)) in L. set (rho := tau * vnorm u) in *. assert (B : 0 < b z u) by lra. split; [lra|].
  rewrite (Rest z u Unit B), (First z u Unit B). specialize (Length z u Unit B). rewrite <- vnorm_square, E in Length.
  set (a := inner z (e u)) in *. assert (C : 0 <= b z u - 1 - a <= rho ^ 2) by (split; nra).
  unfold vsub at 1. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, E. fold (b z u). unfold Rdiv.
  rewrite Rabs_mult, (Rabs_right (/ b z u)), Rmult_assoc, Rinv_l, (Rabs_left (-1)) by (try apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
  assert (Rabs (a * (b z u - 1) - (b z u - 1 - a)) <= 2 * rho ^ 2) by (apply Rabs_le; split; nra).
  assert (Rabs a * rho <= rho ^ 2) by (apply Rabs_le in A; nra). lra.
Qed.
End Layer.
