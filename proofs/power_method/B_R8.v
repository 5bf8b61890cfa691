(* B-R8: perturbations along the spheres and off them, at sign patterns under self-attention with any mask. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns.
From Kernel Require Import MaskedPattern PatternGroups Jacobians.
From Claimed Require Import B_R8.
Open Scope R_scope.

Theorem proof : B_R8.
Proof.
  intros Space Token tokens A eps v P P_T N length tau lam V V_T p q dimension _ ET _ AP IndN AV BP _ BV _ Unit Eigen Tau
    Signs Balance Size Hp Hq _ _ _ _ Seen Pos.
  assert (LP := adjoint_linear P P_T AP). assert (LV := adjoint_linear V V_T AV).
  assert (Same : forall s (u : Token -> Space), group_sum tokens eps s u = vtotal tokens (fun j => vscale (1 + s * eps j) (u j)))
    by reflexivity.
  assert (One : forall u : Token -> Space, vtotal tokens (fun j => vscale (1 + eps j) (u j)) = group_sum tokens eps 1 u).
  { intro u. rewrite Same. f_equal. apply functional_extensionality. intro j. f_equal. ring. }
  assert (Two : forall u : Token -> Space, vtotal tokens (fun j => vscale (1 - eps j) (u j)) = group_sum tokens eps (-1) u).
  { intro u. rewrite Same. f_equal. apply functional_extensionality. intro j. f_equal. ring. }
  assert (Off : forall u : Token -> Space, (forall i, inner (vscale (eps i) v) (u i) = 0) <-> forall i, inner v (u i) = 0).
  { intro u. split; intros H i; specialize (H i); rewrite inner_scale_l in *; [|rewrite H; ring].
    assert (E := Signs i). destruct (Rmult_integral _ _ H) as [Z|Z]; [|exact Z]. rewrite Z in E. simpl in E. lra. }
  split; [|split; [|split]].
  - intros [Weights Lengths] kappa. set (w := masked_weight tokens N P).
    assert (Sums := seen_sums tokens N P ET IndN Seen).
    assert (Long := lengths_are tokens N A P v eps Weights tau lam length Lengths).
    assert (Rho : forall i, 0 < pattern_length tokens w tau lam v eps i) by (intro i; unfold w; rewrite <- Long; apply Pos).
    assert (J := jacobian_is tokens N A P v eps Weights V tau lam length Lengths). fold w in J.
    assert (Smooth := fun i j => masked_weight_differentiable tokens N P ET LP BP (pattern v eps) (Sums _) i j).
    assert (Unit_p : forall i, inner (pattern v eps i) (pattern v eps i) = 1).
    { intro i. unfold pattern. rewrite inner_scale_l, inner_scale_r, Unit. assert (E := Signs i). simpl in E. lra. }
    split; [|split].
    + intros eta Eta.
      destruct (continued_told tokens (one_push tokens V w tau) (pattern_jacobian tokens V w tau lam v eps)
        (pattern v eps) (pattern v eps) kappa ET) with
        (m := fun (x : Token -> Space) i => vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j)
          (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))))))
        (K := fun z i => vadd (pattern_jacobian tokens V w tau lam v eps z i)
          (vscale (2 * kappa * inner (vscale (eps i) v) (z i)) (vscale (eps i) v)))
        (eta := eta) as [d [D H]].
      * intro i.
        apply (fderive_apply (S := states Space tokens (proj2 (proj2 ET))) (U := states Space tokens (proj2 (proj2 ET)))
          everywhere (fun x : states Space tokens (proj2 (proj2 ET)) => x i)
          (one_layer tokens V w tau : states Space tokens (proj2 (proj2 ET)) -> states Space tokens (proj2 (proj2 ET)))).
        { split; reflexivity. }
        { exists 1. split; [lra|]. intro x. rewrite Rmult_1_l. apply vnorm_token. }
        exact (pattern_derivative tokens V w tau lam v eps ET LV BV Unit Eigen Signs Rho Smooth).
      * exact (push_near tokens V w tau lam v eps ET LV BV Unit Eigen Signs Rho Smooth).
      * exact (pattern_stays tokens V w tau lam v eps ET LV Unit Eigen Signs Rho).
      * exact Unit_p.
      * intros x i. rewrite masked_pull. reflexivity.
      * intros z i. reflexivity.
      * exact Eta.
      * exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split.
        { intro i. destruct (Z i) as [Z1 [Z2 Z3]]. split; [exact Z1|]. split; [exact Z2|]. split; [|exact Z3].
          intros _. apply Rgt_not_eq, (Sums y i). }
        intro i. rewrite (J (fun j => vsub (y j) (vscale (eps j) v))). exact (Near i).
    + intros a i. rewrite (J (fun j => vscale (a j) (vscale (eps j) v))).
      assert (Zero : pattern_jacobian tokens V w tau lam v eps (fun j => vscale (a j) (vscale (eps j) v)) i = vzero).
      { unfold pattern_jacobian, tangent_part, fixed_push.
        replace (vtotal tokens (fun j => vscale (w (pattern v eps) i j) (vscale (a j) (vscale (eps j) v)))) with
          (vscale (total tokens (fun j => w (pattern v eps) i j * (a j * eps j))) v).
        - rewrite (proj2 LV), Eigen. apply inner_ext. intro y. unfold vsub.
          repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
          rewrite Unit, inner_zero_l. ring.
        - apply inner_ext. intro y. rewrite inner_scale_l, inner_vtotal_l, <- total_scale_r. apply total_ext. intro j.
          rewrite !inner_scale_l. ring. }
      rewrite Zero. split; [reflexivity|]. rewrite inner_scale_r. change (vscale (eps i) v) with (pattern v eps i).
      rewrite Unit_p. vector_sums.
    + intros X Tangent i. rewrite Tangent. vector_sums.
  - intro delta. rewrite Off. split.
    + intro Tangent. destruct (groups_exist tokens eps p q v Signs Balance Size delta Hp Hq Tangent)
        as [f [g [u [[F [G [T [S1 S2]]]] Is]]]].
      exists f, g, u. split; [|exact Is]. rewrite One, Two. repeat split; auto. apply Off, T.
    + intros [f [g [u [[F [G [T _]]] Is]]]] i. rewrite Is, !inner_add_r, !inner_scale_r, F, G. apply Off with (i := i) in T.
      rewrite T. ring.
  - intros [P1 Q1] f g u [[F [G [T [S1 S2]]]] Zero]. rewrite One in S1. rewrite Two in S2.
    apply (groups_are_unique tokens eps p q v Signs Balance Size f g u P1 Q1); [|exact Zero].
    unfold in_groups. repeat split; auto. apply Off, T.
  - rewrite Size. ring.
Qed.
