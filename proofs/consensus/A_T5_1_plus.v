(* A-T5.1+: causal softmax attention of one head; CausalLost.v and CausalAlmost.v have the theorems for several. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Exchange Gnomonic Drawn Company CausalLost
  CausalAlmost CausalExists.
From Claimed Require Import A_T5_1_plus.
Open Scope R_scope.

Lemma one_enumerated : enumerates (tt :: nil).
Proof.
  split; [discriminate|]. split; [constructor; [intros [] | constructor]|]. intros []. left. auto.
Qed.
(* The velocity of one token as the claim writes it. *)
Lemma velocity_of_one {S : inner_product_space} {Token} (tokens : list Token) (seen : Token -> R) d
  (P : S -> S) (y : Token -> S) (z : S) : 0 < sqrt d -> (forall j, seen j = 0 \/ seen j = 1) ->
  let f := vtotal tokens (fun j => vscale (seen j) (vscale (exp (inner z (P (y j))) / (sqrt d *
    (total tokens (fun i => seen i * exp (inner z (P (y i)))) + exp (inner z (P z))))) (y j))) in
  vsub f (vscale (inner z f) z) = drawn tokens (weight tokens (tt :: nil) seen (1 / sqrt d)
    (fun _ => P) y z) y z.
Proof.
  intros D Seen f. unfold drawn. replace f with (sum_drawn tokens (weight tokens (tt :: nil) seen
    (1 / sqrt d) (fun _ => P) y z) y); [reflexivity|].
  unfold f, sum_drawn. f_equal. apply functional_extensionality. intro j. rewrite vscale_vscale. f_equal.
  unfold weight, row. simpl. set (Z := total tokens _ + _). assert (P1 : 0 < Z).
  { assert (E := exp_pos (inner z (P z))).
    assert (0 <= total tokens (fun i => seen i * exp (inner z (P (y i)))));
      [|unfold Z; lra]. apply total_nonneg. intro i. assert (Q := exp_pos (inner z (P (y i)))).
    destruct (Seen i) as [-> | ->]; lra. }
  field. lra.
Qed.

Theorem proof : A_T5_1_plus.
Proof.
  intros Space Token tokens Mode modes P PT y first before dim same same_modes up_to Lm Et _ D Dim Bef Adj Ib _ Ks
    [One_mode _] _ _ _ First _ Order _ _ Unit _ Flow p Pp [UC Bd].
  assert (Sd : 0 < sqrt dim) by (apply sqrt_lt_R0; lra).
  assert (C : 0 < 1 / sqrt dim) by (apply Rdiv_lt_0_compat; lra).
  assert (G : forall (x : R -> Token -> Space) t i, (fun j => vscale (up_to i j) (vscale (1 / sqrt dim *
    (exp (inner (x t i) (P t (x t j))) / total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k))))))
    (x t j))) = fun j => vscale (up_to i j * (1 / sqrt dim * total (tt :: nil) (fun _ =>
    exp (inner (x t i) (P t (x t j))) / total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))))))
    (x t j)).
  { intros x t i. apply functional_extensionality. intro j. rewrite vscale_vscale. simpl. rewrite Rplus_0_r.
    reflexivity. }
  assert (F : flows tokens (tt :: nil) up_to (1 / sqrt dim) (fun t _ => P t) y).
  { intros t i T. assert (Q := Flow t i T). rewrite G in Q. exact Q. }
  assert (PC : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
    forall (a : unit) x, vnorm (vsub (P t x) (P s x)) <= eps * vnorm x).
  { intros eps Eps. destruct (UC eps Eps) as [d [Dp H]]. exists (d / 2). split; [lra|].
    intros s t Hs Ht Near _ x. apply H; auto. lra. }
  assert (Bd' : forall t (a : unit) x, 0 <= t -> vnorm (P t x) <= p * vnorm x) by (intros; apply Bd; auto).
  assert (Adj' : forall t (a : unit), 0 <= t -> adjoint (P t) (PT t)) by auto.
  assert (Alone : forall k (z : R -> Space), (forall t', 0 <= t' -> is_vderive (fun s' => z s') t'
      (vsub (vtotal tokens (fun j => vscale (before k j)
        (vscale (exp (inner (z t') (P t' (y t' j))) / (sqrt dim *
        (total tokens (fun i => before k i * exp (inner (z t') (P t' (y t' i))))
          + exp (inner (z t') (P t' (z t'))))))
        (y t' j)))) (vscale (inner (z t') (vtotal tokens (fun j => vscale (before k j)
        (vscale (exp (inner (z t') (P t' (y t' j))) / (sqrt dim *
        (total tokens (fun i => before k i * exp (inner (z t') (P t' (y t' i))))
          + exp (inner (z t') (P t' (z t'))))))
        (y t' j))))) (z t')))) <->
    forall t, 0 <= t -> is_vderive z t (velocity tokens (tt :: nil) (before k) (1 / sqrt dim)
      (fun t _ => P t) y t (z t))).
  { intros k z. split; intros H t T; specialize (H t T); unfold velocity in *;
      [rewrite <- (velocity_of_one tokens (before k) dim (P t) (y t) (z t) Sd (Ib k))
      | rewrite <- (velocity_of_one tokens (before k) dim (P t) (y t) (z t) Sd (Ib k)) in H]; exact H. }
  split.
  2: { intros e Ee [Spans Two].
    assert (Named : forall (T : list Mode) a, vtotal T (fun m => vscale (inner (e m) a) (e m)) =
      vtotal (map e T) (fun d => vscale (inner d a) d)).
    { intros T a. induction T as [|m T IH]; [reflexivity|]. simpl. f_equal. exact IH. }
    assert (Expands : forall a, a = vtotal (map e modes) (fun b => vscale (inner b a) b)).
    { intro a. rewrite <- Named. apply Spans. }
    assert (One : of_length_one (map e modes)).
    { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Ee. apply One_mode. }
    assert (Len : (2 <= length (map e modes))%nat).
    { rewrite map_length. apply INR_le. rewrite <- NullSections.size_length, <- Dim. simpl INR. lra. }
    exists (map e modes). split; [exact One|]. split; [exact Expands|].
    apply (null_part _ _ _ (gathers_almost_surely tokens (tt :: nil) up_to before (1 / sqrt dim) p (fun t _ => P t)
      (fun t _ => PT t) Et one_enumerated Order Ib Bef C Adj' ltac:(lra) Bd' (map e modes)
      (expansion_resolves _ Expands) One Len first First Lm PC)).
    intros x0 [U Not]. split; [exact U|]. intro All. apply Not.
    assert (Defined : forall (x : R -> Token -> Space) t i,
      total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))) <> 0).
    { intros x t i. apply Rgt_not_eq. apply Rlt_gt.
      assert (A := total_at_least tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))) first
        (proj2 (proj2 Et) first)). cbv beta in A. rewrite First, Rmult_1_l in A.
      assert (Q := exp_pos (inner (x t i) (P t (x t first)))). apply Rlt_le_trans with (1 := Q), A. intro k.
      destruct (proj1 Order i k) as [-> | ->]; assert (Z := exp_pos (inner (x t i) (P t (x t k)))); lra. }
    split.
    - destruct (flow_exists tokens (tt :: nil) up_to before (1 / sqrt dim) p (fun t _ => P t) (fun t _ => PT t) Et
        Order Ib Bef C Adj' ltac:(lra) Bd' PC Lm x0 U) as [x [Fx X0]].
      exists x. split; [intro i; rewrite X0; reflexivity|]. intros t i T. split; [intros _; apply Defined|].
      rewrite G. exact (Fx t i T).
    - intros x X0 Fx v E i. subst v. assert (Z : x 0 = x0) by (apply functional_extensionality; exact X0).
      rewrite Z. apply All; [|exact Z]. intros t j T. assert (Q := proj2 (Fx t j T)). rewrite G in Q. exact Q. }
  intros v E. subst v. set (v := y 0 first). assert (Uv : inner v v = 1) by apply Unit.
  assert (Apart : forall a b : Space, ~ a <> b -> a = b).
  { intros a b N. destruct (Req_EM_T (inner (vsub a b) (vsub a b)) 0) as [Z|Z].
    - apply inner_definite in Z. apply inner_ext. intro q.
      assert (Q : inner (vsub a b) q = 0) by (rewrite Z; apply inner_zero_l). revert Q. inners. lra.
    - exfalso. apply N. intros ->. apply Z. inners. ring. }
  assert (Two : forall z : R -> Space, vtends z v -> vtends z (vscale (-1) v) -> False).
  { intros z V L. destruct (L 1 ltac:(lra)) as [T1 [_ N1]]. destruct (V 1 ltac:(lra)) as [T2 [_ N2]].
    specialize (N1 (Rmax T1 T2) (Rmax_l _ _)). specialize (N2 (Rmax T1 T2) (Rmax_r _ _)).
    cbv beta in N1, N2. rewrite Rminus_0_r, Rabs_right in N1 by (apply Rle_ge, vnorm_nonneg).
    rewrite Rminus_0_r, Rabs_right in N2 by (apply Rle_ge, vnorm_nonneg).
    set (x1 := z (Rmax T1 T2)) in *.
    assert (Q := vnorm_add (vsub x1 (vscale (-1) v)) (vscale (-1) (vsub x1 v))).
    replace (vadd (vsub x1 (vscale (-1) v)) (vscale (-1) (vsub x1 v))) with (vscale 2 v) in Q
      by (apply inner_ext; intro; inners; ring).
    rewrite !vnorm_scale, (Rabs_right 2), (Rabs_left (-1)) in Q by lra.
    assert (Nv : vnorm v = 1) by (unfold vnorm; rewrite Uv; apply sqrt_1). lra. }
  assert (NotFirst : forall i k, before k i = 1 -> k <> first).
  { intros i k B Q. subst. apply Bef in B. destruct B as [B N]. apply N.
    apply (proj1 (proj2 (proj2 Order))); auto. }
  split; [|split].
  - intros i k B Gather.
    destruct (lost_start tokens (tt :: nil) up_to before (1 / sqrt dim) p (fun t _ => P t) (fun t _ => PT t) y
      Et one_enumerated Order Ib Bef C Adj' ltac:(lra) Bd' PC F Unit first First k Lm (NotFirst i k B) Gather)
      as [a [Ua [[x [Xa Dx]] H]]].
    exists a. split; [exact Ua|]. split.
    + exists x. split; [rewrite Xa; exact Ua|]. split; [apply Alone, Dx | exact Xa].
    + intros z Uz Dz. destruct (H z Uz (proj1 (Alone k z) Dz)) as [H1 H2]. split; [|exact H2].
      split; [exact H1|]. intros L. apply Apart. intro N. exact (Two z (H2 N) L).
  - intros i k [B Only].
    assert (Second := fun z => second_lost tokens (tt :: nil) up_to before (1 / sqrt dim) p (fun t _ => P t)
      (fun t _ => PT t) y Et one_enumerated Order Ib Bef C Adj' ltac:(lra) Bd' PC F Unit first First k z Lm
      (NotFirst i k B)). fold v in Second.
    assert (J : forall j, before k j = 1 -> j = first).
    { intros j Bj. apply (proj1 (proj2 (proj2 Order))); [apply First|].
      destruct (proj1 Order first j) as [Z|O]; [exfalso|exact O].
      assert (Q := Only j Bj). assert (N : j <> first).
      { intro Q2. subst. rewrite (proj1 (proj2 Order)) in Z. lra. }
      rewrite (proj2 Ks j first N) in Q. lra. }
    split.
    + destruct (lost_start tokens (tt :: nil) up_to before (1 / sqrt dim) p (fun t _ => P t)
        (fun t _ => PT t) y Et one_enumerated Order Ib Bef C Adj' ltac:(lra) Bd' PC F Unit first First k Lm
        (NotFirst i k B)) as [a [Ua [[x [Xa Dx]] H]]].
      { intros j Bj eps Eps. rewrite (J j Bj). exists 0. split; [lra|]. intros t T.
        rewrite (first_rests tokens (tt :: nil) up_to before (1 / sqrt dim) (fun t _ => P t) y
          Et Order Ib Bef C F Unit first First t T).
        replace (vsub (y 0 first) (y 0 first)) with (@vzero Space) by (symmetry; apply vadd_opposite).
        unfold vnorm. rewrite inner_zero_l, sqrt_0, Rminus_0_r, Rabs_R0. exact Eps. }
      assert (Ux : inner (x 0) (x 0) = 1) by (rewrite Xa; exact Ua).
      exists x. split; [exact Ux|]. split; [apply Alone, Dx|]. apply Apart. intro N.
      exact (Two x (proj2 (Second x J Ux Dx) N) (proj1 (H x Ux Dx) Xa)).
    + intros z Uz Dz. destruct (Second z J Uz (proj1 (Alone k z) Dz)) as [H1 H2]. split; [|exact H2].
      split; [exact H1|]. intros L. apply Apart. intro N. exact (Two z (H2 N) L).
  - intros None i.
    apply (all_gather tokens (tt :: nil) up_to before (1 / sqrt dim) p (fun t _ => P t) (fun t _ => PT t) y
      Et one_enumerated Order Ib Bef C Adj' ltac:(lra) Bd' PC F Unit first First Lm).
    exact None.
Qed.
