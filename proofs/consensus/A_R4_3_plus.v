(* A-R4.3+: independent tokens lie in one open hemisphere (Independent.v), almost all tokens are independent
   (NullDependent.v), and layers gather those of a hemisphere (RootedLayers.v). *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Drawn NullSets NullSections Exchange NullDependent Independent
  Masked RootedLayers.
Open Scope R_scope.

Section Layers.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P : S -> S) (tau : R).
Hypotheses (Ht : enumerates tokens) (Tau : 0 < tau).
Definition weight (x : Token -> S) i j := exp (inner (x i) (P (x j))) / total tokens (fun k => exp (inner (x i) (P (x k)))).
Definition pulled x i := vadd (x i) (vscale tau (vtotal tokens (fun j => vscale (weight x i j) (x j)))).
Definition layer x i := vscale (/ vnorm (pulled x i)) (pulled x i).
Hypothesis Stays : forall (x : Token -> S) (A : Token -> Token -> R) (c : S), (forall i, inner (x i) (x i) = 1) -> (forall i j, inner (x i) (x j) <= 1) ->
  (forall i j, 0 <= A i j) -> (forall i, total tokens (fun k => A i k) = 1) -> (forall i, 0 < inner c (x i)) ->
  forall i, 0 < inner c (vadd (x i) (vscale tau (vtotal tokens (fun j => vscale (A i j) (x j))))).
Hypothesis Weights : forall (E : Token -> R) s m, (forall i, 0 < E i) -> 0 < s -> 0 < m -> (forall k, E k <= m) ->
  forall i, s <= E i -> s / (size tokens * m) <= E i / total tokens (fun k => E k).
Section Orbit.
Context (x : nat -> Token -> S) (c : S).
Hypotheses (Go : forall k i, x (Datatypes.S k) i = layer (x k) i) (Unit : forall i, inner (x 0%nat i) (x 0%nat i) = 1)
  (Inside : forall i, 0 < inner c (x 0%nat i)).
Let w k := weight (x k).
Let some_token : exists i : Token, True.
Proof. destruct Ht as [N _]. destruct tokens as [|i T]; [contradiction | exists i; exact Logic.I]. Qed.
Let weights_positive k i j : 0 <= w k i j.
Proof. apply (softmax_unit tokens (fun _ (_ : unit) => P) (fun _ => x k) Ht 0 tt i j). Qed.
Let row k i : total tokens (w k i) = 1.
Proof.
  assert (Z : 0 < total tokens (fun j => exp (inner (x k i) (P (x k j))))) by (apply total_positive; [exact Ht | intro; apply exp_pos]).
  unfold w, weight, Rdiv. rewrite total_scale_r. field. lra.
Qed.
Let pole : exists p sigma, 0 < sigma /\ inner p p = 1 /\ forall i, sigma <= inner p (x 0%nat i).
Proof.
  destruct (least_positive tokens (fun i => inner c (x 0%nat i)) Inside) as [s [Sp From]]. destruct some_token as [i _].
  assert (L : 0 < vnorm c).
  { destruct (vnorm_nonneg c) as [L|Z]; [exact L|]. assert (B := inner_le_vnorm c (x 0%nat i)). rewrite <- Z, Rmult_0_l in B.
    specialize (Inside i). apply Rabs_le_between in B. lra. }
  exists (vscale (/ vnorm c) c), (/ vnorm c * s).
  split; [apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat|]; assumption|]. split; [rewrite inner_scale_l, inner_scale_r, <- vnorm_square; field; lra|].
  intro j. rewrite inner_scale_l. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, L | apply From, Ht].
Qed.
Lemma orbit_defined k i : vnorm (pulled (x k) i) <> 0.
Proof.
  destruct pole as [p [s [Sp [Pole From]]]]. destruct (stays tokens w x p tau s Go Tau weights_positive Pole Sp Unit From k) as [U In].
  intro Z. assert (B := inner_le_vnorm p (pulled (x k) i)). rewrite Z, Rmult_0_r in B. apply Rabs_le_between in B.
  assert (Q : 0 < inner p (pulled (x k) i)); [|lra]. apply (Stays (x k) (w k)); [exact U | intros a b; assert (G := unit_gap _ _ (U a) (U b)); lra | apply weights_positive | apply row | intro j; specialize (In j); lra].
Qed.
Lemma orbit_gathers : bounded_operator P -> forall i j, layers_tend (fun k => vnorm (vsub (x k i) (x k j))) 0.
Proof.
  intros [C [C0 Bound]] i j. destruct pole as [p [s [Sp [Pole From]]]]. destruct some_token as [r _].
  set (m := exp (- C) / (size tokens * exp C)).
  assert (M : 0 < m) by (apply Rdiv_lt_0_compat; [apply exp_pos | apply Rmult_lt_0_compat; [apply size_positive; exact Ht | apply exp_pos]]).
  assert (Rows : forall k i, total tokens (w k i) <= 1) by (intros; right; apply row).
  assert (Least : forall k i j, m <= w k i j).
  { intros k l. assert (N : forall e, vnorm (x k e) = 1) by (intro h; unfold vnorm; rewrite (proj1 (stays tokens w x p tau s Go Tau weights_positive Pole Sp Unit From k)); apply sqrt_1).
    assert (Score : forall e, - C <= inner (x k l) (P (x k e)) <= C).
    { intro e. apply Rabs_le_between. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite N, Rmult_1_l. eapply Rle_trans; [apply Bound|]. rewrite N. lra. }
    intro e. apply (Weights (fun f => exp (inner (x k l) (P (x k f))))); intros; try apply exp_pos; apply exp_le, Score. }
  assert (Root : forall l, reaches (fun _ _ : Token => True) r 1 l) by (intro l; apply (step _ r 0 l r Logic.I); apply here).
  assert (G := fun k => layers_gather tokens w x p tau 1 s (proj2 (proj2 Ht)) Go Tau weights_positive Rows Pole Sp Unit From
    (fun _ _ => True) r 1 m M Rle_0_1 (fun k i j _ => Least k i j) Root k k i j ltac:(lia)).
  destruct (share_range tokens w x p tau 1 s Go Tau weights_positive Rows Pole Sp Unit From m M Rle_0_1) as [Q _].
  assert (Q1 := share_at_most tokens w x p tau 1 s Go Tau weights_positive Rows Pole Sp Unit From r m M Rle_0_1).
  rewrite pow_1 in G. set (q := share tau 1 s m) in *. intros eps He. assert (Two : 0 < 2 / s) by (apply Rdiv_lt_0_compat; lra).
  destruct (pow_lt_1_zero (1 - q / 2) ltac:(rewrite Rabs_pos_eq; lra) (eps / (2 / s))) as [N H]; [apply Rdiv_lt_0_compat; auto|].
  exists N. intros k K. rewrite Rminus_0_r, Rabs_pos_eq by apply vnorm_nonneg.
  eapply Rle_lt_trans; [apply G|]. specialize (H k K). rewrite Rabs_pos_eq in H by (apply pow_le; lra).
  apply Rmult_lt_compat_l with (r := 2 / s) in H; [|exact Two].
  replace (2 / s * (eps / (2 / s))) with eps in H by (field; lra). exact H.
Qed.
End Orbit.
Lemma layers x c : (forall k i, vnorm (pulled (x k) i) <> 0 /\ x (Datatypes.S k) i = layer (x k) i) -> (forall i, inner (x 0%nat i) (x 0%nat i) = 1) ->
  (forall i, 0 < inner c (x 0%nat i)) -> bounded_operator P -> forall i j, layers_tend (fun k => vnorm (vsub (x k i) (x k j))) 0.
Proof. intros G U I. apply (orbit_gathers x c (fun k i => proj2 (G k i)) U I). Qed.
Lemma covector y : (forall a, vtotal tokens (fun k => vscale (a k) (y k)) = vzero -> forall i, a i = 0) -> exists c : S, forall i, 0 < inner c (y i).
Proof.
  intros Free. destruct (equality_exists Token) as [same Same].
  destruct (dependent_or_with_a_covector tokens y same Ht Same) as [[a [Zero [i Ai]]]|[c H]]; [destruct (Ai (Free a Zero i))|].
  exists c. intro i. rewrite H. lra.
Qed.
Lemma almost_all {Mode} (modes : list Mode) same_modes d (e : Mode -> S) : bounded_operator P -> d = size modes -> kronecker same_modes ->
  (forall a b, inner (e a) (e b) = same_modes a b) ->
  (forall a, a = vtotal modes (fun m => vscale (inner (e m) a) (e m))) /\ 2 <= d /\ size tokens <= d ->
  for_almost_every tokens (fun x0 : Token -> S => exists x : nat -> Token -> S, (forall i, x 0%nat i = x0 i) /\
    (forall k i, vnorm (pulled (x k) i) <> 0 /\ x (Datatypes.S k) i = layer (x k) i) /\
    (exists c, forall i, 0 < inner c (x 0%nat i)) /\ forall i j, layers_tend (fun k => vnorm (vsub (x k i) (x k j))) 0).
Proof.
  intros Bound Size [Km _] Frame [Span [Two Few]]. destruct (equality_exists Token) as [same Same].
  assert (Expands := named_expansion e modes Span). assert (One : of_length_one (map e modes)).
  { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Frame. apply Km. }
  assert (Len : length (map e modes) = length modes) by apply map_length.
  rewrite (size_length modes) in Size. rewrite (size_length tokens) in Few.
  exists (map e modes). split; [exact One|]. split; [exact Expands|].
  apply (null_part _ _ _ (dependent_null tokens (map e modes) same Ht Same (expansion_resolves _ Expands) One
    ltac:(rewrite Len; apply INR_le; simpl INR; lra) ltac:(rewrite Len; apply INR_le; lra))).
  intros x0 [Unit Not]. split; [exact Unit|].
  destruct (dependent_or_with_a_covector tokens x0 same Ht Same) as [Dep|[c H]]; [exact Dep|]. exfalso. apply Not.
  assert (In : forall i, 0 < inner c (x0 i)) by (intro i; rewrite H; lra).
  exists (fun k => Nat.iter k layer x0). split; [reflexivity|]. split; [|split; [exists c; exact In|]].
  - intros k i. split; [|reflexivity]. apply (orbit_defined (fun k => Nat.iter k layer x0) c); auto.
  - apply (orbit_gathers (fun k => Nat.iter k layer x0) c); auto.
Qed.
End Layers.
Lemma two {S : inner_product_space} (p q : S) : (forall p q : S, inner p p = 1 -> inner q q = 1 -> inner (vadd p q) p = inner (vadd p q) q) ->
  (forall p q : S, inner p p = 1 -> inner q q = 1 -> inner (vadd p q) p = inner (vadd p q) (vadd p q) / 2) -> inner p p = 1 -> inner q q = 1 ->
  (exists c, 0 < inner c p /\ 0 < inner c q) <-> ~ p = vscale (-1) q.
Proof.
  intros Sum Half Up Uq. split; [intros [c [Hp Hq]] E; rewrite E, inner_scale_r in Hp; lra|].
  intros N. exists (vadd p q). rewrite <- Sum, Half by assumption. destruct (inner_nonneg S (vadd p q)) as [G|Z]; [lra | exfalso; apply N].
  symmetry in Z. apply inner_definite, (f_equal inner) in Z. apply inner_ext. intro w. apply (f_equal (fun f => f w)) in Z. rewrite inner_add_l, inner_zero_l in Z. rewrite inner_scale_l. lra.
Qed.
