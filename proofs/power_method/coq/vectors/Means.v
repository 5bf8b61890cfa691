(* Bipartite states: the ratio R(E) of the product of the two means and half their sum, which decides
   where they are stable, and the signs of the means. *)
From Coq Require Import Reals Lra Psatz.
From Kernel Require Import Prelude Bipartite.
Open Scope R_scope.

Section Groups.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Let a := mp p q E.
Let b := mm p q E.
Let sg := s p q E.
Let pr := m p q E.
Definition ratio := (p * E - q) * (q * E - p) / (p * q * (E ^ 2 - 1)).
Lemma ratio_defined : E <> 1 -> p * q * (E ^ 2 - 1) <> 0.
Proof.
  intro N. assert (0 < p * q) by (apply Rmult_lt_0_compat; auto).
  replace (E ^ 2 - 1) with ((E - 1) * (E + 1)) by ring.
  repeat apply Rmult_integral_contrapositive_currified; lra.
Qed.
Lemma product_is : E <> 1 -> pr = sg * ratio.
Proof.
  intro N. assert (D := ratio_defined N). destruct (pq p q E P Q HE) as [A B].
  assert (Den := den p q E P Q HE). apply Rmult_eq_reg_r with ((p * E + q) * (q * E + p)); [|lra].
  replace (sg * ratio * ((p * E + q) * (q * E + p))) with (sg * ((p * E + q) * (q * E + p)) * ratio) by ring.
  unfold sg, ratio. rewrite (s_times p q E P Q HE).
  replace (p * q * ((E - 1) * (E + 1))) with (p * q * (E ^ 2 - 1)) by ring.
  set (d := p * q * (E ^ 2 - 1)) in *. transitivity ((p * E - q) * (q * E - p)).
  - unfold pr, m, mp, mm. field. split; lra.
  - field. exact D.
Qed.
Lemma sum_positive : 1 < E -> 0 < sg.
Proof.
  intro G. assert (S := s_times p q E P Q HE). assert (D := den p q E P Q HE). fold sg in S.
  apply Rmult_lt_reg_r with ((p * E + q) * (q * E + p)); auto. rewrite S, Rmult_0_l.
  assert (0 < p * q) by (apply Rmult_lt_0_compat; auto). apply Rmult_lt_0_compat; auto.
  apply Rmult_lt_0_compat; lra.
Qed.
(* A mean has the sign of what a group weighs against the other. *)
Lemma first_mean : a * (p * E + q) = p * E - q.
Proof. destruct (pq p q E P Q HE). unfold a, mp. field. lra. Qed.
Lemma second_mean : b * (q * E + p) = q * E - p.
Proof. destruct (pq p q E P Q HE). unfold b, mm. field. lra. Qed.
Lemma sign c x y l : 0 < y -> 0 < l -> c * y = x -> -1 * l * c < 0 <-> 0 < x.
Proof.
  intros Y L H. split; intro Z.
  - assert (C : 0 < c). { apply Rnot_le_lt. intro N. assert (0 <= l * - c) by (apply Rmult_le_pos; lra).
  lra. }
    rewrite <- H. apply Rmult_lt_0_compat; auto.
  - assert (C : 0 < c). { apply Rmult_lt_reg_r with y; lra. }
    assert (0 < l * c) by (apply Rmult_lt_0_compat; auto). lra.
Qed.
Lemma within_first l : 0 < l -> -1 * l * a < 0 <-> q < p * E.
Proof.
  intros L. destruct (pq p q E P Q HE).
  assert (Same := sign a (p * E - q) (p * E + q) l ltac:(lra) L first_mean).
  split; intro Z; [apply Same in Z; lra | apply Same; lra].
Qed.
Lemma within_second l : 0 < l -> -1 * l * b < 0 <-> p < q * E.
Proof.
  intros L. destruct (pq p q E P Q HE).
  assert (Same := sign b (q * E - p) (q * E + p) l ltac:(lra) L second_mean).
  split; intro Z; [apply Same in Z; lra | apply Same; lra].
Qed.
Theorem within_last l lr : 0 < l -> E < 1 -> lr < 0 -> l < lr * ratio ->
  -1 * lr * a < 0 /\ -1 * lr * b < 0.
Proof.
  intros L G Z X. assert (S := s_repel p q E P Q HE G). fold sg in S.
  assert (Y : pr * lr < sg * l).
  { rewrite product_is by lra. apply Rmult_lt_compat_l with (r := - sg) in X; lra. }
  assert (SL : 0 < - sg * l) by (apply Rmult_lt_0_compat; lra).
  assert (AB : 0 < a * b).
  { apply Rnot_le_lt. intro N. assert (0 <= - (a * b) * - lr) by (apply Rmult_le_pos; lra).
    unfold pr, m in Y. fold a b in Y. lra. }
  assert (Sum : a + b < 0) by (unfold sg, s in S; fold a b in S; lra).
  assert (A : a < 0).
  { apply Rnot_le_lt. intro N. assert (0 <= a * - b) by (apply Rmult_le_pos; lra). lra. }
  assert (B : b < 0).
  { apply Rnot_le_lt. intro N. assert (0 <= - a * b) by (apply Rmult_le_pos; lra). lra. }
  assert (0 < - lr * - a) by (apply Rmult_lt_0_compat; lra).
  assert (0 < - lr * - b) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
End Groups.
