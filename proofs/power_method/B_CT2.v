(* B-CT2: the exponents of a bipartite state of the flow are negative where a trace and a determinant
   say so, and the trace follows from the determinant. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude Bipartite Means.
Open Scope R_scope.

Section Groups.
Let inside (a b : R) (P : Prop) : Prop := -1 < a -> a < 1 -> -1 < b -> b < 1 -> P.
Let sg (a b : R) := (a + b) / 2.
Let tr a b l r := l * (1 + sg a b) - 2 * sg a b * r.
Let det a b l r := (l - r) * (sg a b * l - a * b * r).
Let exponent a b l r z := (l * ((1 + a) / 2) - r * a - z) * (l * ((1 + b) / 2) - r * b - z) = l ^ 2 * (1 - (1 + a) / 2) * (1 - (1 + b) / 2).
Let negative a b l r := forall z, exponent a b l r z -> z < 0.
Let positive a b l r := exists z, 0 < z /\ exponent a b l r z.
Let all (F : R -> R -> R -> Prop) := forall p, 0 < p -> forall q, 0 < q -> forall E, 0 < E -> F p q E.
Lemma negative_is : (forall a b l r z, inside a b ((l * (1 + a) / 2 - r * a - z) * (l * (1 + b) / 2 - r * b - z)
    - l ^ 2 * ((1 - a) / 2) * ((1 - b) / 2) = z ^ 2 - tr a b l r * z + det a b l r)) ->
  (forall a b l r, inside a b (0 <= tr a b l r ^ 2 - 4 * det a b l r)) ->
  all (fun p q E => forall l r, negative (mp p q E) (mm p q E) l r <-> tr (mp p q E) (mm p q E) l r < 0 /\ 0 < det (mp p q E) (mm p q E) l r).
Proof.
  intros Polynomial Real p P q Q E HE l r. destruct (mp_in p q E P Q HE) as [A A'], (mm_in p q E P Q HE) as [B B'].
  set (a := mp p q E) in *. set (b := mm p q E) in *. assert (D := Real a b l r A A' B B').
  assert (Is : forall z, exponent a b l r z <-> z ^ 2 - tr a b l r * z + det a b l r = 0)
    by (intro z; rewrite <- (Polynomial a b l r z A A' B B'); unfold exponent; lra).
  set (t := tr a b l r) in *. set (d := det a b l r) in *. split.
  - intro N. assert (W := sqrt_sqrt _ D). assert (W0 := sqrt_pos (t ^ 2 - 4 * d)). set (w := sqrt _) in *.
    assert ((t + w) / 2 < 0) by (apply N, Is; lra).
    split; [lra|]. assert (0 < - (t + w) * - (t - w)) by (apply Rmult_lt_0_compat; lra). lra.
  - intros [T Det] z Z. apply Is in Z. apply Rnot_le_lt. intro Pos.
    assert (0 <= - t * z) by (apply Rmult_le_pos; lra). assert (0 <= z * z) by apply Rle_0_sqr. lra.
Qed.
Hypothesis Block : all (fun p q E => forall l r, negative (mp p q E) (mm p q E) l r <->
  tr (mp p q E) (mm p q E) l r < 0 /\ 0 < det (mp p q E) (mm p q E) l r).
Hypothesis Repelled : all (fun p q E => forall l, 0 < l -> forall k, E < 1 /\ k < l -> positive (mp p q E) (mm p q E) k l).
Hypothesis Nowhere : all (fun p q E => forall l, 0 < l -> forall r, r <> 0 -> r < l ->
  (1 <= E \/ (0 < r \/ -1 * r <= l) -> positive (mp p q E) (mm p q E) l r) /\
  forall k, E < 1 /\ (r < 0 /\ k < r) -> positive (mp p q E) (mm p q E) l r \/ positive (mp p q E) (mm p q E) k r).
Hypothesis Trace : forall s l k R, 0 < s -> s < 1 -> 0 < l -> k < l * R -> R <= s -> k * (1 + s) - 2 * s * l < 0.
Hypothesis Trace_last : forall s l k R, 0 < s -> s < 1 -> 0 < l -> k < l * R -> R <= s -> k * (1 - s) - 2 * s * l < 0.
Variables p q E : R.
Hypotheses (P : 0 < p) (Q : 0 < q) (HE : 0 < E).
Let a := mp p q E.
Let b := mm p q E.
Let product : E <> 1 -> a * b = sg a b * ratio p q E := product_is p q E P Q HE.
Let square : a * b <= sg a b * sg a b := m_square p q E.
Let between : -1 < sg a b < 1 := s_in p q E P Q HE.
Lemma not_both l r : negative a b l r -> ~ positive a b l r.
Proof. intros N [z [Z C]]. specialize (N z C). lra. Qed.
Lemma at_first l k : 0 < l -> k < l -> negative a b k l <-> 1 < E /\ p * q * (E ^ 2 - 1) <> 0 /\ k < l * ratio p q E.
Proof.
  intros L K. split.
  - intros N. destruct (proj1 (Block p P q Q E HE k l) N) as [T D]. fold a b in T, D. unfold det in D.
    assert (X : sg a b * k < a * b * l).
    { apply Rnot_le_lt. intro O. assert (0 <= (l - k) * (sg a b * k - a * b * l)) by (apply Rmult_le_pos; lra). lra. }
    destruct (Rtotal_order E 1) as [G|[G|G]].
    + destruct (not_both k l N (Repelled p P q Q E HE l L k (conj G K))).
    + exfalso. destruct (neutral p q E P Q G) as [S M]. change (sg a b = 0) in S. change (a * b = - ((p - q) * / (p + q)) * ((p - q) * / (p + q))) in M.
      rewrite S, M in X. assert (0 <= ((p - q) * / (p + q)) * ((p - q) * / (p + q)) * l) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]). lra.
    + split; [exact G|]. split; [apply (ratio_defined p q E P Q HE); lra|].
      rewrite product in X by lra. apply Rmult_lt_reg_l with (sg a b); [exact (sum_positive p q E P Q HE G) | lra].
  - intros [G [_ X]]. assert (S : 0 < sg a b) by exact (sum_positive p q E P Q HE G). assert (M := product ltac:(lra)).
    apply (Block p P q Q E HE). fold a b. split.
    + apply (Trace (sg a b) l k (ratio p q E)); try lra. apply Rmult_le_reg_l with (sg a b); lra.
    + unfold det. rewrite M. assert (0 < (l - k) * (sg a b * (l * ratio p q E - k))) by (apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]). lra.
Qed.
(* At a negative eigenvalue, and g < 0, all determinants are positive with that of v_1. *)
Lemma last_holds l r k : E < 1 -> r < 0 -> r < k -> k <= l -> 0 < l -> l < r * ratio p q E -> negative a b k r.
Proof.
  intros G R K KL L X. assert (S : sg a b < 0) by exact (s_repel p q E P Q HE G). assert (M := product ltac:(lra)).
  apply (Block p P q Q E HE). fold a b. split.
  - assert (- ratio p q E <= - sg a b) by (apply Rmult_le_reg_l with (- sg a b); lra).
    assert (T := Trace_last (- sg a b) (- r) k (- ratio p q E)). unfold tr. lra.
  - unfold det. rewrite M. assert (0 < (k - r) * (- sg a b * (r * ratio p q E - k))) by (apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]). lra.
Qed.
Lemma elsewhere l r k : 0 < l -> r <> 0 -> r < l /\ k <= l ->
  negative a b l r /\ negative a b k r <-> E < 1 /\ r < 0 /\ r < k /\ p * q * (E ^ 2 - 1) <> 0 /\ l < r * ratio p q E.
Proof.
  intros L Nz [R K]. destruct (Nowhere p P q Q E HE l L r Nz R) as [One Two]. split.
  - intros [N1 Nk]. assert (G : E < 1) by (apply Rnot_le_lt; intro G; exact (not_both l r N1 (One (or_introl G)))).
    assert (Z : r < 0) by (apply Rnot_le_lt; intro Z; apply (not_both l r N1), One; right; left; lra).
    assert (S : sg a b < 0) by exact (s_repel p q E P Q HE G).
    destruct (proj1 (Block p P q Q E HE l r) N1) as [_ D1], (proj1 (Block p P q Q E HE k r) Nk) as [_ Dk]. fold a b in D1, Dk. unfold det in D1, Dk.
    split; [exact G|]. split; [exact Z|]. split; [|split; [apply (ratio_defined p q E P Q HE); lra|]].
    + destruct (Rtotal_order r k) as [O|[O|O]]; [exact O | exfalso; rewrite O in Dk; lra | exfalso].
      destruct (Two k (conj G (conj Z O))) as [W|W]; [exact (not_both l r N1 W) | exact (not_both k r Nk W)].
    + rewrite product in D1 by lra. apply Rnot_le_lt. intro N.
      assert (0 <= (l - r) * (- sg a b * (l - r * ratio p q E))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra.
  - intros [G [Z [O [_ X]]]]. split; apply (last_holds l r); auto; lra.
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
