(* A unit vector that follows an operator stays one. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Spheres Tangent.
Open Scope R_scope.

Lemma bounded_form {S : inner_product_space} (U : S -> S) C : 0 <= C ->
  (forall x, vnorm (U x) <= C * vnorm x) -> forall x z, Rabs (inner x (U z)) <= C * (vnorm x * vnorm z).
Proof.
  intros C0 HC x z. eapply Rle_trans; [apply inner_le_vnorm|].
  replace (C * (vnorm x * vnorm z)) with (vnorm x * (C * vnorm z)) by ring.
  apply Rmult_le_compat_l; [apply vnorm_nonneg | apply HC].
Qed.
Lemma unit_vnorm {S : inner_product_space} (x : S) : inner x x = 1 -> vnorm x = 1.
Proof. intros H. unfold vnorm. rewrite H. apply sqrt_1. Qed.

Section Oja.
Context {S : inner_product_space} (U : S -> S) (y : R -> S) (w : R -> R) (m M : R).
Hypothesis Bounded : bounded_operator U.
Hypothesis Mpos : 0 < m.
Hypothesis Weight : forall t, 0 <= t -> m <= w t <= M.
Hypothesis Flow : forall t, 0 <= t ->
  is_vderive y t (vscale (w t) (vsub (U (y t)) (vscale (inner (y t) (U (y t))) (y t)))).
Hypothesis Start : inner (y 0) (y 0) = 1.
Lemma oja_unit t : 0 <= t -> inner (y t) (y t) = 1.
Proof.
  intros Ht. destruct Bounded as [C [C0 HC]].
  refine (stays_unit (tt :: nil) (fun t _ => y t) (fun t _ => vscale (w t) (U (y t))) (M * (C * 2))
    _ _ _ (fun _ => Start) t tt Ht).
  - intros []. left. auto.
  - intros s [] Hs. eapply vderive_eq; [apply Flow; auto|]. apply inner_ext. intro z. unfold vsub.
    repeat (rewrite ?inner_add_l, ?inner_scale_l, ?inner_scale_r). ring.
  - intros s [] Hs L. specialize (L tt). assert (Wt := Weight s Hs). rewrite inner_scale_r, Rabs_mult.
    rewrite (Rabs_right (w s)) by lra. apply Rmult_le_compat; try lra; [apply Rabs_pos|].
    eapply Rle_trans; [apply (bounded_form U C C0 HC)|]. rewrite vnorm_square.
    apply Rmult_le_compat_l; auto.
Qed.
End Oja.
