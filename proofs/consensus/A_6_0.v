(* A-6.0: the mean cosine distance is 0 on a ray only. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Inferences.
Open Scope R_scope.

Section Rays.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (y : Token -> S) (one : Token).
Let n (x : S) := sqrt (inner x x).
Let c i := inner (y one) (y i) / (n (y one) * n (y i)).
Hypothesis Enum : enumerates tokens.
Hypothesis Defined : forall i, 0 < n (y one) * n (y i).
Hypothesis Mean : 1 - total tokens c / size tokens = total tokens (fun i => 1 - c i) / size tokens.
Hypothesis Above : forall i, c i <= 1.
Hypothesis Multiple : forall i, inner (vsub (y i) (vscale (n (y i) / n (y one)) (y one)))
  (vsub (y i) (vscale (n (y i) / n (y one)) (y one))) = 2 * inner (y i) (y i) * (1 - c i).
Hypothesis Parallel : forall r, 0 < r -> inner (y one) (vscale r (y one)) / (n (y one) * n (vscale r (y one))) = 1.

Lemma on_rays : (forall i, n (y one) * n (y i) <> 0) /\ 1 - total tokens c / size tokens = 0 <->
  forall i, exists s, 0 < s /\ y i = vscale s (y one).
Proof.
  assert (D : forall i, n (y one) * n (y i) <> 0) by (intro i; apply Rgt_not_eq, Defined).
  assert (N : forall i, 0 < n (y i)).
  { intro i. destruct (sqrt_pos (inner (y i) (y i))) as [P|Z]; [exact P|]. assert (H := Defined i).
    unfold n in H. rewrite <- Z in H. lra. }
  assert (L := size_positive tokens Enum). rewrite Mean. split.
  - intros [_ Z] i.
    assert (T : total tokens (fun i => 1 - c i) = 0).
    { apply Rmult_eq_reg_r with (/ size tokens); [|apply Rinv_neq_0_compat; lra]. rewrite Rmult_0_l. exact Z. }
    assert (One : 1 - c i = 0).
    { assert (H := total_at_least tokens (fun i => 1 - c i) i (proj2 (proj2 Enum) i)). cbv beta in H.
      assert (G := Above i). enough (1 - c i <= 0) by lra. rewrite <- T. apply H. intro j. assert (J := Above j). lra. }
    exists (n (y i) / n (y one)). split; [apply Rdiv_lt_0_compat; apply N|].
    apply (equal_by_square _ _ _ (Multiple i)). rewrite One. ring.
  - intro H. split; [exact D|]. replace (total tokens (fun i => 1 - c i)) with (total tokens (fun _ : Token => 0)).
    + replace (total tokens (fun _ : Token => 0)) with 0; [unfold Rdiv; ring|].
      clear. induction tokens as [|i T IH]; simpl; [reflexivity | rewrite <- IH; ring].
    + apply total_ext. intro i. destruct (H i) as [s [Hs Y]]. unfold c. rewrite Y, Parallel by exact Hs. ring.
Qed.
End Rays.
