(* That "no volume" says something: the states of unit tokens have one in the dimension in which almost every
   start is meant, so that what is so for almost every start is so for some. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words NullSets Frechet Continuity Compactness Exchange.
Open Scope R_scope.

(* A set with N^m states on a grid, for every N, that are as far apart as their m numbers, has volume in m
   dimensions: counted is how many of them a set of small diameter can hold. *)
Import ListNotations.

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

Section Spheres.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (b0 : S) (B : list S).
Hypothesis Tokens : enumerates tokens.
Hypothesis same_token : forall i j : Token, {i = j} + {i <> j}.
Hypothesis Res : resolves (b0 :: B).
Hypothesis One : of_length_one (b0 :: B).
Hypothesis Some : (0 < length B)%nat.
Fixpoint along (c : R) (B : list S) (g : list nat) : S :=
  match B, g with b :: B, a :: g => vadd (vscale (c * INR a) b) (along c B g) | _, _ => vzero end.
Lemma across_along c x T g : (forall b, In b T -> inner x b = 0) -> inner x (along c T g) = 0.
Proof.
  revert g. induction T as [|b T IH]; intros g H; [apply inner_zero_r|].
  destruct g as [|a g]; simpl; [apply inner_zero_r|].
  rewrite inner_add_r, inner_scale_r, (H b (or_introl eq_refl)), IH; [ring|]. intros b' I. apply H. right. exact I.
Qed.
Let orthogonal (T : list S) := ForallOrdPairs (fun e f => inner e f = 0) T.
Lemma basis_orthogonal : forall T F, resolves (F ++ T) -> of_length_one (F ++ T) -> orthogonal T.
Proof.
  induction T as [|b T IH]; intros F R O; [constructor|]. constructor.
  - apply Forall_forall. intros f I. destruct (in_split f T I) as [U [V ->]].
    apply (resolved_across (F ++ b :: U) f V b).
    + rewrite <- app_assoc. exact R.
    + apply O. apply in_or_app. right. right. apply in_or_app. right. left. reflexivity.
    + apply in_or_app. right. left. reflexivity.
  - apply (IH (F ++ b :: nil)); rewrite <- app_assoc; assumption.
Qed.
Lemma along_length c M T g : orthogonal T -> of_length_one T -> 0 <= c -> (forall a, In a g -> c * INR a <= M) ->
  inner (along c T g) (along c T g) <= INR (length T) * (M * M).
Proof.
  intros O U C. revert g. induction T as [|b T IH]; intros g H; simpl along.
  - rewrite inner_zero_r. simpl. lra.
  - destruct g as [|a g].
    + rewrite inner_zero_r. apply Rmult_le_pos; [apply pos_INR | apply Rle_0_sqr].
    + inversion O as [|? ? F O']; subst. rewrite Forall_forall in F.
      rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (U b (or_introl eq_refl)),
        (inner_sym _ (along c T g) b), (across_along c b T g F).
      assert (G := IH O' (fun b' I => U b' (or_intror I)) g (fun a' I => H a' (or_intror I))).
      assert (A := H a (or_introl eq_refl)).
      assert (A0 : 0 <= c * INR a) by (apply Rmult_le_pos; [exact C | apply pos_INR]).
      assert (c * INR a * (c * INR a) <= M * M) by (apply Rmult_le_compat; auto).
      change (length (b :: T)) with (Datatypes.S (length T)). rewrite S_INR. lra.
Qed.
Lemma along_apart c r q T g g' : orthogonal T -> of_length_one T -> 0 < c ->
  length g = length T -> length g' = length T ->
  (forall b, In b T -> Rabs (inner b (along c T g') - inner b (along c T g)) <= r) -> r <= c * INR q -> close q g g'.
Proof.
  intros O U C. revert g g'.
  induction T as [|b T IH]; intros [|a g] [|a' g'] L L' H Q; try discriminate; [constructor|].
  inversion O as [|? ? F O']; subst. rewrite Forall_forall in F. constructor.
  - assert (D := H b (or_introl eq_refl)). simpl in D.
    rewrite !inner_add_r, !inner_scale_r, (U b (or_introl eq_refl)), !(across_along c b T _ F) in D.
    apply Rabs_le_between in D. apply INR_le. rewrite plus_INR. apply Rmult_le_reg_l with c; [exact C|]. lra.
  - apply IH; auto; [intros b' I; apply U; right; exact I|]. intros b' I. assert (D := H b' (or_intror I)). simpl in D.
    rewrite !inner_add_r, !inner_scale_r, (inner_sym _ b' b), (F b' I) in D.
    replace (c * INR a' * 0 + inner b' (along c T g') - (c * INR a * 0 + inner b' (along c T g))) with
      (inner b' (along c T g') - inner b' (along c T g)) in D by ring. exact D.
Qed.
Let d := length B.
Let h := / INR d.
Lemma d_positive : 1 <= INR d. Proof. apply (le_INR 1). exact Some. Qed.
Definition point (N : nat) (g : list nat) : S :=
  let u := along (h / INR N) B g in vadd (vscale (sqrt (1 - inner u u)) b0) u.
Lemma b0_across b : In b B -> inner b0 b = 0.
Proof.
  intro I. assert (O := basis_orthogonal (b0 :: B) nil Res One). inversion O as [|? ? F _]; subst.
  rewrite Forall_forall in F. exact (F b I).
Qed.
Lemma B_orthogonal : orthogonal B. Proof. exact (basis_orthogonal B (b0 :: nil) Res One). Qed.
Lemma B_one : of_length_one B. Proof. intros b I. apply One. right. exact I. Qed.
Lemma point_unit N g : (0 < N)%nat -> (forall a, In a g -> (a < N)%nat) -> inner (point N g) (point N g) = 1.
Proof.
  intros NP Below. assert (D := d_positive). assert (Np : 0 < INR N) by (apply lt_0_INR; exact NP).
  assert (Hp : 0 < h) by (apply Rinv_0_lt_compat; lra).
  assert (c0 : 0 <= h / INR N) by (apply Rlt_le, Rdiv_lt_0_compat; auto).
  unfold point. set (u := along (h / INR N) B g).
  assert (Small : inner u u <= 1).
  { apply Rle_trans with (INR d * (h * h)).
    - apply along_length; [exact B_orthogonal | exact B_one | exact c0|]. intros a I.
      assert (L : INR a <= INR N) by (apply le_INR; specialize (Below a I); lia).
      replace h with (h / INR N * INR N) at 2 by (field; lra). apply Rmult_le_compat_l; auto.
    - unfold h. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (Z : inner b0 u = 0) by (apply across_along; exact b0_across).
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ u b0), Z,
    (One b0 (or_introl eq_refl)).
  assert (Sq := sqrt_sqrt (1 - inner u u) ltac:(lra)). lra.
Qed.
Lemma point_apart N g g' r q : (0 < N)%nat -> length g = d -> length g' = d ->
  vnorm (vsub (point N g') (point N g)) <= r -> r * INR N <= h * INR q -> close q g g'.
Proof.
  intros NP L L' Near Q. assert (Np : 0 < INR N) by (apply lt_0_INR; exact NP). assert (D := d_positive).
  assert (Hp : 0 < h) by (apply Rinv_0_lt_compat; lra).
  apply (along_apart (h / INR N) r q B g g' B_orthogonal B_one); auto.
  - apply Rdiv_lt_0_compat; auto.
  - intros b I. assert (Z : forall g, inner b (point N g) = inner b (along (h / INR N) B g)).
    { intro e. unfold point. rewrite inner_add_r, inner_scale_r, (inner_sym _ b b0), (b0_across b I). ring. }
    rewrite <- !Z. replace (inner b (point N g') - inner b (point N g)) with (inner b (vsub (point N g') (point N g)))
      by (unfold vsub; rewrite inner_add_r, inner_scale_r; ring).
    eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite (B_one b I), sqrt_1, Rmult_1_l. exact Near.
  - replace (h / INR N * INR q) with (h * INR q / INR N) by (field; lra).
    apply Rmult_le_reg_r with (INR N); [exact Np|].
    replace (h * INR q / INR N * INR N) with (h * INR q) by (field; lra). exact Q.
Qed.
Fixpoint state (N : nat) (T : list Token) (g : list nat) (j : Token) : S :=
  match T with
  | nil => b0
  | i :: T => if same_token i j then point N (firstn d g) else state N T (skipn d g) j
  end.
Lemma state_unit N T g j : (0 < N)%nat -> (forall a, In a g -> (a < N)%nat) ->
  inner (state N T g j) (state N T g j) = 1.
Proof.
  intro NP. revert g. induction T as [|i T IH]; intros g Below; simpl; [apply One; left; reflexivity|].
  assert (Cut := firstn_skipn d g). destruct (same_token i j).
  - apply point_unit; [exact NP|]. intros a I. apply Below. rewrite <- Cut. apply in_or_app. left. exact I.
  - apply IH. intros a I. apply Below. rewrite <- Cut. apply in_or_app. right. exact I.
Qed.
Lemma state_apart N T g g' r q : NoDup T -> (0 < N)%nat -> length g = (length T * d)%nat ->
  length g' = (length T * d)%nat -> (forall i, In i T -> vnorm (vsub (state N T g' i) (state N T g i)) <= r) ->
  r * INR N <= h * INR q -> close q g g'.
Proof.
  intros ND NP. revert g g'. induction T as [|i T IH]; intros g g' L L' Near Q.
  - destruct g, g'; try discriminate. constructor.
  - apply NoDup_cons_iff in ND. destruct ND as [New ND]. simpl in L, L'.
    rewrite <- (firstn_skipn d g), <- (firstn_skipn d g'). apply Forall2_app.
    + apply (point_apart N _ _ r q NP); [apply firstn_length_le; lia | apply firstn_length_le; lia | | exact Q].
      assert (H := Near i (or_introl eq_refl)). simpl in H. destruct (same_token i i); [exact H | contradiction].
    + apply IH; auto; [rewrite skipn_length; lia | rewrite skipn_length; lia|].
      intros j J. assert (H := Near j (or_intror J)). simpl in H.
      destruct (same_token i j) as [->|_]; [contradiction | exact H].
Qed.
Lemma spheres_not_null : ~ null (length tokens * d) (fun x : Token -> S => forall i, inner (x i) (x i) = 1).
Proof.
  destruct Tokens as [Ne [ND All]]. assert (D := d_positive).
  apply (grid_not_null tokens (b0 :: B) All (resolved_expansion _ Res) _ 1 h (length tokens * d)
    (fun N => state N tokens)).
  - intros x i U. unfold vnorm. rewrite U, sqrt_1. lra.
  - intros z Near i. assert (N1 : vnorm (z i) = 1).
    { apply Rminus_diag_uniq, cond_eq. intros e E. rewrite Rminus_0_r. apply Rnot_le_lt. intro L.
      apply (Near (e / 2)); [lra|]. intros [x [U Nr]]. specialize (U i). specialize (Nr i).
      assert (X : vnorm (x i) = 1) by (unfold vnorm; rewrite U; apply sqrt_1).
      assert (G1 := vnorm_gap (x i) (z i)). assert (G2 := vnorm_gap (z i) (x i)).
      rewrite (vnorm_opposite (z i)) in G2. revert L. apply Rlt_not_le. apply Rle_lt_trans with (e / 2); [|lra].
      apply Rabs_le. lra. }
    rewrite <- vnorm_square, N1. ring.
  - apply Rinv_0_lt_compat. lra.
  - apply Nat.mul_pos_pos; [|exact Some]. destruct tokens; [tauto | simpl; lia].
  - intros N p NP _ Below i. apply state_unit; auto.
  - intros N p p' r q NP L L' Near. apply (state_apart N tokens p p' r q ND NP L L'). intros i _. exact (Near i).
Qed.
End Spheres.

(* What is so for almost every start is so for some, whatever the dimension and the number of tokens. *)
Theorem almost_every_is_some {S : inner_product_space} {Token} (tokens : list Token) (P : (Token -> S) -> Prop) :
  enumerates tokens -> (forall i j : Token, {i = j} + {i <> j}) -> for_almost_every tokens P ->
  ~ forall x, (forall i, inner (x i) (x i) = 1) -> ~ P x.
Proof.
  intros E Dec [B [One [Frame Null]]] None.
  assert (All : null (length tokens * (length B - 1)) (fun x : Token -> S => forall i, inner (x i) (x i) = 1)).
  { apply (null_part _ _ _ Null). auto. }
  destruct B as [|b0 [|b1 B]].
  1, 2 : simpl in All; rewrite Nat.mul_0_r in All; destruct (All (/ 2)) as [r [C [_ [Sum _]]]]; [lra|];
    specialize (Sum O); simpl in Sum; lra.
  revert All. apply (spheres_not_null tokens b0 (b1 :: B) E Dec (expansion_resolves _ Frame) One). simpl. lia.
Qed.
