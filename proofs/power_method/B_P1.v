(* B-P1: what rests is in the kernel of A (x) V - D (x) I, a matrix that is always singular. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
From Claimed Require Import B_P1.
Open Scope R_scope.

Lemma values_of_mean {S : inner_product_space} {I} (T : list I) (V : S -> S) (c : I -> R) (x : I -> S) :
  adjoint V V -> V (vtotal T (fun j => vscale (c j) (x j))) = vtotal T (fun j => vscale (c j) (V (x j))).
Proof.
  intros Sym. apply inner_ext. intro z. rewrite Sym, !inner_vtotal_l. apply total_ext. intro j.
  rewrite !inner_scale_l, Sym. reflexivity.
Qed.

Theorem proof : B_P1.
Proof.
  intros Space Token tokens x tau A V _ _ Sym _ Unit _ _ Rows Step. split.
  - split; intros H i.
    + destruct (proj1 (layer_rests (x i) _ tau (Unit i) Step) (H i)) as [a [E Pos]].
      exists a. split; [|exact Pos]. apply vsub_zero. rewrite <- E. symmetry. apply values_of_mean, Sym.
    + destruct (H i) as [a [E Pos]]. apply layer_rests; auto. exists a. split; [|exact Pos].
      rewrite values_of_mean by exact Sym. apply vsub_zero. exact E.
  - intros v _ mu E i. apply vsub_zero. rewrite E. apply inner_ext. intro z.
    rewrite inner_vtotal_l, inner_scale_l.
    rewrite (total_ext tokens _ (fun j => A i j * inner (vscale mu v) z))
      by (intro; apply inner_scale_l).
    rewrite total_scale_r, Rows, inner_scale_l. ring.
Qed.
