(* Tokens of an open hemisphere under a mask: they gather if somebody is reached from everywhere, in the
   hull of the roots' starts; and if nobody is, an open set of starts never gathers. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Attention Graphs Systems Masked.
Open Scope R_scope.

Lemma identity_positive (U : inner_product_space) : positive (fun x : U => x).
Proof.
  split; [intros a b; reflexivity|]. split; [exists 1; split; [lra|]; intro x; lra|].
  intros x N. destruct (inner_nonneg U x) as [|Z]; auto. symmetry in Z.
  destruct N. apply inner_definite, Z.
Qed.
(* Real numbers that decay: (1 - e)^N with N = floor (B t). *)
Lemma windows_decay eps B t (N : nat) : 0 <= eps <= 1 -> 0 < B -> B * t < INR N + 1 ->
  (1 - eps) ^ N <= exp eps * exp (- (eps * B) * t).
Proof.
  intros E Bp L. apply Rle_trans with (exp (- eps * INR N)).
  - assert (Q : 0 <= 1 - eps <= exp (- eps)) by (assert (T := exp_tangent (- eps)); lra).
    clear L. induction N as [|N IH]; [simpl; rewrite Rmult_0_r, exp_0; lra|].
    rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus. simpl.
    rewrite (Rmult_comm (exp (- eps * INR N))). apply Rmult_le_compat; try lra. apply pow_le. lra.
  - rewrite <- exp_plus. apply exp_le.
    assert (eps * (B * t) <= eps * (INR N + 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma inner_at_most {U : inner_product_space} (a b xi : U) c e :
  inner xi a <= c -> vnorm (vsub b a) <= e -> inner xi b <= c + vnorm xi * e.
Proof.
  intros A B. replace (inner xi b) with (inner xi a + inner xi (vsub b a)).
  2:{ unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
  assert (C := inner_le_vnorm xi (vsub b a)). apply Rabs_le_between in C.
  assert (vnorm xi * vnorm (vsub b a) <= vnorm xi * e) by
    (apply Rmult_le_compat_l; [apply vnorm_nonneg | auto]). lra.
Qed.
(* A half-space that holds a curve holds its limit. *)
Lemma limit_in_half_space {U : inner_product_space} (y : R -> U) l xi : vtends y l ->
  (forall t, 0 <= t -> inner xi (y t) <= 0) -> inner xi l <= 0.
Proof.
  intros L H. apply le_epsilon. intros e E. set (k := vnorm xi + 1).
  assert (K : 0 < k) by (unfold k; assert (N := vnorm_nonneg xi); lra).
  destruct (L (e / k)) as [T [T0 F]]; [apply Rdiv_lt_0_compat; auto|].
  specialize (F T ltac:(lra)). rewrite Rminus_0_r in F.
  rewrite Rabs_right in F by (apply Rle_ge, vnorm_nonneg).
  assert (S : vnorm (vsub l (y T)) <= e / k).
  { replace (vnorm (vsub l (y T))) with (vnorm (vsub (y T) l)); [lra|].
    replace (vsub l (y T)) with (vscale (-1) (vsub (y T) l)).
    - rewrite vnorm_scale. replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra). ring.
    - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (Q := inner_at_most (y T) l xi 0 (e / k) (H T T0) S).
  assert (vnorm xi * (e / k) <= e); [|lra].
  apply Rle_trans with (k * (e / k)); [|right; field; lra].
  apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; auto | unfold k; lra].
Qed.

(* ------------------------------------------------------------------ 1. on the round sphere *)

Section Round.
Context (U : inner_product_space) {Token : Type} (tokens : list Token)
  (w : R -> Token -> Token -> R) (y : R -> Token -> U) (p : U) (H sigma : R)
  (edge : Token -> Token -> Prop).
Hypothesis All : lists tokens.
Hypothesis Flow : weighted_flow tokens w (fun x => x) y.
Hypothesis Rows : rows_below tokens w H.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Hypothesis Pole : inner p p = 1.
Hypothesis Spos : 0 < sigma.
Hypothesis Inside : forall i, sigma <= inner p (y 0 i).
Let X := image_weight U w y p.

(* What sees only itself stays in every half-space that holds it. *)
Lemma half_space_kept (S : Token -> Prop) xi : (forall i, {S i} + {~ S i}) ->
  (forall t i j, 0 <= t -> S i -> ~ S j -> w t i j = 0) -> (forall i, S i -> inner xi (y 0 i) <= 0) ->
  forall i t, S i -> 0 <= t -> inner xi (y t i) <= 0.
Proof.
  intros Dec Closed H0 i t Si T.
  assert (Pos : forall t i, 0 <= t -> 0 < inner p (y t i)).
  { intros s j S0. eapply Rlt_le_trans; [exact Spos|].
    apply (margins_stay U tokens w y H All Flow Rows Start p sigma); auto. }
  assert (Im : forall t i, 0 <= t -> inner xi (image U y p t i) = inner xi (y t i) / inner p (y t i)).
  { intros s j S0. unfold image. rewrite inner_scale_r. apply Rmult_comm. }
  assert (B : inner xi (image U y p t i) <= 0).
  { apply (closed_set_below tokens X (fun i t => inner xi (image U y p t i)) All
      (images_move U tokens w y H All Flow Rows Start p sigma Spos Inside xi)
      (fun t i j => image_weight_nonneg U tokens w y H All Flow Rows Start p sigma Spos Inside t i j)
      S 0 Dec); auto.
    - intros s a b S0 Sa Nb. unfold X, image_weight. rewrite (Closed s a b S0 Sa Nb). unfold Rdiv. ring.
    - intros j Sj. rewrite Im by lra. assert (P := Pos 0 j ltac:(lra)). specialize (H0 j Sj).
      assert (0 <= - inner xi (y 0 j) * / inner p (y 0 j)) by
        (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]). unfold Rdiv. lra. }
  rewrite Im in B by auto. specialize (Pos t i T). apply Rnot_lt_le. intro L.
  assert (0 < inner xi (y t i) / inner p (y t i)) by (apply Rdiv_lt_0_compat; auto). lra.
Qed.

Section Gathers.
Context (m eps : R) (r : Token).
Hypothesis Mpos : 0 < m <= H.
Hypothesis Edge : forall t i j, 0 <= t -> edge i j -> m <= w t i j.
Let b := m * sigma.
Let B := H / sigma.
Hypothesis Eps : 0 < eps <= 1 / 2.
Hypothesis Root : forall i, arrives edge r b B eps i.
Lemma pull_bounds : 0 < b /\ b <= B.
Proof.
  assert (L : sigma <= 1).
  { eapply Rle_trans; [apply (Inside r)|]. apply product_of_units; auto. }
  assert (S : 1 <= / sigma) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  split; [apply Rmult_lt_0_compat; lra|]. unfold b, B, Rdiv. apply Rmult_le_compat; lra.
Qed.
(* After N windows of the time 1/B. *)
Lemma round_rate (N : nat) t i j : INR N / B <= t ->
  vnorm (vsub (y t i) (y t j)) <= 2 / sigma * (1 - eps) ^ N.
Proof.
  intros T. destruct pull_bounds as [Bp BB].
  assert (T0 : 0 <= t).
  { eapply Rle_trans; [|exact T]. apply Rmult_le_pos; [apply pos_INR|].
    left. apply Rinv_0_lt_compat. lra. }
  apply (tokens_meet U tokens w y H All Flow Rows Start p sigma Pole Spos Inside t _ T0).
  intros xi M In a c.
  destruct (rooted_systems_gather tokens X (fun i t => inner xi (image U y p t i)) edge r b B eps All
    (images_move U tokens w y H All Flow Rows Start p sigma Spos Inside xi)
    (fun t i j => image_weight_nonneg U tokens w y H All Flow Rows Start p sigma Spos Inside t i j))
    with (low := - M) (high := M) (N := N) as [low [high [Q L]]]; auto.
  - intros s u v S0 E. apply (image_weight_above U tokens w y H All Flow Rows Start p sigma); auto. lra.
  - intros s u S0. apply (image_rows U tokens w y H All Flow Rows Start p sigma); auto.
  - assert (Qa := Q a t T). assert (Qc := Q c t T). cbv beta in *.
    replace (2 * M) with (M - - M) by ring. lra.
Qed.
Lemma round_exponential t i j : 0 <= t ->
  vnorm (vsub (y t i) (y t j)) <= 2 / sigma * exp eps * exp (- (eps * B) * t).
Proof.
  intros T. destruct pull_bounds as [Bp BB].
  destruct (nfloor_ex (B * t)) as [N [N1 N2]]; [apply Rmult_le_pos; lra|].
  eapply Rle_trans; [apply (round_rate N)|].
  - apply Rmult_le_reg_l with B; [lra|]. unfold Rdiv. rewrite <- Rmult_assoc, (Rmult_comm B), Rmult_assoc.
    rewrite Rinv_r by lra. lra.
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|].
    apply windows_decay; lra.
Qed.
(* Nobody is faster than the distances allow, so all tend to one point. *)
Lemma round_speed t i c : 0 <= t -> (forall j, vnorm (vsub (y t j) (y t i)) <= c) ->
  vnorm (vsub (weighted_pull tokens (w t) (y t) i)
    (vscale (inner (y t i) (weighted_pull tokens (w t) (y t) i)) (y t i))) <= H * c.
Proof.
  intros T C. destruct Rows as [Pos Row]. assert (Un := unit_tokens U tokens w y H All Flow Rows Start).
  replace (vsub _ _) with (vtotal tokens (fun j => vscale (w t i j)
    (vsub (y t j) (vscale (inner (y t i) (y t j)) (y t i))))).
  - apply Rle_trans with (total tokens (w t i) * c).
    + generalize tokens. intro L. induction L as [|j L IH]; simpl.
      * unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
      * rewrite Rmult_plus_distr_r. eapply Rle_trans; [apply vnorm_add|].
        apply Rplus_le_compat; [|exact IH]. rewrite vnorm_scale, Rabs_right by (apply Rle_ge; auto).
        apply Rmult_le_compat_l; [auto|]. eapply Rle_trans; [|apply (C j)]. apply sqrt_le_1_alt.
        unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, !Un,
          (inner_sym _ (y t j)) by auto.
        assert (Q := Rle_0_sqr (1 - inner (y t i) (y t j))). unfold Rsqr in Q. lra.
    + apply Rmult_le_compat_r; [|auto].
      eapply Rle_trans; [apply (vnorm_nonneg (vsub (y t i) (y t i))) | apply (C i)].
  - apply inner_ext. intro z. unfold weighted_pull, vsub.
    rewrite inner_add_l, !inner_scale_l, !inner_vtotal_l, inner_vtotal_r.
    rewrite <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro j.
    rewrite !inner_scale_l, inner_add_l, !inner_scale_l, inner_scale_r. ring.
Qed.
Lemma round_limit : complete U -> exists l, inner l l = 1 /\ exists K k, 0 < k /\
  forall t i, 0 <= t -> vnorm (vsub (y t i) l) <= K * exp (- k * t).
Proof.
  intros Comp. destruct pull_bounds as [Bp BB].
  assert (Un := unit_tokens U tokens w y H All Flow Rows Start).
  set (k := eps * B). assert (K0 : 0 < k) by (apply Rmult_lt_0_compat; lra).
  set (C := 2 / sigma * exp eps).
  destruct (settles (fun t => y t r) _ (H * C) k Comp (fun t T => Flow t r T) K0) as [l L].
  { intros t T. rewrite Rmult_assoc. apply round_speed; auto. intro j.
    unfold C, k. apply round_exponential; auto. }
  assert (Near : forall t i, 0 <= t ->
    vnorm (vsub (y t i) l) <= (C + H * C / k) * exp (- k * t)).
  { intros t i T. eapply Rle_trans; [apply (triangle U (y t i) (y t r) l)|].
    rewrite Rmult_plus_distr_r. apply Rplus_le_compat; [|apply L; auto].
    unfold C, k. apply round_exponential; auto. }
  exists l. split; [|exists (C + H * C / k), k; split; auto].
  assert (Q : Rabs (vnorm l - 1) <= 0).
  { apply le_epsilon. intros e E. destruct (exp_small (H * C / k) k e) as [N HN]; auto.
    { apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]|left; apply Rinv_0_lt_compat; auto].
      unfold C. apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | left; apply exp_pos]. }
    specialize (HN N (le_n N)). specialize (L (INR N) (pos_INR N)).
    assert (V : vnorm (y (INR N) r) = 1).
    { unfold vnorm. rewrite Un by apply pos_INR. apply sqrt_1. }
    assert (T1 := vnorm_add (vsub (y (INR N) r) l) l). assert (T2 := vnorm_add (y (INR N) r) (vsub l (y (INR N) r))).
    assert (S : vnorm (vsub l (y (INR N) r)) = vnorm (vsub (y (INR N) r) l)).
    { replace (vsub l (y (INR N) r)) with (vscale (-1) (vsub (y (INR N) r) l)).
      - rewrite vnorm_scale. replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra). ring.
      - apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    replace (vadd (vsub (y (INR N) r) l) l) with (y (INR N) r) in T1.
    2:{ apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    replace (vadd (y (INR N) r) (vsub l (y (INR N) r))) with l in T2.
    2:{ apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    apply Rabs_le_between. lra. }
  assert (A := Rabs_pos (vnorm l - 1)). assert (Z : Rabs (vnorm l - 1) = 0) by lra.
  rewrite <- vnorm_square. destruct (Req_dec (vnorm l - 1) 0) as [Y|Y]; [|apply Rabs_no_R0 in Y; lra].
  replace (vnorm l) with 1 by lra. ring.
Qed.
End Gathers.

(* The limit is in every half-space that holds the starts of the roots. *)
Lemma round_location xi l i : (forall t i j, 0 <= t -> ~ edge i j -> w t i j = 0) ->
  (forall a, sees edge a i) -> vtends (fun t => y t i) l ->
  (forall a, (forall k, sees edge k a) -> inner xi (y 0 a) <= 0) -> inner xi l <= 0.
Proof.
  intros Mask Ri L Hr. apply (limit_in_half_space (fun t => y t i)); auto. intros t T.
  set (S := fun a => forall k, sees edge k a).
  apply (half_space_kept (fun a => ~ ~ S a)); auto.
  - intro a. destruct (ClassicalDedekindReals.sig_not_dec (S a)); [left | right]; tauto.
  - intros s a c S0 A N. destruct (Req_dec (w s a c) 0) as [|E]; [auto|]. exfalso.
    apply A. intros Ra. apply N. intro Rc. apply E, Mask; [auto|].
    intro Q. apply Rc. exact (roots_closed edge a c Ra Q).
  - intros a A. apply Rnot_lt_le. intro Q. apply A. intro Ra. specialize (Hr a Ra). lra.
Qed.

(* A rate that does not know distances, if everybody gives j at least least_j. *)
Lemma round_common least t i j : (forall j, 0 <= least j) ->
  (forall t i j, 0 <= t -> i = j \/ least j <= w t i j) -> 0 <= t ->
  vnorm (vsub (y t i) (y t j)) <= 2 / sigma * exp (- (sigma * total tokens least) * t).
Proof.
  intros Pos Pull T.
  apply (tokens_meet U tokens w y H All Flow Rows Start p sigma Pole Spos Inside t _ T).
  intros xi M In a c. rewrite <- total_scale, Rmult_comm.
  apply (common_pull tokens X (fun i t => inner xi (image U y p t i)) (fun j => sigma * least j)); auto.
  - exact (images_move U tokens w y H All Flow Rows Start p sigma Spos Inside xi).
  - intro k. apply Rmult_le_pos; [lra | auto].
  - intros s k q S0. destruct (Pull s k q S0) as [E|L]; [left; auto | right].
    rewrite Rmult_comm. apply (image_weight_above U tokens w y H All Flow Rows Start p sigma); auto.
  - intros k q. assert (A := In k). assert (C := In q). lra.
Qed.
(* Who sees nobody else is at rest. *)
Lemma round_rest r t : (forall t j, 0 <= t -> r = j \/ w t r j = 0) -> 0 <= t -> y t r = y 0 r.
Proof.
  intros Alone T. assert (Un := unit_tokens U tokens w y H All Flow Rows Start).
  assert (Q := travel (fun t => y t r) (fun _ => vzero) 0).
  assert (Z : vnorm (vsub (y t r) (y 0 r)) <= 0 * (t - 0)).
  { apply Q; [| |lra].
    - intros s S0. eapply vderive_eq; [apply (Flow s r S0)|]. unfold weighted_pull.
      apply inner_ext. intro z. unfold vsub. rewrite inner_add_l, !inner_scale_l, inner_vtotal_l, inner_vtotal_r.
      rewrite inner_zero_l, <- total_scale_r, <- total_scale, <- total_add.
      rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|]. intro j.
      rewrite !inner_scale_l, inner_scale_r. destruct (Alone s j S0) as [<-|E]; [rewrite Un by auto | rewrite E]; ring.
    - intros s S0. unfold vnorm. rewrite inner_zero_l, sqrt_0. lra. }
  assert (N := vnorm_nonneg (vsub (y t r) (y 0 r))).
  assert (E : inner (vsub (y t r) (y 0 r)) (vsub (y t r) (y 0 r)) = 0).
  { rewrite <- vnorm_square. replace (vnorm _) with 0 by lra. ring. }
  apply inner_definite in E. apply inner_ext. intro z.
  assert (F : inner (vsub (y t r) (y 0 r)) z = 0) by (rewrite E; apply inner_zero_l).
  unfold vsub in F. rewrite inner_add_l, inner_scale_l in F. lra.
Qed.
(* Closed sets whose starts are on two sides of a band stay there. *)
Lemma round_apart (A C : Token -> Prop) e : (forall i, {A i} + {~ A i}) -> (forall i, {C i} + {~ C i}) ->
  (forall t i j, 0 <= t -> A i -> ~ A j -> w t i j = 0) ->
  (forall t i j, 0 <= t -> C i -> ~ C j -> w t i j = 0) -> inner e e = 1 ->
  (forall i, A i -> inner p (y 0 i) <= inner e (y 0 i)) ->
  (forall i, C i -> inner p (y 0 i) <= - inner e (y 0 i)) ->
  forall t i j, 0 <= t -> A i -> C j -> 2 * sigma <= vnorm (vsub (y t i) (y t j)).
Proof.
  intros DA DC CA CC E SA SC t i j T Ai Cj.
  assert (QA := half_space_kept A (vsub p e) DA CA). assert (QC := half_space_kept C (vadd p e) DC CC).
  assert (Ia : inner (vsub p e) (y t i) <= 0).
  { apply QA; auto. intros k K. specialize (SA k K). unfold vsub. rewrite inner_add_l, inner_scale_l. lra. }
  assert (Ic : inner (vadd p e) (y t j) <= 0).
  { apply QC; auto. intros k K. specialize (SC k K). rewrite inner_add_l. lra. }
  unfold vsub in Ia. rewrite inner_add_l, inner_scale_l in Ia. rewrite inner_add_l in Ic.
  assert (Mi := margins_stay U tokens w y H All Flow Rows Start p sigma Spos Inside t i T).
  assert (Mj := margins_stay U tokens w y H All Flow Rows Start p sigma Spos Inside t j T).
  assert (B := inner_le_vnorm e (vsub (y t i) (y t j))). apply Rabs_le_between in B.
  replace (vnorm e) with 1 in B by (unfold vnorm; rewrite E; symmetry; apply sqrt_1).
  replace (inner e (vsub (y t i) (y t j))) with (inner e (y t i) - inner e (y t j)) in B; [lra|].
  unfold vsub. rewrite inner_add_r, inner_scale_r. ring.
Qed.
End Round.

(* What decays in the metric of W tends to its limit. *)
Lemma tends_of_decay {S : inner_product_space} (W : S -> S) (P : positive W) (y : R -> S) l K k :
  coercive W -> 0 < k ->
  (forall t, 0 <= t -> @vnorm (weighted S W P) (vsub (y t) l) <= K * exp (- k * t)) -> vtends y l.
Proof.
  intros [c [C Low]] Kp H. assert (Q : 0 < sqrt c) by (apply sqrt_lt_R0; auto).
  assert (A : forall x : S, sqrt c * vnorm x <= @vnorm (weighted S W P) x).
  { intro x. unfold vnorm. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt. apply Low. }
  assert (K0 : 0 <= K).
  { specialize (H 0 ltac:(lra)). rewrite Rmult_0_r, exp_0 in H.
    assert (N := @vnorm_nonneg (weighted S W P) (vsub (y 0) l)). lra. }
  intros e E. destruct (exp_small K k (sqrt c * (e / 2))) as [N HN]; auto.
  { apply Rmult_lt_0_compat; lra. }
  exists (INR N). split; [apply pos_INR|]. intros t T. assert (T0 : 0 <= t) by (assert (P0 := pos_INR N); lra).
  rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  apply Rle_lt_trans with (e / 2); [|lra]. apply Rmult_le_reg_l with (sqrt c); [auto|].
  eapply Rle_trans; [apply A|]. eapply Rle_trans; [apply H; auto|].
  eapply Rle_trans; [|apply (HN N (le_n N))]. apply Rmult_le_compat_l; [auto|]. apply exp_le.
  assert (k * INR N <= k * t) by (apply Rmult_le_compat_l; lra). lra.
Qed.
