(* Cover's count: in how many ways covectors give signs to vectors in general position. A new vector k goes with
   every pattern of signs in one way, and in both if a covector across k has the pattern; these are as many as
   there are in the dimension below. *)
From Coq Require Import Reals Lra List Lia Bool Permutation.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words NullSets Exchange Integers.
Import ListNotations.
Open Scope R_scope.

Lemma choose_too_many n : forall k, (n < k)%nat -> choose n k = 0%nat.
Proof.
  induction n as [|n IH]; intros [|k] H; try lia; simpl; [reflexivity|]. rewrite !IH by lia. reflexivity.
Qed.
Lemma int_part_nat n : Z.to_nat (Int_part (INR n)) = n.
Proof.
  unfold Int_part. rewrite <- (tech_up (INR n) (Z.of_nat n + 1)).
  - rewrite Z.add_simpl_r. apply Nat2Z.id.
  - rewrite plus_IZR, <- INR_IZR_INZ. lra.
  - rewrite plus_IZR, <- INR_IZR_INZ. lra.
Qed.
Lemma binomial_nat n k : binomial (INR n) (INR k) = INR (choose n k).
Proof.
  unfold binomial. assert (P := pos_INR k). destruct (Rle_dec 0 (INR k)) as [_|N]; [|lra].
  rewrite !int_part_nat. destruct (Rle_dec (INR k) (INR n)) as [_|N]; [reflexivity|].
  rewrite choose_too_many; [reflexivity|]. apply INR_lt. lra.
Qed.
(* The first d integers, from 0. *)
Lemma integers_below d : integers 0 (INR d - 1) = map INR (seq 0 d).
Proof.
  unfold integers. replace (Z.to_nat (up (INR d - 1 - 0))) with d.
  - apply map_ext. intro k. ring.
  - rewrite <- (tech_up (INR d - 1 - 0) (Z.of_nat d)); [symmetry; apply Nat2Z.id | |];
      rewrite <- INR_IZR_INZ; lra.
Qed.

(* Patterns of n vectors in k dimensions. *)
Fixpoint patterns (n k : nat) : nat := match n, k with
  | O, _ => 1
  | Datatypes.S _, O => 0
  | Datatypes.S m, Datatypes.S l => patterns m k + patterns m l
  end.

Fixpoint chosen (n d : nat) : nat := match d with O => 0 | Datatypes.S k => chosen n k + choose n k end.
Lemma pascal_sum n d : chosen (Datatypes.S n) (Datatypes.S d) = (chosen n (Datatypes.S d) + chosen n d)%nat.
Proof.
  induction d as [|d IH]; [simpl; destruct n; reflexivity|].
  change (chosen (Datatypes.S n) (Datatypes.S d) + choose (Datatypes.S n) (Datatypes.S d) =
    chosen n (Datatypes.S d) + choose n (Datatypes.S d) + chosen n (Datatypes.S d))%nat.
  rewrite IH. simpl. lia.
Qed.
Lemma patterns_chosen n : forall d, patterns (Datatypes.S n) d = (2 * chosen n d)%nat.
Proof.
  induction n as [|n IH]; intros [|d]; try reflexivity.
  - assert (H : chosen 0 (Datatypes.S d) = 1%nat) by (induction d as [|d IHd]; [reflexivity|];
      change (chosen 0 (Datatypes.S d) + 0 = 1)%nat; lia). rewrite H. simpl. destruct d; reflexivity.
  - change (patterns (Datatypes.S n) (Datatypes.S d) + patterns (Datatypes.S n) d =
      2 * chosen (Datatypes.S n) (Datatypes.S d))%nat.
    rewrite pascal_sum, !IH. lia.
Qed.
Lemma chosen_total n d : INR (chosen n d) = total (map INR (seq 0 d)) (fun k => binomial (INR n) k).
Proof.
  induction d as [|d IH]; [reflexivity|]. rewrite seq_S, map_app, total_append, <- IH. simpl.
  rewrite plus_INR, binomial_nat. ring.
Qed.
(* Cover's formula. *)
Theorem patterns_total n d : INR (patterns (Datatypes.S n) d) =
  2 * total (integers 0 (INR d - 1)) (fun k => binomial (INR n) k).
Proof. rewrite patterns_chosen, mult_INR, chosen_total, integers_below. simpl. ring. Qed.

Section Cells.
Context {S : inner_product_space} {Token : Type} (y : Token -> S) (d : nat) (B : list S).
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis Dim : length B = d.
(* Some covector has any given products with any d vectors. *)
Hypothesis General : forall U : list Token, NoDup U -> (length U <= d)%nat -> forall k, In k U ->
  exists c, inner c (y k) = 1 /\ forall j, In j U -> j <> k -> inner c (y j) = 0.
Definition across (Z : list Token) c := forall j, In j Z -> inner c (y j) = 0.
Definition sign (b : bool) := if b then 1 else -1.
Fixpoint shows c (e : list bool) (Y : list Token) : Prop := match e, Y with
  | nil, nil => True
  | b :: e, k :: Y => 0 < sign b * inner c (y k) /\ shows c e Y
  | _, _ => False
  end.
Definition seen Z Y e := exists c, across Z c /\ shows c e Y.

Lemma across_all Z : NoDup Z -> (length Z <= d)%nat -> exists E : list S, length E = length Z /\
  (forall e, In e E -> inner e e = 1) /\ ForallOrdPairs (fun e f => inner e f = 0) E /\
  forall c, across Z c <-> forall e, In e E -> inner c e = 0.
Proof.
  induction Z as [|k Z IH]; intros N L.
  - exists nil. split; [reflexivity|]. split; [intros e []|]. split; [constructor|].
    intro c. split; intros H j [].
  - inversion N as [|? ? Out N']; subst. destruct IH as [E [Le [Ue [Pe He]]]]; [exact N' | simpl in L; lia|].
    destruct (General (k :: Z) N L k (or_introl eq_refl)) as [u [Uk Uz]].
    assert (Ua : forall e, In e E -> inner u e = 0).
    { apply He. intros j J. apply Uz; [right; exact J | intros ->; exact (Out J)]. }
    set (p := vtotal E (fun e => vscale (inner e (y k)) e)). set (r := vsub (y k) p).
    assert (Pz : forall c, (forall e, In e E -> inner c e = 0) -> inner c p = 0).
    { intros c H. unfold p. rewrite inner_vtotal_r, <- (total_zero E). apply total_members.
      intros e I. rewrite inner_scale_r, (H e I). ring. }
    assert (Cr : forall c, (forall e, In e E -> inner c e = 0) -> inner c r = inner c (y k)).
    { intros c H. unfold r, vsub. rewrite inner_add_r, inner_scale_r, (Pz c H). ring. }
    assert (Rp : 0 < inner r r).
    { destruct (inner_nonneg S r) as [|Q]; [assumption|]. exfalso. symmetry in Q. apply inner_definite in Q.
      assert (H := Cr u Ua). rewrite Q, inner_zero_r, Uk in H. lra. }
    assert (Re : forall e, In e E -> inner r e = 0).
    { assert (Pe' : forall F, ForallOrdPairs (fun e f => inner e f = 0) F -> (forall e, In e F -> inner e e = 1) ->
        forall e, In e F -> inner (vtotal F (fun f => vscale (inner f (y k)) f)) e = inner e (y k)).
      { induction F as [|f F IHF]; intros O V e I; [destruct I|]. inversion O as [|? ? Of O']; subst.
        rewrite Forall_forall in Of. simpl. rewrite inner_add_l, inner_scale_l. destruct I as [<-|I].
        - rewrite (V f (or_introl eq_refl)), inner_vtotal_l, (total_members F _ (fun _ => 0)), total_zero; [ring|].
          intros g G. rewrite inner_scale_l, (inner_sym _ g f), (Of g G). ring.
        - rewrite (Of e I), IHF; [ring | exact O' | intros g G; apply V; right; exact G | exact I]. }
      intros e I. unfold r, vsub. rewrite inner_add_l, inner_scale_l. unfold p.
      rewrite (Pe' E Pe Ue e I), (inner_sym _ (y k)). ring. }
    set (s := / vnorm r). assert (Vn : 0 < vnorm r) by (apply sqrt_lt_R0; exact Rp).
    assert (Sp : s <> 0) by (apply Rinv_neq_0_compat; lra).
    exists (vscale s r :: E). split; [simpl; rewrite Le; reflexivity|]. split; [|split].
    + intros e [<-|I]; [|auto]. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. unfold s. field. lra.
    + constructor; [|exact Pe]. apply Forall_forall. intros e I. rewrite inner_scale_l, (Re e I). ring.
    + intro c. split.
      * intros H. assert (Hz : forall e, In e E -> inner c e = 0).
        { apply He. intros j J. apply H. right. exact J. }
        intros e [<-|I]; [|auto]. rewrite inner_scale_r, (Cr c Hz), (H k (or_introl eq_refl)). ring.
      * intros H. assert (Hz : forall e, In e E -> inner c e = 0) by (intros e I; apply H; right; exact I).
        intros j [<-|J].
        -- rewrite <- (Cr c Hz). assert (Q := H _ (or_introl eq_refl)). rewrite inner_scale_r in Q.
           apply Rmult_integral in Q. destruct Q as [Q|Q]; [contradiction | exact Q].
        -- apply He; assumption.
Qed.
Lemma nothing_across Z c : NoDup Z -> length Z = d -> across Z c -> forall z, inner c z = 0.
Proof.
  intros N L H z. destruct (across_all Z N) as [E [Le [Ue [Pe He]]]]; [lia|].
  destruct (no_more_than_basis B Res One E Ue Pe) as [B' [Lb [Rb _]]].
  assert (B' = nil) by (destruct B'; [reflexivity | simpl in Lb; lia]). subst B'. rewrite app_nil_r in Rb.
  rewrite (Rb c z), (total_members E _ (fun _ => 0)), total_zero; [reflexivity|].
  intros e I. rewrite (inner_sym _ e c), (proj1 (He c) H e I). ring.
Qed.

(* ------------------------------------------------------------------ one more vector *)

Lemma shows_moved u e Y : forall c, shows c e Y ->
  exists r, 0 < r /\ forall s, Rabs s <= r -> shows (vadd c (vscale s u)) e Y.
Proof.
  revert e. induction Y as [|k Y IH]; intros [|b e] c H; simpl in H; try contradiction.
  - exists 1. split; [lra | auto].
  - destruct H as [P H]. destruct (IH e c H) as [r [Rp Hr]]. set (g := sign b * inner c (y k)) in *.
    assert (Q : 0 < Rabs (inner u (y k)) + 1) by (assert (T := Rabs_pos (inner u (y k))); lra).
    set (q := g / (2 * (Rabs (inner u (y k)) + 1))). assert (Qp : 0 < q) by (apply Rdiv_lt_0_compat; lra).
    exists (Rmin r q). split; [apply Rmin_glb_lt; auto|]. intros s Hs.
    assert (S1 := Rmin_l r q). assert (S2 := Rmin_r r q). split; [|apply Hr; lra].
    rewrite inner_add_l, inner_scale_l.
    assert (T : Rabs (s * inner u (y k)) <= q * (Rabs (inner u (y k)) + 1)).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; lra. }
    replace (q * (Rabs (inner u (y k)) + 1)) with (g / 2) in T by (unfold q; field; lra).
    apply Rabs_le_between in T. unfold g in *. destruct b; simpl in *; lra.
Qed.
Lemma shows_together a b c c' e Y : 0 < a -> 0 < b -> shows c e Y -> shows c' e Y ->
  shows (vadd (vscale a c) (vscale b c')) e Y.
Proof.
  intros A0 B0. revert e. induction Y as [|k Y IH]; intros [|t e]; simpl; auto; try contradiction.
  intros [P H] [P' H']. split; [|auto]. rewrite inner_add_l, !inner_scale_l.
  replace (sign t * (a * inner c (y k) + b * inner c' (y k)))
    with (a * (sign t * inner c (y k)) + b * (sign t * inner c' (y k))) by ring.
  apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; auto.
Qed.
Section More.
Context (k : Token) (Z Y : list Token) (u : S).
Hypothesis Up : inner u (y k) = 1.
Hypothesis Ua : across Z u.
Lemma moved_across c s : across Z c -> across Z (vadd c (vscale s u)).
Proof. intros H j J. rewrite inner_add_l, inner_scale_l, (H j J), (Ua j J). ring. Qed.
Lemma some_way e : seen Z Y e -> exists b, seen Z (k :: Y) (b :: e).
Proof.
  intros [c [Ac Sh]]. destruct (total_order_T (inner c (y k)) 0) as [[N|E]|P].
  - exists false. exists c. simpl. split; [exact Ac|]. split; [lra | exact Sh].
  - destruct (shows_moved u e Y c Sh) as [r [Rp H]]. exists true. exists (vadd c (vscale r u)).
    split; [apply moved_across, Ac|]. split; [|apply H; rewrite Rabs_pos_eq; lra].
    rewrite inner_add_l, inner_scale_l, Up, E. simpl. lra.
  - exists true. exists c. simpl. split; [exact Ac|]. split; [lra | exact Sh].
Qed.
Lemma both_ways e : (forall b, seen Z (k :: Y) (b :: e)) <-> seen (k :: Z) Y e.
Proof.
  split.
  - intro H. destruct (H true) as [c [Ac [Pc Sc]]]. destruct (H false) as [c' [Ac' [Pc' Sc']]]. simpl in *.
    exists (vadd (vscale (- inner c' (y k)) c) (vscale (inner c (y k)) c')). split.
    + intros j [<-|J]; rewrite inner_add_l, !inner_scale_l; [ring|]. rewrite (Ac j J), (Ac' j J). ring.
    + apply shows_together; auto; lra.
  - intros [c [Ac Sh]] b. destruct (shows_moved u e Y c Sh) as [r [Rp H]].
    exists (vadd c (vscale (sign b * r) u)). split.
    + apply moved_across. intros j J. apply Ac. right. exact J.
    + split.
      * rewrite inner_add_l, inner_scale_l, Up, (Ac k (or_introl eq_refl)). destruct b; simpl; lra.
      * apply H. destruct b; simpl; [rewrite Rabs_pos_eq | rewrite Rabs_left]; lra.
Qed.
Lemma less_across e : seen (k :: Z) Y e -> seen Z Y e.
Proof. intros [c [Ac Sh]]. exists c. split; [intros j J; apply Ac; right; exact J | exact Sh]. Qed.
Let same_pattern := list_eq_dec bool_dec.
Lemma gone_on (L2 : list (list bool)) : (forall e, In e L2 <-> seen (k :: Z) Y e) -> forall L1, NoDup L1 ->
  (forall e, In e L1 -> seen Z Y e) -> exists L, NoDup L /\
  (forall b e, In (b :: e) L <-> In e L1 /\ seen Z (k :: Y) (b :: e)) /\ (~ In nil L) /\
  length L = (length L1 + length (filter (fun e => if in_dec same_pattern e L2 then true else false) L1))%nat.
Proof.
  intros H2 L1. induction L1 as [|e L1 IH]; intros N H1.
  - exists nil. simpl. split; [constructor|]. split; [intros; tauto|]. split; [tauto | reflexivity].
  - inversion N as [|? ? Out N']; subst. destruct IH as [L [NL [HL [Hn Len]]]];
      [exact N' | intros f I; apply H1; right; exact I|].
    assert (Fresh : forall b, ~ In (b :: e) L) by (intros b I; apply HL in I; tauto).
    simpl. destruct (in_dec same_pattern e L2) as [I2|O2].
    + assert (Both : forall b, seen Z (k :: Y) (b :: e)) by (apply both_ways, H2, I2).
      exists ((true :: e) :: (false :: e) :: L). split; [|split; [|split]].
      * constructor; [intros [Q|I]; [discriminate | exact (Fresh _ I)]|]. constructor; [apply Fresh | exact NL].
      * intros b f. simpl. rewrite HL. split.
        -- intros [Q|[Q|[I W]]]; [inversion Q; subst; auto | inversion Q; subst; auto | auto].
        -- intros [[<-|I] W]; [destruct b; auto | auto].
      * intros [Q|[Q|I]]; [discriminate | discriminate | auto].
      * simpl. rewrite Len. lia.
    + destruct (some_way e (H1 e (or_introl eq_refl))) as [b Sb].
      assert (Only : forall b', seen Z (k :: Y) (b' :: e) -> b' = b).
      { intros b' Sb'. destruct (bool_dec b' b) as [|D]; [assumption|]. exfalso. apply O2, H2, both_ways.
        intro t. destruct (bool_dec t b) as [->|D']; [exact Sb|].
        replace t with b' by (destruct t, b, b'; congruence). exact Sb'. }
      exists ((b :: e) :: L). split; [|split; [|split]].
      * constructor; [apply Fresh | exact NL].
      * intros t f. simpl. rewrite HL. split.
        -- intros [Q|[I W]]; [inversion Q; subst; auto | auto].
        -- intros [[<-|I] W]; [left; rewrite (Only t W); reflexivity | auto].
      * intros [Q|I]; [discriminate | auto].
      * simpl. rewrite Len. reflexivity.
Qed.
End More.
Theorem patterns_counted Y : forall Z, NoDup (Y ++ Z) -> (length Z <= d)%nat -> exists L, NoDup L /\
  (forall e, In e L <-> seen Z Y e) /\ length L = patterns (length Y) (d - length Z).
Proof.
  induction Y as [|k Y IH]; intros Z N LZ.
  - exists [nil]. split; [constructor; [intros []|constructor]|]. split; [|reflexivity]. intro e. simpl. split.
    + intros [<-|[]]. exists vzero. split; [intros j _; apply inner_zero_l | exact Logic.I].
    + intros [c [_ Sh]]. destruct e; [auto | contradiction Sh].
  - assert (N1 : NoDup (Y ++ Z)) by (inversion N; assumption).
    assert (N2 : NoDup (Y ++ k :: Z)) by (eapply Permutation_NoDup; [apply Permutation_middle | exact N]).
    assert (NZ : NoDup (k :: Z)).
    { clear - N2. induction Y as [|j Y IH]; [exact N2 | inversion N2; auto]. }
    destruct (Nat.eq_dec (length Z) d) as [Full|Room].
    + exists nil. split; [constructor|]. split; [|rewrite Full, Nat.sub_diag; reflexivity].
      intro e. split; [intros []|]. intros [c [Ac Sh]]. destruct e as [|b e]; [contradiction Sh|].
      destruct Sh as [P _]. rewrite (nothing_across Z c) in P; [lra | inversion NZ; assumption | exact Full | exact Ac].
    + destruct (General (k :: Z) NZ ltac:(simpl; lia) k (or_introl eq_refl)) as [u [Up Uz]].
      assert (Ua : across Z u).
      { intros j J. apply Uz; [right; exact J|]. intros ->. inversion NZ; auto. }
      destruct (IH Z N1 LZ) as [L1 [ND1 [H1 Len1]]].
      destruct (IH (k :: Z) N2 ltac:(simpl; lia)) as [L2 [ND2 [H2 Len2]]].
      destruct (gone_on k Z Y u Up Ua L2 H2 L1 ND1 (fun e => proj1 (H1 e))) as [L [ND [H [Hn Len]]]].
      exists L. split; [exact ND|]. split.
      * intro e. destruct e as [|b e].
        -- split; [intro I; destruct (Hn I)|]. intros [c [_ Sh]]. contradiction Sh.
        -- rewrite H. split; [tauto|]. intro Sb. split; [|exact Sb]. apply H1.
           destruct Sb as [c [Ac [_ Sh]]]. exists c. auto.
      * rewrite Len, Len1. set (F := filter _ L1). assert (LF : length F = length L2).
        { apply Nat.le_antisymm; apply NoDup_incl_length.
          - apply NoDup_filter, ND1.
          - intros e I. apply filter_In in I. destruct I as [_ I].
            destruct (in_dec (list_eq_dec bool_dec) e L2); [assumption | discriminate].
          - exact ND2.
          - intros e I. apply filter_In. split.
            + apply H1. apply H2 in I. exact (less_across k Z Y e I).
            + destruct (in_dec (list_eq_dec bool_dec) e L2); [reflexivity | contradiction]. }
        rewrite LF, Len2. simpl length.
        replace (d - length Z)%nat with (Datatypes.S (d - Datatypes.S (length Z))) by lia. reflexivity.
Qed.
End Cells.
