(* A symmetric operator of a space of finite dimension has an inverse on its image, so that its form is
   at most a multiple of the squared image. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

Section Image.
Context {S : inner_product_space} (A : S -> S) (T : list S).
Hypothesis Sym : adjoint A A.
Hypothesis Frame : forall x, x = vtotal T (fun e => vscale (inner e x) e).
(* B finds preimages, A B projects: of the images of some vectors. *)
Let inverts B U := (exists C, 0 <= C /\ forall y, vnorm (B y) <= C * vnorm y) /\
  adjoint (fun y => A (B y)) (fun y => A (B y)) /\ (forall y, A (B (A (B y))) = A (B y)) /\
  forall e, In e U -> A (B (A e)) = A e.
Lemma inverse_of_some (U : list S) : exists B, inverts B U.
Proof.
  induction U as [|e U [B [[C [C0 HC]] [P [PP On]]]]].
  - exists (fun _ => vzero). assert (Z := adjoint_zero A A Sym). split; [|split; [|split]].
    + exists 0. split; [lra|]. intro y. unfold vnorm at 1. rewrite inner_zero_l, sqrt_0. lra.
    + intros x y. rewrite Z, inner_zero_l, inner_zero_r. reflexivity.
    + intro. rewrite !Z. reflexivity.
    + intros e [].
  - set (r := vsub (A e) (A (B (A e)))).
    destruct (Req_dec (inner r r) 0) as [Zr|Nr].
    { exists B. split; [exists C; auto|]. split; [exact P|]. split; [exact PP|].
      intros d [<-|D]; [|auto]. apply inner_ext. intro z. apply inner_definite in Zr.
      assert (Q := f_equal (fun v => inner v z) Zr). cbv beta in Q. unfold r, vsub in Q.
      rewrite inner_add_l, inner_scale_l, inner_zero_l in Q. lra. }
    assert (Pr : A (B r) = vzero).
    { unfold r, vsub. rewrite (adjoint_add _ _ P (A e)), (adjoint_scale _ _ P), PP. apply vadd_opposite. }
    assert (Across : forall y, inner r (A (B y)) = 0).
    { intro y. rewrite <- (P r y), Pr. apply inner_zero_l. }
    assert (Along : inner r (A e) = inner r r).
    { unfold r at 3, vsub. rewrite inner_add_r, inner_scale_r, Across. ring. }
    set (p := vsub e (B (A e))). assert (Ap : A p = r).
    { unfold p, r, vsub. rewrite (adjoint_add _ _ Sym), (adjoint_scale _ _ Sym). reflexivity. }
    set (B1 := fun y => vadd (B y) (vscale (inner r y / inner r r) p)).
    assert (AB1 : forall y, A (B1 y) = vadd (A (B y)) (vscale (inner r y / inner r r) r)).
    { intro y. unfold B1. rewrite (adjoint_add _ _ Sym), (adjoint_scale _ _ Sym), Ap. reflexivity. }
    exists B1. split; [|split; [|split]].
    + exists (C + vnorm r / inner r r * vnorm p). assert (R0 := inner_nonneg S r).
      assert (I : 0 < / inner r r) by (apply Rinv_0_lt_compat; lra).
      assert (K : 0 <= vnorm r / inner r r * vnorm p).
      { repeat apply Rmult_le_pos; try apply vnorm_nonneg. lra. }
      split; [lra|]. intro y. unfold B1. eapply Rle_trans; [apply vnorm_add|]. specialize (HC y).
      rewrite vnorm_scale. unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ inner r r)) by lra.
      assert (Q := inner_le_vnorm r y).
      assert (Rabs (inner r y) * / inner r r * vnorm p <= vnorm r * vnorm y * / inner r r * vnorm p).
      { apply Rmult_le_compat_r; [apply vnorm_nonneg|]. apply Rmult_le_compat_r; lra. } lra.
    + intros x y. rewrite !AB1, inner_add_l, inner_add_r, inner_scale_l, inner_scale_r.
      assert (H := P x y). cbv beta in H. rewrite H, (inner_sym _ x r). field. exact Nr.
    + intro y. rewrite (AB1 (A (B1 y))), (AB1 y), (adjoint_add _ _ P), (adjoint_scale _ _ P), PP, Pr.
      rewrite inner_add_r, Across, inner_scale_r. apply inner_ext. intro z.
      rewrite !inner_add_l, !inner_scale_l, inner_zero_l. field. exact Nr.
    + intros d D. rewrite AB1. destruct D as [<-|D].
      * rewrite Along. apply inner_ext. intro z. rewrite inner_add_l, inner_scale_l.
        assert (Rz : inner r z = inner (A e) z - inner (A (B (A e))) z).
        { unfold r, vsub. rewrite inner_add_l, inner_scale_l. ring. }
        rewrite Rz. field. exact Nr.
      * rewrite (On d D). rewrite <- (On d D) at 2. rewrite Across. apply inner_ext. intro z.
        rewrite inner_add_l, inner_scale_l. field. exact Nr.
Qed.
Lemma form_below_image : exists C, 0 <= C /\ forall x, Rabs (inner x (A x)) <= C * inner (A x) (A x).
Proof.
  destruct (inverse_of_some T) as [B [[C [C0 HC]] [P [PP On]]]]. exists C. split; [exact C0|]. intro x.
  assert (E : A (B (A x)) = A x).
  { rewrite (Frame x), (adjoint_vtotal _ _ Sym), (adjoint_vtotal _ _ P). apply inner_ext. intro z.
    rewrite !inner_vtotal_l. clear Frame. induction T as [|e U IH]; simpl; [reflexivity|].
    rewrite IH by (intros d D; apply On; right; exact D). f_equal.
    rewrite (adjoint_scale _ _ Sym), (adjoint_scale _ _ P), On by (left; reflexivity). reflexivity. }
  rewrite <- E at 1. rewrite <- (Sym x). eapply Rle_trans; [apply inner_le_vnorm|].
  rewrite <- vnorm_square. specialize (HC (A x)). assert (N := vnorm_nonneg (A x)).
  assert (vnorm (A x) * vnorm (B (A x)) <= vnorm (A x) * (C * vnorm (A x)))
    by (apply Rmult_le_compat_l; auto). lra.
Qed.
End Image.
