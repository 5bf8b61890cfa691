(* A-T5.3': tokens that see enough follow the first eigenvector, if it dominates all others in
   modulus and turns slowly. The least cosine rises between sin theta and cos theta. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Following.
Open Scope R_scope.

Section Dominant.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (N : Token -> Token -> R)
  (alpha : R -> Token -> Token -> R) (U : R -> S -> S) (y : R -> Token -> S)
  (v w : R -> S) (lam Lam : R -> R) (a g M u theta : R).
Hypothesis Given : forall t, 0 <= t -> inner (v t) (v t) = 1 /\ U t (v t) = vscale (lam t) (v t) /\ Lam t + g <= lam t /\
  vnorm (w t) <= a * g / 2 * sin (2 * theta) /\
  (forall x, -1 * u * inner x x <= inner (U t x) x /\ inner (U t x) x <= u * inner x x /\ (inner (v t) x = 0 ->
    -1 * Lam t * inner x x <= inner (U t x) x /\ inner (U t x) x <= Lam t * inner x x)) /\
  (forall i j, alpha t i j <= M) /\ forall i, a <= total tokens (fun j => N i j * alpha t i j).
Hypothesis ET : enumerates tokens.
Hypothesis Mask : indicator N.
Hypothesis Sym : forall t, 0 <= t -> adjoint (U t) (U t).
Hypothesis Form_nonneg : 0 <= u.
Hypothesis Others_nonneg : forall t, 0 <= t -> 0 <= Lam t.
Hypothesis Gap_positive : 0 < g.
Hypothesis Rows_positive : 0 < a.
Hypothesis Positive_angle : 0 < theta.
Hypothesis Small_angle : theta < PI / 4.
Hypothesis Nonneg : forall t, 0 <= t -> forall i j, 0 <= alpha t i j.
Hypothesis Turns : forall t, 0 <= t -> is_vderive v t (w t).
Hypothesis Sphere : forall i, inner (y 0 i) (y 0 i) = 1.
Hypothesis Flow : seen_flow tokens N alpha U y.
Let delta := a * g / 2 * sin (2 * theta).
Let All := proj2 (proj2 ET).
Lemma Form t x : 0 <= t -> Rabs (inner x (U t x)) <= u * inner x x.
Proof.
  intro T. destruct (Given t T) as (_ & _ & _ & _ & B & _). specialize (B x).
  rewrite inner_sym. apply Rabs_le_between. lra.
Qed.
Lemma Others t x : 0 <= t -> inner (v t) x = 0 -> Rabs (inner x (U t x)) <= Lam t * inner x x.
Proof.
  intros T O. destruct (Given t T) as (_ & _ & _ & _ & B & _). destruct (B x) as (_ & _ & C).
  specialize (C O). rewrite inner_sym. apply Rabs_le_between. lra.
Qed.
Lemma Unit t : 0 <= t -> inner (v t) (v t) = 1.
Proof. apply Given. Qed.
Lemma Eigen t : 0 <= t -> U t (v t) = vscale (lam t) (v t).
Proof. apply Given. Qed.
Lemma Weights t i j : 0 <= t -> 0 <= alpha t i j <= M.
Proof. intro T. split; [apply Nonneg, T | apply (Given t T)]. Qed.

Let b i t := cosine y v i t.
Lemma on_sphere t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof. intro T. apply (seen_sphere S tokens N alpha U y M u); auto using Form, Weights. Qed.
Lemma below_one i t : 0 <= t -> b i t <= 1.
Proof.
  intro T. assert (Q := cosine_square (v t) (Unit t T) (y t i) (on_sphere t i T)).
  apply Rnot_lt_le. intro L. unfold b, cosine in L.
  assert (1 * 1 < inner (v t) (y t i) * inner (v t) (y t i)) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
Lemma angles : 0 <= sin theta < cos theta /\ sin theta * sin theta + cos theta * cos theta = 1.
Proof.
  assert (P := PI_RGT_0). assert (P4 : PI / 4 < PI / 2) by lra. split; [split|].
  - apply sin_ge_0; lra.
  - rewrite <- sin_shift. apply sin_increasing_1; lra.
  - assert (H := sin2_cos2 theta). unfold Rsqr in H. exact H.
Qed.
Let of_small_angles (says : R -> Prop) := forall N theta t, 0 <= t -> indicator N -> (forall i j : Token, 0 <= N i j) ->
  (forall i j, N i j <= 1) -> 0 < theta -> theta < PI / 4 -> 0 < sin theta -> 0 < cos theta -> says theta.
Let at_theta says : of_small_angles says -> says theta.
Proof.
  intro H. destruct angles as [[S0 SC] _]. assert (P := PI_RGT_0). apply (H N theta 0); auto; try lra.
  - intros i j. destruct (Mask i j) as [-> | ->]; lra.
  - intros i j. destruct (Mask i j) as [-> | ->]; lra.
  - apply sin_gt_0; lra.
Qed.
(* The furthest token rises by no less than this, whatever it sees. *)
Lemma furthest i t : 0 <= t -> 0 <= b i t -> (forall j, b i t <= b j t) ->
  a * g * b i t * (1 - b i t * b i t) - delta * vnorm (beside (v t) (y t i))
  <= cosine_rate tokens N alpha U y v w lam i t.
Proof.
  intros T B Least. unfold cosine_rate.
  assert (V := velocity_takes y v w Unit Turns i t delta T ltac:(apply (Given t T))).
  assert (X : 0 <= 1 - b i t * b i t).
  { assert (Q := cosine_square (v t) (Unit t T) (y t i) (on_sphere t i T)). unfold b, cosine. lra. }
  assert (GB : 0 <= g * b i t * (1 - b i t * b i t)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact X]. }
  assert (L : forall j, g * b i t * (1 - b i t * b i t) <= lift U y v lam i j t).
  { intro j. rewrite (lift_is U y v lam Sym Unit Eigen) by auto.
    fold (b i t) (b j t). assert (Bj := Least j). assert (GT : Lam t + g <= lam t) by apply (Given t T). assert (L0 := Others_nonneg t T).
    assert (F := beside_coupling (v t) (Unit t T) (U t) (Lam t) (y t i) (y t j) 1 (Sym t T)
      ltac:(lra) (fun x E => Others t x T E)).
    rewrite Rinv_1, !Rmult_1_l, !(beside_square (v t) (Unit t T)), !on_sphere in F by auto.
    change (inner (v t) (y t i)) with (b i t) in F. change (inner (v t) (y t j)) with (b j t) in F.
    set (f := inner _ (U t _)) in *. assert (R := Rle_abs f).
    assert (bb : b i t * b i t <= b j t * b j t) by (apply Rmult_le_compat; lra).
    assert (Lam t * (1 - b i t * b i t + (1 - b j t * b j t)) <= Lam t * (2 * (1 - b i t * b i t)))
      by (apply Rmult_le_compat_l; lra).
    assert (f <= Lam t * (1 - b i t * b i t)) by lra.
    assert (b i t * f <= b i t * (Lam t * (1 - b i t * b i t))) by (apply Rmult_le_compat_l; lra).
    assert (M1 : lam t * b i t * (1 - b i t * b i t) <= lam t * b j t * (1 - b i t * b i t)).
    { apply Rmult_le_compat_r; [exact X|]. apply Rmult_le_compat_l; lra. }
    assert (M2 : (Lam t + g) * (b i t * (1 - b i t * b i t)) <= lam t * (b i t * (1 - b i t * b i t))).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact GT]. } lra. }
  assert (Sum : total tokens (fun j => g * b i t * (1 - b i t * b i t) * (N i j * alpha t i j))
    <= total tokens (fun j => N i j * (alpha t i j * lift U y v lam i j t))).
  { apply total_le. intro j. assert (W := Weights t i j T).
    apply Rle_trans with (N i j * (alpha t i j * (g * b i t * (1 - b i t * b i t)))); [right; ring|].
    apply Rmult_le_compat_l; [apply indicator_nonneg, Mask|]. apply Rmult_le_compat_l; [lra | apply L]. }
  rewrite total_scale in Sum.
  assert (g * b i t * (1 - b i t * b i t) * a
    <= g * b i t * (1 - b i t * b i t) * total tokens (fun j => N i j * alpha t i j))
    by (apply Rmult_le_compat_l; [exact GB | apply (Given t T)]). lra.
Qed.
Hypothesis Halves : of_small_angles (fun theta => sin theta * cos theta = sin (2 * theta) / 2).
(* So between mid > sin theta and up < cos theta it rises at a positive rate. *)
Lemma climbs mid up : sin theta < mid -> up < cos theta -> exists k, 0 < k /\
  forall i t, 0 <= t -> mid < b i t < up -> (forall j, b i t <= b j t) ->
    k <= cosine_rate tokens N alpha U y v w lam i t.
Proof.
  intros Above H. destruct angles as [[S0 SC] One].
  destruct (Rle_lt_dec up mid) as [Empty|MU]; [exists 1; split; [lra | intros; lra]|].
  assert (Cp : up * up < cos theta * cos theta) by (apply Rmult_le_0_lt_compat; lra).
  assert (Sm : sin theta * sin theta < mid * mid) by (apply Rmult_le_0_lt_compat; lra).
  set (eta := (mid * mid - sin theta * sin theta) * (cos theta * cos theta - up * up)).
  assert (Eta : 0 < eta) by (apply Rmult_lt_0_compat; lra).
  assert (SQ := Rle_0_sqr (sin theta)). unfold Rsqr in SQ.
  assert (Rho : 0 < 1 - up * up) by lra.
  assert (AG : 0 < a * g) by (apply Rmult_lt_0_compat; lra).
  exists (a * g * ((1 - up * up) * eta)). split.
  { apply Rmult_lt_0_compat; [exact AG | apply Rmult_lt_0_compat; lra]. }
  intros i t T B Least. assert (F := furthest i t T ltac:(lra) Least).
  assert (R2 := sine_square y v Unit on_sphere i t T). fold (b i t) in R2.
  assert (R0 := vnorm_nonneg (beside (v t) (y t i))).
  set (r := vnorm (beside (v t) (y t i))) in *. set (x := b i t) in *.
  set (s := sin theta) in *. set (c := cos theta) in *.
  assert (Sp : delta <= a * g * (s * c)).
  { assert (H2 := at_theta _ Halves). cbv beta in H2. fold s c in H2. unfold delta. replace (sin (2 * theta)) with (2 * (s * c)) by lra. lra. }
  assert (X2 : mid * mid < x * x) by (apply Rmult_le_0_lt_compat; lra).
  assert (X3 : x * x < up * up) by (apply Rmult_le_0_lt_compat; lra).
  assert (E : (x * r - s * c) * (x * r + s * c) = (x * x - s * s) * (c * c - x * x)).
  { replace ((x * r - s * c) * (x * r + s * c)) with (x * x * (r * r) - s * s * (c * c)) by ring.
    rewrite R2. replace (c * c) with (1 - s * s) by lra. ring. }
  assert (Low : eta <= (x * x - s * s) * (c * c - x * x)) by (apply Rmult_le_compat; lra).
  assert (XR : 0 <= x * r) by (apply Rmult_le_pos; lra).
  assert (C0 : 0 <= s * c) by (apply Rmult_le_pos; lra).
  assert (Half : x * r + s * c <= 1).
  { assert (Q1 := Rle_0_sqr (x - r)). assert (Q2 := Rle_0_sqr (s - c)). unfold Rsqr in *. lra. }
  assert (Diff : eta <= x * r - s * c).
  { apply Rnot_lt_le. intro L. assert (D := Rle_lt_dec 0 (x * r - s * c)). destruct D as [D|D].
    - assert ((x * r - s * c) * (x * r + s * c) <= (x * r - s * c) * 1)
      by (apply Rmult_le_compat_l; lra). lra.
    - assert (0 <= (- (x * r - s * c)) * (x * r + s * c)) by (apply Rmult_le_pos; lra). lra. }
  assert (Rr : r <= 1).
  { apply Rnot_lt_le. intro L. assert (1 * 1 < r * r) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (Rlow : 1 - up * up <= r).
  { assert (r * r <= r * 1) by (apply Rmult_le_compat_l; lra). lra. }
  apply Rle_trans with (a * g * (r * (x * r - s * c))).
  { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
  assert (delta * r <= a * g * (s * c) * r) by (apply Rmult_le_compat_r; lra).
  rewrite <- R2 in F.
  replace (a * g * (r * (x * r - s * c))) with (a * g * x * (r * r) - a * g * (s * c) * r) by ring. lra.
Qed.
Lemma climb_from low up : sin theta < low -> low <= up -> up < cos theta -> (forall i, low <= b i 0) ->
  exists k, 0 < k /\ forall i t, 0 <= t -> up - (up - low) * exp (- k * t) <= b i t.
Proof.
  intros L LU UC At. destruct angles as [[S0 SC] One].
  destruct (climbs ((low + sin theta) / 2) up ltac:(lra) UC) as [k [K H]].
  exists k. split; [exact K|].
  assert (C1 : cos theta <= 1) by apply COS_bound.
  apply (least_climbs tokens b (cosine_rate tokens N alpha U y v w lam) low up k All LU ltac:(lra))
    with (delta := (low - sin theta) / 2); try lra.
  - apply cosine_moves; auto using Unit, Eigen, on_sphere, Form, Weights.
  - exact At.
  - intros i t T B Least. apply Rle_trans with k; [|apply H; auto; lra].
    rewrite <- (Rmult_1_r k) at 2. apply Rmult_le_compat_l; lra.
Qed.
Lemma climb low up : sin theta < low /\ low <= up /\ up < cos theta /\ (forall i, low <= inner (v 0) (y 0 i)) ->
  exists k, 0 < k /\ forall t, 0 <= t -> forall i, up - (up - low) * exp (-1 * k * t) <= inner (v t) (y t i).
Proof.
  intros [L [LU [UC At]]]. destruct (climb_from low up L LU UC At) as [k [K H]]. exists k. split; [exact K|].
  intros t T i. replace (-1 * k * t) with (- k * t) by ring. apply H, T.
Qed.
Hypothesis Climb : forall low up, sin theta < low /\ low <= up /\ up < cos theta /\ (forall i, low <= inner (v 0) (y 0 i)) ->
  exists k, 0 < k /\ forall t, 0 <= t -> forall i, up - (up - low) * exp (-1 * k * t) <= inner (v t) (y t i).
Hypothesis Start : forall i, sin theta < inner (v 0) (y 0 i).
Lemma stays t : 0 <= t -> forall i, sin theta < inner (v t) (y t i).
Proof.
  intros T i. destruct angles as [[S0 SC] One].
  destruct (least_margin tokens (fun i => b i 0) (sin theta)
    ((sin theta + cos theta) / 2) All ltac:(lra) Start)
    as [low [L At]].
  destruct (Climb low ((sin theta + cos theta) / 2)) as [k [K H]]; [repeat split; try lra; apply At|].
  specialize (H t T i). assert (E : exp (-1 * k * t) <= 1).
  { rewrite <- exp_0. apply exp_le. assert (0 <= k * t) by (apply Rmult_le_pos; lra). lra. }
  set (up := (sin theta + cos theta) / 2) in *.
  assert ((up - low) * exp (-1 * k * t) <= (up - low) * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Hypothesis Radius : of_small_angles (fun theta => 2 * (1 - cos theta) = (2 * sin (theta / 2)) ^ 2).
Lemma ends i : limsup_at_most (fun t => vnorm (vsub (y t i) (v t))) (2 * sin (theta / 2)).
Proof.
  intros eps E. destruct angles as [[S0 SC] One].
  set (e := Rmin (eps * eps / 8) ((cos theta - sin theta) / 2)).
  assert (E1 : e <= eps * eps / 8) by apply Rmin_l.
  assert (E2 : e <= (cos theta - sin theta) / 2) by apply Rmin_r.
  assert (EE : 0 < eps * eps) by (apply Rmult_lt_0_compat; auto).
  assert (E0 : 0 < e) by (apply Rmin_glb_lt; lra).
  destruct (least_margin tokens (fun i => b i 0) (sin theta) (cos theta - e) All ltac:(lra) Start)
    as [low [L At]].
  destruct (Climb low (cos theta - e)) as [k [K H]]; [repeat split; try lra; apply At|].
  destruct (exp_vanishes k e K E0) as [T [T0 Small]]. exists T. split; [exact T0|]. intros t Ht.
  specialize (H t ltac:(lra) i). change (inner (v t) (y t i)) with (b i t) in H.
  replace (-1 * k * t) with (- k * t) in H by ring. specialize (Small t Ht). assert (P := exp_pos (- k * t)).
  assert (C1 : cos theta <= 1) by apply COS_bound.
  assert ((cos theta - e - low) * exp (- k * t) <= 1 * e) by (apply Rmult_le_compat; lra).
  assert (D := distance_square y v Unit on_sphere i t ltac:(lra)). fold (b i t) in D.
  assert (Hs : 0 <= sin (theta / 2)) by (assert (PI4 := PI_RGT_0); apply sin_ge_0; lra).
  assert (Dbl : cos theta = 1 - 2 * (sin (theta / 2) * sin (theta / 2))) by (assert (Q := at_theta _ Radius); lra).
  apply Rnot_le_lt. intro Far. set (d := vnorm _) in *.
  assert ((2 * sin (theta / 2) + eps) * (2 * sin (theta / 2) + eps) <= d * d)
    by (apply Rmult_le_compat; lra).
  assert (0 <= sin (theta / 2) * eps) by (apply Rmult_le_pos; lra). lra.
Qed.
End Dominant.
