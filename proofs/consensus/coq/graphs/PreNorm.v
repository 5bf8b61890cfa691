(* Tokens that are normalised for attention only: y_i' = sum_j alpha_ij y_j/|y_j|. In the gnomonic plane
   they form a consensus system with weights that fall like 1/(n_0 + nu t), for no token is faster
   than nu; in the time T with t = n_0 (e^{nu T} - 1)/nu these are bounded below. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Systems.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. another clock *)

Section Clock.
Context (nu n0 : R).
Hypothesis Nu : 0 < nu.
Hypothesis N0 : 0 < n0.
(* The time at which the clock shows T, and how fast it goes there. *)
Definition moment T := n0 * (exp (nu * T) - 1) / nu.
Lemma moment_rate T : is_derive moment T (n0 + nu * moment T).
Proof.
  eapply derive_eq.
  - apply (derive_mult (fun T => n0 * (exp (nu * T) - 1)) (fun _ => / nu)); [|apply derive_const].
    apply (derive_mult (fun _ => n0) (fun T => exp (nu * T) - 1)); [apply derive_const|].
    apply (derive_minus (fun T => exp (nu * T)) (fun _ => 1)); [apply derive_exp_rate | apply derive_const].
  - unfold moment. field. lra.
Qed.
Lemma moment_zero : moment 0 = 0.
Proof. unfold moment. rewrite Rmult_0_r, exp_0. field. lra. Qed.
Lemma moment_grows S T : 0 <= S <= T -> moment S <= moment T.
Proof.
  intros L. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|].
  apply Rmult_le_compat_l; [lra|]. assert (Q := exp_rate_monotone nu S T ltac:(lra) L). lra.
Qed.
Lemma moment_nonneg T : 0 <= T -> 0 <= moment T.
Proof. intros H. rewrite <- moment_zero. apply moment_grows. lra. Qed.
Lemma moment_before T t : exp (nu * T) <= 1 + nu * t / n0 -> moment T <= t.
Proof.
  intros H. unfold moment. apply Rmult_le_reg_r with nu; [auto|].
  replace (n0 * (exp (nu * T) - 1) / nu * nu) with (n0 * (exp (nu * T) - 1)) by (field; lra).
  replace (t * nu) with (n0 * (nu * t / n0)) by (field; lra). apply Rmult_le_compat_l; lra.
Qed.
Lemma by_the_clock {Token} (tokens : list Token) beta (u : Token -> R -> R) :
  consensus_system tokens beta u ->
  consensus_system tokens (fun T i j => (n0 + nu * moment T) * beta (moment T) i j)
    (fun i T => u i (moment T)).
Proof.
  intros D i T HT. assert (M := moment_nonneg T HT). eapply derive_eq.
  - apply (derive_chain (u i) (fun _ => total tokens (fun j => beta (moment T) i j *
      (u j (moment T) - u i (moment T)))) moment T (n0 + nu * moment T)); [|apply moment_rate].
    apply is_derive_Reals. exact (D i (moment T) M).
  - rewrite <- total_scale. apply total_ext. intro j. ring.
Qed.
End Clock.

(* ------------------------------------------------------------------ 2. the tokens *)

Section Tokens.
Context {U : inner_product_space} {Token : Type} (tokens : list Token)
  (w : R -> Token -> Token -> R) (y : R -> Token -> U) (p : U) (nu n0 sigma : R).
Hypothesis All : lists tokens.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun t => y t i) t
  (vtotal tokens (fun j => vscale (w t i j * / vnorm (y t j)) (y t j))).
Hypothesis Pos : forall t i j, 0 <= t -> 0 <= w t i j.
Hypothesis Row : forall t i, 0 <= t -> total tokens (w t i) <= nu.
Hypothesis Pole : inner p p = 1.
Hypothesis Spos : 0 < sigma.
Hypothesis Some : forall i, y 0 i <> vzero.
Hypothesis Inside : forall i, sigma * vnorm (y 0 i) <= inner p (y 0 i).
Hypothesis Length : forall i, vnorm (y 0 i) <= n0.

Lemma positive_length z : 0 < inner p z -> 0 < vnorm z.
Proof.
  intros P. destruct (vnorm_nonneg z) as [|Z]; [auto|].
  assert (C := inner_le_vnorm p z). apply Rabs_le_between in C. rewrite <- Z in C. lra.
Qed.
Lemma start_length i : 0 < vnorm (y 0 i).
Proof.
  destruct (vnorm_nonneg (y 0 i)) as [|Z]; [auto|]. exfalso. apply (Some i), inner_definite.
  rewrite <- vnorm_square, <- Z. ring.
Qed.
Lemma height_moves xi i : differentiable (fun t => inner xi (y t i))
  (fun t => total tokens (fun j => w t i j * (inner xi (y t j) * / vnorm (y t j)))).
Proof.
  intros t T. eapply derive_eq.
  - apply (derive_inner (fun _ => xi) (fun t => y t i)); [apply vderive_const | apply Flow; auto].
  - cbv beta. rewrite inner_zero_l, Rplus_0_l, inner_vtotal_r. apply total_ext. intro j.
    rewrite inner_scale_r. ring.
Qed.
(* No token comes near 0. *)
Lemma heights_stay : exists h, 0 < h /\ forall i t, 0 <= t -> h <= inner p (y t i).
Proof.
  assert (P : forall i, 0 < inner p (y 0 i)).
  { intro i. eapply Rlt_le_trans; [|apply Inside]. apply Rmult_lt_0_compat; [auto | apply start_length]. }
  destruct (least_positive tokens (fun i => inner p (y 0 i)) P) as [h [H L]].
  exists h. split; [exact H|].
  apply (least_stays tokens (fun i t => inner p (y t i)) (fun i t =>
    total tokens (fun j => w t i j * (inner p (y t j) * / vnorm (y t j)))) h h); auto.
  - intro i. apply height_moves.
  - intros i t T Low Least. apply total_nonneg. intro j. apply Rmult_le_pos; [auto|].
    specialize (Least j). assert (Q : 0 < inner p (y t j)) by lra.
    apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, positive_length, Q].
Qed.
Lemma height_positive i t : 0 <= t -> 0 < inner p (y t i).
Proof. intros T. destruct heights_stay as [h [H L]]. specialize (L i t T). lra. Qed.
Lemma length_positive i t : 0 <= t -> 0 < vnorm (y t i).
Proof. intros T. apply positive_length, height_positive, T. Qed.

Definition plane t i : U := vscale (/ inner p (y t i)) (y t i).
Definition margin t i := inner p (y t i) / vnorm (y t i).
Definition plane_weight t i j := w t i j * margin t j / inner p (y t i).
Lemma margin_positive t i : 0 <= t -> 0 < margin t i.
Proof. intros T. apply Rdiv_lt_0_compat; [apply height_positive | apply length_positive]; auto. Qed.
Lemma plane_length t i : 0 <= t -> vnorm (plane t i) = / margin t i.
Proof.
  intros T. assert (P := height_positive i t T). assert (L := length_positive i t T).
  unfold plane, margin. rewrite vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; auto).
  field. lra.
Qed.
Lemma plane_weight_nonneg t i j : 0 <= t -> 0 <= plane_weight t i j.
Proof.
  intros T. apply Rmult_le_pos; [apply Rmult_le_pos; [auto | left; apply margin_positive; auto]|].
  left. apply Rinv_0_lt_compat, height_positive, T.
Qed.
Lemma planes_move xi : consensus_system tokens plane_weight (fun i t => inner xi (plane t i)).
Proof.
  intros i t T. assert (P := height_positive i t T). assert (N : inner p (y t i) <> 0) by lra.
  eapply is_derive_ext with (f := fun t => inner xi (y t i) / inner p (y t i)).
  { intro s. unfold plane. rewrite inner_scale_r. apply Rmult_comm. }
  eapply derive_eq.
  - apply (derive_div (fun t => inner xi (y t i)) (fun t => inner p (y t i)) t _ _ N
      (height_moves xi i t T) (height_moves p i t T)).
  - cbv beta. set (h := inner p (y t i)) in *. set (a := inner xi (y t i)).
    rewrite (total_ext tokens (fun j => plane_weight t i j * (inner xi (plane t j) - inner xi (plane t i)))
      (fun j => / h * (w t i j * (inner xi (y t j) * / vnorm (y t j)))
        + - a / (h * h) * (w t i j * (inner p (y t j) * / vnorm (y t j))))).
    + rewrite total_add, !total_scale. field. exact N.
    + intro j. assert (Pj := height_positive j t T). assert (Lj := length_positive j t T).
      unfold plane_weight, margin, plane. rewrite !inner_scale_r. fold h a. field. lra.
Qed.
(* The images stay in the hull of their starts, so margins stay at least sigma. *)
Lemma plane_start i : vnorm (plane 0 i) <= / sigma.
Proof.
  rewrite plane_length by lra. apply Rinv_le_contravar; [auto|]. assert (L := start_length i).
  apply Rmult_le_reg_r with (vnorm (y 0 i)); [auto|]. unfold margin, Rdiv.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply Inside.
Qed.
Lemma margins_kept t i : 0 <= t -> sigma <= margin t i.
Proof.
  intros T. set (xi := plane t i).
  assert (Q : inner xi (plane t i) <= vnorm xi * / sigma).
  { apply (none_above tokens plane_weight (fun i t => inner xi (plane t i)) All (planes_move xi)); auto.
    - intros. apply plane_weight_nonneg. auto.
    - intro k. eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
      apply Rmult_le_compat_l; [apply vnorm_nonneg | apply plane_start]. }
  unfold xi in Q. rewrite <- vnorm_square, plane_length in Q by auto. assert (M := margin_positive t i T).
  assert (I : 0 < / margin t i) by (apply Rinv_0_lt_compat; auto).
  apply Rmult_le_reg_l in Q; [|auto]. apply Rinv_le_contravar in Q; [|auto].
  rewrite !Rinv_inv in Q. exact Q.
Qed.
Lemma margin_at_most_one t i : 0 <= t -> margin t i <= 1.
Proof.
  intros T. assert (L := length_positive i t T). apply Rmult_le_reg_r with (vnorm (y t i)); [auto|].
  unfold margin, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
  assert (C := inner_le_vnorm p (y t i)). apply Rabs_le_between in C.
  replace (vnorm p) with 1 in C by (unfold vnorm; rewrite Pole; symmetry; apply sqrt_1). lra.
Qed.
(* Nobody is faster than nu. *)
Lemma lengths_grow t i : 0 <= t -> vnorm (y t i) <= n0 + nu * t.
Proof.
  intros T. assert (Q := travel (fun t => y t i) _ nu (fun t T => Flow t i T)).
  assert (V : vnorm (vsub (y t i) (y 0 i)) <= nu * (t - 0)).
  { apply Q; [|lra]. intros s S. apply Rle_trans with (total tokens (w s i)); [|apply Row; auto].
    generalize tokens. intro L. induction L as [|j L IH]; simpl.
    - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
    - eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat; [|exact IH].
      assert (Lj := length_positive j s S). assert (I : 0 < / vnorm (y s j)) by (apply Rinv_0_lt_compat; auto).
      rewrite vnorm_scale, Rabs_right by (apply Rle_ge, Rmult_le_pos; [auto | lra]).
      right. field. lra. }
  assert (A := vnorm_add (y 0 i) (vsub (y t i) (y 0 i))). specialize (Length i).
  replace (vadd (y 0 i) (vsub (y t i) (y 0 i))) with (y t i) in A; [lra|].
  apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Hypothesis Quotients : forall R b q beta, 0 < R -> 0 < b -> 0 < q -> b <= beta -> q <= R -> b / R <= beta / q.
Lemma plane_weight_above t i j m : 0 <= t -> 0 <= m -> m <= w t i j ->
  m * sigma <= (n0 + nu * t) * plane_weight t i j.
Proof.
  intros T M A. assert (P := height_positive i t T). assert (Mj := margins_kept t j T). assert (Mi := margin_positive t i T).
  assert (L := lengths_grow t i T). assert (One := margin_at_most_one t i T). assert (Ln := length_positive i t T).
  destruct M as [M | <-]; [|rewrite Rmult_0_l; apply Rmult_le_pos; [lra | apply plane_weight_nonneg, T]].
  assert (B : m * sigma <= w t i j * margin t j) by (apply Rmult_le_compat; lra).
  assert (B0 : 0 < m * sigma) by (apply Rmult_lt_0_compat; lra).
  assert (Q := Quotients (n0 + nu * t) (m * sigma) (vnorm (y t i)) (w t i j * margin t j / margin t i) ltac:(lra) B0 Ln).
  assert (E : w t i j * margin t j / margin t i / vnorm (y t i) = plane_weight t i j)
    by (unfold plane_weight; set (share := margin t j); unfold margin; field; lra).
  rewrite E in Q. clear E.
  rewrite (Rmult_comm (n0 + nu * t)). apply Rcomplements.Rle_div_l; [lra|]. apply Q; [|exact L].
  apply (proj1 (Rcomplements.Rle_div_r _ _ _ Mi)). apply Rle_trans with (m * sigma * 1); [apply Rmult_le_compat_l; lra | lra].
Qed.
(* In rows that are not empty heights grow, so that the weights are bounded above, too. *)
Hypothesis Grow : forall t, 0 <= t -> forall f i, (forall j, sigma <= f j) ->
  sigma * total tokens (fun j => w t i j) <= total tokens (fun j => w t i j * f j).
Lemma heights_grow t i mu h : 0 <= t -> 0 < h -> (forall i, h <= inner p (y 0 i)) ->
  (forall t i, 0 <= t -> mu <= total tokens (w t i)) -> h + sigma * mu * t <= inner p (y t i).
Proof.
  intros T H Low Full. assert (G := growth (fun t => inner p (y t i)) _ (sigma * mu) 0 t T
    (fun t T => height_moves p i t (proj1 T))). cbv beta in G.
  assert (sigma * mu * (t - 0) <= inner p (y t i) - inner p (y 0 i)); [|specialize (Low i); lra].
  apply G. intros s S. apply Rle_trans with (sigma * total tokens (w s i)).
  - apply Rmult_le_compat_l; [lra | apply Full; lra].
  - apply (Grow s ltac:(lra) (fun j => margin s j)). intro j. apply (margins_kept s j). lra.
Qed.
Lemma plane_rows t i mu h : 0 <= t -> 0 < h -> 0 < mu -> (forall i, h <= inner p (y 0 i)) ->
  (forall t i, 0 <= t -> mu <= total tokens (w t i)) ->
  total tokens (fun j => (n0 + nu * t) * plane_weight t i j) <= nu * (n0 / h + nu / (sigma * mu)).
Proof.
  intros T H Mu Low Full. assert (G := heights_grow t i mu h T H Low Full).
  assert (P := height_positive i t T). assert (L0 := start_length i). specialize (Length i).
  assert (SM : 0 < sigma * mu) by (apply Rmult_lt_0_compat; auto).
  assert (R := Row t i T). assert (F := Full t i T).
  assert (Q : (n0 + nu * t) / inner p (y t i) <= n0 / h + nu / (sigma * mu)).
  { assert (St : 0 <= sigma * mu * t) by (apply Rmult_le_pos; lra).
    apply Rmult_le_reg_r with (inner p (y t i)); [auto|].
    unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with ((n0 / h + nu / (sigma * mu)) * (h + sigma * mu * t)).
    - replace ((n0 / h + nu / (sigma * mu)) * (h + sigma * mu * t))
        with (n0 + nu * t + (n0 / h * (sigma * mu * t) + nu / (sigma * mu) * h)) by (field; lra).
      assert (0 <= n0 / h) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
      assert (0 <= nu / (sigma * mu)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
      assert (0 <= n0 / h * (sigma * mu * t)) by (apply Rmult_le_pos; lra).
      assert (0 <= nu / (sigma * mu) * h) by (apply Rmult_le_pos; lra). lra.
    - apply Rmult_le_compat_l; [|exact G].
      apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; left; apply Rinv_0_lt_compat; lra. }
  assert (K0 : 0 <= (n0 + nu * t) / inner p (y t i)).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; auto].
    assert (0 <= nu * t) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_trans with (total tokens (fun j => w t i j * ((n0 + nu * t) / inner p (y t i)))).
  - apply total_le. intro j. assert (M := margin_at_most_one t j T). assert (M0 := margin_positive t j T).
    replace ((n0 + nu * t) * plane_weight t i j)
      with (w t i j * ((n0 + nu * t) / inner p (y t i)) * margin t j) by (unfold plane_weight; field; lra).
    rewrite <- (Rmult_1_r (w t i j * ((n0 + nu * t) / inner p (y t i)))) at 2.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | lra].
  - rewrite total_scale_r. apply Rmult_le_compat; lra.
Qed.
End Tokens.
