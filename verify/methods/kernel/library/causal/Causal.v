(* Causal attention with symmetric value matrices that share a top eigenvector v, simple for their sum:
   token by token, all of the open hemisphere tend to v, and what starts close to v stays close. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Tangent Cascade Oja Values.
Open Scope R_scope.

(* ------------------------------------------------------------------ 2. one token after the other *)

Section Causal.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (seen : Token -> Token -> R) (U : Head -> S -> S) (v : S) (lam : Head -> R) (gamma c : R)
  (alpha : R -> Head -> Token -> Token -> R) (y : R -> Token -> S) (m M : R).
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis Order : ordered seen.
Hypothesis Sym : forall a, adjoint (U a) (U a).
Hypothesis Bounded : forall a, bounded_operator (U a).
Hypothesis Pole : inner v v = 1.
Hypothesis Eigen : forall a, U a v = vscale (lam a) v.
Hypothesis Lpos : forall a, 0 <= lam a.
Hypothesis Gpos : 0 < gamma.
Hypothesis Cpos : 0 <= c.
Hypothesis Off : forall a, across_bound v (U a) c.
Hypothesis Mpos : 0 < m.
Hypothesis Weights : forall t a i j, 0 <= t -> m <= alpha t a i j <= M.
Let beta t a i j := seen i j * alpha t a i j.
Hypothesis Flow : tangent_flow (fun t => value_pull tokens heads (beta t) U (y t)) y.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let b i t := inner v (y t i).
Let u i t := 1 - b i t * b i t.
Let speed i t := part_speed tokens heads U v lam beta y i t.
Let on_sphere t := (forall i, inner (y t i) (y t i) = 1) /\ forall i j, inner (y t i) (y t j) <= 1.
Hypothesis Moves : forall t, 0 <= t -> on_sphere t -> forall i, is_derive (b i) t (speed i t).
Hypothesis Top : forall t, 0 <= t -> on_sphere t -> forall a i, inner (y t i) (U a (y t i)) <= lam a.
Hypothesis Gap : forall t, 0 <= t -> on_sphere t -> forall i, gamma * u i t <= total heads (fun a => lam a - inner (y t i) (U a (y t i))).
Let G := size tokens * (size heads * (M * c)).

Lemma causal_weights t a i j : 0 <= t -> 0 <= beta t a i j.
Proof.
  intros Ht. destruct (seen_unit seen Order i j) as [A _]. specialize (Weights t a i j Ht).
  apply Rmult_le_pos; lra.
Qed.
Lemma causal_rows t i : 0 <= t ->
  total tokens (fun j => total heads (fun a => beta t a i j)) <= size tokens * (size heads * M).
Proof.
  intros Ht. unfold size. rewrite <- total_scale_r. apply total_le. intro j.
  rewrite Rmult_1_l, <- total_scale_r. apply total_le. intro a. rewrite Rmult_1_l.
  destruct (seen_unit seen Order i j) as [A B]. specialize (Weights t a i j Ht). unfold beta.
  rewrite <- (Rmult_1_l M). apply Rmult_le_compat; lra.
Qed.
Let unit t i : 0 <= t -> inner (y t i) (y t i) = 1 :=
  values_unit tokens heads U beta y _ ET EH Bounded causal_weights causal_rows Flow Start t i.
Let part t i : 0 <= t -> -1 <= b i t <= 1 :=
  values_part tokens heads U v beta y _ ET EH Bounded Pole causal_weights causal_rows Flow Start t i.
Let sphere t : 0 <= t -> on_sphere t. Proof. intro T. split; [|intros i j; apply unit_inner]; auto. Qed.
Let moves i : differentiable (b i) (speed i) := fun t T => Moves t T (sphere t T) i.
Lemma across_nonneg t i : 0 <= t -> 0 <= u i t.
Proof. intros Ht. apply square_nonneg_unit, part, Ht. Qed.
Lemma M_nonneg : 0 <= M.
Proof.
  destruct (inhabitant tokens ET) as [i _]. destruct (inhabitant heads EH) as [a _].
  assert (W := Weights 0 a i i ltac:(lra)). lra.
Qed.
Lemma G_nonneg : 0 <= G.
Proof.
  assert (N := size_positive tokens ET). assert (H := size_positive heads EH).
  apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply M_nonneg | auto].
Qed.
(* The token's own pull is at least m gamma (1 - b^2) b; each token before it may take some away. *)
Lemma token_speed t i E : 0 <= t -> 0 <= b i t -> 0 <= E ->
  (forall j, seen i j = 1 -> j <> i -> 0 <= b j t /\ u j t <= E) ->
  b i t * (m * gamma * u i t - G * (sqrt (u i t) * sqrt E)) <= speed i t.
Proof.
  intros Ht Bi HE Before. set (r := sqrt (u i t) * sqrt E).
  assert (R0 : 0 <= r) by (apply Rmult_le_pos; apply sqrt_pos).
  set (f j := total heads (fun a => beta t a i j * (lam a * b j t - b i t * inner (y t i) (U a (y t j))))).
  set (e := b i t * (size heads * (M * c) * r)).
  assert (SH : 0 < size heads) by (apply size_positive, EH).
  assert (E0 : 0 <= e).
  { unfold e. apply Rmult_le_pos; [auto|]. apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; [lra|].
    apply Rmult_le_pos; [apply M_nonneg | auto]. }
  assert (Own : m * gamma * u i t * b i t <= f i).
  { unfold f. apply Rle_trans with (m * b i t *
      total heads (fun a => lam a - inner (y t i) (U a (y t i)))).
    - replace (m * gamma * u i t * b i t) with (m * b i t * (gamma * u i t)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | apply Gap, sphere; exact Ht].
    - rewrite <- total_scale. apply total_le. intro a. unfold beta.
      rewrite (proj1 (proj2 Order)), Rmult_1_l. assert (W := Weights t a i i Ht). assert (T := Top t Ht (sphere t Ht) a i).
      replace (alpha t a i i * (lam a * b i t - b i t * inner (y t i) (U a (y t i))))
        with (alpha t a i i * (b i t * (lam a - inner (y t i) (U a (y t i))))) by ring.
      rewrite Rmult_assoc. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
  assert (Other : forall j, 0 <= f j + e).
  { intro j. destruct (Req_EM_T (seen i j) 1) as [Sj|Nj].
    2: { destruct (proj1 Order i j) as [Z|]; [|contradiction]. replace (f j) with 0; [lra|].
         unfold f. rewrite <- (total_zero heads). apply total_ext. intro a. unfold beta. rewrite Z. ring. }
    destruct (Req_EM_T (seen j i) 1) as [Sji|Nji].
    { rewrite <- (proj1 (proj2 (proj2 Order)) i j Sj Sji).
      assert (0 <= m * gamma * u i t * b i t); [|lra]. assert (Q := across_nonneg t i Ht).
      apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; lra. }
    assert (Nij : j <> i) by (intros ->; apply Nji, Order).
    destruct (Before j Sj Nij) as [Bj Uj]. cut (- e <= f j); [lra|].
    replace (- e) with (total heads (fun _ => - (b i t * (M * c * r))))
      by (rewrite <- (Rmult_1_l (- (b i t * (M * c * r)))), total_scale_r;
          change (total heads (fun _ => 1)) with (size heads); unfold e; ring).
    unfold f. apply total_le. intro a. unfold beta. rewrite Sj, Rmult_1_l.
    rewrite (form_parts v (U a) (lam a) Pole (Sym a) (Eigen a)). fold (b i t) (b j t).
    assert (A := Off a _ _ (inner_off v Pole (y t i)) (inner_off v Pole (y t j))).
    rewrite !(vnorm_off v Pole) in A by (apply unit; auto). fold (b i t) (b j t) (u i t) (u j t) in A.
    assert (Sq : sqrt (u j t) <= sqrt E) by (apply sqrt_le_1_alt; auto).
    assert (Q : c * (sqrt (u i t) * sqrt (u j t)) <= c * r).
    { apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat_l; [apply sqrt_pos | auto]. }
    apply Rabs_le_between in A. set (x := inner (off v (y t i)) (U a (off v (y t j)))) in *.
    replace (alpha t a i j * (lam a * b j t - b i t * (lam a * b i t * b j t + x)))
      with (alpha t a i j * (lam a * b j t * u i t) - alpha t a i j * (b i t * x)) by (unfold u; ring).
    assert (W := Weights t a i j Ht). assert (Q0 := across_nonneg t i Ht).
    assert (0 <= alpha t a i j * (lam a * b j t * u i t)).
    { repeat apply Rmult_le_pos; auto; lra. }
    assert (alpha t a i j * (b i t * x) <= b i t * (M * c * r)); [|lra].
    apply Rle_trans with (alpha t a i j * (b i t * (c * r))).
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
    - replace (b i t * (M * c * r)) with (M * (b i t * (c * r))) by ring.
      apply Rmult_le_compat_r; [|lra]. apply Rmult_le_pos; [auto|]. apply Rmult_le_pos; auto. }
  assert (L := total_at_least tokens (fun j => f j + e) i (proj2 (proj2 ET) i) Other). cbv beta in L.
  rewrite total_add in L. change (total tokens f) with (speed i t) in L.
  assert (Se : total tokens (fun _ => e) = size tokens * e).
  { unfold size. rewrite <- total_scale_r. apply total_ext. intro k. ring. }
  rewrite Se in L.
  replace (b i t * (m * gamma * u i t - G * r)) with (m * gamma * u i t * b i t - size tokens * e)
    by (unfold G, e; ring). lra.
Qed.
(* The same without roots. *)
Lemma token_drift t i E : 0 <= t -> 0 <= b i t -> 0 <= E ->
  (forall j, seen i j = 1 -> j <> i -> 0 <= b j t /\ u j t <= E) ->
  b i t * (m * gamma / 2 * u i t - G * G / (2 * (m * gamma)) * E) <= speed i t.
Proof.
  intros Ht Bi HE Before. eapply Rle_trans; [|apply (token_speed t i E); auto].
  apply Rmult_le_compat_l; [auto|]. assert (MG : 0 < m * gamma) by (apply Rmult_lt_0_compat; auto).
  assert (A := sqrt_sqrt _ (across_nonneg t i Ht)). assert (B := sqrt_sqrt _ HE).
  set (p := sqrt (u i t)) in *. set (q := sqrt E) in *. rewrite <- A, <- B.
  assert (Q : 0 <= (m * gamma * p - G * q) * (m * gamma * p - G * q) * / (2 * (m * gamma))).
  { apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra]. }
  replace ((m * gamma * p - G * q) * (m * gamma * p - G * q) * / (2 * (m * gamma)))
    with (m * gamma / 2 * (p * p) - G * (p * q) + G * G / (2 * (m * gamma)) * (q * q)) in Q by (field; lra).
  lra.
Qed.
Hypothesis Inside : forall i, 0 < b i 0.
(* Token by token: it keeps a positive part along v, and what is across v decays. *)
Lemma tokens_gather i : exists k F, 0 < k /\ 0 <= F /\
  forall t, 0 <= t -> 0 < b i t /\ u i t <= F * exp (- k * t).
Proof.
  revert i. apply (by_rank tokens seen ET Order). intros i Before.
  assert (All : exists k F, 0 < k /\ 0 <= F /\ forall j, seen i j = 1 -> j <> i ->
    forall t, 0 <= t -> 0 < b j t /\ u j t <= F * exp (- k * t)).
  { assert (H : forall T : list Token, exists k F, 0 < k /\ 0 <= F /\ forall j, In j T -> seen i j = 1 ->
      j <> i -> forall t, 0 <= t -> 0 < b j t /\ u j t <= F * exp (- k * t)).
    { induction T as [|j T [k [F [K0 [F0 H]]]]].
      { exists 1, 0. split; [lra|]. split; [lra|]. intros j []. }
      destruct (proj1 Order i j) as [Z|O].
      { exists k, F. split; [auto|]. split; [auto|]. intros j' [<-|J] S' N'; [lra | apply H; auto]. }
      destruct (Req_EM_T (seen j i) 1) as [Sji|Nji].
      { exists k, F. split; [auto|]. split; [auto|]. intros j' [<-|J] S' N'; [|apply H; auto].
        destruct N'. symmetry. apply (proj1 (proj2 (proj2 Order))); auto. }
      destruct (Before j O) as [k' [F' [K0' [F0' H']]]]; [intros ->; apply Nji, Order|].
      assert (L1 := Rmin_l k k'). assert (L2 := Rmin_r k k'). assert (L3 := Rmax_l F F').
      assert (L4 := Rmax_r F F').
      exists (Rmin k k'), (Rmax F F'). split; [apply Rmin_glb_lt; auto|]. split; [lra|].
      assert (Mono : forall l D t, 0 <= t -> Rmin k k' <= l -> 0 <= D <= Rmax F F' ->
        D * exp (- l * t) <= Rmax F F' * exp (- Rmin k k' * t)).
      { intros l D t Ht Hl HD. apply Rmult_le_compat; [lra | left; apply exp_pos | lra |].
        apply exp_le. apply Rmult_le_compat_r; lra. }
      intros j' [<-|J] S' N' t Ht.
      - destruct (H' t Ht) as [P Q]. split; [auto|]. eapply Rle_trans; [exact Q | apply Mono; lra].
      - destruct (H j' J S' N' t Ht) as [P Q]. split; [auto|].
        eapply Rle_trans; [exact Q | apply Mono; lra]. }
    destruct (H tokens) as [k [F [K0 [F0 HF]]]]. exists k, F. split; [auto|]. split; [auto|].
    intros j. apply HF, (proj2 (proj2 ET)). }
  clear Before. destruct All as [k [F [K0 [F0 Before]]]].
  assert (MG : 0 < m * gamma) by (apply Rmult_lt_0_compat; auto).
  set (Q := G * G / (2 * (m * gamma))).
  assert (Q0 : 0 <= Q) by (apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra]).
  assert (QF : 0 <= Q * F) by (apply Rmult_le_pos; auto).
  assert (Drift : forall t, 0 <= t -> 0 <= b i t ->
    b i t * (m * gamma / 2 * u i t - Q * (F * exp (- k * t))) <= speed i t).
  { intros t Ht Bi. apply token_drift; auto.
    - apply Rmult_le_pos; [auto | left; apply exp_pos].
    - intros j S' N'. destruct (Before j S' N' t Ht). split; [lra | auto]. }
  set (low := b i 0 * exp (- (Q * F / k))).
  assert (Low : 0 < low) by (apply Rmult_lt_0_compat; [apply Inside | apply exp_pos]).
  assert (Floor : forall t, 0 <= t -> low <= b i t).
  { apply (floor (b i) (speed i) k (Q * F) (b i 0) (moves i) K0 QF).
    - split; [apply Inside | lra].
    - intros t Ht P. eapply Rle_trans; [|apply Drift; lra].
      assert (0 <= b i t * (m * gamma / 2 * u i t)).
      { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra | apply across_nonneg, Ht]. }
      lra. }
  assert (K1 : 0 < m * gamma / 2 * (low * low)).
  { apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; auto]. }
  set (k' := Rmin k (m * gamma / 2 * (low * low))).
  assert (Kk : k' <= k) by apply Rmin_l. assert (Kl : k' <= m * gamma / 2 * (low * low)) by apply Rmin_r.
  set (F' := Rmax 1 (4 * (Q * F) / (m * gamma))).
  assert (F1 : 1 <= F') by apply Rmax_l. assert (F2 : 4 * (Q * F) / (m * gamma) <= F') by apply Rmax_r.
  exists k', F'. split; [apply Rmin_glb_lt; auto|]. split; [lra|]. intros t Ht.
  split; [specialize (Floor t Ht); lra|].
  apply (driven_decay (u i) (fun t => - 2 * b i t * speed i t) k' F'); [| | |auto].
  - intros s Hs. apply derive_square, moves, Hs.
  - unfold u. assert (P := Rle_0_sqr (b i 0)). unfold Rsqr in P. lra.
  - intros s Hs Above. assert (Bs := Floor s Hs). assert (Us := across_nonneg s i Hs).
    assert (A : Q * (F * exp (- k * s)) <= m * gamma / 4 * u i s).
    { apply Rle_trans with (m * gamma / 4 * (F' * exp (- k' * s))); [|apply Rmult_le_compat_l; lra].
      replace (Q * (F * exp (- k * s))) with (m * gamma / 4 * (4 * (Q * F) / (m * gamma) * exp (- k * s)))
        by (field; lra).
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; auto.
      - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto].
      - left. apply exp_pos.
      - apply exp_le. apply Rmult_le_compat_r; lra. }
    assert (Sp : b i s * (m * gamma / 4 * u i s) <= speed i s).
    { eapply Rle_trans; [|apply Drift; lra]. apply Rmult_le_compat_l; lra. }
    assert (Sp2 : b i s * (b i s * (m * gamma / 4 * u i s)) <= b i s * speed i s) by
      (apply Rmult_le_compat_l; lra).
    assert (Bb : low * low <= b i s * b i s) by (apply Rmult_le_compat; lra).
    assert (k' * u i s <= m * gamma / 2 * (b i s * b i s) * u i s).
    { apply Rmult_le_compat_r; [auto|]. eapply Rle_trans; [exact Kl|]. apply Rmult_le_compat_l; lra. }
    lra.
Qed.
(* What is across v is never more than a fixed multiple of what it is at first. *)
Lemma tokens_stay_close D : 0 <= D -> (forall i, u i 0 <= D) -> forall i t, 0 <= t ->
  u i t <= exp (2 * (G / (m * gamma)) * rank tokens seen i) * D.
Proof.
  intros D0 First. set (x := G / (m * gamma)).
  assert (MG : 0 < m * gamma) by (apply Rmult_lt_0_compat; auto).
  assert (X0 : 0 <= x) by (apply Rmult_le_pos; [apply G_nonneg | left; apply Rinv_0_lt_compat; auto]).
  apply (by_rank tokens seen ET Order (fun i => forall t, 0 <= t ->
    u i t <= exp (2 * x * rank tokens seen i) * D)). intros i Before t Ht.
  set (E := exp (2 * x * (rank tokens seen i - 1)) * D).
  assert (E0 : 0 <= E) by (apply Rmult_le_pos; [left; apply exp_pos | auto]).
  assert (Rk := rank_positive tokens seen ET Order i).
  assert (Up : exp (2 * x * rank tokens seen i) * D = exp (2 * x) * E).
  { unfold E. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. ring. }
  assert (ED : D <= exp (2 * x) * E).
  { rewrite <- Up. rewrite <- (Rmult_1_l D) at 1. apply Rmult_le_compat_r; [auto|].
    rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; lra. }
  rewrite Up.
  refine (barrier (tt :: nil) (fun _ => u i) (fun _ t => - 2 * b i t * speed i t) 0 (exp (2 * x) * E) 1
    _ _ _ _ _ _ tt t Ht); try lra.
  - intros []. left. auto.
  - intros _ s Hs. apply derive_square, moves, Hs.
  - intros _. specialize (First i). lra.
  - intros _ s Hs [Above _] _. rewrite Rmult_0_l. destruct (tokens_gather i) as [k [F [_ [_ H]]]].
    destruct (H s Hs) as [P _]. assert (Us := across_nonneg s i Hs).
    assert (Sp : b i s * (m * gamma * u i s - G * (sqrt (u i s) * sqrt E)) <= speed i s).
    { apply token_speed; auto; [lra|]. intros j S' N'. split.
      - destruct (tokens_gather j) as [kj [Fj [_ [_ Hj]]]]. destruct (Hj s Hs). lra.
      - eapply Rle_trans; [apply (Before j S' N' s Hs)|]. apply Rmult_le_compat_r; [auto|]. apply exp_le.
        apply Rmult_le_compat_l; [lra|]. apply rank_grows; auto. }
    assert (Roots : x * sqrt E <= sqrt (u i s)).
    { apply square_le; [apply sqrt_pos|].
      replace (x * sqrt E * (x * sqrt E)) with (x * x * (sqrt E * sqrt E)) by ring.
      rewrite !sqrt_sqrt by auto. apply Rle_trans with (exp (2 * x) * E); [|lra].
      apply Rmult_le_compat_r; [auto|]. replace (2 * x) with (x + x) by ring. rewrite exp_plus.
      assert (T := exp_tangent x). apply Rmult_le_compat; lra. }
    assert (0 <= m * gamma * u i s - G * (sqrt (u i s) * sqrt E)).
    { replace G with (m * gamma * x) by (unfold x; field; lra).
      rewrite <- (sqrt_sqrt (u i s) Us) at 1.
      replace (m * gamma * (sqrt (u i s) * sqrt (u i s)) - m * gamma * x * (sqrt (u i s) * sqrt E))
        with (m * gamma * (sqrt (u i s) * (sqrt (u i s) - x * sqrt E))) by ring.
      apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply sqrt_pos | lra]. }
    assert (0 <= speed i s).
    { eapply Rle_trans; [|exact Sp]. apply Rmult_le_pos; lra. }
    assert (0 <= b i s * speed i s) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma causal_distance t i : 0 <= t ->
  vnorm (vsub (y t i) v) * vnorm (vsub (y t i) v) = 2 * (1 - b i t).
Proof. intros Ht. rewrite unit_distance, (inner_sym _ (y t i)); auto. Qed.
Theorem causal_tokens_gather :
  (forall i, exists k F, 0 < k /\ forall t, 0 <= t -> vnorm (vsub (y t i) v) <= F * exp (- k * t)) /\
  (forall i, vtends (fun t => y t i) v) /\
  forall D, (forall i, vnorm (vsub (y 0 i) v) <= D) -> forall t i, 0 <= t ->
    vnorm (vsub (y t i) v) <= sqrt 2 * exp (G / (m * gamma) * size tokens) * D.
Proof.
  assert (Near : forall t i, 0 <= t -> 0 < b i t -> 1 - b i t <= u i t).
  { intros t i Ht P. assert (B := part t i Ht). unfold u.
    assert (0 <= (1 - b i t) * b i t) by (apply Rmult_le_pos; lra). lra. }
  assert (Fast : forall i, exists k F, 0 < k /\
    forall t, 0 <= t -> vnorm (vsub (y t i) v) <= F * exp (- k * t)).
  { intro i. destruct (tokens_gather i) as [k [F [K0 [F0 H]]]]. exists (k / 2), (sqrt (2 * F)).
    split; [lra|]. intros t Ht. destruct (H t Ht) as [P Q]. apply square_le.
    { apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]. }
    replace (sqrt (2 * F) * exp (- (k / 2) * t) * (sqrt (2 * F) * exp (- (k / 2) * t)))
      with (sqrt (2 * F) * sqrt (2 * F) * (exp (- (k / 2) * t) * exp (- (k / 2) * t))) by ring.
    rewrite sqrt_sqrt, <- exp_plus, causal_distance by (auto; lra).
    replace (- (k / 2) * t + - (k / 2) * t) with (- k * t) by field. specialize (Near t i Ht P). lra. }
  split; [exact Fast|]. split.
  - intro i. destruct (Fast i) as [k [F [K0 H]]]. apply (vtends_exp _ _ F k K0 H).
  - intros D Close t i Ht. set (x := G / (m * gamma)).
    assert (D0 : 0 <= D) by (specialize (Close i); assert (N := vnorm_nonneg (vsub (y 0 i) v)); lra).
    assert (DD : 0 <= D * D) by (apply Rmult_le_pos; auto).
    assert (X0 : 0 <= x).
    { apply Rmult_le_pos; [apply G_nonneg | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto]. }
    assert (First : forall j, u j 0 <= D * D).
    { intro j. assert (H : vnorm (vsub (y 0 j) v) * vnorm (vsub (y 0 j) v) <= D * D)
        by (apply Rmult_le_compat; auto; apply vnorm_nonneg).
      rewrite causal_distance in H by lra. assert (B := part 0 j ltac:(lra)). unfold u.
      assert (0 <= (1 - b j 0) * (1 - b j 0)) by apply Rle_0_sqr. lra. }
    assert (H := tokens_stay_close (D * D) DD First i t Ht). fold x in H.
    destruct (tokens_gather i) as [k [F [_ [_ Pos]]]]. destruct (Pos t Ht) as [P _].
    apply square_le.
    { apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]. }
    rewrite causal_distance by auto. specialize (Near t i Ht P).
    replace (sqrt 2 * exp (x * size tokens) * D * (sqrt 2 * exp (x * size tokens) * D))
      with (sqrt 2 * sqrt 2 * (exp (x * size tokens) * exp (x * size tokens) * (D * D))) by ring.
    rewrite sqrt_sqrt, <- exp_plus by lra.
    assert (exp (2 * x * rank tokens seen i) * (D * D) <= exp (x * size tokens + x * size tokens) * (D * D)).
    { apply Rmult_le_compat_r; [auto|]. apply exp_le.
      assert (x * rank tokens seen i <= x * size tokens) by
        (apply Rmult_le_compat_l; [auto | apply rank_at_most; auto]). lra. }
    lra.
Qed.
End Causal.
