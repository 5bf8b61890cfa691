(* A set with N^m states on a grid, for every N, that are as far apart as their m numbers, has volume in m
   dimensions: counted is how many of them a set of small diameter can hold. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words NullSets Frechet Continuity Compactness.
Import ListNotations.
Open Scope R_scope.

(* ------------------------------------------------------------------ counting *)

Section Classes.
Context {X : Type} (class : nat -> X -> Prop).
Fixpoint first (n : nat) (c : nat -> nat) : nat :=
  match n with O => c O | S n => (first n c + c (S n))%nat end.
Lemma divided (A : X -> Prop) P : NoDup P -> ~ ~ exists Q W, (length P = length Q + length W)%nat /\
  NoDup Q /\ NoDup W /\ incl Q P /\ incl W P /\ (forall p, In p Q -> A p) /\ forall p, In p W -> ~ A p.
Proof.
  induction P as [|p P IH]; intros N None.
  - apply None. exists [], []. repeat split; auto using NoDup_nil, incl_refl; intros p [].
  - apply NoDup_cons_iff in N. destruct N as [New N]. apply (IH N).
    intros (Q & W & Len & NQ & NW & IQ & IW & AQ & AW).
    assert (Dec : ~ ~ (A p \/ ~ A p)) by tauto. apply Dec. intros [Y|Y]; apply None.
    + exists (p :: Q), W. repeat split; auto using incl_tl.
      * simpl. lia.
      * constructor; auto.
      * intros q [<-|J]; [left; auto | right; auto].
      * intros q [<-|J]; auto.
    + exists Q, (p :: W). repeat split; auto using incl_tl.
      * simpl. lia.
      * constructor; auto.
      * intros q [<-|J]; [left; auto | right; auto].
      * intros q [<-|J]; auto.
Qed.
Lemma counted (c : nat -> nat) n : forall P, NoDup P -> (forall p, In p P -> ~ ~ exists k, (k <= n)%nat /\ class k p) ->
  (forall k Q, NoDup Q -> incl Q P -> (forall p, In p Q -> class k p) -> (length Q <= c k)%nat) ->
  (length P <= first n c)%nat.
Proof.
  induction n as [|n IH]; intros P N Some Bd; apply Nat.nlt_ge; intro Lt.
  - apply (divided (class O) P N). intros (Q & W & Len & NQ & NW & IQ & IW & AQ & AW).
    destruct W as [|p W].
    + assert (B := Bd O Q NQ IQ AQ). simpl in *. lia.
    + apply (Some p (IW p (or_introl eq_refl))). intros [k [K C]]. apply (AW p (or_introl eq_refl)).
      replace k with O in C by lia. exact C.
  - apply (divided (class (S n)) P N). intros (Q & W & Len & NQ & NW & IQ & IW & AQ & AW).
    assert (B := Bd (S n) Q NQ IQ AQ). assert (B' := IH W NW).
    cut (length W <= first n c)%nat; [simpl in Lt; lia|]. apply B'.
    + intros p J No. apply (Some p (IW p J)). intros [k [K C]]. destruct (Nat.eq_dec k (S n)) as [->|D].
      * exact (AW p J C).
      * apply No. exists k. split; [lia | exact C].
    + intros k V NV IV. apply Bd; auto. intros p J. apply IW, IV, J.
Qed.
End Classes.

(* Lists of m numbers of which no two differ by more than q anywhere are at most (q + 1)^m. *)
Definition close (q : nat) := Forall2 (fun a b : nat => (a <= b + q)%nat).
Lemma least (P : list (list nat)) : exists a, (forall p, In p P -> (a <= hd O p)%nat) /\
  (P = [] \/ exists p, In p P /\ hd O p = a).
Proof.
  induction P as [|p P [a [Le At]]]; [exists O; split; [intros p [] | auto]|].
  destruct At as [->|[q [J E]]]; [exists (hd O p); split; [intros q [<-|[]]; auto | right; exists p; simpl; auto]|].
  destruct (Nat.le_gt_cases a (hd O p)) as [L|L].
  - exists a. split; [intros r [<-|R]; auto | right; exists q; simpl; auto].
  - exists (hd O p). split; [|right; exists p; simpl; auto].
    intros r [<-|R]; [auto | specialize (Le r R); lia].
Qed.
Lemma first_const n v : first n (fun _ => v) = (S n * v)%nat.
Proof. induction n as [|n IH]; simpl; [lia | rewrite IH; simpl; lia]. Qed.
Lemma first_sum n c : INR (first n c) = sum_f_R0 (fun k => INR (c k)) n.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite plus_INR, IH. reflexivity. Qed.
Lemma few_close q m : forall P, NoDup P -> (forall p, In p P -> length p = m) ->
  (forall p p', In p P -> In p' P -> close q p p') -> (length P <= S q ^ m)%nat.
Proof.
  induction m as [|m IH]; intros P N Len Close.
  - destruct P as [|p [|p' P]]; simpl; try lia. exfalso. apply NoDup_cons_iff in N. destruct N as [New _].
    apply New. assert (E := Len p (or_introl eq_refl)). assert (E' := Len p' (or_intror (or_introl eq_refl))).
    destruct p, p'; try discriminate. left. reflexivity.
  - destruct (least P) as [a [Le At]].
    assert (Bound := counted (fun k p => hd O p = (a + k)%nat) (fun _ => (S q ^ m)%nat) q P N).
    rewrite first_const in Bound. simpl Nat.pow. apply Bound; clear Bound.
    + intros p J No. apply No. destruct At as [->|[r [R E]]]; [destruct J|]. exists (hd O p - a)%nat.
      specialize (Le p J). assert (C := Close p r J R).
      destruct p as [|b p], r as [|b' r]; try (specialize (Len _ J); discriminate); inversion C; subst; simpl in *; lia.
    + intros k Q NQ IQ HQ. rewrite <- (map_length (@tl nat)). apply IH.
      * clear - NQ HQ Len IQ. assert (E : forall p, In p Q -> p = (a + k)%nat :: tl p).
        { intros p J. assert (L := Len p (IQ p J)). assert (H := HQ p J). destruct p; [discriminate|].
          simpl in H. rewrite H. reflexivity. }
        clear HQ IQ. induction Q as [|p Q IH]; simpl; [constructor|]. apply NoDup_cons_iff in NQ.
        destruct NQ as [New NQ]. constructor; [|apply IH; auto; intros r R; apply E; right; auto].
        intro J. apply in_map_iff in J. destruct J as [r [Eq R]]. apply New.
        rewrite (E p (or_introl eq_refl)), <- Eq, <- (E r (or_intror R)). exact R.
      * intros p J. apply in_map_iff in J. destruct J as [r [<- R]]. specialize (Len r (IQ r R)).
        destruct r; [discriminate|]. simpl in *. lia.
      * intros p p' J J'. apply in_map_iff in J. destruct J as [r [<- R]]. apply in_map_iff in J'.
        destruct J' as [r' [<- R']]. assert (C := Close r r' (IQ r R) (IQ r' R')). inversion C; subst; simpl; auto.
Qed.
Fixpoint grid (N m : nat) : list (list nat) :=
  match m with O => [[]] | S m => map (fun p => fst p :: snd p) (list_prod (seq 0 N) (grid N m)) end.
Lemma grid_length N m : length (grid N m) = (N ^ m)%nat.
Proof. induction m as [|m IH]; simpl; [reflexivity|]. rewrite map_length, prod_length, seq_length, IH. reflexivity. Qed.
Lemma grid_lengths N m p : In p (grid N m) -> length p = m.
Proof.
  revert p. induction m as [|m IH]; intros p J; simpl in J.
  - destruct J as [<-|[]]. reflexivity.
  - apply in_map_iff in J. destruct J as [[a r] [<- J]]. apply in_prod_iff in J. simpl. rewrite (IH r); tauto.
Qed.
Lemma grid_below N m p a : In p (grid N m) -> In a p -> (a < N)%nat.
Proof.
  revert p. induction m as [|m IH]; intros p J A; simpl in J.
  - destruct J as [<-|[]]. destruct A.
  - apply in_map_iff in J. destruct J as [[b r] [<- J]]. apply in_prod_iff in J. destruct J as [J R].
    destruct A as [<-|A]; [apply in_seq in J; simpl; lia | exact (IH r R A)].
Qed.
Lemma different_append {X} (A B : list X) : NoDup A -> NoDup B -> (forall x, In x A -> ~ In x B) -> NoDup (A ++ B).
Proof.
  intros NA NB D. induction A as [|a A IH]; [exact NB|]. apply NoDup_cons_iff in NA. destruct NA as [New NA].
  simpl. constructor.
  - intro J. apply in_app_iff in J. destruct J as [J|J]; [exact (New J) | exact (D a (or_introl eq_refl) J)].
  - apply IH; auto. intros x J. apply D. right. exact J.
Qed.
Lemma grid_different N m : NoDup (grid N m).
Proof.
  induction m as [|m IH]; simpl; [repeat constructor; intros []|].
  assert (H : forall T, NoDup T -> NoDup (map (fun p : nat * list nat => fst p :: snd p) (list_prod T (grid N m)))).
  { induction T as [|a T IHT]; intro NT; simpl; [constructor|]. apply NoDup_cons_iff in NT. destruct NT as [New NT].
    rewrite map_app, map_map. simpl. apply different_append; [| apply IHT, NT|].
    - apply FinFun.Injective_map_NoDup; [|exact IH]. intros x y E. injection E. auto.
    - intros x J J'. apply in_map_iff in J. destruct J as [r [<- R]]. apply in_map_iff in J'.
      destruct J' as [[b r'] [E R']]. apply in_prod_iff in R'. simpl in E. injection E as -> ->. tauto. }
  apply H, seq_NoDup.
Qed.

(* ------------------------------------------------------------------ a set with states on a grid *)

Section Grid.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (Frame : list S).
Hypothesis All : forall i, In i tokens.
Hypothesis Expands : forall x, x = vtotal Frame (fun e => vscale (inner e x) e).
Context (A : (Token -> S) -> Prop) (b h : R) (m : nat) (at_grid : nat -> list nat -> Token -> S).
Hypothesis Bounded : forall x i, A x -> vnorm (x i) <= b.
Hypothesis Closed : forall z, (forall d, 0 < d -> ~ ~ exists x, A x /\ near d z x) -> A z.
Hypothesis Hpos : 0 < h.
Hypothesis Mpos : (0 < m)%nat.
Hypothesis On : forall N p, (0 < N)%nat -> length p = m -> (forall a, In a p -> (a < N)%nat) -> A (at_grid N p).
(* In states at most r apart no number of the grid differs by more than r N/h. *)
Hypothesis Apart : forall N p p' r q, (0 < N)%nat -> length p = m -> length p' = m ->
  within (at_grid N p) r (at_grid N p') -> r * INR N <= h * INR q -> close q p p'.
Lemma two_powers x y n : 0 <= x -> 0 <= y -> (x + y) ^ n <= 2 ^ n * (x ^ n + y ^ n).
Proof.
  intros X Y. assert (P := pow_le x n X). assert (Q := pow_le y n Y). assert (T : 0 <= 2 ^ n) by (apply pow_le; lra).
  destruct (Rle_lt_dec x y) as [L|L].
  - apply Rle_trans with ((2 * y) ^ n); [apply pow_incr; lra|]. rewrite Rpow_mult_distr.
    apply Rmult_le_compat_l; lra.
  - apply Rle_trans with ((2 * x) ^ n); [apply pow_incr; lra|]. rewrite Rpow_mult_distr.
    apply Rmult_le_compat_l; lra.
Qed.
Lemma less_power x n : 0 <= x <= 1 -> (0 < n)%nat -> x ^ n <= x.
Proof.
  intros X P. destruct n as [|n]; [lia|]. simpl. rewrite <- (Rmult_1_r x) at 3. apply Rmult_le_compat_l; [lra|].
  rewrite <- (pow1 n). apply pow_incr, X.
Qed.
Lemma triangle (x y z : S) : vnorm (vsub x z) <= vnorm (vsub x y) + vnorm (vsub y z).
Proof. replace (vsub x z) with (vadd (vsub x y) (vsub y z)) by vector_sums. apply vnorm_add. Qed.
Theorem grid_not_null : ~ null m A.
Proof.
  intro Null. set (v := (h / 8) ^ m). assert (V : 0 < v) by (apply pow_lt; lra).
  destruct (Null (v / 4)) as [r [C [Diam [Sum Cov]]]]; [lra|].
  (* Each set with a margin around it, so that finitely many of them cover. *)
  set (w := Rmin 1 (v / 4)). assert (W : 0 < w) by (apply Rmin_pos; lra).
  assert (W1 : w <= 1) by apply Rmin_l. assert (Wv : w <= v / 4) by apply Rmin_r.
  set (t := fun k : nat => w * (/ 2) ^ Datatypes.S k).
  assert (Half : forall k, 0 < (/ 2) ^ k <= 1).
  { intro k. split; [apply pow_lt; lra|]. rewrite <- (pow1 k). apply pow_incr. lra. }
  assert (T : forall k, 0 < t k <= 1).
  { intro k. specialize (Half (Datatypes.S k)). unfold t. split; [apply Rmult_lt_0_compat; lra|].
    rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra. }
  assert (R0 : forall k, 0 <= r k) by (intro k; apply Diam).
  assert (Wide : forall n, sum_f_R0 (fun k => (r k + t k) ^ m) n <= 2 ^ m * (v / 2)).
  { intro n. apply Rle_trans with (2 ^ m * (sum_f_R0 (fun k => r k ^ m) n + sum_f_R0 t n)).
    - rewrite <- sum_plus, <- scaled_sum. apply sum_Rle. intros k _. eapply Rle_trans.
      + apply two_powers; [apply R0 | left; apply T].
      + apply Rmult_le_compat_l; [apply pow_le; lra|]. apply Rplus_le_compat_l, less_power; [|exact Mpos].
        split; [left|]; apply T.
    - apply Rmult_le_compat_l; [apply pow_le; lra|]. specialize (Sum n).
      assert (E : sum_f_R0 t n = w * (1 - (/ 2) ^ Datatypes.S n)) by apply halves. specialize (Half (Datatypes.S n)).
      assert (0 < w * (/ 2) ^ Datatypes.S n) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Left : forall n, ~ ~ exists x, A x /\ forall k, (k <= n)%nat -> forall y, C k y -> ~ within x (t k / 2) y).
  { intros n No. destruct (nfloor_ex (h / t n)) as [N0 [_ HN]].
    { apply Rlt_le, Rdiv_lt_0_compat; [exact Hpos | apply T]. }
    set (N := Datatypes.S N0). assert (NP : 0 < INR N) by (apply lt_0_INR; unfold N; lia).
    rewrite <- S_INR in HN. fold N in HN.
    assert (Tn : forall k, (k <= n)%nat -> h <= (r k + t k) * INR N).
    { intros k K. assert (D : t n <= t k).
      { unfold t. apply Rmult_le_compat_l; [lra|]. clear - K. induction K as [|n K IH]; [lra|].
        simpl in *. assert (0 < (/ 2) ^ n) by (apply pow_lt; lra). lra. }
      assert (h < t n * INR N).
      { apply Rmult_lt_reg_r with (/ t n); [apply Rinv_0_lt_compat, T|].
        replace (t n * INR N * / t n) with (INR N) by (field; apply Rgt_not_eq, T). exact HN. }
      assert (t n * INR N <= (r k + t k) * INR N); [|lra]. apply Rmult_le_compat_r; [lra|]. specialize (R0 k). lra. }
    set (q := fun k => Z.to_nat (up ((r k + t k) * INR N / h))).
    assert (Q : forall k, (r k + t k) * INR N <= h * INR (q k) /\ INR (q k) <= (r k + t k) * INR N / h + 1).
    { intro k. set (a := (r k + t k) * INR N / h). destruct (archimed a) as [U1 U2].
      assert (A0 : 0 <= a).
      { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, Hpos]. apply Rmult_le_pos; [|lra].
        assert (Rk := R0 k). assert (Tk := T k). lra. }
      assert (Z0 : (0 <= up a)%Z) by (apply le_IZR; lra).
      assert (E : INR (q k) = IZR (up a)) by (unfold q; fold a; rewrite INR_IZR_INZ, Z2Nat.id by exact Z0; reflexivity).
      rewrite E. split; [|lra]. replace ((r k + t k) * INR N) with (h * a) by (unfold a; field; lra).
      apply Rmult_le_compat_l; lra. }
    set (class := fun k p => exists y, C k y /\ within (at_grid N p) (t k / 2) y).
    assert (Count := counted class (fun k => (Datatypes.S (q k) ^ m)%nat) n (grid N m) (grid_different N m)).
    rewrite grid_length in Count.
    assert (Fine : (N ^ m <= first n (fun k => Datatypes.S (q k) ^ m))%nat).
    { apply Count; clear Count.
      - intros p P No'. apply No. exists (at_grid N p). split.
        + apply On; [unfold N; lia | exact (grid_lengths N m p P) | intros a; apply (grid_below N m p a P)].
        + intros k K y Cy Wy. apply No'. exists k. split; [exact K|]. exists y. auto.
      - intros k Z NZ IZ HZ. apply few_close; [exact NZ | intros p P; apply (grid_lengths N m p), IZ, P|].
        intros p p' P P'. apply (Apart N p p' (r k + t k)).
        + unfold N. lia.
        + apply (grid_lengths N m p), IZ, P.
        + apply (grid_lengths N m p'), IZ, P'.
        + intro i. destruct (HZ p P) as [y [Cy Y]]. destruct (HZ p' P') as [y' [Cy' Y']].
          assert (D := proj2 (Diam k) y y' Cy Cy' i). specialize (Y i). specialize (Y' i). cbv beta in *.
          rewrite vnorm_opposite in Y'.
          assert (G1 := triangle (at_grid N p' i) (y' i) (at_grid N p i)).
          assert (G2 := triangle (y' i) (y i) (at_grid N p i)). lra.
        + apply Q. }
    apply le_INR in Fine. rewrite pow_INR in Fine.
    rewrite first_sum in Fine.
    assert (Up : sum_f_R0 (fun k => INR (Datatypes.S (q k) ^ m)) n <=
      (4 * INR N / h) ^ m * sum_f_R0 (fun k => (r k + t k) ^ m) n).
    { rewrite <- scaled_sum. apply sum_Rle. intros k K. rewrite pow_INR, <- Rpow_mult_distr. apply pow_incr.
      split; [apply pos_INR|]. rewrite S_INR. assert (Qk := proj2 (Q k)). specialize (Tn k K).
      assert (E : 1 <= (r k + t k) * INR N / h).
      { apply Rmult_le_reg_r with h; [exact Hpos|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      replace (4 * INR N / h * (r k + t k)) with (4 * ((r k + t k) * INR N / h)) by (field; lra). lra. }
    assert (Pp : 0 < (4 * INR N / h) ^ m) by (apply pow_lt, Rdiv_lt_0_compat; lra).
    assert (Last : (4 * INR N / h) ^ m * (2 ^ m * (v / 2)) = INR N ^ m / 2).
    { unfold v. replace ((4 * INR N / h) ^ m * (2 ^ m * ((h / 8) ^ m / 2))) with
        ((4 * INR N / h) ^ m * 2 ^ m * (h / 8) ^ m / 2) by field.
      rewrite <- !Rpow_mult_distr. do 2 f_equal. field. lra. }
    assert (Np : 0 < INR N ^ m) by (apply pow_lt; exact NP).
    assert ((4 * INR N / h) ^ m * sum_f_R0 (fun k => (r k + t k) ^ m) n <= (4 * INR N / h) ^ m * (2 ^ m * (v / 2)))
      by (apply Rmult_le_compat_l; [lra | apply Wide]). lra. }
  destruct (cluster_state tokens Frame All Expands (fun n x => A x /\
    forall k, (k <= n)%nat -> forall y, C k y -> ~ within x (t k / 2) y) b) as [z Hz].
  - intros n n' x L [X H]. split; [exact X|]. intros k K. apply H. lia.
  - exact Left.
  - intros x i [X _]. apply Bounded, X.
  - assert (Az : A z).
    { apply Closed. intros d D None. apply (Hz O d D). intros [x [[X _] Nr]]. apply None. exists x. auto. }
    destruct (Cov z Az) as [k Ck]. assert (D : 0 < t k / 2) by (specialize (T k); lra).
    apply (Hz k _ D). intros [x [[X H] Nr]]. apply (H k (le_n k) z Ck). intro i.
    rewrite vnorm_opposite. left. exact (Nr i).
Qed.
End Grid.
