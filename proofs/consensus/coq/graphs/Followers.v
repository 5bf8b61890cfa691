(* Causal tokens that follow the first eigenvector of a matrix which moves in time: what the earlier
   tokens, the token itself and the eigenvector do to a cosine, and what follows once that is bounded. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Ranks Following.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. what is given *)

(* The matrix and its first eigenvector at time t, in quadratic forms: |U| <= u, the first eigenvalue is
   at least g, and the others are below it by g. *)
Definition leads {S : inner_product_space} (U : S -> S) (v : S) (lam g u : R) :=
  adjoint U U /\ (forall x, Rabs (inner x (U x)) <= u * inner x x) /\
  inner v v = 1 /\ U v = vscale lam v /\ g <= lam /\
  forall x, inner v x = 0 -> inner x (U x) <= (lam - g) * inner x x.
(* Tokens with the weights between m and a, on those up to them. *)
Definition follows {S : inner_product_space} {Token} (tokens : list Token) (up_to : Token -> Token -> R)
  (m a g u delta : R) (U : R -> S -> S) (v w : R -> S) (lam : R -> R)
  (alpha : R -> Token -> Token -> R) (y : R -> Token -> S) :=
  (forall t, 0 <= t -> leads (U t) (v t) (lam t) g u) /\
  (forall t, 0 <= t -> is_vderive v t (w t)) /\ (forall t, 0 <= t -> vnorm (w t) <= delta) /\
  (forall t i j, 0 <= t -> m <= alpha t i j <= a) /\ seen_flow tokens up_to alpha U y /\
  forall i, inner (y 0 i) (y 0 i) = 1.

(* ------------------------------------------------------------------ 2. one token *)

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
Lemma symmetric t : 0 <= t -> adjoint (U t) (U t).
Proof. apply Follows. Qed.
Lemma unit t : 0 <= t -> inner (v t) (v t) = 1.
Proof. apply Follows. Qed.
Lemma eigen t : 0 <= t -> U t (v t) = vscale (lam t) (v t).
Proof. apply Follows. Qed.
Lemma on_sphere t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  destruct Follows as (Lead & Moves & Slow & Weights & Flow & Sphere). intros T.
  apply (seen_sphere S tokens up_to alpha U y a u); auto; try lra.
  - exact (proj2 (proj2 Tokens)).
  - apply Order.
  - apply symmetric.
  - intros s x H. apply Lead, H.
  - intros s p q H. specialize (Weights s p q H). lra.
Qed.
Lemma moves i : differentiable (b i) (db i).
Proof. apply cosine_moves; apply Follows. Qed.
Lemma sine i t : 0 <= t -> 0 <= 1 - b i t * b i t.
Proof.
  intro T. assert (Q := cosine_square (v t) (unit t T) (y t i) (on_sphere t i T)).
  unfold cosine. lra.
Qed.
Lemma below_one i t : 0 <= t -> b i t <= 1.
Proof.
  intro T. assert (Q := sine i t T). apply Rnot_lt_le. intro L.
  assert (1 * 1 < b i t * b i t) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
(* The weight on the token itself lifts it by the gap; v takes delta r at most, r^2 = 1 - b^2. *)
Lemma rate_splits i t : 0 <= t -> 0 <= b i t -> exists r, 0 <= r /\ r * r = 1 - b i t * b i t /\
  total tokens (fun j => before up_to i j * (alpha t i j * lift U y v lam i j t))
  + m * (g * b i t * (r * r)) - delta * r <= db i t.
Proof.
  intros T B. destruct Follows as (Lead & Moves & Slow & Weights & Flow & Sphere).
  exists (vnorm (beside (v t) (y t i))). split; [apply vnorm_nonneg|].
  assert (R2 := sine_square y v unit on_sphere i t T). fold (b i t) in R2. split; [exact R2|].
  assert (V := velocity_takes y v w unit Moves i t delta T (Slow t T)).
  assert (Own : g * b i t * (1 - b i t * b i t) <= lift U y v lam i i t).
  { rewrite (lift_is U y v lam symmetric unit eigen) by auto. fold (b i t).
    destruct (Lead t T) as (_ & _ & _ & _ & _ & Gap).
    assert (G := Gap (beside (v t) (y t i)) (beside_orthogonal (v t) (unit t T) _)).
    rewrite (beside_square (v t) (unit t T)), on_sphere in G by auto.
    change (inner (v t) (y t i)) with (b i t) in G.
    assert (b i t * inner (beside (v t) (y t i)) (U t (beside (v t) (y t i)))
      <= b i t * ((lam t - g) * (1 - b i t * b i t))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Sum : total tokens (fun j => up_to i j * (alpha t i j * lift U y v lam i j t))
    = total tokens (fun j => before up_to i j * (alpha t i j * lift U y v lam i j t))
      + alpha t i i * lift U y v lam i i t).
  { rewrite <- (kronecker_total tokens (same up_to) i (fun j => alpha t i j * lift U y v lam i j t)
    (same_kronecker up_to Order) Tokens).
    rewrite <- total_add. apply total_ext. intro j. rewrite (up_to_splits up_to). ring. }
  unfold cosine_rate. rewrite Sum, R2. assert (W := Weights t i i T). assert (X := sine i t T).
  assert (0 <= g * b i t * (1 - b i t * b i t)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact X]. }
  assert (m * (g * b i t * (1 - b i t * b i t)) <= alpha t i i * lift U y v lam i i t)
    by (apply Rmult_le_compat; lra). lra.
Qed.
(* A token j lifts token i, up to the coupling of what both have beside v. *)
Lemma lifted i j t c e : 0 <= t -> 0 < e -> 0 <= b i t -> c <= b j t -> 0 < c ->
  g * c * (1 - b i t * b i t)
  - b i t * (u / 2 * (e * (1 - b i t * b i t) + / e * (1 - b j t * b j t))) <= lift U y v lam i j t.
Proof.
  intros T E B C C0. destruct Follows as (Lead & _).
  rewrite (lift_is U y v lam symmetric unit eigen) by auto. fold (b i t) (b j t).
  destruct (Lead t T) as (_ & Form & _ & _ & L & _). assert (X := sine i t T).
  assert (F := beside_coupling (v t) (unit t T) (U t) u (y t i) (y t j) e (symmetric t T) E
    (fun q _ => Form q)).
  rewrite !(beside_square (v t) (unit t T)), !on_sphere in F by auto.
  change (inner (v t) (y t i)) with (b i t) in F. change (inner (v t) (y t j)) with (b j t) in F.
  set (f := inner _ (U t _)) in *. assert (R := Rle_abs f).
  assert (b i t * f <= b i t * (u / 2 * (e * (1 - b i t * b i t) + / e * (1 - b j t * b j t))))
    by (apply Rmult_le_compat_l; lra).
  assert (g * c * (1 - b i t * b i t) <= lam t * b j t * (1 - b i t * b i t)).
  { apply Rmult_le_compat_r; [exact X|]. apply Rmult_le_compat; lra. } lra.
Qed.
(* Above its floor, a token's squared sine decays to what the input leaves. *)
Lemma sine_decays i c kappa k F rest : 0 < c -> (forall t, 0 <= t -> c <= b i t) ->
  0 < k <= kappa / 2 -> 0 <= F -> 0 <= rest ->
  (forall t, 0 <= t -> -2 * b i t * db i t
     <= - kappa * (1 - b i t * b i t) + (F * exp (- k * t) + rest)) ->
  forall t, 0 <= t -> 1 - b i t * b i t <= (1 + F / (kappa / 2)) * exp (- k * t) + rest / kappa.
Proof.
  intros C Floor K HF Hg Slope.
  apply (decay_with_input (fun t => 1 - b i t * b i t) (fun t => -2 * b i t * db i t)); auto.
  - intros t T. eapply derive_eq.
    apply (derive_minus (fun _ => 1) (fun t => b i t * b i t)); [apply derive_const|].
    apply (derive_mult (b i) (b i)); apply moves, T. ring.
  - assert (Q := Rle_0_sqr (b i 0)). unfold Rsqr in Q. lra.
Qed.
Lemma floor_stays i c : 0 < c -> c <= b i 0 ->
  (forall t, 0 <= t -> c / 2 < b i t < c -> 0 <= db i t) -> forall t, 0 <= t -> c <= b i t.
Proof.
  intros C Start Rise t T.
  apply (least_stays (tt :: nil) (fun _ => b i) (fun _ => db i) c (c / 2)); auto; try lra.
  - intros []. left. reflexivity.
  - intros _. apply moves.
  - intros _ s Hs R _. apply Rise; [exact Hs | lra].
  - exact tt.
Qed.
End System.
Arguments on_sphere {Token tokens up_to} Tokens Order {S m a g u delta U v w lam alpha y} Positive Follows.
Arguments sine {Token tokens up_to} Tokens Order {S m a g u delta U v w lam alpha y} Positive Follows.
Arguments below_one {Token tokens up_to} Tokens Order {S m a g u delta U v w lam alpha y} Positive Follows.
Arguments rate_splits {Token tokens up_to} Tokens Order {S m a g u delta U v w lam alpha y} Positive Follows.
Arguments lifted {Token tokens up_to} Tokens Order {S m a g u delta U v w lam alpha y} Positive Follows.
Arguments unit {Token tokens up_to S m a g u delta U v w lam alpha y} Follows.
Arguments sine_decays {Token tokens up_to S m a g u delta U v w lam alpha y} Follows.
Arguments floor_stays {Token tokens up_to S m a g u delta U v w lam alpha y} Follows.
