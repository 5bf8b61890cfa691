(* Bipartite states, p tokens against q with E = exp(2 g): the means by which the groups are drawn to
   their own sides, the 2x2 blocks of the linearised flow and of the layer, and where one block has a
   positive exponent, or a multiplier outside the unit circle. No case needs a group of two. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the means *)

Section Blocks.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Definition mp := (p * E - q) / (p * E + q).
Definition mm := (q * E - p) / (q * E + p).
(* Half the sum of the two means, and their product. *)
Definition s := (mp + mm) / 2.
Definition m := mp * mm.
Definition up := p * E / (p * E + q).      (* what + gives to + *)
Definition um := q * E / (q * E + p).
Lemma pq : 0 < p * E /\ 0 < q * E. Proof. split; apply Rmult_lt_0_compat; auto. Qed.
Lemma up_is : up = (1 + mp) / 2. Proof. destruct pq. unfold up, mp. field; repeat split; lra. Qed.
Lemma um_is : um = (1 + mm) / 2. Proof. destruct pq. unfold um, mm. field; repeat split; lra. Qed.
Lemma mp_in : -1 < mp < 1.
Proof.
  destruct pq. unfold mp. split; apply Rmult_lt_reg_r with (p * E + q); try lra; unfold Rdiv;
    rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma mm_in : -1 < mm < 1.
Proof.
  destruct pq. unfold mm. split; apply Rmult_lt_reg_r with (q * E + p); try lra; unfold Rdiv;
    rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma s_times : s * ((p * E + q) * (q * E + p)) = p * q * ((E - 1) * (E + 1)).
Proof. destruct pq. unfold s, mp, mm. field; repeat split; lra. Qed.
Lemma den : 0 < (p * E + q) * (q * E + p). Proof. destruct pq. apply Rmult_lt_0_compat; lra. Qed.
Lemma pqpos : 0 < p * q * (E + 1).
Proof. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; auto | lra]. Qed.
Lemma s_attract : 1 <= E -> 0 <= s.
Proof.
  intro. assert (S := s_times). assert (D := den). assert (K := pqpos).
  apply Rmult_le_reg_r with ((p * E + q) * (q * E + p)); auto. rewrite S. nra.
Qed.
Lemma s_repel : E < 1 -> s < 0.
Proof.
  intro. assert (S := s_times). assert (D := den). assert (K := pqpos).
  apply Rmult_lt_reg_r with ((p * E + q) * (q * E + p)); auto. rewrite S. nra.
Qed.
Lemma sm : (s - m) * ((p * E + q) * (q * E + p)) = (p - q) * (p - q) * E + 2 * (p * q) * (E - 1).
Proof. destruct pq. unfold s, m, mp, mm. field; repeat split; lra. Qed.
Lemma m_attract : 1 <= E -> m <= s.
Proof.
  intro. assert (S := sm). assert (D := den). assert (0 < p * q) by (apply Rmult_lt_0_compat; auto).
  assert (0 <= (p - q) * (p - q) * E) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (0 <= s - m); [|lra].
  apply Rmult_le_reg_r with ((p * E + q) * (q * E + p)); auto. rewrite S. nra.
Qed.
Lemma m_square : m <= s * s.
Proof. unfold m, s. assert (H := Rle_0_sqr (mp - mm)). unfold Rsqr in H. lra. Qed.
Lemma s_in : -1 < s < 1. Proof. destruct mp_in, mm_in. unfold s. lra. Qed.

(* ------------------------------------------------------------------ 2. the flow *)

(* The trace and the determinant of the block of lk at a bipartite state at lr. *)
Definition tr lk lr := lk * (1 + s) - 2 * s * lr.
Definition det lk lr := (lk - lr) * (s * lk - m * lr).
Lemma disc lk lr : 0 <= tr lk lr * tr lk lr - 4 * det lk lr.
Proof.
  replace (tr lk lr * tr lk lr - 4 * det lk lr) with
    ((lk * up - lr * mp - (lk * um - lr * mm)) * (lk * up - lr * mp - (lk * um - lr * mm)) +
     lk * lk * (4 * ((1 - up) * (1 - um)))) by (unfold tr, det; rewrite up_is, um_is; unfold s, m; field).
  destruct mp_in, mm_in. rewrite up_is, um_is.
  assert (0 <= (1 - (1 + mp) / 2) * (1 - (1 + mm) / 2)) by (apply Rmult_le_pos; lra).
  assert (0 <= lk * lk) by apply Rle_0_sqr. apply Rplus_le_le_0_compat; [apply Rle_0_sqr|].
  apply Rmult_le_pos; lra.
Qed.

(* ------------------------------------------------------------------ 3. the layer *)

(* With l = tau lam_r, c = tau lam_k and positive lengths: the block has a multiplier above 1, or a
   determinant above 1. *)
Definition beyond c l := (c - l) * (s * c - m * l) < 0 \/ (1 + l * mp) * (1 + l * mm) < (1 + c) * (1 + c * s).
Lemma lengths l : (1 + l * mp) * (1 + l * mm) = 1 + 2 * l * s + l * l * m.
Proof. unfold s, m. field. Qed.
Theorem map_attracting c l : 1 <= E -> 0 < c -> l < c -> 0 < 1 + l * mp -> 0 < 1 + l * mm -> beyond c l.
Proof.
  intros G C L Rp Rm. right. assert (S := s_attract G). assert (M := m_attract G). destruct s_in as [S1 S2].
  rewrite lengths. assert (0 <= c * s) by (apply Rmult_le_pos; lra).
  assert (0 <= c * (c * s)) by (apply Rmult_le_pos; lra).
  destruct (Rle_or_lt 0 l) as [Z|Z].
  - assert (0 < (c - l) * (1 + s)) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= l * (1 - s)) by (apply Rmult_le_pos; lra).
    assert (0 <= l * l * (s - m)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]).
    assert (0 <= (c - l) * (c + l) * s) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
  - assert (l * l * m <= - l * s * 2); [|lra].
    assert (0 <= - l * s) by (apply Rmult_le_pos; lra).
    assert (0 < - l * - l) by (apply Rmult_lt_0_compat; lra).
    destruct (Rle_or_lt m 0) as [Mn|Mp].
    + assert (0 <= (- l * - l) * - m) by (apply Rmult_le_pos; lra). lra.
    + unfold s, m in *.
      assert (A : 0 < mp).
      { apply Rnot_le_lt. intro N. destruct (Rle_or_lt 0 mm) as [B|B].
        - assert (0 <= - mp * mm) by (apply Rmult_le_pos; lra). lra.
        - lra. }
      assert (B : 0 < mm).
      { apply Rnot_le_lt. intro N. assert (0 <= mp * - mm) by (apply Rmult_le_pos; lra). lra. }
      assert (0 < - l * mp) by (apply Rmult_lt_0_compat; lra).
      assert (0 < - l * mm) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - - l * mp) * (- l * mm)) by (apply Rmult_le_pos; lra). lra.
Qed.
Theorem map_repelled c l : E < 1 -> 0 < l -> l < c -> 0 < 1 + l * mp -> 0 < 1 + l * mm -> beyond c l.
Proof.
  intros G L C Rp Rm. assert (S := s_repel G). destruct mp_in, mm_in.
  destruct (Rlt_or_le (s * c - m * l) 0) as [J|J].
  { left. assert (0 < (c - l) * - (s * c - m * l)) by (apply Rmult_lt_0_compat; lra). lra. }
  right. rewrite lengths. assert (SC : 0 < - s * c) by (apply Rmult_lt_0_compat; lra).
  assert (SL : 0 < - s * l) by (apply Rmult_lt_0_compat; lra).
  assert (J2 : 0 <= c * (s * c - m * l)) by (apply Rmult_le_pos; lra).
  assert (Mn : m < 0).
  { apply Rnot_le_lt. intro Z. assert (0 <= m * l) by (apply Rmult_le_pos; lra). lra. }
  assert (0 < l * l * - m) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]).
  assert (K : 0 < c * (1 + s + m * l)); [|lra]. apply Rmult_lt_0_compat; [lra|]. unfold s, m in *.
  destruct (Rle_or_lt mp 0) as [A|A]; destruct (Rle_or_lt mm 0) as [B|B].
  - assert (0 <= - mp * - mm) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= mm * (1 + l * mp)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= mp * (1 + l * mm)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= mp * mm) by (apply Rmult_le_pos; lra). lra.
Qed.
Theorem map_first_repelled c l : E < 1 -> 0 < l -> c < l -> 0 < 1 + l * mp -> 0 < 1 + l * mm -> beyond c l.
Proof.
  intros G L C Rp Rm. assert (S := s_repel G). assert (M2 := m_square). destruct s_in as [S1 S2].
  destruct (Rlt_or_le 0 (s * c - m * l)) as [J|J].
  { left. assert (0 < (l - c) * (s * c - m * l)) by (apply Rmult_lt_0_compat; lra). lra. }
  right. rewrite lengths. assert (SL : 0 < - s * l) by (apply Rmult_lt_0_compat; lra).
  assert (LA : - s * l < 1) by (unfold s; lra).
  assert (Both : 0 < m -> l * l * m < - s * l).
  { intro Mp. unfold s, m in *. assert (A : mp < 0).
    { apply Rnot_le_lt. intro N. destruct (Rle_or_lt mm 0) as [B|B]; [|lra].
      assert (0 <= mp * - mm) by (apply Rmult_le_pos; lra). lra. }
    assert (B : mm < 0).
    { apply Rnot_le_lt. intro N. assert (0 <= - mp * mm) by (apply Rmult_le_pos; lra). lra. }
    assert (0 < (l * - mp) * (1 + l * mm)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]).
    assert (0 < (l * - mm) * (1 + l * mp)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]).
    lra. }
  assert (LLM : l * l * m < - s * l).
  { destruct (Rle_or_lt m 0) as [Z|Z]; [|auto].
    assert (0 <= l * l * - m) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra. }
  destruct (Rle_or_lt 0 c) as [P0|N0].
  - assert (0 <= - s * (c * (l - c))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
    assert (0 <= c * (1 - - s * l)) by (apply Rmult_le_pos; lra).
    assert (0 < - s * (l - c)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (K : - c <= - s * l).
    { apply Rmult_le_reg_l with (- s); [lra|].
      assert (0 <= (s * s - m) * l) by (apply Rmult_le_pos; lra). lra. }
    assert (KK : 0 <= - c * (- s * l - - c)) by (apply Rmult_le_pos; lra).
    assert (0 <= - s * (- c * (- s * l - - c))) by (apply Rmult_le_pos; lra).
    assert (0 <= (- s * - c) * (1 - - s * l)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
Qed.
Theorem map_negative c1 l c : 0 < c1 -> l < 0 -> E < 1 -> (- l <= c1 \/ c < l) -> beyond c1 l \/ beyond c l.
Proof.
  intros L1 Lr G H. assert (S := s_repel G). destruct s_in as [S1 S2].
  destruct (Rlt_or_le (s * c1 - m * l) 0) as [D|X].
  { left. left. assert (0 < (c1 - l) * - (s * c1 - m * l)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (M := m_square). assert (0 < - s * c1) by (apply Rmult_lt_0_compat; lra).
  destruct H as [H|H].
  - exfalso. assert (0 <= (s * s - m) * - l) by (apply Rmult_le_pos; lra).
    assert (0 <= - s * (c1 + l)) by (apply Rmult_le_pos; lra).
    assert (0 < - l * (- s * (1 + s))) by (apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
    lra.
  - right. left. assert (Mp : 0 < m).
    { apply Rnot_le_lt. intro Z. assert (0 <= - m * - l) by (apply Rmult_le_pos; lra). lra. }
    assert (0 < - s * - c) by (apply Rmult_lt_0_compat; lra).
    assert (0 < m * - l) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (l - c) * (s * c - m * l)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
(* At equal scores the mean of both groups is that of their sizes. *)
Lemma neutral : E = 1 -> s = 0 /\ m = - ((p - q) * / (p + q)) * ((p - q) * / (p + q)).
Proof. intros H. unfold s, m, mp, mm. rewrite H. split; field; repeat split; lra. Qed.
Theorem map_first_neutral l c : E = 1 -> 0 < l -> c < l -> p <> q -> beyond c l.
Proof.
  intros HE1 L C N. destruct (neutral HE1) as [S M]. left. rewrite S, M. set (x := (p - q) * / (p + q)).
  assert (X : x <> 0).
  { apply Rmult_integral_contrapositive_currified; [lra | apply Rinv_neq_0_compat; lra]. }
  assert (X2 : 0 < x * x) by (apply Rsqr_pos_lt; auto).
  assert (0 < (l - c) * (x * x * l)) by (apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  lra.
Qed.

(* ------------------------------------------------------------------ 4. multipliers *)

(* The block's characteristic polynomial, and a multiplier outside the unit circle. *)
Definition psi c l z := ((1 + c * up) / (1 + l * mp) - z) * ((1 + c * um) / (1 + l * mm) - z)
  - c * c * (1 - up) * (1 - um) / ((1 + l * mp) * (1 + l * mm)).
Definition outside c l := exists z, 1 < z * z /\ psi c l z = 0.
Lemma real_roots t d : 0 <= t * t - 4 * d -> 1 - t + d < 0 \/ 1 < d ->
  exists z, 1 < z * z /\ z * z - t * z + d = 0.
Proof.
  intros D H. set (w := sqrt (t * t - 4 * d)). assert (S : w * w = t * t - 4 * d) by exact (sqrt_sqrt _ D).
  assert (S0 : 0 <= w) by apply sqrt_pos.
  assert (Root : forall e, e * e = 1 -> (t + e * w) / 2 * ((t + e * w) / 2) - t * ((t + e * w) / 2) + d = 0).
  { intros e E1. replace (_ - _ + d) with ((e * e * (w * w) - t * t + 4 * d) / 4) by field.
    rewrite E1, S. field. }
  destruct H as [H|H].
  - exists ((t + 1 * w) / 2). split; [|apply Root; ring].
    assert (G : 2 - t < w).
    { apply Rnot_le_lt. intro L. assert (w * w <= (2 - t) * (2 - t)) by (apply Rmult_le_compat; lra). lra. }
    assert (1 < (t + 1 * w) / 2) by lra. assert (0 < ((t + 1 * w) / 2 - 1) * ((t + 1 * w) / 2 + 1)) by
      (apply Rmult_lt_0_compat; lra). lra.
  - set (z := (t + 1 * w) / 2). set (y := (t + -1 * w) / 2).
    assert (ZY : z * y = d) by (unfold z, y; replace (_ * _) with ((t * t - w * w) / 4) by field;
      rewrite S; field).
    destruct (Rlt_or_le 1 (z * z)) as [Z|Z]; [exists z; split; [exact Z | apply Root; ring]|].
    destruct (Rlt_or_le 1 (y * y)) as [Y|Y]; [exists y; split; [exact Y | apply Root; ring]|].
    exfalso. assert (ZZ : (z * z) * (y * y) <= 1 * 1) by (apply Rmult_le_compat; auto; apply Rle_0_sqr).
    assert (d * d <= 1) by (rewrite <- ZY; lra). assert (1 * 1 < d * d) by (apply Rmult_gt_0_lt_compat; lra).
    lra.
Qed.
Theorem outside_if c l : 0 < 1 + l * mp -> 0 < 1 + l * mm -> beyond c l -> outside c l.
Proof.
  intros Rp Rm H. set (a := 1 + l * mp) in *. set (b := 1 + l * mm) in *.
  assert (AB : 0 < a * b) by (apply Rmult_lt_0_compat; auto).
  set (x := (1 + c * up) / a). set (y := (1 + c * um) / b).
  set (o := c * c * (1 - up) * (1 - um) / (a * b)).
  assert (O : 0 <= o).
  { unfold o. destruct mp_in, mm_in. rewrite up_is, um_is.
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; auto].
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rle_0_sqr|]|]; lra. }
  destruct (real_roots (x + y) (x * y - o)) as [z [Z E0]].
  - replace (_ - _) with ((x - y) * (x - y) + 4 * o) by ring.
    assert (N := Rle_0_sqr (x - y)). unfold Rsqr in N. lra.
  - assert (X : x * a = 1 + c * up) by (unfold x; field; lra).
    assert (Y : y * b = 1 + c * um) by (unfold y; field; lra).
    assert (Oab : o * (a * b) = c * c * (1 - up) * (1 - um)) by (unfold o; field; lra).
    assert (D : (x * y - o) * (a * b) = (1 + c) * (1 + c * s)).
    { replace ((x * y - o) * (a * b)) with (x * a * (y * b) - o * (a * b)) by ring.
      rewrite X, Y, Oab, up_is, um_is. unfold s. field. }
    assert (J : (1 - (x + y) + (x * y - o)) * (a * b) = (c - l) * (s * c - m * l)).
    { replace ((1 - (x + y) + (x * y - o)) * (a * b))
        with (a * b - (x * a) * b - (y * b) * a + (x * y - o) * (a * b)) by ring.
      rewrite D, X, Y, up_is, um_is. unfold a, b, s, m. field. }
    destruct H as [H|H]; [left | right]; apply Rmult_lt_reg_r with (a * b); auto.
    + rewrite J. lra.
    + rewrite D. unfold a, b in *. lra.
  - exists z. split; [exact Z|]. unfold psi. fold a b x y o. rewrite <- E0. ring.
Qed.
End Blocks.
