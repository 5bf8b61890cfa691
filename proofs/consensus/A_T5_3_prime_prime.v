(* A-T5.3'': causal tokens follow the first eigenvector, if it turns slowly enough: token after token
   gets a floor for its cosine and a ball to end in, whose radius is proportional to the speed. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Ranks Following Followers.
Open Scope R_scope.

Section System.
Context {Token : Type} (tokens : list Token) (up_to : Token -> Token -> R).
Hypothesis Tokens : enumerates tokens.
Hypothesis Order : ordered up_to.
Context {S : inner_product_space} (m a g u delta : R) (U : R -> S -> S) (v w : R -> S) (lam : R -> R)
  (alpha : R -> Token -> Token -> R) (y : R -> Token -> S).
Hypothesis Positive : 0 < m /\ m <= a /\ 0 < g /\ 0 < u.
Hypothesis Follows : follows tokens up_to m a g u delta U v w lam alpha y.
Local Notation b := (cosine y v).
Local Notation db := (cosine_rate tokens up_to alpha U y v w lam).
Let on_sphere := on_sphere Tokens Order Positive Follows.
Let unit := unit Follows.
Let sine := sine Tokens Order Positive Follows.
Let below_one := below_one Tokens Order Positive Follows.
Let rate_splits := rate_splits Tokens Order Positive Follows.
Let lifted := lifted Tokens Order Positive Follows.
Let sine_decays := sine_decays Follows.
Let floor_stays := floor_stays Follows.

Variables beta rho : R.
Hypothesis Rho : 0 < rho /\ 4 * (size tokens * a * u) <= m * g * exp rho.
Hypothesis Beta : 0 < beta <= 1 / 2.
Hypothesis Start : forall i, beta <= b i 0.
Definition load := size tokens * a * u.
Definition step_down := exp (- rho).
Definition depth := length tokens.
Definition level := beta * step_down ^ depth.
Definition pace := m * g * (level * level).
Definition growth_factor := 1 + 2 * (load * load) / (pace * pace).
Definition reach n := 2 / (pace * pace) * growth_factor ^ n.
Hypothesis Slowly : 0 <= delta <= m * g * level / 4.

Lemma load_positive : 0 < load.
Proof.
  assert (Known := Positive). destruct Known as (M & MA & G & Up). assert (Nt := size_positive tokens Tokens).
  unfold load. repeat apply Rmult_lt_0_compat; lra.
Qed.
Lemma step_down_small : 0 < step_down <= 1 /\ load * step_down <= m * g / 4.
Proof.
  destruct Rho as [R0 R1]. assert (P := exp_pos (- rho)). unfold step_down.
  assert (Q : exp rho * exp (- rho) = 1).
  { rewrite <- exp_plus. replace (rho + - rho) with 0 by ring. apply exp_0. }
  split; [split; [exact P | rewrite <- exp_0; apply exp_le; lra]|].
  assert (4 * load * exp (- rho) <= m * g * exp rho * exp (- rho))
    by (apply Rmult_le_compat_r; unfold load; lra).
  rewrite (Rmult_assoc (m * g)), Q in H. lra.
Qed.
Lemma floor_bounds n : (n <= depth)%nat -> 0 < level <= beta * step_down ^ n /\ beta * step_down ^ n <= beta.
Proof.
  intros N. destruct step_down_small as [[Q0 Q1] Q2].
  assert (P : forall k, 0 < step_down ^ k <= 1).
  { induction k as [|k IH]; simpl; [lra|]. split; [apply Rmult_lt_0_compat; lra|].
    rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra. }
  assert (Pn := P n). assert (Pd := P depth). unfold level.
  split; [split; [apply Rmult_lt_0_compat; lra|]|].
  - apply Rmult_le_compat_l; [lra|]. replace depth with (n + (depth - n))%nat by lia.
    rewrite pow_add. rewrite <- (Rmult_1_r (step_down ^ n)) at 2. apply Rmult_le_compat_l; [lra | apply P].
  - rewrite <- (Rmult_1_r beta) at 2. apply Rmult_le_compat_l; lra.
Qed.
Lemma pace_positive : 0 < pace.
Proof.
  assert (Known := Positive). destruct Known as (M & MA & G & Up). destruct
    (floor_bounds 0 ltac:(lia)) as [[F _] _].
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; tauto | apply Rmult_lt_0_compat; exact F].
Qed.
Lemma half_square x : 0 <= x -> 0 < pace
  -> 2 * (delta * x) <= pace / 2 * (x * x) + 2 / pace * (delta * delta).
Proof.
  intros X K. assert (S4 := Rle_0_sqr (pace * x - 2 * delta)). unfold Rsqr in S4.
  assert (IK : 0 < / pace) by (apply Rinv_0_lt_compat, K).
  assert (0 <= (pace * x - 2 * delta) * (pace * x - 2 * delta) * (/ pace * / 2)) by (apply Rmult_le_pos; lra).
  replace ((pace * x - 2 * delta) * (pace * x - 2 * delta) * (/ pace * / 2))
    with (pace / 2 * (x * x) + 2 / pace * (delta * delta) - 2 * (delta * x)) in * by (field; lra). lra.
Qed.
(* The tokens of rank n or less have a floor, and end in a ball with a radius in proportion to delta. *)
Definition settled n := exists C k, 0 <= C /\ 0 < k /\ forall i, total tokens (before up_to i) <= INR n ->
  forall t, 0 <= t -> beta * step_down ^ n <= b i t /\
    1 - b i t * b i t <= C * exp (- k * t) + reach n * (delta * delta).

(* The first token sees itself only. *)
Lemma first_settles : settled 0.
Proof.
  assert (Known := Positive). destruct Known as (M & MA & G & Up). assert (K := pace_positive).
  destruct (floor_bounds 0 ltac:(lia)) as [[F0 F1] _]. simpl in F1.
  assert (IK : 0 < / pace) by (apply Rinv_0_lt_compat, K).
  assert (DD : 0 <= delta * delta) by (apply Rmult_le_pos; lra).
  assert (MG : 0 < m * g) by (apply Rmult_lt_0_compat; lra).
  assert (SL : delta <= m * g * beta / 4).
  { eapply Rle_trans; [apply Slowly|]. unfold Rdiv. apply Rmult_le_compat_r; [lra|].
    apply Rmult_le_compat_l; lra. }
  exists 1, (pace / 2). split; [lra|]. split; [lra|]. intros i Z.
  assert (Rate : forall t, 0 <= t -> 0 <= b i t -> exists r, 0 <= r /\ r * r = 1 - b i t * b i t /\
    m * (g * b i t * (r * r)) - delta * r <= db i t).
  { intros t T B. destruct (rate_splits i t T B) as [r [R0 [R2 H]]].
    exists r. split; [exact R0|]. split; [exact R2|].
    rewrite (total_ext tokens _ (fun _ => 0)), total_zero in H; [lra|].
    intro j. rewrite (nothing tokens up_to Tokens Order i Z j). ring. }
  assert (Floor : forall t, 0 <= t -> beta <= b i t).
  { apply floor_stays; [lra | apply Start|].
    intros t T B. destruct (Rate t T ltac:(lra)) as [r [R0 [R2 H]]].
    set (x := b i t) in *. assert (Q : x * x <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra).
    assert (Q0 := Rle_0_sqr x). unfold Rsqr in Q0.
    assert (R1 : r <= 1).
    { apply Rnot_lt_le. intro N. assert (1 * 1 < r * r) by (apply Rmult_le_0_lt_compat; lra). lra. }
    assert (delta * r <= m * g * beta / 4 * 1) by (apply Rmult_le_compat; lra).
    assert (m * g * (beta / 2 * (3 / 4)) <= m * g * (x * (r * r))).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
    assert (0 < m * g * beta) by (apply Rmult_lt_0_compat; lra). lra. }
  intros t T. simpl. rewrite Rmult_1_r. split; [apply Floor, T|].
  assert (Q := sine_decays i beta pace (pace / 2) 0 (2 / pace * (delta * delta)) ltac:(lra) Floor
    ltac:(lra) ltac:(lra) ltac:(apply Rmult_le_pos; unfold Rdiv; lra)).
  match type of Q with ?A -> _ => assert (P : A) end; [|specialize (Q P t T)].
  2: { unfold reach. simpl. rewrite Rmult_1_r.
       replace (2 / (pace * pace) * (delta * delta)) with (2 / pace * (delta * delta) / pace) by (field; lra).
       replace (1 + 0 / (pace / 2)) with 1 in Q by (field; lra). exact Q. }
  intros s Hs. assert (Fs := Floor s Hs). destruct (Rate s Hs ltac:(lra)) as [r [R0 [R2 H]]].
  assert (B1 := below_one i s Hs). assert (H4 := half_square r R0 K).
  set (x := b i s) in *. set (dx := db i s) in *. rewrite <- R2.
  assert (M1 : x * (m * (g * x * (r * r)) - delta * r) <= x * dx) by (apply Rmult_le_compat_l; lra).
  assert (RR : 0 <= r * r) by (apply Rmult_le_pos; auto).
  assert (M2 : pace * (r * r) <= m * g * (x * x) * (r * r)).
  { apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
  assert (M3 : x * (delta * r) <= 1 * (delta * r))
    by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]).
  assert (M5 : 0 <= pace * (r * r)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* What the earlier tokens add to the rate: e weighs the two sines against each other. *)
Lemma earlier_lift i t c e X : 0 <= t -> 0 < e -> 0 <= b i t -> 0 < c -> 0 <= X ->
  1 <= total tokens (before up_to i) ->
  (forall j, before up_to i j = 1 -> c <= b j t /\ 1 - b j t * b j t <= X) ->
  m * g * c * (1 - b i t * b i t) - load / 2 * (b i t * (e * (1 - b i t * b i t) + / e * X))
  <= total tokens (fun j => before up_to i j * (alpha t i j * lift U y v lam i j t)).
Proof.
  intros T E B Pc PX One Prev. assert (Known := Positive). destruct Known as (M & MA & G & Up).
  assert (Sn := sine i t T). assert (IE : 0 < / e) by (apply Rinv_0_lt_compat, E).
  set (x := b i t) in *. set (q := 1 - x * x) in *.
  assert (P1 : 0 <= e * q + / e * X).
  { assert (0 <= e * q) by (apply Rmult_le_pos; lra).
  assert (0 <= / e * X) by (apply Rmult_le_pos; lra). lra. }
  assert (P2 : 0 <= x * (u / 2 * (e * q + / e * X))).
  { apply Rmult_le_pos; [exact B|]. apply Rmult_le_pos; lra. }
  assert (GC : 0 <= g * c * q) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact Sn]).
  apply Rle_trans with (total tokens (fun j => m * (g * c * q) * before up_to i j
    + - (a * (x * (u / 2 * (e * q + / e * X)))) * 1)).
  - rewrite total_add, !total_scale. fold (size tokens).
    assert (m * (g * c * q) * 1 <= m * (g * c * q) * total tokens (before up_to i)).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact One]. }
    replace (- (a * (x * (u / 2 * (e * q + / e * X)))) * size tokens)
      with (- (load / 2 * (x * (e * q + / e * X)))) by (unfold load; field; lra).
    lra.
  - apply total_le. intro j. rewrite Rmult_1_r. destruct
    (before_indicator up_to Order i j) as [Ej|Ej]; rewrite Ej.
    { assert (0 <= a * (x * (u / 2 * (e * q + / e * X)))) by (apply Rmult_le_pos; lra). lra. }
    rewrite Rmult_1_r, Rmult_1_l. destruct (Prev j Ej) as [Fj HX].
    assert (Lj := lifted i j t c e T E B Fj Pc). fold x q in Lj.
    assert (W : m <= alpha t i j <= a) by (apply Follows; exact T).
    assert (M1 : x * (u / 2 * (e * q + / e * (1 - b j t * b j t))) <= x * (u / 2 * (e * q + / e * X))).
    { apply Rmult_le_compat_l; [exact B|]. apply Rmult_le_compat_l; [lra|].
      apply Rplus_le_compat_l. apply Rmult_le_compat_l; lra. }
    assert (M2 : alpha t i j * (g * c * q - x * (u / 2 * (e * q + / e * X)))
                 <= alpha t i j * lift U y v lam i j t) by (apply Rmult_le_compat_l; lra).
    assert (M3 : m * (g * c * q) <= alpha t i j * (g * c * q)) by (apply Rmult_le_compat_r; lra).
    assert (M4 : alpha t i j * (x * (u / 2 * (e * q + / e * X))) <= a * (x * (u / 2 * (e * q + / e * X))))
      by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma next_settles n : (Datatypes.S n <= depth)%nat -> settled n -> settled (Datatypes.S n).
Proof.
  intros Hn [C [k [PC [Pk IH]]]]. assert (Known := Positive). destruct Known as (M & MA & G & Up).
  assert (Su := load_positive). assert (K := pace_positive). destruct step_down_small as [[Q0 Q1] Q2].
  assert (IK : 0 < / pace) by (apply Rinv_0_lt_compat, K).
  assert (MG : 0 < m * g) by (apply Rmult_lt_0_compat; lra).
  destruct (floor_bounds n ltac:(lia)) as [[F0 F1] F2].
  destruct (floor_bounds (Datatypes.S n) Hn) as [[_ F3] F4].
  set (c := beta * step_down ^ n) in *. set (c' := beta * step_down ^ Datatypes.S n) in *.
  assert (Cc : c' = step_down * c) by (unfold c', c; simpl; ring).
  assert (C3 : load * c' <= m * g * c / 4).
  { rewrite Cc, <- Rmult_assoc. apply Rle_trans with (m * g / 4 * c); [|lra].
    apply Rmult_le_compat_r; [lra | exact Q2]. }
  assert (DD : 0 <= delta * delta) by (apply Rmult_le_pos; lra).
  assert (SL : delta <= m * g * c / 4).
  { eapply Rle_trans; [apply Slowly|]. unfold Rdiv. apply Rmult_le_compat_r; [lra|].
    apply Rmult_le_compat_l; lra. }
  set (k' := Rmin k (pace / 2)). assert (K1 : k' <= k) by apply Rmin_l.
  assert (K2 : k' <= pace / 2) by apply Rmin_r. assert (K0 : 0 < k') by (apply Rmin_glb_lt; lra).
  set (gain := 2 * (load * load) / pace).
  assert (LL : 0 < load * load) by (apply Rmult_lt_0_compat; lra).
  assert (Gn : 0 <= gain) by (apply Rmult_le_pos; lra).
  assert (GC : 0 <= gain * C) by (apply Rmult_le_pos; auto).
  assert (GF : 1 <= growth_factor).
  { unfold growth_factor. assert (0 <= 2 * (load * load) / (pace * pace)).
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]. } lra. }
  assert (Base : 0 < 2 / (pace * pace)).
  { apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]. }
  assert (Rn : 2 / (pace * pace) <= reach n).
  { unfold reach. rewrite <- (Rmult_1_r (2 / (pace * pace))) at 1. apply Rmult_le_compat_l; [lra|].
    apply pow_R1_Rle, GF. }
  assert (Next : (gain * reach n + 2 / pace) / pace <= reach (Datatypes.S n)).
  { replace (reach (Datatypes.S n)) with (reach n + gain * reach n / pace)
      by (unfold reach, growth_factor, gain; simpl; field; lra).
    replace ((gain * reach n + 2 / pace) / pace) with (gain * reach n / pace + 2 / (pace * pace))
      by (field; lra).
    lra. }
  assert (Grows : reach n <= reach (Datatypes.S n)).
  { unfold reach. simpl. apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_l (growth_factor ^ n)) at 1.
    apply Rmult_le_compat_r; [apply pow_le; lra | exact GF]. }
  set (C'' := 1 + gain * C / (pace / 2)).
  assert (PC'' : 0 <= C'').
  { unfold C''. assert (0 <= gain * C / (pace / 2)).
    { apply Rmult_le_pos; [exact GC | left; apply Rinv_0_lt_compat; lra]. } lra. }
  exists (Rmax C C''), k'. split; [eapply Rle_trans; [exact PC | apply Rmax_l]|]. split; [exact K0|].
  intros i Rank.
  assert (Decay : forall t, 0 <= t -> exp (- k * t) <= exp (- k' * t)).
  { intros t T. apply exp_le. assert (k' * t <= k * t) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (Rle_lt_dec (total tokens (before up_to i)) (INR n)) as [Old|New].
  { intros t T. destruct (IH i Old t T) as [F B].
    assert (step_down * c <= 1 * c) by (apply Rmult_le_compat_r; lra).
    split; [change (c' <= b i t); lra|]. eapply Rle_trans; [exact B|].
    assert (P := exp_pos (- k * t)). specialize (Decay t T).
    apply Rplus_le_compat; [|apply Rmult_le_compat_r; lra].
    apply Rmult_le_compat; [exact PC | lra | apply Rmax_l | exact Decay]. }
  assert (Nn := pos_INR n). assert (One := something tokens up_to Tokens Order i ltac:(lra)).
  assert (Prev : forall j t, 0 <= t -> before up_to i j = 1 -> c <= b j t /\
    1 - b j t * b j t <= C * exp (- k' * t) + reach n * (delta * delta)).
  { intros j t T E. assert (R := ranks tokens up_to Tokens Order i j E). rewrite S_INR in Rank.
    destruct (IH j ltac:(lra) t T) as [F B]. split; [exact F|].
    specialize (Decay t T). assert (C * exp (- k * t) <= C * exp (- k' * t)) by
      (apply Rmult_le_compat_l; lra). lra. }
  clear IH Decay.
  assert (Floor : forall t, 0 <= t -> c' <= b i t).
  { apply floor_stays; [lra | specialize (Start i); lra|].
    intros t T B. destruct (rate_splits i t T ltac:(lra)) as [r [R0 [R2 H]]].
    assert (Sm := earlier_lift i t c 1 1 T ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) One).
    match type of Sm with ?A -> _ => assert (P : A) end.
    { intros j E. split; [apply (Prev j t T E)|]. assert (Q := Rle_0_sqr (b j t)). unfold Rsqr in Q. lra. }
    specialize (Sm P). clear P. rewrite Rinv_1 in Sm.
    set (x := b i t) in *. assert (Q : x * x <= 1 / 2 * (1 / 2)) by (apply Rmult_le_compat; lra).
    assert (Qx := Rle_0_sqr x). unfold Rsqr in Qx.
    assert (R1 : r <= 1).
    { apply Rnot_lt_le. intro N. assert (1 * 1 < r * r) by (apply Rmult_le_0_lt_compat; lra). lra. }
    assert (Mc : 0 < m * g * c) by (apply Rmult_lt_0_compat; lra).
    assert (delta * r <= m * g * c / 4 * 1) by (apply Rmult_le_compat; lra).
    assert (m * g * c * (3 / 4) <= m * g * c * (1 - x * x)) by (apply Rmult_le_compat_l; lra).
    assert (load / 2 * (x * (1 * (1 - x * x) + 1 * 1)) <= load / 2 * (c' * 2)).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
    assert (0 <= m * (g * x * (r * r))).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]. } lra. }
  intros t0 T0. split; [apply Floor, T0|].
  assert (GD : 0 <= gain * reach n + 2 / pace).
  { assert (0 <= gain * reach n) by (apply Rmult_le_pos; lra). unfold Rdiv. lra. }
  assert (Q := sine_decays i c' pace k' (gain * C) ((gain * reach n + 2 / pace) * (delta * delta))
    ltac:(lra) Floor ltac:(lra) GC ltac:(apply Rmult_le_pos; auto)).
  match type of Q with ?A -> _ => assert (P : A) end; [|specialize (Q P t0 T0)].
  2: { eapply Rle_trans; [exact Q|]. fold C''. assert (E := exp_pos (- k' * t0)). apply Rplus_le_compat.
       - apply Rmult_le_compat_r; [lra | apply Rmax_r].
       - apply Rle_trans with ((gain * reach n + 2 / pace) / pace * (delta * delta)); [right; field; lra|].
         apply Rmult_le_compat_r; [exact DD | exact Next]. }
  clear Q. intros s Hs. assert (Fs := Floor s Hs).
  destruct (rate_splits i s Hs ltac:(lra)) as [r [R0 [R2 H]]].
  set (X := C * exp (- k' * s) + reach n * (delta * delta)).
  assert (PX : 0 <= X).
  { assert (E := exp_pos (- k' * s)). assert (0 <= C * exp (- k' * s)) by (apply Rmult_le_pos; lra).
    assert (0 <= reach n * (delta * delta)) by (apply Rmult_le_pos; lra). unfold X. lra. }
  set (e := pace / (2 * load)). assert (Pe : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (Sm := earlier_lift i s level e X Hs Pe ltac:(lra) ltac:(lra) PX One).
  match type of Sm with ?A -> _ => assert (P : A) end.
  { intros j E. destruct (Prev j s Hs E) as [P1 P2]. split; [lra | exact P2]. }
  specialize (Sm P). clear P.
  assert (B1 := below_one i s Hs). assert (H4 := half_square r R0 K).
  set (x := b i s) in *. set (dx := db i s) in *. rewrite <- R2 in *. set (q := r * r) in *.
  assert (Pq : 0 <= q) by (apply Rmult_le_pos; auto).
  assert (IE : / e = 2 * load / pace) by (unfold e; field; lra).
  assert (Y0 : 0 <= e * q + / e * X).
  { assert (0 <= e * q) by (apply Rmult_le_pos; lra).
    assert (0 <= / e * X) by (apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, Pe | exact PX]). lra. }
  assert (Own : 0 <= m * (g * x * q)).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact Pq]. }
  assert (M1 : x * (m * g * level * q - load / 2 * (x * (e * q + / e * X)) - delta * r) <= x * dx)
    by (apply Rmult_le_compat_l; lra).
  assert (ML : 0 < m * g * level) by (apply Rmult_lt_0_compat; lra).
  assert (M2 : pace * q <= x * (m * g * level * q)).
  { unfold pace. replace (m * g * (level * level) * q) with (level * (m * g * level * q)) by ring.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
  assert (M3 : x * (delta * r) <= 1 * (delta * r))
    by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]).
  assert (XX : x * x <= 1 * 1) by (apply Rmult_le_compat; lra).
  assert (M5 : x * (load / 2 * (x * (e * q + / e * X))) <= load / 2 * (e * q + / e * X)).
  { apply Rle_trans with (load / 2 * (x * x * (e * q + / e * X))); [right; ring|].
    apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_l (e * q + / e * X)) at 2.
    apply Rmult_le_compat_r; lra. }
  assert (M6 : load / 2 * (e * q + / e * X) = pace / 4 * q + gain / 2 * X).
  { rewrite IE. unfold e, gain. field. lra. }
  assert (M7 : gain * X = gain * C * exp (- k' * s) + gain * reach n * (delta * delta)) by (unfold X; ring).
  lra.
Qed.

Lemma all_settle sigma : 1 + 2 * load / pace <= exp sigma -> exists C k, 0 < C /\ 0 < k /\ forall t, 0 <= t -> forall i,
  level <= b i t /\ 1 - b i t * b i t <= C * exp (- k * t) + (2 / pace * exp sigma ^ depth * delta) ^ 2 / 2.
Proof.
  intro Sigma.
  assert (All : forall n, (n <= depth)%nat -> settled n).
  { induction n as [|n IH]; intro N; [exact first_settles | apply next_settles; [exact N | apply IH; lia]]. }
  destruct (All depth (le_n _)) as [C [k [PC [Pk H]]]].
  assert (K := pace_positive). assert (Su := load_positive).
  set (radius := 2 / pace * exp sigma ^ depth * delta).
  assert (L1 : 0 <= 2 * load / pace).
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, K]. }
  assert (P1 : 0 <= exp sigma ^ depth) by (apply pow_le; left; apply exp_pos).
  assert (P2 : 0 < 2 / pace) by (apply Rdiv_lt_0_compat; lra).
  assert (R0 : 0 <= radius).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply Slowly]. }
  assert (Square : 2 * (reach depth * (delta * delta)) <= radius * radius).
  { unfold radius, reach.
    assert (Q : growth_factor ^ depth <= exp sigma ^ depth * exp sigma ^ depth).
    { rewrite <- Rpow_mult_distr. apply pow_incr. unfold growth_factor.
      assert (0 <= 2 * (load * load) / (pace * pace)).
      { apply Rmult_le_pos; [assert (0 < load * load) by (apply Rmult_lt_0_compat; lra); lra|].
        left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
      split; [lra|]. apply Rle_trans with ((1 + 2 * load / pace) * (1 + 2 * load / pace));
        [|apply Rmult_le_compat; lra].
      replace ((1 + 2 * load / pace) * (1 + 2 * load / pace))
        with (1 + 4 * load / pace + 2 * (2 * (load * load) / (pace * pace))) by (field; lra).
      replace (4 * load / pace) with (2 * (2 * load / pace)) by (field; lra). lra. }
    set (w2 := exp sigma ^ depth) in *.
    replace (2 / pace * w2 * delta * (2 / pace * w2 * delta))
      with (4 / (pace * pace) * (w2 * w2) * (delta * delta)) by (field; lra).
    replace (2 * (2 / (pace * pace) * growth_factor ^ depth * (delta * delta)))
      with (4 / (pace * pace) * growth_factor ^ depth * (delta * delta)) by (field; lra).
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; [|exact Q].
    left. apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]. }
  exists (C + 1), k. split; [lra|]. split; [exact Pk|]. intros t T i.
  destruct (H i ltac:(apply rank_below; exact Order) t T) as [F B].
  split; [exact F|]. assert (E := exp_pos (- k * t)).
  assert (C * exp (- k * t) <= (C + 1) * exp (- k * t)) by (apply Rmult_le_compat_r; lra).
  fold radius. replace (radius ^ 2 / 2) with (radius * radius / 2) by field. lra.
Qed.
End System.

(* A power as the claim writes it. *)
Lemma power {I} (T : list I) x : exp (size T * x) = exp x ^ length T.
Proof.
  unfold size. induction T as [|i T IH]; cbn [total length pow].
  - rewrite Rmult_0_l. apply exp_0.
  - rewrite <- IH, Rmult_plus_distr_r, Rmult_1_l, exp_plus. reflexivity.
Qed.

Section Claim.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (a u m g rho beta sigma delta : R) (v : R -> S)
  (U : R -> S -> S) (lam : R -> R) (w : R -> S) (alpha : R -> Token -> Token -> R) (y : R -> Token -> S)
  (up_to : Token -> Token -> R).
Let c := beta * exp (-1 * size tokens * rho).
Let radius := 2 / (m * g * c ^ 2) * exp (size tokens * sigma) * delta.
Hypothesis Given : 4 * (size tokens * a * u) <= m * g * exp rho /\ 1 + 2 * (size tokens * a * u) / (m * g * c ^ 2) <= exp sigma /\
  delta <= m * g * c / 4 /\
  (forall t, 0 <= t -> inner (v t) (v t) = 1 /\ U t (v t) = vscale (lam t) (v t) /\ g <= lam t /\ vnorm (w t) <= delta /\
    (forall x, -1 * u * inner x x <= inner (U t x) x /\ inner (U t x) x <= u * inner x x /\
      (inner (v t) x = 0 -> inner (U t x) x <= (lam t - g) * inner x x)) /\
    (forall i j, m <= alpha t i j) /\ forall i j, alpha t i j <= a) /\ forall i, beta <= inner (v 0) (y 0 i).
Hypothesis Tokens : enumerates tokens.
Hypothesis Order : ordered up_to.
Hypothesis Sym : forall t, 0 <= t -> adjoint (U t) (U t).
Hypothesis Hg : 0 < g.
Hypothesis Hu : 0 < u.
Hypothesis Hm : 0 < m.
Hypothesis B0 : 0 < beta.
Hypothesis B1 : beta < 1 / 2.
Hypothesis Hd : 0 < delta.
Hypothesis R0 : 0 < rho.
Hypothesis Turns : forall t, 0 <= t -> is_vderive v t (w t).
Hypothesis Unit : forall i, inner (y 0 i) (y 0 i) = 1.
Hypothesis Flow : seen_flow tokens up_to alpha U y.
Lemma positive : 0 < m /\ m <= a /\ 0 < g /\ 0 < u.
Proof.
  destruct (proj1 (proj2 (proj2 (proj2 Given))) 0 ltac:(lra)) as (_ & _ & _ & _ & _ & Low & High).
  destruct tokens as [|i T] eqn:E; [destruct Tokens as [N _]; tauto|].
  specialize (Low i i). specialize (High i i). repeat split; lra.
Qed.
Lemma known : follows tokens up_to m a g u delta U v w lam alpha y.
Proof.
  destruct Given as [_ [_ [_ [Known _]]]]. split; [|split; [|split; [|split; [|split]]]].
  - intros t T. destruct (Known t T) as (V & E & L & _ & Form & _). split; [apply Sym, T|].
    split; [|split; [exact V | split; [exact E | split; [exact L|]]]].
    + intro x. specialize (Form x). rewrite inner_sym. apply Rabs_le_between. lra.
    + intros x O. rewrite inner_sym. apply (Form x), O.
  - exact Turns.
  - intros t T. apply (Known t T).
  - intros t i j T. destruct (Known t T) as (_ & _ & _ & _ & _ & L & H). split; auto.
  - exact Flow.
  - exact Unit.
Qed.
Lemma settle : exists C k, 0 < C /\ 0 < k /\ forall t, 0 <= t -> forall i,
  c <= inner (v t) (y t i) /\ 1 - inner (v t) (y t i) ^ 2 <= C * exp (-1 * k * t) + radius ^ 2 / 2.
Proof.
  destruct Given as [R1 [R2 [Slow [_ Start]]]].
  assert (Level : c = level tokens beta rho).
  { unfold c. replace (-1 * size tokens * rho) with (size tokens * - rho) by ring. rewrite power. reflexivity. }
  assert (Pace : m * g * c ^ 2 = pace tokens m g beta rho) by (rewrite Level; unfold pace; ring).
  destruct (all_settle tokens up_to Tokens Order m a g u delta U v w lam alpha y positive known beta rho (conj R0 R1)
    ltac:(lra) Start ltac:(rewrite <- Level; lra) sigma) as [C [k [PC [Pk H]]]]; [rewrite <- Pace; exact R2|].
  exists C, k. split; [exact PC|]. split; [exact Pk|]. intros t T i. destruct (H t T i) as [F B]. rewrite Level. split; [exact F|].
  unfold radius. rewrite Pace, power. replace (-1 * k * t) with (- k * t) by ring.
  replace (inner (v t) (y t i) ^ 2) with (inner (v t) (y t i) * inner (v t) (y t i)) by ring. exact B.
Qed.
Lemma floors t : 0 <= t -> forall i, c <= inner (v t) (y t i).
Proof. destruct settle as [C [k [_ [_ H]]]]. intros T i. apply (H t T i). Qed.
Lemma sines : exists C, 0 < C /\ exists k, 0 < k /\ forall t, 0 <= t -> forall i,
  1 - inner (v t) (y t i) ^ 2 <= C * exp (-1 * k * t) + radius ^ 2 / 2.
Proof. destruct settle as [C [k [PC [Pk H]]]]. exists C. split; [exact PC|]. exists k. split; [exact Pk|]. intros t T i. apply (H t T i). Qed.
Lemma ends : (forall t, 0 <= t -> forall i, c <= inner (v t) (y t i)) -> (exists C, 0 < C /\ exists k, 0 < k /\ forall t, 0 <= t -> forall i,
    1 - inner (v t) (y t i) ^ 2 <= C * exp (-1 * k * t) + radius ^ 2 / 2) ->
  forall i, limsup_at_most (fun t => vnorm (vsub (y t i) (v t))) radius.
Proof.
  intros Floors [C [PC [k [Pk H]]]] i.
  assert (Cp : 0 < c) by (apply Rmult_lt_0_compat; [exact B0 | apply exp_pos]).
  assert (P0 : 0 <= radius).
  { assert (0 < m * g * c ^ 2) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; assumption | apply pow_lt, Cp]).
    apply Rmult_le_pos; [left; apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | apply exp_pos] | lra]. }
  intros eps E. assert (EE : 0 < eps * eps) by (apply Rmult_lt_0_compat; auto).
  destruct (exp_vanishes k (eps * eps / (4 * C)) Pk) as [T [T0 Small]].
  { apply Rdiv_lt_0_compat; lra. }
  exists T. split; [exact T0|]. intros t Ht. assert (F := Floors t ltac:(lra) i). assert (B := H t ltac:(lra) i). specialize (Small t Ht).
  replace (-1 * k * t) with (- k * t) in B by ring.
  assert (Sphere := on_sphere Tokens Order positive known). assert (One := unit known).
  assert (D2 := distance_square y v One Sphere i t ltac:(lra)). unfold cosine in D2.
  assert (X1 := below_one Tokens Order positive known i t ltac:(lra)). unfold cosine in X1.
  set (x := inner (v t) (y t i)) in *.
  assert (0 <= x * (1 - x)) by (apply Rmult_le_pos; lra).
  assert (Ce : C * exp (- k * t) <= eps * eps / 4).
  { replace (eps * eps / 4) with (C * (eps * eps / (4 * C))) by (field; lra). apply Rmult_le_compat_l; lra. }
  apply Rnot_le_lt. intro Far. set (d := vnorm _) in *.
  assert ((radius + eps) * (radius + eps) <= d * d) by (apply Rmult_le_compat; lra).
  assert (0 <= radius * eps) by (apply Rmult_le_pos; lra). lra.
Qed.
End Claim.
