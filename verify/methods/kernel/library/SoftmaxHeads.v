(* Heads with weights by softmax of bilinear scores, among the layers whose consensus is known. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer.
Open Scope R_scope.

Section Softmax.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (P : Head -> U -> U).
Definition softmax_weights h (x : Token -> U) := softmax_of tokens (fun i j => inner (x i) (P h (x j))).
Hypothesis T : enumerates tokens.
Let X := states U tokens (proj2 (proj2 T)).
Lemma softmax_weights_total h x i : total tokens (softmax_weights h x i) = 1.
Proof. exact (softmax_total tokens (fun i j => inner (x i) (P h (x j))) i T). Qed.
Lemma softmax_weights_equal u h i j : softmax_weights h (consensus u) i j = / size tokens.
Proof.
  exact (softmax_at_consensus tokens T (fun x i j => inner (x i) (P h (x j))) u (fun _ _ _ _ => eq_refl) i j).
Qed.
Lemma softmax_weights_smooth u h i j : linear (P h) -> bounded (P h) ->
  differentiable_at (S := X) (fun x => softmax_weights h x i j) (consensus u).
Proof.
  intros LP BP. apply (softmax_differentiable tokens T (fun x i j => inner (x i) (P h (x j))) u).
  intros k l. eexists.
  eapply (fderive_inner (S := X) everywhere (fun x : X => x k) (fun x : X => P h (x l))).
  - apply fderive_component.
  - eapply (fderive_apply (S := X) everywhere (P h) (fun x : X => x l)); [exact LP | exact BP|].
    apply fderive_component.
Qed.
(* The mean as a quotient of sums. *)
Lemma pooled_quotient h x i : pooled tokens softmax_weights h x i =
  vscale (/ total tokens (fun j => exp (inner (x i) (P h (x j)))))
    (vtotal tokens (fun j => vscale (exp (inner (x i) (P h (x j)))) (x j))).
Proof.
  unfold pooled. rewrite <- vtotal_scale. f_equal. apply functional_extensionality. intro j.
  rewrite vscale_vscale. f_equal. unfold softmax_weights, softmax_of, Rdiv. ring.
Qed.
End Softmax.
