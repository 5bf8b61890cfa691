(* A-T5.1 is false as printed: three tokens on a circle, at the angles 0, 4 chi and pi + chi, with scores
   that are bounded. The angle chi falls to 0, so the third token ends at the antipode of the first. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Logarithms Planes Weights Worlds.
From Claimed Require Import A_T5_1.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the angle *)

(* T, A, B, C, D: the tangent of 2 chi, its cosine and sine, and cosine and sine of chi. *)
Definition T t := exp (- (1 / 2) * t).
Definition A t := / sqrt (1 + T t * T t).
Definition B t := T t * A t.
Definition C t := sqrt ((1 + A t) / 2).
Definition D t := B t / (2 * C t).
Lemma T_positive t : 0 < 1 + T t * T t.
Proof. assert (Q := Rle_0_sqr (T t)). unfold Rsqr in Q. lra. Qed.
Lemma A_positive t : 0 < A t.
Proof. apply Rinv_0_lt_compat, sqrt_lt_R0, T_positive. Qed.
Lemma C_square t : C t * C t = (1 + A t) / 2.
Proof. assert (P := A_positive t). apply sqrt_sqrt. lra. Qed.
Lemma C_positive t : 0 < C t.
Proof. assert (P := A_positive t). apply sqrt_lt_R0. lra. Qed.
Lemma double_unit t : A t * A t + B t * B t = 1.
Proof.
  unfold B. assert (S := sqrt_sqrt (1 + T t * T t) (Rlt_le _ _ (T_positive t))).
  assert (P : 0 < sqrt (1 + T t * T t)) by apply sqrt_lt_R0, T_positive.
  unfold A. set (r := sqrt _) in *. apply Rmult_eq_reg_l with (r * r);
    [|apply Rgt_not_eq, Rmult_lt_0_compat; auto].
  replace (r * r * (/ r * / r + T t * / r * (T t * / r))) with (1 + T t * T t) by (field; lra). lra.
Qed.
Lemma B_is t : B t = 2 * D t * C t.
Proof. assert (P := C_positive t). unfold D. field. lra. Qed.
Lemma unit t : C t * C t + D t * D t = 1.
Proof.
  assert (P := C_positive t). assert (P2 : 0 < C t * C t) by (apply Rmult_lt_0_compat; auto).
  apply Rmult_eq_reg_l with (4 * (C t * C t)); [|lra].
  replace (4 * (C t * C t) * (C t * C t + D t * D t))
    with (4 * (C t * C t) * (C t * C t) + (2 * D t * C t) * (2 * D t * C t)) by ring.
  rewrite <- B_is, C_square. assert (H := double_unit t). lra.
Qed.
Lemma A_is t : A t = C t * C t - D t * D t.
Proof. assert (H := unit t). assert (E := C_square t). lra. Qed.
Lemma T_moves t : is_derive T t (- (1 / 2) * T t).
Proof. apply derive_exp_rate. Qed.
Lemma A_moves t : is_derive A t (A t * (B t * B t) / 2).
Proof.
  assert (P := T_positive t). assert (R : 0 < sqrt (1 + T t * T t)) by (apply sqrt_lt_R0, P).
  eapply derive_eq. apply (derive_inv_sqrt (fun t => 1 + T t * T t)); [exact P|].
  apply (derive_plus (fun _ => 1)); [apply derive_const | apply (derive_mult T T); apply T_moves].
  unfold B, A. set (r := sqrt _) in *. field. lra.
Qed.
Lemma B_moves t : is_derive B t (- (A t * A t * B t) / 2).
Proof.
  eapply derive_eq. apply (derive_mult T A); [apply T_moves | apply A_moves].
  assert (U := double_unit t).
  replace (- (A t * A t * B t) / 2) with (- (1 / 2) * B t + (1 - A t * A t) / 2 * B t) by field.
  replace (1 - A t * A t) with (B t * B t) by lra.
  replace (T t * (A t * (B t * B t) / 2)) with (B t * B t / 2 * (T t * A t)) by field.
  change (T t * A t) with (B t). rewrite Rmult_assoc. change (T t * A t) with (B t). reflexivity.
Qed.
Lemma C_moves t : is_derive C t (A t * B t * D t / 4).
Proof.
  assert (P := A_positive t). assert (Q := C_positive t). eapply derive_eq.
  apply (derive_sqrt (fun t => (1 + A t) / 2)); [lra|].
  apply (derive_mult (fun t => 1 + A t) (fun _ => / 2)); [|apply derive_const].
  apply (derive_plus (fun _ => 1)); [apply derive_const | apply A_moves].
  fold (C t). rewrite (B_is t). field. lra.
Qed.
Lemma D_moves t : is_derive D t (- (A t * B t * C t) / 4).
Proof.
  assert (Q := C_positive t). eapply derive_eq.
  apply (derive_div B (fun t => 2 * C t)); [lra | apply B_moves|].
  apply (derive_mult (fun _ => 2) C); [apply derive_const | apply C_moves].
  unfold D at 1. set (b := B t). set (a := A t). set (c := C t) in *.
  assert (E : b * b = 4 * (c * c) * (1 - c * c)).
  { unfold b, c. assert (U := unit t). rewrite (B_is t). replace (1 - C t * C t) with
    (D t * D t) by lra. ring. }
  assert (F : a = 2 * (c * c) - 1) by (unfold a, c; assert (H := C_square t); lra).
  replace (- (a * a * b) / 2 * / (2 * c) + b * (- (0 * c + 2 * (a * b * (b / (2 * c)) / 4)) * (/
    (2 * c) * / (2 * c))))
    with (- a * b / (4 * c) * (a + b * b / (4 * (c * c)))) by (field; lra).
  rewrite E. replace (4 * (c * c) * (1 - c * c) / (4 * (c * c))) with (1 - c * c) by (field; lra).
  rewrite F. field. lra.
Qed.

(* ------------------------------------------------------------------ 2. the scores *)

Definition bisector t : plane := (A t, B t).
Definition odds t := (4 - 2 * C t) / C t.
Lemma half_square t : 1 / 2 <= C t * C t.
Proof. rewrite C_square. assert (P := A_positive t). lra. Qed.
Lemma C_bounds t : 1 / 2 <= C t <= 1.
Proof.
  assert (P := C_positive t). assert (H := half_square t). assert (U := unit t).
  assert (Q := Rle_0_sqr (D t)). unfold Rsqr in Q.
  assert (L : C t <= 1).
  { apply Rnot_lt_le. intro N. assert (1 * 1 < C t * C t) by (apply Rmult_le_0_lt_compat; lra). lra. }
  split; [|exact L]. assert (C t * C t <= C t * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma odds_bounds t : 2 <= odds t <= 8.
Proof.
  assert (H := C_bounds t). unfold odds, Rdiv.
  split; apply Rmult_le_reg_r with (C t); try lra; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
Lemma odds_positive t : 0 < odds t.
Proof. assert (H := odds_bounds t). lra. Qed.
Definition log_odds t := proj1_sig (logarithm (odds t) (odds_positive t)).
Lemma exp_log_odds t : exp (log_odds t) = odds t.
Proof. unfold log_odds. destruct (logarithm _ _) as [y E]. exact E. Qed.
Lemma log_odds_bounds t : 0 <= log_odds t <= 8.
Proof.
  assert (E := exp_log_odds t). assert (B8 := odds_bounds t). assert (H := exp_tangent (log_odds t)).
  split; [|lra]. apply Rnot_lt_le. intro N. assert (exp (log_odds t) <= exp 0) by (apply exp_le; lra).
  rewrite exp_0 in *. lra.
Qed.
Definition kappa t := log_odds t / (C t * (C t + A t)).
Lemma kappa_bounds t : 0 <= kappa t <= 16.
Proof.
  assert (L := log_odds_bounds t). assert (H := half_square t). assert (P := C_positive t).
  assert (Q := A_positive t). assert (0 < C t * A t) by (apply Rmult_lt_0_compat; auto).
  assert (I : 0 < C t * (C t + A t)) by lra. unfold kappa, Rdiv. split.
  - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, I].
  - apply Rmult_le_reg_r with (C t * (C t + A t)); [exact I|].
    rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Definition scores t (x : plane) : plane := vscale (kappa t * inner (bisector t) x) (bisector t).
Lemma scores_symmetric t : adjoint (scores t) (scores t).
Proof.
  intros x z. unfold scores. rewrite inner_scale_l, inner_scale_r, (inner_sym _ x (bisector t)). ring.
Qed.
Lemma scores_bounded t x : vnorm (scores t x) <= 16 * vnorm x.
Proof.
  unfold scores. rewrite vnorm_scale.
  assert (U : vnorm (bisector t) = 1).
  { unfold vnorm. simpl. rewrite double_unit. apply sqrt_1. }
  assert (K := kappa_bounds t). assert (I := inner_le_vnorm (bisector t) x). rewrite U, Rmult_1_l in I.
  rewrite U, Rmult_1_r, Rabs_mult, (Rabs_right (kappa t)) by lra.
  apply Rmult_le_compat; try lra. apply Rabs_pos.
Qed.

(* ------------------------------------------------------------------ 3. the tokens *)

Inductive three := first | second | third.
Definition three_tokens := first :: second :: third :: nil.
Definition sees (i j : three) : R := match i, j with
  first, first => 1 | first, _ => 0 | second, third => 0 | _, _ => 1 end.
Definition alike (i j : three) : R := match i, j with
  first, first => 1 | second, second => 1 | third, third => 1 | _, _ => 0 end.
Lemma three_enumerated : enumerates three_tokens.
Proof.
  split; [discriminate|]. split; [|intros []; simpl; auto].
  repeat constructor; simpl; intuition discriminate.
Qed.
Lemma sees_ordered : ordered sees.
Proof.
  split; [intros [] []; simpl; auto|]. split; [intros []; reflexivity|].
  split; [intros [] [] E F; simpl in *; try reflexivity; exfalso; lra|].
  split; [intros [] [] [] E F; simpl in *; try reflexivity; exfalso; lra|].
  intros [] []; simpl; auto.
Qed.
Lemma alike_kronecker : kronecker alike.
Proof. split; [intros []; reflexivity | intros [] [] N; simpl; auto; destruct N; reflexivity]. Qed.
Definition tokens_at t (i : three) : plane := match i with
  | first => (1, 0) | second => (A t * A t - B t * B t, 2 * (A t * B t)) | third => (- C t, - D t) end.
Lemma tokens_unit t i : inner (tokens_at t i) (tokens_at t i) = 1.
Proof.
  assert (U := double_unit t). assert (V := unit t). destruct i; simpl; [ring| |lra].
  replace ((A t * A t - B t * B t) * (A t * A t - B t * B t) + 2 * (A t * B t) * (2 * (A t * B t)))
    with ((A t * A t + B t * B t) * (A t * A t + B t * B t)) by ring. rewrite U. ring.
Qed.
(* The bisector does not tell the first two apart. *)
Lemma seen_along t i : inner (bisector t) (tokens_at t i) = match i with third => - C t | _ => A t end.
Proof.
  assert (U := double_unit t). assert (V := unit t). destruct i; simpl; [ring| |].
  - replace (A t * (A t * A t - B t * B t) + B t * (2 * (A t * B t)))
      with (A t * (A t * A t + B t * B t)) by ring. rewrite U. ring.
  - replace (A t * - C t + B t * - D t) with (- (C t * (C t * C t + D t * D t)))
      by (rewrite A_is, B_is; ring). rewrite V. ring.
Qed.
Lemma score t i j : inner (tokens_at t i) (scores t (tokens_at t j))
  = kappa t * (inner (bisector t) (tokens_at t i) * inner (bisector t) (tokens_at t j)).
Proof. unfold scores. rewrite inner_scale_r, (inner_sym _ (tokens_at t i)). ring. Qed.
Definition weight t i j := exp (inner (tokens_at t i) (scores t (tokens_at t j)))
  / total three_tokens (fun k => sees i k * exp (inner (tokens_at t i) (scores t (tokens_at t k)))).
Lemma weight_of_first t : weight t first first = 1.
Proof.
  unfold weight, three_tokens. cbn [total]. rewrite !score, !seen_along. cbn [sees].
  assert (P := exp_pos (kappa t * (A t * A t))). field. lra.
Qed.
Lemma weight_of_second t j : j <> third -> weight t second j = 1 / 2.
Proof.
  intro N. unfold weight, three_tokens. cbn [total]. rewrite !score, !seen_along. cbn [sees].
  assert (P := exp_pos (kappa t * (A t * A t))). destruct j;
    [field; lra | field; lra | destruct N; reflexivity].
Qed.
Lemma weight_of_third t j : weight t third j = match j with third => 1 - C t / 2 | _ => C t / 4 end.
Proof.
  assert (Q := C_positive t). assert (R := A_positive t). assert (H := half_square t).
  assert (CA : 0 < C t * A t) by (apply Rmult_lt_0_compat; auto).
  assert (E : exp (kappa t * (- C t * - C t)) = exp (kappa t * (- C t * A t)) * odds t).
  { rewrite <- exp_log_odds, <- exp_plus. f_equal. unfold kappa. field. split; lra. }
  unfold weight, three_tokens. cbn [total]. rewrite !score, !seen_along. cbn [sees].
  assert (P := exp_pos (kappa t * (- C t * A t))). assert (O := odds_positive t).
  destruct j; rewrite ?E; set (e := exp (kappa t * (- C t * A t))) in *; unfold odds in *;
    field; repeat split; lra.
Qed.
Definition pull t i : plane :=
  vtotal three_tokens (fun j => vscale (sees i j) (vscale (weight t i j) (tokens_at t j))).
Lemma tokens_move t i : is_vderive (fun t => tokens_at t i) t
  (vsub (pull t i) (vscale (inner (tokens_at t i) (pull t i)) (tokens_at t i))).
Proof.
  assert (U := double_unit t). assert (V := unit t). assert (Ea := A_is t). assert (Eb := B_is t).
  destruct i; eapply vderive_eq.
  - apply vderive_pair; apply derive_const.
  - unfold pull, three_tokens. cbn [vtotal]. rewrite weight_of_first. simpl. unfold vsub. simpl. f_equal;
    ring.
  - apply vderive_pair.
    + apply (derive_minus (fun t => A t * A t) (fun t => B t * B t));
        [apply (derive_mult A A); apply A_moves | apply (derive_mult B B); apply B_moves].
    + apply (derive_mult (fun _ => 2) (fun t => A t * B t)); [apply derive_const|].
      apply (derive_mult A B); [apply A_moves | apply B_moves].
  - unfold pull, three_tokens. cbn [vtotal].
    rewrite (weight_of_second t first), (weight_of_second t second) by discriminate.
    simpl. unfold vsub. simpl. set (a := A t) in *. set (b := B t) in *. set (f := weight t second third).
    set (p := a * a - b * b). set (q := 2 * (a * b)).
    assert (H : p * p + q * q = 1).
    { unfold p, q. replace 1 with ((a * a + b * b) * (a * a + b * b)) by (rewrite U; ring). ring. }
    f_equal.
    + transitivity (1 / 2 + 1 / 2 * p - (1 / 2 * p + 1 / 2 * (p * p + q * q)) * p); [|unfold q; ring].
      rewrite H. transitivity (1 / 2 * (q * q)); [unfold q; field | lra].
    + transitivity (1 / 2 * q - (1 / 2 * p + 1 / 2 * (p * p + q * q)) * q); [|unfold q; ring].
      rewrite H. unfold p, q. field.
  - apply vderive_pair; [apply (derive_opp C), C_moves | apply (derive_opp D), D_moves].
  - unfold pull, three_tokens. cbn [vtotal]. rewrite !weight_of_third. simpl. unfold vsub. simpl.
    set (a := A t) in *. set (b := B t) in *. set (c := C t) in *. set (d := D t) in *.
    set (X := c / 4 * (1 + (a * a - b * b))). set (Y := c / 4 * (2 * (a * b))).
    assert (E1 : c * a + d * b = c).
    { transitivity (c * (c * c + d * d)); [rewrite Ea, Eb; ring | rewrite V; ring]. }
    assert (EX : X = c / 2 * (a * a)) by (unfold X; replace 1 with (a * a + b * b) by lra; field).
    assert (XY : c * X + d * Y = c / 2 * (a * c)).
    { transitivity (c / 2 * (a * (c * a + d * b))); [rewrite EX; unfold Y; field | rewrite E1; reflexivity]. }
    assert (Ed : d * d = c * c - a) by lra.
    f_equal.
    + transitivity (X - (1 - c / 2) * c - ((1 - c / 2) * (c * c + d * d) - (c * X + d * Y)) * - c);
        [|unfold X, Y; field].
      rewrite V, XY, EX. transitivity (c / 2 * (a * - (d * d))); [rewrite Eb; field | rewrite Ed; field].
    + transitivity (Y - (1 - c / 2) * d - ((1 - c / 2) * (c * c + d * d) - (c * X + d * Y)) * - d);
        [|unfold X, Y; field].
      rewrite V, XY. unfold Y. rewrite Eb. field.
Qed.
(* The third token keeps its distance from the first. *)
Lemma apart t : 1 <= vnorm (vsub (tokens_at t third) (tokens_at t first)).
Proof.
  rewrite <- sqrt_1. unfold vnorm. apply sqrt_le_1_alt. unfold vsub. simpl.
  assert (P := C_positive t). assert (V := unit t). lra.
Qed.
(* At the start no token is opposite the first. *)
Lemma not_opposite i : tokens_at 0 i <> vscale (-1) (tokens_at 0 first).
Proof.
  intro E. assert (P := C_positive 0). assert (Q := A_positive 0). assert (R : 0 < T 0) by apply exp_pos.
  assert (S : 0 < B 0) by (apply Rmult_lt_0_compat; auto). destruct i.
  - apply (f_equal fst) in E. simpl in E. lra.
  - apply (f_equal snd) in E. simpl in E. assert (0 < A 0 * B 0) by (apply Rmult_lt_0_compat; auto). lra.
  - apply (f_equal snd) in E. simpl in E. assert (0 < D 0); [|lra]. apply Rdiv_lt_0_compat; lra.
Qed.

Theorem third_stays_apart : A_T5_1__instance.
Proof.
  assert (Symmetric : forall t, 0 <= t -> adjoint (scores t) (scores t)) by (intros; apply scores_symmetric).
  assert (Bounded : forall t, 0 <= t -> bounded_operator (scores t)).
  { intros t _. exists 16. split; [lra | apply scores_bounded]. }
  assert (Inner : forall i j, inner (tokens_at 0 i) (tokens_at 0 j) <= 1).
  { intros i j. assert (H := inner_le_vnorm (tokens_at 0 i) (tokens_at 0 j)). unfold vnorm in H.
    rewrite !tokens_unit, sqrt_1 in H. apply Rabs_le_between in H. lra. }
  assert (Flow : forall t i, 0 <= t -> is_vderive (fun t => tokens_at t i) t
    (vsub (pull t i) (vscale (inner (tokens_at t i) (pull t i)) (tokens_at t i))))
    by (intros; apply tokens_move).
  assert (weighed : forall t i, total three_tokens
    (fun k => sees i k * exp (inner (tokens_at t i) (scores t (tokens_at t k)))) <> 0).
  { intros t i. apply (attended three_tokens sees _ i three_enumerated); apply sees_ordered. }
  assert (Three : size three_tokens = 3) by (unfold size; simpl; lra).
  exists plane, three, three_tokens, scores, scores, 16, tokens_at, first, sees, alike.
  split; [exact (complete_euclidean 1)|]. split; [exact three_enumerated|]. split; [lra|].
  split; [exact no_degenerate_plane|]. split; [exact Symmetric|]. split; [exact (proj1 sees_ordered)|].
  split; [exact (proj1 (proj2 sees_ordered))|]. split; [exact alike_kronecker|].
  split; [intros []; reflexivity|]. split; [intros []; reflexivity|]. split; [exact sees_ordered|].
  split; [exact Bounded|]. split; [exact Bounded|]. split; [exact (tokens_unit 0)|]. split; [exact Inner|].
  split; [lra|]. split; [exact (fun t i T => conj (fun _ => weighed t i) (Flow t i T))|].
  split; [exact Three|]. split; [split; [intros t _ x; apply scores_bounded | apply not_opposite]|].
  assert (Far : forall t, 1 <= sqrt (inner (vsub (tokens_at t third) (tokens_at t first))
    (vsub (tokens_at t third) (tokens_at t first)))) by apply apart.
  exists third. split; [|split].
  - intro E. specialize (Far 0). rewrite E in Far. unfold vsub in Far. rewrite vadd_opposite, inner_zero_l, sqrt_0 in Far. lra.
  - intros t _. apply Far.
  - intro Ends. destruct (Ends 1 Rlt_0_1) as [T0 [P0 Near]]. specialize (Near T0 (Rle_refl _)). specialize (Far T0).
    rewrite Rminus_0_r, Rabs_right in Near by (apply Rle_ge, sqrt_pos). lra.
Qed.
