(* B-GEN: the derivative of a layer at a sign pattern, under any mask; causal attention makes it triangular. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns Masks.
From Kernel Require Import MaskedPattern TriangularRows.
From Kernel Require Import Valued.
From Claimed Require Import B_GEN.
Open Scope R_scope.

Theorem proof : B_GEN.
Proof.
  intros Space Token tokens A eps v P P_T N length tau lam V V_T w1 mu omega z1 up_to before p q same _ ET Means AP IndN AV _ _ IndB
    _ Same Split Order BP _ BV _ Unit Eigen Tau Signs _ _ _ _ _ _ _ _ Rows Pos.
  assert (LP := adjoint_linear P P_T AP). assert (LV := adjoint_linear V V_T AV).
  split.
  - intros [Weights Lengths].
    set (w := masked_weight tokens N P).
    assert (Sums := seen_sums tokens N P ET IndN Rows).
    assert (Long := lengths_are tokens N A P v eps Weights tau lam length Lengths).
    assert (Rho : forall i, 0 < pattern_length tokens w tau lam v eps i) by (intro i; unfold w; rewrite <- Long; apply Pos).
    assert (J := jacobian_is tokens N A P v eps Weights V tau lam length Lengths).
    split; [|split].
    + intros eta Eta.
      assert (Told := pattern_told tokens V w tau lam v eps ET LV BV Unit Eigen Signs Rho
        (fun i j => masked_weight_differentiable tokens N P ET LP BP (pattern v eps) (Sums _) i j)
        (fun x i => vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j)
          (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))))))
        _ (fun x i => f_equal (fun s => vadd (x i) (vscale tau (V s)))
          (masked_sum tokens N (fun i j => exp (inner (x i) (P (x j))) / seen_total tokens N P x i) x i))
        J eta Eta).
      told_with_sums Told Sums.
    + intros eta Eta.
      destruct (pattern_told tokens V (fun _ i j => N i j * A i j) tau lam v eps ET LV BV Unit Eigen Signs) with
        (m := fun (x : Token -> Space) i => vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j)
          (vscale (A i j) (x j)))))))
        (K := pattern_jacobian tokens V w tau lam v eps) (eta := eta) as [d [D H]].
      * intro i. unfold pattern_length, drawn_to. rewrite <- masked_numbers.
        replace (1 + tau * lam * eps i * _) with (length i) by (rewrite Lengths; ring). apply Pos.
      * intros i j. eexists.
        apply (fderive_const (S := states Space tokens (proj2 (proj2 ET))) (U := real_line) everywhere (N i j * A i j)).
      * intros x i. unfold one_push, one_pull. rewrite masked_sum. reflexivity.
      * intros z i. rewrite <- J, masked_sum. unfold pattern_jacobian, fixed_push, tangent_part, pattern_length, drawn_to.
        rewrite <- masked_numbers. replace (1 + tau * lam * eps i * _) with (length i) by (rewrite Lengths; ring).
        reflexivity.
      * exact Eta.
      * exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split; [exact Z|].
        intro i. specialize (Near i). rewrite <- J in Near. exact Near.
    + intros [E1 E2] a b i.
      set (ra := total tokens (fun j => N i j * (A i j * a j))).
      set (rb := total tokens (fun j => N i j * (A i j * b j))).
      assert (S : vtotal tokens (fun j => vscale (N i j) (vscale (A i j) (vsub (vscale (a j) w1) (vscale (b j) z1)))) =
        vsub (vscale ra w1) (vscale rb z1)).
      { apply inner_ext. intro y. unfold vsub. rewrite inner_vtotal_l, inner_add_l, !inner_scale_l. unfold ra, rb.
        rewrite <- (total_scale_r tokens (inner w1 y)), <- (total_scale_r tokens (inner z1 y)).
        rewrite <- total_scale, <- total_add. apply total_ext. intro j.
        rewrite !inner_scale_l, inner_add_l, !inner_scale_l. ring. }
      assert (R0 := Pos i). rewrite S, (linear_sub V LV), !(proj2 LV), E1, E2.
      apply inner_ext. intro y. unfold vsub.
      repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
      field. lra.
  - intros B r Rpos _ nu0 a. split.
    + intros k Zero.
      destruct (first_rows tokens up_to before same B a ET Order Same Split k IndB Means Zero) as [None Own].
      split; [intros i I; rewrite (None i I), (Zero i I) | rewrite Own]; field; apply Rgt_not_eq, Rpos.
    + intros nu [Rws Some].
      destruct (on_the_diagonal tokens up_to before same B (fun i => / r i) (fun i => tau * nu0 / r i) a ET Order Same
        Split nu IndB Means) as [k E]; [|exact Some|].
      * intro i. rewrite <- Rws. field. apply Rgt_not_eq, Rpos.
      * exists k. rewrite E. field. apply Rgt_not_eq, Rpos.
Qed.
