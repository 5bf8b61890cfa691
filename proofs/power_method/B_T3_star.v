(* B-T3*: for tau |V| < 1 two of Jury's margins decide, and the second follows from the first. *)
From Coq Require Import Reals Lra Psatz.
From Kernel Require Import Prelude Bipartite Means.
Open Scope R_scope.

(* Two positive real roots are below 1 if and only if the margins at 1 and of the product are. *)
Lemma roots_inside t d : 0 <= t * t - 4 * d -> 0 < t -> 0 < d ->
  (forall z, z * z - t * z + d = 0 -> z * z < 1) <-> 0 < 1 - t + d /\ d < 1.
Proof.
  intros D T Pos. split.
  - intro In. split.
    + apply Rnot_le_lt. intro N. destruct (Req_dec (1 - t + d) 0) as [Z|Z].
      * specialize (In 1 ltac:(lra)). lra.
      * destruct (real_roots t d D) as [z [Z1 Z2]]; [left; lra|]. specialize (In z Z2). lra.
    + apply Rnot_le_lt. intro N. set (w := sqrt (t * t - 4 * d)).
      assert (W : w * w = t * t - 4 * d) by exact (sqrt_sqrt _ D).
      assert (A := In ((t + w) / 2)). assert (B := In ((t - w) / 2)).
      assert (A1 : (t + w) / 2 * ((t + w) / 2) < 1).
      { apply A. replace d with ((t * t - w * w) / 4) by lra. field. }
      assert (B1 : (t - w) / 2 * ((t - w) / 2) < 1).
      { apply B. replace d with ((t * t - w * w) / 4) by lra. field. }
      assert (d * d < 1 * 1).
      { replace (d * d) with ((t + w) / 2 * ((t + w) / 2) * ((t - w) / 2 * ((t - w) / 2))).
        - apply Rmult_le_0_lt_compat; auto; apply Rle_0_sqr.
        - replace d with ((t * t - w * w) / 4) by lra. field. }
      assert (1 * 1 <= d * d) by (apply Rmult_le_compat; lra). lra.
  - intros [M N] z Z. apply Rnot_le_lt. intro L. destruct (Rle_or_lt 0 z) as [P|P].
    + assert (1 <= z).
      { apply Rnot_lt_le. intro Q. assert (z * z < 1 * 1) by (apply Rmult_le_0_lt_compat; lra). lra. }
      assert (0 <= (z - 1) * (z + 1 - t)) by (apply Rmult_le_pos; lra). lra.
    + assert (0 < t * - z) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section Groups.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Let sg := s p q E.
Let pr := m p q E.
Let rp l := 1 + l * mp p q E.
Let rm l := 1 + l * mm p q E.
Definition inside c l := forall z,
  (rp l <> 0 /\ rm l <> 0 /\ rp l * rm l <> 0 /\
   ((1 + c * ((1 + mp p q E) / 2)) / rp l - z) * ((1 + c * ((1 + mm p q E) / 2)) / rm l - z)
   = c ^ 2 * (1 - (1 + mp p q E) / 2) * (1 - (1 + mm p q E) / 2) / (rp l * rm l)) -> z ^ 2 < 1.
Lemma lengths_positive l : -1 < l < 1 -> 0 < rp l /\ 0 < rm l.
Proof.
  intros L. destruct (mp_in p q E P Q HE) as [A B]. destruct (mm_in p q E P Q HE) as [C D].
  assert (H : forall x, -1 < x < 1 -> 0 < 1 + l * x).
  { intros x [X Y]. assert (0 < (1 + l) * (1 + x)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - l) * (1 - x)) by (apply Rmult_lt_0_compat; lra). lra. }
  split; apply H; lra.
Qed.
Definition margins c l := 0 < (c - l) * (sg * c - pr * l) /\ (1 + c) * (1 + c * sg) < rp l * rm l.
Let inside_is c l : -1 < c < 1 -> -1 < l < 1 -> inside c l <-> margins c l.
Proof.
  intros C L. destruct (lengths_positive l L) as [Rp Rm]. set (a := rp l) in *. set (b := rm l) in *.
  assert (AB : 0 < a * b) by (apply Rmult_lt_0_compat; auto).
  destruct (mp_in p q E P Q HE) as [A1 A2]. destruct (mm_in p q E P Q HE) as [B1 B2].
  set (u := mp p q E) in *. set (v := mm p q E) in *.
  set (x := (1 + c * ((1 + u) / 2)) / a). set (y := (1 + c * ((1 + v) / 2)) / b).
  set (o := c ^ 2 * (1 - (1 + u) / 2) * (1 - (1 + v) / 2) / (a * b)).
  assert (Half : forall e, -1 < e < 1 -> 0 < 1 + c * ((1 + e) / 2)).
  { intros e [E1 E2]. assert (0 < (1 + c) * (1 + e)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (X0 : 0 < x) by (apply Rdiv_lt_0_compat; auto).
  assert (Y0 : 0 < y) by (apply Rdiv_lt_0_compat; auto).
  assert (X : x * a = 1 + c * ((1 + u) / 2)) by (unfold x; field; lra).
  assert (Y : y * b = 1 + c * ((1 + v) / 2)) by (unfold y; field; lra).
  assert (O : o * (a * b) = c ^ 2 * (1 - (1 + u) / 2) * (1 - (1 + v) / 2)) by (unfold o; field; lra).
  assert (O0 : 0 <= o).
  { unfold o. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, AB].
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow2_ge_0 | lra] | lra]. }
  assert (Sg : sg = (u + v) / 2) by reflexivity. assert (Pr : pr = u * v) by reflexivity.
  assert (D : (x * y - o) * (a * b) = (1 + c) * (1 + c * sg)).
  { replace ((x * y - o) * (a * b)) with (x * a * (y * b) - o * (a * b)) by ring.
    rewrite X, Y, O, Sg. field. }
  assert (J : (1 - (x + y) + (x * y - o)) * (a * b) = (c - l) * (sg * c - pr * l)).
  { replace ((1 - (x + y) + (x * y - o)) * (a * b))
      with (a * b - (x * a) * b - (y * b) * a + (x * y - o) * (a * b)) by ring.
    rewrite D, X, Y, Sg, Pr. unfold a, b, rp, rm. fold u v. field. }
  assert (S := s_in p q E P Q HE). fold sg in S.
  assert (D0 : 0 < x * y - o).
  { apply Rmult_lt_reg_r with (a * b); [exact AB|]. rewrite D, Rmult_0_l.
    apply Rmult_lt_0_compat; [lra|]. assert (0 < (1 + c) * (1 + sg)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - c) * (1 - sg)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Disc : 0 <= (x + y) * (x + y) - 4 * (x * y - o)).
  { replace (_ - _) with ((x - y) * (x - y) + 4 * o) by ring. assert (N := Rle_0_sqr (x - y)).
    unfold Rsqr in N. lra. }
  assert (Roots := roots_inside (x + y) (x * y - o) Disc ltac:(lra) D0).
  assert (Same : inside c l <-> forall z, z * z - (x + y) * z + (x * y - o) = 0 -> z * z < 1).
  { unfold inside. fold a b u v x y o. split; intros H z Z.
    - replace (z * z) with (z ^ 2) by ring. apply H. split; [lra|]. split; [lra|].
      split; [lra|]. apply Rminus_diag_uniq. rewrite <- Z. ring.
    - destruct Z as (_ & _ & _ & Z). replace (z ^ 2) with (z * z) by ring. apply H.
      replace o with ((x - z) * (y - z)) by exact Z. ring. }
  rewrite Same, Roots. unfold margins. fold a b. rewrite <- J, <- D. split; intros [G1 G2]; split.
  - apply Rmult_lt_0_compat; auto.
  - rewrite <- (Rmult_1_l (a * b)) at 2. apply Rmult_lt_compat_r; auto.
  - apply Rmult_lt_reg_r with (a * b); lra.
  - apply Rmult_lt_reg_r with (a * b); lra.
Qed.
Hypothesis Asks : forall s l c R, 0 < s -> s < 1 -> 0 < l -> c < l -> 0 < (c - l) * (s * c - s * R * l) -> c < l * R.
Hypothesis Gives : forall s l c R, 0 < s -> s < 1 -> 0 < l -> c < l -> c < l * R -> 0 < (c - l) * (s * c - s * R * l).
Hypothesis Last_asks : forall c l s R, 0 < c -> 0 < l -> 0 < s -> s < 1 -> 0 < (c + l) * (s * R * l - s * c) -> c < l * R.
Hypothesis Last_gives : forall a l s c R, 0 < a -> 0 < l -> 0 < s -> s < 1 -> -1 * l < c -> c <= a -> a < l * R ->
  0 < (c + l) * (s * R * l - s * c).
Hypothesis Below : forall s l c R, 0 < s -> s < 1 -> 0 < l -> l < 1 -> -1 < c -> c < 1 -> c < l * R ->
  (1 + c) * (1 + c * s) < (1 + l * R) * (1 + l * R * s).
Hypothesis Same_sign : forall s l R, 0 < s -> s < 1 -> 0 < l -> l < 1 -> 0 <= R -> R <= s ->
  (1 + l * R) * (1 + l * R * s) < 1 + 2 * l * s + l ^ 2 * (s * R).
Hypothesis Opposite : forall s l R, 0 < s -> s < 1 -> 0 < l -> l < 1 -> R < 0 -> -1 < l * R ->
  (1 + l * R) * (1 + l * R * s) < 1 + 2 * l * s + l ^ 2 * (s * R).
Hypothesis Product_last : forall s l c R, 0 < s -> s < 1 -> 0 < l -> l < 1 -> c < l * R -> 0 < R -> R <= s ->
  (1 + c) * (1 - c * s) < 1 + 2 * l * s + l ^ 2 * (s * R).
Let product : E <> 1 -> pr = sg * ratio p q E := product_is p q E P Q HE.
Let square : pr <= sg * sg := m_square p q E.
Lemma not_beyond c l : margins c l -> ~ beyond p q E c l.
Proof. intros [A B] [C|C]; unfold rp, rm in B; fold sg pr in C; lra. Qed.
Lemma length_product l : rp l * rm l = 1 + 2 * l * sg + l * l * pr.
Proof. exact (lengths p q E l). Qed.
Theorem first c l : 0 < l < 1 -> -1 < c < l ->
  inside c l <-> 1 < E /\ p * q * (E ^ 2 - 1) <> 0 /\ c < l * ratio p q E.
Proof.
  intros L C. destruct (lengths_positive l ltac:(lra)) as [Rp Rm].
  rewrite inside_is by lra. assert (S1 := s_in p q E P Q HE). fold sg in S1. split.
  - intro M. assert (N := not_beyond c l M). destruct M as [J _].
    assert (X : sg * c < pr * l).
    { apply Rnot_le_lt. intro K. assert (0 <= (l - c) * (sg * c - pr * l)) by (apply Rmult_le_pos; lra).
      lra. }
    destruct (Rtotal_order E 1) as [G|[G|G]].
    + exfalso. apply N. apply map_first_repelled; auto; lra.
    + exfalso. destruct (neutral p q E P Q G) as [S Pr]. fold sg in S. fold pr in Pr. rewrite S, Pr in X.
      set (y := (p - q) * / (p + q)) in X.
      assert (0 <= y * y * l) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]). lra.
    + split; [exact G|]. split; [apply ratio_defined; auto; lra|]. assert (S := sum_positive p q E P Q HE G). fold sg in S.
      rewrite product in J by lra. apply (Asks sg l c); lra.
  - intros [G [_ X]]. assert (S := sum_positive p q E P Q HE G). fold sg in S. assert (M := product ltac:(lra)).
    assert (R : ratio p q E <= sg) by (apply Rmult_le_reg_l with sg; lra). unfold margins. rewrite length_product, M.
    split; [apply Gives; lra|].
    apply Rlt_trans with ((1 + l * ratio p q E) * (1 + l * ratio p q E * sg)); [apply Below; lra|].
    destruct (Rle_or_lt 0 (ratio p q E)) as [N|N]; [assert (T := Same_sign sg l (ratio p q E)) | assert (T := Opposite sg l (ratio p q E))]; lra.
Qed.
Lemma last_inside c1 l c : E < 1 -> -1 < l < 0 -> l < c -> -1 < c -> c <= c1 -> 0 < c1 < 1 ->
  c1 < l * ratio p q E -> margins c l.
Proof.
  intros G L K C1 CC Cp X. assert (S := s_repel p q E P Q HE G). fold sg in S. assert (S1 := s_in p q E P Q HE). fold sg in S1.
  assert (M := product ltac:(lra)). assert (R : - ratio p q E <= - sg) by (apply Rmult_le_reg_l with (- sg); lra).
  assert (R0 : 0 < - ratio p q E) by (apply Rmult_lt_reg_l with (- l); lra).
  unfold margins. rewrite length_product, M. split.
  - assert (J := Last_gives c1 (- l) (- sg) c (- ratio p q E)). lra.
  - assert (J := Product_last (- sg) (- l) c (- ratio p q E)). lra.
Qed.
Theorem other c1 l c : 0 < c1 < 1 -> l <> 0 -> -1 < l < c1 -> -1 < c <= c1 ->
  inside c1 l /\ inside c l <->
  E < 1 /\ l < 0 /\ l < c /\ p * q * (E ^ 2 - 1) <> 0 /\ c1 < l * ratio p q E.
Proof.
  intros C1 Nz L C. destruct (lengths_positive l ltac:(lra)) as [Rp Rm].
  rewrite !inside_is by lra. split.
  - intros [M1 Mc]. assert (N1 := not_beyond c1 l M1). assert (Nc := not_beyond c l Mc).
    assert (G : E < 1) by (apply Rnot_le_lt; intro G; apply N1; apply map_attracting; auto; lra).
    assert (Z : l < 0).
    { apply Rnot_le_lt. intro Z. apply N1. apply map_repelled; auto; lra. }
    assert (S := s_repel p q E P Q HE G). fold sg in S. destruct M1 as [J1 _]. destruct Mc as [Jc _].
    split; [exact G|]. split; [exact Z|]. split; [|split; [apply ratio_defined; auto; lra|]].
    + destruct (Rtotal_order l c) as [O|[O|O]]; [exact O | |]; exfalso.
      * rewrite O in Jc. lra.
      * destruct (map_negative p q E P Q HE c1 l c (proj1 C1) Z G (or_intror O)); auto.
    + rewrite product in J1 by lra. assert (S1 := s_in p q E P Q HE). fold sg in S1. assert (N := Last_asks c1 (- l) (- sg) (- ratio p q E)). lra.
  - intros [G [Z [O [_ X]]]]. split; apply (last_inside c1 l); auto; lra.
Qed.
Lemma decide tau lk lr : (-1 < tau * lk /\ tau * lk < 1) /\ -1 < tau * lr /\ tau * lr < 1 ->
  inside (tau * lk) (tau * lr) <-> margins (tau * lk) (tau * lr).
Proof. intros [C L]. exact (inside_is _ _ C L). Qed.
Section Step.
Variables l1 tau : R.
Hypotheses (L1 : 0 < l1) (T : 0 < tau).
Let Up a b : a < b <-> tau * a < tau * b.
Proof. split; intro H; [apply Rmult_lt_compat_l; auto | apply Rmult_lt_reg_l with tau; auto]. Qed.
Lemma at_first : tau * l1 < 1 -> forall lk, lk < l1 /\ -1 < tau * lk ->
  inside (tau * lk) (tau * l1) <-> 1 < E /\ p * q * (E ^ 2 - 1) <> 0 /\ lk < l1 * ratio p q E.
Proof.
  intros Small lk [K N]. rewrite (Up lk (l1 * _)), <- Rmult_assoc. assert (C1 : 0 < tau * l1) by (apply Rmult_lt_0_compat; auto).
  apply first; [lra|]. split; [lra | exact (proj1 (Up _ _) K)].
Qed.
Lemma elsewhere : tau * l1 < 1 -> forall lr, lr <> 0 -> forall lk, lr < l1 /\ lk <= l1 /\ -1 < tau * lr /\ -1 < tau * lk ->
  inside (tau * l1) (tau * lr) /\ inside (tau * lk) (tau * lr) <->
  E < 1 /\ lr < 0 /\ lr < lk /\ p * q * (E ^ 2 - 1) <> 0 /\ l1 < lr * ratio p q E.
Proof.
  intros Small lr Nz lk [R [K [Nr Nk]]]. assert (C1 : 0 < tau * l1) by (apply Rmult_lt_0_compat; auto).
  rewrite (Up lr 0), (Up lr lk), (Up l1 (lr * _)), Rmult_0_r, <- Rmult_assoc. apply other; [lra | | |].
  - apply Rmult_integral_contrapositive_currified; lra.
  - split; [lra | exact (proj1 (Up _ _) R)].
  - split; [lra | apply Rmult_le_compat_l; lra].
Qed.
End Step.
End Groups.
Lemma longer tau l e : 0 < tau -> 1 < 1 + tau * l * e <-> -1 * l * e < 0.
Proof.
  intro T. rewrite Rmult_assoc. split; intro H; [|assert (0 < tau * (l * e)) by (apply Rmult_lt_0_compat; lra); lra].
  assert (0 < l * e) by (apply Rmult_lt_reg_l with tau; lra). lra.
Qed.
Definition of_all (say : R -> R -> R -> R -> R -> Prop) := forall p, 0 < p -> forall q, 0 < q -> forall E, 0 < E -> forall l, 0 < l ->
  forall tau, 0 < tau -> say p q E l tau.
Definition last (mean : R -> R -> R -> R) p q E l tau := forall lr, lr <> 0 -> E < 1 /\ lr < 0 /\ p * q * (E ^ 2 - 1) <> 0 /\ l < lr * ratio p q E ->
  1 < 1 + tau * lr * mean p q E.
Lemma within : of_all (fun p q E l tau => 1 < 1 + tau * l * mp p q E <-> q < p * E) /\
  of_all (fun p q E l tau => 1 < 1 + tau * l * mm p q E <-> p < q * E) /\ of_all (last mp) /\ of_all (last mm).
Proof.
  split; [|split; [|split]]; intros p P q Q E HE l L tau T.
  - rewrite longer by exact T. exact (within_first p q E P Q HE l L).
  - rewrite longer by exact T. exact (within_second p q E P Q HE l L).
  - intros lr _ [G [Z [_ X]]]. apply longer; [exact T|]. exact (proj1 (within_last p q E P Q HE l lr L G Z X)).
  - intros lr _ [G [Z [_ X]]]. apply longer; [exact T|]. exact (proj2 (within_last p q E P Q HE l lr L G Z X)).
Qed.
