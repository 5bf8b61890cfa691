(* Which sign patterns leave under the Oja map: those at eigenvectors below the first, and those at the
   first whose groups differ in size. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves OjaEnergy OjaMap OjaGroups.
Open Scope R_scope.

Section Patterns.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).

Section Signs.
Context (u e : U) (mu nu : R) (eps : Token -> R) (p q : R).
Hypothesis Uu : inner u u = 1.
Hypothesis Ee : inner e e = 1.
Hypothesis Eu : inner e u = 0.
Hypothesis Vu : V u = vscale mu u.
Hypothesis Ve : V e = vscale nu e.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Sum : total tokens eps = p - q.
Hypothesis Count : size tokens = p + q.
Hypothesis P0 : 0 <= p.
Hypothesis Q0 : 0 <= q.
Let L := tau * mu * (p - q) / size tokens.
(* Along an eigenvector with a positive eigenvalue both groups leave to one side. *)
Lemma leave_together : 0 < nu -> L < tau * nu \/ 0 < q -> - L < tau * nu \/ 0 < p ->
  total_unstable on_spheres oja (fun i => vscale (eps i) u).
Proof.
  intros N HQ HP. assert (C : 0 < tau * nu) by (apply Rmult_lt_0_compat; auto). set (c := tau * nu) in *.
  assert (W : exists A B, 0 <= A /\ 0 <= B /\ 0 < p * A + q * B /\
    A * L < c * ((p * A + q * B) / size tokens) /\ - (B * L) < c * ((p * A + q * B) / size tokens)).
  { destruct (Rlt_le_dec (Rabs L) c) as [S|S].
    - apply Rabs_def2 in S. exists 1, 1. replace ((p * 1 + q * 1) / size tokens) with 1 by (rewrite Count;
      field; lra).
      repeat split; lra.
    - destruct (Rle_lt_dec 0 L) as [Z|Z].
      + rewrite Rabs_right in S by lra. assert (Q : 0 < q) by (destruct HQ; lra).
        assert (Cq : 0 < c * q) by (apply Rmult_lt_0_compat; auto).
        assert (A0 : 0 < c * q / (2 * size tokens * L)).
        { apply Rdiv_lt_0_compat; [auto|]. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
        set (A := c * q / (2 * size tokens * L)) in *. exists A, 1.
        assert (PA : 0 <= p * A) by (apply Rmult_le_pos; lra).
        assert (CPA : 0 <= c * (p * A)) by (apply Rmult_le_pos; lra).
        assert (Al : A * L = c * q / (2 * size tokens)) by (unfold A; field; lra).
        assert (In : 0 < / size tokens) by (apply Rinv_0_lt_compat; lra).
        assert (0 <= c * (p * A) * / size tokens) by (apply Rmult_le_pos; lra).
        assert (0 < c * q * / size tokens) by (apply Rmult_lt_0_compat; lra).
        replace (c * ((p * A + q * 1) / size tokens)) with (c * (p * A) * / size tokens + c * q * / size
          tokens)
          by (field; lra).
        replace (c * q / (2 * size tokens)) with (/ 2 * (c * q * / size tokens)) in Al by (field; lra).
        repeat split; lra.
      + rewrite Rabs_left in S by lra. assert (P : 0 < p) by (destruct HP; lra).
        assert (Cp : 0 < c * p) by (apply Rmult_lt_0_compat; auto).
        assert (B0 : 0 < c * p / (2 * size tokens * - L)).
        { apply Rdiv_lt_0_compat; [auto|]. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
        set (B := c * p / (2 * size tokens * - L)) in *. exists 1, B.
        assert (QB : 0 <= q * B) by (apply Rmult_le_pos; lra).
        assert (CQB : 0 <= c * (q * B)) by (apply Rmult_le_pos; lra).
        assert (Bl : - (B * L) = c * p / (2 * size tokens)) by (unfold B; field; lra).
        assert (In : 0 < / size tokens) by (apply Rinv_0_lt_compat; lra).
        assert (0 <= c * (q * B) * / size tokens) by (apply Rmult_le_pos; lra).
        assert (0 < c * p * / size tokens) by (apply Rmult_lt_0_compat; lra).
        replace (c * ((p * 1 + q * B) / size tokens)) with (c * (q * B) * / size tokens + c * p * / size
          tokens)
          by (field; lra).
        replace (c * p / (2 * size tokens)) with (/ 2 * (c * p * / size tokens)) in Bl by (field; lra).
        repeat split; lra. }
  destruct W as [A [B [A0 [B0 [AB [H1 H2]]]]]].
  apply (groups_leave tokens V tau kappa) with (e := e) (mu := mu) (nu := nu) (p := p) (q := q)
    (A := A) (B := B) (s := 1); auto; try lra; fold c L; try lra.
Qed.
(* Along one whose eigenvalue is not positive the groups leave to opposite sides, if the larger one is
   drawn to its own. *)
Lemma leave_apart : nu <= 0 -> 0 < L -> 0 < q -> q < p ->
  total_unstable on_spheres oja (fun i => vscale (eps i) u).
Proof.
  intros N HL HQ HP. set (k := - (tau * nu)). assert (K : 0 <= k).
  { unfold k. assert (0 <= tau * (- nu)) by (apply Rmult_le_pos; lra). lra. }
  set (n := size tokens) in *. assert (NL : 0 < n * L) by (apply Rmult_lt_0_compat; auto).
  assert (Kq : 0 <= k * q) by (apply Rmult_le_pos; lra). assert (Kp : 0 <= k * p) by (apply Rmult_le_pos;
    lra).
  assert (W : exists A, 0 <= A /\ (A * (n * L) < k * (q - p * A) \/ A = 0) /\ k * (q - p * A) < n * L).
  { destruct (Rlt_le_dec (k * q) (n * L)) as [S|S].
    - exists 0. repeat split; lra.
    - assert (K1 : 0 < k) by (destruct (Req_dec k 0) as [Z|]; [rewrite Z in S; lra | lra]).
      assert (Kp1 : 0 < k * p) by (apply Rmult_lt_0_compat; lra).
      set (lo := (k * q - n * L) / (k * p)). set (hi := k * q / (n * L + k * p)).
      assert (Lo : lo * (k * p) = k * q - n * L) by (unfold lo; field; lra).
      assert (Hi : hi * (n * L + k * p) = k * q) by (unfold hi; field; lra).
      assert (Lo0 : 0 <= lo) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]).
      assert (Hi1 : hi < 1).
      { apply Rmult_lt_reg_r with (n * L + k * p); [lra|]. rewrite Hi.
        assert (k * q < k * p) by (apply Rmult_lt_compat_l; auto). lra. }
      assert (LH : lo < hi).
      { apply Rmult_lt_reg_r with (k * p); [auto|]. rewrite Lo.
        assert (hi * (n * L) < 1 * (n * L)) by (apply Rmult_lt_compat_r; auto). lra. }
      exists ((lo + hi) / 2). split; [lra|].
      assert (M1 : (lo + hi) / 2 * (n * L + k * p) < hi * (n * L + k * p)) by (apply Rmult_lt_compat_r; lra).
      assert (M2 : lo * (k * p) < (lo + hi) / 2 * (k * p)) by (apply Rmult_lt_compat_r; lra).
      split; [left|]; lra. }
  destruct W as [A [A0 [H1 H2]]]. assert (I : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  assert (T : tau * nu * ((p * A + -1 * q * 1) / n) = k * (q - p * A) * / n) by (unfold k; field; lra).
  apply (groups_leave tokens V tau kappa) with (e := e) (mu := mu) (nu := nu) (p := p) (q := q)
    (A := A) (B := 1) (s := -1); auto; try lra; fold n L; try rewrite T.
  - assert (0 <= p * A) by (apply Rmult_le_pos; lra). lra.
  - unfold k in K. lra.
  - right. destruct H1 as [H1|Z].
    + left. assert (A * (n * L) * / n < k * (q - p * A) * / n) by (apply Rmult_lt_compat_r; auto).
      replace (A * (n * L) * / n) with (A * L) in H by (field; lra). lra.
    + right. rewrite Z. split; [lra|]. replace (0 + k * (q - p * 0) * / n) with (k * q * / n) by ring.
      apply Rmult_le_pos; lra.
  - right; left. assert (k * (q - p * A) * / n < n * L * / n) by (apply Rmult_lt_compat_r; auto).
    replace (n * L * / n) with L in H by (field; lra). lra.
Qed.
End Signs.

(* Signs turned round, with the vector. *)
Lemma turned_round (eps : Token -> R) (u : U) :
  (fun i => vscale (eps i) u) = fun i => vscale (- eps i) (vscale (-1) u).
Proof.
  apply FunctionalExtensionality.functional_extensionality. intro i. rewrite vscale_vscale. f_equal. ring.
Qed.
Theorem pattern_below_leaves (u v : U) mu lam eps p q : inner u u = 1 -> inner v v = 1 ->
  V u = vscale mu u -> V v = vscale lam v -> mu < lam -> 0 < lam ->
  (forall i, eps i ^ 2 = 1) -> total tokens eps = p - q -> size tokens = p + q -> 0 <= p -> 0 <= q ->
  total_unstable on_spheres oja (fun i => vscale (eps i) u).
Proof.
  intros Uu Vv Eu Ev Less Pos S Sum Count P Q.
  assert (O : inner v u = 0).
  { assert (H : mu * inner v u = lam * inner v u).
    { rewrite <- inner_scale_r, <- Eu, <- (Sym v u), Ev, inner_scale_l. reflexivity. }
    apply Rmult_eq_reg_l with (lam - mu); lra. }
  assert (TL : tau * mu < tau * lam) by (apply Rmult_lt_compat_l; auto).
  apply (leave_together u v mu lam eps p q); auto.
  - destruct (Req_dec q 0) as [Z|Z]; [left | right; lra].
    replace (tau * mu * (p - q) / size tokens) with (tau * mu) by (rewrite Count, Z; field; lra). lra.
  - destruct (Req_dec p 0) as [Z|Z]; [left | right; lra].
    replace (- (tau * mu * (p - q) / size tokens)) with (tau * mu) by (rewrite Count, Z; field; lra). lra.
Qed.
Theorem unequal_pattern_leaves (u e : U) lam nu eps p q : inner u u = 1 -> inner e e = 1 -> inner e u = 0 ->
  V u = vscale lam u -> V e = vscale nu e -> 0 < lam ->
  (forall i, eps i ^ 2 = 1) -> total tokens eps = p - q -> size tokens = p + q -> 0 < p -> 0 < q -> p <> q ->
  total_unstable on_spheres oja (fun i => vscale (eps i) u).
Proof.
  intros Uu Ee Eu Vu Ve Pos S Sum Count P Q Ne. assert (TL : 0 < tau * lam) by (apply Rmult_lt_0_compat;
    auto).
  assert (I : 0 < / size tokens) by (apply Rinv_0_lt_compat; lra).
  destruct (Rlt_le_dec 0 nu) as [N|N]; [apply (leave_together u e lam nu eps p q); auto; lra|].
  destruct (Rlt_le_dec q p) as [G|G].
  - apply (leave_apart u e lam nu eps p q); auto; try lra.
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact I].
  - rewrite turned_round.
    apply (leave_apart (vscale (-1) u) e lam nu (fun i => - eps i) q p); auto; try lra.
    + rewrite inner_scale_l, inner_scale_r, Uu. ring.
    + rewrite inner_scale_r, Eu. ring.
    + rewrite (adjoint_scale _ _ Sym), Vu, !vscale_vscale. f_equal. ring.
    + intro i. rewrite <- (S i). ring.
    + rewrite (total_ext tokens _ (fun i => -1 * eps i)) by (intro; ring). rewrite total_scale, Sum. ring.
    + apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact I].
Qed.
End Patterns.
