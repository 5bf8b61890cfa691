(* Unit vectors that follow the tangent part of a pull, their part along a fixed unit vector, and the
   comparison of a function with a decaying exponential. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. unit vectors *)

Definition tangent_flow {S : inner_product_space} {I : Type} (w y : R -> I -> S) :=
  forall t i, 0 <= t -> is_vderive (fun t => y t i) t
    (vsub (w t i) (vscale (inner (y t i) (w t i)) (y t i))).

Lemma unit_inner {S : inner_product_space} (a b : S) : inner a a = 1 -> inner b b = 1 ->
  -1 <= inner a b <= 1.
Proof.
  intros A B. assert (H := inner_le_vnorm a b). unfold vnorm in H.
  rewrite A, B, sqrt_1, Rmult_1_l in H. apply Rabs_le_between in H. exact H.
Qed.
Lemma unit_distance {S : inner_product_space} (a b : S) : inner a a = 1 -> inner b b = 1 ->
  vnorm (vsub a b) * vnorm (vsub a b) = 2 * (1 - inner a b).
Proof.
  intros A B. rewrite vnorm_square. unfold vsub.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, A, B, (inner_sym _ b a). ring.
Qed.
Lemma square_le a b : 0 <= b -> a * a <= b * b -> a <= b.
Proof.
  intros B H. apply Rnot_lt_le. intro N.
  assert (b * b < a * a); [|lra]. apply Rle_lt_trans with (b * a).
  apply Rmult_le_compat_l; lra. apply Rmult_lt_compat_r; lra.
Qed.
Lemma derive_part {S : inner_product_space} (v : S) y t u : is_vderive y t u ->
  is_derive (fun t => inner v (y t)) t (inner v u).
Proof.
  intros D. eapply derive_eq. apply (derive_inner (fun _ => v) y); [apply vderive_const | exact D].
  rewrite inner_zero_l. ring.
Qed.
Lemma derive_square (b : R -> R) t u : is_derive b t u ->
  is_derive (fun t => 1 - b t * b t) t (- 2 * b t * u).
Proof.
  intros D. eapply derive_eq. apply (derive_minus (fun _ => 1) (fun t => b t * b t));
    [apply derive_const | apply (derive_mult b b t _ _ D D)]. ring.
Qed.

(* ------------------------------------------------------------------ 2. one function *)

(* What falls at the rate k while it is above K e^{-kt} stays below. *)
Lemma driven_decay (u du : R -> R) k K : differentiable u du -> u 0 <= K ->
  (forall t, 0 <= t -> K * exp (- k * t) <= u t -> du t <= - k * u t) ->
  forall t, 0 <= t -> u t <= K * exp (- k * t).
Proof.
  intros D Start Slope t Ht.
  assert (H : u t * exp (k * t) <= K).
  { refine (barrier (tt :: nil) (fun _ t => u t * exp (k * t))
      (fun _ t => du t * exp (k * t) + u t * (k * exp (k * t))) 0 K 1 _ _ _ _ _ _ tt t Ht);
      try lra.
    - intros []. left. auto.
    - intros _ s Hs. apply (derive_mult u (fun t => exp (k * t))); [apply D; auto|].
      apply derive_exp_rate.
    - intros _. rewrite Rmult_0_r, exp_0, Rmult_1_r. auto.
    - intros _ s Hs [A _] _. rewrite Rmult_0_l. assert (P := exp_pos (k * s)).
      assert (du s <= - k * u s).
      { apply Slope; [auto|]. apply Rmult_le_reg_r with (exp (k * s)); auto.
        rewrite Rmult_assoc, <- exp_plus. replace (- k * s + k * s) with 0 by ring.
        rewrite exp_0. lra. }
      apply Rle_trans with ((du s + k * u s) * exp (k * s)); [right; ring|].
      replace 0 with (0 * exp (k * s)) by ring. apply Rmult_le_compat_r; lra. }
  apply Rmult_le_reg_r with (exp (k * t)); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus. replace (- k * t + k * t) with 0 by ring.
  rewrite exp_0, Rmult_1_r. exact H.
Qed.
(* What falls, relative to itself, at most at a rate with a finite integral keeps a part of itself. *)
Lemma floor (b db : R -> R) c K sigma : differentiable b db -> 0 < c -> 0 <= K -> 0 < sigma <= b 0 ->
  (forall t, 0 <= t -> 0 < b t -> - K * exp (- c * t) * b t <= db t) ->
  forall t, 0 <= t -> sigma * exp (- (K / c)) <= b t.
Proof.
  intros D C HK Start Slope t Ht.
  set (g := fun t => exp (- (K / c) * exp (- c * t))).
  assert (KC : 0 <= K / c) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]).
  assert (Dg : forall t, is_derive g t (K * exp (- c * t) * g t)).
  { intro s. eapply derive_eq. apply (derive_exp (fun t => - (K / c) * exp (- c * t))).
    apply (derive_mult (fun _ => - (K / c)) (fun t => exp (- c * t)));
      [apply derive_const | apply derive_exp_rate]. unfold g. field. lra. }
  assert (G : forall t, 0 < g t) by (intro s; apply exp_pos).
  set (s0 := sigma * exp (- (K / c))).
  assert (S0 : 0 < s0) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]).
  assert (H : s0 <= b t * g t).
  { refine (least_stays (tt :: nil) (fun _ t => b t * g t)
      (fun _ t => db t * g t + b t * (K * exp (- c * t) * g t)) s0 s0 _ S0 _ _ _ tt t Ht).
    - intros []. left. auto.
    - intros _ s Hs. apply (derive_mult b g); [apply D; auto | apply Dg].
    - intros _. unfold g, s0. rewrite Rmult_0_r, exp_0, Rmult_1_r.
      apply Rmult_le_compat_r; [left; apply exp_pos | lra].
    - intros _ s Hs [A _] _. specialize (G s).
      assert (P : 0 < b s).
      { apply Rmult_lt_reg_r with (g s); [auto|]. lra. }
      specialize (Slope s Hs P). apply Rle_trans with (0 * g s); [lra|].
      apply Rle_trans with ((db s + K * exp (- c * s) * b s) * g s); [|right; ring].
      apply Rmult_le_compat_r; lra. }
  assert (G1 : g t <= 1).
  { unfold g. rewrite <- exp_0. apply exp_le. assert (E := exp_pos (- c * t)).
    assert (0 <= K / c * exp (- c * t)) by (apply Rmult_le_pos; lra). lra. }
  assert (Bt : 0 < b t) by (apply Rmult_lt_reg_r with (g t); [auto | lra]).
  assert (b t * g t <= b t * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
(* A bound by a decaying exponential is a limit. *)
Lemma tends_exp (u : R -> R) l C c : 0 < c -> (forall t, 0 <= t -> Rabs (u t - l) <= C * exp (- c * t)) ->
  tends u l.
Proof.
  intros Hc H eps E. assert (C0 : 0 <= C).
  { specialize (H 0 ltac:(lra)). rewrite Rmult_0_r, exp_0 in H. assert (P := Rabs_pos (u 0 - l)). lra. }
  exists (C / (c * eps)). assert (P : 0 < c * eps) by (apply Rmult_lt_0_compat; auto).
  split; [apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]|]. intros t Ht.
  assert (T0 : 0 <= t).
  { eapply Rle_trans; [|exact Ht]. apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]. }
  eapply Rle_lt_trans; [apply H; auto|].
  apply Rmult_lt_reg_r with (exp (c * t)); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus. replace (- c * t + c * t) with 0 by ring. rewrite exp_0, Rmult_1_r.
  assert (X := exp_tangent (c * t)).
  assert (C <= eps * (c * t)).
  { apply Rle_trans with (C / (c * eps) * (c * eps)); [right; field; lra|].
    replace (eps * (c * t)) with (t * (c * eps)) by ring. apply Rmult_le_compat_r; lra. }
  assert (eps * (1 + c * t) <= eps * exp (c * t)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma vtends_exp {S : inner_product_space} (y : R -> S) p C c : 0 < c ->
  (forall t, 0 <= t -> vnorm (vsub (y t) p) <= C * exp (- c * t)) -> vtends y p.
Proof.
  intros Hc H. apply (tends_exp _ _ C c Hc). intros t Ht.
  rewrite Rminus_0_r, Rabs_right by apply Rle_ge, vnorm_nonneg. auto.
Qed.
