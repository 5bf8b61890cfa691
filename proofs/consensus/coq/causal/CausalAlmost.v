(* Causal attention with the identity as value: the starts from which some token tends to the opposite of the first
   one have no volume. *)
From Coq Require Import Reals Lra Lia List Cantor.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Lengths NullSets NullGraphs NullSections Exchange
  LeavingSolutions Gnomonic Drawn Company Cascade Causal CausalLost CausalPair CausalTold.
Open Scope R_scope.
Local Arguments to_nat : simpl never.
Local Arguments of_nat : simpl never.

Section Almost.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (up_to before : Token -> Token -> R) (c p0 : R) (P Pt : R -> Head -> S -> S).
Hypothesis Ht : enumerates tokens.
Hypothesis Hh : enumerates heads.
Hypothesis Order : ordered up_to.
Hypothesis Ind : forall i j, before i j = 0 \/ before i j = 1.
Hypothesis Before : forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j.
Hypothesis C : 0 < c.
Hypothesis Adj : forall t a, 0 <= t -> adjoint (P t a) (Pt t a).
Hypothesis P0 : 0 <= p0.
Hypothesis Bd : forall t a x, 0 <= t -> vnorm (P t a x) <= p0 * vnorm x.
Let N := size tokens.
Let N1 : 1 <= N.
Proof. assert (Q := size_at_least_one tokens Ht). fold N in Q. lra. Qed.
Let B0 i j : 0 <= before i j <= 1.
Proof. destruct (Ind i j) as [-> | ->]; lra. Qed.
Lemma before_trans k i j : before k i = 1 -> before i j = 1 -> before k j = 1.
Proof.
  intros A B. apply Before in A, B. destruct A as [A Ne], B as [B _]. destruct Order as [_ [_ [Anti [Trans _]]]].
  apply Before. split; [exact (Trans k i j A B)|]. intro E. subst k. apply Ne, Anti; auto.
Qed.
(* Weights that fall from a token to those after it, faster than there are tokens. *)
Lemma falling_weights eta : 0 < eta -> exists w w0, 0 < w0 /\ (forall i, w0 <= w i <= 1) /\
  forall j, total tokens (fun i => before i j * w i) <= eta * w j.
Proof.
  intro Eta. set (k := N / eta). assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra).
  exists (fun i => exp (- k * rank tokens up_to i)), (exp (- k * N)). split; [apply exp_pos|]. split.
  - intro i. assert (R1 := rank_positive tokens up_to Ht Order i). assert (R2 := rank_at_most tokens up_to Order i).
    fold N in R2. split.
    + apply exp_le. assert (k * rank tokens up_to i <= k * N) by (apply Rmult_le_compat_l; lra). lra.
    + rewrite <- exp_0. apply exp_le. assert (0 <= k * rank tokens up_to i) by (apply Rmult_le_pos; lra). lra.
  - intro j. set (wj := exp (- k * rank tokens up_to j)). assert (W : 0 < wj) by apply exp_pos.
    apply Rle_trans with (total tokens (fun _ => exp (- k) * wj)).
    + apply total_le. intro i. assert (E0 : 0 < exp (- k) * wj) by (apply Rmult_lt_0_compat; [apply exp_pos | auto]).
      destruct (Ind i j) as [E|E]; rewrite E; [lra|]. rewrite Rmult_1_l. unfold wj. rewrite <- exp_plus. apply exp_le.
      apply Before in E. destruct E as [E Ne]. assert (G := rank_grows tokens up_to Ht Order i j E (fun Q => Ne
        (eq_sym Q))).
      assert (k * rank tokens up_to j <= k * (rank tokens up_to i - 1)) by (apply Rmult_le_compat_l; lra). lra.
    + rewrite (total_ext tokens _ (fun _ => exp (- k) * wj * 1)), total_scale by (intro; ring). fold (size tokens) N.
      replace (exp (- k) * wj * N) with (exp (- k) * k * (eta * wj)) by (unfold k; field; lra).
      rewrite <- (Rmult_1_l (eta * wj)) at 2. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|].
      apply Rle_trans with (exp (- k) * exp k).
      * apply Rmult_le_compat_l; [left; apply exp_pos|]. assert (T := exp_tangent k). lra.
      * rewrite <- exp_plus. replace (- k + k) with 0 by ring. rewrite exp_0. lra.
Qed.
Local Notation runs := (runs_from tokens heads before c P).
Lemma told_start k first : before k first = 1 -> exists r F, 0 < r /\ 0 <= F /\ forall a x y, 0 <= a -> runs a x ->
  runs a y -> stays_opposite before k r x -> stays_opposite before k r y ->
  inner (vsub (x 0 k) (y 0 k)) (vsub (x 0 k) (y 0 k)) <=
  F * total tokens (fun j => before k j * inner (vsub (x 0 j) (y 0 j)) (vsub (x 0 j) (y 0 j))).
Proof.
  intro First. set (low := least_weight tokens heads c p0).
  assert (L0 : 0 < low) by (apply least_weight_positive; auto).
  destruct (pulls_part_rate (S := S) tokens heads before c p0 Ht Ind C P0 (low / 8) ltac:(lra)) as [r [K [R0 [K0
    Part]]]].
  set (eta := low / (8 * (K + 1))). assert (Eta : 0 < eta) by (apply Rdiv_lt_0_compat; lra).
  destruct (falling_weights eta Eta) as [w [w0 [W0 [W1 WS]]]].
  assert (KE : 8 * (K * eta) <= low).
  { apply Rle_trans with (8 * ((K + 1) * eta)).
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra.
    - right. unfold eta. field. lra. }
  exists r, (4 * K / (low * w0)). split; [lra|]. split.
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto]. }
  intros a x y A Rx Ry Sx Sy.
  exact (told_by_others tokens heads before c p0 Ht Hh Ind C P0 P Pt a A Adj Bd x y Rx Ry k first w w0 low r K
    (low / 8) eta First (before_trans k) W0 W1 WS eq_refl K0 eq_refl KE Part Sx Sy).
Qed.
Lemma runs_later x s : 0 <= s -> runs 0 x -> runs s (fun t => x (s + t)).
Proof.
  intros S0 Rx t T. destruct (Rx (s + t) ltac:(lra)) as [U D]. split; [exact U|]. intros i eps E.
  rewrite Rplus_0_l in D. destruct (D i eps E) as [d H]. exists d. intros h Hd. specialize (H h Hd).
  rewrite <- Rplus_assoc. exact H.
Qed.

Section Basis.
Variable B : list S.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis Two : (2 <= length B)%nat.
Let dim := (length tokens * (length B - 1))%nat.
Let T0 : (0 < length tokens)%nat.
Proof. destruct Ht as [Ne _]. clear - Ne. destruct tokens; [tauto | simpl; lia]. Qed.
Let D0 : (0 < dim)%nat.
Proof. apply Nat.mul_pos_pos; lia. Qed.
Definition begins_opposite k r s (u : Token -> S) := exists x, runs s x /\ x 0 = u /\ stays_opposite before k r x.
Definition leads s (x0 u : Token -> S) := exists x, runs 0 x /\ x 0 = x0 /\ x s = u.
Lemma opposite_null k first : before k first = 1 -> exists r, 0 < r /\
  exists A : nat -> (Token -> S) -> Prop, (forall j x, ~ ~ A j x -> A j x) /\ null dim (fun x => exists j, A j x) /\
  forall x n, runs 0 x -> stays_opposite before k r (fun t => x (INR n + t)) -> exists j, A j (x 0).
Proof.
  intro First. destruct (told_start k first First) as [r [F [R0 [F0 Told]]]]. exists r. split; [exact R0|].
  destruct (in_split k tokens (proj2 (proj2 Ht) k)) as [U [V Split]].
  set (L := 3 * size B * size B).
  assert (L0 : 0 <= L).
  { unfold L. assert (P1 : 0 <= size B) by (apply total_nonneg; intro; lra). repeat apply Rmult_le_pos; lra. }
  destruct (many_more L _ _ _ _ _ U (many_more L _ _ _ _ _ V (no_tokens_told (S := S) (Token := Token) L)
    (sphere_parts L B Res One eq_refl)) (sphere_parts L B Res One eq_refl)) as [Parts [Each Cover]].
  set (none := (@nil ((Token -> S) -> R), fun _ : Token -> S => False)).
  set (piece := fun j => nth (snd (of_nat j)) Parts none). set (at_ := fun j => INR (fst (of_nat j))).
  set (here := fun j u => begins_opposite k r (at_ j) u /\ snd (piece j) u).
  set (A := fun j => behind (leads (at_ j)) (here j)). exists A. split.
  { intros j x H No. apply H. intro Y. exact (Y No). }
  set (L' := L + sqrt (F * N) * L).
  assert (FN : 0 <= F * N) by (apply Rmult_le_pos; lra). assert (Sq0 := sqrt_pos (F * N)).
  assert (L'0 : 0 <= L') by (apply Rplus_le_le_0_compat; [auto | apply Rmult_le_pos; auto]).
  assert (Piece : forall j, states_part L (U ++ V ++ nil) (length U * (length B - 1) + (length V * (length B - 1) + 0))
    (piece j)).
  { intro j. unfold piece. destruct (Nat.lt_ge_cases (snd (of_nat j)) (length Parts)) as [Lt|Ge].
    - apply Each, nth_In, Lt.
    - rewrite nth_overflow by exact Ge. unfold none. split; [apply Nat.le_0_l|].
    split; [intros x f [] | intros x y d []]. }
  assert (Apart : forall j, told_apart 1 L' (fst (piece j)) (here j)).
  { intro j. destruct (Piece j) as [_ [Bnd Tell]]. split.
    - intros x f [_ X] I. exact (Bnd x f X I).
    - intros u v d [[x [Rx [<- Sx]]] X] [[y [Ry [<- Sy]]] Y] D Near.
      assert (Others : forall i, i <> k -> vnorm (vsub (x 0 i) (y 0 i)) <= L * d).
      { intros i Ne. apply (Tell _ _ d X Y D Near). assert (I := proj2 (proj2 Ht) i). rewrite Split in I.
        apply in_app_iff in I. apply in_app_iff. rewrite app_nil_r. destruct I as [I|[->|I]]; [left; auto | tauto |
          right; auto]. }
      assert (Ld : 0 <= L * d) by (apply Rmult_le_pos; auto).
      assert (Kth : vnorm (vsub (x 0 k) (y 0 k)) <= sqrt (F * N) * (L * d)).
      { apply vnorm_le; [apply Rmult_le_pos; auto|].
        eapply Rle_trans; [exact (Told (at_ j) x y (pos_INR _) Rx Ry Sx Sy)|].
        replace (sqrt (F * N) * (L * d) * (sqrt (F * N) * (L * d))) with
          (sqrt (F * N) * sqrt (F * N) * (L * d * (L * d))) by ring. rewrite sqrt_sqrt by exact FN. rewrite Rmult_assoc.
        apply Rmult_le_compat_l; [exact F0|]. unfold N, size. rewrite <- total_scale_r. apply total_le. intro i.
        rewrite Rmult_1_l. destruct (Ind k i) as [E|E]; rewrite E.
        - rewrite Rmult_0_l. apply Rmult_le_pos; auto.
        - rewrite Rmult_1_l, <- vnorm_square. apply Before in E.
          assert (Q := Others i (fun Z => proj2 E (eq_sym Z))). apply Rmult_le_compat; auto using vnorm_nonneg. }
      assert (Sd : 0 <= sqrt (F * N) * (L * d)) by (apply Rmult_le_pos; auto).
      intro i. rewrite norm_swap. apply Rnot_lt_le. intro Far.
      assert (i <> k -> False). { intro Ne. assert (Q := Others i Ne). unfold L' in Far. lra. }
      apply H. intro E. subst i. unfold L' in Far. lra. }
  split.
  - set (fac := fun j => runs_factor tokens heads c p0 (at_ j)).
    assert (Fac : forall j, 0 <= fac j) by (intro; apply runs_factor_nonneg; auto).
    set (few := fun j eps => eps / (fac j ^ dim + 1)).
    apply (null_union dim A (fun eps j i => fac j * graph_radius dim 1 L' (fst (piece j)) (few j eps) i)
      (fun eps j i => behind (leads (at_ j)) (graph_cover dim 1 L' (fst (piece j)) (here j) (few j eps) i))).
    intros j eps He. assert (Fp : 0 <= fac j ^ dim) by (apply pow_le, Fac).
    apply (covered_less dim (fac j ^ dim * few j eps)).
    + apply (covered_behind dim (leads (at_ j)) (fac j) (Fac j)).
      * intros x0 y0 u v d [x [Rx [<- <-]]] [y [Ry [<- <-]]] D W.
        apply (runs_from_apart tokens heads before c p0 Ht Ind C P0 P Pt 0 (Rle_refl 0) Adj Bd x y Rx Ry); auto.
        apply pos_INR.
      * apply covered_graph; [|lra | exact L'0 | apply Apart|].
        -- destruct (Piece j) as [Len _]. unfold dim. rewrite Split, app_length. simpl length. nia.
        -- apply Rdiv_lt_0_compat; lra.
    + unfold few. apply Rmult_le_reg_r with (fac j ^ dim + 1); [lra|].
      replace (fac j ^ dim * (eps / (fac j ^ dim + 1)) * (fac j ^ dim + 1)) with (fac j ^ dim * eps) by (field; lra).
      lra.
  - intros x n Rx Stay. destruct (Cover (x (INR n))) as [p [I Xp]].
    { assert (X := proj1 (Rx (INR n) (pos_INR n))). split; [split; [exact Logic.I|] |]; intros i _; apply X. }
    destruct (In_nth Parts p none I) as [m [_ Em]]. exists (to_nat (n, m)). intro No. apply No. exists (x (INR n)).
    assert (Ft : at_ (to_nat (n, m)) = INR n) by (unfold at_; rewrite cancel_of_to; reflexivity).
    assert (Pc : piece (to_nat (n, m)) = p) by (unfold piece; rewrite cancel_of_to; exact Em).
    split.
    + split; [|rewrite Pc; exact Xp]. rewrite Ft. exists (fun t => x (INR n + t)).
      split; [apply runs_later; [apply pos_INR | exact Rx]|]. split; [rewrite Rplus_0_r; reflexivity | exact Stay].
    + rewrite Ft. exists x. auto.
Qed.

Variable first : Token.
Hypothesis First : forall i, up_to i first = 1.
Lemma all_opposite (T : list Token) : exists A : nat -> (Token -> S) -> Prop, (forall j x, ~ ~ A j x -> A j x) /\
  null dim (fun x => exists j, A j x) /\ forall k, In k T -> before k first = 1 -> exists r, 0 < r /\
  forall x n, runs 0 x -> stays_opposite before k r (fun t => x (INR n + t)) -> exists j, A j (x 0).
Proof.
  induction T as [|k T [A [St [Null Catch]]]].
  - exists (fun _ _ => False). split; [intros j x H; apply H; auto|]. split; [|intros k []].
    apply (null_part dim (fun _ => False)); [apply null_none, D0 | intros x [_ []]].
  - destruct (Ind k first) as [E|E].
    { exists A. split; [exact St|]. split; [exact Null|]. intros i [<-|I] Ei; [lra | apply Catch; auto]. }
    destruct (opposite_null k first E) as [r [R0 [A' [St' [Null' Catch']]]]].
    exists (fun j x => match fst (of_nat j) with O => A (snd (of_nat j)) x | _ => A' (snd (of_nat j)) x end).
    split; [intros j x; destruct (fst (of_nat j)); auto|]. split.
    + apply (null_part dim _ _ (null_either dim _ _ Null Null')). intros x [j X].
      destruct (fst (of_nat j)); [left | right]; eexists; exact X.
    + intros i [<-|I] Ei.
      * exists r. split; [exact R0|]. intros x n Rx Stay. destruct (Catch' x n Rx Stay) as [j X].
        exists (to_nat (1%nat, j)). rewrite cancel_of_to. exact X.
      * destruct (Catch i I Ei) as [ri [Ri H]]. exists ri. split; [exact Ri|]. intros x n Rx Stay.
        destruct (H x n Rx Stay) as [j X]. exists (to_nat (O, j)). rewrite cancel_of_to. exact X.
Qed.
Hypothesis Lm : limits S.
Hypothesis PC : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
  forall a x, vnorm (vsub (P t a x) (P s a x)) <= eps * vnorm x.
Definition flows (y : R -> Token -> S) := weighted_flow tokens (fun t i j => up_to i j * (c * total heads (fun a =>
  exp (inner (y t i) (P t a (y t j))) / total tokens (fun k => up_to i k * exp (inner (y t i) (P t a (y t k)))))))
  (fun x => x) y.
Lemma flow_runs y : flows y -> (forall i, inner (y 0 i) (y 0 i) = 1) -> runs 0 y.
Proof.
  intros F U t T. rewrite Rplus_0_l. split.
  - intro i. exact (tokens_stay_unit tokens heads up_to c P y Ht Order C F U t i T).
  - intro i. exact (token_moves tokens heads up_to before c P y Ht Order Ind Before C F U t i T).
Qed.
Lemma near_from (T : list Token) (Q : Token -> R -> Prop) : (forall i, exists s, forall t, s <= t -> Q i t) ->
  exists n, forall t, INR n <= t -> forall i, In i T -> Q i t.
Proof.
  intro H. cut (exists s, forall t, s <= t -> forall i, In i T -> Q i t).
  - intros [s Hs]. destruct (nfloor_ex (Rabs s) (Rabs_pos s)) as [n [_ Hn]]. exists (Datatypes.S n). intros t L.
    rewrite S_INR in L. apply Hs. assert (A := Rle_abs s). lra.
  - induction T as [|i T [s Hs]]; [exists 0; intros t _ i []|]. destruct (H i) as [s' Hs']. exists (Rmax s s').
    intros t L j [<-|J]; [apply Hs' | apply Hs; [|exact J]].
    + exact (Rle_trans _ _ _ (Rmax_r s s') L).
    + exact (Rle_trans _ _ _ (Rmax_l s s') L).
Qed.
Lemma within_from (z : R -> S) p e : vtends z p -> 0 < e -> exists s, forall t, s <= t -> vnorm (vsub (z t) p) <= e.
Proof.
  intros H E. destruct (H e E) as [s [_ Hs]]. exists s. intros t L. specialize (Hs t L). cbv beta in Hs.
  rewrite Rminus_0_r, Rabs_right in Hs by (apply Rle_ge, vnorm_nonneg). lra.
Qed.
Theorem gathers_almost_surely : null dim (fun x0 => (forall i, inner (x0 i) (x0 i) = 1) /\
  ~ forall y, flows y -> y 0 = x0 -> forall i, vtends (fun t => y t i) (x0 first)).
Proof.
  destruct (all_opposite tokens) as [A [Stable [Null Catch]]]. apply (null_part dim _ _ Null).
  intros x0 [U Not]. apply found; [intro j; apply Stable|]. intro None. apply Not. intros y F <-.
  assert (Ry := flow_runs y F U). apply (by_rank tokens up_to Ht Order). intros k IH.
  assert (G : forall j, before k j = 1 -> vtends (fun t => y t j) (y 0 first)).
  { intros j E. apply Before in E. apply IH; [apply E|]. intro Q. apply (proj2 E). symmetry. exact Q. }
  destruct (token_ends tokens heads up_to before c p0 P Pt y Ht Hh Order Ind Before C Adj P0 Bd PC F U first First k Lm
    G) as [Good|Opp]; [exact Good|].
  exfalso. assert (Uv := U first). set (v := y 0 first) in *.
  destruct (Ind k first) as [E|E].
  - assert (K : k = first).
    { destruct (proj1 Order first k) as [Z|O]; [exfalso|apply (proj1 (proj2 (proj2 Order))); auto].
      assert (before k first = 1); [|lra]. apply Before. split; [auto|]. intro Q. subst k.
      rewrite (proj1 (proj2 Order)) in Z. lra. }
    subst k. destruct (within_from _ _ 1 Opp Rlt_0_1) as [s Hs]. specialize (Hs (Rmax 0 s) (Rmax_r 0 s)).
    rewrite (first_rests tokens heads up_to before c P y Ht Order Ind Before C F U first First _ (Rmax_l 0 s)) in Hs.
    fold v in Hs. replace (vsub v (vscale (-1) v)) with (vscale 2 v) in Hs by (apply inner_ext; intro; inners; ring).
    rewrite vnorm_scale, (Rabs_right 2) in Hs by lra. unfold vnorm in Hs. rewrite Uv, sqrt_1 in Hs. lra.
  - destruct (Catch k (proj2 (proj2 Ht) k) E) as [r [R0 H]].
    destruct (near_from tokens (fun i t => before k i = 1 -> vnorm (vsub (y t i) v) <= r / 2)) as [n1 H1].
    { intro i. destruct (Ind k i) as [Z|Z]; [exists 0; intros; lra|].
      destruct (within_from _ _ (r / 2) (G i Z) ltac:(lra)) as [s Hs]. exists s. auto. }
    destruct (within_from _ _ (r / 2) Opp ltac:(lra)) as [s Hs].
    destruct (near_from tokens (fun _ t => vnorm (vsub (y t k) (vscale (-1) v)) <= r / 2)) as [n2 H2].
    { intros _. exists s. exact Hs. }
    apply None. apply (H y (Nat.max n1 n2) Ry). intros t T.
    assert (L1 : INR n1 <= INR (Nat.max n1 n2) + t) by (assert (Q := le_INR _ _ (Nat.le_max_l n1 n2)); lra).
    assert (L2 : INR n2 <= INR (Nat.max n1 n2) + t) by (assert (Q := le_INR _ _ (Nat.le_max_r n1 n2)); lra).
    assert (In_ := proj2 (proj2 Ht)). specialize (H2 _ L2 k (In_ k)).
    assert (H1' := fun i => H1 _ L1 i (In_ i)). set (z := y (INR (Nat.max n1 n2) + t)) in *. split.
    + intros i j Ei Ej. assert (A1 := H1' i Ei). assert (A2 := H1' j (before_trans k i j Ei Ej)).
      rewrite norm_swap in A1. assert (Q := vnorm_add (vsub (z j) v) (vsub v (z i))).
      replace (vadd (vsub (z j) v) (vsub v (z i))) with (vsub (z j) (z i)) in Q by (apply inner_ext; intro; inners;
        ring).
      lra.
    + intros j Ej. assert (A2 := H1' j Ej). rewrite norm_swap in A2. rewrite norm_swap in H2.
      assert (Q := vnorm_add (vsub v (z j)) (vsub (vscale (-1) v) (z k))).
      replace (vadd (vsub v (z j)) (vsub (vscale (-1) v) (z k))) with (vsub (vscale (-1) (z j)) (z k)) in Q
        by (apply inner_ext; intro; inners; ring). lra.
Qed.
End Basis.
End Almost.
