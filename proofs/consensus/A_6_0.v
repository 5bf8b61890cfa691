(* A-6.0: the mean cosine distance is 0 on a ray only. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Inferences.
Open Scope R_scope.

Lemma on_rays {S : inner_product_space} {Token : Type} (tokens : list Token) (y : Token -> S) one :
  enumerates tokens -> (forall i, 0 < inner (y i) (y i)) ->
  (forall i, sqrt (inner (y one) (y one)) * sqrt (inner (y i) (y i)) <> 0) /\
    1 - total tokens (fun i => inner (y one) (y i) / (sqrt (inner (y one) (y one)) * sqrt (inner (y i) (y i))))
      / size tokens = 0 <-> forall i, exists s, 0 < s /\ y i = vscale s (y one).
Proof.
  intros E Pos. set (n := fun i => sqrt (inner (y i) (y i))).
  assert (N : forall i, 0 < n i) by (intro i; apply sqrt_lt_R0, Pos).
  assert (Q : forall i, n i * n i = inner (y i) (y i)) by (intro i; apply sqrt_sqrt; left; apply Pos).
  assert (P : forall i, 0 < n one * n i) by (intro i; apply Rmult_lt_0_compat; apply N).
  assert (D : forall i, n one * n i <> 0) by (intro i; apply Rgt_not_eq, P).
  set (c := fun i => inner (y one) (y i) / (n one * n i)).
  change (fun i => inner (y one) (y i) / (sqrt (inner (y one) (y one)) * sqrt (inner (y i) (y i)))) with c.
  assert (C : forall i, c i * (n one * n i) = inner (y one) (y i)) by (intro i; unfold c; field; split; apply Rgt_not_eq, N).
  assert (B : forall i, 0 <= 1 - c i).
  { intro i. assert (H := inner_le_vnorm (y one) (y i)). apply Rabs_le_between in H.
    change (vnorm (y one)) with (n one) in H. change (vnorm (y i)) with (n i) in H.
    rewrite <- C in H. apply Rmult_le_reg_r with (n one * n i); [apply P | lra]. }
  assert (L := size_positive tokens E).
  assert (Sub : total tokens (fun i => 1 - c i) = size tokens - total tokens c).
  { clear. unfold size. induction tokens as [|i T IH]; simpl; [ring | rewrite IH; ring]. }
  split.
  - intros [_ Z] i.
    assert (T : total tokens c = size tokens) by
      (transitivity (total tokens c / size tokens * size tokens); [field | replace (total tokens c / size tokens) with 1]; lra).
    assert (One : c i = 1).
    { assert (H := total_at_least tokens (fun i => 1 - c i) i (proj2 (proj2 E) i) B). assert (Bi := B i).
      cbv beta in H. lra. }
    exists (n i / n one). split; [apply Rdiv_lt_0_compat; apply N|]. assert (Ci := C i). rewrite One, Rmult_1_l in Ci.
    apply (equal_by_square _ _ _ eq_refl). unfold vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (y i) (y one)), <- Ci, <- !Q.
    field. apply Rgt_not_eq, N.
  - intro H. split; [exact D|]. replace (total tokens c) with (size tokens); [field; lra|].
    apply total_ext. intro i. destruct (H i) as [s [Hs Y]].
    assert (Ni : n i = s * n one).
    { unfold n. rewrite Y, inner_scale_l, inner_scale_r, <- Rmult_assoc, sqrt_mult_alt by (apply Rmult_le_pos; lra).
      rewrite sqrt_square by lra. reflexivity. }
    apply Rmult_eq_reg_r with (n one * n i); [|apply D]. rewrite C, Ni, Y, inner_scale_r, <- Q. ring.
Qed.
