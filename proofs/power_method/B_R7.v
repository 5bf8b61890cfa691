(* B-R7: the weights of a state are those of its negative, and its pull changes the sign with it. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
From Claimed Require Import B_R7.
Open Scope R_scope.

Theorem proof : B_R7.
Proof.
  intros Space Token tokens x tau P P' V V' _ _ HP HV _ _ _ _ Unit _ Step.
  assert (Opposite : forall i, inner (vscale (-1) (x i)) (vscale (-1) (x i)) = 1).
  { intro i. rewrite inner_scale_l, inner_scale_r, Unit. ring. }
  assert (Score : forall i j,
    inner (vscale (-1) (x i)) (P (vscale (-1) (x j))) = inner (x i) (P (x j))).
  { intros i j. rewrite (adjoint_scale P P' HP), inner_scale_l, inner_scale_r. ring. }
  set (s := fun i => vtotal tokens (fun j => vscale (exp (inner (x i) (P (x j))) /
    total tokens (fun k => exp (inner (x i) (P (x k))))) (x j))).
  assert (Seen : forall i, vtotal tokens (fun j => vscale
      (exp (inner (vscale (-1) (x i)) (P (vscale (-1) (x j)))) /
       total tokens (fun k => exp (inner (vscale (-1) (x i)) (P (vscale (-1) (x k))))))
      (vscale (-1) (x j))) = vscale (-1) (s i)).
  { intro i. apply inner_ext. intro z. unfold s. rewrite inner_scale_l, !inner_vtotal_l, <- total_scale.
    apply total_ext. intro j. rewrite Score.
    rewrite (total_ext tokens (fun k => exp (inner (vscale (-1) (x i)) (P (vscale (-1) (x k)))))
      (fun k => exp (inner (x i) (P (x k))))) by (intro; rewrite Score; auto).
    rewrite !inner_scale_l. ring. }
  intros _. split; intros H i; specialize (H i); fold (s i) in *.
  - apply (layer_rests (x i)) in H; auto. destruct H as [a [E Pos]].
    apply layer_rests; auto. exists a. split; [|exact Pos].
    rewrite Seen, (adjoint_scale V V' HV), E, !vscale_vscale. f_equal. ring.
  - apply (layer_rests (vscale (-1) (x i))) in H; auto. destruct H as [a [E Pos]].
    apply layer_rests; auto. exists a. split; [|exact Pos].
    rewrite Seen, (adjoint_scale V V' HV) in E.
    apply inner_ext. intro z. assert (Z := f_equal (fun u => inner u z) E). cbv beta in Z.
    rewrite !inner_scale_l in *. lra.
Qed.
