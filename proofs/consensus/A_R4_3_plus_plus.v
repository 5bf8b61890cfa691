(* A-R4.3++: covectors of all patterns of signs, one of each, are as many as Cells.v counts. *)
From Coq Require Import Reals Lra List Lia Bool.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words NullSets Exchange NullSections Integers Independent Cells.
From Claimed Require Import A_R4_3_plus_plus.
Open Scope R_scope.

Section Patterns.
Context {S : inner_product_space} {Token : Type} (y : Token -> S).
Definition pattern c (Y : list Token) := map (fun k => if Rlt_dec 0 (inner c (y k)) then true else false) Y.
Lemma pattern_shown c Y : (forall k, inner c (y k) <> 0) -> shows y c (pattern c Y) Y.
Proof.
  intro H. induction Y as [|k Y IH]; simpl; [exact I|]. split; [|exact IH]. specialize (H k).
  destruct (Rlt_dec 0 (inner c (y k))); simpl; lra.
Qed.
Lemma shown_pattern c Y : forall e, shows y c e Y -> e = pattern c Y.
Proof.
  induction Y as [|k Y IH]; intros [|b e]; simpl; try contradiction; [reflexivity|].
  intros [P H]. rewrite <- (IH e H). f_equal. destruct (Rlt_dec 0 (inner c (y k))), b; simpl in P; auto; lra.
Qed.
Lemma shown_nonzero c Y : forall e, shows y c e Y -> forall k, In k Y -> inner c (y k) <> 0.
Proof.
  induction Y as [|j Y IH]; intros [|b e]; simpl; try contradiction.
  intros [P H] k [<-|I]; [|exact (IH e H k I)]. intro Z. rewrite Z in P. lra.
Qed.
Lemma same_pattern c c' Y : (forall k, In k Y -> inner c (y k) <> 0) -> (forall k, In k Y -> inner c' (y k) <> 0) ->
  (forall k, In k Y -> 0 < inner c (y k) * inner c' (y k)) <-> pattern c Y = pattern c' Y.
Proof.
  intros H H'. induction Y as [|k Y IH]; simpl.
  - split; [reflexivity | intros _ k []].
  - assert (IH' := IH (fun j J => H j (or_intror J)) (fun j J => H' j (or_intror J))).
    specialize (H k (or_introl eq_refl)). specialize (H' k (or_introl eq_refl)).
    set (p := inner c (y k)) in *. set (q := inner c' (y k)) in *. split.
    + intro A. f_equal; [|apply IH'; intros j J; apply A; right; exact J]. specialize (A k (or_introl eq_refl)). fold p q in A.
      destruct (Rlt_dec 0 p), (Rlt_dec 0 q); auto; exfalso.
      * assert (0 < p * - q) by (apply Rmult_lt_0_compat; lra). lra.
      * assert (0 < - p * q) by (apply Rmult_lt_0_compat; lra). lra.
    + intros E j [<-|J]; [|apply IH'; [congruence | exact J]]. fold p q. destruct (Rlt_dec 0 p), (Rlt_dec 0 q); try discriminate.
      * apply Rmult_lt_0_compat; auto.
      * replace (p * q) with (- p * - q) by ring. apply Rmult_lt_0_compat; lra.
Qed.
End Patterns.
Lemma different_map {A B} (f : A -> B) (L : list A) : NoDup L -> (forall a b, a <> b -> f a <> f b) -> NoDup (map f L).
Proof.
  intros N H. induction N as [|a L O N IH]; simpl; constructor; [|exact IH].
  intro I. apply in_map_iff in I. destruct I as [b [E I]]. apply (H b a); [intros ->; exact (O I) | exact E].
Qed.


Section Count.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (dimension : R) (y : Token -> S) (c : Head -> S).
Definition all_seen := forall z, (forall i, inner z (y i) <> 0) -> exists a, forall i, 0 < inner z (y i) * inner (c a) (y i).
Definition general := forall chi : Token -> R, (forall i, chi i * (chi i - 1) = 0) /\ total tokens (fun k => chi k) <= dimension ->
    forall t : Token -> R, vtotal tokens (fun k => vscale (chi k * t k) (y k)) = vzero -> forall i, chi i * t i = 0.
Hypotheses (Ht : enumerates tokens).
Lemma signs : (forall s p q i, 0 < s * inner p (y i) -> 0 < inner p (y i) * inner q (y i) -> 0 < inner p (y i) ^ 2 * (s * inner q (y i))) ->
  all_seen -> forall eps, (exists z, forall i, 0 < eps i * inner z (y i)) <-> exists a, forall i, 0 < eps i * inner (c a) (y i).
Proof.
  intros Alike All eps. split; intros [z H]; [|exists (c z); exact H]. destruct (All z) as [a Ha]; [intros i Z; specialize (H i); rewrite Z in H; lra|].
  exists a. intro i. assert (P := Alike (eps i) z (c a) i (H i) (Ha i)). assert (Q := pow2_ge_0 (inner z (y i))). nra.
Qed.
Lemma values : general -> forall chi t, (forall i, chi i * (chi i - 1) = 0) /\ total tokens (fun k => chi k) <= dimension ->
  exists z, forall i, chi i * (inner z (y i) - t i) = 0.
Proof.
  intros General chi t Chosen. destruct (equality_exists Token) as [same Same]. set (U := filter (fun i => if Req_EM_T (chi i) 1 then true else false) tokens).
  assert (NU : NoDup U) by (apply NoDup_filter, Ht). assert (In_U : forall i, In i U <-> chi i = 1).
  { intro i. unfold U. rewrite filter_In. destruct (Req_EM_T (chi i) 1); split; intuition (try discriminate). apply Ht. }
  assert (Is : forall i, indicator_of same U i = chi i).
  { intro i. destruct (Req_EM_T (chi i) 1) as [E|N]; [rewrite (indicator_in same Same U i NU); [auto | apply In_U, E]|].
    rewrite (indicator_out same Same U i); [|rewrite In_U; exact N]. destruct (Rmult_integral _ _ (proj1 Chosen i)); lra. }
  destruct (independent_values tokens y same Ht Same U NU) with (t := t) as [z Hz].
  - intros a i Zero. rewrite Is. apply (General chi Chosen a). rewrite <- Zero.
    apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro j. rewrite Is. reflexivity.
  - exists z. intro i. destruct (Req_EM_T (chi i) 1) as [E|N]; [rewrite (Hz i (proj2 (In_U i) E)); ring|].
    destruct (Rmult_integral _ _ (proj1 Chosen i)) as [->|]; [ring | lra].
Qed.
End Count.
Lemma count {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (dimension : R) (e : Mode -> S) (y : Token -> S) (c : Head -> S) same_heads same_modes : dimension = size modes ->
  (forall z : S, z = vtotal modes (fun m => vscale (inner (e m) z) (e m))) /\
  (forall chi : Token -> R, (forall i, chi i * (chi i - 1) = 0) /\ total tokens (fun k => chi k) <= dimension ->
    forall t : Token -> R, vtotal tokens (fun k => vscale (chi k * t k) (y k)) = vzero -> forall i, chi i * t i = 0) /\
  (forall a i, inner (c a) (y i) <> 0) /\ (forall a b, (forall i, 0 < inner (c a) (y i) * inner (c b) (y i)) -> same_heads a b = 1) /\
  (forall z, (forall i, inner z (y i) <> 0) -> exists a, forall i, 0 < inner z (y i) * inner (c a) (y i)) ->
  (forall a b, inner (e a) (e b) = same_modes a b) -> kronecker same_modes -> kronecker same_heads ->
  enumerates tokens -> enumerates heads -> enumerates modes ->
  size heads = 2 * total (integers 0 (dimension - 1)) (fun k => binomial (size tokens - 1) k).
Proof.
  intros Size [Span [General [Cells [Different All]]]] Frame Km [_ Kh] Ht Hh Hm.
  destruct (equality_exists Token) as [same Same]. set (B := map e modes). set (d := length B).
  assert (Dim : dimension = INR d) by (unfold d, B; rewrite map_length, Size; apply size_length).
  assert (Expands : forall a, a = vtotal B (fun b => vscale (inner b a) b)) by (apply named_expansion, Span).
  assert (One : of_length_one B).
  { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Frame. apply Km. }
  assert (Values : forall U, NoDup U -> (length U <= d)%nat -> forall k, In k U ->
    exists z, inner z (y k) = 1 /\ forall j, In j U -> j <> k -> inner z (y j) = 0).
  { intros U N L k I. destruct (values tokens dimension y Ht General (indicator_of same U) (same k)) as [z Hz].
    { split; [intro i; destruct (indicator_cases same Same U i N) as [->|[_ ->]]; ring|].
      change (total tokens (indicator_of same U) <= dimension). rewrite (indicator_size tokens same Ht Same), size_length, Dim. apply le_INR, L. }
    assert (H : forall j, In j U -> inner z (y j) = same k j).
    { intros j J. specialize (Hz j). rewrite (indicator_in same Same U j N J) in Hz. lra. }
    exists z. split; [rewrite (H k I); apply Same|]. intros j J D. rewrite (H j J). apply Same. intros ->. apply D. reflexivity. }
  destruct (patterns_counted y d B (expansion_resolves _ Expands) One eq_refl Values tokens nil) as [L [NL [HL Len]]].
  { rewrite app_nil_r. apply Ht. }
  { apply Nat.le_0_l. }
  set (P := fun a => pattern y (c a) tokens). assert (NP : NoDup (map P heads)).
  { apply different_map; [apply Hh|]. intros a b D E. assert (Q : same_heads a b = 1).
    { apply Different. intro i. apply (same_pattern y (c a) (c b) tokens); auto. apply Ht. }
    rewrite (Kh a b D) in Q. lra. }
  assert (Count : length heads = length L).
  { rewrite <- (map_length P heads). apply Nat.le_antisymm; apply NoDup_incl_length; auto.
    - intros p I. apply in_map_iff in I. destruct I as [a [<- _]]. apply HL. exists (c a).
      split; [intros j [] | apply pattern_shown; intro k; apply Cells].
    - intros p I. apply HL in I. destruct I as [z [_ Sh]].
      assert (Nz : forall k, inner z (y k) <> 0) by (intro k; apply (shown_nonzero y z tokens p Sh), Ht).
      destruct (All z Nz) as [a Ha]. apply in_map_iff. exists a. split; [|apply Hh].
      rewrite (shown_pattern y z tokens p Sh). symmetry. apply same_pattern; auto. }
  rewrite size_length, Count, Len, Dim, size_length. simpl length. rewrite Nat.sub_0_r.
  destruct Ht as [Some _]. destruct tokens as [|k T]; [destruct (Some eq_refl)|].
  cbn [length]. rewrite patterns_total. rewrite S_INR. replace (INR (length T) + 1 - 1) with (INR (length T)) by ring.
  reflexivity.
Qed.
