(* Causal attention with the identity as value: where the tokens before one gather at the first token,
   exactly one start of that token leads to the opposite point, and all others to the first token. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Gnomonic Spheres Drawn DrawnNear Company.
From Kernel Require Import Cascade Causal.
Open Scope R_scope.

Section Flow.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (up_to before : Token -> Token -> R) (c p0 : R) (P Pt : R -> Head -> S -> S) (y : R -> Token -> S).
Hypothesis Ht : enumerates tokens.
Hypothesis Hh : enumerates heads.
Hypothesis Order : ordered up_to.
Hypothesis Ind : forall i j, before i j = 0 \/ before i j = 1.
Hypothesis Before : forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j.
Hypothesis C : 0 < c.
Hypothesis Adj : forall t a, 0 <= t -> adjoint (P t a) (Pt t a).
Hypothesis P0 : 0 <= p0.
Hypothesis Bd : forall t a x, 0 <= t -> vnorm (P t a x) <= p0 * vnorm x.
Hypothesis PC : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
  forall a x, vnorm (vsub (P t a x) (P s a x)) <= eps * vnorm x.
Let w t i j := up_to i j * (c * total heads (fun a => exp (inner (y t i) (P t a (y t j)))
  / total tokens (fun k => up_to i k * exp (inner (y t i) (P t a (y t k)))))).
Hypothesis Flow : weighted_flow tokens w (fun x => x) y.
Hypothesis Unit : forall i, inner (y 0 i) (y 0 i) = 1.
Let M := c * size heads.

(* What a token sees is what is before it, and itself. *)
Lemma seen_split i (f : Token -> R) :
  total tokens (fun j => up_to i j * f j) = total tokens (fun j => before i j * f j) + f i.
Proof.
  destruct Order as [I [Self _]]. set (same := fun a b => up_to a b - before a b).
  assert (K : kronecker same).
  { split; unfold same.
    - intro a. rewrite Self. destruct (Ind a a) as [-> | E]; [ring|].
      apply Before in E. tauto.
    - intros a b N. destruct (Ind a b) as [E|E]; rewrite E.
      + destruct (I a b) as [-> | F]; [ring|]. assert (Q : before a b = 1) by (apply Before; auto). lra.
      + apply Before in E. destruct E as [-> _]. ring. }
  rewrite <- (kronecker_total tokens same i f K Ht), <- total_add. apply total_ext. intro j.
  unfold same. ring.
Qed.
Lemma row_is t i a : total tokens (fun k => up_to i k * exp (inner (y t i) (P t a (y t k))))
  = row tokens (before i) (P t) (y t) (y t i) a.
Proof. apply (seen_split i (fun k => exp (inner (y t i) (P t a (y t k))))). Qed.
Lemma own_pull t i : inner (y t i) (y t i) = 1 ->
  vsub (vtotal tokens (fun j => vscale (w t i j) (y t j)))
    (vscale (inner (y t i) (vtotal tokens (fun j => vscale (w t i j) (y t j)))) (y t i))
  = velocity tokens heads (before i) c P y t (y t i).
Proof.
  intros U. replace (vtotal tokens (fun j => vscale (w t i j) (y t j))) with
    (vadd (sum_drawn tokens (weight tokens heads (before i) c (P t) (y t) (y t i)) (y t))
      (vscale (w t i i) (y t i))).
  { unfold velocity, drawn. apply inner_ext. intro q. inners. rewrite U. ring. }
  apply inner_ext. intro q. rewrite inner_add_l, !(inner_sym _ _ q), inner_sum_drawn, inner_vtotal_r.
  rewrite inner_scale_r. symmetry.
  transitivity (total tokens (fun j => up_to i j * ((c * total heads (fun a =>
    exp (inner (y t i) (P t a (y t j))) / row tokens (before i) (P t) (y t) (y t i) a))
    * inner q (y t j)))).
  { apply total_ext. intro j. rewrite inner_scale_r. unfold w. rewrite Rmult_assoc. f_equal. f_equal.
    f_equal. apply total_ext. intro a. rewrite row_is. reflexivity. }
  rewrite (seen_split i (fun j => (c * total heads (fun a =>
    exp (inner (y t i) (P t a (y t j))) / row tokens (before i) (P t) (y t) (y t i) a))
    * inner q (y t j))). f_equal.
  - apply total_ext. intro j. unfold weight. ring.
  - unfold w. rewrite (proj1 (proj2 Order)). rewrite Rmult_1_l. f_equal. f_equal. apply total_ext. intro a.
    rewrite row_is. reflexivity.
Qed.
Lemma weights_at_most t i j : 0 <= t -> Rabs (w t i j) <= M.
Proof.
  intros T. unfold w. assert (Self := proj1 (proj2 Order)).
  destruct (proj1 Order i j) as [-> | E].
  { rewrite Rmult_0_l, Rabs_R0. apply Rmult_le_pos; [lra | apply total_nonneg; intro; lra]. }
  rewrite E, Rmult_1_l. unfold M. rewrite Rabs_mult, (Rabs_right c) by lra.
  apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_r (size heads)). apply total_abs. intro a.
  set (Z := total tokens _).
  assert (Le : exp (inner (y t i) (P t a (y t j))) <= Z).
  { assert (A := total_at_least tokens (fun k => up_to i k * exp (inner (y t i) (P t a (y t k)))) j
      (proj2 (proj2 Ht) j)). cbv beta in A. rewrite E, Rmult_1_l in A. apply A. intro k.
    destruct (proj1 Order i k) as [-> | ->]; assert (Q := exp_pos (inner (y t i) (P t a (y t k)))); lra. }
  assert (Pos := exp_pos (inner (y t i) (P t a (y t j)))).
  rewrite Rabs_right by (apply Rle_ge; left; apply Rdiv_lt_0_compat; lra).
  apply Rmult_le_reg_r with Z; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma tokens_stay_unit t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  apply (weighted_flow_stays_unit tokens w y M (proj2 (proj2 Ht)) Flow); auto.
  intros s k j T. apply weights_at_most, T.
Qed.
(* Each token solves the equation of one token among those before it. *)
Lemma token_moves t i : 0 <= t ->
  is_vderive (fun t => y t i) t (velocity tokens heads (before i) c P y t (y t i)).
Proof. intros T. rewrite <- own_pull by (apply tokens_stay_unit, T). apply Flow, T. Qed.
Let speed := size tokens * M + size tokens * M.
Lemma token_speed t i : 0 <= t -> vnorm (velocity tokens heads (before i) c P y t (y t i)) <= speed.
Proof.
  intros T. unfold velocity, drawn. set (f := sum_drawn _ _ _).
  assert (U : forall j, vnorm (y t j) <= 1) by
    (intro j; unfold vnorm; rewrite tokens_stay_unit by auto; rewrite sqrt_1; lra).
  assert (F : vnorm f <= size tokens * M).
  { apply sum_drawn_norm; auto. intro j.
    assert (B := weight_bounds tokens heads (before i) c Ht (Ind i) C (P t) (y t) (y t i) j).
    fold M in B. rewrite Rabs_right; lra. }
  replace (vsub f _) with (vadd f (vscale (- inner (y t i) f) (y t i)))
    by (apply inner_ext; intro; inners; ring).
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_Ropp. unfold speed.
  assert (Q := inner_le_vnorm (y t i) f). assert (N := vnorm_nonneg f).
  assert (vnorm (y t i) * vnorm f <= 1 * (size tokens * M)) by
    (apply Rmult_le_compat; auto using vnorm_nonneg).
  assert (Rabs (inner (y t i) f) * vnorm (y t i) <= size tokens * M * 1) by
    (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg; lra). lra.
Qed.
Lemma tokens_continuous eps : 0 < eps -> exists d, 0 < d /\ forall s t j, 0 <= s -> 0 <= t ->
  Rabs (t - s) <= d -> vnorm (vsub (y t j) (y s j)) <= eps.
Proof.
  intros E. assert (V0 : 0 <= speed).
  { assert (N1 : 0 <= size tokens) by (apply total_nonneg; intro; lra).
    assert (N2 : 0 <= M) by (apply Rmult_le_pos; [lra | apply total_nonneg; intro; lra]).
    assert (0 <= size tokens * M) by (apply Rmult_le_pos; auto). unfold speed. lra. }
  exists (eps / (speed + 1)). split; [apply Rdiv_lt_0_compat; lra|].
  assert (Go : forall s t j, 0 <= s <= t -> t - s <= eps / (speed + 1) ->
    vnorm (vsub (y t j) (y s j)) <= eps).
  { intros s t j H D. eapply Rle_trans; [apply (travel (fun t => y t j)
      (fun t => velocity tokens heads (before j) c P y t (y t j)) speed); auto|].
    - intros u Hu. apply token_moves, Hu.
    - intros u Hu. apply token_speed, Hu.
    - apply Rle_trans with ((speed + 1) * (eps / (speed + 1))); [|right; field; lra].
      apply Rmult_le_compat; lra. }
  intros s t j Hs Hu D. apply Rabs_le_between in D. destruct (Rle_lt_dec s t).
  - apply Go; lra.
  - replace (vnorm (vsub (y t j) (y s j))) with (vnorm (vsub (y s j) (y t j))); [apply Go; lra|].
    unfold vnorm. f_equal. inners. ring.
Qed.

Variable first : Token.
Hypothesis First : forall i, up_to i first = 1.
Lemma nothing_before_first j : before first j = 0.
Proof.
  destruct (Ind first j) as [E|E]; [exact E|]. apply Before in E. destruct E as [E N].
  destruct N. apply (proj1 (proj2 (proj2 Order))); auto.
Qed.
Lemma first_rests t : 0 <= t -> y t first = y 0 first.
Proof.
  intros T. assert (D : forall s, 0 <= s -> is_vderive (fun t => y t first) s vzero).
  { intros s Hs. eapply vderive_eq; [apply (token_moves s first Hs)|]. unfold velocity, drawn.
    assert (Z : sum_drawn tokens (weight tokens heads (before first) c (P s) (y s) (y s first)) (y s)
      = vzero).
    { apply inner_ext. intro q. rewrite (inner_sym _ _ q), inner_sum_drawn, inner_zero_l.
      rewrite <- (total_zero tokens). apply total_ext. intro j. unfold weight.
      rewrite nothing_before_first. ring. }
    rewrite Z. apply inner_ext. intro q. inners. rewrite inner_zero_r, inner_zero_l. ring. }
  assert (Q := travel (fun t => y t first) (fun _ => vzero) 0 D
    ltac:(intros; unfold vnorm; rewrite inner_zero_l, sqrt_0; lra) 0 t ltac:(lra)).
  assert (Z : vsub (y t first) (y 0 first) = vzero).
  { apply inner_definite. rewrite <- vnorm_square. assert (N := vnorm_nonneg (vsub (y t first) (y 0 first))).
    replace (vnorm _) with 0 by lra. ring. }
  apply inner_ext. intro q. assert (E : inner (vsub (y t first) (y 0 first)) q = 0) by
    (rewrite Z; apply inner_zero_l). revert E. inners. lra.
Qed.

(* The start that is lost, given the tokens before: one point, from which a solution exists. *)
Theorem lost_start k : limits S -> k <> first ->
  (forall j, before k j = 1 -> vtends (fun t => y t j) (y 0 first)) ->
  exists a, inner a a = 1 /\
    (exists x, x 0 = a /\ forall t, 0 <= t ->
      is_vderive x t (velocity tokens heads (before k) c P y t (x t))) /\
    forall z, inner (z 0) (z 0) = 1 ->
      (forall t, 0 <= t -> is_vderive z t (velocity tokens heads (before k) c P y t (z t))) ->
      (z 0 = a -> vtends z (vscale (-1) (y 0 first))) /\ (z 0 <> a -> vtends z (y 0 first)).
Proof.
  intros Lm N Gather.
  apply (one_lost_start tokens heads (before k) c Ht Hh (Ind k) C first (y 0 first) p0 P Pt y); auto.
  - apply Before. auto.
  - intros t j T _. apply tokens_stay_unit, T.
  - intros eps E. destruct (tokens_continuous eps E) as [d [D H]]. exists d. split; [auto|]. auto.
Qed.
(* Of the second token it is the opposite of the first. *)
Corollary second_lost k z : limits S -> k <> first -> (forall j, before k j = 1 -> j = first) ->
  inner (z 0) (z 0) = 1 ->
  (forall t, 0 <= t -> is_vderive z t (velocity tokens heads (before k) c P y t (z t))) ->
  (z 0 = vscale (-1) (y 0 first) -> vtends z (vscale (-1) (y 0 first))) /\
  (z 0 <> vscale (-1) (y 0 first) -> vtends z (y 0 first)).
Proof.
  intros Lm N Only Uz Dz. set (v := y 0 first) in *. assert (Uv : inner v v = 1) by apply Unit.
  destruct (lost_start k Lm N) as [a [Ua [_ H]]].
  { intros j E. rewrite (Only j E). intros eps E'. exists 0. split; [lra|]. intros t T.
    rewrite first_rests by auto. replace (vsub (y 0 first) (y 0 first)) with (@vzero S)
      by (symmetry; apply vadd_opposite).
    unfold vnorm. rewrite inner_zero_l, sqrt_0, Rminus_0_r, Rabs_R0. auto. }
  cut (a = vscale (-1) v); [intros E; rewrite E in H; apply H; auto|].
  destruct (H (fun _ => vscale (-1) v)) as [_ Off].
  - inners. fold v. rewrite Uv. ring.
  - intros t T. eapply vderive_eq; [apply vderive_const|]. unfold velocity, drawn. set (f := sum_drawn _ _ _).
    assert (F : forall q, inner q f = inner v f * inner q v).
    { intro q. unfold f. rewrite !inner_sum_drawn, <- total_scale_r. apply total_ext. intro j.
      destruct (Ind k j) as [E|E]; [unfold weight; rewrite E; ring|].
      rewrite (Only j E), first_rests by auto. fold v. rewrite Uv. ring. }
    apply inner_ext. intro q. assert (Fq := F q). rewrite inner_zero_l. inners.
    rewrite (inner_sym _ f q), Fq, (inner_sym _ v q). ring.
  - destruct (Req_EM_T (inner (vsub (vscale (-1) v) a) (vsub (vscale (-1) v) a)) 0) as [Z|Z].
    + apply inner_definite in Z. apply inner_ext. intro q.
      assert (Q : inner (vsub (vscale (-1) v) a) q = 0) by (rewrite Z; apply inner_zero_l).
      revert Q. inners. lra.
    + exfalso. destruct (Off) with (eps := 1) as [T [T0 Near]]; [|lra|].
      { intro Q. apply Z. rewrite Q. replace (vsub a a) with (@vzero S) by (symmetry; apply vadd_opposite).
        apply inner_zero_l. }
      specialize (Near T ltac:(lra)). cbv beta in Near. fold v in Near.
      rewrite Rminus_0_r, Rabs_right in Near by (apply Rle_ge, vnorm_nonneg).
      assert (Q := inner_le_vnorm v (vsub (vscale (-1) v) v)).
      unfold vnorm at 1 in Q. rewrite Uv, sqrt_1 in Q.
      replace (inner v (vsub (vscale (-1) v) v)) with (-2) in Q by (inners; rewrite Uv; ring).
      rewrite Rabs_left in Q by lra. lra.
Qed.
(* A token whose predecessors gather ends at the first token or opposite to it. *)
Corollary token_ends k : limits S -> (forall j, before k j = 1 -> vtends (fun t => y t j) (y 0 first)) ->
  vtends (fun t => y t k) (y 0 first) \/ vtends (fun t => y t k) (vscale (-1) (y 0 first)).
Proof.
  intros Lm Gather. destruct (Ind k first) as [E|E].
  - left. assert (K : k = first).
    { destruct (proj1 Order first k) as [Z|O]; [exfalso|apply (proj1 (proj2 (proj2 Order))); auto].
      assert (before k first = 1); [|lra]. apply Before. split; [auto|]. intro Q. subst.
      rewrite (proj1 (proj2 Order)) in Z. lra. }
    subst k. intros eps P1. exists 0. split; [lra|]. intros t T. rewrite first_rests by auto.
    replace (vsub (y 0 first) (y 0 first)) with (@vzero S) by (symmetry; apply vadd_opposite).
    unfold vnorm. rewrite inner_zero_l, sqrt_0, Rminus_0_r, Rabs_R0. auto.
  - assert (N : k <> first) by (apply Before in E; tauto).
    destruct (lost_start k Lm N Gather) as [a [Ua [_ H]]].
    destruct (H (fun t => y t k) (Unit k) (fun t T => token_moves t k T)) as [H1 H2].
    destruct (Req_EM_T (inner (vsub (y 0 k) a) (vsub (y 0 k) a)) 0) as [Z|Z].
    + right. apply H1. apply inner_definite in Z. apply inner_ext. intro q.
      assert (Q : inner (vsub (y 0 k) a) q = 0) by (rewrite Z; apply inner_zero_l). revert Q. inners. lra.
    + left. apply H2. intro Q. apply Z. rewrite Q.
      replace (vsub a a) with (@vzero S) by (symmetry; apply vadd_opposite). apply inner_zero_l.
Qed.
(* All tokens gather at the first unless one of them tends to the opposite point. *)
Corollary all_gather : limits S -> (forall k, ~ vtends (fun t => y t k) (vscale (-1) (y 0 first))) ->
  forall k, vtends (fun t => y t k) (y 0 first).
Proof.
  intros Lm None. apply (by_rank tokens up_to Ht Order). intros k IH.
  destruct (token_ends k Lm) as [G|L]; [|exact G|destruct (None k L)].
  intros j E. apply Before in E. apply IH; [tauto|]. intro Q. subst. tauto.
Qed.
End Flow.
