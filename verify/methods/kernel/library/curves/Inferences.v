(* What inferences conclude from steps at one time: a bound kept, an equilibrium not crossed, comparison.
   The steps are asked where they are needed alone: comparison while u is positive, a bound where it is met. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OneFunction Comparison Quantities Intervals Tangent.
Open Scope R_scope.

Lemma vderive_shift (S : inner_product_space) (u : R -> S) t l : is_vderive u t l <-> is_vderive (fun h => u (t + h)) 0 l.
Proof.
  unfold is_vderive. split; intros H eps E; destruct (H eps E) as [d D]; exists d; intros h L;
    specialize (D h L); rewrite ?Rplus_0_r, ?Rplus_0_l in *; exact D.
Qed.

(* A region is never left, if each of its boundaries is crossed inwards. *)
Lemma region_stays {I} (T : list I) (u : I -> R -> R) : lists T ->
  (forall i, 0 <= u i 0) ->
  (forall i t, 0 <= t -> exists d, is_derive (u i) t d) ->
  (forall i t, 0 <= t -> (forall j, 0 <= u j t) -> u i t = 0 -> exists d, is_derive (u i) t d /\ 0 < d) ->
  forall t, 0 <= t -> forall i, 0 <= u i t.
Proof.
  intros All Start Ex In t0 T0.
  apply (real_induction (fun t => forall i, 0 <= u i t) t0); auto; try lra.
  - intros t N i. apply Rnot_lt_le. intro L. apply N. intro H. specialize (H i). lra.
  - intros t Ht P.
    destruct (finitely_many T (fun i s => t < s -> 0 <= u i s) t) as [d [D H]].
    + intro i. destruct (Rle_lt_or_eq_dec 0 (u i t) (P i)) as [Pos|Z].
      * destruct (Ex i t ltac:(lra)) as [l Dl].
        destruct (stays_negative (fun s => - u i s) t (- l)) as [d [Dp H]]; [apply (derive_opp (u i)), Dl | lra |].
        exists d. split; [exact Dp|]. intros s Hs _. specialize (H s Hs). cbv beta in H. lra.
      * destruct (In i t ltac:(lra) P (eq_sym Z)) as [l [Dl L]].
        destruct (gets_larger (u i) t l Dl L) as [d [Dp H]].
        exists d. split; [exact Dp|]. intros s Hs Hts. apply Rabs_def2 in Hs.
        specialize (H s ltac:(lra)). lra.
    + exists d. split; [exact D|]. intros s Hs i. apply (H s); [apply Rabs_def1; lra | apply All | lra].
  - intros t Ht Before i. apply Rnot_lt_le. intro L.
    destruct (Ex i t ltac:(lra)) as [l Dl].
    destruct (stays_negative (u i) t l Dl L) as [d [Dp N]].
    set (s := Rmax 0 (t - d / 2)).
    assert (s < t) by (apply Rmax_lub_lt; lra). assert (t - d / 2 <= s) by apply Rmax_r.
    assert (0 <= s) by apply Rmax_l. specialize (N s ltac:(rewrite Rabs_left; lra)).
    specialize (Before s ltac:(lra) i). lra.
Qed.
Lemma two_stay (u v : R -> R) : 0 <= u 0 -> 0 <= v 0 ->
  (forall t, 0 <= t -> exists d, is_derive u t d) -> (forall t, 0 <= t -> exists d, is_derive v t d) ->
  (forall t, 0 <= t -> u t = 0 -> 0 <= v t -> exists d, is_derive u t d /\ 0 < d) ->
  (forall t, 0 <= t -> v t = 0 -> 0 <= u t -> exists d, is_derive v t d /\ 0 < d) ->
  forall t, 0 <= t -> 0 <= u t /\ 0 <= v t.
Proof.
  intros U V DU DV IU IV t T.
  assert (H : forall b : bool, 0 <= (if b then u else v) t).
  { apply (region_stays (true :: false :: nil) (fun b : bool => if b then u else v)); auto.
    - intros []; simpl; auto.
    - intros []; auto.
    - intros []; auto.
    - intros [] s S All Z; [apply IU | apply IV]; auto; [exact (All false) | exact (All true)]. }
  exact (conj (H true) (H false)).
Qed.
Lemma one_stays (u : R -> R) : 0 <= u 0 -> (forall t, 0 <= t -> exists d, is_derive u t d) ->
  (forall t, 0 <= t -> u t = 0 -> exists d, is_derive u t d /\ 0 < d) -> forall t, 0 <= t -> 0 <= u t.
Proof. intros S D In t T. apply (two_stay u u); auto. Qed.

(* What is strictly inside stays there, too, where its boundary comes no nearer. *)
Lemma one_stays_open (u : R -> R) : 0 < u 0 -> (forall t, 0 <= t -> exists d, is_derive u t d) ->
  (forall t, 0 <= t -> - u 0 < u t -> exists d, is_derive u t d /\ 0 <= d) -> forall t, 0 <= t -> 0 <= u t.
Proof.
  intros Start Ex Slope t T. apply Ropp_le_cancel. rewrite Ropp_0.
  apply (barrier (tt :: nil) (fun _ s => - u s) (fun _ s => - Derive u s) 0 0 (u 0)); try lra; try exact tt.
  - intros []. left. reflexivity.
  - intros _ s S. destruct (Ex s S) as [d D]. apply (derive_opp u). rewrite (is_derive_unique _ _ _ D). exact D.
  - intros _. lra.
  - intros _ s S Near _. destruct (Slope s S ltac:(lra)) as [d [D P]]. rewrite (is_derive_unique _ _ _ D). lra.
Qed.

(* What is said of 1 - x is said of x - 1. *)
Lemma derive_turned (a b : R -> R) t v : is_derive (fun s => a s - b s) t v -> is_derive (fun s => b s - a s) t (- v).
Proof. intro D. apply (is_derive_ext (fun s => - (a s - b s))); [intro; apply Ropp_minus_distr | apply (derive_opp (fun s => a s - b s)), D]. Qed.

(* An equilibrium is not crossed, nor reached: where u' = g u, with a g that is differentiable in time. *)
Lemma not_crossed (u g : R -> R) : 0 <= u 0 ->
  (forall t, 0 <= t -> is_derive u t (g t * u t)) -> (forall t, 0 <= t -> exists d, is_derive g t d) ->
  forall t, 0 <= t -> 0 <= u t /\ (0 < u 0 -> 0 < u t).
Proof.
  intros Start D G t T.
  destruct (continuity_ab_maj (fun s => g s * g s) 0 t T) as [top [Above _]].
  { intros c Hc. destruct (G c ltac:(lra)) as [d Dg]. apply continuity_pt_filterlim.
    apply (ex_derive_continuous (fun s => g s * g s) c). eexists. apply (derive_mult g g); exact Dg. }
  set (L := 1 + g top * g top).
  assert (Bound : forall s, 0 <= s <= t -> - L <= g s <= L).
  { intros s Hs. specialize (Above s Hs). cbv beta in Above. unfold L. split; nra. }
  assert (W : forall k s, 0 <= s -> is_derive (fun s => u s * exp (k * s)) s ((g s + k) * (u s * exp (k * s)))).
  { intros k s Hs. eapply derive_eq; [apply (derive_mult u (fun s => exp (k * s))); [apply D; lra | apply derive_exp_rate] | ring]. }
  assert (Sign : forall s, 0 <= s <= t -> 0 <= u s).
  { intros s Hs. assert (P := exp_pos (- L * s)). assert (0 <= u s * exp (- L * s)); [|nra].
    apply (keeps (fun s => u s * exp (- L * s)) (fun s => (g s + - L) * (u s * exp (- L * s))) 0 1 0 s ltac:(lra)); try lra.
    - intros r Hr. apply W. lra.
    - cbv beta. rewrite Rmult_0_r, exp_0. lra.
    - intros r Hr [_ Neg]. specialize (Bound r ltac:(lra)). cbv beta in Neg. nra. }
  split; [apply Sign; lra|]. intro Pos. assert (P := exp_pos (L * t)).
  assert (Q := growth (fun s => u s * exp (L * s)) (fun s => (g s + L) * (u s * exp (L * s))) 0 0 t T).
  cbv beta in Q. rewrite Rmult_0_r, exp_0 in Q. apply Rnot_le_lt. intro N. assert (0 <= - u t * exp (L * t)) by (apply Rmult_le_pos; lra).
  assert (0 * (t - 0) <= u t * exp (L * t) - u 0 * 1); [|lra].
  apply Q; intros s Hs; [apply W; lra|]. specialize (Bound s Hs). specialize (Sign s Hs). assert (E := exp_pos (L * s)).
  apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra].
Qed.

(* Nor is it reached by what is known to move so only as long as it is beyond. *)
Lemma not_reached (u g : R -> R) : 0 < u 0 -> (forall t, 0 <= t -> exists d, is_derive u t d) ->
  (forall t, 0 <= t -> 0 < u t -> is_derive u t (g t * u t)) -> (forall t, 0 <= t -> exists d, is_derive g t d) ->
  forall t, 0 <= t -> 0 < u t.
Proof.
  intros Start Smooth D G t T.
  destruct (continuity_ab_maj (fun s => g s * g s) 0 t T) as [top [Above _]].
  { intros c Hc. destruct (G c ltac:(lra)) as [d Dg]. apply continuity_pt_filterlim.
    apply (ex_derive_continuous (fun s => g s * g s) c). eexists. apply (derive_mult g g); exact Dg. }
  set (L := 1 + g top * g top). assert (P := exp_pos (L * t)). assert (u 0 <= u t * exp (L * t)); [|nra].
  apply (keeps (fun s => u s * exp (L * s)) (fun s => Derive u s * exp (L * s) + u s * (L * exp (L * s))) (u 0) (u 0) 0 t T Start); try lra.
  - intros r Hr. destruct (Smooth r ltac:(lra)) as [d Du]. rewrite (is_derive_unique _ _ _ Du).
    apply (derive_mult u (fun s => exp (L * s))); [exact Du | apply derive_exp_rate].
  - cbv beta. rewrite Rmult_0_r, exp_0. lra.
  - intros r Hr [Pos _]. cbv beta in Pos. assert (E := exp_pos (L * r)). assert (0 < u r) by nra.
    rewrite (is_derive_unique _ _ _ (D r ltac:(lra) H)). specialize (Above r ltac:(lra)). cbv beta in Above.
    assert (0 <= g r + L) by (unfold L; nra). replace (_ + _) with ((g r + L) * (u r * exp (L * r))) by ring. apply Rmult_le_pos; nra.
Qed.
(* A vector whose velocity is a multiple of the tangent part of another one keeps its length 1. *)
Lemma sphere_kept {U : inner_product_space} (y v : R -> U) (g : R -> R) : inner (y 0) (y 0) = 1 ->
  (forall t, 0 <= t -> is_vderive (fun s => y s) t (v t)) ->
  (forall t, 0 <= t -> 2 * inner (y t) (v t) = g t * (1 - inner (y t) (y t))) ->
  (forall t, 0 <= t -> exists d, is_derive g t d) -> forall t, 0 <= t -> inner (y t) (y t) = 1.
Proof.
  intros Start Moves Pull Smooth.
  assert (D : forall t, 0 <= t -> is_derive (fun s => inner (y s) (y s)) t (g t * (1 - inner (y t) (y t)))).
  { intros t T. eapply derive_eq; [apply (derive_inner y y); apply Moves, T|]. rewrite <- Pull; auto. rewrite (inner_sym U (v t)). ring. }
  assert (Minus : forall t, 0 <= t -> exists d, is_derive (fun s => - g s) t d).
  { intros t T. destruct (Smooth t T) as [d Dg]. eexists. apply (derive_opp g), Dg. }
  intros t T.
  destruct (not_crossed (fun s => 1 - inner (y s) (y s)) (fun s => - g s) ltac:(lra)) with t as [Below _]; auto.
  { intros s S. eapply derive_eq; [apply (derive_minus (fun _ => 1)); [apply derive_const | apply D, S] | ring]. }
  destruct (not_crossed (fun s => inner (y s) (y s) - 1) (fun s => - g s) ltac:(lra)) with t as [Above _]; auto.
  { intros s S. eapply derive_eq; [apply (derive_minus _ (fun _ => 1)); [apply D, S | apply derive_const] | ring]. }
  lra.
Qed.

Lemma same_slope (u : R -> R) t (d d' : R) : is_derive u t d -> is_derive u t d' -> d = d'.
Proof. intros D D'. rewrite <- (is_derive_unique _ _ _ D). apply is_derive_unique, D'. Qed.

(* Comparison: u' <= K' u, asked of the greatest alone, gives u <= M e^K, where K(0) = 0. It is asked while
   the greatest has the sign of M. *)
Lemma greatest_decays {I} (T : list I) (u : R -> I -> R) (K : R -> R) M : lists T -> (forall i, u 0 i <= M) -> K 0 = 0 ->
  (forall t i, 0 <= t -> exists d, is_derive (fun s : R => u s i) t d) -> (forall t, 0 <= t -> exists k, is_derive K t k) ->
  (forall t i, 0 <= t -> M * exp (K t) < u t i -> (0 <= M -> 0 < u t i) -> (M < 0 -> u t i < 0) -> (forall j, u t j <= u t i) ->
    exists d k, is_derive (fun s : R => u s i) t d /\ is_derive K t k /\ d <= k * u t i) ->
  forall t, 0 <= t -> forall i, u t i <= M * exp (K t).
Proof.
  intros All Start K0 ExU ExK Slope t T0 i0.
  assert (D : forall s i, 0 <= s -> is_derive (fun r => u r i) s (Derive (fun r => u r i) s) /\ is_derive K s (Derive K s)).
  { intros s i S. destruct (ExU s i S) as [d Du], (ExK s S) as [k Dk].
    rewrite (is_derive_unique (fun r : R => u r i) s d Du), (is_derive_unique _ _ _ Dk). auto. }
  set (delta := if Rlt_dec M 0 then - M else 1).
  assert (Hd : 0 < delta) by (unfold delta; destruct (Rlt_dec M 0); lra).
  assert (B : u t i0 * exp (- K t) <= M).
  { apply (barrier T (fun i t => u t i * exp (- K t))
      (fun i t => Derive (fun r => u r i) t * exp (- K t) + u t i * (- Derive K t * exp (- K t))) 0 M delta); auto; try lra.
    - intros i s S. destruct (D s i S) as [Du Dk].
      apply (derive_mult (fun t => u t i) (fun t => exp (- K t))); [exact Du | apply (derive_exp (fun t => - K t)), (derive_opp K), Dk].
    - intro i. rewrite K0, Ropp_0, exp_0, Rmult_1_r. apply Start.
    - intros i s S [Above Below] Most. assert (P := exp_pos (- K s)).
      destruct (Slope s i S) as [d [k [Du [Dk L]]]].
      + replace (u s i) with (u s i * exp (- K s) * exp (K s)); [apply Rmult_lt_compat_r; [apply exp_pos | exact Above]|].
        rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. ring.
      + intro HM. apply Rnot_le_lt. intro N. assert (0 <= - u s i * exp (- K s)) by (apply Rmult_le_pos; lra). lra.
      + intro HM. apply Rnot_le_lt. intro N. assert (0 <= u s i * exp (- K s)) by (apply Rmult_le_pos; lra).
        unfold delta in Below. destruct (Rlt_dec M 0); lra.
      + intro j. apply Rmult_le_reg_r with (exp (- K s)); [exact P | apply Most].
      + rewrite (is_derive_unique (fun r : R => u r i) s d Du), (is_derive_unique _ _ _ Dk).
        assert (0 <= (k * u s i - d) * exp (- K s)) by (apply Rmult_le_pos; lra). lra. }
  replace (u t i0) with (u t i0 * exp (- K t) * exp (K t)).
  - apply Rmult_le_compat_r; [left; apply exp_pos | exact B].
  - rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. ring.
Qed.
Lemma comparison (u K : R -> R) M : 0 <= M -> u 0 <= M -> K 0 = 0 ->
  (forall t, 0 <= t -> exists d, is_derive u t d) -> (forall t, 0 <= t -> exists k, is_derive K t k) ->
  (forall t, 0 <= t -> 0 < u t -> exists d k, is_derive u t d /\ is_derive K t k /\ d <= k * u t) ->
  forall t, 0 <= t -> u t <= M * exp (K t).
Proof.
  intros HM Start K0 ExU ExK Slope t T.
  apply (greatest_decays (tt :: nil) (fun t _ => u t) K M); auto; [intros []; left; reflexivity | exact tt].
Qed.
Lemma spread_decays_by {I} (T : list I) (u : R -> I -> R) (K : R -> R) M : lists T -> 0 <= M ->
  (forall i j, u 0 i - u 0 j <= M) -> K 0 = 0 ->
  (forall t i, 0 <= t -> exists d, is_derive (fun s : R => u s i) t d) -> (forall t, 0 <= t -> exists k, is_derive K t k) ->
  (forall t i j, 0 <= t -> 0 < u t i - u t j -> (forall k, u t k <= u t i) -> (forall k, u t j <= u t k) ->
    exists d k, is_derive (fun s : R => u s i - u s j) t d /\ is_derive K t k /\ d <= k * (u t i - u t j)) ->
  forall t, 0 <= t -> forall i j, u t i - u t j <= M * exp (K t).
Proof.
  intros All HM Start K0 ExU ExK Slope t T0 i j.
  apply (greatest_decays (list_prod T T) (fun t p => u t (fst p) - u t (snd p)) K M) with (i := (i, j)); auto.
  - intros [p q]. apply in_prod; auto.
  - intros s [p q] S. destruct (ExU s p S) as [d D], (ExU s q S) as [e E]. exists (d - e).
    apply (derive_minus (fun s => u s p) (fun s => u s q)); auto.
  - intros s [p q] S _ Pos _ Most. simpl in *. apply Slope; auto; intro r.
    + specialize (Most (r, q)). simpl in Most. lra.
    + specialize (Most (p, r)). simpl in Most. lra.
Qed.
(* What is so in every direction is so of lengths. *)
Lemma lengths_by_directions (S : inner_product_space) {I} (x y : I -> S) q M : 0 <= M -> 0 <= q ->
  (forall (c : S) m, 0 <= m -> (forall i j, inner c (x i) - inner c (x j) <= m) ->
    forall i j, inner c (y i) - inner c (y j) <= m * q) ->
  (forall i j, vnorm (vsub (x i) (x j)) <= M) -> forall i j, vnorm (vsub (y i) (y j)) <= M * q.
Proof.
  intros HM Q Each Start i j. set (c := vsub (y i) (y j)). assert (P := vnorm_nonneg c).
  assert (Split : forall a b : S, inner c a - inner c b = inner c (vsub a b)).
  { intros a b. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
  assert (H : vnorm c * vnorm c <= vnorm c * M * q).
  { rewrite vnorm_square. unfold c at 2. rewrite <- Split. apply Each; [apply Rmult_le_pos; auto|].
    intros a b. rewrite Split. assert (C := inner_le_vnorm c (vsub (x a) (x b))). apply Rabs_le_between in C.
    assert (vnorm c * vnorm (vsub (x a) (x b)) <= vnorm c * M) by (apply Rmult_le_compat_l; auto). lra. }
  destruct P as [P|Z]; [apply Rmult_le_reg_l with (vnorm c); lra | rewrite <- Z; apply Rmult_le_pos; auto].
Qed.
(* u' <= - k u^2 while u is positive gives (1 + k M t) u <= M: algebraic decay. *)
Lemma algebraic_decay (u : R -> R) k M : 0 <= k -> 0 <= M -> u 0 <= M ->
  (forall t, 0 <= t -> exists d, is_derive u t d) ->
  (forall t, 0 <= t -> 0 < u t -> exists d, is_derive u t d /\ d <= - k * (u t * u t)) ->
  forall t, 0 <= t -> u t * (1 + k * M * t) <= M.
Proof.
  intros Hk HM Start Ex Slope t T.
  assert (D : forall s, 0 <= s -> is_derive u s (Derive u s) /\ (0 < u s -> Derive u s <= - k * (u s * u s))).
  { intros s S. destruct (Ex s S) as [d Du]. rewrite (is_derive_unique _ _ _ Du). split; [exact Du|].
    intro P. destruct (Slope s S P) as [d' [Du' L]].
    rewrite (same_slope u s d d' Du Du'). exact L. }
  assert (KM : 0 <= k * M) by (apply Rmult_le_pos; auto).
  apply (barrier (tt :: nil) (fun _ t => u t * (1 + k * M * t))
    (fun _ t => Derive u t * (1 + k * M * t) + u t * (k * M)) 0 M 1); auto; try lra; try exact tt.
  - intros []. left. reflexivity.
  - intros _ s S. apply (derive_mult u (fun t => 1 + k * M * t)); [apply D; auto|].
    eapply derive_eq; [apply (derive_plus (fun _ => 1) (fun t => k * M * t)); [apply derive_const |
      apply (derive_mult (fun _ => k * M) (fun t => t)); [apply derive_const | apply derive_id]] | ring].
  - intros _. rewrite Rmult_0_r, Rplus_0_r, Rmult_1_r. exact Start.
  - intros _ s S [Above _] _. assert (P : 1 <= 1 + k * M * s) by (assert (0 <= k * M * s) by (apply Rmult_le_pos; lra); lra).
    assert (U : 0 < u s).
    { apply Rnot_le_lt. intro N. assert (0 <= - u s * (1 + k * M * s)) by (apply Rmult_le_pos; lra). lra. }
    destruct (D s S) as [_ L]. specialize (L U). rewrite Rmult_0_l.
    assert (0 <= (- k * (u s * u s) - Derive u s) * (1 + k * M * s)) by (apply Rmult_le_pos; lra).
    assert (0 <= k * u s * (u s * (1 + k * M * s) - M)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.
Qed.
(* u' <= m gives u <= M + m t. *)
Lemma grows_at_most (u : R -> R) m M : u 0 <= M -> (forall t, 0 <= t -> exists d, is_derive u t d /\ d <= m) ->
  forall t, 0 <= t -> u t <= M + m * t.
Proof.
  intros Start Slope t T.
  assert (D : forall s, 0 <= s -> is_derive u s (Derive u s) /\ Derive u s <= m).
  { intros s S. destruct (Slope s S) as [d [Du L]]. rewrite (is_derive_unique _ _ _ Du). auto. }
  assert (G := growth (fun t => - u t) (fun t => - Derive u t) (- m) 0 t T).
  assert (- m * (t - 0) <= - u t - - u 0); [|lra].
  apply G; intros s S; [apply (derive_opp u), D; lra | destruct (D s); lra].
Qed.
(* What one layer multiplies by e^(b - a). *)
Lemma layer_bound (a b M : R) : exp (b - a) * (M * exp a) = M * exp b.
Proof. replace b with (b - a + a) at 2 by ring. rewrite exp_plus. ring. Qed.
(* A number that one layer multiplies by at most e^(K(n + 1) - K(n)), or makes not positive. *)
Lemma layers_decay (v : nat -> R) (K : nat -> R) M : v 0%nat <= M -> K 0%nat = 0 -> 0 <= M ->
  (forall n, v (S n) <= exp (K (S n) - K n) * v n \/ v (S n) <= 0) -> forall n, v n <= M * exp (K n).
Proof.
  intros Start K0 HM Step n. induction n as [|n IH].
  - rewrite K0, exp_0, Rmult_1_r. exact Start.
  - destruct (Step n) as [Falls|Under].
    + rewrite <- (layer_bound (K n)). eapply Rle_trans; [apply Falls|]. apply Rmult_le_compat_l; [left; apply exp_pos | exact IH].
    + apply Rle_trans with 0; [exact Under|]. apply Rmult_le_pos; [exact HM | left; apply exp_pos].
Qed.

(* Over layers: a number that grows by at most m, one that falls by at least c u^2, one that never falls. *)
(* Convergence of order p. *)
Lemma layers_power (u : nat -> R) p q M : q = INR p -> 0 < q -> u 0%nat <= exp M -> (forall n, 0 <= u n) ->
  (forall n, u (S n) <= u n ^ p) -> forall n, u n <= exp (M * exp (ln q * INR n)).
Proof.
  intros Q P Start Some Step n. induction n as [|n IH]; [simpl INR; rewrite Rmult_0_r, exp_0, Rmult_1_r; exact Start|].
  eapply Rle_trans; [apply Step|]. eapply Rle_trans; [apply pow_incr; split; [apply Some | exact IH]|]. right.
  rewrite S_INR, Rmult_plus_distr_l, exp_plus, Rmult_1_r, exp_ln, Q by exact P. generalize (exp (ln (INR p) * INR n)).
  clear. intro e. induction p as [|p IH]; [simpl; rewrite !Rmult_0_r, exp_0; reflexivity|].
  rewrite S_INR. simpl pow. rewrite IH, <- exp_plus. f_equal. ring.
Qed.
Lemma layers_grow_at_most (u : nat -> R) m M : u 0%nat <= M -> (forall n, u (S n) <= u n + m) -> forall n, u n <= M + m * INR n.
Proof. intros Start Step n. induction n as [|n IH]; [simpl; lra | rewrite S_INR; specialize (Step n); lra]. Qed.
Lemma layers_fall_algebraically (u : nat -> R) c M : u 0%nat <= M -> 0 <= M -> 0 <= c ->
  (forall n, u (S n) <= u n - c * u n ^ 2 \/ u (S n) <= 0) -> forall n, u n * (1 + c * M * INR n) <= M.
Proof.
  intros Start HM Hc Step n. induction n as [|n IH]; [simpl INR; lra|].
  assert (P := pos_INR n). assert (CM : 0 <= c * M) by (apply Rmult_le_pos; assumption).
  assert (D : 1 <= 1 + c * M * INR n) by (assert (0 <= c * M * INR n) by (apply Rmult_le_pos; assumption); lra).
  rewrite S_INR. destruct (Rle_lt_dec (u (S n)) 0) as [N|W].
  { assert (0 <= c * M * (INR n + 1)) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (0 * (1 + c * M * (INR n + 1))); [apply Rmult_le_compat_r; lra | lra]. }
  destruct (Step n) as [F|F]; [|lra].
  assert (U : 0 < u n) by (assert (0 <= c * u n ^ 2) by (apply Rmult_le_pos; [assumption | apply pow2_ge_0]); lra).
  assert (CU : 0 <= c * u n) by (apply Rmult_le_pos; lra).
  apply Rmult_le_reg_r with (1 + c * u n); [lra|].
  assert (Q : u (S n) * (1 + c * u n) <= u n).
  { apply Rle_trans with ((u n - c * u n ^ 2) * (1 + c * u n)); [apply Rmult_le_compat_r; lra|].
    assert (0 <= u n * (c * u n) ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]). nra. }
  apply Rle_trans with (u n * (1 + c * M * INR n + c * M)).
  - replace (u (S n) * (1 + c * M * (INR n + 1)) * (1 + c * u n))
      with (u (S n) * (1 + c * u n) * (1 + c * M * INR n + c * M)) by ring.
    apply Rmult_le_compat_r; lra.
  - replace (u n * (1 + c * M * INR n + c * M)) with (u n * (1 + c * M * INR n) + c * u n * M) by ring. lra.
Qed.
Lemma layers_rising_limit (u : nat -> R) b : (forall n, u n <= u (S n)) -> (forall n, u n <= b) -> layers_have_limit u.
Proof.
  intros Rise Below. destruct (ex_finite_lim_seq_incr u b Rise Below) as [l L]. exists l. intros eps He.
  apply is_lim_seq_spec in L. exact (L (mkposreal eps He)).
Qed.
(* What tends, its opposite tends. *)
Lemma falling_limit (u v : R -> R) : has_limit v -> (forall t, v t = - u t) -> has_limit u.
Proof.
  intros [l L] V. exists (- l). intros eps He. destruct (L eps He) as [T [HT Near]]. exists T. split; [exact HT|].
  intros t Ht. replace (u t - - l) with (- (v t - l)) by (rewrite V; ring). rewrite Rabs_Ropp. auto.
Qed.
Lemma layers_falling_limit (u v : nat -> R) : layers_have_limit v -> (forall n, v n = - u n) -> layers_have_limit u.
Proof.
  intros [l L] V. exists (- l). intros eps He. destruct (L eps He) as [N Near]. exists N.
  intros n Hn. replace (u n - - l) with (- (v n - l)) by (rewrite V; ring). rewrite Rabs_Ropp. auto.
Qed.

(* Gronwall's lemma for a number of either sign, which the step bounds everywhere. *)
Lemma comparison_anywhere (u K : R -> R) M : u 0 <= M -> K 0 = 0 ->
  (forall t, 0 <= t -> exists d k, is_derive u t d /\ is_derive K t k /\ d <= k * u t) ->
  forall t, 0 <= t -> u t <= M * exp (K t).
Proof.
  intros Start K0 Slope t T.
  assert (W : nondecreasing (fun s => - (u s * exp (- K s)))).
  { apply quantity_nondecreasing. intros s S. destruct (Slope s S) as [d [k [D [DK L]]]].
    exists (- (d * exp (- K s) + u s * (- k * exp (- K s)))). split.
    - apply (derive_opp (fun s => u s * exp (- K s))), (derive_mult u (fun s => exp (- K s))); [exact D|].
      apply (derive_exp (fun s => - K s)), derive_opp, DK.
    - assert (P := exp_pos (- K s)). assert (0 <= (k * u s - d) * exp (- K s)) by (apply Rmult_le_pos; lra). lra. }
  specialize (W 0 t ltac:(lra)). cbv beta in W. rewrite K0, Ropp_0, exp_0 in W.
  apply Rmult_le_reg_r with (exp (- K t)); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0. lra.
Qed.
Lemma layers_decay_anywhere (v : nat -> R) (K : nat -> R) M : v 0%nat <= M -> K 0%nat = 0 ->
  (forall n, v (S n) <= exp (K (S n) - K n) * v n) -> forall n, v n <= M * exp (K n).
Proof.
  intros Start K0 Step n. induction n as [|n IH].
  - rewrite K0, exp_0, Rmult_1_r. exact Start.
  - rewrite <- (layer_bound (K n)). eapply Rle_trans; [apply Step|]. apply Rmult_le_compat_l; [left; apply exp_pos | exact IH].
Qed.
(* What does not change. *)
Lemma conserved (u : R -> R) M : u 0 = M -> (forall t, 0 <= t -> is_derive u t 0) -> forall t, 0 <= t -> u t = M.
Proof.
  intros Start Rest t T. apply Rle_antisym.
  - replace M with (M + 0 * t) by ring. apply grows_at_most; [lra | | exact T]. intros s S. exists 0. split; [auto | lra].
  - apply Ropp_le_cancel. replace (- M) with (- M + 0 * t) by ring.
    apply (grows_at_most (fun s => - u s)); [lra | | exact T]. intros s S. exists (- 0).
    split; [apply derive_opp; auto | lra].
Qed.
Lemma layers_conserve (u : nat -> R) M : u 0%nat = M -> (forall n, u (S n) = u n) -> forall n, u n = M.
Proof. intros Start Rest n. induction n as [|n IH]; [exact Start | rewrite Rest; exact IH]. Qed.
(* Lengths are compared by their squares. *)
Lemma square_of_root x b : sqrt x <= b -> x <= b ^ 2.
Proof.
  intro L. assert (P := sqrt_pos x). destruct (Rle_lt_dec 0 x) as [X|X]; [|nra].
  rewrite <- (sqrt_sqrt x X). nra.
Qed.
Lemma root_of_square x b : 0 <= b -> x <= b ^ 2 -> sqrt x <= b.
Proof. intros B L. rewrite <- (sqrt_pow2 b B). apply sqrt_le_1_alt, L. Qed.
Lemma exp_twice a b : a = 2 * b -> exp a = exp b ^ 2.
Proof. intros ->. replace (2 * b) with (b + b) by ring. rewrite exp_plus. ring. Qed.
Lemma vsub_vzero {S : inner_product_space} (x : S) : vsub x vzero = x.
Proof. unfold vsub. apply inner_ext. intro z. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. Qed.

Lemma some_of {I} (T : list I) : enumerates T -> exists i : I, True.
Proof. intros [N _]. destruct T as [|i T]; [destruct N; reflexivity | exists i; exact Logic.I]. Qed.
(* Vectors are equal if their difference is zero, or has the square zero, perhaps in another metric. *)
Lemma equal_by_gap {S : inner_product_space} (a b r : S) : vsub a b = r -> r = vzero -> a = b.
Proof.
  intros <- Z. apply inner_ext. intro z. assert (E : inner (vsub a b) z = 0) by (rewrite Z; apply inner_zero_l).
  unfold vsub in E. rewrite inner_add_l, inner_scale_l in E. lra.
Qed.
Lemma equal_by_square {S : inner_product_space} (a b : S) r : inner (vsub a b) (vsub a b) = r -> r = 0 -> a = b.
Proof. intros E Z. apply (equal_by_gap a b (vsub a b) eq_refl), inner_definite. rewrite E. exact Z. Qed.
Lemma equal_by_metric {S : inner_product_space} (W : S -> S) (a b : S) r :
  inner (W (vsub a b)) (vsub a b) = r -> r = 0 -> positive W -> a = b.
Proof.
  intros E Z P. rewrite inner_sym in E. destruct (Req_EM_T (inner (vsub a b) (vsub a b)) 0) as [N|N].
  - exact (equal_by_square a b _ N eq_refl).
  - exfalso. assert (V : vsub a b <> vzero) by (intro V; apply N; rewrite V; apply inner_zero_l).
    apply (proj2 (proj2 P)) in V. lra.
Qed.
(* Near 0, what decays but for a remainder of second order decays nearly as fast. *)
Lemma near_zero (u : R -> R) c m k M : 0 <= m -> 0 < k -> m * M <= c - k -> (forall t, 0 <= t -> 0 <= u t) -> u 0 <= M ->
  (forall t, 0 <= t -> exists d : R, is_derive u t d /\ d <= - c * u t + m * u t ^ 2) ->
  forall t, 0 <= t -> u t <= M * exp (- k * t).
Proof.
  intros Hm K Small Some Start Rate. assert (Below : forall t, 0 <= t -> u t <= M).
  { destruct (Rle_lt_or_eq_dec 0 m Hm) as [P|Z].
    - set (b := c / m). assert (E : m * b = c) by (unfold b; field; lra).
      assert (Mb : M < b) by (apply Rmult_lt_reg_l with m; lra).
      assert (Open : forall t, 0 <= t -> 0 <= (b - u t) - (b - u 0) / 2).
      { apply (one_stays_open (fun t => (b - u t) - (b - u 0) / 2)); [lra | |].
        - intros t T. destruct (Rate t T) as [d [D _]]. eexists. apply (derive_minus (fun t => b - u t)); [|apply derive_const].
          apply (derive_minus (fun _ => b)); [apply derive_const | exact D].
        - intros t T Near. destruct (Rate t T) as [d [D L]]. exists (- d). split.
          + eapply derive_eq; [apply (derive_minus (fun t => b - u t)); [|apply derive_const];
              apply (derive_minus (fun _ => b)); [apply derive_const | exact D] | ring].
          + specialize (Some t T). assert (0 <= m * (u t * (b - u t))) by (apply Rmult_le_pos; [|apply Rmult_le_pos]; lra).
            replace (- c * u t + m * u t ^ 2) with (- (m * (u t * (b - u t)))) in L by (rewrite <- E; ring). lra. }
      assert (Falls : nondecreasing (fun t => - u t)).
      { apply quantity_nondecreasing. intros t T. destruct (Rate t T) as [d [D L]]. exists (- d). split; [apply derive_opp, D|].
        specialize (Some t T). specialize (Open t T). cbv beta in Open.
        assert (0 <= m * (u t * (b - u t))) by (apply Rmult_le_pos; [|apply Rmult_le_pos]; lra).
        replace (- c * u t + m * u t ^ 2) with (- (m * (u t * (b - u t)))) in L by (rewrite <- E; ring). lra. }
      intros t T. specialize (Falls 0 t ltac:(lra)). cbv beta in Falls. lra.
    - assert (Falls : nondecreasing (fun t => - u t)).
      { apply quantity_nondecreasing. intros t T. destruct (Rate t T) as [d [D L]]. exists (- d). split; [apply derive_opp, D|].
        specialize (Some t T). rewrite <- Z in *. assert (0 <= c * u t) by (apply Rmult_le_pos; lra). lra. }
      intros t T. specialize (Falls 0 t ltac:(lra)). cbv beta in Falls. lra. }
  intros t T. apply (comparison_anywhere u (fun s => - k * s) M); [exact Start | ring | | exact T].
  intros s S. destruct (Rate s S) as [d [D L]]. exists d, (- k). split; [exact D|]. split.
  - eapply derive_eq; [apply (derive_mult (fun _ => - k) (fun s => s)); [apply derive_const | apply derive_id] | ring].
  - specialize (Some s S). specialize (Below s S).
    assert (0 <= u s * (m * (M - u s))) by (apply Rmult_le_pos; [|apply Rmult_le_pos]; lra).
    assert (0 <= u s * (c - k - m * M)) by (apply Rmult_le_pos; lra). nra.
Qed.
Lemma layers_near_zero (u : nat -> R) c m k M : 0 <= m -> 0 < k -> m * M <= c - k -> (forall n, 0 <= u n) -> u O <= M ->
  (forall n, u (S n) <= u n - c * u n + m * u n ^ 2) -> forall n, u n <= M * exp (- k * INR n).
Proof.
  intros Hm K Small Some Start Layer n. induction n as [|n IH]; [simpl INR; rewrite Rmult_0_r, exp_0; lra|].
  rewrite S_INR. replace (- k * (INR n + 1)) with (- k * INR n + - k) by ring. rewrite exp_plus.
  assert (P := exp_pos (- k * INR n)). assert (E := exp_ineq1_le (- k)). specialize (Some n). specialize (Layer n).
  assert (exp (- k * INR n) <= 1) by (rewrite <- exp_0; apply exp_le; assert (N := pos_INR n); assert (0 <= k * INR n) by (apply Rmult_le_pos; lra); lra).
  assert (M0 : 0 <= M) by (destruct (Rle_lt_dec 0 M); [assumption | assert (0 <= - M * exp (- k * INR n)) by (apply Rmult_le_pos; lra); nra]).
  assert (Below : u n <= M) by (assert (0 <= M * (1 - exp (- k * INR n))) by (apply Rmult_le_pos; lra); lra).
  assert (0 <= u n * (m * (M - u n))) by (apply Rmult_le_pos; [|apply Rmult_le_pos]; lra).
  assert (0 <= u n * (c - k - m * M)) by (apply Rmult_le_pos; lra).
  assert (u (S n) <= u n * (1 - k)) by nra.
  assert (u n * (1 - k) <= u n * exp (- k)) by (apply Rmult_le_compat_l; lra).
  assert (u n * exp (- k) <= M * exp (- k * INR n) * exp (- k)) by (apply Rmult_le_compat_r; [left; apply exp_pos | exact IH]). lra.
Qed.
