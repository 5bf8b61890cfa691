(* A-T4.1*: layers under a rooted mask, coordinate by coordinate (RootedLayers.v). *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Gnomonic Graphs Masked RootedLayers.
Open Scope R_scope.

Lemma powers_of_exponential a n : exp (- a) ^ n = exp (- a * INR n).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_r, exp_0; reflexivity|].
  rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus, <- IH. simpl. ring.
Qed.
(* (1 - e)^N with N = floor (k/D') and D' <= D. *)
Lemma windows_of_layers e D k D' : (1 <= D')%nat -> INR D' <= D -> 0 <= e <= 1 ->
  (1 - e) ^ (k / D') <= exp (e - e * INR k / D).
Proof.
  intros P L E. apply Rle_trans with (exp (- e) ^ (k / D')).
  - apply pow_incr. assert (T := exp_tangent (- e)). lra.
  - rewrite powers_of_exponential. apply exp_le. assert (F : 1 <= INR D') by (change 1 with (INR 1); apply le_INR; exact P).
    assert (M := Nat.div_mod k D' ltac:(lia)). assert (B := Nat.mod_upper_bound k D' ltac:(lia)).
    assert (K : INR k <= INR D' * (INR (k / D') + 1)).
    { rewrite <- S_INR, <- mult_INR. apply le_INR. nia. }
    assert (N := pos_INR (k / D')). assert (K2 : INR k <= D * (INR (k / D') + 1)).
    { eapply Rle_trans; [exact K|]. apply Rmult_le_compat_r; lra. }
    assert (Q : INR k / D <= INR (k / D') + 1).
    { apply Rmult_le_reg_r with D; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (e * (INR k / D) <= e * (INR (k / D') + 1)) by (apply Rmult_le_compat_l; lra). unfold Rdiv in *. lra.
Qed.

Section Layers.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (alpha : nat -> Token -> Token -> R) (p : S) (W : S -> S)
  (y : nat -> Token -> S) (same : Token -> Token -> R) (tau : R).
Let pulled k i := vadd (y k i) (vscale tau (vtotal tokens (fun j => vscale (alpha k i j) (y k j)))).
Hypothesis Layer : forall k i, y (Datatypes.S k) i = vscale (/ sqrt (inner (pulled k i) (W (pulled k i)))) (pulled k i).
Hypotheses (ET : enumerates tokens) (AW : adjoint W W) (Same : kronecker same) (PW : positive W) (Pole : inner p (W p) = 1)
  (Unit : forall i, inner (y 0%nat i) (W (y 0%nat i)) = 1) (Pos : forall k i j, 0 <= alpha k i j) (Tau : 0 < tau).
Let U := weighted S W PW.
Let product (a b : U) : @inner U a b = inner (W a) b. Proof. symmetry. apply AW. Qed.
Let Go k i : y (Datatypes.S k) i = @vscale U (/ @vnorm U (moved (U := U) tokens alpha y tau k i)) (moved (U := U) tokens alpha y tau k i).
Proof. unfold moved, U. rewrite vtotal_weighted. exact (Layer k i). Qed.
Let Start sigma : (forall i, sigma <= inner (W p) (y 0%nat i)) -> forall i, sigma <= @inner U p (y 0%nat i).
Proof. intros H i. rewrite product. apply H. Qed.
Lemma least_margin sigma : 0 < sigma -> (forall i, sigma <= inner (W p) (y 0%nat i)) -> forall k i, sigma <= inner (W p) (y k i).
Proof.
  intros Sigma H k i. rewrite <- product. apply (stays (U := U) tokens alpha y p tau sigma Go Tau Pos Pole Sigma Unit (Start sigma H)).
Qed.
Context (r : Token) (m H sigma D a : R) (E : Token -> Token -> R) (depth : Token -> R).
Hypotheses (Row : forall k i, total tokens (fun j => alpha k i j) <= H) (Edge : forall k i j, E i j = 0 \/ m <= alpha k i j)
  (From : forall i, sigma <= inner (W p) (y 0%nat i)) (Within : forall i, 0 <= depth i /\ depth i <= D /\
    (same i r = 1 /\ depth i = 0 \/ exists j, ~ E i j = 0 /\ depth i = depth j + 1)) (D1 : 1 <= D)
  (Q1 : exp (-1 * a) * (1 + tau * H) <= sigma) (Q2 : exp (-1 * a) * (1 + tau * H) <= sigma * tau * m)
  (Mp : 0 < m) (HH : 0 < H) (Sigma : 0 < sigma) (Ap : 0 < a).
Let left_of k := exp (exp (-1 * a * D) / 2 - exp (-1 * a * D) / 2 * INR k / D).
Let edge u v := E u v <> 0.
Let Root n v : D < INR n + 1 -> reaches edge r n v.
Proof.
  intro N2. assert (Walk : forall l v, depth v < INR l + 1 -> exists e, reaches edge r e v /\ depth v = INR e).
  { induction l as [|l IH]; intros w Q; destruct (Within w) as [V [_ [[A Z]|[e [Ee De]]]]].
    1, 3: apply (same_is tokens same ET Same) in A; subst w; exists 0%nat; split; [apply here | simpl; exact Z].
    - exfalso. assert (V' := proj1 (Within e)). simpl in Q. lra.
    - destruct (IH e) as [f [F G]]; [rewrite S_INR in Q; lra|]. exists (Datatypes.S f).
      split; [apply (step edge r f w e Ee F) | rewrite S_INR; lra]. }
  destruct (Within v) as [V [Below _]]. destruct (nfloor_ex (depth v) V) as [l [_ Q]].
  destruct (Walk l v Q) as [e [F G]]. apply (waits edge r e n v); [|exact F].
  assert (Less : INR e < INR (Datatypes.S n)) by (rewrite S_INR; lra). apply INR_lt in Less. lia.
Qed.
Let x k i := vscale (/ inner (W p) (y k i)) (y k i).
Hypothesis Least : forall sigma, 0 < sigma -> (forall i, sigma <= inner (W p) (y 0%nat i)) -> forall k i, sigma <= inner (W p) (y k i).
Lemma coordinates c L M : (forall i, inner (W p) (y 0%nat i) <> 0 /\ L <= inner (W c) (x 0%nat i)) /\
    (forall i, inner (W p) (y 0%nat i) <> 0 /\ inner (W c) (x 0%nat i) <= M) ->
  forall k i j, inner (W p) (y k i) <> 0 /\ inner (W p) (y k j) <> 0 /\ inner (W c) (vsub (x k i) (x k j)) <= (M - L) * left_of k.
Proof.
  intros [Low High] k i j. assert (Margin := Least sigma Sigma From k).
  split; [specialize (Margin i); lra|]. split; [specialize (Margin j); lra|]. destruct (nfloor_ex D ltac:(lra)) as [n [N1 N2]].
  assert (Dn : (1 <= n)%nat) by (destruct n as [|n]; [simpl in N2; lra | lia]).
  assert (Eu : forall k u v, edge u v -> m <= alpha k u v) by (intros e u v N; destruct (Edge e u v) as [Z|G]; [destruct (N Z) | exact G]).
  assert (X : forall l v, inner (W c) (x l v) = @inner U c (@vscale U (/ @inner U p (y l v)) (y l v))) by (intros; rewrite !product; reflexivity).
  assert (ML : L <= M) by (assert (P := proj2 (Low i)); assert (Q := proj2 (High i)); lra).
  assert (T := coordinates_gather (U := U) tokens alpha y p tau H sigma (proj2 (proj2 ET)) Go Tau Pos Row Pole Sigma
    Unit (Start sigma From) edge r n m Mp (Rlt_le _ _ HH) Eu (fun v => Root n v N2) (k / n) k i j c L M).
  unfold vsub. rewrite inner_add_r, inner_scale_r, !X. eapply Rle_trans; [|eapply Rle_trans; [apply T|]];
    [lra | rewrite Nat.mul_comm; apply Nat.mul_div_le; lia | intro e; rewrite <- X; split; [apply Low | apply High] |].
  apply Rmult_le_compat_l; [lra|]. unfold left_of.
  destruct (share_range (U := U) tokens alpha y p tau H sigma Go Tau Pos Row Pole Sigma Unit (Start sigma From) m Mp (Rlt_le _ _ HH)) as [Sp _].
  assert (q1 := share_at_most (U := U) tokens alpha y p tau H sigma Go Tau Pos Row Pole Sigma Unit (Start sigma From) r m Mp (Rlt_le _ _ HH)).
  set (q := share tau H sigma m) in *.
  assert (TH : 0 < 1 + tau * H) by (assert (0 < tau * H) by (apply Rmult_lt_0_compat; auto); lra). assert (Lq : exp (- a) <= q).
  { unfold q, share. apply Rmult_le_reg_r with (1 + tau * H); [exact TH|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. replace (-1 * a) with (- a) in Q1, Q2 by ring.
    unfold Rmin. destruct (Rle_dec 1 (tau * m)); lra. }
  assert (Z := exp_pos (- a)). set (e := exp (-1 * a * D) / 2). assert (Le : 2 * e <= q ^ n).
  { apply Rle_trans with (exp (- a) ^ n); [|apply pow_incr; lra]. rewrite powers_of_exponential.
    unfold e. replace (2 * (exp (-1 * a * D) / 2)) with (exp (-1 * a * D)) by field. apply exp_le.
    assert (a * INR n <= a * D) by (apply Rmult_le_compat_l; lra). lra. }
  assert (qn := power_range q n (conj (Rlt_le _ _ Sp) q1)).
  assert (E0 : 0 < e) by (unfold e; assert (G := exp_pos (-1 * a * D)); lra).
  eapply Rle_trans; [apply (pow_incr _ (1 - e)); lra|]. apply (windows_of_layers e D k n Dn); lra.
Qed.
Hypothesis Coordinates : forall c L M, (forall i, inner (W p) (y 0%nat i) <> 0 /\ L <= inner (W c) (x 0%nat i)) /\
    (forall i, inner (W p) (y 0%nat i) <> 0 /\ inner (W c) (x 0%nat i) <= M) ->
  forall k i j, inner (W p) (y k i) <> 0 /\ inner (W p) (y k j) <> 0 /\ inner (W c) (vsub (x k i) (x k j)) <= (M - L) * left_of k.
Hypothesis Back : forall (A B g : R) (k : nat), 0 < A -> 0 < B -> 1 <= A -> 1 <= B -> g <= 1 -> 2 - 2 * g <= A ^ 2 + B ^ 2 - 2 * g * A * B.
Lemma gather k i j : sqrt (inner (vsub (y k i) (y k j)) (W (vsub (y k i) (y k j)))) <= 2 / sigma * left_of k.
Proof.
  assert (Un : forall k i, @inner U (y k i) (y k i) = 1).
  { intros e v. apply (stays (U := U) tokens alpha y p tau sigma Go Tau Pos Pole Sigma Unit (Start sigma From)). }
  assert (In : forall k v, sigma <= inner (W p) (y k v) <= 1).
  { intros e v. split; [apply Least; auto|]. rewrite <- product. apply (unit_inner (U := U)); [exact Pole | apply Un]. }
  assert (Inv : forall k v, 0 < / inner (W p) (y k v) /\ 1 <= / inner (W p) (y k v) <= / sigma).
  { intros e v. specialize (In e v). split; [apply Rinv_0_lt_compat; lra|].
    split; [rewrite <- Rinv_1|]; apply Rinv_le_contravar; lra. }
  set (A := / inner (W p) (y k i)). set (B := / inner (W p) (y k j)). set (g := @inner U (y k i) (y k j)).
  set (xi := vsub (x k i) (x k j)). set (N := @vnorm U xi). assert (N0 : 0 <= N) by apply (vnorm_nonneg (S := U)).
  assert (Square : N * N = A ^ 2 + B ^ 2 - 2 * g * A * B).
  { unfold N. rewrite (vnorm_square (S := U)).
    change (@inner U xi xi) with (let v := @vsub U (@vscale U A (y k i)) (@vscale U B (y k j)) in @inner U v v). cbv zeta.
    rewrite (vsub_square (U := U)), !(inner_scale_l U), !(inner_scale_r (S := U)), !Un. fold g. ring. }
  apply Rle_trans with N.
  - rewrite <- (sqrt_square N N0), Square. apply sqrt_le_1_alt. change (let v := @vsub U (y k i) (y k j) in @inner U v v <= A ^ 2 + B ^ 2 - 2 * g * A * B).
    cbv zeta. rewrite (vsub_square (U := U)), !Un. fold g. eapply Rle_trans; [|apply (Back A B g k); try apply Inv; apply (unit_inner (U := U)); apply Un]. right. ring.
  - destruct (Coordinates xi (- (N * / sigma)) (N * / sigma)) with (k := k) (i := i) (j := j) as [_ [_ G]].
    + assert (Near : forall e, Rabs (inner (W xi) (x 0%nat e)) <= N * / sigma).
      { intro e. rewrite <- product. eapply Rle_trans; [apply (inner_le_vnorm (S := U))|]. apply Rmult_le_compat_l; [exact N0|].
        change (x 0%nat e) with (@vscale U (/ inner (W p) (y 0%nat e)) (y 0%nat e)). rewrite (vnorm_scale (S := U)), (vnorm_unit (U := U)), Rmult_1_r by apply Un.
        rewrite Rabs_right; [apply Inv | left; apply Inv]. }
      split; intro e; (split; [specialize (In 0%nat e); lra | specialize (Near e); apply Rabs_le_between in Near; apply Near]).
    + fold xi in G. rewrite <- product in G. change (@inner U xi xi <= (N * / sigma - - (N * / sigma)) * left_of k) in G.
      rewrite <- (vnorm_square (S := U)) in G. fold N in G. assert (P := exp_pos (exp (-1 * a * D) / 2 - exp (-1 * a * D) / 2 * INR k / D)).
      assert (S0 := Rinv_0_lt_compat sigma Sigma). fold (left_of k) in P.
      destruct N0 as [N0|Z]; [apply Rmult_le_reg_l with N; [exact N0|]; unfold Rdiv; lra | rewrite <- Z].
      apply Rmult_le_pos; [unfold Rdiv; lra | left; exact P].
Qed.
End Layers.
