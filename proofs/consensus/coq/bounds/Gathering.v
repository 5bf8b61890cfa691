(* Consensus from a hemisphere in any metric W: covectors of norm 1, tokens that are near, a leader, and the
   weights of all heads together. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Attention.
From Kernel Require Import Gnomonic Spheres Hemisphere.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. hemispheres of an ellipsoid *)

Lemma short_from_pole (S : inner_product_space) (W : S -> S) (P : positive W) (p : S) :
  inner p (W p) = 1 -> short_functional (U := weighted S W P) (fun a : S => inner (W p) a).
Proof.
  intros H. assert (F := functional_of_pole (U := weighted S W P) p H). split.
  - intros a b. exact (inner_add_r (S := S) a b (W p)).
  - intros c a. exact (inner_scale_r (S := S) c a (W p)).
  - intro a. assert (Q := functional_short _ F a). simpl in Q. rewrite (proj1 P). exact Q.
Qed.
(* Every covector is short in units of its own. *)
Lemma short_from_covector (S : inner_product_space) (W : S -> S) (P : positive W) (c : S) : coercive W ->
  exists k, 0 < k /\ short_functional (U := weighted S W P) (fun a : S => inner (vscale k c) a).
Proof.
  intros [low [L Low]]. set (b := (vnorm c + 1) / sqrt low).
  assert (Q : 0 < sqrt low) by (apply sqrt_lt_R0; auto). assert (N := vnorm_nonneg c).
  assert (B : 0 < b) by (apply Rdiv_lt_0_compat; lra).
  exists (/ b). split; [apply Rinv_0_lt_compat; auto|]. split.
  - intros a a'. exact (inner_add_r (S := S) a a' (vscale (/ b) c)).
  - intros k a. exact (inner_scale_r (S := S) k a (vscale (/ b) c)).
  - intro a. rewrite inner_scale_l, Rabs_mult, (Rabs_right (/ b)) by (left; apply Rinv_0_lt_compat; auto).
    apply Rmult_le_reg_l with b; [auto|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    assert (C := inner_le_vnorm c (a : S)).
    assert (A : sqrt low * @vnorm S a <= @vnorm (weighted S W P) a).
    { unfold vnorm. simpl. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt. exact (Low a). }
    assert (Na := vnorm_nonneg (a : S)). unfold b.
    apply Rle_trans with ((vnorm c + 1) / sqrt low * (sqrt low * @vnorm S a)).
    + replace ((vnorm c + 1) / sqrt low * (sqrt low * @vnorm S a))
        with ((vnorm c + 1) * @vnorm S a) by (field; lra).
      assert (0 <= 1 * @vnorm S a) by lra. lra.
    + apply Rmult_le_compat_l; [left; exact B | exact A].
Qed.

(* ------------------------------------------------------------------ 2. tokens that are near *)

(* Tokens that are near stay so, and come together: any two, now and at any later time, are near. *)
Section Near.
Context {U : inner_product_space} {Token : Type} (tokens : list Token)
  (w : R -> Token -> Token -> R) (phi : U -> R) (y : R -> Token -> U) (sigma m : R).
Hypothesis ET : enumerates tokens.
Hypothesis Flow : weighted_flow tokens w (fun x => x) y.
Hypothesis Unit : forall t i, 0 <= t -> inner (y t i) (y t i) = 1.
Hypothesis Mpos : 0 < m.
Hypothesis Weights : forall t i j, 0 <= t -> m <= w t i j.
Hypothesis F : short_functional phi.
Hypothesis Spos : 0 < sigma.
Hypothesis Start : forall i, sigma <= phi (y 0 i).
Let All : lists tokens := proj2 (proj2 ET).
Let rate := size tokens * (m * sigma).
Lemma tokens_stay_near d i j s t : (forall i j, vnorm (vsub (y 0 i) (y 0 j)) <= d) -> 0 <= t <= s ->
  vnorm (vsub (y s i) (y t j)) <= sqrt 2 / (sigma * sigma) * d * exp (- rate * t).
Proof.
  intros Near H. set (D := sqrt 2 / (sigma * sigma) * d).
  assert (Pos : forall t i j, 0 <= t -> 0 <= w t i j) by (intros q k l Q; specialize (Weights q k l Q); lra).
  assert (Apart : forall i j, vnorm (vsub (image phi y 0 i) (image phi y 0 j)) <= D).
  { intros k l. eapply Rle_trans.
    - apply images_apart with (sigma := sigma); auto; apply Unit; lra.
    - apply Rmult_le_compat_l; [|auto]. left. apply Rdiv_lt_0_compat.
      apply sqrt_lt_R0; lra. apply Rmult_lt_0_compat; auto. }
  eapply Rle_trans; [apply (nearer_than_images tokens w phi y sigma All Flow Unit); auto; lra|].
  replace s with (t + (s - t)) by ring.
  assert (N : vnorm (vsub (image phi (fun s => y (t + s)) (s - t) i) (image phi (fun s => y (t + s)) 0 j))
    <= D * exp (- rate * t)).
  { apply (images_stay_near tokens (fun s => w (t + s)) phi (fun s => y (t + s)) sigma All); auto; try lra.
    - apply weighted_flow_later; [lra | auto].
    - intros q k Q. apply Unit. lra.
    - intros q k l Q. apply Pos. lra.
    - intro k. rewrite Rplus_0_r. apply (margins_stay tokens w phi y sigma All Flow Unit); auto. lra.
    - intros k l. unfold image. rewrite Rplus_0_r.
      apply (images_meet tokens w phi y sigma All Flow Unit Pos F Spos Start D Apart (m * sigma)); [|lra].
      intros q a b Q. apply (image_weight_at_least tokens w phi y sigma All Flow Unit); auto; lra. }
  revert N. unfold image. rewrite Rplus_0_r. auto.
Qed.
End Near.


(* ------------------------------------------------------------------ 3. a leader who is seen by all *)

Section Leader.
Context (S : inner_product_space) (Token : Type) (tokens : list Token) (w : R -> Token -> Token -> R)
  (W : S -> S) (phi : S -> R) (y : R -> Token -> S) (m M sigma : R) (r : Token).
Hypothesis ET : enumerates tokens.
Hypothesis P : positive W.
Hypothesis Flow : weighted_flow tokens w W y.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Mpos : 0 < m.
Hypothesis Weights : forall t i j, 0 <= t -> 0 <= w t i j <= M.
Hypothesis Seen : forall t i, 0 <= t -> m <= w t i r.
Hypothesis Alone : forall t j, 0 <= t -> j <> r -> w t r j = 0.
Hypothesis F : short_functional (U := weighted S W P) phi.
Hypothesis Spos : 0 < sigma.
Hypothesis Start : forall i, sigma <= phi (y 0 i).
Let U := weighted S W P.
Let All : lists tokens := proj2 (proj2 ET).
Lemma leader_flow : weighted_flow (S := U) tokens w (fun x => x) y.
Proof. apply weighted_flow_round. exact Flow. Qed.
Lemma leader_ellipsoid t i : 0 <= t -> inner (y t i) (W (y t i)) = 1.
Proof.
  apply (weighted_flow_stays_unit (U := U) tokens w y M All leader_flow); auto.
  intros s k l Hs. destruct (Weights s k l Hs). rewrite Rabs_right; lra.
Qed.
(* A token that sees itself alone is at rest. *)
Lemma leader_rests t : 0 <= t -> y t r = y 0 r.
Proof.
  intros T. apply (inner_ext (S := U)). intro z.
  assert (D : differentiable (fun t => @inner U (y t r) z) (fun _ => 0)).
  { intros s Hs. eapply derive_eq.
    - apply (derive_inner (S := U) (fun t => y t r) (fun _ => z));
        [apply leader_flow; auto | apply vderive_const].
    - rewrite inner_zero_r, Rplus_0_r, inner_sym, inner_vsub, inner_scale_r, !inner_vtotal_r.
      rewrite <- total_scale_r.
      match goal with |- ?a - ?b = 0 => cut (a + -1 * b = 0); [lra|] end.
      rewrite <- total_scale, <- total_add, <- (total_zero tokens). apply total_ext. intro j.
      rewrite !inner_scale_r. destruct (Req_dec (w s r j) 0) as [Z|N]; [rewrite Z; ring|].
      match goal with |- ?x = 0 => destruct (Req_dec x 0) as [Z|N']; [exact Z|] end.
      exfalso. apply N, Alone; auto. intros ->. apply N'.
      assert (E : @inner U (y s r) (y s r) = 1) by (apply leader_ellipsoid; auto).
      rewrite E. ring. }
  assert (A := rises _ _ D (fun _ _ => Rle_refl 0) 0 t ltac:(lra)).
  assert (D' : differentiable (fun t => - @inner U (y t r) z) (fun _ => - 0)).
  { intros s Hs. apply (derive_opp (fun t => @inner U (y t r) z)), D, Hs. }
  assert (B := rises _ _ D' (fun _ _ => ltac:(lra)) 0 t ltac:(lra)). cbv beta in *. lra.
Qed.
Lemma tokens_follow i t : 0 <= t -> distance W (y t i) (y 0 r) <= 2 / sigma * exp (- (m * sigma) * t).
Proof.
  intros T. eapply Rle_trans.
  - apply (nearer_than_images (U := U) tokens w phi y sigma All leader_flow leader_ellipsoid); auto; try lra.
    intros s k l Hs. apply Weights, Hs.
  - apply (images_follow (U := U) tokens w phi y sigma All leader_flow leader_ellipsoid); auto.
    + intros s k l Hs. apply Weights, Hs.
    + apply (images_start (U := U) phi y sigma leader_ellipsoid Spos Start).
    + intros s k Hs.
      apply (image_weight_at_least (U := U) tokens w phi y sigma All leader_flow leader_ellipsoid);
        auto; try lra. intros q a b Q. apply Weights, Q.
    + exact leader_rests.
Qed.
End Leader.

(* ------------------------------------------------------------------ 4. weights of several heads *)

Lemma heads_at_least {Head} (heads : list Head) (f : Head -> R) m :
  (forall a, m <= f a) -> size heads * m <= total heads f.
Proof. intros H. unfold size. rewrite <- total_scale_r. apply total_le. intro a. rewrite Rmult_1_l. auto. Qed.
Lemma heads_at_most {Head} (heads : list Head) (f : Head -> R) M :
  (forall a, f a <= M) -> total heads f <= size heads * M.
Proof. intros H. unfold size. rewrite <- total_scale_r. apply total_le. intro a. rewrite Rmult_1_l. auto. Qed.

(* Nonnegative weights that add up to 0 without one of them are 0 but for that one. *)
Lemma alone {Token} (tokens : list Token) (same : Token -> Token -> R) (f : Token -> R) r :
  enumerates tokens -> kronecker same -> (forall j, 0 <= f j) ->
  total tokens (fun j => (1 - same r j) * f j) = 0 -> forall j, j <> r -> f j = 0.
Proof.
  intros E K F Z j N. assert (Q := total_at_least tokens (fun j => (1 - same r j) * f j) j).
  cbv beta in Q. rewrite Z, (proj2 K r j) in Q by auto. apply Rle_antisym; [|auto].
  assert ((1 - 0) * f j <= 0); [|lra]. apply Q; [apply E|]. intro k.
  apply Rmult_le_pos; [|auto]. apply indicator_below_one, kronecker_indicator, K.
Qed.

(* Tokens whose weights are bounded stay on the ellipsoid. *)
Section Ellipsoid.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (W : S -> S)
  (y : R -> Token -> S) (alpha : R -> Head -> Token -> Token -> R) (m M : R).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))))
      (y t i))).
Hypothesis ET : enumerates tokens.
Hypothesis P : positive W.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Nonneg : forall t, 0 <= t -> forall a i j, 0 <= alpha t a i j.
Let stays_there := (forall t, 0 <= t -> forall i, inner (y t i) (W (y t i)) = 1) /\
  forall t, 0 <= t -> forall i j, inner (y t i) (W (y t j)) <= 1.
Lemma tokens_on_the_ellipsoid : (forall t, 0 <= t -> forall a i j, alpha t a i j <= M) -> stays_there.
Proof.
  intros Above. assert (On : forall t, 0 <= t -> forall i, inner (y t i) (W (y t i)) = 1).
  { intros t T i. apply (weighted_flow_stays_unit (U := weighted S W P) tokens
      (fun t i j => total heads (fun a => alpha t a i j)) y (size heads * M)); auto.
    - exact (proj2 (proj2 ET)).
    - apply weighted_flow_round; exact Flow.
    - intros s k l Hs. rewrite Rabs_right; [apply heads_at_most; auto | apply Rle_ge, total_nonneg; auto]. }
  split; [exact On|]. intros t T i j. apply (unit_inner (U := weighted S W P)); apply On, T.
Qed.
Lemma bounded_tokens_on_the_ellipsoid :
  (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) -> stays_there.
Proof. intros Weights. apply tokens_on_the_ellipsoid. intros t T. apply Weights, T. Qed.
End Ellipsoid.
