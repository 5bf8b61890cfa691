(* The velocities x_i' = (I - x_i x_i^T) V s_i at a sign pattern of a symmetric V, linearised, and what full
   attention weighs there. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet ConsensusLayer SmoothWeights SignPatterns.
From Kernel Require Import PatternGroups.
Open Scope R_scope.

Section Field.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U)
  (w : (Token -> U) -> Token -> Token -> R) (lam : R) (v : U) (eps : Token -> R).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis LV : linear V.
Hypothesis BV : bounded V.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Let p : X := pattern v eps.
Hypothesis Smooth : forall i j, differentiable_at (S := X) (fun x => w x i j) p.
Definition field (x : Token -> U) i := vsub (V (one_pull tokens w x i)) (vscale (inner (x i) (V (one_pull tokens w x i))) (x i)).
Definition field_mean (z : Token -> U) i := vtotal tokens (fun j => vscale (w (pattern v eps) i j) (z j)).
Definition held i := lam * eps i * drawn_to tokens w v eps i.
Definition field_jacobian (z : Token -> U) i :=
  vsub (vsub (V (field_mean z i)) (vscale (inner v (V (field_mean z i))) v))
    (vscale (held i) (vadd (z i) (vscale (inner v (z i)) v))).
Lemma pulled_to i : V (one_pull tokens w p i) = vscale (lam * drawn_to tokens w v eps i) v.
Proof.
  replace (one_pull tokens w p i) with (vscale (drawn_to tokens w v eps i) v).
  - rewrite (proj2 LV), Eigen, vscale_vscale. f_equal. ring.
  - apply inner_ext. intro q. unfold one_pull, drawn_to, p, pattern.
    rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r. apply total_ext. intro j. rewrite !inner_scale_l. ring.
Qed.
Lemma pattern_rests i : field p i = vzero.
Proof.
  unfold field. rewrite pulled_to. unfold p, pattern, vsub. apply inner_ext. intro q. assert (Q := Signs i). simpl in Q.
  repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_scale_r). rewrite Unit, inner_zero_l.
  replace (-1 * _) with (- (lam * drawn_to tokens w v eps i) * (eps i * (eps i * 1)) * inner v q) by ring. rewrite Q. ring.
Qed.
Lemma field_component i : is_fderive_on (S := X) everywhere (fun x : X => field x i) p (fun z => field_jacobian z i).
Proof.
  destruct (fderive_pull tokens w v eps Tokens Smooth i tokens) as [k D].
  assert (P : is_fderive_on (S := X) everywhere (fun x : X => V (one_pull tokens w x i)) p
    (fun z => V (vadd (field_mean z i) (vscale (k z) v)))).
  { exact (fderive_apply (S := X) everywhere V (fun x : X => one_pull tokens w x i) p _ LV BV D). }
  eapply fderive_eq.
  - eapply (fderive_add (S := X) everywhere (fun x : X => V (one_pull tokens w x i)) _ p _ _ P).
    apply fderive_scale.
    eapply (fderive_times (S := X) everywhere (fun x : X => inner (x i) (V (one_pull tokens w x i)) : real_line)
      (fun x : X => x i) p _ (fun z : X => z i)); [|apply fderive_component].
    apply (fderive_inner (S := X) everywhere (fun x : X => x i) (fun x : X => V (one_pull tokens w x i)) p
      (fun z : X => z i) (fun z : X => V (vadd (field_mean z i) (vscale (k z) v)))
      (fderive_component tokens L U everywhere i p) P).
  - intro z. cbv beta. rewrite pulled_to, (proj1 LV), (proj2 LV), Eigen. unfold field_jacobian, held, p, pattern.
    set (m := V (field_mean z i)). set (r := drawn_to tokens w v eps i). assert (Q := Signs i). simpl in Q.
    apply inner_ext. intro q. unfold vsub. simpl.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
    rewrite Unit, (inner_sym _ (z i) v).
    assert (E : eps i * eps i = 1) by lra.
    transitivity (inner m q + k z * (lam * inner v q) - (lam * r * inner v (z i) * eps i * inner v q +
      (eps i * eps i) * (inner v m + k z * lam) * inner v q + eps i * (lam * r) * inner (z i) q)); [ring|].
    rewrite E. ring.
Qed.
Theorem field_told (m K : (Token -> U) -> Token -> U) : (forall x i, m x i = field x i) ->
  (forall z i, K z i = field_jacobian z i) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, (forall i, vnorm (vsub (y i) (pattern v eps i)) <= d) -> exists z : Token -> U,
    (forall i, z i = m y i) /\
    forall i, vnorm (vsub (z i) (vadd vzero (K (fun j => vsub (y j) (pattern v eps j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (pattern v eps j))).
Proof.
  intros M HK eta E.
  destruct (derivative_by_tokens tokens Tokens field field_jacobian p (fun _ => True)) with (eps := eta) as [d [Dp H]].
  - apply (fderive_family tokens L X U everywhere (field : X -> X)). exact field_component.
  - exists 1. split; [lra | auto].
  - exact E.
  - exists d. split; [exact Dp|]. intros y Hy. destruct (H y Hy) as [_ Near]. exists (field y). split.
    + intro i. symmetry. apply M.
    + intro i. specialize (Near i). rewrite pattern_rests in Near. rewrite HK. exact Near.
Qed.
End Field.

(* Full attention at a sign pattern: E = exp (2 g) within a group against 1 between groups. *)
Section Full.
Context {Token : Type} (tokens : list Token) (eps : Token -> R) (g p q : R) (A : Token -> Token -> R).
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Balance : total tokens eps = p - q.
Hypothesis Size : size tokens = p + q.
Hypothesis P : 0 < p.
Hypothesis Q : 0 < q.
Hypothesis Weights : forall i j, A i j = exp (eps i * eps j * g) / total tokens (fun k => exp (eps i * eps k * g)).
Let E := exp (2 * g).
Definition row_length i := (1 + eps i) / 2 * (p * E + q) + (1 - eps i) / 2 * (q * E + p).
Lemma a_sign i : eps i = 1 \/ eps i = -1.
Proof.
  assert (S : (eps i - 1) * (eps i + 1) = 0) by (specialize (Signs i); lra).
  destruct (Rmult_integral _ _ S); [left | right]; lra.
Qed.
Lemma of_scores i j : exp (eps i * eps j * g) = exp (- g) * ((E + 1) / 2 + eps i * eps j * ((E - 1) / 2)).
Proof.
  assert (X : exp (- g) * E = exp g) by (unfold E; rewrite <- exp_plus; f_equal; ring).
  destruct (a_sign i) as [-> | ->], (a_sign j) as [-> | ->].
  - replace (1 * 1 * g) with g by ring. rewrite <- X. field.
  - replace (1 * -1 * g) with (- g) by ring. field.
  - replace (-1 * 1 * g) with (- g) by ring. field.
  - replace (-1 * -1 * g) with g by ring. rewrite <- X. field.
Qed.
Lemma row_sum i (a : Token -> R) : total tokens (fun j => exp (eps i * eps j * g) * a j) =
  exp (- g) * ((E + 1) / 2 * total tokens a + eps i * ((E - 1) / 2) * total tokens (fun j => eps j * a j)).
Proof.
  rewrite <- !total_scale, <- total_add, <- total_scale. apply total_ext. intro j. rewrite of_scores. ring.
Qed.
Lemma row_total i : total tokens (fun k => exp (eps i * eps k * g)) = exp (- g) * row_length i.
Proof.
  rewrite (total_ext tokens _ (fun k => exp (eps i * eps k * g) * 1)) by (intro; ring).
  rewrite row_sum. change (total tokens (fun _ => 1)) with (size tokens). rewrite Size.
  rewrite (total_ext tokens (fun j => eps j * 1) eps) by (intro; ring). rewrite Balance. unfold row_length. field.
Qed.
Lemma lengths : 0 < p * E + q /\ 0 < q * E + p.
Proof.
  assert (E0 : 0 < E) by apply exp_pos. assert (A1 := Rmult_lt_0_compat p E P E0). assert (A2 := Rmult_lt_0_compat q E Q E0).
  lra.
Qed.
Lemma row_length_positive i : 0 < row_length i.
Proof.
  destruct lengths as [L1 L2]. unfold row_length. destruct (a_sign i) as [-> | ->]; lra.
Qed.
Lemma weighed i (a : Token -> R) : total tokens (fun j => A i j * a j) =
  ((E + 1) / 2 * total tokens a + eps i * ((E - 1) / 2) * total tokens (fun j => eps j * a j)) / row_length i.
Proof.
  assert (R0 := row_length_positive i). assert (X := exp_pos (- g)).
  rewrite (total_ext tokens _ (fun j => / (exp (- g) * row_length i) * (exp (eps i * eps j * g) * a j))).
  - rewrite total_scale, row_sum. field. split; lra.
  - intro j. rewrite Weights, row_total. field. split; lra.
Qed.
Lemma in_two i c f : total tokens (fun j => A i j * ((1 + eps j) / 2 * c + (1 - eps j) / 2 * f)) =
  ((E + 1) / 2 * (p * c + q * f) + eps i * ((E - 1) / 2) * (p * c - q * f)) / row_length i.
Proof.
  rewrite weighed. fold E. f_equal. f_equal.
  - f_equal. rewrite (total_ext tokens _ (fun j => (c + f) / 2 * 1 + (c - f) / 2 * eps j)) by (intro; field).
    rewrite total_add, !total_scale, Balance. change (total tokens (fun _ => 1)) with (size tokens). rewrite Size. field.
  - f_equal. rewrite (total_ext tokens _ (fun j => (c - f) / 2 * 1 + (c + f) / 2 * eps j)).
    + rewrite total_add, !total_scale, Balance. change (total tokens (fun _ => 1)) with (size tokens). rewrite Size. field.
    + intro j. assert (S := Signs j). simpl in S.
      transitivity (eps j * (eps j * 1) * ((c - f) / 2) + (c + f) / 2 * eps j); [field|]. rewrite S. ring.
Qed.
Lemma drawn i : total tokens (fun j => A i j * eps j) =
  ((E + 1) / 2 * (p - q) + eps i * ((E - 1) / 2) * (p + q)) / row_length i.
Proof.
  rewrite (total_ext tokens _ (fun j => A i j * ((1 + eps j) / 2 * 1 + (1 - eps j) / 2 * -1))) by (intro; field).
  rewrite in_two. f_equal. field.
Qed.
Lemma held_back i : eps i * total tokens (fun j => A i j * eps j) =
  (1 + eps i) / 2 * ((p * E - q) / (p * E + q)) + (1 - eps i) / 2 * ((q * E - p) / (q * E + p)).
Proof.
  destruct lengths as [L1 L2]. rewrite drawn. unfold row_length. fold E.
  destruct (a_sign i) as [-> | ->]; field; repeat split; lra.
Qed.
Lemma a_block i lk lr c f :
  lk * total tokens (fun j => A i j * ((1 + eps j) / 2 * c + (1 - eps j) / 2 * f)) -
    lr * (eps i * total tokens (fun j => A i j * eps j)) * ((1 + eps i) / 2 * c + (1 - eps i) / 2 * f) =
  (1 + eps i) / 2 * ((lk * ((1 + (p * E - q) / (p * E + q)) / 2) - lr * ((p * E - q) / (p * E + q))) * c +
    lk * (1 - (1 + (p * E - q) / (p * E + q)) / 2) * f) +
  (1 - eps i) / 2 * (lk * (1 - (1 + (q * E - p) / (q * E + p)) / 2) * c +
    (lk * ((1 + (q * E - p) / (q * E + p)) / 2) - lr * ((q * E - p) / (q * E + p))) * f).
Proof.
  destruct lengths as [L1 L2]. rewrite held_back, in_two. unfold row_length. fold E.
  destruct (a_sign i) as [-> | ->]; field; repeat split; lra.
Qed.
Lemma cancelled {U : inner_product_space} i (u : Token -> U) : group_sum tokens eps 1 u = vzero ->
  group_sum tokens eps (-1) u = vzero -> vtotal tokens (fun j => vscale (A i j) (u j)) = vzero.
Proof.
  intros S1 S2. apply inner_ext. intro y. rewrite inner_vtotal_l, inner_zero_l.
  rewrite (total_ext tokens _ (fun j => A i j * inner (u j) y)) by (intro; apply inner_scale_l). rewrite weighed.
  assert (T1 := f_equal (fun x => inner x y) S1). assert (T2 := f_equal (fun x => inner x y) S2).
  unfold group_sum in T1, T2. cbv beta in T1, T2. rewrite inner_vtotal_l, inner_zero_l in T1, T2.
  rewrite (total_ext tokens _ (fun j => inner (u j) y + eps j * inner (u j) y)) in T1 by
    (intro; rewrite inner_scale_l; ring).
  rewrite (total_ext tokens _ (fun j => inner (u j) y + -1 * (eps j * inner (u j) y))) in T2 by
    (intro; rewrite inner_scale_l; ring).
  rewrite total_add in T1. rewrite total_add, total_scale in T2.
  replace (total tokens (fun j => inner (u j) y)) with 0 by lra.
  replace (total tokens (fun j => eps j * inner (u j) y)) with 0 by lra. unfold Rdiv. ring.
Qed.
End Full.
