(* Instability of a point under a map by linearisation: a projector E on directions that the derivative
   expands by more than 1, and faster than all others. Near the point a cone around them is invariant. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet Stability.
Open Scope R_scope.

(* Points of M near p in the cone around u. *)
Lemma start_in_cone {S : inner_product_space} (M : S -> Prop) (p u : S) (E : S -> S) d :
  linear E -> bounded E -> direction_of M p u -> E u = u -> 0 < vnorm u -> 0 < d ->
  exists x, M x /\ vnorm (vsub x p) < d /\
    vnorm (vsub (vsub x p) (E (vsub x p))) < vnorm (E (vsub x p)).
Proof.
  intros LE BE Starts Own Nonzero Hd.
  destruct BE as [B [B0 HB]].
  set (e := Rmin (d / (vnorm u + d + 1)) (Rmin 1 (vnorm u / (2 * (1 + B))))).
  assert (Ud : 0 < d / (vnorm u + d + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (Uu : 0 < vnorm u / (2 * (1 + B))) by (apply Rdiv_lt_0_compat; lra).
  assert (e0 : 0 < e) by (repeat apply Rmin_glb_lt; lra).
  assert (e1 : e <= d / (vnorm u + d + 1)) by apply Rmin_l.
  assert (e2 : e <= 1) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (e3 : (1 + B) * e <= vnorm u / 2).
  { apply Rle_trans with ((1 + B) * (vnorm u / (2 * (1 + B)))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply Rmin_r | apply Rmin_r]. }
  destruct (Starts e e0) as [s [x [Hs [Mx Hx]]]].
  set (w := vsub (vsub x p) (vscale s u)) in *. set (U := vnorm u) in *.
  assert (Xp : vsub x p = vadd (vscale s u) w) by (unfold w; vector_sums).
  assert (EX : E (vsub x p) = vadd (vscale s u) (E w)) by (rewrite Xp, (proj1 LE), (proj2 LE), Own;
    reflexivity).
  assert (Sn : vnorm (vscale s u) = s * U) by (rewrite vnorm_scale, Rabs_right by lra; reflexivity).
  assert (Bw : vnorm (E w) <= B * (e * s)).
  { eapply Rle_trans; [apply HB|]. apply Rmult_le_compat_l; auto. }
  assert (Half : (1 + B) * e * s <= U / 2 * s) by (apply Rmult_le_compat_r; lra).
  assert (es : 0 <= e * s) by (apply Rmult_le_pos; lra).
  assert (Ah : s * U - B * (e * s) <= vnorm (E (vsub x p))).
  { rewrite EX. assert (Q := vnorm_gap (vscale s u) (vadd (vscale s u) (E w))).
    replace (vsub (vscale s u) (vadd (vscale s u) (E w))) with (vscale (-1) (E w)) in Q by vector_sums.
    rewrite (vnorm_scale (-1)), (Rabs_left (-1)), Sn in Q by lra. lra. }
  assert (Be : vnorm (vsub (vsub x p) (E (vsub x p))) <= (1 + B) * (e * s)).
  { rewrite EX, Xp. replace (vsub (vadd (vscale s u) w) (vadd (vscale s u) (E w))) with (vsub w (E w)) by
    vector_sums.
    eapply Rle_trans; [apply vnorm_sub|]. lra. }
  assert (Us : 0 < U / 2 * s) by (apply Rmult_lt_0_compat; lra).
  assert (Near : vnorm (vsub x p) < d).
  { rewrite Xp. eapply Rle_lt_trans; [apply vnorm_add|]. rewrite Sn.
    apply Rle_lt_trans with (s * (U + 1)).
    { assert (e * s <= 1 * s) by (apply Rmult_le_compat_r; lra). lra. }
    apply Rlt_le_trans with (d / (U + d + 1) * (U + d + 1)); [|right; field; lra].
    apply Rle_lt_trans with (s * (U + d + 1)); [apply Rmult_le_compat_l; lra|].
    apply Rmult_lt_compat_r; lra. }
  exists x. split; [exact Mx|]. split; [exact Near|].
  assert (0 < e * s) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section Expansion.
Context {S : inner_product_space} (M : S -> Prop) (f J : S -> S) (p : S) (Tan : S -> Prop)
  (E : S -> S) (sigma kappa : R) (u : S).
Hypothesis Stays : kept_near M f p.
Hypothesis Fixed : f p = p.
Hypothesis Derivative : is_fderive_on M f p J.
Hypothesis Tangent : tangent_to M p Tan.
Hypothesis LE : linear E.
Hypothesis BE : bounded E.
Hypothesis Kappa : 0 <= kappa < sigma.
Hypothesis Sigma : 1 < sigma.
Hypothesis Expands : forall z, Tan z -> sigma * vnorm (E z) <= vnorm (E (J z)).
Hypothesis Behind : forall z, Tan z -> vnorm (vsub (J z) (E (J z))) <= kappa * vnorm (vsub z (E z)).
Hypothesis Starts : direction_of M p u.
Hypothesis Own : E u = u.
Hypothesis Nonzero : 0 < vnorm u.
Let ahead x := vnorm (E (vsub x p)).
Let beside x := vnorm (vsub (vsub x p) (E (vsub x p))).
(* Near p the cone |z - E z| <= |E z| is mapped into itself, and E z grows. *)
Lemma cone_step : exists delta growth, 0 < delta /\ 1 < growth /\
  forall x, M x -> vnorm (vsub x p) < delta -> beside x <= ahead x ->
    M (f x) /\ beside (f x) <= ahead (f x) /\ growth * ahead x <= ahead (f x).
Proof.
  destruct Derivative as [LJ [[C [C0 BJ]] D]]. destruct BE as [B [B0 HB]].
  destruct Stays as [r [Pr St]].
  set (G := (sigma + kappa + C + 1) * (1 + B)). assert (HG : 0 < G) by (apply Rmult_lt_0_compat; lra).
  set (q := Rmin ((sigma - 1) / 2) ((sigma - kappa) / 2)).
  assert (q0 : 0 < q) by (apply Rmin_glb_lt; lra).
  assert (q1 : q <= (sigma - 1) / 2) by apply Rmin_l. assert (q2 : q <= (sigma - kappa) / 2) by apply Rmin_r.
  set (e := q / (2 * G)). assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (eG : 2 * (G * e) = q) by (unfold e; field; lra).
  destruct (D e e0) as [d1 [P1 H1]]. destruct (Tangent e e0) as [d2 [P2 H2]].
  exists (Rmin r (Rmin d1 d2)), ((sigma + 1) / 2). split; [repeat apply Rmin_glb_lt; auto|]. split; [lra|].
  intros x Mx Hx Cone. assert (Hr := Rlt_le_trans _ _ _ Hx (Rmin_l _ _)).
  assert (Hd := Rlt_le_trans _ _ _ Hx (Rmin_r _ _)).
  specialize (H1 x Mx (Rlt_le_trans _ _ _ Hd (Rmin_l _ _))).
  destruct (H2 x Mx (Rlt_le_trans _ _ _ Hd (Rmin_r _ _))) as [z [Tz Hz]].
  split; [apply St; auto|].
  set (N := vnorm (vsub x p)) in *. rewrite Fixed in H1.
  set (R1 := vsub (f x) (vadd p (J (vsub x p)))) in *. set (w := vsub (vsub x p) z) in *.
  set (t := vadd (J w) R1).
  assert (Fx : vsub (f x) p = vadd (J z) t).
  { unfold t, w. rewrite (linear_sub J LJ). unfold R1. vector_sums. }
  assert (Ft : vnorm t <= (C + 1) * (e * N)).
  { assert (A1 := vnorm_add (J w) R1). assert (A2 := BJ w). fold t in A1.
    assert (C * vnorm w <= C * (e * N)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (N0 : 0 <= N) by apply vnorm_nonneg.
  assert (eN : 0 <= e * N) by (apply Rmult_le_pos; lra).
  assert (Nab : N <= 2 * ahead x).
  { assert (A := vnorm_gap (vsub x p) (E (vsub x p))). fold N in A.
    unfold ahead, beside in *. lra. }
  (* ahead *)
  assert (A1 : ahead x <= vnorm (E z) + B * (e * N)).
  { unfold ahead. replace (vsub x p) with (vadd z w) by (unfold w; vector_sums). rewrite (proj1 LE).
    eapply Rle_trans; [apply vnorm_add|]. specialize (HB w).
    assert (B * vnorm w <= B * (e * N)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (A2 : vnorm (E (J z)) <= ahead (f x) + B * ((C + 1) * (e * N))).
  { unfold ahead. rewrite Fx, (proj1 LE). assert (Q := vnorm_gap (E (J z)) (vadd (E (J z)) (E t))).
    replace (vsub (E (J z)) (vadd (E (J z)) (E t))) with (vscale (-1) (E t)) in Q by vector_sums.
    rewrite vnorm_scale, Rabs_left in Q by lra. specialize (HB t).
    assert (B * vnorm t <= B * ((C + 1) * (e * N))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (A3 := Expands z Tz).
  assert (A4 : sigma * ahead x <= sigma * (vnorm (E z) + B * (e * N))) by (apply Rmult_le_compat_l; lra).
  assert (X1 : sigma * ahead x - G * (e * N) <= ahead (f x)).
  { assert (0 <= (sigma + (kappa + kappa * B) + (C + 1)) * (e * N)) by
      (apply Rmult_le_pos; [assert (0 <= kappa * B) by (apply Rmult_le_pos; lra); lra | auto]).
    unfold G. lra. }
  (* beside *)
  assert (B1 : vnorm (vsub z (E z)) <= beside x + (1 + B) * (e * N)).
  { unfold beside. assert (Q := vnorm_gap (vsub z (E z)) (vsub (vsub x p) (E (vsub x p)))).
    replace (vsub (vsub z (E z)) (vsub (vsub x p) (E (vsub x p)))) with (vscale (-1) (vsub w (E w))) in Q.
    2: { unfold w. rewrite (linear_sub E LE (vsub x p) z). vector_sums. }
    rewrite vnorm_scale, Rabs_left in Q by lra. assert (Q2 := vnorm_sub w (E w)). specialize (HB w).
    assert (B * vnorm w <= B * (e * N)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (B2 : beside (f x) <= vnorm (vsub (J z) (E (J z))) + (1 + B) * ((C + 1) * (e * N))).
  { unfold beside. rewrite Fx, (proj1 LE).
    replace (vsub (vadd (J z) t) (vadd (E (J z)) (E t))) with (vadd (vsub (J z) (E (J z))) (vsub t (E t)))
      by vector_sums.
    eapply Rle_trans; [apply vnorm_add|]. assert (Q2 := vnorm_sub t (E t)). specialize (HB t).
    assert (B * vnorm t <= B * ((C + 1) * (e * N))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (B3 := Behind z Tz).
  assert (B4 : kappa * vnorm (vsub z (E z)) <= kappa * (beside x + (1 + B) * (e * N))) by
    (apply Rmult_le_compat_l; lra).
  assert (X2 : beside (f x) <= kappa * beside x + G * (e * N)).
  { assert (0 <= sigma * (1 + B) * (e * N)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | auto]).
    unfold G. lra. }
  assert (X3 : G * (e * N) <= q * ahead x).
  { rewrite <- eG. replace (2 * (G * e) * ahead x) with (G * (e * (2 * ahead x))) by ring.
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  assert (a0 : 0 <= ahead x) by apply vnorm_nonneg.
  assert (X4 : kappa * beside x <= kappa * ahead x) by (apply Rmult_le_compat_l; lra).
  assert (X5 : q * ahead x <= (sigma - 1) / 2 * ahead x) by (apply Rmult_le_compat_r; lra).
  assert (X6 : q * ahead x <= (sigma - kappa) / 2 * ahead x) by (apply Rmult_le_compat_r; lra).
  split; lra.
Qed.
Lemma expansion_repels : repels M f p.
Proof.
  destruct cone_step as [delta [g [Dp [G1 Step]]]]. exists delta. split; [auto|]. intros d Hd.
  destruct (start_in_cone M p u E d LE BE Starts Own Nonzero Hd) as [x [Mx [Near Cone']]].
  destruct BE as [B [B0 HB]].
  assert (Cone : beside x <= ahead x) by (unfold beside, ahead; lra).
  assert (Ap : 0 < ahead x).
  { assert (Q := vnorm_nonneg (vsub (vsub x p) (E (vsub x p)))). unfold ahead. lra. }
  assert (Claim : forall n, (exists k, delta <= vnorm (vsub (Nat.iter k f x) p)) \/
    (M (Nat.iter n f x) /\ vnorm (vsub (Nat.iter n f x) p) < delta /\
     beside (Nat.iter n f x) <= ahead (Nat.iter n f x) /\ g ^ n * ahead x <= ahead (Nat.iter n f x))).
  { induction n as [|n [[k IH]|[IM [IN [IC IA]]]]].
    - destruct (Rle_lt_dec delta (vnorm (vsub x p))); [left; exists 0%nat; auto|].
      right. simpl. repeat split; auto. lra.
    - left. exists k. auto.
    - destruct (Step _ IM IN IC) as [S1 [S2 S3]]. change (f (Nat.iter n f x)) with (Nat.iter (Datatypes.S
      n) f x) in *.
      destruct (Rle_lt_dec delta (vnorm (vsub (Nat.iter (Datatypes.S n) f x) p))) as [L|L]; [left; exists
        (Datatypes.S n); auto|].
      right. split; [exact S1|]. split; [exact L|]. split; [exact S2|].
      eapply Rle_trans; [|exact S3]. simpl. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  assert (Far : exists n, B * delta < g ^ n * ahead x).
  { assert (Q : 0 <= B * delta / ((g - 1) * ahead x)).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
    destruct (nfloor_ex _ Q) as [n [_ Hn]]. exists (Datatypes.S n).
    assert (P := poly (Datatypes.S n) (g - 1) ltac:(lra)). replace (1 + (g - 1)) with g in P by ring.
    rewrite S_INR in P. assert (Gp : 0 < (g - 1) * ahead x) by (apply Rmult_lt_0_compat; lra).
    apply Rlt_le_trans with ((INR n + 1) * ((g - 1) * ahead x)).
    - replace (B * delta) with (B * delta / ((g - 1) * ahead x) * ((g - 1) * ahead x)) by (field; lra).
      apply Rmult_lt_compat_r; auto.
    - replace ((INR n + 1) * ((g - 1) * ahead x)) with ((INR n + 1) * (g - 1) * ahead x) by ring.
      apply Rmult_le_compat_r; lra. }
  destruct Far as [n Hn]. destruct (Claim n) as [[k L]|[_ [IN [_ IA]]]].
  - exists x, k. auto.
  - exfalso. assert (Q : ahead (Nat.iter n f x) <= B * vnorm (vsub (Nat.iter n f x) p)) by apply HB.
    assert (B * vnorm (vsub (Nat.iter n f x) p) <= B * delta) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Expansion.

Lemma bounded_weighted_map (S : inner_product_space) (W : S -> S) (HW : positive W) (E : S -> S) :
  coercive W -> bounded (S := S) (U := S) E -> bounded (S := weighted S W HW) (U := weighted S W HW) E.
Proof.
  intros Coe [C [C0 B]]. destruct (norms_agree S W HW Coe) as [a [b [A [B' N]]]].
  exists (b * C / a). assert (Q : 0 <= b * C / a).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; auto]. }
  split; [exact Q|]. intro x. destruct (N (E x)) as [_ N1]. destruct (N x) as [N2 _].
  eapply Rle_trans; [exact N1|]. apply Rle_trans with (b * (C * @vnorm S x)); [apply Rmult_le_compat_l;
    [lra | apply B]|].
  replace (b * (C * @vnorm S x)) with (b * C / a * (a * @vnorm S x)) by (field; lra).
  apply Rmult_le_compat_l; auto.
Qed.
Lemma scaled_squares a b c : 0 <= a -> 0 <= b -> 0 <= c -> a * a <= c ^ 2 * (b * b) -> a <= c * b.
Proof.
  intros A B C H. apply Rsqr_incr_0_var; [unfold Rsqr; lra | apply Rmult_le_pos; auto].
Qed.
(* E projects on directions that J expands by sigma > 1 or more, and faster than all others. *)
Theorem repels_by_linearisation (S : inner_product_space) (W : S -> S) (M : S -> Prop)
  (f J : S -> S) (p : S) (Tan : S -> Prop) (E : S -> S) (sigma kappa : R) (u : S) :
  positive W -> coercive W -> kept_near M f p -> f p = p -> is_fderive_on M f p J -> tangent_to M p Tan ->
  linear E -> bounded E -> 1 < sigma -> 0 <= kappa < sigma ->
  (forall z, Tan z -> sigma ^ 2 * inner (E z) (W (E z)) <= inner (E (J z)) (W (E (J z)))) ->
  (forall z, Tan z -> inner (vsub (J z) (E (J z))) (W (vsub (J z) (E (J z)))) <=
     kappa ^ 2 * inner (vsub z (E z)) (W (vsub z (E z)))) ->
  direction_of M p u -> E u = u -> u <> vzero -> repels M f p.
Proof.
  intros HW Coe St Fix Der Tang LE BE Sig Kap Exp Beh Dir Own NZ. apply (repels_weighted S W HW Coe).
  apply (expansion_repels (S := weighted S W HW) M f J p Tan E sigma kappa u
    (kept_weighted S W HW Coe M f p St) Fix (fderive_weighted S W HW Coe M f p J Der)
    (tangent_weighted S W HW Coe M p Tan Tang) LE (bounded_weighted_map S W HW E Coe BE) Kap Sig); auto.
  - intros z Tz. assert (Q := Exp z Tz).
    set (a := @vnorm (weighted S W HW) (E z)). set (b := @vnorm (weighted S W HW) (E (J z))).
    assert (A0 : 0 <= a) by apply vnorm_nonneg. assert (B0 : 0 <= b) by apply vnorm_nonneg.
    assert (Ea : a * a = inner (E z) (W (E z))) by apply (@vnorm_square (weighted S W HW)).
    assert (Eb : b * b = inner (E (J z)) (W (E (J z)))) by apply (@vnorm_square (weighted S W HW)).
    rewrite <- Ea, <- Eb in Q. rewrite <- (Rmult_1_l b). apply Rsqr_incr_0_var; [unfold Rsqr; lra | lra].
  - intros z Tz. apply scaled_squares; try apply vnorm_nonneg; [lra|].
    rewrite !vnorm_square. apply (Beh z Tz).
  - apply (direction_weighted S W HW Coe M p u Dir).
  - destruct (@vnorm_nonneg (weighted S W HW) u) as [Q|Q]; [exact Q|]. exfalso. apply NZ.
    apply (@vnorm_definite (weighted S W HW)). symmetry. exact Q.
Qed.
