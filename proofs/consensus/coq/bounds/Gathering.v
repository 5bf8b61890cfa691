(* Consensus from a hemisphere in any metric W: what A-T4.1, A-T4.1+ and A-R4.1 say, for one weight w t i j
   of each pair of tokens, all heads together. *)
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

(* ------------------------------------------------------------------ 2. full attention *)

Section Gathering.
Context (S : inner_product_space) (Token : Type) (tokens : list Token) (w : R -> Token -> Token -> R)
  (W : S -> S) (phi : S -> R) (y : R -> Token -> S) (m M sigma : R).
Hypothesis ET : enumerates tokens.
Hypothesis P : positive W.
Hypothesis Flow : weighted_flow tokens w W y.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Mpos : 0 < m.
Hypothesis Weights : forall t i j, 0 <= t -> m <= w t i j <= M.
Hypothesis F : short_functional (U := weighted S W P) phi.
Hypothesis Spos : 0 < sigma.
Hypothesis Start : forall i, sigma <= phi (y 0 i).
Let U := weighted S W P.
Lemma round_flow : weighted_flow (S := U) tokens w (fun x => x) y.
Proof. apply weighted_flow_round. exact Flow. Qed.
Lemma on_the_ellipsoid t i : 0 <= t -> inner (y t i) (W (y t i)) = 1.
Proof.
  apply (weighted_flow_stays_unit (U := U) tokens w y M (proj2 (proj2 ET)) round_flow); auto.
  intros s k l Hs. destruct (Weights s k l Hs). rewrite Rabs_right; lra.
Qed.
Lemma at_least t i j : 0 <= t -> m <= w t i j. Proof. intros T. apply Weights; auto. Qed.
Lemma margins_of_tokens i t : 0 <= t -> sigma <= phi (y t i).
Proof.
  apply (margins_stay (U := U) tokens w phi y sigma (proj2 (proj2 ET)) round_flow on_the_ellipsoid); auto.
  intros s k l Hs. assert (Q := at_least s k l Hs). lra.
Qed.
End Gathering.

(* Tokens that are near at one time stay so, and come together: whenever that is, and however near. *)
Section Stable.
Context (S : inner_product_space) (Token : Type) (tokens : list Token) (w : R -> Token -> Token -> R)
  (W : S -> S) (phi : S -> R) (y : R -> Token -> S) (m M sigma : R).
Hypothesis ET : enumerates tokens.
Hypothesis P : positive W.
Hypothesis Flow : weighted_flow tokens w W y.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Mpos : 0 < m.
Hypothesis Weights : forall t i j, 0 <= t -> m <= w t i j <= M.
Hypothesis F : short_functional (U := weighted S W P) phi.
Hypothesis Spos : 0 < sigma.
Hypothesis Start : forall i, sigma <= phi (y 0 i).
Lemma tokens_stay_near t0 d : 0 <= t0 -> (forall i j, distance W (y t0 i) (y t0 j) <= d) ->
  forall i j s t, t0 <= t <= s -> distance W (y s i) (y t j)
    <= sqrt 2 / (sigma * sigma) * d * exp (- (size tokens * (m * sigma)) * (t - t0)).
Proof.
  intros T0 Near i j s t H.
  assert (Unit' : forall t i, 0 <= t -> inner (y (t0 + t) i) (W (y (t0 + t) i)) = 1).
  { intros q k Q. apply (on_the_ellipsoid S Token tokens w W y m M ET P Flow Unit Mpos Weights). lra. }
  assert (Margin : forall k, sigma <= phi (y (t0 + 0) k)).
  { intro k. rewrite Rplus_0_r.
    apply (margins_of_tokens S Token tokens w W phi y m M sigma ET P Flow Unit Mpos Weights F Spos Start).
    exact T0. }
  replace s with (t0 + (s - t0)) by ring. replace t with (t0 + (t - t0)) at 1 by ring.
  apply (tokens_near (U := weighted S W P) tokens (fun t => w (t0 + t)) phi (fun t => y (t0 + t)) sigma m ET);
    auto; try lra.
  - apply weighted_flow_later; [auto|]. apply weighted_flow_round. exact Flow.
  - intros q k l Q. apply Weights. lra.
  - apply (start_apart_by (U := weighted S W P)); auto.
    intros k l. rewrite Rplus_0_r. apply Near.
Qed.
End Stable.


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
