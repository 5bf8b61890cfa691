(* A-R2.1: what the projection keeps is the tangent space, what it takes to 0 the line of the token. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude.
Open Scope R_scope.

Section Projection.
Context {S : inner_product_space} (W : S -> S) (y V : S).
Hypothesis Sym : adjoint W W.
Hypothesis Unit : inner y (W y) = 1.
Definition tangential := vsub V (vscale (inner y (W V)) y).
Lemma kept : tangential = V <-> inner (W y) V = 0.
Proof.
  unfold tangential. rewrite (Sym y V). split; intro H.
  - rewrite <- (Sym y V), <- H. unfold vsub. rewrite inner_add_r, !inner_scale_r, !(Sym y), Unit. ring.
  - apply inner_ext. intro z. unfold vsub. rewrite inner_add_l, !inner_scale_l, H. ring.
Qed.
Lemma sent_to_zero : tangential = vzero <-> exists r, V = vscale r y.
Proof.
  unfold tangential. split; intro H.
  - exists (inner y (W V)). apply inner_ext. intro z.
    assert (E := f_equal (fun x => inner x z) H). unfold vsub in E. cbv beta in E.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l in E. rewrite inner_scale_l. lra.
  - destruct H as [r H]. assert (E : inner y (W V) = r).
    { rewrite <- (Sym y V), H, inner_scale_r, (Sym y y), Unit. ring. }
    rewrite E. apply inner_ext. intro z. unfold vsub.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l, H, inner_scale_l. ring.
Qed.
End Projection.
