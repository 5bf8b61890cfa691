(* B-CT3: where bipartite states of the flow have a positive exponent. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude Bipartite.
Open Scope R_scope.

Section Groups.
Let inside (a b : R) (P : Prop) : Prop := -1 < a -> a < 1 -> -1 < b -> b < 1 -> P.
Let sg (a b : R) := (a + b) / 2.
Let tr a b l r := l * (1 + sg a b) - 2 * sg a b * r.
Let det a b l r := (l - r) * (sg a b * l - a * b * r).
Hypothesis Polynomial : forall a b l r z, inside a b ((l * (1 + a) / 2 - r * a - z) * (l * (1 + b) / 2 - r * b - z)
  - l ^ 2 * ((1 - a) / 2) * ((1 - b) / 2) = z ^ 2 - tr a b l r * z + det a b l r).
Hypothesis Real : forall a b l r, inside a b (0 <= tr a b l r ^ 2 - 4 * det a b l r).
Hypothesis Attracting : forall a b l1 r, inside a b (0 < l1 -> 0 <= sg a b -> r < l1 -> 0 < tr a b l1 r).
Hypothesis Repelling : forall a b l1 r, inside a b (0 < l1 -> sg a b < 0 -> 0 < r -> 0 < tr a b l1 r).
Hypothesis Not_larger : forall a b l1 r, inside a b (0 < l1 -> sg a b < 0 -> r < 0 -> -1 * r <= l1 -> det a b l1 r < 0).
Hypothesis Not_last : forall a b l1 r l, inside a b (0 < l1 -> sg a b < 0 -> r < 0 -> l < r -> 0 <= det a b l1 r -> det a b l r < 0).
Hypothesis First : forall a b l1 l, inside a b (0 < l1 -> sg a b < 0 -> l < l1 -> tr a b l l1 <= 0 -> det a b l l1 < 0).
Hypothesis Unequal : forall a b l1 l, inside a b (0 < l1 -> 0 <= sg a b -> 0 <= -1 * sg a b -> 0 < a ^ 2 -> l < l1 -> 0 < -1 * det a b l l1).
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Let a := mp p q E.
Let b := mm p q E.
Let here (F : Prop) (H : inside a b F) : F :=
  H (proj1 (mp_in p q E P Q HE)) (proj2 (mp_in p q E P Q HE)) (proj1 (mm_in p q E P Q HE)) (proj2 (mm_in p q E P Q HE)).
Let exponent l r z := (l * ((1 + a) / 2) - r * a - z) * (l * ((1 + b) / 2) - r * b - z) = l ^ 2 * (1 - (1 + a) / 2) * (1 - (1 + b) / 2).
Lemma exponent_is l r z : exponent l r z <-> z ^ 2 - tr a b l r * z + det a b l r = 0.
Proof. unfold exponent. rewrite <- (here _ (Polynomial a b l r z)). lra. Qed.
Lemma positive l r : det a b l r < 0 \/ 0 < tr a b l r -> exists z, 0 < z /\ exponent l r z.
Proof.
  intro H. set (t := tr a b l r) in *. set (d := det a b l r) in *. assert (D := here _ (Real a b l r)). fold t d in D.
  assert (S := sqrt_sqrt _ D). assert (S0 := sqrt_pos (t ^ 2 - 4 * d)). set (w := sqrt _) in *.
  exists ((t + w) / 2). split; [|apply exponent_is; fold t d; lra]. destruct H as [H|H]; [|lra].
  apply Rnot_le_lt. intro L. assert (w * w <= - t * - t) by (apply Rmult_le_compat; lra). lra.
Qed.
Lemma elsewhere l1 lr : 0 < l1 -> lr <> 0 -> lr < l1 ->
  (1 <= E \/ (0 < lr \/ -1 * lr <= l1) -> exists z, 0 < z /\ exponent l1 lr z) /\
  forall lk, E < 1 /\ (lr < 0 /\ lk < lr) -> (exists z, 0 < z /\ exponent l1 lr z) \/ exists z, 0 < z /\ exponent lk lr z.
Proof.
  intros L1 Nz Lr. split.
  - intro H. apply positive. destruct (Rle_or_lt 1 E) as [G|G]; [right; exact (here _ (Attracting a b l1 lr) L1 (s_attract p q E P Q HE G) Lr)|].
    assert (S := s_repel p q E P Q HE G). destruct (Rlt_or_le 0 lr); [right; exact (here _ (Repelling a b l1 lr) L1 S H0)|].
    left. apply (here _ (Not_larger a b l1 lr)); auto; lra.
  - intros lk [G [Z K]]. destruct (Rlt_or_le (det a b l1 lr) 0) as [D|D]; [left; apply positive; auto|].
    right. apply positive. left. exact (here _ (Not_last a b l1 lr lk) L1 (s_repel p q E P Q HE G) Z K D).
Qed.
Lemma repelled l1 lk : 0 < l1 -> E < 1 /\ lk < l1 -> exists z, 0 < z /\ exponent lk l1 z.
Proof.
  intros L1 [G K]. apply positive. destruct (Rlt_or_le 0 (tr a b lk l1)) as [T|T]; [right; exact T | left].
  exact (here _ (First a b l1 lk) L1 (s_repel p q E P Q HE G) K T).
Qed.
Lemma without_scores l1 lk : 0 < l1 -> E = 1 /\ lk < l1 -> (exists z, 0 < z /\ exponent lk l1 z) <-> (p < q \/ q < p) \/ 0 < lk.
Proof.
  intros L1 [E1 K]. assert (A : a = (p - q) / (p + q)) by (unfold a, mp; rewrite E1; field; lra).
  assert (B : sg a b = 0) by (unfold sg, a, b, mp, mm; rewrite E1; field; lra). split.
  - intros [z [Z C]]. destruct (Rtotal_order p q) as [N|[N|N]]; [left; left; exact N | right | left; right; exact N].
    apply exponent_is in C. unfold tr, det in C. rewrite B, A, N in C. apply Rnot_le_lt. intro L.
    assert (0 < z * (z - lk)) by (apply Rmult_lt_0_compat; lra). replace ((q - q) / (q + q)) with 0 in C by (field; lra). lra.
  - intros H. apply positive. destruct (Req_EM_T p q) as [Same|Differ]; [right; unfold tr; rewrite B; lra | left].
    assert (0 < a ^ 2); [|assert (U := here _ (Unequal a b l1 lk)); lra].
    rewrite A, <- Rsqr_pow2. apply Rsqr_pos_lt, Rmult_integral_contrapositive_currified; [lra | apply Rinv_neq_0_compat; lra].
Qed.
End Groups.
