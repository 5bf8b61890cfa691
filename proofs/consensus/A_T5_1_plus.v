(* A-T5.1+: causal softmax attention of one head; CausalLost.v and CausalAlmost.v have the theorems for several. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Exchange Gnomonic Drawn Company Independent CausalLost
  CausalAlmost CausalExists Graphs.
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
  { assert (E := exp_pos (inner z (P z))). assert (0 <= total tokens (fun i => seen i * exp (inner z (P (y i)))));
      [|unfold Z; lra]. apply total_nonneg. intro i. assert (Q := exp_pos (inner z (P (y i)))).
    destruct (Seen i) as [-> | ->]; lra. }
  field. lra.
Qed.

Section Causal.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (up_to before same : Token -> Token -> R) (d p : R)
  (P PT : R -> S -> S) (y : R -> Token -> S) (first : Token).
Let pull (x : R -> Token -> S) t i := vtotal tokens (fun j => vscale (up_to i j) (vscale (1 / sqrt d *
  (exp (inner (x t i) (P t (x t j))) / total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))))) (x t j))).
Let velocity_in x t i := vsub (pull x t i) (vscale (inner (x t i) (pull x t i)) (x t i)).
Let seen k (z : R -> S) t := vtotal tokens (fun j => vscale (before k j) (vscale (exp (inner (z t) (P t (y t j))) / (sqrt d *
  (total tokens (fun i => before k i * exp (inner (z t) (P t (y t i)))) + exp (inner (z t) (P t (z t)))))) (y t j))).
Let alone k z := forall t, 0 <= t -> is_vderive (fun s => z s) t (vsub (seen k z t) (vscale (inner (z t) (seen k z t)) (z t))).
Hypotheses (Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t (velocity_in y t i)) (Et : enumerates tokens) (D : 1 <= d)
  (Bef : forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) (Ib : indicator before) (Order : ordered up_to)
  (First : forall i, up_to i first = 1) (Adj : forall t, 0 <= t -> adjoint (P t) (PT t)) (Pp : 0 < p)
  (Bd : forall t, 0 <= t -> forall u, sqrt (inner (P t u) (P t u)) <= p * sqrt (inner u u))
  (UC : operators_uniformly_continuous (fun t x => P t x)) (Lm : limits S).
Let Sd : 0 < sqrt d. Proof. apply sqrt_lt_R0. lra. Qed.
Let C : 0 < 1 / sqrt d. Proof. apply Rdiv_lt_0_compat; [lra | exact Sd]. Qed.
Let P0 : 0 <= p. Proof. lra. Qed.
Let Bd' t (a : unit) x : 0 <= t -> vnorm (P t x) <= p * vnorm x. Proof. intro T. apply (Bd t T). Qed.
Let Adj' t (a : unit) : 0 <= t -> adjoint (P t) (PT t). Proof. apply Adj. Qed.
Let PC eps : 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
  forall (a : unit) x, vnorm (vsub (P t x) (P s x)) <= eps * vnorm x.
Proof.
  intros Eps. destruct (UC eps Eps) as [e [Dp H]]. exists (e / 2). split; [lra|]. intros s t Hs Ht Near _ x. apply H; auto. lra.
Qed.
Let one_head x t i : pull x t i = vtotal tokens (fun j => vscale (up_to i j * (1 / sqrt d * total (tt :: nil) (fun _ =>
  exp (inner (x t i) (P t (x t j))) / total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k))))))) (x t j)).
Proof.
  unfold pull. f_equal. apply functional_extensionality. intro j. rewrite vscale_vscale. simpl. rewrite Rplus_0_r. reflexivity.
Qed.
Let flows_of x : (forall t i, 0 <= t -> is_vderive (fun s => x s i) t (velocity_in x t i)) -> flows tokens (tt :: nil) up_to (1 / sqrt d) (fun t _ => P t) x.
Proof. intros H t i T. assert (Q := H t i T). unfold velocity_in in Q. rewrite one_head in Q. exact Q. Qed.
Lemma almost_all {Mode} (modes : list Mode) (e : Mode -> S) same_modes : (forall a b, inner (e a) (e b) = same_modes a b) ->
  (forall a, a = vtotal modes (fun m => vscale (inner (e m) a) (e m))) /\ 2 <= d -> d = size modes -> kronecker same_modes ->
  for_almost_every tokens (fun x0 : Token -> S =>
    let solves (x : R -> Token -> S) := forall t i, 0 <= t -> (forall j : Token, total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))) <> 0) /\
      is_vderive (fun s => x s i) t (velocity_in x t i) in
    (exists x : R -> Token -> S, (forall i, x 0 i = x0 i) /\ solves x) /\
    forall x : R -> Token -> S, (forall i, x 0 i = x0 i) -> solves x -> forall v, x 0 first = v -> forall i, vtends (fun t => x t i) v).
Proof.
  intros Ee [Spans Two] Dim [One_mode _]. assert (Expands := named_expansion e modes Spans).
  assert (One : of_length_one (map e modes)).
  { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Ee. apply One_mode. }
  assert (Len : (2 <= length (map e modes))%nat).
  { rewrite map_length. apply INR_le. rewrite <- NullSections.size_length, <- Dim. simpl INR. lra. }
  exists (map e modes). split; [exact One|]. split; [exact Expands|].
  apply (null_part _ _ _ (gathers_almost_surely tokens (tt :: nil) up_to before (1 / sqrt d) p (fun t _ => P t)
    (fun t _ => PT t) Et one_enumerated Order Ib Bef C Adj' P0 Bd' (map e modes)
    (expansion_resolves _ Expands) One Len first First Lm PC)).
  intros x0 [U Not]. split; [exact U|]. intro All. apply Not.
  assert (Defined : forall (x : R -> Token -> S) t i, total tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))) <> 0).
  { intros x t i. apply Rgt_not_eq. apply Rlt_gt.
    assert (A := total_at_least tokens (fun k => up_to i k * exp (inner (x t i) (P t (x t k)))) first
      (proj2 (proj2 Et) first)). cbv beta in A. rewrite First, Rmult_1_l in A.
    assert (Q := exp_pos (inner (x t i) (P t (x t first)))). apply Rlt_le_trans with (1 := Q), A. intro k.
    destruct (proj1 Order i k) as [-> | ->]; assert (Z := exp_pos (inner (x t i) (P t (x t k)))); lra. }
  split.
  - destruct (flow_exists tokens (tt :: nil) up_to before (1 / sqrt d) p (fun t _ => P t) (fun t _ => PT t) Et
      Order Ib Bef C Adj' P0 Bd' PC Lm x0 U) as [x [Fx X0]].
    exists x. split; [intro i; rewrite X0; reflexivity|]. intros t i T. split; [intros _; apply Defined|].
    unfold velocity_in. rewrite one_head. exact (Fx t i T).
  - intros x X0 Fx v E i. subst v. assert (Z : x 0 = x0) by (apply functional_extensionality; exact X0).
    rewrite Z. apply All; [|exact Z]. apply flows_of. intros t j T. exact (proj2 (Fx t j T)).
Qed.
Hypotheses (Unit : forall i, inner (y 0 i) (y 0 i) = 1) (Ks : kronecker same).
Let F := flows_of y Flow.
Let Alone k z : alone k z <-> forall t, 0 <= t -> is_vderive z t (velocity tokens (tt :: nil) (before k) (1 / sqrt d) (fun t _ => P t) y t (z t)).
Proof.
  split; intros H t T; specialize (H t T); unfold velocity in *;
    [rewrite <- (velocity_of_one tokens (before k) d (P t) (y t) (z t) Sd (Ib k))
    | rewrite <- (velocity_of_one tokens (before k) d (P t) (y t) (z t) Sd (Ib k)) in H]; exact H.
Qed.
Let Apart (a b : S) : ~ a <> b -> a = b.
Proof.
  intros N. destruct (Req_EM_T (inner (vsub a b) (vsub a b)) 0) as [Z|Z].
  - apply inner_definite in Z. apply inner_ext. intro q.
    assert (Q : inner (vsub a b) q = 0) by (rewrite Z; apply inner_zero_l). revert Q. inners. lra.
  - exfalso. apply N. intros ->. apply Z. inners. ring.
Qed.
Let Two (z : R -> S) : vtends z (y 0 first) -> vtends z (vscale (-1) (y 0 first)) -> False.
Proof.
  set (v := y 0 first). assert (Uv : inner v v = 1) by apply Unit. intros V L.
  destruct (L 1 ltac:(lra)) as [T1 [_ N1]]. destruct (V 1 ltac:(lra)) as [T2 [_ N2]].
  specialize (N1 (Rmax T1 T2) (Rmax_l _ _)). specialize (N2 (Rmax T1 T2) (Rmax_r _ _)).
  cbv beta in N1, N2. rewrite Rminus_0_r, Rabs_right in N1 by (apply Rle_ge, vnorm_nonneg).
  rewrite Rminus_0_r, Rabs_right in N2 by (apply Rle_ge, vnorm_nonneg). set (x1 := z (Rmax T1 T2)) in *.
  assert (Q := vnorm_add (vsub x1 (vscale (-1) v)) (vscale (-1) (vsub x1 v))).
  replace (vadd (vsub x1 (vscale (-1) v)) (vscale (-1) (vsub x1 v))) with (vscale 2 v) in Q
  by (apply inner_ext; intro; inners; ring). rewrite !vnorm_scale, (Rabs_right 2), (Rabs_left (-1)) in Q by lra.
  assert (Nv : vnorm v = 1) by (unfold vnorm; rewrite Uv; apply sqrt_1). lra.
Qed.
Let NotFirst i k : before k i = 1 -> k <> first.
Proof. intros B Q. subst. apply Bef in B. destruct B as [B N]. apply N. apply (proj1 (proj2 (proj2 Order))); auto. Qed.
Definition lost v k a := (exists z : R -> S, inner (z 0) (z 0) = 1 /\ alone k z /\ z 0 = a) /\
  forall x : R -> S, inner (x 0) (x 0) = 1 -> alone k x ->
    (x 0 = a <-> vtends (fun t => x t) (vscale (-1) v)) /\ (~ x 0 = a -> vtends (fun t => x t) v).
Lemma one_start v : y 0 first = v -> forall i k, before k i = 1 -> (forall j, before k j = 1 -> vtends (fun t => y t j) v) ->
  exists a, inner a a = 1 /\ lost v k a.
Proof.
  intros <- i k B Gather. destruct (lost_start tokens (tt :: nil) up_to before (1 / sqrt d) p (fun t _ => P t) (fun t _ => PT t) y
    Et one_enumerated Order Ib Bef C Adj' P0 Bd' PC F Unit first First k Lm (NotFirst i k B) Gather)
    as [a [Ua [[x [Xa Dx]] H]]].
  exists a. split; [exact Ua|]. split.
  - exists x. split; [rewrite Xa; exact Ua|]. split; [apply Alone, Dx | exact Xa].
  - intros z Uz Dz. destruct (H z Uz (proj1 (Alone k z) Dz)) as [H1 H2]. split; [|exact H2].
    split; [exact H1|]. intros L. apply Apart. intro N. exact (Two z (H2 N) L).
Qed.
Lemma second v : y 0 first = v -> forall i k, before k i = 1 /\ (forall j, before k j = 1 -> same j first = 1) -> lost v k (vscale (-1) v).
Proof.
  intros E i k [B Only]. assert (J : forall j, before k j = 1 -> j = first).
  { intros j Bj. exact (same_is tokens same Et Ks j first (Only j Bj)). }
  assert (Second := fun z => second_lost tokens (tt :: nil) up_to before (1 / sqrt d) p (fun t _ => P t)
    (fun t _ => PT t) y Et one_enumerated Order Ib Bef C Adj' P0 Bd' PC F Unit first First k z Lm (NotFirst i k B)).
  assert (Rests := first_rests tokens (tt :: nil) up_to before (1 / sqrt d) (fun t _ => P t) y Et Order Ib Bef C F Unit first First).
  destruct (one_start v E i k B) as [a [Ua [[x [Ux [Dx Xa]]] H]]].
  { intros j Bj eps Eps. rewrite (J j Bj). exists 0. split; [lra|]. intros t T. rewrite (Rests t T), <- E.
    replace (vsub (y 0 first) (y 0 first)) with (@vzero S) by (symmetry; apply vadd_opposite).
    unfold vnorm. rewrite inner_zero_l, sqrt_0, Rminus_0_r, Rabs_R0. exact Eps. }
  subst v. split.
  - exists x. split; [exact Ux|]. split; [exact Dx|]. apply Apart. intro N.
    exact (Two x (proj2 (Second x J Ux (proj1 (Alone k x) Dx)) N) (proj1 (proj1 (H x Ux Dx)) Xa)).
  - intros z Uz Dz. destruct (Second z J Uz (proj1 (Alone k z) Dz)) as [H1 H2]. split; [|exact H2].
    split; [exact H1|]. intros L. apply Apart. intro N. exact (Two z (H2 N) L).
Qed.
Lemma gathers v : y 0 first = v ->
  (forall i k, before k i = 1 -> (forall j, before k j = 1 -> vtends (fun t => y t j) v) -> exists a, inner a a = 1 /\ lost v k a) /\
  (forall i k, before k i = 1 /\ (forall j, before k j = 1 -> same j first = 1) -> lost v k (vscale (-1) v)) /\
  ((forall k, ~ vtends (fun t => y t k) (vscale (-1) v)) -> forall i, vtends (fun t => y t i) v).
Proof.
  intros E. split; [exact (one_start v E)|]. split; [exact (second v E)|]. intros None i. subst v.
  apply (all_gather tokens (tt :: nil) up_to before (1 / sqrt d) p (fun t _ => P t) (fun t _ => PT t) y
    Et one_enumerated Order Ib Bef C Adj' P0 Bd' PC F Unit first First Lm None).
Qed.
End Causal.
