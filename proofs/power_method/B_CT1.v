(* B-CT1: the flow linearised at a sign pattern, under any mask, causal, full and at consensus. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns.
From Kernel Require Import MaskedPattern TriangularRows PatternGroups PatternFlow.
From Theorems Require B_R8.
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

Section Pattern.
Context {Space : inner_product_space} {Token Mode : Type} (tokens : list Token) (v : Mode -> Space) (eps : Token -> R)
  (P P_T V : Space -> Space) (N up_to before : Token -> Token -> R) (lam : Mode -> R) (same : Mode -> Mode -> R)
  (same_t : Token -> Token -> R) (p q dimension : R) (r : Mode).
Hypotheses (ET : enumerates tokens) (AP : adjoint P P_T) (AV : adjoint V V) (BP : bounded_operator P) (BV : bounded_operator V)
  (Same : kronecker same) (Orth : forall a b, inner (v a) (v b) = same a b) (Eigen : forall a, V (v a) = vscale (lam a) (v a))
  (Signs : forall i, eps i ^ 2 = 1).
Let LP := adjoint_linear P P_T AP.
Let LV := adjoint_linear V V AV.
Let Off k : same k r <> 1 -> inner (v r) (v k) = 0.
Proof. intro K. rewrite Orth. apply (proj2 Same). intro E. subst k. apply K, Same. Qed.
Let at_pattern := pattern (v r) eps.
Section Masked.
Variables M A : Token -> Token -> R.
Definition weighed := forall i j, seen_total tokens M P at_pattern i <> 0 /\
  A i j = exp (inner (at_pattern i) (P (at_pattern j))) / seen_total tokens M P at_pattern i.
Definition held i := lam r * eps i * total tokens (fun j => M i j * (A i j * eps j)).
Definition row k (a : Token -> R) i := lam k * total tokens (fun j => M i j * (A i j * a j)) - held i * a i.
Definition jacobian (z : Token -> Space) i := let mean := V (vtotal tokens (fun j => vscale (M i j) (vscale (A i j) (z j)))) in
  vsub (vsub mean (vscale (inner (v r) mean) (v r))) (vscale (held i) (vadd (z i) (vscale (inner (v r) (z i)) (v r)))).
End Masked.
Lemma any_mask (Ind : indicator N) (Seen : forall i, 1 <= total tokens (N i)) A : weighed N A ->
  (forall eta, 0 < eta -> exists near, 0 < near /\ forall y : Token -> Space,
    (forall i, vnorm (vsub (y i) (vscale (eps i) (v r))) <= near) -> exists z : Token -> Space,
    (forall i, (forall j : Token, seen_total tokens N P y i <> 0) /\ let mean := V (vtotal tokens (fun j => vscale (N i j)
      (vscale (exp (inner (y i) (P (y j))) / seen_total tokens N P y i) (y j)))) in z i = vsub mean (vscale (inner (y i) mean) (y i))) /\
    forall i, vnorm (vsub (z i) (vadd vzero (jacobian N A (fun j => vsub (y j) (vscale (eps j) (v r))) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (vscale (eps j) (v r))))) /\
  forall k, same k r <> 1 -> forall a i, jacobian N A (fun j => vscale (a j) (v k)) i = vscale (row N A k a i) (v k).
Proof.
  intro Weights. set (w := masked_weight tokens N P). assert (Unit : inner (v r) (v r) = 1) by (rewrite Orth; apply Same).
  assert (Sums := seen_sums tokens N P ET Ind Seen). assert (Mean := means_are tokens N A P (v r) eps Weights).
  assert (Number := numbers_are tokens N A P (v r) eps Weights).
  assert (Smooth := fun i j => masked_weight_differentiable tokens N P ET LP BP (pattern (v r) eps) (Sums _) i j). split.
  + intros eta Eta.
    destruct (field_told tokens V w (lam r) (v r) eps ET LV BV Unit (Eigen r) Signs Smooth) with
      (m := fun (x : Token -> Space) i => let mean := V (vtotal tokens (fun j => vscale (N i j)
        (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))) in vsub mean (vscale (inner (x i) mean) (x i)))
      (K := field_jacobian tokens V w (lam r) (v r) eps) (eta := eta) as [d [D H]].
    * intros x i. cbv zeta. rewrite masked_pull. reflexivity.
    * reflexivity.
    * exact Eta.
    * exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split.
      { intro i. split; [|apply Z]. intros _. apply Rgt_not_eq, (Sums y i). }
      intro i. unfold jacobian, held. cbv zeta. rewrite (Mean (fun j => vsub (y j) (vscale (eps j) (v r)))), Number. exact (Near i).
  + intros k K a i. unfold jacobian, row, held. cbv zeta. rewrite (Mean (fun j => vscale (a j) (v k))), !Number.
    exact (along_mode tokens V (v r) (v k) (lam k) LV (Eigen k) (Off k K) _ _ a i).
Qed.
Lemma causal_mask : (forall A a k i, row up_to A k a i =
    (lam k * A i i - held up_to A i) * a i + lam k * total tokens (fun j => before i j * (A i j * a j))) ->
  indicator before -> (forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) -> ordered up_to -> forall A, weighed up_to A -> forall k a,
  (forall m, (forall i, before m i = 1 -> a i = 0) -> (forall i, before m i = 1 -> row up_to A k a i = 0) /\
    row up_to A k a m = (lam k * A m m - held up_to A m) * a m) /\
  forall nu, (forall i, row up_to A k a i = nu * a i) /\ (exists i, 0 < a i ^ 2) -> exists m, nu = lam k * A m m - held up_to A m.
Proof.
  intros Own Before Means Order A _ k a. split.
  + intro m. exact (first_rows tokens up_to before A _ _ a _ Order Before Means (Own A a k) m).
  + intros nu [Rows Some]. exact (on_the_diagonal tokens up_to before A _ _ a _ ET Order Before Means (Own A a k) (fun _ => nu) Rows Some).
Qed.
Section Full.
Hypotheses (Balance : total tokens eps = p - q) (Size : size tokens = p + q) (Hp : 0 <= p) (Hq : 0 <= q).
Variable A : Token -> Token -> R.
Definition weighed_fully := forall i j, A i j = exp (inner (vscale (eps i) (v r)) (P (vscale (eps j) (v r)))) /
  total tokens (fun k => exp (inner (vscale (eps i) (v r)) (P (vscale (eps k) (v r))))).
Definition full_jacobian u i := linearised tokens V (v r) (lam r * eps i * total tokens (fun j => A i j * eps j)) (A i) u i.
Let g := inner (v r) (P (v r)).
Lemma scores : weighed_fully -> forall i j, A i j = exp (eps i * eps j * g) / total tokens (fun k => exp (eps i * eps k * g)).
Proof.
  intro Weights. assert (Scores : forall i j, inner (vscale (eps i) (v r)) (P (vscale (eps j) (v r))) = eps i * eps j * g).
  { intros i j. rewrite (proj2 LP), inner_scale_l, inner_scale_r. unfold g. ring. }
  intros i j. rewrite Weights, Scores. f_equal. apply total_ext. intro k. rewrite Scores. reflexivity.
Qed.
Definition disagree := B_R8.B_R8.disagree tokens eps (v r).
Lemma sums_vanish (u : Token -> Space) : disagree u -> (forall i, inner (v r) (u i) = 0) /\ group_sum tokens eps 1 u = vzero /\
  group_sum tokens eps (-1) u = vzero.
Proof.
  intros [T [S1 S2]]. split; [|split].
  - intro i. specialize (T i). rewrite inner_scale_l in T. assert (E := Signs i).
    destruct (Rmult_integral _ _ T) as [Z|Z]; [rewrite Z in E; simpl in E; lra | exact Z].
  - rewrite <- S1. apply (f_equal (vtotal tokens)), functional_extensionality. intro j. f_equal. ring.
  - rewrite <- S2. apply (f_equal (vtotal tokens)), functional_extensionality. intro j. f_equal. ring.
Qed.
Let parts := B_R8.B_R8.grouped tokens eps (v r).
Let in_sum := @B_R8.B_R8.in_sum Space Token eps.
Definition put (a b : R) i := (1 + eps i) / 2 * a + (1 - eps i) / 2 * b.
Definition two_blocks E := let first := (p * E - q) / (p * E + q) in let second := (q * E - p) / (q * E + p) in
  let sigma := (first + second) / 2 in let m := first * second in let defined X := p * E + q <> 0 /\ q * E + p <> 0 /\ X in
  let stay := (1 + first) / 2 in let keep := (1 + second) / 2 in
  (forall k, let trace := lam k * (1 + sigma) - 2 * sigma * lam r in let det := (lam k - lam r) * (sigma * lam k - m * lam r) in
    (defined (0 <= trace ^ 2 - 4 * det) /\ forall z,
      defined ((lam k * stay - lam r * first - z) * (lam k * keep - lam r * second - z) = lam k ^ 2 * (1 - stay) * (1 - keep)) <->
      defined (z ^ 2 - trace * z + det = 0)) /\
    (same k r <> 1 -> forall c f i, defined (full_jacobian (fun j => vscale (put c f j) (v k)) i =
      vscale (put ((lam k * stay - lam r * first) * c + lam k * (1 - stay) * f)
        (lam k * (1 - keep) * c + (lam k * keep - lam r * second) * f) i) (v k)))) /\
  (forall u, disagree u -> forall i, defined (full_jacobian u i = vscale (-1 * lam r * put first second i) (u i))) /\
  (forall delta : Token -> Space, (forall i, inner (vscale (eps i) (v r)) (delta i) = 0) <->
    exists f h u, parts f h u /\ forall i, delta i = in_sum f h u i) /\
  (1 <= p /\ 1 <= q -> forall f h u, parts f h u /\ (forall i, in_sum f h u i = vzero) -> f = vzero /\ h = vzero /\ forall i, u i = vzero) /\
  2 * (dimension - 1) + (p - 1) * (dimension - 1) + (q - 1) * (dimension - 1) = size tokens * (dimension - 1).
Definition between a b (P : Prop) := -1 < a -> a < 1 -> -1 < b -> b < 1 -> P.
Definition stays lk lr m := lk * ((1 + m) / 2) - lr * m.
Definition crossed lk a b := lk ^ 2 * (1 - (1 + a) / 2) * (1 - (1 + b) / 2).
Lemma full_attention :
  (forall a b lk lr, between a b (stays lk lr a + stays lk lr b = lk * (1 + (a + b) / 2) - 2 * ((a + b) / 2) * lr)) ->
  (forall a b lk lr, between a b (stays lk lr a * stays lk lr b - crossed lk a b = (lk - lr) * ((a + b) / 2 * lk - a * b * lr))) ->
  (forall a b lk lr, between a b (0 <= (stays lk lr a - stays lk lr b) ^ 2 + 4 * crossed lk a b)) ->
  weighed_fully -> forall E, 0 < E -> 1 <= p /\ 1 <= q /\ E = exp (2 * inner (P_T (v r)) (v r)) -> two_blocks E.
Proof.
  intros Trace Det Real Weights E HE [P1 [Q1 IsE]]. assert (Ws := scores Weights).
  rewrite (inner_sym _ (P_T (v r))), <- AP, (inner_sym _ (P (v r))) in IsE. fold g in IsE.
  assert (Pp : 0 < p) by lra. assert (Qp : 0 < q) by lra.
  destruct (lengths g p q Pp Qp) as [L1 L2]. rewrite <- IsE in L1, L2.
  assert (Block := a_block tokens eps g p q A Signs Balance Size Pp Qp Ws). rewrite <- IsE in Block.
  assert (Held := held_back tokens eps g p q A Signs Balance Size Pp Qp Ws). rewrite <- IsE in Held.
  assert (N1 : p * E + q <> 0) by lra. assert (N2 : q * E + p <> 0) by lra. unfold two_blocks, put, full_jacobian, linearised. cbv zeta.
  split; [|split; [|split; [|split]]].
  * intro k. split.
    { assert (PE : 0 < p * E /\ 0 < q * E) by (split; apply Rmult_lt_0_compat; assumption).
      assert (Side : forall a b, 0 < a -> 0 < b -> -1 < (a - b) / (a + b) < 1).
      { intros a b Ha Hb. split; apply Rmult_lt_reg_r with (a + b); unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l; lra. }
      destruct (Side (p * E) q) as [F1 F2], (Side (q * E) p) as [S1 S2]; try tauto.
      split; [split; [exact N1|]; split; [exact N2|] | intro z]; rewrite <- Trace, <- Det by assumption; [|unfold stays, crossed; split;
        intros [_ [_ H]]; (split; [exact N1|]); (split; [exact N2|]); lra].
      assert (R := Real _ _ (lam k) (lam r) F1 F2 S1 S2). eapply Rle_trans; [exact R | right; ring]. }
    intros K c f i. split; [exact N1|]. split; [exact N2|].
    rewrite <- Block.
    replace (lam r * (eps i * total tokens (fun j => A i j * eps j))) with
      (lam r * eps i * total tokens (fun j => A i j * eps j)) by ring.
    exact (along_mode tokens V (v r) (v k) (lam k) LV (Eigen k) (Off k K) _ (A i)
      (fun j => (1 + eps j) / 2 * c + (1 - eps j) / 2 * f) i).
  * intros u D i. destruct (sums_vanish u D) as [T [S1 S2]]. split; [exact N1|]. split; [exact N2|].
    replace (-1 * lam r * _) with (- (lam r * eps i * total tokens (fun j => A i j * eps j))) by
      (rewrite Rmult_assoc, Held; ring).
    apply (along_nothing tokens V (v r) LV _ (A i) u i); [|apply T].
    exact (cancelled tokens eps g p q A Signs Balance Size Pp Qp Ws i u S1 S2).
  * exact (B_R8.B_R8.sums tokens eps (v r) p q Signs Balance Size Hp Hq).
  * exact (B_R8.B_R8.once tokens eps (v r) p q Signs Balance Size).
  * rewrite Size. ring.
Qed.
Lemma consensus : weighed_fully ->
  (forall i, eps i = 1) -> (forall k, same k r <> 1 -> forall i, full_jacobian (fun _ => v k) i = vscale (lam k - lam r) (v k)) /\
    (forall u, vtotal tokens (fun j => u j) = vzero /\ (forall i, inner (v r) (u i) = 0) -> forall i,
      full_jacobian u i = vscale (-1 * lam r) (u i)) /\
    (forall k, lam k < lam r -> lam k - lam r < 0) /\ (0 < lam r -> -1 * lam r < 0) /\ forall k, lam r < lam k -> 0 < lam k - lam r.
Proof.
  intros Weights Agree. assert (Ws := scores Weights). assert (Np := size_positive tokens ET).
  assert (Equal : forall i j, A i j = / size tokens).
  { intros i j. rewrite Ws. rewrite (total_ext tokens _ (fun _ => exp g * 1)).
    - rewrite total_scale. change (total tokens (fun _ => 1)) with (size tokens). rewrite !Agree.
      replace (1 * 1 * g) with g by ring. field. split; [lra | apply Rgt_not_eq, exp_pos].
    - intro k. rewrite !Agree. replace (1 * 1 * g) with g by ring. ring. }
  assert (Held : forall i, eps i * total tokens (fun j => A i j * eps j) = 1).
  { intro i. rewrite Agree, (total_ext tokens _ (fun _ => / size tokens * 1)) by (intro j; rewrite Equal, Agree; ring).
    rewrite total_scale. change (total tokens (fun _ => 1)) with (size tokens). field. lra. }
  split; [|split; [|repeat split; intros; lra]]; unfold full_jacobian, linearised.
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
Qed.
End Full.
End Pattern.
