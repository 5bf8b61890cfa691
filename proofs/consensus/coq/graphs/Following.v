(* Tokens that follow an eigenvector which moves in time: y_i' is what the values U y_j of the seen
   tokens pull, without its part along y_i. The sphere is invariant; the cosine b = <v, y> of a token
   with the eigenvector v moves by what the others lift it and by the velocity w of v. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the least of finitely many *)

(* Where the least of them, below `top`, rises at the rate k (top - u) or faster, all rise to `top`. *)
Lemma least_climbs {I} (T : list I) (u du : I -> R -> R) low top k : lists T -> low <= top -> 0 <= k ->
  (forall i, differentiable (u i) (du i)) -> (forall i, low <= u i 0) ->
  forall delta, 0 < delta ->
  (forall i t, 0 <= t -> low - delta < u i t < top -> (forall j, u i t <= u j t) ->
     k * (top - u i t) <= du i t) ->
  forall i t, 0 <= t -> top - (top - low) * exp (- k * t) <= u i t.
Proof.
  intros All LT K D Start delta Hd Slope i t Ht.
  assert (H : (top - u i t) * exp (k * t) <= top - low).
  { apply (barrier T (fun i t => (top - u i t) * exp (k * t))
      (fun i t => (0 - du i t) * exp (k * t) + (top - u i t) * (k * exp (k * t))) 0 (top - low) delta);
      try assumption; try lra.
    - intros j s Hs. apply (derive_mult (fun t => top - u j t) (fun t => exp (k * t)));
        [|apply derive_exp_rate]. apply (derive_minus (fun _ => top) (u j));
          [apply derive_const | apply D, Hs].
    - intro j. rewrite Rmult_0_r, exp_0, Rmult_1_r. specialize (Start j). lra.
    - intros j s Hs [B1 B2] L. rewrite Rmult_0_l. assert (P := exp_pos (k * s)).
      assert (E1 : 1 <= exp (k * s)).
      { rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; auto. }
      assert (Up : 0 < top - u j s).
      { apply Rnot_le_lt. intro N.
        assert ((top - u j s) * exp (k * s) <= 0 * exp (k * s)) by (apply Rmult_le_compat_r; lra). lra. }
      assert (Lo : (top - u j s) * 1 <= (top - u j s) * exp (k * s)) by (apply Rmult_le_compat_l; lra).
      assert (S : k * (top - u j s) <= du j s).
      { apply Slope; [auto | lra|]. intro q. specialize (L q). simpl in L.
        apply Rmult_le_reg_r in L; [lra | auto]. }
      apply Rle_trans with ((k * (top - u j s) - du j s) * exp (k * s)); [right; ring|].
      replace 0 with (0 * exp (k * s)) by ring. apply Rmult_le_compat_r; lra. }
  assert (P := exp_pos (- k * t)).
  assert (E : exp (k * t) * exp (- k * t) = 1).
  { rewrite <- exp_plus. replace (k * t + - k * t) with 0 by ring. apply exp_0. }
  assert (Q : (top - u i t) * exp (k * t) * exp (- k * t) <= (top - low) * exp (- k * t)) by
    (apply Rmult_le_compat_r; lra).
  rewrite Rmult_assoc, E in Q. lra.
Qed.
(* Above sigma at the start: the least of them is above by a margin. *)
Lemma least_margin {I} (T : list I) (u : I -> R) sigma top : lists T -> sigma < top ->
  (forall i, sigma < u i) -> exists low, sigma < low <= top /\ forall i, low <= u i.
Proof.
  intros All ST Start. destruct (least_positive T (fun i => u i - sigma)) as [s [S H]].
  { intro i. specialize (Start i). lra. }
  exists (Rmin (sigma + s) top). assert (A := Rmin_l (sigma + s) top). assert (B := Rmin_r (sigma + s) top).
  split; [split; [apply Rmin_glb_lt; lra | auto]|]. intro i. specialize (H i (All i)). simpl in H. lra.
Qed.
(* Linear decay with an input of which one part decays, too, and one stays. *)
Lemma decay_with_input (x dx : R -> R) kappa k F g : 0 < k <= kappa / 2 -> 0 <= F -> 0 <= g ->
  differentiable x dx -> x 0 <= 1 ->
  (forall t, 0 <= t -> dx t <= - kappa * x t + (F * exp (- k * t) + g)) ->
  forall t, 0 <= t -> x t <= (1 + F / (kappa / 2)) * exp (- k * t) + g / kappa.
Proof.
  intros K HF HG D Start Slope t Ht. assert (Kp : 0 < kappa) by lra.
  set (A := F / (kappa / 2)).
  assert (HA : 0 <= A) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; lra]).
  assert (FA : F = A * (kappa / 2)) by (unfold A; field; lra).
  assert (Gk : 0 <= g / kappa) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; lra]).
  assert (G := gronwall (fun t => x t - A * exp (- k * t) - g / kappa)
    (fun t => dx t - A * (- k * exp (- k * t)) - 0) kappa).
  assert (Q : x t - A * exp (- k * t) - g / kappa
              <= (x 0 - A * exp (- k * 0) - g / kappa) * exp (- kappa * t)).
  { apply G; [| |auto].
    - intros s S. apply (derive_minus (fun t => x t - A * exp (- k * t)) (fun _ => g / kappa));
        [|apply derive_const].
      apply (derive_minus x (fun t => A * exp (- k * t))); [apply D, S|].
      eapply derive_eq. apply (derive_mult (fun _ => A) (fun t => exp (- k * t)));
        [apply derive_const | apply derive_exp_rate]. ring.
    - intros s S. specialize (Slope s S). assert (P := exp_pos (- k * s)).
      assert (E : - kappa * (x s - A * exp (- k * s) - g / kappa)
                  = - kappa * x s + kappa * A * exp (- k * s) + g) by (field; lra).
      rewrite E. clear E. rewrite FA in Slope.
      assert (0 <= A * exp (- k * s) * (kappa / 2 - k)).
      { apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]. } lra. }
  rewrite Rmult_0_r, exp_0, Rmult_1_r in Q.
  assert (P := exp_pos (- kappa * t)).
  assert (E : exp (- kappa * t) <= exp (- k * t)).
  { apply exp_le. assert (k * t <= kappa * t) by (apply Rmult_le_compat_r; lra). lra. }
  assert ((x 0 - A - g / kappa) * exp (- kappa * t) <= 1 * exp (- kappa * t)) by
    (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma exp_vanishes k eps : 0 < k -> 0 < eps -> exists T, 0 <= T /\ forall t, T <= t -> exp (- k * t) <= eps.
Proof.
  intros K E. exists (/ (k * eps)). assert (P : 0 < k * eps) by (apply Rmult_lt_0_compat; auto).
  split; [left; apply Rinv_0_lt_compat, P|]. intros t T.
  assert (X := exp_tangent (k * t)).
  assert (Q : / (k * eps) * (k * eps) <= t * (k * eps)) by (apply Rmult_le_compat_r; lra).
  rewrite Rinv_l in Q by lra.
  replace (- k * t) with (- (k * t)) by ring. rewrite exp_Ropp.
  assert (I : 0 < exp (k * t)) by apply exp_pos.
  apply Rmult_le_reg_r with (exp (k * t)); [exact I|]. rewrite Rinv_l by lra.
  assert (eps * (k * t) <= eps * exp (k * t)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* ------------------------------------------------------------------ 2. symmetric operators *)

(* A bound of the quadratic form bounds the form, on every subspace. *)
Lemma form_bound {S : inner_product_space} (U : S -> S) (Q : S -> Prop) c : adjoint U U ->
  (forall a x, Q x -> Q (vscale a x)) -> (forall x z, Q x -> Q z -> Q (vadd x z)) ->
  (forall x, Q x -> Rabs (inner x (U x)) <= c * inner x x) ->
  forall x z e, 0 < e -> Q x -> Q z -> 2 * Rabs (inner x (U z)) <= c * (e * inner x x + / e * inner z z).
Proof.
  intros A Qs Qa B x z e E Hx Hz.
  assert (H : forall s, s * s = 1 -> 2 * (s * inner x (U z)) <= c * (e * inner x x + / e * inner z z)).
  { intros s Ss. set (h := sqrt e). assert (Hp : 0 < h) by (apply sqrt_lt_R0; auto).
    assert (Hh : h * h = e) by (apply sqrt_sqrt; lra).
    assert (Y : inner z (U x) = inner x (U z)) by (rewrite <- A; apply inner_sym).
    assert (P1 := B (vadd (vscale h x) (vscale (s * / h) z)) (Qa _ _ (Qs _ _ Hx) (Qs _ _ Hz))).
    assert (P2 := B (vadd (vscale h x) (vscale (- (s * / h)) z)) (Qa _ _ (Qs _ _ Hx) (Qs _ _ Hz))).
    rewrite (adjoint_add _ _ A), !(adjoint_scale _ _ A) in P1, P2.
    repeat rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r in P1.
    repeat rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r in P2.
    rewrite Y, (inner_sym _ z x) in P1, P2.
    apply Rabs_le_between in P1. apply Rabs_le_between in P2.
    set (p := inner x (U z)) in *. set (q := inner x z) in *. set (X := inner x x) in *.
    set (Z := inner z z) in *. set (UX := inner x (U x)) in *. set (UZ := inner z (U z)) in *.
    assert (I : s * / h * (s * / h) = / e).
    { rewrite <- Hh. replace (s * / h * (s * / h)) with (s * s * (/ h * / h)) by ring.
      rewrite Ss. field. lra. }
    assert (J : h * (s * / h) = s) by (field; lra).
    assert (T1 : 4 * (s * p) <= 2 * (c * (e * X + / e * Z))).
    { rewrite <- I, <- Hh.
      replace (4 * (s * p)) with (4 * (h * (s * / h) * p)) by (rewrite J; ring).
      lra. }
    lra. }
  destruct (Rle_dec 0 (inner x (U z))) as [P|P].
  - rewrite Rabs_right by lra. specialize (H 1 ltac:(lra)). lra.
  - rewrite Rabs_left by lra. specialize (H (-1) ltac:(lra)). lra.
Qed.

(* ------------------------------------------------------------------ 3. the flow *)

Definition seen_pull {S : inner_product_space} {Token} (tokens : list Token) (N alpha : Token -> Token -> R)
  (U : S -> S) (y : Token -> S) (i : Token) : S :=
  vtotal tokens (fun j => vscale (N i j) (vscale (alpha i j) (U (y j)))).
Definition seen_flow {S : inner_product_space} {Token} (tokens : list Token) (N : Token -> Token -> R)
  (alpha : R -> Token -> Token -> R) (U : R -> S -> S) (y : R -> Token -> S) :=
  forall t i, 0 <= t -> is_vderive (fun t => y t i) t
    (vsub (seen_pull tokens N (alpha t) (U t) (y t) i)
          (vscale (inner (y t i) (seen_pull tokens N (alpha t) (U t) (y t) i)) (y t i))).

(* Tokens that lose their part along themselves stay on the sphere, whatever pulls them. *)
Lemma sphere_kept (S : inner_product_space) {Token} (tokens : list Token) (y X : R -> Token -> S) K :
  lists tokens ->
  (forall t i, 0 <= t -> is_vderive (fun t => y t i) t
     (vsub (X t i) (vscale (inner (y t i) (X t i)) (y t i)))) ->
  (forall t i, 0 <= t -> (forall j, inner (y t j) (y t j) <= 2) -> Rabs (inner (y t i) (X t i)) <= K) ->
  (forall i, inner (y 0 i) (y 0 i) = 1) ->
  forall t i, 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros All Flow Bound Start t i T.
  set (q := fun i t => inner (y t i) (y t i) - 1). set (f := fun i t => inner (y t i) (X t i)).
  assert (D : forall i, differentiable (q i) (fun t => -2 * f i t * q i t)).
  { intros j s Hs. eapply derive_eq.
    apply (derive_minus (fun t => inner (y t j) (y t j)) (fun _ => 1));
      [apply (derive_inner (fun t => y t j) (fun t => y t j)); apply Flow; auto | apply derive_const].
    unfold f, q, vsub.
    rewrite inner_add_l, inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (X s j)). ring. }
  assert (H : q i t * q i t <= 0).
  { apply (barrier tokens (fun i t => q i t * q i t) (fun i t => -4 * f i t * (q i t * q i t))
      (4 * Rmax K 0) 0 1); auto; try lra.
    - assert (P := Rmax_r K 0). lra.
    - intros j s Hs. eapply derive_eq. apply (derive_mult (q j) (q j)); apply D; auto. cbv beta. ring.
    - intro j. unfold q. rewrite Start. lra.
    - intros j s Hs [Pos Low] Largest. rewrite Rminus_0_r. apply Rmult_le_compat_r; [lra|].
      assert (F : Rabs (f j s) <= K).
      { apply Bound; [auto|]. intro l. specialize (Largest l). cbv beta in Largest.
        apply Rnot_lt_le. intro N. assert (Q : 1 < q l s) by (unfold q; lra).
        assert (1 * 1 < q l s * q l s) by (apply Rmult_le_0_lt_compat; lra). lra. }
      apply Rabs_le_between in F. assert (M := Rmax_l K 0). lra. }
  assert (Z : q i t * q i t = 0).
  { apply Rle_antisym; [exact H | apply Rle_0_sqr]. }
  unfold q in Z. destruct (Rmult_integral _ _ Z); lra.
Qed.

(* What v does not see of a vector. *)
Definition beside {S : inner_product_space} (v x : S) : S := vsub x (vscale (inner v x) v).
Section Beside.
Context {S : inner_product_space} (v : S).
Hypothesis Unit : inner v v = 1.
Lemma beside_orthogonal x : inner v (beside v x) = 0.
Proof. unfold beside, vsub. rewrite inner_add_r, !inner_scale_r, Unit. ring. Qed.
Lemma beside_square x : inner (beside v x) (beside v x) = inner x x - inner v x * inner v x.
Proof.
  unfold beside, vsub. repeat rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r.
  rewrite Unit, (inner_sym _ x v). ring.
Qed.
Lemma cosine_square x : inner x x = 1 -> inner v x * inner v x <= 1.
Proof. intro X. assert (P := inner_nonneg S (beside v x)). rewrite beside_square in P. lra. Qed.
Lemma beside_form (U : S -> S) lam x z : adjoint U U -> U v = vscale lam v ->
  inner x (U z) = lam * inner v x * inner v z + inner (beside v x) (U (beside v z)).
Proof.
  intros A E.
  assert (H : forall u, inner v (U u) = lam * inner v u).
  { intro u. rewrite <- A, E, inner_scale_l. reflexivity. }
  unfold beside, vsub. rewrite (adjoint_add _ _ A), !(adjoint_scale _ _ A), E.
  repeat rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r.
  rewrite !H, Unit, (inner_sym _ x v). ring.
Qed.
(* Beside v no two vectors are coupled more strongly than the other eigenvalues allow. *)
Lemma beside_coupling (U : S -> S) c x z e : adjoint U U -> 0 < e ->
  (forall q, inner v q = 0 -> Rabs (inner q (U q)) <= c * inner q q) ->
  2 * Rabs (inner (beside v x) (U (beside v z)))
  <= c * (e * inner (beside v x) (beside v x) + / e * inner (beside v z) (beside v z)).
Proof.
  intros A E B. apply (form_bound U (fun q => inner v q = 0)); auto using beside_orthogonal.
  - intros r q Z. rewrite inner_scale_r, Z. ring.
  - intros p q Z1 Z2. rewrite inner_add_r, Z1, Z2. ring.
Qed.
(* A vector of length delta that is orthogonal to v takes delta r at most, r the length beside v. *)
Lemma sideways w x : inner w v = 0 -> inner w x = inner w (beside v x).
Proof. intro W. unfold beside, vsub. rewrite inner_add_r, !inner_scale_r, W. ring. Qed.
End Beside.

Section Rate.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (N : Token -> Token -> R)
  (alpha : R -> Token -> Token -> R) (U : R -> S -> S) (y : R -> Token -> S)
  (v w : R -> S) (lam : R -> R).
Hypothesis Sym : forall t, 0 <= t -> adjoint (U t) (U t).
Hypothesis Unit : forall t, 0 <= t -> inner (v t) (v t) = 1.
Hypothesis Eigen : forall t, 0 <= t -> U t (v t) = vscale (lam t) (v t).
Hypothesis Turns : forall t, 0 <= t -> is_vderive v t (w t).
Hypothesis Flow : seen_flow tokens N alpha U y.

Definition cosine i t := inner (v t) (y t i).
Definition lift i j t := lam t * cosine j t - cosine i t * inner (y t i) (U t (y t j)).
Definition cosine_rate i t :=
  total tokens (fun j => N i j * (alpha t i j * lift i j t)) + inner (w t) (y t i).
Lemma cosine_moves i : differentiable (cosine i) (cosine_rate i).
Proof.
  intros t T. eapply derive_eq.
  apply (derive_inner v (fun t => y t i)); [apply Turns, T | apply Flow, T].
  unfold cosine_rate. rewrite Rplus_comm. f_equal. unfold vsub, seen_pull.
  rewrite inner_add_r, !inner_scale_r, !inner_vtotal_r.
  replace (-1 * (total tokens (fun k => inner (y t i) (vscale (N i k) (vscale (alpha t i k) (U t (y t k)))))
    * inner (v t) (y t i))) with (total tokens (fun k => - cosine i t *
    inner (y t i) (vscale (N i k) (vscale (alpha t i k) (U t (y t k))))))
    by (rewrite total_scale; unfold cosine; ring).
  rewrite <- total_add. apply total_ext. intro j. unfold lift.
  rewrite !inner_scale_r, <- (Sym t T (v t)), Eigen, inner_scale_l by auto. unfold cosine. ring.
Qed.
(* The velocity of a unit vector is orthogonal to it. *)
Lemma turns_sideways t : 0 <= t -> inner (w t) (v t) = 0.
Proof.
  intros T. assert (D := derive_inner v v t _ _ (Turns t T) (Turns t T)).
  rewrite (inner_sym _ (v t) (w t)) in D. set (l := inner (w t) (v t)) in *.
  destruct (Rtotal_order l 0) as [L|[L|L]]; [|exact L|]; exfalso.
  - destruct (gets_larger (fun t => - inner (v t) (v t)) t (- (l + l))) as [d [Dp H]]; [|lra|].
    { apply (derive_opp (fun t => inner (v t) (v t))). exact D. }
    specialize (H (t + d / 2) ltac:(lra)). cbv beta in H. rewrite !Unit in H by lra. lra.
  - destruct (gets_larger (fun t => inner (v t) (v t)) t (l + l) D) as [d [Dp H]]; [lra|].
    specialize (H (t + d / 2) ltac:(lra)). cbv beta in H. rewrite !Unit in H by lra. lra.
Qed.
Hypothesis Unit_tokens : forall t i, 0 <= t -> inner (y t i) (y t i) = 1.
Lemma lift_is i j t : 0 <= t -> lift i j t = lam t * cosine j t * (1 - cosine i t * cosine i t)
  - cosine i t * inner (beside (v t) (y t i)) (U t (beside (v t) (y t j))).
Proof.
  intro T. unfold lift. rewrite (beside_form (v t) (Unit t T) (U t) (lam t)) by auto.
  unfold cosine. ring.
Qed.
(* The velocity of v takes no more than its length times the length of y beside v. *)
Lemma velocity_takes i t delta : 0 <= t -> vnorm (w t) <= delta ->
  - (delta * vnorm (beside (v t) (y t i))) <= inner (w t) (y t i).
Proof.
  intros T W. rewrite (sideways (v t) (w t)) by (apply turns_sideways, T).
  assert (C := inner_le_vnorm (w t) (beside (v t) (y t i))). apply Rabs_le_between in C.
  assert (vnorm (w t) * vnorm (beside (v t) (y t i)) <= delta * vnorm (beside (v t) (y t i)))
    by (apply Rmult_le_compat_r; [apply vnorm_nonneg | exact W]). lra.
Qed.
Lemma sine_square i t : 0 <= t -> vnorm (beside (v t) (y t i)) * vnorm (beside (v t) (y t i))
  = 1 - cosine i t * cosine i t.
Proof.
  intros T. rewrite vnorm_square, (beside_square (v t) (Unit t T)), Unit_tokens by auto. reflexivity.
Qed.
Lemma distance_square i t : 0 <= t ->
  vnorm (vsub (y t i) (v t)) * vnorm (vsub (y t i) (v t)) = 2 - 2 * cosine i t.
Proof.
  intros T. rewrite vnorm_square. unfold vsub, cosine.
  repeat rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r.
  rewrite Unit, Unit_tokens, (inner_sym _ (y t i) (v t)) by auto. ring.
Qed.
End Rate.

(* Tokens on the sphere at the start are there for ever: weights and values are bounded. *)
Lemma seen_sphere (S : inner_product_space) {Token} (tokens : list Token) (N : Token -> Token -> R)
  (alpha : R -> Token -> Token -> R) (U : R -> S -> S) (y : R -> Token -> S) a u :
  lists tokens -> indicator N -> (forall t, 0 <= t -> adjoint (U t) (U t)) ->
  (forall t x, 0 <= t -> Rabs (inner x (U t x)) <= u * inner x x) -> 0 <= u ->
  (forall t i j, 0 <= t -> 0 <= alpha t i j <= a) -> seen_flow tokens N alpha U y ->
  (forall i, inner (y 0 i) (y 0 i) = 1) -> forall t i, 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros All Ind Sym Form Up Weights Flow.
  apply (sphere_kept S tokens y (fun t i => seen_pull tokens N (alpha t) (U t) (y t) i)
    (size tokens * (a * (2 * u))) All Flow).
  intros t i T Two. unfold seen_pull. rewrite inner_vtotal_r. apply total_abs. intro j.
  rewrite !inner_scale_r, !Rabs_mult.
  assert (B : Rabs (inner (y t i) (U t (y t j))) <= 2 * u).
  { assert (F := form_bound (U t) (fun _ => True) u (Sym t T) (fun _ _ _ => I) (fun _ _ _ _ => I)
      (fun x _ => Form t x T) (y t i) (y t j) 1 ltac:(lra) I I).
    rewrite Rinv_1, !Rmult_1_l in F. assert (A1 := Two i). assert (A2 := Two j).
    assert (u * (inner (y t i) (y t i) + inner (y t j) (y t j)) <= u * 4)
      by (apply Rmult_le_compat_l; lra). lra. }
  specialize (Weights t i j T). rewrite (Rabs_right (alpha t i j)) by lra.
  assert (P := Rabs_pos (inner (y t i) (U t (y t j)))).
  assert (Q : alpha t i j * Rabs (inner (y t i) (U t (y t j))) <= a * (2 * u))
    by (apply Rmult_le_compat; lra).
  assert (Q0 : 0 <= alpha t i j * Rabs (inner (y t i) (U t (y t j)))) by (apply Rmult_le_pos; lra).
  destruct (Ind i j) as [-> | ->]; [rewrite Rabs_R0 | rewrite Rabs_R1]; lra.
Qed.
