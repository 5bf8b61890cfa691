(* B-CT2: the exponents of a bipartite state of the flow are negative where a trace and a determinant
   say so, and the trace follows from the determinant. *)
From Coq Require Import Reals Lra Psatz.
From Kernel Require Import Prelude Bipartite Means.
Open Scope R_scope.

Section Groups.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Let sg := s p q E.
Let pr := m p q E.
Definition exponent lk lr z :=
  (lk * ((1 + mp p q E) / 2) - lr * mp p q E - z) * (lk * ((1 + mm p q E) / 2) - lr * mm p q E - z)
  = lk ^ 2 * (1 - (1 + mp p q E) / 2) * (1 - (1 + mm p q E) / 2).
Definition negative lk lr := forall z, exponent lk lr z -> z < 0.
Let product : E <> 1 -> pr = sg * ratio p q E.
Proof. exact (product_is p q E P Q HE). Qed.
Lemma exponent_is lk lr z : exponent lk lr z <-> z * z - tr p q E lk lr * z + det p q E lk lr = 0.
Proof.
  rewrite <- (chi_is p q E P Q HE). unfold exponent, chi.
  rewrite (up_is p q E P Q HE), (um_is p q E P Q HE).
  split; intro H; [rewrite H; ring|]. apply Rminus_diag_uniq. rewrite <- H. ring.
Qed.
(* Two real exponents are negative if and only if their sum is and their product is positive. *)
Lemma negative_is lk lr : negative lk lr <-> tr p q E lk lr < 0 /\ 0 < det p q E lk lr.
Proof.
  set (t := tr p q E lk lr). set (d := det p q E lk lr). split.
  - intro N. assert (D := disc p q E P Q HE lk lr). fold t d in D.
    set (w := sqrt (t * t - 4 * d)). assert (W : w * w = t * t - 4 * d) by exact (sqrt_sqrt _ D).
    assert (W0 : 0 <= w) by apply sqrt_pos.
    assert (A : (t + w) / 2 < 0).
    { apply N. apply exponent_is. fold t d. replace d with ((t * t - w * w) / 4) by lra. field. }
    split; [lra|]. assert (0 < - (t + w) * - (t - w)) by (apply Rmult_lt_0_compat; lra). lra.
  - intros [T D] z Z. apply exponent_is in Z. fold t d in Z. apply Rnot_le_lt. intro Pos.
    assert (0 <= - t * z) by (apply Rmult_le_pos; lra). assert (0 <= z * z) by apply Rle_0_sqr. lra.
Qed.
Lemma at_first l lk : 0 < l -> lk < l ->
  negative lk l <-> 1 < E /\ p * q * (E ^ 2 - 1) <> 0 /\ lk < l * ratio p q E.
Proof.
  intros L K. rewrite negative_is. unfold tr, det. fold sg pr. split.
  - intros [T D].
    assert (X : sg * lk < pr * l).
    { apply Rnot_le_lt. intro N. assert (0 <= (l - lk) * (sg * lk - pr * l)) by (apply Rmult_le_pos; lra).
      lra. }
    destruct (Rtotal_order E 1) as [G|[G|G]].
    + exfalso. destruct (flow_first_repelled p q E P Q HE l lk L K G) as [z [Z C]].
      rewrite (chi_is p q E P Q HE) in C. apply exponent_is in C.
      assert (N : negative lk l) by (apply negative_is; split; auto). specialize (N z C). lra.
    + exfalso. destruct (neutral p q E P Q G) as [S M]. fold sg in S. fold pr in M. rewrite S, M in X.
      set (y := (p - q) * / (p + q)) in X.
      assert (0 <= y * y * l) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]). lra.
    + split; [exact G|]. split; [apply (ratio_defined p q E P Q HE); lra|].
      assert (S := sum_positive p q E P Q HE G).
      rewrite product in X by lra. apply Rmult_lt_reg_l with sg; [exact S | lra].
  - intros [G [_ X]]. assert (S := sum_positive p q E P Q HE G).
    assert (Y : sg * lk < pr * l).
    { rewrite product by lra. apply Rmult_lt_compat_l with (r := sg) in X; [lra | exact S]. }
    split; [apply (trace_at_first p q E P Q HE); auto|].
    assert (0 < (l - lk) * (pr * l - sg * lk)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
(* At a negative eigenvalue, and g < 0, all determinants are positive with that of v_1. *)
Lemma last_holds l lr lk : E < 1 -> lr < 0 -> lr < lk -> lk <= l -> 0 < l -> pr * lr < sg * l ->
  negative lk lr.
Proof.
  intros G R K KL L X. assert (S := s_repel p q E P Q HE G). fold sg in S.
  assert (M : pr <= sg * sg) by exact (m_square p q E).
  assert (S12 : -1 < sg < 1) by exact (s_in p q E P Q HE). destruct S12 as [S1 S2].
  apply negative_is. unfold tr, det. fold sg pr.
  assert (SL : 0 < - sg * l) by (apply Rmult_lt_0_compat; lra).
  assert (SR : 0 < - sg * - lr) by (apply Rmult_lt_0_compat; lra).
  assert (MR : 0 <= (sg * sg - pr) * - lr) by (apply Rmult_le_pos; lra).
  assert (KS : 0 <= - sg * (l - lk)) by (apply Rmult_le_pos; lra). split.
  - destruct (Rle_or_lt lk 0) as [N|N].
    + assert (0 <= - lk * (1 + sg)) by (apply Rmult_le_pos; lra). lra.
    + assert (0 <= lk * - sg) by (apply Rmult_le_pos; lra).
      assert (Y : lk < - sg * - lr).
      { apply Rmult_lt_reg_l with (- sg); [lra|]. lra. }
      lra.
  - assert (0 < (lk - lr) * (sg * lk - pr * lr)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma elsewhere l lr lk : 0 < l -> lr <> 0 -> lr < l /\ lk <= l ->
  negative l lr /\ negative lk lr <->
  E < 1 /\ lr < 0 /\ lr < lk /\ p * q * (E ^ 2 - 1) <> 0 /\ l < lr * ratio p q E.
Proof.
  intros L Nz [R K].
  assert (No : forall c, negative c lr -> ~ grows p q E c lr).
  { intros c N [z [Z C]]. rewrite (chi_is p q E P Q HE) in C. apply exponent_is in C.
    specialize (N z C). lra. }
  split.
  - intros [N1 Nk].
    assert (G : E < 1) by (apply Rnot_le_lt; intro G; apply (No l N1); apply flow_not_first; auto).
    assert (Z : lr < 0).
    { apply Rnot_le_lt. intro Z. apply (No l N1). apply flow_not_first; auto. right. lra. }
    assert (S := s_repel p q E P Q HE G). fold sg in S.
    destruct (proj1 (negative_is l lr) N1) as [_ D1]. destruct (proj1 (negative_is lk lr) Nk) as [_ Dk].
    unfold det in D1, Dk. fold sg pr in D1, Dk.
    split; [exact G|]. split; [exact Z|]. split; [|split; [apply (ratio_defined p q E P Q HE); lra|]].
    + destruct (Rtotal_order lr lk) as [O|[O|O]]; [exact O| |].
      * exfalso. rewrite O in Dk. lra.
      * exfalso. destruct (flow_negative p q E P Q HE l lr lk L Z G (or_intror O)) as [W|W];
          [exact (No l N1 W) | exact (No lk Nk W)].
    + assert (X : pr * lr < sg * l).
      { apply Rnot_le_lt. intro N.
        assert (0 <= (l - lr) * (pr * lr - sg * l)) by (apply Rmult_le_pos; lra). lra. }
      rewrite product in X by lra. apply Rmult_lt_reg_l with (- sg); lra.
  - intros [G [Z [O [_ X]]]]. assert (S := s_repel p q E P Q HE G). fold sg in S.
    assert (Y : pr * lr < sg * l).
    { rewrite product by lra. apply Rmult_lt_compat_l with (r := - sg) in X; lra. }
    split; apply (last_holds l lr); auto; lra.
Qed.
End Groups.
Lemma within :
  (forall p, 0 < p -> forall q, 0 < q -> forall E, 0 < E -> forall l, 0 < l -> -1 * l * mp p q E < 0 <-> q < p * E) /\
  (forall p, 0 < p -> forall q, 0 < q -> forall E, 0 < E -> forall l, 0 < l -> -1 * l * mm p q E < 0 <-> p < q * E) /\
  (forall p, 0 < p -> forall q, 0 < q -> forall E, 0 < E -> forall l, 0 < l -> forall lr, lr <> 0 ->
    E < 1 /\ lr < 0 /\ (p * q * (E ^ 2 - 1) <> 0 /\ l < lr * ratio p q E) -> -1 * lr * mp p q E < 0) /\
  forall p, 0 < p -> forall q, 0 < q -> forall E, 0 < E -> forall l, 0 < l -> forall lr, lr <> 0 ->
    E < 1 /\ lr < 0 /\ (p * q * (E ^ 2 - 1) <> 0 /\ l < lr * ratio p q E) -> -1 * lr * mm p q E < 0.
Proof.
  split; [|split; [|split]]; intros p P q Q E HE l L.
  - exact (within_first p q E P Q HE l L).
  - exact (within_second p q E P Q HE l L).
  - intros lr _ [G [Z [_ X]]]. exact (proj1 (within_last p q E P Q HE l lr L G Z X)).
  - intros lr _ [G [Z [_ X]]]. exact (proj2 (within_last p q E P Q HE l lr L G Z X)).
Qed.
