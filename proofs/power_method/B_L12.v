(* B-L12: the weights of two opposite groups, their lengths, and the derivative there. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns.
Open Scope R_scope.

Section Groups.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (A : Token -> Token -> R) (eps : Token -> R) (v : S)
  (P P_T V : S -> S) (length : Token -> R) (tau lam p q : R).
Hypotheses (AP : adjoint P P_T) (Signs : forall i, eps i ^ 2 = 1)
  (Weights : forall i j, A i j = exp (inner (vscale (eps i) v) (P (vscale (eps j) v))) /
    total tokens (fun k => exp (inner (vscale (eps i) v) (P (vscale (eps k) v)))))
  (Lengths : forall i, length i = 1 + tau * lam * eps i * total tokens (fun j => A i j * eps j)).
Let LP := adjoint_linear P P_T AP.
Section Weights.
Hypotheses (P1 : 1 <= p) (Q1 : 1 <= q).
Let g := inner v (P v).
Let E := exp (2 * inner (P_T v) v).
Let E0 : 0 < E. Proof. apply exp_pos. Qed.
Let pE : 0 < p * E. Proof. apply Rmult_lt_0_compat; lra. Qed.
Let qE : 0 < q * E. Proof. apply Rmult_lt_0_compat; lra. Qed.
Definition w F i j := F + 1 + (F - 1) * eps i * eps j.
Definition of_group i a b := ((1 + eps i) * a + (1 - eps i) * b) / 2.
Hypotheses (Rows : forall F, 0 < F -> (forall i j, 0 < w F i j) -> forall i, total tokens (fun k => w F i k) = 2 * of_group i (p * F + q) (q * F + p))
  (Long : forall F, 0 < F -> (forall i j, 0 < w F i j) -> forall i, 1 + tau * lam * eps i * total tokens (fun j => w F i j /
    total tokens (fun k => w F i k) * eps j) = of_group i (1 + tau * lam * ((p * F - q) / (p * F + q))) (1 + tau * lam * ((q * F - p) / (q * F + p)))).
Let Sign : forall i, eps i = 1 \/ eps i = -1.
Proof.
  intro i. assert (Q := Signs i). assert (Z : (eps i - 1) * (eps i + 1) = 0) by lra.
  destruct (Rmult_integral _ _ Z); [left | right]; lra.
Qed.
Let Up : forall i j, 0 < w E i j.
Proof. intros i j. unfold w. destruct (Sign i) as [-> | ->], (Sign j) as [-> | ->]; lra. Qed.
Let Score : forall i j, exp (inner (vscale (eps i) v) (P (vscale (eps j) v))) = exp (- g) / 2 * w E i j.
Proof.
  assert (X : exp g = exp (- g) * E).
  { unfold E. rewrite <- exp_plus. f_equal. unfold g. rewrite (inner_sym _ (P_T v)), <- AP, (inner_sym _ (P v)). ring. }
  intros i j. rewrite (proj2 LP), inner_scale_l, inner_scale_r. fold g. unfold w.
  destruct (Sign i) as [-> | ->], (Sign j) as [-> | ->];
    [replace (1 * (1 * g)) with g by ring | replace (1 * (-1 * g)) with (- g) by ring
    | replace (-1 * (1 * g)) with (- g) by ring | replace (-1 * (-1 * g)) with g by ring]; rewrite ?X; field.
Qed.
Let Share : forall i j, A i j = w E i j / total tokens (fun k => w E i k).
Proof.
  intros i j. rewrite Weights, Score, (total_ext tokens _ (fun k => exp (- g) / 2 * w E i k)), total_scale by (intro; apply Score).
  assert (0 < total tokens (fun k => w E i k)) by (rewrite (Rows E E0 Up); unfold of_group; destruct (Sign i) as [-> | ->]; lra).
  assert (0 < exp (- g)) by apply exp_pos. change (total tokens (fun k => w E i k)) with (total tokens (w E i)) in *. field. lra.
Qed.
Let Length i : length i = of_group i (1 + tau * lam * ((p * E - q) / (p * E + q))) (1 + tau * lam * ((q * E - p) / (q * E + p))).
Proof. rewrite <- (Long E E0 Up), Lengths. do 2 f_equal. apply total_ext. intro j. rewrite Share. reflexivity. Qed.
Lemma first_group : forall i, eps i = 1 ->
  (forall j, (eps j = 1 -> p * E + q <> 0 /\ A i j = E / (p * E + q)) /\
    (eps j = -1 -> p * E + q <> 0 /\ A i j = 1 / (p * E + q))) /\
  (p * E + q <> 0 /\ length i = 1 + tau * lam * ((p * E - q) / (p * E + q))).
Proof.
  intros i I. split; [intro j; split; intro J; (split; [lra|]); rewrite Share, (Rows E E0 Up); unfold w, of_group; rewrite I, J; field; lra|].
  split; [lra|]. rewrite Length. unfold of_group. rewrite I. field. lra.
Qed.
Lemma second_group : forall i, eps i = (-1) ->
  (forall j, (eps j = (-1) -> q * E + p <> 0 /\ A i j = E / (q * E + p)) /\
    (eps j = 1 -> q * E + p <> 0 /\ A i j = 1 / (q * E + p))) /\
  (q * E + p <> 0 /\ length i = 1 + tau * lam * ((q * E - p) / (q * E + p))).
Proof.
  intros i I. split; [intro j; split; intro J; (split; [lra|]); rewrite Share, (Rows E E0 Up); unfold w, of_group; rewrite I, J; field; lra|].
  split; [lra|]. rewrite Length. unfold of_group. rewrite I. field. lra.
Qed.
End Weights.
Definition pushed (y : Token -> S) i := vadd (y i) (vscale tau (V (vtotal tokens (fun j =>
  vscale (exp (inner (y i) (P (y j))) / total tokens (fun k => exp (inner (y i) (P (y k))))) (y j))))).
Definition J (z : Token -> S) i := vscale (/ length i) (vadd (vsub (z i) (vscale (inner v (z i)) v)) (vscale tau (vtotal tokens (fun j =>
  vscale (A i j) (vsub (V (z j)) (vscale (lam * inner v (z j)) v)))))).
Lemma derivative : (forall delta i, let moved := vadd (delta i) (vscale tau (V (vtotal tokens (fun j => vscale (A i j) (delta j))))) in
    vsub moved (vscale (inner v moved) v) = vadd (vsub (delta i) (vscale (inner v (delta i)) v)) (vscale tau (vtotal tokens (fun j =>
      vscale (A i j) (vsub (V (delta j)) (vscale (lam * inner v (delta j)) v)))))) ->
  enumerates tokens -> adjoint V V -> bounded_operator P -> bounded_operator V -> inner v v = 1 -> V v = vscale lam v ->
  (forall i, 0 < length i) -> forall eta, 0 < eta -> exists d, 0 < d /\ forall y : Token -> S,
  (forall i, vnorm (vsub (y i) (vscale (eps i) v)) <= d) -> exists z : Token -> S,
  (forall i, vnorm (pushed y i) <> 0 /\ z i = vscale (/ vnorm (pushed y i)) (pushed y i)) /\
  forall i, vnorm (vsub (z i) (vadd (vscale (eps i) v) (J (fun j => vsub (y j) (vscale (eps j) v)) i))) <=
    eta * total tokens (fun j => vnorm (vsub (y j) (vscale (eps j) v))).
Proof.
  intros Jacobian ET AV BP BV Unit Eigen Pos. assert (LV := adjoint_linear V V AV).
  set (w := fun (y : Token -> S) i j => exp (inner (y i) (P (y j))) / total tokens (fun k => exp (inner (y i) (P (y k))))).
  assert (W : forall i j, A i j = w (pattern v eps) i j) by exact Weights.
  assert (Rho : forall i, length i = pattern_length tokens w tau lam v eps i).
  { intro i. rewrite Lengths. unfold pattern_length, drawn_to. f_equal. f_equal. apply total_ext. intro j. rewrite W. reflexivity. }
  assert (Smooth : forall i j, differentiable_at (S := states S tokens (proj2 (proj2 ET))) (fun y => w y i j) (pattern v eps)).
  { intros i j. destruct (masked_weight_differentiable tokens (fun _ _ => 1) P ET LP BP (pattern v eps)) with (i := i) (j := j)
      as [J HJ].
    - intro k. apply (total_positive tokens); [exact ET|]. intro. rewrite Rmult_1_l. apply exp_pos.
    - exists J. eapply fderive_ext; [exact HJ|].
      intro y. unfold masked_weight, seen_total, w. rewrite Rmult_1_l.
      rewrite (total_ext tokens (fun k => 1 * exp (inner (y i) (P (y k)))) (fun k => exp (inner (y i) (P (y k))))) by
        (intro; ring). reflexivity. }
  intros eta Eta.
  apply (pattern_told tokens V w tau lam v eps ET LV BV Unit Eigen Signs) with
    (m := fun y i => vadd (y i) (vscale tau (V (vtotal tokens (fun j => vscale (w y i j) (y j))))))
    (K := fun z i => vscale (/ length i) (vadd (vsub (z i) (vscale (inner v (z i)) v)) (vscale tau (vtotal tokens (fun j =>
      vscale (A i j) (vsub (V (z j)) (vscale (lam * inner v (z j)) v)))))));
    [intro i; rewrite <- Rho; apply Pos | exact Smooth | reflexivity | | exact Eta].
  intros z i. unfold pattern_jacobian, fixed_push, tangent_part. rewrite <- Rho. f_equal.
  rewrite <- Jacobian. cbv zeta. replace (fun j => vscale (A i j) (z j)) with (fun j => vscale (w (pattern v eps) i j) (z j)) by
    (apply functional_extensionality; intro j; rewrite W; reflexivity). reflexivity.
Qed.
End Groups.
