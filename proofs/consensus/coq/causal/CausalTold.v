(* Two solutions of causal attention with the identity as value: time does not bring them together by more than a
   factor; and where the tokens before one stay near each other, and this one near their opposite, its start is told
   by theirs. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Intervals Drawn DrawnNear Company Causal CausalPair.
Open Scope R_scope.

Lemma norm_swap {S : inner_product_space} (a b : S) : vnorm (vsub a b) = vnorm (vsub b a).
Proof. unfold vnorm. f_equal. inners. ring. Qed.

Section Causal.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (before : Token -> Token -> R) (c p0 : R).
Hypothesis Ht : enumerates tokens.
Hypothesis Hh : enumerates heads.
Hypothesis Ind : forall i j, before i j = 0 \/ before i j = 1.
Hypothesis C : 0 < c.
Hypothesis P0 : 0 <= p0.
Let M := c * size heads.
Let N := size tokens.
Definition weights_factor := c * (size heads * (2 * (2 * p0))).
Let Lam := weights_factor.
Let N0 : 0 <= N.
Proof. apply total_nonneg. intro. lra. Qed.
Let H0 : 0 <= size heads.
Proof. apply total_nonneg. intro. lra. Qed.
Let M0 : 0 <= M.
Proof. apply Rmult_le_pos; lra. Qed.
Lemma weights_factor_nonneg : 0 <= weights_factor.
Proof. unfold weights_factor. repeat apply Rmult_le_pos; lra. Qed.
Let B0 i j : 0 <= before i j <= 1.
Proof. destruct (Ind i j) as [-> | ->]; lra. Qed.

(* The velocity of a token in a state, of scores Q. *)
Definition pull (Q : Head -> S -> S) (x : Token -> S) i :=
  drawn tokens (weight tokens heads (before i) c Q x (x i)) x (x i).

Section Scores.
Variables (Q Qt : Head -> S -> S).
Hypothesis Adj : forall a, adjoint (Q a) (Qt a).
Hypothesis Bd : forall a x, vnorm (Q a x) <= p0 * vnorm x.
Let short a x : vnorm x <= 1 -> vnorm (Q a x) <= p0.
Proof.
  intro X. eapply Rle_trans; [apply Bd|]. rewrite <- (Rmult_1_r p0) at 2. apply Rmult_le_compat_l; auto.
Qed.
Let difference a x z : vnorm (vsub (Q a x) (Q a z)) <= p0 * vnorm (vsub x z).
Proof.
  replace (vsub (Q a x) (Q a z)) with (Q a (vsub x z)); [apply Bd|].
  unfold vsub. rewrite (adjoint_add _ _ (Adj a)), (adjoint_scale _ _ (Adj a)). reflexivity.
Qed.
Lemma weights_near (x y : Token -> S) i j : (forall k, vnorm (x k) <= 1) -> (forall k, vnorm (y k) <= 1) ->
  Rabs (weight tokens heads (before i) c Q x (x i) j - weight tokens heads (before i) c Q y (y i) j) <=
  weights_factor * (vnorm (vsub (x i) (y i)) + total tokens (fun k => before i k * vnorm (vsub (x k) (y k)))).
Proof.
  intros X Y. set (e := vnorm (vsub (x i) (y i))). set (b := total tokens _).
  assert (e0 : 0 <= e) by apply vnorm_nonneg.
  assert (b0 : 0 <= b) by (apply total_nonneg; intro; apply Rmult_le_pos; [apply B0 | apply vnorm_nonneg]).
  set (y' := fun k => if Req_EM_T (before i k) 1 then y k else x k).
  assert (Y' : forall k, vnorm (y' k) <= 1) by (intro k; unfold y'; destruct (Req_EM_T _ _); auto).
  assert (Near : forall k, vnorm (vsub (x k) (y' k)) <= b).
  { intro k. unfold y'. destruct (Req_EM_T (before i k) 1) as [E|E].
    - assert (A := total_at_least tokens (fun k => before i k * vnorm (vsub (x k) (y k))) k (proj2 (proj2 Ht) k)).
      cbv beta in A. rewrite E, Rmult_1_l in A. apply A. intro. apply Rmult_le_pos; [apply B0 | apply vnorm_nonneg].
    - replace (vsub (x k) (x k)) with (@vzero S) by (symmetry; apply vadd_opposite). unfold vnorm.
      rewrite inner_zero_l, sqrt_0. exact b0. }
  rewrite (weight_seen tokens heads (before i) c (Ind i) Q y y' (y i) j).
  2: { intros k E. unfold y'. destruct (Req_EM_T (before i k) 1); tauto. }
  replace (weights_factor * (e + b)) with (c * (size heads * (2 * (2 * p0 * (e + b))))) by (unfold weights_factor;
    ring).
  assert (pb : 0 <= p0 * b) by (apply Rmult_le_pos; auto). assert (pe : 0 <= p0 * e) by (apply Rmult_le_pos; auto).
  apply weight_near; auto; [repeat apply Rmult_le_pos; lra| |].
  - intros a k. eapply Rle_trans; [apply (score_gap (Q a (x k)) (Q a (y' k)) (x i) (y i) e p0 (p0 * b))|]; auto.
    + unfold e. lra.
    + eapply Rle_trans; [apply difference|]. apply Rmult_le_compat_l; auto.
    + lra.
  - intro a. eapply Rle_trans; [apply (score_gap (Q a (x i)) (Q a (y i)) (x i) (y i) e p0 (p0 * e))|]; auto;
      first [lra | unfold e; lra | apply difference].
Qed.
Definition pull_factor := 2 * (N * (2 * Lam + M)) + 2 * (N * M).
Lemma pulls_near (x y : Token -> S) i : (forall k, vnorm (x k) <= 1) -> (forall k, vnorm (y k) <= 1) ->
  vnorm (vsub (pull Q x i) (pull Q y i)) <= pull_factor * total tokens (fun k => vnorm (vsub (x k) (y k))).
Proof.
  intros X Y. set (T := total tokens _).
  assert (Each : forall k, vnorm (vsub (x k) (y k)) <= T).
  { intro k. apply (total_at_least tokens (fun k => vnorm (vsub (x k) (y k)))); [apply Ht|]. intro.
  apply vnorm_nonneg. }
  assert (L0 := weights_factor_nonneg). fold Lam in L0.
  assert (WB : forall Z z j, Rabs (weight tokens heads (before i) c Q Z z j) <= M).
  { intros Z z j. assert (W := weight_bounds tokens heads (before i) c Ht (Ind i) C Q Z z j). fold M in W.
    rewrite Rabs_right; lra. }
  unfold pull. eapply Rle_trans; [apply (drawn_near tokens _ _ x y (x i) (y i) (Lam * (T + T)) T M); auto|].
  - intro j. eapply Rle_trans; [apply weights_near; auto|]. apply Rmult_le_compat_l; [exact L0|].
    apply Rplus_le_compat; [apply Each|]. apply total_le. intro k. assert (Q1 := B0 i k).
    assert (V := vnorm_nonneg (vsub (x k) (y k))). rewrite <- (Rmult_1_l (vnorm _)) at 2. apply Rmult_le_compat_r; lra.
  - fold N. assert (2 * (N * M) * vnorm (vsub (x i) (y i)) <= 2 * (N * M) * T).
    { apply Rmult_le_compat_l; [|apply Each]. assert (0 <= N * M) by (apply Rmult_le_pos; auto). lra. }
    unfold pull_factor. lra.
Qed.
End Scores.

(* How a token's two places part, near the tokens before it (s = 1) or near their opposite (s = -1). *)
Lemma pulls_part_rate theta : 0 < theta -> exists r K, 0 < r <= 1 /\ 0 <= K /\ forall Q Qt : Head -> S -> S,
  (forall a, adjoint (Q a) (Qt a)) -> (forall a x, vnorm (Q a x) <= p0 * vnorm x) -> forall s (x y : Token -> S) i,
  s = 1 \/ s = -1 -> (forall k, inner (x k) (x k) = 1) -> (forall k, inner (y k) (y k) = 1) ->
  (forall j, before i j = 1 -> vnorm (vsub (vscale s (x j)) (x i)) <= r) ->
  (forall j, before i j = 1 -> vnorm (vsub (vscale s (y j)) (y i)) <= r) ->
  s * inner (vsub (x i) (y i)) (vsub (pull Q x i) (pull Q y i)) <=
  (theta - total tokens (weight tokens heads (before i) c Q x (x i))) * inner (vsub (x i) (y i)) (vsub (x i) (y i))
  + K * total tokens (fun j => before i j * inner (vsub (x j) (y j)) (vsub (x j) (y j))).
Proof.
  intro T0. assert (L0 := weights_factor_nonneg). fold Lam in L0.
  set (th := theta / (2 * (N * M + 1))). set (D := 2 * (2 * (N * M) + N * Lam * (1 + N) + 1)).
  assert (NM : 0 <= N * M) by (apply Rmult_le_pos; auto).
  assert (NL : 0 <= N * Lam * (1 + N)) by (repeat apply Rmult_le_pos; lra).
  assert (Th : 0 < th) by (apply Rdiv_lt_0_compat; lra). assert (Dp : 0 < D) by (unfold D; lra).
  assert (Td : 0 < theta / D) by (apply Rdiv_lt_0_compat; lra).
  set (r := Rmin 1 (theta / D)). assert (r0 : 0 < r) by (apply Rmin_glb_lt; lra).
  assert (r1 : r <= 1) by apply Rmin_l. assert (rD : r <= theta / D) by apply Rmin_r.
  exists r, (M / th + N * Lam). split; [lra|]. split.
  { apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat, Th] | apply Rmult_le_pos;
    auto]. }
  intros Q Qt Adj Bd s x y i Sign X Y NX NY.
  assert (X1 : forall k, vnorm (x k) <= 1) by (intro k; unfold vnorm; rewrite X, sqrt_1; lra).
  assert (Y1 : forall k, vnorm (y k) <= 1) by (intro k; unfold vnorm; rewrite Y, sqrt_1; lra).
  assert (R := parting_rate tokens (before i) (weight tokens heads (before i) c Q x (x i))
    (weight tokens heads (before i) c Q y (y i)) x y (x i) (y i) s r M Lam th Sign (Ind i)
    ltac:(intros j E; unfold weight; rewrite E; split; ring)
    (weight_bounds tokens heads (before i) c Ht (Ind i) C Q x (x i)) (X i) (Y i) X Y ltac:(lra) Th L0 NX NY
    (fun j => weights_near Q Qt Adj Bd x y i j X1 Y1)).
  fold (pull Q x i) (pull Q y i) in R. fold N in R. cbv zeta in R. rewrite vnorm_square in R.
  rewrite (total_ext tokens (fun j => before i j * (vnorm (vsub (x j) (y j)) * vnorm (vsub (x j) (y j))))
    (fun j => before i j * inner (vsub (x j) (y j)) (vsub (x j) (y j)))) in R
    by (intro; rewrite vnorm_square; reflexivity).
  eapply Rle_trans; [exact R|]. apply Rplus_le_compat_r. apply Rmult_le_compat_r; [apply inner_nonneg|].
  assert (A1 : N * M * th <= theta / 2).
  { apply Rle_trans with ((N * M + 1) * th); [apply Rmult_le_compat_r; lra | right; unfold th; field; lra]. }
  assert (A2 : D / 2 * r <= theta / 2).
  { apply Rle_trans with (D / 2 * (theta / D)); [apply Rmult_le_compat_l; lra | right; field; lra]. }
  unfold D in A2. lra.
Qed.

(* Solutions of unit tokens from the time a. *)
Section Runs.
Variables (P Pt : R -> Head -> S -> S) (a : R).
Hypothesis A0 : 0 <= a.
Hypothesis Adj : forall t h, 0 <= t -> adjoint (P t h) (Pt t h).
Hypothesis Bd : forall t h x, 0 <= t -> vnorm (P t h x) <= p0 * vnorm x.
Definition runs_from (x : R -> Token -> S) := forall t, 0 <= t -> (forall i, inner (x t i) (x t i) = 1) /\
  forall i, is_vderive (fun s => x s i) t (pull (P (a + t)) (x t) i).
Variables (x y : R -> Token -> S).
Hypothesis Rx : runs_from x.
Hypothesis Ry : runs_from y.
Let gap t i := inner (vsub (x t i) (y t i)) (vsub (x t i) (y t i)).
Let moves t i := inner (vsub (x t i) (y t i)) (vsub (pull (P (a + t)) (x t) i) (pull (P (a + t)) (y t) i)).
Let short_x t k : 0 <= t -> vnorm (x t k) <= 1.
Proof. intro T. unfold vnorm. rewrite (proj1 (Rx t T)), sqrt_1. lra. Qed.
Let short_y t k : 0 <= t -> vnorm (y t k) <= 1.
Proof. intro T. unfold vnorm. rewrite (proj1 (Ry t T)), sqrt_1. lra. Qed.
Lemma gap_moves t i : 0 <= t -> is_derive (fun s => gap s i) t (2 * moves t i).
Proof.
  intro T. set (u := pull (P (a + t)) (x t) i). set (v := pull (P (a + t)) (y t) i).
  assert (D : is_vderive (fun s => vsub (x s i) (y s i)) t (vsub u v)).
  { apply vderive_add; [apply (Rx t T)|]. eapply vderive_eq.
    - apply (vderive_scale (fun _ => -1)); [apply derive_const | apply (Ry t T)].
    - fold v. apply inner_ext. intro q. inners. ring. }
  eapply derive_eq; [exact (derive_inner _ _ t _ _ D D)|]. cbv beta. unfold moves. fold u v.
  rewrite (inner_sym _ (vsub u v)). ring.
Qed.
Let q t := total tokens (gap t).
Let gap0 t i : 0 <= gap t i.
Proof. apply inner_nonneg. Qed.
Let L := pull_factor * N.
Let pf0 : 0 <= pull_factor.
Proof.
  assert (0 <= N * M) by (apply Rmult_le_pos; auto). assert (L0 := weights_factor_nonneg). fold Lam in L0.
  assert (0 <= N * Lam) by (apply Rmult_le_pos; auto). unfold pull_factor. lra.
Qed.
Definition runs_factor t := N * exp (pull_factor * N * t).
Lemma runs_factor_nonneg t : 0 <= runs_factor t.
Proof. apply Rmult_le_pos; [auto | left; apply exp_pos]. Qed.
Lemma runs_from_apart t d : 0 <= t -> 0 <= d -> within (x t) d (y t) -> within (x 0) (runs_factor t * d) (y 0).
Proof.
  intros T D W. assert (N1 := size_at_least_one tokens Ht). fold N in N1.
  assert (G : - q t <= - q 0 * exp (- (2 * L) * t)).
  { apply (gronwall (fun t => - q t) (fun t => - total tokens (fun i => 2 * moves t i))); [| |exact T].
    - intros s Hs. apply (derive_opp q). apply (derive_total tokens gap). intro i. apply gap_moves, Hs.
    - intros s Hs. set (V := total tokens (fun k => vnorm (vsub (x s k) (y s k)))).
      assert (V0 : 0 <= V) by (apply total_nonneg; intro; apply vnorm_nonneg).
      assert (One : forall i, - (2 * moves s i) <= 2 * pull_factor * V * vnorm (vsub (x s i) (y s i))).
      { intro i. assert (I := inner_le_vnorm (vsub (x s i) (y s i)) (vsub (pull (P (a + s)) (x s) i)
          (pull (P (a + s)) (y s) i))). fold (moves s i) in I. apply Rabs_le_between in I.
        assert (K := pulls_near (P (a + s)) (Pt (a + s)) (fun h => Adj (a + s) h ltac:(lra))
          (fun h z => Bd (a + s) h z ltac:(lra)) (x s) (y s) i (fun k => short_x s k Hs) (fun k => short_y s k Hs)).
        fold V in K. assert (Q := Rmult_le_compat_l _ _ _ (vnorm_nonneg (vsub (x s i) (y s i))) K). lra. }
      assert (Sum : - total tokens (fun i => 2 * moves s i) <= 2 * pull_factor * V * V).
      { assert (E : - total tokens (fun i => 2 * moves s i) = total tokens (fun i => - (2 * moves s i))).
        { replace (- total tokens (fun i => 2 * moves s i)) with (-1 * total tokens (fun i => 2 * moves s i)) by ring.
          rewrite <- total_scale. apply total_ext. intro. ring. }
        rewrite E. unfold V at 2. rewrite <- total_scale. apply total_le. exact One. }
      assert (VV : V * V <= N * q s).
      { set (f := fun i => vnorm (vsub (x s i) (y s i))).
        replace (q s) with (total tokens (fun i => f i * f i)) by (apply total_ext; intro; apply vnorm_square).
        change (total tokens f * total tokens f <= total tokens (fun _ => 1) * total tokens (fun i => f i * f i)).
        clearbody f. clear.
        induction tokens as [|i U IH]; [simpl; lra|]. cbn [total]. set (s1 := total U f) in *.
        set (s2 := total U (fun i => f i * f i)) in *. assert (Z : s1 * s1 <= total U (fun _ => 1) * s2) by exact IH.
        set (m := total U (fun _ => 1)) in *.
        assert (Cr : 2 * f i * s1 <= m * (f i * f i) + s2).
        { unfold s1, m, s2. rewrite <- total_scale, <- total_scale_r, <- total_add. apply total_le. intro k.
          assert (Q := Rle_0_sqr (f i - f k)). unfold Rsqr in Q. lra. }
        lra. }
      assert (W2 : pull_factor * (V * V) <= pull_factor * (N * q s)) by (apply Rmult_le_compat_l; auto).
      unfold L. lra. }
  assert (Qt : q t <= N * (d * d)).
  { unfold q, N, size. rewrite <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l. unfold gap.
    rewrite <- vnorm_square. assert (Wi := W i). rewrite norm_swap in Wi.
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  intro i. rewrite norm_swap. apply vnorm_le; [apply Rmult_le_pos; [apply runs_factor_nonneg | exact D]|].
  fold (gap 0 i). apply Rle_trans with (q 0); [apply (total_at_least tokens (gap 0)); [apply Ht | apply gap0]|].
  set (e := exp (L * t)). assert (e0 : 0 < e) by apply exp_pos.
  assert (Ex : exp (- (2 * L) * t) * (e * e) = 1).
  { unfold e. rewrite <- !exp_plus. replace (- (2 * L) * t + (L * t + L * t)) with 0 by ring. apply exp_0. }
  assert (ee : 0 <= e * e) by (apply Rmult_le_pos; lra).
  assert (Q1 : q 0 * exp (- (2 * L) * t) * (e * e) <= N * (d * d) * (e * e)) by (apply Rmult_le_compat_r; lra).
  rewrite Rmult_assoc, Ex, Rmult_1_r in Q1. eapply Rle_trans; [exact Q1|]. unfold runs_factor. fold L e.
  replace (N * e * d * (N * e * d)) with (N * (N * (d * d) * (e * e))) by ring.
  assert (0 <= N * (d * d) * (e * e)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; [auto | apply Rle_0_sqr] | exact ee]. }
  rewrite Rmult_assoc. assert (1 * (N * (d * d) * (e * e)) <= N * (N * (d * d) * (e * e))); [|lra].
  apply Rmult_le_compat_r; [exact H | lra].
Qed.

(* The start of a token that stays opposite is told by those of the tokens before it, which stay together. *)
Section Told.
Variables (k first : Token) (w : Token -> R) (w0 low r K theta eta : R).
Hypothesis First : before k first = 1.
Hypothesis Trans : forall i j, before k i = 1 -> before i j = 1 -> before k j = 1.
Hypothesis W0 : 0 < w0.
Hypothesis W1 : forall i, w0 <= w i <= 1.
Hypothesis WS : forall j, total tokens (fun i => before i j * w i) <= eta * w j.
Hypothesis Low : low = least_weight tokens heads c p0.
Hypothesis K0 : 0 <= K.
Hypothesis Theta : theta = low / 8.
Hypothesis Eta : 8 * (K * eta) <= low.
Hypothesis Part : forall Q Qt : Head -> S -> S,
  (forall h, adjoint (Q h) (Qt h)) -> (forall h x, vnorm (Q h x) <= p0 * vnorm x) -> forall s (x y : Token -> S) i,
  s = 1 \/ s = -1 -> (forall j, inner (x j) (x j) = 1) -> (forall j, inner (y j) (y j) = 1) ->
  (forall j, before i j = 1 -> vnorm (vsub (vscale s (x j)) (x i)) <= r) ->
  (forall j, before i j = 1 -> vnorm (vsub (vscale s (y j)) (y i)) <= r) ->
  s * inner (vsub (x i) (y i)) (vsub (pull Q x i) (pull Q y i)) <=
  (theta - total tokens (weight tokens heads (before i) c Q x (x i))) * inner (vsub (x i) (y i)) (vsub (x i) (y i))
  + K * total tokens (fun j => before i j * inner (vsub (x j) (y j)) (vsub (x j) (y j))).
Definition stays_opposite (z : R -> Token -> S) := forall t, 0 <= t ->
  (forall i j, before k i = 1 -> before i j = 1 -> vnorm (vsub (z t j) (z t i)) <= r) /\
  forall j, before k j = 1 -> vnorm (vsub (vscale (-1) (z t j)) (z t k)) <= r.
Hypothesis Sx : stays_opposite x.
Hypothesis Sy : stays_opposite y.
Let others t := total tokens (fun j => before k j * (w j * gap t j)).
Let factor := 4 * K / (low * w0).
Let low0 : 0 < low.
Proof. rewrite Low. apply least_weight_positive; auto. Qed.
Theorem told_by_others : gap 0 k <= factor * total tokens (fun j => before k j * gap 0 j).
Proof.
  assert (F0 : 0 <= factor).
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto]. }
  assert (w_pos : forall i, 0 <= w i) by (intro i; specialize (W1 i); lra).
  set (du := fun t => 2 * moves t k - factor * total tokens (fun j => before k j * (w j * (2 * moves t j)))).
  set (u := fun t => gap t k - factor * others t).
  assert (Du : forall t, 0 <= t -> is_derive u t (du t)).
  { intros t T. unfold u, du. apply derive_minus; [apply gap_moves, T|]. eapply derive_eq.
    - apply (derive_mult (fun _ => factor)); [apply derive_const|].
      apply (derive_total tokens (fun t j => before k j * (w j * gap t j)) t
        (fun j => before k j * (w j * (2 * moves t j)))). intro j. eapply derive_eq.
      + apply (derive_mult (fun _ => before k j)); [apply derive_const|].
        apply (derive_mult (fun _ => w j)); [apply derive_const | apply gap_moves, T].
      + cbv beta. ring.
    - cbv beta. ring. }
  assert (Rate : forall t, 0 <= t -> low * u t <= du t).
  { intros t T. destruct (Rx t T) as [Ux _]. destruct (Ry t T) as [Uy _].
    destruct (Sx t T) as [Gx Ox]. destruct (Sy t T) as [Gy Oy].
    assert (AdjT : forall h, adjoint (P (a + t) h) (Pt (a + t) h)) by (intro; apply Adj; lra).
    assert (BdT : forall h z, vnorm (P (a + t) h z) <= p0 * vnorm z) by (intros; apply Bd; lra).
    assert (Opp := Part _ _ AdjT BdT (-1) (x t) (y t) k (or_intror eq_refl) Ux Uy Ox Oy).
    fold (gap t k) (moves t k) in Opp. set (b := total tokens (fun j => before k j * _)) in Opp.
    assert (Short : forall h z, vnorm z <= 1 -> vnorm (P (a + t) h z) <= p0).
    { intros h z Z. eapply Rle_trans; [apply BdT|]. rewrite <- (Rmult_1_r p0) at 2. apply Rmult_le_compat_l; auto. }
    assert (LowK := weights_total tokens heads (before k) c Ht (Ind k) C p0 (P (a + t)) (x t) (x t k) first First Short
      (short_x t k T) (fun j => short_x t j T)).
    rewrite <- Low in LowK. set (A := total tokens (weight tokens heads (before k) c (P (a + t)) (x t) (x t k))) in *.
    assert (g0 : 0 <= gap t k) by apply gap0.
    assert (Ag : low * gap t k <= A * gap t k) by (apply Rmult_le_compat_r; auto).
    assert (bw : w0 * b <= others t).
    { unfold b, others. rewrite <- total_scale. apply total_le. intro j. fold (gap t j).
      replace (w0 * (before k j * gap t j)) with (before k j * (w0 * gap t j)) by ring.
      apply Rmult_le_compat_l; [apply B0|]. apply Rmult_le_compat_r; [apply gap0 | apply W1]. }
    assert (Rest : total tokens (fun j => before k j * (w j * (2 * moves t j))) <=
      2 * theta * others t + 2 * K * (eta * others t)).
    { apply Rle_trans with (total tokens (fun i => 2 * theta * (before k i * (w i * gap t i)) +
        2 * K * total tokens (fun j => before k i * (w i * (before i j * gap t j))))).
      - apply total_le. intro i. destruct (Ind k i) as [E|E]; rewrite E.
        + rewrite (total_ext tokens _ (fun _ => 0)) by (intro; ring). rewrite total_zero. lra.
        + assert (G1 := Part _ _ AdjT BdT 1 (x t) (y t) i (or_introl eq_refl) Ux Uy).
          assert (One : forall z : S, vscale 1 z = z) by (intro; apply vscale_one).
          assert (G := G1 ltac:(intros j J; rewrite One; apply Gx; auto) ltac:(intros j J; rewrite One; apply Gy;
            auto)).
          fold (gap t i) (moves t i) in G. set (bi := total tokens (fun j => before i j * _)) in G.
          assert (Ai : 0 <= total tokens (weight tokens heads (before i) c (P (a + t)) (x t) (x t i))).
          { apply total_nonneg. intro. apply weight_bounds; auto. }
          set (Aw := total tokens (weight tokens heads (before i) c (P (a + t)) (x t) (x t i))) in *.
          assert (0 <= Aw * gap t i) by (apply Rmult_le_pos; [exact Ai | apply gap0]).
          assert (G' : moves t i <= theta * gap t i + K * bi) by lra.
          assert (Wg := Rmult_le_compat_l _ _ _ (w_pos i) G').
          replace (total tokens (fun j => 1 * (w i * (before i j * gap t j)))) with (w i * bi).
          2: { unfold bi. rewrite <- total_scale. apply total_ext. intro j. unfold gap. ring. }
          lra.
      - rewrite total_add, !total_scale. fold (others t). apply Rplus_le_compat_l.
        apply Rmult_le_compat_l; [lra|]. rewrite total_swap. unfold others at 1. rewrite <- total_scale.
        apply total_le. intro j. destruct (Ind k j) as [E|E].
        + rewrite E. right. rewrite Rmult_0_l, Rmult_0_r, <- (total_zero tokens). apply total_ext. intro i.
          destruct (Ind k i) as [Ei|Ei]; [rewrite Ei; ring|]. destruct (Ind i j) as [Ej|Ej]; [rewrite Ej; ring|].
          exfalso. assert (Q := Trans i j Ei Ej). lra.
        + rewrite E. apply Rle_trans with (gap t j * total tokens (fun i => before i j * w i)).
          * rewrite <- total_scale. apply total_le. intro i.
            replace (before k i * (w i * (before i j * gap t j))) with (before k i * (before i j * w i * gap t j)) by
              ring.
            rewrite (Rmult_comm (gap t j)). rewrite <- (Rmult_1_l (before i j * w i * gap t j)) at 2.
            apply Rmult_le_compat_r; [|apply B0]. repeat apply Rmult_le_pos; auto. apply B0.
          * assert (Q := Rmult_le_compat_l _ _ _ (gap0 t j) (WS j)). lra. }
    assert (O0 : 0 <= others t).
    { apply total_nonneg. intro j. apply Rmult_le_pos; [apply B0 | apply Rmult_le_pos; auto]. }
    assert (KE : 8 * (K * eta) * others t <= low * others t) by (apply Rmult_le_compat_r; auto).
    assert (RestF := Rmult_le_compat_l _ _ _ F0 Rest).
    assert (KEF := Rmult_le_compat_l _ _ _ F0 KE).
    assert (Kb : 2 * K * b <= factor * (low / 2) * others t).
    { replace (2 * K * b) with (2 * K / w0 * (w0 * b)) by (field; lra).
      replace (factor * (low / 2)) with (2 * K / w0) by (unfold factor; field; split; lra).
      apply Rmult_le_compat_l; [|exact bw]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, W0]. }
    assert (lg : 0 <= low * gap t k) by (apply Rmult_le_pos; lra).
    unfold u, du. subst theta. lra. }
  assert (Top : forall t, 0 <= t -> u t <= 4).
  { intros t T. assert (O0 : 0 <= factor * others t).
    { apply Rmult_le_pos; [exact F0|]. apply total_nonneg. intro j. apply Rmult_le_pos; [apply B0|].
      apply Rmult_le_pos; auto. }
    assert (G4 : gap t k <= 2 * 2).
    { unfold gap. rewrite <- vnorm_square. assert (V : vnorm (vsub (x t k) (y t k)) <= 2).
      { unfold vsub. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
        assert (S1 := short_x t k T). assert (S2 := short_y t k T). lra. }
      apply Rmult_le_compat; auto using vnorm_nonneg. }
    unfold u. lra. }
  assert (Neg : u 0 <= 0).
  { apply Rnot_lt_le. intro Pos. set (t := 4 / (u 0 * low)).
    assert (ul : 0 < u 0 * low) by (apply Rmult_lt_0_compat; auto).
    assert (t0 : 0 <= t) by (left; apply Rdiv_lt_0_compat; lra).
    assert (G := at_least_exponential u du low 0 t t0 (fun s Hs => Du s (proj1 Hs)) (fun s Hs => Rate s (proj1 Hs))).
    assert (X := exp_tangent (low * (t - 0))). assert (T4 := Top t t0).
    assert (Y : u 0 * (1 + low * (t - 0)) <= u 0 * exp (low * (t - 0))) by (apply Rmult_le_compat_l; lra).
    assert (Z : u 0 * (low * (t - 0)) = 4) by (unfold t; field; split; lra). lra. }
  assert (Sum : others 0 <= total tokens (fun j => before k j * gap 0 j)).
  { apply total_le. intro j. apply Rmult_le_compat_l; [apply B0|]. rewrite <- (Rmult_1_l (gap 0 j)) at 2.
    apply Rmult_le_compat_r; [apply gap0 | apply W1]. }
  assert (SumF := Rmult_le_compat_l _ _ _ F0 Sum). unfold u in Neg. lra.
Qed.
End Told.
End Runs.
End Causal.
