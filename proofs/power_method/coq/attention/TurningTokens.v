(* Layers that bring tokens nearer to a plane, and turn them in it: the tokens approach the plane and each
   other, and have no limit. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Attention NearAgreement NearPlane.
Open Scope R_scope.

Section Plane.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (f : (Token -> S) -> Token -> S)
  (M o o_T : S -> S) (top c1 c2 ch cg : R) (n h : S -> R).
Hypothesis ET : enumerates tokens.
Hypothesis Nearer : comes_nearer tokens o n h M f.
Hypothesis Top : 0 <= top.
Hypothesis BM : forall z, vnorm (M z) <= top * vnorm z.
(* What is beside the plane, and a norm of it. *)
Hypothesis HO : adjoint o o_T.
Hypothesis Shorter : forall z, vnorm (o z) <= vnorm z.
Hypothesis C1 : 0 < c1.
Hypothesis Above : forall z, vnorm z <= c1 * n z.
Hypothesis C2 : 0 < c2.
Hypothesis Below : forall z, n z <= c2 * vnorm z.
(* A norm of what is in the plane. *)
Hypothesis HH : seminorm h.
Hypothesis Ch : 0 < ch.
Hypothesis Bh : forall z, h z <= ch * vnorm z.
Hypothesis Cg : 0 <= cg.
Let Weights : (forall j, 0 <= weight_of tokens j) /\ total tokens (weight_of tokens) = 1.
Proof. apply equally_row; [intro; lra | apply size_positive, ET]. Qed.
Context (cl beta : R).
Hypothesis Cl : 0 < cl.
Hypothesis Split : forall z, vnorm z <= cl * h z + vnorm (o z).
Hypothesis Beta : 0 < beta.
(* In the plane a step turns: what is near the direction of M z is not near z. *)
Hypothesis Turns : forall z w l, 0 <= l -> vnorm w <= 1 -> beta * (h z * h z) <= cg * (h z * vnorm (o z)) +
  h z * h (vsub (vscale l w) (M z)) + l * (ch * ch) * vnorm (vsub z w).
Lemma mean_short (x : Token -> S) : (forall i, inner (x i) (x i) = 1) -> vnorm (mean_of tokens x) <= 1.
Proof.
  intro U. apply (norm_mean vnorm (vnorm_seminorm S) tokens (weight_of tokens) x 1 (proj1 Weights) (proj2 Weights)).
  intro i. unfold vnorm. rewrite U, sqrt_1. lra.
Qed.
Lemma from_mean (x : Token -> S) i d : (forall j, vnorm (vsub (x j) (x i)) <= d) -> vnorm (vsub (x i) (mean_of tokens x)) <= d.
Proof.
  intro H. replace (vnorm (vsub (x i) (mean_of tokens x))) with (vnorm (vsub (mean_of tokens x) (x i))).
  - apply (mean_within tokens ET vnorm x (x i) d (vnorm_seminorm S) H).
  - replace (vsub (mean_of tokens x) (x i)) with (vscale (-1) (vsub (x i) (mean_of tokens x))).
    + rewrite vnorm_scale, Rabs_left by lra. ring.
    + apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma below_powers theta eps : 0 <= theta < 1 -> 0 < eps -> exists K, forall k, (K <= k)%nat -> theta ^ k < eps.
Proof.
  intros T E. destruct (pow_lt_1_zero theta ltac:(rewrite Rabs_right; lra) eps E) as [K H]. exists K.
  intros k Hk. specialize (H k Hk). apply Rle_lt_trans with (Rabs (theta ^ k)); [apply Rle_abs | exact H].
Qed.
Theorem tokens_turn : exists d, 0 < d /\ forall x : nat -> Token -> S, (forall i, inner (x O i) (x O i) = 1) ->
  (forall k i, x (Datatypes.S k) i = f (x k) i) -> (forall i j, vnorm (vsub (x O i) (x O j)) <= d) ->
  (forall i, vnorm (o (x O i)) <= d) -> forall i j,
  layers_vtend (fun k => vsub (x k i) (x k j)) vzero /\ layers_vtend (fun k => o (x k i)) vzero /\
  ~ layers_converge (fun k => x k i).
Proof.
  destruct Nearer as [s [C [r [l [Sm [HC [Hr [HL Step]]]]]]]].
  destruct (geometric_decay (fun e x => near_plane tokens o n h e x) (fun x y => forall i, y i = f x i)
    s C (Rmin r 1)) as [d [theta [[D0 Dr] [Ht G]]]]; auto.
  { apply Rmin_glb_lt; lra. }
  { intros e e' x Le [U [Hp [A B]]]. assert (e * h (mean_of tokens x) <= e' * h (mean_of tokens x)) by (apply Rmult_le_compat_r; lra).
    split; [auto|]. split; [auto|]. split; [intros i j; specialize (A i j); lra | lra]. }
  { intros e x y [E0 E] Q Next. assert (Er : e <= r) by (eapply Rle_trans; [exact E | apply Rmin_l]).
    destruct (Step e x (conj E0 Er) Q) as [[U [Hp [A B]]] _].
    assert (Same : mean_of tokens y = mean_of tokens (f x)).
    { apply inner_ext. intro q. unfold mean_of. rewrite !inner_vtotal_l. apply total_ext. intro k. rewrite Next. reflexivity. }
    unfold near_plane. rewrite Same. split; [intro i; rewrite Next; auto|]. split; [auto|].
    split; [intros i j; rewrite !Next; auto | auto]. }
  assert (D1 : d <= 1) by (eapply Rle_trans; [exact Dr | apply Rmin_r]).
  assert (D2 : d <= r) by (eapply Rle_trans; [exact Dr | apply Rmin_l]).
  set (w := 2 * cl * (1 + c2)). assert (W : 0 < w) by (unfold w; repeat apply Rmult_lt_0_compat; lra).
  exists (Rmin (/ 4) (d / w)).
  split; [apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; auto]|].
  intros x U Next Near Off. set (t := Rmin (/ 4) (d / w)) in *.
  assert (Tp : 0 < t) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; auto]).
  assert (T4 : t <= / 4) by apply Rmin_l.
  assert (Td : w * t <= d).
  { apply Rle_trans with (w * (d / w)); [apply Rmult_le_compat_l; [lra | apply Rmin_r] | right; field; lra]. }
  assert (First : exists i0 : Token, True).
  { destruct tokens as [|i0 T0]; [exfalso; apply (proj1 ET); reflexivity | exists i0; exact I]. }
  destruct First as [i0 _].
  assert (Heights : forall y e, (forall i, inner (y i) (y i) = 1) -> (forall j, vnorm (vsub (y j) (y i0)) <= e) ->
    1 <= cl * h (mean_of tokens y) + vnorm (o (mean_of tokens y)) + e).
  { intros y e Uy A. assert (Q := from_mean y i0 e A). assert (R0 := norm_sub_le vnorm (vnorm_seminorm S) (y i0) (mean_of tokens y)).
    assert (One : vnorm (y i0) = 1) by (unfold vnorm; rewrite Uy; apply sqrt_1). assert (Sp := Split (mean_of tokens y)). lra. }
  assert (OM : forall y e, (forall i, vnorm (o (y i)) <= e) -> vnorm (o (mean_of tokens y)) <= e).
  { intros y e A. unfold mean_of. rewrite (adjoint_vtotal _ _ HO).
    replace (vtotal tokens (fun k => o (vscale (weight_of tokens k) (y k)))) with
      (vtotal tokens (fun k => vscale (weight_of tokens k) (o (y k)))).
    - apply (norm_mean vnorm (vnorm_seminorm S) tokens (weight_of tokens) _ e (proj1 Weights) (proj2 Weights) A).
    - apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro k.
      rewrite (adjoint_scale _ _ HO). reflexivity. }
  assert (Start : near_plane tokens o n h (w * t) (x O)).
  { assert (A := Heights (x O) t U (fun j => Near j i0)). assert (B := OM (x O) t Off).
    assert (Hc : / 2 <= cl * h (mean_of tokens (x O))) by lra.
    assert (Hp : 0 < h (mean_of tokens (x O))).
    { apply Rnot_le_lt. intro Z. assert (cl * h (mean_of tokens (x O)) <= cl * 0) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Wt : (1 + c2) * t <= w * t * h (mean_of tokens (x O))).
    { unfold w. replace (2 * cl * (1 + c2) * t * h (mean_of tokens (x O))) with ((1 + c2) * t * (2 * (cl * h (mean_of tokens (x O))))) by ring.
      rewrite <- (Rmult_1_r ((1 + c2) * t)) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
    assert (0 <= c2 * t) by (apply Rmult_le_pos; lra).
    split; [exact U|]. split; [exact Hp|]. split.
    - intros i j. specialize (Near i j). lra.
    - assert (Q := Below (o (mean_of tokens (x O)))). assert (c2 * vnorm (o (mean_of tokens (x O))) <= c2 * t) by (apply Rmult_le_compat_l; lra). lra. }
  assert (E0 : 0 <= w * t <= d) by (split; [apply Rmult_le_pos; lra | exact Td]).
  assert (Stay := G x Next (w * t) E0 Start). clear G.
  assert (Ek : forall k, 0 <= theta ^ k * (w * t) <= theta ^ k /\ theta ^ k * (w * t) <= d).
  { intro k. assert (P0 : 0 <= theta ^ k <= 1).
    { induction k as [|k IH]; [rewrite pow_O; lra|]. change (theta ^ Datatypes.S k) with (theta * theta ^ k).
      split; [apply Rmult_le_pos; lra|]. replace 1 with (1 * 1) by ring. apply Rmult_le_compat; lra. }
    split; [split; [apply Rmult_le_pos; lra|]|].
    - rewrite <- (Rmult_1_r (theta ^ k)) at 2. apply Rmult_le_compat_l; lra.
    - rewrite <- (Rmult_1_l d). apply Rmult_le_compat; lra. }
  assert (Known : forall k eps, 0 <= eps -> theta ^ k < eps -> let X := mean_of tokens (x k) in
    h X <= ch /\ (forall a b, vnorm (vsub (x k a) (x k b)) <= ch * eps) /\ vnorm (o X) <= c1 * ch * eps /\
    (forall a, vnorm (vsub (x k a) X) <= ch * eps)).
  { intros k eps Ep Small. cbv zeta. destruct (Stay k) as [Uk [Hp [A B]]]. destruct (Ek k) as [K1 _].
    set (X := mean_of tokens (x k)) in *. assert (Hc : h X <= ch).
    { eapply Rle_trans; [apply Bh|]. rewrite <- (Rmult_1_r ch) at 2. apply Rmult_le_compat_l; [lra | apply mean_short, Uk]. }
    assert (Part : theta ^ k * (w * t) * h X <= ch * eps).
    { rewrite (Rmult_comm ch). apply Rmult_le_compat; lra. }
    split; [exact Hc|]. split; [intros a b; specialize (A a b); lra|]. split.
    - eapply Rle_trans; [apply Above|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
    - intro a. apply from_mean. intro j. specialize (A j a). lra. }
  assert (Vz : forall z : S, vsub z vzero = z).
  { intro z. unfold vsub. rewrite <- (vscale_zero vzero), vscale_vscale, Rmult_0_r, vscale_zero, vadd_zero. reflexivity. }
  intros i j. split; [|split].
  - intros eps E. destruct (below_powers theta (eps / (2 * ch)) Ht ltac:(apply Rdiv_lt_0_compat; lra)) as [K HK].
    exists K. intros k Hk. rewrite Vz, Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
    assert (P0 : 0 < eps / (2 * ch)) by (apply Rdiv_lt_0_compat; lra).
    destruct (Known k (eps / (2 * ch)) ltac:(lra) (HK k Hk)) as [_ [A _]]. specialize (A i j).
    replace (ch * (eps / (2 * ch))) with (eps / 2) in A by (field; lra). lra.
  - intros eps E. set (e' := eps / (2 * (c1 * ch + ch))).
    assert (Cc : 0 < c1 * ch) by (apply Rmult_lt_0_compat; lra).
    assert (P0 : 0 < e') by (apply Rdiv_lt_0_compat; lra).
    destruct (below_powers theta e' Ht P0) as [K HK].
    exists K. intros k Hk. rewrite Vz, Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
    destruct (Known k e' ltac:(lra) (HK k Hk)) as [_ [_ [A B]]]. specialize (B i).
    assert (Q := norm_sub_le vnorm (vnorm_seminorm S) (o (x k i)) (o (mean_of tokens (x k)))).
    assert (R0 := Shorter (vsub (x k i) (mean_of tokens (x k)))).
    replace (o (vsub (x k i) (mean_of tokens (x k)))) with (vsub (o (x k i)) (o (mean_of tokens (x k)))) in R0.
    2:{ unfold vsub. rewrite (adjoint_add _ _ HO), (adjoint_scale _ _ HO). reflexivity. }
    assert (Sum : (c1 * ch + ch) * e' = eps / 2) by (unfold e'; field; lra). lra.
  - intros [lim Lim]. set (hm := / (cl + c1 + 1)). assert (Hm : 0 < hm) by (apply Rinv_0_lt_compat; lra).
    set (K := cg * (ch * (c1 * ch)) + ch * (ch * (l * ch)) + top * (ch * ch) * (ch + 2)).
    assert (K0 : 0 <= K).
    { unfold K. repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra. }
    assert (Bh2 : 0 < beta * (hm * hm)) by (repeat apply Rmult_lt_0_compat; auto).
    set (eps := beta * (hm * hm) / (2 * (K + 1))). assert (Ep : 0 < eps) by (apply Rdiv_lt_0_compat; lra).
    destruct (below_powers theta eps Ht Ep) as [N1 HN1]. destruct (Lim eps Ep) as [N2 HN2].
    set (k := (N1 + N2)%nat). specialize (HN1 k ltac:(unfold k; lia)).
    assert (A1 := HN2 k ltac:(unfold k; lia)). assert (A2 := HN2 (Datatypes.S k) ltac:(unfold k; lia)). clear HN2.
    rewrite Rminus_0_r, Rabs_right in A1, A2 by (apply Rle_ge, vnorm_nonneg).
    destruct (Known k eps ltac:(lra) HN1) as [Hc [_ [OX XX]]]. specialize (XX i).
    destruct (Stay k) as [Uk [Hp [A B]]]. destruct (Ek k) as [[Ek0 Ek1] Ekd].
    set (e := theta ^ k * (w * t)) in *. set (X := mean_of tokens (x k)) in *.
    destruct (Step e (x k) ltac:(lra) (Stay k)) as [_ Close]. specialize (Close i). fold X in Close.
    rewrite <- Next in Close.
    assert (Hlow : hm <= h X).
    { assert (Q := Heights (x k) _ Uk (fun j => A j i0)). fold X in Q.
      assert (Q2 := Above (o X)). assert (c1 * n (o X) <= c1 * (e * h X)) by (apply Rmult_le_compat_l; lra).
      assert (e * h X <= 1 * h X) by (apply Rmult_le_compat_r; lra).
      assert (c1 * (e * h X) <= c1 * (1 * h X)) by (apply Rmult_le_compat_l; lra).
      apply Rmult_le_reg_l with (cl + c1 + 1); [lra|]. unfold hm. rewrite Rinv_r by lra. lra. }
    assert (Short : vnorm (x (Datatypes.S k) i) <= 1).
    { unfold vnorm. rewrite (proj1 (Stay (Datatypes.S k))), sqrt_1. lra. }
    assert (Turn := Turns X (x (Datatypes.S k) i) (vnorm (M X)) (vnorm_nonneg _) Short).
    assert (Lam : vnorm (M X) <= top).
    { assert (Q := mean_short (x k) Uk). fold X in Q. assert (Q2 := BM X).
      assert (top * vnorm X <= top * 1) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Gap : vnorm (vsub X (x (Datatypes.S k) i)) <= (ch + 2) * eps).
    { eapply Rle_trans; [apply (triangle S X (x k i))|]. assert (Q := triangle S (x k i) lim (x (Datatypes.S k) i)).
      assert (Sy : forall a b : S, vnorm (vsub a b) = vnorm (vsub b a)).
      { intros a b. replace (vsub a b) with (vscale (-1) (vsub b a)).
        - rewrite vnorm_scale, Rabs_left by lra. ring.
        - apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      rewrite (Sy lim) in Q. rewrite (Sy X). lra. }
    assert (B1 : cg * (h X * vnorm (o X)) <= cg * (ch * (c1 * ch)) * eps).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; [auto|]. rewrite Rmult_assoc.
      apply Rmult_le_compat; [lra | apply vnorm_nonneg | auto | lra]. }
    assert (B2 : h X * h (vsub (vscale (vnorm (M X)) (x (Datatypes.S k) i)) (M X)) <= ch * (ch * (l * ch)) * eps).
    { rewrite Rmult_assoc. apply Rmult_le_compat; [lra | apply HH | auto|].
      eapply Rle_trans; [apply Bh|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
      eapply Rle_trans; [exact Close|]. replace (l * ch * eps) with (l * (eps * ch)) by ring.
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
    assert (B3 : vnorm (M X) * (ch * ch) * vnorm (vsub X (x (Datatypes.S k) i)) <=
      top * (ch * ch) * (ch + 2) * eps).
    { replace (top * (ch * ch) * (ch + 2) * eps) with (top * (ch * ch) * ((ch + 2) * eps)) by ring.
      assert (0 <= ch * ch) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; [apply Rmult_le_pos; [apply vnorm_nonneg | auto] | apply vnorm_nonneg | | exact Gap].
      apply Rmult_le_compat_r; auto. }
    assert (B4 : beta * (hm * hm) <= beta * (h X * h X)).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
    assert (B5 : K * eps <= beta * (hm * hm) / 2).
    { apply Rle_trans with ((K + 1) * eps); [apply Rmult_le_compat_r; lra|]. right. unfold eps. field. lra. }
    unfold K in B5. lra.
Qed.
End Plane.
