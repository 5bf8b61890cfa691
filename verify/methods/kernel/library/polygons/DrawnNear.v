(* Velocities of drawn tokens depend continuously on weights, tokens and place; so do softmax weights
   on scores. A field may be extended from the unit ball to the space, and then keeps the sphere. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Intervals Drawn.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. velocities that are near *)

Section Near.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Implicit Types (A B : Token -> R) (Y Z : Token -> S) (x z : S).
Lemma sum_drawn_norm A Y M : (forall j, Rabs (A j) <= M) -> (forall j, vnorm (Y j) <= 1) ->
  vnorm (sum_drawn tokens A Y) <= size tokens * M.
Proof.
  intros HA HY. unfold sum_drawn, size. induction tokens as [|j T IH]; simpl.
  - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale.
    assert (Rabs (A j) * vnorm (Y j) <= M * 1) by
      (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg). lra.
Qed.
Lemma sum_drawn_near A B Y Z da dy M : (forall j, Rabs (B j) <= M) -> (forall j, vnorm (Y j) <= 1) ->
  (forall j, Rabs (A j - B j) <= da) -> (forall j, vnorm (vsub (Y j) (Z j)) <= dy) ->
  vnorm (vsub (sum_drawn tokens A Y) (sum_drawn tokens B Z)) <= size tokens * (da + M * dy).
Proof.
  intros HB HY Da Dy. unfold sum_drawn, size. induction tokens as [|j T IH]; simpl.
  - replace (vsub vzero vzero) with (@vzero S) by (symmetry; apply vadd_opposite).
    unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - set (f := vtotal T (fun j => vscale (A j) (Y j))) in *.
    set (g := vtotal T (fun j => vscale (B j) (Z j))) in *.
    replace (vsub _ _) with (vadd (vadd (vscale (A j - B j) (Y j)) (vscale (B j) (vsub (Y j) (Z j))))
      (vsub f g)) by (apply inner_ext; intro; inners; ring).
    eapply Rle_trans; [apply vnorm_add|].
    assert (V := vnorm_add (vscale (A j - B j) (Y j)) (vscale (B j) (vsub (Y j) (Z j)))).
    rewrite !vnorm_scale in V.
    assert (Rabs (A j - B j) * vnorm (Y j) <= da * 1) by
      (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg).
    assert (Rabs (B j) * vnorm (vsub (Y j) (Z j)) <= M * dy) by
      (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg). lra.
Qed.
Lemma drawn_near A B Y Z x z da dy M : 0 <= M -> vnorm x <= 1 -> vnorm z <= 1 ->
  (forall j, Rabs (A j) <= M) -> (forall j, Rabs (B j) <= M) ->
  (forall j, vnorm (Y j) <= 1) -> (forall j, vnorm (Z j) <= 1) ->
  (forall j, Rabs (A j - B j) <= da) -> (forall j, vnorm (vsub (Y j) (Z j)) <= dy) ->
  vnorm (vsub (drawn tokens A Y x) (drawn tokens B Z z))
  <= 2 * (size tokens * (da + M * dy)) + 2 * (size tokens * M) * vnorm (vsub x z).
Proof.
  intros HM Nx Nz HA HB HY HZ Da Dy. unfold drawn.
  assert (F := sum_drawn_norm A Y M HA HY). assert (G := sum_drawn_norm B Z M HB HZ).
  assert (D := sum_drawn_near A B Y Z da dy M HB HY Da Dy).
  set (f := sum_drawn tokens A Y) in *. set (g := sum_drawn tokens B Z) in *.
  set (d := vnorm (vsub x z)). set (H := size tokens * M) in *.
  set (e := size tokens * (da + M * dy)) in *.
  replace (vsub _ _) with (vadd (vsub f g) (vscale (-1)
    (vadd (vadd (vscale (inner (vsub x z) f) x) (vscale (inner z (vsub f g)) x))
          (vscale (inner z g) (vsub x z))))) by (apply inner_ext; intro; inners; ring).
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  assert (V1 := vnorm_add (vadd (vscale (inner (vsub x z) f) x) (vscale (inner z (vsub f g)) x))
    (vscale (inner z g) (vsub x z))).
  assert (V2 := vnorm_add (vscale (inner (vsub x z) f) x) (vscale (inner z (vsub f g)) x)).
  rewrite !vnorm_scale in V1. rewrite !vnorm_scale in V2. fold d in V1.
  assert (P1 := inner_le_vnorm (vsub x z) f). assert (P2 := inner_le_vnorm z (vsub f g)).
  assert (P3 := inner_le_vnorm z g). fold d in P1. assert (D0 : 0 <= d) by apply vnorm_nonneg.
  assert (N1 := vnorm_nonneg f). assert (N2 := vnorm_nonneg g). assert (N3 := vnorm_nonneg (vsub f g)).
  assert (N4 := vnorm_nonneg z). assert (N5 := vnorm_nonneg x).
  assert (Q1 : Rabs (inner (vsub x z) f) * vnorm x <= H * d * 1).
  { apply Rmult_le_compat; auto using Rabs_pos. eapply Rle_trans; [exact P1|].
    rewrite Rmult_comm. apply Rmult_le_compat_r; auto. }
  assert (Q2 : Rabs (inner z (vsub f g)) * vnorm x <= e * 1).
  { apply Rmult_le_compat; auto using Rabs_pos. eapply Rle_trans; [exact P2|].
    rewrite <- (Rmult_1_l e). apply Rmult_le_compat; auto. }
  assert (Q3 : Rabs (inner z g) * d <= H * d).
  { apply Rmult_le_compat_r; auto. eapply Rle_trans; [exact P3|].
    rewrite <- (Rmult_1_l H). apply Rmult_le_compat; auto. }
  lra.
Qed.
End Near.

(* Softmax weights change by no more than twice what the scores do. *)
Lemma softmax_falls {I} (T : list I) (p q nu : I -> R) (own_p own_q d u v : R) :
  0 <= d -> (forall i, 0 <= nu i) -> (forall i, q i <= p i + d) -> own_q <= own_p + d -> u <= v + d ->
  exp u / (total T (fun i => nu i * exp (p i)) + exp own_p) <= 1 ->
  exp u / (total T (fun i => nu i * exp (p i)) + exp own_p)
  - exp v / (total T (fun i => nu i * exp (q i)) + exp own_q) <= 2 * d.
Proof.
  intros D Hn Hp Ho Hu One. set (Zp := total T (fun i => nu i * exp (p i)) + exp own_p) in *.
  set (Zq := total T (fun i => nu i * exp (q i)) + exp own_q).
  assert (Pos : forall f o, 0 < total T (fun i => nu i * exp (f i)) + exp o).
  { intros f o. assert (P := exp_pos o). assert (0 <= total T (fun i => nu i * exp (f i))); [|lra].
    apply total_nonneg. intro i. apply Rmult_le_pos; [auto | left; apply exp_pos]. }
  assert (Zp0 : 0 < Zp) by apply Pos. assert (Zq0 : 0 < Zq) by apply Pos.
  assert (Z : Zq <= exp d * Zp).
  { unfold Zq, Zp. rewrite Rmult_plus_distr_l, <- total_scale. apply Rplus_le_compat.
    - apply total_le. intro i. rewrite <- Rmult_assoc, (Rmult_comm (exp d)), Rmult_assoc.
      apply Rmult_le_compat_l; [auto|]. rewrite <- exp_plus. apply exp_le. specialize (Hp i). lra.
    - rewrite <- exp_plus. apply exp_le. lra. }
  set (w := exp u / Zp) in *. assert (W0 : 0 <= w) by (left; apply Rdiv_lt_0_compat; [apply exp_pos | auto]).
  assert (Low : w * exp (- (2 * d)) <= exp v / Zq).
  { apply Rmult_le_reg_r with Zq; [auto|]. replace (exp v / Zq * Zq) with (exp v) by (field; lra).
    apply Rle_trans with (w * exp (- (2 * d)) * (exp d * Zp)).
    - apply Rmult_le_compat_l; [|auto]. apply Rmult_le_pos; [auto | left; apply exp_pos].
    - replace (w * exp (- (2 * d)) * (exp d * Zp)) with (exp u * (exp (- (2 * d)) * exp d))
        by (unfold w; field; lra). rewrite <- !exp_plus. apply exp_le. lra. }
  assert (T1 := exp_tangent (- (2 * d))).
  assert (w * (1 + - (2 * d)) <= w * exp (- (2 * d))) by (apply Rmult_le_compat_l; auto).
  assert (w * (2 * d) <= 1 * (2 * d)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* ------------------------------------------------------------------ 2. the unit ball *)

(* The nearest point of the ball; distances at most double, which is enough. *)
Section Ball.
Context {S : inner_product_space}.
Implicit Types x z : S.
Definition into_ball x : S := vscale (/ Rmax 1 (vnorm x)) x.
Lemma ball_scale x : 0 < / Rmax 1 (vnorm x) <= 1.
Proof.
  assert (P := Rmax_l 1 (vnorm x)). split; [apply Rinv_0_lt_compat; lra|].
  apply Rle_trans with (/ 1); [apply Rinv_le_contravar; lra | lra].
Qed.
Lemma into_ball_norm x : vnorm (into_ball x) <= 1.
Proof.
  unfold into_ball. rewrite vnorm_scale. assert (P := Rmax_l 1 (vnorm x)). assert (Q := Rmax_r 1 (vnorm x)).
  destruct (ball_scale x) as [A _]. rewrite Rabs_right by lra.
  apply Rle_trans with (/ Rmax 1 (vnorm x) * Rmax 1 (vnorm x)); [apply Rmult_le_compat_l; lra|].
  right. field. lra.
Qed.
Lemma into_ball_unit x : inner x x = 1 -> into_ball x = x.
Proof.
  intros U. unfold into_ball. replace (vnorm x) with 1 by (unfold vnorm; rewrite U, sqrt_1; reflexivity).
  rewrite Rmax_left, Rinv_1 by lra. apply inner_ext. intro q. inners. ring.
Qed.
Lemma into_ball_near x z : vnorm (vsub (into_ball x) (into_ball z)) <= 2 * vnorm (vsub x z).
Proof.
  set (a := Rmax 1 (vnorm x)). set (b := Rmax 1 (vnorm z)).
  assert (A1 := Rmax_l 1 (vnorm x)). assert (B1 := Rmax_l 1 (vnorm z)). assert (B2 := Rmax_r 1 (vnorm z)).
  fold a in A1. fold b in B1, B2. set (d := vnorm (vsub x z)).
  assert (D1 : vnorm x <= vnorm z + d).
  { assert (V := vnorm_add z (vsub x z)). replace (vadd z (vsub x z)) with x in V
      by (apply inner_ext; intro; inners; ring). exact V. }
  assert (D2 : vnorm z <= vnorm x + d).
  { assert (V := vnorm_add x (vscale (-1) (vsub x z))). rewrite vnorm_scale, (Rabs_left (-1)) in V by lra.
    replace (vadd x (vscale (-1) (vsub x z))) with z in V by (apply inner_ext; intro; inners; ring).
    fold d in V. lra. }
  assert (D0 : 0 <= d) by apply vnorm_nonneg.
  assert (AB : Rabs (b - a) <= d).
  { apply Rabs_le. unfold a, b. split; unfold Rmax; repeat destruct (Rle_dec _ _); lra. }
  replace (vsub (into_ball x) (into_ball z)) with
    (vadd (vscale (/ a) (vsub x z)) (vscale ((b - a) * / a * / b) z)).
  2: { unfold into_ball. fold a b. apply inner_ext. intro. inners. field. lra. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale. fold d.
  assert (I : 0 < / a <= 1) by apply ball_scale. assert (J : 0 < / b) by (apply Rinv_0_lt_compat; lra).
  rewrite (Rabs_right (/ a)), !Rabs_mult, (Rabs_right (/ a)), (Rabs_right (/ b)) by lra.
  assert (/ a * d <= 1 * d) by (apply Rmult_le_compat_r; lra).
  assert (Q : / b * vnorm z <= 1).
  { apply Rle_trans with (/ b * b); [apply Rmult_le_compat_l; lra | right; field; lra]. }
  assert (R1 : Rabs (b - a) * / a <= d * 1) by (apply Rmult_le_compat; try lra; apply Rabs_pos).
  assert (0 <= Rabs (b - a) * / a) by (apply Rmult_le_pos; [apply Rabs_pos | lra]).
  assert (R2 : Rabs (b - a) * / a * (/ b * vnorm z) <= d * 1 * 1).
  { apply Rmult_le_compat; auto. apply Rmult_le_pos; [lra | apply vnorm_nonneg]. } lra.
Qed.
(* The field of the ball's points keeps the sphere, in both directions of time. *)
Lemma ball_keeps_sphere (z f : R -> S) H t0 : (forall t, vnorm (f t) <= H) ->
  (forall t, is_vderive z t (vsub (f t) (vscale (inner (into_ball (z t)) (f t)) (into_ball (z t))))) ->
  inner (z t0) (z t0) = 1 -> forall t, inner (z t) (z t) = 1.
Proof.
  intros F D U.
  set (u := fun t => inner (z t) (z t) - 1).
  set (k := fun t => if Rle_lt_dec 1 (vnorm (z t)) then 0 else -2 * inner (z t) (f t)).
  assert (Du : forall t, is_derive u t (k t * u t)).
  { intro t. eapply derive_eq. apply (derive_minus (fun t => inner (z t) (z t)) (fun _ => 1));
      [apply (derive_inner z z); apply D | apply derive_const].
    rewrite (inner_sym _ (vsub _ _)).
    unfold k, u. rewrite <- vnorm_square. unfold into_ball. destruct (Rle_lt_dec 1 (vnorm (z t))) as [L|L].
    - rewrite Rmax_right by auto. inners. rewrite <- vnorm_square. field. lra.
    - rewrite Rmax_left, Rinv_1 by lra. inners. rewrite <- vnorm_square. ring. }
  assert (K : forall t, Rabs (k t) <= 2 * H).
  { intro t. assert (F0 := vnorm_nonneg (f t)). specialize (F t). unfold k.
    destruct (Rle_lt_dec 1 (vnorm (z t))) as [L|L]; [rewrite Rabs_R0; lra|].
    rewrite Rabs_mult, (Rabs_left (-2)) by lra. assert (I := inner_le_vnorm (z t) (f t)).
    assert (vnorm (z t) * vnorm (f t) <= 1 * H) by
      (apply Rmult_le_compat; auto using vnorm_nonneg; lra). lra. }
  assert (D2 : forall t, is_derive (fun t => u t * u t) t (2 * k t * (u t * u t))).
  { intro t. eapply derive_eq. apply (derive_mult u u t _ _ (Du t) (Du t)). ring. }
  assert (B : forall t, Rabs (2 * k t * (u t * u t)) <= 4 * H * (u t * u t)).
  { intro t. assert (0 <= u t * u t) by apply Rle_0_sqr. specialize (K t).
    rewrite Rabs_mult, (Rabs_right (u t * u t)) by lra. apply Rmult_le_compat_r; [auto|].
    rewrite Rabs_mult, (Rabs_right 2) by lra. lra. }
  intro t. assert (Z0 : u t0 * u t0 = 0) by (unfold u; rewrite U; ring).
  assert (Z : u t * u t <= 0).
  { destruct (Rle_lt_dec t0 t) as [L|L].
    - assert (Q := at_most_exponential (fun t => u t * u t) (fun t => 2 * k t * (u t * u t)) (4 * H) t0 t L).
      cbv beta in Q. rewrite Z0, Rmult_0_l in Q. apply Q; intros s Hs; [apply D2|].
      specialize (B s). apply Rabs_le_between in B. lra.
    - assert (Q := at_least_exponential (fun t => u t * u t) (fun t => 2 * k t * (u t * u t)) (- (4 * H)) t t0
        ltac:(lra)). cbv beta in Q. rewrite Z0 in Q.
      assert (P := exp_pos (- (4 * H) * (t0 - t))). apply Rnot_lt_le. intro N.
      assert (0 < u t * u t * exp (- (4 * H) * (t0 - t))) by (apply Rmult_lt_0_compat; auto).
      assert (u t * u t * exp (- (4 * H) * (t0 - t)) <= 0); [|lra].
      apply Q; intros s Hs; [apply D2|]. specialize (B s). apply Rabs_le_between in B. lra. }
  assert (0 <= u t * u t) by apply Rle_0_sqr. assert (E : u t * u t = 0) by lra.
  unfold u in E. destruct (Rmult_integral _ _ E); lra.
Qed.
Lemma sphere_kept {Token} (tokens : list Token) (A : R -> S -> Token -> R) (Y : R -> Token -> S) M
  (z : R -> S) t0 :
  (forall t j x, vnorm x <= 1 -> Rabs (A t x j) <= M) -> (forall t j, vnorm (Y t j) <= 1) ->
  (forall t, is_vderive z t (drawn tokens (A t (into_ball (z t))) (Y t) (into_ball (z t)))) ->
  inner (z t0) (z t0) = 1 -> forall t, inner (z t) (z t) = 1.
Proof.
  intros HA HY D.
  apply (ball_keeps_sphere z (fun t => sum_drawn tokens (A t (into_ball (z t))) (Y t)) (size tokens * M)).
  - intro t. apply sum_drawn_norm; auto. intro j. apply HA, into_ball_norm.
  - exact D.
Qed.
End Ball.
