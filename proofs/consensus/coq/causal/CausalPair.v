(* Two states of tokens: how the distance between a token's places in the one and in the other moves, where the
   tokens that it sees are near it in both, or near its opposite in both. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Drawn.
Open Scope R_scope.

Section Two.
Context {S : inner_product_space}.
Implicit Types X x Y y : S.
Definition aside X x : S := vsub X (vscale (inner x X) x).
Lemma aside_short X x r : inner x x = 1 -> 0 <= r -> vnorm (vsub X x) <= r -> forall e : S,
  Rabs (inner e (aside X x)) <= vnorm e * r.
Proof.
  intros U R0 H e. eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat_l; [apply vnorm_nonneg|].
  eapply Rle_trans; [|exact H]. apply vnorm_le; [apply vnorm_nonneg|]. rewrite vnorm_square.
  set (w := vsub X x). replace (inner (aside X x) (aside X x)) with (inner w w - inner x w * inner x w).
  - assert (Q := Rle_0_sqr (inner x w)). unfold Rsqr in Q. lra.
  - unfold w, aside. inners. rewrite U, (inner_sym _ X x). ring.
Qed.
Lemma aside_apart X x Y y r : inner X X = 1 -> inner x x = 1 -> inner Y Y = 1 -> inner y y = 1 ->
  vnorm (vsub X x) <= r -> vnorm (vsub Y y) <= r ->
  let e := vnorm (vsub x y) in let E := vnorm (vsub X Y) in
  inner (vsub x y) (vsub (aside X x) (aside Y y)) <= E * e - e * e + r * (E + e) * e + r * r / 2 * (e * e).
Proof.
  intros UX Ux UY Uy Hp Hq e E. set (p := vnorm (vsub X x)) in *. set (q := vnorm (vsub Y y)) in *.
  assert (Pp : 0 <= p) by apply vnorm_nonneg. assert (Qp : 0 <= q) by apply vnorm_nonneg.
  assert (e0 : 0 <= e) by apply vnorm_nonneg. assert (E0 : 0 <= E) by apply vnorm_nonneg.
  assert (Sp : p * p = 2 - 2 * inner x X).
  { unfold p. rewrite vnorm_square. inners. rewrite UX, Ux, (inner_sym _ X x). ring. }
  assert (Sq : q * q = 2 - 2 * inner y Y).
  { unfold q. rewrite vnorm_square. inners. rewrite UY, Uy, (inner_sym _ Y y). ring. }
  assert (Se : e * e = inner (vsub x y) (vsub x y)) by apply vnorm_square.
  assert (Form : inner (vsub x y) (vsub (aside X x) (aside Y y)) = inner (vsub x y) (vsub X Y) - e * e +
    ((p - q) * (p + q) / 2 * inner (vsub x y) x + q * q / 2 * (e * e))).
  { replace ((p - q) * (p + q)) with (p * p - q * q) by ring. rewrite Se, Sp, Sq. unfold aside. inners.
    rewrite Ux, Uy, (inner_sym _ y x). field. }
  assert (I1 := inner_le_vnorm (vsub x y) (vsub X Y)). apply Rabs_le_between in I1. fold e E in I1.
  assert (I2 := inner_le_vnorm (vsub x y) x). fold e in I2.
  assert (Nx : vnorm x = 1) by (unfold vnorm; rewrite Ux; apply sqrt_1). rewrite Nx, Rmult_1_r in I2.
  assert (Step : forall a b : S, vnorm (vsub a b) = vnorm (vsub b a)).
  { intros a b. unfold vnorm. f_equal. inners. ring. }
  assert (PQ : Rabs (p - q) <= E + e).
  { assert (T1 := vnorm_add (vsub Y y) (vadd (vsub X Y) (vsub y x))).
    assert (T2 := vnorm_add (vsub X x) (vadd (vsub Y X) (vsub x y))).
    replace (vadd (vsub Y y) _) with (vsub X x) in T1 by (apply inner_ext; intro; inners; ring).
    replace (vadd (vsub X x) _) with (vsub Y y) in T2 by (apply inner_ext; intro; inners; ring).
    assert (T3 := vnorm_add (vsub X Y) (vsub y x)). assert (T4 := vnorm_add (vsub Y X) (vsub x y)).
    rewrite (Step y x) in T3. rewrite (Step Y X) in T4. fold p q E e in T1, T2, T3, T4. apply Rabs_le. lra. }
  assert (Cross : (p - q) * (p + q) / 2 * inner (vsub x y) x <= r * (E + e) * e).
  { eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
    replace ((p - q) * (p + q) / 2) with ((p - q) * ((p + q) / 2)) by field.
    rewrite Rabs_mult, (Rabs_right ((p + q) / 2)), Rmult_comm by lra. apply Rmult_le_compat; try apply Rabs_pos; lra. }
  assert (Sq2 : q * q / 2 * (e * e) <= r * r / 2 * (e * e)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; auto|]. assert (q * q <= r * r) by (apply Rmult_le_compat; lra).
  lra. }
  lra.
Qed.

Section Token.
Context {Token : Type} (tokens : list Token) (seen A B : Token -> R) (X Y : Token -> S) (x y : S) (s r M Lam th : R).
Hypothesis Sign : s = 1 \/ s = -1.
Hypothesis Seen : forall j, seen j = 0 \/ seen j = 1.
Hypothesis Uns : forall j, seen j = 0 -> A j = 0 /\ B j = 0.
Hypothesis A0 : forall j, 0 <= A j <= M.
Hypothesis Ux : inner x x = 1.
Hypothesis Uy : inner y y = 1.
Hypothesis UX : forall j, inner (X j) (X j) = 1.
Hypothesis UY : forall j, inner (Y j) (Y j) = 1.
Hypothesis r0 : 0 <= r <= 1.
Hypothesis th0 : 0 < th.
Hypothesis Lam0 : 0 <= Lam.
Hypothesis NX : forall j, seen j = 1 -> vnorm (vsub (vscale s (X j)) x) <= r.
Hypothesis NY : forall j, seen j = 1 -> vnorm (vsub (vscale s (Y j)) y) <= r.
Let e := vnorm (vsub x y).
Let E j := vnorm (vsub (X j) (Y j)).
Let b := total tokens (fun j => seen j * (E j * E j)).
Let b1 := total tokens (fun j => seen j * E j).
Hypothesis Lip : forall j, Rabs (A j - B j) <= Lam * (e + b1).
Let N := size tokens.
Lemma drawn_inner C Z z (u : S) : inner u (drawn tokens C Z z) = total tokens (fun j => C j * inner u (aside (Z j) z)).
Proof.
  unfold drawn. inners. rewrite !inner_sum_drawn, (total_ext tokens (fun j => C j * inner u (aside (Z j) z))
    (fun j => C j * inner u (Z j) + (-1 * inner u z) * (C j * inner z (Z j)))).
  - rewrite total_add, total_scale. ring.
  - intro j. unfold aside. inners. ring.
Qed.
Theorem parting_rate : s * inner (vsub x y) (vsub (drawn tokens A X x) (drawn tokens B Y y)) <=
  (N * M * th + 2 * (N * M) * r + N * Lam * (1 + N) * r - total tokens A) * (e * e) + (M / th + N * Lam) * b.
Proof.
  assert (e0 : 0 <= e) by apply vnorm_nonneg. assert (E0 : forall j, 0 <= E j) by (intro; apply vnorm_nonneg).
  assert (N0 : 0 <= N) by (apply total_nonneg; intro; lra). assert (ee : 0 <= e * e) by (apply Rmult_le_pos; auto).
  assert (S0 : forall j, 0 <= seen j) by (intro j; destruct (Seen j) as [-> | ->]; lra).
  assert (b10 : 0 <= b1) by (apply total_nonneg; intro; apply Rmult_le_pos; auto).
  assert (ss : s * s = 1) by (destruct Sign as [-> | ->]; ring).
  assert (b1e : b1 * e <= N * (e * e) + b).
  { unfold b1, N, size, b. rewrite <- !total_scale_r, <- total_add. apply total_le. intro j.
    destruct (Seen j) as [-> | ->]; [lra|]. assert (Q := Rle_0_sqr (e - E j)). unfold Rsqr in Q.
    assert (0 <= E j * E j) by (apply Rmult_le_pos; auto). lra. }
  assert (Each : forall j, s * (A j * inner (vsub x y) (aside (X j) x)) - s * (B j * inner (vsub x y) (aside (Y j)
    y)) <=
    - (A j * (e * e)) + (M * th + 2 * M * r + Lam * r) * (e * e) + M / th * (seen j * (E j * E j)) + Lam * r * (b1 *
      e)).
  { intro j. assert (M0 : 0 <= M) by (specialize (A0 j); lra).
    assert (C1 : 0 <= (M * th + 2 * M * r + Lam * r) * (e * e)).
    { apply Rmult_le_pos; [|exact ee]. repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra. }
    assert (C2 : 0 <= Lam * r * (b1 * e)) by (repeat apply Rmult_le_pos; lra).
    destruct (Seen j) as [Z|Z]; rewrite Z.
    - destruct (Uns j Z) as [-> ->]. lra.
    - assert (Lin : forall Q z, s * inner (vsub x y) (aside Q z) = inner (vsub x y) (aside (vscale s Q) z)).
      { intros Q z. unfold aside. inners. ring. }
      assert (Unit : forall Q : S, inner Q Q = 1 -> inner (vscale s Q) (vscale s Q) = 1).
      { intros Q H. rewrite inner_scale_l, inner_scale_r, H. replace (s * (s * 1)) with (s * s) by ring. exact ss. }
      assert (H1 := aside_apart (vscale s (X j)) x (vscale s (Y j)) y r (Unit _ (UX j)) Ux (Unit _ (UY j)) Uy
        (NX j Z) (NY j Z)). cbv beta zeta in H1. fold e in H1.
      replace (vnorm (vsub (vscale s (X j)) (vscale s (Y j)))) with (E j) in H1.
      2: { unfold E, vnorm. f_equal. inners.
           transitivity (s * s * (inner (X j) (X j) + -1 * inner (X j) (Y j) + -1 * (inner (Y j) (X j) + -1 *
             inner (Y j) (Y j)))); [rewrite ss|]; ring. }
      assert (H2 := aside_short (vscale s (Y j)) y r Uy (proj1 r0) (NY j Z) (vsub x y)). fold e in H2.
      set (d1 := inner (vsub x y) (vsub (aside _ x) _)) in H1.
      replace (s * (A j * inner (vsub x y) (aside (X j) x)) - s * (B j * inner (vsub x y) (aside (Y j) y))) with
        (A j * d1 + (A j - B j) * inner (vsub x y) (aside (vscale s (Y j)) y)).
      2: { unfold d1, vsub at 2. rewrite inner_add_r, inner_scale_r, <- !Lin. ring. }
      assert (W1 : A j * d1 <= A j * (E j * e - e * e + r * (E j + e) * e + r * r / 2 * (e * e))) by
        (apply Rmult_le_compat_l; [apply A0 | exact H1]).
      assert (W2 : (A j - B j) * inner (vsub x y) (aside (vscale s (Y j)) y) <= Lam * (e + b1) * (e * r)).
      { eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
      assert (Young : 2 * (E j * e) <= th * (e * e) + 1 / th * (E j * E j)).
      { assert (Q := Rle_0_sqr (th * e - E j)). unfold Rsqr in Q. apply Rmult_le_reg_l with th; [exact th0|].
        replace (th * (th * (e * e) + 1 / th * (E j * E j))) with (th * th * (e * e) + E j * E j) by (field; lra).
        lra. }
      assert (Ee : 0 <= E j * e) by (apply Rmult_le_pos; auto).
      assert (rE : r * (E j * e) <= 1 * (E j * e)) by (apply Rmult_le_compat_r; lra).
      assert (rr : r * r <= 1 * r) by (apply Rmult_le_compat_r; lra).
      assert (rre : r * r * (e * e) <= r * (e * e)) by (apply Rmult_le_compat_r; lra).
      assert (re : 0 <= r * (e * e)) by (apply Rmult_le_pos; lra).
      assert (V : 0 <= E j * e + r * (E j * e) + r * (e * e) + r * r / 2 * (e * e) <=
        th * (e * e) + 1 / th * (E j * E j) + 2 * (r * (e * e))).
      { assert (0 <= r * r * (e * e)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact ee]).
        assert (0 <= r * (E j * e)) by (apply Rmult_le_pos; lra). split; lra. }
      assert (W3 : A j * (E j * e + r * (E j * e) + r * (e * e) + r * r / 2 * (e * e)) <=
        M * (th * (e * e) + 1 / th * (E j * E j) + 2 * (r * (e * e)))).
      { apply Rmult_le_compat; [apply A0 | apply V | apply A0 | apply V]. }
      replace (M / th * (1 * (E j * E j))) with (M * (1 / th * (E j * E j))) by (field; lra). lra. }
  unfold vsub at 2. rewrite inner_add_r, inner_scale_r, !drawn_inner, Rmult_plus_distr_l.
  replace (s * (-1 * total tokens (fun j => B j * inner (vsub x y) (aside (Y j) y)))) with
    (-1 * total tokens (fun j => s * (B j * inner (vsub x y) (aside (Y j) y)))) by (rewrite total_scale; ring).
  rewrite <- (total_scale tokens s), <- (total_scale tokens (-1)), <- total_add.
  eapply Rle_trans.
  { apply total_le with (g := fun j => (-1 * (e * e)) * A j + ((M * th + 2 * M * r + Lam * r) * (e * e) +
      Lam * r * (b1 * e)) * 1 + M / th * (seen j * (E j * E j))). intro j. assert (Q := Each j). lra. }
  rewrite !total_add, !total_scale. fold (size tokens) N b. change (total tokens (fun k => A k)) with (total tokens A).
  assert (Lr : N * (Lam * r) * (b1 * e) <= N * (Lam * r) * (N * (e * e) + b)).
  { apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra | exact b1e]. }
  assert (b0 : 0 <= b).
  { apply total_nonneg. intro j. apply Rmult_le_pos; [auto | apply Rmult_le_pos; auto]. }
  assert (Lb : N * Lam * r * b <= N * Lam * 1 * b).
  { apply Rmult_le_compat_r; [exact b0|]. apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | lra]. }
  replace ((N * M * th + 2 * (N * M) * r + N * Lam * (1 + N) * r - total tokens A) * (e * e)) with
    (-1 * (e * e) * total tokens A + (M * th + 2 * M * r + Lam * r) * (e * e) * N + N * (Lam * r) * (N * (e * e)))
    by ring. lra.
Qed.
End Token.
End Two.
