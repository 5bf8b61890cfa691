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
Hypotheses (Diff : total tokens (fun j => eps j) = p - q) (Size : size tokens = p + q) (P1 : 1 <= p) (Q1 : 1 <= q).
Let g := inner v (P v).
Let x := exp g.
Let X : 0 < x. Proof. apply exp_pos. Qed.
Let XX : 0 < x * x. Proof. apply Rmult_lt_0_compat; auto. Qed.
Let E2 : exp (2 * g) = x * x. Proof. unfold x. rewrite <- exp_plus. f_equal. ring. Qed.
Let Em : exp (- g) = / x. Proof. apply exp_Ropp. Qed.
Let Px : 0 < p * (x * x) + q.
Proof. assert (0 < p * (x * x)) by (apply Rmult_lt_0_compat; lra). lra. Qed.
Let Qx : 0 < q * (x * x) + p.
Proof. assert (0 < q * (x * x)) by (apply Rmult_lt_0_compat; lra). lra. Qed.
Let Sign : forall i, eps i = 1 \/ eps i = -1.
Proof.
  intro i. assert (Q := Signs i). assert (Z : (eps i - 1) * (eps i + 1) = 0) by lra.
  destruct (Rmult_integral _ _ Z); [left | right]; lra.
Qed.
Let Score : forall i j, exp (inner (vscale (eps i) v) (P (vscale (eps j) v))) =
  (x + / x) / 2 + (x - / x) / 2 * (eps i * eps j).
Proof.
  intros i j. rewrite (proj2 LP), inner_scale_l, inner_scale_r. fold g.
  destruct (Sign i) as [-> | ->], (Sign j) as [-> | ->];
    [replace (1 * (1 * g)) with g by ring | replace (1 * (-1 * g)) with (- g) by ring
    | replace (-1 * (1 * g)) with (- g) by ring | replace (-1 * (-1 * g)) with g by ring];
    rewrite ?Em; fold x; field; lra.
Qed.
Let Row : forall i, total tokens (fun k => exp (inner (vscale (eps i) v) (P (vscale (eps k) v)))) =
  (x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q).
Proof.
  intro i. rewrite <- Diff, <- Size. unfold size. rewrite <- !total_scale, <- total_add. apply total_ext. intro k.
  rewrite Score. ring.
Qed.
Let Share : forall i j, A i j = ((x + / x) / 2 + (x - / x) / 2 * (eps i * eps j)) /
  ((x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q)).
Proof. intros i j. rewrite Weights, Score, Row. reflexivity. Qed.
Let Drawn : forall i, total tokens (fun j => A i j * eps j) = ((x + / x) / 2 * (p - q) + (x - / x) / 2 * eps i * (p + q)) /
  ((x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q)).
Proof.
  intro i. set (s := (x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q)).
  rewrite (total_ext tokens _ (fun j => (x + / x) / 2 * / s * eps j + (x - / x) / 2 * eps i * / s * 1)).
  - rewrite total_add, !total_scale. replace (total tokens eps) with (p - q) by (symmetry; exact Diff).
    fold (size tokens). rewrite Size. unfold Rdiv. ring.
  - intro j. rewrite Share. fold s. assert (Q := Signs j).
    replace (((x + / x) / 2 + (x - / x) / 2 * (eps i * eps j)) / s * eps j) with
      ((x + / x) / 2 * / s * eps j + (x - / x) / 2 * eps i * / s * eps j ^ 2) by (unfold Rdiv; ring).
    rewrite Q. reflexivity.
Qed.
Let First : (x + / x) / 2 * (p + q) + (x - / x) / 2 * 1 * (p - q) = (p * (x * x) + q) / x.
Proof. field; lra. Qed.
Let Second : (x + / x) / 2 * (p + q) + (x - / x) / 2 * -1 * (p - q) = (q * (x * x) + p) / x.
Proof. field; lra. Qed.
Let E := exp (2 * inner (P_T v) v).
Let Is : E = x * x.
Proof. rewrite <- E2. unfold E, g. rewrite inner_sym, <- AP, inner_sym. reflexivity. Qed.
Lemma first_group : forall i, eps i = 1 ->
  (forall j, (eps j = 1 -> p * E + q <> 0 /\ A i j = E / (p * E + q)) /\
    (eps j = -1 -> p * E + q <> 0 /\ A i j = 1 / (p * E + q))) /\
  (p * E + q <> 0 /\ length i = 1 + tau * lam * ((p * E - q) / (p * E + q))).
Proof.
  rewrite Is. intros i I. split; [intro j; split; intro J; (split; [lra|]); rewrite Share, I, J, First; field; lra|].
  split; [lra|]. rewrite Lengths, Drawn, I, First. field. lra.
Qed.
Lemma second_group : forall i, eps i = (-1) ->
  (forall j, (eps j = (-1) -> q * E + p <> 0 /\ A i j = E / (q * E + p)) /\
    (eps j = 1 -> q * E + p <> 0 /\ A i j = 1 / (q * E + p))) /\
  (q * E + p <> 0 /\ length i = 1 + tau * lam * ((q * E - p) / (q * E + p))).
Proof.
  rewrite Is. intros i I. split; [intro j; split; intro J; (split; [lra|]); rewrite Share, I, J, Second; field; lra|].
  split; [lra|]. rewrite Lengths, Drawn, I, Second. field. lra.
Qed.
End Weights.
Definition pushed (y : Token -> S) i := vadd (y i) (vscale tau (V (vtotal tokens (fun j =>
  vscale (exp (inner (y i) (P (y j))) / total tokens (fun k => exp (inner (y i) (P (y k))))) (y j))))).
Definition J (z : Token -> S) i := vscale (/ length i) (vadd (vsub (z i) (vscale (inner v (z i)) v)) (vscale tau (vtotal tokens (fun j =>
  vscale (A i j) (vsub (V (z j)) (vscale (lam * inner v (z j)) v)))))).
Lemma derivative : enumerates tokens -> adjoint V V -> bounded_operator P -> bounded_operator V -> inner v v = 1 -> V v = vscale lam v ->
  (forall i, 0 < length i) -> forall eta, 0 < eta -> exists d, 0 < d /\ forall y : Token -> S,
  (forall i, vnorm (vsub (y i) (vscale (eps i) v)) <= d) -> exists z : Token -> S,
  (forall i, vnorm (pushed y i) <> 0 /\ z i = vscale (/ vnorm (pushed y i)) (pushed y i)) /\
  forall i, vnorm (vsub (z i) (vadd (vscale (eps i) v) (J (fun j => vsub (y j) (vscale (eps j) v)) i))) <=
    eta * total tokens (fun j => vnorm (vsub (y j) (vscale (eps j) v))).
Proof.
  intros ET AV BP BV Unit Eigen Pos. assert (LV := adjoint_linear V V AV).
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
  assert (Left : forall y, inner v (V y) = lam * inner v y).
  { intro y. rewrite <- AV, Eigen, inner_scale_l. reflexivity. }
  set (s := vtotal tokens (fun j => vscale (w (pattern v eps) i j) (z j))).
  apply inner_ext. intro y.
  assert (Sum : total tokens (fun j => inner (vscale (A i j) (vsub (V (z j)) (vscale (lam * inner v (z j)) v))) y) =
    inner (V s) y - lam * inner v s * inner v y).
  { rewrite AV. unfold s. rewrite inner_vtotal_l, inner_vtotal_r.
    rewrite (total_ext tokens _ (fun j => inner (vscale (w (pattern v eps) i j) (z j)) (V y) +
      - (lam * inner v y) * inner v (vscale (w (pattern v eps) i j) (z j)))).
    - rewrite total_add, total_scale. ring.
    - intro j. rewrite <- W. unfold vsub. rewrite !inner_scale_l, inner_add_l, !inner_scale_l, inner_scale_r, AV. ring. }
  assert (Sub : forall a b : S, inner (vsub a b) y = inner a y - inner b y).
  { intros. unfold vsub. rewrite inner_add_l, inner_scale_l. ring. }
  rewrite inner_add_l, !Sub, !inner_scale_l, inner_vtotal_l, Sum, inner_add_l, inner_scale_l, inner_add_r, inner_scale_r,
    Left. ring.
Qed.
End Groups.
