(* A-6.0: the mean cosine distance lies between 0 and 2 - 2/l, and is 0 on a ray only. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
From Claimed Require Import A_6_0.
Open Scope R_scope.

Theorem proof : A_6_0.
Proof.
  unfold A_6_0. intros S Token tokens y one _ E Pos.
  assert (N : forall i, 0 < sqrt (inner (y i) (y i))) by (intro i; apply sqrt_lt_R0, Pos).
  assert (Q : forall i, sqrt (inner (y i) (y i)) * sqrt (inner (y i) (y i)) = inner (y i) (y i))
    by (intro i; apply sqrt_sqrt; left; apply Pos).
  set (n := fun i => sqrt (inner (y i) (y i))) in *.
  assert (D : forall i, n one * n i <> 0).
  { intro i. apply Rgt_not_eq, Rmult_lt_0_compat; apply N. }
  set (c := fun i => inner (y one) (y i) / (n one * n i)).
  assert (B : forall i, -1 <= c i <= 1).
  { intro i. assert (H := inner_le_vnorm (y one) (y i)). apply Rabs_le_between in H.
    change (vnorm (y one)) with (n one) in H. change (vnorm (y i)) with (n i) in H.
    assert (P : 0 < n one * n i) by (apply Rmult_lt_0_compat; apply N).
    unfold c. split; apply Rmult_le_reg_r with (n one * n i); auto;
      unfold Rdiv; rewrite Rmult_assoc, Rinv_l, ?Rmult_1_r by auto; lra. }
  assert (L := size_positive tokens E).
  assert (Sub : total tokens (fun i => 1 - c i) = size tokens - total tokens c).
  { clear. unfold size. induction tokens as [|i T IH]; simpl; [ring | rewrite IH; ring]. }
  assert (Add : total tokens (fun i => 1 + c i) = size tokens + total tokens c).
  { clear. unfold size. induction tokens as [|i T IH]; simpl; [ring | rewrite IH; ring]. }
  assert (Self : c one = 1) by (unfold c; unfold n; rewrite Q; field; apply Rgt_not_eq, Pos).
  change (total tokens (fun i => inner (y one) (y i) / (sqrt (inner (y one) (y one))
    * sqrt (inner (y i) (y i))))) with (total tokens c).
  assert (Up : total tokens c <= size tokens).
  { assert (0 <= total tokens (fun i => 1 - c i)); [|lra].
    apply total_nonneg. intro i. assert (Bi := B i). lra. }
  assert (Low : 2 <= size tokens + total tokens c).
  { rewrite <- Add. replace 2 with (1 + c one) by lra.
    apply (total_at_least tokens (fun i => 1 + c i)); [apply E | intro i; assert (Bi := B i); lra]. }
  assert (Mean : total tokens c / size tokens * size tokens = total tokens c) by (field; lra).
  assert (Two : 2 / size tokens * size tokens = 2) by (field; lra).
  assert (R : forall a b, a * size tokens <= b * size tokens -> a <= b).
  { intros a b. apply Rmult_le_reg_r. exact L. }
  split; [split; split; try (intro i; apply D)|].
  - apply R. lra.
  - apply R. lra.
  - split.
    + intros [_ Z] i.
      assert (T : total tokens c = size tokens).
      { rewrite <- Mean. replace (total tokens c / size tokens) with 1 by lra. ring. }
      assert (Ci : inner (y one) (y i) = n one * n i).
      { assert (1 - c i <= 0).
        { apply Rle_trans with (total tokens (fun i => 1 - c i)); [|lra].
          apply (total_at_least tokens (fun i => 1 - c i)); [apply E|].
          intro k. assert (Bk := B k). lra. }
        assert (Bi := B i). assert (One : c i = 1) by lra. unfold c in One.
        apply Rmult_eq_reg_r with (/ (n one * n i)); [|apply Rinv_neq_0_compat, D].
        rewrite Rinv_r by apply D. exact One. }
      exists (n i / n one). split; [apply Rdiv_lt_0_compat; apply N|].
      set (s := n i / n one). assert (No := N one).
      assert (Z0 : inner (vsub (y i) (vscale s (y one))) (vsub (y i) (vscale s (y one))) = 0).
      { unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
          (inner_sym _ (y i) (y one)), Ci.
        rewrite <- (Q i), <- (Q one). fold (n i) (n one). unfold s. field. apply Rgt_not_eq, No. }
      apply inner_definite in Z0. apply inner_ext. intro z.
      assert (F := f_equal (fun x => inner x z) Z0). cbv beta in F. unfold vsub in F.
      rewrite inner_add_l, !inner_scale_l, inner_zero_l in F. rewrite inner_scale_l. lra.
    + intro H. split; [intro i; apply D|].
      assert (T : total tokens c = size tokens).
      { unfold size. apply total_ext. intro i. destruct (H i) as [s [Hs Y]].
        unfold c. rewrite inner_sym, Y, inner_scale_l.
        assert (Ni : n i = s * n one).
        { unfold n. rewrite Y, inner_scale_l, inner_scale_r, <- Rmult_assoc, sqrt_mult_alt
            by (apply Rmult_le_pos; lra). rewrite sqrt_square by lra. reflexivity. }
        rewrite Ni, <- (Q one). assert (No := N one). change (sqrt (inner (y one) (y one))) with (n one).
        field. split; apply Rgt_not_eq; auto. }
      rewrite T. field. lra.
Qed.
