(* A unit vector that is drawn to a fixed one, with a weight that varies in time. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Spheres Tangent.
Open Scope R_scope.

Lemma unit_same {S : inner_product_space} (a b : S) : inner a a = 1 -> inner b b = 1 ->
  inner a b = 1 -> a = b.
Proof.
  intros A B H. apply inner_ext. intro z. cut (inner (vsub a b) z = 0).
  { unfold vsub. rewrite inner_add_l, inner_scale_l. lra. }
  replace (vsub a b) with (@vzero S); [apply inner_zero_l|]. symmetry. apply inner_definite.
  rewrite <- vnorm_square, unit_distance; auto. lra.
Qed.
Lemma unit_opposite {S : inner_product_space} (a b : S) : inner a a = 1 -> inner b b = 1 ->
  inner a b = -1 -> a = vscale (-1) b.
Proof.
  intros A B H. apply unit_same; auto; rewrite ?inner_scale_l, ?inner_scale_r; lra.
Qed.

Section Drawn.
Context {S : inner_product_space} (v : S) (y : R -> S) (w : R -> R) (m M : R).
Hypothesis Mpos : 0 < m.
Hypothesis Weight : forall t, 0 <= t -> m <= w t <= M.
Hypothesis Pole : inner v v = 1.
Hypothesis Flow : forall t, 0 <= t ->
  is_vderive y t (vscale (w t) (vsub v (vscale (inner (y t) v) (y t)))).
Hypothesis Start : inner (y 0) (y 0) = 1.
Let b t := inner v (y t).

Lemma drawn_unit t : 0 <= t -> inner (y t) (y t) = 1.
Proof.
  intros Ht. refine (stays_unit (tt :: nil) (fun t _ => y t) (fun t _ => vscale (w t) v) (2 * M)
    _ _ _ (fun _ => Start) t tt Ht).
  - intros []. left. auto.
  - intros s [] Hs. eapply vderive_eq; [apply Flow; auto|]. apply inner_ext. intro z. unfold vsub.
    repeat (rewrite ?inner_add_l, ?inner_scale_l, ?inner_scale_r). ring.
  - intros s [] Hs L. specialize (L tt). specialize (Weight s Hs). rewrite inner_scale_r, Rabs_mult.
    assert (C := inner_le_vnorm (y s) v). unfold vnorm in C at 2. rewrite Pole, sqrt_1, Rmult_1_r in C.
    assert (N := vnorm_nonneg (y s)). assert (Q := vnorm_square (y s)).
    assert (vnorm (y s) <= 2) by (apply square_le; lra). rewrite (Rabs_right (w s)) by lra.
    rewrite (Rmult_comm 2 M). apply Rmult_le_compat; try lra. apply Rabs_pos.
Qed.
Lemma drawn_below_one t : 0 <= t -> -1 <= b t <= 1.
Proof. intros Ht. apply unit_inner; [exact Pole | apply drawn_unit, Ht]. Qed.
Lemma drawn_moves : differentiable b (fun t => w t * (1 - b t * b t)).
Proof.
  intros t Ht. eapply derive_eq; [apply (derive_part v y), Flow, Ht|]. unfold b, vsub.
  rewrite inner_scale_r, inner_add_r, !inner_scale_r, Pole, (inner_sym _ (y t)). ring.
Qed.
Lemma drawn_rises s t : 0 <= s <= t -> b s <= b t.
Proof.
  apply (rises b _ drawn_moves). intros x Hx. assert (B := drawn_below_one x Hx).
  specialize (Weight x Hx). apply Rmult_le_pos; [lra|].
  assert (0 <= (1 - b x) * (1 + b x)) by (apply Rmult_le_pos; lra). lra.
Qed.
(* The ratio (1 - b)/(1 + b) decays at twice the weight. *)
Section Away.
Hypothesis Away : -1 < b 0.
Lemma drawn_away t : 0 <= t -> 0 < 1 + b t.
Proof. intros Ht. assert (H := drawn_rises 0 t ltac:(lra)). lra. Qed.
Lemma ratio_moves : differentiable (fun t => (1 - b t) / (1 + b t))
  (fun t => - 2 * w t * ((1 - b t) / (1 + b t))).
Proof.
  intros t Ht. assert (P := drawn_away t Ht). assert (D := drawn_moves t Ht). eapply derive_eq.
  apply (derive_div (fun t => 1 - b t) (fun t => 1 + b t)); [lra| |].
  apply (derive_minus (fun _ => 1) b); [apply derive_const | exact D].
  apply (derive_plus (fun _ => 1) b); [apply derive_const | exact D]. field. lra.
Qed.
Lemma drawn_fast t : 0 <= t -> 1 - b t <= 2 * ((1 - b 0) / (1 + b 0)) * exp (- (2 * m) * t).
Proof.
  intros Ht. assert (P := drawn_away t Ht). assert (B := drawn_below_one t Ht).
  assert (G := gronwall (fun t => (1 - b t) / (1 + b t)) _ (2 * m) ratio_moves).
  assert (H : (1 - b t) / (1 + b t) <= (1 - b 0) / (1 + b 0) * exp (- (2 * m) * t)).
  { apply G; auto. intros s Hs. assert (Ps := drawn_away s Hs). assert (Bs := drawn_below_one s Hs).
    specialize (Weight s Hs). assert (0 <= (1 - b s) / (1 + b s)).
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]. }
    assert (m * ((1 - b s) / (1 + b s)) <= w s * ((1 - b s) / (1 + b s))) by
      (apply Rmult_le_compat_r; lra). lra. }
  apply Rle_trans with (2 * ((1 - b t) / (1 + b t))); [|lra].
  apply Rmult_le_reg_r with (1 + b t); [auto|].
  replace (2 * ((1 - b t) / (1 + b t)) * (1 + b t)) with (2 * (1 - b t)) by (field; lra).
  assert (0 <= (1 - b t) * (1 - b t)) by apply Rle_0_sqr. lra.
Qed.
(* With the integral of the weight the ratio is known. *)
Lemma drawn_exactly A : differentiable A w -> A 0 = 0 -> forall t, 0 <= t ->
  b t = ((1 + b 0) * exp (2 * A t) - (1 - b 0)) / ((1 + b 0) * exp (2 * A t) + (1 - b 0)).
Proof.
  intros DA A0 t Ht. set (g := fun t => (1 - b t) / (1 + b t) * exp (2 * A t)).
  assert (Dg : forall s, 0 <= s -> is_derive g s 0).
  { intros s Hs. eapply derive_eq.
      apply (derive_mult (fun t => (1 - b t) / (1 + b t)) (fun t => exp (2 * A t)));
      [apply ratio_moves, Hs|]. apply (derive_exp (fun t => 2 * A t)).
    apply (derive_mult (fun _ => 2) A); [apply derive_const | apply DA, Hs]. ring. }
  assert (E : g t = g 0).
  { assert (G1 := rises g (fun _ => 0) Dg ltac:(intros; lra) 0 t ltac:(lra)).
    assert (G2 := rises (fun t => - g t) (fun _ => - 0) ltac:(intros s Hs; apply (derive_opp g), Dg, Hs)
      ltac:(intros; lra) 0 t ltac:(lra)). lra. }
  assert (P := drawn_away t Ht). assert (B := drawn_below_one 0 ltac:(lra)).
  assert (X := exp_pos (2 * A t)). unfold g in E. rewrite A0, Rmult_0_r, exp_0, Rmult_1_r in E.
  assert (E2 : (1 - b t) * exp (2 * A t) * (1 + b 0) = (1 - b 0) * (1 + b t)).
  { replace ((1 - b t) * exp (2 * A t)) with ((1 - b t) / (1 + b t) * exp (2 * A t) * (1 + b t))
      by (field; lra). rewrite E. field. lra. }
  assert (0 < (1 + b 0) * exp (2 * A t)) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_eq_reg_r with ((1 + b 0) * exp (2 * A t) + (1 - b 0)); [|lra].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.
End Away.
(* At the antipode the token is at rest, for the weight is bounded. *)
Lemma antipode_rests : y 0 = vscale (-1) v -> forall t, 0 <= t -> y t = vscale (-1) v.
Proof.
  intros E t Ht. apply unit_opposite; [apply drawn_unit, Ht | exact Pole|].
  rewrite inner_sym. fold (b t). assert (B := drawn_below_one t Ht).
  assert (Z : b 0 = -1) by (unfold b; rewrite E, inner_scale_r, Pole; ring).
  assert (G := gronwall (fun t => 1 + b t) (fun t => w t * (1 - b t * b t)) (- (2 * M))).
  assert (H : 1 + b t <= (1 + b 0) * exp (- - (2 * M) * t)); [|rewrite Z in H; lra].
  apply G; auto.
  - intros s Hs. eapply derive_eq. apply (derive_plus (fun _ => 1) b);
      [apply derive_const | apply drawn_moves, Hs]. ring.
  - intros s Hs. assert (Bs := drawn_below_one s Hs). specialize (Weight s Hs).
    replace (w s * (1 - b s * b s)) with (w s * (1 - b s) * (1 + b s)) by ring.
    apply Rmult_le_compat_r; [lra|]. replace (- - (2 * M)) with (M * 2) by ring.
    apply Rmult_le_compat; lra.
Qed.
End Drawn.

(* The pull vanishes at the pole and at its antipode only. *)
Lemma drawn_equilibria {S : inner_product_space} (v x : S) : inner v v = 1 -> inner x x = 1 ->
  (vsub v (vscale (inner x v) x) = vzero <-> x = v \/ x = vscale (-1) v).
Proof.
  intros Pole X. split.
  - intros E. assert (H : inner (vsub v (vscale (inner x v) x)) v = 0) by (rewrite E; apply inner_zero_l).
    unfold vsub in H. rewrite inner_add_l, !inner_scale_l, Pole in H.
    assert (Z : (inner x v - 1) * (inner x v + 1) = 0) by lra. destruct (Rmult_integral _ _ Z).
    left. apply unit_same; auto. lra. right. apply unit_opposite; auto. lra.
  - intros [-> | ->]; apply inner_ext; intro z; unfold vsub;
      rewrite !inner_add_l, !inner_scale_l, ?Pole, ?inner_scale_l, inner_zero_l, ?Pole; ring.
Qed.

Theorem drawn_to_the_pole (S : inner_product_space) (v : S) (y : R -> S) (w : R -> R) (m M : R) :
  0 < m -> (forall t, 0 <= t -> m <= w t <= M) -> inner v v = 1 ->
  (forall t, 0 <= t -> is_vderive y t (vscale (w t) (vsub v (vscale (inner (y t) v) (y t))))) ->
  inner (y 0) (y 0) = 1 ->
  (* it never moves away, so v is stable *)
  (forall s t, 0 <= s <= t -> vnorm (vsub (y t) v) <= vnorm (vsub (y s) v)) /\
  (* every start but -v is attracted, exponentially, and leaves -v *)
  (y 0 <> vscale (-1) v -> vtends y v /\
    (exists T, 0 <= T /\ forall t, T <= t -> 1 <= vnorm (vadd (y t) v)) /\
    forall t, 0 <= t -> 1 - inner v (y t)
      <= 2 * ((1 - inner v (y 0)) / (1 + inner v (y 0))) * exp (- (2 * m) * t)) /\
  (* -v is at rest, so the domain of v is all but it *)
  (y 0 = vscale (-1) v -> forall t, 0 <= t -> y t = vscale (-1) v) /\
  (vtends y v <-> y 0 <> vscale (-1) v).
Proof.
  intros Mp Wt Pole Flow Start.
  assert (Un := drawn_unit v y w m M Mp Wt Pole Flow Start).
  assert (B1 := drawn_below_one v y w m M Mp Wt Pole Flow Start).
  assert (Rest := antipode_rests v y w m M Mp Wt Pole Flow Start).
  assert (Dist : forall t, 0 <= t -> vnorm (vsub (y t) v) * vnorm (vsub (y t) v) = 2 * (1 - inner v (y t))).
  { intros t Ht. rewrite unit_distance, (inner_sym _ (y t)); auto. }
  assert (Far : y 0 <> vscale (-1) v -> -1 < inner v (y 0)).
  { intros N. destruct (B1 0 ltac:(lra)) as [[L|E] _]; [exact L|]. destruct N.
    apply unit_opposite; auto. rewrite inner_sym. auto. }
  assert (Fast : y 0 <> vscale (-1) v -> forall t, 0 <= t -> 1 - inner v (y t)
      <= 2 * ((1 - inner v (y 0)) / (1 + inner v (y 0))) * exp (- (2 * m) * t)).
  { intros N. apply (drawn_fast v y w m M); auto. }
  assert (Lim : y 0 <> vscale (-1) v -> vtends y v).
  { intros N. set (C := 4 * ((1 - inner v (y 0)) / (1 + inner v (y 0)))).
    assert (C0 : 0 <= C).
    { specialize (Far N). assert (B := B1 0 ltac:(lra)). apply Rmult_le_pos; [lra|].
      apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
    apply (vtends_exp y v (sqrt C) m Mp). intros t Ht. apply square_le.
    { apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]. }
    replace (sqrt C * exp (- m * t) * (sqrt C * exp (- m * t)))
      with (sqrt C * sqrt C * (exp (- m * t) * exp (- m * t))) by ring.
    rewrite sqrt_sqrt, <- exp_plus, Dist by auto. replace (- m * t + - m * t) with (- (2 * m) * t) by ring.
    specialize (Fast N t Ht). unfold C. lra. }
  assert (Two : forall t, vnorm (vadd (y t) v) + vnorm (vsub (y t) v) >= 2).
  { intros t. apply Rle_ge. replace 2 with (vnorm (vscale 2 v)).
    2: { rewrite vnorm_scale. unfold vnorm. rewrite Pole, sqrt_1, Rabs_right; lra. }
    replace (vscale 2 v) with (vadd (vadd (y t) v) (vscale (-1) (vsub (y t) v))).
    2: { apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra. lra. }
  split; [|split; [|split; [exact Rest|]]].
  - intros s t H. apply square_le; [apply vnorm_nonneg|]. rewrite !Dist by lra.
    assert (Q := drawn_rises v y w m M Mp Wt Pole Flow Start s t H). lra.
  - intros N. split; [auto|]. split; [|auto]. destruct (Lim N 1 ltac:(lra)) as [T [T0 H]].
    exists T. split; [auto|]. intros t Ht. specialize (H t Ht). specialize (Two t).
    rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg. lra.
  - split; [|exact Lim]. intros L E. destruct (L 1 ltac:(lra)) as [T [T0 H]].
    specialize (H T (Rle_refl T)). rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg.
    specialize (Two T). specialize (Dist T T0). rewrite (Rest E T T0), inner_scale_r, Pole in Dist.
    rewrite (Rest E T T0) in H, Two. assert (N := vnorm_nonneg (vsub (vscale (-1) v) v)).
    set (d := vnorm (vsub (vscale (-1) v) v)) in *.
    assert (d * d < 1 * 1) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
