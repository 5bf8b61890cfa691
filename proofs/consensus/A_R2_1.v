(* A-R2.1: what the projection leaves unchanged is the tangent space, what it takes to 0 the line of the token. *)
From Coq Require Import Reals.
From Kernel Require Import Prelude.
Open Scope R_scope.

Section Projection.
Context {S : inner_product_space} (W : S -> S) (y V : S).
Let tangential V := vsub V (vscale (inner y (W V)) y).
Lemma own_projection : (forall V, inner (W y) (tangential V) = 0) -> (forall T, inner T (W y) = 0 -> tangential T = T) ->
  tangential V = V <-> inner (W y) V = 0.
Proof. intros Tangent Own. split; intro H; [rewrite <- H; apply Tangent | apply Own; rewrite inner_sym; exact H]. Qed.
Lemma sent_to_zero : (forall V, vsub V (tangential V) = vscale (inner (W y) V) y) ->
  (forall r, tangential (vscale r y) = vzero) -> tangential V = vzero <-> exists r, V = vscale r y.
Proof.
  intros Rest Line. split; [intro H | intros [r ->]; apply Line]. exists (inner (W y) V).
  rewrite <- Rest, H. unfold vsub. apply inner_ext. intro z. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring.
Qed.
End Projection.
