(* B-GEN: the derivative of a layer at a sign pattern, under any mask; causal attention makes it triangular. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns Masks.
From Kernel Require Import MaskedPattern TriangularRows.
From Kernel Require Import Valued.
Open Scope R_scope.

Section Pattern.
Context {Space : inner_product_space} {Token : Type} (tokens : list Token) (A N : Token -> Token -> R) (eps length : Token -> R)
  (v : Space) (P P_T V V_T : Space -> Space) (tau lam : R).
Definition soft x i j := exp (inner (x i) (P (x j))) / total tokens (fun k => N i k * exp (inner (x i) (P (x k)))).
Definition pushed (B : Token -> Token -> R) (x : Token -> Space) i :=
  vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j) (vscale (B i j) (x j)))))).
Definition at_v i := vscale (eps i) v.
Definition moves_by (z : Token -> Space) i :=
  vscale (/ length i) (vsub (pushed A z i) (vscale (inner v (pushed A z i)) v)).
Definition attends := (forall i j, total tokens (fun k => N i k * exp (inner (at_v i) (P (at_v k)))) <> 0 /\
    A i j = soft at_v i j) /\
  forall i, length i = 1 + tau * lam * eps i * total tokens (fun j => N i j * (A i j * eps j)).
Hypothesis ET : enumerates tokens.
Hypothesis AV : adjoint V V_T.
Hypothesis BV : bounded_operator V.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Pos : forall i, 0 < length i.
Lemma pattern_moves : attends -> adjoint P P_T -> indicator N -> bounded_operator P ->
  (forall i, 1 <= total tokens (fun j => N i j)) -> forall eta, 0 < eta -> exists near, 0 < near /\
  forall y : Token -> Space, (forall i, vnorm (vsub (y i) (at_v i)) <= near) -> exists z : Token -> Space,
    (forall i, vnorm (pushed (soft y) y i) <> 0 /\
      (forall j : Token, total tokens (fun k => N i k * exp (inner (y i) (P (y k)))) <> 0) /\
      z i = vscale (/ vnorm (pushed (soft y) y i)) (pushed (soft y) y i)) /\
    forall i, vnorm (vsub (z i) (vadd (at_v i) (moves_by (fun j => vsub (y j) (at_v j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (at_v j))).
Proof.
  intros [Weights Lengths] AP IndN BP Rows eta Eta.
  assert (LP := adjoint_linear P P_T AP). assert (LV := adjoint_linear V V_T AV).
  set (w := masked_weight tokens N P).
  assert (Sums := seen_sums tokens N P ET IndN Rows).
  assert (Long := lengths_are tokens N A P v eps Weights tau lam length Lengths).
  assert (Rho : forall i, 0 < pattern_length tokens w tau lam v eps i) by (intro i; unfold w; rewrite <- Long; apply Pos).
  assert (J := jacobian_is tokens N A P v eps Weights V tau lam length Lengths).
  assert (Told := pattern_told tokens V w tau lam v eps ET LV BV Unit Eigen Signs Rho
    (fun i j => masked_weight_differentiable tokens N P ET LP BP (pattern v eps) (Sums _) i j)
    (fun x i => vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (N i j)
      (vscale (exp (inner (x i) (P (x j))) / seen_total tokens N P x i) (x j)))))))
    _ (fun x i => f_equal (fun s => vadd (x i) (vscale tau (V s)))
      (masked_sum tokens N (fun i j => exp (inner (x i) (P (x j))) / seen_total tokens N P x i) x i))
    J eta Eta).
  told_with_sums Told Sums.
Qed.
Lemma fixed_weights_move : attends -> forall eta, 0 < eta -> exists near, 0 < near /\
  forall y : Token -> Space, (forall i, vnorm (vsub (y i) (at_v i)) <= near) -> exists z : Token -> Space,
    (forall i, vnorm (pushed A y i) <> 0 /\ z i = vscale (/ vnorm (pushed A y i)) (pushed A y i)) /\
    forall i, vnorm (vsub (z i) (vadd (at_v i) (moves_by (fun j => vsub (y j) (at_v j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (at_v j))).
Proof.
  intros [Weights Lengths] eta Eta. assert (LV := adjoint_linear V V_T AV).
  assert (J := jacobian_is tokens N A P v eps Weights V tau lam length Lengths).
  destruct (pattern_told tokens V (fun _ i j => N i j * A i j) tau lam v eps ET LV BV Unit Eigen Signs) with
    (m := pushed A) (K := pattern_jacobian tokens V (masked_weight tokens N P) tau lam v eps) (eta := eta) as [d [D H]].
  - intro i. unfold pattern_length, drawn_to. rewrite <- masked_numbers.
    replace (1 + tau * lam * eps i * _) with (length i) by (rewrite Lengths; ring). apply Pos.
  - intros i j. eexists.
    apply (fderive_const (S := states Space tokens (proj2 (proj2 ET))) (U := real_line) everywhere (N i j * A i j)).
  - intros x i. unfold pushed, one_push, one_pull. rewrite masked_sum. reflexivity.
  - intros z i. rewrite <- J, masked_sum. unfold pattern_jacobian, fixed_push, tangent_part, pattern_length, drawn_to.
    rewrite <- masked_numbers. replace (1 + tau * lam * eps i * _) with (length i) by (rewrite Lengths; ring).
    reflexivity.
  - exact Eta.
  - exists d. split; [exact D|]. intros y Hy. destruct (H y Hy) as [z [Z Near]]. exists z. split; [exact Z|].
    intro i. specialize (Near i). rewrite <- J in Near. exact Near.
Qed.
End Pattern.

Section Causal.
Context {Token : Type} (tokens : list Token) (B up_to before : Token -> Token -> R) (r : Token -> R) (tau : R).
Definition moves mu a i := a i + tau * mu * total tokens (fun j => up_to i j * (B i j * a j)).
Definition row mu a i := moves mu a i / r i.
Lemma triangular : (forall a B nu i, a i + tau * nu * total tokens (fun j => up_to i j * (B i j * a j)) =
    (1 + tau * nu * B i i) * a i + tau * nu * total tokens (fun j => before i j * (B i j * a j))) ->
  enumerates tokens -> (forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) -> indicator before -> ordered up_to ->
  (forall i, 0 < r i) ->
  forall mu a, (forall k, (forall i, before k i = 1 -> a i = 0) ->
      (forall i, before k i = 1 -> row mu a i = 0) /\ row mu a k = (1 + tau * mu * B k k) / r k * a k) /\
    forall nu, (forall i, row mu a i = nu * a i) /\ (exists i, 0 < a i ^ 2) ->
      exists k, nu = (1 + tau * mu * B k k) / r k.
Proof.
  intros Own ET Means IndB Order Rpos mu a. unfold row. assert (Row := fun i => Own a B mu i : moves mu a i = _). split.
  - intros k Zero. destruct (first_rows tokens up_to before B _ _ a _ Order IndB Means Row k Zero) as [None Last].
    split; [intros i I; rewrite (None i I) | rewrite Last]; field; apply Rgt_not_eq, Rpos.
  - intros nu [Rws Some].
    destruct (on_the_diagonal tokens up_to before B _ _ a _ ET Order IndB Means Row (fun i => nu * r i)) as [k E]; [|exact Some|].
    + intro i. specialize (Rws i). assert (r i <> 0) by apply Rgt_not_eq, Rpos.
      replace (moves mu a i) with (r i * (moves mu a i / r i)) by (field; assumption). rewrite Rws. ring.
    + exists k. rewrite <- E. field. apply Rgt_not_eq, Rpos.
Qed.
End Causal.
