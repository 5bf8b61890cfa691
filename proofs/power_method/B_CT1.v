(* B-CT1: the flow linearised at a sign pattern, under any mask, causal, full and at consensus. *)
From Coq Require Import Reals Lra Psatz List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns.
From Kernel Require Import MaskedPattern TriangularRows PatternGroups PatternFlow.
From Kernel Require Bipartite.
From Claimed Require Import B_CT1.
Open Scope R_scope.

Section Mode.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (v e : U) (mu : R).
Hypothesis LV : linear V.
Hypothesis Eigen : V e = vscale mu e.
Hypothesis Off : inner v e = 0.
Definition linearised h (B : Token -> R) (z : Token -> U) i :=
  vsub (vsub (V (vtotal tokens (fun j => vscale (B j) (z j)))) (vscale (inner v (V (vtotal tokens (fun j =>
    vscale (B j) (z j))))) v)) (vscale h (vadd (z i) (vscale (inner v (z i)) v))).
Lemma along_mode h B a i : linearised h B (fun j => vscale (a j) e) i =
  vscale (mu * total tokens (fun j => B j * a j) - h * a i) e.
Proof.
  unfold linearised. replace (vtotal tokens (fun j => vscale (B j) (vscale (a j) e))) with
    (vscale (total tokens (fun j => B j * a j)) e).
  - rewrite (proj2 LV), Eigen. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_scale_r). rewrite Off. ring.
  - apply inner_ext. intro q. rewrite inner_scale_l, inner_vtotal_l, <- total_scale_r. apply total_ext. intro j.
    rewrite !inner_scale_l. ring.
Qed.
(* What the weights cancel is held back alone. *)
Lemma along_nothing h B (z : Token -> U) i : vtotal tokens (fun j => vscale (B j) (z j)) = vzero -> inner v (z i) = 0 ->
  linearised h B z i = vscale (- h) (z i).
Proof.
  intros Zero T. unfold linearised. rewrite Zero, (linear_zero V LV), T. apply inner_ext. intro q. unfold vsub.
  repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_zero_l || rewrite inner_zero_r). ring.
Qed.
End Mode.

Section Blocks.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Let first := (p * E - q) / (p * E + q).
Let second := (q * E - p) / (q * E + p).
Lemma numbers lk lr z :
  (lk * ((1 + first) / 2) - lr * first - z) * (lk * ((1 + second) / 2) - lr * second - z) =
    lk ^ 2 * (1 - (1 + first) / 2) * (1 - (1 + second) / 2) <->
  z ^ 2 - (lk * (1 + (first + second) / 2) - 2 * ((first + second) / 2) * lr) * z +
    (lk - lr) * ((first + second) / 2 * lk - first * second * lr) = 0.
Proof. split; intro H; lra. Qed.
Lemma real lk lr : 0 <= (lk * (1 + (first + second) / 2) - 2 * ((first + second) / 2) * lr) ^ 2 -
  4 * ((lk - lr) * ((first + second) / 2 * lk - first * second * lr)).
Proof.
  assert (H := Bipartite.disc p q E P Q HE lk lr). unfold Bipartite.tr, Bipartite.det, Bipartite.s, Bipartite.m in H.
  fold first second in H. unfold Bipartite.mp, Bipartite.mm in H. fold first second in H. lra.
Qed.
End Blocks.

Theorem proof : B_CT1.
Proof.
  intros Space Token tokens Mode modes v eps P P_T N V lam same up_to before p q dimension same_t r _ ET EM _ _ Means AP IndN AV
    Same IndU _ IndB _ SameT Split Order BP _ BV Orth Eigen Signs Balance Size Hp Hq _ _ _ _ Seen Span.
  assert (LP := adjoint_linear P P_T AP). assert (LV := adjoint_linear V V AV).
  assert (Unit : inner (v r) (v r) = 1) by (rewrite Orth; apply Same).
  assert (Off : forall k, same k r <> 1 -> inner (v r) (v k) = 0).
  { intros k K. rewrite Orth. apply (proj2 Same). intro E. subst k. apply K, Same. }
  assert (One : forall u : Token -> Space, vtotal tokens (fun j => vscale (1 + eps j) (u j)) = group_sum tokens eps 1 u).
  { intro u. unfold group_sum. f_equal. apply functional_extensionality. intro j. f_equal. ring. }
  assert (Two : forall u : Token -> Space, vtotal tokens (fun j => vscale (1 - eps j) (u j)) = group_sum tokens eps (-1) u).
  { intro u. unfold group_sum. f_equal. apply functional_extensionality. intro j. f_equal. ring. }
  assert (Flat : forall u : Token -> Space, (forall i, inner (vscale (eps i) (v r)) (u i) = 0) <->
    forall i, inner (v r) (u i) = 0).
  { intro u. split; intros H i; specialize (H i); rewrite inner_scale_l in *; [|rewrite H; ring].
    assert (E := Signs i). destruct (Rmult_integral _ _ H) as [Z|Z]; [|exact Z]. rewrite Z in E. simpl in E. lra. }
  split; [|split].
  - intros A Weights. set (w := masked_weight tokens N P).
    assert (Sums := seen_sums tokens N P ET IndN Seen).
    assert (Mean := means_are tokens N A P (v r) eps Weights).
    assert (Number := numbers_are tokens N A P (v r) eps Weights).
    assert (Smooth := fun i j => masked_weight_differentiable tokens N P ET LP BP (pattern (v r) eps) (Sums _) i j).
    split.
    + intros eta Eta.
      destruct (field_told tokens V w (lam r) (v r) eps ET LV BV Unit (Eigen r) Signs Smooth) with
        (m := fun (x : Token -> Space) i => vsub (V (vtotal tokens (fun j => vscale (N i j)
          (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))))
          (vscale (inner (x i) (V (vtotal tokens (fun j => vscale (N i j)
          (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))))) (x i)))
        (K := field_jacobian tokens V w (lam r) (v r) eps) (eta := eta) as [d [D H]].
      * intros x i. rewrite masked_pull. reflexivity.
      * reflexivity.
      * exact Eta.
      * exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split.
        { intro i. split; [|apply Z]. intros _. apply Rgt_not_eq, (Sums y i). }
        intro i. rewrite (Mean (fun j => vsub (y j) (vscale (eps j) (v r)))), Number. exact (Near i).
    + intros k K a i. rewrite (Mean (fun j => vscale (a j) (v k))), !Number.
      exact (along_mode tokens V (v r) (v k) (lam k) LV (Eigen k) (Off k K) _ _ a i).
  - intros A Weights k a. split.
    + intros m Zero.
      destruct (first_rows tokens up_to before same_t A a ET Order SameT Split m IndB Means Zero) as [None Own].
      split; [intros i I; rewrite (None i I), (Zero i I); ring | rewrite Own; ring].
    + intros nu [Rows Some].
      destruct (on_the_diagonal tokens up_to before same_t A
        (fun i => - (lam r * eps i * total tokens (fun j => up_to i j * (A i j * eps j)))) (fun _ => lam k) a ET Order SameT
        Split nu IndB Means) as [m E]; [|exact Some|].
      * intro i. rewrite <- Rows. ring.
      * exists m. rewrite E. ring.
  - intros A Weights. set (g := inner (v r) (P (v r))).
    assert (Scores : forall i j, inner (vscale (eps i) (v r)) (P (vscale (eps j) (v r))) = eps i * eps j * g).
    { intros i j. rewrite (proj2 LP), inner_scale_l, inner_scale_r. unfold g. ring. }
    assert (Ws : forall i j, A i j = exp (eps i * eps j * g) / total tokens (fun k => exp (eps i * eps k * g))).
    { intros i j. rewrite Weights, Scores. f_equal. apply total_ext. intro k. rewrite Scores. reflexivity. }
    split.
    + intros E HE [P1 [Q1 IsE]]. rewrite (inner_sym _ (P_T (v r))), <- AP, (inner_sym _ (P (v r))) in IsE. fold g in IsE.
      assert (Pp : 0 < p) by lra. assert (Qp : 0 < q) by lra.
      destruct (lengths g p q Pp Qp) as [L1 L2]. rewrite <- IsE in L1, L2.
      assert (Block := a_block tokens eps g p q A Signs Balance Size Pp Qp Ws). rewrite <- IsE in Block.
      assert (Held := held_back tokens eps g p q A Signs Balance Size Pp Qp Ws). rewrite <- IsE in Held.
      assert (N1 : p * E + q <> 0) by lra. assert (N2 : q * E + p <> 0) by lra.
      split; [|split; [|split; [|split]]].
      * intro k. split.
        { split; [split; [exact N1|]; split; [exact N2|]; apply (real p q E Pp Qp HE)|].
          intro z. assert (X := numbers p q E (lam k) (lam r) z). split; intros [_ [_ H]]; (split; [exact N1|]);
            (split; [exact N2|]); apply X, H. }
        intros K c f i. split; [exact N1|]. split; [exact N2|].
        rewrite <- Block.
        replace (lam r * (eps i * total tokens (fun j => A i j * eps j))) with
          (lam r * eps i * total tokens (fun j => A i j * eps j)) by ring.
        exact (along_mode tokens V (v r) (v k) (lam k) LV (Eigen k) (Off k K) _ (A i)
          (fun j => (1 + eps j) / 2 * c + (1 - eps j) / 2 * f) i).
      * intros u [T [S1 S2]] i. split; [exact N1|]. split; [exact N2|]. rewrite One in S1. rewrite Two in S2.
        replace (-1 * lam r * _) with (- (lam r * eps i * total tokens (fun j => A i j * eps j))) by
          (rewrite Rmult_assoc, Held; ring).
        apply (along_nothing tokens V (v r) LV _ (A i) u i); [|apply Flat, T].
        exact (cancelled tokens eps g p q A Signs Balance Size Pp Qp Ws i u S1 S2).
      * intro delta. rewrite Flat. split.
        { intro Tangent. destruct (groups_exist tokens eps p q (v r) Signs Balance Size delta Hp Hq Tangent)
            as [f [h [u [[F [G [T [S1 S2]]]] Is]]]].
          exists f, h, u. split; [|exact Is]. rewrite One, Two. repeat split; auto. apply Flat, T. }
        intros [f [h [u [[F [G [T _]]] Is]]]] i. rewrite Is, !inner_add_r, !inner_scale_r, F, G.
        rewrite (proj1 (Flat u) T i). ring.
      * intros _ f h u [[F [G [T [S1 S2]]]] Zero]. rewrite One in S1. rewrite Two in S2.
        apply (groups_are_unique tokens eps p q (v r) Signs Balance Size f h u P1 Q1); [|exact Zero].
        unfold in_groups. repeat split; auto. apply Flat, T.
      * rewrite Size. ring.
    + intro Agree. assert (Np := size_positive tokens ET).
      assert (Equal : forall i j, A i j = / size tokens).
      { intros i j. rewrite Ws. rewrite (total_ext tokens _ (fun _ => exp g * 1)).
        - rewrite total_scale. change (total tokens (fun _ => 1)) with (size tokens). rewrite !Agree.
          replace (1 * 1 * g) with g by ring. field. split; [lra | apply Rgt_not_eq, exp_pos].
        - intro k. rewrite !Agree. replace (1 * 1 * g) with g by ring. ring. }
      assert (Held : forall i, eps i * total tokens (fun j => A i j * eps j) = 1).
      { intro i. rewrite Agree, (total_ext tokens _ (fun _ => / size tokens * 1)) by (intro j; rewrite Equal, Agree; ring).
        rewrite total_scale. change (total tokens (fun _ => 1)) with (size tokens). field. lra. }
      split; [|split; [|split; [|split]]].
      * intros k K i.
        assert (X := along_mode tokens V (v r) (v k) (lam k) LV (Eigen k) (Off k K)
          (lam r * eps i * total tokens (fun j => A i j * eps j)) (A i) (fun _ => 1) i). unfold linearised in X.
        rewrite (total_ext tokens (fun j => A i j * 1) (fun _ => / size tokens * 1)) in X by (intro j; rewrite Equal; ring).
        rewrite total_scale in X. change (total tokens (fun _ => 1)) with (size tokens) in X.
        replace (lam k * (/ size tokens * size tokens) - lam r * eps i * total tokens (fun j => A i j * eps j) * 1) with
          (lam k - lam r) in X by
          (replace (lam r * eps i * total tokens (fun j => A i j * eps j)) with (lam r) by (rewrite Rmult_assoc, Held; ring);
            field; lra).
        replace (fun j => vscale (A i j) (vscale 1 (v k))) with (fun j => vscale (A i j) (v k)) in X by
          (apply functional_extensionality; intro j; rewrite vscale_one; reflexivity).
        rewrite !vscale_one in X. exact X.
      * intros u [Sum T] i. replace (-1 * lam r) with (- (lam r * eps i * total tokens (fun j => A i j * eps j))) by
          (rewrite Rmult_assoc, Held; ring).
        apply (along_nothing tokens V (v r) LV _ (A i) u i); [|apply T].
        apply inner_ext. intro y. rewrite inner_vtotal_l.
        rewrite (total_ext tokens _ (fun j => / size tokens * inner (u j) y)) by
          (intro j; rewrite inner_scale_l, Equal; reflexivity).
        assert (Z : total tokens (fun j => inner (u j) y) = 0) by (rewrite <- (inner_vtotal_l tokens (fun j => u j) y), Sum; apply inner_zero_l).
        rewrite total_scale, Z, inner_zero_l. ring.
      * intros k K. lra.
      * intro K. lra.
      * intros k K. lra.
Qed.
