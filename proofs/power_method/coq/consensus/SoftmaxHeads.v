(* Heads with weights by softmax of bilinear scores, among the layers whose consensus is known. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet Stability OrthonormalBasis.
From Kernel Require Import States ConsensusLayer.
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
(* A layer as claims write it, with each mean as a quotient of sums, before it is normalised and after. *)
Context (heads : list Head) (F : Head -> U -> U) (tau : R).
Definition written (x : Token -> U) i := vadd (x i) (vscale tau (vtotal heads (fun h => F h
  (vscale (/ total tokens (fun j => exp (inner (x i) (P h (x j)))))
    (vtotal tokens (fun j => vscale (exp (inner (x i) (P h (x j)))) (x j))))))).
Lemma written_is_moved x i : written x i = moved tokens heads F softmax_weights tau x i.
Proof.
  unfold written, moved. f_equal. f_equal. f_equal. apply functional_extensionality. intro h.
  f_equal. symmetry. apply pooled_quotient.
Qed.
Lemma written_is_layer x i : vscale (/ sqrt (inner (written x i) (written x i))) (written x i) =
  several_heads tokens heads F softmax_weights tau x i.
Proof. unfold several_heads. rewrite <- written_is_moved. reflexivity. Qed.
End Softmax.

(* Matrices of heads by their columns in an orthonormal basis. *)
Definition applied {S : inner_product_space} {Head Mode} (modes : list Mode) (e : Mode -> S)
  (f : Head -> Mode -> S) (h : Head) (z : S) : S :=
  vtotal modes (fun k => vscale (inner (e k) z) (f h k)).
Lemma applied_column {S : inner_product_space} {Head Mode} (modes : list Mode) (e : Mode -> S) (f : Head -> Mode -> S) h k :
  enumerates modes -> orthonormal_basis modes e -> applied modes e f h (e k) = f h k.
Proof.
  intros EM Basis. unfold applied. apply inner_ext. intro q. rewrite inner_vtotal_l.
  rewrite <- (kronecker_total modes equal k (fun l => inner (f h l) q) equal_kronecker EM).
  apply total_ext. intro l. rewrite inner_scale_l. destruct (equal_cases k l) as [E|E]; rewrite E.
  - rewrite (proj1 (proj2 Basis)); [ring|]. intros ->. rewrite (proj1 equal_kronecker) in E. lra.
  - assert (N : ~ k <> l) by (intro N; rewrite (proj2 equal_kronecker) in E by auto; lra).
    replace (inner (e l) (e k)) with 1; [reflexivity|].
    destruct (Req_dec (inner (e l) (e k)) 1) as [Q|Q]; [auto|]. exfalso. apply N. intros ->. apply Q, Basis.
Qed.
