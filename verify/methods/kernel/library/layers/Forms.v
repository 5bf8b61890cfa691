(* Instability of a point under a map from one quadratic form, without a projector: a certificate that can
   be checked exactly. In finite dimension one exists as soon as a multiplier has a modulus above 1. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet Stability.
Open Scope R_scope.

Section Form.
Context {S : inner_product_space} (M : S -> Prop) (f J H : S -> S) (p u : S) (Tan : S -> Prop) (g c : R).
Let Q z := inner z (H z).
Hypothesis Stays : kept_near M f p.
Hypothesis Fixed : f p = p.
Hypothesis Derivative : is_fderive_on M f p J.
Hypothesis Tangent : tangent_to M p Tan.
Hypothesis Sym : adjoint H H.
Hypothesis Bnd : bounded_operator H.
Hypothesis G : 1 <= g.
Hypothesis C : 0 < c.
Hypothesis Grows : forall z, Tan z -> g * inner z (H z) + c * inner z z <= inner (J z) (H (J z)).
Hypothesis Starts : direction_of M p u.
Hypothesis Positive : 0 < inner u (H u).
Lemma form_near a b h A B : 0 <= h -> (forall x, vnorm (H x) <= h * vnorm x) -> vnorm a <= A -> vnorm b <=
  B ->
  Rabs (Q (vadd a b) - Q a) <= h * (2 * A * B + B * B).
Proof.
  intros h0 Hh Ha Hb. replace (Q (vadd a b) - Q a) with (2 * inner b (H a) + inner b (H b)).
  2: { unfold Q. rewrite (adjoint_add _ _ Sym). repeat (rewrite inner_add_l || rewrite inner_add_r).
       rewrite (inner_sym _ b (H a)), <- (inner_sym _ (H b) a), (Sym b a). rewrite (inner_sym _ (H a) b).
         ring. }
  assert (N1 := vnorm_nonneg a). assert (N2 := vnorm_nonneg b).
  assert (I1 := inner_le_vnorm b (H a)). assert (I2 := inner_le_vnorm b (H b)).
  assert (K1 : vnorm b * vnorm (H a) <= B * (h * A)).
  { apply Rmult_le_compat; auto; [apply vnorm_nonneg|]. eapply Rle_trans; [apply Hh|]. apply
    Rmult_le_compat_l; auto. }
  assert (K2 : vnorm b * vnorm (H b) <= B * (h * B)).
  { apply Rmult_le_compat; auto; [apply vnorm_nonneg|]. eapply Rle_trans; [apply Hh|]. apply
    Rmult_le_compat_l; auto. }
  apply Rabs_le_between in I1. apply Rabs_le_between in I2. apply Rabs_le. split; lra.
Qed.
Lemma form_step : exists delta growth, 0 < delta /\ 1 < growth /\ forall x, M x -> vnorm (vsub x p) < delta ->
  0 <= Q (vsub x p) -> M (f x) /\ growth * Q (vsub x p) <= Q (vsub (f x) p).
Proof.
  destruct Derivative as [LJ [[B [B0 BJ]] D]]. destruct Bnd as [h [h0 Hh]]. destruct Stays as [r [Pr St]].
  set (k := 2 * c + 5 * h * g + 5 * h * ((B + 1) * (B + 1))).
  assert (hg : 0 <= h * g) by (apply Rmult_le_pos; lra).
  assert (hB : 0 <= h * ((B + 1) * (B + 1))) by (apply Rmult_le_pos; [auto | apply Rle_0_sqr]).
  assert (k0 : 0 < k) by (unfold k; lra).
  set (e := Rmin 1 (c / 2 / k)). assert (q0 : 0 < c / 2 / k) by (apply Rdiv_lt_0_compat; lra).
  assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
  assert (ek : e * k <= c / 2).
  { apply Rle_trans with (c / 2 / k * k); [|right; field; lra]. apply Rmult_le_compat_r; [lra | apply
    Rmin_r]. }
  destruct (D e e0) as [d1 [P1 H1]]. destruct (Tangent e e0) as [d2 [P2 H2]].
  exists (Rmin r (Rmin d1 d2)), (1 + c / 2 / (h + 1)). split; [repeat apply Rmin_glb_lt; auto|].
  assert (gr : 0 < c / 2 / (h + 1)) by (apply Rdiv_lt_0_compat; lra). split; [lra|].
  intros x Mx Hx Pos. assert (Hr := Rlt_le_trans _ _ _ Hx (Rmin_l _ _)).
  assert (Hd := Rlt_le_trans _ _ _ Hx (Rmin_r _ _)). split; [apply St; auto|].
  specialize (H1 x Mx (Rlt_le_trans _ _ _ Hd (Rmin_l _ _))).
  destruct (H2 x Mx (Rlt_le_trans _ _ _ Hd (Rmin_r _ _))) as [z [Tz Hz]].
  set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg. rewrite Fixed in H1.
  set (R1 := vsub (f x) (vadd p (J (vsub x p)))) in *. set (w := vsub (vsub x p) z) in *.
  set (t := vadd (J w) R1).
  assert (Fx : vsub (f x) p = vadd (J z) t).
  { unfold t, w. rewrite (linear_sub J LJ). unfold R1. vector_sums. }
  assert (Xz : vsub x p = vadd z w) by (unfold w; vector_sums).
  assert (eN : 0 <= e * N) by (apply Rmult_le_pos; lra).
  assert (eN1 : e * N <= 1 * N) by (apply Rmult_le_compat_r; lra).
  assert (Zn : vnorm z <= 2 * N).
  { replace z with (vsub (vsub x p) w) by (unfold w; vector_sums). eapply Rle_trans; [apply vnorm_sub|].
    fold N. lra. }
  assert (Zl : N - e * N <= vnorm z).
  { assert (Q2 := vnorm_add z w). rewrite <- Xz in Q2. fold N in Q2. lra. }
  assert (Jz : vnorm (J z) <= (B + 1) * (2 * N)).
  { eapply Rle_trans; [apply BJ|]. apply Rmult_le_compat; try lra; apply vnorm_nonneg. }
  assert (Ft : vnorm t <= (B + 1) * (e * N)).
  { unfold t. eapply Rle_trans; [apply vnorm_add|]. assert (A2 := BJ w).
    assert (B * vnorm w <= B * (e * N)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (F1 := form_near (J z) t h _ _ h0 Hh Jz Ft). assert (F2 := form_near z w h _ _ h0 Hh Zn Hz).
  rewrite <- Fx in F1. rewrite <- Xz in F2. apply Rabs_le_between in F1. apply Rabs_le_between in F2.
  assert (Gz := Grows z Tz). fold (Q z) (Q (J z)) in Gz. rewrite <- vnorm_square in Gz.
  assert (NN : 0 <= N * N) by apply Rle_0_sqr.
  assert (ee : e * e <= e) by (rewrite <- (Rmult_1_r e) at 3; apply Rmult_le_compat_l; lra).
  assert (eeN : e * e * (N * N) <= e * (N * N)) by (apply Rmult_le_compat_r; auto).
  assert (E1 : h * (2 * ((B + 1) * (2 * N)) * ((B + 1) * (e * N)) + (B + 1) * (e * N) * ((B + 1) * (e *
    N))) <=
    5 * (h * ((B + 1) * (B + 1))) * (e * (N * N))).
  { replace (h * (2 * ((B + 1) * (2 * N)) * ((B + 1) * (e * N)) + (B + 1) * (e * N) * ((B + 1) * (e * N))))
      with (h * ((B + 1) * (B + 1)) * (4 * (e * (N * N)) + e * e * (N * N))) by ring.
    replace (5 * (h * ((B + 1) * (B + 1))) * (e * (N * N))) with (h * ((B + 1) * (B + 1)) * (5 * (e * (N *
      N)))) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (E2 : h * (2 * (2 * N) * (e * N) + e * N * (e * N)) <= 5 * h * (e * (N * N))).
  { replace (h * (2 * (2 * N) * (e * N) + e * N * (e * N))) with (h * (4 * (e * (N * N)) + e * e * (N *
    N))) by ring.
    replace (5 * h * (e * (N * N))) with (h * (5 * (e * (N * N)))) by ring. apply Rmult_le_compat_l; lra. }
  assert (Zs : (N - e * N) * (N - e * N) <= vnorm z * vnorm z) by (apply Rmult_le_compat; lra).
  assert (Zm : c * (N * N - 2 * (e * (N * N))) <= c * (vnorm z * vnorm z)).
  { apply Rmult_le_compat_l; [lra|]. assert (0 <= e * e * (N * N)) by (apply Rmult_le_pos; [apply Rle_0_sqr
    | auto]). lra. }
  assert (Gq : g * (Q (vsub x p) - 5 * h * (e * (N * N))) <= g * Q z) by (apply Rmult_le_compat_l; lra).
  assert (Ek : e * k * (N * N) <= c / 2 * (N * N)) by (apply Rmult_le_compat_r; auto). unfold k in Ek.
  assert (Gl : 1 * Q (vsub x p) <= g * Q (vsub x p)) by (apply Rmult_le_compat_r; auto).
  assert (Qn : Q (vsub x p) <= (h + 1) * (N * N)).
  { unfold Q. eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|]. fold N.
    assert (X := Hh (vsub x p)). fold N in X. assert (N * vnorm (H (vsub x p)) <= N * (h * N)) by
      (apply Rmult_le_compat_l; auto). lra. }
  assert (Fin : c / 2 / (h + 1) * Q (vsub x p) <= c / 2 * (N * N)).
  { apply Rle_trans with (c / 2 / (h + 1) * ((h + 1) * (N * N))); [apply Rmult_le_compat_l; lra|]. right.
    field. lra. }
  lra.
Qed.
Lemma form_start d : 0 < d -> exists x, M x /\ vnorm (vsub x p) < d /\ 0 < Q (vsub x p).
Proof.
  intros Hd. destruct Bnd as [h [h0 Hh]]. set (n := vnorm u). assert (n0 : 0 <= n) by apply vnorm_nonneg.
  set (k := h * (2 * n + 1) + 1). assert (k0 : 0 < k) by (assert (0 <= h * (2 * n + 1)) by (apply
    Rmult_le_pos; lra); unfold k; lra).
  set (e := Rmin 1 (Rmin (d / (n + 2)) (inner u (H u) / k))).
  assert (a0 : 0 < d / (n + 2)) by (apply Rdiv_lt_0_compat; lra).
  assert (b0 : 0 < inner u (H u) / k) by (apply Rdiv_lt_0_compat; auto).
  assert (e0 : 0 < e) by (repeat apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
  assert (e2 : e <= d / (n + 2)) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (e3 : e * k <= inner u (H u)).
  { apply Rle_trans with (inner u (H u) / k * k); [|right; field; lra]. apply Rmult_le_compat_r; [lra|].
    eapply Rle_trans; [apply Rmin_r | apply Rmin_r]. }
  destruct (Starts e e0) as [s [x [Hs [Mx Hx]]]]. exists x. split; [auto|].
  set (w := vsub (vsub x p) (vscale s u)) in *.
  assert (Xp : vsub x p = vadd (vscale s u) w) by (unfold w; vector_sums).
  assert (Su : vnorm (vscale s u) <= s * n) by (rewrite vnorm_scale, Rabs_right by lra; unfold n; lra).
  assert (es : e * s <= 1 * s) by (apply Rmult_le_compat_r; lra).
  split.
  - rewrite Xp. eapply Rle_lt_trans; [apply vnorm_add|]. apply Rle_lt_trans with (s * (n + 1)); [lra|].
    apply Rlt_le_trans with (d / (n + 2) * (n + 2)); [|right; field; lra].
    apply Rle_lt_trans with (s * (n + 2)); [apply Rmult_le_compat_l; lra | apply Rmult_lt_compat_r; lra].
  - assert (F1 := form_near (vscale s u) w h _ _ h0 Hh Su Hx). rewrite <- Xp in F1. apply Rabs_le_between
    in F1.
    replace (Q (vscale s u)) with (s * s * inner u (H u)) in F1.
    2: { unfold Q. rewrite (adjoint_scale _ _ Sym), inner_scale_l, inner_scale_r. ring. }
    assert (ss : 0 < s * s) by (apply Rmult_lt_0_compat; lra).
    assert (T1 : h * (2 * (s * n) * (e * s) + e * s * (e * s)) <= s * s * (e * (h * (2 * n + 1)))).
    { replace (h * (2 * (s * n) * (e * s) + e * s * (e * s))) with (s * s * (h * (2 * n * e + e * e))) by
      ring.
      replace (s * s * (e * (h * (2 * n + 1)))) with (s * s * (h * (2 * n * e + e * 1))) by ring.
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [auto|].
      assert (e * e <= e * 1) by (apply Rmult_le_compat_l; lra). lra. }
    assert (T2 : s * s * (e * k) <= s * s * inner u (H u)) by (apply Rmult_le_compat_l; lra).
    assert (T3 : 0 < s * s * e) by (apply Rmult_lt_0_compat; auto). unfold k in T2. lra.
Qed.
Theorem repels_by_form : repels M f p.
Proof.
  destruct form_step as [delta [gr [Dp [G1 Step]]]]. exists delta. split; [auto|]. intros d Hd.
  destruct (form_start d Hd) as [x [Mx [Near Pos]]]. destruct Bnd as [h [h0 Hh]].
  set (q := Q (vsub x p)) in *.
  assert (Claim : forall n, (exists k, delta <= vnorm (vsub (Nat.iter k f x) p)) \/
    (M (Nat.iter n f x) /\ vnorm (vsub (Nat.iter n f x) p) < delta /\ gr ^ n * q <= Q (vsub (Nat.iter n f
      x) p))).
  { induction n as [|n [[k IH]|[IM [IN IQ]]]].
    - destruct (Rle_lt_dec delta (vnorm (vsub x p))); [left; exists 0%nat; auto|].
      right. simpl. repeat split; auto. fold q. lra.
    - left. exists k. auto.
    - assert (P : 0 <= gr ^ n * q) by (apply Rmult_le_pos; [apply pow_le|]; lra).
      destruct (Step _ IM IN ltac:(lra)) as [S1 S2]. change (f (Nat.iter n f x)) with (Nat.iter
        (Datatypes.S n) f x) in *.
      destruct (Rle_lt_dec delta (vnorm (vsub (Nat.iter (Datatypes.S n) f x) p))) as [L|L]; [left; exists
        (Datatypes.S n); auto|].
      right. split; [exact S1|]. split; [exact L|]. eapply Rle_trans; [|exact S2]. simpl. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; lra. }
  assert (top0 : 0 <= h * (delta * delta)) by (apply Rmult_le_pos; [auto | apply Rle_0_sqr]).
  assert (Gp : 0 < (gr - 1) * q) by (apply Rmult_lt_0_compat; lra).
  destruct (nfloor_ex (h * (delta * delta) / ((gr - 1) * q))) as [n [_ Hn]].
  { apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]. }
  assert (P := poly (Datatypes.S n) (gr - 1) ltac:(lra)). replace (1 + (gr - 1)) with gr in P by ring.
  rewrite S_INR in P.
  assert (Far : h * (delta * delta) < gr ^ Datatypes.S n * q).
  { apply Rlt_le_trans with ((INR n + 1) * ((gr - 1) * q)).
    - replace (h * (delta * delta)) with (h * (delta * delta) / ((gr - 1) * q) * ((gr - 1) * q)) by (field;
      lra).
      apply Rmult_lt_compat_r; auto.
    - replace ((INR n + 1) * ((gr - 1) * q)) with ((INR n + 1) * (gr - 1) * q) by ring. apply
      Rmult_le_compat_r; lra. }
  destruct (Claim (Datatypes.S n)) as [[k L]|[_ [IN IQ]]]; [exists x, k; auto|]. exfalso.
  set (y := vsub (Nat.iter (Datatypes.S n) f x) p) in *. assert (N := vnorm_nonneg y).
  assert (Qy : Q y <= h * (delta * delta)).
  { unfold Q. eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
    assert (X := Hh y). assert (vnorm y * vnorm (H y) <= vnorm y * (h * vnorm y)) by (apply
      Rmult_le_compat_l; auto).
    assert (vnorm y * vnorm y <= delta * delta) by (apply Rmult_le_compat; lra).
    assert (h * (vnorm y * vnorm y) <= h * (delta * delta)) by (apply Rmult_le_compat_l; auto). lra. }
  lra.
Qed.
End Form.
