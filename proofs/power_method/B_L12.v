(* B-L12: the weights of two opposite groups, their lengths, and the derivative there. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet ConsensusLayer SmoothWeights SignPatterns.
From Claimed Require Import B_L12.
Open Scope R_scope.

Theorem proof : B_L12.
Proof.
  intros Space Token tokens A eps v P P_T length tau lam p q V _ ET AP AV BP _ BV Unit Eigen Tau Signs Diff Size P1 Q1 Pos
    [Weights Lengths].
  assert (LP := adjoint_linear P P_T AP). assert (LV := adjoint_linear V V AV).
  assert (Gs : inner (P_T v) v = inner v (P v)) by (rewrite inner_sym, <- AP; apply inner_sym).
  rewrite !Gs. set (g := inner v (P v)). set (x := exp g). assert (X : 0 < x) by apply exp_pos.
  assert (XX : 0 < x * x) by (apply Rmult_lt_0_compat; auto).
  assert (E2 : exp (2 * g) = x * x) by (unfold x; rewrite <- exp_plus; f_equal; ring).
  assert (Em : exp (- g) = / x) by (apply exp_Ropp). rewrite E2.
  assert (Px : 0 < p * (x * x) + q).
  { assert (0 < p * (x * x)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Qx : 0 < q * (x * x) + p).
  { assert (0 < q * (x * x)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Sign : forall i, eps i = 1 \/ eps i = -1).
  { intro i. assert (Q := Signs i). assert (Z : (eps i - 1) * (eps i + 1) = 0) by lra.
    destruct (Rmult_integral _ _ Z); [left | right]; lra. }
  assert (Score : forall i j, exp (inner (vscale (eps i) v) (P (vscale (eps j) v))) =
    (x + / x) / 2 + (x - / x) / 2 * (eps i * eps j)).
  { intros i j. rewrite (proj2 LP), inner_scale_l, inner_scale_r. fold g.
    destruct (Sign i) as [-> | ->], (Sign j) as [-> | ->];
      [replace (1 * (1 * g)) with g by ring | replace (1 * (-1 * g)) with (- g) by ring
      | replace (-1 * (1 * g)) with (- g) by ring | replace (-1 * (-1 * g)) with g by ring];
      rewrite ?Em; fold x; field; lra. }
  assert (Row : forall i, total tokens (fun k => exp (inner (vscale (eps i) v) (P (vscale (eps k) v)))) =
    (x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q)).
  { intro i. rewrite <- Diff, <- Size. unfold size. rewrite <- !total_scale, <- total_add. apply total_ext. intro k.
    rewrite Score. ring. }
  assert (Share : forall i j, A i j = ((x + / x) / 2 + (x - / x) / 2 * (eps i * eps j)) /
    ((x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q))).
  { intros i j. rewrite Weights, Score, Row. reflexivity. }
  assert (Drawn : forall i, total tokens (fun j => A i j * eps j) = ((x + / x) / 2 * (p - q) + (x - / x) / 2 * eps i * (p + q)) /
    ((x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q))).
  { intro i. set (s := (x + / x) / 2 * (p + q) + (x - / x) / 2 * eps i * (p - q)).
    rewrite (total_ext tokens _ (fun j => (x + / x) / 2 * / s * eps j + (x - / x) / 2 * eps i * / s * 1)).
    - rewrite total_add, !total_scale. replace (total tokens eps) with (p - q) by (symmetry; exact Diff).
      fold (size tokens). rewrite Size. unfold Rdiv. ring.
    - intro j. rewrite Share. fold s. assert (Q := Signs j).
      replace (((x + / x) / 2 + (x - / x) / 2 * (eps i * eps j)) / s * eps j) with
        ((x + / x) / 2 * / s * eps j + (x - / x) / 2 * eps i * / s * eps j ^ 2) by (unfold Rdiv; ring).
      rewrite Q. reflexivity. }
  assert (First : (x + / x) / 2 * (p + q) + (x - / x) / 2 * 1 * (p - q) = (p * (x * x) + q) / x) by (field; lra).
  assert (Second : (x + / x) / 2 * (p + q) + (x - / x) / 2 * -1 * (p - q) = (q * (x * x) + p) / x) by (field; lra).
  split; [|split].
  - intros i I. split; [intro j; split; intro J; (split; [lra|]); rewrite Share, I, J, First; field; lra|].
    split; [lra|]. rewrite Lengths, Drawn, I, First. field. lra.
  - intros i I. split; [intro j; split; intro J; (split; [lra|]); rewrite Share, I, J, Second; field; lra|].
    split; [lra|]. rewrite Lengths, Drawn, I, Second. field. lra.
  - set (w := fun (y : Token -> Space) i j => exp (inner (y i) (P (y j))) / total tokens (fun k => exp (inner (y i) (P (y k))))).
    assert (W : forall i j, A i j = w (pattern v eps) i j) by exact Weights.
    assert (Rho : forall i, length i = pattern_length tokens w tau lam v eps i).
    { intro i. rewrite Lengths. unfold pattern_length, drawn_to. f_equal. f_equal. apply total_ext. intro j. rewrite W. reflexivity. }
    assert (Smooth : forall i j, differentiable_at (S := states Space tokens (proj2 (proj2 ET))) (fun y => w y i j) (pattern v eps)).
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
    assert (Sub : forall a b : Space, inner (vsub a b) y = inner a y - inner b y).
    { intros. unfold vsub. rewrite inner_add_l, inner_scale_l. ring. }
    rewrite inner_add_l, !Sub, !inner_scale_l, inner_vtotal_l, Sum, inner_add_l, inner_scale_l, inner_add_r, inner_scale_r,
      Left. ring.
Qed.
