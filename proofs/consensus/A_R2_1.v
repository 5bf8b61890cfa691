(* A-R2.1: what the projection keeps is the tangent space, what it takes to 0 the line of the token. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude.
From Claimed Require Import A_R2_1.
Open Scope R_scope.

Theorem proof : A_R2_1.
Proof.
  unfold A_R2_1. intros Space y W T _ Sym _ _ Unit _ V.
  assert (C : inner y (W V) = inner (W y) V) by (symmetry; apply Sym).
  assert (One : inner (W y) y = 1) by (rewrite (Sym y y); exact Unit).
  rewrite C. set (c := inner (W y) V) in *.
  assert (Along : inner (W y) (vsub V (vscale c y)) = 0).
  { unfold vsub. rewrite inner_add_r, !inner_scale_r, One. unfold c. ring. }
  split; split.
  - intro H. rewrite H in Along. exact Along.
  - intro Z. apply inner_ext. intro z. unfold vsub. rewrite inner_add_l, !inner_scale_l, Z. ring.
  - intro H. exists c. apply inner_ext. intro z.
    assert (E := f_equal (fun x => inner x z) H). unfold vsub in E. cbv beta in E.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l in E. rewrite inner_scale_l. lra.
  - intros [r H]. assert (E : c = r) by (unfold c; rewrite H, inner_scale_r, One; ring).
    apply inner_ext. intro z. unfold vsub.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l, H, inner_scale_l, E. ring.
Qed.
