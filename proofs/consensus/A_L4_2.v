(* A-L4.2: the tokens are Lipschitz in time, and formulas in what is bounded and uniformly continuous
   are so, too (Gauged.v). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Attention.
From Kernel Require Import Gnomonic Spheres Hemisphere Gathering Gauged.
Open Scope R_scope.

(* What holds of finitely many for small enough spans of time holds of all of them at once. *)
Lemma all_at_once {I} (T : list I) (Q : I -> R -> R -> Prop) :
  (forall i, exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) < d -> Q i t s) ->
  exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) < d -> forall i, In i T -> Q i t s.
Proof.
  intros H. induction T as [|i T [d [D IH]]].
  - exists 1. split; [lra|]. intros s t _ _ _ j [].
  - destruct (H i) as [e [E HI]]. exists (Rmin d e). split; [apply Rmin_glb_lt; auto|].
    intros s t Hs Ht L j [<-|J]; [apply HI | apply IH; auto]; auto;
      eapply Rlt_le_trans; [exact L | apply Rmin_r | exact L | apply Rmin_l].
Qed.

Lemma abs_is x : sqrt (x ^ 2) = Rabs x.
Proof. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.

Section Steady.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (P P' : R -> S -> S)
  (alpha : R -> Head -> Token -> Token -> R) (y : R -> Token -> S) (W : S -> S).
Let w := fun t i j => total heads (fun a => alpha t a i j).
Let velocity t i := vsub (vtotal tokens (fun j => vscale (w t i j) (y t j)))
  (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (w t i j) (y t j))))) (y t i)).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t (velocity t i).
Hypothesis Speed : forall t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) -> (forall i j, inner (y t i) (W (y t j)) <= 1) ->
  forall i, inner (W (velocity t i)) (velocity t i) <= total tokens (w t i) ^ 2.
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Nonneg : forall t, 0 <= t -> forall a i j, 0 <= alpha t a i j.
(* Tokens with bounded weights move at a bounded speed, in either norm. *)
Section Lipschitz.
Variable M : R.
Hypothesis Above : forall t, 0 <= t -> forall a i j, alpha t a i j <= M.
Let top := size heads * M.
Lemma Weights t i j : 0 <= t -> 0 <= w t i j <= top.
Proof. intros T. split; [apply total_nonneg; auto | apply heads_at_most; intro; auto]. Qed.
Let U := weighted S W HW.
Lemma stays t i : 0 <= t -> inner (y t i) (W (y t i)) = 1.
Proof.
  apply (weighted_flow_stays_unit (U := U) tokens w y top (proj2 (proj2 ET))); auto.
  - apply weighted_flow_round. exact Flow.
  - intros s k l Hs. destruct (Weights s k l Hs). rewrite Rabs_right; lra.
Qed.
Lemma speed_in_metric t i : 0 <= t -> @vnorm U (velocity t i) <= total tokens (w t i).
Proof.
  intros T. rewrite <- (sqrt_pow2 (total tokens (w t i))) by (apply total_nonneg; intro; apply Weights, T). apply sqrt_le_1_alt.
  change (inner (velocity t i) (W (velocity t i)) <= total tokens (w t i) ^ 2). rewrite inner_sym.
  apply Speed; [exact T | intro; apply stays, T | intros a b; assert (G := unit_gap (S := U) _ _ (stays t a T) (stays t b T)); simpl in G; lra].
Qed.
Lemma tame_tokens : exists b K, 0 <= b /\ 0 <= K /\ forall s t i, 0 <= s -> 0 <= t ->
  vnorm (y t i) <= b /\ vnorm (vsub (y t i) (y s i)) <= K * Rabs (t - s).
Proof.
  destruct (norm_in_space S W HW Coe) as [c [Q A]].
  assert (M0 : 0 <= size tokens * Rabs top).
  { apply Rmult_le_pos; [left; apply size_positive; auto | apply Rabs_pos]. }
  set (K := c * (size tokens * Rabs top)).
  assert (K0 : 0 <= K) by (apply Rmult_le_pos; lra).
  assert (Fast : forall i t, 0 <= t -> vnorm (velocity t i) <= K).
  { intros i t T. eapply Rle_trans; [apply A|]. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply (speed_in_metric t i T)|]. unfold size. rewrite <- total_scale_r.
    apply total_le. intro j. destruct (Weights t i j T). assert (R := Rle_abs top). lra. }
  exists c, K. split; [lra|]. split; [auto|].
  assert (T : forall i s t, 0 <= s <= t -> vnorm (vsub (y t i) (y s i)) <= K * (t - s)).
  { intros i. eapply (travel (fun t => y t i)); [intros t T; exact (Flow t i T) | apply Fast]. }
  intros s t i Hs Ht. split.
  - assert (N : @vnorm (weighted S W HW) (y t i) = 1) by exact (vnorm_unit (U := U) (y t i) (stays t i Ht)).
    eapply Rle_trans; [apply A|]. rewrite N. lra.
  - destruct (Rle_lt_dec s t) as [L|L].
    + rewrite Rabs_right by lra. apply T. lra.
    + rewrite vsub_swap, Rabs_left by lra. assert (H := T i t s ltac:(lra)). lra.
Qed.
Lemma gauged_tokens (within : R -> R -> R -> Prop) :
  (forall e t s, within e t s -> 0 <= t /\ 0 <= s /\ Rabs (t - s) <= e) ->
  forall i, gauged within (fun t => y t i).
Proof.
  intros H i. destruct tame_tokens as [b [K [B [HK T]]]]. exists b, K. split; [auto|]. split; [auto|].
  intros e t s In. destruct (H e t s In) as [Ht [Hs E]].
  destruct (T s t i Hs Ht) as [T1 T2]. destruct (T t s i Ht Hs) as [T3 _].
  split; [auto|]. split; [auto|]. eapply Rle_trans; [exact T2|]. apply Rmult_le_compat_l; auto.
Qed.
End Lipschitz.
Lemma steady_tokens M i : (forall t, 0 <= t -> forall a i j, alpha t a i j <= M) -> uniformly_continuous (fun t => y t i).
Proof.
  intros A. set (within := fun d t s => 0 <= t /\ 0 <= s /\ Rabs (t - s) <= d).
  apply (gauged_in_time within); [|exact (gauged_tokens M A within (fun d t s H => H) i)].
  intros d D. exists d. split; [exact D|]. intros s t Hs Ht L. repeat split; auto. lra.
Qed.

Section Scores.
Variables p0 M : R.
Hypothesis Given : (forall x t, 0 <= t -> inner (P t x) (P t x) <= p0 ^ 2 * inner x x) /\
  operators_uniformly_continuous P /\ (forall t, 0 <= t -> forall a i j, alpha t a i j <= M).
Hypothesis Hp : 0 < p0.
Lemma small t x : 0 <= t -> vnorm (P t x) <= p0 * vnorm x.
Proof.
  intros T. apply vnorm_at_most; [apply Rmult_le_pos; [lra | apply vnorm_nonneg]|].
  replace (p0 * vnorm x * (p0 * vnorm x)) with (p0 ^ 2 * (vnorm x * vnorm x)) by ring.
  rewrite vnorm_square. apply Given, T.
Qed.
Lemma bounded_scores : exists kappa, 0 < kappa /\
  forall t, 0 <= t -> forall i j, sqrt (inner (y t i) (P t (y t j)) ^ 2) <= kappa.
Proof.
  destruct (tame_tokens M (proj2 (proj2 Given))) as [b [K [B [_ T]]]].
  exists (b * (p0 * b) + 1). assert (0 <= b * (p0 * b)) by (repeat apply Rmult_le_pos; lra).
  split; [lra|]. intros t Ht i j. rewrite abs_is. destruct (T t t i Ht Ht) as [Ti _].
  destruct (T t t j Ht Ht) as [Tj _]. eapply Rle_trans; [apply inner_le_vnorm|].
  apply Rle_trans with (b * (p0 * b)); [|lra].
  apply Rmult_le_compat; auto using vnorm_nonneg. eapply Rle_trans; [apply (small t _ Ht)|].
  apply Rmult_le_compat_l; lra.
Qed.
Lemma steady_scores i j : (forall t, 0 <= t -> adjoint (P t) (P' t)) ->
  uniformly_continuous (S := real_line) (fun t => inner (y t i) (P t (y t j))).
Proof.
  intro Adj. destruct Given as [_ [UC Above]].
  set (within := fun d t s => (0 <= t /\ 0 <= s /\ Rabs (t - s) <= d) /\
    forall x, vnorm (vsub (P t x) (P s x)) <= d * vnorm x).
  assert (Gy := gauged_tokens M Above within (fun d t s H => proj1 H)).
  apply (gauged_in_time within).
  - intros d D. destruct (UC d D) as [q [Q H]]. exists (Rmin d q). split; [apply Rmin_glb_lt; auto|].
    intros s t Hs Ht L. assert (L1 := Rlt_le_trans _ _ _ L (Rmin_l d q)).
    assert (L2 := Rlt_le_trans _ _ _ L (Rmin_r d q)).
    split; [split; [auto|]; split; [auto | lra] | apply H; auto].
  - apply (gauged_inner within (S := S)); [apply Gy|].
    apply (gauged_operators within (fun d t s H => Rle_trans _ _ _ (Rabs_pos _) (proj2 (proj2 (proj1 H))))
      P (fun t => y t j) p0 1); try lra; [| |apply Gy].
    + intros d t s v u [[Ht _] _]. unfold vsub.
      rewrite (adjoint_add _ _ (Adj t Ht)), (adjoint_scale _ _ (Adj t Ht)). reflexivity.
    + intros d t s x [[Ht [Hs _]] Near]. split; [apply small, Ht|]. split; [apply small, Hs|].
      rewrite Rmult_1_l. apply Near.
Qed.
End Scores.

Section Weights.
Variables (e : R -> Head -> Token -> Token -> R) (dimension kappa : R).
Hypothesis Softmax : (forall t, 0 <= t -> forall a i j, sqrt (e t a i j ^ 2) <= kappa) /\
  (forall a i j, uniformly_continuous (S := real_line) (fun t => e t a i j)) /\
  (forall t, 0 <= t -> forall a i j, alpha t a i j = exp (e t a i j) / (sqrt dimension * total tokens (fun k => exp (e t a i k)))).
Hypothesis K : 0 < kappa.
Hypothesis Dim : 1 <= dimension.
Let Is := proj2 (proj2 Softmax).
Lemma root : 1 <= sqrt dimension.
Proof. rewrite <- sqrt_1. apply sqrt_le_1_alt, Dim. Qed.
Lemma row t a i : 0 < total tokens (fun k => exp (e t a i k)).
Proof. apply total_positive; auto. intro. apply exp_pos. Qed.
Lemma shares t : 0 <= t -> forall a i j, alpha t a i j <= 1.
Proof.
  intros T a i j. assert (H := root). assert (Row := row t a i). rewrite (Is t T).
  apply Rmult_le_reg_r with (sqrt dimension * total tokens (fun k => exp (e t a i k)));
    [apply Rmult_lt_0_compat; lra|].
  replace (exp (e t a i j) / (sqrt dimension * total tokens (fun k => exp (e t a i k))) *
    (sqrt dimension * total tokens (fun k => exp (e t a i k)))) with (exp (e t a i j)) by (field; lra).
  rewrite Rmult_1_l. apply Rle_trans with (1 * total tokens (fun k => exp (e t a i k))).
  - rewrite Rmult_1_l. apply (total_at_least tokens (fun k => exp (e t a i k))); [apply ET|].
    intro. left. apply exp_pos.
  - apply Rmult_le_compat_r; lra.
Qed.
Lemma slow t : 0 <= t -> forall i, sqrt (inner (velocity t i) (W (velocity t i))) <= size heads / sqrt dimension.
Proof.
  intros T i. apply Rle_trans with (total tokens (w t i)).
  - exact (speed_in_metric 1 shares t i T).
  - unfold w. rewrite total_swap. unfold Rdiv, size. rewrite <- total_scale_r. right. apply total_ext.
    intro a. rewrite Rmult_1_l. assert (H := root). assert (R := row t a i).
    rewrite (total_ext tokens (fun j => alpha t a i j) (fun j => exp (e t a i j) * / (sqrt dimension *
      total tokens (fun k => exp (e t a i k))))) by (intro j; apply (Is t T)).
    rewrite total_scale_r. field. lra.
Qed.
Let within d t s := (0 <= t /\ 0 <= s /\ Rabs (t - s) <= d) /\ forall a i j, Rabs (e t a i j - e s a i j) <= d.
Lemma near d : 0 < d -> exists q, 0 < q /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) < q -> within d t s.
Proof.
  intros D. destruct (all_at_once (list_prod heads (list_prod tokens tokens)) (fun q t s =>
      Rabs (e t (fst q) (fst (snd q)) (snd (snd q)) - e s (fst q) (fst (snd q)) (snd (snd q))) <= d))
      as [q [Q All]].
  - intros [a [i j]]. destruct (proj1 (proj2 Softmax) a i j d D) as [q [Q U]]. exists q. split; [auto|].
    intros s t Hs Ht L. assert (V := U s t Hs Ht L). rewrite gap_of_numbers in V. simpl. lra.
  - exists (Rmin d q). split; [apply Rmin_glb_lt; auto|]. intros s t Hs Ht L.
    assert (L1 := Rlt_le_trans _ _ _ L (Rmin_l d q)). assert (L2 := Rlt_le_trans _ _ _ L (Rmin_r d q)).
    split; [split; [auto|]; split; [auto | lra]|]. intros a i j.
    apply (All s t Hs Ht L2 (a, (i, j))). apply in_prod; [apply EH | apply in_prod; apply ET].
Qed.
Lemma gauged_weights a i j : gauged within (S := real_line) (fun t => alpha t a i j).
Proof.
  assert (Pos : forall d t s, within d t s -> 0 <= d).
  { intros d t s In. exact (Rle_trans _ _ _ (Rabs_pos _) (proj2 (proj2 (proj1 In)))). }
  apply (gauged_ext within (S := real_line) (fun t => / sqrt dimension *
    (exp (e t a i j) / total tokens (fun k => exp (e t a i k))))).
  - intros d t s [[Ht [Hs _]] _]. rewrite (Is t Ht), (Is s Hs). assert (H := root). assert (R1 := row t a i).
    assert (R2 := row s a i). split; match goal with |- ?u = ?v => change (@eq R u v) end; field; lra.
  - apply (gauged_mult within); [apply (gauged_const within (S := real_line))|].
    apply (gauged_weight within Pos tokens (fun t k => e t a i k)); auto.
    intro k. apply gauged_number. exists kappa, 1. split; [lra|]. split; [lra|].
    intros d t s [[Ht [Hs _]] In]. assert (B1 := proj1 Softmax t Ht a i k). assert (B2 := proj1 Softmax s Hs a i k).
    rewrite abs_is in B1, B2. rewrite Rmult_1_l. auto.
Qed.
Lemma steady_weights a i j : uniformly_continuous (S := real_line) (fun t => alpha t a i j).
Proof. exact (gauged_in_time within _ near (gauged_weights a i j)). Qed.
Lemma steady_velocities i : uniformly_continuous (fun t => velocity t i).
Proof.
  assert (Gy := gauged_tokens 1 shares within (fun d t s In => proj1 In)).
  assert (Gp : gauged within (fun t => vtotal tokens (fun j => vscale (w t i j) (y t j)))).
  { apply (gauged_vtotal within tokens (fun t j => vscale (w t i j) (y t j))). intro j.
    apply (gauged_scale within (fun t => w t i j)); [|apply Gy].
    apply (gauged_total within heads (fun t a => alpha t a i j)). intro. apply gauged_weights. }
  apply (gauged_in_time within _ near).
  apply (gauged_sub within); [apply Gp|]. apply (gauged_scale within); [|apply Gy].
  apply (gauged_inner within (S := S)); [apply Gy|].
  apply (gauged_operator within (fun d t s In => Rle_trans _ _ _ (Rabs_pos _) (proj2 (proj2 (proj1 In)))) W W);
    [apply HW | apply HW | exact Gp].
Qed.
End Weights.
End Steady.
