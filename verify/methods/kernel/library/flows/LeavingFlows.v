(* Flows that leave a point where they rest, by linearisation: a projector E on directions that grow at a
   rate sigma, and faster than all others. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Families Drawn Frechet Stability.
From Kernel Require Import Instability Flows.
Open Scope R_scope.

Section Repelling.
Context {S : inner_product_space} (M : S -> Prop) (F A : S -> S) (p : S) (Tan : S -> Prop)
  (E : S -> S) (sigma kappa : R) (u : S).
Hypothesis Rest : F p = vzero.
Hypothesis Derivative : is_fderive_on M F p A.
Hypothesis Tangent : tangent_to M p Tan.
Hypothesis LE : linear E.
Hypothesis BE : bounded E.
Hypothesis Kappa : 0 <= kappa < sigma.
Hypothesis Expands : forall z, Tan z -> sigma * inner (E z) (E z) <= inner (E (A z)) (E z).
Hypothesis Behind : forall z, Tan z ->
  inner (vsub (A z) (E (A z))) (vsub z (E z)) <= kappa * inner (vsub z (E z)) (vsub z (E z)).
Hypothesis Starts : direction_of M p u.
Hypothesis Own : E u = u.
Hypothesis Nonzero : 0 < vnorm u.
Let C' z := vsub z (E z).
Definition surplus (z : S) := inner (E z) (E z) - inner (vsub z (E z)) (vsub z (E z)).
Lemma complement_linear : linear C'.
Proof. split; intros; unfold C'; rewrite ?(proj1 LE), ?(proj2 LE); vector_sums. Qed.
(* One of the two halves: <G A z, G z> with an error, for G = E and G = 1 - E. *)
Lemma half (G : S -> S) B C e N x z : linear G -> (forall x, vnorm (G x) <= B * vnorm x) -> linear A ->
  (forall x, vnorm (A x) <= C * vnorm x) -> 0 <= B -> 0 <= C -> 0 <= e <= 1 -> 0 <= N ->
  vnorm (vsub x p) = N -> vnorm (vsub (F x) (A (vsub x p))) <= e * N ->
  vnorm (vsub (vsub x p) z) <= e * N ->
  Rabs (inner (G (F x)) (G (vsub x p)) - inner (G (A z)) (G z)) <= 3 * (B * B * (C + 1)) * (e * (N * N)) /\
  Rabs (inner (G (vsub x p)) (G (vsub x p)) - inner (G z) (G z)) <= 3 * (B * B) * (e * (N * N)).
Proof.
  intros LG HB LA HC B0 C0 He N0 HN Hr Hw. set (w := vsub (vsub x p) z) in *.
  set (r := vsub (F x) (A (vsub x p))) in *.
  assert (Xz : vsub x p = vadd z w) by (unfold w; vector_sums).
  assert (Fx : F x = vadd (A z) (vadd (A w) r)).
  { unfold w. rewrite (linear_sub A LA). unfold r. vector_sums. }
  assert (eN : 0 <= e * N) by (apply Rmult_le_pos; lra).
  assert (eN1 : e * N <= 1 * N) by (apply Rmult_le_compat_r; lra).
  assert (Zn : vnorm z <= 2 * N).
  { replace z with (vsub (vsub x p) w) by (unfold w; vector_sums). eapply Rle_trans; [apply vnorm_sub|].
    lra. }
  assert (Gz : vnorm (G z) <= B * (2 * N)) by (eapply Rle_trans; [apply HB|]; apply Rmult_le_compat_l; auto).
  assert (Gw : vnorm (G w) <= B * (e * N)) by (eapply Rle_trans; [apply HB|]; apply Rmult_le_compat_l; auto).
  assert (Gx : vnorm (G (vsub x p)) <= B * N) by (eapply Rle_trans; [apply HB|]; rewrite HN; lra).
  assert (Az : vnorm (A z) <= C * (2 * N)) by (eapply Rle_trans; [apply HC|]; apply Rmult_le_compat_l; auto).
  assert (GAz : vnorm (G (A z)) <= B * (C * (2 * N))) by
    (eapply Rle_trans; [apply HB|]; apply Rmult_le_compat_l; auto).
  assert (Ar : vnorm (vadd (A w) r) <= (C + 1) * (e * N)).
  { eapply Rle_trans; [apply vnorm_add|]. assert (Q := HC w).
    assert (C * vnorm w <= C * (e * N)) by (apply Rmult_le_compat_l; auto). lra. }
  assert (GAr : vnorm (G (vadd (A w) r)) <= B * ((C + 1) * (e * N))) by
    (eapply Rle_trans; [apply HB|]; apply Rmult_le_compat_l; auto).
  assert (Pos : 0 <= B * B * (e * (N * N))).
  { repeat apply Rmult_le_pos; lra. }
  split.
  - replace (inner (G (F x)) (G (vsub x p)) - inner (G (A z)) (G z)) with
      (inner (G (A z)) (G w) + inner (G (vadd (A w) r)) (G (vsub x p))).
    2: { rewrite Fx, (proj1 LG (A z)), (inner_add_l _ (G (A z))). rewrite Xz at 2.
         rewrite (proj1 LG z w), inner_add_r. ring. }
    assert (I1 := inner_le _ _ _ _ GAz Gw). assert (I2 := inner_le _ _ _ _ GAr Gx).
    replace (B * (C * (2 * N)) * (B * (e * N))) with (2 * C * (B * B * (e * (N * N)))) in I1 by ring.
    replace (B * ((C + 1) * (e * N)) * (B * N)) with ((C + 1) * (B * B * (e * (N * N)))) in I2 by ring.
    replace (3 * (B * B * (C + 1)) * (e * (N * N))) with (3 * (C + 1) * (B * B * (e * (N * N)))) by ring.
    apply Rabs_le. split; lra.
  - replace (inner (G (vsub x p)) (G (vsub x p)) - inner (G z) (G z)) with
      (inner (G w) (G (vsub x p)) + inner (G w) (G z)).
    2: { rewrite Xz, (proj1 LG z w). rewrite !inner_add_l, !inner_add_r.
         rewrite (inner_sym _ (G z) (G w)). ring. }
    assert (I1 := inner_le _ _ _ _ Gw Gx). assert (I2 := inner_le _ _ _ _ Gw Gz).
    replace (B * (e * N) * (B * N)) with (B * B * (e * (N * N))) in I1 by ring.
    replace (B * (e * N) * (B * (2 * N))) with (2 * (B * B * (e * (N * N)))) in I2 by ring.
    apply Rabs_le. split; lra.
Qed.
Lemma surplus_grows : exists delta, 0 < delta /\ forall x, M x -> vnorm (vsub x p) < delta ->
  (sigma + kappa) / 2 * surplus (vsub x p) <=
  inner (E (F x)) (E (vsub x p)) - inner (C' (F x)) (C' (vsub x p)).
Proof.
  destruct Derivative as [LA [[C [C0 BA]] D]]. destruct BE as [B [B0 HB]].
  assert (HB' : forall x, vnorm (E x) <= (1 + B) * vnorm x).
  { intro x. specialize (HB x). assert (N := vnorm_nonneg x). lra. }
  assert (HC' : forall x, vnorm (C' x) <= (1 + B) * vnorm x).
  { intro x. unfold C'. eapply Rle_trans; [apply vnorm_sub|]. specialize (HB x). lra. }
  set (K := (1 + B) * (1 + B)). assert (K0 : 0 < K) by (apply Rmult_lt_0_compat; lra).
  set (H := 6 * (K * (C + 1)) + 3 * (sigma + kappa) * K).
  assert (H0 : 0 < H).
  { assert (0 < K * (C + 1)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (sigma + kappa) * K) by (apply Rmult_lt_0_compat; lra). unfold H. lra. }
  set (e := Rmin 1 ((sigma - kappa) / 2 / (2 * H))).
  assert (Q : 0 < (sigma - kappa) / 2 / (2 * H)) by (apply Rdiv_lt_0_compat; lra).
  assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
  assert (eH : 2 * (H * e) <= (sigma - kappa) / 2).
  { apply Rle_trans with (2 * (H * ((sigma - kappa) / 2 / (2 * H)))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra | apply Rmin_r]. }
  destruct (D e e0) as [d1 [P1 H1]]. destruct (Tangent e e0) as [d2 [P2 H2]].
  exists (Rmin d1 d2). split; [apply Rmin_glb_lt; auto|]. intros x Mx Hx.
  specialize (H1 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
  destruct (H2 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))) as [z [Tz Hz]].
  rewrite Rest in H1. replace (vadd vzero (A (vsub x p))) with (A (vsub x p)) in H1 by vector_sums.
  set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg.
  destruct (half E (1 + B) C e N x z LE HB' LA BA) as [X1 X2]; auto; try lra.
  destruct (half C' (1 + B) C e N x z complement_linear HC' LA BA) as [Y1 Y2]; auto; try lra.
  fold K in X1, X2, Y1, Y2. apply Rabs_le_between in X1. apply Rabs_le_between in X2.
  apply Rabs_le_between in Y1. apply Rabs_le_between in Y2.
  assert (A1 := Expands z Tz). assert (A2 := Behind z Tz). fold (C' z) in A2. fold (C' (A z)) in A2.
  unfold surplus. fold (C' (vsub x p)).
  assert (a0 := inner_nonneg S (E (vsub x p))). assert (b0 := inner_nonneg S (C' (vsub x p))).
  assert (NN : N * N <= 2 * (inner (E (vsub x p)) (E (vsub x p)) + inner (C' (vsub x p)) (C' (vsub x p)))).
  { rewrite <- !vnorm_square. assert (T := vnorm_add (E (vsub x p)) (C' (vsub x p))).
    replace (vadd (E (vsub x p)) (C' (vsub x p))) with (vsub x p) in T by (unfold C'; vector_sums). fold N
      in T.
    assert (T1 := vnorm_nonneg (E (vsub x p))). assert (T2 := vnorm_nonneg (C' (vsub x p))). 
    set (a := vnorm (E (vsub x p))) in *. set (b := vnorm (C' (vsub x p))) in *.
    assert (N * N <= (a + b) * (a + b)) by (apply Rmult_le_compat; auto).
    assert (0 <= (a - b) * (a - b)) by apply Rle_0_sqr. lra. }
  set (a := inner (E (vsub x p)) (E (vsub x p))) in *. set (b := inner (C' (vsub x p)) (C' (vsub x p))) in *.
  set (az := inner (E z) (E z)) in *. set (bz := inner (C' z) (C' z)) in *.
  set (t := e * (N * N)) in *. assert (t0 : 0 <= t) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
  assert (S1 : sigma * (a - 3 * K * t) <= sigma * az) by (apply Rmult_le_compat_l; lra).
  assert (S2 : kappa * bz <= kappa * (b + 3 * K * t)) by (apply Rmult_le_compat_l; lra).
  assert (S3 : H * t <= (sigma - kappa) / 2 * (a + b)).
  { apply Rle_trans with (H * e * (2 * (a + b))).
    - unfold t. rewrite <- Rmult_assoc. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact NN].
    - replace (H * e * (2 * (a + b))) with (2 * (H * e) * (a + b)) by ring. apply Rmult_le_compat_r; lra. }
  unfold H in S3. lra.
Qed.
Lemma repelling_leaves : leaves M F p.
Proof.
  destruct surplus_grows as [delta [Dp Grow]]. exists delta. split; [auto|]. intros d Hd.
  destruct (start_in_cone M p u E d LE BE Starts Own Nonzero Hd) as [x [Mx [Near Cone]]].
  exists x. split; [auto|]. split; [auto|]. intros y [Dy My] Y0 In.
  set (s := (sigma + kappa) / 2). assert (s0 : 0 < s) by (unfold s; lra).
  set (q := fun t => surplus (vsub (y t) p)).
  set (dq := fun t => 2 * (inner (E (F (y t))) (E (vsub (y t) p)) - inner (C' (F (y t))) (C' (vsub (y t)
    p)))).
  assert (Dq : differentiable (fun t => - q t) (fun t => - dq t)).
  { intros t Ht. apply (derive_opp q). unfold q, surplus, dq.
    assert (V := vderive_from y p t (F (y t)) (Dy t Ht)).
    assert (V1 := vderive_bounded_linear E _ t _ LE BE V).
    assert (BC : bounded C').
    { destruct BE as [B [B0 HB]]. exists (1 + B). split; [lra|]. intro z. unfold C'.
      eapply Rle_trans; [apply vnorm_sub|]. specialize (HB z). lra. }
    assert (V2 := vderive_bounded_linear C' _ t _ complement_linear BC V).
    eapply derive_eq; [exact (derive_minus _ _ t _ _ (derive_squared_norm _ t _ V1) (derive_squared_norm _
      t _ V2))|]. cbv beta. ring. }
  assert (G : forall t, 0 <= t -> q 0 * exp (2 * s * t) <= q t).
  { intros t Ht. assert (Gr := gronwall (fun t => - q t) (fun t => - dq t) (- (2 * s)) Dq).
    assert (Q : - q t <= - q 0 * exp (- - (2 * s) * t)).
    { apply Gr; [|exact Ht]. intros r Hr. assert (W := Grow (y r) (My r Hr) (In r Hr)). fold s in W.
      unfold dq, q. lra. }
    replace (- - (2 * s) * t) with (2 * s * t) in Q by ring. lra. }
  assert (q0 : 0 < q 0).
  { unfold q, surplus. rewrite Y0, <- !vnorm_square.
    assert (N := vnorm_nonneg (vsub (vsub x p) (E (vsub x p)))). nra. }
  destruct BE as [B [B0 HB]].
  assert (Top : forall t, 0 <= t -> q t <= (B * delta) * (B * delta)).
  { intros t Ht. unfold q, surplus. assert (P := inner_nonneg S (vsub (vsub (y t) p) (E (vsub (y t) p)))).
    rewrite <- (vnorm_square (E (vsub (y t) p))). specialize (HB (vsub (y t) p)). specialize (In t Ht).
    assert (N := vnorm_nonneg (E (vsub (y t) p))).
    assert (B * vnorm (vsub (y t) p) <= B * delta) by (apply Rmult_le_compat_l; lra).
    assert (vnorm (E (vsub (y t) p)) * vnorm (E (vsub (y t) p)) <= (B * delta) * (B * delta)) by
      (apply Rmult_le_compat; lra). lra. }
  set (top := (B * delta) * (B * delta)) in *. assert (top0 : 0 <= top) by (apply Rle_0_sqr).
  set (t := top / (q 0 * (2 * s))). assert (qs : 0 < q 0 * (2 * s)) by (apply Rmult_lt_0_compat; lra).
  assert (t0 : 0 <= t) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]).
  specialize (G t t0). specialize (Top t t0). assert (X := exp_tangent (2 * s * t)).
  assert (Y : q 0 * (1 + 2 * s * t) <= q 0 * exp (2 * s * t)) by (apply Rmult_le_compat_l; lra).
  assert (Z : q 0 * (2 * s * t) = top) by (unfold t; field; lra). lra.
Qed.
End Repelling.

Theorem leaves_by_linearisation (S : inner_product_space) (W : S -> S) (M : S -> Prop)
  (F A : S -> S) (p : S) (Tan : S -> Prop) (E : S -> S) (sigma kappa : R) (u : S) :
  positive W -> coercive W -> F p = vzero -> is_fderive_on M F p A -> tangent_to M p Tan ->
  linear E -> bounded E -> 0 <= kappa < sigma ->
  (forall z, Tan z -> sigma * inner (E z) (W (E z)) <= inner (E (A z)) (W (E z))) ->
  (forall z, Tan z -> inner (vsub (A z) (E (A z))) (W (vsub z (E z))) <=
     kappa * inner (vsub z (E z)) (W (vsub z (E z)))) ->
  direction_of M p u -> E u = u -> u <> vzero -> leaves M F p.
Proof.
  intros HW Coe Rest Der Tang LE BE Kap Exp Beh Dir Own NZ. apply (leaves_weighted S W HW Coe).
  apply (repelling_leaves (S := weighted S W HW) M F A p Tan E sigma kappa u Rest
    (fderive_weighted S W HW Coe M F p A Der) (tangent_weighted S W HW Coe M p Tan Tang) LE
    (bounded_weighted_map S W HW E Coe BE) Kap Exp Beh); auto.
  - apply (direction_weighted S W HW Coe M p u Dir).
  - destruct (@vnorm_nonneg (weighted S W HW) u) as [Q|Q]; [exact Q|]. exfalso. apply NZ.
    apply (@vnorm_definite (weighted S W HW)). symmetry. exact Q.
Qed.

(* Of tokens, where there is a solution from every state of the kind. *)
Theorem unstable_by {S : inner_product_space} {Token} (tokens : list Token) (L : lists tokens)
  (kind : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S) (p : Token -> S) :
  (forall x, kind x -> exists y, solves kind f y /\ y 0 = x) -> rest kind f p ->
  leaves (S := states S tokens L) kind f p -> unstable kind f p.
Proof.
  intros Exist Rest [eps [E H]]. split; [exact Rest|]. intro Stay.
  assert (n : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (Q : 0 < eps / (size tokens + 1)) by (apply Rdiv_lt_0_compat; lra).
  destruct (Stay _ Q) as [d [D Near]]. destruct (H d D) as [x [Mx [Hx Out]]].
  destruct (Exist x Mx) as [y [Sol Y0]].
  apply (Out y (solves_solution tokens L kind f y Sol) Y0). intros t Ht.
  assert (B : within p d (y 0)) by (rewrite Y0; apply (norm_within tokens L p d x), Rlt_le, Hx).
  assert (W := within_norm tokens L p _ (y t) (Rlt_le _ _ Q) (Near y Sol B t Ht)).
  eapply Rle_lt_trans; [exact W|].
  apply Rlt_le_trans with ((size tokens + 1) * (eps / (size tokens + 1))); [|right; field; lra].
  apply Rmult_lt_compat_r; lra.
Qed.
