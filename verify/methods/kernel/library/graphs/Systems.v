(* Linear consensus systems on a graph: u_i' = sum_j beta_ij (u_j - u_i), with weights that vary in time.

   No closed set of tokens leaves its interval. If one token is reached from everywhere in D edges that
   pull with at least b, and no token is pulled with more than B, every spread shrinks to the part
   1 - (b/B)^D/(2 e D!) in the time 1/B. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Graphs.
Open Scope R_scope.

Definition consensus_system {Token} (tokens : list Token) (beta : R -> Token -> Token -> R)
  (u : Token -> R -> R) :=
  forall i, differentiable (u i) (fun t => total tokens (fun j => beta t i j * (u j t - u i t))).

(* ------------------------------------------------------------------ 1. time starts anywhere *)

Lemma derive_later (u : R -> R) s t l : is_derive u (s + t) l -> is_derive (fun h => u (s + h)) t l.
Proof.
  intros D. apply derive_shift in D. apply (derive_shift (fun h => u (s + h)) t l).
  eapply is_derive_ext; [|exact D]. intro h. cbv beta. f_equal. ring.
Qed.
Lemma later {Token} (tokens : list Token) beta (u : Token -> R -> R) s : 0 <= s ->
  consensus_system tokens beta u ->
  consensus_system tokens (fun t => beta (s + t)) (fun i t => u i (s + t)).
Proof. intros S D i t T. apply (derive_later (u i)). apply (D i). lra. Qed.
Lemma turned_over {Token} (tokens : list Token) beta (u : Token -> R -> R) :
  consensus_system tokens beta u -> consensus_system tokens beta (fun i t => - u i t).
Proof.
  intros D i t T. eapply derive_eq; [apply (derive_opp (u i)), (D i t T)|].
  replace (- total tokens (fun j => beta t i j * (u j t - u i t)))
    with (-1 * total tokens (fun j => beta t i j * (u j t - u i t))) by ring.
  rewrite <- total_scale. apply total_ext. intro j. ring.
Qed.

(* ------------------------------------------------------------------ 2. closed sets *)

Section Closed.
Context {Token : Type} (tokens : list Token) (beta : R -> Token -> Token -> R) (u : Token -> R -> R).
Hypothesis All : lists tokens.
Hypothesis Moves : consensus_system tokens beta u.
Hypothesis Pos : forall t i j, 0 <= t -> 0 <= beta t i j.
Lemma closed_set_below (S : Token -> Prop) M : (forall i, {S i} + {~ S i}) ->
  (forall t i j, 0 <= t -> S i -> ~ S j -> beta t i j = 0) -> (forall i, S i -> u i 0 <= M) ->
  forall i t, S i -> 0 <= t -> u i t <= M.
Proof.
  intros Dec Closed Start i t Si T.
  assert (H := barrier tokens (fun i t => if Dec i then u i t else M)
    (fun i t => if Dec i then total tokens (fun j => beta t i j * (u j t - u i t)) else 0) 0 M 1 All).
  assert (Q : (if Dec i then u i t else M) <= M).
  { apply H; try lra; clear i t Si T H.
    - intros i t T. destruct (Dec i); [apply Moves; auto | apply derive_const].
    - intro i. destruct (Dec i); [auto | lra].
    - intros i t T Above Largest. destruct (Dec i) as [Si|]; [|lra]. rewrite Rmult_0_l.
      replace 0 with (total tokens (fun _ => 0)) by apply total_zero. apply total_le. intro j.
      destruct (Dec j) as [Sj|Nj] eqn:E.
      + specialize (Largest j). rewrite E in Largest. assert (P := Pos t i j T).
        assert (0 <= beta t i j * (u i t - u j t)) by (apply Rmult_le_pos; lra). lra.
      + rewrite (Closed t i j T Si Nj). lra. }
  destruct (Dec i); [exact Q | contradiction].
Qed.
Lemma none_above M : (forall i, u i 0 <= M) -> forall i t, 0 <= t -> u i t <= M.
Proof.
  intros H i t T. apply (closed_set_below (fun _ => True) M); auto; intros; tauto.
Qed.
End Closed.
Lemma none_below {Token} (tokens : list Token) beta (u : Token -> R -> R) m : lists tokens ->
  consensus_system tokens beta u -> (forall t i j, 0 <= t -> 0 <= beta t i j) ->
  (forall i, m <= u i 0) -> forall i t, 0 <= t -> m <= u i t.
Proof.
  intros All Moves Pos H i t T. cut (- u i t <= - m); [lra|].
  apply (none_above tokens beta (fun i t => - u i t)); auto using turned_over.
  intro j. specialize (H j). lra.
Qed.

(* ------------------------------------------------------------------ 3. one window of the time 1/B *)

(* (b s)^n / n!, and its derivative. *)
Definition power_term b n s := (b * s) ^ n / INR (fact n).
Lemma power_term_nonneg b n s : 0 <= b -> 0 <= s -> 0 <= power_term b n s.
Proof.
  intros B S. apply Rmult_le_pos; [apply pow_le, Rmult_le_pos; auto|].
  left. apply Rinv_0_lt_compat, INR_fact_lt_0.
Qed.
Lemma power_term_grows b n s : is_derive (power_term b (S n)) s (b * power_term b n s).
Proof.
  assert (F := INR_fact_neq_0 n). assert (N : INR (S n) <> 0) by (apply not_0_INR; lia).
  assert (P : forall m, is_derive (fun s => (b * s) ^ S m) s (INR (S m) * b * (b * s) ^ m)).
  { assert (L : is_derive (fun s => b * s) s b).
    { eapply derive_eq.
      apply (derive_mult (fun _ => b) (fun s => s)); [apply derive_const | apply derive_id]. ring. }
    induction m as [|m IH].
    - eapply derive_eq; [apply (derive_mult (fun s => b * s) (fun _ => 1) s _ _ L (derive_const 1 s))|].
      simpl. ring.
    - eapply derive_eq.
      apply (derive_mult (fun s => b * s) (fun s => (b * s) ^ S m) s _ _ L IH).
      rewrite (S_INR (S m)). simpl pow. ring. }
  eapply derive_eq.
  apply (derive_mult (fun s => (b * s) ^ S n) (fun _ => / INR (fact (S n))) s _ _ (P n) (derive_const _ s)).
  unfold power_term. rewrite fact_simpl, mult_INR. field. auto.
Qed.
Lemma power_term_falls b n s : 0 <= b -> 0 <= s -> b * s <= 1 -> power_term b (S n) s <= power_term b n s.
Proof.
  intros B S L. assert (P := power_term_nonneg b n s B S). assert (F := INR_fact_lt_0 n).
  assert (N : 1 <= INR (Datatypes.S n)) by (rewrite S_INR; assert (Q := pos_INR n); lra).
  replace (power_term b (Datatypes.S n) s) with (power_term b n s * (b * s / INR (Datatypes.S n))).
  - rewrite <- (Rmult_1_r (power_term b n s)) at 2. apply Rmult_le_compat_l; [exact P|].
    apply Rmult_le_reg_r with (INR (Datatypes.S n)); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - unfold power_term. rewrite fact_simpl, mult_INR. simpl pow. field. lra.
Qed.
Lemma power_term_zero b n : power_term b (S n) 0 = 0.
Proof. unfold power_term. simpl. rewrite Rmult_0_r, Rmult_0_l. unfold Rdiv. ring. Qed.

(* What a window of the time 1/B takes off a spread, D edges away from r. *)
Definition shrinkage D b B := (b / B) ^ D / (2 * exp 1 * INR (fact D)).
(* i reaches r over so few edges that at least eps is taken off (up to a double negation). *)
Definition arrives {Token} (edge : Token -> Token -> Prop) r b B eps i :=
  ~ ~ exists n, reaches edge r n i /\ eps <= shrinkage n b B.

Lemma shrinkage_range D b B : 0 < b -> b <= B -> 0 < shrinkage D b B <= 1 / 2.
Proof.
  intros Bpos BB. assert (Bp : 0 < B) by lra. assert (F := INR_fact_lt_0 D). assert (E := exp_pos 1).
  assert (Q : 0 < b / B) by (apply Rdiv_lt_0_compat; auto).
  assert (Q1 : b / B <= 1).
  { apply Rmult_le_reg_r with B; [auto|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (E1 : exp 0 <= exp 1) by (apply exp_le; lra). rewrite exp_0 in E1.
  assert (F1 : 1 <= INR (fact D)).
  { change 1 with (INR 1). apply le_INR. apply lt_O_fact. }
  assert (P : 0 < 2 * exp 1 * INR (fact D)) by (repeat apply Rmult_lt_0_compat; lra).
  unfold shrinkage. split; [apply Rdiv_lt_0_compat; [apply pow_lt; auto | auto]|].
  apply Rmult_le_reg_r with (2 * exp 1 * INR (fact D)); [auto|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert ((b / B) ^ D <= 1) by (rewrite <- (pow1 D); apply pow_incr; lra).
  assert (1 * 1 <= exp 1 * INR (fact D)) by (apply Rmult_le_compat; lra). unfold Rdiv in *. lra.
Qed.

Section Window.
Context {Token : Type} (tokens : list Token) (beta : R -> Token -> Token -> R) (u : Token -> R -> R)
  (edge : Token -> Token -> Prop) (r : Token) (b B eps : R).
Hypothesis All : lists tokens.
Hypothesis Moves : consensus_system tokens beta u.
Hypothesis Pos : forall t i j, 0 <= t -> 0 <= beta t i j.
Hypothesis Edge : forall t i j, 0 <= t -> edge i j -> b <= beta t i j.
Hypothesis Row : forall t i, 0 <= t -> total tokens (beta t i) <= B.
Hypothesis Bpos : 0 < b.
Hypothesis BB : b <= B.
Hypothesis Root : forall i, arrives edge r b B eps i.

(* The depths below an upper bound. *)
Lemma depth_rate high i t : 0 <= t -> (forall j, u j t <= high) ->
  - B * (high - u i t) <= total tokens (fun j => beta t i j * (u i t - u j t)) /\
  forall j, edge i j ->
    b * (high - u j t) - B * (high - u i t) <= total tokens (fun j => beta t i j * (u i t - u j t)).
Proof.
  intros T H. set (z := high - u i t). assert (Z : 0 <= z) by (specialize (H i); unfold z; lra).
  assert (E : total tokens (fun j => beta t i j * (u i t - u j t)) =
    total tokens (fun j => beta t i j * (high - u j t)) - total tokens (beta t i) * z).
  { rewrite <- total_scale_r. unfold Rminus at 2. replace (- total tokens (fun k => beta t i k * z))
      with (-1 * total tokens (fun k => beta t i k * z)) by ring.
    rewrite <- total_scale, <- total_add. apply total_ext. intro j. unfold z. ring. }
  assert (N : forall j, 0 <= beta t i j * (high - u j t)).
  { intro j. apply Rmult_le_pos; [auto | specialize (H j); lra]. }
  assert (R : total tokens (beta t i) * z <= B * z) by (apply Rmult_le_compat_r; auto).
  rewrite E. split.
  - assert (P := total_nonneg tokens _ N). lra.
  - intros j J. assert (P := total_at_least tokens _ j (All j) N). cbv beta in P.
    assert (b * (high - u j t) <= beta t i j * (high - u j t)); [|lra].
    apply Rmult_le_compat_r; [specialize (H j); lra | auto].
Qed.
Lemma depth_moves high i t : 0 <= t -> is_derive (fun t => (high - u i t) * exp (B * t)) t
  ((total tokens (fun j => beta t i j * (u i t - u j t)) + B * (high - u i t)) * exp (B * t)).
Proof.
  intros T. eapply derive_eq.
  - apply (derive_mult (fun t => high - u i t) (fun t => exp (B * t))); [|apply derive_exp_rate].
    apply (derive_minus (fun _ => high) (u i)); [apply derive_const | apply (Moves i t T)].
  - rewrite Rmult_plus_distr_r. cbv beta. f_equal; [|ring]. f_equal.
    replace (0 - total tokens (fun j => beta t i j * (u j t - u i t)))
      with (-1 * total tokens (fun j => beta t i j * (u j t - u i t))) by ring.
    rewrite <- total_scale. apply total_ext. intro j. ring.
Qed.
(* Whoever is n edges away from r is pulled down, by the n-th term of the exponential series. *)
Lemma pulled_down high c : (forall j, u j 0 <= high) -> 0 <= c -> c <= high - u r 0 ->
  forall n i, reaches edge r n i -> forall s, 0 <= s -> b * s <= 1 ->
  c * power_term b n s <= (high - u i s) * exp (B * s).
Proof.
  intros H C Start n i W.
  assert (Below : forall t j, 0 <= t -> u j t <= high).
  { intros t j T. apply (none_above tokens beta u); auto. }
  induction W as [|n i W IH|n i j E W IH]; intros s S L.
  - assert (G := growth (fun t => (high - u r t) * exp (B * t)) _ 0 0 s S
      (fun t T => depth_moves high r t (proj1 T))).
    cbv beta in G. rewrite Rmult_0_r, exp_0, Rmult_0_l in G. unfold power_term. simpl.
    assert (0 <= (high - u r s) * exp (B * s) - (high - u r 0) * 1); [|lra]. apply G.
    intros t T. apply Rmult_le_pos; [|left; apply exp_pos].
    assert (P := proj1 (depth_rate high r t (proj1 T) (fun j => Below t j (proj1 T)))). lra.
  - eapply Rle_trans; [|apply IH; auto]. apply Rmult_le_compat_l; [auto|].
    apply power_term_falls; lra.
  - assert (G := growth (fun t => (high - u i t) * exp (B * t) - c * power_term b (Datatypes.S n) t)
      (fun t => (total tokens (fun j => beta t i j * (u i t - u j t)) + B * (high - u i t)) * exp (B * t)
        - c * (b * power_term b n t)) 0 0 s S).
    cbv beta in G. rewrite power_term_zero, Rmult_0_r, exp_0 in G.
    assert (Q : 0 * (s - 0) <= (high - u i s) * exp (B * s) - c * power_term b (Datatypes.S n) s
      - ((high - u i 0) * 1 - c * 0)).
    { apply G.
      - intros t T. apply (derive_minus (fun t => (high - u i t) * exp (B * t))
          (fun t => c * power_term b (Datatypes.S n) t)); [apply depth_moves; lra|].
        eapply derive_eq. apply (derive_mult (fun _ => c) (power_term b (Datatypes.S n)));
          [apply derive_const | apply power_term_grows]. ring.
      - intros t T. assert (P := proj2 (depth_rate high i t (proj1 T)
          (fun k => Below t k (proj1 T))) j E).
        assert (bt : b * t <= 1) by
          (apply Rle_trans with (b * s); [apply Rmult_le_compat_l; lra | auto]).
        specialize (IH t (proj1 T) bt). assert (Ex := exp_pos (B * t)).
        assert (b * (high - u j t) * exp (B * t) <= (total tokens (fun j => beta t i j * (u i t - u j t))
          + B * (high - u i t)) * exp (B * t)) by (apply Rmult_le_compat_r; lra).
        assert (b * (c * power_term b n t) <= b * ((high - u j t) * exp (B * t))) by
          (apply Rmult_le_compat_l; lra). lra. }
    specialize (H i). lra.
Qed.

Lemma window_up high c : (forall j, u j 0 <= high) -> 0 <= c -> c <= high - u r 0 -> forall i,
  u i (/ B) <= high - 2 * eps * c.
Proof.
  intros H C Start i. apply Rnot_lt_le. intro Low. apply (Root i). intros [D [W A]].
  revert Low. apply Rle_not_lt.
  assert (Bp : 0 < B) by lra. assert (I : 0 < / B) by (apply Rinv_0_lt_compat; auto).
  assert (P := pulled_down high c H C Start D i W (/ B) ltac:(lra)).
  assert (L : b * / B <= 1).
  { apply Rmult_le_reg_r with B; [auto|]. rewrite Rmult_assoc, Rinv_l; lra. }
  specialize (P L). rewrite Rinv_r in P by lra. assert (E := exp_pos 1). assert (F := INR_fact_lt_0 D).
  assert (2 * shrinkage D b B * c <= high - u i (/ B)).
  2:{ assert (2 * eps * c <= 2 * shrinkage D b B * c) by (apply Rmult_le_compat_r; lra). lra. }
  apply Rmult_le_reg_r with (exp 1); [auto|]. eapply Rle_trans; [|exact P]. right.
  unfold shrinkage, power_term, Rdiv. field. lra.
Qed.
End Window.

Section Gather.
Context {Token : Type} (tokens : list Token) (beta : R -> Token -> Token -> R) (u : Token -> R -> R)
  (edge : Token -> Token -> Prop) (r : Token) (b B eps : R).
Hypothesis All : lists tokens.
Hypothesis Moves : consensus_system tokens beta u.
Hypothesis Pos : forall t i j, 0 <= t -> 0 <= beta t i j.
Hypothesis Edge : forall t i j, 0 <= t -> edge i j -> b <= beta t i j.
Hypothesis Row : forall t i, 0 <= t -> total tokens (beta t i) <= B.
Hypothesis Bpos : 0 < b.
Hypothesis BB : b <= B.
Hypothesis Eps : 0 < eps <= 1 / 2.
Hypothesis Root : forall i, arrives edge r b B eps i.

Lemma window s low high : 0 <= s -> (forall i, low <= u i s <= high) -> exists low' high',
  (forall i t, s + / B <= t -> low' <= u i t <= high') /\ high' - low' <= (1 - eps) * (high - low).
Proof.
  intros S H. assert (I : 0 < / B) by (apply Rinv_0_lt_compat; lra).
  assert (M := later tokens beta u s S Moves). assert (N := turned_over _ _ _ M).
  assert (Z : s + 0 = s) by ring.
  assert (P : forall t i j, 0 <= t -> 0 <= beta (s + t) i j) by (intros; apply Pos; lra).
  assert (E : forall t i j, 0 <= t -> edge i j -> b <= beta (s + t) i j) by (intros; apply Edge; auto; lra).
  assert (W : forall t i, 0 <= t -> total tokens (beta (s + t) i) <= B) by (intros; apply Row; lra).
  assert (M2 : 0 <= s + / B) by lra.
  assert (Later : forall l h, (forall i, l <= u i (s + / B) <= h) ->
    forall i t, s + / B <= t -> l <= u i t <= h).
  { intros l h Q i t T. assert (M3 := later tokens beta u (s + / B) M2 Moves).
    replace t with (s + / B + (t - (s + / B))) by ring. split.
    - apply (none_below tokens (fun t => beta (s + / B + t)) (fun i t => u i (s + / B + t))); auto; try lra.
      + intros. apply Pos. lra.
      + intro j. rewrite Rplus_0_r. apply Q.
    - apply (none_above tokens (fun t => beta (s + / B + t)) (fun i t => u i (s + / B + t))); auto; try lra.
      + intros. apply Pos. lra.
      + intro j. rewrite Rplus_0_r. apply Q. }
  assert (Up : forall i, u i (s + / B) <= high).
  { intro i. apply (none_above tokens (fun t => beta (s + t)) (fun i t => u i (s + t))); auto; try lra.
    intro j. rewrite Z. apply H. }
  assert (Down : forall i, low <= u i (s + / B)).
  { intro i. apply (none_below tokens (fun t => beta (s + t)) (fun i t => u i (s + t))); auto; try lra.
    intro j. rewrite Z. apply H. }
  set (c := (high - low) / 2). assert (C : 0 <= c) by (unfold c; destruct (H r); lra).
  destruct (Rle_or_lt (u r s) ((low + high) / 2)) as [L|L].
  - exists low, (high - 2 * eps * c). split; [|unfold c; right; field].
    apply Later. intro i. split; [apply Down|].
    apply (window_up tokens (fun t => beta (s + t)) (fun i t => u i (s + t)) edge r b B eps); auto.
    + intro j. rewrite Z. apply H.
    + rewrite Z. unfold c. lra.
  - exists (low + 2 * eps * c), high. split; [|unfold c; right; field].
    apply Later. intro i. split; [|apply Up]. 
    assert (Q := window_up tokens (fun t => beta (s + t)) (fun i t => - u i (s + t)) edge r b B eps
      All N P E W Bpos BB Root (- low) c).
    cut (- u i (s + / B) <= - low - 2 * eps * c); [lra|]. apply Q; auto.
    + intro j. rewrite Z. destruct (H j). lra.
    + rewrite Z. unfold c. lra.
Qed.
(* The spread after N windows, and from then on. *)
Theorem rooted_systems_gather low high : (forall i, low <= u i 0 <= high) -> forall N : nat,
  exists low' high', (forall i t, INR N / B <= t -> low' <= u i t <= high') /\
  high' - low' <= (1 - eps) ^ N * (high - low).
Proof.
  intros H N. assert (I : 0 < / B) by (apply Rinv_0_lt_compat; lra).
  induction N as [|N [l [h [Q L]]]].
  - exists low, high. split; [|simpl; lra]. intros i t T. simpl in T. unfold Rdiv in T. split.
    + apply (none_below tokens beta u); auto; try lra. intro; apply H.
    + apply (none_above tokens beta u); auto; try lra. intro; apply H.
  - assert (Np : 0 <= INR N / B) by (apply Rmult_le_pos; [apply pos_INR | lra]).
    destruct (window (INR N / B) l h Np) as [l' [h' [Q' L']]]; [intro i; apply Q; lra|].
    exists l', h'. split.
    + intros i t T. apply Q'. rewrite S_INR in T. unfold Rdiv in *. lra.
    + eapply Rle_trans; [exact L'|]. simpl. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
Qed.
End Gather.

(* What all others are given by everybody, its sum is a rate. *)
Lemma common_pull {Token} (tokens : list Token) beta (u : Token -> R -> R) (least : Token -> R) M :
  lists tokens -> consensus_system tokens beta u -> (forall j, 0 <= least j) ->
  (forall t i j, 0 <= t -> i = j \/ least j <= beta t i j) -> (forall i j, u i 0 - u j 0 <= M) ->
  forall i j t, 0 <= t -> u i t - u j t <= M * exp (- total tokens least * t).
Proof.
  intros All Moves Pos Pull Start. apply (spread_decays tokens u _ (total tokens least) M All Moves Start).
  intros i j t T Top Bottom.
  assert (A : total tokens (fun q => beta t i q * (u q t - u i t)) <=
    total tokens (fun q => least q * (u q t - u i t))).
  { apply total_le. intro q. specialize (Top q). destruct (Pull t i q T) as [<-|L]; [lra|].
    assert (0 <= (beta t i q - least q) * (u i t - u q t)) by (apply Rmult_le_pos; lra). lra. }
  assert (B : total tokens (fun q => least q * (u q t - u j t)) <=
    total tokens (fun q => beta t j q * (u q t - u j t))).
  { apply total_le. intro q. specialize (Bottom q). destruct (Pull t j q T) as [<-|L]; [lra|].
    assert (0 <= (beta t j q - least q) * (u q t - u j t)) by (apply Rmult_le_pos; lra). lra. }
  assert (E : total tokens (fun q => least q * (u q t - u i t)) =
    total tokens (fun q => least q * (u q t - u j t)) + - total tokens least * (u i t - u j t)).
  { replace (- total tokens least * (u i t - u j t)) with (total tokens least * (u j t - u i t)) by ring.
    rewrite <- total_scale_r, <- total_add. apply total_ext. intro q. ring. }
  lra.
Qed.
